package input

import (
	"context"
	"fmt"
	"os"
	"runtime/debug"
	"time"

	"github.com/spf13/cobra"

	"krein/certify"
)

// effortTime is the time that certificates may take at effort 1 before they are cut off; budgets of work end them
// earlier on a machine that is not busy.
const effortTime = 7 * time.Second

// softMemory is where the garbage collector begins to work harder for a certificate, unless GOMEMLIMIT says otherwise.
const softMemory = 600 << 20

type effortKey struct{}

// AddEffort gives every verb the flag --effort.
func AddEffort(root *cobra.Command) {
	effort := root.PersistentFlags().Float64("effort", 1,
		"how much work the search for proofs, and the estimates, may take: 4 allows four times as much")
	root.PersistentPreRunE = func(cmd *cobra.Command, _ []string) error {
		if !(*effort >= 0.01 && *effort <= 1e6) {
			return fmt.Errorf("--effort %v: want a number between 0.01 and 1e6", *effort)
		}
		cmd.SetContext(WithEffort(cmd.Context(), *effort))
		return nil
	}
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

// MoreEffort says what helps where work or time of this effort was spent.
func MoreEffort(ctx context.Context) string {
	return (&certify.Settings{Effort: Effort(ctx)}).MoreEffort()
}

// CertifySettings returns the settings of certificates by the flag --effort.
func CertifySettings(ctx context.Context) *certify.Settings {
	effort := Effort(ctx)
	if os.Getenv("GOMEMLIMIT") == "" {
		debug.SetMemoryLimit(max(int64(effort), 1) * softMemory)
	}
	if os.Getenv("GOGC") == "" { // heaps are small, and collecting them again and again would take a fifth of the time
		debug.SetGCPercent(400)
	}
	return &certify.Settings{Effort: effort, Time: time.Duration(effort * float64(effortTime))}
}
