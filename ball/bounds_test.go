package ball

import (
	"math"
	"math/big"
	"runtime"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"krein/internal/testlong"
)

// Beyond the tables: what is asked above 4096 bits has about 4000 known ones, and holds.
func TestBeyondTables(t *testing.T) {
	r := newRand(902)
	for i := range realFuncs {
		f := &realFuncs[i]
		switch f.name {
		case "exp", "log", "log1p", "sin", "cos", "atan", "erf":
		default:
			continue
		}
		for range testlong.RoundsTo(2, 20) {
			x := f.argument(r, false)
			if squareExp(&x.mid) > 3000 && f.name == "erf" {
				x.Set(NewReal(0.7))
			}
			a := f.f(new(Real), x, 5000)
			want, ok := f.truthAt(&x.mid, 5200)
			if !ok {
				require.True(t, a.Indeterminate(), "%s(%v)", f.name, x)
				continue
			}
			require.Equal(t, True, a.Overlaps(want), "%s(%v)", f.name, x)
			if e := exponent(&x.mid); e > -4 && e < 4 {
				require.GreaterOrEqual(t, a.RelAccuracyBits(), int64(3000), "%s(%v)", f.name, x)
			}
		}
	}
}

// The bound of what Brent and McMillan's sums leave out is tight.
func TestEulerRemainders(t *testing.T) {
	gamma := new(Real).Euler(2000)
	// K₀(2n)/I₀(2n) is at least a third of its bound with full sums
	for m := uint(1); m <= 7; m++ {
		u := eulerBall(m, 9<<m, 1600)
		require.Equal(t, False, halved(halved(u)).Overlaps(gamma), "n = 2^%d", m)
	}
	for _, bits := range []uint{64, 100, 512, 1000, 3000} {
		v := new(Real).SetInt(computeEuler(bits))
		v.AddRad(MagPow2(32))
		require.True(t, v.Mul2Exp(v, -int64(bits)).Overlaps2(new(Real).Euler(bits+100)))
	}
}

// Arguments of few bits far below 2^−prec and above 2^prec: the term or two that stand for the function are exact, so
// that what is left out is the whole error.
func TestTinyAndHuge(t *testing.T) {
	r := newRand(904)
	for _, f := range realFuncs {
		for range 20 {
			prec := uint(24 + r.IntN(300))
			e := -int(prec) * (3 + r.IntN(8)) / 4
			for _, e := range []int{e, -e} {
				if e > f.hi || f.unit && e > 0 || e > 0 && (f.name == "sin" || f.name == "cos" || f.name == "tan") {
					continue
				}
				x := new(Real).SetFloat(randFloat(r, 6, e, e))
				if f.positive || f.name == "log1p" {
					x.mid.Abs(&x.mid)
				}
				z := f.f(garbage(r), x, prec)
				want, ok := f.truthAt(&x.mid, 12*prec+200)
				require.True(t, ok)
				require.Equal(t, True, z.Overlaps(want), "%s(%v) at %d bits = %v misses %v", f.name, x, prec, z, want)
			}
		}
	}
	for _, f := range complexFuncs {
		for range 20 {
			prec := uint(24 + r.IntN(300))
			e := -int(prec) * (3 + r.IntN(8)) / 4
			var x, want Complex
			x.Re.SetFloat(randFloat(r, 6, e, e))
			x.Im.SetFloat(randFloat(r, 6, e, e))
			z := f.f(complexGarbage(r), &x, prec)
			f.f(&want, &x, 12*prec+200)
			require.Equal(t, True, z.Overlaps(&want), "%s(%v) at %d bits = %v misses %v", f.name, &x, prec, z, &want)
		}
	}
}

// The cached digits of the constants are off by at most one unit, whatever was computed before them.
func TestConstantDigits(t *testing.T) {
	for i, c := range []*constant{&constPi, &constLog2, &constE, &constGamma} {
		long := c.get(6000)
		for _, bits := range []uint{64, 128, 640, 1344, 4096} {
			v := constant{compute: c.compute}
			got := v.get(bits)
			d := new(big.Int).Rsh(long.v, long.bits-got.bits)
			d.Sub(d, got.v)
			require.LessOrEqual(t, d.CmpAbs(intOne), 0, "constant %d at %d bits", i, bits)
		}
	}
}

// Balls so wide that bounded functions answer with their range.
func TestVeryWide(t *testing.T) {
	for _, f := range realFuncs {
		switch f.name {
		case "tanh", "atan", "sin", "cos", "erf", "erfc":
		default:
			continue
		}
		for _, e := range []int64{10, 45, 90, 1<<20 + 9, 1 << 24} {
			x := new(Real).SetMag(MagPow2(e))
			z := f.f(new(Real), x, 60)
			require.True(t, z.IsFinite() && z.rad.Float64() < 1.6, "%s(%v) = %v", f.name, x, z)
			for _, p := range []*Real{new(Real), NewReal(1), NewReal(-1), new(Real).Mul2Exp(NewReal(1), e),
				new(Real).Mul2Exp(NewReal(-1), e-3)} {
				v := f.f(new(Real), p, 60)
				require.True(t, z.Overlaps2(v), "%s(%v) = %v, at %v %v", f.name, x, z, p, v)
			}
		}
	}
}

