package check

import (
	"math/big"

	"krein/ball"
	"krein/certify/proof"
	"krein/kernel"
)

// A kernel is conditionally positive definite of order n ≥ 0 if Σ c_i c_j k(‖x_i−x_j‖) ≥ 0 whenever Σ c_i p(x_i) = 0
// for all polynomials p of degree < n. The claim is that there is such an order; a higher one does too.

// conditionalRules prove and refute conditional positive definiteness.
var conditionalRules = []*Rule{
	{
		ID: "conditionally-pd.pd", Claim: proof.ConditionallyPD, Holds: true, Supposes: Pointwise,
		Theorem:  "A positive definite kernel is conditionally positive definite of order 0.",
		Citation: "the definitions",
		From:     that(proof.PD),
	},
	{
		ID: "conditionally-pd.shift", Claim: proof.ConditionallyPD, Holds: true, Supposes: Pointwise,
		Theorem:  "If k + c is positive definite, k is conditionally positive definite of order 1.",
		Citation: "Σ c_i c_j c = c (Σ c_i)²",
		check:    reduction(conditionalShift),
	},
	{
		ID: "conditionally-pd.micchelli", Claim: proof.ConditionallyPD, Holds: true, Supposes: ContinuousAtZero,
		Theorem: "If k is continuous on [0,∞) and (−1)ⁿ dⁿ/dtⁿ k(√t) is completely monotone on (0,∞), k is conditionally positive definite of order n " +
			"on every R^d.",
		Citation: "C. A. Micchelli, Interpolation of scattered data: distance matrices and conditionally positive definite functions (1986), theorem 2.1; " +
			"H. Wendland, Scattered Data Approximation (2005), theorem 8.19",
		check: reduction(conditionalMicchelli),
	},
	{
		ID: "conditionally-pd.sum", Claim: proof.ConditionallyPD, Holds: true, Supposes: Pointwise,
		Theorem:  "A sum of conditionally positive definite kernels and of a constant, of any sign, is conditionally positive definite, of the largest of the orders and 1.",
		Citation: "the definition",
		check:    reduction(conditionalSum),
	},
	{
		ID: "conditionally-pd.growth", Claim: proof.ConditionallyPD, Holds: false, Supposes: Continuous,
		Theorem: "A continuous kernel that is conditionally positive definite of order n is O(z^{2n}) at infinity (O(1) for n = 0). One that grows like an exponential " +
			"of a power of z times waves, their phases pairwise different, is so of no order.",
		Citation: "H. Wendland, Scattered Data Approximation (2005), section 8.1, proposition 8.6 and theorem 8.12; I. M. Gelfand, N. Ya. Vilenkin, " +
			"Generalized Functions IV (1964), chapter II, section 4.4",
		check: fact(conditionalGrowth),
	},
	{
		ID: "conditionally-pd.opposite", Claim: proof.ConditionallyPD, Holds: false, Supposes: Continuous,
		Theorem: "If −k is conditionally positive definite of order n, and continuous, and k is not a polynomial in z² of degree ≤ n, then k is conditionally positive definite of no " +
			"order: the measure of k on R^d∖{0} would have both signs, so that k would be a polynomial, and O(z^{2n}).",
		Citation: "uniqueness of the measure: I. M. Gelfand, N. Ya. Vilenkin, Generalized Functions IV (1964), chapter II, section 4.4",
		check:    resting(conditionalOpposite), Upon: ordered,
	},
	{
		ID: "conditionally-pd.singularity", Claim: proof.ConditionallyPD, Holds: false, Supposes: ContinuousAtZero,
		Theorem: "The measure of a continuous conditionally positive definite k on R^d∖{0} is nonnegative and finite away from the origin; k is the transform of that part " +
			"plus an entire function of ‖x‖² that is slowly increasing. So a singularity of k at a distance b > 0, or a wave at infinity, that no finite measure has refutes every order.",
		Citation: "X. Sun, Conditionally positive definite functions and their application to multivariate interpolation (1993), theorem 2.1; " +
			"docs/rules/finite-mass.singularity.md",
		From: not(proof.FiniteMass), Upon: []string{"finite-mass.singularity", "finite-mass.oscillation"},
	},
	{
		ID: "conditionally-pd.negative-density", Claim: proof.ConditionallyPD, Holds: false, Supposes: AlmostEverywhere,
		Theorem: "The measure of a conditionally positive definite k on R^d∖{0} is nonnegative. If k has a continuous spectral density near some ω > 0 and it is negative there, " +
			"k is conditionally positive definite of no order.",
		Citation: "X. Sun (1993), theorem 2.1; I. M. Gelfand, N. Ya. Vilenkin, Generalized Functions IV (1964), chapter II, section 4.4",
		From:     not(proof.PD), Upon: []string{"pd.negative-density", "pd.oscillating-tail"},
	},
}

