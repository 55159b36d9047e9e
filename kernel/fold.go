package kernel

import "math/big"

// maxBits bounds numerator and denominator of a folded constant.
const maxBits = 4096

func ratBits(r *big.Rat) int { return max(r.Num().BitLen(), r.Denom().BitLen()) }

// fold returns the value of op on rational constants, or nil if it is not an
// exact rational of reasonable size.
func fold(op Op, args []*Expr) *Expr {
	if op == OpCond {
		switch truthExact(args[0]) {
		case True:
			return args[1]
		case False:
			return args[2]
		}
		return nil
	}
	if op == OpPow && args[0].op == OpE {
		return Apply(OpExp, args[1])
	}
	if isBool(op) {
		return nil
	}
	for _, a := range args {
		if a.op != OpNum {
			return nil
		}
	}
	a := args[0].num
	z := new(big.Rat)
	switch op {
	case OpNeg:
		z.Neg(a)
	case OpAbs:
		z.Abs(a)
	case OpSqrt:
		z = ratRoot(a, 2)
	case OpAdd:
		z.Add(a, args[1].num)
	case OpSub:
		z.Sub(a, args[1].num)
	case OpMul:
		z.Mul(a, args[1].num)
	case OpDiv:
		if args[1].num.Sign() == 0 {
			return nil
		}
		z.Quo(a, args[1].num)
	case OpPow:
		z = ratPow(a, args[1].num)
	case OpMin, OpMax:
		z.Set(a)
		for _, b := range args[1:] {
			if c := b.num.Cmp(z); op == OpMin && c < 0 || op == OpMax && c > 0 {
				z.Set(b.num)
			}
		}
	case OpExp, OpCos, OpCosh, OpErfc: // 1 at 0
		if a.Sign() != 0 {
			return nil
		}
		z.SetInt64(1)
	case OpSin, OpTan, OpAsin, OpAtan, OpSinh, OpTanh, OpErf: // 0 at 0
		if a.Sign() != 0 {
			return nil
		}
	case OpLog, OpAcos: // 0 at 1
		if !args[0].isInt(1) {
			return nil
		}
	default:
		return nil
	}
	if z == nil || ratBits(z) > maxBits {
		return nil
	}
	return leaf(z)
}

// ratPow returns a^p if it is a rational of reasonable size, else nil. 0^0 is 1.
func ratPow(a, p *big.Rat) *big.Rat {
	if !p.Denom().IsInt64() || !p.Num().IsInt64() {
		return nil
	}
	q, n := p.Denom().Int64(), p.Num().Int64()
	if a.Sign() == 0 {
		switch {
		case n == 0:
			return big.NewRat(1, 1)
		case n > 0:
			return new(big.Rat)
		}
		return nil
	}
	if q != 1 {
		if q > maxBits {
			return nil
		}
		if a = ratRoot(a, int(q)); a == nil {
			return nil
		}
	}
	inverse := n < 0
	if inverse {
		n = -n
	}
	if n < 0 || ratBits(a) > 1 && n > int64(maxBits/(ratBits(a)-1)) {
		return nil
	}
	var num, den *big.Int
	if ratBits(a) == 1 { // ±1
		n &= 1
	}
	e := big.NewInt(n)
	num = new(big.Int).Exp(a.Num(), e, nil)
	den = new(big.Int).Exp(a.Denom(), e, nil)
	if inverse {
		num, den = den, num
	}
	return new(big.Rat).SetFrac(num, den)
}

// ratRoot returns the n-th root of a ≥ 0 if it is rational, else nil.
func ratRoot(a *big.Rat, n int) *big.Rat {
	if a.Sign() < 0 {
		return nil
	}
	p, q := intRoot(a.Num(), n), intRoot(a.Denom(), n)
	if p == nil || q == nil {
		return nil
	}
	return new(big.Rat).SetFrac(p, q)
}

// intRoot returns the n-th root of a ≥ 0 if it is an integer, else nil.
func intRoot(a *big.Int, n int) *big.Int {
	if a.BitLen() <= 1 {
		return new(big.Int).Set(a)
	}
	if n == 2 {
		r := new(big.Int).Sqrt(a)
		if new(big.Int).Mul(r, r).Cmp(a) == 0 {
			return r
		}
		return nil
	}
	if n >= a.BitLen() { // 1 < a < 2^n
		return nil
	}
	e := big.NewInt(int64(n))
	lo, hi := big.NewInt(1), new(big.Int).Lsh(big.NewInt(1), uint(a.BitLen()/n+1))
	for lo.Cmp(hi) <= 0 {
		mid := new(big.Int).Add(lo, hi)
		mid.Rsh(mid, 1)
		switch new(big.Int).Exp(mid, e, nil).Cmp(a) {
		case 0:
			return mid
		case -1:
			lo = mid.Add(mid, big.NewInt(1))
		default:
			hi = mid.Sub(mid, big.NewInt(1))
		}
	}
	return nil
}

// truthExact decides a condition whose comparisons are between rationals.
func truthExact(c *Expr) Truth {
	switch c.op {
	case OpNot:
		return not(truthExact(c.args[0]))
	case OpAnd:
		return and(truthExact(c.args[0]), truthExact(c.args[1]))
	case OpOr:
		return not(and(not(truthExact(c.args[0])), not(truthExact(c.args[1]))))
	}
	if a, b := c.args[0], c.args[1]; a.op == OpNum && b.op == OpNum {
		return c.op.Holds(a.num.Cmp(b.num))
	}
	return Unknown
}

// Holds tells whether a comparison holds when its sides compare as c (−1, 0 or 1).
func (op Op) Holds(c int) Truth {
	var t bool
	switch op {
	case OpLT:
		t = c < 0
	case OpLE:
		t = c <= 0
	case OpGT:
		t = c > 0
	case OpGE:
		t = c >= 0
	case OpEQ:
		t = c == 0
	case OpNE:
		t = c != 0
	}
	if t {
		return True
	}
	return False
}

func not(t Truth) Truth { return t.Not() }

func and(a, b Truth) Truth { return a.And(b) }
