package distribution

import (
	"context"
	"math"

	"krein/ball"
	"krein/internal/hankel/atoms"
	"krein/internal/hankel/density"
	"krein/internal/hankel/mass"
	"krein/internal/hankel/quadrature"
	"krein/internal/hankel/search"
	"krein/internal/hankel/sign"
	"krein/internal/kernel/formula"
	"krein/kernel"
)

const (
	defaultLawTol = 1e-11
	// mostBesideDensity is the number up to which atoms of a lattice are listed where there is a density, too.
	mostBesideDensity = 1 << 13
	// lawMassTol is the width of the masses before the laws sharpen them.
	lawMassTol = 1e-6
)

// Enclose describes the two parts of the measure on ω > 0, each as a law at a proved distance, which is about
// set.Tol·‖m‖ for both together where that is within reach, and larger elsewhere: see Law.Distance. It does so for the
// kernels for which EncloseMasses encloses the masses, and panics and fails as that does: with *NotEnclosedError,
// *Error or the error of ctx.
func Enclose(ctx context.Context, k *kernel.Kernel, dim int, opt *Settings) (*Pair, error) {
	p, err := quadrature.New(k, dim)
	if err != nil {
		return nil, err
	}
	if q := negative(p); q != nil {
		out, err := enclose(ctx, q, opt)
		if err != nil {
			return nil, err
		}
		out.negate()
		return out, nil
	}
	return enclose(ctx, p, opt)
}

// negative returns the density of −k, if every part of that is nonnegative, and not every part of p: a sign that is
// known says more than panels, of a density that touches 0 above all. It is nil otherwise.
func negative(p *density.Density) *density.Density {
	k := p.Kernel()
	if b, _ := k.Extension(); b != kernel.Natural || len(p.Parts()) == 0 || sign.NewForms(p).Separately() {
		return nil
	}
	q, err := quadrature.New(k.Derive(formula.Neg(k.Expr())).Metered(k.Meter()), p.Dim())
	if err != nil || !sign.NewForms(q).Separately() {
		return nil
	}
	return q
}

// negate exchanges the two parts.
func (l *Pair) negate() {
	l.Plus, l.Minus = l.Minus, l.Plus
	l.Atoms.Negate()
	m := l.Masses
	m.Plus, m.Minus, m.PlusAtoms, m.MinusAtoms = m.Minus, m.Plus, m.MinusAtoms, m.PlusAtoms
	m.InPanels[0], m.InPanels[1] = m.InPanels[1], m.InPanels[0]
	m.Origin.Neg(m.Origin)
	m.KernelAtZero.Neg(m.KernelAtZero)
}

func enclose(ctx context.Context, p *density.Density, opt *Settings) (*Pair, error) {
	var set Settings
	if opt != nil {
		set = *opt
	}
	if !(set.Tol > 0) {
		set.Tol = defaultLawTol
	}
	coarse := (&search.MassSettings{Tol: math.Max(set.Tol, lawMassTol), Prec: set.Prec, Panels: set.Panels, Once: true,
		Sine: set.Sine}).Defaults()
	set.Prec, set.Panels = coarse.Prec, coarse.Panels
	m, found, err := search.MassesOf(ctx, p, &coarse)
	if err != nil {
		return nil, err
	}
	m.Proof = nil // the laws sharpen what it proves
	out := &Pair{Masses: m}
	if out.Atoms, _, err = atoms.Enclosed(p, set.Prec); err != nil {
		return nil, err
	}
	if len(p.Parts()) == 0 {
		return out, nil
	}
	out.Atoms.CutLattice(mostBesideDensity)
	s, err := newBuilder(ctx, p, found, set.Prec)
	if err != nil {
		return nil, err
	}
	if set.Sine {
		s.Weight = -1
	}
	if m.Method == mass.BySign {
		s.Sign = 1
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
	panels, err := s.Sweep(ctx, g.from, g.to, ball.MagFloat64(total*set.Tol/8), set.Panels)
	if err != nil {
		return nil, err
	}
	out.Plus, out.Minus = s.law(panels, g, 0), s.law(panels, g, 1)
	return out, out.sharpen(set.Tol, set.Prec)
}

// builder makes the distributions.
type builder struct {
	*search.Searcher
	parts [2]float64 // about the masses of both parts without atoms; 0 if they are not known
}

// newBuilder goes on with what the search for the masses found, if it had to look at panels.
func newBuilder(ctx context.Context, p *density.Density, found *search.Searcher, prec uint) (*builder, error) {
	if found != nil {
		return &builder{Searcher: found.Resume()}, nil
	}
	s, err := search.NewSearcher(ctx, p, prec)
	if err != nil {
		return nil, err
	}
	return &builder{Searcher: s}, nil
}

// lawRange is where the panels are, in t, and the laws at both ends.
type lawRange struct {
	from, to float64
	head     [2]Head
	tail     [2]Tail
	sign     [2]int // of the density at the ends of the panels, towards the outside, 0 if it is not known
}

// chooseLaw finds the ends of the panels such that the deviations of both ends are about eps/2.
func (s *builder) chooseLaw(ctx context.Context, eps float64) (*lawRange, error) {
	g := &lawRange{}
	if err := s.lawTail(ctx, g, eps/4); err != nil {
		return nil, err
	}
	near, err := s.PrepareNear(g.to)
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
func (s *builder) lawTail(ctx context.Context, g *lawRange, eps float64) error {
	known := s.Sign // everywhere
	tol := ball.MagFloat64(eps)
	best := ball.MagInf()
	square := func(e int) float64 { // of an exact ω
		w := math.Ldexp(1, e>>1)
		if e&1 != 0 {
			w *= 1.5
		}
		return w * w
	}
	err := s.EachEnd(ctx, square, func(t float64, sign int, terms []sign.EndTerm) bool {
		w := math.Sqrt(t)
		if known != 0 {
			sign = known
		}
		law := s.powerLaw(terms, w, false)
		kind := TailPower
		if _, bound, ok := s.Beyond(terms, ball.NewReal(w)); ok &&
			(bound.Cmp(tol) <= 0 || ball.MagFloat64(math.Abs(law.mass)).Cmp(law.deviation) <= 0) {
			kind, law = TailNegligible, powerLaw{deviation: bound}
		}
		if law.deviation.Cmp(best) >= 0 {
			return false
		}
		best = law.deviation
		g.to, g.sign[1] = t, sign
		for i, sigma := range []int{1, -1} {
			g.tail[i] = Tail{Kind: kind, From: w, Deviation: law.deviation}
			switch {
			case sign == -sigma:
				g.tail[i] = Tail{Kind: TailNone, From: w}
			case law.mass*float64(sigma) > 0:
				g.tail[i].Mass, g.tail[i].Exponent = math.Abs(law.mass), law.exponent
			default:
				g.tail[i].Kind = TailNegligible
			}
		}
		return best.Cmp(tol) <= 0
	})
	if err != nil {
		return err
	}
	if best.Cmp(tol) > 0 && s.F.Compact != nil {
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
		return mass.Errorf("no distribution of the density at infinity was found")
	}
	return s.ChooseFar(ctx, g.to, tol)
}

// law takes the panels of one sign, i = 0 for m₊ and 1 for m₋; nil if the part is proved to have no density.
func (s *builder) law(panels []*mass.Panel, g *lawRange, i int) *Distribution {
	sigma := 1 - 2*i
	l := &Distribution{Head: g.head[i], Tail: g.tail[i]}
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
			below = panels[k-1].Above
		}
		if above == 2 {
			above = panels[k+1].Below
		}
		l.Unresolved = l.Unresolved.Add(p.Bound)
		add := func(lo, hi float64, sign int, loZero, hiZero bool) {
			if lo < hi && sign == sigma {
				l.Panels = append(l.Panels, newPanel(p.Law, lo, hi, sign, loZero, hiZero))
			}
		}
		switch {
		case p.Below == 0 || p.Above == 0:
		case p.From < p.To:
			add(p.Lo, p.From, p.Below, below != p.Below, true)
			add(p.To, p.Hi, p.Above, true, above != p.Above)
		default:
			add(p.Lo, p.Hi, p.Below, below != p.Below, above != p.Above)
		}
	}
	if len(l.Panels) == 0 && l.Unresolved.IsZero() && l.Head.Deviation.IsZero() && l.Head.Mass == 0 &&
		l.Tail.Kind == TailNone {
		return nil
	}
	return l
}

