package check

import (
	"context"
	"fmt"
	"math/big"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"krein/ball"
	"krein/internal/certify/check/finite"
	"krein/internal/certify/check/pd"
	"krein/internal/certify/check/rule"
	"krein/internal/certify/check/spectrum"
	"krein/internal/certify/checktest"
	"krein/internal/certify/proof"
)

func TestGuardsPD(t *testing.T) {
	testGuards(t, pdClosureGuardRows())
	testGuards(t, pdValueGuardRows(t))
	testGuards(t, pdDensityGuardRows(t))
}

// pdClosureGuardRows are about pd/closure.go and pd/premise.go.
func pdClosureGuardRows() []guardRow {
	pd := assumed(proof.PD, true)
	conditionally := assumed(proof.ConditionallyPD, true)
	shifts := func(formula, by string, weights ...string) string { // shifts by one number, also with too many weights
		return fmt.Sprintf(`{"formula":%q,"shifts":[%q],"weights":["%s"]}`, formula, by, strings.Join(weights, `","`))
	}
	same := func(f string) string { return `{"formula":"` + f + `"}` }
	groups := func(g string) string { return `{"groups":` + g + `}` }
	product := func(g string) string { return `{"powers":true,"groups":` + g + `}` }
	carried := func(g string) string { return `{"product":` + product(`[`+g+`]`) + `}` }
	cut := func(g, cut string) string { return `{"powers":true,"groups":` + g + `,"cut":` + cut + `}` }
	series := func(shift string) string { return `{"shift":"` + shift + `"}` }
	return []guardRow{

		shows("pd.wave", "2*cos(3*z)", 1, nil),
		stops("pd.wave", "2*cos(3*z)", 2, nil, "δ = 1 is less than d = 2"),
		stops("pd.wave", "2*cos(3*z)", 1, `{"delta":"1"}`, "unknown field"),
		stops("pd.wave", "-2*cos(3*z)", 1, nil, "-2 is not positive"),
		stops("pd.wave", "0*cos(3*z)", 1, nil, "0 is not positive"),
		stops("pd.wave", "exp(z)", 1, nil, "not proved to be a multiple of J_ν(az)/z^ν"),
		leaves("pd.wave", checktest.Unread+"*sin(z)/z", 1, nil, "at 0: no expansion"),
		stops("pd.wave", "exp(-z)", 1, nil, "not proved to be a multiple"),
		stops("pd.wave", "z^2", 1, nil, "not proved to be a multiple"),
		stops("pd.wave", "exp(-z)*cos(z)", 1, nil, "not proved to be a multiple"),
		shows("pd.wave", "besselj(sqrt(2),z)/z^sqrt(2)", 4, nil),
		shows("pd.wave", "besselj(0,z)*cos(z)", 2, carried(`[0],[1]`)),
		shows("pd.wave", "3*besselj(0,2*z)*cos(z)*sin(z)/z", 2, carried(`[0],[1],[2,3]`)),
		shows("pd.wave", "besselj(0,z)*sin(z)/z", 3, carried(`[1,2],[0]`)),
		shows("pd.wave", "cos(z)*cos(z)", 1, carried(`[0],[1]`)),
		stops("pd.wave", "besselj(0,z)*cos(z)", 1, carried(`[1],[0,0]`), "the groups are no partition"),
		stops("pd.wave", "besselj(0,z)*cos(101/100*z)", 2, carried(`[0],[1]`), "the frequency of the carrier"),
		stops("pd.wave", "besselj(0,z)*cos(z/2)*cos(2/3*z)", 2, carried(`[0],[1],[2]`), "the frequency of the carrier"),
		stops("pd.wave", "besselj(0,z)*cos(z)", 3, carried(`[0],[1]`), "δ = 2 is less than d = 3"),
		stops("pd.wave", "besselj(1,z)/z*cos(z)", 4, carried(`[0,1],[2]`), "δ = 4 of the carrier is not 1, 2 or 3"),
		stops("pd.wave", "besselj(1/4,z)/z^(1/4)*cos(z)", 2, carried(`[0,1],[2]`), "δ = 5/2 of the carrier is not 1, 2 or 3"),
		stops("pd.wave", "besselj(0,z)*besselj(-3/4,z)*z^(3/4)", 2, carried(`[0],[1,2]`), "δ = 1/2 is at least 1"),
		stops("pd.wave", "-besselj(0,z)*cos(z)", 2, carried(`[0],[1]`), "-1 is not positive"),
		stops("pd.wave", "besselj(0,z)*exp(-z)", 2, carried(`[0],[1]`), "not proved to be a multiple"),
		leaves("pd.wave", "besselj(0,z)*cos(z*(1+"+checktest.Unsigned+"))", 2, carried(`[0],[1]`), "not decided"),
		stops("pd.wave", "besselj(sqrt(2),z)/z^sqrt(2)", 5, nil, "δ = 2 + 2*sqrt(2) is less than d = 5"),
		stops("pd.wave", "besselj(sqrt(2),z)/z^sqrt(3)", 1, nil, "not proved to be a multiple"),
		leaves("pd.wave", "besselj(1/2+"+checktest.Unsigned+",z)/z^(1/2+"+checktest.Unsigned+")", 3, nil, "is at least d = 3 is not decided"),
		stops("pd.wave", "besselj("+checktest.Unread+",z)", 1, nil, "not proved to be a multiple"),
		stops("pd.wave", "z^"+checktest.Unread+"*cos(z)", 1, nil, "not proved to be a multiple"),
		stops("pd.wave", "z^z*cos(z)", 1, nil, "not proved to be a multiple"),
		stops("pd.wave", "besselj(sqrt(2),z)", 1, nil, "not proved to be a multiple"),
		stops("pd.wave", "besselj(-2/3,z)*z^(-2/3)", 1, nil, "not proved to be a multiple"),
		stops("pd.wave", "cos(z*exp(-z))", 1, nil, "not proved to be a multiple"),
		stops("pd.wave", "cos(z*cos(z))", 1, nil, "not proved to be a multiple"),
		stops("pd.wave", "cos(z^2)", 1, nil, "not proved to be a multiple"),
		shows("pd.wave", "cos(-z)", 1, nil),
		stops("pd.wave", "besselj(1,-z)/z", 1, nil, "not proved to be a multiple"),
		stops("pd.wave", "cos((1-1)*(2-2)*z)", 1, nil, "not proved to be a multiple"),
		stops("pd.wave", "cos("+checktest.Unsigned+"*z)", 1, nil, "not proved to be a multiple"),
		stops("pd.wave", "cos("+checktest.Unread+"*z)", 1, nil, "not proved to be a multiple"),
		stops("pd.wave", "sqrt(1+z)/sqrt(z)*cos(z)", 1, nil, "not proved to be a multiple"),
		stops("pd.wave", "z^sqrt(2)*cos(z)", 1, nil, "not proved to be a multiple"),
		stops("pd.wave", "(1+z)^2*cos(z)", 1, nil, "not proved to be a multiple"),
		stops("pd.wave", "cos(z)^2*cos(z)", 1, nil, "not proved to be a multiple"),
		stops("pd.wave", "cos(2*z)*cos(z)", 1, nil, "not proved to be a multiple"),
		stops("pd.wave", "1/cos(z)", 1, nil, "not proved to be a multiple"),
		stops("pd.wave", "besselj(-2/3,z)*z^(2/3)", 1, nil, "δ = 2/3 is less than d = 1"),
		shows("pd.wave", "sqrt(z)*cos(2*z)/sqrt(z)", 1, nil),

		shows("pd.same", "(1+z)*exp(-z)", 3, same("exp(-z) + z*exp(-z)"), pd),
		leaves("pd.same", "(1+z)*exp(-z)", 3, same("exp(-z) + z*exp(-2*z)"), "equals", pd),
		stops("pd.same", "(1+z)*exp(-z)", 3, same("exp(-z)+z*exp(-z)"), "is written exp(-z) + z*exp(-z)", pd),
		stops("pd.same", "(1+z)*exp(-z)", 3, same("x"), "unknown name", pd),
		shows("pd.shifts", "2*exp(-z)+exp(-abs(z-1))+exp(-z-1)", 1, shifts("2*exp(-z)", "1", "1"), pd),
		shows("pd.shifts", "exp(-z)-exp(-abs(z-1))/4-exp(-z-1)/4", 1, shifts("exp(-z)", "1", "-1/2"), pd),
		stops("pd.shifts", "2*exp(-z)+exp(-abs(z-1))+exp(-z-1)", 2, shifts("2*exp(-z)", "1", "1"), "not of R^2", pd),
		stops("pd.shifts", "2*exp(-z)+2*exp(-abs(z-1))+2*exp(-z-1)", 1, shifts("2*exp(-z)", "1", "2"), "add up to 2 > 1", pd),
		stops("pd.shifts", "2*exp(-z)+exp(-abs(z-1))+exp(-z-1)", 1, shifts("2*exp(-z)", "-1", "1"), "a shift by -1", pd),
		stops("pd.shifts", "2*exp(-z)+exp(-abs(z-1))+exp(-z-1)", 1, shifts("2*exp(-z)", "1", "1", "1"), "1 shifts and 2 weights", pd),
		leaves("pd.shifts", "2*exp(-z)+exp(-abs(z-1))+exp(-z-1)", 1, shifts("exp(-z)", "1", "1"), "equals the sum", pd),
		leaves("pd.shifts", "2*exp(-z)+exp(-abs(z-1))+exp(-z-1)", 1, shifts("2*exp(-z)", "1/2", "1"), "equals the sum", pd),
		stops("pd.shifts", "2*exp(-z)+exp(-abs(z-1))+exp(-z-1)", 1, shifts("2*exp( -z)", "1", "1"), "is written", pd),
		stops("pd.shifts", "exp(-z)", 1, shifts("x", "1", "0"), "unknown name", pd),
		stops("pd.shifts", "z == 0 ? 1/2 : 2*exp(-z)+exp(-abs(z-1))+exp(-z-1)", 1, shifts("2*exp(-z)", "1", "1"), "but the limit is", pd),
		stops("pd.shifts", "exp(-z)", 1, `{"formula":"exp(-z)","shifts":[],"weights":[]}`, "0 shifts and 0 weights", pd),
		stops("pd.shifts", "exp(-z)", 1, `{"formula":"exp(-z)","shifts":["1"`+strings.Repeat(`,"1"`, 16)+`],"weights":["0"`+strings.Repeat(`,"0"`, 16)+`]}`,
			"17 shifts and 17 weights", pd),
		leaves("pd.shifts", "cos(exp(z))-cos(exp(abs(z-1)))/2-cos(exp(z+1))/2", 1, shifts("cos(exp(z))", "1", "-1"),
			"the behaviour of", conditionally),
		shows("pd.shifts", "abs(z-1)/2+(z+1)/2-z", 1, shifts("-z", "1", "-1"), conditionally),
		stops("pd.shifts", "z^3-abs(z-1)^3/2-(z+1)^3/2", 1, shifts("z^3", "1", "-1"), "o(z²)", conditionally),
		stops("pd.same", "z == 0 ? 1/2 : (1+z)*exp(-z)", 3, same("exp(-z) + z*exp(-z)"), "but the limit is 1", pd),
		stops("pd.same", "exp(-z)", 1, same("z == 0 ? 2 : exp(-z)"), "but the limit is 1", pd),
		leaves("pd.same", "exp(-z)", 1, same("exp(-z)*(z - 1)/(z - 1)"), "z = 1", pd),

		shows("pd.sum", "cos(z)+exp(-z)+1", 1, groups("[[0],[1]]"), pd, pd),
		shows("pd.sum", "cos(z)+exp(-z)-cos(z)/2", 1, groups("[[0,2],[1]]"), pd, pd),
		stops("pd.sum", "cos(z)-2", 1, groups("[[0]]"), "the constants add up to -2 < 0", pd),
		leaves("pd.sum", "cos(z)+"+checktest.Unsigned, 1, groups("[[0]]"), "is not decided", pd),
		stops("pd.sum", "cos(z)-exp(-z)", 1, groups("[[0]]"), "a part is in no group", pd),
		stops("pd.sum", "cos(z)-cos(z)/2", 1, groups("[[0],[0]]"), "the groups are no partition", pd, pd),
		stops("pd.sum", "cos(z)+exp(-z)", 1, groups("[[0],[1],[-1]]"), "the groups are no partition", pd, pd, pd),
		stops("pd.sum", "cos(z)+exp(-z)", 1, groups("[[0],[1],[2]]"), "the groups are no partition", pd, pd, pd),
		stops("pd.sum", "cos(z)+exp(-z)", 1, groups("[[0],[1],[]]"), "an empty group", pd, pd, pd),
		// k has no value at 0, where it is 1 by its limit, and not the sum 2
		stops("pd.sum", "(z == 0 ? 1 : 0) + sin(z)/z", 1, groups("[[0],[1]]"), "but the limit is 0", pd, pd),

		shows("pd.product", "2*cos(z)*exp(-z)", 1, product("[[0],[1]]"), pd, pd),
		shows("pd.product", "z < 1 ? (1-z)*exp(-z) : 0", 1, cut("[[0],[1]]", "[true,false]"), pd, pd),
		stops("pd.product", "-cos(z)*exp(-z)", 1, product("[[0],[1]]"), "is not positive", pd, pd),
		shows("pd.dimension", "exp(-z)", 3, `{"dim":4}`, pd),
		stops("pd.dimension", "exp(-z)", 3, `{"dim":2}`, "R^2 does not contain R^3", pd),
		stops("pd.dimension", "exp(-z)", 3, `{"dim":4097}`, "R^4097 does not contain", pd),
		leaves("pd.product", checktest.Unsigned+"*cos(z)", 1, product("[[0]]"), "is not decided", pd),
		stops("pd.product", "cos(z)*exp(-z)", 1, product("[[0]]"), "a part is in no group", pd),
		stops("pd.product", "2", 1, product("[]"), "no factor varies"),
		stops("pd.product", "cos(z)*exp(-z)", 1, cut("[[0],[1]]", "[true,false]"),
			"there is no condition to be carried", pd, pd),
		// the function is 0 from 1 on, and its factors are not
		stops("pd.product", "z < 1 ? cos(z)*exp(-z) : 0", 1, cut("[[0],[1]]", "[false,false]"),
			"no factor carries the condition", pd, pd),
		stops("pd.product", "z < 1 ? cos(z)*exp(-z) : 0", 1, cut("[[0],[1]]", "[true]"),
			"no factor carries the condition", pd, pd),
		stops("pd.product", "(z == 0 ? 1 : 0)*(sin(z)/z)", 1, product("[[0],[1,2]]"), "but the limit is 0", pd, pd),

		shows("pd.power-series", "exp(cos(z))", 1, series("0"), pd),
		shows("pd.power-series", "1/(2-cos(z))", 1, series("2"), pd),
		shows("pd.power-series", "-log(1-cos(z)/2)", 1, series("1"), pd),
		shows("pd.power-series", "asin(cos(z))", 1, series("0"), pd),
		shows("pd.power-series", "besseli(2,cos(z))", 1, series("0"), pd),
		stops("pd.power-series", "z < 9 ? exp(cos(z)) : 0", 1, series("0"), "cuts off", pd), // on spheres it would not matter
		stops("pd.power-series", "asin((1+1e-30)*exp(-z))", 1, series("0"), "≤ 1 at z = 0", pd),
		stops("pd.power-series", "1/(1-2*exp(-z))", 1, series("1"), "> 0 at z = 0", pd),
		stops("pd.power-series", "1/(2-cos(z))", 1, series("0"), "is not one of the series", pd),
		shows("pd.power-series", "2^cos(z)", 1, series("0"), pd),
		shows("pd.power-series", "2^(cos(z)-1)", 1, series("1"), pd),
		// numbers in one way only, of bounded length
		stops("pd.power-series", "1/(2-cos(z))", 1, series("4/2"), "is not a rational in lowest terms", pd),
		stops("pd.power-series", "1/(2-cos(z))", 1, series("two"), "is not a rational in lowest terms", pd),
		stops("pd.power-series", "1/(2-cos(z))", 1, series(strings.Repeat("2", 4097)), "a rational of 4097 digits", pd),
		stops("pd.power-series", "(z == 0 ? 1 : 0)+1", 1, series("0"), "is not one of the series", pd),

		shows("pd.at-zero", "z == 0 ? 2 : exp(-z)", 3, nil, pd),
		shows("pd.at-zero", "z > 0 ? exp(-z) : 2", 3, nil, pd),
		stops("pd.at-zero", "z == 0 ? 1/2 : exp(-z)", 3, nil, "1/2 ≥ 1", pd),
		leaves("pd.at-zero", "z == 0 ? 1+"+checktest.Unsigned+" : exp(-z)", 3, nil, "not decided", pd),
		leaves("pd.at-zero", "z == 0 ? "+checktest.Unread+" : exp(-z)", 3, nil, "is not decided", pd),
		leaves("pd.at-zero", "z == 0 ? 2 : exp(-z)/z", 3, nil, "no limit at 0", pd),
		stops("pd.at-zero", "exp(-z)", 3, nil, "has no condition z == 0", pd),
		stops("pd.at-zero", "z < 0 ? 2 : exp(-z)", 3, nil, "has no condition z == 0", pd),
		stops("pd.at-zero", "z == 1 ? 2 : exp(-z)", 3, nil, "has no condition z == 0", pd),
		stops("pd.at-zero", "z^2-z == 0 ? 2 : exp(-z)", 3, nil, "has no condition z == 0", pd),
		leaves("pd.at-zero", "z == 0 ? sqrt(-1-z) : exp(-z) + log(z)", 3, nil, "has no limit at 0", pd),
		shows("pd.at-zero", "(z <= 0 ? 2+z : 0) + (z > 0 ? 1 : 0)*exp(-z)", 3, nil, pd),
		stops("pd.at-zero", "(z == 0 ? 1/2 : 0) + (z != 0 ? 1 : 0)*exp(-z)", 3, nil, "1/2 ≥ 1", pd),

		shows("pd.completely-monotone", "exp(-z)", 3, nil, assumed(proof.CompletelyMonotone, true)),
		stops("pd.completely-monotone", "z == 0 ? 1/2 : exp(-z)", 3, nil, "but the limit is 1",
			assumed(proof.CompletelyMonotone, true)),
		shows("pd.not-conditionally-pd", "exp(-z^3)", 2, nil, assumed(proof.ConditionallyPD, false)),
		shows("pd.infinite-mass", "cos(z)", 2, nil, assumed(proof.FiniteMass, false)),
		stops("pd.infinite-mass", "z == 0 ? 2 : exp(-z)", 2, nil, "but the limit is 1", assumed(proof.FiniteMass, false)),
	}
}

