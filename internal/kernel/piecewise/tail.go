package piecewise

import (
	"math/big"

	"krein/ball"
	"krein/internal/kernel/constant"
	"krein/internal/kernel/eval"
	"krein/internal/kernel/formula"
)

// halfLine is a set of reals [lo, hi] with possibly infinite ends, for enclosures on [A, ∞).
// An end that is infinite stands for arbitrarily large numbers: no function is evaluated there.
type halfLine struct{ lo, hi *big.Float }

// tailPrec is the precision of the ends.
const tailPrec = 96

// Directed rounding of big.Float: the result is on the safe side of the exact one.
func endFloat(mode big.RoundingMode) *big.Float {
	return new(big.Float).SetPrec(tailPrec).SetMode(mode)
}

// inRange returns the end v of that sign, except that what left the range of exponents on the wrong side is brought
// back: a positive number is no upper end 0, and its lower end is not infinite.
// Overflow and underflow of exponents keep the set containing what it has to contain.
func inRange(v *big.Float, sign int) *big.Float {
	half, up := big.NewFloat(0.5), v.Mode() == big.ToPositiveInf
	if sign < 0 {
		half.Neg(half)
	}
	switch {
	case v.Sign() == 0 && sign != 0 && (sign > 0) == up:
		v.SetMantExp(half, big.MinExp)
	case v.IsInf() && (sign < 0) == up:
		v.SetMantExp(half, big.MaxExp)
	}
	return v
}

var everything = halfLine{new(big.Float).SetInf(true), new(big.Float).SetInf(false)}

// Strict: a set that reaches 0 has none.
func (a halfLine) sign() int {
	switch {
	case a.lo.Sign() > 0:
		return 1
	case a.hi.Sign() < 0:
		return -1
	}
	return 0
}

func (a halfLine) neg() halfLine {
	return halfLine{new(big.Float).Neg(a.hi), new(big.Float).Neg(a.lo)}
}

// Ends are rounded outward by their modes; −∞ + x = −∞ as a lower end, so that no ∞ − ∞ arises: lower ends are never +∞.
func (a halfLine) add(b halfLine) halfLine {
	end := func(x, y *big.Float, mode big.RoundingMode) *big.Float {
		if x.IsInf() {
			return x
		}
		if y.IsInf() {
			return y
		}
		return inRange(ball.SumFloat(endFloat(mode), x, y), x.Cmp(new(big.Float).Neg(y)))
	}
	return halfLine{end(a.lo, b.lo, big.ToNegativeInf), end(a.hi, b.hi, big.ToPositiveInf)}
}

// mul multiplies, with 0·∞ = 0 since infinite ends stand for arbitrarily large numbers.
// The product of intervals is spanned by the four products of ends; 0 times an unbounded set is 0.
func (a halfLine) mul(b halfLine) halfLine {
	end := func(mode big.RoundingMode, pick int) *big.Float {
		var best *big.Float
		for _, x := range []*big.Float{a.lo, a.hi} {
			for _, y := range []*big.Float{b.lo, b.hi} {
				v := endFloat(mode)
				if x.Sign() != 0 && y.Sign() != 0 {
					inRange(v.Mul(x, y), x.Sign()*y.Sign())
				}
				if best == nil || v.Cmp(best) == pick {
					best = v
				}
			}
		}
		return best
	}
	return halfLine{end(big.ToNegativeInf, -1), end(big.ToPositiveInf, 1)}
}

// inv is 1/a for a ≥ 0 or a ≤ 0, where it is defined.
// A set with both signs has an unbounded inverse; 0 as an end of a set of one sign, which 1/x does not take, gives ∞.
func (a halfLine) inv() halfLine {
	switch {
	case a.hi.Sign() <= 0 && a.lo.Sign() < 0:
		return a.neg().inv().neg()
	case a.lo.Sign() < 0 || a.hi.Sign() == 0:
		return everything
	}
	end := func(x *big.Float, mode big.RoundingMode) *big.Float {
		switch {
		case x.IsInf():
			return new(big.Float)
		case x.Sign() == 0:
			return everything.hi
		}
		return inRange(endFloat(mode).Quo(big.NewFloat(1), x), 1)
	}
	return halfLine{end(a.hi, big.ToNegativeInf), end(a.lo, big.ToPositiveInf)}
}

// rising applies an increasing function with limits low and high at −∞ and ∞ (nil: infinite).
// For an increasing f the image is between f(lo) and f(hi), enclosed by balls; where a ball is indeterminate the end is infinite.
func (a halfLine) rising(f func(dst, x *ball.Real), low, high *big.Float) halfLine {
	out := everything
	var x ball.Real
	if a.lo.IsInf() {
		if low != nil {
			out.lo = low
		}
	} else if f(&x, new(ball.Real).SetFloat(a.lo)); !x.Indeterminate() {
		out.lo = x.Lower(nil, tailPrec)
	}
	if a.hi.IsInf() {
		if high != nil {
			out.hi = high
		}
	} else if f(&x, new(ball.Real).SetFloat(a.hi)); !x.Indeterminate() {
		out.hi = x.Upper(nil, tailPrec)
	}
	return out
}

