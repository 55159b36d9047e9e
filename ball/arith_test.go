package ball

import (
	"math"
	"math/big"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"krein/internal/testlong"
)

func rat(f *big.Float) *big.Rat {
	q, _ := f.Rat(nil)
	if q == nil {
		q = new(big.Rat)
	}
	return q
}

// ops are the rational operations with their exact counterparts.
var ops = []struct {
	name string
	f    func(z, x, y *Real, prec uint) *Real
	ref  func(x, y *big.Rat) *big.Rat // nil: undefined
}{
	{"add", (*Real).Add, func(x, y *big.Rat) *big.Rat { return new(big.Rat).Add(x, y) }},
	{"sub", (*Real).Sub, func(x, y *big.Rat) *big.Rat { return new(big.Rat).Sub(x, y) }},
	{"mul", (*Real).Mul, func(x, y *big.Rat) *big.Rat { return new(big.Rat).Mul(x, y) }},
	{"quo", (*Real).Quo, func(x, y *big.Rat) *big.Rat {
		if y.Sign() == 0 {
			return nil
		}
		return new(big.Rat).Quo(x, y)
	}},
	{"max", (*Real).Max, func(x, y *big.Rat) *big.Rat {
		if x.Cmp(y) < 0 {
			return y
		}
		return x
	}},
	{"min", (*Real).Min, func(x, y *big.Rat) *big.Rat {
		if x.Cmp(y) < 0 {
			return x
		}
		return y
	}},
	{"hull", func(z, x, y *Real, p uint) *Real { return z.Hull(x, y, p) },
		func(x, y *big.Rat) *big.Rat { return x }},
	{"sqr", func(z, x, y *Real, p uint) *Real { return z.Sqr(x, p) },
		func(x, y *big.Rat) *big.Rat { return new(big.Rat).Mul(x, x) }},
	{"abs", func(z, x, y *Real, p uint) *Real { return z.Abs(x, p) },
		func(x, y *big.Rat) *big.Rat { return new(big.Rat).Abs(x) }},
	{"round", func(z, x, y *Real, p uint) *Real { return z.SetRound(x, p) },
		func(x, y *big.Rat) *big.Rat { return x }},
	{"cube", func(z, x, y *Real, p uint) *Real { return z.PowInt64(x, 3, p) },
		func(x, y *big.Rat) *big.Rat { t := new(big.Rat).Mul(x, x); return t.Mul(t, x) }},
	{"pow-4", func(z, x, y *Real, p uint) *Real { return z.PowInt64(x, -4, p) },
		func(x, y *big.Rat) *big.Rat {
			if x.Sign() == 0 {
				return nil
			}
			t := new(big.Rat).Mul(x, x)
			return t.Inv(t.Mul(t, t))
		}},
	{"pow6", func(z, x, y *Real, p uint) *Real { return z.PowInt64(x, 6, p) },
		func(x, y *big.Rat) *big.Rat { t := new(big.Rat).Mul(x, x); return t.Mul(t, new(big.Rat).Mul(t, t)) }},
	{"mulint", func(z, x, y *Real, p uint) *Real { return z.MulInt64(x, -77, p) },
		func(x, y *big.Rat) *big.Rat { return new(big.Rat).Mul(x, big.NewRat(-77, 1)) }},
	{"quoint", func(z, x, y *Real, p uint) *Real { return z.QuoInt64(x, 7, p) },
		func(x, y *big.Rat) *big.Rat { return new(big.Rat).Mul(x, big.NewRat(1, 7)) }},
}

func randBall(r *rand.Rand, lo, hi int) *Real {
	if r.IntN(20) == 0 {
		return new(Real).AddRad(randRad(r, int64(lo+r.IntN(hi-lo+1))))
	}
	f := randFloat(r, 1+uint(r.IntN(800)), lo, hi)
	return new(Real).SetFloat(f).AddRad(randRad(r, exponent(f)))
}

