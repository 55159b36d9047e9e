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
		r := a[1].Num()
		switch p := Parity(a[0]); {
		case p == 1 && !a[1].varies, p == -1 && r != nil && r.IsInt() && r.Num().Bit(0) == 0:
			return 1
		case p == -1 && r != nil && r.IsInt():
			return -1
		case p == 1 && Parity(a[1]) == 1:
			return 1
		}
	case OpSin, OpTan, OpAsin, OpAtan, OpSinh, OpTanh, OpErf:
		return arg()
	case OpCos, OpCosh, OpAbs:
		if arg() != 0 {
			return 1
		}
	case OpBesselJ, OpBesselI:
		nu := a[0].Num()
		switch p := arg(); {
		case p == 1:
			return 1
		case p == -1 && nu != nil && nu.IsInt():
			if nu.Num().Bit(0) == 0 {
				return 1
			}
			return -1
		}
	case OpExp, OpLog, OpSqrt, OpAcos, OpErfc, OpGamma, OpBesselK:
		return max(arg(), 0)
	}
	return 0
}
