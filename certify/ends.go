package certify

import (
	"errors"
	"math"
	"math/big"
	"slices"

	"krein/certify/check"
	"krein/hankel"
	"krein/internal/elem64"
	"krein/kernel"
)

// A finite look at values says nothing of the ends, where signs are decided by leading terms however small their coefficients are. The
// functions of this file look there; what they return says what stands in the way of an estimate, "" for nothing.

// unseenFrequencies looks at the density for ω→0, for ω→∞ and next to the frequencies with which k oscillates at infinity.
func (f *facts) unseenFrequencies() string {
	inf := f.atInfinity()
	continuous := big.NewRat(int64(f.dim)+1, 2)
	for _, t := range waves(inf) {
		a, ok := frequency(&t)
		switch {
		case !ok:
			return "k has a chirp at infinity, whose frequencies were not looked at"
		case t.Power.Cmp(f.half()) == 0 && f.isAtom(&t): // an atom, in the profile
		case t.Power.Cmp(continuous) <= 0:
			return "the density is not continuous at ω = " + short(a) + ", where k oscillates, and its sign there was not looked at"
		}
	}
	tail := f.spec.Tail()
	switch {
	case tail.Kind == hankel.TailZero:
		return "the density ends at ω = " + short(tail.Rate) + ", and its sign next to the end was not looked at"
	case tail.Kind != hankel.TailPower:
		return "its tail decays faster than every power: a negative part beyond the frequencies at which floats see it would not have been seen"
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
	case inf.Kind == kernel.Power || inf.Kind == kernel.Undetermined || inf.Kind == kernel.LogDecay || inf.Kind == kernel.Oscillating:
		return "its sign near ω = 0 is not known"
	default: // m/ω^(d−1) is analytic at 0
		if m, e := f.spec.Density(f.lowFrequency()); !(m > f.set.Margin*e) {
			return "its sign near ω = 0 is lost in rounding"
		}
	}
	return ""
}

// leading reports whether the constant wave of a power tail is larger than all moving ones of its order, by more than rounding.
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
func (f *facts) lowFrequency() float64 {
	lo, _ := f.spec.Scale()
	return lo / 16
}

// tailReached looks for a frequency at which the density agrees with its leading term to a half.
func (f *facts) tailReached(tail hankel.Tail) string {
	if tail.Oscillating || tail.LogPow != 0 || !(tail.Coef > 0) {
		return ""
	}
	_, hi := f.spec.Scale()
	for j := range 16 {
		w := hi * math.Pow(2, float64(j))
		m, e := f.spec.Density(w)
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

// unseenDegrees looks at the Gegenbauer coefficients for n→∞: on a sphere of dimension ≥ 1 they decay like n^(−1−β), with a positive sign,
// if the cusp z^β at 0 is the only singularity on [0,2] and has the sign of a positive definite one.
func (f *facts) unseenDegrees(g *gegenbauer) string {
	l, err := f.local()
	if err != nil {
		return "the singularities of k are not known"
	}
	if f.inside() != nil {
		return "the singularity inside (0,2) makes those of large degree oscillate"
	}
	e, err := f.k.ExpandAt(2, false, originOrder)
	if err != nil {
		return "the behaviour at the antipode is not known"
	}
	if (origin{e}).least(func(t *kernel.Term) bool { return t.LogPow > 0 || !t.Exp.IsInt() }) != nil {
		return "the singularity at the antipode makes those of large degree oscillate"
	}
	t := l.origin.cusp()
	if t == nil {
		return "k has no cusp at 0 that would decide the sign of those of large degree"
	}
	if cuspSign(t) < 0 {
		return "the cusp at 0 makes those of large degree negative"
	}
	if t.LogPow == 0 {
		beta, _ := t.Exp.Float64()
		n := len(g.c) - 1
		ratio := g.c[n] / g.c[n/2] * math.Pow(2, 1+beta)
		if !(g.c[n] > f.set.Margin*g.err[n] && math.Abs(ratio-1) < 0.25) {
			return "those seen do not yet decay as the cusp at 0 wants"
		}
		return ""
	}
	return "the logarithm at 0 makes the sign of those of large degree slow to show"
}

// convexEnds reports whether (−1)ⁿ k⁽ⁿ⁺²⁾ is positive by the leading terms at 0 and at infinity.
func (f *facts) convexEnds(n int, inf kernel.Infinity) bool {
	if inf.Kind != kernel.ZeroBeyond && inf.Kind != kernel.Constant && !(inf.Coef > 0) {
		return false
	}
	l, err := f.local()
	if err != nil {
		return false
	}
	t := l.origin.least(func(t *kernel.Term) bool {
		return t.LogPow > 0 || !t.Exp.IsInt() || t.Exp.Cmp(big.NewRat(int64(n)+2, 1)) >= 0
	})
	if t == nil || t.LogPow > 0 {
		return t == nil && l.origin.Exact
	}
	sign := t.Coef // of the derivative of order n+2, times (−1)ⁿ
	e, _ := t.Exp.Float64()
	for j := range n + 2 {
		sign *= e - float64(j)
	}
	if n%2 == 1 {
		sign = -sign
	}
	return sign > 0
}

// singlePoints looks for distances at which k has a value of its own, or none; no sample hits them.
func (f *facts) singlePoints(id ID) string {
	if f.k.IsFunc() || id == PDSphere && f.dim == 1 { // S⁰ has the distances 0 and 2 only
		return ""
	}
	if id == PDSphere || id == PDAllSpheres {
		return f.singleChords()
	}
	err := f.checker.Continuous(f.k)
	var rejected *check.RejectedError
	switch {
	case err == nil:
		return ""
	case errors.As(err, &rejected):
		return rejected.Why
	case hasCondition(f.k.Expr(), make(map[*kernel.Expr]bool)):
		return err.Error()
	}
	return "" // a formula without conditions is continuous wherever it is defined
}

// singleChords is singlePoints for the distances of the unit sphere.
func (f *facts) singleChords() string {
	own, err := f.k.OwnValues()
	if err != nil {
		if hasCondition(f.k.Expr(), make(map[*kernel.Expr]bool)) {
			return err.Error()
		}
		return ""
	}
	for _, v := range own {
		if v.At.Value > 2 {
			continue
		}
		for _, right := range []bool{false, true} {
			if v.At.Value == 0 && !right || v.At.Value == 2 && right {
				continue
			}
			x, err := f.k.ExactAt(v.At, right, 1)
			if err != nil {
				return err.Error()
			}
			if limit, ok := x.Limit(); !ok || !v.Defined || limit.Equal(v.Value) != kernel.True {
				return "k has a value of its own at z = " + v.At.String() + ", or none"
			}
		}
	}
	return ""
}

func hasCondition(e *kernel.Expr, seen map[*kernel.Expr]bool) bool {
	e = e.Body()
	if seen[e] {
		return false
	}
	seen[e] = true
	return e.Op() >= kernel.OpLT && e.Op() <= kernel.OpCond ||
		slices.ContainsFunc(e.Args(), func(a *kernel.Expr) bool { return hasCondition(a, seen) })
}
