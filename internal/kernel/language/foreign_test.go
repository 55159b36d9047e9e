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
		`\exp\left(-\frac{z^{2}}{\frac{1}{2}}\right)`: "exp(-((z^(2))/(((1)/(2)))))",
		"lambda r: np.exp(-0,5*r)":                    "exp(-0.5*z)",
	} {
		_, _, err := Read(source, nil)
		require.NotNil(t, err, source)
		assert.Contains(t, err.Msg, "krein reads this as "+want, source)
		e, _, wrong := Read(want, nil)
		require.Nil(t, wrong, want)
		require.NotNil(t, e)
	}
	// what no spelling explains is not explained
	for _, source := range []string{"np.foo(z)", "exp(-sqrt(z", `\frac{1}{z`, `\frac1z`, "exp(-z) +", "gaussian(1,2,3)", "lambda"} {
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
