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

// A jet of each function at x₀ + t satisfies its differential equation, has the function as its constant term and a
// known function as its next.
func TestBesselJets(t *testing.T) {
	const n = 9
	r := specialtest.NewRand(51)
	for range testlong.RoundsTo(25, 100000/n) { // 10⁵ coefficients
		nu := math.Abs(math.Round(specialtest.Order(r, 40)*4) / 4)
		x0 := specialtest.LogUniform(r, 0.2, 60)
		if x0 < nu/2 {
			x0 = nu / 2
		}
		prec := randBallPrec(r, 200)
		nb, xb := ball.NewReal(nu), ball.NewReal(x0)
		if r.IntN(2) == 0 {
			xb.AddRad(ball.MagPow2(-40))
		}
		var x, x2, y, dy, ddy, u ball.RealSeries
		x.SetVar(xb, n)
		for i, f := range []func(s *ball.RealSeries, nu *ball.Real, x *ball.RealSeries,
			prec uint) *ball.RealSeries{BesselJJet, BesselIJet, BesselKJet} {
			f(&y, nb, &x, prec)
			require.Equal(t, n, y.Len())
			var v ball.Real
			[]func(z, nu, x *ball.Real, prec uint) *ball.Real{BesselJ, BesselI, BesselK}[i](&v, nb, xb, prec)
			require.Truef(t, overlaps(y.Coef(0), &v), "constant term of jet %d of order %v at %v: %v, not %v", i, nb, xb,
				y.Coef(0), &v)
			// x²y″ + xy′ ± x²y − ν²y = 0
			dy = derivative(&y, prec)
			ddy = derivative(&dy, prec)
			x2.Mul(&x, &x, prec)
			ddy.Mul(&ddy, &x2, prec)
			dy.Mul(&dy, &x, prec)
			u.Set(&x2)
			if i > 0 {
				u.Neg(&u)
			}
			v.Sqr(nb, 200)
			v.Neg(&v)
			u.AddScalar(&u, &v, prec)
			u.Mul(&u, &y, prec)
			u.Add(&u, &dy, prec)
			u.Add(&u, &ddy, prec)
			scale := y.Coef(0).MagUpper().Float64() * (1 + nu*nu + x0*x0) * math.Pow(1+4/x0+4*nu/x0, n)
			for k := range u.Len() {
				require.Truef(t, u.Coef(k).ContainsZero(), "equation of jet %d of order %v at %v, coefficient %d: %v", i, nb,
					xb, k, u.Coef(k))
				require.Lessf(t, u.Coef(k).Rad().Float64(), 1e-3*scale, "jet %d of order %v at %v, %d bits, coefficient %d: %v", i,
					nb, xb, prec, k, u.Coef(k))
			}
		}
		// Λ: y″ + (d−1)/x y′ + y = 0 times x
		var d, v ball.Real
		d.Mul2Exp(d.AddInt64(nb, 1, 60), 1)
		LambdaJet(&y, &d, &x, prec)
		dy = derivative(&y, prec)
		ddy = derivative(&dy, prec)
		v.AddInt64(&d, -1, 60)
		dy.MulScalar(&dy, &v, prec)
		u.Add(&y, &ddy, prec)
		u.Mul(&u, &x, prec)
		u.Add(&u, &dy, prec)
		for k := range u.Len() {
			require.Truef(t, u.Coef(k).ContainsZero(), "equation of Λ_%v at %v, coefficient %d: %v", &d, xb, k, u.Coef(k))
			require.Less(t, u.Coef(k).Rad().Float64(), 1e-2*(d.MagUpper().Float64()+x0))
		}
	}
	// at 0, entire: Λ_4 = 1 − x²/8 + x⁴/192 − …, J_2 = x²/8 − x⁴/96 + …, I_1 = x/2 + x³/16 + …
	var x, y ball.RealSeries
	x.SetVar(new(ball.Real), 6)
	check := func(want ...float64) {
		t.Helper()
		for k, w := range want {
			require.Truef(t, overlaps(new(ball.Real).Mul(y.Coef(k), ball.NewReal(192), 60), ball.NewReal(w)) &&
				y.Coef(k).Rad().Float64() < 1e-12, "coefficient %d: %v", k, y.Coef(k))
		}
	}
	LambdaJet(&y, ball.NewReal(4), &x, 53)
	check(192, 0, -24, 0, 1, 0)
	BesselJJet(&y, ball.NewReal(2), &x, 53)
	check(0, 0, 24, 0, -2, 0)
	BesselJJet(&y, ball.NewReal(-3), &x, 53)
	check(0, 0, 0, -4, 0)
	BesselIJet(&y, ball.NewReal(1), &x, 53)
	check(0, 96, 0, 12, 0, 0.5)
	BesselKJet(&y, ball.NewReal(1), &x, 53)
	assert.True(t, y.Coef(0).Indeterminate() && y.Coef(5).Indeterminate())
	BesselJJet(&y, ball.NewReal(0.5), &x, 53)
	assert.True(t, y.Coef(0).Indeterminate())
}

