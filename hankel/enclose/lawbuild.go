package enclose

import (
	"context"
	"math"
	"math/big"

	"krein/ball"
	"krein/kernel"
)

const (
	defaultLawTol = 1e-11
	// lawMassTol is the width of the masses before the laws sharpen them.
	lawMassTol = 1e-6
)

// EncloseLaws describes the two parts of the measure on ω > 0, each as a law at a proved distance, which is about set.Tol·‖m‖ for both together where that is within reach, and larger
// elsewhere: see Law.Distance. It does so for the kernels for which EncloseMasses encloses the masses, and panics and fails as that does: with *NotEnclosedError, *MassError or the
// error of ctx.
func EncloseLaws(ctx context.Context, k *kernel.Kernel, dim int, set *LawSettings) (*Laws, error) {
	p, err := New(k, dim)
	if err != nil {
		return nil, err
	}
	return p.laws(ctx, set, newExpGroups(k, dim))
}

// Laws is EncloseLaws for the density, but for the kernels that only EncloseMasses knows.
func (p *Density) Laws(ctx context.Context, set *LawSettings) (*Laws, error) {
	return p.laws(ctx, set, nil)
}

// laws is Laws, where own are groups that make up the density, or none.
func (p *Density) laws(ctx context.Context, opt *LawSettings, own []signGroup) (*Laws, error) {
	var set LawSettings
	if opt != nil {
		set = *opt
	}
	if !(set.Tol > 0) {
		set.Tol = defaultLawTol
	}
	coarse := (&MassSettings{Tol: math.Max(set.Tol, lawMassTol), Prec: set.Prec, Panels: set.Panels, once: true}).defaults()
	set.Prec, set.Panels = coarse.Prec, coarse.Panels
	m, err := p.searchMasses(ctx, &coarse, own)
	if err != nil {
		return nil, err
	}
	m.Proof = nil // the laws sharpen what it proves
	out := &Laws{Masses: m, Atoms: p.atoms}
	if len(p.parts) == 0 {
		return out, nil
	}
	s, err := newMassSigner(ctx, p, own, set.Prec, 1)
	if err != nil {
		return nil, err
	}
	if m.Method == BySign {
		s.sign = 1
	}
	for i, part := range [][2]*ball.Real{{m.Plus, m.PlusAtoms}, {m.Minus, m.MinusAtoms}} {
		s.parts[i], _ = new(ball.Real).Sub(part[0], part[1], set.Prec).Float64()
	}
	total := m.Total.MagUpper().Float64()
	if total == 0 {
		total = 1
	}
	g, err := s.chooseLaw(ctx, total*set.Tol)
	if err != nil {
		return nil, err
	}
	panels, err := s.sweep(ctx, g.from, g.to, ball.MagFloat64(total*set.Tol/8), set.Panels)
	if err != nil {
		return nil, err
	}
	out.Plus, out.Minus = s.law(panels, g, 0), s.law(panels, g, 1)
	return out, out.sharpen(set.Tol, set.Prec)
}

// lawRange is where the panels are, in t, and the laws at both ends.
type lawRange struct {
	from, to float64
	head     [2]LawHead
	tail     [2]LawTail
	sign     [2]int // of the density at the ends of the panels, towards the outside, 0 if it is not known
}

// farTerms are the terms at infinity of a density that is not to be had by its power series far out.
type farTerms struct {
	from  float64 // in t
	terms []endTerm
}

// chooseLaw finds the ends of the panels such that the deviations of both ends are about eps/2.
func (s *massSigner) chooseLaw(ctx context.Context, eps float64) (*lawRange, error) {
	g := &lawRange{}
	if err := s.lawTail(ctx, g, eps/4); err != nil {
		return nil, err
	}
	near, err := s.prepareNear(g.to)
	if err != nil {
		return nil, err
	}
	g.head, g.sign[0], err = s.lawHead(math.Sqrt(near/4), ball.MagFloat64(eps/8))
	if err != nil {
		return nil, err
	}
	g.from = g.head[0].Upto * g.head[0].Upto
	return g, nil
}

