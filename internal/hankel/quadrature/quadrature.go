package quadrature

import (
	"context"
	"fmt"
	"math"
	"math/big"

	"krein/ball"
	"krein/internal/budget"
	"krein/internal/hankel/atoms"
	"krein/internal/hankel/closed"
	"krein/internal/hankel/density"
	"krein/internal/hankel/spline"
	"krein/internal/kernel/eval"
	"krein/internal/kernel/formula"
	"krein/kernel"
	"krein/quad"
	"krein/special"
)

// New is density.New with a Plan for all that has no closed form: quadrature with proved remainders, after a
// substitution z = R cos θ where that removes the branch points of arccos(z/R) and √(R²−z²), and with a majorant C z^p
// exp(−a z^b) of the kernel at infinity that follows from the structure of its formula; a series in √(1−z²/R²) where
// that converges; for c z^s exp(−az) at large ω a series in 1/ω; Fourier series of summands made of waves.
func New(k *kernel.Kernel, dim int) (*density.Density, error) { return density.New(k, dim, &plan) }

// Away is density.Away with the same Plan.
func Away(k *kernel.Kernel, dim int) (*density.Density, error) { return density.Away(k, dim, &plan) }

// Values is New for values at single frequencies ω > 0: formulas that fall like a power, too slowly to be integrable in R^dim, are parts as well. Their
// integral is that of k(z)e^{−εz} for ε → 0, which is the Fourier transform of k as a tempered distribution: where the path can be moved off
// the line, Jordan's arc and the path have bounds for all ε (rotated), and the limit is locally uniform in ω. So it is the density of every measure m with
// k(z) = ∫ Λ_d(ωz) m(dω) on ω > 0, and m has no atom at 0 but that of a constant summand. Next to 0 it is O(ω^{−p−1}) for k = O(z^p), p < 0, and k(z)e^{−εz} has the same
// bound, so that the same holds for m([0, ω]).
func Values(k *kernel.Kernel, dim int) (*density.Density, error) {
	return density.New(k, dim, &slowPlan)
}

var (
	plan     = density.Plan{Part: planPart, Split: splitLimit, Line: atoms.Take, More: spline.Take}
	slowPlan = density.Plan{Part: planSlow, Split: splitLimit, Line: atoms.Take, More: spline.Take}
)

func planPart(q *density.OpenPart, dim int, m *budget.Meter) error { return planOpen(q, dim, m, false) }
func planSlow(q *density.OpenPart, dim int, m *budget.Meter) error { return planOpen(q, dim, m, true) }

// planOpen plans a part. One that tends to 0 need not be integrable if slow.
func planOpen(q *density.OpenPart, dim int, m *budget.Meter, slow bool) error {
	if q.To != nil {
		if s := newSeries(q.Formula, q.From, q.To, m); s != nil {
			q.By = s
		} else {
			q.By = newInterval(q.Formula, q.From, q.To, m)
		}
		return nil
	}
	tail := majorant(q.Formula)
	if tail == nil {
		return &density.NotEnclosedError{Because: fmt.Sprintf("no bound C z^p exp(-a z^b) with a decay that is integrable "+
			"in dimension %d could be derived from %s", dim, q.Formula)}
	}
	slow = slow && !tail.integrable(dim) && tail.p.Sign() < 0 && locallyIntegrable(q, dim)
	if !tail.integrable(dim) && !slow {
		return &density.NotEnclosedError{Because: fmt.Sprintf("the decay %v that could be proved for %s is not "+
			"integrable in dimension %d", tail, q.Formula, dim)}
	}
	t := &tailPart{f: newPlainIntegrand(q.Formula, m), lo: q.From, tail: tail, slow: slow}
	if f, ok := closed.Normalise(q.Formula); ok && formula.IsZero(t.lo) {
		t.far, _ = powerExps(f, dim)
	}
	q.By = t
	return nil
}

