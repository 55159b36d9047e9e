package kernel_test

import (
	"math/cmplx"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"krein/ball"
	"krein/kernel"
)

// Formulas with Bessel functions and Γ continue holomorphically off the real axis: on circles that meet no cut they are
// finite and obey the mean value property, which no function with a wrong branch does.
func TestBallSpecialHolomorphic(t *testing.T) {
	const points = 64
	for _, c := range []struct {
		formula string
		mid     complex128
		rad     float64
	}{
		{"besselj(1/3, z)", 2i, 1.5},
		{"besselj(5/2, z)", -3 + 2i, 1.5},
		{"besseli(1/3, 2*z)", -3 - 2i, 1.5},
		{"besseli(2, z)", -0.5, 1},
		{"besselk(5/2, z)", 1 - 2i, 0.75},
		{"z^(1/3)*besselk(1/3, z)", 2 + 2i, 1},
	} {
		e := parsed(t, c.formula)
		k := kernel.NewNatural(e)
		var sum ball.Complex
		for i := range points {
			z := ball.NewComplex(c.mid + cmplx.Rect(c.rad, 2*3.141592653589793*float64(i)/points))
			v := k.ComplexAt(nil, z, 80)
			require.Greater(t, v.RelAccuracyBits(), int64(60), "%s at %v: %v", c.formula, z, v)
			sum.Add(&sum, v, 100)
			// a rectangle around the point
			w := k.ComplexAt(nil, new(ball.Complex).Set(z).AddRad(ball.MagPow2(-8)), 80)
			require.True(t, w.IsFinite() && w.Overlaps(v) == ball.True, "%s around %v: %v, not %v", c.formula, z, w, v)
		}
		sum.QuoInt64(&sum, points, 100)
		v := k.ComplexAt(nil, ball.NewComplex(c.mid), 80)
		require.True(t, v.IsFinite(), c.formula)
		var d ball.Complex
		d.Sub(v, &sum, 100)
		assert.Less(t, d.MagUpper().Float64(), 1e-3*v.MagUpper().Float64()+1e-9, "%s about %v", c.formula, c.mid)
	}
}

// Jets of the same formulas on the real axis: finite where analytic, and their sums meet the values next to the point.
func TestBallSpecialTaylor(t *testing.T) {
	for _, c := range []struct {
		formula string
		at      float64
		finite  bool
	}{
		{"besselj(1/3, z)", 2, true},
		{"besselj(1/3, z)", 0, false},
		{"besselj(2, z)", 0, true},
		{"besseli(5/2, z)", 3, true},
		{"exp(-z)*besseli(1/3, z)", 5e5, true},
		{"besseli(3, z)", 4e6, true},
		{"besselk(1, z)", 0.5, true},
		{"besselk(7/3, z)", 40, true},
		{"besselk(1, z)", 0, false},
		{"z^2*besselk(2, z) + gamma(4/3)", 1, true},
		{"besselk(2, z) + gamma(1 + z)", 1, false},
	} {
		e := parsed(t, c.formula)
		k := kernel.NewNatural(e)
		x := ball.NewReal(c.at)
		s := k.BallTaylor(nil, x, 7, 100)
		require.Equal(t, 8, s.Len())
		if !c.finite {
			assert.True(t, s.Coef(1).Indeterminate(), "%s at %v", c.formula, c.at)
			continue
		}
		h := ball.NewReal(0x1p-12)
		var v ball.Real
		for k := s.Len() - 1; k >= 0; k-- {
			v.Add(v.Mul(&v, h, 200), s.Coef(k), 200)
		}
		w := k.BallAt(nil, new(ball.Real).Add(x, h, 100), 100)
		v.Sub(&v, w, 200)
		require.True(t, v.IsFinite(), "%s at %v: %v", c.formula, c.at, s)
		assert.LessOrEqual(t, v.MagUpper().Float64(), 0x1p-70*w.MagUpper().Float64(), "%s at %v", c.formula, c.at)
	}
}
