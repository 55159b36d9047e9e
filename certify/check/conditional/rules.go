// Package conditional has the rules of conditional positive definiteness.
package conditional

import (
	"math/big"
	"slices"

	"krein/ball"
	"krein/certify/check/finite"
	"krein/certify/check/normal"
	"krein/certify/check/pd"
	"krein/certify/check/rule"
	"krein/certify/check/shape"
	"krein/certify/proof"
	"krein/kernel"
	"krein/kernel/asymptotic"
	"krein/kernel/formula"
)

// A kernel is conditionally positive definite of order n ≥ 0 if Σ c_i c_j k(‖x_i−x_j‖) ≥ 0 whenever Σ c_i p(x_i) = 0
// for all polynomials p of degree < n. The claim is that there is such an order; a higher one does too.

// conditionalRules prove and refute conditional positive definiteness.
var conditionalRules = []*rule.Rule{
	{
		ID: "conditionally-pd.pd", Claim: proof.ConditionallyPD, Holds: true, Supposes: rule.Pointwise,
		Theorem:  "A positive definite kernel is conditionally positive definite of order 0.",
		Citation: "the definitions",
		From:     rule.That(proof.PD),
	},
	{
		ID: "conditionally-pd.shift", Claim: proof.ConditionallyPD, Holds: true, Supposes: rule.Pointwise,
		Theorem:  "If k + c is positive definite, k is conditionally positive definite of order 1.",
		Citation: "Σ c_i c_j c = c (Σ c_i)²",
		Check:    rule.Reduction(conditionalShift),
	},
	{
		ID: "conditionally-pd.micchelli", Claim: proof.ConditionallyPD, Holds: true, Supposes: rule.ContinuousAtZero,
		Theorem: "If k is continuous on [0,∞) and (−1)ⁿ dⁿ/dtⁿ k(√t) is completely monotone on (0,∞), k is conditionally positive definite of order n " +
			"on every R^d.",
		Citation: "C. A. Micchelli, Interpolation of scattered data: distance matrices and conditionally positive definite functions (1986), theorem 2.1; " +
			"H. Wendland, Scattered Data Approximation (2005), theorem 8.19",
		Check: rule.Reduction(conditionalMicchelli),
	},
	{
		ID: "conditionally-pd.sum", Claim: proof.ConditionallyPD, Holds: true, Supposes: rule.Pointwise,
		Theorem:  "A sum of conditionally positive definite kernels and of a constant, of any sign, is conditionally positive definite, of the largest of the orders and 1.",
		Citation: "the definition",
		Check:    rule.Reduction(conditionalSum),
	},
	{
		ID: "conditionally-pd.growth", Claim: proof.ConditionallyPD, Holds: false, Supposes: rule.Continuous,
		Theorem: "A continuous kernel that is conditionally positive definite of order n is O(z^{2n}) at infinity (O(1) for n = 0). One that grows like an exponential " +
			"of a power of z times waves, their phases pairwise different, is so of no order.",
		Citation: "H. Wendland, Scattered Data Approximation (2005), section 8.1, proposition 8.6 and theorem 8.12; I. M. Gelfand, N. Ya. Vilenkin, " +
			"Generalized Functions IV (1964), chapter II, section 4.4",
		Check: rule.Fact(conditionalGrowth),
	},
	{
		ID: "conditionally-pd.opposite", Claim: proof.ConditionallyPD, Holds: false, Supposes: rule.Continuous,
		Theorem: "If −k is conditionally positive definite of order n, and continuous, and k is not a polynomial in z² of degree ≤ n, then k is conditionally positive definite of no " +
			"order: the measure of k on R^d∖{0} would have both signs, so that k would be a polynomial, and O(z^{2n}).",
		Citation: "uniqueness of the measure: I. M. Gelfand, N. Ya. Vilenkin, Generalized Functions IV (1964), chapter II, section 4.4",
		Check:    rule.Resting(conditionalOpposite), Upon: ordered,
	},
	{
		ID: "conditionally-pd.singularity", Claim: proof.ConditionallyPD, Holds: false, Supposes: rule.ContinuousAtZero,
		Theorem: "The measure of a continuous conditionally positive definite k on R^d∖{0} is nonnegative and finite away from the origin; k is the transform of that part " +
			"plus an entire function of ‖x‖² that is slowly increasing. So a singularity of k at a distance b > 0, or a wave at infinity, that no finite measure has refutes every order.",
		Citation: "X. Sun, Conditionally positive definite functions and their application to multivariate interpolation (1993), theorem 2.1; " +
			"docs/rules/finite-mass.singularity.md",
		From: rule.Not(proof.FiniteMass), Upon: []string{"finite-mass.singularity", "finite-mass.oscillation"},
	},
	{
		ID: "conditionally-pd.negative-density", Claim: proof.ConditionallyPD, Holds: false, Supposes: rule.AlmostEverywhere,
		Theorem: "The measure of a conditionally positive definite k on R^d∖{0} is nonnegative. If k has a continuous spectral density near some ω > 0 and it is negative there, " +
			"k is conditionally positive definite of no order.",
		Citation: "X. Sun (1993), theorem 2.1; I. M. Gelfand, N. Ya. Vilenkin, Generalized Functions IV (1964), chapter II, section 4.4",
		From:     rule.Not(proof.PD), Upon: []string{"pd.negative-density", "pd.oscillating-tail"},
	},
	{
		ID: "conditionally-pd.jump", Claim: proof.ConditionallyPD, Holds: false, Supposes: rule.ContinuousAtZero,
		Theorem: "A k that is conditionally positive definite, of any order, and continuous at 0 has at every b > 0 at which it has limits from both sides these limits for its " +
			"value: its differences of even order over steps h vanish with h, uniformly on R^d.",
		Citation: "docs/rules/conditionally-pd.jump.md",
		From:     rule.Not(proof.FiniteMass), Upon: []string{"finite-mass.jump"},
	},
	{
		ID: "conditionally-pd.points", Claim: proof.ConditionallyPD, Holds: false, Supposes: rule.Pointwise,
		Theorem: "If m is finite and k is conditionally positive definite on R^d of some order, m is nonnegative away from the origin, so that k plus a constant is " +
			"positive definite and Σ c_i c_j k(‖x_i−x_j‖) ≥ 0 for all points x_i of R^n, n ≤ d, and real c_i with Σ c_i = 0.",
		Citation: "uniqueness of the measure on R^d∖{0}: X. Sun, Conditionally positive definite functions and their application to multivariate interpolation (1993), theorem 2.1",
		Check:    rule.Reduction(conditionalPoints),
	},
}

