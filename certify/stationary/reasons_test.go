package stationary_test

import (
	"regexp"
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
