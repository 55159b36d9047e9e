package kernel

import (
	"encoding/json"
	"math"
	"math/big"
	"os"
	"strconv"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"krein/ball"
	"krein/kernel/constant"
	"krein/kernel/eval"
	"krein/kernel/formula"
	"krein/kernel/internal/certain"
	"krein/kernel/internal/kerneltest"
	"krein/kernel/language"
)

func mustParse(t testing.TB, formula string) *Kernel {
	t.Helper()
	k, err := Parse(formula, nil)
	require.NoError(t, err, formula)
	return k
}

// TestCatalogueValues compares with values computed from the definitions by another program.
func TestCatalogueValues(t *testing.T) {
	text, err := os.ReadFile("../testdata/kernel_catalogue.json")
	require.NoError(t, err)
	var data struct {
		Z       []float64
		Kernels []struct {
			Formula string
			Values  []string
		}
	}
	require.NoError(t, json.Unmarshal(text, &data))
	seen := make(map[string]bool)
	for _, c := range data.Kernels {
		k := mustParse(t, c.Formula)
		seen[k.FormulaExpr().Name()] = true
		for i, z := range data.Z {
			want, err := strconv.ParseFloat(c.Values[i], 64)
			require.NoError(t, err)
			assert.InDelta(t, want, k.At(z), 4e-15*max(1, math.Abs(want)), "%s at %v", c.Formula, z)
		}
	}
	for _, e := range language.Catalogue() {
		assert.True(t, seen[e.Name], "no reference values for %s", e.Name)
	}
}

// TestCertainlyUndefined: where balls say that a formula has no value, neither have intervals of
// float64.
func TestCertainlyUndefined(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		e := kerneltest.Expr(3, formula.Variable()).Draw(t, "e")
		z := rapid.Float64Range(0, 20).Draw(t, "z")
		unsure, whole := false, false
		_, err := formula.Eval[*ball.Real](e, ball.NewReal(z), certain.Defined(eval.RealBalls(64), &unsure))
		if err == nil || unsure {
			return
		}
		v, ierr := formula.Eval[interval](e, point(z), noticing{intervals{}, &whole})
		if ierr == nil && !whole {
			t.Fatalf("%s at %v is in %v, balls say %v", e, z, v, err)
		}
	})
}

func TestIntervalsAreTight(t *testing.T) {
	for _, f := range []string{"exp(-z^2/2)", "sin(z)/z", "(1-z/9)^4*(4*z/9+1)", "log(1+z)", "sqrt(1+z^2)", "atan(z)*tanh(z)", "z^(3/2)", "erf(z)",
		"cos(3*z)", "asin(z/(1+z))", "besselk(1/3, z)", "besselj(2, z)", "gamma(5/2)*z", "abs(z-7)", "min(z,2)", "1/z"} {
		iv, err := formula.Eval(mustParse(t, f).Expr(), point(1.25), intervals{})
		require.NoError(t, err)
		assert.Less(t, iv.hi-iv.lo, 4e-9, f)
	}
}

// TestSteadyFormulas: a formula that is not looked at has a value everywhere.
func TestSteadyFormulas(t *testing.T) {
	steady := 0
	rapid.Check(t, func(t *rapid.T) {
		e := kerneltest.Expr(3, formula.Variable()).Draw(t, "e")
		if certain.MayFail(e, make(map[*formula.Expr]bool)) {
			return
		}
		steady++
		z := rapid.Float64Range(1e-3, 20).Draw(t, "z")
		unsure := false
		if _, err := formula.Eval[*ball.Real](e, ball.NewReal(z), certain.Defined(eval.RealBalls(64), &unsure)); err != nil && !unsure {
			t.Fatalf("%s at %v: %v", e, z, err)
		}
	})
	assert.Positive(t, steady)
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
	e := formula.Apply(formula.OpCond, formula.Apply(formula.OpLT, formula.Variable(), formula.Int(1)), formula.Add(ex, ex), formula.Apply(formula.OpSin, formula.Variable()))
	_, err := formula.Eval[*ball.Real](e, ball.NewReal(0.5), countingArith{eval.RealBalls(64), &n})
	require.NoError(t, err)
	assert.Equal(t, 1, n)
}

// TestEvaluator: prepared once or not, values and errors are the same, with operands that occur twice and in branches.
func TestEvaluator(t *testing.T) {
	rapid.Check(t, func(r *rapid.T) {
		a := kerneltest.Expr(2, formula.Variable()).Draw(r, "a")
		b := formula.Apply(formula.OpCond, kerneltest.Condition(1, formula.Variable()).Draw(r, "c"), a, formula.Apply(formula.OpSin, a))
		e := formula.Apply(formula.OpAdd, formula.Apply(formula.OpMul, a, kerneltest.Expr(2, formula.Variable()).Draw(r, "d")), b)
		f := formula.Evaluator[constant.Value](e, constant.NewArithmetic(nil))
		for _, z := range []*big.Rat{big.NewRat(0, 1), big.NewRat(2, 3), big.NewRat(5, 1)} {
			want, wantErr := formula.Eval(e, constant.Rat(z), constant.NewArithmetic(nil))
			got, err := f(constant.Rat(z))
			if (err == nil) != (wantErr == nil) || err == nil && want.String() != got.String() {
				r.Fatalf("%s at %v: %v, %v and %v, %v", e, z, got, err, want, wantErr)
			}
		}
	})
}
