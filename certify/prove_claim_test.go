package certify

import (
	"context"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"krein/kernel/parser"
)

func TestProve(t *testing.T) {
	for _, c := range []struct {
		formula string
		dim     int
		id      ID
		proved  bool
		holds   bool
	}{
		{"exp(-z)", 16, PDSphere, true, true},
		{"arccos0", 3, PDSphere, true, true},
		{"sigmoid(1, 0)", 3, PDSphere, true, false},
		{"exp(-z) - 2*exp(-2*z)", 3, PD, true, false},
	} {
		k, err := parser.Parse(c.formula, nil)
		require.NoError(t, err)
		s, holds := Prove(context.Background(), k, c.dim, c.id)
		require.Equal(t, c.proved, s != nil, c.formula)
		assert.Equal(t, c.holds, holds, c.formula)
	}
	assert.Panics(t, func() { Prove(context.Background(), nil, 3, PD) })
}
