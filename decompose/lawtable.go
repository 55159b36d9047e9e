package decompose

import (
	"cmp"
	"container/heap"
	"context"
	"errors"
	"fmt"
	"math"
	"runtime"
	"slices"
	"sync"
	"sync/atomic"

	"krein/ball"
	"krein/hankel/enclose"
)

// A table is made from a proved law in four steps: the panels become stretches, one is
// cut at the median; each gets a segment by fit, and those with the largest errors, as
// floats see them, are halved until the sum is small enough; each is proved (prove.go),
// and halved on if floats were wrong; and the probabilities are added up from the
// outside.

// stretch is a range lo ≤ t = ω² ≤ hi of a panel that one segment stands for, or an atom.
type stretch struct {
	panel          *lawPanel // nil: an atom at ω
	lo, hi         float64
	loZero, hiZero bool
	omega          float64

	up    bool   // on the lower side: the outer end is lo
	local *local // nil before the proof
	kind  segmentKind
	c     [order]float64
	mass  float64 // of the segment
	err   float64 // total variation between segment and density: an estimate, or proved
	drop  bool    // left out; err bounds its mass
}

// lawPanel is a panel, and its density about T0 in floats, in units of its half width.
type lawPanel struct {
	*enclose.LawPanel
	t0, half float64
	g        []float64
}

func newPanel(p *enclose.LawPanel) *lawPanel {
	q := &lawPanel{LawPanel: p, half: (p.Hi - p.Lo) / 2, g: make([]float64, len(p.Coef))}
	q.t0, _ = p.T0.Float64()
	var h, power, c ball.Real
	h.SetFloat64(q.half)
	power.SetInt64(1)
	for k := range q.g {
		q.g[k], _ = c.Mul(&p.Coef[k], &power, proofPrec).Float64()
		power.Mul(&power, &h, proofPrec)
	}
	return q
}

// near returns the density on a stretch, to rounding errors of the panel's size.
func (p *lawPanel) near(lo, hi float64) density {
	d := newDensity(lo, hi)
	g := slices.Clone(p.g)
	by := (d.mid - p.t0) / p.half
	power, ratio := 1.0, d.half/p.half
	for k := range g {
		for j := len(g) - 2; j >= k; j-- {
			g[j] += by * g[j+1]
		}
		g[k] *= power
		power *= ratio
	}
	d.set(g)
	return d
}

// atom is an atom of a part at ω > 0.
type atom struct {
	omega  float64
	weight ball.Real
}

// errHeavyEnd says that a law has no median among its panels.
var errHeavyEnd = errors.New("half of the mass lies in the law of an end of the density")

type stretchHeap []*stretch

func (h stretchHeap) Len() int           { return len(h) }
func (h stretchHeap) Less(i, j int) bool { return h[i].err > h[j].err }
func (h stretchHeap) Swap(i, j int)      { h[i], h[j] = h[j], h[i] }
func (h *stretchHeap) Push(x any)        { *h = append(*h, x.(*stretch)) }
func (h *stretchHeap) Pop() any {
	old := *h
	s := old[len(old)-1]
	*h = old[:len(old)-1]
	return s
}