// clip returns a ∩ [0, ∞), for functions that are defined only there.
// Wherever the function is defined its operand is in [0,∞).
func (a halfLine) clip() halfLine {
	if a.lo.Sign() < 0 {
		a.lo = new(big.Float)
	}
	return a
}

func (a halfLine) abs() halfLine {
	switch {
	case a.lo.Sign() >= 0:
		return a
	case a.hi.Sign() <= 0:
		return a.neg()
	}
	b := a.neg()
	if b.hi.Cmp(a.hi) > 0 {
		a.hi = b.hi
	}
	a.lo = new(big.Float)
	return a
}

// power is a^p for a ≥ 0 and p > 0.
// x^p increases on [0,∞) for p > 0.
func (a halfLine) power(p *big.Rat) halfLine {
	return a.clip().rising(func(dst, x *ball.Real) { dst.PowRat(x, p, tailPrec) }, nil, nil)
}

// halfLineOf encloses e on z.
func halfLineOf(e *formula.Expr, z halfLine, memo map[*formula.Expr]halfLine) halfLine {
	if !e.Varies() {
		v := eval.Enclose(nil, e, nil, tailPrec)
		if v.Indeterminate() {
			return everything
		}
		return halfLine{v.Lower(nil, tailPrec), v.Upper(nil, tailPrec)}
	}
	if e.Op() == formula.OpVar {
		return z
	}
	v, known := memo[e]
	if !known {
		v = halfLineNode(e, z, memo)
		memo[e] = v
	}
	return v
}

// Bound returns a number that |e| does not exceed on [from, to], from ≥ 0, wherever it is defined there; it is infinite where none is
// found. The end may be infinite. What rises or falls is bounded by its values at the ends, so that intervals may be long.
// From 0 on, where the formula may have limits: operands are sets that contain them.
func Bound(e *formula.Expr, from, to float64) ball.Mag {
	v := halfLineOf(e, halfLine{big.NewFloat(from), big.NewFloat(to)}, make(map[*formula.Expr]halfLine))
	if v.lo.IsInf() || v.hi.IsInf() {
		return ball.MagInf()
	}
	return ball.MagFloat(v.lo).Max(ball.MagFloat(v.hi))
}

// extreme encloses the smaller (sign = −1) or the larger (1) of a number of each.
// The minimum of u and v is at least the smaller lower end, and at most the smaller upper end;
// likewise the maximum.
func (a halfLine) extreme(b halfLine, sign int) halfLine {
	if b.lo.Cmp(a.lo) == sign {
		a.lo = b.lo
	}
	if b.hi.Cmp(a.hi) == sign {
		a.hi = b.hi
	}
	return a
}

