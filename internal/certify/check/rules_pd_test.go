package check

import (
	"context"
	"math/big"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"krein/internal/certify/check/finite"
	"krein/internal/certify/check/pd"
	"krein/internal/certify/check/rule"
	"krein/internal/certify/check/spectrum"
	"krein/internal/certify/checktest"
	"krein/internal/certify/proof"
	"krein/internal/kernel/constant"
	"krein/kernel"
)

// pdStep checks a step about positive definiteness.
func pdStep(k *kernel.Kernel, dim int, holds bool, s *proof.Step) error {
	return New(context.Background(), 0).Step(rule.Goal{Claim: proof.PD, Holds: holds, Kernel: k, Dim: dim}, s)
}

func rationals(x ...float64) []rule.Rational {
	out := make([]rule.Rational, len(x))
	for i, v := range x {
		out[i] = rule.Rational{Rat: new(big.Rat).SetFloat64(v)}
	}
	return out
}

// TestPDHypotheses offers steps to which exactly one hypothesis is missing, each beside one to
// which none is.
func TestPDHypotheses(t *testing.T) {
	askey := pd.FamilyEvidence{Factor: "1", Params: []string{"1", "2"}}
	family := func(name string, ev pd.FamilyEvidence) *proof.Step { return proof.NewStep("pd."+name, "", ev) }
	fixed := proof.NewStep("pd.completely-monotone", "", nil, proof.NewStep("completely-monotone.constant", "", nil))
	wave := proof.NewStep("pd.wave", "", nil)
	sum := func(groups [][]int, from ...*proof.Step) *proof.Step {
		return proof.NewStep("pd.sum", "", pd.SumEvidence{Groups: groups}, from...)
	}
	product := func(groups [][]int, cut []bool, from ...*proof.Step) *proof.Step {
		return proof.NewStep("pd.product", "", pd.ProductEvidence{Groups: groups, Cut: cut}, from...)
	}
	series := func(shift int64, from ...*proof.Step) *proof.Step {
		return proof.NewStep("pd.power-series", "", rule.Series{Shift: rule.Rational{Rat: big.NewRat(shift, 1)}}, from...)
	}
	cos, j0 := wave, wave
	parts := proof.NewStep("pd.nonnegative-density", "",
		spectrum.NonnegativeEvidence{SignEvidence: spectrum.SignEvidence{Method: "parts"}, Atoms: []spectrum.AtomEvidence{}})
	value := func(formula string, z *big.Rat) *proof.Step {
		return proof.NewStep("pd.bounded-by-zero", "", pd.NewValueEvidence(checktest.Parsed(t, formula), z, 64))
	}
	flat := func(formula string) *proof.Step {
		return proof.NewStep("pd.flat-at-zero", "", pd.NewValueEvidence(checktest.Parsed(t, formula), big.NewRat(1, 1), 64))
	}
	points := func(formula string, x [][]rule.Rational, w []rule.Rational) *proof.Step {
		return proof.NewStep("pd.points", "", pd.NewPointsEvidence(checktest.Parsed(t, formula), x, w, 64))
	}
	lambda := func(formula string, dim int, z, low, high *big.Rat) *proof.Step {
		return proof.NewStep("pd.lambda-bound", "",
			pd.NewLambdaBoundEvidence(checktest.Parsed(t, formula), dim, z, low, high, 128))
	}
	rat := func(p, q int64) *big.Rat { return big.NewRat(p, q) }
	tiny := new(big.Rat).SetFrac(big.NewInt(1), new(big.Int).Exp(big.NewInt(10), big.NewInt(80), nil))
	belowOne := constant.Rat(tiny.Sub(rat(1, 1), tiny)).String()
	triangle := [][]rule.Rational{rationals(0, 0), rationals(1, 0), rationals(0.5, 0.5)}
	pair := [][]rule.Rational{rationals(0), rationals(1)}

	for _, c := range []struct {
		formula string
		dim     int
		holds   bool
		step    *proof.Step
		want    bool
		missing string
	}{
		{"z < 1 ? (1-z)^2 : 0", 3, true, family("askey", askey), true, ""},
		{"z < 1 ? (1-z)^2 : 0", 4, true, family("askey", askey), false, "δ ≥ (d+1)/2"},
		{"z < 1 ? (1-z)^2 : 0", 3, false, family("not-askey", askey), false, "δ < (d+1)/2"},
		{"z == 1/2 ? 5 : (z < 1 ? (1-z)^2 : 0)", 3, true, family("askey", askey), false, "the value at 1/2"},
		{"z < 1/2 || z > 1/2 ? (z < 1 ? (1-z)^2 : 0) : 5", 3, true, family("askey", askey), false, "the value at 1/2"},
		{"z == 0 ? 1/2 : (z < 1 ? (1-z)^2 : 0)", 3, true, family("askey", askey), false, "the value at 0"},
		{"z <= 1 ? (1-z)^2 : 1e-9", 3, true, family("askey", askey), false, "zero beyond the radius"},
		{"z < 1 ? (1-z)^2 : 0", 3, true, family("askey", pd.FamilyEvidence{Factor: "-1", Params: []string{"1", "2"}}), false,
			"a positive factor"},
		{"z < 1 ? -(1-z)^2 : 0", 3, true, family("askey", pd.FamilyEvidence{Factor: "-1", Params: []string{"1", "2"}}), false,
			"a positive factor"},
		{"exp(-z)*cos(z)", 2, true, family("damped-cosine", pd.FamilyEvidence{Factor: "1", Params: []string{"1", "1"}}), true,
			""},
		{"exp(-z)*cos(z)", 3, true, family("damped-cosine", pd.FamilyEvidence{Factor: "1", Params: []string{"1", "1"}}),
			false, "λ ≥ ω cot(π/(2d))"},
		{"exp(-(1-1e-80)*z)*cos(z)", 2, true, family("damped-cosine",
			pd.FamilyEvidence{Factor: "1", Params: []string{belowOne, "1"}}), false, "λ ≥ ω, by 10^(−80)"},

		{"z < 1 ? (1-z)^4*(4*z+1) : 0", 3, true, family("wendland",
			pd.FamilyEvidence{Factor: "1", Params: []string{"1", "3", "1"}}), true, ""},
		{"z < 1 ? (1-z)^4*(4*z+1) : 0", 4, true, family("wendland",
			pd.FamilyEvidence{Factor: "1", Params: []string{"1", "3", "1"}}), false, "the dimension"},
		{"missing_wendland(1)", 2, true, family("wendland",
			pd.FamilyEvidence{Factor: "1", Params: []string{"1", "2", "1/2"}}), true, ""},
		{"missing_wendland(1)", 3, true, family("wendland",
			pd.FamilyEvidence{Factor: "1", Params: []string{"1", "2", "1/2"}}), false, "the dimension"},
		{"circular(2)", 2, true, family("euclid-hat", pd.FamilyEvidence{Factor: "1", Params: []string{"2", "2"}}), true, ""},
		{"circular(2)", 3, true, family("euclid-hat", pd.FamilyEvidence{Factor: "1", Params: []string{"2", "2"}}), false,
			"the dimension"},
		{"exp(-z^2/2)*cos(z)", 3, true, family("gaussian-wave",
			pd.FamilyEvidence{Factor: "1", Params: []string{"1/2", "1", "1"}}), true, ""},
		{"exp(-z^2/2)*cos(z)", 4, true, family("gaussian-wave",
			pd.FamilyEvidence{Factor: "1", Params: []string{"1/2", "1", "1"}}), false, "the dimension"},
		{"exp(-z^2/2)*cos(z)", 4, false, family("not-gaussian-wave",
			pd.FamilyEvidence{Factor: "1", Params: []string{"1/2", "1", "1"}}), true, ""},
		{"exp(-z^2/2)*cos(z)", 3, false, family("not-gaussian-wave",
			pd.FamilyEvidence{Factor: "1", Params: []string{"1/2", "1", "1"}}), false, "the dimension"},
		{"exp(-z^2)*besselj(0,z)", 8, true, family("gaussian-wave",
			pd.FamilyEvidence{Factor: "1", Params: []string{"1", "1", "2"}}), true, ""},
		{"exp(-z^2)*besselj(0,z)", 16, true, family("gaussian-wave",
			pd.FamilyEvidence{Factor: "1", Params: []string{"1", "1", "2"}}), false, "the dimension"},
		{"exp(-z^2)*besselj(0,z)", 16, false, family("not-gaussian-wave",
			pd.FamilyEvidence{Factor: "1", Params: []string{"1", "1", "2"}}), true, ""},
		{"exp(-z^2)*besselj(0,z)", 8, false, family("not-gaussian-wave",
			pd.FamilyEvidence{Factor: "1", Params: []string{"1", "1", "2"}}), false, "the dimension"},
		{"z<1 ? (1-z)*cos(pi*z)+sin(pi*z)/pi : 0", 1, true,
			family("bohman", pd.FamilyEvidence{Factor: "1", Params: []string{"1"}}), true, ""},
		{"z<1 ? (1-z)*cos(pi*z)+sin(pi*z)/pi : 0", 2, true,
			family("bohman", pd.FamilyEvidence{Factor: "1", Params: []string{"1"}}), false, "the dimension"},
		{"exp(-z^2)*cos(sqrt(12)*z)", 5, true, family("gaussian-wave",
			pd.FamilyEvidence{Factor: "1", Params: []string{"1", "12", "1"}}), false, "f ≥ 0 up to x = 3, where f = 1"},
		{"exp(-z^2)*cos(sqrt(12)*z)", 4, true, family("gaussian-wave",
			pd.FamilyEvidence{Factor: "1", Params: []string{"1", "12", "1"}}), false, "f ≥ 0 up to x = 3"},
		{"sin(z)*exp(-z)/z", 5, true, family("damped-sine", pd.FamilyEvidence{Factor: "1", Params: []string{"1", "1"}}), true,
			""},
		{"sin(z)*exp(-z)/z", 6, true, family("damped-sine", pd.FamilyEvidence{Factor: "1", Params: []string{"1", "1"}}),
			false, "(d−1) arctan(ω/λ) ≤ π"},
		{"sin(z)*exp(-z)/z", 5, false, family("not-damped-sine", pd.FamilyEvidence{Factor: "1", Params: []string{"1", "1"}}),
			false, "(d−1) arctan(ω/λ) > π"},
		{"sin(z)^2/z^2", 5, true, family("lambda-squared", pd.FamilyEvidence{Factor: "1", Params: []string{"1", "3"}}), true,
			""},
		{"sin(z)^2/z^2", 6, true, family("lambda-squared", pd.FamilyEvidence{Factor: "1", Params: []string{"1", "3"}}),
			false, "d ≤ 5"},
		{"cos(z)", 1, true, cos, true, ""},
		{"cos(z)", 2, true, cos, false, "δ ≥ d"},
		{"-cos(z)", 1, true, wave, false, "a positive factor"},
		{"besselj(0,z)", 2, true, j0, true, ""},

		{"3", 1, true, fixed, true, ""},
		{"-3", 1, true, fixed, false, "c ≥ 0"},
		{"cos(z)+2", 1, true, sum([][]int{{0}}, cos), true, ""},
		{"cos(z)-2", 1, true, sum([][]int{{0}}, cos), false, "constants ≥ 0"},
		{"cos(z)+cos(z)", 1, true, sum([][]int{{0}, {1}}, cos, cos), true, ""},
		{"cos(z)+cos(z)", 1, true, sum([][]int{{0}}, cos), false, "all summands"},
		{"cos(z)-cos(z)/2", 1, true, sum([][]int{{0}, {0}}, cos, cos), false, "a partition"},
		{"cos(z)*besselj(0,z)", 1, true, product([][]int{{0}, {1}}, nil, cos, j0), true, ""},
		{"-cos(z)*besselj(0,z)", 1, true, product([][]int{{0}, {1}}, nil, cos, j0), false, "a positive constant"},
		{"cos(z)*besselj(0,z)", 1, true, product([][]int{{0}}, nil, cos), false, "all factors"},
		{"z < 1 ? cos(z)*cos(z) : 0", 1, true, product([][]int{{0}, {1}}, []bool{false, false}, cos, cos), false,
			"a factor that carries the condition"},
		{"z < 1 ? cos(z)*cos(z) : 0", 1, true, product([][]int{{0}, {1}}, nil, cos, cos), false,
			"a factor that carries the condition"},

		{"exp(cos(z))", 1, true, series(0, cos), true, ""},
		{"exp(-cos(z))", 1, true, series(0, cos), false, "the sign of the argument"},
		{"1/(2-cos(z))", 1, true, series(2, sum([][]int{{1}}, cos)), false, "the sum as it is written"},
		{"asin(cos(z)/2)", 1, true, series(0, wave), true, ""},
		{"cosh(cos(z))", 1, true, series(0, cos), true, ""},
		{"cosh(cos(z))", 2, true, series(0, cos), false, "the premise"},
		{"2^cos(z)", 1, true, series(0, product([][]int{{0}}, nil, cos)), true, ""},
		{"(1/2)^cos(z)", 1, true, series(0, product([][]int{{0}}, nil, cos)), false, "log(1/2) < 0"},
		{"cosh(2*sqrt(1/4+cos(z)^2/4))", 1, true, series(0, cos), false, "4(1+cos²)/4 is what the series is in"},
		{"besseli(2,sqrt(cos(z)+2))", 1, true, series(0, product([][]int{{0}}, nil, sum([][]int{{0}}, cos))), true, ""},
		{"besseli(0,sqrt(cos(z)+0.999999999))", 1, true, series(0, product([][]int{{0}}, nil, sum([][]int{{0}}, cos))), false,
			"below 0 under the root"},
		{"cosh(sqrt(cos(z)+0.999999999))", 1, true, series(0, product([][]int{{0}}, nil, sum([][]int{{0}}, cos))), false,
			"below 0 under the root"},
		{"besseli(1,sqrt(cos(z)+1))", 1, true, series(0, product([][]int{{0}}, nil, sum([][]int{{0}}, cos))), false,
			"an odd series is none in what is below the root"},
		{"sinh(sqrt(cos(z)+1))", 1, true, series(0, product([][]int{{0}}, nil, sum([][]int{{0}}, cos))), false,
			"an odd series is none in what is below the root"},

		{"z == 0 ? 1 : cos(z)", 1, true, proof.NewStep("pd.at-zero", "", nil, cos), true, ""},
		{"z == 0 ? 9 : cos(z)", 1, true, proof.NewStep("pd.at-zero", "", nil, cos), true, ""},
		{"z == 0 ? 9/10 : cos(z)", 1, true, proof.NewStep("pd.at-zero", "", nil, cos), false, "k(0) ≥ e(0)"},
		{"z == 1 ? 9 : cos(z)", 1, true, proof.NewStep("pd.at-zero", "", nil, cos), false, "only z = 0"},
		{"z < 1 ? 9 : cos(z)", 1, true, proof.NewStep("pd.at-zero", "", nil, cos), false, "only z = 0"},

		{"cos(z)^2", 1, true, proof.NewStep("pd.same", "", pd.SameEvidence{Formula: "1/2+cos(2*z)/2"}, fixed), false,
			"the premise"},

		{"exp(-z^2)*(1-z^2)", 2, true, parts, true, ""},
		{"exp(-z^2)*(1-z^2)", 3, true, parts, false, "a nonnegative density"},
		{"z == 1 ? 7 : exp(-z^2)*(1-z^2)", 2, true, parts, false, "continuity at 1"},
		{"z == 0 ? 1/2 : exp(-z^2)*(1-z^2)", 2, true, parts, false, "continuity at 0"},
		{"exp(-z) - 1/100", 1, true, proof.NewStep("pd.nonnegative-density", "",
			spectrum.NonnegativeEvidence{SignEvidence: spectrum.SignEvidence{Method: "parts"},
				Atoms: []spectrum.AtomEvidence{{Omega: "0", Weight: "-1/100"}}}), false, "nonnegative atoms"},

		{"exp(-z)/z", 3, true, parts, false, "a limit at 0"},
		{"besselk(0,z)", 2, true, parts, false, "a limit at 0"},
		{"max(1-z,0)", 1, true, proof.NewStep("pd.askey-gneiting", "", nil),
			true, ""},
		{"z == 1/2 ? 9 : max(1-z,0)", 1, true, proof.NewStep("pd.askey-gneiting", "", nil), false, "continuity at 1/2"},
		{"z == 0 ? 1/2 : max(1-z,0)", 1, true, proof.NewStep("pd.askey-gneiting", "", nil), false, "continuity at 0"},

		{"1-z", 1, false, value("1-z", rat(3, 1)), true, ""},
		{"1-z", 1, false, value("1-z", rat(1, 1)), false, "|k(z)| > k(0)"},
		{"cos(z)", 1, false, value("cos(z)", rat(355, 113)), false, "|k(z)| > k(0), strictly"},
		{"-1", 1, false, value("-1", rat(0, 1)), true, ""},
		{"1", 1, false, value("1", rat(1, 1)), false, "|k(z)| > k(0), strictly"},

		{"exp(-z)-1/9", 1, false, proof.NewStep("pd.negative-limit", "", nil), true, ""},
		{"exp(-z)", 1, false, proof.NewStep("pd.negative-limit", "", nil), false,
			"a negative limit"},
		{"exp(-z^4)", 1, false, flat("exp(-z^4)"), true, ""},
		{"exp(-z^2)", 1, false, flat("exp(-z^2)"), false, "no z²"},
		{"exp(-z)", 1, false, flat("exp(-z)"), false, "no z"},
		{"2", 1, false, flat("2"), false, "a kernel that is not constant"},
		{"z == 0 ? 2 : 1", 1, false, flat("z == 0 ? 2 : 1"), false, "continuity at 0"},

		{"cos(z)", 2, false, lambda("cos(z)", 2, rat(3, 1), rat(38, 10), rat(39, 10)), true, ""},
		{"besselj(0,z)", 2, false, lambda("besselj(0,z)", 2, rat(383, 100), rat(38, 10), rat(39, 10)), false,
			"k(z) below the bound"},
		{"besselj(0,z)", 2, false, lambda("besselj(0,z)", 2, rat(383, 100), rat(101, 10), rat(102, 10)), false,
			"the first minimum"},
		{"cos(z)", 2, false, lambda("cos(z)", 2, rat(3, 1), rat(1, 10), rat(2, 10)), false, "a minimum in the interval"},
		{"cos(z)", 1, false, lambda("cos(z)", 1, rat(3, 1), rat(38, 10), rat(39, 10)), false, "d ≥ 2"},

		{"1-z", 1, false, points("1-z", pair, rationals(1, 1)), false, "a negative form"},
		{"1-3*z", 1, false, points("1-3*z", pair, rationals(1, 1)), true, ""},
		{"1-3*z", 1, false, points("1-3*z", triangle, rationals(1, 1, 0)), false, "n ≤ d"},
		{"1-3*z", 2, false, points("1-3*z", triangle, rationals(1, 1, 0)), true, ""},
	} {
		err := pdStep(checktest.Parsed(t, c.formula), c.dim, c.holds, c.step)
		if c.want {
			assert.NoError(t, err, "%s in R^%d, %s", c.formula, c.dim, c.step.Rule)
		} else {
			assert.Error(t, err, "%s in R^%d: %s without %s", c.formula, c.dim, c.step.Rule, c.missing)
		}
	}
}