// exactPoint returns points of x as exact numbers: points is exact only below 4000 bits.
func exactPoint(r *rand.Rand, x *Real) *big.Rat {
	q := rat(&x.mid)
	rad := rat(x.rad.Float(nil))
	switch r.IntN(4) {
	case 0:
		q.Sub(q, rad)
	case 1:
		q.Add(q, rad)
	case 2:
		q.Add(q, rad.Mul(rad, big.NewRat(r.Int64N(2001)-1000, 1000)))
	}
	return q
}

func TestArithmeticInclusion(t *testing.T) {
	for _, op := range ops {
		r := newRand(1)
		bad, finite := 0, 0
		for range testlong.Rounds(1500) {
			lim := []int{3, 100, 1000}[r.IntN(3)]
			x, y := randBall(r, -lim, lim), randBall(r, -lim, lim)
			if r.IntN(5) == 0 { // near-cancelling
				y.Set(x)
				y.AddInt64(y, 1, 900)
			}
			prec := randPrec(r)
			z := op.f(garbage(r), x, y, prec)
			if z.mid.IsInf() || z.mid.Prec() > max(prec, 64) && !z.rad.IsInf() && z.mid.MinPrec() > max(prec, 64) {
				t.Fatalf("%s: midpoint of %d bits at precision %d", op.name, z.mid.MinPrec(), prec)
			}
			// aliasing gives the same ball
			for k := range 2 {
				a, b := new(Real).Set(x), new(Real).Set(y)
				w := a
				if k == 1 {
					w = b
				}
				op.f(w, a, b, prec)
				if !w.Overlaps2(z) || w.rad.Cmp(z.rad.Mul2Exp(1).Add(w.ulp(prec))) > 0 {
					t.Fatalf("%s aliased %d: %v, not %v (x=%v y=%v prec=%d)", op.name, k, w, z, x, y, prec)
				}
			}
			if z.IsFinite() {
				finite++
			}
			p, q := exactPoint(r, x), exactPoint(r, y)
			want := op.ref(p, q)
			if want == nil {
				require.False(t, z.IsFinite(), op.name)
				continue
			}
			require.True(t, z.containsExactly(want), "%s(%v, %v) at %d bits = %v misses %v", op.name, x, y, prec, z, want)
			if z.IsFinite() && !halved(z).containsExactly(want) {
				bad++
			}
		}
		assert.Positive(t, bad, "%s: half the radius is never noticed", op.name)
		assert.Greater(t, finite, testlong.Rounds(1500)/3, op.name)
	}
}

// Overlaps2 is Overlaps as a bool.
func (x *Real) Overlaps2(y *Real) bool { return x.Overlaps(y) == True }

// ulp is one unit in the last place of x at prec bits.
func (x *Real) ulp(prec uint) Mag {
	if x.mid.Sign() == 0 {
		return x.rad
	}
	return MagPow2(exponent(&x.mid) - int64(prec))
}

// Exact operands give correctly rounded results: at most half an ulp, 0 if exact.
func TestArithmeticTight(t *testing.T) {
	r := newRand(2)
	for range testlong.Rounds(2000) {
		prec := randPrec(r)
		x := new(Real).SetFloat(randFloat(r, prec, -50, 50))
		y := new(Real).SetFloat(randFloat(r, prec, -50, 50))
		for _, op := range ops[:4] {
			z := op.f(garbage(r), x, y, prec)
			want := op.ref(rat(&x.mid), rat(&y.mid))
			require.True(t, z.rad.Cmp(z.ulp(prec).Mul2Exp(-1)) <= 0, "%s: %v", op.name, z)
			if rat(&z.mid).Cmp(want) == 0 {
				require.True(t, z.IsExact(), "%s(%v,%v) is exact", op.name, x, y)
			}
		}
	}
}

