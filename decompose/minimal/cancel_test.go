package minimal

import (
	"context"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

// Searches for minima look at their context everywhere.
func TestCancelled(t *testing.T) {
	for _, c := range []struct {
		formula string
		dim     int
		dom     Domain
	}{
		{"exp(-z)*cos(3*z)", 3, Domain{Radius: 5, Bias: 1e-3}},
		{"exp(-z)", 2, Domain{Radius: 10, Bias: 1e-3}},
		{"1 - z^2/4", 16, Domain{Radius: 2, Bias: 1e-10}},
		{"exp(-z)", 5, Domain{Radius: 2, Bias: 1e-3, Distances: []float64{0.5, 1, 1.5}}},
	} {
		ctx, cancel := context.WithTimeout(context.Background(), 50*time.Millisecond)
		begin := time.Now()
		_, err := New(ctx, parse(t, c.formula, 0), c.dim, c.dom)
		took := time.Since(begin)
		cancel()
		require.ErrorIs(t, err, context.DeadlineExceeded, c.formula)
		require.Less(t, took, 3*time.Second, "%s: generous on a busy machine", c.formula)
	}
}
