package numeric

import (
	"math"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"krein/kernel/parser"
)

// TestLimitAtZero: where a formula has no value at 0, At and EvalTo give the limit there, as AtZero does and
// docs/formulas.md says; no other distance is looked at, and what has no finite limit has no value.
func TestLimitAtZero(t *testing.T) {
	for formula, want := range map[string]float64{
		"sin(z)/z":               1,
		"(1-cos(z))/z^2":         0.5,
		"sin(3*z)/(2*z)*exp(-z)": 1.5,
		"exp(-z)":                1,
		"1/z":                    math.Inf(1),
		"log(z)":                 math.Inf(-1),
	} {
		k, err := parser.Parse(formula, nil)
		require.NoError(t, err)
		f := Compile(k)
		assert.InDelta(t, 0, ulps(f.At(0), want), 1, formula)
		at := []float64{0, 1, 0}
		f.EvalTo(at, at)
		assert.Equal(t, []float64{f.At(0), f.At(1), f.At(0)}, at, formula)
	}
	k, err := parser.Parse("exp(-z)*sin(z-1)/(z-1)", nil)
	require.NoError(t, err)
	assert.True(t, math.IsNaN(Compile(k).At(1)), "a limit elsewhere")
}

// ulps is the distance in units of the last place, 0 for equal infinities.
func ulps(a, b float64) float64 {
	if a == b {
		return 0
	}
	return (a - b) / (math.Nextafter(math.Abs(b), math.Inf(1)) - math.Abs(b))
}
