// Package laplace looks for proofs that a function of t = z² is the Laplace transform of a nonnegative measure, which
// is to say completely monotone, and for what refutes it. The checker (check/monotone) goes over what it finds.
package laplace

import (
	"context"
	"fmt"
	"math/big"
	"slices"
	"strings"

	"krein/ball"
	"krein/internal/budget"
	"krein/internal/certify/check"
	"krein/internal/certify/check/monotone"
	"krein/internal/certify/check/normal"
	"krein/internal/certify/check/rule"
	"krein/internal/certify/proof"
	"krein/internal/kernel/constant"
	"krein/internal/kernel/defined"
	"krein/internal/kernel/formula"
	"krein/kernel"
)

// Prove looks for a proof tree that k is completely monotone, nil if it finds none.
func Prove(ctx context.Context, k *kernel.Kernel) *proof.Step {
	m := newSearch(ctx, k)
	if h := inExponentials(k.Expr()); h != nil {
		if s := m.monotone(h, 0); s != nil {
			return s
		}
	}
	return m.monotone(k.Expr(), 0)
}

// written is a formula of the evidence, which has no names of kernels.
func written(e *formula.Expr) string { return formula.Opened(e).String() }

// search looks for proof trees of complete monotonicity, by the terms and factors of a formula's
// normalised form. Nothing depends on whether it is right: the checker goes over the tree.
type search struct {
	ctx   context.Context
	of    *kernel.Kernel // of which all formulas are made
	left  int            // formulas still to be looked at
	known map[string]*proof.Step
}

func newSearch(ctx context.Context, k *kernel.Kernel) *search {
	left := maxFormulas + maxTermFormulas*len(formula.Terms(k.Expr()))
	return &search{ctx: ctx, of: k.Metered(budget.Of(ctx)), left: left, known: make(map[string]*proof.Step)}
}

// Limits of the search.
const (
	maxFormulas     = 150 // and some for each term of the sum that is asked about
	maxTermFormulas = 4
	manyTerms       = 12  // of a sum that is taken apart before anything else is tried
	maxQuotient     = 60  // terms of a sum of which the logarithmic derivative is looked at: its normal form takes seconds for 300
	maxText         = 400 // characters of a formula that is still looked at on the way
	maxCalculus     = 3   // derivatives, logarithmic derivatives and means in each other
)

// enter looks up what is known of a formula, or makes its normalised form. done tells that s is the answer.
func (m *search) enter(claim proof.ID, e *formula.Expr,
	depth int) (terms []normal.Term, key string, s *proof.Step, done bool) {
	if m.left--; m.left < 0 || depth > maxCalculus || m.ctx.Err() != nil {
		return nil, "", nil, true
	}
	terms, err := normal.Terms(e)
	if err != nil { // a sum in it may have no known sign
		return nil, "", m.sector(claim, e, nil), true
	}
	text := sumText(terms)
	if len(text) > maxText && len(m.known) > 0 {
		return nil, "", nil, true
	}
	key = fmt.Sprintf("%s %d %s", claim, depth, text)
	if s, seen := m.known[key]; seen {
		return nil, "", s, true
	}
	m.known[key] = nil // a function is no reason for itself
	if m.seenFalse(claim, e) {
		return nil, "", nil, true
	}
	for _, rewrite := range []func([]normal.Term) *formula.Expr{split, cancelled, reappearing, hyperbolic} {
		if h := rewrite(terms); h != nil {
			if t, err := normal.Terms(h); err == nil {
				terms = t
			}
		}
	}
	return terms, key, nil, false
}

// accepts asks the checker about a step whose hypotheses the search does not look at.
func (m *search) accepts(e *formula.Expr, s *proof.Step) bool {
	k, err := defined.New(e)
	if err != nil {
		return false
	}
	goal := rule.Goal{Claim: proof.CompletelyMonotone, Holds: true, Kernel: k.CutAt(m.of.Points()).Metered(budget.Of(m.ctx)),
		Dim: 1}
	return check.New(m.ctx, s.Size()).Step(goal, s) == nil
}

func sumText(terms []normal.Term) string {
	var parts []string
	for _, t := range terms {
		parts = append(parts, written(t.Expr))
	}
	return strings.Join(parts, " + ")
}

