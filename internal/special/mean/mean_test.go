package mean

import (
	"math"
	"math/big"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"krein/ball"
	"krein/internal/special/specialtest"
	"krein/internal/testlong"
	"krein/special"
)

func reals(xs ...float64) []*ball.Real {
	zs := make([]*ball.Real, len(xs))
	for i, x := range xs {
		zs[i] = ball.NewReal(x)
	}
	return zs
}

func overlaps(x, y *ball.Real) bool { return x.Overlaps(y) == ball.True }

// pointsOf returns the midpoint, ends and a random point of x as exact balls.
func pointsOf(r *rand.Rand, x *ball.Real) (out []*ball.Real) {
	for _, t := range []float64{0, -1, 1, 2*r.Float64() - 1} {
		var m, u ball.Real
		u.Mul(u.SetFloat(x.Rad().Float(nil)), ball.NewReal(t), 200)
		out = append(out, new(ball.Real).Add(&u, m.GetMid(x), 6000))
	}
	return out
}

// setTo changes a variable for the length of a test.
func setTo[T any](t *testing.T, p *T, v T) {
	old := *p
	*p = v
	t.Cleanup(func() { *p = old })
}

// plain is Σ q/(q+2k)·(−x²/4)^k/(k!(d/2)_k) at a precision that swallows all cancellation; from 2k > |x| on its terms
// at least halve.
func plain(q, d, x *ball.Real, prec uint) *ball.Real {
	wp := prec + 200 + uint(8*math.Abs(x.Nearest()))
	var y, t, u, v ball.Real
	y.Mul2Exp(y.Neg(y.Sqr(x, 4000)), -2)
	s := ball.NewReal(1)
	t.SetInt64(1)
	for k := int64(1); ; k++ {
		t.QuoInt64(t.Mul(&t, &y, wp), k, wp)
		t.Quo(&t, u.AddInt64(u.Mul2Exp(d, -1), k-1, 4000), wp)
		u.Quo(q, v.AddInt64(q, 2*k, 4000), wp)
		s.Add(s, u.Mul(&u, &t, wp), wp)
		if m := t.MagUpper(); t.IsZero() || float64(k) > math.Abs(x.Nearest()) && m.Exponent() < -int64(wp) {
			return s.AddRad(m)
		}
	}
}

// Points against the plain series, also into arguments, accurate to prec−12 bits; wide arguments around the values at
// points.
func TestLambda(t *testing.T) {
	r := specialtest.NewRand(40)
	noticed, n := 0, testlong.RoundsTo(80, 5000)
	for range n {
		a := reals(specialtest.LogUniform(r, 1e-2, 100), 1+specialtest.LogUniform(r, 1e-2, 200),
			specialtest.LogUniform(r, 1e-3, 60)*float64(1-2*r.IntN(2)))
		if r.IntN(10) == 0 {
			a[2].Mul2Exp(a[2], -int64(r.IntN(1000)))
		}
		prec := uint(24 + r.IntN(180))
		z, want := Lambda(new(ball.Real), a[0], a[1], a[2], prec), plain(a[0], a[1], a[2], prec+40)
		require.Truef(t, overlaps(z, want), "M(%v) at %d bits = %v, not %v", a, prec, z, want)
		if !z.IsExact() {
			require.GreaterOrEqualf(t, z.RelAccuracyBits(), int64(prec)-12, "M(%v) at %d bits = %v", a, prec, z)
			h := new(ball.Real).SetFloat(z.Mid(nil)).AddRad(z.Rad().Mul2Exp(-1))
			if !overlaps(h, want) {
				noticed++
			}
		}
		for i := range a {
			b := reals(0, 0, 0)
			for k := range b {
				b[k].Set(a[k])
			}
			w := Lambda(b[i], b[0], b[1], b[2], prec)
			require.True(t, w.Mid(nil).Cmp(z.Mid(nil)) == 0 && w.Rad() == z.Rad(), "aliased")
		}
		x := new(ball.Real).Set(a[2]).AddRad(a[2].MagUpper().Mul(ball.MagFloat64(math.Exp2(-30 * r.Float64() * r.Float64()))))
		Lambda(z, a[0], a[1], x, prec)
		for _, p := range pointsOf(r, x) {
			w := Lambda(new(ball.Real), a[0], a[1], p, prec+40)
			require.Truef(t, overlaps(z, w), "M(%v) over %v = %v, but at %v %v", a, x, z, p, w)
		}
	}
	assert.Greater(t, noticed, n/20, "half the radius is hardly noticed")
	one, ind := ball.NewReal(1), new(ball.Real).SetIndeterminate()
	for _, b := range []*ball.Real{new(ball.Real), ball.NewReal(-1), ball.NewReal(-7), ind} {
		assert.True(t, Lambda(new(ball.Real), b, one, one, 53).Indeterminate())
		assert.True(t, Lambda(new(ball.Real), one, b, one, 53).Indeterminate())
	}
	assert.True(t, Lambda(new(ball.Real), one, one, ind, 53).Indeterminate())
	wide := ball.NewReal(-500).AddRad(ball.MagUint(400))
	assert.LessOrEqual(t, Lambda(new(ball.Real), ball.NewReal(2), ball.NewReal(3), wide, 53).Rad().Float64(), 1.0001)
}

