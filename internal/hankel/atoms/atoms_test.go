package atoms_test

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"krein/internal/hankel/atoms"
	"krein/internal/kernel/numeric"
	"krein/kernel/parser"
)

// TestSplit: the part made of waves and the rest add up to the kernel, of sums and of products of sums; what has
// exact atoms or a density stays in the rest.
func TestSplit(t *testing.T) {
	for s, want := range map[string]bool{
		"exp(-z) - exp(cos(z))/2": true, "(1+exp(-z))*exp(cos(z))": true, "(exp(-z)+exp(cos(z)))^2*3": true,
		"2*(exp(cos(z))-exp(-z))/5 + cos(z)": true, "exp(cos(z))": true, "exp(-z)*(cos(z)+exp(cos(z))*(1+exp(-z^2)))": false,
		"(exp(-z)+cos(z))*(exp(cos(2*z)) - 1/2)": true,
		"exp(-z)":                                false, "cos(z)": false, "exp(-z)*exp(cos(z))": false, "(1+exp(-z))*exp(-z^2)": false,
	} {
		k, err := parser.Parse(s, nil)
		require.NoError(t, err)
		part, rest, ok := atoms.Split(k)
		require.Equal(t, want, ok, s)
		if !ok {
			continue
		}
		p, err := parser.Parse(part.String(), nil)
		require.NoError(t, err)
		for _, z := range []float64{0, 0.5, 3} {
			v := numeric.Compile(p).At(z)
			if rest != nil {
				v += numeric.Compile(rest).At(z)
			}
			assert.InDelta(t, numeric.Compile(k).At(z), v, 1e-12, "%s at %v", s, z)
		}
	}
}
