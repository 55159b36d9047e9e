package kernel

import (
	"cmp"
	"fmt"
	"math"
	"math/big"
	"slices"

	"krein/ball"
	"krein/internal/budget"
)

// zeros returns, in ascending order, breakpoints inside (lo, hi) that include
// every place where the branch-free g changes sign. The work is counted by m.
func zeros(g *Expr, lo, hi Breakpoint, m *budget.Meter) ([]Breakpoint, error) {
	s := &solver{lo: lo, hi: hi, meter: m, expand: newExpander(m)}
	if err := s.zeros(g); err != nil {
		return nil, err
	}
	return dedupe(s.found, lo, hi)
}

// solver collects breakpoints.
type solver struct {
	lo, hi Breakpoint
	found  []Breakpoint
	meter  *budget.Meter
	expand expander
	forks  int // quotients c/b, each of which leads to two equations
}

// solveUnits is the work of a look at one equation, its expansion into monomials aside.
const solveUnits = 40

func (s *solver) spent() error { return fmt.Errorf("solving equations: %w", s.meter.Err()) }

// maxForks bounds them: their number doubles with every level of nesting.
const maxForks = 64

// maxRoots bounds the zeros of an oscillating condition.
const maxRoots = 1000

func (s *solver) unsolved(g *Expr) error {
	return fmt.Errorf("where %s = 0 has no closed form that is known here", abridge(g.String()))
}

// zeros finds where g is zero or has a pole.
func (s *solver) zeros(g *Expr) error {
	if !g.varies {
		return nil
	}
	if !s.meter.Spend(solveUnits) {
		return s.spent()
	}
	switch g.op { // factors first, so that powers of them are not expanded
	case OpMul, OpDiv:
		if err := s.zeros(g.args[0]); err != nil {
			return err
		}
		return s.zeros(g.args[1])
	case OpPow:
		if p := g.args[1].Num(); p == nil || p.Sign() == 0 || !g.args[0].varies { // positive base, or 1
			return nil
		}
		return s.zeros(g.args[0])
	}
	if p, q, ok := s.expand.rationalPolynomial(g); ok {
		return s.polynomialZeros(g, p, q)
	}
	switch g.op {
	case OpCall:
		return s.zeros(g.body)
	case OpNeg, OpSqrt, OpSinh, OpTanh, OpAtan, OpAsin, OpErf:
		return s.zeros(g.args[0])
	case OpExp, OpCosh, OpErfc, OpAcos: // no sign changes
		return nil
	case OpBesselI, OpBesselK:
		return s.zeros(g.args[1])
	case OpAdd, OpSub:
		return s.sum(g)
	case OpLog, OpSin, OpCos, OpTan:
		return s.solve(g, Int(0))
	}
	return s.unsolved(g)
}

// sum finds the zeros of a ± b.
func (s *solver) sum(g *Expr) error {
	a, b := g.args[0], g.args[1]
	minus := func(x *Expr) *Expr { return identity(neg(x)) }
	switch {
	case !b.varies && g.op == OpAdd:
		return s.solve(a, minus(b))
	case !b.varies:
		return s.solve(a, b)
	case !a.varies && g.op == OpAdd:
		return s.solve(b, minus(a))
	case !a.varies:
		return s.solve(b, a)
	}
	if sameSign(a, b, g.op) {
		return nil
	}
	// F(x) = F(y) for the same injective F.
	if g.op == OpSub && a.op == b.op {
		switch a.op {
		case OpExp, OpLog, OpSqrt, OpAsin, OpAcos, OpAtan, OpSinh, OpTanh, OpErf, OpErfc:
			return s.zeros(simplify(sub(a.args[0], b.args[0])))
		}
	}
	if g.op == OpSub {
		if f := commonFactor(a, b); f != nil {
			return s.zeros(f)
		}
	}
	return s.unsolved(g)
}

// commonFactor rewrites a − b as f·(a/f − b/f) when a and b are products that share a factor; nil if not.
func commonFactor(a, b *Expr) *Expr {
	fa, fb := factors(a), factors(b)
	for i, x := range fa {
		for j, y := range fb {
			if x.varies && x.Equal(y) {
				rest := simplify(sub(product(fa, i), product(fb, j)))
				return mul(x, rest)
			}
		}
	}
	return nil
}

