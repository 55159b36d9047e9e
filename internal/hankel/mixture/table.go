package mixture

import (
	"math"
	"slices"
	"sync"

	"krein/internal/budget"
	"krein/internal/elem64"
	"krein/internal/parallel"
	"krein/internal/quad/gauss"
)

const (
	nodes  = 20   // Chebyshev nodes a panel
	checks = 2    // further values that test the interpolant
	drop   = 55   // densities end where their logarithm has fallen by so much
	reach  = 1420 // |log S| is followed no further: radii are floats
	narrow = 1e-7 // width of a panel that is not halved
	most   = 4000 // panels, beyond which none is halved
)

// Work in units of a budget.Meter: of a panel whose values cost next to nothing, and of a panel of a quadrature.
const (
	panelUnits = 1000
	pieceUnits = 15
)

// table is the density of a random variable X on the line by the logarithm of it, which is
// interpolated on panels. Beyond the ends it is continued by straight lines.
type table struct {
	edges       []float64
	c           [][nodes]float64
	off         []float64 // of the logarithm, panel by panel, as the checks show it
	left, right float64   // slopes beyond the ends; ∞ and −∞ for no probability
	err         float64   // the same for the whole: off, less where the density is small; ∞ if the work was cut short
}

func (t *table) lo() float64 { return t.edges[0] }
func (t *table) hi() float64 { return t.edges[len(t.edges)-1] }

// in returns the logarithm at x in panel i.
func (t *table) in(i int, x float64) float64 {
	a, b := t.edges[i], t.edges[i+1]
	y := 2 * ((x - a) - (b - x)) / (b - a)
	var b1, b2 float64
	c := &t.c[i]
	for k := nodes - 1; k > 0; k-- {
		b1, b2 = c[k]+y*b1-b2, b1
	}
	return c[0] + y/2*b1 - b2
}

// at returns the logarithm of the density at x.
func (t *table) at(x float64) float64 {
	switch n := len(t.c); {
	case x < t.lo():
		return t.in(0, t.lo()) - t.left*(t.lo()-x)
	case x > t.hi():
		return t.in(n-1, t.hi()) + t.right*(x-t.hi())
	}
	return t.in(t.panel(x), x)
}

// panel returns the panel in which x lies, the nearest one if it is beyond an end.
func (t *table) panel(x float64) int {
	i, found := slices.BinarySearch(t.edges, x)
	if !found {
		i--
	}
	return min(max(i, 0), len(t.c)-1)
}

// tangents returns the slopes of the logarithm at both ends.
func (t *table) tangents() (left, right float64) {
	n := len(t.c)
	h, k := (t.edges[1]-t.edges[0])/16, (t.edges[n]-t.edges[n-1])/16
	return (t.in(0, t.lo()+h) - t.in(0, t.lo())) / h, (t.in(n-1, t.hi()) - t.in(n-1, t.hi()-k)) / k
}

// above bounds the logarithm of the density outside of the table, as far as it shows: towards an end its slope changes
// from the tangent's to that of the line, and the larger of the two lines is above what lies between them.
func (t *table) above(x float64) float64 {
	left, right := t.tangents()
	switch {
	case x < t.lo():
		return t.in(0, t.lo()) - min(left, t.left)*(t.lo()-x)
	case x > t.hi():
		return t.in(len(t.c)-1, t.hi()) + max(right, t.right)*(x-t.hi())
	}
	return t.at(x)
}

// Panels that padded adds at each end, how far the density falls on one, and the slope that is taken for one that falls
// less.
const (
	padding = 3
	fall    = 15
	gentle  = 0.03
)

// padded returns t with further panels at both ends, on which the logarithm is that of above: whatever they add to a
// convolution may not be there, which is an error of 1.
func (t *table) padded() *table {
	left, right := t.tangents()
	left, right = min(left, t.left), -max(right, t.right)
	out := &table{left: t.left, right: t.right, err: t.err}
	add := func(from, width, slope float64) {
		for k := range padding {
			a := from + float64(k)*width
			out.edges = append(out.edges, a)
			out.c = append(out.c, [nodes]float64{t.above(a + width/2), slope * width / 2})
			out.off = append(out.off, 1)
		}
	}
	width := fall / max(left, gentle)
	add(t.lo()-padding*width, width, left)
	out.edges = append(out.edges, t.edges[:len(t.c)]...)
	out.c, out.off = append(out.c, t.c...), append(out.off, t.off...)
	width = fall / max(right, gentle)
	add(t.hi(), width, -right)
	out.edges = append(out.edges, t.hi()+padding*width)
	return out
}

