package kernel

import "fmt"

// OwnValue is what a kernel does at a distance at which its formula takes other branches than on one of the sides, so that its value there
// may differ from the limits.
type OwnValue struct {
	At      Breakpoint // exact
	Value   Const      // k(At), if Defined
	Defined bool       // false: the formula is proved to have no value at At
}

// ProvedDefined is Kernel.ProvedDefined.
func (x *Analysis) ProvedDefined() error {
	points, spans, err := x.ownPoints()
	if err != nil {
		return err
	}
	for i := range spans {
		if s := &spans[i]; s.undefined != "" {
			return fmt.Errorf("that k is defined beyond z = %s: %s", s.from, s.undefined)
		}
	}
	for i := range points[1:] {
		p := &points[i+1]
		switch {
		case p.err != nil:
			return p.err
		case p.own && p.Defined:
		case p.own:
			return fmt.Errorf("k has no value at z = %s", p.At)
		default:
			if err := x.definedAt(&spans[i+1]); err != nil {
				return err
			}
		}
	}
	return nil
}

// definedAt proves that the formula has a value at the beginning of s, where the branches of s are taken.
func (x *Analysis) definedAt(s *exactSpan) error {
	_, err := Eval(s.taken, s.lo, Arith[Const](NewArithmetic(x.meter)))
	if err == nil {
		return nil
	}
	if isUndefined(err) {
		return fmt.Errorf("k has no value at z = %s: %w", s.from, err)
	}
	if !analyticAt(s.taken, s.lo) {
		return fmt.Errorf("no value of k at z = %s is known: %w", s.from, err)
	}
	return nil
}

// exactSpan is an open interval from a point to the next one, or to infinity, on which every condition that is evaluated keeps its truth at
// each distance.
type exactSpan struct {
	from      Breakpoint
	lo        Const
	taken     *Expr  // the formula without its conditions
	undefined string // "" if the formula is proved to have a value at each distance of the interval
}

// ownPoint is the beginning of a span.
type ownPoint struct {
	OwnValue
	own bool
	err error
}

