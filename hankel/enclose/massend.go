package enclose

import (
	"context"
	"math"

	"krein/ball"
)

// massAttempts is how often the absolute tolerance is adapted to the masses found.
const massAttempts = 3

// panelMasses fills in the masses of the density, plus and minus, whose difference is k0, the moments and the changes of sign.
func (p *Density) panelMasses(ctx context.Context, m *Masses, plus, minus, k0 *ball.Real, own []signGroup, set *MassSettings) error {
	moments := 1
	if set.Moments {
		moments = massMoments
	}
	s, err := newMassSigner(ctx, p, own, set.Prec, moments)
	if err != nil {
		return err
	}
	scale := p.sizeAtZero()
	for try := range massAttempts {
		n := *m
		n.Proof = &MassProof{Prec: m.Proof.Prec}
		var a, b ball.Real
		if err := s.attempt(ctx, &n, &a, &b, k0, scale*set.Tol, set.Panels); err != nil {
			if try > 0 && ctx.Err() == nil {
				break // what is known suffices
			}
			return err
		}
		if try == 0 || relativeWidth(&a)+relativeWidth(&b) < relativeWidth(plus)+relativeWidth(minus) || relativeWidth(plus)+relativeWidth(minus) == math.Inf(1) {
			*m = n
			plus.Set(&a)
			minus.Set(&b)
		}
		if math.Max(relativeWidth(plus), relativeWidth(minus)) <= set.Tol || n.Method == ByBoundedTail && s.f.compact != nil || set.once {
			break
		}
		least := math.Min(plus.MagLower().Float64(), minus.MagLower().Float64())
		next := math.Min(least, scale/64)
		if least == 0 {
			next = scale * 1e-6
		}
		scale = next
	}
	return nil
}

// sizeAtZero estimates the size of the parts of the kernel; it chooses, and proves nothing.
func (p *Density) sizeAtZero() float64 {
	size := 0.0
	for _, q := range p.parts {
		var n Num
		switch q := q.(type) {
		case closedPart:
			n, _ = closedAtZero(q.Part)
		case *powersPart:
			n, _ = powersAtZero(q)
		}
		size += math.Abs(n.Float64())
	}
	if size == 0 || math.IsInf(size, 0) || math.IsNaN(size) {
		return 1
	}
	return size
}

// massRange is where the panels are, and what is known beyond.
type massRange struct {
	from, to float64 // in t
	before   ball.Mag
	sign     int // beyond signFrom, which is at most to; 0 if it is not known
	signFrom float64
	terms    []endTerm // beyond to
	waves    *massTail
}

// method tells how the mass beyond to is known.
func (g *massRange) method() MassMethod {
	switch {
	case g.waves != nil:
		return ByWaves
	case g.sign != 0:
		return ByOneSidedTail
	}
	return ByBoundedTail
}

// setMoments takes over the moments that have a bound.
func (m *Masses) setMoments(a *jordanParts, known [massMoments]bool) {
	for r := 1; r < massMoments; r++ {
		m.PlusMoments[r-1], m.MinusMoments[r-1] = nil, nil
		if known[r] {
			m.PlusMoments[r-1], m.MinusMoments[r-1] = new(ball.Real).Set(&a[r][0]), new(ball.Real).Set(&a[r][1])
		}
	}
}

// attempt aims at errors of about eps.
func (s *massSigner) attempt(ctx context.Context, m *Masses, plus, minus, k0 *ball.Real, eps float64, most int) error {
	g, err := s.choose(ctx, eps)
	if err != nil {
		return err
	}
	s.used = 0
	panels, err := s.sweep(ctx, g.from, g.to, ball.MagFloat64(eps/8), most)
	if err != nil {
		return err
	}
	m.Panels += s.used
	m.Proof.Panels = s.proof(panels, g)
	return s.finish(m, plus, minus, k0, panels, g)
}

