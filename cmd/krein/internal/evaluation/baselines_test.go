package evaluation

import (
	"context"
	"math"
	"testing"

	"github.com/spf13/cobra"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"krein/decompose"
	"krein/internal/features/baseline"
	"krein/kernel/parser"
)

// The density is that of R^d, not that of a length, and Algorithm 1 integrates it over the line: for
// exp(−z²/2) in R³ the mass 1/2π in place of 1.
func TestDensity(t *testing.T) {
	cmd := &cobra.Command{}
	cmd.SetContext(context.Background())
	k, err := parser.Parse("gaussian(1)", nil)
	require.NoError(t, err)
	mu, err := density(cmd, k, 3)
	require.NoError(t, err)
	for _, w := range []float64{0.01, 1, 2.34567, 9.9} {
		want := math.Exp(-w*w/2) * math.Pow(2*math.Pi, -1.5)
		assert.InEpsilon(t, want, mu(w), 1e-3, w)
	}
	d, err := baseline.Published(3, mu, nil)
	require.NoError(t, err)
	assert.InEpsilon(t, 1/(2*math.Pi), d.Plus.Mass, 0.06)
	true1 := &decompose.Decomposition{Dim: 3, Plus: decompose.Part{Mass: 1, Origin: 0.5, Radii: d.Plus.Radii}}
	exact, ok := withMasses(d, true1)
	require.True(t, ok)
	assert.Equal(t, 1.0, exact.Plus.Mass)
	assert.Equal(t, 0.5, exact.Plus.Origin)
	assert.NotEqual(t, 1.0, d.Plus.Mass)
	_, ok = withMasses(d, nil)
	assert.False(t, ok)
	_, ok = withMasses(d, &decompose.Decomposition{Plus: true1.Plus, Minus: true1.Plus})
	assert.False(t, ok, "a part that the algorithm missed")

	waves, err := parser.Parse("cos(z)", nil)
	require.NoError(t, err)
	_, err = density(cmd, waves, 1)
	assert.Error(t, err)
}
