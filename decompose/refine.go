package decompose

import (
	"container/heap"
	"context"
	"math"

	"krein/internal/parallel"
)

const (
	mostStretches = 1 << 16
	// segmentTol is the error of a segment relative to its mass: quantiles far out are to be
	// good for more than their share of the bias.
	segmentTol = 1e-6
	// narrow is the relative width in t of a stretch that is not halved.
	narrow = 0x1p-40
)

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
			err := parallel.Try(ctx, len(open), func(i int) error { open[i].prove(); return nil })
			if err != nil {
				return nil, err
			}
		}
		heap.Init(&open)
		left, least, idle := 0.0, math.Inf(1), 0
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
			// The error may grow for a while, where halves change their kind. If it does not
			// get less when all are halved, it consists of rounding errors.
			if idle++; left < least/2 {
				least, idle = left, 0
			}
			if left <= goal || idle > len(open)+256 {
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
