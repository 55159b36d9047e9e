package check

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"krein/internal/budget"
	"krein/internal/certify/check/rule"
	"krein/internal/certify/checktest"
	"krein/internal/certify/proof"
	"krein/internal/testlong"
	"krein/kernel/parser"
)

// within checks the step of a row with a budget of units and returns what was spent of it.
func (r guardRow) within(t *testing.T, by *rule.Rule, units int64) (spent int64, err error) {
	k, err := parser.Parse(r.formula, nil)
	require.NoError(t, err)
	ctx, release := budget.New(context.Background(), units)
	defer release()
	c := guardChecker()
	c.Within(ctx, rule.DefaultSteps, "more steps")
	err = c.Step(rule.Goal{Claim: by.Claim, Holds: by.Holds, Kernel: k, Dim: r.dim}, r.step())
	return budget.Of(ctx).Spent(), err
}

// Each of these tests checks the rows of some families of rules: a step is decided as with all the
// work that it takes, or not at all, wherever the work ends. (They are apart so that tools/guards
// needs to run few rows.)
func TestWorkEndsMonotone(t *testing.T) { testWithin(t, "completely-monotone") }
func TestWorkEndsFinite(t *testing.T)   { testWithin(t, "finite-mass") }
func TestWorkEndsPD(t *testing.T)       { testWithin(t, "pd") }
func TestWorkEndsSphere(t *testing.T)   { testWithin(t, "pd-sphere", "pd-all-spheres") }
func TestWorkEndsOther(t *testing.T)    { testWithin(t, "conditionally-pd", "positive-decomposition") }

func testWithin(t *testing.T, families ...string) {
	const plenty = 1 << 30
	rules, some := index(), false
	for _, rows := range allGuardRows(t) {
		for i, r := range rows {
			if family, _, _ := strings.Cut(r.rule, "."); !slices.Contains(families, family) {
				continue
			}
			some = true
			t.Run(fmt.Sprintf("%s/%d", r.rule, i), func(t *testing.T) {
				by := rules[r.rule]
				most := int64(plenty)
				if !testlong.Turn(i, 2) {
					most = 1 << 14
				}
				all, full := r.within(t, by, most)
				want := checktest.OutcomeOf(t, full)
				if want == checktest.Undecided && most < plenty {
					return // slow, and another day's turn
				}
				ends, turns := int64(24), 6
				if all > 1<<14 {
					turns = 3 // of the days when it is the row's turn
				}
				if all > 1<<16 {
					ends = 6
				}
				last := int64(-1)
				for n := range ends {
					units := all * n / ends
					if !testlong.Turn(i+int(n)+7, turns) || units == last {
						continue
					}
					last = units
					_, err := r.within(t, by, units)
					if got := checktest.OutcomeOf(t, err); got != checktest.Undecided {
						assert.Equal(t, want, got, "%s in R^%d, %d units of %d: %v, with all of them %v", r.formula, r.dim, units,
							all, err, full)
					}
				}
			})
		}
	}
	assert.True(t, some)
}

// TestWorkEndsFamilies: the tests above have all families.
func TestWorkEndsFamilies(t *testing.T) {
	for _, id := range proof.IDs() {
		assert.Contains(t, []proof.ID{"completely-monotone", "finite-mass", "pd", "pd-sphere", "pd-all-spheres",
			"conditionally-pd", "positive-decomposition"}, id)
	}
}
