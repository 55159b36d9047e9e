package region

import (
	"errors"
	"fmt"
	"math/big"

	"krein/ball"
	"krein/internal/certify/proof"
	"krein/internal/kernel/constant"
	"krein/internal/kernel/formula"
	"krein/internal/kernel/language"
)

// An Exact is a positive constant by its formula, 1/sqrt(3), say: where a claim ends, and that is no rational, a rational times it
// may be the end itself.
//
// A [Piece] with a unit is about the values s·unit, s in its Span, and the kernel of its certificate has unit·s in the place of
// the parameter. What is exact is the order of s·unit and of the rational ends of other pieces: it is decided by
// constants, for which "unknown" is never an order.
type Exact struct {
	source string
	expr   *formula.Expr
	value  constant.Value
}

// mostText bounds the letters of a constant.
const mostText = 200

// NewExact reads a constant as formulas are printed. The error says why it is none, or that it is not known to be positive.
func NewExact(text string) (*Exact, error) {
	if len(text) > mostText {
		return nil, fmt.Errorf("a constant of %d letters", len(text))
	}
	e, ferr := language.ReadConstant(text, nil)
	if ferr != nil {
		return nil, ferr
	}
	if e.Varies() || e.Op().IsCondition() || e.Some(func(part *formula.Expr) bool { return part.Op() == formula.OpCond }) {
		return nil, fmt.Errorf("%.80q is no constant", text)
	}
	if own := e.String(); own != text { // sentences have it between other signs: nothing in it is read in two ways
		return nil, fmt.Errorf("%.80q is written %.80s", text, own)
	}
	v, err := constant.New(e)
	if err != nil {
		return nil, err
	}
	if v.HasParameter() || !v.Positive() {
		return nil, fmt.Errorf("%.80q is not known to be a positive number", text)
	}
	return &Exact{text, e, v}, nil
}

// String returns the formula.
func (e *Exact) String() string { return e.source }

// text is the formula, "" of nil.
func (e *Exact) text() string {
	if e == nil {
		return ""
	}
	return e.source
}

// Near returns a float64 near the constant: a guide.
func (e *Exact) Near() float64 {
	return e.value.Ball(new(ball.Real), 80).Nearest()
}

// Cmp compares s times the constant with v. The error says that the order is not decided.
func (e *Exact) Cmp(s, v *big.Rat) (int, error) {
	c, known := e.value.Scale(s).Cmp(constant.Rat(v))
	if known != ball.True {
		return 0, fmt.Errorf("the order of %s*%s and %s is not decided", s.RatString(), e.source, v.RatString())
	}
	return c, nil
}

// Interval writes the values of the box as an inequality of the parameter.
func (b *Box) Interval(name string) string {
	if b.Unit == nil {
		return b.Span.Interval(name)
	}
	if b.From.Cmp(b.To) == 0 {
		return name + " = " + b.Unit.times(b.From)
	}
	return b.Unit.times(b.From) + sign(b.OpenFrom) + name + sign(b.OpenTo) + b.Unit.times(b.To)
}

// times writes s times the constant.
func (e *Exact) times(s *big.Rat) string {
	switch {
	case s.Cmp(one) == 0:
		return e.source
	case s.Cmp(minusOne) == 0:
		return formula.Neg(e.expr).String()
	}
	return formula.Mul(formula.Rational(s), e.expr).String()
}

// sharpened moves ends of cells to exact values, from pieces with units. Between a cell that is decided up to p and the next one
// from q on, decided otherwise, a piece on s·unit, s from below p to an end with s = 1 or −1, proves of the first cell that it
// goes on to that end t, p < t < q; and a piece from there to beyond q that the second one begins at t. Such a piece overlaps a
// cell, so it is a contradiction if it says otherwise. Where the family is affine and the claim a convex cone, the value t alone is
// enough for a cell that is proved: the hull of both is.
func sharpened(id proof.ID, affine bool, cells []Cell, pieces []Piece) ([]Cell, error) {
	var out []Cell
	for i, gap := range cells {
		if gap.Status != proof.Undecided || i == 0 || i == len(cells)-1 || cells[i-1].Status == cells[i+1].Status ||
			gap.From.Sign()*gap.To.Sign() <= 0 { // an end and its negative are never both in the gap
			out = append(out, gap)
			continue
		}
		before, after := &out[len(out)-1], &cells[i+1]
		held := 0 // pieces that contain the end itself
		for _, p := range pieces {
			below, err := p.beside(&gap.Span, true)
			if err != nil {
				return nil, err
			}
			above, err := p.beside(&gap.Span, false)
			if err != nil {
				return nil, err
			}
			if p.From.Cmp(p.To) == 0 { // inside of the gap, or of no use
				hull := affine && !id.Linear() && p.Status == proof.Proved
				below, above = below && hull && before.Status == proof.Proved, above && hull && after.Status == proof.Proved
			}
			switch {
			case below && p.Status != before.Status, above && p.Status != after.Status:
				return nil, fmt.Errorf("region: %s is %s on a box next to %s: one of the proofs is wrong, please report it", id,
					p.Status, gap.From.RatString())
			case below && gap.FromExact == nil && gap.meets(p.Unit):
				before.ToExact, before.OpenTo = p.Unit, p.OpenTo
				gap.FromExact, gap.OpenFrom = p.Unit, !p.OpenTo
			case above && gap.ToExact == nil && gap.meets(p.Unit):
				after.FromExact, after.OpenFrom = p.Unit, p.OpenFrom
				gap.ToExact, gap.OpenTo = p.Unit, !p.OpenFrom
			default:
				continue
			}
			if below && !p.OpenTo || above && !p.OpenFrom {
				held++
			}
		}
		switch both := gap.FromExact != nil && gap.ToExact != nil; {
		case held > 1:
			return nil, errors.New("region: a claim is proved and refuted at " + gap.FromExact.source + ": one of the proofs is wrong, please report it")
		case both && held == 1: // nothing is left of it
		default:
			out = append(out, gap)
		}
	}
	return out, nil
}

// meets reports whether an exact end may bound the gap: the other end, if it is exact, is the same one.
func (c *Cell) meets(unit *Exact) bool {
	return (c.FromExact == nil || c.FromExact.source == unit.source) && (c.ToExact == nil || c.ToExact.source == unit.source)
}

// beside reports whether the piece ends at ±unit inside of the gap and begins before it (below), or begins there and ends after
// it.
func (p *Piece) beside(gap *Span, below bool) (bool, error) {
	inside, outside, end := p.To, p.From, gap.From
	if !below {
		inside, outside, end = p.From, p.To, gap.To
	}
	if new(big.Rat).Abs(inside).Cmp(one) != 0 {
		return false, nil
	}
	from, err := p.Unit.Cmp(inside, gap.From)
	if err != nil {
		return false, err
	}
	to, err := p.Unit.Cmp(inside, gap.To)
	if err != nil {
		return false, err
	}
	if from <= 0 || to >= 0 || p.From.Cmp(p.To) == 0 {
		return from > 0 && to < 0, nil
	}
	out, err := p.Unit.Cmp(outside, end)
	if err != nil {
		return false, err
	}
	return below && out < 0 || !below && out > 0, nil
}

var one, minusOne = big.NewRat(1, 1), big.NewRat(-1, 1)
