package check

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"krein/ball"
	"krein/certify/check/pd"
	"krein/certify/check/periodic"
	"krein/certify/internal/checktest"
	"krein/certify/proof"
	"krein/kernel"
)

func TestGuardsPDWaves(t *testing.T) { testGuards(t, pdWaveGuardRows()) }

// pdWaveGuardRows: sums of waves, and forgeries that one hypothesis stops.
func pdWaveGuardRows() []guardRow {
	const holds, fails, rewrite, more = "pd.harmonics", "pd.negative-harmonic", "pd.trigonometric", "pd.coefficients"
	added := func(period string, groups ...[]int) periodic.CoefficientsEvidence {
		return periodic.CoefficientsEvidence{
			FourierStrip: periodic.FourierStrip{FourierGrid: periodic.FourierGrid{Period: periodic.Period{Period: period}, Points: 128, Bits: 256}, Depth: 3, Panels: 48},
			SumEvidence:  pd.SumEvidence{Groups: groups},
		}
	}
	waves := func(pairs ...string) (ev pd.HarmonicsEvidence) {
		for i := 0; i < len(pairs); i += 2 {
			ev.Frequencies, ev.Coefficients = append(ev.Frequencies, pairs[i]), append(ev.Coefficients, pairs[i+1])
		}
		return ev
	}
	negative := func(frequency, coefficient string) pd.NegativeHarmonicEvidence {
		return pd.NegativeHarmonicEvidence{Frequency: frequency, Coefficient: coefficient}
	}
	definite := assumed(proof.PD, true)
	strip := func(panels, depth int) periodic.CoefficientsEvidence {
		ev := added("2*pi", []int{0}, []int{1})
		ev.Panels, ev.Depth = panels, depth
		return ev
	}
	return []guardRow{
		shows(holds, "cos(z)^2", 1, waves("0", "1/2", "2", "1/2")),
		shows(holds, "2*cos(log(6)*z) - cos((log(2)+log(3))*z)", 1, waves("log(2) + log(3)", "1")),
		shows(holds, "sin(z)*sin(2*z) + cos(z+1/4)*cos(z-1/4)*2 + cos(3*z)", 1, nil).with(func(k *kernel.Kernel) any {
			ev, _ := pd.NewHarmonicsEvidence(k)
			return ev
		}),
		stops(holds, "cos(z)^2", 2, waves("0", "1/2", "2", "1/2"), "on R^1 only"),
		stops(holds, "cos(z)^2", 1, waves("0", "1/2", "2", "1"), "recomputed"),
		stops(holds, "cos(z) + sin(z)", 1, waves("1", "1"), "is zero"),
		stops(holds, "cos(z)^3 - 1e-30*cos(5*z)", 1, waves("3", "1/4", "1", "3/4"), "is nonnegative"),
		stops(holds, "cos(z)*exp(-z)", 1, waves("1", "1"), "not seen to be a finite sum of waves"),
		stops(holds, "cos(z^2)", 1, waves("1", "1"), "not seen to be a finite sum of waves"),
		stops(holds, "1/(2-cos(z))", 1, waves("1", "1"), "not seen to be a finite sum of waves"),
		stops(holds, "cos(z)^257", 1, waves("1", "1"), "not seen to be a finite sum of waves"),
		stops(holds, "(2+cos(z))^(1/2)", 1, waves("1", "1"), "not seen to be a finite sum of waves"),
		stops(holds, "cos(z)^(-2)", 1, waves("1", "1"), "not seen to be a finite sum of waves"),
		stops(holds, "(cos(z)+cos(sqrt(2)*z)+cos(sqrt(3)*z))^12", 1, waves("1", "1"), "not seen to be a finite sum of waves"),
		leaves(holds, "cos(z) - cos((1+"+checktest.Unsigned+")*z)", 1, waves("1", "1"), "equal is not decided"),
		leaves(holds, "cos(z) + "+checktest.Unsigned+"*cos(2*z)", 1, waves("1", "1"), "is nonnegative"),
		leaves(holds, "cos(z) + "+checktest.Unsigned+"*sin(2*z)", 1, waves("1", "1"), "is zero"),

		shows(more, "exp(cos(z))-cos(z)", 1, added("2*pi", []int{0}, []int{1}), definite),
		shows(more, "exp(cos(z))-5/4", 1, added("2*pi", []int{0}), definite),
		shows(more, "exp(cos(z))-5/4+cos(4*z)-cos(2*z)/4", 1, added("2*pi", []int{0}, []int{2, 3}), definite),
		stops(more, "exp(cos(z))-cos(z)", 2, added("2*pi", []int{0}, []int{1}), "on R^1 only", definite),
		stops(more, "exp(cos(z))-cos(z)", 1, added("2*pi", []int{0}), "a part is in no group", definite),
		stops(more, "exp(cos(z))-cos(z)-cos(2*z)/99", 1, added("2*pi", []int{0}, []int{1}, []int{2}), "3 groups", definite),
		stops(more, "exp(cos(z))-cos(z)", 1, added("2*pi", []int{1}, []int{0}), "not seen to be a finite sum of waves", definite),
		stops(more, "exp(cos(z))-cos(z)", 1, added("pi", []int{0}, []int{1}), "not seen to have the period pi", definite),
		stops(more, "exp(cos(z))+cos(5000*z)", 1, added("2*pi", []int{0}, []int{1}), "with n up to 4096", definite),
		stops(more, "exp(cos(z))+sin(z)/99", 1, added("2*pi", []int{0}, []int{1}), "the coefficient 1/99 of sin(1 z) is zero", definite),
		stops(more, "exp(cos(z))-2*cos(z)", 1, added("2*pi", []int{0}, []int{1}), "is nonnegative", definite),
		stops(more, "exp(cos(z))-cos(z)", 1, strip(0, 3), "0 panels", definite),
		stops(more, "exp(cos(z))-cos(z)", 1, strip(5000, 3), "5000 panels", definite),
		stops(more, "exp(cos(z))-cos(z)", 1, strip(48, -1), "a depth of -1", definite),
		stops(more, "exp(cos(z))-cos(z)", 1, strip(48, 25), "a depth of 25", definite),
		leaves(more, "1/(1.0001+cos(z))+cos(z)", 1, strip(48, 3), "holomorphic", definite),
		leaves(more, "exp(cos(z))-besseli(0,1)", 1, added("2*pi", []int{0}), "is nonnegative", definite),
		stops(more, "z == 0 ? 9 : exp(cos(z))-cos(z)", 1, added("2*pi", []int{0}, []int{1}), "but the limit is", definite),

		shows(fails, "cos(z)-1e-30*cos(7*z)", 1, negative("7", "-1e-30")),
		shows(fails, "cos(z)-1e-30*cos(7*z)+sin(z)", 3, negative("7", "-1e-30")),
		shows(fails, "sin(z)^2", 2, negative("2", "-1/2")),
		shows(fails, "cos(z)^2-2/3", 1, negative("0", "-1/6")),
		shows(fails, "cos(10^20*z) - cos((10^20+1)*z)/3", 1, negative("100000000000000000001", "-1/3")),
		stops(fails, "cos(z)-1e-30*cos(7*z)", 1, negative("1", "1"), "recomputed"),
		stops(fails, "cos(log(6)*z) - cos((log(2)+log(3))*z)/2", 1, negative("1", "1"), "no wave has a coefficient"),
		stops(fails, "cos(z) + sin(z)", 1, negative("1", "1"), "no wave has a coefficient"),
		stops(fails, "-cos(z)*exp(-z)", 1, negative("1", "-1"), "not seen to be a finite sum of waves"),
		leaves(fails, "cos(z) - cos((1+"+checktest.Unsigned+")*z)/2", 1, negative("1", "-1/2"), "equal is not decided"),
		leaves(fails, "cos("+checktest.Unsigned+"*z) - cos(z)", 1, negative("1", "-1"), "the sign of the frequency"),
		leaves(fails, checktest.Unsigned+"*cos(z)", 1, negative("1", "-1"), "is not decided"),

		shows(rewrite, "exp(-2*sin(z/2)^2)", 1, nil, definite),
		shows(rewrite, "1/(1+2*sin(z)^2)*exp(-z-2*sin(z)^2)", 1, nil, definite),
		shows(rewrite, "z < 1 ? cos(z)^2 : exp(cos(z)*cos(2*z))", 1, nil, definite),
		stops(rewrite, "exp(cos(z))", 1, nil, "nothing to be replaced", definite),
		stops(rewrite, "exp(-z)", 1, nil, "nothing to be replaced", definite),
	}
}

// with computes the evidence of a row from its kernel.
func (r guardRow) with(evidence func(k *kernel.Kernel) any) guardRow {
	k, err := kernel.Parse(r.formula, nil)
	if err != nil {
		panic(err)
	}
	r.evidence = evidence(k)
	return r
}

// waveFormula draws a formula of waves that Harmonics can write.
func waveFormula(t *rapid.T, depth int) string {
	phase := rapid.SampledFrom([]string{"z", "2*z", "z/3+1", "sqrt(2)*z", "1-z", "-3*z", "(z-1)*pi", "log(6)*z", "(log(2)+log(3))*z", "10^20*z"})
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
		k, err := kernel.Parse(formula, nil)
		if err != nil {
			t.Skip(err)
		}
		other := pd.TrigonometricForm(k)
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
