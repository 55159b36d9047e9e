package mixture

import (
	"math"
	"slices"

	"krein/internal/budget"
	"krein/internal/elem64"
)

// gammaTable is the density of log G for G with the Gamma(shape) law.
func gammaTable(m *budget.Meter, shape float64) *table {
	mean := elem64.Log(shape)
	f := func(x float64) float64 { return logGammaDensity(shape, x-mean) }
	lo := mean - (drop+10)/min(shape, math.Sqrt(shape)/0.4)
	hi := elem64.Log(shape+12*math.Sqrt(shape)+70) + 0.1
	lo, hi = trim(f, max(lo, -reach), hi)
	return tabulate(m, f, lo, hi, shape, math.Inf(-1))
}

// dagumTable is the density of log G for G with the law Gamma(N), where N has Sibuya's law P(N = n) = (−1)^{n+1} C(γ,
// n), 0 < γ < 1: E exp(−λG) = 1 − (λ/(1+λ))^γ, and the density of G is γ e^−s ₁F₁(1−γ; 2; s).
func dagumTable(m *budget.Meter, gamma float64) *table {
	f := func(x float64) float64 { return x + elem64.Log(gamma) + kummer(gamma, math.Exp(x)) }
	return tabulate(m, f, -drop-10, min((drop+10)/gamma, reach), 1, -gamma)
}

// kummer returns log(e^−s ₁F₁(1−γ; 2; s)), s ≥ 0.
func kummer(gamma, s float64) float64 {
	if s < 40 {
		sum, t := 1.0, 1.0
		for n := 0.0; n < 400; n++ {
			t *= (1 - gamma + n) / ((2 + n) * (1 + n)) * s
			sum += t
			if t < 1e-18*sum {
				break
			}
		}
		return elem64.Log(sum) - s
	}
	sum, t := 1.0, 1.0
	for n := 0.0; n < 40; n++ {
		t *= (1 + gamma + n) * (gamma + n) / ((n + 1) * s)
		sum += t
		if t < 1e-18*sum {
			break
		}
	}
	return elem64.Log(sum) - (1+gamma)*elem64.Log(s) - elem64.Lgamma(1-gamma)
}

// ratioTable is the density of log G for E exp(−λG) = log(1 + a/(1+λ))/log(1+a), a > 0: G has
// the density (1 − e^{−as}) e^−s / (s log(1+a)).
func ratioTable(m *budget.Meter, a float64) *table {
	norm := elem64.Log(math.Log1p(a))
	f := func(x float64) float64 {
		s := math.Exp(x)
		return elem64.Log(-math.Expm1(-a*s)) - s - norm
	}
	lo, hi := trim(f, -drop-10-math.Log1p(a), elem64.Log(80))
	return tabulate(m, f, lo, hi, 1, math.Inf(-1))
}

// processTable is the density of log T, T a Gamma process at the random time s: given s,
// T has the Gamma(a·s) law. x = log s has the density of t.
func processTable(m *budget.Meter, t *table, a float64) *table {
	wide := t.padded()
	at := elem64.Log(a)
	within := func(y float64) (v, off float64) {
		if !m.Spend(pieceUnits * int64(len(t.edges))) {
			return math.Inf(-1), 0
		}
		if y > nearlyNormal {
			return wide.nearly(y-at, y)
		}
		given := func(x float64) float64 { return logGammaDensity(math.Exp(x+at), y-x-at) }
		near := []float64{-at, -at - elem64.Log(1+math.Abs(y)), -at + max(y, 0)}
		points := around(near)
		if y > 0 { // given s, log T is nearly normal with the variance e^−y
			for h := math.Exp(-y/2) / 4; h < 9; h *= 1.5 {
				points = append(points, y-at-h, y-at+h)
			}
		}
		top := math.Inf(-1)
		for _, x := range slices.Concat(near, points, t.edges) {
			if x >= t.lo() && x <= t.hi() {
				top = max(top, t.at(x)+given(x))
			}
		}
		mean, shift := wide.meanOn(func(x float64) float64 { return given(x) - top }, points)
		return top + elem64.Log(mean), shift / mean
	}
	f := func(y float64) float64 {
		v, _ := within(y)
		return v
	}
	lo, hi := trim(f, -reach, min(elem64.Log(800)+max(t.hi(), t.hi()+at, 0), reach))
	out := tabulate(m, f, lo, hi, slopeAt(f, lo, 1), t.right)
	for i := range out.off {
		_, off := within((out.edges[i] + out.edges[i+1]) / 2)
		out.off[i] += off
	}
	out.err = max(out.err, out.weighed())
	return out
}

