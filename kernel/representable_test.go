package kernel_test

import (
	"math/big"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"krein/kernel"
	"krein/kernel/parser"
)

// TestProvedRepresentable: what normal forms and integrals do not show is missing values and values at single distances.
// Each formula also says up to where, at most 2, it may be represented: 0 stands for nowhere.
func TestProvedRepresentable(t *testing.T) {
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
		assert.Equal(t, want.all, k.ProvedRepresentable() == nil, "%s: %v", f, k.ProvedRepresentable())
		for _, end := range []string{"1/2", "1", "3/2", "2"} {
			r, _ := new(big.Rat).SetString(end)
			most, _ := new(big.Rat).SetString(want.to)
			assert.Equal(t, r.Cmp(most) <= 0, k.ProvedContinuousTo(r) == nil, "%s up to %s: %v", f, end, k.ProvedContinuousTo(r))
		}
	}
}

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
