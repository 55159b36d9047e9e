package certify

import (
	"context"
	"fmt"

	"krein/internal/budget"
)

// Budgets of one certificate at effort 1, in units of budget.Meter (some tenths of a microsecond):
// of all provers, of one of them, of the second look at what they proved, of the estimates, of the
// implications drawn where the provers have spent theirs, of the masses, and of the derivatives by which provers and
// estimates choose where to look.
const (
	proofUnits    = 30_000_000
	proverUnits   = 12_000_000
	lookUnits     = 8_000_000
	estimateUnits = 12_000_000
	drawUnits     = 1_000_000
	massUnits     = 12_000_000
	jetUnits      = 12_000_000
)

// AtEffort names the budget where [Settings.Units] were spent. It advises no other: whether a larger one decides more is
// known only to a caller who has tried it.
func (s *Settings) AtEffort() string {
	return fmt.Sprintf("--effort %g", s.withDefaults().Effort)
}

// Units returns Effort·n, at least 1: how much work may be spent on what n is for at effort 1, of a few tenths of a
// microsecond each.
func (s *Settings) Units(n int64) int64 {
	const most = 1 << 60
	if x := float64(n) * s.withDefaults().Effort; x < most {
		return max(int64(x), 1)
	}
	return most
}

// within bounds the work until leave is called. Scopes nest.
func (f *session) within(units int64) (leave func()) { return f.under(f.Ctx, units) }

// under is within a context that may outlast the one of the session.
func (f *session) under(ctx context.Context, units int64) (leave func()) {
	outer := f.Ctx
	ctx, end := budget.Of(outer).Enter(ctx, f.set.Units(units))
	f.Ctx = ctx
	f.checker.Within(ctx, searchSteps, f.set.AtEffort())
	return func() {
		end()
		f.Ctx = outer
		f.checker.Within(outer, searchSteps, f.set.AtEffort())
	}
}