// lawTail finds the end of the panels and the tails beyond, with deviations of about eps.
func (s *massSigner) lawTail(ctx context.Context, g *lawRange, eps float64) error {
	compact := s.f.compact != nil
	known := s.sign // everywhere
	tol := ball.MagFloat64(eps)
	best := ball.MagInf()
	for e := -massOctaves; e <= massOctaves; e++ {
		if err := ctx.Err(); err != nil {
			return err
		}
		// ω² must be exact
		w := math.Ldexp(1, e>>1)
		if e&1 != 0 {
			w *= 1.5
		}
		if compact {
			switch r := s.reach(w * w); {
			case r < max(2, float64(s.dim)/2):
				continue
			case r > compactReach+float64(s.dim):
				e = massOctaves
				continue
			}
		}
		sign, terms := s.atInfinity(w * w)
		if terms == nil {
			continue
		}
		if known != 0 {
			sign = known
		}
		law := s.powerLaw(terms, w, false)
		kind := TailPower
		if _, bound, ok := s.beyond(terms, ball.NewReal(w), 0); ok && (bound.Cmp(tol) <= 0 || ball.MagFloat64(math.Abs(law.mass)).Cmp(law.deviation) <= 0) {
			kind, law = TailLight, powerLaw{deviation: bound}
		}
		if law.deviation.Cmp(best) >= 0 {
			continue
		}
		best = law.deviation
		g.to, g.sign[1] = w*w, sign
		for i, sigma := range []int{1, -1} {
			g.tail[i] = LawTail{Kind: kind, From: w, Deviation: law.deviation}
			switch {
			case sign == -sigma:
				g.tail[i] = LawTail{Kind: TailNone, From: w}
			case law.mass*float64(sigma) > 0:
				g.tail[i].Mass, g.tail[i].Exponent = math.Abs(law.mass), law.exponent
			default:
				g.tail[i].Kind = TailLight
			}
		}
		if best.Cmp(tol) <= 0 {
			break
		}
	}
	if best.Cmp(tol) > 0 && compact {
		t, err := s.chooseWaveLaws(ctx, eps, known)
		if ctx.Err() != nil {
			return ctx.Err()
		}
		if err == nil && t.err().Cmp(best) < 0 {
			best = t.err()
			g.to, g.tail, g.sign[1] = t.start, t.tail, 0
			for i, sigma := range []int{1, -1} {
				if t.tail[i].Kind == TailNone {
					g.sign[1] = -sigma
				}
			}
		}
	}
	if best.IsInf() {
		return noMass("no law of the density at infinity was found")
	}
	return s.chooseFar(ctx, g.to, tol)
}

// chooseFar finds where the terms at infinity take over from the power series, for densities the power series of which is too long.
func (s *massSigner) chooseFar(ctx context.Context, to float64, tol ball.Mag) error {
	s.far = nil
	if s.own == nil {
		return nil
	}
	at := func(e int) (*farTerms, bool) {
		t := math.Exp2(float64(e) / 4)
		_, terms := s.atInfinity(t)
		if terms == nil {
			return nil, false
		}
		// what is left out
		var noise []endTerm
		for i := range terms {
			if terms[i].coef.ContainsZero() {
				noise = append(noise, terms[i])
			}
		}
		var w ball.Real
		_, b, ok := s.beyond(noise, w.Sqrt(ball.NewReal(t), s.prec), 0)
		return &farTerms{t, terms}, ok && b.Mul2Exp(4).Cmp(tol) <= 0
	}
	// the first that is enough
	lo, hi := -4*massOctaves, int(math.Ceil(4*math.Log2(to)))
	for lo+1 < hi {
		if err := ctx.Err(); err != nil {
			return err
		}
		mid := lo + (hi-lo)/2
		if f, ok := at(mid); ok {
			hi, s.far = mid, f
		} else {
			lo = mid
		}
	}
	return nil
}