// pdValueGuardRows are about pd/values.go and pd/local.go.
func pdValueGuardRows(t *testing.T) []guardRow {
	rat := big.NewRat
	value := func(formula string, p, q int64) pd.ValueEvidence { return valueOn(t, formula, rat(p, q), 64) }
	with := func(ev pd.ValueEvidence, change func(*pd.ValueEvidence)) pd.ValueEvidence { change(&ev); return ev }
	bound := func(formula string, dim int, z, low, high *big.Rat) pd.LambdaBoundEvidence {
		return pd.NewLambdaBoundEvidence(checktest.Parsed(t, formula), dim, z, low, high, 128)
	}
	bounds := func(ev pd.LambdaBoundEvidence, change func(*pd.LambdaBoundEvidence)) pd.LambdaBoundEvidence {
		change(&ev)
		return ev
	}
	points := func(formula string, x [][]rule.Rational, w []rule.Rational) pd.PointsEvidence {
		return pd.NewPointsEvidence(checktest.Parsed(t, formula), x, w, 64)
	}
	form := func(ev pd.PointsEvidence, change func(*pd.PointsEvidence)) pd.PointsEvidence { change(&ev); return ev }
	pair := [][]rule.Rational{rationals(0), rationals(1)}
	steep := points("1-3*z", pair, rationals(1, 1))
	down := value("1-z", 3, 1)
	cosine := bound("cos(z)", 2, rat(3, 1), rat(38, 10), rat(39, 10))
	many := make([][]rule.Rational, 65)
	ones := make([]float64, 65)
	for i := range many {
		many[i], ones[i] = rationals(float64(i)), 1
	}
	return []guardRow{
		shows("pd.bounded-by-zero", "1-z", 1, down),
		stops("pd.bounded-by-zero", "cos(z)", 1, value("cos(z)", 22, 7), "is not above k(0)"),
		stops("pd.bounded-by-zero", "1-2*z", 1, down, "recomputed"),
		stops("pd.bounded-by-zero", "1-z", 1, with(down,
			func(ev *pd.ValueEvidence) { ev.Z = rule.Rational{Rat: rat(-3, 1)} }), "no distance z ≥ 0"),
		stops("pd.bounded-by-zero", "1-z", 1, with(down, func(ev *pd.ValueEvidence) { ev.Bits = 31 }),
			"a precision of 31 bits"),
		leaves("pd.bounded-by-zero", "1/z", 1, value("1/z", 1, 1), "not decided"),

		shows("pd.lambda-bound", "cos(z)", 2, cosine),
		// in R^1 the bound is −k(0), not k(0)·min Λ_1 at a zero of Λ_3
		stops("pd.lambda-bound", "cos(z)", 1, bound("cos(z)", 1, rat(3, 1), rat(3, 1), rat(32, 10)),
			"it is about dimensions from 2 on"),
		stops("pd.lambda-bound", "besselj(0,z)", 2, bound("besselj(0,z)", 2, rat(3, 1), rat(38, 10), rat(39, 10)),
			"is not below k(0)·min Λ_2"),
		stops("pd.lambda-bound", "cos(z)", 2, bounds(cosine,
			func(ev *pd.LambdaBoundEvidence) { ev.Z = rule.Rational{Rat: rat(0, 1)} }), "no interval, or z = 0"),
		stops("pd.lambda-bound", "cos(z)", 2, bounds(cosine,
			func(ev *pd.LambdaBoundEvidence) { ev.Low = rule.Rational{Rat: rat(0, 1)} }), "no interval, or z = 0"),
		stops("pd.lambda-bound", "cos(z)", 2, bounds(cosine, func(ev *pd.LambdaBoundEvidence) { ev.Low = ev.High }),
			"no interval, or z = 0"),
		stops("pd.lambda-bound", "cos(z)", 2, bounds(cosine,
			func(ev *pd.LambdaBoundEvidence) { ev.Z = rule.Rational{Rat: rat(-1, 1)} }), "no distance z ≥ 0"),
		stops("pd.lambda-bound", "cos(z)", 2, bounds(cosine,
			func(ev *pd.LambdaBoundEvidence) { ev.Low = rule.Rational{Rat: rat(-1, 1)} }), "no distance z ≥ 0"),
		stops("pd.lambda-bound", "cos(z)", 2, bounds(cosine,
			func(ev *pd.LambdaBoundEvidence) { ev.High = rule.Rational{Rat: rat(-1, 1)} }), "no distance z ≥ 0"),
		stops("pd.lambda-bound", "cos(z)", 2, bounds(cosine, func(ev *pd.LambdaBoundEvidence) { ev.Bits = 31 }),
			"a precision of 31 bits"),
		stops("pd.lambda-bound", "cos(2*z)", 2, cosine, "recomputed"),
		// Λ_2 has a minimum near 3.83 and a smaller one, in size, near 10.17
		stops("pd.lambda-bound", "besselj(0,z)", 2, bound("besselj(0,z)", 2, rat(383, 100), rat(101, 10), rat(102, 10)),
			"may lie beyond the second zero"),
		stops("pd.lambda-bound", "cos(z)", 2, bound("cos(z)", 2, rat(3, 1), rat(1, 10), rat(2, 10)), "Λ_4(1/5) < 0"),
		stops("pd.lambda-bound", "cos(z)", 2, bound("cos(z)", 2, rat(3, 1), rat(39, 10), rat(4, 1)), "Λ_4(39/10) > 0"),
		leaves("pd.lambda-bound", "-cos(z)", 2, bound("-cos(z)", 2, rat(3, 1), rat(38, 10), rat(39, 10)), "k(0) > 0"),

		shows("pd.points", "1-3*z", 1, steep),
		stops("pd.points", "1-z", 1, points("1-z", pair, rationals(1, 1)), "is not negative"),
		stops("pd.points", "1-4*z", 1, steep, "recomputed"),
		stops("pd.points", "1-3*z", 1, form(steep, func(ev *pd.PointsEvidence) { ev.Bits = 31 }), "a precision of 31 bits"),
		stops("pd.points", "1-3*z", 1, form(steep, func(ev *pd.PointsEvidence) {
			ev.Points, ev.Weights = [][]rule.Rational{}, []rule.Rational{}
		}), "0 points and 0 weights"),
		stops("pd.points", "1-3*z", 1, form(steep, func(ev *pd.PointsEvidence) { ev.Weights = rationals(1) }),
			"2 points and 1 weights"),
		stops("pd.points", "1-3*z", 1, form(steep,
			func(ev *pd.PointsEvidence) { ev.Points, ev.Weights = many, rationals(ones...) }), "65 points and 65 weights"),
		stops("pd.points", "1-3*z", 2, form(steep, func(ev *pd.PointsEvidence) {
			ev.Points = [][]rule.Rational{rationals(0), rationals(1, 1)}
		}), "point 2 has 2 coordinates"),
		stops("pd.points", "1-3*z", 1, form(steep, func(ev *pd.PointsEvidence) { ev.Points = [][]rule.Rational{{}, {}} }),
			"point 1 has 0 coordinates"),
		stops("pd.points", "1-3*z", 1, `{"points":[["0"],["1"]],"weights":["1","1"],"bits":"64","form":"-2"}`,
			"cannot unmarshal string"),
		stops("pd.points", "1-3*z", 1, `{"points":[[null],["1"]],"weights":["1","1"],"bits":64,"form":"-2"}`,
			"not in canonical form"),
		// a triangle has no place on a line
		stops("pd.points", "1-3*z", 1, points("1-3*z", [][]rule.Rational{rationals(0, 0), rationals(1, 0), rationals(0, 1)},
			rationals(1, 1, 1)), "point 1 has 2 coordinates"),

		shows("pd.flat-at-zero", "exp(-z^4)", 1, value("exp(-z^4)", 1, 1)),
		stops("pd.flat-at-zero", "2", 1, value("2", 1, 1), "differs from k(0)"),
		stops("pd.flat-at-zero", "exp(-z^2)", 1, value("exp(-z^2)", 1, 1), "of z^2 at 0 vanishes"),
		stops("pd.flat-at-zero", "exp(-z)", 1, value("exp(-z)", 1, 1), "of z^1 at 0 vanishes"),
		stops("pd.flat-at-zero", "exp(-z^4)", 1, value("exp(-2*z^4)", 1, 1), "recomputed"),
		// 1, and 2 at 0: positive definite
		stops("pd.flat-at-zero", "z == 0 ? 2 : 1", 1, value("z == 0 ? 2 : 1", 1, 1), "but the limit is 1"),
		stops("pd.flat-at-zero", "exp(-z^4)", 1, with(value("exp(-z^4)", 1, 1), func(ev *pd.ValueEvidence) { ev.Bits = 31 }),
			"a precision of 31 bits"),
		stops("pd.flat-at-zero", "exp(-z^4)", 1, with(value("exp(-z^4)", 1, 1),
			func(ev *pd.ValueEvidence) { ev.Z = rule.Rational{Rat: rat(-1, 1)} }), "no distance z ≥ 0"),
		leaves("pd.flat-at-zero", "1+"+checktest.Unsigned+"*z+z^4*exp(-z)", 1,
			value("1+"+checktest.Unsigned+"*z+z^4*exp(-z)", 1, 1), "at 0 vanishes: not decided"),
		leaves("pd.flat-at-zero", "gamma(10/3+z^2*exp(-z))", 1, value("gamma(10/3+z^2*exp(-z))", 1, 1), "is known up to z^2"),

		shows("pd.negative-limit", "exp(-z)-1/9", 1, nil),
		stops("pd.negative-limit", "exp(-z)", 1, nil, "the limit 0 is not negative"),
		stops("pd.negative-limit", "exp(-z)-1/9", 1, `{"limit":"-1/9"}`, "unknown field"),
		leaves("pd.negative-limit", "exp(-z)+"+checktest.Unsigned, 1, nil, "is not negative: not decided"),
		leaves("pd.negative-limit", "-z", 1, nil, "k has no limit at infinity that is known"),
		leaves("pd.negative-limit", "exp(-z)/(2+cos(z))+sin(z)/(1+z^2)/(2+cos(z))", 1, nil,
			"k has no limit at infinity that is known"),
		shows("pd.oscillating-tail", "z < 1 ? (1-z)^2 : 0", 4, tail("2")),
		stops("pd.oscillating-tail", "z < 1 ? (1-z)^2 : 0", 4, nil, "a member is missing"),
		stops("pd.oscillating-tail", "z < 1 ? (1-z)^2 : 0", 4, tail("1"), "another exponent counts at z = 1"),
		stops("pd.oscillating-tail", "z < 1 ? (1-z)^2 : 0", 4, tail("2.0"), "is written"),
		stops("pd.oscillating-tail", "z < 1 ? (1-z)^2 : 0", 4, `{"at":"2","exponent":"2","logPower":0}`,
			"z = 2 is not among the points"),
		stops("pd.oscillating-tail", "z < 1 ? (1-z)^2 : 0", 4, tail("501"), "the exponent 501 is too large"),
		stops("pd.oscillating-tail", "z < 1 ? (1-z)^2 : 0", 3, tail("2"), "is below β + (d−1)/2"),
		stops("pd.oscillating-tail", "z < 1 ? 1-z^2 : sin(z)", 3, tail("0"), "k does not decay to a constant"),
		leaves("pd.oscillating-tail", "z < 1 ? (1-z)^2*cos(1/z) : 0", 5, tail("2"),
			"undecided: no expansion of the kernel to the right of z = 0"),
		leaves("pd.oscillating-tail", "z < 1/2 ? (1-z)^2*gamma(7/3+z)/((4/3+z)*gamma(4/3+z)) : (z < 1 ? (1-z)^2 : 0)", 3, tail("2"),
			"is below β + (d−1)/2: not decided"),
		leaves("pd.oscillating-tail", "z < 1 ? 1/z : 0", 5, tail("0"), "whether k is bounded at 0"),
		leaves("pd.oscillating-tail", "z < 1 ? 1-z : 0", 5, tail("1048577 + 1/2*sqrt(2)"), "is too large, or not enclosed"),
		leaves("pd.oscillating-tail", "z < 1 ? exp(-z) : exp(-z)/(z^5-z-1)^2", 5, tail("0"), "the singularities:"),
		leaves("pd.oscillating-tail", "abs(1-z)/(1+z)^3+cos(z)/(1+z)^9", 5, tail("1"), "k does not decay regularly"),
	}
}

