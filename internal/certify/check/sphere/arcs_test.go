package sphere

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"krein/ball"
	_ "krein/internal/testlong" // fewer collections
	"krein/kernel/parser"
)

// The signs claimed for all degrees from some degree on are those of the coefficients.
func TestArcsTailSign(t *testing.T) {
	for _, c := range []struct {
		formula   string
		even, odd int
	}{
		{"arccos0", 0, 1}, {"arccos1", 1, 0}, {"ntk", 1, 0}, {"-ntk", -1, 0}, {"arccos0 - arccos1", -1, 1},
		{"arccos1 - arccos0", 1, -1}, {"1 - z^2/4", 0, 0}, {"u^2*arccos0 - arccos2", 0, 1},
	} {
		k, err := parser.Parse(c.formula, nil)
		require.NoError(t, err)
		a, err := ArcsOf(k)
		require.NoError(t, err, c.formula)
		assert.Equal(t, c.formula == "1 - z^2/4", len(a.Q) == 0 && len(a.R) == 0, c.formula)
		for parity, want := range []int{c.even, c.odd} {
			const from = 12
			sign, ok := a.TailSign(parity, from)
			require.True(t, ok, "%s, parity %d", c.formula, parity)
			for n := from; n < from+60; n++ {
				if n%2 != parity {
					continue
				}
				s, known := maclaurin(t, a, n+1)[n].Sign()
				require.Equal(t, ball.True, known)
				assert.Equal(t, sign, s, "%s: b_%d", c.formula, n)
			}
			assert.Equal(t, want, sign, "%s, parity %d", c.formula, parity)
		}
		_, ok := a.TailSign(0, 0)
		assert.False(t, ok, "below the degree nothing is claimed")
		assert.InDelta(t, k.At(0), a.At(1).Ball(nil, 128).Nearest(), 1e-12)
	}
	for _, formula := range []string{"exp(-z)", "z == 0 ? 3 : 1 - z^2/4"} {
		k, err := parser.Parse(formula, nil)
		require.NoError(t, err)
		_, err = ArcsOf(k)
		assert.Error(t, err, formula)
	}
}
