package check

import (
	"context"
	"encoding/json"
	"errors"
	"maps"
	"math/big"
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"krein/certify/proof"
	"krein/kernel"
)

func parsed(t *testing.T, formula string) *kernel.Kernel {
	t.Helper()
	k, err := kernel.Parse(formula, nil)
	require.NoError(t, err, formula)
	return k
}

// outcome is what a check comes to.
type outcome int8

const (
	accepted outcome = iota
	rejected
	undecided
)

func outcomeOf(t *testing.T, err error) outcome {
	t.Helper()
	var r *RejectedError
	var i *IncompleteError
	switch {
	case err == nil:
		return accepted
	case errors.As(err, &r):
		return rejected
	case errors.As(err, &i):
		return undecided
	}
	t.Fatalf("an error of another kind: %v", err)
	return 0
}

// TestAnalysisHypotheses has for every hypothesis of finite-mass.analysis kernels on which it fails and no other does, and ones that
// just satisfy it.
func TestAnalysisHypotheses(t *testing.T) {
	for _, row := range []struct {
		formula string
		dim     int
		want    outcome
		why     string
	}{
		{"exp(-z)", 784, accepted, "a cusp at 0 is never an obstacle"},
		{"z^(1/1000)*exp(-z)", 64, accepted, "however sharp"},
		{"z*log(z)*exp(-z)", 64, accepted, "nor a logarithm with it"},
		{"z^(-1/10)*exp(-z)", 1, undecided, "a negative power at 0"},
		{"log(z)*exp(-z)", 1, undecided, "a logarithm at 0"},
		{"z < 1 ? 1/(1-log(z)) : 1/z", 1, undecided, "a logarithm alone at 0"},
		{"z < 1/2 ? -1/log(z) : 1/(2*z*log(2))", 1, undecided, "the same, without a remainder"},

		{"exp(-z)/(z^5+z+1)", 3, accepted, "no pole on (0,∞)"},
		{"exp(-z)/(z^5-z-1)", 3, undecided, "a pole without an exact form"},
		{"sin(z-1)/(z-1)*exp(-z)", 3, undecided, "no value at 1"},

		{"z < 1 ? (1-z)^2 : 0", 4, accepted, "2 > 3/2"},
		{"z < 1 ? (1-z)^2 : 0", 5, rejected, "2 = (d−1)/2"},
		{"z < 1 ? (1-z)^(201/100) : 0", 5, accepted, "just above"},
		{"z < 1 ? exp(z)*(1-z)^2 : 0", 5, rejected, "2 = (d−1)/2, not a polynomial"},
		{"z < 1 ? exp(z)*(1-z)^2*log(1-z) : 0", 4, accepted, "2 > 3/2, with a logarithm"},
		{"z < 1 ? exp(z)*(1-z)^2*log(1-z) : 0", 5, rejected, "2 = (d−1)/2, with a logarithm"},
		{"z < 1 ? exp(-z) : exp(-z) + " + unsigned, 1, undecided, "whether it jumps is not seen"},
		{"z < 1 ? exp(-z) : (z < 2 ? exp(-z) - " + unsigned + "*(z-1)*(2-z)^2 : exp(-z))", 1, accepted, "α ≥ 1 in any case"},
		{"z < 1 ? exp(-z) : (z < 2 ? exp(-z) - " + unsigned + "*(z-1)*(2-z)^2 : exp(-z))", 3, undecided, "a slope that is not seen to vanish"},
		{"z < 1 ? exp(-1/(1-z^2)) : 0", 784, accepted, "flat at 1"},
		{"z < 1 ? exp(-1/(1-z^2)) : 1e-15", 1, rejected, "flat at 1, and a jump"},
		{"exp(-1/z)-1", 3, accepted, "flat at 0"},
		{"z < 1 ? 1/(1+z) : (1+z)/(1+z)^2", 9, accepted, "the sides agree to order 5"},

		{"z <= 0 ? 2 : exp(-z)", 3, rejected, "k(0) is not the limit"},
		{"z <= 0 ? 1 : exp(-z)", 3, accepted, "k(0) is the limit"},
		{"z == 1 ? 5 : exp(-z)", 3, rejected, "a value of its own at 1"},
		{"z < 1 ? exp(-z) : (z > 1 ? exp(-z) : 5)", 3, rejected, "a value of its own at 1"},
		{"z^2 == 1 ? 5 : exp(-z)", 3, rejected, "a value of its own at 1"},
		{"(z-1)^2 > 0 ? exp(-z) : 5", 3, rejected, "the same"},
		{"z^2 < 0 ? 3 : exp(-z)", 3, accepted, "never"},
		{"z^2 <= 0 ? 3 : exp(-z)", 3, rejected, "a value of its own at 0"},
		{"(z^5-z-1)^2 > 0 ? exp(-z) : 5", 3, undecided, "at a point without an exact form"},
		{"z^2 < 4 ? sin(z)/z*(2-z) : 0", 1, accepted, "4 is the square of 2"},
		{"0^z*exp(-z)+exp(-z)", 3, undecided, "0^0"},
		{"z^z*exp(-z^2)", 3, accepted, "0^0 again, which is the limit"},
		{"z == 1 ? exp(-1) + " + unsigned + " : exp(-z)", 3, undecided, "a value that is not seen to be the limit"},

		{"1/(1+z^(1/1000))", 16, accepted, "any power will do"},
		{"-1", 5, accepted, "a constant"},
		{"exp(-z)*cos(z^2)", 3, accepted, "an exponential tames everything"},
		{"1/(1+log(1+z^2))^2", 3, accepted, "the square of a logarithm"},
		{"1/(1+log(1+z^2))", 3, undecided, "a logarithm does not suffice"},
		{"besselj(0,z)^2", 3, accepted, "an atom at 2"},
		{"sin(z)^2/z^2", 5, accepted, "an atom at 2, and no remainder"},
		{"sin(z)/z+exp(-z)", 3, accepted, "an atom, what decays exponentially, and no remainder"},
		{"sin(z)^2/z^2+exp(-z)/(1+z)", 5, undecided, "a remainder that is not followed"},
		{"cos(z)+cos(pi*z)+1", 1, accepted, "three atoms"},
		{"besselj(0,z)^2", 4, undecided, "no atom"},
		{"besselj(0,z)*besselj(0,2*z)", 3, undecided, "the wrong phase"},
		{"sin(z)/(1+z)", 2, accepted, "1 > 1/2"},
		{"sin(z)/(1+z)", 3, accepted, "1 = (d−1)/2 with the phase of an atom"},
		{"cos(z)/(1+z)", 3, undecided, "1 = (d−1)/2 with another phase"},
		{"sin(z)/(1+z)", 4, undecided, "1 < 3/2"},
		{"cos(z+sqrt(z))/(1+z)", 1, accepted, "beyond z^(-1/2)"},
		{"cos(z+sqrt(z))/(1+z)", 2, undecided, "not a plain wave, and not beyond z^(-1)"},
		{"sin(z)/(1+z)+cos(z^2)/(1+z)^30", 2, undecided, "a chirp among small terms"},
		{"sin(z)/(1+z)+1/(1+log(1+z))", 2, undecided, "a logarithm among waves"},
		{"exp(-z)*sin(z)+1/(1+z)", 2, accepted, "waves that decay exponentially"},
		{"exp(-z)*sin(z)+1/(1+z)", 64, undecided, "not followed to z^(-32)"},
		{"(1+z)^(-1/2)+cos(z)/(1+z)", 5, undecided, "a wave below a power, of infinite mass"},
		{"sqrt(1+z^2)", 1, undecided, "growth"},
		{"cos(z^2)", 1, undecided, "a chirp"},
		{"exp(-z)/(2+cos(z))+sin(z)/(1+z^2)/(2+cos(z))", 1, undecided, "an oscillation without an expansion"},
	} {
		k := parsed(t, row.formula)
		c := New(context.Background(), 0)
		ev, err := c.Analyse(k, row.dim)
		assert.Equal(t, row.want, outcomeOf(t, err), "%s in R^%d: %s: %v", row.formula, row.dim, row.why, err)
		step := proof.NewStep("finite-mass.analysis", "", ev)
		if err = c.Step(Goal{proof.FiniteMass, true, k, row.dim}, step); row.want != accepted {
			assert.Error(t, err, row.formula)
		} else {
			assert.NoError(t, err, row.formula)
		}
	}
}

