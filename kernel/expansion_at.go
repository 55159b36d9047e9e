package kernel

import (
	"errors"
	"fmt"
	"math"
	"math/big"

	"krein/internal/budget"
)

// Precisions of local analysis, in bits. The second is used when a number was
// taken for zero at the first because it was below its error.
var seriesBits = [...]uint{320, 960}

// exactBits is the size up to which rationals are kept beside floating point for
// expansions at breakpoints, and for jets, where hardly anything cancels.
const (
	exactBits    = 1024
	jetExactBits = 64
)

// bits of a Breakpoint that is known as a float64 only.
const numericBits = 50

var errGoFunc = errors.New("a Go function has no formula to expand")

// number evaluates the breakpoint.
func (ar *bigArith) number(b Breakpoint) (n bigNum, err error) {
	defer catchSeries(&err)
	if b.Exact != nil {
		return Eval(b.Exact, ar.Rat(new(big.Rat)), ar)
	}
	n = ar.point(b.Value)
	n.r = nil
	n.e = lg(n.v) - numericBits
	return n, nil
}

// expandSeries expands e at z = b ± τ until the remainder is O(τ^order), or as far
// as it goes with reasonable work.
func expandSeries(e *Expr, b bigNum, right bool, order int, ar *bigArith) (series[bigNum], *seriesArith[bigNum], error) {
	side := int64(-1)
	if right {
		side = 1
	}
	return expandAlong[bigNum](order, func(s *seriesArith[bigNum]) series[bigNum] {
		return s.variable(b, s.int(side), intExp(1))
	}, e, ar)
}

// expandAlong evaluates e at the series that variable makes, raising the order of the
// calculation until the result is known to O(τ^order).
func expandAlong[C any](order int, variable func(*seriesArith[C]) series[C], e *Expr, co coefficients[C]) (best series[C], s *seriesArith[C], err error) {
	want := intExp(int64(order))
	var found *seriesArith[C]
	work := maxWork
	for n, try := order+1, 0; try < 4; try++ {
		s = newSeriesArith(co, intExp(int64(n)), false)
		s.work = work
		_, s.flat = any(co).(constArith)
		var u series[C]
		if u, err = evalSeries(e, variable, s); err != nil {
			var se *seriesError
			if !errors.As(err, &se) || !se.order {
				break
			}
			n = 2*n + 4
			work = s.work
			continue
		}
		work = s.work
		if found == nil || best.rem != nil && (u.rem == nil || u.rem.e.cmp(best.rem.e) > 0) {
			best, found = u, s
		}
		if u.rem == nil || u.rem.e.cmp(want) >= 0 {
			break
		}
		missing := math.Ceil(want.sub(u.rem.e).float()) + 1
		if missing > float64(4*order+50) { // a pole of very high order
			break
		}
		n += int(missing)
	}
	if found != nil {
		return best, found, nil
	}
	return best, s, err
}

func evalSeries[C any](e *Expr, variable func(*seriesArith[C]) series[C], s *seriesArith[C]) (u series[C], err error) {
	defer catchSeries(&err)
	return Eval(e, variable(s), s)
}

// expansion converts u.
func expansionOf(u series[bigNum], at Breakpoint, right bool) Expansion {
	x := Expansion{At: at.Value, Right: right, Exact: u.rem == nil}
	if u.rem != nil {
		x.Order = u.rem.e.rat()
	}
	for _, t := range u.terms {
		c, err := t.c.float64()
		x.Terms = append(x.Terms, Term{Exp: t.m.e.rat(), LogPow: t.m.l, Coef: c, Err: err})
	}
	return x
}

