package hankel

import (
	"fmt"
	"math"
	"sync"

	"krein/internal/budget"
	"krein/internal/elem64"
	"krein/internal/quad/gauss"
	"krein/internal/special/double"
)

// The quadrature rule: panels of a variable t with z(t) flat at both ends of a piece of
// the kernel, so that half-integer powers there become analytic; ruleNodes
// Gauss–Legendre nodes a panel; a panel spans at most phasePanel radians of Λ_d(ωz).
const (
	ruleNodes  = 16
	phasePanel = 11.0
	maxDepth   = 70
	resolved   = 2e-15 // of the whole, what a panel may leave unresolved
	maxBase    = 6000
)

// span is a part (a,b) of the half line on which k is one analytic expression.
type span struct {
	a, b  float64
	f     func(z float64) noisy
	cost  func(z float64) int64 // of a value of f about z
	cover *cover                // what nodes may not see; nil if there are no enclosures
	log   bool                  // t is log z on [t(a), t(b)], for spans over many decades
	kept  *ruleValues           // values of f that levels share; nil where f has the window of a level
}

// ruleValues holds the values of f at the nodes of panels. Every level divides the spans again, into much the same panels.
type ruleValues struct {
	mu   sync.Mutex
	list map[rulePanel]*[ruleNodes]noisy
}

// rulePanel names a panel [lo, hi] of t; levels may end the same piece at other distances.
type rulePanel struct {
	a, b, lo, hi float64
	log          bool
}

// mostKeptPanels bounds the panels of a ruleValues, 256 bytes each. Where enclosures tell little, as near 0 of a composition of arccosines,
// panels are divided into tens of thousands: arccos1(2) in R^3 took three times the work with an eighth of these.
const mostKeptPanels = 1 << 17

// values returns f at the nodes of the rule on [lo, hi], nil if the work for them is not left.
func (s *span) values(m *budget.Meter, lo, hi float64) *[ruleNodes]noisy {
	at := rulePanel{s.a, s.b, lo, hi, s.log}
	if s.kept != nil {
		s.kept.mu.Lock()
		v := s.kept.list[at]
		s.kept.mu.Unlock()
		if v != nil {
			if !m.Spend(ruleNodes) {
				return nil
			}
			return v
		}
	}
	z, _ := s.at((lo + hi) / 2)
	if !m.Spend(ruleNodes * s.cost(z)) {
		return nil
	}
	x, _ := gauss.Legendre(ruleNodes)
	v := new([ruleNodes]noisy)
	for i := range x {
		z, _ := s.node(0.5 * (lo + hi + (hi-lo)*x[i]))
		v[i] = s.f(z)
	}
	if s.kept != nil && !m.Stopped() {
		s.kept.mu.Lock()
		if len(s.kept.list) < mostKeptPanels {
			s.kept.list[at] = v
		}
		s.kept.mu.Unlock()
	}
	return v
}

// at returns z(t) and z'(t) for t in [0,1].
func (s *span) at(t float64) (z, dz float64) {
	if s.log {
		l := elem64.Log(s.b / s.a)
		z = s.a * math.Exp(l*t)
		return z, z * l
	}
	w := s.b - s.a
	if t < 0.5 {
		return s.a + w*t*t*(3-2*t), 6 * w * t * (1 - t)
	}
	u := 1 - t
	return s.b - w*u*u*(3-2*u), 6 * w * t * u
}

// node is at for a t inside of (0, 1), where z is inside of the piece: a rounded breakpoint may be in another.
func (s *span) node(t float64) (z, dz float64) {
	z, dz = s.at(t)
	switch {
	case z >= s.b:
		z = math.Nextafter(s.b, s.a)
	case z <= s.a:
		z = math.Nextafter(s.a, s.b)
	}
	return z, dz
}

// panel is an interval of t on which k(z(t)) z^{d−1} z' is resolved by the rule.
type panel struct {
	s      *span
	lo, hi float64
	hidden float64 // a bound of what its nodes cannot have seen, in units of resolve
}

