package certify

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"krein/kernel/parser"
)

// A rule about kernels of one form is no reason why a claim is open: it was tried, and that is said with the evidence.
func TestReasonsAreNoForms(t *testing.T) {
	t.Parallel()
	const equals = "equals"
	for source, dim := range map[string]int{"wendland(7,1)*circular(2)": 5} {
		k, err := parser.Parse(source, nil)
		require.NoError(t, err)
		cert, err := Run(t.Context(), k, dim, &Settings{Claims: []ID{PD}, SkipMass: true})
		require.NoError(t, err)
		claim := cert.Claim(PD)
		require.Equal(t, Undecided, claim.Status, source)
		assert.NotContains(t, claim.Because, equals, source)
		assert.NotEmpty(t, claim.Because, source)
		var evidence struct{ Tried []attempt }
		require.NoError(t, json.Unmarshal(claim.Evidence, &evidence))
		some := false
		for _, a := range evidence.Tried {
			some = some || strings.Contains(a.Because, equals)
		}
		assert.True(t, some, "%s: what was tried, %v", source, evidence.Tried)
	}
}

// A reason names the place at which it can be checked, and what decides there.
func TestReasonsNameThePlace(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		formula string
		dim     int
		id      ID
		want    string // a regular expression
	}{
		{"exp(-z)*(1-z)", 1, CompletelyMonotone, `^k is negative at z = 2(\.\d)?$`},
		{"1-z^2", 1, CompletelyMonotone, `^k is negative at z = \S+$`},
		{"2-cos(z)", 1, CompletelyMonotone, `^k is smaller at z [=≈] \S+ than at z [=≈] \S+$`},
		{"max(0,1-z)^2", 1, CompletelyMonotone, `^k is 0 on an interval that begins at z = 1, but not at z = 2\^-30$`},
		{"exp(-z^3)", 1, CompletelyMonotone, `^the derivative of order \d+ of k\(√t\) is (negative|positive) at t = 2\^-24$`},
		{"z<1 ? 1 : 0", 3, ConditionallyPD, `^k jumps at z = 1, `},
		{"z<1 ? 1 : 0", 3, PositiveDecomposition, `^k jumps at z = 1, `},
		{"max(0,2-z)", 5, ConditionallyPD, `^at z = 2 the exponent 1 counts`},
		{"cos(2*z)", 3, FiniteMass, `^k has at infinity a wave of frequency 2 that does not decay; .* on R\^3 .* s = \(d−1\)/2 = 1$`},
		{"cos(2*z)/sqrt(1+z)", 4, FiniteMass, `^k has at infinity a wave of frequency 2 that decays like z\^\(−1/2\); .* = 3/2$`},
		{"1e6*gaussian(1)-laplace(1)", 3, PD, `is larger than k\(0\) ≈ 1e\+06$`},
		{"z == 0 ? 1 : 0", 2, PositiveDecomposition, `^k is positive definite itself$`},
		{"max(0,1-z/4)^3*(1+3*z/4)", 3, PDAllSpheres, `Maclaurin coefficients`},
		{"z == 0 ? 2 : exp(-z)", 3, PDAllSpheres, `^the value at 0 is at least`},
		{"min(1,abs(tan(z)))", 1, FiniteMass, `infinitely many places`},
	} {
		k, err := parser.Parse(c.formula, nil)
		require.NoError(t, err)
		cert, err := Run(t.Context(), k, c.dim, &Settings{Claims: []ID{c.id}, SkipMass: true})
		require.NoError(t, err)
		assert.Regexp(t, c.want, cert.Claim(c.id).Because, "%s in R^%d: %s, %s", c.formula, c.dim, c.id, cert.Claim(c.id).Rule)
	}
}
