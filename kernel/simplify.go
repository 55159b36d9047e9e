package kernel

// simplify applies the identities that substitution leaves behind: x·1, x/1, x^1, x^0,
// x+0, x−0, x−x, 0·x, 0/x, −(−x) and x±(−y). Those with a zero hold where x is finite,
// as it is inside a piece.
func simplify(e *Expr) *Expr {
	s := simplifier{memo: make(map[*Expr]*Expr)}
	return s.node(e)
}

type simplifier struct{ memo map[*Expr]*Expr }

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
	v = identity(v)
	s.memo[e] = v
	return v
}

// identity applies one of the identities at the root of e.
func identity(e *Expr) *Expr {
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
		if a.isInt(0) {
			return b
		}
		if b.isInt(0) {
			return a
		}
		if b.op == OpNeg {
			return identity(sub(a, b.args[0]))
		}
	case OpSub:
		b := e.args[1]
		switch {
		case b.isInt(0):
			return a
		case a.isInt(0):
			return identity(neg(b))
		case b.op == OpNeg:
			return identity(add(a, b.args[0]))
		case a.Equal(b):
			return Int(0)
		}
	case OpMul:
		b := e.args[1]
		switch {
		case a.isInt(0) || b.isInt(0):
			return Int(0)
		case a.isInt(1):
			return b
		case b.isInt(1):
			return a
		}
	case OpDiv:
		b := e.args[1]
		switch {
		case a.isInt(0) && !b.isInt(0):
			return Int(0)
		case b.isInt(1):
			return a
		}
	case OpPow:
		switch b := e.args[1]; {
		case b.isInt(1):
			return a
		case b.isInt(0):
			return Int(1)
		}
	}
	return e
}