// transform computes m(ω) by quadrature. The weights of a level carry the factor (z/zref)^{d−1}, so that nothing over-
// or underflows. Its panels are fixed for each third of an octave of frequencies: they resolve k(z)z^{d−1} as far as it
// matters under the envelope of Λ_d(ωz).
type transform struct {
	d      int
	lambda *double.Lambda
	spans  []span
	cut    float64 // right end of the last span, +Inf for a kernel that needs windows
	soft   bool    // the last span is cut where k is negligible, not where it ends
	scale  float64 // distance from which on a kernel without end is smooth
	rest   float64 // estimate of ∫ |k| z^{d−1} beyond the cut, over cut^{d−1}
	budget int     // nodes a level may have
	meter  *budget.Meter

	mu     sync.Mutex
	levels map[int]*level
	kept   int // nodes of all levels
}

// level holds nodes for the frequencies in [low, top], a step of levelSteps an octave, or
// up to top for the lowest one. Small steps keep windows as narrow as they can be.
type level struct {
	once         sync.Once
	low, top     float64
	zref         float64
	coarse, fine rule
	windowed     bool
	hidden       []hiddenAt
	err          error
}

// hiddenAt is the logarithm of a bound of what no node of the panel about z can have seen of the integral without Λ_d.
type hiddenAt struct{ z, log float64 }

// rule is a list of nodes with weights w = k(z)(z/zref)^{d−1}dz in panels of ruleNodes.
type rule struct {
	z, w []float64
	// the weights of the narrower window, for the same nodes; nil without windows
	w2 []float64
	// per panel: Σ|w|, and Σ of the rounding errors of w
	size, noise []float64
}

func (t *transform) logPrefactor(omega, zref float64) logSum {
	var l logSum
	d := float64(t.d)
	l.plus((2 - d) * math.Ln2)
	l.lgamma(-2, d/2)
	l.add(d-1, omega)
	l.add(d-1, zref)
	return l
}

// logEnvelope estimates the logarithm of the size of Λ_d(x) without its oscillation.
func logEnvelope(d, x float64) float64 {
	e := -x * x / (2 * d)
	if x > d/4 && x > 1 {
		j := elem64.Lgamma(d/2) + (d/2-1)*elem64.Log(2/x)
		if x > d/2 {
			e = math.Max(e, j-elem64.Log(math.Pi*x/2)/2)
		}
		e = math.Min(e, j) // |J_ν| ≤ 1: where Λ_d turns in high dimensions, the Gaussian is far too large
	}
	return math.Min(e, 0)
}

