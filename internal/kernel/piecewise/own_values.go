package piecewise

import (
	"fmt"
	"math/big"

	"krein/ball"
	"krein/internal/budget"
	"krein/internal/kernel/brief"
	"krein/internal/kernel/constant"
	"krein/internal/kernel/eval"
	"krein/internal/kernel/fail"
	"krein/internal/kernel/formula"
)

// OwnValue is what a kernel does at a distance at which its formula takes other branches than on one of the sides, so
// that its value there may differ from the limits.
// The rules compare Value with the limits; this package says only that the branches differ.
type OwnValue struct {
	At      Breakpoint     // exact
	Value   constant.Value // k(At), if Defined
	Defined bool           // false: the formula is proved to have no value at At
}

// ProvedDefined is Kernel.ProvedDefined.
// By sizes at sight, or interval by interval and point by point.
func (x *Analysis) ProvedDefined() error {
	if definedAtSight(x.whole, x.meter, false) {
		return nil
	}
	return x.definedInPieces()
}

// definedAtSight proves, by the sizes of operands for all z > 0, that every operation in e is defined, whatever
// branches are taken; almost: but for single distances, without a limit point.
// What is proved holds for all operands that the formula could have, whether a branch is taken or not: sufficient, and fast.
// An extension "z <= r ? f : c" restricts z to [0, r], its end rounded up.
func definedAtSight(e *formula.Expr, m *budget.Meter, almost bool) bool {
	memo, p := make(map[*formula.Expr]halfLine), newSignProver(span{inf: true}, m)
	z := halfLine{new(big.Float), everything.hi}
	if a := e.Args(); e.Op() == formula.OpCond && a[0].Op() == formula.OpLE && a[0].Args()[0].Op() == formula.OpVar &&
		a[0].Args()[1].Num() != nil && a[2].Num() != nil {
		e, z.hi = a[1], endFloat(big.ToPositiveInf).SetRat(a[0].Args()[1].Num()) // an extension
	}
	return !e.Some(func(e *formula.Expr) bool {
		a := e.Args()
		switch {
		case len(a) == 0 || e.Op().IsCondition() || e.Op() == formula.OpCall:
			return false
		case !e.Varies():
			return enclosedConstant(e) != ""
		}
		return p.regularAt(e.Op(), a) != "" && !sized(e, z, memo) && !(almost && p.isolatedAt(e.Op(), a))
	})
}

// Sized proves, by the sizes of operands alone, that a division, a power or a function has a value for z > 0 if its
// operands have, and even if equal parts with the variable, but for those of sin(x)/x, stand for different numbers.
func Sized(e *formula.Expr) bool {
	return sized(e, halfLine{new(big.Float), everything.hi}, make(map[*formula.Expr]halfLine))
}

// Ranges are by interval arithmetic on half lines: log, Γ, K and Bessel functions of fractional order are asked for positive
// operands, tan for |x| ≤ 1 < π/2, a power with a rational exponent ≥ 0 for a base ≥ 0.
func sized(e *formula.Expr, z halfLine, memo map[*formula.Expr]halfLine) bool {
	a := e.Args()
	x := halfLineOf(a[len(a)-1], z, memo)
	switch e.Op() {
	case formula.OpDiv:
		return x.sign() != 0
	case formula.OpPow: // of a constant power, not an integer
		x, r := halfLineOf(a[0], z, memo), a[1].Num()
		return x.sign() > 0 || r != nil && r.Sign() >= 0 && x.lo.Sign() >= 0
	// √0 = 0 has a value, though no derivative.
	case formula.OpSqrt:
		return x.lo.Sign() >= 0
	// For |x| ≤ 1, the ends included.
	case formula.OpAsin, formula.OpAcos, formula.OpTan:
		return x.abs().hi.Cmp(big.NewFloat(1)) <= 0
	}
	return x.sign() > 0
}

