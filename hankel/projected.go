package hankel

import (
	"fmt"
	"math"
	"slices"
	"sync"

	"krein/hankel/internal/chebyshev"
	"krein/internal/budget"
	"krein/internal/elem64"
	"krein/kernel"
	"krein/kernel/asymptotic"
	"krein/kernel/formula"
	"krein/kernel/numeric"
	"krein/quad/gauss"
)

// projectedPart is the density in R^d of a summand of a kernel whose density f in R^{d+1} is known: a vector of length R and
// uniform direction there has in R^d a length with the density
//
//	2/B(d/2, 1/2) ω^{d−1} R^{−d} (1−ω²/R²)^{−1/2}, ω < R,
//
// so that the density of the summand is the integral of that over f(R) dR. With R = ω + v² there is no singularity at
// R = ω. All of it is in float64, with estimates of the errors: nothing is proved.
type projectedPart struct {
	what  string
	dim   int
	of    *kernel.Kernel // of which it is a summand
	f     func(r float64) (v, err float64)
	cuts  []float64 // where f is not smooth, in increasing order
	end   float64   // beyond which f is 0; +Inf if it is not
	near  []float64 // frequencies at and around which the density has narrow features
	ends  Tail
	front float64

	mu      sync.Mutex
	octaves map[int][]projectedPanel
}

// projectedPanel is an interpolant of f with the values that a quadrature rule takes.
type projectedPanel struct {
	chebyshev.Panel
	r, w [ruleNodes]float64 // nodes, and weights times f there
}

// movedDown returns the part of a summand in an even dimension d, from its density in R^{d+1}, if that is integrable where
// waves have moved what is singular: the product falls faster than z^{−d/2}.
func (s *Spectrum) movedDown(e *formula.Expr, k *kernel.Kernel) component {
	up := &Spectrum{k: s.k, rough: s.rough, dim: s.dim + 1}
	m := up.newMoved(e, k)
	if m == nil || len(m.waves) > mostProjected {
		return nil
	}
	least := mostMovedPower
	for _, w := range m.waves {
		least = min(least, w.power)
	}
	switch inf := numeric.AtInfinity(m.base[0].k); inf.Kind {
	case asymptotic.Power, asymptotic.LogDecay:
		if inf.Limit != 0 || inf.Power+float64(least) <= float64(s.dim)/2 {
			return nil
		}
	case asymptotic.Undetermined, asymptotic.Oscillating, asymptotic.Constant, asymptotic.Growth:
		return nil
	}
	half := float64(s.dim) / 2
	p := &projectedPart{what: m.what, dim: s.dim, of: k, f: m.density, octaves: map[int][]projectedPanel{},
		front: 2 / math.SqrtPi * math.Exp(elem64.Lgamma(half+0.5)-elem64.Lgamma(half))}
	for _, w := range m.waves {
		if w.at > 0 {
			p.cuts = append(p.cuts, w.at)
		}
	}
	p.end, p.near = math.Inf(1), m.breaks()
	if m.ends.Kind == TailZero {
		p.end = m.ends.Rate
		p.cuts = append(p.cuts, p.end)
	}
	slices.Sort(p.cuts)
	p.cuts = slices.Compact(p.cuts)
	p.ends = s.singularTail(k.Derive(e).Metered(k.Meter()))
	switch m.ends.Kind {
	case TailZero:
		p.ends = m.ends
	case TailExponential, TailRapid:
		p.ends = Tail{Kind: TailRapid, Coef: math.NaN(), Finite: true, Because: m.ends.Because}
	}
	p.ends.OriginExponent, p.ends.OriginCoef = float64(s.dim)-1, math.NaN()
	return p
}

// mostProjected is how many waves may move a density that is projected.
const mostProjected = 64

func (p *projectedPart) String() string {
	return fmt.Sprintf("the projection of the density in R^%d (of %s)", p.dim+1, p.what)
}

func (p *projectedPart) tail() Tail        { return p.ends }
func (p *projectedPart) breaks() []float64 { return p.near }

