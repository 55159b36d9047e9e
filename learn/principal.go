package learn

import (
	"context"
	"errors"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"krein/learn/internal/spectral"
)

// NewPrincipal returns the n columns of NewCanonical with the eigenvalues of the greatest size, in
// descending order (fewer, if fewer are not 0). Of all ΨSΨᵀ with n columns theirs is nearest to K on
// the rows (Mirsky 1960); for positive kernels they are kernel principal components without centring
// (Schölkopf, Smola, Müller 1998). So a wide map becomes a narrow one that has seen the rows, as
// Nyström's has: ψ(x)ᵀSψ(y) is then no unbiased estimate of k(x, y), and its error at other points is
// not known before it is measured there. A new row still costs the whole Φ.
//
// Where n is small beside the number of columns c, subspace iteration finds eigenvectors up to the
// share 1e-5 of Σ|λ|, in O(rows·c² + c²n) and memory for 2c² numbers; of fewer rows than columns, from K in O(rows²·(c + n)).
// Errors and panics are NewCanonical's; it panics if n < 1.
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
	gram := sums[0].system(NoIntercept).gram
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
