package zonal

import (
	"encoding/json"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"krein/ball"
	"krein/internal/ball/numeral"
	"krein/internal/testlong"
)

// Masses of functions of the angle agree with those of mpmath, and are tight: the tail is what is left of (f(1) ±
// f(−1))/2.
func TestGeodesicMasses(t *testing.T) {
	testlong.Slow(t)
	data, err := os.ReadFile(filepath.Join("..", "..", "testdata", "geodesic_masses.json"))
	require.NoError(t, err)
	var golden struct {
		Rows []struct {
			Kernel      string
			Dim         int
			Plus, Minus string
		}
	}
	require.NoError(t, json.Unmarshal(data, &golden))
	require.Len(t, golden.Rows, 21)
	for _, row := range testlong.Some(golden.Rows, 3) {
		z := decomposed(t, row.Kernel, row.Dim, &Settings{MaxDegree: cutDegree})
		for _, c := range []struct {
			text string
			mass *ball.Real
		}{{row.Plus, &z.Plus.Mass}, {row.Minus, &z.Minus.Mass}} {
			want, err := numeral.Parse(c.text, 200)
			require.NoError(t, err)
			want.AddRad(ball.MagFloat64(1e-27))
			assert.NotEqual(t, ball.False, want.Overlaps(c.mass), "%s, d = %d: %v, golden %s", row.Kernel, row.Dim, c.mass,
				c.text)
			assert.Less(t, c.mass.Rad().Float64(), 1e-24, "%s, d = %d", row.Kernel, row.Dim)
		}
	}
}

// What is said of the degrees from n on holds for the coefficients that are computed, whether or not there is a sign.
func TestCuts(t *testing.T) {
	testlong.Slow(t)
	const top = 256
	for _, row := range testlong.Some([]struct {
		formula string
		signs   [2]int // from 128 on
	}{
		{"exp(-theta^2/2)", [2]int{-1, 1}},
		{"exp(-theta^2/8)", [2]int{-1, 1}},
		{"cosh(theta)", [2]int{1, -1}},
		{"exp(-theta)*cos(3*theta)", [2]int{1, 1}},
		{"-exp(-z)*cos(z)", [2]int{-1, -1}},
		{"theta^2*(pi-theta)^2", [2]int{-1, 0}}, // of order 3 at both ends, even
		{"exp(-8*theta^2)", [2]int{0, 0}},       // the kink is 1e-34
	}, 3) {
		k := parse(t, row.formula)
		pieces, err := spherePieces(k, 64)
		require.NoError(t, err)
		all, err := findCuts(pieces[0].expr, nil)
		require.NoError(t, err, row.formula)
		for _, d := range []int{2, 5} {
			a := quadratureOf(t, k, d, top, ball.MagPow2(4), nil)
			for _, c := range all {
				for _, from := range []int{4, 31, 128} {
					for parity := range 2 {
						sign, part := c.sign(parity, from), ball.Real{}
						if from == 128 && c == all[len(all)/2] {
							assert.Equal(t, row.signs[parity], sign, "%s, parity %d", row.formula, parity)
						}
						for n := from + (from+parity)%2; n <= top; n += 2 {
							part.Add(&part, new(ball.Real).Abs(&a[n], 128), 128)
							if s, ok := a[n].Sign(); sign != 0 && ok == ball.True {
								assert.Equal(t, sign, s, "%s: a_%d is %v, d = %d", row.formula, n, &a[n], d)
							}
						}
						assert.True(t, part.MagLower().Cmp(c.sum(parity, from)) <= 0, "%s: from %d, parity %d: %v, at most %v",
							row.formula, from, parity, &part, c.sum(parity, from))
					}
				}
			}
		}
	}
}

// Cuts are for functions that are holomorphic in the angle up to both ends.
func TestNoCuts(t *testing.T) {
	for _, formula := range []string{"exp(-theta^(3/2))", "sqrt(theta)", "1/(1+4*(theta-1)^2)", "sqrt(pi-theta)",
		"theta^2*log(theta)"} {
		pieces, err := spherePieces(parse(t, formula), 64)
		require.NoError(t, err)
		_, err = findCuts(pieces[0].expr, nil)
		assert.ErrorIs(t, err, errNoCuts, formula)
	}
}

// Random features of functions of the angle, and of networks of several layers, have the kernel as their mean: over the
// seeds the mean of the estimates is within what the exact variance and the bias allow.
func TestAngleUnbiased(t *testing.T) {
	testlong.Slow(t)
	seeds, draws := testlong.RoundsTo(60, 1200), 400
	for _, c := range testlong.Some([]struct {
		formula string
		d       int
	}{{"exp(-theta^2/2)", 4}, {"geodesic_gaussian(1)", 3}, {"geodesic_gaussian(1) - exp(-z)/2", 3}, {"ntk(2)", 3},
		{"arccos1(2)", 4}}, 1) {
		z := decomposed(t, c.formula, c.d, &Settings{MaxDegree: cutDegree})
		rng := rand.New(rand.NewChaCha8([32]byte{11}))
		for _, u := range []float64{0.6, -0.3, -0.95} {
			x, y := make([]float64, c.d), make([]float64, c.d)
			x[0], y[0], y[1] = 1, u, math.Sqrt(1-u*u)
			variance := z.Plus.Variance(u) + z.Minus.Variance(u)
			sum, want := 0.0, parse(t, c.formula).At(math.Sqrt(2-2*u))
			for range seeds {
				estimate := z.Plus.Origin - z.Minus.Origin
				for i, p := range []*Part{&z.Plus, &z.Minus} {
					for j := 0; j < draws && p.Degrees != nil; j++ {
						n := p.SampleDegree(rng)
						wx, wy := direction(rng, x, y)
						estimate += float64(1-2*i) / float64(draws) * p.Feature(n, wx) * p.Feature(n, wy)
					}
				}
				sum += (estimate - want) / math.Sqrt(variance/float64(draws))
			}
			score := sum / math.Sqrt(float64(seeds))
			allowed := 4.5 + z.Bias*math.Sqrt(float64(seeds*draws)/variance)
			assert.Less(t, math.Abs(score), allowed, "%s, d = %d, u = %v", c.formula, c.d, u)
		}
	}
}
