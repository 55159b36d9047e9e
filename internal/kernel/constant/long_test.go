package constant

import (
	"math/big"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"krein/internal/kernel/formula"
)

// TestConstStringTellsApart: what is too long to be written is written by a digest, since texts of constants stand for
// them where terms are gathered.
func TestConstStringTellsApart(t *testing.T) {
	long := func(last int64) Value {
		c := Rat(big.NewRat(1, last))
		for _, p := range []int64{2, 3, 5, 7, 11, 13, 17, 19, 23, 29, 31, 37, 41, 43, 47, 53, 59, 61} {
			root, err := New(formula.Apply(formula.OpSqrt, formula.Int(p)))
			require.NoError(t, err)
			c = c.Mul(c.Add(root)).Mul(Rat(big.NewRat(1, 16))).Add(root)
		}
		return c
	}
	a, b := long(1), long(2)
	require.False(t, a.Same(b))
	assert.Contains(t, a.String(), "more than")
	assert.NotEqual(t, a.String(), b.String())
	assert.Equal(t, a.String(), long(1).String())
}
