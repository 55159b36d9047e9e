package decompose

import (
	"fmt"
	"math"
)

// check tests everything that a sampler relies on.
func (f *tableFile) check() error {
	if f.Dim < 1 || f.Dim > 1<<31-1 {
		return &FileError{"dim", fmt.Sprintf("%d is not a dimension", f.Dim)}
	}
	if f.Convention != Convention {
		return &FileError{"convention", fmt.Sprintf("%.80q is not %q", f.Convention, Convention)}
	}
	if f.Quality != Estimated && f.Quality != BiasProved {
		return &FileError{"quality", fmt.Sprintf("%.40q is unknown", string(f.Quality))}
	}
	if err := f.Plus.check("plus"); err != nil {
		return err
	}
	return f.Minus.check("minus")
}

func (p *partFile) check(at string) error {
	for _, x := range []struct {
		name string
		v    float64
	}{{"origin", p.Origin}, {"mass", p.Mass}, {"massError", p.MassError}} {
		if !validMass(x.v) {
			return &FileError{at + "." + x.name, fmt.Sprintf("%v is not a mass", x.v)}
		}
	}
	if (p.Mass > 0) != (p.Radii != nil) {
		return &FileError{at + ".radii", fmt.Sprintf("must be there exactly if the mass, %v, is positive", p.Mass)}
	}
	if p.Radii == nil {
		return nil
	}
	at += ".radii"
	r := p.Radii
	if !(r.InterpolationError >= 0 && r.InterpolationError <= 1) {
		return &FileError{at + ".interpolationError", fmt.Sprintf("%v is not an error of a probability", r.InterpolationError)}
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
		return &FileError{at, fmt.Sprintf("the sides overlap: %v > %v", a, b)}
	}
	return nil
}

// monotoneSlack is the relative rounding error that is allowed where segments meet.
const monotoneSlack = 1e-13

func (f *sideFile) check(at string, dir float64) error {
	n := len(f.Kinds)
	if n < 1 || n > maxSegments {
		return &FileError{at + ".kinds", fmt.Sprintf("%d segments; there must be 1 to %d", n, maxSegments)}
	}
	if f.Segments != n {
		return &FileError{at + ".segments", fmt.Sprintf("%d, but there are %d", f.Segments, n)}
	}
	if len(f.Edges) != n+1 || len(f.Coefs) != order*n {
		return &FileError{at, fmt.Sprintf("%d edges, %d kinds, %d coefficients do not fit together", len(f.Edges), n, len(f.Coefs))}
	}
	for i, p := range f.Edges {
		if !(p >= 0 && p <= 0.5) || i > 0 && p <= f.Edges[i-1] {
			return &FileError{fmt.Sprintf("%s.edges[%d]", at, i), fmt.Sprintf("%v: probabilities must increase from 0 or more to 1/2", p)}
		}
	}
	if f.Edges[n] != 0.5 {
		return &FileError{fmt.Sprintf("%s.edges[%d]", at, n), fmt.Sprintf("%v is not 1/2", f.Edges[n])}
	}
	for i, k := range f.Kinds {
		if k < int(regular) || k > int(rootInner) {
			return &FileError{fmt.Sprintf("%s.kinds[%d]", at, i), fmt.Sprintf("%d is unknown", k)}
		}
	}
	for i, c := range f.Coefs {
		if math.IsNaN(c) || math.IsInf(c, 0) {
			return &FileError{fmt.Sprintf("%s.coefs[%d]", at, i), fmt.Sprintf("%v is no coefficient", c)}
		}
	}
	if err := f.Tail.check(at+".tail", f.Edges[0], dir); err != nil {
		return err
	}
	s := side{kinds: make([]segmentKind, n), coefs: f.Coefs}
	for i, k := range f.Kinds {
		s.kinds[i] = segmentKind(k)
	}
	before := f.Tail.At
	for i := range n {
		a, b := s.ends(i)
		if !(a >= 0 && b >= 0) || math.IsInf(a, 0) || math.IsInf(b, 0) {
			return &FileError{fmt.Sprintf("%s.coefs[%d]", at, order*i), fmt.Sprintf("%v to %v is no range of frequencies", a, b)}
		}
		if slack := monotoneSlack * max(a, b); dir*(a-before) < -slack || dir*(b-a) < -slack {
			return &FileError{fmt.Sprintf("%s.coefs[%d]", at, order*i), fmt.Sprintf("%v, %v, %v are not monotone", before, a, b)}
		}
		if !s.monotone(i) {
			return &FileError{fmt.Sprintf("%s.coefs[%d]", at, order*i), "the polynomial is not monotone between its ends"}
		}
		before = b
	}
	return nil
}

// binomial7 are the binomial coefficients of 7.
var binomial7 = [order]float64{1, 7, 21, 35, 35, 21, 7, 1}

// monotone reports whether the polynomial of segment i runs from one end to the other
// without turning back by more than rounding. Where the coefficients in Bernstein's basis
// are monotone so is the polynomial; otherwise the halves are looked at.
func (s *side) monotone(i int) bool {
	var b [order]float64
	scale := 0.0
	row := *s.poly(i) // of the triangle b_j = Σ_k C(j,k) a_k/C(7,k)
	for k := range row {
		scale += math.Abs(row[k])
		row[k] /= binomial7[k]
	}
	if !(scale <= maxScale) {
		return false
	}
	for j := range b {
		c := 1.0 // C(j,k)
		for k := range j + 1 {
			b[j] += c * row[k]
			c *= float64(j-k) / float64(k+1)
		}
	}
	sign := 1.0
	if b[order-1] < b[0] {
		sign = -1
	}
	return turnsNot(b, sign, monotoneSlack*scale, 12)
}

// maxScale bounds the coefficients of segments: their evaluation does not overflow.
const maxScale = 0x1p1000

// turnsNot halves the interval until the coefficients decide, at most depth times.
func turnsNot(b [order]float64, sign, slack float64, depth int) bool {
	good := true
	for j := 1; j < order; j++ {
		good = good && sign*(b[j]-b[j-1]) >= -slack
	}
	if good || depth == 0 || sign*(b[order-1]-b[0]) < -slack {
		return good
	}
	left, right := b, b // de Casteljau
	for k := 1; k < order; k++ {
		for j := 0; j < order-k; j++ {
			right[j] = (right[j] + right[j+1]) / 2
		}
		left[k] = right[0]
	}
	return turnsNot(left, sign, slack, depth-1) && turnsNot(right, sign, slack, depth-1)
}

func (t *tail) check(at string, p0, dir float64) error {
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
		ok = *t == tail{Kind: tailPower, At: t.At, Exponent: t.Exponent} && p0 > 0 && finite(t.Exponent) && dir*t.Exponent > 0 && from > 0
	case tailExponential:
		ok = *t == tail{Kind: tailExponential, At: t.At, Rate: t.Rate} && p0 > 0 && dir < 0 && t.Rate > 0 && finite(t.Rate)
	case tailLobes:
		ok = t.Rate == 0 && p0 > 0 && dir < 0 && t.Exponent < 0 && finite(t.Exponent, t.Center, t.Period, t.HalfWidth) &&
			t.HalfWidth > 0 && t.HalfWidth <= t.Period/2 && t.Center-t.HalfWidth >= from && t.start() > 0
	}
	if !ok {
		return &FileError{at, fmt.Sprintf("%+v is no tail for probability %v beyond ω = %v", *t, p0, from)}
	}
	return nil
}
