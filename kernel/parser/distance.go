package parser

import (
	"math/big"

	"krein/internal/kernel/formula"
)

// distance writes a formula shorter where z ≥ 0 does: z for |z| and √(z²), z^(pq) for (z^p)^q, and z == 0, z > 0 and
// their like for comparisons of cz^p with 0, c and p positive. Nodes that are made anew get the places of those they
// stand for.
type distance struct {
	places map[*formula.Expr]int
	done   map[*formula.Expr]*formula.Expr
}

func (d distance) of(e *formula.Expr) *formula.Expr {
	if len(e.Args()) == 0 || e.Op() == formula.OpCall {
		return e
	}
	if v, ok := d.done[e]; ok {
		return v
	}
	v, args := e, make([]*formula.Expr, len(e.Args()))
	for i, a := range e.Args() {
		if args[i] = d.of(a); args[i] != a {
			v = nil
		}
	}
	if v == nil {
		v = formula.Apply(e.Op(), args...)
	}
	if v = shorter(v); v != e && len(v.Args()) > 0 {
		if _, placed := d.places[v]; !placed {
			if place, ok := d.places[e]; ok {
				d.places[v] = place
			}
		}
	}
	d.done[e] = v
	return v
}

// shorter is distance at the root of a formula.
func shorter(e *formula.Expr) *formula.Expr {
	args := e.Args()
	switch op := e.Op(); op {
	case formula.OpAbs:
		if _, ok := power(args[0]); ok {
			return args[0]
		}
	case formula.OpSqrt:
		return rooted(e, args[0], big.NewRat(1, 2))
	case formula.OpPow:
		if q := args[1].Num(); q != nil && q.Sign() > 0 {
			return rooted(e, args[0], q)
		}
	case formula.OpLT, formula.OpLE, formula.OpGT, formula.OpGE, formula.OpEQ, formula.OpNE:
		for i, a := range args {
			p, ok := power(a)
			if !ok || p.Sign() == 0 || a.Op() == formula.OpVar || !formula.IsZero(args[1-i]) {
				continue
			}
			both := [2]*formula.Expr{formula.Int(0), formula.Int(0)}
			both[i] = formula.Variable()
			return formula.Apply(op, both[0], both[1])
		}
	}
	return e
}

// rooted returns z^(pq) for base^q, base = z^p; otherwise e.
func rooted(e, base *formula.Expr, q *big.Rat) *formula.Expr {
	pure := base.Op() == formula.OpPow && base.Args()[0].Op() == formula.OpVar ||
		base.Op() == formula.OpMul && base.Args()[0].Op() == formula.OpVar && base.Args()[1].Op() == formula.OpVar
	p, ok := power(base)
	if !pure || !ok {
		return e
	}
	if p = new(big.Rat).Mul(p, q); p.Cmp(big.NewRat(1, 1)) == 0 {
		return formula.Variable()
	}
	return formula.Pow(formula.Variable(), formula.Rational(p))
}

// power returns p if e is seen to be cz^p with p ≥ 0 and a number c > 0: finite for z ≥ 0, and 0 at z = 0 alone if p >
// 0.
func power(e *formula.Expr) (p *big.Rat, ok bool) {
	args := e.Args()
	switch e.Op() {
	case formula.OpVar:
		return big.NewRat(1, 1), true
	case formula.OpNum:
		return new(big.Rat), e.Num().Sign() > 0
	case formula.OpPi, formula.OpE:
		return new(big.Rat), true
	case formula.OpMul:
		if p, ok = power(args[0]); ok {
			var q *big.Rat
			if q, ok = power(args[1]); ok {
				return p.Add(p, q), true
			}
		}
	case formula.OpDiv:
		if q, constant := power(args[1]); constant && q.Sign() == 0 {
			return power(args[0])
		}
	case formula.OpPow:
		if q := args[1].Num(); q != nil && q.Sign() > 0 {
			if p, ok = power(args[0]); ok {
				return p.Mul(p, q), true
			}
		}
	}
	return nil, false
}
