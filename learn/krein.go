package learn

import (
	"context"
	"fmt"
	"math"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"krein/internal/learn/spectral"
)

// Canonical is a change of columns Ψ = ΦT after which K = ΦJΦᵀ on the rows it was made from is in its eigenvectors: ΨᵀΨ
// = |D| and ΨSΨᵀ = K, with K's nonzero eigenvalues D and S = sign D. ΨΨᵀ is then |K|, the matrix with the signs of its
// eigenvalues turned; ΦΦᵀ is that of the kernel's own parts, k₊ + k₋, which no data changes.
type Canonical struct {
	// By is T, columns×rank.
	By *mat.Dense
	// Values are the eigenvalues of K on the rows, ascending.
	Values []float64
}

// NewCanonical returns that of rows of a map with the signature J. Directions whose eigenvalue is below
// 1e-12 of the greatest are dropped. With centred, of ΦᵀΦ about the mean: K is then HKH. It panics
// with mat.ErrShape if J has another length than rows have columns. It returns an error for rows that
// are not finite, features that are all zero, and ctx's.
func NewCanonical(ctx context.Context, x Rows, signature []float64, centred bool) (*Canonical, error) {
	n, c := x.Dims()
	if len(signature) != c {
		panic(mat.ErrShape)
	}
	sums, err := accumulate(ctx, x, mat.NewDense(n, 1, nil), nil, 1, centred)
	if err != nil {
		return nil, err
	}
	b := NoIntercept
	if centred {
		b = FreeIntercept
	}
	return canonical(sums[0].system(b).gram, signature)
}

// canonical decomposes HᵀJH = PDPᵀ, H = ΦᵀΦQ with QᵀΦᵀΦQ the unit matrix: T = QP|D|^½.
func canonical(gram *mat.SymDense, signature []float64) (*Canonical, error) {
	unit := mat.NewDense(len(signature), len(signature), nil)
	for i := range signature {
		unit.Set(i, i, 1)
	}
	q, half, err := spectral.Orthonormal(unit, mat.DenseCopyOf(gram))
	if err != nil {
		return nil, err
	}
	turned := mat.DenseCopyOf(half)
	for i, s := range signature {
		floats.Scale(s, turned.RawRowView(i))
	}
	all, p, err := spectral.All(spectral.Multiply(half.T(), turned))
	if err != nil {
		return nil, err
	}
	top := max(math.Abs(all[0]), math.Abs(all[len(all)-1]))
	var keep []int
	for j, d := range all {
		if math.Abs(d) > spectral.Dropped*top {
			keep = append(keep, j)
		}
	}
	found := (&spectral.Pairs{Values: all, Vectors: p}).Pick(keep)
	found.Scale(func(v, root float64) float64 { return v * root })
	return &Canonical{By: spectral.Multiply(q, found.Vectors), Values: found.Values}, nil
}

// Signature returns S: the signs of the eigenvalues.
func (c *Canonical) Signature() []float64 {
	s := make([]float64, len(c.Values))
	for i, d := range c.Values {
		s[i] = math.Copysign(1, d)
	}
	return s
}

// Rows returns Ψ, computed a block at a time.
func (c *Canonical) Rows(x Rows) Rows { return multiplied(x, c.By) }

// Fold returns the function on Φ that l is on Ψ. It panics with mat.ErrShape if l has another number of weights.
func (c *Canonical) Fold(l *Linear) *Linear {
	w := new(mat.Dense)
	w.Mul(l.Weights, c.By.T())
	return &Linear{Weights: w, Intercept: l.Intercept, Convergence: l.Convergence}
}

// KreinSVM is the support vector machine in a Kreĭn space of Loosli, Canu and Ong (2016), with squared
// hinge loss: the linear machine on the eigenvectors of K,
//
//	½ Σ_j d_j w_j² + C Σ_i max(0, 1 − y_i ψ_iᵀw)²,  Ψ = ΦT of NewCanonical,
//
// which is convex. On the training rows it is a machine with the kernel |K|; at a new point f(x) =
// Σ α_i k(x_i, x) with the indefinite k itself, α = USUᵀα̃ as in the paper. LinearSVM on Φ is the
// machine of k₊ + k₋ instead. Plus and Minus weigh the two parts of w (both 0: 1 each).
type KreinSVM struct {
	Convex
	// Classes is as in LinearSVM.
	Classes int
	// Signature is J of the columns.
	Signature []float64
	// Plus and Minus are the penalties of the eigenvectors with positive and with negative
	// eigenvalues (Oglic and Gärtner 2019). Convex.Penalty is not read.
	Plus, Minus float64
}

