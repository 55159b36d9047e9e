package quadrature

import (
	"context"
	"math"
	"math/big"

	"krein/ball"
	"krein/internal/budget"
	"krein/internal/kernel/eval"
	"krein/internal/kernel/formula"
	"krein/quad"
	"krein/special"
)

// rotated is ∫_{x0}^∞ f(x) x^w J_ν(rx) dx = Re ∫ f(x) x^w H⁽¹⁾_ν(rx) dx along x = x0 + s(1 + it), s ≥ 0, where the Hankel
// function falls like e^{−rst}: no oscillation is left, and f need not fall fast. f must be holomorphic in the sector between,
// with a bound there by which the integral over the arc vanishes (Jordan).
type rotated struct {
	f     *eval.Func
	w     *ball.Real // rational or any real number
	nu, r *ball.Real
	x0    *ball.Real // a point > 0
	slope *ball.Real // t
	up    *decay     // |f| ≤ C|x/x0|^p exp(…) on the sector
	m     *budget.Meter
}

// slopes are the directions that are tried, with bounds of their angles in units of π: arctan 1 = π/4, arctan 2/5 < π/8,
// arctan 1/5 < π/15.
var slopes = []struct{ t, tau *big.Rat }{
	{oneRat, big.NewRat(1, 4)}, {big.NewRat(2, 5), big.NewRat(1, 8)}, {big.NewRat(1, 5), big.NewRat(1, 15)},
}

// rotate returns the integral from x0 > 0 on in a direction in which it is bounded; nil if none is known. In the limit of f(x)e^{−εx} for ε → 0 the arc has
// no part whatever the power: |e^{−εx}| ≤ 1 falls exponentially there, and on the path the Hankel function bounds the integrand for all ε.
func rotate(e *formula.Expr, w, nu, r, x0 *ball.Real, limit bool, m *budget.Meter) *rotated {
	if r.Positive() != ball.True || x0.Positive() != ball.True || !x0.IsExact() {
		return nil
	}
	top, _ := w.Upper(nil, 64).Float64()
	for _, d := range slopes {
		s := newSector(x0, d.tau).holomorphic(e)
		if s == nil || s.up == nil || s.up.c.IsInf() {
			continue
		}
		// on the arc |x| = R the integrand is O(R^{p+w−1/2}) e^{−rR sin φ}: the integral tends to 0 for p + w < 1/2
		p, _ := s.up.p.Float64()
		if s.up.a.IsZero() && !limit && !(p+top < 0.499) {
			continue
		}
		s.up.c = termMajorant.LeftOut(s.up.c)
		return &rotated{f: eval.Compile(e).Metered(m), w: w, nu: nu, r: r, x0: x0, slope: new(ball.Real).SetRat(d.t, 256),
			up: s.up, m: m}
	}
	return nil
}

// hankelFrom is where rx0 should be at least, for few terms and good bounds of the Hankel function.
func hankelFrom(nu *ball.Real, prec uint) float64 {
	n := nu.MagUpper().Float64()
	return 4 + float64(prec)/24 + n*n/6
}

// enclose sets dst to the integral, to about prec bits of its size.
func (p *rotated) enclose(ctx context.Context, dst *ball.Real, prec uint) (Outcome, error) {
	slope, _ := p.slope.Float64()
	r, _ := p.r.Float64()
	var hi ball.Real
	reach := (float64(prec)*math.Ln2 + 10) / (r * slope)
	beyond := p.beyond(new(big.Float).SetFloat64(reach))
	for try := 0; try < 200 && beyond.IsInf(); try++ {
		reach *= 1.2
		beyond = p.beyond(new(big.Float).SetFloat64(reach))
	}
	hi.SetFloat64(reach)
	g := quad.Func{
		F: func(z, s *ball.Real, prec uint) {
			var v ball.Complex
			p.at(&v, ball.Complex{Re: *new(ball.Real).Set(s)}, prec, false)
			z.Set(&v.Re)
		},
		// Re g(s) is on the real line (g(s) + conj g(conj s))/2
		Bound: func(re *ball.Real, im ball.Mag) ball.Mag {
			var s, v ball.Complex
			s.Re.Set(re)
			s.Im.SetMag(im)
			return p.at(&v, s, 53, true)
		},
	}
	o, err := integrate(ctx, dst, g, new(ball.Real), &hi, "the last formula, on a path off the real line,", ball.Mag{}, prec)
	dst.AddRad(termBeyond.LeftOut(beyond))
	return o, err
}

