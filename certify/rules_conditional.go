package certify

import (
	"math"
	"strconv"

	"krein/kernel"
)

// maxConditional is the highest order of conditional positive definiteness that is tried.
const maxConditional = 6

// conditionalRules decide whether k is conditionally positive definite on R^d of some order.
var conditionalRules = []*Rule{
	{
		ID: "conditionally-pd.pd", Claim: ConditionallyPD,
		Theorem:  "A positive definite kernel is conditionally positive definite of order 0.",
		Citation: "the definitions",
		apply:    conditionalPD,
	},
	{
		ID: "conditionally-pd.spectrum-not-finite", Claim: ConditionallyPD,
		Theorem: "A continuous conditionally positive definite k has a nonnegative measure on R^d∖{0} that is finite at every distance from the origin; " +
			"a discontinuity, a singularity at b > 0 of exponent ≤ (d−1)/2, or an oscillation at infinity that makes m infinite refutes every order.",
		Citation: "X. Sun, Conditionally positive definite functions and their application to multivariate interpolation (1993), theorem 2.1",
		apply:    conditionalInfinite,
	},
	{
		ID: "conditionally-pd.growth", Claim: ConditionallyPD,
		Theorem:  "A conditionally positive definite k of order n is O(z^{2n}) at infinity; faster growth than every power refutes every order.",
		Citation: "I. M. Gelfand, N. Ya. Vilenkin, Generalized Functions IV (1964), chapter II, section 4",
		apply:    conditionalGrowth,
	},
	{
		ID: "conditionally-pd.micchelli", Claim: ConditionallyPD,
		Theorem:  "If k is continuous and (−1)ⁿ (dⁿ/dtⁿ) k(√t) is completely monotone on (0,∞), k is conditionally positive definite of order n on every R^d.",
		Citation: "C. A. Micchelli, Interpolation of scattered data (1986), theorem 2.1",
		apply:    conditionalMicchelli,
	},
	{
		ID: "conditionally-pd.negative", Claim: ConditionallyPD,
		Theorem:  "If −k is conditionally positive definite and k is not a polynomial in z², k is conditionally positive definite of no order.",
		Citation: "uniqueness of the measure on R^d∖{0}: Gelfand and Vilenkin (1964), chapter II, section 4",
		apply:    conditionalNegative,
	},
	{
		ID: "conditionally-pd.negative-density", Claim: ConditionallyPD,
		Theorem:  "The measure of a conditionally positive definite k on R^d∖{0} is nonnegative; a negative density at ω > 0 refutes every order.",
		Citation: "X. Sun (1993), theorem 2.1",
		apply:    conditionalNegativeDensity,
	},
	{
		ID: "conditionally-pd.constant", Claim: ConditionallyPD,
		Theorem:  "If m is finite and nonnegative but for a negative atom at the origin, k is a positive definite function minus a constant: conditionally positive definite of order 1.",
		Citation: "the definitions",
		apply:    conditionalConstant,
	},
}

type orderEvidence struct {
	Order int    `json:"order"`
	Rule  string `json:"rule,omitempty"`
	Claim ID     `json:"claim,omitempty"`
	// Derivatives is what was seen of the signs, for Micchelli's theorem.
	Derivatives *derivativeEvidence `json:"derivatives,omitempty"`
}

func conditionalPD(f *facts) conclusion {
	pd := f.verdict(PD)
	if pd.holds != kernel.True {
		return silent
	}
	return likely(orderEvidence{Order: 0, Rule: pd.rule, Claim: PD}, "k is positive definite on R^%d, which is order 0", f.dim).given(pd)
}

func conditionalInfinite(f *facts) conclusion {
	if c := finiteUnboundedAtZero(f); c.holds == kernel.False {
		return unlikely(c.evidence, "k is unbounded at 0, and a conditionally positive definite k is continuous")
	}
	l, err := f.local()
	if err != nil || !f.bounded0() {
		return silent
	}
	if w := l.worst; w != nil && w.Exponent.Cmp(f.half()) <= 0 {
		return unlikely(f.singular(w), "the singular term %s at z = %s has exponent %s ≤ (d−1)/2 = %s, so the measure is not finite away from the origin",
			singularText(w), short(w.At.Value), w.Exponent.RatString(), f.half().RatString())
	}
	if c := finiteOscillation(f); c.holds == kernel.False {
		return c
	}
	return silent
}

func conditionalGrowth(f *facts) conclusion {
	i := f.atInfinity()
	if i.Kind != kernel.Growth || !(i.Rate < 0) {
		return silent
	}
	return unlikely(infinityOf(i), "k grows faster than every power of z (%s)", i.Because)
}

func conditionalMicchelli(f *facts) conclusion {
	if !f.bounded0() || !f.noSingularity() {
		return silent
	}
	for n := 1; n <= maxConditional && n < f.set.Orders-4; n++ {
		s, err := f.signs(n, false)
		if err != nil {
			return stuck("the derivatives of k(√t) could not be computed: %v", err)
		}
		if s.decided() {
			return stuck("(−1)^j (d/dt)^j k(√t) ≥ 0 within errors for %d ≤ j ≤ %d, which suggests order %d, but every j ≥ %d counts, and a violation of "+
				"higher order would not have been seen", n, f.set.Orders, n, n)
		}
	}
	return stuck("k is not known to be positive definite, and for no order n ≤ %d is (−1)ⁿ (dⁿ/dtⁿ) k(√t) seen to be completely monotone", maxConditional)
}