// Rules are those of this package.
var Rules = slices.Concat(conditionalRules, conditionalWaveRules)

// ShiftEvidence is the evidence of conditionally-pd.shift: the constant c.
type ShiftEvidence struct {
	Shift rule.Rational `json:"shift"`
}

// Shifted returns the kernel k + c.
func (ev ShiftEvidence) Shifted(k *kernel.Kernel) *kernel.Kernel {
	return kernel.NewNatural(formula.Apply(formula.OpAdd, k.Expr(), formula.Rational(ev.Shift.Rat)))
}

func conditionalShift(_ *rule.Checker, g rule.Goal, ev ShiftEvidence) ([]rule.Goal, error) {
	return g.Needs(proof.PD, ev.Shifted(g.Kernel)), nil
}

// OrderEvidence is the evidence of conditionally-pd.micchelli: the order n ≥ 1.
type OrderEvidence struct {
	Order int `json:"order"`
}

// maxOrder bounds the orders of conditional positive definiteness that are tried.
const maxOrder = 12

// Derived returns the kernel of (−1)ⁿ dⁿ/dtⁿ k(√t), n the order, for z > 0; beside it, for z = 0, k has the value that it has.
func (ev OrderEvidence) Derived(k *kernel.Kernel) (*kernel.Kernel, error) {
	if ev.Order < 1 || ev.Order > maxOrder {
		return nil, rule.Reject("order %d", ev.Order)
	}
	e := k.Expr()
	if _, inside, ok := shape.AtZero(k); ok {
		e = inside
	}
	var err error
	for range ev.Order {
		if e, err = normal.DerivativeT(e); err != nil {
			return nil, err
		}
		e = formula.Apply(formula.OpNeg, e)
	}
	return kernel.NewNatural(e), nil
}

func conditionalMicchelli(_ *rule.Checker, g rule.Goal, ev OrderEvidence) ([]rule.Goal, error) {
	k, err := ev.Derived(g.Kernel)
	if err != nil {
		return nil, err
	}
	return g.Needs(proof.CompletelyMonotone, k), nil
}

