package stationary

import (
	"math/big"

	"krein/ball"
	fourier "krein/fourier/stationary"
	"krein/internal/certify/check/rule"
	"krein/internal/kernel/formula"
	"krein/kernel"
)

// pointRules are about the symmetry of a kernel and its values at points.
var pointRules = []*Rule{
	{
		// 1 only: an odd k is not symmetric unless it is 0.
		ID: "symmetric.parity", Claim: Symmetric, Holds: true,
		Theorem: "The formula of k is even: it is made of even functions of Δ, and of odd ones in places where an even " +
			"function is of them, as in the table of docs/rules/stationary/symmetric.md; or k is a sum of products over " +
			"orthogonal subspaces, each of an even number of odd factors besides even ones.",
		Citation: "docs/rules/stationary/symmetric.md",
		check: fact(func(_ *Checker, g Goal, _ none) error {
			if g.Kernel.Parity() != 1 {
				return rule.Reject("%s is not proved to be even", g.Kernel.Formula())
			}
			return nil
		}),
	},
	{
		ID: "symmetric.point", Claim: Symmetric, Holds: false,
		Theorem:  "k(Δ) ≠ k(−Δ) at the point of the evidence.",
		Citation: "docs/rules/stationary/symmetric.md",
		check:    fact(checkAsymmetric),
	},
	{
		ID: "pd.asymmetric", Claim: PD, Holds: false,
		Theorem:  "A real positive definite kernel is symmetric; k(Δ) ≠ k(−Δ) at the point of the evidence.",
		Citation: "docs/rules/stationary/pd.md",
		check:    fact(checkAsymmetric),
	},
	{
		ID: "conditional.asymmetric", Claim: ConditionallyPD, Holds: false,
		Theorem:  "Conditionally positive definite kernels are symmetric; k(Δ) ≠ k(−Δ) at the point of the evidence.",
		Citation: "docs/rules/stationary/conditional.md",
		check:    fact(checkAsymmetric),
	},
	{
		ID: "pd.difference-points", Claim: PD, Holds: false,
		Theorem:  "Σ c_i c_j k(x_i − x_j) < 0 for the points and numbers of the evidence.",
		Citation: "docs/rules/stationary/pd.md",
		check:    fact(checkPoints),
	},
	{
		// The measure of a k that is conditionally positive definite is nonnegative away from 0, whatever the order (Sun 1993, theorem 2.1),
		// and is that of finite mass: k less its atom at 0, a constant, is positive definite, and Σ c_i = 0 takes the constant away.
		ID: "conditional.difference-points", Claim: ConditionallyPD, Holds: false,
		Theorem: "k is the transform of a finite measure, and Σ c_i c_j k(x_i − x_j) < 0 for the points and numbers of the " +
			"evidence, Σ c_i = 0.",
		Citation: "docs/rules/stationary/conditional.md; docs/rules/points.md",
		check: with(func(c *Checker, g Goal, ev PointsEvidence) ([]Goal, error) {
			sum := new(big.Rat)
			for _, w := range ev.Weights {
				sum.Add(sum, w.Rat)
			}
			if sum.Sign() != 0 {
				return nil, rule.Reject("the weights sum to %s, not to 0", sum.RatString())
			}
			return []Goal{{Claim: FiniteMass, Holds: true, Kernel: g.Kernel}}, checkPoints(c, g, ev)
		}),
	},
}

// PointEvidence is a difference Δ.
type PointEvidence struct {
	Delta []rule.Rational `json:"delta"`
}

// k₀(Δ) − k₀(−Δ) is an exact constant, proved not to be 0 by a ball. A real positive definite k is symmetric: for c = (1, i)
// the form would not be real otherwise; and so it is for forms with Σ c_i p(x_i) = 0.
func checkAsymmetric(_ *Checker, g Goal, ev PointEvidence) error {
	delta, err := vector(ev.Delta, g.Kernel.Dim())
	if err != nil {
		return err
	}
	if !g.Kernel.DiffersAt(delta, 1) {
		return rule.Incomplete("that k(Δ) ≠ k(−Δ) at the point is not proved")
	}
	return nil
}

// PointsEvidence are points and numbers; k is evaluated with Bits.
type PointsEvidence struct {
	Points  [][]rule.Rational `json:"points"`
	Weights []rule.Rational   `json:"weights"`
	Bits    rule.Bits         `json:"bits"`
}

// mostPoints bounds the points of a witness.
const mostPoints = 200

// One sum of finitely many terms, with exact points and weights, in balls: its ball is below 0. Bits bound the precision;
// nothing depends on rounding.
func checkPoints(c *Checker, g Goal, ev PointsEvidence) error {
	// No points would be the empty sum, which is 0.
	if len(ev.Points) != len(ev.Weights) || len(ev.Points) > mostPoints || len(ev.Points) == 0 {
		return rule.Reject("%d points and %d weights", len(ev.Points), len(ev.Weights))
	}
	var points [][]*big.Rat
	for _, p := range ev.Points {
		v, err := vector(p, g.Kernel.Dim())
		if err != nil {
			return err
		}
		points = append(points, v)
	}
	var weights []*big.Rat
	for _, w := range ev.Weights {
		weights = append(weights, w.Rat)
	}
	sum, err := form(g.Kernel, points, weights, uint(ev.Bits), c.ctx.Err)
	if err != nil {
		return err
	}
	if sum.Negative() != ball.True {
		return rule.Reject("the sum is %v", sum)
	}
	return nil
}

// form encloses Σ w_i w_j k(x_i − x_j).
// Equal differences have one value; −Δ is another key, as k need not be symmetric. Diagonal terms are k(0), the value of the
// formula, so that a formula without a value at 0 has no such refutation.
func form(k *fourier.Kernel, points [][]*big.Rat, weights []*big.Rat, bits uint,
	stop func() error) (*ball.Real, error) {
	values := map[string]*ball.Real{}
	sum := new(ball.Real)
	for i, x := range points {
		if err := stop(); err != nil {
			return nil, rule.Incomplete("stopped: %v", err)
		}
		for j, y := range points {
			delta := make([]*big.Rat, len(x))
			key := ""
			for n := range x {
				delta[n] = new(big.Rat).Sub(x[n], y[n])
				key += delta[n].RatString() + ","
			}
			v := values[key]
			if v == nil {
				var err error
				if v, err = value(k, delta, bits); err != nil {
					return nil, err
				}
				values[key] = v
			}
			w := new(ball.Real).SetRat(new(big.Rat).Mul(weights[i], weights[j]), bits)
			sum.Add(sum, w.Mul(w, v, bits), bits)
		}
	}
	return sum, nil
}

// value encloses k(Δ).
// ValueAt is the formula at the point; a value that is not enclosed ends the step.
func value(k *fourier.Kernel, delta []*big.Rat, bits uint) (*ball.Real, error) {
	v := kernel.NewNatural(k.ValueAt(delta)).BallAt(nil, new(ball.Real), bits)
	if v.Indeterminate() {
		return nil, rule.Incomplete("no value of k is known at a difference of two points: %s",
			formula.Unfold(k.ValueAt(delta)))
	}
	return v, nil
}