// sumExpr is the sum of terms as a formula.
func sumExpr(terms []normal.Term) *formula.Expr {
	sum := formula.Int(0)
	for i, t := range terms {
		if i == 0 {
			sum = t.Expr
		} else {
			sum = formula.Apply(formula.OpAdd, sum, t.Expr)
		}
	}
	return sum
}

// monotone looks for a proof that e is completely monotone; depth counts the uses of calculus above.
func (m *search) monotone(e *formula.Expr, depth int) *proof.Step {
	terms, key, s, done := m.enter(proof.CompletelyMonotone, e, depth)
	if done {
		return s
	}
	if len(terms) > manyTerms { // of which the whole is dear to look at
		if s = m.monotoneSum(terms, depth); s != nil {
			m.known[key] = s
			return s
		}
	}
	switch {
	case !plain(terms) && m.complete(proof.CompletelyMonotone, e, terms, depth, &s):
	case len(terms) == 0 || len(terms) == 1 && isConstant(terms[0]):
		s = constantStep(terms, "completely-monotone.constant", "a nonnegative constant is completely monotone")
	case len(terms) == 1 && sign(terms[0].Coefficient) <= 0:
		s = m.calculus(sumExpr(terms), depth)
	case len(terms) == 1 && !isOne(terms[0].Coefficient):
		s = m.monotoneSum(terms, depth)
	case len(terms) == 1:
		s = m.monotoneTerm(terms[0], depth)
	default:
		if parts, c := formula.FactorList(e, false); len(parts) > 1 { // as it is written, before it is multiplied out
			parts[0] = formula.Mul(c, parts[0])
			s = m.factors(parts, maxCalculus)
		}
		if s == nil {
			s = m.monotoneTerms(terms, depth)
		}
	}
	m.known[key] = s
	return s
}

// constantStep is the step for a constant that is not negative.
func constantStep(terms []normal.Term, rule, says string) *proof.Step {
	if len(terms) == 1 && sign(terms[0].Coefficient) < 0 {
		return nil
	}
	return proof.NewStep(rule, says, nil)
}

func isConstant(t normal.Term) bool { return len(t.Factors) == 0 && t.Exponent == nil }

func isOne(c constant.Value) bool { return c.Same(constant.Rat(big.NewRat(1, 1))) }

func sign(c constant.Value) int {
	s, known := c.Sign()
	if known != ball.True {
		return 0
	}
	return s
}

func constText(c constant.Value) string {
	if e, ok := c.Expr(); ok {
		return written(e)
	}
	return c.String()
}

// monotoneTerms looks for a proof for a sum of several terms.
func (m *search) monotoneTerms(terms []normal.Term, depth int) *proof.Step {
	if s := m.besselSum(terms, depth); s != nil {
		return s
	}
	if s := m.scaled(terms, depth); s != nil {
		return s
	}
	if s := m.monotoneSum(terms, depth); s != nil {
		return s
	}
	if s := m.monotoneGroups(terms, depth); s != nil {
		return s
	}
	e := sumExpr(terms)
	if r := expanded(terms); r != nil {
		if t, err := normal.Terms(r); err == nil {
			if s := m.monotoneSum(t, depth); s != nil {
				return s
			}
		}
	}
	if r := reduced(e); r != nil {
		if t, err := normal.Terms(r); err == nil {
			if s := m.monotoneSum(t, depth); s != nil {
				return s
			}
		}
	}
	if s := m.fractions(terms, depth); s != nil {
		return s
	}
	if s := m.shifted(terms, depth); s != nil {
		return s
	}
	if s := m.complement(terms, e, depth); s != nil {
		return s
	}
	if s := m.complements(terms); s != nil {
		return s
	}
	if front, rest, err := normal.CommonFactor(e); err == nil && front != nil {
		if s := m.factors([]*formula.Expr{rest, front}, depth); s != nil {
			return s
		}
		if t, err := normal.Terms(front); err == nil && len(t) == 1 && t[0].Exponent != nil && zPower(t[0]).Sign() < 0 {
			// powers of z with the rest
			p := zTo(zPower(t[0]))
			if s := m.factors([]*formula.Expr{formula.Apply(formula.OpMul, rest, p), formula.Apply(formula.OpDiv, front, p)},
				depth); s != nil {
				return s
			}
		}
	}
	if s := m.quotient(terms); s != nil {
		return s
	}
	if s := m.byPowers(terms, depth); s != nil {
		return s
	}
	if s := m.calculus(e, depth); s != nil {
		return s
	}
	return m.reciprocal(e, depth)
}

