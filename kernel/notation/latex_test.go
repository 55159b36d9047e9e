package notation

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"krein/internal/kernel/catalogue"
	_ "krein/internal/testlong" // fewer collections
	"krein/kernel/parser"
)

func TestLaTeX(t *testing.T) {
	text := func(formula string) string {
		k, err := parser.Parse(formula, nil)
		require.NoError(t, err, formula)
		return KernelLaTeX(k)
	}
	for formula, want := range map[string]string{
		"exp(-z^2/200)": `\exp\left(-\frac{z^{2}}{200}\right)`,
		"z < 1 ? (1-z)^4*(4*z+1) : 0": `\begin{cases}\left(1-z\right)^{4}\,\left(4\,z+1\right) & \text{if } z<1\\0 & ` +
			`\text{otherwise}\end{cases}`,
		"z<1 ? 1 : z<=2 && z>0 ? 2 : 3": `\begin{cases}1 & \text{if } z<1\\2 & \text{if } z\le 2\text{ and }z>0\\3 & ` +
			`\text{otherwise}\end{cases}`,
		"(z/2)^3*2":            `\left(\frac{z}{2}\right)^{3}\cdot 2`,
		"2*besselk(1/3, pi*z)": `2\,K_{\frac{1}{3}}\left(\pi\,z\right)`,
		"-(z+1)":               `-\left(z+1\right)`,
		"u^2":                  `u^{2}`,
		"abs(sqrt(z)-1/2)":     `\left|\sqrt{z}-\frac{1}{2}\right|`,
		"min(z,1)+erf(z)":      `\min\left(z, 1\right)+\operatorname{erf}\left(z\right)`,
		"gaussian(1)":          `\exp\left(-\frac{z^{2}}{2}\right)`,
		"(-2)^3*z - 1e-30":     `-8\,z-10^{-30}`,
		"2^-z":                 `2^{-z}`,
		"exp(z)^2":             `{\exp\left(z\right)}^{2}`,
		"z*(-z/3)":             `z\,\left(-\frac{z}{3}\right)`,
	} {
		assert.Equal(t, want, text(formula), formula)
	}
	for _, e := range catalogue.Entries() {
		for _, open := range []string{"{", `\left`, `\begin`} {
			closing := map[string]string{"{": "}", `\left`: `\right`, `\begin`: `\end`}[open]
			assert.Equal(t, strings.Count(e.LaTeX, open), strings.Count(e.LaTeX, closing), e.Name)
		}
	}
}
