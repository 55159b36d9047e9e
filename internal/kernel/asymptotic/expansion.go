// Package asymptotic has the behaviour of a function at a point and at infinity, exactly: expansions,
// what of them counts as singular, and how fast the function decays.
package asymptotic

import (
	"errors"
	"fmt"
	"slices"

	"krein/ball"
	"krein/internal/budget"
	"krein/internal/kernel/constant"
	"krein/internal/kernel/fail"
	"krein/internal/kernel/formula"
	"krein/internal/kernel/piecewise"
	"krein/internal/kernel/series"
)

// Term is Coef·τ^Exp·(log τ)^LogPow, τ = |z − b|, with an exact coefficient.
type Term struct {
	Exp    constant.Exponent
	LogPow int
	Coef   constant.Value
}

// Expansion is a one-sided generalised power series
//
//	k(z) = Σ Coef·τ^Exp·(log τ)^LogPow + O(τ^(Order−ε)) as τ = |z − At| ↓ 0, for every ε > 0,
//
// and holds without remainder if Exact. Terms are ordered by dominance: Exp increasing, LogPow
// decreasing. Of the terms below Order only those are missing whose coefficient is zero by its
// normal form; whether a term that is there is zero, its Coef says (Const.IsZero).
//
// It is proved: coefficients and exponents come from exact arithmetic on series, wherever the
// result depends on a sign or on a leading coefficient being nonzero this was proved by an
// enclosure, and the formula is one of ExactPieces. The series of a piece that is analytic beside b
// converges near b (in finitely many powers τ^e and log τ), so that it may be differentiated term by term.
type Expansion struct {
	At    piecewise.Breakpoint
	Right bool
	Terms []Term
	Order *constant.Exponent // nil if Exact
	Exact bool
	// Edge holds what is known of the terms with the exponent Order: powers of the logarithm.
	Edge []Term
}

// Lead returns the dominating term; ok is false if none was found or it is not proved to differ from zero.
// A leading term is one whose coefficient is proved not to be 0.
func (x *Expansion) Lead() (t Term, ok bool) {
	if len(x.Terms) == 0 || x.Terms[0].Coef.IsZero() != ball.False {
		return t, false
	}
	return x.Terms[0], true
}

// Bounded tells whether k is bounded on this side of At: True if every term that may be different
// from zero is, False if the leading term grows.
// The first term dominates the others and the remainder. One that grows makes k unbounded if its coefficient is certain not to
// be zero; if it may be zero, nothing is known.
func (x *Expansion) Bounded() ball.Truth {
	grows, known := false, true
	if len(x.Terms) > 0 {
		var s int
		s, known = signOf(x.Terms[0].Exp)
		grows = s < 0 || s == 0 && x.Terms[0].LogPow > 0
	}
	switch _, certain := x.Lead(); {
	case !known:
		return ball.Unknown
	case grows && certain:
		return ball.False
	case grows:
		return ball.Unknown
	}
	if x.Order != nil {
		if s, known := signOf(*x.Order); !known || s <= 0 {
			return ball.Unknown
		}
	}
	return ball.True
}

// signOf returns the sign of an exponent, if it is decided.
// Of an exponent with a parameter the sign may be open.
func signOf(e constant.Exponent) (s int, known bool) {
	s, truth := e.Cmp(constant.IntExponent(0))
	return s, truth == ball.True
}

// Limit returns the one-sided limit of k at At; ok is false if there is none or it was not found.
// A bounded expansion with a remainder of positive order: the terms of exponent 0 are a constant and negative powers of the
// logarithm, which vanish; all others vanish too.
func (x *Expansion) Limit() (c constant.Value, ok bool) {
	if x.Bounded() != ball.True {
		return c, false
	}
	for _, t := range x.Terms { // by increasing exponents, of which the first is not negative
		switch s, known := signOf(t.Exp); {
		case !known:
			return c, false
		case s == 0 && t.LogPow == 0:
			return t.Coef, true
		}
	}
	return c, true
}

// Expand is Kernel.ExactAt.
func Expand(x *piecewise.Analysis, b piecewise.Breakpoint, right bool, order int) (found Expansion, err error) {
	defer fail.Catch(&err)
	u, err := seriesAt(x, b, right, order)
	if err != nil {
		return Expansion{}, err
	}
	return expansionOf(u, b, right), nil
}