// prepareNear prepares the panels up to t = to, and returns where the power series ends.
func (s *massSigner) prepareNear(to float64) (near float64, err error) {
	if near = to; s.far != nil {
		near = s.far.from
	}
	if !s.prepare(near) {
		return 0, noMass("the power series would be too long")
	}
	return near, nil
}

// taylorFar is taylor by the terms at infinity, which are powers of ω; noise bounds what they leave out.
func (s *massSigner) taylorFar(c []ball.Real, lo, hi float64) (rho, noise ball.Mag) {
	var t0, a, b, v ball.Real
	t0.SetFloat64(lo + (hi-lo)/2)
	a.Sub(&t0, ball.NewReal(lo), 64)
	b.Sub(ball.NewReal(hi), &t0, 64)
	rho = a.MagUpper().Max(b.MagUpper())
	for i := range c {
		c[i].SetInt64(0)
	}
	var x, u ball.Real
	for i := range s.far.terms {
		e := &s.far.terms[i]
		p, _ := e.power.Rat()
		p = new(big.Rat).Mul(p, big.NewRat(1, 2))
		if e.coef.ContainsZero() { // largest at lo, as p < 0
			v.PowRat(ball.NewReal(lo), p, s.prec)
			noise = noise.Add(e.coef.MagUpper().Mul(v.MagUpper()))
			continue
		}
		// coef binom(p, k) t0^{p−k}, and the last one at some t in [lo, hi], between its value at lo and 0
		v.PowRat(&t0, p, s.prec)
		v.Mul(&v, &e.coef, s.prec)
		u.Set(&e.coef)
		n := len(c) - 1
		for k := range n {
			c[k].Add(&c[k], &v, s.prec)
			x.SetRat(new(big.Rat).Quo(ratPlus(p, -k), big.NewRat(int64(k+1), 1)), s.prec)
			v.Mul(&v, &x, s.prec)
			v.Quo(&v, &t0, s.prec)
			u.Mul(&u, &x, s.prec)
		}
		x.PowRat(ball.NewReal(lo), ratPlus(p, -n), s.prec)
		u.Mul(&u, &x, s.prec)
		u.Hull(&u, new(ball.Real), s.prec)
		c[n].Add(&c[n], &u, s.prec)
	}
	return rho, noise
}

// law takes the panels of one sign, i = 0 for m₊ and 1 for m₋; nil if the part is proved to have no density.
func (s *massSigner) law(panels []*massPanel, g *lawRange, i int) *Law {
	sigma := 1 - 2*i
	l := &Law{Head: g.head[i], Tail: g.tail[i]}
	// the sign next to a panel
	sideOf := func(k int) int {
		switch {
		case k < 0:
			return g.sign[0]
		case k >= len(panels):
			return g.sign[1]
		}
		return 2 // from above or below
	}
	for k, p := range panels {
		below, above := sideOf(k-1), sideOf(k+1)
		if below == 2 {
			below = panels[k-1].above
		}
		if above == 2 {
			above = panels[k+1].below
		}
		l.Missing = l.Missing.Add(p.bound[0])
		add := func(lo, hi float64, sign int, loZero, hiZero bool) {
			if lo < hi && sign == sigma {
				l.Panels = append(l.Panels, p.law.panel(lo, hi, sign, loZero, hiZero))
			}
		}
		switch {
		case p.below == 0 || p.above == 0:
		case p.from < p.to:
			add(p.lo, p.from, p.below, below != p.below, true)
			add(p.to, p.hi, p.above, true, above != p.above)
		default:
			add(p.lo, p.hi, p.below, below != p.below, above != p.above)
		}
	}
	if len(l.Panels) == 0 && l.Missing.IsZero() && l.Head.Deviation.IsZero() && l.Head.Mass == 0 && l.Tail.Kind == TailNone {
		return nil
	}
	return l
}

