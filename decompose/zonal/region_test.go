package zonal

import (
	"context"
	"math"
	"math/big"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"krein/ball"
	"krein/internal/kernel/eval"
	"krein/kernel/parser"
)

// pole is 1/((u−p)(u−p̄)), p = (x, y).
func pole(x, y float64) holomorphic {
	return func(dst, u *ball.Complex, prec uint) {
		var a, b, p ball.Complex
		p.Re.SetFloat64(x)
		p.Im.SetFloat64(y)
		a.Sub(u, &p, prec)
		p.Im.Neg(&p.Im)
		b.Sub(u, &p, prec)
		dst.Inv(a.Mul(&a, &b, prec), prec)
	}
}

// An ellipse is holomorphic exactly where the pole is outside, and the bound holds on all of it.
func TestEllipse(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		var e ellipse
		e.h.SetFloat64(rapid.SampledFrom([]float64{1, 1e-9, 30}).Draw(t, "h"))
		e.c.SetFloat64(rapid.SampledFrom([]float64{0, 1, -3}).Draw(t, "c"))
		rho := rapid.Float64Range(1.1, 6).Draw(t, "rho")
		e.a, e.b = (rho+1/rho)/2, (rho-1/rho)/2
		h, _ := e.h.Float64()
		c, _ := e.c.Float64()
		phi := rapid.Float64Range(0, math.Pi).Draw(t, "phi")
		r := rapid.SampledFrom([]float64{0, 0.5, 0.9, 1.1, 1.5, 3}).Draw(t, "r")
		f := pole(c+h*r*e.a*math.Cos(phi), h*r*e.b*math.Sin(phi))
		if r < 1 {
			assert.False(t, e.holds(f), "a pole at %v of the way", r)
			return
		}
		require.True(t, e.holds(f), "the pole is outside")
		sup := e.sup(f)
		require.False(t, sup.IsInf())
		var u, v ball.Complex
		largest := ball.Mag{}
		for range 20 {
			s, psi := rapid.Float64Range(0, 1).Draw(t, "s"), rapid.Float64Range(-math.Pi, math.Pi).Draw(t, "psi")
			e.at(&u, s*e.a*math.Cos(psi), s*e.b*math.Sin(psi), 0, 0)
			f(&v, &u, 128)
			assert.True(t, v.MagLower().Cmp(sup) <= 0, "|f| = %v exceeds %v", v.MagLower(), sup)
		}
		for i := range 64 {
			e.at(&u, e.a*math.Cos(float64(i)*math.Pi/63), e.b*math.Sin(float64(i)*math.Pi/63), 0, 0)
			f(&v, &u, 128)
			largest = largest.Max(v.MagLower())
		}
		assert.True(t, sup.Cmp(largest.Mul2Exp(3)) <= 0, "%v is no tight bound of %v", sup, largest)
	})
}

// 1/(c−u) has b_j = c^{−j−1}: the remainder that is claimed exceeds the true one, but not by much.
func TestDiscRest(t *testing.T) {
	k, err := parser.Parse("1/(1/2 + z^2/2)", nil) // 1/(3/2 − u)
	require.NoError(t, err)
	c, ok := findDisc(onSphere(k.Expr(), nil), 128)
	require.True(t, ok)
	assert.Less(t, c.radius, 1.5)
	for _, n := range []int{0, 1, 10, 100, 400} {
		tail := 3 * math.Pow(2.0/3, float64(n+2)) // Σ_{j>n} (2/3)^{j+1}
		rest := c.rest(n).Float64()
		assert.Greater(t, rest, tail)
		assert.Less(t, rest, 1e3*tail*math.Pow(1.5/c.radius, float64(n)))
	}
}

// Bernstein's bound against the true tail.
func TestEllipseRest(t *testing.T) {
	k, err := parser.Parse("1/(1/2 + z^2/2)", nil)
	require.NoError(t, err)
	for _, d := range []int{2, 3, 7} {
		z, err := New(context.Background(), k, d, &Settings{Tol: 1e-30})
		require.NoError(t, err)
		for _, n := range []int{8, 20, 60} {
			var tail ball.Real
			for m := n + 1; m < len(z.Coef); m++ {
				tail.Add(&tail, &z.Coef[m], 128)
			}
			bound := ellipseRest(onSphere(k.Expr(), nil), d, n)
			assert.Less(t, upper(&tail), bound.Float64(), "d = %d, n = %d", d, n)
			// with ρ = 2.6 the pole's own, and √N(n,d) too much
			assert.Less(t, bound.Float64(), upper(&tail)*1e4*math.Pow(float64(n), float64(d))*math.Pow(2.62/2.5, float64(n)),
				"d = %d, n = %d", d, n)
		}
	}
	f := onSphere(parse(t, "exp(-z)").Expr(), nil)
	assert.True(t, ellipseRest(f, 3, 20).IsInf(), "no function of z²")
}

