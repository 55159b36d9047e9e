package ridge

import (
	"testing"

	"github.com/stretchr/testify/assert"
)

func TestDistances(t *testing.T) {
	for _, dim := range []int{2, 3, 16} {
		z := Distances(dim, 16)
		for i, x := range z { // z and √(4−z²) have the same law
			assert.InDelta(t, 4, x*x+z[15-i]*z[15-i], 1e-9, dim)
		}
	}
	for i, z := range Distances(3, 4) { // z² is uniform on S²
		assert.InDelta(t, 4*(float64(i)+0.5)/4, z*z, 1e-9)
	}
	assert.Panics(t, func() { Distances(3, 0) })
}