// ShiftEvidence is the evidence of conditionally-pd.shift: the constant c.
type ShiftEvidence struct {
	Shift Rational `json:"shift"`
}

// Shifted returns the kernel k + c.
func (ev ShiftEvidence) Shifted(k *kernel.Kernel) *kernel.Kernel {
	return kernel.NewNatural(kernel.Apply(kernel.OpAdd, k.Expr(), kernel.Rational(ev.Shift.Rat)))
}

func conditionalShift(_ *Checker, g Goal, ev ShiftEvidence) ([]Goal, error) {
	return g.needs(proof.PD, ev.Shifted(g.Kernel)), nil
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
		return nil, reject("order %d", ev.Order)
	}
	e := k.Expr()
	if _, inside, ok := AtZero(k); ok {
		e = inside
	}
	var err error
	for range ev.Order {
		if e, err = DerivativeT(e); err != nil {
			return nil, err
		}
		e = kernel.Apply(kernel.OpNeg, e)
	}
	return kernel.NewNatural(e), nil
}

func conditionalMicchelli(_ *Checker, g Goal, ev OrderEvidence) ([]Goal, error) {
	k, err := ev.Derived(g.Kernel)
	if err != nil {
		return nil, err
	}
	return g.needs(proof.CompletelyMonotone, k), nil
}

func conditionalSum(_ *Checker, g Goal, ev SumEvidence) ([]Goal, error) {
	parts, _, err := ev.Split(ShapeOf(g.Kernel))
	if err != nil {
		return nil, err
	}
	return g.closed(parts)
}

// ordered are the rules whose proofs give an order.
var ordered = []string{"conditionally-pd.pd", "conditionally-pd.shift", "conditionally-pd.micchelli", "conditionally-pd.sum"}

// orderOf returns the order that a proof of conditional positive definiteness gives.
func orderOf(s *proof.Step) (int, error) {
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
			n, err := orderOf(p)
			if err != nil {
				return 0, err
			}
			order = max(order, n)
		}
		return order, nil
	}
	return 0, reject("%s gives no order", s.Rule)
}

// ConditionalOrder returns the order of conditional positive definiteness that a proof of it gives, and −1 for a step that is no such proof.
func ConditionalOrder(s *proof.Step) int {
	n, err := orderOf(s)
	if err != nil {
		return -1
	}
	return n
}

func conditionalGrowth(c *Checker, g Goal, _ none) error {
	inf := c.AtInfinity(g.Kernel)
	if inf.Kind != kernel.Growth {
		return reject("the kernel is not proved to be unbounded at infinity")
	}
	if sign, _ := exponentialSign(&inf.Lead); sign <= 0 { // z² cos z has an exponent, too
		return reject("the kernel is not proved to grow faster than every power")
	}
	return nil
}

// OppositeEvidence is the evidence of conditionally-pd.opposite: an enclosure of the coefficient of degree Order + 1 of k(√t) at t = T, Order that of the proof for −k.
type OppositeEvidence struct {
	Order int        `json:"order"`
	T     Rational   `json:"t"`
	Bits  Bits       `json:"bits"`
	Value *ball.Real `json:"value"`
}

// NewOppositeEvidence encloses the Taylor coefficient.
func NewOppositeEvidence(k *kernel.Kernel, order int, t *big.Rat, bits Bits) (ev OppositeEvidence, err error) {
	if order < 0 || order > maxOrder {
		return ev, reject("order %d", order)
	}
	prec := uint(bits)
	var jet ball.RealSeries
	k.BallTaylorT(&jet, new(ball.Real).SetRat(t, prec+32), order+1, prec)
	return OppositeEvidence{order, Rational{t}, bits, new(ball.Real).Set(jet.Coef(order + 1))}, nil
}

func conditionalOpposite(_ *Checker, g Goal, ev OppositeEvidence, on *proof.Step) ([]Goal, error) {
	if err := distance(ev.T); err != nil {
		return nil, err
	}
	if ev.T.Sign() <= 0 {
		return nil, reject("t = %s is not positive", ev.T.RatString())
	}
	order, err := orderOf(on)
	if err != nil {
		return nil, err
	}
	if order != ev.Order {
		return nil, reject("the order of the premise is %d, not %d", order, ev.Order)
	}
	again, err := NewOppositeEvidence(g.Kernel, ev.Order, ev.T.Rat, ev.Bits)
	if err != nil {
		return nil, err
	}
	if err := recomputed(ev, again); err != nil {
		return nil, err
	}
	if again.Value.ContainsZero() {
		return nil, incomplete("the coefficient of degree %d is not proved to differ from 0", order+1)
	}
	return g.needs(proof.ConditionallyPD, NegativeOf(g.Kernel)), nil
}
