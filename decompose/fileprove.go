package decompose

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"math"
	"reflect"
	"slices"

	"krein/ball"
	"krein/internal/budget"
	"krein/internal/decompose/segment"
	"krein/internal/hankel/distribution"
	"krein/internal/kernel/continuity"
	"krein/internal/parallel"
	"krein/kernel"
)

// ProveBias proves a bound of the bias of d as it is, whoever made it: its result depends on d's masses and tables and
// on the laws, which must be those of the kernel and dimension that d is to represent; d's own Bias is not looked at.
// It searches nothing: every segment is compared with the density that it covers (see package segment), what no segment
// or more than one covers is added, and so are differences of atoms and ends. The bound is about as good as that of
// FromLaws if the laws are enclosed with the same settings, and large for another kernel's table. Errors are ctx's, and
// that an atom's place is not known exactly or that radii are not a *Table. It panics if laws is nil.
func (d *Decomposition) ProveBias(ctx context.Context, laws *distribution.Pair) (*Bias, error) {
	if laws == nil {
		panic("decompose: nil distributions")
	}
	sum := doubtful(laws.Masses.Origin)
	for _, x := range []struct {
		part *Part
		law  *distribution.Distribution
		mass *ball.Real // of the true part
		sign int
	}{{&d.Plus, laws.Plus, laws.Masses.Plus, 1}, {&d.Minus, laws.Minus, laws.Masses.Minus, -1}} {
		var origin, rest, v ball.Real
		if s, _ := laws.Masses.Origin.Sign(); s == x.sign {
			origin.Abs(laws.Masses.Origin, 128)
		}
		sum = sum.Add(v.Sub(&origin, v.SetFloat64(x.part.Origin), 128).MagUpper())
		atoms, err := newPartAtoms(laws.Atoms, x.sign)
		if err != nil {
			return nil, err
		}
		if x.sign > 0 { // it is in one of the parts
			sum = sum.Add(atoms.lost)
		}
		switch t := x.part.Radii.(type) {
		case nil:
			sum = sum.Add(rest.Sub(x.mass, &origin, 128).MagUpper())
		case *Table:
			law := x.law
			if law == nil {
				law = &distribution.Distribution{}
			}
			bound, err := t.distance(ctx, law, atoms, x.part.Mass)
			if err != nil {
				return nil, err
			}
			sum = sum.Add(bound)
		default:
			return nil, errors.New("decompose: radii that are not a table prove nothing")
		}
	}
	return &Bias{Law: sum.Float64()}, nil
}

// VerifyBias proves a bound of the bias of d from the kernel alone: it encloses the laws of k in R^d.Dim and calls
// ProveBias. It is a checker without trust in d and in what made it, though not in the enclosures, which making a table
// rests on as well. It returns the errors of distribution.Enclose and ProveBias, and one that says where k is not
// proved to have a value or to be continuous.
func VerifyBias(ctx context.Context, k *kernel.Kernel, d *Decomposition) (*Bias, error) {
	laws, err := lawsOf(ctx, k, d.Dim)
	if err != nil {
		return nil, err
	}
	return d.ProveBias(ctx, laws)
}

// lawsOf encloses the laws of a kernel that no certificate vouches for. Enclosures come from integrals, which see neither a
// missing value nor one at a single distance: so that has to be proved before.
func lawsOf(ctx context.Context, k *kernel.Kernel, dim int) (*distribution.Pair, error) {
	within, release := budget.Within(ctx, 1<<60) // no bound, but all work ends with ctx
	defer release()
	if err := continuity.Representable(k.Metered(budget.Of(within))); err != nil {
		return nil, cmp.Or(ctx.Err(), fmt.Errorf("decompose: the kernel %s: %w", k, err))
	}
	return distribution.Enclose(ctx, k, dim, nil)
}

// piece is a segment and the stretch of a panel that it is compared with.
type piece struct {
	side   *side
	i      int
	up     bool
	mass   float64
	panel  *distribution.Panel
	lo, hi float64
	bound  ball.Mag
}

