package piecewise

import (
	"math/big"

	"krein/internal/kernel/constant"
	"krein/internal/kernel/formula"
)

// A layer is an inner part x of formulas, with -1 < x < 1 or 0 < x < 1 on a span, of which they are functions. With
// φ = arccos x they are formulas in φ, smooth at x = ±1 where acos x and √(1−x²) are not.
type layer struct {
	prove *signProver // on the range of φ, nil if that of x is not proved
}

// layered proves the sign of a formula that depends on the distance through one argument x of an arccosine or arcsine
// alone: as a function of φ = arccos x on the range of φ, which is proved first, for x itself in the same way. So signs
// of functions of functions, as networks of many layers have, take a step for every layer and no more.
// x ↦ arccos x is a bijection of (−1,1) and (0,π), and of (0,1) and (0,π/2): a formula in x that has one sign for all φ of that
// interval has it for all x, and so for all z. The range of x is proved as signs of 1 − x and x, or 1 + x.
func (p *signProver) layered(e *formula.Expr) (int, bool) {
	e = regular(e)
	for _, x := range arcArguments(e) {
		outer, ok := InAngleOf(e, x)
		if !ok {
			continue
		}
		if l := p.layer(x); l.prove != nil {
			if s, ok := l.prove.sign(outer); ok {
				return s, true
			}
		}
	}
	return 0, false
}

// layer returns what is known of an argument x.
// The open interval suffices: 1 − x > 0 strictly on the span.
func (p *signProver) layer(x *formula.Expr) *layer {
	for known, l := range p.layers {
		if known.Equal(x) {
			return l
		}
	}
	l := new(layer)
	if p.layers == nil {
		p.layers = make(map[*formula.Expr]*layer)
	}
	p.layers[x] = l // one that is asked for again on the way is not known
	if !p.positive(formula.Simplify(formula.Sub(formula.Int(1), x))) {
		return l
	}
	in := span{hi: constant.Pi()}
	switch {
	case p.positive(x):
		in.hi = in.hi.Scale(big.NewRat(1, 2))
	case !p.positive(formula.Simplify(formula.Add(formula.Int(1), x))):
		return l
	}
	l.prove = newSignProver(in, p.meter)
	return l
}

// arcArguments lists the arguments of arcsines and arccosines in e that vary, outer ones before what they hold.
func arcArguments(e *formula.Expr) (out []*formula.Expr) {
	e.Some(func(part *formula.Expr) bool {
		if op := part.Op(); (op == formula.OpAcos || op == formula.OpAsin) && part.Varies() {
			out = append(out, formula.Unfold(part.Args()[0]))
		}
		return false
	})
	return out
}

// InAngleOf writes e as a formula in φ = arccos x, 0 < φ < π, if the distance occurs in x alone, or x is a multiple of
// it.
// sin φ = √(1−x²) ≥ 0 for φ in (0,π), so that the root is replaced by sin φ itself; asin x = π/2 − φ. Every occurrence of the
// distance has to be in one of these: what is left of it is a failure, not a guess.
func InAngleOf(e, x *formula.Expr) (outer *formula.Expr, ok bool) {
	angle := formula.NewVariable()
	cos, sin := formula.Apply(formula.OpCos, angle), formula.Apply(formula.OpSin, angle)
	slope := slopeOf(x)
	is := func(part *formula.Expr) bool {
		return part == x || part.Equal(x) || slope != nil && same(slope, slopeOf(part))
	}
	outer = e.Replace(func(part *formula.Expr) *formula.Expr {
		switch a := part.Args(); {
		case is(part):
			return cos
		case part.Op() == formula.OpVar && slope != nil:
			return formula.Div(cos, formula.Rational(slope))
		case part.Op() == formula.OpAcos && is(formula.Unfold(a[0])):
			return angle
		case part.Op() == formula.OpAsin && is(formula.Unfold(a[0])):
			return formula.Sub(formula.Mul(formula.Frac(1, 2), formula.Pi()), angle)
		case part.Op() == formula.OpSqrt && oneMinusSquare(formula.Unfold(a[0]), is):
			return sin
		case part.Op() == formula.OpSqrt && slope != nil:
			if k := multipleOfRoot(a[0], slope); k != nil {
				return formula.Mul(formula.Apply(formula.OpSqrt, formula.Rational(k)), sin)
			}
		}
		return nil
	})
	if outer.Some(func(part *formula.Expr) bool { return part.Op() == formula.OpVar && part != angle }) {
		return nil, false
	}
	return formula.Simplify(formula.Substitute(outer, formula.Variable())), true
}

// slopeOf returns r > 0 of x = rz, nil for other formulas.
func slopeOf(x *formula.Expr) *big.Rat {
	p, q, ok := constant.Polynomial(x, nil)
	if !ok || q != 1 || len(p) != 2 || p[0].Sign() != 0 || p[1].Sign() <= 0 {
		return nil
	}
	return p[1]
}

func same(a, b *big.Rat) bool { return b != nil && a.Cmp(b) == 0 }

// multipleOfRoot returns k > 0 of g = k(1 − r²z²), nil for other formulas.
// √(k(1 − r²z²)) = √k·sin φ for rz = cos φ: exact rationals.
func multipleOfRoot(g *formula.Expr, r *big.Rat) *big.Rat {
	p, q, ok := constant.Polynomial(g, nil)
	if !ok || q != 1 || len(p) != 3 || p[1].Sign() != 0 || p[0].Sign() <= 0 {
		return nil
	}
	k := new(big.Rat).Mul(p[0], new(big.Rat).Mul(r, r))
	if k.Add(k, p[2]).Sign() != 0 {
		return nil
	}
	return p[0]
}

// oneMinusSquare reports whether e is written as 1 − x².
func oneMinusSquare(e *formula.Expr, is func(*formula.Expr) bool) bool {
	if e.Op() != formula.OpSub || !e.Args()[0].IsInt(1) {
		return false
	}
	square := e.Args()[1]
	switch a := square.Args(); square.Op() {
	case formula.OpPow:
		return a[1].IsInt(2) && is(formula.Unfold(a[0]))
	case formula.OpMul:
		return is(formula.Unfold(a[0])) && is(formula.Unfold(a[1]))
	}
	return false
}
