package check

import (
	"context"
	"math/big"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"krein/internal/certify/check/conditional"
	"krein/internal/certify/check/finite"
	"krein/internal/certify/check/pd"
	"krein/internal/certify/check/rule"
	"krein/internal/certify/check/spectrum"
	"krein/internal/certify/checktest"
	"krein/internal/certify/proof"
)

func TestGuardsOther(t *testing.T) {
	testGuards(t, conditionalGuardRows(t))
	testGuards(t, finiteGuardRows(t))
	testGuards(t, witnessGuardRows(t))
}

// conditionalGuardRows are about conditional/rules.go and decomposition.go.
func conditionalGuardRows(t *testing.T) []guardRow {
	definite, notPD, infinite := assumed(proof.PD, true), assumed(proof.PD, false), assumed(proof.FiniteMass, false)
	cm, cpd, parts := assumed(proof.CompletelyMonotone, true), assumed(proof.ConditionallyPD, true),
		assumed(proof.PositiveDecomposition, true)
	rat := big.NewRat
	singular := proof.NewStep("finite-mass.singularity", "",
		finite.SingularityEvidence{At: "1", Exponent: "1", LogPower: 0})
	density := func(formula string, dim int) *proof.Step {
		ev, err := spectrum.NewDensityEvidence(New(context.Background(), 0), checktest.Parsed(t, formula), dim, false,
			rat(1, 10), 64)
		require.NoError(t, err)
		return proof.NewStep("pd.negative-density", "", ev)
	}
	const hump, hat, cut = "exp(-z^2)*(1-z^2)", "z < 1 ? (1-z)^2 : 0", "z^2*abs(z-1)"
	power := func(at, exponent string, logs int, coefficient string) conditional.PowerEvidence {
		return conditional.PowerEvidence{At: at, Exponent: exponent, LogPower: logs, Coefficient: coefficient}
	}
	return []guardRow{
		shows("conditionally-pd.pd", "exp(-z)", 3, nil, definite),
		shows("conditionally-pd.shift", "exp(-z)-2", 3, `{"shift":"2"}`, definite),

		shows("conditionally-pd.micchelli", "-sqrt(1+z^2)", 3, `{"order":1}`, cm),
		stops("conditionally-pd.micchelli", "-sqrt(1+z^2)", 3, `{"order":0}`, "order 0", cm),
		stops("conditionally-pd.micchelli", "-sqrt(1+z^2)", 3, `{"order":13}`, "order 13", cm),
		leaves("conditionally-pd.micchelli", "tan(z)", 3, `{"order":1}`, "tan is not treated", cm),
		// −1 − z² at z > 0 and −2 at 0
		stops("conditionally-pd.micchelli", "z == 0 ? -2 : -sqrt(1+z^2)", 3, `{"order":1}`, "but the limit is -1", cm),

		shows("conditionally-pd.at-zero", "z == 0 ? 1 : -z", 3, nil, cpd),
		stops("conditionally-pd.at-zero", "z == 0 ? -1 : -z", 3, nil, "-1 ≥ 0", cpd),
		shows("conditionally-pd.at-zero", "-(z == 0 ? 0 : 1/10+z)", 3, nil, cpd),
		stops("conditionally-pd.at-zero", "-(z == 0 ? 1/5 : 1/10+z)", 3, nil, "-1/5 ≥ -1/10", cpd),
		shows("conditionally-pd.below-limit", "z == 0 ? 1/2 : exp(-z)", 3, nil),
		shows("conditionally-pd.below-limit", "-z-(z == 0 ? 1/1000 : 0)", 1, nil),
		stops("conditionally-pd.below-limit", "z == 0 ? 2 : exp(-z)", 3, nil, "k(0) = 2 is below the limit 1"),
		stops("conditionally-pd.below-limit", "z == 0 ? 1 : exp(-z)", 3, nil, "k(0) = 1 is below the limit 1"),
		leaves("conditionally-pd.below-limit", "z == 0 ? 1+"+checktest.Unsigned+" : exp(-z)", 3, nil, "not decided"),
		leaves("conditionally-pd.below-limit", "exp(-z)", 3, nil, "is not known to have a value of its own"),
		leaves("conditionally-pd.below-limit", "z == 0 ? 1 : 1/z", 3, nil, "no limit of k at z = 0"),
		shows("positive-decomposition.at-zero", "z == 0 ? 1/2 : exp(-z)", 3, nil, parts),
		stops("positive-decomposition.at-zero", "z == 1 ? 1/2 : exp(-z)", 3, nil, "has no condition z == 0", parts),
		leaves("positive-decomposition.at-zero", "z == 0 ? "+checktest.Unread+" : exp(-z)", 3, nil, "is not decided", parts),

		shows("conditionally-pd.sum", "-sqrt(1+z^2)+exp(-z)-7", 3, `{"groups":[[0],[1]]}`, cpd, cpd),
		stops("conditionally-pd.sum", "-sqrt(1+z^2)-exp(-z)", 3, `{"groups":[[0]]}`, "a part is in no group", cpd),
		stops("conditionally-pd.sum", "(z == 0 ? 1 : 0) + sin(z)/z", 3, `{"groups":[[0],[1]]}`,
			"but the limit is 0", cpd, cpd),

		shows("conditionally-pd.growth", "exp(z)", 1, nil),
		stops("conditionally-pd.growth", "exp(-z)", 1, nil, "the kernel is not proved to be unbounded at infinity"),
		stops("conditionally-pd.growth", "z^4", 1, nil, "the kernel is not proved to grow faster than every power"),
		stops("conditionally-pd.growth", "z^2*cos(z)", 1, nil, "the kernel is not proved to grow faster than every power"),
		stops("conditionally-pd.growth", "z == 1 ? 5 : exp(z)", 1, nil, "but the limit is"),

		shows("conditionally-pd.singularity", "z < 1 ? 1-z : 0", 3, nil, singular),
		stops("conditionally-pd.singularity", "exp(-z)", 3, nil,
			"it rests on assumed.finite-mass.false, not on finite-mass.singularity or finite-mass.oscillation", infinite),
		stops("conditionally-pd.singularity", "z == 0 ? 2 : (z < 1 ? 1-z : 0)", 3, nil, "but the limit is 1", singular),

		shows("conditionally-pd.bounded", "exp(-z^3)", 3, nil, notPD),
		shows("conditionally-pd.bounded", "exp(-z^3)-2", 3, nil, notPD),
		shows("conditionally-pd.bounded", "2+sin(z)", 3, nil, notPD),
		shows("conditionally-pd.bounded", "z^4-3*z^2-7-exp(-z^2)", 3, nil, notPD),
		shows("conditionally-pd.bounded", "exp(sin(z)-z^2)", 3, nil, notPD, assumed(proof.FiniteMass, true)),
		stops("conditionally-pd.bounded", "exp(sin(z)-z^2)", 3, nil, "1 premises, want 2", notPD),
		leaves("conditionally-pd.bounded", "-exp(sin(z)-z^2)", 3, nil, "the mean of k at infinity is not known", notPD,
			assumed(proof.FiniteMass, true)),
		leaves("conditionally-pd.bounded", "-z^3", 3, nil, "k is not proved to be bounded", notPD),
		leaves("conditionally-pd.bounded", "z==0 ? 0 : z^2*log(z)", 3, nil, "k is not proved to be bounded", notPD),
		leaves("conditionally-pd.bounded", "exp(z)", 3, nil, "k is not proved to be bounded", notPD),
		leaves("conditionally-pd.bounded", "z^2*(2+sin(z))", 3, nil, "k is not proved to be bounded", notPD),
		leaves("conditionally-pd.bounded", "sin(log(1+z))", 3, nil, "the mean of k at infinity is not known", notPD),
		leaves("conditionally-pd.bounded", "exp(-z^3)-pi", 3, nil, "is not rational", notPD),
		leaves("conditionally-pd.bounded", "1+z^2+z^4+z^6+z^8+z^10+z^12+z^14+z^16+z^18+z^20+z^22+z^24+z^26", 3, nil,
			"of more than 12 terms", notPD),
		leaves("conditionally-pd.bounded", "exp(-z^3)+"+checktest.Unsigned, 3, nil,
			"the mean of k at infinity is not known", notPD),
		// exp(−z) − 2 is not positive definite, but conditionally so
		stops("conditionally-pd.bounded", "exp(-z)-2", 3, nil, "no atom is negative for certain",
			proof.NewStep("pd.negative-atom", "", spectrum.AtomEvidence{Omega: "0", Weight: "-2"})),
		stops("conditionally-pd.bounded", "z == 0 ? 2 : exp(-z)", 3, nil, "but the limit is 1", notPD),

		shows("conditionally-pd.power", "z+z^3", 3, power("0", "1", 0, "1")),
		shows("conditionally-pd.power", "z-sqrt(z)", 3, power("infinity", "1", 0, "1")),
		shows("conditionally-pd.power", "log(1+z^2)", 3, power("infinity", "0", 1, "2")),
		shows("conditionally-pd.power", "exp(-z^2)-1/(1+z^2)", 3, power("infinity", "-2", 0, "-1")),
		shows("conditionally-pd.power", "z == 0 ? 0 : -z^2*log(z)", 3, power("0", "2", 1, "-1")),
		shows("conditionally-pd.power", "z == 0 ? 1 : exp(-z^2)-z^4*log(z)^2", 3, power("0", "4", 2, "-1")),
		shows("conditionally-pd.power", "z == 0 ? 1 : exp(-z^2)-z*log(z)", 3, power("0", "1", 1, "-1")),
		shows("conditionally-pd.power", "z < 1 ? 1-z^3+z^4/9 : 1/9", 1, power("0", "3", 0, "-1")),
		stops("conditionally-pd.power", "z == 0 ? 1 : exp(-z^2)+z*log(z)", 3, power("0", "1", 1, "1"), "has the right sign"),
		stops("conditionally-pd.power", "z == 0 ? 1 : exp(-z^2)+z^4*log(z)^2", 3, power("0", "4", 2, "1"),
			"has the right sign"),
		stops("conditionally-pd.power", "z == 0 ? 0 : z^2*log(z)", 3, power("0", "2", 1, "1"), "has the right sign"),
		stops("conditionally-pd.power", "-log(1+z^2)", 3, power("infinity", "0", 1, "-2"), "has the right sign"),
		stops("conditionally-pd.power", "z^3-z", 3, power("infinity", "3", 0, "1"), "has the right sign"),
		stops("conditionally-pd.power", "exp(-z^2)-1/(1+z^4)", 3, power("infinity", "-4", 0, "-1"), "is integrable"),
		shows("conditionally-pd.power", "exp(-z^2)-1/(1+z^2)", 2, power("infinity", "-2", 0, "-1")),
		shows("conditionally-pd.power", "3*exp(-z)-1/(1+z)", 1, power("infinity", "-1", 0, "-1")),
		shows("conditionally-pd.power", "3*exp(-z)-log(2+z)/(1+z)", 1, power("infinity", "-1", 1, "-1")),
		stops("conditionally-pd.power", "3*exp(-z)+1/(1+z)", 1, power("infinity", "-1", 0, "1"), "has the right sign"),
		stops("conditionally-pd.power", "3*exp(-z)-1/((1+z)*log(2+z)^2)", 1, power("infinity", "-1", -2, "-1"),
			"is integrable"),
		stops("conditionally-pd.power", "exp(-z^2)", 3, power("0", "1", 0, "1"), "no term but even powers"),
		stops("conditionally-pd.power", "z < 1 ? 1-z : 0", 3, power("infinity", "1", 0, "1"), "no power leads at infinity"),
		stops("conditionally-pd.power", "z+z^3", 3, power("0", "1", 0, "2"), "recomputed"),
		stops("conditionally-pd.power", "z+z^3", 3, power("1", "1", 0, "1"), "nothing leads at"),
		stops("conditionally-pd.power", "z == 0 ? 5 : z+z^3", 3, power("0", "1", 0, "1"), "but the limit is 0"),
		leaves("conditionally-pd.power", "sin(z)+z*cos(z)", 1, power("infinity", "0", 0, "1"),
			"an exponential or a wave leads"),
		leaves("conditionally-pd.power", "exp(-z^2)+"+checktest.Unsigned+"*z", 1, power("0", "1", 0, checktest.Unsigned),
			"has the right sign: not decided"),
		leaves("conditionally-pd.power", "z > 1 ? log(z) : 0", 1, power("infinity", "0", 1, "1"),
			"the terms beyond z^(0) are not known"),
		leaves("conditionally-pd.power", "z*(2+cos(z))", 1, power("infinity", "1", 0, "2"), "at infinity"),
		leaves("conditionally-pd.power", "z == 0 ? 1 : (z < 1/2 ? 1 - z^4/log(z) : 1 + 1/(16*log(2)))", 3,
			power("0", "4", -1, "-1"), "the power -1 of the logarithm"),
		leaves("conditionally-pd.power", "sin(log(1+z))", 3, power("infinity", "1", 0, "1"), "at infinity"),
		leaves("conditionally-pd.power", "tan(z)", 3, power("0", "1", 0, "1"), "z"),
		shows("pd-sphere.power", "exp(-z^2)-exp(-z)/10^300", 2, power("0", "1", 0, "1/1"+strings.Repeat("0", 300))),
		shows("pd-sphere.power", "z == 0 ? 1 : exp(-z^2)-z^4*log(z)^2", 3, power("0", "4", 2, "-1")),
		// it jumps beyond the sphere
		shows("pd-sphere.power", "z < 3 ? exp(-z^2)-z^3/10^9 : 7", 3, power("0", "3", 0, "-0.000000001")),
		stops("pd-sphere.power", "exp(-z^2)+exp(-z)/9", 2, power("0", "1", 0, "-1/9"), "has the right sign"),
		stops("pd-sphere.power", "exp(-z^2)-exp(-z)/9", 1, power("0", "1", 0, "1/9"), "it is about dimensions from 2 on"),
		stops("pd-sphere.power", "z == 0 ? 1 : exp(-z^2)-exp(-z)/9", 2, power("0", "1", 0, "1/9"), "but the limit is 8/9"),
		stops("pd-sphere.power", "exp(-z^2)-1/(1+z^2)", 3, power("infinity", "-2", 0, "-1"),
			"the sphere has no distances at infinity"),
		stops("pd-sphere.power", "exp(-z^2)-exp(-z)/9", 2, power("0", "1", 0, "1/8"), "recomputed"),

		shows("conditionally-pd.jump", "z == 1 ? 5 : exp(-z)", 3, nil,
			proof.NewStep("finite-mass.jump", "", finite.JumpEvidence{At: "1"})),
		shows("conditionally-pd.jump", "z == 1 ? 5 : z^2", 3, nil,
			proof.NewStep("finite-mass.jump", "", finite.JumpEvidence{At: "1"})),
		// positive definite, and of infinite mass by a value at 0 only
		stops("conditionally-pd.jump", "z == 0 ? 2 : exp(-z)", 3, nil, "but the limit is 1",
			proof.NewStep("finite-mass.jump", "", finite.JumpEvidence{At: "0"})),
		stops("conditionally-pd.jump", "-z", 3, nil,
			"it rests on assumed.finite-mass.false, not on finite-mass.jump", infinite),
		stops("conditionally-pd.jump", "exp(-z)", 3, nil, "no condition changes at z = 1",
			proof.NewStep("finite-mass.jump", "", finite.JumpEvidence{At: "1"})),

		shows("conditionally-pd.negative-density", hump, 3, nil, density(hump, 3)),
		shows("conditionally-pd.negative-density", hat, 4, nil, proof.NewStep("pd.oscillating-tail", "", tail("2"))),
		stops("conditionally-pd.negative-density", "exp(-z)", 3, nil,
			"it rests on assumed.pd.false, not on pd.negative-density", notPD),

		shows("positive-decomposition.finite-mass", "exp(-z)", 3, nil, assumed(proof.FiniteMass, true)),
		shows("positive-decomposition.conditionally-pd", "-sqrt(1+z^2)", 3, `{"sign":1}`, cpd),
		shows("positive-decomposition.conditionally-pd", "sqrt(1+z^2)", 3, `{"sign":-1}`, cpd),
		stops("positive-decomposition.conditionally-pd", "sqrt(1+z^2)", 3, `{"sign":0}`, "the sign is 0", cpd),
		shows("positive-decomposition.sum", "exp(-z)-exp(-2*z)", 3, nil, parts, parts),
		stops("positive-decomposition.sum", "exp(-z)", 3, nil, "the formula is not made of others in this way", parts),
		shows("positive-decomposition.product", "exp(-z)*cos(z)", 3, nil, parts, parts),
		stops("positive-decomposition.product", "exp(-z)", 3, nil, "the formula is not made of others in this way", parts),
		shows("positive-decomposition.local", "cos(z)", 3, nil),
		shows("positive-decomposition.local", "1-sqrt(z)*cosh(z)", 3, nil),
		shows("positive-decomposition.local", cut, 2, nil),
		stops("positive-decomposition.local", "cos(z)", 3, `{"zero":"1"}`, "unknown field"),
		leaves("positive-decomposition.local", "1/z", 3, nil, "no limit of k at z = 0 is known"),
		stops("positive-decomposition.local", cut, 3, nil, "at z = 1 the exponent 1 ≤ (d−1)/2 counts"),
		leaves("positive-decomposition.local", "abs(sin(z))", 1, nil, "infinitely many"),
		stops("positive-decomposition.local", "z == 1 ? 5 : cosh(z)", 3, nil, "but the limit is"),
		stops("positive-decomposition.local", "z <= 0 ? 5 : cosh(z)", 3, nil, "but the limit is 1"),
		shows("positive-decomposition.singularity", "z < 1 ? 1-z : 0", 3, nil, singular),
		stops("positive-decomposition.singularity", "sqrt(1+z^2)", 3, nil,
			"it rests on assumed.finite-mass.false, not on finite-mass.singularity", infinite),
	}
}