// Fit is as LinearSVM.Fit; the classifier takes rows of Φ.
func (s *KreinSVM) Fit(ctx context.Context, x Rows, y []int) (*Classifier, error) {
	can, err := NewCanonical(ctx, x, s.Signature, s.Intercept == FreeIntercept)
	if err != nil {
		return nil, err
	}
	set := s.Convex
	set.Penalty = nil
	if s.Plus != 0 || s.Minus != 0 {
		set.Penalty = Penalty(can.Signature(), s.Plus, s.Minus)
	}
	m, err := (&LinearSVM{Convex: set, Classes: s.Classes}).Fit(ctx, can.Rows(x), y)
	if err != nil {
		return nil, err
	}
	return &Classifier{Linear: *can.Fold(&m.Linear), Classes: m.Classes}, nil
}

// KreinRidge is least squares in the Kreĭn space of K = ΦJΦᵀ, in three ways from one decomposition, see KreinPath.
type KreinRidge struct {
	// Signature is J of the columns.
	Signature []float64
	// Intercept is none or free; a free one centres K.
	Intercept Intercept
}

// KreinPath are the solutions of KreinRidge. With the eigenvectors Ψ of K, ΨᵀΨ = |D|, S = sign D and
// b = Ψᵀy everything is diagonal, f = ψᵀw.
type KreinPath struct {
	e       *system
	can     *Canonical
	columns int
	right   *mat.Dense // b, rank×targets
}

// Fit prepares the solutions for the rows×targets values y. Panics and errors are those of Ridge.Fit and NewCanonical.
func (s *KreinRidge) Fit(ctx context.Context, x Rows, y *mat.Dense) (*KreinPath, error) {
	_, c := x.Dims()
	if err := s.check(c); err != nil {
		return nil, err
	}
	e, err := (&Ridge{Intercept: s.Intercept}).system(ctx, x, y)
	if err != nil {
		return nil, err
	}
	return s.path(e, c)
}

// FitSums is Fit for rows of which the sums are known.
func (s *KreinRidge) FitSums(sums *Sums) (*KreinPath, error) {
	if err := s.check(sums.of.columns); err != nil {
		return nil, err
	}
	e, err := (&Ridge{Intercept: s.Intercept}).of(sums)
	if err != nil {
		return nil, err
	}
	return s.path(e, sums.of.columns)
}

func (s *KreinRidge) check(columns int) error {
	if len(s.Signature) != columns {
		panic(mat.ErrShape)
	}
	if s.Intercept != NoIntercept && s.Intercept != FreeIntercept {
		return fmt.Errorf("learn: %v: want an intercept that is none or free", s.Intercept)
	}
	return nil
}

// path decomposes the equations.
func (s *KreinRidge) path(e *system, c int) (*KreinPath, error) {
	can, err := canonical(e.gram, s.Signature)
	if err != nil {
		return nil, err
	}
	p := &KreinPath{e: e, can: can, columns: c, right: new(mat.Dense)}
	p.right.Mul(can.By.T(), e.right)
	return p, nil
}

// Eigenvalues returns those of K that are not zero, ascending.
func (p *KreinPath) Eigenvalues() []float64 { return append([]float64(nil), p.can.Values...) }

// linear returns the function with the weights w_i = b_i·scale(i).
func (p *KreinPath) linear(scale func(i int) float64) *Linear {
	var u, w mat.Dense
	u.CloneFrom(p.right)
	for i := range p.can.Values {
		a := scale(i)
		row := u.RawRowView(i)
		for t := range row {
			row[t] *= a
		}
	}
	w.Mul(p.can.By, &u)
	return p.e.linear(&w, p.columns)
}

