package quadrature

import (
	"context"
	"fmt"
	"math"
	"math/big"

	"krein/ball"
	"krein/internal/budget"
	"krein/internal/enum"
	"krein/internal/hankel/closed"
	"krein/internal/hankel/density"
	"krein/internal/hankel/spline"
	"krein/internal/kernel/eval"
	"krein/internal/special/mean"
	"krein/special"
)

// Method says how an enclosure was computed.
type Method int8

// The methods, in the order of preference; of several parts the last counts.
const (
	ByNothing    Method = iota // no density: it is 0
	ByClosedForm               // an exact closed form, evaluated over balls
	ByPowers                   // pieces that are sums of powers of z: means of Λ_d
	BySeries                   // Σ c_j (1−z²/R²)^{j/2}, by Sonine's integral term by term, or powers of 1/ω
	ByQuadrature               // rigorous quadrature
)

// String names the method.
func (m Method) String() string {
	return enum.Name("Method", m, "no density", "closed form", "powers on an interval", "convergent series",
		"rigorous quadrature")
}

// Enclosure tells how an enclosure went. Whatever it says, the enclosure holds.
type Enclosure struct {
	Method Method
	Bits   int64 // the relative accuracy reached, as by ball.Real.RelAccuracyBits
	Met    bool  // it is at least the accuracy asked for
}

// At sets dst to a ball that contains the density m(ω), without atoms, for every point ω ≥ 0 of omega, and
// tells how accurate it is; prec is the number of relative bits asked for. At a point where m is infinite or jumps
// dst is indeterminate.
//
// The error is a *density.NotEnclosedError, or that of ctx; dst is then indeterminate, or with the error of
// ctx possibly wide. A result that misses prec is no error; asking again with more bits helps
// unless omega is too wide. At panics if dst or omega is nil.
func At(ctx context.Context, p *density.Density, dst, omega *ball.Real, prec uint) (Enclosure, error) {
	if dst == nil || omega == nil {
		panic("quadrature: At of nil")
	}
	return raised(dst, omega, prec, func(out, omega *ball.Real, prec uint) (Outcome, error) {
		return sum(ctx, p, out, omega, prec)
	})
}

// Once is At with about prec bits relative to the summands of m(ω), not to their sum.
func Once(ctx context.Context, p *density.Density, dst, omega *ball.Real, prec uint) error {
	o, err := sum(ctx, p, dst, omega, max(prec, ball.MinPrec))
	if err == nil && o.Unbounded != "" {
		err = &density.NotEnclosedError{Because: o.Unbounded}
	}
	return err
}

// raised encloses a function at a frequency by f, with more bits where summands cancel.
func raised(dst, omega *ball.Real, prec uint, f func(out, omega *ball.Real, prec uint) (Outcome, error)) (Enclosure, error) {
	var w ball.Real
	w.Set(omega)
	omega = &w
	dst.SetIndeterminate()
	if omega.Negative() == ball.True || omega.Indeterminate() {
		return Enclosure{}, fmt.Errorf("density: frequency %v; frequencies must be nonnegative numbers", omega)
	}
	prec = max(prec, ball.MinPrec)
	var out ball.Real
	var e Enclosure
	extra, before := uint(0), int64(math.MaxInt64)
	for try := range encloseTries {
		out.SetInt64(0)
		o, err := f(&out, omega, prec+extra)
		e.Method = max(e.Method, o.Method)
		if err != nil {
			dst.SetRound(&out, prec)
			return e, err
		}
		if o.Unbounded != "" {
			return e, &density.NotEnclosedError{Because: o.Unbounded}
		}
		e.Bits = out.RelAccuracyBits()
		e.Met = e.Bits >= int64(prec)-1 || out.IsZero()
		if e.Met || try == encloseTries-1 || omega.RelAccuracyBits() < int64(prec) && !omega.IsExact() {
			break
		}
		size := out.Rad().Exponent()
		if size > before-8 { // more bits do not help
			break
		}
		before = size
		if e.Bits < 0 { // how many bits cancel is not known
			extra = 2*max(extra, prec) + 16
			continue
		}
		extra += uint(int64(prec)-e.Bits) + 16
	}
	dst.SetRound(&out, prec+8)
	return e, nil
}

// encloseTries is how often raised raises the precision.
const encloseTries = 5

// part is what Plan makes of a part that has no closed form: it encloses that part of ∫ k(z) Λ_n(ωz) z^{d−1} dz.
type part interface {
	Enclose(ctx context.Context, dst, omega *ball.Real, in shape, prec uint) (Outcome, error)
}

