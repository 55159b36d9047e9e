package check

import (
	"context"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"krein/internal/certify/check/monotone"
	"krein/internal/certify/check/rule"
	"krein/internal/certify/proof"
	"krein/kernel/parser"
)

func ratOf(t *testing.T, s string) rule.Rational {
	t.Helper()
	var r rule.Rational
	require.NoError(t, r.UnmarshalText([]byte(s)))
	return r
}

func numberOf(t *testing.T, s string) rule.Number {
	t.Helper()
	var n rule.Number
	require.NoError(t, n.UnmarshalText([]byte(s)))
	return n
}

// TestMonotoneRules gives every rule a step that it must accept and, for every hypothesis, one that
// it must not.
func TestMonotoneRules(t *testing.T) {
	cm, bf := proof.CompletelyMonotone, monotone.Bernstein
	st := func(rule string, ev any, from ...*proof.Step) *proof.Step {
		return proof.NewStep(rule, "", ev, from...)
	}
	one := func(rule, f string, from ...*proof.Step) *proof.Step {
		return st(rule, monotone.Argument{Formula: f}, from...)
	}
	pow := func(rule, f, p string, from ...*proof.Step) *proof.Step {
		return st(rule, monotone.Power{Formula: f, Power: numberOf(t, p)}, from...)
	}
	mean := func(f, p, r string, from ...*proof.Step) *proof.Step {
		return st("completely-monotone.mean", monotone.Mean{Formula: f, Power: numberOf(t, p), Scale: r}, from...)
	}
	sum := func(rule, c string, terms []monotone.Term, from ...*proof.Step) *proof.Step {
		return st(rule, monotone.Terms{Constant: c, Terms: terms}, from...)
	}
	z := func(p string) *proof.Step { return pow("bernstein.power", "z", p) }
	zero := st("bernstein.constant", nil)
	exp := func(f string, from *proof.Step) *proof.Step { return one("completely-monotone.exponential", f, from) }
	expz := exp("z", z("1"))
	onePlus := func(p, f string) *proof.Step {
		return sum("bernstein.sum", "1", []monotone.Term{{Coefficient: "1", Formula: f}}, z(p))
	}
	invz := pow("completely-monotone.power", "1+z", "1", onePlus("1", "z"))
	special := func(rule, f, order, shift, arg string, from ...*proof.Step) *proof.Step {
		return st("completely-monotone."+rule, monotone.Special{Function: f, Order: numberOf(t, order),
			Shift: numberOf(t, shift), Argument: arg}, from...)
	}
	mix := func(terms ...monotone.Rate) *proof.Step {
		return st("completely-monotone.exponential-polynomial", monotone.Mixture{Terms: terms})
	}
	rate := func(a string, c ...string) monotone.Rate { return monotone.Rate{Rate: a, Coefficients: c} }
	sign := func(at string, n int) *proof.Step {
		return st("completely-monotone.derivative-sign", monotone.Sign{T: ratOf(t, at), Order: n, Bits: 128})
	}
	pair := func(rule, near, far string) *proof.Step {
		return st("completely-monotone."+rule, monotone.Pair{Near: ratOf(t, near), Far: ratOf(t, far), Bits: 128})
	}
	piece := func(f, from, to, at string) *proof.Step {
		return st("completely-monotone.identity", monotone.Interval{Formula: f, From: ratOf(t, from), To: ratOf(t, to),
			At: ratOf(t, at), Bits: 128})
	}
	erfcSlope := st("completely-monotone.sum", monotone.Terms{Constant: "0",
		Terms: []monotone.Term{{Coefficient: "1/sqrt(pi)", Formula: "exp(-z^2)/z"}}},
		st("completely-monotone.product", monotone.Factors{Factors: []string{"exp(-z^2)", "1/z"}}, exp("z^2", z("2")),
			pow("completely-monotone.power", "z", "1", z("1"))))

	for _, c := range []struct {
		formula string
		claim   proof.ID
		holds   bool
		step    *proof.Step
		want    bool
	}{
		{"2", cm, true, st("completely-monotone.constant", nil), true},
		{"0", cm, true, st("completely-monotone.constant", nil), true},
		{"3-pi", cm, true, st("completely-monotone.constant", nil), false},
		{"exp(-z)", cm, true, st("completely-monotone.constant", nil), false},
		{"2", cm, true, st("completely-monotone.constant", nil, expz), false},
		{"3", bf, true, zero, true},
		{"-1", bf, true, zero, false},

		{"exp(-z)+2/(1+z)", cm, true, sum("completely-monotone.sum", "0",
			[]monotone.Term{{Coefficient: "1", Formula: "exp(-z)"}, {Coefficient: "2", Formula: "1/(1+z)"}}, expz, invz), true},
		{"exp(-z)+2/(1+z)", cm, true, sum("completely-monotone.sum", "0",
			[]monotone.Term{{Coefficient: "1", Formula: "exp(-z)"}, {Coefficient: "2", Formula: "1/(1+z)"}}, expz), false},
		{"exp(-z)+2/(1+z)", cm, true, sum("completely-monotone.sum", "0",
			[]monotone.Term{{Coefficient: "1", Formula: "exp(-z)"}, {Coefficient: "3", Formula: "1/(1+z)"}}, expz, invz), false},
		{"exp(-z)-2/(1+z)", cm, true, sum("completely-monotone.sum", "0", []monotone.Term{
			{Coefficient: "1", Formula: "exp(-z)"}, {Coefficient: "-2", Formula: "1/(1+z)"}}, expz, invz), false},
		{"2*exp(-z)-1", cm, true, sum("completely-monotone.sum", "-1",
			[]monotone.Term{{Coefficient: "2", Formula: "exp(-z)"}}, expz), false},
		{"exp(-z)/(1+z)", cm, true, st("completely-monotone.product",
			monotone.Factors{Factors: []string{"exp(-z)", "1/(1+z)"}}, expz, invz), true},
		{"exp(-z)*(1+z)", cm, true, st("completely-monotone.product", monotone.Factors{Factors: []string{"exp(-z)", "1+z"}},
			expz, onePlus("1", "z")), false},

		{"exp(-z)", cm, true, expz, true},
		{"exp(-2*z)", cm, true, expz, false},
		{"exp(-z^2)", cm, true, exp("z^2", z("2")), true},
		{"exp(-z^3)", cm, true, exp("z^3", z("3")), false},
		{"exp(-z^(201/100))", cm, true, exp("z^(201/100)", z("201/100")), false},
		{"exp(-1/z)", cm, true, exp("1/z", z("-1")), false},
		{"1", bf, true, z("0"), true},
		{"z^(-1/2)", bf, true, z("-1/2"), false},
		{"(1+z)^2", bf, true, pow("bernstein.power", "1+z", "2"), false},
		{"1/(1+z)", cm, true, invz, true},
		{"1+z", cm, true, pow("completely-monotone.power", "1+z", "-1", onePlus("1", "z")), false},
		{"exp(-sqrt(1+z^2))", cm, true, st("completely-monotone.composition",
			monotone.Composition{Outer: "exp(-z)", Inner: "1+z^2"}, expz, onePlus("2", "z^2")), true},
		{"exp(-sqrt(1+z^3))", cm, true, st("completely-monotone.composition",
			monotone.Composition{Outer: "exp(-z)", Inner: "1+z^3"}, expz, onePlus("3", "z^3")), false},
		{"exp(-z^2)", cm, true, st("completely-monotone.composition", monotone.Composition{Outer: "exp(-z)", Inner: "1+z^2"},
			expz, onePlus("2", "z^2")), false},
		{"exp(z)", cm, true, st("completely-monotone.composition", monotone.Composition{Outer: "exp(z)", Inner: "z^2"}, expz,
			z("2")), false},

		{"sqrt(1+z)-sqrt(z)", cm, true, st("completely-monotone.increment",
			monotone.Shift{Outer: "z", Inner: "z", Shift: "1"}, z("1"), z("1")), true},
		{"sqrt(z)-sqrt(1+z)", cm, true, st("completely-monotone.increment",
			monotone.Shift{Outer: "z", Inner: "z", Shift: "1"}, z("1"), z("1")), false},
		{"sqrt(1+z)-sqrt(2+z)", cm, true, st("completely-monotone.increment", monotone.Shift{Outer: "z", Inner: "2+z",
			Shift: "-1"}, z("1"), sum("bernstein.sum", "2", []monotone.Term{{Coefficient: "1", Formula: "z"}}, z("1"))), false},
		{"1/z^2-1/(1+z^2)", cm, true, st("completely-monotone.decrement", monotone.Shift{Outer: "1/z^2", Inner: "z^2",
			Shift: "1"}, pow("completely-monotone.power", "z", "2", z("1")), z("2")), true},
		{"1/(1+z^2)-1/z^2", cm, true, st("completely-monotone.decrement", monotone.Shift{Outer: "1/z^2", Inner: "z^2",
			Shift: "1"}, pow("completely-monotone.power", "z", "2", z("1")), z("2")), false},
		{"(1+z^2)^2-z^4", cm, true, st("completely-monotone.increment",
			monotone.Shift{Outer: "z^4", Inner: "z^2", Shift: "1"}, z("4"), z("2")), false},
		{"1-tanh(z)", cm, true, st("completely-monotone.complement", monotone.Complement{Constant: "1", Formula: "tanh(z)"},
			tanhBernstein(t)), true},
		{"1/2-tanh(z)", cm, true, st("completely-monotone.complement",
			monotone.Complement{Constant: "1/2", Formula: "tanh(z)"}, tanhBernstein(t)), false},
		{"erfc(z)", cm, true, one("completely-monotone.derivative", "exp(-z^2)/(sqrt(pi)*z)", erfcSlope), true},
		{"erfc(z)-1/2", cm, true, one("completely-monotone.derivative", "exp(-z^2)/(sqrt(pi)*z)", erfcSlope), false},
		{"erfc(z)", cm, true, one("completely-monotone.derivative", "exp(-z^2)/z", erfcSlope), false},
		{"erf(z)", cm, true, one("completely-monotone.derivative", "exp(-z^2)/(sqrt(pi)*z)", erfcSlope), false},
		{"erf(z)", bf, true, one("bernstein.derivative", "exp(-z^2)/(sqrt(pi)*z)", erfcSlope), true},
		{"erf(z)-1", bf, true, one("bernstein.derivative", "exp(-z^2)/(sqrt(pi)*z)", erfcSlope), false},
		{"erfc(z)", bf, true, one("bernstein.derivative", "-exp(-z^2)/(sqrt(pi)*z)", erfcSlope), false},

		{"(1-exp(-z))/z", cm, true, mean("1-exp(-z)", "1", "0", expz), true},
		{"(2-exp(-z))/z", cm, true, mean("2-exp(-z)", "1", "0", expz), false},
		{"(1-exp(-z))/z", cm, true, mean("1-exp(-z)", "2", "0", expz), false},
		{"1-exp(-z)", cm, true, mean("1-exp(-z)", "0", "0", expz), false},
		{"(exp(-z/2)-exp(-z))/z", cm, true, mean("-exp(-z)", "1", "1/2", expz), true},
		{"(exp(-2*z)-exp(-z))/z", cm, true, mean("-exp(-z)", "1", "2", expz), false},
		{"(exp(-z/2)-exp(-z))/z", cm, true, mean("-exp(-z)", "1", "1/3", expz), false},
		{"exp(-z/2)-exp(-z)", cm, true, mean("-exp(-z)", "0", "1/2", expz), false},

		{"(1+z)*exp(-z)", cm, true, mix(rate("1", "1", "1")), true},
		{"(1+2*z)*exp(-2*z)", cm, true, mix(rate("2", "1", "2")), true},
		{"(1+sqrt(5)*z+5/3*z^2)*exp(-sqrt(5)*z)", cm, true, mix(rate("sqrt(5)", "1", "sqrt(5)", "5/3")), true},
		{"(1+1001/1000*z)*exp(-z)", cm, true, mix(rate("1", "1", "1001/1000")), false},
		{"(1+z)*exp(-2*z)", cm, true, mix(rate("1", "1", "1")), false},
		{"exp(-z)-exp(-2*z)/2", cm, true, mix(rate("1", "1"), rate("2", "-1/2")), true},
		{"exp(-z)-0.51*exp(-2*z)", cm, true, mix(rate("1", "1"), rate("2", "-51/100")), false},
		{"exp(-2*z)-exp(-z)/2", cm, true, mix(rate("2", "1"), rate("1", "-1/2")), false},
		{"exp(z)", cm, true, mix(rate("-1", "1")), false},
		{"-exp(z)", cm, true, mix(rate("-1", "-1")), false},

		{"exp(z^2)*erfc(z)", cm, true, special("laplace-integral", "erfc", "0", "0", "z", z("1")), true},
		{"exp(z^6)*erfc(z^3)", cm, true, special("laplace-integral", "erfc", "0", "0", "z^3", z("3")), false},
		{"exp(z^2)*besselk(2, z^2)", cm, true, special("laplace-integral", "besselk", "2", "0", "z^2", z("2")), true},
		{"exp(-z)*besseli(1, z)/z", cm, true, special("laplace-integral", "besseli", "1", "0", "z", z("1")), true},
		{"exp(-z)*besseli(-3/4, z)*z^(3/4)", cm, true,
			special("laplace-integral", "besseli", "-3/4", "0", "z", z("1")), false},
		{"1/(1+z^2)-1/(2+z^2)+1/z^4", cm, true, st("completely-monotone.rational", monotone.Fractions{Argument: "z^2",
			Terms: []monotone.Rate{rate("0", "0", "1"), rate("1", "1"), rate("2", "-1")}}, z("2")), true},
		{"1/(1+z^2)-1.01/(2+z^2)", cm, true, st("completely-monotone.rational", monotone.Fractions{Argument: "z^2",
			Terms: []monotone.Rate{rate("1", "1"), rate("2", "-101/100")}}, z("2")), false},
		{"1/(1+z^3)", cm, true, st("completely-monotone.rational",
			monotone.Fractions{Argument: "z^3", Terms: []monotone.Rate{rate("1", "1")}}, z("3")), false},

		{"sqrt(1+z^2)-1", bf, true, sum("bernstein.sum", "-1", []monotone.Term{{Coefficient: "1", Formula: "sqrt(1+z^2)"}},
			pow("bernstein.root", "1+z^2", "1/2", onePlus("2", "z^2"))), true},
		{"sqrt(1+z^2)-1.1", bf, true, sum("bernstein.sum", "-11/10", []monotone.Term{
			{Coefficient: "1", Formula: "sqrt(1+z^2)"}}, pow("bernstein.root", "1+z^2", "1/2", onePlus("2", "z^2"))), false},
		{"z-z^2", bf, true, sum("bernstein.sum", "0",
			[]monotone.Term{{Coefficient: "1", Formula: "z"}, {Coefficient: "-1", Formula: "z^2"}}, z("1"), z("2")), false},
		{"(1+z^2)^(3/2)", bf, true, pow("bernstein.root", "1+z^2", "3/2", onePlus("2", "z^2")), false},
		{"(1+z^2)^2", bf, true, pow("bernstein.root", "1+z^2", "2", onePlus("2", "z^2")), false},
		{"1/(1+z^2)", bf, true, pow("bernstein.root", "1+z^2", "-1", onePlus("2", "z^2")), false},
		{"1-exp(-z)", bf, true, st("bernstein.complement", monotone.Complement{Constant: "1", Formula: "exp(-z)"}, expz),
			true},
		{"0.9-exp(-z)", bf, true, st("bernstein.complement", monotone.Complement{Constant: "9/10", Formula: "exp(-z)"},
			expz), false},
		{"erf(z^(1/2))", bf, true, st("bernstein.composition", monotone.Composition{Outer: "erf(z)", Inner: "z"},
			one("bernstein.derivative", "exp(-z^2)/(sqrt(pi)*z)", erfcSlope), z("1")), true},
		{"erf(z^2)", bf, true, st("bernstein.composition", monotone.Composition{Outer: "erf(z)", Inner: "z^4"},
			one("bernstein.derivative", "exp(-z^2)/(sqrt(pi)*z)", erfcSlope), z("4")), false},

		{"exp(-z^3)", cm, false, sign("1/100", 2), true},
		{"exp(-z^2)", cm, false, sign("1/100", 2), false},
		{"exp(-z)", cm, false, sign("1/100", 1), false},
		{"exp(-z)", cm, false, sign("3", 41), false},
		{"exp(-z)-1/2", cm, false, sign("4", 0), true},
		{"exp(-z)", cm, false, sign("-1", 0), false},
		{"1", cm, false, sign("1", 3), false},
		{"z", cm, false, pair("increase", "1", "2"), true},
		{"exp(-z)", cm, false, pair("increase", "1", "2"), false},
		{"exp(-z)", cm, false, pair("increase", "2", "1"), false},
		{"1", cm, false, pair("increase", "1", "2"), false},
		{"min(1, 1/z)", cm, false, piece("1/z", "2", "3", "1/2"), true},
		{"min(1, 1/z)", cm, false, piece("1/z", "1/2", "3", "1/4"), false},
		{"min(1, 1/z)", cm, false, piece("1/z", "2", "3", "4"), false},
		{"min(1, 1/z)", cm, false, piece("2/z", "2", "3", "1/2"), false},
		{"(1-4e-8*z+1e-8*z^2)*exp(-z)", cm, true, mix(rate("1", "1", "-4e-8", "1e-8")), true},
		{"(1-4*z+z^2)*exp(-z)", cm, true, mix(rate("1", "1", "-4", "1")), false},
		{"exp(-z)", cm, false, st("completely-monotone.not-pd", monotone.Dimension{Dimension: 3},
			st("pd.negative-atom", nil)), false},
		{"exp(-z)", cm, false, st("completely-monotone.not-pd", monotone.Dimension{Dimension: 3}), false},
	} {
		k, err := parser.Parse(c.formula, nil)
		require.NoError(t, err, c.formula)
		err = New(context.Background(), 0).Step(rule.Goal{Claim: c.claim, Holds: c.holds, Kernel: k, Dim: 3}, c.step)
		assert.Equal(t, c.want, err == nil, "%s of %s by %s %s: %v", c.claim, c.formula, c.step.Rule, c.step.Evidence, err)
	}
}

// tanhBernstein proves that tanh(√t) is a Bernstein function.
func tanhBernstein(t *testing.T) *proof.Step {
	sech := proof.NewStep("completely-monotone.sector", "", monotone.Argument{Formula: "cosh(z)^(-2)"})
	inverse := proof.NewStep("completely-monotone.power", "", monotone.Power{Formula: "z", Power: numberOf(t, "1")},
		proof.NewStep("bernstein.power", "", monotone.Power{Formula: "z", Power: numberOf(t, "1")}))
	product := proof.NewStep("completely-monotone.product", "", monotone.Factors{Factors: []string{"cosh(z)^(-2)", "1/z"}},
		sech, inverse)
	half := proof.NewStep("completely-monotone.sum", "",
		monotone.Terms{Constant: "0", Terms: []monotone.Term{{Coefficient: "1/2", Formula: "cosh(z)^(-2)/z"}}}, product)
	return proof.NewStep("bernstein.derivative", "", monotone.Argument{Formula: "1/(2*z*cosh(z)^2)"}, half)
}
