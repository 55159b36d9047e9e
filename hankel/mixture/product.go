package mixture

import (
	"math"
	"slices"

	"krein/internal/budget"
	"krein/internal/elem64"
	"krein/kernel/formula"
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
	if !ok || len(out.also) == 0 || !out.separable() || !sameValues(e, Sum{Terms: []Term{t}}) {
		return Term{}, false
	}
	return t, true
}

// separable reports whether the density of log S can be tabulated: a constant, as that of a Gaussian factor, ends it where
// other laws have to have next to no probability.
func (l *Law) separable() bool {
	constant, light := false, false
	for _, f := range l.scales() {
		point, stable := f.from.kind == originPoint, false
		for _, s := range f.steps {
			point = point && !s.log
			stable = stable || s.p < 1
		}
		switch {
		case point && !stable:
			constant = true
		case point: // the left tail of a stable law is lighter than any power
			light = true
		}
	}
	return !constant || light
}

// scales returns the laws of the independent scales that are added: l without the others, and these.
func (l *Law) scales() []*Law {
	own := *l
	own.also = nil
	return append([]*Law{&own}, l.also...)
}

// sumTable returns the density of log S for the sum S of the scales of l and l.also.
func (l *Law) sumTable(m *budget.Meter) (t *table, shift float64) {
	constant := 0.0
	for _, f := range l.scales() {
		u, shift := f.table(m)
		switch {
		case u == nil:
			constant += math.Exp(shift)
		case t == nil:
			t = u
		default:
			t = plus(m, t, u)
		}
	}
	switch {
	case t == nil:
		return nil, elem64.Log(constant)
	case constant > 0:
		t = plusConstant(m, t, constant)
	}
	return t, 0
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

// plusConstant tabulates the density of log(e^X + c), X with a light left tail.
func plusConstant(m *budget.Meter, t *table, c float64) *table {
	at := elem64.Log(c)
	back := func(y float64) float64 { return y + elem64.Log(-math.Expm1(at-y)) } // x
	f := func(y float64) float64 {
		if !(y > at) {
			return math.Inf(-1)
		}
		x := back(y)
		if x < t.lo() || x > t.hi() {
			return math.Inf(-1)
		}
		return t.at(x) + y - x
	}
	forth := func(x float64) float64 { return max(x, at) + math.Log1p(math.Exp(-math.Abs(x-at))) }
	lo, hi := trim(f, forth(t.lo()), forth(t.hi()))
	out := tabulate(m, f, lo, hi, math.Inf(1), t.right)
	for i := range out.off {
		out.off[i] += t.off[t.panel(back((out.edges[i]+out.edges[i+1])/2))]
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
