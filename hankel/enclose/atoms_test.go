package enclose

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"krein/ball"
)

// TestAtomsAtOneRadius: atoms are added up where their radii are proved to be equal, and nothing is proved of them where that is not known.
func TestAtomsAtOneRadius(t *testing.T) {
	p, err := New(parse(t, "2*cos((sqrt(2)+sqrt(3))*z) - cos(sqrt(5+2*sqrt(6))*z)"), 1)
	require.NoError(t, err)
	require.Len(t, p.Atoms(), 1)
	assert.True(t, p.Atoms()[0].Weight.Same(intNum(1)))
	p, err = New(parse(t, "2*cos(sqrt(2)*z) - cos(1.41421356237309505*z)"), 1)
	require.NoError(t, err)
	assert.Len(t, p.Atoms(), 2)
	_, err = New(parse(t, "2*cos(sin(2)*z) - cos(2*sin(1)*cos(1)*z)"), 1) // equal, and not seen to be
	var none *NotEnclosedError
	assert.ErrorAs(t, err, &none)
}

// TestNumEqual: the three answers.
func TestNumEqual(t *testing.T) {
	num := func(formula string) Num {
		c, ok := Constant(parse(t, formula).Expr())
		require.True(t, ok, formula)
		return c
	}
	assert.Equal(t, ball.True, num("log(6)").Equal(num("log(2)+log(3)")))
	assert.Equal(t, ball.False, num("log(6)").Equal(num("log(2)+log(3)+10^(-30)")))
	assert.Equal(t, ball.False, num("log(6)").Equal(num("log(2)+log(3)+10^(-90)")))
	assert.Equal(t, ball.Unknown, num("sin(2)").Equal(num("2*sin(1)*cos(1)")))
	assert.Equal(t, ball.Unknown, floatNum(1).Equal(intNum(1)))
	assert.Equal(t, ball.Unknown, floatNum(1).Equal(floatNum(1)))
}
