package sphere

import (
	"fmt"
	"math/big"
	"slices"

	"krein/ball"
	"krein/internal/budget"
	"krein/internal/certify/check/rule"
	"krein/internal/kernel/constant"
	"krein/internal/kernel/formula"
)

// atom is a function of u whose Maclaurin series is hypergeometric: exp(ru^q), (1−ru^q)^p, log(1−ru^q), and arcsin,
// atan, erf, sin, cos of ru^q, besseli(p, ru^q) and besselj(p, ru^q) for integers p ≥ 0; and, with q = 0, (1−u)^e
// Λ_{2p+2}(rz), whose series is bounded by one if e = 0.
//
// All of them are analytic for |u| < 1: powers, logarithms, arcsines and arctangents because of |r|
// ≤ 1 (analytic), the others everywhere. |r| = 1 leaves a singularity at u = ±1, where the values
// are compared (continuous).
type atom struct {
	op   formula.Op // OpExp, OpPow, OpLog, OpAsin, OpAtan, OpErf, OpSin, OpCos, OpBesselI, OpBesselJ
	q    int
	rate constant.Value // r
	p    *big.Rat
	e    *big.Rat // of waves
}

// hyper says that an atom is Σ_j g_j u^(first + step·j), g_{j+1}/g_j = ratio Π (j+above)/Π (j+below); that of a wave is
// Σ_j g_j Λ_{2p+2+2j}(√2 r) u^j.
//
// All are classical; j counts the steps:
//
//	exp(x) = Σ xʲ/j!                            ratio r/(j+1)
//	(1−x)^p = Σ (−p)_j xʲ/j!                    ratio r(j−p)/(j+1)
//	log(1−x) = −Σ x^{j+1}/(j+1)                 ratio r(j+1)/(j+2)
//	arcsin x = Σ ((½)_j)²/((1)_j(3/2)_j) x^{2j+1}      ratio r²(j+½)²/((j+1)(j+3/2))
//	atan x = Σ (−1)ʲ x^{2j+1}/(2j+1)            ratio −r²(j+½)/(j+3/2)
//	erf x = (2/√π) Σ (−1)ʲ x^{2j+1}/(j!(2j+1))  ratio −r²(j+½)/((j+1)(j+3/2))
//	sin x, cos x                                ratio −r²/4 /((j+1)(j+3/2)), −r²/4 /((j+1)(j+½))
//	I_n, J_n(x) = Σ (±1)ʲ (x/2)^{2j+n}/(j!(j+n)!)      ratio ±r²/4 /((j+1)(j+n+1))
//	Λ_δ(rz), δ = 2p+2                           ratio r²/2 /((j+1)(j+p+1))
//
// The last is Taylor's series in t = z² about t = 2, u = 1 − t/2, by d/dt Λ_δ(r√t) = −(r²/2δ)
// Λ_{δ+2}(r√t) (docs/rules/maclaurin.md). The lists above and
// below hold the a and the b of Π (j+a)/Π (j+b).
type hyper struct {
	first, step  int
	lead, ratio  constant.Value // g_0
	above, below []*big.Rat
}

func (a atom) wave() bool { return a.q == 0 }