// monotoneSum proves a sum of completely monotone functions and a constant term by term.
func (m *search) monotoneSum(terms []normal.Term, depth int) *proof.Step {
	ev := monotone.Terms{Constant: "0"}
	for _, t := range terms {
		if sign(t.Coefficient) <= 0 && (!isConstant(t) || len(terms) < 2 ||
			monotone.NotNegative(sumExpr(terms), true, m.of) != nil) {
			return nil
		}
	}
	var from []*proof.Step
	for _, t := range terms {
		if isConstant(t) {
			ev.Constant = constText(t.Coefficient)
			continue
		}
		s := m.monotone(t.Unit, depth)
		if s == nil {
			return nil
		}
		ev.Terms = append(ev.Terms, monotone.Term{Coefficient: constText(t.Coefficient), Formula: written(t.Unit)})
		from = append(from, s)
	}
	return proof.NewStep("completely-monotone.sum",
		"it is a sum of completely monotone functions with nonnegative coefficients", ev, from...)
}

// complement proves c − B.
func (m *search) complement(terms []normal.Term, e *formula.Expr, depth int) *proof.Step {
	for _, t := range terms {
		if !isConstant(t) {
			continue
		}
		if sign(t.Coefficient) <= 0 || monotone.NotNegative(e, true, m.of) != nil {
			return nil
		}
		c, ok := t.Coefficient.Expr()
		if !ok {
			return nil
		}
		b := formula.Apply(formula.OpSub, c, e)
		normalised, err := normal.Terms(b)
		if err != nil {
			return nil
		}
		b = sumExpr(normalised)
		if s := m.bernstein(b, depth); s != nil {
			return proof.NewStep("completely-monotone.complement", "it is a constant minus a smaller Bernstein function",
				monotone.Complement{Constant: c.String(), Formula: written(b)}, s)
		}
	}
	return nil
}

// complements proves a sum of completely monotone functions and of c − B, B being bounded by c, without calculus.
func (m *search) complements(terms []normal.Term) *proof.Step {
	var rest constant.Value
	ev := monotone.Terms{}
	var from []*proof.Step
	for _, t := range terms {
		if isConstant(t) {
			rest = rest.Add(t.Coefficient)
			continue
		}
		e, c := t.Unit, t.Coefficient
		if sign(c) < 0 {
			limit, err := monotone.LimitAtInfinity(e, m.of)
			if err != nil || sign(limit) <= 0 {
				return nil
			}
			rest, c, e = rest.Add(c.Mul(limit)), c.Neg(), formula.Sub(constExpr(limit), e)
		}
		s := m.monotone(e, maxCalculus)
		if s == nil {
			return nil
		}
		ev.Terms, from = append(ev.Terms, monotone.Term{Coefficient: constText(c), Formula: written(e)}), append(from, s)
	}
	if len(from) < 2 || !rest.IsZeroForm() && sign(rest) <= 0 {
		return nil
	}
	ev.Constant = constText(rest)
	return proof.NewStep("completely-monotone.sum",
		"it is a sum of completely monotone functions, some of which are constants minus Bernstein functions", ev, from...)
}

// byPowers proves a sum by the powers of z in front: those with the same one together, less what they tend to at 0, of
// which the rest is a mean.
func (m *search) byPowers(terms []normal.Term, depth int) *proof.Step {
	var sorted [][]normal.Term
	for _, t := range terms {
		i := slices.IndexFunc(sorted, func(g []normal.Term) bool { return zPower(g[0]).Cmp(zPower(t)) == 0 })
		if i < 0 {
			i, sorted = len(sorted), append(sorted, nil)
		}
		sorted[i] = append(sorted[i], t)
	}
	ev := monotone.Terms{Constant: "0"}
	var from []*proof.Step
	add := func(c constant.Value, e *formula.Expr) bool {
		text, s := m.monotoneText(e, depth)
		ev.Terms, from = append(ev.Terms, monotone.Term{Coefficient: constText(c), Formula: text}), append(from, s)
		return s != nil
	}
	for _, g := range sorted {
		e, front := sumExpr(g), zTo(zPower(g[0]))
		if zPower(g[0]).Sign() < 0 && slices.ContainsFunc(g, func(t normal.Term) bool { return sign(t.Coefficient) <= 0 }) {
			limit, err := monotone.LimitAtZero(formula.Div(e, front), m.of)
			if err != nil || sign(limit) < 0 || sign(limit) > 0 && !add(limit, front) {
				return nil
			}
			e = formula.Sub(e, formula.Mul(constExpr(limit), front))
		}
		if len(from) == 0 && len(sorted) == 1 || !add(constant.Int(1), e) {
			return nil
		}
	}
	return proof.NewStep("completely-monotone.sum",
		"it is a sum of powers and means of completely monotone functions", ev, from...)
}

