package density

import (
	"context"
	"math"
	"math/big"

	"krein/ball"
	"krein/hankel/closed"
	"krein/internal/budget"
	"krein/kernel/eval"
	"krein/kernel/formula"
	"krein/quad"
	"krein/special"
)

// integrand is k(z) Λ_d(ωz) z^{d−1} dz in a variable t with z = z(t).
type integrand struct {
	F *eval.Func // k(z(t))
	f *eval.Func // for z = t, k(z) z^n
	n int64
	r *formula.Expr // nil: z = t
	q int64         // 0: z = r cos t, else z = r(1 − t^q)
	m *budget.Meter // counts the values of k and Λ
}

func newPlainIntegrand(e *formula.Expr, m *budget.Meter) integrand {
	g := integrand{F: eval.Compile(e).Metered(m), m: m}
	f, n := cleared(formula.Opened(e))
	if g.f, g.n = g.F, n; n > 0 {
		g.f = eval.Compile(f).Metered(m)
	}
	return g
}

// at returns the integrand for ω in dimension d.
func (g integrand) at(omega *ball.Real, d int, prec uint) quad.Func {
	top := omega.MagUpper()
	if g.r == nil {
		f, power := g.f, int64(d)-1-g.n
		if power < 0 {
			f, power = g.F, int64(d)-1
		}
		return quad.Func{
			F: func(z, x *ball.Real, prec uint) {
				var t ball.Real
				f.At(&t, x, prec)
				g.weigh(&t, omega, x, d, power, prec)
				z.Set(&t)
			},
			// |Λ_d(x+iy)| ≤ e^{|y|}
			Bound: func(re *ball.Real, im ball.Mag) ball.Mag {
				var z, v ball.Complex
				z.Re.Set(re)
				z.Im.SetMag(im)
				f.ComplexAt(&v, &z, 53)
				return v.MagUpper().Mul(top.Mul(im).Exp()).Mul(z.MagUpper().Pow(uint64(power)))
			},
		}
	}
	var r ball.Real
	eval.Enclose(&r, g.r, nil, prec+32)
	size := r.MagUpper()
	return quad.Func{
		F: func(z, x *ball.Real, prec uint) {
			var t, y, dy ball.Real
			g.position(&y, &dy, x, prec)
			y.Mul(&y, &r, prec)
			g.F.At(&t, x, prec)
			g.weigh(&t, omega, &y, d, int64(d)-1, prec)
			t.Mul(&t, &r, prec)
			z.Mul(&t, &dy, prec)
		},
		Bound: func(re *ball.Real, im ball.Mag) ball.Mag {
			var z, v, y, dy ball.Complex
			z.Re.Set(re)
			z.Im.SetMag(im)
			g.F.ComplexAt(&v, &z, 53)
			g.complexPosition(&y, &dy, &z)
			m := v.MagUpper().Mul(top.Mul(size).Mul(y.Im.MagUpper()).Exp())
			m = m.Mul(size.Mul(y.MagUpper()).Pow(uint64(d - 1)))
			return m.Mul(dy.MagUpper()).Mul(size)
		},
	}
}

// position sets y to z/r at t and dy to −d(z/r)/dt.
func (g integrand) position(y, dy, t *ball.Real, prec uint) {
	if g.q == 0 {
		ball.SinCos(dy, y, t, prec)
		return
	}
	dy.PowInt64(t, g.q-1, prec)
	y.Mul(dy, t, prec)
	y.Neg(y)
	y.AddInt64(y, 1, prec)
	dy.MulInt64(dy, g.q, prec)
}

// complexPosition is position for bounds.
func (g integrand) complexPosition(y, dy, t *ball.Complex) {
	const prec = 53
	if g.q == 0 {
		ball.ComplexSinCos(dy, y, t, prec)
		return
	}
	dy.PowInt64(t, g.q-1, prec)
	y.PowInt64(t, g.q, prec)
	y.Neg(y)
	y.AddInt64(y, 1, prec)
	dy.MulInt64(dy, g.q, prec)
}

