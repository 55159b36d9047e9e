package spectral

import (
	"context"
	"math"
	"math/rand/v2"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"
)

// OfProducts finds the n eigenvectors v of JG, G = ΦᵀΦ, with the eigenvalues of the greatest size, by subspace
// iteration: they are those of K = ΦJΦᵀ, whose eigenvectors are Φv. JG is symmetric in the inner product uᵀGv. Vectors
// are scaled so that the sum of squares of Φv is |λ|.
func OfProducts(ctx context.Context, gram *mat.SymDense, signature []float64, n int) (*Pairs, error) {
	g := mat.DenseCopyOf(gram)
	if floats.Min(signature) > 0 {
		return OfPositive(ctx, g, n)
	}
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

// OfPositive finds the same where no sign is negative: v are eigenvectors of G then, of unit length.
func OfPositive(ctx context.Context, g *mat.Dense, n int) (*Pairs, error) {
	c, _ := g.Dims()
	v, gv, err := Span(ctx, g, Multiply(g, Random(c, subspaceWidth(c, n))), 0)
	if err != nil {
		return nil, err
	}
	values, p, err := All(Multiply(v.T(), gv))
	if err != nil {
		return nil, err
	}
	found := (&Pairs{Vectors: p, Values: values}).Greatest(n)
	if !(found.Values[0] > 0) {
		return nil, ErrAllZero
	}
	found.Vectors = Multiply(v, found.Vectors)
	found.Drop()
	return found, nil
}

// Random are n columns of c normal numbers.
func Random(c, n int) *mat.Dense {
	v, rnd := mat.NewDense(c, n, nil), rand.New(rand.NewPCG(0x7072696e, 1))
	for i := range v.RawMatrix().Data {
		v.RawMatrix().Data[i] = rnd.NormFloat64()
	}
	return v
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
