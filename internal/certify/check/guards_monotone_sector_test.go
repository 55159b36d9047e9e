package check

import (
	"fmt"
	"testing"

	"krein/internal/certify/checktest"
	"krein/internal/certify/proof"
)

func TestGuardsMonotoneSector(t *testing.T) { testGuards(t, monotoneSectorGuardRows()) }

// monotoneSectorGuardRows are about monotone/sector.go. What is stopped is false, but where the row says that it is not
// seen.
func monotoneSectorGuardRows() []guardRow {
	var rows []guardRow
	row := func(r guardRow, formula string) {
		r.rule, r.formula, r.dim = "completely-monotone."+r.rule, formula, 3
		if r.evidence == nil {
			r.evidence = `{"formula":"` + formula + `"}`
		}
		rows = append(rows, r)
	}
	cm := func(formulas ...string) {
		for _, f := range formulas {
			row(guardRow{rule: "sector", want: checktest.Accepted}, f)
		}
	}
	bf := func(formulas ...string) {
		cm(formulas...)
		for i := range formulas {
			rows[len(rows)-1-i].rule = "bernstein.sector"
		}
	}
	not := func(why string, formulas ...string) {
		for _, f := range formulas {
			row(guardRow{rule: "sector", want: checktest.Rejected, why: why}, f)
			row(guardRow{rule: "sector", want: checktest.Rejected, why: why}, f)
			rows[len(rows)-1].rule = "bernstein.sector"
		}
	}
	const other, argument, sum, right = "is not proved to be that of the claim", "the argument of",
		"the argument of the sum", "the real part of an argument"

	product := "1/(1+z)" // of more factors than are compared with each other
	for i := range 40 {
		if product += fmt.Sprintf("/(%d+z)", i+2); i == 37 {
			cm(product)
		}
	}
	row(guardRow{rule: "sector", want: checktest.Undecided, why: "a product of more than 40 factors"}, product)

	// powers, products, sums
	bf("z", "z^2", "z^sqrt(2)", "(1+z)^(3/2)", "(1+z)^2", "z*sqrt(1+z)", "z*sqrt(1+z^2)", "z^2/(1+z)^2", "z/(1+z)",
		"2+z+z^2", "(z+z^2)^(1/3)", "1/(1/z+1/z^2)")
	cm("1/z^3", "1/(1+z)^7", "z^(-pi)", "(1+z^2)^(-1/3)/(2+z)", "1/(1/2+z+z^2)", "sqrt(2)")
	not(other, "z^(201/100)", "z^3", "(1+z)^(201/100)", "z*(1+z^2)^(51/100)", "z^2*(1+1/z)/z^4*z^5", "z/(1+z)^3*(1+z^2)")
	not(sum, "1+z+z^3", "1+z^(2001/1000)", "1/z^2+z", "(z+1/z^3)^(1/2)")
	not("the constant -1 is not proved to be positive", "-1*z", "z/(-1)")
	not("the constant -1", "(-1)*(1+z)")
	// logarithms and imaginary parts
	bf("log(1+z)", "log(2+z^2)", "z*log(1+z)", "z/log(2+z)", "z^2/log(1+z^2)", "z^2*log(1+1/z^2)", "log(1+log(1+z))",
		"log(3/2+z+sqrt(z))", "log((1+z)*(2+z^2))", "2-1/(1+z)", "z/tanh(z)-1",
		"1-(1-exp(1))*z", "2*z-1/(1+z)+1", "log(z+sqrt(1+z^2))", "z*log(z+sqrt(1+z^2))", "sqrt(z)*log(sqrt(z)+sqrt(1+z))",
		"log(cosh(sqrt(z)))", "log(2+3*cosh(z))")
	cm("log(1+1/z)", "1/log(2+z)", "log(1+1/z^2+1/z)", "1-z/sqrt(1+z^2)", "1-z^2*log(1+1/z^2)", "log(1+1/(1+z))",
		"log(z+sqrt(1+z^2))/z", "log(1+z)/z", "2-atan(z)", "exp(1/z)", "exp(1-log(2+z))", "exp(-z)*(1+z)^(-2)")
	not(other, "z^2*log(1+z)", "log(1+z)^3", "log(1+z)*z^(3/2)", "sqrt(z)/log(1+z)", "cosh(z)+z*sinh(z)")
	// the last two are Bernstein functions, that is not seen so
	not(sum, "1+z^3-z", "z-log(1+z)+1", "1-exp(-z)")
	not(argument, "log(1+z+z^3)", "exp(z-1/z)", "z^z", "exp(sin(z))", "sin(z)") // of the first Re f < 0 somewhere
	not("log(1/2 + z) is negative at 0", "log(1/2+z)")
	// functions where the real part is positive
	bf("atan(z)", "atan(z)^2", "z*atan(z)", "tanh(z)*z", "z/tanh(z)", "sqrt(z)/tanh(sqrt(z))", "z*exp(z^2)*erfc(z)",
		"1/(exp(z^2)*erfc(z))", "atan(z/(1+z))")
	cm("tanh(z)/z", "1/(z*tanh(3*z))", "atan(z)/z", "exp(z^2)*erfc(z)", "exp(-z^2)/erfc(z)/z^2", "exp(-z^2)/(z*erfc(z))",
		"sqrt(tanh(z)/z)")
	not(other, "tanh(z)", "atan(z)^3", "1/tanh(z)", "1/(exp(z^2)*erfc(z))^3", "exp(z^2)*erfc(z)*z^(3/2)*z",
		"atan(tanh(z))")
	not(right, "atan(z^2)", "tanh(z^(3/2))/z^9", "1/cosh(z^2)")
	not(argument, "exp(z^2)*erfc(2*z)", "exp(2*z^2)*erfc(z)")
	not("of the imaginary part", "log(1+exp(-z))*z", "log((1+z^2)^2*(1+1/z))", "exp(z^4)*erfc(z^2)", "exp(z^4)")
	not(argument, "exp(z)*erfc(z)")
	// functions with zeros for t ≤ 0 only
	cm("1/cosh(2*z)^3", "z/sinh(z)", "z^2/besseli(2,z)", "z^sqrt(2)/besseli(sqrt(2),z)", "(cosh(z)+1)^(-sqrt(2))",
		"1/(cosh(2*z)-1/sqrt(2))", "z^2/(2*cosh(z)-2)", "1/(cosh(z)+z*sinh(z))", "sqrt(z)/sinh(sqrt(z))",
		"z*besselk(1,z)", "z^(7/5)*besselk(-sqrt(2),z)", "(z^pi*besselk(pi,z))^3", "z^(-1/3)/besseli(-1/3,z)",
		"1/(cosh(z)-1)*z^2")
	not(other, "sqrt(z)*z/sinh(z)", "z^(3/2)*besselk(1,z)", "z^(71/50)*besselk(sqrt(2),z)", "cosh(z)",
		"z^(201/100)/(cosh(z)-1)", "z^(3/2)/besseli(1,z)", "z^(-1/4)/besseli(-1/3,z)", "z/cosh(z)")
	not(sum, "1/(cosh(z)+101/100)", "1/(z^2+cosh(z)-1/2*z^2)", "1/(exp(-z)+cosh(z)+2)")
	// quotients, the zeros of which are in order, and products
	cm("cosh(z)/cosh(2*z)", "besseli(0,z)/(z*besseli(1,2*z))", "besseli(2,z)/besseli(1,z)/z", "sinh(z)/(z*(cosh(z)+1/3))",
		"cosh(z/2)^2/cosh(z)^3", "z^(-1)*sinh(z)/cosh(z)", "besselk(0,z)/(z*besselk(1,z))", "besselk(1,z)/(z*besselk(2,z))",
		"besseli(1/3,z)*besselk(1/3,z)", "besseli(pi,z)*besselk(-pi,z)", "besselk(0,z)*besseli(0,z)",
		"besselk(1/4,z)/(z*besselk(3/4,z))")
	bf("z*besseli(1,z)/besseli(0,z)", "z*sinh(z)/(cosh(z)+1/3)", "z*(cosh(z)-1/3)/sinh(z)", "z*besselk(1,z)/besselk(0,z)",
		"1/(besseli(1,z)*besselk(1,z))", "z*besseli(0,z)/besseli(1,z)", "z*sinh(z)/(cosh(z)-1)",
		"z^(3/2)*besseli(1/2,z)/besseli(0,z)", "z*sinh(z)/besseli(0,z)")
	cm("1/(exp(z)+1)", "1/(exp(2*z)-sqrt(1/2))", "z/(exp(z)-1)", "exp(-z)/(2+exp(-z))", "exp(-z)/(3-2*exp(-z))",
		"(exp(-z)/(2+exp(-z)))^2", "1/(2*exp(sqrt(z))+1)")
	bf("log(exp(z)+1)")
	// the first and the last have poles
	not(sum, "1/(exp(z)+z)", "1/(1/2-exp(z))", "1/(exp(z)+101/100)", "1/(exp(z)-101/100)", "1/(exp(z)/z+1)")
	not(other, "(exp(z)+1)/z^2", "(1+exp(-z))/exp(-z)", "z^(3/2)/(exp(z)-1)", "exp(-z)/(1-exp(-z))*z^(3/2)")
	cm("sinh(z)/(z*besseli(0,z))", "cosh(z)/(z^2*besseli(0,2*z))")
	not(other, "cosh(2*z)/cosh(z)", "cosh(z)/sinh(z)", "besseli(0,z)/besseli(1,2*z)", "(cosh(z)+1/2)/cosh(2*z)",
		"besseli(0,z)/besseli(2,z)", "z*sinh(z)/(cosh(2*z)+1/3)", "besselk(0,z)/besselk(1,z)",
		"z*besseli(2,z)/besseli(1,2*z)", "besseli(2,z)/besseli(0,z)", "besseli(1,z)*besselk(1,2*z)",
		"besselk(2,z)/(z*besselk(0,z))",
		// sinh x and cosh x are I_ν(x) and a power of x
		"sinh(z)/(sqrt(z)*besseli(0,z))", "sqrt(z)*besseli(0,z)/sinh(z)", "z^(-1/2)*sinh(2*z)/besseli(0,2*z)")
	not(argument, "besseli(-3/2,z)/z", "erf(z)/z")

	// what is passed on by a part: without it the part would be positive, or real
	not(sum, "cosh(1+z+z^3)", "1/(1+z)-1/2")
	not("the argument of sin(z)", "exp(2*sin(z))", "exp(-sin(z))")
	// ε < 0, which is not seen: it is about −10^(−2100)
	open := func(why string, formulas ...string) {
		not(why, formulas...)
		for i := range 2 * len(formulas) {
			rows[len(rows)-1-i].want = checktest.Undecided
		}
	}
	const tiny = checktest.Unsigned + "*sqrt(2)"
	open("two angles", "1/cosh(z^sqrt(1/2)*(1+z)^("+tiny+"-sqrt(1/2)))") // increases for large t
	// the first decreases for large t, and the second is not concave
	not(sum, "z/(1+z)+z^sqrt(2)*(1+z)^("+tiny+"-sqrt(2))", "1+z*(1+z)+z^sqrt(2)*(1+z)^(2-sqrt(2)-"+tiny+")")
	open("the sign of the power", "besseli(0,z)^sqrt(2)*besselk(0,z)^(sqrt(2)+"+tiny+")")

	row(guardRow{rule: "sector", want: checktest.Rejected, why: "not proved to equal",
		evidence: `{"formula":"1/(1+z)"}`}, "1/(2+z)")
	row(guardRow{rule: "sector", want: checktest.Rejected, why: "unknown name", evidence: `{"formula":"x"}`}, "1/(1+z)")
	return rows
}

