package spectral

import (
	"context"
	"math"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"gonum.org/v1/gonum/mat"
)

// Columns become orthonormal however close to each other they are, and those that depend on others go.
func TestOrthonormal(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 1))
	for _, near := range []float64{1, 1e-2, 1e-3} {
		v := mat.NewDense(40, 6, nil)
		for i := range 40 {
			common := rng.NormFloat64()
			for j := range 5 {
				v.Set(i, j, math.Pow(3, float64(j))*(common+near*rng.NormFloat64()))
			}
			v.Set(i, 5, v.At(i, 1)-v.At(i, 2)/3)
		}
		q, gq, err := Orthonormal(v, v)
		require.NoError(t, err)
		assert.True(t, mat.Equal(q, gq))
		_, n := q.Dims()
		assert.Equal(t, 5, n)
		var products mat.Dense
		products.Mul(q.T(), q)
		for i := range n {
			for j := range n {
				want := 0.0
				if i == j {
					want = 1
				}
				assert.InDelta(t, want, products.At(i, j), 1e-6, near)
			}
		}
	}
	_, _, err := Orthonormal(mat.NewDense(4, 2, nil), mat.NewDense(4, 2, nil))
	assert.ErrorIs(t, err, ErrAllZero)
}

// Eigenvalues of both signs, some of them twice, with vectors of unit length; fewer where the rank is smaller.
func TestOf(t *testing.T) {
	rng := rand.New(rand.NewPCG(2, 1))
	const c = 140
	g := mat.NewDense(c, c, nil)
	for i := range g.RawMatrix().Data {
		g.RawMatrix().Data[i] = rng.NormFloat64()
	}
	q, _, err := Orthonormal(g, g)
	require.NoError(t, err)
	values := []float64{9, -9, 7, 7, -5, 3, -1}
	k := mat.NewDense(c, c, nil)
	for j, d := range values {
		k.RankOne(k, d, q.ColView(j), q.ColView(j))
	}
	for _, n := range []int{4, 20} {
		found, err := Of(context.Background(), k, n)
		require.NoError(t, err)
		require.Len(t, found.Values, min(n, len(values)))
		for j, d := range found.Values {
			assert.InDelta(t, math.Abs(values[j]), math.Abs(d), 1e-4)
			var kv mat.VecDense
			kv.MulVec(k, found.Vectors.ColView(j))
			kv.AddScaledVec(&kv, -d, found.Vectors.ColView(j))
			assert.Less(t, mat.Norm(&kv, 2), 0.05)
			assert.InDelta(t, 1, mat.Norm(found.Vectors.ColView(j), 2), 1e-6)
		}
	}
}
