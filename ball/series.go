package ball

import (
	"fmt"
	"math/big"
)

// Number is what *Real and *Complex have in common: Series needs it of its coefficients.
type Number[T any] interface {
	*T
	fmt.Stringer
	Set(x *T) *T
	SetRound(x *T, prec uint) *T
	SetInt64(n int64) *T
	SetIndeterminate() *T
	SetReal(x *Real) *T
	IsZero() bool
	IsFinite() bool
	ContainsZero() bool
	Rad() Mag
	MagUpper() Mag
	RelAccuracyBits() int64
	AddRad(m Mag) *T
	Neg(x *T) *T
	Add(x, y *T, prec uint) *T
	Sub(x, y *T, prec uint) *T
	Mul(x, y *T, prec uint) *T
	Sqr(x *T, prec uint) *T
	Quo(x, y *T, prec uint) *T
	MulReal(x *T, y *Real, prec uint) *T
	QuoReal(x *T, y *Real, prec uint) *T
	Inv(x *T, prec uint) *T
	Mul2Exp(x *T, k int64) *T
	AddInt64(x *T, n int64, prec uint) *T
	MulInt64(x *T, n int64, prec uint) *T
	QuoInt64(x *T, n int64, prec uint) *T
	Sqrt(x *T, prec uint) *T
	PowRat(x *T, p *big.Rat, prec uint) *T
	Pow(x, y *T, prec uint) *T
	Exp(x *T, prec uint) *T
	Expm1(x *T, prec uint) *T
	Log(x *T, prec uint) *T
	Log1p(x *T, prec uint) *T
	Tan(x *T, prec uint) *T
	Sinh(x *T, prec uint) *T
	Cosh(x *T, prec uint) *T
	Tanh(x *T, prec uint) *T
	Asin(x *T, prec uint) *T
	Acos(x *T, prec uint) *T
	Atan(x *T, prec uint) *T
	Erf(x *T, prec uint) *T
	Erfc(x *T, prec uint) *T
	sinCosTo(s, c *T, prec uint)
	conv(xs, ys []T, prec uint) *T
}

func (x *Real) sinCosTo(s, c *Real, prec uint) { SinCos(s, c, x, prec) }

// SetReal is Set, for functions of any Number.
func (z *Real) SetReal(x *Real) *Real { return z.Set(x) }

// MulReal is Mul, for functions of any Number.
func (z *Real) MulReal(x, y *Real, prec uint) *Real { return z.Mul(x, y, prec) }

// QuoReal is Quo, for functions of any Number.
func (z *Real) QuoReal(x, y *Real, prec uint) *Real { return z.Quo(x, y, prec) }

// A Series is a truncated power series c_0 + c_1 t + … + c_{n−1} t^{n−1} + O(t^n) whose coefficients are balls: a jet.
// Write RealSeries or ComplexSeries. The zero value has length 0, O(1).
//
// A result has the length of its shortest operand. Receivers may alias operands. The coefficients of f(x) enclose those
// of the composed function for every choice of numbers in the coefficients of x; they are indeterminate where f is not
// analytic at some c_0 in the ball.
type Series[T any, P Number[T]] struct {
	c []T
}

// RealSeries and ComplexSeries are jets over real and complex balls.
type (
	RealSeries    = Series[Real, *Real]
	ComplexSeries = Series[Complex, *Complex]
)

// Len returns the number of coefficients of s.
func (s *Series[T, P]) Len() int { return len(s.c) }

// Coef returns coefficient k of s, which may be modified in place. It panics if k ≥ s.Len().
func (s *Series[T, P]) Coef(k int) P { return &s.c[k] }

// SetLen makes s of length n: it drops coefficients, or appends exact zeros.
func (s *Series[T, P]) SetLen(n int) *Series[T, P] {
	for len(s.c) < n {
		s.c = append(s.c, *new(T))
	}
	s.c = s.c[:n]
	return s
}

// SetConst sets s to the constant x of length n.
func (s *Series[T, P]) SetConst(x P, n int) *Series[T, P] {
	c := make([]T, n)
	if n > 0 {
		P(&c[0]).Set(x)
	}
	s.c = c
	return s
}

// SetVar sets s to x + t of length n: the jet of the identity at x.
func (s *Series[T, P]) SetVar(x P, n int) *Series[T, P] {
	s.SetConst(x, n)
	if n > 1 {
		P(&s.c[1]).SetInt64(1)
	}
	return s
}