// Gap is a single distance, or an open interval of distances, where the formula is not proved to have a value.
type Gap struct {
	From, To Breakpoint // equal for a single distance
	// Isolated: the distances without a value are single ones, without a limit point in (0, ∞).
	Isolated bool
	Because  error
}

// gaps yields the gaps in z > 0, intervals before single distances, as they are found.
// Two things may be missing: a value on an interval, where some operation is not proved to be defined, and one at a point
// between intervals, where the formula is evaluated exactly. At the point 0 nothing is asked: there k may be a limit.
func (x *Analysis) gaps(yield func(Gap) bool) error {
	points, spans, err := x.ownPoints()
	if err != nil {
		return err
	}
	for i := range spans {
		s := &spans[i]
		if s.undefined == "" {
			continue
		}
		to := Infinity()
		if i+1 < len(spans) {
			to = spans[i+1].from
		}
		if !yield(Gap{s.from, to, s.isolated, fmt.Errorf("that k is defined beyond z = %s: %s", s.from, s.undefined)}) {
			return nil
		}
	}
	for i := 1; i < len(points); i++ {
		p, err := &points[i], error(nil)
		switch {
		case p.err != nil:
			err = p.err
		case p.own && p.Defined:
		case p.own:
			err = fmt.Errorf("k has no value at z = %s", p.At)
		default:
			err = x.definedAt(&spans[i])
		}
		if err != nil && !yield(Gap{p.At, p.At, true, err}) {
			return nil
		}
	}
	return nil
}

// Every gap counts.
func (x *Analysis) definedInPieces() error { return x.without(func(Gap) bool { return true }) }

// AlmostDefined is Kernel.AlmostDefined.
// Gaps that are single distances, without a limit point, do not count.
func (x *Analysis) AlmostDefined() error {
	if definedAtSight(x.whole, x.meter, true) {
		return nil
	}
	return x.without(func(g Gap) bool { return !g.Isolated })
}

// without returns the reason of the first gap that counts, or why gaps are not known.
func (x *Analysis) without(counts func(Gap) bool) (gap error) {
	err := x.gaps(func(g Gap) bool {
		if counts(g) {
			gap = g.Because
		}
		return gap == nil
	})
	if err != nil {
		return err
	}
	return gap
}

// Gaps is Kernel.Gaps.
func (x *Analysis) Gaps() (out []Gap, err error) {
	if definedAtSight(x.whole, x.meter, false) {
		return nil, nil
	}
	err = x.gaps(func(g Gap) bool {
		out = append(out, g)
		return true
	})
	return out, err
}

// definedAt proves that the formula has a value at the beginning of s, where the branches of s are taken.
// An exact value, or analyticity at the point, which implies one; otherwise it is not known.
func (x *Analysis) definedAt(s *exactSpan) error {
	_, err := formula.Eval(s.taken, s.lo, formula.Arith[constant.Value](constant.NewArithmetic(x.meter)))
	if err == nil {
		return nil
	}
	if fail.IsUndefined(err) {
		return fmt.Errorf("k has no value at z = %s: %w (z == %[1]s ? … : … gives it one)", s.from, err)
	}
	if !AnalyticAt(s.taken, s.lo) {
		return fmt.Errorf("no value of k at z = %s is known: %w", s.from, err)
	}
	return nil
}

// exactSpan is an open interval from a point to the next one, or to infinity, on which every condition that is
// evaluated keeps its truth at each distance.
// taken has abs, min and max as they are written: it is compared node for node with what is taken
// at the points.
type exactSpan struct {
	from      Breakpoint
	lo        constant.Value
	taken     *formula.Expr // the formula without its conditions
	undefined string        // "" if the formula is proved to have a value at each distance of the interval
	isolated  bool          // if not: at all but single ones, without a limit point in the interval
}

// ownPoint is the beginning of a span.
type ownPoint struct {
	OwnValue
	own bool
	err error
}

