package certify

import (
	"math"
	"math/big"
	"strings"

	"krein/kernel"
)

// finiteRules decide whether the radial spectral measure is finite from the kernel's
// behaviour at 0, at its singular points and at infinity.
var finiteRules = []*Rule{
	{
		ID: "finite-mass.jump-at-zero", Claim: FiniteMass,
		Theorem:  "The transform of a finite measure is continuous; if k(0) is not the limit of k at 0, no finite m represents k.",
		Citation: "W. Rudin, Fourier Analysis on Groups (1962), theorem 1.3.3",
		apply:    finiteJumpAtZero,
	},
	{
		ID: "finite-mass.unbounded-at-zero", Claim: FiniteMass,
		Theorem:  "The transform of a finite measure is bounded by its mass; if k is unbounded at 0, no finite m represents k.",
		Citation: "W. Rudin, Fourier Analysis on Groups (1962), theorem 1.3.3",
		apply:    finiteUnboundedAtZero,
	},
	{
		ID: "finite-mass.growth", Claim: FiniteMass,
		Theorem:  "The transform of a finite measure is bounded by its mass; if k is unbounded at infinity, no finite m represents k.",
		Citation: "W. Rudin, Fourier Analysis on Groups (1962), theorem 1.3.3",
		apply:    finiteGrowth,
	},
	{
		ID: "finite-mass.singularity", Claim: FiniteMass,
		Theorem: "Let α be the least exponent at which the two sides of a point b > 0 do not continue each other. The tail of m is " +
			"ω^((d−3)/2−α) times a nonzero almost periodic function, so that ‖m‖ = ∞ if α ≤ (d−1)/2.",
		Citation: "A. Erdélyi, Asymptotic Expansions (1956), section 2.8, applied to the Hankel transform (docs/theory.md, (F))",
		apply:    finiteSingularity,
	},
	{
		ID: "finite-mass.oscillation", Claim: FiniteMass,
		Theorem: "If k(z) ~ A z^(−γ) cos(az+φ), a > 0, at infinity, then |m(ω)| ~ C|ω−a|^(γ−(d+1)/2) near a, which is not integrable " +
			"for γ < (d−1)/2; radially projected measures are absolutely continuous away from 0.",
		Citation: "I. J. Schoenberg, Metric spaces and completely monotone functions (1938), section 1; docs/theory.md, (I)",
		apply:    finiteOscillation,
	},
	{
		ID: "finite-mass.analysis", Claim: FiniteMass,
		Theorem: "If k is bounded at 0 with an expansion in real powers, every exponent that counts at a point b > 0 exceeds (d−1)/2, " +
			"and k decays to a constant like z^(−γ), γ > 0, or faster, its derivatives accordingly, then ‖m‖ < ∞.",
		Citation: "A. Erdélyi, Asymptotic Expansions (1956), section 2.8, applied to the Hankel transform (docs/theory.md, (F), (Z), (I))",
		apply:    finiteAnalysis,
	},
	{
		ID: "finite-mass.numerical", Claim: FiniteMass,
		Theorem: "A heuristic for Go functions: the density does not change its sign for ever, its integral converges within its error estimate, " +
			"and ‖m₊‖ − ‖m₋‖ agrees with k(0).",
		Citation: "none; k(0) = ∫dm for a finite m",
		apply:    finiteNumerical,
	},
}

// zeroEvidence is the behaviour at z = 0.
type zeroEvidence struct {
	Value number    `json:"value"`
	Limit number    `json:"limit"`
	Term  *termJSON `json:"term,omitempty"`
}

// termJSON is a term coefficient·τ^exponent·(log τ)^logPower of an expansion.
type termJSON struct {
	Exponent string `json:"exponent"`
	LogPower int    `json:"logPower,omitempty"`
	Coef     number `json:"coefficient"`
	Err      number `json:"error"`
}

func termOf(t *kernel.Term) *termJSON {
	if t == nil {
		return nil
	}
	return &termJSON{t.Exp.RatString(), t.LogPow, number(t.Coef), number(t.Err)}
}

