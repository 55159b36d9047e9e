package signs

import (
	"math"
	"math/big"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"krein/internal/kernel/numeric"
	"krein/kernel"
	"krein/kernel/parser"
)

func parse(t testing.TB, formula string) *kernel.Kernel {
	t.Helper()
	k, err := parser.Parse(formula, nil)
	require.NoError(t, err)
	return k
}

// The series is the kernel within its bias, at all angles, and exact where points coincide or are opposite.
func TestSeries(t *testing.T) {
	for formula, tail := range map[string]float64{
		"arccos0": 0, "arccos0(2)": 0.05, "arccos0(3)": 0.1, "arccos0(6)": 0.4, "arccos0(2)^2": 0.1,
		"exp(arccos0(3))/3": 0.3, "geodesic_laplace(1)": 1e-30, "2*arccos0(3) + arccos0(2)/4 - 1": 0.2,
	} {
		k := parse(t, formula)
		d, err := New(k)
		require.NoError(t, err, formula)
		f := numeric.Compile(k)
		assert.LessOrEqual(t, d.Tail[0]+d.Tail[1], tail+1e-40, formula)
		assert.Less(t, d.Rounding, 1e-14, formula)
		for m, p := range d.Coef[1:] {
			assert.GreaterOrEqual(t, p, 0.0, "%s, degree %d", formula, m+1)
		}
		for i := range 101 {
			theta := math.Pi * float64(i) / 100
			z := 2 * math.Sin(theta/2)
			got, want := d.At(1-2*theta/math.Pi), f.At(z)
			assert.InDelta(t, want, got, d.Bias(z)+1e-12, "%s at θ = %v", formula, theta)
			if theta >= 0.2 && theta <= 2.9 {
				assert.Less(t, d.Bias(z), 1e-7, formula)
			}
		}
		assert.InDelta(t, numeric.AtZero(k), d.At(1), 1e-14, formula)
		assert.InDelta(t, f.At(2), d.At(-1), 1e-14, formula)
		near := 2 * math.Sin(1e-3)
		if tail > 0.01 { // the bias that is stated is one that there is
			assert.Greater(t, d.At(1-4e-3/math.Pi)-f.At(near), d.Bias(near)/50, formula)
		}
	}
}

// The coefficients of two layers in closed form: ½ + arcsin((1+κ)/2)/π.
func TestTwoLayers(t *testing.T) {
	d, err := New(parse(t, "arccos0(2)"))
	require.NoError(t, err)
	assert.InDelta(t, 0.5+math.Asin(0.5)/math.Pi, d.Coef[0], 1e-15)
	assert.InDelta(t, 0.5/math.Pi/math.Sqrt(0.75), d.Coef[1], 1e-15)
	assert.InDelta(t, 0.125/math.Pi*0.5/math.Pow(0.75, 1.5), d.Coef[2], 1e-15)
}

// Kernels whose coefficients are negative somewhere, or whose signs are not seen, are none of these.
func TestOthers(t *testing.T) {
	for _, formula := range []string{"arccos1", "ntk(2)", "exp(-z)", "1 - arccos0", "arccos0(2) - arccos0(3)", "exp(-theta^2)",
		"(arccos0(2) - 1)^2", "cos(theta)", "sqrt(arccos0)", "arccos0*(z < 1 ? 1 : 2)", "acos(2*arccos0)", "u"} {
		k, err := parser.Parse(formula, nil)
		if err != nil {
			continue
		}
		_, err = New(k)
		assert.Error(t, err, formula)
	}
}

// The series is that of the formula: kernels that are cut short on the sphere, or lack a value there, have none.
func TestNotTheFormula(t *testing.T) {
	for _, f := range []string{"1-2*theta/pi+0/(theta-1)", "arccos0(3)+0/(theta-1)", "arccos0(3)+0*log(abs(theta-1))"} {
		_, err := New(parse(t, f))
		assert.Error(t, err, f)
	}
	for r, want := range map[int64]bool{1: false, 2: true, 3: true} { // -1/3 + κ is 0 at z = 1, so that there is no jump
		k, err := parse(t, "-1/3+(1-2*theta/pi)").Extend(kernel.Zero, big.NewRat(r, 1))
		require.NoError(t, err)
		_, err = New(k)
		assert.Equal(t, want, err == nil, "zero beyond %d: %v", r, err)
	}
}
