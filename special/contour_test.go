package special

import (
	"encoding/json"
	"math"
	"math/big"
	"math/cmplx"
	"math/rand/v2"
	"os"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"krein/ball"
	"krein/internal/ball/numeral"
	"krein/internal/special/specialtest"
	"krein/internal/testlong"
)

// Integrals over contours meet the series, on both sides of the turning point, and have the precision that was asked for.
func TestContours(t *testing.T) {
	r := specialtest.NewRand(4400)
	for range testlong.RoundsTo(60, 3000) {
		nu := math.Round(16*specialtest.LogUniform(r, 0.1, 150)) / 16
		x := specialtest.LogUniform(r, 0.5, 150)
		if r.IntN(3) == 0 { // next to the turning point
			x = nu + 0.1 + r.NormFloat64()*math.Cbrt(nu)/4
		}
		if !(x > 0.25) {
			continue
		}
		p := uint(40 + r.IntN(200))
		n, xb := ball.NewReal(nu), ball.NewReal(x)
		o := newOrder(n)
		var j, i, k, want ball.Real
		require.True(t, contourJ(&j, nil, &o, xb, p))
		require.True(t, contourI(&i, &o, xb, p))
		require.True(t, contourK(&k, &o, xb, p))
		for _, c := range []struct {
			name string
			got  *ball.Real
			f    func(z, nu, x *ball.Real, prec uint) *ball.Real
		}{{"J", &j, BesselJSeries}, {"I", &i, BesselISeries}, {"K", &k, BesselKSeries}} {
			c.f(&want, n, xb, p+60)
			assert.Truef(t, overlaps(c.got, &want), "%s(%v, %v) at %d bits: %v, not %v", c.name, nu, x, p, c.got, &want)
			if c.name != "J" { // J has zeros
				assert.Greaterf(t, c.got.RelAccuracyBits(), int64(p)-8, "%s(%v, %v)", c.name, nu, x)
			}
		}
		amplitude := math.Hypot(math.Jn(int(nu), x), math.Yn(int(nu), x))
		if x > nu && amplitude > 0 {
			assert.Lessf(t, j.Rad().Float64(), 64*amplitude*math.Exp2(-float64(p)), "J(%v, %v)", nu, x)
		}
	}
}

// J_{ν+1}Y_ν − J_νY_{ν+1} = 2/(πx) (DLMF 10.5.2), for orders of both signs, by every algorithm, over points and balls.
func TestWronskianJY(t *testing.T) {
	r := specialtest.NewRand(4401)
	for range testlong.RoundsTo(120, 4000) {
		nu := (r.Float64() - 0.3) * math.Pow(10, 4*r.Float64())
		if r.IntN(2) == 0 {
			nu = math.Round(2*nu) / 2
		}
		x := math.Max(math.Abs(nu)*(0.5+r.Float64()), 0.01) + 3*r.ExpFloat64()
		p := uint(40 + r.IntN(100))
		n, n1, xb := ball.NewReal(nu), new(ball.Real), ball.NewReal(x)
		n1.AddInt64(n, 1, 200)
		width := 0.0
		if r.IntN(3) == 0 {
			width = x * 1e-9
			xb.AddRad(ball.MagFloat64(width))
		}
		var a, b, c, d, want ball.Real
		BesselJ(&a, n1, xb, p)
		BesselY(&b, n, xb, p)
		BesselJ(&c, n, xb, p)
		BesselY(&d, n1, xb, p)
		require.Truef(t, a.IsFinite() && b.IsFinite() && c.IsFinite() && d.IsFinite(), "ν = %v, x = %v", nu, xb)
		a.Mul(&a, &b, p+40)
		c.Mul(&c, &d, p+40)
		size := a.MagUpper().Float64() + c.MagUpper().Float64()
		a.Sub(&a, &c, p+40)
		want.Quo(ball.NewReal(2), want.Mul(want.Pi(p+80), xb, p+80), p+80)
		require.Truef(t, overlaps(&a, &want), "ν = %v, x = %v, %d bits: %v, not %v", nu, xb, p, &a, &want)
		if width == 0 && !math.IsInf(size, 0) {
			require.Lessf(t, a.Rad().Float64(), size*math.Exp2(8-float64(p)), "ν = %v, x = %v, %d bits", nu, xb, p)
		}
	}
}

