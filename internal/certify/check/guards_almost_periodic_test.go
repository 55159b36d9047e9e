package check

import (
	"math/big"
	"testing"

	"krein/ball"
	"krein/internal/certify/check/finite"
	"krein/internal/certify/check/periodic"
	"krein/internal/certify/check/rule"
	"krein/internal/certify/checktest"
	"krein/internal/certify/proof"
	"krein/kernel/parser"
)

func TestGuardsAlmostPeriodic(t *testing.T) { testGuards(t, almostPeriodicGuardRows()) }

// almostPeriodicGuardRows: formulas of waves, and forgeries that one hypothesis stops.
func almostPeriodicGuardRows() []guardRow {
	const radial, series = "finite-mass.almost-periodic", "finite-mass.fourier-series"
	at := func(near, far int64) finite.ReturnEvidence {
		return finite.ReturnEvidence{Near: rule.Rational{Rat: big.NewRat(near, 7)},
			Far: rule.Rational{Rat: big.NewRat(far, 7)}, Radius: -40, Bits: 128}
	}
	good, mirror := at(1, 14), at(5, -5)
	with := func(change func(*finite.ReturnEvidence)) finite.ReturnEvidence {
		ev := good
		change(&ev)
		return ev
	}
	const conditional, negative, coefficient = "conditionally-pd.almost-periodic", "conditionally-pd.negative-coefficient",
		"pd.negative-coefficient"
	const analysis = "finite-mass.analysis"
	oddly := fourier("exp(sin(z)^2)", "2*pi", 2, nil)
	odd, still := fourierStep(oddly), fourierStep(fourier("cos(z)-3", "2*pi", 0, nil))
	return []guardRow{
		shows(radial, "exp(cos(z))", 2, good),
		shows(radial, "1/(2-cos(z)) + sin(3*z+1)^2", 7, good),
		shows(radial, "cos(z) > 1/2 ? tan(z/2)^2 : 3", 2, good),
		shows(radial, "exp(cos(z) + cos(sqrt(2)*z))", 2, good),
		shows(radial, "cos(-(2*z-1)/(2*pi))", 3, good),
		shows(radial, "cos(2*sin(z))", 2, good),
		shows(radial, "exp(sin(z))", 1, mirror),
		shows(radial, "asin(sin(z)) + cos(pi*z)", 1, mirror),
		shows(radial, "exp(cos(z))", 5, at(-1, 14)),
		shows(radial, "cos(z*10^20)", 2, with(func(ev *finite.ReturnEvidence) { ev.Radius, ev.Bits = -110, 256 })),
		stops(radial, "exp(cos(z))", 1, good, "the points are z and −z"),
		stops(radial, "exp(-z)*cos(z)", 2, good, "z occurs outside"),
		stops(radial, "exp(-z)*cos(z)", 1, mirror, "z occurs outside"),
		stops(radial, "cos(z) + (z < 10 ? 1 : 0)", 2, good, "z occurs outside"),
		stops(radial, "cos(z^2)", 2, good, "z occurs outside"),
		stops(radial, "cos(z*sin(z))", 2, good, "z occurs outside"),
		stops(radial, "cos(1/z)", 2, good, "z occurs outside"),
		stops(radial, "exp(cos(z))", 2, with(func(ev *finite.ReturnEvidence) { ev.Bits = 31 }), "a precision of 31 bits"),
		stops(radial, "exp(cos(z))", 2, with(func(ev *finite.ReturnEvidence) { ev.Radius = 1 }), "a radius of"),
		stops(radial, "exp(cos(z))", 2, with(func(ev *finite.ReturnEvidence) { ev.Radius = -4000 }), "a radius of"),
		leaves(radial, "cos(z)^2+sin(z)^2", 2, good, "not proved to differ"),
		leaves(radial, "exp(cos(z))", 2, at(1, 1), "not proved to differ"),
		leaves(radial, "exp(cos(z))", 1, mirror, "not proved to differ"),
		// Plain substitution only: each wave by itself comes back, a relation between them through
		// z does not.
		leaves(radial, "cos(z*10^20)", 2, good, "not proved to differ"),

		shows(series, "exp(-2*sin(z/2)^2)", 1, nil),
		shows(series, "1/(2+cos(z)*cos(sqrt(2)*z)) + sqrt(3 + sin(z+1)*sin(z-1))", 1, nil),
		shows(series, "log(3 + cos(10^20*z)) + erf(cos(z*10^(-20)))", 1, nil),
		shows(series, "cos(z)^100", 1, nil),
		stops(series, "exp(cos(z))", 2, nil, "decays"),
		stops(series, "exp(cos(z))*exp(-z^2)", 1, nil, "z occurs outside"),
		leaves(series, "exp(sin(z))", 1, nil, "is the same at z and −z"),
		leaves(series, "1/(1+cos(z))", 1, nil, "holomorphic"),
		leaves(series, "sqrt(1+cos(z))", 1, nil, "holomorphic"),
		leaves(series, "abs(cos(z))", 1, nil, "holomorphic"),
		leaves(series, "tan(cos(2*z)) + tan(z)^2", 1, nil, "holomorphic"),
		leaves(series, "cos(z) == 1 ? 5 : exp(cos(z))", 1, nil, "holomorphic"),
		leaves(series, "cos(z) > 0 ? cos(z) : 0", 1, nil, "holomorphic"),
		leaves(series, "cos(z*"+checktest.Unsigned+")", 1, nil, "told from zero"),

		shows(analysis, "exp(-z^2/50)*exp(-2*sin(z/2)^2)", 2, nil),
		shows(analysis, "exp(-z-2*sin(z)^2)/(2+cos(sqrt(2)*z))", 3, nil),
		leaves(analysis, "(1+exp(-z))*exp(cos(z))", 2, nil, "at infinity"),
		leaves(analysis, "exp(cos(z))/(1+z)^9", 2, nil, "at infinity"),
		leaves(analysis, "exp(cos(z))", 2, nil, "at infinity"),
		leaves(analysis, "exp(-z)*exp(cos(z^2))", 2, nil, "at infinity"),

		shows(conditional, "exp(cos(z))", 2, good),
		shows(conditional, "exp(sin(z))", 1, mirror),
		stops(conditional, "exp(cos(z))", 1, good, "the points are z and −z"),
		stops(conditional, "exp(cos(z))*exp(-z)", 2, good, "z occurs outside"),
		leaves(conditional, "exp(cos(z))", 1, mirror, "not proved to differ"),
		leaves(conditional, "tan(z)^2", 2, good, "holomorphic"),

		shows(negative, "exp(sin(z)^2)", 1, nil, odd),
		stops(negative, "cos(z)-3", 1, nil, "frequency 0", still),
		stops(negative, "cos(z)-3", 1, nil, "frequency 0", fourierStep(fourier("cos(z)-3", "2*pi", 64, nil))),
		stops(negative, "cos(z)-3", 1, nil, "frequency 0",
			fourierStep(fourier("cos(z)-3", "2*pi", 128, func(g *periodic.FourierGrid) { g.Points = 0 }))),
		shows(negative, "abs(cos(z))", 3, nil, fourierStep(fourier("abs(cos(z))", "pi", 2, nil))),
		stops(negative, "exp(sin(z)^2)", 1, nil, "it rests on assumed.pd.false, not on pd.negative-coefficient",
			assumed(proof.PD, false)),
		stops(negative, "exp(cos(z))", 1, nil, "recomputed", odd),
		stops(negative, "cos(z)", 1, nil, "evidence of pd.negative-coefficient",
			proof.NewStep("pd.negative-coefficient", "", map[string]int{"m": 1})),

		shows(coefficient, "exp(sin(z)^2)", 1, fourier("exp(sin(z)^2)", "2*pi", 2, nil)),
		shows(coefficient, "exp(cos(z))-0.3*cos(2*z)", 3, fourier("exp(cos(z))-0.3*cos(2*z)", "2*pi", 2, nil)),
		shows(coefficient, "1/(2+cos(sqrt(2)*z))", 1, fourier("1/(2+cos(sqrt(2)*z))", "sqrt(2)*pi", 1, nil)),
		stops(coefficient, "exp(sin(z)^2)", 1, fourier("exp(sin(z)^2)", "2*pi", 0, nil), "is not negative"),
		stops(coefficient, "exp(sin(z)^2)", 1, changed(oddly,
			func(ev *periodic.FourierEvidence) { ev.Period.Period = "1/2*pi" }), "not proved to have the period"),
		stops(coefficient, "exp(sin(z)^2)-cos(sqrt(2)*z)", 1, oddly, "not proved to have the period"),
		stops(coefficient, "z*exp(sin(z)^2)", 1, oddly, "not proved to have the period"),
		stops(coefficient, "exp(sin(z)^2)", 1, changed(oddly,
			func(ev *periodic.FourierEvidence) { ev.Period.Period = "-2*pi" }), "is not positive"),
		stops(coefficient, "exp(sin(z)^2)", 1, changed(oddly, func(ev *periodic.FourierEvidence) { ev.N = -1 }),
			"the coefficient of number -1"),
		stops(coefficient, "exp(sin(z)^2)", 1, changed(oddly, func(ev *periodic.FourierEvidence) { ev.N = 3 }), "recomputed"),
		stops(coefficient, "exp(sin(z)^2)", 1, changed(oddly, func(ev *periodic.FourierEvidence) { ev.N = 5000 }),
			"the coefficient of number 5000"),
		stops(coefficient, "exp(sin(z)^2)", 1, changed(oddly, func(ev *periodic.FourierEvidence) { ev.Points = 0 }),
			"0 points"),
		stops(coefficient, "exp(sin(z)^2)", 1, changed(oddly, func(ev *periodic.FourierEvidence) { ev.Points = 5000 }),
			"5000 points"),
		stops(coefficient, "exp(sin(z)^2)", 1, changed(oddly, func(ev *periodic.FourierEvidence) { ev.Bits = 8 }),
			"a precision of 8 bits"),
		stops(coefficient, "exp(sin(z)^2-z)", 1, fourier("exp(sin(z)^2)", "2*pi", 2, nil), "not proved to have the period"),
		shows(coefficient, "abs(cos(z))", 1, fourier("abs(cos(z))", "pi", 2, nil)),
		shows(coefficient, "acos(cos(z))", 2, fourier("acos(cos(z))", "2*pi", 3, nil)),
		shows(coefficient, "cos(z) > 0 ? 1 : 0", 2, fourier("cos(z) > 0 ? 1 : 0", "2*pi", 3, nil)),
		stops(coefficient, "exp(sin(z)^2)", 1, fourier("exp(sin(z)^2)", "2*pi", 2,
			func(g *periodic.FourierGrid) { g.Points = 2 }), "is not negative"),
	}
}

// fourierStep is a step of pd.negative-coefficient.
func fourierStep(ev periodic.FourierEvidence) *proof.Step {
	return proof.NewStep("pd.negative-coefficient", "", ev)
}

// fourier computes the evidence of pd.negative-coefficient for a formula.
func fourier(formula, period string, n int, change func(*periodic.FourierGrid)) periodic.FourierEvidence {
	k, err := parser.Parse(formula, nil)
	if err != nil {
		panic(err)
	}
	g := periodic.FourierGrid{Period: periodic.Period{Period: period}, Points: 64, Bits: 128}
	if change != nil {
		change(&g)
	}
	v, err := periodic.NewFourierValues(k, g)
	if err != nil {
		return periodic.FourierEvidence{FourierGrid: g, N: n, Value: new(ball.Real)}
	}
	return v.Mean(n)
}

// changed returns evidence with a change.
func changed(ev periodic.FourierEvidence, change func(*periodic.FourierEvidence)) periodic.FourierEvidence {
	change(&ev)
	return ev
}