func conditionalSum(_ *rule.Checker, g rule.Goal, ev pd.SumEvidence) ([]rule.Goal, error) {
	parts, _, err := ev.Split(shape.ShapeOf(g.Kernel))
	if err != nil {
		return nil, err
	}
	return g.Closed(parts)
}

// ordered are the rules whose proofs give an order.
var ordered = []string{"conditionally-pd.pd", "conditionally-pd.shift", "conditionally-pd.micchelli", "conditionally-pd.sum"}

// Order returns the order that a proof of conditional positive definiteness gives.
func Order(s *proof.Step) (int, error) {
	switch s.Rule {
	case "conditionally-pd.pd":
		return 0, nil
	case "conditionally-pd.shift":
		return 1, nil
	case "conditionally-pd.micchelli":
		var ev OrderEvidence
		err := s.Decode(&ev)
		return ev.Order, err
	case "conditionally-pd.sum":
		order := 1
		for _, p := range s.From {
			n, err := Order(p)
			if err != nil {
				return 0, err
			}
			order = max(order, n)
		}
		return order, nil
	}
	return 0, rule.Reject("%s gives no order", s.Rule)
}

func conditionalGrowth(c *rule.Checker, g rule.Goal, _ rule.None) error {
	inf := c.AtInfinity(g.Kernel)
	if inf.Kind != asymptotic.Growth {
		return rule.Reject("the kernel is not proved to be unbounded at infinity")
	}
	if sign, _ := finite.ExponentialSign(&inf.Lead); sign <= 0 { // z² cos z has an exponent, too
		return rule.Reject("the kernel is not proved to grow faster than every power")
	}
	return nil
}

// OppositeEvidence is the evidence of conditionally-pd.opposite: an enclosure of the coefficient of degree Order + 1 of k(√t) at t = T, Order that of the proof for −k.
type OppositeEvidence struct {
	Order int           `json:"order"`
	T     rule.Rational `json:"t"`
	Bits  rule.Bits     `json:"bits"`
	Value *ball.Real    `json:"value"`
}

// NewOppositeEvidence encloses the Taylor coefficient.
func NewOppositeEvidence(k *kernel.Kernel, order int, t *big.Rat, bits rule.Bits) (ev OppositeEvidence, err error) {
	if order < 0 || order > maxOrder {
		return ev, rule.Reject("order %d", order)
	}
	prec := uint(bits)
	var jet ball.RealSeries
	k.BallTaylorT(&jet, new(ball.Real).SetRat(t, prec+32), order+1, prec)
	return OppositeEvidence{order, rule.Rational{Rat: t}, bits, new(ball.Real).Set(jet.Coef(order + 1))}, nil
}

func conditionalOpposite(_ *rule.Checker, g rule.Goal, ev OppositeEvidence, on *proof.Step) ([]rule.Goal, error) {
	if err := rule.Distance(ev.T); err != nil {
		return nil, err
	}
	if ev.T.Sign() <= 0 {
		return nil, rule.Reject("t = %s is not positive", ev.T.RatString())
	}
	order, err := Order(on)
	if err != nil {
		return nil, err
	}
	if order != ev.Order {
		return nil, rule.Reject("the order of the premise is %d, not %d", order, ev.Order)
	}
	again, err := NewOppositeEvidence(g.Kernel, ev.Order, ev.T.Rat, ev.Bits)
	if err != nil {
		return nil, err
	}
	if err := rule.Recomputed(ev, again); err != nil {
		return nil, err
	}
	if again.Value.ContainsZero() {
		return nil, rule.Incomplete("the coefficient of degree %d is not proved to differ from 0", order+1)
	}
	return g.Needs(proof.ConditionallyPD, shape.NegativeOf(g.Kernel)), nil
}

func conditionalPoints(_ *rule.Checker, g rule.Goal, ev pd.PointsEvidence) ([]rule.Goal, error) {
	if err := ev.Negative(g); err != nil {
		return nil, err
	}
	sum := new(big.Rat)
	for _, w := range ev.Weights {
		sum.Add(sum, w.Rat)
	}
	if sum.Sign() != 0 {
		return nil, rule.Reject("the weights sum to %s, not to 0", sum.RatString())
	}
	return g.Needs(proof.FiniteMass, g.Kernel), nil
}