// ownPoints returns the beginnings of all spans, and the spans.
// The first span begins at 0: the point 0 has one side only.
func (x *Analysis) ownPoints() ([]ownPoint, []exactSpan, error) {
	a := x.exactly()
	if a.err != nil {
		return nil, nil, a.err
	}
	a.mu.Lock()
	defer a.mu.Unlock()
	if a.own != nil {
		return a.own, a.spans, nil
	}
	own := make([]ownPoint, 0, len(a.spans))
	for i := range a.spans {
		right := &a.spans[i]
		sides := []*exactSpan{right}
		if i > 0 {
			sides = append(sides, &a.spans[i-1])
		}
		own = append(own, x.ownPoint(right.from, right.lo, sides))
	}
	if !x.meter.Stopped() {
		a.own = own
	}
	return own, a.spans, nil
}

// ownPoint looks at the distance b = c between the given spans.
// If the branches at b, decided exactly, are those on both sides, and no operation in them is discontinuous where it is
// defined, the formula is continuous at b or has no value there. The exceptions are powers with an exponent that varies at a
// base that is not positive, 0^0 = 1 among them, and orders that vary: these count as another branch. Otherwise the value is
// evaluated exactly: it may differ from the limits.
func (x *Analysis) ownPoint(b Breakpoint, c constant.Value, sides []*exactSpan) (p ownPoint) {
	p.At = b
	at := &pointEvaluator{formula.NewEvaluation[constant.Value](c, constant.NewArithmetic(x.meter))}
	undefined := func(err error) ownPoint {
		if p.own = true; !fail.IsUndefined(err) {
			p.err = fmt.Errorf("the value at z = %s: %w", b, err)
		}
		return p
	}
	taken, err := takenBranches(x.whole, at.truth)
	if err != nil { // perhaps in a condition
		return undefined(err)
	}
	same := true
	for _, s := range sides {
		same = same && taken.Equal(s.taken)
	}
	moving, err := at.movingPower(taken, make(map[*formula.Expr]bool))
	switch {
	case err != nil:
		return undefined(err)
	case moving:
		same = false
	}
	// The branches of a side with such a power are not proved to have values: its base may vanish at distances that accumulate at b.
	for _, s := range sides {
		if s.undefined != "" && s.taken.Some(inPower) {
			p.err = fmt.Errorf("near z = %s a power with an exponent that varies may have a value of its "+
				"own where its base vanishes", b)
			return p
		}
	}
	if same {
		return p
	}
	v, err := at.Value(taken)
	if err != nil {
		return undefined(err)
	}
	p.own, p.Defined, p.Value = true, true, v
	return p
}

// takenBranches removes the conditions of a formula; truth decides them, in the order in which they are evaluated.
// Everything else stays as it is.
// The order of evaluation is that of formula.Eval: a condition inside of a branch that is not taken is never asked.
func takenBranches(e *formula.Expr, truth func(*formula.Expr) (bool, error)) (taken *formula.Expr, err error) {
	taken = e.Replace(func(e *formula.Expr) *formula.Expr {
		if e.Op() != formula.OpCond {
			return nil
		}
		if err == nil {
			var t bool
			t, err = truth(e.Args()[0])
			branch := e.Args()[2]
			if t {
				branch = e.Args()[1]
			}
			if err == nil {
				e, err = takenBranches(branch, truth)
			}
		}
		return e
	})
	return taken, err
}

// pointEvaluator evaluates a formula at one exact distance; a condition that is not decided is an error, and never one
// that says that there is no value.
type pointEvaluator struct {
	*formula.Evaluation[constant.Value]
}

// truth decides a condition.
// Both sides are compared as exact constants; what is not decided is an error of its own kind, so that it is not mistaken for
// a formula without a value.
func (ev *pointEvaluator) truth(c *formula.Expr) (bool, error) {
	t, err := formula.Truth(c, func(c *formula.Expr) (t ball.Truth, err error) {
		var sides [2]constant.Value
		for i, a := range c.Args() {
			v, err := takenBranches(a, ev.truth)
			if err != nil {
				return ball.Unknown, err
			}
			if sides[i], err = ev.Value(v); err != nil {
				return ball.Unknown, err
			}
		}
		return ev.Arith().Compare(c.Op(), sides[0], sides[1]), nil
	})
	if err == nil && t == ball.Unknown {
		err = fail.Because("whether %s holds is not decided", brief.Text(c.String()))
	}
	return t == ball.True, err
}

