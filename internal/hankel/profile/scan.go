package profile

import (
	"cmp"
	"context"
	"math"
	"slices"

	"krein/internal/hankel/chebyshev"
)

// tabulator is what a profile needs of a spectrum.
type tabulator interface {
	Tabulate(ctx context.Context, dst, errs, omegas []float64) error
	// Effort is the cost of the density at omega in units of a value that is cheap.
	Effort(omega float64) int
}

// scanner builds panels. Its zero total is raised as panels come in and decides what is negligible.
type scanner struct {
	src   tabulator
	total float64 // a rough ∫|m| so far
	evals int     // each counted with its effort
	limit int
	// breaks are frequencies at which panels end, in increasing order.
	breaks []float64
}

// afford counts n panels that end at omega; the error is a *BudgetError if they would cost several times what there is.
func (s *scanner) afford(n int, omega float64) error {
	s.evals += n * chebyshev.Evals * s.src.Effort(omega)
	if s.evals > 4*s.limit {
		return &BudgetError{Omega: omega, Limit: s.limit}
	}
	return nil
}

// negligible is the share of the whole below which mass need not be resolved: well below
// the 1e-18 at which sampler tables end.
const negligible = 1e-22

// scan interpolates the density on consecutive panels with the given edges, halving
// those that are not resolved, and returns the panels in order.
func (s *scanner) scan(ctx context.Context, edges []float64) ([]*chebyshev.Panel, error) {
	t := chebyshev.Tables()
	edges = s.broken(edges)
	pending := make([]*chebyshev.Panel, 0, len(edges))
	for i := 1; i < len(edges); i++ {
		pending = append(pending, &chebyshev.Panel{A: edges[i-1], B: edges[i]})
	}
	var done []*chebyshev.Panel
	first := s.total == 0
	for len(pending) > 0 {
		omegas := make([]float64, len(pending)*chebyshev.Evals)
		vals, errs := make([]float64, len(omegas)), make([]float64, len(omegas))
		for i, p := range pending {
			if err := ctx.Err(); err != nil {
				return nil, err
			}
			if err := s.afford(1, p.B); err != nil {
				return nil, err
			}
			for j, x := range t.Nodes {
				omegas[i*chebyshev.Evals+j] = p.A + (p.B-p.A)/2*(1+x)
			}
		}
		if err := s.src.Tabulate(ctx, vals, errs, omegas); err != nil {
			return nil, err
		}
		var sum float64
		for i, p := range pending {
			v, e := vals[i*chebyshev.Evals:(i+1)*chebyshev.Evals], errs[i*chebyshev.Evals:(i+1)*chebyshev.Evals]
			for j := range v {
				// A value that could not be computed is noise around 0.
				if bad := math.IsNaN(v[j]) || math.IsInf(v[j], 0) || !(e[j] <= math.MaxFloat64); bad {
					v[j], e[j] = 0, math.MaxFloat64/1e20
				}
			}
			p.Fit(v, e)
			var mean float64
			for _, x := range v[:chebyshev.Nodes] {
				mean += math.Abs(x) / chebyshev.Nodes
			}
			sum += mean * (p.B - p.A)
		}
		if first {
			s.total = max(s.total, sum)
		}
		var next []*chebyshev.Panel
		ahead := s.evals // what the halves will cost
		for i, p := range pending {
			if s.resolved(p, errs[i*chebyshev.Evals:(i+1)*chebyshev.Evals]) || ahead > s.limit {
				done = append(done, p)
				continue
			}
			mid := p.A + (p.B-p.A)/2
			if p.A > 0 && p.B > 4*p.A {
				mid = math.Sqrt(p.A * p.B)
			}
			ahead += 2 * chebyshev.Evals * s.src.Effort(p.B)
			next = append(next, &chebyshev.Panel{A: p.A, B: mid}, &chebyshev.Panel{A: mid, B: p.B})
		}
		pending = next
	}
	if !first {
		for _, p := range done {
			s.total += p.Amp * (p.B - p.A) / 4
		}
	}
	sortPanels(done)
	return done, nil
}

// broken inserts the breaks between the edges.
func (s *scanner) broken(edges []float64) []float64 {
	n := len(edges)
	if n < 2 {
		return edges
	}
	from, _ := slices.BinarySearch(s.breaks, edges[0])
	to, _ := slices.BinarySearch(s.breaks, edges[n-1])
	if from >= to {
		return edges
	}
	out := append(slices.Clone(edges), s.breaks[from:to]...)
	slices.Sort(out)
	return slices.Compact(out)
}

func (s *scanner) resolved(p *chebyshev.Panel, errs []float64) bool {
	noise := 0.0
	for _, e := range errs {
		noise = max(noise, e)
	}
	return p.Rest <= max(1e-12*p.Amp, 2*noise) || p.Rest*(p.B-p.A) <= negligible*s.total ||
		p.B-p.A <= 1e-9*p.B
}

func sortPanels(p []*chebyshev.Panel) {
	slices.SortFunc(p, func(x, y *chebyshev.Panel) int { return cmp.Compare(x.A, y.A) })
}