// reciprocal proves 1/B.
func (m *search) reciprocal(e *formula.Expr, depth int) *proof.Step {
	if normal.Positive(e) != nil {
		return nil
	}
	if text, s := m.bernsteinText(formula.Apply(formula.OpDiv, formula.Int(1), e), depth+1); s != nil {
		return proof.NewStep("completely-monotone.power", "it is the reciprocal of a Bernstein function",
			monotone.Power{Formula: text, Power: one()}, s)
	}
	return nil
}

// calculus tries means, −f′ and −f′/f.
func (m *search) calculus(e *formula.Expr, depth int) *proof.Step {
	if s := m.ofSector(proof.CompletelyMonotone, e); s != nil || depth == maxCalculus {
		return s
	}
	if s := m.mean(e, depth); s != nil {
		return s
	}
	positive := normal.Positive(e) == nil
	notNegative := positive || monotone.NotNegative(e, true, m.of) == nil
	d, err := normal.DerivativeT(e)
	if err != nil {
		return nil
	}
	slope := func() *proof.Step {
		text, s := m.monotoneText(formula.Apply(formula.OpNeg, d), depth+1)
		if s == nil {
			return nil
		}
		return proof.NewStep("completely-monotone.derivative",
			"it is positive and minus its derivative is completely monotone",
			monotone.Argument{Formula: text}, s)
	}
	root := false // a power of a sum: its derivative is no simpler
	if terms, err := normal.Terms(e); err == nil && len(terms) == 1 && plain(terms) && len(terms[0].Factors) == 1 {
		root = terms[0].Factors[0].Op == formula.OpAdd
	}
	if notNegative && !root {
		if s := slope(); s != nil {
			return s
		}
	}
	if positive {
		if s := m.logarithmic(e, d, depth); s != nil {
			return s
		}
	}
	if notNegative && root {
		return slope()
	}
	return nil
}

// logarithmic proves e = M exp(−B), M its limit at 0, by −e′/e = B′; d is e′.
func (m *search) logarithmic(e, d *formula.Expr, depth int) *proof.Step {
	if m.ctx.Err() != nil || len(formula.Terms(e)) > maxQuotient {
		return nil
	}
	most, err := monotone.LimitAtZero(e, m.of)
	if err != nil || sign(most) <= 0 {
		return nil
	}
	text, s := m.monotoneText(formula.Neg(formula.Div(d, e)), depth+1)
	if s == nil {
		return nil
	}
	b := written(formula.Sub(formula.Apply(formula.OpLog, constExpr(most)), formula.Apply(formula.OpLog, e)))
	s = proof.NewStep("bernstein.derivative", "it is 0 at 0 and its derivative is completely monotone",
		monotone.Argument{Formula: text}, s)
	s = proof.NewStep("completely-monotone.exponential", "it is exp(−B) with a Bernstein function B",
		monotone.Argument{Formula: b}, s)
	if most.Same(constant.Int(1)) {
		return s
	}
	return proof.NewStep("completely-monotone.sum", "it is a multiple of a completely monotone function",
		monotone.Terms{Constant: "0", Terms: []monotone.Term{
			{Coefficient: constText(most), Formula: written(formula.Div(e, constExpr(most)))}}}, s)
}

// monotoneText is monotone of the normalised form of e, together with its text.
func (m *search) monotoneText(e *formula.Expr, depth int) (string, *proof.Step) {
	terms, err := normal.Terms(e)
	if err != nil {
		return "", nil
	}
	e = sumExpr(terms)
	return written(e), m.monotone(e, depth)
}

