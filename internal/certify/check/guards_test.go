package check

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"krein/internal/certify/check/monotone"
	"krein/internal/certify/check/rule"
	"krein/internal/certify/checktest"
	"krein/internal/certify/proof"
	"krein/kernel/parser"
)

// A guardRow offers a step to the checker: one that is right, or a forgery that one guard stops and
// no other. Claim and sign are the rule's.
type guardRow struct {
	rule     string
	formula  string
	dim      int
	evidence any // a string is JSON as it stands, nil the empty object
	from     []*proof.Step
	want     checktest.Outcome
	why      string // a part of the error
}

// assumed is a premise of which only claim and sign are looked at. It stands for a proof of
// something that is true, and so leaves to the guard of the row what is false.
func assumed(claim proof.ID, holds bool) *proof.Step {
	return proof.NewStep(fmt.Sprintf("assumed.%s.%v", claim, holds), "", nil)
}

// guardChecker accepts assumed steps.
func guardChecker() *rule.Checker {
	rules := index()
	for _, id := range append(proof.IDs(), monotone.Bernstein) {
		for _, holds := range []bool{true, false} {
			s := assumed(id, holds)
			rules[s.Rule] = &rule.Rule{ID: s.Rule, Claim: id, Holds: holds, Supposes: rule.Pointwise,
				Check: rule.Fact(func(*rule.Checker, rule.Goal, rule.None) error { return nil })}
		}
	}
	return rule.New(context.Background(), rules, 0)
}

// step makes the step of a row.
func (r guardRow) step() *proof.Step {
	s := proof.NewStep(r.rule, "", nil, r.from...)
	switch ev := r.evidence.(type) {
	case nil:
	case string:
		s.Evidence = []byte(ev)
	default:
		s = proof.NewStep(r.rule, "", ev, r.from...)
	}
	return s
}

// testGuards checks rows. Those that are accepted are accepted no longer with evidence that does
// not decode, with a premise more or less, or with one that proves nothing.
func testGuards(t *testing.T, rows []guardRow) {
	rules := index()
	for i, r := range rows {
		t.Run(fmt.Sprintf("%s/%d", r.rule, i), func(t *testing.T) {
			by := rules[r.rule]
			require.NotNil(t, by, "no rule %s", r.rule)
			k, err := parser.Parse(r.formula, nil)
			require.NoError(t, err)
			g := rule.Goal{Claim: by.Claim, Holds: by.Holds, Kernel: k, Dim: r.dim}
			s := r.step()
			err = guardChecker().Step(g, s)
			require.Equal(t, r.want, checktest.OutcomeOf(t, err), "%v, evidence %s: %v", g, s.Evidence, err)
			if r.want != checktest.Accepted {
				require.NotEmpty(t, r.why)
				require.ErrorContains(t, err, r.why, "%v", g)
				return
			}
			forged := func(why string, change func(s *proof.Step)) {
				t.Helper()
				f := r.step()
				f.From = append([]*proof.Step(nil), f.From...)
				change(f)
				var rejected *rule.RejectedError
				err := guardChecker().Step(g, f)
				require.ErrorAs(t, err, &rejected, why)
				assert.Contains(t, err.Error(), why)
			}
			forged("evidence of "+r.rule, func(s *proof.Step) { s.Evidence = []byte(`{"nonsense":1}`) })
			forged("premises, want", func(s *proof.Step) { s.From = append(s.From, assumed(by.Claim, true)) })
			for i := range r.from {
				why, change := spoilt(r.from[i])
				forged(why, func(s *proof.Step) { change(s, i) })
			}
			if n := len(r.from); n > 0 {
				forged("premise", func(s *proof.Step) { s.From = s.From[:n-1] })
			}
		})
	}
}

// spoilt changes a premise to one that proves nothing, and says how its error will be known.
func spoilt(p *proof.Step) (why string, change func(s *proof.Step, i int)) {
	if strings.HasPrefix(p.Rule, "assumed.") {
		return "there is no such rule", func(s *proof.Step, i int) { s.From[i] = proof.NewStep("nothing", "", nil) }
	}
	return "premises, want", func(s *proof.Step, i int) { // the rule above may look at rule and evidence
		s.From[i] = &proof.Step{Rule: p.Rule, Evidence: p.Evidence, From: append(p.From[:len(p.From):len(p.From)], p)}
	}
}

// shows is a row with a step that is right.
func shows(rule, formula string, dim int, evidence any, from ...*proof.Step) guardRow {
	return guardRow{rule, formula, dim, evidence, from, checktest.Accepted, ""}
}

// stops is a row with a forgery that is rejected.
func stops(rule, formula string, dim int, evidence any, why string, from ...*proof.Step) guardRow {
	return guardRow{rule, formula, dim, evidence, from, checktest.Rejected, why}
}

// leaves is a row with a forgery that is left undecided.
func leaves(rule, formula string, dim int, evidence any, why string, from ...*proof.Step) guardRow {
	return guardRow{rule, formula, dim, evidence, from, checktest.Undecided, why}
}

// allGuardRows are the rows of all families.
func allGuardRows(t *testing.T) [][]guardRow {
	return [][]guardRow{monotoneGuardRows(t), monotoneSpecialGuardRows(t), monotoneSectorGuardRows(),
		monotoneRatioGuardRows(), monotoneSeriesGuardRows(), monotoneNotGuardRows(), sphereGuardRows(t),
		sphereClosureGuardRows(t), sphereAngleGuardRows(t), sphereCompositionGuardRows(), sphereCuspGuardRows(),
		sphereFourierGuardRows(), sphereLegendreGuardRows(), pdFamilyGuardRows(t), pdClosureGuardRows(), pdValueGuardRows(t),
		pdDensityGuardRows(t), conditionalGuardRows(t), finiteGuardRows(t), almostPeriodicGuardRows(), pdWaveGuardRows(),
		periodicGuardRows(), sphereWaveGuardRows(), witnessGuardRows(t)}
}

// TestGuardRowsCoverRules wants a row with a step that is accepted of every rule.
func TestGuardRowsCoverRules(t *testing.T) {
	shown := map[string]bool{}
	for _, rows := range allGuardRows(t) {
		for _, r := range rows {
			shown[r.rule] = shown[r.rule] || r.want == checktest.Accepted
		}
	}
	families := map[string]bool{}
	for id := range shown {
		family, _, _ := strings.Cut(id, ".")
		families[family] = true
	}
	for _, r := range Rules() {
		if family, _, _ := strings.Cut(r.ID, "."); families[family] {
			assert.True(t, shown[r.ID], "no row shows %s", r.ID)
		}
	}
}
