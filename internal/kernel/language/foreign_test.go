package language

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// Formulas as other languages spell them are answered with the formula that krein reads.
func TestForeignSpellings(t *testing.T) {
	for source, want := range map[string]string{
		"np.exp(-z**2)":            "exp(-z**2)",
		"math.exp(-z)":             "exp(-z)",
		`\exp(-z)`:                 "exp(-z)",
		`$\exp(-z)$`:               "exp(-z)",
		`\frac{1}{1+z^2}`:          "((1)/(1+z^2))",
		"lambda z: exp(-z)":        "exp(-z)",
		"lambda r: exp(-r)*cos(r)": "exp(-z)*cos(z)",
		"k(z) = exp(-z)":           "exp(-z)",
		"f(r) := 1/(1+r)":          "1/(1+z)",
		"exp(-0,5*z)":              "exp(-0.5*z)",
		`\exp\left(-\frac{z^{2}}{\frac{1}{2}}\right)`:         "exp(-((z^(2))/(((1)/(2)))))",
		"lambda r: np.exp(-0,5*r)":                            "exp(-0.5*z)",
		"e^{-z^2/2}":                                          "e^(-z^2/2)",
		`\left(1+\sqrt{3}z\right)\exp\left(-\sqrt{3}z\right)`: "(1+sqrt(3)*z)*exp(-sqrt(3)*z)",
		`\cos(2\pi z)`:                                        "cos(2*pi*z)",
		"Exp[-z]":                                             "exp(-z)",
		"exp(-tau)":                                           "exp(-z)",
		"exp(-d/2)*cos(d)":                                    "exp(-z/2)*cos(z)",
		"2*exp(-z) if z<1 else 0":                             "z<1 ? 2*exp(-z) : 0",
		"np.where(z<1, (1-z)**2, 0)":                          "(z<1 ? (1-z)**2 : 0)",
		"np.maximum(0, 1-z)":                                  "max(0, 1-z)",
		"np.sinc(z)":                                          "(sin(pi*(z))/(pi*(z)))",
		"RBF(length_scale=1.0)":                               "rbf(1.0)",
		"Matern(nu=1.5)":                                      "matern(1.5)",
		"2z":                                                  "2*z",
		"exp(-z)cos(z)":                                       "exp(-z)*cos(z)",
		"z -> exp(-z)":                                        "exp(-z)",
		"def k(r): return math.exp(-r)":                       "exp(-z)",
		"return exp(-z)":                                      "exp(-z)",
		"y = exp(-z)":                                         "exp(-z)",
		`k(z) = \mathrm{e}^{-z}`:                              "e^(-z)",
		`\dfrac{1}{1+z}`:                                      "((1)/(1+z))",
	} {
		_, _, err := Read(source, nil)
		require.NotNil(t, err, source)
		assert.Contains(t, err.Msg, "krein reads this as "+want, source)
		e, _, wrong := Read(want, nil)
		require.Nil(t, wrong, want)
		require.NotNil(t, e)
	}
	// what no spelling explains is not explained
	for _, source := range []string{"np.foo(z)", "exp(-sqrt(z", "z == 1", "where(z)", `\frac{1}{z`, `\frac1z`, "exp(-z) +", "gaussian(1,2,3)", "lambda"} {
		_, _, err := Read(source, nil)
		require.NotNil(t, err, source)
		assert.NotContains(t, err.Msg, "krein reads this as", source)
	}
	for _, name := range []string{"tanimoto(1)", "gibbs", "chi2(1)"} {
		_, _, err := Read(name, nil)
		require.NotNil(t, err, name)
		assert.Contains(t, err.Msg, "krein knows functions of x - y", name)
	}
}
