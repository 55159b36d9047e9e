package normal

import (
	"fmt"
	"math/big"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"krein/internal/certify/checktest"
	"krein/internal/kernel/constant"
	"krein/internal/kernel/formula"
	"krein/kernel/parser"
)

func parse(t *testing.T, formula string) *formula.Expr {
	t.Helper()
	k, err := parser.Parse(formula, nil)
	require.NoError(t, err, formula)
	return k.Expr()
}

// TestSameFormula has pairs of formulas for one function, and pairs that differ.
func TestSameFormula(t *testing.T) {
	for _, c := range []struct {
		a, b string
		same bool
	}{
		{"exp(-z^2/2)", "exp(-(z/sqrt(2))^2)", true},
		{"(1+z)*exp(-z)", "exp(-z)+z/exp(z)", true},
		{"1/cosh(z)", "2/(exp(z)+exp(-z))", true},
		{"tanh(z)", "1-2/(exp(2*z)+1)", true},
		{"1/z^2-1/(1+z^2)", "1/(z^2*(1+z^2))", true},
		{"sqrt(1+z^2)^3", "(1+z^2)*sqrt(1+z^2)", true},
		{"(4+4*z)^(1/2)", "2*sqrt(1+z)", true},
		{"log(1+1/z^2)", "log(1+z^2)-2*log(z)", true},
		{"z == 0 ? 1 : exp(-z)", "exp(-z)", true},
		{"exp(log(1+z)/3)", "(1+z)^(1/3)", true},
		{"besselk(1/2, z)", "sqrt(pi/(2*z))*exp(-z)", true},
		{"besselk(-1/3, z)", "besselk(1/3, z)", true},
		{"z^(3/2)*besselk(3/2, z)", "sqrt(pi/2)*(1+z)*exp(-z)", true},
		{"z^(5/2)*besselk(5/2, 2*z)*2^(5/2)", "sqrt(pi/2)*(3+3*2*z+4*z^2)*exp(-2*z)", true},
		{"2+z^2", "(2+z^2)/(1+z^2)*(1+z^2)", true},
		{"(2+z^2)/(1+z^2)", "1+1/(1+z^2)", true},
		{"sqrt(3)*z*sqrt(3)", "3*z", true},
		{"exp(z^2)*(1-erf(z))", "exp(z^2)*erfc(z)", true},
		{"erf(-z)", "-erf(z)", true},
		{"(1+z^sqrt(2))^(-2)*z^sqrt(2)", "z^sqrt(2)/(1+2*z^sqrt(2)+z^sqrt(8))", true},
		{"exp(-z)", "exp(-z)+1e-30*z", false},
		{"exp(-z^2/2)", "exp(-(z/sqrt(2.0000000001))^2)", false},
		{"1/cosh(z)", "2/(exp(z)+exp(-z)+1e-9)", false},
		{"besselk(1/3, z)", "besselk(2/3, z)", false},
	} {
		err := Same(parse(t, c.a), parse(t, c.b))
		assert.Equal(t, c.same, err == nil, "%s and %s: %v", c.a, c.b, err)
	}
}

// TestPositiveFormula proves positivity where it holds and never where it does not.
func TestPositiveFormula(t *testing.T) {
	for formula, want := range map[string]bool{
		"1+z": true, "1-exp(-z)": true, "exp(z)-1": true, "1-1/(1+z^2)": true, "sqrt(1+z^2)-1": true,
		"1-(z/(1+z))^3": true, "1-(z^(1/3)/(1+z^(1/3)))^2": true, "log(1+z^2)-2*log(z)": true, "log(2+z)": true,
		"cosh(z)-1": true, "1-tanh(z)": true, "pi-3+z": true, "2-tanh(z)-exp(-z)": true, "1/z-1/(1+z)": true,
		"1-z/sqrt(2+z^2)": true, "2-z/sqrt(1/4+z^2)": true, "1-z/sqrt(1/2+z^2/2)": false, "erf(z)": true,
		"pi-2*atan(z)": true, "3-2*atan(z)": false,
		"1+z*erf(z)": true, "z*erf(z)-1": false, "1+z-2*z*tanh(z)": false,
		"1-z/(1+z/2)": false, "1-z*exp(-z/100)/(1+z/2)": false,
		"besselk(-pi,z)": true, "besseli(-1/sqrt(2),z)": true, "besseli(-sqrt(2),z)": false, "besseli(-3/2,z)": false,
		"1-z": false, "1-exp(-z)*2": false, "z-1": false, "3-pi+z": false, "log(z)": false, "cos(z)": false,
		"1.999-tanh(z)-exp(-z)+z^2*0": false, "1-z/(1+z)^3*8": false, "1-(2*z/(1+z))^3": false, "log(1+z)-2*log(z)": false,
	} {
		s, err := Of(parse(t, formula))
		require.NoError(t, err, formula)
		assert.Equal(t, want, s.positive(), formula)
	}
}

