package landmarks

import (
	"context"
	"math"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"krein/learn"
)

// Columns of both arguments of a kernel that is not symmetric are nearly the best there are of the rows (Eckart and Young), as near to K at
// other rows of the law, and no more than the rank where that is small; columns of the two sides have equal sums of squares.
func TestSides(t *testing.T) {
	draw := func(n int, seed uint64) *mat.Dense {
		rng := rand.New(rand.NewPCG(seed, 5))
		x := mat.NewDense(n, 2, nil)
		for i := range x.RawMatrix().Data {
			x.RawMatrix().Data[i] = rng.NormFloat64()
		}
		return x
	}
	rough := func(d []float64) float64 { return math.Exp(-floats.Norm(d, 2)) * (1 + d[0]/(1+d[0]*d[0])) }
	odd := func(d []float64) float64 { return d[0] * math.Exp(-floats.Dot(d, d)/2) }
	finite := func(d []float64) float64 { return math.Sin(d[0]) + math.Cos(2*d[1]) } // of rank 4
	between := func(at func([]float64) float64, x, y *mat.Dense) *mat.Dense {
		n, _ := x.Dims()
		m, _ := y.Dims()
		k, d := mat.NewDense(n, m, nil), make([]float64, 2)
		for i := range n {
			for j := range m {
				k.Set(i, j, at(floats.SubTo(d, x.RawRowView(i), y.RawRowView(j))))
			}
		}
		return k
	}
	x, fresh := draw(600, 1), draw(200, 2)
	for name, c := range map[string]struct {
		at             func([]float64) float64
		n, points, get int
		within         float64 // of the best error on the rows
	}{
		"rough":         {rough, 24, 0, 24, 1.1},
		"rough, all":    {rough, 24, 600, 24, 1 + 1e-9},
		"rough, few":    {rough, 24, 30, 24, 3},
		"odd":           {odd, 20, 0, 20, 1.1},
		"finite":        {finite, 12, 0, 4, 0},
		"finite, exact": {finite, 4, 600, 4, 0},
	} {
		l, err := NewOfDifferences(c.at, x.Slice(0, 1, 0, 2).(*mat.Dense))
		require.NoError(t, err)
		s, err := l.Sides(context.Background(), learn.Matrix(x), c.n, c.points, 3)
		require.NoError(t, err)
		_, got := s.Left.Dims()
		assert.Equal(t, c.get, got, name)
		apply := func(x, y *mat.Dense) (phi, psi *mat.Dense) {
			left, err := s.Points.Transform(nil, x)
			require.NoError(t, err)
			right, err := s.Points.Second().Transform(nil, y)
			require.NoError(t, err)
			phi, psi = new(mat.Dense), new(mat.Dense)
			phi.Mul(left, s.Left)
			psi.Mul(right, s.Right)
			return phi, psi
		}
		off := func(x, y *mat.Dense) float64 {
			phi, psi := apply(x, y)
			k, rest := between(c.at, x, y), new(mat.Dense)
			rest.Mul(phi, psi.T())
			rest.Sub(k, rest)
			return mat.Norm(rest, 2) / mat.Norm(k, 2)
		}
		k := between(c.at, x, x)
		var svd mat.SVD
		require.True(t, svd.Factorize(k, mat.SVDNone))
		best := floats.Norm(svd.Values(nil)[c.n:], 2) / mat.Norm(k, 2)
		found := off(x, x)
		assert.LessOrEqual(t, found, c.within*best+1e-5, "%s: the best is %v", name, best)
		assert.LessOrEqual(t, off(fresh, x), 3*found+1e-5, name)
		assert.LessOrEqual(t, off(x, fresh), 3*found+1e-5, name)
		if phi, psi := apply(x, x); c.points == 0 && got == c.n {
			for j := range got {
				a, b := mat.Norm(phi.ColView(j), 2), mat.Norm(psi.ColView(j), 2)
				assert.InDelta(t, 1, a/b, 1e-4, "%s: column %d", name, j)
			}
		}
	}
	l, err := NewOfDifferences(func([]float64) float64 { return 0 }, x)
	require.NoError(t, err)
	_, err = l.Sides(context.Background(), learn.Matrix(x), 4, 0, 1)
	assert.ErrorContains(t, err, "0 between all landmarks")
}