// ExpandAt returns the expansion of the effective function at z = b from the right
// or from the left, to O(τ^order) or a little further. If b is the Value of a
// breakpoint (see Pieces), the exact breakpoint is meant, otherwise the float64 itself.
//
// The function of the piece beside b is expanded, so a value at the single point b plays no part.
// The error says what has no such expansion: an essential singularity such as
// exp(-1/z), log(log(z)), an exponent not known to be rational, a Go function, or
// a formula that is not defined beside b.
// If very many exponents lie below order, the remainder is larger than asked for; see Order.
func (k *Kernel) ExpandAt(b float64, right bool, order int) (Expansion, error) {
	if math.IsNaN(b) || math.IsInf(b, 0) || b < 0 {
		return Expansion{}, fmt.Errorf("no expansion at z = %v; use AtInfinity for the behaviour there", b)
	}
	pieces, err := k.analyticPieces()
	if err != nil {
		return Expansion{}, err
	}
	for _, p := range pieces[1:] {
		if p.Lo.Value == b {
			return expandAt(pieces, p.Lo, right, order, k.meter)
		}
	}
	return expandAt(pieces, breakpointOf(b), right, order, k.meter)
}

// breakpointOf returns the float64 b as a breakpoint.
func breakpointOf(b float64) Breakpoint {
	return Breakpoint{Value: b, Exact: Rational(new(big.Rat).SetFloat64(b))}
}

// ExpandAtBreakpoint is ExpandAt at an exact distance.
func (k *Kernel) ExpandAtBreakpoint(b Breakpoint, right bool, order int) (Expansion, error) {
	if b.Inf || math.IsNaN(b.Value) || b.Value < 0 {
		return Expansion{}, fmt.Errorf("no expansion at z = %v; use AtInfinity for the behaviour there", b)
	}
	pieces, err := k.analyticPieces()
	if err != nil {
		return Expansion{}, err
	}
	return expandAt(pieces, b, right, order, k.meter)
}

// analyticPieces is Pieces for a kernel with a formula.
func (k *Kernel) analyticPieces() ([]Piece, error) {
	if k.IsFunc() {
		return nil, errGoFunc
	}
	return k.Pieces()
}

func expandAt(pieces []Piece, b Breakpoint, right bool, order int, m *budget.Meter) (Expansion, error) {
	if order < 0 {
		panic("kernel: negative order")
	}
	if b.Value == 0 && !right {
		return Expansion{}, errors.New("distances are not negative: there is no expansion from the left at 0")
	}
	var x Expansion
	err := atPrecisions(m, func(ar *bigArith) error {
		n, err := ar.number(b)
		if err != nil {
			return err
		}
		e, err := beside(pieces, n, right, ar)
		if err != nil {
			return err
		}
		u, _, err := expandSeries(e, n, right, order, ar)
		if err != nil {
			return besideError(b, right, err)
		}
		x = expansionOf(u, b, right)
		return nil
	})
	return x, err
}

// atPrecisions runs f, and runs it again with more bits if it met a number
// that only its error made a zero.
func atPrecisions(m *budget.Meter, f func(*bigArith) error) error {
	var err error
	for _, bits := range seriesBits {
		ar := &bigArith{prec: bits, exact: exactBits, meter: m}
		if err = f(ar); !ar.doubt {
			break
		}
	}
	return err
}

// besideError says where the reason err stands in the way.
func besideError(b Breakpoint, right bool, err error) error {
	side := "left"
	if right {
		side = "right"
	}
	return fmt.Errorf("no expansion of the kernel to the %s of z = %v: %w", side, b, err)
}

// beside returns the formula to the right or the left of z = n.
func beside(pieces []Piece, n bigNum, right bool, ar *bigArith) (*Expr, error) {
	for _, p := range pieces {
		if p.Hi.Inf {
			return p.Expr, nil
		}
		hi, err := ar.number(p.Hi)
		if err != nil {
			return nil, err
		}
		d, err := ar.Binary(OpSub, n, hi)
		if err != nil {
			return nil, err
		}
		// A breakpoint that is known only as a float64 is compared by that value.
		c := d.v.Sign()
		if p.Hi.Exact != nil {
			c = ar.realSign(d)
		}
		if c < 0 || c == 0 && !right {
			return p.Expr, nil
		}
	}
	panic("kernel: the last piece ends before infinity")
}
