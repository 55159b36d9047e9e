package main

import (
	"context"
	"fmt"
	"math"
	"slices"

	"krein/ball"
	"krein/quad"
)

// tail bounds the integral of |p| over x > R, 0 < y < x, of what plane integrates; README.md. With u =
// x−y,
//
//	p = A sin(x + arg B)/(x(x−u)u(2x−u)),  B = u + x(e^{−iu}−1), A = |B|,   and   p = (S(y) − sin x/x)/(x²−y²).
//
// For u ≤ x/2 the mean over the phase x at a fixed u is that of |sin|, 2/π, and for y ≤ x/2 at a fixed y that of |c −
// sin|, c = xS(y): m(c) = (2/π)(√(1−c²) + c arcsin c), or c from 1 on. Integrals of the means over x from max(R, 2u) or
// max(R, 2y) on are elementary, with m between polynomials, and those over u and y are by package quad; from 2πm ≥ R/2
// on they are of periodic functions over u².
type tail struct {
	ctx   context.Context
	reach float64
	// low and high bound the integrals of the means, but for rest.
	low, high, rest *ball.Real
}

const (
	tailPrec = 128
	// cut is the half width of intervals about points where the integrands, which are at most 2/u², are not analytic.
	cut = 1e-9
	// first is where the integrals over u and y begin; before it the integrands are at most 2/R together.
	first = 1e-5
)

// outOfSquare bounds ∫∫ |p| over x > reach, 0 < y < x. It panics if reach is less than 100.
func outOfSquare(ctx context.Context, reach int) (low, high float64, err error) {
	if reach < 100 {
		panic(fmt.Sprintf("a tail from %d on", reach))
	}
	t := &tail{ctx, float64(reach), new(ball.Real), new(ball.Real), ball.NewReal(2 * first / float64(reach))}
	turns := int(math.Ceil(t.reach / (4 * math.Pi)))
	points := []float64{first}
	for k := 1; k <= 2*turns; k++ {
		at := float64(k) * math.Pi
		for _, sign := range []float64{-1, 0, 1} { // |sin y| = y/R for y < R/2, and 1/2 beyond
			y := at
			for range 60 {
				y = at + sign*math.Asin(min(y/t.reach, 0.5))
			}
			points = append(points, y)
		}
	}
	points = append(points, t.reach/2)
	slices.Sort(points)
	points = points[:slices.Index(points, float64(2*turns)*math.Pi)+1]
	for i := 1; i < len(points); i++ {
		start := 0.0 // t₀ is R/u
		if points[i-1] >= t.reach/2 {
			start = 2
		}
		if err := t.panel(points[i-1], points[i], start, 0); err != nil {
			return 0, 0, err
		}
	}
	cycle := []float64{0, math.Pi / 6, 5 * math.Pi / 6, math.Pi, 7 * math.Pi / 6, 11 * math.Pi / 6, 2 * math.Pi}
	for i := 1; i < len(cycle); i++ {
		if err := t.panel(cycle[i-1], cycle[i], 2, turns); err != nil {
			return 0, 0, err
		}
	}
	// the expansion of the trigamma function, which envelops it
	t.rest.Add(t.rest, new(ball.Real).PowInt64(ball.NewReal(float64(turns)), -7, tailPrec), tailPrec)
	left := ball.NewReal(t.leftOut())
	t.low.Sub(t.low, left, tailPrec)
	t.high.Add(t.high, left, tailPrec)
	t.high.Add(t.high, t.rest, tailPrec)
	low, _ = t.low.Lower(nil, 53).Float64()
	high, _ = t.high.Upper(nil, 53).Float64()
	return low * (1 - slack), high * (1 + slack), ctx.Err()
}

// panel adds the integrals over a < u < b, or for turns > 0 those of all u + 2πk, k ≥ turns; t₀ is start, or R/u if
// that is 0.
func (t *tail) panel(a, b, start float64, turns int) error {
	from, to := a+cut, b-cut
	at := a // of the intervals that are cut off
	if a == first {
		from, at = a, b-1
	}
	if turns == 0 {
		t.rest.Add(t.rest, ball.NewReal(4.01*cut/(at*at)), tailPrec)
	} else {
		t.rest.Add(t.rest, ball.NewReal(4.01*cut), tailPrec)
	}
	if from >= to {
		return fmt.Errorf("no panel from %v to %v", a, b)
	}
	f := &means{tail: t, start: start, turns: turns, cos: sign(math.Cos(from/2 + (to-from)/4)),
		sin: sign(math.Sin(from/2 + to/2))}
	below, err := f.below(from, to)
	if err != nil {
		return err
	}
	f.inside = below
	for i, sum := range []*ball.Real{t.low, t.high} {
		f.upper = i == 1
		v := new(ball.Real)
		r := quad.Integrate(t.ctx, v, quad.Func{F: f.real, Holomorphic: f.complex}, ball.NewReal(from), ball.NewReal(to),
			&quad.Settings{AbsTol: ball.MagFloat64(1e-12), Workers: 1})
		if r.Status != quad.Converged {
			return fmt.Errorf("the panel from %v to %v: %v", a, b, r.Status)
		}
		sum.Add(sum, v, tailPrec)
	}
	return nil
}

