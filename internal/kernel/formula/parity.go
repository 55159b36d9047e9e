package formula

// Parity returns 1 if e is seen to be an even function of z, −1 if an odd one, wherever z and −z are both in its
// domain, and 0 if neither is seen.
func Parity(e *Expr) int { return parities{}.of(e) }

// parities are those of parts, which may stand in a formula many times.
type parities map[*Expr]int

// An operation on even functions is even. Sums need one parity, products multiply them; odd functions of odd ones are odd, even
// ones of odd ones even; x^n, J_n and I_n, n whole, have the parity of n. All else is not seen. Domains are symmetric only
// where the formula has values at z and −z.
func (known parities) of(e *Expr) (p int) {
	switch p, ok := known[e]; {
	case ok:
		return p
	case !e.varies:
		return 1
	}
	defer func() { known[e] = p }()
	first, last, even := 0, 0, true
	for i, x := range e.args {
		if last = known.of(x); i == 0 {
			first = last
		}
		even = even && last == 1
	}
	switch {
	case e.op == OpCall:
		return known.of(e.body)
	case e.op == OpVar:
		return -1
	case even: // whatever is done with even functions
		return 1
	}
	switch e.op {
	case OpAdd, OpSub:
		if first == last {
			return first
		}
	case OpMul, OpDiv:
		return first * last
	case OpPow, OpBesselJ, OpBesselI:
		order := e.args[0]
		if e.op == OpPow {
			order, last = e.args[1], first
		}
		if n := order.Num(); n != nil && n.IsInt() && last == -1 {
			return 1 - 2*int(n.Num().Bit(0))
		}
	case OpNeg, OpSin, OpTan, OpAsin, OpAtan, OpSinh, OpTanh, OpErf:
		return last
	case OpCos, OpCosh, OpAbs:
		return last * last
	}
	return 0
}
