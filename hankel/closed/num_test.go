package closed

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"krein/ball"
	"krein/kernel"
	"krein/kernel/parser"
)

// TestNumEqual: the three answers.
func TestNumEqual(t *testing.T) {
	num := func(formula string) Num {
		c, ok := Constant(parseFormula(t, formula).Expr())
		require.True(t, ok, formula)
		return c
	}
	assert.Equal(t, ball.True, num("log(6)").Equal(num("log(2)+log(3)")))
	assert.Equal(t, ball.False, num("log(6)").Equal(num("log(2)+log(3)+10^(-30)")))
	assert.Equal(t, ball.False, num("log(6)").Equal(num("log(2)+log(3)+10^(-90)")))
	assert.Equal(t, ball.Unknown, num("sin(2)").Equal(num("2*sin(1)*cos(1)")))
	assert.Equal(t, ball.Unknown, floatNum(1).Equal(IntNum(1)))
	assert.Equal(t, ball.Unknown, floatNum(1).Equal(floatNum(1)))
}

func parseFormula(t testing.TB, formula string) *kernel.Kernel {
	t.Helper()
	k, err := parser.Parse(formula, nil)
	require.NoError(t, err, formula)
	return k
}
