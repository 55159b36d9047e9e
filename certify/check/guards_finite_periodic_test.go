package check

import (
	"math/big"
	"testing"
)

func TestGuardsFinitePeriodic(t *testing.T) { testGuards(t, finitePeriodicGuardRows()) }

// finitePeriodicGuardRows: periods, and forgeries that one hypothesis stops.
func finitePeriodicGuardRows() []guardRow {
	const rule = "finite-mass.periodic"
	at := func(period string, near, far int64) PeriodEvidence {
		return PeriodEvidence{Period: period, Near: Rational{big.NewRat(near, 7)}, Far: Rational{big.NewRat(far, 7)}, Bits: 128}
	}
	good := at("2*pi", 1, 14)
	with := func(change func(*PeriodEvidence)) PeriodEvidence {
		ev := good
		change(&ev)
		return ev
	}
	return []guardRow{
		shows(rule, "exp(cos(z))", 2, good),
		shows(rule, "1/(2-cos(z)) + sin(3*z+1)^2", 7, good),
		shows(rule, "cos(z) > 1/2 ? tan(z/2)^2 : 3", 2, at("4*pi", 1, 14)),
		shows(rule, "exp(cos(sqrt(2)*z))", 2, at("sqrt(2)*pi", 1, 14)),
		shows(rule, "cos(-(2*z-1)/(2*pi))", 3, at("2*pi^2", 1, 14)),
		stops(rule, "exp(cos(z))", 1, good, "does not decay"),
		stops(rule, "exp(cos(z))", 2, at("pi", 1, 14), "not seen to have the period"),
		stops(rule, "exp(cos(z))", 2, at("-2*pi", 1, 14), "is not positive"),
		stops(rule, "exp(cos(z))", 2, at("0", 1, 14), "is not positive"),
		stops(rule, "exp(-z)*cos(z)", 2, good, "not seen to have the period"),
		stops(rule, "cos(z) + (z < 10 ? 1 : 0)", 2, good, "not seen to have the period"),
		stops(rule, "cos(z^2)", 2, good, "not seen to have the period"),
		stops(rule, "cos(z*sin(z))", 2, good, "not seen to have the period"),
		stops(rule, "cos(1/z)", 2, good, "not seen to have the period"),
		stops(rule, "cos(sqrt(2)*z)+cos(z)", 2, good, "not seen to have the period"),
		stops(rule, "sin(z/2)", 2, good, "not seen to have the period"),
		stops(rule, "exp(cos(z))", 2, with(func(ev *PeriodEvidence) { ev.Bits = 31 }), "a precision of 31 bits"),
		stops(rule, "exp(cos(z))", 2, at("2*pi", -1, 14), "no distance"),
		stops(rule, "exp(cos(z))", 2, at("2*pi", 1, -14), "no distance"),
		leaves(rule, "cos(z)^2+sin(z)^2", 2, good, "not told apart"),
		leaves(rule, "exp(cos(z))", 2, at("2*pi", 1, 1), "not told apart"),
	}
}
