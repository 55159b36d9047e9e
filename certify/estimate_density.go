package certify

import (
	"math"
	"math/big"
	"strings"

	"krein/ball"
	"krein/certify/internal/view"
	"krein/hankel"
	"krein/hankel/profile"
	"krein/internal/elem64"
	"krein/kernel/asymptotic"
	"krein/kernel/numeric"
)

type densityEvidence struct {
	Omega   number `json:"omega"`
	Density number `json:"density"`
	Err     number `json:"error"`
}

// negative returns the frequency ω > 0 at which the density is most clearly negative.
func (f *session) negative() (densityEvidence, bool) {
	p, err := f.Profile()
	if p == nil || err != nil {
		return densityEvidence{}, false
	}
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
			m, e := f.Spec.Density(w)
			if ratio := -m / e; m < 0 && ratio > clear {
				best, clear = densityEvidence{number(w), number(m), number(e)}, ratio
			}
		}
	}
	return best, best.Density < 0
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
		return inconclusive("no negative value of the spectral density was seen at ω > 0, which says " +
			"nothing of the order")
	}
	return unlikely("", ev, "the spectral density is negative away from the origin: "+
		"m(%s) = %s ± %s",
		short(float64(ev.Omega)), short(float64(ev.Density)), short(float64(ev.Err)))
}

type nonnegativeEvidence struct {
	Closed    string `json:"closedForm,omitempty"`
	Plus      number `json:"plus"`
	Minus     number `json:"minus"`
	MinusErr  number `json:"minusError"`
	Intervals int    `json:"intervals"`
	Tail      string `json:"tail"`
}

// densitySign looks at the sign of the spectral measure.
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
	ev, reason := f.nonnegative(p)
	if reason != "" {
		return inconclusive("%s", reason)
	}
	form := "was"
	if ev.Closed != "" {
		form = "has a closed form (" + ev.Closed + ") and was"
	}
	return likely(ev, "the spectral density %s found nowhere negative: a mass of at most %s can "+
		"hide in its errors, beside ‖m₊‖ = %s; "+
		"at both ends of the frequencies the leading term is positive", form,
		short(float64(ev.MinusErr)), short(float64(ev.Plus)))
}

// nonnegative looks for signs that m is nonnegative on ω > 0, atoms apart; reason says what is in the way.
func (f *session) nonnegative(p *profile.Profile) (ev nonnegativeEvidence, reason string) {
	if f.verdict(FiniteMass).holds != ball.True {
		return ev, "it is not known whether m is finite"
	}
	for _, iv := range p.Intervals {
		if iv.Sign < 0 {
			return ev, "the spectral density may be negative between ω = " + short(iv.Lo) + " " +
				"and ω = " + short(iv.Hi)
		}
	}
	if why := f.unseenFrequencies(); why != "" {
		return ev, "no negative value of the density was found, but " + why
	}
	switch {
	case !(p.Total.Err <= 1e-2*p.Total.Value):
		return ev, "no negative value of the density was found, but its integral is known only " +
			"to ±" + short(p.Total.Err)
	case !(p.Minus.Err <= 1e-6*p.Total.Value):
		return ev, "no negative value of the density was found, but a negative mass of up to " +
			short(p.Minus.Err) + " may hide in its errors"
	}
	closed, _ := f.Spec.Closed()
	return nonnegativeEvidence{
		Closed: closed, Plus: number(p.Plus.Value), Minus: number(p.Minus.Value),
		MinusErr:  number(p.Minus.Err),
		Intervals: len(p.Intervals), Tail: f.Spec.Tail().Because,
	}, ""
}

// A finite look at values says nothing of the ends, where signs are decided by leading terms
// however small their coefficients are. The functions below look there; what they return says what
// stands in the way of an estimate, "" for nothing.

