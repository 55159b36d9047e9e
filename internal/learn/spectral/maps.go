package spectral

import (
	"context"
	"math"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"
)

// OfProducts finds the n eigenvectors v of JG, G = ΦᵀΦ, with the eigenvalues of the greatest size, by subspace
// iteration: they are those of K = ΦJΦᵀ, whose eigenvectors are Φv. JG is symmetric in the inner product uᵀGv. Vectors
// are scaled so that the sum of squares of Φv is |λ|.
func OfProducts(ctx context.Context, gram *mat.SymDense, signature []float64, n int) (*Pairs, error) {
	g := mat.DenseCopyOf(gram)
	found, err := (&Operator{
		Size:  len(signature),
		Inner: func(v *mat.Dense) *mat.Dense { return Multiply(g, v) },
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
	found.Scale(func(v, root float64) float64 { return v * root })
	return found, nil
}

// OfRows finds the same from Φ, by the eigenvectors U of K: v = JΦᵀU|Λ|^−½ sign Λ, so that Φv = U|Λ|^½.
func OfRows(ctx context.Context, phi *mat.Dense, signature []float64, n int) (*Pairs, error) {
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	turned := mat.DenseCopyOf(phi) // ΦJ
	rows, _ := phi.Dims()
	for i := range rows {
		row := turned.RawRowView(i)
		floats.Mul(row, signature)
	}
	found, err := Of(ctx, Multiply(turned, phi.T()), n)
	if err != nil {
		return nil, err
	}
	if !(math.Abs(found.Values[0]) > 0) {
		return nil, ErrAllZero
	}
	by := mat.DenseCopyOf(Multiply(turned.T(), found.Vectors))
	by.Apply(func(_, j int, v float64) float64 {
		return math.Copysign(v, v*found.Values[j]) / math.Sqrt(math.Abs(found.Values[j]))
	}, by)
	return &Pairs{Values: found.Values, Vectors: by}, nil
}
