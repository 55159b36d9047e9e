package hankel

import (
	"cmp"
	"fmt"
	"math"
	"math/big"
	"math/cmplx"
	"slices"
	"sync"

	"krein/internal/budget"
	"krein/internal/elem64"
	"krein/internal/hankel/chebyshev"
	"krein/internal/hankel/closed"
	"krein/internal/kernel/asymptotic"
	"krein/internal/kernel/formula"
	"krein/internal/kernel/numeric"
	"krein/internal/quad/gauss"
	"krein/internal/special/double"
	"krein/kernel"
)

// phasedPart is the density in R^d, of any d, of a summand that is made of waves and of a factor g without waves: from some
// distance z₀ on, where g is smooth, the summand is
//
//	k(z) = Re Σ_j c_j A_j(z) z^{−n_j} e^{i a_j z} g(z), a_j ≥ 0,
//
// with amplitudes A_j of Bessel functions, by Hankel's expansion. Up to z₀ the integral of k(z) Λ_d(ωz) z^{d−1} is one over
// panels on which k is resolved. Beyond, each term is ended smoothly by a window as wide as a few times 1/|a_j−ω|, since what the
// window leaves out oscillates faster than it varies: k decays too slowly for quadrature, but nothing has to be known of g
// outside of the real line. Where ω is near a_j, Λ_d(ωz) is taken apart, too, and the slow wave e^{i(a_j−ω)z} is followed in
// octaves, each of which takes a panel.
//
// A panel spans at most phasedPhase radians. Interpolants of degree 23 times waves of so many radians are integrated to
// rounding by phasedNodes Gauss–Legendre nodes: where an interpolant needs the degree 23−j, what of the wave is beyond
// the degree 24+j has the size J_{24+j}(phasedPhase/2) < 1e-15.
//
// All of it is in float64, with estimates of the errors: nothing is proved.
type phasedPart struct {
	what   string
	dim    int
	guide  bool           // Settings.Guide
	of     *kernel.Kernel // of which it is a summand
	whole  *sampled       // the summand, up to z₀
	factor *sampled       // g, beyond z₀
	phases []phase
	from   float64 // z₀
	split  float64 // arguments from which on Hankel's expansion of Λ_d is good
	series []float64
	lambda *double.Lambda
	near   []float64 // frequencies at and around which the density has narrow features
	slow   bool      // there are no waves
	ends   Tail
}

// phase is the terms of one wave.
type phase struct {
	at    float64
	terms []phaseTerm
}

// phaseTerm has an amplitude for each Bessel function.
type phaseTerm struct {
	c     complex128
	power int
	amps  []amplitude
}

// amplitude is √(2/(πx)) e^{−i(ν/2+¼)π} Σ i^k a_k(ν) x^{−k} at x = az, of which J_ν(x) is the real part after a turn by x.
type amplitude struct {
	a, nu  float64
	series []float64
	conj   bool
}

const (
	phasedPhase = 8
	phasedNodes = 24
	mostPhases  = 64
	mostNodes   = 1 << 18
	mostPanels  = mostNodes / phasedNodes // of an octave: what oscillates faster takes more nodes than there are
	// The share of a wave's mass that may lie nearer to its frequency than floats tell.
	phasedShare = 1e-13
)

