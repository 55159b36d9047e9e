package formula_test

import (
	"math/big"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"krein/ball"
	"krein/internal/kernel/eval"
	"krein/internal/kernel/formula"
	"krein/internal/kernel/kerneltest"
)

func TestParity(t *testing.T) {
	for s, want := range map[string]int{"z": -1, "z^2": 1, "z^3": -1, "z^(1/2)": 0, "cos(z)": 1, "sin(z)/z": 1,
		"exp(-z)": 0, "exp(-z^2)": 1, "z*sin(z)": 1,
		"1+z": 0, "sqrt(1+z^2)": 1, "log(1+z)": 0, "acos(z)": 0, "besselj(1,z)*z": 1, "besselj(1/2,z)": 0,
		"tanh(z)": -1, "z^2-z^4": 1,
		"z > 0 ? 1 : 2": 0, "z^2 > 1 ? cos(z) : 2": 1, "z^2 > 1 ? z : -z": 0, "max(0, cos(z), abs(z))": 1, "min(z, 2)": 0,
		"z^z": 0, "(z^2)^(1/2)": 1, "z^(-3)": -1, "z^(-2)": 1,
		"besselj(2,z)": 1, "besselk(1,z)": 0, "(1+z^2)^cos(z)": 1, "z - z^3": -1, "cos(z)^z": 0} {
		e := kerneltest.Read(t, s)
		assert.Equal(t, want, formula.Parity(e), s)
	}
}

// Formulas that are deep, or have a part many times, are looked at in a moment: not 2ⁿ times.
func TestDeep(t *testing.T) {
	z := formula.Variable()
	deep, squares := formula.Add(z, formula.Int(1)), z
	for i := range 200 {
		deep = formula.Add(formula.Apply(formula.OpSqrt, deep), formula.Pow(z, formula.Int(int64(i))))
		squares = formula.Add(formula.Mul(squares, squares), z)
	}
	assert.Equal(t, 0, formula.Parity(deep))
	assert.Equal(t, 0, formula.Parity(squares))
	assert.Equal(t, 1, formula.Parity(formula.Apply(formula.OpCos, formula.Mul(z, formula.Mul(z,
		deep)).Replace(func(e *formula.Expr) *formula.Expr {
		if e == z {
			return formula.Apply(formula.OpAbs, z)
		}
		return nil
	}))))
	assert.False(t, squares.Some(func(e *formula.Expr) bool { return e.Op() == formula.OpCos }))
	assert.True(t, squares.Some(func(e *formula.Expr) bool { return e == z }))
}

// The symbolic derivative is the one that jets have.
func TestDerivativeOf(t *testing.T) {
	z := new(ball.Real).SetRat(big.NewRat(3, 7), 200)
	for _, s := range []string{"z^3", "z^(5/2)", "sqrt(1+z^2)", "exp(-z^2)*z", "log(2+z)", "sin(z)*cos(2*z)", "tan(z)",
		"asin(z/2)", "acos(z/2)", "atan(z)", "sinh(z)",
		"cosh(z)/z", "tanh(3*z)", "erf(z)", "erfc(z)", "-z/(1+z)", "z/3", "7", "gaussian(2)"} {
		e := kerneltest.Read(t, s)
		d, ok := formula.Derivative(e)
		require.True(t, ok, s)
		var j ball.RealSeries
		eval.Compile(e).Jet(&j, z, 2, 200)
		v := eval.Enclose(nil, d, z, 200)
		assert.Equal(t, ball.True, v.Overlaps(j.Coef(1)), "%s′ = %s is %s, not %s", s, d, v, j.Coef(1))
	}
	_, ok := formula.Derivative(kerneltest.Read(t, "gamma(1+z)"))
	assert.False(t, ok)
}

// countingArith counts evaluations.
type countingArith struct {
	formula.Arith[*ball.Real]
	n *int
}

func (c countingArith) Unary(op formula.Op, a *ball.Real) (*ball.Real, error) {
	*c.n++
	return c.Arith.Unary(op, a)
}

func TestEvalTakesOneBranchAndSharesNodes(t *testing.T) {
	n := 0
	ex := formula.Apply(formula.OpExp, formula.Variable())
	e := formula.Apply(formula.OpCond, formula.Apply(formula.OpLT, formula.Variable(), formula.Int(1)),
		formula.Add(ex, ex), formula.Apply(formula.OpSin, formula.Variable()))
	_, err := formula.Eval[*ball.Real](e, ball.NewReal(0.5), countingArith{eval.RealBalls(64), &n})
	require.NoError(t, err)
	assert.Equal(t, 1, n)
}

// TestOneSpelling: what has two spellings has one tree, in which floats keep the digits.
func TestOneSpelling(t *testing.T) {
	z := formula.Variable()
	assert.True(t, formula.Sub(formula.Int(1), formula.Apply(formula.OpErf, z)).Equal(formula.Apply(formula.OpErfc, z)))
	assert.Equal(t, formula.OpSub, formula.Sub(formula.Int(2), formula.Apply(formula.OpErf, z)).Op())
	assert.Equal(t, formula.OpSub, formula.Sub(formula.Apply(formula.OpErf, z), formula.Int(1)).Op())
}
