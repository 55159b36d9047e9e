package ball

import (
	"math/big"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"krein/internal/testlong"
)

// seriesFunc pairs a function of jets with that of numbers.
type seriesFunc[T any, P Number[T]] struct {
	name string
	f    func(s, x *Series[T, P], prec uint) *Series[T, P]
	g    func(z, x *T, prec uint) *T
}

func seriesTable[T any, P Number[T]]() []seriesFunc[T, P] {
	r := big.NewRat(-5, 3)
	return []seriesFunc[T, P]{
		{"exp", (*Series[T, P]).Exp, func(z, x *T, p uint) *T { return P(z).Exp(x, p) }},
		{"expm1", (*Series[T, P]).Expm1, func(z, x *T, p uint) *T { return P(z).Expm1(x, p) }},
		{"log", (*Series[T, P]).Log, func(z, x *T, p uint) *T { return P(z).Log(x, p) }},
		{"log1p", (*Series[T, P]).Log1p, func(z, x *T, p uint) *T { return P(z).Log1p(x, p) }},
		{"sqrt", (*Series[T, P]).Sqrt, func(z, x *T, p uint) *T { return P(z).Sqrt(x, p) }},
		{"inv", func(s, x *Series[T, P], p uint) *Series[T, P] {
			var one T
			return s.Quo(new(Series[T, P]).SetConst(P(&one).SetInt64(1), x.Len()), x, p)
		}, func(z, x *T, p uint) *T { return P(z).Inv(x, p) }},
		{"sin", (*Series[T, P]).Sin, func(z, x *T, p uint) *T { var c T; P(x).sinCosTo(z, &c, p); return z }},
		{"cos", (*Series[T, P]).Cos, func(z, x *T, p uint) *T { var c T; P(x).sinCosTo(&c, z, p); return z }},
		{"sinh", (*Series[T, P]).Sinh, func(z, x *T, p uint) *T { return P(z).Sinh(x, p) }},
		{"cosh", (*Series[T, P]).Cosh, func(z, x *T, p uint) *T { return P(z).Cosh(x, p) }},
		{"tan", (*Series[T, P]).Tan, func(z, x *T, p uint) *T { return P(z).Tan(x, p) }},
		{"tanh", (*Series[T, P]).Tanh, func(z, x *T, p uint) *T { return P(z).Tanh(x, p) }},
		{"asin", (*Series[T, P]).Asin, func(z, x *T, p uint) *T { return P(z).Asin(x, p) }},
		{"acos", (*Series[T, P]).Acos, func(z, x *T, p uint) *T { return P(z).Acos(x, p) }},
		{"atan", (*Series[T, P]).Atan, func(z, x *T, p uint) *T { return P(z).Atan(x, p) }},
		{"erf", (*Series[T, P]).Erf, func(z, x *T, p uint) *T { return P(z).Erf(x, p) }},
		{"erfc", (*Series[T, P]).Erfc, func(z, x *T, p uint) *T { return P(z).Erfc(x, p) }},
		{"pow7", func(s, x *Series[T, P], p uint) *Series[T, P] { return s.PowRat(x, big.NewRat(7, 1), p) },
			func(z, x *T, p uint) *T { return P(z).PowRat(x, big.NewRat(7, 1), p) }},
		{"pow3", func(s, x *Series[T, P], p uint) *Series[T, P] { return s.PowRat(x, big.NewRat(3, 1), p) },
			func(z, x *T, p uint) *T { return P(z).PowRat(x, big.NewRat(3, 1), p) }},
		{"pow-5/3", func(s, x *Series[T, P], p uint) *Series[T, P] { return s.PowRat(x, r, p) },
			func(z, x *T, p uint) *T { return P(z).PowRat(x, r, p) }},
		{"powhalf", func(s, x *Series[T, P], p uint) *Series[T, P] {
			var y T
			P(&y).Mul2Exp(P(&y).SetInt64(13), -4)
			return s.Pow(x, &y, p)
		}, func(z, x *T, p uint) *T {
			var y T
			P(&y).Mul2Exp(P(&y).SetInt64(13), -4)
			return P(z).Pow(x, &y, p)
		}},
	}
}

