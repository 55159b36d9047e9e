package search

import (
	"cmp"
	"container/heap"
	"context"
	"math"
	"slices"

	"krein/ball"
	"krein/internal/budget"
	"krein/internal/hankel/density"
	"krein/internal/hankel/mass"
	"krein/internal/hankel/sign"
)

// piece is a panel, and how often in a row halving has not helped: then what is not known is of the
// enclosures, and not of the panel's length.
type piece struct {
	*mass.Panel
	stuck int
}

// mostStuck is how often a panel is halved in vain.
const mostStuck = 3

// panelHeap has the panel with the largest error first.
type panelHeap []piece

func (h panelHeap) Len() int { return len(h) }

func (h panelHeap) Less(i, j int) bool { return h[i].Err.Cmp(h[j].Err) > 0 }

func (h panelHeap) Swap(i, j int) { h[i], h[j] = h[j], h[i] }

func (h *panelHeap) Push(x any) { *h = append(*h, x.(piece)) }

func (h *panelHeap) Pop() any {
	p := (*h)[len(*h)-1]
	*h = (*h)[:len(*h)-1]
	return p
}

// Searcher looks for what a proof of masses says: the panels, and what is used beyond.
type Searcher struct {
	*mass.MassSigner
	meter *budget.Meter // of the search
	work  work
	used  int           // panels looked at
	found []*mass.Panel // by the last Sweep, one next to the other
}

// NewSearcher is NewIntegrator. What the Searcher does is charged to the budget of ctx.
func NewSearcher(ctx context.Context, p *density.Density, prec uint) (*Searcher, error) {
	s, err := mass.NewIntegrator(p, prec)
	if err != nil {
		return nil, err
	}
	return &Searcher{MassSigner: s, meter: budget.Of(ctx), work: newWork(p, prec)}, nil
}

// Tail is that of the density, charged.
func (s *Searcher) Tail(w float64) (int, []sign.EndTerm) {
	s.meter.Spend(s.work.end)
	return s.MassSigner.Tail(w)
}

// Panel looks at [lo, hi], 0 < lo, and searches for the change of sign in it.
func (s *Searcher) Panel(lo, hi float64) *mass.Panel {
	s.used++
	s.meter.Spend(s.work.panel)
	return s.PanelBy(lo, hi, bisect)
}

// bisect halves [lo, hi] about the zero of a monotone I as long as its signs are known.
func bisect(x *mass.Expansion, lo, hi float64, below, above int) (from, to float64) {
search:
	for range 400 {
		for _, f := range []float64{0.5, 0.375, 0.625} {
			mid := lo + f*(hi-lo)
			if !(lo < mid && mid < hi) {
				break search
			}
			switch mass.ProperSign(x.At(mid)) {
			case below:
				lo = mid
				continue search
			case above:
				hi = mid
				continue search
			}
		}
		break
	}
	return lo, hi
}

// panelRatio bounds hi/lo on a panel.
const panelRatio = 1.5

// shorten rounds a positive number to 16 bits, so that proofs that list ends of panels are short.
func shorten(x float64) float64 {
	f, e := math.Frexp(x)
	return math.Ldexp(math.Round(f*0x1p16), e-16)
}

// Resume returns a Searcher of which the next Sweep starts with the panels of the last one. What is
// used of the sign and beyond the panels is chosen anew.
func (s *Searcher) Resume() *Searcher {
	m := *s.MassSigner
	m.Sign, m.SignFrom, m.Far = 0, 0, nil
	return &Searcher{MassSigner: &m, meter: s.meter, work: s.work, found: s.found}
}

// take returns the panels that are known within [from, to], as far as power series go there, and
// where they begin, at to if there are none.
func (s *Searcher) take(from, to float64) (known []*mass.Panel, begin float64) {
	near := to
	if s.Far != nil {
		near = math.Min(to, s.Far.From)
	}
	known = slices.DeleteFunc(slices.Clone(s.found), func(p *mass.Panel) bool { return p.Lo < from || p.Hi > near })
	if s.found = nil; len(known) == 0 {
		return nil, to
	}
	return known, known[0].Lo
}

