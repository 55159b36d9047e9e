package kernel_test

import (
	"math/big"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"krein/ball"
)

// f(t) = k(√t): exp(−z²) is exp(−t), and z³ is t^{3/2}.
func TestBallTaylorT(t *testing.T) {
	at := new(ball.Real).SetInt64(4)
	j := mustParse(t, "exp(-z^2)").BallTaylorT(nil, at, 5, 100)
	var want ball.Real
	want.SetInt64(-4)
	want.Exp(&want, 100)
	for i := range 6 {
		if i > 0 {
			want.QuoInt64(&want, int64(-i), 100)
		}
		assert.Equal(t, ball.True, j.Coef(i).Overlaps(&want), "coefficient %d: %s", i, j.Coef(i))
		assert.Greater(t, j.Coef(i).RelAccuracyBits(), int64(80))
	}
	j = mustParse(t, "-z^3").BallTaylorT(nil, at, 3, 100)
	for i, c := range []*big.Rat{big.NewRat(-8, 1), big.NewRat(-3, 1), big.NewRat(-3, 16), big.NewRat(1, 128)} {
		assert.True(t, j.Coef(i).ContainsRat(c), "coefficient %d: %s", i, j.Coef(i))
	}
	for _, bad := range []*ball.Real{new(ball.Real), new(ball.Real).SetInt64(-1)} {
		assert.True(t, mustParse(t, "exp(-z)").BallTaylorT(nil, bad, 2, 64).Coef(0).Indeterminate())
	}
	wide := new(ball.Real).SetInt64(1)
	wide.AddRad(ball.MagPow2(-1))
	assert.True(t, mustParse(t, "z < 1 ? 1-z : 0").BallTaylorT(nil, wide, 1, 64).Coef(1).Indeterminate())
}

func TestPiecewisePolynomial(t *testing.T) {
	p, ok := mustParse(t, "z < 1 ? 2/3 - z^2 + z^3/2 : (z < 2 ? (2-z)^3/6 : 0)").PiecewisePolynomial()
	require.True(t, ok)
	require.Len(t, p, 3)
	for i, want := range [][]*big.Rat{{big.NewRat(2, 3), big.NewRat(0, 1), big.NewRat(-1, 1), big.NewRat(1, 2)},
		{big.NewRat(4, 3), big.NewRat(-2, 1), big.NewRat(1, 1), big.NewRat(-1, 6)}, nil} {
		require.Len(t, p[i].Coef, len(want))
		for j := range want {
			assert.Zero(t, p[i].Coef[j].Cmp(want[j]), "piece %d, z^%d: %s", i, j, p[i].Coef[j].RatString())
		}
	}
	assert.Equal(t, "1", p[0].Hi.String())
	assert.True(t, p[2].Hi.Inf)
	for _, s := range []string{"exp(-z)", "sqrt(z)", "z < 1 ? (1-z)^(5/2) : 0", "1/(1+z)", "max(0, 1-sqrt(2)*z)"} {
		_, ok := mustParse(t, s).PiecewisePolynomial()
		assert.False(t, ok, s)
	}
}

// The arc-cosine kernel of depth 2 is singular inside its formula at both ends, where the argument of acos tends to 1
// and to 0.
func TestExactComposition(t *testing.T) {
	x := "((sqrt(1-u^2)+(pi-acos(u))*u)/pi)"
	for _, s := range []string{"(sqrt(1-" + x + "^2)+(pi-acos(" + x + "))*" + x + ")/pi", "1-acos(" + x + ")/pi"} {
		l, err := mustParse(t, s).ExactSingularities(6)
		require.NoError(t, err)
		assert.True(t, l.Complete, l.Because)
		require.Len(t, l.Singularities, 2)
		assert.Equal(t, "0", l.Singularities[1].Exponent.String())
	}
}
