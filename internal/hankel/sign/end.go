package sign

import (
	"slices"

	"krein/ball"
	"krein/internal/hankel/closed"
)

// EndTerm is coef·ω^power e^{−alpha ω − rate ω²}, where coef contains a function of ω on a neighbourhood of an end of
// (0, ∞): the interval (0, h] or [w, ∞).
//
// "Contains a function of ω": the term is c(ω) ω^power e^{…} with a c(ω) in the ball for each ω of
// the interval, so that what is proved of all functions in the ball is proved of the term.
type EndTerm struct {
	Coef               ball.Real
	Power, Alpha, Rate closed.Num
	AtLeast            bool  // the function is at least what is in coef, and may be unbounded
	Wave               *Wave // what the term is, where it oscillates
	Trough             *Wave // what it is about, if it is not known exactly
}

// dominates compares the growth of two terms at the end: 1 if a exceeds b, 0 if they are alike.
//
// At infinity the smaller rate leads, then the smaller alpha, then the larger power; at 0, where no
// term has a rate or alpha, the smaller power. Unknown comparisons end it.
func (a *EndTerm) dominates(b *EndTerm, zero bool) (c int, ok bool) {
	if !zero {
		if c, ok = b.Rate.Cmp(a.Rate); !ok || c != 0 {
			return c, ok
		}
		if c, ok = b.Alpha.Cmp(a.Alpha); !ok || c != 0 {
			return c, ok
		}
		return a.Power.Cmp(b.Power)
	}
	return b.Power.Cmp(a.Power)
}

// dominance returns the sign of the sum of terms on (0, x] (zero) or [x, ∞), if the largest dominates the others, else
// 0.
//
// All terms are divided by the growth of the leading one. For every ω of the interval the quotient
// is in lead.Coef + Σ alike Coef ± Σ |Coef| ratio(x), since ratios are largest at x: at 0 they are
// ω^p, p ≥ 0, at infinity fades proves it. So the sum has its sign.
func dominance(terms []EndTerm, x *ball.Real, zero bool, prec uint) int {
	if len(terms) == 0 {
		return 0
	}
	sure := true
	slices.SortStableFunc(terms, func(a, b EndTerm) int {
		c, ok := b.dominates(&a, zero)
		sure = sure && ok
		return c
	})
	if !sure {
		return 0
	}
	lead := &terms[0]
	// Relative to ω^power e^… of the leading term, every other term is largest at x.
	sum := new(ball.Real).Set(&lead.Coef)
	// A term that is "at least" may be larger than its coefficient, which helps a positive sum and
	// forbids any conclusion that the sum is negative.
	atLeast := lead.AtLeast
	for i := range terms[1:] {
		t := &terms[i+1]
		if t.AtLeast {
			if t.Coef.Positive() != ball.True {
				return 0
			}
			continue // a positive term, at worst unbounded
		}
		if !zero && !t.fades(lead, x, prec) { // at 0 it is a power ≥ 0 of ω
			return 0
		}
		var r ball.Real
		t.ratio(&r, lead, x, prec)
		// Terms of equal growth are added with their signs, if that they are equal is known: the order of the sort follows from
		// those of neighbours.
		if c, ok := lead.dominates(t, zero); ok && c == 0 {
			sum.Add(sum, &t.Coef, prec)
			continue
		}
		// |Coef| ratio(x): MagUpper of the product of the balls.
		r.Mul(&r, &t.Coef, prec)
		sum.AddRad(r.MagUpper())
	}
	switch {
	case sum.Positive() == ball.True:
		return 1
	// Terms that may be larger than said spoil a negative sum.
	case sum.Negative() == ball.True && !atLeast && !slices.ContainsFunc(terms, func(t EndTerm) bool { return t.AtLeast }):
		return -1
	}
	return 0
}

// differences returns the power, alpha and rate of t relative to lead, as balls.
//
// Exact differences first: what cancels leaves 0 and no ball about it.
func (t *EndTerm) differences(lead *EndTerm, prec uint) (p, a, r ball.Real) {
	t.Power.Add(lead.Power.Neg()).Ball(&p, prec)
	t.Alpha.Add(lead.Alpha.Neg()).Ball(&a, prec)
	t.Rate.Add(lead.Rate.Neg()).Ball(&r, prec)
	return p, a, r
}

// fades reports whether ω^p e^{−aω−rω²}, the growth of t relative to lead, is largest at x on [x, ∞): its logarithmic
// derivative p/ω − a − 2rω is at most max(p,0)/x − a − 2rx for r ≥ 0.
//
// The bound holds for all ω ≥ x as p/ω ≤ max(p,0)/x and −2rω ≤ −2rx for r ≥ 0; if it is ≤ 0 at x,
// the ratio falls from x on.
func (t *EndTerm) fades(lead *EndTerm, x *ball.Real, prec uint) bool {
	p, a, r := t.differences(lead, prec)
	nought := ball.NewReal(0)
	if nought.LessEq(&r) != ball.True {
		return false
	}
	var s, u ball.Real
	// A p that is not known to be negative is taken as it is; its ball may reach below 0, which
	// only widens s.
	if p.Negative() != ball.True && !p.IsZero() {
		s.Quo(&p, x, prec)
	}
	s.Sub(&s, &a, prec)
	u.Mul(&r, x, prec)
	u.Mul2Exp(&u, 1)
	s.Sub(&s, &u, prec)
	return s.LessEq(nought) == ball.True
}

// ratio sets dst to x^p e^{−ax−rx²}, the growth of t relative to lead at x.
//
// x > 0.
func (t *EndTerm) ratio(dst *ball.Real, lead *EndTerm, x *ball.Real, prec uint) {
	p, a, r := t.differences(lead, prec)
	dst.Mul(&r, x, prec)
	dst.Add(dst, &a, prec)
	dst.Mul(dst, x, prec)
	dst.Neg(dst)
	dst.Exp(dst, prec)
	dst.Mul(dst, p.Pow(x, &p, prec), prec)
}
