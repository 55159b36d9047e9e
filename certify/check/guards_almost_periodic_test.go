package check

import (
	"context"
	"fmt"
	"math/big"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"krein/ball"
	"krein/certify/proof"
	"krein/kernel"
)

func TestGuardsAlmostPeriodic(t *testing.T) { testGuards(t, almostPeriodicGuardRows()) }

// almostPeriodicGuardRows: formulas of waves, and forgeries that one hypothesis stops.
func almostPeriodicGuardRows() []guardRow {
	const rule, series = "finite-mass.almost-periodic", "finite-mass.fourier-series"
	at := func(near, far int64) ReturnEvidence {
		return ReturnEvidence{Near: Rational{big.NewRat(near, 7)}, Far: Rational{big.NewRat(far, 7)}, Radius: -40, Bits: 128}
	}
	good, mirror := at(1, 14), at(5, -5)
	with := func(change func(*ReturnEvidence)) ReturnEvidence {
		ev := good
		change(&ev)
		return ev
	}
	const conditional, negative, remainder, coefficient = "conditionally-pd.almost-periodic", "conditionally-pd.negative-coefficient", "finite-mass.remainder", "pd.negative-coefficient"
	const analysis = "finite-mass.analysis"
	damped := func(formula string) AnalysisEvidence {
		k, err := kernel.Parse(formula, nil)
		if err != nil {
			panic(err)
		}
		ev, err := New(context.Background(), 0).Analyse(k, 2)
		if err != nil {
			panic(err)
		}
		return ev
	}
	waves := func(frequency, c string) *proof.Step {
		return proof.NewStep("pd.negative-harmonic", "", NegativeHarmonicEvidence{frequency, c})
	}
	oddly := fourier("exp(sin(z)^2)", "2*pi", 2, nil)
	odd, still := fourierStep(oddly), fourierStep(fourier("cos(z)-3", "2*pi", 0, nil))
	infinite, finite := assumed(proof.FiniteMass, false), assumed(proof.FiniteMass, true)
	groups := func(g ...[]int) SumEvidence { return SumEvidence{g} }
	return []guardRow{
		shows(rule, "exp(cos(z))", 2, good),
		shows(rule, "1/(2-cos(z)) + sin(3*z+1)^2", 7, good),
		shows(rule, "cos(z) > 1/2 ? tan(z/2)^2 : 3", 2, good),
		shows(rule, "exp(cos(z) + cos(sqrt(2)*z))", 2, good),
		shows(rule, "cos(-(2*z-1)/(2*pi))", 3, good),
		shows(rule, "cos(2*sin(z))", 2, good),
		shows(rule, "exp(sin(z))", 1, mirror),
		shows(rule, "asin(sin(z)) + cos(pi*z)", 1, mirror),
		shows(rule, "exp(cos(z))", 5, at(-1, 14)),
		shows(rule, "cos(z*10^20)", 2, with(func(ev *ReturnEvidence) { ev.Radius, ev.Bits = -110, 256 })),
		stops(rule, "exp(cos(z))", 1, good, "the points are z and −z"),
		stops(rule, "exp(-z)*cos(z)", 2, good, "z occurs outside"),
		stops(rule, "exp(-z)*cos(z)", 1, mirror, "z occurs outside"),
		stops(rule, "cos(z) + (z < 10 ? 1 : 0)", 2, good, "z occurs outside"),
		stops(rule, "cos(z^2)", 2, good, "z occurs outside"),
		stops(rule, "cos(z*sin(z))", 2, good, "z occurs outside"),
		stops(rule, "cos(1/z)", 2, good, "z occurs outside"),
		stops(rule, "exp(cos(z))", 2, with(func(ev *ReturnEvidence) { ev.Bits = 31 }), "a precision of 31 bits"),
		stops(rule, "exp(cos(z))", 2, with(func(ev *ReturnEvidence) { ev.Radius = 1 }), "a radius of"),
		stops(rule, "exp(cos(z))", 2, with(func(ev *ReturnEvidence) { ev.Radius = -4000 }), "a radius of"),
		leaves(rule, "cos(z)^2+sin(z)^2", 2, good, "not told apart"),
		leaves(rule, "exp(cos(z))", 2, at(1, 1), "not told apart"),
		leaves(rule, "exp(cos(z))", 1, mirror, "not told apart"),
		// Plain substitution only: each wave by itself comes back, a relation between them through z does not.
		leaves(rule, "cos(z*10^20)", 2, good, "not told apart"),

		shows(series, "exp(-2*sin(z/2)^2)", 1, nil),
		shows(series, "1/(2+cos(z)*cos(sqrt(2)*z)) + sqrt(3 + sin(z+1)*sin(z-1))", 1, nil),
		shows(series, "log(3 + cos(10^20*z)) + erf(cos(z*10^(-20)))", 1, nil),
		shows(series, "cos(z)^100", 1, nil),
		stops(series, "exp(cos(z))", 2, nil, "decays"),
		stops(series, "exp(cos(z))*exp(-z^2)", 1, nil, "z occurs outside"),
		stops(series, "exp(sin(z))", 1, nil, "is the same at z and −z"),
		leaves(series, "1/(1+cos(z))", 1, nil, "holomorphic"),
		leaves(series, "sqrt(1+cos(z))", 1, nil, "holomorphic"),
		leaves(series, "abs(cos(z))", 1, nil, "holomorphic"),
		leaves(series, "tan(cos(2*z)) + tan(z)^2", 1, nil, "holomorphic"),
		leaves(series, "cos(z) == 1 ? 5 : exp(cos(z))", 1, nil, "holomorphic"),
		leaves(series, "cos(z) > 0 ? cos(z) : 0", 1, nil, "holomorphic"),
		leaves(series, "cos(z*"+unsigned+")", 1, nil, "told from zero"),

		shows(analysis, "exp(-z^2/50)*exp(-2*sin(z/2)^2)", 2, damped("exp(-z^2/50)*exp(-2*sin(z/2)^2)")),
		shows(analysis, "exp(-z-2*sin(z)^2)/(2+cos(sqrt(2)*z))", 3, damped("exp(-z-2*sin(z)^2)/(2+cos(sqrt(2)*z))")),
		leaves(analysis, "(1+exp(-z))*exp(cos(z))", 2, damped("exp(-z)*exp(cos(z))"), "at infinity"),
		leaves(analysis, "exp(cos(z))/(1+z)^9", 2, damped("exp(-z)*exp(cos(z))"), "at infinity"),
		leaves(analysis, "exp(cos(z))", 2, damped("exp(-z)*exp(cos(z))"), "at infinity"),
		leaves(analysis, "exp(-z)*exp(cos(z^2))", 2, damped("exp(-z)*exp(cos(z))"), "at infinity"),

		shows(conditional, "exp(cos(z))", 2, good),
		shows(conditional, "exp(sin(z))", 1, mirror),
		stops(conditional, "exp(cos(z))", 1, good, "the points are z and −z"),
		stops(conditional, "exp(cos(z))*exp(-z)", 2, good, "z occurs outside"),
		leaves(conditional, "exp(cos(z))", 1, mirror, "not told apart"),
		leaves(conditional, "tan(z)^2", 2, good, "holomorphic"),

		shows(negative, "cos(z)-1e-30*cos(7*z)", 1, nil, waves("7", "-1e-30")),
		shows(negative, "exp(sin(z)^2)", 1, nil, odd),
		stops(negative, "cos(z)-3", 1, nil, "is not positive", waves("0", "-3")),
		stops(negative, "cos(z)-3", 1, nil, "frequency 0", still),
		stops(negative, "exp(sin(z)^2)", 1, nil, "it rests on assumed.pd.false, not on pd.negative-harmonic", assumed(proof.PD, false)),
		stops(negative, "cos(z)-1e-30*cos(7*z)", 1, nil, "recomputed", waves("7", "-1e-29")),
		stops(negative, "exp(cos(z))", 1, nil, "recomputed", odd),
		stops(negative, "cos(z)", 1, nil, "evidence of pd.negative-harmonic", proof.NewStep("pd.negative-harmonic", "", map[string]int{"n": 1})),
		stops(negative, "cos(z)", 1, nil, "evidence of pd.negative-coefficient", proof.NewStep("pd.negative-coefficient", "", map[string]int{"m": 1})),

		shows(remainder, "exp(cos(z)) + exp(-z)", 2, groups([]int{0}, []int{1}), infinite, finite),
		shows(remainder, "exp(-z) + 2 - exp(cos(z)) - exp(cos(sqrt(2)*z)) + sin(z)/z", 2, groups([]int{2, 3}, []int{0, 4}), infinite, finite),
		stops(remainder, "exp(cos(z)) + exp(-z) + exp(-2*z)", 2, groups([]int{0}, []int{1}), "in no group", infinite, finite),
		stops(remainder, "exp(cos(z)) + exp(-z) + exp(-2*z)", 2, groups([]int{0}, []int{1}, []int{2}), "want f and g", infinite, finite),
		stops(remainder, "(z == 0 ? 1 : 0) + (sin(z)/z)", 2, groups([]int{0}, []int{1}), "the limit is", infinite, finite),

		shows(coefficient, "exp(sin(z)^2)", 1, fourier("exp(sin(z)^2)", "2*pi", 2, nil)),
		shows(coefficient, "exp(cos(z))-0.3*cos(2*z)", 3, fourier("exp(cos(z))-0.3*cos(2*z)", "2*pi", 2, nil)),
		shows(coefficient, "1/(2+cos(sqrt(2)*z))", 1, fourier("1/(2+cos(sqrt(2)*z))", "sqrt(2)*pi", 1, nil)),
		stops(coefficient, "exp(sin(z)^2)", 1, fourier("exp(sin(z)^2)", "2*pi", 0, nil), "is not negative"),
		stops(coefficient, "exp(sin(z)^2)", 1, oddly.changed(func(ev *FourierEvidence) { ev.Period = "pi" }), "not seen to have the period"),
		stops(coefficient, "exp(sin(z)^2)-cos(sqrt(2)*z)", 1, oddly, "cos(sqrt(2) z) is not seen to have the period"),
		stops(coefficient, "z*exp(sin(z)^2)", 1, oddly, "z occurs outside"),
		stops(coefficient, "exp(sin(z)^2)", 1, oddly.changed(func(ev *FourierEvidence) { ev.Period = "-2*pi" }), "is not positive"),
		stops(coefficient, "exp(sin(z)^2)", 1, oddly.changed(func(ev *FourierEvidence) { ev.N = -1 }), "the coefficient of number -1"),
		stops(coefficient, "exp(sin(z)^2)", 1, oddly.changed(func(ev *FourierEvidence) { ev.N = 3 }), "recomputed"),
		stops(coefficient, "exp(sin(z)^2)", 1, oddly.changed(func(ev *FourierEvidence) { ev.N = 5000 }), "the coefficient of number 5000"),
		stops(coefficient, "exp(sin(z)^2)", 1, oddly.changed(func(ev *FourierEvidence) { ev.Points = 0 }), "0 points"),
		stops(coefficient, "exp(sin(z)^2)", 1, oddly.changed(func(ev *FourierEvidence) { ev.Points = 5000 }), "5000 points"),
		stops(coefficient, "exp(sin(z)^2)", 1, oddly.changed(func(ev *FourierEvidence) { ev.Panels = 0 }), "0 panels"),
		stops(coefficient, "exp(sin(z)^2)", 1, oddly.changed(func(ev *FourierEvidence) { ev.Panels = 5000 }), "5000 panels"),
		stops(coefficient, "exp(sin(z)^2)", 1, oddly.changed(func(ev *FourierEvidence) { ev.Depth = -1 }), "a depth of -1"),
		stops(coefficient, "exp(sin(z)^2)", 1, oddly.changed(func(ev *FourierEvidence) { ev.Depth = 25 }), "a depth of 25"),
		stops(coefficient, "exp(sin(z)^2)", 1, oddly.changed(func(ev *FourierEvidence) { ev.Bits = 8 }), "a precision of 8 bits"),
		stops(coefficient, "exp(sin(z)^2-z)", 1, fourier("exp(sin(z)^2)", "2*pi", 2, nil), "z occurs outside"),
		leaves(coefficient, "exp(sin(z)^2)", 1, fourier("exp(sin(z)^2)", "2*pi", 2, func(g *FourierGrid) { g.Points, g.Depth = 2, 8 }), "is not negative"),
		leaves(coefficient, "abs(sin(z))", 1, fourier("exp(sin(z)^2)", "2*pi", 2, nil), "holomorphic"),
		leaves(coefficient, "1/(1.0001+cos(z))", 1, fourier("exp(sin(z)^2)", "2*pi", 1, nil), "holomorphic"),
	}
}

