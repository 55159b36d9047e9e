package certify

import (
	"math"
	"math/big"

	"krein/hankel"
	"krein/kernel"
	"krein/special"
)

// tailRules decide positive definiteness on R^d from other claims and from expansions.
var tailRules = []*Rule{
	{
		ID: "pd.infinite-mass", Claim: PD,
		Theorem:  "A positive definite k that is continuous at 0 is the transform of a finite nonnegative measure; ‖m‖ = ∞ refutes the claim.",
		Citation: "S. Bochner, Monotone Funktionen, Stieltjessche Integrale und harmonische Analyse (1933); I. J. Schoenberg (1938), theorem 1",
		apply:    pdInfiniteMass,
	},
	{
		ID: "pd.negative-limit", Claim: PD,
		Theorem:  "If k tends to c at infinity, m has the atom c at the origin; c < 0 refutes the claim.",
		Citation: "S. Bochner (1933), applied to the mean value of k",
		apply:    pdNegativeLimit,
	},
	{
		ID: "pd.flat-at-zero", Claim: PD,
		Theorem:  "If k is positive definite and k(0) − k(z) = o(z²) at 0, then m has no second moment, so that k is constant; and k(0) − k(z) ≥ 0.",
		Citation: "E. Lukacs, Characteristic Functions (1970), theorem 4.1.1",
		apply:    pdFlat,
	},
	{
		ID: "pd.cusp-tail", Claim: PD,
		Theorem: "If a z^β (log z)^p is the first term at 0 that is not an even power, and beats the singularities away from 0, then m has the tail " +
			"C ω^(−1−β), where C has the sign of a/Γ(−β/2) (p = 0); C < 0 refutes the claim.",
		Citation: "M. J. Lighthill, Fourier Analysis and Generalised Functions (1958), chapter 3; the transform of ‖x‖^β",
		apply:    pdCuspTail,
	},
	{
		ID: "pd.oscillating-tail", Claim: PD,
		Theorem: "With α the least exponent that counts away from 0 and β the first exponent at 0 that is not an even integer, " +
			"(d−3)/2−α > −1−β makes the leading tail of m a nonzero almost periodic function of mean 0, so that m < 0 somewhere.",
		Citation: "docs/theory.md, section 3; H. Bohr, Almost Periodic Functions (1947)",
		apply:    pdOscillatingTail,
	},
}

// boundRules refute positive definiteness on R^d from values of the kernel.
var boundRules = []*Rule{
	{
		ID: "pd.at-zero", Claim: PD,
		Theorem:  "A positive definite k ≢ 0 has k(0) > 0.",
		Citation: "the 1×1 and 2×2 Gram matrices",
		apply:    pdAtZero,
	},
	{
		ID: "pd.bounded-by-zero", Claim: PD,
		Theorem:  "A positive definite k has |k(z)| ≤ k(0).",
		Citation: "the 2×2 Gram matrix",
		apply:    pdBounded,
	},
	{
		ID: "pd.lambda-bound", Claim: PD,
		Theorem:  "A positive definite k on R^d, d ≥ 2, has k(z) ≥ k(0)·inf Λ_d, for k is a mixture of the functions Λ_d(ωz).",
		Citation: "I. J. Schoenberg (1938), theorem 1",
		apply:    pdLambda,
	},
}

// spectrumRules decide positive definiteness on R^d from values of the spectral density.
var spectrumRules = []*Rule{
	{
		ID: "pd.negative-density", Claim: PD,
		Theorem:  "The spectral measure is unique, so that m(ω) < 0 or an atom of negative weight refutes the claim.",
		Citation: "S. Bochner (1933); I. J. Schoenberg (1938), theorem 1",
		apply:    pdNegativeDensity,
	},
	{
		ID: "pd.nonnegative-density", Claim: PD,
		Theorem:  "If m is a finite nonnegative measure, k is positive definite on R^d.",
		Citation: "S. Bochner (1933); I. J. Schoenberg (1938), theorem 1",
		apply:    pdNonnegativeDensity,
	},
}

