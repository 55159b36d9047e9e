package decompose

import (
	"math"

	"krein/quad"
	"krein/special"
)

// Rule returns a quadrature rule for expectations of the radius: E f(R) ≈ Σ w_i f(ω_i)
// for functions that oscillate no faster than cos(ωz), z ≥ 0, and are smooth otherwise.
// The weights are nonnegative. Where the density is smooth over many periods of cos(ωz)
// the rule fades out, because what follows cancels; so its weights add up to 1 for z = 0
// but perhaps to less for z > 0, and f must then be such an oscillation around 0.
//
// Estimated: about the interpolation error of the table, and in an endless train of lobes
// with period 2π/b, at |z−b| < 1e-3 b, up to the probability of the tail.
func (t *Table) Rule(z float64) (omega, weight []float64) {
	var r rule
	t.lower.rule(&r, z)
	t.upper.rule(&r, z)
	return r.omega, r.weight
}

// Kernel returns E Λ_dim(Rz) for the part's radius R, z ≥ 0: the normalised kernel of
// the part without its atom at 0. Kernel(0) = 1. Estimated, see Table.Rule. It panics if
// the part has no mass on ω > 0.
func (p *Part) Kernel(z float64, dim int) float64 {
	if p.Radii == nil {
		panic("decompose: Kernel of a part without mass")
	}
	omega, weight := p.rule(z)
	lam := special.NewLambda(float64(dim))
	x := make([]float64, len(omega))
	for i, w := range omega {
		x[i] = w * z
	}
	lam.AtTo(x, x)
	var sum float64
	for i, v := range x {
		sum += weight[i] * v
	}
	return sum
}

// rule returns Table.Rule, or for other Radii Gauss–Legendre panels in u that shrink
// towards 0 and 1.
func (p *Part) rule(z float64) (omega, weight []float64) {
	if t, ok := p.Radii.(*Table); ok {
		return t.Rule(z)
	}
	x, w := quad.GaussLegendre64(8)
	for k := 1; k <= 48; k++ {
		hi := math.Exp2(-float64(k))
		lo := hi / 2
		if k == 48 {
			lo = 0
		}
		const parts = 4
		for j := range parts {
			a, h := lo+(hi-lo)*float64(j)/parts, (hi-lo)/parts/2
			for i := range x {
				u := a + h*(1+x[i])
				omega = append(omega, p.Radii.Quantile(u), p.Radii.Quantile(1-u))
				weight = append(weight, w[i]*h, w[i]*h)
			}
		}
	}
	return omega, weight
}

// SecondMoment returns E R² of the part's radius, +Inf if it diverges (estimated). The
// second moment of the d-dimensional frequency vector is the same number. It panics if
// the part has no mass on ω > 0.
func (p *Part) SecondMoment() float64 {
	if p.Radii == nil {
		panic("decompose: SecondMoment of a part without mass")
	}
	t, ok := p.Radii.(*Table)
	if !ok {
		omega, weight := p.rule(0)
		var sum float64
		for i, w := range omega {
			sum += weight[i] * w * w
		}
		return sum
	}
	var sum float64
	for _, s := range []*side{&t.lower, &t.upper} {
		if s.edges[0] > 0 {
			sum += s.edges[0] * s.tail.moment(2, s.segs[0].from)
		}
		for i := range s.segs {
			var r rule
			r.segment(&s.segs[i], s.edges[i+1]-s.edges[i], 0, math.Inf(1))
			for k, w := range r.omega {
				sum += r.weight[k] * w * w
			}
		}
	}
	return sum
}

type rule struct{ omega, weight []float64 }

// fade is the phase that a segment may span before the rule fades out.
const fade = 64

// rule appends the quadrature of a side.
func (s *side) rule(r *rule, z float64) {
	end := math.Inf(1)
	for i := len(s.segs) - 1; i >= 0; i-- { // from the median outwards
		g := &s.segs[i]
		if from := max(g.from, g.to); z > 0 && math.Abs(g.to-g.from)*z > fade && from*z > 4*fade {
			end = from
			break
		}
	}
	if s.edges[0] > 0 {
		s.tailRule(r, z, end)
	}
	for i := range s.segs {
		r.segment(&s.segs[i], s.edges[i+1]-s.edges[i], z, end)
	}
}

