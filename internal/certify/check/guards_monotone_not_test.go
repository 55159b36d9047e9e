package check

import (
	"testing"

	"krein/internal/certify/proof"
)

func TestGuardsMonotoneNot(t *testing.T) { testGuards(t, monotoneNotGuardRows()) }

// monotoneNotGuardRows are about monotone/not.go.
func monotoneNotGuardRows() []guardRow {
	notPD := assumed(proof.PD, false)
	ok := func(rule, formula, evidence string, from ...*proof.Step) guardRow {
		return shows("completely-monotone."+rule, formula, 3, evidence, from...)
	}
	no := func(rule, formula, evidence, why string, from ...*proof.Step) guardRow {
		return stops("completely-monotone."+rule, formula, 3, evidence, why, from...)
	}
	open := func(rule, formula, evidence, why string, from ...*proof.Step) guardRow {
		return leaves("completely-monotone."+rule, formula, 3, evidence, why, from...)
	}
	sign := func(t, order, bits string) string {
		return `{"t":"` + t + `","order":` + order + `,"bits":` + bits + `}`
	}
	pair := func(near, far, bits string) string {
		return `{"near":"` + near + `","far":"` + far + `","bits":` + bits + `}`
	}
	piece := func(f, from, to, at, bits string) string {
		return `{"formula":"` + f + `","from":"` + from + `","to":"` + to + `","at":"` + at + `","bits":` + bits + `}`
	}
	dim := func(n string) string { return `{"dimension":` + n + `}` }
	signed := func(terms, atoms, at string) string {
		return `{"terms":[` + terms + `],"atoms":[` + atoms + `],"at":"` + at + `","bits":128}`
	}
	atom := func(rate, weight string) string { return `{"rate":"` + rate + `","coefficients":["` + weight + `"]}` }
	const two = `{"rate":"1","coefficients":["1"]},{"rate":"2","coefficients":["-51/100"]}`
	return []guardRow{
		ok("derivative-sign", "exp(-z^3)", sign("1/100", "2", "128")),
		no("derivative-sign", "exp(-z)", sign("1/100", "2", "128"), "is not proved to be negative"),
		no("derivative-sign", "exp(-z^3)", sign("1/100", "2", "31"), "a precision of 31 bits"),
		// log t + 10 at t = 0: that f is negative there says nothing
		no("derivative-sign", "z == 0 ? -1 : exp(-z)", sign("0", "0", "128"), "no derivative of order 0 at t = 0"),
		no("derivative-sign", "exp(-z)", sign("1", "-1", "128"), "no derivative of order -1"),
		no("derivative-sign", "exp(-z)", sign("1", "513", "128"), "no derivative of order 513"),

		ok("negative-mixture", "exp(-z)-1e-9*exp(-z^2)", signed(`{"rate":"1","coefficients":["1"]}`, atom("1", "-1e-9"), "0")),
		ok("negative-mixture", "exp(-z)-0.51*exp(-2*z)+exp(-z^2)", signed(two, atom("1", "1"), "1/100")),
		no("negative-mixture", "exp(-z)-0.51*exp(-2*z)+exp(-z^2)", signed(two, atom("1", "1"), "10"), "is not negative"),
		no("negative-mixture", "exp(-z)-0.51*exp(-2*z)+exp(-z^2)", signed(two, atom("1", "1"), "0"), "there is no density at v = 0"),
		no("negative-mixture", "exp(-z)-0.51*exp(-2*z)+exp(-z^2)", signed(two, atom("1", "2"), "1/100"), "not proved to equal"),
		no("negative-mixture", "exp(-z)-0.51*exp(-2*z)", signed(two, atom("1", "-1")+","+atom("1", "1"), "0"), "not proved to increase"),
		no("negative-mixture", "exp(-z)-0.51*exp(-2*z)-exp(z^2)", signed(two, atom("-1", "-1"), "0"), "the rate -1 of an atom is negative"),
		no("negative-mixture", "exp(-z)-0.51*exp(-2*z)", signed(two, `{"rate":"1","coefficients":["-1","1"]}`, "0"), "an atom with 2 coefficients"),
		no("negative-mixture", "1-exp(-z^2)", signed(`{"rate":"0","coefficients":["1"]}`, atom("1", "-1"), "0"), "is not positive"),
		no("negative-mixture", "exp(-z)-0.51*exp(-2*z)", signed(two, atom("x", "-1"), "0"), "unknown name"),

		ok("increase", "z", pair("1", "2", "128")),
		no("increase", "exp(-z)", pair("1", "2", "128"), "not proved to be larger"),
		no("increase", "exp(-z)", pair("2", "1", "128"), "the distances are not 0 < z₁ < z₂"),
		no("increase", "z == 0 ? 0 : exp(-z)", pair("0", "1", "128"), "the distances are not 0 < z₁ < z₂"),
		no("increase", "z", pair("1", "2", "31"), "a precision of 31 bits"),

		ok("identity", "min(1, 1/z)", piece("1/z", "2", "3", "1/2", "128")),
		no("identity", "min(1, 1/z)", piece("1/z", "2", "3", "4", "128"), "not proved to differ at z = 4"),
		ok("identity", "z < 1 ? 1-z : 0", piece("0", "2", "3", "1/2", "128")),
		no("identity", "z < 1 ? 1-z : 0", piece("0", "2", "3", "4", "128"), "not proved to differ at z = 4"),
		no("identity", "min(1, 1/z)", piece("2/z", "2", "3", "1/2", "128"), "not proved to equal"),
		no("identity", "min(1, 1/z)", piece("1/z", "2", "3", "1/2", "31"), "a precision of 31 bits"),
		no("identity", "min(1, 1/z)", piece("x", "2", "3", "1/2", "128"), "unknown name"),
		no("identity", "z == 0 ? 2 : exp(-z)", piece("exp(-z)", "1", "2", "0", "128"),
			"not an interval and a point in (0,∞)"),
		// at the one point 1 the functions agree
		no("identity", "exp(1-z)", piece("exp(1-z)", "2", "2", "3", "128"), "not an interval and a point in (0,∞)"),
		no("identity", "exp(1-z)", piece("exp(1-z)", "0", "2", "3", "128"), "not an interval and a point in (0,∞)"),
		open("identity", "min(1, 1/z)", piece("tan(z)", "2", "3", "1/2", "128"), "tan is not treated"),
		open("identity", "min(1, 1/z)", piece("1/z", "1/2", "3", "1/4", "128"), "on the interval: the sign of"),
		open("identity", "abs(1-z)+exp(-z)", piece("1/z", "1/2", "3", "1/4", "128"), "on the interval: the sign of"),
		open("identity", "z < 1 ? exp(-z) : 1/z", piece("1/z", "1/2", "3", "1/4", "128"), "on the interval: the sign of"),
		open("identity", "exp(-(z < 1 ? z : 1))", piece("1/z", "1/2", "3", "1/4", "128"), "on the interval: the sign of"),

		ok("not-pd", "cos(z)", dim("2"), notPD),
		no("not-pd", "cos(z)", dim("0"), "no dimension 0", notPD),
		no("not-pd", "z == 0 ? 1/2 : exp(-z)", dim("3"), "but the limit is 1", notPD),
	}
}
