package minimal

import (
	"math/big"

	"krein/ball"
	"krein/internal/kernel/eval"
	"krein/internal/kernel/formula"
)

// span is an interval given by its ends: unlike a ball it can end exactly where a function does, √(4−z²) on [2−δ, 2].
// An interval of which nothing is known has infinite ends.
type span struct{ lo, hi *big.Float }

// spans is the arithmetic of intervals with ends of prec bits, rounded outwards. Operations that are not monotone are
// left to balls, tight or not.
type spans struct {
	prec  uint
	balls formula.Arith[*ball.Real]
}

// spanValue sets dst to an enclosure of e on [lo, hi], an indeterminate one if none is found.
func spanValue(dst *ball.Real, e *formula.Expr, lo, hi *big.Float, prec uint) {
	s := &spans{prec: prec, balls: eval.RealBalls(prec)}
	v, err := formula.Eval[*span](e, &span{lo, hi}, s)
	if err != nil {
		dst.SetIndeterminate()
		return
	}
	dst.Set(s.ball(v))
}

func (s *spans) ball(x *span) *ball.Real {
	return new(ball.Real).SetInterval(x.lo, x.hi, s.prec+64)
}

func (s *spans) of(b *ball.Real) *span {
	return &span{b.Lower(nil, s.prec), b.Upper(nil, s.prec)}
}

func (s *spans) finite(x *span) bool { return !x.lo.IsInf() && !x.hi.IsInf() }

// hull returns the smallest span around the balls.
func (s *spans) hull(b ...*ball.Real) *span {
	out := s.of(b[0])
	for _, x := range b[1:] {
		y := s.of(x)
		if y.lo.Cmp(out.lo) < 0 {
			out.lo = y.lo
		}
		if y.hi.Cmp(out.hi) > 0 {
			out.hi = y.hi
		}
	}
	return out
}

// unknown is the whole line.
func unknown() *span {
	return &span{new(big.Float).SetInf(true), new(big.Float).SetInf(false)}
}

func point(x *big.Float) *ball.Real { return new(ball.Real).SetFloat(x) }

// Rat converts an exact rational.
func (s *spans) Rat(x *big.Rat) *span { return s.of(s.balls.Rat(x)) }

// Const returns π or e.
func (s *spans) Const(op formula.Op) *span { return s.of(s.balls.Const(op)) }

// Param rejects a parameter.
func (s *spans) Param(p *formula.Expr) (*span, error) { return nil, formula.NoValue(p) }

// Binary applies an operation of two operands.
func (s *spans) Binary(op formula.Op, a, b *span) (*span, error) {
	if !s.finite(a) || !s.finite(b) {
		return unknown(), nil
	}
	switch op {
	case formula.OpAdd, formula.OpSub, formula.OpMin, formula.OpMax:
		first, second := b.lo, b.hi
		if op == formula.OpSub {
			first, second = second, first
		}
		x, err := s.balls.Binary(op, point(a.lo), point(first))
		if err != nil {
			return nil, err
		}
		y, err := s.balls.Binary(op, point(a.hi), point(second))
		if err != nil {
			return nil, err
		}
		return s.hull(x, y), nil
	case formula.OpMul, formula.OpDiv:
		if op == formula.OpDiv && b.lo.Sign() <= 0 && b.hi.Sign() >= 0 {
			return unknown(), nil
		}
		var all []*ball.Real
		for _, u := range []*big.Float{a.lo, a.hi} {
			for _, v := range []*big.Float{b.lo, b.hi} {
				x, err := s.balls.Binary(op, point(u), point(v))
				if err != nil {
					return nil, err
				}
				all = append(all, x)
			}
		}
		return s.hull(all...), nil
	}
	x, err := s.balls.Binary(op, s.ball(a), s.ball(b))
	if err != nil {
		return nil, err
	}
	return s.of(x), nil
}

// PowRat raises to a constant power: of nonnegative numbers it is monotone.
func (s *spans) PowRat(a *span, p *big.Rat) (*span, error) {
	if !s.finite(a) {
		return unknown(), nil
	}
	arg := []*ball.Real{s.ball(a)}
	if a.lo.Sign() > 0 || a.lo.Sign() == 0 && p.Sign() > 0 {
		arg = []*ball.Real{point(a.lo), point(a.hi)}
	}
	return s.map1(arg, func(x *ball.Real) (*ball.Real, error) { return s.balls.PowRat(x, p) })
}

// Unary applies a function of one number.
func (s *spans) Unary(op formula.Op, a *span) (*span, error) {
	if !s.finite(a) {
		return unknown(), nil
	}
	arg := []*ball.Real{s.ball(a)}
	switch op {
	case formula.OpNeg, formula.OpExp, formula.OpLog, formula.OpSqrt, formula.OpAsin, formula.OpAcos, formula.OpAtan,
		formula.OpSinh, formula.OpTanh, formula.OpErf, formula.OpErfc:
		// Monotone, and defined on an interval that contains the one between two points of it.
		arg = []*ball.Real{point(a.lo), point(a.hi)}
	case formula.OpAbs:
		if a.lo.Sign() < 0 && a.hi.Sign() > 0 {
			arg = []*ball.Real{point(a.lo), point(a.hi), new(ball.Real)}
		} else {
			arg = []*ball.Real{point(a.lo), point(a.hi)}
		}
	}
	return s.map1(arg, func(x *ball.Real) (*ball.Real, error) { return s.balls.Unary(op, x) })
}

// map1 returns the hull of f at all arguments.
func (s *spans) map1(arg []*ball.Real, f func(*ball.Real) (*ball.Real, error)) (*span, error) {
	for i, x := range arg {
		y, err := f(x)
		if err != nil {
			return nil, err
		}
		arg[i] = y
	}
	return s.hull(arg...), nil
}

// Bessel applies a Bessel function.
func (s *spans) Bessel(op formula.Op, nu, x *span) (*span, error) {
	y, err := s.balls.Bessel(op, s.ball(nu), s.ball(x))
	if err != nil {
		return nil, err
	}
	return s.of(y), nil
}

// Compare answers what holds for all points.
func (s *spans) Compare(op formula.Op, a, b *span) ball.Truth {
	below, above := a.hi.Cmp(b.lo), a.lo.Cmp(b.hi) // of all of a and b
	decide := func(yes, no bool) ball.Truth {
		switch {
		case yes:
			return ball.True
		case no:
			return ball.False
		}
		return ball.Unknown
	}
	switch op {
	case formula.OpLT:
		return decide(below < 0, above >= 0)
	case formula.OpLE:
		return decide(below <= 0, above > 0)
	case formula.OpGT:
		return decide(above > 0, below <= 0)
	case formula.OpGE:
		return decide(above >= 0, below < 0)
	}
	same := a.lo.Cmp(a.hi) == 0 && b.lo.Cmp(b.hi) == 0 && below == 0
	if op == formula.OpEQ {
		return decide(same, below < 0 || above > 0)
	}
	return decide(below < 0 || above > 0, same)
}

// Join covers both branches of an undecided condition.
func (s *spans) Join(a, b *span) (*span, error) {
	return s.hull(s.ball(a), s.ball(b)), nil
}
