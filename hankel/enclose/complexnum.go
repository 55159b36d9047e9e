package enclose

import "krein/ball"

// cnum is an exact complex constant.
type cnum struct{ re, im Num }

func realNum(a Num) cnum { return cnum{a, intNum(0)} }

func (a cnum) isReal() bool { return a.im.IsZero() }

func (a cnum) isZero() bool { return a.re.IsZero() && a.im.IsZero() }

func (a cnum) add(b cnum) cnum { return cnum{a.re.add(b.re), a.im.add(b.im)} }

func (a cnum) scale(b Num) cnum { return cnum{a.re.mul(b), a.im.mul(b)} }

func (a cnum) mul(b cnum) cnum {
	if a.isReal() {
		return b.scale(a.re)
	}
	if b.isReal() {
		return a.scale(b.re)
	}
	return cnum{a.re.mul(b.re).add(a.im.mul(b.im).neg()), a.re.mul(b.im).add(a.im.mul(b.re))}
}

func (a cnum) conj() cnum { return cnum{a.re, a.im.neg()} }

// inv returns 1/a for a with a real part that is not zero.
func (a cnum) inv() cnum {
	if a.isReal() {
		return realNum(a.re.inv())
	}
	n := a.re.mul(a.re).add(a.im.mul(a.im))
	return a.conj().scale(n.inv())
}

// powInt returns aⁿ.
func (a cnum) powInt(n int) cnum {
	if n < 0 {
		return a.inv().powInt(-n)
	}
	v := realNum(intNum(1))
	for range n {
		v = v.mul(a)
	}
	return v
}

// ball sets dst to an enclosure.
func (a cnum) ball(dst *ball.Complex, prec uint) *ball.Complex {
	a.re.Ball(&dst.Re, prec)
	a.im.Ball(&dst.Im, prec)
	return dst
}

// same reports equality for certain.
func (a cnum) same(b cnum) bool { return a.re.Same(b.re) && a.im.Same(b.im) }
