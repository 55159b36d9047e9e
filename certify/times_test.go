package certify

import (
	"context"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"krein/certify/certificate"
	"krein/certify/check"
	"krein/certify/verify"
	"krein/internal/testlong"
	"krein/kernel"
)

// processorTime is what this process has used of processors.
func processorTime(t *testing.T) time.Duration {
	t.Helper()
	var u syscall.Rusage
	require.NoError(t, syscall.Getrusage(syscall.RUSAGE_SELF, &u))
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}

// TestTimes tells, with -long, the processor time of the certificate of every row, with its masses,
// and of its verification. It fails for no time: machines differ.
func TestTimes(t *testing.T) {
	if !testlong.Enabled() {
		t.Skip("with -long")
	}
	paths, err := filepath.Glob("../testdata/known*.json")
	require.NoError(t, err)
	for _, path := range paths {
		t.Run(strings.TrimSuffix(filepath.Base(path), ".json"), func(t *testing.T) {
			var all []time.Duration
			for _, r := range knownRows(t, path) {
				k, err := kernel.Parse(r.Formula, nil)
				require.NoError(t, err)
				start := processorTime(t)
				c, err := Run(context.Background(), k, r.Dim, nil)
				require.NoError(t, err)
				middle := processorTime(t)
				require.NoError(t, verifyAgain(c, k, r.Dim))
				if c.Mass().Kind == certificate.MassEnclosed {
					masses := verify.Masses(context.Background(), c, k, r.Dim, 0)
					require.Equal(t, check.Accepted, masses.Verdict, "%s in R^%d: %s", r.Formula, r.Dim, masses.Why)
				}
				took, checked := middle-start, processorTime(t)-middle
				all = append(all, took)
				if took > 3*time.Second || checked > took+100*time.Millisecond {
					t.Logf("%v, verified in %v: %s in R^%d, masses %s", took, checked, r.Formula, r.Dim, c.Mass().Kind)
				}
			}
			slices.Sort(all)
			t.Logf("%d rows: median %v, 90 %% %v, largest %v", len(all), all[len(all)/2], all[len(all)*9/10], all[len(all)-1])
		})
	}
}
