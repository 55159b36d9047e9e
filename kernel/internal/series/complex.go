package series

import (
	"math/big"

	"krein/ball"
	"krein/internal/budget"
	"krein/kernel/constant"
	"krein/kernel/formula"
	"krein/kernel/internal/fail"
)

// Complex is a complex number, for oscillating terms at infinity.
type Complex[C any] struct{ Re, Im C }

// ComplexArith is the arithmetic of Complex over the reals co: a field, with the functions only
// on the real line, and the exponential everywhere.
type ComplexArith[C any] struct{ co Coefficients[C] }

// NewComplexArith returns the complex numbers over co.
func NewComplexArith[C any](co Coefficients[C]) ComplexArith[C] { return ComplexArith[C]{co} }

var _ Coefficients[Complex[constant.Value]] = ComplexArith[constant.Value]{}

func (ar ComplexArith[C]) real(a C) Complex[C] {
	return Complex[C]{a, ar.co.Rat(new(big.Rat))}
}

// IsReal reports whether the imaginary part is recognised as zero. If it is not, it must be certain to differ from it.
func (ar ComplexArith[C]) IsReal(a Complex[C]) bool {
	if ar.co.Zero(a.Im) {
		return true
	}
	Must(a.Im, ar.co.Nonzero(a.Im))
	return false
}

func (ar ComplexArith[C]) needReal(a Complex[C]) (c C, err error) {
	if !ar.co.Zero(a.Im) {
		return c, fail.Because("a function of an oscillating quantity")
	}
	return a.Re, nil
}

func (ar ComplexArith[C]) Rat(r *big.Rat) Complex[C]      { return ar.real(ar.co.Rat(r)) }
func (ar ComplexArith[C]) Const(op formula.Op) Complex[C] { return ar.real(ar.co.Const(op)) }
func (ar ComplexArith[C]) Meter() *budget.Meter           { return ar.co.Meter() }
func (ar ComplexArith[C]) Euler() Complex[C]              { return ar.real(ar.co.Euler()) }
func (ar ComplexArith[C]) Zero(a Complex[C]) bool         { return ar.co.Zero(a.Re) && ar.co.Zero(a.Im) }
func (ar ComplexArith[C]) RealSign(a Complex[C]) int      { return ar.co.RealSign(a.Re) }

// Nonzero is nil if one of the parts is certain to differ from zero.
func (ar ComplexArith[C]) Nonzero(a Complex[C]) error {
	var err error
	for _, part := range []C{a.Re, a.Im} {
		if ar.co.Zero(part) {
			continue
		}
		if err = ar.co.Nonzero(part); err == nil {
			return nil
		}
	}
	return err
}

func (ar ComplexArith[C]) Imag() (Complex[C], bool) {
	return Complex[C]{ar.co.Rat(new(big.Rat)), ar.co.Rat(big.NewRat(1, 1))}, true
}

func (ar ComplexArith[C]) Sign(a Complex[C]) (int, error) {
	re, err := ar.needReal(a)
	if err != nil {
		return 0, err
	}
	return ar.co.Sign(re)
}

func (ar ComplexArith[C]) Of(v constant.Value) Complex[C] { return ar.real(ar.co.Of(v)) }

func (ar ComplexArith[C]) Constant(a Complex[C]) (v constant.Value, ok bool) {
	if !ar.co.Zero(a.Im) {
		return v, false
	}
	return ar.co.Constant(a.Re)
}

// combine returns a·b op c·d.
func (ar ComplexArith[C]) combine(op formula.Op, a, b, c, d C) (C, error) {
	s, err := ar.co.Binary(formula.OpMul, a, b)
	if err != nil {
		return s, err
	}
	t, err := ar.co.Binary(formula.OpMul, c, d)
	if err != nil {
		return t, err
	}
	return ar.co.Binary(op, s, t)
}

