package decompose

import (
	"context"
	"encoding/json"
	"os"
	"strconv"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"krein/internal/kernel/numeric"
	"krein/internal/testlong"
)

// TestSplines: masses of kernels with spectra that are splines are those of B-splines in mpmath (testdata/splines.json),
// the bias is proved, and what the tables represent is the kernel.
func TestSplines(t *testing.T) {
	b, err := os.ReadFile("../testdata/splines.json")
	require.NoError(t, err)
	var rows []struct {
		Formula     string
		Dim         int
		Plus, Minus string
	}
	require.NoError(t, json.Unmarshal(b, &rows))
	require.NotEmpty(t, rows)
	for _, r := range testlong.Some(rows, 1) {
		k := parse(t, r.Formula, 0)
		d, err := Jordan(context.Background(), k, r.Dim, nil)
		require.NoError(t, err, r.Formula)
		require.Equal(t, BiasProved, d.Quality, "%s: %s", r.Formula, d.Doubt)
		for _, x := range []struct {
			part *Part
			want string
		}{{&d.Plus, r.Plus}, {&d.Minus, r.Minus}} {
			want, err := strconv.ParseFloat(x.want, 64)
			require.NoError(t, err)
			assert.InDelta(t, want, x.part.Total(), x.part.MassErr+1e-15, r.Formula)
			assert.Less(t, x.part.MassErr, 1e-10, r.Formula)
		}
		assert.Less(t, d.Bias.Law, 1e-9, r.Formula)
		at := numeric.Compile(k).At
		for _, z := range []float64{0, 0.3, 1, 7.25} {
			assert.InDelta(t, at(z), d.KernelAt(z), 1e-8, "%s at %v", r.Formula, z)
		}
	}
}

// TestSine: sine transforms that only values tell, compared with the function, and those that have none.
func TestSine(t *testing.T) {
	for _, f := range testlong.Some([]string{"exp(-z)*tanh(z)/(1+z^2)", "tanh(z)/(1+z^2)", "atan(z)*exp(-z^2/2)"}, 1) {
		odd := parse(t, f, 0)
		d, err := Sine(context.Background(), odd, nil)
		require.NoError(t, err, f)
		assert.Equal(t, Estimated, d.Quality)
		bias, kind := d.BiasBound()
		assert.Less(t, bias, 1e-6, f)
		assert.Equal(t, KindEstimated, kind)
		assert.LessOrEqual(t, d.sineGap(odd).Off, bias+1e-8, f)
		wrong := *d
		wrong.Plus.Mass *= 1.01
		assert.False(t, wrong.sineGap(odd).Holds(), f)
	}
	// s(ω) is not integrable at ω = 0, or at infinity
	for _, f := range []string{"tanh(z)", "z < 1 ? z : 0", "1-exp(-z)"} {
		_, err := Sine(context.Background(), parse(t, f, 0), nil)
		assert.Error(t, err, f)
	}
}

// The sine transform of a function without a value somewhere, or with one of its own, has no proved bias: none is made.
func TestSineOfGaps(t *testing.T) {
	for _, f := range []string{"z*exp(-z)+0/(z-2)", "z*exp(-z)*(z == 1 ? 2 : 1)", "sin(z)*exp(-z^2)+0*tan(z)"} {
		_, err := Sine(t.Context(), parse(t, f, 0), nil)
		assert.Error(t, err, f)
	}
}
