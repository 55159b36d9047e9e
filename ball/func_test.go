package ball

import (
	"encoding/json"
	"math"
	"math/big"
	"math/rand/v2"
	"os"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"krein/internal/testlong"
)

// A realFunc is an elementary function with a reference by another route.
type realFunc struct {
	name string
	f    func(z, x *Real, prec uint) *Real
	// ref is the function by another algorithm, made of other cores (exp, log, sin, cos, atan) as well
	ref func(z, x *Real, prec uint) *Real
	// exponents of arguments, and whether the domain is [−1, 1] or x ≥ 0
	lo, hi         int
	unit, positive bool
}

// byExp returns a reference that combines e^x and e^−x.
func byExp(f func(z, a, b *Real, prec uint) *Real) func(z, x *Real, prec uint) *Real {
	return func(z, x *Real, prec uint) *Real {
		p := prec + 40
		if e := exponent(&x.mid); e < 0 {
			p += 2 * uint(-e)
		}
		var a, b Real
		plainExp(&a, x, p)
		b.Inv(&a, p)
		return f(z, &a, &b, p)
	}
}

var realFuncs = []realFunc{
	{name: "exp", f: (*Real).Exp, ref: plainExp, lo: -1000, hi: 12},
	{name: "expm1", f: (*Real).Expm1, ref: func(z, x *Real, prec uint) *Real {
		p := prec + 10
		if e := exponent(&x.mid); e < 0 {
			p += uint(-e)
		}
		plainExp(z, x, p)
		return z.AddInt64(z, -1, p)
	}, lo: -1000, hi: 12},
	{name: "log", f: (*Real).Log, ref: plainLog, lo: -1000, hi: 1000, positive: true},
	{name: "log1p", f: (*Real).Log1p, ref: func(z, x *Real, prec uint) *Real {
		p := prec + 10
		if e := exponent(&x.mid); e < 0 {
			p += 2 * uint(-e)
		}
		z.AddInt64(x, 1, p+2000)
		return plainLog(z, z, p)
	}, lo: -1000, hi: 1000},
	{name: "sin", f: (*Real).Sin, ref: plainSin, lo: -1000, hi: 1000},
	{name: "cos", f: (*Real).Cos, ref: plainCos, lo: -1000, hi: 1000},
	{name: "tan", f: (*Real).Tan, ref: func(z, x *Real, p uint) *Real {
		// 2t/(1−t²), t = sin(x/2)/cos(x/2)
		var s, c, h Real
		h.Mul2Exp(x, -1)
		p += 40
		plainSinCos(&s, &c, &h, p)
		h.Mul(&s, &c, p)
		h.Mul2Exp(&h, 1)
		s.Sqr(&s, p)
		c.Sqr(&c, p)
		c.Sub(&c, &s, p)
		return z.Quo(&h, &c, p)
	}, lo: -1000, hi: 1000},
	{name: "sinh", f: (*Real).Sinh, ref: byExp(func(z, a, b *Real, p uint) *Real {
		return z.Mul2Exp(z.Sub(a, b, p), -1)
	}), lo: -300, hi: 12},
	{name: "cosh", f: (*Real).Cosh, ref: byExp(func(z, a, b *Real, p uint) *Real {
		return z.Mul2Exp(z.Add(a, b, p), -1)
	}), lo: -300, hi: 12},
	{name: "tanh", f: (*Real).Tanh, ref: byExp(func(z, a, b *Real, p uint) *Real {
		var s Real
		s.Add(a, b, p)
		return z.Quo(z.Sub(a, b, p), &s, p)
	}), lo: -300, hi: 12},
	{name: "asin", f: (*Real).Asin, ref: func(z, x *Real, p uint) *Real {
		// 2 atan(x/(1+√(1−x²)))
		var s Real
		p += 60 + 2*uint(max(0, -exponent(&x.mid)))
		s.Sqr(x, 2*p+4000)
		s.AddInt64(&s, -1, 2*p+4000)
		s.Neg(&s)
		s.Sqrt(&s, p)
		s.AddInt64(&s, 1, p)
		s.Quo(x, &s, p)
		return z.Mul2Exp(plainAtan(&s, &s, p), 1)
	}, lo: -500, hi: 0, unit: true},
	{name: "acos", f: (*Real).Acos, ref: func(z, x *Real, p uint) *Real {
		// 2 atan(√((1−x)/(1+x)))
		var s, c Real
		if x.Equal(NewReal(-1)) == True {
			return z.Pi(p)
		}
		s.AddInt64(x, 1, 4000)
		c.Neg(x)
		c.AddInt64(&c, 1, 4000)
		s.Quo(&c, &s, p+40)
		s.Sqrt(&s, p+40)
		return z.Mul2Exp(plainAtan(&s, &s, p), 1)
	}, lo: -500, hi: 0, unit: true},
	{name: "atan", f: (*Real).Atan, ref: plainAtan, lo: -1000, hi: 1000},
	{name: "erf", f: (*Real).Erf, ref: erfRef, lo: -1000, hi: 4},
	{name: "erfc", f: (*Real).Erfc, ref: func(z, x *Real, p uint) *Real {
		if squareExp(&x.mid) > 2000 && x.mid.Sign() > 0 {
			// e^(−x²)/(x√π)·(1 − 1/(2x²)) < erfc x < e^(−x²)/(x√π)
			var t, u Real
			expMinusSquare(&t, &x.mid, p)
			t.Quo(&t, x, p)
			u.Pi(p)
			u.Sqrt(&u, p)
			t.Quo(&t, &u, p)
			u.Sqr(x, p)
			u.Mul2Exp(&u, 1)
			u.Quo(&t, &u, p)
			u.Sub(&t, &u, p)
			return z.Hull(&t, &u, p)
		}
		erfRef(z, x, p+uint(squareExp(&x.mid))+20)
		return z.AddInt64(z.Neg(z), 1, p+uint(squareExp(&x.mid))+20)
	}, lo: -1000, hi: 4},
	{name: "sqrt", f: (*Real).Sqrt, ref: func(z, x *Real, p uint) *Real {
		// e^(log(x)/2)
		plainLog(z, x, p+40)
		return plainExp(z, z.Mul2Exp(z, -1), p)
	}, lo: -1000, hi: 1000, positive: true},
	{name: "rsqrt", f: (*Real).RSqrt, ref: func(z, x *Real, p uint) *Real {
		plainLog(z, x, p+40)
		return plainExp(z, z.Mul2Exp(z.Neg(z), -1), p)
	}, lo: -1000, hi: 1000, positive: true},
	{name: "pow5/3", f: func(z, x *Real, p uint) *Real { return z.PowRat(x, big.NewRat(5, 3), p) },
		ref: func(z, x *Real, p uint) *Real {
			var y Real
			plainLog(z, x, p+60)
			y.SetRat(big.NewRat(5, 3), p+60)
			return plainExp(z, z.Mul(z, &y, p+60), p)
		}, lo: -1000, hi: 1000, positive: true},
	{name: "pow-3/2", f: func(z, x *Real, p uint) *Real { return z.PowRat(x, big.NewRat(-3, 2), p) },
		ref: func(z, x *Real, p uint) *Real {
			plainLog(z, x, p+60)
			return plainExp(z, z.MulInt64(z.Mul2Exp(z, -1), -3, p+60), p)
		}, lo: -1000, hi: 1000, positive: true},
	{name: "powe", f: func(z, x *Real, p uint) *Real {
		var y Real
		return z.Pow(x, y.E(p+16), p) // an exponent of p bits leaves fewer of the power
	}, ref: func(z, x *Real, p uint) *Real {
		var y Real
		plainLog(z, x, p+60)
		return plainExp(z, z.Mul(z, y.E(p+60), p+60), p)
	}, lo: -1000, hi: 1000, positive: true},
}