// newPhased returns the part of a summand e of k; nil if it is none, or if its mass about a frequency of a wave is not seen
// to be finite: at a_j the density is that of z^{(d−1)/2−n_j} g(z) on the line.
func (s *Spectrum) newPhased(e *formula.Expr, k *kernel.Kernel) component {
	whole, err := naturally(e, k)
	if err != nil || s.knownAnyway(e) {
		return nil
	}
	if at := numeric.AtZero(whole); at-at != 0 { // a part of what is finite only as a whole
		return nil
	}
	for powers := mostMovedPower; powers >= 0; powers-- {
		p := &phasedPart{what: e.String(), dim: s.dim, guide: s.guide, of: k, lambda: double.NewLambda(float64(s.dim))}
		g, taken := p.takePhases(e, powers)
		if taken > 0 { // there were no more
			powers = min(powers, taken)
		}
		if g == nil || len(p.phases) == 0 || len(p.phases) > mostPhases {
			continue
		}
		if p.prepare(g, whole) {
			p.ends = s.singularTail(whole)
			if p.ends.Kind == TailRapid && !g.Varies() { // an even entire function of exponential type
				p.ends.Kind, p.ends.Rate, p.ends.Coef = TailZero, p.last(), 0
				p.ends.Because = "the kernel is an average of waves no shorter than that"
			}
			p.ends.OriginExponent, p.ends.OriginCoef = float64(s.dim)-1, math.NaN()
			return p
		}
	}
	return nil
}

// newSlow returns the part of a kernel without waves that falls too slowly for quadrature, less its limit, which it stores in
// inf where values alone tell it; nil if it is none.
func (s *Spectrum) newSlow(k *kernel.Kernel, inf *numeric.Infinity) *phasedPart {
	switch inf.Kind {
	case asymptotic.Power, asymptotic.LogDecay:
	case asymptotic.Oscillating: // as sin(√z), with ever longer waves, which octaves of few panels resolve
		if !lengthening(inf.Terms) || inf.Power <= float64(s.dim) {
			return nil
		}
	case asymptotic.StretchedExp:
		if inf.Stretch.Cmp(big.NewRat(1, 1)) >= 0 {
			return nil
		}
	case asymptotic.Undetermined:
		var err error
		if inf.Limit, err = s.measureLimit(k); err != nil {
			return nil
		}
	default:
		return nil
	}
	if s.dim/2 > mostMovedOrder {
		return nil
	}
	p := &phasedPart{what: k.Formula(), dim: s.dim, guide: s.guide, of: k, lambda: double.NewLambda(float64(s.dim)),
		phases: []phase{{terms: []phaseTerm{{c: 1}}}}, slow: true}
	if p.whole = newSampled(k, s.dim, inf.Limit, s.guide); p.whole == nil {
		return nil
	}
	if inf.Kind == asymptotic.Undetermined && !math.IsInf(p.whole.end, 1) || !integrableAt0(p.whole.at, s.dim, 1) {
		return nil
	}
	p.factor = p.whole
	if p.from = p.whole.last(); p.from == 0 {
		p.from = math.Inf(1)
	}
	p.ends = s.singularTail(k)
	var ok bool
	if p.ends.OriginExponent, p.ends.OriginCoef, ok = s.powerOrigin(*inf); !ok {
		p.ends.OriginExponent, p.ends.OriginCoef = float64(s.dim)-1, math.NaN()
	}
	return p
}

// lengthening reports whether all waves of an expansion at infinity become longer and longer.
func lengthening(terms []numeric.InfinityTerm) bool {
	for i := range terms {
		for _, f := range terms[i].Exps {
			if f.Im != 0 && f.Power.Cmp(big.NewRat(1, 1)) >= 0 {
				return false
			}
		}
	}
	return true
}

// phasedWave is a term of a wave.
type phasedWave struct {
	at float64
	phaseTerm
}

// takePhases fills in the terms of e and returns its other factor; nil if they are not known.
func (p *phasedPart) takePhases(e *formula.Expr, powers int) (g *formula.Expr, taken int) {
	list, g, taken := p.phasesOf(e, powers, false)
	if g == nil {
		if terms := multipliedOut(e); len(terms) > 1 { // as (1 − J_0(z))/z²
			list, g, taken = p.phasesOfSum(terms, powers)
		}
	}
	if g == nil {
		return nil, taken
	}
	most := 0.0
	for _, x := range list {
		most = math.Max(most, math.Abs(x.at))
	}
	slices.SortStableFunc(list, func(a, b phasedWave) int { return cmp.Compare(a.at, b.at) })
	for _, x := range list {
		switch {
		case math.Abs(x.at) <= 1e-14*most:
			x.at = 0
		case x.at < 0: // the conjugate of another
			continue
		default:
			x.c *= 2
		}
		if n := len(p.phases); n == 0 || x.at > p.phases[n-1].at*(1+1e-14) {
			p.phases = append(p.phases, phase{at: x.at})
		}
		last := &p.phases[len(p.phases)-1]
		last.terms = append(last.terms, x.phaseTerm)
	}
	return g, taken
}

