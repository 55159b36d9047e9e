package sphere

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"krein/kernel/parser"
)

// Extremes in extremes are looked at once each, not 2ⁿ times; the innermost is resolved.
func TestNestedExtremes(t *testing.T) {
	nest := func(begin, inner, end string) string {
		return strings.Repeat(begin, 60) + inner + strings.Repeat(end, 60)
	}
	for _, r := range []struct{ formula, want string }{
		{"abs(z^2-5)", "-(z^2 - 5)"},
		{"max(z^2+5, z^2)", "z^2 + 5"},
		{nest("abs(", "z^2-5", ")"), nest("abs(", "-(z^2 - 5)", ")")[4:]},
		{nest("abs(", "z-1", ")"), nest("abs(", "z - 1", ")")}, // its sign changes in (0,2)
		{nest("max(z^2+5,", "z^2", ")"), nest("max(z^2 + 5, ", "z^2 + 5", ")")[13:]},
	} {
		k, err := parser.Parse(r.formula, nil)
		require.NoError(t, err)
		want := r.want
		if n := strings.Count(want, ")") - strings.Count(want, "("); n > 0 { // one is resolved
			want = want[:len(want)-n]
		}
		assert.Equal(t, want, inside(k.Expr(), k.Constants(), true).String())
	}
}