// resolve cuts the spans into panels on which the rule is exact to rounding, relative to
// what matters at the frequency ω.
func (t *transform) resolve(spans []span, zref,
	omega float64) ([]panel, error) { // one function: the first look sets the scale of the panels.
	x, w := gauss.Legendre(ruleNodes)
	d := float64(t.d)
	far := logEnvelope(d, omega*zref)
	type moments struct {
		m          [2]float64 // ∫f, and ∫fP with a polynomial P that lets f pass only if it is resolved
		abs, noise float64
		hidden     float64 // what nodes cannot have seen of ∫f
		bad        float64 // a z where f is not finite
	}
	size := func(z float64) float64 { return math.Exp((d-1)*elem64.Log(z/zref) + logEnvelope(d, omega*z) - far) }
	integrate := func(s *span, lo, hi, plo, phi float64) (r moments) {
		values := s.values(t.meter, lo, hi)
		if values == nil {
			return r
		}
		for i, k := range values {
			tt := 0.5 * (lo + hi + (hi-lo)*x[i])
			z, dz := s.node(tt)
			q := size(z) * dz * w[i] * 0.5 * (hi - lo)
			f := k.v * q
			if math.IsNaN(f) || math.IsInf(f, 0) {
				r.bad = z
				return r
			}
			r.m[0] += f
			r.m[1] += f * chebyshev12((2*tt-plo-phi)/(phi-plo))
			r.abs += math.Abs(f)
			r.noise += k.e * q
		}
		return r
	}
	var total float64
	// seen is the integral r over [lo, hi], in parts on which the nodes speak for the piece.
	var seen func(s *span, lo, hi, plo, phi float64, r moments) moments
	seen = func(s *span, lo, hi, plo, phi float64, r moments) moments {
		if s.cover == nil {
			return r
		}
		mid := 0.5 * (lo + hi)
		a, _ := s.at(lo)
		b, _ := s.at(hi)
		z, _ := s.at(mid)
		weight := math.Max(size(z), size(b))
		if a > 0 {
			weight = math.Max(weight, size(a))
		}
		hidden, ok := s.cover.hides(a, b, resolved/1024*total/weight, 2*ruleNodes)
		if ok || z <= a || z >= b || t.meter.Stopped() {
			r.hidden = hidden * weight
			return r
		}
		r = seen(s, lo, mid, plo, phi, integrate(s, lo, mid, plo, phi))
		q := seen(s, mid, hi, plo, phi, integrate(s, mid, hi, plo, phi))
		for i := range r.m {
			r.m[i] += q.m[i]
		}
		return moments{r.m, r.abs + q.abs, r.noise + q.noise, r.hidden + q.hidden, max(r.bad, q.bad)}
	}
	for i := range spans {
		s := &spans[i]
		for j := range 32 {
			r := integrate(s, float64(j)/32, float64(j+1)/32, 0, 1)
			if r.bad != 0 {
				return nil, t.undefined(r.bad)
			}
			total += r.abs
		}
		for _, p := range s.cover.tops(math.Max(s.a, s.b*0x1p-20), s.b) { // peaks that are on no node
			if s.a < p.z && p.z < s.b {
				total += math.Abs(s.f(p.z).v) * size(p.z) * p.width
			}
		}
	}
	if err := t.meter.Err(); err != nil {
		return nil, err
	}
	if total == 0 {
		return nil, nil
	}
	var out []panel
	var split func(s *span, lo, hi float64, depth int) error
	split = func(s *span, lo, hi float64, depth int) error {
		mid := 0.5 * (lo + hi)
		whole := integrate(s, lo, hi, lo, hi)
		left, right := integrate(s, lo, mid, lo, hi), integrate(s, mid, hi, lo, hi)
		var diff float64
		for _, watched := range []bool{false, true} {
			if watched {
				left, right = seen(s, lo, mid, lo, hi, left), seen(s, mid, hi, lo, hi, right)
			}
			if b := max(whole.bad, left.bad, right.bad); b != 0 {
				return t.undefined(b)
			}
			if err := t.meter.Err(); err != nil {
				return err
			}
			for i := range whole.m {
				diff = math.Max(diff, math.Abs(whole.m[i]-left.m[i]-right.m[i]))
			}
			if diff > resolved*total+whole.noise {
				break
			}
		}
		switch {
		case diff <= resolved*total+whole.noise || mid <= lo || mid >= hi || depth > maxDepth && diff <= 1e-13*total:
			out = append(out, panel{s, lo, hi, left.hidden + right.hidden})
			return nil
		case depth > maxDepth || len(out) > maxBase:
			z, _ := s.at(mid)
			return &NoDensityError{reasonUnresolved, t.d, fmt.Sprintf("the kernel cannot be resolved near z = %g: is it "+
				"finite and integrable there?", z)}
		}
		if err := split(s, lo, mid, depth+1); err != nil {
			return err
		}
		return split(s, mid, hi, depth+1)
	}
	for i := range spans {
		for j := range 2 {
			if err := split(&spans[i], float64(j)/2, float64(j+1)/2, 0); err != nil {
				return nil, err
			}
		}
	}
	return out, nil
}

// chebyshev12 returns T₁₂(u).
func chebyshev12(u float64) float64 {
	u = 2*u*u - 1          // T₂
	u = 2*u*u - 1          // T₄
	return u * (4*u*u - 3) // T₃∘T₄
}

