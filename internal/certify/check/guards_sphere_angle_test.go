package check

import (
	"context"
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"

	"krein/internal/certify/check/sphere"
	"krein/internal/certify/checktest"
	"krein/internal/certify/proof"
)

func TestGuardsSphereAngle(t *testing.T) {
	testGuards(t, sphereAngleGuardRows(t))
	testGuards(t, sphereCompositionGuardRows())
	testGuards(t, sphereCuspGuardRows())
}

// sphereAngleGuardRows are about sphere/angle.go.
func sphereAngleGuardRows(t *testing.T) []guardRow {
	cm, all := assumed(proof.CompletelyMonotone, true), assumed(proof.PDAllSpheres, true)
	euclid, sphere2 := assumed(proof.PD, true), assumed(proof.PDSphere, true)
	coefficient := func(formula string, dim, n int) sphere.CoefficientEvidence {
		ev, err := sphere.NewGegenbauerEvidence(context.Background(), checktest.Parsed(t, formula), dim, n, 96)
		require.NoError(t, err)
		return ev
	}
	const order0, order1, order2 = `{"order":0}`, `{"order":1}`, `{"order":2}`
	return []guardRow{
		shows("pd-all-spheres.angle", "exp(-theta)", 3, order0, cm),
		shows("pd-all-spheres.angle", "z <= 2 ? exp(-2*asin(z/2)) : 0", 3, order0, cm),
		shows("pd-all-spheres.angle", "z <= 2 ? exp(-pi+2*acos(z/2)) : 0", 3, order0, cm),
		shows("pd-all-spheres.angle", "2-theta", 3, order1, cm), // h(π) < 0 < h(π/2)
		shows("pd-all-spheres.angle", "(pi-theta)^2-2", 3, order2, cm),
		stops("pd-all-spheres.angle", "1-theta", 3, order1, "of degree 0", cm),       // 1 − π/2 < 0
		shows("pd-all-spheres.angle", "(2-theta)^2", 3, order2, cm),                  // h′(π) > 0 > h′(π/2)
		stops("pd-all-spheres.angle", "5+(1-theta)^2", 3, order2, "of degree 1", cm), // 2(1−π/2) < 0
		leaves("pd-all-spheres.angle", "(1+"+checktest.Unsigned+"-2*theta/pi)", 3, order1, "of degree 0", cm),
		stops("pd-all-spheres.angle", "exp(-theta)", 3, `{"order":-1}`, "order -1", cm),
		stops("pd-all-spheres.angle", "exp(-theta)", 3, `{"order":13}`, "order 13", cm),
		stops("pd-all-spheres.angle", "theta == 0 ? 1/2 : exp(-theta)", 3, order0, "but the limit is 1", cm),
		stops("pd-all-spheres.angle", "u == -1 ? 0 : exp(-theta)", 3, order0, "k(2) = 0 is", cm),
		stops("pd-all-spheres.angle", "z < 2 ? exp(-2*asin(z/2)) : 0", 3, order0, "k(2) = 0 is", cm),
		leaves("pd-all-spheres.angle", "u == -1 ? log(1+u) : exp(-theta)", 3, order0, "the exact value at z = 2", cm),
		leaves("pd-all-spheres.angle", "u == -1 ? 1 : exp(-theta)+log(1+u)", 3, order0, "the exact value at z = 2", cm),
		leaves("pd-all-spheres.angle", "1/(pi-theta+(theta-pi)^2)", 3, order0, "the exact value at z = 2", cm),
		leaves("pd-all-spheres.angle", "tan(theta/4)", 3, order1, "tan is not treated", cm),

		shows("pd-sphere.angle", "max(0,1-theta)", 2, nil, euclid),
		shows("pd-sphere.angle", "theta < 3 ? (1+theta/6)*(1-theta/3)^2 : 0", 4, nil, euclid),
		shows("pd-sphere.angle", "max(0,1-theta/3)^3", 6, nil, euclid),
		shows("pd-sphere.angle", "max(0,1-theta)^8", 16, nil, euclid),
		shows("pd-sphere.angle", "(1-theta/pi)^2", 3, nil, euclid), // cut off at π
		stops("pd-sphere.angle", "max(0,1-theta)", 1, nil, "it is about dimensions from 2 on", euclid),
		stops("pd-sphere.angle", "exp(-theta^2)", 3, nil, "k(2) = exp(-pi^2) is 0", euclid),
		stops("pd-sphere.angle", "max(0,16-theta^2)", 3, nil, "k(2) = 16 - pi^2 is 0", euclid),
		stops("pd-sphere.angle", "u == -1 ? 0 : exp(-theta)", 3, nil, "but the limit is", euclid), // not 0 before π
		stops("pd-sphere.angle", "theta^3 == pi^3 ? 1/100 : max(0,1-theta/pi)^2", 2, nil, "k(2) = 1/100 is 0", euclid),
		leaves("pd-sphere.angle", "max(0,pi+"+checktest.Unsigned+"-theta)^2", 3, nil, "is not decided", euclid),
		stops("pd-sphere.angle", "u == -1 ? 1 : max(0,1-theta)", 2, nil, "k(2) = 1 is", euclid),
		stops("pd-sphere.angle", "theta == 1/2 ? 0 : max(0,1-theta)", 2, nil, "k(1/2) = 0, but the limit is 1/2", euclid),
		stops("pd-sphere.angle", "theta == 0 ? 1/2 : max(0,1-theta)", 2, nil, "but the limit is 1", euclid),

		shows("pd-sphere.axial", "max(0,1-acos(abs(u)))^2", 3, `{}`, sphere2),
		shows("pd-sphere.axial", "acos(abs(u)) < 1 ? (1-acos(abs(u)))^2 : 0", 3, `{}`, sphere2),
		shows("pd-sphere.axial", "u^2*max(0,1-acos(abs(u)))^2", 3, `{}`, sphere2),
		shows("pd-sphere.axial", "max(0,pi/2-acos(abs(u)))^2", 3, `{}`, sphere2),
		stops("pd-sphere.axial", "max(0,1-acos(abs(u)))^2", 1, `{}`, "it is about dimensions from 2 on", sphere2),
		stops("pd-sphere.axial", "u*max(0,1-acos(abs(u)))^2", 3, `{}`, "function of |u|", sphere2),
		stops("pd-sphere.axial", "(u+u^2)*max(0,1-acos(abs(u)))^2", 3, `{}`, "function of |u|", sphere2),
		stops("pd-sphere.axial", "u^2*exp(-abs(u+u^2))", 3, `{}`, "function of |u|", sphere2),
		stops("pd-sphere.axial", "max(0,1-acos(abs(u)))^2*exp(-sqrt(2-2*u))", 3, `{}`, "function of |u|", sphere2),
		stops("pd-sphere.axial", "0*log(2-u)+max(0,1-acos(abs(u)))^2", 3, `{}`, "function of |u|", sphere2),
		stops("pd-sphere.axial", "exp(-acos(abs(u)))", 3, `{}`, "to vanish far out", sphere2),
		stops("pd-sphere.axial", "max(0,1-acos(abs(-u)))^2", 3, `{}`, "to vanish", sphere2),
		stops("pd-sphere.axial", "max(0,17/10-acos(abs(u)))^2", 3, `{}`, "from the angle π/2 on", sphere2),
		stops("pd-sphere.axial", "u == -1 ? 0 : max(0,1-acos(abs(u)))^2", 3, `{}`, "k(2) = 0 is", sphere2),
		stops("pd-sphere.axial", "u == 1 ? 2 : max(0,1-acos(abs(u)))^2", 3, `{}`, "but the limit is", sphere2),
		// f is positive definite on S¹ with 2 at u = 1 and 1/10 at u = 0, beside which k, 1 at the ends, is 0.
		stops("pd-sphere.axial", "u == 1 || u == -1 ? 1 : (abs(u) == 1 ? 2 : (acos(abs(u)) == pi/2 ? 1/10 : max(0,1-acos(abs(u)))^2))", 2,
			`{}`,
			"k(0) = 2, but the limit is 1", sphere2),
		shows("pd-sphere.axial", "u == 1 || u == -1 ? 1 : (abs(u) == 1 ? 1 : max(0,1-acos(abs(u)))^2)", 2, `{}`, sphere2),
		shows("pd-all-spheres.axial", "exp(-theta)+exp(theta-pi)", 3, `{"terms":[0]}`, all),
		shows("pd-all-spheres.axial", "exp(-theta)-exp(theta-pi)", 3, `{"terms":[0],"odd":true}`, all),
		stops("pd-all-spheres.axial", "exp(-theta)-exp(theta-pi)", 3, `{"terms":[0]}`, "is not proved to equal", all),
		stops("pd-all-spheres.axial", "exp(-theta)+exp(theta-pi)", 3, `{"terms":[0],"odd":true}`, "is not proved to equal", all),
		stops("pd-all-spheres.axial", "exp(-theta)-2*exp(theta-pi)", 3, `{"terms":[0],"odd":true}`, "is not proved to equal", all),
		stops("pd-sphere.axial", "max(0,1-acos(abs(u)))^2", 3, `{"odd":true}`, "no summands", sphere2),
		shows("pd-all-spheres.axial", "log(3+u)-log(3-u)", 3, `{"terms":[0],"odd":true}`, all),
		stops("pd-all-spheres.axial", "log(3+u)-(u == -1 ? 3 : log(3-u))", 3, `{"terms":[0],"odd":true}`, "k(2) = -3 is", all),
		stops("pd-all-spheres.axial", "(u == -1 ? 0 : log(3+u))-log(3-u)", 3, `{"terms":[0],"odd":true}`, "k(2) = 0 is", all),
		stops("pd-all-spheres.axial", "exp(-theta)+(u == 1 ? 3 : exp(theta-pi))", 3, `{"terms":[0]}`, "but the limit is", all),
		stops("pd-all-spheres.axial", "exp(-theta)+exp(theta-3)", 3, `{"terms":[0]}`, "is not proved to equal", all),
		stops("pd-all-spheres.axial", "exp(-theta)+exp(theta-pi)", 3, `{"terms":[0,1]}`, "not all of the summands", all),
		stops("pd-all-spheres.axial", "exp(-theta)+exp(theta-pi)", 3, `{"terms":[5]}`, "not all of the summands", all),
		stops("pd-all-spheres.axial", "u > -1/2 ? exp(-theta)+exp(theta-pi) : 0", 3, `{"terms":[0]}`, "is not known to hold", all),
		stops("pd-all-spheres.axial", "exp(-theta)+(u == -1 ? 5 : exp(theta-pi))", 3, `{"terms":[0]}`, "k(2) = 5", all),
		stops("pd-all-spheres.axial", "(u == -1 ? 5 : exp(-theta))+exp(theta-pi)", 3, `{"terms":[0]}`, "k(2) = 5", all),

		shows("pd-all-spheres.at-zero", "z == 0 ? 2 : exp(-z)", 3, nil, all),
		shows("pd-all-spheres.at-zero", "u == 1 ? 1 : u/2", 3, nil, all),
		shows("pd-all-spheres.at-zero", "theta > 0 ? exp(-theta) : 1", 3, nil, all),
		shows("pd-all-spheres.at-zero", "z == 0 ? 1 : 0", 3, nil, all),
		shows("pd-all-spheres.at-zero", "exp(-z)+(z < 3 && z == 0 ? 1 : 0)", 3, nil, all),
		stops("pd-all-spheres.at-zero", "z == 0 ? 1/2 : exp(-z)", 3, nil, "1/2 ≥ 1", all),
		leaves("pd-all-spheres.at-zero", "z == 0 ? 1+"+checktest.Unsigned+" : exp(-z)", 3, nil, "not decided", all),
		stops("pd-all-spheres.at-zero", "z == 0 ? 2 : (z == 2 ? 0 : exp(-z))", 3, nil, "k(2) = 0 is", all),
		leaves("pd-all-spheres.at-zero", "z == 0 ? 2 : 1/(2-z)", 3, nil, "the exact value at z = 2", all),

		// maxima, minima and absolute values that are one of their arguments for all z in (0,2); waves of θ/2
		shows("pd-all-spheres.at-zero", "max(0,4-theta)", 3, nil, all),
		shows("pd-all-spheres.at-zero", "min(theta,4,5)", 3, nil, all),
		shows("pd-all-spheres.at-zero", "abs(theta-4)+abs(u-3)", 3, nil, all),
		shows("pd-all-spheres.at-zero", "1-sin(theta/2)", 3, nil, all),
		shows("pd-all-spheres.at-zero", "cos(sqrt(2-2*u))", 3, nil, all),
		shows("pd-all-spheres.at-zero", "besselj(0,sqrt(18-18*u)/3)", 3, nil, all),
		stops("pd-all-spheres.at-zero", "cos(sqrt(2-2*u))-(u == -1 ? 1 : 0)", 3, nil, "k(2) = ", all),
		stops("pd-all-spheres.at-zero", "cos(sqrt(2-2*u))-(u == 1 ? 1 : 0)", 3, nil, "0 ≥ 1", all),
		shows("pd-all-spheres.at-zero", "exp(cos(2*theta)+sin(3*theta/2))", 3, nil, all),
		shows("pd-all-spheres.at-zero", "1-abs(sin(theta/2))", 3, nil, all),
		shows("pd-all-spheres.at-zero", "max(3^(-z),1/9)", 3, nil, all), // they meet at 2
		shows("pd-all-spheres.at-zero", "z == 3 ? 1/7 : (z-3)/(z^2-9)", 3, nil, all),
		stops("pd-all-spheres.at-zero", "theta == 0 ? 1 : max(0,4-theta)", 3, nil, "1 ≥ 4", all),
		stops("pd-all-spheres.at-zero", "max(0,4-theta)-(u == -1 ? 1 : 0)", 3, nil, "k(2) = ", all),
		// the condition does not have one answer for all z in (0,2)
		stops("pd-all-spheres.at-zero", "z == 0 ? 2 : (z < 1 ? 1 : 0)", 3, nil, "premises", all, all),
		shows("pd-sphere.negative-coefficient", "cos(3*theta)", 3, coefficient("cos(3*theta)", 3, 1)),
		shows("pd-sphere.negative-coefficient", "max(0,1-theta)", 3, coefficient("max(0,1-theta)", 3, 6)),
		shows("pd-sphere.negative-coefficient", "max(0,1-theta/pi)-theta", 3, coefficient("max(0,1-theta/pi)-theta", 3, 0)),
	}
}

