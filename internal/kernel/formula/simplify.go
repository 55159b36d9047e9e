package formula

// Simplify applies the identities that substitution leaves behind: x·1, x/1, x^1, x^0, x+0, x−0, x−x, 0·x, 0/x, −(−x)
// and x±(−y). Those with a zero hold where x is finite, as it is inside a piece.
func Simplify(e *Expr) *Expr {
	s := simplifier{memo: make(map[*Expr]*Expr)}
	return s.node(e)
}

type simplifier struct{ memo map[*Expr]*Expr }

// From the leaves up, one identity at each node: the result is one formula for one tree.
func (s *simplifier) node(e *Expr) *Expr {
	if len(e.args) == 0 || e.op == OpCall {
		return e
	}
	if v, ok := s.memo[e]; ok {
		return v
	}
	args, changed := make([]*Expr, len(e.args)), false
	for i, a := range e.args {
		args[i] = s.node(a)
		changed = changed || args[i] != a
	}
	v := e
	if changed {
		v = Apply(e.op, args...)
	}
	v = Identity(v)
	s.memo[e] = v
	return v
}

// Identity applies one of the identities at the root of e.
// What is dropped may have had no value: 0·log(z−3). Whoever speaks of a formula's values asks of the tree as it was written
// (piecewise.Resolver.defined); what is said of its pieces holds where it has values. 0^b = 0 for b > 0 only.
func Identity(e *Expr) *Expr {
	if len(e.args) == 0 {
		return e
	}
	a := e.args[0]
	switch e.op {
	case OpNeg:
		if a.op == OpNeg {
			return a.args[0]
		}
	case OpAdd:
		b := e.args[1]
		if a.IsInt(0) {
			return b
		}
		if b.IsInt(0) {
			return a
		}
		if b.op == OpNeg {
			return Identity(Sub(a, b.args[0]))
		}
	case OpSub:
		b := e.args[1]
		switch {
		case b.IsInt(0):
			return a
		case a.IsInt(0):
			return Identity(Neg(b))
		case b.op == OpNeg:
			return Identity(Add(a, b.args[0]))
		case a.Equal(b):
			return Int(0)
		}
	case OpMul:
		b := e.args[1]
		switch {
		case a.IsInt(0) || b.IsInt(0):
			return Int(0)
		case a.IsInt(1):
			return b
		case b.IsInt(1):
			return a
		}
	case OpDiv:
		b := e.args[1]
		switch {
		case a.IsInt(0) && !b.IsInt(0):
			return Int(0)
		case b.IsInt(1):
			return a
		}
	case OpPow:
		switch b := e.args[1]; {
		case b.IsInt(1):
			return a
		case b.IsInt(0):
			return Int(1)
		case a.IsInt(0) && positive(b):
			return a
		}
	}
	return e
}

// positive reports whether e is seen to be a positive constant: for every value of its parameters.
func positive(e *Expr) bool {
	switch e.op {
	case OpNum:
		return e.num.Sign() > 0
	case OpParameter:
		return e.span.Sign() > 0
	case OpAdd, OpMul, OpDiv:
		return positive(e.args[0]) && positive(e.args[1])
	}
	return false
}