// checkSeries compares the jet of f at a random polynomial x(t) with the value
// f(x(h)) for a tiny h: with n coefficients of moderate size they differ by a
// moderate multiple of h^n. Each coefficient below the last two is thus checked to many digits.
func checkSeries[T any, P Number[T]](t *testing.T, draw func(r *rand.Rand) P) {
	const n = 8
	for i, f := range seriesTable[T, P]() {
		t.Run(f.name, func(t *testing.T) {
			r := newRand(uint64(700 + i))
			// with -long 10⁵ coefficients
			for k := range testlong.RoundsTo(30, 100000/n) {
				h := 50
				if k > 30 {
					h = 20
				}
				var x, s Series[T, P]
				x.SetLen(n)
				x.Coef(0).Set(draw(r))
				for k := 1; k < n; k++ {
					x.Coef(k).Set(draw(r))
				}
				prec := uint(n*h + 200)
				f.f(&s, &x, prec)
				if !testlong.Enabled() || k%32 == 0 {
					alias := new(Series[T, P]).Set(&x)
					f.f(alias, alias, prec)
					for k := range s.c {
						require.Equal(t, P(&s.c[k]).String(), P(&alias.c[k]).String(), f.name)
					}
				}
				require.Equal(t, n, s.Len())
				var hh, xv, sv, want, d T
				P(&hh).Mul2Exp(P(&hh).SetInt64(1), -int64(h))
				evaluate(&x, P(&xv), P(&hh), prec)
				evaluate(&s, P(&sv), P(&hh), prec)
				f.g(&want, &xv, prec)
				P(&d).Sub(&sv, &want, prec)
				m := P(&d).MagUpper()
				// the coefficients of these functions at |x_k| ≤ 1, distance ≥ 1/8 from
				// singularities, are below 2^40 for the first neglected terms
				require.True(t, m.Exponent() < -int64(n*h)+40, "%s: series and value differ by %v", f.name, m)
				// inclusion with less precision and wide coefficients
				var y, w Series[T, P]
				y.Set(&x)
				for k := range n {
					P(y.Coef(k)).AddRad(MagPow2(int64(-30 - r.IntN(60))))
				}
				f.f(&w, &y, 40+uint(r.IntN(100)))
				for k := range n {
					// s is a point of the image, up to its own tiny radii
					P(&d).Sub(w.Coef(k), s.Coef(k), 600)
					require.True(t, P(&d).ContainsZero(), "%s: coefficient %d is %v, not %v", f.name, k, w.Coef(k), s.Coef(k))
					require.False(t, P(&d).MagUpper().IsInf(), f.name)
				}
			}
		})
	}
}

func TestRealSeries(t *testing.T) {
	checkSeries(t, func(r *rand.Rand) *Real { return NewReal(0.2 + 0.6*r.Float64()) })
}

func TestComplexSeries(t *testing.T) {
	checkSeries(t, func(r *rand.Rand) *Complex {
		return NewComplex(complex(0.2+0.4*r.Float64(), 0.5*r.Float64()))
	})
}