func TestGuardsMonotoneSeries(t *testing.T) { testGuards(t, monotoneSeriesGuardRows()) }

// monotoneSeriesGuardRows are about the series in monotone/closure.go.
func monotoneSeriesGuardRows() []guardRow {
	cm := assumed(proof.CompletelyMonotone, true)
	series := func(f, shift string) string { return `{"formula":"` + f + `","shift":"` + shift + `"}` }
	const name = "completely-monotone.power-series"
	return []guardRow{
		shows(name, "exp(exp(-z))", 3, series("exp(exp(-z))", "0"), cm),
		shows(name, "sinh(exp(-z))", 3, series("sinh(exp(-z))", "0"), cm),
		shows(name, "exp(exp(-z)-1)", 3, series("exp(exp(-z)-1)", "1"), cm),
		shows(name, "tan(3/2*exp(-z))", 3, series("tan(3/2*exp(-z))", "0"), cm),
		shows(name, "asin(exp(-z))", 3, series("asin(exp(-z))", "0"), cm),
		shows(name, "(3-exp(-z))^(-1/2)", 3, series("(3-exp(-z))^(-1/2)", "3"), cm),
		shows(name, "-log(1-exp(-z)/2)", 3, series("-log(1-exp(-z)/2)", "1"), cm),
		stops(name, "tanh(exp(-z))", 3, series("tanh(exp(-z))", "0"), "is not one of the series", cm),
		stops(name, "exp(z)", 3, series("exp(exp(-z))", "0"), "not proved to equal", cm),
		stops(name, "exp(z)", 3, series("x", "0"), "unknown name", cm),
		stops(name, "tan(9/5*exp(-z))", 3, series("tan(9/5*exp(-z))", "0"), "is negative at 0", cm),
		stops(name, "(1-(2+exp(-z)))^(-2)", 3, series("(1-(2+exp(-z)))^(-2)", "1"), "is negative at 0", cm),
		stops(name, "exp(exp(-z))", 3, `{"formula":"exp(exp(-z))"}`, "evidence", cm),
	}
}