// distance bounds ∫ |mass·dP − dm±| for the law P of the table and the part that law and atoms describe.
func (t *Table) distance(ctx context.Context, law *distribution.Distribution, of *partAtoms,
	mass float64) (ball.Mag, error) {
	sum := law.Distance()
	ends, atoms := lawEnds(law, of), of.list
	sum = sum.Add(t.lower.tail.distance(&ends.lower, mass, t.lower.edges[0], ends.lowerMass))
	if u := &t.upper; of.lattice != nil && u.tail.Kind == tailLattice {
		var p, scale ball.Real // mass·p, as a float and a rest
		p.Mul(p.SetFloat64(mass), scale.SetFloat64(u.edges[0]), segment.Prec)
		about := p.Nearest()
		sum = sum.Add(u.tail.Lattice.distance(of.lattice, of.sign, about))
		sum = sum.Add(p.Sub(&p, scale.SetFloat64(about), segment.Prec).MagUpper())
	} else {
		sum = sum.Add(u.tail.distance(&ends.upper, mass, u.edges[0], ends.upperMass))
		if of.lattice != nil {
			sum = sum.Add(ends.distance(of))
		}
	}

	have := make([]ball.Real, len(atoms))
	var pieces []*piece
	var m, v, w ball.Real
	m.SetFloat64(mass)
	for _, s := range []*side{&t.lower, &t.upper} {
		for i := range s.kinds {
			v.Sub(v.SetFloat64(s.edges[i+1]), w.SetFloat64(s.edges[i]), segment.Prec)
			v.Mul(&v, &m, segment.Prec) // the mass of the segment
			if s.isAtom(i) {
				if k := slices.IndexFunc(atoms, func(a atom) bool { return a.omega == s.poly(i)[0] }); k >= 0 {
					have[k].Add(&have[k], &v, segment.Prec)
				} else {
					sum = sum.Add(v.MagUpper())
				}
				continue
			}
			p := &piece{side: s, i: i, up: s == &t.lower}
			if !p.place(law.Panels) {
				sum = sum.Add(v.MagUpper())
				continue
			}
			p.mass, _ = v.Float64()
			sum = sum.Add(v.Sub(&v, w.SetFloat64(p.mass), segment.Prec).MagUpper())
			pieces = append(pieces, p)
		}
	}
	for k := range atoms {
		sum = sum.Add(have[k].Sub(&have[k], &atoms[k].weight, segment.Prec).MagUpper())
	}

	if err := boundAll(ctx, pieces); err != nil {
		return ball.Mag{}, err
	}
	covers := map[*distribution.Panel][]*piece{}
	for _, p := range pieces {
		sum = sum.Add(p.bound)
		covers[p.panel] = append(covers[p.panel], p)
	}
	for i := range law.Panels {
		if err := ctx.Err(); err != nil {
			return ball.Mag{}, err
		}
		sum = sum.Add(uncovered(&law.Panels[i], covers[&law.Panels[i]]))
	}
	return sum, nil
}

// distance bounds the total variation between the end t of a table, of probability p, and that of a law, of mass have.
func (t *tail) distance(want *tail, mass, p, have float64) ball.Mag {
	if want.Kind == tailNone {
		have = 0
	}
	var a, b ball.Real
	a.Mul(a.SetFloat64(mass), b.SetFloat64(p), segment.Prec)
	b.SetFloat64(have)
	if t.Kind == want.Kind && (t.Kind == tailNone || reflect.DeepEqual(t, want)) {
		return a.Sub(&a, &b, segment.Prec).MagUpper()
	}
	return a.Add(&a, &b, segment.Prec).MagUpper()
}

// place finds the panel in which the segment lies, and the stretch of it; false if there is none.
func (p *piece) place(panels []distribution.Panel) bool {
	a, b := p.side.ends(p.i)
	lo, hi := min(a, b), max(a, b)
	lo, hi = lo*lo, hi*hi
	mid := middle(lo, hi)
	k, _ := slices.BinarySearchFunc(panels, mid, func(q distribution.Panel, t float64) int { return cmp.Compare(q.Hi, t) })
	if k == len(panels) || !(panels[k].Lo <= mid) {
		return false
	}
	p.panel = &panels[k]
	p.lo, p.hi = max(lo, p.panel.Lo), min(hi, p.panel.Hi)
	return p.lo < p.hi && !math.IsInf(p.hi, 1)
}

// boundAll compares segments with the densities of their stretches, on all processors.
func boundAll(ctx context.Context, pieces []*piece) error {
	return parallel.Try(ctx, len(pieces), func(i int) error {
		p := pieces[i]
		l := segment.Localise(p.panel, p.lo, p.hi)
		p.bound = l.Bound(p.side.kinds[p.i], p.side.poly(p.i), p.mass, p.up)
		// Leaving the segment out, the stretch empty: no worse than that.
		if all := l.Whole().Add(ball.MagFloat64(p.mass)); all.Cmp(p.bound) < 0 {
			p.bound = all
		}
		return nil
	})
}

// uncovered bounds ∫ |f|·|1−n| dt over a panel with the density f, where n of the pieces cover t.
func uncovered(panel *distribution.Panel, pieces []*piece) ball.Mag {
	slices.SortFunc(pieces, func(a, b *piece) int { return cmp.Compare(a.lo, b.lo) })
	var sum ball.Mag
	see := func(lo, hi float64) {
		if lo < hi {
			sum = sum.Add(segment.Localise(panel, lo, hi).Whole())
		}
	}
	end := panel.Lo
	for _, p := range pieces {
		see(end, p.lo)            // a hole
		see(p.lo, min(end, p.hi)) // covered before: by the piece that reaches end
		end = max(end, p.hi)
	}
	see(end, panel.Hi)
	return sum
}
