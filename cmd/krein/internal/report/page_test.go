package report

import (
	"encoding/xml"
	"errors"
	"io"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"krein/certify"
	"krein/internal/certify/check"
	"krein/internal/certify/check/stationary"
	"krein/kernel/notation"
	"krein/kernel/parser"
)

// The formulas of the catalogue are typeset, and what comes out is XML.
func TestKernelFormula(t *testing.T) {
	for _, name := range []string{
		"gaussian(1)", "matern(5/3)", "rational_quadratic(1)", "powered_exponential(3/2)", "askey(3/2)", "triangle",
		"circular", "gneiting", "missing_wendland", "bochner_riesz(5/2)", "delta_gaussian(1, 10)", "damped_cosine(1, 1)",
		"bessel(3)", "wave", "arccos1", "ntk", "spherical_polynomial(2, 1)", "sigmoid",
		"geodesic_gaussian(1)", "multiquadric", "thin_plate", "z < 1 ? 1 - z : abs(z - 2)", "max(0, sign(1-z))",
	} {
		k, err := parser.Parse(name, nil)
		require.NoError(t, err)
		text := string(KernelFormula(notation.KernelLaTeX(k), k.Formula()))
		assert.True(t, strings.HasPrefix(text, "<math"), "%s: %s", name, text)
		assert.NotContains(t, text, "style=", name)
		d := xml.NewDecoder(strings.NewReader(text))
		for {
			if _, err := d.Token(); errors.Is(err, io.EOF) {
				break
			} else if !assert.NoError(t, err, name) {
				break
			}
		}
	}
}

// A minus sign has no space behind it where it subtracts from nothing.
func TestMinus(t *testing.T) {
	const sign = `<mo form="prefix">−</mo>`
	for latex, want := range map[string]int{
		`-z`: 1, `1 - z`: 0, `\exp\left(-z\right)-1`: 1, `-\frac{-z}{-2}`: 3, `k(z) = -z-z`: 1, `\max\left(0, -z\right)`: 1,
	} {
		text := string(Formula(latex, "", true))
		assert.Equal(t, want, strings.Count(text, sign), "%s: %s", latex, text)
	}
}

// A formula is the same each time, though the order of attributes in what is translated is not.
func TestFormulaIsTheSame(t *testing.T) {
	const latex = `k(z) = \left|\frac{z}{2}\right| \left(1 + z\right)`
	first := Formula(latex, "", true)
	assert.Contains(t, first, `<mo fence="true" form="prefix" stretchy="true">`)
	for range 20 {
		require.Equal(t, first, Formula(latex, "", true))
	}
}

// What cannot be typeset is code, escaped.
func TestFormulaFallsBack(t *testing.T) {
	for _, latex := range []string{strings.Repeat("z+", mostLaTeX), `\frac{1`, `\left(`} {
		text := string(Formula(latex, "a<b", true))
		assert.True(t, text == "<code>a&lt;b</code>" || strings.HasPrefix(text, "<math"), text)
	}
	assert.Equal(t, "<code>a&lt;b</code>", string(Formula(strings.Repeat("z+", mostLaTeX), "a<b", true)))
}

func TestText(t *testing.T) {
	assert.Equal(t, "R<sup>16</sup> and S<sup>15</sup>, R<sup>n</sup>, Λ<sub>3</sub>(z), e^x &lt; R^x",
		string(Text("R^16 and S^15, R^n, Λ_3(z), e^x < R^x")))
	assert.Equal(t, "Σ |a<sub>n</sub>|, ‖μ<sub>R</sub>⁺‖, P<sub>n</sub>(u), la_n, a_name",
		string(Text("Σ |a_n|, ‖μ_R⁺‖, P_n(u), la_n, a_name")))
}

var href = regexp.MustCompile(`href="([^"]*)"`)

// Every rule has a page, and its links lead to rules that are known, or abroad.
func TestRulePages(t *testing.T) {
	section := func(name string) (string, bool) {
		return Anchor(name), strings.HasPrefix(name, "pd") || name == "factors"
	}
	links, families := 0, 0
	for _, th := range known() {
		text, err := RulePage(th, section)
		require.NoError(t, err)
		require.NotEmpty(t, text, th.ID)
		assert.NotContains(t, string(text), "<h1", th.ID)
		for _, m := range href.FindAllStringSubmatch(string(text), -1) {
			links++
			name, inside := strings.CutPrefix(m[1], "#rule-")
			_, here := section(name)
			assert.True(t, inside && here || strings.HasPrefix(m[1], "https://"), "%s: %s", th.ID, m[1])
			if name == "factors" {
				families++
			}
		}
	}
	assert.Len(t, known(), len(check.Rules())+len(stationary.Rules()), "rules of different kinds have different names")
	assert.Positive(t, links)
	assert.Positive(t, families)
	text, err := RulePage(Theorem{Page: "no-such-rule"}, section)
	assert.NoError(t, err)
	assert.Empty(t, text)
}

func TestClaims(t *testing.T) {
	k, err := parser.Parse("triangle", nil)
	require.NoError(t, err)
	c, err := certify.Run(t.Context(), k, 3, nil)
	require.NoError(t, err)
	claims := Claims(c.Dim(), c.Claims(), true)
	require.Len(t, claims, len(certify.IDs()))
	for i, cl := range c.Claims() {
		assert.Equal(t, cl.Status.String(), claims[i].Mark.Word)
		assert.NotEmpty(t, claims[i].Title)
		assert.Equal(t, cl.Proof != nil, claims[i].Proof != nil)
	}
	cited := Theorems(claims)
	assert.NotEmpty(t, cited)
	for i := 1; i < len(cited); i++ {
		assert.Less(t, cited[i-1].ID, cited[i].ID)
	}
}
