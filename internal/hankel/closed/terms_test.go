package closed

import (
	"math/big"
	"testing"

	"github.com/stretchr/testify/require"

	"krein/ball"
	"krein/internal/testhook"
	"krein/internal/testhook/termtest"
)

// waveOf is a Gaussian wave of order n on R^d, b = 1, c = 2.
func waveOf(t *testing.T, d, n int) *GaussianWave {
	g := &GaussianWave{Dim: d, Order: n, Rate: IntNum(1), Freq: IntNum(2), A: []Num{IntNum(1)}}
	require.True(t, g.fill())
	return g
}

func TestTerms(t *testing.T) {
	termtest.Check(t, errorTerms, map[*testhook.Term]termtest.Case{
		termWave: func(t *testing.T) bool { // sums that end early hold those that do not
			for _, g := range []*GaussianWave{waveOf(t, 3, 1), waveOf(t, 2, 1)} {
				x := ball.NewReal(0.75)
				if g.Lift > 0 {
					x.SetInt64(20)
				}
				few, many := waveValues(len(g.C)-1, 3), waveValues(len(g.C)-1, 3)
				require.True(t, g.at(few, x, 2, 200, nil))
				require.True(t, g.at(many, x, 232, 200, nil))
				for j := range few[0] {
					if few[0][j].Overlaps(&many[0][j]) != ball.True {
						return false
					}
				}
			}
			return true
		},
	})
}

// TestWaveTables: the density on R^d of a wave of R^d is one term, and that of a cosine on R^3 has the coefficients of a derivative.
func TestWaveTables(t *testing.T) {
	g := waveOf(t, 3, 3)
	require.Len(t, g.C, 1)
	require.Len(t, g.C[0], 1)
	require.Equal(t, "1", g.C[0][0].String())
	g = waveOf(t, 3, 1) // −2(−r F_{1/2} + 2β F_{3/2}), r = 1/4, β = 1/4
	for j, want := range []*big.Rat{big.NewRat(1, 2), big.NewRat(-1, 1)} {
		r, ok := g.C[0][j].Rat()
		require.True(t, ok)
		require.Zero(t, r.Cmp(want), "%v", r)
	}
	require.Equal(t, 1, waveOf(t, 2, 1).Lift)
	require.Equal(t, 2, waveOf(t, 1, 3).Lift)
	require.False(t, (&GaussianWave{Dim: 2, Order: 1, Rate: IntNum(1), Freq: IntNum(20), A: []Num{IntNum(1)}}).fill(), "too many terms")
	require.False(t, (&GaussianWave{Dim: 3, Order: 1, Rate: IntNum(-1), Freq: IntNum(2), A: []Num{IntNum(1)}}).fill(), "it grows")
	// terms that cancel leave no part
	s, ok := Normalise(parseFormula(t, "exp(-z^2)*(sin(2*z)/z-sqrt(pi)*besselj(1/2,2*z)/sqrt(z))").Expr())
	require.True(t, ok)
	form := new(Form)
	ok, err := form.Natural(3, s)
	require.NoError(t, err)
	require.True(t, ok)
	require.Empty(t, form.Parts)
}
