package certify

import (
	"context"
	"fmt"

	"krein/internal/budget"
)

// Budgets of one certificate at effort 1, in units of budget.Meter (some tenths of a microsecond):
// of all provers, of one of them, of the second look at what they proved, of the estimates, of the
// implications drawn where the provers have spent theirs, of the masses, and of the derivatives by which provers and estimates choose where to look.
const (
	proofUnits    = 24_000_000
	proverUnits   = 8_000_000
	lookUnits     = 8_000_000
	estimateUnits = 12_000_000
	drawUnits     = 1_000_000
	massUnits     = 12_000_000
	jetUnits      = 24_000_000
)

// moreEffort is what to do where a budget was spent.
func (s *Settings) moreEffort() string {
	return fmt.Sprintf("--effort %g allows four times as much", 4*s.withDefaults().Effort)
}

// units scales a budget by the effort.
func (s *Settings) units(n int64) int64 {
	const most = 1 << 60
	if x := float64(n) * s.Effort; x < most {
		return max(int64(x), 1)
	}
	return most
}

// within bounds the work until leave is called. Scopes nest.
func (f *session) within(units int64) (leave func()) { return f.under(f.Ctx, units) }

// under is within a context that may outlast the one of the session.
func (f *session) under(ctx context.Context, units int64) (leave func()) {
	outer := f.Ctx
	ctx, end := budget.Of(outer).Enter(ctx, f.set.units(units))
	f.Ctx = ctx
	f.checker.Within(ctx, searchSteps, f.set.moreEffort())
	return func() {
		end()
		f.Ctx = outer
		f.checker.Within(outer, searchSteps, f.set.moreEffort())
	}
}
