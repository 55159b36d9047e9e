package decompose

import (
	"math"

	"krein/internal/decompose/segment"
	"krein/internal/elem64"
	"krein/internal/hankel/distribution"
	"krein/internal/quad/gauss"
	"krein/internal/special/double"
)

// Rule returns a quadrature rule for expectations of the radius: E f(R) ≈ Σ w_i f(ω_i) for functions that oscillate no
// faster than cos(ωz), z ≥ 0, and are smooth otherwise. The weights are nonnegative. Where the density is smooth over
// many periods of cos(ωz) up to infinity the rule fades out, because what follows cancels; so its weights add up to 1
// for z = 0 but perhaps to less for z > 0, and f must then be such an oscillation around 0.
//
// It integrates the law that the table stands for, in the variable of its segments.
// Estimated: about 1e-11, up to 1e-6 of the probability of an endlessly oscillating tail, and in
// one with period 2π/b, at |z−b| < 1e-3 b, up to that probability.
func (t *Table) Rule(z float64) (omega, weight []float64) {
	r := rule{end: t.fadesOut(z), waves: waveLobes}
	t.lower.rule(&r, z)
	t.upper.rule(&r, z)
	return r.omega, r.weight
}

// Kernel returns E Λ_dim(Rz) for the part's radius R, z ≥ 0: the normalised kernel of the part without its atom at 0.
// Kernel(0) = 1. Estimated, see Table.Rule. It panics if the part has no mass on ω > 0.
func (p *Part) Kernel(z float64, dim int) float64 {
	if p.Radii == nil {
		panic("decompose: Kernel of a part without mass")
	}
	return p.kernel(z, double.NewLambda(float64(dim)))
}

func (p *Part) kernel(z float64, lambda *double.Lambda) float64 {
	omega, weight := p.rule(z)
	x := make([]float64, len(omega))
	for i, w := range omega {
		x[i] = w * z
	}
	lambda.AtTo(x, x)
	var sum float64
	for i, v := range x {
		sum += weight[i] * v
	}
	return sum
}

// rule returns Table.Rule, or for other Radii Gauss–Legendre panels in u that shrink towards 0 and 1.
func (p *Part) rule(z float64) (omega, weight []float64) {
	if t, ok := p.Radii.(*Table); ok {
		return t.Rule(z)
	}
	x, w := gauss.Legendre(8)
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

// SecondMoment returns E R² of the part's radius, +Inf if it diverges (estimated). The second moment of the
// d-dimensional frequency vector is the same number. It panics if the part has no mass on ω > 0.
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
	second, _, _ := t.SecondMoment()
	return second
}

// oscillating returns the probability of an endlessly oscillating tail.
func (t *Table) oscillating() float64 {
	if k := t.upper.tail.Kind; k == tailWaves || k == tailLobes {
		return t.upper.edges[0]
	}
	return 0
}

// SecondMoment returns E R² for the law that the table stands for, +Inf if it diverges, and how far the mean of the
// squares of Table.Sample may be from it: the square of a segment is a polynomial, which the quadrature integrates
// exactly, so that only rounding is left. Where a tail oscillates, which proved says, off is estimated.
func (t *Table) SecondMoment() (value, off float64, proved bool) {
	proved = true
	x, w := gauss.Legendre(10) // exact for the degree 15 of ω²·dp, in w = √y too
	for _, s := range []*side{&t.lower, &t.upper} {
		if p0 := s.edges[0]; p0 > 0 {
			m := p0 * s.tail.moment(2)
			share, sure := s.tail.squareRounding()
			value, off, proved = value+m, off+m*share, proved && sure
		}
		_, before := s.ends(0)
		for i := range s.kinds {
			c, dp := s.poly(i), s.edges[i+1]-s.edges[i]
			size, slope, gap := s.wobble(i)
			off += 2*size*slope + 64*eta*dp*size*size // of samples, and of the sum below
			outer, inner := s.ends(i)
			if i > 0 {
				off += 2 * gap * math.Abs(outer-before) * max(outer, before)
			}
			before = inner
			for j, at := range x {
				at = (1 + at) / 2
				omega := segment.Value(c, at)
				value += dp * s.kinds[i].Slope(at) * w[j] / 2 * omega * omega
			}
		}
	}
	return value, off * slackUp, proved
}

// rule collects nodes and weights and fades out towards end.
type rule struct {
	omega, weight []float64
	end           float64
	waves         int // lobes
}