// Outcome tells how a part was enclosed, or why it could not be.
type Outcome struct {
	Method    Method
	Unbounded string
}

// sum sets dst to m(ω).
func sum(ctx context.Context, p *density.Density, dst, omega *ball.Real, prec uint) (Outcome, error) {
	wp, d := prec+24, p.Dim()
	return sumOf(p, "density", dst, wp, func(q any, dst *ball.Real) (Outcome, error) {
		return enclose(ctx, p.Kernel().Meter(), q, dst, omega, d, wp)
	},
		func(dst *ball.Real) { density.Prefactor(dst, omega, d, wp) })
}

// sumOf sets dst to the closed forms of the parts, and factor times the integrals of the others; what names the sum.
func sumOf(p *density.Density, what string, dst *ball.Real, wp uint, enclose func(q any, dst *ball.Real) (Outcome, error),
	factor func(dst *ball.Real)) (all Outcome, err error) {
	var integral, t ball.Real
	integrals := false
	dst.SetInt64(0)
	for _, q := range p.Parts() {
		o, err := enclose(q, &t)
		all.Method = max(all.Method, o.Method)
		all.Unbounded = o.Unbounded
		if all.Unbounded == "" && t.Indeterminate() && err == nil {
			all.Unbounded = "a part of the " + what + " is not bounded at this frequency, or not known to be"
		}
		if all.Unbounded != "" || err != nil {
			dst.SetIndeterminate()
			return all, err
		}
		if o.Method == ByClosedForm {
			dst.Add(dst, &t, wp)
			continue
		}
		integral.Add(&integral, &t, wp)
		integrals = true
	}
	if integrals {
		factor(&t)
		dst.FMA(&t, &integral, dst, wp)
	}
	return all, nil
}

// enclose sets dst to the density of a part with a closed form, or else to ∫ k(z) Λ_d(ωz) z^{d−1} dz.
func enclose(ctx context.Context, m *budget.Meter, q any, dst, omega *ball.Real, d int, prec uint) (Outcome, error) {
	switch q := q.(type) {
	case *density.OpenPart:
		if by, ok := q.By.(part); ok {
			o, err := by.Enclose(ctx, dst, omega, densityShape(d), prec)
			if err == nil && o.Unbounded != "" && omega.Positive() == ball.True {
				if o, err := between(ctx, m, q, dst, omega, densityShape(d), prec); err != nil || o.Unbounded == "" {
					return o, err
				}
			}
			return o, err
		}
		return Outcome{Unbounded: "a part of the kernel has no closed form"}, nil
	case *density.PowersPart:
		powers(q, dst, omega, densityShape(d), prec)
		return Outcome{Method: ByPowers}, nil
	case *closed.Gaussian:
		gaussian(q, dst, omega, prec)
	case *closed.Matern:
		matern(q, dst, omega, prec)
	case *closed.Damped:
		damped(q, dst, omega, prec)
	case *closed.InversePower:
		inversePower(q, dst, omega, prec)
	case *closed.Power:
		power(q, dst, omega, prec)
	case *closed.Sonine:
		sonine(q, dst, omega, prec)
	case *closed.BetaLaw:
		q.Enclose(dst, omega, prec)
	case *closed.GaussianWave:
		q.Enclose(dst, omega, prec)
	case *spline.Spline:
		spline.Enclose(q, dst, omega, prec)
	}
	return Outcome{Method: ByClosedForm}, nil
}

// powers encloses by mean.Lambda.
func powers(p *density.PowersPart, dst, omega *ball.Real, in shape, prec uint) {
	// The terms are of the size of the kernel, their sum may be much smaller: Λ_d decays.
	var lo, hi, t, c, x, q, h ball.Real
	eval.Enclose(&lo, p.Lo, nil, prec)
	eval.Enclose(&hi, p.Hi, nil, prec)
	dst.SetInt64(0)
	for i := range p.Terms {
		term := &p.Terms[i]
		r, _ := term.Pow.Rat()
		// parameters that are known to prec bits only do not give a value for large ω to as many
		q.SetRat(new(big.Rat).Add(r, new(big.Rat).SetInt64(int64(in.d))), prec+64)
		t.SetInt64(0)
		for _, end := range []*ball.Real{&hi, &lo} {
			if end.IsZero() {
				continue
			}
			mean.Lambda(&x, &q, ball.NewReal(float64(in.n)), x.Mul(omega, end, prec), prec)
			h.Pow(end, &q, prec)
			h.Mul(&h, &x, prec)
			if end == &lo {
				h.Neg(&h)
			}
			t.Add(&t, &h, prec)
		}
		t.Quo(&t, &q, prec)
		dst.FMA(&t, term.C.Ball(&c, prec), dst, prec)
	}
}

