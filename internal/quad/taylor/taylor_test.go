package taylor

import (
	"context"
	"math/big"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"krein/ball"
	"krein/internal/budget"
	"krein/internal/kernel/eval"
	"krein/internal/kernel/formula"
	"krein/internal/testhook"
	"krein/internal/testhook/termtest"
	_ "krein/internal/testlong"
	"krein/kernel/parser"
	"krein/quad"
)

// parsed is the formula of a kernel.
func parsed(t require.TestingT, s string) *formula.Expr {
	k, err := parser.Parse(s, nil)
	require.NoError(t, err, s)
	return k.Expr()
}

// cosine is F(z) cos(mz).
func cosine(e *formula.Expr, m int64, bound ball.Mag) Integrand {
	return Integrand{F: eval.Compile(e), Bound: bound, Frequency: ball.MagUint(uint64(m)), Wave: func(w *ball.RealSeries,
		c *ball.Real, n int, prec uint) {
		var x ball.RealSeries
		x.SetVar(c, n)
		x.MulScalar(&x, new(ball.Real).SetInt64(m), prec)
		w.Cos(&x, prec)
	}}
}

// constant encloses the value of a formula without a variable.
func constant(t require.TestingT, s string) *ball.Real {
	return eval.Enclose(nil, parsed(t, s), new(ball.Real), 300)
}

func TestIntegrate(t *testing.T) {
	inf := ball.MagInf()
	for _, c := range []struct {
		formula string
		m       int64
		a, b    string
		want    string
		bound   ball.Mag
		digits  int
	}{
		{"exp(z)", 0, "0", "1", "exp(1)-1", inf, 12},
		{"z^5", 0, "0", "3", "729/6", inf, 12},
		{"1", 7, "0", "1", "sin(7)/7", inf, 12},
		{"1", 300, "0", "pi", "0", inf, 8},
		{"exp(-z)", 3, "0", "20", "(1+exp(-20)*(3*sin(60)-cos(60)))/10", inf, 10},
		{"z", 2, "pi", "0", "0", inf, 12}, // from right to left
		{"1/(1+z^2)", 0, "0", "10", "atan(10)", inf, 12},
		{"exp(-z^2)", 0, "0", "5", "sqrt(pi)/2*erf(5)", inf, 12},
		{"sqrt(z)", 0, "0", "1", "2/3", inf, 12},
		{"sqrt(abs(1-z))", 0, "0", "1", "2/3", inf, 12},
		{"z*log(z)", 0, "0", "1", "-1/4", ball.MagUint(1), 11},
		{"abs(z-1/3)", 0, "0", "1", "5/18", inf, 12},
		{"min(z,exp(-z)-1/2)", 0, "0", "0", "0", inf, 12},
		{"max(z,1/(1+z))", 0, "0", "2", "log((1+sqrt(5))/2)+2-((sqrt(5)-1)/2)^2/2", inf, 11},
		{"z < 1/3 ? 1 : 2", 0, "0", "1", "5/3", inf, 12},
		{"besselj(0,z)*z", 0, "0", "2", "2*besselj(1,2)", inf, 12},
		// Si(1), as in the Handbook of Mathematical Functions
		{"sin(z)/z", 0, "0", "1", "0.946083070367183014941353313823179657812337954738111790471", ball.MagUint(1), 9},
		{"(sin(z)-z*cos(z))/z^3", 0, "0", "1",
			"(0.946083070367183014941353313823179657812337954738111790471-(sin(1)-cos(1)))/2", ball.MagUint(1), 9},
	} {
		want := constant(t, c.want)
		for _, bits := range []uint{32, 64, 100} {
			var v ball.Real
			Integrate(t.Context(), &v, cosine(parsed(t, c.formula), c.m, c.bound), constant(t, c.a), constant(t, c.b),
				ball.MagPow2(-int64(bits/2)), bits)
			assert.True(t, v.Overlaps(want) != ball.False && v.IsFinite(), "%s: %v, not %v", c.formula, &v, want)
			var d ball.Real
			d.Sub(&v, want, 300)
			assert.Less(t, d.MagUpper().Float64(), 500*ball.MagPow2(-int64(bits/2)).Float64(), "%s with %d bits: %v",
				c.formula, bits, &v)
		}
	}
}