// fallbackRules use positive definiteness to decide complete monotonicity.
var fallbackRules = []*Rule{
	{
		ID: "completely-monotone.not-pd", Claim: CompletelyMonotone,
		Theorem:  "If k(√t) is completely monotone and k is continuous at 0, k is positive definite on R^d; if it is not, the claim fails.",
		Citation: "I. J. Schoenberg, Metric spaces and completely monotone functions (1938), theorem 3",
		apply:    monotoneNotPD,
	},
}

func pdInfiniteMass(f *facts) conclusion {
	fm := f.verdict(FiniteMass)
	if fm.holds != kernel.False {
		return silent
	}
	if jump, ok := f.jumpAtZero(); ok && jump > 0 {
		return stuck("k is discontinuous at 0, so that it may be positive definite without a finite measure")
	}
	return unlikely(premise{fm.rule, FiniteMass}, "a continuous positive definite function has a finite spectral measure, but %s", fm.because).given(fm)
}

func pdNegativeLimit(f *facts) conclusion {
	i := f.atInfinity()
	if i.Kind == kernel.Growth || i.Kind == kernel.Undetermined || !(i.Limit < -f.set.Margin*i.LimitErr) {
		return silent
	}
	return unlikely(infinityOf(i), "k tends to %s < 0 at infinity, an atom of negative weight at the origin", short(i.Limit))
}

func pdFlat(f *facts) conclusion {
	l, err := f.local()
	if err != nil || !f.bounded0() {
		return silent
	}
	t := l.origin.first()
	if t == nil {
		return silent
	}
	ev := zeroEvidence{number(f.samples().at0), number(f.samples().lim0), termOf(t)}
	switch c := t.Exp.Cmp(big.NewRat(2, 1)); {
	case c > 0:
		return unlikely(ev, "k(z) − k(0) begins %s at 0, which is o(z²), and a positive definite function so flat at 0 is constant", termText(t, "z"))
	case t.LogPow == 0 && t.Coef > 0:
		return unlikely(ev, "k(z) − k(0) begins %s at 0, so that k(z) > k(0) for small z", termText(t, "z"))
	}
	return silent
}

// cuspSign returns the sign of the tail of m which the term t at 0 gives.
func cuspSign(t *kernel.Term) int {
	sign := 1
	if t.Coef < 0 {
		sign = -1
	}
	p := t.LogPow
	if t.Exp.IsInt() && t.Exp.Num().Bit(0) == 0 {
		// z^(2n) log z: the derivative of 1/Γ(−β/2) by β at β = 2n has the sign (−1)^(n+1).
		n := new(big.Int).Rsh(t.Exp.Num(), 1)
		if n.Bit(0) == 0 {
			sign = -sign
		}
		p--
	} else {
		beta, _ := t.Exp.Float64()
		if _, s := math.Lgamma(-beta / 2); s < 0 {
			sign = -sign
		}
	}
	if p%2 == 1 { // each log z becomes −log ω
		sign = -sign
	}
	return sign
}

type tailEvidence struct {
	Cusp     *termJSON         `json:"cusp,omitempty"`
	Singular *singularEvidence `json:"singular,omitempty"`
	// CuspTail and WaveTail are the exponents of ω in the two tails of m.
	CuspTail string `json:"cuspTail,omitempty"`
	WaveTail string `json:"waveTail,omitempty"`
}

// cuspTail and waveTail return the exponents −1−β and (d−3)/2−α.
func cuspTail(beta *big.Rat) *big.Rat {
	return new(big.Rat).Sub(big.NewRat(-1, 1), beta)
}

func (f *facts) waveTail(alpha *big.Rat) *big.Rat {
	return new(big.Rat).Sub(big.NewRat(int64(f.dim)-3, 2), alpha)
}

