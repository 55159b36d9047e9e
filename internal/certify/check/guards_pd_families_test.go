package check

import (
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"krein/internal/certify/checktest"
	"krein/internal/kernel/constant"
)

func TestGuardsPDFamilies(t *testing.T) { testGuards(t, pdFamilyGuardRows(t)) }

// pdFamilyGuardRows are about pd/families.go.
func pdFamilyGuardRows(t *testing.T) []guardRow {
	constant := func(formula string) string {
		c, err := constant.Parse(formula)
		require.NoError(t, err)
		return c.String()
	}
	family := func(params ...string) string {
		return `{"factor":"` + params[0] + `","params":["` + strings.Join(params[1:], `","`) + `"]}`
	}
	const (
		hat    = "z < 1 ? (1-z)^2 : 0"
		bohman = "z<1 ? (1-z)*cos(pi*z)+sin(pi*z)/pi : 0"
		sine   = "3*(sin(z)-z*cos(z))/z^3"
		phi    = "z < 1 ? (1-z)^4*(4*z+1) : 0"
	)
	one := constant("1+" + checktest.Unsigned)
	const says = "the condition on the parameters says the opposite"
	var rows []guardRow
	// every family on both sides of its condition, and each rule on the wrong one; these have a rule that refutes
	refute := []string{"askey", "damped-cosine", "damped-sine", "gaussian-wave"}
	for _, f := range []struct {
		name, formula string
		params        string
		in, out       int // dimensions
	}{
		{"askey", hat, family("1", "1", "2"), 3, 4},
		{"wendland", phi, family("1", "1", "3", "1"), 3, 4},
		{"wendland", "missing_wendland(1)", family("1", "1", "2", "1/2"), 2, 3},
		{"euclid-hat", "circular(2)", family("1", "2", "2"), 2, 3},
		{"damped-cosine", "exp(-z)*cos(z)", family("1", "1", "1"), 2, 3},
		{"damped-sine", "exp(-z)*sin(z)/z", family("1", "1", "1"), 5, 6},
		{"lambda-squared", "besselj(0,z)^2", family("1", "1", "2"), 3, 4},
		{"buhmann", "z<2 ? 3/4*z^4*log(z/2)-21/16*z^4+4*z^3-3*z^2+1 : 0", family("1", "2"), 3, 4},
		{"gaussian-wave", "exp(-z^2/2)*cos(z)", family("1", "1/2", "1", "1"), 3, 4},
		{"bohman", bohman, family("1", "1"), 1, 2},
	} {
		rows = append(rows, shows("pd."+f.name, f.formula, f.in, f.params),
			stops("pd."+f.name, f.formula, f.out, f.params, says))
		if slices.Contains(refute, f.name) {
			rows = append(rows, shows("pd.not-"+f.name, f.formula, f.out, f.params),
				stops("pd.not-"+f.name, f.formula, f.in, f.params, says))
		}
	}
	return append(rows,
		leaves("pd.damped-cosine", "exp(-z)*cos(("+one+")*z)", 2, family("1", "1", one),
			"the condition on the parameters is not decided"),
		stops("pd.askey", hat, 3, family("1", "1"), "1 parameters, want 2"),
		stops("pd.askey", hat, 3, family("1", "1", "2", "3"), "3 parameters, want 2"),
		stops("pd.askey", "-("+hat+")", 3, family("-1", "1", "2"), "-1 is not positive"),
		stops("pd.askey", "0", 3, family("0", "1", "2"), "0 is not positive"),
		leaves("pd.askey", checktest.Unsigned+"*("+hat+")", 3, family(constant(checktest.Unsigned), "1", "2"),
			"is not positive: not decided"),
		stops("pd.askey", hat, 3, family("x", "1", "2"), "unknown name"),
		stops("pd.askey", hat, 3, family("2/2", "1", "2"), `the constant "2/2" is written "1"`),
		stops("pd.askey", hat, 3, family("1", "x", "2"), "unknown name"),
		stops("pd.askey", hat, 3, family("1", "-1", "2"), "-1 is not positive"),
		// Euler's constant has no formula
		stops("pd.askey", hat, 3, family("euler", "1", "2"), `no formula says "euler"`),
		leaves("pd.askey", "z < 1 ? (1-z)^3 : 0", 3, family("1", "1", "2"), "equals"),
		// equal for z > 0 and elsewhere not: k is not continuous
		stops("pd.askey", "z == 0 ? 1/2 : (z < 1 ? (1-z)^2 : 0)", 3, family("1", "1", "2"), "but the limit is 1"),
		stops("pd.askey", "z == 1/2 ? 5 : (z < 1 ? (1-z)^2 : 0)", 3, family("1", "1", "2"), "but the limit is 1/4"),
		stops("pd.euclid-hat", "circular(2)", 2, family("1", "2", "sqrt(2)"),
			"the order sqrt(2) is not an integer up to 200"),
		stops("pd.euclid-hat", "circular(2)", 2, family("1", "2", "3/2"), "the order 3/2 is not an integer up to 200"),
		stops("pd.euclid-hat", "circular(2)", 2, family("1", "2", "201"), "the order 201 is not an integer up to 200"),
		stops("pd.lambda-squared", "cos(z)^2", 1, family("1", "1", "sqrt(2)"), "the order sqrt(2) is not a rational n ≥ 1"),
		stops("pd.lambda-squared", "cos(z)^2", 1, family("1", "1", "1/2"), "the order 1/2 is not a rational n ≥ 1"),
		stops("pd.gaussian-wave", "exp(-z^2/2)*cos(z)", 1, family("1", "1/2", "1", "sqrt(2)"),
			"the order sqrt(2) is not a rational n ≥ 1"),
		stops("pd.gaussian-wave", "exp(-z^2/2)*cos(z)", 1, family("1", "1/2", "1", "1/2"),
			"the order 1/2 is not a rational n ≥ 1"),
		// The elementary form of Λ_39 has coefficients beyond int64: it is written with a Bessel function.
		shows("pd.gaussian-wave", "exp(-z^2)*(z == 0 ? 1 : gamma(39/2)*(2/z)^(37/2)*besselj(37/2,z))", 3,
			family("1", "1", "1", "39")),
		leaves("pd.wendland", phi, 3, family("1", "1", "sqrt(3)", "1"), "not decided"),
		stops("pd.wendland", phi, 3, family("1", "1", "3", "sqrt(3)"), "κ is not rational"),
		stops("pd.wendland", phi, 3, family("1", "1", "3", "3/2"), "is not known in closed form here"),
		stops("pd.wendland", phi, 3, family("1", "1", "30", "21"), "is more than 20"),
	)
}
