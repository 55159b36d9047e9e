package continuity_test

import (
	"math/big"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"krein/internal/kernel/continuity"
	"krein/kernel/parser"
)

// TestRepresentable: what normal forms and integrals do not show is missing values and values at single distances.
// Each formula also says up to where, at most 2, it may be represented: 0 stands for nowhere.
func TestRepresentable(t *testing.T) {
	for f, want := range map[string]struct {
		all bool
		to  string
	}{
		"exp(-z)": {true, "2"}, "max(0, 1-z)": {true, "2"}, "exp(-z)*z/z": {true, "2"}, "z < 1 ? 1-z : 0": {true, "2"},
		"z == 1 ? exp(-1) : exp(-z)": {true, "2"}, "exp(-z)+0*log(z)": {true, "2"},
		"z == 0 ? 2 : exp(-z)": {false, "2"}, // what is at 0 is asked of the whole alone
		"exp(-z)+0/(z-1)":      {false, "1/2"}, "exp(-z)*(z == 1 ? 2 : 1)": {false, "1"}, "z < 1 ? 1 : 0": {false, "1"},
		"exp(-z)+0/(z-3)": {false, "2"}, "exp(-z)*(z == 3 ? 2 : 1)": {false, "2"}, "exp(-z)+0/(z-2)": {false, "3/2"},
		"exp(-z)*(z-1)/(z-1)": {false, "1/2"}, "exp(-z)+0*tan(z)": {false, "0"},
		"exp(-abs(sin(pi*z)))": {true, "0"}, "exp(-abs(sin(z)))+0/(z-1)": {false, "0"}, // infinitely many kinks
	} {
		k, err := parser.Parse(f, nil)
		require.NoError(t, err, f)
		assert.Equal(t, want.all, continuity.Representable(k) == nil, "%s: %v", f, continuity.Representable(k))
		for _, end := range []string{"1/2", "1", "3/2", "2"} {
			r, _ := new(big.Rat).SetString(end)
			most, _ := new(big.Rat).SetString(want.to)
			assert.Equal(t, r.Cmp(most) <= 0, continuity.UpTo(k, r) == nil, "%s up to %s: %v", f, end, continuity.UpTo(k, r))
		}
	}
}
