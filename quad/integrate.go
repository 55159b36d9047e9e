package quad

import (
	"cmp"
	"container/heap"
	"math"
	"slices"

	"krein/internal/elem64"
)

func abs(x float64) float64 { return math.Abs(x) }

// Integrate64 returns ∫_a^b f(x) dx by globally adaptive bisection with the 21-point Gauss–Kronrod rule (Piessens et al., QUADPACK, 1983); a and b
// may be infinite (x = a + s(1−t)/t on a half line, s the Scale), b < a changes the sign. The nodes never touch the ends nor the
// breakpoints. The error estimate compares Gauss with Kronrod, each panel with its two halves, and neighbours at their common end; it is meant to be an upper bound
// and is not proved: a feature narrower than the spacing of the 42 first nodes can be missed, so name it as a breakpoint.
// It panics if a or b is NaN or f is nil. The result does not depend on anything but the arguments.
func Integrate64(f func(float64) float64, a, b float64, opt *Settings64) Result64 {
	if f == nil || math.IsNaN(a) || math.IsNaN(b) {
		panic("quad: Integrate64 needs a function and an interval")
	}
	set := opt.defaults()
	if a == b {
		return Result64{}
	}
	if b < a {
		r := Integrate64(f, b, a, opt)
		r.Value = -r.Value
		return r
	}
	g := adaptive{f: f, scale: set.Scale}
	for i, s := range segments(a, b, set) {
		s.segment = i
		// A tolerance met by luck of a few nodes is no evidence: every segment is halved once.
		p := g.apply(s)
		if !g.finite {
			break
		}
		p.smooth = p.raw < 1e-6*p.dev
		g.halve(p)
	}
	status := Converged
	var value, err float64
	for {
		if !g.finite {
			return Result64{Value: math.NaN(), Err: math.Inf(1), Evals: g.evals, Status: NonFinite}
		}
		value, err = g.total()
		count := float64(len(g.open) + len(g.done))
		tol := max(set.AbsTol, set.RelTol*abs(value))
		if err <= tol || len(g.open) == 0 {
			d := g.doubts(tol / (8 * count))
			if set.met(value, err+d) {
				err += d
				break
			}
			if len(g.open) == 0 {
				err += d
				status = Roundoff
				break
			}
		}
		if g.evals+42 > set.MaxEvals {
			status = MaxEvaluations
			break
		}
		// The worst panels, an eighth of them at once; those that cannot matter are put aside.
		for n := len(g.open)/8 + 1; n > 0 && len(g.open) > 0 && g.finite && g.evals+42 <= set.MaxEvals; n-- {
			p := heap.Pop(&g.open).(panel)
			if p.err <= tol/(8*count) {
				p.open = false
				g.done = append(g.done, p)
				continue
			}
			g.halve(p)
		}
	}
	return Result64{Value: value, Err: err, Evals: g.evals, Status: status}
}

// panel is an interval of the variable t: x = t for side 0, else x = base ± scale·(1−t)/t.
type panel struct {
	lo, hi     float64
	base       float64
	side       float64
	value, err float64
	raw        float64    // |Kronrod − Gauss|
	dev        float64    // ∫|f − mean|
	sharp      float64    // QUADPACK's estimate of the error of the Kronrod value
	floor      float64    // what rounding does
	ends       [2]float64 // values there of the polynomial through the samples
	segment    int
	smooth     bool    // the rules converge fast
	open       bool    // in the heap
	doubt      float64 // used by doubts
}

// segments cuts [a,b] at the breakpoints and, if it is the whole line, at 0.
func segments(a, b float64, set Settings64) []panel {
	cuts := []float64{}
	for _, c := range set.Breakpoints {
		if c > a && c < b && !math.IsInf(c, 0) {
			cuts = append(cuts, c)
		}
	}
	if len(cuts) == 0 && math.IsInf(a, 0) && math.IsInf(b, 0) {
		cuts = append(cuts, 0)
	}
	slices.Sort(cuts)
	cuts = slices.Compact(cuts)
	var out []panel
	if math.IsInf(a, 0) {
		first := b
		if len(cuts) > 0 {
			first = cuts[0]
		}
		out = append(out, panel{lo: 0, hi: 1, base: first, side: -1})
		a = first
	}
	for _, c := range append(cuts, b) {
		if c > a && !math.IsInf(c, 0) {
			out = append(out, panel{lo: a, hi: c})
			a = c
		}
	}
	if math.IsInf(b, 0) {
		out = append(out, panel{lo: 0, hi: 1, base: a, side: 1})
	}
	return out
}

// byError is a heap of panels, the largest error first, ties to the left.
type byError []panel

func (h byError) Len() int { return len(h) }
func (h byError) Less(i, j int) bool {
	if h[i].err != h[j].err {
		return h[i].err > h[j].err
	}
	return cmp.Or(cmp.Compare(h[i].base, h[j].base), cmp.Compare(h[i].lo, h[j].lo)) < 0
}
func (h byError) Swap(i, j int) { h[i], h[j] = h[j], h[i] }
func (h *byError) Push(x any)   { *h = append(*h, x.(panel)) }
func (h *byError) Pop() any {
	n := len(*h) - 1
	x := (*h)[n]
	*h = (*h)[:n]
	return x
}