// noSingularity reports whether k is analytic on (0,∞) and does not oscillate at infinity,
// as far as is known; otherwise no derivative of k(√t) is completely monotone.
func (f *facts) noSingularity() bool {
	l, err := f.local()
	return err == nil && l.worst == nil && len(waves(f.atInfinity())) == 0
}

func conditionalNegative(f *facts) conclusion {
	if !f.bounded0() || !f.noSingularity() {
		return silent
	}
	for n := 0; n <= maxConditional && n < f.set.Orders-4; n++ {
		s, err := f.signs(n, true)
		if err != nil {
			return silent
		}
		if s.decided() && s.positives > s.points { // not a polynomial of low degree
			ev := f.derivatives(n, s)
			return unlikely(orderEvidence{Order: n, Derivatives: &ev},
				"−k is conditionally positive definite of order %d and not a polynomial, so k is of no order", n)
		}
	}
	return silent
}

func conditionalNegativeDensity(f *facts) conclusion {
	for _, rule := range []func(*facts) conclusion{pdCuspTail, pdOscillatingTail} {
		if c := rule(f); c.holds == kernel.False {
			return c
		}
	}
	p, _ := f.profile()
	if p == nil {
		return silent
	}
	for _, a := range p.Atoms {
		if a.Weight < 0 {
			return unlikely(atomEvidence{number(a.Omega), number(a.Weight)}, "m has the atom %s at ω = %s > 0", short(a.Weight), short(a.Omega))
		}
	}
	ev, ok := f.negative()
	if !ok {
		return silent
	}
	return unlikely(ev, "the spectral density is negative away from the origin: m(%s) = %s ± %s",
		short(float64(ev.Omega)), short(float64(ev.Density)), short(float64(ev.Err)))
}

func conditionalConstant(f *facts) conclusion {
	ev, reason := f.nonnegative()
	if reason != "" || f.prof == nil || !(f.prof.Origin < 0) {
		return silent
	}
	ev.Minus = number(math.Abs(f.prof.Origin))
	return likely(orderEvidence{Order: 1, Rule: "pd.nonnegative-density", Claim: PD},
		"but for an atom %s at the origin the spectral density was found nowhere negative, so k plus a constant is positive definite", short(f.prof.Origin))
}

// decompositionRules summarise which positive decomposition exists.
var decompositionRules = []*Rule{
	{
		ID: "positive-decomposition.finite-mass", Claim: PositiveDecomposition,
		Theorem:  "k is a difference of positive definite functions of ‖x−y‖ iff ‖m‖ < ∞; averaging over translations, this holds for all differences of positive definite kernels with bounded diagonals.",
		Citation: "docs/theory.md, (D) and (A); C. S. Ong, X. Mary, S. Canu, A. J. Smola, Learning with non-positive kernels (2004)",
		apply:    decompositionFinite,
	},
	{
		ID: "positive-decomposition.conditionally-pd", Claim: PositiveDecomposition,
		Theorem:  "A conditionally positive definite kernel is a positive definite kernel plus a finite-rank one, not stationary and with unbounded diagonals.",
		Citation: "H. Wendland, Scattered Data Approximation (2005), theorem 10.18; docs/theory.md, (C)",
		apply:    decompositionConditional,
	},
	{
		ID: "positive-decomposition.none-bounded", Claim: PositiveDecomposition,
		Theorem:  "If ‖m‖ = ∞, no difference of positive definite kernels with bounded diagonals equals k on R^d.",
		Citation: "docs/theory.md, (A)",
		apply:    decompositionOpen,
	},
}

type decompositionEvidence struct {
	Kind  string `json:"kind"` // "stationary" or "finite-rank"
	Rule  string `json:"rule"`
	Claim ID     `json:"claim"`
}

func decompositionFinite(f *facts) conclusion {
	fm := f.verdict(FiniteMass)
	if fm.holds != kernel.True {
		return silent
	}
	return likely(decompositionEvidence{"stationary", fm.rule, FiniteMass},
		"the spectral measure is finite, and its positive and negative parts are the spectral measures of two bounded stationary positive definite functions with difference k").given(fm)
}

func decompositionConditional(f *facts) conclusion {
	c := f.verdict(ConditionallyPD)
	if c.holds != kernel.True {
		return silent
	}
	return likely(decompositionEvidence{"finite-rank", c.rule, ConditionallyPD},
		"k is conditionally positive definite, hence a positive definite kernel minus one of finite rank, neither of them stationary").given(c)
}

func decompositionOpen(f *facts) conclusion {
	fm := f.verdict(FiniteMass)
	if fm.holds != kernel.False {
		return stuck("it is not known whether the spectral measure is finite")
	}
	text := "no two positive definite kernels with bounded diagonals on R^" + strconv.Itoa(f.dim) + " have the difference k (" + fm.because +
		"); whether two with unbounded diagonals do, no rule decides"
	if s := f.verdict(PDSphere); s.holds == kernel.True {
		text += "; on the unit sphere k itself is positive definite"
	}
	return stuck("%s", text)
}
