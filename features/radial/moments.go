package radial

import (
	"math"

	"gonum.org/v1/gonum/floats"

	"krein/internal/features/harmonic"
	"krein/internal/special/double"
)

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
	integral   [2][][]float64 // over each of the finest strata, without the negligible ones at the end
	// What the even degrees that were cut off add to Σ E h², and to Σ E h₊h₋ with comonotone radii.
	tail      [2]float64
	crossTail float64
	err       float64 // estimated error of the quadrature, per unit of mass²
}

// moments integrates at distance z. strata are the numbers of strata, zero for none.
func (q *quadrature) moments(z float64, strata [2]int) *moments {
	rule, err := q.nodes(z, panelEdges(q.laws, strata))
	m := q.integrate(rule)
	m.err = err
	if strata != [2]int{} {
		m.stratify(rule, strata)
	}
	return m
}

// integrate sums up what does not depend on strata.
func (q *quadrature) integrate(rule []node) *moments {
	m := &moments{}
	orders := 1
	for i := range rule {
		orders = max(orders, len(rule[i].h[0]), len(rule[i].h[1]))
	}
	for p := range m.mean {
		m.mean[p], m.variance[p] = make([]float64, orders), make([]float64, orders)
	}
	m.cov = make([]float64, orders)
	both := q.laws[0].Radii != nil && q.laws[1].Radii != nil
	for _, n := range rule {
		for p, h := range n.h {
			for k, v := range h {
				m.mean[p][k] += n.w * v
			}
		}
	}
	// A second pass about the means: at small z the h_0 differ from 1 by rounding alone if squares are subtracted.
	for i := range rule {
		n := &rule[i]
		for p, h := range n.h {
			if q.laws[p].Radii == nil {
				continue
			}
			mean, variance := m.mean[p], m.variance[p]
			for k, v := range h {
				d := v - mean[k]
				variance[k] += n.w * d * d
			}
			for k := len(h); k < orders; k++ {
				variance[k] += n.w * mean[k] * mean[k]
			}
		}
		for k := 0; both && k < orders; k++ {
			m.cov[k] += n.w * (at(n.h[0], k) - m.mean[0][k]) * (at(n.h[1], k) - m.mean[1][k])
		}
		if q.exact < 0 {
			m.addTails(n, q.h.Lambda)
		}
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
func (m *moments) addTails(q *node, lambda *double.Lambda) {
	missing := func(a, b int) float64 {
		sum := (lambda.At(q.x[a]+q.x[b]) + lambda.At(math.Abs(q.x[a]-q.x[b]))) / 2 *
			q.weight[a] * q.weight[b]
		for k := range min(len(q.raw[a]), len(q.raw[b])) {
			sum -= q.raw[a][k] * q.raw[b][k]
		}
		return sum
	}
	var cut [2]bool
	for p, h := range q.raw {
		if cut[p] = 2*len(h) > harmonic.Most; cut[p] {
			m.tail[p] += q.w * max(missing(p, p), 0)
		}
	}
	if cut[0] && cut[1] {
		m.crossTail += q.w * missing(0, 1)
	}
}

// stratify sums up over strata, whose edges must be edges of the rule's panels.
func (m *moments) stratify(rule []node, strata [2]int) { m.spread(m.deviations(rule, strata), strata) }

// deviations returns the means in the strata of either part, less those of the whole, a row of orders each.
func (m *moments) deviations(rule []node, strata [2]int) (dev [2][]float64) {
	orders := len(m.cov)
	for p, n := range strata {
		dev[p] = make([]float64, n*orders)
		for _, q := range rule {
			if n == 0 {
				break
			}
			j := min(int(q.v*float64(n)), n-1)
			row := dev[p][j*orders : (j+1)*orders]
			by := q.w * float64(n)
			h := q.h[p]
			for k, v := range h {
				row[k] += by * (v - m.mean[p][k])
			}
			for k := len(h); k < orders; k++ {
				row[k] -= by * m.mean[p][k]
			}
		}
	}
	return dev
}

// merged returns the deviations in half as many strata.
func merged(dev []float64, orders int) []float64 {
	out := make([]float64, len(dev)/2)
	for i := range out {
		at := i/orders*2*orders + i%orders
		out[i] = (dev[at] + dev[at+orders]) / 2
	}
	return out
}

// spread takes the variances of the deviations.
func (m *moments) spread(dev [2][]float64, strata [2]int) {
	orders := len(m.cov)
	for p, n := range strata {
		m.stratum[p] = make([]float64, orders)
		for i, v := range dev[p] {
			m.stratum[p][i%orders] += v * v / float64(n)
		}
	}
	m.accumulate(dev)
	if strata[0] == strata[1] {
		m.stratumCov = make([]float64, orders)
		for i, v := range dev[0] {
			m.stratumCov[i%orders] += v * dev[1][i] / float64(strata[0])
		}
	}
}

// accumulate keeps the integrals of the harmonics over the strata. Those of a degree far beyond radius·z are negligible,
// and few strata of a law have radii so large that all degrees count: rows end where nothing follows but rounding.
func (m *moments) accumulate(dev [2][]float64) {
	orders := len(m.cov)
	for p := range dev {
		have := len(dev[p]) / orders
		m.integral[p] = make([][]float64, have)
		rows := make([]float64, have*orders)
		for i := range m.integral[p] {
			row := rows[i*orders : (i+1)*orders]
			reach := 0
			for k, mean := range m.mean[p] {
				v := mean + dev[p][i*orders+k]
				row[k] = v / float64(have)
				if math.Abs(v) > harmonic.Tiny {
					reach = k + 1
				}
			}
			m.integral[p][i] = row[:reach]
		}
	}
}

// runs calls f with the integrals of the harmonics of a part over runs of its n strata, from each cut to the next: exact
// where runs end where the strata do that were integrated, otherwise as if harmonics were constant in those.
func (m *moments) runs(part, n int, cuts []int, f func(integral []float64)) {
	rows := m.integral[part]
	have, sum := len(rows), make([]float64, len(m.cov))
	for j := 1; j < len(cuts); j++ {
		from, to := cuts[j-1]*have, cuts[j]*have // in units of 1/(n·have), of which a row has n
		reach := 0
		for i := from / n; i < have && i*n < to; i++ {
			row := rows[i]
			if len(row) > reach {
				clear(sum[reach:len(row)])
				reach = len(row)
			}
			floats.AddScaled(sum[:len(row)], float64(min(to, (i+1)*n)-max(from, i*n))/float64(n), row)
		}
		f(sum[:reach])
	}
}

// cuts returns the numbers from first to last in steps, and last.
func cuts(first, last, step int) []int {
	out := make([]int, 0, (last-first)/step+2)
	for i := first; i < last; i += step {
		out = append(out, i)
	}
	return append(out, last)
}

// means returns the means in n strata of a part, in rows that end as those of the integrals do.
func (m *moments) means(part, n int) [][]float64 {
	out := make([][]float64, 0, n)
	m.runs(part, n, cuts(0, n, 1), func(integral []float64) {
		out = append(out, floats.ScaleTo(make([]float64, len(integral)), float64(n), integral))
	})
	return out
}
