package decompose

import (
	"math"
	"slices"
)

// Table is a tabulated inverse distribution function on ω > 0. It consists of two
// sides that meet at the median: one in the probability u = F(ω) and one in v = 1 − F(ω),
// so that both tails keep their relative precision. On a segment the probability is a
// monotone rational quadratic in ω (Gregory and Delbourgo, IMA J. Numer. Anal. 2 (1982)),
// exact in value and slope at both ends, the inverse of which is a square root. An atom
// is a segment of width 0. Beyond the outermost node each side ends in the law of its
// tail. A Table is immutable and safe for concurrent use.
type Table struct {
	lower, upper side
	err          float64 // measured sup|F(Q(u)) − u|
}

// Quantile returns the radius below which the fraction u of the law lies, 0 ≤ u ≤ 1;
// u = 0 and u = 1 give the ends of the support, possibly +Inf. It is nondecreasing in u
// up to rounding. NaN or u outside [0,1] give NaN. It does not allocate.
func (t *Table) Quantile(u float64) float64 {
	if u <= 0.5 {
		return t.lower.quantile(u)
	}
	return t.upper.quantile(1 - u)
}

// QuantileTail returns the radius above which the fraction v of the law lies: it is
// Quantile(1 − v) without the rounding of 1 − v, for small v.
func (t *Table) QuantileTail(v float64) float64 {
	if v <= 0.5 {
		return t.upper.quantile(v)
	}
	return t.lower.quantile(1 - v)
}

// Source is a source of uniform random numbers in [0,1), such as *rand.Rand of math/rand
// and math/rand/v2.
type Source interface {
	Float64() float64
}

// Sample draws a radius.
func (t *Table) Sample(rnd Source) float64 {
	u := rnd.Float64()
	if u == 0 {
		u = 0x1p-54
	}
	return t.Quantile(u)
}

// Sample draws a radius of p; it panics if p has no mass on ω > 0.
func (p *Part) Sample(rnd Source) float64 {
	if p.Radii == nil {
		panic("decompose: Sample of a part without mass")
	}
	u := rnd.Float64()
	if u == 0 {
		u = 0x1p-54
	}
	return p.Radii.Quantile(u)
}

// InterpolationError returns the measured sup|F(Q(u)) − u|.
func (t *Table) InterpolationError() float64 { return t.err }

// Segments returns the number of segments, a measure of the table's size.
func (t *Table) Segments() int { return len(t.lower.segs) + len(t.upper.segs) }

// side maps a probability p ∈ (0, 1/2] to ω; the lower side is increasing, the upper one
// (p the probability of lying above) decreasing. Segments run from the outside, small p,
// to the median.
type side struct {
	edges []float64 // probabilities between segments, increasing; the last is 1/2
	segs  []segment
	tail  tail

	guide []int32 // first segment whose upper edge exceeds the bucket's first probability
	shift uint    // bucket = bits of p >> shift, less base
	base  uint64
}

// segment is a range of ω with one rational quadratic: for the share t of the way from
// `from` to `to`,
//
//	p = p₀ + (p₁−p₀) · (t² + s₀t(1−t)) / (1 + (s₀+s₁−2)t(1−t)).
type segment struct {
	from, to float64
	s0, s1   float64 // slopes dp/dω at the ends, times (to−from)/(p₁−p₀)
}

// inverse returns the share t at which the share y of the segment's probability is reached.
func (s *segment) inverse(y float64) float64 {
	b := s.s0 - y*(s.s0+s.s1-2)
	d := b + math.Sqrt(max(b*b+4*(1-b)*y, 0))
	if d <= 0 { // y = 0 and s₀ = 0
		return 0
	}
	return min(2*y/d, 1)
}

// share returns the share of probability at t, and its derivative.
func (s *segment) share(t float64) (y, dy float64) {
	q := t * (1 - t)
	den := 1 + (s.s0+s.s1-2)*q
	return (t*t + s.s0*q) / den, (s.s1*t*t + 2*q + s.s0*(1-t)*(1-t)) / (den * den)
}

func (s *side) quantile(p float64) float64 {
	if !(p > s.edges[0]) {
		if p >= 0 {
			return s.tail.quantile(p, s.edges[0], s.segs[0].from)
		}
		return math.NaN()
	}
	k := max(math.Float64bits(p)>>s.shift, s.base) - s.base
	i, j := int(s.guide[k]), int(s.guide[k+1])
	for i < j {
		if m := (i + j) / 2; s.edges[m+1] >= p {
			j = m
		} else {
			i = m + 1
		}
	}
	g := &s.segs[i]
	p0 := s.edges[i]
	t := g.inverse((p - p0) / (s.edges[i+1] - p0))
	return g.from + (g.to-g.from)*t
}

// index builds the guide table: buckets of equal width within each octave of p.
func (s *side) index() {
	lowest := s.edges[0]
	if lowest == 0 {
		lowest = min(s.edges[1], 0x1p-60)
	}
	bits := uint(2)
	octaves := max(math.Log2(0.5/lowest), 1)
	for bits < 10 && octaves*math.Exp2(float64(bits)) < 2*float64(len(s.segs)) {
		bits++
	}
	s.shift = 52 - bits
	s.base = math.Float64bits(lowest) >> s.shift // smaller probabilities share the first bucket
	top := math.Float64bits(0.5) >> s.shift
	s.guide = make([]int32, top-s.base+2)
	for k := range s.guide {
		first := math.Float64frombits((s.base + uint64(k)) << s.shift)
		i, _ := slices.BinarySearch(s.edges[1:], first)
		s.guide[k] = int32(min(i, len(s.segs)-1))
	}
	s.guide[0] = 0
}