// seriesAt expands the piece beside b.
// The piece on that side of b, by exact comparison; a distance below 0 has none.
func seriesAt(x *piecewise.Analysis, b piecewise.Breakpoint, right bool, order int) (u series.Series, err error) {
	if order < 0 {
		panic("asymptotic: negative order")
	}
	if b.Inf {
		return u, errors.New("no expansion at infinity; use ExactInfinity")
	}
	pieces, err := x.Pieces()
	if err != nil {
		return u, err
	}
	c, err := b.Constant()
	if err != nil {
		return u, err
	}
	switch s, known := c.Sign(); {
	case known != ball.True:
		return u, fmt.Errorf("the sign of z = %s is not decided", b)
	case s < 0 || s == 0 && !right:
		return u, errors.New("distances are not negative: there is no expansion from the left at 0")
	}
	p, err := piecewise.PieceBeside(pieces, c, right)
	if err != nil {
		return u, err
	}
	if u, _, err = series.Expand(p.Expr, c, right, order, x.Meter()); err != nil {
		return u, besideError(b, right, err)
	}
	return u, nil
}

// A term of the exponent of the remainder, with a logarithm, is not known whole: Edge.
func expansionOf(u series.Series, b piecewise.Breakpoint, right bool) Expansion {
	x := Expansion{At: b, Right: right, Exact: u.Rem == nil}
	if u.Rem != nil {
		x.Order = &u.Rem.E
	}
	for _, t := range u.Terms {
		term := Term{Exp: t.M.E, LogPow: t.M.L, Coef: t.C.Re}
		if x.Order == nil || constant.CmpExponents(t.M.E, u.Rem.E) < 0 {
			x.Terms = append(x.Terms, term)
		} else {
			x.Edge = append(x.Edge, term)
		}
	}
	return x
}

// Singularity says how the two sides of a distance b > 0 continue each other, or how k begins at b = 0.
//
// An exponent e *counts* at b > 0 when the sides do not continue each other analytically: e is not a nonnegative
// integer, or a logarithm is present, or the coefficients do not satisfy a_left = (−1)^e a_right. At b = 0 every term
// counts that is not an even nonnegative power without logarithm.
//
// Exponent is the least exponent that is proved to count and LogPow the greatest power of the logarithm proved to occur
// with it; nil if none below Order is. Doubt is nil, or an exponent ≤ Exponent (if there is one) at which a coefficient
// is neither proved to be zero nor nonzero; Because then names it. Every exponent below Doubt, or below Exponent if
// Doubt is nil, or below Order if both are nil, is proved not to count. So the least counting exponent α of THEORY (F)
// is Exponent if Doubt is nil, and in any case Doubt ≤ α ≤ Exponent. Order nil with Exponent and Doubt nil says that
// nothing counts at all.
type Singularity struct {
	At          piecewise.Breakpoint
	Exponent    *constant.Exponent
	LogPow      int
	Left, Right constant.Value // coefficients with Exponent and LogPow; Left is zero at b = 0
	// Gap is Right − (−1)^Exponent·Left if Exponent is a nonnegative integer without logarithm and b > 0; else zero.
	Gap     constant.Value
	Doubt   *constant.Exponent
	Because string
	Order   *constant.Exponent
}

// Local is the local behaviour of a kernel on [0, ∞).
type Local struct {
	// Singularities holds how k begins at 0 and, by increasing distance, every point between two of ExactPieces: but for
	// those beside which no expansion is known, 0 among them.
	Singularities []Singularity
	// Complete says that k is proved to be real analytic on every open interval between successive
	// points of Singularities and beyond the last, so that nothing counts elsewhere. If not,
	// Because says where that was not proved, or which point has no expansion.
	Complete bool
	Because  string
}

// Origin returns how k begins at 0, nil if no expansion there is known.
// The point 0 is the first of the list, unless it has no expansion.
func (l *Local) Origin() *Singularity {
	if len(l.Singularities) == 0 || !formula.IsZero(l.Singularities[0].At.Exact) {
		return nil
	}
	return &l.Singularities[0]
}

