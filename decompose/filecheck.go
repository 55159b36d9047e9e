package decompose

import (
	"fmt"
	"math"

	"krein/decompose/minimal"
	"krein/internal/decompose/segment"
	"krein/internal/hankel/distribution"
)

// check tests everything that a sampler relies on.
func (f *tableFile) check() error {
	if f.Dim < 1 || f.Dim > 1<<31-1 {
		return fault("dim", "%d is not a dimension", f.Dim)
	}
	if f.Convention != Convention {
		return fault("convention", "%.80q is not %q", f.Convention, Convention)
	}
	if f.Quality != Estimated && f.Quality != BiasProved {
		return fault("quality", "%.40q is unknown", string(f.Quality))
	}
	if err := f.checkBias(); err != nil {
		return err
	}
	if err := f.Plus.check("plus"); err != nil {
		return err
	}
	return f.Minus.check("minus")
}

// checkBias tests what is said of the bias.
func (f *tableFile) checkBias() error {
	if b := f.Bias; b != nil {
		if !validMass(b.Law) || math.Signbit(b.Law) {
			return fault("bias.law", "%v is not a bound", b.Law)
		}
		if f.Quality != BiasProved {
			return fault("bias", "there is none in a table of quality %q", f.Quality)
		}
	}
	if d := f.Domain; d != nil {
		if err := (&minimal.Domain{Radius: d.Radius, Bias: d.Bias}).Check(f.Dim); err != nil {
			return fault("domain", "%v", err)
		}
		if f.Quality != BiasProved || f.Bias != nil {
			return fault("domain", "there is none but in the table of a minimum")
		}
	} else if f.Quality == BiasProved && f.Bias == nil {
		return fault("bias", "missing from a table of quality %q", f.Quality)
	}
	return nil
}

func (p *partFile) check(at string) error {
	for _, x := range []struct {
		name string
		v    float64
	}{{"origin", p.Origin}, {"mass", p.Mass}, {"massError", p.MassError}} {
		if !validMass(x.v) || math.Signbit(x.v) {
			return fault(at+"."+x.name, "%v is not a mass", x.v)
		}
	}
	if (p.Mass > 0) != (p.Radii != nil) {
		return fault(at+".radii", "must be there exactly if the mass, %v, is positive", p.Mass)
	}
	if err := p.MassKind.check(at + ".massKind"); err != nil {
		return err
	}
	if (p.LawError != nil) != (p.Radii != nil) {
		return fault(at+".lawError", "must be there exactly if radii are")
	}
	if p.Radii == nil {
		return nil
	}
	if err := p.Radii.check(at + ".radii"); err != nil {
		return err
	}
	return p.LawError.check(at+".lawError", p.Radii.InterpolationError)
}

// check tests everything that a sampler relies on.
func (r *radiiFile) check(at string) error {
	if !(r.InterpolationError >= 0 && r.InterpolationError <= 1) || math.Signbit(r.InterpolationError) {
		return fault(at+".interpolationError", "%v is not an error of a probability", r.InterpolationError)
	}
	if err := r.Lower.check(at+".lower", 1); err != nil {
		return err
	}
	if err := r.Upper.check(at+".upper", -1); err != nil {
		return err
	}
	lower, upper := r.Lower.side(), r.Upper.side()
	_, a := lower.ends(len(lower.kinds) - 1)
	if _, b := upper.ends(len(upper.kinds) - 1); a > b*(1+monotoneSlack) {
		return fault(at, "the sides overlap: %v > %v", a, b)
	}
	return nil
}

func (k Kind) check(at string) error {
	if k != KindEstimated && k != KindProved {
		return fault(at, "%.40q is unknown", string(k))
	}
	return nil
}

// check tests the error of a law whose table has the given interpolation error.
func (e *lawErrorFile) check(at string, interpolation float64) error {
	for _, x := range []struct {
		name       string
		v, atLeast float64
	}{{"kolmogorov", e.Kolmogorov, interpolation}, {"totalVariation", e.TotalVariation, e.Kolmogorov}} {
		if !(x.v >= x.atLeast && x.v <= 1) || math.Signbit(x.v) {
			return fault(at+"."+x.name, "%v is not an error between %v and 1", x.v, x.atLeast)
		}
	}
	return e.Kind.check(at + ".kind")
}

// loose is the probability of a segment below which it need not be monotone between its ends: where the density has a
// double zero, fits of a probability of 1e-16 may turn, and the bias counts them as errors.
const loose = 1e-9

// monotoneSlack is the relative rounding error that is allowed where segments meet.
const monotoneSlack = 1e-13