func (t *transform) undefined(z float64) error {
	return &NoDensityError{reasonUndefined, t.d, fmt.Sprintf("the kernel has no finite value at z = %g", z)}
}

// window is the factor ½ erfc((z−c)/w) that ends a slowly decaying kernel smoothly. The kernel times 1−window is smooth
// on the scale w, so that it does not reach frequencies beyond about 13/w.
type window struct{ c, w float64 }

func (v window) at(z float64) float64 { return 0.5 * math.Erfc((z-v.c)/v.w) }

// build places nodes for frequencies up to top into the panels.
func (t *transform) build(base []panel, l *level, parts int, win [2]window) (rule, error) {
	x, gw := gauss.Legendre(ruleNodes)
	d1 := float64(t.d - 1)
	var r rule
	for _, p := range base {
		n := parts
		za, _ := p.s.at(p.lo)
		zb, _ := p.s.at(p.hi)
		if phase := l.top * (zb - za); phase > phasePanel {
			// z' varies by at most a modest factor over a resolved panel; twice is safe.
			_, ga := p.s.at(p.lo)
			_, gm := p.s.at(0.5 * (p.lo + p.hi))
			_, gb := p.s.at(p.hi)
			n = parts * int(math.Ceil(l.top*math.Max(ga, math.Max(gm, gb))*(p.hi-p.lo)/phasePanel))
		}
		if (len(r.size)+n)*ruleNodes > t.budget || n < 0 {
			return rule{}, fmt.Errorf("more than %d nodes", t.budget)
		}
		h := (p.hi - p.lo) / float64(n)
		for i := range n {
			lo := p.lo + h*float64(i)
			if z, _ := p.s.at(lo + h/2); !t.meter.Spend(ruleNodes * p.s.cost(z)) {
				return r, t.meter.Err()
			}
			var size, noise float64
			for j := range x {
				z, dz := p.s.node(lo + 0.5*h*(1+x[j]))
				f := p.s.f(z)
				q := elem64.Pow(z/l.zref, d1) * dz * gw[j] * 0.5 * h
				w := f.v * q
				noise += f.e * q
				if l.windowed {
					r.w2 = append(r.w2, w*win[0].at(z))
					w *= win[1].at(z)
				}
				r.z, r.w = append(r.z, z), append(r.w, w)
				size += math.Abs(w)
			}
			r.size, r.noise = append(r.size, size), append(r.noise, noise)
		}
	}
	return r, nil
}

// sum applies a rule at ω; buf is scratch space. If bessel > 0, Λ_d(ωz) is replaced by
// (bessel/z)^ν J_ν(ωz), ν = d/2−1, to which it is proportional.
func (r *rule) sum(t *transform, omega, bessel float64, buf []float64, second bool) (v, v2, err float64) {
	d := float64(t.d)
	x := buf[:len(r.z)]
	for i, z := range r.z {
		x[i] = omega * z
	}
	last := 0.0
	var c, c2 float64 // compensation
	cost := int64(ruleNodes * lambdaCost)
	if bessel > 0 { // a recurrence of as many steps as the order
		cost *= 1 + int64(t.d)/64
	}
	for p := range r.size {
		if !t.meter.Spend(cost) {
			return math.NaN(), math.NaN(), math.Inf(1)
		}
		lo := p * ruleNodes
		xs := x[lo : lo+ruleNodes]
		top := xs[ruleNodes-1]
		if bessel > 0 {
			t.besselTo(xs, r.z[lo:], r.w[lo:], bessel)
		} else {
			t.lambda.AtTo(xs, xs)
		}
		var s, s2, amp float64
		for j, l := range xs {
			s += r.w[lo+j] * l
			amp = math.Max(amp, math.Abs(l))
		}
		if second {
			for j, l := range xs {
				s2 += r.w2[lo+j] * l
			}
			y := s2 - c2
			u := v2 + y
			c2, v2 = (u-v2)-y, u
		}
		y := s - c
		u := v + y
		c, v = (u-v)-y, u
		// rounding of Λ, of its argument, of z^{d−1}, of the sum, and of k
		err += amp * (epsilon*r.size[p]*(12+d+math.Min(top, top*top/d)) + r.noise[p])
		last = amp
	}
	if !second {
		err += last * t.rest
	}
	return v, v2, err
}

