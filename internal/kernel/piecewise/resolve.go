package piecewise

import (
	"errors"
	"fmt"
	"math"
	"math/big"

	"krein/ball"
	"krein/internal/budget"
	"krein/internal/kernel/brief"
	"krein/internal/kernel/constant"
	"krein/internal/kernel/eval"
	"krein/internal/kernel/formula"
)

// ErrCut says that a sign changes inside of an interval.
var ErrCut = errors.New("the sign changes")

// Resolver removes the branches of a formula on an interval, each by a sign there.
type Resolver struct {
	sign  func(a, b, what *formula.Expr) (int, error)
	prove *signProver // by which signs are proved; nil: they are taken at points
	memo  map[*formula.Expr]*formula.Expr
	meter *budget.Meter

	outer *Resolver // of a wider interval
}

// NewResolver returns a Resolver by the signs of a − b, or of a if b is nil, on which the part what depends; an ErrCut
// is the error of a part, while others are looked at. On the wider interval of outer, which may be nil, it knows what
// has no branch.
// A sign that changes inside of the interval is reported by ErrCut, so that a search learns of all
// of them at once.
func NewResolver(outer *Resolver, m *budget.Meter, sign func(a, b, what *formula.Expr) (int, error)) *Resolver {
	return &Resolver{outer: outer, meter: m, memo: make(map[*formula.Expr]*formula.Expr), sign: sign}
}

// provingResolver returns the resolver whose signs are proved.
// The sign 0 says equality on the whole interval: of |g| either branch is right then, and min or max of equal operands.
func provingResolver(prove *signProver) *Resolver {
	r := NewResolver(nil, nil, func(a, b, _ *formula.Expr) (int, error) {
		g := formula.Simplify(Difference(a, b))
		s, ok := prove.sign(g)
		if !ok {
			return 0, fmt.Errorf("the sign of %s is not proved", brief.Text(g.String()))
		}
		return s, nil
	})
	r.prove = prove
	return r
}

// OnInterval returns the formula without conditions, abs, min and max that e is between lo and hi,
// 0 ≤ lo < hi, or an error if a sign there is not proved.
// The open interval; at the ends the formula may take other branches.
func OnInterval(e *formula.Expr, lo, hi *big.Rat, m *budget.Meter) (*formula.Expr, error) {
	return provingResolver(newSignProver(span{lo: constant.Rat(lo), hi: constant.Rat(hi)}, m)).Value(e)
}

// Difference returns a − b, or a if b is nil.
func Difference(a, b *formula.Expr) *formula.Expr {
	if b == nil {
		return a
	}
	return formula.Sub(a, b)
}

// known returns what was found of e, here or on a wider interval.
// What has no branch on a wider interval has none on a part of it.
func (r *Resolver) known(e *formula.Expr) (v *formula.Expr, ok bool) {
	for ; r != nil && !ok; r = r.outer {
		v, ok = r.memo[e]
	}
	return v, ok
}

// Value returns e without branches.
func (r *Resolver) Value(e *formula.Expr) (*formula.Expr, error) {
	if !e.Varies() || len(e.Args()) == 0 && e.Op() != formula.OpCall {
		return e, nil
	}
	if v, ok := r.known(e); ok {
		return v, nil
	}
	if !r.meter.Spend(1) {
		return nil, r.meter.Err()
	}
	v, err := r.node(e)
	if err == nil {
		r.memo[e] = v
	}
	return v, err
}

func (r *Resolver) node(e *formula.Expr) (*formula.Expr, error) {
	switch e.Op() {
	case formula.OpCall:
		v, err := r.Value(e.Body())
		if v == e.Body() {
			return e, err
		}
		return v, err
	case formula.OpCond:
		t, err := r.truth(e.Args()[0])
		if err != nil {
			return nil, err
		}
		if t {
			return r.Value(e.Args()[1])
		}
		return r.Value(e.Args()[2])
	}
	args, changed, err := r.operands(e)
	if err != nil {
		return nil, err
	}
	switch e.Op() {
	case formula.OpAbs:
		s, err := r.sign(args[0], nil, e)
		if s < 0 {
			return formula.Identity(formula.Neg(args[0])), err
		}
		return args[0], err
	// From left to right; s ≤ 0 says v ≤ a on the interval, and v is then the minimum.
	case formula.OpMin, formula.OpMax:
		v := args[0]
		for _, a := range args[1:] {
			s, err := r.sign(v, a, e)
			if err != nil {
				return nil, err
			}
			if (s <= 0) != (e.Op() == formula.OpMin) {
				v = a
			}
		}
		return v, nil
	}
	if changed {
		e = formula.Identity(formula.Apply(e.Op(), args...))
	}
	return r.unwound(e), nil
}