// density returns the value at ω.
func (p *projectedPart) density(omega float64) (v, err float64) {
	switch {
	case omega >= p.end || omega == 0: // an even dimension is at least 2
		return 0, 0
	}
	_, e := math.Frexp(omega)
	last := 0.0
	if len(p.cuts) > 0 {
		last = p.cuts[len(p.cuts)-1]
	}
	for ; math.Ldexp(0.5, e) < p.end; e++ {
		panels := p.octave(e)
		if panels == nil {
			return math.NaN(), math.Inf(1)
		}
		if !p.of.Meter().Spend(int64(len(panels))) {
			return math.NaN(), math.Inf(1)
		}
		sum, off := 0.0, 0.0
		for i := range panels {
			if q := &panels[i]; q.B > omega {
				x, y := p.panel(q, omega)
				sum, off = sum+x, off+y
			}
		}
		v, err = v+sum, err+off
		if a := math.Ldexp(0.5, e); a > 2*omega && a > last && math.Abs(sum) <= epsilon/16*math.Abs(v) {
			break
		}
		if e > 1000 {
			return math.NaN(), math.Inf(1)
		}
	}
	return p.front * v, p.front*err + 16*epsilon*math.Abs(p.front*v)
}

// panel returns ∫ f(R) ω^{d−1} R^{−d} (1−ω²/R²)^{−1/2} dR over the part of a panel beyond ω.
func (p *projectedPart) panel(q *projectedPanel, omega float64) (v, err float64) {
	weight := 0.0
	if q.A-omega > (q.B-q.A)/2 {
		for i, r := range q.r {
			s := omega / r
			x := powInt(s, p.dim-1) / (r * math.Sqrt((1-s)*(1+s)))
			v += q.w[i] * x
			weight = math.Max(weight, x)
		}
		weight *= q.B - q.A
		return v, q.Mean*weight + 4*epsilon*math.Abs(v)
	}
	lo, hi := math.Sqrt(math.Max(0, q.A-omega)), math.Sqrt(q.B-omega)
	x, w := gauss.Legendre(2 * ruleNodes)
	for i := range x {
		t := lo + (hi-lo)/2*(1+x[i])
		r := omega + t*t
		g := powInt(omega/r, p.dim-1) / math.Sqrt(2*omega+t*t) * (hi - lo) * w[i]
		v += g * q.At(r)
		weight += g
	}
	return v, q.Err*weight + 4*epsilon*math.Abs(v)
}

// octave returns panels of f on [2^{e−1}, 2^e], between the cuts; nil if the work is spent.
func (p *projectedPart) octave(e int) []projectedPanel {
	p.mu.Lock()
	defer p.mu.Unlock()
	if out, ok := p.octaves[e]; ok {
		return out
	}
	a, b := math.Ldexp(0.5, e), math.Min(math.Ldexp(1, e), p.end)
	edges := []float64{a}
	for _, c := range p.cuts {
		if a < c && c < b {
			edges = append(edges, c)
		}
	}
	edges = append(edges, b)
	out := []projectedPanel{}
	size := 0.0
	for i := 0; i+1 < len(edges); i++ {
		q, _ := p.fit(edges[i], edges[i+1])
		size += q.Amp * (edges[i+1] - edges[i])
	}
	for i := 0; i+1 < len(edges); i++ {
		out = p.divide(out, edges[i], edges[i+1], size, 0)
	}
	if stopped(p.of.Meter()) {
		return nil
	}
	p.octaves[e] = out
	return out
}

func stopped(m *budget.Meter) bool { return m != nil && m.Stopped() }

// fit interpolates f on (a, b).
func (p *projectedPart) fit(a, b float64) (q projectedPanel, noise float64) {
	q.A, q.B = a, b
	var v, off [chebyshev.Evals]float64
	for i, u := range chebyshev.Tables().Nodes {
		v[i], off[i] = p.f(a + (b-a)/2*(1+u))
		if v[i]-v[i] != 0 || math.IsInf(off[i], 1) || math.IsNaN(off[i]) {
			v[i], off[i] = 0, math.MaxFloat64/1e20
		}
		noise = math.Max(noise, off[i])
	}
	q.Fit(v[:], off[:])
	return q, noise
}

// projectedDepth bounds how narrow the panels beside a cut are: 2^−50 of an octave.
const projectedDepth = 50

// divide appends panels of (a, b) on which f is resolved, or which have little of size, the integral over the octave.
func (p *projectedPart) divide(out []projectedPanel, a, b, size float64, depth int) []projectedPanel {
	q, noise := p.fit(a, b)
	mid := a + (b-a)/2
	if depth < projectedDepth && a < mid && mid < b && q.Rest > math.Max(1e-14*q.Amp, 2*noise) &&
		q.Amp*(b-a) > 1e-13*size && !stopped(p.of.Meter()) {
		return p.divide(p.divide(out, a, mid, size, depth+1), mid, b, size, depth+1)
	}
	x, w := gauss.Legendre(ruleNodes)
	for i := range x {
		q.r[i] = a + (b-a)/2*(1+x[i])
		q.w[i] = w[i] * (b - a) / 2 * q.At(q.r[i])
	}
	return append(out, q)
}
