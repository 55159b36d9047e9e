package stationary_test

import (
	"math"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"krein/fourier/language"
	"krein/fourier/stationary"
	"krein/internal/fourier/numeric"
	"krein/internal/fourier/tensortest"
	"krein/internal/kernel/formula"
	"krein/kernel"
	"krein/kernel/parser"
)

func parse(t *testing.T, source string) *kernel.Kernel {
	t.Helper()
	k, err := parser.Parse(source, nil)
	require.NoError(t, err)
	return k
}

// TestTensorAt: exp(−‖Δ‖²/2 + t) along (3, 4, 0)/5 as a product over the axis and its complement.
func TestTensorAt(t *testing.T) {
	g := parse(t, "exp(-z^2/2)")
	line := tensortest.Line(parse(t, "exp(-z^2/2)*cosh(z)"), parse(t, "exp(-z^2/2)*sinh(z)"))
	k := &stationary.Tensor{Dim: 3, Blocks: tensortest.Axis(3, []float64{3, 4, 0}),
		Terms: []stationary.Term{{Coef: formula.Int(2), Factors: []*stationary.Factor{line, tensortest.Radial(2, g)}}}}
	require.NoError(t, k.Valid())
	for _, x := range [][]float64{{0, 0, 0}, {1, 2, 3}, {-1, -2, 3}, {0.3, 0, -0.4}} {
		z2, along := x[0]*x[0]+x[1]*x[1]+x[2]*x[2], (3*x[0]+4*x[1])/5
		assert.InEpsilon(t, 2*math.Exp(-z2/2+along), numeric.TensorAt(k, x), 1e-14, "%v", x)
	}
}

func TestTensorOfCoordinates(t *testing.T) {
	f := tensortest.Line(parse(t, "exp(-z)"), nil)
	odd := tensortest.Line(nil, parse(t, "z*exp(-z)"))
	k := &stationary.Tensor{Dim: 3, Blocks: tensortest.Coordinates(3),
		Terms: []stationary.Term{{Coef: formula.Frac(1, 2), Factors: []*stationary.Factor{f, f, odd}}}}
	require.NoError(t, k.Valid())
	assert.InEpsilon(t, -math.Exp(-6)*3/2, numeric.TensorAt(k, []float64{-1, 2, -3}), 1e-14)
	assert.Zero(t, numeric.TensorAt(k, []float64{1, 1, 0}))
}

func TestTensorIsValid(t *testing.T) {
	f := tensortest.Line(parse(t, "exp(-z)"), nil)
	one := []stationary.Term{{Coef: formula.Int(1), Factors: []*stationary.Factor{f}}}
	for name, k := range map[string]stationary.Tensor{
		"no blocks":          {Dim: 1, Terms: one},
		"no terms":           {Dim: 1, Blocks: tensortest.Coordinates(1)},
		"missing dimensions": {Dim: 2, Blocks: tensortest.Coordinates(1), Terms: one},
		"beyond":             {Dim: 1, Blocks: []stationary.Block{{Dim: 1, From: 1}}, Terms: one},
		"factors":            {Dim: 2, Blocks: tensortest.Coordinates(2), Terms: one},
		"no function": {Dim: 1, Blocks: tensortest.Coordinates(1),
			Terms: []stationary.Term{{Coef: formula.Int(1), Factors: []*stationary.Factor{{Dim: 1}}}}},
		"odd on a plane": {Dim: 2, Blocks: []stationary.Block{{Dim: 2}},
			Terms: []stationary.Term{{Coef: formula.Int(1), Factors: []*stationary.Factor{{Dim: 2, Odd: f.Even}}}}},
		"constant": {Dim: 1, Blocks: tensortest.Coordinates(1),
			Terms: []stationary.Term{{Coef: formula.Variable(), Factors: []*stationary.Factor{f}}}},
	} {
		assert.Error(t, k.Valid(), name)
	}
}

// TestCancels: what cancels in an expansion is left out, and only that.
func TestCancels(t *testing.T) {
	for source, terms := range map[string]int{
		"sum(gaussian(1))^2 - sum(gaussian(1)^2)":     3, // cross terms
		"sum(gaussian(1))^2 - sum(exp(-x^2))":         3,
		"sum(sin(x))^2 - sum(sin(x)^2)":               3,
		"sum(gaussian(1))^2 - sum(gaussian(1)^2)*3/2": 6,
		"sum(gaussian(1)) - sum(gaussian(1))":         1, // 0
		"sum(x)^2*exp(-z^2) - 2*x1*x2*exp(-z^2)":      5, // without x1·x2
	} {
		k, err := language.Parse(source, 3, nil)
		require.NoError(t, err, source)
		sum, err := k.Tensor()
		require.NoError(t, err, source)
		assert.Len(t, sum.Terms, terms, source)
		for _, delta := range [][]float64{{0.5, -0.25, 1}, {0, 0.3, -2}} {
			assert.InDelta(t, numeric.At(k, delta), numeric.TensorAt(sum, delta), 1e-13, source)
		}
	}
}