// fourierStep is a step of pd.negative-coefficient.
func fourierStep(ev FourierEvidence) *proof.Step {
	return proof.NewStep("pd.negative-coefficient", "", ev)
}

// fourier computes the evidence of pd.negative-coefficient for a formula.
func fourier(formula, period string, n int, change func(*FourierGrid)) FourierEvidence {
	k, err := kernel.Parse(formula, nil)
	if err != nil {
		panic(err)
	}
	g := FourierGrid{Period: period, Points: 64, Depth: 3, Panels: 48, Bits: 128}
	if change != nil {
		change(&g)
	}
	v, err := NewFourierValues(k, g)
	if err != nil {
		return FourierEvidence{g, n, new(ball.Real)}
	}
	return v.Coefficient(n)
}

// changed returns evidence with a change.
func (ev FourierEvidence) changed(change func(*FourierEvidence)) FourierEvidence {
	change(&ev)
	return ev
}

// TestFourierCoefficients compares enclosures with known coefficients, I_n(1) of exp(cos z) and (2 − √3)ⁿ/√3 of 1/(2 − cos z), at a resolution at which the
// error of the trapezoidal rule is larger than rounding.
func TestFourierCoefficients(t *testing.T) {
	for formula, want := range map[string]string{"exp(cos(z))": "besseli(%d, 1)", "1/(2-cos(z))": "(2-sqrt(3))^%d/sqrt(3)"} {
		k, err := kernel.Parse(formula, nil)
		require.NoError(t, err)
		for _, points := range []int{3, 5, 8, 12, 24} {
			v, err := NewFourierValues(k, FourierGrid{Period: "2*pi", Points: points, Depth: 3, Panels: 64, Bits: 192})
			require.NoError(t, err)
			for n := range 6 {
				c, err := kernel.Parse(fmt.Sprintf(want, n), nil)
				require.NoError(t, err)
				got := v.Coefficient(n).Value
				assert.NotEqual(t, ball.False, got.Equal(c.BallAt(nil, new(ball.Real), 192)), "%s, coefficient %d by %d points: %v", formula, n, points, got)
			}
			if points == 24 {
				_, e := v.Coefficient(1).Value.Float64()
				assert.Less(t, e, 1e-5, formula)
			}
		}
	}
}
