package language

import (
	"math"
	"math/big"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"krein/internal/kernel/eval"
	"krein/internal/kernel/formula"
)

func tree(t *testing.T, source string) *formula.Expr {
	t.Helper()
	e, _, err := Read(source, nil)
	if err != nil {
		t.Fatalf("%s: %v", source, err)
	}
	return e
}

// TestSpellings: what comes from a printed page, or from other languages, is the tree of the formula as it is written
// here.
func TestSpellings(t *testing.T) {
	for spelt, plain := range map[string]string{
		"exp(−z²/2)":              "exp(-z^2/2)",
		"2·z – 3×z⋅4":             "2*z - 3*z*4",
		"z ≤ 1 ? 1 : 0":           "z <= 1 ? 1 : 0",
		"z ≥ 1 ? 1 : 0":           "z >= 1 ? 1 : 0",
		"z ≠ 1 ? 1 : 0":           "z != 1 ? 1 : 0",
		"(1+z²)⁻¹²":               "(1+z^2)^-12",
		"-z²":                     "-(z^2)",
		"2^z²":                    "2^(z^2)",
		"2*z³/z⁰":                 "2*z^3/z^0",
		"(1-z)_+^2*z":             "max(0, 1-z)^2*z",
		"(1−z)₊³":                 "max(0, 1-z)^3",
		"((1-z))_+ + 1":           "max(0, 1-z) + 1",
		"(1-z)+":                  "max(0, 1-z)",
		"((1-z)+²*2)+":            "max(0, max(0, 1-z)^2*2)",
		"z < 1 ? (1-z)+^2 : 0":    "z < 1 ? max(0, 1-z)^2 : 0",
		"(1-z)+ z + (2)+-1":       "1 - z + z + 2 + -1",
		"√(1+z²) + √z*√2/√pi":     "sqrt(1+z^2) + sqrt(z)*sqrt(2)/sqrt(pi)",
		"(√z)^2":                  "(sqrt(z))^2",
		"√(z+1)²":                 "sqrt(z+1)^2",
		"Γ(1/3)*K_0(z)":           "gamma(1/3)*besselk(0, z)",
		"sigmoid(-z)":             "1/(1+exp(z))",
		"logistic(z)":             "1/(1+exp(-z))",
		"ln(1+z)":                 "log(1+z)",
		"arccos(u) + arcsin(0)":   "acos(u) + asin(0)",
		"arctan(fabs(z))":         "atan(abs(z))",
		"pow(1+z, -2)":            "(1+z)^-2",
		"sign(1-z)":               "1-z < 0 ? -1 : 1-z > 0 ? 1 : 0",
		"step(1-z)":               "1-z < 0 ? 0 : 1",
		"heaviside(z-2)":          "z-2 < 0 ? 0 : 1",
		"log10(z) + log2(z)":      "log(z)/log(10) + log(z)/log(2)",
		"J0(z) + J1(2*z)":         "besselj(0, z) + besselj(1, 2*z)",
		"I0(z)*K1(z)*I1(z)":       "besseli(0, z)*besselk(1, z)*besseli(1, z)",
		"K0(z)":                   "besselk(0, z)",
		"hypot(1, z) + relu(-z)":  "sqrt(1^2+z^2) + max(0, -z)",
		"exp(-cbrt(z))":           "exp(-z^(1/3))",
		"expm1(z)/exp2(z)":        "(exp(z)-1)/2^z",
		"log1p(square(z))":        "log(1+z^2)",
		"sec(z)*csc(z)*cot(z)":    "1/cos(z)*(1/sin(z))*(1/tan(z))",
		"sech(z)*csch(z)*coth(z)": "1/cosh(z)*(1/sinh(z))*(1/tanh(z))",
		"softplus(z)":             "log(1+exp(z))",
		"jv(1/2, z)+kv(1, z)":     "besselj(1/2, z) + besselk(1, z)",
		"iv(2, z)":                "besseli(2, z)",
		"exp(-theta) + θ":         "exp(-acos(u)) + acos(u)",

		"let a = 2; exp(-a*z)":                          "exp(-2*z)",
		"let s = 1+z; let t = s*s; t/s":                 "(1+z)*(1+z)/(1+z)",
		"let a = -1; z^a + 2*a":                         "z^-1 + 2*(-1)",
		"let c = z < 1 ? 1 : 2; c*c":                    "(z < 1 ? 1 : 2)*(z < 1 ? 1 : 2)",
		"let v = theta; let w = u; v*w":                 "acos(u)*u",
		"let a = 3; let b = a - 1; a ≤ b ? z : b^a + z": "2^3 + z",
	} {
		assert.True(t, tree(t, spelt).Equal(tree(t, plain)), "%s is read as %s", spelt, tree(t, spelt))
	}
	// A parameter comes before the name of the language.
	e, _, err := Read("theta*z", map[string]string{"theta": "3"})
	assert.Nil(t, err)
	assert.True(t, e.Equal(tree(t, "3*z")))
	// Names of values do not get around the limits.
	_, _, err = Read("let a = z; let b = a*a*a*a; let c = b*b*b*b; let d = c*c*c*c; let f = d*d*d*d; let g = f*f*f*f; "+
		"let h = g*g*g*g; let i = h*h*h*h; let j = i*i*i*i; let k = j*j*j*j; k", nil)
	assert.ErrorContains(t, err, "too large")
	assert.Equal(t, "acos(u)", tree(t, "theta").String())
	assert.True(t, tree(t, tree(t, "sign(J0(z))*(1−z²)₊").String()).Equal(tree(t, "sign(J0(z))*(1−z²)₊")))
}

