package special

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"krein/ball"
	"krein/internal/special/specialtest"
	"krein/internal/testlong"
)

func argIK(r *rand.Rand) []*ball.Real {
	nu := math.Abs(specialtest.Order(r, 300))
	top := 2000.0
	if !(nu*256 == math.Trunc(nu*256)) {
		top = 150
	}
	if r.IntN(8) == 0 {
		return reals(nu, math.Ldexp(1+r.Float64(), -r.IntN(1000)))
	}
	if top > 150 && r.IntN(8) == 0 {
		return reals(nu, specialtest.LogUniform(r, top, 1e9))
	}
	return reals(nu, specialtest.LogUniform(r, 1e-3, top))
}

// kByRecurrence is K_ν from K_{ν+2} and K_{ν+1} downwards, K_ν = K_{ν+2} − (2(ν+1)/x)K_{ν+1}, in balls.
func kByRecurrence(z *ball.Real, a []*ball.Real, prec uint) *ball.Real {
	var p, q, n ball.Real
	prec += 80
	BesselK(&p, n.AddInt64(a[0], 2, 300), a[1], prec)
	BesselK(&q, n.AddInt64(a[0], 1, 300), a[1], prec)
	q.Mul(&q, n.Mul2Exp(&n, 1), prec)
	q.Quo(&q, a[1], prec)
	return z.Sub(&p, &q, prec)
}

// iByWronskian is I_ν from 1/x = I_ν K_{ν+1} + I_{ν+1} K_ν (DLMF 10.28.2) with the ratio I_{ν+1}/I_ν from its
// continued fraction x/(2(ν+1) + x²/(2(ν+2) + …)), whose convergents enclose it (10.33.1), for x ≤ 2000.
func iByWronskian(z *ball.Real, a []*ball.Real, prec uint) *ball.Real {
	nu, x := a[0], a[1]
	xf, _ := x.Float64()
	wp := prec + 60
	if xf > 2000 { // the fraction is long: I_ν = I_{ν+2} + (2(ν+1)/x)I_{ν+1}
		var p, q, n ball.Real
		BesselI(&p, n.AddInt64(nu, 2, 300), x, wp)
		BesselI(&q, n.AddInt64(nu, 1, 300), x, wp)
		q.Mul(&q, n.Mul2Exp(&n, 1), wp)
		q.Quo(&q, x, wp)
		return z.Add(&p, &q, prec)
	}
	ratio := func(m int64) *ball.Real {
		u, t := new(ball.Real), new(ball.Real)
		// x/(2(ν+m) + …): the tail is between 0 and x
		u.Mul2Exp(x, -1)
		u.AddRad(u.MagUpper())
		for k := m; k >= 1; k-- {
			t.AddInt64(nu, k, 400)
			t.Mul2Exp(t, 1)
			t.Quo(t, x, wp)
			t.Add(t, u, wp)
			u.Inv(t, wp)
			if k == m {
				u.AddRad(ball.Mag{})
			}
		}
		return u
	}
	var p, q, n ball.Real
	// tails below: u ∈ [0, 1] as I_{μ+1} < I_μ
	r := ratio(int64(2*xf) + int64(wp) + 20)
	BesselK(&p, n.AddInt64(nu, 1, 300), x, wp)
	BesselK(&q, nu, x, wp)
	q.Mul(&q, r, wp)
	p.Add(&p, &q, wp)
	p.Mul(&p, x, wp)
	return z.Inv(&p, prec)
}

var ikFuncs = []ballFunc{
	{name: "BesselI", f: func(z *ball.Real, a []*ball.Real, p uint) *ball.Real { return BesselI(z, a[0], a[1], p) },
		args: argIK, ref: iByWronskian, wide: 1, n: 60, maxPrec: 300},
	{name: "BesselI of a ball of orders", f: func(z *ball.Real, a []*ball.Real,
		p uint) *ball.Real {
		return BesselI(z, a[0], a[1], p)
	},
		args: argIK, ref: iByWronskian, wide: 0, n: 30, maxPrec: 200},
	{name: "BesselK", f: func(z *ball.Real, a []*ball.Real, p uint) *ball.Real { return BesselK(z, a[0], a[1], p) },
		args: argIK, ref: kByRecurrence, wide: 1, n: 60, maxPrec: 300},
	{name: "BesselK of a ball of orders", f: func(z *ball.Real, a []*ball.Real,
		p uint) *ball.Real {
		return BesselK(z, a[0], a[1], p)
	},
		args: argIK, ref: kByRecurrence, wide: 0, negative: true, n: 30, maxPrec: 200},
}

