package mixture

import (
	"math"
	"sync"

	"krein/internal/budget"
	"krein/internal/elem64"
	"krein/internal/quad/gauss"
)

// stableLog returns the logarithm of the density at y of Y = log S for the positive p-stable law E exp(−λS) =
// exp(−λ^p), 0 < p < 1: far out by its series in exp(−py), and elsewhere by Kanter's integral
//
//	f(y) = 1/(πq) ∫_0^π exp(ℓ − e^ℓ) du, ℓ = log A(u) − y/q, q = (1−p)/p,
//	A(u) = (sin(pu)^p sin((1−p)u)^{1−p} / sin u)^{1/(1−p)},
//
// whose integrand is positive (Kanter, Annals of Probability 3 (1975) 697–707).
func stableLog(m *budget.Meter, p, y float64) float64 {
	if x := math.Exp(-p * y); x < 0.25 {
		return stableSeries(p, x)
	}
	return stableIntegral(m, p, y)
}

// stableIntegral is the integral; −∞ once m, which counts the panels, stops.
func stableIntegral(work *budget.Meter,
	p, y float64) float64 { // one function: peak, ends and panels are of one integrand.
	q := (1 - p) / p
	// u = π/(1+e^−v), so that both ends are far away
	terms := func(v float64) (l, slow float64) { // ℓ, which increases, and the factor of dv
		outer := 1 / (1 + math.Exp(v)) // (π−u)/π
		inner := 1 / (1 + math.Exp(-v))
		u := math.Pi * inner
		sine := math.Sin(math.Pi * min(inner, outer))
		cosine := math.Cos(math.Pi * min(inner, outer))
		if outer < inner {
			cosine = -cosine
		}
		// sin(pu)/sin u = cos δ − sin δ cot u with δ = (1−p)u, which keeps its digits as p→1
		sd, cd := math.Sin((1-p)*u), math.Sin((1-p)*u/2)
		l = math.Log1p(-2*cd*cd-sd/sine*cosine)/q + elem64.Log(sd/sine) - y/q
		return l, elem64.Log(inner) + elem64.Log(outer)
	}
	g := func(v float64) float64 {
		l, slow := terms(v)
		return l - math.Exp(l) + slow
	}
	// g has one peak: look for it, and for where it has fallen.
	lo, hi := -60.0, 10.0
	for hi < 600 {
		if l, _ := terms(hi); l > 6 {
			break
		}
		hi *= 2
	}
	a, b := lo, hi
	const golden = 0.6180339887498949
	for b-a > max(0.05*(1-p), 1e-11) {
		x0, x1 := b-golden*(b-a), a+golden*(b-a)
		if !(g(x0) >= g(x1)) {
			a = x0
		} else {
			b = x1
		}
	}
	mid := (a + b) / 2
	top := g(mid)
	edge := func(end float64) float64 {
		in, out := mid, end
		for range 40 {
			m := (in + out) / 2
			if g(m) < top-44 {
				out = m
			} else {
				in = m
			}
		}
		return out
	}
	lo, hi = edge(lo), edge(hi)
	rule := stableRule()
	panel := func(lo, hi float64) float64 {
		h := (hi - lo) / 2
		var sum float64
		for k, x := range rule.x {
			sum += rule.w[k] * math.Exp(g(lo+h*(1+x))-top)
		}
		return sum * h
	}
	var scale float64 // roughly the whole
	var adapt func(lo, hi, whole float64, depth int) float64
	adapt = func(lo, hi, whole float64, depth int) float64 {
		m := (lo + hi) / 2
		left, right := panel(lo, m), panel(m, hi)
		// the error of the halves is far smaller still
		if depth == 0 || math.IsNaN(left+right) || math.Abs(left+right-whole) <= 1e-9*(left+right)+1e-12*scale ||
			!work.Spend(stablePanelUnits) {
			return left + right
		}
		return adapt(lo, m, left, depth-1) + adapt(m, hi, right, depth-1)
	}
	below, above := panel(lo, mid), panel(mid, hi)
	scale = below + above
	sum := adapt(lo, mid, below, 14) + adapt(mid, hi, above, 14)
	if work.Stopped() {
		return math.Inf(-1)
	}
	return top + elem64.Log(sum) - elem64.Log(q)
}

var stableRule = sync.OnceValue(func() (r struct{ x, w []float64 }) {
	r.x, r.w = gauss.Legendre(16)
	return r
})

// stableSeries is log (1/π) Σ (−1)^{n+1} Γ(np+1)/n! sin(πnp) x^n for small x = s^−p.
func stableSeries(p, x float64) float64 {
	var sum float64 // less the factor x
	power := 1.0
	for n := 1; n < 200; n++ {
		k := float64(n)
		lg := elem64.Lgamma(k*p + 1)
		lf := elem64.Lgamma(k + 1)
		size := math.Exp(lg-lf) * power
		// sin(πnp) = ± sin(πn(1−p)), the smaller argument
		s := math.Sin(math.Pi * k * p)
		if p > 0.5 {
			s = math.Sin(math.Pi * k * (1 - p))
		} else if n%2 == 0 {
			s = -s
		}
		sum += size * s
		if size < 1e-18*math.Abs(sum) {
			break
		}
		power *= x
	}
	return elem64.Log(sum*x) - elem64.Log(math.Pi)
}

// Work in units of a budget.Meter, about: of a value of stableLog, and of the halves of a panel that needs more than
// that.
const (
	stableUnits      = 300
	stablePanelUnits = 60
)

// stableTable is the density of log S.
func stableTable(m *budget.Meter, p float64) *table {
	q := (1 - p) / p
	a0 := math.Log1p(-p) + p/(1-p)*elem64.Log(p) // log A(0)
	lo := max(q*(a0-elem64.Log(110)), -reach)
	hi := min((drop+10)/p, reach)
	t := tabulate(m, func(y float64) float64 {
		if !m.Spend(stableUnits) {
			return math.Inf(-1)
		}
		return stableLog(m, p, y)
	}, lo, hi, math.Inf(1), -p)
	t.err += 1e-13
	for i := range t.off {
		t.off[i] += 1e-13
	}
	return t
}