type adaptive struct {
	f      func(float64) float64
	scale  float64
	open   byError
	done   []panel // too narrow, or at the level of rounding
	evals  int
	finite bool
}

// apply evaluates the rule on the panel; its error is not set.
func (g *adaptive) apply(p panel) panel {
	f := g.f
	if p.side != 0 {
		f = func(t float64) float64 {
			v := g.f(p.base + p.side*g.scale*(1-t)/t)
			if v == 0 {
				return 0 // also where t² underflows
			}
			return v * g.scale / (t * t)
		}
	}
	r := kronrod(f, p.lo, p.hi)
	g.evals += 21
	g.finite = r.finite
	p.value = r.k
	p.ends = [2]float64{r.left, r.right}
	p.raw, p.dev = abs(r.k-r.g), r.dev
	// QUADPACK's estimate of the error of the Kronrod value.
	p.sharp = max(p.raw, r.dev)
	if q := elem64.Pow(200*p.raw/r.dev, 1.5); r.dev > 0 && q < 1 {
		p.sharp = r.dev * q
	}
	// Values are rounded, and so are nodes: by half an ulp of the larger end.
	p.floor = 4*0x1p-52*r.abs + 0x1p-53*max(abs(p.lo), abs(p.hi))*r.variation
	return p
}

// halve replaces the panel p, evaluated, by its halves.
func (g *adaptive) halve(p panel) {
	mid := p.lo + (p.hi-p.lo)/2
	l, r := p, p
	l.hi, r.lo = mid, mid
	l = g.apply(l)
	if !g.finite {
		return
	}
	r = g.apply(r)
	if !g.finite {
		return
	}
	change := abs(p.value - (l.value + r.value))
	for _, c := range []panel{l, r} {
		c.err, c.smooth = halfError(p, c, change)
		c.err = max(c.err, c.floor)
		// The outermost node is 0.002 of the width from the end: it must not round to it.
		if c.err <= c.floor || !c.divisible() {
			c.open = false
			g.done = append(g.done, c)
		} else {
			c.open = true
			heap.Push(&g.open, c)
		}
	}
}

// divisible tells whether the panel may be halved: the outermost node, 0.002 of the width from the end, must not round to it.
func (p panel) divisible() bool {
	w := p.hi - p.lo
	return w > 2048*0x1p-52*max(abs(p.lo), abs(p.hi)) && w > 0x1p-1000
}

// halfError estimates the error of the half c of the panel p, and tells whether the rules converge fast there; change is by how much the two
// halves changed the integral over p.
func halfError(p, c panel, change float64) (err float64, smooth bool) {
	rate := 0.0
	if p.raw > 0 {
		rate = c.raw / p.raw
	}
	if rate < 1e-3 {
		// What halving changed is the parent's error, and the half does better than that.
		err = min(c.raw, max(2*change, c.sharp))
		if !p.smooth {
			// Sudden convergence is luck as often as not: a kink may sit where both rules are blind.
			err = max(err, c.raw, change)
		}
		return err, true
	}
	// A singularity |x|^σ (rate 2^{−1−σ}), or not resolved yet. The rules err by h^{1+σ}/n^{2+2σ}, so that Kronrod's error is r/(1−r) of the
	// difference, r = (10/21)^{2+2σ} = rate^{2.14}; four times that, because the place of the singularity among the nodes matters.
	r := elem64.Pow(min(rate, 0.97), 2.14)
	return max(4*c.raw*max(1, r/(1-r)), change), false
}

// doubts compares neighbours at their common ends: a jump between the outermost node of a panel and its end goes unseen by the rule, but then the
// polynomials through the values on both sides disagree there. It returns the sum of the errors that this may hide, and adds those above
// each to the errors of the panels concerned, which go back into the heap.
func (g *adaptive) doubts(each float64) (sum float64) {
	all := append([]panel(g.open), g.done...)
	slices.SortFunc(all, func(p, q panel) int { return cmp.Or(cmp.Compare(p.segment, q.segment), cmp.Compare(p.lo, q.lo)) })
	g.open, g.done = g.open[:0], g.done[:0]
	for i := 1; i < len(all); i++ {
		l, r := &all[i-1], &all[i]
		if l.segment != r.segment {
			continue
		}
		d := outerGap * (r.hi - l.lo) * abs(l.ends[1]-r.ends[0])
		sum += d
		if d > each {
			l.doubt, r.doubt = l.doubt+d, r.doubt+d
		}
	}
	for _, p := range all {
		if p.doubt > 0 && p.divisible() {
			p.err += p.doubt
			p.open = true
		}
		p.doubt = 0
		if p.open {
			g.open = append(g.open, p)
		} else {
			g.done = append(g.done, p)
		}
	}
	heap.Init(&g.open)
	return sum
}

// total sums values and errors, compensated.
func (g *adaptive) total() (value, err float64) {
	var c float64
	for _, list := range [][]panel{g.open, g.done} {
		for _, p := range list {
			s := value + p.value
			if abs(value) >= abs(p.value) {
				c += (value - s) + p.value
			} else {
				c += (p.value - s) + value
			}
			value = s
			err += p.err
		}
	}
	return value + c, err
}
