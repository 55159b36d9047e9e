package quadrature

import (
	"krein/internal/hankel/closed"
	"krein/internal/kernel/formula"
)

// cleared returns f and n ≥ 0 such that e = f/z^n for z > 0, without the powers of z by which sums and products in e
// are divided: sin(z)/z is not bounded on balls around 0.
func cleared(e *formula.Expr) (f *formula.Expr, n int64) {
	if c, p, ok := monomial(e); ok && p < 0 {
		return c, -p
	}
	switch args := e.Args(); e.Op() {
	case formula.OpNeg:
		f, n = cleared(args[0])
		return formula.Neg(f), n
	case formula.OpAdd, formula.OpSub, formula.OpMul:
		f, n = cleared(args[0])
		g, m := cleared(args[1])
		if e.Op() == formula.OpMul {
			return formula.Mul(f, g), n + m
		}
		times := func(f *formula.Expr, p int64) *formula.Expr {
			return formula.Mul(f, formula.Pow(formula.Variable(), formula.Int(p)))
		}
		return formula.Apply(e.Op(), times(f, max(m-n, 0)), times(g, max(n-m, 0))), max(n, m)
	case formula.OpDiv:
		f, n = cleared(args[0])
		if c, p, ok := monomial(args[1]); ok && p > 0 {
			return formula.Div(f, c), n + p
		}
		return formula.Div(f, args[1]), n
	case formula.OpPow:
		if p := args[1].Num(); p != nil && p.IsInt() && p.Sign() > 0 && p.Num().BitLen() < 8 {
			if f, n = cleared(args[0]); n < 1<<16 {
				return formula.Pow(f, args[1]), n * p.Num().Int64()
			}
		}
	}
	return e, 0
}

// monomial reads e as c z^p with a whole p.
func monomial(e *formula.Expr) (c *formula.Expr, p int64, ok bool) {
	f, ok := closed.Normalise(e)
	if !ok || len(f) != 1 || !f[0].Bare() || f[0].Phase != 0 {
		return nil, 0, false
	}
	r, whole := f[0].Pow.Rat()
	c, ok = f[0].C.Expr()
	if !ok || !whole || !r.IsInt() || !r.Num().IsInt64() {
		return nil, 0, false
	}
	return c, r.Num().Int64(), true
}
