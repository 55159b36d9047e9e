package constant

import (
	"math/big"

	"krein/ball"
	"krein/internal/kernel/exponent"
	"krein/internal/kernel/formula"
	"krein/internal/kernel/rational"
)

// gaussian is the Gaussian integer re + i·im.
type gaussian struct{ re, im *big.Int }

func (x gaussian) isZero() bool { return x.re.Sign() == 0 && x.im.Sign() == 0 }

func (x gaussian) norm() *big.Int {
	n := new(big.Int).Mul(x.re, x.re)
	return n.Add(n, new(big.Int).Mul(x.im, x.im))
}

func (x gaussian) conj() gaussian { return gaussian{x.re, new(big.Int).Neg(x.im)} }

func (x gaussian) mul(y gaussian) gaussian {
	re := new(big.Int).Mul(x.re, y.re)
	im := new(big.Int).Mul(x.re, y.im)
	return gaussian{re.Sub(re, new(big.Int).Mul(x.im, y.im)), im.Add(im, new(big.Int).Mul(x.im, y.re))}
}

// remainder is x − qy for a q that leaves at most half of the norm of y.
// |x/y − q|² ≤ ½ for the nearest q: the norm falls by half, and Euclid's algorithm ends.
func (x gaussian) remainder(y gaussian) gaussian {
	n, w := y.norm(), x.mul(y.conj())
	q := gaussian{nearestQuo(w.re, n), nearestQuo(w.im, n)}.mul(y)
	return gaussian{q.re.Sub(x.re, q.re), q.im.Sub(x.im, q.im)}
}

// nearestQuo is an integer next to a/n, n > 0.
// ⌊a/n + ½⌋, exactly.
func nearestQuo(a, n *big.Int) *big.Int {
	twice := new(big.Int).Lsh(a, 1)
	twice.Add(twice, n)
	return twice.Div(twice, new(big.Int).Lsh(n, 1))
}

// gcd is a greatest common divisor, by Euclid's algorithm.
// Up to units, which folded takes away.
func (x gaussian) gcd(y gaussian) gaussian {
	for !y.isZero() {
		x, y = y, x.remainder(y)
	}
	return x
}

// folded returns the associate of x or of its conjugate with an argument in [0, π/4], and whether it is one of the
// conjugate: arg x is that argument, or with conjugated minus it, up to quarter turns.
// Units multiply by i, which are quarter turns; the rest is a reflection.
func (x gaussian) folded() (y gaussian, conjugated bool) {
	a, b := new(big.Int).Abs(x.re), new(big.Int).Abs(x.im)
	conjugated = x.re.Sign()*x.im.Sign() < 0
	if a.Cmp(b) < 0 { // arg(b + ia) = π/2 − arg(a + ib)
		a, b, conjugated = b, a, !conjugated
	}
	return gaussian{a, b}, conjugated
}

// mostAngleBits bounds the numbers whose arctangents are taken apart.
const mostAngleBits = 512

// rationalAtan is atan(r) for 0 < r < 1 as the sum of a multiple of π/4 and of multiples of arguments of Gaussian
// primes: atan(p/q) is the argument of q + ip, which is a product of them. The arguments of primes a + ib, a > b > 0, no
// two of them associated, are with π linearly independent over the rationals, since Gaussian integers factor in one way,
// so that sums of arctangents are equal only if their normal forms are; factors that were not split (see
// intPrimePowers) are arguments of their own, which leaves the sum right, and possibly two forms of it.
func rationalAtan(r *big.Rat) Value {
	if rational.Bits(r) > mostAngleBits {
		return atanSymbol(r)
	}
	x := gaussian{r.Denom(), r.Num()}
	sum := Value{}
	intPrimePowers(x.norm(), func(p *big.Int, k int64) {
		// p and q have no common divisor: of the two primes above p one divides q + ip, k times. The one above 2 is 1 + i.
		y, conjugated := x.gcd(gaussian{p, new(big.Int)}).folded()
		angle := Pi().Scale(big.NewRat(1, 4))
		if y.re.Cmp(y.im) != 0 {
			angle = atanSymbol(new(big.Rat).SetFrac(y.im, y.re))
		}
		if conjugated {
			k = -k
		}
		sum = sum.Add(angle.Scale(big.NewRat(k, 1)))
	})
	var turns, angle, b ball.Real // the difference is a whole number of quarter turns
	const prec = mostAngleBits / 2
	angle.Atan(angle.SetRat(r, prec), prec)
	turns.Sub(&angle, sum.Ball(&b, prec), prec)
	turns.Quo(&turns, b.Pi(prec), prec)
	turns.Mul(&turns, b.SetInt(big.NewInt(2)), prec)
	// The guess is confirmed: the ball of the difference is within ¼ of n, and the difference is a whole number.
	n := nearestInt(turns.Mid(nil))
	if b.Sub(&turns, b.SetInt(n), prec).MagUpper().Cmp(ball.MagPow2(-2)) >= 0 { // not reached at this precision
		return atanSymbol(r)
	}
	return sum.Add(Pi().Scale(new(big.Rat).SetFrac(n, big.NewInt(2))))
}

