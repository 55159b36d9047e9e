package numeric

import (
	"testing"

	"github.com/stretchr/testify/assert"
)

// A norm loses nothing where squares are beyond the floats, or below them.
func TestLength(t *testing.T) {
	for _, by := range []float64{1e-310, 1e-170, 1e-110, 1e-9, 1, 1e90, 1e130, 1e200, 1e300} {
		assert.InEpsilon(t, 13, length([]float64{3 * by, -4 * by, 12 * by}, 3)/by, 1e-13, by)
		assert.Equal(t, -by, length([]float64{-by}, 1))
		assert.Equal(t, by, length([]float64{-by}, 2))
	}
	assert.Zero(t, length(make([]float64, 4), 4))
}
