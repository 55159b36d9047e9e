package decompose

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"krein/internal/testlong"
	"krein/kernel/parser"
)

// TestProductsOfMixtures: in many dimensions products of mixtures are drawn from the density that their scales' sum has.
// Quadrature lost the tail.
func TestProductsOfMixtures(t *testing.T) {
	for _, source := range testlong.Some([]string{"exp(-z/3)/(1+z/3)^2", "laplace(4)*gaussian(4)"}, 1) {
		k, err := parser.Parse(source, nil)
		require.NoError(t, err)
		d, err := Jordan(t.Context(), k, 16, nil)
		require.NoError(t, err, source)
		require.NoError(t, d.Within(1e-6), source)
		assert.InDelta(t, 1, d.Plus.Mass, 1e-9, source)
		assert.Zero(t, d.Minus.Mass, source)
	}
}