func (a atom) series() hyper {
	one, half, two, three := big.NewRat(1, 1), big.NewRat(1, 2), big.NewRat(2, 1), big.NewRat(3, 2)
	square := a.rate.Mul(a.rate)
	quarter := square.Scale(big.NewRat(1, 4))
	switch a.op {
	case formula.OpExp:
		return hyper{0, a.q, constInt(1), a.rate, nil, []*big.Rat{one}}
	case formula.OpPow:
		return hyper{0, a.q, constInt(1), a.rate, []*big.Rat{new(big.Rat).Neg(a.p)}, []*big.Rat{one}}
	case formula.OpLog:
		return hyper{a.q, a.q, a.rate.Neg(), a.rate, []*big.Rat{one}, []*big.Rat{two}}
	case formula.OpAsin:
		return hyper{a.q, 2 * a.q, a.rate, square, []*big.Rat{half, half}, []*big.Rat{one, three}}
	case formula.OpAtan:
		return hyper{a.q, 2 * a.q, a.rate, square.Neg(), []*big.Rat{half}, []*big.Rat{three}}
	case formula.OpErf:
		return hyper{a.q, 2 * a.q, a.rate.Mul(constant.Pow(constant.Pi().Scale(big.NewRat(1, 4)), big.NewRat(-1, 2))),
			square.Neg(), []*big.Rat{half}, []*big.Rat{one, three}}
	case formula.OpSin:
		return hyper{a.q, 2 * a.q, a.rate, quarter.Neg(), nil, []*big.Rat{one, three}}
	case formula.OpCos:
		return hyper{0, 2 * a.q, constInt(1), quarter.Neg(), nil, []*big.Rat{one, half}}
	}
	order := new(big.Rat).Add(a.p, one)
	if a.wave() {
		return hyper{0, 1, constInt(1), square.Scale(half), nil, []*big.Rat{one, order}}
	}
	if a.op == formula.OpBesselJ {
		quarter = quarter.Neg()
	}
	// (r/2)ⁿ/n!, the coefficient of u^{qn}.
	n, lead := int(a.p.Num().Int64()), constInt(1)
	for j := range n {
		lead = lead.Mul(a.rate).Scale(big.NewRat(1, int64(2*j+2)))
	}
	return hyper{a.q * n, 2 * a.q, lead, quarter, nil, []*big.Rat{one, order}}
}

// lambda returns Λ_{2p+2}(x) = Γ(p+1)(2/x)^p J_p(x), x > 0.
//
// DLMF 10.16.9. Besides p > −1 nothing is supposed; p ≥ −½ holds of every atom.
func lambda(p *big.Rat, x constant.Value) (constant.Value, error) {
	v, err := constant.NewArithmetic(nil).Bessel(formula.OpBesselJ, constant.Rat(p), x)
	w, err2 := constant.NewArithmetic(nil).PowRat(x.Scale(big.NewRat(1, 2)), new(big.Rat).Neg(p))
	return v.Mul(gammaAbove(p)).Mul(w), rule.First(err, err2)
}

// gammaAbove returns Γ(p+1).
func gammaAbove(p *big.Rat) constant.Value {
	return constant.Function(formula.OpGamma, constant.Rat(new(big.Rat).Add(p, big.NewRat(1, 1))))
}

// same reports whether two atoms are known to be equal.
//
// The answer false means nothing: two terms may have one atom. Sums are right all the same, and no
// rule concludes anything from atoms being different.
func (a atom) same(b atom) bool {
	equal := func(p, q *big.Rat) bool { return (p == nil) == (q == nil) && (p == nil || p.Cmp(q) == 0) }
	return a.op == b.op && a.q == b.q && equal(a.p, b.p) && equal(a.e, b.e) && a.rate.Equal(b.rate) == ball.True
}

// term is a polynomial in u times an atom.
type term struct {
	p constPoly
	atom
}

// AtomSum is a function f(u) = P(u) + Σ P_i(u) a_i(u), a_i atoms.
type AtomSum struct {
	poly  constPoly
	terms []term
	meter *budget.Meter // counts the work on coefficients, nil for no bound
}

// atomArith evaluates formulas over AtomSum.
type atomArith struct{ constants formula.Arith[constant.Value] }

var errNotAtoms = fmt.Errorf("the formula is no sum of polynomials in u times exp(ru^q), (1−ru^q)^p, log(1−ru^q), " +
	"other functions of ru^q, or waves")

func (x AtomSum) isConst() (c constant.Value, ok bool) {
	if len(x.poly) == 1 {
		c = x.poly[0]
	}
	return c, len(x.terms) == 0 && len(x.poly) <= 1
}