// locallyIntegrable reports whether the structure of the formula bounds it next to 0, if the part begins there, by a power that is integrable in R^dim.
func locallyIntegrable(q *density.OpenPart, dim int) bool {
	if !formula.IsZero(q.From) {
		return true
	}
	n := near{end: q.From, side: 1}
	n.reach.Mul2Exp(ball.NewReal(1), -20)
	b := n.upper(q.Formula)
	return b != nil && b.q.Cmp(big.NewRat(int64(dim), 1)) < 0
}

// NeedsQuadrature reports whether values of the density need quadrature.
func NeedsQuadrature(p *density.Density) bool {
	for _, q := range p.Parts() {
		if q, ok := q.(*density.OpenPart); ok {
			switch q.By.(type) {
			case *intervalPart, *tailPart:
				return true
			}
		}
	}
	return false
}

// shape says what a kernel is integrated with, Λ_n(ωz) z^{d−1}: n = d for its density, n = d + 2 for its distribution function.
type shape struct{ d, n int }

// densityShape is that of a density on R^d.
func densityShape(d int) shape { return shape{d, d} }

// integrand is k(z) Λ_n(ωz) z^{d−1} dz in a variable t with z = z(t).
type integrand struct {
	f *eval.Func // k(z(t))
	g *eval.Func // for z = t, k(z) z^n
	n int64
	r *formula.Expr // nil: z = t
	q int64         // 0: z = r cos t, else z = r(1 − t^q)
	m *budget.Meter // counts the values of k and Λ

	formula *formula.Expr // of k(z(t))
}

func newPlainIntegrand(e *formula.Expr, m *budget.Meter) integrand {
	g := integrand{f: eval.Compile(e).Metered(m), m: m, formula: e}
	f, n := cleared(formula.Opened(e))
	if g.g, g.n = g.f, n; n > 0 {
		g.g = eval.Compile(f).Metered(m)
	}
	return g
}

