package laplace

import (
	"math/big"
	"slices"

	"krein/internal/certify/check/monotone"
	"krein/internal/certify/check/normal"
	"krein/internal/certify/check/rule"
	"krein/internal/certify/proof"
	"krein/internal/kernel/constant"
	"krein/internal/kernel/formula"
)

// multiple proves t, to be completely monotone or a Bernstein function, from a proof of t/c.
func multiple(claim string, c constant.Value, t normal.Term, s *proof.Step) *proof.Step {
	if isOne(c) {
		return s
	}
	kind := "completely monotone function"
	if claim == "bernstein" {
		kind = "Bernstein function"
	}
	ev := monotone.Terms{Constant: "0", Terms: []monotone.Term{
		{Coefficient: constText(c), Formula: written(formula.Div(t.Unit, constExpr(c)))}}}
	return proof.NewStep(claim+".sum", "it is a multiple of a "+kind, ev, s)
}

// rootOfProduct proves a product of roots as the root of a sum, (z + z²)^(1/3) having the normal form z^(1/3)
// (1+z)^(1/3).
func (m *search) rootOfProduct(t normal.Term, depth int) *proof.Step {
	if t.Exponent != nil || len(t.Factors) < 2 {
		return nil
	}
	least := t.Factors[0].Power
	for _, f := range t.Factors {
		if f.Power.Cmp(least) < 0 {
			least = f.Power
		}
	}
	if least.Sign() <= 0 || least.Cmp(big.NewRat(1, 1)) >= 0 {
		return nil
	}
	base := to(t.Unit, new(big.Rat).Inv(least))
	terms, err := normal.Terms(base)
	if err != nil || len(terms) < 2 {
		return nil
	}
	base = sumExpr(terms)
	if s := m.bernstein(base, depth); s != nil {
		return proof.NewStep("bernstein.root", "it is a root of a Bernstein function",
			monotone.Power{Formula: written(base), Power: rule.Number{Value: constant.Rat(least)}}, s)
	}
	return nil
}

// plain tells whether a function is one power or exponential, of which other proofs say more.
func plain(terms []normal.Term) bool {
	if len(terms) != 1 {
		return len(terms) == 0
	}
	t := terms[0]
	return len(t.Factors) == 0 || len(t.Factors) == 1 && t.Exponent == nil &&
		(t.Factors[0].Op == formula.OpVar || t.Factors[0].Op == formula.OpAdd)
}

// complete looks for a proof by sectors.
func (m *search) complete(claim proof.ID, e *formula.Expr, terms []normal.Term, depth int, s **proof.Step) bool {
	if *s = m.sector(claim, e, terms); *s == nil {
		*s = m.inside(claim, e, depth)
	}
	if *s == nil {
		*s = m.shiftedBack(claim, e, depth)
	}
	return *s != nil
}

// shiftedBack proves F(a + z^q), e being a function of z^q and F having a sector, for the a > 0 of sums a + z^q in e.
func (m *search) shiftedBack(claim proof.ID, e *formula.Expr, depth int) *proof.Step {
	return m.composed(claim, e, depth, func(b *formula.Expr) (power, inner, t *formula.Expr) {
		if b.Op() != formula.OpAdd || len(formula.Terms(b)) > manyTerms { // nothing is made of what is no sum of two terms
			return nil, nil, nil
		}
		terms, err := normal.Terms(b)
		if err != nil || len(terms) != 2 {
			return nil, nil, nil
		}
		at := slices.IndexFunc(terms, isConstant)
		if at < 0 || sign(terms[at].Coefficient) <= 0 || !isOne(terms[1-at].Coefficient) || terms[1-at].Exponent != nil ||
			len(terms[1-at].Factors) != 1 || terms[1-at].Factors[0].Op != formula.OpVar {
			return nil, nil, nil
		}
		a, power := constExpr(terms[at].Coefficient), terms[1-at].Unit
		return power, formula.Add(a, power), formula.Sub(square(), a)
	})
}

// inside proves F(B), e being a function F of a sum B in it, and F having a sector.
func (m *search) inside(claim proof.ID, e *formula.Expr, depth int) *proof.Step {
	return m.composed(claim, e, depth, func(b *formula.Expr) (part, inner, t *formula.Expr) {
		if b.Op() != formula.OpAdd && b.Op() != formula.OpSub || !b.Varies() || b == e {
			return nil, nil, nil
		}
		return b, b, square()
	})
}

// square is t = z², as a variable of its own.
func square() *formula.Expr { return formula.Pow(formula.Variable(), formula.Int(2)) }

