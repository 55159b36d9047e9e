package formula

// Parity returns 1 if e is seen to be an even function of z, −1 if an odd one, wherever z and −z are both in its domain, and 0 if
// neither is seen.
func Parity(e *Expr) int {
	if !e.varies {
		return 1
	}
	a := e.args
	arg := func() int { return Parity(a[len(a)-1]) }
	switch e.op {
	case OpVar:
		return -1
	case OpCall:
		return Parity(e.body)
	case OpNeg:
		return Parity(a[0])
	case OpAdd, OpSub:
		if p := Parity(a[0]); p == Parity(a[1]) {
			return p
		}
	case OpMul, OpDiv:
		return Parity(a[0]) * Parity(a[1])
	case OpPow:
		if n := a[1].Num(); n != nil && n.IsInt() && Parity(a[0]) == -1 {
			return 1 - 2*int(n.Num().Bit(0))
		}
	case OpSin, OpTan, OpAsin, OpAtan, OpSinh, OpTanh, OpErf:
		return arg()
	case OpCos, OpCosh, OpAbs:
		return arg() * arg()
	case OpBesselJ, OpBesselI:
		if nu := a[0].Num(); nu != nil && nu.IsInt() && arg() == -1 {
			return 1 - 2*int(nu.Num().Bit(0))
		}
	}
	for _, x := range a { // whatever is done with even functions
		if Parity(x) != 1 {
			return 0
		}
	}
	return 1
}