func (ar ComplexArith[C]) Binary(op formula.Op, a, b Complex[C]) (z Complex[C], err error) {
	switch op {
	case formula.OpAdd, formula.OpSub:
		if z.Re, err = ar.co.Binary(op, a.Re, b.Re); err == nil {
			z.Im, err = ar.co.Binary(op, a.Im, b.Im)
		}
		return z, err
	case formula.OpMul:
		if z.Re, err = ar.combine(formula.OpSub, a.Re, b.Re, a.Im, b.Im); err == nil {
			z.Im, err = ar.combine(formula.OpAdd, a.Re, b.Im, a.Im, b.Re)
		}
		return z, err
	case formula.OpDiv:
		n, err := ar.combine(formula.OpAdd, b.Re, b.Re, b.Im, b.Im)
		if err != nil {
			return z, err
		}
		conj := Complex[C]{Re: b.Re}
		if conj.Im, err = ar.co.Unary(formula.OpNeg, b.Im); err != nil {
			return z, err
		}
		if a, err = ar.Binary(formula.OpMul, a, conj); err != nil {
			return z, err
		}
		if z.Re, err = ar.co.Binary(formula.OpDiv, a.Re, n); err == nil {
			z.Im, err = ar.co.Binary(formula.OpDiv, a.Im, n)
		}
		return z, err
	}
	x, err := ar.needReal(a)
	if err != nil {
		return z, err
	}
	y, err := ar.needReal(b)
	if err != nil {
		return z, err
	}
	if x, err = ar.co.Binary(op, x, y); err != nil {
		return z, err
	}
	return ar.real(x), nil
}

func (ar ComplexArith[C]) PowRat(a Complex[C], p *big.Rat) (Complex[C], error) {
	x, err := ar.needReal(a)
	if err != nil {
		return Complex[C]{}, err
	}
	if x, err = ar.co.PowRat(x, p); err != nil {
		return Complex[C]{}, err
	}
	return ar.real(x), nil
}

func (ar ComplexArith[C]) Unary(op formula.Op, a Complex[C]) (z Complex[C], err error) {
	switch {
	case op == formula.OpNeg:
		if z.Re, err = ar.co.Unary(op, a.Re); err == nil {
			z.Im, err = ar.co.Unary(op, a.Im)
		}
		return z, err
	case op == formula.OpExp && !ar.co.Zero(a.Im):
		m, err := ar.co.Unary(formula.OpExp, a.Re)
		if err != nil {
			return z, err
		}
		for f, part := range map[formula.Op]*C{formula.OpCos: &z.Re, formula.OpSin: &z.Im} {
			v, err := ar.co.Unary(f, a.Im)
			if err != nil {
				return z, err
			}
			if *part, err = ar.co.Binary(formula.OpMul, m, v); err != nil {
				return z, err
			}
		}
		return z, nil
	}
	x, err := ar.needReal(a)
	if err != nil {
		return z, err
	}
	if x, err = ar.co.Unary(op, x); err != nil {
		return z, err
	}
	return ar.real(x), nil
}

func (ar ComplexArith[C]) Bessel(op formula.Op, nu, x Complex[C]) (Complex[C], error) {
	y, err := ar.needReal(x)
	if err != nil {
		return Complex[C]{}, err
	}
	if y, err = ar.co.Bessel(op, nu.Re, y); err != nil {
		return Complex[C]{}, err
	}
	return ar.real(y), nil
}

func (ar ComplexArith[C]) Compare(op formula.Op, a, b Complex[C]) ball.Truth {
	if !ar.co.Zero(a.Im) || !ar.co.Zero(b.Im) {
		return ball.Unknown
	}
	return ar.co.Compare(op, a.Re, b.Re)
}

func (ar ComplexArith[C]) Join(Complex[C], Complex[C]) (Complex[C], error) {
	return Complex[C]{}, fail.Because("an undecided condition")
}

func (ar ComplexArith[C]) GammaTaylor(x Complex[C], n int) ([]Complex[C], error) {
	y, err := ar.needReal(x)
	if err != nil {
		return nil, err
	}
	c, err := ar.co.GammaTaylor(y, n)
	out := make([]Complex[C], len(c))
	for i := range c {
		out[i] = ar.real(c[i])
	}
	return out, err
}
