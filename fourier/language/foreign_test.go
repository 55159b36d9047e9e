package language_test

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"krein/fourier/language"
	"krein/fourier/stationary"
)

// Formulas in two points are answered with the function of x − y that krein reads, or with what comes nearest.
func TestForeignSpellings(t *testing.T) {
	for source, want := range map[string]string{
		"K(x,y) = exp(-|x-y|)":                            "krein reads this as exp(-z)",
		"k(x,x') = exp(-|x-x'|)":                          "krein reads this as exp(-z)",
		"exp(-||x-y||^2/2)":                               "krein reads this as exp(-z^2/2)",
		"exp(-(x-y)^2)":                                   "krein reads this as exp(-z^2)",
		"np.exp(-np.abs(x-y))":                            "krein reads this as exp(-z)",
		"exp(-np.linalg.norm(x-y))":                       "krein reads this as exp(-z)",
		`k(x, y) = \exp\left(-\frac{\|x-y\|^2}{2}\right)`: "krein reads this as exp(-((z^2)/(2)))",
		`\exp(-x_1^2-|x_{2}|)`:                            "krein reads this as exp(-x1^2-abs(x2))",
		"min(x,y)":                                        "package features/threshold",
		"min(x1,y1)":                                      "package features/threshold",
		"x*y/(x^2+y^2-x*y)":                               "that of Tanimoto is u/(2-u)",
		"chi2(x,y)":                                       "chi-squared",
		"(x-y)^2/(x+y)":                                   "chi-squared",
		"gibbs(x,y)":                                      "gaussian(l)",
		"x.dot(y)":                                        "write u for the inner product",
		"(x*y+1)^2":                                       "write u for the inner product",
		"x+y":                                             "krein knows functions of x - y",
	} {
		_, err := language.Parse(source, 2, &stationary.Options{})
		require.Error(t, err, source)
		assert.ErrorContains(t, err, want, source)
	}
	_, err := language.Parse("exp(-x)", 2, &stationary.Options{})
	require.ErrorContains(t, err, "x stands for a coordinate")
	assert.NotContains(t, err.Error(), "krein reads this as")
}