// TestUnreadSpellings: what is not read, or not for certain, says what to write.
func TestUnreadSpellings(t *testing.T) {
	for spelt, why := range map[string]string{
		"√z²": "write √(…) or sqrt(…)", "√z^2": "write √(…)", "√exp(z)": "write √(…)", "√√z": "write √(…)", "√": "write √(…)",
		"√-z":      "write √(…)",
		"exp(-z)+": "ends too early", "(1-z) +": "ends too early", "(z)++": "ends too early",
		"besselk(nu, z)": "a parameter needs a value", "rect(z)": "write z < 1/2", "laplacian(1)": "1-norm",
		"sinc(z)": "write sin(x)/x",
	} {
		_, _, err := Read(spelt, nil)
		assert.ErrorContains(t, err, why, spelt)
	}
}

func TestInverseHyperbolicFunctions(t *testing.T) {
	for f, want := range map[string]func(float64) float64{"asinh(1 + z/2)": math.Asinh, "acosh(1 + z/2)": math.Acosh,
		"atanh(1/(1 + z/2))": func(x float64) float64 { return math.Atanh(1 / x) }} {
		for _, z := range []float64{.25, 1, 7} {
			at := formula.Substitute(tree(t, f), formula.Rational(new(big.Rat).SetFloat64(z)))
			assert.InEpsilon(t, want(1+z/2), eval.Enclose(nil, at, nil, 64).Nearest(), 1e-14, f)
		}
	}
}

// A parameter may have the name of a function, which is still the function where arguments follow.
func TestParameterNamedLikeFunction(t *testing.T) {
	want, _, err := Read("exp(-1/2*z^2)*gamma(3)", nil)
	require.Nil(t, err)
	for source, values := range map[string]map[string]string{"exp(-gamma*z^2)*gamma(3)": {"gamma": "1/2"},
		"let gamma = 1/2; exp(-gamma*z^2)*gamma(3)": nil} {
		got, _, err := Read(source, values)
		require.Nil(t, err)
		assert.Equal(t, want.String(), got.String())
	}
}

// Names of functions alone are told as such, whatever their spelling.
func TestFunctionAlone(t *testing.T) {
	for _, name := range []string{"ln", "J0", "pow", "hypot", "step", "cosh", "arctan", "sum", "prod", "max"} {
		_, _, err := Read("1+"+name+"*z", nil)
		assert.ErrorContains(t, err, name+" is a function: write "+name+"(…)")
	}
}
