package certify

import (
	"encoding/json"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"krein/internal/budget"
	"krein/internal/testlong"
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

// TestReasonsOfCuts: wherever the work or the time of a search ends, whatever step meets it, what is said of a claim, and
// with its evidence, says which of the two it was, in one way, and what helps; never that a context was cancelled.
func TestReasonsOfCuts(t *testing.T) {
	t.Parallel()
	say := func(t *testing.T, cert *Certificate, remedy, what string) {
		t.Helper()
		for _, cl := range cert.Claims() {
			for _, text := range []string{cl.Because, string(cl.Evidence)} {
				assert.NotContains(t, text, "context", "%s of %s", cl.ID, what)
				for _, ended := range []error{budget.ErrSpent, budget.ErrTime} {
					for rest := text; ; {
						_, after, found := strings.Cut(rest, ended.Error())
						if !found {
							break
						}
						assert.True(t, strings.HasPrefix(after, " ("+remedy+")"), "%s of %s: %s", cl.ID, what, text)
						rest = after
					}
				}
			}
		}
	}
	cut := 0
	for i, row := range cutRows {
		if !testlong.Turn(i, 6) {
			continue
		}
		k := parse(t, row.formula)
		for effort := 1. / 4096; effort <= 1./64; effort *= 8 {
			set := &Settings{Effort: effort}
			cert, err := Run(t.Context(), k, row.dim, set)
			require.NoError(t, err)
			say(t, cert, set.AtEffort(), row.formula)
			file, err := json.Marshal(cert.Claims())
			require.NoError(t, err)
			cut += strings.Count(string(file), budget.ErrSpent.Error())
		}
		for looks := int64(1); looks < 1<<12; looks *= 64 { // the time is over at some look at the clock
			var clock atomic.Int64
			set := &Settings{Effort: 1. / 64, Time: time.Second, Clock: func() time.Duration {
				return time.Duration(clock.Add(int64(time.Second) / looks))
			}}
			cert, err := Run(t.Context(), k, row.dim, set)
			require.NoError(t, err)
			say(t, cert, set.AtEffort(), row.formula)
		}
	}
	assert.NotZero(t, cut)
}

// cutRows are kernels that different provers and estimates spend their work on.
var cutRows = []struct {
	formula string
	dim     int
}{
	{"3*z^(1/3)*besselk(1/3,z)-z^(4/3)*besselk(2/3,z)", 4},
	{"exp(cos(z))*cos(sin(z))-1", 1},
	{"let r = z/1.8; r < 0.5 ? 1 - 6*r^2 + 6*r^3 : r < 1 ? 2*(1-r)^3 : 0", 2},
	{"exp(-z)*abs(cos(z))", 3},
	{"besselj(0,z)*besselj(0,2*z)*besselj(0,5*z)", 3},
	{"(1+z)/(1+z+z^2)*exp(-z^2)", 3},
	{"exp(-z^2)*cos(3*z) + max(0,1-z)", 2},
	{"max(exp(-z),1-z)", 2},
	{"sin(z)/z/(1+z^2)", 3},
	{"exp(-z^1.3)-exp(-2*z^1.7)/3", 3},
	{"gamma(2+z)/gamma(5/2+z)*cos(z)", 2},
	{"1/(1+z)-1/(3+z^2)", 7},
	{"cos(sqrt(2)*z)+abs(sin(z))", 1},
	{"asin(min(1,z))*exp(-z)", 3},
	{"erfc(z)*besselk(1/3,1+z)+log(2+1/(1+z))", 10},
	{"max(0,1-z)^(7/3)*(1+z)", 3},
	{"wendland(7,1)*circular(2)", 5},
	{"exp(-sqrt(log(1+z^2)))", 3},
}
