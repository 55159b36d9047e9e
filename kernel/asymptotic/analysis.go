package asymptotic

import (
	"slices"

	"krein/kernel/constant"
	"krein/kernel/internal/fail"
	"krein/kernel/internal/series"
)

// infinityOrders are the orders in 1/z to which the analysis at infinity carries
// infinite processes; the second is tried when leading terms cancel in the first.
var infinityOrders = [...]int64{6, 24}

// farShape is the behaviour at infinity that an expansion in τ = 1/z shows.
type farShape[C any] struct {
	kind    DecayKind
	regular bool
	limit   C                                // the constant term
	group   []series.Term[series.Complex[C]] // the leading terms of k − limit, of one size; empty if none was found
}

// shapeAtInfinity reads the behaviour off the expansion u. The leading term is certain to differ from zero as far as the coefficients can tell.
func shapeAtInfinity[C any](u series.Series[series.Complex[C]], s *series.Arith[series.Complex[C]]) (f farShape[C], err error) {
	defer fail.Catch(&err)
	f.limit = s.Int(0).Re
	rest := -1
	for i, t := range u.Terms {
		if t.M.IsOne() {
			f.limit = t.C.Re
		} else if rest < 0 {
			rest = i
		}
	}
	if rest < 0 {
		f.kind, f.regular = Constant, u.Rem == nil
		switch {
		case u.IsZero():
			f.kind = ZeroBeyond
		case u.Rem != nil && s.Cmp(*u.Rem, series.One) <= 0:
			return f, fail.Order("the terms of the expansion at infinity cancel as far as it goes")
		}
		return f, nil
	}
	m := u.Terms[rest].M
	for _, t := range u.Terms[rest:] {
		if !t.M.IsOne() && s.Cmp(t.M, m) == 0 {
			series.Must(t.C, s.Co.Nonzero(t.C)) // or it is not known what oscillates
			f.group = append(f.group, t)
		}
	}
	// Of several terms of the leading size one that oscillates speaks for all.
	i := max(0, slices.IndexFunc(f.group, s.Oscillates))
	f.group[0], f.group[i] = f.group[i], f.group[0]
	switch lead := f.group[0]; {
	case s.Cmp(m, series.One) < 0:
		f.kind = Growth
	case s.Growth(m.Key, 0) < 0:
		b, q := s.Decay(lead)
		f.kind, f.regular = exponentialKind(b, q), true
	case s.Oscillates(lead):
		f.kind = Oscillating
	case m.E.Sign() > 0:
		f.kind, f.regular = Power, !s.Wavy
	default:
		f.kind, f.regular = LogDecay, !s.Wavy
	}
	return f, nil
}

// exponentialKind names the decay exp(−a z^b (log z)^q).
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
