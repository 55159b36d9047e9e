package monotone

import (
	"math/big"

	"krein/ball"
	"krein/certify/check/rule"
	"krein/certify/proof"
	"krein/kernel"
)

// Limits of what evidence may ask for.
const (
	cmMaxOrder  = 512
	cmMaxPieces = 400 // boxes that lead to a complex point
)

func cmNotDerivative(_ *rule.Checker, g rule.Goal, ev Sign) error {
	if ev.T.Sign() <= 0 || ev.Order < 0 || ev.Order > cmMaxOrder {
		return rule.Reject("no derivative of order %d at t = %s", ev.Order, ev.T.RatString())
	}
	v := DerivativeBall(g.Kernel, ev.T.Rat, ev.Order, uint(ev.Bits))
	if v.Negative() != ball.True {
		return rule.Reject("(−1)^%d f^(%d)(%s) is not seen to be negative", ev.Order, ev.Order, ev.T.RatString())
	}
	return nil
}

// DerivativeBall encloses (−1)ⁿ f⁽ⁿ⁾(t)/n! of f(t) = k(√t), t > 0.
func DerivativeBall(k *kernel.Kernel, t *big.Rat, n int, prec uint) *ball.Real {
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

func cmNotIncrease(_ *rule.Checker, g rule.Goal, ev Pair) error {
	near, far, err := ev.values(g.Kernel)
	if err != nil {
		return err
	}
	if near.Less(far) != ball.True {
		return rule.Reject("k is not seen to be larger at the larger distance")
	}
	return nil
}

// cmNotVanishing is told the zero and a point that is no zero, in order of size.
func cmNotVanishing(_ *rule.Checker, g rule.Goal, ev Pair) error {
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

func cmNotAnalytic(_ *rule.Checker, g rule.Goal, ev Point) error {
	if ev.Order < 1 || ev.Order > 64 {
		return rule.Reject("expansions to order %d", ev.Order)
	}
	at, err := cmConstant(ev.At)
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
		if p.At.Exact == nil || p.Exponent == nil || p.Exponent.Cmp(ev.Exponent.Rat) != 0 {
			continue
		}
		c, err := kernel.NewConst(p.At.Exact)
		if err != nil {
			continue
		}
		if at.value.Equal(c) == ball.True {
			return nil
		}
	}
	return rule.Reject("no exponent %s counts at z = %s", ev.Exponent.RatString(), ev.At)
}

func cmNotIdentity(_ *rule.Checker, g rule.Goal, ev Interval) error {
	if ev.From.Sign() <= 0 || ev.From.Cmp(ev.To.Rat) >= 0 || ev.At.Sign() <= 0 {
		return rule.Reject("the evidence is not an interval and a point in (0,∞)")
	}
	other, err := cmFormula(ev.Formula)
	if err != nil {
		return err
	}
	branch, err := BranchOn(g.Kernel.Expr(), ev.From.Rat, ev.To.Rat, uint(ev.Bits))
	if err != nil {
		return err
	}
	if err := cmSame(branch, other.Expr()); err != nil { // what has a form is analytic on (0,∞)
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

// BranchOn returns the formula without conditions, abs, min and max that e is for all z from lo to hi, or an error if an
// enclosure on the whole interval does not decide them.
func BranchOn(e *kernel.Expr, lo, hi *big.Rat, prec uint) (*kernel.Expr, error) {
	z := new(ball.Real).SetInterval(new(ball.Real).SetRat(lo, prec).Lower(nil, prec), new(ball.Real).SetRat(hi, prec).Upper(nil, prec), prec)
	return (&branch{z, prec, make(map[*kernel.Expr]*kernel.Expr)}).of(e)
}

// branch is what formulas are on the interval z.
type branch struct {
	z     *ball.Real
	prec  uint
	known map[*kernel.Expr]*kernel.Expr
}

func (b *branch) value(e *kernel.Expr) *ball.Real {
	if !e.Varies() {
		return e.BallValue(nil, nil, b.prec)
	}
	return e.BallValue(nil, b.z, b.prec)
}

// truth tells whether a condition holds on the whole interval.
func (b *branch) truth(c *kernel.Expr) ball.Truth {
	args := c.Args()
	switch c.Op() {
	case kernel.OpNot:
		return b.truth(args[0]).Not()
	case kernel.OpAnd:
		return b.truth(args[0]).And(b.truth(args[1]))
	case kernel.OpOr:
		return b.truth(args[0]).Not().And(b.truth(args[1]).Not()).Not()
	}
	var sides [2]*ball.Real
	for i, a := range args {
		e, err := b.of(a)
		if err != nil {
			return kernel.Unknown
		}
		sides[i] = b.value(e)
	}
	less, more := sides[0].Less(sides[1]), sides[1].Less(sides[0])
	switch op := c.Op(); {
	case less != ball.True && more != ball.True:
		return kernel.Unknown
	case op == kernel.OpNE:
		return kernel.True
	case (op == kernel.OpLT || op == kernel.OpLE) && less == ball.True,
		(op == kernel.OpGT || op == kernel.OpGE) && more == ball.True:
		return kernel.True
	}
	return kernel.False
}

// of returns the formula that e is on the interval.
func (b *branch) of(e *kernel.Expr) (*kernel.Expr, error) {
	e = e.Body()
	if !e.Varies() && e.Op() < kernel.OpLT || len(e.Args()) == 0 {
		return e, nil
	}
	if f, ok := b.known[e]; ok {
		return f, nil
	}
	if e.Op() == kernel.OpCond {
		switch b.truth(e.Args()[0]) {
		case kernel.True:
			return b.of(e.Args()[1])
		case kernel.False:
			return b.of(e.Args()[2])
		}
		return nil, rule.Incomplete("a condition is not decided on the interval")
	}
	args := make([]*kernel.Expr, len(e.Args()))
	for i, a := range e.Args() {
		var err error
		if args[i], err = b.of(a); err != nil {
			return nil, err
		}
	}
	f, err := b.apply(e.Op(), args)
	if err == nil {
		b.known[e] = f
	}
	return f, err
}

// apply applies an operator to what its arguments are; of abs, min and max it takes the branch.
func (b *branch) apply(op kernel.Op, args []*kernel.Expr) (*kernel.Expr, error) {
	switch op {
	case kernel.OpAbs:
		switch x := b.value(args[0]); {
		case x.Positive() == ball.True:
			return args[0], nil
		case x.Negative() == ball.True:
			return kernel.Apply(kernel.OpNeg, args[0]), nil
		default:
			return nil, rule.Incomplete("a sign is not decided on the interval")
		}
	case kernel.OpMin, kernel.OpMax:
		f := args[0]
		for _, a := range args[1:] {
			x, y := b.value(f), b.value(a)
			switch less := x.Less(y) == ball.True; {
			case !less && y.Less(x) != ball.True:
				return nil, rule.Incomplete("a minimum or maximum is not decided on the interval")
			case less == (op == kernel.OpMax):
				f = a
			}
		}
		return f, nil
	}
	return kernel.Apply(op, args...), nil
}

func cmNotComplex(_ *rule.Checker, g rule.Goal, ev Complex) error {
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
		t.SqrtAnalytic(&t, prec)
		return k.ComplexAt(nil, &t, true, prec)
	}
	cover = func(lo, hi *big.Rat, depth int) bool {
		if pieces++; pieces > cmMaxPieces || depth < 0 {
			return false
		}
		if !at(lo, hi).Indeterminate() {
			return true
		}
		mid := new(big.Rat).Add(lo, hi)
		mid.Mul(mid, ratHalf)
		return cover(lo, mid, depth-1) && cover(mid, hi, depth-1)
	}
	lo, step := new(big.Rat), new(big.Rat).Mul(x, ratHalf)
	for lo.Cmp(y) < 0 {
		hi := new(big.Rat).Add(lo, step)
		if hi.Cmp(y) > 0 {
			hi.Set(y)
		}
		if !cover(lo, hi, 8) {
			return nil, nil, false
		}
		lo, step = hi, new(big.Rat).Mul(hi, ratHalf)
	}
	end := at(y, y)
	start := at(new(big.Rat), new(big.Rat))
	size = new(ball.Real)
	end.Abs(size, prec)
	return size, &start.Re, true
}

// cmQuadrant returns the degree of a sum of terms c·z^p with c > 0 and 0 ≤ p ≤ 2: for t = x + iy, x > 0 fixed and y > 0, every term is in the first
// quadrant, so that the sum has no zero and grows like |z|^degree.
func cmQuadrant(s cmForm) (degree *big.Rat, ok bool) {
	degree = new(big.Rat)
	for _, t := range s {
		if cmSign(t.c) <= 0 || len(t.e) > 0 || len(t.f) > 1 || len(t.f) == 1 && t.f[0].a.op != kernel.OpVar {
			return nil, false
		}
		if len(t.f) == 1 {
			p := t.f[0].p
			if p.Sign() < 0 || p.Cmp(ratTwo) > 0 {
				return nil, false
			}
			if p.Cmp(degree) > 0 {
				degree = p
			}
		}
	}
	return degree, true
}

// cmVertical looks at a term on t = x + iy, x > 0 fixed, y → ∞. It is c·t^n·exp(−bt) exactly, or it tends to 0 (vanishes); ok is false
// if neither is seen.
func cmVertical(t cmTerm) (b kernel.Const, vanishes, ok bool) {
	rapid := false // it decays faster than every power of y
	for _, e := range t.e {
		if len(e.e) > 0 || len(e.f) != 1 || e.f[0].a.op != kernel.OpVar || cmSign(e.c) > 0 {
			return b, false, false
		}
		switch p := e.f[0].p; {
		case p.Sign() <= 0 || p.Cmp(ratTwo) > 0:
			return b, false, false
		case p.Cmp(ratTwo) == 0:
			b = e.c.Neg()
		default: // |exp(−az^p)| = exp(−a|z|^p cos(p arg z)), arg z → π/4
			rapid = true
		}
	}
	degree, plain := new(big.Rat), true
	for _, f := range t.f {
		switch f.a.op {
		case kernel.OpVar:
			degree.Add(degree, f.p)
		case kernel.OpAdd:
			d, ok := cmQuadrant(f.a.arg)
			if !ok {
				return b, false, false
			}
			degree.Add(degree, new(big.Rat).Mul(d, f.p))
			plain = false
		default:
			return b, false, false
		}
	}
	if rapid || degree.Sign() < 0 {
		return b, true, true
	}
	return b, false, plain && new(big.Rat).Mul(degree, ratHalf).IsInt()
}

// cmGaussian collects the terms of f that are polynomials in t times exp(−bt), by b; ok is false if f has
// other terms that are not seen to tend to 0 along t = x + iy.
func cmGaussian(s cmForm) (rates []kernel.Const, terms []cmForm, ok bool) {
	for _, t := range s {
		b, vanishes, ok := cmVertical(t)
		if !ok {
			return nil, nil, false
		}
		if vanishes {
			continue
		}
		found := false
		for i, r := range rates {
			if r.Same(b) {
				terms[i] = append(terms[i], t)
				found = true
			}
		}
		if !found {
			rates, terms = append(rates, b), append(terms, cmForm{t})
		}
	}
	return rates, terms, true
}

// cmNotGaussianSum is told the rate as Constant, its polynomial as Formula.
func cmNotGaussianSum(_ *rule.Checker, g rule.Goal, ev Complement) error {
	form, err := cmFormOf(g.Kernel.Expr())
	if err != nil {
		return err
	}
	rate, err := cmConstant(ev.Constant)
	if err != nil {
		return err
	}
	if rate.sign < 0 {
		return rule.Reject("the rate is negative")
	}
	p, err := cmFormula(ev.Formula)
	if err != nil {
		return err
	}
	return cmNotGaussianAt(form, rate.value, p.Expr())
}

// cmNotGaussianAt wants the polynomial of the rate b to be p, and no constant ≥ 0.
func cmNotGaussianAt(form cmForm, b kernel.Const, p *kernel.Expr) (err error) {
	failed := cmTry(func() { err = cmGaussianAt(form, b, p) })
	return rule.First(failed, err)
}

func cmGaussianAt(form cmForm, b kernel.Const, p *kernel.Expr) error {
	rates, terms, ok := cmGaussian(form)
	if !ok {
		return rule.Reject("the function is not of this kind")
	}
	var at cmForm
	for i, r := range rates {
		switch r.Equal(b) {
		case ball.True:
			for _, t := range terms[i] {
				t.e = nil
				at = append(at, t.named())
			}
		case ball.Unknown:
			return rule.Incomplete("two rates are not told apart")
		}
	}
	at = cmSum(at)
	if err := cmSame(at.Expr(), p); err != nil {
		return err
	}
	c, constant := at.constant()
	if constant && cmSign(c) >= 0 {
		return rule.Reject("the polynomial is a nonnegative constant")
	}
	return nil
}

// GaussianParts returns the b ≥ 0 and the polynomials p ≠ 0 in z² of the terms p(z)·exp(−bz²) of a formula of the
// kind that completely-monotone.gaussian-sum is about, or nothing if it is not.
func GaussianParts(e *kernel.Expr) (rates []kernel.Const, polynomials []*kernel.Expr) {
	err := cmTry(func() {
		all, terms, ok := cmGaussian((&cmBuilder{}).form(e))
		if !ok {
			return
		}
		for i, b := range all {
			var p cmForm
			for _, t := range terms[i] {
				t.e = nil
				p = append(p, t.named())
			}
			rates, polynomials = append(rates, b), append(polynomials, cmSum(p).Expr())
		}
	})
	if err != nil {
		return nil, nil
	}
	return rates, polynomials
}

func cmNotInfinity(_ *rule.Checker, g rule.Goal, ev Infinity) error {
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
	case kernel.Undetermined:
		return "", rule.Incomplete("%s", inf.Because)
	case kernel.Growth:
		return "growth", nil
	}
	sign, known := inf.Limit.Sign()
	switch {
	case known != kernel.True:
		return "", rule.Incomplete("the sign of the limit is not known")
	case sign < 0:
		return "limit", nil
	case sign == 0 && inf.Stretch != nil && inf.Stretch.Cmp(ratTwo) > 0:
		return "decay", nil
	}
	return "", rule.Reject("nothing at infinity refutes")
}

func cmNotPD(_ *rule.Checker, g rule.Goal, ev Dimension) ([]rule.Goal, error) {
	if ev.Dimension < 1 {
		return nil, rule.Reject("no dimension %d", ev.Dimension)
	}
	return []rule.Goal{{Claim: proof.PD, Holds: false, Kernel: g.Kernel, Dim: ev.Dimension}}, nil
}
