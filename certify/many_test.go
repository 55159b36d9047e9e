package certify

import (
	"fmt"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"krein/internal/testlong"
)

// TestManyTerms: the work on formulas of hundreds of terms is counted, whatever step does it: with a hundredth of the
// budget they end soon. (A single step that was not counted took ten seconds for the first.)
func TestManyTerms(t *testing.T) {
	testlong.Slow(t)
	for _, c := range []struct {
		dim, terms int
		sep, term  string
	}{
		{3, 200, "+", "exp(-z^2/N)*cos(N*z)"}, {3, 300, "+", "exp(-N*z)/N"}, {3, 200, "+", "besselj(0,N*z)/N^2"},
		{3, 300, "+", "(-1)^N*exp(-N*z^2)"}, {1, 100, "+", "sin(N*z)/(N*z)"}, {3, 60, "*", "(1+exp(-N*z))"},
		{10, 40, "*", "max(0,1-z/N)"}, {3, 40, "+", "abs(cos(N*z)-1/N)*exp(-z)"},
	} {
		all := make([]string, c.terms)
		for i := range all {
			all[i] = strings.ReplaceAll(c.term, "N", strconv.Itoa(i+1))
		}
		name := fmt.Sprintf("%d terms like %s in R^%d", c.terms, c.term, c.dim)
		k := parse(t, strings.Join(all, c.sep))
		took := testlong.Measure(func() {
			_, err := Run(t.Context(), k, c.dim, &Settings{Effort: 0.01})
			require.NoError(t, err)
		})
		t.Logf("%v: %s", took.Processor, name)
		assert.Less(t, took.Processor, 4*time.Second, name)
	}
}

// TestManyMonotone: sums of hundreds of completely monotone functions are proved as those of three are, within the budget
// of work at effort 1.
func TestManyMonotone(t *testing.T) {
	t.Parallel()
	for i, c := range []struct {
		terms int
		term  string
	}{{70, "exp(-N*z^2)"}, {300, "exp(-N*z)/N"}, {500, "exp(-N*z)"}, {130, "(N+z)^(-1/N)"}} {
		if !testlong.Turn(i, 4) {
			continue
		}
		all := make([]string, c.terms)
		for i := range all {
			all[i] = strings.ReplaceAll(c.term, "N", strconv.Itoa(i+1))
		}
		cert, err := Run(t.Context(), parse(t, strings.Join(all, "+")), 3, &Settings{Claims: []ID{CompletelyMonotone, PD}})
		require.NoError(t, err)
		for _, id := range []ID{CompletelyMonotone, PD} {
			assert.Equal(t, Proved, cert.Claim(id).Status, "%s of %d terms like %s: %s", id, c.terms, c.term, cert.Claim(id).Because)
		}
	}
}
