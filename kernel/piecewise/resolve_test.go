package piecewise

import (
	"math/big"
	"testing"

	"krein/kernel/internal/kerneltest"

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