// taper falls smoothly from 1 at ω ≤ end/2 to 0 at ω ≥ end.
func taper(omega, end float64) float64 {
	if omega <= end/2 {
		return 1
	}
	x := 2*omega/end - 1
	if x >= 1 {
		return 0
	}
	a, b := math.Exp(-1/x), math.Exp(-1/(1-x))
	return b / (a + b)
}

// segment appends the quadrature over a segment of probability dp.
func (r *rule) segment(g *segment, dp, z, end float64) {
	if g.from == g.to {
		r.omega, r.weight = append(r.omega, g.from), append(r.weight, dp)
		return
	}
	if min(g.from, g.to) >= end {
		return
	}
	n, parts := 5, 1
	if phase := math.Abs(g.to-g.from) * z; phase > 2 {
		n, parts = 12, int(phase/6)+1
	} else if dp < 1e-12 {
		n = 2
	}
	x, w := quad.GaussLegendre64(n)
	h := 0.5 / float64(parts)
	for k := range parts {
		for j := range x {
			t := h * (float64(2*k+1) + x[j])
			omega := g.from + (g.to-g.from)*t
			_, dy := g.share(t)
			if c := taper(omega, end); c > 0 {
				r.omega, r.weight = append(r.omega, omega), append(r.weight, dp*dy*h*w[j]*c)
			}
		}
	}
}

// tailRule appends the quadrature of the law beyond the outermost node.
func (s *side) tailRule(r *rule, z, end float64) {
	p0, at := s.edges[0], s.segs[0].from
	if at >= end {
		return
	}
	if p0 < 1e-15 {
		r.omega, r.weight = append(r.omega, at), append(r.weight, p0)
		return
	}
	x, w := quad.GaussLegendre64(8)
	// Panels in q = p/p0 that shrink towards 0.
	share := func(hi, lo float64) {
		h := (hi - lo) / 2
		for i := range x {
			omega := s.tail.quantile(p0*(lo+h*(1+x[i])), p0, at)
			if c := taper(omega, end); c > 0 {
				r.omega, r.weight = append(r.omega, omega), append(r.weight, p0*w[i]*h*c)
			}
		}
	}
	if s.tail.Kind != tailLobes || z == 0 {
		if z > 0 && s.tail.Kind == tailPower && s.tail.Exponent < 0 {
			// A smooth power law in ω: panels of a few radians up to where it fades.
			end = min(end, max(4*at, at+4*fade/z))
			const phase = 6
			for a := at; a < end; {
				b := min(a+phase/z, 2*a, end)
				share(math.Pow(a/at, s.tail.Exponent), math.Pow(b/at, s.tail.Exponent))
				a = b
			}
			return
		}
		hi := 1.0
		for range 30 {
			share(hi, hi/4)
			hi /= 4
		}
		share(hi, 0)
		return
	}
	// Lobe by lobe, in the angle within the lobe.
	const lobes = 256
	end = min(end, s.tail.Center+lobes*s.tail.Period)
	from := func(y float64) float64 { return math.Pow(1+y*s.tail.Period/s.tail.start(), s.tail.Exponent) }
	for j := 0.0; j < lobes; j++ {
		for i := range x {
			phi := math.Pi / 2 * x[i]
			y := j + (1+math.Sin(phi))/2
			omega := s.tail.Center + j*s.tail.Period + s.tail.HalfWidth*x[i]
			slope := -s.tail.Exponent * from(y) / (1 + y*s.tail.Period/s.tail.start()) * s.tail.Period / s.tail.start()
			if c := taper(omega, end); c > 0 {
				r.omega = append(r.omega, omega)
				r.weight = append(r.weight, p0*slope*math.Cos(phi)/2*math.Pi/2*w[i]*c)
			}
		}
	}
}