// Jets of I at large arguments neither hang nor lose their digits, and I_ν′ = I_{ν+1} + (ν/x) I_ν.
func TestBesselIJetLarge(t *testing.T) {
	r := specialtest.NewRand(53)
	for range testlong.RoundsTo(40, 10000) {
		nu := math.Round(specialtest.Order(r, 40)*8) / 8
		x0 := specialtest.LogUniform(r, 4, 400)
		if nu == math.Trunc(nu) && r.IntN(2) == 0 {
			x0 = -x0
			if r.IntN(2) == 0 {
				nu = -nu
			}
		}
		prec := randBallPrec(r, 200)
		xb := ball.NewReal(x0)
		if r.IntN(2) == 0 {
			xb.AddRad(ball.MagPow2(-40))
		}
		var x, y ball.RealSeries
		x.SetVar(xb, 6)
		x.Coef(2).SetFloat64(0.25)
		BesselIJet(&y, ball.NewReal(nu), &x, prec)
		var a, b ball.Real
		BesselI(&a, ball.NewReal(nu), xb, prec+40)
		a.Quo(a.Mul(&a, ball.NewReal(nu), prec+40), xb, prec+40)
		BesselI(&b, ball.NewReal(nu+1), xb, prec+40)
		require.Truef(t, overlaps(y.Coef(1), a.Add(&a, &b, prec+40)), "I_%v′(%v): %v and %v", nu, xb, y.Coef(1), &a)
		if xb.IsExact() && x0 > 0 && nu >= 0 { // all parts of the coefficients of (x/2)^ν·₀F₁ are positive
			for k := range 6 {
				require.GreaterOrEqual(t, y.Coef(k).RelAccuracyBits(), int64(prec)-24-int64(nu))
			}
		}
	}
	for _, nu := range []float64{0, 3, 0.25, 7.5} {
		for _, x0 := range []float64{1e3, 1e6, 1e9} {
			var x, y ball.RealSeries
			x.SetVar(ball.NewReal(x0), 5)
			BesselIJet(&y, ball.NewReal(nu), &x, 100)
			var q ball.Real
			for k := 1; k < 5; k++ { // I^(k)/k! ≈ e^x/√(2πx)/k!
				require.GreaterOrEqual(t, y.Coef(k).RelAccuracyBits(), int64(80))
				q.Quo(y.Coef(k), y.Coef(k-1), 100)
				f, _ := q.Float64()
				require.InDelta(t, 1, f*float64(k), 4/x0)
			}
		}
	}
}

// derivative returns dx/dt, one coefficient shorter.
func derivative(x *ball.RealSeries, prec uint) (d ball.RealSeries) {
	d.SetLen(x.Len() - 1)
	for k := range d.Len() {
		d.Coef(k).MulInt64(x.Coef(k+1), int64(k+1), prec)
	}
	return d
}
