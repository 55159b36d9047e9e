package check

import (
	"strings"
	"testing"

	"krein/internal/certify/check/monotone"
	"krein/internal/certify/checktest"
	"krein/internal/certify/proof"
)

func TestGuardsMonotone(t *testing.T) { testGuards(t, monotoneGuardRows(t)) }

// monotoneGuardRows are about monotone/closure.go, and what it needs.
func monotoneGuardRows(t *testing.T) []guardRow {
	cm, bf := assumed(proof.CompletelyMonotone, true), assumed(monotone.Bernstein, true)
	ok := func(rule, formula, evidence string, from ...*proof.Step) guardRow {
		return shows(rule, formula, 3, evidence, from...)
	}
	no := func(rule, formula, evidence, why string, from ...*proof.Step) guardRow {
		return stops(rule, formula, 3, evidence, why, from...)
	}
	open := func(rule, formula, evidence, why string, from ...*proof.Step) guardRow {
		return leaves(rule, formula, 3, evidence, why, from...)
	}
	sum := func(constant string, terms ...string) string {
		for i, t := range terms {
			c, f, _ := strings.Cut(t, " ")
			terms[i] = `{"coefficient":"` + c + `","formula":"` + f + `"}`
		}
		return `{"constant":"` + constant + `","terms":[` + strings.Join(terms, ",") + `]}`
	}
	fp := func(f, p string) string { return `{"formula":"` + f + `","power":"` + p + `"}` }
	mean := func(f, p, r string) string {
		return `{"formula":"` + f + `","power":"` + p + `","scale":"` + r + `"}`
	}
	f := func(f string) string { return `{"formula":"` + f + `"}` }
	oi := func(o, i string) string { return `{"outer":"` + o + `","inner":"` + i + `"}` }
	shift := func(o, i, s string) string { return `{"outer":"` + o + `","inner":"` + i + `","shift":"` + s + `"}` }
	cf := func(c, f string) string { return `{"constant":"` + c + `","formula":"` + f + `"}` }
	written := func(text string) string { return checktest.Constant(t, text).String() }
	return []guardRow{
		ok("completely-monotone.constant", "2", "{}"),
		no("completely-monotone.constant", "-2", "{}", "the constant -2 is negative"),
		no("completely-monotone.constant", "1+z", "{}", "is not constant"),
		open("completely-monotone.constant", "z < 1 ? -1 : 2", "{}", "not decided for all z > 0"),
		ok("bernstein.constant", "0", "{}"),

		ok("completely-monotone.sum", "exp(-z)+2/(1+z)", sum("0", "1 exp(-z)", "2 1/(1+z)"), cm, cm),
		no("completely-monotone.sum", "0", sum("0"), "a sum without terms"),
		no("completely-monotone.sum", "exp(-z)-1", sum("-1", "1 exp(-z)"), "is negative at infinity", cm),
		no("completely-monotone.sum", "exp(-z)-1/2", sum("-1/2", "1 exp(-z)"), "is negative at infinity", cm), // not at 0
		ok("completely-monotone.sum", "1/tanh(z)-1", sum("-1", "1 1/tanh(z)"), cm),
		no("completely-monotone.sum", "-exp(-z)", sum("0", "-1 exp(-z)"), "the coefficient -1 is negative", cm),
		no("completely-monotone.sum", "exp(z)", sum("0", "1 exp(-z)"), "not proved to equal", cm),
		no("completely-monotone.sum", "exp(-z)", sum("x", "1 exp(-z)"), `unknown name "x"`, cm),
		no("completely-monotone.sum", "exp(-z)", sum("0", "x exp(-z)"), `unknown name "x"`, cm),
		no("completely-monotone.sum", "exp(-z)", sum("0", "1 x"), `unknown name "x"`, cm),
		no("completely-monotone.sum", "z*exp(-z)", sum("0", "z exp(-z)"), "z is not a constant", cm),
		no("completely-monotone.sum", "exp(-z)-z", sum("-z", "1 exp(-z)"), "-z is not a constant", cm),
		open("completely-monotone.sum", "exp(-z)", sum(checktest.Unread, "1 exp(-z)"), "the constant "+checktest.Unread, cm),
		open("completely-monotone.sum", "exp(-z)", sum(checktest.Unsigned, "1 exp(-z)"), "the sign of "+checktest.Unsigned+
			" is not known", cm),
		no("completely-monotone.sum", "exp(-z)", sum("0", "1 acos(u)"), `unknown name "u"`, cm),

		ok("completely-monotone.product", "exp(-z)/(1+z)", `{"factors":["exp(-z)","1/(1+z)"]}`, cm, cm),
		no("completely-monotone.product", "exp(z)", `{"factors":["exp(-z)"]}`, "not proved to equal", cm),
		no("completely-monotone.product", "exp(-z)", `{"factors":["x"]}`, "unknown name", cm),

		ok("completely-monotone.exponential", "exp(-z)", f("z"), bf),
		no("completely-monotone.exponential", "exp(z)", f("z"), "not proved to equal", bf),
		no("completely-monotone.exponential", "exp(z)", f("x"), "unknown name", bf),

		ok("completely-monotone.power", "1/(1+z)", fp("1+z", "1"), bf),
		ok("completely-monotone.power", "(1+z)^(-sqrt(2))", fp("1+z", "sqrt(2)"), bf),
		no("completely-monotone.power", "(1+z)^sqrt(2)", fp("1+z", "-sqrt(2)"), "the power −-sqrt(2) is not negative", bf),
		no("completely-monotone.power", "1+z", fp("1+z", written(checktest.Unsigned)), "is not negative", bf),
		no("completely-monotone.power", "1+z", fp("1+z", "-1"), "the power −-1 is not negative", bf),
		no("completely-monotone.power", "1/(1+z)", fp("1+z", "1"+strings.Repeat("0", 4096)),
			"a constant of 4097 letters", bf),
		no("completely-monotone.power", "1/(1+z)^2", fp("1+z", "1+1"), `the constant "1+1" is written "2"`, bf),
		no("completely-monotone.power", "1+z", fp("1+z", "1"), "not proved to equal", bf),
		no("completely-monotone.power", "1+z", fp("x", "1"), "unknown name", bf),
		no("completely-monotone.power", "(1+z)^(-2)", fp("-1-z", "2"), "-1 - z is not proved to be positive", bf),

		ok("completely-monotone.composition", "exp(-sqrt(1+z^2))", oi("exp(-z)", "1+z^2"), cm, bf),
		no("completely-monotone.composition", "exp(z)", oi("exp(-z)", "z^2"), "not proved to equal", cm, bf),
		no("completely-monotone.composition", "exp(z)", oi("x", "z^2"), "unknown name", cm, bf),
		no("completely-monotone.composition", "exp(z)", oi("exp(-z)", "x"), "unknown name", cm, bf),
		no("completely-monotone.composition", "1", oi("1", "z-2"), "not proved to be positive", cm, bf),
		open("completely-monotone.composition", "exp(-z)", oi("exp(-z)", "tan(z)"), "tan is not treated", cm, bf),
		open("completely-monotone.composition", "1", oi("1", "1e-700-sin(1e-700)*exp(-z)"), "whether the constant", cm, bf),
		// what would be taken for positive: not a sum of logarithms, nor of positive terms; the
		// functions are negative for small or large z
		no("completely-monotone.composition", "1", oi("1", "sqrt(2)*log(1+z)-1"), "not proved to be positive", cm, bf),
		no("completely-monotone.composition", "1", oi("1", "2*log(1+z)-exp(z)*log(1+z)"), "not proved to be positive", cm, bf),
		no("completely-monotone.composition", "1", oi("1", "2*log(1+z)-z*log(1+z)"), "not proved to be positive", cm, bf),
		no("completely-monotone.composition", "1", oi("1", "2*log(1+z)-log(1+z)^2"), "not proved to be positive", cm, bf),
		no("completely-monotone.composition", "1", oi("1", "1-1/(3/2-exp(-z))"), "not proved to be positive", cm, bf),
		ok("bernstein.composition", "sqrt(1+z)", oi("sqrt(1+z^2)", "z"), bf, bf),
		no("bernstein.composition", "z^2", oi("z", "z"), "not proved to equal", bf, bf),

		ok("completely-monotone.increment", "sqrt(1+z)-sqrt(z)", shift("z", "z", "1"), bf, bf),
		no("completely-monotone.increment", "sqrt(1+z)-sqrt(2+z)", shift("z", "2+z", "-1"),
			"the shift -1 is not positive", bf, bf),
		no("completely-monotone.increment", "0", shift("z", "2+z", "0"), "the shift 0 is not positive", bf, bf),
		no("completely-monotone.increment", "z", shift("z", "z", "1"), "not proved to equal", bf, bf),
		no("completely-monotone.increment", "z", shift("x", "z", "1"), "unknown name", bf, bf),
		no("completely-monotone.increment", "z", shift("z", "x", "1"), "unknown name", bf, bf),
		no("completely-monotone.increment", "z", shift("z", "z", "x"), "unknown name", bf, bf),
		no("completely-monotone.increment", "1", shift("z^2", "z-2", "1"), "not proved to be positive", bf, bf),
		ok("completely-monotone.decrement", "1/z^2-1/(1+z^2)", shift("1/z^2", "z^2", "1"), cm, bf),
		no("completely-monotone.decrement", "1/(1+z^2)-1/z^2", shift("1/z^2", "z^2", "1"), "not proved to equal", cm, bf),

		ok("completely-monotone.complement", "1-tanh(z)", cf("1", "tanh(z)"), bf),
		no("completely-monotone.complement", "1/2-tanh(z)", cf("1/2", "tanh(z)"), "negative at infinity", bf),
		open("completely-monotone.complement", "1-log(1+z)", cf("1", "log(1+z)"),
			"no limit of 1 - log(1 + z) at infinity", bf),
		open("completely-monotone.complement", "1-(1-besselj(0,z)/z)", cf("1", "1-besselj(0,z)/z"),
			"a Bessel function J", bf),
		ok("completely-monotone.complement", "1-z^2*log(1+1/z^2)", cf("1", "z^2*log(1+1/z^2)"), bf),
		no("completely-monotone.complement", "1+tanh(z)", cf("1", "tanh(z)"), "not proved to equal", bf),
		no("completely-monotone.complement", "1+tanh(z)", cf("x", "tanh(z)"), "unknown name", bf),
		no("completely-monotone.complement", "1+tanh(z)", cf("1", "x"), "unknown name", bf),
		ok("bernstein.complement", "1-exp(-z)", cf("1", "exp(-z)"), cm),
		no("bernstein.complement", "1/2-exp(-z)", cf("1/2", "exp(-z)"), "is negative at 0", cm),
		no("bernstein.complement", "exp(-z)", cf("1", "exp(-z)"), "not proved to equal", cm),
		no("bernstein.complement", "1-exp(-z)", cf("x", "exp(-z)"), "unknown name", cm),
		no("bernstein.complement", "1-exp(-z)", cf("1", "x"), "unknown name", cm),
		open("bernstein.complement", "1e-700-sin(1e-700)*exp(-z)", cf("1e-700", "sin(1e-700)*exp(-z)"),
			"is negative at 0: not decided", cm),
		open("bernstein.complement", "-besseli(-1/3,z)", cf("0", "besseli(-1/3,z)"), "at 0 is known", cm),
		open("bernstein.complement", "-1/z", cf("0", "1/z"), "at 0 is known", cm),
		open("bernstein.complement", "-besselk(0,z)", cf("0", "besselk(0,z)"), "at 0 is known", cm),
		open("bernstein.complement", "2-1/(z*besseli(1,z))", cf("2", "1/(z*besseli(1,z))"), "at 0 is known", cm),
		open("bernstein.complement", "1-log(1+1/z)", cf("1", "log(1+1/z)"), "at 0 is known", cm),

		ok("completely-monotone.derivative", "erfc(z)", f("exp(-z^2)/(sqrt(pi)*z)"), cm),
		no("completely-monotone.derivative", "erfc(z)-1/2", f("exp(-z^2)/(sqrt(pi)*z)"), "negative at infinity", cm),
		open("completely-monotone.derivative", "-log(z)", f("1/(2*z^2)"), "at infinity is known", cm),
		ok("completely-monotone.derivative", "pi/2-atan(z)", f("1/(2*z*(1+z^2))"), cm),
		no("completely-monotone.derivative", "erfc(z)", f("exp(-z^2)/z"), "not proved to equal", cm),
		no("completely-monotone.derivative", "erfc(z)", f("x"), "unknown name", cm),
		ok("bernstein.derivative", "erf(z)", f("exp(-z^2)/(sqrt(pi)*z)"), cm),
		no("bernstein.derivative", "erf(z)", f("x"), "unknown name", cm),
		no("bernstein.derivative", "erf(z)-1", f("exp(-z^2)/(sqrt(pi)*z)"), "is negative at 0", cm),
		no("bernstein.derivative", "erfc(z)", f("exp(-z^2)/(sqrt(pi)*z)"), "not proved to equal", cm),
		open("bernstein.derivative", "tan(z)", f("1"), "tan is not treated", cm),
		open("bernstein.derivative", "log(z)", f("1/(2*z^2)"), "at 0 is known", cm),

		ok("completely-monotone.quotient", "(1-1/cosh(z))/z^2", f("1-1/cosh(z)"), bf),
		no("completely-monotone.quotient", "(1-1/cosh(z))/z", f("1-1/cosh(z)"), "not proved to equal", bf),
		no("completely-monotone.quotient", "1/z", f("x"), "unknown name", bf),

		ok("completely-monotone.mean", "(1-exp(-z))/z", mean("1-exp(-z)", "1", "0"), cm),
		ok("completely-monotone.mean", "(exp(-z)-exp(-2*z))/z", mean("-exp(-2*z)", "1", "1/2"), cm),
		open("completely-monotone.mean", "(gamma(1+z)-1)/z", mean("gamma(1+z)-1", "1", "0"),
			"the derivative of gamma is not treated", cm),
		no("completely-monotone.mean", "(2-exp(-z))/z", mean("2-exp(-z)", "1", "0"), "the primitive is not zero at 0", cm),
		no("completely-monotone.mean", "(1-exp(-z))/z", mean("1-exp(-2*z)", "1", "0"), "not proved to equal", cm),
		no("completely-monotone.mean", "(1-exp(-z))/z", mean("x", "1", "0"), "unknown name", cm),
		no("completely-monotone.mean", "(1-exp(-z))/z", mean("1-exp(-z)", "1", "x"), "unknown name", cm),
		no("completely-monotone.mean", "(exp(-2*z)-exp(-z))/z", mean("-exp(-z)", "1", "2"),
			"the scale 2 is not in [0, 1)", cm),
		no("completely-monotone.mean", "(exp(z)-exp(-z))/z", mean("-exp(-z)", "1", "-1"),
			"the scale -1 is not in [0, 1)", cm),
		open("completely-monotone.mean", "1/z^3", mean("1/z", "2", "0"), "at 0 is known", cm),

		ok("bernstein.power", "z^2", fp("z", "2")),
		ok("bernstein.power", "1", fp("z", "0")),
		no("bernstein.power", "z", fp("z", "euler"), "no formula says \"euler\""),
		no("bernstein.power", "z^(201/100)", fp("z", "201/100"), "the power 201/100 is not in [0, 2]"),
		ok("bernstein.power", "z^sqrt(3)", fp("z", "sqrt(3)")),
		ok("bernstein.power", "z^(sqrt(2)*sqrt(2))", fp("z", "2")),
		no("bernstein.power", "z^sqrt(5)", fp("z", "sqrt(5)"), "the power sqrt(5) is not in [0, 2]"),
		no("bernstein.power", "z^(-sqrt(5))", fp("z", "-sqrt(5)"), "the power -sqrt(5) is not in [0, 2]"),
		no("bernstein.power", "z^(2+1/10^40)", fp("z", "2.0000000000000000000000000000000000000001"), "is not in [0, 2]"),
		no("bernstein.power", "z^sqrt(3)", fp("z", "sqrt(2)"), "not proved to equal"),
		no("bernstein.power", "z^(1-"+checktest.Positive+")", fp("z", written("2+"+checktest.Unsigned)), "is not in [0, 2]"),
		no("bernstein.power", "z^(1-"+checktest.Positive+")", fp("z", written(checktest.Unsigned)), "is not in [0, 2]"),
		no("bernstein.power", "z^(-1/2)", fp("z", "-1/2"), "the power -1/2 is not in [0, 2]"),
		no("bernstein.power", "(1+z)^2", fp("1+z", "2"), "a power of 1 + z, not of z"),
		no("bernstein.power", "z^3", fp("z", "2"), "not proved to equal"),

		ok("bernstein.sum", "sqrt(1+z^2)-1", sum("-1", "1 sqrt(1+z^2)"), bf),
		no("bernstein.sum", "sqrt(1+z^2)-2", sum("-2", "1 sqrt(1+z^2)"), "is negative at 0", bf),
		no("bernstein.sum", "z-z^2", sum("0", "1 z", "-1 z^2"), "the coefficient -1 is negative", bf, bf),
		no("bernstein.sum", "z^2", sum("0", "1 z"), "not proved to equal", bf),

		ok("bernstein.root", "sqrt(1+z^2)", fp("1+z^2", "1/2"), bf),
		ok("bernstein.root", "(1+z^2)^(sqrt(2)/2)", fp("1+z^2", "1/2*sqrt(2)"), bf),
		no("bernstein.root", "(1+z^2)^sqrt(2)", fp("1+z^2", "sqrt(2)"), "the power sqrt(2) is not in (0, 1]", bf),
		no("bernstein.root", "(1+z^2)^(-sqrt(2)/2)", fp("1+z^2", "-1/2*sqrt(2)"), "is not in (0, 1]", bf),
		no("bernstein.root", "(1+z^2)^(1/2)", fp("1+z^2", written("1+"+checktest.Unsigned)), "is not in (0, 1]", bf),
		no("bernstein.root", "(1+z^2)^2", fp("1+z^2", "2"), "the power 2 is not in (0, 1]", bf),
		no("bernstein.root", "1/(1+z^2)", fp("1+z^2", "-1"), "the power -1 is not in (0, 1]", bf),
		no("bernstein.root", "z", fp("1+z^2", "1/2"), "not proved to equal", bf),

		// what has no form: it might not be defined, finite and analytic for all z > 0
		open("completely-monotone.exponential", "exp(-z)", f("log((z-1)^2)"),
			"a logarithm of something that is not proved to be positive", bf),
		open("completely-monotone.exponential", "exp(-z)", f("log(sin(z)^2)"),
			"a logarithm of something that is not proved to be positive", bf),
		open("completely-monotone.exponential", "exp(-abs(z-1))", f("abs(z-1)"),
			"abs of something that is not proved to be positive", bf),
		open("completely-monotone.exponential", "exp(-z)", f("besselk(0,(z-1)^2)"),
			"a Bessel function of something that is not proved to be positive", bf),
		open("completely-monotone.exponential", "exp(-besselj(0,z))", f("besselj(0,z)"), "a Bessel function J", bf),
		ok("completely-monotone.exponential", "exp(-besselk(pi,z))", f("besselk(pi,z)"), bf),
		open("completely-monotone.exponential", "exp(-besselk("+checktest.Unread+",z))",
			f("besselk("+checktest.Unread+",z)"), "zero", bf),
		open("completely-monotone.exponential", "exp(-z*"+checktest.Unread+")", f("z*"+checktest.Unread), "zero", bf),
		open("completely-monotone.exponential", "exp(-min(z,1))", f("min(z,1)"), "min of something that varies", bf),
		open("completely-monotone.exponential", "exp(-gamma(z-1))", f("gamma(z-1)"), "gamma", bf),
		open("completely-monotone.exponential", "exp(-1/(z-1))", f("1/(z-1)"), "has no zero", bf),
		open("completely-monotone.exponential", "exp(-z)", f("(1+sin(z)^2-z/10^9)^(1/2)"), "has no zero", bf),
		open("completely-monotone.exponential", "exp(-1/sin(z))", f("1/sin(z)"), "it is not known where sin", bf),
		open("completely-monotone.exponential", "exp(-z)", f("(sin(z)*sin(z)*sin(z)^2)^(1/3)"),
			"it is not known where sin", bf),
		open("completely-monotone.exponential", "exp(-z*"+checktest.Unsigned+")", f("z*"+checktest.Unsigned),
			"whether the constant", bf),
		open("completely-monotone.exponential", "exp(-(1+z)^400)", f("(1+z)^400*(1+z^2)^12*(1+z^3)^12*(1+z^5)^12"),
			"a product of more than 300 terms", bf),
		open("completely-monotone.exponential", "exp(-z)", f(strings.Repeat("sqrt(1+", 70)+"z"+strings.Repeat(")", 70)),
			"nested too deeply", bf),
		open("completely-monotone.exponential", "exp(-z)", f(strings.Repeat("atan(", 70)+"z"+strings.Repeat(")", 70)),
			"nested too deeply", bf),
	}
}
