package ball

import "math/bits"

// A Complex is a rectangular complex ball: the set of x+iy with x in Re and y in Im.
// The zero value is the exact number 0.
//
// Functions with branch cuts have their principal values off the cuts, and are indeterminate on a ball that
// meets one: where a result is finite, they are holomorphic on the whole ball.
type Complex struct {
	Re, Im Real
}

// NewComplex returns the exact ball of x.
func NewComplex(x complex128) *Complex {
	z := new(Complex)
	z.Re.SetFloat64(real(x))
	z.Im.SetFloat64(imag(x))
	return z
}

// Set sets z to x exactly.
func (z *Complex) Set(x *Complex) *Complex {
	z.Re.Set(&x.Re)
	z.Im.Set(&x.Im)
	return z
}

// SetRound sets z to x with midpoints rounded to prec bits.
func (z *Complex) SetRound(x *Complex, prec uint) *Complex {
	z.Re.SetRound(&x.Re, prec)
	z.Im.SetRound(&x.Im, prec)
	return z
}

// SetReal sets z to the real ball x exactly.
func (z *Complex) SetReal(x *Real) *Complex {
	z.Re.Set(x)
	z.Im.SetZero()
	return z
}

// SetParts sets z to re + i·im exactly.
func (z *Complex) SetParts(re, im *Real) *Complex {
	if re == &z.Im {
		re = new(Real).Set(re)
	}
	z.Im.Set(im)
	z.Re.Set(re)
	return z
}

// SetInt64 sets z to n exactly.
func (z *Complex) SetInt64(n int64) *Complex {
	z.Re.SetInt64(n)
	z.Im.SetZero()
	return z
}

// SetIndeterminate sets both parts of z to 0 ± ∞.
func (z *Complex) SetIndeterminate() *Complex {
	z.Re.SetIndeterminate()
	z.Im.SetIndeterminate()
	return z
}

// settle makes a ball with one unbounded part unbounded in both.
func (z *Complex) settle() *Complex {
	if !z.IsFinite() {
		return z.SetIndeterminate()
	}
	return z
}

// GetMid sets z to the midpoint of x as an exact number.
func (z *Complex) GetMid(x *Complex) *Complex {
	z.Re.GetMid(&x.Re)
	z.Im.GetMid(&x.Im)
	return z
}

// AddRad widens both parts of z by m: if |t| ≤ m, z then contains z+t.
func (z *Complex) AddRad(m Mag) *Complex {
	z.Re.AddRad(m)
	z.Im.AddRad(m)
	return z
}

// Rad returns a bound of the distance of the points of x to its midpoint.
func (x *Complex) Rad() Mag { return hypot(x.Re.rad, x.Im.rad) }

func hypot(a, b Mag) Mag {
	if a.IsZero() {
		return b
	}
	if b.IsZero() {
		return a
	}
	return a.Mul(a).Add(b.Mul(b)).Sqrt()
}

// MagUpper returns an upper bound of |t| for t in x.
func (x *Complex) MagUpper() Mag { return hypot(x.Re.MagUpper(), x.Im.MagUpper()) }

// MagLower returns a lower bound of |t| for t in x.
func (x *Complex) MagLower() Mag {
	a, b := x.Re.MagLower(), x.Im.MagLower()
	if a.IsInf() || b.IsInf() {
		return Mag{}
	}
	return a.MulLower(a).AddLower(b.MulLower(b)).SqrtLower()
}

// IsFinite reports whether both parts are bounded.
func (x *Complex) IsFinite() bool { return x.Re.IsFinite() && x.Im.IsFinite() }

// Indeterminate reports whether a part is unbounded.
func (x *Complex) Indeterminate() bool { return !x.IsFinite() }

// IsExact reports whether both radii are 0.
func (x *Complex) IsExact() bool { return x.Re.IsExact() && x.Im.IsExact() }

// IsReal reports whether the imaginary part is exactly 0.
func (x *Complex) IsReal() bool { return x.Im.IsZero() }

// IsZero reports whether x is the exact number 0.
func (x *Complex) IsZero() bool { return x.Re.IsZero() && x.Im.IsZero() }

// ContainsZero reports whether 0 is in x.
func (x *Complex) ContainsZero() bool { return x.Re.ContainsZero() && x.Im.ContainsZero() }

// Overlaps tells whether x and y have a common point.
func (x *Complex) Overlaps(y *Complex) Truth { return x.Re.Overlaps(&y.Re).And(x.Im.Overlaps(&y.Im)) }

// RelAccuracyBits returns about log2(|x|/radius), the accuracy relative to the larger part.
func (x *Complex) RelAccuracyBits() int64 {
	var t Real
	big, small := &x.Re, &x.Im
	if MagFloat(&big.mid).Cmp(MagFloat(&small.mid)) < 0 {
		big, small = small, big
	}
	t.Set(big)
	t.rad = t.rad.Max(small.rad)
	return t.RelAccuracyBits()
}

