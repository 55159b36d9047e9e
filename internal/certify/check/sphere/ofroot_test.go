package sphere

import (
	"math/big"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"krein/ball"
	"krein/internal/kernel/constant"
	"krein/internal/kernel/formula"
)

// TestOfRoot: the coefficients of √(1−u) on S², √2 2/3, −√2 2/5 and −√2 2/21, and none where (1−u)^p has no mean on S¹.
func TestOfRoot(t *testing.T) {
	one := constInt(1)
	for n, want := range []*big.Rat{big.NewRat(2, 3), big.NewRat(-2, 5), big.NewRat(-2, 21)} {
		c, err := atom{formula.OpPow, 1, one, big.NewRat(1, 2), nil}.coefficient(3, n)
		require.NoError(t, err)
		square := c.Mul(c).Scale(big.NewRat(1, 2))
		assert.Equal(t, ball.True, square.Equal(constant.Rat(new(big.Rat).Mul(want, want))), n)
		s, _ := c.Sign()
		assert.Equal(t, want.Sign(), s)
	}
	_, err := atom{formula.OpPow, 1, one, big.NewRat(-1, 2), nil}.coefficient(2, 1)
	assert.ErrorIs(t, err, errNotAtoms)
}