// ofSector asks sector of a function that is plain.
func (m *search) ofSector(claim proof.ID, e *formula.Expr) *proof.Step {
	terms, err := normal.Terms(e)
	if err != nil || !plain(terms) {
		return nil
	}
	return m.sector(claim, e, terms)
}

// mean looks at e = z^(−p) G with G(0) = 0.
func (m *search) mean(e *formula.Expr, depth int) *proof.Step {
	terms, err := normal.Terms(e)
	if err != nil {
		return nil
	}
	p := leastPower(terms)
	if p.Sign() == 0 {
		return nil
	}
	g := formula.Apply(formula.OpMul, e, zTo(p))
	if c, err := monotone.LimitAtZero(g, m.of); err != nil || c.IsZero() != ball.True {
		return nil
	}
	return m.meanOf(g, p, "0", depth)
}

// leastPower is the largest p ≥ 0 for which z^(−p) is in a term.
func leastPower(terms []normal.Term) *big.Rat {
	p := new(big.Rat)
	for _, t := range terms {
		if q := new(big.Rat).Neg(zPower(t)); q.Cmp(p) > 0 {
			p = q
		}
	}
	return p
}

// meanOf proves z^(−p) (G(z) − G(rz)).
func (m *search) meanOf(g *formula.Expr, p *big.Rat, scale string, depth int) *proof.Step {
	d, err := normal.DerivativeT(g)
	if err != nil {
		return nil
	}
	// dG/dz = 2z dG/dt = z^(p−1) h
	h := formula.Apply(formula.OpMul, formula.Int(2),
		formula.Apply(formula.OpMul, zTo(new(big.Rat).Sub(big.NewRat(2, 1), p)), d))
	_, s := m.monotoneText(h, depth+1)
	if s == nil {
		return nil
	}
	return proof.NewStep("completely-monotone.mean", "it is a mean of the completely monotone functions h(uz), "+
		scale+" < u < 1",
		monotone.Mean{Formula: written(g), Power: rule.Number{Value: constant.Rat(p)}, Scale: scale}, s)
}

// scaled looks at e = z^(−p) (G(z) − G(rz)), 0 < r < 1: one of G and −G are the terms above 0, r comes from powers of z
// in both.
func (m *search) scaled(terms []normal.Term, depth int) *proof.Step {
	p := leastPower(terms)
	g, err := normal.Terms(formula.Mul(sumExpr(terms), zTo(p)))
	if err != nil || depth == maxCalculus {
		return nil
	}
	var up, down []normal.Term
	for _, t := range g {
		switch sign(t.Coefficient) {
		case 1:
			up = append(up, t)
		case -1:
			down = append(down, t)
		}
	}
	if len(up) == 0 || len(up) != len(down) {
		return nil
	}
	plus, minus := sumExpr(up), sumExpr(down)
	from := monomials(up[:1], false)
	if len(from) == 0 {
		return nil
	}
	for _, to := range monomials(down, false) {
		r, ok := to.over(from[0])
		if !ok {
			continue
		}
		f := plus
		if sign(r.Sub(constant.Int(1))) > 0 {
			f = minus
			if r, ok = from[0].over(to); !ok {
				continue
			}
		}
		x, ok := r.Expr()
		if !ok {
			continue
		}
		other := formula.Substitute(f, formula.Mul(x, formula.Variable()))
		if normal.Same(formula.Sub(f, other), formula.Add(plus, minus)) == nil {
			return m.meanOf(f, p, written(x), depth)
		}
	}
	return nil
}

// monomial is c·z^p.
type monomial struct {
	c constant.Value
	p *big.Rat
}

// over returns r > 0 with c = c′ r^p.
func (a monomial) over(b monomial) (r constant.Value, ok bool) {
	q, err := a.c.Quo(b.c)
	x, written := q.Expr()
	if err != nil || !written || a.p.Cmp(b.p) != 0 {
		return r, false
	}
	r, err = constant.New(formula.Pow(x, formula.Rational(new(big.Rat).Inv(a.p))))
	return r, err == nil && sign(r) > 0
}

