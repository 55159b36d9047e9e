package learn

import (
	"context"
	"errors"
	"fmt"
	"math"
	"slices"

	"gonum.org/v1/gonum/mat"

	"krein/internal/learn/spectral"
)

// Ridge is regression with squared loss, for any number of targets at once:
//
//	λ Σ_j d_j w_j² + Σ_i (y_i − f(x_i))²,
//
// convex, with a unique minimum for λd > 0. ΦᵀΦ is added up by blocks: it takes two matrices of columns², and Φ once. Of
// fewer rows than columns the equations in one unknown a row are solved instead, for λd > 0: they take Φ and rows².
type Ridge struct {
	// Lambda is λ ≥ 0; 0 is least squares.
	Lambda float64
	// Intercept says what is done about b.
	Intercept Intercept
	// Penalty are the weights d_j ≥ 0 of the columns; nil means 1. See Penalty.
	Penalty []float64
}

// Fit returns the minimum, by Cholesky's method, for the rows×targets values y. It panics with
// mat.ErrShape if y has another number of rows than x, or Penalty of columns. It returns an error for
// settings out of range, numbers that are not finite, a singular matrix, and ctx's.
func (s *Ridge) Fit(ctx context.Context, x Rows, y *mat.Dense) (*Linear, error) {
	if !(s.Lambda >= 0) || math.IsInf(s.Lambda, 1) {
		return nil, fmt.Errorf("learn: λ = %v: want a number ≥ 0", s.Lambda)
	}
	if s.Lambda > 0 && s.fewer(x) {
		if err := s.check(x, y); err != nil {
			return nil, err
		}
		e, err := s.dual(ctx, x, y)
		if err != nil {
			return nil, err
		}
		return e.fit(s.Lambda)
	}
	e, err := s.system(ctx, x, y)
	if err != nil {
		return nil, err
	}
	_, c := x.Dims()
	w, err := e.solve(s.Lambda, s.weights(c))
	if err != nil {
		return nil, err
	}
	return e.linear(w, c), nil
}

var errSingular = errors.New("learn: ΦᵀΦ + λI is singular to working precision: take a larger λ, scale the columns, " +
	"or leave out those that depend on others")

// solve returns (G + λD)⁻¹ r.
func (e *system) solve(lambda float64, d []float64) (*mat.Dense, error) {
	a := mat.NewSymDense(e.gram.SymmetricDim(), nil)
	a.CopySym(e.gram)
	for j, v := range d {
		a.SetSym(j, j, a.At(j, j)+lambda*v)
	}
	var chol mat.Cholesky
	if !chol.Factorize(a) {
		return nil, errSingular
	}
	w := new(mat.Dense)
	if err := chol.SolveTo(w, e.right); err != nil { // of a condition that leaves no digits
		return nil, errSingular
	}
	return w, nil
}

// singular is the reciprocal condition below which a matrix has no inverse worth the name.
const singular = 1e-15

// weights are the d of all unknowns.
func (s *Ridge) weights(columns int) []float64 {
	width := columns
	if s.Intercept == PenalisedIntercept {
		width++
	}
	d := make([]float64, width)
	for j := range d {
		d[j] = 1
	}
	copy(d, s.Penalty)
	return d
}

// check returns an error for settings and values out of range.
func (s *Ridge) check(x Rows, y *mat.Dense) error {
	n, c := x.Dims()
	if r, _ := y.Dims(); r != n {
		panic(mat.ErrShape)
	}
	if s.Intercept < NoIntercept || s.Intercept > PenalisedIntercept {
		return fmt.Errorf("learn: %v: want an intercept that is none, free or penalised", s.Intercept)
	}
	for i := range n {
		for _, v := range y.RawRowView(i) {
			if err := checkValue(i, v); err != nil {
				return err
			}
		}
	}
	return checkPenalty(s.Penalty, c)
}

func (s *Ridge) system(ctx context.Context, x Rows, y *mat.Dense) (*system, error) {
	if err := s.check(x, y); err != nil {
		return nil, err
	}
	sums, err := accumulate(ctx, x, y, nil, 1, s.Intercept == FreeIntercept)
	if err != nil {
		return nil, err
	}
	return sums[0].system(s.Intercept), nil
}

// RidgePath is the minimum of Ridge as a function of λ, from one eigendecomposition
// D^−½ΦᵀΦD^−½ = VΛVᵀ: w(λ) = D^−½V(Λ+λI)⁻¹VᵀD^−½Φᵀy.
type RidgePath struct {
	e       *system
	columns int
	values  []float64  // Λ, ≥ 0
	vectors *mat.Dense // D^−½V
	right   *mat.Dense // of e, in these coordinates
}

// Path returns the minima for all λ; Lambda is not read. Panics and errors are those of Fit, and an
// error for a penalty that is 0.
func (s *Ridge) Path(ctx context.Context, x Rows, y *mat.Dense) (*RidgePath, error) {
	e, err := s.system(ctx, x, y)
	if err != nil {
		return nil, err
	}
	_, c := x.Dims()
	return e.path(s.weights(c), c)
}

func (e *system) path(d []float64, columns int) (*RidgePath, error) {
	width := len(d)
	a := mat.NewSymDense(width, nil)
	if err := penalised(d); err != nil {
		return nil, err
	}
	for i := range width {
		for j := i; j < width; j++ {
			a.SetSym(i, j, e.gram.At(i, j)/math.Sqrt(d[i]*d[j]))
		}
	}
	values, vectors, err := spectral.All(a)
	if err != nil {
		return nil, err
	}
	p := &RidgePath{e: e, columns: columns, values: values, vectors: vectors, right: new(mat.Dense)}
	for i := range width {
		p.values[i] = max(p.values[i], 0)
		row := p.vectors.RawRowView(i)
		for j := range row {
			row[j] /= math.Sqrt(d[i])
		}
	}
	p.right.Mul(p.vectors.T(), e.right)
	return p, nil
}

// penalised returns an error for a weight without a penalty.
func penalised(d []float64) error {
	if i := slices.Index(d, 0); i >= 0 {
		return fmt.Errorf("learn: column %d has no penalty: a path of λ needs one on every column", i+1)
	}
	return nil
}

// At returns the minimum for a λ > 0; it panics for another.
func (p *RidgePath) At(lambda float64) *Linear {
	return p.e.linear(p.weights(lambda), p.columns)
}

func (p *RidgePath) weights(lambda float64) *mat.Dense {
	if !(lambda > 0) {
		panic("learn: λ is not positive")
	}
	var u mat.Dense
	u.CloneFrom(p.right)
	for i, v := range p.values {
		row := u.RawRowView(i)
		for t := range row {
			row[t] /= v + lambda
		}
	}
	w := new(mat.Dense)
	w.Mul(p.vectors, &u)
	return w
}

// Freedom returns the effective number of parameters Σ v/(v+λ) over the eigenvalues, and one for a free intercept.
func (p *RidgePath) Freedom(lambda float64) float64 {
	sum := 0.0
	for _, v := range p.values {
		sum += v / (v + lambda)
	}
	if p.e.mean != nil {
		sum++
	}
	return sum
}

// GCV returns the generalised cross-validation n·Σ(y−f)²/(n − Freedom)², summed over targets
// (Golub, Heath, Wahba 1979): an estimate of the mean squared error that needs no folds.
func (p *RidgePath) GCV(lambda float64) float64 {
	free := p.e.n - p.Freedom(lambda)
	sum := 0.0
	for _, r := range p.e.rest(p.weights(lambda)) {
		sum += r
	}
	return p.e.n * sum / (free * free)
}
