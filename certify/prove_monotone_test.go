package certify

import (
	"context"
	"math/rand/v2"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"krein/internal/certify/check"
	"krein/internal/certify/check/rule"
	"krein/internal/certify/laplace"
	"krein/internal/testlong"
	"krein/kernel"
	"krein/kernel/parser"
)

// monotoneDecided proves or refutes complete monotonicity with the rules of the checker, those by
// way of positive definiteness excepted.
func monotoneDecided(t *testing.T, k *kernel.Kernel) (by string, holds, decided bool) {
	t.Helper()
	f := newSession(context.Background(), k, 3, &Settings{SkipMass: true})
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
	require.NoError(t, c.Step(rule.Goal{Claim: CompletelyMonotone, Holds: holds, Kernel: k, Dim: 3}, s))
	require.Error(t, c.Step(rule.Goal{Claim: CompletelyMonotone, Holds: !holds, Kernel: k, Dim: 3}, s))
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
				k, err := parser.Parse(r.Formula, nil)
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

// randomFormula makes a formula of functions that occur in kernels, most of them not completely
// monotone.
func randomFormula(r *rand.Rand, depth int) string {
	atoms := []string{"z", "z^2", "z^(1/2)", "z^(3/2)", "z^3", "1+z", "1+z^2", "2+z", "1+z^3", "1/2", "3"}
	if depth == 0 {
		return atoms[r.IntN(len(atoms))]
	}
	a := func() string { return randomFormula(r, depth-1-r.IntN(depth)) }
	switch r.IntN(14) {
	case 0:
		return "exp(-(" + a() + "))"
	case 1:
		return "(" + a() + ")^(-1/2)"
	case 2:
		return "1/(1+" + a() + ")"
	case 3:
		return "log(1+" + a() + ")"
	case 4:
		return "(" + a() + ")*(" + a() + ")"
	case 5:
		return "(" + a() + ")+(" + a() + ")"
	case 6:
		return "(" + a() + ")-(" + a() + ")/3"
	case 7:
		return "1-exp(-(" + a() + "))"
	case 8:
		return "tanh(" + a() + ")"
	case 9:
		return "1/cosh(" + a() + ")"
	case 10:
		return "erfc(" + a() + ")"
	case 11:
		return "(" + a() + ")/(" + a() + ")"
	case 12:
		return "sqrt(" + a() + ")"
	}
	return "exp(-z)*(1+(" + a() + "))"
}

// TestMonotoneProofsAreConsistent looks for refutations of what was proved.
func TestMonotoneProofsAreConsistent(t *testing.T) {
	seeds := testlong.Some([]uint64{2026, 2027, 2028}, 3)
	r := rand.New(rand.NewPCG(4, seeds[0]))
	n := testlong.RoundsTo(28, 2000)
	proved := 0
	for range n {
		formula := randomFormula(r, 3)
		k, err := parser.Parse(formula, nil)
		if err != nil {
			continue
		}
		f := newSession(context.Background(), k, 3, &Settings{SkipMass: true})
		for _, c := range proveMonotone(f) {
			if f.checker.Step(rule.Goal{Claim: CompletelyMonotone, Holds: true, Kernel: k, Dim: 3}, c.step) != nil {
				continue
			}
			proved++
			refutations := append(laplace.AtSight(f.Ctx, k), laplace.Refute(f.Ctx, k)...)
			for _, s := range refutations {
				err := check.New(context.Background(), 0).Step(rule.Goal{Claim: CompletelyMonotone, Holds: false,
					Kernel: k, Dim: 3}, s)
				assert.Error(t, err, "%s is proved and refuted by %s %s", formula, s.Rule, s.Evidence)
			}

		}
	}
	t.Logf("%d of %d formulas are proved", proved, n)
	if n > 1 { // testing.Short has one only
		assert.Positive(t, proved)
	}
}