// panel returns the part of the panel of x in [lo, hi], times the sign.
func (x *expansion) panel(lo, hi float64, sign int, loZero, hiZero bool) LawPanel {
	p := LawPanel{Lo: lo, Hi: hi, LoZero: loZero, HiZero: hiZero, Rest: x.rest[0]}
	p.T0.Set(&x.t0)
	p.Coef = make([]ball.Real, len(x.f[0]))
	for k := range p.Coef {
		p.Coef[k].Set(&x.f[0][k])
		if sign < 0 {
			p.Coef[k].Neg(&p.Coef[k])
		}
	}
	return p
}

// integrate sets mass to the integral over the panel, with the midpoints of the coefficients, and returns a bound of how far the density is from it.
func (p *LawPanel) integrate(mass *ball.Real, prec uint) (off ball.Mag) {
	var a, b, v, w, c, t ball.Real
	a.Sub(ball.NewReal(p.Lo), &p.T0, prec)
	b.Sub(ball.NewReal(p.Hi), &p.T0, prec)
	rho := a.MagUpper().Max(b.MagUpper())
	pow := ball.MagPow2(0)
	off = p.Rest
	for k := range p.Coef {
		off = off.Add(p.Coef[k].Rad().Mul(pow))
		pow = pow.Mul(rho)
	}
	for k := len(p.Coef) - 1; k >= 0; k-- {
		c.GetMid(&p.Coef[k])
		t.QuoInt64(&c, int64(k+1), prec)
		v.FMA(&v, &b, &t, prec)
		w.FMA(&w, &a, &t, prec)
	}
	v.Mul(&v, &b, prec)
	mass.Sub(&v, w.Mul(&w, &a, prec), prec)
	return off.Mul(t.Sub(&b, &a, prec).MagUpper())
}

// Mass encloses ∫ Σ Coef[k] (t−T0)^k dt over the panel, with the midpoints of the coefficients and without Rest.
func (p *LawPanel) Mass(prec uint) *ball.Real {
	var m ball.Real
	p.integrate(&m, prec)
	return &m
}

// Distance bounds the distance in total variation ∫ |dm± − dlaw| on the panel, where the law has the midpoints of the coefficients.
func (p *LawPanel) Distance() ball.Mag {
	var m ball.Real
	return p.integrate(&m, 64)
}

// Distance bounds ∫ |dm± − dlaw| over ω > 0, where the law has the midpoints of the coefficients on the panels.
func (l *Law) Distance() ball.Mag {
	sum := l.Head.Deviation.Add(l.Tail.Deviation).Add(l.Missing)
	for i := range l.Panels {
		sum = sum.Add(l.Panels[i].Distance())
	}
	return sum
}

// Mass encloses the mass of the law itself, with the midpoints of the coefficients on the panels.
func (l *Law) Mass(prec uint) *ball.Real {
	sum := new(ball.Real).Add(ball.NewReal(l.Head.Mass), ball.NewReal(l.Tail.Mass), prec)
	for i := range l.Panels {
		sum.Add(sum, l.Panels[i].Mass(prec), prec)
	}
	return sum
}

// sharpen intersects the masses with those of the laws at their distances, and checks that they meet.
func (l *Laws) sharpen(tol float64, prec uint) error {
	m := l.Masses
	for _, x := range []struct {
		law   *Law
		mass  *ball.Real
		atoms *ball.Real
		name  string
	}{{l.Plus, m.Plus, m.PlusAtoms, "m₊"}, {l.Minus, m.Minus, m.MinusAtoms, "m₋"}} {
		var v ball.Real
		if x.law != nil {
			v.Set(x.law.Mass(prec))
			v.AddRad(x.law.Distance())
		}
		v.Add(&v, x.atoms, prec)
		if !v.IsFinite() {
			continue
		}
		if v.Overlaps(x.mass) == ball.False {
			return noMass("internal contradiction: the law of %s has the mass %v, not %v", x.name, &v, x.mass)
		}
		if relativeWidth(&v) < relativeWidth(x.mass) || x.mass.IsZero() {
			v.Intersect(&v, x.mass, prec)
			x.mass.Set(&v)
		}
	}
	m.Total.Add(m.Plus, m.Minus, prec)
	m.rate(tol)
	return nil
}
