package basis

import (
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/assert"
)

// Rows of zeros but for few numbers have the products of any row.
func TestSparseRows(t *testing.T) {
	const d = 200
	src := rand.New(rand.NewPCG(1, 2))
	c := DrawProducts(d, []int{1, 2, 0, 3}, []float64{1, 0.5, 2, 3}, src)
	for _, nonzero := range []int{0, 1, 20, 24, 25, 30, 200} {
		x := make([]float64, d)
		for _, j := range src.Perm(d)[:nonzero] {
			x[j] = src.NormFloat64()
		}
		got := make([]float64, 4)
		assert.Equal(t, -1, c.Transform(got, 4, x, d, 1))
		at := 0
		for i, n := range c.Degree {
			want := c.Scale[i]
			for range n {
				dot := 0.0
				for j, v := range x {
					dot += v * c.Signs[at*d+j]
				}
				want, at = want*dot, at+1
			}
			assert.InDelta(t, want, got[i], 1e-10, nonzero)
		}
	}
}
