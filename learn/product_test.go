package learn

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"gonum.org/v1/gonum/mat"
)

// Products and sums of rows are those of the definition for few vectors and for many, and blocks of
// other sizes one after the other.
func TestVectors(t *testing.T) {
	var l laid
	for _, size := range [][3]int{{40, 1, 1}, {70, 33, 2}, {7, 33, 3}, {70, 64, 19}, {40, 64, 40}} {
		rows, c, k := size[0], size[1], size[2]
		x, _ := sample(3, rows, c, 2)
		v, _ := sample(4, k, c+1, 2)
		shares, _ := sample(5, k, rows, 2)
		var all [][]float64
		for o := range k {
			all = append(all, v.RawRowView(o))
		}
		var want mat.Dense
		want.Mul(x, v.Slice(0, k, 0, c).T())
		seen := 0
		newVectors(c, all).each(x.RawMatrix(), func(i int, z []float64) bool {
			assert.InDeltaSlice(t, want.RawRowView(i), z, 1e-12)
			seen++
			return i < rows-2
		})
		assert.Equal(t, rows-1, seen)
		sums := make([]float64, k*room(c))
		for i := range sums {
			sums[i] = 1
		}
		l.addRows(sums, shares.RawMatrix().Data, x.RawMatrix())
		want.Reset()
		want.Mul(shares, x)
		for o := range k {
			for j, w := range want.RawRowView(o) {
				assert.InDelta(t, 1+w, sums[o*room(c)+j], 1e-12)
			}
		}
	}
}

// A row near a centre has the distance of its differences, to the last digits.
func TestNearCentre(t *testing.T) {
	at := mat.NewDense(1, 3, []float64{1e6, 2e6, 3e6})
	c, row := newCentres(at), []float64{1e6 + 1e-3, 2e6, 3e6}
	z := 0.0
	norm := 0.0
	for j, v := range row {
		z += v * at.At(0, j)
		norm += v * v
	}
	assert.InEpsilon(t, 1e-6, c.squared(row, norm, 0, z), 1e-5)
	assert.Zero(t, c.squared(at.RawRowView(0), 2*c.half[0], 0, 2*c.half[0]))
}
