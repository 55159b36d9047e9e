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

type complexFunc struct {
	name string
	f    func(z, x *Complex, prec uint) *Complex
	hi   int
}

var complexFuncs = []complexFunc{
	{"exp", (*Complex).Exp, 8},
	{"expm1", (*Complex).Expm1, 8},
	{"log", (*Complex).Log, 300},
	{"log1p", (*Complex).Log1p, 300},
	{"sqrt", (*Complex).Sqrt, 300},
	{"sin", (*Complex).Sin, 8},
	{"cos", (*Complex).Cos, 8},
	{"tan", (*Complex).Tan, 8},
	{"sinh", (*Complex).Sinh, 8},
	{"cosh", (*Complex).Cosh, 8},
	{"tanh", (*Complex).Tanh, 8},
	{"asin", (*Complex).Asin, 100},
	{"acos", (*Complex).Acos, 100},
	{"atan", (*Complex).Atan, 100},
	{"erf", (*Complex).Erf, 4},
	{"erfc", (*Complex).Erfc, 4},
	{"inv", (*Complex).Inv, 300},
	{"sqr", (*Complex).Sqr, 300},
	{"pow5", func(z, x *Complex, p uint) *Complex { return z.PowInt64(x, 5, p) }, 100},
	{"pow-7", func(z, x *Complex, p uint) *Complex { return z.PowInt64(x, -7, p) }, 100},
	{"pow5/3", func(z, x *Complex, p uint) *Complex { return z.PowRat(x, big.NewRat(5, 3), p) }, 100},
	{"pow-1/2", func(z, x *Complex, p uint) *Complex { return z.PowRat(x, big.NewRat(-1, 2), p) }, 100},
}

func randComplex(r *rand.Rand, lo, hi int, wide bool) *Complex {
	z := new(Complex)
	for _, p := range []*Real{&z.Re, &z.Im} {
		if r.IntN(12) == 0 {
			p.SetInt64(int64(r.IntN(3) - 1))
		} else {
			p.SetFloat(randFloat(r, 200, lo, hi))
		}
		if wide {
			e := int64(lo)
			if p.mid.Sign() != 0 {
				e = exponent(&p.mid)
			}
			p.AddRad(randRad(r, e-int64(r.IntN(8))))
		}
	}
	return z
}

func complexGarbage(r *rand.Rand) *Complex { return &Complex{*garbage(r), *garbage(r)} }

func TestComplexInclusion(t *testing.T) {
	for i, f := range complexFuncs {
		t.Run(f.name, func(t *testing.T) {
			r := newRand(uint64(500 + i))
			n := testlong.Rounds(200)
			noticed, finite := 0, 0
			for k := range n {
				lo, hi := -60, f.hi
				if r.IntN(3) > 0 {
					lo, hi = -4, min(2, hi)
				}
				x := randComplex(r, lo, hi, k%2 == 1)
				prec := randPrec(r)
				if !testlong.Enabled() {
					prec = min(prec, 500)
				}
				z := f.f(complexGarbage(r), x, prec)
				a := new(Complex).Set(x)
				f.f(a, a, prec)
				require.True(t, same(&a.Re, &z.Re) && same(&a.Im, &z.Im), "aliased: %v, not %v", a, z)
				if z.IsFinite() {
					finite++
				}
				ps, qs := points(r, &x.Re), points(r, &x.Im)
				for range 4 {
					y := new(Complex)
					y.Re.SetFloat(ps[r.IntN(len(ps))])
					y.Im.SetFloat(qs[r.IntN(len(qs))])
					want := new(Complex)
					f.f(want, y, prec+100)
					if !want.IsFinite() {
						require.False(t, z.IsFinite(), "%s(%v) = %v, undefined at %v", f.name, x, z, y)
						continue
					}
					require.Equal(t, True, z.Overlaps(want), "%s(%v) at %d bits = %v misses %v at %v", f.name, x, prec, z, want, y)
					h := &Complex{*halved(&z.Re), *halved(&z.Im)}
					if z.IsFinite() && h.Overlaps(want) == False {
						noticed++
					}
				}
			}
			assert.Greater(t, noticed, n/16, "half the radius is hardly noticed")
			assert.Greater(t, finite, n/2)
		})
	}
}

