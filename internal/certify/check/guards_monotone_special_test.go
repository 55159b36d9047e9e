package check

import (
	"strings"
	"testing"

	"krein/internal/certify/check/monotone"
	"krein/internal/certify/checktest"
	"krein/internal/certify/proof"
)

func TestGuardsMonotoneSpecial(t *testing.T) { testGuards(t, monotoneSpecialGuardRows(t)) }

// monotoneSpecialGuardRows are about monotone/special.go.
func monotoneSpecialGuardRows(t *testing.T) []guardRow {
	bf := assumed(monotone.Bernstein, true)
	ok := func(rule, formula, evidence string, from ...*proof.Step) guardRow {
		return shows("completely-monotone."+rule, formula, 3, evidence, from...)
	}
	no := func(rule, formula, evidence, why string, from ...*proof.Step) guardRow {
		return stops("completely-monotone."+rule, formula, 3, evidence, why, from...)
	}
	open := func(rule, formula, evidence, why string, from ...*proof.Step) guardRow {
		return leaves("completely-monotone."+rule, formula, 3, evidence, why, from...)
	}
	// function, order, shift, argument
	sp := func(s string) string {
		f := strings.Fields(s)
		return `{"function":"` + f[0] + `","order":"` + f[1] + `","shift":"` + f[2] + `","argument":"` + f[3] + `"}`
	}
	// "rate coefficient coefficient …", …
	terms := func(terms []string) string {
		for i, t := range terms {
			f := strings.Fields(t)
			for j := range f {
				f[j] = `"` + f[j] + `"`
			}
			terms[i] = `{"rate":` + f[0] + `,"coefficients":[` + strings.Join(f[1:], ",") + `]}`
		}
		return `"terms":[` + strings.Join(terms, ",") + `]`
	}
	mix := func(list ...string) string { return "{" + terms(list) + "}" }
	frac := func(argument string, list ...string) string {
		return `{"argument":"` + argument + `",` + terms(list) + "}"
	}
	many := func(n int) []string {
		out := make([]string, n)
		for i := range out {
			out[i] = strings.Repeat("1", i+1) + " 1"
		}
		return out
	}
	// the polynomial P is 1 − 2/3·… with an irrational coefficient that is negative
	const oddity = "(1-2*z/3-sqrt(2)*z^2)*exp(-z)"
	return []guardRow{
		shows("conditionally-pd.bernstein", "2-sqrt(z+z^2)", 3, `{"constant":"2","formula":"sqrt(z+z^2)"}`, bf),
		shows("conditionally-pd.bernstein", "z == 0 ? 2 : 2-sqrt(z+z^2)", 3, `{"constant":"2","formula":"sqrt(z+z^2)"}`, bf),
		stops("conditionally-pd.bernstein", "z == 0 ? 1 : 2-sqrt(z+z^2)", 3, `{"constant":"2","formula":"sqrt(z+z^2)"}`,
			"but the limit is 2", bf),
		stops("conditionally-pd.bernstein", "2-sqrt(z+z^2)", 3, `{"constant":"1","formula":"sqrt(z+z^2)"}`,
			"not proved to equal", bf),
		stops("conditionally-pd.bernstein", "2-sqrt(z+z^2)", 3, `{"constant":"2","formula":"x"}`, "unknown name", bf),

		ok("laplace-integral", "exp(z^2)*erfc(z)", sp("erfc 0 0 z"), bf),
		ok("laplace-integral", "exp(z^2)*besselk(2, z^2)", sp("besselk 2 0 z^2"), bf),
		ok("laplace-integral", "exp(-z)*besseli(1, z)/z", sp("besseli 1 0 z"), bf),
		ok("laplace-integral", "exp(z)*besselk(sqrt(2), z)", sp("besselk sqrt(2) 0 z"), bf),
		ok("laplace-integral", "exp(-z)*besseli(-sqrt(2)/3, z)*z^(sqrt(2)/3)", sp("besseli -1/3*sqrt(2) 0 z"), bf),
		ok("laplace-integral", "z^(1/2)*besselk(1/4, z^2)", sp("matern 1/4 1/4 z^2"), bf),
		ok("laplace-integral", "z*besselk(-3/4, z^2)", sp("matern -3/4 1/2 z^2"), bf),
		ok("laplace-integral", "exp(-z)*(besseli(0, z)+besseli(1, z))", sp("besseli+ 0 0 z"), bf),
		no("laplace-integral", "exp(-z)*(besseli(0, z)+1.01*besseli(1, z))", sp("besseli+ 0 0 z"), "not proved to equal", bf),
		ok("laplace-integral", "exp(-z)*(besseli(0, z)-besseli(1, z))", sp("besseli- 0 0 z"), bf),
		no("laplace-integral", "exp(-z)*(besseli(0, z)-1.01*besseli(1, z))", sp("besseli- 0 0 z"), "not proved to equal", bf),
		no("laplace-integral", "exp(-z)*(besseli(-3/4, z)+besseli(1/4, z))*z^(3/4)", sp("besseli+ -3/4 0 z"),
			"the order -3/4 is below −1/2", bf),
		no("laplace-integral", "exp(-z)*(besseli(0, z)+besseli(1, z))", sp("besseli+ 0 1 z"),
			"besseli+ has no such order or shift", bf),
		ok("laplace-integral", "gamma(z^2)/gamma(z^2+4/3)", sp("gamma 0 4/3 z^2"), bf),
		ok("laplace-integral", "gamma(z+sqrt(2))/gamma(z+3/2)", sp("gamma sqrt(2) 3/2 z"), bf),
		ok("laplace-integral", "1", sp("gamma 1 1 z"), bf),
		no("laplace-integral", "gamma(z+3/2)/gamma(z+sqrt(2))", sp("gamma 3/2 sqrt(2) z"),
			"0 ≤ 3/2 ≤ sqrt(2) is not proved", bf),
		no("laplace-integral", "gamma(z+1-1/10)/gamma(z+1)", sp("gamma -1/10 0 z+1"), "0 ≤ -1/10 ≤ 0 is not proved", bf),
		no("laplace-integral", "gamma(z+1)/gamma(z+3/2)", sp("gamma 1 2 z"), "not proved to equal", bf),
		no("laplace-integral", "gamma(z+1-1)/gamma(z-1/4)", sp("gamma 0 1/4 z-1/4"), "not proved to be positive", bf),
		no("laplace-integral", "z^(6/5)*besselk(3/4, z^2)", sp("matern 3/4 3/5 z^2"), "exceeds the order or 1/2", bf),
		no("laplace-integral", "z^(2/3)*besselk(1/4, z^2)", sp("matern 1/4 1/3 z^2"), "exceeds the order or 1/2", bf),
		no("laplace-integral", "exp(-z)*besseli(-sqrt(2)/2, z)*z^(sqrt(2)/2)", sp("besseli -1/2*sqrt(2) 0 z"),
			"is below −1/2", bf),
		no("laplace-integral", "exp(z^2)*erfc(z)", sp("erfc 0 0 x"), "unknown name", bf),
		no("laplace-integral", "exp(z^2)*erfc(z)", sp("erfc 1 0 z"), "erfc has no such order or shift", bf),
		no("laplace-integral", "exp(z)*besselk(2, z)", sp("besselk 2 1 z"), "besselk has no such order or shift", bf),
		no("laplace-integral", "exp(-z)*besseli(1, z)/z", sp("besseli 1 1 z"), "besseli has no such order or shift", bf),
		no("laplace-integral", "exp(z^2)*erfc(z)", sp("erf 0 0 z"), `the rule is not about "erf"`, bf),
		no("laplace-integral", "exp(z^2)*erfc(2*z)", sp("erfc 0 0 z"), "not proved to equal", bf),
		no("laplace-integral", "exp((z-2)^2)*erfc(z-2)", sp("erfc 0 0 z-2"), "not proved to be positive", bf),
		no("laplace-integral", "exp(-z)*besseli(-3/4, z)*z^(3/4)", sp("besseli -3/4 0 z"),
			"the order -3/4 is below −1/2", bf),

		ok("exponential-polynomial", "(1+z)*exp(-z)", mix("1 1 1")),
		ok("exponential-polynomial", "exp(-z)-exp(-2*z)/2", mix("1 1", "2 -1/2")),
		ok("exponential-polynomial", "(1-4e-8*z+1e-8*z^2)*exp(-z)", mix("1 1 -1/25000000 1/100000000")),
		// y − 14/5 y^4 + 3 y^9 > 0 > y − 3 y^4 + 3 y^9 somewhere
		ok("exponential-polynomial", "exp(-z)-7/5*exp(-2*z)+exp(-3*z)", mix("1 1", "2 -7/5", "3 1")),
		ok("exponential-polynomial", "exp(-z/2)-14/10*exp(-z)+exp(-3/2*z)", mix("1/2 1", "1 -14/10", "3/2 1")),
		no("exponential-polynomial", "exp(-z)-3/2*exp(-2*z)+exp(-3*z)", mix("1 1", "2 -3/2", "3 1"),
			"a partial sum is negative somewhere"),
		no("exponential-polynomial", "exp(-z)-7/5*exp(-2*z)+(1+z/9-z/9)*exp(-3*z)-z*exp(-4*z)/9",
			mix("1 1", "2 -7/5", "3 1", "4 0 -1/9"), "a partial sum is negative somewhere"),
		no("exponential-polynomial", "exp(-z)-1001/2000*exp(-2*z)+exp(-21*z)", mix("1 1", "2 -1001/2000", "21 1"),
			"a partial sum is negative somewhere"),
		no("exponential-polynomial", "exp(-z)-sqrt(2)*exp(-2*z)+exp(-3*z)", mix("1 1", "2 -sqrt(2)", "3 1"),
			"a partial sum has a negative coefficient"),
		no("exponential-polynomial", "sqrt(2)*exp(-sqrt(2)/2*z)-11/10*exp(-z)+exp(-2*z)",
			mix("sqrt(2)/2 sqrt(2)", "1 -11/10", "2 1"), "a partial sum is negative somewhere"),
		no("exponential-polynomial", "exp(-z)-exp(-sqrt(2)*z)+exp(-3*z)", mix("1 1", "sqrt(2) -1", "3 1"),
			"a partial sum has a negative coefficient"),
		no("exponential-polynomial", "(1-4*z+z^2)*exp(-z)", mix("1 1 -4 1"), "a partial sum is negative somewhere"),
		no("exponential-polynomial", "-exp(-z)", mix("1 -1"), "a partial sum is negative somewhere"),
		open("exponential-polynomial", "(1e950-z+z^63)*exp(-z)", mix("1 1e950 -1"+strings.Repeat(" 0", 61)+" 1"), "coefficients that are too long"),
		no("exponential-polynomial", oddity, mix("1 1 -2/3 -sqrt(2)"), "a partial sum has a negative coefficient"),
		open("exponential-polynomial", "(1+(1+"+checktest.Unsigned+")*z)*exp(-z)", mix("1 1 1+"+checktest.Unsigned),
			"the sign of the coefficient"),
		no("exponential-polynomial", "exp(-z)-0.51*exp(-2*z)", mix("1 1", "2 -51/100"),
			"a partial sum is negative somewhere"),
		// in this order the partial sums are 1 and 1/2
		no("exponential-polynomial", "exp(-2*z)-exp(-z)/2", mix("2 1", "1 -1/2"), "the rates are not proved to increase"),
		no("exponential-polynomial", "exp(-z)/2", mix("1 1", "1 -1/2"), "the rates are not proved to increase"),
		no("exponential-polynomial", "exp(-z)+exp(-(1+"+checktest.Unsigned+")*z)", mix("1 1", "1+"+checktest.Unsigned+" 1"),
			"the rates are not proved to increase"),
		no("exponential-polynomial", "-exp(z)", mix("-1 -1"), "the rate -1 is not positive"),
		no("exponential-polynomial", "1", mix("0 1"), "the rate 0 is not positive"),
		no("exponential-polynomial", "exp(-z)", mix("1 2"), "not proved to equal"),
		no("exponential-polynomial", "0", mix(), "0 terms"),
		no("exponential-polynomial", "exp(-z)", mix(many(33)...), "33 terms"),
		no("exponential-polynomial", "exp(-z)", mix("1 1", "2"), "a polynomial of 0 coefficients"),
		no("exponential-polynomial", "exp(-z)", mix("1 1"+strings.Repeat(" 0", 64)), "a polynomial of 65 coefficients"),
		no("exponential-polynomial", "exp(-z)", mix("x 1"), "unknown name"),
		no("exponential-polynomial", "exp(-z)", mix("1 x"), "unknown name"),

		// the first polynomial outweighs the others: 1 > v e^(−3v/4)
		ok("exponential-polynomial", "exp(-z)-(1+2*z)*exp(-2*z)/2", mix("1 1", "2 -1/2 -1")),
		ok("exponential-polynomial", "exp(-z)-(1+sqrt(3)*z)*exp(-sqrt(3)*z)/4", mix("1 1", "sqrt(3) -1/4 -sqrt(3)/4")),
		no("exponential-polynomial", "exp(-z)-0.52*(1+2*z)*exp(-2*z)", mix("1 1", "2 -13/25 -26/25"), "a partial sum is negative somewhere"),
		// nothing rational is known below the second coefficient
		no("exponential-polynomial", "exp(-z)-exp(700)*exp(-2*z)", mix("1 1", "2 -exp(700)"), "a partial sum has a negative coefficient"),
		no("exponential-polynomial", "exp(-z)-(1+sqrt(3)*z)*exp(-sqrt(3)*z)*0.54", mix("1 1", "sqrt(3) -27/50 -sqrt(3)*27/50"),
			"a partial sum has a negative coefficient"),
		no("exponential-polynomial", "exp(-z)-(1+2*z)*exp(-2*z)/9-(1+3*z)*exp(-3*z)/9-(1+4*z)*exp(-4*z)/9",
			mix("1 1", "2 -1/9 -2/9", "3 -1/9 -3/9", "4 -1/9 -4/9"), "a partial sum is negative somewhere"),
		ok("rational", "1/(1+z^2)-2/(2+z^2)^2", frac("z^2", "1 1", "2 0 -2"), bf),
		no("rational", "1/(1+z^2)-3/(2+z^2)^2", frac("z^2", "1 1", "2 0 -3"), "a partial sum is negative somewhere", bf),

		ok("rational", "1/(1+z^2)-1/(2+z^2)+1/z^4", frac("z^2", "0 0 1", "1 1", "2 -1"), bf),
		no("rational", "1/(1+z^2)-1.01/(2+z^2)", frac("z^2", "1 1", "2 -101/100"), "a partial sum is negative somewhere", bf),
		no("rational", "1/(2+z^2)-1/2/(1+z^2)", frac("z^2", "2 1", "1 -1/2"), "the rates are not proved to increase", bf),
		no("rational", "1/(2+z^2)", frac("z^2", "2 1", "2 0"), "the rates are not proved to increase", bf),
		no("rational", "1/(2+z^2)", frac("z^2", "2 1", "2+"+checktest.Unsigned+" 0"),
			"the rates are not proved to increase", bf),
		no("rational", "1/z^2", frac("z^2", "-1/2 1"), "the rate -1/2 is negative", bf),
		no("rational", "1/(z-2)^2", frac("z-2", "0 0 1"), "not proved to be positive", bf),
		no("rational", "1/z^2", frac("x", "0 1"), "unknown name", bf),
		no("rational", "1/z^2", frac("z^2", "x 1"), "unknown name", bf),
		no("rational", "1/z^2", frac("z^2", "0 x"), "unknown name", bf),
		no("rational", "2/z^2", frac("z^2", "0 1"), "not proved to equal", bf),
		no("rational", "0", frac("z^2"), "0 terms", bf),
		no("rational", "1/z^2", frac("z^2", many(33)...), "33 terms", bf),
		no("rational", "1/z^2", frac("z^2", "0 1"+strings.Repeat(" 0", 64)), "a polynomial of 65 coefficients", bf),
	}
}