// weigh multiplies v by Λ_d(ωx) x^power.
func (g integrand) weigh(v, omega, x *ball.Real, d int, power int64, prec uint) {
	g.m.Spend(8 * budget.Function(prec))
	var t ball.Real
	t.Mul(omega, x, prec)
	special.LambdaReal(&t, ball.NewReal(float64(d)), &t, prec)
	v.Mul(v, &t, prec)
	v.Mul(v, t.PowInt64(x, power, prec), prec)
}

// IntervalPart is the integral over (lo, hi) by quadrature.
type IntervalPart struct {
	integrand
	lo, hi *formula.Expr // in the variable of the integrand
	what   string
	// the formula and its interval, as they were
	Formula, From, To *formula.Expr
}

func (*IntervalPart) isDensity() bool { return false }

// newIntervalPart plans ∫ over (lo, hi) of a formula without conditions.
func newIntervalPart(e, lo, hi *formula.Expr, m *budget.Meter) *IntervalPart {
	p := &IntervalPart{integrand: newPlainIntegrand(e, m), lo: lo, hi: hi, what: e.String(), Formula: e, From: lo, To: hi}
	f, q, ok := atEnd(e, hi)
	if !ok {
		return p
	}
	// from t = 0, where z = hi
	p.integrand = integrand{F: eval.Compile(f).Metered(m), r: hi, q: q, m: m}
	p.lo = formula.Int(0)
	ratio := formula.Apply(formula.OpDiv, lo, hi)
	switch zero := formula.IsZero(lo); {
	case q == 0 && zero:
		p.hi = formula.Apply(formula.OpDiv, formula.Pi(), formula.Int(2))
	case q == 0:
		p.hi = formula.Apply(formula.OpAcos, ratio)
	case zero:
		p.hi = formula.Int(1)
	default:
		p.hi = formula.Apply(formula.OpPow, formula.Apply(formula.OpSub, formula.Int(1), ratio), formula.Frac(1, q))
	}
	return p
}

func (p *IntervalPart) enclose(ctx context.Context, dst, omega *ball.Real, d int, prec uint) (outcome, error) {
	var lo, hi ball.Real
	wp := prec + 64
	eval.Enclose(&lo, p.lo, nil, wp)
	eval.Enclose(&hi, p.hi, nil, wp)
	return integrate(ctx, dst, p.at(omega, d, wp), &lo, &hi, p.what, ball.Mag{}, prec)
}

// integrate runs the rigorous quadrature.
func integrate(ctx context.Context, dst *ball.Real, f quad.Func, lo, hi *ball.Real, what string, enough ball.Mag, prec uint) (outcome, error) {
	res := quad.Integrate(ctx, dst, f, lo, hi, &quad.Settings{Bits: prec, AbsTol: enough})
	o := outcome{method: ByQuadrature}
	if err := ctx.Err(); err != nil {
		return o, err
	}
	if res.Status == quad.NonFinite || dst.Indeterminate() {
		o.unbounded = "the values of " + what + " could not be bounded somewhere in its interval"
	}
	return o, nil
}

// TailPart is the integral of a formula over (lo, ∞).
type TailPart struct {
	F    integrand
	Lo   *formula.Expr
	tail *decay
	far  []powerExp // the same integral for large ω; nil if it is not known
}

func (*TailPart) isDensity() bool { return false }

// tailReach bounds ωT for the cut T of a slow decay, and with it the work.
const tailReach = 3000

func (p *TailPart) enclose(ctx context.Context, dst, omega *ball.Real, d int, prec uint) (outcome, error) {
	if p.encloseFar(dst, omega, d, prec) {
		return outcome{method: BySeries}, nil
	}
	var lo ball.Real
	eval.Enclose(&lo, p.Lo, nil, prec+64)
	return p.upTo(ctx, dst, omega, &lo, p.cut(&lo, omega, d, prec), d, prec)
}