func TestComplexTight(t *testing.T) {
	for i, f := range complexFuncs {
		r := newRand(uint64(600 + i))
		for range testlong.Rounds(200) {
			x := randComplex(r, -10, min(f.hi, 5), false)
			prec := randPrec(r)
			if f.name == "erfc" || f.name == "erf" {
				prec = min(prec, 400)
			}
			z := f.f(new(Complex), x, prec)
			if z.IsZero() || !z.IsFinite() {
				continue
			}
			require.GreaterOrEqual(t, z.RelAccuracyBits(), int64(prec)-12, "%s(%v) at %d bits = %v", f.name, x, prec, z)
		}
	}
	// the farthest of these arguments, where the series of erf is longest
	for _, x := range []complex128{15.9 + 15.9i, -15.9 + 15.9i} {
		require.GreaterOrEqual(t, new(Complex).Erf(NewComplex(x), 24).RelAccuracyBits(), int64(12))
		require.GreaterOrEqual(t, new(Complex).Erfc(NewComplex(x), 24).RelAccuracyBits(), int64(12))
	}
}

// Next to the unit circle the logarithm has both its parts to p−12 bits, whatever the distance to the axes, where the
// sum of squares is longer than the argument.
func TestComplexLogNearUnitCircle(t *testing.T) {
	r := newRand(650)
	for range testlong.Rounds(1000) {
		large := 1 + (r.Float64()-0.5)*math.Exp2(-float64(r.IntN(50)))/2
		small := math.Ldexp(1+r.Float64(), -1-r.IntN(400))
		x := NewComplex(complex(large, small))
		switch r.IntN(4) {
		case 1:
			x.Neg(x)
		case 2:
			x.MulI(x)
		case 3:
			x.Re.Neg(&x.Re)
		}
		prec := randPrec(r)
		z := new(Complex).Log(x, prec)
		require.GreaterOrEqual(t, min(z.Re.RelAccuracyBits(), z.Im.RelAccuracyBits()), int64(prec)-12,
			"log(%v) at %d bits = %v", x, prec, z)
		require.Equal(t, True, z.Overlaps(new(Complex).Log(x, 2*prec+1200)))
	}
}

func TestComplexArithmetic(t *testing.T) {
	r := newRand(21)
	for range testlong.Rounds(1000) {
		x, y := randComplex(r, -30, 30, true), randComplex(r, -30, 30, true)
		prec := randPrec(r)
		xr, xi, yr, yi := exactPoint(r, &x.Re), exactPoint(r, &x.Im), exactPoint(r, &y.Re), exactPoint(r, &y.Im)
		z := complexGarbage(r)
		if k := r.IntN(3); k > 0 {
			z = []*Complex{x, y}[k-1]
		}
		z.Mul(x, y, prec)
		re := new(big.Rat).Sub(new(big.Rat).Mul(xr, yr), new(big.Rat).Mul(xi, yi))
		im := new(big.Rat).Add(new(big.Rat).Mul(xr, yi), new(big.Rat).Mul(xi, yr))
		require.True(t, z.Re.containsExactly(re) && z.Im.containsExactly(im), "mul: %v", z)
		// (x/y)·y
		x, y = randComplex(r, -30, 30, true), randComplex(r, -30, 30, true)
		z = complexGarbage(r).Quo(x, y, prec)
		if z.IsFinite() {
			z.Mul(z, y, prec)
			require.Equal(t, True, z.Overlaps(x))
			require.False(t, y.ContainsZero())
		}
		n := r.IntN(5)
		xs, ys := make([]Complex, n), make([]Complex, n)
		sum := new(Complex)
		for k := range n {
			xs[k].Set(randComplex(r, -9, 9, true))
			ys[k].Set(randComplex(r, -9, 9, true))
		}
		for k := range n {
			sum.Add(sum, new(Complex).Mul(&xs[k], &ys[n-1-k], 900), 900)
		}
		require.Equal(t, True, z.conv(xs, ys, prec).Overlaps(sum))
		a := x.Abs(nil, prec)
		b := x.Abs(nil, prec+100)
		require.True(t, a.Overlaps2(b))
	}
}

