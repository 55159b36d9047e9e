package input

import (
	"context"
	"fmt"
	"os"
	"runtime/debug"
	"sync/atomic"
	"time"

	"github.com/spf13/cobra"

	"krein/certify"
	"krein/internal/budget"
)

// effortTime is the time that certificates may take at effort 1 before they are cut off, a last resort: budgets of work
// end them earlier. It is processor time where Alone says so, so that a busy machine changes nothing.
const effortTime = 7 * time.Second

// lateTime is the time after which a certificate says what is decided although a step goes on that does not look at its
// context, with some left of CertifyTime to write it.
const lateTime = 9 * time.Second

// softMemory is where the garbage collector begins to work harder for a certificate, unless GOMEMLIMIT says otherwise.
const softMemory = 600 << 20

type effortKey struct{}

// AddEffort gives verbs that search or estimate the flag --effort.
func AddEffort(verbs ...*cobra.Command) {
	for _, cmd := range verbs {
		cmd.Flags().Float64("effort", 1,
			"how much work the search for proofs, and the estimates, may take: 4 allows four times as much")
	}
}

// SetEffort sets the effort of a verb that is about to run.
func SetEffort(cmd *cobra.Command) error {
	if cmd.Flags().Lookup("effort") == nil {
		return nil
	}
	effort, err := cmd.Flags().GetFloat64("effort")
	if err != nil {
		return err
	}
	if !(effort >= 0.01 && effort <= 1e6) {
		return fmt.Errorf("--effort %v: want a number between 0.01 and 1e6", effort)
	}
	ctx := WithEffort(cmd.Context(), effort)
	if cmd.Name() == "serve" { // one process, many requests
		ctx = context.WithValue(ctx, clockKey{}, nil)
	}
	cmd.SetContext(ctx)
	return nil
}

// clockKey finds the clock of a process that does one thing.
type clockKey struct{}

// Alone returns a context of a process that runs one verb and nothing else: its bounds of time are of processor time,
// and a verb that does not end by itself soon after its bound (see Limit) is ended.
func Alone(ctx context.Context) context.Context { return Timed(ctx, Clock) }

// Timed is Alone with another clock.
func Timed(ctx context.Context, clock func() time.Duration) context.Context {
	return context.WithValue(ctx, clockKey{}, clock)
}

// clockOf returns the clock of bounds of time, nil for time itself.
func clockOf(ctx context.Context) func() time.Duration {
	clock, _ := ctx.Value(clockKey{}).(func() time.Duration)
	return clock
}

// WithTime returns a context that ends with cause budget.ErrTime after effort·d of processor time, or of time in a process
// that does other things too.
func WithTime(ctx context.Context, d time.Duration) (inner context.Context, stop func()) {
	return budget.WithTime(ctx, scaled(d, Effort(ctx)), clockOf(ctx))
}

// WithEffort returns a context in which --effort is set.
func WithEffort(ctx context.Context, effort float64) context.Context {
	return context.WithValue(ctx, effortKey{}, effort)
}

// Effort returns the flag --effort.
func Effort(ctx context.Context) float64 {
	if effort, ok := ctx.Value(effortKey{}).(float64); ok {
		return effort
	}
	return 1
}

// AtEffort names the budget where work or time of this effort was spent.
func AtEffort(ctx context.Context) string {
	return (&certify.Settings{Effort: Effort(ctx)}).AtEffort()
}

// CertifySettings returns the settings of certificates by the flag --effort.
func CertifySettings(ctx context.Context) *certify.Settings {
	effort := Effort(ctx)
	if os.Getenv("GOMEMLIMIT") == "" {
		debug.SetMemoryLimit(max(int64(effort), 1) * softMemory)
	}
	collectAt()
	return &certify.Settings{Effort: effort, Time: scaled(effortTime, effort), Clock: clockOf(ctx)}
}

// LastSettings are CertifySettings of a process that ends after its certificate: one whose steps do not look at the time
// states what is decided by then. A process that lives on waits for them, since it would keep what is left alone.
func LastSettings(ctx context.Context) *certify.Settings {
	set := CertifySettings(ctx)
	if set.Clock != nil {
		set.Late = scaled(lateTime, Effort(ctx))
	}
	return set
}

// garbageBytes is about how much garbage may lie beside rows in memory.
const garbageBytes = 64 << 20

// held is how many bytes of numbers stay in memory.
var held atomic.Int64

// HoldBytes says that so many bytes of numbers stay in memory. There are no pointers in them, so that collecting garbage
// is cheap, while garbage of some times their size is not.
func HoldBytes(n int) {
	held.Store(int64(n))
	collectAt()
}

// collectAt sets how much garbage there may be, in per cent of what is not. Without rows heaps are small, and collecting
// them again and again would take a fifth of the time.
func collectAt() {
	if os.Getenv("GOGC") == "" {
		debug.SetGCPercent(int(min(max(100*garbageBytes/max(held.Load(), 1), 10), 400)))
	}
}

// scaled returns effort·d.
func scaled(d time.Duration, effort float64) time.Duration { return time.Duration(effort * float64(d)) }