// unseenFrequencies looks at the density for ω→0, for ω→∞ and next to the frequencies with which k
// oscillates at infinity.
func (f *session) unseenFrequencies() string {
	inf := f.AtInfinity()
	continuous := big.NewRat(int64(f.Dim)+1, 2)
	for _, t := range view.Waves(inf) {
		a, ok := view.Frequency(&t)
		switch {
		case !ok:
			return "k has a chirp at infinity, whose frequencies were not looked at"
		case t.Power.Cmp(f.Half()) == 0 && f.isAtom(&t): // an atom, in the profile
		case t.Power.Cmp(continuous) <= 0:
			return "the density is not continuous at ω = " + short(a) + ", where k oscillates, " +
				"and its sign there was not looked at"
		}
	}
	tail := f.Spec.Tail()
	switch {
	case tail.Kind == hankel.TailZero:
		return "the density ends at ω = " + short(tail.Rate) + ", and its sign next to the end " +
			"was not looked at"
	case tail.Kind != hankel.TailPower:
		return "its tail decays faster than every power: a negative part beyond the frequencies " +
			"at which floats see it would not have been seen"
	case tail.Oscillating && !leading(tail):
		return "its tail oscillates"
	case !tail.Oscillating && tail.Sign <= 0:
		return "its tail is negative, or the sign of its tail is not known"
	}
	// The leading term must have taken over where the density can still be seen.
	if w := f.tailReached(tail); w != "" {
		return w
	}
	switch {
	case tail.OriginCoef > 0:
	case !math.IsNaN(tail.OriginCoef):
		return "near ω = 0 it is negative, or lost in rounding"
	case inf.Kind == asymptotic.Power || inf.Kind == asymptotic.Undetermined ||
		inf.Kind == asymptotic.LogDecay || inf.Kind == asymptotic.Oscillating:
		return "its sign near ω = 0 is not known"
	default: // m/ω^(d−1) is analytic at 0
		if m, e := f.Spec.Density(f.lowFrequency()); !(m > f.set.Margin*e) {
			return "its sign near ω = 0 is lost in rounding"
		}
	}
	return ""
}

// leading reports whether the constant wave of a power tail is larger than all moving ones of its
// order, by more than rounding.
func leading(tail hankel.Tail) bool {
	var flat, moving float64
	for _, w := range tail.Waves {
		switch {
		case w.Exponent < tail.Exponent:
		case w.Freq == 0:
			flat += w.Coef
		default:
			moving += math.Abs(w.Coef)
		}
	}
	return moving < flat*(1-1e-6)
}

// lowFrequency returns a frequency below all at which the spectrum varies.
func (f *session) lowFrequency() float64 {
	lo, _ := f.Spec.Scale()
	return lo / 16
}

// tailReached looks for a frequency at which the density agrees with its leading term to a half.
func (f *session) tailReached(tail hankel.Tail) string {
	if tail.Oscillating || tail.LogPow != 0 || !(tail.Coef > 0) {
		return ""
	}
	_, hi := f.Spec.Scale()
	for j := range 16 {
		w := hi * math.Pow(2, float64(j))
		m, e := f.Spec.Density(w)
		want := tail.Coef * elem64.Pow(w, tail.Exponent)
		if m > f.set.Margin*e && m > want/2 && m < 2*want {
			return ""
		}
		if want == 0 || math.IsInf(w, 0) {
			break
		}
	}
	return "its leading term for large ω is so small that the density was not seen to follow it"
}

// isAtom reports whether t, with Power = (d−1)/2, has the phase of Λ_d(az), which is
// ~ cos(az − (d−1)π/4) up to a positive multiple of z^(−(d−1)/2).
func (f *session) isAtom(t *numeric.InfinityTerm) bool {
	phase := t.Phase
	if t.Exps[0].Im < 0 {
		phase = -phase
	}
	off := (phase + float64(f.Dim-1)*math.Pi/4) / math.Pi
	return t.LogPow == 0 && math.Abs(off-math.Round(off)) < 1e-9
}
