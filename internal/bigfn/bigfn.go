// Package bigfn evaluates the elementary functions and the special functions of
// the formula language on big.Float, for the estimates of local analysis.
//
// Every function takes the wanted precision prec in bits and returns a value of
// that precision whose error is a few units in the last place (relative, except
// where a function says otherwise). The errors are measured against mpmath in
// the tests and not proved: these are the tools of estimates, and proofs use balls.
// Arguments are never modified and results never shared. All functions are safe
// for concurrent use.
package bigfn

import (
	"errors"
	"fmt"
	"math"
	"math/big"
)

// ErrRange is wrapped by the errors for arguments whose value or whose cost
// would be beyond any use (|x| ≥ 2³⁰ in an exponential, say).
var ErrRange = errors.New("argument out of the supported range")

// ErrDomain is wrapped by the errors for arguments at which the function is not
// real or not finite.
var ErrDomain = errors.New("argument outside the domain")

func rangeErr(f string, x *big.Float) error {
	return fmt.Errorf("%s(%s): %w", f, approx(x), ErrRange)
}

func domainErr(f string, x *big.Float) error {
	return fmt.Errorf("%s(%s): %w", f, approx(x), ErrDomain)
}

// approx writes x for a message. The decimal form of a number with a large binary
// exponent would take forever.
func approx(x *big.Float) string {
	if e := exponent(x); x.Sign() != 0 && !x.IsInf() && (e > 4000 || e < -4000) {
		m := new(big.Float)
		x.MantExp(m)
		return fmt.Sprintf("%.6g·2^%d", m, e)
	}
	return fmt.Sprintf("%.6g", x)
}

func newF(prec uint) *big.Float { return new(big.Float).SetPrec(prec) }
func intF(prec uint, n int64) *big.Float {
	return newF(prec).SetInt64(n)
}
func round(x *big.Float, prec uint) *big.Float { return newF(prec).Set(x) }

// exponent returns e with 2^(e−1) ≤ |x| < 2^e, and the least int32 for 0.
func exponent(x *big.Float) int {
	if x.Sign() == 0 {
		return math.MinInt32
	}
	return x.MantExp(nil)
}

// scaled returns x·2^n.
func scaled(x *big.Float, n int) *big.Float { return new(big.Float).SetMantExp(x, n) }

// Add returns x + y to prec bits. Unlike big.Float.Add it takes no time and space
// in proportion to the distance of the exponents.
func Add(x, y *big.Float, prec uint) *big.Float {
	a, b := exponent(x), exponent(y)
	if x.Sign() == 0 || y.Sign() == 0 || a-b < int(prec)+64 && b-a < int(prec)+64 {
		return newF(prec).Add(x, y)
	}
	if a < b {
		x, y = y, x
	}
	// A y beyond the last bit matters only for the rounding and its report.
	s := newF(prec + 64).Set(x)
	s = newF(prec+128).Add(s, scaled(newF(8).SetInt64(int64(y.Sign())), exponent(x)-int(prec)-100))
	return round(s, prec)
}

// Exp returns e^x for |x| < 2³⁰.
func Exp(x *big.Float, prec uint) (*big.Float, error) {
	if x.Sign() == 0 {
		return intF(prec, 1), nil
	}
	ex := exponent(x)
	if ex > 30 {
		return nil, rangeErr("exp", x)
	}
	wp := prec + 40 + uint(max(0, ex))
	xf, _ := x.Float64()
	k := math.Round(xf / math.Ln2)
	r := newF(wp).Set(x)
	if k != 0 {
		t := newF(wp).SetInt64(int64(k))
		r.Sub(r, t.Mul(t, Ln2(wp)))
	}
	y := scaled(exp1(r, wp), int(k))
	return round(y, prec), nil
}

// exp1 returns e^r for |r| ≤ 1, to wp bits less a dozen.
func exp1(r *big.Float, wp uint) *big.Float {
	if r.Sign() == 0 {
		return intF(wp, 1)
	}
	s := int(math.Sqrt(float64(wp))*0.8) + min(0, max(exponent(r), -1000))
	s = max(s, 0)
	wp += uint(s) + 16
	q := scaled(newF(wp).Set(r), -s)
	sum, term := intF(wp, 1), intF(wp, 1)
	for n := int64(1); ; n++ {
		term.Mul(term, q)
		term.Quo(term, intF(64, n))
		if exponent(term) < -int(wp) {
			break
		}
		sum.Add(sum, term)
	}
	for range s {
		sum.Mul(sum, sum)
	}
	return sum
}