func (x AtomSum) scale(c constant.Value) AtomSum {
	return x.mapped(func(p constPoly) constPoly { return p.scale(c) })
}

func (x AtomSum) mapped(f func(constPoly) constPoly) (y AtomSum) {
	y.poly = f(x.poly)
	for _, t := range x.terms {
		y = y.plus(term{f(t.p), t.atom})
	}
	return y
}

// plus adds one term, to the one with the same atom if there is one.
//
// A polynomial with coefficients that are not known to vanish stays.
func (x AtomSum) plus(t term) AtomSum {
	y := AtomSum{x.poly, slices.Clone(x.terms), x.meter}
	i := slices.IndexFunc(y.terms, func(o term) bool { return o.same(t.atom) })
	if i < 0 {
		i, y.terms = len(y.terms), append(y.terms, term{nil, t.atom})
	}
	if y.terms[i].p = y.terms[i].p.add(t.p); len(y.terms[i].p) == 0 {
		y.terms = slices.Delete(y.terms, i, i+1)
	}
	return y
}

func (x AtomSum) add(y AtomSum) AtomSum {
	s := AtomSum{x.poly.add(y.poly), x.terms, x.meter}
	for _, t := range y.terms {
		s = s.plus(t)
	}
	return s
}

func (x AtomSum) mul(y AtomSum) (AtomSum, error) {
	s := x.mapped(func(p constPoly) constPoly { return p.mul(y.poly) })
	for _, t := range y.terms {
		s = s.add(AtomSum{terms: []term{{t.p.mul(x.poly), t.atom}}}.mapped(func(p constPoly) constPoly { return p }))
		for _, o := range x.terms {
			both, err := t.times(o.atom)
			if err != nil {
				return s, err
			}
			s = s.add(both.mapped(func(p constPoly) constPoly { return p.mul(t.p).mul(o.p) }))
		}
	}
	degree := len(s.poly)
	for _, t := range s.terms {
		degree = max(degree, len(t.p))
	}
	// A bound on work, not of soundness.
	if degree > maxSphereDegree || len(s.terms) > maxSphereDegree {
		return s, errNotAtoms
	}
	return s, nil
}

// times returns the product of two atoms.
//
// exp(ru^q)exp(su^q) and (1−ru^q)^p(1−ru^q)^s are known; other products have no hypergeometric
// series here. That of a wave and (1−u)^p is written under e, and has one if e is a whole number at
// the end (atomsOf).
func (a atom) times(b atom) (AtomSum, error) {
	if b.wave() {
		a, b = b, a
	}
	switch {
	case a.wave() && b.op == formula.OpPow && b.q == 1 && b.rate.Equal(constInt(1)) == ball.True:
		return atom{a.op, a.q, a.rate, a.p, new(big.Rat).Add(a.e, b.p)}.alone(), nil
	case a.op != b.op || a.q != b.q:
	case a.op == formula.OpExp:
		return atom{a.op, a.q, a.rate.Add(b.rate), nil, nil}.alone(), nil
	case a.op == formula.OpPow && a.rate.Equal(b.rate) == ball.True:
		return atom{a.op, a.q, a.rate, new(big.Rat).Add(a.p, b.p), nil}.alone(), nil
	}
	return AtomSum{}, errNotAtoms
}

// alone is the atom as AtomSum: a polynomial if it is one.
func (a atom) alone() AtomSum {
	one := AtomSum{poly: constPoly{constInt(1)}}
	switch {
	case a.rate.IsZero() == ball.True && a.op == formula.OpExp:
		return one
	// The larger whole powers stay atoms: their series ends, as g_{j+1} = 0 for j = p, and
	// progressions refuse it, for (j−p) is not positive there.
	case a.op == formula.OpPow && a.p.IsInt() && a.p.Sign() >= 0 && a.p.Num().BitLen() <= 5:
		base := make(constPoly, a.q+1)
		base[0], base[a.q] = constInt(1), a.rate.Neg()
		for range a.p.Num().Int64() {
			one.poly = one.poly.mul(base)
		}
		return one
	}
	return AtomSum{terms: []term{{constPoly{constInt(1)}, a}}}
}