func TestSeriesAlgebra(t *testing.T) {
	r := newRand(30)
	draw := func(n int) *RealSeries {
		s := new(RealSeries).SetLen(n)
		for k := range n {
			s.Coef(k).Set(randBall(r, -6, 6))
		}
		s.Coef(0).SetFloat64(1 + r.Float64())
		return s
	}
	zero := func(name string, s *RealSeries) {
		t.Helper()
		for k := range s.Len() {
			require.True(t, s.Coef(k).ContainsZero(), "%s: coefficient %d is %v", name, k, s.Coef(k))
		}
	}
	for range testlong.RoundsTo(60, 20000) {
		prec := randPrec(r)
		x, y := draw(6), draw(8)
		var s, u RealSeries
		s.Quo(x, y, prec)
		require.Equal(t, 6, s.Len())
		s.Mul(&s, y, prec)
		zero("quo", s.Sub(&s, x, prec))
		s.Exp(x, prec)
		s.Log(&s, prec)
		zero("log exp", s.Sub(&s, x, prec))
		s.Sqrt(x, prec)
		s.Mul(&s, &s, prec)
		zero("sqrt²", s.Sub(&s, x, prec))
		s.Sin(x, prec)
		u.Cos(x, prec)
		s.Quo(&s, &u, prec)
		u.Tan(x, prec)
		zero("tan", s.Sub(&s, &u, prec))
		// Compose: exp(x) at t = y − y_0
		y.Coef(0).SetZero()
		s.Compose(x, y, prec)
		u.Compose(u.Exp(x, prec), y, prec)
		s.Exp(&s, prec)
		zero("compose", s.Sub(&s, &u, prec))
		s.MulScalar(x, x.Coef(0), prec)
		u.Mul2Exp(u.SetConst(x.Coef(0), 6), 0)
		u.Mul(&u, x, prec)
		zero("scalar", s.Sub(&s, &u, prec))
	}
	// the jet of the variable
	v := new(RealSeries).SetVar(NewReal(0.5), 3)
	v.Mul(v, v, 53)
	for k, want := range []float64{0.25, 1, 1} {
		assert.Equal(t, True, v.Coef(k).Equal(NewReal(want)))
	}
	// powers at 0 and where nothing is analytic
	v.SetVar(new(Real), 4)
	v.PowRat(v, big.NewRat(2, 1), 53)
	assert.Equal(t, True, v.Coef(2).Equal(NewReal(1)))
	v.SetVar(new(Real), 4)
	assert.True(t, v.Sqrt(v, 53).Coef(1).Indeterminate())
	v.SetVar(new(Real), 4)
	assert.True(t, v.Log(v, 53).Coef(0).Indeterminate() && v.Coef(2).Indeterminate())
	assert.Panics(t, func() { new(RealSeries).Compose(draw(2), draw(2), 53) })
	var e RealSeries
	assert.Zero(t, e.Exp(&e, 53).Len()+e.Tan(&e, 53).Len()+e.Quo(&e, &e, 53).Len()+e.Erf(&e, 53).Len())
}

// Powers of jets at wide balls are no wider than products.
func TestPowersOfWideJets(t *testing.T) {
	for _, width := range []float64{0, 1e-12, 1e-3, 0.1, 0.5} {
		x := new(RealSeries).SetVar(new(Real).Hull(NewReal(0.6-width), NewReal(0.6+width), 96), 17)
		x.Sin(x, 96)
		power, product := new(RealSeries).PowRat(x, big.NewRat(7, 1), 96), new(RealSeries).SetConst(NewReal(1), 17)
		for range 7 {
			product.Mul(product, x, 96)
		}
		for k := range 17 {
			assert.Equal(t, True, power.Coef(k).Overlaps(product.Coef(k)))
			wide := product.Coef(k).Rad().Mul2Exp(1).Add(MagFloat(big.NewFloat(1e-15)))
			assert.LessOrEqual(t, power.Coef(k).Rad().Cmp(wide), 0, "width %v, coefficient %d: %v, product %v", width, k,
				power.Coef(k), product.Coef(k))
		}
	}
}

func BenchmarkSeries(b *testing.B) {
	x := new(RealSeries).SetVar(NewReal(0.7), 30)
	for _, f := range seriesTable[Real, *Real]()[:7] {
		b.Run(f.name, func(b *testing.B) {
			b.ReportAllocs()
			s := new(RealSeries)
			for b.Loop() {
				f.f(s, x, 128)
			}
		})
	}
}

// evaluate sets z to the polynomial of x, without its O(t^n), at t.
func evaluate[T any, P Number[T]](x *Series[T, P], z, t P, prec uint) {
	z.SetInt64(0)
	for k := x.Len() - 1; k >= 0; k-- {
		z.Mul(z, t, prec)
		z.Add(z, x.Coef(k), prec)
	}
}