// erfRef is the alternating series 2/√π Σ (−1)^n x^(2n+1)/(n!(2n+1)) at a precision
// that swallows its cancellation; its rest is at most the first term left out, once
// terms decrease.
func erfRef(z, x *Real, prec uint) *Real {
	if squareExp(&x.mid) > 2000 {
		// 1 − |erf x| < e^(−x²) < 2^-2000
		z.SetInt64(1).AddRad(MagPow2(-2000))
		if x.mid.Sign() < 0 {
			z.Neg(z)
		}
		return z
	}
	p := prec + 3*uint(min(squareExp(&x.mid), 1e6)) + 40
	var t, s, u, y Real
	y.Sqr(x, p)
	y.Neg(&y)
	t.Set(x)
	s.Set(x)
	for n := int64(1); ; n++ {
		t.Mul(&t, &y, p)
		t.QuoInt64(&t, n, p)
		u.QuoInt64(&t, 2*n+1, p)
		if float64(n) > squareExp(&x.mid)+1 && u.MagUpper().Exponent() < exponent(&x.mid)-int64(p) {
			s.AddRad(u.MagUpper())
			break
		}
		s.Add(&s, &u, p)
	}
	s.Mul2Exp(&s, 1)
	u.Pi(p)
	u.Sqrt(&u, p)
	return z.Quo(&s, &u, p)
}

