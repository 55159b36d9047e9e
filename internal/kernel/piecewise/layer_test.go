package piecewise

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"krein/internal/kernel/constant"
	"krein/internal/kernel/formula"
	"krein/internal/kernel/language"
)

// Signs of functions of functions take a step for every layer, whatever the layers are and however they are written.
func TestLayered(t *testing.T) {
	chord := span{hi: constant.Int(2)}
	for _, row := range []struct {
		e    string
		want int
		ok   bool
	}{
		{"1-arccos1(6)", 1, true},
		{"arccos1(6)", 1, true},
		{"1-arccos0(6)", 1, true},
		{"1-arccos1(3)^2", 1, true},
		{"1-(2/pi*asin(2/pi*asin(1-z^2/2)))^2", 1, true}, // of both signs inside
		{"1/2-arccos1(3)", 0, false},                     // a change of sign
		{"arccos1(3)-1/5", 1, true},
		{"acos(z/2)-z*sqrt(4-z^2)", 0, false},
		{"z-2*sin(acos(1-z^2/2)/2)", 0, false}, // zero, which enclosures do not show
		{"arccos1(2)-arccos1(3)", -1, true},
	} {
		e, _, err := language.Read(row.e, nil)
		require.Nil(t, err, row.e)
		p := newSignProver(chord, nil)
		s, ok := p.sign(formula.Simplify(e))
		assert.Equal(t, row.ok, ok, row.e)
		if row.ok {
			assert.Equal(t, row.want, s, row.e)
			assert.Less(t, p.steps, 100, row.e)
		}
	}
}
