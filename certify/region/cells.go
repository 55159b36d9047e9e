package region

import (
	"cmp"
	"fmt"
	"math/big"
	"slices"

	"krein/internal/certify/proof"
)

// A Value is a value of the parameter at which a claim is decided: Proved or Refuted.
type Value struct {
	At     *big.Rat
	Status proof.Status
}

// A Span is an interval of values of the parameter, or one value (From = To).
type Span struct {
	From, To         *big.Rat
	OpenFrom, OpenTo bool // the end does not belong to it
}

// apart reports whether all of s lies below t, and no value in both.
func (s *Span) apart(t *Span) bool {
	c := s.To.Cmp(t.From)
	return c < 0 || c == 0 && (s.OpenTo || t.OpenFrom)
}

// Contains reports whether v belongs to the interval.
func (s *Span) Contains(v *big.Rat) bool {
	from, to := s.From.Cmp(v), v.Cmp(s.To)
	return (from < 0 || from == 0 && !s.OpenFrom) && (to < 0 || to == 0 && !s.OpenTo)
}

// Same reports whether two cells are the same in all that they say.
func (c Cell) Same(d Cell) bool { return c.wire() == d.wire() }

// before compares where spans begin, and then where they end.
func (s *Span) before(t *Span) int {
	side := func(open bool) int {
		if open {
			return 1
		}
		return 0
	}
	return cmp.Or(s.From.Cmp(t.From), side(s.OpenFrom)-side(t.OpenFrom), s.To.Cmp(t.To), side(t.OpenTo)-side(s.OpenTo))
}

// A Piece is an interval of the parameter for all values of which a claim is decided by one certificate.
type Piece struct {
	Span
	Unit   *Exact       // if not nil, the values are those of Span times it
	Status proof.Status // Proved or Refuted
}

// A Cell is an interval of the parameter, or one value (From = To), and what is known there.
type Cell struct {
	Span
	Status proof.Status // Proved, Refuted or Undecided
	Lemma  string       // see the package; "point" for values of their own, empty where nothing is known
	// FromExact and ToExact, if not nil, are the ends themselves, up to their sign that of From and To: these are then rationals
	// near by, inside of what is decided and around what is not, and OpenFrom and OpenTo tell of the exact ends.
	FromExact, ToExact *Exact
}

// Single reports whether the cell is one value.
func (c *Cell) Single() bool { return c.From.Cmp(c.To) == 0 && c.FromExact == nil && c.ToExact == nil }

// Contains reports whether v belongs to the cell. Between an exact end and the rational near by the answer is that of the
// rational.
func (c *Cell) Contains(v *big.Rat) bool {
	s := c.Span
	s.OpenFrom, s.OpenTo = s.OpenFrom && c.FromExact == nil, s.OpenTo && c.ToExact == nil
	return s.Contains(v)
}

// Cells returns what follows on [lo, hi] from what is decided at values and on boxes, as cells that cover it, in order. From
// values of a family that is not affine, or has the claim nowhere, nothing follows but at the values; boxes are put
// together with what follows from the values, and boxes with a unit move the ends of what follows to exact values. The error
// says that certificates contradict each other, which proofs do not, or that one decides nothing.
func Cells(id proof.ID, affine bool, lo, hi *big.Rat, values []Value, boxes []Piece) ([]Cell, error) {
	var exact []Piece
	boxes = slices.DeleteFunc(slices.Clone(boxes), func(p Piece) bool {
		if p.Unit != nil {
			exact = append(exact, p)
		}
		return p.Unit != nil
	})
	cells, err := rationalCells(id, affine, lo, hi, values, boxes)
	if err != nil {
		return nil, err
	}
	return sharpened(id, affine, cells, exact)
}

// rationalCells is Cells without units.
func rationalCells(id proof.ID, affine bool, lo, hi *big.Rat, values []Value, boxes []Piece) ([]Cell, error) {
	values = slices.Clone(values)
	slices.SortFunc(values, func(a, b Value) int { return a.At.Cmp(b.At) })
	var proved, refuted []*big.Rat
	for i, v := range values {
		if i > 0 && v.At.Cmp(values[i-1].At) == 0 && v.Status != values[i-1].Status {
			return nil, contradiction(id, values[i-1], v)
		}
		switch v.Status {
		case proof.Proved:
			proved = append(proved, v.At)
		case proof.Refuted:
			refuted = append(refuted, v.At)
		default:
			return nil, fmt.Errorf("region: %s is %s at %s: a value has to be decided", id, v.Status, v.At.RatString())
		}
	}
	b := &builder{lo: lo, hi: hi}
	switch {
	case !affine || len(proved) == 0:
		if err := b.union(id, values, boxes); err != nil {
			return nil, err
		}
	case len(boxes) > 0:
		follows, err := rationalCells(id, affine, lo, hi, values, nil)
		if err != nil {
			return nil, err
		}
		boxes = slices.Clone(boxes)
		for _, c := range follows {
			if c.Status != proof.Undecided {
				boxes = append(boxes, Piece{Span: c.Span, Status: c.Status})
			}
		}
		if err := b.union(id, nil, boxes); err != nil {
			return nil, err
		}
		for i := range b.cells {
			c := &b.cells[i]
			if j := slices.IndexFunc(follows, func(f Cell) bool { return f.Status == c.Status && f.before(&c.Span) == 0 }); j >= 0 {
				c.Lemma = follows[j].Lemma // boxes add nothing to it
			}
		}
	case id.Linear():
		if err := b.line(id, proved, refuted); err != nil {
			return nil, err
		}
	default:
		if err := b.cone(id, proved, refuted); err != nil {
			return nil, err
		}
	}
	return b.done(), nil
}

