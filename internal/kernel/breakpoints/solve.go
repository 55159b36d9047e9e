package breakpoints

import (
	"cmp"
	"fmt"
	"math"
	"math/big"
	"slices"

	"krein/ball"
	"krein/internal/budget"
	"krein/internal/kernel/brief"
	"krein/internal/kernel/certain"
	"krein/internal/kernel/constant"
	"krein/internal/kernel/eval"
	"krein/internal/kernel/formula"
	"krein/internal/kernel/piecewise"
)

// zeros returns, in ascending order, breakpoints inside (lo, hi) that include
// every place where the branch-free g changes sign. The work is counted by m.
func zeros(g *formula.Expr, lo, hi point, m *budget.Meter) ([]point, error) {
	s := &solver{lo: lo, hi: hi, meter: m}
	if err := s.zeros(g); err != nil {
		return nil, err
	}
	return dedupe(s.found, lo, hi)
}

// solver collects breakpoints.
type solver struct {
	lo, hi point
	found  []point
	meter  *budget.Meter
	forks  int // quotients c/b, each of which leads to two equations
}

// solveUnits is the work of a look at one equation, its expansion into monomials aside.
const solveUnits = 40

func (s *solver) spent() error { return fmt.Errorf("solving equations: %w", s.meter.Err()) }

// maxForks bounds them: their number doubles with every level of nesting.
const maxForks = 64

// maxRoots bounds the zeros of an oscillating condition.
const maxRoots = 1000

func (s *solver) unsolved(g *formula.Expr) error {
	return fmt.Errorf("where %s = 0 has no closed form that is known here", brief.Text(g.String()))
}

// zeros finds where g is zero or has a pole.
func (s *solver) zeros(g *formula.Expr) error {
	if !g.Varies() {
		return nil
	}
	if !s.meter.Spend(solveUnits) {
		return s.spent()
	}
	switch g.Op() { // factors first, so that powers of them are not expanded
	case formula.OpMul, formula.OpDiv:
		if err := s.zeros(g.Args()[0]); err != nil {
			return err
		}
		return s.zeros(g.Args()[1])
	case formula.OpPow:
		if p := g.Args()[1].Num(); p == nil || p.Sign() == 0 || !g.Args()[0].Varies() { // positive base, or 1
			return nil
		}
		return s.zeros(g.Args()[0])
	}
	if p, q, ok := constant.Polynomial(g, s.meter); ok {
		return s.polynomialZeros(g, p, q)
	}
	switch g.Op() {
	case formula.OpCall:
		return s.zeros(g.Body())
	case formula.OpNeg, formula.OpSqrt, formula.OpSinh, formula.OpTanh, formula.OpAtan, formula.OpAsin, formula.OpErf:
		return s.zeros(g.Args()[0])
	case formula.OpExp, formula.OpCosh, formula.OpErfc, formula.OpAcos: // no sign changes
		return nil
	case formula.OpBesselI, formula.OpBesselK:
		return s.zeros(g.Args()[1])
	case formula.OpAdd, formula.OpSub:
		return s.sum(g)
	case formula.OpLog, formula.OpSin, formula.OpCos, formula.OpTan:
		return s.solve(g, formula.Int(0))
	}
	return s.unsolved(g)
}

// sum finds the zeros of a ± b.
func (s *solver) sum(g *formula.Expr) error {
	a, b := g.Args()[0], g.Args()[1]
	minus := func(x *formula.Expr) *formula.Expr { return formula.Identity(formula.Neg(x)) }
	isSum := func(x *formula.Expr) bool { return x.Op() == formula.OpAdd || x.Op() == formula.OpSub }
	if p, _ := piecewise.InExponential(g); p != nil && (isSum(a) || isSum(b)) {
		return s.exponentials(g)
	}
	switch {
	case !b.Varies() && g.Op() == formula.OpAdd:
		return s.solve(a, minus(b))
	case !b.Varies():
		return s.solve(a, b)
	case !a.Varies() && g.Op() == formula.OpAdd:
		return s.solve(b, minus(a))
	case !a.Varies():
		return s.solve(b, a)
	}
	if sameSign(a, b, g.Op()) {
		return nil
	}
	// F(x) = F(y) for the same injective F.
	if g.Op() == formula.OpSub && a.Op() == b.Op() {
		switch a.Op() {
		case formula.OpExp, formula.OpLog, formula.OpSqrt, formula.OpAsin, formula.OpAcos, formula.OpAtan, formula.OpSinh,
			formula.OpTanh, formula.OpErf, formula.OpErfc:
			return s.zeros(formula.Simplify(formula.Sub(a.Args()[0], b.Args()[0])))
		}
	}
	if g.Op() == formula.OpSub {
		if f := piecewise.CommonFactor(a, b); f != nil {
			return s.zeros(f)
		}
		if x, y := piecewise.ExponentOf(a, positive), piecewise.ExponentOf(b, positive); x != nil && y != nil {
			return s.zeros(formula.Simplify(formula.Sub(x, y)))
		}
	}
	return s.exponentials(g)
}