// finish adds up the panels and what is known beyond, and applies the Jordan identity.
func (s *massSigner) finish(m *Masses, plus, minus, k0 *ball.Real, panels []*massPanel, g *massRange) error {
	a := s.collect(panels)
	m.InPanels = [2]*ball.Real{new(ball.Real).Set(&a[0][0]), new(ball.Real).Set(&a[0][1])}
	m.Changes = s.changes(panels)
	m.From = math.Sqrt(g.from)
	m.ChangesForever = g.waves != nil
	known := s.addEnds(a, g)
	if g.sign != 0 && s.oneSign(panels, g) {
		for r := range s.moments { // the other part is nothing
			a[r][(1+g.sign)/2].SetInt64(0)
		}
	}
	plus.Set(&a[0][0])
	minus.Set(&a[0][1])
	m.Method = g.method()
	if !known[0] {
		return noMass("no bound of the mass beyond ω = %.4g was found", math.Sqrt(g.to))
	}
	if g.sign != 0 {
		// what is known of the part with the tail is that up to it
		var rest ball.Real
		same, other := plus, minus
		if g.sign < 0 {
			same, other = minus, plus
			rest.Sub(other, k0, s.prec)
		} else {
			rest.Add(other, k0, s.prec)
		}
		if rest.Less(same) == ball.True {
			return noMass("internal contradiction: %v up to ω = %.4g is more than %v, which follows from k(0) = %v", same, math.Sqrt(g.to), &rest, k0)
		}
		same.Set(&rest)
	} else {
		var p, q ball.Real
		p.Add(minus, k0, s.prec)
		q.Sub(plus, k0, s.prec)
		if !p.Intersect(&p, plus, s.prec) || !q.Intersect(&q, minus, s.prec) {
			return noMass("internal contradiction: the difference of %v and %v is not k(0) = %v", plus, minus, k0)
		}
		plus.Set(&p)
		minus.Set(&q)
	}
	m.setMoments(a, known)
	return nil
}

// oneSign reports whether the density has the sign of its tail everywhere.
func (s *massSigner) oneSign(panels []*massPanel, g *massRange) bool {
	for _, p := range panels {
		if p.below != g.sign || p.above != g.sign {
			return false
		}
	}
	return s.atZero(g.from) == g.sign
}

// addEnds adds what lies outside the panels, but not the mass of a tail of one sign; known tells which moments have a bound.
func (s *massSigner) addEnds(a *jordanParts, g *massRange) (known [massMoments]bool) {
	var w ball.Real
	w.Sqrt(ball.NewReal(g.to), s.prec)
	for r := range s.moments {
		a.addBound(r, g.before.Mul(ball.MagFloat64(math.Max(1, g.from)).Pow(uint64(r))), s.prec)
		if g.waves != nil {
			if known[r] = g.waves.ok[r]; known[r] {
				for i := range 2 {
					a[r][i].Add(&a[r][i], &g.waves.value[r][i], s.prec)
				}
			}
			continue
		}
		if known[r] = r == 0 && g.sign != 0; known[r] {
			continue
		}
		v, bound, ok := s.beyond(g.terms, &w, r)
		if known[r] = ok; !ok {
			continue
		}
		switch g.sign {
		case 1:
			a[r][0].Add(&a[r][0], &v, s.prec)
		case -1:
			a[r][1].Sub(&a[r][1], &v, s.prec)
		default:
			a.addBound(r, bound, s.prec)
		}
	}
	return known
}

// compactReach bounds the R√t, besides the dimension, up to which the panels go without waves.
const compactReach = 120

// massOctaves bounds the search for an end of the panels, in t.
const massOctaves = 200

// boundWaves takes a tail that oscillates forever by the bounds of its terms.
func (s *massSigner) boundWaves(g *massRange) bool {
	x := (compactReach + float64(s.dim)) / s.reach(1)
	t, w := x*x, new(ball.Real)
	w.Sqrt(ball.NewReal(t), s.prec)
	_, terms := s.atInfinity(t)
	if terms == nil {
		return false
	}
	if _, _, ok := s.beyond(terms, w, 0); !ok {
		return false
	}
	g.to, g.terms, g.sign = t, terms, 0
	return true
}

// massIdle is for how many octaves the search goes on without success.
const massIdle = 12

