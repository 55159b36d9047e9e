package learn

import (
	"context"
	"errors"
	"math"
	"slices"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"krein/internal/learn/spectral"
)

// NewPrincipal returns the n columns of NewCanonical with the eigenvalues of the greatest size, in descending order
// (fewer, if fewer are not 0). Of all ΨSΨᵀ with n columns theirs is nearest to K on the rows (Mirsky 1960); for
// positive kernels they are kernel principal components without centring (Schölkopf, Smola, Müller 1998). So a wide map
// becomes a narrow one that has seen the rows, as Nyström's has: ψ(x)ᵀSψ(y) is then no unbiased estimate of k(x, y),
// and its error at other points is not known before it is measured there. A new row still costs the whole Φ.
//
// Where n is small beside the number of columns c, subspace iteration finds eigenvectors up to the
// share 1e-5 of Σ|λ|, in O(rows·c² + c²n) and memory for 2c² numbers; of fewer rows than columns, from K in O(rows²·(c
// + n)). Errors and panics are NewCanonical's; it panics if n < 1.
func NewPrincipal(ctx context.Context, x Rows, signature []float64, n int) (*Canonical, error) {
	if n < 1 {
		panic("learn: no columns")
	}
	rows, c := x.Dims()
	if len(signature) != c {
		panic(mat.ErrShape)
	}
	if rows < c {
		return fromKernel(ctx, x, signature, n)
	}
	sums, err := accumulate(ctx, x, mat.NewDense(rows, 1, nil), nil, 1, false)
	if err != nil {
		return nil, err
	}
	return principal(ctx, sums[0].system(NoIntercept).gram, signature, n)
}

// PrincipalOf is NewPrincipal for rows of which the sums are known, from the origin 0: the same columns up to rounding,
// in O(c²n) if n is small beside c, however few rows there are. Panics are NewPrincipal's, errors those of Ridge.Solve.
func PrincipalOf(ctx context.Context, sums *Sums, signature []float64, n int) (*Canonical, error) {
	if n < 1 {
		panic("learn: no columns")
	}
	if len(signature) != sums.of.columns {
		panic(mat.ErrShape)
	}
	e, err := (&Ridge{Intercept: NoIntercept}).of(sums)
	if err != nil {
		return nil, err
	}
	return principal(ctx, e.gram, signature, n)
}

// principal finds the columns from the matrix ΦᵀΦ of them.
func principal(ctx context.Context, gram *mat.SymDense, signature []float64, n int) (*Canonical, error) {
	c := len(signature)
	if spectral.Whole(c, n) {
		all, err := canonical(gram, signature)
		if err != nil {
			return nil, err
		}
		return columns((&spectral.Pairs{Values: all.Values, Vectors: all.By}).Greatest(n), nil)
	}
	return columns(spectral.OfProducts(ctx, gram, signature, n))
}

// columns are those of eigenvectors whose vectors have |λ| for sums of squares over the rows.
func columns(p *spectral.Pairs, err error) (*Canonical, error) {
	if err != nil {
		return nil, err
	}
	return &Canonical{By: p.Vectors, Values: p.Values}, nil
}

// fromKernel is NewPrincipal by the eigenvectors of K = ΦJΦᵀ itself.
func fromKernel(ctx context.Context, x Rows, signature []float64, n int) (*Canonical, error) {
	rows, c := x.Dims()
	b, err := x.Block(general(rows, c), 0)
	if err = errors.Join(ctx.Err(), err); err != nil {
		return nil, err
	}
	for i := range rows {
		if row := b.Data[i*b.Stride:][:c]; floats.Dot(row, row)-floats.Dot(row, row) != 0 {
			return nil, notFinite(b, 0, i)
		}
	}
	var phi mat.Dense
	phi.SetRawMatrix(b)
	return columns(spectral.OfRows(ctx, &phi, signature, n))
}

// evenLeast is the share of the greatest sum of squares that a column counts as having at least.
const evenLeast = 1e-9

// Evened returns T with its columns scaled so that their sums of squares over rows, which squares has as they are, go
// with the power ¾ of these, and come to as much together. ‖w‖² then weighs directions in which the rows vary little
// less than before: the sums of principal columns fall over many orders of magnitude, so that the penalty of the last
// ones hides what they tell for every C that is right for the first. A larger C does the same; either is worse at rows
// unlike these, and the root itself was so already. ΨSΨᵀ is the kernel no longer: it is for estimators that weigh
// columns (docs/learning.md). It panics with mat.ErrShape if there are not as many numbers as columns, and with a
// string unless they are finite, none is negative and one is positive.
func (c *Canonical) Evened(squares []float64) *Canonical {
	rows, n := c.By.Dims()
	if len(squares) != n {
		panic(mat.ErrShape)
	}
	top := 0.0
	for _, s := range squares {
		if !(s >= 0) || math.IsInf(s, 1) {
			panic("learn: a sum of squares that is negative or not finite")
		}
		top = max(top, s)
	}
	if top == 0 {
		panic("learn: all columns are zero")
	}
	by, sum, now := make([]float64, n), 0.0, 0.0
	for j, s := range squares {
		share := s / top
		by[j] = 1 / math.Sqrt(math.Sqrt(math.Sqrt(max(share, evenLeast))))
		sum += share
		now += by[j] * by[j] * share
	}
	floats.Scale(math.Sqrt(sum/now), by)
	e := &Canonical{By: mat.DenseCopyOf(c.By), Values: slices.Clone(c.Values)}
	for i := range rows {
		floats.Mul(e.By.RawRowView(i), by)
	}
	for j, f := range by {
		e.Values[j] *= f * f
	}
	return e
}