// argument draws an input of f.
func (f *realFunc) argument(r *rand.Rand, wide bool) *Real {
	lo, hi := f.lo, f.hi
	switch r.IntN(4) {
	case 0:
	case 1:
		lo, hi = max(lo, -40), min(hi, 40)
	default:
		lo, hi = max(lo, -4), min(hi, 4)
	}
	m := randFloat(r, 1+uint(r.IntN(600)), lo, hi)
	if f.positive {
		m.Abs(m)
	}
	if r.IntN(6) == 0 && hi > 1 { // next to 1, or to a multiple of π/4
		d := randFloat(r, 100, -300, -2)
		m.SetPrec(1000).Add(d, big.NewFloat(1))
		if r.IntN(2) == 0 {
			var p Real
			p.Pi(uint(30 + r.IntN(400)))
			p.Mul2Exp(&p, -2)
			p.MulInt64(&p, int64(1+r.IntN(2000)), 1000)
			m.Set(&p.mid)
		}
	}
	if f.name == "log1p" && m.Cmp(big.NewFloat(-1)) <= 0 {
		m.Neg(m)
	}
	if r.IntN(40) == 0 {
		m.SetInt64(0)
	}
	x := new(Real).SetFloat(m)
	if wide {
		e := int64(lo)
		if m.Sign() != 0 {
			e = exponent(m)
		}
		x.AddRad(randRad(r, e))
	}
	return x
}

// truthAt returns a narrow ball around f(t), and false where f is undefined.
func (f *realFunc) truthAt(t *big.Float, prec uint) (*Real, bool) {
	x := new(Real).SetFloat(t)
	z := new(Real)
	switch {
	case f.unit && t.MinPrec() > 0 && new(big.Float).Abs(t).Cmp(big.NewFloat(1)) > 0:
		return nil, false
	case f.positive && t.Sign() < 0:
		return nil, false
	}
	if t.Sign() == 0 {
		// values at 0 by hand
		switch f.name {
		case "exp", "cos", "cosh", "erfc":
			return z.SetInt64(1), true
		case "acos":
			return z.Pi(prec).Mul2Exp(z, -1), true
		case "log", "pow-3/2", "rsqrt":
			return nil, false
		}
		return z.SetZero(), true
	}
	if f.name == "log1p" && t.Cmp(big.NewFloat(-1)) <= 0 {
		return nil, false
	}
	f.ref(z, x, prec)
	return z, true
}

func TestRealFunctionsInclusion(t *testing.T) {
	for i := range realFuncs {
		f := &realFuncs[i]
		t.Run(f.name, func(t *testing.T) {
			r := newRand(uint64(100 + i))
			noticed, wideNoticed, finite := 0, 0, 0
			n := testlong.Rounds(250)
			for k := range n {
				wide := k%2 == 1
				x := f.argument(r, wide)
				prec := randPrec(r)
				if !testlong.Enabled() {
					prec = min(prec, 700)
				}
				z := f.f(garbage(r), x, prec)
				require.False(t, z.mid.IsInf())
				alias := new(Real).Set(x)
				f.f(alias, alias, prec)
				require.True(t, same(alias, z), "aliased: %v, not %v", alias, z)
				if z.IsFinite() {
					finite++
				}
				for _, p := range points(r, x) {
					want, ok := f.truthAt(p, prec+200)
					if !ok {
						require.False(t, z.IsFinite(), "%s(%v) = %v, undefined at %v", f.name, x, z, p)
						continue
					}
					require.Equal(t, True, z.Overlaps(want), "%s(%s) at %d bits = %s misses %v at %v", f.name, exactText(x), prec,
						exactText(z), want, p)
					if z.IsFinite() && halved(z).Overlaps(want) == False {
						noticed++
						if wide && x.rad.exp-exponent(&x.mid) > -20 {
							wideNoticed++
						}
					}
				}
			}
			assert.Greater(t, noticed, n/8, "half the radius is hardly noticed: the bounds are loose, or this test is")
			assert.Positive(t, wideNoticed, "half the radius is never noticed for wide arguments")
			assert.Greater(t, finite, n/3)
		})
	}
}