// choose finds the ends of the panels such that what is not known beyond is about eps.
func (s *massSigner) choose(ctx context.Context, eps float64) (*massRange, error) {
	g := &massRange{}
	compact := s.f.compact != nil
	tol := ball.MagFloat64(eps / 32)
	var w ball.Real
	bound := func(t float64, terms []endTerm, r int) (radius, size ball.Mag, ok bool) {
		w.Sqrt(ball.NewReal(t), s.prec)
		v, b, ok := s.beyond(terms, &w, r)
		return v.Rad(), b, ok
	}
	for e := -massOctaves; e <= massOctaves && g.to == 0; e++ {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		t := math.Ldexp(1, e)
		if compact {
			switch r := s.reach(t); {
			case r < max(2, float64(s.dim)/2):
				continue
			case r > compactReach+float64(s.dim):
				e = massOctaves
				continue
			}
		}
		sign, terms := s.atInfinity(t)
		if terms == nil {
			continue
		}
		if g.sign = sign; sign == 0 {
			_, size, ok := bound(t, terms, 0)
			if !ok || size.Cmp(tol) > 0 {
				continue
			}
		}
		g.to, g.terms = t, terms
		s.sign, s.signFrom = sign, t
		g.signFrom = t
	}
	switch {
	case g.to == 0 && !compact:
		return nil, noMass("neither the sign nor a bound of the density at infinity was found")
	case g.to == 0:
		if err := s.chooseWaves(ctx, g, eps); err != nil {
			// the bound is better than nothing
			if !s.boundWaves(g) {
				return nil, err
			}
			break
		}
		for r := 1; r < s.moments; r++ {
			if !g.waves.ok[r] {
				s.moments = r
			}
		}
	default:
		// farther for the moments, as long as it helps
		missing := func(t float64, terms []endTerm) (all [massMoments]ball.Mag, enough bool) {
			enough = true
			for r := range s.moments {
				rad, size, ok := bound(t, terms, r)
				switch {
				case !ok:
					all[r] = ball.MagInf()
				case g.sign == 0:
					all[r] = size
				case r > 0: // the mass of a tail of one sign is not needed
					all[r] = rad
				}
				enough = enough && all[r].Cmp(tol) <= 0
			}
			return all, enough
		}
		best, enough := missing(g.to, g.terms)
		helped := false
		for t, idle := 2*g.to, 0; !enough && (idle < massIdle || !helped && t < math.Ldexp(1, massOctaves)); t, idle = 2*t, idle+1 {
			if err := ctx.Err(); err != nil {
				return nil, err
			}
			if compact && s.reach(t) > compactReach+float64(s.dim) {
				break
			}
			_, terms := s.atInfinity(t)
			if terms == nil {
				continue
			}
			var now [massMoments]ball.Mag
			now, enough = missing(t, terms)
			for r := range s.moments {
				if now[r].Mul(ball.MagFloat64(1.2)).Cmp(best[r]) < 0 && best[r].Cmp(tol) > 0 {
					best, g.to, g.terms, idle, helped = now, t, terms, 0, true
					break
				}
			}
		}
	}
	if err := s.chooseFar(ctx, g.to, tol); err != nil {
		return nil, err
	}
	near, err := s.prepareNear(g.to)
	if err != nil {
		return nil, err
	}
	g.from = near / 4
	for {
		if g.before = s.beforeFrom(g.from); g.before.Cmp(tol) <= 0 {
			return g, nil
		}
		if g.from /= 16; g.from < 0x1p-900 {
			return nil, noMass("no bound of the density at ω = 0 was found")
		}
	}
}

// signedMoments encloses the moments of a nonnegative density, and notes the panels in the proof; it is no error if that does not work.
func (p *Density) signedMoments(ctx context.Context, m *Masses, own []signGroup, set *MassSettings) error {
	s, err := newMassSigner(ctx, p, own, set.Prec, massMoments)
	if err != nil {
		return ctx.Err()
	}
	eps := p.sizeAtZero() * set.Tol
	g, err := s.choose(ctx, eps)
	if err != nil {
		return ctx.Err()
	}
	panels, err := s.sweep(ctx, g.from, g.to, ball.MagFloat64(eps/8), set.Panels)
	if err != nil {
		return err
	}
	m.Panels = s.used
	m.Proof.Panels = s.proof(panels, g)
	s.finishSigned(m, panels, g)
	return nil
}

// finishSigned adds up the moments of a nonnegative density.
func (s *massSigner) finishSigned(m *Masses, panels []*massPanel, g *massRange) {
	a := s.collect(panels)
	known := s.addEnds(a, g)
	for r := range massMoments {
		a[r][1].SetInt64(0)
	}
	m.setMoments(a, known)
}
