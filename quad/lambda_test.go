package quad

import (
	"context"
	"fmt"
	"math/big"
	"testing"

	"github.com/stretchr/testify/assert"

	"krein/ball"
	"krein/special"
)

// arcCosine is arccos(z/2)·Λ₁₆(ωz)·z¹⁵/√(2−z), the integrand of a kernel's density in 16 dimensions without its
// singularity at z = 2: with t = (2−z)/4, arccos(z/2)/√(2−z) = asin(√t)/√t, which has positive Taylor coefficients and radius 1.
type arcCosine struct{ omega int64 }

func asinRatio(z, t *ball.Real, prec uint) {
	if t.IsZero() {
		z.SetInt64(1)
		return
	}
	var s ball.Real
	s.Sqrt(t, prec)
	z.Asin(&s, prec)
	z.Quo(z, &s, prec)
}

func (f arcCosine) ratio(z, x *ball.Real, prec uint) {
	var t, lo, hi ball.Real
	t.Sub(t.SetInt64(2), x, prec)
	t.Mul2Exp(&t, -2)
	if t.Rad().Cmp(ball.MagPow2(-20)) < 0 {
		asinRatio(z, &t, prec)
		return
	}
	// increasing
	lo.SetFloat(t.Lower(nil, prec))
	hi.SetFloat(t.Upper(nil, prec))
	asinRatio(&lo, &lo, prec)
	asinRatio(&hi, &hi, prec)
	z.Hull(&lo, &hi, prec)
}

func (f arcCosine) Real(dst, x []ball.Real, prec uint) {
	var d, t ball.Real
	d.SetInt64(16)
	for i := range x {
		z := &dst[i]
		f.ratio(z, &x[i], prec)
		t.PowInt64(&x[i], 15, prec)
		z.Mul(z, &t, prec)
		special.LambdaReal(&t, &d, t.MulInt64(&x[i], f.omega, prec), prec)
		z.Mul(z, &t, prec)
	}
}

func (f arcCosine) Majorant(re *ball.Real, im ball.Mag) ball.Mag {
	hypot := func(a, b ball.Mag) ball.Mag { return a.Mul(a).Add(b.Mul(b)).Sqrt() }
	// |Λ_d(x+iy)| ≤ e^{|y|}: an average of e^{i(x+iy)u}, |u| ≤ 1
	m := im.Mul(ball.MagUint(uint64(f.omega))).Exp()
	m = m.Mul(hypot(re.MagUpper(), im).Pow(15))
	var t ball.Real
	t.Sub(t.SetInt64(2), re, 53)
	r := hypot(t.MagUpper(), im).Mul2Exp(-2) // |t| at most
	if r.Cmp(ball.MagPow2(0)) >= 0 {
		return ball.MagInf()
	}
	t.SetFloat(r.Float(nil))
	asinRatio(&t, &t, 53)
	return m.Mul(t.MagUpper())
}

// arcCosineWhole is arccos(z/2)·Λ₁₆(ωz)·z¹⁵, whose square root at z = 2 is not declared.
type arcCosineWhole struct{ omega int64 }

func (f arcCosineWhole) Real(dst, x []ball.Real, prec uint) {
	var d, t ball.Real
	d.SetInt64(16)
	for i := range x {
		z := &dst[i]
		z.Acos(t.Mul2Exp(&x[i], -1), prec)
		z.Mul(z, t.PowInt64(&x[i], 15, prec), prec)
		special.LambdaReal(&t, &d, t.MulInt64(&x[i], f.omega, prec), prec)
		z.Mul(z, &t, prec)
	}
}

func (f arcCosineWhole) Majorant(re *ball.Real, im ball.Mag) ball.Mag {
	var w ball.Complex
	w.Re.Mul2Exp(re, -1)
	w.Im.SetMag(im.Mul2Exp(-1))
	m := w.MagUpper().Mul2Exp(1).Pow(15)
	w.AcosAnalytic(&w, 53)
	return m.Mul(w.MagUpper()).Mul(im.Mul(ball.MagUint(uint64(f.omega))).Exp())
}

func TestIntegrateLambdaUndeclared(t *testing.T) {
	g := readBallGolden(t).Integrals
	for _, omega := range []int64{5, 40} {
		want := g[fmt.Sprintf("acos(z/2) Lambda16(%dz) z^15 on 0..2", omega)]
		var z ball.Real
		r := Integrate(context.Background(), &z, arcCosineWhole{omega}, new(ball.Real), realOf(2), &Settings{Bits: 100})
		assert.Equal(t, Converged, r.Status)
		assert.True(t, contains(&z, want), "%v", &z)
		assert.GreaterOrEqual(t, z.RelAccuracyBits(), int64(99))
		t.Log(omega, &z, r)
	}
}

func BenchmarkIntegrateLambdaUndeclared(b *testing.B) {
	for _, omega := range []int64{5, 40} {
		b.Run(fmt.Sprint(omega), func(b *testing.B) {
			var z ball.Real
			for b.Loop() {
				Integrate(context.Background(), &z, arcCosineWhole{omega}, new(ball.Real), realOf(2), &Settings{Bits: 100, Workers: 1})
			}
		})
	}
}

func TestIntegrateLambda(t *testing.T) {
	g := readBallGolden(t).Integrals
	for _, omega := range []int64{5, 40} {
		want := g[fmt.Sprintf("acos(z/2) Lambda16(%dz) z^15 on 0..2", omega)]
		for _, bits := range []uint{30, 100, 200} {
			var z ball.Real
			r := IntegrateAlgebraic(context.Background(), &z, arcCosine{omega}, new(ball.Real), realOf(2), big.NewRat(1, 2), new(big.Rat), &Settings{Bits: bits})
			assert.Equal(t, Converged, r.Status)
			assert.True(t, contains(&z, want), "%v", &z)
			assert.GreaterOrEqual(t, z.RelAccuracyBits(), int64(bits)-1)
			t.Log(omega, bits, &z, r)
		}
	}
}