// Log returns the natural logarithm of x > 0.
func Log(x *big.Float, prec uint) (*big.Float, error) {
	if x.Sign() <= 0 || x.IsInf() {
		return nil, domainErr("log", x)
	}
	m := new(big.Float)
	k := x.MantExp(m) // m in [1/2, 1)
	if m.Cmp(big.NewFloat(0.75)) < 0 {
		m = scaled(m, 1)
		k--
	}
	// log m keeps its relative precision near 1: m−1 is formed exactly.
	d := newF(x.Prec()+2).Sub(m, big.NewFloat(1))
	if d.Sign() == 0 && k == 0 {
		return newF(prec), nil
	}
	wp := prec + 40
	y := newF(wp)
	if d.Sign() != 0 {
		y = log1p(d, wp)
	}
	if k != 0 {
		kl := newF(wp + 32).SetInt64(int64(k))
		y = newF(wp).Add(y, kl.Mul(kl, Ln2(wp+32)))
	}
	return round(y, prec), nil
}

// log1p returns log(1+d) for −1/4 ≤ d ≤ 1/2, to relative precision.
func log1p(d *big.Float, wp uint) *big.Float {
	roots := 0
	if exponent(d) > -6 {
		roots = 5
	}
	wp += 16 + 2*uint(roots)
	// (1+d)^(1/2) − 1 = d / (1 + √(1+d)) loses nothing.
	one := intF(wp, 1)
	e := newF(wp).Set(d)
	for range roots {
		t := newF(wp).Add(one, e)
		t.Sqrt(t)
		e.Quo(e, t.Add(t, one))
	}
	t := newF(wp).Add(e, intF(8, 2))
	t.Quo(e, t) // log(1+e) = 2 atanh(e/(2+e))
	t2 := newF(wp).Mul(t, t)
	sum, p, u := newF(wp).Set(t), newF(wp).Set(t), newF(wp)
	for n := int64(3); ; n += 2 {
		p.Mul(p, t2)
		u.Quo(p, intF(64, n))
		if exponent(u) < exponent(sum)-int(wp) {
			break
		}
		sum.Add(sum, u)
	}
	return scaled(sum, 1+roots)
}

// Pow returns x^y for x > 0.
func Pow(x, y *big.Float, prec uint) (*big.Float, error) {
	l, err := Log(x, prec+64)
	if err != nil {
		return nil, err
	}
	if ex := exponent(l) + exponent(y); ex > 0 { // digits that the exponential loses
		if ex > 32 {
			return nil, fmt.Errorf("%s^%s: %w", approx(x), approx(y), ErrRange)
		}
		if l, err = Log(x, prec+64+uint(ex)); err != nil {
			return nil, err
		}
	}
	return Exp(l.Mul(l, y), prec)
}

// maxTrigExp bounds the binary exponent of the argument of sin and cos.
const maxTrigExp = 1 << 13

// SinCos returns sin x and cos x, each to relative precision, for |x| < 2^8192.
func SinCos(x *big.Float, prec uint) (sin, cos *big.Float, err error) {
	if x.Sign() == 0 {
		return newF(prec), intF(prec, 1), nil
	}
	ex := exponent(x)
	if ex > maxTrigExp {
		return nil, nil, rangeErr("sin", x)
	}
	wp := prec + 40
	r := newF(wp).Set(x)
	quadrant := 0
	if ex >= 0 { // |x| ≥ 1/2: subtract the nearest multiple of π/2
		for extra := uint(32); ; {
			p := wp + uint(ex) + extra
			half := scaled(Pi(p), -1)
			q := newF(p).Quo(x, half)
			n, _ := q.Add(q, big.NewFloat(math.Copysign(0.5, float64(x.Sign())))).Int(nil)
			nf := newF(p).SetInt(n)
			d := newF(p).Sub(x, nf.Mul(nf, half))
			lost := -exponent(d)
			if d.Sign() != 0 && lost <= int(extra)-16 {
				r = newF(wp).Set(d)
				quadrant = int(new(big.Int).And(n, big.NewInt(3)).Int64())
				break
			}
			extra = uint(max(2*int(extra), min(lost, 1<<14)+64))
			if extra > 1<<16 {
				return nil, nil, rangeErr("sin", x)
			}
		}
	}
	s, c := sinCosSmall(r, wp)
	switch quadrant {
	case 1:
		s, c = c, s.Neg(s)
	case 2:
		s, c = s.Neg(s), c.Neg(c)
	case 3:
		s, c = c.Neg(c), s
	}
	return round(s, prec), round(c, prec), nil
}