// linear returns the table of mul·X + shift, mul > 0.
func (t *table) linear(mul, shift float64) *table {
	out := &table{left: t.left / mul, right: t.right / mul, err: t.err, c: slices.Clone(t.c), off: slices.Clone(t.off)}
	for _, e := range t.edges {
		out.edges = append(out.edges, mul*e+shift)
	}
	for i := range out.c {
		out.c[i][0] -= elem64.Log(mul)
	}
	return out
}

var chebyshev = sync.OnceValue(func() (t struct {
	x      [nodes + checks]float64
	cosine [nodes][nodes]float64
},
) {
	for i := range nodes {
		theta := math.Pi * (float64(i) + 0.5) / nodes
		t.x[i] = math.Cos(theta)
		for k := range nodes {
			t.cosine[k][i] = 2.0 / nodes * math.Cos(float64(k)*theta)
			if k == 0 {
				t.cosine[k][i] /= 2
			}
		}
	}
	t.x[nodes], t.x[nodes+1] = 0.387213, -0.612877 // no nodes, no symmetry
	return t
})

// tolerance is the error of a logarithm at which panels are not halved.
const tolerance = 2e-12

// tabulate interpolates the logarithm f of a density over [lo, hi], on panels on which f
// varies by few units, as the quadratures of convolutions want it. Once m stops, no panel is halved or looked at.
func tabulate(m *budget.Meter, f func(x float64) float64, lo, hi, left, right float64) *table {
	type panel struct {
		a, b float64
		c    [nodes]float64
		off  float64
		span float64
		top  float64
	}
	ch := chebyshev()
	const n = 6
	pending := make([]*panel, n)
	for i := range pending {
		pending[i] = &panel{a: lo + (hi-lo)*float64(i)/float64(n), b: lo + (hi-lo)*float64(i+1)/float64(n)}
	}
	var done []*panel
	peak := math.Inf(-1)
	for len(pending) > 0 {
		parallel.For(len(pending), func(i int) {
			p := pending[i]
			var v [nodes + checks]float64
			if !m.Spend(panelUnits) {
				return
			}
			p.top = math.Inf(-1)
			low := math.Inf(1)
			for j, x := range ch.x {
				v[j] = max(f(p.a+(p.b-p.a)/2*(1+x)), -1e6)
				p.top, low = max(p.top, v[j]), min(low, v[j])
			}
			p.span = p.top - low
			for k := range nodes {
				for j := range nodes {
					p.c[k] += ch.cosine[k][j] * v[j]
				}
			}
			one := table{edges: []float64{p.a, p.b}, c: [][nodes]float64{p.c}}
			for j := nodes; j < nodes+checks; j++ {
				p.off = max(p.off, math.Abs(one.in(0, p.a+(p.b-p.a)/2*(1+ch.x[j]))-v[j]))
			}
			for k := nodes - 2; k < nodes; k++ {
				p.off = max(p.off, math.Abs(p.c[k]))
			}
		})
		for _, p := range pending {
			peak = max(peak, p.top)
		}
		var next []*panel
		full := m.Stopped() || len(done)+len(pending) > most
		for _, p := range pending {
			// errors count as the density does
			good := p.off*math.Exp(min(p.top-peak, 0)/2) <= tolerance && (p.span <= 6 || p.top < peak-45)
			if good || full || p.b-p.a <= narrow || p.top < peak-100 {
				done = append(done, p)
				continue
			}
			mid := p.a + (p.b-p.a)/2
			next = append(next, &panel{a: p.a, b: mid}, &panel{a: mid, b: p.b})
		}
		pending = next
	}
	slices.SortFunc(done, func(p, q *panel) int {
		if p.a < q.a {
			return -1
		}
		return 1
	})
	t := &table{left: left, right: right, edges: []float64{lo}}
	for _, p := range done {
		t.edges = append(t.edges, p.b)
		t.c = append(t.c, p.c)
		t.off = append(t.off, p.off)
		t.err = max(t.err, p.off*math.Exp(min(p.top-peak, 0)/2))
	}
	if m.Stopped() {
		t.err = math.Inf(1)
	}
	return t
}

