package kernel

import (
	"math"
	"math/big"
	"math/bits"
	"sync"

	"krein/ball"
	"krein/internal/kernel/eval"
	"krein/internal/kernel/formula"
)

// ballForm is what a kernel keeps for evaluation over enclosures, made when first needed.
type ballForm struct {
	once  sync.Once
	whole *eval.Func
	guard uint

	square   sync.Once
	ofSquare *eval.Func // of k(√t)
}

func (k *Kernel) balls() *ballForm {
	b := k.ballForm
	b.once.Do(func() {
		b.whole = eval.Compile(k.whole).Metered(k.meter)
		b.guard = 10 + uint(bits.Len(uint(b.whole.Len())))
	})
	return b
}

// ballRetries is how often an evaluation at an exact point is repeated with more bits because digits cancelled.
const ballRetries = 3

// BallAt sets dst to an enclosure of k on z and returns dst; a nil dst is allocated. It contains
// k(t) for every t ≥ 0 in z, and is indeterminate if k is not defined, or no bound is
// known, at some such t (sin(t)/t at 0), or if z has no point t ≥ 0.
//
// At an exact z the result has about prec bits, unless the formula cancels more than that many
// again. On a wide z it is that of plain substitution; package internal/kernel/wide has tighter ones.
func (k *Kernel) BallAt(dst, z *ball.Real, prec uint) *ball.Real {
	if dst == nil {
		dst = new(ball.Real)
	}
	if z.Indeterminate() || z.Negative() == ball.True {
		return dst.SetIndeterminate()
	}
	prec = max(prec, ball.MinPrec)
	b := k.balls()
	wp := prec + b.guard
	var out ball.Real
	if z.IsExact() {
		last := int64(math.MaxInt64)
		for try := 0; ; try++ {
			b.whole.At(&out, z, wp)
			have, rad := out.RelAccuracyBits(), out.Rad().Exponent()
			underflows := rad < -4*int64(wp) && rad > last-4 // an exponential: more bits do not help
			if have >= int64(prec) || out.Indeterminate() || out.IsZero() || underflows || try == ballRetries {
				return dst.SetRound(&out, prec)
			}
			last = rad
			if have > 0 {
				wp += uint(int64(prec)-have) + 8
			} else {
				wp += wp + 64
			}
		}
	}
	b.whole.At(&out, clipNegative(z, wp), wp)
	return dst.SetRound(&out, prec)
}

// clipNegative returns z without its negative part.
func clipNegative(z *ball.Real, prec uint) *ball.Real {
	lo := z.Lower(nil, prec)
	if lo.Sign() >= 0 {
		return z
	}
	lo.SetInt64(0)
	return new(ball.Real).SetInterval(lo, z.Upper(nil, prec), prec)
}

// ComplexAt sets dst to an enclosure of the values of the formula of k on z and returns dst; a nil
// dst is allocated. Functions have their principal values, comparisons are those of real parts, and
// abs(w) is w or −w by the sign of Re w.
//
// The result is indeterminate unless the function so defined is holomorphic on a
// neighbourhood of z: it is if z meets a branch cut of one of its parts, or a condition, abs, min
// or max is undecided on z. The function is one and the same for all z, so that it is holomorphic
// on a union of balls with finite results, and the continuation of k from the real points there.
func (k *Kernel) ComplexAt(dst, z *ball.Complex, prec uint) *ball.Complex {
	if dst == nil {
		dst = new(ball.Complex)
	}
	if z.Indeterminate() {
		return dst.SetIndeterminate()
	}
	prec = max(prec, ball.MinPrec)
	b := k.balls()
	b.whole.ComplexAt(dst, z, prec+b.guard)
	return dst.SetRound(dst, prec)
}

// BallTaylor sets dst to a jet of n+1 coefficients of k at z and returns dst; a nil dst is
// allocated: coefficient i contains k^(i)(t)/i! for every t in z, and is indeterminate unless the
// formula is analytic on all of z, conditions included. It panics if n < 0.
func (k *Kernel) BallTaylor(dst *ball.RealSeries, z *ball.Real, n int, prec uint) *ball.RealSeries {
	return k.jet(dst, z, n, prec, !z.Indeterminate(), func(b *ballForm) *eval.Func { return b.whole })
}

// BallTaylorT sets dst to a jet of n+1 coefficients of f(t) = k(√t), t = z², at t and returns dst;
// a nil dst is allocated: coefficient i contains f^(i)(s)/i! for every s in t, and is indeterminate
// unless f is analytic on all of t, which must be positive. It panics if n < 0.
func (k *Kernel) BallTaylorT(dst *ball.RealSeries, t *ball.Real, n int, prec uint) *ball.RealSeries {
	return k.jet(dst, t, n, prec, t.Positive() == ball.True, func(b *ballForm) *eval.Func {
		b.square.Do(func() {
			b.ofSquare = eval.Compile(inSquare(k.whole)).Metered(k.meter)
		})
		return b.ofSquare
	})
}

// jet is a jet at x of one of the programs of k, indeterminate unless valid.
func (k *Kernel) jet(dst *ball.RealSeries, x *ball.Real, n int, prec uint, valid bool,
	program func(*ballForm) *eval.Func) *ball.RealSeries {
	if n < 0 {
		panic("kernel: negative order")
	}
	if dst == nil {
		dst = new(ball.RealSeries)
	}
	if !valid {
		dst.SetLen(n + 1)
		for i := range n + 1 {
			dst.Coef(i).SetIndeterminate()
		}
		return dst
	}
	prec = max(prec, ball.MinPrec)
	b := k.balls()
	program(b).Jet(dst, x, n+1, prec+b.guard+uint(n))
	for i := range n + 1 {
		dst.Coef(i).SetRound(dst.Coef(i), prec)
	}
	return dst
}

// inSquare returns e with √z for z, for z > 0: powers of z become powers of half the exponent, so
// that polynomials in z² have exact jets.
func inSquare(e *formula.Expr) *formula.Expr {
	return e.Replace(func(e *formula.Expr) *formula.Expr {
		switch {
		case e.Op() == formula.OpVar:
			return formula.Apply(formula.OpSqrt, e)
		case e.Op() == formula.OpPow && e.Args()[0].Op() == formula.OpVar && e.Args()[1].Num() != nil:
			half := new(big.Rat).Quo(e.Args()[1].Num(), big.NewRat(2, 1))
			return formula.Identity(formula.Pow(e.Args()[0], formula.Rational(half)))
		}
		return nil
	})
}

// valueBits is the accuracy of the enclosure that At rounds.
const valueBits = 60

// mostValueBits bounds the bits that At asks for, a power of 8 times valueBits, where digits cancel; of what is less than
// 2^underflowed no float64 has a digit.
const mostValueBits, underflowed = 64 * valueBits, -1080

// At returns the float64 nearest to k(z), or a neighbour of it, by an enclosure; NaN where the formula is undefined, or
// no enclosure of its value is found. It is for a few values: package internal/kernel/numeric compiles a kernel for many.
func (k *Kernel) At(z float64) float64 {
	if math.IsNaN(z) || math.IsInf(z, 0) {
		return math.NaN()
	}
	x, v := ball.NewReal(z), new(ball.Real)
	last := int64(math.MaxInt64)
	for prec := uint(valueBits); prec <= mostValueBits; prec *= 8 {
		k.BallAt(v, x, prec)
		rad := v.Rad().Exponent()
		if v.Indeterminate() || v.IsExact() || v.RelAccuracyBits() >= valueBits-4 || rad < underflowed ||
			rad > last-valueBits { // more bits do not help
			break
		}
		last = rad
	}
	return v.Nearest()
}