func pdCuspTail(f *facts) conclusion {
	l, err := f.local()
	if err != nil || !f.bounded0() || !decays(f.atInfinity()) {
		return silent
	}
	t := l.origin.cusp()
	if t == nil || cuspSign(t) > 0 {
		return silent
	}
	ev := tailEvidence{Cusp: termOf(t), Singular: f.singular(l.worst), CuspTail: cuspTail(t.Exp).RatString()}
	alpha := l.beyond
	if l.worst != nil {
		alpha = l.worst.Exponent
		ev.WaveTail = f.waveTail(alpha).RatString()
	}
	if alpha != nil && f.waveTail(alpha).Cmp(cuspTail(t.Exp)) >= 0 {
		return silent
	}
	return unlikely(ev, "the term %s at 0 gives m the tail −C ω^(%s) with C > 0", termText(t, "z"), cuspTail(t.Exp).RatString())
}

// decays reports whether k decays to a constant so that its local singularities alone
// make the tail of m.
func decays(i kernel.Infinity) bool {
	switch i.Kind {
	case kernel.ZeroBeyond:
		return true
	case kernel.Constant, kernel.Gaussian, kernel.Exponential, kernel.StretchedExp, kernel.SuperExp, kernel.Power:
		return i.Regular
	}
	return false
}

func pdOscillatingTail(f *facts) conclusion {
	ev, c := f.oscillatingTail()
	if c == nil {
		return silent
	}
	return unlikely(ev, "the singular term %s at z = %s gives m an oscillating tail of order ω^(%s), which %s, so m is negative somewhere",
		singularText(c), short(c.At.Value), ev.WaveTail, ev.beats())
}

func (ev tailEvidence) beats() string {
	switch {
	case ev.Cusp == nil:
		return "nothing at 0 matches"
	case ev.CuspTail == ev.WaveTail:
		return "has a larger amplitude than the tail of the same order from the cusp at 0"
	}
	return "beats the tail of order ω^(" + ev.CuspTail + ") from the cusp at 0"
}

// oscillatingTail returns the singularity away from 0 whose tail beats the cusp's, or nil.
func (f *facts) oscillatingTail() (tailEvidence, *kernel.Singularity) {
	l, err := f.local()
	if err != nil || l.worst == nil || !decays(f.atInfinity()) || l.origin.unbounded() != nil {
		return tailEvidence{}, nil
	}
	wave := f.waveTail(l.worst.Exponent)
	ev := tailEvidence{Singular: f.singular(l.worst), WaveTail: wave.RatString()}
	t := l.origin.cusp()
	if t == nil {
		if !l.origin.Exact && wave.Cmp(cuspTail(l.origin.Order)) <= 0 {
			return ev, nil
		}
		return ev, l.worst
	}
	ev.Cusp, ev.CuspTail = termOf(t), cuspTail(t.Exp).RatString()
	switch c := wave.Cmp(cuspTail(t.Exp)); {
	case c > 0 || c == 0 && l.worst.LogPow > t.LogPow && !evenPower(t):
		return ev, l.worst
	case c < 0 || l.worst.LogPow != 0 || t.LogPow != 0:
		return ev, nil
	}
	// Equal orders: the amplitudes decide, if there is only one wave.
	s, err := f.spectrum()
	if err != nil {
		return ev, nil
	}
	tail := s.Tail()
	if tail.Kind != hankel.TailPower || len(tail.Waves) != 2 {
		return ev, nil
	}
	flat, moving := tail.Waves[0], tail.Waves[1]
	if flat.Freq != 0 {
		flat, moving = moving, flat
	}
	if flat.Freq == 0 && moving.Freq > 0 && flat.Exponent == moving.Exponent && math.Abs(moving.Coef) > (1+1e-6)*math.Abs(flat.Coef) {
		return ev, l.worst
	}
	return ev, nil
}

func evenPower(t *kernel.Term) bool { return t.Exp.IsInt() && t.Exp.Num().Bit(0) == 0 }