// singularEvidence is the least exponent that counts, at z = At, against (d−1)/2.
type singularEvidence struct {
	At       number `json:"at"`
	Exponent string `json:"exponent"`
	LogPower int    `json:"logPower,omitempty"`
	Left     number `json:"left"`
	Right    number `json:"right"`
	Err      number `json:"error"`
	Half     string `json:"half"` // (d−1)/2
}

func (f *facts) singular(c *kernel.Singularity) *singularEvidence {
	if c == nil {
		return nil
	}
	return &singularEvidence{
		number(c.At.Value), c.Exponent.RatString(), c.LogPow,
		number(c.Left.Value), number(c.Right.Value), number(c.Left.Err + c.Right.Err), f.half().RatString(),
	}
}

// infinityEvidence is the behaviour at infinity.
type infinityEvidence struct {
	Kind      string `json:"kind"`
	Limit     number `json:"limit"`
	Rate      number `json:"rate,omitempty"`
	Power     number `json:"power,omitempty"`
	Frequency number `json:"frequency,omitempty"`
	Because   string `json:"because,omitempty"`
}

func infinityOf(i kernel.Infinity) infinityEvidence {
	return infinityEvidence{i.Kind.String(), number(i.Limit), number(i.Rate), number(i.Power), number(i.Frequency), i.Because}
}

func finiteJumpAtZero(f *facts) conclusion {
	jump, ok := f.jumpAtZero()
	if !ok {
		return silent
	}
	s := f.samples()
	return unlikely(zeroEvidence{Value: number(s.at0), Limit: number(s.lim0)},
		"k(0) − k(0+) = %s, and the transform of a finite measure is continuous", short(jump))
}

func finiteUnboundedAtZero(f *facts) conclusion {
	l, err := f.local()
	if err != nil {
		return silent
	}
	t := l.origin.unbounded()
	if t == nil {
		return silent
	}
	return unlikely(zeroEvidence{number(math.Inf(1)), number(math.NaN()), termOf(t)},
		"k is unbounded at 0, where it begins %s, and the transform of a finite measure is bounded", termText(t, "z"))
}

func termText(t *kernel.Term, base string) string {
	text := short(t.Coef)
	if t.Exp.Sign() != 0 {
		text += "·" + power(base, t.Exp)
	}
	if t.LogPow > 0 {
		text += "·" + power("log("+base+")", big.NewRat(int64(t.LogPow), 1))
	}
	return text
}

func finiteGrowth(f *facts) conclusion {
	i := f.atInfinity()
	if i.Kind != kernel.Growth {
		return silent
	}
	return unlikely(infinityOf(i), "k is unbounded at infinity (%s), and the transform of a finite measure is bounded", i.Because)
}

func finiteSingularity(f *facts) conclusion {
	l, err := f.local()
	if err != nil {
		return stuck("the singularities of k are not known: %v", err)
	}
	c := l.worst
	if c == nil || c.Exponent.Cmp(f.half()) > 0 {
		return silent
	}
	at := short(c.At.Value)
	switch {
	case c.Exponent.Sign() < 0 || c.Exponent.Sign() == 0 && c.LogPow > 0:
		return unlikely(f.singular(c), "k is unbounded at z = %s, and the transform of a finite measure is bounded", at)
	case c.Exponent.Sign() == 0:
		return unlikely(f.singular(c), "k jumps by %s at z = %s, and the transform of a finite measure is continuous",
			short(c.Right.Value-c.Left.Value), at)
	}
	return unlikely(f.singular(c),
		"the expansion at z = %s has the singular term %s, and its exponent is %s ≤ (d−1)/2 = %s, so the tail of m is not integrable (F)",
		at, singularText(c), c.Exponent.RatString(), f.half().RatString())
}

// singularText writes the leading singular term of a point, from a side on which it does not vanish.
func singularText(c *kernel.Singularity) string {
	coef, base := c.Left.Value, "("+short(c.At.Value)+"−z)"
	if coef == 0 {
		coef, base = c.Right.Value, "(z−"+short(c.At.Value)+")"
	}
	return termText(&kernel.Term{Exp: c.Exponent, LogPow: c.LogPow, Coef: coef}, base)
}

