package numeric

import (
	"krein/kernel/parser"
	"math"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func TestAtZero(t *testing.T) {
	for formula, want := range map[string]float64{
		"exp(-z)": 1, "z == 0 ? 1 : sin(z)/z": 1, "sin(z)/z": 1, "ntk": 2, "missing_wendland": 1, "matern(4/3)": 1,
		"1/z": math.Inf(1), "-1/z^2": math.Inf(-1),
		"-log(z)": math.Inf(1), "z*log(z)": 0, "thin_plate": 0, "(cos(z)-1)/z^2": -0.5, "log(z)/z*z": math.Inf(-1),
		"exp(-z)*log(z)*z/z": math.Inf(-1),
	} {
		k, err := parser.Parse(formula, nil)
		require.NoError(t, err)
		assert.InDelta(t, 0, delta(want, AtZero(k)), 1e-15, formula)
	}
}

// delta is b − a, 0 for equal infinities.
func delta(a, b float64) float64 {
	if a == b {
		return 0
	}
	return b - a
}