func sign(x float64) int64 {
	if x < 0 {
		return -1
	}
	return 1
}

// means are the integrands on a panel.
type means struct {
	*tail
	start    float64
	turns    int
	cos, sin int64 // signs of cos(u/2) and sin y
	inside   bool  // |sin y|·t₀ < 1
	upper    bool  // the polynomial above m
}

// below reports whether |sin y|·t₀ < 1 on the panel, which on each lobe of the sine holds between its ends if it does
// at both, |sin y| − y/R and |sin y| − 1/2 being concave there; next to a zero of the sine the former increases or
// decreases.
func (f *means) below(from, to float64) (bool, error) {
	var holds [2]bool
	for i, y := range []float64{from, to} {
		v := new(ball.Real).Sin(ball.NewReal(y), tailPrec)
		v.Abs(v, tailPrec)
		if f.start > 0 {
			v.MulInt64(v, int64(f.start), tailPrec)
		} else {
			v.Mul(v, new(ball.Real).Quo(ball.NewReal(f.reach), ball.NewReal(y), tailPrec), tailPrec)
		}
		v.AddInt64(v, -1, tailPrec)
		switch {
		case v.Negative() == ball.True:
			holds[i] = true
		case v.Positive() != ball.True:
			return false, fmt.Errorf("the sign at %v is not known", y)
		}
	}
	if holds[0] != holds[1] {
		return false, fmt.Errorf("the sign changes from %v to %v", from, to)
	}
	return holds[0], nil
}

func (f *means) real(z, x *ball.Real, prec uint) {
	var v, u ball.Complex
	f.complex(&v, u.SetReal(x), prec)
	z.Set(&v.Re)
}

func (f *means) complex(z, u *ball.Complex, prec uint) {
	var start, weight, t ball.Complex
	switch {
	case f.start > 0:
		start.SetReal(ball.NewReal(f.start))
	default:
		start.Quo(t.SetReal(ball.NewReal(f.reach)), u, prec)
	}
	weight.Inv(weight.Sqr(u, prec), prec)
	if f.turns > 0 {
		f.trigamma(&weight, u, prec)
	}
	f.diagonal(z, u, &start, prec)
	f.axis(&t, u, &start, prec)
	z.Add(z, &t, prec)
	z.Mul(z, &weight, prec)
}

// trigamma is Σ_{k≥turns} 1/(u+2πk)² = ψ′(w)/4π², w = turns + u/2π, up to 1/(42w⁷)/4π².
func (f *means) trigamma(z, u *ball.Complex, prec uint) {
	var pi ball.Real
	var w, inverse, power, t ball.Complex
	pi.Mul2Exp(pi.Pi(prec), 1)
	w.QuoReal(u, &pi, prec)
	w.AddInt64(&w, int64(f.turns), prec)
	inverse.Inv(&w, prec)
	z.Set(&inverse)
	power.Sqr(&inverse, prec)
	z.Add(z, t.Mul2Exp(&power, -1), prec)
	power.Mul(&power, &inverse, prec)
	over := func(x *ball.Complex, n int64) *ball.Complex {
		return t.QuoReal(x, new(ball.Real).SetInt64(n), prec)
	}
	z.Add(z, over(&power, 6), prec)
	power.Mul(&power, inverse.Sqr(&inverse, prec), prec)
	z.Sub(z, over(&power, 30), prec)
	pi.Sqr(&pi, prec)
	z.QuoReal(z, &pi, prec)
}