// encloseFar adds up the series for large ω, if there are any.
func (p *TailPart) encloseFar(dst, omega *ball.Real, d int, prec uint) bool {
	var v, sum ball.Real
	for i := range p.far {
		if !p.far[i].enclose(&v, omega, d, prec) {
			return false
		}
		sum.Add(&sum, &v, prec)
	}
	if len(p.far) > 0 {
		dst.Set(&sum)
	}
	return len(p.far) > 0
}

// upTo integrates from lo up to T and adds the bound of what lies beyond.
func (p *TailPart) upTo(ctx context.Context, dst, omega, lo *ball.Real, T *big.Float, d int, prec uint) (outcome, error) {
	var hi ball.Real
	beyond := p.tail.beyond(T, d)
	hi.SetFloat(T)
	o, err := integrate(ctx, dst, p.F.at(omega, d, prec), lo, &hi, "the last formula of the kernel", beyond.Mul2Exp(-3), prec)
	dst.AddRad(termBeyond.LeftOut(beyond))
	return o, err
}

// cut chooses T ≥ 1 such that what lies beyond is small against what lies beyond the least T for which it is
// bounded, if that is possible.
func (p *TailPart) cut(lo, omega *ball.Real, d int, prec uint) *big.Float {
	w, _ := omega.Float64()
	goal := ball.MagInf()
	t := math.Max(1, 2*lo.MagUpper().Float64())
	for {
		T := big.NewFloat(t)
		b := p.tail.beyond(T, d)
		if goal.IsInf() && !b.IsInf() {
			goal = b.Mul2Exp(-int64(prec))
		}
		if !b.IsInf() && (b.Cmp(goal) <= 0 || p.tail.a.IsZero() && t*w > tailReach) || t > 1e9 {
			return T
		}
		t *= 1.2
	}
}

// ender rewrites a formula in z as one in t, such that what is singular at z = R becomes analytic at t = 0: with
// z = R cos t, 0 ≤ t ≤ π/2,
//
//	arccos(z/R) = t, arcsin(z/R) = π/2 − t, arccos(2z²/R² − 1) = 2t,
//	(c(R²−z²))^p = (cR²)^p (sin t)^{2p}, (c(R−z))^p = (2cR)^p (sin t/2)^{2p},
//
// or with z = R(1−t^q), 0 ≤ t ≤ 1,
//
//	(c(R²−z²))^p = (cR²)^p t^{qp} (2−t^q)^p, (c(R−z))^p = (cR)^p t^{qp}.
type ender struct {
	r      closed.Num
	re     *formula.Expr
	q      int64 // 0 for the cosine
	arcs   bool  // an inverse cosine was met
	common int64 // common denominator of the exponents p met
}

// mostRoot bounds q.
const mostRoot = 24

// atEnd rewrites e for R = hi, with the cosine if q is 0; ok is false if that would change nothing at the end.
func atEnd(e, hi *formula.Expr) (f *formula.Expr, q int64, ok bool) {
	s, ok := closed.Normalise(hi)
	if !ok {
		return nil, 0, false
	}
	r, ok := s.Constant()
	if !ok || !r.Exact() || r.Sign() <= 0 {
		return nil, 0, false
	}
	a := ender{r: r, re: hi, common: 1}
	f = e.Replace(a.special)
	switch {
	case !a.arcs && a.common == 1:
		return nil, 0, false
	case a.arcs || a.common == 2 || a.common > mostRoot:
		return f, 0, true
	}
	b := ender{r: r, re: hi, q: a.common, common: 1}
	return e.Replace(b.special), b.q, true
}