// newPanel returns the part of the panel of x in [lo, hi], times the sign.
func newPanel(x *mass.Expansion, lo, hi float64, sign int, loZero, hiZero bool) Panel {
	p := Panel{Lo: lo, Hi: hi, LoZero: loZero, HiZero: hiZero, Rest: x.Rest}
	p.T0.Set(&x.T0)
	p.Coef = make([]ball.Real, len(x.F))
	for k := range p.Coef {
		p.Coef[k].Set(&x.F[k])
		if sign < 0 {
			p.Coef[k].Neg(&p.Coef[k])
		}
	}
	return p
}

// integrate sets mass to the integral over the panel, with the midpoints of the coefficients, and returns a bound of
// how far the density is from it.
func (p *Panel) integrate(mass *ball.Real, prec uint) (off ball.Mag) {
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
func (p *Panel) Mass(prec uint) *ball.Real {
	var m ball.Real
	p.integrate(&m, prec)
	return &m
}

// Distance bounds the distance in total variation ∫ |dm± − dlaw| on the panel, where the law has the midpoints of the
// coefficients.
func (p *Panel) Distance() ball.Mag {
	var m ball.Real
	return p.integrate(&m, 64)
}

// Distance bounds ∫ |dm± − dlaw| over ω > 0, where the law has the midpoints of the coefficients on the panels.
func (l *Distribution) Distance() ball.Mag {
	sum := l.Head.Deviation.Add(l.Tail.Deviation).Add(l.Unresolved)
	for i := range l.Panels {
		sum = sum.Add(l.Panels[i].Distance())
	}
	return sum
}

// Mass encloses the mass of the law itself, with the midpoints of the coefficients on the panels.
func (l *Distribution) Mass(prec uint) *ball.Real {
	sum := new(ball.Real).Add(ball.NewReal(l.Head.Mass), ball.NewReal(l.Tail.Mass), prec)
	for i := range l.Panels {
		sum.Add(sum, l.Panels[i].Mass(prec), prec)
	}
	return sum
}

// sharpen intersects the masses with those of the laws at their distances, and checks that they meet.
func (l *Pair) sharpen(tol float64, prec uint) error {
	m := l.Masses
	for _, x := range []struct {
		law   *Distribution
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
			return mass.Errorf("internal contradiction: the distribution of %s has the mass %v, not %v", x.name, &v, x.mass)
		}
		if mass.RelativeWidth(&v) < mass.RelativeWidth(x.mass) || x.mass.IsZero() {
			v.Intersect(&v, x.mass, prec)
			x.mass.Set(&v)
		}
	}
	m.Total.Add(m.Plus, m.Minus, prec)
	m.Rate(tol)
	return nil
}
