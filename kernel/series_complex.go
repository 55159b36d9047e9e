package kernel

import (
	"math/big"

	"krein/internal/budget"
)

// complexNum is a complex number, for oscillating terms at infinity.
type complexNum[C any] struct{ re, im C }

// complexArith is the arithmetic of complexNum over the reals co: a field, with the functions only
// on the real line, and the exponential everywhere.
type complexArith[C any] struct{ co coefficients[C] }

var _ coefficients[complexNum[Const]] = complexArith[Const]{}

func (ar complexArith[C]) real(a C) complexNum[C] {
	return complexNum[C]{a, ar.co.Rat(new(big.Rat))}
}

// isReal reports whether the imaginary part is recognised as zero. If it is not, it must be certain to differ from it.
func (ar complexArith[C]) isReal(a complexNum[C]) bool {
	if ar.co.zero(a.im) {
		return true
	}
	ok(a.im, ar.co.nonzero(a.im))
	return false
}

func (ar complexArith[C]) needReal(a complexNum[C]) (c C, err error) {
	if !ar.co.zero(a.im) {
		return c, failSeries("a function of an oscillating quantity")
	}
	return a.re, nil
}

func (ar complexArith[C]) Rat(r *big.Rat) complexNum[C] { return ar.real(ar.co.Rat(r)) }
func (ar complexArith[C]) Const(op Op) complexNum[C]    { return ar.real(ar.co.Const(op)) }
func (ar complexArith[C]) counted() *budget.Meter       { return ar.co.counted() }
func (ar complexArith[C]) euler() complexNum[C]         { return ar.real(ar.co.euler()) }
func (ar complexArith[C]) zero(a complexNum[C]) bool    { return ar.co.zero(a.re) && ar.co.zero(a.im) }
func (ar complexArith[C]) realSign(a complexNum[C]) int { return ar.co.realSign(a.re) }

// nonzero is nil if one of the parts is certain to differ from zero.
func (ar complexArith[C]) nonzero(a complexNum[C]) error {
	var err error
	for _, part := range []C{a.re, a.im} {
		if ar.co.zero(part) {
			continue
		}
		if err = ar.co.nonzero(part); err == nil {
			return nil
		}
	}
	return err
}

func (ar complexArith[C]) imag() (complexNum[C], bool) {
	return complexNum[C]{ar.co.Rat(new(big.Rat)), ar.co.Rat(big.NewRat(1, 1))}, true
}

func (ar complexArith[C]) sign(a complexNum[C]) (int, error) {
	re, err := ar.needReal(a)
	if err != nil {
		return 0, err
	}
	return ar.co.sign(re)
}

func (ar complexArith[C]) rational(a complexNum[C]) (*big.Rat, bool) {
	if !ar.co.zero(a.im) {
		return nil, false
	}
	return ar.co.rational(a.re)
}

// combine returns a·b op c·d.
func (ar complexArith[C]) combine(op Op, a, b, c, d C) (C, error) {
	s, err := ar.co.Binary(OpMul, a, b)
	if err != nil {
		return s, err
	}
	t, err := ar.co.Binary(OpMul, c, d)
	if err != nil {
		return t, err
	}
	return ar.co.Binary(op, s, t)
}

func (ar complexArith[C]) Binary(op Op, a, b complexNum[C]) (z complexNum[C], err error) {
	switch op {
	case OpAdd, OpSub:
		if z.re, err = ar.co.Binary(op, a.re, b.re); err == nil {
			z.im, err = ar.co.Binary(op, a.im, b.im)
		}
		return z, err
	case OpMul:
		if z.re, err = ar.combine(OpSub, a.re, b.re, a.im, b.im); err == nil {
			z.im, err = ar.combine(OpAdd, a.re, b.im, a.im, b.re)
		}
		return z, err
	case OpDiv:
		n, err := ar.combine(OpAdd, b.re, b.re, b.im, b.im)
		if err != nil {
			return z, err
		}
		conj := complexNum[C]{re: b.re}
		if conj.im, err = ar.co.Unary(OpNeg, b.im); err != nil {
			return z, err
		}
		if a, err = ar.Binary(OpMul, a, conj); err != nil {
			return z, err
		}
		if z.re, err = ar.co.Binary(OpDiv, a.re, n); err == nil {
			z.im, err = ar.co.Binary(OpDiv, a.im, n)
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

func (ar complexArith[C]) PowRat(a complexNum[C], p *big.Rat) (complexNum[C], error) {
	x, err := ar.needReal(a)
	if err != nil {
		return complexNum[C]{}, err
	}
	if x, err = ar.co.PowRat(x, p); err != nil {
		return complexNum[C]{}, err
	}
	return ar.real(x), nil
}

func (ar complexArith[C]) Unary(op Op, a complexNum[C]) (z complexNum[C], err error) {
	switch {
	case op == OpNeg:
		if z.re, err = ar.co.Unary(op, a.re); err == nil {
			z.im, err = ar.co.Unary(op, a.im)
		}
		return z, err
	case op == OpExp && !ar.co.zero(a.im):
		m, err := ar.co.Unary(OpExp, a.re)
		if err != nil {
			return z, err
		}
		for f, part := range map[Op]*C{OpCos: &z.re, OpSin: &z.im} {
			v, err := ar.co.Unary(f, a.im)
			if err != nil {
				return z, err
			}
			if *part, err = ar.co.Binary(OpMul, m, v); err != nil {
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

func (ar complexArith[C]) Bessel(op Op, nu, x complexNum[C]) (complexNum[C], error) {
	y, err := ar.needReal(x)
	if err != nil {
		return complexNum[C]{}, err
	}
	if y, err = ar.co.Bessel(op, nu.re, y); err != nil {
		return complexNum[C]{}, err
	}
	return ar.real(y), nil
}

func (ar complexArith[C]) Compare(op Op, a, b complexNum[C]) Truth {
	if !ar.co.zero(a.im) || !ar.co.zero(b.im) {
		return Unknown
	}
	return ar.co.Compare(op, a.re, b.re)
}

func (ar complexArith[C]) Join(complexNum[C], complexNum[C]) (complexNum[C], error) {
	return complexNum[C]{}, failSeries("an undecided condition")
}

func (ar complexArith[C]) gammaTaylor(x complexNum[C], n int) ([]complexNum[C], error) {
	y, err := ar.needReal(x)
	if err != nil {
		return nil, err
	}
	c, err := ar.co.gammaTaylor(y, n)
	out := make([]complexNum[C], len(c))
	for i := range c {
		out[i] = ar.real(c[i])
	}
	return out, err
}