// lawTable tabulates the part with the density law, nil for none, and atoms, the mass of
// which on ω > 0 is in the ball. It returns the table, the number that stands for the mass
// and a proved bound of ∫ |mass·dP − dm±| for the law P of the table, in exact arithmetic
// and with atoms at their exact places. Segments add target to it at most, if rounding
// permits.
func lawTable(ctx context.Context, law *enclose.Law, atoms []atom, enclosed *ball.Real, target float64) (*Table, float64, ball.Mag, error) {
	var bound ball.Mag
	if law == nil {
		law = &enclose.Law{}
	} else {
		bound = law.Distance()
	}
	all := stretches(law, atoms)
	total, err := divideAtMedian(&all, law)
	if err != nil {
		return nil, 0, ball.Mag{}, err
	}
	if all, err = refineStretches(ctx, all, target); err != nil {
		return nil, 0, ball.Mag{}, err
	}
	slices.SortFunc(all, func(a, b *stretch) int { return cmp.Or(cmp.Compare(a.lo, b.lo), cmp.Compare(a.hi, b.hi)) })
	lo, _ := enclosed.Lower(nil, 128).Float64()
	hi, _ := enclosed.Upper(nil, 128).Float64()
	mass := min(max(total, lo), hi)
	t, more := assemble(law, all, mass, total)
	bound = bound.Add(more)
	for _, a := range atoms {
		// what its segments have is in their masses
		var have, part ball.Real
		for _, s := range all {
			if s.panel == nil && s.omega == a.omega {
				have.Add(&have, part.SetFloat64(s.mass), proofPrec)
			}
		}
		bound = bound.Add(have.Sub(&have, &a.weight, proofPrec).MagUpper())
	}
	if len(t.lower.kinds) == 0 || len(t.upper.kinds) == 0 {
		return nil, 0, ball.Mag{}, errHeavyEnd
	}
	t.lower.index()
	t.upper.index()
	t.err = min(bound.Float64()/mass, 1)
	return t, mass, bound, nil
}

// stretches cuts the panels at atoms, and in the middle if both ends are zeros.
func stretches(law *enclose.Law, atoms []atom) []*stretch {
	var all []*stretch
	for i := range law.Panels {
		p := newPanel(&law.Panels[i])
		if !(p.Hi > p.Lo) {
			continue
		}
		cuts := []float64{p.Lo}
		for _, a := range atoms {
			if t := a.omega * a.omega; t > p.Lo && t < p.Hi {
				cuts = append(cuts, t)
			}
		}
		cuts = append(cuts, p.Hi)
		slices.Sort(cuts)
		for j := 1; j < len(cuts); j++ {
			s := &stretch{panel: p, lo: cuts[j-1], hi: cuts[j], loZero: p.LoZero && j == 1, hiZero: p.HiZero && j == len(cuts)-1}
			if s.loZero && s.hiZero {
				all = append(all, s.below(middle(s.lo, s.hi)))
				s = s.above(middle(s.lo, s.hi))
			}
			all = append(all, s)
		}
	}
	for _, a := range atoms {
		w, _ := a.weight.Float64()
		t := a.omega * a.omega
		all = append(all, &stretch{lo: t, hi: t, omega: a.omega, mass: w})
	}
	slices.SortFunc(all, func(a, b *stretch) int { return cmp.Or(cmp.Compare(a.lo, b.lo), cmp.Compare(a.hi, b.hi)) })
	return all
}

// middle returns the t of the middle in ω.
func middle(lo, hi float64) float64 {
	m := (math.Sqrt(lo) + math.Sqrt(hi)) / 2
	return m * m
}

func (s *stretch) below(t float64) *stretch {
	return &stretch{panel: s.panel, lo: s.lo, hi: t, loZero: s.loZero, up: s.up}
}

func (s *stretch) above(t float64) *stretch {
	return &stretch{panel: s.panel, lo: t, hi: s.hi, hiZero: s.hiZero, up: s.up}
}

// divideAtMedian decides which stretches are on the lower side, cuts the one with the
// median, and returns the mass of the law.
func divideAtMedian(all *[]*stretch, law *enclose.Law) (float64, error) {
	tail := 0.0
	if k := law.Tail.Kind; k == enclose.TailPower || k == enclose.TailWaves {
		tail = law.Tail.Mass
	}
	total := law.Head.Mass
	for _, s := range *all {
		if s.panel != nil {
			f := localise(s.panel.LawPanel, s.lo, s.hi).float()
			s.mass = f.mass()
		}
		total += s.mass
	}
	total += tail
	half := total / 2
	if !(law.Head.Mass < half && tail < half) {
		return 0, errHeavyEnd
	}
	sum := law.Head.Mass
	for i, s := range *all {
		if sum+s.mass < half {
			s.up = true
			sum += s.mass
			continue
		}
		if !(s.mass > 0) {
			break
		}
		var lower, upper *stretch
		if s.panel == nil {
			lower, upper = &stretch{}, &stretch{}
			*lower, *upper = *s, *s
			lower.mass = half - sum
			upper.mass = s.mass - lower.mass
		} else {
			f := localise(s.panel.LawPanel, s.lo, s.hi).float()
			x := solve(func(x float64) (v, slope float64) { return f.share(x, true) }, (half-sum)/s.mass)
			cut := s.lo + (s.hi-s.lo)*x
			if !(cut > s.lo && cut < s.hi) {
				s.up = cut >= s.hi
				break
			}
			lower, upper = s.below(cut), s.above(cut)
		}
		lower.up = true
		*all = slices.Replace(*all, i, i+1, lower, upper)
		break
	}
	return total, nil
}