func (f *sideFile) check(at string, dir float64) error {
	n := len(f.Kinds)
	if n < 1 || n > maxSegments {
		return fault(at+".kinds", "%d segments; there must be 1 to %d", n, maxSegments)
	}
	if f.Segments != n {
		return fault(at+".segments", "%d, but there are %d", f.Segments, n)
	}
	if len(f.Edges) != n+1 || len(f.Coefs) != segment.Order*n {
		return fault(at, "%d edges, %d kinds, %d coefficients do not fit together", len(f.Edges), n,
			len(f.Coefs))
	}
	for i, p := range f.Edges {
		if !(p >= 0 && p <= 0.5) || math.Signbit(p) || i > 0 && p <= f.Edges[i-1] {
			return fault(fmt.Sprintf("%s.edges[%d]", at, i), "%v: probabilities must increase from 0 or more to 1/2", p)
		}
	}
	if f.Edges[n] != 0.5 {
		return fault(fmt.Sprintf("%s.edges[%d]", at, n), "%v is not 1/2", f.Edges[n])
	}
	for i, k := range f.Kinds {
		if k < int(segment.Regular) || k > int(segment.RootInner) {
			return fault(fmt.Sprintf("%s.kinds[%d]", at, i), "%d is unknown", k)
		}
	}
	for i, c := range f.Coefs {
		if math.IsNaN(c) || math.IsInf(c, 0) {
			return fault(fmt.Sprintf("%s.coefs[%d]", at, i), "%v is no coefficient", c)
		}
	}
	end := f.Tail
	if err := end.check(at+".tail", f.Edges[0], dir); err != nil {
		return err
	}
	s := side{kinds: make([]segment.Kind, n), coefs: f.Coefs}
	for i, k := range f.Kinds {
		s.kinds[i] = segment.Kind(k)
	}
	before := f.Tail.At
	for i := range n {
		a, b := s.ends(i)
		if !(a >= 0 && b >= 0) || math.IsInf(a, 0) || math.IsInf(b, 0) {
			return fault(fmt.Sprintf("%s.coefs[%d]", at, segment.Order*i), "%v to %v is no range of frequencies", a, b)
		}
		if slack := monotoneSlack * max(a, b); dir*(a-before) < -slack || dir*(b-a) < -slack {
			return fault(fmt.Sprintf("%s.coefs[%d]", at, segment.Order*i), "%v, %v, %v are not monotone", before, a, b)
		}
		if !s.nonnegative(i) {
			return fault(fmt.Sprintf("%s.coefs[%d]", at, segment.Order*i), "the polynomial has negative values between its ends")
		}
		if f.Edges[i+1]-f.Edges[i] > loose && !s.monotone(i) {
			return fault(fmt.Sprintf("%s.coefs[%d]", at, segment.Order*i), "the polynomial is not monotone between its ends")
		}
		before = b
	}
	return nil
}

// binomial7 are the binomial coefficients of 7.
var binomial7 = [segment.Order]float64{1, 7, 21, 35, 35, 21, 7, 1}

// maxScale bounds the coefficients of segments: their evaluation does not overflow.
const maxScale = 0x1p1000

// bernstein returns the coefficients of segment i in Bernstein's basis, between the least and the greatest of which the
// polynomial's values lie, and the sum of those in powers, which scales rounding errors.
func (s *side) bernstein(i int) (b [segment.Order]float64, scale float64) {
	row := *s.poly(i) // b_j = Σ_k C(j,k) a_k/C(7,k)
	for k := range row {
		scale += math.Abs(row[k])
		row[k] /= binomial7[k]
	}
	for j := range b {
		c := 1.0 // C(j,k)
		for k := range j + 1 {
			b[j] += c * row[k]
			c *= float64(j-k) / float64(k+1)
		}
	}
	return b, scale
}

// nonnegative reports whether segment i is so up to rounding.
func (s *side) nonnegative(i int) bool {
	b, scale := s.bernstein(i)
	slack := 16 * 0x1p-53 * scale
	return scale <= maxScale && everywhere(b, 30, func(b *[segment.Order]float64) (good, bad bool) {
		good = true
		for _, v := range b {
			good = good && v >= -slack
		}
		return good, min(b[0], b[segment.Order-1]) < -slack
	})
}