// TestNoneCounts holds the comparison with (d−1)/2 to its boundary.
func TestNoneCounts(t *testing.T) {
	rat := func(p, q int64) *big.Rat { return big.NewRat(p, q) }
	for i, row := range []struct {
		exponent, doubt, order *big.Rat
		want                   outcome // in R^4
	}{
		{nil, nil, nil, accepted},
		{nil, nil, rat(2, 1), accepted},
		{nil, nil, rat(3, 2), undecided},
		{rat(3, 2), nil, rat(9, 1), rejected},
		{rat(151, 100), nil, rat(9, 1), accepted},
		{rat(2, 1), rat(3, 2), rat(9, 1), undecided},
		{rat(2, 1), rat(2, 1), rat(9, 1), accepted},
		{nil, rat(1, 1), nil, undecided},
	} {
		s := &kernel.ExactSingularity{At: kernel.BreakpointAt(kernel.Int(1)), Exponent: row.exponent, Doubt: row.doubt, Order: row.order}
		assert.Equal(t, row.want, outcomeOf(t, noneCounts(s, 4)), "row %d", i)
	}
}

// TestNewWave wants cosines of az alone.
func TestNewWave(t *testing.T) {
	number := func(p, q int64) kernel.Const { return kernel.ConstRat(big.NewRat(p, q)) }
	zero := kernel.Const{}
	for i, row := range []struct {
		exps []kernel.ExactExpFactor
		want bool
	}{
		{[]kernel.ExactExpFactor{{Re: zero, Im: number(2, 3), Power: big.NewRat(1, 1)}}, true},
		{[]kernel.ExactExpFactor{{Re: zero, Im: number(-2, 3), Power: big.NewRat(1, 1)}}, false},
		{[]kernel.ExactExpFactor{{Re: zero, Im: zero, Power: big.NewRat(1, 1)}}, false},
		{[]kernel.ExactExpFactor{{Re: zero, Im: constant(t, unsigned), Power: big.NewRat(1, 1)}}, false},
		{[]kernel.ExactExpFactor{{Re: constant(t, "pi"), Im: number(2, 3), Power: big.NewRat(1, 1)}}, false},
		{[]kernel.ExactExpFactor{{Re: number(-1, 1), Im: number(2, 3), Power: big.NewRat(1, 1)}}, false},
		{[]kernel.ExactExpFactor{{Re: zero, Im: number(2, 3), Power: big.NewRat(2, 1)}}, false},
		{[]kernel.ExactExpFactor{{Re: zero, Im: number(2, 3), Power: big.NewRat(1, 1), LogPow: 1}}, false},
		{[]kernel.ExactExpFactor{{Re: zero, Im: number(2, 3), Power: big.NewRat(1, 1)}, {Re: zero, Im: number(1, 1), Power: big.NewRat(1, 2)}}, false},
		{nil, false},
	} {
		_, ok := NewWave(&kernel.ExactInfinityTerm{Cos: number(1, 1), Power: new(big.Rat), Exps: row.exps})
		assert.Equal(t, row.want, ok, "row %d", i)
	}
}

