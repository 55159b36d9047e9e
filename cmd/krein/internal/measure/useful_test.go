package measure

import (
	"math"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"krein/fourier/language"
	"krein/internal/certify/prose"
)

// TestUseful: a route is refused where many columns are off by more than the kernel, and the warning of features says so
// of those that were drawn.
func TestUseful(t *testing.T) {
	t.Parallel()
	require.NoError(t, useful(90, 1))
	var vast *prose.VastMass
	require.ErrorAs(t, useful(91, 1), &vast)
	assert.InDelta(t, 1.005, vast.Off, 1e-3)
	require.NoError(t, useful(91, 0), "no value is known")
	assert.InDelta(t, math.Exp(-1), largest(func(z float64) float64 { return -z * math.Exp(-z) }), 1e-6, "0 at 0")

	var b strings.Builder
	WriteUseless(&b, 1, 1)
	WriteUseless(&b, 1, 0)
	assert.Empty(t, b.String())
	WriteUseless(&b, 1.1, 1)
	assert.Contains(t, b.String(), "is 1.1 times k(0)")
}

// TestVastNorm1: TL1's mass is near (2/π)^d d!, which some samples tell; exp(−√‖Δ‖₁) is a mixture of product kernels and has
// the mass 1, though as a mixture of truncated powers it would have a vast one.
func TestVastNorm1(t *testing.T) {
	t.Parallel()
	for formula, vast := range map[string]bool{"tl1(8)": true, "exp(-sqrt(l1))": false, "exp(-l1)": false} {
		k, err := language.Parse(formula, 12, nil)
		require.NoError(t, err)
		assert.Equal(t, vast, vastNorm1(t.Context(), k) != nil, formula)
	}
	k, err := language.Parse("tl1(8)", 3, nil)
	require.NoError(t, err)
	assert.NoError(t, vastNorm1(t.Context(), k))
}
