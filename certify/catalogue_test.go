package certify

import (
	"context"
	"fmt"
	"math/big"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"krein/internal/kernel/language"
	"krein/internal/testlong"
	"krein/kernel"
	"krein/kernel/parser"
)

// consequences are theorems between claims: where the first holds, the second must not fail.
var consequences = [][2]ID{
	{PD, FiniteMass}, {CompletelyMonotone, PDAllSpheres}, {PDAllSpheres, PDSphere}, {PD, PDSphere}, {PD, ConditionallyPD},
	{FiniteMass, PositiveDecomposition}, {ConditionallyPD, PositiveDecomposition},
}

// The certificates of the catalogue contradict no theorem and no other dimension.
func TestCatalogue(t *testing.T) {
	dims := []int{3, 16}
	open := 0
	for _, e := range testlong.Some(language.Catalogue(), 30) {
		k := named(t, e)
		pdBelow, finiteBelow, monotone := true, true, Undecided
		for _, d := range dims {
			start := time.Now()
			c, err := Run(context.Background(), k, d, nil)
			require.NoError(t, err, "%s in R^%d", e.Name, d)
			for _, im := range consequences {
				a, b := c.Claim(im[0]), c.Claim(im[1])
				// Unbounded kernels can be completely monotone on (0,∞).
				assert.False(t, holds(a.Status) && fails(b.Status), "%s in R^%d: %s (%s) but not %s (%s)", e.Name, d, im[0],
					a.Because, im[1], b.Because)
			}
			pd, fm, cm := c.Claim(PD), c.Claim(FiniteMass), c.Claim(CompletelyMonotone)
			assert.False(t, holds(pd.Status) && !pdBelow, "%s: positive definite in R^%d (%s) but not below", e.Name,
				d, pd.Because)
			assert.False(t, holds(fm.Status) && !finiteBelow, "%s: finite mass in R^%d (%s) but not below", e.Name,
				d, fm.Because)
			pdBelow = pdBelow && !fails(pd.Status)
			finiteBelow = finiteBelow && !fails(fm.Status)
			assert.False(t, holds(monotone) && fails(cm.Status) || fails(monotone) && holds(cm.Status), "%s: %s",
				e.Name, cm.Because)
			monotone = cm.Status
			text := ""
			for _, cl := range c.Claims() {
				if cl.Status == Undecided && cl.Rule != "positive-decomposition.none-bounded" {
					text += fmt.Sprintf("\n    %s: %s", cl.ID, cl.Because)
					open++
				}
			}
			if text != "" || time.Since(start) > 3*time.Second {
				t.Logf("%s in R^%d (%v)%s", k, d, time.Since(start), text)
			}
		}
	}
	t.Logf("%d undecided claims", open)
}

// named returns the kernel e with the first of a few values that its parameters admit.
func named(t *testing.T, e language.Entry) *kernel.Kernel {
	t.Helper()
	var last error
	for v := int64(1); v <= 4; v++ {
		var args []*big.Rat
		for range e.Params {
			args = append(args, big.NewRat(v, 1))
		}
		k, err := parser.Named(e.Name, args...)
		if err == nil {
			return k
		}
		last = err
	}
	require.NoError(t, last, e.Name)
	return nil
}
