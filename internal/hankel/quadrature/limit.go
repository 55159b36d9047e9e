package quadrature

import (
	"krein/internal/hankel/closed"
	"krein/internal/kernel/formula"
)

// splitLimit writes e = c + r with a constant c and a formula r that decays, for sums and multiples of hyperbolic
// tangents of quadratic polynomials:
//
//	tanh x = 1 − 2/(1+e^{2x}) = −1 + 2/(1+e^{−2x}).
//
// ok is false if nothing was split off.
func splitLimit(e *formula.Expr) (c, r *formula.Expr, ok bool) {
	args := e.Args()
	switch e.Op() {
	case formula.OpCall:
		return splitLimit(e.Body())
	case formula.OpNeg:
		if c, r, ok = splitLimit(args[0]); ok {
			return formula.Apply(formula.OpNeg, c), formula.Apply(formula.OpNeg, r), true
		}
	case formula.OpMul, formula.OpDiv:
		i := 0
		if e.Op() == formula.OpMul && !args[0].Varies() {
			i = 1
		}
		if args[1-i].Varies() {
			return nil, nil, false
		}
		c, r, ok = splitLimit(args[i])
		switch {
		case !ok:
		case i == 1:
			return formula.Apply(e.Op(), args[0], c), formula.Apply(e.Op(), args[0], r), true
		default:
			return formula.Apply(e.Op(), c, args[1]), formula.Apply(e.Op(), r, args[1]), true
		}
	case formula.OpTanh:
		return splitTanh(args[0])
	}
	return nil, nil, false
}

func splitTanh(x *formula.Expr) (c, r *formula.Expr, ok bool) {
	f, ok := closed.Normalise(x)
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
	var sum *formula.Expr
	for i, a := range p {
		if a.IsZero() {
			continue
		}
		t, ok := a.Mul(closed.IntNum(int64(2 * sign))).Expr()
		if !ok {
			return nil, nil, false
		}
		if i > 0 {
			t = formula.Apply(formula.OpMul, t, formula.Apply(formula.OpPow, formula.Variable(), formula.Int(int64(i))))
		}
		if sum == nil {
			sum = t
		} else {
			sum = formula.Apply(formula.OpAdd, sum, t)
		}
	}
	r = formula.Apply(formula.OpDiv, formula.Int(int64(-2*sign)),
		formula.Apply(formula.OpAdd, formula.Int(1), formula.Apply(formula.OpExp, sum)))
	return formula.Int(int64(sign)), r, true
}