// TestGolden compares with 100 digits of mpmath.
func TestGolden(t *testing.T) {
	count := 0
	specialtest.ReadGolden(t, "../../../testdata/special_ball.json", func(name string, args []*ball.Real, values []string) {
		if name != "LambdaMean" {
			return
		}
		count++
		want, _, err := big.ParseFloat(values[0], 10, 400, big.ToNearestEven)
		require.NoError(t, err)
		w := new(ball.Real).SetFloat(want)
		w.AddRad(w.MagUpper().Mul2Exp(-320))
		for _, prec := range []uint{53, 128, 320} {
			z := Lambda(new(ball.Real), args[0], args[1], args[2], prec)
			assert.Truef(t, overlaps(z, w), "M%v at %d bits: %v, not %s", args, prec, z, values[0])
			assert.GreaterOrEqual(t, z.RelAccuracyBits(), int64(prec)-12)
		}
	})
	assert.Greater(t, count, 4)
}

// arguments draws q, d and a large x; in a third of the cases q and d are such that the expansion ends.
func arguments(r *rand.Rand) []*ball.Real {
	q, d := specialtest.LogUniform(r, 0.1, 40), 1+specialtest.LogUniform(r, 0.1, 30)
	switch r.IntN(6) {
	case 0, 1:
		q, d = math.Round(4*q)/4+0.25, math.Round(d)
	case 2:
		d = math.Round(d)
		q = d + float64(2*r.IntN(6))
	case 3:
		q = 2 + float64(2*r.IntN(6))
	}
	return reals(q, d, specialtest.LogUniform(r, 150, 900))
}

// The expansion of the mean overlaps with the series, is as accurate as asked next to its larger part, and without its
// remainders it misses.
func TestFar(t *testing.T) {
	defer func(tl ball.Mag) { tailScale, stopEarly = tl, 0 }(tailScale)
	var missed [2]int
	served := 0
	for k, s := range []ball.Mag{ball.MagPow2(0), {}} {
		r := specialtest.NewRand(41)
		for range testlong.RoundsTo(60, 2000) {
			a := arguments(r)
			prec := uint(24 + r.IntN(100))
			var z, w ball.Real
			tailScale, stopEarly = s, 14*k
			ok := far(&z, a[0], a[1], a[2], prec)
			tailScale, stopEarly = ball.MagPow2(0), 0
			if !ok {
				continue
			}
			served++
			series(&w, a[0], a[1], a[2], prec+60)
			if !overlaps(&z, &w) {
				missed[k]++
				if k == 0 {
					t.Errorf("M(%v) at %d bits: %v, not %v", a, prec, &z, &w)
				}
				continue
			}
			if k == 0 {
				Lambda(&z, a[0], a[1], a[2], prec)
				require.True(t, overlaps(&z, &w))
				// an argument with a radius
				x := new(ball.Real).Set(a[2]).AddRad(a[2].MagUpper().Mul2Exp(-int64(r.IntN(40)) - 3))
				Lambda(&z, a[0], a[1], x, prec)
				for _, p := range pointsOf(r, x) {
					Lambda(&w, a[0], a[1], p, prec)
					require.Truef(t, overlaps(&z, &w), "M(%v) over %v at %d bits: %v, at %v %v", a, x, prec, &z, p, &w)
				}
			}
		}
	}
	t.Log(served, missed)
	assert.Zero(t, missed[0])
	assert.Greater(t, missed[1], testlong.AtLeast(10))
	assert.Greater(t, served, testlong.AtLeast(60))
	// both sides of the threshold
	r := specialtest.NewRand(42)
	for range testlong.RoundsTo(20, 1000) {
		a := arguments(r)
		prec := uint(24 + r.IntN(100))
		var z, w ball.Real
		setTo(t, &farFrom, 1e9)
		Lambda(&z, a[0], a[1], a[2], prec)
		setTo(t, &farFrom, 0)
		Lambda(&w, a[0], a[1], a[2], prec)
		require.True(t, overlaps(&z, &w))
		require.GreaterOrEqual(t, z.RelAccuracyBits(), int64(prec)-12)
	}
}

// Where the power at infinity is larger than all and cancels, the series serves.
func TestCancels(t *testing.T) {
	for _, a := range [][]*ball.Real{reals(68, 78.28, -22), reals(68, 300, 50), reals(200, 300, 50),
		reals(200, 300, 100)} {
		for _, prec := range []uint{26, 53} {
			z := Lambda(new(ball.Real), a[0], a[1], a[2], prec)
			require.GreaterOrEqual(t, z.RelAccuracyBits(), int64(prec)-12, "%v at %d bits", a, prec)
		}
	}
}

// The variation over a ball is bounded by the derivatives: q(Λ − M)/x, and 1/d for the second one.
func TestWide(t *testing.T) {
	r := specialtest.NewRand(43)
	for range testlong.RoundsTo(100, 3000) {
		q, d, x := specialtest.LogUniform(r, 0.1, 40), 1+specialtest.LogUniform(r, 0.1, 30),
			specialtest.LogUniform(r, 0.01, 40)
		rad := math.Ldexp(x, -8-r.IntN(20))
		var z, m, l ball.Real
		Lambda(&z, ball.NewReal(q), ball.NewReal(d), ball.NewReal(x).AddRad(ball.MagFloat64(rad)), 80)
		Lambda(&m, ball.NewReal(q), ball.NewReal(d), ball.NewReal(x), 80)
		special.LambdaReal(&l, ball.NewReal(d), ball.NewReal(x), 80)
		l.Sub(&l, &m, 80)
		slope := q * math.Abs(l.Nearest()) / x
		require.LessOrEqualf(t, z.Rad().Float64(), 1.001*(rad*slope+rad*rad/(2*d))+1e-20,
			"M_%v,%v about %v ± %v", q, d, x, rad)
	}
}
