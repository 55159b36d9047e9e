package pd

import (
	"math/big"

	"krein/ball"
	"krein/certify/check/rule"
	"krein/certify/proof"
	"krein/kernel"
)

// pdValueRules refute positive definiteness from values of the kernel at finitely many distances.
var pdValueRules = []*rule.Rule{
	{
		ID: "pd.bounded-by-zero", Claim: proof.PD, Holds: false, Supposes: rule.Pointwise,
		Theorem:  "If k is positive definite, |k(z)| ≤ k(0) for every z ≥ 0.",
		Citation: "the 1×1 and 2×2 Gram matrices",
		Check:    rule.Fact(pdBoundedByZero),
	},
	{
		ID: "pd.points", Claim: proof.PD, Holds: false, Supposes: rule.Pointwise,
		Theorem:  "If k is positive definite on R^d, Σ c_i c_j k(‖x_i−x_j‖) ≥ 0 for all points x_i of R^n, n ≤ d, and real c_i.",
		Citation: "the definition",
		Check:    rule.Fact(pdPoints),
	},
}

// ValueEvidence is the evidence of pd.bounded-by-zero: enclosures of k(Z) and k(0) of Bits bits.
type ValueEvidence struct {
	Z     rule.Rational `json:"z"`
	Bits  rule.Bits     `json:"bits"`
	Value *ball.Real    `json:"value"`
	Zero  *ball.Real    `json:"zero"`
}

// NewValueEvidence computes the evidence for a distance z.
func NewValueEvidence(k *kernel.Kernel, z *big.Rat, bits rule.Bits) ValueEvidence {
	return ValueEvidence{
		Z: rule.Rational{Rat: z}, Bits: bits,
		Value: valueAt(k, z, uint(bits)), Zero: rule.AtZero(k, new(ball.Real), uint(bits)),
	}
}

// valueAt returns an enclosure of k(z), at 0 the limit if the formula has no value there.
func valueAt(k *kernel.Kernel, z *big.Rat, prec uint) *ball.Real {
	if z.Sign() == 0 {
		return rule.AtZero(k, new(ball.Real), prec)
	}
	return k.BallAt(nil, new(ball.Real).SetRat(z, prec+32), prec)
}

func pdBoundedByZero(_ *rule.Checker, g rule.Goal, ev ValueEvidence) error { return ev.AboveZero(g) }

// AboveZero wants |k(Z)| > k(0).
func (ev ValueEvidence) AboveZero(g rule.Goal) error {
	if err := rule.Distance(ev.Z); err != nil {
		return err
	}
	if err := rule.Recomputed(ev, NewValueEvidence(g.Kernel, ev.Z.Rat, ev.Bits)); err != nil {
		return err
	}
	size := new(ball.Real).Abs(ev.Value, uint(ev.Bits))
	return rule.Proved(ev.Zero.Less(size), "|k(%s)| = %v is not above k(0) = %v", ev.Z.RatString(), size, ev.Zero)
}

// PointsEvidence is the evidence of pd.points: the rows of Points are the coordinates, Form encloses
// Σ c_i c_j k(‖x_i−x_j‖).
type PointsEvidence struct {
	Points  [][]rule.Rational `json:"points"`
	Weights []rule.Rational   `json:"weights"`
	Bits    rule.Bits         `json:"bits"`
	Form    *ball.Real        `json:"form"`
}

// maxPoints bounds the number of points and of coordinates of each.
const maxPoints = 64

// NewPointsEvidence computes the quadratic form. It panics if there are not as many weights as points.
func NewPointsEvidence(k *kernel.Kernel, points [][]rule.Rational, weights []rule.Rational, bits rule.Bits) PointsEvidence {
	prec := uint(bits)
	at := make(map[string]*ball.Real) // of the squared distance
	value := func(x, y []rule.Rational) *ball.Real {
		q := new(big.Rat)
		for i := range x {
			d := new(big.Rat).Sub(x[i].Rat, y[i].Rat)
			q.Add(q, d.Mul(d, d))
		}
		key := q.RatString()
		if at[key] == nil {
			if root := ratSqrt(q); root != nil {
				at[key] = valueAt(k, root, prec)
			} else {
				z := new(ball.Real).SetRat(q, prec+32)
				at[key] = k.BallAt(nil, z.Sqrt(z, prec+32), prec)
			}
		}
		return at[key]
	}
	form, t := new(ball.Real), new(ball.Real)
	for i, x := range points {
		for j, y := range points[:i+1] {
			c := new(big.Rat).Mul(weights[i].Rat, weights[j].Rat)
			if i != j {
				c.Mul(c, big.NewRat(2, 1))
			}
			if c.Sign() == 0 {
				continue
			}
			form.FMA(t.SetRat(c, prec), value(x, y), form, prec)
		}
	}
	return PointsEvidence{points, weights, bits, form}
}

// ratSqrt returns the square root if it is rational, otherwise nil.
func ratSqrt(q *big.Rat) *big.Rat {
	if q.Sign() < 0 {
		return nil
	}
	num, den := new(big.Int).Sqrt(q.Num()), new(big.Int).Sqrt(q.Denom())
	r := new(big.Rat).SetFrac(num, den)
	if new(big.Rat).Mul(r, r).Cmp(q) != 0 {
		return nil
	}
	return r
}

func pdPoints(_ *rule.Checker, g rule.Goal, ev PointsEvidence) error { return ev.Negative(g) }

// Negative wants a negative quadratic form for the goal's kernel, of points in its dimension.
func (ev PointsEvidence) Negative(g rule.Goal) error {
	count := len(ev.Points)
	if count == 0 || count > maxPoints || len(ev.Weights) != count {
		return rule.Reject("%d points and %d weights", count, len(ev.Weights))
	}
	for i, x := range ev.Points {
		if len(x) != len(ev.Points[0]) || len(x) == 0 || len(x) > min(g.Dim, maxPoints) {
			return rule.Reject("point %d has %d coordinates", i+1, len(x))
		}
	}
	if err := rule.Recomputed(ev, NewPointsEvidence(g.Kernel, ev.Points, ev.Weights, ev.Bits)); err != nil {
		return err
	}
	return rule.Proved(ev.Form.Negative(), "the quadratic form %v is not negative", ev.Form)
}
