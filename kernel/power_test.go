package kernel_test

import (
	"math"
	"math/big"
	"testing"

	"github.com/stretchr/testify/assert"
	"pgregory.net/rapid"

	"krein/ball"
	"krein/internal/kernel/breakpoints"
	"krein/internal/kernel/eval"
	"krein/internal/kernel/formula"
	"krein/internal/kernel/kerneltest"
	"krein/internal/kernel/numeric"
	"krein/kernel"
)

// TestPowersOfNothing: where a formula has no value, neither has its power 0, over any kind of number.
func TestPowersOfNothing(t *testing.T) {
	z := formula.Variable()
	without, with := 0, 0
	check := func(t assert.TestingT, e *formula.Expr, x float64) {
		zero, inside := formula.Pow(e, formula.Int(0)), numeric.Compile(kernel.NewNatural(e)).At(x)
		k := breakpoints.Natural(zero)
		compiled := numeric.Compile(k)
		many := make([]float64, 1)
		compiled.EvalTo(many, []float64{x})
		moving := numeric.Compile(kernel.NewNatural(formula.Pow(formula.Int(1), formula.Mul(e, z)))).At(x)
		for _, v := range []float64{compiled.At(x), many[0]} {
			assert.Equal(t, math.IsNaN(inside), math.IsNaN(v), "%s at %v", zero, x)
		}
		if math.IsNaN(inside) {
			without++
			assert.True(t, math.IsNaN(moving), "%s at %v", e, x)
		}
		with++
		var v, w ball.Real
		var j ball.RealSeries
		var c ball.Complex
		at := ball.NewReal(x)
		k.BallAt(&v, at, 64)
		eval.Enclose(&w, e, at, 64)
		assert.Equal(t, w.Indeterminate(), v.Indeterminate(), "%s at %v", zero, x)
		k.BallTaylor(&j, at, 3, 64)
		assert.False(t, w.Indeterminate() && !j.Coef(0).Indeterminate(), "jet of %s at %v", zero, x)
		k.ComplexAt(&c, ball.NewComplex(complex(x, 0)), 64)
		assert.False(t, w.Indeterminate() && c.IsFinite(), "%s at %v, complex", zero, x)
		if v.Indeterminate() {
			assert.True(t, math.IsNaN(k.At(x)), "%s at %v", zero, x)
		}
	}
	one := formula.Int(1)
	for _, e := range []*formula.Expr{
		formula.Apply(formula.OpSqrt, formula.Apply(formula.OpCos, z)), formula.Apply(formula.OpLog, formula.Sub(one, z)),
		formula.Apply(formula.OpAsin, formula.Add(one, z)), formula.Pow(formula.Sub(one, z), formula.Rational(big.NewRat(1, 3))),
	} {
		check(t, e, 2)
	}
	rapid.Check(t, func(t *rapid.T) {
		e := kerneltest.Expr(3, z).Draw(t, "e")
		if e.Size() > 100 || !e.Varies() {
			return
		}
		x := rapid.Float64Range(1e-3, 20).Draw(t, "z")
		if v := numeric.Compile(kernel.NewNatural(e)).At(x); math.IsInf(v, 0) || math.Abs(v) > 1e100 {
			return
		}
		check(t, e, x)
	})
	assert.Greater(t, without, 4)
	assert.Greater(t, with, 10)
}