// monotone reports whether segment i runs from one end to the other without turning back by more than rounding.
func (s *side) monotone(i int) bool {
	b, scale := s.bernstein(i)
	slack, sign := monotoneSlack*scale, 1.0
	if b[segment.Order-1] < b[0] {
		sign = -1
	}
	return scale <= maxScale && everywhere(b, 30, func(b *[segment.Order]float64) (good, bad bool) {
		good = true
		for j := 1; j < segment.Order; j++ {
			good = good && sign*(b[j]-b[j-1]) >= -slack
		}
		return good, sign*(b[segment.Order-1]-b[0]) < -slack
	})
}

// everywhere halves the interval, at most depth times, until the coefficients on it are
// good; it is false if they are bad.
func everywhere(b [segment.Order]float64, depth int, decide func(b *[segment.Order]float64) (good, bad bool)) bool {
	good, bad := decide(&b)
	if good || bad || depth == 0 {
		return good
	}
	left, right := b, b // de Casteljau
	for k := 1; k < segment.Order; k++ {
		for j := 0; j < segment.Order-k; j++ {
			right[j] = (right[j] + right[j+1]) / 2
		}
		left[k] = right[0]
	}
	return everywhere(left, depth-1, decide) && everywhere(right, depth-1, decide)
}

// check tests a tail of probability p0; dir is 1 for the lower side, −1 for the upper.
func (t *tail) check(at string, p0, dir float64) error { // one function: one condition for each kind.
	from := t.At
	finite := func(v ...float64) bool {
		for _, x := range v {
			if math.IsNaN(x) || math.IsInf(x, 0) {
				return false
			}
		}
		return true
	}
	ok := false
	switch t.Kind {
	case tailNone:
		ok = *t == tail{Kind: tailNone, At: t.At} && from >= 0 && finite(from) && p0 == 0
	case tailPower:
		ok = *t == tail{Kind: tailPower, At: t.At, Exponent: t.Exponent} && p0 > 0 && finite(t.Exponent) &&
			dir*t.Exponent > 0 && from > 0
	case tailExponential:
		ok = *t == tail{Kind: tailExponential, At: t.At, Rate: t.Rate} && p0 > 0 && dir < 0 && t.Rate > 0 && finite(t.Rate)
	case tailWaves:
		ok = *t == tail{Kind: tailWaves, At: t.At, Waves: t.Waves} && p0 > 0 && dir < 0 && t.Waves != nil && waveLaw(t.Waves)
	case tailLattice:
		ok = *t == tail{Kind: tailLattice, At: t.At, Lattice: t.Lattice} && p0 > 0 && dir < 0 && t.Lattice.valid() &&
			t.At == float64(t.Lattice.First)*t.Lattice.Spacing
	case tailLobes:
		ok = t.Rate == 0 && t.Waves == nil && t.Lattice == nil && p0 > 0 && dir < 0 && t.Exponent < 0 &&
			finite(t.Exponent, t.Center, t.Period, t.HalfWidth) &&
			t.HalfWidth > 0 && t.HalfWidth <= t.Period/2 && t.Center-t.HalfWidth >= from && t.start() > 0
	}
	if !ok || math.Signbit(t.At) {
		return fault(at, "%+v is no tail for probability %v beyond ω = %v", *t, p0, from)
	}
	return t.walk(at, p0, dir)
}

// walk looks at the quantiles of a tail, which must be finite numbers down to a share of
// 2⁻⁶⁴ of its probability, and monotone throughout.
func (t *tail) walk(at string, p0, dir float64) error {
	before := t.At
	const known = 64
	for octave := 0.0; octave < 1000; {
		p := p0 * math.Exp2(-octave)
		w := t.quantile(p, p0)
		if !(w >= 0) || octave <= known && math.IsInf(w, 1) {
			return fault(at, "the quantile at the probability %v is %v", p, w)
		}
		if dir*(w-before) > monotoneSlack*before {
			return fault(at, "the quantile at the probability %v is %v, after %v: not monotone",
				p, w, before)
		}
		before = w
		if octave += 0.375; octave > known {
			octave += 16
		}
	}
	return nil
}

// waveLaw reports whether the numbers of an oscillating law are in their ranges.
func waveLaw(w *distribution.OscillatingTail) bool {
	ok := w.Frequency > 0 && w.Q > 1 && w.Start > 0 && (w.Sign == 1 || w.Sign == -1) && w.First >= 0 && w.First < 1<<50
	for _, a := range [][]float64{{w.Frequency, w.FrequencyLow, w.Phase, w.Q, w.Start}, w.Cos, w.Sin, w.Plain, w.Survival,
		w.Ends[0], w.Ends[1]} {
		ok = ok && len(a) <= 1<<10
		for _, v := range a {
			ok = ok && math.Abs(v) <= maxScale // not NaN
		}
	}
	return ok
}