func TestDot(t *testing.T) {
	r := newRand(3)
	bad := 0
	for range testlong.Rounds(800) {
		n := r.IntN(8)
		xs, ys := make([]Real, n), make([]Real, n)
		want := new(big.Rat)
		var big64 Mag
		t0 := randBall(r, -30, 30)
		step := 1 - 2*r.IntN(2)
		if step < 0 {
			t0.SetZero() // a convolution has none
		}
		p0 := exactPoint(r, t0)
		want.Set(p0)
		big64 = t0.MagUpper()
		radsum := t0.rad
		for i := range n {
			xs[i].Set(randBall(r, -300, 30))
			j := i
			if step < 0 {
				j = n - 1 - i
			}
			ys[j].Set(randBall(r, -30, 300))
			p, q := exactPoint(r, &xs[i]), exactPoint(r, &ys[j])
			want.Add(want, p.Mul(p, q))
			big64 = big64.Max(xs[i].MagUpper().Mul(ys[j].MagUpper()))
			radsum = radsum.Add(mulRad(&xs[i], &ys[j]))
		}
		prec := randPrec(r)
		z := garbage(r)
		if n > 0 && r.IntN(3) == 0 {
			z = &xs[0] // aliasing
		}
		if step < 0 {
			z.conv(xs, ys, prec)
		} else {
			z.Dot(t0, xs, ys, prec)
		}
		require.True(t, z.containsExactly(want), "dot at %d bits: %v misses %v", prec, z, want)
		// at most the radii, a rounding, and a little of the largest term
		lim := radsum.Add(z.ulp(prec)).Add(big64.Mul2Exp(-int64(prec) - 20))
		require.True(t, z.rad.Cmp(lim.Add(lim.Mul2Exp(-20))) <= 0, "dot: %v wider than %v", z, lim)
		if !halved(z).containsExactly(want) {
			bad++
		}
	}
	assert.Positive(t, bad)
	assert.Panics(t, func() { new(Real).Dot(nil, make([]Real, 1), nil, 53) })
}

func TestFMA(t *testing.T) {
	r := newRand(4)
	for range testlong.Rounds(800) {
		x, y, s := randBall(r, -40, 40), randBall(r, -40, 40), randBall(r, -80, 80)
		if r.IntN(2) == 0 {
			s.Mul(x, y, 200)
			s.Neg(s)
		}
		p, q, u := exactPoint(r, x), exactPoint(r, y), exactPoint(r, s)
		z := []*Real{garbage(r), x, y, s}[r.IntN(4)]
		z.FMA(x, y, s, randPrec(r))
		require.True(t, z.containsExactly(u.Add(u, p.Mul(p, q))))
	}
}

func TestSqrtInclusion(t *testing.T) {
	r := newRand(5)
	bad := 0
	for range testlong.Rounds(2000) {
		x := randBall(r, -1000, 1000)
		x.Abs(x, 2000)
		prec := randPrec(r)
		p := exactPoint(r, x)
		z := garbage(r).Sqrt(x, prec)
		if !z.IsFinite() {
			require.True(t, x.ContainsZero() && x.Lower(nil, 3000).Sign() < 0, "√%v", x)
			continue
		}
		contains := func(z *Real) bool {
			// lo ≤ √p ≤ hi iff lo² ≤ p ≤ hi² for lo ≥ 0
			lo, hi := rat(z.Lower(nil, 8000)), rat(z.Upper(nil, 8000))
			return (lo.Sign() < 0 || lo.Mul(lo, lo).Cmp(p) <= 0) && hi.Mul(hi, hi).Cmp(p) >= 0
		}
		require.True(t, contains(z), "√%v at %d bits = %v misses the root of %v", x, prec, z, p)
		if !contains(halved(z)) {
			bad++
		}
		if x.IsExact() {
			require.True(t, z.RelAccuracyBits() >= int64(prec)-1)
		}
	}
	assert.Positive(t, bad)
	// exact roots are exact, [0, 4] gives [0, 2], negative numbers nothing
	assert.True(t, new(Real).Sqrt(NewReal(1<<40*9), 53).Equal(NewReal(1<<20*3)) == True)
	z := new(Real).Sqrt(NewReal(2).AddRad(MagPow2(1)), 53)
	assert.True(t, z.containsExactly(big.NewRat(0, 1)) && z.containsExactly(big.NewRat(2, 1)) &&
		z.MagUpper().Float64() < 2.0001)
	assert.True(t, new(Real).Sqrt(NewReal(-1), 53).Indeterminate())
	assert.True(t, new(Real).Sqrt(NewReal(1).AddRad(MagPow2(2)), 53).Indeterminate())
	assert.True(t, new(Real).RSqrt(NewReal(4), 53).containsExactly(new(big.Rat).SetFloat64(0.5)))
}