// affine reads x, which is no constant, as c + bu^q.
//
// The polynomial is trimmed and not constant: q ≥ 1 and b is not known to be 0.
func (x AtomSum) affine() (c, b constant.Value, q int, ok bool) {
	if q = len(x.poly) - 1; len(x.terms) > 0 || slices.ContainsFunc(x.poly[1:q],
		func(c constant.Value) bool { return c.IsZero() != ball.True }) {
		return c, b, 0, false
	}
	return x.poly[0], x.poly[q], q, true
}

// phase reads x as az, a > 0.
//
// z is √2(1−u)^{½}, so that c(1−u)^{½} = (c/√2) z.
func (x AtomSum) phase() (a constant.Value, ok bool) {
	z := atomArith{}.distance().terms[0]
	if len(x.terms) != 1 || len(x.poly) > 0 || len(x.terms[0].p) != 1 || !x.terms[0].same(z.atom) {
		return a, false
	}
	a = x.terms[0].p[0].Mul(z.p[0]).Scale(big.NewRat(1, 2))
	return a, a.Positive()
}

// analytic wants functions of 1 − ru^q to be analytic for |u| < 1: |r| ≤ 1.
//
// r² ≤ 1, exactly. For |r| > 1 the series has a radius of convergence below 1, and nonnegative
// coefficients of a truncated series would prove nothing of f on [−1,1].
func analytic(r constant.Value) error {
	if size, known := r.Mul(r).Cmp(constInt(1)); known != ball.True || size > 0 {
		return fmt.Errorf("a singularity at u^q = 1/(%v) is, or may be, within (−1,1)", r)
	}
	return nil
}

func (a atomArith) constant(c constant.Value) AtomSum { return AtomSum{poly: constPoly{c}.trim()} }
func (a atomArith) Rat(r *big.Rat) AtomSum            { return a.constant(constant.Rat(r)) }
func (a atomArith) Const(op formula.Op) AtomSum       { return a.constant(a.constants.Const(op)) }

// Param returns the parameter as a constant.
func (a atomArith) Param(p *formula.Expr) (AtomSum, error) {
	c, err := a.constants.Param(p)
	return a.constant(c), err
}

// distance is z = √2·(1−u)^(1/2).
func (a atomArith) distance() AtomSum {
	root := constant.Pow(constInt(2), big.NewRat(1, 2))
	return AtomSum{terms: []term{{constPoly{root}, atom{formula.OpPow, 1, constInt(1), big.NewRat(1, 2), nil}}}}
}

// Binary applies an operation of two operands.
//
// A quotient is a product with the power −1, which exists for one term c(1−ru^q)^p or c exp(ru^q)
// only: both have no zero for |u| < 1.
func (a atomArith) Binary(op formula.Op, x, y AtomSum) (AtomSum, error) {
	b, ok := x.isConst()
	c, ok2 := y.isConst()
	switch {
	case ok && ok2:
		v, err := a.constants.Binary(op, b, c)
		return a.constant(v), err
	case op == formula.OpAdd:
		return x.add(y), nil
	case op == formula.OpSub:
		return x.add(y.scale(constInt(-1))), nil
	case op == formula.OpMul:
		return x.mul(y)
	case op == formula.OpDiv:
		inverse, err := a.PowRat(y, big.NewRat(-1, 1))
		if err != nil {
			return x, err
		}
		return x.mul(inverse)
	case op == formula.OpPow && ok: // b^y = exp(y log b)
		log, err := a.constants.Unary(formula.OpLog, b)
		if err != nil {
			return x, err
		}
		return a.Unary(formula.OpExp, y.scale(log))
	}
	return AtomSum{}, errNotAtoms
}

