package special

import (
	"math"

	"krein/ball"
)

// A contour integrates e^{f(t)}, f(t) = x(σe^t + τe^{−t})/2 − νt, along polygons, with proved bounds: the integrals of
// Schläfli and Sommerfeld (DLMF 10.9.17, 10.9.18 and 10.32.12, 10.32.9)
//
//	σ = 1, τ = −1   J_ν(x) = Im ∫_c^{∞+πi}/π and Y_ν(x) = −Re ∫_{−∞}^{∞+πi}/π
//	σ = 1, τ = 1    I_ν(x) = Im ∫_c^{∞+πi}/π
//	σ = τ = −1      K_ν(x) = ½∫_{−∞}^∞
//
// for real c, x > 0 and ν. They serve where series cancel too much or have too many terms, at any ν and x: the work depends
// on the precision only, and a little on the logarithm of ν and x. A polygon through the saddle point is chosen in float64; any has
// the same integral.
//
// On a segment with midpoint c and half h, e^f is e^{f(c)} times the exponential of a polynomial, the first terms of
// f(c+u) − f(c) = Σ_k f_k u^k, whose powers are summed by n·g_n = Σ k f_k g_{n−k}. With
//
//	M(R) = |f_1|R + |f_2|·2(cosh R − 1) + |x(σe^c − τe^{−c})/2|·(sinh R − R) ≥ Σ |f_k|R^k
//
// Cauchy bounds |g_n| ≤ e^{M(R)}R^{−n}, and what the polynomial leaves out of f, ε on the segment, changes the integral by
// 2|h|e^{M(|h|)}(e^ε − 1) at most: see segment, and beyond for the ends of the contours.
type contour struct {
	sigma, tau int64
	nu, x      *ball.Real
	n, y       float64 // ν and x, about
	prec       uint    // of sums of segments
	segments   int
}

// Calibration of contours; any values give right results.
const (
	contourRatio    = 6.0  // R/|h|
	contourGrowth   = 0.25 // M(R) as a part of the bits that are wanted
	contourMost     = 20000
	contourFrom     = 400.0 // J, I and K take a contour from there, as multiples of 1 and of prec
	contourFromPrec = 8.0
	minContourX     = 1e-100
	maxContourX     = 0x1p40
	maxContourPrec  = 640 // bits: .5 s there, and the work grows with the cube
)

// size returns about log2 |e^{f(t)}|.
func (c *contour) size(t complex128) float64 {
	e, r := math.Exp(real(t)), math.Cos(imag(t))
	return (c.y*r*(float64(c.sigma)*e+float64(c.tau)/e)/2 - c.n*real(t)) / math.Ln2
}

// rates returns about |f′|, |f″| and |f‴| at t.
func (c *contour) rates(t complex128) (one, even, odd float64) {
	e, r, i := math.Exp(real(t)), math.Cos(imag(t)), math.Sin(imag(t))
	s, q := c.y*float64(c.sigma)*e/2, c.y*float64(c.tau)/e/2
	odd = math.Hypot((s-q)*r, (s+q)*i)
	return math.Hypot((s-q)*r-c.n, (s+q)*i), math.Hypot((s+q)*r, (s-q)*i), odd
}

// growth is M(R).
func growth(one, even, odd, r float64) float64 {
	s := math.Sinh(r / 2)
	cubic := r * r * r / 6
	if r > 0.1 {
		cubic = math.Sinh(r) - r
	}
	return one*r + even*2*s*s + odd*cubic*(1+r*r/18)
}

// radius returns about the R with M(R) = m, at most 2.
func radius(one, even, odd, m float64) float64 {
	lo, hi := 0.0, 2.0
	if growth(one, even, odd, hi) <= m {
		return hi
	}
	for range 40 {
		mid := (lo + hi) / 2
		if mid < hi/4 { // on a logarithmic scale far below
			mid = math.Sqrt(math.Max(lo, 1e-300) * hi)
		}
		if growth(one, even, odd, mid) <= m {
			lo = mid
		} else {
			hi = mid
		}
		if lo > 0.9*hi {
			break
		}
	}
	return math.Max(lo, hi/2)
}

// along adds the integral along the polygon to z, each segment within about 2^tol. It reports false where that takes
// unreasonable work.
func (c *contour) along(z *ball.Complex, path []complex128, tol float64) bool {
	for i := 1; i < len(path); i++ {
		at, to := path[i-1], path[i]
		for at != to {
			if c.segments++; c.segments > contourMost {
				return false
			}
			one, even, odd := c.rates(at)
			want := c.size(at) - tol // bits
			m := math.Max(math.Abs(want)*math.Ln2*contourGrowth, 3)
			if want < 0 {
				m = math.Max(-want*math.Ln2*0.8, 3)
			}
			r := radius(one, even, odd, m)
			step := 2 * r / contourRatio
			if want < 0 {
				step = r
			}
			left := to - at
			d := math.Hypot(real(left), imag(left))
			next := to
			if k := math.Ceil(d / step); k > 1 {
				next = at + complex(real(left)/k, imag(left)/k)
			}
			if next == at || !c.segment(z, at, next, tol) {
				return false
			}
			at = next
		}
	}
	return true
}