// Results below the range of exponents keep a radius that covers them.
func TestUnderflow(t *testing.T) {
	tiny := func(s float64, e int64) *Real { return new(Real).Mul2Exp(NewReal(s), e) }
	holds := func(name string, z *Real, e int64) {
		t.Helper()
		assert.True(t, z.ContainsZero() && z.MagUpper().Cmp(MagPow2(e)) >= 0 && z.MagUpper().Exponent() < -1<<30,
			"%s: %v", name, z)
	}
	var z Real
	holds("shift", z.Mul2Exp(NewReal(1), -1<<31-9), -1<<31-9)
	holds("shift of a ball", z.Mul2Exp(NewReal(1).AddRad(MagPow2(-2)), -1<<31-9), -1<<31-9)
	const e = -3 << 29
	x := tiny(1.5, e)
	holds("product", z.Mul(x, x, 60), 2*e)
	holds("fma", z.FMA(x, x, new(Real), 60), 2*e)
	holds("dot", z.Dot(nil, []Real{*x}, []Real{*x}, 60), 2*e)
	holds("quotient", z.Quo(x, tiny(1, -e-2), 60), 2*e)
	var c, d Complex
	c.SetParts(x, tiny(-1, e))
	d.Mul(&c, &c, 60)
	holds("complex product", &d.Re, 2*e)
	holds("complex product", &d.Im, 2*e)
	z.FMA(x, x, tiny(1, -1<<31+9), 60)
	assert.False(t, z.IsExact())
}

// TestEndsUnderflow: an end that lies on the other side of 0 by less than any big.Float is not 0, which would say that the
// ball has one sign.
func TestEndsUnderflow(t *testing.T) {
	least := new(big.Float).SetMantExp(big.NewFloat(0.5), big.MinExp)
	for _, prec := range []uint{2, 64, 100} {
		for _, bits := range []int64{1, 20, 31} {
			var x, y Real
			x.SetFloat(least).AddRad(MagPow2(big.MinExp - 1 - bits).Add(MagPow2(big.MinExp - 1))) // [−2^−bits, …]·least
			assert.Negative(t, x.Lower(nil, prec).Sign())
			assert.Positive(t, x.Upper(nil, prec).Sign())
			assert.Positive(t, y.Neg(&x).Upper(nil, prec).Sign())
			assert.Negative(t, y.Lower(nil, prec).Sign())
			// the inner sides may be 0
			x.SetFloat(new(big.Float).SetMantExp(big.NewFloat(0.5+math.Ldexp(1, -int(bits)-2)), big.MinExp))
			x.AddRad(MagPow2(big.MinExp - 1))
			assert.False(t, x.ContainsZero())
			assert.Zero(t, x.Lower(nil, prec).Sign())
			assert.Zero(t, y.Neg(&x).Upper(nil, prec).Sign())
		}
	}
}

// Distances at 64 bits bound the true ones, also where both are next to a power of two or a summand is too small to be
// added.
func TestDistances(t *testing.T) {
	var s big.Float
	for _, a := range []float64{1, -1, 1.5, 1 + 0x1p-52, 1 - 0x1p-31} {
		for b := 1; b < 400; b += 3 {
			for _, sign := range []float64{-1, 1} {
				x, y := big.NewFloat(a), big.NewFloat(sign)
				y.SetMantExp(y, -b)
				d := new(big.Float).SetPrec(1000).Sub(x, y)
				d.Abs(d)
				up := magDist(&s, x, y).Float(nil)
				require.GreaterOrEqual(t, up.Cmp(d), 0, "|%v − %v|", x, y)
				// one of the two at a precision that cuts the other
				x.SetPrec(1000).Add(x, y)
				y.SetInt64(0)
				up = magDist(&s, x, y).Float(nil)
				require.GreaterOrEqual(t, up.Cmp(new(big.Float).Abs(x)), 0, "|%v|", x)
			}
		}
	}
	// relations between balls whose exponents are too far apart for exact sums
	speck := new(Real).SetMag(MagPow2(-1 << 21))
	assert.Equal(t, True, speck.Overlaps(NewReal(1).AddRad(MagPow2(0))))
	assert.Equal(t, True, NewReal(1).AddRad(MagPow2(0)).Overlaps(speck))
	assert.Equal(t, False, speck.Overlaps(NewReal(1).AddRad(MagPow2(-1))))
	off := new(Real).Mul2Exp(NewReal(1), -1<<21)
	off.AddRad(MagPow2(0))
	assert.False(t, off.Contains(NewReal(0.5).AddRad(MagFloat64(0.75))))
	assert.True(t, off.Contains(NewReal(0.5).AddRad(MagFloat64(0.25))))
}

