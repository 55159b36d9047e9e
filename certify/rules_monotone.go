package certify

import (
	"math"
	"math/big"

	"krein/kernel"
)

// monotoneRules decide whether f(t) = k(√t) is completely monotone on (0,∞).
var monotoneRules = []*Rule{
	{
		ID: "completely-monotone.analytic", Claim: CompletelyMonotone,
		Theorem:  "A completely monotone function is real analytic on (0,∞); a point b > 0 at which k is not analytic refutes the claim.",
		Citation: "D. V. Widder, The Laplace Transform (1941), chapter IV, theorem 3a",
		apply:    monotoneAnalytic,
	},
	{
		ID: "completely-monotone.infinity", Claim: CompletelyMonotone,
		Theorem: "A completely monotone function is nonnegative and nonincreasing and decays no faster than an exponential of t = z²; " +
			"growth, oscillation, a negative limit, a zero stretch or a faster decay refutes the claim.",
		Citation: "D. V. Widder, The Laplace Transform (1941), chapter IV, theorem 12b",
		apply:    monotoneInfinity,
	},
	{
		ID: "completely-monotone.derivatives", Claim: CompletelyMonotone,
		Theorem:  "f is completely monotone on (0,∞) iff (−1)ⁿ f⁽ⁿ⁾ ≥ 0 for every n ≥ 0.",
		Citation: "D. V. Widder, The Laplace Transform (1941), chapter IV, definition 2a",
		apply:    monotoneDerivatives,
	},
}

func monotoneAnalytic(f *facts) conclusion {
	l, err := f.local()
	if err != nil || l.worst == nil {
		return silent
	}
	return unlikely(f.singular(l.worst), "k is not analytic at z = %s, where the term %s of exponent %s has no analytic continuation",
		short(l.worst.At.Value), singularText(l.worst), l.worst.Exponent.RatString())
}

func monotoneInfinity(f *facts) conclusion {
	i := f.atInfinity()
	ev := infinityOf(i)
	switch {
	case i.Kind == kernel.Growth:
		// f may still decrease to −∞; both growths refute.
		return unlikely(ev, "k is unbounded at infinity (%s)", i.Because)
	case len(waves(i)) > 0:
		return unlikely(ev, "k has an oscillating term at infinity that decays no faster than a power of z, so some derivative of k(√t) changes its sign")
	case i.Limit < -f.set.Margin*i.LimitErr && i.Kind != kernel.Undetermined:
		return unlikely(ev, "k tends to the negative limit %s", short(i.Limit))
	case i.Kind == kernel.ZeroBeyond && f.samples().top > 0:
		return unlikely(ev, "k vanishes for large z and not everywhere, so it is not analytic")
	case i.Limit == 0 && (i.Kind == kernel.SuperExp || i.Kind == kernel.StretchedExp && i.Stretch.Cmp(big.NewRat(2, 1)) > 0):
		return unlikely(ev, "k decays faster than every Gaussian, but a completely monotone f(t) is at least a multiple of some exp(−at)")
	}
	return silent
}

// derivativeEvidence is what was seen of the signs of (−1)^n f^(n)(t)/n!.
type derivativeEvidence struct {
	From      int     `json:"from,omitempty"` // first order looked at
	Orders    int     `json:"orders"`         // last order looked at
	Points    int     `json:"points"`
	Positive  int     `json:"positive"`
	Unclear   int     `json:"unclear"`
	Violation *jetBad `json:"violation,omitempty"`
}

type jetBad struct {
	Order int    `json:"order"`
	T     number `json:"t"`
	Value number `json:"value"` // (−1)^n f^(n)(t)/n!
	Err   number `json:"error"`
}

func (f *facts) derivatives(from int, s signs) derivativeEvidence {
	ev := derivativeEvidence{From: from, Orders: f.set.Orders, Points: s.points, Positive: s.positives, Unclear: s.blurred}
	if s.violated {
		ev.Violation = &jetBad{s.order, number(s.t), number(s.value), number(s.err)}
	}
	return ev
}

func monotoneDerivatives(f *facts) conclusion {
	s, err := f.signs(0, false)
	if err != nil {
		return stuck("the derivatives of k(√t) could not be computed: %v", err)
	}
	ev := f.derivatives(0, s)
	switch {
	case s.violated && s.order == 0:
		return unlikely(ev, "f(t) = k(√t) is negative: f(%s) = %s ± %s", short(s.t), short(s.value), short(s.err))
	case s.violated:
		return unlikely(ev, "the derivative of order n = %d of f(t) = k(√t) has the wrong sign: (−1)ⁿ f⁽ⁿ⁾(t)/n! = %s ± %s at t = %s",
			s.order, short(s.value), short(s.err), short(s.t))
	case s.decided():
		// Which orders fail first depends on how near k is to the boundary: no finite number of them is evidence.
		return stuck("(−1)ⁿ f⁽ⁿ⁾(t) ≥ 0 for f(t) = k(√t) within errors for all n ≤ %d at %d points t from %s to %s, but every order counts, and a "+
			"violation of higher order would not have been seen", f.set.Orders, s.points, short(f.jetRows[0].t), short(f.jetRows[len(f.jetRows)-1].t))
	}
	return stuck("no derivative of k(√t) up to order %d has the wrong sign, but %d of %d values are lost in their rounding errors",
		f.set.Orders, s.blurred, s.blurred+s.resolved)
}

// bounded0 reports whether k(0) is a finite number and the limit of k at 0.
func (f *facts) bounded0() bool {
	s := f.samples()
	if math.IsNaN(s.at0) || math.IsInf(s.at0, 0) || math.IsNaN(s.lim0) {
		return false
	}
	_, jump := f.jumpAtZero()
	return !jump
}
