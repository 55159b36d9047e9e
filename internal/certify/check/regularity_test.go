package check

import (
	"context"
	"math/big"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"

	"krein/internal/certify/check/finite"
	"krein/internal/certify/check/pd"
	"krein/internal/certify/check/rule"
	"krein/internal/certify/checktest"
	"krein/internal/certify/proof"
)

// TestRulesAskForWhatTheySuppose: no rule is asked about a kernel that lacks what its theorem
// supposes at single distances, whatever its evidence.
func TestRulesAskForWhatTheySuppose(t *testing.T) {
	ownAtOne := checktest.Parsed(t, "(z == 1 ? 1 : -1) > 0 ? 1/2 : exp(-z)")
	nugget := checktest.Parsed(t, "(z == 0 ? 1 : -1) > 0 ? 2 : exp(-z)")
	nowhere := checktest.Parsed(t, "exp(-z) + 0/(z-1)")
	count := make(map[rule.Regularity]int)
	for _, r := range Rules() {
		count[r.Supposes]++
		step := proof.NewStep(r.ID, "", nil)
		c := New(context.Background(), 0)
		atOne := c.Step(rule.Goal{Claim: r.Claim, Holds: r.Holds, Kernel: ownAtOne, Dim: 3}, step)
		atZero := c.Step(rule.Goal{Claim: r.Claim, Holds: r.Holds, Kernel: nugget, Dim: 3}, step)
		undefined := c.Step(rule.Goal{Claim: r.Claim, Holds: r.Holds, Kernel: nowhere, Dim: 3}, step)
		switch r.Supposes {
		case rule.Continuous:
			assert.ErrorContains(t, atOne, "but the limit is exp(-1)", r.ID)
			assert.ErrorContains(t, undefined, "k has no value at z = 1", r.ID)
			fallthrough
		case rule.ContinuousAtZero:
			assert.ErrorContains(t, atZero, "but the limit is 1", r.ID)
		}
	}
	assert.Equal(t, 0, count[rule.Regularity(0)])
	assert.Greater(t, count[rule.Continuous], 20)
	assert.Greater(t, count[rule.ContinuousAtZero], 5)
	assert.Greater(t, count[rule.AlmostEverywhere], 5)

	rules := index()
	rules["test.undeclared"] = &rule.Rule{ID: "test.undeclared", Claim: proof.PD, Holds: true,
		Check: rule.Fact(func(*rule.Checker, rule.Goal, rule.None) error { return nil })}
	c := rule.New(context.Background(), rules, 0)
	assert.ErrorContains(t, c.Step(rule.Goal{Claim: proof.PD, Holds: true, Kernel: checktest.Parsed(t, "exp(-z)"), Dim: 3},
		proof.NewStep("test.undeclared", "", nil)), "does not say what it supposes")
}

// TestRegular holds the regularities to what they mean.
func TestRegular(t *testing.T) {
	for _, c := range []struct {
		formula        string
		atZero, beyond checktest.Outcome
	}{
		{"exp(-z)", checktest.Accepted, checktest.Accepted},
		{"sin(z)/z", checktest.Accepted, checktest.Accepted},
		{"gamma(1+z)/gamma(3/2+z)", checktest.Accepted, checktest.Accepted},
		{"(gamma(4/3+z)-gamma(4/3))/z", checktest.Undecided, checktest.Undecided}, // −γ, which the value of Γ does not show
		{"z < 1 ? 1-z : 0", checktest.Accepted, checktest.Accepted},
		{"z == 0 ? 1 : sin(z)/z", checktest.Accepted, checktest.Accepted},
		{"(z == 1 ? 1 : -1) > 0 ? exp(-1) : exp(-z)", checktest.Accepted, checktest.Accepted},
		{"z^z*exp(-z^2)", checktest.Accepted, checktest.Accepted},
		{"abs(z-1)*exp(-z)", checktest.Accepted, checktest.Accepted},
		{"max(0, 1-z)^(1/2)", checktest.Accepted, checktest.Accepted},
		{"log(z)", checktest.Undecided, checktest.Undecided},
		{"z < 1 ? 1 : 0", checktest.Accepted, checktest.Rejected},
		{"z == 0 ? 2 : exp(-z)", checktest.Rejected, checktest.Rejected},
		{"0^z*exp(-z)+exp(-z)", checktest.Undecided, checktest.Undecided},
		{"(z-1)/(z-1)*exp(-z)", checktest.Accepted, checktest.Undecided},
		{"(1/(z-1))^0*exp(-z)", checktest.Accepted, checktest.Undecided},
		{"sin(z-1)/(z-1)", checktest.Accepted, checktest.Undecided},
		{"z == 1 ? exp(-z)/0^(z-1+1/2)*0 : exp(-z)", checktest.Accepted, checktest.Rejected},
		{"(1/z > 0 ? 1 : 2)*exp(-z)", checktest.Accepted, checktest.Accepted}, // no value at 0: the limit
	} {
		ch := New(context.Background(), 0)
		k := checktest.Parsed(t, c.formula)
		err := ch.Regular(k, rule.ContinuousAtZero)
		assert.Equal(t, c.atZero, checktest.OutcomeOf(t, err), "%s at 0: %v", c.formula, err)
		err = ch.Regular(k, rule.Continuous)
		assert.Equal(t, c.beyond, checktest.OutcomeOf(t, err), "%s: %v", c.formula, err)
	}
}

