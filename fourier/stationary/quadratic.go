package stationary

import "krein/internal/kernel/formula"

// quadratic is a function of a coordinate as c₂x² + a|x| + c₁x + c₀ + rest; nil stands for 0.
type quadratic struct {
	square, abs, linear, constant *formula.Expr
	rest                          *formula.Expr
	even                          bool // rest is in |x|
}

// takeQuadratic takes from the summands of f what is a polynomial of degree 2 at most in x and |x|.
// A summand that is a polynomial in x and |x| of degree two goes into the four coefficients, x|x|
// into the rest.
func takeQuadratic(f function) quadratic {
	q := quadratic{even: f.even}
	for _, term := range f.expr.Summands(func(body *formula.Expr) bool {
		return body.Op() == formula.OpAdd || body.Op() == formula.OpSub || body.Op() == formula.OpNeg
	}) {
		p, ok := smallPolynomial(term, f.even)
		if !ok {
			q.rest = add(q.rest, term)
			continue
		}
		q.constant, q.linear = add(q.constant, p[0]), add(q.linear, p[1])
		q.abs, q.square = add(q.abs, p[2]), add(q.square, p[3])
	}
	return q
}

// whole is what is left of q.
func (q *quadratic) whole() function {
	x := formula.Variable()
	abs := x
	if !q.even {
		abs = formula.Apply(formula.OpAbs, x)
	}
	e := q.rest
	e = add(e, mul(q.square, formula.Pow(x, formula.Int(2))))
	e = add(e, mul(q.abs, abs))
	e = add(e, mul(q.linear, x)) // never of an even function
	e = add(e, q.constant)
	if e == nil {
		e = formula.Int(0)
	}
	return function{e, q.even}
}

// small are the coefficients of 1, x, |x| and x²; nil stands for 0.
type small [4]*formula.Expr

// smallPolynomial reads a polynomial of degree 2 at most, without x|x|. The variable is |x| if even.
func smallPolynomial(e *formula.Expr, even bool) (p small, ok bool) { // one function: a case for each operation.
	if !e.Varies() {
		return small{e}, true
	}
	a := e.Args()
	switch e.Op() {
	case formula.OpVar:
		if even {
			return small{2: formula.Int(1)}, true
		}
		return small{1: formula.Int(1)}, true
	case formula.OpAbs:
		if formula.Unfold(a[0]).Op() == formula.OpVar {
			return small{2: formula.Int(1)}, true
		}
	case formula.OpNeg, formula.OpAdd, formula.OpSub:
		p, ok = smallPolynomial(a[0], even)
		if e.Op() == formula.OpNeg {
			return p.times(formula.Int(-1)), ok
		}
		q, also := smallPolynomial(a[1], even)
		if e.Op() == formula.OpSub {
			q = q.times(formula.Int(-1))
		}
		for i := range p {
			p[i] = add(p[i], q[i])
		}
		return p, ok && also
	case formula.OpMul:
		p, ok = smallPolynomial(a[0], even)
		if !ok {
			return p, false
		}
		q, also := smallPolynomial(a[1], even)
		if !also {
			return p, false
		}
		return p.by(q)
	case formula.OpDiv:
		if p, ok = smallPolynomial(a[0], even); ok && !a[1].Varies() {
			for i := range p {
				p[i] = div(p[i], a[1])
			}
			return p, true
		}
	case formula.OpPow:
		if a[1].IsInt(2) {
			if p, ok = smallPolynomial(a[0], even); ok {
				return p.by(p)
			}
		}
	}
	return p, false
}

func (p small) times(c *formula.Expr) small {
	for i := range p {
		p[i] = mul(p[i], c)
	}
	return p
}

// by is the product, if its degree is 2 at most and it has no x|x|.
// |x|·|x| = x² and x·x = x²; x·|x| is refused, unless a coefficient is 0.
func (p small) by(q small) (out small, ok bool) {
	if mul(p[1], q[2]) != nil || mul(p[2], q[1]) != nil {
		return out, false
	}
	if p[3] != nil && (q[1] != nil || q[2] != nil || q[3] != nil) || q[3] != nil && (p[1] != nil || p[2] != nil) {
		return out, false
	}
	out[0] = mul(p[0], q[0])
	for i := 1; i < 4; i++ {
		out[i] = add(mul(p[0], q[i]), mul(p[i], q[0]))
	}
	out[3] = add(out[3], add(mul(p[1], q[1]), mul(p[2], q[2])))
	return out, true
}
