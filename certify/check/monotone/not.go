package monotone

import (
	"math/big"

	"krein/ball"
	"krein/certify/check/normal"
	"krein/certify/check/rule"
	"krein/certify/proof"
	"krein/kernel"
	"krein/kernel/asymptotic"
	"krein/kernel/constant"
	"krein/kernel/piecewise"
)

// Limits of what evidence may ask for.
const (
	maxOrder  = 512
	maxPieces = 400 // boxes that lead to a complex point
)

func notDerivative(_ *rule.Checker, g rule.Goal, ev Sign) error {
	if ev.T.Sign() <= 0 || ev.Order < 0 || ev.Order > maxOrder {
		return rule.Reject("no derivative of order %d at t = %s", ev.Order, ev.T.RatString())
	}
	v := derivativeBall(g.Kernel, ev.T.Rat, ev.Order, uint(ev.Bits))
	if v.Negative() != ball.True {
		return rule.Reject("(−1)^%d f^(%d)(%s) is not seen to be negative", ev.Order, ev.Order, ev.T.RatString())
	}
	return nil
}

// derivativeBall encloses (−1)ⁿ f⁽ⁿ⁾(t)/n! of f(t) = k(√t), t > 0.
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

// values encloses k at the two distances.
func (ev Pair) values(k *kernel.Kernel) (near, far *ball.Real, err error) {
	if ev.Near.Sign() <= 0 || ev.Near.Cmp(ev.Far.Rat) >= 0 {
		return nil, nil, rule.Reject("the distances are not 0 < z₁ < z₂")
	}
	at := func(z *big.Rat) *ball.Real {
		return k.BallAt(nil, new(ball.Real).SetRat(z, uint(ev.Bits)), uint(ev.Bits))
	}
	return at(ev.Near.Rat), at(ev.Far.Rat), nil
}

func notIncrease(_ *rule.Checker, g rule.Goal, ev Pair) error {
	near, far, err := ev.values(g.Kernel)
	if err != nil {
		return err
	}
	if near.Less(far) != ball.True {
		return rule.Reject("k is not seen to be larger at the larger distance")
	}
	return nil
}

// notVanishing is told the zero and a point that is no zero, in order of size.
func notVanishing(_ *rule.Checker, g rule.Goal, ev Pair) error {
	near, far, err := ev.values(g.Kernel)
	if err != nil {
		return err
	}
	nonzero := func(x *ball.Real) bool { return x.Positive() == ball.True || x.Negative() == ball.True }
	if near.IsExact() && near.IsZero() && nonzero(far) || far.IsExact() && far.IsZero() && nonzero(near) {
		return nil
	}
	return rule.Reject("k is not seen to vanish at one of the distances and not at the other")
}

func notAnalytic(_ *rule.Checker, g rule.Goal, ev Point) error {
	if ev.Order < 1 || ev.Order > 64 {
		return rule.Reject("expansions to order %d", ev.Order)
	}
	at, err := readConstant(ev.At)
	if err != nil {
		return err
	}
	if at.sign <= 0 {
		return rule.Reject("the point is not positive")
	}
	local, err := g.Kernel.ExactSingularities(ev.Order)
	if err != nil {
		return rule.Incomplete("%v", err)
	}
	for _, p := range local.Singularities {
		if p.At.Exact == nil || p.Exponent == nil || p.Exponent.String() != ev.Exponent {
			continue
		}
		c, err := constant.New(p.At.Exact)
		if err != nil {
			continue
		}
		if at.value.Equal(c) == ball.True {
			return nil
		}
	}
	return rule.Reject("no exponent %s counts at z = %s", ev.Exponent, ev.At)
}

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
	at := func(k *kernel.Kernel) *ball.Real {
		return k.BallAt(nil, new(ball.Real).SetRat(ev.At.Rat, uint(ev.Bits)), uint(ev.Bits))
	}
	u, v := at(g.Kernel), at(other)
	if u.Less(v) != ball.True && v.Less(u) != ball.True {
		return rule.Reject("the functions are not seen to differ at z = %s", ev.At.RatString())
	}
	return nil
}

func notComplex(_ *rule.Checker, g rule.Goal, ev Complex) error {
	if ev.X.Sign() <= 0 || ev.Y.Sign() <= 0 {
		return rule.Reject("the point is not in the open quadrant")
	}
	size, value, ok := ComplexBalls(g.Kernel, ev.X.Rat, ev.Y.Rat, uint(ev.Bits))
	if !ok {
		return rule.Incomplete("no analytic continuation to x + iy was found")
	}
	if value.Less(size) != ball.True {
		return rule.Reject("|f(x+iy)| is not seen to exceed f(x)")
	}
	return nil
}