// TestRespelledValues: a value that is the limit is never taken for another one, whatever its
// spelling and that of the distance.
func TestRespelledValues(t *testing.T) {
	for _, formula := range []string{
		"z*log(6) == log(2)+log(3) ? exp(-1) : exp(-z)",
		"z == 1 ? exp(-1) + (sqrt(2)+sqrt(3)-sqrt(5+2*sqrt(6)))/10^9 + (exp(exp(-1))-exp(1/exp(1))) : exp(-z)",
	} {
		err := New(context.Background(), 0).Regular(checktest.Parsed(t, formula), rule.Continuous)
		assert.NotEqual(t, checktest.Rejected, checktest.OutcomeOf(t, err), "%s: %v", formula, err)
	}
}

// TestValueAtZero: the limit stands only for a value that is proved to be missing.
func TestValueAtZero(t *testing.T) {
	for formula, want := range map[string]string{
		"exp(-z)":                             "1",
		"sin(z)/z":                            "1",
		"(z == 0 ? 1 : -1) > 0 ? 2 : exp(-z)": "2",
		"z == 0 ? 1/z : exp(-z)":              "1",
		"(1/z > 0 ? 1 : 2)*exp(-z)":           "1",
		"(z == 0 ? 7 : 1)*(sin(z)/z)":         "1",
		// whether the condition holds at 0 is not known
		"z + besselj(1/3,7)*gamma(1/7) == besselj(1/3,7)*gamma(1/7)*(cos(exp(1))^2+sin(exp(1))^2) ? 5 : exp(-z)": "",
	} {
		c, err := rule.ValueAtZero(checktest.Parsed(t, formula))
		if want == "" {
			if err == nil { // decided one day: then it must be right
				assert.Equal(t, "5", c.String(), formula)
			}
			continue
		}
		if assert.NoError(t, err, formula) {
			assert.Equal(t, want, c.String(), formula)
		}
	}
}

// TestUnknownAtZero: where the value at 0, or the limit that takes its place, is not known, there
// is none.
func TestUnknownAtZero(t *testing.T) {
	nugget := "(z == 0 ? " + checktest.Unread + " : exp(-z))"
	for formula, why := range map[string]string{
		nugget:               "the value at z = 0",
		nugget + "+sin(z)/z": "the value at z = 0",
		"sin(1/z)":           "essential singularity",
		"1/z":                "has no limit at 0 that is known",
	} {
		_, err := rule.ValueAtZero(checktest.Parsed(t, formula))
		assert.Equal(t, checktest.Undecided, checktest.OutcomeOf(t, err), formula)
		assert.ErrorContains(t, err, why, formula)
	}
	sum := checktest.Parsed(t, nugget+"+sin(z)/z")
	parts := finite.PartsOf(New(context.Background(), 0), sum, finite.SumParts)
	assert.Len(t, parts, 2)
	err := rule.MadeOf(sum, parts)
	assert.Equal(t, checktest.Undecided, checktest.OutcomeOf(t, err))
	assert.ErrorContains(t, err, "the value at z = 0")
}

// TestClosuresAskForValuesAtZero: where a formula has no value at 0, the limit is its value, and a
// part with a value of its own there stops every rule that concludes from parts.
func TestClosuresAskForValuesAtZero(t *testing.T) {
	none := proof.NewStep("none", "", nil)
	two := [][]int{{0}, {1}}
	for _, c := range []struct {
		rule     string
		claim    proof.ID
		formula  string // with %s for a nugget
		evidence any
		parts    int
	}{
		{"pd.sum", proof.PD, "%s + sin(z)/z", pd.SumEvidence{Groups: two}, 2},
		{"pd.product", proof.PD, "%s*(1+sin(z)/z)", pd.ProductEvidence{Groups: two}, 2},
		{"pd.power-series", proof.PD, "exp(%s*(sin(z)/z))", rule.Series{Shift: rule.Rational{Rat: new(big.Rat)}}, 1},
		{"conditionally-pd.sum", proof.ConditionallyPD, "%s + sin(z)/z", pd.SumEvidence{Groups: two}, 2},
		{"finite-mass.sum", proof.FiniteMass, "%s + sin(z)/z", nil, 2},
		{"finite-mass.product", proof.FiniteMass, "%s*(1+sin(z)/z)", nil, 2},
		{"positive-decomposition.sum", proof.PositiveDecomposition, "%s + sin(z)/z", nil, 2},
		{"positive-decomposition.product", proof.PositiveDecomposition, "%s*(1+sin(z)/z)", nil, 2},
		{"pd-all-spheres.sum", proof.PDAllSpheres, "%s + sin(z)/z", nil, 2},
		{"pd-all-spheres.product", proof.PDAllSpheres, "%s*(1+sin(z)/z)", pd.ProductEvidence{Groups: two}, 2},
	} {
		from := []*proof.Step{none, none}[:c.parts]
		check := func(nugget string) error {
			k := checktest.Parsed(t, strings.ReplaceAll(c.formula, "%s", nugget))
			return New(context.Background(), 0).Step(rule.Goal{Claim: c.claim, Holds: true, Kernel: k, Dim: 3},
				proof.NewStep(c.rule, "", c.evidence, from...))
		}
		// Where finite-mass and positive-decomposition take the one piece of a continuous kernel
		// apart, no part has the value any more.
		if c.parts == 2 && c.claim != proof.FiniteMass && c.claim != proof.PositiveDecomposition {
			assert.ErrorContains(t, check("(z == 0 ? 2 : exp(-z))"), "k(0) = 2, but the limit is 1", c.rule)
		}
		assert.ErrorContains(t, check("(z == 0 ? 1 : exp(-z))"), "there is no such rule", c.rule) // the premises are asked
	}
}
