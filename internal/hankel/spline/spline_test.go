package spline_test

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"krein/ball"
	"krein/internal/hankel/closed"
	"krein/internal/hankel/spline"
	"krein/internal/quad/gauss"
	"krein/kernel/parser"
)

// TestMass: the mass is the value of the kernel at 0, and the integral of the enclosed density.
func TestMass(t *testing.T) {
	x, w := gauss.Legendre(32)
	for _, f := range []string{
		"(sin(z)/z)^2", "(sin(z)/z)^3", "(sin(2*z)/z)^4 - (1-cos(z))/z^2", "(3*(sin(z)-z*cos(z))/z^3)^2", "(z^2/2-1+cos(z))/z^4",
	} {
		k, err := parser.Parse(f, nil)
		require.NoError(t, err)
		sum, ok := closed.Normalise(k.Expr())
		require.True(t, ok, f)
		for _, dim := range []int{1, 3} {
			c := &closed.Form{More: spline.Take}
			ok, err := c.Natural(dim, sum)
			require.True(t, ok && err == nil && len(c.Parts) == 1, f)
			s := c.Parts[0].(*spline.Spline)
			assert.InEpsilon(t, k.At(1e-4), spline.Mass(s).Float64(), 1e-6, "%s in R^%d", f, dim)
			total := 0.0
			for _, cell := range s.Cells {
				lo, hi := cell.Lo.Float64(), cell.Hi.Float64()
				for i := range x {
					var v ball.Real
					spline.Enclose(s, &v, ball.NewReal(lo+(hi-lo)/2*(1+x[i])), 64)
					total += (hi - lo) / 2 * w[i] * v.Nearest()
				}
			}
			assert.InEpsilon(t, k.At(1e-4), total, 1e-6, "%s in R^%d", f, dim)
			var v ball.Real
			spline.Enclose(s, &v, ball.NewReal(s.Last().Float64()*1.01), 64)
			assert.True(t, v.IsZero(), "nothing beyond the last knot")
		}
	}
}