// monomials are those that stand in functions, sums and exponents of the terms, and the terms themselves if inside.
func monomials(terms []normal.Term, inside bool) (out []monomial) {
	for _, t := range terms {
		parts := []*formula.Expr{t.Exponent}
		for _, f := range t.Factors {
			if f.Op != formula.OpVar {
				parts = append(parts, f.Arg)
			} else if inside && len(t.Factors) == 1 && t.Exponent == nil {
				out = append(out, monomial{t.Coefficient, f.Power})
			}
		}
		for _, e := range parts {
			if e == nil {
				continue
			}
			if in, err := normal.Terms(e); err == nil {
				out = append(out, monomials(in, true)...)
			}
		}
	}
	return out
}

func one() rule.Number { return rule.Number{Value: constant.Int(1)} }

// zTo is z^p.
func zTo(p *big.Rat) *formula.Expr { return to(formula.Variable(), p) }

func to(e *formula.Expr, p *big.Rat) *formula.Expr {
	if p.IsInt() && p.Num().IsInt64() && p.Num().Int64() == 1 {
		return e
	}
	return formula.Apply(formula.OpPow, e, formula.Rational(p))
}

// zPower is the power of z in a term.
func zPower(t normal.Term) *big.Rat {
	for _, f := range t.Factors {
		if f.Op == formula.OpVar {
			return f.Power
		}
	}
	return new(big.Rat)
}

// expanded writes powers of sums with an exponent between 0 and 1 as the sum times a negative power; nil if
// there are none.
func expanded(terms []normal.Term) *formula.Expr {
	var out []normal.Term
	changed := false
	for _, t := range terms {
		e := t.Expr
		for _, f := range t.Factors {
			if f.Op == formula.OpAdd && f.Power.Sign() > 0 && f.Power.Cmp(big.NewRat(1, 1)) < 0 {
				over := formula.Apply(formula.OpDiv, e, f.Arg)
				sum, err := normal.Terms(f.Arg)
				if err != nil {
					return nil
				}
				changed, e = true, formula.Int(0)
				for _, u := range sum {
					e = formula.Apply(formula.OpAdd, e, formula.Apply(formula.OpMul, over, u.Expr))
				}
			}
		}
		out = append(out, normal.Term{Expr: e})
	}
	if !changed {
		return nil
	}
	return sumExpr(out)
}

// reduced divides powers of z by the sums that stand under them, z²/(1+z²) = 1 − 1/(1+z²); nil if there are none.
func reduced(e *formula.Expr) *formula.Expr {
	changed := false
	for range 8 {
		terms, err := normal.Terms(e)
		if err != nil {
			return nil
		}
		i := slices.IndexFunc(terms, func(t normal.Term) bool { return reducedTerm(t) != nil })
		if i < 0 {
			break
		}
		changed = true
		terms[i].Expr = reducedTerm(terms[i])
		e = sumExpr(terms)
	}
	if !changed {
		return nil
	}
	return e
}

func reducedTerm(t normal.Term) *formula.Expr {
	k := zPower(t)
	if k.Sign() <= 0 {
		return nil
	}
	for _, f := range t.Factors {
		if f.Op != formula.OpAdd || f.Power.Cmp(big.NewRat(-1, 1)) > 0 {
			continue
		}
		sum, err := normal.Terms(f.Arg)
		if err != nil {
			return nil
		}
		lead := -1
		for i, u := range sum {
			pure := isConstant(u) || len(u.Factors) == 1 && u.Exponent == nil && u.Factors[0].Op == formula.OpVar
			if !pure {
				lead = -1
				break
			}
			if lead < 0 || zPower(u).Cmp(zPower(sum[lead])) > 0 {
				lead = i
			}
		}
		if lead < 0 || zPower(sum[lead]).Sign() <= 0 || zPower(sum[lead]).Cmp(k) > 0 {
			continue
		}
		// z^k S^q = z^k/lead (S^(q+1) − (S − lead) S^q); t is that times the rest.
		over := formula.Apply(formula.OpDiv, t.Expr, sum[lead].Expr)
		rest := slices.Delete(slices.Clone(sum), lead, lead+1)
		first := formula.Apply(formula.OpMul, over, f.Arg)
		second := formula.Apply(formula.OpMul, over, sumExpr(rest))
		return formula.Apply(formula.OpSub, first, second)
	}
	return nil
}
