package measure

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"krein/kernel/parser"
)

// TestUsable: rows of length 4 have features of a polynomial; those of an exponential function are lost in their variance
// there, and those of a function with a pole inside of the disc have no series.
func TestUsable(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		formula string
		length  float64
		says    string
	}{
		{"polynomial(1,3)", 4, ""},
		{"exp(3*(u-1))", 4, "next to nothing"},
		{"exp(3*(u-1))", 1, ""},
		{"1/(2-u)", 2, "not proved to be holomorphic"},
	} {
		k, err := parser.Parse(c.formula, nil)
		require.NoError(t, err)
		err = InnerUsable(t.Context(), k, 8, 1024, c.length)
		if c.says == "" {
			assert.NoError(t, err, c.formula)
		} else {
			assert.ErrorContains(t, err, c.says, c.formula)
		}
	}
}