func TestRefutations(t *testing.T) {
	rat := func(p, q int64) Rational { return Rational{big.NewRat(p, q)} }
	for _, row := range []struct {
		formula string
		dim     int
		rule    string
		ev      any
		want    outcome
	}{
		{"z < 1 ? (1-z)^2 : 0", 5, "singularity", SingularityEvidence{"1", rat(2, 1), 0}, accepted},
		{"z < 1 ? (1-z)^2 : 0", 4, "singularity", SingularityEvidence{"1", rat(2, 1), 0}, rejected}, // 2 > 3/2
		{"z < 1 ? (1-z)^2 : 0", 5, "singularity", SingularityEvidence{"1", rat(1, 1), 0}, rejected}, // another exponent
		{"z < 1 ? (1-z)^2 : 0", 5, "singularity", SingularityEvidence{"1", rat(2, 1), 1}, rejected}, // no logarithm
		{"z < 1 ? (1-z)^2 : 0", 5, "singularity", SingularityEvidence{"2", rat(2, 1), 0}, rejected}, // no such point
		{"z^2*exp(-z)", 5, "singularity", SingularityEvidence{"0", rat(1, 1), 0}, rejected},         // the origin is none
		{"exp(-z)", 5, "singularity", SingularityEvidence{"0", rat(1, 1), 0}, rejected},
		{"z < 1 ? exp(-z) : exp(-z) + 1e-15", 1, "singularity", SingularityEvidence{"1", rat(0, 1), 0}, accepted},
		{"z < 1 ? exp(-z) : exp(-z) + " + unsigned, 1, "singularity", SingularityEvidence{"1", rat(0, 1), 0}, rejected},
		{"abs(1-z)*exp(-z)", 3, "singularity", SingularityEvidence{"1", rat(1, 1), 0}, accepted},
		{"abs(1-z)^2*exp(-z)", 5, "singularity", SingularityEvidence{"1", rat(2, 1), 0}, rejected}, // the sides continue each other
		{"exp(-z)*log(abs(1-z))*(1-z)^2", 5, "singularity", SingularityEvidence{"1", rat(2, 1), 1}, accepted},
		{"1/(1-z)", 1, "singularity", SingularityEvidence{"1", rat(-1, 1), 0}, accepted},

		{"log(z)*exp(-z)", 1, "unbounded", UnboundedEvidence{"0"}, accepted},
		{"z^(-1/10)", 1, "unbounded", UnboundedEvidence{"0"}, accepted},
		{"z*log(z)", 1, "unbounded", UnboundedEvidence{"0"}, rejected},
		{"z*log(z)", 1, "unbounded", UnboundedEvidence{"inf"}, accepted},
		{"z*cos(z)", 1, "unbounded", UnboundedEvidence{"inf"}, accepted},
		{"z^(1/1000)", 1, "unbounded", UnboundedEvidence{"inf"}, accepted},
		{"cos(z)", 1, "unbounded", UnboundedEvidence{"inf"}, rejected},
		{"exp(-z)", 1, "unbounded", UnboundedEvidence{"inf"}, rejected},
		{"exp(-z)", 1, "unbounded", UnboundedEvidence{"1"}, rejected},
		{unsigned + "/z", 1, "unbounded", UnboundedEvidence{"0"}, undecided},

		{"z <= 0 ? 2 : exp(-z)", 3, "jump", JumpEvidence{"0"}, accepted},
		{"z <= 0 ? 1 : exp(-z)", 3, "jump", JumpEvidence{"0"}, rejected},
		{"z <= 0 ? 1+1e-30 : exp(-z)", 3, "jump", JumpEvidence{"0"}, accepted},
		{"z == 1 ? 5 : exp(-z)", 3, "jump", JumpEvidence{"1"}, accepted},
		{"z == 1 ? 5 : exp(-z)", 3, "jump", JumpEvidence{"2"}, rejected},
		{"z < 1 ? exp(-z) : exp(-z)", 3, "jump", JumpEvidence{"1"}, rejected},

		{"cos(z)", 2, "oscillation", OscillationEvidence{WaveEvidence{"1", rat(0, 1), 0}}, accepted},
		{"cos(z)", 1, "oscillation", OscillationEvidence{WaveEvidence{"1", rat(0, 1), 0}}, rejected},       // an atom
		{"sin(z)", 1, "oscillation", OscillationEvidence{WaveEvidence{"1", rat(0, 1), 0}}, accepted},       // the wrong phase for one
		{"cos(z)/(1+z)", 2, "oscillation", OscillationEvidence{WaveEvidence{"1", rat(1, 1), 0}}, rejected}, // 1 > 1/2
		{"cos(z)+sin(2*z)", 1, "oscillation", OscillationEvidence{WaveEvidence{"1", rat(0, 1), 0}}, rejected},
		{"cos(z)+sin(2*z)", 1, "oscillation", OscillationEvidence{WaveEvidence{"2", rat(0, 1), 0}}, accepted},
		{"z+sin(2*z)", 1, "oscillation", OscillationEvidence{WaveEvidence{"2", rat(0, 1), 0}}, accepted},
		{"cos(2*z)", 2, "oscillation", OscillationEvidence{WaveEvidence{"1", rat(0, 1), 0}}, rejected}, // another frequency
		{"besselj(0,z)", 2, "oscillation", OscillationEvidence{WaveEvidence{"1", rat(1, 2), 0}}, rejected},
		{"besselj(0,z)", 3, "oscillation", OscillationEvidence{WaveEvidence{"1", rat(1, 2), 0}}, accepted},
		{"besselj(0,z)", 3, "oscillation", OscillationEvidence{WaveEvidence{"1", rat(1, 3), 0}}, rejected},
		{"besselj(1,z)", 2, "oscillation", OscillationEvidence{WaveEvidence{"1", rat(1, 2), 0}}, accepted},
		{"besselj(2,z)", 2, "oscillation", OscillationEvidence{WaveEvidence{"1", rat(1, 2), 0}}, rejected},
		{"exp(-z)*cos(z)", 784, "oscillation", OscillationEvidence{WaveEvidence{"1", rat(0, 1), 0}}, rejected},
		{"cos(z)/(1+z)", 3, "oscillation", OscillationEvidence{WaveEvidence{"1", rat(1, 1), 0}}, accepted}, // phase of cos, not of sin z/z
		{"sin(z)/(1+z)", 3, "oscillation", OscillationEvidence{WaveEvidence{"1", rat(1, 1), 0}}, rejected},
		{"(1+z)^(-1/2)+cos(z)/(1+z)", 5, "oscillation", OscillationEvidence{WaveEvidence{"1", rat(1, 1), 0}}, accepted}, // below a power
		{"(1+z)^(-1/2)+cos(z)/(1+z)", 7, "oscillation", OscillationEvidence{WaveEvidence{"1", rat(2, 1), 0}}, rejected}, // not the largest
	} {
		k := parsed(t, row.formula)
		err := New(context.Background(), 0).Step(Goal{proof.FiniteMass, false, k, row.dim}, proof.NewStep("finite-mass."+row.rule, "", row.ev))
		assert.Equal(t, row.want, outcomeOf(t, err), "%s in R^%d, %s %v: %v", row.formula, row.dim, row.rule, row.ev, err)
	}
}

