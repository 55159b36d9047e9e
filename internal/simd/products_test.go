package simd

import (
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/assert"
)

// Products are those of the definition, the same bits for any rows passed together, for sizes that fill
// no panel.
func TestProducts(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	for _, size := range [][3]int{{1, 1, 1}, {3, 5, 7}, {16, 130, 100}, {300, 33, 13}} {
		d, n, rows := size[0], size[1], size[2]
		w, x := make([]float64, d*n), make([]float64, rows*(d+2))
		for _, a := range [][]float64{w, x} {
			for i := range a {
				a[i] = r.NormFloat64()
			}
		}
		m := NewProducts(d, w)
		assert.Equal(t, n, m.Columns())
		seen := 0
		m.Each(x, d+2, rows, func(i int, got []float64) bool {
			assert.Equal(t, seen, i)
			seen++
			assert.Len(t, got, n)
			for k, v := range got {
				want := 0.0
				for j := range d {
					want += w[j*n+k] * x[i*(d+2)+j]
				}
				assert.InDelta(t, want, v, 1e-12)
			}
			m.Each(x[i*(d+2):], d+2, 1, func(_ int, alone []float64) bool {
				assert.Equal(t, append([]float64(nil), got...), append([]float64(nil), alone...))
				return true
			})
			return i < rows-2
		})
		assert.Equal(t, max(rows-1, 1), seen)
		// Add, of a matrix among others, to what there is.
		wide := make([]float64, d*(n+3))
		for j := range d {
			copy(wide[j*(n+3):], w[j*n:][:n])
		}
		part := NewProductsOf(d+1, n+16, make([]float64, (d+1)*(n+16)), n+16)
		part.Lay(d, n, wide, n+3)
		sum := make([]float64, rows*(part.Room()+1))
		for i := range sum {
			sum[i] = 1
		}
		first := n / 2
		part.Add(sum, part.Room()+1, x, d+2, rows, first)
		m.Each(x, d+2, rows, func(i int, want []float64) bool {
			for k := first; k < n; k++ {
				assert.InDelta(t, 1+want[k], sum[i*(part.Room()+1)+k], 1e-12)
			}
			return true
		})
	}
	assert.Panics(t, func() { NewProductsOf(2, 3, make([]float64, 5), 2) })
	assert.Panics(t, func() { NewProductsOf(2, 3, make([]float64, 6), 4) })
	assert.Panics(t, func() { NewProducts(3, make([]float64, 4)) })
}
