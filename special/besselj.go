package special

import (
	"math"
	"math/big"

	"krein/ball"
	"krein/internal/special/magnitude"
)

// An algorithm for J_ν and Λ_d.
type algorithm int

const (
	automatic algorithm = iota
	bySeries
	byAsymptotics
	byContour
)

// maxBesselX bounds the arguments for which expansions are planned in float64: nothing there overflows.
const maxBesselX = 0x1p1005

// Calibration of the choice between the algorithms. Any values give right results.
const (
	seriesBelow = 0.2 // the series is taken unseen for x below this multiple of prec, for J below twice that
	maxSeriesX  = 1e5 // the series is not tried beyond
	retries     = 3   // how often a point next to a zero is recomputed
	worthRetry  = int64(10)
	narrowRel   = int64(-6) // log2 of the relative variation up to which a derivative bound serves
)

// BesselJ sets z to the Bessel function J_ν(x) of the first kind for real ν and x ≥ 0, and for exact integers ν also any
// real x. At x = 0 for ν < 0 no integer, and over balls of orders on both sides of −1/2 and of 0, z is indeterminate. Points are evaluated to
// relative precision, next to zeros too. Over an x with a radius it is (x/2)^ν/Γ(ν+1) times Λ_{2ν+2}(x), whose
// variation is bounded, and no larger than sup |J_ν|, so that z is never wider than about [−1, 1] for ν ≥ 0.
//
// The order is best exact: an order num/2^s with s ≤ 8 and |ν| ≤ 8192 uses fixed-point sums, others ball arithmetic,
// and the radius of an order enters multiplied by the condition of the algorithm.
//
// BesselJ chooses between the convergent series (DLMF 10.2.2), Hankel's expansion (10.17.3) and Schläfli's integral
// (10.9.17) over a contour through its saddle point, which serves orders and arguments of any size up to 2⁴⁰, at up to 600 bits; negative orders are those
// of 10.4.7, with Y. The work is about 20 ms at 64 bits for ν = x = 10⁶, .1 s at 200 bits.
func BesselJ(z, nu, x *ball.Real, prec uint) *ball.Real { return besselJ(z, nu, x, automatic, prec) }

// LambdaReal sets z to Λ_d(x) = ₀F₁(; d/2; −x²/4) = Γ(d/2)(2/x)^{d/2−1} J_{d/2−1}(x), the kernel of the radial Fourier
// transform in R^d, for real d ≥ 1 and any real x. It is indeterminate for other d. About orders and radii see BesselJ,
// with ν = d/2 − 1; here |Λ_d| ≤ 1, |Λ_d′| ≤ min(|x|/d, 1/√d) and |Λ_d″| ≤ 1/d bound the variation.
func LambdaReal(z, d, x *ball.Real, prec uint) *ball.Real {
	return lambdaReal(z, d, x, automatic, prec)
}

// An order is ν in the forms the algorithms want.
type order struct {
	ball  *ball.Real
	exact bool // dy holds it
	half  bool // half an odd integer, where expansions end
	dy    dyadic
	f     float64
}

func newOrder(nu *ball.Real) (o order) {
	o.ball = nu
	o.dy, o.exact = asDyadic(nu)
	o.f, _ = nu.Float64()
	if o.half = o.exact && o.dy.shift == 1; !o.exact && nu.IsExact() {
		m := nu.Mid(nil)
		o.half = m.MantExp(nil)-int(m.MinPrec()) == -1
	}
	return o
}