func factors(e *Expr) []*Expr {
	if e.op == OpMul {
		return append(factors(e.args[0]), factors(e.args[1])...)
	}
	return []*Expr{e}
}

// product multiplies all factors but number skip.
func product(f []*Expr, skip int) *Expr {
	p := Int(1)
	for i, x := range f {
		if i != skip {
			p = identity(mul(p, x))
		}
	}
	return p
}

// sameSign reports whether a ± b is certain to have one sign for every z > 0.
func sameSign(a, b *Expr, op Op) bool { return sumSign(steadySign(a), steadySign(b), op) != 0 }

// solve finds where h = c, c constant, by undoing the operations of h.
func (s *solver) solve(h, c *Expr) error {
	if !s.meter.Spend(solveUnits + int64(c.size)) {
		return s.spent()
	}
	c = simplify(c)
	if h.op == OpVar {
		sign, err := constantSign(c)
		if err != nil {
			return err
		}
		if sign > 0 {
			s.found = append(s.found, BreakpointAt(rationalFirst(c)))
		}
		return nil
	}
	if r := c.Num(); r != nil {
		if p, q, ok := s.expand.rationalPolynomial(sub(h, c)); ok {
			return s.polynomialZeros(h, p, q)
		}
		if r.Sign() == 0 && h.op != OpLog && h.op != OpSin && h.op != OpCos && h.op != OpTan {
			return s.zeros(h)
		}
	}
	switch h.op {
	case OpCall:
		return s.solve(h.body, c)
	case OpNeg:
		return s.solve(h.args[0], neg(c))
	case OpAdd, OpSub, OpMul, OpDiv:
		return s.solveBinary(h, c)
	case OpPow:
		if p := h.args[1].Num(); p != nil {
			return s.solvePower(h, p, c)
		}
		if !h.args[0].varies { // a^x = c
			if sign, err := constantSign(c); err != nil || sign <= 0 {
				return err
			}
			return s.solve(h.args[1], quo(Apply(OpLog, c), Apply(OpLog, h.args[0])))
		}
	case OpSin, OpCos, OpTan:
		return s.solvePeriodic(h, c)
	}
	inv, ok, err := inverse(h.op, c)
	if err != nil || !ok {
		return err
	}
	if inv == nil {
		return s.unsolved(sub(h, c))
	}
	for _, v := range inv {
		if err := s.solve(h.args[0], v); err != nil {
			return err
		}
	}
	return nil
}

func (s *solver) solveBinary(h, c *Expr) error {
	a, b := h.args[0], h.args[1]
	switch {
	case !b.varies:
		switch h.op {
		case OpAdd:
			return s.solve(a, sub(c, b))
		case OpSub:
			return s.solve(a, add(c, b))
		case OpMul:
			return s.solve(a, ratio(c, b))
		}
		return s.solve(a, times(c, b))
	case !a.varies:
		switch h.op {
		case OpAdd:
			return s.solve(b, sub(c, a))
		case OpSub:
			return s.solve(b, sub(a, c))
		case OpMul:
			return s.solve(b, ratio(c, a))
		}
		if s.forks++; s.forks > maxForks {
			return s.unsolved(sub(h, c))
		}
		if err := s.zeros(b); err != nil { // a/b = c: poles, and b = a/c
			return err
		}
		if c.isInt(0) {
			return nil
		}
		return s.solve(b, quo(a, c))
	}
	return s.unsolved(sub(h, c))
}

// rationalFirst writes the constant c as a rational times the rest, so that π/2 and
// 0.5·π are one breakpoint.
func rationalFirst(c *Expr) *Expr {
	switch c.op {
	case OpNeg:
		return times(rationalFirst(c.args[0]), Int(-1))
	case OpMul:
		for i, a := range c.args {
			if a.Num() != nil {
				return times(rationalFirst(c.args[1-i]), a)
			}
		}
	case OpDiv:
		if c.args[1].Num() != nil {
			return ratio(rationalFirst(c.args[0]), c.args[1])
		}
	}
	return c
}

// times returns c·f, gathering rational factors in front.
func times(c, f *Expr) *Expr {
	r := f.Num()
	if r == nil {
		return simplify(mul(c, f))
	}
	switch {
	case c.op == OpNeg:
		return times(c.args[0], neg(f))
	case c.op == OpMul && c.args[0].Num() != nil:
		return times(c.args[1], mul(c.args[0], f))
	case c.op != OpNum && f.isInt(-1):
		return neg(c)
	}
	return simplify(mul(f, c))
}

