package decompose

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"

	"krein/ball"
	"krein/internal/decompose/segment"
	"krein/internal/hankel/distribution"
	"krein/internal/hankel/waves"
)

// A table is made from a proved law in four steps: the panels become stretches, one is cut at the median; each gets a
// segment by fit, and those with the largest errors, as floats see them, are halved until the sum is small enough; each
// is proved (package segment), and halved on if floats were wrong; and the probabilities are added up from the outside.

// atom is an atom of a part at ω > 0.
type atom struct {
	omega  float64
	weight ball.Real
}

// errHeavyEnd says that a law has no median among its panels.
var errHeavyEnd = errors.New("half of the mass lies in the distribution of an end of the density")

// lawTable tabulates the part with the density law, nil for none, and atoms, the mass of which on ω > 0 is in the ball.
// It returns the table, the number that stands for the mass and a proved bound of ∫ |mass·dP − dm±| for the law P of
// the table, in exact arithmetic and with atoms at their exact places. Segments add target to it at most, if rounding
// permits.
func lawTable(ctx context.Context, law *distribution.Distribution, atoms *partAtoms, enclosed *ball.Real,
	target float64) (*Table, float64, ball.Mag, error) {
	var bound ball.Mag
	if law == nil {
		law = &distribution.Distribution{}
	} else {
		bound = law.Distance()
	}
	all := stretches(law, atoms.list)
	ends := lawEnds(law, atoms)
	bound = bound.Add(ends.distance(atoms))
	total, err := divideAtMedian(&all, ends)
	if err != nil {
		return nil, 0, ball.Mag{}, err
	}
	if all, err = refineStretches(ctx, all, target); err != nil {
		return nil, 0, ball.Mag{}, err
	}
	slices.SortFunc(all, func(a, b *stretch) int { return cmp.Or(cmp.Compare(a.lo, b.lo), cmp.Compare(a.hi, b.hi)) })
	lo, _ := ball.Float64(enclosed.Lower(nil, 128))
	hi, _ := ball.Float64(enclosed.Upper(nil, 128))
	mass := min(max(total, lo), hi)
	t, more := assemble(ends, all, mass, total)
	bound = bound.Add(more)
	// what the segments of an atom have is in their masses
	have := make(map[float64]*ball.Real, len(atoms.list))
	for _, a := range atoms.list {
		if have[a.omega] == nil {
			have[a.omega] = new(ball.Real)
		}
		have[a.omega].Sub(have[a.omega], &a.weight, segment.Prec)
	}
	var part ball.Real
	for _, s := range all {
		if s.panel == nil {
			have[s.omega].Add(have[s.omega], part.SetFloat64(s.mass), segment.Prec)
		}
	}
	for i, a := range atoms.list {
		if i == 0 || atoms.list[i-1].omega < a.omega {
			bound = bound.Add(have[a.omega].MagUpper())
		}
	}
	if len(t.lower.kinds) == 0 || len(t.upper.kinds) == 0 {
		return nil, 0, ball.Mag{}, errHeavyEnd
	}
	t.lower.index()
	t.upper.index()
	t.err = min(bound.Float64()/mass, 1)
	return t, mass, bound, nil
}

// divideAtMedian decides which stretches are on the lower side, cuts the one with the
// median, and returns the mass of the law.
func divideAtMedian(all *[]*stretch, ends *lawTails) (float64, error) {
	tail := ends.upperMass
	total := ends.lowerMass
	for _, s := range *all {
		if s.panel != nil {
			f := s.panel.Near(s.lo, s.hi)
			s.mass = f.Mass()
		}
		total += s.mass
	}
	total += tail
	half := total / 2
	if !(ends.lowerMass < half && tail < half) {
		return 0, errHeavyEnd
	}
	sum := ends.lowerMass
	for i, s := range *all {
		if sum+s.mass < half {
			s.up = true
			sum += s.mass
			continue
		}
		if !(s.mass > 0) {
			break
		}
		var lower, upper *stretch
		if s.panel == nil {
			lower, upper = &stretch{}, &stretch{}
			*lower, *upper = *s, *s
			lower.mass = half - sum
			upper.mass = s.mass - lower.mass
		} else {
			f := s.panel.Near(s.lo, s.hi)
			x := segment.Solve(func(x float64) (v, slope float64) { return f.Share(x, true) }, (half-sum)/s.mass)
			cut := s.lo + (s.hi-s.lo)*x
			if !(cut > s.lo && cut < s.hi) {
				s.up = cut >= s.hi
				break
			}
			lower, upper = s.below(cut), s.above(cut)
		}
		lower.up = true
		*all = slices.Replace(*all, i, i+1, lower, upper)
		break
	}
	return total, nil
}

