package ball

import (
	"math/big"
	"math/bits"
)

// PowInt64 sets z to x^n, with x^0 = 1 for every x that is a number: an indeterminate x may be none, and its power stays
// indeterminate. For n < 0 it is indeterminate if x contains 0.
func (z *Real) PowInt64(x *Real, n int64, prec uint) *Real {
	prec = clampPrec(prec)
	u := uint64(n)
	if n < 0 {
		u = -u
	}
	lg := uint(bits.Len64(u))
	switch {
	case x.rad.IsInf():
		return z.SetIndeterminate()
	case n == 0:
		return z.SetInt64(1)
	case n == 1:
		return z.SetRound(x, prec)
	case n == 2:
		return z.Sqr(x, prec)
	case n < 0 && (x.ContainsZero() || lg > 62):
		return z.SetIndeterminate()
	case n < 0:
		var t Real
		t.PowInt64(x, -n, prec+8)
		return z.Inv(&t, prec)
	}
	if !x.rad.IsZero() && x.rad.Mul2Exp(int64(lg)+8).Cmp(MagFloat(&x.mid)) > 0 {
		f := func(z, x *Real, p uint) *Real { return z.powUint(x, u, p) }
		if u&1 != 0 {
			return z.monotone(x, prec, f)
		}
		hi := x.MagUpper()
		if x.ContainsZero() {
			return z.setZeroTo(hi.Pow(u))
		}
		// not rounded: a lower end next to 0 could pass beyond it, where an even power falls
		var a Real
		return z.monotone(a.Abs(x, max(prec+32, x.mid.Prec())), prec, f)
	}
	return z.powUint(x, u, prec)
}

// powUint is x^n, n ≥ 1, by repeated squaring. Squaring doubles the relative error, which so grows to about 2n roundings,
// hence the bits of n in wp; the radii say what it is.
func (z *Real) powUint(x *Real, n uint64, prec uint) *Real {
	wp := prec + uint(bits.Len64(n)) + 8
	var y Real
	y.Set(x)
	if y.mid.Prec() > wp {
		y.SetRound(&y, wp)
	}
	t := getWork()
	defer putWork(t)
	b := t.r[0].Set(&y)
	for i := bits.Len64(n) - 2; i >= 0; i-- {
		y.Mul(&y, &y, wp)
		if n>>uint(i)&1 != 0 {
			y.Mul(&y, b, wp)
		}
	}
	return z.SetRound(&y, prec)
}

// PowRat sets z to x^p for rational p: any x for an integer p, else x ≥ 0 (x > 0 for
// p < 0), as the principal value; otherwise it is indeterminate.
func (z *Real) PowRat(x *Real, p *big.Rat, prec uint) *Real {
	prec = clampPrec(prec)
	if p.IsInt() && p.Num().IsInt64() {
		return z.PowInt64(x, p.Num().Int64(), prec)
	}
	if p.Denom().Cmp(big.NewInt(2)) == 0 && p.Num().IsInt64() {
		n := p.Num().Int64()
		var t Real
		if n == 1 {
			return z.Sqrt(x, prec)
		}
		t.Sqrt(x, prec+uint(bits.Len64(uint64(max(n, -n))))+8)
		return z.PowInt64(&t, n, prec)
	}
	return z.powReal(x, func(t *Real, wp uint) { t.SetRat(p, wp) }, p.Sign(), prec)
}

// Pow sets z to x^y = e^(y log x): x > 0, or x ≥ 0 if y > 0, or any x if y is an exact integer, as by PowInt64;
// otherwise it is indeterminate. An exact y of half an integer is computed by Sqrt.
func (z *Real) Pow(x, y *Real, prec uint) *Real {
	prec = clampPrec(prec)
	if x.rad.IsInf() || y.rad.IsInf() {
		return z.SetIndeterminate()
	}
	if y.rad.IsZero() {
		if y.mid.Sign() == 0 || exponent(&y.mid) < 62 && y.mid.MinPrec() < 64 &&
			exponent(&y.mid)-int64(y.mid.MinPrec()) >= -1 {
			p, _ := y.mid.Rat(nil)
			return z.PowRat(x, p, prec)
		}
	}
	sy, _ := y.Sign()
	return z.powReal(x, func(t *Real, wp uint) { t.Set(y) }, sy, prec)
}

// powReal is x^y for x ≥ 0, where exponent sets y and sign is its sign, 0 if unknown.
//
// e^(y log x) is evaluated in balls: an absolute error of y·log x is a relative one of the result, so that y·log x has wp
// bits after the point, with its bits before the point in addition. On [0, b] with y > 0 the function grows from 0 to b^y.
func (z *Real) powReal(x *Real, exponentTo func(t *Real, wp uint), sign int, prec uint) *Real {
	if x.rad.IsInf() {
		return z.SetIndeterminate()
	}
	if x.IsZero() && sign > 0 {
		return z.SetZero()
	}
	if x.mid.Sign() <= 0 {
		return z.SetIndeterminate()
	}
	var t, u Real
	if x.ContainsZero() {
		if sign <= 0 || !x.touchesZero(+1) {
			return z.SetIndeterminate()
		}
		// [0, b]: from 0 to b^y
		if x.Upper(&t.mid, prec+32); t.mid.IsInf() {
			return z.SetIndeterminate()
		}
		u.powReal(&t, exponentTo, sign, prec+8)
		t.SetZero()
		return z.Hull(&t, &u, prec)
	}
	// digits of y·log x before the point are lost by the exponential
	exponentTo(&u, 64)
	t.Log(x, 64)
	u.Mul(&u, &t, 64)
	wp := prec + 16
	if e := u.MagUpper().Exponent(); e > 40 {
		return z.Exp(&u, prec)
	} else if e > 0 {
		wp += uint(e)
	}
	exponentTo(&u, wp)
	t.Log(x, wp)
	u.Mul(&u, &t, wp)
	return z.Exp(&u, prec)
}
