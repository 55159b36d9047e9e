package certify

import (
	"context"
	"fmt"
	"slices"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"krein/ball"
	"krein/internal/certify/check"
	"krein/internal/certify/check/rule"
	"krein/internal/testlong"
	"krein/kernel/parser"
)

// proveOnly returns the proved status of one claim, the rule that decided and the proof.
func proveOnly(t *testing.T, formula string, dim int, id ID) (verdict, *session) {
	t.Helper()
	k, err := parser.Parse(formula, nil)
	require.NoError(t, err, formula)
	set := (&Settings{SkipMass: true}).withDefaults()
	f := newSession(context.Background(), k, dim, &set)
	f.proveAll(id)
	return f.verdicts[id], f
}

// TestFiniteMassProofs decides finite mass on both tables.
func TestFiniteMassProofs(t *testing.T) {
	for _, name := range []string{"known", "known_more"} {
		var times []time.Duration
		decided, rules := 0, map[string]int{}
		all := 0
		for _, r := range testlong.Some(knownRows(t, "../testdata/"+name+".json"), 2) {
			want, asked := r.Expect[FiniteMass]
			if !asked {
				continue
			}
			all++
			start := time.Now()
			v, f := proveOnly(t, r.Formula, r.Dim, FiniteMass)
			times = append(times, time.Since(start))
			where := fmt.Sprintf("%s in R^%d", r.Formula, r.Dim)
			switch {
			case v.proof == nil:
				t.Errorf("%s is not decided: %v", where, f.attempts[FiniteMass])
				continue
			case (v.holds == ball.True) != want:
				t.Errorf("%s: %s proves the wrong thing", where, v.rule)
			}
			decided++
			rules[v.rule]++
			err := check.New(context.Background(), 0).Step(rule.Goal{Claim: FiniteMass, Holds: want, Kernel: f.K,
				Dim: r.Dim}, v.proof)
			require.NoError(t, err, where)
			if d := times[len(times)-1]; d > time.Second {
				t.Logf("%s took %v", where, d)
			}
		}
		slices.Sort(times)
		t.Logf("%s: %d of %d decided, median %v, most %v; %v", name, decided, all, times[len(times)/2],
			times[len(times)-1], rules)
	}
}

// TestDecompositionProofs decides the rows of the table, and some beyond it.
func TestDecompositionProofs(t *testing.T) {
	type row struct {
		formula string
		dim     int
		rule    string
	}
	rows := []row{
		{"sqrt(1+z^2)", 3, "positive-decomposition.conditionally-pd"}, // −k is conditionally positive definite
		{"exp(-z)-log(1+z^2)", 3, "positive-decomposition"},
		{"z+cos(z)", 2, "positive-decomposition.local"}, // cos has no finite mass in R²
		{"exp(z^2)", 16, "positive-decomposition.local"},
		{"z^2*abs(z-1)", 2, "positive-decomposition.local"},
		{"cos(1/z)", 2, ""},
		{"1/z", 1, ""},
	}
	for _, formula := range []string{"z < 2 ? 1-z^2/9 : 0", "z^2*abs(z-1)"} { // the second is unbounded too
		v, _ := proveOnly(t, formula, 3, PositiveDecomposition)
		assert.Equal(t, "positive-decomposition.singularity", v.rule, formula)
		assert.True(t, v.holds == ball.False, formula)
	}
	for _, r := range knownRows(t, "../testdata/known_more.json") {
		// The others follow from their finite mass.
		if want, asked := r.Expect[PositiveDecomposition]; asked && !r.Expect[FiniteMass] {
			require.True(t, want, "the table has no row without a decomposition")
			rows = append(rows, row{r.Formula, r.Dim, "positive-decomposition"})
		}
	}
	for _, r := range rows {
		v, f := proveOnly(t, r.formula, r.dim, PositiveDecomposition)
		if r.rule == "" {
			assert.Nil(t, v.proof, "%s in R^%d", r.formula, r.dim)
			continue
		}
		if assert.NotNil(t, v.proof, "%s in R^%d: %v", r.formula, r.dim, f.attempts) {
			assert.Contains(t, v.rule, r.rule, r.formula)
			assert.True(t, v.holds == ball.True)
			err := check.New(context.Background(), 0).Step(rule.Goal{Claim: PositiveDecomposition, Holds: true, Kernel: f.K,
				Dim: r.dim}, v.proof)
			assert.NoError(t, err, r.formula)
		}
	}
}
