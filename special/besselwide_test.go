package special

import (
	"math"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"krein/ball"
	"krein/internal/special/specialtest"
	"krein/internal/testlong"
)

// The suprema that widen balls hold at random orders and arguments, and are reached within a small factor.
func TestSupremaOfJ(t *testing.T) {
	r := specialtest.NewRand(81)
	close1, close3 := 0.0, 0.0
	for range testlong.Rounds(4000) {
		or := orderRange{lo: math.Abs(specialtest.Order(r, 100))}
		if r.IntN(4) == 0 {
			or.lo = -0.5 + 0.5*r.Float64()
		}
		or.hi = or.lo
		if r.IntN(2) == 0 {
			or.hi += r.Float64() * 3
		}
		m := specialtest.LogUniform(r, 1e-2, 1e4)
		if r.IntN(2) == 0 {
			m = or.lo + 3*r.Float64()*math.Cbrt(or.lo+1) + 0.1
		}
		x := ball.NewReal(m).AddRad(ball.MagFloat64(m * r.Float64()))
		sup := supJ(or, x)
		for range 5 {
			mu := or.lo + (or.hi-or.lo)*r.Float64()
			lo := x.MagLower().Float64()
			xi := lo + (x.MagUpper().Float64()-lo)*r.Float64()
			j, e := near(BesselJ, mu, xi)
			require.LessOrEqualf(t, math.Abs(j)-e, sup.Float64(), "|J_%v(%v)|", mu, xi)
			close1 = math.Max(close1, math.Abs(j)/sup.Float64())
			d2 := math.Round(2*mu) + 2
			db := ball.NewReal(d2)
			l, el := near(LambdaReal, d2, xi)
			b := LambdaSup(db, x)
			require.LessOrEqualf(t, math.Abs(l)-el, b.Float64(), "|Λ_%v(%v)|", d2, xi)
			if b.Float64() < 0.5 {
				close3 = math.Max(close3, math.Abs(l)/b.Float64())
			}
		}
	}
	t.Log(close1, close3)
	assert.Greater(t, close1, 0.9)
	assert.Greater(t, close3, 0.7)
}

// near is a function of an order and an argument by a ball of 64 bits.
func near(f func(z, nu, x *ball.Real, prec uint) *ball.Real, nu, x float64) (value, bound float64) {
	return f(new(ball.Real), ball.NewReal(nu), ball.NewReal(x), 64).Float64()
}

// Over a ball J is no wider than a few times the range of its values, as long as the relative variation of x^ν is
// small.
func TestWideJ(t *testing.T) {
	r := specialtest.NewRand(82)
	check := func(nu, m, rad float64) {
		x := ball.NewReal(m).AddRad(ball.MagFloat64(rad))
		var z ball.Real
		BesselJ(&z, ball.NewReal(nu), x, 100)
		j, _ := near(BesselJ, nu, m)
		j1, _ := near(BesselJ, nu+1, m)
		amplitude := math.Abs(j)*(1+nu/m) + math.Abs(j1)
		require.LessOrEqualf(t, z.Rad().Float64(), rad*(2*amplitude+2*rad*(1+nu/m)*(1+nu/m)*math.Max(amplitude,
			math.Min(1, 1/math.Sqrt(m)))), "J_%v about %v ± %v", nu, m, rad)
	}
	check(42, 43, 0x1p-9) // the turning point of Λ is between those of its derivatives
	for range testlong.RoundsTo(300, 10000) {
		nu, m := math.Abs(specialtest.Order(r, 60)), specialtest.LogUniform(r, 1, 1e3)
		check(nu, m, math.Ldexp(m/(m+nu), -3-r.IntN(20)))
	}
}
