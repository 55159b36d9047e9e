package rejection

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"krein/fourier/language"
	"krein/fourier/stationary"
)

// TestFormulas: exp(−‖ω‖²/2)(1 − 2i sin ω_1)/(2π) has ‖μ_R⁺‖ = 1 and ‖μ_I⁺‖ = E|sin X|, X standard normal.
func TestFormulas(t *testing.T) {
	parse := func(s string, dim int) *stationary.Kernel {
		k, err := language.Parse(s, dim, nil)
		require.NoError(t, err)
		return k
	}
	re, im := parse("exp(-z^2/2)/(2*pi)", 2), parse("-2*sin(x1)*exp(-z^2/2)/(2*pi)", 2)
	m, err := Formulas(re, im, Gaussian(2, 1), math.Log(2)+1e-12)
	require.NoError(t, err)
	plus, minus, imaginary, err := m.Masses(4000, rand.New(rand.NewPCG(5, 5)))
	require.NoError(t, err)
	assert.InDelta(t, 1, plus.Value, 1e-9)
	assert.Zero(t, minus.Value)
	assert.InDelta(t, 0.5791532, imaginary.Value, 4*imaginary.Deviation) // (4/π)(1/2 − Σ e^(−2k²)/(4k²−1))
	_, err = Formulas(im, re, Gaussian(2, 1), 0)
	assert.ErrorContains(t, err, "want even")
	_, err = Formulas(re, parse("x1", 2), Gaussian(3, 1), 0)
	assert.ErrorContains(t, err, "R^3")
	assert.Panics(t, func() { _, _ = Formulas(nil, nil, Gaussian(1, 1), 0) })
}
