package hankel

import (
	"context"
	"math"
	"math/big"

	"krein/ball"
	"krein/kernel"
	"krein/quad"
	"krein/special"
)

// integrand is k(z) Λ_d(ωz) z^{d−1} dz in a variable t with z = z(t).
type integrand struct {
	f *kernel.BallFunc // k(z(t))
	r *kernel.Expr     // nil: z = t; else z = r cos t
}

func newPlainIntegrand(e *kernel.Expr) integrand { return integrand{f: kernel.CompileBalls(e)} }

// at returns the integrand of ω in dimension d.
func (g integrand) at(omega *ball.Real, d int, prec uint) quad.Func {
	if g.r != nil {
		return g.angle(omega, d, prec)
	}
	top := omega.MagUpper()
	return quad.Func{
		F: func(z, x *ball.Real, prec uint) {
			var t ball.Real
			g.f.At(&t, x, prec)
			weigh(&t, omega, x, d, prec)
			z.Set(&t)
		},
		// |Λ_d(x+iy)| ≤ e^{|y|}
		Bound: func(re *ball.Real, im ball.Mag) ball.Mag {
			var z, v ball.Complex
			z.Re.Set(re)
			z.Im.SetMag(im)
			g.f.ComplexAt(&v, &z, true, 53)
			return v.MagUpper().Mul(top.Mul(im).Exp()).Mul(z.MagUpper().Pow(uint64(d - 1)))
		},
	}
}

// weigh multiplies v by Λ_d(ωx) x^{d−1}.
func weigh(v, omega, x *ball.Real, d int, prec uint) {
	var t ball.Real
	t.Mul(omega, x, prec)
	special.LambdaReal(&t, ball.NewReal(float64(d)), &t, prec)
	v.Mul(v, &t, prec)
	v.Mul(v, t.PowInt64(x, int64(d-1), prec), prec)
}

// angle is the integrand for z = R cos θ, dz = −R sin θ dθ.
func (g integrand) angle(omega *ball.Real, d int, prec uint) quad.Func {
	var r, low ball.Real
	g.r.BallValue(&r, nil, prec+32)
	low.SetRound(&r, 53)
	reach := omega.MagUpper().Mul(r.MagUpper())
	return quad.Func{
		F: func(z, x *ball.Real, prec uint) {
			var t, s, c ball.Real
			ball.SinCos(&s, &c, x, prec)
			s.Mul(&s, &r, prec)
			c.Mul(&c, &r, prec)
			g.f.At(&t, x, prec)
			weigh(&t, omega, &c, d, prec)
			z.Mul(&t, &s, prec)
		},
		Bound: func(re *ball.Real, im ball.Mag) ball.Mag {
			var z, v, s, c ball.Complex
			z.Re.Set(re)
			z.Im.SetMag(im)
			g.f.ComplexAt(&v, &z, true, 53)
			ball.ComplexSinCos(&s, &c, &z, 53)
			m := v.MagUpper().Mul(reach.Mul(c.Im.MagUpper()).Exp())
			m = m.Mul(r.MagUpper().Mul(c.MagUpper()).Pow(uint64(d - 1)))
			return m.Mul(s.MagUpper()).Mul(r.MagUpper())
		},
	}
}

// intervalPart is the integral over (lo, hi) by quadrature.
type intervalPart struct {
	integrand
	lo, hi *kernel.Expr // in the variable of the integrand
	what   string
}

func (*intervalPart) isDensity() bool { return false }

// newIntervalPart plans ∫ over (lo, hi) of a formula without conditions.
func newIntervalPart(e, lo, hi *kernel.Expr) *intervalPart {
	p := &intervalPart{newPlainIntegrand(e), lo, hi, e.String()}
	if f, ok := inAngle(e, hi); ok {
		// θ from 0, where z = hi, to arccos(lo/hi)
		p.integrand = integrand{kernel.CompileBalls(f), hi}
		p.lo, p.hi = kernel.Int(0), kernel.Apply(kernel.OpAcos, kernel.Apply(kernel.OpDiv, lo, hi))
		if lo.Op() == kernel.OpNum && lo.Num().Sign() == 0 {
			p.hi = kernel.Apply(kernel.OpDiv, kernel.Pi(), kernel.Int(2))
		}
	}
	return p
}

