package kernel

import "math/big"

// bigComplex is a complex number, for oscillating terms at infinity.
type bigComplex struct{ re, im bigNum }

// complexArith is the arithmetic of bigComplex: a field, with the functions only
// on the real line, and the exponential everywhere.
type complexArith struct{ *bigArith }

var _ coefficients[bigComplex] = complexArith{}

func (ar complexArith) real(a bigNum) bigComplex {
	return bigComplex{a, ar.bigArith.Rat(new(big.Rat))}
}

// isReal reports whether the imaginary part is recognised as zero.
func (ar complexArith) isReal(a bigComplex) bool { return ar.bigArith.zero(a.im) }

func (ar complexArith) needReal(a bigComplex) (bigNum, error) {
	if !ar.isReal(a) {
		return bigNum{}, failSeries("a function of an oscillating quantity")
	}
	return a.re, nil
}

func (ar complexArith) Rat(r *big.Rat) bigComplex { return ar.real(ar.bigArith.Rat(r)) }
func (ar complexArith) Const(op Op) bigComplex    { return ar.real(ar.bigArith.Const(op)) }
func (ar complexArith) euler() bigComplex         { return ar.real(ar.bigArith.euler()) }
func (ar complexArith) zero(a bigComplex) bool    { return ar.bigArith.zero(a.re) && ar.isReal(a) }
func (ar complexArith) realSign(a bigComplex) int { return ar.bigArith.realSign(a.re) }

func (ar complexArith) imag() (bigComplex, bool) {
	return bigComplex{ar.bigArith.Rat(new(big.Rat)), ar.bigArith.Rat(big.NewRat(1, 1))}, true
}

func (ar complexArith) sign(a bigComplex) (int, error) {
	re, err := ar.needReal(a)
	if err != nil {
		return 0, err
	}
	return ar.bigArith.sign(re)
}

func (ar complexArith) rational(a bigComplex) (*big.Rat, bool) {
	if !ar.isReal(a) {
		return nil, false
	}
	return ar.bigArith.rational(a.re)
}

// combine returns a·b op c·d.
func (ar complexArith) combine(op Op, a, b, c, d bigNum) (bigNum, error) {
	s, err := ar.bigArith.Binary(OpMul, a, b)
	if err != nil {
		return s, err
	}
	t, err := ar.bigArith.Binary(OpMul, c, d)
	if err != nil {
		return t, err
	}
	return ar.bigArith.Binary(op, s, t)
}

func (ar complexArith) Binary(op Op, a, b bigComplex) (z bigComplex, err error) {
	switch op {
	case OpAdd, OpSub:
		if z.re, err = ar.bigArith.Binary(op, a.re, b.re); err == nil {
			z.im, err = ar.bigArith.Binary(op, a.im, b.im)
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
		conj := bigComplex{re: b.re}
		if conj.im, err = ar.bigArith.Unary(OpNeg, b.im); err != nil {
			return z, err
		}
		if a, err = ar.Binary(OpMul, a, conj); err != nil {
			return z, err
		}
		if z.re, err = ar.bigArith.Binary(OpDiv, a.re, n); err == nil {
			z.im, err = ar.bigArith.Binary(OpDiv, a.im, n)
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
	if x, err = ar.bigArith.Binary(op, x, y); err != nil {
		return z, err
	}
	return ar.real(x), nil
}

func (ar complexArith) PowRat(a bigComplex, p *big.Rat) (bigComplex, error) {
	x, err := ar.needReal(a)
	if err != nil {
		return bigComplex{}, err
	}
	if x, err = ar.bigArith.PowRat(x, p); err != nil {
		return bigComplex{}, err
	}
	return ar.real(x), nil
}

func (ar complexArith) Unary(op Op, a bigComplex) (z bigComplex, err error) {
	switch {
	case op == OpNeg:
		if z.re, err = ar.bigArith.Unary(op, a.re); err == nil {
			z.im, err = ar.bigArith.Unary(op, a.im)
		}
		return z, err
	case op == OpExp && !ar.isReal(a):
		m, err := ar.bigArith.Unary(OpExp, a.re)
		if err != nil {
			return z, err
		}
		for f, part := range map[Op]*bigNum{OpCos: &z.re, OpSin: &z.im} {
			v, err := ar.bigArith.Unary(f, a.im)
			if err != nil {
				return z, err
			}
			if *part, err = ar.bigArith.Binary(OpMul, m, v); err != nil {
				return z, err
			}
		}
		return z, nil
	}
	x, err := ar.needReal(a)
	if err != nil {
		return z, err
	}
	if x, err = ar.bigArith.Unary(op, x); err != nil {
		return z, err
	}
	return ar.real(x), nil
}

func (ar complexArith) Bessel(op Op, nu, x bigComplex) (bigComplex, error) {
	y, err := ar.needReal(x)
	if err != nil {
		return bigComplex{}, err
	}
	if y, err = ar.bigArith.Bessel(op, nu.re, y); err != nil {
		return bigComplex{}, err
	}
	return ar.real(y), nil
}

func (ar complexArith) Compare(op Op, a, b bigComplex) Truth {
	if !ar.isReal(a) || !ar.isReal(b) {
		return Unknown
	}
	return ar.bigArith.Compare(op, a.re, b.re)
}

func (ar complexArith) Join(bigComplex, bigComplex) (bigComplex, error) {
	return bigComplex{}, failSeries("an undecided condition")
}

func (ar complexArith) gammaTaylor(x bigComplex, n int) ([]bigComplex, error) {
	y, err := ar.needReal(x)
	if err != nil {
		return nil, err
	}
	c, err := ar.bigArith.gammaTaylor(y, n)
	out := make([]bigComplex, len(c))
	for i := range c {
		out[i] = ar.real(c[i])
	}
	return out, err
}