// ComplexBalls encloses |f(x+iy)| and f(x) of f(t) = k(√t), continued analytically from x to x+iy along
// the segment; ok is false if that is not proved to be possible.
func ComplexBalls(k *kernel.Kernel, x, y *big.Rat, prec uint) (size, value *ball.Real, ok bool) {
	// The pieces of the segment begin with a short one and grow, and are halved where no enclosure is found.
	pieces := 0
	var cover func(lo, hi *big.Rat, depth int) bool
	at := func(lo, hi *big.Rat) *ball.Complex {
		var t ball.Complex
		t.Re.SetRat(x, prec)
		t.Im.SetInterval(new(ball.Real).SetRat(lo, prec).Lower(nil, prec), new(ball.Real).SetRat(hi, prec).Upper(nil, prec), prec)
		t.Sqrt(&t, prec)
		return k.ComplexAt(nil, &t, prec)
	}
	cover = func(lo, hi *big.Rat, depth int) bool {
		if pieces++; pieces > maxPieces || depth < 0 {
			return false
		}
		if !at(lo, hi).Indeterminate() {
			return true
		}
		mid := new(big.Rat).Add(lo, hi)
		mid.Mul(mid, big.NewRat(1, 2))
		return cover(lo, mid, depth-1) && cover(mid, hi, depth-1)
	}
	lo, step := new(big.Rat), new(big.Rat).Mul(x, big.NewRat(1, 2))
	for lo.Cmp(y) < 0 {
		hi := new(big.Rat).Add(lo, step)
		if hi.Cmp(y) > 0 {
			hi.Set(y)
		}
		if !cover(lo, hi, 8) {
			return nil, nil, false
		}
		lo, step = hi, new(big.Rat).Mul(hi, big.NewRat(1, 2))
	}
	end := at(y, y)
	start := at(new(big.Rat), new(big.Rat))
	size = new(ball.Real)
	end.Abs(size, prec)
	return size, &start.Re, true
}

// notGaussianSum is told the rate as Constant, its polynomial as Formula.
func notGaussianSum(_ *rule.Checker, g rule.Goal, ev Complement) error {
	rate, err := readConstant(ev.Constant)
	if err != nil {
		return err
	}
	if rate.sign < 0 {
		return rule.Reject("the rate is negative")
	}
	p, err := readFormula(ev.Formula)
	if err != nil {
		return err
	}
	return normal.NotGaussian(g.Kernel.Expr(), rate.value, p.Expr())
}

func notInfinity(_ *rule.Checker, g rule.Goal, ev Infinity) error {
	why, err := InfinityRefutes(g.Kernel)
	if err != nil {
		return err
	}
	if why != ev.Because {
		return rule.Reject("the reason is %q, not %q", why, ev.Because)
	}
	return nil
}

// Infinity says what of the behaviour at infinity refutes: growth, limit or decay.
type Infinity struct {
	Because string `json:"because"`
}

// InfinityRefutes returns what of the behaviour of k at infinity shows that k(√t) is not completely monotone, or
// an error if nothing does.
func InfinityRefutes(k *kernel.Kernel) (because string, err error) {
	inf := k.ExactInfinity()
	switch inf.Kind {
	case asymptotic.Undetermined:
		return "", rule.Incomplete("%s", inf.Because)
	case asymptotic.Growth:
		return "growth", nil
	}
	sign, known := inf.Limit.Sign()
	switch {
	case known != ball.True:
		return "", rule.Incomplete("the sign of the limit is not known")
	case sign < 0:
		return "limit", nil
	case sign == 0 && inf.Stretch != nil && inf.Stretch.CmpHalf(4) > 0:
		return "decay", nil
	}
	return "", rule.Reject("nothing at infinity refutes")
}

func notPD(_ *rule.Checker, g rule.Goal, ev Dimension) ([]rule.Goal, error) {
	if ev.Dimension < 1 {
		return nil, rule.Reject("no dimension %d", ev.Dimension)
	}
	return []rule.Goal{{Claim: proof.PD, Holds: false, Kernel: g.Kernel, Dim: ev.Dimension}}, nil
}
