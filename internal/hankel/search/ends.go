package search

import (
	"context"
	"errors"
	"math"

	"krein/ball"
	"krein/internal/hankel/mass"
	"krein/internal/hankel/sign"
)

// ChooseFar finds where the terms at infinity take over from the power series, for densities the power series of which
// is too long.
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

// compactReach bounds the R√t, besides the dimension, up to which the panels go without waves.
const compactReach = 120

// Octaves bounds the search for an end of the panels, in t.
const Octaves = 200

// boundWaves takes a tail that oscillates forever by the bounds of its terms.
func (s *Searcher) boundWaves(g *mass.Range) bool {
	x := (compactReach + float64(s.Dim)) / reach(s.Signer, 1)
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
	g, tol := &mass.Range{}, ball.MagFloat64(eps/32)
	if err := s.chooseEnd(ctx, g, tol); err != nil {
		return nil, err
	}
	switch {
	case g.To > 0:
		if err := s.goFarther(ctx, g, tol); err != nil {
			return nil, err
		}
	case s.F.Compact == nil:
		return nil, mass.Errorf("neither the sign nor a bound of the density at infinity was found")
	default:
		// the bound is better than nothing
		if err := s.chooseWaves(ctx, g, eps); err != nil && !s.boundWaves(g) {
			return nil, err
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

// bound is what the terms bound of the density beyond t.
func (s *Searcher) bound(t float64, terms []sign.EndTerm) (size ball.Mag, ok bool) {
	var w ball.Real
	_, size, ok = s.Beyond(terms, w.Sqrt(ball.NewReal(t), s.Prec))
	return size, ok
}

// EachEnd calls see with the t = at(e), e = −Octaves … Octaves, beyond which terms are known of the density, with its
// sign there, or 0, until see is true. Compact kernels have no such end where the panels go with waves.
func (s *Searcher) EachEnd(ctx context.Context, at func(e int) float64,
	see func(t float64, sign int, terms []sign.EndTerm) (enough bool)) error {
	for e := -Octaves; e <= Octaves; e++ {
		if err := ctx.Err(); err != nil {
			return err
		}
		t := at(e)
		if s.F.Compact != nil {
			switch r := reach(s.Signer, t); {
			case r < max(2, float64(s.Dim)/2):
				continue
			case r > compactReach+float64(s.Dim):
				return nil
			}
		}
		if sign, terms := s.Tail(t); terms != nil && see(t, sign, terms) {
			return nil
		}
	}
	return nil
}

// chooseEnd finds the first end beyond which the density has a sign, or a bound of at most tol; To
// stays 0 if there is none.
func (s *Searcher) chooseEnd(ctx context.Context, g *mass.Range, tol ball.Mag) error {
	octave := func(e int) float64 { return math.Ldexp(1, e) }
	return s.EachEnd(ctx, octave, func(t float64, sign int, terms []sign.EndTerm) bool {
		if g.Sign = sign; sign == 0 {
			if size, ok := s.bound(t, terms); !ok || size.Cmp(tol) > 0 {
				return false
			}
		}
		g.To, g.Terms = t, terms
		s.Sign, s.SignFrom = sign, t
		g.SignFrom = t
		return true
	})
}

// goFarther moves the end outwards as long as less is then missing, and more than tol is.
func (s *Searcher) goFarther(ctx context.Context, g *mass.Range, tol ball.Mag) error {
	missing := func(t float64, terms []sign.EndTerm) (all ball.Mag, enough bool) {
		size, ok := s.bound(t, terms)
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
	for t, idle := 2*g.To, 0; !enough && (idle < massIdle || !helped && t < math.Ldexp(1, Octaves)); t,
		idle = 2*t, idle+1 {
		if err := ctx.Err(); err != nil {
			return err
		}
		if s.F.Compact != nil && reach(s.Signer, t) > compactReach+float64(s.Dim) {
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
	return nil
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