// Set sets s to x.
func (s *Series[T, P]) Set(x *Series[T, P]) *Series[T, P] {
	if s != x {
		s.take(len(x.c))
		for k := range x.c {
			P(&s.c[k]).Set(&x.c[k])
		}
	}
	return s
}

// take makes s of length n with coefficients to be overwritten.
func (s *Series[T, P]) take(n int) {
	if cap(s.c) < n {
		s.c = make([]T, n)
	}
	s.c = s.c[:n]
}

// round sets s to the coefficients c, rounded.
func (s *Series[T, P]) round(c []T, prec uint) *Series[T, P] {
	for k := range c {
		P(&c[k]).SetRound(&c[k], prec)
	}
	s.c = c
	return s
}

// Neg sets s to −x.
func (s *Series[T, P]) Neg(x *Series[T, P]) *Series[T, P] {
	s.take(len(x.c))
	for k := range s.c {
		P(&s.c[k]).Neg(&x.c[k])
	}
	return s
}

// Add sets s to x+y.
func (s *Series[T, P]) Add(x, y *Series[T, P], prec uint) *Series[T, P] {
	s.take(min(len(x.c), len(y.c)))
	for k := range s.c {
		P(&s.c[k]).Add(&x.c[k], &y.c[k], prec)
	}
	return s
}

// Sub sets s to x−y.
func (s *Series[T, P]) Sub(x, y *Series[T, P], prec uint) *Series[T, P] {
	s.take(min(len(x.c), len(y.c)))
	for k := range s.c {
		P(&s.c[k]).Sub(&x.c[k], &y.c[k], prec)
	}
	return s
}

// AddScalar sets s to x+a.
func (s *Series[T, P]) AddScalar(x *Series[T, P], a P, prec uint) *Series[T, P] {
	s.Set(x)
	if len(s.c) > 0 {
		P(&s.c[0]).Add(&s.c[0], a, prec)
	}
	return s
}

// MulScalar sets s to a·x.
func (s *Series[T, P]) MulScalar(x *Series[T, P], a P, prec uint) *Series[T, P] {
	var b T
	P(&b).Set(a) // a may be a coefficient of s
	s.take(len(x.c))
	for k := range s.c {
		P(&s.c[k]).Mul(&x.c[k], &b, prec)
	}
	return s
}

// Mul2Exp sets s to x·2^k.
func (s *Series[T, P]) Mul2Exp(x *Series[T, P], k int64) *Series[T, P] {
	s.take(len(x.c))
	for i := range s.c {
		P(&s.c[i]).Mul2Exp(&x.c[i], k)
	}
	return s
}

// Mul sets s to x·y; each coefficient has one rounding.
func (s *Series[T, P]) Mul(x, y *Series[T, P], prec uint) *Series[T, P] {
	n := min(len(x.c), len(y.c))
	c := make([]T, n)
	for k := range c {
		P(&c[k]).conv(x.c[:k+1], y.c[:k+1], prec)
	}
	s.c = c
	return s
}

// Quo sets s to x/y; it is indeterminate if the constant term of y contains 0.
func (s *Series[T, P]) Quo(x, y *Series[T, P], prec uint) *Series[T, P] {
	n := min(len(x.c), len(y.c))
	if n == 0 {
		return s.SetLen(0)
	}
	c := make([]T, n)
	// q_k = (x_k − Σ_{j<k} q_j y_{k−j})/y_0
	var inv, t T
	P(&inv).Inv(&y.c[0], prec+8)
	for k := range c {
		P(&t).conv(c[:k], y.c[1:k+1], prec+8)
		P(&t).Sub(&x.c[k], &t, prec+8)
		if k == 0 {
			P(&c[k]).Quo(&t, &y.c[0], prec)
		} else {
			P(&c[k]).Mul(&t, &inv, prec)
		}
	}
	s.c = c
	return s
}

// Compose sets s to x(y(t)) for y with constant term exactly 0; it panics otherwise.
func (s *Series[T, P]) Compose(x, y *Series[T, P], prec uint) *Series[T, P] {
	n := min(len(x.c), len(y.c))
	if n == 0 {
		return s.SetLen(0)
	}
	if !P(&y.c[0]).IsZero() {
		panic("ball: Compose with a series whose constant term is not 0")
	}
	var sum, u Series[T, P]
	u.Set(y)
	u.SetLen(n)
	sum.SetConst(P(&x.c[n-1]), 1)
	for k := n - 2; k >= 0; k-- { // k more products with u leave n − k coefficients below tⁿ
		sum.SetLen(n - k)
		sum.Mul(&sum, &u, prec)
		P(&sum.c[0]).Add(&sum.c[0], &x.c[k], prec)
	}
	s.c = sum.c
	return s
}