// TestFiniteFromParts checks the rules of the algebra on their conditions.
func TestFiniteFromParts(t *testing.T) {
	analysed := func(formula string, dim int) *proof.Step {
		ev, err := New(context.Background(), 0).Analyse(parsed(t, formula), dim)
		require.NoError(t, err, formula)
		return proof.NewStep("finite-mass.analysis", "", ev)
	}
	bessel := func(delta int64) *proof.Step {
		return proof.NewStep("finite-mass.bessel", "", BesselEvidence{Rational{big.NewRat(delta, 1)}})
	}
	for _, row := range []struct {
		formula string
		dim     int
		step    *proof.Step
		want    outcome
	}{
		{"cos(z)", 1, bessel(1), accepted},
		{"cos(z)", 2, bessel(1), rejected},
		{"cos(z)", 1, bessel(2), rejected},
		{"-3*cos(2*z)", 1, bessel(1), accepted},
		{"cos(-2*z)", 1, bessel(1), rejected}, // the sign is not looked through
		{"sin(z)/z", 3, bessel(3), accepted},
		{"sin(z)/z", 4, bessel(3), rejected},
		{"z == 0 ? 1 : sin(z/3)/(z/3)", 3, bessel(3), accepted},
		{"z == 0 ? 2 : sin(z/3)/(z/3)", 3, bessel(3), rejected},
		{"gamma(5/2)*(2/z)^(3/2)*besselj(3/2,z)", 5, bessel(5), accepted},
		{"gamma(5/2)*(2/z)^(1/2)*besselj(3/2,z)", 2, bessel(5), rejected},
		{"sin(z)/z^2", 1, bessel(3), rejected},
		{"sin(z)", 1, bessel(3), rejected},
		{"besselj(0,z)", 2, bessel(2), accepted},
		{"besselj(0,z)", 3, bessel(2), rejected},
		{"48*besselj(3,z)/z^3", 8, bessel(8), accepted},
		{"48*besselj(3,z)/z^2", 3, bessel(8), rejected},
		{"sqrt(z)*besselj(-1/2,z)", 1, bessel(1), accepted},
		{"z^(3/4)*besselj(-3/4,z)", 1, bessel(1), rejected},
		{"besselj(0,z^2)", 1, bessel(2), rejected},
		{"besselj(0,z)*besselj(0,z)", 2, bessel(2), rejected},
		{"1/cos(z)", 1, bessel(1), rejected},
		{"z < 2 ? cos(z) : 0", 1, bessel(1), rejected},

		{"exp(-z)+2*exp(-z^2)", 3, proof.NewStep("finite-mass.sum", "", nil, analysed("exp(-z)", 3), analysed("2*exp(-z^2)", 3)), accepted},
		{"exp(-z)+2*exp(-z^2)", 3, proof.NewStep("finite-mass.sum", "", nil, analysed("exp(-z)", 3)), rejected},
		{"exp(-z)+2*exp(-z^2)", 3, proof.NewStep("finite-mass.sum", "", nil, analysed("exp(-z)", 3), analysed("2*exp(-z^2)", 3), analysed("exp(-z)", 3)), rejected},
		{"z < 1 ? exp(-z)+cos(z) : exp(-1)+cos(1)", 1, proof.NewStep("finite-mass.sum", "", nil, analysed("exp(-z)", 1), bessel(1)), rejected},
		{"exp(-z)+cos(z)", 2, proof.NewStep("finite-mass.sum", "", nil, analysed("exp(-z)", 2), bessel(1)), rejected},
		{"exp(-z)+cos(z)", 1, proof.NewStep("finite-mass.sum", "", nil, analysed("exp(-z)", 1), bessel(1)), accepted},
		{"exp(-z)", 1, proof.NewStep("finite-mass.sum", "", nil, analysed("exp(-z)", 1)), rejected},
		{"z < 1 ? exp(-z)+cos(z) : 0", 1, proof.NewStep("finite-mass.sum", "", nil, analysed("exp(-z)", 1), bessel(1)), rejected},

		{"exp(-z)*cos(z)", 1, proof.NewStep("finite-mass.product", "", nil, analysed("exp(-z)", 1), bessel(1)), accepted},
		{"cos(z)/(1+z^2)", 1, proof.NewStep("finite-mass.product", "", nil, bessel(1), analysed("1/(1+z^2)", 1)), accepted},
		{"cos(z)/(1+z^2)", 2, proof.NewStep("finite-mass.product", "", nil, bessel(1), analysed("1/(1+z^2)", 2)), rejected},
		{"cos(z)^3", 1, proof.NewStep("finite-mass.product", "", nil, bessel(1)), accepted},
		{"(2+cos(z))^(1/3)", 1, proof.NewStep("finite-mass.product", "", nil, bessel(1)), rejected},
		{"cos(z)^(-1)", 1, proof.NewStep("finite-mass.product", "", nil, bessel(1)), rejected},
		{"cos(z)", 1, proof.NewStep("finite-mass.product", "", nil, bessel(1)), rejected},
		{"z == 0 ? 1 : cos(z)^3", 1, proof.NewStep("finite-mass.product", "", nil, bessel(1)), accepted},
		{"z == 0 ? 2 : cos(z)^3", 1, proof.NewStep("finite-mass.product", "", nil, bessel(1)), rejected},
		{"z < 1 ? cos(z)^3 : 0", 1, proof.NewStep("finite-mass.product", "", nil, bessel(1)), rejected},

		{"exp(cos(z))", 1, proof.NewStep("finite-mass.entire", "", nil, bessel(1)), accepted},
		{"exp(cos(z))", 2, proof.NewStep("finite-mass.entire", "", nil, bessel(1)), rejected},
		{"log(2+cos(z))", 1, proof.NewStep("finite-mass.entire", "", nil, bessel(1)), rejected},
		{"sqrt(2+cos(z))", 1, proof.NewStep("finite-mass.entire", "", nil, bessel(1)), rejected},
	} {
		k := parsed(t, row.formula)
		err := New(context.Background(), 0).Step(Goal{proof.FiniteMass, true, k, row.dim}, row.step)
		assert.Equal(t, row.want, outcomeOf(t, err), "%s in R^%d, %s: %v", row.formula, row.dim, row.step.Rule, err)
	}
}