// ratio returns c/f in the same way.
func ratio(c, f *Expr) *Expr {
	if r := f.Num(); r != nil && r.Sign() != 0 {
		return times(c, Rational(new(big.Rat).Inv(r)))
	}
	return simplify(quo(c, f))
}

func (s *solver) solvePower(h *Expr, p *big.Rat, c *Expr) error {
	if p.Sign() == 0 { // the constant 1
		return nil
	}
	sign, err := constantSign(c)
	if err != nil {
		return err
	}
	base := h.args[0]
	if p.Sign() < 0 {
		if err := s.zeros(base); err != nil {
			return err
		}
	}
	if sign == 0 {
		return s.zeros(base)
	}
	inv := Rational(new(big.Rat).Inv(p))
	odd := p.IsInt() && p.Num().Bit(0) == 1
	even := p.IsInt() && !odd
	if sign < 0 {
		if odd {
			return s.solve(base, neg(rootOf(neg(c), inv)))
		}
		return nil
	}
	if err := s.solve(base, rootOf(c, inv)); err != nil {
		return err
	}
	if even {
		return s.solve(base, neg(rootOf(c, inv)))
	}
	return nil
}

// rootOf returns c^inv, written as a square root where it is one.
func rootOf(c, inv *Expr) *Expr {
	if inv.num.Cmp(big.NewRat(1, 2)) == 0 {
		return Apply(OpSqrt, c)
	}
	return identity(power(c, inv))
}

// strictlyWithin tells whether lo < c < hi, all constant; hi nil is +∞. It is an error if that is
// not clear, and at an end.
func strictlyWithin(c, lo, hi *Expr) (bool, error) {
	v := BallValue(nil, c, nil, 128)
	above, below := BallValue(nil, lo, nil, 128).Less(v), True
	if hi != nil {
		below = v.Less(BallValue(nil, hi, nil, 128))
	}
	switch {
	case above == True && below == True:
		return true, nil
	case v.Less(BallValue(nil, lo, nil, 128)) == True,
		hi != nil && BallValue(nil, hi, nil, 128).Less(v) == True:
		return false, nil
	}
	return false, fmt.Errorf("the value of %s is not clear", abridge(c.String()))
}

// inverse returns the solutions x of f(x) = c. ok false means there are none; nil that they
// are not known.
func inverse(f Op, c *Expr) (x []*Expr, ok bool, err error) {
	within := func(lo, hi *Expr) (bool, error) { return strictlyWithin(c, lo, hi) }
	one := Int(1)
	switch f {
	case OpExp:
		ok, err = within(Int(0), nil)
		x = []*Expr{Apply(OpLog, c)}
	case OpLog:
		return []*Expr{simplify(Apply(OpExp, c))}, true, nil
	case OpSqrt:
		ok, err = within(Int(0), nil)
		x = []*Expr{power(c, Int(2))}
	case OpSinh:
		return []*Expr{Apply(OpLog, add(c, Apply(OpSqrt, add(power(c, Int(2)), one))))}, true, nil
	case OpCosh:
		ok, err = within(one, nil)
		v := Apply(OpLog, add(c, Apply(OpSqrt, sub(power(c, Int(2)), one))))
		x = []*Expr{v, neg(v)}
	case OpTanh:
		ok, err = within(Int(-1), one)
		x = []*Expr{quo(Apply(OpLog, quo(add(one, c), sub(one, c))), Int(2))}
	case OpAtan:
		ok, err = within(times(Pi(), Frac(-1, 2)), times(Pi(), Frac(1, 2)))
		x = []*Expr{Apply(OpTan, c)}
	case OpAsin:
		ok, err = within(times(Pi(), Frac(-1, 2)), times(Pi(), Frac(1, 2)))
		x = []*Expr{Apply(OpSin, c)}
	case OpAcos:
		ok, err = within(Int(0), Pi())
		x = []*Expr{Apply(OpCos, c)}
	case OpErf:
		ok, err = within(Int(-1), one)
	case OpErfc:
		ok, err = within(Int(0), Int(2))
	default:
		return nil, true, nil
	}
	return x, ok, err
}

