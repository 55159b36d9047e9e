package mixture

import (
	"math"

	"krein/internal/budget"
	"krein/internal/elem64"
)

// gammaTable is the density of log G for G with the Gamma(shape) law.
func gammaTable(m *budget.Meter, shape float64) *table {
	norm := elem64.Lgamma(shape)
	f := func(x float64) float64 { return shape*x - math.Exp(x) - norm }
	lo := elem64.Log(shape) - (drop+10)/min(shape, math.Sqrt(shape)/0.4)
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
// T has the Gamma(a·s) law. x = log s has the density of t, whose right tail is light.
func processTable(m *budget.Meter, t *table, a float64) *table {
	wide := t.padded()
	within := func(y float64) (v, off float64) {
		if !m.Spend(pieceUnits * int64(len(t.edges))) {
			return math.Inf(-1), 0
		}
		e := math.Exp(y)
		given := func(x float64) float64 {
			shape := a * math.Exp(x)
			return shape*y - e - elem64.Lgamma(shape)
		}
		at := -elem64.Log(a)
		near := []float64{at, at - elem64.Log(1+math.Abs(y)), at + max(y, 0)}
		top := math.Inf(-1)
		for _, x := range append(near, t.edges...) {
			if x >= t.lo() && x <= t.hi() {
				top = max(top, t.at(x)+given(x))
			}
		}
		mean, shift := wide.meanWithin(func(x float64) float64 { return given(x) - top }, near...)
		return top + elem64.Log(mean), shift / mean
	}
	f := func(y float64) float64 {
		v, _ := within(y)
		return v
	}
	lo, hi := trim(f, -reach, elem64.Log(800)+max(t.hi(), 0))
	out := tabulate(m, f, lo, min(hi, reach), slopeAt(f, lo, 1), math.Inf(-1))
	for i := range out.off {
		_, off := within((out.edges[i] + out.edges[i+1]) / 2)
		out.off[i] += off
	}
	out.err = max(out.err, out.weighed())
	return out
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
