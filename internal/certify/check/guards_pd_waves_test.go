package check

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"krein/ball"
	"krein/internal/certify/check/harmonic"
	"krein/internal/certify/proof"
	"krein/kernel/parser"
)

func TestGuardsPDWaves(t *testing.T) { testGuards(t, pdWaveGuardRows()) }

// pdWaveGuardRows: sums of waves, and forgeries that one hypothesis stops.
func pdWaveGuardRows() []guardRow {
	const (
		rewrite    = "pd.trigonometric"
		band, none = "pd.band-limited", "pd.not-band-limited"
	)
	definite := assumed(proof.PD, true)
	return []guardRow{
		shows(rewrite, "exp(-2*sin(z/2)^2)", 1, nil, definite),
		shows(rewrite, "1-asin(z/sqrt(1+z^2))*2/pi", 1, nil, definite),
		shows("completely-monotone.trigonometric", "cos(atan(z))", 1, nil, assumed(proof.CompletelyMonotone, true)),
		stops("completely-monotone.trigonometric", "exp(-z)", 1, nil, "nothing to be replaced", assumed(proof.CompletelyMonotone, true)),
		shows("finite-mass.trigonometric", "pi-acos((1-z^2)/(1+z^2))", 1, nil, assumed(proof.FiniteMass, true)),
		// b − a² and b ± a are no constant, and no squares
		stops("finite-mass.trigonometric", "asin(z/sqrt(2+2*z^2))", 1, nil, "nothing to be replaced", assumed(proof.FiniteMass, true)),
		stops("finite-mass.trigonometric", "acos(z/(1+z^2))", 1, nil, "nothing to be replaced", assumed(proof.FiniteMass, true)),
		shows("finite-mass.not-trigonometric", "tan(atan(z))", 1, nil, assumed(proof.FiniteMass, false)),
		stops("finite-mass.not-trigonometric", "exp(-z)", 1, nil, "nothing to be replaced", assumed(proof.FiniteMass, false)),
		shows(rewrite, "1/(1+2*sin(z)^2)*exp(-z-2*sin(z)^2)", 1, nil, definite),
		shows(rewrite, "z < 1 ? cos(z)^2 : exp(cos(z)*cos(2*z))", 1, nil, definite),
		stops(rewrite, "exp(cos(z))", 1, nil, "nothing to be replaced", definite),
		stops(rewrite, "exp(-z)", 1, nil, "nothing to be replaced", definite),
		// the triangle shifted by 1 is flat up to 1: in R^3 an edge of its derivative
		shows(band, "(sin(z)/z)^2*cos(z)", 3, nil),
		shows(band, "(sin(z)/z)^2*cos(99/100*z)", 2, nil),
		stops(band, "(sin(z)/z)^2*cos(101/100*z)", 3, nil, "is negative somewhere"),
		shows(none, "(sin(z)/z)^2*cos(101/100*z)", 3, nil),
		stops(none, "(sin(z)/z)^2*cos(z)", 3, nil, "no density is proved to be negative"),
		shows(none, "(sin(z)/z)^2*cos(z)", 4, nil), // up at 1 in R^5
		shows(none, "(sin(z)/z)^2*cos(z)", 5, nil),
		stops(band, "(sin(z)/z)^2*cos(z)", 4, nil, "is negative somewhere"),
		shows(band, "sin(z)^3/z^3", 5, nil),
		shows(none, "sin(z)^3/z^3", 6, nil),
		shows(band, "6*(z-sin(z))/z^3", 3, nil),
		shows(band, "sin(pi*z)/z", 3, nil), // an atom, by a jump downwards
		stops(band, "sin(z)/z", 5, nil, "is no measure"),
		stops(none, "sin(z)/z", 5, nil, "is no measure"),
		stops(band, "1+sin(z)/z", 1, nil, "a term is no wave"),
		stops(band, "exp(-z)*sin(z)/z", 1, nil, "a term is no wave"),
		stops(none, "exp(-z)", 1, nil, "not proved to be a sum of waves"),
		stops(band, "z < pi ? sin(z)/z : 0", 1, nil, "not proved to be a sum of waves"),
		stops(none, "z < pi ? sin(z)/z : 0", 6, nil, "not proved to be a sum of waves"),
		leaves(band, "-cos(z)/z^2", 1, nil, "no limit of k at z = 0"),
		leaves(none, "cos(z)/z^2", 1, nil, "no limit of k at z = 0"),
		stops(band, "z == 1 ? 5 : sin(z)/z", 1, nil, "k(1) = 5, but the limit is"),
		stops(none, "z == 1 ? 5 : (sin(z)/z)^2*cos(101/100*z)", 3, nil, "k(1) = 5, but the limit is"),
		shows(none, "(sin(z)/z)^2*cos(z)", 6, nil),
		stops(none, "sin(pi*z)/z", 4, nil, "is no measure"),
		stops(none, "log(2+z)", 3, nil, "not proved to be a sum of waves"),
		stops(band, "(1-cos(z))/z^(3/2)", 1, nil, "a term is no wave"),
		stops(band, "(1-cos(z))/z", 1, nil, "a term is no wave"),
		stops(band, "sin(z)/z/(1+z^2)", 1, nil, "a term is no wave"),
		stops(band, "sin(z)/z*exp(-z^2)", 1, nil, "a term is no wave"),
		stops(band, "sin(z)/z+sin(sqrt(2)*z)/z", 1, nil, "the frequencies are not rational"),
		stops(band, "sin(z)/z+sqrt(2)*sin(2*z)/z", 1, nil, "the coefficients are not rational"),
	}
}

