package parser

import (
	"math"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"krein/internal/kernel/formula"
	"krein/internal/kernel/grammar"
	"krein/internal/kernel/kerneltest"
	"krein/internal/kernel/language"
	_ "krein/internal/testlong"
	"krein/kernel"
)

func TestDistance(t *testing.T) {
	for source, want := range map[string]string{
		"abs(z)": "z", "sqrt(z^2)": "z", "sqrt(z*z)": "z", "(z^2)^(1/2)": "z", "(z^2)^0.75": "z^(3/2)",
		"exp(-abs(2*z/pi))": "exp(-(2*z/pi))", "sin(sqrt(abs(z)^2))": "sin(z)",
		"z^2 == 0 ? 2 : exp(-z)": "z == 0 ? 2 : exp(-z)", "abs(z)/3 > 0 ? 1 : 2": "z > 0 ? 1 : 2",
		"0 != 2*z ? 1 : 2": "0 != z ? 1 : 2",
		// what holds for some z only
		"abs(z-1)": "abs(z - 1)", "abs(-z)": "abs(-z)", "abs(sin(z))": "abs(sin(z))", "sqrt((z-1)^2)": "sqrt((z - 1)^2)",
		"z - 1 == 0 ? 2 : 1": "z - 1 == 0 ? 2 : 1",
		"z^0 == 0 ? 2 : 1":   "z^0 == 0 ? 2 : 1", "2*z == 1 ? 2 : 1": "2*z == 1 ? 2 : 1",
		"0*z == 0 ? 2 : 1": "0*z == 0 ? 2 : 1", "pi > 0 ? z : 1": "pi > 0 ? z : 1",
		"sqrt(z)": "sqrt(z)", "sqrt(4*z^2)": "sqrt(4*z^2)",
	} {
		k, err := Parse(source, nil)
		if assert.NoError(t, err, source) {
			assert.Equal(t, want, k.FormulaExpr().String(), source)
		}
	}
	_, err := Parse("1 + abs(z)*log(abs(z) - 1/2)", nil)
	var ferr *grammar.Error
	require.ErrorAs(t, err, &ferr)
	assert.Equal(t, 12, ferr.Column)
}

// The values stay what they are.
func TestDistanceValues(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		inner, _, err := language.Read(rapid.SampledFrom([]string{"abs(z)", "sqrt(z^2)", "sqrt(z*z)", "(z^2)^(1/2)",
			"2*abs(z)/2"}).Draw(t, "inner"), nil)
		require.Nil(t, err)
		e := formula.Opened(formula.Substitute(kerneltest.Expr(3, formula.Variable()).Draw(t, "e"), inner))
		short := distance{map[*formula.Expr]int{}, map[*formula.Expr]*formula.Expr{}}.of(e)
		for _, z := range []float64{0, 0.25, 1, 3} {
			want, got := kernel.NewNatural(e).At(z), kernel.NewNatural(short).At(z)
			assert.True(t, want == got || math.Abs(want-got) <= 1e-9*math.Abs(want) || math.IsNaN(want),
				"%s and %s at %v: %v, %v", e, short, z, want, got)
		}
	})
}