// waves returns the terms at infinity that oscillate without exponential decay.
func waves(i kernel.Infinity) []kernel.InfinityTerm {
	var w []kernel.InfinityTerm
	for _, t := range i.Terms {
		moving, decaying := false, false
		for _, e := range t.Exps {
			moving = moving || e.Im != 0
			decaying = decaying || e.Re != 0
		}
		if moving && !decaying && t.Coef != 0 {
			w = append(w, t)
		}
	}
	return w
}

// frequency returns a if t oscillates like cos(az+φ); otherwise (a chirp) ok is false.
func frequency(t *kernel.InfinityTerm) (a float64, ok bool) {
	if len(t.Exps) != 1 || t.Exps[0].LogPow != 0 || t.Exps[0].Power.Cmp(big.NewRat(1, 1)) != 0 {
		return 0, false
	}
	return math.Abs(t.Exps[0].Im), true
}

// isAtom reports whether t, with Power = (d−1)/2, has the phase of Λ_d(az), which is
// ~ cos(az − (d−1)π/4) up to a positive multiple of z^(−(d−1)/2).
func (f *facts) isAtom(t *kernel.InfinityTerm) bool {
	phase := t.Phase
	if t.Exps[0].Im < 0 {
		phase = -phase
	}
	off := (phase + float64(f.dim-1)*math.Pi/4) / math.Pi
	return t.LogPow == 0 && math.Abs(off-math.Round(off)) < 1e-9
}

type waveEvidence struct {
	Power     string `json:"power"`
	LogPower  int    `json:"logPower,omitempty"`
	Frequency number `json:"frequency"`
	Phase     number `json:"phase"`
	Coef      number `json:"coefficient"`
	Half      string `json:"half"` // (d−1)/2
}

func finiteOscillation(f *facts) conclusion {
	for _, t := range waves(f.atInfinity()) {
		a, ok := frequency(&t)
		if !ok {
			continue
		}
		ev := waveEvidence{t.Power.RatString(), t.LogPow, number(a), number(t.Phase), number(t.Coef), f.half().RatString()}
		switch c := t.Power.Cmp(f.half()); {
		case c < 0:
			return unlikely(ev, "k has at infinity a term %s z^(−γ) cos(az+φ) with γ = %s < (d−1)/2 = %s and a = %s, so m is not integrable near ω = a (I)",
				short(t.Coef), t.Power.RatString(), f.half().RatString(), short(a))
		case c == 0 && !f.isAtom(&t):
			return unlikely(ev, "k has at infinity a term %s z^(−γ) cos(az+φ) with γ = (d−1)/2 = %s and a = %s but not the phase of Λ_%d, so m behaves like 1/(ω−a) near ω = a (I)",
				short(t.Coef), f.half().RatString(), short(a), f.dim)
		}
	}
	return silent
}

type analysisEvidence struct {
	Zero     *termJSON         `json:"zero,omitempty"`
	Singular *singularEvidence `json:"singular,omitempty"`
	Points   []number          `json:"points,omitempty"`
	Infinity infinityEvidence  `json:"infinity"`
}

func finiteAnalysis(f *facts) conclusion {
	l, err := f.local()
	if err != nil {
		return stuck("the singularities of k are not known: %v", err)
	}
	if l.worst == nil && l.beyond != nil && l.beyond.Cmp(f.half()) <= 0 {
		return stuck("the expansions at the singular points of k agree up to order %s, but (d−1)/2 = %s", l.beyond.RatString(), f.half().RatString())
	}
	i := f.atInfinity()
	decay, bad := f.decay(i)
	if bad.because != "" {
		return bad
	}
	ev := analysisEvidence{termOf(l.origin.cusp()), f.singular(l.worst), nil, infinityOf(i)}
	for _, p := range l.points {
		ev.Points = append(ev.Points, number(p.At.Value))
	}
	if l.worst == nil {
		return likely(ev, "k is bounded at 0, has no singularity on (0,∞) that counts up to (d−1)/2 = %s, and %s, so the density of m is integrable at 0 and at infinity (F)",
			f.half().RatString(), decay)
	}
	return likely(ev, "the least exponent of a singularity away from 0 is %s, at z = %s, which exceeds (d−1)/2 = %s, and %s, so the density of m is integrable at 0 and at infinity (F)",
		l.worst.Exponent.RatString(), short(l.worst.At.Value), f.half().RatString(), decay)
}