// convolutionRules are the rules of the convolutions, the second for comparison.
var convolutionRules = sync.OnceValue(func() (g [2]struct{ x, w []float64 }) {
	g[0].x, g[0].w = gauss.Legendre(20)
	g[1].x, g[1].w = gauss.Legendre(29)
	return g
})

// sumAt returns the logarithm of the density of X + Y at x for independent X and Y, by the given rule, and how far the
// errors of their tables shift it: panel by panel, as much as the panel adds to the density. It is −∞ once m stops.
func sumAt(m *budget.Meter, a, b *table, x float64, rule int) (v, off float64) {
	lo, hi := max(b.lo(), x-a.hi()), min(b.hi(), x-a.lo())
	if !(lo < hi) {
		return math.Inf(-1), 0
	}
	// Panels on which both are smooth.
	i, found := slices.BinarySearch(b.edges, lo)
	if !found {
		i--
	}
	i = min(max(i, 0), len(b.c)-1)
	j, _ := slices.BinarySearch(a.edges, x-lo)
	j = min(max(j-1, 0), len(a.c)-1)
	type piece struct {
		i, j   int
		lo, hi float64
		top    float64
	}
	var pieces []piece
	top := math.Inf(-1)
	for y := lo; y < hi; {
		p := piece{i: i, j: j, lo: y, hi: min(hi, b.edges[i+1], x-a.edges[j])}
		if p.hi >= b.edges[i+1] {
			i++
		}
		if p.hi >= x-a.edges[j] {
			j--
		}
		if p.hi > p.lo {
			p.top = math.Inf(-1)
			for _, s := range [...]float64{0, 0.5, 1} {
				y := p.lo + (p.hi-p.lo)*s
				p.top = max(p.top, a.in(p.j, x-y)+b.in(p.i, y))
			}
			top = max(top, p.top)
			pieces = append(pieces, p)
		}
		y = p.hi
		if i >= len(b.c) || j < 0 {
			break
		}
	}
	if !m.Spend(pieceUnits * int64(len(pieces))) {
		return math.Inf(-1), 0
	}
	g := convolutionRules()[rule]
	var sum float64
	for _, p := range pieces {
		if p.top < top-45 {
			continue
		}
		h := (p.hi - p.lo) / 2
		var part float64
		for k, u := range g.x {
			y := p.lo + h*(1+u)
			part += g.w[k] * math.Exp(a.in(p.j, x-y)+b.in(p.i, y)-top)
		}
		sum += part * h
		off += part * h * math.Expm1(min(a.off[p.j]+b.off[p.i], 40))
	}
	return top + elem64.Log(sum), off / sum
}

// sum tabulates the density of X + Y for independent X and Y, |x| ≤ limit.
func sum(m *budget.Meter, a, b *table, limit float64) *table {
	wideA, wideB := a.padded(), b.padded()
	f := func(x float64) float64 {
		v, _ := sumAt(m, wideA, wideB, x, 0)
		return v
	}
	left, right := min(a.left, b.left), max(a.right, b.right)
	lo, hi := trim(f, max(a.lo()+b.lo(), -limit), min(a.hi()+b.hi(), limit))
	t := tabulate(m, f, lo, hi, left, right)
	// What the tables do, they say themselves, and what the rule does, a finer one shows: on every panel at three points.
	parallel.For(len(t.c), func(i int) {
		var most float64
		for _, s := range [...]float64{0.02, 0.5, 0.98} {
			x := t.edges[i] + (t.edges[i+1]-t.edges[i])*s
			v, off := sumAt(m, wideA, wideB, x, 0)
			w, _ := sumAt(m, wideA, wideB, x, 1)
			most = max(most, off+2*math.Abs(v-w))
		}
		t.off[i] += most
	})
	t.err = max(t.err, t.weighed())
	if m.Stopped() {
		t.err = math.Inf(1)
	}
	return t
}