// finiteGuardRows are about the rules of finite mass; TestAnalysisHypotheses and TestRefutations
// have more.
func finiteGuardRows(t *testing.T) []guardRow {
	mass := assumed(proof.FiniteMass, true)
	at := func(at, exponent string, power string) string {
		return `{"at":"` + at + `","exponent":"` + exponent + `","logPower":` + power + `}`
	}
	where := func(at string) string { return `{"at":"` + at + `"}` }
	wave := func(frequency string) string { return `{"frequency":"` + frequency + `"}` }
	const hat = "z < 1 ? (1-z)^2 : 0"
	return []guardRow{
		shows("finite-mass.analysis", "exp(-z)", 3, nil),
		stops("finite-mass.analysis", "exp(-z)", 3, `{"zero":"1"}`, "unknown field"),
		stops("finite-mass.analysis", "z == 0 ? 2 : exp(-z)", 3, nil, "but the limit is 1"),
		stops("finite-mass.analysis", "z == 1 ? 2 : exp(-z)", 3, nil, "but the limit is"),
		leaves("finite-mass.analysis", "z == 1 ? "+checktest.Unread+" : exp(-z)", 3, nil,
			"the value at z = 1"),
		// 0 at 1, where it has no value
		stops("finite-mass.analysis", "z == 1 ? 1/(z-1) : (z-1)*exp(-z)", 3, nil,
			"k has no value at z = 1"),
		leaves("finite-mass.analysis", "sin(z)/(1+z)+cos("+checktest.Unsigned+"/(1+z))/(1+z)^30", 2,
			nil, "at infinity"),
		leaves("finite-mass.analysis", "sin(z)/(1+z)+cos(z*log(z))/(1+z)^30", 2, nil,
			"grows faster than z"),
		stops("finite-mass.analysis", "z == 1 ? 2 : exp(-z)", 3, nil, "but the limit is"),
		shows("finite-mass.analysis", "cos(z^2)/(1+z^2)", 1, nil),
		leaves("finite-mass.analysis", "cos(z^2)/(1+z^2)", 2, nil, "z^2 grows faster than z"),
		shows("finite-mass.analysis", "cos(z^2)/(1+z^2)^2", 3, nil),
		shows("finite-mass.analysis", "exp(-z)*sin(z^2)*cos(exp(z))^2", 1, nil),
		shows("finite-mass.analysis", "exp(-z^2)*cos(exp(z))", 1, nil),
		// integrable if there were one power of z less, or if it tended to 0
		leaves("finite-mass.analysis", "exp(-z/2)/(1+z)*cos(exp(z))", 1, nil, "does not decide"),
		shows("finite-mass.analysis", "exp(-z/2)/(1+z)^(9/8)*cos(exp(z))", 1, nil),
		leaves("finite-mass.analysis", "exp(-z/2)*(1+(1+z^2)^-3)*cos(exp(z))", 1, nil, "does not decide"),
		leaves("finite-mass.analysis", "exp(-z/2)*(1+exp(-z))*cos(exp(z))", 1, nil, "does not decide"),
		// bounds of derivatives: of the slower phase, of one that is not differentiated, of the amplitude, of f″/f′
		leaves("finite-mass.analysis", "exp(-z)*cos(exp(z))*cos(exp(z^2))", 1, nil, "does not decide"),
		leaves("finite-mass.analysis", "exp(-z)*cos(exp(z))*cos(z/gamma(2+z))", 1, nil, "does not decide"),
		leaves("finite-mass.analysis", "cos(exp(z))*z*exp(-z)/gamma(2+z)", 1, nil, "does not decide"),
		leaves("finite-mass.analysis", "exp(-z^2)*cos(exp(z^2))", 1, nil, "does not decide"),
		leaves("finite-mass.analysis", "exp(-20*z)*cos(exp(z))", 12, nil, "does not decide"),
		// exponentials of exponentials: the leading term of the exponent is negative, real and alone
		shows("finite-mass.analysis", "exp(-exp(z))", 3, nil),
		shows("finite-mass.analysis", "2-exp(z^5-(1+z)^(-9)*exp(z^(1/8)))", 9, nil),
		shows("finite-mass.analysis", "2^(-sinh(z^2)*(3+exp(-z)*cos(z)))", 4, nil),
		leaves("finite-mass.analysis", "exp(exp(z))", 3, nil, "does not decide"),
		leaves("finite-mass.analysis", "exp(exp(z)-exp(z^2)*cos(z)^2)", 3, nil, "does not decide"),
		leaves("finite-mass.analysis", "exp(-z*(2+cos(z)))", 3, nil, "does not decide"),
		leaves("finite-mass.analysis", "z*exp(-exp(-z))", 3, nil, "does not decide"),

		shows("finite-mass.singularity", hat, 5, at("1", "2", "0")),
		stops("finite-mass.singularity", hat, 4, at("1", "2", "0"), "the exponent 2 exceeds (d−1)/2 = 3/2"),
		stops("finite-mass.singularity", hat, 5, at("1", "1", "0"), "another exponent counts at z = 1"),
		stops("finite-mass.singularity", hat, 5, at("1", "2", "1"), "another exponent counts at z = 1"),
		stops("finite-mass.singularity", hat, 5, at("2", "2", "0"), "z = 2 is not among the points"),
		stops("finite-mass.singularity", "exp(-z)", 5, at("0", "1", "0"), "z = 0 is not among the points"),
		leaves("finite-mass.singularity", "sin(z) < 0 ? 1 : 2", 5, at("0", "1", "0"), "and those are not all: "),

		shows("finite-mass.unbounded", "log(z)*exp(-z)", 1, where("0")),
		shows("finite-mass.unbounded", "z", 1, where("inf")),
		stops("finite-mass.unbounded", "exp(-z)", 1, where("0"), "k is bounded near 0"),
		stops("finite-mass.unbounded", "exp(-z)", 1, where("inf"), "k is bounded near infinity"),
		stops("finite-mass.unbounded", "exp(-z)", 1, where("1"), `"1" is neither 0 nor inf`),
		leaves("finite-mass.unbounded", checktest.Unsigned+"/z", 1, where("0"), "k is bounded near 0: not decided"),
		leaves("finite-mass.unbounded", "exp(-z)/(2+cos(z))+sin(z)/(1+z^2)/(2+cos(z))", 1, where("inf"),
			"the behaviour at infinity is not known"),
		leaves("finite-mass.unbounded", "sin(1/z)", 1, where("0"), "0"),

		shows("finite-mass.jump", "z == 1 ? 5 : exp(-z)", 3, where("1")),
		stops("finite-mass.jump", "z == 1 ? 5 : exp(-z)", 3, where("2"), "z = 2"),
		stops("finite-mass.jump", "z < 1 ? exp(-z) : exp(-z)", 3, where("1"), "1"),
		stops("finite-mass.jump", "z <= 0 ? 1 : exp(-z)", 3, where("0"), "is not proved"),
		stops("finite-mass.jump", "z == 1 ? 1/(z-1) : exp(-z)", 3, where("1"), "k has no value at z = 1"),
		leaves("finite-mass.jump", "z == 1 ? "+checktest.Unread+" : exp(-z)", 3, where("1"), "the value at z = 1"),
		leaves("finite-mass.jump", "z == 1 ? 5 : sin(1/(z-1))", 3, where("1"), "essential singularity"),

		shows("finite-mass.oscillation", "cos(z)", 2, wave("1")),
		stops("finite-mass.oscillation", "cos(z)", 1, wave("1"), "the phase of Λ_1(az), an atom"),
		stops("finite-mass.oscillation", "cos(z)/(1+z)", 2, wave("1"), "decays faster than z^(−(d−1)/2)"),
		stops("finite-mass.oscillation", "cos(z)", 2, wave("2"), "k has no wave of this frequency"),
		stops("finite-mass.oscillation", "cos(z)+exp(-pi*z)*cos(2*z)", 2, wave("2"),
			"k has no wave of this frequency"),
		stops("finite-mass.oscillation", "exp(-z)*cos(z)", 9, wave("1"), "k has no wave of this frequency"),
		stops("finite-mass.oscillation", "cos(z)/log(2+z)", 1, wave("1"), "decays faster than z^(−(d−1)/2)"),
		shows("finite-mass.oscillation", "cos(z)*log(2+z)", 1, wave("1")),

		shows("finite-mass.sum", "exp(-z)+cos(z)", 1, nil, mass, mass),
		shows("finite-mass.product", "exp(-z)*cos(z)", 1, nil, mass, mass),
		shows("finite-mass.entire", "exp(cos(z))", 1, nil, mass),
		stops("finite-mass.entire", "log(2+cos(z))", 1, nil, "the formula is not made of others in this way", mass),
		shows("finite-mass.pd", "exp(-z)", 1, nil, assumed(proof.PD, true)),
		stops("finite-mass.pd", "z == 0 ? 2 : exp(-z)", 1, nil, "but the limit is 1", assumed(proof.PD, true)),
		leaves("finite-mass.pd", "z == 0 ? "+checktest.Unread+" : exp(-z)", 1, nil, "the value at z = 0",
			assumed(proof.PD, true)),
		leaves("finite-mass.pd", "z == 0 ? 0 : sin(1/z)", 1, nil, "essential singularity", assumed(proof.PD, true)),
	}
}

