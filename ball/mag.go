package ball

import (
	"math"
	"math/big"
	"math/bits"
)

// Mag is a nonnegative number used as an error bound: 0, +∞, or a 32-bit mantissa with an exponent that does not
// overflow in practice (|exponent| ≤ 2^61). It is a value, the zero value is 0, and == compares.
//
// Operations named plainly (Add, Mul, Quo, …) round up: if the operands are upper bounds, so is the result, except
// where a lower bound is asked for in the documentation. Operations ending in Lower round down. Each rounding changes
// the value by a factor of at most 1+2^-31.
type Mag struct {
	exp int64  // value = man · 2^(exp-32), in [2^(exp-1), 2^exp)
	man uint32 // top bit set, or 0 for the values zero and infinity
}

const (
	magMaxExp = 1 << 61
	magInfExp = math.MaxInt64
)

// MagInf returns +∞, the radius of an indeterminate ball.
func MagInf() Mag { return Mag{exp: magInfExp} }

// magMake returns man·2^exp rounded up or down.
func magMake(man uint64, exp int64, up bool) Mag {
	if man == 0 {
		return Mag{}
	}
	shift := bits.Len64(man) - 32
	var q uint64
	if shift <= 0 {
		q = man << uint(-shift)
	} else {
		q = man >> uint(shift)
		if up && man&(1<<uint(shift)-1) != 0 {
			q++
			if q>>32 != 0 {
				q >>= 1
				shift++
			}
		}
	}
	e := exp + int64(shift) + 32
	if e > magMaxExp || e < -magMaxExp {
		return magClamp(uint32(q), e, up)
	}
	return Mag{exp: e, man: uint32(q)}
}

// magClamp brings an exponent out of range back, in the direction asked for.
func magClamp(man uint32, e int64, up bool) Mag {
	switch {
	case e > 0 && up:
		return MagInf()
	case e > 0:
		return Mag{exp: magMaxExp, man: math.MaxUint32}
	case up:
		return Mag{exp: -magMaxExp, man: 1 << 31}
	}
	return Mag{}
}

// MagPow2 returns 2^k exactly; beyond the range of exponents it rounds up.
func MagPow2(k int64) Mag {
	if k >= magMaxExp || k < -magMaxExp {
		return magClamp(1<<31, min(max(k, -magMaxExp-1), magMaxExp)+1, true) // k+1 must not wrap around
	}
	return Mag{exp: k + 1, man: 1 << 31}
}

// MagUint returns n rounded up to 32 bits.
func MagUint(n uint64) Mag { return magMake(n, 0, true) }

// MagUintLower returns n rounded down to 32 bits.
func MagUintLower(n uint64) Mag { return magMake(n, 0, false) }

// MagFloat64 returns |x| rounded up to 32 bits; NaN and infinities give +∞.
func MagFloat64(x float64) Mag {
	x = math.Abs(x)
	if !(x <= math.MaxFloat64) {
		return MagInf()
	}
	f, e := math.Frexp(x)
	return magMake(uint64(f*(1<<53)), int64(e)-53, true)
}

// MagFloat returns |x| rounded up to 32 bits; an infinite x gives +∞.
func MagFloat(x *big.Float) Mag { return magFloat(x, true) }

// MagFloatLower returns |x| rounded down to 32 bits.
func MagFloatLower(x *big.Float) Mag { return magFloat(x, false) }

func magFloat(x *big.Float, up bool) Mag {
	if x.IsInf() {
		return magClamp(1<<31, magMaxExp+1, up)
	}
	top, exact, e := topBits(x)
	if top == 0 {
		return Mag{}
	}
	if !exact && up && top != math.MaxUint64 {
		top++
	} else if !exact && up {
		top, e = 1<<63, e+1
	}
	return magMake(top, e-64, up)
}

// IsZero reports whether m is 0.
func (m Mag) IsZero() bool { return m.man == 0 && m.exp == 0 }

// IsInf reports whether m is +∞.
func (m Mag) IsInf() bool { return m.exp == magInfExp }

// Exponent returns k with 2^(k-1) ≤ m < 2^k for finite nonzero m, a huge
// negative number for 0 and a huge positive one for +∞.
func (m Mag) Exponent() int64 {
	if m.IsZero() {
		return -magInfExp
	}
	return m.exp
}

// Cmp compares m and n and returns -1, 0 or +1.
func (m Mag) Cmp(n Mag) int {
	a, b := m.Exponent(), n.Exponent()
	switch {
	case a < b || a == b && m.man < n.man:
		return -1
	case a == b && m.man == n.man:
		return 0
	}
	return 1
}