func (a atomArith) PowRat(x AtomSum, p *big.Rat) (AtomSum, error) {
	if c, ok := x.isConst(); ok {
		v, err := a.constants.PowRat(c, p)
		return a.constant(v), err
	}
	// x·x·⋯·x, whatever x is.
	if p.IsInt() && p.Sign() >= 0 && p.Num().BitLen() <= 5 {
		return natural(a.constant(constInt(1)), x, p)
	}
	x, err := a.factored(x)
	if err == nil && len(x.terms) == 1 && len(x.poly) == 0 && len(x.terms[0].p) > 1 {
		// c(1−ru)^m beside (1−ru)^p, as in z³
		t := x.terms[0]
		if x, err = a.factored(AtomSum{poly: t.p}); err == nil {
			x, err = x.mul(t.alone())
		}
	}
	if err != nil || len(x.terms) != 1 || len(x.poly) > 0 || len(x.terms[0].p) != 1 {
		return x, rule.First(err, errNotAtoms)
	}
	t := x.terms[0]
	// (cB)^p = c^p B^p with B > 0 on |u| < 1: for a p that is no integer, c^p is an error unless c
	// > 0, where the formula has no value either.
	scale, err := a.constants.PowRat(t.p[0], p)
	switch {
	case err != nil:
		return x, err
	case t.op == formula.OpExp:
		return atom{t.op, t.q, t.rate.Scale(p), nil, nil}.alone().mul(a.constant(scale))
	case t.op == formula.OpPow:
		return atom{t.op, t.q, t.rate, new(big.Rat).Mul(t.atom.p, p), nil}.alone().mul(a.constant(scale))
	}
	return x, errNotAtoms
}

// factored writes a polynomial as c(1 − ru^q)^m, q = 1 or 2; within (−1,1) the base is positive, as |r| ≤ 1.
//
// With n the degree, (1−ru^q)^{n/q} has the coefficient −(n/q)r of u^q, which gives r; that the
// polynomial is c(1−ru^q)^{n/q} is then checked by multiplying out. n/q that is no integer, and c =
// 0, give a product that is another polynomial, and end here.
func (a atomArith) factored(x AtomSum) (AtomSum, error) {
	n, q := len(x.poly)-1, 1
	if len(x.terms) > 0 {
		return x, nil
	}
	if x.poly[1].IsZero() == ball.True {
		q = 2
	}
	// 0 if c is, or may be, 0: no such power
	// An error leaves rate 0.
	rate, _ := a.constants.Binary(formula.OpDiv, x.poly[q].Scale(big.NewRat(-int64(q), int64(n))), x.poly[0])
	t := atom{formula.OpPow, q, rate, big.NewRat(int64(n), int64(q)), nil}
	if !t.alone().poly.scale(x.poly[0]).equal(x.poly) {
		return x, errNotAtoms
	}
	return AtomSum{terms: []term{{x.poly[:1], t}}}, analytic(rate)
}

