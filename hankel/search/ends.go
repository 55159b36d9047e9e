package search

import (
	"context"
	"errors"
	"math"

	"krein/ball"
	"krein/hankel/mass"
	"krein/hankel/sign"
)

// ChooseFar finds where the terms at infinity take over from the power series, for densities the power series of which is too long.
func (s *Searcher) ChooseFar(ctx context.Context, to float64, tol ball.Mag) error {
	s.Far = nil
	if s.Own == nil {
		return nil
	}
	at := func(e int) (*mass.FarTerms, bool) {
		t := math.Exp2(float64(e) / 4)
		_, terms := s.Tail(t)
		if terms == nil {
			return nil, false
		}
		// what is left out
		var noise []sign.EndTerm
		for i := range terms {
			if terms[i].Coef.ContainsZero() {
				noise = append(noise, terms[i])
			}
		}
		var w ball.Real
		_, b, ok := s.Beyond(noise, w.Sqrt(ball.NewReal(t), s.Prec))
		return &mass.FarTerms{From: t, Terms: terms}, ok && b.Mul2Exp(4).Cmp(tol) <= 0
	}
	// the first that is enough
	lo, hi := -4*Octaves, int(math.Ceil(4*math.Log2(to)))
	for lo+1 < hi {
		if err := ctx.Err(); err != nil {
			return err
		}
		mid := lo + (hi-lo)/2
		if f, ok := at(mid); ok {
			hi, s.Far = mid, f
		} else {
			lo = mid
		}
	}
	return nil
}

// CompactReach bounds the R√t, besides the dimension, up to which the panels go without waves.
const CompactReach = 120

// Octaves bounds the search for an end of the panels, in t.
const Octaves = 200

// boundWaves takes a tail that oscillates forever by the bounds of its terms.
func (s *Searcher) boundWaves(g *mass.Range) bool {
	x := (CompactReach + float64(s.Dim)) / s.Reach(1)
	t, w := x*x, new(ball.Real)
	w.Sqrt(ball.NewReal(t), s.Prec)
	_, terms := s.Tail(t)
	if terms == nil {
		return false
	}
	if _, _, ok := s.Beyond(terms, w); !ok {
		return false
	}
	g.To, g.Terms, g.Sign = t, terms, 0
	return true
}

// massIdle is for how many octaves the search goes on without success.
const massIdle = 12

// choose finds the ends of the panels such that what is not known beyond is about eps.
func (s *Searcher) choose(ctx context.Context, eps float64) (*mass.Range, error) {
	g := &mass.Range{}
	compact := s.F.Compact != nil
	tol := ball.MagFloat64(eps / 32)
	var w ball.Real
	bound := func(t float64, terms []sign.EndTerm) (size ball.Mag, ok bool) {
		_, size, ok = s.Beyond(terms, w.Sqrt(ball.NewReal(t), s.Prec))
		return size, ok
	}
	for e := -Octaves; e <= Octaves && g.To == 0; e++ {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		t := math.Ldexp(1, e)
		if compact {
			switch r := s.Reach(t); {
			case r < max(2, float64(s.Dim)/2):
				continue
			case r > CompactReach+float64(s.Dim):
				e = Octaves
				continue
			}
		}
		sign, terms := s.Tail(t)
		if terms == nil {
			continue
		}
		if g.Sign = sign; sign == 0 {
			size, ok := bound(t, terms)
			if !ok || size.Cmp(tol) > 0 {
				continue
			}
		}
		g.To, g.Terms = t, terms
		s.Sign, s.SignFrom = sign, t
		g.SignFrom = t
	}
	switch {
	case g.To == 0 && !compact:
		return nil, mass.Errorf("neither the sign nor a bound of the density at infinity was found")
	case g.To == 0:
		if err := s.chooseWaves(ctx, g, eps); err != nil {
			// the bound is better than nothing
			if !s.boundWaves(g) {
				return nil, err
			}
			break
		}
	default:
		// farther, as long as it helps
		missing := func(t float64, terms []sign.EndTerm) (all ball.Mag, enough bool) {
			size, ok := bound(t, terms)
			switch {
			case !ok:
				all = ball.MagInf()
			case g.Sign == 0: // the mass of a tail of one sign is not needed
				all = size
			}
			return all, all.Cmp(tol) <= 0
		}
		best, enough := missing(g.To, g.Terms)
		helped := false
		for t, idle := 2*g.To, 0; !enough && (idle < massIdle || !helped && t < math.Ldexp(1, Octaves)); t, idle = 2*t, idle+1 {
			if err := ctx.Err(); err != nil {
				return nil, err
			}
			if compact && s.Reach(t) > CompactReach+float64(s.Dim) {
				break
			}
			_, terms := s.Tail(t)
			if terms == nil {
				continue
			}
			var now ball.Mag
			now, enough = missing(t, terms)
			if now.Mul(ball.MagFloat64(1.2)).Cmp(best) < 0 && best.Cmp(tol) > 0 {
				best, g.To, g.Terms, idle, helped = now, t, terms, 0, true
			}
		}
	}
	if err := s.ChooseFar(ctx, g.To, tol); err != nil {
		return nil, err
	}
	near, err := s.PrepareNear(g.To)
	if err != nil {
		return nil, err
	}
	g.From = near / 4
	for {
		if g.Before = s.BeforeFrom(g.From); g.Before.Cmp(tol) <= 0 {
			return g, nil
		}
		if g.From /= 16; g.From < 0x1p-900 {
			return nil, mass.Errorf("no bound of the density at ω = 0 was found")
		}
	}
}

// chooseWaves finds a start of the oscillating tail such that its error is about eps, or as small as it gets.
func (s *Searcher) chooseWaves(ctx context.Context, g *mass.Range, eps float64) error {
	b, err := s.Frequency()
	if err != nil {
		return err
	}
	why := error(nil)
	for _, x := range mass.OscStarts {
		if err := ctx.Err(); err != nil {
			return err
		}
		x += 2 * float64(s.Dim)
		t, err := s.WaveTail(ctx, b, x, 0)
		if err != nil {
			var e *mass.Error
			if why = err; g.Waves == nil && !(errors.As(err, &e) && e.Infinite) {
				continue
			}
			break
		}
		if g.Waves != nil && t.Err.Mul2Exp(1).Cmp(g.Waves.Err) > 0 {
			break
		}
		g.Waves, g.To = t, t.Start
		if t.Err.Cmp(ball.MagFloat64(eps/8)) <= 0 {
			break
		}
	}
	if g.Waves == nil {
		return why
	}
	return nil
}
