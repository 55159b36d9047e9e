package certify

import (
	"context"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"krein/certify/check"
	"krein/certify/proof"
	"krein/kernel"
)

// pdDecided proves or refutes positive definiteness with the rules of the checker only.
func pdDecided(t *testing.T, formula string, dim int) (rule string, holds, decided bool) {
	t.Helper()
	k, err := kernel.Parse(formula, nil)
	require.NoError(t, err, formula)
	f := newFacts(context.Background(), k, dim, &Settings{SkipMass: true})
	*f.set = f.set.withDefaults()
	f.proveOnly(CompletelyMonotone, FiniteMass, PD)
	s, holds := f.proof(PD)
	if s == nil {
		return "", false, false
	}
	// The checker has the last word, and says the opposite of nothing.
	c := check.New(context.Background(), 0)
	require.NoError(t, c.Step(check.Goal{Claim: proof.PD, Holds: holds, Kernel: k, Dim: dim}, s))
	require.Error(t, c.Step(check.Goal{Claim: proof.PD, Holds: !holds, Kernel: k, Dim: dim}, s))
	return s.Rule, holds, true
}

// TestPDProofs decides the rows of the tables of known answers by proofs.
func TestPDProofs(t *testing.T) {
	for _, path := range []string{"../testdata/known.json", "../testdata/known_more.json"} {
		rows := knownRows(t, path)
		total, decided := 0, 0
		for _, r := range rows {
			want, ok := r.Expect[PD]
			if !ok {
				continue
			}
			total++
			start := time.Now()
			rule, holds, ok := pdDecided(t, r.Formula, r.Dim)
			took := time.Since(start)
			switch {
			case !ok:
				t.Logf("open: %s in R^%d: %v (%v)", r.Formula, r.Dim, want, took.Round(time.Millisecond))
			case holds != want:
				t.Errorf("%s in R^%d: %s says %v, the truth is %v", r.Formula, r.Dim, rule, holds, want)
			default:
				decided++
			}
			if took > time.Second {
				t.Logf("slow: %s in R^%d: %v", r.Formula, r.Dim, took.Round(time.Millisecond))
			}
		}
		t.Logf("%s: %d of %d decided", path, decided, total)
	}
}