func TestBesselIKBalls(t *testing.T) {
	for i := range ikFuncs {
		ikFuncs[i].check(t, uint64(3000+i))
	}
}

// Where two algorithms work, they overlap.
func TestBesselIKAlgorithms(t *testing.T) {
	r := specialtest.NewRand(11)
	both := [2]int{}
	for range testlong.Rounds(80) {
		nu := math.Round(math.Abs(specialtest.Order(r, 60))*4) / 4
		a := reals(nu, specialtest.LogUniform(r, 5, 200))
		prec := randBallPrec(r, 200)
		for i, fs := range [][2]func(z, nu, x *ball.Real, p uint) *ball.Real{{BesselISeries, BesselIAsymptotic},
			{BesselKSeries, BesselKAsymptotic}} {
			u, v := fs[0](new(ball.Real), a[0], a[1], prec), fs[1](new(ball.Real), a[0], a[1], prec)
			require.Truef(t, overlaps(u, v), "%d: %v at %d bits: %v and %v", i, a, prec, u, v)
			require.GreaterOrEqual(t, u.RelAccuracyBits(), int64(prec)-12)
			if v.IsFinite() {
				both[i]++
				require.GreaterOrEqualf(t, v.RelAccuracyBits(), int64(prec)-12, "%d: %v at %d bits", i, a, prec)
			}
		}
	}
	assert.Greater(t, both[0], testlong.AtLeast(10))
	assert.Greater(t, both[1], testlong.AtLeast(10))
}

// The expansions of I and K cut short: with the bound of the remainder their sums hold, without they do not.
func TestBesselIKRemainders(t *testing.T) {
	missed := [2]int{}
	r := specialtest.NewRand(12)
	for range testlong.Rounds(200) {
		nu := math.Round(80*r.Float64()) / 4
		x := specialtest.LogUniform(r, 5, 60)
		frac := 10 + r.IntN(30)
		behind := r.IntN(2) == 0
		p, ok := planExpansion(nu, x, frac, 500, behind)
		if !ok || p.exact {
			continue
		}
		o := newOrder(ball.NewReal(nu))
		a := reals(nu, x)
		var s, q, want, u ball.Real
		turns := 0
		if behind {
			turns = 2
		}
		asymptoticSum(&s, nil, o.dy, a[1].Mid(nil), &p, turns, frac+60)
		if behind {
			// (I + sin(νπ)K/π)·√(2πx)e^−x
			BesselISeries(&want, a[0], a[1], 200)
			BesselKSeries(&q, a[0], a[1], 200)
			sinPi(&u, a[0], 200)
			q.Mul(&q, &u, 200)
			u.Pi(200)
			q.Quo(&q, &u, 200)
			want.Add(&want, &q, 200)
		} else {
			// K·√(2x/π)e^x = K/π·√(2πx)e^x
			BesselKSeries(&want, a[0], a[1], 200)
			want.Quo(&want, u.Pi(200), 200)
		}
		u.Pi(200)
		u.Mul(&u, a[1], 200)
		u.Mul2Exp(&u, 1)
		u.Sqrt(&u, 200)
		want.Mul(&want, &u, 200)
		u.Set(a[1])
		if behind {
			u.Neg(&u)
		}
		want.Mul(&want, u.Exp(&u, 200), 200)
		if !overlaps(&s, &want) {
			missed[1]++
		}
		s.AddRad(magExp2(p.rest + 1))
		if !overlaps(&s, &want) {
			missed[0]++
		}
	}
	assert.Zero(t, missed[0])
	assert.Greater(t, missed[1], testlong.AtLeast(20))
}