// segment adds the integral from a to b, ∫e^{f(t)}dt over a segment of midpoint c and half h, f(t) = x(σe^t + τe^{−t})/2 − νt. Let f(c+u) = Σ f_k u^k, E = x(σe^c +
// τe^{−c})/2 and O = x(σe^c − τe^{−c})/2: f_1 = O − ν, and k!·f_k is E for even k ≥ 2, O for odd k ≥ 3. So for |u| ≤ R
//
//	|f(c+u) − f(c)| ≤ M(R) = |f_1|R + |E|(cosh R − 1) + |O|(sinh R − R),
//
// where cosh R − 1 ≤ (R²/2)e^{R²/12} and sinh R − R ≤ (R³/6)e^{R²/20}, as the quotients of successive coefficients say: 1/12, 1/30,
// 1/56, … against 1/12, 1/24, 1/36, …, and 1/20, 1/42, 1/72, … against 1/20, 1/40, 1/60, …. The polynomial p of the f_k with 0 < k < K has the
// same bound, and e^{p(u)} = Σ g_n u^n with n·g_n = Σ k f_k g_{n−k}, |g_n| ≤ e^{M(R)}R^{−n}. On the segment |f − f(c) − p| ≤ ε =
// max(|f_1|, |E|, |O|)·|h|^K/K!·e^{|h|}, so that replacing f by f(c) + p changes the integral by 2|h|·|e^{f(c)}|e^{M(|h|)}(e^ε − 1)
// at most, and the terms n ≥ N contribute no more than 2|h|·|e^{f(c)}|e^{M(R)}ρ^N/(1−ρ), ρ = |h|/R. Odd n have the integral 0.
func (c *contour) segment(z *ball.Complex, a, b complex128, tol float64) bool {
	mid := complex((real(a)+real(b))/2, (imag(a)+imag(b))/2)
	want := math.Max(c.size(mid), math.Max(c.size(a), c.size(b))) - tol
	wp := uint(math.Max(want, 0)) + 40
	// the midpoint and the half segment, exactly
	var m, h ball.Complex
	u, v := ball.NewComplex(a), ball.NewComplex(b)
	m.Mul2Exp(m.Add(u, v, 2200), -1)
	h.Mul2Exp(h.Sub(v, u, 2200), -1)
	size := math.Abs(c.size(mid)) + math.Abs(c.y) + math.Abs(c.n)*(1+math.Abs(real(mid)))
	ep := wp + uint(math.Max(math.Log2(size+1), 0)) + 8 // for f(m) itself
	var p, q, f0, f1, even, odd ball.Complex
	p.Exp(&m, ep)
	q.Inv(&p, ep)
	p.MulReal(p.MulInt64(&p, c.sigma, ep), c.x, ep)
	q.MulReal(q.MulInt64(&q, c.tau, ep), c.x, ep)
	even.Mul2Exp(even.Add(&p, &q, ep), -1) // x(σe^m + τe^{−m})/2
	odd.Mul2Exp(odd.Sub(&p, &q, ep), -1)
	f0.Sub(&even, p.MulReal(&m, c.nu, ep), ep)
	f1.Sub(&odd, p.SetReal(c.nu), ep)
	if !f0.IsFinite() || !f1.IsFinite() {
		return false
	}
	f0.Exp(&f0, wp)
	lead, hm := f0.MagUpper(), h.MagUpper()
	m1, m2, m3 := f1.MagUpper(), even.MagUpper(), odd.MagUpper()
	bound := func(r ball.Mag) ball.Mag { // M(r)
		// cosh r − 1 ≤ r²/2·e^{r²/12}, sinh r − r ≤ r³/6·e^{r²/20}: the quotients of successive coefficients are 1/12, 1/30, …
		// and 1/20, 1/42, …, those of the exponentials 1/12, 1/24, … and 1/20, 1/40, …
		r2 := r.Mul(r)
		even := m2.Mul(r2).Mul2Exp(-1).Mul(r2.Quo(ball.MagUintLower(12)).Exp())
		odd := m3.Mul(r2).Mul(r).Quo(ball.MagUintLower(6)).Mul(r2.Quo(ball.MagUintLower(20)).Exp())
		return m1.Mul(r).Add(even).Add(odd)
	}
	half := bound(hm).Exp()
	if all := lead.Mul(half).Mul(hm).Mul2Exp(1); want <= 0 || float64(all.Exponent()) <= tol {
		z.AddRad(leftOut(all))
		return true
	}
	r := hm.Mul(ball.MagFloat64(contourRatio))
	top := bound(r)
	// terms from n on contribute 2|h|·e^{f(m)}·e^{M(R)}ρ^n/(1−ρ) together, ρ = |h|/R
	rho := hm.Quo(r)
	want -= float64(stopEarly)
	terms := max(int((want+top.Float64()/math.Ln2+4)/math.Log2(contourRatio)), 0) + 2
	terms += terms & 1
	if terms > 1<<14 {
		return false
	}
	rest := lead.Mul(hm).Mul2Exp(1).Mul(top.Exp()).Mul(rho.Pow(uint64(terms))).Quo(ball.MagPow2(0).SubLower(rho))
	// k f_k h^k, as far as they matter: the factors f_k k! are f_1, even, odd, even, …
	var d []ball.Complex
	var power ball.Complex
	power.Set(&h)
	pm := hm
	small := ball.MagPow2(-int64(want) - 20)
	for k := 1; ; k++ {
		f, m := &even, m2
		switch {
		case k == 1:
			f, m = &f1, m1
		case k&1 == 1:
			f, m = &odd, m3
		}
		// what follows, |f_j h^j| for j ≥ k, is at most max(m, m2, m3)·|h|^k/k!·e^{|h|}
		if left := m.Max(m2).Max(m3).Mul(pm).Quo(ball.MagUintLower(uint64(k))).Mul(hm.Exp()); k > 1 && (left.Cmp(small) < 0 || k >= terms) {
			rest = rest.Add(lead.Mul(hm).Mul2Exp(1).Mul(half).Mul(left.Expm1()))
			break
		}
		var t ball.Complex
		t.Mul(&power, f, wp)
		d = append(d, t)
		// power is h^k/(k−1)!, pm bounds it
		power.Mul(power.QuoInt64(&power, int64(k), wp), &h, wp)
		pm = pm.Mul(hm).Quo(ball.MagUintLower(uint64(k)))
	}
	g := make([]ball.Complex, terms)
	g[0].SetInt64(1)
	var sum, t ball.Complex
	sum.SetInt64(1)
	for n := 1; n < terms; n++ {
		s := &g[n]
		for k := 1; k <= min(n, len(d)); k++ {
			s.Add(s, t.Mul(&d[k-1], &g[n-k], wp), wp)
		}
		if s.QuoInt64(s, int64(n), wp); n&1 == 0 {
			sum.Add(&sum, t.QuoInt64(s, int64(n+1), wp), wp)
		}
	}
	sum.Mul(sum.Mul(&sum, &f0, wp), &h, wp)
	z.Add(z, sum.Mul2Exp(&sum, 1), c.prec)
	z.AddRad(leftOut(rest))
	return z.IsFinite()
}