func (r *rule) add(omega, weight float64) {
	if c := taper(omega, r.end); c > 0 {
		r.omega, r.weight = append(r.omega, omega), append(r.weight, weight*c)
	}
}

// fade is the phase that a segment must span for the density to count as smooth.
const fade = 64

// fadesOut returns where a rule ends: beyond half of it the density is smooth over many
// periods of cos(ωz), up to infinity. It is +Inf if there is no such place.
func (t *Table) fadesOut(z float64) float64 {
	u := &t.upper
	smooth := u.tail.Kind == tailPower || u.tail.Kind == tailExponential || u.tail.Kind == tailNone &&
		(u.edges[1] < 1e-11 || u.endless(z)) // a light tail was cut off, or one at the end of floats
	if z == 0 || !smooth {
		return math.Inf(1)
	}
	stop, more := t.upper.tail.At, true
	extend := func(s *side, i int) {
		outer, inner := s.ends(i)
		lo, hi := min(outer, inner), max(outer, inner)
		more = more && s.kinds[i] == segment.Regular && (hi-lo)*z >= fade && math.Abs(hi-stop) <= 1e-9*hi
		if more {
			stop = lo
		}
	}
	for i := range t.upper.kinds {
		extend(&t.upper, i)
	}
	for i := len(t.lower.kinds) - 1; i >= 0; i-- {
		extend(&t.lower, i)
	}
	if low := &t.lower.tail; more && low.Kind == tailPower && math.Abs(low.At-stop) <= 1e-9*stop {
		stop = 0
	}
	return 2 * max(stop, 4*fade/z)
}

// endless reports whether cos(ωz) oscillates so often in the outermost segment that an end of the law there, where its
// density may jump, adds less than a millionth of the segment's probability.
func (s *side) endless(z float64) bool {
	const phase = 1e6
	outer, inner := s.ends(0)
	return math.Abs(outer-inner)*z > phase
}

