package stationary_test

import (
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"krein/certify"
	"krein/certify/stationary"
	"krein/fourier/language"
	check "krein/internal/certify/check/stationary"
	"krein/internal/certify/proof"
)

// ruleFirst is a reason that begins with the identifier of a rule.
var ruleFirst = regexp.MustCompile(`^[a-z0-9-]+\.[a-z0-9-]+: |: [a-z0-9-]+\.[a-z0-9-]+$`)

// Reasons say what decides or what is open, in words: the rule stands beside them.
func TestReasonsInWords(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		formula string
		dim     int
		id      proof.ID
		want    string
	}{
		{"prod(max(0,1-abs(x)))", 2, check.PD, "k is a product over 2 orthogonal subspaces, and all factors are positive definite"},
		{"sum(cos(x))^2/4", 2, check.FiniteMass, "k is a sum of 3 products over 2 orthogonal subspaces, and all factors have finite mass"},
		{"exp(-z)*cos(2*x1)", 3, check.PD, "all parts of the product are positive definite"},
		{"tl1(2)", 3, check.FiniteMass, "of the 1-norm, k is a continuous function that has finite mass on the line and no waves at infinity"},
		{"1/(1+l1)", 2, check.PD, "of the 1-norm, k is a continuous function that is completely monotone"},
		{"(x1^2<1 ? 1 : 0)*exp(-x2^2)", 2, check.FiniteMass, "on one of the subspaces k is not the transform of a finite measure"},
		{"prod(1+exp(-abs(x)))/8-1/8", 3, check.PD, "k is made of functions not all of which have this property, and no rule " +
			"decides what follows; -1/8: not positive definite on R^3"},
		{"cos(l1)", 2, check.FiniteMass, "as a function of the 1-norm, cos(z) oscillates at infinity"},
	} {
		k, err := language.Parse(c.formula, c.dim, nil)
		require.NoError(t, err)
		cert, err := stationary.Run(t.Context(), k, &certify.Settings{SkipMass: true})
		require.NoError(t, err)
		assert.Equal(t, c.want, cert.Claim(c.id).Because, "%s in R^%d: %s", c.formula, c.dim, c.id)
		for _, cl := range cert.Claims {
			assert.NotRegexp(t, ruleFirst, cl.Because, "%s in R^%d: %s", c.formula, c.dim, cl.ID)
		}
	}
}

// TestUndefinedIsNotDecided: nothing is decided about a formula of x − y that has no value somewhere, whatever the rest of it is:
// the normal form, of which lines and subspaces have their parts, lacks what is multiplied by 0.
func TestUndefinedIsNotDecided(t *testing.T) {
	t.Parallel()
	parts := []string{"acos(2+x1^2)", "log(abs(x1)-1)", "log(x1)", "sqrt(x1*x2)", "asin(1+x1^2*x2^2)", "acosh(cos(x1))", "atanh(2+l1)",
		"1/(x1*x2-1)", "1/(x1-1)", "tan(x1)", "sqrt(1e-9-exp(-z))", "log(l1-7)", "(x1-x2)^(1/3)", "1/(x1^2+x2^2-1)", "besselk(1,x1)",
		"1/(abs(x1)-x1)", "log(-1-z)"}
	hide := []string{"F+0*(U)", "F*(U)^0", "F+(U-(U))", "F+0/(1/(U))", "F*((U)/(U))"}
	bases := []string{"exp(-z^2/2)*cosh(x1)", "x1*exp(-z^2)", "exp(-l1)*(1-3*x1^2)", "cosh(x1)*cos(x2)", "(1-l1)*exp(-l1)"}
	for i, u := range parts {
		f := strings.NewReplacer("F", bases[i%len(bases)], "U", u).Replace(hide[i%len(hide)])
		k, err := language.Parse(f, 2, nil)
		if err != nil {
			assert.Contains(t, err.Error(), "undefined", f)
			continue
		}
		cert, err := stationary.Run(t.Context(), k, &certify.Settings{SkipMass: true})
		require.NoError(t, err, f)
		for _, cl := range cert.Claims {
			assert.Equal(t, proof.Undecided, cl.Status, "%s: %s: %s", f, cl.ID, cl.Because)
		}
	}
	for _, f := range bases {
		k, err := language.Parse(f+"+0*log(1+l1)", 2, nil)
		require.NoError(t, err, f)
		cert, err := stationary.Run(t.Context(), k, &certify.Settings{SkipMass: true})
		require.NoError(t, err, f)
		assert.Equal(t, proof.Refuted, cert.Claim(check.PD).Status, f)
	}
}
