package closed

import "krein/ball"

// Cnum is an exact complex constant.
type Cnum struct{ Re, Im Num }

// RealNum returns a as a complex constant.
func RealNum(a Num) Cnum { return Cnum{a, IntNum(0)} }

// IsReal reports whether the imaginary part is known to be 0.
func (a Cnum) IsReal() bool { return a.Im.IsZero() }

// IsZero reports whether a is known to be 0.
func (a Cnum) IsZero() bool { return a.Re.IsZero() && a.Im.IsZero() }

// Add returns a + b.
func (a Cnum) Add(b Cnum) Cnum { return Cnum{a.Re.Add(b.Re), a.Im.Add(b.Im)} }

// Scale returns b·a for a real b.
func (a Cnum) Scale(b Num) Cnum { return Cnum{a.Re.Mul(b), a.Im.Mul(b)} }

// Mul returns a·b.
//
// A number with an imaginary part that is known to be 0 is multiplied as a real one.
func (a Cnum) Mul(b Cnum) Cnum {
	if a.IsReal() {
		return b.Scale(a.Re)
	}
	if b.IsReal() {
		return a.Scale(b.Re)
	}
	return Cnum{a.Re.Mul(b.Re).Add(a.Im.Mul(b.Im).Neg()), a.Re.Mul(b.Im).Add(a.Im.Mul(b.Re))}
}

// Conj returns the complex conjugate.
func (a Cnum) Conj() Cnum { return Cnum{a.Re, a.Im.Neg()} }

// inv returns 1/a for a with a real part that is not zero.
//
// 1/a = ā/|a|²; |a|² is not 0, as Re a is not.
func (a Cnum) inv() Cnum {
	if a.IsReal() {
		return RealNum(a.Re.Inv())
	}
	n := a.Re.Mul(a.Re).Add(a.Im.Mul(a.Im))
	return a.Conj().Scale(n.Inv())
}

// PowInt returns aⁿ.
func (a Cnum) PowInt(n int) Cnum {
	if n < 0 {
		return a.inv().PowInt(-n)
	}
	v := RealNum(IntNum(1))
	for ; ; a = a.Mul(a) {
		if n&1 == 1 {
			v = v.Mul(a)
		}
		if n >>= 1; n == 0 {
			return v
		}
	}
}

// Ball sets dst to an enclosure.
func (a Cnum) Ball(dst *ball.Complex, prec uint) *ball.Complex {
	a.Re.Ball(&dst.Re, prec)
	a.Im.Ball(&dst.Im, prec)
	return dst
}

// Same reports equality for certain.
func (a Cnum) Same(b Cnum) bool { return a.Re.Same(b.Re) && a.Im.Same(b.Im) }
