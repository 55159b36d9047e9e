package special

import (
	"math"
	"math/big"

	"krein/ball"
)

// A dyadic is the number num/2^shift, small enough that products of a few of them fit
// a machine word: the orders and parameters with a fast path.
type dyadic struct {
	num   int64
	shift uint
}

const (
	maxDyadicShift = 8
	maxDyadicNum   = 1 << 21
)

// asDyadic returns x as a dyadic if it is exact and small.
func asDyadic(x *ball.Real) (dyadic, bool) {
	if !x.IsExact() {
		return dyadic{}, false
	}
	m, b := x.Float64()
	if b != 0 || math.Abs(m) > maxDyadicNum>>maxDyadicShift {
		return dyadic{}, false
	}
	for s := uint(0); s <= maxDyadicShift; s++ {
		if v := math.Ldexp(m, int(s)); v == math.Trunc(v) {
			return dyadic{int64(v), s}, true
		}
	}
	return dyadic{}, false
}

func (d dyadic) float() float64 { return math.Ldexp(float64(d.num), -int(d.shift)) }

// plus returns d+n.
func (d dyadic) plus(n int64) dyadic { return dyadic{d.num + n<<d.shift, d.shift} }

// isInt reports whether d is an integer.
func (d dyadic) isInt() bool { return d.shift == 0 }

// mostExponent is that of arguments up to which functions that grow like an exponential are enclosed: beyond, squares
// and logarithms of their values leave the range of big.Float.
const mostExponent = 1 << 30

// clampFloat64 returns x as a float64, infinite beyond the range.
func clampFloat64(x *big.Float) float64 {
	f, _ := ball.Float64(x)
	return f
}

// magExp2 returns 2^y rounded up for |y| below 2^60.
func magExp2(y float64) ball.Mag { return ball.MagPow2(int64(math.Ceil(y))) }

// missing returns how many of prec relative bits z lacks, at most 4·prec+4096.
func missing[T any, P ball.Number[T]](z P, prec uint) int64 {
	p := int64(prec)
	return p - max(z.RelAccuracyBits(), -3*p-4096)
}

// ends returns the ends of x as exact balls, rounded outwards to prec bits.
func ends(x *ball.Real, prec uint) (lo, hi *ball.Real) {
	lo = new(ball.Real).SetFloat(x.Lower(nil, prec))
	hi = new(ball.Real).SetFloat(x.Upper(nil, prec))
	return lo, hi
}

// work is about the cost of a sum of so many terms of so many bits.
func work(terms, bits float64) float64 {
	n := bits / 64
	r := math.Sqrt(n)
	return terms * (4 + n*r*math.Sqrt(math.Sqrt(r))) // n^(13/8)
}

// seriesTerms guesses how many terms a series of ₀F₁(; b; x²/4) needs until they are below 2^-bits.
func seriesTerms(x, bits float64) float64 { return 3*x + 8 + bits/math.Log2(3+bits/(1+x)) }

// shiftOrder sets z to x+n, exactly for an exact x unless that takes more than 16·prec+4096 bits: the functions tell
// exact orders from balls. Else it is rounded to prec+64 bits.
func shiftOrder(z, x *ball.Real, n int64, prec uint) *ball.Real {
	prec += 64
	if x.IsExact() && !x.IsZero() {
		m := x.Mid(nil)
		top := max(m.MantExp(nil), 64) + 1
		if need := int64(top) - int64(m.MantExp(nil)) + int64(m.MinPrec()); need <= 16*int64(prec)+4096 {
			prec = max(prec, uint(need))
		}
	}
	return z.AddInt64(x, n, prec)
}

// ballWork and complexWork are work for sums in ball arithmetic, where a term takes several operations.
func ballWork(terms, bits float64) float64    { return 6 * work(terms, bits) }
func complexWork(terms, bits float64) float64 { return 16 * work(terms, bits) }

// minPrec is the smallest precision the functions work with.
const minPrec = ball.MinPrec

func atLeast(prec uint) uint { return min(max(prec, minPrec), 1<<31) }
