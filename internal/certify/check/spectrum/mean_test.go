package spectrum_test

import (
	"context"
	"math/big"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"krein/ball"
	"krein/internal/budget"
	"krein/internal/certify/check"
	"krein/internal/certify/check/rule"
	"krein/internal/certify/check/spectrum"
	"krein/internal/certify/checktest"
	"krein/internal/testlong"
	"krein/special"
)

// ∫_0^∞ exp(−(1+a)z²) Λ_d(ωz) z^{d−1} dz = Γ(d/2) (1+a)^{−d/2} exp(−ω²/(4(1+a)))/2 (DLMF 10.22.51).
func TestMean(t *testing.T) {
	const prec = 300
	c := check.New(context.Background(), 0)
	k := checktest.Parsed(t, "exp(-z^2)")
	a := big.NewRat(1, 4)
	for i, row := range [][2]int{{3, 16}, {1, 16}, {64, 26}, {2, 16}, {8, 20}, {256, 47}} {
		for j, omega := range []int64{0, 1, 5} {
			if !testlong.Turn(i+2*j, 2) {
				continue
			}
			dim, end := row[0], int64(row[1])
			bits := rule.Bits(32 + dim)
			ev, err := spectrum.NewMeanEvidence(c, k, dim, big.NewRat(omega, 1), a, new(big.Rat), big.NewRat(end, 1), bits)
			require.NoError(t, err)
			var want, v, half ball.Real
			special.Gamma(&want, half.SetRat(big.NewRat(int64(dim), 2), prec), prec)
			want.Mul2Exp(&want, -1)
			v.SetRat(big.NewRat(4, 5), prec)
			want.Mul(&want, v.Pow(&v, &half, prec), prec)
			want.Mul(&want, v.Exp(v.SetRat(big.NewRat(-omega*omega, 5), prec), prec), prec)
			// the mean is the integral up to the end with a bound of what lies beyond
			assert.NotEqual(t, ball.True, ev.Mean.Less(&want), "d = %d, ω = %d: %v, not %v", dim, omega, ev.Mean, &want)
			v.Sub(ev.Mean, &want, prec)
			assert.Less(t, v.MagUpper().Quo(want.MagLower()).Float64(), 1e-3, "d = %d, ω = %d: %v, not %v", dim, omega,
				ev.Mean, &want)
		}
	}
}

// TestMeanOnce: a rule does not do again what a search had its checker compute just before, and what it has is not what the
// search holds.
func TestMeanOnce(t *testing.T) {
	ctx, release := budget.New(context.Background(), 1<<40)
	defer release()
	m := budget.Of(ctx)
	c := check.New(ctx, 0)
	k := checktest.Parsed(t, "cos(3*z)*exp(-z)").Metered(m)
	mean := func(omega int64) (ev spectrum.MeanEvidence, units int64) {
		before := m.Spent()
		ev, err := spectrum.NewMeanEvidence(c, k, 3, big.NewRat(omega, 1), big.NewRat(1, 4), new(big.Rat), big.NewRat(9, 1), 40)
		require.NoError(t, err)
		return ev, m.Spent() - before
	}
	first, units := mean(1)
	require.Positive(t, units)
	first.Mean.Neg(first.Mean) // it is the caller's
	again, units := mean(1)
	assert.Zero(t, units)
	assert.Equal(t, ball.False, first.Mean.Overlaps(again.Mean))
	_, units = mean(2)
	assert.Positive(t, units, "another frequency")
}