// assemble adds up the probabilities of sorted stretches and bounds the distance of the
// law of the table to that of the stretches and ends.
func assemble(ends *lawTails, all []*stretch, mass, total float64) (*Table, ball.Mag) {
	t := &Table{}
	var bound ball.Mag
	var m, p, q ball.Real
	m.SetFloat64(mass)
	// differ adds |mass·(p1−p0) − have|.
	differ := func(p0, p1, have float64) {
		p.Sub(p.SetFloat64(p1), q.SetFloat64(p0), segment.Prec)
		p.Mul(&p, &m, segment.Prec)
		bound = bound.Add(p.Sub(&p, q.SetFloat64(have), segment.Prec).MagUpper())
	}
	side := func(s *side, end tail, endMass float64, up bool) {
		s.tail = end
		s.edges = []float64{endMass / total}
		differ(0, s.edges[0], endMass)
		var last *stretch
		var lastFrom float64
		sum, low := endMass, 0.0 // sum+low is the sum
		for i := range all {
			g := all[i]
			if !up {
				g = all[len(all)-1-i]
			}
			if g.up != up {
				continue
			}
			bound = bound.Add(ball.MagFloat64(g.err))
			if g.drop {
				continue
			}
			next := sum + g.mass
			low += g.mass - (next - sum)
			sum = next
			edge := min((sum+low)/total, 0.5)
			from := s.edges[len(s.edges)-1]
			if edge <= from {
				bound = bound.Add(ball.MagFloat64(g.mass))
				continue
			}
			if last != nil {
				differ(lastFrom, from, last.mass)
			}
			if g.panel == nil {
				s.atom(g.omega, edge)
			} else {
				s.add(g.kind, g.c, edge)
			}
			last, lastFrom = g, from
		}
		if last == nil {
			return
		}
		s.edges[len(s.edges)-1] = 0.5
		differ(lastFrom, 0.5, last.mass)
		if s.tail.Kind == tailNone {
			s.tail.At, _ = s.ends(0)
		}
	}
	side(&t.lower, ends.lower, ends.lowerMass, true)
	side(&t.upper, ends.upper, ends.upperMass, false)
	return t, bound
}

// lawTails are the ends of a law as tails of a table, with their masses, 0 for none.
type lawTails struct {
	lower, upper         tail
	lowerMass, upperMass float64
}

// lawEnds translates the ends of a law, or takes a lattice of atoms for its upper end: a law with a density has no
// lattice beside it.
func lawEnds(law *distribution.Distribution, atoms *partAtoms) *lawTails {
	t := &lawTails{lower: tail{Kind: tailNone}, upper: tail{Kind: tailNone}}
	if h := law.Head; h.Mass > 0 {
		t.lower, t.lowerMass = tail{Kind: tailPower, At: h.Upto, Exponent: h.Exponent}, h.Mass
	}
	switch e := law.Tail; {
	case atoms.lattice != nil:
		if l, mass := newLattice(atoms.lattice, atoms.sign); l != nil {
			t.upper, t.upperMass = tail{Kind: tailLattice, At: float64(l.First) * l.Spacing, Lattice: l}, mass
		}
	case !(e.Mass > 0):
	case e.Kind == distribution.TailPower:
		t.upper, t.upperMass = tail{Kind: tailPower, At: e.From, Exponent: -e.Exponent}, e.Mass
	case e.Kind == distribution.TailOscillating:
		t.upper, t.upperMass = tail{Kind: tailWaves, At: e.From, Waves: e.Waves}, e.Mass
	}
	return t
}

// distance bounds that of a lattice at the upper end and the one that it stands for; other ends are compared with
// the law elsewhere.
func (t *lawTails) distance(atoms *partAtoms) ball.Mag {
	if t.upper.Kind != tailLattice {
		return ball.Mag{}
	}
	return t.upper.Lattice.distance(atoms.lattice, atoms.sign, t.upperMass)
}

// partAtoms are the atoms of one sign at ω > 0: some in increasing order, and a lattice beyond them. A bound of the
// masses of all that are in neither part, those of unknown sign and those that are not known, is lost.
type partAtoms struct {
	sign    int
	list    []atom
	lattice *waves.Lattice // nil: none
	lost    ball.Mag
}

// newPartAtoms finds those of a sign.
func newPartAtoms(atoms *waves.Atoms, sign int) (p *partAtoms, err error) {
	if p = (&partAtoms{sign: sign}); atoms == nil {
		return p, nil
	}
	p.lattice, p.lost = atoms.Lattice, atoms.Lost.Add(atoms.Off)
	for i := range atoms.List {
		a := &atoms.List[i]
		s, _ := a.Weight.Sign()
		if a.Omega.IsZero() {
			continue
		}
		if s != sign {
			if a.Weight.ContainsZero() {
				p.lost = p.lost.Add(a.Weight.MagUpper())
			}
			continue
		}
		var x, w ball.Real
		a.Omega.Ball(&x, 128)
		omega, bound := x.Float64()
		if !(omega > 0) || !(bound <= 0x1p-52*omega) {
			return nil, fmt.Errorf("the place of the atom at ω = %v is not known exactly", a.Omega)
		}
		w.Abs(&a.Weight, 128)
		p.list = append(p.list, atom{omega, w})
	}
	return p, nil
}