// movingPower reports whether a branch-free formula has a power with an exponent that varies and a base that is not
// positive at the point, or a Bessel function of an order that varies.
// u^v = exp(v log u) is continuous for u > 0. At u = 0 its value depends on how u and v tend to their limits.
func (ev *pointEvaluator) movingPower(e *formula.Expr, seen map[*formula.Expr]bool) (bool, error) {
	if seen[e] || !e.Varies() {
		return false, nil
	}
	seen[e] = true
	if e.Op() == formula.OpCall {
		return ev.movingPower(e.Body(), seen)
	}
	if inPower(e) {
		if e.Op() != formula.OpPow {
			return true, nil
		}
		base, err := ev.Value(e.Args()[0])
		if err != nil {
			return false, err
		}
		if s, known := base.Sign(); known != ball.True || s <= 0 {
			return true, nil
		}
	}
	for _, a := range e.Args() {
		if m, err := ev.movingPower(a, seen); m || err != nil {
			return m, err
		}
	}
	return false, nil
}

// Branches reports whether e has a condition, or a power with an exponent that varies: all else is continuous wherever it has
// a value.
// The conditions make jumps; abs, min and max are continuous, and all other operations are where they are defined.
func Branches(e *formula.Expr) bool {
	return e.Some(func(part *formula.Expr) bool { return part.Op() == formula.OpCond || inPower(part) })
}

// inPower reports whether e is a power with an exponent, or a Bessel function with an order, that varies.
// 0^v and u^v for u < 0 depend on v at single distances.
func inPower(e *formula.Expr) bool {
	switch e.Op() {
	case formula.OpPow:
		return e.Args()[1].Varies()
	case formula.OpBesselJ, formula.OpBesselI, formula.OpBesselK:
		return e.Args()[0].Varies()
	}
	return false
}

// defined proves that a formula has a value at every distance of the span: each operation that is evaluated, those in
// the sides of conditions and in all arguments of min and max included, is defined there. If not, it says which
// condition is missing, and returns the operations, free of branches, that were not proved to be defined; isolated
// reports whether these are all that is missing, and each has a value at all but single distances.
// It walks the formula as it is evaluated: both sides of a comparison, the branch that the proved truth selects, all operands.
// Each operation is asked with operands from which the branches are resolved, as these equal them on the interval.
func (r *Resolver) defined(e *formula.Expr) (why string, doubtful []*formula.Expr, isolated bool) {
	isolated = true
	seen := make(map[*formula.Expr]bool)
	fail := func(reason string) {
		if reason == "" {
			return
		}
		isolated = false
		if why == "" {
			why = reason
		}
	}
	var walk, condition func(*formula.Expr)
	condition = func(c *formula.Expr) {
		switch c.Op() {
		case formula.OpNot:
			condition(c.Args()[0])
			return
		case formula.OpAnd, formula.OpOr:
			condition(c.Args()[0])
			if t, err := r.truth(c.Args()[0]); err != nil || t == (c.Op() == formula.OpAnd) {
				condition(c.Args()[1])
			}
			return
		}
		walk(c.Args()[0])
		walk(c.Args()[1])
	}
	walk = func(e *formula.Expr) {
		switch {
		case seen[e] || len(e.Args()) == 0 && e.Op() != formula.OpCall:
			return
		case !e.Varies():
			fail(enclosedConstant(e))
			return
		}
		seen[e] = true
		switch e.Op() {
		case formula.OpCall:
			walk(e.Body())
			return
		case formula.OpCond:
			condition(e.Args()[0])
			t, err := r.truth(e.Args()[0])
			switch {
			case err != nil:
				fail(err.Error())
			case t:
				walk(e.Args()[1])
			default:
				walk(e.Args()[2])
			}
			return
		}
		args := make([]*formula.Expr, len(e.Args()))
		for i, a := range e.Args() {
			walk(a)
			var err error
			if args[i], err = r.Value(a); err != nil {
				fail(err.Error())
				return
			}
		}
		switch e.Op() {
		case formula.OpAbs, formula.OpMin, formula.OpMax:
			return
		}
		whole := formula.Apply(e.Op(), args...)
		if !whole.Varies() {
			fail(enclosedConstant(whole))
			return
		}
		if reason := r.prove.regularAt(e.Op(), args); reason != "" {
			before := isolated
			fail(reason)
			isolated = before && r.prove.isolatedAt(e.Op(), args)
			doubtful = append(doubtful, whole)
		}
	}
	walk(e)
	return why, doubtful, isolated
}