// solvePeriodic finds the solutions of sin, cos or tan of an affine argument on a bounded interval.
func (s *solver) solvePeriodic(h, c *Expr) error {
	if s.hi.Inf {
		return fmt.Errorf("%s = %s at infinitely many places", abridge(h.String()), abridge(c.String()))
	}
	arg := h.args[0]
	if !affine(arg) {
		return s.unsolved(sub(h, c))
	}
	if h.op != OpTan {
		v, one := BallValue(nil, c, nil, 128), ball.NewReal(1)
		v.Abs(v, 128)
		switch v.LessEq(one) {
		case False:
			return nil
		case Unknown:
			return fmt.Errorf("the value of %s is not clear", abridge(c.String()))
		}
	}
	var bases []*Expr // the solutions are base + n·period; a rational base is one of π
	period := mul(Int(2), Pi())
	switch h.op {
	case OpSin:
		if c.isInt(0) {
			bases, period = []*Expr{Int(0)}, Pi()
			break
		}
		a := Apply(OpAsin, c)
		bases = []*Expr{a, sub(Pi(), a)}
	case OpCos:
		if c.isInt(0) {
			bases, period = []*Expr{Frac(1, 2)}, Pi()
			break
		}
		a := Apply(OpAcos, c)
		bases = []*Expr{a, neg(a)}
	case OpTan: // with the poles
		bases, period = []*Expr{Frac(1, 2)}, Pi()
		if c.isInt(0) {
			bases = append(bases, Int(0))
		} else {
			bases = append(bases, Apply(OpAtan, c))
		}
	}
	from := BallValue(nil, arg, ball.NewReal(s.lo.Value), 128).Nearest()
	to := BallValue(nil, arg, ball.NewReal(s.hi.Value), 128).Nearest()
	if from > to {
		from, to = to, from
	}
	step := constantFloat(period)
	if !((to-from)/step < maxRoots) {
		return fmt.Errorf("%s = %s at more than %d places", abridge(h.String()), abridge(c.String()), maxRoots)
	}
	for _, b := range bases {
		off := constantFloat(b)
		if b.Num() != nil {
			off *= math.Pi
		}
		for n := int64(math.Floor((from-off)/step)) - 1; n <= int64(math.Ceil((to-off)/step))+1; n++ {
			x := simplify(add(b, times(period, Int(n))))
			if r := b.Num(); r != nil { // the base is r·π
				x = times(period, Rational(new(big.Rat).Add(r, big.NewRat(n, 1))))
			}
			if err := s.solve(arg, x); err != nil {
				return err
			}
		}
	}
	return nil
}

// affine reports whether e is a constant times z plus a constant.
func affine(e *Expr) bool {
	if !e.varies {
		return true
	}
	switch e.op {
	case OpVar:
		return true
	case OpNeg:
		return affine(e.args[0])
	case OpAdd, OpSub:
		return affine(e.args[0]) && affine(e.args[1])
	case OpMul:
		return affine(e.args[0]) && !e.args[1].varies || affine(e.args[1]) && !e.args[0].varies
	case OpDiv:
		return affine(e.args[0]) && !e.args[1].varies
	}
	return false
}

// dedupe sorts breakpoints and keeps one of each that lies inside (lo, hi).
func dedupe(b []Breakpoint, lo, hi Breakpoint) ([]Breakpoint, error) {
	if err := sortBreakpoints(b); err != nil {
		return nil, err
	}
	var out []Breakpoint
	prev := lo
	for _, x := range b {
		c, err := compareBreakpoints(prev, x)
		if err != nil {
			return nil, err
		}
		if c >= 0 {
			continue
		}
		if c, err = compareBreakpoints(x, hi); err != nil {
			return nil, err
		}
		if c < 0 {
			out = append(out, x)
			prev = x
		}
	}
	return out, nil
}

// sortBreakpoints sorts by the float64 values, and once more by compareBreakpoints if these misled.
func sortBreakpoints(b []Breakpoint) (err error) {
	slices.SortStableFunc(b, func(x, y Breakpoint) int { return cmp.Compare(x.Value, y.Value) })
	compare := func(x, y Breakpoint) int {
		c, e := compareBreakpoints(x, y)
		if err == nil {
			err = e
		}
		return c
	}
	if !slices.IsSortedFunc(b, compare) && err == nil {
		slices.SortStableFunc(b, compare)
	}
	return err
}
