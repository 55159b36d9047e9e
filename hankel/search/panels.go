package search

import (
	"container/heap"
	"context"
	"math"
	"slices"

	"krein/ball"
	"krein/hankel/density"
	"krein/hankel/mass"
)

// panelHeap has the panel with the largest error first.
type panelHeap []*mass.Panel

func (h panelHeap) Len() int { return len(h) }

func (h panelHeap) Less(i, j int) bool { return h[i].Err.Cmp(h[j].Err) > 0 }

func (h panelHeap) Swap(i, j int) { h[i], h[j] = h[j], h[i] }

func (h *panelHeap) Push(x any) { *h = append(*h, x.(*mass.Panel)) }

func (h *panelHeap) Pop() any {
	p := (*h)[len(*h)-1]
	*h = (*h)[:len(*h)-1]
	return p
}

// Searcher looks for what a proof of masses says: the panels, and what is used beyond.
type Searcher struct {
	*mass.MassSigner
	used  int           // panels looked at
	found []*mass.Panel // by the last Sweep, one next to the other
}

// NewSearcher is NewIntegrator.
func NewSearcher(ctx context.Context, p *density.Density, prec uint) (*Searcher, error) {
	s, err := mass.NewIntegrator(ctx, p, prec)
	if err != nil {
		return nil, err
	}
	return &Searcher{MassSigner: s}, nil
}

// Panel looks at [lo, hi], 0 < lo, and searches for the change of sign in it.
func (s *Searcher) Panel(lo, hi float64) *mass.Panel {
	s.used++
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
	return &Searcher{MassSigner: &m, found: s.found}
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

// Sweep covers [from, to] and halves panels, the worst first, until their errors add up to at most tol or there are too many of them.
func (s *Searcher) Sweep(ctx context.Context, from, to float64, tol ball.Mag, most int) ([]*mass.Panel, error) {
	known, begin := s.take(from, to)
	h := panelHeap(nil)
	step := math.Inf(1)
	if s.F.Compact != nil { // about half a period of cos R√t
		step = 2 / s.Reach(1)
	}
	for lo := from; lo < to; {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		if lo == begin {
			h = append(h, known...)
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
		h = append(h, s.Panel(lo, hi))
		lo = hi
	}
	heap.Init(&h)
	var settled []*mass.Panel
	total := func() (e ball.Mag) {
		for _, p := range h {
			e = e.Add(p.Err)
		}
		for _, p := range settled {
			e = e.Add(p.Err)
		}
		return e
	}
	for total().Cmp(tol) > 0 && len(h) > 0 && s.used < most {
		// a batch, since adding up costs too
		for range max(1, len(h)/8) {
			if len(h) == 0 || h[0].Err.Mul(ball.MagUint(uint64(len(h)+len(settled)))).Mul2Exp(2).Cmp(tol) < 0 {
				break
			}
			p := heap.Pop(&h).(*mass.Panel)
			mid := p.Lo + (p.Hi-p.Lo)/2
			if err := ctx.Err(); err != nil {
				return nil, err
			}
			if !(p.Lo < mid && mid < p.Hi) || p.Hi-p.Lo < 0x1p-44*p.Hi {
				settled = append(settled, p)
				continue
			}
			heap.Push(&h, s.Panel(p.Lo, mid))
			heap.Push(&h, s.Panel(mid, p.Hi))
		}
		if len(h) > 0 && h[0].Err.Mul(ball.MagUint(uint64(len(h)+len(settled)))).Mul2Exp(2).Cmp(tol) < 0 {
			break
		}
	}
	out := append(settled, h...)
	slices.SortFunc(out, func(a, b *mass.Panel) int {
		switch {
		case a.Lo < b.Lo:
			return -1
		case a.Lo > b.Lo:
			return 1
		}
		return 0
	})
	s.found = out
	return out, nil
}