// multipliedOut returns a sum of products as its terms, and a product with those of factors that are sums with Bessel
// functions, e alone if they would be too many.
func multipliedOut(e *formula.Expr) []*formula.Expr {
	var all []*formula.Expr
	for _, term := range closed.Summands(e) {
		factors, c := formula.FactorList(formula.Unfold(term), true)
		some := []*formula.Expr{c}
		for _, f := range factors {
			terms := []*formula.Expr{f}
			if f.Some(func(part *formula.Expr) bool { return part.Op() == formula.OpBesselJ }) {
				terms = formula.Terms(formula.Unfold(f))
			}
			var next []*formula.Expr
			for _, a := range some {
				for _, b := range terms {
					next = append(next, formula.Mul(a, b))
				}
			}
			if some = next; len(all)+len(some) > mostPhases {
				return []*formula.Expr{e}
			}
		}
		all = append(all, some...)
	}
	return all
}

// phasesOfSum returns the waves of terms that have one other factor.
func (p *phasedPart) phasesOfSum(terms []*formula.Expr, powers int) (list []phasedWave, g *formula.Expr, taken int) {
	for i, term := range terms {
		some, h, n := p.phasesOf(term, powers, true)
		if h == nil || i > 0 && !h.Equal(g) || len(list)+len(some) > 8*mostPhases {
			return nil, nil, 0
		}
		list, g, taken = append(list, some...), h, max(taken, n)
	}
	return list, g, taken
}

// phasesOf returns the waves of a product and its other factor, nil if they are not known; one of several terms may have no
// waves, and its constant counts as theirs.
func (p *phasedPart) phasesOf(e *formula.Expr, powers int, oneOf bool) (list []phasedWave, g *formula.Expr, taken int) {
	factors, c := formula.FactorList(formula.Unfold(e), true)
	var bessel []amplitude
	rest := c
	for _, f := range factors {
		f = formula.Unfold(f)
		if f.Op() == formula.OpBesselJ {
			nu, ok := constantValue(f.Args()[0])
			if x, isSum := closed.Normalise(f.Args()[1]); ok && nu >= 0 && isSum && proportional(x) && x[0].C.Float64() > 0 {
				bessel = append(bessel, amplitude{a: x[0].C.Float64(), nu: nu, series: hankelSeries(nu)})
				continue
			}
		}
		rest = formula.Mul(rest, f)
	}
	m := &movedPart{of: p.of}
	g, taken = m.takeWaves(rest, powers)
	switch {
	case g == nil && len(bessel) == 0 && !oneOf:
		return nil, nil, 0
	case g == nil: // no waves but those of Bessel functions
		term := phaseTerm{c: 1}
		g, taken = rest, 0
		if x, ok := closed.Normalise(rest); ok && len(x) == 1 {
			n, whole := x[0].Pow.IsInt()
			if _, bare := onlyWaves(x); bare && whole && n <= 0 && -n <= 4*mostMovedPower {
				term.c, term.power, g = complex(x[0].C.Float64(), 0), -n, formula.Int(1)
			}
		}
		if oneOf && g == rest {
			others, c := formula.FactorList(rest, true)
			if v, ok := constantValue(c); ok {
				term.c, g = complex(v, 0), formula.Int(1)
				for _, f := range others {
					g = formula.Mul(g, f)
				}
			}
		}
		list, m.waves = []phasedWave{{0, term}}, nil
	case !m.bounded():
		return nil, nil, taken
	}
	for _, w := range m.waves {
		turn := [4]complex128{1, 1i, -1, -1i}[w.power%4]
		list = append(list, phasedWave{w.at, phaseTerm{c: complex(w.weight, 0) * turn, power: w.power}})
	}
	for _, b := range bessel {
		var next []phasedWave
		for _, x := range list {
			for _, b.conj = range []bool{false, true} {
				y := phasedWave{x.at + b.a, phaseTerm{c: x.c / 2, power: x.power, amps: append(slices.Clone(x.amps), b)}}
				if b.conj {
					y.at = x.at - b.a
				}
				next = append(next, y)
			}
		}
		if list = next; len(list) > 8*mostPhases {
			return nil, nil, 0
		}
	}
	return list, g, taken
}

