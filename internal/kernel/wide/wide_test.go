package wide_test

import (
	"math/big"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"krein/ball"
	"krein/internal/kernel/wide"
	_ "krein/internal/testlong" // fixes the seed
	"krein/kernel"
	"krein/kernel/parser"
)

func kernelOf(t testing.TB, formula string) *kernel.Kernel {
	k, err := parser.Parse(formula, nil)
	require.NoError(t, err, formula)
	return k
}

// between returns the exact ball of lo + (hi−lo)·i/n for the ends of z.
func between01(z *ball.Real, i, n int) *ball.Real {
	lo, hi := z.Lower(nil, 3000), z.Upper(nil, 3000) // exact
	d := new(big.Float).SetPrec(3100).Sub(hi, lo)
	d.Mul(d, big.NewFloat(float64(i)/float64(n)))
	return new(ball.Real).SetFloat(d.Add(d, lo))
}

// Wide inputs: the result is not much wider than the range, which sampling bounds from below.
func TestBallWideTight(t *testing.T) {
	for _, c := range []struct {
		formula string
		mid     float64
		rad     float64
		factor  float64
	}{
		{"z^2 - 2*z", 1.5, 0.25, 1.01},
		{"z*exp(-z)", 3, 0.5, 1.01},
		{"delta_gaussian(1, 10)", 1, 0.5, 1.01},
		{"(1 - z^2 + z^4/8)*exp(-z^2/2)", 0.5, 0.25, 1.01},
		{"wendland(3, 1, 2)", 1, 0.25, 1.01},
		{"wendland(3, 1, 2)", 2, 0.25, 1.01}, // across the breakpoint
		{"arccos0()", 1, 0.5, 1.01},
		{"ntk()", 1, 0.25, 1.01},
		{"abs(z - 1) + z", 1, 0.5, 1.01},
		{"z*(2 - z)", 1, 0.0625, 40}, // an extremum inside
		{"matern(5/2, 1)", 1, 0.5, 1.01},
		{"z*besselj(1, z)", 5, 0.0625, 1.01},
	} {
		k := kernelOf(t, c.formula)
		z := ball.NewReal(c.mid).AddRad(ball.MagFloat64(c.rad))
		v := wide.Of(k).At(nil, z, 64)
		require.False(t, v.Indeterminate(), c.formula)
		lo, hi := k.At(c.mid-c.rad), k.At(c.mid-c.rad)
		for i := range 101 {
			s := between01(z, i, 100)
			w := k.BallAt(nil, s, 100)
			assert.True(t, v.Contains(w), "%s at %v", c.formula, s)
			m, _ := w.Float64()
			lo, hi = min(lo, m), max(hi, m)
		}
		assert.LessOrEqual(t, v.Rad().Float64(), c.factor*(hi-lo)/2, "%s", c.formula)
	}
}

// Wide balls contain the values at their points: near extrema, where the derivative only seems to keep its sign.
func TestBallWideInclusion(t *testing.T) {
	var ks []*kernel.Kernel
	for _, f := range []string{"z*exp(-z)", "(1 - z^2 + z^4/8)*exp(-z^2/2)", "matern(5/2, 1)*cos(3*z)",
		"delta_gaussian(1, 2, 3)", "sin(z)^2 + z/10",
		"abs(z - 1)*exp(-z)", "max(sin(3*z), cos(2*z))", "z^3 - 3*z^2 + 2*z", "besselj(2, 3*z)", "arccos2()",
		"1/(1 + (z - 1)^2)"} {
		ks = append(ks, kernelOf(t, f))
	}
	rapid.Check(t, func(t *rapid.T) {
		k := rapid.SampledFrom(ks).Draw(t, "kernel")
		z := ball.NewReal(rapid.Float64Range(0, 3).Draw(t, "mid")).AddRad(
			ball.MagFloat64(rapid.Float64Range(0, 1).Draw(t, "rad")))
		v := wide.Of(k).At(nil, z, 53)
		for i := range 33 {
			s := between01(z, i, 32)
			if w := k.BallAt(nil, s, 80); s.Negative() != ball.True && v.Overlaps(w) != ball.True {
				t.Fatalf("%v on %v: %v, but at %v %v", k, z, v, s, w)
			}
		}
	})
}

// A value at a single point is covered, though the pieces leave it out.
func TestBallIsolatedValue(t *testing.T) {
	for _, f := range []string{"z == 1 ? 5 : z^2", "z >= 1 ? (z <= 1 ? 5 : z^2) : z^2", "z != 1 ? z^2 : 5",
		"max(z^2, z == 1 ? 5 : 0)", "z^2 + (abs(z - 1) == 0 ? 4 : 0)"} {
		k := kernelOf(t, f)
		v := wide.Of(k).At(nil, ball.NewReal(1).AddRad(ball.MagPow2(-4)), 53)
		assert.True(t, v.ContainsRat(big.NewRat(5, 1)), "%s: %v", f, v)
		assert.True(t, v.ContainsRat(big.NewRat(1, 1)), "%s: %v", f, v)
	}
}

// TestNoValue: a ball with a distance at which the formula has no value has no enclosure, even if the pieces beside it have
// one: 0/x is 0, x^0 is 1. Next to it there is one as before.
func TestNoValue(t *testing.T) {
	for _, formula := range []string{
		"exp(-z) + 0/(z^2-2)", "exp(-z) + 0*tan(z/sqrt(2)*pi/2)", "exp(-z) + log(abs(z^2-2))^0",
		"exp(-z) + 0/cos(pi/2*z/sqrt(2))", "exp(-z) + (z^2-2)/(z^2-2)", "z < sqrt(2) ? 1 : z == sqrt(2) ? 1/(z^2-2) : exp(-z)",
		"exp(-z) + 0*log(abs(z-sqrt(2)))", "exp(-z) + (1/(z^2-2))^0",
	} {
		k, err := parser.Parse(formula, nil)
		require.NoError(t, err, formula)
		w := wide.Of(k)
		var z ball.Real
		for _, c := range []struct {
			lo, hi float64
			has    bool
		}{{1, 1.25, true}, {1.25, 1.5, false}, {1.4142135, 1.4142136, false}, {1.5, 1.75, true}, {0.5, 2, false}} {
			z.SetInterval(big.NewFloat(c.lo), big.NewFloat(c.hi), 100)
			assert.Equal(t, c.has, w.At(nil, &z, 100).IsFinite(), "%s on [%g, %g]", formula, c.lo, c.hi)
		}
	}
}