// at sets v to the integrand at s, or bounds it.
func (p *rotated) at(v *ball.Complex, s ball.Complex, prec uint, bound bool) ball.Mag {
	var x, dx, f, h, wx ball.Complex
	dx.Re.SetInt64(1)
	dx.Im.Set(p.slope)
	x.Mul(&s, &dx, prec+32)
	x.Re.Add(&x.Re, p.x0, prec+32)
	p.f.ComplexAt(&f, &x, prec)
	complexPower(&wx, &x, p.w, prec)
	f.Mul(f.Mul(&f, &wx, prec), &dx, prec)
	h.MulReal(&x, p.r, prec+16)
	if bound {
		return f.MagUpper().Mul(special.HankelBound(p.nu, &h))
	}
	p.m.Spend(int64(16+h.MagUpper().Float64()) * budget.Function(prec)) // the series has about as many terms
	special.HankelH1(&h, p.nu, &h, prec)
	v.Mul(&f, &h, prec)
	return ball.Mag{}
}

// complexPower sets z to the principal value of x^w.
func complexPower(z, x *ball.Complex, w *ball.Real, prec uint) {
	if n, ok := w.Int64(); ok {
		z.PowInt64(x, n, prec)
		return
	}
	z.Pow(x, new(ball.Complex).SetReal(w), prec)
}

// beyond bounds the integral from s = S on. There |x| lies between s and x0 + (1+t)s, |H| ≤ √(2/(πr|x|))e^{−rst}·q with the q of HankelBound at
// S, and with P ≥ p + w − 1/2 the power |x|^P of the integrand has a logarithmic slope of at most max(P, 0)/s·(1+t)s/(x0+s): less than
// max(P, 0)(1+t)/S.
func (p *rotated) beyond(S *big.Float) ball.Mag {
	const prec = majorantPrec
	var s, q, e, rate ball.Real
	s.SetFloat(S)
	var at ball.Complex
	at.Re.Set(&s)
	at.Re.Add(&at.Re, p.x0, prec)
	at.Im.Mul(&s, p.slope, prec)
	at.MulReal(&at, p.r, prec)
	// HankelBound falls with |w| along the path, but for its exponential, which is followed here: both at S
	top := special.HankelBound(p.nu, &at)
	// |x|^{p+w}
	q.SetRat(p.up.p, prec)
	q.Add(&q, p.w, prec)
	// of both bounds of |x| at S the larger power, whatever the sign of the exponent
	var value ball.Mag
	for _, size := range []ball.Mag{at.MagUpper().Quo(p.r.MagLower()), at.MagLower().QuoLower(p.r.MagUpper())} {
		e.SetFloat(size.Float(nil))
		e.Pow(&e, &q, prec)
		value = value.Max(e.MagUpper())
	}
	// (|x|/x0)^p = |x|^p x0^{−p}
	e.Pow(p.x0, rate.Neg(rate.SetRat(p.up.p, prec)), prec)
	value = value.Mul(e.MagUpper()).Mul(p.up.c).Mul(top)
	e.Add(e.SetInt64(1), e.Sqr(p.slope, prec), prec)
	value = value.Mul(e.MagUpper().Sqrt()) // |dx/ds|
	// the rate at which it falls: rt − max(p+w, 0)(1+t)/S
	rate.Mul(p.r, p.slope, prec)
	if q.Upper(nil, prec).Sign() > 0 {
		e.AddInt64(p.slope, 1, prec)
		e.Mul(&e, &q, prec)
		rate.Sub(&rate, e.Quo(&e, &s, prec), prec)
	}
	if rate.Positive() != ball.True || value.IsInf() {
		return ball.MagInf()
	}
	return value.Quo(rate.MagLower())
}