// besselJPoint sets z to J_ν(x) or, if lambda, Λ_{2ν+2}(x), at an exact x > 0. The algorithms bound absolute errors, below
// the amplitude by prec bits: where J is smaller, next to its zeros, the bits that are missing are measured on the ball
// and added to the next try, up to a limit. Every try is an enclosure, and the last one is taken.
func besselJPoint(z *ball.Real, o *order, x *big.Float, alg algorithm, lambda bool, prec uint) *ball.Real {
	p := prec
	if xf := clampFloat64(x); !o.ball.IsExact() {
		// an order known to so many places, |∂J/∂ν| being of size 1, makes more bits useless
		p = uint(max(min(int64(prec), 24-o.ball.Rad().Exponent()), 24))
		if xf > 0.5*o.f && xf > 1 {
			return besselJOrders(z, o, x, alg, lambda, prec, p)
		}
	}
	for try := 0; ; try++ {
		jOnce(z, o, x, alg, lambda, p)
		if try >= retries || !z.IsFinite() || !o.ball.IsExact() {
			break
		}
		lost := missing(z, prec)
		if lost < worthRetry {
			break
		}
		// next to a zero, or the guess of the size was wrong
		p = uint(min(int64(p)+max(min(lost, int64(p)), 16), 4*int64(prec)+2000))
	}
	return z.SetRound(z, prec)
}

// besselJOrders is besselJPoint for a ball of orders, by its midpoint and a bound of the derivative: from Schläfli's
// integral (DLMF 10.9.6)
//
//	πJ_ν(x) = ∫₀^π cos(νθ − x sin θ)dθ − sin νπ ∫₀^∞ e^{−x sinh t − νt}dt, sinh t ≥ t,
//
// |∂J_ν/∂ν| ≤ π/2 + 1/s + 1/(πs²) at all orders with s = x+ν > 0: s is the ball of all sums, and where it
// contains 0 its reciprocal, and so the radius, is infinite. The prefactor of Λ is evaluated in the ball of orders: the
// quotient contains that of each J_ν by its own prefactor.
func besselJOrders(z *ball.Real, o *order, x *big.Float, alg algorithm, lambda bool, prec, p uint) *ball.Real {
	var mid, s ball.Real
	rad := o.ball.Rad()
	om := newOrder(mid.GetMid(o.ball))
	if om.f < -0.5 {
		return z.SetIndeterminate()
	}
	jOnce(z, &om, x, alg, false, p)
	s.Add(s.SetFloat(x), o.ball, 64)
	one := ball.MagPow2(0)
	inv := one.Quo(s.MagLower())
	z.AddRad(rad.Mul(magAbove(math.Pi / 2).Add(inv).Add(inv.Mul(inv)))) // 1/π < 1
	if lambda && z.IsFinite() {
		powerOverGamma(&s, o, x, p+6)
		z.Quo(z, &s, prec)
	}
	return z.SetRound(z, prec)
}

// jOnce is besselJPoint with errors of about prec bits below the local amplitude.
func jOnce(z *ball.Real, o *order, x *big.Float, alg algorithm, lambda bool, prec uint) {
	xf := clampFloat64(x)
	if alg == byAsymptotics || alg == automatic && o.far(xf, prec) {
		kind := firstKind
		if lambda {
			kind = regularised
		}
		jAsymptotic(z, o, x, kind, prec+6)
		if alg == byAsymptotics || z.IsFinite() {
			return
		}
	}
	if alg == byContour || alg == automatic && xf > contourFrom+contourFromPrec*float64(prec) && xf < maxContourX {
		if jContour(z, o, x, lambda, prec); z.IsFinite() || alg == byContour {
			return
		}
	}
	jSeries(z, o, x, lambda, prec)
}

// jContour is J or Λ by integrals.
func jContour(z *ball.Real, o *order, x *big.Float, lambda bool, prec uint) {
	var xb, t ball.Real
	if !contourJ(z, nil, o, xb.SetFloat(x), prec) {
		z.SetIndeterminate()
		return
	}
	if lambda {
		z.Quo(z, powerOverGamma(&t, o, x, prec+6), prec+4)
	}
}

// far tells where Hankel's expansion of J is tried: well beyond x = ν, next to which its terms are large.
func (o *order) far(x float64, prec uint) bool {
	return x > maxSeriesX || x >= 1 && (o.half && x > o.f || x >= 2*seriesBelow*float64(prec) && x > o.f+min(0.6*o.f, 100))
}

// planLimit is the largest number of terms of an expansion that is considered.
func planLimit(frac int, nu float64) int { return int(math.Min(float64(frac)+2*nu+1000, 1<<20)) }

