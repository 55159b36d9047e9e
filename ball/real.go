package ball

import (
	"math"
	"math/big"
)

// A Real is a real ball: the set of numbers within rad of mid. The zero value is the exact number 0. The midpoint is
// always finite; the radius may be +∞, and the midpoint is then 0 (the indeterminate ball, containing every number and
// standing for undefined results).
type Real struct {
	mid big.Float
	rad Mag
}

// NewReal returns the exact ball of x; NaN and infinities give the indeterminate ball.
func NewReal(x float64) *Real { return new(Real).SetFloat64(x) }

func clampPrec(prec uint) uint {
	if prec < MinPrec {
		return MinPrec
	}
	return prec
}

// SetIndeterminate sets z to the ball 0 ± ∞.
func (z *Real) SetIndeterminate() *Real {
	z.mid.SetInt64(0)
	z.rad = MagInf()
	return z
}

// SetZero sets z to the exact number 0.
func (z *Real) SetZero() *Real { return z.SetInt64(0) }

// Set sets z to x exactly, whatever its precision.
func (z *Real) Set(x *Real) *Real {
	if z != x {
		z.setMid(&x.mid)
		z.rad = x.rad
	}
	return z
}

func (z *Real) setMid(x *big.Float) {
	if z.mid.Prec() != x.Prec() {
		z.mid.SetInt64(0)
		z.mid.SetPrec(x.Prec())
	}
	z.mid.Set(x)
}

// SetRound sets z to x with the midpoint rounded to prec bits.
func (z *Real) SetRound(x *Real, prec uint) *Real {
	prec = clampPrec(prec)
	z.Set(x)
	if z.mid.Prec() != prec {
		z.mid.SetPrec(prec)
		z.rad = z.rad.Add(z.halfUlp())
		z.settle()
	}
	return z
}

// SetInt64 sets z to x exactly.
func (z *Real) SetInt64(x int64) *Real {
	if z.mid.Prec() < 64 {
		z.mid.SetPrec(64)
	}
	z.mid.SetInt64(x)
	z.rad = Mag{}
	return z
}

// SetInt sets z to x exactly.
func (z *Real) SetInt(x *big.Int) *Real {
	if n := uint(x.BitLen()); z.mid.Prec() < max(n, 64) {
		z.mid.SetPrec(max(n, 64))
	}
	z.mid.SetInt(x)
	z.rad = Mag{}
	return z
}

// SetFloat64 sets z to x exactly; NaN and infinities give the indeterminate ball.
func (z *Real) SetFloat64(x float64) *Real {
	if math.IsNaN(x) || math.IsInf(x, 0) {
		return z.SetIndeterminate()
	}
	if z.mid.Prec() < 53 {
		z.mid.SetPrec(53)
	}
	z.mid.SetFloat64(x)
	z.rad = Mag{}
	return z
}

// SetFloat sets z to x exactly; infinities give the indeterminate ball.
func (z *Real) SetFloat(x *big.Float) *Real {
	if x.IsInf() {
		return z.SetIndeterminate()
	}
	if x != &z.mid {
		z.setMid(x)
	}
	z.rad = Mag{}
	return z
}

// SetRat sets z to a ball of precision prec around x, exact if x is a dyadic that fits.
func (z *Real) SetRat(x *big.Rat, prec uint) *Real {
	z.begin(clampPrec(prec))
	if x.IsInt() {
		z.mid.SetInt(x.Num())
		z.finish(Mag{})
		return z
	}
	var n, d big.Float // exact, as their precision is that of the integers
	n.SetInt(x.Num())
	d.SetInt(x.Denom())
	z.mid.Quo(&n, &d)
	return z.finish(Mag{})
}

// SetInterval sets z to a ball of precision prec that contains [lo, hi]; the ends
// may come in either order, and an infinite end gives the indeterminate ball.
func (z *Real) SetInterval(lo, hi *big.Float, prec uint) *Real {
	if lo.IsInf() || hi.IsInf() {
		return z.SetIndeterminate()
	}
	var a, b Real
	return z.Hull(a.SetFloat(lo), b.SetFloat(hi), prec)
}

