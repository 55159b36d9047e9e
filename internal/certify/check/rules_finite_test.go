package check

import (
	"context"
	"encoding/json"
	"maps"
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"krein/internal/certify/check/decomposition"
	"krein/internal/certify/check/finite"
	"krein/internal/certify/check/rule"
	"krein/internal/certify/check/shape"
	"krein/internal/certify/checktest"
	"krein/internal/certify/proof"
)

// TestAnalysisHypotheses has for every hypothesis of finite-mass.analysis kernels on which it fails
// and no other does, and ones that just satisfy it.
func TestAnalysisHypotheses(t *testing.T) {
	for _, row := range []struct {
		formula string
		dim     int
		want    checktest.Outcome
		why     string
	}{
		{"exp(-z)", 784, checktest.Accepted, "a cusp at 0 is never an obstacle"},
		{"z^(1/1000)*exp(-z)", 64, checktest.Accepted, "however sharp"},
		{"z*log(z)*exp(-z)", 64, checktest.Accepted, "nor a logarithm with it"},
		{"z^(-1/10)*exp(-z)", 1, checktest.Undecided, "a negative power at 0"},
		{"log(z)*exp(-z)", 1, checktest.Undecided, "a logarithm at 0"},
		{"z < 1 ? 1/(1-log(z)) : 1/z", 1, checktest.Undecided, "a logarithm alone at 0"},
		{"z < 1/2 ? -1/log(z) : 1/(2*z*log(2))", 1, checktest.Undecided, "the same, without a remainder"},

		{"exp(-z)/(z^5+z+1)", 3, checktest.Accepted, "no pole on (0,∞)"},
		{"exp(-z)/(z^5-z-1)", 3, checktest.Undecided, "a pole without an exact form"},
		{"sin(z-1)/(z-1)*exp(-z)", 3, checktest.Undecided, "no value at 1"},

		{"z < 1 ? (1-z)^2 : 0", 4, checktest.Accepted, "2 > 3/2"},
		{"z < 1 ? (1-z)^2 : 0", 5, checktest.Rejected, "2 = (d−1)/2"},
		{"z < 1 ? (1-z)^(201/100) : 0", 5, checktest.Accepted, "just above"},
		{"z < 1 ? exp(z)*(1-z)^2 : 0", 5, checktest.Rejected, "2 = (d−1)/2, not a polynomial"},
		{"z < 1 ? exp(z)*(1-z)^2*log(1-z) : 0", 4, checktest.Accepted, "2 > 3/2, with a logarithm"},
		{"z < 1 ? exp(z)*(1-z)^2*log(1-z) : 0", 5, checktest.Rejected, "2 = (d−1)/2, with a logarithm"},
		{"z < 1 ? exp(-z) : exp(-z) + " + checktest.Unsigned, 1, checktest.Undecided, "whether it jumps is not seen"},
		{"z < 1 ? exp(-z) : (z < 2 ? exp(-z) - " + checktest.Unsigned + "*(z-1)*(2-z)^2 : exp(-z))", 1, checktest.Accepted,
			"α ≥ 1 in any case"},
		{"z < 1 ? exp(-z) : (z < 2 ? exp(-z) - " + checktest.Unsigned + "*(z-1)*(2-z)^2 : exp(-z))", 3, checktest.Undecided,
			"a slope that is not proved to vanish"},
		{"z < 1 ? exp(-1/(1-z^2)) : 0", 784, checktest.Accepted, "flat at 1"},
		{"z < 1 ? exp(-1/(1-z^2)) : 1e-15", 1, checktest.Rejected, "flat at 1, and a jump"},
		{"exp(-1/z)-1", 3, checktest.Accepted, "flat at 0"},
		{"z < 1 ? 1/(1+z) : (1+z)/(1+z)^2", 9, checktest.Accepted, "the sides agree to order 5"},

		{"z <= 0 ? 2 : exp(-z)", 3, checktest.Rejected, "k(0) is not the limit"},
		{"z <= 0 ? 1 : exp(-z)", 3, checktest.Accepted, "k(0) is the limit"},
		{"z == 1 ? 5 : exp(-z)", 3, checktest.Rejected, "a value of its own at 1"},
		{"z < 1 ? exp(-z) : (z > 1 ? exp(-z) : 5)", 3, checktest.Rejected, "a value of its own at 1"},
		{"z^2 == 1 ? 5 : exp(-z)", 3, checktest.Rejected, "a value of its own at 1"},
		{"(z-1)^2 > 0 ? exp(-z) : 5", 3, checktest.Rejected, "the same"},
		{"z^2 < 0 ? 3 : exp(-z)", 3, checktest.Accepted, "never"},
		{"z^2 <= 0 ? 3 : exp(-z)", 3, checktest.Rejected, "a value of its own at 0"},
		{"(z^5-z-1)^2 > 0 ? exp(-z) : 5", 3, checktest.Undecided, "at a point without an exact form"},
		{"z^2 < 4 ? sin(z)/z*(2-z) : 0", 1, checktest.Accepted, "4 is the square of 2"},
		{"0^z*exp(-z)+exp(-z)", 3, checktest.Undecided, "0^0"},
		{"z^z*exp(-z^2)", 3, checktest.Accepted, "0^0 again, which is the limit"},
		{"z == 1 ? exp(-1) + " + checktest.Unsigned + " : exp(-z)", 3, checktest.Undecided,
			"a value that is not proved to be the limit"},

		{"1/(1+z^(1/1000))", 16, checktest.Accepted, "any power will do"},
		{"-1", 5, checktest.Accepted, "a constant"},
		{"exp(-z)*cos(z^2)", 3, checktest.Accepted, "an exponential tames everything"},
		{"1/(1+log(1+z^2))^2", 3, checktest.Accepted, "the square of a logarithm"},
		{"1/(1+log(1+z^2))", 3, checktest.Undecided, "a logarithm does not suffice"},
		{"besselj(0,z)^2", 3, checktest.Accepted, "an atom at 2"},
		{"sin(z)^2/z^2", 5, checktest.Accepted, "an atom at 2, and no remainder"},
		{"sin(z)/z+exp(-z)", 3, checktest.Accepted, "an atom, what decays exponentially, and no remainder"},
		{"sin(z)^2/z^2+exp(-z)/(1+z)", 5, checktest.Undecided, "a remainder that is not followed"},
		{"cos(z)+cos(pi*z)+1", 1, checktest.Accepted, "three atoms"},
		{"besselj(0,z)^2", 4, checktest.Undecided, "no atom"},
		{"besselj(0,z)*besselj(0,2*z)", 3, checktest.Undecided, "the wrong phase"},
		{"sin(z)/(1+z)", 2, checktest.Accepted, "1 > 1/2"},
		{"sin(z)/(1+z)", 3, checktest.Accepted, "1 = (d−1)/2 with the phase of an atom"},
		{"cos(z)/(1+z)", 3, checktest.Undecided, "1 = (d−1)/2 with another phase"},
		{"sin(z)/(1+z)", 4, checktest.Undecided, "1 < 3/2"},
		{"cos(z+sqrt(z))/(1+z)", 1, checktest.Accepted, "beyond z^(-1/2)"},
		{"cos(z+sqrt(z))/(1+z)", 2, checktest.Undecided, "not a plain wave, and not beyond z^(-1)"},
		{"sin(z)/(1+z)+cos(z^2)/(1+z)^30", 2, checktest.Undecided, "a chirp among small terms"},
		{"sin(z)/(1+z)+1/(1+log(1+z))", 2, checktest.Undecided, "a logarithm among waves"},
		{"exp(-z)*sin(z)+1/(1+z)", 2, checktest.Accepted, "waves that decay exponentially"},
		{"exp(-z)*sin(z)+1/(1+z)", 64, checktest.Undecided, "not followed to z^(-32)"},
		{"(1+z)^(-1/2)+cos(z)/(1+z)", 5, checktest.Undecided, "a wave below a power, of infinite mass"},
		{"sqrt(1+z^2)", 1, checktest.Undecided, "growth"},
		{"cos(z^2)", 1, checktest.Undecided, "a chirp"},
		{"exp(-z)/(2+cos(z))+sin(z)/(1+z^2)/(2+cos(z))", 1, checktest.Undecided, "an oscillation without an expansion"},
	} {
		k := checktest.Parsed(t, row.formula)
		c := New(context.Background(), 0)
		err := finite.Analyse(c, k, row.dim)
		if err == nil {
			err = c.Regular(k, rule.Continuous)
		}
		assert.Equal(t, row.want, checktest.OutcomeOf(t, err), "%s in R^%d: %s: %v", row.formula, row.dim, row.why, err)
		step := proof.NewStep("finite-mass.analysis", "", nil)
		if err = c.Step(rule.Goal{Claim: proof.FiniteMass, Holds: true, Kernel: k, Dim: row.dim}, step); row.want !=
			checktest.Accepted {
			assert.Error(t, err, row.formula)
		} else {
			assert.NoError(t, err, row.formula)
		}
	}
}