// nearlyNormal is the logarithm of a shape from which on the logarithm of a variable with the Gamma law is so nearly
// normal that only 40 standard deviations count.
const nearlyNormal = 12

// nearly returns the logarithm of the density at y of log G, where G has the law Gamma(e^y') and x − y' is the same number
// for all x = log s, of the density t, and y' = y at the given x; and how far the errors of t shift it. The integral is
// one over w = y − y', which has to be exact where the shape is large.
func (t *table) nearly(x, y float64) (v, off float64) {
	const deviations, step = 40, 2
	sigma := math.Exp(-y / 2)
	lo, hi := max(-deviations*sigma, x-t.hi()), min(deviations*sigma, x-t.lo())
	if !(lo < hi) {
		return math.Inf(-1), 0
	}
	edges := []float64{lo, hi}
	for k := -deviations + step; k < deviations; k += step {
		edges = append(edges, float64(k)*sigma)
	}
	for _, e := range t.edges {
		edges = append(edges, x-e)
	}
	slices.Sort(edges)
	g := convolutionRules()[0]
	type value struct{ log, weight, off float64 }
	var values []value
	top := math.Inf(-1)
	for i := 1; i < len(edges); i++ {
		a, h := edges[i-1], (edges[i]-edges[i-1])/2
		if a < lo || a >= hi || !(h > 0) {
			continue
		}
		p := t.panel(x - a - h)
		for k, u := range g.x {
			w := a + h*(1+u)
			l := t.in(p, x-w) + logGammaDensity(math.Exp(y-w), w)
			top = max(top, l)
			values = append(values, value{l, h * g.w[k], t.off[p]})
		}
	}
	sum := 0.0
	for _, p := range values {
		part := p.weight * math.Exp(p.log-top)
		sum += part
		off += part * math.Expm1(min(p.off, 40))
	}
	return top + elem64.Log(sum), off / sum
}

// logGammaDensity returns the logarithm of the density of log(G/shape) at w, G with the law Gamma(shape). Where the shape is
// large its terms cancel but for those of Stirling's series and shape·(1 + w − e^w).
func logGammaDensity(shape, w float64) float64 {
	if shape < 40 {
		y := w + elem64.Log(shape)
		return shape*y - math.Exp(y) - elem64.Lgamma(shape)
	}
	rest := w - math.Expm1(w)
	if math.Abs(w) < 1./16 { // −w²/2 − w³/6 − …
		rest = 0
		term := w
		for n := 2.0; n < 14; n++ {
			term *= w / n
			rest -= term
		}
	}
	q := 1 / (shape * shape)
	return shape*rest + elem64.Log(shape/(2*math.Pi))/2 - (1./12-q*(1./360-q*(1./1260-q/1680)))/shape
}

// slopeAt measures the slope of a logarithm at an end.
func slopeAt(f func(x float64) float64, x, h float64) float64 {
	return max((f(x+h)-f(x))/h, 0)
}

// chiTable is the density of log(√2 χ_d), the logarithm of the radius for exp(−z²):
// m(ω) = 2^{1−d}/Γ(d/2) ω^{d−1} exp(−ω²/4).
func chiTable(m *budget.Meter, dim int) *table {
	d := float64(dim)
	norm := (1-d)*math.Ln2 - elem64.Lgamma(d/2)
	f := func(x float64) float64 { return norm + d*x - math.Exp(2*x)/4 }
	mode := elem64.Log(2*d) / 2
	lo, hi := trim(f, mode-(drop+15)/min(d, math.Sqrt(d)*4)-1, elem64.Log(2*d+24*math.Sqrt(d)+300)/2+0.1)
	return tabulate(m, f, lo, hi, d, math.Inf(-1))
}