// beyond bounds ∫|e^f| on the horizontal line from t away from 0: with s = |Re t| and t moving outwards, Re f = ½x cos(y)(σe^{s} + τe^{−s}) ∓ νs
// to the right, with σ and τ exchanged to the left. Where A = ½x cos(y)·(the factor of e^s) < 0 and B that of e^{−s}, the
// derivative Ae^s − Be^{−s} ∓ ν is at most Ae^s + |B|e^{−s} ∓ ν, which decreases: the integral is at most e^{Re f}/−(that).
// The contours end at an Im t next to π, not at π itself: the integrand is entire, and falls doubly exponentially between.
func (c *contour) beyond(t complex128) (ball.Mag, bool) {
	const prec = 64
	var s, y, e, a, b, n, f, r ball.Real
	s.SetFloat64(math.Abs(real(t)))
	y.Cos(y.SetFloat64(imag(t)), prec)
	y.Mul(&y, c.x, prec)
	e.Exp(&s, prec)
	out, in := c.sigma, c.tau
	n.Neg(c.nu)
	if real(t) < 0 {
		out, in = in, out
		n.Neg(&n)
	}
	a.Mul(a.MulInt64(a.Mul2Exp(&y, -1), out, prec), &e, prec)
	b.Quo(b.MulInt64(b.Mul2Exp(&y, -1), in, prec), &e, prec)
	f.Add(&a, &b, prec)
	f.Add(&f, r.Mul(&n, &s, prec), prec)
	r.Add(&a, r.SetMag(b.MagUpper()), prec)
	r.Add(&r, &n, prec)
	if a.Negative() != ball.True || r.Negative() != ball.True {
		return ball.Mag{}, false
	}
	f.Exp(&f, prec)
	return f.MagUpper().Quo(r.MagLower()), true
}