// TestContinuousAtZero holds finite-mass.pd to its condition.
func TestContinuousAtZero(t *testing.T) {
	for formula, want := range map[string]outcome{
		"exp(-z)":                accepted,
		"sin(z)/z":               accepted,
		"z <= 0 ? 2 : exp(-z)":   rejected,
		"z <= 0 ? 1 : exp(-z)":   accepted,
		"1/z":                    undecided,
		"z < 1 ? 1-z : 0":        accepted,
		"z <= 0 ? 2 : 1/(z^5+1)": rejected,
	} {
		err := New(context.Background(), 0).Regular(parsed(t, formula), ContinuousAtZero)
		assert.Equal(t, want, outcomeOf(t, err), "%s: %v", formula, err)
	}
}

// TestFinitePDWantsContinuity: the condition is looked at before the premise.
func TestFinitePDWantsContinuity(t *testing.T) {
	step := proof.NewStep("finite-mass.pd", "", nil, proof.NewStep("pd.none", "", nil))
	err := New(context.Background(), 0).Step(Goal{proof.FiniteMass, true, parsed(t, "z <= 0 ? 2 : exp(-z)"), 3}, step)
	assert.ErrorContains(t, err, "but the limit is 1")
	err = New(context.Background(), 0).Step(Goal{proof.FiniteMass, true, parsed(t, "exp(-z)"), 3}, step)
	assert.ErrorContains(t, err, "there is no such rule")
}