// besselTo replaces the arguments x = ωz by (zref/z)^ν J_ν(x), where a weight is left that has not underflowed.
func (t *transform) besselTo(x, z, w []float64, zref float64) {
	nu := float64(t.d)/2 - 1
	for i := range x {
		if w[i] == 0 {
			x[i] = 0
		} else if x[i], _ = double.BesselJ(nu, x[i]); x[i] != 0 {
			x[i] *= elem64.Pow(zref/z[i], nu)
		}
	}
}

const levelSteps = 3

// levelOf returns the index of the level that serves ω.
func levelOf(omega float64) int { return int(math.Floor(levelSteps * math.Log2(omega))) }

// at returns the level for ω > 0.
func (t *transform) at(omega float64) *level {
	i := levelOf(omega)
	// the margin is for the rounding of the logarithm
	low, top := math.Exp2(float64(i)/levelSteps)*(1-1e-12), math.Exp2(float64(i+1)/levelSteps)*(1+1e-12)
	if !math.IsInf(t.cut, 1) && top*t.cut < phasePanel {
		// all small frequencies share one level
		i = math.MinInt32
		low, top = 0, phasePanel/t.cut
	}
	t.mu.Lock()
	l := t.levels[i]
	if l == nil {
		// a window may also be the shorter way through a kernel that decays, at large ω
		l = &level{low: low, top: top, windowed: t.soft && t.cut > 3*(t.scale+160/low)}
		t.levels[i] = l
	}
	t.mu.Unlock()
	l.once.Do(func() {
		t.fill(l)
		t.keep(i, l)
	})
	return l
}

// maxKept bounds the nodes of all levels that are kept, 24 bytes each.
const maxKept = 1 << 22