// sphereCompositionGuardRows are about pd-all-spheres.composition, and sums and products on a sphere.
func sphereCompositionGuardRows() []guardRow {
	all, one := assumed(proof.PDAllSpheres, true), assumed(proof.PDSphere, true)
	pd, cm := assumed(proof.PD, true), assumed(proof.CompletelyMonotone, true)
	inner := func(e string) string { return `{"inner":"` + e + `"}` }
	return []guardRow{
		shows("pd-all-spheres.composition", "acos(-exp(-z))", 3, inner("exp(-z)"), all, all),
		shows("pd-all-spheres.composition", "exp(3*exp(-z))+exp(-z)^2", 3, inner("exp(-z)"), all, all),
		shows("pd-all-spheres.composition", "z < 3 ? acos(-exp(-z)) : 0", 3, inner("exp(-z)"), all, all),
		stops("pd-all-spheres.composition", "acos(-exp(-z))+z", 3, inner("exp(-z)"), "is no function of", all, all),
		stops("pd-all-spheres.composition", "acos(-exp(-z))", 3, inner("exp(-2*z)"), "is no function of", all, all),
		// of 0 it is exp(−2)
		stops("pd-all-spheres.composition", "exp(-z) < 1/2 ? exp(2*exp(-z)-2) : exp(-z^2)", 3, inner("exp(-z)"),
			"is no function of", all, all),
		stops("pd-all-spheres.composition", "2", 3, inner("exp(-z)"), "is no function of", all, all),
		stops("pd-all-spheres.composition", "exp(z)", 3, inner("z"), "is not known to be positive at z = 0", all, all),
		stops("pd-all-spheres.composition", "exp(-exp(-z))", 3, inner("-exp(-z)"),
			"is not known to be positive at z = 0", all, all),
		stops("pd-all-spheres.composition", "exp(exp(-z)+"+checktest.Unsigned+"-1)", 3,
			inner("exp(-z) + "+checktest.Unsigned+" - 1"), "is no function of", all, all),
		stops("pd-all-spheres.composition", "exp(besselk(0,z)+log(z))", 3, inner("besselk(0, z) + log(z)"),
			"is not known to be positive at z = 0", all, all),
		leaves("pd-all-spheres.composition", "exp(1/z)", 3, inner("1/z"), "no limit", all, all),
		stops("pd-all-spheres.composition", "z < 1 ? acos(-exp(-z)) : 0", 3, inner("exp(-z)"),
			"is not known to hold on (0,2)", all, all),
		stops("pd-all-spheres.composition", "exp(z < 1 ? 1 : 2)", 3, inner("z < 1"), "is no function of", all, all),
		stops("pd-all-spheres.composition", "z < 1 ? 1 : 0", 3, inner("z < 1"), "is not known to hold on (0,2)", all, all),
		shows("pd.composition", "acos(-exp(-z))", 3, inner("exp(-z)"), pd, all),
		stops("pd.composition", "z < 3 ? acos(-exp(-z)) : 0", 3, inner("exp(-z)"), "cuts off", pd, all),
		stops("pd.composition", "acos(-exp(-z))+z", 3, inner("exp(-z)"), "is no function of", pd, all),
		stops("pd.composition", "acos(-(z == 0 ? -1 : exp(-z)))", 3, inner("z == 0 ? -1 : exp(-z)"),
			"is not known to be positive at z = 0", pd, all),
		stops("pd.composition", "sinh((z == 0 ? 2 : exp(-z))-2)/((z == 0 ? 2 : exp(-z))-2)", 3, inner("z == 0 ? 2 : exp(-z)"),
			"but the limit is 1", pd, all),
		shows("completely-monotone.series", "acos(-exp(-z))", 3, inner("exp(-z)"), cm, all),
		stops("completely-monotone.series", "exp(z == 0 ? 1/2 : exp(-z))", 3, inner("z == 0 ? 1/2 : exp(-z)"),
			"but the limit is 1", cm, all),
		stops("completely-monotone.series", "z < 3 ? acos(-exp(-z)) : 0", 3, inner("exp(-z)"), "cuts off", cm, all),
		leaves("completely-monotone.series", "exp(1/z)", 3, inner("1/z"), "no limit", cm, all),

		shows("pd-all-spheres.product", "2*exp(-z)*(1/(1+z))", 3, `{"powers":false,"groups":[[0],[1]]}`, all, all),
		stops("pd-all-spheres.product", "-exp(-z)*(1/(1+z))", 3, `{"powers":false,"groups":[[0],[1]]}`,
			"is not positive", all, all),

		shows("pd-all-spheres.power-series", "exp(cos(z))", 1, `{"shift":"0"}`, all),
		stops("pd-all-spheres.power-series", "exp(cos(z))", 1, `{"shift":"0"}`, "does not conclude what is wanted here", one),
		stops("pd-all-spheres.power-series", "asin((1+1e-30)*exp(-z))", 3, `{"shift":"0"}`, "≤ 1 at z = 0", all),
		shows("pd-all-spheres.power-series", "tan(u)", 3, `{"shift":"0"}`, all),
		shows("pd-all-spheres.power-series", "1/cos(u)", 3, `{"shift":"0"}`, all),
		shows("pd-all-spheres.power-series", "1/sqrt(2-u)", 3, `{"shift":"2"}`, all),
		shows("pd-all-spheres.power-series", "1/(2-u)^(1/3)", 3, `{"shift":"2"}`, all),
		shows("pd-all-spheres.power-series", "(2-u)^(-sqrt(2))", 3, `{"shift":"2"}`, all),
		stops("pd-all-spheres.power-series", "(2-u)^sqrt(2)", 3, `{"shift":"2"}`, "is not one of the series", all),
		stops("pd-all-spheres.power-series", "(2-u)^"+checktest.Unsigned, 3, `{"shift":"2"}`,
			"is not one of the series", all),
		stops("pd-all-spheres.power-series", "(2-u)^(-sqrt(2)-u)", 3, `{"shift":"2"}`, "is not one of the series", all),
		stops("pd-all-spheres.power-series", "tan(2*u)", 3, `{"shift":"0"}`, "> 0 at z = 0", all),
		stops("pd-all-spheres.power-series", "1/cos(2*u)", 3, `{"shift":"0"}`, "> 0 at z = 0", all),

		shows("completely-monotone.same", "max(exp(-z),exp(-2*z))", 3, `{"formula":"exp(-z)"}`,
			assumed(proof.CompletelyMonotone, true)),
		stops("completely-monotone.same", "z == 1 ? 0 : exp(-z)", 3, `{"formula":"exp(-z)"}`, "but the limit is",
			assumed(proof.CompletelyMonotone, true)),
		leaves("completely-monotone.same", "max(exp(-z),1/2)", 3, `{"formula":"exp(-z)"}`, "equals exp(-z)",
			assumed(proof.CompletelyMonotone, true)),

		// the form P + Q arcsin u + R √(1−u²): waves of the angle, and conditions
		shows("pd-all-spheres.arcs", "1+cos(theta)", 3, `{"from":3,"terms":3}`),
		shows("pd-all-spheres.arcs", "cos(4*theta)+8*u^2", 3, `{"from":6,"terms":6}`),
		stops("pd-all-spheres.arcs", "sin(theta)", 3, `{"from":4,"terms":4}`, "not known to be nonnegative from there on"),
		stops("pd-all-spheres.arcs", "sin(-theta)", 3, `{"from":4,"terms":4}`, "of degree 0 is not negative"),
		shows("pd-all-spheres.arcs", "sin(asin(u))", 3, `{"from":3,"terms":3}`),
		stops("pd-all-spheres.arcs", "sin(-asin(u))", 3, `{"from":3,"terms":3}`,
			"the Maclaurin coefficient -1 of degree 1 is not negative"),
		stops("pd-all-spheres.arcs", "besselj(1e-30,z)/z^1e-30", 3, `{"from":4,"terms":4}`, "too many digits"),
		stops("pd-all-spheres.arcs", "cos(theta/3)", 3, `{"from":4,"terms":4}`, "no polynomial in u"),
		stops("pd-all-spheres.arcs", "cos(pi*theta)", 3, `{"from":4,"terms":4}`, "no polynomial in u"),
		stops("pd-all-spheres.arcs", "cos(33*theta)", 3, `{"from":40,"terms":40}`, "no polynomial in u"),
		stops("pd-all-spheres.arcs", "cos(u*acos(u))", 3, `{"from":4,"terms":4}`, "no polynomial in u"),
		stops("pd-all-spheres.arcs", "cos(u*asin(u))", 3, `{"from":4,"terms":4}`, "no polynomial in u"),
		stops("pd-all-spheres.arcs", "z <= 2 ? cos(z+2*asin(z/2)) : 0", 3, `{"from":4,"terms":4}`, "no polynomial in u"),
		shows("pd-all-spheres.arcs", "u < 1/2+3/4 && theta < 4 && sqrt(2-2*u)+1 > 0 ? 2+u : 0", 3, `{"from":3,"terms":3}`),
		stops("pd-all-spheres.arcs", "u < 1/2 ? 2+u : 3", 3, `{"from":3,"terms":3}`, "no polynomial in u"),
		shows("pd-all-spheres.arcs", "sin(theta) > 0 ? 2+u : u == 1 || u == -1 ? 2+u : 3", 3, `{"from":3,"terms":3}`),
		// it is 3 at π/2
		stops("pd-all-spheres.arcs", "sin(theta) < 1 ? 2+u : 3", 3, `{"from":3,"terms":3}`, "no polynomial in u"),
		stops("pd-all-spheres.arcs", "theta < 3 ? 2+u : 3", 3, `{"from":3,"terms":3}`, "no polynomial in u"),
		stops("pd-all-spheres.arcs", "theta+sqrt(2-2*u) < 1 ? 2+u : 3", 3, `{"from":3,"terms":3}`, "no polynomial in u"),
		stops("pd-all-spheres.arcs", "u < 1+"+checktest.Unsigned+"*u ? 2+u : 3", 3, `{"from":3,"terms":3}`,
			"no polynomial in u"),
	}
}