// Numbers on the cuts and balls that meet them have no value; those beside them have, different ones on the two sides.
func TestBranchCuts(t *testing.T) {
	at := func(re, im float64) *Complex { return NewComplex(complex(re, im)) }
	eps := MagPow2(-20)
	up, right := at(0, 0x1p-60), at(0x1p-60, 0)
	for _, c := range []struct {
		name  string
		f     func(z, x *Complex, prec uint) *Complex
		x, dx *Complex // dx leads off the cut
	}{
		{"log", (*Complex).Log, at(-2, 0), up},
		{"log1p", (*Complex).Log1p, at(-2, 0), up},
		{"sqrt", (*Complex).Sqrt, at(-2, 0), up},
		{"asin left", (*Complex).Asin, at(-2, 0), up},
		{"asin right", (*Complex).Asin, at(2, 0), up},
		{"acos left", (*Complex).Acos, at(-2, 0), up},
		{"acos right", (*Complex).Acos, at(2, 0), up},
		{"atan up", (*Complex).Atan, at(0, 2), right},
		{"atan down", (*Complex).Atan, at(0, -2), right},
		{"pow", func(z, x *Complex, p uint) *Complex { return z.PowRat(x, big.NewRat(1, 3), p) }, at(-2, 0), up},
	} {
		near, other, z := new(Complex), new(Complex), new(Complex)
		c.f(near, new(Complex).Add(c.x, c.dx, 200), 100)
		c.f(other, new(Complex).Sub(c.x, c.dx, 200), 100)
		require.True(t, near.IsFinite() && other.IsFinite(), c.name)
		assert.Greater(t, new(Complex).Sub(near, other, 100).MagLower().Float64(), 1e-3, c.name)
		assert.True(t, c.f(z, new(Complex).Set(c.x).AddRad(eps), 100).Indeterminate(), c.name)
		assert.True(t, c.f(z, c.x, 100).Indeterminate(), c.name)
	}
	z := new(Complex)
	assert.True(t, z.Log(new(Complex).AddRad(eps), 60).Indeterminate())
	assert.True(t, z.Atan(at(0, 1), 60).Indeterminate())
	assert.True(t, z.Inv(new(Complex), 60).Indeterminate())
	assert.True(t, z.Tan(new(Complex).AddRad(MagPow2(2)), 60).Indeterminate())
	assert.True(t, z.Pow(at(-2, 0), at(3, 0), 60).IsExact() && z.Overlaps(at(-8, 0)) == True)
	assert.True(t, z.Pow(at(-2, 0), at(3, 1), 60).Indeterminate())
	assert.True(t, z.Pow(at(-2, 0), new(Complex), 60).IsExact() && z.Overlaps(at(1, 0)) == True)
	z.Sqrt(at(-2, 0), 60)
	assert.True(t, z.Pow(z, new(Complex), 60).Indeterminate(), "a power 0 of what has no value")
	assert.True(t, z.Pow(at(1, 1), at(0, 1), 80).IsFinite())
	// i^i = e^(−π/2)
	var e Real
	e.Pi(90)
	e.Mul2Exp(e.Neg(&e), -1)
	e.Exp(&e, 90)
	z.Pow(at(0, 1), at(0, 1), 80)
	assert.True(t, z.Re.Overlaps2(&e) && z.Im.ContainsZero() && z.RelAccuracyBits() > 70)
}

func TestComplexIdentities(t *testing.T) {
	r := newRand(22)
	for range testlong.RoundsTo(200, 20000) {
		x := randComplex(r, -12, 2, true)
		prec := min(randPrec(r), 600)
		zero := func(name string, z *Complex) {
			t.Helper()
			require.True(t, z.ContainsZero(), "%s at %v, %d bits: %v", name, x, prec, z)
		}
		var s, c, u, v Complex
		ComplexSinCos(&s, &c, x, prec)
		u.Sqr(&s, prec)
		v.Sqr(&c, prec)
		u.Add(&u, &v, prec)
		zero("sin²+cos²−1", u.AddInt64(&u, -1, prec))
		u.Log(x, prec)
		u.Exp(&u, prec)
		zero("exp log", u.Sub(&u, x, prec))
		u.Sqrt(x, prec)
		u.Sqr(&u, prec)
		zero("sqrt²", u.Sub(&u, x, prec))
		u.Asin(x, prec)
		u.Sin(&u, prec)
		zero("sin asin", u.Sub(&u, x, prec))
		u.Acos(x, prec)
		u.Cos(&u, prec)
		zero("cos acos", u.Sub(&u, x, prec))
		u.Atan(x, prec)
		u.Tan(&u, prec)
		zero("tan atan", u.Sub(&u, x, prec))
		u.Tanh(x, prec)
		u.Mul(&u, v.Cosh(x, prec), prec)
		zero("tanh cosh − sinh", u.Sub(&u, v.Sinh(x, prec), prec))
		u.Erf(x, prec)
		u.Add(&u, v.Erfc(x, prec), prec)
		zero("erf+erfc−1", u.AddInt64(&u, -1, prec))
	}
}