// A point argument gives prec−12 accurate bits, unless the value is next to a zero
// of a function whose argument was not known to be there.
func TestRealFunctionsTight(t *testing.T) {
	for i := range realFuncs {
		f := &realFuncs[i]
		r := newRand(uint64(200 + i))
		worst := int64(math.MaxInt64)
		for range testlong.Rounds(400) {
			x := f.argument(r, false)
			prec := randPrec(r)
			if x.mid.Sign() == 0 || f.unit && x.MagUpper().Cmp(MagPow2(0)) > 0 {
				continue
			}
			z := f.f(garbage(r), x, prec)
			if z.IsZero() {
				continue
			}
			got := z.RelAccuracyBits() - int64(prec)
			if f.name == "sqrt" || got < worst {
				worst = min(worst, got)
			}
			require.GreaterOrEqual(t, got, int64(-12), "%s(%v) at %d bits = %v", f.name, x, prec, z)
		}
		t.Logf("%s: at least prec%+d bits", f.name, worst)
	}
}

// Wide arguments: the ball is at most a little wider than the image's hull.
func TestRealFunctionsWideTight(t *testing.T) {
	for i := range realFuncs {
		f := &realFuncs[i]
		r := newRand(uint64(300 + i))
		for range testlong.RoundsTo(200, 5000) {
			m := 0.05 + 0.8*r.Float64()
			if r.IntN(2) == 0 && !f.positive {
				m = -m
			}
			x := NewReal(m)
			x.AddRad(MagFloat64((1 - math.Abs(m)) * math.Pow(2, -20*r.Float64()) * 0.99))
			if (f.positive || f.name == "log1p") && (x.ContainsZero() || x.mid.Sign() < 0) {
				continue
			}
			z := f.f(new(Real), x, 128)
			require.True(t, z.IsFinite(), "%s(%v)", f.name, x)
			// hull of 33 values
			h := new(Real)
			for k := range 33 {
				u := new(Real).GetMid(x)
				d := new(Real).SetFloat(x.rad.Float(nil))
				d.Mul(d, NewReal(float64(k-16)/16), 128)
				u.Add(u, d, 200)
				v := f.f(new(Real), u.GetMid(u), 128)
				if k == 0 {
					h.Set(v)
				} else {
					h.Hull(h, v, 200)
				}
			}
			require.True(t, z.rad.Float64() <= 1.05*h.rad.Float64(), "%s(%v) = %v, image %v", f.name, x, z, h)
		}
	}
}

// Next to a multiple of π/2 the result keeps its relative accuracy as long as the
// argument has the bits for it.
func TestSinCosNextToZero(t *testing.T) {
	for _, k := range []int64{1, 2, 3, 46, 1001} {
		for bits := uint(20); bits < 1500; bits += 37 {
			var p, s, c Real
			p.Pi(bits)
			p.Mul2Exp(p.MulInt64(&p, k, bits), -1)
			p.rad = Mag{}
			for _, prec := range []uint{24, 47, 128, 700} {
				SinCos(&s, &c, &p, prec)
				if k&1 == 0 {
					c.Set(&s)
				}
				require.GreaterOrEqual(t, c.RelAccuracyBits(), int64(prec)-12, "%d·π/2 to %d bits, at %d bits: %v", k,
					bits, prec, &c)
			}
		}
	}
}

