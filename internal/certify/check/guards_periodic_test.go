package check

import (
	"fmt"
	"math"
	"math/big"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"krein/ball"
	"krein/internal/certify/check/conditional"
	"krein/internal/certify/check/finite"
	"krein/internal/certify/check/periodic"
	"krein/internal/certify/check/rule"
	"krein/internal/certify/check/sphere"
	"krein/internal/certify/checktest"
	"krein/internal/certify/proof"
	"krein/internal/kernel/constant"
	"krein/kernel"
	"krein/kernel/parser"
)

func TestGuardsPeriodic(t *testing.T) { testGuards(t, periodicGuardRows()) }

// periodicGuardRows: functions of a period, and forgeries that one hypothesis stops.
func periodicGuardRows() []guardRow {
	const mass, chord = "finite-mass.periodic", "pd.chord"
	of := func(period string) periodic.Period { return periodic.Period{Period: period} }
	mass1, circular := assumed(proof.FiniteMass, true), assumed(proof.PDSphere, true)
	const local, returns = "positive-decomposition.periodic", "conditionally-pd.almost-periodic"
	returned := func(near, far int64) finite.ReturnEvidence {
		return finite.ReturnEvidence{Near: rule.Rational{Rat: big.NewRat(near, 7)},
			Far: rule.Rational{Rat: big.NewRat(far, 7)}, Radius: -40, Bits: 128}
	}
	waves := func(period string) conditional.WavesEvidence {
		return conditional.WavesEvidence{ReturnEvidence: returned(1, 14), Period: period}
	}
	return []guardRow{
		shows(mass, "abs(sin(z))", 1, of("pi"), mass1),
		shows(mass, "abs(sin(z))", 1, of("2*pi"), mass1),
		shows(mass, "max(0, cos(2*z + 4*pi))*abs(tan(z))", 1, of("2*pi"), mass1),
		leaves(mass, "max(0, cos(2*z))*abs(tan(z))", 1, of("pi"), "a value at 1/2*pi", mass1),
		shows(mass, "sin(3*z+pi/2) + abs(sin((sqrt(8)-sqrt(2))/sqrt(2)*z))", 1, of("2*pi"), mass1),
		stops(mass, "abs(sin(z))", 2, of("pi"), "decays", mass1),
		stops(mass, "abs(sin(z))", 1, of("-pi"), "is not positive", mass1),
		stops(mass, "abs(sin(z))", 1, of("1/2*pi"), "the period", mass1),
		stops(mass, "sin(z)*abs(cos(z))", 1, of("pi"), "the period", mass1),
		stops(mass, "cos(z)*abs(cos(z))", 1, of("pi"), "the period", mass1),
		stops(mass, "abs(sin(z)) + abs(sin((1+10^(-30))*z))", 1, of("pi"), "the period", mass1),
		stops(mass, "abs(sin(z) + sin(sqrt(2)*z))", 1, of("2*pi"), "the period", mass1),
		stops(mass, "abs(sin((1+"+checktest.Unsigned+")*z))", 1, of("pi"), "the period", mass1),
		stops(mass, "abs(sin(z))*exp(-z)", 1, of("pi"), "the period", mass1),
		stops(mass, "abs(sin(z*abs(sin(z))))", 1, of("pi"), "the period", mass1),
		stops(mass, "z < 9 ? abs(sin(z)) : abs(cos(z))", 1, of("pi"), "the period", mass1),
		stops(mass, "z == 0 ? 2 : abs(cos(z))", 1, of("pi"), "the period", mass1),
		stops(mass, "sin(z) > 0 ? abs(cos(z)) : 1", 1, of("pi"), "the period", mass1),
		stops(mass, "abs(sin(z+1))", 1, of("pi"), "to be even", mass1),
		stops(mass, "abs(sin(z)) + sin(2*z)", 1, of("pi"), "to be even", mass1),
		stops(mass, "abs(sin(z)) + tan(z)/9", 1, of("pi"), "to be even", mass1),
		stops(mass, "sin(z) > 0 ? abs(cos(z)) : 1", 1, of("2*pi"), "to be even", mass1),
		stops(mass, "abs(sin(z)) + cos(2*z + "+checktest.Unsigned+")", 1, of("pi"), "to be even", mass1),
		leaves(mass, "sin(z)^2/abs(sin(z))", 1, of("pi"), "a value at 0", mass1),

		shows(chord, "exp(-abs(sin(z)))", 1, of("pi"), circular),
		shows(chord, "exp(-sqrt(2-2*cos(z)))*(2 + sin(-z/2)^2)", 1, of("2*pi"), circular),
		shows(chord, "exp(-acos(cos(sqrt(2)*z)))", 1, of("sqrt(2)*pi"), circular),
		shows(chord, "exp(-abs(cos(z)))", 1, of("pi"), circular),
		stops(chord, "exp(-abs(sin(z)))", 2, of("pi"), "wound up", circular),
		stops(chord, "exp(-abs(sin(z+1)))", 1, of("pi"), "to be even", circular),
		stops(chord, "exp(-abs(sin(z)))", 1, of("1/2*pi"), "the period", circular),
		leaves(chord, "sin(z)^2/abs(sin(z))", 1, of("pi"), "a value at 0", circular),

		shows(local, "abs(cos(z))", 2, of("pi")),
		shows(local, "exp(-abs(cos(z)))*sin(2*z+1)", 2, of("pi")),
		shows(local, "1-abs(sin(z+1))^3", 5, of("pi")),
		stops(local, "abs(cos(z))", 3, of("pi"), "the exponent 1"),
		stops(local, "cos(z) > 0 ? cos(z) : 1", 2, of("pi"), "the period"),
		stops(local, "cos(2*z) > 0 ? cos(2*z) : 1", 2, of("pi"), "but the limit is"),
		stops(local, "sin(2*z) == 0 ? 2 : abs(cos(z))", 2, of("pi"), "but the limit is"),
		stops(local, "sin(z)^2 == 0 ? 2 : abs(cos(z))", 2, of("pi"), "but the limit is"),
		stops(local, "abs(cos(z))*exp(-z)", 2, of("pi"), "the period"),
		stops(local, "abs(cos(z)) + (z < 9 ? 1 : 0)", 2, of("pi"), "the period"),
		leaves(local, "sin(z)^2/abs(sin(z))", 2, of("pi"), "no value at z = pi"),
		leaves(local, "abs(cos(z))/tan(4*z/5)", 2, of("5*pi"), "a value at 25/4*pi"),

		shows("finite-mass.singularity", "exp(-z)*abs(sin(z))", 3, finite.SingularityEvidence{At: "pi", Exponent: "1"}),
		stops("finite-mass.singularity", "exp(-z)*abs(sin(z))", 2,
			finite.SingularityEvidence{At: "pi", Exponent: "1"}, "exceeds"),
		leaves("finite-mass.singularity", "exp(-z)*abs(sin(z))", 3, finite.SingularityEvidence{At: "1000*pi", Exponent: "1"},
			"infinitely many"),
		leaves("finite-mass.singularity", "exp(-z)*abs(sin(z))", 3, finite.SingularityEvidence{At: "16", Exponent: "0"},
			"infinitely many"),
		shows("finite-mass.jump", "z == 0 ? 2 : exp(-abs(sin(z)))", 1, finite.JumpEvidence{At: "0"}),
		shows("finite-mass.jump", "z == 1 ? 2 : exp(-abs(sin(z)))", 1, finite.JumpEvidence{At: "1"}),
		stops("finite-mass.jump", "exp(-abs(sin(z)))", 1, finite.JumpEvidence{At: "16"}, "no condition changes"),
		leaves("finite-mass.jump", "z == 0 ? 2 : abs(sin(z))+abs(sin(10^20*z))", 1, finite.JumpEvidence{At: "0"},
			"at more than 1000 places"),
		shows(returns, "abs(cos(z))", 2, waves("pi")),
		shows(returns, "1-acos(cos(2*z))", 3, waves("pi")),
		stops(returns, "abs(cos(z))", 1, conditional.WavesEvidence{ReturnEvidence: returned(5, -5), Period: "pi"},
			"says nothing"),
		stops(returns, "abs(cos(z+1))", 2, waves("pi"), "to be even"),
		stops(returns, "cos(z) == 1 ? 3 : cos(z)", 2, waves("2*pi"), "but the limit is"),
		leaves(returns, "1/abs(cos(z))", 2, waves("pi"), "a value at 1/2*pi"),
		leaves(returns, "cos(z)^2+sin(z)^2+0*abs(sin(z))", 2, waves("pi"), "not proved to differ"),
	}
}

