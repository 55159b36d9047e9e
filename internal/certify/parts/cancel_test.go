package parts

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"krein/ball"
	"krein/kernel"
	"krein/kernel/parser"
)

func at(k *kernel.Kernel, z float64) float64 {
	return k.BallAt(nil, ball.NewReal(z), 64).Nearest()
}

func TestCancelled(t *testing.T) {
	for f, want := range map[string]string{
		"(z-1)/(z^2-1)":                   "1/(1+z)",
		"exp(-z)*(z-1)/(z^2-1)":           "exp(-z)/(1+z)",
		"3*(z^2-2)*(z-1)^2/(z^4-4)/(z-1)": "3*(z-1)/(z^2+2)",
		"(z-1)/(z^2+1)":                   "",
		"(z-1)*(z^2-1)":                   "",
		"exp(-z)/z":                       "",
	} {
		k, err := parser.Parse(f, nil)
		require.NoError(t, err)
		c, ok := Cancelled(k.Expr())
		require.Equal(t, want != "", ok, f)
		if ok {
			w, err := parser.Parse(want, nil)
			require.NoError(t, err)
			for _, z := range []float64{0.25, 0.75, 3} {
				assert.InDelta(t, at(w, z), at(kernel.NewNatural(c), z), 1e-13, "%s: %s", f, c)
			}
		}
	}
}