// Two precisions overlap, and identities contain zero.
func TestRealIdentities(t *testing.T) {
	r := newRand(8)
	for range testlong.RoundsTo(400, 20000) {
		prec, q := randPrec(r), randPrec(r)
		x := randBall(r, -20, 6)
		for _, f := range realFuncs {
			a, b := f.f(garbage(r), x, prec), f.f(garbage(r), x, q)
			require.Equal(t, True, a.Overlaps(b), "%s(%v) at %d and %d bits: %v, %v", f.name, x, prec, q, a, b)
		}
		zero := func(name string, z *Real) {
			t.Helper()
			require.True(t, z.ContainsZero(), "%s at %v, %d bits: %v", name, x, prec, z)
		}
		var s, c, u, v, w, y Real
		SinCos(&s, &c, x, prec)
		u.Sqr(&s, prec)
		v.Sqr(&c, prec)
		u.Add(&u, &v, prec)
		zero("sin²+cos²−1", u.AddInt64(&u, -1, prec))
		SinhCosh(&s, &c, x, prec)
		u.Sqr(&s, prec)
		v.Sqr(&c, prec)
		u.Sub(&v, &u, prec)
		zero("cosh²−sinh²−1", u.AddInt64(&u, -1, prec))
		u.Exp(x, prec)
		v.Log(&u, prec)
		zero("log(exp x)−x", v.Sub(&v, x, prec))
		y.Set(randBall(r, -20, 6))
		v.Exp(&y, prec)
		v.Mul(&u, &v, prec)
		w.Add(x, &y, prec)
		w.Exp(&w, prec)
		zero("e^(x+y)", w.Sub(&w, &v, prec))
		u.Tan(x, prec)
		u.Atan(&u, prec)
		u.Tan(&u, prec)
		v.Tan(x, prec)
		zero("tan(atan(tan x))", u.Sub(&u, &v, prec))
		u.Erf(x, prec)
		v.Erfc(x, prec)
		u.Add(&u, &v, prec)
		zero("erf+erfc−1", u.AddInt64(&u, -1, prec))
		u.Sin(x, prec)
		v.Asin(&u, prec)
		v.Sin(&v, prec)
		zero("sin asin sin", u.Sub(&u, &v, prec))
		// addition: sin(x+y) = sin x cos y + cos x sin y
		SinCos(&s, &c, x, prec)
		SinCos(&u, &v, &y, prec)
		s.Mul(&s, &v, prec)
		c.Mul(&c, &u, prec)
		s.Add(&s, &c, prec)
		u.Add(x, &y, prec)
		u.Sin(&u, prec)
		zero("sin(x+y)", s.Sub(&s, &u, prec))
		// atan2 of a point on the unit circle
		SinCos(&s, &c, x, prec)
		u.Atan2(&s, &c, prec)
		u.Sin(&u, prec)
		zero("sin atan2", u.Sub(&u, &s, prec))
	}
}

// Thousands of bits are known to so many, beyond what other precisions have left in the tables.
func TestManyBits(t *testing.T) {
	r := newRand(10)
	for i := range realFuncs {
		f := &realFuncs[i]
		for range testlong.RoundsTo(1, 20) {
			x := new(Real).SetFloat(randFloat(r, 300, -3, 0))
			x.mid.Abs(&x.mid)
			prec := uint(4200 + r.IntN(6000))
			z := f.f(new(Real), x, prec)
			want, ok := f.truthAt(&x.mid, prec+100)
			require.True(t, ok)
			require.Equal(t, True, z.Overlaps(want), "%s(%v) at %d bits", f.name, x, prec)
			require.GreaterOrEqual(t, z.RelAccuracyBits(), int64(prec)-1, "%s(%v) at %d bits", f.name, x, prec)
		}
	}
}

