package sphere

import (
	"math"
	"math/big"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"krein/ball"
)

// TestCusp: the bounds on slope and size, and the degree from which the theorem's inequality holds, of
// (π−θ)² with F′(is) = −2(π−is), F′(π+is) = 2is, and of others.
func TestCusp(t *testing.T) {
	for _, row := range []struct {
		formula     string
		order       int
		slope, size float64
	}{
		{"(pi-theta)^2", 1, 2 * math.Pi, math.Pi*math.Pi + 2.25},
		{"3-theta+theta^2/8", 1, 1 - math.Abs(math.Pi/4-1), math.Hypot(3-0.28125, 1.5)},
		{"1-z/4", 1, 0.25 * math.Cos(0) * math.Cosh(0), math.Hypot(1, 0.5*math.Sinh(0.75))},
		{"4-(pi^2*theta^2/2-2*pi*theta^3/3+theta^4/4)/8", 3, math.Pi / 4, 0}, // F′ = −θ(π−θ)²/8, F‴ = π/2 − 3θ/4
	} {
		k, err := parseOnSphere(row.formula)
		require.NoError(t, err)
		c, err := NewCusp(k, row.order, big.NewRat(3, 2), big.NewRat(1, 2), 128)
		require.NoError(t, err)
		slope, wide := c.slope.Float64()
		size, more := c.size.Float64()
		slope, size = slope-wide, size+more // the ends that count
		assert.InDelta(t, row.slope, slope, 0.02*row.slope, row.formula)
		assert.Less(t, slope, row.slope*1.0001)
		if row.size > 0 {
			assert.InDelta(t, row.size, size, 0.3*row.size, row.formula)
			assert.Greater(t, size, row.size*0.9999)
		}
		const r, s = 0.5, 1.5
		holds := func(n float64) bool {
			half := math.Cosh(r / 2)
			p := float64(row.order)
			return slope*math.Pow(r/2, p+2)/(math.Gamma(p+1)*(p+2)*math.Pi)*math.Pow(half, -n-1) >
				2*size/(n*math.Pi)*math.Pow(math.Cosh(r), -n)+size*math.Cosh(s)*math.Pow(math.Sinh(s), -n-1)
		}
		from := 1
		for !holds(float64(from)) {
			from++
		}
		assert.True(t, c.Positive(int64(from)), row.formula)
		assert.False(t, c.Positive(int64(from-1)), row.formula)
		assert.False(t, c.Positive(0))
	}
}

// TestCuspBelow: the coefficients are above the bound of the theorem: those of exp(−aθ) by their
// recurrence (n+1)(n+2) b_{n+2} = (n²+a²) b_n.
func TestCuspBelow(t *testing.T) {
	k, err := parseOnSphere("exp(-2*theta)")
	require.NoError(t, err)
	b := maclaurinBalls(k, 60, 256)
	want := []float64{math.Exp(-math.Pi), 2 * math.Exp(-math.Pi)}
	for n := range 58 {
		want = append(want, float64(n*n+4)/float64((n+1)*(n+2))*want[n])
	}
	for n, x := range b {
		v, _ := x.Float64()
		assert.InEpsilon(t, want[n], v, 1e-12, "b_%d", n)
		assert.Equal(t, ball.True, x.Positive())
	}
}
