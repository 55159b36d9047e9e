package decompose

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"

	"krein/ball"
	"krein/decompose/internal/segment"
	"krein/hankel/distribution"
	"krein/hankel/waves"
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
var errHeavyEnd = errors.New("half of the mass lies in the law of an end of the density")

// lawTable tabulates the part with the density law, nil for none, and atoms, the mass of which on ω > 0 is in the ball.
// It returns the table, the number that stands for the mass and a proved bound of ∫ |mass·dP − dm±| for the law P of
// the table, in exact arithmetic and with atoms at their exact places. Segments add target to it at most, if rounding
// permits.
func lawTable(ctx context.Context, law *distribution.Distribution, atoms []atom, enclosed *ball.Real,
	target float64) (*Table, float64, ball.Mag, error) {
	var bound ball.Mag
	if law == nil {
		law = &distribution.Distribution{}
	} else {
		bound = law.Distance()
	}
	all := stretches(law, atoms)
	total, err := divideAtMedian(&all, law)
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
	t, more := assemble(law, all, mass, total)
	bound = bound.Add(more)
	// what the segments of an atom have is in their masses
	have := make(map[float64]*ball.Real, len(atoms))
	for _, a := range atoms {
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
	for i, a := range atoms {
		if i == 0 || atoms[i-1].omega < a.omega {
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
func divideAtMedian(all *[]*stretch, law *distribution.Distribution) (float64, error) {
	tail := 0.0
	if k := law.Tail.Kind; k == distribution.TailPower || k == distribution.TailOscillating {
		tail = law.Tail.Mass
	}
	total := law.Head.Mass
	for _, s := range *all {
		if s.panel != nil {
			f := s.panel.Near(s.lo, s.hi)
			s.mass = f.Mass()
		}
		total += s.mass
	}
	total += tail
	half := total / 2
	if !(law.Head.Mass < half && tail < half) {
		return 0, errHeavyEnd
	}
	sum := law.Head.Mass
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
func assemble(law *distribution.Distribution, all []*stretch, mass, total float64) (*Table, ball.Mag) {
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
	lower, upper := lawEnds(law)
	side(&t.lower, lower, law.Head.Mass, true)
	if upper.Kind == tailNone {
		side(&t.upper, upper, 0, false)
	} else {
		side(&t.upper, upper, law.Tail.Mass, false)
	}
	return t, bound
}

// lawEnds translates the ends of a law.
func lawEnds(law *distribution.Distribution) (lower, upper tail) {
	lower, upper = tail{Kind: tailNone}, tail{Kind: tailNone}
	if h := law.Head; h.Mass > 0 {
		lower = tail{Kind: tailPower, At: h.Upto, Exponent: h.Exponent}
	}
	switch e := law.Tail; {
	case !(e.Mass > 0):
	case e.Kind == distribution.TailPower:
		upper = tail{Kind: tailPower, At: e.From, Exponent: -e.Exponent}
	case e.Kind == distribution.TailOscillating:
		upper = tail{Kind: tailWaves, At: e.From, Waves: e.Waves}
	}
	return lower, upper
}

// partAtoms returns the atoms of one sign at ω > 0, in increasing order, and a bound of the masses of all that are in
// neither part: those of unknown sign, and those that are not listed.
func partAtoms(atoms *waves.Atoms, sign int) (out []atom, lost ball.Mag, err error) {
	if atoms == nil {
		return nil, lost, nil
	}
	lost = atoms.Lost
	for i := range atoms.List {
		a := &atoms.List[i]
		s, _ := a.Weight.Sign()
		if a.Omega.IsZero() {
			continue
		}
		if s != sign {
			if a.Weight.ContainsZero() {
				lost = lost.Add(a.Weight.MagUpper())
			}
			continue
		}
		var x, w ball.Real
		a.Omega.Ball(&x, 128)
		omega, bound := x.Float64()
		if !(omega > 0) || !(bound <= 0x1p-52*omega) {
			return nil, lost, fmt.Errorf("the place of the atom at ω = %v is not known exactly", a.Omega)
		}
		w.Abs(&a.Weight, 128)
		out = append(out, atom{omega, w})
	}
	return out, lost, nil
}
