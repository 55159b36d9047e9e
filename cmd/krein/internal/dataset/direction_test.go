package dataset

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"gonum.org/v1/gonum/floats"
)

// Rows of any length but 0 and infinity have a direction, also where 1/length overflows.
func TestDirectionOfTinyRows(t *testing.T) {
	p := &Preparation{Scale: "sphere"}
	for _, size := range []float64{0x1p-1074, 0x1p-1030, 0x1p-500, 1, 0x1p1000} {
		row := []float64{3 * size, 0, -4 * size}
		require.NoError(t, p.Apply(row))
		assert.True(t, floats.EqualApprox(row, []float64{0.6, 0, -0.8}, 1e-15), "%v: %v", size, row)
	}
	assert.Error(t, p.Apply(make([]float64, 3)))
}