// TestPeriodicParts compares what rules of periodic functions put in the place of k with k.
func TestPeriodicParts(t *testing.T) {
	value := func(k *kernel.Kernel, z float64) float64 { return k.BallAt(nil, ball.NewReal(z), 128).Nearest() }
	for formula, period := range map[string]string{
		"exp(-abs(sin(z)))":                        "pi",
		"abs(sin(-z/2))^5 + 2*sin(-z/2)*sin(z/2)":  "2*pi",
		"exp(cos(sqrt(2)*z))/(3-cos(sqrt(2)*z))":   "sqrt(2)*pi",
		"cos(5*z)*abs(cos(3*z))+acos(cos(z))":      "2*pi",
		"max(cos(6*z), sin(z)^2)*atan(sin(2*z))^2": "pi",
	} {
		k, err := parser.Parse(formula, nil)
		require.NoError(t, err)
		c, err := constant.Parse(period)
		require.NoError(t, err)
		full := c.Ball(nil, 128).Nearest()
		p := periodic.Period{Period: period}
		held, err := p.Held(k)
		require.NoError(t, err)
		require.NoError(t, err)
		f, err := sphere.InChord(k, p)
		require.NoError(t, err)
		end := value(k, full/2)
		for i := range 40 {
			z := full * (float64(i) + 0.4) / 40
			want, is := value(k, z), "%s at %v"
			assert.InDelta(t, want, value(k, full-z), 1e-12, is, formula, z)
			assert.InDelta(t, want, value(k, full+z), 1e-12, is, formula, z)
			assert.InDelta(t, want, value(f, 2*math.Abs(math.Sin(math.Pi*z/full))), 1e-12, is, formula, z)
			if z > full/2 {
				want = end
			}
			assert.InDelta(t, want, value(held, z), 1e-12, is, formula, z)
		}
	}
}