// Exponents beyond those of big.Float widen or overflow, and nothing panics or hangs.
func TestHugeExponents(t *testing.T) {
	one := NewReal(1)
	for _, k := range []int64{1 << 30, 1 << 31, 1 << 40, math.MaxInt64, math.MinInt64, -(1 << 30),
		-(1 << 31), -(1 << 40)} {
		z := new(Real).Mul2Exp(one, k)
		switch {
		case k >= 1<<31:
			assert.True(t, z.Indeterminate(), k)
		case k < -(1 << 31):
			assert.True(t, z.ContainsZero() && z.IsFinite() && z.MagUpper().Exponent() < -(1<<30), k)
		default:
			assert.True(t, z.IsExact() && exponent(&z.mid) == k+1, k)
		}
		for _, prec := range []uint{2, 53, 200} {
			var u, s, c Real
			for _, f := range realFuncs {
				f.f(&u, z, prec)
				f.f(&u, u.Neg(z), prec)
				u.SetMag(z.rad)
				f.f(&u, &u, prec)
			}
			for _, op := range ops {
				op.f(&u, z, one, prec)
				op.f(&u, one, z, prec)
				op.f(&u, z, z, prec)
				op.f(&u, &u, z, prec)
			}
			SinCos(&s, &c, z, prec)
			u.Atan2(z, one, prec)
			u.Atan2(one, z, prec)
			u.Pow(z, z, prec)
			u.Pow(one, z, prec)
			u.PowInt64(z, math.MinInt64, prec)
			u.PowInt64(z, math.MaxInt64, prec)
			u.PowRat(z, big.NewRat(1, 3), prec)
			u.FMA(z, z, z, prec)
			u.Dot(z, []Real{*z}, []Real{*z}, prec)
			_ = z.String()
			z.Overlaps(one)
			z.Contains(one)
			one.Contains(z)
			z.containsExactly(new(big.Rat).SetFloat64(1))
			z.Int64()
			z.Less(one)
			z.Lower(nil, prec)
			z.Upper(nil, prec)
		}
	}
	// 1 + tiny does not shift by 2^31 bits
	tiny := new(Real).Mul2Exp(one, -(1<<31)+8)
	z := new(Real).Add(one, tiny, 53)
	assert.True(t, z.Contains(one) && !z.IsExact())
	assert.EqualValues(t, 1, z.mid.MinPrec())
	z.Sub(tiny, one, 53)
	assert.True(t, z.containsExactly(big.NewRat(-1, 1)))
}