// diagonal is u² times the integral of the mean at a fixed u: with c = |cos(u/2)|, s = sin(u/2), w = (2t₀−1)² and ρ² =
// c² + s²w
//
//	(2/π)∫_{t₀}^∞ √(1+4t(t−1)s²)/(t(t−1)(2t−1)) dt = (2/π)(log((ρ+1)/(ρ−1)) − c log((ρ+c)/(ρ−c))),
//
// where ρ²−1 = s²(w−1) and ρ²−c² = s²w.
func (f *means) diagonal(z, u, start *ball.Complex, prec uint) {
	var half, c, s2, w, rho, t, l ball.Complex
	half.Mul2Exp(u, -1)
	c.Cos(&half, prec)
	c.MulInt64(&c, f.cos, prec)
	s2.Sqr(s2.Sin(&half, prec), prec)
	w.Mul2Exp(start, 1)
	w.Sqr(w.AddInt64(&w, -1, prec), prec)
	rho.Mul(&s2, &w, prec)
	rho.Sqrt(rho.Add(&rho, t.Sqr(&c, prec), prec), prec)
	// 2 log(ρ+1) − log(w−1) − log s² − c(2 log(ρ+c) − log w − log s²)
	l.Log(l.Add(&rho, &c, prec), prec)
	l.Mul2Exp(&l, 1)
	l.Sub(&l, t.Log(&w, prec), prec)
	l.Sub(&l, s2.Log(&s2, prec), prec)
	l.Mul(&l, &c, prec)
	z.Log(z.AddInt64(&rho, 1, prec), prec)
	z.Mul2Exp(z, 1)
	z.Sub(z, t.Log(t.AddInt64(&w, -1, prec), prec), prec)
	z.Sub(z, &s2, prec)
	z.Sub(z, &l, prec)
	z.Mul2Exp(z, 1)
	z.QuoReal(z, new(ball.Real).Pi(prec), prec)
}

// axis is y² times the integral of the mean at a fixed y, with σ = |sin y|: ∫_{t₀}^∞ m(σt)/(t(t²−1)) dt, where m(c) is
// c for c ≥ 1, and before that (2/π)(1 + c²/2 + kc⁴) with k between 1/24 and π/2−3/2, as all coefficients of m are
// positive and m(1) = 1.
func (f *means) axis(z, y, start *ball.Complex, prec uint) {
	var s, q, t, u, one ball.Complex
	one.SetInt64(1)
	s.Sin(y, prec)
	s.MulInt64(&s, f.sin, prec)
	ratio := func(dst, a *ball.Complex) { // log((a+1)/(a−1)) or log((1+a)/(1−a)), by which is positive
		var top, bottom ball.Complex
		top.AddInt64(a, 1, prec)
		if bottom.AddInt64(a, -1, prec); f.inside {
			bottom.Neg(&bottom)
		}
		dst.Log(dst.Quo(&top, &bottom, prec), prec)
	}
	if !f.inside {
		ratio(&t, start)
		z.Mul2Exp(z.Mul(&s, &t, prec), -1)
		return
	}
	ratio(&t, &s)
	t.Mul2Exp(t.Mul(&s, &t, prec), -1) // from t = 1/σ on
	q.Sqr(&s, prec)
	var square, near, far, c0 ball.Complex // t₀², log(1−σ²), log(t₀²−1), (σt₀)²
	square.Sqr(start, prec)
	near.Log(near.Sub(&one, &q, prec), prec)
	far.Log(far.AddInt64(&square, -1, prec), prec)
	c0.Mul(&q, &square, prec)
	// ½(log(1−σ²) − log(t₀²−1) + log t₀²)
	z.Sub(&near, &far, prec)
	z.Add(z, u.Log(&square, prec), prec)
	// + ½(σ²/2)(log(1−σ²) − log σ²(t₀²−1)) + ½kσ²(1 − σ²t₀² + σ²(…))
	var l ball.Complex
	l.Sub(&near, &far, prec)
	l.Sub(&l, u.Log(&q, prec), prec)
	l.Mul(&l, &q, prec)
	z.Add(z, u.Mul2Exp(&l, -1), prec)
	u.Sub(&one, &c0, prec)
	u.Add(&u, &l, prec)
	u.Mul(&u, &q, prec)
	k := new(ball.Real).QuoInt64(new(ball.Real).SetInt64(1), 24, prec)
	if f.upper {
		k.Mul2Exp(k.AddInt64(k.Pi(prec), -3, prec), -1)
	}
	z.Add(z, u.MulReal(&u, k, prec), prec)
	z.QuoReal(z, new(ball.Real).Pi(prec), prec) // (2/π)/2
	z.Add(z, &t, prec)
}

// leftOut bounds what the means leave out.
func (t *tail) leftOut() float64 {
	const (
		step  = 1.0 / 64
		kappa = 0.4212 // of primitives of |sin| − 2/π
	)
	r := t.reach
	sum := 0.0 // above ∫ A(R,u)/(R(R−u)u(2R−u)) du, u < R/2
	for u := 0.0; u < r/2; u += step {
		v := u + step
		over := 1 + r // A/u at 0
		if u > 0 {
			s := min(1, math.Abs(math.Sin(u/2+step/4))+step/4+1e-9)
			over = (v + 2*r*s) / u
		}
		sum += step * over / (r * (r - v) * (2*r - v))
	}
	return kappa*1.01*(sum+1/(r*r)) + 4.3/(r*r)
}