// weighted returns the coefficients k·x_k.
func weighted[T any, P Number[T]](x []T, prec uint) []T {
	w := make([]T, len(x))
	for k := 1; k < len(x); k++ {
		P(&w[k]).MulInt64(&x[k], int64(k), prec)
	}
	return w
}

// integrate sets s to the series with f(c) at x's constant term c as its own, to prec bits, and derivative x'·g, where
// next sets coefficient k of g from those of s up to k; next nil means g = s. Sums have wp bits.
func (s *Series[T, P]) integrate(f func(z P, c *T, prec uint) *T, x *Series[T, P], next func(g P, c []T),
	wp, prec uint) *Series[T, P] {
	// k·s_k = Σ_{j=1}^k j x_j g_{k−j}
	n, w := len(x.c), weighted[T, P](x.c, wp)
	c := make([]T, n)
	g := c
	if next != nil {
		g = make([]T, n)
	}
	for k := range n {
		if k == 0 {
			f(&c[0], &x.c[0], prec)
		} else {
			P(&c[k]).conv(w[1:k+1], g[:k], wp)
			P(&c[k]).QuoInt64(&c[k], int64(k), prec)
		}
		if next != nil {
			next(&g[k], c[:k+1])
		}
	}
	s.c = c
	return s
}

// Exp sets s to e^x.
func (s *Series[T, P]) Exp(x *Series[T, P], prec uint) *Series[T, P] {
	return s.integrate(P.Exp, x, nil, prec+8, prec)
}

// Expm1 sets s to e^x − 1.
func (s *Series[T, P]) Expm1(x *Series[T, P], prec uint) *Series[T, P] {
	if len(x.c) == 0 {
		return s.SetLen(0)
	}
	var f T
	P(&f).Expm1(&x.c[0], prec)
	s.Exp(x, prec)
	P(&s.c[0]).Set(&f)
	return s
}

// Log sets s to log x.
func (s *Series[T, P]) Log(x *Series[T, P], prec uint) *Series[T, P] {
	return s.primitive(P.Log, x, x, prec)
}

// primitive sets s to the series with f at x's constant term as its own and derivative x'/g.
func (s *Series[T, P]) primitive(f func(z P, c *T, prec uint) *T, x, g *Series[T, P], prec uint) *Series[T, P] {
	n := len(x.c)
	if n == 0 {
		return s.SetLen(0)
	}
	// k·g_0·s_k = k x_k − Σ_{j=1}^{k−1} j s_j g_{k−j}
	c, w := make([]T, n), make([]T, n)
	var inv, t T
	P(&inv).Inv(&g.c[0], prec+8)
	for k := 1; k < n; k++ {
		P(&t).conv(w[1:k], g.c[1:k], prec+8)
		P(&w[k]).MulInt64(&x.c[k], int64(k), prec+8)
		P(&w[k]).Sub(&w[k], &t, prec+8)
		P(&w[k]).Mul(&w[k], &inv, prec+8)
		P(&c[k]).QuoInt64(&w[k], int64(k), prec)
	}
	f(&c[0], &x.c[0], prec)
	s.c = c
	return s
}

// Log1p sets s to log(1+x).
func (s *Series[T, P]) Log1p(x *Series[T, P], prec uint) *Series[T, P] {
	var one T
	var g Series[T, P]
	g.AddScalar(x, P(&one).SetInt64(1), prec+8)
	return s.primitive(P.Log1p, x, &g, prec)
}

// Sqrt sets s to √x.
func (s *Series[T, P]) Sqrt(x *Series[T, P], prec uint) *Series[T, P] {
	n := len(x.c)
	if n == 0 {
		return s.SetLen(0)
	}
	// 2 r_0 r_k = x_k − Σ_{0<j<k} r_j r_{k−j}
	c := make([]T, n)
	P(&c[0]).Sqrt(&x.c[0], prec)
	var inv, t T
	P(&t).Mul2Exp(&c[0], 1)
	P(&inv).Inv(&t, prec+8)
	for k := 1; k < n; k++ {
		P(&t).conv(c[1:k], c[1:k], prec+8)
		P(&t).Sub(&x.c[k], &t, prec+8)
		P(&c[k]).Mul(&t, &inv, prec)
	}
	s.c = c
	return s
}

