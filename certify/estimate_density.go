package certify

import (
	"math"
	"strings"

	"krein/ball"
	"krein/internal/hankel/quadrature"
	"krein/internal/hankel/search"
	"krein/internal/outward"
)

// densityEvidence is a frequency at which the density is negative: at most AtMost, by an enclosure, or only about Density,
// by floats.
type densityEvidence struct {
	Omega   number `json:"omega"`
	Density number `json:"density"`
	AtMost  number `json:"atMost,omitempty"`
}

// says puts the evidence in words.
func (ev *densityEvidence) says() string {
	if ev.AtMost < 0 {
		return "m(" + short(float64(ev.Omega)) + ") ≤ " + outward.Up(float64(ev.AtMost), 4) + ", by an enclosure"
	}
	return "m(" + short(float64(ev.Omega)) + ") ≈ " + short(float64(ev.Density)) + ", in floating point"
}

// enclosureBits is the accuracy with which a negative density is enclosed, and enclosureUnits bound the work.
const (
	enclosureBits  = 24
	enclosureUnits = estimateUnits / 8
)

// negative returns the frequency ω > 0 at which the density is most clearly negative, by floats, unless an enclosure
// says that it is not.
func (f *session) negative() (densityEvidence, bool) {
	p, err := f.Profile()
	if p == nil || err != nil {
		return densityEvidence{}, false
	}
	s, _ := f.Watched() // which the profile is of
	var best densityEvidence
	clear := f.set.Margin
	for _, iv := range p.Intervals {
		if iv.Sign > 0 {
			continue
		}
		hi := iv.Hi
		if math.IsInf(hi, 1) {
			hi = max(4*iv.Lo, 1)
		}
		for j := 1; j <= 15; j++ {
			w := iv.Lo + (hi-iv.Lo)*float64(j)/16
			m, e := s.Density(w)
			if ratio := -m / e; m < 0 && ratio > clear {
				best, clear = densityEvidence{Omega: number(w), Density: number(m)}, ratio
			}
		}
	}
	if !(best.Density < 0) {
		return best, false
	}
	var v ball.Real
	defer f.within(enclosureUnits)()
	if _, err := s.Enclose(f.Ctx, &v, ball.NewReal(float64(best.Omega)), enclosureBits); err == nil {
		switch {
		case v.Negative() == ball.True:
			upper, _ := v.Upper(nil, 64).Float64()
			best.AtMost = number(math.Nextafter(upper, math.Inf(1)))
		case v.Positive() == ball.True:
			return densityEvidence{}, false
		}
	}
	return best, true
}

// gap says why the density has no known sign: what a proof was wanting, if one was looked for, rather than why floats
// were not asked.
func (f *session) gap(id ID, err error) string {
	for _, id := range []ID{id, PD} {
		for _, a := range f.lack[id] {
			if strings.HasSuffix(a.Rule, "nonnegative-density") || strings.HasSuffix(a.Rule, "nonnegative-spectrum") {
				return a.Because
			}
		}
	}
	return err.Error()
}

type atomEvidence struct {
	Omega  number `json:"omega"`
	Weight number `json:"weight"`
}

// negativeBeyondZero looks for a negative atom or density at ω > 0.
func negativeBeyondZero(f *session) conclusion {
	p, err := f.Profile()
	if p == nil {
		return inconclusive("the sign of the spectral density is not known: %s", f.gap(ConditionallyPD, err))
	}
	for _, a := range p.Atoms {
		if a.Weight < 0 {
			return unlikely("", atomEvidence{number(a.Omega), number(a.Weight)}, "m has the atom "+
				"%s at ω = %s > 0", short(a.Weight), short(a.Omega))
		}
	}
	ev, ok := f.negative()
	if !ok {
		return inconclusive("no negative value of the spectral density was found at ω > 0, which says " +
			"nothing of the order")
	}
	return unlikely("", ev, "the spectral density is negative away from the origin: %s", ev.says())
}

// nonnegativeEvidence has bounds by enclosures.
type nonnegativeEvidence struct {
	Closed string `json:"closedForm,omitempty"`
	Plus   number `json:"plus"`
	Minus  number `json:"minusAtMost"`
	Panels int    `json:"panels"`
}

// mostHidden is the share of the whole that a negative part may have, by enclosures, of a spectrum that is likely to
// have none.
const mostHidden = 1e-9

// densitySign looks at the sign of the spectral measure. That no value is negative says nothing of those between: only
// enclosures on intervals bound what a narrow dip may hold, and without them the claim stays open.
func densitySign(f *session) conclusion {
	p, err := f.Profile()
	if p == nil {
		return inconclusive("the sign of the spectral density is not known: %s", f.gap(PD, err))
	}
	if p.Origin < 0 {
		return unlikely("pd.negative-atom", atomEvidence{0, number(p.Origin)}, "m has the atom "+
			"%s at the origin", short(p.Origin))
	}
	if c := negativeBeyondZero(f); c.holds == ball.False {
		c.rule = "pd.negative-density"
		return c
	}
	for _, iv := range p.Intervals {
		if iv.Sign < 0 {
			return inconclusive("the spectral density may be negative between ω = %s and ω = %s", outward.Down(iv.Lo, 4),
				outward.Up(iv.Hi, 4))
		}
	}
	m, err := f.searchedMasses()
	if err != nil {
		return inconclusive("no negative value of the density was found, but nothing bounds it between the frequencies "+
			"that were looked at: %v", err)
	}
	_, minus := bracket(m.Minus)
	total, _ := bracket(m.Total)
	switch {
	case m.Minus.Positive() == ball.True:
		least, _ := bracket(m.Minus)
		return unlikely("pd.negative-density", atLeast{number(least)}, "by enclosures of the spectral density on "+
			"intervals, ‖m₋‖ ≥ %s", outward.Down(least, 4))
	case !(minus <= mostHidden*total):
		return inconclusive("no negative value of the density was found, but by enclosures on intervals a negative "+
			"mass of up to %s may hide between", outward.Up(minus, 4))
	}
	if f.negativeFarOut() {
		return unlikely("pd.negative-density", farEvidence{true}, "the leading terms of the spectral density at infinity are "+
			"negative: it is so beyond the frequencies at which floats see it")
	}
	s, _ := f.Watched()
	closed, _ := s.Closed()
	return likely(nonnegativeEvidence{closed, number(total), number(minus), m.Panels}, "no negative value of the "+
		"spectral density was found, and enclosures of it on intervals leave a negative mass of %s at most, where "+
		"‖m₊‖ ≥ %s", outward.Up(minus, 4), outward.Down(total-minus, 4))
}

// farEvidence is what decides where no float sees the density.
type farEvidence struct {
	Infinity bool `json:"negativeAtInfinity"`
}

// negativeFarOut looks at the leading terms of the density at infinity.
func (f *session) negativeFarOut() bool {
	defer f.within(enclosureUnits)()
	m, err := quadrature.New(f.K, f.Dim)
	return err == nil && search.NegativeFarOut(f.Ctx, m)
}

// atLeast is a lower bound of ‖m₋‖.
type atLeast struct {
	Minus number `json:"minusAtLeast"`
}

// bracket returns bounds of a nonnegative number.
func bracket(x *ball.Real) (lower, upper float64) {
	lower, _ = x.Lower(nil, 64).Float64()
	upper, _ = x.Upper(nil, 64).Float64()
	return math.Max(math.Nextafter(lower, 0), 0), math.Nextafter(upper, math.Inf(1))
}