// TestPeriodsAreNotGuessed compares what is said of periods and reflections with values at points.
func TestPeriodsAreNotGuessed(t *testing.T) {
	atoms := []string{"sin(z)", "cos(z)", "tan(z)", "sin(2*z)", "cos(3*z)", "sin(z+pi/2)", "cos(z+pi/2)", "sin(2*z+1)",
		"cos(2*z-pi)", "tan(z+pi/2)", "2"}
	shapes := []string{"%s + %s", "%s - %s", "(%s)*(%s)", "abs(%s) + %s", "(%s)^2/(3+(%s)^2)", "(%s)^3*abs(%s)",
		"max(%s, %s)", "%s > 0 ? 1 : %s", "cos(%s) + sin(%s)", "exp(%s)*atan(%s)", "abs(%s)^(1/2) + besselj(1, %s)",
		"asin(sin(%s)) + erf(%s)", "min(1, (%s)^2)*besselj(2, %s)"}
	seen := 0
	for _, shape := range shapes {
		for i, a := range atoms {
			for _, b := range atoms[i:] {
				k, err := parser.Parse(fmt.Sprintf(shape, a, b), nil)
				require.NoError(t, err)
				at := func(z float64) *ball.Real {
					return k.BallAt(nil, new(ball.Real).SetRat(new(big.Rat).SetFloat64(z), 128), 128)
				}
				same := func(y, z float64) bool {
					u, v := at(y), at(z)
					return u.Indeterminate() || v.Indeterminate() || math.Abs(u.Nearest()-v.Nearest()) < 1e-9*(1+math.Abs(u.Nearest()))
				}
				for n, period := range map[float64]constant.Value{math.Pi: constant.Pi(),
					2 * math.Pi: constant.Pi().Scale(big.NewRat(2, 1))} {
					if !periodic.Periodic(k.Expr(), period) {
						continue
					}
					seen++
					for _, z := range []float64{0.3, 1.1, 2.5, 4.7} {
						assert.True(t, same(z, z+n), "%s has not the period %v", k, n)
					}
					if periodic.Even(k.Expr()) {
						for _, z := range []float64{0.3, 1.1, 2.5, 4.7} {
							assert.True(t, same(z, 4*math.Pi-z), "%s is not even", k)
						}
					}
				}
			}
		}
	}
	assert.Greater(t, seen, 900)
}
