package quad

import (
	"context"
	"fmt"
	"testing"

	"github.com/stretchr/testify/assert"

	"krein/ball"
	"krein/special"
)

// arcCosine is the integrand of a kernel's density in 16 dimensions, arccos(z/2)·Λ₁₆(ωz)·z¹⁵, without
// its singularity at z = 2: at z = 2 cos θ, times 2 sin θ.
func arcCosine(omega int64) Func {
	f := arcCosineFunc{omega}
	return Func{F: f.real, Bound: f.majorant}
}

type arcCosineFunc struct{ omega int64 }

func (f arcCosineFunc) real(z, x *ball.Real, prec uint) {
	var d, s, c, t ball.Real
	d.SetInt64(16)
	ball.SinCos(&s, &c, x, prec)
	c.Mul2Exp(&c, 1)
	s.Mul2Exp(&s, 1)
	z.Mul(x, &s, prec)
	z.Mul(z, t.PowInt64(&c, 15, prec), prec)
	special.LambdaReal(&t, &d, t.MulInt64(&c, f.omega, prec), prec)
	z.Mul(z, &t, prec)
}

func (f arcCosineFunc) majorant(re *ball.Real, im ball.Mag) ball.Mag {
	// |Λ_d(x+iy)| ≤ e^{|y|}: an average of e^{i(x+iy)u}, |u| ≤ 1; |Im cos θ| ≤ sinh|Im θ| and
	// |cos θ|, |sin θ| ≤ cosh|Im θ|
	sinh := im.Expm1().Add(im).Mul2Exp(-1) // 1 − e^{−y} ≤ y
	twice := im.Exp().Add(ball.MagPow2(0)) // 2 cosh y ≤ e^y + 1
	x := re.MagUpper()
	m := x.Mul(x).Add(im.Mul(im)).Sqrt().Mul(twice.Pow(16))
	return m.Mul(sinh.Mul(ball.MagUint(2 * uint64(f.omega))).Exp())
}

// arcCosineWhole is arccos(z/2)·Λ₁₆(ωz)·z¹⁵, whose square root at z = 2 is not declared.
func arcCosineWhole(omega int64) Func {
	f := arcCosineWholeFunc{omega}
	return Func{F: f.real, Bound: f.majorant}
}

type arcCosineWholeFunc struct{ omega int64 }

func (f arcCosineWholeFunc) real(z, x *ball.Real, prec uint) {
	var d, t ball.Real
	d.SetInt64(16)
	z.Acos(t.Mul2Exp(x, -1), prec)
	z.Mul(z, t.PowInt64(x, 15, prec), prec)
	special.LambdaReal(&t, &d, t.MulInt64(x, f.omega, prec), prec)
	z.Mul(z, &t, prec)
}

func (f arcCosineWholeFunc) majorant(re *ball.Real, im ball.Mag) ball.Mag {
	var w ball.Complex
	w.Re.Mul2Exp(re, -1)
	w.Im.SetMag(im.Mul2Exp(-1))
	m := w.MagUpper().Mul2Exp(1).Pow(15)
	w.Acos(&w, 53)
	return m.Mul(w.MagUpper()).Mul(im.Mul(ball.MagUint(uint64(f.omega))).Exp())
}

func TestIntegrateLambdaUndeclared(t *testing.T) {
	g := readBallGolden(t).Integrals
	for _, omega := range []int64{5, 40} {
		want := g[fmt.Sprintf("acos(z/2) Lambda16(%dz) z^15 on 0..2", omega)]
		var z ball.Real
		r := Integrate(context.Background(), &z, arcCosineWhole(omega), new(ball.Real), realOf(2), &Settings{Bits: 100})
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
				Integrate(context.Background(), &z, arcCosineWhole(omega), new(ball.Real), realOf(2),
					&Settings{Bits: 100, Workers: 1})
			}
		})
	}
}

func TestIntegrateLambda(t *testing.T) {
	g := readBallGolden(t).Integrals
	for _, omega := range []int64{5, 40} {
		want := g[fmt.Sprintf("acos(z/2) Lambda16(%dz) z^15 on 0..2", omega)]
		for _, bits := range []uint{30, 100, 200} {
			var z, end ball.Real
			r := Integrate(context.Background(), &z, arcCosine(omega), new(ball.Real), halfPi(&end), &Settings{Bits: bits})
			assert.Equal(t, Converged, r.Status)
			assert.True(t, contains(&z, want), "%v", &z)
			assert.GreaterOrEqual(t, z.RelAccuracyBits(), int64(bits)-1)
			t.Log(omega, bits, &z, r)
		}
	}
}

func halfPi(z *ball.Real) *ball.Real {
	z.Pi(400)
	return z.Mul2Exp(z, -1)
}