// prepare sets up the values, and reports whether the mass is seen to be finite about each frequency.
func (p *phasedPart) prepare(g *formula.Expr, whole *kernel.Kernel) bool {
	factor, err := naturally(g, p.of)
	if err != nil {
		return false
	}
	inf := numeric.AtInfinity(factor)
	power := inf.Power
	switch inf.Kind {
	case asymptotic.Undetermined, asymptotic.Oscillating, asymptotic.Growth,
		asymptotic.ZeroBeyond, asymptotic.Gaussian, asymptotic.SuperExp: // for which quadrature does
		return false
	case asymptotic.Exponential:
		power = math.Inf(1)
	case asymptotic.StretchedExp:
		power = 0
		if inf.Stretch.Sign() > 0 {
			power = math.Inf(1)
		}
	}
	if inf.Limit != 0 {
		power = 0
	}
	if p.whole = newSampled(whole, p.dim, 0, p.guide); p.whole == nil {
		return false
	}
	if p.factor = newSampled(factor, p.dim, 0, p.guide); p.factor == nil {
		return false
	}
	last := p.last()
	p.from = math.Max(1/last, math.Max(p.whole.last(), p.factor.last()))
	p.split, p.series = 0, hankelSeries(float64(p.dim)/2-1)
	p.split = hankelFrom(p.series)
	for i := range p.phases {
		x := &p.phases[i]
		over := math.Inf(1) // the mass nearer than h is h^over
		for _, y := range x.terms {
			over = math.Min(over, power+float64(y.power)+float64(len(y.amps))/2-float64(p.dim-1)/2)
			for _, b := range y.amps {
				p.from = math.Max(p.from, hankelFrom(b.series)/b.a)
			}
		}
		if x.at == 0 {
			continue
		}
		if over <= 0 {
			return false
		}
		p.near = append(p.near, x.at)
		least := math.Max(0x1p-50, elem64.Pow(phasedShare, 1/over))
		for h := x.at / 2; h > least*x.at; h /= 8 {
			p.near = append(p.near, x.at-h, x.at+h)
		}
	}
	return true
}

// hankelSeries returns a_k(ν) of Hankel's expansion (DLMF 10.17.1), as many as are of use at hankelFrom.
func hankelSeries(nu float64) (a []float64) {
	x := 1.0
	for k := 1; k < 64 && x != 0; k++ {
		a = append(a, x)
		x *= (4*nu*nu - float64((2*k-1)*(2*k-1))) / (8 * float64(k))
	}
	return a
}

// hankelFrom returns an argument from which on the terms of the expansion fall below rounding.
func hankelFrom(a []float64) float64 {
	for x := 24.0; ; x *= 1.25 {
		least, power := math.Inf(1), 1.0
		for _, c := range a {
			if t := math.Abs(c) * power; t < least {
				least = t
			}
			power /= x
		}
		if least < epsilon/4 || len(a) < 60 { // or it ends
			return x
		}
	}
}

// hankelSum returns Σ i^k a_k x^{−k}, up to the least term.
func hankelSum(a []float64, x float64) complex128 {
	var re, im float64
	power, before := 1.0, math.Inf(1)
	for k, c := range a {
		t := c * power
		if size := math.Abs(t); size > before || size < epsilon/16 {
			break
		} else if size > 0 {
			before = size
		}
		switch k % 4 {
		case 0:
			re += t
		case 1:
			im += t
		case 2:
			re -= t
		default:
			im -= t
		}
		power /= x
	}
	return complex(re, im)
}

