package profile

import (
	"context"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"krein/hankel"
	"krein/internal/testlong"
	"krein/kernel/parser"
)

// TestDrowned: kernels that fall as 1/z to a limit, of which nothing but rounding is left far out, are surveyed where
// they are known. ‖m₊‖ and ‖m₋‖ are those of completely monotone functions, but of exp(−1/z) the difference alone is
// known.
func TestDrowned(t *testing.T) {
	for _, q := range testlong.Some([]struct {
		formula     string
		dim         int
		plus, minus float64 // −1: not known
	}{
		{"exp(-z/(1+z))", 3, 1, 0}, {"exp(-1/z)", 3, -1, -1}, {"pi/2-atan(z)", 3, 1.5707963267948966, 0},
		{"exp(1/(1+z))-1", 2, 1.718281828459045, 0}, {"sqrt(1+1/(1+z))", 2, 1.4142135623730951, 0},
		{"sqrt(1+z^2)-z", 3, 1, 0}, {"pi-acos((1-z^2)/(1+z^2))", 3, 3.141592653589793, 0},
	}, 1) {
		k, err := parser.Parse(q.formula, nil)
		require.NoError(t, err)
		s, err := hankel.New(k, q.dim, nil)
		require.NoError(t, err, q.formula)
		p, err := New(context.Background(), s, nil)
		require.NoError(t, err, q.formula)
		assert.Less(t, p.Total.Err, 1e-4*p.Total.Value, q.formula)
		assert.InDelta(t, 0, p.Defect, p.Total.Err+1e-6, q.formula)
		if q.plus >= 0 {
			assert.InDelta(t, q.plus, p.Plus.Value, p.Plus.Err+1e-8, q.formula)
			assert.InDelta(t, q.minus, p.Minus.Value, p.Minus.Err+1e-8, q.formula)
		}
	}
}
