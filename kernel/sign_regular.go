package kernel

import "math/big"

// regular rewrites a formula in z > 0 so that fewer of its parts are singular at 0: acos(1 − 2w²) is 2 asin w and
// √(z^2m g) is z^m √g. The values are the same wherever the formula is defined.
func regular(e *Expr) *Expr {
	r := regularizer{make(map[*Expr]*Expr)}
	return r.node(e)
}

type regularizer struct{ memo map[*Expr]*Expr }

func (r *regularizer) node(e *Expr) *Expr {
	if !e.varies || len(e.args) == 0 && e.op != OpCall {
		return e
	}
	if v, ok := r.memo[e]; ok {
		return v
	}
	v := r.rewrite(e)
	r.memo[e] = v
	return v
}

func (r *regularizer) rewrite(e *Expr) *Expr {
	if e.op == OpCall {
		if b := r.node(e.body); b != e.body {
			return b
		}
		return e
	}
	args, changed := make([]*Expr, len(e.args)), false
	for i, a := range e.args {
		args[i] = r.node(a)
		changed = changed || args[i] != a
	}
	if changed {
		e = Apply(e.op, args...)
	}
	switch e.op {
	case OpAcos, OpAsin:
		v := acosOfSquare(e.args[0])
		if v == nil {
			return e
		}
		if e.op == OpAsin { // π/2 − acos
			v = sub(mul(Frac(1, 2), Pi()), v)
		}
		return v
	case OpSqrt:
		if v := rootOfPower(e.args[0]); v != nil {
			return v
		}
	}
	return e
}

// acosOfSquare returns acos(g) for g = ±(1 − az²), a > 0, or nil.
func acosOfSquare(g *Expr) *Expr {
	p, q, ok := rationalPolynomial(g, nil)
	if !ok || q != 1 || len(p) != 3 || p[1].Sign() != 0 || new(big.Rat).Abs(p[0]).Cmp(oneRat) != 0 || p[0].Sign()*p[2].Sign() > 0 {
		return nil
	}
	half := new(big.Rat).Abs(p[2])
	half.Mul(half, big.NewRat(1, 2))
	v := mul(Int(2), Apply(OpAsin, mul(Apply(OpSqrt, Rational(half)), Variable())))
	if p[0].Sign() < 0 {
		v = sub(Pi(), v)
	}
	return simplify(v)
}

// rootOfPower returns √g for a polynomial g divisible by z², or nil.
func rootOfPower(g *Expr) *Expr {
	p, q, ok := rationalPolynomial(g, nil)
	if !ok || q != 1 {
		return nil
	}
	low := 0
	for low < len(p) && p[low].Sign() == 0 {
		low++
	}
	m := low / 2
	if m == 0 || low == len(p) {
		return nil
	}
	c := make([]*Expr, len(p)-2*m)
	for i := range c {
		c[i] = Rational(p[i+2*m])
	}
	return simplify(mul(power(Variable(), Int(int64(m))), Apply(OpSqrt, polynomialExpr(c, Variable()))))
}

// dyingProduct encloses on [A, ∞) a product that contains z^a exp(−κz^b), a > 0, which decreases from z^b = a/(κb) on; ok is false if there
// is no such factor, or A lies before that.
func dyingProduct(e *Expr, z halfLine, memo map[*Expr]halfLine) (v halfLine, ok bool) {
	a := new(big.Rat)
	var decay []powerTerm // of the exponents
	rest := halfLine{big.NewFloat(1), big.NewFloat(1)}
	for _, f := range factors(e) {
		if f.op == OpExp {
			if t, ok := sparsePolynomial(f.args[0], nil); ok && len(t) == 1 && t[0].coef.Sign() < 0 && t[0].exp.Sign() > 0 {
				decay = append(decay, t[0])
				continue
			}
		} else if t, ok := sparsePolynomial(f, nil); ok && len(t) == 1 && t[0].exp.Sign() > 0 {
			a.Add(a, t[0].exp)
			rest = rest.mul(halfLineOf(Rational(t[0].coef), z, memo))
			continue
		}
		rest = rest.mul(halfLineOf(f, z, memo))
	}
	if len(decay) == 0 || a.Sign() == 0 {
		return v, false
	}
	for _, t := range decay[1:] { // other exponentials are at most 1
		rest = rest.mul(halfLineOf(Apply(OpExp, mul(Rational(t.coef), power(Variable(), Rational(t.exp)))), z, memo))
	}
	t := decay[0]
	start := new(big.Rat).Quo(a, new(big.Rat).Mul(new(big.Rat).Neg(t.coef), t.exp)) // z^b from there on
	from := z.power(t.exp).lo
	limit, _ := new(big.Float).SetPrec(tailPrec).SetMode(big.ToPositiveInf).SetRat(start).Rat(nil)
	if at, _ := from.Rat(nil); from.IsInf() || at == nil || at.Cmp(limit) < 0 {
		return v, false
	}
	point := halfLine{z.lo, z.lo}
	peak := Apply(OpMul, power(Variable(), Rational(a)), Apply(OpExp, mul(Rational(t.coef), power(Variable(), Rational(t.exp)))))
	top := halfLineOf(peak.args[0], point, make(map[*Expr]halfLine)).mul(halfLineOf(peak.args[1], point, make(map[*Expr]halfLine)))
	return rest.mul(halfLine{new(big.Float), top.hi}), true
}