// The tables of values where there were none, and at random arguments of many regimes.
func TestHoles(t *testing.T) {
	type row struct {
		F     string
		Args  []string
		Value string
	}
	var rows []row
	for _, name := range []string{"special_holes.json", "special_unseen.json"} {
		raw, err := os.ReadFile("../testdata/" + name)
		require.NoError(t, err)
		var table struct{ Rows []row }
		require.NoError(t, json.Unmarshal(raw, &table))
		require.Greater(t, len(table.Rows), 50)
		if name == "special_unseen.json" {
			table.Rows = testlong.Some(table.Rows, 3)
		}
		rows = append(rows, table.Rows...)
	}
	for _, row := range rows {
		var args []*ball.Real
		for _, a := range row.Args {
			q, ok := new(big.Rat).SetString(a)
			require.True(t, ok, a)
			args = append(args, new(ball.Real).SetRat(q, 1500))
		}
		value, err := numeral.Parse(row.Value, 300)
		require.NoError(t, err)
		value.AddRad(value.MagUpper().Mul(ball.MagFloat64(1e-38)))
		for _, p := range []uint{53, 120} {
			var z ball.Real
			switch row.F {
			case "J":
				BesselJ(&z, args[0], args[1], p)
			case "I":
				BesselI(&z, args[0], args[1], p)
			case "K":
				BesselK(&z, args[0], args[1], p)
			case "Y":
				BesselY(&z, args[0], args[1], p)
			case "Lambda":
				LambdaReal(&z, args[0], args[1], p)
			case "1F1":
				Hyp1F1(&z, args[0], args[1], args[2], p)
			case "2F1":
				HypPFQ(&z, args[:2], args[2:3], args[3], p)
			default:
				require.Fail(t, row.F)
			}
			assert.Truef(t, overlaps(&z, value), "%s%v at %d bits: %v, not %s", row.F, row.Args, p, &z, row.Value)
			assert.Greaterf(t, z.RelAccuracyBits(), int64(p)-6, "%s%v at %d bits: %v", row.F, row.Args, p, &z)
		}
	}
}

// Hankel functions: their parts at real arguments, half-integer orders in closed form at complex ones, radii, bounds, and where
// there is no value.
func TestHankelFunction(t *testing.T) {
	var h, wide, w ball.Complex
	var want ball.Real
	HankelH1(&h, ball.NewReal(2.25), w.SetReal(ball.NewReal(3)), 80)
	assert.True(t, overlaps(&h.Re, BesselJ(&want, ball.NewReal(2.25), ball.NewReal(3), 120)))
	assert.True(t, overlaps(&h.Im, BesselY(&want, ball.NewReal(2.25), ball.NewReal(3), 120)))
	r := specialtest.NewRand(4403)
	for range testlong.RoundsTo(60, 2000) {
		at := ball.NewComplex(complex(10*r.Float64()+0.1, 12*r.Float64()-2))
		half := float64(2*r.IntN(2) - 1) // H_{±1/2}(w) = √(2/(πw)) e^{iw}·(−i or 1) (DLMF 10.16.1)
		HankelH1(&h, ball.NewReal(half/2), at, 90)
		var e, q ball.Complex
		e.Exp(e.MulI(at), 150)
		q.Inv(q.MulReal(at, want.Pi(150), 150), 150)
		e.Mul(&e, q.Sqrt(q.Mul2Exp(&q, 1), 150), 150)
		if half > 0 {
			e.MulI(e.Neg(&e))
		}
		require.Truef(t, complexOverlaps(&h, &e), "H_%v(%v) = %v, not %v", half/2, at, &h, &e)
		require.Greater(t, h.RelAccuracyBits(), int64(80))
		// another order: what a ball contains, and its bound
		nu := ball.NewReal(math.Round(64*r.Float64()*6)/64 - 1)
		HankelH1(&h, nu, at, 90)
		w.Set(at)
		w.AddRad(ball.MagPow2(-20))
		HankelH1(&wide, nu, &w, 90)
		require.Truef(t, complexOverlaps(&h, &wide) && wide.Re.Contains(&h.Re) && wide.Im.Contains(&h.Im), "H_%v(%v)", nu, &w)
		bound := HankelBound(nu, at)
		require.GreaterOrEqualf(t, bound.Cmp(h.MagLower()), 0, "H_%v(%v)", nu, at)
	}
	for _, x := range []complex128{0, -1, -2i} {
		assert.True(t, HankelH1(&h, ball.NewReal(1), ball.NewComplex(x), 60).Indeterminate(), x)
	}
	for _, x := range []float64{0, -1} {
		assert.True(t, BesselY(&want, ball.NewReal(1), ball.NewReal(x), 60).Indeterminate())
	}
	assert.True(t, BesselY(&want, ball.NewReal(1), ball.NewReal(1).AddRad(ball.MagPow2(0)), 60).Indeterminate(), "x may be 0")
}