// keep counts the nodes of a level that was made, and forgets it if it was given up for want of work, or all others if
// they are too many.
func (t *transform) keep(i int, l *level) {
	if l.err != nil {
		l.coarse, l.fine = rule{}, rule{}
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	n := len(l.coarse.z) + len(l.fine.z)
	if t.kept += n; t.kept > maxKept {
		clear(t.levels)
		t.levels[i], t.kept = l, n
	}
	if l.err != nil && t.meter.Stopped() {
		delete(t.levels, i)
	}
}

func (t *transform) fill(l *level) {
	spans := t.spans
	l.zref = spans[len(spans)-1].b
	var win [2]window
	low, tail, start := l.low, spans[len(spans)-1], 0.0
	if l.windowed {
		if start, l.err = t.smooth(l); l.err != nil {
			return
		}
		// a kernel that is smooth only near its end is taken whole
		l.windowed = start+160/low < t.cut
	}
	if l.windowed {
		win[0] = window{start + 66/low, 12 / low} // the check
		win[1] = window{start + 84/low, 13.5 / low}
		l.zref = win[1].c + 6.5*win[1].w
		spans = append([]span(nil), spans...)
		spans[len(spans)-1].b = start
		spans = append(spans, span{a: start, b: l.zref, f: tail.f, cost: tail.cost, log: l.zref > 64*start})
		for i := range spans {
			f := spans[i].f
			spans[i].f = func(z float64) noisy {
				k, v := f(z), win[1].at(z)
				return noisy{k.v * v, k.e * v}
			}
			spans[i].kept = nil
		}
	}
	base, err := t.resolve(spans, l.zref, l.top)
	if err != nil {
		l.err = err
		return
	}
	for _, p := range base { // resolved under the envelope at the highest frequency
		z, _ := p.s.at((p.lo + p.hi) / 2)
		if d := float64(t.d); p.hidden > 0 {
			l.hidden = append(l.hidden, hiddenAt{z, elem64.Log(p.hidden) + logEnvelope(d, l.top*l.zref) - logEnvelope(d, l.top*z)})
		}
	}
	if l.windowed { // nodes take the kernel without its window
		plain := append(append([]span(nil), t.spans...), t.spans[len(t.spans)-1])
		for i := range base {
			s := *base[i].s
			for j := range spans {
				if base[i].s == &spans[j] {
					s.f = plain[j].f
				}
			}
			base[i].s = &s
		}
	}
	if l.coarse, l.err = t.build(base, l, 1, win); l.err != nil {
		return
	}
	l.fine, l.err = t.build(base, l, 2, win)
}

// smoothPhase is how many radians of a wave a resolved panel spans at least, so that what it resolves has nothing of the
// wave's frequency above rounding: its Chebyshev coefficients fall to that by the degree 2·ruleNodes, 4⁻ⁿ and faster, so that it
// is analytic in a strip as wide as the panel, nearly.
const smoothPhase = 36

// smooth returns a distance beyond which the kernel has no features that the frequencies of a level see: its panels there
// are not narrow. A window that began before them would end the density, not the kernel.
func (t *transform) smooth(l *level) (start float64, err error) {
	tail := t.spans[len(t.spans)-1]
	start = math.Max(t.scale, tail.a+1/l.top)
	tail.b = math.Min(t.cut, 256*(start+160/l.low))
	tail.log = tail.a > 0 && tail.b > 64*tail.a
	spans := append(append([]span(nil), t.spans[:len(t.spans)-1]...), tail)
	if tail.a == 0 && tail.b > 64*start {
		spans[len(spans)-1].b = start
		tail.a, tail.log = start, true
		spans = append(spans, tail)
	}
	panels, err := t.resolve(spans, tail.b, l.low)
	for _, p := range panels {
		a, _ := p.s.at(p.lo)
		if b, _ := p.s.at(p.hi); b > start && b-a < smoothPhase/l.low {
			start = b
		}
	}
	return start, err
}

// scratch is reusable space for the values of Λ.
type scratch struct{ buf []float64 }

func (s *scratch) of(n int) []float64 {
	if cap(s.buf) < n {
		s.buf = make([]float64, n+n/4)
	}
	return s.buf[:n]
}

// density returns m(ω), ω > 0.
func (t *transform) density(omega float64, s *scratch) (v, err float64) {
	l := t.at(omega)
	if l.err != nil {
		return math.NaN(), math.Inf(1)
	}
	buf := s.of(len(l.fine.z))
	pre := t.logPrefactor(omega, l.zref)
	// In high dimensions Λ_d underflows far out, where ω^{d−1} makes up for it.
	var bessel float64
	hidden := 0.0
	for _, h := range l.hidden { // Λ_d falls by powers of e within a level, in high dimensions
		hidden += math.Exp(h.log + logEnvelope(float64(t.d), omega*h.z))
	}
	if d, x := float64(t.d), omega*l.zref; x > d && logEnvelope(d, x) < -400 {
		bessel = l.zref
		pre.lgamma(1, d/2)
		pre.add(d/2-1, 2/x)
		hidden *= math.Exp(-elem64.Lgamma(d/2) - (d/2-1)*elem64.Log(2/x))
	}
	c, _, _ := l.coarse.sum(t, omega, bessel, buf, false)
	f, f2, e := l.fine.sum(t, omega, bessel, buf, l.windowed)
	if e += math.Abs(f-c) + hidden; math.IsNaN(e) || math.IsInf(e, 1) {
		return math.NaN(), math.Inf(1)
	}
	if l.windowed {
		e += math.Abs(f - f2)
	}
	v, err = pre.times(f, e)
	if math.IsNaN(v) || f == 0 && e == 0 && math.Exp(pre.v) > 0 {
		err = math.Inf(1) // everything underflowed
	}
	return v, err
}

// Costs in units of budget.Meter: of one operation in a formula with its rounding error, and of one value of Λ_d.
const (
	noisyCost  = 2
	lambdaCost = 1
)