type valueEvidence struct {
	Zero  number `json:"zero"` // k(0)
	Z     number `json:"z"`
	Value number `json:"value"` // k(z)
	Bound number `json:"bound"`
}

func pdAtZero(f *facts) conclusion {
	s := f.samples()
	if s.at0 > 0 || math.IsNaN(s.at0) || s.top == 0 {
		return silent
	}
	for i, v := range s.k {
		if math.Abs(v) == s.top {
			return unlikely(valueEvidence{number(s.at0), number(s.z[i]), number(v), 0},
				"k(0) = %s is not positive, yet k(%s) = %s is not 0", short(s.at0), short(s.z[i]), short(v))
		}
	}
	return silent
}

// rounding is the relative slack given to a value of the kernel.
const rounding = 1e-12

func pdBounded(f *facts) conclusion {
	if !(f.samples().at0 > 0) {
		return silent
	}
	return f.exceeds(math.Inf(1))
}

// exceeds looks for the largest |k(z)| over 0 < z ≤ until and refutes the claim if it is
// above k(0) by more than rounding.
func (f *facts) exceeds(until float64) conclusion {
	s := f.samples()
	top, at := 0.0, -1
	for i, v := range s.k {
		if a := math.Abs(v); s.z[i] <= until && a > top {
			top, at = a, i
		}
	}
	if at < 0 || !(top > s.at0+rounding*max(top, math.Abs(s.at0))) {
		return silent
	}
	return unlikely(valueEvidence{number(s.at0), number(s.z[at]), number(s.k[at]), number(s.at0)},
		"|k(%s)| = %s exceeds k(0) = %s", short(s.z[at]), short(top), short(s.at0))
}

// leastLambda returns inf Λ_d, which Λ_d attains at its first minimum, for d ≥ 2; the
// minimum is the first zero of Λ_{d+2}, for Λ_d′(x) = −(x/d) Λ_{d+2}(x).
func leastLambda(d int) float64 {
	next := func(x float64) float64 { v, _ := special.Lambda64(float64(d+2), x); return v }
	// The first positive zero of J_ν, ν = d/2, lies between ν + 1.85 ν^(1/3) and ν + 1.86 ν^(1/3) + 1.3
	// for ν ≥ 1; a sign change is all that is used.
	nu := float64(d) / 2
	lo := nu
	hi := nu + 1.86*math.Cbrt(nu) + 1.3
	for next(hi) > 0 {
		hi += 0.25
	}
	for range 60 {
		if mid := (lo + hi) / 2; next(mid) > 0 {
			lo = mid
		} else {
			hi = mid
		}
	}
	v, _ := special.Lambda64(float64(d), hi)
	return v
}

func pdLambda(f *facts) conclusion {
	s := f.samples()
	if f.dim < 2 || !(s.at0 > 0) {
		return silent
	}
	least := leastLambda(f.dim)
	low, at := math.Inf(1), 0.0
	for i, v := range s.k {
		if v < low {
			low, at = v, s.z[i]
		}
	}
	// Rounding in k is relative to its size elsewhere; a Λ_d bound below it says nothing.
	if !(low < s.at0*least-1e-9*s.at0*math.Abs(least)-1e-14*s.at0) {
		return silent
	}
	return unlikely(valueEvidence{number(s.at0), number(at), number(low), number(s.at0 * least)},
		"k(%s) = %s lies below k(0)·inf Λ_%d = %s", short(at), short(low), f.dim, short(s.at0*least))
}

type densityEvidence struct {
	Omega   number `json:"omega"`
	Density number `json:"density"`
	Err     number `json:"error"`
}

// negative returns the frequency ω > 0 at which the density is most clearly negative.
func (f *facts) negative() (densityEvidence, bool) {
	p, err := f.profile()
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
			m, e := f.spec.Density(w)
			if ratio := -m / e; m < 0 && ratio > clear {
				best, clear = densityEvidence{number(w), number(m), number(e)}, ratio
			}
		}
	}
	return best, best.Density < 0
}