func TestBesselIKEdges(t *testing.T) {
	var z, w ball.Real
	zero, one := new(ball.Real), ball.NewReal(1)
	assert.True(t, BesselI(&z, zero, zero, 53).Equal(one) == ball.True)
	assert.True(t, BesselI(&z, one, zero, 53).IsZero())
	assert.True(t, BesselK(&z, one, zero, 53).Indeterminate())
	assert.True(t, BesselK(&z, one, ball.NewReal(-1), 53).Indeterminate())
	assert.True(t, BesselI(&z, ball.NewReal(0.5), ball.NewReal(-1), 53).Indeterminate())
	assert.True(t, BesselI(&z, ball.NewReal(-0.75), zero, 53).Indeterminate())
	// symmetries
	for _, c := range [][2]float64{{3, 2.5}, {4, 2.5}} {
		BesselI(&z, ball.NewReal(c[0]), ball.NewReal(c[1]), 80)
		assert.True(t, sameBall(&z, BesselI(&w, ball.NewReal(-c[0]), ball.NewReal(c[1]), 80)))
		BesselI(&w, ball.NewReal(c[0]), ball.NewReal(-c[1]), 80)
		if c[0] == 3 {
			w.Neg(&w)
		}
		assert.True(t, sameBall(&z, &w))
		BesselK(&z, ball.NewReal(c[0]), ball.NewReal(c[1]), 80)
		assert.True(t, sameBall(&z, BesselK(&w, ball.NewReal(-c[0]), ball.NewReal(c[1]), 80)))
	}
	// a ball around 0
	b := new(ball.Real).SetMag(ball.MagUint(2))
	for n := range 3 {
		BesselI(&z, ball.NewReal(float64(n)), b, 53)
		for _, x := range []float64{-2, -1, 0, 0.5, 2} {
			BesselI(&w, ball.NewReal(float64(n)), ball.NewReal(x), 53)
			assert.True(t, overlaps(&z, &w))
		}
		assert.Less(t, z.Rad().Float64(), 2.3)
	}
	// orders next to an integer: as close as any
	BesselK(&w, ball.NewReal(3), one, 100)
	for _, e := range []int64{-30, -200, -3000} {
		nu := new(ball.Real).Add(ball.NewReal(3), new(ball.Real).Mul2Exp(one, e), 4000)
		BesselK(&z, nu, one, 100)
		assert.GreaterOrEqual(t, z.RelAccuracyBits(), int64(88))
		assert.Less(t, math.Abs(diff(&z, &w)), math.Exp2(float64(max(e, -85)))*200)
		assert.True(t, z.MagUpper().Cmp(w.MagLower()) >= 0, "K increases with the order")
	}
	for _, n := range []float64{0, 1, 2, 3} {
		BesselK(&w, ball.NewReal(n), one, 100)
		for _, e := range []int64{-30, -60, -200, -3000} {
			for _, s := range []int64{-1, 1} {
				nu := new(ball.Real).Mul2Exp(ball.NewReal(float64(s)), e)
				nu.AddInt64(nu, int64(n), 4000)
				BesselK(&z, nu, one, 100)
				require.GreaterOrEqual(t, z.RelAccuracyBits(), int64(88))
				require.Less(t, math.Abs(diff(&z, &w)), math.Exp2(float64(max(e, -85)))*200, "K_ν at ν = %v + %v·2^%v", n, s, e)
			}
		}
	}
	// extreme arguments
	for _, e := range []int64{-1 << 30, -3000, 40, 2000} {
		x := new(ball.Real).Mul2Exp(one, e)
		for _, nu := range []float64{0, 0.5, 0.25, 5} {
			BesselI(&z, ball.NewReal(nu), x, 60)
			BesselK(&z, ball.NewReal(nu), x, 60)
		}
	}
}

func diff(x, y *ball.Real) float64 {
	var d ball.Real
	f, _ := d.Sub(x, y, 100).Float64()
	return f
}