// TestMadeOfParts: a product has no value at 0 of its own, but a factor that is positive definite
// because of its value there has one at 1 too. Without the refusal, k(0) = 0 < k(1) would come out
// positive definite.
func TestMadeOfParts(t *testing.T) {
	for _, c := range []struct {
		whole string
		parts []string
		want  bool
	}{
		{"(z == 1 ? 1/2 : (z == 0 ? 1 : 0))*(sin(z)/z)", []string{"z == 1 ? 1/2 : (z == 0 ? 1 : 0)", "sin(z)/z"}, false},
		{"(z == 1 ? 1/2 : (z == 0 ? 1 : 0))*cos(z)", []string{"z == 1 ? 1/2 : (z == 0 ? 1 : 0)", "cos(z)"}, true},
		{"cos(z)*(sin(z)/z)", []string{"cos(z)", "sin(z)/z"}, true},
		{"(z == 0 ? 1 : sin(z)/z)*(sin(z)/z)", []string{"z == 0 ? 1 : sin(z)/z", "sin(z)/z"}, true},
	} {
		var parts []*kernel.Kernel
		for _, p := range c.parts {
			parts = append(parts, checktest.Parsed(t, p))
		}
		assert.Equal(t, c.want, rule.MadeOf(checktest.Parsed(t, c.whole), parts) == nil, c.whole)
	}
}