// weighed returns the largest error of a panel, less where the density is small.
func (t *table) weighed() (most float64) {
	peak := math.Inf(-1)
	tops := make([]float64, len(t.c))
	for i := range t.c {
		tops[i] = math.Inf(-1)
		for _, s := range [...]float64{0, 0.5, 1} {
			tops[i] = max(tops[i], t.in(i, t.edges[i]+(t.edges[i+1]-t.edges[i])*s))
		}
		peak = max(peak, tops[i])
	}
	for i, off := range t.off {
		most = max(most, off*math.Exp(min(tops[i]-peak, 0)/2))
	}
	return most
}

// trim narrows a range to where a density is more than e^−drop of its peak.
func trim(f func(x float64) float64, lo, hi float64) (from, to float64) {
	const n = 256
	var v [n + 1]float64
	parallel.For(n+1, func(i int) { v[i] = f(lo + (hi-lo)*float64(i)/n) })
	for i := range v {
		if math.IsNaN(v[i]) {
			v[i] = math.Inf(-1)
		}
	}
	top := slices.Max(v[:])
	first, last := 0, n
	for first < n && v[first+1] < top-drop {
		first++
	}
	for last > first+1 && v[last-1] < top-drop {
		last--
	}
	at := func(i int) float64 { return lo + (hi-lo)*float64(i)/n }
	return finite(f, at(first), at(first+1), top-drop), finite(f, at(last), at(last-1), top-drop)
}

// finite returns an end of a range, moved towards the inner point where f is −∞ there: no polynomial follows a fall to −∞.
func finite(f func(x float64) float64, end, inner, least float64) float64 {
	if f(end) > math.Inf(-1) || f(inner) < least {
		return end
	}
	for range 20 {
		if mid := end + (inner-end)/2; f(mid) < least {
			end = mid
		} else {
			inner = mid
		}
	}
	return inner
}

// mean returns ∫ exp(f(x) + log density) dx over the table, for the expectation of a function of X by its logarithm f,
// which is smooth on units of x near the given points and elsewhere as smooth as the table.
func (t *table) mean(f func(x float64) float64, near ...float64) float64 {
	v, _ := t.meanWithin(f, near...)
	return v
}

// meanWithin returns what mean does, and how far the errors of the table shift it.
func (t *table) meanWithin(f func(x float64) float64, near ...float64) (sum, off float64) {
	return t.meanOn(f, around(near))
}

// around returns points less than a unit apart about the given ones.
func around(near []float64) (points []float64) {
	for _, c := range near {
		for x := c - 9; x <= c+9; x += 0.75 {
			points = append(points, x)
		}
	}
	return points
}

// meanOn returns what meanWithin does for an f that is smooth between the given points.
func (t *table) meanOn(f func(x float64) float64, points []float64) (sum, off float64) {
	edges := slices.Clone(t.edges)
	for _, x := range points {
		if x > t.lo() && x < t.hi() {
			edges = append(edges, x)
		}
	}
	slices.Sort(edges)
	g := convolutionRules()[0]
	i := 0
	for k := 1; k < len(edges); k++ {
		a, h := edges[k-1], (edges[k]-edges[k-1])/2
		if !(h > 0) {
			continue
		}
		for i+1 < len(t.c) && t.edges[i+1] <= a {
			i++
		}
		if e := [3]float64{t.in(i, a) + f(a), t.in(i, a+h) + f(a+h), t.in(i, a+2*h) + f(a+2*h)}; max(e[0], e[1],
			e[2]) < -drop-20 {
			continue
		}
		var part float64
		for k, u := range g.x {
			x := a + h*(1+u)
			part += g.w[k] * h * math.Exp(t.in(i, x)+f(x))
		}
		sum += part
		off += part * math.Expm1(min(t.off[i], 40))
	}
	return sum, off
}