func TestDomains(t *testing.T) {
	nan := func(z *Real) {
		t.Helper()
		assert.True(t, z.Indeterminate() && z.mid.Sign() == 0, "%v", z)
	}
	z := new(Real)
	inf := new(Real).SetIndeterminate()
	for _, f := range realFuncs {
		nan(f.f(z, inf, 53))
	}
	nan(z.Log(NewReal(0), 53))
	nan(z.Log(NewReal(-2), 53))
	nan(z.Log(NewReal(1).AddRad(MagPow2(0)), 53))
	nan(z.Log1p(NewReal(-1), 53))
	nan(z.Asin(NewReal(1.0000001), 53))
	nan(z.Acos(NewReal(-2), 53))
	nan(z.Quo(NewReal(1), NewReal(0), 53))
	nan(z.Quo(NewReal(1), NewReal(1).AddRad(MagPow2(0)), 53))
	nan(z.Inv(new(Real), 53))
	nan(z.PowRat(NewReal(-8), big.NewRat(1, 3), 53))
	nan(z.PowInt64(new(Real), -1, 53))
	nan(z.Pow(new(Real), NewReal(-0.3), 53))
	nan(z.Tan(NewReal(1.5).AddRad(MagPow2(-2)), 53))
	nan(z.SetFloat64(math.NaN()))
	nan(z.SetFloat64(math.Inf(1)))
	nan(z.SetFloat(new(big.Float).SetInf(true)))
	nan(z.Exp(NewReal(1e12), 53))
	nan(z.Add(inf, NewReal(1), 53))
	nan(z.Mul(inf, new(Real), 53))
	assert.True(t, z.Exp(NewReal(-1e12), 53).IsFinite() && z.ContainsZero() && z.MagUpper().Exponent() < -1<<38)
	assert.True(t, z.Pow(new(Real), NewReal(0.3), 53).IsZero())
	assert.True(t, z.Pow(new(Real), new(Real), 53).Equal(NewReal(1)) == True)
	assert.True(t, z.Pow(NewReal(-8), NewReal(3), 53).Equal(NewReal(-512)) == True)
	assert.True(t, z.Asin(NewReal(1), 53).Overlaps2(new(Real).Mul2Exp(new(Real).Pi(90), -1)))
	assert.True(t, z.Asin(NewReal(0.5).AddRad(MagPow2(-1)), 53).IsFinite())
	assert.True(t, z.Acos(NewReal(-1), 53).Overlaps2(new(Real).Pi(90)))
	assert.True(t, z.Sin(NewReal(5).AddRad(MagPow2(40)), 53).containsExactly(big.NewRat(1, 1)))
	// the angle on the negative axis
	assert.True(t, z.Atan2(new(Real), NewReal(-1), 53).Overlaps2(new(Real).Pi(90)) && z.RelAccuracyBits() > 50)
	assert.True(t, z.Atan2(new(Real).AddRad(MagPow2(-3)), NewReal(-1), 53).containsExactly(big.NewRat(-3, 1)))
	assert.Panics(t, func() { SinCos(z, z, z, 53) })
	assert.Panics(t, func() { SinhCosh(z, z, z, 53) })
}

func TestAtan2(t *testing.T) {
	r := newRand(10)
	for range testlong.Rounds(1000) {
		x, y := randBall(r, -30, 30), randBall(r, -30, 30)
		prec := randPrec(r)
		z := garbage(r).Atan2(y, x, prec)
		p, q := x.Mid(nil), y.Mid(nil)
		if r.IntN(2) == 0 {
			p, q = x.Lower(nil, 2000), y.Upper(nil, 2000)
		}
		px, qy := new(Real).SetFloat(p), new(Real).SetFloat(q)
		if p.Sign() == 0 && q.Sign() == 0 {
			continue
		}
		// the half-angle form is another route: 2 atan(y/(√(x²+y²)+x))
		var s, u Real
		s.Sqr(px, 4100)
		u.Sqr(qy, 4100)
		s.Add(&s, &u, 4100)
		s.Sqrt(&s, 2000)
		s.Add(&s, px, 2000)
		if q.Sign() == 0 && p.Sign() < 0 {
			u.Pi(500)
		} else {
			u.Quo(qy, &s, 1500)
			u.Atan(&u, 500)
			u.Mul2Exp(&u, 1)
		}
		require.Equal(t, True, z.Overlaps(&u), "atan2(%v, %v) at %d = %v misses %v", y, x, prec, z, &u)
		if x.IsExact() && y.IsExact() && (y.mid.Sign() != 0 || x.mid.Sign() != 0) {
			require.GreaterOrEqual(t, z.RelAccuracyBits(), int64(prec)-12)
		}
	}
}

