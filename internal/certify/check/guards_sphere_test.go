package check

import (
	"context"
	"math/big"
	"testing"

	"github.com/stretchr/testify/require"

	"krein/internal/certify/check/finite"
	"krein/internal/certify/check/pd"
	"krein/internal/certify/check/rule"
	"krein/internal/certify/check/sphere"
	"krein/internal/certify/checktest"
	"krein/internal/certify/proof"
)

func TestGuardsSphere(t *testing.T) {
	testGuards(t, sphereGuardRows(t))
	testGuards(t, sphereClosureGuardRows(t))
}

// valueOn is the evidence of a value of a kernel.
func valueOn(t *testing.T, formula string, z *big.Rat, bits rule.Bits) pd.ValueEvidence {
	return pd.NewValueEvidence(checktest.Parsed(t, formula), z, bits)
}

// sphereGuardRows are about sphere/rules.go and sphere/not.go.
func sphereGuardRows(t *testing.T) []guardRow {
	cm, all := assumed(proof.CompletelyMonotone, true), assumed(proof.PDAllSpheres, true)
	maclaurin := func(formula string, n int) sphere.CoefficientEvidence {
		return sphere.NewMaclaurinEvidence(checktest.Parsed(t, formula), n, 128)
	}
	gegenbauer := func(formula string, dim, n int) sphere.CoefficientEvidence {
		ev, err := sphere.NewGegenbauerEvidence(context.Background(), checktest.Parsed(t, formula), dim, n, 64)
		require.NoError(t, err)
		return ev
	}
	// changed is evidence of which one thing is another
	changed := func(ev sphere.CoefficientEvidence,
		change func(ev *sphere.CoefficientEvidence)) sphere.CoefficientEvidence {
		change(&ev)
		return ev
	}
	rat := big.NewRat
	jump := func(at string) finite.JumpEvidence { return finite.JumpEvidence{At: at} }
	// rougher names the first singularity within (0,2)
	rougher := func(formula string, dim int) (ev finite.SingularityEvidence) {
		local, err := checktest.Parsed(t, formula).ExactSingularities(finite.LocalOrder(dim))
		require.NoError(t, err)
		at := local.Singularities[1]
		return finite.SingularityEvidence{At: at.At.String(), Exponent: at.Exponent.String(), LogPower: at.LogPow}
	}
	minusU := maclaurin("-u", 1)
	return []guardRow{
		shows("pd-all-spheres.completely-monotone", "exp(-z)", 3, nil, cm),
		stops("pd-all-spheres.completely-monotone", "z == 0 ? 1/2 : exp(-z)", 3, nil, "but the limit is 1", cm),
		shows("pd-sphere.all-spheres", "exp(-z)", 3, nil, all),
		shows("pd-sphere.pd", "exp(-z)", 3, nil, assumed(proof.PD, true)),

		shows("pd-all-spheres.arcs", "1+asin(u)", 3, `{"from":4,"terms":4}`),
		shows("pd-all-spheres.arcs", "48*besselj(3,z)/z^3", 8, `{"from":2,"terms":2}`), // z³ in two factors
		stops("pd-all-spheres.arcs", "-u", 3, `{"from":3,"terms":3}`,
			"the Maclaurin coefficient -1 of degree 1 is not negative"),
		stops("pd-all-spheres.arcs", "acos(u)", 3, `{"from":4,"terms":4}`, "not known to be nonnegative from there on"),
		stops("pd-all-spheres.arcs", checktest.Unsigned+"*asin(u)", 3, `{"from":4,"terms":4}`,
			"not known to be nonnegative from there on"),
		leaves("pd-all-spheres.arcs", checktest.Unsigned+"*u", 3, `{"from":3,"terms":3}`, "of degree 1 is not negative"),
		// The coefficient of u is looked at with from ≥ 3 only.
		stops("pd-all-spheres.arcs", "-u", 3, `{"from":1,"terms":3}`, "not known to be nonnegative from there on"),
		stops("pd-all-spheres.arcs", "u", 3, `{"from":-1,"terms":3}`, "3 terms of which -1 are looked at"),
		stops("pd-all-spheres.arcs", "u", 3, `{"from":4,"terms":3}`, "3 terms of which 4 are looked at"),
		stops("pd-all-spheres.arcs", "u", 3, `{"from":4,"terms":401}`, "401 terms of which 4 are looked at"),
		stops("pd-all-spheres.arcs", "exp(-z)", 3, `{"from":4,"terms":4}`, "no polynomial in u"),
		stops("pd-all-spheres.arcs", "1/(2+u)", 3, `{"from":4,"terms":4}`, "not known to be nonnegative from there on"),
		shows("pd-all-spheres.arcs", "2^u", 3, `{"from":4,"terms":4}`),
		stops("pd-all-spheres.arcs", "(1/2)^u", 3, `{"from":4,"terms":4}`, "not known to be nonnegative"),
		stops("pd-all-spheres.arcs", "(2+u)^u", 3, `{"from":4,"terms":4}`, "no polynomial in u"),
		stops("pd-all-spheres.arcs", "2^cosh(u)", 3, `{"from":4,"terms":4}`, "no polynomial in u"),
		stops("pd-all-spheres.arcs", "(2+u)^(-1)", 3, `{"from":4,"terms":4}`, "not known to be nonnegative from there on"),
		stops("pd-all-spheres.arcs", "sqrt(z+z^2)", 3, `{"from":4,"terms":4}`, "no polynomial in u"),
		stops("pd-all-spheres.arcs", "sqrt(acos(u))", 3, `{"from":4,"terms":4}`, "no polynomial in u"),
		stops("pd-all-spheres.arcs", "sqrt(2+u)", 3, `{"from":4,"terms":4}`, "not known to be nonnegative from there on"),
		stops("pd-all-spheres.arcs", "(1-u)^(1/3)", 3, `{"from":4,"terms":4}`, "not known to be nonnegative from there on"),
		stops("pd-all-spheres.arcs", "besselk(1,z)*z", 3, `{"from":4,"terms":4}`, "no polynomial in u"),
		stops("pd-all-spheres.arcs", "acos(u)^2", 3, `{"from":4,"terms":4}`, "no polynomial in u"),
		stops("pd-all-spheres.arcs", "u^129", 3, `{"from":4,"terms":4}`, "no polynomial in u"),
		stops("pd-all-spheres.arcs", "sin(z)", 3, `{"from":4,"terms":4}`, "no polynomial in u"),
		stops("pd-all-spheres.arcs", "u^80*u^80", 3, `{"from":90,"terms":90}`, "no polynomial in u"),
		shows("pd-all-spheres.arcs", "z <= 2 ? ((4-z^2)^(3/2))^(64/3) : 0", 3, `{"from":40,"terms":40}`),  // (2+2u)^32
		shows("pd-all-spheres.arcs", "z <= 2 ? ((4-z^2)^(3/2))^(130/3) : 0", 3, `{"from":90,"terms":90}`), // as a series
		// its last term alone is 2 − z²/2 = 1 + u
		stops("pd-all-spheres.arcs", "z <= 2 ? 2-(z^3+z^2*(4-z^2))^(2/3)/2 : 0", 3, `{"from":4,"terms":4}`,
			"no polynomial in u"),
		// it is 1 + arcsin u at both ends
		stops("pd-all-spheres.arcs", "1+asin(u-u^2*(1-u^2)*asin(u)/10)", 3, `{"from":4,"terms":4}`, "no polynomial in u"),
		// constants that are not known
		stops("pd-all-spheres.arcs", "u+"+checktest.Unread, 3, `{"from":4,"terms":4}`, "arcs: the sign of"),
		stops("pd-all-spheres.arcs", "u+("+checktest.Positive+")^sqrt(2)", 3, `{"from":4,"terms":4}`, "arcs: the sign of"),
		stops("pd-all-spheres.arcs", "u/"+checktest.Unsigned, 3, `{"from":4,"terms":4}`, "arcs: the sign of"),
		stops("pd-all-spheres.arcs", "u+sqrt("+checktest.Positive+")", 3, `{"from":4,"terms":4}`, "arcs: the sign of"),
		stops("pd-all-spheres.arcs", "u+besselj(1/3,"+checktest.Positive+")", 3, `{"from":4,"terms":4}`,
			"arcs: besselj(1/3, "),
		stops("pd-all-spheres.arcs", "(z^2*"+checktest.Positive+")^(1/2)", 3, `{"from":4,"terms":4}`, "arcs: the sign of"),
		stops("pd-all-spheres.arcs", "z == 0 ? 5 : 3-z^2/2", 3, `{"from":3,"terms":3}`, "the value 5 at z = 0 is not"),
		stops("pd-all-spheres.arcs", "z == 2 ? 5 : 3-z^2/2", 3, `{"from":3,"terms":3}`, "the value 5 at z = 2 is not"),
		shows("pd-all-spheres.arcs", "z > 0 ? 1-z^2/2 : log(z)", 3, `{"from":3,"terms":3}`), // 1 at 0, the limit
		stops("pd-all-spheres.arcs", "z > 0 ? 1-z^2/2 : log("+checktest.Unsigned+"+z)", 3, `{"from":3,"terms":3}`,
			"the exact values at z = 0 and 2"),
		stops("pd-all-spheres.arcs", "z < 2 ? 1-z^2/2 : z > 2 ? 0 : log(z-2)", 3, `{"from":3,"terms":3}`,
			"the exact values at z = 0 and 2"),

		// quotients
		shows("pd-sphere.gegenbauer", "sin(5*theta/2)/sin(theta/2)", 3, `{"from":4,"terms":4}`),
		shows("pd-sphere.gegenbauer", "(1-u^3)/(1-u)", 3, `{"from":4,"terms":4}`),
		// no monomial
		stops("pd-sphere.gegenbauer", "(2+cos(3*theta))/sin(2*theta)", 3, `{"from":4,"terms":4}`, "no polynomial in u"),
		stops("pd-sphere.gegenbauer", "(2+cos(3*theta))/sin(theta)", 3, `{"from":4,"terms":4}`, "no polynomial in u"),
		stops("pd-sphere.gegenbauer", "sin(theta)*(theta+1)/(2-2*cos(3*theta-2*theta))", 3, `{"from":4,"terms":4}`,
			"no polynomial in u"),
		stops("pd-sphere.gegenbauer", "(u^2+theta)/theta", 3, `{"from":4,"terms":4}`, "no polynomial in u"),
		// no value at 2
		stops("pd-sphere.gegenbauer", "(u^2-1)/(1-u^2)", 3, `{"from":4,"terms":4}`, "the exact values at z = 0 and 2"),
		stops("pd-sphere.gegenbauer", "theta == pi ? 1 : theta == 0 ? 3 : sin(3*theta)/sin(theta)", 3, `{"from":4,"terms":4}`,
			"the value 1 at z = 2 is not"),

		// sums of hypergeometric series
		shows("pd-all-spheres.arcs", "exp(u)-u/2", 3, `{"from":3,"terms":3}`),
		shows("pd-all-spheres.arcs", "1/(2-u)-9/5/(4-u)", 3, `{"from":2,"terms":2}`),
		shows("pd-all-spheres.arcs", "1-log(5/4-u)", 3, `{"from":2,"terms":2}`),
		shows("pd-all-spheres.arcs", "sinh(u)-u+cosh(u/2)+asin(u/3)", 3, `{"from":4,"terms":4}`),
		shows("pd-all-spheres.arcs", "exp(u^2/3)*u", 3, `{"from":4,"terms":4}`),
		shows("pd-all-spheres.arcs", "1/(1+z^2)^2-3/10*exp(-z^2)", 3, `{"from":4,"terms":4}`),
		stops("pd-all-spheres.arcs", "1/(1-2*u)^2", 3, `{"from":4,"terms":4}`, "is, or may be, within (−1,1)"),
		stops("pd-all-spheres.arcs", "1/(4-2*u+u^2)", 3, `{"from":4,"terms":4}`, "no polynomial in u"),
		stops("pd-all-spheres.arcs", "exp(-u)", 3, `{"from":4,"terms":4}`, "not known to be nonnegative from there on"),
		stops("pd-all-spheres.arcs", "exp(u)-exp(2*u)/100", 3, `{"from":2,"terms":2}`,
			"not known to be nonnegative from there on"),
		stops("pd-all-spheres.arcs", "exp(u)-1/(2-u)/1000", 3, `{"from":2,"terms":2}`,
			"not known to be nonnegative from there on"),
		stops("pd-all-spheres.arcs", "exp(u^2)-u*exp(u/2)/1000", 3, `{"from":4,"terms":4}`,
			"not known to be nonnegative from there on"),
		stops("pd-all-spheres.arcs", "exp(u)-2*u", 3, `{"from":0,"terms":0}`, "not known to be nonnegative from there on"),
		stops("pd-all-spheres.arcs", "u^2*exp(u)", 3, `{"from":0,"terms":0}`, "not known to be nonnegative from there on"),
		stops("pd-all-spheres.arcs", "(1-u/2)^(5/2)", 3, `{"from":0,"terms":0}`, "not known to be nonnegative from there on"),
		stops("pd-all-spheres.arcs", "exp("+checktest.Unsigned+"*u)", 3, `{"from":4,"terms":4}`,
			"not known to be nonnegative from there on"),
		stops("pd-all-spheres.arcs", checktest.Unsigned+"*exp(u)", 3, `{"from":4,"terms":4}`,
			"not known to be nonnegative from there on"),
		stops("pd-all-spheres.arcs", "exp(u)-2", 3, `{"from":3,"terms":3}`,
			"the Maclaurin coefficient -1 of degree 0 is not negative"),
		// singular within (−1,1), whatever cancels; at u = ±1 the values count
		stops("pd-all-spheres.arcs", "1/(1/2-u)", 3, `{"from":4,"terms":4}`, "is, or may be, within (−1,1)"),
		stops("pd-all-spheres.arcs", "u+(1/2-u)/(1/2-u)", 3, `{"from":4,"terms":4}`, "is, or may be, within (−1,1)"),
		stops("pd-all-spheres.arcs", "1/(1+"+checktest.Unsigned+"-u)", 3, `{"from":4,"terms":4}`,
			"is, or may be, within (−1,1)"),
		stops("pd-all-spheres.arcs", "1/(1-u)", 3, `{"from":4,"terms":4}`, "the exact values at z = 0 and 2"),
		stops("pd-all-spheres.arcs", "1/(1+u)", 3, `{"from":4,"terms":4}`, "the exact values at z = 0 and 2"),
		stops("pd-all-spheres.arcs", "z == 0 ? 5 : exp(1-z^2/2)", 3, `{"from":3,"terms":3}`, "the value 5 at z = 0 is not"),
		stops("pd-all-spheres.arcs", "z == 2 ? 5 : exp(1-z^2/2)", 3, `{"from":3,"terms":3}`, "the value 5 at z = 2 is not"),
		stops("pd-all-spheres.arcs", "1-log(1+"+checktest.Unsigned+"-u)", 3, `{"from":4,"terms":4}`,
			"is, or may be, within (−1,1)"),
		stops("pd-all-spheres.arcs", "asin(u*(1+"+checktest.Unsigned+"))", 3, `{"from":4,"terms":4}`,
			"is, or may be, within (−1,1)"),
		stops("pd-all-spheres.arcs", "z == 0 ? 0 : 2/z^2", 3, `{"from":4,"terms":4}`, "the value 0 at z = 0 is not"),
		// a coefficient that is negative further on, or may be
		stops("pd-all-spheres.arcs", "(1-u^2/2)^(5/2)", 3, `{"from":0,"terms":0}`,
			"not known to be nonnegative from there on"),
		stops("pd-all-spheres.arcs", "exp("+checktest.Unsigned+"*u^2)", 3, `{"from":0,"terms":0}`,
			"not known to be nonnegative from there on"),
		stops("pd-all-spheres.arcs", "exp(u)-(1+"+checktest.Unsigned+")*sinh(u)", 3, `{"from":3,"terms":3}`,
			"not known to be nonnegative from there on"),
		// waves
		shows("pd-all-spheres.arcs", "cos(z)", 2, `{"from":1,"terms":1}`),
		shows("pd-all-spheres.arcs", "3*cos(11/10*z)", 2, `{"from":4,"terms":4}`),
		shows("pd-all-spheres.arcs", "sin(2*z)/z", 5, `{"from":4,"terms":4}`),
		shows("pd-all-spheres.arcs", "besselj(0,z)-besselj(2,z/2)/z^2", 5, `{"from":4,"terms":4}`),
		shows("pd-all-spheres.arcs", "besselj(-1/3,z)*z^(1/3)", 5, `{"from":4,"terms":4}`),
		shows("pd-all-spheres.arcs", "cos(pi*z/sqrt(8))", 5, `{"from":4,"terms":4}`), // the coefficient of degree 0 is 0
		shows("pd-all-spheres.arcs", "sin(pi*z/sqrt(2))/z", 5, `{"from":4,"terms":4}`),
		shows("pd-all-spheres.arcs", "cos(sqrt(z)*sqrt(z))", 2, `{"from":4,"terms":4}`),
		shows("pd-all-spheres.arcs", "7/10+3/10*cos(2*z)", 2, `{"from":4,"terms":4}`),
		shows("pd-all-spheres.arcs", "exp(-z^2/2)-sin(3*z)/(150*z)", 2, `{"from":7,"terms":7}`),
		shows("pd-all-spheres.arcs", "z <= 2 ? cos(z) : 0", 2, `{"from":4,"terms":4}`),
		stops("pd-all-spheres.arcs", "z < 2 ? cos(z) : 0", 2, `{"from":4,"terms":4}`, "the value 0 at z = 2 is not"),
		stops("pd-all-spheres.arcs", "cos((1+10^(-60))*pi*z/sqrt(8))", 5, `{"from":4,"terms":4}`, "degree 0"),
		stops("pd-all-spheres.arcs", "cos(10/9*z)", 2, `{"from":4,"terms":4}`, "degree 0"), // 10√2/9 = 1.5713 > π/2
		stops("pd-all-spheres.arcs", "-cos(z)", 2, `{"from":4,"terms":4}`, "not known to be nonnegative from there on"),
		stops("pd-all-spheres.arcs", "exp(-z^2/2)-cos(3*z)/10", 2, `{"from":4,"terms":4}`,
			"not known to be nonnegative from there on"),
		// 1 < 25/(1 + 24)
		stops("pd-all-spheres.arcs", "cos(5*z)", 2, `{"from":12,"terms":12}`, "not known to be nonnegative from there on"),
		stops("pd-all-spheres.arcs", "cos((log(2)-log(3))*10*z)", 2, `{"from":4,"terms":4}`, "no polynomial in u"),
		stops("pd-all-spheres.arcs", "cos("+checktest.Unsigned+"*z)", 2, `{"from":4,"terms":4}`, "no polynomial in u"),
		stops("pd-all-spheres.arcs", "sin(z)/z^3", 2, `{"from":4,"terms":4}`, "no polynomial in u"),
		stops("pd-all-spheres.arcs", "besselj(-3/2,z)*z^(3/2)", 2, `{"from":4,"terms":4}`, "no polynomial in u"),
		stops("pd-all-spheres.arcs", "besselj(sqrt(2),u)", 2, `{"from":4,"terms":4}`, "no polynomial in u"),
		stops("pd-all-spheres.arcs", "besselj(-2/3,z)*z^(2/3)", 2, `{"from":4,"terms":4}`, "no polynomial in u"), // δ < 1
		stops("pd-all-spheres.arcs", "besseli(1/2,1+z^2)", 2, `{"from":4,"terms":4}`, "no polynomial in u"),
		stops("pd-all-spheres.arcs", "besseli(1,1+u)", 2, `{"from":4,"terms":4}`, "no polynomial in u"),
		stops("pd-all-spheres.arcs", "besseli(2,u/2)", 2, `{"from":0,"terms":0}`,
			"not known to be nonnegative from there on"),
		stops("pd-all-spheres.arcs", "besseli(64,u)", 2, `{"from":70,"terms":70}`, "no polynomial in u"),
		stops("pd-all-spheres.arcs", "besseli(-1,u)", 2, `{"from":4,"terms":4}`, "no polynomial in u"),
		stops("pd-all-spheres.arcs", "besselk(1,4+u)", 2, `{"from":4,"terms":4}`, "no polynomial in u"),
		stops("pd-all-spheres.arcs", "cos(z)*cos(2*z)", 2, `{"from":4,"terms":4}`, "no polynomial in u"),
		// what is cos(az) at both ends only
		stops("pd-all-spheres.arcs", "cos(z+z^2*(4-z^2))", 2, `{"from":4,"terms":4}`, "no polynomial in u"),
		stops("pd-all-spheres.arcs", "cos(z+z^2*(4-z^2)*exp(z^2*(4-z^2)))", 2, `{"from":4,"terms":4}`, "no polynomial in u"),
		stops("pd-all-spheres.arcs", "cos(z*(1+(2-z^2)*z^2*(4-z^2)))", 2, `{"from":4,"terms":4}`, "no polynomial in u"),
		stops("pd-all-spheres.arcs", "z <= 2 ? exp(4-2*z^2)+cos(pi*sqrt(4-z^2))/9 : 0", 2, `{"from":12,"terms":12}`,
			"no polynomial in u"),
		// infinite at u = 0
		stops("pd-all-spheres.arcs", "besselk(0,u^2)+3", 2, `{"from":4,"terms":4}`, "no polynomial in u"),
		stops("pd-all-spheres.arcs", "sqrt(besseli(0,u))", 2, `{"from":4,"terms":4}`, "no polynomial in u"),
		stops("pd-all-spheres.arcs", "log(exp(u)+u+3)", 2, `{"from":4,"terms":4}`, "no polynomial in u"),
		// other functions of powers of u
		shows("pd-all-spheres.arcs", "besseli(0,u)-u^2/4", 3, `{"from":3,"terms":3}`),
		shows("pd-all-spheres.arcs", "sin(u)+sinh(u)", 3, `{"from":3,"terms":3}`),
		shows("pd-all-spheres.arcs", "4/(1-u/2)-cos(u)-erf(u)-atan(u/3)-besselj(1,u)", 3, `{"from":8,"terms":8}`),
		shows("pd-all-spheres.arcs", "log((2+u)/(2-u))+log((3-u)^(-2))+3", 3, `{"from":4,"terms":4}`),
		stops("pd-all-spheres.arcs", "log((2+u)/(2-u)*exp(u))", 3, `{"from":4,"terms":4}`, "no polynomial in u"),
		stops("pd-all-spheres.arcs", "log((2+u+u^2)/(2-u))", 3, `{"from":4,"terms":4}`, "no polynomial in u"),
		stops("pd-all-spheres.arcs", "2+atan(u*(1+"+checktest.Unsigned+"))", 3, `{"from":4,"terms":4}`,
			"is, or may be, within (−1,1)"),
		stops("pd-all-spheres.arcs", "sin(1+u)", 3, `{"from":4,"terms":4}`, "no polynomial in u"),
		stops("pd-all-spheres.arcs", "erf(u)", 3, `{"from":4,"terms":4}`, "not known to be nonnegative from there on"),
		// a period of 60
		stops("pd-all-spheres.arcs", "exp(u^3)+exp(u^4)+exp(u^5)", 3, `{"from":5,"terms":5}`,
			"not known to be nonnegative from there on"),
		// what is none of them
		stops("pd-all-spheres.arcs", "(exp(u)+exp(u/3)+exp(u/7)+exp(u/11))^10", 3, `{"from":4,"terms":4}`,
			"no polynomial in u"),
		stops("pd-all-spheres.arcs", "sqrt(exp(u)+cosh(u))", 3, `{"from":4,"terms":4}`, "no polynomial in u"),
		stops("pd-all-spheres.arcs", "sqrt(exp(u)*(2+u))", 3, `{"from":4,"terms":4}`, "no polynomial in u"),
		stops("pd-all-spheres.arcs", "sqrt("+checktest.Positive+"*exp(u))", 3, `{"from":4,"terms":4}`, "arcs: the sign of"),
		stops("pd-all-spheres.arcs", "z <= 2 ? ((4-z^2)^(3/2))^(130/3)+asin(1-z^2/2)*sqrt(4-z^2) : 0", 3,
			`{"from":90,"terms":90}`, "no polynomial in u"),
		stops("pd-all-spheres.arcs", "1/(2+u+u^2)", 3, `{"from":4,"terms":4}`, "no polynomial in u"),
		stops("pd-all-spheres.arcs", "(1-u)^(1/3)*asin(u)", 3, `{"from":4,"terms":4}`, "no polynomial in u"),
		stops("pd-all-spheres.arcs", "sqrt(cosh(u))", 3, `{"from":4,"terms":4}`, "no polynomial in u"),
		stops("pd-all-spheres.arcs", "acos(exp(u)/4)", 3, `{"from":4,"terms":4}`, "no polynomial in u"),
		shows("pd-all-spheres.arcs", "exp(u)*cosh(u)", 3, `{"from":4,"terms":4}`),
		stops("pd-all-spheres.arcs", "exp(u)*exp(u^2)", 3, `{"from":4,"terms":4}`, "no polynomial in u"),
		stops("pd-all-spheres.arcs", "exp(u+u^2)", 3, `{"from":4,"terms":4}`, "no polynomial in u"),
		shows("pd-all-spheres.arcs", "exp(u^3)", 3, `{"from":4,"terms":4}`),
		stops("pd-all-spheres.arcs", "(2-u)^(1/2)*(3-u)^(1/2)", 3, `{"from":4,"terms":4}`, "no polynomial in u"),
		stops("pd-all-spheres.arcs", "sqrt(exp(u)+3+u)", 3, `{"from":4,"terms":4}`, "no polynomial in u"),
		stops("pd-all-spheres.arcs", "sqrt(asin(u/2)+2)", 3, `{"from":4,"terms":4}`, "no polynomial in u"),
		stops("pd-all-spheres.arcs", "asin(1/4+u/2)", 3, `{"from":4,"terms":4}`, "no polynomial in u"),
		shows("pd-all-spheres.arcs", "cosh(1+u)", 3, `{"from":4,"terms":4}`),
		stops("pd-all-spheres.arcs", "u^31*u^31*u^31*u^31*u^31*exp(u)", 3, `{"from":90,"terms":90}`, "no polynomial in u"),

		// how k begins at 0 is not known: it is (1−z)², positive definite on R^3
		leaves("pd-sphere.rougher", "z < 1/2 ? max(0,1-z)^2*gamma(7/3+z)/((4/3+z)*gamma(4/3+z)) : max(0,1-z)^2", 3,
			`{"at":"1","exponent":"2","logPower":0}`, "is below β + (d−2)/2: not decided"),
		// rougher inside than at 0
		shows("pd-sphere.rougher", "max(0,1-theta)^(7/5)", 3, rougher("max(0,1-theta)^(7/5)", 3)),
		shows("pd-sphere.rougher", "max(0,1-theta)^7", 16, rougher("max(0,1-theta)^7", 16)),
		shows("pd-sphere.rougher", "max(0,1-theta)^5*(1+5*theta)", 8, rougher("max(0,1-theta)^5*(1+5*theta)", 8)),
		shows("pd-sphere.rougher", "max(0,1-z^2)", 3, rougher("max(0,1-z^2)", 3)), // nothing counts at 0
		// positive definite
		stops("pd-sphere.rougher", "max(0,1-theta)^2", 3, rougher("max(0,1-theta)^2", 3), "is below β + (d−2)/2"),
		stops("pd-sphere.rougher", "max(0,1-theta)^(3/2)", 3, rougher("max(0,1-theta)^(3/2)", 3), "is below β + (d−2)/2"),
		stops("pd-sphere.rougher", "max(0,1-z^2)", 1, rougher("max(0,1-z^2)", 3), "it is about dimensions from 2 on"),
		stops("pd-sphere.rougher", "max(0,1-z^2)", 3, `{"at":"1","exponent":"2","logPower":0}`,
			"another exponent counts at z = 1"),
		stops("pd-sphere.rougher", "max(0,1-z^2)", 3, `{"at":"1/2","exponent":"1","logPower":0}`,
			"not among the points between the pieces"),
		stops("pd-sphere.rougher", "max(0,1-z^2)", 3, `{"at":"x","exponent":"1","logPower":0}`, "the point x"),
		// the antipode
		shows("pd-sphere.rougher", "max(0,4-z^2)^(1/4)", 3, `{"at":"2","exponent":"1/4","logPower":0}`),
		shows("pd-sphere.rougher", "exp(-theta^2)", 2, `{"at":"2","exponent":"1/2","logPower":0}`),
		shows("pd-sphere.rougher", "z < 2 ? -log(4-z^2)*(4-z^2) : 0", 2, `{"at":"2","exponent":"1","logPower":1}`),
		stops("pd-sphere.rougher", "exp(-theta^2)", 2, `{"at":"2","exponent":"1","logPower":0}`, "recomputed"),
		stops("pd-sphere.rougher", "exp(-theta^2)", 2, `{"at":"2","exponent":"1/2","logPower":1}`, "recomputed"),
		stops("pd-sphere.rougher", "exp(-theta)", 3, `{"at":"2","exponent":"1/2","logPower":0}`, "is below β"), // as at the pole
		stops("pd-sphere.rougher", "exp(u)", 3, `{"at":"2","exponent":"1/2","logPower":0}`, "no term at the antipode"),
		stops("pd-sphere.rougher", "exp(-theta^2)", 2, `{"at":"3","exponent":"1/2","logPower":0}`, "is not known to lie below 2"),
		leaves("pd-sphere.rougher", "exp(-z)*sin(1/(2-z))", 3, `{"at":"2","exponent":"1/2","logPower":0}`, "near the antipode"),
		stops("pd-sphere.rougher", "z == 0 ? 5 : max(0,1-z^2)", 3, rougher("max(0,1-z^2)", 3), "but the limit is 1"),
		// what is in doubt at 0 may count
		shows("pd-sphere.rougher", "max(0,1-z^2)+z*"+checktest.Unsigned, 3, rougher("max(0,1-z^2)", 3)),
		leaves("pd-sphere.rougher", "max(0,1-z^2)^2+z*"+checktest.Unsigned, 3, rougher("max(0,1-z^2)^2", 3),
			"is below β + (d−2)/2: not decided"),

		shows("pd-sphere.gegenbauer", "1+asin(u)", 3, `{"from":4,"terms":4}`),
		shows("pd-sphere.gegenbauer", "1/(2-u)-27/50", 3, `{"from":2,"terms":40}`), // log(3)/2 > 27/50 > 1/2
		// means that are exactly 0
		shows("pd-sphere.gegenbauer", "-log(5/4-u)", 2, `{"from":1,"terms":20}`),
		shows("pd-sphere.gegenbauer", "1/(5/4-u)-4/3", 2, `{"from":1,"terms":20}`),
		shows("pd-sphere.gegenbauer", "exp(u)-besseli(0,1)", 2, `{"from":1,"terms":20}`),
		shows("pd-sphere.gegenbauer", "exp(u)-u/2-sinh(1)", 3, `{"from":2,"terms":20}`),
		shows("pd-sphere.gegenbauer", "4/3-z", 3, `{"from":1,"terms":20}`),
		shows("pd-sphere.gegenbauer", "1/sqrt(5/4-u)-1", 3, `{"from":1,"terms":20}`),
		shows("pd-sphere.gegenbauer", "log(5/4)-log(5/4-u)+(9*log(9/5)+log(5))/8-1", 3, `{"from":1,"terms":20}`),
		stops("pd-sphere.gegenbauer", "4/3-10^(-60)-z", 3, `{"from":1,"terms":20}`, "of degree 0 is not negative"),
		// 80/27 is its mean, that of the square root is another
		stops("pd-sphere.gegenbauer", "1/(5/4-u)^2-80/27", 2, `{"from":1,"terms":20}`, "of degree 0 is not negative"),
		// its mean is 1.06
		stops("pd-sphere.gegenbauer", "1/sqrt(5/4-u)-13/10", 2, `{"from":1,"terms":20}`, "of degree 0 is not negative"),
		// .95 without 49/50; of the root alone 1
		stops("pd-sphere.gegenbauer", "(1-3*u/10)/sqrt(5/4-u)-49/50", 3, `{"from":1,"terms":20}`,
			"of degree 0 is not negative"),
		stops("pd-sphere.gegenbauer", "4/3-z", 4, `{"from":1,"terms":20}`, "of degree 0 is not negative"),
		stops("pd-sphere.gegenbauer", "(1+u)/(5/4-u)-2", 3, `{"from":1,"terms":3}`, "of degree 0 is not negative"),
		stops("pd-sphere.gegenbauer", "1/(5/4-u^2)-4/3", 2, `{"from":2,"terms":3}`, "of degree 0 is not negative"),
		stops("pd-sphere.gegenbauer", "1/(5/4-u)+sinh(u^2)*sin(u)-4/3", 2, `{"from":9,"terms":9}`, "no polynomial"),
		stops("pd-sphere.gegenbauer", "-u", 3, `{"from":3,"terms":3}`,
			"the partial Gegenbauer coefficient -1 of degree 1 is not negative"),
		stops("pd-sphere.gegenbauer", "1+asin(u)", 1, `{"from":4,"terms":4}`, "it is about dimensions from 2 on"),
		stops("pd-sphere.gegenbauer", "tan(u)", 3, `{"from":3,"terms":3}`, "the formula is no polynomial in u"),
		leaves("pd-sphere.gegenbauer", checktest.Unsigned+"*u", 3, `{"from":3,"terms":3}`, "of degree 1 is not negative"),

		shows("pd-sphere.two-points", "1-z", 1, nil),
		shows("pd-sphere.two-points", "sin(z)/z", 1, nil),
		shows("pd-sphere.two-points", "cos(pi*z)", 1, nil),
		shows("pd-sphere.two-points", "z*besselk(1,z)-exp(-z)/4", 1, nil),
		stops("pd-sphere.two-points", "1-2*z", 1, nil, "two-point coefficient -2 of degree 0"),
		stops("pd-sphere.two-points", "1+2*z", 1, nil, "two-point coefficient -4 of degree 1"),
		stops("pd-sphere.two-points", "1-z", 2, nil, "S^1 has more than two points"),
		leaves("pd-sphere.two-points", "1+z*"+checktest.Unsigned, 1, nil, "of degree 1 is not negative"),
		leaves("pd-sphere.two-points", "1/z", 1, nil, "is at least |k(2)|"),
		leaves("pd-sphere.two-points", "1/(z-2)", 1, nil, "is at least |k(2)|"),

		shows("pd-all-spheres.maclaurin", "-u", 3, minusU),
		stops("pd-all-spheres.maclaurin", "u", 3, maclaurin("u", 1), "the coefficient of degree 1 is negative"),
		stops("pd-all-spheres.maclaurin", "u", 3, minusU, "recomputed"),
		stops("pd-all-spheres.maclaurin", "-u", 3, changed(minusU, func(ev *sphere.CoefficientEvidence) { ev.Bits = 31 }),
			"a precision of 31 bits"),
		stops("pd-all-spheres.maclaurin", "-u", 3, changed(minusU, func(ev *sphere.CoefficientEvidence) { ev.Bits = 2049 }),
			"a precision of 2049 bits"),
		stops("pd-all-spheres.maclaurin", "-u", 3, changed(minusU, func(ev *sphere.CoefficientEvidence) { ev.N = -1 }),
			"degree -1"),
		stops("pd-all-spheres.maclaurin", "-u", 3, changed(minusU, func(ev *sphere.CoefficientEvidence) { ev.N = 2001 }),
			"degree 2001"),
		leaves("pd-all-spheres.maclaurin", "z < sqrt(2) ? 1 : 0", 3, maclaurin("z < sqrt(2) ? 1 : 0", 1),
			"the coefficient of degree 1 is negative"),

		shows("pd-all-spheres.dimension", "cos(3*z)", 3, `{"dim":2}`, assumed(proof.PDSphere, false)),
		stops("pd-all-spheres.dimension", "cos(3*z)", 3, `{"dim":0}`, "dimension 0", assumed(proof.PDSphere, false)),
		stops("pd-all-spheres.dimension", "cos(3*z)", 3, `{"dim":4097}`, "dimension 4097", assumed(proof.PDSphere, false)),

		shows("pd-sphere.bounded-by-zero", "1-2*z", 2, valueOn(t, "1-2*z", rat(2, 1), 64)),
		stops("pd-sphere.bounded-by-zero", "exp(-z)", 2, valueOn(t, "exp(-z)", rat(2, 1), 64), "is not above k(0)"),
		// on the sphere of radius 1 no distance is 3
		stops("pd-sphere.bounded-by-zero", "z < 5/2 ? exp(-z) : 2", 2, valueOn(t, "z < 5/2 ? exp(-z) : 2", rat(3, 1), 64),
			"no two points of the sphere are 3 apart"),
		stops("pd-sphere.bounded-by-zero", "z == 1 ? 2 : exp(-z)", 1, valueOn(t, "z == 1 ? 2 : exp(-z)", rat(1, 1), 64),
			"the two points of S⁰ are 2 apart"),
		stops("pd-sphere.bounded-by-zero", "1-2*z", 2, valueOn(t, "1-3*z", rat(2, 1), 64), "recomputed"),
		stops("pd-sphere.bounded-by-zero", "1-2*z", 2, valueOn(t, "1-2*z", rat(-2, 1), 64), "no distance z ≥ 0"),
		stops("pd-sphere.bounded-by-zero", "1-2*z", 2, valueOn(t, "1-2*z", rat(2, 1), 31), "a precision of 31 bits"),

		shows("pd-sphere.jump", "z == 1 ? 1/2 : exp(-z)", 2, jump("1")),
		shows("pd-sphere.jump", "z < 1 ? 2-z : (z == 1 ? 1/2 : exp(-z)/2)", 3, jump("1")),
		shows("pd-sphere.jump", "z < 1 ? 2-z : exp(-z)/2", 3, jump("1")), // the limit from the left
		shows("pd-sphere.jump", "z <= 1 ? 2-z : exp(-z)/2", 3, jump("1")),
		shows("pd-sphere.jump", "z == 2 ? 0 : exp(-z)", 2, jump("2")),
		stops("pd-sphere.jump", "exp(-z)", 2, jump("1"), "no condition changes at z = 1"),
		stops("pd-sphere.jump", "z == 0 ? 2 : exp(-z)", 2, jump("0"), "but the limit is 1"), // positive definite
		// positive definite: the two points are 2 apart, or only the left of 2 is on the sphere, or
		// 3 is not
		stops("pd-sphere.jump", "z == 1 ? 1/2 : exp(-z)", 1, jump("1"), "it is about dimensions from 2 on"),
		stops("pd-sphere.jump", "z <= 2 ? exp(-z) : 0", 2, jump("2"), "that k(2) differs from a limit is not proved"),
		stops("pd-sphere.jump", "z == 3 ? 1/2 : exp(-z)", 2, jump("3"), "no two points of the sphere are 3 apart"),
		stops("pd-sphere.jump", "z == 1 ? 1/2 : exp(-z)", 2, jump("x"), "the point x"),
		leaves("pd-sphere.jump", "z == 1 ? 1/2 : exp(-z)", 2, jump("2+"+checktest.Unsigned),
			"whether two points of the sphere"),

		shows("pd.not-sphere", "max(1-z,exp(-z)/2)", 3, nil, assumed(proof.PDSphere, false)),
		shows("pd-sphere.negative-coefficient", "-u", 2, gegenbauer("-u", 2, 1)),
		shows("pd-sphere.negative-coefficient", "sin(z)/z*cos(3*z)", 3, gegenbauer("sin(z)/z*cos(3*z)", 3, 0)),
		stops("pd-sphere.negative-coefficient", "sin(z)/z*cos(z)", 3, gegenbauer("sin(z)/z*cos(z)", 3, 0),
			"of degree 0 is negative"),
		leaves("pd-sphere.negative-coefficient", "1-sqrt(sin(z)^2+cos(z)^2-1)", 2, gegenbauer("-u", 2, 1),
			"is not bounded, or not known to be"),
		stops("pd-sphere.negative-coefficient", "2+u", 3, gegenbauer("2+u", 3, 1), "the coefficient of degree 1 is negative"),
		stops("pd-sphere.negative-coefficient", "-u", 1, gegenbauer("-u", 2, 1), "it is about dimensions from 2 on"),
		// where they meet has no closed form
		shows("pd-sphere.negative-coefficient", "max(1-z,exp(-z)/2)", 3, gegenbauer("max(1-z,exp(-z)/2)", 3, 8)),
		stops("pd-sphere.negative-coefficient", "max(1-z,exp(-z)/2)", 3, gegenbauer("max(1-z,exp(-z)/2)", 3, 7),
			"of degree 7 is negative"),
		stops("pd-sphere.negative-coefficient", "sin(z) < 0 ? 1 : 2", 3, gegenbauer("-u", 3, 1), "recomputed"),
		// enclosed across
		stops("pd-sphere.negative-coefficient", "z < 2+"+checktest.Unsigned+" ? -z : z", 3, gegenbauer("-u", 3, 1),
			"recomputed"),
		leaves("pd-sphere.negative-coefficient", "z < 1 ? -z : (z < 1+1e-60 ? 1 : z)", 3, gegenbauer("-u", 3, 1),
			"cannot be ordered"),
		leaves("pd-sphere.negative-coefficient", "1/z", 3, gegenbauer("-u", 3, 1), "is not bounded, or not known to be"),
	}
}

