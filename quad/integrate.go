package quad

import (
	"cmp"
	"container/heap"
	"math"
	"slices"
)

func abs(x float64) float64 { return math.Abs(x) }

// Integrate64 returns ∫_a^b f(x) dx by globally adaptive bisection with the 21-point Gauss–Kronrod rule (Piessens et al., QUADPACK, 1983); a and b
// may be infinite (x = a + s(1−t)/t on a half line, s the Scale), b < a changes the sign. The nodes never touch the ends nor the
// breakpoints. The error estimate compares Gauss with Kronrod, and each panel with its two halves; it is meant to be an upper bound
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
	for _, s := range segments(a, b, set) {
		// A tolerance met by luck of a few nodes is no evidence: every segment is halved once.
		p := g.apply(s)
		if !g.finite {
			break
		}
		g.halve(p)
	}
	status := Converged
	for {
		if !g.finite {
			return Result64{Value: math.NaN(), Err: math.Inf(1), Evals: g.evals, Status: NonFinite}
		}
		value, err := g.total()
		if set.met(value, err) {
			break
		}
		if len(g.open) == 0 {
			status = Roundoff
			break
		}
		if g.evals+42 > set.MaxEvals {
			status = MaxEvaluations
			break
		}
		// Halve until the running totals change enough to matter: at least one panel, at most an eighth of them.
		for n := len(g.open)/8 + 1; n > 0 && len(g.open) > 0 && g.finite; n-- {
			if g.open[0].err <= max(set.AbsTol, set.RelTol*abs(value))/float64(4*(len(g.open)+len(g.done))) {
				g.done = append(g.done, heap.Pop(&g.open).(panel))
				continue
			}
			g.halve(heap.Pop(&g.open).(panel))
		}
	}
	value, err := g.total()
	return Result64{Value: value, Err: err, Evals: g.evals, Status: status}
}

// panel is an interval of the variable t: x = t for side 0, else x = base ± scale·(1−t)/t.
type panel struct {
	lo, hi     float64
	base       float64
	side       float64
	value, err float64
	sharp      float64 // QUADPACK's estimate of the error of the Kronrod value
	abs        float64
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

// apply evaluates the rule on the panel; its error is |Kronrod − Gauss| for the time being.
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
	k, gauss, mean, dev, ok := kronrod(f, p.lo, p.hi)
	g.evals += 21
	g.finite = ok
	p.value, p.abs = k, mean
	p.err = abs(k - gauss)
	if q := math.Pow(200*p.err/dev, 1.5); dev > 0 && q < 1 {
		p.sharp = dev * q
	} else {
		p.sharp = max(p.err, dev)
	}
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
	// What halving changed is the parent's error; each half should do better than twice that.
	change := 2 * abs(p.value-(l.value+r.value))
	for _, c := range []panel{l, r} {
		floor := 10 * 0x1p-52 * c.abs
		c.err = max(min(c.err, max(change, c.sharp)), floor)
		m := c.lo + (c.hi-c.lo)/2
		if c.err <= floor || c.hi-c.lo <= 64*0x1p-52*max(abs(c.lo), abs(c.hi)) || m-c.lo < 0x1p-1000 {
			g.done = append(g.done, c)
		} else {
			heap.Push(&g.open, c)
		}
	}
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