// at returns the integrand for ω.
func (g integrand) at(omega *ball.Real, in shape, prec uint) quad.Func {
	d := in.d
	top := omega.MagUpper()
	if g.r == nil {
		f, power := g.g, int64(d)-1-g.n
		if power < 0 {
			f, power = g.f, int64(d)-1
		}
		return quad.Func{
			F: func(z, x *ball.Real, prec uint) {
				var t ball.Real
				f.At(&t, x, prec)
				g.weigh(&t, omega, x, in.n, power, prec)
				z.Set(&t)
			},
			// |Λ_n(x+iy)| ≤ e^{|y|}
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
			g.f.At(&t, x, prec)
			g.weigh(&t, omega, &y, in.n, int64(d)-1, prec)
			t.Mul(&t, &r, prec)
			z.Mul(&t, &dy, prec)
		},
		Bound: func(re *ball.Real, im ball.Mag) ball.Mag {
			var z, v, y, dy ball.Complex
			z.Re.Set(re)
			z.Im.SetMag(im)
			g.f.ComplexAt(&v, &z, 53)
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

// weigh multiplies v by Λ_n(ωx) x^power.
func (g integrand) weigh(v, omega, x *ball.Real, n int, power int64, prec uint) {
	g.m.Spend(8 * budget.Function(prec))
	var t ball.Real
	t.Mul(omega, x, prec)
	special.LambdaReal(&t, ball.NewReal(float64(n)), &t, prec)
	v.Mul(v, &t, prec)
	v.Mul(v, t.PowInt64(x, power, prec), prec)
}

// intervalPart is the integral over (lo, hi) by quadrature.
type intervalPart struct {
	integrand
	lo, hi *formula.Expr // in the variable of the integrand
	what   string
}

// newInterval plans ∫ over (lo, hi) of a formula without conditions.
func newInterval(e, lo, hi *formula.Expr, m *budget.Meter) *intervalPart {
	p := &intervalPart{integrand: newPlainIntegrand(e, m), lo: lo, hi: hi, what: e.String()}
	f, q, ok := atEnd(e, hi)
	if !ok {
		return p
	}
	// from t = 0, where z = hi
	p.integrand = integrand{f: eval.Compile(f).Metered(m), r: hi, q: q, m: m}
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

func (p *intervalPart) Enclose(ctx context.Context, dst, omega *ball.Real, in shape, prec uint) (Outcome, error) {
	var lo, hi ball.Real
	wp := prec + 64
	eval.Enclose(&lo, p.lo, nil, wp)
	eval.Enclose(&hi, p.hi, nil, wp)
	return integrate(ctx, dst, p.at(omega, in, wp), &lo, &hi, p.what, ball.Mag{}, prec)
}

// integrate runs the rigorous quadrature.
func integrate(ctx context.Context, dst *ball.Real, f quad.Func, lo, hi *ball.Real, what string, enough ball.Mag,
	prec uint) (Outcome, error) {
	res := quad.Integrate(ctx, dst, f, lo, hi, &quad.Settings{Bits: prec, AbsTol: enough})
	o := Outcome{Method: ByQuadrature}
	if err := ctx.Err(); err != nil {
		return o, err
	}
	if res.Status == quad.NonFinite || dst.Indeterminate() {
		o.Unbounded = "the values of " + what + " could not be bounded somewhere in its interval"
	}
	return o, nil
}

// tailPart is the integral of a formula over (lo, ∞).
type tailPart struct {
	f    integrand
	lo   *formula.Expr
	tail *decay
	slow bool       // the tail is not integrable, and the integral a limit: see Values
	far  []powerExp // the same integral for large ω; nil if it is not known
}

// tailReach bounds ωT for the cut T of a slow decay, and with it the work.
const tailReach = 3000

func (p *tailPart) Enclose(ctx context.Context, dst, omega *ball.Real, in shape, prec uint) (Outcome, error) {
	d := in.d
	if in.n == d && p.encloseFar(dst, omega, d, prec) {
		return Outcome{Method: BySeries}, nil
	}
	var lo ball.Real
	eval.Enclose(&lo, p.lo, nil, prec+64)
	if p.slow {
		if omega.Positive() != ball.True {
			return Outcome{Unbounded: fmt.Sprintf("the decay %v that could be proved for %s is not integrable in dimension %d, and the density may be infinite at 0",
				p.tail, p.f.formula, d)}, nil
		}
		o, ok, err := p.off(ctx, dst, omega, &lo, in, prec)
		if !ok && err == nil {
			o.Unbounded = fmt.Sprintf("the decay %v that could be proved for %s is not integrable in dimension %d, and no bound in an angle above the line could be "+
				"derived", p.tail, p.f.formula, d)
		}
		return o, err
	}
	T := p.cut(&lo, omega, d, prec)
	w, _ := omega.Float64()
	if t, _ := T.Float64(); p.tail.a.IsZero() || t*w > math.Max(farReach, 4*hankelFrom(closed.Half(in.n-2), prec)) {
		if o, ok, err := p.off(ctx, dst, omega, &lo, in, prec); ok {
			return o, err
		}
	}
	return p.upTo(ctx, dst, omega, &lo, T, in, prec)
}

// farReach is ωT from which the path of integration is moved off the line, if most of it is there: next to the line much cancels in high dimensions. Any value gives right
// results.
const farReach = 400

// off integrates up to a point z₀ ≥ lo and from there on where nothing oscillates: off the line for ω > 0, at ω = 0 by z = z₀e^s. It
// reports false where that is not known to be possible.
func (p *tailPart) off(ctx context.Context, dst, omega, lo *ball.Real, in shape, prec uint) (o Outcome, ok bool, err error) {
	d := in.d
	var from, rest ball.Real
	low := 2 * lo.MagUpper().Float64()
	if omega.IsZero() {
		from.SetFloat64(math.Max(1, low))
		o, err = p.grows(ctx, &rest, &from, d, prec)
	} else {
		// Λ_n(ωz) z^{d−1} = Γ(ν+1)(2/ω)^ν z^{d−1−ν} J_ν(ωz), ν = n/2 − 1
		var nu, half, power, c ball.Real
		nu.Mul2Exp(nu.SetInt64(int64(in.n-2)), -1)
		half.Mul2Exp(half.SetInt64(int64(in.n)), -1)
		power.Mul2Exp(power.SetInt64(int64(2*d-in.n)), -1)
		w, _ := omega.Float64()
		from.SetFloat64(math.Max(low, hankelFrom(&nu, prec)/w))
		q := rotate(p.f.formula, &power, &nu, omega, &from, true, p.f.m)
		if q == nil {
			return o, false, nil
		}
		if o, err = q.enclose(ctx, &rest, prec); err == nil && o.Unbounded == "" {
			c.Pow(c.Mul2Exp(omega, -1), &nu, prec+16)
			rest.Quo(&rest, &c, prec)
			rest.Mul(&rest, special.Gamma(&c, &half, prec+16), prec)
		}
	}
	if err != nil || o.Unbounded != "" {
		return o, err != nil, err
	}
	o, err = integrate(ctx, dst, p.f.at(omega, in, prec), lo, &from, "the last formula of the kernel", ball.Mag{}, prec)
	dst.Add(dst, &rest, prec)
	return o, true, err
}

// grows sets dst to ∫_T^∞ k(z) z^{d−1} dz by z = Te^s, where what falls like a power falls like an exponential.
func (p *tailPart) grows(ctx context.Context, dst, T *ball.Real, d int, prec uint) (Outcome, error) {
	var end ball.Real
	goal := p.tail.beyond(T.Mid(nil), d).Mul2Exp(-int64(prec))
	var S float64 // the last that was bounded: next/1.2 may be another
	beyond := ball.MagInf()
	for next := 1.0; next < 1e4 && beyond.Cmp(goal) > 0; next *= 1.2 {
		S = next
		end.Mul(end.Exp(ball.NewReal(S), prec), T, prec)
		beyond = p.tail.beyond(end.Lower(nil, 64), d)
	}
	f := quad.Func{
		F: func(z, s *ball.Real, prec uint) {
			var x, v ball.Real
			p.f.m.Spend(4 * budget.Function(prec))
			x.Mul(x.Exp(s, prec), T, prec)
			p.f.f.At(&v, &x, prec)
			z.Mul(&v, x.PowInt64(&x, int64(d), prec), prec)
		},
		Bound: func(re *ball.Real, im ball.Mag) ball.Mag {
			var x, v ball.Complex
			x.Re.Set(re)
			x.Im.SetMag(im)
			x.MulReal(x.Exp(&x, 64), T, 64)
			p.f.f.ComplexAt(&v, &x, 64)
			return v.MagUpper().Mul(x.MagUpper().Pow(uint64(d)))
		},
	}
	o, err := integrate(ctx, dst, f, new(ball.Real), ball.NewReal(S), "the last formula of the kernel", ball.Mag{}, prec)
	dst.AddRad(termBeyond.LeftOut(beyond))
	return o, err
}

// encloseFar adds up the series for large ω, if there are any.
func (p *tailPart) encloseFar(dst, omega *ball.Real, d int, prec uint) bool {
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
func (p *tailPart) upTo(ctx context.Context, dst, omega, lo *ball.Real, T *big.Float, in shape,
	prec uint) (Outcome, error) {
	var hi ball.Real
	beyond := p.tail.beyond(T, in.d)
	hi.SetFloat(T)
	o, err := integrate(ctx, dst, p.f.at(omega, in, prec), lo, &hi, "the last formula of the kernel",
		beyond.Mul2Exp(-3), prec)
	dst.AddRad(termBeyond.LeftOut(beyond))
	return o, err
}

// cut chooses T ≥ 1 such that what lies beyond is small against what lies beyond the least T for which it is
// bounded, if that is possible.
func (p *tailPart) cut(lo, omega *ball.Real, d int, prec uint) *big.Float {
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
