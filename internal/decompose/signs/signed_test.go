package signs

import (
	"math"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"krein/ball"
	"krein/internal/kernel/numeric"
)

// Networks of ReLU functions and tangent kernels of any depth are powers of κ within a bound that is proved, of both signs, and of
// not much more mass than the kernel; the first coefficients are derivatives at θ = π/2.
func TestSigned(t *testing.T) {
	for formula, mass := range map[string]float64{
		"ntk": 4.4406, "ntk(2)": 4.8481, "ntk(6)": 7.3798, "arccos1": 2.1393, "arccos1(2)": 1.6737, "arccos1(6)": 1.1758,
		"arccos2": 3.0260, "exp(-theta)": 1 + 1e-9, "exp(-theta^2/2)": 2.5046, "ntk(3)/2 - arccos1(2)": 3,
	} {
		k := parse(t, formula)
		d, err := Signed(k)
		require.NoError(t, err, formula)
		assert.Less(t, d.Rounding, 1e-9, formula)
		assert.Equal(t, [2]float64{}, d.Tail, formula)
		f, sum := numeric.Compile(k), 0.0
		for _, p := range d.Coef {
			sum += math.Abs(p)
		}
		assert.LessOrEqual(t, sum, mass, formula)
		for i := range 101 {
			theta := math.Pi * float64(i) / 100
			z := 2 * math.Sin(theta/2)
			want := f.At(z)
			if i == 0 {
				want = numeric.AtZero(k)
			}
			assert.InDelta(t, want, d.At(1-2*theta/math.Pi), d.Bias(z)+2e-13*mass, "%s at θ = %v", formula, theta)
		}
	}
	d, err := Signed(parse(t, "arccos1")) // (sin θ + (π−θ) cos θ)/π
	require.NoError(t, err)
	assert.InDelta(t, 1/math.Pi, d.Coef[0], 1e-15)
	assert.InDelta(t, math.Pi/4, d.Coef[1], 1e-15)
	assert.InDelta(t, math.Pi/8, d.Coef[2], 1e-15)
}

// The bound of the difference is a bound of it, whatever the coefficients are.
func TestDifference(t *testing.T) {
	k := parse(t, "ntk(2)")
	d, err := Signed(k)
	require.NoError(t, err)
	h, ok := inAngle(k)
	require.True(t, ok)
	p := append([]float64(nil), d.Coef...)
	p[3] += 1e-4
	bound, err := difference(h, p, ball.MagFloat64(1))
	require.NoError(t, err)
	assert.InDelta(t, 1e-4, bound.Float64(), 1.5e-5) // on discs around the angles
}

// Kernels whose coefficients fall like powers, that are no functions of the angle alone, or have a value of their own are none.
func TestNotSigned(t *testing.T) {
	for _, formula := range []string{"arccos0(2)", "exp(-z)", "sqrt(theta)", "exp(-theta)+0/(theta-1)", "abs(theta-1)",
		"theta == 1 ? 2 : exp(-theta)", "theta < 1 ? exp(-theta) : 0", "cos(40*theta)+theta", "theta == 0 ? 2 : exp(-theta)",
		"theta == pi ? 1 : exp(-theta)"} {
		_, err := Signed(parse(t, formula))
		assert.Error(t, err, formula)
	}
}