func atanSymbol(r *big.Rat) Value {
	return symbolPower(newSymbol(symFunc, formula.OpAtan, Value{}, constRat(r)), exponent.Int(1))
}

// mostAngleTurns bounds the multiples of an argument whose sine and cosine are worked out.
const mostAngleTurns = 64

// gaussianAngle writes c = πr + arg x for a Gaussian integer x, if it is a sum of a rational multiple of π and of whole
// multiples of arctangents of rationals, at least one.
// n·atan(p/q) is the argument of (q + ip)^n up to full turns, which sine and cosine do not see.
func gaussianAngle(c Value) (r *big.Rat, x gaussian, ok bool) {
	r, x = new(big.Rat), gaussian{big.NewInt(1), new(big.Int)}
	for _, t := range c.terms() {
		if len(t.f) != 1 || t.f[0].n != exponent.Int(1) {
			return nil, x, false
		}
		switch s := t.f[0].s; {
		case s.kind == symPi:
			r.Set(t.c)
		case s.kind == symFunc && s.op == formula.OpAtan && t.c.IsInt() && t.c.Num().IsInt64():
			q, isRat := s.arg.Rat()
			n := t.c.Num().Int64()
			if !isRat || max(n, -n) > mostAngleTurns || rational.Bits(q) > mostAngleBits {
				return nil, x, false
			}
			y := gaussian{q.Denom(), q.Num()}
			if n < 0 {
				y, n = y.conj(), -n
			}
			for range n {
				x = x.mul(y)
			}
			if x.re.BitLen() > maxConstBits/4 {
				return nil, x, false
			}
			ok = true
		default:
			return nil, x, false
		}
	}
	return r, x, ok
}

// circularOfGaussian is sin or cos of πr + arg x.
// cos(πr + arg x) = (cos πr·Re x − sin πr·Im x)/|x|, |x| = √norm > 0.
func circularOfGaussian(op formula.Op, r *big.Rat, x gaussian) Value {
	half := big.NewRat(1, 2)
	cos, sin := cosPi(r), cosPi(new(big.Rat).Sub(half, r))
	a, b := constRat(new(big.Rat).SetInt(x.re)), constRat(new(big.Rat).SetInt(x.im))
	v := cos.Mul(a).Sub(sin.Mul(b))
	if op == formula.OpSin {
		v = sin.Mul(a).Add(cos.Mul(b))
	}
	return v.Mul(ratRadical(new(big.Rat).SetInt(x.norm()), half.Neg(half)))
}

// rationalAngle returns acos(c) for a rational 0 < c < 1 with a rational sine.
// acos c = atan(√(1−c²)/c) for 0 < c < 1.
func rationalAngle(c Value) (Value, bool) {
	r, ok := c.Rat()
	if !ok || rational.Bits(r) > mostAngleBits {
		return Value{}, false
	}
	sin, ok := Pow(Int(1).Sub(c.Mul(c)), big.NewRat(1, 2)).Rat()
	if !ok {
		return Value{}, false
	}
	return constAtan(constRat(new(big.Rat).Quo(sin, r))), true
}
