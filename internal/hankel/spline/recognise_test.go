package spline

import (
	"math"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"krein/internal/hankel/closed"
	"krein/internal/quad/gauss"
	"krein/internal/special/double"
	"krein/kernel/parser"
)

func splineOf(t *testing.T, formula string, dim int) *Spline {
	t.Helper()
	k, err := parser.Parse(formula, nil)
	require.NoError(t, err)
	f, ok := closed.Normalise(k.Expr())
	require.True(t, ok, formula)
	c := &closed.Form{More: Take}
	if ok, err := c.Natural(dim, f); !ok || err != nil || len(c.Parts) != 1 {
		return nil
	}
	s, _ := c.Parts[0].(*Spline)
	return s
}

// TestSpline: the transform of a spline is the kernel.
func TestSpline(t *testing.T) {
	x, w := gauss.Legendre(32)
	for _, f := range []string{
		"(sin(z)/z)^2", "(sin(z)/z)^3", "(sin(2*z)/z)^4 - (1-cos(z))/z^2", "(3*(sin(z)-z*cos(z))/z^3)^2",
		"sin(pi*z)^3*sin(z)/z^4", "(1-cos(z))^2/z^4", "(z^2/2-1+cos(z))/z^4",
	} {
		k, err := parser.Parse(f, nil)
		require.NoError(t, err)
		for _, dim := range []int{1, 3, 5} {
			s := splineOf(t, f, dim)
			if s == nil {
				assert.Equal(t, 5, dim, f) // there are atoms, or the measure is infinite
				continue
			}
			lambda := double.NewLambda(float64(dim))
			for _, z := range []float64{0.01, 0.5, 2, 11} {
				sum := 0.0
				for _, c := range s.Cells {
					lo, hi := c.Lo.Float64(), c.Hi.Float64()
					for i := range x {
						omega := lo + (hi-lo)/2*(1+x[i])
						v := 0.0
						for j := len(c.P) - 1; j >= 0; j-- {
							v = v*omega + c.P[j].Float64()
						}
						sum += (hi - lo) / 2 * w[i] * v * lambda.At(omega*z)
					}
				}
				assert.InDelta(t, k.At(z), sum, 1e-9, "%s in R^%d at %v", f, dim, z)
			}
		}
	}
}

// TestNoSpline: formulas that look like it and are not bounded at 0, not even, or of infinite mass.
func TestNoSpline(t *testing.T) {
	for _, q := range []struct {
		formula string
		dim     int
	}{
		{"cos(z)/z^2", 1}, {"(2-cos(z))/z^2", 1}, {"(1-cos(z))/z^3", 1}, {"sin(z)^2/z^3", 1}, {"sin(z)/z^2", 1}, {"(1-cos(z))/z^4", 3},
		{"(sin(z)/z)^2", 2}, {"(sin(z)/z)^2", 5}, {"1/z^2", 1}, {"sin(z)^3/z^2", 1}, {"(1-cos(z)^2-z^2)/z^4+1/3/z^2", 1},
	} {
		assert.Nil(t, splineOf(t, q.formula, q.dim), "%s in R^%d", q.formula, q.dim)
	}
	assert.False(t, math.IsNaN(splineOf(t, "(sin(z)/z)^2", 1).Last().Float64()))
}

// TestSplineSign: B-splines are nonnegative, differences of triangles change their sign.
func TestSplineSign(t *testing.T) {
	for f, want := range map[string]bool{
		"(sin(z)/z)^2": true, "(sin(pi*z)/z)^4": true, "(sin(2*z)/(2*z))^2-(sin(z)/z)^4/4": true, "(sin(z)/z)^2-(sin(2*z)/(2*z))^2": false,
		"cos(9*z)*(sin(z)/z)^2": true, "-(sin(z)/z)^2": false,
	} {
		yes, ok := nonnegative(splineOf(t, f, 1))
		assert.True(t, ok, f)
		assert.Equal(t, want, yes, f)
	}
}
