package kernel_test

import (
	"math/big"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"krein/kernel"
	"krein/kernel/parser"
)

// TestCutShort: an extension counts where it begins within the domain.
func TestCutShort(t *testing.T) {
	for _, c := range []struct {
		f      string
		radius int64
		want   bool
	}{{"exp(u)", 0, false}, {"exp(u)", 1, true}, {"exp(u)", 2, false}, {"exp(u)", 3, false}, {"exp(-z)", 1, false}} {
		k, err := parser.Parse(c.f, nil)
		require.NoError(t, err)
		if c.radius > 0 {
			k, err = k.Extend(kernel.Zero, big.NewRat(c.radius, 1))
			require.NoError(t, err)
		}
		assert.Equal(t, c.want, k.CutShort(), "%s beyond %d", c.f, c.radius)
	}
}
