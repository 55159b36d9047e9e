package decompose

import (
	"math"
	"slices"

	"krein/internal/decompose/segment"
)

// Table is a tabulated inverse distribution function on ω > 0. It consists of two sides that meet at the median: one in
// the probability u = F(ω) and one in v = 1 − F(ω), so that both tails keep their relative precision. Each side is a
// row of segments, on which ω is a polynomial of degree 7, see side. An atom is a segment with a constant polynomial.
// Beyond the outermost edge each side ends in the law of its tail. A Table is immutable and safe for concurrent use.
type Table struct {
	lower, upper side
	err          float64 // see InterpolationError
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

// CDF returns the probability that the radius is at most ω, to rounding errors: the u with
// Quantile(u) = ω, at an atom the largest.
func (t *Table) CDF(omega float64) float64 {
	if median := t.Quantile(0.5); omega < median {
		return t.lower.probability(omega, false)
	}
	return 1 - t.upper.probability(omega, true)
}

// Survival returns the probability that the radius is larger than ω, which is 1 − CDF(ω) without the rounding of 1.
func (t *Table) Survival(omega float64) float64 {
	if median := t.Quantile(0.5); omega < median {
		return 1 - t.lower.probability(omega, false)
	}
	return t.upper.probability(omega, true)
}

// probability returns the largest p at which a lower side is at most ω, or the largest at which an
// upper side is more than ω, by bisection over the floats p ≥ 0.
func (s *side) probability(omega float64, upper bool) float64 {
	in := func(p float64) bool {
		if upper {
			return s.quantile(p) > omega
		}
		return s.quantile(p) <= omega
	}
	lo, hi := uint64(0), math.Float64bits(0.5)
	if !in(0) && !in(math.SmallestNonzeroFloat64) {
		return 0
	}
	if in(0.5) {
		return 0.5
	}
	for hi-lo > 1 {
		if m := lo + (hi-lo)/2; in(math.Float64frombits(m)) {
			lo = m
		} else {
			hi = m
		}
	}
	return math.Float64frombits(lo)
}

// Source is a source of uniform random numbers in [0,1), multiples of 2⁻⁵³ such as
// *rand.Rand of math/rand and math/rand/v2 gives them.
type Source interface {
	Float64() float64
}

// fine is the probability below which Sample draws more bits.
const fine = 0x1p-8

// Sample draws a radius. The uniform number behind it stands for a cell of width 2⁻⁵³; where it is within 2⁻⁸ of 0 or
// 1, and again 2⁻⁵³ times closer, and so on, more bits are drawn, so that its distance to 0 or 1 has a relative error
// of 2⁻⁴⁵ at most: heavy tails keep their law.
func (t *Table) Sample(rnd Source) float64 {
	u := rnd.Float64()
	if u < 0.5 {
		return t.lower.quantile(refine(u, rnd))
	}
	return t.upper.quantile(refine((1-u)-0x1p-53, rnd))
}

// refine returns a point of the cell [p, p+2⁻⁵³): its middle, or for small p a random one.
func refine(p float64, rnd Source) float64 {
	cell := 0x1p-53
	for p < fine*(cell/0x1p-53) && cell > 0x1p-900 {
		p += cell * rnd.Float64()
		cell *= 0x1p-53
	}
	return p + cell/2
}

// Sample draws a radius of p; it panics if p has no mass on ω > 0. With a *Table it is Table.Sample.
func (p *Part) Sample(rnd Source) float64 {
	if p.Radii == nil {
		panic("decompose: Sample of a part without mass")
	}
	if t, ok := p.Radii.(*Table); ok {
		return t.Sample(rnd)
	}
	u := rnd.Float64()
	if u == 0 {
		u = 0x1p-54
	}
	return p.Radii.Quantile(u)
}

// InterpolationError returns a bound of sup|F(Q(u)) − u| where the table is proved, and
// otherwise twice what was measured on a dense set of points.
func (t *Table) InterpolationError() float64 { return t.err }

// Segments returns the number of segments, a measure of the table's size: each takes 73 bytes.
func (t *Table) Segments() int { return len(t.lower.kinds) + len(t.upper.kinds) }

// side maps a probability p ∈ (0, 1/2] to ω; the lower side is increasing, the upper one
// (p the probability of lying above) decreasing. Segments run from the outside, small p,
// to the median. With y = (p−edges[i])/(edges[i+1]−edges[i]) and w by kinds[i],
//
//	ω = Σ coefs[8i+k] w^k, k = 0 … 7.
type side struct {
	edges []float64      // probabilities between segments, increasing; the last is 1/2
	kinds []segment.Kind // one a segment
	coefs []float64      // order a segment
	tail  tail           // p ≤ edges[0]

	guide []int32 // first segment whose upper edge exceeds the bucket's first probability
	shift uint    // bucket = bits of p >> shift, less base
	base  uint64
}

// add appends a segment up to the probability p, unless it is empty.
func (s *side) add(kind segment.Kind, c [segment.Order]float64, p float64) {
	if p <= s.edges[len(s.edges)-1] {
		return
	}
	s.kinds = append(s.kinds, kind)
	s.coefs = append(s.coefs, c[:]...)
	s.edges = append(s.edges, p)
}

// atom appends a segment that is ω throughout.
func (s *side) atom(omega, p float64) { s.add(segment.Regular, [segment.Order]float64{omega}, p) }

// poly returns the coefficients of segment i.
func (s *side) poly(i int) *[segment.Order]float64 {
	return (*[segment.Order]float64)(s.coefs[segment.Order*i:])
}

// isAtom reports whether segment i is constant.
func (s *side) isAtom(i int) bool {
	for _, c := range s.poly(i)[1:] {
		if c != 0 {
			return false
		}
	}
	return true
}

// ends returns ω at the outer and the inner end of segment i.
func (s *side) ends(i int) (outer, inner float64) {
	c := s.poly(i)
	if s.kinds[i] == segment.RootInner {
		return segment.Value(c, 1), c[0]
	}
	return c[0], segment.Value(c, 1)
}

func (s *side) quantile(p float64) float64 {
	if !(p > s.edges[0]) {
		if p >= 0 {
			return s.tail.quantile(p, s.edges[0])
		}
		return math.NaN()
	}
	k := max(math.Float64bits(p)>>s.shift, s.base) - s.base
	i, j := int(s.guide[k]), int(s.guide[k+1])
	for i < j {
		if m := int(uint(i+j) / 2); s.edges[m+1] >= p {
			j = m
		} else {
			i = m + 1
		}
	}
	p0, p1 := s.edges[i], s.edges[i+1]
	var w float64
	switch s.kinds[i] {
	case segment.RootOuter:
		w = math.Sqrt((p - p0) / (p1 - p0))
	case segment.RootInner:
		w = math.Sqrt((p1 - p) / (p1 - p0))
	default:
		w = (p - p0) / (p1 - p0)
	}
	return segment.Value(s.poly(i), w)
}

// index builds the guide table: buckets of equal width within each octave of p. Rare
// probabilities share the first bucket; in the others there is mostly one segment.
func (s *side) index() {
	lowest := min(max(s.edges[0], 0x1p-12), 0.25)
	first, _ := slices.BinarySearch(s.edges, lowest)
	bits := uint(3)
	for bits < 10 && 12*math.Exp2(float64(bits)) < 8*float64(len(s.edges)-first) {
		bits++
	}
	s.shift = 52 - bits
	s.base = math.Float64bits(lowest) >> s.shift
	top := math.Float64bits(0.5) >> s.shift
	s.guide = make([]int32, top-s.base+2)
	for k := range s.guide {
		first := math.Float64frombits((s.base + uint64(k)) << s.shift)
		i, _ := slices.BinarySearch(s.edges[1:], first)
		s.guide[k] = int32(min(i, len(s.kinds)-1))
	}
	s.guide[0] = 0
}
