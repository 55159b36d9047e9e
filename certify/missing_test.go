package certify

import (
	"context"
	"errors"
	"math"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"krein/ball"
	"krein/internal/certify/check"
	"krein/internal/certify/check/rule"
	"krein/internal/certify/checktest"
	"krein/internal/certify/prose"
	"krein/internal/testlong"
)

// TestMissing: whatever is only estimated says what is missing for a proof; a rule that it names is
// one of the checker's.
func TestMissing(t *testing.T) {
	for _, c := range []struct {
		formula string
		dim     int
		set     Settings
		claim   ID
		status  Status
		rule    string
		because string
	}{
		{"exp(-z)*(1+(2/3+1e-5)*z^2)+1e-15*exp(-z^(3/2))", 3, Settings{Claims: []ID{PD}}, PD, Unlikely, "pd.negative-density",
			"has no closed form"},
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
		require.NoError(t, prose.WriteSummary(&summary, cert, "k", noRoutes))
		m, _ = prose.MissingOf(cl)
		for _, s := range []string{text.String(), summary.String()} {
			assert.Contains(t, strings.Join(strings.Fields(s), " "), m.String())
		}
	}

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
	for i := range provers() {
		f.tried[i] = true
	}
	f.proveAll()
	assert.True(t, f.verdict(PositiveDecomposition).proved())
	assert.False(t, f.verdict(PD).proved(), "that takes more than an implication")
}

// TestDrawnAlways: every implication of a proved claim is drawn, wherever the work or the time of the search ends.
func TestDrawnAlways(t *testing.T) {
	for _, row := range []struct {
		formula string
		dim     int
		last    ID // the time is over when it is proved
		follow  []ID
	}{
		{"(1+z)/(1+z+z^2)", 3, FiniteMass, []ID{PositiveDecomposition}},
		{"exp(-z)", 3, CompletelyMonotone, []ID{FiniteMass, PD, PDSphere, PDAllSpheres, ConditionallyPD,
			PositiveDecomposition}},
		{"z < 1 ? (1-z)^2 : 0", 3, PD, []ID{FiniteMass, PDSphere, ConditionallyPD, PositiveDecomposition}},
	} {
		k := parse(t, row.formula)
		for n := range testlong.RoundsTo(10, 24) {
			cert, err := Run(context.Background(), k, row.dim, &Settings{SkipMass: true, Effort: math.Ldexp(1, -n)})
			require.NoError(t, err)
			drawn(t, cert)
		}
		for allowed := 50 * time.Millisecond; ; allowed *= 2 {
			late := false
			cert, err := Run(context.Background(), k, row.dim, &Settings{SkipMass: true, Time: allowed, Decided: func(cl Claim) {
				if cl.ID == row.last && cl.Status == Proved {
					late = true
					time.Sleep(allowed)
				}
			}})
			require.NoError(t, err)
			if !late && allowed < time.Minute { // a slow machine
				continue
			}
			for _, id := range append(row.follow, row.last) {
				cl := cert.Claim(id)
				assert.Equal(t, Proved, cl.Status, "%s of %s: %s", id, row.formula, cl.Because)
			}
			drawn(t, cert)
			break
		}
	}
}

// drawn wants that nothing is open that follows from a proved claim by an implication alone.
func drawn(t *testing.T, c *Certificate) {
	t.Helper()
	for _, r := range implications {
		from, to := c.Claim(r.From.Claim), c.Claim(r.Claim)
		v := verdict{conclusion{holds: map[bool]ball.Truth{true: ball.True, false: ball.False}[from.Status == Proved],
			rule: from.Rule}, from.Proof, nil}
		if r.Check == nil && v.proved() && v.yields(r) && !strings.Contains(to.Because, "continuous") {
			assert.NotNil(t, to.Proof, "%s follows from %s: %s %s", r.ID, r.From.Claim, to.Status, to.Because)
		}
	}
}

// What has no finite value at 0 is told so, whatever else was tried.
func TestInfiniteAtZero(t *testing.T) {
	for i, formula := range []string{"1/z", "z == 0 ? 1 : 1/z", "log(1+1/z)", "exp(-z-z^3)", "besselk(0,z)"} {
		if !testlong.Turn(i/2, 2) {
			continue
		}
		infinite := i%2 == 0
		c, err := Run(context.Background(), checktest.Parsed(t, formula), 3, &Settings{SkipMass: true})
		require.NoError(t, err)
		for _, id := range []ID{PD, PDSphere, PDAllSpheres, ConditionallyPD} {
			cl := c.Claim(id)
			assert.Equal(t, infinite, cl.Status == Undecided && strings.HasPrefix(cl.Because, "k(0) is infinite"),
				"%s of %s: %s", id, formula, cl.Because)
		}
		assert.NotContains(t, c.Claim(FiniteMass).Because, "k(0) is infinite")
	}
}

// noRoutes advises nothing.
var noRoutes = func() prose.Routes {
	not := errors.New("not tried")
	return prose.Routes{Fourier: func() (bool, error) { return false, not }, Sphere: func() (bool, error) { return false, not },
		Least: func() (int, error) { return 0, not }}
}()