// SetMag sets z to the ball [-m, m].
func (z *Real) SetMag(m Mag) *Real {
	z.SetInt64(0)
	z.rad = m
	return z.settle()
}

// AddRad widens z by m on both sides and returns it.
func (z *Real) AddRad(m Mag) *Real {
	z.rad = z.rad.Add(m)
	return z.settle()
}

// Mid sets dst to the midpoint of x exactly and returns it; dst nil allocates.
func (x *Real) Mid(dst *big.Float) *big.Float {
	if dst == nil {
		dst = new(big.Float)
	}
	dst.SetInt64(0)
	return dst.SetPrec(x.mid.Prec()).Set(&x.mid)
}

// Rad returns the radius of x.
func (x *Real) Rad() Mag { return x.rad }

// GetMid sets z to the midpoint of x as an exact ball.
func (z *Real) GetMid(x *Real) *Real {
	z.Set(x)
	z.rad = Mag{}
	return z
}

// Lower sets dst to a lower end of x rounded down to prec bits and returns it; dst
// nil allocates. It is -Inf for the indeterminate ball.
func (x *Real) Lower(dst *big.Float, prec uint) *big.Float { return x.end(dst, prec, true) }

// Upper sets dst to an upper end of x rounded up to prec bits and returns it; dst
// nil allocates. It is +Inf for the indeterminate ball.
func (x *Real) Upper(dst *big.Float, prec uint) *big.Float { return x.end(dst, prec, false) }

func (x *Real) end(dst *big.Float, prec uint, lower bool) *big.Float {
	prec = clampPrec(prec)
	if dst == nil {
		dst = new(big.Float)
	}
	dst.SetInt64(0)
	dst.SetPrec(prec)
	if x.rad.IsInf() {
		return dst.SetInf(lower)
	}
	mode := big.ToPositiveInf
	if lower {
		mode = big.ToNegativeInf
	}
	dst.SetMode(mode)
	defer dst.SetMode(big.ToNearestEven)
	if x.rad.IsZero() {
		return dst.Set(&x.mid)
	}
	w := getWork()
	defer putWork(w)
	m, r, e := &x.mid, x.rad.Float(&w.f[0]), exponent(&x.mid)
	// math/big would shift a number far below the last place there: a power of two above it serves
	switch last := e - int64(max(m.MinPrec(), prec)) - 2; {
	case m.Sign() == 0 || r.IsInf():
	case x.rad.exp < last:
		MagPow2(max(last, big.MinExp) - 1).Float(r)
	case x.rad.exp-e > int64(prec)+64:
		tiny := exactly(&w.f[1], 32) // none, if the midpoint leads inward
		if (m.Sign() < 0) == lower {
			MagPow2(max(x.rad.exp-int64(prec)-40, big.MinExp+1)).Float(tiny)
		}
		if m = tiny; lower {
			m.Neg(m)
		}
	}
	if lower {
		r.Neg(r) // not dst.Sub: of 0 − r it would round r before negating
	}
	// An underflow gives 0 in every rounding mode, which may lie on the inner side of the end.
	if dst.Add(m, r); dst.Sign() == 0 && dst.Acc() != big.Exact && (dst.Acc() == big.Above) == lower {
		MagPow2(big.MinExp - 1).Float(dst)
		if dst.SetPrec(prec); lower {
			dst.Neg(dst)
		}
	}
	return dst
}

// MagUpper returns an upper bound of |t| for t in x.
func (x *Real) MagUpper() Mag { return MagFloat(&x.mid).Add(x.rad) }

// MagLower returns a lower bound of |t| for t in x, 0 if x contains 0.
func (x *Real) MagLower() Mag {
	if x.rad.IsInf() {
		return Mag{}
	}
	return MagFloatLower(&x.mid).SubLower(x.rad)
}

// IsExact reports whether the radius of x is 0.
func (x *Real) IsExact() bool { return x.rad.IsZero() }

// IsZero reports whether x is the exact number 0.
func (x *Real) IsZero() bool { return x.mid.Sign() == 0 && x.rad.IsZero() }