// TestPDTail: the leading part must oscillate, strictly.
func TestPDTail(t *testing.T) {
	for _, c := range []struct {
		formula  string
		dim      int
		exponent string // at z = 1
		want     bool
	}{
		{"z < 1 ? (1-z)^2 : 0", 3, "2", false}, // the same order as the cusp's
		{"z < 1 ? (1-z)^2 : 0", 4, "2", true},
		{"z < 1 ? (1-z)^2 : 0", 4, "1", false}, // does not count
		{"z < 1 ? (1-z)^2 : 0", 4, "3", false}, // counts no more than 2 does, and is not the least
		{"z < 1 ? (1-z)^(19/10) : 0", 3, "19/10", true},
		{"z < 1 ? (1-z^2)^3 : 0", 1, "3", true}, // nothing at 0
		{"exp(-z)", 3, "2", false},              // nothing at b > 0
		{"z < 1 ? 1-z^2 : sin(z)", 3, "0", false},
		{"gneiting(1)", 3, "8", false},
		{"gneiting(1)", 4, "8", true},
		{"z < 1 ? 1/z : 0", 5, "0", false}, // not bounded
	} {
		ev := finite.SingularityEvidence{At: "1", Exponent: c.exponent}
		goal := rule.Goal{Claim: proof.PD, Kernel: checktest.Parsed(t, c.formula), Dim: c.dim}
		err := New(context.Background(), 0).Step(goal, proof.NewStep("pd.oscillating-tail", "", ev))
		assert.Equal(t, c.want, err == nil, "%s in R^%d: %v", c.formula, c.dim, err)
	}
}

