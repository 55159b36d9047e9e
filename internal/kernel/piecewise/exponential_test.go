package piecewise_test

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"krein/kernel"
	"krein/kernel/parser"
)

// TestExponentialsCross finds where polynomials in exp(−cz) change their sign, and proves the signs
// between.
func TestExponentialsCross(t *testing.T) {
	for _, c := range []struct {
		formula string
		ends    []float64
	}{
		{"max(exp(-z), 2*exp(-2*z))", []float64{0.6931471805599453}},
		{"max(exp(-z/2), 3*exp(-z)-exp(-3*z/2))", []float64{1.9248473002384139}},          // x = (3-sqrt(5))/2
		{"abs(exp(-2*z)-exp(-z)+2/9)", []float64{0.4054651081081644, 1.0986122886681098}}, // 2/3, 1/3
		{"min(exp(-z), exp(-z)+1)", nil},
	} {
		k, err := parser.Parse(c.formula, nil)
		require.NoError(t, err)
		pieces, err := k.ExactPieces()
		require.NoError(t, err, c.formula)
		var ends []float64
		for _, p := range pieces[:len(pieces)-1] {
			ends = append(ends, p.Hi.Value)
		}
		assert.InDeltaSlice(t, c.ends, ends, 1e-15, c.formula)
		for _, z := range []float64{0.3, 0.7, 1.5, 3} {
			for _, p := range pieces {
				if p.Lo.Value < z && z < p.Hi.Value {
					assert.InDelta(t, k.At(z), kernel.NewNatural(p.Expr).At(z), 1e-15*k.At(z)+1e-16, c.formula)
				}
			}
		}
	}
	for _, formula := range []string{"max(exp(-z), z)", "max(exp(-z), exp(-sqrt(2)*z)*2)",
		"max(exp(-z), exp(1-2*z)+exp(-3*z))", "max(exp(z), exp(-z)+3/2)"} {
		k, err := parser.Parse(formula, nil)
		require.NoError(t, err)
		_, err = k.ExactPieces()
		assert.Error(t, err, formula)
	}
	// what is no function of exp(−z), though it is beside 0: it vanishes at 1.9
	k, err := parser.Parse("1/((exp(-z) > 1/2 ? exp(-z) : 2*exp(-z)-z/10)-exp(-z)/2)", nil)
	require.NoError(t, err)
	assert.Error(t, k.ProvedDefined())
}