// Max returns the larger of m and n.
func (m Mag) Max(n Mag) Mag {
	if m.Cmp(n) < 0 {
		return n
	}
	return m
}

// Min returns the smaller of m and n.
func (m Mag) Min(n Mag) Mag {
	if m.Cmp(n) < 0 {
		return m
	}
	return n
}

// Add returns m+n rounded up.
func (m Mag) Add(n Mag) Mag { return m.add(n, true) }

// AddLower returns m+n rounded down.
func (m Mag) AddLower(n Mag) Mag { return m.add(n, false) }

func (m Mag) add(n Mag, up bool) Mag {
	if n.man == 0 {
		if n.IsInf() {
			return n
		}
		return m
	}
	if m.man == 0 {
		if m.IsInf() {
			return m
		}
		return n
	}
	if m.exp < n.exp {
		m, n = n, m
	}
	d := uint64(m.exp - n.exp)
	a := uint64(m.man) << 31
	switch {
	case d <= 31:
		a += uint64(n.man) << (31 - d)
	case d <= 62:
		b := uint64(n.man)
		s := d - 31
		a += b >> s
		if up && b&(1<<s-1) != 0 {
			a++
		}
	case up:
		a++
	}
	return magMake(a, m.exp-63, up)
}

// SubLower returns a lower bound of max(m-n, 0), 0 for ∞−∞; with lower-bound m and
// upper-bound n it is a lower bound of the difference.
func (m Mag) SubLower(n Mag) Mag {
	if n.IsInf() {
		return Mag{}
	}
	return m.sub(n, false)
}

// Sub returns max(m-n, 0) rounded up; with upper-bound m and lower-bound n it bounds the difference from above.
func (m Mag) Sub(n Mag) Mag { return m.sub(n, true) }

func (m Mag) sub(n Mag, up bool) Mag {
	if n.IsZero() || m.IsInf() {
		return m
	}
	if m.Cmp(n) <= 0 {
		return Mag{}
	}
	d := uint64(m.exp - n.exp)
	a := uint64(m.man) << 31
	switch {
	case d <= 31:
		a -= uint64(n.man) << (31 - d)
	case d <= 62:
		b := uint64(n.man)
		s := d - 31
		a -= b >> s
		if !up && b&(1<<s-1) != 0 {
			a--
		}
	case !up:
		a--
	}
	return magMake(a, m.exp-63, up)
}

// Mul returns m·n rounded up, with 0·∞ = ∞.
func (m Mag) Mul(n Mag) Mag { return m.mul(n, true) }

// MulLower returns m·n rounded down, with 0·∞ = 0.
func (m Mag) MulLower(n Mag) Mag { return m.mul(n, false) }

func (m Mag) mul(n Mag, up bool) Mag {
	if m.man == 0 || n.man == 0 {
		inf, zero := m.IsInf() || n.IsInf(), m.IsZero() || n.IsZero()
		if inf && (up || !zero) {
			return MagInf()
		}
		return Mag{}
	}
	return magMake(uint64(m.man)*uint64(n.man), m.exp+n.exp-64, up)
}

// Quo returns m/n rounded up; give n as a lower bound. It is +∞ for n = 0, also for m = 0, and for m = ∞.
func (m Mag) Quo(n Mag) Mag {
	switch {
	case n.IsZero() || m.IsInf():
		return MagInf()
	case m.IsZero() || n.IsInf():
		return Mag{}
	}
	q := (uint64(m.man) << 32) / uint64(n.man)
	r := (uint64(m.man) << 32) - q*uint64(n.man)
	// a sticky bit below the quotient makes the rounding exact
	q <<= 1
	if r != 0 {
		q |= 1
	}
	return magMake(q, m.exp-n.exp-33, true)
}

// QuoLower returns m/n rounded down, 0 for n = ∞; give n as an upper bound.
func (m Mag) QuoLower(n Mag) Mag {
	switch {
	case m.IsZero() || n.IsInf():
		return Mag{}
	case n.IsZero() || m.IsInf():
		return MagInf()
	}
	return magMake((uint64(m.man)<<32)/uint64(n.man), m.exp-n.exp-32, false)
}

// Sqrt returns √m rounded up.
func (m Mag) Sqrt() Mag { return m.sqrt(true) }

// SqrtLower returns √m rounded down.
func (m Mag) SqrtLower() Mag { return m.sqrt(false) }