func TestRefutations(t *testing.T) {
	for _, row := range []struct {
		formula string
		dim     int
		rule    string
		ev      any
		want    checktest.Outcome
	}{
		{"z < 1 ? (1-z)^2 : 0", 5, "singularity", finite.SingularityEvidence{At: "1", Exponent: "2", LogPower: 0},
			checktest.Accepted},
		// 2 > 3/2
		{"z < 1 ? (1-z)^2 : 0", 4, "singularity", finite.SingularityEvidence{At: "1", Exponent: "2", LogPower: 0},
			checktest.Rejected},
		// another exponent
		{"z < 1 ? (1-z)^2 : 0", 5, "singularity", finite.SingularityEvidence{At: "1", Exponent: "1", LogPower: 0},
			checktest.Rejected},
		// no logarithm
		{"z < 1 ? (1-z)^2 : 0", 5, "singularity", finite.SingularityEvidence{At: "1", Exponent: "2", LogPower: 1},
			checktest.Rejected},
		// no such point
		{"z < 1 ? (1-z)^2 : 0", 5, "singularity", finite.SingularityEvidence{At: "2", Exponent: "2", LogPower: 0},
			checktest.Rejected},
		// the origin is none
		{"z^2*exp(-z)", 5, "singularity", finite.SingularityEvidence{At: "0", Exponent: "1", LogPower: 0},
			checktest.Rejected},
		{"exp(-z)", 5, "singularity", finite.SingularityEvidence{At: "0", Exponent: "1", LogPower: 0}, checktest.Rejected},
		{"z < 1 ? exp(-z) : exp(-z) + 1e-15", 1, "singularity",
			finite.SingularityEvidence{At: "1", Exponent: "0", LogPower: 0}, checktest.Accepted},
		{"z < 1 ? exp(-z) : exp(-z) + " + checktest.Unsigned, 1, "singularity",
			finite.SingularityEvidence{At: "1", Exponent: "0", LogPower: 0}, checktest.Rejected},
		{"abs(1-z)*exp(-z)", 3, "singularity", finite.SingularityEvidence{At: "1", Exponent: "1", LogPower: 0},
			checktest.Accepted},
		// the sides continue each other
		{"abs(1-z)^2*exp(-z)", 5, "singularity", finite.SingularityEvidence{At: "1", Exponent: "2", LogPower: 0},
			checktest.Rejected},
		{"exp(-z)*log(abs(1-z))*(1-z)^2", 5, "singularity", finite.SingularityEvidence{At: "1", Exponent: "2", LogPower: 1},
			checktest.Accepted},
		{"1/(1-z)", 1, "singularity", finite.SingularityEvidence{At: "1", Exponent: "-1", LogPower: 0}, checktest.Accepted},

		{"log(z)*exp(-z)", 1, "unbounded", finite.UnboundedEvidence{At: "0"}, checktest.Accepted},
		{"z^(-1/10)", 1, "unbounded", finite.UnboundedEvidence{At: "0"}, checktest.Accepted},
		{"z*log(z)", 1, "unbounded", finite.UnboundedEvidence{At: "0"}, checktest.Rejected},
		{"z*log(z)", 1, "unbounded", finite.UnboundedEvidence{At: "inf"}, checktest.Accepted},
		{"z*cos(z)", 1, "unbounded", finite.UnboundedEvidence{At: "inf"}, checktest.Accepted},
		{"z^(1/1000)", 1, "unbounded", finite.UnboundedEvidence{At: "inf"}, checktest.Accepted},
		{"cos(z)", 1, "unbounded", finite.UnboundedEvidence{At: "inf"}, checktest.Rejected},
		{"exp(-z)", 1, "unbounded", finite.UnboundedEvidence{At: "inf"}, checktest.Rejected},
		{"exp(-z)", 1, "unbounded", finite.UnboundedEvidence{At: "1"}, checktest.Rejected},
		{checktest.Unsigned + "/z", 1, "unbounded", finite.UnboundedEvidence{At: "0"}, checktest.Undecided},

		{"z <= 0 ? 2 : exp(-z)", 3, "jump", finite.JumpEvidence{At: "0"}, checktest.Accepted},
		{"z <= 0 ? 1 : exp(-z)", 3, "jump", finite.JumpEvidence{At: "0"}, checktest.Rejected},
		{"z <= 0 ? 1+1e-30 : exp(-z)", 3, "jump", finite.JumpEvidence{At: "0"}, checktest.Accepted},
		{"z == 1 ? 5 : exp(-z)", 3, "jump", finite.JumpEvidence{At: "1"}, checktest.Accepted},
		{"z == 1 ? 5 : exp(-z)", 3, "jump", finite.JumpEvidence{At: "2"}, checktest.Rejected},
		{"z < 1 ? exp(-z) : exp(-z)", 3, "jump", finite.JumpEvidence{At: "1"}, checktest.Rejected},

		{"cos(z)", 2, "oscillation", finite.OscillationEvidence{Frequency: "1"}, checktest.Accepted},
		// an atom
		{"cos(z)", 1, "oscillation", finite.OscillationEvidence{Frequency: "1"}, checktest.Rejected},
		// the wrong phase for one
		{"sin(z)", 1, "oscillation", finite.OscillationEvidence{Frequency: "1"}, checktest.Accepted},
		// 1 > 1/2
		{"cos(z)/(1+z)", 2, "oscillation", finite.OscillationEvidence{Frequency: "1"}, checktest.Rejected},
		{"cos(z)+sin(2*z)", 1, "oscillation", finite.OscillationEvidence{Frequency: "1"}, checktest.Rejected},
		{"cos(z)+sin(2*z)", 1, "oscillation", finite.OscillationEvidence{Frequency: "2"}, checktest.Accepted},
		{"z+sin(2*z)", 1, "oscillation", finite.OscillationEvidence{Frequency: "2"}, checktest.Accepted},
		// another frequency
		{"cos(2*z)", 2, "oscillation", finite.OscillationEvidence{Frequency: "1"}, checktest.Rejected},
		{"besselj(0,z)", 2, "oscillation", finite.OscillationEvidence{Frequency: "1"}, checktest.Rejected},
		{"besselj(0,z)", 3, "oscillation", finite.OscillationEvidence{Frequency: "1"}, checktest.Accepted},
		{"besselj(1,z)", 2, "oscillation", finite.OscillationEvidence{Frequency: "1"}, checktest.Accepted},
		{"besselj(2,z)", 2, "oscillation", finite.OscillationEvidence{Frequency: "1"}, checktest.Rejected},
		{"exp(-z)*cos(z)", 784, "oscillation", finite.OscillationEvidence{Frequency: "1"}, checktest.Rejected},
		// phase of cos, not of sin z/z
		{"cos(z)/(1+z)", 3, "oscillation", finite.OscillationEvidence{Frequency: "1"}, checktest.Accepted},
		{"sin(z)/(1+z)", 3, "oscillation", finite.OscillationEvidence{Frequency: "1"}, checktest.Rejected},
		// below a power
		{"(1+z)^(-1/2)+cos(z)/(1+z)", 5, "oscillation", finite.OscillationEvidence{Frequency: "1"}, checktest.Accepted},
	} {
		k := checktest.Parsed(t, row.formula)
		err := New(context.Background(), 0).Step(rule.Goal{Claim: proof.FiniteMass, Holds: false, Kernel: k, Dim: row.dim},
			proof.NewStep("finite-mass."+row.rule, "", row.ev))
		assert.Equal(t, row.want, checktest.OutcomeOf(t, err), "%s in R^%d, %s %v: %v", row.formula, row.dim,
			row.rule, row.ev, err)
	}
}

