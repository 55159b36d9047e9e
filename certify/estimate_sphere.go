package certify

import (
	"math/big"

	"krein/ball"
	"krein/internal/certify/view"
	"krein/internal/kernel/numeric"
	"krein/internal/outward"
)

type gegenbauerEvidence struct {
	Coefs   []number `json:"coefficients"`
	Errs    []number `json:"errors"`
	Derived []int    `json:"byDerivatives,omitempty"` // degrees whose sign was told by Rodrigues' formula
}

// gegenbauerSigns looks at the signs of the Gegenbauer coefficients of f(u) = k(√(2−2u)).
func gegenbauerSigns(f *session) conclusion {
	if f.Dim < 2 {
		return notApplicable
	}
	g := f.Gegenbauer()
	var ev gegenbauerEvidence
	for n := range g.C {
		ev.Coefs, ev.Errs = append(ev.Coefs, number(g.C[n])), append(ev.Errs, number(g.Err[n]))
	}
	for n, c := range g.C {
		if c < -f.set.Margin*g.Err[n] {
			return unlikely("pd-sphere.negative-coefficient", ev, "the Gegenbauer coefficient of "+
				"degree %d on S^%d is %s", n, f.Dim-1, outward.Around(c, g.Err[n], 4))
		}
	}
	if c := degreesOscillate(f); c.holds == ball.False {
		return c
	}
	if !f.bounded0() {
		return inconclusive("no Gegenbauer coefficient up to degree %d is negative, but k has no finite "+
			"limit k(0) at 0", f.set.Degrees)
	}
	if _, err := f.Local(); err != nil {
		return inconclusive("no Gegenbauer coefficient up to degree %d is negative, but the "+
			"singularities of k are not known: %v", f.set.Degrees, err)
	}
	smooth := f.Inside() == nil
	for n, c := range g.C {
		if c > f.set.Margin*g.Err[n] || g.Err[n] < 1e-10*g.Scale {
			continue
		}
		if !smooth || n > f.set.Orders {
			if n > f.set.Orders && smooth && f.Dim >= 8 {
				break // all orders that derivatives reach have been looked at
			}
			return inconclusive("no Gegenbauer coefficient up to degree %d is negative, but that of "+
				"degree %d is lost in its error, %s", f.set.Degrees, n, amount(g.Err[n]))
		}
		sign, ok := f.Rodrigues(n)
		if !ok {
			return inconclusive("no Gegenbauer coefficient up to degree %d is negative, but the sign of "+
				"that of degree %d could not be told", f.set.Degrees, n)
		}
		if sign < 0 {
			return unlikely("pd-sphere.negative-coefficient", ev, "the Gegenbauer coefficient of "+
				"degree %d on S^%d is negative, by the sign of the n-th derivative of f "+
				"(Rodrigues)", n, f.Dim-1)
		}
		ev.Derived = append(ev.Derived, n)
	}
	return inconclusive("no Gegenbauer coefficient up to degree %d is negative, but every degree "+
		"counts, and %s", f.set.Degrees, f.unseenDegrees())
}

// sphereTailEvidence has the exponents of n in the parts of c_n.
type sphereTailEvidence struct {
	CuspTail string `json:"cuspTail,omitempty"`
	WaveTail string `json:"waveTail"`
}

// degreesOscillate looks at the leading parts of c_n for large n (Darboux's method; G. Szegő,
// Orthogonal Polynomials (1939), theorem 8.21.8): a cusp z^β at 0 gives C n^(−1−β), a singularity
// of exponent α in (0,2) a part of order n^((d−4)/2−α) that oscillates with mean 0, and one (2−z)^e
// at the antipode (−1)ⁿ C′ n^(−1−2e). If an oscillating part leads, some c_n < 0.
func degreesOscillate(f *session) conclusion {
	l, err := f.Local()
	if err != nil || !f.bounded0() {
		return notApplicable
	}
	var ev sphereTailEvidence
	var wave *big.Rat
	what := ""
	if s := f.Inside(); s != nil {
		wave = new(big.Rat).Sub(big.NewRat(int64(f.Dim)-4, 2), s.Exponent)
		what = "the singular term " + singularText(s) + " at z = " + short(s.At.Value)
	}
	e, err := numeric.ExpandAt(f.K, 2, false, view.OriginOrder)
	if err != nil {
		return notApplicable
	}
	if t := (view.Origin{Expansion: e}).Least(view.Branches); t != nil {
		p := new(big.Rat).Sub(big.NewRat(-1, 1), new(big.Rat).Add(t.Exp, t.Exp))
		if wave == nil || p.Cmp(wave) > 0 {
			wave = p
			what = "the term " + termText(t, "(2−z)") + " at the antipode"
		}
	}
	if wave == nil {
		return notApplicable
	}
	ev.WaveTail = wave.RatString()
	cusp := big.NewRat(-1-view.OriginOrder, 1) // the tail of a cusp that was not seen
	if t := l.Origin.Cusp(); t != nil {
		cusp = view.CuspTail(t.Exp)
		ev.CuspTail = cusp.RatString()
	}
	if wave.Cmp(cusp) <= 0 {
		return notApplicable
	}
	return unlikely("pd-sphere.negative-coefficient", ev, "%s gives the Gegenbauer coefficients "+
		"c_n an oscillating tail of order n^(%s), which the smoother behaviour at 0 cannot make "+
		"up for, so some c_n < 0",
		what, wave.RatString())
}

// unseenDegrees says what is open about the Gegenbauer coefficients of degrees that were not computed: on a sphere of
// dimension ≥ 1 they decay like n^(−1−β), with a positive sign, if the cusp z^β at 0 is the only singularity on [0,2] and
// has the sign of a positive definite one. From which degree on that is so, floats do not tell: those of
// exp(−z^1.9) − 1e-7 cos(1000z) are as the cusp wants up to degree 48 and for n→∞, and negative between.
func (f *session) unseenDegrees() string {
	l, err := f.Local()
	if err != nil {
		return "the singularities of k are not known"
	}
	if f.Inside() != nil {
		return "the singularity inside (0,2) makes those of large degree oscillate"
	}
	e, err := numeric.ExpandAt(f.K, 2, false, view.OriginOrder)
	if err != nil {
		return "the behaviour at the antipode is not known"
	}
	if (view.Origin{Expansion: e}).Least(view.Branches) != nil {
		return "the singularity at the antipode makes those of large degree oscillate"
	}
	t := l.Origin.Cusp()
	switch {
	case t == nil:
		return "k has no cusp at 0 that would decide the sign of those of large degree"
	case view.CuspSign(t) < 0:
		return "the cusp at 0 makes those of large degree negative"
	case t.LogPow > 0:
		return "the logarithm at 0 makes the sign of those of large degree slow to show"
	}
	return "the degree from which on the cusp at 0 makes them positive is not known"
}

func termText(t *numeric.Term, base string) string {
	text := short(t.Coef)
	if t.Exp.Sign() != 0 {
		text += "·" + power(base, t.Exp)
	}
	if t.LogPow > 0 {
		text += "·" + power("log("+base+")", big.NewRat(int64(t.LogPow), 1))
	}
	return text
}

// singularText writes the leading singular term of a point, from a side on which it does not vanish.
func singularText(c *numeric.Singularity) string {
	coef, base := c.Left.Value, "("+short(c.At.Value)+"−z)"
	if coef == 0 {
		coef, base = c.Right.Value, "(z−"+short(c.At.Value)+")"
	}
	return termText(&numeric.Term{Exp: c.Exponent, LogPow: c.LogPow, Coef: coef}, base)
}