func TestComparisons(t *testing.T) {
	one, two := NewReal(1), NewReal(2)
	wide := NewReal(1).AddRad(MagPow2(1)) // [-1, 3]
	right := NewReal(1).AddRad(MagPow2(0))
	assert.Equal(t, True, one.Less(two))
	assert.Equal(t, False, two.Less(one))
	assert.Equal(t, False, one.Less(one))
	assert.Equal(t, True, one.LessEq(one))
	assert.Equal(t, Unknown, wide.Less(two))
	assert.Equal(t, True, wide.Less(NewReal(3.5)))
	assert.Equal(t, Unknown, wide.Positive())
	assert.Equal(t, Unknown, right.Positive())
	assert.Equal(t, False, right.Negative())
	assert.Equal(t, False, new(Real).Neg(right).Positive())
	assert.Equal(t, True, one.Equal(NewReal(1)))
	assert.Equal(t, Unknown, wide.Equal(one))
	assert.Equal(t, False, wide.Equal(NewReal(4)))
	assert.Equal(t, Unknown, new(Real).SetIndeterminate().Less(one))
	assert.True(t, wide.containsExactly(big.NewRat(3, 1)) && wide.containsExactly(big.NewRat(-1, 1)) &&
		!wide.containsExactly(big.NewRat(4, 1)))
	assert.True(t, wide.Contains(right) && !right.Contains(wide) && wide.Contains(wide))
	assert.True(t, right.ContainsZero() && !NewReal(1.0000001).AddRad(MagPow2(0)).ContainsZero())
	for _, x := range []*Real{NewReal(7).AddRad(MagPow2(-9)), NewReal(0.5), NewReal(0x1p63), NewReal(-0x1p63)} {
		_, ok := x.Int64()
		assert.False(t, ok, "%v", x)
	}
	n, ok := NewReal(-3).Int64()
	assert.True(t, ok && n == -3)
	for _, a := range []Truth{Unknown, True, False} {
		assert.Equal(t, a, a.Not().Not())
		for _, b := range []Truth{Unknown, True, False} {
			assert.Equal(t, a.And(b), b.And(a))
			assert.Equal(t, a.Or(b), a.Not().And(b.Not()).Not())
		}
	}
	assert.Equal(t, False, Unknown.And(False))
	assert.Equal(t, True, Unknown.Or(True))
	assert.Equal(t, "true false unknown", True.String()+" "+False.String()+" "+Unknown.String())
}

// Overlaps, Contains and Less against exact arithmetic.
func TestSetRelations(t *testing.T) {
	r := newRand(6)
	for range testlong.Rounds(3000) {
		x, y := randBall(r, -6, 6), randBall(r, -6, 6)
		if r.IntN(3) == 0 { // touching
			y.SetFloat(x.Upper(nil, 3000)).AddRad(Mag{})
		}
		xl, xh := new(big.Rat).Sub(rat(&x.mid), rat(x.rad.Float(nil))), new(big.Rat).Add(rat(&x.mid), rat(x.rad.Float(nil)))
		yl, yh := new(big.Rat).Sub(rat(&y.mid), rat(y.rad.Float(nil))), new(big.Rat).Add(rat(&y.mid), rat(y.rad.Float(nil)))
		overlap := xl.Cmp(yh) <= 0 && yl.Cmp(xh) <= 0
		// what is closer than a hair of the radii may count as overlapping, and as not contained
		hair := new(big.Rat).Mul(new(big.Rat).Add(rat(x.rad.Float(nil)), rat(y.rad.Float(nil))), big.NewRat(1, 1<<29))
		far := new(big.Rat).Sub(yl, xh).Cmp(hair) > 0 || new(big.Rat).Sub(xl, yh).Cmp(hair) > 0
		if o := x.Overlaps(y); overlap || far {
			require.Equal(t, truth(overlap, !overlap), o)
		}
		inside := new(big.Rat).Sub(yl, xl).Cmp(hair) >= 0 && new(big.Rat).Sub(xh, yh).Cmp(hair) >= 0
		if c := x.Contains(y); c || inside {
			require.True(t, xl.Cmp(yl) <= 0 && yh.Cmp(xh) <= 0 && c)
		}
		for _, end := range []*big.Rat{xl, xh, yl, yh, rat(&y.mid)} {
			if x.ContainsRat(end) {
				require.True(t, x.containsExactly(end))
			}
		}
		require.True(t, x.ContainsRat(rat(&x.mid)))
		require.Equal(t, xl.Sign() <= 0 && xh.Sign() >= 0, x.ContainsZero())
		less := x.Less(y)
		if less == True {
			require.Negative(t, xh.Cmp(yl))
		}
		if less == False {
			require.GreaterOrEqual(t, xl.Cmp(yh), 0)
		}
		var z Real
		prec := randPrec(r)
		if z.Intersect(x, y, prec) {
			lo, hi := xl, xh
			if yl.Cmp(lo) > 0 {
				lo = yl
			}
			if yh.Cmp(hi) < 0 {
				hi = yh
			}
			require.True(t, z.containsExactly(lo) && z.containsExactly(hi))
		} else {
			require.False(t, overlap)
		}
		// directed ends
		require.LessOrEqual(t, rat(x.Lower(nil, prec)).Cmp(xl), 0, "lower end of %v at %d bits", x, prec)
		require.GreaterOrEqual(t, rat(x.Upper(nil, prec)).Cmp(xh), 0, "upper end of %v at %d bits", x, prec)
	}
}