// sphereCuspGuardRows are about sphere/cusp.go.
func sphereCuspGuardRows() []guardRow {
	const all, one = "pd-all-spheres.cusp", "pd-sphere.cusp"
	order := func(p, from, terms int, height, near string) string {
		return fmt.Sprintf(`{"from":%d,"terms":%d,"order":%d,"height":%q,"near":%q,"bits":256}`, from, terms, p, height, near)
	}
	ev := func(from, terms int, height, near string) string { return order(1, from, terms, height, near) }
	usual := ev(80, 80, "3/2", "1/2")
	return []guardRow{
		shows(all, "exp(-theta)", 3, usual),
		shows(all, "exp(-2*sin(z/2))", 3, usual),
		shows(all, "(1+theta)*exp(-2*theta)", 3, ev(200, 200, "3/2", "1/4")),
		shows(all, "4-(pi^2*theta^2/2-2*pi*theta^3/3+theta^4/4)/8", 3, order(3, 320, 320, "3/2", "1")),
		stops(all, "exp(-theta)", 3, order(-1, 80, 80, "3/2", "1/2"), "a cusp of order -1"),
		stops(all, "exp(-theta)", 3, order(2, 80, 80, "3/2", "1/2"), "a cusp of order 2"),
		stops(all, "exp(-theta)", 3, order(11, 80, 80, "3/2", "1/2"), "a cusp of order 11"),
		stops(all, "10-theta+theta^3", 3, order(3, 80, 80, "3/2", "1/2"), "the derivative of order 1 is -1 at 0"),
		stops(all, "(pi-theta)^2", 3, order(3, 80, 80, "3/2", "1/2"), "the derivative of order 1 is -2*pi at 0"),
		stops(all, "theta^(1/3)*besselk(1/3, theta)", 3, usual, "is not differentiated"),
		stops(one, "theta == 0 ? 1/2 : exp(-theta)", 3, usual, "but the limit is 1"),
		stops(all, "10-theta^2+theta^3", 3, order(3, 80, 80, "3/2", "1/2"), "the derivative of order 1 is 0 at 0, "),
		leaves(all, "10-theta^(5/2)-5/2*pi^(3/2)*sin(theta)*(1-cos(theta))/2", 3, order(5, 80, 80, "3/2", "1/2"),
			"the derivative of order 3"),
		leaves(all, "10+(pi-theta)^(5/2)+5/2*pi^(3/2)*sin(theta)*(1+cos(theta))/2", 3, order(5, 80, 80, "3/2", "1/2"),
			"the derivative of order 3"),
		shows(one, "(pi-theta)^2-3", 2, ev(60, 120, "3/2", "1/2")),
		shows(one, "exp(-theta)*cos(2*theta)", 2, ev(120, 160, "3/2", "1/2")),
		stops(all, "exp(-theta)", 3, ev(80, 80, "3/2", "0"), "a cusp of 0"),
		stops(all, "exp(-theta)", 3, ev(80, 80, "3/2", "7/4"), "a cusp of 7/4 below the height 3/2"),
		stops(all, "exp(-theta)", 3, ev(80, 80, "5", "1/2"), "below the height 5"),
		stops(all, "exp(-theta)", 3, ev(80, 79, "3/2", "1/2"), "79 terms of which 80 are looked at"),
		stops(all, "u == -1 ? 0 : exp(-theta)", 3, usual, "k(2) = 0 is"),
		stops(all, "theta == 0 ? 1/2 : exp(-theta)", 3, usual, "but the limit is 1"),
		stops(all, "1+theta", 3, usual, "is positive"),
		stops(all, "10-theta/2+exp(theta-pi)", 3, usual, "is positive"), // −1/2 at the pole, 1/2 at the antipode
		// of 1 − Re(2is cosh s), but π² − 1 at the antipode
		stops(all, "exp(-theta)+theta^2*cos(theta)", 3, usual, "is positive"),
		leaves(all, "exp(-theta)+1/(1+(theta-1)^2)", 3, usual, "is not proved to be holomorphic"),
		leaves(all, "exp(-theta)-theta^(3/2)/100", 3, usual, "is positive"),
		// no bound before a degree; none at all where |u| < 1 is a part of the rim
		stops(all, "exp(-theta)", 3, ev(10, 80, "3/2", "1/2"), "are not known to be positive from degree 10 on"),
		stops(all, "exp(-theta)", 3, ev(0, 80, "3/2", "1/2"), "are not known to be positive from degree 0 on"),
		stops(all, "exp(-theta)", 3, ev(400, 400, "1/2", "1/2"), "are not known to be positive from degree 400 on"),
		stops(all, "exp(-theta)-1/2", 3, usual, "the Maclaurin coefficient of degree 0"),
		leaves(all, "exp(-theta)-exp(-pi/2)", 3, usual, "the Maclaurin coefficient of degree 0"),
		stops(one, "(pi-theta)^2-7/2", 2, ev(60, 120, "3/2", "1/2"), "the partial Gegenbauer coefficient of degree 0"),
		stops(one, "(pi-theta)^2-3", 1, ev(60, 120, "3/2", "1/2"), "it is about dimensions from 2 on"),
		stops(one, "(pi-theta)^2-3", 2, ev(5, 120, "3/2", "1/2"), "are not known to be positive from degree 5 on"),
	}
}