// The absolute value of a rectangle around 0 reaches from 0 to its farthest corner.
func TestComplexAbsWide(t *testing.T) {
	r := newRand(930)
	for range 300 {
		x := randComplex(r, -8, 8, false)
		x.Re.AddRad(x.Re.MagUpper().Mul(MagFloat64(0.5 + r.Float64())))
		x.Im.AddRad(x.Im.MagUpper().Mul(MagFloat64(0.5 + r.Float64())))
		var a, b, u, v Real
		x.Abs(&a, 60)
		for _, re := range points(r, &x.Re) {
			for _, im := range points(r, &x.Im) {
				u.SetFloat(re)
				v.SetFloat(im)
				u.Sqr(&u, 9000)
				v.Sqr(&v, 9000)
				u.Add(&u, &v, 9000)
				b.Sqrt(&u, 100)
				require.True(t, a.Overlaps2(&b), "|%v| = %v misses %v", x, &a, &b)
			}
		}
	}
}

// math/big takes numbers of the least exponent for infinite.
func TestFloat64OfLeast(t *testing.T) {
	x := new(big.Float).SetMantExp(big.NewFloat(0.5), big.MinExp)
	for _, s := range []int{1, -1} {
		f, acc := Float64(x)
		require.Zero(t, f)
		require.Equal(t, big.Accuracy(-s), acc)
		mid, bound := new(Real).SetFloat(x).Float64()
		require.Zero(t, mid)
		require.Less(t, bound, 1e-300)
		x.Neg(x)
	}
	f, acc := Float64(big.NewFloat(0.75))
	require.Equal(t, 0.75, f)
	require.Equal(t, big.Exact, acc)
}

// TestSumFloat: sums are rounded as math/big rounds them, whatever lies between the exponents, and numbers at the ends
// of the range are added without memory.
func TestSumFloat(t *testing.T) {
	modes := []big.RoundingMode{big.ToNearestEven, big.ToNearestAway, big.ToZero, big.AwayFromZero, big.ToNegativeInf,
		big.ToPositiveInf}
	rapid.Check(t, func(t *rapid.T) {
		number := func(name string, e int) *big.Float { // often one that is next to where rounding changes
			prec := uint(rapid.IntRange(1, 130).Draw(t, name+" bits"))
			n := new(big.Int).Lsh(big.NewInt(1), prec-1)
			n.Add(n, big.NewInt(rapid.Int64Range(-3, 3).Draw(t, name+" off")))
			x := new(big.Float).SetPrec(prec).SetInt(n)
			return x.SetMantExp(x, e)
		}
		gap := rapid.IntRange(-400, 400).Draw(t, "gap")
		x, y := number("x", 0), number("y", gap)
		if rapid.Bool().Draw(t, "minus") {
			y.Neg(y)
		}
		prec := uint(rapid.IntRange(0, 130).Draw(t, "prec"))
		mode := rapid.SampledFrom(modes).Draw(t, "mode")
		want := new(big.Float).SetPrec(prec).SetMode(mode).Add(x, y)
		got := SumFloat(new(big.Float).SetPrec(prec).SetMode(mode), x, y)
		if want.Cmp(got) != 0 || want.Prec() != got.Prec() || want.Acc() != got.Acc() {
			t.Fatalf("%s + %s = %s (%v), not %s (%v)", x.Text('p', 0), y.Text('p', 0), want.Text('p', 0), want.Acc(),
				got.Text('p', 0), got.Acc())
		}
		if prec > 0 { // the receiver may be a summand
			x.SetPrec(prec).SetMode(mode)
			want.Add(x, y)
			if got := SumFloat(x, x, y); want.Cmp(got) != 0 {
				t.Fatalf("in place: %s, not %s", got.Text('p', 0), want.Text('p', 0))
			}
		}
	})
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	for _, e := range []int{big.MinExp + 1, -1 << 30, 1 << 30, big.MaxExp - 1} {
		x, one := new(big.Float).SetMantExp(big.NewFloat(0.75), e), big.NewFloat(1)
		z := SumFloat(new(big.Float).SetPrec(64).SetMode(big.AwayFromZero), x, one)
		assert.Positive(t, z.Cmp(x), "2^%d", e)
		assert.Positive(t, z.Cmp(one), "2^%d", e)
	}
	runtime.ReadMemStats(&after)
	assert.Less(t, after.TotalAlloc-before.TotalAlloc, uint64(1<<20))
}