// PowRat sets s to x^p, with the principal value of the constant term; unless p is an
// integer from 0 to 64 it is indeterminate if the constant term contains 0. A coefficient
// of x^0 is indeterminate if that of x or one before is.
func (s *Series[T, P]) PowRat(x *Series[T, P], p *big.Rat, prec uint) *Series[T, P] {
	n := len(x.c)
	if n == 0 {
		return s.SetLen(0)
	}
	wide := P(&x.c[0]).RelAccuracyBits() < int64(prec/2) || P(&x.c[0]).ContainsZero() // the recurrence makes balls wider
	if e := p.Num().Int64(); p.IsInt() && p.Num().IsInt64() && e >= 0 && e <= 64 && (wide || e <= 4) {
		var r, b Series[T, P]
		var one T
		r.SetConst(P(&one).SetInt64(1), n)
		if e == 0 {
			for k, known := 0, true; k < n; k++ {
				if known = known && P(&x.c[k]).IsFinite(); !known {
					P(&r.c[k]).SetIndeterminate()
				}
			}
			return s.round(r.c, prec)
		}
		b.Set(x)
		for ; e > 0; e >>= 1 {
			if e&1 != 0 {
				r.Mul(&r, &b, prec+8)
			}
			if e > 1 {
				b.Mul(&b, &b, prec+8)
			}
		}
		return s.round(r.c, prec)
	}
	var y, f T
	var q Real
	q.SetRat(p, prec+8)
	P(&f).PowRat(&x.c[0], p, prec+8)
	P(&y).SetInt64(1)
	P(&y).MulReal(&y, &q, prec+8)
	return s.powTail(&f, x, &y, prec)
}

// Pow sets s to x^y for a constant y, with the principal value of the constant term.
func (s *Series[T, P]) Pow(x *Series[T, P], y P, prec uint) *Series[T, P] {
	if len(x.c) == 0 {
		return s.SetLen(0)
	}
	var f, e T
	P(&e).Set(y)
	P(&f).Pow(&x.c[0], &e, prec+8)
	return s.powTail(&f, x, &e, prec)
}

// powTail sets s to x^p with constant term f0:
// k·x_0·s_k = Σ_{j=1}^k (p·j − (k−j)) x_j s_{k−j}.
//
// The recurrence is that of x·s′ = p·x′·s, in balls: it holds for every choice of numbers in the coefficients of x and in p, if f0
// encloses x_0^p for all of them, and where x_0 may be 0 its reciprocal is indeterminate, and with it all but s_0.
func (s *Series[T, P]) powTail(f0 P, x *Series[T, P], p P, prec uint) *Series[T, P] {
	n := len(x.c)
	wp := prec + 8
	w := weighted[T, P](x.c, wp)
	c, v := make([]T, n), make([]T, n) // s_k, k·s_k
	P(&c[0]).Set(f0)
	var inv, t, u T
	P(&inv).Inv(&x.c[0], wp)
	for k := 1; k < n; k++ {
		P(&t).conv(w[1:k+1], c[:k], wp)
		P(&t).Mul(&t, p, wp)
		P(&u).conv(x.c[1:k+1], v[:k], wp)
		P(&t).Sub(&t, &u, wp)
		P(&v[k]).Mul(&t, &inv, wp)
		P(&c[k]).QuoInt64(&v[k], int64(k), wp)
	}
	return s.round(c, prec)
}

// sinCos sets s to the sine or, if co, the cosine of x, hyperbolic if h.
func (s *Series[T, P]) sinCos(x *Series[T, P], co, h bool, prec uint) *Series[T, P] {
	n := len(x.c)
	a, b := make([]T, n), make([]T, n)
	if n > 0 {
		if h {
			P(&a[0]).Sinh(&x.c[0], prec)
			P(&b[0]).Cosh(&x.c[0], prec)
		} else {
			P(&x.c[0]).sinCosTo(&a[0], &b[0], prec)
		}
	}
	// k s_k = Σ j x_j c_{k−j}, k c_k = ∓Σ j x_j s_{k−j}
	w := weighted[T, P](x.c, prec+8)
	for k := 1; k < n; k++ {
		P(&a[k]).conv(w[1:k+1], b[:k], prec+8)
		P(&a[k]).QuoInt64(&a[k], int64(k), prec)
		P(&b[k]).conv(w[1:k+1], a[:k], prec+8)
		d := int64(k)
		if !h {
			d = -d
		}
		P(&b[k]).QuoInt64(&b[k], d, prec)
	}
	if s.c = a; co {
		s.c = b
	}
	return s
}

// Sin sets s to sin x.
func (s *Series[T, P]) Sin(x *Series[T, P], prec uint) *Series[T, P] {
	return s.sinCos(x, false, false, prec)
}

