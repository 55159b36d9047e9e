package kernel_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"pgregory.net/rapid"

	"krein/ball"
	"krein/internal/kernel/breakpoints"
	"krein/internal/kernel/certain"
	"krein/internal/kernel/eval"
	"krein/internal/kernel/formula"
	"krein/internal/kernel/kerneltest"
)

// TestDefinedFormulas: a formula that is proved to be defined has a value everywhere, if perhaps one that is too large.
func TestDefinedFormulas(t *testing.T) {
	defined := 0
	rapid.Check(t, func(t *rapid.T) {
		e := kerneltest.Expr(3, formula.Variable()).Draw(t, "e")
		if e.Size() > 100 || breakpoints.Natural(e).ProvedDefined() != nil {
			return
		}
		defined++
		z := rapid.Float64Range(1e-3, 20).Draw(t, "z")
		unsure := false
		if _, err := formula.Eval[*ball.Real](e, ball.NewReal(z), certain.Defined(eval.RealBalls(64), &unsure)); err != nil &&
			!unsure && !strings.Contains(err.Error(), "too large") {
			t.Fatalf("%s at %v: %v", e, z, err)
		}
	})
	assert.Positive(t, defined)
}
