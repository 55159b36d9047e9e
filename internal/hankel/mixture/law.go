package mixture

import (
	"fmt"
	"math"
	"strings"
	"sync"

	"krein/internal/budget"
	"krein/internal/elem64"
)

// origin is the law of the time s at which everything begins, by the transform h(λ) = E exp(−λs), h(0) = 1.
type origin struct {
	kind  originKind
	gamma float64 // the shape of originGamma, the power of originDagum, the a of originRatio
}

type originKind uint8

const (
	originPoint originKind = iota // s = 1: h = exp(−λ)
	originGamma                   // h = (1+λ)^−γ
	originDagum                   // h = 1 − (λ/(1+λ))^γ, 0 < γ ≤ 1
	originRatio                   // h = log(1 + γ/(1+λ)) / log(1+γ)
)

// step is a subordinator by its Laplace exponent ψ(λ), a Bernstein function: time s becomes
// T with E exp(−λT) = exp(−sψ(λ)).
type step struct {
	log  bool    // ψ = a log(1+bλ), else a λ^p
	a    float64 // > 0
	p, b float64 // 0 < p ≤ 1; b > 0
}

func (s *step) at(x float64) float64 {
	if s.log {
		return s.a * math.Log1p(s.b*x)
	}
	return s.a * elem64.Pow(x, s.p)
}

// Law is the law of a scale S > 0. It is immutable.
type Law struct {
	from  origin
	steps []step // from the outside in; the last one leads to S
	also  []*Law // of further independent scales, which are added; none of them has any
}

// Kernel returns E exp(−S z²), z ≥ 0, by its closed form.
func (l *Law) Kernel(z float64) float64 {
	v := l.own(z)
	for _, f := range l.also {
		v *= f.own(z)
	}
	return v
}

// own is Kernel without what is added.
func (l *Law) own(z float64) float64 {
	x := z * z
	for i := len(l.steps) - 1; i >= 0; i-- {
		s := &l.steps[i]
		if i == len(l.steps)-1 && !s.log { // z² may overflow where the power does not
			x = s.a * elem64.Pow(z, 2*s.p)
			continue
		}
		x = s.at(x)
	}
	switch l.from.kind {
	case originGamma:
		return math.Exp(-l.from.gamma * math.Log1p(x))
	case originDagum:
		if math.IsInf(x, 1) {
			return 0
		}
		if x > 1 {
			return -math.Expm1(-l.from.gamma * math.Log1p(1/x))
		}
		return 1 - elem64.Pow(x/(1+x), l.from.gamma)
	case originRatio:
		return math.Log1p(l.from.gamma/(1+x)) / math.Log1p(l.from.gamma)
	}
	return math.Exp(-x)
}

// String describes the law in a few words.
func (l *Law) String() string {
	var parts []string
	switch l.from.kind {
	case originGamma:
		parts = append(parts, fmt.Sprintf("a Gamma(%g) distribution", l.from.gamma))
	case originDagum:
		parts = append(parts, fmt.Sprintf("a Gamma distribution of Sibuya(%g) shape", l.from.gamma))
	case originRatio:
		parts = append(parts, "a logarithmic distribution")
	}
	for _, s := range l.steps {
		switch {
		case s.log:
			parts = append(parts, "a Gamma process")
		case s.p < 1:
			parts = append(parts, fmt.Sprintf("a positive %g-stable distribution", s.p))
		}
	}
	if len(l.also) > 0 {
		parts = append(parts, fmt.Sprintf("and %d more", len(l.also)))
	}
	return "a mixture of Gaussians by " + strings.Join(parts, ", ")
}

// table returns the density of log S, nil if S is the constant exp(shift), without what is added.
func (l *Law) table(m *budget.Meter) (t *table, shift float64) {
	switch l.from.kind {
	case originGamma:
		t = gammaTable(m, l.from.gamma)
	case originDagum:
		if l.from.gamma == 1 {
			t = gammaTable(m, 1)
		} else {
			t = dagumTable(m, l.from.gamma)
		}
	case originRatio:
		t = ratioTable(m, l.from.gamma)
	}
	for _, s := range l.steps {
		switch {
		case s.log && t == nil:
			t = gammaTable(m, s.a*math.Exp(shift)).linear(1, elem64.Log(s.b))
		case s.log:
			t = processTable(m, t, s.a).linear(1, elem64.Log(s.b))
		default:
			shift = (shift + elem64.Log(s.a)) / s.p
			if t != nil {
				t = t.linear(1/s.p, shift)
				shift = 0
			}
			if s.p == 1 {
				continue
			}
			u := stableTable(m, s.p)
			if t == nil {
				t, shift = u.linear(1, shift), 0
			} else {
				t = sum(m, t, u, reach)
			}
		}
		if t != nil {
			shift = 0
		}
	}
	return t, shift
}

// Radius is the density of R = √(2S) χ_d. It is safe for concurrent use.
type Radius struct {
	dim    float64
	t      *table  // of log R
	err    float64 // relative, besides that of t
	cut    bool
	origin func() float64 // see Law.originLimit
}