type atomEvidence struct {
	Omega  number `json:"omega"`
	Weight number `json:"weight"`
}

func pdNegativeDensity(f *facts) conclusion {
	p, _ := f.profile()
	if p == nil {
		return silent
	}
	if p.Origin < 0 {
		return unlikely(atomEvidence{0, number(p.Origin)}, "m has the atom %s at the origin", short(p.Origin))
	}
	for _, a := range p.Atoms {
		if a.Weight < 0 {
			return unlikely(atomEvidence{number(a.Omega), number(a.Weight)}, "m has the atom %s at ω = %s", short(a.Weight), short(a.Omega))
		}
	}
	ev, ok := f.negative()
	if !ok {
		return silent
	}
	return unlikely(ev, "the spectral density is negative: m(%s) = %s ± %s", short(float64(ev.Omega)), short(float64(ev.Density)), short(float64(ev.Err)))
}

type nonnegativeEvidence struct {
	Closed    string `json:"closedForm,omitempty"`
	Plus      number `json:"plus"`
	Minus     number `json:"minus"`
	MinusErr  number `json:"minusError"`
	Intervals int    `json:"intervals"`
	Tail      string `json:"tail"`
}

func pdNonnegativeDensity(f *facts) conclusion {
	ev, reason := f.nonnegative()
	if reason != "" {
		return stuck("%s", reason)
	}
	if f.prof.Origin < 0 {
		return silent
	}
	hidden := "a mass of at most " + short(float64(ev.MinusErr)) + " can hide in its errors, beside ‖m₊‖ = " + short(float64(ev.Plus)) +
		"; at both ends of the frequencies the leading term is positive"
	if ev.Closed != "" {
		return likely(ev, "the spectral density has a closed form (%s) and was found nowhere negative: %s", ev.Closed, hidden)
	}
	return likely(ev, "the spectral density was found nowhere negative: %s", hidden)
}

// nonnegative looks for signs that m is nonnegative on ω > 0, atoms apart; reason says what
// is in the way.
func (f *facts) nonnegative() (ev nonnegativeEvidence, reason string) {
	p, err := f.profile()
	if p == nil {
		return ev, "the sign of the spectral density is not known: " + err.Error()
	}
	if f.verdict(FiniteMass).holds != kernel.True {
		return ev, "it is not known whether m is finite"
	}
	for _, iv := range p.Intervals {
		if iv.Sign < 0 {
			return ev, "the spectral density may be negative between ω = " + short(iv.Lo) + " and ω = " + short(iv.Hi)
		}
	}
	for _, a := range p.Atoms {
		if a.Weight < 0 {
			return ev, "m has a negative atom at ω = " + short(a.Omega)
		}
	}
	if why := f.unseenFrequencies(); why != "" {
		return ev, "no negative value of the density was found, but " + why
	}
	switch {
	case !(p.Total.Err <= 1e-2*p.Total.Value):
		return ev, "no negative value of the density was found, but its integral is known only to ±" + short(p.Total.Err)
	case !(p.Minus.Err <= 1e-6*p.Total.Value):
		return ev, "no negative value of the density was found, but a negative mass of up to " + short(p.Minus.Err) + " may hide in its errors"
	}
	closed, _ := f.spec.Closed()
	return nonnegativeEvidence{
		Closed: closed, Plus: number(p.Plus.Value), Minus: number(p.Minus.Value), MinusErr: number(p.Minus.Err),
		Intervals: len(p.Intervals), Tail: f.spec.Tail().Because,
	}, ""
}

func monotoneNotPD(f *facts) conclusion {
	pd := f.verdict(PD)
	if pd.holds != kernel.False || !f.bounded0() {
		return silent
	}
	return unlikely(premise{pd.rule, PD}, "k is continuous at 0 and not positive definite on R^%d: %s", f.dim, pd.because).given(pd)
}