// isolatedAt reports whether the distances at which an operation has no value are proved to be single ones, without a limit point:
// it divides by an entire function of z that is not 0 somewhere (identity theorem), or by its absolute value, or takes the logarithm
// of that. Its operands have values by themselves.
// An entire function that is not 0 at one point has isolated zeros (identity theorem), without a limit point in (0,∞): there
// are then refutations of a formula with poles. The value at a point inside of the span, by a ball that excludes 0, proves it.
func (p *signProver) isolatedAt(op formula.Op, a []*formula.Expr) bool {
	var below *formula.Expr
	switch r := a[len(a)-1].Num(); {
	case op == formula.OpDiv:
		below = a[1]
	case op == formula.OpPow && r != nil && r.Sign() < 0 && (r.IsInt() || a[0].Op() == formula.OpAbs),
		op == formula.OpLog && a[0].Op() == formula.OpAbs:
		below = a[0]
	case op == formula.OpTan:
		below = formula.Apply(formula.OpCos, a[0])
	default:
		return false
	}
	if below.Op() == formula.OpAbs {
		below = below.Args()[0]
	}
	if below.Some(func(e *formula.Expr) bool { return e.Varies() && !entireAt(e) }) {
		return false
	}
	z, ok := p.inner()
	if !ok {
		return false
	}
	var v ball.Real
	eval.Compile(below).Metered(p.meter).At(&v, new(ball.Real).SetRat(z, enclosePrec), enclosePrec)
	return v.IsFinite() && !v.ContainsZero()
}

// entireAt reports whether an operation of entire functions is one.
// Sums, products, compositions of entire functions, whole powers ≥ 0, and quotients by constants
// are entire.
func entireAt(e *formula.Expr) bool {
	switch a := e.Args(); e.Op() {
	case formula.OpVar, formula.OpAdd, formula.OpSub, formula.OpMul, formula.OpNeg, formula.OpExp, formula.OpSin, formula.OpCos,
		formula.OpSinh, formula.OpCosh:
		return true
	case formula.OpCall:
		return !e.Body().Some(func(e *formula.Expr) bool { return e.Varies() && !entireAt(e) })
	case formula.OpDiv:
		return !a[1].Varies()
	case formula.OpPow:
		r := a[1].Num()
		return r != nil && r.IsInt() && r.Sign() >= 0
	}
	return false
}

// OwnValues is Kernel.OwnValues.
func (x *Analysis) OwnValues() ([]OwnValue, error) {
	points, _, err := x.ownPoints()
	if err != nil {
		return nil, err
	}
	var out []OwnValue
	for _, p := range points {
		if p.err != nil {
			return nil, p.err
		}
		if p.own {
			out = append(out, p.OwnValue)
		}
	}
	return out, nil
}

// OwnValueAtZero is Kernel.OwnValueAtZero.
func (x *Analysis) OwnValueAtZero() (v OwnValue, ok bool, err error) {
	points, _, err := x.ownPoints()
	if err != nil {
		return v, false, err
	}
	return points[0].OwnValue, points[0].own, points[0].err
}
