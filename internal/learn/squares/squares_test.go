package squares

import (
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/assert"
	"gonum.org/v1/gonum/mat"
)

// Cholesky's triangle is gonum's, of one block and of several, and a matrix that is not positive definite is found in
// each of them.
func TestFactorise(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 1))
	for _, n := range []int{1, 31, 64, 65, 200, 261} {
		g, s := New(n), mat.NewSymDense(n, nil)
		x := mat.NewDense(n+3, n, nil)
		for i := range x.RawMatrix().Data {
			x.RawMatrix().Data[i] = rng.NormFloat64()
		}
		new(Memory).Add(1, g, x.RawMatrix())
		s.SymOuterK(1, x.T())
		for _, at := range []int{-1, 0, n / 2, n - 1} {
			h := New(n)
			copy(h.Data, g.Data)
			if at >= 0 {
				h.Data[at*h.Stride+at] = -1
				assert.False(t, new(Memory).Factorise(h), "%d %d", n, at)
				continue
			}
			assert.True(t, new(Memory).Factorise(h), n)
			var c mat.Cholesky
			assert.True(t, c.Factorize(s))
			var u mat.TriDense
			c.UTo(&u)
			for i := range n {
				for j := i; j < n; j++ {
					assert.InDelta(t, u.At(i, j), h.Data[i*h.Stride+j], 1e-8, "%d %d %d", n, i, j)
				}
			}
		}
	}
}
