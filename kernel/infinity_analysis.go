package kernel

import (
	"math/big"
	"slices"
)

// infinityOrders are the orders in 1/z to which the analysis at infinity carries
// infinite processes; the second is tried when leading terms cancel in the first.
var infinityOrders = [...]int64{6, 24}

// farShape is the behaviour at infinity that an expansion in τ = 1/z shows.
type farShape[C any] struct {
	kind    DecayKind
	regular bool
	limit   C                           // the constant term
	group   []seriesTerm[complexNum[C]] // the leading terms of k − limit, of one size; empty if none was found
}

// shapeAtInfinity reads the behaviour off the expansion u. The leading term is certain to differ from zero as far as the coefficients can tell.
func shapeAtInfinity[C any](u series[complexNum[C]], s *seriesArith[complexNum[C]]) (f farShape[C], err error) {
	defer catchSeries(&err)
	f.limit = s.int(0).re
	rest := -1
	for i, t := range u.terms {
		if t.m == one {
			f.limit = t.c.re
		} else if rest < 0 {
			rest = i
		}
	}
	if rest < 0 {
		f.kind, f.regular = Constant, u.rem == nil
		switch {
		case u.isZero():
			f.kind = ZeroBeyond
		case u.rem != nil && s.cmp(*u.rem, one) <= 0:
			return f, failOrder("the terms of the expansion at infinity cancel as far as it goes")
		}
		return f, nil
	}
	m := u.terms[rest].m
	for _, t := range u.terms[rest:] {
		if t.m != one && s.cmp(t.m, m) == 0 {
			ok(t.c, s.co.nonzero(t.c)) // or it is not known what oscillates
			f.group = append(f.group, t)
		}
	}
	// Of several terms of the leading size one that oscillates speaks for all.
	i := max(0, slices.IndexFunc(f.group, s.oscillates))
	f.group[0], f.group[i] = f.group[i], f.group[0]
	switch lead := f.group[0]; {
	case s.cmp(m, one) < 0:
		f.kind = Growth
	case s.growth(m.key, 0) < 0:
		b, q := s.decay(lead)
		f.kind, f.regular = exponentialKind(b, q), true
	case s.oscillates(lead):
		f.kind = Oscillating
	case m.e.sign() > 0:
		f.kind, f.regular = Power, !s.wavy
	default:
		f.kind, f.regular = LogDecay, !s.wavy
	}
	return f, nil
}

// exponentialKind names the decay exp(−a z^b (log z)^q).
func exponentialKind(b *big.Rat, q int) DecayKind {
	switch c := b.Cmp(big.NewRat(2, 1)); {
	case c > 0 || c == 0 && q > 0:
		return SuperExp
	case c == 0 && q == 0:
		return Gaussian
	case q == 0 && b.Cmp(big.NewRat(1, 1)) == 0:
		return Exponential
	}
	return StretchedExp
}