func gaussian(g *closed.Gaussian, dst, omega *ball.Real, prec uint) {
	var b, x, sum, t, u ball.Real
	d := g.Dim
	g.Rate.Ball(&b, prec)
	// x = ω²/(4b)
	x.Sqr(omega, prec)
	x.Quo(&x, &b, prec)
	x.Mul2Exp(&x, -2)
	// Σ_j c_j b^{−j} Σ_i (d/2+i)_{j−i} (−j)_i/i! x^i, as (d/2)_j/(d/2)_i = (d/2+i)_{j−i}
	for j, cj := range g.C {
		if cj.IsZero() {
			continue
		}
		u.SetInt64(0)
		for i := j; i >= 0; i-- {
			// coefficient of x^i
			t.SetInt64(1)
			for l := i; l < j; l++ {
				t.Mul(&t, closed.Half(d+2*l), prec)
			}
			for l := range i {
				t.MulInt64(&t, int64(l-j), prec)
				t.QuoInt64(&t, int64(l+1), prec)
			}
			u.FMA(&u, &x, &t, prec)
		}
		c := closed.NewCalc(&t, prec).Times(&u).Num(cj).PowInt(&b, -j)
		sum.Add(&sum, c.V, prec)
	}
	c := closed.NewCalc(&t, prec).Positive(&b).RecipGamma(closed.Half(d)).
		Pow(&b, closed.RatNum(big.NewRat(int64(-d), 2))).PowInt(omega, d-1).Times(&sum)
	u.Neg(&x)
	c.Times(u.Exp(&u, prec))
	dst.Mul2Exp(c.V, int64(1-d))
}

func matern(m *closed.Matern, dst, omega *ball.Real, prec uint) {
	var a, nu, y, s, sum, g, t, u ball.Real
	d := m.Dim
	m.A.Ball(&a, prec)
	m.Nu.Ball(&nu, prec)
	// s = a²+ω², y = a²/s
	y.Sqr(&a, prec)
	s.Sqr(omega, prec)
	s.Add(&s, &y, prec)
	y.Quo(&y, &s, prec)
	// Σ b_i (ν+d/2)_i/(ν)_i y^i
	g.SetInt64(1)
	for i, b := range m.B {
		t.Mul(&g, b.Ball(&t, prec), prec)
		sum.Add(&sum, &t, prec)
		t.AddInt64(&nu, int64(i), prec)
		u.Add(&t, closed.Half(d), prec)
		g.Mul(&g, &u, prec)
		g.Quo(&g, &t, prec)
		g.Mul(&g, &y, prec)
	}
	// 2/Γ(d/2) · Γ(ν+d/2)/Γ(ν) · y^ν · s^{−d/2} · ω^{d−1}
	u.Add(&nu, closed.Half(d), prec)
	c := closed.NewCalc(&t, prec).Positive(&a).Positive(&nu).RecipGamma(closed.Half(d)).Gamma(&u).RecipGamma(&nu).
		Pow(&y, m.Nu).Pow(&s, closed.RatNum(big.NewRat(int64(-d), 2))).PowInt(omega, d-1).Times(&sum)
	dst.Mul2Exp(c.V, 1)
}

func damped(p *closed.Damped, dst, omega *ball.Real, prec uint) {
	var sum, c, t ball.Real
	d := p.Dim
	for i := range p.Terms {
		dampedTerm(p, &t, &p.Terms[i], omega, prec)
		sum.Add(&sum, &t, prec)
	}
	// 2^{2−d}/Γ(d/2)² Γ(d) ω^{d−1}
	closed.NewCalc(&c, prec).RecipGamma(closed.Half(d)).RecipGamma(closed.Half(d)).Gamma(closed.Half(2*d)).PowInt(omega,
		d-1).Times(&sum)
	dst.Mul2Exp(&c, int64(2-d))
}

