package piecewise

import (
	"math/big"

	"krein/kernel/formula"
	"krein/kernel/internal/powers"
	"krein/kernel/internal/rational"
)

// regular rewrites a formula in z > 0 so that fewer of its parts are singular at 0: acos(1 − 2w²) is 2 asin w and
// √(z^2m g) is z^m √g. The values are the same wherever the formula is defined.
func regular(e *formula.Expr) *formula.Expr {
	r := regularizer{make(map[*formula.Expr]*formula.Expr)}
	return r.node(e)
}

type regularizer struct {
	memo map[*formula.Expr]*formula.Expr
}

func (r *regularizer) node(e *formula.Expr) *formula.Expr {
	if !e.Varies() || len(e.Args()) == 0 && e.Op() != formula.OpCall {
		return e
	}
	if v, ok := r.memo[e]; ok {
		return v
	}
	v := r.rewrite(e)
	r.memo[e] = v
	return v
}

func (r *regularizer) rewrite(e *formula.Expr) *formula.Expr {
	if e.Op() == formula.OpCall {
		if b := r.node(e.Body()); b != e.Body() {
			return b
		}
		return e
	}
	args, changed := make([]*formula.Expr, len(e.Args())), false
	for i, a := range e.Args() {
		args[i] = r.node(a)
		changed = changed || args[i] != a
	}
	if changed {
		e = formula.Apply(e.Op(), args...)
	}
	switch e.Op() {
	case formula.OpAcos, formula.OpAsin:
		v := acosOfSquare(e.Args()[0])
		if v == nil {
			return e
		}
		if e.Op() == formula.OpAsin { // π/2 − acos
			v = formula.Sub(formula.Mul(formula.Frac(1, 2), formula.Pi()), v)
		}
		return v
	case formula.OpSqrt:
		if v := rootOfPower(e.Args()[0]); v != nil {
			return v
		}
	}
	return e
}

// acosOfSquare returns acos(g) for g = ±(1 − az²), a > 0, or nil.
func acosOfSquare(g *formula.Expr) *formula.Expr {
	p, q, ok := powers.Rational(g, nil)
	if !ok || q != 1 || len(p) != 3 || p[1].Sign() != 0 || new(big.Rat).Abs(p[0]).Cmp(rational.One) != 0 || p[0].Sign()*p[2].Sign() > 0 {
		return nil
	}
	half := new(big.Rat).Abs(p[2])
	half.Mul(half, big.NewRat(1, 2))
	v := formula.Mul(formula.Int(2), formula.Apply(formula.OpAsin, formula.Mul(formula.Apply(formula.OpSqrt, formula.Rational(half)), formula.Variable())))
	if p[0].Sign() < 0 {
		v = formula.Sub(formula.Pi(), v)
	}
	return formula.Simplify(v)
}

// rootOfPower returns √g for a polynomial g divisible by z², or nil.
func rootOfPower(g *formula.Expr) *formula.Expr {
	p, q, ok := powers.Rational(g, nil)
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
	c := make([]*formula.Expr, len(p)-2*m)
	for i := range c {
		c[i] = formula.Rational(p[i+2*m])
	}
	return formula.Simplify(formula.Mul(formula.Pow(formula.Variable(), formula.Int(int64(m))), formula.Apply(formula.OpSqrt, formula.Polynomial(c, formula.Variable()))))
}

// dyingProduct encloses on [A, ∞) a product that contains z^a exp(−κz^b), a > 0, which decreases from z^b = a/(κb) on; ok is false if there
// is no such factor, or A lies before that.
func dyingProduct(e *formula.Expr, z halfLine, memo map[*formula.Expr]halfLine) (v halfLine, ok bool) {
	a := new(big.Rat)
	var decay []powers.Term // of the exponents
	rest := halfLine{big.NewFloat(1), big.NewFloat(1)}
	for _, f := range factors(e) {
		if f.Op() == formula.OpExp {
			if t, ok := powers.Sparse(f.Args()[0], nil); ok && len(t) == 1 && t[0].Coef.Sign() < 0 && t[0].Exp.Sign() > 0 {
				decay = append(decay, t[0])
				continue
			}
		} else if t, ok := powers.Sparse(f, nil); ok && len(t) == 1 && t[0].Exp.Sign() > 0 {
			a.Add(a, t[0].Exp)
			rest = rest.mul(halfLineOf(formula.Rational(t[0].Coef), z, memo))
			continue
		}
		rest = rest.mul(halfLineOf(f, z, memo))
	}
	if len(decay) == 0 || a.Sign() == 0 {
		return v, false
	}
	for _, t := range decay[1:] { // other exponentials are at most 1
		rest = rest.mul(halfLineOf(formula.Apply(formula.OpExp, formula.Mul(formula.Rational(t.Coef), formula.Pow(formula.Variable(), formula.Rational(t.Exp)))), z, memo))
	}
	t := decay[0]
	start := new(big.Rat).Quo(a, new(big.Rat).Mul(new(big.Rat).Neg(t.Coef), t.Exp)) // z^b from there on
	from := z.power(t.Exp).lo
	limit, _ := new(big.Float).SetPrec(tailPrec).SetMode(big.ToPositiveInf).SetRat(start).Rat(nil)
	if at, _ := from.Rat(nil); from.IsInf() || at == nil || at.Cmp(limit) < 0 {
		return v, false
	}
	point := halfLine{z.lo, z.lo}
	peak := formula.Apply(formula.OpMul, formula.Pow(formula.Variable(), formula.Rational(a)), formula.Apply(formula.OpExp, formula.Mul(formula.Rational(t.Coef), formula.Pow(formula.Variable(), formula.Rational(t.Exp)))))
	top := halfLineOf(peak.Args()[0], point, make(map[*formula.Expr]halfLine)).mul(halfLineOf(peak.Args()[1], point, make(map[*formula.Expr]halfLine)))
	return rest.mul(halfLine{new(big.Float), top.hi}), true
}
