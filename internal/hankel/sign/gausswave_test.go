package sign

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"krein/ball"
)

// TestGaussWaveAtInfinity: the terms at infinity hold the group, and close in on it.
func TestGaussWaveAtInfinity(t *testing.T) {
	for _, c := range []struct {
		formula string
		dim     int
	}{
		{"exp(-z^2)*cos(2*z)", 1}, {"exp(-z^2)*cos(2*z)", 2}, {"exp(-z^2)*cos(2*z)", 3}, {"exp(-z^2)*cos(2*z)*(1-z^2+z^4)", 6},
		{"exp(-z^2)*besselj(0,3*z)", 1}, {"exp(-z^2)*besselj(0,3*z)", 2}, {"exp(-z^2)*z*sin(3*z)", 1}, {"exp(-z^2/3)*z*sin(z)", 9},
	} {
		g := NewForms(Density(t, c.formula, c.dim)).waves[0]
		for _, w := range []float64{12, 40, 200} {
			terms, ok := g.NearInfinity(ball.NewReal(w), 100)
			require.True(t, ok, "%s on R^%d from %v", c.formula, c.dim, w)
			var sum, x, u ball.Real
			omega := ball.NewReal(w * 1.25)
			for i := range terms {
				e := &terms[i]
				x.Mul(omega, e.Rate.Ball(&x, 200), 200)
				x.Add(&x, e.Alpha.Ball(&u, 200), 200)
				x.Mul(&x, omega, 200)
				x.Exp(x.Neg(&x), 200)
				u.Pow(omega, e.Power.Ball(&u, 200), 200)
				x.Mul(&x, &u, 200)
				sum.FMA(&x, &e.Coef, &sum, 200)
			}
			at := make([]ball.Real, 2)
			g.Taylor(at, u.Sqr(omega, 200), ball.Mag{}, 200)
			assert.Equal(t, ball.True, sum.Overlaps(&at[0]), "%s on R^%d at %v: %v for %v", c.formula, c.dim, w, &sum, &at[0])
			if w == 200 {
				assert.False(t, sum.ContainsZero(), "%s on R^%d: %v", c.formula, c.dim, &sum)
			}
		}
	}
}
