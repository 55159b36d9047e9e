package notation

import (
	"math"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"krein/ball"
	"krein/internal/kernel/eval"
	"krein/internal/kernel/formula"
	"krein/internal/kernel/language"
	"krein/internal/testnumpy"
	"krein/kernel/parser"
)

// NumPy computes the same values from what is printed.
func TestNumPy(t *testing.T) {
	formulas := []string{
		"exp(-z^2/2) - exp(-z^2/200)", "z < 1 ? (1-z)^2*(1+2*z) : 0",
		"z >= 1/2 and z != 1 or !(z > 1/3) ? cos(pi*z) : e^(-z)", "max(0, min(1, 2-z))^3 + abs(z-1)",
		"1e-40*z - 10^30 + (2/3)^z", "atan(z) + asin(z/(1+z)) + acos(1/(1+z)) + log(1+z) + sqrt(z)",
		"sinh(z)/cosh(z) + tanh(z) - tan(z/9)", "cauchy(1,3/2)", "7",
	}
	program := "import numpy as np\nz = np.array([0.25, 1., 2.5])\n"
	var want []float64
	for _, formula := range formulas {
		k, err := parser.Parse(formula, nil)
		require.NoError(t, err, formula)
		text, special := NumPy(k.Expr())
		assert.False(t, special, formula)
		program += "print(*(" + text + " + 0*z))\n"
		for _, z := range []float64{0.25, 1, 2.5} {
			want = append(want, k.At(z))
		}
	}
	got := strings.Fields(testnumpy.Run(t, program))
	require.Len(t, got, len(want))
	for i, s := range got {
		v, err := strconv.ParseFloat(s, 64)
		require.NoError(t, err)
		assert.InDelta(t, want[i], v, 1e-13*max(1, math.Abs(want[i])), formulas[i/3])
	}
	for formula, name := range map[string]string{
		"besselj(1/2,z)": "sp.jv((1/2), z)", "besselk(1,1+z)": "sp.kv(1., (1. + z))", "besseli(0,z)": "sp.iv(0., z)",
		"erf(z)": "sp.erf(z)", "gamma(1+z)": "sp.gamma(",
	} {
		k, err := parser.Parse(formula, nil)
		require.NoError(t, err)
		text, special := NumPy(k.Expr())
		assert.True(t, special)
		assert.Contains(t, text, name)
	}
}

// TestNumPyKeepsDigits: what loses digits as it is written is another function in NumPy as well.
func TestNumPyKeepsDigits(t *testing.T) {
	formulas := []string{
		"asinh(z)", "asinh(-z)", "log(sqrt(z^2+1)-z)", "atanh(z)", "log(1-z)-log(1+z)", "acosh(1+z)", "log1p(z)", "log(1-z)",
		"expm1(z)", "1-exp(-z)", "1-cos(z)", "cos(z)-1", "cosh(z)-1", "1-cosh(z)", "1-tanh(z)", "1+tanh(-z)", "1-(1-z)",
		"sqrt(1-(1-z)^2)", "hypot(z,1/3)", "softplus(-9/(1+z))", "theta", "acos(1-z)", "exp(-z)/(1+exp(-z))", "acosh(1/z)",
	}
	program := "import numpy as np\nz = np.array([1e-9, 1e-5])\n"
	for _, text := range formulas {
		e, _, gerr := language.Read(text, nil)
		require.Nil(t, gerr, text)
		s, special := NumPy(e)
		assert.False(t, special, text)
		program += "print(*(" + s + "))\n"
	}
	got := strings.Fields(testnumpy.Run(t, program))
	require.Len(t, got, 2*len(formulas))
	for i, s := range got {
		e, _, _ := language.Read(formulas[i/2], nil)
		want, z := new(ball.Real), []float64{1e-9, 1e-5}[i%2]
		eval.Compile(e).At(want, ball.NewReal(z), 1024)
		v, err := strconv.ParseFloat(s, 64)
		require.NoError(t, err)
		w := want.Nearest()
		assert.InDelta(t, 1, v/max(w, -w)*math.Copysign(1, w), 4e-15, "%s at %v", formulas[i/2], z)
	}
	e, _, _ := language.Read("1-erf(z)", nil)
	s, special := NumPy(e)
	assert.Equal(t, "sp.erfc(z)", s)
	assert.True(t, special)
}

// Where a part of a power has no value, neither has what is printed: Python's nan**0 is 1.
func TestNumPyUndefinedPowers(t *testing.T) {
	z := formula.Variable()
	root := formula.Apply(formula.OpSqrt, formula.Sub(z, formula.Int(1)))
	program := "import numpy as np\nnp.seterr(all='ignore')\nz = np.array([0.25, 2.])\n"
	powers := []*formula.Expr{
		formula.Pow(root, formula.Int(0)), formula.Pow(root, formula.Int(2)), formula.Pow(formula.Int(1), root),
		formula.Pow(root, formula.Mul(formula.Int(0), z)), formula.Pow(formula.Sub(z, formula.Int(1)), formula.Mul(formula.Int(8), z)),
	}
	for _, e := range powers {
		text, _ := NumPy(e)
		program += "print(*(" + text + "))\n"
	}
	got := strings.Split(strings.TrimSpace(testnumpy.Run(t, program)), "\n")
	assert.Equal(t, []string{"nan 1.0", "nan 1.0", "nan 1.0", "nan 1.0", "nan 1.0"}, got)
}
