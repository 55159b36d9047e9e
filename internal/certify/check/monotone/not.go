package monotone

import (
	"math/big"

	"krein/ball"
	"krein/internal/certify/check/normal"
	"krein/internal/certify/check/rule"
	"krein/internal/certify/proof"
	"krein/internal/kernel/constant"
	"krein/internal/kernel/formula"
	"krein/internal/kernel/piecewise"
	"krein/kernel"
)

// maxOrder bounds the derivatives that evidence may ask for.
const maxOrder = 512

// One derivative of the wrong sign at one t > 0 refutes. The expansion of k in t is over the ball of t: where the formula
// changes its branch inside of the ball there is none, so that f^(n)(t) exists if the ball is finite. n! > 0 is left out.
func notDerivative(_ *rule.Checker, g rule.Goal, ev Sign) error {
	if ev.T.Sign() <= 0 || ev.Order < 0 || ev.Order > maxOrder {
		return rule.Reject("no derivative of order %d at t = %s", ev.Order, ev.T.RatString())
	}
	v := derivativeBall(g.Kernel, ev.T.Rat, ev.Order, uint(ev.Bits))
	if v.Negative() != ball.True {
		return rule.Reject("(−1)^%d f^(%d)(%s) is not proved to be negative", ev.Order, ev.Order, ev.T.RatString())
	}
	return nil
}

// derivativeBall encloses (−1)ⁿ f⁽ⁿ⁾(t)/n! of f(t) = k(√t), t > 0.
// For n = 0 the value of k at √t is asked for, not an expansion: a single value < 0 is no completely monotone function's.
func derivativeBall(k *kernel.Kernel, t *big.Rat, n int, prec uint) *ball.Real {
	x := new(ball.Real).SetRat(t, prec)
	if n == 0 {
		return k.BallAt(nil, x.Sqrt(x, prec), prec)
	}
	v := new(ball.Real).Set(k.BallTaylorT(nil, x, n, prec).Coef(n))
	if n%2 == 1 {
		v.Neg(v)
	}
	return v
}

// f ≥ 0 with f′ ≤ 0 does not increase. Two values, at exact distances, refute it; differentiability is not supposed.
func notIncrease(_ *rule.Checker, g rule.Goal, ev Pair) error {
	if ev.Near.Sign() <= 0 || ev.Near.Cmp(ev.Far.Rat) >= 0 {
		return rule.Reject("the distances are not 0 < z₁ < z₂")
	}
	if valueBall(g.Kernel, ev.Near.Rat, uint(ev.Bits)).Less(valueBall(g.Kernel, ev.Far.Rat, uint(ev.Bits))) != ball.True {
		return rule.Reject("k is not proved to be larger at the larger distance")
	}
	return nil
}

// valueBall encloses k(z).
func valueBall(k *kernel.Kernel, z *big.Rat, prec uint) *ball.Real {
	return k.BallAt(nil, new(ball.Real).SetRat(z, prec), prec)
}

// A completely monotone f is analytic on (0,∞) (Widder, The Laplace Transform, chapter IV, theorem 3a), and so is a function
// with a normal form. If they agree on an open interval they agree everywhere; here they differ at one point. On the interval
// every sign on which the formula of k depends is proved, not sampled. A single point, From = To, would prove nothing.
func notIdentity(_ *rule.Checker, g rule.Goal, ev Interval) error {
	if ev.From.Sign() <= 0 || ev.From.Cmp(ev.To.Rat) >= 0 || ev.At.Sign() <= 0 {
		return rule.Reject("the evidence is not an interval and a point in (0,∞)")
	}
	other, err := readFormula(ev.Formula)
	if err != nil {
		return err
	}
	branch, err := piecewise.OnInterval(g.Kernel.Expr(), ev.From.Rat, ev.To.Rat, g.Kernel.Meter())
	if err != nil {
		return rule.Incomplete("on the interval: %v", err)
	}
	if err := normal.Same(branch, other.Expr()); err != nil { // what has a form is analytic on (0,∞)
		return err
	}
	u, v := valueBall(g.Kernel, ev.At.Rat, uint(ev.Bits)), valueBall(other, ev.At.Rat, uint(ev.Bits))
	if u.Less(v) != ball.True && v.Less(u) != ball.True {
		return rule.Reject("the functions are not proved to differ at z = %s", ev.At.RatString())
	}
	return nil
}