func (b *amplitude) value(z float64) complex128 {
	x := b.a * z
	sin, cos := math.Sincos(-(b.nu/2 + 0.25) * math.Pi)
	v := complex(math.Sqrt(2/(math.Pi*x)), 0) * complex(cos, sin) * hankelSum(b.series, x)
	if b.conj {
		return cmplx.Conj(v)
	}
	return v
}

// value returns what the terms are beside g and their wave.
func (x *phase) value(z float64) (sum complex128) {
	for i := range x.terms {
		y := &x.terms[i]
		v := y.c
		if y.power > 0 {
			v /= complex(powInt(z, y.power), 0)
		}
		for j := range y.amps {
			v *= y.amps[j].value(z)
		}
		sum += v
	}
	return sum
}

func (p *phasedPart) last() (at float64) {
	for i := range p.phases {
		at = math.Max(at, p.phases[i].at)
	}
	return at
}

func (p *phasedPart) String() string {
	return fmt.Sprintf("the transform of a factor times %d waves, wave by wave (of %s)", len(p.phases), p.what)
}

func (p *phasedPart) tail() Tail        { return p.ends }
func (p *phasedPart) breaks() []float64 { return p.near }

// ending is what ends a slow wave smoothly: two windows of different widths, the first of them to compare with.
type ending [2]window

// newEnding returns the windows for a wave of the frequency delta from a distance on, and where they end.
func newEnding(start, delta float64) (e ending, end float64) {
	e = ending{{start + 66/delta, 12 / delta}, {start + 84/delta, 13.5 / delta}}
	return e, e[1].c + windowEnd*e[1].w
}

// windowEnd is how many widths from its centre a window has ended, or not begun.
const windowEnd = 6.5

func (e *ending) at(z float64) (first, second float64) {
	if e[1].w == 0 || z <= e[0].c-windowEnd*e[0].w {
		return 1, 1
	}
	return e[0].at(z), e[1].at(z)
}

// density returns the value at ω.
func (p *phasedPart) density(omega float64) (v, err float64) {
	if omega == 0 && p.dim > 1 {
		return 0, 0
	}
	d, last := float64(p.dim), p.last()
	if p.ends.Kind == TailZero && omega > last {
		return 0, 0
	}
	sum := integral{part: p, omega: omega}
	plain := func(z float64) float64 { return p.lambda.At(omega*z) * powInt(omega*z, p.dim-1) }
	if delta := omega - last; delta >= (omega+last)/4 && p.whole.last() == 0 {
		if e, end := newEnding(p.whole.smooth(delta), delta); end <= p.from {
			sum.over(p.whole, 0, end, omega, &e, plain)
			return p.scaled(&sum)
		}
	}
	sum.over(p.whole, 0, p.from, omega, &ending{}, plain)
	// x^{d−1} Λ_d(x) is the real part of this times x^{(d−1)/2} and Hankel's expansion, turned by x.
	front := math.Exp(elem64.Lgamma(d/2)+(d/2-1)*math.Ln2) * math.Sqrt(2/math.Pi)
	sin, cos := math.Sincos(-(d - 1) / 4 * math.Pi)
	turn := complex(front*cos, front*sin)
	for i := range p.phases {
		x := &p.phases[i]
		delta := math.Abs(x.at - omega)
		lost := 2 * epsilon * x.at / delta // a_j is rounded
		if delta <= epsilon*omega {        // where the density may be infinite
			delta, lost = epsilon*omega, 1
		}
		waved := func(z float64) float64 {
			s, c := math.Sincos(x.at * z)
			return real(x.value(z)*complex(c, s)) * plain(z)
		}
		if delta >= (x.at+omega)/4 {
			e, end := newEnding(math.Max(p.from, p.factor.smooth(delta)), delta)
			sum.over(p.factor, p.from, end, x.at+omega, &e, waved)
			continue
		}
		from := math.Max(p.from, p.split/omega)
		sum.over(p.factor, p.from, from, x.at+omega, &ending{}, waved)
		for _, plus := range []bool{false, true} {
			theta := math.Copysign(delta, x.at-omega)
			if plus {
				theta = x.at + omega
			}
			e, end := newEnding(math.Max(from, p.factor.smooth(math.Abs(theta))), math.Abs(theta))
			sum.over(p.factor, from, end, math.Abs(theta), &e, func(z float64) float64 {
				s, c := math.Sincos(theta * z)
				b := turn * hankelSum(p.series, omega*z)
				if !plus {
					b = cmplx.Conj(b)
				}
				w := powInt(omega*z, (p.dim-1)/2)
				if p.dim%2 == 0 {
					w *= math.Sqrt(omega * z)
				}
				return real(x.value(z)*b*complex(c, s)) * w / 2
			})
			if !plus { // a density that is no worse than a power of δ
				sum.err += lost * math.Abs(sum.lastValue)
			}
		}
	}
	return p.scaled(&sum)
}

