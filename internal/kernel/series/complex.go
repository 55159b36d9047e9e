package series

import (
	"math/big"

	"krein/internal/kernel/constant"
	"krein/internal/kernel/fail"
	"krein/internal/kernel/formula"
)

// Complex is a coefficient. Only oscillating terms at infinity are not real.
type Complex struct{ Re, Im constant.Value }

// seenReal reports whether all of the numbers are real by their normal forms.
// By form: a number that is real without being seen to be is treated as complex, which is right,
// too.
func seenReal(numbers ...Complex) bool {
	for _, a := range numbers {
		if r, ok := a.Im.Rat(); !ok || r.Sign() != 0 {
			return false
		}
	}
	return true
}

// zero reports whether a is recognised as zero.
func (s *Arith) zero(a Complex) bool { return s.co.Zero(a.Re) && s.co.Zero(a.Im) }

// Nonzero is nil if a is certain to differ from zero, and says otherwise why it may be zero.
// A complex number is not 0 if one of its parts is not.
func (s *Arith) Nonzero(a Complex) error {
	var err error = fail.Undefined("division by zero")
	for _, part := range []constant.Value{a.Re, a.Im} {
		if s.co.Zero(part) {
			continue
		}
		if _, err = s.co.Sign(part); err == nil {
			return nil
		}
	}
	return err
}

// IsReal reports whether the imaginary part is recognised as zero. If it is not, it must be certain to differ from it.
// It is a question with two proved answers: a third is a panic.
func (s *Arith) IsReal(a Complex) bool {
	if s.co.Zero(a.Im) {
		return true
	}
	Must(s.co.Sign(a.Im))
	return false
}

// value returns a if it is recognised as real.
func (s *Arith) value(a Complex) (constant.Value, bool) { return a.Re, s.co.Zero(a.Im) }

func (s *Arith) real(a Complex) constant.Value {
	if !s.co.Zero(a.Im) {
		panic(fail.Because("a function of an oscillating quantity"))
	}
	return a.Re
}

func (s *Arith) realSign(a Complex) int { return Must(s.co.Sign(a.Re)) }
func (s *Arith) signOf(a Complex) int   { return Must(s.co.Sign(s.real(a))) }

// imaginary is i.
func (s *Arith) imaginary() Complex { return Complex{Im: constant.Int(1)} }

func of(v constant.Value) Complex             { return Complex{Re: v} }
func (s *Arith) rat(r *big.Rat) Complex       { return of(s.co.Rat(r)) }
func (s *Arith) number(op formula.Op) Complex { return of(s.co.Const(op)) }
func (s *Arith) Int(n int64) Complex          { return of(constant.Int(n)) }
func (s *Arith) frac(p, q int64) Complex      { return s.rat(big.NewRat(p, q)) }
func (s *Arith) plus(a, b Complex) Complex    { return s.parts(formula.OpAdd, a, b) }
func (s *Arith) minus(a, b Complex) Complex   { return s.parts(formula.OpSub, a, b) }
func (s *Arith) powRatOf(a Complex, p *big.Rat) Complex {
	return of(Must(s.co.PowRat(s.real(a), p)))
}

func (s *Arith) binary(op formula.Op, a, b constant.Value) constant.Value {
	return Must(s.co.Binary(op, a, b))
}

// parts is a sum or a difference.
// Real and imaginary parts apart.
func (s *Arith) parts(op formula.Op, a, b Complex) Complex {
	c := of(s.binary(op, a.Re, b.Re))
	if !seenReal(a, b) {
		c.Im = s.binary(op, a.Im, b.Im)
	}
	return c
}

func (s *Arith) times(a, b Complex) Complex {
	if seenReal(a, b) {
		return of(s.binary(formula.OpMul, a.Re, b.Re))
	}
	product := func(op formula.Op, w, x, y, z constant.Value) constant.Value { // wx ± yz
		return s.binary(op, s.binary(formula.OpMul, w, x), s.binary(formula.OpMul, y, z))
	}
	return Complex{product(formula.OpSub, a.Re, b.Re, a.Im, b.Im), product(formula.OpAdd, a.Re, b.Im, a.Im, b.Re)}
}

// a/b = a·b̄/|b|². That b ≠ 0 is asked by the division of constants.
func (s *Arith) over(a, b Complex) Complex {
	if !seenReal(b) {
		conjugate := Complex{b.Re, b.Im.Neg()}
		a, b = s.times(a, conjugate), s.times(b, conjugate)
	}
	c := of(s.binary(formula.OpDiv, a.Re, b.Re))
	if !seenReal(a) {
		c.Im = s.binary(formula.OpDiv, a.Im, b.Re)
	}
	return c
}

// fn is a function on the real line; the exponential is defined everywhere.
// e^(a+ib) = e^a(cos b + i sin b); all other functions are asked on the real line only.
func (s *Arith) fn(op formula.Op, a Complex) Complex {
	if op == formula.OpNeg {
		return Complex{a.Re.Neg(), a.Im.Neg()}
	}
	unary := func(op formula.Op, v constant.Value) constant.Value { return Must(s.co.Unary(op, v)) }
	if op == formula.OpExp && !s.co.Zero(a.Im) {
		size := unary(op, a.Re)
		return Complex{s.binary(formula.OpMul, size, unary(formula.OpCos, a.Im)),
			s.binary(formula.OpMul, size, unary(formula.OpSin, a.Im))}
	}
	return of(unary(op, s.real(a)))
}
