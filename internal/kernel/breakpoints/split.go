package breakpoints

import (
	"errors"
	"fmt"

	"krein/internal/budget"
	"krein/internal/kernel/brief"
	"krein/internal/kernel/formula"
	"krein/internal/kernel/piecewise"
)

// splitter finds the pieces of a formula by signs at points: it resolves the branches on an
// interval, cuts the interval where a sign on which they depend changes, and looks again.
type splitter struct {
	whole  *formula.Expr
	meter  *budget.Meter
	pieces []piecewise.Piece
	cuts   []piecewise.Breakpoint // all zeros met
}

// level is a resolver on an interval, with the zeros that were found there.
type level struct {
	*piecewise.Resolver
	outer *level // of a wider interval
	zeros map[[2]*formula.Expr][]point
}

// zerosOf returns the zeros of a − b, if they were looked for here or on a wider interval.
func (r *level) zerosOf(a, b *formula.Expr) (z []point, ok bool) {
	for ; r != nil && !ok; r = r.outer {
		z, ok = r.zeros[[2]*formula.Expr{a, b}]
	}
	return z, ok
}

// split appends the pieces between lo and hi. On the wider interval that was looked at before,
// outer knows what depends on no cut, and where signs change.
func (s *splitter) split(lo, hi point, outer *level) error {
	var inside []point
	r := &level{outer: outer, zeros: make(map[[2]*formula.Expr][]point)}
	var known *piecewise.Resolver
	if outer != nil {
		known = outer.Resolver
	}
	r.Resolver = piecewise.NewResolver(known, s.meter, func(a, b, what *formula.Expr) (int, error) {
		sign, found, err := s.sign(r, a, b, lo, hi)
		inside = append(inside, found...)
		if err != nil && !errors.Is(err, piecewise.ErrCut) {
			err = fmt.Errorf("cannot decide %s: %w", brief.Text(what.String()), err)
		}
		return sign, err
	})
	v, err := r.Value(s.whole)
	if len(s.pieces)+len(inside) >= maxPieces {
		return fmt.Errorf("the formula has too many pieces (about %d are allowed)", maxPieces)
	}
	if len(inside) > 0 { // one cut at a time: what does not change at it is known on both sides
		if inside, err = dedupe(inside, lo, hi); err != nil {
			return err
		}
		mid := inside[len(inside)/2]
		if err := s.split(lo, mid, r); err != nil {
			return err
		}
		return s.split(mid, hi, r)
	}
	if err != nil {
		return err
	}
	v = formula.Simplify(v)
	if n := len(s.pieces); n > 0 && s.pieces[n-1].Expr.Equal(v) {
		s.pieces[n-1].Hi = hi.Breakpoint
		return nil
	}
	s.pieces = append(s.pieces, piecewise.Piece{Lo: lo.Breakpoint, Hi: hi.Breakpoint, Expr: v})
	return nil
}

// sign returns the sign of a − b, or of a if b is nil, on (lo, hi), or piecewise.ErrCut with the places inside where it
// changes.
func (s *splitter) sign(r *level, a, b *formula.Expr, lo, hi point) (int, []point, error) {
	g := piecewise.Difference(a, b)
	if !s.meter.Spend(int64(g.Size())) {
		return 0, nil, s.meter.Err()
	}
	g = formula.Simplify(g)
	zs, known := r.zerosOf(a, b)
	if !known {
		var err error
		if zs, err = zeros(g, lo, hi, s.meter); err != nil {
			return 0, nil, err
		}
		for _, z := range zs {
			s.cuts = append(s.cuts, z.Breakpoint)
		}
		r.zeros[[2]*formula.Expr{a, b}] = zs
	}
	var inside []point
	for _, z := range zs {
		c, err := comparePoints(lo, z)
		d, err2 := comparePoints(z, hi)
		if err = errors.Join(err, err2); err != nil {
			return 0, nil, err
		}
		if c < 0 && d < 0 {
			inside = append(inside, z)
		}
	}
	if len(inside) > 0 {
		return 0, inside, piecewise.ErrCut
	}
	sign, err := signOn(g, lo, hi, s.meter)
	return sign, nil, err
}