// density is that of a stretch in floats, Σ g_k x^k with x as in local.
type density struct {
	mid, half float64
	g         []float64
}

func newDensity(lo, hi float64) density {
	half := (hi - lo) / 2
	return density{mid: lo + half, half: half}
}

// set takes over coefficients, less those that do not matter.
func (d *density) set(g []float64) {
	top := 0.0
	for _, v := range g {
		top = max(top, math.Abs(v))
	}
	for len(g) > 1 && math.Abs(g[len(g)-1]) < 1e-19*top {
		g = g[:len(g)-1]
	}
	d.g = g
}

func (l *local) float() density {
	d := density{mid: l.mid, half: l.half}
	g := make([]float64, len(l.g))
	for k := range g {
		g[k], _ = l.g[k].Float64()
	}
	d.set(g)
	return d
}

// size bounds ∫ |f| dt, up to rounding.
func (d *density) size() float64 {
	sum := 0.0
	for _, v := range d.g {
		sum += math.Abs(v)
	}
	return 2 * d.half * sum
}

// mass returns ∫ f dt over the stretch.
func (d *density) mass() float64 {
	sum := 0.0
	for k := (len(d.g) - 1) / 2 * 2; k >= 0; k -= 2 {
		sum += d.g[k] / float64(k+1)
	}
	return 2 * d.half * sum
}

// at returns f at x, −1 ≤ x ≤ 1, and ∫ f dx from −1.
func (d *density) at(x float64) (f, integral float64) {
	var low float64
	for k := len(d.g) - 1; k >= 0; k-- {
		f = f*x + d.g[k]
		integral = integral*x + d.g[k]/float64(k+1)
		low = -low + d.g[k]/float64(k+1)
	}
	return f, integral*x + low
}

// share returns the share of the mass up to x, 0 ≤ x ≤ 1, from one of the ends, and its
// derivative.
func (d *density) share(x float64, up bool) (v, slope float64) {
	all := d.mass() / d.half
	at := 2*x - 1
	if !up {
		at = -at
	}
	f, i := d.at(at)
	if !up {
		i = all - i
	}
	return i / all, 2 * f / all
}

// fit chooses the segment of a stretch and estimates its error.
func (s *stretch) fit() {
	var f density
	if s.local == nil {
		f = s.panel.near(s.lo, s.hi)
	} else {
		f = s.local.float()
	}
	s.mass = f.mass()
	s.drop, s.err = true, f.size()
	if !(s.mass > 0) || math.IsInf(s.mass, 0) {
		return
	}
	start, sign := s.lo, 1.0
	outerZero, innerZero := s.loZero, s.hiZero
	if !s.up {
		start, sign = s.hi, -1
		outerZero, innerZero = innerZero, outerZero
	}
	outer := math.Sqrt(start)
	offset := func(y float64) float64 {
		d := 2 * f.half * solve(func(x float64) (v, slope float64) { return f.share(x, s.up) }, y)
		return sign * d / (outer + math.Sqrt(start+sign*d))
	}
	kinds := []segmentKind{regular}
	switch {
	case outerZero:
		kinds[0] = rootOuter
	case innerZero:
		kinds[0] = rootInner
	case s.lo == 0 && s.up:
		kinds = append(kinds, rootOuter)
	case s.lo == 0:
		kinds = append(kinds, rootInner)
	}
	for _, k := range kinds {
		c := fit(k, outer, offset)
		if err := s.estimate(&f, k, &c); err < s.err {
			s.kind, s.c, s.err, s.drop = k, c, err, false
		}
	}
}