// f is the Laplace transform of one signed measure, ρ(s) ds and the atoms (D. V. Widder, The Laplace Transform (1941), chapter II,
// theorem 6a), which is nonnegative if f is completely monotone (Bernstein): no atom is negative, and ρ, which is continuous, nowhere.
// ρ is s^(−3/2)/(2√π) times the density of Mixture at v = 1/s, and ∫ |ρ(s)| e^(−st) ds < ∞.
func notMixture(_ *rule.Checker, g rule.Goal, ev Signed) error {
	d, sum, err := ev.read()
	if err != nil {
		return err
	}
	negative := false
	if len(ev.Atoms) > 0 {
		rates, coefficients, err := readRates(ev.Atoms)
		if err != nil {
			return err
		}
		if rates[0].sign < 0 {
			return rule.Reject("the rate %s of an atom is negative", ev.Atoms[0].Rate)
		}
		square := pow(formula.Variable(), constant.Int(2))
		for i, c := range coefficients {
			if len(c) != 1 {
				return rule.Reject("an atom with %d coefficients", len(c))
			}
			negative = negative || c[0].sign < 0
			decay := formula.Apply(formula.OpExp, formula.Apply(formula.OpNeg, formula.Apply(formula.OpMul, rates[i].Expr, square)))
			sum = formula.Apply(formula.OpAdd, sum, formula.Apply(formula.OpMul, c[0].Expr, decay))
		}
	}
	if err := composed(g, sum); err != nil || negative {
		return err
	}
	if ev.At.Sign() <= 0 {
		return rule.Reject("no atom is negative, and there is no density at v = %s", ev.At.RatString())
	}
	v := d.at(ev.At.Rat, uint(ev.Bits))
	return rule.Proved(v.Negative(), "the density %v at v = %s is not negative", v, ev.At.RatString())
}

// Density encloses the density at At, up to a positive factor; nil if the evidence cannot be read.
func (ev Signed) Density() *ball.Real {
	d, _, err := ev.read()
	if err != nil {
		return nil
	}
	return d.at(ev.At.Rat, uint(ev.Bits))
}

// at encloses Σ_i P_i(v) exp(−a_i² v/4).
func (d *density) at(v *big.Rat, prec uint) *ball.Real {
	var sum, x, a, value ball.Real
	x.SetRat(v, prec)
	for i, p := range d.polys {
		value.SetInt64(0)
		for j := len(p) - 1; j >= 0; j-- {
			value.Mul(&value, &x, prec)
			value.Add(&value, p[j].Ball(&a, prec), prec)
		}
		d.rates[i].Ball(&a, prec)
		a.Sqr(&a, prec)
		a.Mul(&a, &x, prec)
		a.Mul2Exp(&a, -2)
		a.Neg(&a)
		a.Exp(&a, prec)
		sum.Add(&sum, value.Mul(&value, &a, prec), prec)
	}
	return &sum
}

// A completely monotone f with a k that is continuous at 0 is positive definite on every R^n (Schoenberg 1938, theorem 3), so
// that one n without it refutes. Without continuity at 0, t^(−1/2) is completely monotone, and no kernel.
func notPD(_ *rule.Checker, g rule.Goal, ev Dimension) ([]rule.Goal, error) {
	if ev.Dimension < 1 {
		return nil, rule.Reject("no dimension %d", ev.Dimension)
	}
	return []rule.Goal{{Claim: proof.PD, Holds: false, Kernel: g.Kernel, Dim: ev.Dimension}}, nil
}