// NewRadius computes the density of the radius in dimension dim ≥ 1. It takes up to a second
// or two, counted by m, which may be nil: once m stops, the rest is left out, and the error is infinite.
func (l *Law) NewRadius(dim int, m *budget.Meter) *Radius {
	if dim < 1 {
		panic(fmt.Sprintf("mixture: dimension %d", dim))
	}
	chi := chiTable(m, dim)
	s, c := l.sum(m)
	r := &Radius{dim: float64(dim), origin: sync.OnceValue(func() float64 { return l.originLimit(float64(dim)) })}
	if s == nil {
		r.t = chi.linear(1, elem64.Log(c)/2)
	} else {
		if c > 0 {
			r.t = radiusBeside(m, s, c, chi)
		} else {
			r.t = sum(m, s.linear(0.5, 0), chi, reach/2)
		}
		// The law of S against the closed form of its transform.
		for e := -20; e <= 20; e++ {
			z := math.Exp2(float64(e))
			want := l.Kernel(z)
			got := s.mean(func(x float64) float64 { return -math.Exp(x + 2*elem64.Log(z)) }, -2*elem64.Log(z))
			r.err = max(r.err, math.Abs(got*math.Exp(-c*z*z)-want)-s.beyond())
		}
	}
	r.cut = math.IsInf(r.t.err, 1) || m.Stopped()
	return r
}

// beyond bounds the probability beyond the ends of a table.
func (t *table) beyond() float64 {
	return math.Exp(t.at(t.lo()))/t.left + math.Exp(t.at(t.hi()))/-t.right
}

// originLimit returns the logarithm of the limit of m(ω) ω^{1−d} at ω = 0,
//
//	2^{2−d}/Γ(d/2)² ∫_0^∞ k(z) z^{d−1} dz,
//
// by the trapezoidal rule in log z, which for what is analytic and falls off on both sides is as good as the step is
// narrow beside the peak; +Inf if the integral is infinite or not seen to end.
func (l *Law) originLimit(d float64) float64 {
	h := func(x float64) float64 { return l.logKernel(x) + d*x }
	const farthest = float64(reach) / 2
	peak := -farthest
	for x := -farthest; x <= farthest; x += 0.25 {
		if h(x) > h(peak) {
			peak = x
		}
	}
	const margin = 45 // what is below e^−45 of the peak adds nothing
	step := 0.2 / math.Sqrt(d+4)
	top := h(peak)
	side := func(dir float64) (sum float64, ok bool) {
		for x := peak + dir*step; math.Abs(x) < farthest; x += dir * step {
			v := h(x) - top
			if math.IsNaN(v) {
				return sum, false
			}
			if sum += math.Exp(v); v < -margin {
				return sum, true
			}
		}
		return sum, false
	}
	below, _ := side(-1)
	above, ok := side(1)
	if !ok {
		return math.Inf(1)
	}
	return top + elem64.Log((1+below+above)*step) + (2-d)*math.Ln2 - 2*elem64.Lgamma(d/2)
}

// logKernel returns the logarithm of Kernel at e^x, without underflow where that is an exponential; NaN where it is lost.
func (l *Law) logKernel(x float64) float64 {
	z := math.Exp(x)
	if len(l.also) > 0 {
		v := 0.0
		for _, f := range l.scales() {
			v += f.logKernel(x)
		}
		return v
	}
	if last := l.steps[len(l.steps)-1]; l.from.kind == originPoint && len(l.steps) == 1 && !last.log {
		return -last.a * elem64.Pow(z, 2*last.p)
	}
	if v := l.Kernel(z); v > 0 {
		return elem64.Log(v)
	}
	return math.NaN()
}

// Density returns the density at ω > 0 and an estimate of its error: what interpolation, quadrature and the tables of
// the parts may have shifted it by; below Range, where m(ω) ω^{1−d} falls as ω grows, its distance from the limit at 0,
// and above, where the slope of the logarithm goes from the one it has there to that at infinity, the distance between
// both lines.
func (r *Radius) Density(omega float64) (m, err float64) {
	if !(omega > 0) {
		return 0, 0
	}
	x := elem64.Log(omega)
	v := r.t.at(x)
	m = math.Exp(v - x)
	if r.cut {
		return m, math.Inf(1)
	}
	err = m * (math.Expm1(min(r.t.off[r.t.panel(x)], 700)) + r.err + 1e-14)
	if x < r.t.lo() || x > r.t.hi() {
		top := r.t.above(x)
		if x < r.t.lo() {
			top = min(top, r.origin()+r.dim*x)
		}
		err += math.Abs(math.Exp(top-x) - m)
	}
	return m, err
}

// Cut reports whether the work ended before the density was known.
func (r *Radius) Cut() bool { return r.cut }

// Range returns where the probability lies, but for about 1e-24 and what floats do not reach.
func (r *Radius) Range() (lo, hi float64) { return math.Exp(r.t.lo()), math.Exp(r.t.hi()) }