// scaled returns 2^{2−d}/Γ(d/2)² times a sum.
func (p *phasedPart) scaled(sum *integral) (v, err float64) {
	if sum.failed {
		return math.NaN(), math.Inf(1)
	}
	d := float64(p.dim)
	f := math.Exp((2-d)*math.Ln2 - 2*elem64.Lgamma(d/2))
	return f * sum.v, f*sum.err + 16*epsilon*math.Abs(f*sum.v)
}

// integral adds up integrals with estimates of their errors.
type integral struct {
	part      *phasedPart
	omega     float64
	v, err    float64
	lastValue float64
	nodes     int
	failed    bool
}

// over adds ∫ values(z) weight(z) dz over an interval, with the windows; rate is how fast the weight oscillates.
func (s *integral) over(values *sampled, from, to, rate float64, e *ending, weight func(z float64) float64) {
	to = math.Min(to, values.end)
	if s.failed || !(from < to) {
		return
	}
	x, w := gauss.Legendre(phasedNodes)
	var sum, first, size, noise float64
	add := func(q *sampledPanel, lo, hi float64) {
		n := 1 + int((hi-lo)*rate/phasedPhase)
		if s.nodes += n * phasedNodes; s.nodes > mostNodes || !s.part.of.Meter().Spend(int64(n*phasedNodes)) {
			s.failed = true
			return
		}
		h := (hi - lo) / float64(n)
		whole := n == 1 && lo == q.A && hi == q.B
		for i := range n {
			a := lo + h*float64(i)
			var part, other, amp, most float64
			for j := range x {
				z := a + h/2*(1+x[j])
				y := weight(z)
				w1, w2 := e.at(z)
				g := 0.0
				if whole {
					g = q.values[j]
				} else {
					g = q.At(z)
				}
				y *= w[j] * h / 2
				part += g * y * w2
				other += g * y * w1
				amp += math.Abs(g*y) * w2
				most += math.Abs(y) * w2
			}
			sum += part
			first += other
			size += amp * (16 + rate*math.Min(a+h, 2*phasedPhase/rate+a))
			noise += most * q.Mean
		}
	}
	before := math.Inf(1)
	down := from == 0
	_, o := math.Frexp(from)
	if down {
		_, o = math.Frexp(to)
		if math.Ldexp(0.5, o) == to {
			o--
		}
	}
	for ; !s.failed; o += step(down) {
		a, b := math.Ldexp(0.5, o), math.Ldexp(1, o)
		if !down && a >= to {
			break
		}
		panels := values.octave(o)
		if panels == nil {
			s.failed = true
			return
		}
		was := size
		for i := range panels {
			q := &panels[i]
			if lo, hi := math.Max(q.A, from), math.Min(q.B, to); lo < hi {
				add(q, lo, hi)
			}
		}
		if part := size - was; down && (size > 0 && part <= epsilon/1024*size && part <= before || b < 1e-280) {
			break
		} else {
			before = part
		}
	}
	s.lastValue = sum
	s.v += sum
	s.err += epsilon*size + noise
	if e[1].w > 0 {
		s.err += math.Abs(sum - first)
	}
}

