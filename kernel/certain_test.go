package kernel_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"pgregory.net/rapid"

	"krein/ball"
	"krein/kernel/eval"
	"krein/kernel/formula"
	"krein/kernel/internal/certain"
	"krein/kernel/internal/kerneltest"
)

// TestSteadyFormulas: a formula that is not looked at has a value everywhere, if perhaps one that is too large.
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
		if _, err := formula.Eval[*ball.Real](e, ball.NewReal(z), certain.Defined(eval.RealBalls(64), &unsure)); err != nil && !unsure && !strings.Contains(err.Error(), "too large") {
			t.Fatalf("%s at %v: %v", e, z, err)
		}
	})
	assert.Positive(t, steady)
}