// sinCosSmall sums both Taylor series at |r| ≤ 0.8.
func sinCosSmall(r *big.Float, wp uint) (s, c *big.Float) {
	wp += 16
	r2 := newF(wp).Mul(r, r)
	r2.Neg(r2)
	sum := func(first *big.Float, n int64) *big.Float {
		total, term := newF(wp).Set(first), newF(wp).Set(first)
		for ; ; n += 2 {
			term.Mul(term, r2)
			term.Quo(term, intF(64, n*(n+1)))
			if term.Sign() == 0 || exponent(term) < exponent(total)-int(wp) {
				return total
			}
			total.Add(total, term)
		}
	}
	return sum(newF(wp).Set(r), 2), sum(intF(wp, 1), 1)
}

// Tan returns tan x.
func Tan(x *big.Float, prec uint) (*big.Float, error) {
	s, c, err := SinCos(x, prec+16)
	if err != nil {
		return nil, err
	}
	return newF(prec).Quo(s, c), nil
}

// Atan returns arctan x.
func Atan(x *big.Float, prec uint) *big.Float {
	if x.Sign() == 0 {
		return newF(prec)
	}
	wp := prec + 40
	one := intF(wp, 1)
	a := newF(wp).Abs(x)
	invert := a.Cmp(one) > 0
	if invert {
		a.Quo(one, a)
	}
	halvings := 0
	for exponent(a) > -5 && halvings < 8 {
		t := newF(wp).Mul(a, a)
		t.Sqrt(t.Add(t, one))
		a.Quo(a, t.Add(t, one))
		halvings++
	}
	a2 := newF(wp).Mul(a, a)
	a2.Neg(a2)
	sum, p, u := newF(wp).Set(a), newF(wp).Set(a), newF(wp)
	for n := int64(3); ; n += 2 {
		p.Mul(p, a2)
		u.Quo(p, intF(64, n))
		if u.Sign() == 0 || exponent(u) < exponent(sum)-int(wp) {
			break
		}
		sum.Add(sum, u)
	}
	sum = scaled(sum, halvings)
	if invert {
		sum = newF(wp).Sub(scaled(Pi(wp), -1), sum)
	}
	if x.Sign() < 0 {
		sum.Neg(sum)
	}
	return round(sum, prec)
}

// Asin returns arcsin x for |x| ≤ 1.
func Asin(x *big.Float, prec uint) (*big.Float, error) {
	q, err := oneMinusSquare("asin", x, prec)
	if err != nil {
		return nil, err
	}
	if q.Sign() == 0 {
		y := scaled(Pi(prec), -1)
		if x.Sign() < 0 {
			y.Neg(y)
		}
		return y, nil
	}
	return Atan(q.Quo(x, q.Sqrt(q)), prec), nil
}

// Acos returns arccos x for |x| ≤ 1, to relative precision also near 1.
func Acos(x *big.Float, prec uint) (*big.Float, error) {
	if _, err := oneMinusSquare("acos", x, prec); err != nil {
		return nil, err
	}
	wp := prec + 16
	p, q := factors(x, wp)
	if p.Sign() == 0 { // x = −1
		return Pi(prec), nil
	}
	q.Quo(q, p)
	return scaled(Atan(q.Sqrt(q), prec), 1), nil
}

// factors returns 1+x and 1−x, each correctly rounded.
func factors(x *big.Float, wp uint) (plus, minus *big.Float) {
	one := intF(wp, 1)
	return Add(one, x, wp), Add(one, newF(x.Prec()).Neg(x), wp)
}

func oneMinusSquare(f string, x *big.Float, prec uint) (*big.Float, error) {
	p, q := factors(x, prec+16)
	if p.Sign() < 0 || q.Sign() < 0 {
		return nil, domainErr(f, x)
	}
	return p.Mul(p, q), nil
}

// SinhCosh returns sinh x and cosh x for |x| < 2³⁰.
func SinhCosh(x *big.Float, prec uint) (sinh, cosh *big.Float, err error) {
	wp := prec + 16
	if ex := exponent(x); ex < 0 && x.Sign() != 0 {
		wp += uint(min(-ex, int(prec)+8)) // sinh x ≈ x is a difference of exponentials
		if -ex > int(prec) {
			return round(x, prec), intF(prec, 1), nil
		}
	}
	e, err := Exp(x, wp)
	if err != nil {
		return nil, nil, err
	}
	inv := newF(wp).Quo(intF(wp, 1), e)
	c := Add(e, inv, wp)
	s := Add(e, inv.Neg(inv), wp)
	return round(scaled(s, -1), prec), round(scaled(c, -1), prec), nil
}

// Tanh returns tanh x for |x| < 2³⁰.
func Tanh(x *big.Float, prec uint) (*big.Float, error) {
	s, c, err := SinhCosh(x, prec+8)
	if err != nil {
		return nil, err
	}
	return newF(prec).Quo(s, c), nil
}