// Stationary returns the function Σ α_i k(x_i, ·) with (K + λI)α = y: the stationary point of Σ(y_i − f(x_i))² + λ⟨f,
// f⟩, ⟨·,·⟩ the indefinite inner product of the Kreĭn space (Ong, Mary, Canu, Smola 2004). Nothing is minimal there;
// where −λ is near an eigenvalue of K the function is large, and if it is within 1e-10 of the greatest one an error.
func (p *KreinPath) Stationary(lambda float64) (*Linear, error) {
	d := p.can.Values
	top := max(math.Abs(d[0]), math.Abs(d[len(d)-1]))
	for _, v := range d {
		if math.Abs(v+lambda) <= 1e-10*max(top, math.Abs(lambda)) {
			return nil, fmt.Errorf("learn: −λ = %v is an eigenvalue of K, so that the equations have no solution: move λ",
				-lambda)
		}
	}
	return p.linear(func(i int) float64 { return math.Copysign(1, d[i]) / (d[i] + lambda) }), nil
}

// Hilbert returns the minimum of Σ(y_i − f(x_i))² + plus‖f₊‖² + minus‖f₋‖², f± the parts along
// eigenvectors of either sign (Oglic and Gärtner 2019): convex. It panics unless plus and minus are
// positive. Ridge with Penalty splits f by the kernel's own parts instead.
func (p *KreinPath) Hilbert(plus, minus float64) *Linear {
	if !(plus > 0 && minus > 0) {
		panic("learn: a penalty is not positive")
	}
	return p.linear(func(i int) float64 {
		d := p.can.Values[i]
		if d < 0 {
			return 1 / (minus - d)
		}
		return 1 / (plus + d)
	})
}

// Sphere returns the least Σ(y_i − f(x_i))² + λ⟨f, f⟩ among all f with Σ f(x_i)² = square (about the
// mean, with a free intercept), for each target (Oglic and Gärtner 2018): not convex, but with
// w = (λS + μ|D|)⁻¹b for a μ at which λS + μ|D| has no negative eigenvalue the minimum is global
// (Gander, Golub, von Matt 1989). It returns an error unless λ ≥ 0 and square > 0 are finite.
func (p *KreinPath) Sphere(lambda, square float64) (*Linear, error) {
	if !(lambda >= 0 && square > 0) || math.IsInf(lambda+square, 1) {
		return nil, fmt.Errorf("learn: λ = %v and a sum of squares %v: want finite numbers, λ ≥ 0 and the sum positive",
			lambda, square)
	}
	rank, targets := p.right.Dims()
	var w, u mat.Dense
	u.CloneFrom(p.right)
	for t := range targets {
		u.SetCol(t, onSphere(p.can.Values, mat.Col(nil, t, p.right), lambda, square))
	}
	if rank > 0 {
		w.Mul(p.can.By, &u)
	}
	return p.e.linear(&w, p.columns), nil
}

// onSphere minimises λ Σ s_i w_i² − 2 Σ b_i w_i under Σ |d_i| w_i² = square. With v_i = |d_i|^½ w_i, c =
// b/|d|^½ and a = λ/d it is Σ a_i v_i² − 2cᵀv on a sphere: v = c/(a + μ), μ ≥ −min a.
func onSphere(d, b []float64, lambda, square float64) []float64 {
	n := len(d)
	a, c, v := make([]float64, n), make([]float64, n), make([]float64, n)
	low := math.Inf(1)
	for i := range d {
		a[i], c[i] = lambda/d[i], b[i]/math.Sqrt(math.Abs(d[i]))
		low = min(low, a[i])
	}
	norm := func(t float64) (s float64) { // of v at μ = t − min a, t > 0
		for i := range a {
			v[i] = 0
			if c[i] != 0 {
				v[i] = c[i] / (a[i] - low + t)
			}
			s += v[i] * v[i]
		}
		return s
	}
	all := 0.0
	for _, x := range c {
		all += x * x
	}
	// At t = ‖c‖/√square the norm is at most the square; at the lower end it is infinite, but for c = 0 where a is least.
	hi := math.Sqrt(all / square)
	lo := hi * 1e-18
	if all == 0 || norm(lo) < square {
		left := square - norm(max(lo, math.SmallestNonzeroFloat64))
		for i := range a {
			if a[i] == low {
				v[i] += math.Sqrt(max(left, 0))
				break
			}
		}
	} else {
		for range 200 {
			mid := math.Sqrt(lo) * math.Sqrt(hi)
			if mid <= lo || mid >= hi {
				break
			}
			if norm(mid) > square {
				lo = mid
			} else {
				hi = mid
			}
		}
		norm(hi)
	}
	for i := range v {
		v[i] /= math.Sqrt(math.Abs(d[i]))
	}
	return v
}
