package hankel

import (
	"context"
	"fmt"
	"math"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"krein/ball"
	"krein/internal/hankel/density"
	"krein/internal/testlong"
)

// TestEncloseDensity: the float64 densities are within their error estimates.
func TestEncloseDensity(t *testing.T) {
	type row struct {
		formula string
		dim     int
	}
	var rows []row
	for _, f := range []string{
		"gaussian(3/4)", "pi*exp(-z^2/2) - e*exp(-z)", "matern(7/10,2)", "matern(5/2,1)", "(1+z^2)^(-e)",
		"bessel(9/2)", "wave(2)", "bochner_riesz(4/3,2)", "circular(2)", "arccos1", "arccos2", "cubic(3)", "askey(2,3)",
		"exp(-z)*(1+cos(3*z)*z)", "sigmoid(2,1)", "z < sqrt(2) ? (2 - z^2)^(3/4) : 0", "z < 1 ? 2*exp(-z) - z : exp(-z)",
		"exp(-z^2)*tanh(z)", "1/cosh(z)", "exp(-sqrt(1+z^2))", "max(1 - z, 0)^3 + exp(-2*z)", "geodesic_laplace(1)",
		"2 - 3*tanh(1 - z^2/2)/2 + exp(-z)", "1/(1+exp(z))", "z < 1 ? z : tanh(z)", "z < pi ? 1 - (z/pi)^2 : 0",
	} {
		for _, d := range []int{1, 2, 3, 16} {
			if (f == "wave(2)" || f == "bessel(9/2)") && d > 2 {
				continue
			}
			rows = append(rows, row{f, d})
		}
	}
	for _, r := range testlong.Some(rows, 11) {
		s := spectrum(t, r.formula, r.dim, nil)
		for _, w := range []float64{0.25, 1.375, 6} {
			name := fmt.Sprintf("%s, d = %d, ω = %v", r.formula, r.dim, w)
			var v ball.Real
			e, err := s.Enclose(context.Background(), &v, ball.NewReal(w), 53)
			require.NoError(t, err, name)
			assert.True(t, e.Met, name)
			m, bound := s.Density(w)
			about := ball.NewReal(m).AddRad(ball.MagFloat64(4*bound + 1e-15*math.Abs(m)))
			assert.Equal(t, ball.True, v.Overlaps(about), "%s: %v, float64 %v ± %v (%v)", name, &v, m, bound, e.Method)
		}
	}
}

// TestEncloseErrors: what the proved layer cannot prove is not claimed here either.
func TestEncloseErrors(t *testing.T) {
	v := ball.NewReal(3)
	_, err := spectrum(t, "1/(1 + z^(7/2))", 4, nil).Enclose(context.Background(), v, new(ball.Real), 53)
	var e *density.NotEnclosedError
	require.ErrorAs(t, err, &e)
	assert.Contains(t, e.Because, "is not integrable in dimension 4")
	assert.True(t, v.Indeterminate())
	// Λ_n(z), n = 3 + 2·10^−20, is an atom in d = 3 for float64, but has a density near ω = 1
	s := spectrum(t, "besselj(1/2 + 1/10^20, z)*z^(-1/2 - 1/10^20)", 3, nil)
	require.Len(t, s.Atoms(), 1)
	_, err = s.Enclose(context.Background(), v, ball.NewReal(0.5), 64)
	require.NoError(t, err)
	assert.Equal(t, ball.True, v.Positive())
	assert.Equal(t, ball.True, v.Less(ball.NewReal(1e-19)))
	assert.Panics(t, func() { _, _ = s.Enclose(context.Background(), nil, ball.NewReal(1), 53) })
}

func TestCuspCoefficient(t *testing.T) {
	// e^{−z}: m = 2/π /(1+ω²) in d = 1, 4/π ω²/(1+ω²)² in d = 3
	assert.InEpsilon(t, 2/math.Pi, -cuspCoef(1, 1), 1e-14)
	assert.InEpsilon(t, 4/math.Pi, -cuspCoef(3, 1), 1e-14)
	assert.Zero(t, cuspCoef(5, 2))
}