// Singularities is Kernel.ExactSingularities.
// A point beside which there is no expansion, and a piece that is not proved to be analytic, end completeness: what is said to
// hold of all of (0,∞) needs it, and what one singular point refutes does not.
func Singularities(pieces []piecewise.ExactPiece, order int, m *budget.Meter) *Local {
	out := &Local{Complete: true}
	doubt := func(why string) {
		if out.Complete {
			out.Complete, out.Because = false, why
		}
	}
	for i := range pieces {
		p := &pieces[i]
		if !p.Analytic {
			doubt(fmt.Sprintf("between %s and %s: %s", p.Lo, p.Hi, p.Because))
		}
		var left *formula.Expr
		if i > 0 {
			left = pieces[i-1].Expr
		}
		s, err := singularity(p.Lo, p.Low(), left, p.Expr, order, m)
		if err != nil {
			doubt(err.Error())
			continue
		}
		out.Singularities = append(out.Singularities, s)
	}
	return out
}

// singularity compares the sides of b; left nil means b = 0.
func singularity(b piecewise.Breakpoint, c constant.Value, left, right *formula.Expr, order int,
	m *budget.Meter) (s Singularity, err error) {
	s.At = b
	defer fail.Catch(&err)
	// An even function that is analytic at 0 is a power series in z².
	if left == nil && formula.Parity(right) == 1 && piecewise.AnalyticAt(right, c) {
		return s, nil // even and analytic at 0: nothing counts
	}
	for n := min(order, firstOrder); ; n = min(order, 4*n) {
		u, arith, err := series.Expand(right, c, true, n, m)
		if err != nil {
			return s, besideError(b, true, err)
		}
		var v series.Series
		if left != nil {
			if v, _, err = series.Expand(left, c, false, n, m); err != nil {
				return s, besideError(b, false, err)
			}
		}
		s.count(u, v, left == nil, arith)
		if s.Exponent != nil || s.Order == nil || n >= order {
			return s, nil
		}
	}
}

// firstOrder is the order at which the sides of a point are compared first.
const firstOrder = 8

// count finds the least exponents that count, and may count, between the right side u and the left side v.
// Exponents in increasing order. Two sides continue each other analytically at τ = |z − b| if a_right = (−1)^e a_left for whole
// e ≥ 0; any other power, or a logarithm, on one side alone counts. The first exponent that is proved to count ends the search; those
// before that are in doubt are kept in Doubt, the first of them. Terms at or beyond the order of either remainder are not known whole.
func (s *Singularity) count(u, v series.Series, origin bool, ar *series.Arith) {
	*s = Singularity{At: s.At}
	rem := ar.Larger(u.Rem, v.Rem)
	if rem != nil {
		s.Order = &rem.E
	}
	var at []series.Monomial
	for _, t := range slices.Concat(u.Terms, v.Terms) {
		if (rem == nil || constant.CmpExponents(t.M.E, rem.E) < 0) && !slices.ContainsFunc(at, t.M.Same) {
			at = append(at, t.M)
		}
	}
	slices.SortFunc(at, ar.Cmp)
	for _, m := range at {
		r, l := coefOf(u, m), coefOf(v, m)
		candidates := []constant.Value{r, l}
		var gap constant.Value
		if n, whole := m.E.Int(); whole && n >= 0 && m.L == 0 {
			odd := n%2 == 1
			switch {
			case origin && !odd:
				continue
			case !origin:
				if gap = r.Sub(l); odd {
					gap = r.Add(l)
				}
				candidates = []constant.Value{gap}
			}
		}
		zero := ball.True
		for _, c := range candidates {
			zero = zero.And(c.IsZero())
		}
		switch zero {
		case ball.False:
			s.Exponent, s.LogPow = &m.E, m.L
			s.Right, s.Left, s.Gap = r, l, gap
			if s.Doubt != nil && constant.CmpExponents(*s.Doubt, m.E) == 0 { // the power is certain, only its logarithm is not
				s.Doubt, s.Because = nil, ""
			}
			return
		case ball.Unknown:
			if s.Doubt == nil {
				s.Doubt = &m.E
				s.Because = fmt.Sprintf("whether the coefficient of τ^%s at z = %s is zero is not decided", m.E, s.At)
			}
		}
	}
}

// coefOf returns the coefficient of m in u.
// A monomial that is not there has the coefficient 0: nothing below the order is missing but what
// is 0 by its normal form.
func coefOf(u series.Series, m series.Monomial) constant.Value {
	for _, t := range u.Terms {
		if t.M.Same(m) {
			return t.C.Re
		}
	}
	return constant.Value{}
}

// besideError says where the reason err stands in the way.
func besideError(b piecewise.Breakpoint, right bool, err error) error {
	side := "left"
	if right {
		side = "right"
	}
	return fmt.Errorf("no expansion of the kernel to the %s of z = %v: %w", side, b, err)
}
