package special

import (
	"math"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"krein/ball"
	"krein/internal/testlong"
	"krein/special/internal/specialtest"
)

// The suprema that widen balls hold at random orders and arguments, and are reached within a small factor.
func TestSupremaOfJ(t *testing.T) {
	r := specialtest.NewRand(81)
	close1, close2, close3 := 0.0, 0.0, 0.0
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
		sup, slope := supJ(or, x), supSlopeJ(or, x)
		for range 5 {
			mu := or.lo + (or.hi-or.lo)*r.Float64()
			lo := x.MagLower().Float64()
			xi := lo + (x.MagUpper().Float64()-lo)*r.Float64()
			j, e := near(BesselJ, mu, xi)
			require.LessOrEqualf(t, math.Abs(j)-e, sup.Float64(), "|J_%v(%v)|", mu, xi)
			j1, e1 := near(BesselJ, mu+1, xi)
			d := mu/xi*j - j1
			require.LessOrEqualf(t, math.Abs(d)-e1-mu/xi*e-1e-15, slope.Float64(), "|J_%v′(%v)|", mu, xi)
			close1 = math.Max(close1, math.Abs(j)/sup.Float64())
			close2 = math.Max(close2, math.Abs(d)/slope.Float64())
			d2 := math.Round(2*mu) + 2
			db := ball.NewReal(d2)
			l, el := near(LambdaReal, d2, xi)
			b := supLambda(db, db.MagUpper(), x)
			require.LessOrEqualf(t, math.Abs(l)-el, b.Float64(), "|Λ_%v(%v)|", d2, xi)
			if b.Float64() < 0.5 {
				close3 = math.Max(close3, math.Abs(l)/b.Float64())
			}
		}
	}
	t.Log(close1, close2, close3)
	assert.Greater(t, close1, 0.9)
	assert.Greater(t, close2, 0.6)
	assert.Greater(t, close3, 0.7)
}

// near is a function of an order and an argument by a ball of 64 bits.
func near(f func(z, nu, x *ball.Real, prec uint) *ball.Real, nu, x float64) (value, bound float64) {
	return f(new(ball.Real), ball.NewReal(nu), ball.NewReal(x), 64).Float64()
}