func TestComplexGolden(t *testing.T) {
	data, err := os.ReadFile("../testdata/ball.json")
	require.NoError(t, err)
	var file struct {
		Digits  int
		Complex map[string][][]string
	}
	require.NoError(t, json.Unmarshal(data, &file))
	seen := 0
	for _, f := range complexFuncs {
		for _, row := range file.Complex[f.name] {
			var x, z Complex
			require.NoError(t, x.Re.UnmarshalText([]byte(row[0])))
			require.NoError(t, x.Im.UnmarshalText([]byte(row[1])))
			for _, prec := range []uint{53, 200, 400} {
				f.f(&z, &x, prec)
				for k, p := range []*Real{&z.Re, &z.Im} {
					var want Real
					decimal, ok := new(big.Rat).SetString(row[2+k])
					require.True(t, ok)
					want.SetRat(decimal, 500)
					want.AddRad(want.MagUpper().Mul(MagFloat64(1e-5)).Mul(MagFloat64(10).Pow(uint64(file.Digits - 6)).inv()))
					require.Equal(t, True, p.Overlaps(&want), "%s(%s, %s) part %d at %d bits: %v, not %s", f.name, row[0], row[1], k,
						prec, p, row[2+k])
					seen++
				}
			}
		}
	}
	assert.Greater(t, seen, 1500)
}

func BenchmarkComplex(b *testing.B) {
	x := NewComplex(0.7 + 0.3i)
	for _, f := range complexFuncs {
		b.Run(f.name+"/128", func(b *testing.B) {
			b.ReportAllocs()
			z := new(Complex)
			for b.Loop() {
				f.f(z, x, 128)
			}
		})
	}
}

// Wide rectangles: radii stay within a factor of the hull of the image.
func TestComplexWideTight(t *testing.T) {
	for i, f := range complexFuncs {
		r := newRand(uint64(800 + i))
		for _, c := range []struct{ rad, limit float64 }{{0x1p-20, 1.5}, {0x1p-8, 1.5}, {0x1p-4, 2.5}, {0x1p-3, 4}} {
			for range testlong.RoundsTo(10, 10) {
				x := NewComplex(complex(0.3+0.5*r.Float64(), 0.3+0.5*r.Float64()))
				if r.IntN(2) == 0 {
					x.Re.Neg(&x.Re)
				}
				if r.IntN(2) == 0 {
					x.Im.Neg(&x.Im)
				}
				x.AddRad(MagFloat64(c.rad * (0.5 + 0.5*r.Float64())))
				z := f.f(new(Complex), x, 128)
				require.True(t, z.IsFinite(), "%s(%v)", f.name, x)
				h := new(Complex)
				for k := range 81 {
					u := new(Complex).GetMid(x)
					u.Re.Add(&u.Re, NewReal(x.Re.rad.Float64()*float64(k%9-4)/4), 200)
					u.Im.Add(&u.Im, NewReal(x.Im.rad.Float64()*float64(k/9-4)/4), 200)
					v := f.f(new(Complex), u.GetMid(u), 128)
					if k == 0 {
						h.Set(v)
					} else {
						h.Re.Hull(&h.Re, &v.Re, 200)
						h.Im.Hull(&h.Im, &v.Im, 200)
					}
				}
				ratio := z.Rad().Float64() / h.Rad().Float64()
				require.LessOrEqual(t, ratio, c.limit, "%s(%v) = %v, image %v", f.name, x, z, h)
			}
		}
	}
}

func BenchmarkComplexMul(b *testing.B) {
	x, y, z := new(Complex).Exp(NewComplex(0.7+0.3i), 128), new(Complex).Exp(NewComplex(-0.2+1.3i), 128), new(Complex)
	b.ReportAllocs()
	for b.Loop() {
		z.Mul(x, y, 128)
	}
}
