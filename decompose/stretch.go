package decompose

import (
	"cmp"
	"math"
	"slices"

	"krein/internal/decompose/segment"
	"krein/internal/hankel/distribution"
)

// stretch is a range lo ≤ t = ω² ≤ hi of a panel that one segment stands for, or an atom.
type stretch struct {
	panel          *segment.Panel // nil: an atom at ω
	lo, hi         float64
	loZero, hiZero bool
	omega          float64

	up    bool           // on the lower side: the outer end is lo
	local *segment.Local // nil before the proof
	kind  segment.Kind
	c     [segment.Order]float64
	mass  float64 // of the segment
	err   float64 // total variation between segment and density: an estimate, or proved
	drop  bool    // left out; err bounds its mass
}

// stretches cuts the panels at atoms, and in the middle if both ends are zeros.
func stretches(law *distribution.Distribution, atoms []atom) []*stretch {
	var all []*stretch
	for i := range law.Panels {
		p := segment.NewPanel(&law.Panels[i])
		if !(p.Hi > p.Lo) {
			continue
		}
		cuts := []float64{p.Lo}
		for _, a := range atoms {
			if t := a.omega * a.omega; t > p.Lo && t < p.Hi {
				cuts = append(cuts, t)
			}
		}
		cuts = append(cuts, p.Hi)
		slices.Sort(cuts)
		cuts = slices.Compact(cuts)
		for j := 1; j < len(cuts); j++ {
			s := &stretch{panel: p, lo: cuts[j-1], hi: cuts[j], loZero: p.LoZero && j == 1, hiZero: p.HiZero && j == len(cuts)-1}
			if h := s.halves(); s.loZero && s.hiZero && h != nil {
				all = append(all, h...)
			} else {
				all = append(all, s)
			}
		}
	}
	for _, a := range atoms {
		w, _ := a.weight.Float64()
		t := a.omega * a.omega
		all = append(all, &stretch{lo: t, hi: t, omega: a.omega, mass: w})
	}
	slices.SortFunc(all, func(a, b *stretch) int { return cmp.Or(cmp.Compare(a.lo, b.lo), cmp.Compare(a.hi, b.hi)) })
	return all
}

// middle returns the t of the middle in ω.
func middle(lo, hi float64) float64 {
	m := (math.Sqrt(lo) + math.Sqrt(hi)) / 2
	return m * m
}

func (s *stretch) below(t float64) *stretch {
	return &stretch{panel: s.panel, lo: s.lo, hi: t, loZero: s.loZero, up: s.up}
}

func (s *stretch) above(t float64) *stretch {
	return &stretch{panel: s.panel, lo: t, hi: s.hi, hiZero: s.hiZero, up: s.up}
}

// halves cuts a stretch in two; nil if it is too narrow.
func (s *stretch) halves() []*stretch {
	mid := middle(s.lo, s.hi)
	if !(mid > s.lo && mid < s.hi) || s.hi-s.lo < narrow*s.hi {
		return nil
	}
	return []*stretch{s.below(mid), s.above(mid)}
}

// fit chooses the segment of a stretch and estimates its error.
func (s *stretch) fit() {
	var f segment.Density
	if s.local == nil {
		f = s.panel.Near(s.lo, s.hi)
	} else {
		f = s.local.Float()
	}
	s.mass = f.Mass()
	s.drop, s.err = true, f.Size()
	if !(s.mass > 0) || math.IsInf(s.mass, 0) {
		return
	}
	start, sign := s.lo, 1.0
	outerZero, innerZero := s.loZero, s.hiZero
	if !s.up {
		start, sign = s.hi, -1
		outerZero, innerZero = innerZero, outerZero
	}
	outer := math.Sqrt(start)
	offset := func(y float64) float64 {
		d := 2 * f.Half * segment.Solve(func(x float64) (v, slope float64) { return f.Share(x, s.up) }, y)
		return sign * d / (outer + math.Sqrt(start+sign*d))
	}
	kinds := []segment.Kind{segment.Regular}
	switch {
	case outerZero:
		kinds[0] = segment.RootOuter
	case innerZero:
		kinds[0] = segment.RootInner
	case s.lo == 0 && s.up:
		kinds = append(kinds, segment.RootOuter)
	case s.lo == 0:
		kinds = append(kinds, segment.RootInner)
	}
	for _, k := range kinds {
		c := segment.Fit(k, outer, offset)
		if err := s.estimate(&f, k, &c); err < s.err {
			s.kind, s.c, s.err, s.drop = k, c, err, false
		}
	}
}

// estimate returns the total variation between segment and density as floats see it.
func (s *stretch) estimate(f *segment.Density, kind segment.Kind, c *[segment.Order]float64) float64 {
	const n = 16
	var sum float64
	for i := range n {
		w := (float64(i) + 0.5) / n
		q, dq := c[segment.Order-1], 0.0
		for k := segment.Order - 2; k >= 0; k-- {
			dq = dq*w + q
			q = q*w + c[k]
		}
		v, _ := f.At((q*q - f.Mid) / f.Half)
		sum += math.Abs(s.mass*kind.Slope(w)-v*2*q*math.Abs(dq)) / n
	}
	if math.IsNaN(sum) {
		return math.Inf(1)
	}
	return sum
}

// prove fits the segment to the exact density and replaces the estimate by the bound.
func (s *stretch) prove() {
	s.local = segment.Localise(s.panel.Panel, s.lo, s.hi)
	s.fit()
	bound := s.local.Whole()
	if !s.drop {
		if b := s.local.Bound(s.kind, &s.c, s.mass, s.up); b.Cmp(bound) < 0 {
			bound = b
		} else {
			s.drop = true
		}
	}
	s.err = bound.Float64()
}