// exponentials finds the zeros of a polynomial in exp(−cz), c > 0 rational.
func (s *solver) exponentials(g *formula.Expr) error {
	p, c := piecewise.InExponential(g)
	if p == nil {
		return s.unsolved(g)
	}
	found, err := zeros(p, origin, pointAt(formula.Int(1)), s.meter)
	for _, w := range found {
		if err == nil && w.Exact == nil {
			err = s.unsolved(g)
		}
		if err == nil {
			err = s.solve(formula.Variable(), formula.Div(formula.Apply(formula.OpLog, w.Exact),
				formula.Rational(new(big.Rat).Neg(c))))
		}
	}
	return err
}

// positive reports whether e is certain to be positive for every z > 0.
func positive(e *formula.Expr) bool { return certain.Sign(e) > 0 }

// sameSign reports whether a ± b is certain to have one sign for every z > 0.
func sameSign(a, b *formula.Expr, op formula.Op) bool {
	return certain.SumSign(certain.Sign(a), certain.Sign(b), op) != 0
}

// solve finds where h = c, c constant, by undoing the operations of h.
func (s *solver) solve(h, c *formula.Expr) error {
	if !s.meter.Spend(solveUnits + int64(c.Size())) {
		return s.spent()
	}
	c = formula.Simplify(c)
	if h.Op() == formula.OpVar {
		sign, err := certain.ConstantSign(c)
		if err != nil {
			return err
		}
		if sign > 0 {
			s.found = append(s.found, pointAt(rationalFirst(c)))
		}
		return nil
	}
	if r := c.Num(); r != nil {
		if p, q, ok := constant.Polynomial(formula.Sub(h, c), s.meter); ok {
			return s.polynomialZeros(h, p, q)
		}
		if r.Sign() == 0 && h.Op() != formula.OpLog && h.Op() != formula.OpSin && h.Op() != formula.OpCos &&
			h.Op() != formula.OpTan {
			return s.zeros(h)
		}
	}
	switch h.Op() {
	case formula.OpCall:
		return s.solve(h.Body(), c)
	case formula.OpNeg:
		return s.solve(h.Args()[0], formula.Neg(c))
	case formula.OpAdd, formula.OpSub, formula.OpMul, formula.OpDiv:
		return s.solveBinary(h, c)
	case formula.OpPow:
		if p := h.Args()[1].Num(); p != nil {
			return s.solvePower(h, p, c)
		}
		if !h.Args()[0].Varies() { // a^x = c
			if sign, err := certain.ConstantSign(c); err != nil || sign <= 0 {
				return err
			}
			return s.solve(h.Args()[1], formula.Div(formula.Apply(formula.OpLog, c), formula.Apply(formula.OpLog, h.Args()[0])))
		}
		if v := h.Args()[1]; !v.Varies() { // u^v = c > 0, v no rational, where u = c^(1/v)
			if sign, err := certain.ConstantSign(c); err != nil || sign <= 0 {
				return err
			}
			return s.solve(h.Args()[0], formula.Pow(c, formula.Div(formula.Int(1), v)))
		}
	case formula.OpSin, formula.OpCos, formula.OpTan:
		return s.solvePeriodic(h, c)
	}
	inv, ok, err := inverse(h.Op(), c)
	if err != nil || !ok {
		return err
	}
	if inv == nil {
		return s.unsolved(formula.Sub(h, c))
	}
	for _, v := range inv {
		if err := s.solve(h.Args()[0], v); err != nil {
			return err
		}
	}
	return nil
}