func TestDecompositionRules(t *testing.T) {
	// Premises of other families are not needed to see that the shape is checked.
	k := parsed(t, "sqrt(1+z^2)")
	g := Goal{proof.PositiveDecomposition, true, k, 3}
	premise := proof.NewStep("conditionally-pd.x", "", nil)
	for _, sign := range []int{0, 2, -2} {
		err := New(context.Background(), 0).Step(g, proof.NewStep("positive-decomposition.conditionally-pd", "", DecompositionEvidence{sign}, premise))
		assert.ErrorContains(t, err, "the sign is")
	}
	err := New(context.Background(), 0).Step(g, proof.NewStep("positive-decomposition.conditionally-pd", "", DecompositionEvidence{1}))
	assert.ErrorContains(t, err, "0 premises")
	assert.Equal(t, "-sqrt(1 + z^2)", NegativeOf(k).Formula())
	assert.Equal(t, "natural", NegativeOf(parsed(t, "z < 2 ? 1-z^2/4 : 0")).BeyondString())
	assert.InDelta(t, -0.75, NegativeOf(parsed(t, "z < 2 ? 1-z^2/4 : 0")).At(1), 1e-15)
}

// mutants returns copies of a JSON value each with one leaf changed, one member left out or one added.
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
		ev      any // nil: Analyse
	}{
		{"exp(-z)", 3, "analysis", nil},
		{"1/(1+z^2)", 3, "analysis", nil},
		{"z < 1 ? (1-z)^3 : (z < 2 ? (z-1)^3*(2-z)^4 : 0)", 3, "analysis", nil},
		{"z < 1 ? exp(z)*(1-z)^7*log(1-z) : 0", 3, "analysis", nil},
		{"besselj(0,z)^2", 3, "analysis", nil},
		{"1/(1+log(1+z^2))^2", 3, "analysis", nil},
		{"sin(z)^2/z^2", 5, "analysis", nil},
		{"z < 1 ? (1-z)^2 : 0", 5, "singularity", SingularityEvidence{"1", Rational{big.NewRat(2, 1)}, 0}},
		{"log(z)", 5, "unbounded", UnboundedEvidence{"0"}},
		{"z <= 0 ? 2 : exp(-z)", 3, "jump", JumpEvidence{"0"}},
		{"cos(z)", 2, "oscillation", OscillationEvidence{WaveEvidence{"1", Rational{new(big.Rat)}, 0}}},
		{"besselj(0,z)", 2, "bessel", BesselEvidence{Rational{big.NewRat(2, 1)}}},
	} {
		k := parsed(t, row.formula)
		c := New(context.Background(), 0)
		holds := row.rule == "analysis" || row.rule == "bessel"
		if row.ev == nil {
			ev, err := c.Analyse(k, row.dim)
			require.NoError(t, err, row.formula)
			row.ev = ev
		}
		g := Goal{proof.FiniteMass, holds, k, row.dim}
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
		other.Kernel = parsed(t, "z < 5 ? 1/(1+z)-1/6 : 0")
		assert.Error(t, c.Step(other, step), "%s: another kernel", row.formula)
	}
}