func stopped(m *budget.Meter) bool { return m != nil && m.Stopped() }

func step(down bool) int {
	if down {
		return -1
	}
	return 1
}

// sampled are values of a kernel interpolated on octaves of distances.
type sampled struct {
	of     *kernel.Kernel
	pieces []*digits
	end    float64 // beyond which it is negligible

	mu      sync.Mutex
	octaves map[int][]sampledPanel
}

// sampledPanel has the values that a quadrature rule takes.
type sampledPanel struct {
	chebyshev.Panel
	values [phasedNodes]float64
}

// newSampled returns the values of a kernel less its limit, nil if its pieces are not known.
func newSampled(k *kernel.Kernel, dim int, limit float64, guide bool) *sampled {
	pieces, err := k.Pieces()
	if err != nil {
		return nil
	}
	if pieces, err = splitAtSingularities(k, pieces, dim); err != nil {
		return nil
	}
	s := &sampled{of: k, end: math.Inf(1), octaves: map[int][]sampledPanel{}}
	inf := numeric.AtInfinity(k)
	for _, p := range pieces {
		b := p.Hi.Value
		if p.Hi.Inf {
			b = math.Inf(1)
		}
		s.pieces = append(s.pieces, newDigits(p.Expr, limit, inf, p.Lo.Value, b, k, dim, guide))
	}
	s.negligible(dim)
	return s
}

// negligible finds where values times z^d fall below 1e-30 of their largest.
func (s *sampled) negligible(dim int) {
	const octaves = 60
	peak := 0.0
	for i := -4 * octaves; i <= 4*octaves; i++ {
		z := math.Exp2(float64(i) / 4)
		v := math.Abs(s.at(z).v) * elem64.Pow(z, float64(dim))
		switch {
		case v > 1e-30*peak || v != v:
			s.end = math.Inf(1)
		case math.IsInf(s.end, 1):
			s.end = z
		}
		if v-v == 0 {
			peak = math.Max(peak, v)
		}
	}
}

func (s *sampled) at(z float64) noisy { return s.pieces[s.piece(z)].at(z) }

func (s *sampled) piece(z float64) int {
	i := 0
	for i+1 < len(s.pieces) && z >= s.pieces[i+1].a {
		i++
	}
	return i
}

// last returns the last of the distances at which the values are not smooth.
func (s *sampled) last() float64 { return s.pieces[len(s.pieces)-1].a }

// octave returns panels on [2^{e−1}, 2^e], between the cuts; nil if the work is spent, or they are too many.
func (s *sampled) octave(e int) []sampledPanel {
	s.mu.Lock()
	defer s.mu.Unlock()
	if out, ok := s.octaves[e]; ok || stopped(s.of.Meter()) {
		return out
	}
	a, b := math.Ldexp(0.5, e), math.Ldexp(1, e)
	edges := []float64{a}
	for _, p := range s.pieces {
		if a < p.a && p.a < b {
			edges = append(edges, p.a)
		}
	}
	edges = append(edges, b)
	out := []sampledPanel{}
	size := 0.0
	for i := 0; i+1 < len(edges); i++ {
		q, _ := s.fit(edges[i], edges[i+1])
		size += q.Amp * (edges[i+1] - edges[i])
	}
	for i := 0; i+1 < len(edges); i++ {
		out = s.divide(out, edges[i], edges[i+1], size, 0)
	}
	if stopped(s.of.Meter()) {
		return nil
	}
	if len(out) > mostPanels {
		out = nil
	}
	s.octaves[e] = out
	return out
}

// mostSmooth bounds, in wavelengths about, where features are looked for: further out every octave costs, and tells nothing.
const mostSmooth = 0x1p12

