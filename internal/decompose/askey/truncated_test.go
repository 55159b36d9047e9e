package askey

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"krein/kernel/parser"
)

// Truncated powers are told from their neighbours exactly.
func TestTruncated(t *testing.T) {
	for _, c := range []struct {
		formula  string
		c        float64
		n        int
		radius   float64
		power    bool
		at, want float64
	}{
		{"max(3 - z, 0)", 3, 1, 3, true, 1, 2.0 / 3},
		{"max(0, 1-z)^3", 1, 3, 1, true, 0.5, 0.125},
		{"-2*max(0, 1-2*z)^2", -2, 2, 0.5, true, 0.25, 0.25},
		{"z < 2 ? 1 - z/2 : 0", 1, 1, 2, true, 1, 0.5},
		{"z < 1 ? 1 - z/2 : 0", 0, 0, 0, false, 0, 0}, // jumps
		{"max(0, 1-z)^2 + max(0, 1-z)", 0, 0, 0, false, 0, 0},
		{"max(0, 1-z) + max(0, 2-z)", 0, 0, 0, false, 0, 0},
		{"max(0, 1-z^2)", 0, 0, 0, false, 0, 0},
		{"1 + max(0, 1-z)", 0, 0, 0, false, 0, 0},
		{"exp(-z)", 0, 0, 0, false, 0, 0},
		{"z < 1 ? 1 : 0", 0, 0, 0, false, 0, 0},
	} {
		phi, err := parser.Parse(c.formula, nil)
		require.NoError(t, err)
		a, p, ok := Truncated(phi, 2)
		require.Equal(t, c.power, ok, c.formula)
		if ok {
			assert.Equal(t, c.c, a, c.formula)
			assert.Equal(t, c.n, p.Order(), c.formula)
			assert.Equal(t, c.radius, p.Radius(), c.formula)
			assert.InDelta(t, c.want, p.At([]float64{c.at, 0}), 1e-15, c.formula)
		}
	}
	phi, err := parser.Parse("max(0, 1-z)", nil)
	require.NoError(t, err)
	_, _, ok := Truncated(phi, 17)
	assert.False(t, ok)
}
