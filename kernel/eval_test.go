package kernel_test

import (
	"math"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"krein/ball"
	"krein/internal/kernel/certain"
	"krein/internal/kernel/eval"
	"krein/internal/kernel/formula"
	"krein/internal/kernel/kerneltest"
	"krein/kernel"
	"krein/kernel/parser"
)

func mustParse(t testing.TB, formula string) *kernel.Kernel {
	t.Helper()
	k, err := parser.Parse(formula, nil)
	require.NoError(t, err, formula)
	return k
}

// TestCatalogueValues compares with values computed from the definitions by another program.
func TestCatalogueValues(t *testing.T) {
	kerneltest.CatalogueValues(t, "..", func(text string, z, want []float64) {
		k := mustParse(t, text)
		for i := range z {
			assert.InDelta(t, want[i], k.At(z[i]), 4e-15*max(1, math.Abs(want[i])), "%s at %v", text, z[i])
		}
	})
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
	for _, f := range []string{"exp(-z^2/2)", "sin(z)/z", "(1-z/9)^4*(4*z/9+1)", "log(1+z)", "sqrt(1+z^2)",
		"atan(z)*tanh(z)", "z^(3/2)", "erf(z)",
		"cos(3*z)", "asin(z/(1+z))", "besselk(1/3, z)", "besselj(2, z)", "gamma(5/2)*z", "abs(z-7)", "min(z,2)", "1/z"} {
		iv, err := formula.Eval(mustParse(t, f).Expr(), point(1.25), intervals{})
		require.NoError(t, err)
		assert.Less(t, iv.hi-iv.lo, 4e-9, f)
	}
}
