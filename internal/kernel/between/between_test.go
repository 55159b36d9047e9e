package between

import (
	"math"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"krein/internal/kernel/numeric"
	"krein/kernel/parser"
)

// TestBound: kernels with a peak, a dip, a step or a kink between the distances at which they are compared with exp(−z), which they
// are at all of these.
func TestBound(t *testing.T) {
	var ends []float64
	for i := -80; i <= 80; i++ {
		ends = append(ends, math.Exp2(float64(i)/8))
	}
	for formula, size := range map[string]float64{
		"exp(-z)":                           0,
		"exp(-z)+exp(-(1e5*(z-5/4))^2)/100": 0.01, "exp(-z)-exp(-(1e9*(z-5/4))^2)/100": 0.01, "exp(-z)+1e-4/(1+(1e7*(z-5/4))^2)": 1e-4,
		"exp(-z)+max(0,1-1e6*abs(z-5/4))/50": 0.02, "exp(-z)+(1+tanh(1e8*(z-5/4)))*(1-tanh(1e8*(z-5/4-1e-6)))/40": 0.1,
	} {
		k, err := parser.Parse(formula, nil)
		require.NoError(t, err, formula)
		c := numeric.Compile(k)
		got := Bound(t.Context(), k, ends, func(z float64) float64 { return math.Abs(c.At(z) - math.Exp(-z)) }, 1e-6, 1, 20000)
		assert.GreaterOrEqual(t, got, size, formula)
		assert.LessOrEqual(t, got, 1.1*size+3e-6, formula)
	}
	k, err := parser.Parse("exp(-z)+cos(1e9*z)*exp(-(z-5/4)^2)/1e3", nil) // too much to look at
	require.NoError(t, err)
	assert.GreaterOrEqual(t, Bound(t.Context(), k, ends, func(z float64) float64 { return 0 }, 1e-6, 1, 2000), 1e-3)
}
