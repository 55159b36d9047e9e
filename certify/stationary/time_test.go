package stationary_test

import (
	"context"
	"fmt"
	"math/big"
	"sync/atomic"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"krein/certify"
	"krein/certify/stationary"
	"krein/fourier/language"
	fourier "krein/fourier/stationary"
	"krein/internal/budget"
	verdict "krein/internal/certify/check"
	check "krein/internal/certify/check/stationary"
	"krein/internal/certify/proof"
	"krein/internal/testlong"
)

// TestTimeAndWork: time and work are bounded for all lemmas together, what they cut off is undecided and says so, and
// the caller's end is an error.
func TestTimeAndWork(t *testing.T) {
	testlong.Slow(t)
	lengths := "1"
	for n := 2; n <= 30; n++ {
		lengths += fmt.Sprintf(",%d", n)
	}
	k, err := language.Parse("prod(matern(5/2, l))", 30, &fourier.Options{Params: map[string]string{"l": lengths}})
	require.NoError(t, err)
	for why, set := range map[string]*certify.Settings{"the time is over": {Time: 1},
		"the budget of work is spent": {Effort: 0.002}} {
		c, err := stationary.Run(context.Background(), k, set)
		require.NoError(t, err)
		for _, id := range []proof.ID{check.FiniteMass, check.PD, check.PositiveDecomposition} {
			assert.Equal(t, proof.Undecided, c.Claim(id).Status, why)
			assert.Contains(t, c.Claim(id).Because, why)
		}
		assert.Empty(t, c.Lemmas)
	}
	k, err = language.Parse("exp(-z^2)*cos(t1)", 2,
		&fourier.Options{Axes: [][]*big.Rat{{big.NewRat(1, 1), big.NewRat(2, 1)}}})
	require.NoError(t, err)
	c, err := stationary.Run(context.Background(), k, &certify.Settings{Time: time.Hour})
	require.NoError(t, err)
	assert.Equal(t, proof.Proved, c.Claim(check.PD).Status)
	assert.Len(t, c.Lemmas, 2)
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	_, err = stationary.Run(ctx, k, nil)
	assert.ErrorIs(t, err, context.Canceled)
}

// TestSearchForPD: the searches for points and for frequencies are counted, and end in time where nothing is found, in
// high dimensions too: they took most of ten seconds for (1−l1)₊²⁰ in R^1000.
func TestSearchForPD(t *testing.T) {
	testlong.Slow(t)
	k, err := language.Parse("max(0,1-l1)^20", 1000, nil)
	require.NoError(t, err)
	ctx, release := budget.New(context.Background(), 1<<40)
	defer release()
	c, err := stationary.Run(ctx, k, nil)
	require.NoError(t, err)
	assert.Equal(t, proof.Undecided, c.Claim(check.PD).Status)
	assert.Equal(t, proof.Proved, c.Claim(check.PositiveDecomposition).Status)
	spent := budget.Of(ctx).Spent()
	assert.Less(t, spent, int64(8_000_000))
	assert.Greater(t, spent, int64(3_400_000), "the work is counted")
	c, err = stationary.Run(ctx, k, &certify.Settings{Effort: 0.02}) // ends the search for frequencies
	require.NoError(t, err)
	assert.Contains(t, c.Claim(check.PD).Because, "the budget of work is spent")

	// what the search finds in floating point, fractions prove: (1−l1)₊ⁿ, n ≤ 2m−2, in R^m
	for n := 2; n <= 8; n += 3 {
		k, err := language.Parse(fmt.Sprintf("max(0,1-l1)^%d", n), (n+3)/2, nil)
		require.NoError(t, err)
		c, err := stationary.Run(context.Background(), k, nil)
		require.NoError(t, err)
		assert.Equal(t, proof.Refuted, c.Claim(check.PD).Status, "%d", n)
		if n > 2 {
			assert.Equal(t, "taxicab.negative-density", c.Claim(check.PD).Rule)
		}
	}
}

// TestLate: where a step never looks at the time, what is decided before it is in the certificate, as the checker accepts it,
// and all else is undecided and says why.
func TestLate(t *testing.T) {
	t.Parallel()
	for _, formula := range []string{"exp(-z^2)*cos(t)", "exp(-l1)*exp(-z)*cos(t)"} {
		for block := int64(1); block < 9; block += 3 {
			k, err := language.Parse(formula, 3, &fourier.Options{Axes: [][]*big.Rat{
				{big.NewRat(1, 1), new(big.Rat), new(big.Rat)}}})
			require.NoError(t, err)
			release := make(chan struct{})
			t.Cleanup(func() { close(release) })
			var clock, told atomic.Int64
			cert, err := stationary.Run(t.Context(), k, &certify.Settings{
				Late: time.Minute, Clock: func() time.Duration { return time.Duration(clock.Load()) },
				Decided: func(certify.Claim) { // of lemmas
					if told.Add(1) == block {
						clock.Store(int64(time.Hour))
						<-release
					}
				}})
			require.NoError(t, err)
			if told.Load() < block { // it ended before
				continue
			}
			undecided := 0
			for _, cl := range cert.Claims {
				if cl.Proof == nil {
					undecided++
					assert.Equal(t, "the time is over (--effort 1)", cl.Because)
					continue
				}
				assert.Equal(t, verdict.Accepted, check.Verify(t.Context(), cert, k, cl.ID, 0).Verdict, "%s of %s", cl.ID, formula)
			}
			assert.Positive(t, undecided, formula)
		}
	}
}