func TestMag(t *testing.T) {
	// the ends of the range
	assert.True(t, MagPow2(math.MaxInt64).IsInf() && MagPow2(magMaxExp).IsInf())
	assert.Equal(t, MagPow2(-magMaxExp-1), MagPow2(math.MinInt64))
	assert.True(t, MagInf().SubLower(MagInf()).IsZero() && MagPow2(0).SubLower(MagInf()).IsZero())
	gen := rapid.Custom(func(t *rapid.T) Mag {
		if rapid.IntRange(0, 9).Draw(t, "zero") == 0 {
			return Mag{}
		}
		return magMake(rapid.Uint64Range(1, math.MaxUint64).Draw(t, "man"),
			int64(rapid.IntRange(-130, 10).Draw(t, "exp")), true)
	})
	val := func(m Mag) *big.Rat { return rat(m.Float(nil)) }
	one := big.NewRat(1, 1)
	slack := new(big.Rat).SetFrac64(1, 1<<29)
	rapid.Check(t, func(t *rapid.T) {
		a, b := gen.Draw(t, "a"), gen.Draw(t, "b")
		check := func(name string, up, low Mag, exact *big.Rat) {
			u, l := val(up), val(low)
			if u.Cmp(exact) < 0 || l.Cmp(exact) > 0 {
				t.Fatalf("%s(%v, %v): %v not in [%v, %v]", name, a, b, exact, low, up)
			}
			d := new(big.Rat).Sub(u, l)
			if d.Cmp(new(big.Rat).Mul(exact, slack)) > 0 {
				t.Fatalf("%s(%v, %v) is loose: [%v, %v]", name, a, b, low, up)
			}
		}
		check("add", a.Add(b), a.AddLower(b), new(big.Rat).Add(val(a), val(b)))
		check("mul", a.Mul(b), a.MulLower(b), new(big.Rat).Mul(val(a), val(b)))
		if !b.IsZero() {
			check("quo", a.Quo(b), a.QuoLower(b), new(big.Rat).Quo(val(a), val(b)))
		}
		if a.Cmp(b) >= 0 {
			e := new(big.Rat).Sub(val(a), val(b))
			if val(a.Sub(b)).Cmp(e) < 0 || val(a.SubLower(b)).Cmp(e) > 0 {
				t.Fatalf("sub(%v, %v)", a, b)
			}
		}
		s, l := val(a.Sqrt()), val(a.SqrtLower())
		if s.Mul(s, s).Cmp(val(a)) < 0 || l.Mul(l, l).Cmp(val(a)) > 0 {
			t.Fatalf("sqrt %v", a)
		}
		if c := val(a).Cmp(val(b)); c != a.Cmp(b) {
			t.Fatalf("cmp(%v, %v)", a, b)
		}
		p := val(a)
		p.Mul(p, val(a)).Mul(p, val(a))
		if val(a.Pow(3)).Cmp(p) < 0 || val(a.PowLower(3)).Cmp(p) > 0 {
			t.Fatalf("pow %v", a)
		}
		if f := a.Float64(); new(big.Rat).SetFloat64(f).Cmp(val(a)) < 0 {
			t.Fatalf("float64 %v", a)
		}
		_ = one
	})
	inf := MagInf()
	assert.True(t, inf.Mul(Mag{}).IsInf())
	assert.True(t, inf.MulLower(Mag{}).IsZero())
	assert.True(t, inf.Add(Mag{}).IsInf())
	assert.True(t, MagPow2(0).Quo(Mag{}).IsInf() && MagFloat64(math.NaN()).IsInf())
	assert.True(t, MagPow2(1<<61).Mul(MagPow2(1<<60)).IsInf())
	assert.False(t, MagPow2(-(1 << 60)).Mul(MagPow2(-(1<<61)-5)).IsZero(), "underflow rounds up")
	assert.Equal(t, "+Inf", inf.String())
	assert.Equal(t, "1.00e+00", magMake(1<<40+1, -40, true).String())
}

