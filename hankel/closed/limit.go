package closed

import (
	"krein/kernel"
)

// SplitLimit writes e = c + r with a constant c and a formula r that decays, for sums and multiples of hyperbolic tangents of quadratic polynomials:
//
//	tanh x = 1 − 2/(1+e^{2x}) = −1 + 2/(1+e^{−2x}).
//
// ok is false if nothing was split off.
func SplitLimit(e *kernel.Expr) (c, r *kernel.Expr, ok bool) {
	args := e.Args()
	switch e.Op() {
	case kernel.OpCall:
		return SplitLimit(e.Body())
	case kernel.OpNeg:
		if c, r, ok = SplitLimit(args[0]); ok {
			return kernel.Apply(kernel.OpNeg, c), kernel.Apply(kernel.OpNeg, r), true
		}
	case kernel.OpMul, kernel.OpDiv:
		i := 0
		if e.Op() == kernel.OpMul && !args[0].Varies() {
			i = 1
		}
		if args[1-i].Varies() {
			return nil, nil, false
		}
		c, r, ok = SplitLimit(args[i])
		switch {
		case !ok:
		case i == 1:
			return kernel.Apply(e.Op(), args[0], c), kernel.Apply(e.Op(), args[0], r), true
		default:
			return kernel.Apply(e.Op(), c, args[1]), kernel.Apply(e.Op(), r, args[1]), true
		}
	case kernel.OpTanh:
		return splitTanh(args[0])
	}
	return nil, nil, false
}

func splitTanh(x *kernel.Expr) (c, r *kernel.Expr, ok bool) {
	f, ok := Normalise(x)
	if !ok {
		return nil, nil, false
	}
	p, ok := f.Quadratic()
	if !ok {
		return nil, nil, false
	}
	sign := p[2].Sign()
	if p[2].IsZero() {
		sign = p[1].Sign()
	}
	if sign == 0 {
		return nil, nil, false
	}
	// exp(2|…|), its exponent written out so that its growth can be read off
	var sum *kernel.Expr
	for i, a := range p {
		if a.IsZero() {
			continue
		}
		t, ok := a.Mul(IntNum(int64(2 * sign))).Expr()
		if !ok {
			return nil, nil, false
		}
		if i > 0 {
			t = kernel.Apply(kernel.OpMul, t, kernel.Apply(kernel.OpPow, kernel.Variable(), kernel.Int(int64(i))))
		}
		if sum == nil {
			sum = t
		} else {
			sum = kernel.Apply(kernel.OpAdd, sum, t)
		}
	}
	r = kernel.Apply(kernel.OpDiv, kernel.Int(int64(-2*sign)), kernel.Apply(kernel.OpAdd, kernel.Int(1), kernel.Apply(kernel.OpExp, sum)))
	return kernel.Int(int64(sign)), r, true
}