// What is not bounded, or not known to be, has no integral.
func TestUnbounded(t *testing.T) {
	zero, one := new(ball.Real), ball.NewReal(1)
	tol := ball.MagPow2(-16)
	for _, s := range []string{"1/z", "log(z)", "sin(z)/z", "1/(z-1/3)", "tan(2*z)"} {
		var v ball.Real
		Integrate(t.Context(), &v, cosine(parsed(t, s), 1, ball.MagInf()), zero, one, tol, 32)
		assert.True(t, v.Indeterminate(), "%s: %v", s, &v)
	}
	var v ball.Real
	Integrate(t.Context(), &v, cosine(parsed(t, "1"), 1, ball.MagInf()), zero, new(ball.Real).SetIndeterminate(), tol, 32)
	assert.False(t, v.IsFinite())
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	Integrate(ctx, &v, cosine(parsed(t, "exp(z)"), 1, ball.MagInf()), zero, one, tol, 32)
	assert.True(t, v.Indeterminate())
}

// Work that is bounded ends with less known.
func TestWork(t *testing.T) {
	zero, one := new(ball.Real), ball.NewReal(1)
	var v ball.Real
	f := cosine(parsed(t, "cos(100000*z)"), 0, ball.MagInf())
	Integrate(t.Context(), &v, f, zero, one, ball.MagPow2(-60), 32)
	assert.True(t, v.Contains(constant(t, "sin(100000)/100000")), "%v", &v)
	assert.Greater(t, v.Rad().Float64(), 1e-3)

	ctx, release := budget.New(t.Context(), 100)
	defer release()
	f = cosine(parsed(t, "cos(50*z)"), 0, ball.MagInf())
	f.Meter = budget.Of(ctx)
	Integrate(ctx, &v, f, zero, one, ball.MagPow2(-60), 64)
	assert.True(t, v.Indeterminate(), "%v", &v)
}

// TestAgainstGauss: both integrators enclose the same, this one within what was asked for.
func TestAgainstGauss(t *testing.T) {
	formulas := []string{"exp(-A*z)", "1/(B+z)", "1/(1+A*z^2)", "cos(A*z)*exp(-z)", "sqrt(B+z)", "besselj(1,A*z)",
		"(A-z)^3+z", "log(B+z)", "exp(-z^2)*z^4", "tanh(A-z)"}
	rapid.Check(t, func(t *rapid.T) {
		number := func(name string, most int) *big.Rat {
			return big.NewRat(rapid.Int64Range(1, int64(16*most)).Draw(t, name), 16)
		}
		s := rapid.SampledFrom(formulas).Draw(t, "formula")
		s = strings.NewReplacer("A", "("+number("A", 6).RatString()+")", "B", "("+number("B", 4).RatString()+")").Replace(s)
		e := parsed(t, s)
		m := rapid.Int64Range(0, 40).Draw(t, "m")
		var a, b, v, want ball.Real
		a.SetRat(number("a", 2), 300)
		b.SetRat(number("b", 5), 300)
		bits := uint(rapid.IntRange(32, 90).Draw(t, "bits"))
		f := cosine(e, m, ball.MagInf())
		Integrate(context.Background(), &v, f, &a, &b, ball.MagPow2(-int64(bits/2)), bits)
		quad.Integrate(context.Background(), &want, quad.Func{
			F: func(v, x *ball.Real, prec uint) {
				var c ball.Real
				f.F.At(v, x, prec)
				v.Mul(v, c.Cos(c.MulInt64(x, m, prec), prec), prec)
			},
			Holomorphic: func(v, x *ball.Complex, prec uint) {
				var c ball.Complex
				f.F.ComplexAt(v, x, prec)
				v.Mul(v, c.Cos(c.MulInt64(x, m, prec), prec), prec)
			},
		}, &a, &b, &quad.Settings{AbsTol: ball.MagPow2(-int64(bits) - 20)})
		if v.Overlaps(&want) == ball.False || !v.IsFinite() {
			t.Fatalf("%s, m = %d: %v, not %v", s, m, &v, &want)
		}
		if v.Rad().Cmp(ball.MagPow2(9-int64(bits/2))) > 0 {
			t.Fatalf("%s, m = %d: %v for %d bits", s, m, &v, bits)
		}
	})
}

func TestErrorTerms(t *testing.T) {
	termtest.Check(t, errorTerms, map[*testhook.Term]termtest.Case{
		remainderTerm: func(t *testing.T) bool {
			var v ball.Real
			Integrate(t.Context(), &v, cosine(parsed(t, "exp(z)"), 5, ball.MagInf()), new(ball.Real), ball.NewReal(2),
				ball.MagPow2(-16), 64)
			return v.Contains(constant(t, "(exp(2)*(cos(10)+5*sin(10))-1)/26"))
		},
	})
}