// composed proves F(B), F having a sector. For a sum in e, in says which part of it e is a function of, if of any, what
// B is, and what the part is in terms of B, for which t stands.
func (m *search) composed(claim proof.ID, e *formula.Expr, depth int,
	in func(sum *formula.Expr) (part, inner, t *formula.Expr)) *proof.Step {
	var tried []*formula.Expr
	var found *proof.Step
	e.Some(func(sum *formula.Expr) bool {
		part, b, t := in(sum)
		if part == nil || slices.ContainsFunc(tried, b.Equal) {
			return false
		}
		tried = append(tried, b)
		with := func(x *formula.Expr) *formula.Expr {
			return e.Replace(func(s *formula.Expr) *formula.Expr {
				if s.Equal(part) {
					return x
				}
				return nil
			})
		}
		if with(formula.Int(2)).Varies() {
			return false
		}
		outer := with(t)
		terms, err := normal.Terms(outer)
		if err != nil {
			return false
		}
		o := m.sector(claim, outer, terms)
		if o == nil {
			return false
		}
		if s := m.bernstein(b, depth); s != nil {
			found = composition(string(claim), outer, written(b), o, s)
		}
		return found != nil
	})
	return found
}

// sector asks whether e, or its normal form, is seen to be what is claimed by its argument in the upper half plane.
func (m *search) sector(claim proof.ID, e *formula.Expr, terms []normal.Term) *proof.Step {
	for _, f := range []*formula.Expr{e, sumExpr(terms), oneLogarithm(terms), withoutPowers(terms), underOne(terms),
		factored(terms), fraction(terms)} {
		if f == nil {
			continue
		}
		bernstein, cm := monotone.Sector(f, m.of)
		ev := monotone.Argument{Formula: written(f)}
		switch {
		case cm && claim == proof.CompletelyMonotone:
			return proof.NewStep("completely-monotone.sector",
				"it maps the upper half plane of t = z² into the closed lower one", ev)
		case bernstein && claim == monotone.Bernstein:
			return proof.NewStep("bernstein.sector", "it maps the upper half plane of t = z² into itself", ev)
		}
	}
	return nil
}

// underOne writes N (Σ a_i)^(−p) as (Σ a_i/M)^(−p), M = N^(1/p), and as (1 + (Σ a_i − M)/M)^(−p) where M is a part of
// the sum; nil if it is not of that form.
func underOne(terms []normal.Term) *formula.Expr {
	if len(terms) == 0 {
		return nil
	}
	for _, f := range terms[0].Factors {
		n, ok := without(terms, f)
		if f.Op != formula.OpAdd || f.Power.Sign() >= 0 || !ok || !n.Varies() {
			continue
		}
		under := to(n, new(big.Rat).Inv(f.Power)) // 1/M
		sum, err := normal.Terms(formula.Mul(f.Arg, under))
		if err != nil || len(sum) < 2 {
			continue
		}
		quotient := sumExpr(sum)
		less, err := normal.Terms(formula.Sub(f.Arg, to(under, big.NewRat(-1, 1))))
		if err == nil && len(less)+1 < len(sum) {
			quotient = formula.Add(formula.Int(1), formula.Mul(sumExpr(less), under))
		}
		return to(quotient, f.Power)
	}
	return nil
}

// without is the sum of the terms without the factor f, which each of them must have.
func without(terms []normal.Term, f normal.Factor) (*formula.Expr, bool) {
	sum := formula.Int(0)
	for _, t := range terms {
		found := false
		e := formula.Mul(constExpr(t.Coefficient), expOf(t.Exponent))
		for _, g := range t.Factors {
			if g.Power.Cmp(f.Power) == 0 && g.Expr.Equal(f.Expr) {
				found = true
				continue
			}
			e = formula.Mul(e, g.Expr)
		}
		if !found {
			return nil, false
		}
		sum = formula.Add(sum, e)
	}
	return sum, true
}

// factored splits sums a + bx + cx², x = z^q, that have two negative zeros; nil if there are none.
func factored(terms []normal.Term) *formula.Expr {
	changed := false
	sum := formula.Int(0)
	for _, t := range terms {
		e := formula.Mul(constExpr(t.Coefficient), expOf(t.Exponent))
		for _, f := range t.Factors {
			part := f.Expr
			if q := quadratic(f); q != nil {
				changed, part = true, to(q, f.Power)
			}
			e = formula.Mul(e, part)
		}
		sum = formula.Add(sum, e)
	}
	if !changed {
		return nil
	}
	return sum
}

// quadratic is f.Arg = c (x + u)(x + v), nil if it is no such sum with u > v > 0.
func quadratic(f normal.Factor) *formula.Expr {
	if f.Op != formula.OpAdd {
		return nil
	}
	terms, err := normal.Terms(f.Arg)
	if err != nil || len(terms) != 3 {
		return nil
	}
	slices.SortFunc(terms, func(a, b normal.Term) int { return zPower(a).Cmp(zPower(b)) })
	var c [3]*big.Rat
	for i, t := range terms {
		var ok bool
		if c[i], ok = t.Coefficient.Rat(); !ok || c[i].Sign() <= 0 || !isConstant(t) &&
			(t.Exponent != nil || len(t.Factors) != 1 || t.Factors[0].Op != formula.OpVar) {
			return nil
		}
	}
	q := zPower(terms[1])
	double := new(big.Rat).Add(q, q)
	if zPower(terms[0]).Sign() != 0 || zPower(terms[2]).Cmp(double) != 0 {
		return nil
	}
	h := new(big.Rat).Quo(c[1], c[2]) // x² + 2hx + …
	h.Mul(h, big.NewRat(1, 2))
	r := new(big.Rat).Mul(h, h)
	if r.Sub(r, new(big.Rat).Quo(c[0], c[2])).Sign() <= 0 {
		return nil
	}
	root, x := formula.Apply(formula.OpSqrt, formula.Rational(r)), formula.Add(zTo(q), formula.Rational(h))
	return formula.Mul(formula.Rational(c[2]), formula.Mul(formula.Sub(x, root), formula.Add(x, root)))
}