// Complex arguments that are large, or small, beyond what series reach, against mpmath 1.3 (besselj, hankel1) at 40 digits.
func TestComplexFar(t *testing.T) {
	type function func(z *ball.Complex, nu *ball.Real, x *ball.Complex, prec uint) *ball.Complex
	for _, c := range []struct {
		name   string
		f      function
		nu     float64
		x      complex128
		re, im string
	}{
		{"J", BesselJComplex, 146, 9545.5 + 1698.25i, "1.7992231320701212212007676625198e+734", "1.1464181595783441948552680954476e+735"},
		{"J", BesselJComplex, 2.25, 930 - 6910i, "-4.2009556590338426923110818267954e+2998", "1.6340872352511385733912546905994e+2998"},
		{"H", HankelH1, 3, 1443.75 - 313.5i, "2.5969785227682983298758715024578e+134", "-1.3765912916600852397551126633139e+134"},
		{"H", HankelH1, 0.125, 0x1p-56 - 0x1p-52i, "44.369571579961980119942136703407", "-232.42379757502178449396548229649"},
		{"Λ", LambdaComplex, 6.5, 1000i, "5.3465979857916629431758569523628e+426", "0"},
	} {
		var z ball.Complex
		c.f(&z, ball.NewReal(c.nu), ball.NewComplex(c.x), 110)
		require.GreaterOrEqual(t, z.RelAccuracyBits(), int64(100), c.name)
		for i, text := range []string{c.re, c.im} {
			want, _, err := big.ParseFloat(text, 10, 200, big.ToNearestEven)
			require.NoError(t, err)
			w := new(ball.Real).SetFloat(want)
			w.AddRad(w.MagUpper().Mul(ball.MagFloat64(1e-31)))
			assert.Truef(t, overlaps([]*ball.Real{&z.Re, &z.Im}[i], w), "%s_%v(%v) = %v, not %s", c.name, c.nu, c.x, &z, text)
		}
	}
	// in between both ways agree
	r := specialtest.NewRand(4404)
	for range testlong.RoundsTo(40, 1000) {
		nu := ball.NewReal(math.Round(64*r.Float64()*8) / 64)
		x := ball.NewComplex(cmplx.Rect(60+60*r.Float64(), 6.2*(r.Float64()-0.5)))
		var far, near ball.Complex
		o := newOrder(nu)
		require.True(t, kFar(&far, nu, x, 80))
		kSeries(&near, &o, x, 120, complexWork, 80)
		require.Truef(t, complexOverlaps(&far, &near) && far.RelAccuracyBits() >= 78, "K_%v(%v) = %v, not %v", nu, x, &far, &near)
		for _, y := range []*ball.Complex{x, new(ball.Complex).MulI(x), ball.NewComplex(complex(0, 70+r.Float64()))} {
			require.True(t, lambdaFar(&far, &o, y, 80))
			require.True(t, sumPFQ(&near, nil, []*ball.Real{new(ball.Real).AddInt64(nu, 1, 100)}, quarterSquare(y), complexWork, 400))
			require.Truef(t, complexOverlaps(&far, &near) && far.RelAccuracyBits() >= 60, "Λ_{2·%v+2}(%v) = %v, not %v", nu, y, &far, &near)
		}
	}
	var z ball.Complex
	assert.False(t, kFar(&z, ball.NewReal(1), ball.NewComplex(20+1i), 100), "too small")
	assert.False(t, kFar(&z, ball.NewReal(400), ball.NewComplex(100+1i), 60), "too small against ν²")
}

