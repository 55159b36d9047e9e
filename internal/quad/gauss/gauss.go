// Package gauss has Gauss–Legendre rules in float64, correct to about one unit in the last place.
// Enclosures of their nodes and weights are in package quad.
package gauss

import (
	"slices"
	"sync"

	"krein/internal/dd"
	"krein/quad"
)

// rule is a quadrature rule on [−1,1], nodes ascending.
type rule struct{ x, w []float64 }

// rules caches every rule asked for: map[int]func() rule.
var rules sync.Map

// Legendre returns the n nodes, ascending, and the weights of the Gauss–Legendre rule on [−1,1], which integrates
// polynomials of degree 2n−1 exactly. Both are correct to about one unit in the last place: Newton's iteration on P_n,
// its last step in double-double arithmetic. O(n²) once for each n; the slices returned are the caller's own. It panics
// for n < 1.
func Legendre(n int) (x, w []float64) {
	if n < 1 {
		panic("gauss: a Gauss rule needs at least one node")
	}
	f, ok := rules.Load(n)
	if !ok {
		f, _ = rules.LoadOrStore(n, sync.OnceValue(func() rule { return legendreRule(n) }))
	}
	r := f.(func() rule)()
	return slices.Clone(r.x), slices.Clone(r.w)
}

func legendreRule(n int) rule {
	r := rule{make([]float64, n), make([]float64, n)}
	// k/(k+1), so that a step of the recurrence has no division.
	ratio := make([]dd.T, n)
	for k := range ratio {
		ratio[k] = dd.Of(float64(k)).DivF(float64(k + 1))
	}
	near := quad.Nodes64(n)
	nn := float64(n)
	for i := range (n + 1) / 2 {
		x := 0.0
		if 2*i+1 < n {
			x = near[len(near)-1-i]
		}
		p, q := dd.Of(1), dd.Of(x)
		for k := 1; k < n; k++ {
			xq := q.MulF(x)
			p, q = q, xq.Add(ratio[k].Mul(xq.Sub(p)))
		}
		// P' and P'' from the differential equation; the node moves by δ, P' with it.
		c := dd.Of(1).Sub(dd.TwoProd(x, x))
		d := p.Sub(q.MulF(x)).MulF(nn).Div(c)
		delta := q.Div(d).Neg()
		d2 := d.MulF(2 * x).Sub(q.MulF(nn * (nn + 1))).Div(c)
		d = d.Add(d2.Mul(delta))
		node := delta.AddF(x)
		c = dd.Of(1).Sub(node.Sqr())
		weight := dd.Of(2).Div(c.Mul(d.Sqr())).Float()
		r.x[i], r.w[i] = -node.Float(), weight
		r.x[n-1-i], r.w[n-1-i] = node.Float(), weight
	}
	return r
}
