package minimal

import (
	"context"
	"fmt"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"krein/internal/testlong"
)

// Small tolerances: proved, and soon found. Where the minimum has hundreds of atoms, in d = 3 for kernels without a
// smooth extension of their mass, the gap is some percent, and documented to be.
func TestFine(t *testing.T) {
	for i, c := range []struct {
		formula string
		dim     int
		eps     float64
		gap     float64
		long    bool
	}{
		{"exp(-z^2/2)", 3, 1e-8, 0.01, false},
		{"exp(-z^2/2)", 16, 1e-8, 0.01, false},
		{"exp(-z^2/2)-exp(-z^2/200)", 3, 1e-6, 0.01, true},
		{"exp(-z^2/2)-exp(-z^2/200)", 3, 1e-7, 0.01, true},
		{"exp(-z^2/2)-exp(-z^2/200)", 3, 1e-8, 0.01, false},
		{"exp(-z^2/2)-exp(-z^2/200)", 16, 1e-8, 0.01, false},
		{"1-z^2/4", 16, 1e-8, 0.01, true},
		{"(1-z^2/4)^2", 16, 1e-8, 0.01, true},
		{"1-z^2/4", 3, 1e-6, 0.03, true},
		{"1-z^2/4", 3, 1e-8, 0.07, true},
		{"(1-z^2/4)^2", 3, 1e-6, 0.02, true},
		{"(1-z^2/4)^2", 3, 1e-8, 0.05, true},
	} {
		t.Run(fmt.Sprintf("%s d=%d ε=%g", c.formula, c.dim, c.eps), func(t *testing.T) {
			if c.long && !testlong.Enabled() || !testlong.Turn(i, 6) {
				t.Skip("with -long, or another day")
			}
			k, m := least(t, c.formula, c.dim, c.eps)
			assert.LessOrEqual(t, m.Bias, c.eps)
			assert.Less(t, m.Gap(), c.gap)
			sampledBias(t, k, m)
			if testlong.Enabled() {
				require.NoError(t, Verify(context.Background(), k, c.dim, m))
			}
		})
	}
}