// fraction writes a sum over the common denominator of its terms; nil if fewer than two have one, or the numerator is
// no sum.
func fraction(terms []normal.Term) *formula.Expr {
	type power struct {
		base *formula.Expr
		p    *big.Rat
	}
	var below []power
	over := 0
	for _, t := range terms {
		found := false
		for _, f := range t.Factors {
			if f.Power.Sign() >= 0 || f.Op != formula.OpAdd && f.Op != formula.OpVar {
				continue
			}
			found = true
			i := slices.IndexFunc(below, func(p power) bool { return p.base.Equal(f.Arg) })
			switch {
			case i < 0:
				below = append(below, power{f.Arg, f.Power})
			case f.Power.Cmp(below[i].p) < 0:
				below[i].p = f.Power
			}
		}
		if found {
			over++
		}
	}
	if over < 2 {
		return nil
	}
	front, sum := formula.Int(1), formula.Int(0)
	for _, p := range below {
		front = formula.Mul(front, to(p.base, p.p))
	}
	for _, t := range terms {
		e := formula.Mul(constExpr(t.Coefficient), expOf(t.Exponent))
		rest := slices.Clone(below)
		for _, f := range t.Factors {
			i := slices.IndexFunc(rest, func(p power) bool { return p.base.Equal(f.Arg) })
			if i >= 0 && (f.Op == formula.OpAdd || f.Op == formula.OpVar) {
				rest[i].p = new(big.Rat).Sub(rest[i].p, f.Power)
			} else {
				e = formula.Mul(e, f.Expr)
			}
		}
		for _, p := range rest {
			if p.p.Sign() != 0 {
				e = formula.Mul(e, to(p.base, new(big.Rat).Neg(p.p)))
			}
		}
		sum = formula.Add(sum, e)
	}
	numerator, err := normal.Terms(sum)
	if err != nil || len(numerator) < 2 {
		return nil
	}
	return formula.Mul(front, sumExpr(numerator))
}

// withoutPowers takes the least power of z out of a sum; nil if there is none.
func withoutPowers(terms []normal.Term) *formula.Expr {
	if len(terms) < 2 {
		return nil
	}
	least := zPower(terms[0])
	for _, t := range terms {
		if p := zPower(t); p.Cmp(least) < 0 {
			least = p
		}
	}
	rest, err := normal.Terms(formula.Div(sumExpr(terms), zTo(least)))
	if err != nil || least.Sign() == 0 {
		return nil
	}
	return formula.Mul(zTo(least), sumExpr(rest))
}

// quotient proves B/t, without calculus.
func (m *search) quotient(terms []normal.Term) *proof.Step {
	if !slices.ContainsFunc(terms, func(t normal.Term) bool { return zPower(t).Sign() < 0 }) {
		return nil
	}
	text, s := m.bernsteinText(formula.Mul(sumExpr(terms), zTo(big.NewRat(2, 1))), maxCalculus)
	if s == nil {
		return nil
	}
	return proof.NewStep("completely-monotone.quotient", "it is a Bernstein function of t, divided by t",
		monotone.Argument{Formula: text}, s)
}

// oneLogarithm writes Σ c_i h log(a_i) as h log Π a_i^(c_i), beside what has no logarithm; nil if no two terms have
// one.
func oneLogarithm(terms []normal.Term) *formula.Expr {
	type product struct{ rest, inside *formula.Expr }
	var logs []product
	sum := formula.Int(0)
	found := false
	for _, t := range terms {
		i := slices.IndexFunc(t.Factors,
			func(f normal.Factor) bool { return f.Op == formula.OpLog && f.Power.Cmp(big.NewRat(1, 1)) == 0 })
		if i < 0 {
			sum = formula.Add(sum, t.Expr)
			continue
		}
		log := t.Factors[i]
		rest := expOf(t.Exponent)
		for j, f := range t.Factors {
			if j != i {
				rest = formula.Mul(rest, f.Expr)
			}
		}
		inside := formula.Pow(log.Arg, constExpr(t.Coefficient))
		j := slices.IndexFunc(logs, func(p product) bool { return p.rest.Equal(rest) })
		if j < 0 {
			logs = append(logs, product{rest, inside})
			continue
		}
		logs[j].inside = formula.Mul(logs[j].inside, inside)
		found = true
	}
	if !found {
		return nil
	}
	for _, p := range logs {
		sum = formula.Add(sum, formula.Mul(p.rest, formula.Apply(formula.OpLog, p.inside)))
	}
	return sum
}
