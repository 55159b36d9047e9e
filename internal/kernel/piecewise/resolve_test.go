package piecewise

import (
	"math/big"
	"strings"
	"testing"

	"krein/ball"
	"krein/internal/kernel/eval"
	"krein/internal/kernel/kerneltest"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// TestOnInterval: conditions, abs, min and max go where their signs between the ends are proved.
func TestOnInterval(t *testing.T) {
	for _, row := range []struct{ formula, lo, hi, want string }{
		{"min(1, 1/z)", "1", "3", "1/z"},
		{"min(1, 1/z)", "0", "1", "1"},
		{"min(1, 1/z)", "1/2", "3", ""},
		{"abs(1-z)+exp(-z)", "1", "2", "-(1-z)+exp(-z)"},
		{"abs(1-z)+exp(-z)", "1/2", "2", ""},
		{"exp(-(z < 1 ? z : 1))", "2", "3", "exp(-1)"},
		{"exp(-(z < 1 ? z : 1))", "1/2", "3", ""},
		{"z < 1 ? (z < 2/3 ? exp(-z) : 1/z) : 2", "2/3", "1", "1/z"},
		{"z < 1 ? (z < 2/3 ? exp(-z) : 1/z) : 2", "1/2", "1", ""},
		{"!((z < 1 ? 1 : 2) < z) ? exp(-z) : 1/z", "1", "2", "exp(-z)"},
		{"(z < 0 || (z < 1 ? 1 : 2) < z) ? exp(-z) : 1/z", "1/2", "3", ""},
		{"exp(-z) < 1/3 ? 1 : z", "11/10", "2", "1"},
	} {
		rational := func(text string) *big.Rat {
			r, ok := new(big.Rat).SetString(text)
			require.True(t, ok)
			return r
		}
		f, err := OnInterval(kerneltest.Read(t, row.formula), rational(row.lo), rational(row.hi), nil)
		if row.want == "" {
			assert.ErrorContains(t, err, "is not proved", "%s on (%s, %s)", row.formula, row.lo, row.hi)
			continue
		}
		require.NoError(t, err, row.formula)
		assert.True(t, f.Equal(kerneltest.Read(t, row.want)), "%s on (%s, %s) is %s", row.formula, row.lo, row.hi, f)
	}
}

// TestUnwound: inverse functions of waves are linear where the phase is proved to stay on one branch.
func TestUnwound(t *testing.T) {
	undone := 0
	for _, f := range []string{"acos(cos(%s))", "asin(sin(%s))", "atan(tan(%s))", "acos(sin(%s))"} {
		for _, phase := range []string{"z", "2*z", "1-3*z", "z*pi+pi", "z^2/2-9", "10^20*z"} {
			for i := range 12 {
				e := kerneltest.Read(t, strings.ReplaceAll(f, "%s", phase))
				lo, hi := big.NewRat(int64(i), 4), big.NewRat(int64(i)+1, 4)
				g, err := OnInterval(e, lo, hi, nil)
				require.NoError(t, err)
				if g.Op() == e.Op() {
					continue
				}
				undone++
				for _, part := range []int64{1, 5, 9} {
					x := new(ball.Real).SetRat(new(big.Rat).Add(lo, big.NewRat(part, 40)), 128)
					want, got := eval.Enclose(nil, e, x, 128), eval.Enclose(nil, g, x, 128)
					assert.Equal(t, ball.True, got.Overlaps(want), "%s on (%v, %v) is not %s", e, lo, hi, g)
				}
			}
		}
	}
	assert.Greater(t, undone, 100)
	assert.Less(t, undone, 200)
}
