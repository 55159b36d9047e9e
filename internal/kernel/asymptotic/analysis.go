package asymptotic

import (
	"slices"

	"krein/internal/kernel/constant"
	"krein/internal/kernel/fail"
	"krein/internal/kernel/series"
)

// infinityOrders are the orders in 1/z to which the analysis at infinity carries
// infinite processes; the second is tried when leading terms cancel in the first.
var infinityOrders = [...]int64{6, 24}

// shapeAtInfinity reads kind, regularity and limit off the expansion u in τ = 1/z, and returns the leading terms of k −
// Limit, of one size; none if none was found. The leading term is not zero as far as the coefficients can tell.
// Terms are by dominance and none is dominated by the remainder, so that beyond the constant the first term leads in
// k − Limit, if it is not zero: series.Must proves that for each term of the leading size. If nothing but a constant was found, the
// remainder has to vanish at infinity, or there is no limit.
func (inf *Infinity) shapeAtInfinity(u series.Series, s *series.Arith) (group []series.Term) {
	rest := -1
	for i, t := range u.Terms {
		if t.M.IsOne() {
			inf.Limit = t.C.Re
		} else if rest < 0 {
			rest = i
		}
	}
	if rest < 0 {
		inf.Kind, inf.Regular = Constant, u.Rem == nil
		inf.Negligible = u.Rem != nil && s.Growth(u.Rem.Key, 0) < 0
		switch {
		case u.IsZero():
			inf.Kind = ZeroBeyond
		case u.Rem != nil && s.Cmp(*u.Rem, series.One) <= 0:
			panic(fail.Order("the terms of the expansion at infinity cancel as far as it goes"))
		}
		return nil
	}
	m := u.Terms[rest].M
	for _, t := range u.Terms[rest:] {
		if !t.M.IsOne() && s.Cmp(t.M, m) == 0 {
			series.Must(t.C, s.Nonzero(t.C)) // or it is not known what oscillates
			group = append(group, t)
		}
	}
	// Of several terms of the leading size one that oscillates speaks for all.
	// Of one size, an oscillating term cannot be cancelled by others: they have different frequencies.
	i := max(0, slices.IndexFunc(group, s.Oscillates))
	group[0], group[i] = group[i], group[0]
	switch lead := group[0]; {
	case s.Cmp(m, series.One) < 0:
		inf.Kind = Growth
	// Exponential decay is regular whatever oscillates: derivatives multiply by powers of z.
	case s.Growth(m.Key, 0) < 0:
		b, q := s.Decay(lead)
		inf.Kind, inf.Regular = exponentialKind(b, q), true
	case s.Oscillates(lead):
		inf.Kind = Oscillating
	case m.E.Sign() > 0:
		inf.Kind, inf.Regular = Power, !s.Wavy
	default:
		inf.Kind, inf.Regular = LogDecay, !s.Wavy
	}
	return group
}

// exponentialKind names the decay exp(−a z^b (log z)^q).
// b and q are the powers of z and log z in the exponent's real part: exp(−a z^b (log z)^q).
func exponentialKind(b constant.Exponent, q int) DecayKind {
	switch c := b.CmpHalf(4); {
	case c > 0 || c == 0 && q > 0:
		return SuperExp
	case c == 0 && q == 0:
		return Gaussian
	case q == 0 && b.CmpHalf(2) == 0:
		return Exponential
	}
	return StretchedExp
}