// Sweep covers [from, to] and halves panels, the worst first, until their errors add up to at most
// tol, or hardly to more than those that halving makes no smaller, or there are too many panels.
func (s *Searcher) Sweep(ctx context.Context, from, to float64, tol ball.Mag, most int) ([]*mass.Panel, error) {
	w, err := s.cover(ctx, from, to)
	if err != nil {
		return nil, err
	}
	if err := w.refine(ctx, tol, most); err != nil {
		return nil, err
	}
	s.found = w.panels()
	return s.found, nil
}

// sweep is a cover of an interval by panels.
type sweep struct {
	s       *Searcher
	open    panelHeap
	settled []*mass.Panel
	noise   ball.Mag // the errors of the settled ones, which halving makes no smaller
}

// cover covers [from, to] by panels that are short enough for expansions.
func (s *Searcher) cover(ctx context.Context, from, to float64) (*sweep, error) {
	known, begin := s.take(from, to)
	h := panelHeap(nil)
	step := math.Inf(1)
	if s.F.Compact != nil { // about half a period of cos R√t
		step = 2 / reach(s.Signer, 1)
	}
	for lo := from; lo < to; {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		if lo == begin {
			for _, p := range known {
				h = append(h, piece{Panel: p})
			}
			lo, begin = known[len(known)-1].Hi, to
			continue
		}
		end := begin
		if s.Far != nil && lo < s.Far.From {
			end = math.Min(end, s.Far.From)
		}
		hi := math.Min(lo*panelRatio, (math.Sqrt(lo)+step)*(math.Sqrt(lo)+step))
		if short := shorten(hi); short > lo {
			hi = short
		}
		if hi > end/1.05 {
			hi = end
		}
		h = append(h, piece{Panel: s.Panel(lo, hi)})
		lo = hi
	}
	heap.Init(&h)
	return &sweep{s: s, open: h}, nil
}

// errors returns the errors of all panels together.
func (w *sweep) errors() ball.Mag {
	e := w.noise
	for _, p := range w.open {
		e = e.Add(p.Err)
	}
	return e
}

// goal is tol, or a little more than the errors that cannot be reduced.
func (w *sweep) goal(tol ball.Mag) ball.Mag { return tol.Max(w.noise.Mul(ball.MagFloat64(1.125))) }

// small tells whether even the worst of the open panels needs no halving.
func (w *sweep) small(tol ball.Mag) bool {
	n := uint64(len(w.open) + len(w.settled))
	return len(w.open) == 0 || w.open[0].Err.Mul(ball.MagUint(n)).Mul2Exp(2).Cmp(w.goal(tol)) < 0
}

// refine halves panels as Sweep does.
func (w *sweep) refine(ctx context.Context, tol ball.Mag, most int) error {
	for w.errors().Cmp(w.goal(tol)) > 0 && !w.small(tol) && w.s.used < most {
		// a batch, since adding up costs too
		for range max(1, len(w.open)/8) {
			if w.small(tol) {
				break
			}
			if err := ctx.Err(); err != nil {
				return err
			}
			w.halve(heap.Pop(&w.open).(piece))
		}
	}
	return nil
}

// halve halves a panel, if that can help.
func (w *sweep) halve(p piece) {
	mid := p.Lo + (p.Hi-p.Lo)/2
	if !(p.Lo < mid && mid < p.Hi) || p.Hi-p.Lo < 0x1p-44*p.Hi || p.stuck >= mostStuck {
		w.settled = append(w.settled, p.Panel)
		w.noise = w.noise.Add(p.Err)
		return
	}
	a, b := piece{Panel: w.s.Panel(p.Lo, mid)}, piece{Panel: w.s.Panel(mid, p.Hi)}
	if !p.Err.IsInf() && a.Err.Add(b.Err).Mul(ball.MagFloat64(1.25)).Cmp(p.Err) > 0 {
		a.stuck, b.stuck = p.stuck+1, p.stuck+1
	}
	heap.Push(&w.open, a)
	heap.Push(&w.open, b)
}

// panels returns the panels, one next to the other.
func (w *sweep) panels() []*mass.Panel {
	out := slices.Clone(w.settled)
	for _, p := range w.open {
		out = append(out, p.Panel)
	}
	slices.SortFunc(out, func(a, b *mass.Panel) int { return cmp.Compare(a.Lo, b.Lo) })
	return out
}
