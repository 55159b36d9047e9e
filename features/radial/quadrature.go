package radial

import (
	"cmp"
	"container/heap"
	"math"
	"slices"

	"gonum.org/v1/gonum/floats"

	"krein/decompose"
	"krein/features"
	"krein/internal/features/harmonic"
	"krein/internal/quad/gauss"
)

const (
	panelNodes = 8    // Gauss–Legendre nodes a panel
	panelTol   = 1e-9 // aim for the summed error of the test integrals
	panelMost  = 1000 // panels beyond the ones the strata ask for
	// The same of a rough quadrature; it has fewer nodes where strata make more than manyPanels.
	roughNodes = 3
	roughTol   = 1e-5
	roughMost  = 100
	manyPanels = 32
	narrowest  = 1e-14 // width of a panel that is not split again
)

var (
	gaussX, gaussW = legendre(panelNodes, 0, 1)
	roughX, roughW = legendre(roughNodes, 0, 1)
)

// quadrature integrates harmonics of the radii of both parts, at one distance after another:
// what does not depend on the distance is kept. It is not safe for concurrent use.
type quadrature struct {
	laws  [2]law
	known bool // all laws tell of their atoms
	rough bool // numbers are compared, not told
	exact int  // the part whose low orders are exact, or −1
	width int  // components a degree: harmonic.Width on the sphere, else 1
	h     *harmonic.Functions
	x, w  []float64                  // nodes and weights of panels, on [0, 1]
	radii map[[2]float64]*panelRadii // at the nodes of panels, by their ends
	arena []float64                  // where the harmonics at nodes go
}

// panelRadii are the radii at the nodes of a panel and their weights.
type panelRadii struct {
	radius, weight [2][]float64
	far            [2][][]float64 // their harmonics, for sphere
}

// flat reports whether neither of a part varies from the first node to the last.
func (r *panelRadii) flat(part int) bool {
	radius, weight := r.radius[part], r.weight[part]
	return radius[0] == radius[len(radius)-1] && weight[0] == weight[len(weight)-1]
}

// mostRadii bounds the panels whose radii are kept.
const mostRadii = 1 << 16

func newQuadrature(dec *decompose.Decomposition, opt *features.Options) *quadrature {
	q := &quadrature{laws: laws(dec, opt), h: harmonic.New(dec.Dim), known: true, exact: exactPart(opt.Exact),
		width: componentsOf(opt.Exact)}
	for _, l := range q.laws {
		_, known := l.edges()
		q.known = q.known && known
	}
	return q
}

// at returns the radii at the nodes of [a, b].
func (q *quadrature) at(a, b float64) *panelRadii {
	if r := q.radii[[2]float64{a, b}]; r != nil {
		return r
	}
	r := new(panelRadii)
	for i, law := range q.laws {
		if law.Radii == nil {
			continue
		}
		r.far[i] = make([][]float64, len(q.x))
		for _, t := range q.x {
			// Atoms of tiny masses leave panels at 1 on which all numbers are 1, where a law without end is infinite.
			radius, weight := law.at(min(a+(b-a)*t, belowOne))
			r.radius[i], r.weight[i] = append(r.radius[i], radius), append(r.weight[i], weight)
		}
	}
	if len(q.radii) == mostRadii {
		clear(q.radii)
	}
	if q.radii == nil {
		q.radii = map[[2]float64]*panelRadii{}
	}
	q.radii[[2]float64{a, b}] = r
	return r
}

// legendre returns the n-point Gauss–Legendre rule on [a, b].
func legendre(n int, a, b float64) (x, w []float64) {
	x, w = gauss.Legendre(n)
	for i := range x {
		x[i], w[i] = a+(b-a)/2*(1+x[i]), w[i]*(b-a)/2
	}
	return x, w
}

// node is a quadrature node of the uniform law with the harmonics of both parts' radii there: h[p][k] =
// weight·h_{2k}(radius·z), and under ExactSphere the components of products of residuals.
type node struct {
	v, w   float64
	x      [2]float64 // radius·z
	weight [2]float64
	h      [2][]float64
	raw    [2][]float64 // without residuals
}

// panel is an interval of u with its rule and its estimated error.
type panel struct {
	a, b float64
	flat bool // no law varies from the first node to the last
	r    *panelRadii
	test [4]float64 // integrals of the test functions, see rule
	err  float64
}

type panelHeap []*panel

func (h panelHeap) Len() int           { return len(h) }
func (h panelHeap) Less(i, j int) bool { return h[i].err > h[j].err }
func (h panelHeap) Swap(i, j int)      { h[i], h[j] = h[j], h[i] }
func (h *panelHeap) Push(x any)        { *h = append(*h, x.(*panel)) }
func (h *panelHeap) Pop() any {
	old := *h
	p := old[len(old)-1]
	*h = old[:len(old)-1]
	return p
}