// Neg sets z to −x.
func (z *Complex) Neg(x *Complex) *Complex {
	z.Re.Neg(&x.Re)
	z.Im.Neg(&x.Im)
	return z
}

// MulI sets z to i·x.
func (z *Complex) MulI(x *Complex) *Complex {
	var t Real
	t.Neg(&x.Im)
	z.Im.Set(&x.Re)
	z.Re.Set(&t)
	return z
}

// Add sets z to x+y.
func (z *Complex) Add(x, y *Complex, prec uint) *Complex {
	z.Re.Add(&x.Re, &y.Re, prec)
	z.Im.Add(&x.Im, &y.Im, prec)
	return z
}

// Sub sets z to x−y.
func (z *Complex) Sub(x, y *Complex, prec uint) *Complex {
	z.Re.Sub(&x.Re, &y.Re, prec)
	z.Im.Sub(&x.Im, &y.Im, prec)
	return z
}

// AddInt64 sets z to x+n.
func (z *Complex) AddInt64(x *Complex, n int64, prec uint) *Complex {
	z.Re.AddInt64(&x.Re, n, prec)
	z.Im.SetRound(&x.Im, prec)
	return z
}

// Mul2Exp sets z to x·2^k.
func (z *Complex) Mul2Exp(x *Complex, k int64) *Complex {
	z.Re.Mul2Exp(&x.Re, k)
	z.Im.Mul2Exp(&x.Im, k)
	return z.settle()
}

// MulInt64 sets z to x·n.
func (z *Complex) MulInt64(x *Complex, n int64, prec uint) *Complex {
	z.Re.MulInt64(&x.Re, n, prec)
	z.Im.MulInt64(&x.Im, n, prec)
	return z
}

// QuoInt64 sets z to x/n; it is indeterminate for n = 0.
func (z *Complex) QuoInt64(x *Complex, n int64, prec uint) *Complex {
	z.Re.QuoInt64(&x.Re, n, prec)
	z.Im.QuoInt64(&x.Im, n, prec)
	return z
}

// MulReal sets z to x·y.
func (z *Complex) MulReal(x *Complex, y *Real, prec uint) *Complex {
	if y == &z.Re {
		y = new(Real).Set(y)
	}
	z.Re.Mul(&x.Re, y, prec)
	z.Im.Mul(&x.Im, y, prec)
	return z.settle()
}

// QuoReal sets z to x/y.
func (z *Complex) QuoReal(x *Complex, y *Real, prec uint) *Complex {
	if y == &z.Re {
		y = new(Real).Set(y)
	}
	z.Re.Quo(&x.Re, y, prec)
	z.Im.Quo(&x.Im, y, prec)
	return z.settle()
}

// Mul sets z to x·y; each part has one rounding.
func (z *Complex) Mul(x, y *Complex, prec uint) *Complex {
	if x == y {
		return z.Sqr(x, prec)
	}
	if x.Im.IsZero() {
		return z.MulReal(y, &x.Re, prec)
	}
	if y.Im.IsZero() {
		return z.MulReal(x, &y.Re, prec)
	}
	w := getWork()
	defer putWork(w)
	t := &w.r[0]
	t.mulMul(&x.Re, &y.Re, &x.Im, &y.Im, true, prec)
	z.Im.mulMul(&x.Re, &y.Im, &x.Im, &y.Re, false, prec)
	z.Re.Set(t)
	return z.settle()
}

// Sqr sets z to x². For wide parts a² and b² are enclosed each by itself, as images, which (a−b)(a+b) would not be.
func (z *Complex) Sqr(x *Complex, prec uint) *Complex {
	if x.Im.IsZero() {
		z.Re.Sqr(&x.Re, prec)
		z.Im.SetZero()
		return z
	}
	// (a−b)(a+b) and 2ab; wide parts by a² − b², whose terms are independent
	var t, u Real
	if x.Re.wide() || x.Im.wide() {
		t.Sqr(&x.Re, prec)
		u.Sqr(&x.Im, prec)
		t.Sub(&t, &u, prec)
	} else {
		t.mulMul(&x.Re, &x.Re, &x.Im, &x.Im, true, prec)
	}
	z.Im.Mul(&x.Re, &x.Im, prec)
	z.Im.Mul2Exp(&z.Im, 1)
	z.Re.Set(&t)
	return z.settle()
}

// absSqr sets z to |x|² without cancellation.
func (x *Complex) absSqr(z *Real, prec uint) *Real {
	var t Real
	t.Sqr(&x.Im, prec)
	z.Sqr(&x.Re, prec)
	return z.Add(z, &t, prec)
}