func contradiction(id proof.ID, a, b Value) error {
	return fmt.Errorf("region: %s is %s at %s and %s at %s, which cannot be: one of the proofs is wrong, please report it", id,
		a.Status, a.At.RatString(), b.Status, b.At.RatString())
}

// union is what values and boxes say themselves.
func (b *builder) union(id proof.ID, values []Value, boxes []Piece) error {
	pieces := slices.Clone(boxes)
	for _, v := range values {
		pieces = append(pieces, Piece{Span: Span{From: v.At, To: v.At}, Status: v.Status})
	}
	slices.SortStableFunc(pieces, func(p, q Piece) int { return p.before(&q.Span) })
	for i, p := range pieces {
		if p.Status != proof.Proved && p.Status != proof.Refuted {
			return fmt.Errorf("region: %s is %s on a box: it has to be decided", id, p.Status)
		}
		for _, q := range pieces[:i] {
			if p.Status != q.Status && !q.apart(&p.Span) {
				return contradiction(id, Value{q.From, q.Status}, Value{p.From, p.Status})
			}
		}
	}
	for i := 0; i < len(pieces); {
		c := Cell{Span: pieces[i].Span, Status: pieces[i].Status, Lemma: "point"}
		for i++; i < len(pieces) && pieces[i].Status == c.Status; i++ {
			p := &pieces[i]
			reach := c.To.Cmp(p.From)
			if reach < 0 || reach == 0 && c.OpenTo && p.OpenFrom {
				break
			}
			if s := p.To.Cmp(c.To); s > 0 || s == 0 && !p.OpenTo {
				c.To, c.OpenTo = p.To, p.OpenTo
			}
		}
		if c.From.Cmp(c.To) != 0 {
			c.Lemma = "boxes"
		}
		b.add(c)
	}
	return nil
}

// line is what follows for a linear space.
func (b *builder) line(id proof.ID, proved, refuted []*big.Rat) error {
	least, most := proved[0], proved[len(proved)-1]
	one := least.Cmp(most) == 0
	switch {
	case !one && len(refuted) > 0:
		return contradiction(id, Value{least, proof.Proved}, Value{refuted[0], proof.Refuted})
	case !one:
		b.add(Cell{Span: Span{From: b.lo, To: b.hi}, Status: proof.Proved, Lemma: "line"})
	case len(refuted) == 0:
		b.add(Cell{Span: Span{From: least, To: least}, Status: proof.Proved, Lemma: "point"})
	default:
		b.add(Cell{Span: Span{From: b.lo, To: least, OpenTo: true}, Status: proof.Refuted, Lemma: "other"})
		b.add(Cell{Span: Span{From: least, To: least}, Status: proof.Proved, Lemma: "point"})
		b.add(Cell{Span: Span{From: least, To: b.hi, OpenFrom: true}, Status: proof.Refuted, Lemma: "other"})
	}
	return nil
}

// cone is what follows for a convex cone.
func (b *builder) cone(id proof.ID, proved, refuted []*big.Rat) error {
	least, most := proved[0], proved[len(proved)-1]
	var below, above *big.Rat // the refuted values next to what is proved
	for _, r := range refuted {
		switch {
		case r.Cmp(least) < 0:
			below = r
		case r.Cmp(most) > 0:
			if above == nil {
				above = r
			}
		default:
			return contradiction(id, Value{least, proof.Proved}, Value{r, proof.Refuted})
		}
	}
	if below != nil {
		b.add(Cell{Span: Span{From: b.lo, To: below}, Status: proof.Refuted, Lemma: "beyond"})
	}
	lemma := "hull"
	if least.Cmp(most) == 0 {
		lemma = "point"
	}
	b.add(Cell{Span: Span{From: least, To: most}, Status: proof.Proved, Lemma: lemma})
	if above != nil {
		b.add(Cell{Span: Span{From: above, To: b.hi}, Status: proof.Refuted, Lemma: "beyond"})
	}
	return nil
}

// builder collects cells in order, cut to [lo, hi], and fills the gaps.
type builder struct {
	lo, hi *big.Rat
	cells  []Cell
}

// add appends the part of a cell that lies in [lo, hi], and a cell of which nothing is known before it.
func (b *builder) add(c Cell) {
	if c.From.Cmp(b.lo) < 0 {
		c.From, c.OpenFrom = b.lo, false
	}
	if c.To.Cmp(b.hi) > 0 {
		c.To, c.OpenTo = b.hi, false
	}
	if s := c.From.Cmp(c.To); s > 0 || s == 0 && (c.OpenFrom || c.OpenTo) {
		return
	}
	b.fill(c.From, c.OpenFrom)
	b.cells = append(b.cells, c)
}

// fill appends what lies between the last cell and an end that is not part of it, unless open says that it is.
func (b *builder) fill(to *big.Rat, open bool) {
	from, openFrom := b.lo, false
	if n := len(b.cells); n > 0 {
		from, openFrom = b.cells[n-1].To, !b.cells[n-1].OpenTo
	}
	if s := from.Cmp(to); s < 0 || s == 0 && !openFrom && open {
		b.cells = append(b.cells, Cell{Span: Span{From: from, To: to, OpenFrom: openFrom, OpenTo: !open}})
	}
}

// done returns the cells, [lo, hi] covered.
func (b *builder) done() []Cell {
	n := len(b.cells)
	if n == 0 {
		return []Cell{{Span: Span{From: b.lo, To: b.hi}}}
	}
	if last := b.cells[n-1]; last.To.Cmp(b.hi) < 0 || last.OpenTo {
		b.cells = append(b.cells, Cell{Span: Span{From: last.To, To: b.hi, OpenFrom: !last.OpenTo}})
	}
	return b.cells
}
