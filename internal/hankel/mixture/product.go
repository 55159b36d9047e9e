package mixture

import (
	"math"
	"slices"

	"krein/internal/budget"
	"krein/internal/elem64"
	"krein/internal/kernel/formula"
)

// RecogniseProduct finds in a formula a constant times several kernels that Recognise knows: their scales are independent
// and add up. As Recognise it accepts only what has the values of the formula.
func RecogniseProduct(e *formula.Expr) (Term, bool) {
	factors, c := formula.FactorList(formula.Opened(e), true)
	weight, ok := number(c)
	out := &Law{}
	for _, f := range exponentials(factors) {
		s, known := Recognise(f)
		if !known || s.Constant != 0 && len(s.Terms) > 0 || len(s.Terms) > 1 {
			return Term{}, false
		}
		if len(s.Terms) == 0 {
			weight *= s.Constant
			continue
		}
		weight *= s.Terms[0].Weight
		if l := s.Terms[0].Law; len(out.steps) == 0 {
			*out = *l
		} else {
			out.also = append(out.also, l)
		}
	}
	t := Term{weight, out}
	if !ok || len(out.also) == 0 || !sameValues(e, Sum{Terms: []Term{t}}) {
		return Term{}, false
	}
	return t, true
}

// scales returns the laws of the independent scales that are added: l without the others, and these.
func (l *Law) scales() []*Law {
	own := *l
	own.also = nil
	return append([]*Law{&own}, l.also...)
}

// sum returns the density of X and a constant c ≥ 0 such that the scale is e^X + c; nil if it is c.
func (l *Law) sum(m *budget.Meter) (t *table, c float64) {
	for _, f := range l.scales() {
		u, shift := f.table(m)
		switch {
		case u == nil:
			c += math.Exp(shift)
		case t == nil:
			t = u
		default:
			t = plus(m, t, u)
		}
	}
	return t, c
}

// plus tabulates the density of log(e^X + e^Y) for independent X and Y.
func plus(m *budget.Meter, a, b *table) *table {
	wideA, wideB := a.padded(), b.padded()
	// half is the part where e^x is the smaller one, of the law t: y − x ≥ log 2.
	half := func(t, other *table, y float64) (sum, off float64) {
		if !m.Spend(pieceUnits * int64(len(t.edges)+len(other.edges))) {
			return 0, 0
		}
		end := y - math.Ln2
		points := around([]float64{end})
		for _, e := range other.edges {
			if e > end && e < y {
				points = append(points, y+math.Log1p(-math.Exp(e-y)))
			}
		}
		points = append(points, end)
		rest := func(x float64) float64 {
			if x > end {
				return math.Inf(-1)
			}
			l := math.Log1p(-math.Exp(x - y))
			if y+l < other.lo() || y+l > other.hi() {
				return math.Inf(-1)
			}
			return other.at(y+l) - l
		}
		return t.meanOn(rest, points)
	}
	f := func(y float64) float64 {
		v, _ := half(wideA, wideB, y)
		w, _ := half(wideB, wideA, y)
		return elem64.Log(v + w)
	}
	lo, hi := trim(f, max(a.lo(), b.lo(), -reach), min(max(a.hi(), b.hi())+math.Ln2, reach))
	out := tabulate(m, f, lo, hi, a.left+b.left, max(a.right, b.right))
	for i := range out.off {
		y := (out.edges[i] + out.edges[i+1]) / 2
		v, o := half(wideA, wideB, y)
		w, p := half(wideB, wideA, y)
		out.off[i] += (o + p) / (v + w)
	}
	out.err = max(out.err, out.weighed())
	return out
}

// radiusBeside tabulates the density of ½ log(e^X + c) + log χ, the law of log χ given: the scale has next to no density
// of its own where e^X falls far below c, which χ smooths.
func radiusBeside(m *budget.Meter, t *table, c float64, chi *table) *table {
	at := elem64.Log(c)
	logScale := func(x float64) float64 { return max(x, at) + math.Log1p(math.Exp(-math.Abs(x-at))) }
	below := elem64.Log(1/t.left) + t.at(t.lo()) // of the probability left of the table, where the scale is c
	wide := t.padded()
	f := func(r float64) (v, off float64) {
		if !m.Spend(pieceUnits * int64(len(t.edges)+len(chi.edges))) {
			return 0, 0
		}
		points := around([]float64{at})
		for _, e := range chi.edges {
			if u := 2 * (r - e); u > at { // log(e^x + c) = u
				points = append(points, u+elem64.Log(-math.Expm1(at-u)))
			}
		}
		v, off = wide.meanOn(func(x float64) float64 { return chi.at(r - logScale(x)/2) }, points)
		return v + math.Exp(below+chi.at(r-at/2)), off
	}
	log := func(r float64) float64 {
		v, _ := f(r)
		return elem64.Log(v)
	}
	lo, hi := trim(log, chi.lo()+at/2, min(logScale(t.hi())/2+chi.hi(), reach/2))
	out := tabulate(m, log, lo, hi, chi.left, max(2*t.right, chi.right))
	for i := range out.off {
		v, off := f((out.edges[i] + out.edges[i+1]) / 2)
		out.off[i] += off/v + chi.err
	}
	out.err = max(out.err, out.weighed())
	return out
}

// addLogs returns the logarithm of a sum of exponentials.
func addLogs(x []float64) float64 {
	top := slices.Max(x)
	if math.IsInf(top, 0) {
		return top
	}
	sum := 0.0
	for _, v := range x {
		sum += math.Exp(v - top)
	}
	return top + elem64.Log(sum)
}
