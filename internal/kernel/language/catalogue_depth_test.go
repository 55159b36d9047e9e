package language_test

import (
	"math"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"krein/kernel/parser"
)

// TestLayers compares kernels of networks of several layers with their recursions.
func TestLayers(t *testing.T) {
	step := func(x float64) float64 { return 1 - math.Acos(x)/math.Pi }
	relu := func(x float64) float64 { return (math.Sqrt(1-x*x) + x*(math.Pi-math.Acos(x))) / math.Pi }
	at := func(formula string, u float64) float64 {
		k, err := parser.Parse(formula, nil)
		require.NoError(t, err)
		return k.At(math.Sqrt(2 - 2*u))
	}
	for _, u := range []float64{-1, -0.3, 0.5, 0.9} {
		assert.InDelta(t, step(step(step(u))), at("arccos0(3)", u), 1e-14)
		assert.InDelta(t, relu(relu(u)), at("arccos1(2)", u), 1e-14)
		sigma, theta := relu(u), u*step(u)+relu(u)
		assert.InDelta(t, theta, at("ntk(1)", u), 1e-14)
		for _, formula := range []string{"ntk(2)", "ntk(3)"} {
			theta = theta*step(sigma) + relu(sigma)
			sigma = relu(sigma)
			assert.InDelta(t, theta, at(formula, u), 1e-13, formula)
		}
	}
	for _, formula := range []string{"ntk", "arccos1", "arccos0"} { // one layer goes without saying
		k, err := parser.Parse(formula+"(1)", nil)
		require.NoError(t, err)
		assert.Equal(t, formula, k.Formula())
	}
	for _, formula := range []string{"ntk(0)", "arccos1(7)", "arccos0(3/2)"} {
		_, err := parser.Parse(formula, nil)
		assert.ErrorContains(t, err, "depth", formula)
	}
}