// waveFormula draws a formula of waves that is a sum of harmonics.
func waveFormula(t *rapid.T, depth int) string {
	phase := rapid.SampledFrom([]string{"z", "2*z", "z/3+1", "sqrt(2)*z", "1-z", "-3*z", "(z-1)*pi", "log(6)*z",
		"(log(2)+log(3))*z", "10^20*z"})
	switch n := rapid.IntRange(0, 7).Draw(t, "kind"); {
	case depth == 0 || n < 2:
		return rapid.SampledFrom([]string{"sin", "cos"}).Draw(t, "wave") + "(" + phase.Draw(t, "phase") + ")"
	case n == 2:
		return rapid.SampledFrom([]string{"2", "1/3", "-1", "sqrt(3)"}).Draw(t, "constant")
	case n == 3:
		return "(" + waveFormula(t, depth-1) + ")^" + rapid.SampledFrom([]string{"2", "3"}).Draw(t, "power")
	case n == 4:
		return "-(" + waveFormula(t, depth-1) + ")/pi"
	default:
		op := rapid.SampledFrom([]string{"+", "-", "*"}).Draw(t, "operation")
		return "(" + waveFormula(t, depth-1) + ")" + op + "(" + waveFormula(t, depth-1) + ")"
	}
}

// TestTrigonometric compares formulas with what Trigonometric makes of them, by values.
func TestTrigonometric(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		formula := waveFormula(t, 3)
		if rapid.Bool().Draw(t, "inside") {
			formula = "exp(1/(z+1) + " + formula + ") + 1/(20+cos(z)^2)"
		}
		k, err := parser.Parse(formula, nil)
		if err != nil {
			t.Skip(err)
		}
		other := harmonic.Form(k)
		if other == nil {
			t.Skip("nothing to be replaced")
		}
		for _, z := range []float64{0, 0.7, 13.25} {
			x := ball.NewReal(z)
			a, b := k.BallAt(nil, x, 256), other.BallAt(nil, x, 256)
			require.True(t, a.IsFinite() && b.IsFinite(), formula)
			assert.NotEqual(t, ball.False, a.Equal(b), "%s and %s at %v: %v, %v", formula, other, z, a, b)
		}
	})
}