// unwound writes acos(cos w), asin(sin w) and atan(tan w) without these functions where w is proved to stay on one
// branch.
// acos(cos w) = w − 2πm for 2πm ≤ w ≤ 2πm + π, and −(w − 2πm) for 2πm − π ≤ w ≤ 2πm; asin(sin w) = (−1)^n (w − nπ) for
// |w − nπ| ≤ π/2; atan(tan w) = w − nπ there. The float only guesses n: that w stays between the two multiples of π/2 on the
// whole interval is proved by signs, and without them the formula stays as it is.
func (r *Resolver) unwound(e *formula.Expr) *formula.Expr {
	inverse := map[formula.Op]formula.Op{formula.OpAcos: formula.OpCos, formula.OpAsin: formula.OpSin,
		formula.OpAtan: formula.OpTan}
	inner, ok := inverse[e.Op()]
	if !ok || r.prove == nil || e.Args()[0].Op() != inner {
		return e
	}
	w, lag := e.Args()[0].Args()[0], 0.5
	if inner == formula.OpCos {
		lag = 0
	}
	var at, hi ball.Real
	r.prove.in.lo.Ball(&at, 64)
	if hi.SetInt64(2); !r.prove.in.inf {
		r.prove.in.hi.Ball(&hi, 64)
	}
	at.Add(&at, &hi, 64).Mul2Exp(&at, -1)
	turns := math.Floor(eval.Enclose(nil, w, &at, 64).Nearest()/math.Pi + lag) // a guess
	if !(math.Abs(turns) < 1<<50) {
		return e
	}
	less := func(half int64) *formula.Expr { // the phase less a multiple of π/2
		return formula.Simplify(formula.Sub(w, formula.Mul(formula.Frac(half, 2), formula.Pi())))
	}
	n := int64(turns)
	from := 2*n - int64(2*lag)
	low, known := r.prove.sign(less(from))
	high, known2 := r.prove.sign(less(from + 2))
	switch {
	case !known || !known2 || low < 0 || high > 0:
		return e
	// tan has the period π, sin and cos change their signs: for odd n acos(cos w) = 2πm − w,
	// asin(sin w) = nπ − w.
	case n%2 == 0 || inner == formula.OpTan:
		return less(2 * n)
	case inner == formula.OpCos:
		return formula.Identity(formula.Neg(less(2*n + 2)))
	}
	return formula.Identity(formula.Neg(less(2 * n)))
}

// operands returns the operands of e without branches. Those behind one that has to be cut are
// looked at too, so that it is known where they have to be.
func (r *Resolver) operands(e *formula.Expr) (args []*formula.Expr, changed bool, err error) {
	args = make([]*formula.Expr, len(e.Args()))
	for i, a := range e.Args() {
		v, errA := r.Value(a)
		if errA != nil && !errors.Is(errA, ErrCut) {
			return nil, false, errA
		}
		args[i], changed, err = v, changed || v != a, errors.Join(err, errA)
	}
	return args, changed, err
}

// A sign of the difference of the sides decides each comparison: 0 is equality.
func (r *Resolver) truth(c *formula.Expr) (bool, error) {
	t, err := formula.Truth(c, func(c *formula.Expr) (ball.Truth, error) {
		sides, _, err := r.operands(c)
		if err != nil {
			return ball.False, err
		}
		s, err := r.sign(sides[0], sides[1], c)
		return c.Op().Holds(s), err
	})
	return t == ball.True, err
}