// TestUndefinedHasNoForm keeps functions out that may be undefined for some z > 0.
func TestUndefinedHasNoForm(t *testing.T) {
	for _, formula := range []string{
		"1/(1/(z-1))", "1/(1/(z-1)^2)", "(1/(z-1)^2)^(-1/2)", "1/((z-1)^(-1))", "sqrt((z-1)^2)", "sqrt((z-1)*(z-2))",
		"1/cos(z/1e9)", "z/abs(z-1)+1", "(z-1)/(z-1)", "log(z)^(1/2)+z < 1 ? 1 : 2", "min(z, 1)", "besselj(0, z)",
		"z < 1 ? 1 : 0", "1/(exp(-z)-1/2)",
	} {
		k, err := parser.Parse(formula, nil)
		if err != nil {
			continue
		}
		_, err = Of(k.Expr())
		assert.Error(t, err, formula)
	}
}

// TestDerivativeForm compares with formulas, and Expr with what it was made of.
func TestDerivativeForm(t *testing.T) {
	for f, want := range map[string]string{
		"exp(-z^2)":               "-exp(-z^2)",
		"erfc(z)":                 "-exp(-z^2)/(sqrt(pi)*z)",
		"erf(2*z)":                "2*exp(-4*z^2)/(sqrt(pi)*z)",
		"atan(1/z)":               "-1/(2*z*(1+z^2))",
		"z*besselk(1, z)":         "-besselk(0, z)/2",
		"z^(1/3)*besselk(1/3, z)": "-z^(-2/3)*besselk(2/3, z)/2",
		"tanh(z)":                 "1/(2*z*cosh(z)^2)",
		"log(cosh(z))":            "sinh(z)/cosh(z)/(2*z)",
		"(1+z)*exp(-z)":           "-exp(-z)/2",
		"besseli(0, z)":           "besseli(1, z)/(2*z)",
		"cos(z)":                  "-sin(z)/(2*z)",
	} {
		s, err := Of(parse(t, f))
		require.NoError(t, err, f)
		require.NoError(t, try(func() {
			assert.NoError(t, Same(s.derivativeT().Expr(), parse(t, want)), f)
			assert.NoError(t, Same(s.Expr(), parse(t, f)))
		}), f)
	}
}

// TestPositiveEnds: a sum of many factors, each of which is below several terms, has an answer soon.
func TestPositiveEnds(t *testing.T) {
	var sum, factors []string
	for i := range 12 {
		f := fmt.Sprintf("(1+z+exp(-%d*z))^(-1/2)", i+1)
		sum, factors = append(sum, fmt.Sprintf("%d*exp(-%d*z)*%s", i%7+1, i+1, f)), append(factors, f)
	}
	product := strings.Join(factors, "*")
	require.Error(t, Positive(parse(t, strings.Join(sum, "+")+"-exp(-3*z)*"+product+"*(1+"+product+")/1000")))
}

// TestGuardsOfForms: parts of a formula that no reader of formulas lets pass, so that only the
// forms themselves can meet them.
func TestGuardsOfForms(t *testing.T) {
	for why, f := range map[string]func(){
		"a power of something negative": func() { power(z, ratOne).neg().power(ratHalf) },
		"a division by zero":            func() { Form(nil).power(big.NewRat(-1, 1)) },
		"that -1 - z has no zero":       func() { sumOf(integer(-1), power(z, ratOne).neg()).power(ratHalf) },
		"zero":                          func() { constOp(formula.OpDiv, number(1), number(0)) },
	} {
		assert.ErrorContains(t, try(f), why)
	}
	left := mostQuestions
	assert.False(t, integer(1)[0].below(effort{4, &left}), "1 < 1")
	euler, err := constant.Parse("euler")
	require.NoError(t, err)
	assert.ErrorContains(t, try(func() { constExpr(euler) }), "has no formula")
	tan := parse(t, "tan(z)")
	_, err = Terms(tan)
	assert.ErrorContains(t, err, "tan is not treated")
	_, _, err = CommonFactor(tan)
	assert.ErrorContains(t, err, "tan is not treated")
}

// TestFormsAreDefined: a formula without a value at some z > 0 has no normal form.
func TestFormsAreDefined(t *testing.T) {
	for _, formula := range []string{"(1/(z-1))^0*exp(-z)", "((z-1)/(z-1))^0", "exp(-z) + 0/(z-1)", "(z-1)/(z-1)",
		"exp(-z)*log(abs(z-1))^0"} {
		_, err := Of(checktest.Parsed(t, formula).Expr())
		assert.Error(t, err, formula)
	}
	_, err := Of(checktest.Parsed(t, "(z-1)^0*exp(-z)").Expr()) // 0^0 is 1
	assert.NoError(t, err)
}
