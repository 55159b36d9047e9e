package learn

import (
	"context"
	"math"

	"gonum.org/v1/gonum/blas/blas64"
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
		return all.greatest(n), nil
	}
	return subspace(ctx, gram, signature, n)
}

// greatest keeps the n eigenvalues of the greatest size.
func (c *Canonical) greatest(n int) *Canonical {
	p := (&spectral.Pairs{Values: c.Values, Vectors: c.By}).Greatest(n)
	return &Canonical{By: p.Vectors, Values: p.Values}
}

// subspace finds the n eigenvectors v of JG, G = ΦᵀΦ, with the eigenvalues of the greatest size: they
// are those of K = ΦJΦᵀ, whose eigenvectors are Φv. JG is symmetric in the inner product uᵀGv.
func subspace(ctx context.Context, gram *mat.SymDense, signature []float64, n int) (*Canonical, error) {
	g := mat.DenseCopyOf(gram)
	found, err := (&spectral.Operator{
		Size:  len(signature),
		Inner: func(v *mat.Dense) *mat.Dense { return spectral.Multiply(g, v) },
		Times: func(_, gv *mat.Dense) *mat.Dense {
			next := mat.DenseCopyOf(gv)
			for i, s := range signature {
				floats.Scale(s, next.RawRowView(i))
			}
			return next
		},
	}).Greatest(ctx, n)
	if err != nil {
		return nil, err
	}
	found.Drop()
	found.Scale(func(v, root float64) float64 { return v * root }) // sums of squares over the rows become |λ|
	return &Canonical{By: found.Vectors, Values: found.Values}, nil
}

// fromKernel is NewPrincipal by the eigenvectors U of K = ΦJΦᵀ itself: T = JΦᵀU|Λ|^−½ sign Λ, so that ΦT = U|Λ|^½.
func fromKernel(ctx context.Context, x Rows, signature []float64, n int) (*Canonical, error) {
	rows, c := x.Dims()
	turned := mat.NewDense(rows, c, nil) // ΦJ
	var all blas64.General
	err := each(x, rows, func(_ int, b blas64.General) error {
		if err := ctx.Err(); err != nil {
			return err
		}
		all = b
		for i := range rows {
			row := b.Data[i*b.Stride:][:c]
			if v := floats.Dot(row, row); v-v != 0 {
				return notFinite(b, 0, i)
			}
			floats.MulTo(turned.RawRowView(i), row, signature)
		}
		return nil
	})
	if err != nil {
		return nil, err
	}
	phi := mat.NewDense(rows, c, nil)
	for i := range rows {
		phi.SetRow(i, all.Data[i*all.Stride:][:c])
	}
	found, err := spectral.Of(ctx, spectral.Multiply(turned, phi.T()), n)
	if err != nil {
		return nil, err
	}
	if !(math.Abs(found.Values[0]) > 0) {
		return nil, spectral.ErrAllZero
	}
	by := mat.DenseCopyOf(spectral.Multiply(turned.T(), found.Vectors))
	(&spectral.Pairs{Values: found.Values, Vectors: by}).Scale(func(v, root float64) float64 { return v / root })
	for j, d := range found.Values {
		if d < 0 {
			column := by.ColView(j).(*mat.VecDense)
			column.ScaleVec(-1, column)
		}
	}
	return &Canonical{By: by, Values: found.Values}, nil
}