// smooth returns a distance beyond which the values have no features that waves of a frequency see (smoothPhase): the last
// end of a narrow panel. It looks at mostSmooth panels of the least width at most; octaves that cannot be had end it, with infinity.
func (s *sampled) smooth(frequency float64) float64 {
	wide := smoothPhase / frequency
	_, o := math.Frexp(math.Min(s.end, mostSmooth*wide))
	for ; math.Ldexp(0.5, o) >= wide; o-- {
		panels := s.octave(o)
		if panels == nil { // and no sum gets past it
			return math.Inf(1)
		}
		for i := len(panels) - 1; i >= 0; i-- {
			if q := &panels[i]; q.B-q.A < wide {
				return q.B
			}
		}
	}
	return math.Ldexp(1, o)
}

// fit interpolates on (a, b).
func (s *sampled) fit(a, b float64) (q sampledPanel, noise float64) {
	q.A, q.B = a, b
	var v, off [chebyshev.Evals]float64
	undefined := false
	f := s.pieces[s.piece(a+(b-a)/2)]
	s.of.Meter().Spend(chebyshev.Evals * f.costAt(a+(b-a)/2))
	for i, u := range chebyshev.Tables().Nodes {
		x := f.at(a + (b-a)/2*(1+u))
		v[i], off[i] = x.v, x.e
		if v[i]-v[i] != 0 || math.IsInf(off[i], 1) || math.IsNaN(off[i]) {
			v[i], off[i], undefined = 0, math.MaxFloat64/1e20, true
			continue
		}
		noise = math.Max(noise, off[i])
	}
	if q.Fit(v[:], off[:]); undefined && f.cover != nil { // no noise, which would pass for a panel that is resolved
		q.Rest = math.MaxFloat64 / 1e20
	}
	return q, noise
}

// unseen returns by how much q is off at least where its nodes do not speak for the values on (a, b), 0 if that is no more than most.
func (s *sampled) unseen(q *sampledPanel, a, b, most float64) (off float64) {
	mid := a + (b-a)/2
	if _, ok := s.pieces[s.piece(mid)].cover.hides(a, b, most*(b-a), chebyshev.Nodes); !ok && a < mid && mid < b && !stopped(s.of.Meter()) {
		if off = s.unseen(q, a, mid, most); off == 0 {
			off = s.unseen(q, mid, b, most)
		}
		return off
	}
	if a == q.A && b == q.B {
		return 0
	}
	r, noise := s.fit(a, b)
	for _, u := range chebyshev.Tables().Nodes {
		z := a + (b-a)/2*(1+u)
		off = math.Max(off, math.Abs(r.At(z)-q.At(z)))
	}
	if off <= 4*most+4*noise {
		return 0
	}
	return off
}

// sampledDepth bounds how narrow panels are: 2^−50 of an octave.
const sampledDepth = 50

// divide appends panels of (a, b) on which the values are resolved, or which have little of size, the integral over the octave.
func (s *sampled) divide(out []sampledPanel, a, b, size float64, depth int) []sampledPanel {
	if len(out) > mostPanels {
		return out
	}
	q, noise := s.fit(a, b)
	rest, mid := q.Rest, a+(b-a)/2
	if most := math.Max(math.Max(1e-14*q.Amp, 2*noise), 1e-16*size/(b-a)); rest <= most && depth < sampledDepth {
		rest = math.Max(rest, s.unseen(&q, a, b, most))
	}
	if depth < sampledDepth && a < mid && mid < b && rest > math.Max(1e-14*q.Amp, 2*noise) &&
		rest*(b-a) > 1e-16*size && !stopped(s.of.Meter()) {
		return s.divide(s.divide(out, a, mid, size, depth+1), mid, b, size, depth+1)
	}
	x, _ := gauss.Legendre(phasedNodes)
	for i := range x {
		q.values[i] = q.At(a + (b-a)/2*(1+x[i]))
	}
	return append(out, q)
}