// A + zB: formulas that are even in z agree with the kernel, others are refused.
func TestEvenAt(t *testing.T) {
	for _, formula := range []string{"exp(-z^2)", "z^4/(1 + z^2)^3", "(z + z^3)^2", "z*(z - 2*z)/(z^2 + 1)",
		"(z^3 + z)/(2*z)", "tanh(1 - z^2/2)",
		"besselj(1, z^2 + 1)", "sqrt(5 + z^2)", "-z*z", "pi", "(z^2)^(3/2 - 1/2)"} {
		k := parse(t, formula)
		for _, z := range []float64{0.25, 1, 1.75} {
			v, err := evenAt(k.Expr(), eval.RealBalls(128), nil, ball.NewReal(z*z))
			require.NoError(t, err, formula)
			mid, _ := v.Float64()
			assert.InEpsilon(t, k.At(z), mid, 1e-13, "%s at %v", formula, z)
		}
	}
	for _, formula := range []string{"exp(-z)", "z", "z^3", "1/z", "cos(z) + z", "z^(1/2)", "z < 1 ? z^2 : 1",
		"(1 + z^2)/(1 + z)", "(z + 1)^3 - (z - 1)^3" /* not seen */} {
		_, err := evenAt(parse(t, formula).Expr(), eval.RealBalls(64), nil, ball.NewReal(0.5))
		assert.Error(t, err, formula)
	}
}

// cos z, sin(z)/z and their like over complex balls and jets, on both sides of t = 0.
func TestWaves(t *testing.T) {
	for _, formula := range []string{"cos(3*z)", "sin(z)/z", "cosh(z)*exp(-z^2)", "sinh(2*z)/z", "z*sin(z) + cos(z)^2"} {
		k := parse(t, formula+"*1")
		f := onSphere(k.Expr(), nil)
		jets := maclaurin(k.Expr(), 40, 256, nil)
		require.NotNil(t, jets, formula)
		var sum, v, u ball.Complex
		for _, at := range []complex128{0, 0.25 + 0.125i, -0.75, 0.5} {
			u.Set(ball.NewComplex(at))
			f(&v, &u, 128)
			require.True(t, v.IsFinite())
			sum.SetInt64(0)
			var c ball.Complex
			for j := 40; j >= 0; j-- {
				sum.Mul(&sum, &u, 256)
				sum.Add(&sum, c.SetReal(jets.Coef(j)), 256)
			}
			sum.AddRad(ball.MagPow2(-11)) // of the terms beyond, generously
			if at == 0 {
				sum.SetReal(jets.Coef(0))
			}
			assert.NotEqual(t, ball.False, sum.Overlaps(&v), "%s at %v: %v, %v", formula, at, &sum, &v)
			if imag(at) == 0 {
				mid, _ := v.Re.Float64()
				assert.InDelta(t, k.At(math.Sqrt(2-2*real(at))), mid, 1e-12*(1+math.Abs(mid)), "%s at %v", formula, at)
			}
		}
		// beyond u = 1, where z is imaginary: the function is one and the same
		u.Set(ball.NewComplex(1))
		u.AddRad(ball.MagPow2(-10))
		f(&v, &u, 128)
		assert.True(t, v.IsFinite(), formula)
		var w ball.Complex
		u.Set(ball.NewComplex(1.0009765625 - 0x1p-20))
		f(&w, &u, 128)
		assert.NotEqual(t, ball.False, v.Overlaps(&w), formula)
	}
}

// Exact values of a_n: u^j, and powers.
func TestPowersOfU(t *testing.T) {
	for _, d := range []int{2, 3, 5, 16} {
		var b ball.RealSeries
		b.SetVar(new(ball.Real), 7)
		for j := range 7 {
			b.Coef(j).SetInt64(0)
		}
		b.Coef(6).SetInt64(1)
		a := fromPowers(&b, 6, d, 128)
		c := decomposed(t, "u^6", d, nil)
		sum := new(ball.Real)
		for n := range a {
			assert.NotEqual(t, ball.False, a[n].Overlaps(&c.Coef[n]), "d = %d, n = %d", d, n)
			sum.Add(sum, &a[n], 128)
		}
		assert.True(t, sum.ContainsRat(big.NewRat(1, 1)))
		// E (1−u) P_1 = −1/d, E z² = 2
		m := powerMeans(big.NewRat(1, 1), d, 3, 128)
		assert.True(t, m[0].ContainsRat(big.NewRat(2, 1)))
		assert.True(t, m[1].ContainsRat(big.NewRat(-2, int64(d))))
		assert.True(t, m[2].IsZero() && m[3].IsZero())
	}
}