// Cos sets s to cos x.
func (s *Series[T, P]) Cos(x *Series[T, P], prec uint) *Series[T, P] {
	return s.sinCos(x, true, false, prec)
}

// Sinh sets s to sinh x.
func (s *Series[T, P]) Sinh(x *Series[T, P], prec uint) *Series[T, P] {
	return s.sinCos(x, false, true, prec)
}

// Cosh sets s to cosh x.
func (s *Series[T, P]) Cosh(x *Series[T, P], prec uint) *Series[T, P] {
	return s.sinCos(x, true, true, prec)
}

// tangent sets s to the series with s' = x'(1 ± s²) and f at x's constant term as its own.
func (s *Series[T, P]) tangent(f func(z P, c *T, prec uint) *T, x *Series[T, P], h bool, prec uint) *Series[T, P] {
	wp := prec + 8
	s.integrate(f, x, func(g P, c []T) {
		if g.conv(c, c, wp); h {
			g.Neg(g)
		}
		if len(c) == 1 {
			g.AddInt64(g, 1, wp)
		}
	}, wp, wp)
	return s.round(s.c, prec)
}

// Tan sets s to tan x.
func (s *Series[T, P]) Tan(x *Series[T, P], prec uint) *Series[T, P] {
	return s.tangent(P.Tan, x, false, prec)
}

// Tanh sets s to tanh x.
func (s *Series[T, P]) Tanh(x *Series[T, P], prec uint) *Series[T, P] {
	return s.tangent(P.Tanh, x, true, prec)
}

// Atan sets s to arctan x.
func (s *Series[T, P]) Atan(x *Series[T, P], prec uint) *Series[T, P] {
	var one T
	var g Series[T, P]
	if g.Mul(x, x, prec+8); len(g.c) > 0 {
		P(&g.c[0]).Sqr(&x.c[0], prec+8)
	}
	g.AddScalar(&g, P(&one).SetInt64(1), prec+8)
	return s.primitive(P.Atan, x, &g, prec)
}

// arc sets s to f(x) for an f of derivative ±1/√(1−x²), where the root at the constant term is
// √(1−c)·√(1+c), that of the principal branches.
func (s *Series[T, P]) arc(f func(z P, c *T, prec uint) *T, x *Series[T, P], neg bool, prec uint) *Series[T, P] {
	wp := prec + 8
	var a, b Series[T, P]
	var one T
	P(&one).SetInt64(1)
	a.Neg(x)
	a.AddScalar(&a, &one, wp)
	b.AddScalar(x, &one, wp)
	a.Sqrt(&a, wp)
	b.Sqrt(&b, wp)
	a.Mul(&a, &b, wp)
	if neg {
		a.Neg(&a)
	}
	return s.primitive(f, x, &a, prec)
}

// Asin sets s to arcsin x.
func (s *Series[T, P]) Asin(x *Series[T, P], prec uint) *Series[T, P] {
	return s.arc(P.Asin, x, false, prec)
}

// Acos sets s to arccos x.
func (s *Series[T, P]) Acos(x *Series[T, P], prec uint) *Series[T, P] {
	return s.arc(P.Acos, x, true, prec)
}

// Erf sets s to erf x.
func (s *Series[T, P]) Erf(x *Series[T, P], prec uint) *Series[T, P] {
	return s.erf(P.Erf, x, false, prec)
}

// Erfc sets s to erfc x.
func (s *Series[T, P]) Erfc(x *Series[T, P], prec uint) *Series[T, P] {
	return s.erf(P.Erfc, x, true, prec)
}

// erf sets s to f(x) for an f of derivative ±2/√π·e^(−x²).
func (s *Series[T, P]) erf(f func(z P, c *T, prec uint) *T, x *Series[T, P], neg bool, prec uint) *Series[T, P] {
	n := len(x.c)
	if n == 0 {
		return s.SetLen(0)
	}
	wp := prec + 8
	if e := P(&x.c[0]).MagUpper().Exponent(); e > 0 && e < 64 {
		wp += 2 * uint(e) // absolute accuracy of the exponent x²
	}
	var g Series[T, P]
	g.Mul(x, x, wp)
	P(&g.c[0]).Sqr(&x.c[0], wp)
	g.Neg(&g)
	g.Exp(&g, wp)
	var r Real
	r.Pi(wp)
	r.Sqrt(&r, wp)
	r.Inv(&r, wp)
	r.Mul2Exp(&r, 1)
	if neg {
		r.Neg(&r)
	}
	return s.integrate(f, x, func(z P, c []T) { z.MulReal(&g.c[len(c)-1], &r, wp) }, wp, prec)
}