// estimate returns the total variation between segment and density as floats see it.
func (s *stretch) estimate(f *density, kind segmentKind, c *[order]float64) float64 {
	const n = 16
	var sum float64
	for i := range n {
		w := (float64(i) + 0.5) / n
		q, dq := c[order-1], 0.0
		for k := order - 2; k >= 0; k-- {
			dq = dq*w + q
			q = q*w + c[k]
		}
		v, _ := f.at((q*q - f.mid) / f.half)
		sum += math.Abs(s.mass*kind.slope(w)-v*2*q*math.Abs(dq)) / n
	}
	if math.IsNaN(sum) {
		return math.Inf(1)
	}
	return sum
}

// prove fits the segment to the exact density and replaces the estimate by the bound.
func (s *stretch) prove() {
	s.local = localise(s.panel.LawPanel, s.lo, s.hi)
	s.fit()
	bound := s.local.whole()
	if !s.drop {
		if b := s.local.bound(s.kind, &s.c, s.mass, s.up); b.Cmp(bound) < 0 {
			bound = b
		} else {
			s.drop = true
		}
	}
	s.err = bound.Float64()
}

// proveAll proves stretches on all processors.
func proveAll(ctx context.Context, all []*stretch) error {
	var next atomic.Int64
	var wg sync.WaitGroup
	for range min(runtime.GOMAXPROCS(0), len(all)) {
		wg.Go(func() {
			for ctx.Err() == nil {
				i := int(next.Add(1)) - 1
				if i >= len(all) {
					return
				}
				all[i].prove()
			}
		})
	}
	wg.Wait()
	return ctx.Err()
}

const (
	mostStretches = 1 << 16
	// segmentTol is the error of a segment relative to its mass: quantiles far out are to be
	// good for more than their share of the bias.
	segmentTol = 1e-6
	// narrow is the relative width in t of a stretch that is not halved.
	narrow = 0x1p-40
)

// halves cuts a stretch in two; nil if it is too narrow.
func (s *stretch) halves() []*stretch {
	mid := middle(s.lo, s.hi)
	if !(mid > s.lo && mid < s.hi) || s.hi-s.lo < narrow*s.hi {
		return nil
	}
	return []*stretch{s.below(mid), s.above(mid)}
}

// refineStretches fits and proves stretches and halves them until the sum of the bounds
// is at most target, or nothing helps.
func refineStretches(ctx context.Context, all []*stretch, target float64) ([]*stretch, error) {
	var open, done stretchHeap
	for len(all) > 0 {
		s := all[len(all)-1]
		all = all[:len(all)-1]
		if s.panel == nil {
			done = append(done, s)
			continue
		}
		s.fit()
		if !s.drop && s.err > segmentTol*s.mass && s.mass > segmentTol*target && len(all)+len(open) < mostStretches {
			if h := s.halves(); h != nil {
				all = append(all, h...)
				continue
			}
		}
		open = append(open, s)
	}
	for _, proved := range []bool{false, true} {
		goal := target / 2 // of the estimates
		if proved {
			goal = target
			if err := proveAll(ctx, open); err != nil {
				return nil, err
			}
		}
		heap.Init(&open)
		var left float64
		for n := 0; len(open) > 0 && len(open)+len(done) < mostStretches; n++ {
			if n%256 == 0 {
				if err := ctx.Err(); err != nil {
					return nil, err
				}
				left = 0
				for _, s := range open {
					left += s.err
				}
			}
			if left <= goal {
				break
			}
			s := heap.Pop(&open).(*stretch)
			left -= s.err
			halves := s.halves()
			if halves == nil {
				if !proved {
					s.prove()
				}
				done = append(done, s)
				continue
			}
			for _, h := range halves {
				if proved {
					h.prove()
				} else {
					h.fit()
				}
				left += h.err
				heap.Push(&open, h)
			}
		}
	}
	return append(open, done...), nil
}