// sphereClosureGuardRows are about sphere/closure.go.
func sphereClosureGuardRows(t *testing.T) []guardRow {
	all, cm, infinite := assumed(proof.PDAllSpheres, true), assumed(proof.CompletelyMonotone, true),
		assumed(proof.FiniteMass, false)
	series := func(shift string) string { return `{"shift":"` + shift + `"}` }
	// The rule reads the point off its premise and believes nothing else of it.
	singularity := func(formula string, at string, exponent string) *proof.Step {
		return proof.NewStep("finite-mass.singularity", "",
			finite.SingularityEvidence{At: at, Exponent: exponent, LogPower: 0})
	}
	hat := singularity("", "1", "1")
	return []guardRow{
		shows("pd-all-spheres.sum", "exp(-z)+1/(1+z)+1", 3, nil, all, all),
		shows("pd-all-spheres.sum", "z < 3 ? exp(-z)+1/(1+z)+1 : 0", 3, nil, all, all),
		shows("pd-all-spheres.sum", "exp(-z)-exp(-sqrt(2))", 3, nil, all),
		stops("pd-all-spheres.sum", "exp(-z)-exp(-sqrt(2))-1e-60", 3, nil, "of degree 0, a multiple of", all),
		stops("pd-all-spheres.sum", "exp(-z)-2", 3, nil, "of degree 0, a multiple of", all),
		stops("pd-all-spheres.sum", "exp(-z)+"+checktest.Unread, 3, nil, "its normal form is not zero", all),
		leaves("pd-all-spheres.sum", "exp(-z)+"+checktest.Unsigned, 3, nil, "is not decided", all),
		stops("pd-all-spheres.sum", "1+1", 3, nil, "no summand varies"),
		stops("pd-all-spheres.sum", "z < 1 ? exp(-z)+1/(1+z) : 0", 3, nil, "is not known to hold on (0,2)", all, all),
		stops("pd-all-spheres.sum", "z > 1 ? exp(-z)+1/(1+z) : 0", 3, nil, "is not known to hold on (0,2)", all, all),
		stops("pd-all-spheres.sum", "z > 2 ? exp(-z)+1/(1+z) : 0", 3, nil, "is not known to hold on (0,2)", all, all),
		stops("pd-all-spheres.sum", "z > 0 ? exp(-z)+1/(1+z) : 0", 3, nil, "is not known to hold at z = 0", all, all),
		stops("pd-all-spheres.sum", "z < 2 ? exp(-z)+1/(1+z) : 0", 3, nil, "is not known to hold at z = 2", all, all),
		stops("pd-all-spheres.sum", "z < 2+log(z)-log(z) ? exp(-z)+1/(1+z) : 0", 3, nil, "is not known to hold", all, all),

		shows("pd-all-spheres.product", "2*exp(-z)*(1/(1+z))", 3, `{"powers":false,"groups":[[0],[1]]}`, all, all),
		shows("pd-all-spheres.product", "(1-exp(-z^2))/z^2*exp(-z)", 3, `{"powers":false,"groups":[[0,1],[2]]}`, all, all),
		shows("pd-all-spheres.product", "z <= 2 ? exp(-z)*sqrt(4-z^2) : 0", 3,
			`{"powers":false,"groups":[[0],[1]],"cut":[false,true]}`, all, all),
		stops("pd-all-spheres.product", "exp(-z)*(1/(1+z))", 3, `{"powers":false,"groups":[[0]]}`,
			"a part is in no group", all),
		stops("pd-all-spheres.product", "-exp(-z)*(1/(1+z))", 3, `{"powers":false,"groups":[[0],[1]]}`,
			"is not positive", all, all),
		stops("pd-all-spheres.product", "0*exp(-z)", 3, `{"powers":false,"groups":[[0]]}`, "is not positive", all),
		leaves("pd-all-spheres.product", checktest.Unsigned+"*exp(-z)", 3, `{"powers":false,"groups":[[0]]}`,
			"is not decided", all),
		stops("pd-all-spheres.product", "2", 3, `{"powers":false,"groups":[]}`, "no factor varies"),
		stops("pd-all-spheres.product", "z < 1 ? exp(-z)*(1/(1+z)) : 0", 3,
			`{"powers":false,"groups":[[0],[1]],"cut":[true,true]}`, "is not known to hold on (0,2)", all, all),

		shows("pd-all-spheres.power-series", "exp(u)", 3, series("0"), all),
		shows("pd-all-spheres.power-series", "1/(2-u)", 3, series("2"), all),
		shows("pd-all-spheres.power-series", "-log(1-u/2)", 3, series("1"), all),
		shows("pd-all-spheres.power-series", "asin(u)", 3, series("0"), all),
		// a series that does not converge at e(0) = 2: −1/u < 0
		stops("pd-all-spheres.power-series", "1/(1-2*exp(-z))", 3, series("1"), "> 0 at z = 0", all),
		stops("pd-all-spheres.power-series", "1/(2-u)", 3, series("0"), "is not one of the series", all),
		stops("pd-all-spheres.power-series", "-log(2-u)", 3, series("2"), "is not one of the series", all),
		stops("pd-all-spheres.power-series", "-1/(2-u)", 3, series("2"), "is not one of the series", all),
		stops("pd-all-spheres.power-series", "(2-u)^2", 3, series("2"), "is not one of the series", all),
		stops("pd-all-spheres.power-series", "besseli(1/2,1+u)", 3, series("0"), "is not one of the series", all),
		stops("pd-all-spheres.power-series", "besseli(-1,1+u)", 3, series("0"), "is not one of the series", all),
		stops("pd-all-spheres.power-series", "asin((1+1e-30)*exp(-z))", 3, series("0"), "≤ 1 at z = 0", all),
		stops("pd-all-spheres.power-series", "z < 1 ? exp(exp(-z)) : 0", 3, series("0"),
			"is not known to hold on (0,2)", all),

		shows("pd-all-spheres.derivative", "2-sqrt(1+z^2)/4", 3, `{"order":1}`, cm),
		shows("pd-all-spheres.derivative", "exp(-z)-exp(-sqrt(2))", 3, `{"order":1}`, cm), // the coefficient of degree 0 is 0
		stops("pd-all-spheres.derivative", "exp(-z)-exp(-sqrt(2))-10^(-60)", 3, `{"order":1}`, "of degree 0", cm),
		shows("pd-all-spheres.derivative", "exp(-z)+exp(-sqrt(2))/sqrt(8)*z^2", 3, `{"order":2}`, cm), // that of degree 1 is
		stops("pd-all-spheres.derivative", "exp(-z)+(1+10^(-60))*exp(-sqrt(2))/sqrt(8)*z^2", 3, `{"order":2}`,
			"of degree 1", cm),
		leaves("pd-all-spheres.derivative", "exp(-z)-exp(-sqrt(2))+"+checktest.Unsigned, 3, `{"order":1}`, "of degree 0", cm),
		leaves("pd-all-spheres.derivative", "exp(-z)+1/(z^2-2)^2", 3, `{"order":1}`, "division by zero", cm),
		stops("pd-all-spheres.derivative", "-sqrt(1+z^2)", 3, `{"order":1}`,
			"the Maclaurin coefficient of degree 0, a multiple of -sqrt(3), is not negative", cm),
		stops("pd-all-spheres.derivative", "z == 0 ? 1/2 : 2-sqrt(1+z^2)/4", 3, `{"order":1}`, "but the limit is 7/4", cm),
		stops("pd-all-spheres.derivative", "2-sqrt(1+z^2)/4", 3, `{"order":13}`, "order 13", cm),
		stops("pd-all-spheres.derivative", "z < 1 ? 2-sqrt(1+z^2)/4 : 0", 3, `{"order":1}`,
			"is not known to hold on (0,2)", cm),
		leaves("pd-all-spheres.derivative", "tan(z/2)", 3, `{"order":1}`, "tan is not treated", cm),

		shows("pd-all-spheres.singularity", "z < 1 ? 1-z : 0", 3, `{"dim":3}`, hat),
		stops("pd-all-spheres.singularity", "z < 1 ? 1-z : 0", 3, `{"dim":0}`, "dimension 0", hat),
		stops("pd-all-spheres.singularity", "z < 1 ? 1-z : 0", 3, `{"dim":4097}`, "dimension 4097", hat),
		stops("pd-all-spheres.singularity", "z < 1 ? 1-z : 0", 3, `{"dim":3}`,
			"it rests on assumed.finite-mass.false, not on finite-mass.singularity", infinite),
		// the singularity of |3 − z| is beyond the sphere
		stops("pd-all-spheres.singularity", "4-abs(z-3)", 3, `{"dim":3}`, "is not known to lie below 2",
			singularity("", "3", "1")),
		stops("pd-all-spheres.singularity", "3-abs(z-2)", 3, `{"dim":3}`, "is not known to lie below 2",
			singularity("", "2", "1")),
		stops("pd-all-spheres.singularity", "3-abs(z-2)", 3, `{"dim":3}`, "is not known to lie below 2",
			singularity("", "2+"+checktest.Unsigned, "1")),
		// π lies beyond 2, and the antipode is no point of smoothness
		shows("pd-all-spheres.singularity", "3-abs(theta-5/2)", 3, `{"dim":3,"angle":true}`,
			singularity("3-abs(z-5/2)", "5/2", "1")),
		stops("pd-all-spheres.singularity", "4-abs(theta-pi)", 3, `{"dim":3,"angle":true}`, "is not known to lie below",
			singularity("", "pi", "1")),
		stops("pd-all-spheres.singularity", "3-abs(z-5/2)", 3, `{"dim":3}`, "is not known to lie below 2",
			singularity("", "5/2", "1")),
		stops("pd-all-spheres.singularity", "3-abs(theta-5/2)", 3, `{"dim":3}`, "is not known to lie below 2",
			singularity("", "5/2", "1")),
		stops("pd-all-spheres.singularity", "z < 1 ? 1-z : 0", 3, `{"dim":3}`, "the point x", singularity("", "x", "1")),
		stops("pd-all-spheres.singularity", "z < 1 ? 1-z : 0", 3, `{"dim":3}`, "evidence of finite-mass.singularity",
			proof.NewStep("finite-mass.singularity", "", nil)),
	}
}