// special rewrites what is singular at R, and z itself; it is nil for what takes its parts as they come.
func (a *ender) special(e *formula.Expr) (f *formula.Expr) {
	args := e.Args()
	switch e.Op() {
	case formula.OpVar:
		if a.q != 0 {
			return formula.Apply(formula.OpMul, a.re, formula.Apply(formula.OpSub, formula.Int(1), a.root()))
		}
		return formula.Apply(formula.OpMul, a.re, formula.Apply(formula.OpCos, e))
	case formula.OpAcos, formula.OpAsin:
		if a.q == 0 {
			f = a.arc(args[0])
		}
		a.arcs = a.arcs || f != nil
		if f != nil && e.Op() == formula.OpAsin {
			f = formula.Apply(formula.OpSub, formula.Apply(formula.OpDiv, formula.Pi(), formula.Int(2)), f)
		}
	case formula.OpSqrt:
		f = a.power(args[0], big.NewRat(1, 2))
	case formula.OpPow:
		if p := args[1].Num(); p != nil && !p.IsInt() {
			f = a.power(args[0], p)
		}
	}
	return f
}

// coefficients returns c₀, c₁R, c₂R² of a quadratic polynomial.
func (a *ender) coefficients(e *formula.Expr) (c [3]closed.Num, ok bool) {
	s, ok := closed.Normalise(e)
	if !ok {
		return c, false
	}
	if c, ok = s.Quadratic(); !ok {
		return c, false
	}
	c[1] = c[1].Mul(a.r)
	c[2] = c[2].Mul(a.r).Mul(a.r)
	return c, true
}

// arc returns arccos of e in θ.
func (a *ender) arc(e *formula.Expr) *formula.Expr {
	c, ok := a.coefficients(e)
	if !ok {
		return nil
	}
	theta := formula.Variable()
	twice := formula.Apply(formula.OpMul, formula.Int(2), theta)
	is := func(c0, c1, c2 int64) bool {
		return c[0].Same(closed.IntNum(c0)) && c[1].Same(closed.IntNum(c1)) && c[2].Same(closed.IntNum(c2))
	}
	switch {
	case is(0, 1, 0):
		return theta
	case is(0, -1, 0):
		return formula.Apply(formula.OpSub, formula.Pi(), theta)
	case is(-1, 0, 2):
		return twice
	case is(1, 0, -2):
		return formula.Apply(formula.OpSub, formula.Pi(), twice)
	}
	return nil
}

// root returns t^q.
func (a *ender) root() *formula.Expr {
	return formula.Apply(formula.OpPow, formula.Variable(), formula.Int(a.q))
}

// power returns e^p in t.
func (a *ender) power(e *formula.Expr, p *big.Rat) *formula.Expr {
	c, ok := a.coefficients(e)
	if !ok || c[0].Sign() <= 0 || !p.Denom().IsInt64() {
		return nil
	}
	square, linear := c[1].IsZero() && c[2].Same(c[0].Neg()), c[2].IsZero() && c[1].Same(c[0].Neg())
	if !square && !linear {
		return nil
	}
	if d := p.Denom().Int64(); d > mostRoot {
		a.common = mostRoot + 1
	} else {
		a.common *= d / new(big.Int).GCD(nil, nil, big.NewInt(d), big.NewInt(a.common)).Int64()
	}
	times := func(e, f *formula.Expr) *formula.Expr { return formula.Apply(formula.OpMul, e, f) }
	pow := func(e *formula.Expr, p *big.Rat) *formula.Expr {
		if p.Cmp(big.NewRat(1, 1)) == 0 {
			return e
		}
		return formula.Apply(formula.OpPow, e, formula.Rational(p))
	}
	c0, t := c[0], formula.Variable()
	if a.q == 0 && linear {
		c0 = c0.Mul(closed.IntNum(2))
	}
	scale, ok := c0.Pow(closed.RatNum(p)).Expr()
	switch {
	case !ok:
		return nil
	case a.q != 0 && linear:
		return times(scale, pow(t, new(big.Rat).Mul(p, big.NewRat(a.q, 1))))
	case a.q != 0:
		rest := formula.Apply(formula.OpSub, formula.Int(2), a.root())
		return times(times(scale, pow(t, new(big.Rat).Mul(p, big.NewRat(a.q, 1)))), pow(rest, p))
	case linear:
		t = formula.Apply(formula.OpDiv, t, formula.Int(2))
	}
	return times(scale, pow(formula.Apply(formula.OpSin, t), new(big.Rat).Add(p, p)))
}