// TestFiniteFromParts checks the rules of the algebra on their conditions.
func TestFiniteFromParts(t *testing.T) {
	analysed := proof.NewStep("finite-mass.analysis", "", nil)
	cosine := proof.NewStep("finite-mass.fourier-series", "", nil)
	for _, row := range []struct {
		formula string
		dim     int
		step    *proof.Step
		want    checktest.Outcome
	}{
		{"exp(-z)+2*exp(-z^2)", 3, proof.NewStep("finite-mass.sum", "", nil, analysed,
			analysed), checktest.Accepted},
		{"exp(-z)+2*exp(-z^2)", 3, proof.NewStep("finite-mass.sum", "", nil, analysed), checktest.Rejected},
		{"exp(-z)+2*exp(-z^2)", 3, proof.NewStep("finite-mass.sum", "", nil, analysed,
			analysed, analysed), checktest.Rejected},
		{"z < 1 ? exp(-z)+cos(z) : exp(-1)+cos(1)", 1,
			proof.NewStep("finite-mass.sum", "", nil, analysed, cosine), checktest.Rejected},
		{"exp(-z)+cos(z)", 2, proof.NewStep("finite-mass.sum", "", nil, analysed, cosine), checktest.Rejected},
		{"exp(-z)+cos(z)", 1, proof.NewStep("finite-mass.sum", "", nil, analysed, cosine), checktest.Accepted},
		{"exp(-z)", 1, proof.NewStep("finite-mass.sum", "", nil, analysed), checktest.Rejected},
		{"z < 1 ? exp(-z)+cos(z) : 0", 1, proof.NewStep("finite-mass.sum", "", nil, analysed, cosine),
			checktest.Rejected},

		{"exp(-z)*cos(z)", 1, proof.NewStep("finite-mass.product", "", nil, analysed, cosine),
			checktest.Accepted},
		{"cos(z)/(1+z^2)", 1, proof.NewStep("finite-mass.product", "", nil, cosine, analysed),
			checktest.Accepted},
		{"cos(z)/(1+z^2)", 2, proof.NewStep("finite-mass.product", "", nil, cosine, analysed),
			checktest.Rejected},
		{"cos(z)^3", 1, proof.NewStep("finite-mass.product", "", nil, cosine), checktest.Accepted},
		{"(2+cos(z))^(1/3)", 1, proof.NewStep("finite-mass.product", "", nil, cosine), checktest.Rejected},
		{"cos(z)^(-1)", 1, proof.NewStep("finite-mass.product", "", nil, cosine), checktest.Undecided},
		{"cos(z)", 1, proof.NewStep("finite-mass.product", "", nil, cosine), checktest.Rejected},
		{"z == 0 ? 1 : cos(z)^3", 1, proof.NewStep("finite-mass.product", "", nil, cosine), checktest.Accepted},
		{"z == 0 ? 2 : cos(z)^3", 1, proof.NewStep("finite-mass.product", "", nil, cosine), checktest.Rejected},
		{"z < 1 ? cos(z)^3 : 0", 1, proof.NewStep("finite-mass.product", "", nil, cosine), checktest.Rejected},

		{"exp(cos(z))", 1, proof.NewStep("finite-mass.entire", "", nil, cosine), checktest.Accepted},
		{"exp(cos(z))", 2, proof.NewStep("finite-mass.entire", "", nil, cosine), checktest.Rejected},
		{"log(2+cos(z))", 1, proof.NewStep("finite-mass.entire", "", nil, cosine), checktest.Rejected},
		{"sqrt(2+cos(z))", 1, proof.NewStep("finite-mass.entire", "", nil, cosine), checktest.Rejected},
	} {
		k := checktest.Parsed(t, row.formula)
		err := New(context.Background(), 0).Step(rule.Goal{Claim: proof.FiniteMass, Holds: true, Kernel: k,
			Dim: row.dim}, row.step)
		assert.Equal(t, row.want, checktest.OutcomeOf(t, err), "%s in R^%d, %s: %v", row.formula, row.dim, row.step.Rule, err)
	}
}

