package features

import (
	"cmp"
	"container/heap"
	"math"
	"slices"

	"krein/decompose"
	"krein/quad/gauss"
	"krein/special"
)

const (
	panelNodes = 8     // Gauss–Legendre nodes a panel
	panelTol   = 1e-9  // aim for the summed error of the test integrals
	panelMost  = 1000  // panels beyond the ones the strata ask for
	narrowest  = 1e-14 // width of a panel that is not split again
)

var gaussX, gaussW = legendre(panelNodes, 0, 1)

// legendre returns the n-point Gauss–Legendre rule on [a, b].
func legendre(n int, a, b float64) (x, w []float64) {
	x, w = gauss.Legendre(n)
	for i := range x {
		x[i], w[i] = a+(b-a)/2*(1+x[i]), w[i]*(b-a)/2
	}
	return x, w
}

// node is a quadrature node of the uniform law with the harmonics of both parts'
// radii there: h[p][k] = h_{2k}(Q_p(u)·z).
type node struct {
	u, w float64
	x    [2]float64 // Q_p(u)·z
	h    [2][]float64
}

// stepped is what Radii tell of their atoms, see decompose.Table.Steps.
type stepped interface{ Steps() []float64 }

// panel is an interval of u with its rule and its estimated error.
type panel struct {
	a, b float64
	flat bool                   // no law varies from the first node to the last
	r    [2][panelNodes]float64 // radii times z
	test [4]float64             // integrals of the test functions, see rule
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
func rule(laws [2]decompose.Radii, z, a, b float64) *panel {
	p := &panel{a: a, b: b, flat: true}
	for i, law := range laws {
		if law == nil {
			continue
		}
		for k, t := range gaussX {
			x := z * law.Quantile(a+(b-a)*t)
			p.r[i][k] = x
			s2 := math.Sin(x/2) * math.Sin(x/2)
			p.test[2*i] += (b - a) * gaussW[k] * s2
			p.test[2*i+1] += (b - a) * gaussW[k] * s2 * s2
		}
		p.flat = p.flat && p.r[i][0] == p.r[i][panelNodes-1]
	}
	return p
}

// nodes returns a quadrature rule for functions of the radii of both parts at distance
// z, adapted to the laws, with no panel across one of the edges (sorted, from 0 to 1),
// and an estimate of the error of the variances of cosines that it gives:
// Var cos ≤ 4·E sin⁴(x/2). The edges must include the steps of laws that have any: then
// a panel on which no law varies needs one node, and discrete laws give exact sums.
func nodes(laws [2]decompose.Radii, d int, z float64, edges []float64) ([]node, float64) {
	var open panelHeap
	var done []*panel
	var sum [4]float64
	known := steps(laws)
	for i := 1; i < len(edges); i++ {
		p := rule(laws, z, edges[i-1], edges[i])
		for q, v := range p.test {
			sum[q] += v
		}
		if p.flat = p.flat && known; p.flat {
			done = append(done, p)
		} else {
			open = append(open, p)
		}
	}
	total := 0.0
	split := func(p *panel) {
		m := p.a + (p.b-p.a)/2
		l, r := rule(laws, z, p.a, m), rule(laws, z, m, p.b)
		err := 0.0
		for q, v := range p.test {
			if sum[q] > 0 {
				err = max(err, math.Abs(v-l.test[q]-r.test[q])/sum[q])
			}
		}
		// The halves are better than the whole; half its error each is cautious.
		for _, half := range []*panel{l, r} {
			half.err = err / 2
			half.flat = half.flat && known
			total += half.err
			if half.b-half.a < narrowest {
				done = append(done, half)
			} else {
				heap.Push(&open, half)
			}
		}
	}
	whole := open
	open = nil
	for _, p := range whole {
		split(p)
	}
	for most := len(open) + len(done) + panelMost; len(open) > 0 && len(open)+len(done) < most && total > panelTol; {
		p := heap.Pop(&open).(*panel)
		total -= p.err
		split(p)
	}
	done = append(done, open...)
	slices.SortFunc(done, func(p, q *panel) int { return cmp.Compare(p.a, q.a) })
	h := newHarmonics(d)
	out := make([]node, 0, len(done)*panelNodes)
	for _, p := range done {
		for k, t := range gaussX {
			n := node{u: p.a + (p.b-p.a)*t, w: (p.b - p.a) * gaussW[k]}
			if p.flat {
				n.w = p.b - p.a
			}
			for i, law := range laws {
				if law != nil {
					n.x[i] = p.r[i][k]
					n.h[i] = h.at(nil, n.x[i])
				}
			}
			out = append(out, n)
			if p.flat {
				break
			}
		}
	}
	return out, 4 * max(total, 0) * max(sum[1], sum[3])
}

// moments are the integrals of the harmonics h_{2k}(R_±z) from which every variance at
// one distance follows. Index 0 is the plus part.
type moments struct {
	mean     [2][]float64 // E h
	variance [2][]float64 // Var h
	cov      []float64    // Cov(h₊, h₋) with comonotone radii
	// The same two over the strata of stratified radii: variance of the n stratum
	// means, and their covariance when the parts have equally many strata.
	stratum    [2][]float64
	stratumCov []float64
	// What the even degrees that were cut off add to Σ E h², and to Σ E h₊h₋ with
	// comonotone radii.
	tail      [2]float64
	crossTail float64
	err       float64 // estimated error of the quadrature, per unit of mass²
}

// newMoments integrates at distance z. strata are the numbers of strata, zero for none.
func newMoments(laws [2]decompose.Radii, d int, z float64, strata [2]int) *moments {
	rule, err := nodes(laws, d, z, panelEdges(laws, strata))
	m := integrate(rule, laws, d)
	m.err = err
	if strata != [2]int{} {
		m.stratify(rule, strata)
	}
	return m
}

// integrate sums up what does not depend on strata.
func integrate(rule []node, laws [2]decompose.Radii, d int) *moments {
	m := &moments{}
	orders := 1
	for i := range rule {
		orders = max(orders, len(rule[i].h[0]), len(rule[i].h[1]))
	}
	for p := range m.mean {
		m.mean[p], m.variance[p] = make([]float64, orders), make([]float64, orders)
	}
	m.cov = make([]float64, orders)
	for _, q := range rule {
		for p, h := range q.h {
			for k, v := range h {
				m.mean[p][k] += q.w * v
			}
		}
	}
	// A second pass about the means: at small z the h_0 differ from 1 by rounding
	// alone if squares are subtracted.
	lambda := special.NewLambda(float64(d))
	for _, q := range rule {
		for k := range orders {
			var dev [2]float64
			for p, h := range q.h {
				if laws[p] != nil {
					dev[p] = at(h, k) - m.mean[p][k]
					m.variance[p][k] += q.w * dev[p] * dev[p]
				}
			}
			m.cov[k] += q.w * dev[0] * dev[1]
		}
		m.addTails(&q, lambda)
	}
	return m
}

// at returns h[k], zero beyond the end.
func at(h []float64, k int) float64 {
	if k < len(h) {
		return h[k]
	}
	return 0
}

// addTails adds what the sums over the even degrees miss at a node, from
// Σ_{n even} h_n(x)h_n(y) = E cos(xs)cos(ys) = (Λ_d(x+y) + Λ_d(x−y))/2.
func (m *moments) addTails(q *node, lambda *special.Lambda) {
	missing := func(a, b int) float64 {
		sum := (lambda.At(q.x[a]+q.x[b]) + lambda.At(math.Abs(q.x[a]-q.x[b]))) / 2
		for k := range min(len(q.h[a]), len(q.h[b])) {
			sum -= q.h[a][k] * q.h[b][k]
		}
		return sum
	}
	var cut [2]bool
	for p, h := range q.h {
		if cut[p] = 2*len(h) > harmonicMost; cut[p] {
			m.tail[p] += q.w * max(missing(p, p), 0)
		}
	}
	if cut[0] && cut[1] {
		m.crossTail += q.w * missing(0, 1)
	}
}

// steps reports whether all laws tell of their atoms.
func steps(laws [2]decompose.Radii) bool {
	for _, law := range laws {
		if _, ok := law.(stepped); law != nil && !ok {
			return false
		}
	}
	return true
}

// panelEdges returns the sorted edges of the strata of both parts and of their laws' atoms, from 0 to 1.
func panelEdges(laws [2]decompose.Radii, strata [2]int) []float64 {
	edges := []float64{0, 1}
	for _, law := range laws {
		if s, ok := law.(stepped); ok {
			edges = append(edges, s.Steps()...)
		}
	}
	for _, n := range strata {
		for j := 1; j < n; j++ {
			edges = append(edges, float64(j)/float64(n))
		}
	}
	slices.Sort(edges)
	return slices.Compact(edges)
}

// stratify sums up over strata, whose edges must be edges of the rule's panels.
func (m *moments) stratify(rule []node, strata [2]int) {
	orders := len(m.cov)
	var dev [2][]float64 // [stratum*orders+k]: stratum mean less the mean
	for p, n := range strata {
		dev[p] = make([]float64, n*orders)
		for _, q := range rule {
			if n == 0 {
				break
			}
			j := min(int(q.u*float64(n)), n-1)
			row := dev[p][j*orders : (j+1)*orders]
			for k := range row {
				row[k] += q.w * float64(n) * (at(q.h[p], k) - m.mean[p][k])
			}
		}
		m.stratum[p] = make([]float64, orders)
		for i, v := range dev[p] {
			m.stratum[p][i%orders] += v * v / float64(n)
		}
	}
	if strata[0] == strata[1] {
		m.stratumCov = make([]float64, orders)
		for i, v := range dev[0] {
			m.stratumCov[i%orders] += v * dev[1][i] / float64(strata[0])
		}
	}
}
