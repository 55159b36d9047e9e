package certify

import (
	"context"
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"krein/certify/check"
	"krein/certify/check/rule"
	"krein/certify/prose"
	"krein/kernel/numeric"
)

// TestMissing: whatever is only estimated says what is missing for a proof; a rule that it names is
// one of the checker's.
func TestMissing(t *testing.T) {
	none := Settings{SkipMass: true}
	for _, c := range []struct {
		formula string
		dim     int
		set     Settings
		claim   ID
		status  Status
		rule    string
		because string
	}{
		{"2*exp(-z^(3/2))-1/(1+z^(3/2))", 2, none, PDSphere, Likely, "pd-sphere.gegenbauer", "the formula is no polynomial in u"},
		{"(1-theta/pi)^(1/2)*exp(-theta)", 3, none, PDSphere, Unlikely, "", "a rule that bounds what Darboux's method leaves out"},
		{"max(0,cos(z)-z/99)*exp(-z)", 4, none, PDAllSpheres, Unlikely, "pd-sphere.negative-coefficient",
			"has no closed form that is known here, for want of which pd-sphere is not proved"},
		{"exp(-z)*cos(2*z)", 3, Settings{SkipProofs: true}, FiniteMass, Likely, "", "not asked for"},
	} {
		cert, err := Run(context.Background(), parse(t, c.formula), c.dim, &c.set)
		require.NoError(t, err)
		cl := cert.Claim(c.claim)
		require.Equal(t, c.status, cl.Status, "%s: %s", c.formula, cl.Because)
		m, ok := prose.MissingOf(cl)
		require.True(t, ok, c.formula)
		assert.Equal(t, c.rule, m.Rule, c.formula)
		assert.Contains(t, m.Because, c.because, c.formula)
		for _, cl := range cert.Claims() {
			m, ok := prose.MissingOf(cl)
			require.Equal(t, cl.Status == Likely || cl.Status == Unlikely, ok, "%s: %s", c.formula, cl.ID)
			known := slices.ContainsFunc(check.Rules(), func(r rule.Rule) bool { return r.ID == m.Rule })
			assert.Equal(t, m.Rule != "", known, "%s: %s", c.formula, m.Rule)
		}
		var text, summary strings.Builder
		require.NoError(t, prose.WriteText(&text, cert))
		require.NoError(t, prose.WriteSummary(&summary, cert, "k"))
		m, _ = prose.MissingOf(cl)
		for _, s := range []string{text.String(), summary.String()} {
			assert.Contains(t, strings.Join(strings.Fields(s), " "), m.String())
		}
	}

	k := numeric.FromFunc("f", func(z float64) float64 { return math.Exp(-z * z) }, nil)
	cert, err := Run(context.Background(), k, 3, nil)
	require.NoError(t, err)
	m, ok := prose.MissingOf(cert.Claim(FiniteMass))
	assert.True(t, ok)
	assert.Contains(t, m.Because, "Go function")
}

// TestMissingOfEveryEstimate: no estimate is without a rule that would settle it.
func TestMissingOfEveryEstimate(t *testing.T) {
	for _, e := range estimators {
		assert.Contains(t, settledBy, e.rule)
	}
	for from, to := range settledBy {
		assert.NotEmpty(t, to.Because, from)
		assert.True(t, slices.ContainsFunc(check.Rules(), func(r rule.Rule) bool { return r.ID == to.Rule }), to.Rule)
	}
}

// TestDrawn: what follows at once from a proved claim is proved, whether the search for others was
// given up or not.
func TestDrawn(t *testing.T) {
	f, done := begin(context.Background(), parse(t, "exp(-z)"), 3, &Settings{SkipMass: true})
	defer done()
	for _, p := range finiteProvers() {
		if _, decided := f.verdicts[FiniteMass]; !decided {
			f.proveWith(p)
		}
	}
	require.True(t, f.verdict(FiniteMass).proved())
	f.draw(helping(nil))
	assert.True(t, f.verdict(PositiveDecomposition).proved())
	assert.False(t, f.verdict(PD).proved(), "that takes more than an implication")
}