func (m Mag) sqrt(up bool) Mag {
	if m.man == 0 {
		return m
	}
	// value = a·2^(e-62) with a in [2^61, 2^63) and e even
	a, e := uint64(m.man)<<30, m.exp
	if e&1 != 0 {
		a, e = a<<1, e-1
	}
	s := isqrt64(a)
	if up && s*s != a {
		s++
	}
	return magMake(s, e/2-31, up)
}

// isqrt64 returns ⌊√a⌋ for a < 2^63: the float64 root is a guess, corrected.
func isqrt64(a uint64) uint64 {
	s := uint64(math.Sqrt(float64(a)))
	for s*s > a {
		s--
	}
	for (s+1)*(s+1) <= a {
		s++
	}
	return s
}

// Mul2Exp returns m·2^k.
func (m Mag) Mul2Exp(k int64) Mag {
	if m.man == 0 {
		return m
	}
	if k > 2*magMaxExp {
		k = 2 * magMaxExp
	} else if k < -2*magMaxExp {
		k = -2 * magMaxExp
	}
	e := m.exp + k
	if e > magMaxExp || e < -magMaxExp {
		return magClamp(m.man, e, true)
	}
	m.exp = e
	return m
}

// Pow returns m^n rounded up; the relative excess is below 2n·2^-31 for small n.
func (m Mag) Pow(n uint64) Mag { return m.pow(n, true) }

// PowLower returns m^n rounded down.
func (m Mag) PowLower(n uint64) Mag { return m.pow(n, false) }

func (m Mag) pow(n uint64, up bool) Mag {
	r := MagPow2(0)
	for i := bits.Len64(n) - 1; i >= 0; i-- {
		r = r.mul(r, up)
		if n>>uint(i)&1 != 0 {
			r = r.mul(m, up)
		}
	}
	return r
}

// Expm1 returns an upper bound of e^m − 1.
func (m Mag) Expm1() Mag {
	if m.man == 0 || m.exp <= -16 {
		return m.Add(m.Mul(m)) // e^x − 1 ≤ x + x² on [0, 1]
	}
	return m.image(expm1Mid, false)
}

// Exp returns an upper bound of e^m.
func (m Mag) Exp() Mag {
	if m.IsZero() || m.exp <= -16 {
		return MagPow2(0).Add(m.Expm1())
	}
	return m.image(expMid, false)
}

// expNeg returns an upper bound of e^-l for a lower bound l.
func expNeg(l Mag) Mag {
	if l.IsZero() || l.exp < -60 {
		return MagPow2(0)
	}
	return l.image(expMid, true)
}

// image returns an upper bound of |f(m)| or, if neg, |f(−m)|, for an increasing f that grows like e^x.
func (m Mag) image(f func(z *Real, x *big.Float, prec uint) *Real, neg bool) Mag {
	if m.exp > 60 && !neg {
		return MagInf()
	}
	w := getWork()
	defer putWork(w)
	if m.Min(MagPow2(60)).Float(&w.f[0]); neg {
		w.f[0].Neg(&w.f[0])
	}
	return f(&w.r[0], &w.f[0], 32).MagUpper()
}

// Float sets z to m exactly and returns it; with z nil it allocates. A nonzero m
// beyond the exponent range of big.Float becomes +Inf or the smallest power of two.
func (m Mag) Float(z *big.Float) *big.Float {
	if z == nil {
		z = new(big.Float)
	}
	z.SetPrec(32).SetMode(big.ToNearestEven)
	switch {
	case m.IsInf() || m.exp > big.MaxExp:
		return z.SetInf(false)
	case m.IsZero():
		return z.SetInt64(0)
	case m.exp < big.MinExp:
		z.SetFloat64(0.5)
		return z.SetMantExp(z, big.MinExp)
	}
	z.SetUint64(uint64(m.man))
	return z.SetMantExp(z, int(m.exp)-32)
}

// Float64 returns m rounded up to a float64.
func (m Mag) Float64() float64 {
	switch {
	case m.IsZero():
		return 0
	case m.exp > 1024:
		return math.Inf(1)
	case m.exp < -1021:
		// below the normal range: round up to the next multiple of 2^-1074
		if m.exp < -1073 {
			return math.SmallestNonzeroFloat64
		}
		return math.Ldexp(float64(m.man), int(m.exp)-32) + math.SmallestNonzeroFloat64
	}
	return math.Ldexp(float64(m.man), int(m.exp)-32)
}
