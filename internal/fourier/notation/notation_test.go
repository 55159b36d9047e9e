package notation

import (
	"math/big"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"krein/fourier/language"
	"krein/fourier/stationary"
)

func TestLaTeX(t *testing.T) {
	for _, c := range []struct {
		formula string
		params  map[string]string
		want    string
	}{
		{"exp(-z^2/8)*(1 + sinh(t1/5))", nil,
			`\exp\left(-\frac{z^{2}}{8}\right)\,\left(1+\sinh\left(\frac{t_{1}}{5}\right)\right)`},
		{"prod(exp(-abs(x)))", nil, `\prod_{i}\exp\left(-\left|x_{i}\right|\right)`},
		{"2*sum(x1e)", map[string]string{"x1e": "1,2,3"}, `2\,\left(\sum_{i}\mathrm{x1e}_{i}\right)`},
		{"prod(1/(1+z))", nil, `\prod_{i}\frac{1}{1+\left|x_{i}\right|}`},
		{"prod(exp(-matern(1/2, l)))", map[string]string{"l": "1,2,3"},
			`\prod_{i}\exp\left(-\exp\left(-\frac{\left|x_{i}\right|}{l_{i}}\right)\right)`},
		{"tl1(3)", nil, `\max\left(3-{\lVert\Delta\rVert}_{1}, 0\right)`},
		{"sinh_gaussian(r, sigma)", map[string]string{"r": "1,0,2", "sigma": "2"},
			`\exp\left(-\frac{z^{2}}{2\,\sigma^{2}}\right)\,\left(1+\sinh\left(\sum_{i}r_{i}\,x_{i}\right)\right)`},
		{"exp(-(x1^2+x1*x2))*cos(1e1*x3)", nil,
			`\exp\left(-\left(x_{1}^{2}+x_{1}\,x_{2}\right)\right)\,\cos\left(10\,x_{3}\right)`},
	} {
		k, err := language.Parse(c.formula, 3, &stationary.Options{Params: c.params, Axes: axes})
		require.NoError(t, err, c.formula)
		got, err := LaTeX(k)
		require.NoError(t, err, c.formula)
		assert.Equal(t, c.want, got, c.formula)
	}
}

// Every named kernel is written out.
func TestCatalogue(t *testing.T) {
	for _, n := range language.Catalogue() {
		params := map[string]string{}
		text := n.Signature
		for _, p := range split(text[len(n.Name)+1 : len(text)-1]) {
			params[strings.TrimSpace(p)] = "1/2"
		}
		k, err := language.Parse(text, 3, &stationary.Options{Params: params})
		require.NoError(t, err, text)
		got, err := LaTeX(k)
		require.NoError(t, err, text)
		assert.NotContains(t, got, n.Name)
	}
}

var axes = [][]*big.Rat{{big.NewRat(1, 1), big.NewRat(1, 1), big.NewRat(1, 1)}}
