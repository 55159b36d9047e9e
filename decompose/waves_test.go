package decompose

import (
	"context"
	"encoding/json"
	"math"
	"os"
	"strconv"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"krein/internal/testlong"
	"krein/kernel/numeric"
)

// TestWaves: masses of almost periodic kernels on the line are those of mpmath (testdata/waves.json), and what the
// tables represent is the kernel.
func TestWaves(t *testing.T) {
	b, err := os.ReadFile("../testdata/waves.json")
	require.NoError(t, err)
	var rows []struct{ Formula, Plus, Minus string }
	require.NoError(t, json.Unmarshal(b, &rows))
	number := func(s string) float64 {
		x, err := strconv.ParseFloat(s, 64)
		require.NoError(t, err)
		return x
	}
	for i, r := range rows {
		if !testlong.Turn(i, 4) {
			continue
		}
		d := ofWaves(t, r.Formula)
		assert.InDelta(t, number(r.Plus), d.Plus.Total(), d.Plus.MassErr+1e-15, r.Formula)
		assert.InDelta(t, number(r.Minus), d.Minus.Total(), d.Minus.MassErr+1e-15, r.Formula)
		assert.Less(t, d.Bias.Law, 1e-13, r.Formula)
	}
}

// TestWavesAndDensity: atoms of waves beside a density, of either sign, at the same places as those of cosines.
func TestWavesAndDensity(t *testing.T) {
	for i, f := range []string{
		"exp(-z) - exp(-2*sin(pi*z)^2)/2", "exp(-z^2/2) + exp(cos(z)) - cos(z)/2 - 1", "exp(cos(3*z))/3 - 1/(1+z^2)",
		"exp(-2*sin(z)^2)/2 - (z < 1 ? 1-z : 0)",
	} {
		if i == 0 || testlong.Turn(i, 3) {
			assert.Less(t, ofWaves(t, f).Bias.Law, 1e-9, f)
		}
	}
}

// ofWaves returns a decomposition on the line with a proved bias, which is proved again, and compares it with the kernel.
func ofWaves(t *testing.T, f string) *Decomposition {
	t.Helper()
	ctx := context.Background()
	k := parse(t, f, 0)
	d, err := Jordan(ctx, k, 1, nil)
	require.NoError(t, err, f)
	require.Equal(t, BiasProved, d.Quality, "%s: %s", f, d.Doubt)
	at := numeric.Compile(k).At
	for _, z := range []float64{0, 0.3, 1, 7.25} {
		assert.InDelta(t, at(z), d.KernelAt(z), 1e-9, "%s at %v", f, z)
	}
	bias, err := VerifyTable(ctx, k, 1, d)
	require.NoError(t, err, f)
	assert.LessOrEqual(t, bias, d.Bias.Law*1.01)
	moved := *d
	moved.Plus.Mass *= 1 + 1e-6
	_, err = VerifyTable(ctx, k, 1, &moved)
	assert.Error(t, err, f)
	assert.False(t, math.IsNaN(d.Plus.Mass))
	return d
}