func (p *intervalPart) enclose(ctx context.Context, dst, omega *ball.Real, d int, prec uint) (string, error) {
	var lo, hi ball.Real
	wp := prec + 64
	p.lo.BallValue(&lo, nil, wp)
	p.hi.BallValue(&hi, nil, wp)
	return integrate(ctx, dst, p.at(omega, d, wp), &lo, &hi, p.what, prec)
}

// integrate runs the rigorous quadrature.
func integrate(ctx context.Context, dst *ball.Real, f quad.Integrand, lo, hi *ball.Real, what string, prec uint) (string, error) {
	res := quad.Integrate(ctx, dst, f, lo, hi, &quad.Settings{Bits: prec})
	if err := ctx.Err(); err != nil {
		return "", err
	}
	if res.Status == quad.NonFinite || dst.Indeterminate() {
		return "the values of " + what + " could not be bounded somewhere in its interval", nil
	}
	return "", nil
}

// tailPart is the integral of a formula over (lo, ∞).
type tailPart struct {
	s    *Spectrum
	f    integrand
	lo   *kernel.Expr
	tail *decay
}

func (*tailPart) isDensity() bool { return false }

// tailReach bounds ωT for the cut T of a slow decay, and with it the work.
const tailReach = 3e4

func (p *tailPart) enclose(ctx context.Context, dst, omega *ball.Real, d int, prec uint) (string, error) {
	var lo, hi ball.Real
	p.lo.BallValue(&lo, nil, prec+64)
	cut, beyond := p.cut(&lo, omega, d, prec)
	hi.SetFloat(cut)
	if msg, err := integrate(ctx, dst, p.f.at(omega, d, prec), &lo, &hi, "the last formula of the kernel", prec); msg != "" || err != nil {
		return msg, err
	}
	dst.AddRad(beyond)
	return "", nil
}

// cut chooses T ≥ 1 from the float64 density, so that what lies beyond does not matter if
// that is possible, and returns the proved bound of it.
func (p *tailPart) cut(lo, omega *ball.Real, d int, prec uint) (*big.Float, ball.Mag) {
	w, _ := omega.Float64()
	var pre ball.Real
	prefactor(&pre, omega, d, 53)
	goal := p.tail.beyond(big.NewFloat(1), d).Mul2Exp(-int64(prec))
	if m, err := p.s.Density(math.Max(w, 0)); m != 0 && err < math.Abs(m)/2 && !pre.ContainsZero() {
		goal = ball.MagFloat64(m).Quo(pre.MagLower()).Mul2Exp(-int64(prec) - 4)
	}
	t := math.Max(1, 2*lo.MagUpper().Float64())
	for {
		T := big.NewFloat(t)
		b := p.tail.beyond(T, d)
		if b.Cmp(goal) <= 0 || t*w > tailReach || t > 1e9 {
			return T, b
		}
		t *= 1.2
	}
}

// angler rewrites a formula in z as one in θ, z = R cos θ, 0 ≤ θ ≤ π/2, such that what is
// singular at z = R becomes analytic at θ = 0:
//
//	arccos(z/R) = θ, arcsin(z/R) = π/2 − θ, arccos(2z²/R² − 1) = 2θ,
//	(c(R²−z²))^p = (cR²)^p (sin θ)^{2p}, (c(R−z))^p = (2cR)^p (sin θ/2)^{2p}.
type angler struct {
	r     num
	re    *kernel.Expr
	memo  map[*kernel.Expr]*kernel.Expr
	fired bool
}

// inAngle rewrites e for R = hi; ok is false if that would change nothing at the end.
func inAngle(e, hi *kernel.Expr) (f *kernel.Expr, ok bool) {
	s, ok := normalise(hi)
	if !ok {
		return nil, false
	}
	r, ok := s.constant()
	if !ok || r.r == nil || r.sign() <= 0 {
		return nil, false
	}
	a := angler{r: r, re: hi, memo: map[*kernel.Expr]*kernel.Expr{}}
	f = a.do(e)
	return f, a.fired
}