func inversePower(p *closed.InversePower, dst, omega *ball.Real, prec uint) {
	var a, beta, x, mu, t ball.Real
	d := p.Dim
	// a = p^{−1/2}
	p.P.Ball(&a, prec)
	a.RSqrt(&a, prec)
	p.Beta.Ball(&beta, prec)
	mu.Sub(closed.Half(d), &beta, prec) // K is even in its order
	if sign, known := mu.Sign(); omega.IsZero() && known == ball.True && sign < 0 {
		// x^ν K_ν(x) tends to 2^{ν−1} Γ(ν), ν = β − d/2: 2^{1−d} a^d Γ(ν) ω^{d−1}
		mu.Neg(&mu)
		c := closed.NewCalc(&t, prec).RecipGamma(closed.Half(d)).RecipGamma(&beta).Num(p.C).Gamma(&mu).PowInt(&a, d)
		if d > 1 {
			c.V.SetInt64(0)
		}
		dst.Mul2Exp(c.V, int64(1-d))
		return
	}
	x.Mul(&a, omega, prec)
	special.BesselK(&x, &mu, &x, prec)
	// 2^{2−d/2−β} a^{β+d/2} ω^{β+d/2−1}
	e := p.Beta.Add(closed.IntNum(int64(d)).Mul(closed.IntNum(2).Inv()))
	if p.Beta.IsZero() {
		beta.SetInt64(1) // for the factor 1
	}
	c := closed.NewCalc(&t, prec).RecipGamma(closed.Half(d)).RecipGamma(&beta).Num(p.C).Times(&x).
		Pow(&a, e).Pow(omega, e.Add(closed.IntNum(-1))).Pow(ball.NewReal(2), e.Neg())
	dst.Mul2Exp(c.V, 2)
}

func power(p *closed.Power, dst, omega *ball.Real, prec uint) {
	var x, y ball.Real
	x.SetRat(closed.RatPlus(p.P, p.Dim), prec)
	closed.NewCalc(dst, prec).Num(p.C).Num(p.G()).RecipGamma(closed.Half(p.Dim)).Gamma(x.Mul2Exp(&x, -1)).
		Times(y.PowRat(ball.NewReal(2), closed.RatPlus(p.P, 1), prec)).Times(
		x.PowRat(omega, new(big.Rat).Neg(closed.RatPlus(p.P, 1)), prec))
}

func sonine(p *closed.Sonine, dst, omega *ball.Real, prec uint) {
	var r, alpha, n, x, t ball.Real
	d := p.Dim
	p.R.Ball(&r, prec)
	p.Alpha.Ball(&alpha, prec)
	alpha.AddInt64(&alpha, 1, prec)
	n.Mul2Exp(&alpha, 1)
	n.AddInt64(&n, int64(d), prec)
	x.Mul(omega, &r, prec)
	special.LambdaReal(&x, &n, &x, prec)
	n.Mul2Exp(&n, -1)
	c := closed.NewCalc(&t, prec).Positive(&alpha).Positive(&r).Num(p.C).Gamma(&alpha).RecipGamma(
		closed.Half(d)).RecipGamma(&n).
		PowInt(&r, d).PowInt(omega, d-1).Times(&x)
	dst.Mul2Exp(c.V, int64(1-d))
}

// dampedTerm sets dst to twice the real part of c·i^ε·(−d/ds)ⁿ s(s²+ω²)^{−(d+1)/2}. In (s²+ω²)^q = (s+iω)^q (s−iω)^q
// both factors lie in the right half plane, where principal powers are holomorphic, and the equality holds for real s.
func dampedTerm(p *closed.Damped, dst *ball.Real, term *closed.DampedTerm, omega *ball.Real, prec uint) {
	n, d := term.Pow, p.Dim
	var s, i ball.Complex
	p.Lin.Ball(&s.Re, prec)
	p.Freq.Ball(&s.Im, prec)
	s.Im.Neg(&s.Im)
	if s.Re.Positive() != ball.True {
		dst.SetIndeterminate()
		return
	}
	var x, f, g ball.ComplexSeries
	i.Im.Set(omega)
	x.SetVar(&s, n+1)
	q := big.NewRat(int64(-d-1), 2)
	f.AddScalar(&x, &i, prec)
	f.PowRat(&f, q, prec)
	i.Neg(&i)
	g.AddScalar(&x, &i, prec)
	g.PowRat(&g, q, prec)
	f.Mul(&f, &g, prec)
	f.Mul(&f, &x, prec)
	v := f.Coef(n)
	for k := 1; k <= n; k++ {
		v.MulInt64(v, int64(-k), prec)
	}
	if term.Imag {
		v.MulI(v)
	}
	var c ball.Real
	dst.Mul(&v.Re, term.C.Ball(&c, prec), prec)
	dst.Mul2Exp(dst, 1)
}