// The exponential and factorial bounds lie above the truth, by little.
func TestMagFunctions(t *testing.T) {
	r := newRand(7)
	for range 3000 {
		m := magMake(r.Uint64()|1, int64(-64-40+r.IntN(52)), true)
		var x, e Real
		x.SetMag(m)
		x.GetMid(x.SetFloat(m.Float(nil)))
		plainExp(&e, &x, 100)
		up := new(Real).SetFloat(m.Exp().Float(nil))
		if m.Exponent() < 12 {
			require.Equal(t, True, e.LessEq(up), "exp %v", m)
			require.Equal(t, True, up.Less(new(Real).Mul(&e, NewReal(1.001), 64)), "exp %v: %v, %v", m, up, &e)
		}
		e.AddInt64(plainExp(&e, &x, 200), -1, 100)
		up.SetFloat(m.Expm1().Float(nil))
		require.Equal(t, True, e.LessEq(up), "expm1 %v", m)
		require.Equal(t, True, up.Less(new(Real).Mul(&e, NewReal(1.001), 64)), "expm1 %v", m)
	}
}

func BenchmarkArithPrec(b *testing.B) {
	for _, prec := range []uint{128, 333, 1000} {
		x := new(Real).Sqrt(NewReal(0.5), prec)
		x.rad = Mag{}
		three, z := NewReal(3), new(Real)
		for _, f := range []struct {
			name string
			f    func()
		}{
			{"add", func() { z.Add(x, x, prec) }},
			{"mul", func() { z.Mul(x, x, prec) }},
			{"quo", func() { z.Quo(three, x, prec) }},
		} {
			b.Run(f.name+"/"+big.NewInt(int64(prec)).String(), func(b *testing.B) {
				b.ReportAllocs()
				for b.Loop() {
					f.f()
				}
			})
		}
	}
}

func BenchmarkArith(b *testing.B) {
	x, y := new(Real).Pi(128), new(Real).E(128)
	z := new(Real)
	for _, op := range ops[:4] {
		b.Run(op.name, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				op.f(z, x, y, 128)
			}
		})
	}
	b.Run("sqrt", func(b *testing.B) {
		b.ReportAllocs()
		for b.Loop() {
			z.Sqrt(x, 128)
		}
	})
	xs, ys := make([]Real, 20), make([]Real, 20)
	for i := range xs {
		xs[i].QuoInt64(x, int64(i+1), 128)
		ys[i].MulInt64(y, int64(i+1), 128)
	}
	b.Run("dot20", func(b *testing.B) {
		b.ReportAllocs()
		for b.Loop() {
			z.Dot(nil, xs, ys, 128)
		}
	})
}