func (a *angler) do(e *kernel.Expr) *kernel.Expr {
	if !e.Varies() {
		return e
	}
	if f, ok := a.memo[e]; ok {
		return f
	}
	f := a.rewrite(e)
	a.memo[e] = f
	return f
}

func (a *angler) rewrite(e *kernel.Expr) *kernel.Expr {
	theta, args := kernel.Variable(), e.Args()
	var f *kernel.Expr
	switch e.Op() {
	case kernel.OpVar:
		return kernel.Apply(kernel.OpMul, a.re, kernel.Apply(kernel.OpCos, theta))
	case kernel.OpCall:
		return a.do(e.Body())
	case kernel.OpAcos, kernel.OpAsin:
		f = a.arc(args[0])
		if f != nil && e.Op() == kernel.OpAsin {
			f = kernel.Apply(kernel.OpSub, kernel.Apply(kernel.OpDiv, kernel.Pi(), kernel.Int(2)), f)
		}
	case kernel.OpSqrt:
		f = a.power(args[0], big.NewRat(1, 2))
	case kernel.OpPow:
		if p := args[1].Num(); p != nil && !p.IsInt() {
			f = a.power(args[0], p)
		}
	}
	if f != nil {
		a.fired = true
		return f
	}
	out := make([]*kernel.Expr, len(args))
	for i, arg := range args {
		out[i] = a.do(arg)
	}
	return kernel.Apply(e.Op(), out...)
}

// coefficients returns c₀, c₁R, c₂R² of a quadratic polynomial.
func (a *angler) coefficients(e *kernel.Expr) (c [3]num, ok bool) {
	s, ok := normalise(e)
	if !ok {
		return c, false
	}
	if c, ok = s.quadratic(); !ok {
		return c, false
	}
	c[1] = c[1].mul(a.r)
	c[2] = c[2].mul(a.r).mul(a.r)
	return c, true
}

// arc returns arccos of e in θ.
func (a *angler) arc(e *kernel.Expr) *kernel.Expr {
	c, ok := a.coefficients(e)
	if !ok {
		return nil
	}
	theta := kernel.Variable()
	twice := kernel.Apply(kernel.OpMul, kernel.Int(2), theta)
	is := func(c0, c1, c2 int64) bool {
		return c[0].same(intNum(c0)) && c[1].same(intNum(c1)) && c[2].same(intNum(c2))
	}
	switch {
	case is(0, 1, 0):
		return theta
	case is(0, -1, 0):
		return kernel.Apply(kernel.OpSub, kernel.Pi(), theta)
	case is(-1, 0, 2):
		return twice
	case is(1, 0, -2):
		return kernel.Apply(kernel.OpSub, kernel.Pi(), twice)
	}
	return nil
}

// power returns e^p in θ.
func (a *angler) power(e *kernel.Expr, p *big.Rat) *kernel.Expr {
	c, ok := a.coefficients(e)
	if !ok || c[0].sign() <= 0 {
		return nil
	}
	angle, c0 := kernel.Variable(), c[0]
	switch {
	case c[1].isZero() && c[2].same(c0.neg()):
	case c[2].isZero() && c[1].same(c0.neg()):
		angle = kernel.Apply(kernel.OpDiv, angle, kernel.Int(2))
		c0 = c0.mul(intNum(2))
	default:
		return nil
	}
	scale, ok := c0.pow(ratNum(p)).expr()
	if !ok {
		return nil
	}
	sine := kernel.Apply(kernel.OpSin, angle)
	if q := new(big.Rat).Add(p, p); q.Cmp(big.NewRat(1, 1)) != 0 {
		sine = kernel.Apply(kernel.OpPow, sine, kernel.Rational(q))
	}
	return kernel.Apply(kernel.OpMul, scale, sine)
}