// quarterSquare is −x²/4.
func quarterSquare(x *ball.Complex) *ball.Complex {
	y := new(ball.Complex).Sqr(x, 500)
	return y.Mul2Exp(y.Neg(y), -2)
}

// Series end where an upper parameter says so, unless a lower one is among the same integers.
func TestHypergeometricEnds(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 4402))
	for range 200 {
		n, m := r.IntN(6), r.IntN(8)
		a, b, c, x := ball.NewReal(-float64(n)), ball.NewReal(r.NormFloat64()*3), ball.NewReal(-float64(m)), ball.NewReal(r.NormFloat64()*2)
		var z ball.Real
		HypPFQ(&z, []*ball.Real{a, b}, []*ball.Real{c}, x, 80)
		if m <= n {
			require.Truef(t, z.Indeterminate(), "₂F₁(−%d, …; −%d)", n, m)
			continue
		}
		require.Truef(t, overlaps(&z, plainSeriesTo(n, []*ball.Real{a, b}, []*ball.Real{c}, x, 200)), "₂F₁(−%d, …; −%d)", n, m)
	}
	var z ball.Real
	one := ball.NewReal(1)
	assert.True(t, HypPFQ(&z, []*ball.Real{one, one}, []*ball.Real{one}, one, 60).Indeterminate(), "x = 1")
	assert.True(t, HypPFQ(&z, []*ball.Real{one, one}, []*ball.Real{one}, ball.NewReal(1.5), 60).Indeterminate(), "beyond the disc")
	assert.Panics(t, func() { HypPFQ(&z, []*ball.Real{one, one, one}, []*ball.Real{one}, one, 60) })
}

// plainSeriesTo adds up the terms 0, …, n.
func plainSeriesTo(n int, as, bs []*ball.Real, x *ball.Real, prec uint) *ball.Real {
	sum, term, u := ball.NewReal(1), ball.NewReal(1), new(ball.Real)
	for k := range int64(n) {
		for _, a := range as {
			term.Mul(term, u.AddInt64(a, k, prec), prec)
		}
		for _, b := range bs {
			term.Quo(term, u.AddInt64(b, k, prec), prec)
		}
		term.QuoInt64(term.Mul(term, x, prec), k+1, prec)
		sum.Add(sum, term, prec)
	}
	return sum
}

// At negative orders the series and the integral agree, and the series says nothing wide.
func TestNegativeOrders(t *testing.T) {
	for _, nu := range []float64{-1.0 / 3, -0.75, -1.9999999999998, -7.25, -40.5} {
		for _, x := range []float64{0.01, 1, 3, 30} {
			var a, b ball.Real
			n, y := ball.NewReal(nu), ball.NewReal(x)
			besselJ(&a, n, y, automatic, 100)
			besselJ(&b, n, y, byContour, 100)
			require.True(t, a.Overlaps(&b) == ball.True, "J_%v(%v): %s and %s", nu, x, &a, &b)
			require.GreaterOrEqual(t, a.RelAccuracyBits(), int64(98), "J_%v(%v) = %s", nu, x, &a)
		}
	}
}

// A result may be one of the arguments.
func TestHypergeometricAliases(t *testing.T) {
	for _, x := range []float64{0.25, 0.875, -3} {
		var want ball.Real
		arguments := func() []*ball.Real {
			return []*ball.Real{ball.NewReal(0.375), ball.NewReal(0.25), ball.NewReal(1.75), ball.NewReal(x)}
		}
		a := arguments()
		HypPFQ(&want, a[:2], a[2:3], a[3], 64)
		for i := range 4 {
			a := arguments()
			HypPFQ(a[i], a[:2], a[2:3], a[3], 64)
			require.Equal(t, want.String(), a[i].String(), "x = %v, argument %d", x, i)
		}
	}
}