// TestPDConvex: Askey and Gneiting's criterion, and what it does not say.
func TestPDConvex(t *testing.T) {
	for _, c := range []struct {
		formula string
		dim     int
		want    bool
	}{
		{"z < 1 ? 1-z : 0", 1, true},
		{"z < 1 ? 1-z : 0", 2, false},
		{"z < 1 ? (1-z)^2 : 0", 3, true},
		{"z < 1 ? (1-z)^2 : 0", 4, false},
		{"1/2 + max(1-z,0)", 1, true},
		{"max(1-z,0) - 1/2", 1, false}, // c < 0
		{"max(1-z,-1)", 1, false},      // c < 0
		{"z < 1 ? 1-z : (z < 2 ? 0 : 0)", 1, true},
		{"z < 1 ? 1-z/2 : (z < 2 ? 1/2-(z-1)/2*1 : 0)", 1, true},
		{"z < 1 ? 1-z/4 : (z < 2 ? 3/4-3/4*(z-1) : 0)", 1, false}, // −k′ jumps downwards
		{"z < 1 ? 1-z/2 : (z < 4 ? 3/4-(z-1)/4 : 0)", 1, false},   // a jump upwards
		{"z < 1 ? 1-z/2 : (z < 2 ? 1/3-(z-1)/3 : 0)", 1, false},   // a jump
		{"z < 1 ? 1-z^2 : 0", 1, false},                           // concave
		{"z < 1 ? 1-3*z/2+z^3/2 : 0", 1, true},                    // convex, touching at 0
		{"z < 1 ? 1-3*z/2+z^3/2 : 0", 3, false},                   // positive definite for another reason
		{"z < 1 ? (1-z)^3*(1+z/100) : 0", 3, true},
	} {
		err := pd.Convex(New(context.Background(), 0), checktest.Parsed(t, c.formula), c.dim)
		assert.Equal(t, c.want, err == nil, "%s in R^%d: %v", c.formula, c.dim, err)
	}
}