// witnessGuardRows are about witness.go.
func witnessGuardRows(t *testing.T) []guardRow {
	points := func(formula string, x [][]rule.Rational, w []rule.Rational) pd.PointsEvidence {
		return pd.NewPointsEvidence(checktest.Parsed(t, formula), x, w, 64)
	}
	mass := assumed(proof.FiniteMass, true)
	poles := [][]rule.Rational{rationals(1), rationals(-1)}
	far := [][]rule.Rational{rationals(2), rationals(-1)}
	apart := [][]rule.Rational{rationals(0), {rule.Rational{Rat: big.NewRat(1, 2)}}}
	return []guardRow{
		shows("pd-sphere.points", "1-2*z", 1, points("1-2*z", poles, rationals(1, 1))),
		stops("pd-sphere.points", "1-z", 1, points("1-z", far, rationals(1, 1)), "point 1 does not lie on the unit sphere"),
		stops("pd-sphere.points", "1-z/2", 1, points("1-z/2", poles, rationals(1, 1)), "is not negative"),
		stops("conditionally-pd.points", "exp(-z)", 1, points("exp(-z)", apart, rationals(1, -1)), "is not negative", mass),
		shows("conditionally-pd.points", "-exp(-z)", 1, points("-exp(-z)", apart, rationals(1, -1)), mass),
		stops("conditionally-pd.points", "-exp(-z)", 1, points("-exp(-z)", apart, rationals(1, 1)),
			"the weights sum to 2, not to 0", mass),
		shows("conditionally-pd.points", "z", 1, points("z", apart, rationals(1, -1))),
		shows("conditionally-pd.points", "log(1+z^4)", 1, points("log(1+z^4)", apart, rationals(1, -1))),
		shows("conditionally-pd.points", "z^(19/10)", 3, points("z^(19/10)", apart, rationals(1, -1))),
		stops("conditionally-pd.points", "z^3", 1, points("z^3", apart, rationals(1, -1)), "is not proved to be o(z²)"),
		stops("conditionally-pd.points", "z^2*log(1+z)", 1, points("z^2*log(1+z)", apart, rationals(1, -1)), "is not proved to be o(z²)"),
		stops("conditionally-pd.points", "exp(z/9)", 1, points("exp(z/9)", apart, rationals(1, -1)), "is not proved to be o(z²)"),
		stops("conditionally-pd.points", "z*cos(z)+9*z", 1, points("z*cos(z)+9*z", apart, rationals(1, -1)), "is not proved to be o(z²)"),
		stops("conditionally-pd.points", "z+(z==1 ? 1 : 0)", 1, points("z+(z==1 ? 1 : 0)", apart, rationals(1, -1)), "k(1)"),
	}
}