// assemble adds up the probabilities of sorted stretches and bounds the distance of the
// law of the table to that of the stretches and ends.
func assemble(law *enclose.Law, all []*stretch, mass, total float64) (*Table, ball.Mag) {
	t := &Table{}
	var bound ball.Mag
	var m, p, q ball.Real
	m.SetFloat64(mass)
	// differ adds |mass·(p1−p0) − have|.
	differ := func(p0, p1, have float64) {
		p.Sub(p.SetFloat64(p1), q.SetFloat64(p0), proofPrec)
		p.Mul(&p, &m, proofPrec)
		bound = bound.Add(p.Sub(&p, q.SetFloat64(have), proofPrec).MagUpper())
	}
	side := func(s *side, end tail, endMass float64, up bool) {
		s.tail = end
		s.edges = []float64{endMass / total}
		differ(0, s.edges[0], endMass)
		var last *stretch
		var lastFrom float64
		sum, low := endMass, 0.0 // sum+low is the sum
		for i := range all {
			g := all[i]
			if !up {
				g = all[len(all)-1-i]
			}
			if g.up != up {
				continue
			}
			bound = bound.Add(ball.MagFloat64(g.err))
			if g.drop {
				continue
			}
			next := sum + g.mass
			low += g.mass - (next - sum)
			sum = next
			edge := min((sum+low)/total, 0.5)
			from := s.edges[len(s.edges)-1]
			if edge <= from {
				bound = bound.Add(ball.MagFloat64(g.mass))
				continue
			}
			if last != nil {
				differ(lastFrom, from, last.mass)
			}
			if g.panel == nil {
				s.atom(g.omega, edge)
			} else {
				s.add(g.kind, g.c, edge)
			}
			last, lastFrom = g, from
		}
		if last == nil {
			return
		}
		s.edges[len(s.edges)-1] = 0.5
		differ(lastFrom, 0.5, last.mass)
		if s.tail.Kind == tailNone {
			s.tail.At, _ = s.ends(0)
		}
	}
	lower, upper := lawEnds(law)
	side(&t.lower, lower, law.Head.Mass, true)
	if upper.Kind == tailNone {
		side(&t.upper, upper, 0, false)
	} else {
		side(&t.upper, upper, law.Tail.Mass, false)
	}
	return t, bound
}

// lawEnds translates the ends of a law.
func lawEnds(law *enclose.Law) (lower, upper tail) {
	lower, upper = tail{Kind: tailNone}, tail{Kind: tailNone}
	if h := law.Head; h.Mass > 0 {
		lower = tail{Kind: tailPower, At: h.Upto, Exponent: h.Exponent}
	}
	switch e := law.Tail; {
	case !(e.Mass > 0):
	case e.Kind == enclose.TailPower:
		upper = tail{Kind: tailPower, At: e.From, Exponent: -e.Exponent}
	case e.Kind == enclose.TailWaves:
		upper = tail{Kind: tailWaves, At: e.From, Waves: e.Waves}
	}
	return lower, upper
}

// partAtoms returns the atoms of one sign at ω > 0, in increasing order.
func partAtoms(atoms []enclose.Atom, sign int) ([]atom, error) {
	var out []atom
	for _, a := range atoms {
		if a.Omega.IsZero() || a.Weight.Sign() != sign {
			continue
		}
		var x, w ball.Real
		a.Omega.Ball(&x, 128)
		a.Weight.Ball(&w, 128)
		omega, bound := x.Float64()
		if !(omega > 0) || !(bound <= 0x1p-52*omega) {
			return nil, fmt.Errorf("the place of the atom at ω = %v is not known exactly", a.Omega)
		}
		w.Abs(&w, 128)
		out = append(out, atom{omega, w})
	}
	slices.SortFunc(out, func(a, b atom) int { return cmp.Compare(a.omega, b.omega) })
	return out, nil
}