// golden values by mpmath, see testdata/README.md.
func TestGolden(t *testing.T) {
	data, err := os.ReadFile("../testdata/ball.json")
	require.NoError(t, err)
	var file struct {
		Digits int
		Values map[string][][]string
	}
	require.NoError(t, json.Unmarshal(data, &file))
	fs := map[string]func(z, x *Real, prec uint) *Real{}
	for _, f := range realFuncs {
		fs[f.name] = f.f
	}
	fs["pi"] = func(z, x *Real, p uint) *Real { return z.Pi(p) }
	fs["e"] = func(z, x *Real, p uint) *Real { return z.E(p) }
	fs["log2"] = func(z, x *Real, p uint) *Real { return z.Log2(p) }
	fs["euler"] = func(z, x *Real, p uint) *Real { return z.Euler(p) }
	seen := 0
	for name, rows := range file.Values {
		f := fs[name]
		require.NotNil(t, f, name)
		for _, row := range rows {
			var x, want, z Real
			require.NoError(t, x.UnmarshalText([]byte(row[0])))
			decimal, ok := new(big.Rat).SetString(row[1])
			require.True(t, ok)
			want.SetRat(decimal, 500)
			want.AddRad(want.MagUpper().Mul(MagFloat64(1e-5)).Mul(MagFloat64(10).Pow(uint64(file.Digits - 6)).inv()))
			for _, prec := range []uint{53, 128, 333, 400} {
				f(&z, &x, prec)
				require.Equal(t, True, z.Overlaps(&want), "%s(%s) at %d bits = %v, mpmath has %s", name, row[0], prec, &z, row[1])
				require.GreaterOrEqual(t, z.RelAccuracyBits(), int64(prec)-12)
				seen++
			}
		}
	}
	assert.Greater(t, seen, 1000)
}

func (m Mag) inv() Mag { return MagPow2(0).Quo(m) }

func TestConstants(t *testing.T) {
	for _, f := range []func(*Real, uint) *Real{(*Real).Pi, (*Real).E, (*Real).Log2, (*Real).Euler} {
		for _, p := range []uint{2, 30, 64, 700, 3000} {
			a, b := f(new(Real), p), f(new(Real), p+500)
			require.Equal(t, True, a.Overlaps(b))
			require.GreaterOrEqual(t, a.RelAccuracyBits(), int64(p)-1)
			require.LessOrEqual(t, a.mid.MinPrec(), p)
		}
	}
	// e = exp 1, log 2, π = 4 atan 1
	one := NewReal(1)
	require.True(t, new(Real).E(2000).Overlaps2(plainExp(new(Real), one, 2000)))
	require.True(t, new(Real).Log2(2000).Overlaps2(plainLog(new(Real), NewReal(2), 2000)))
	p := plainAtan(new(Real), one, 2000)
	require.True(t, new(Real).Pi(2000).Overlaps2(p.Mul2Exp(p, 2)))
}

func TestConcurrentUse(t *testing.T) {
	for i := range tables.log {
		for j := range tables.log[i] {
			tables.log[i][j].Store(nil)
		}
	}
	x := NewReal(0.7)
	done := make(chan string)
	for i := range 8 {
		go func() {
			var z Real
			for k := range 30 {
				z.Exp(x, uint(100+40*k))
				z.Sin(x, uint(100+40*k))
				z.Euler(uint(100 + 20*k))
				z.Mul(x, x, uint(20+i))
			}
			done <- z.String()
		}()
	}
	for range 8 {
		<-done
	}
}

func BenchmarkElementary(b *testing.B) {
	x := new(Real).Sqrt(NewReal(0.5), 333)
	for _, prec := range []uint{128, 333, 1000} {
		y := new(Real).SetRound(x, prec)
		y.rad = Mag{}
		for _, f := range realFuncs {
			b.Run(f.name+"/"+big.NewInt(int64(prec)).String(), func(b *testing.B) {
				b.ReportAllocs()
				z := new(Real)
				for b.Loop() {
					f.f(z, y, prec)
				}
			})
		}
	}
}
