package kernel

import (
	"math/big"

	"krein/ball"
)

// ProvedEqual tells whether a and b are the same function of z on (0, ∞). True: they are proved to be equal at every z > 0
// at which both are defined, breakpoints between pieces excepted, because their pieces (ExactPieces) have the same normal form as polynomials in z and in
// functions of z. False: enclosures exclude each other at some z > 0. Otherwise Unknown. Whether one
// of them is defined where the other is not, or has a value of its own at a breakpoint (OwnValues), it does not say. It panics if a or b is a condition.
func ProvedEqual(a, b *Expr) ball.Truth {
	if isBool(a.op) || isBool(b.op) {
		panic("kernel: ProvedEqual of a condition")
	}
	if a.Equal(b) {
		return True
	}
	if sameForm(a, b) {
		return True
	}
	points := []*big.Rat{rat(1, 7), rat(3, 5), rat(1, 1), rat(17, 11), rat(23, 9), rat(41, 10), rat(1, 100), rat(50, 3)}
	x, errA := piecesOf(a)
	y, errB := piecesOf(b)
	if errA == nil && errB == nil {
		if samePieces(x, y) {
			return True
		}
		points = append(points, pointsBetween(x, y)...)
	}
	if differSomewhere(a, b, points) {
		return False
	}
	return Unknown
}

// pointsBetween returns points between the breakpoints of both.
func pointsBetween(x, y []ExactPiece) []*big.Rat {
	var cuts []Breakpoint
	for _, p := range append(x[:len(x)-1:len(x)-1], y[:len(y)-1]...) {
		cuts = append(cuts, p.Hi)
	}
	order, err := orderedCuts(cuts)
	if err != nil || len(order) > maxEqualPoints {
		return nil
	}
	var out []*big.Rat
	lo := Const{}
	for i := 0; i <= len(order); i++ {
		in := span{lo: lo, inf: true}
		if i < len(order) {
			in = span{lo: lo, hi: order[i].c}
			lo = order[i].c
		}
		if x, ok := newSignProver(in, nil).inner(); ok {
			out = append(out, x)
		}
	}
	return out
}

// maxEqualPoints bounds the pieces inside which two functions are compared.
const maxEqualPoints = 40

func piecesOf(e *Expr) ([]ExactPiece, error) {
	if err := undefinedSomewhere(e, nil); err != nil {
		return nil, err
	}
	a := (&exactForm{whole: e, parts: &pieceForm{whole: e}}).exactly()
	return a.pieces, a.err
}

// samePieces compares on the common refinement.
func samePieces(x, y []ExactPiece) bool {
	for i, j := 0, 0; i < len(x) && j < len(y); {
		if !sameForm(x[i].Expr, y[j].Expr) {
			return false
		}
		p, q := x[i].span, y[j].span
		switch {
		case p.inf && q.inf:
			return true
		case q.inf:
			i++
			continue
		case p.inf:
			j++
			continue
		}
		s, known := p.hi.Cmp(q.hi)
		if known != True {
			return false
		}
		if s <= 0 {
			i++
		}
		if s >= 0 {
			j++
		}
	}
	return false
}

// differSomewhere looks for a point at which enclosures exclude each other.
func differSomewhere(a, b *Expr, points []*big.Rat) bool {
	f, g := CompileBalls(a), CompileBalls(b)
	var z, v, w ball.Real
	for _, x := range points {
		for _, prec := range []uint{128, 1024} {
			z.SetRat(x, 2*prec)
			f.At(&v, &z, prec)
			g.At(&w, &z, prec)
			if v.Overlaps(&w) == False {
				return true
			}
		}
	}
	return false
}

// varSymbol is z > 0 as an unknown of the ring of constants.
var varSymbol = &symbol{kind: symVar, key: "z"}

// sameForm reports whether the branch-free a and b have one normal form.
func sameForm(a, b *Expr) (same bool) {
	_, ok := attempt(func() (int, bool) {
		u, err := Eval(a, symbolPower(varSymbol, intExp(1)), formArith{})
		if err != nil {
			return 0, false
		}
		v, err := Eval(b, symbolPower(varSymbol, intExp(1)), formArith{})
		if err != nil {
			return 0, false
		}
		return 0, u.Sub(v).isZeroForm()
	})
	return ok
}

// formArith is constArith in which z is an unknown: an operation that depends on what is not known of z makes a symbol of its own.
// Identities that constArith uses without asking for a sign hold wherever both sides are defined.
type formArith struct{ constArith }

func (ar formArith) Unary(op Op, a Const) (Const, error) {
	c, err := ar.constArith.Unary(op, a)
	if err == nil || !mentionsVar(a) {
		return c, err
	}
	switch op {
	case OpSqrt:
		return symbolPower(newSymbol(symSum, OpNum, nil, a), exponent{1, 2}), nil
	case OpAsin:
		v, err := ar.Unary(OpAcos, a)
		return constPi().scale(big.NewRat(1, 2)).Sub(v), err
	}
	return symbolPower(newSymbol(symFunc, op, nil, a), intExp(1)), nil
}

func (ar formArith) PowRat(a Const, p *big.Rat) (Const, error) {
	c, err := ar.constArith.PowRat(a, p)
	if err == nil || !mentionsVar(a) {
		return c, err
	}
	e, small := exponentOf(p)
	if !small {
		return c, err
	}
	return symbolPower(newSymbol(symSum, OpNum, nil, a), e), nil
}

func (ar formArith) Binary(op Op, a, b Const) (Const, error) {
	if op == OpDiv {
		inv, err := ar.PowRat(b, big.NewRat(-1, 1))
		if err != nil {
			return inv, err
		}
		return ar.constArith.Binary(OpMul, a, inv)
	}
	return ar.constArith.Binary(op, a, b)
}

func (ar formArith) Bessel(op Op, nu, x Const) (Const, error) {
	c, err := ar.constArith.Bessel(op, nu, x)
	r, ok := nu.Rat()
	if err == nil || !ok || !mentionsVar(x) {
		return c, err
	}
	return symbolPower(newSymbol(symBessel, op, r, x), intExp(1)), nil
}

// mentionsVar reports whether z occurs in c.
func mentionsVar(c Const) bool {
	for _, t := range c.terms() {
		for _, p := range t.f {
			if p.s.kind == symVar || mentionsVar(p.s.arg) {
				return true
			}
		}
	}
	return false
}
