package special

import (
	"math"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"krein/ball"
	"krein/internal/testlong"
	"krein/special/internal/specialtest"
)

func TestGammaJets(t *testing.T) {
	r := specialtest.NewRand(61)
	noticed := 0
	for range testlong.RoundsTo(60, 100000/6) { // 10⁵ coefficients
		x0 := 20 * (r.Float64() - 0.4)
		prec := randBallPrec(r, 200)
		xb := ball.NewReal(x0)
		if r.IntN(3) == 0 {
			xb.AddRad(ball.MagPow2(-40))
		}
		var x, y, z, w ball.RealSeries
		x.SetVar(xb, 6)
		x.Coef(3).SetFloat64(0.5)
		GammaJet(&y, &x, prec)
		var v ball.Real
		Gamma(&v, xb, prec)
		require.True(t, overlaps(y.Coef(0), &v))
		if xb.IsExact() {
			require.GreaterOrEqual(t, y.Coef(0).RelAccuracyBits(), int64(prec)-12)
			Gamma(&v, xb, prec+100)
			if !overlaps(halvedBall(y.Coef(0)), &v) {
				noticed++
			}
		}
		// Γ(x+1) = xΓ(x) as jets
		z.AddScalar(&x, ball.NewReal(1), 300)
		GammaJet(&z, &z, prec)
		w.Mul(&y, &x, prec)
		for k := range 6 {
			require.Truef(t, overlaps(z.Coef(k), w.Coef(k)), "at %v, coefficient %d: %v, %v", xb, k, z.Coef(k), w.Coef(k))
			require.Less(t, z.Coef(k).Rad().Float64(), 1e-3*(1+z.Coef(k).MagUpper().Float64()))
		}
	}
	assert.Positive(t, noticed)
	// derivatives at 1: Γ′ = −γ, Γ″ = γ² + π²/6
	var x, y ball.RealSeries
	var g, p ball.Real
	x.SetVar(ball.NewReal(1), 3)
	GammaJet(&y, &x, 100)
	g.Euler(100)
	require.True(t, overlaps(y.Coef(1), p.Neg(&g)))
	p.Pi(100)
	p.QuoInt64(p.Sqr(&p, 100), 6, 100)
	p.Add(&p, g.Sqr(&g, 100), 100)
	require.True(t, overlaps(y.Coef(2), p.Mul2Exp(&p, -1)))
	require.Greater(t, y.Coef(2).RelAccuracyBits(), int64(90))
	x.SetVar(ball.NewReal(-2), 3)
	require.True(t, GammaJet(&y, &x, 100).Coef(0).Indeterminate())
}

// Complex jets: Γ(x+1) = xΓ(x), the constant term is the function, the next the difference quotient of its values, and opposite sides of the real line are conjugate.
func TestGammaJetsComplex(t *testing.T) {
	const n = 6
	r := specialtest.NewRand(64)
	for range testlong.RoundsTo(40, 100000/n) { // 10⁵ coefficients
		x0 := ball.NewComplex(complex(20*(r.Float64()-0.4), 10*r.NormFloat64()))
		prec := randBallPrec(r, 150)
		wide := r.IntN(3) == 0
		if wide {
			x0.AddRad(ball.MagPow2(-40))
		}
		var x, y, z, w ball.ComplexSeries
		x.SetVar(x0, n)
		x.Coef(2).Set(ball.NewComplex(0.5 - 0.25i))
		GammaJetComplex(&y, &x, prec)
		var v, u ball.Complex
		require.True(t, complexOverlaps(y.Coef(0), GammaComplex(&v, x0, prec)))
		v.SetInt64(1)
		z.AddScalar(&x, &v, 300)
		GammaJetComplex(&z, &z, prec)
		w.Mul(&y, &x, prec)
		for k := range n {
			require.Truef(t, complexOverlaps(z.Coef(k), w.Coef(k)), "at %v, coefficient %d: %v, %v", x0, k, z.Coef(k), w.Coef(k))
		}
		for k := range n {
			x.Coef(k).Conj(x.Coef(k))
		}
		GammaJetComplex(&w, &x, prec)
		for k := range n {
			require.True(t, complexOverlaps(y.Coef(k), w.Coef(k).Conj(w.Coef(k))))
		}
		if !wide {
			// (Γ(x(h)) − Γ(x(0)))/h = y₁ + O(h)
			h := ball.NewComplex(0x1p-60)
			GammaComplex(&u, x.Eval(&v, h, 400), 400)
			GammaComplex(&v, x.Coef(0), 400)
			u.Sub(&u, &v, 400)
			u.Mul2Exp(&u, 60)
			size := w.Coef(1).MagUpper().Add(w.Coef(2).MagUpper()).Add(w.Coef(0).MagUpper())
			u.AddRad(size.Mul2Exp(-50))
			require.Truef(t, complexOverlaps(&u, v.Conj(w.Coef(1))), "at %v: Γ′ = %v, not %v", x0, w.Coef(1), &u)
		}
	}
}

