package kernel

import (
	"cmp"
	"fmt"
	"math"
	"math/big"
	"slices"
)

// zeros returns, in ascending order, breakpoints inside (lo, hi) that include
// every place where the branch-free g changes sign.
func zeros(g *Expr, lo, hi Breakpoint) ([]Breakpoint, error) {
	s := &solver{lo: lo, hi: hi}
	if err := s.zeros(g); err != nil {
		return nil, err
	}
	return dedupeChecked(s.found, lo, hi)
}

// solver collects breakpoints.
type solver struct {
	lo, hi Breakpoint
	found  []Breakpoint
	expand expander
	forks  int // quotients c/b, each of which leads to two equations
}

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
	switch g.op { // factors first, so that powers of them are not expanded
	case OpMul, OpDiv:
		if err := s.zeros(g.args[0]); err != nil {
			return err
		}
		return s.zeros(g.args[1])
	case OpPow:
		if p := ratOf(g.args[1]); p == nil || p.Sign() == 0 || !g.args[0].varies { // positive base, or 1
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

// sumSign is the sign that a ± b has by those of a and b, 0 if they do not tell.
func sumSign(a, b int, op Op) int {
	if op == OpSub {
		b = -b
	}
	if a != b {
		return 0
	}
	return a
}

// steadySign returns ±1 if e has that sign for every z > 0 where it is defined, 0 if that is not seen. Every operand is looked at once:
// a long sum is a deep tree.
func steadySign(e *Expr) int {
	if !e.varies {
		s, err := constantSign(e)
		if err != nil {
			return 0
		}
		return s
	}
	switch e.op {
	case OpVar, OpExp, OpCosh, OpErfc, OpBesselK:
		return 1
	case OpCall:
		return steadySign(e.body)
	case OpNeg:
		return -steadySign(e.args[0])
	case OpMul, OpDiv:
		return steadySign(e.args[0]) * steadySign(e.args[1])
	case OpAdd, OpSub:
		if s := steadySign(e.args[0]); s != 0 {
			return sumSign(s, steadySign(e.args[1]), e.op)
		}
	case OpSqrt:
		return max(steadySign(e.args[0]), 0)
	case OpSinh, OpTanh, OpAtan, OpAsin, OpErf: // odd and increasing
		return steadySign(e.args[0])
	case OpPow:
		return max(steadySign(e.args[0]), 0)
	}
	return 0
}

// constantSign returns the sign of a constant expression; the error says that it may be zero.
func constantSign(c *Expr) (int, error) {
	if r := ratOf(c); r != nil {
		return r.Sign(), nil
	}
	v, err := Eval(c, point(0), intervals{})
	if err != nil {
		return 0, err
	}
	if s := v.sign(); s != 0 {
		return s, nil
	}
	return 0, fmt.Errorf("the sign of %s is not clear", abridge(c.String()))
}

// solve finds where h = c, c constant, by undoing the operations of h.
func (s *solver) solve(h, c *Expr) error {
	c = simplify(c)
	if h.op == OpVar {
		sign, err := constantSign(c)
		if err != nil {
			return err
		}
		if sign > 0 {
			s.found = append(s.found, breakpointAt(rationalFirst(c)))
		}
		return nil
	}
	if r := ratOf(c); r != nil {
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
		if p := ratOf(h.args[1]); p != nil {
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
			if ratOf(a) != nil {
				return times(rationalFirst(c.args[1-i]), a)
			}
		}
	case OpDiv:
		if ratOf(c.args[1]) != nil {
			return ratio(rationalFirst(c.args[0]), c.args[1])
		}
	}
	return c
}

// times returns c·f, gathering rational factors in front.
func times(c, f *Expr) *Expr {
	r := ratOf(f)
	if r == nil {
		return simplify(mul(c, f))
	}
	switch {
	case c.op == OpNeg:
		return times(c.args[0], neg(f))
	case c.op == OpMul && ratOf(c.args[0]) != nil:
		return times(c.args[1], mul(c.args[0], f))
	case c.op != OpNum && f.isInt(-1):
		return neg(c)
	}
	return simplify(mul(f, c))
}

// ratio returns c/f in the same way.
func ratio(c, f *Expr) *Expr {
	if r := ratOf(f); r != nil && r.Sign() != 0 {
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
	if inv.num.Cmp(rat(1, 2)) == 0 {
		return Apply(OpSqrt, c)
	}
	return identity(power(c, inv))
}

// inverse returns the solutions x of f(x) = c. ok false means there are none; nil that they
// are not known.
func inverse(f Op, c *Expr) (x []*Expr, ok bool, err error) {
	within := func(lo, hi float64) (bool, error) { // lo < c < hi, certain or an error
		v, err := Eval(c, point(0), intervals{})
		switch {
		case err != nil:
			return false, err
		case v.lo > lo && v.hi < hi:
			return true, nil
		case v.hi < lo || v.lo > hi:
			return false, nil
		}
		return false, fmt.Errorf("the value of %s is not clear", abridge(c.String()))
	}
	one := Int(1)
	switch f {
	case OpExp:
		ok, err = within(0, math.Inf(1))
		x = []*Expr{Apply(OpLog, c)}
	case OpLog:
		return []*Expr{simplify(Apply(OpExp, c))}, true, nil
	case OpSqrt:
		ok, err = within(0, math.Inf(1))
		x = []*Expr{power(c, Int(2))}
	case OpSinh:
		return []*Expr{Apply(OpLog, add(c, Apply(OpSqrt, add(power(c, Int(2)), one))))}, true, nil
	case OpCosh:
		ok, err = within(1, math.Inf(1))
		v := Apply(OpLog, add(c, Apply(OpSqrt, sub(power(c, Int(2)), one))))
		x = []*Expr{v, neg(v)}
	case OpTanh:
		ok, err = within(-1, 1)
		x = []*Expr{quo(Apply(OpLog, quo(add(one, c), sub(one, c))), Int(2))}
	case OpAtan:
		ok, err = within(-math.Pi/2, math.Pi/2)
		x = []*Expr{Apply(OpTan, c)}
	case OpAsin:
		ok, err = within(-math.Pi/2, math.Pi/2)
		x = []*Expr{Apply(OpSin, c)}
	case OpAcos:
		ok, err = within(0, math.Pi)
		x = []*Expr{Apply(OpCos, c)}
	case OpErf:
		ok, err = within(-1, 1)
	case OpErfc:
		ok, err = within(0, 2)
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
	v, err := Eval(c, point(0), intervals{})
	if err != nil {
		return err
	}
	if h.op != OpTan {
		if v.lo > 1 || v.hi < -1 {
			return nil
		}
		if !(v.lo >= -1 && v.hi <= 1) {
			return fmt.Errorf("the value of %s is not clear", abridge(c.String()))
		}
	}
	var bases []*Expr // the solutions are base + n·period; a rational base is one of π
	period := mul(Int(2), nodePi)
	switch h.op {
	case OpSin:
		if c.isInt(0) {
			bases, period = []*Expr{Int(0)}, nodePi
			break
		}
		a := Apply(OpAsin, c)
		bases = []*Expr{a, sub(nodePi, a)}
	case OpCos:
		if c.isInt(0) {
			bases, period = []*Expr{Frac(1, 2)}, nodePi
			break
		}
		a := Apply(OpAcos, c)
		bases = []*Expr{a, neg(a)}
	case OpTan: // with the poles
		bases, period = []*Expr{Frac(1, 2)}, nodePi
		if c.isInt(0) {
			bases = append(bases, Int(0))
		} else {
			bases = append(bases, Apply(OpAtan, c))
		}
	}
	from, _ := Eval(arg, s.lo.Value, Float64{})
	to, _ := Eval(arg, s.hi.Value, Float64{})
	if from > to {
		from, to = to, from
	}
	step, _ := Eval(period, 0, Float64{})
	if !((to-from)/step < maxRoots) {
		return fmt.Errorf("%s = %s at more than %d places", abridge(h.String()), abridge(c.String()), maxRoots)
	}
	for _, b := range bases {
		off, _ := Eval(b, 0, Float64{})
		if ratOf(b) != nil {
			off *= math.Pi
		}
		for n := int64(math.Floor((from-off)/step)) - 1; n <= int64(math.Ceil((to-off)/step))+1; n++ {
			x := simplify(add(b, times(period, Int(n))))
			if r := ratOf(b); r != nil { // the base is r·π
				x = times(period, Rational(new(big.Rat).Add(r, rat(n, 1))))
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

// dedupe sorts breakpoints and keeps one of each that lies inside (lo, hi); those that cannot be compared are kept apart.
func dedupe(b []Breakpoint, lo, hi Breakpoint) []Breakpoint {
	out, err := dedupeChecked(b, lo, hi)
	if err != nil {
		panic("kernel: rational breakpoints are ordered: " + err.Error())
	}
	return out
}

func dedupeChecked(b []Breakpoint, lo, hi Breakpoint) ([]Breakpoint, error) {
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