// rule appends the quadrature of a side.
func (s *side) rule(r *rule, z float64) {
	if s.edges[0] > 0 {
		s.tailRule(r, z)
	}
	for i := range s.kinds {
		r.segment(s, i, z)
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

// segment appends the quadrature over segment i of a side.
func (r *rule) segment(s *side, i int, z float64) {
	outer, inner := s.ends(i)
	dp := s.edges[i+1] - s.edges[i]
	if s.isAtom(i) {
		r.omega, r.weight = append(r.omega, outer), append(r.weight, dp)
		return
	}
	if min(outer, inner) >= r.end {
		return
	}
	n, parts := 10, 1
	if phase := math.Abs(inner-outer) * z; phase > 2 {
		n, parts = 16, int(phase/8)+1
	} else if dp < 1e-12 {
		n = 2
	}
	c, kind := s.poly(i), s.kinds[i]
	x, w := gauss.Legendre(n)
	h := 0.5 / float64(parts)
	for k := range parts {
		for j := range x {
			at := h * (float64(2*k+1) + x[j])
			r.add(segment.Value(c, at), dp*kind.Slope(at)*h*w[j])
		}
	}
}

// tailRule appends the quadrature of the law beyond the outermost node.
func (s *side) tailRule(r *rule, z float64) {
	p0, at := s.edges[0], s.tail.At
	lower := s.tail.Kind == tailPower && s.tail.Exponent > 0
	if at >= r.end && !lower {
		return
	}
	if p0 < 1e-15 {
		r.omega, r.weight = append(r.omega, at), append(r.weight, p0)
		return
	}
	x, w := gauss.Legendre(8)
	// A panel in q = p/p0.
	share := func(hi, lo float64) {
		h := (hi - lo) / 2
		for i := range x {
			r.add(s.tail.quantile(p0*(lo+h*(1+x[i])), p0), p0*w[i]*h)
		}
	}
	const phase = 6
	switch e := s.tail.Exponent; {
	case s.tail.Kind == tailLattice:
		s.tail.Lattice.each(latticeNodes, func(omega, share float64) {
			r.omega, r.weight = append(r.omega, omega), append(r.weight, p0*share)
		})
	case s.tail.Kind == tailWaves && z > 0:
		far, rest := s.tail.waves(r.waves, z, nil)
		more := r.oscillating(far, z)
		s.tail.waves(r.waves, z, func(omega, share float64) { r.add(omega, p0*share) })
		if more {
			r.onAverage(far, p0*rest, z, s.tail.Waves.OnAverage(far))
		}
	case s.tail.Kind == tailLobes && z > 0:
		s.lobesRule(r, z)
	case s.tail.Kind == tailPower && z > 0 && e < 0:
		for a := at; a < r.end; {
			b := min(a+phase/z, 2*a, r.end)
			share(elem64.Pow(a/at, e), elem64.Pow(b/at, e))
			a = b
		}
	case lower && z > 0:
		b := min(at, r.end)
		for q := elem64.Pow(b/at, e); ; {
			if q <= 0x1p-60 {
				share(q, 0)
				break
			}
			b = max(b-phase/z, b/2)
			next := elem64.Pow(b/at, e)
			share(q, next)
			q = next
		}
	default:
		hi := 1.0
		for range 30 {
			share(hi, hi/4)
			hi /= 4
		}
		share(hi, 0)
	}
}

// latticeNodes is how many atoms of a lattice a rule takes one by one.
const latticeNodes = 1 << 12

// waveLobes is how many lobes of an oscillating tail a rule takes.
const waveLobes = 256

// waves hands the quadrature over the first lobes of a tail of waves to add, which may be nil, with shares of the
// tail's probability. It returns where they end and the share beyond.
func (t *tail) waves(lobes int, z float64, add func(omega, share float64)) (at, rest float64) {
	w := t.Waves
	law := distribution.Tail{Kind: distribution.TailOscillating, From: t.At, Mass: 1, Waves: w}
	end, step := w.Mean(w.Start), math.Pi
	if w.Survival != nil { // from the middle of a gap to the next
		step = 2 * math.Pi
		end = (float64(w.First)+0.5)*math.Pi - w.Phase - math.Pi/2 + step
	}
	at, rest = t.At, 1
	x, gauss := gauss.Legendre(16)
	for n := range lobes {
		if add == nil {
			n = lobes - 1
		}
		at = (end + float64(n)*step) / w.Frequency
		next := law.Above(at)
		if add == nil {
			return at, next
		}
		parts := int(z*step/w.Frequency/8) + 1
		h := 0.5 / float64(parts)
		for i := range parts {
			for j := range x {
				r, dr := h*(float64(2*i+1)+x[j]), h
				if w.Survival != nil { // the density vanishes at both ends
					sine, cosine := math.Sincos(math.Pi * r)
					r, dr = (1-cosine)/2, h*math.Pi/2*sine
				}
				add(law.Quantile(rest-(rest-next)*r), (rest-next)*dr*gauss[j])
			}
		}
		rest = next
	}
	return at, rest
}

// oscillating sets where a rule fades out over an oscillating tail whose lobes are taken up to far. If cos(ωz) has not
// been through many periods by then, what is further out does not cancel yet: more is true, and the rule goes on.
func (r *rule) oscillating(far, z float64) (more bool) {
	if more = far*z < 4*fade; more {
		far = 8 * fade / z
	}
	r.end = min(r.end, far)
	return more
}

// onAverage appends the quadrature of what an oscillating tail is on average beyond far, where it has
// the probability p, times the density there.
func (r *rule) onAverage(far, p, z float64, density func(omega float64) float64) {
	const phase = 6
	x, w := gauss.Legendre(8)
	for a := far; a < r.end; {
		b := min(a+phase/z, 2*a, r.end)
		h := (b - a) / 2
		for i := range x {
			omega := a + h*(1+x[i])
			r.add(omega, p*density(omega)*w[i]*h)
		}
		a = b
	}
}

// lobesRule appends the quadrature of a train of lobes, lobe by lobe in the angle within.
func (s *side) lobesRule(r *rule, z float64) {
	const lobes = 256
	p0, e := s.edges[0], s.tail.Exponent
	x, w := gauss.Legendre(8)
	far := s.tail.Center + (lobes-0.5)*s.tail.Period
	more := r.oscillating(far, z)
	from := func(y float64) float64 { return elem64.Pow(1+y*s.tail.Period/s.tail.start(), e) }
	for j := 0.0; j < lobes; j++ {
		for i := range x {
			phi := math.Pi / 2 * x[i]
			y := j + (1+math.Sin(phi))/2
			slope := -e * from(y) / (1 + y*s.tail.Period/s.tail.start()) * s.tail.Period / s.tail.start()
			r.add(s.tail.Center+j*s.tail.Period+s.tail.HalfWidth*x[i], p0*slope*math.Cos(phi)/2*math.Pi/2*w[i])
		}
	}
	if more {
		r.onAverage(far, p0*from(lobes), z, func(omega float64) float64 {
			return -e / omega * elem64.Pow(omega/far, e)
		})
	}
}