// IsFinite reports whether x is bounded, that is not indeterminate.
func (x *Real) IsFinite() bool { return !x.rad.IsInf() }

// Indeterminate reports whether x is the ball 0 ± ∞.
func (x *Real) Indeterminate() bool { return x.rad.IsInf() }

// RelAccuracyBits returns about log2(|mid|/rad): how many leading bits of the
// midpoint the radius leaves standing, within 2. It is math.MaxInt64 for an exact ball, negative if the radius
// exceeds the midpoint, and math.MinInt64 for the indeterminate ball and an inexact ball around 0.
func (x *Real) RelAccuracyBits() int64 {
	switch {
	case x.rad.IsZero():
		return math.MaxInt64
	case x.rad.IsInf():
		return math.MinInt64
	case x.mid.Sign() == 0:
		return math.MinInt64
	}
	return exponent(&x.mid) - x.rad.exp
}

// Float64 returns the midpoint of x to nearest and a bound of the distance of any
// point of x to it (+Inf for the indeterminate ball).
func (x *Real) Float64() (mid, bound float64) {
	mid, acc := Float64(&x.mid)
	if math.IsInf(mid, 0) {
		return mid, math.Inf(1)
	}
	b := x.rad
	if acc != big.Exact {
		// half an ulp of mid; 2^-1074 covers the subnormal range
		b = b.Add(MagFloat64(mid).Mul2Exp(-53)).Add(MagPow2(-1074))
	}
	return mid, b.Float64()
}

// Nearest returns the float64 nearest to the midpoint of x, NaN if x is no bound.
func (x *Real) Nearest() float64 {
	if x.Indeterminate() {
		return math.NaN()
	}
	v, _ := Float64(&x.mid)
	return v
}

// Float64 is x.Float64() for the least exponent too: math/big answers ±Inf for |x| < 2^big.MinExp, whose exponent wraps
// around.
func Float64(x *big.Float) (float64, big.Accuracy) {
	if x.Sign() == 0 || x.MantExp(nil) > big.MinExp {
		return x.Float64()
	}
	if x.Signbit() {
		return math.Copysign(0, -1), big.Above
	}
	return 0, big.Below
}

// halfUlp bounds the last rounding error of the midpoint: half a unit in the last place if it was inexact (math/big
// rounds to nearest), the smallest positive number after an underflow.
func (z *Real) halfUlp() Mag {
	if z.mid.Acc() == big.Exact {
		return Mag{}
	}
	if z.mid.Sign() == 0 {
		return MagPow2(big.MinExp)
	}
	if z.mid.IsInf() {
		return MagInf()
	}
	return MagPow2(exponent(&z.mid) - int64(z.mid.Prec()) - 1)
}

// settle restores the form of an indeterminate ball.
func (z *Real) settle() *Real {
	if z.rad.IsInf() || z.rad.exp > maxRadExp || z.mid.IsInf() {
		return z.SetIndeterminate()
	}
	return z
}

// maxRadExp bounds the exponents of radii, so that what is far inside the range of big.Float has its ends there, too.
const maxRadExp = big.MaxExp - 2

// begin prepares the midpoint of z, which is no operand any more or has at most
// prec bits of precision (see narrows), to receive a result of prec bits.
func (z *Real) begin(prec uint) {
	if z.mid.Prec() != prec {
		z.mid.SetPrec(prec)
	}
}

// narrows reports that an operation into z with operand x has to go through another receiver: math/big rounds to the
// precision of the receiver, and setting that would round the operand.
func (z *Real) narrows(x *big.Float, prec uint) bool {
	return &z.mid == x && x.Prec() > prec
}

// finish sets the radius of z to rad plus the rounding error of the operation
// that has just written the midpoint, and returns z.
func (z *Real) finish(rad Mag) *Real {
	if z.mid.Acc() != big.Exact {
		rad = rad.Add(z.halfUlp())
	}
	z.rad = rad
	if rad.man == 0 || rad.exp > maxRadExp || z.mid.IsInf() {
		z.settle()
	}
	return z
}
