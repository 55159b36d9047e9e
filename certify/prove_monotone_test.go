package certify

import (
	"context"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"krein/certify/check"
	"krein/kernel"
)

// monotoneDecided proves or refutes complete monotonicity with the rules of the checker, those by way of positive
// definiteness excepted.
func monotoneDecided(t *testing.T, k *kernel.Kernel) (rule string, holds, decided bool) {
	t.Helper()
	f := newFacts(context.Background(), k, 3, &Settings{SkipMass: true})
	*f.set = f.set.withDefaults()
	for _, p := range monotoneProvers {
		if _, done := f.verdicts[CompletelyMonotone]; !done {
			f.proveWith(p)
		}
	}
	s, holds := f.proof(CompletelyMonotone)
	if s == nil {
		return "", false, false
	}
	c := check.New(context.Background(), 0)
	require.NoError(t, c.Step(check.Goal{Claim: CompletelyMonotone, Holds: holds, Kernel: k, Dim: 3}, s))
	require.Error(t, c.Step(check.Goal{Claim: CompletelyMonotone, Holds: !holds, Kernel: k, Dim: 3}, s))
	return s.Rule, holds, true
}

// TestMonotoneProofs decides the rows of the tables of known answers by proofs.
func TestMonotoneProofs(t *testing.T) {
	for _, path := range []string{"../testdata/known.json", "../testdata/known_more.json"} {
		type answer struct {
			rule           string
			holds, decided bool
		}
		seen := make(map[string]answer)
		total, decided := 0, 0
		for _, r := range knownRows(t, path) {
			want, ok := r.Expect[CompletelyMonotone]
			if !ok {
				continue
			}
			total++
			a, known := seen[r.Formula]
			if !known {
				k, err := kernel.Parse(r.Formula, nil)
				require.NoError(t, err, r.Formula)
				start := time.Now()
				a.rule, a.holds, a.decided = monotoneDecided(t, k)
				if took := time.Since(start); took > 500*time.Millisecond {
					t.Logf("slow: %s: %v", r.Formula, took.Round(time.Millisecond))
				}
				seen[r.Formula] = a
				if !a.decided {
					t.Logf("open: %s: %v", r.Formula, want)
				}
			}
			if a.decided {
				assert.Equal(t, want, a.holds, "%s by %s", r.Formula, a.rule)
				decided++
			}
		}
		t.Logf("%s: %d of %d decided", path, decided, total)
		assert.GreaterOrEqual(t, decided*100, total*95, path)
	}
}
