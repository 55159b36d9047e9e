package quadrature

import (
	"context"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"krein/ball"
	"krein/internal/hankel/density"
	"krein/internal/kernel/formula"
	"krein/internal/testlong"
)

// distributionAt encloses m([0, ω]) of a kernel to 90 bits.
func distributionAt(t *testing.T, text string, dim int, omega float64) *ball.Real {
	t.Helper()
	p, err := New(Parse(t, text), dim)
	require.NoError(t, err)
	var z ball.Real
	_, err = Distribution(context.Background(), p, &z, ball.NewReal(omega), 90)
	require.NoError(t, err, text)
	assert.Greaterf(t, z.RelAccuracyBits(), int64(85), "%s in R^%d, ω = %v", text, dim, omega)
	return &z
}

// Distributions that are known: 2/π·arctan ω and 1 − e^{−ω²/2}, the latter with an atom at 0 and on pieces; 1 − cos ω of two atoms.
func TestDistribution(t *testing.T) {
	var want, v ball.Real
	want.Atan(ball.NewReal(3), 120)
	want.Mul2Exp(want.Quo(&want, v.Pi(120), 120), 1)
	assert.True(t, distributionAt(t, "exp(-z)", 1, 3).Overlaps(&want) == ball.True)
	want.Neg(want.Expm1(ball.NewReal(-2), 120))
	assert.True(t, distributionAt(t, "exp(-z^2/2)", 2, 2).Overlaps(&want) == ball.True)
	want.Add(&want, ball.NewReal(0.25), 120)
	assert.True(t, distributionAt(t, "1/4+exp(-z^2/2)", 2, 2).Overlaps(&want) == ball.True)
	assert.True(t, distributionAt(t, "z < 1 ? exp(-z^2/2)+1/4 : 1/4+exp(-z^2/2)", 2, 2).Overlaps(&want) == ball.True)
	assert.True(t, distributionAt(t, "1/4+exp(-z)", 2, 0).Equal(ball.NewReal(0.25)) == ball.True)
	assert.True(t, distributionAt(t, "cos(z)-cos(2*z)/2", 1, 1.5).Equal(ball.NewReal(1)) == ball.True)
	assert.True(t, distributionAt(t, "cos(z)-cos(2*z)/2", 1, 3).Equal(ball.NewReal(0.5)) == ball.True)
	p, err := New(Parse(t, "cos(z)"), 1)
	require.NoError(t, err)
	_, err = Distribution(context.Background(), p, &v, ball.NewReal(1), 60)
	require.ErrorContains(t, err, "an atom is at ω = 1")
}

// The distribution functions of all closed forms are those of the transform of their formulas, integrated as a whole.
func TestDistributionWays(t *testing.T) {
	rows := []struct {
		f     string
		dim   int
		omega float64
	}{
		{"exp(-z^2/3)*(1-z^2/4+z^4)", 1, 0.5}, {"exp(-z^2/3)*(1-z^2/4+z^4)", 16, 5}, {"exp(-z^2/2)", 3, 12},
		{"exp(-2*z)*(1+z-z^3/7)", 2, 0.125}, {"exp(-2*z)*(1+z-z^3/7)", 3, 1.5}, {"exp(-2*z)*(1+z-z^3/7)", 16, 9},
		{"matern(7/10,2)", 1, 3}, {"matern(7/10,2)", 5, 20},
		{"exp(-z)*cos(3*z)", 1, 2}, {"exp(-z)*(z*cos(3*z)+z^2*sin(z))", 2, 0.25}, {"exp(-z)*sin(3*z)/2", 4, 3.5}, {"exp(-z)*cos(z)", 16, 0.75},
		{"(1+z^2/2)^(-3)", 1, 2}, {"(1+2*z^2)^(-9/4)", 2, 0.5}, {"(1+z^2)^(-3)", 6, 3}, {"(1+z^2)^(-2)", 3, 0.25},
		{"z < 2 ? (1-z^2/4)^(3/4) : 0", 1, 7}, {"z < 2 ? (1-z^2/4)^(3/4) : 0", 6, 0.5},
		{"z < 1 ? (1-z)^2 : 0", 3, 11}, {"z < 1 ? (1-z)^2*sqrt(z) : 0", 2, 1},
		{"exp(-z^3)", 2, 3}, {"1/cosh(z)", 3, 2},
	}
	for _, r := range testlong.Some(rows, 6) {
		k := Parse(t, r.f)
		got := distributionAt(t, r.f, r.dim, r.omega)
		pieces, err := density.ProvedPieces(k)
		require.NoError(t, err)
		omega := ball.NewReal(r.omega)
		var sum, part, c ball.Real
		for _, q := range pieces {
			if formula.IsZero(q.Expr) {
				continue
			}
			open := &density.OpenPart{Formula: q.Expr, From: q.Lo.Exact}
			if !q.Hi.Inf {
				open.To = q.Hi.Exact
			}
			o, err := between(context.Background(), k.Meter(), open, &part, omega, shape{r.dim, r.dim + 2}, 110)
			require.NoError(t, err)
			require.Empty(t, o.Unbounded, r.f)
			sum.Add(&sum, &part, 200)
		}
		density.Prefactor(&c, omega, r.dim, 200)
		sum.Mul(&sum, c.Mul(&c, omega, 200), 200)
		sum.QuoInt64(&sum, int64(r.dim), 200)
		assert.Greater(t, sum.RelAccuracyBits(), int64(60), r.f)
		assert.Truef(t, got.Overlaps(&sum) == ball.True, "%s in R^%d at %v: %v, by its transform %v", r.f, r.dim, r.omega, got, &sum)
	}
}

// What has no density of its own on a cell of frequencies, and what ends: the measures of splines and of Λ_n.
func TestDistributionBounded(t *testing.T) {
	for _, r := range []struct {
		f     string
		dim   int
		omega float64
		want  float64
	}{
		{"(sin(z)/z)^2", 1, 3, 1}, {"(sin(z)/z)^2", 1, 1, 0.75}, {"bessel(5)", 3, 2, 1}, {"bessel(5)", 3, 0.5, 0.125},
	} {
		assert.Truef(t, distributionAt(t, r.f, r.dim, r.omega).Overlaps(ball.NewReal(r.want)) == ball.True, "%s at %v", r.f, r.omega)
	}
}

// Next to ω = 0, and far out, where the incomplete functions are nearly 0 and 1.
func TestDistributionEnds(t *testing.T) {
	for _, f := range []string{"exp(-z^2/2)", "exp(-z)", "exp(-z)*cos(z/2)", "(1+z^2)^(-2)", "matern(7/10,2)"} {
		for _, dim := range []int{1, 2, 3, 100} {
			m := distributionAt(t, f, dim, 1e-3)
			assert.Less(t, m.MagUpper().Float64(), 2e-3, "%s in R^%d", f, dim)
			m = distributionAt(t, f, dim, 1e9)
			assert.InDelta(t, 1, m.Nearest(), 1e-6, "%s in R^%d", f, dim)
		}
	}
}
