package hankel

import (
	"cmp"
	"context"
	"math"
	"slices"
	"sync"
)

// panelN is the number of Chebyshev nodes of a panel; panelChecks further values test
// the interpolant between the nodes, which exposes an oscillation too fast for it.
const (
	panelN      = 24
	panelChecks = 2
	panelEvals  = panelN + panelChecks
)

// chebPanel is the Chebyshev interpolant of a density on [a,b] and its antiderivative.
type chebPanel struct {
	a, b float64
	c    [panelN]float64     // Σ c_k T_k
	anti [panelN + 1]float64 // its integral from a, in the variable ω
	amp  float64             // max |m| at the nodes
	err  float64             // estimated max |interpolant − m|, the error of m included
	mean float64             // the same, averaged over the panel: the error of the integral
	rest float64             // interpolation error alone
	cuts []float64           // sign changes of the interpolant
	cut  bool                // cuts is known
}

var panelTables = sync.OnceValue(func() (t struct {
	nodes  [panelEvals]float64     // n Chebyshev points of the first kind, then the checks
	cosine [panelN][panelN]float64 // the discrete cosine transform
},
) {
	for i := range panelN {
		theta := math.Pi * (float64(i) + 0.5) / panelN
		t.nodes[i] = math.Cos(theta)
		for k := range panelN {
			t.cosine[k][i] = 2.0 / panelN * math.Cos(float64(k)*theta)
		}
	}
	for i := range panelN {
		t.cosine[0][i] /= 2
	}
	t.nodes[panelN], t.nodes[panelN+1] = 0.387213, -0.612877 // nowhere near a node or a symmetry
	return t
})

// fit interpolates the values m (with errors errs) at the nodes of the panel.
func (p *chebPanel) fit(m, errs []float64) {
	t := panelTables()
	var worst, sum float64
	for i := range panelN {
		p.amp = max(p.amp, math.Abs(m[i]))
	}
	for i := range panelEvals {
		worst = max(worst, errs[i])
		sum += errs[i]
	}
	for k := range panelN {
		var s float64
		for i := range panelN {
			s += t.cosine[k][i] * m[i]
		}
		p.c[k] = s
	}
	h := (p.b - p.a) / 2
	at := func(k int) float64 {
		if k < panelN {
			return p.c[k]
		}
		return 0
	}
	p.anti[1] = h * (p.c[0] - p.c[2]/2)
	for k := 2; k <= panelN; k++ {
		p.anti[k] = h * (at(k-1) - at(k+1)) / float64(2*k)
	}
	sign := 1.0
	for k := 1; k <= panelN; k++ {
		p.anti[0] += sign * p.anti[k]
		sign = -sign
	}
	for k := panelN - 3; k < panelN; k++ {
		p.rest = max(p.rest, math.Abs(p.c[k]))
	}
	for i := panelN; i < panelEvals; i++ {
		p.rest = max(p.rest, math.Abs(p.at(p.a+h*(1+t.nodes[i]))-m[i])-errs[i])
	}
	rounding := 4 * roundoff * p.amp
	p.err = worst + 2*p.rest + 4*rounding
	p.mean = sum/panelEvals + p.rest + rounding
}

func clenshaw(c []float64, x float64) float64 {
	var b1, b2 float64
	x2 := 2 * x
	for k := len(c) - 1; k > 0; k-- {
		b1, b2 = c[k]+x2*b1-b2, b1
	}
	return c[0] + x*b1 - b2
}

// local maps ω to [−1,1].
func (p *chebPanel) local(omega float64) float64 {
	return ((omega - p.a) - (p.b - omega)) / (p.b - p.a)
}

func (p *chebPanel) at(omega float64) float64 { return clenshaw(p.c[:], p.local(omega)) }

// integral returns the integral of the interpolant from x to y.
func (p *chebPanel) integral(x, y float64) float64 {
	var lower float64
	if x > p.a {
		lower = clenshaw(p.anti[:], p.local(x))
	}
	return clenshaw(p.anti[:], p.local(y)) - lower
}

// tabulator is what a profile needs of a spectrum.
type tabulator interface {
	Tabulate(ctx context.Context, dst, errs, omegas []float64) error
	// Effort is the cost of the density at omega in units of a value that is cheap.
	Effort(omega float64) int
}

// scanner builds panels. Its zero total is raised as panels come in and decides what is
// negligible.
type scanner struct {
	src   tabulator
	total float64 // a rough ∫|m| so far
	evals int     // each counted with its effort
	limit int
}

// afford counts n panels that end at omega; the error is a *BudgetError if they would
// cost several times what there is.
func (s *scanner) afford(n int, omega float64) error {
	s.evals += n * panelEvals * s.src.Effort(omega)
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
func (s *scanner) scan(ctx context.Context, edges []float64) ([]*chebPanel, error) {
	t := panelTables()
	pending := make([]*chebPanel, 0, len(edges))
	for i := 1; i < len(edges); i++ {
		pending = append(pending, &chebPanel{a: edges[i-1], b: edges[i]})
	}
	var done []*chebPanel
	first := s.total == 0
	for len(pending) > 0 {
		omegas := make([]float64, len(pending)*panelEvals)
		vals, errs := make([]float64, len(omegas)), make([]float64, len(omegas))
		for i, p := range pending {
			if err := ctx.Err(); err != nil {
				return nil, err
			}
			if err := s.afford(1, p.b); err != nil {
				return nil, err
			}
			for j, x := range t.nodes {
				omegas[i*panelEvals+j] = p.a + (p.b-p.a)/2*(1+x)
			}
		}
		if err := s.src.Tabulate(ctx, vals, errs, omegas); err != nil {
			return nil, err
		}
		var sum float64
		for i, p := range pending {
			v, e := vals[i*panelEvals:(i+1)*panelEvals], errs[i*panelEvals:(i+1)*panelEvals]
			for j := range v {
				// A value that could not be computed is noise around 0.
				if bad := math.IsNaN(v[j]) || math.IsInf(v[j], 0) || !(e[j] <= math.MaxFloat64); bad {
					v[j], e[j] = 0, math.MaxFloat64/1e20
				}
			}
			p.fit(v, e)
			var mean float64
			for _, x := range v[:panelN] {
				mean += math.Abs(x) / panelN
			}
			sum += mean * (p.b - p.a)
		}
		if first {
			s.total = max(s.total, sum)
		}
		var next []*chebPanel
		ahead := s.evals // what the halves will cost
		for i, p := range pending {
			if s.resolved(p, errs[i*panelEvals:(i+1)*panelEvals]) || ahead > s.limit {
				done = append(done, p)
				continue
			}
			mid := p.a + (p.b-p.a)/2
			if p.a > 0 && p.b > 4*p.a {
				mid = math.Sqrt(p.a * p.b)
			}
			ahead += 2 * panelEvals * s.src.Effort(p.b)
			next = append(next, &chebPanel{a: p.a, b: mid}, &chebPanel{a: mid, b: p.b})
		}
		pending = next
	}
	if !first {
		for _, p := range done {
			s.total += p.amp * (p.b - p.a) / 4
		}
	}
	sortPanels(done)
	return done, nil
}

func (s *scanner) resolved(p *chebPanel, errs []float64) bool {
	noise := 0.0
	for _, e := range errs {
		noise = max(noise, e)
	}
	return p.rest <= max(1e-12*p.amp, 2*noise) || p.rest*(p.b-p.a) <= negligible*s.total ||
		p.b-p.a <= 1e-9*p.b
}

func sortPanels(p []*chebPanel) {
	slices.SortFunc(p, func(x, y *chebPanel) int { return cmp.Compare(x.a, y.a) })
}