// asymptoticFrac is the number of bits wanted of the sums in Hankel's expansion.
func asymptoticFrac(o *order, x float64, prec uint) int {
	f := float64(prec) + 8
	// below the turning point J is smaller than the terms
	if small := magnitude.Log2AbsJ(o.f, x) - math.Log2(2/(math.Pi*x))/2; small < 0 {
		f -= small
	}
	return int(f)
}

// sum0F1Any sets z to ₀F₁(; ν+1; ∓x²/4), by words or by balls.
func sum0F1Any(z *ball.Real, o *order, x *big.Float, neg bool, frac int) bool {
	if o.exact {
		return sum0F1(z, nil, o.dy.plus(1), x, nil, neg, frac)
	}
	var b, y ball.Real
	wp := uint(frac) + uint(magnitude.LogMax0F1(o.f, clampFloat64(x))/math.Ln2) + 16
	b.AddInt64(o.ball, 1, wp+64)
	y.Sqr(y.SetFloat(x), wp)
	y.Mul2Exp(&y, -2)
	if neg {
		y.Neg(&y)
	}
	return sumPFQ(z, nil, []*ball.Real{&b}, &y, ballWork, wp)
}

// jSeries is J or Λ by the series. ₀F₁ is enclosed to frac bits after the point, that is to prec bits of Λ where Λ is as
// large as guessed; a wrong guess costs accuracy, which besselJPoint makes up for by another try.
func jSeries(z *ball.Real, o *order, x *big.Float, lambda bool, prec uint) {
	xf := clampFloat64(x)
	if xf > maxSeriesX {
		z.SetIndeterminate()
		return
	}
	frac := int(prec) + 6
	if x.MantExp(nil) > -30 {
		frac += int(-magnitude.Log2AbsLambda(o.f, xf))
	}
	if !sum0F1Any(z, o, x, true, frac) {
		z.SetIndeterminate()
		return
	}
	if lambda || o.ball.IsZero() {
		return
	}
	z.SetRound(z, prec+8)
	var t ball.Real
	powerOverGamma(&t, o, x, prec+6)
	z.Mul(z, &t, prec+4)
}

// powerOverGamma sets t to (x/2)^ν/Γ(ν+1), for ν ≥ −1/2: gammaHalf wants 2ν+2 ≥ 1. With n = 2ν odd it is
// (x/2)^{(n−1)/2}·√(x/2)/(√π·Γ(ν+1)/√π), so that one root serves for √(x/2) and √π.
func powerOverGamma(t *ball.Real, o *order, x *big.Float, prec uint) *ball.Real {
	if o.ball.IsZero() {
		return t.SetInt64(1)
	}
	var h, g ball.Real
	h.SetFloat(x)
	h.Mul2Exp(&h, -1)
	prec += 4
	if o.exact && o.dy.shift <= 1 && o.dy.num<<(1-o.dy.shift) <= gammaProductLimit(prec) {
		n := o.dy.num << (1 - o.dy.shift) // 2ν
		odd := n&1 != 0
		gammaHalf(&g, uint64(n+2), odd, prec)
		t.PowInt64(&h, (n-n&1)/2, prec)
		t.Quo(t, &g, prec)
		if odd { // √((x/2)/π) is left
			g.Quo(&h, g.Pi(prec), prec)
			t.Mul(t, g.Sqrt(&g, prec), prec)
		}
		return t
	}
	t.Pow(&h, o.ball, prec)
	g.AddInt64(o.ball, 1, prec+64)
	RecipGamma(&g, &g, prec)
	return t.Mul(t, &g, prec)
}

// A kind of function that Hankel's expansion gives.
type kind int

const (
	firstKind   kind = iota // J
	secondKind              // Y
	regularised             // Λ
)

