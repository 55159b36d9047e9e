package learn

import (
	"cmp"
	"context"
	"math"
	"math/rand/v2"
	"slices"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"krein/internal/simd"
)

// NewPrincipal returns the n columns of NewCanonical with the eigenvalues of the greatest size, in
// descending order (fewer, if fewer are not 0). Of all ΨSΨᵀ with n columns theirs is nearest to K on
// the rows (Mirsky 1960); for positive kernels they are kernel principal components without centring
// (Schölkopf, Smola, Müller 1998). So a wide map becomes a narrow one that has seen the rows, as
// Nyström's has: ψ(x)ᵀSψ(y) is then no unbiased estimate of k(x, y), and its error at other points is
// not known before it is measured there. A new row still costs the whole Φ.
//
// Where n is small beside the number of columns c, subspace iteration finds eigenvectors up to the
// share 1e-5 of Σ|λ|, in O(rows·c² + c²n) and memory for 2c² numbers. Errors and panics are
// NewCanonical's; it panics if n < 1.
func NewPrincipal(ctx context.Context, x Rows, signature []float64, n int) (*Canonical, error) {
	if n < 1 {
		panic("learn: no columns")
	}
	rows, c := x.Dims()
	if len(signature) != c {
		panic(mat.ErrShape)
	}
	sums, err := accumulate(ctx, x, mat.NewDense(rows, 1, nil), nil, 1, false)
	if err != nil {
		return nil, err
	}
	gram := sums[0].system(NoIntercept).gram
	if c <= wholeBelow || c < 3*n {
		all, err := canonical(gram, signature)
		if err != nil {
			return nil, err
		}
		return all.greatest(n), nil
	}
	return subspace(ctx, gram, signature, n)
}

// wholeBelow is the number of columns up to which all eigenvectors are computed.
const wholeBelow = 96

// greatest keeps the n eigenvalues of the greatest size.
func (c *Canonical) greatest(n int) *Canonical {
	order := bySize(c.Values)
	order = order[:min(n, len(order))]
	width, _ := c.By.Dims()
	kept := &Canonical{By: mat.NewDense(width, len(order), nil)}
	for to, from := range order {
		kept.By.SetCol(to, mat.Col(nil, from, c.By))
		kept.Values = append(kept.Values, c.Values[from])
	}
	return kept
}

// bySize are the indices of values by descending size.
func bySize(values []float64) []int {
	order := make([]int, len(values))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(i, j int) int {
		return cmp.Compare(math.Abs(values[j]), math.Abs(values[i]))
	})
	return order
}

const (
	subspaceSteps     = 60
	subspaceTolerance = 1e-5 // of Σ|λ|, between steps
)

// subspace finds the n eigenvectors v of JG, G = ΦᵀΦ, with the eigenvalues of the greatest size: they
// are those of K = ΦJΦᵀ, whose eigenvectors are Φv. JG is symmetric in the inner product uᵀGv.
func subspace(ctx context.Context, gram *mat.SymDense, signature []float64, n int) (*Canonical, error) {
	c := gram.SymmetricDim()
	g := mat.DenseCopyOf(gram)
	v := mat.NewDense(c, min(c, n+max(8, n/4)), nil)
	rnd := rand.New(rand.NewPCG(0x7072696e, 1))
	for i := range v.RawMatrix().Data {
		v.RawMatrix().Data[i] = rnd.NormFloat64()
	}
	for step, last := 1, 0.0; ; step++ {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		var gv *mat.Dense
		var err error
		if v, gv, err = orthonormal(v, multiply(g, v)); err != nil {
			return nil, err
		}
		next := mat.DenseCopyOf(gv) // JGv
		for i, s := range signature {
			floats.Scale(s, next.RawRowView(i))
		}
		values, p, err := eigen(multiply(gv.T(), next))
		if err != nil {
			return nil, err
		}
		found := (&Canonical{By: p, Values: values}).greatest(n)
		sum := floats.Norm(found.Values, 1)
		if math.Abs(sum-last) <= subspaceTolerance*sum || step == subspaceSteps {
			return found.scaled(v), nil
		}
		last, v = sum, next
	}
}

// scaled is the result of subspace from eigenvectors of unit length in the coordinates of v: the sums
// of squares over the rows become |λ|.
func (c *Canonical) scaled(v *mat.Dense) *Canonical {
	n := len(c.Values)
	for n > 1 && math.Abs(c.Values[n-1]) <= dropped*math.Abs(c.Values[0]) {
		n--
	}
	width, _ := c.By.Dims()
	for i := range width {
		for j, d := range c.Values[:n] {
			c.By.Set(i, j, c.By.At(i, j)*math.Sqrt(math.Abs(d)))
		}
	}
	return &Canonical{By: multiply(v, c.By.Slice(0, width, 0, n)), Values: c.Values[:n]}
}

// orthonormal returns columns that span what v's do and are orthonormal in G, but for directions in
// which G is 0, and G times them; gv is Gv.
func orthonormal(v, gv *mat.Dense) (q, gq *mat.Dense, err error) {
	values, u, err := eigen(multiply(v.T(), gv))
	if err != nil {
		return nil, nil, err
	}
	n := len(values)
	if !(values[n-1] > 0) {
		return nil, nil, errAllZero
	}
	from := 0
	for !(values[from] > dropped*values[n-1]) {
		from++
	}
	for j := from; j < n; j++ {
		for i := range n {
			u.Set(i, j, u.At(i, j)/math.Sqrt(values[j]))
		}
	}
	basis := u.Slice(0, n, from, n)
	return multiply(v, basis), multiply(gv, basis), nil
}

// eigen decomposes the symmetric part of a square matrix; eigenvalues ascend.
func eigen(a *mat.Dense) ([]float64, *mat.Dense, error) {
	n, _ := a.Dims()
	s := mat.NewSymDense(n, nil)
	for i := range n {
		for j := i; j < n; j++ {
			s.SetSym(i, j, (a.At(i, j)+a.At(j, i))/2)
		}
	}
	var e mat.EigenSym
	if !e.Factorize(s, true) {
		return nil, nil, errNoEigen
	}
	v := new(mat.Dense)
	e.VectorsTo(v)
	return e.Values(nil), v, nil
}

// multiply is ab, by the kernels of package simd.
func multiply(a, b mat.Matrix) *mat.Dense {
	x, y := mat.DenseCopyOf(a).RawMatrix(), mat.DenseCopyOf(b).RawMatrix()
	by := simd.NewProductsOf(y.Rows, y.Cols, y.Data, y.Stride)
	stride := by.Room()
	out := mat.NewDense(x.Rows, stride, nil)
	inStripes(x.Rows, func(first, n int) {
		by.Add(out.RawMatrix().Data[first*stride:], stride, x.Data[first*x.Stride:], x.Stride, n, 0)
	})
	return out.Slice(0, x.Rows, 0, y.Cols).(*mat.Dense)
}
