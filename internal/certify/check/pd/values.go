package pd

import (
	"math/big"

	"krein/ball"
	"krein/internal/certify/check/rule"
	"krein/internal/certify/proof"
	"krein/kernel"
	"krein/special"
)

// pdValueRules refute positive definiteness from values of the kernel at finitely many distances.
var pdValueRules = []*rule.Rule{
	{
		ID: "pd.bounded-by-zero", Claim: proof.PD, Holds: false, Supposes: rule.Pointwise,
		Check: rule.Fact(pdBoundedByZero),
	},
	{
		ID: "pd.lambda-bound", Claim: proof.PD, Holds: false, Supposes: rule.Pointwise, MinDim: 2,
		Check: rule.Fact(pdLambdaBound),
	},
	{
		ID: "pd.points", Claim: proof.PD, Holds: false, Supposes: rule.Pointwise,
		Check: rule.Fact(pdPoints),
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
//
// The argument has 32 bits more than are asked for; what z loses in rounding its ball contains.
func valueAt(k *kernel.Kernel, z *big.Rat, prec uint) *ball.Real {
	if z.Sign() == 0 {
		return rule.AtZero(k, new(ball.Real), prec)
	}
	return k.BallAt(nil, new(ball.Real).SetRat(z, prec+32), prec)
}

func pdBoundedByZero(_ *rule.Checker, g rule.Goal, ev ValueEvidence) error { return ev.AboveZero(g) }

// AboveZero wants |k(Z)| > k(0).
//
// The Gram matrix of two points has the determinant k(0)² − k(Z)², and that of one k(0).
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

// LambdaBoundEvidence is the evidence of pd.lambda-bound: the first minimum of Λ_d lies in [Low, High].
type LambdaBoundEvidence struct {
	Z     rule.Rational `json:"z"`
	Low   rule.Rational `json:"low"`
	High  rule.Rational `json:"high"`
	Bits  rule.Bits     `json:"bits"`
	Value *ball.Real    `json:"value"` // k(z)
	Zero  *ball.Real    `json:"zero"`  // k(0)
	Least *ball.Real    `json:"least"` // Λ_d on [Low, High]
}

// NewLambdaBoundEvidence computes the evidence.
func NewLambdaBoundEvidence(k *kernel.Kernel, dim int, z, low, high *big.Rat, bits rule.Bits) LambdaBoundEvidence {
	prec := uint(bits)
	return LambdaBoundEvidence{
		Z: rule.Rational{Rat: z}, Low: rule.Rational{Rat: low}, High: rule.Rational{Rat: high}, Bits: bits,
		Value: valueAt(k, z, prec), Zero: rule.AtZero(k, new(ball.Real), prec),
		Least: special.LambdaReal(new(ball.Real), new(ball.Real).SetInt64(int64(dim)), between(low, high, prec), prec),
	}
}

// between encloses the interval [low, high].
//
// Λ_d on the ball is enclosed as a whole.
func between(low, high *big.Rat, prec uint) *ball.Real {
	a, b := new(ball.Real).SetRat(low, prec+32), new(ball.Real).SetRat(high, prec+32)
	return a.Hull(a, b, prec+32)
}

// pdLambdaBound: on R^d, d ≥ 2, a positive definite k is k_c + δ 1[z=0], δ ≥ 0, k_c = ∫ Λ_d(ωz)
// m(dω) continuous, m ≥ 0: k(z) ≥ k_c(0) inf Λ_d ≥ k(0) inf Λ_d for z > 0, inf Λ_d being negative.
// The infimum is the first minimum: Λ_d′(x) = −(x/d) Λ_{d+2}(x), and the extrema of Λ_d fall in
// absolute value, as for Λ_d² + Λ_d′², whose derivative is −2(d−1)Λ_d′²/x ≤ 0.
func pdLambdaBound(_ *rule.Checker, g rule.Goal, ev LambdaBoundEvidence) error {
	if err := rule.First(rule.Distance(ev.Z), rule.Distance(ev.Low), rule.Distance(ev.High)); err != nil {
		return err
	}
	if ev.Z.Sign() == 0 || ev.Low.Sign() == 0 || ev.Low.Cmp(ev.High.Rat) >= 0 {
		return rule.Reject("no interval, or z = 0")
	}
	// j_{ν,2} > ν − a_2 (ν/2)^{1/3} = ν + 3.2446… ν^{1/3} (C. K. Qu, R. Wong, Transactions AMS 351
	// (1999); DLMF 10.21(vii)), a_2 = −4.0879… the second zero of Airy's function. The comparison
	// is of cubes.
	// A zero of Λ_{d+2} up to ν + 3.24 ν^(1/3), ν = d/2, is the first one.
	nu := big.NewRat(int64(g.Dim), 2)
	over := new(big.Rat).Sub(ev.High.Rat, nu)
	cube := new(big.Rat).Mul(over, new(big.Rat).Mul(over, over))
	if over.Sign() > 0 && cube.Cmp(new(big.Rat).Mul(big.NewRat(324*324*324, 1_000_000), nu)) > 0 {
		return rule.Reject("%s may lie beyond the second zero of J_%s", ev.High.RatString(), nu.RatString())
	}
	prec := uint(ev.Bits)
	next := new(ball.Real).SetInt64(int64(g.Dim) + 2)
	slope := func(x *big.Rat) *ball.Real {
		return special.LambdaReal(new(ball.Real), next, new(ball.Real).SetRat(x, prec+32), prec)
	}
	// From + to −: a zero between, the only one there, and a minimum of Λ_d, of which Least is a
	// bound from below as the lower end of a ball about all of [Low, High].
	if err := rule.Proved(slope(ev.Low.Rat).Positive(), "Λ_%d(%s) > 0", g.Dim+2, ev.Low.RatString()); err != nil {
		return err
	}
	if err := rule.Proved(slope(ev.High.Rat).Negative(), "Λ_%d(%s) < 0", g.Dim+2, ev.High.RatString()); err != nil {
		return err
	}
	again := NewLambdaBoundEvidence(g.Kernel, g.Dim, ev.Z.Rat, ev.Low.Rat, ev.High.Rat, ev.Bits)
	if err := rule.Recomputed(ev, again); err != nil {
		return err
	}
	// k(0)·inf falls with k(0): the product of the balls contains it.
	if ev.Zero.Positive() != ball.True {
		return rule.Incomplete("k(0) > 0: not decided")
	}
	// The lower end of the product is at most k(0)·min Λ_d, and all of Value is below it.
	bound := new(ball.Real).Mul(ev.Zero, ev.Least, prec)
	return rule.Proved(ev.Value.Less(bound), "k(%s) = %v is not below k(0)·min Λ_%d = %v", ev.Z.RatString(),
		ev.Value, g.Dim, bound)
}

// PointsEvidence is the evidence of pd.points: rows of Points are coordinates, Form encloses Σ c_i c_j k(‖x_i−x_j‖).
//
// Anyone can add the form up again: the points and weights are rational.
type PointsEvidence struct {
	Points  [][]rule.Rational `json:"points"`
	Weights []rule.Rational   `json:"weights"`
	Bits    rule.Bits         `json:"bits"`
	Form    *ball.Real        `json:"form"`
}

// maxPoints bounds the number of points and of coordinates of each.
const maxPoints = 64

// NewPointsEvidence computes the quadratic form. It panics if there are not as many weights as points.
//
// Each pair i > j counts twice, as k(‖x_i−x_j‖) = k(‖x_j−x_i‖), and i = j once with k(0). Distances
// whose squares are rational squares are taken exactly, so that values at single points are the
// kernel's own.
func NewPointsEvidence(k *kernel.Kernel, points [][]rule.Rational, weights []rule.Rational,
	bits rule.Bits) PointsEvidence {
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
			// A value that is not known does not matter beside the weight 0.
			if c.Sign() == 0 {
				continue
			}
			form.FMA(t.SetRat(c, prec), value(x, y), form, prec)
		}
	}
	return PointsEvidence{points, weights, bits, form}
}

// ratSqrt returns the square root if it is rational, otherwise nil.
//
// q in lowest terms is a square iff numerator and denominator are.
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
	// n coordinates, 1 ≤ n ≤ d: points of Rⁿ are points of R^d.
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