// pdDensityGuardRows are about spectrum/density.go and pd/convex.go.
func pdDensityGuardRows(t *testing.T) []guardRow {
	omega := func(formula string, dim int, p, q int64) spectrum.DensityEvidence {
		ev, err := spectrum.NewDensityEvidence(New(context.Background(), 0), checktest.Parsed(t, formula), dim, false,
			big.NewRat(p, q), 64)
		require.NoError(t, err)
		return ev
	}
	grows := func(formula string, dim int, p, q int64) spectrum.NegativeEvidence {
		ev, err := spectrum.NewDensityEvidence(New(context.Background(), 0), checktest.Parsed(t, formula), dim, true,
			big.NewRat(p, q), 64)
		require.NoError(t, err)
		return spectrum.NegativeEvidence{Density: &ev}
	}
	with := func(ev spectrum.DensityEvidence, change func(*spectrum.DensityEvidence)) spectrum.DensityEvidence {
		change(&ev)
		return ev
	}
	parts := `{"method":"parts","atoms":[]}`
	panels := func(from, to, n, bits string) string {
		return strings.ReplaceAll(`{"method":"panels","from":"`+from+`","to":"`+to+`","panels":`+n+`,"bits":`+bits+
			`,"atoms":[]}`, `"panels":0,`, "")
	}
	atom := func(w, weight string) string { return `{"omega":"` + w + `","weight":"` + weight + `"}` }
	const (
		laguerre = "exp(-z^2)*(1-z^2)"
		slow     = "1/(1+z)" // no integral of it converges in R³
		hidden   = "exp(-z)*(sin(z)/z)^3*tanh(z)^2"
	)
	mean := func(formula string, dim int, omega, decay, begin, end string) spectrum.MeanEvidence {
		number := func(s string) *big.Rat { r, _ := new(big.Rat).SetString(s); return r }
		ev, err := spectrum.NewMeanEvidence(New(context.Background(), 0), checktest.Parsed(t, formula), dim, number(omega),
			number(decay), number(begin), number(end), 32)
		if err != nil {
			require.ErrorContains(t, err, "the cut")
		}
		return ev
	}
	const fermi, hole = "1/(1+exp(z^2))", "exp(-z^4)*sin(z)/z"
	low := omega(laguerre, 3, 1, 10)
	zero, below := low, low
	zero.Omega.Rat, below.Omega.Rat = new(big.Rat), big.NewRat(-1, 1)
	return []guardRow{
		shows("pd.nonnegative-density", laguerre, 2, parts),
		stops("pd.nonnegative-density", laguerre, 3, parts, "sign: not proved"),
		stops("pd.nonnegative-density", slow, 3, parts, "has no closed form"),
		shows("pd.nonnegative-density", "exp(-z^2)*cos(2*z)", 1, parts),
		shows("pd.nonnegative-density", "exp(-z^2)*besselj(0,2*z)", 2, parts),
		stops("pd.nonnegative-density", "exp(-z^2)*cos(2*z)", 3, parts, "sign: not proved"),
		stops("pd.nonnegative-density", "exp(-z^2)-2*exp(-z^2)*cos(2*z)", 1, parts, "sign: not proved"),
		// exp(−2z) − 3/5 exp(−z), in which one rate is 0 without being so by its form
		stops("pd.nonnegative-density", "exp(-z-z*exp(-sqrt(5+2*sqrt(6))*z)*exp((sqrt(2)+sqrt(3))*z))-3/5*exp(-z)", 1, parts, "sign: not proved"),
		stops("pd.nonnegative-density", "z == 0 ? 1/2 : "+laguerre, 2, parts, "but the limit is 1"),
		stops("pd.nonnegative-density", "z == 1 ? 7 : "+laguerre, 2, parts, "k(1) = 7, but the limit is 0"),
		leaves("pd.nonnegative-density", "-sqrt(1+z^2)", 2, parts, "whether k is bounded at infinity"),
		leaves("pd.nonnegative-density", "exp(-z)/(2+cos(z))+sin(z)/(1+z^2)/(2+cos(z))", 2, parts,
			"whether k is bounded at infinity"),
		leaves("pd.nonnegative-density", "exp(-z)-1/100", 1, `{"method":"parts","atoms":[{"omega":"0","weight":"-1/100"}]}`,
			"the sign of the atom -1/100"),
		stops("pd.nonnegative-density", laguerre, 2, `{"method":"parts","atoms":[{"omega":"0","weight":"1"}]}`, "recomputed"),
		stops("pd.nonnegative-density", laguerre, 2, `{"method":"panels","atoms":[]}`, "no panels"),
		stops("pd.nonnegative-density", laguerre, 2,
			`{"method":"panels","to":"1","panels":3,"bits":64,"atoms":[]}`, "no panels"),
		stops("pd.nonnegative-density", laguerre, 2,
			`{"method":"panels","from":"1","panels":3,"bits":64,"atoms":[]}`, "no panels"),
		stops("pd.nonnegative-density", laguerre, 2, panels("1", "2", "0", "64"), "no panels"),
		stops("pd.nonnegative-density", laguerre, 2, panels("1", "2", "20001", "64"), "no panels"),
		stops("pd.nonnegative-density", laguerre, 2, panels("1", "2", "3", "31"), "a precision of 31 bits"),

		shows("pd.negative-density", laguerre, 3, low),
		stops("pd.negative-density", laguerre, 3, omega(laguerre, 3, 5, 1), "is not negative"),
		stops("pd.negative-density", laguerre, 4, low, "recomputed"),
		stops("pd.negative-density", slow, 3, low, "has no closed form"),
		stops("pd.negative-density", "z < 1 ? sqrt(1-z^3) : 0", 3, low, "the density has parts without an exact form"),
		stops("pd.negative-density", laguerre, 3, with(low,
			func(ev *spectrum.DensityEvidence) { ev.Omega = rule.Rational{Rat: big.NewRat(-1, 1)} }), "no distance z ≥ 0"),
		stops("pd.negative-density", laguerre, 3, with(low,
			func(ev *spectrum.DensityEvidence) { ev.Omega = rule.Rational{Rat: new(big.Rat)} }), "the density at ω = 0"),
		stops("pd.negative-density", laguerre, 3, with(low, func(ev *spectrum.DensityEvidence) { ev.Bits = 31 }),
			"a precision of 31 bits"),
		// near an end
		shows("pd.negative-density", "exp(-z^2)-(1/3+1e-60)*exp(-z^2/3)", 2, `{"omega":"0","bits":64,"end":"zero"}`),
		stops("pd.negative-density", "exp(-z^2)-1/3*exp(-z^2/3)", 2, `{"omega":"0","bits":64,"end":"zero"}`, `near "zero"`),
		shows("pd.negative-density", "exp(-z)-(1/2+1e-60)*exp(-2*z)", 3, `{"omega":"0","bits":64,"end":"infinity"}`),
		shows("pd.negative-density", "exp(-z^2/2)-1e-60*exp(-z^2)", 3, `{"omega":"0","bits":64,"end":"infinity"}`),
		stops("pd.negative-density", "exp(-z)-1/2*exp(-2*z)", 3, `{"omega":"0","bits":64,"end":"infinity"}`, `near "infinity"`),
		stops("pd.negative-density", "exp(-z)-exp(-2*z)", 3, `{"omega":"0","bits":64,"end":"zero"}`, `near "zero"`),
		stops("pd.negative-density", "exp(-z)-exp(-2*z)", 3, `{"omega":"0","bits":64,"end":"end"}`, `near "end"`),
		stops("pd.negative-density", "exp(-z)-exp(-2*z)", 3, `{"omega":"1","bits":64,"end":"infinity"}`, "recomputed"),
		stops("pd.negative-density", "exp(-z)-exp(-2*z)", 3, `{"omega":"0","bits":65,"end":"infinity"}`, "recomputed"),
		stops("pd.negative-density", slow, 3, `{"omega":"0","bits":64,"end":"infinity"}`, "has no closed form"),
		// far out
		shows("pd.negative-density", "1/(1+z^2)^2-1e-9/(1+z^2)^3", 3, `{"omega":"4294967296","bits":256}`),
		stops("pd.negative-density", "1/(1+z^2)^2-1e-9/(1+z^2)^3", 3, `{"omega":"1048576","bits":256}`,
			"not known to be negative from ω = 1048576 on"),
		stops("pd.negative-density", laguerre, 3, `{"omega":"1","bits":256}`, "not known to be negative from ω = 1 on"),
		stops("pd.negative-density", "1/(1+z^2)^2", 3, `{"omega":"4294967296","bits":256}`, "not known to be negative"),
		stops("pd.negative-density", "1/(1+z^2)^2-1e-9/(1+z^2)^3", 3, `{"omega":"1/3","bits":256}`, "not known to be negative"),
		stops("pd.negative-density", slow, 3, `{"omega":"4294967296","bits":256}`, "has no closed form"),
		// the second part has no sign by itself
		stops("pd.negative-density", "-exp(-z)+(z < 1 ? sqrt(1-z^3) : 0)", 3, `{"omega":"4294967296","bits":256}`,
			"not known to be negative"),

		shows("pd.negative-mean", fermi, 1, mean(fermi, 1, "79/25", "1/200", "0", "60")),
		shows("pd.negative-mean", "z == 1 ? 7 : "+fermi, 1, mean(fermi, 1, "79/25", "1/200", "0", "60")),
		shows("pd.negative-mean", "z < 3 ? "+fermi+" : 0", 1, mean("z < 3 ? "+fermi+" : 0", 1, "79/25", "1/200", "0", "60")),
		stops("pd.negative-mean", fermi, 2, mean(fermi, 1, "79/25", "1/200", "0", "60"), "recomputed"),
		stops("pd.negative-mean", fermi+"/2", 1, mean(fermi, 1, "79/25", "1/200", "0", "60"), "recomputed"),
		stops("pd.negative-mean", "z == 0 ? 1/4 : "+fermi, 1, mean(fermi, 1, "79/25", "1/200", "0", "60"), "recomputed"),
		stops("pd.negative-mean", fermi, 1, mean(fermi, 1, "1", "1/200", "0", "60"), "is not negative"),
		// for what lies beyond the cut
		stops("pd.negative-mean", fermi, 1, mean(fermi, 1, "79/25", "1/200", "0", "15"), "is not negative"),
		stops("pd.negative-mean", fermi, 5, mean(fermi, 5, "79/25", "1/200", "0", "2"), "the cut 2 is too small"),
		stops("pd.negative-mean", fermi, 1, mean(fermi, 1, "-79/25", "1/200", "0", "60"), "no distance z ≥ 0"),
		stops("pd.negative-mean", fermi, 1, mean(fermi, 1, "79/25", "-1/20", "0", "12"), "no distance z ≥ 0"),
		stops("pd.negative-mean", fermi, 1, mean(fermi, 1, "79/25", "1/20", "0", "-12"), "nothing between the cuts"),
		stops("pd.negative-mean", fermi, 1, mean(fermi, 1, "79/25", "0", "0", "12"), "no decay"),
		stops("pd.negative-mean", fermi, 1, mean(fermi, 1, "79/25", "1/20", "0", "0"), "nothing between the cuts"),
		shows("pd.negative-mean", hole, 1, mean(hole, 1, "211/50", "7/50", "3/12500", "8")),
		leaves("pd.negative-mean", hole, 1, mean(hole, 1, "211/50", "7/50", "0", "8"), "is not negative"),
		// for what lies before the cut
		stops("pd.negative-mean", fermi, 1, mean(fermi, 1, "79/25", "1/200", "1", "60"), "is not negative"),
		stops("pd.negative-mean", fermi, 1, mean(fermi, 1, "79/25", "1/200", "-1", "60"), "no distance z ≥ 0"),
		leaves("pd.negative-mean", "1/z", 1, mean("1/z", 1, "79/25", "1/200", "0", "60"), "is not negative"),
		stops("pd.negative-mean", "min(z,"+checktest.Unsigned+")", 1, mean(fermi, 1, "79/25", "1/200", "0", "60"),
			"no enclosure: cannot decide"),

		shows("pd.negative-atom", "1-2*cos(3*z)", 1, atom("3", "-2")),
		stops("pd.negative-atom", "1-2*cos(3*z)", 1, atom("3", "-1"), "recomputed"),
		stops("pd.negative-atom", slow+"-2*cos(3*z)", 1, atom("3", "-2"), "has no closed form"),
		stops("pd.negative-atom", "1+2*cos(3*z)", 1, atom("3", "2"), "no atom is negative for certain"),

		// growth: −z has 2/ω², exp(−z) has 2/(1+ω²) in R¹
		shows("conditionally-pd.nonnegative-spectrum", "-z-exp(-z)", 1, parts),
		shows("conditionally-pd.nonnegative-spectrum", "7*z^2-z-3", 3,
			`{"method":"parts","atoms":[{"omega":"0","weight":"-3"}]}`),
		stops("conditionally-pd.nonnegative-spectrum", "7*z^2-z-3", 3, parts, "recomputed"),
		stops("conditionally-pd.nonnegative-spectrum", "-z-2*exp(-z)", 1, parts, "sign: not proved"),
		stops("conditionally-pd.nonnegative-spectrum", "z", 1, parts, "sign: not proved"),
		stops("conditionally-pd.nonnegative-spectrum", "z^2*log(z)-z", 2, `{"method":"sums","atoms":[]}`, "recomputed"),
		stops("conditionally-pd.nonnegative-spectrum", "z == 1 ? 7 : -z", 2, parts, "k(1) = 7, but the limit is -1"),
		stops("conditionally-pd.nonnegative-spectrum", "exp(z)-z", 2, parts, "has no closed form"),
		leaves("conditionally-pd.nonnegative-spectrum", "-z-cos(z)", 1,
			`{"method":"parts","atoms":[{"omega":"1","weight":"-1"}]}`, "the sign of the atom -1 at ω = 1"),
		shows("conditionally-pd.negative-spectrum", "z^3-exp(-z)-z^2", 2, grows("z^3-exp(-z)-z^2", 2, 40, 1)),
		stops("conditionally-pd.negative-spectrum", "-z-exp(-z)", 1, grows("-z-exp(-z)", 1, 1, 1), "is not negative"),
		stops("conditionally-pd.negative-spectrum", "-z-2*exp(-z)", 1, grows("-z-exp(-z)", 1, 1, 1), "recomputed"),
		stops("conditionally-pd.negative-spectrum", "z", 1, spectrum.NegativeEvidence{Density: &zero},
			"the density at ω = 0"),
		stops("conditionally-pd.negative-spectrum", "z", 1, spectrum.NegativeEvidence{Density: &below}, "no distance z ≥ 0"),
		stops("conditionally-pd.negative-spectrum", "z == 1 ? 7 : z", 1, grows("z", 1, 1, 1), "k(1) = 7, but the limit is 1"),
		stops("conditionally-pd.negative-spectrum", "exp(z)", 1, grows("z", 1, 1, 1), "has no closed form"),
		shows("conditionally-pd.negative-spectrum", "-z-cos(z)", 1, `{"atom":`+atom("1", "-1")+`}`),
		stops("conditionally-pd.negative-spectrum", "-z-cos(z)", 1, `{"atom":`+atom("1", "-2")+`}`, "recomputed"),
		stops("conditionally-pd.negative-spectrum", "-z-1", 1, `{"atom":`+atom("0", "-1")+`}`,
			"no atom is negative for certain"),
		stops("conditionally-pd.negative-spectrum", "-z-cos(z)", 1, nil, "one of a density and an atom"),

		shows("pd.askey-gneiting", "max(1-z,0)", 1, nil),
		stops("pd.askey-gneiting", "max(1-z,0)", 1, `{"order":0,"jumps":["1"]}`, "unknown field"),
		shows("pd.askey-gneiting", "z < 1 ? 1-sqrt(z*(2-z)) : 0", 1, nil),
		shows("pd.askey-gneiting", "z < 3/2 ? 1-sqrt(z*(3-z))*(2/3) : 0", 2, nil),
		leaves("pd.askey-gneiting", "z < 2 ? 1-sqrt(z*(4-z))/2+z^2*(2-z)^2 : 0", 1, nil, "is not proved on (0, 2)"),
		shows("pd.askey-gneiting", "z < 1/2 ? sqrt(3)/2-sqrt(z*(2-z)) : 0", 1, nil),
		// concave near 1
		leaves("pd.askey-gneiting", "z < 1 ? 1-sqrt(z*(2-z))+z*(1-z) : 0", 1, nil, "is not proved on (0, 1)"),
		shows("pd.askey-gneiting", "exp(-z)", 1, nil),
		shows("pd.askey-gneiting", "max(exp(-z)-1/3,0)", 1, nil),
		shows("pd.askey-gneiting", "z < 1 ? exp(-z)*(1-z)^6 : 0", 5, nil),
		shows("pd.askey-gneiting", "z < 1 ? 1-sin(pi*z/2) : 0", 1, nil),
		stops("pd.askey-gneiting", "z < 1 ? exp(-z)+1 : (1+exp(-1))*exp(1-z)", 1, nil,
			"k^(1) does not jump downwards at 1"),
		stops("pd.askey-gneiting", "max(1-z,0)-1/2", 1, nil, "k ends in a constant -1/2 ≥ 0"),
		stops("pd.askey-gneiting", "1-z", 1, nil, "k does not end in a constant c ≥ 0"),
		stops("pd.askey-gneiting", "exp(-z)+z", 1, nil, "k does not end in a constant c ≥ 0"),
		leaves("pd.askey-gneiting", "max(exp(-z),1-2*z/3)", 1, nil, "has no closed form that is known here"),
		leaves("pd.askey-gneiting", "1/sqrt(3-sin(z)/z-sin(sqrt(2)*z)/(z+1))", 1, nil, "stays positive is not proved"),
		leaves("pd.askey-gneiting", "z < 1 ? 1-z^2 : 0", 1, nil, "(−1)^0 k^(2) ≥ 0 is not proved on (0, 1)"),
		leaves("pd.askey-gneiting", "z < 1 ? cos(z)-cos(1) : 0", 1, nil,
			"(−1)^0 k^(2) ≥ 0 is not proved on (0, 1)"),
		leaves("pd.askey-gneiting", "1/(1+z^4)", 1, nil, "is not proved on (0, inf)"),
		stops("pd.askey-gneiting", "max(1-z,0)", 2, nil, "k^(1) has no jump at 1"),
		stops("pd.askey-gneiting", "max(exp(-z)-1/3,0)", 2, nil, "k^(1) has no jump at"),
		stops("pd.askey-gneiting", "z < 1 ? 1-z/4 : (z < 2 ? 3/4-3/4*(z-1) : 0)", 1, nil,
			"k^(1) does not jump downwards at 1"),
		stops("pd.askey-gneiting", "z == 0 ? 1/2 : max(1-z,0)", 1, nil, "but the limit is 1"),
		stops("pd.askey-gneiting", "z == 1/2 ? 9 : max(1-z,0)", 1, nil, "but the limit is 1/2"),
		leaves("pd.askey-gneiting", "z < sqrt(2) ? (z^2-2)^2/4 : 0", 1, nil, "is not proved on (0, sqrt(2))"),
	}
}

var _ = ball.True

// tail is evidence of pd.oscillating-tail about z = 1.
func tail(exponent string) finite.SingularityEvidence {
	return finite.SingularityEvidence{At: "1", Exponent: exponent}
}
