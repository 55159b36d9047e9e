package quadrature

import (
	"context"
	"math"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"krein/ball"
	"krein/internal/hankel/density"
)

// What is divided by a power of z less than the dimension is enclosed at 0: (e^(−z) − e^(−2z))/z has, on R³, the
// density (2/π) ω² (1/(1+ω²) − 1/(4+ω²)), however it is written.
func TestCleared(t *testing.T) {
	for _, formula := range []string{
		"(1-exp(-z))/z*exp(-z)*exp(-z^4)^0", "exp(-z)*(1-exp(-z))*z^-1", "-(exp(-z)-1)/(2*z)*(exp(-z)+exp(-z))",
		"1-(1-exp(-z)*(1-exp(-z))/z)", "(z*exp(-z)-z*exp(-2*z))/z^2",
	} {
		p := densityOf(t, formula, 3)
		for _, w := range []float64{0.5, 3} {
			var m ball.Real
			_, err := At(context.Background(), p, &m, ball.NewReal(w), 64)
			require.NoError(t, err, formula)
			want := 2 / math.Pi * w * w * (1/(1+w*w) - 1/(4+w*w))
			got, _ := m.Float64()
			assert.InDelta(t, want, got, 1e-14, "%s at %g", formula, w)
		}
	}
	_, err := At(context.Background(), densityOf(t, "(1-exp(-z))/z*exp(-z^3)", 1), new(ball.Real), ball.NewReal(1), 64)
	var none *density.NotEnclosedError
	require.ErrorAs(t, err, &none, "z^0 dz does not cancel 1/z")
	assert.Contains(t, none.Because, "bounded")
}

func TestClearedPowers(t *testing.T) {
	for formula, want := range map[string]int64{
		"exp(-z)": 0, "sin(z)/z": 1, "sin(z)^2/(3*z^2)": 2, "exp(-z)-sin(z)/z": 1, "sin(z)/z*tanh(z)/z+1/z": 2,
		"exp(-z)/(1+z)": 0, "-(2*z)^-3": 3, "(sin(z)/z)^3/z": 4, "(tanh(z)/z)^(1/2)*exp(-z)": 0, "(sin(z)/z)^300": 0,
		"z*exp(-z)": 0,
	} {
		k := Parse(t, formula)
		f, n := cleared(k.Expr())
		assert.Equal(t, want, n, formula)
		whole := Parse(t, f.String())
		for _, z := range []float64{0.3, 2} {
			v, w := k.BallAt(nil, ball.NewReal(z), 64), whole.BallAt(nil, ball.NewReal(z), 64)
			w.Quo(w, new(ball.Real).PowInt64(ball.NewReal(z), n, 64), 64)
			assert.NotEqual(t, ball.False, v.Overlaps(w), "%s is %s over z^%d", formula, f, n)
		}
	}
}