// Abs sets dst to |x| and returns it; dst nil allocates.
func (x *Complex) Abs(dst *Real, prec uint) *Real {
	if dst == nil {
		dst = new(Real)
	}
	switch {
	case x.Im.IsZero():
		return dst.Abs(&x.Re, prec)
	case x.Re.IsZero():
		return dst.Abs(&x.Im, prec)
	case x.ContainsZero():
		return dst.setZeroTo(x.MagUpper())
	}
	var t Real
	x.absSqr(&t, prec+8)
	return dst.Sqrt(&t, prec)
}

// Inv sets z to 1/x; it is indeterminate if x contains 0. For s in x with midpoint m, |1/s − 1/m| = |s−m|/(|s||m|), with
// |s−m| at most the diagonal of the half rectangle: both parts are widened by that.
func (z *Complex) Inv(x *Complex, prec uint) *Complex {
	if x.Im.IsZero() {
		z.Re.Inv(&x.Re, prec)
		z.Im.SetZero()
		return z.settle()
	}
	if x.ContainsZero() || !x.IsFinite() {
		return z.SetIndeterminate()
	}
	if !x.IsExact() {
		// |1/s − 1/m| = |s−m|/(|s||m|)
		low := x.MagLower()
		var m Complex
		m.GetMid(x)
		d := x.Rad().Quo(low.MulLower(m.MagLower()))
		if !d.IsInf() {
			return z.Inv(&m, prec).AddRad(d)
		}
	}
	var n Real
	x.absSqr(&n, prec+8)
	z.Re.Quo(&x.Re, &n, prec)
	z.Im.Quo(&x.Im, &n, prec)
	z.Im.Neg(&z.Im)
	return z.settle()
}

// Quo sets z to x/y; it is indeterminate if y contains 0.
func (z *Complex) Quo(x, y *Complex, prec uint) *Complex {
	if y.Im.IsZero() {
		return z.QuoReal(x, &y.Re, prec)
	}
	var t Complex
	t.Inv(y, prec+8)
	return z.Mul(x, &t, prec)
}

// conv sets z to Σ xs[i]·ys[n−1−i], n = len(xs).
func (z *Complex) conv(xs, ys []Complex, prec uint) *Complex {
	n := len(xs)
	var re Real
	re.dotFunc(nil, 2*n, func(i int) (a, b *Real, neg bool) {
		if i < n {
			return &xs[i].Re, &ys[n-1-i].Re, false
		}
		return &xs[i-n].Im, &ys[2*n-1-i].Im, true
	}, prec)
	z.Im.dotFunc(nil, 2*n, func(i int) (a, b *Real, neg bool) {
		if i < n {
			return &xs[i].Re, &ys[n-1-i].Im, false
		}
		return &xs[i-n].Im, &ys[2*n-1-i].Re, false
	}, prec)
	z.Re.Set(&re)
	return z.settle()
}

// PowInt64 sets z to x^n, with x^0 = 1 for every x that is a number, as Real.PowInt64.
func (z *Complex) PowInt64(x *Complex, n int64, prec uint) *Complex {
	prec = clampPrec(prec)
	switch {
	case !x.IsFinite():
		return z.SetIndeterminate()
	case n == 0:
		return z.SetInt64(1)
	case x.IsReal():
		z.Re.PowInt64(&x.Re, n, prec)
		z.Im.SetZero()
		return z.settle()
	case n == 1:
		return z.SetRound(x, prec)
	case n < -1<<62 || n < 0 && x.ContainsZero():
		return z.SetIndeterminate()
	}
	u := uint64(max(n, -n))
	pow := func(z, x *Complex, prec uint) *Complex {
		if !x.IsExact() {
			var l Complex
			return z.Exp(l.MulInt64(l.Log(x, 64), n, 64), 64)
		}
		var y Complex
		wp := prec + uint(bits.Len64(u)) + 8
		y.Set(x)
		for i := bits.Len64(u) - 2; i >= 0; i-- {
			y.Sqr(&y, wp)
			if u>>uint(i)&1 != 0 {
				y.Mul(&y, x, wp)
			}
		}
		if n < 0 {
			return z.Inv(&y, prec)
		}
		return z.SetRound(&y, prec)
	}
	return z.byMeanValue(x, prec, pow, func(d, x *Complex, _ uint) {
		// |n||x|^(n−1)
		m := MagUint(u)
		if n > 0 {
			m = m.Mul(x.MagUpper().Pow(u - 1))
		} else {
			m = m.Quo(x.MagLower().PowLower(u + 1))
		}
		d.SetInt64(0)
		d.Re.SetMag(m)
	})
}

// String returns both parts as by [Real.String].
func (x *Complex) String() string { return x.Re.String() + " + " + x.Im.String() + "i" }
