package waves

import (
	"math"
	"math/big"

	"krein/internal/hankel/closed"
	"krein/internal/kernel/formula"
)

// bases are numbers w_1, w_2, … > 0, no two of which are known to have a rational quotient, such that the a of all sines
// and cosines of az + b in a formula are integer multiples of one of them.
type bases []base

// base is w = unit·common, where the a are multiples of unit by rationals, the greatest common divisor of which is
// common.
type base struct {
	unit   closed.Num
	common *big.Rat
	w      closed.Num
}

// mostBases bounds how many incommensurable frequencies a formula may have.
const mostBases = 6

// mostFactor bounds the size of multiples of a base.
const mostFactor = 64

// basesOf finds the bases of a formula; ok is false if z occurs outside of sines and cosines of az + b, with a not
// known, or if there are too many.
func basesOf(e *formula.Expr) (b bases, ok bool) {
	var visit func(e *formula.Expr) bool
	visit = func(e *formula.Expr) bool {
		switch {
		case !e.Varies():
			return true
		case e.Op() == formula.OpVar:
			return false
		case e.Op() == formula.OpCall:
			return visit(e.Body())
		}
		if slope, _, ok := linear(e); ok {
			return b.add(slope)
		}
		for _, a := range e.Args() {
			if !visit(a) {
				return false
			}
		}
		return true
	}
	if !visit(e) {
		return nil, false
	}
	for i := range b {
		if b[i].w = b[i].unit.Mul(closed.RatNum(b[i].common)); b[i].w.Sign() < 0 {
			b[i].w = b[i].w.Neg()
		}
		if b[i].w.Sign() <= 0 {
			return nil, false
		}
	}
	return b, true
}

// linear returns a ≠ 0 and b of a sine, a cosine or a tangent of az + b.
func linear(e *formula.Expr) (a, b closed.Num, ok bool) {
	switch e.Op() {
	case formula.OpSin, formula.OpCos, formula.OpTan:
	default:
		return a, b, false
	}
	sum, ok := closed.Normalise(e.Args()[0])
	if !ok {
		return a, b, false
	}
	c, ok := sum.Quadratic()
	return c[1], c[0], ok && c[2].IsZero() && c[1].Sign() != 0 && c[1].Exact() && c[0].Exact()
}

// add makes slope a multiple of a base.
func (b *bases) add(slope closed.Num) bool {
	for i := range *b {
		x := &(*b)[i]
		r, ok := quotient(slope, x.unit)
		if !ok {
			continue
		}
		// the greatest common divisor of a/b and c/d is gcd(ad, cb)/bd
		p := new(big.Int).Mul(x.common.Num(), r.Denom())
		q := new(big.Int).Mul(new(big.Int).Abs(r.Num()), x.common.Denom())
		x.common.SetFrac(new(big.Int).GCD(nil, nil, p, q), new(big.Int).Mul(x.common.Denom(), r.Denom()))
		return x.common.Num().BitLen() < mostFactor && x.common.Denom().BitLen() < mostFactor
	}
	if len(*b) == mostBases {
		return false
	}
	*b = append(*b, base{unit: slope, common: big.NewRat(1, 1)})
	return true
}

// mostDenominator bounds the denominators that quotient tries.
const mostDenominator = 16

// quotient returns a/b if it is proved to be rational: by its normal form, or as q·a = p·b with a small q.
func quotient(a, b closed.Num) (r *big.Rat, ok bool) {
	if r, ok := a.Mul(b.Inv()).Rat(); ok {
		return r, true
	}
	about := a.Float64() / b.Float64()
	for q := int64(1); q <= mostDenominator; q++ {
		p := math.Round(about * float64(q))
		if p == 0 || !(math.Abs(p) < 1<<20) || math.Abs(about*float64(q)-p) > 1e-9*math.Abs(p) {
			continue
		}
		if order, known := a.Mul(closed.IntNum(q)).Cmp(b.Mul(closed.IntNum(int64(p)))); known && order == 0 {
			return big.NewRat(int64(p), q), true
		}
	}
	return nil, false
}

// multiple returns i and n with slope = n w_i.
func (b bases) multiple(slope closed.Num) (i, n int, ok bool) {
	for i := range b {
		if r, rational := quotient(slope, b[i].w); rational && r.IsInt() && r.Num().BitLen() < 12 {
			return i, int(r.Num().Int64()), true
		}
	}
	return 0, 0, false
}

func ratio(a, b int64) *big.Rat { return big.NewRat(a, b) }
