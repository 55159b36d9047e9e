package input

import (
	"context"
	"fmt"
	"os"
	"time"

	"github.com/spf13/cobra"

	"krein/internal/atomicfile"
	"krein/internal/budget"
	"krein/internal/budget/stopwatch"
	"krein/kernel"
)

// Bounds of the processor time, at effort 1, that verbs take for what they find out about a kernel, and for a map of it.
// Work on rows of data is not counted (see Rows). Budgets of work end earlier, on most machines: these bounds are for
// what they do not count.
const (
	CertifyTime  = 10 * time.Second
	AnalysisTime = 60 * time.Second
)

// densityUnits are what values of a density may cost at effort 1, in units of budget.Meter: some ten seconds.
const densityUnits = 250_000_000

// Metered returns k with a budget for values of its spectral density, and the context of that budget, until done is
// called; done makes an error one that says so where the budget was spent.
func Metered(ctx context.Context, k *kernel.Kernel) (inner context.Context, m *kernel.Kernel, done func(err *error)) {
	inner, done = Densities(ctx)
	return inner, k.Metered(budget.Of(inner)), done
}

// Densities is Metered for kernels that are made from others: those that are metered by the context's budget.Of.
func Densities(ctx context.Context) (inner context.Context, done func(err *error)) {
	inner, leave := budget.Within(ctx, int64(Effort(ctx)*densityUnits))
	return inner, func(err *error) {
		if *err != nil && ctx.Err() == nil && budget.Over(inner) {
			*err = fmt.Errorf("values of the density: %s", budget.Why(inner, AtEffort(ctx)))
		}
		leave()
	}
}

// endTime is how much longer than its bound a verb may take to end by itself, as a part of the bound.
const endTime = 1. / 8

// Limit bounds the time of what a verb finds out about a kernel, until done is called: the context of cmd ends at
// effort·d, with a part of it left to end in. done makes an error of the verb one that says so. A verb that goes on all
// the same is ended, with that error and without a partial file. In a process that does other things too (see Alone)
// there is no limit but the caller's. Limits do not nest.
func Limit(cmd *cobra.Command, d time.Duration) (done func(err *error)) {
	outer := cmd.Context()
	clock := clockOf(outer)
	if clock == nil {
		return func(*error) {}
	}
	d = scaled(d, Effort(outer))
	watch := stopwatch.New(clock)
	outside := outer
	outer = stopwatch.With(outer, watch)
	ctx, stop := budget.WithTime(outer, time.Duration((1-endTime)*float64(d)), watch.Time)
	over := fmt.Errorf("'%s' takes at most %v of processor time for what it finds out about a kernel (%s), and this one "+
		"took more", cmd.CommandPath(), d, AtEffort(outer))
	ended := make(chan struct{})
	hard, release := budget.WithTime(context.WithoutCancel(outer), d, watch.Time)
	go func() {
		defer release()
		select {
		case <-ended:
		case <-hard.Done(): // nothing asked the context
			atomicfile.DiscardAll()
			fmt.Fprintf(os.Stderr, "krein: %v\n", over)
			os.Exit(2)
		}
	}()
	cmd.SetContext(ctx)
	return func(err *error) {
		close(ended)
		if *err != nil && outer.Err() == nil && budget.Over(ctx) {
			*err = over
		}
		stop()
		cmd.SetContext(outside)
	}
}

// Rows stops the time of a Limit (its context is ctx, or the parent of it) until the function that it returns is called:
// for reading, transforming and fitting rows of data, whose number no limit knows. Calls nest.
func Rows(ctx context.Context) (back func()) { return stopwatch.Pause(ctx) }