func (s *solver) solveBinary(h, c *formula.Expr) error {
	a, b := h.Args()[0], h.Args()[1]
	switch {
	case !b.Varies():
		switch h.Op() {
		case formula.OpAdd:
			return s.solve(a, formula.Sub(c, b))
		case formula.OpSub:
			return s.solve(a, formula.Add(c, b))
		case formula.OpMul:
			return s.solve(a, ratio(c, b))
		}
		return s.solve(a, times(c, b))
	case !a.Varies():
		switch h.Op() {
		case formula.OpAdd:
			return s.solve(b, formula.Sub(c, a))
		case formula.OpSub:
			return s.solve(b, formula.Sub(a, c))
		case formula.OpMul:
			return s.solve(b, ratio(c, a))
		}
		if s.forks++; s.forks > maxForks {
			return s.unsolved(formula.Sub(h, c))
		}
		if err := s.zeros(b); err != nil { // a/b = c: poles, and b = a/c
			return err
		}
		if c.IsInt(0) {
			return nil
		}
		return s.solve(b, formula.Div(a, c))
	case h.Op() == formula.OpDiv:
		if s.forks++; s.forks > maxForks {
			return s.unsolved(formula.Sub(h, c))
		}
		if err := s.zeros(b); err != nil { // poles, and a = bc
			return err
		}
		return s.zeros(formula.Simplify(formula.Sub(a, formula.Mul(b, c))))
	}
	return s.unsolved(formula.Sub(h, c))
}

// rationalFirst writes the constant c as a rational times the rest, so that π/2 and 0.5·π are one breakpoint.
func rationalFirst(c *formula.Expr) *formula.Expr {
	switch c.Op() {
	case formula.OpNeg:
		return times(rationalFirst(c.Args()[0]), formula.Int(-1))
	case formula.OpMul:
		for i, a := range c.Args() {
			if a.Num() != nil {
				return times(rationalFirst(c.Args()[1-i]), a)
			}
		}
	case formula.OpDiv:
		if c.Args()[1].Num() != nil {
			return ratio(rationalFirst(c.Args()[0]), c.Args()[1])
		}
	}
	return c
}

// times returns c·f, gathering rational factors in front.
func times(c, f *formula.Expr) *formula.Expr {
	r := f.Num()
	if r == nil {
		return formula.Simplify(formula.Mul(c, f))
	}
	switch {
	case c.Op() == formula.OpNeg:
		return times(c.Args()[0], formula.Neg(f))
	case c.Op() == formula.OpMul && c.Args()[0].Num() != nil:
		return times(c.Args()[1], formula.Mul(c.Args()[0], f))
	case c.Op() != formula.OpNum && f.IsInt(-1):
		return formula.Neg(c)
	}
	return formula.Simplify(formula.Mul(f, c))
}

// ratio returns c/f in the same way.
func ratio(c, f *formula.Expr) *formula.Expr {
	if r := f.Num(); r != nil && r.Sign() != 0 {
		return times(c, formula.Rational(new(big.Rat).Inv(r)))
	}
	return formula.Simplify(formula.Div(c, f))
}

func (s *solver) solvePower(h *formula.Expr, p *big.Rat, c *formula.Expr) error {
	if p.Sign() == 0 { // the constant 1
		return nil
	}
	sign, err := certain.ConstantSign(c)
	if err != nil {
		return err
	}
	base := h.Args()[0]
	if p.Sign() < 0 {
		if err := s.zeros(base); err != nil {
			return err
		}
	}
	if sign == 0 {
		return s.zeros(base)
	}
	inv := formula.Rational(new(big.Rat).Inv(p))
	odd := p.IsInt() && p.Num().Bit(0) == 1
	even := p.IsInt() && !odd
	if sign < 0 {
		if odd {
			return s.solve(base, formula.Neg(rootOf(formula.Neg(c), inv)))
		}
		return nil
	}
	if err := s.solve(base, rootOf(c, inv)); err != nil {
		return err
	}
	if even {
		return s.solve(base, formula.Neg(rootOf(c, inv)))
	}
	return nil
}