func (a atomArith) Unary(op formula.Op, x AtomSum) (AtomSum, error) {
	if c, ok := x.isConst(); ok {
		v, err := a.constants.Unary(op, c)
		return a.constant(v), err
	}
	switch op {
	case formula.OpNeg:
		return x.scale(constInt(-1)), nil
	case formula.OpSqrt:
		return a.PowRat(x, big.NewRat(1, 2))
	case formula.OpAcos:
		v, err := a.Unary(formula.OpAsin, x)
		if err != nil {
			return v, err
		}
		return a.constant(constant.Pi().Scale(big.NewRat(1, 2))).add(v.scale(constInt(-1))), nil
	case formula.OpSinh, formula.OpCosh:
		up, err := a.Unary(formula.OpExp, x)
		down, err2 := a.Unary(formula.OpExp, x.scale(constInt(-1)))
		if op == formula.OpSinh {
			down = down.scale(constInt(-1))
		}
		return up.add(down).scale(constFrac(1, 2)), rule.First(err, err2)
	}
	// cos x = Λ_1(x), and sin x = x Λ_3(x).
	if r, ok := x.phase(); ok && op == formula.OpCos {
		return atom{formula.OpBesselJ, 0, r, big.NewRat(-1, 2), new(big.Rat)}.alone(), nil
	} else if ok && op == formula.OpSin { // sin rz = rz Λ_3(rz)
		return x.mul(atom{formula.OpBesselJ, 0, r, big.NewRat(1, 2), new(big.Rat)}.alone())
	}
	// Both factors have to be positive on |u| < 1: 1 − ru^q is, by analytic, and log p is an error,
	// or one more such product.
	if op == formula.OpLog { // log(p(1−ru^q)^m) = log p + m log(1−ru^q)
		x, err := a.factored(x)
		if err != nil || len(x.terms) != 1 || len(x.poly) > 0 || x.terms[0].op != formula.OpPow {
			return x, rule.First(err, errNotAtoms)
		}
		t := x.terms[0]
		rest, err := a.Unary(op, AtomSum{poly: t.p})
		return rest.add(atom{op, t.q, t.rate, nil, nil}.alone().scale(constant.Rat(t.atom.p))), err
	}
	// What is left are functions of c + bu^q: exp(c + x) = exp(c) exp(x) for any c, the others for
	// c = 0, which has to be exact.
	c, b, q, ok := x.affine()
	if !ok {
		return x, errNotAtoms
	}
	v, err := a.constants.Unary(op, c)
	if err != nil {
		return x, err
	}
	alone := atom{op, q, b, nil, nil}.alone()
	switch {
	case op == formula.OpExp:
		return alone.scale(v), nil
	case c.IsZero() != ball.True:
	case op == formula.OpAsin || op == formula.OpAtan:
		return alone, analytic(b)
	case op == formula.OpErf || op == formula.OpSin || op == formula.OpCos:
		return alone, nil
	}
	return x, errNotAtoms
}

func (a atomArith) Bessel(op formula.Op, nu, x AtomSum) (AtomSum, error) {
	order, ok := nu.isConst()
	c, still := x.isConst()
	if ok && still {
		v, err := a.constants.Bessel(op, order, c)
		return a.constant(v), err
	}
	n, ok2 := order.Rat()
	if !ok || !ok2 || n.Num().BitLen() > 6 || op == formula.OpBesselK {
		return x, errNotAtoms
	}
	if r, ok := x.phase(); ok && op == formula.OpBesselJ && n.Cmp(big.NewRat(-1, 2)) >= 0 { // J_n(rz) = (rz/2)^n/Γ(n+1) Λ
		// J_n(x) = (x/2)ⁿ/Γ(n+1) Λ_{2n+2}(x), x = rz = r√2(1−u)^{½}: (r/√2)ⁿ (1−u)^{n/2}, which is
		// e = n/2. n ≥ −½ makes δ = 2n+2 ≥ 1, where |Λ_δ| ≤ 1 (TailNonnegative).
		scale, err := a.constants.PowRat(r.Mul(constant.Pow(constInt(2), big.NewRat(-1, 2))), n)
		wave := atom{op, 0, r, n, new(big.Rat).Mul(n, big.NewRat(1, 2))}.alone()
		return wave.scale(scale.Mul(gammaAbove(n).Inv())), err
	}
	if c, b, q, ok := x.affine(); ok && c.IsZero() == ball.True && n.IsInt() && n.Sign() >= 0 {
		return atom{op, q, b, n, nil}.alone(), nil
	}
	return x, errNotAtoms
}

// Compare answers nothing.
//
// Conditions have been resolved by inside, or the formula is none of atoms.
func (a atomArith) Compare(formula.Op, AtomSum, AtomSum) ball.Truth { return ball.Unknown }
func (a atomArith) Join(AtomSum, AtomSum) (AtomSum, error)          { return AtomSum{}, errNotAtoms }
