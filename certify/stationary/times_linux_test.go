package stationary_test

import (
	"context"
	"slices"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"krein/certify/stationary"
	check "krein/internal/certify/check/stationary"
	"krein/internal/certify/proof"
	"krein/internal/testlong"
)

// TestTimes tells, with -long, the processor time and the memory of the certificate of every row and of its
// verification. It fails for no time: machines differ.
func TestTimes(t *testing.T) {
	if !testlong.Enabled() {
		t.Skip("with -long")
	}
	var all []time.Duration
	var most int64
	for _, r := range rows(t) {
		k := r.kernel(t)
		var c *check.Certificate
		took := testlong.Measure(func() {
			var err error
			c, err = stationary.Run(context.Background(), k, nil)
			require.NoError(t, err)
		})
		checked := testlong.Measure(func() {
			for _, id := range check.IDs() {
				if c.Claim(id).Status != proof.Undecided {
					require.Equal(t, "accepted", check.Verify(context.Background(), c, k, id, 0).Verdict.String(), r.Formula)
				}
			}
		})
		all = append(all, took.Processor)
		most = max(most, took.Memory, checked.Memory)
		if took.Processor > 3*time.Second || checked.Processor > took.Processor+50*time.Millisecond {
			t.Logf("%v, verified in %v: %s in R^%d", took.Processor, checked.Processor, r.Formula, r.Dim)
		}
	}
	slices.Sort(all)
	t.Logf("%d rows: median %v, 90 %% %v, largest %v; %d MB at most", len(all), all[len(all)/2], all[len(all)*9/10],
		all[len(all)-1], most>>20)
	assert.LessOrEqual(t, most, int64(1<<30))
}
