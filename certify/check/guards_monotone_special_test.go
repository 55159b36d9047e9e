package check

import (
	"strings"
	"testing"

	"krein/certify/check/monotone"
	"krein/certify/internal/checktest"
	"krein/certify/proof"
)

func TestGuardsMonotoneSpecial(t *testing.T) { testGuards(t, monotoneSpecialGuardRows(t)) }

// monotoneSpecialGuardRows are about monotone/special.go.
func monotoneSpecialGuardRows(t *testing.T) []guardRow {
	cm, bf := assumed(proof.CompletelyMonotone, true), assumed(monotone.Bernstein, true)
	ok := func(rule, formula, evidence string, from ...*proof.Step) guardRow {
		return shows("completely-monotone."+rule, formula, 3, evidence, from...)
	}
	no := func(rule, formula, evidence, why string, from ...*proof.Step) guardRow {
		return stops("completely-monotone."+rule, formula, 3, evidence, why, from...)
	}
	open := func(rule, formula, evidence, why string, from ...*proof.Step) guardRow {
		return leaves("completely-monotone."+rule, formula, 3, evidence, why, from...)
	}
	// function, order, shift, argument, power
	sp := func(s string) string {
		f := strings.Fields(s)
		return `{"function":"` + f[0] + `","order":"` + f[1] + `","shift":"` + f[2] + `","argument":"` + f[3] + `","power":"` + f[4] + `"}`
	}
	over := func(d, n string) string { return strings.TrimSuffix(sp(d), "}") + `,"over":` + sp(n) + "}" }
	unknown := func(s, text string) string { // text at the question mark
		return strings.Replace(sp(s), "?", checktest.Constant(t, text).String(), 1)
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
	mixAt := func(at string, list ...string) string { return "{" + terms(list) + `,"at":"` + at + `"}` }
	frac := func(argument string, list ...string) string {
		return `{"argument":"` + argument + `",` + terms(list) + "}"
	}
	fn := func(function, formula string) string {
		return `{"function":"` + function + `","formula":"` + formula + `"}`
	}
	many := func(n int) []string {
		out := make([]string, n)
		for i := range out {
			out[i] = strings.Repeat("1", i+1) + " 1"
		}
		return out
	}
	const oddity = "(1-2*z/3-sqrt(2)*z^2)*exp(-z)" // the polynomial P is 1 − 2/3·… with an irrational coefficient that is negative
	return []guardRow{
		ok("matern", "z*besselk(1, z)", sp("besselk 1 1 1 1")),
		ok("matern", "z^pi*besselk(pi, z)", sp("besselk pi pi 1 1")),
		ok("matern", "z^(7/5)*besselk(sqrt(2), z)", sp("besselk sqrt(2) 7/5 1 1")),
		ok("matern", "z^(7/5)*besselk(-sqrt(2), z)", sp("besselk -sqrt(2) 7/5 1 1")),
		no("matern", "z^(71/50)*besselk(sqrt(2), z)", sp("besselk sqrt(2) 71/50 1 1"), "the power 71/50 of z exceeds the order"),
		no("matern", "z*besselk(1, z)", unknown("besselk 1 ? 1 1", "1+"+checktest.Unsigned), "of z exceeds the order"),
		no("matern", "z^(3/2)*besselk(1, z)", sp("besselk 1 3/2 1 1"), "the power 3/2 of z exceeds the order"),
		no("matern", "z*besselk(1, z)", sp("besselk 1 1 1 -1"), "the power -1 is not positive"),
		no("matern", "z*besselk(1, z)", sp("besseli 1 1 1 1"), `the rule is not about "besseli"`),
		no("matern", "z*besseli(1, z)", sp("besselk 1 1 1 1"), "not seen to equal"),
		no("matern", "z*besselk(1, z)", over("besselk 1 1 1 1", "cosh 0 0 1 1"), "the rule has no numerator"),
		no("matern", "z*besselk(1, z)", sp("besselk 1 1 0 1"), "the scale 0 is not positive"),
		no("matern", "z*besselk(1, z)", sp("besselk 1 1 x 1"), "unknown name"),

		ok("canonical-product", "1/cosh(2*z)^3", sp("cosh 0 0 2 3")),
		ok("canonical-product", "z/sinh(z)", sp("sinh 0 0 1 1")),
		ok("canonical-product", "z^2/besseli(2, z)", sp("besseli 2 0 1 1")),
		ok("canonical-product", "z^sqrt(2)/besseli(sqrt(2), z)", sp("besseli sqrt(2) 0 1 1")),
		no("canonical-product", "z^(-sqrt(2))/besseli(-sqrt(2), z)", sp("besseli -sqrt(2) 0 1 1"), "the order -sqrt(2) is not above −1"),
		no("canonical-product", "z/besseli(1, z)", unknown("besseli ? 0 1 1", "-1+"+checktest.Unsigned), "is not above −1"),
		no("canonical-product", "cosh(z)", sp("cosh 0 0 1 -1"), "the power -1 is not positive"),
		no("canonical-product", "1/cosh(z)", sp("cosh 1 0 1 1"), "cosh has no such order or shift"),
		ok("canonical-product", "(cosh(z)+1)^(-sqrt(2))", sp("cosh 0 1 1 sqrt(2)")),
		ok("canonical-product", "1/(cosh(2*z)-1/sqrt(2))", sp("cosh 0 -1/2*sqrt(2) 2 1")),
		no("canonical-product", "1/(cosh(z)+3/2)", sp("cosh 0 3/2 1 1"), "the shift 3/2 is not in (−1, 1]"),
		no("canonical-product", "1/(cosh(z)-1)", sp("cosh 0 -1 1 1"), "the shift -1 is not in (−1, 1]"),
		no("canonical-product", "1/(cosh(z)+1)", unknown("cosh 0 ? 1 1", "1+"+checktest.Unsigned), "is not in (−1, 1]"),
		no("canonical-product", "1/(cosh(z)-1/2)", unknown("cosh 0 ? 1 1", "-1+"+checktest.Unsigned), "is not in (−1, 1]"),
		no("canonical-product", "z/sinh(z)", sp("sinh 1 0 1 1"), "sinh has no such order or shift"),
		no("canonical-product", "z^2/besseli(2, z)", sp("besseli 2 1 1 1"), "besseli has no such order or shift"),
		no("canonical-product", "1/cosh(z)", sp("tanh 0 0 1 1"), `the rule is not about "tanh"`),
		no("canonical-product", "1/cosh(z)", sp("cosh 0 0 x 1"), "unknown name"),
		no("canonical-product", "1/cosh(z)", sp("cosh 0 0 2 1"), "not seen to equal"),
		// I_{−3/2}(z) changes its sign, I_{−1} = I_1
		no("canonical-product", "1/(z*besseli(1,z))", sp("besseli -1 0 1 1"), "the order -1 is not above −1"),

		// quotients, the zeros of which are in order
		ok("canonical-product", "cosh(z)/cosh(2*z)", over("cosh 0 0 2 1", "cosh 0 0 1 1")),
		ok("canonical-product", "sqrt(tanh(z)/z)", over("cosh 0 0 1 1/2", "sinh 0 0 1 1")),
		ok("canonical-product", "1/(z*tanh(3*z))", over("sinh 0 0 3 1", "cosh 0 1 3 1")),
		ok("canonical-product", "besseli(0, z)/(z*besseli(1, 2*z))", over("besseli 1 0 2 1", "besseli 0 1 1 1")),
		no("canonical-product", "cosh(2*z)/cosh(z)", over("cosh 0 0 1 1", "cosh 0 0 2 1"), "the zeros of the numerator"),
		no("canonical-product", "z/tanh(z)", over("sinh 0 0 1 1", "cosh 0 0 1 1"), "the zeros of the numerator"),
		no("canonical-product", "besseli(0, z)/besseli(2, z)", over("besseli 2 0 1 1", "besseli 0 1 1 1"), "the zeros of the numerator"),
		no("canonical-product", "(cosh(z)+1/2)/cosh(2*z)", over("cosh 0 0 2 1", "cosh 0 1/2 1 1"), "not a quotient of two functions"),
		no("canonical-product", "cosh(z)/(cosh(2*z)+1/2)", over("cosh 0 1/2 2 1", "cosh 0 0 1 1"), "the zeros of the numerator"),
		no("canonical-product", "cosh(z)/(z^4*cosh(2*z))", over("cosh 0 0 2 1", "cosh 0 2 1 1"), "not simple"),
		no("canonical-product", "cosh(z)^2/cosh(2*z)", over("cosh 0 0 2 1", "cosh 0 0 1 2"), "not a quotient of two functions"),
		no("canonical-product", "cosh(z)/cosh(2*z)", strings.Replace(over("cosh 0 0 2 1", "cosh 0 0 1 1"), `"1"}}`, `"1","over":`+sp("cosh 0 0 1 1")+"}}", 1), "not a quotient of two functions"),
		no("canonical-product", "cosh(z)/cosh(2*z)", over("cosh 0 0 2 1", "cosh 0 1 1 1"), "not seen to equal"),
		no("canonical-product", "cosh(z)/cosh(2*z)", over("cosh 0 0 2 1", "cosh 1 0 1 1"), "cosh has no such order or shift"),
		no("canonical-product", "cosh(z)/cosh(2*z)", over("cosh 0 0 2 1", "cosh 0 0 1 0"), "the power 0 is not positive"),
		no("canonical-product", "cosh(z)/cosh(2*z)", over("cosh 0 0 2 1", "exp 0 0 1 1"), `the rule is not about "exp"`),
		no("canonical-product", "cosh(z)/cosh(2*z)", over("cosh 0 0 2 -1", "cosh 0 0 1 1"), "the power -1 is not positive"),
		no("canonical-product", "z*cosh(z)/cosh(2*z)", over("cosh 0 0 2 1", "cosh 0 0 1 1"), "not seen to equal"),

		ok("partial-fractions", "sqrt(tanh(z)/z)", sp("tanh 0 0 1 1/2")),
		ok("partial-fractions", "1/(z*tanh(3*z))", sp("coth 0 0 3 1")),
		ok("partial-fractions", "sinh(z)/(z*(1/3+cosh(z)))", sp("sinh 0 1/3 1 1")),
		no("partial-fractions", "sinh(z)/(z*(4/3+cosh(z)))", sp("sinh 0 4/3 1 1"), "the shift 4/3 is not in (−1, 1]"),
		no("partial-fractions", "sinh(z)/(z*(1/3+cosh(z)))", sp("sinh 1 1/3 1 1"), "sinh has no such order or shift"),
		no("partial-fractions", "1/(z*tanh(z))", sp("coth 0 1 1 1"), "coth has no such order or shift"),
		no("partial-fractions", "z/tanh(z)", sp("tanh 0 0 1 -1"), "the power -1 is not positive"),
		no("partial-fractions", "tanh(z)/z", sp("tanh 1 0 1 1"), "tanh has no such order or shift"),
		no("partial-fractions", "tanh(z)/z", sp("tanh 0 0 x 1"), "unknown name"),
		no("partial-fractions", "tanh(z)/z", sp("cosh 0 0 1 1"), `the rule is not about "cosh"`),
		no("partial-fractions", "tanh(z)", sp("tanh 0 0 1 1"), "not seen to equal"),

		shows("bernstein.reciprocal", "z/tanh(z)", 3, sp("tanh 0 0 1 1")),
		shows("bernstein.reciprocal", "sqrt(z*tanh(2*z))", 3, sp("coth 0 0 2 1/2")),
		shows("bernstein.reciprocal", "z*(1/3+cosh(z))/sinh(z)", 3, sp("sinh 0 1/3 1 1")),
		stops("bernstein.reciprocal", "(z/tanh(z))^2", 3, sp("tanh 0 0 1 2"), "the power 2 is above 1"),
		stops("bernstein.reciprocal", "tanh(z)/z", 3, sp("tanh 0 0 1 -1"), "the power -1 is not positive"),
		stops("bernstein.reciprocal", "z/tanh(z)", 3, sp("tanh 0 0 2 1"), "not seen to equal"),

		shows("conditionally-pd.bernstein", "2-sqrt(z+z^2)", 3, `{"constant":"2","formula":"sqrt(z+z^2)"}`, bf),
		shows("conditionally-pd.bernstein", "z == 0 ? 2 : 2-sqrt(z+z^2)", 3, `{"constant":"2","formula":"sqrt(z+z^2)"}`, bf),
		stops("conditionally-pd.bernstein", "z == 0 ? 1 : 2-sqrt(z+z^2)", 3, `{"constant":"2","formula":"sqrt(z+z^2)"}`, "but the limit is 2", bf),
		stops("conditionally-pd.bernstein", "2-sqrt(z+z^2)", 3, `{"constant":"1","formula":"sqrt(z+z^2)"}`, "not seen to equal", bf),
		stops("conditionally-pd.bernstein", "2-sqrt(z+z^2)", 3, `{"constant":"2","formula":"x"}`, "unknown name", bf),

		ok("partial-fractions", "(1/tanh(2*z)-1/(2*z))/z", sp("langevin 0 0 2 1")),
		no("partial-fractions", "(1/tanh(2*z)-1/(2*z))/z", sp("langevin 1 0 2 1"), "langevin has no such order or shift"),
		no("partial-fractions", "(1/tanh(z)-2/z)/z", sp("langevin 0 0 1 1"), "not seen to equal"),
		no("partial-fractions", "tanh(z)/z", over("tanh 0 0 1 1", "cosh 0 0 1 1"), "the rule has no numerator"),
		shows("bernstein.partial-fractions", "z*tanh(z)", 3, sp("tanh 0 0 1 1")),
		shows("bernstein.partial-fractions", "z/tanh(z)-1", 3, sp("langevin 0 0 1 1")),
		shows("bernstein.partial-fractions", "sqrt(z*sinh(z)/(cosh(z)+1/3))", 3, sp("sinh 0 1/3 1 1/2")),
		stops("bernstein.partial-fractions", "(z*tanh(z))^2", 3, sp("tanh 0 0 1 2"), "the power 2 is above 1"),
		stops("bernstein.partial-fractions", "z*tanh(z)", 3, over("tanh 0 0 1 1", "cosh 0 0 1 1"), "the rule has no numerator"),
		stops("bernstein.partial-fractions", "z*tanh(z)", 3, sp("exp 0 0 1 1"), `the rule is not about "exp"`),
		stops("bernstein.partial-fractions", "z/tanh(z)", 3, sp("tanh 0 0 1 1"), "not seen to equal"),
		stops("bernstein.reciprocal", "z/tanh(z)", 3, over("tanh 0 0 1 1", "cosh 0 0 1 1"), "the rule has no numerator"),

		ok("laplace-integral", "exp(z^2)*erfc(z)", sp("erfc 0 0 z 1"), bf),
		ok("laplace-integral", "exp(z^2)*besselk(2, z^2)", sp("besselk 2 0 z^2 1"), bf),
		ok("laplace-integral", "exp(-z)*besseli(1, z)/z", sp("besseli 1 0 z 1"), bf),
		ok("laplace-integral", "exp(z)*besselk(sqrt(2), z)", sp("besselk sqrt(2) 0 z 1"), bf),
		ok("laplace-integral", "exp(-z)*besseli(-sqrt(2)/3, z)*z^(sqrt(2)/3)", sp("besseli -1/3*sqrt(2) 0 z 1"), bf),
		ok("laplace-integral", "z^(1/2)*besselk(1/4, z^2)", sp("matern 1/4 1/4 z^2 1"), bf),
		ok("laplace-integral", "z*besselk(-3/4, z^2)", sp("matern -3/4 1/2 z^2 1"), bf),
		no("laplace-integral", "z^(6/5)*besselk(3/4, z^2)", sp("matern 3/4 3/5 z^2 1"), "exceeds the order or 1/2", bf),
		no("laplace-integral", "z^(2/3)*besselk(1/4, z^2)", sp("matern 1/4 1/3 z^2 1"), "exceeds the order or 1/2", bf),
		no("laplace-integral", "exp(-z)*besseli(-sqrt(2)/2, z)*z^(sqrt(2)/2)", sp("besseli -1/2*sqrt(2) 0 z 1"), "is below −1/2", bf),
		no("laplace-integral", "exp(-z^2)/erfc(z)", sp("erfc 0 0 z -1"), "the rule has no powers", bf),
		no("laplace-integral", "exp(z^2)*erfc(z)", sp("erfc 0 0 z 2"), "the rule has no powers", bf),
		no("laplace-integral", "exp(z^2)*erfc(z)", sp("erfc 0 0 x 1"), "unknown name", bf),
		no("laplace-integral", "exp(z^2)*erfc(z)", sp("erfc 1 0 z 1"), "erfc has no such order or shift", bf),
		no("laplace-integral", "exp(z)*besselk(2, z)", sp("besselk 2 1 z 1"), "besselk has no such order or shift", bf),
		no("laplace-integral", "exp(-z)*besseli(1, z)/z", sp("besseli 1 1 z 1"), "besseli has no such order or shift", bf),
		no("laplace-integral", "exp(z^2)*erfc(z)", sp("erf 0 0 z 1"), `the rule is not about "erf"`, bf),
		no("laplace-integral", "exp(z^2)*erfc(2*z)", sp("erfc 0 0 z 1"), "not seen to equal", bf),
		no("laplace-integral", "exp((z-2)^2)*erfc(z-2)", sp("erfc 0 0 z-2 1"), "not seen to be positive", bf),
		no("laplace-integral", "exp(-z)*besseli(-3/4, z)*z^(3/4)", sp("besseli -3/4 0 z 1"), "the order -3/4 is below −1/2", bf),

		ok("bessel-product", "besseli(1/2, z)*besselk(1/2, z)", sp("besseli*besselk 1/2 0 1 1")),
		ok("bessel-product", "besseli(pi, z)*besselk(pi, z)", sp("besseli*besselk pi 0 1 1")),
		no("bessel-product", "besseli(-1/pi, z)*besselk(1/pi, z)", sp("besseli*besselk -pi^-1 0 1 1"), "the rule is not about that"),
		no("bessel-product", "besseli(-1/2, z)*besselk(1/2, z)", sp("besseli*besselk -1/2 0 1 1"), "the rule is not about that"),
		no("bessel-product", "besseli(1/2, z)*besselk(1/2, z)", sp("besselk*besseli 1/2 0 1 1"), "the rule is not about that"),
		no("bessel-product", "besseli(1/2, z)*besselk(1/2, z)", sp("besseli*besselk 1/2 0 1 2"), "the rule is not about that"),
		no("bessel-product", "besseli(1/2, z)*besselk(1/2, z)", sp("besseli*besselk 1/2 1 1 1"), "no such order or shift"),
		no("bessel-product", "besseli(1/2, z)*besselk(1/2, z)", sp("besseli*besselk 1/2 0 x 1"), "unknown name"),
		no("bessel-product", "besseli(1/2, z)*besselk(1/2, z)", sp("besseli*besselk 3/2 0 1 1"), "not seen to equal"),

		ok("absolutely-monotone", "exp(exp(-z))", fn("exp", "exp(-z)"), cm),
		ok("absolutely-monotone", "sinh(exp(-z))", fn("sinh", "exp(-z)"), cm),
		no("absolutely-monotone", "tanh(exp(-z))", fn("tanh", "exp(-z)"), `the rule is not about "tanh"`, cm),
		no("absolutely-monotone", "exp(z)", fn("exp", "exp(-z)"), "not seen to equal", cm),
		no("absolutely-monotone", "exp(z)", fn("exp", "x"), "unknown name", cm),

		ok("exponential-polynomial", "(1+z)*exp(-z)", mix("1 1 1")),
		ok("exponential-polynomial", "exp(-z)-exp(-2*z)/2", mix("1 1", "2 -1/2")),
		ok("exponential-polynomial", "(1-4e-8*z+1e-8*z^2)*exp(-z)", mix("1 1 -1/25000000 1/100000000")),
		// y − 14/5 y^4 + 3 y^9 > 0 > y − 3 y^4 + 3 y^9 somewhere
		ok("exponential-polynomial", "exp(-z)-7/5*exp(-2*z)+exp(-3*z)", mix("1 1", "2 -7/5", "3 1")),
		ok("exponential-polynomial", "exp(-z/2)-14/10*exp(-z)+exp(-3/2*z)", mix("1/2 1", "1 -14/10", "3/2 1")),
		no("exponential-polynomial", "exp(-z)-3/2*exp(-2*z)+exp(-3*z)", mix("1 1", "2 -3/2", "3 1"), "a partial sum is negative somewhere"),
		no("exponential-polynomial", "exp(-z)-7/5*exp(-2*z)+(1+z/9-z/9)*exp(-3*z)-z*exp(-4*z)/9", mix("1 1", "2 -7/5", "3 1", "4 0 -1/9"), "a partial sum is negative somewhere"),
		no("exponential-polynomial", "exp(-z)-1001/2000*exp(-2*z)+exp(-21*z)", mix("1 1", "2 -1001/2000", "21 1"), "a partial sum is negative somewhere"),
		no("exponential-polynomial", "exp(-z)-sqrt(2)*exp(-2*z)+exp(-3*z)", mix("1 1", "2 -sqrt(2)", "3 1"), "a partial sum has a negative coefficient"),
		no("exponential-polynomial", "sqrt(2)*exp(-sqrt(2)/2*z)-11/10*exp(-z)+exp(-2*z)", mix("sqrt(2)/2 sqrt(2)", "1 -11/10", "2 1"), "a partial sum is negative somewhere"),
		no("exponential-polynomial", "exp(-z)-exp(-sqrt(2)*z)+exp(-3*z)", mix("1 1", "sqrt(2) -1", "3 1"), "a partial sum has a negative coefficient"),
		no("exponential-polynomial", "(1-4*z+z^2)*exp(-z)", mix("1 1 -4 1"), "a partial sum is negative somewhere"),
		no("exponential-polynomial", "-exp(-z)", mix("1 -1"), "a partial sum is negative somewhere"),
		no("exponential-polynomial", oddity, mix("1 1 -2/3 -sqrt(2)"), "a partial sum has a negative coefficient"),
		open("exponential-polynomial", "(1+(1+"+checktest.Unsigned+")*z)*exp(-z)", mix("1 1 1+"+checktest.Unsigned), "the sign of the coefficient"),
		no("exponential-polynomial", "exp(-z)-0.51*exp(-2*z)", mix("1 1", "2 -51/100"), "a partial sum is negative somewhere"),
		// in this order the partial sums are 1 and 1/2
		no("exponential-polynomial", "exp(-2*z)-exp(-z)/2", mix("2 1", "1 -1/2"), "the rates are not seen to increase"),
		no("exponential-polynomial", "exp(-z)/2", mix("1 1", "1 -1/2"), "the rates are not seen to increase"),
		no("exponential-polynomial", "exp(-z)+exp(-(1+"+checktest.Unsigned+")*z)", mix("1 1", "1+"+checktest.Unsigned+" 1"), "the rates are not seen to increase"),
		no("exponential-polynomial", "-exp(z)", mix("-1 -1"), "the rate -1 is not positive"),
		no("exponential-polynomial", "1", mix("0 1"), "the rate 0 is not positive"),
		no("exponential-polynomial", "exp(-z)", mix("1 2"), "not seen to equal"),
		no("exponential-polynomial", "0", mix(), "0 terms"),
		no("exponential-polynomial", "exp(-z)", mix(many(33)...), "33 terms"),
		no("exponential-polynomial", "exp(-z)", mix("1 1", "2"), "a polynomial of 0 coefficients"),
		no("exponential-polynomial", "exp(-z)", mix("1 1"+strings.Repeat(" 0", 64)), "a polynomial of 65 coefficients"),
		no("exponential-polynomial", "exp(-z)", mix("x 1"), "unknown name"),
		no("exponential-polynomial", "exp(-z)", mix("1 x"), "unknown name"),
		no("exponential-polynomial", "exp(-z)", mixAt("1", "1 1"), "a point is given that the rule does not need"),
		ok("negative-mixture", "(1+1001/1000*z)*exp(-z)", mixAt("1/1000", "1 1 1001/1000")),
		no("negative-mixture", "(1+1001/1000*z)*exp(-z)", mixAt("1", "1 1 1001/1000"), "the density is not seen to be negative there"),
		// P(v) = v/2 is negative at −1, which is no 1/s
		no("negative-mixture", "z*exp(-z)+exp(-z)", mixAt("-1", "1 1 1"), "no point 1/s > 0 is given"),
		no("negative-mixture", "(1+1001/1000*z)*exp(-z)", mixAt("0", "1 1 1001/1000"), "no point 1/s > 0 is given"),
		no("negative-mixture", "(1+1001/1000*z)*exp(-z)", mix("1 1 1001/1000"), "no point 1/s > 0 is given"),
		no("negative-mixture", "(1+z)*exp(-z)", mixAt("1/1000", "1 1 1001/1000"), "not seen to equal"),

		ok("rational", "1/(1+z^2)-1/(2+z^2)+1/z^4", frac("z^2", "0 0 1", "1 1", "2 -1"), bf),
		no("rational", "1/(1+z^2)-1.01/(2+z^2)", frac("z^2", "1 1", "2 -101/100"), "a partial sum is negative somewhere", bf),
		no("rational", "1/(2+z^2)-1/2/(1+z^2)", frac("z^2", "2 1", "1 -1/2"), "the rates are not seen to increase", bf),
		no("rational", "1/(2+z^2)", frac("z^2", "2 1", "2 0"), "the rates are not seen to increase", bf),
		no("rational", "1/(2+z^2)", frac("z^2", "2 1", "2+"+checktest.Unsigned+" 0"), "the rates are not seen to increase", bf),
		no("rational", "1/z^2", frac("z^2", "-1/2 1"), "the rate -1/2 is negative", bf),
		no("rational", "1/(z-2)^2", frac("z-2", "0 0 1"), "not seen to be positive", bf),
		no("rational", "1/z^2", frac("x", "0 1"), "unknown name", bf),
		no("rational", "1/z^2", frac("z^2", "x 1"), "unknown name", bf),
		no("rational", "1/z^2", frac("z^2", "0 x"), "unknown name", bf),
		no("rational", "2/z^2", frac("z^2", "0 1"), "not seen to equal", bf),
		no("rational", "0", frac("z^2"), "0 terms", bf),
		no("rational", "1/z^2", frac("z^2", many(33)...), "33 terms", bf),
		no("rational", "1/z^2", frac("z^2", "0 1"+strings.Repeat(" 0", 64)), "a polynomial of 65 coefficients", bf),
	}
}