// TestContinuousAtZero holds finite-mass.pd to its condition.
func TestContinuousAtZero(t *testing.T) {
	for formula, want := range map[string]checktest.Outcome{
		"exp(-z)":                checktest.Accepted,
		"sin(z)/z":               checktest.Accepted,
		"z <= 0 ? 2 : exp(-z)":   checktest.Rejected,
		"z <= 0 ? 1 : exp(-z)":   checktest.Accepted,
		"1/z":                    checktest.Undecided,
		"z < 1 ? 1-z : 0":        checktest.Accepted,
		"z <= 0 ? 2 : 1/(z^5+1)": checktest.Rejected,
	} {
		err := New(context.Background(), 0).Regular(checktest.Parsed(t, formula), rule.ContinuousAtZero)
		assert.Equal(t, want, checktest.OutcomeOf(t, err), "%s: %v", formula, err)
	}
}

// TestFinitePDWantsContinuity: the condition is looked at before the premise.
func TestFinitePDWantsContinuity(t *testing.T) {
	step := proof.NewStep("finite-mass.pd", "", nil, proof.NewStep("pd.none", "", nil))
	err := New(context.Background(), 0).Step(rule.Goal{Claim: proof.FiniteMass, Holds: true,
		Kernel: checktest.Parsed(t, "z <= 0 ? 2 : exp(-z)"), Dim: 3}, step)
	assert.ErrorContains(t, err, "but the limit is 1")
	err = New(context.Background(), 0).Step(rule.Goal{Claim: proof.FiniteMass, Holds: true,
		Kernel: checktest.Parsed(t, "exp(-z)"), Dim: 3}, step)
	assert.ErrorContains(t, err, "there is no such rule")
}