// rule evaluates a panel. The harmonics and their products are averages of cos(xs),
// |s| ≤ 2, so sin²(x/2) and sin⁴(x/2) stand for them when it comes to resolving the law:
// relative to their own integrals, because at small z the variance is as small as they.
func (q *quadrature) rule(z, a, b float64) *panel {
	p := &panel{a: a, b: b, r: q.at(a, b), flat: q.known}
	for i, law := range q.laws {
		if law.Radii == nil {
			continue
		}
		for k, r := range p.r.radius[i] {
			x, w := max(z, float64(q.width/harmonic.Width))*r, (b-a)*q.w[k]*p.r.weight[i][k]
			s2 := math.Sin(x/2) * math.Sin(x/2)
			p.test[2*i] += w * s2
			p.test[2*i+1] += w * s2 * s2
		}
		p.flat = p.flat && p.r.flat(i)
	}
	return p
}

// nodes returns a quadrature rule for functions of the radii of both parts at distance z, adapted to the laws, with no
// panel across one of the edges (sorted, from 0 to 1), and an estimate of the error of the variances of cosines that it
// gives: Var cos ≤ 4·E sin⁴(x/2). The edges must include the steps of laws that have any: then a panel on which no law
// varies needs one node, and discrete laws give exact sums. The rule is good until the next one is asked for.
func (q *quadrature) nodes(z float64, edges []float64) ([]node, float64) {
	x, w, tol, more := gaussX, gaussW, panelTol, panelMost
	if q.rough {
		if tol, more = roughTol, roughMost; len(edges) > manyPanels {
			x, w = roughX, roughW
		}
	}
	if len(x) != len(q.x) {
		q.x, q.w, q.radii = x, w, nil
	}
	var whole, done []*panel
	var open panelHeap
	var sum [4]float64
	for i := 1; i < len(edges); i++ {
		p := q.rule(z, edges[i-1], edges[i])
		for t, v := range p.test {
			sum[t] += v
		}
		if p.flat {
			done = append(done, p)
		} else {
			whole = append(whole, p)
		}
	}
	total := 0.0
	split := func(p *panel) {
		m := p.a + (p.b-p.a)/2
		l, r := q.rule(z, p.a, m), q.rule(z, m, p.b)
		err := 0.0
		for t, v := range p.test {
			if sum[t] > 0 {
				err = max(err, math.Abs(v-l.test[t]-r.test[t])/sum[t])
			}
		}
		// The halves are better than the whole; half its error each is cautious.
		for _, half := range []*panel{l, r} {
			half.err = err / 2
			total += half.err
			if half.b-half.a < narrowest {
				done = append(done, half)
			} else {
				heap.Push(&open, half)
			}
		}
	}
	for _, p := range whole {
		split(p)
	}
	for most := len(open) + len(done) + more; len(open) > 0 && len(open)+len(done) < most && total > tol; {
		p := heap.Pop(&open).(*panel)
		total -= p.err
		split(p)
	}
	done = append(done, open...)
	slices.SortFunc(done, func(p, q *panel) int { return cmp.Compare(p.a, q.a) })
	return q.evaluate(z, done), 4 * max(total, 0) * max(sum[1], sum[3])
}

// evaluate returns the nodes of the panels with the harmonics there.
func (q *quadrature) evaluate(z float64, panels []*panel) []node {
	out := make([]node, 0, len(panels)*len(q.x))
	var s *harmonic.Sphere
	if q.width > 1 {
		s = harmonic.NewSphere(q.h.Dim, z)
	}
	q.arena = q.arena[:0]
	for _, p := range panels {
		for k, t := range q.x {
			n := node{v: p.a + (p.b-p.a)*t, w: (p.b - p.a) * q.w[k]}
			if p.flat {
				n.w = p.b - p.a
			}
			for i, law := range q.laws {
				if law.Radii != nil {
					n.x[i], n.weight[i] = z*p.r.radius[i][k], p.r.weight[i][k]
					if cap(q.arena)-len(q.arena) < 3*harmonic.Most {
						q.arena = make([]float64, 0, 256*harmonic.Most)
					}
					from := len(q.arena)
					q.arena = q.h.At(q.arena, n.x[i])
					n.h[i] = q.arena[from:len(q.arena):len(q.arena)]
					if i == q.exact {
						exactly(n.h[i], q.h.Dim, n.x[i])
					}
					n.raw[i] = n.h[i]
					if s != nil {
						from := len(q.arena)
						radius, far := p.r.radius[i][k], &p.r.far[i][k]
						if *far == nil {
							*far = q.h.All(nil, radius)
						}
						q.arena = s.Product(q.arena, n.raw[i], *far, radius, law.low.at(radius))
						n.h[i] = q.arena[from:len(q.arena):len(q.arena)]
						floats.Scale(n.weight[i], n.h[i])
					}
					if n.weight[i] != 1 {
						floats.Scale(n.weight[i], n.raw[i])
					}
				}
			}
			out = append(out, n)
			if p.flat {
				break
			}
		}
	}
	return out
}

// panelEdges returns the sorted edges of the strata of both parts and of their laws' jumps, from 0 to 1.
func panelEdges(laws [2]law, strata [2]int) []float64 {
	edges := []float64{0, 1}
	for _, law := range laws {
		jumps, _ := law.edges()
		edges = append(edges, jumps...)
	}
	for _, n := range strata {
		for j := 1; j < n; j++ {
			edges = append(edges, float64(j)/float64(n))
		}
	}
	slices.Sort(edges)
	return slices.Compact(edges)
}