// rootOf returns c^inv, written as a square root where it is one.
func rootOf(c, inv *formula.Expr) *formula.Expr {
	if inv.Num().Cmp(big.NewRat(1, 2)) == 0 {
		return formula.Apply(formula.OpSqrt, c)
	}
	return formula.Identity(formula.Pow(c, inv))
}

// within tells whether all of the constants are positive, or not negative if the ends count.
func within(ends bool, all ...*formula.Expr) (bool, error) {
	for _, d := range all {
		v, err := constant.New(d)
		if err != nil {
			return false, err
		}
		switch s, known := v.Sign(); {
		case known != ball.True:
			return false, fmt.Errorf("the sign of %s is not decided", brief.Text(d.String()))
		case s < 0 || s == 0 && !ends:
			return false, nil
		}
	}
	return true, nil
}

// inverse returns the solutions x of f(x) = c. ok false means there are none; nil that they are not known.
func inverse(f formula.Op, c *formula.Expr) (x []*formula.Expr, ok bool, err error) {
	one, right := formula.Int(1), times(formula.Pi(), formula.Frac(1, 2))
	switch f {
	case formula.OpExp:
		ok, err = within(false, c)
		x = []*formula.Expr{formula.Apply(formula.OpLog, c)}
	case formula.OpLog:
		return []*formula.Expr{formula.Simplify(formula.Apply(formula.OpExp, c))}, true, nil
	case formula.OpSqrt:
		ok, err = within(true, c)
		x = []*formula.Expr{formula.Pow(c, formula.Int(2))}
	case formula.OpSinh:
		return []*formula.Expr{formula.Apply(formula.OpLog,
			formula.Add(c, formula.Apply(formula.OpSqrt, formula.Add(formula.Pow(c, formula.Int(2)), one))))}, true, nil
	case formula.OpCosh:
		ok, err = within(true, formula.Sub(c, one))
		v := formula.Apply(formula.OpLog, formula.Add(c,
			formula.Apply(formula.OpSqrt, formula.Sub(formula.Pow(c, formula.Int(2)), one))))
		x = []*formula.Expr{v, formula.Neg(v)}
	case formula.OpTanh:
		ok, err = within(false, formula.Add(one, c), formula.Sub(one, c))
		x = []*formula.Expr{formula.Div(formula.Apply(formula.OpLog, formula.Div(formula.Add(one, c), formula.Sub(one, c))),
			formula.Int(2))}
	case formula.OpAtan:
		ok, err = within(false, formula.Add(right, c), formula.Sub(right, c))
		x = []*formula.Expr{formula.Apply(formula.OpTan, c)}
	case formula.OpAsin:
		ok, err = within(true, formula.Add(right, c), formula.Sub(right, c))
		x = []*formula.Expr{formula.Apply(formula.OpSin, c)}
	case formula.OpAcos:
		ok, err = within(true, c, formula.Sub(formula.Pi(), c))
		x = []*formula.Expr{formula.Apply(formula.OpCos, c)}
	case formula.OpErf:
		ok, err = within(false, formula.Add(one, c), formula.Sub(one, c))
	case formula.OpErfc:
		ok, err = within(false, c, formula.Sub(formula.Int(2), c))
	default:
		return nil, true, nil
	}
	return x, ok, err
}