func TestGammaComplex(t *testing.T) {
	r := specialtest.NewRand(62)
	noticed, wides, wideNoticed := 0, 0, 0
	for range testlong.Rounds(80) {
		x := ball.NewComplex(complex(12*(r.Float64()-0.5), 12*r.NormFloat64()))
		prec := randBallPrec(r, 200)
		var z, u, v ball.Complex
		GammaComplex(&z, x, prec)
		require.GreaterOrEqualf(t, z.RelAccuracyBits(), int64(prec)-12, "Γ(%v) at %d bits: %v", x, prec, &z)
		GammaComplex(&u, x, prec+100)
		require.True(t, complexOverlaps(&z, &u))
		if !complexOverlaps(halvedComplex(&z), &u) {
			noticed++
		}
		// Γ(x)Γ(1−x) sin πx = π, with sides computed by different shifts
		u.Neg(x)
		u.AddInt64(&u, 1, 200)
		GammaComplex(&u, &u, prec)
		u.Mul(&u, &z, prec)
		var p ball.Real
		p.Pi(prec + 20)
		v.MulReal(x, &p, prec+20)
		v.Sin(&v, prec+20)
		u.Mul(&u, &v, prec)
		u.Re.Sub(&u.Re, &p, prec)
		require.Truef(t, u.ContainsZero() && u.Rad().Float64() < 1e-3, "reflection at %v: %v", x, &u)
		// |Γ(iy)|² = π/(y sinh πy), nothing of Stirling's
		var y, s ball.Real
		y.Set(&x.Im)
		u.Re.SetZero()
		u.Im.Set(&y)
		GammaComplex(&u, &u, prec)
		u.Abs(&s, prec)
		s.Sqr(&s, prec)
		s.Mul(&s, &y, prec)
		y.Mul(&y, &p, prec+20)
		y.Sinh(&y, prec)
		s.Mul(&s, &y, prec)
		require.True(t, overlaps(&s, &p))
		alias := new(ball.Complex).Set(x)
		GammaComplex(alias, alias, prec)
		require.True(t, sameBall(&alias.Re, &z.Re))
		// rectangles
		wide := new(ball.Complex).Set(x)
		wide.Re.Mul2Exp(&wide.Re, -1)
		wide.Im.Mul2Exp(&wide.Im, -int64(r.IntN(4)))
		wide.Re.AddRad(ball.MagFloat64(0.4 * math.Exp2(-20*r.Float64()*r.Float64())))
		wide.Im.AddRad(ball.MagFloat64(0.4 * math.Exp2(-20*r.Float64()*r.Float64())))
		GammaComplex(&z, wide, min(prec, 100))
		if !z.IsFinite() {
			continue
		}
		wides++
		for _, re := range pointsOf(r, &wide.Re)[1:] {
			for _, im := range pointsOf(r, &wide.Im)[1:] {
				GammaComplex(&u, v.SetParts(re, im), 120)
				require.Truef(t, complexOverlaps(&z, &u), "Γ(%v) = %v, at %v, %v %v", wide, &z, re, im, &u)
				if !complexOverlaps(halvedComplex(&z), &u) {
					wideNoticed++
				}
			}
		}
	}
	assert.Greater(t, noticed, testlong.AtLeast(5))
	assert.Greater(t, wides, testlong.AtLeast(40))
	assert.GreaterOrEqual(t, wideNoticed, testlong.AtLeast(1))
	var z ball.Complex
	w := ball.NewComplex(-1)
	w.AddRad(ball.MagPow2(-10))
	assert.True(t, GammaComplex(&z, w, 53).Indeterminate())
	assert.True(t, GammaComplex(&z, ball.NewComplex(-3), 53).Indeterminate())
	assert.True(t, GammaComplex(&z, ball.NewComplex(complex(1, 1e7)), 53).Indeterminate())
}

// With so short a shift that the remainder is all there is, the jets hold with its bound and miss without.
func TestGammaJetRemainder(t *testing.T) {
	defer func(s float64, tl ball.Mag) { jetShift, tailScale = s, tl }(jetShift, tailScale)
	missed := [2]int{}
	for k, s := range []ball.Mag{ball.MagPow2(0), {}} {
		r := specialtest.NewRand(63)
		for range 60 {
			x := ball.NewComplex(complex(2+2*r.Float64(), math.Round(3*r.Float64())))
			var a, b ball.ComplexSeries
			a.SetVar(x, 4)
			b.SetVar(x, 4)
			jetShift, tailScale = 0.02, s
			GammaJetComplex(&a, &a, 200)
			jetShift, tailScale = 0.42, ball.MagPow2(0)
			GammaJetComplex(&b, &b, 200)
			for i := range 4 {
				if !complexOverlaps(a.Coef(i), b.Coef(i)) {
					missed[k]++
				}
			}
		}
	}
	assert.Zero(t, missed[0])
	assert.Greater(t, missed[1], testlong.AtLeast(50))
}
