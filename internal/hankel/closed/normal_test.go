package closed

import (
	"math/big"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"krein/internal/kernel/formula"
)

// TestNormalForm: every term of a recognised formula is in its place.
func TestNormalForm(t *testing.T) {
	for f, want := range map[string]int{
		"1 + z^2 - z^2": 1, "(1+z)*(1-z) + z^2 - 1": 0, "exp(-z)*exp(z)": 1, "exp(-z)^2 - exp(-2*z)": 0,
		"sin(z)^2 + cos(z)^2": 1, "sqrt(2)*sqrt(3) - sqrt(6)": 0, "(sqrt(2)*z)^2 - 2*z^2": 0,
		"cosh(z)*exp(-2*z)": 2, "abs(-3*z)": 1, "(1+z^2)^(-1/2)*(1+z^2)^(1/2)": 1,
		"besselk(-2,z) - besselk(2,z)": 0, "gamma(5) - 24": 0, "sqrt((1+z)^(-2))*(1+z)^(1/2) - (1+z)^(-1/2)": 0,
		"(2+z)^(3/2)*(1-z)":       2,
		"sin(z+1)^2 + cos(z+1)^2": 1, "cos(z+1)": 4, "cos(1-z) - cos(1)*cos(z) - sin(1)*sin(z)": 0, "sin(z+pi/2) - cos(z)": 0,
		"cosh(z+1) - exp(z+1)/2": 1,
		"max(1,2)*z - 2*z":       0, "erf(1)*z - z*erf(1)": 0,
	} {
		k := parseFormula(t, f)
		s, ok := Normalise(k.Expr())
		require.True(t, ok, f)
		assert.Len(t, s, want, f)
	}
	for _, f := range []string{"exp(-z^3)", "1/(1+z^3)", "tanh(z)", "besselj(0,z)^2", "exp(-z^2)/z < 1 ? 1 : 2",
		"1/(1+z+z^2)", "cos(z^2)", "((1-z)^(-2))^(-1/2)*(1-z)^(-1)", "sqrt((1-z^2)^(-2))*(1-z^2)^(-3)",
		"sin((2*z^(1/10^8))^(10^8))", "exp(-z) + cos((2*z^(1/10^8))^(10^8)) - cos((3*z^(1/10^8))^(10^8))"} {
		_, ok := Normalise(parseFormula(t, f).Expr())
		assert.False(t, ok, f)
	}
}

// TestLargeEvenPowers: roots of even powers are absolute values, whatever the size of the powers.
func TestLargeEvenPowers(t *testing.T) {
	base := formula.Sub(formula.Int(1), formula.Pow(formula.Variable(), formula.Int(2)))
	for _, n := range []int64{2, 1 << 40} {
		e := formula.Pow(formula.Pow(base, formula.Int(-n)), formula.Rational(big.NewRat(1, n)))
		_, ok := Normalise(e)
		assert.False(t, ok, n)
	}
	// 2(√(3+2√2) − √2) = 2, which its form does not show
	two := parseFormula(t, "2*sqrt(3+2*sqrt(2))-2*sqrt(2)+0*z").Expr().Args()[0]
	require.False(t, two.Varies())
	_, ok := Normalise(formula.Pow(formula.Pow(base, two), formula.Frac(1, 2)))
	assert.False(t, ok)
	_, ok = Normalise(formula.Pow(formula.Pow(base, formula.Apply(formula.OpSqrt, formula.Int(2))), formula.Frac(1, 2)))
	assert.True(t, ok)
}

// TestQuadraticHiddenZero: a rate that is 0, but not by its form, leaves two terms of one power, which add up.
func TestQuadraticHiddenZero(t *testing.T) {
	s, ok := Normalise(parseFormula(t, "-z - z*exp(-sqrt(5+2*sqrt(6))*z)*exp((sqrt(2)+sqrt(3))*z)").Expr())
	require.True(t, ok)
	c, ok := s.Quadratic()
	require.True(t, ok)
	assert.True(t, c[1].Same(IntNum(-2)), c[1])
}
