package ball

import (
	"math/big"
	"testing"

	"github.com/stretchr/testify/require"

	"krein/internal/testlong"
)

// The functions of two arguments, the powers and the constants, which the tables of functions leave out: p−12 bits at
// points.
func TestRemainingFunctionsTight(t *testing.T) {
	r := newRand(910)
	for range testlong.RoundsTo(300, 20000) {
		prec := randPrec(r)
		x, y := new(Real).SetFloat(randFloat(r, 200, -40, 40)), new(Real).SetFloat(randFloat(r, 60, -6, 6))
		var p, z Real
		p.Abs(x, 4000)
		check := func(name string, z *Real) {
			t.Helper()
			if !z.IsExact() {
				require.GreaterOrEqual(t, z.RelAccuracyBits(), int64(prec)-12, "%s at %v, %v, %d bits: %v", name, x, y, prec, z)
			}
		}
		check("atan2", z.Atan2(x, y, prec))
		check("pow", z.Pow(&p, y, prec))
		check("powint", z.PowInt64(x, int64(r.IntN(200)-100), prec))
		check("powrat", z.PowRat(&p, big.NewRat(int64(r.IntN(60)-30), int64(1+r.IntN(9))), prec))
		check("inv", z.Inv(x, prec))
		check("rational", z.SetRat(big.NewRat(r.Int64N(1<<60)+1, r.Int64N(1<<60)+1), prec))
		check("π", z.Pi(prec))
		check("e", z.E(prec))
		check("log 2", z.Log2(prec))
		check("γ", z.Euler(prec))
		var s, c Real
		SinCos(&s, &c, x, prec)
		check("sin", &s)
		check("cos", &c)
		SinhCosh(&s, &c, y, prec)
		check("sinh", &s)
		check("cosh", &c)
		// the sum, less than twice its largest term, rounds once, perhaps up to a power of two
		z.FMA(x, y, &p, prec)
		m := x.MagUpper().Mul(y.MagUpper()).Max(p.MagUpper())
		require.LessOrEqual(t, z.rad.Exponent(), m.Exponent()-int64(prec)+2)
		z.Dot(&p, []Real{*x, *y}, []Real{*y, *x}, prec)
		require.LessOrEqual(t, z.rad.Exponent(), m.Exponent()-int64(prec)+3)
	}
	for range testlong.RoundsTo(100, 5000) {
		prec := randPrec(r)
		x, y := randComplex(r, -8, 8, false), randComplex(r, -4, 4, false)
		if x.IsZero() || y.IsZero() {
			continue
		}
		check := func(name string, z *Complex) {
			t.Helper()
			if z.IsFinite() && !z.Rad().IsZero() {
				require.GreaterOrEqual(t, z.RelAccuracyBits(), int64(prec)-12, "%s at %v, %v, %d bits: %v", name, x, y, prec, z)
			}
		}
		var z, c Complex
		check("mul", z.Mul(x, y, prec))
		check("quo", z.Quo(x, y, prec))
		check("pow", z.Pow(x, y, prec))
		check("powint", z.PowInt64(x, int64(r.IntN(60)-30), prec))
		ComplexSinCos(&z, &c, x, prec)
		check("sin", &z)
		check("cos", &c)
	}
}

// Jets of the variable at points: the coefficients have p−12 bits, but for what their own zeros take.
func TestSeriesTight(t *testing.T) {
	const n = 8
	for i, f := range seriesTable[Real, *Real]() {
		r := newRand(uint64(920 + i))
		for range testlong.RoundsTo(40, 4000) {
			prec := randPrec(r)
			var x, y RealSeries
			x.SetVar(NewReal(0.2+0.6*r.Float64()), n)
			f.f(&y, &x, prec)
			var size Mag
			for k := range n {
				size = size.Max(y.Coef(k).MagUpper())
			}
			for k := range n {
				require.LessOrEqual(t, y.Coef(k).rad.Exponent(), size.Exponent()-int64(prec)+12,
					"%s at %v, %d bits, coefficient %d: %v", f.name, x.Coef(0), prec, k, y.Coef(k))
			}
		}
	}
}
