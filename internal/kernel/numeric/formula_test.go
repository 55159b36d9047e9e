package numeric_test

import (
	"math"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"krein/internal/kernel/formula"
	"krein/internal/kernel/numeric"
)

// A formula has the accurate forms of its functions whether a kernel is made of it or not, constants included.
func TestCompileFormula(t *testing.T) {
	z := formula.NewVariable()
	for _, c := range []struct {
		text    string
		z, want float64
	}{
		{"log(x + sqrt(x^2 + 1))", -1e8, math.Asinh(-1e8)}, {"exp(x) - 1", 1e-12, math.Expm1(1e-12)},
		{"exp(1/10^12) - 1", 0, math.Expm1(1e-12)}, {"2/3", 5, 2.0 / 3},
		{"(1 + 1/x)^x", 1e15, math.E * (1 - .5e-15)}, {"(1 + x)^(1/x)", 1e-15, math.E * (1 - .5e-15)},
	} {
		e, err := formula.Read(c.text, map[string]*formula.Expr{"x": z})
		require.NoError(t, err)
		assert.InEpsilon(t, c.want, numeric.CompileFormula(e).At(c.z), 4e-16, c.text)
	}
	e, err := formula.Read("log(x)", map[string]*formula.Expr{"x": z})
	require.NoError(t, err)
	assert.True(t, math.IsNaN(numeric.CompileFormula(e).At(-1)))
}