// Each case contains the values of the operation for all operands in their sets, equal operands taken for different numbers but
// for sin(x)/x. min and max of sets are those of their ends. Bounds of asin, acos and atan are decimals beyond π/2 and π.
func halfLineNode(e *formula.Expr, z halfLine,
	memo map[*formula.Expr]halfLine) halfLine { // one function: a case for each operation.
	if e.Op() == formula.OpCall {
		return halfLineOf(e.Body(), z, memo)
	}
	arg := func(i int) halfLine { return halfLineOf(e.Args()[i], z, memo) }
	unary := func(dst, x *ball.Real) { eval.RealUnary(e.Op(), dst, x, tailPrec) }
	one, zero := big.NewFloat(1), new(big.Float)
	minusOne := big.NewFloat(-1)
	switch e.Op() {
	case formula.OpNeg:
		return arg(0).neg()
	case formula.OpAbs:
		return arg(0).abs()
	case formula.OpAdd:
		return arg(0).add(arg(1))
	case formula.OpSub:
		return arg(0).add(arg(1).neg())
	case formula.OpMin, formula.OpMax:
		v := arg(0)
		for i := range e.Args()[1:] {
			v = v.extreme(arg(i+1), map[formula.Op]int{formula.OpMin: -1, formula.OpMax: 1}[e.Op()])
		}
		return v
	case formula.OpMul:
		if v, ok := hump(e, z, memo); ok {
			return v
		}
		return arg(0).mul(arg(1))
	case formula.OpDiv:
		if a := e.Args(); a[0].Op() == formula.OpSin && a[0].Args()[0].Equal(a[1]) {
			return halfLine{minusOne, one}
		}
		return arg(0).mul(arg(1).inv())
	case formula.OpPow:
		p := e.Args()[1].Num()
		if p == nil || p.Sign() == 0 {
			return everything
		}
		a := arg(0)
		abs := new(big.Rat).Abs(p)
		var v halfLine
		switch {
		case !p.IsInt():
			v = a.power(abs)
		case p.Num().Bit(0) == 0:
			v = a.abs().power(abs)
		case a.lo.Sign() >= 0:
			v = a.power(abs)
		case a.hi.Sign() <= 0:
			v = a.neg().power(abs).neg()
		default:
			return everything
		}
		if p.Sign() < 0 {
			v = v.inv()
		}
		return v
	case formula.OpExp:
		return arg(0).rising(unary, zero, nil)
	// log falls to −∞ at 0: the lower end of a set that reaches 0.
	case formula.OpLog:
		a := arg(0).clip()
		if a.lo.Sign() == 0 {
			return halfLine{everything.lo, a.rising(unary, nil, nil).hi}
		}
		return a.rising(unary, nil, nil)
	case formula.OpSqrt:
		return arg(0).clip().rising(unary, nil, nil)
	case formula.OpSinh:
		return arg(0).rising(unary, nil, nil)
	// Even, and increasing on [0,∞).
	case formula.OpCosh:
		return arg(0).abs().rising(unary, nil, nil)
	case formula.OpTanh, formula.OpErf:
		return arg(0).rising(unary, minusOne, one)
	case formula.OpErfc: // 1 − erf is falling
		return arg(0).neg().rising(func(dst, x *ball.Real) { dst.Erfc(dst.Neg(x), tailPrec) }, zero, big.NewFloat(2))
	case formula.OpAtan:
		two := big.NewFloat(2)
		return arg(0).rising(unary, new(big.Float).Neg(two), two)
	case formula.OpAcos, formula.OpAsin: // in [0, π], in [−π/2, π/2]
		if e.Op() == formula.OpAcos {
			return halfLine{zero, big.NewFloat(3.15)}
		}
		return halfLine{big.NewFloat(-1.6), big.NewFloat(1.6)}
	case formula.OpSin, formula.OpCos:
		return halfLine{minusOne, one}
	case formula.OpBesselJ: // |J_ν| ≤ 1 for ν ≥ 0 (DLMF 10.14.1)
		if nu := e.Args()[0].Num(); nu != nil && nu.Sign() >= 0 {
			return halfLine{minusOne, one}
		}
	case formula.OpBesselK: // positive and decreasing
		a := arg(1)
		if nu := e.Args()[0].Num(); nu != nil && a.lo.Sign() > 0 {
			var x, order ball.Real
			eval.RealBessel(formula.OpBesselK, &x, order.SetRat(nu, tailPrec), new(ball.Real).SetFloat(a.lo), tailPrec)
			if !x.Indeterminate() {
				return halfLine{zero, x.Upper(nil, tailPrec)}
			}
		}
	}
	return everything
}

// hump encloses cz^a exp(−κz^b), a, κ, b > 0, which is monotone from z^b = a/(κb) on.
// (z^a e^(−κz^b))′ = z^(a−1) e^(−κz^b)(a − κb z^b) ≤ 0 from z^b = a/(κb) on: the values are between 0 and that at z.lo, of
// whichever sign c is. Before that point the product of the two sets is all that is known.
func hump(e *formula.Expr, z halfLine, memo map[*formula.Expr]halfLine) (v halfLine, ok bool) {
	for i, x := range e.Args() {
		y := e.Args()[1-i]
		t, ok := constant.Powers(x, nil)
		if !ok || len(t) != 1 || t[0].Exp.Sign() <= 0 || y.Op() != formula.OpExp {
			continue
		}
		d, ok := constant.Powers(y.Args()[0], nil)
		if !ok || len(d) != 1 || d[0].Exp.Sign() <= 0 || d[0].Coef.Sign() >= 0 {
			continue
		}
		start := new(big.Rat).Quo(t[0].Exp, new(big.Rat).Mul(new(big.Rat).Neg(d[0].Coef), d[0].Exp))
		least := endFloat(big.ToPositiveInf).SetRat(start) // not the end as a rational, which may have 2^31 digits
		if from := z.power(d[0].Exp).lo; from.IsInf() || from.Cmp(least) < 0 {
			continue
		}
		at := halfLine{z.lo, z.lo}
		v := halfLineOf(x, at, make(map[*formula.Expr]halfLine)).mul(halfLineOf(y, at, make(map[*formula.Expr]halfLine)))
		return v.mul(halfLine{new(big.Float), big.NewFloat(1)}), true
	}
	return v, false
}

// tail returns a point from which on e is proved to have the sign want, up to infinity.
// The points from where on to try are guesses; that e has the sign on all of [from,∞) is proved by halfLineOf.
func (p *signProver) tail(e *formula.Expr, x *big.Rat, want int) (*big.Float, bool) {
	for _, k := range []int{2, 5, 10, 20} {
		from := new(big.Float).SetPrec(256).SetRat(x)
		if from.Cmp(big.NewFloat(1)) < 0 {
			from.SetInt64(1)
		}
		from.SetMantExp(from, k)
		p.spent += 4
		if halfLineOf(e, halfLine{from, everything.hi}, make(map[*formula.Expr]halfLine)).sign() == want {
			return from, true
		}
	}
	return nil, false
}