// end returns where, on the horizontal line from t outwards, the rest is below 2^tol, about.
func (c *contour) end(t complex128, tol float64) complex128 {
	dir := 1.0
	if real(t) < 0 {
		dir = -1
	}
	for step := 0.0; step < 1e5; step = step*1.25 + 0.125 {
		at := t + complex(dir*step, 0)
		one, _, _ := c.rates(at)
		if c.size(at) < tol && one > 1 {
			if _, ok := c.beyond(at); ok {
				return at
			}
		}
	}
	return t
}

func newContour(sigma, tau int64, o *order, x *ball.Real) *contour {
	y, _ := x.Float64()
	return &contour{sigma: sigma, tau: tau, nu: o.ball, x: x, n: o.f, y: y}
}

// up integrates from a point of the real axis, through the saddle point, to ∞+πi, with about prec bits below the largest
// value of |e^f| times the length where it matters; it is for σ = 1 and ν ≥ 0.
func (c *contour) up(z *ball.Complex, prec uint) (from float64, ok bool) {
	var path []complex128
	var top float64
	q := c.n / c.y
	switch {
	case c.tau > 0:
		from = math.Asinh(q)
	case q < 1:
		from = -math.Acos(q)
	default:
		from = math.Acosh(q)
	}
	start := complex(from, 0)
	if c.tau < 0 && q < 1 {
		path = []complex128{start, complex(0, -from), complex(math.Pi+from, math.Pi)}
		top = 0
		// the saddle is at i·acos(ν/x), where |e^f| = 1
	} else {
		path = []complex128{start, start + complex(math.Pi/math.Sqrt(3), math.Pi)}
		top = c.size(start)
	}
	return from, c.add(z, path, top, prec)
}

// add integrates along the path and on to infinity.
func (c *contour) add(z *ball.Complex, path []complex128, top float64, prec uint) bool {
	if prec > maxContourPrec {
		return false
	}
	tol := math.Floor(top - math.Log2(c.y+c.n+2)/2 - float64(prec) - 8)
	last := path[len(path)-1]
	end := c.end(last, tol)
	c.prec = prec + 72 // more than the bits of the integral: |e^f| may be greatest where f oscillates fast
	rest, ok := c.beyond(end)
	if !ok || !c.along(z, append(path, end), tol) {
		return false
	}
	z.AddRad(leftOut(rest))
	return true
}

// contourJ is J_ν(x) for ν ≥ 0 at a point x > 0, and Y_ν(x), where z or y is not nil.
func contourJ(z, y *ball.Real, o *order, x *ball.Real, prec uint) bool {
	c := newContour(1, -1, o, x)
	var t ball.Complex
	var pi ball.Real
	from, ok := c.up(&t, prec)
	if !ok {
		return false
	}
	pi.Pi(prec + 8)
	if z != nil {
		z.Quo(&t.Im, &pi, prec+4)
	}
	if y == nil {
		return true
	}
	path := []complex128{complex(from, 0)}
	top := 0.0
	if from > 0 { // the other saddle
		top = c.size(complex(-from, 0))
		path = append(path, complex(-from, 0))
	}
	var s ball.Complex // outwards: its sign is changed
	if path[len(path)-1] == 0 {
		path = append(path, complex(-0x1p-4, 0))
	}
	if !c.add(&s, path, top, prec) {
		return false
	}
	y.Quo(y.Sub(&s.Re, &t.Re, prec+8), &pi, prec+4)
	return true
}

// contourI is I_ν(x) for ν ≥ 0 at a point x > 0.
func contourI(z *ball.Real, o *order, x *ball.Real, prec uint) bool {
	c := newContour(1, 1, o, x)
	var t ball.Complex
	var pi ball.Real
	if _, ok := c.up(&t, prec); !ok {
		return false
	}
	z.Quo(&t.Im, pi.Pi(prec+8), prec+4)
	return true
}

// contourK is K_ν(x) for ν ≥ 0 at a point x > 0.
func contourK(z *ball.Real, o *order, x *ball.Real, prec uint) bool {
	c := newContour(-1, -1, o, x)
	saddle := -math.Asinh(c.n / c.y)
	top := c.size(complex(saddle, 0))
	var left, right ball.Complex
	if !c.add(&left, []complex128{complex(saddle, 0), complex(saddle-0x1p-4, 0)}, top, prec) {
		return false
	}
	path := []complex128{complex(saddle, 0), complex(max(0, saddle+0x1p-4), 0)}
	if !c.add(&right, path, top, prec) {
		return false
	}
	z.Mul2Exp(z.Sub(&right.Re, &left.Re, prec+8), -1)
	return true
}