// jAsymptotic is J, Y or Λ by Hankel's expansion
//
//	J_ν(x) = √(2/(πx))·(P cos ω − Q sin ω), Y_ν(x) = √(2/(πx))·(P sin ω + Q cos ω), ω = x − (2ν+1)π/4,
//
// P + iQ = Σ a_k(ν) (i/x)^k.
//
// The phase: for 2ν integer it is an exact number of eighths of a turn, and only sin x and cos x are rounded, the odd
// eighth by cos(x−π/4) = (cos x + sin x)/√2, the root of which goes into the amplitude. For other orders ω is a ball: its
// absolute error is that of (2ν+1)π/4, for which both x and 2ν+1, taken modulo 8, are kept to the bits of x and some. That
// reduction is by 8·turns computed modulo 2⁶⁴, a multiple of 8 even where it wraps around: a ν that large costs
// accuracy, not inclusion. Below the turning point P and Q are much larger than J: wp has the bits that cancel.
func jAsymptotic(z *ball.Real, o *order, x *big.Float, kind kind, prec uint) {
	lambda := kind == regularised
	xf := clampFloat64(x)
	if xf < 1 || xf > maxBesselX {
		z.SetIndeterminate()
		return
	}
	frac := asymptoticFrac(o, xf, prec)
	var p, q, s, c, xb ball.Real
	xb.SetFloat(x)
	if !hankelSum(&p, &q, o, x, 1, frac) {
		z.SetIndeterminate()
		return
	}
	// below the turning point P and Q are large and cancel
	wp := uint(frac + 4 + int(max(p.MagUpper().Exponent(), q.MagUpper().Exponent(), 0)))
	p.SetRound(&p, wp)
	q.SetRound(&q, wp)
	halves := int64(-1) // the root is √(πx/2)
	if o.exact && o.dy.shift <= 1 {
		// 2ν+1 mod 8 eighths of a turn
		m := (o.dy.num<<(1-o.dy.shift) + 1) & 7
		ball.SinCos(&s, &c, &xb, wp)
		if m&1 != 0 { // the eighth: cos(x−π/4) = (c+s)/√2, sin(x−π/4) = (s−c)/√2, m is the rest
			var u ball.Real
			u.Add(&c, &s, wp)
			s.Sub(&s, &c, wp)
			c.Set(&u)
			m--
			halves = 0
		}
		switch m {
		case 2: // cos(θ−π/2) = sin θ, sin(θ−π/2) = −cos θ
			turn(&s, &c)
		case 4:
			c.Neg(&c)
			s.Neg(&s)
		case 6:
			turn(&s, &c)
			c.Neg(&c)
			s.Neg(&s)
		}
	} else {
		var w, u ball.Real
		ex := uint(max(x.MantExp(nil), 1)) + 8
		// 2ν+1 is reduced by the multiple of 8 next to its midpoint
		w.Mul2Exp(o.ball, 1)
		turns := int64(math.Floor((2*o.f+1)/8 + 0.5))
		w.AddInt64(&w, 1-8*turns, wp+ex+64)
		u.Pi(wp + ex)
		u.Mul2Exp(&u, -2)
		w.Mul(&w, &u, wp+ex)
		w.Sub(&xb, &w, wp+ex)
		ball.SinCos(&s, &c, &w, wp)
	}
	if kind == secondKind {
		turn(&s, &c)
	}
	p.Mul(&p, &c, wp)
	q.Mul(&q, &s, wp)
	p.Sub(&p, &q, wp)
	q.Mul(q.Pi(wp), &xb, wp)
	q.Sqrt(q.Mul2Exp(&q, halves), wp)
	n := o.dy.num << (1 - min(o.dy.shift, 1)) // 2ν
	switch {
	case lambda && o.exact && o.dy.shift <= 1 && n <= gammaProductLimit(prec):
		gammaHalf(&s, uint64(n+2), n&1 != 0, wp)
		p.Mul(&p, &s, wp)
		if c.PowInt64(c.Mul2Exp(&xb, -1), (n+1)/2, wp); n&1 == 0 {
			c.Mul(&c, &q, wp)
		} // else √(πx/2) meets √(x/2) and the √π of Γ
		p.Quo(&p, &c, prec)
	case lambda:
		powerOverGamma(&c, o, x, prec)
		q.Mul(&q, &c, wp)
		p.Quo(&p, &q, prec)
	default:
		p.Quo(&p, &q, prec)
	}
	z.Set(&p)
}

// turn sets (s, c) to (−c, s).
func turn(s, c *ball.Real) {
	var u ball.Real
	u.Set(c)
	c.Set(s)
	s.Neg(&u)
}