// solvePeriodic finds the solutions of sin, cos or tan of an affine argument on a bounded interval.
func (s *solver) solvePeriodic(h, c *formula.Expr) error {
	arg := h.Args()[0]
	if s.hi.Inf {
		return endless(fmt.Sprintf("%s = %s at infinitely many places", brief.Text(h.String()), brief.Text(c.String())), arg)
	}
	if !affine(arg) {
		return s.unsolved(formula.Sub(h, c))
	}
	if h.Op() != formula.OpTan {
		v, one := eval.Enclose(nil, c, nil, 128), ball.NewReal(1)
		v.Abs(v, 128)
		switch v.LessEq(one) {
		case ball.False:
			return nil
		case ball.Unknown:
			return fmt.Errorf("the value of %s is not clear", brief.Text(c.String()))
		}
	}
	var bases []*formula.Expr // the solutions are base + n·period; a rational base is one of π
	period := formula.Mul(formula.Int(2), formula.Pi())
	switch h.Op() {
	case formula.OpSin:
		if c.IsInt(0) {
			bases, period = []*formula.Expr{formula.Int(0)}, formula.Pi()
			break
		}
		a := formula.Apply(formula.OpAsin, c)
		bases = []*formula.Expr{a, formula.Sub(formula.Pi(), a)}
	case formula.OpCos:
		if c.IsInt(0) {
			bases, period = []*formula.Expr{formula.Frac(1, 2)}, formula.Pi()
			break
		}
		a := formula.Apply(formula.OpAcos, c)
		bases = []*formula.Expr{a, formula.Neg(a)}
	case formula.OpTan: // with the poles
		bases, period = []*formula.Expr{formula.Frac(1, 2)}, formula.Pi()
		if c.IsInt(0) {
			bases = append(bases, formula.Int(0))
		} else {
			bases = append(bases, formula.Apply(formula.OpAtan, c))
		}
	}
	from := eval.Enclose(nil, arg, ball.NewReal(s.lo.Value), 128).Nearest()
	to := eval.Enclose(nil, arg, ball.NewReal(s.hi.Value), 128).Nearest()
	if from > to {
		from, to = to, from
	}
	step := certain.ConstantFloat(period)
	if !((to-from)/step < maxRoots) {
		return fmt.Errorf("%s = %s at more than %d places", brief.Text(h.String()), brief.Text(c.String()), maxRoots)
	}
	for _, b := range bases {
		off := certain.ConstantFloat(b)
		if b.Num() != nil {
			off *= math.Pi
		}
		for n := int64(math.Floor((from-off)/step)) - 1; n <= int64(math.Ceil((to-off)/step))+1; n++ {
			x := formula.Simplify(formula.Add(b, times(period, formula.Int(n))))
			if r := b.Num(); r != nil { // the base is r·π
				x = times(period, formula.Rational(new(big.Rat).Add(r, big.NewRat(n, 1))))
			}
			if err := s.solve(arg, x); err != nil {
				return err
			}
		}
	}
	return nil
}

// endless makes the error of an equation that the phase runs into again and again.
func endless(what string, phase *formula.Expr) error {
	at := func(z float64) float64 { return eval.Enclose(nil, phase, ball.NewReal(z), 64).Nearest() }
	_, turn := math.Frexp(12 / math.Abs(at(1)-at(0)))
	return &endlessError{what, max(-maxEndless, min(turn, maxEndless))}
}

// endlessError says that there are infinitely many distances, some of which lie before 2^before.
type endlessError struct {
	what   string
	before int
}

// Error returns what was met.
func (e *endlessError) Error() string { return e.what }

// maxEndless bounds the size of phases of which it is said where they come back.
const maxEndless = 256

// affine reports whether e is a constant times z plus a constant.
func affine(e *formula.Expr) bool {
	if !e.Varies() {
		return true
	}
	switch e.Op() {
	case formula.OpVar:
		return true
	case formula.OpNeg:
		return affine(e.Args()[0])
	case formula.OpAdd, formula.OpSub:
		return affine(e.Args()[0]) && affine(e.Args()[1])
	case formula.OpMul:
		return affine(e.Args()[0]) && !e.Args()[1].Varies() || affine(e.Args()[1]) && !e.Args()[0].Varies()
	case formula.OpDiv:
		return affine(e.Args()[0]) && !e.Args()[1].Varies()
	}
	return false
}

// dedupe sorts breakpoints and keeps one of each that lies inside (lo, hi).
func dedupe(b []point, lo, hi point) ([]point, error) {
	if err := sortPoints(b); err != nil {
		return nil, err
	}
	var out []point
	prev := lo
	for _, x := range b {
		c, err := comparePoints(prev, x)
		if err != nil {
			return nil, err
		}
		if c >= 0 {
			continue
		}
		if c, err = comparePoints(x, hi); err != nil {
			return nil, err
		}
		if c < 0 {
			out = append(out, x)
			prev = x
		}
	}
	return out, nil
}

// sortPoints sorts by the float64 values, and once more by comparePoints if these misled.
func sortPoints(b []point) (err error) {
	slices.SortStableFunc(b, func(x, y point) int { return cmp.Compare(x.Value, y.Value) })
	compare := func(x, y point) int {
		c, e := comparePoints(x, y)
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