// TestPDContinuous: defined and continuous on [0,∞), nothing less.
func TestPDContinuous(t *testing.T) {
	for formula, want := range map[string]bool{
		"exp(-z)": true, "sin(z)/z": true, "max(1-z,0)": true, "z < 1 ? (1-z)^(1/2) : 0": true, "abs(1-z)*exp(-z)": true,
		"z == 0 ? 1 : sin(z)/z": true,
		"exp(-z)/z":             false, "log(z)": false, "z == 0 ? 2 : exp(-z)": false, "z == 3 ? 2 : exp(-z)": false,
		"z < 1 ? 1-z : 1e-30": false,
		"z <= 1 ? exp(-z) : (z < 2 ? exp(-z) + 1e-30 : exp(-z))": false, "1/(z-2)": false, "(z-2)^2/(z-2)": false,
	} {
		err := New(context.Background(), 0).Regular(checktest.Parsed(t, formula), rule.Continuous)
		assert.Equal(t, want, err == nil, "%s: %v", formula, err)
	}
}

// TestPDGneiting: Gneiting's function in R⁴ is refuted by its tail, and by the density at a
// frequency at which its relative size is 10⁻²⁹.
func TestPDGneiting(t *testing.T) {
	k := checktest.Parsed(t, "gneiting(1)")
	c := New(context.Background(), 0)
	for _, r := range []struct {
		omega int64
		dim   int
		want  bool
	}{{2470, 4, true}, {2460, 4, false}, {2470, 3, false}} {
		ev, err := spectrum.NewDensityEvidence(c, k, r.dim, false, big.NewRat(r.omega, 1), 64)
		require.NoError(t, err)
		err = pdStep(k, r.dim, false, proof.NewStep("pd.negative-density", "", ev))
		assert.Equal(t, r.want, err == nil, "m(%d) = %v in R^%d", r.omega, ev.Density, r.dim)
	}
}

// TestPDSignCancelled: a sign that was not looked at to the end proves nothing.
func TestPDSignCancelled(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	s := proof.NewStep("pd.nonnegative-density", "", nil)
	s.Evidence = []byte(`{"method":"panels","from":"1","to":"2","panels":3,"bits":64,"atoms":[]}`)
	var incomplete *rule.IncompleteError
	goal := rule.Goal{Claim: proof.PD, Holds: true, Kernel: checktest.Parsed(t, "exp(-z^2)*(1-z^2)"), Dim: 2}
	_, err := index()[s.Rule].Check(New(ctx, 0), goal, s)
	assert.ErrorAs(t, err, &incomplete)
	_, err = spectrum.NewMeanEvidence(New(ctx, 0), checktest.Parsed(t, "exp(-z^2)*sqrt(1+z^4)"), 2, big.NewRat(1, 1),
		big.NewRat(1, 1), new(big.Rat), big.NewRat(9, 1), 64)
	assert.ErrorAs(t, err, &incomplete)
}