func TestDecompositionRules(t *testing.T) {
	// Premises of other families are not needed to see that the shape is checked.
	k := checktest.Parsed(t, "sqrt(1+z^2)")
	g := rule.Goal{Claim: proof.PositiveDecomposition, Holds: true, Kernel: k, Dim: 3}
	premise := proof.NewStep("conditionally-pd.x", "", nil)
	for _, sign := range []int{0, 2, -2} {
		err := New(context.Background(), 0).Step(g,
			proof.NewStep("positive-decomposition.conditionally-pd", "", decomposition.Evidence{Sign: sign}, premise))
		assert.ErrorContains(t, err, "the sign is")
	}
	err := New(context.Background(), 0).Step(g, proof.NewStep("positive-decomposition.conditionally-pd", "",
		decomposition.Evidence{Sign: 1}))
	assert.ErrorContains(t, err, "0 premises")
	assert.Equal(t, "-sqrt(1 + z^2)", shape.NegativeOf(k).Formula())
	assert.Equal(t, "natural", shape.NegativeOf(checktest.Parsed(t, "z < 2 ? 1-z^2/4 : 0")).BeyondString())
	assert.InDelta(t, -0.75, shape.NegativeOf(checktest.Parsed(t, "z < 2 ? 1-z^2/4 : 0")).At(1), 1e-15)
}