// decay puts into words how k decays at infinity if that leaves the mass finite; otherwise
// it says what is missing.
func (f *facts) decay(i kernel.Infinity) (text string, bad conclusion) {
	osc := waves(i)
	switch i.Kind {
	case kernel.ZeroBeyond:
		return "k vanishes for large z", silent
	case kernel.Constant:
		if i.Regular {
			return "k is constant for large z", silent
		}
		return "", stuck("k tends to %s at infinity, but it is not known how: %s", short(i.Limit), i.Because)
	case kernel.Gaussian, kernel.Exponential, kernel.StretchedExp, kernel.SuperExp:
		text = "k decays faster than every power"
	case kernel.Power:
		text = "k decays like z^(−" + short(i.Power) + ")"
	case kernel.Oscillating:
		text = strings.TrimSuffix(i.Because, ".")
	default:
		return "", stuck("the behaviour of k at infinity does not decide: %s", i.Because)
	}
	if i.Limit != 0 {
		text += " to the constant " + short(i.Limit)
	}
	if len(osc) == 0 {
		if i.Kind == kernel.Oscillating || !i.Regular {
			return "", stuck("%s, but it is not known whether its derivatives follow", text)
		}
		return text, silent
	}
	for n, t := range osc {
		a, ok := frequency(&t)
		if !ok {
			return "", stuck("%s, and its oscillation is not that of a cosine", text)
		}
		// finite-mass.oscillation has excluded all else.
		switch {
		case n > 0 && t.Power.Cmp(f.half()) > 0: // the first says enough
		case t.Power.Cmp(f.half()) == 0:
			text += ", which is an atom of m on the sphere ω = " + short(a)
		default:
			text += ", whose exponent " + t.Power.RatString() + " exceeds (d−1)/2"
		}
	}
	return text, silent
}

// premise names a claim from which another was derived.
type premise struct {
	Rule  string `json:"rule"`
	Claim ID     `json:"claim"`
}

type numericalEvidence struct {
	Plus   number `json:"plus"`
	Minus  number `json:"minus"`
	Err    number `json:"error"`
	Zero   number `json:"zero"` // k(0)
	Defect number `json:"defect"`
}

// numericalError is the relative error of the total mass up to which finiteNumerical believes it.
const numericalError = 1e-2

func finiteNumerical(f *facts) conclusion {
	if !f.k.IsFunc() {
		return silent
	}
	p, err := f.profile()
	switch {
	case err != nil:
		return stuck("the spectral density of the Go function could not be integrated: %v", err)
	case p.ChangesForever:
		return stuck("the spectral density of the Go function changes its sign for ever as far as it was followed")
	case !(p.Total.Err <= numericalError*p.Total.Value):
		return stuck("the integral of the spectral density of the Go function is known only to ±%s", short(p.Total.Err))
	case !(math.Abs(p.Defect) <= numericalError*p.Total.Value):
		return stuck("‖m₊‖ − ‖m₋‖ misses k(0) by %s", short(p.Defect))
	}
	return likely(numericalEvidence{number(p.Plus.Value), number(p.Minus.Value), number(p.Total.Err), number(p.KernelAtZero), number(p.Defect)},
		"the spectral density was integrated numerically to ‖m‖ = %s ± %s, and ‖m₊‖ − ‖m₋‖ misses k(0) by %s only", short(p.Total.Value), short(p.Total.Err), short(p.Defect))
}