// ownPoints returns the beginnings of all spans, and the spans.
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
func (x *Analysis) ownPoint(b Breakpoint, c Const, sides []*exactSpan) (p ownPoint) {
	p.At = b
	at := &pointEvaluator{NewEvaluation[Const](c, NewArithmetic(x.meter))}
	undefined := func(err error) ownPoint {
		if p.own = true; !isUndefined(err) {
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
	moving, err := at.movingPower(taken, make(map[*Expr]bool))
	switch {
	case err != nil:
		return undefined(err)
	case moving:
		same = false
	}
	for _, s := range sides {
		if s.undefined != "" && variesInPower(s.taken, make(map[*Expr]bool)) {
			p.err = fmt.Errorf("beside z = %s a power with an exponent that varies may have a value of its own where its base vanishes", b)
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

// takenBranches removes the conditions of a formula; truth decides them, in the order in which they are evaluated. Everything else stays as it is.
func takenBranches(e *Expr, truth func(*Expr) (bool, error)) (*Expr, error) {
	memo := make(map[*Expr]*Expr)
	var walk func(*Expr) (*Expr, error)
	walk = func(e *Expr) (*Expr, error) {
		if !e.varies || len(e.args) == 0 && e.op != OpCall {
			return e, nil
		}
		if v, ok := memo[e]; ok {
			return v, nil
		}
		v, err := e, error(nil)
		switch e.op {
		case OpCall:
			if v, err = walk(e.body); v == e.body {
				v = e
			}
		case OpCond:
			t, err := truth(e.args[0])
			if err != nil {
				return nil, err
			}
			if v = e.args[2]; t {
				v = e.args[1]
			}
			if v, err = walk(v); err != nil {
				return nil, err
			}
		default:
			args, changed := make([]*Expr, len(e.args)), false
			for i, a := range e.args {
				if args[i], err = walk(a); err != nil {
					return nil, err
				}
				changed = changed || args[i] != a
			}
			if changed {
				v = Apply(e.op, args...)
			}
		}
		if err == nil {
			memo[e] = v
		}
		return v, err
	}
	return walk(e)
}

// pointEvaluator evaluates a formula at one exact distance; a condition that is not decided is an error, and never one that says that
// there is no value.
type pointEvaluator struct{ *Evaluation[Const] }

// truth decides a condition.
func (ev *pointEvaluator) truth(c *Expr) (bool, error) {
	t, err := ev.threeValued(c)
	switch {
	case err != nil:
		return false, err
	case t == Unknown:
		return false, failSeries("whether %s holds is not decided", abridge(c.String()))
	}
	return t == True, nil
}

func (ev *pointEvaluator) threeValued(c *Expr) (Truth, error) {
	switch c.op {
	case OpNot:
		t, err := ev.threeValued(c.args[0])
		return t.Not(), err
	case OpAnd, OpOr:
		absorbing := False
		if c.op == OpOr {
			absorbing = True
		}
		s, err := ev.threeValued(c.args[0])
		if err != nil || s == absorbing {
			return s, err
		}
		t, err := ev.threeValued(c.args[1])
		if err != nil {
			if s == Unknown { // perhaps it is not evaluated at all
				return Unknown, nil
			}
			return Unknown, err
		}
		if c.op == OpAnd {
			return s.And(t), nil
		}
		return s.Not().And(t.Not()).Not(), nil
	}
	var sides [2]Const
	for i, a := range c.args {
		v, err := takenBranches(a, ev.truth)
		if err != nil {
			return Unknown, err
		}
		if sides[i], err = ev.Value(v); err != nil {
			return Unknown, err
		}
	}
	return ev.Arith().Compare(c.op, sides[0], sides[1]), nil
}

// movingPower reports whether a branch-free formula has a power with an exponent that varies and a base that is not positive at the point, or a Bessel
// function of an order that varies.
func (ev *pointEvaluator) movingPower(e *Expr, seen map[*Expr]bool) (bool, error) {
	if seen[e] || !e.varies {
		return false, nil
	}
	seen[e] = true
	if e.op == OpCall {
		return ev.movingPower(e.body, seen)
	}
	if inPower(e) {
		if e.op != OpPow {
			return true, nil
		}
		base, err := ev.Value(e.args[0])
		if err != nil {
			return false, err
		}
		if s, known := base.Sign(); known != True || s <= 0 {
			return true, nil
		}
	}
	for _, a := range e.args {
		if m, err := ev.movingPower(a, seen); m || err != nil {
			return m, err
		}
	}
	return false, nil
}

// inPower reports whether e is a power with an exponent, or a Bessel function with an order, that varies.
func inPower(e *Expr) bool {
	switch e.op {
	case OpPow:
		return e.args[1].varies
	case OpBesselJ, OpBesselI, OpBesselK:
		return e.args[0].varies
	}
	return false
}

func variesInPower(e *Expr, seen map[*Expr]bool) bool {
	if seen[e] || !e.varies {
		return false
	}
	seen[e] = true
	if e.op == OpCall {
		return variesInPower(e.body, seen)
	}
	if inPower(e) {
		return true
	}
	for _, a := range e.args {
		if variesInPower(a, seen) {
			return true
		}
	}
	return false
}

// defined proves that a formula has a value at every distance of the span: each operation that is evaluated, those in the sides of conditions and in all
// arguments of min and max included, is defined there. If not, it says which condition is missing, and returns the operations, free of branches, that
// were not proved to be defined.
func (r *resolver) defined(e *Expr) (why string, doubtful []*Expr) {
	seen := make(map[*Expr]bool)
	fail := func(reason string) {
		if why == "" {
			why = reason
		}
	}
	var walk, condition func(*Expr)
	condition = func(c *Expr) {
		switch c.op {
		case OpNot:
			condition(c.args[0])
			return
		case OpAnd, OpOr:
			condition(c.args[0])
			if t, err := r.truth(c.args[0]); err != nil || t == (c.op == OpAnd) {
				condition(c.args[1])
			}
			return
		}
		walk(c.args[0])
		walk(c.args[1])
	}
	walk = func(e *Expr) {
		switch {
		case seen[e] || len(e.args) == 0 && e.op != OpCall:
			return
		case !e.varies:
			fail(enclosedConstant(e))
			return
		}
		seen[e] = true
		switch e.op {
		case OpCall:
			walk(e.body)
			return
		case OpCond:
			condition(e.args[0])
			t, err := r.truth(e.args[0])
			switch {
			case err != nil:
				fail(err.Error())
			case t:
				walk(e.args[1])
			default:
				walk(e.args[2])
			}
			return
		}
		args := make([]*Expr, len(e.args))
		for i, a := range e.args {
			walk(a)
			var err error
			if args[i], err = r.value(a); err != nil {
				fail(err.Error())
				return
			}
		}
		switch e.op {
		case OpAbs, OpMin, OpMax:
			return
		}
		whole := Apply(e.op, args...)
		if !whole.varies {
			fail(enclosedConstant(whole))
			return
		}
		if reason := r.prove.regularAt(e.op, args); reason != "" {
			fail(reason)
			doubtful = append(doubtful, whole)
		}
	}
	walk(e)
	return why, doubtful
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