// mutants returns copies of a JSON value each with one leaf changed, one member left out or one
// added.
func mutants(v any) []any {
	var out []any
	switch v := v.(type) {
	case map[string]any:
		added := maps.Clone(v)
		added["more"] = "1"
		out = append(out, added)
		for key := range v {
			less := maps.Clone(v)
			delete(less, key)
			out = append(out, less)
			for _, m := range mutants(v[key]) {
				changed := maps.Clone(v)
				changed[key] = m
				out = append(out, changed)
			}
		}
	case []any:
		out = append(out, v[:len(v)-1], append(slices.Clone(v), v[0]))
		for i := range v {
			for _, m := range mutants(v[i]) {
				changed := slices.Clone(v)
				changed[i] = m
				out = append(out, changed)
			}
		}
	case string:
		out = append(out, v+"1", "1"+v, "-"+v, "")
	case bool:
		out = append(out, !v)
	case float64:
		out = append(out, v+1, -v-1, "1")
	}
	return out
}

// TestMutatedEvidence changes every number and word of accepted steps.
func TestMutatedEvidence(t *testing.T) {
	for _, row := range []struct {
		formula string
		dim     int
		rule    string
		ev      any
	}{
		{"z < 1 ? (1-z)^2 : 0", 5, "singularity", finite.SingularityEvidence{At: "1", Exponent: "2", LogPower: 0}},
		{"log(z)", 5, "unbounded", finite.UnboundedEvidence{At: "0"}},
		{"z <= 0 ? 2 : exp(-z)", 3, "jump", finite.JumpEvidence{At: "0"}},
		{"cos(z)", 2, "oscillation", finite.OscillationEvidence{Frequency: "1"}},
	} {
		k := checktest.Parsed(t, row.formula)
		c := New(context.Background(), 0)
		g := rule.Goal{Claim: proof.FiniteMass, Holds: false, Kernel: k, Dim: row.dim}
		step := proof.NewStep("finite-mass."+row.rule, "", row.ev)
		require.NoError(t, c.Step(g, step), row.formula)
		var v map[string]any
		require.NoError(t, json.Unmarshal(step.Evidence, &v))
		all := mutants(v)
		require.Greater(t, len(all), 3)
		for _, m := range all {
			assert.Error(t, c.Step(g, proof.NewStep(step.Rule, "", m)), "%s: %v for %v", row.formula, m, v)
		}
		assert.Error(t, c.Step(g, proof.NewStep(step.Rule, "", row.ev, step)), "%s: a premise too many", row.formula)
		other := g
		other.Kernel = checktest.Parsed(t, "z < 5 ? 1/(1+z)-1/6 : 0")
		assert.Error(t, c.Step(other, step), "%s: another kernel", row.formula)
	}
}
