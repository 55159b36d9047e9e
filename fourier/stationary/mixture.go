package stationary

import (
	"iter"
	"slices"

	"krein/ball"
	"krein/internal/kernel/formula"
	"krein/internal/kernel/piecewise"
	"krein/kernel"
)

// Mixture is a kernel φ(γ(Δ)), γ an Exponent: where φ is completely monotone, φ(r) = ∫ e^{−sr} ν(ds), a mixture of the
// positive definite kernels e^{−sγ}.
type Mixture struct {
	Phi   *kernel.Kernel // in r
	Gamma *Exponent
}

// SpaceTime is a kernel of T. Gneiting's class (Nonseparable, stationary covariance functions for space–time data, J.
// Amer. Statist. Assoc. 97 (2002) 590–600, theorem 2), with a factor:
//
//	k(Δ) = φ(Q/ψ)·ψ^(−n/2)·g(γ),   Q = ‖RΔ‖² of rank n, ψ = (Shift+γ)^Power,
//
// γ an Exponent, Shift > 0 and 0 < Power ≤ 1. Where φ and g are completely monotone it is positive definite, as
//
//	ψ^(−n/2) e^(−sQ/ψ) = ∫ cos⟨w,RΔ⟩ (4πs)^(−n/2) exp(−ψ‖w‖²/(4s)) dw .
type SpaceTime struct {
	Phi          *kernel.Kernel // in r
	Square       *Square        // Q
	Gamma        *Exponent
	Power, Shift *formula.Expr
	Rest         *kernel.Kernel // g, in r
}

// mostCandidates bounds the parts of a formula that are looked at for an exponent.
const mostCandidates = 200

// Mixture returns k₀ as a function of an exponent, the first of Mixtures; ok is false if there is none, and for functions of
// the distance.
func (k *Kernel) Mixture() (m *Mixture, ok bool) {
	if k.radial != nil {
		return nil, false
	}
	for m := range k.Mixtures() {
		return m, true
	}
	return nil, false
}

// Mixtures yields the ways to read k₀ as a function of an exponent: with the parts of the formula that contain all of its
// variables, the smallest first; none in R¹.
// φ is what is left of the formula when every part that is affine in this γ, by its key, is
// replaced by c ± r: an identity k = φ(γ). The key has the coefficients, so that 2γ is another
// exponent, and the formula then not read with γ.
func (k *Kernel) Mixtures() iter.Seq[*Mixture] {
	return func(yield func(*Mixture) bool) {
		if k.dim == 1 {
			return
		}
		e := formula.Opened(k.tree.expr)
		x := k.tree.exponents()
		seen := map[string]bool{}
		for _, part := range k.tree.wholeParts() {
			a := x.read(part)
			if a == nil || seen[a.of.key] {
				continue
			}
			seen[a.of.key] = true
			phi, ok := x.inExponent(e, a.of)
			if ok && !yield(&Mixture{Phi: k.tree.natural(formula.Simplify(phi)), Gamma: a.of}) {
				return
			}
		}
	}
}

// Compositions yields the ways to read k₀ as a function F(e(Δ)), F in r, of another kernel: of the parts of the formula that contain all of
// its variables, the smallest first, and of sums, without their constants, with either sign. There are none for functions of
// the distance, nor for formulas with conditions, which hide where a function has no value.
// F(e) is the formula with the part replaced; no other variable may be left. With a constant of a
// sum taken to F, e may be positive definite where the part is not: F(c ± r).
func (k *Kernel) Compositions() iter.Seq2[*kernel.Kernel, *Kernel] {
	return func(yield func(outer *kernel.Kernel, inner *Kernel) bool) {
		if k.radial != nil || k.dim == 1 || piecewise.Branches(k.tree.expr) {
			return
		}
		for _, part := range k.tree.wholeParts() {
			if part.Equal(formula.Opened(k.tree.expr)) || k.tree.atoms[part] != nil {
				continue
			}
			e, c := part, formula.Int(0)
			var varying *formula.Expr
			for _, t := range part.Summands(nil) {
				if t.Varies() {
					varying = add(varying, t)
				} else {
					c = formula.Identity(formula.Add(c, t))
				}
			}
			signs := []int{1}
			if part.Op() == formula.OpAdd || part.Op() == formula.OpSub {
				e, signs = varying, []int{1, -1}
			} else {
				c = formula.Int(0)
			}
			for _, sign := range signs {
				r := formula.NewVariable()
				inner, by := e, formula.Identity(formula.Add(c, r))
				if sign < 0 {
					inner, by = formula.Simplify(formula.Neg(e)), formula.Identity(formula.Sub(c, r))
				}
				outer := k.tree.expr.Replace(func(x *formula.Expr) *formula.Expr {
					if x.Equal(part) {
						return by
					}
					return nil
				})
				alone := true
				visit(outer, func(v *formula.Expr) { alone = alone && v == r })
				if !alone {
					break
				}
				in, err := k.part(inner)
				if err != nil {
					continue
				}
				f := k.tree.natural(formula.Simplify(replace(outer, func(*formula.Expr) *formula.Expr { return formula.Variable() })))
				if !yield(f, in) {
					return
				}
			}
		}
	}
}

// wholeParts returns the parts of the formula that contain all of its variables, the smallest first.
// A part without one of the variables leaves that outside: F would have it.
func (t *tree) wholeParts() (parts []*formula.Expr) {
	e := formula.Opened(t.expr)
	all := variables(e)
	inside(e, func(x *formula.Expr) bool {
		if len(variables(x)) < len(all) {
			return false
		}
		parts = append(parts, x)
		return len(parts) < mostCandidates
	})
	slices.SortStableFunc(parts, func(a, b *formula.Expr) int { return a.Size() - b.Size() })
	return parts
}

// Variogram reports whether k₀ is seen to be a constant minus an Exponent: of a random field with stationary increments
// γ = c − k₀ is a variogram.
// c − γ, the sign being that of all terms of γ.
func (k *Kernel) Variogram() bool {
	if k.radial != nil || k.tree == nil {
		return false
	}
	a := k.tree.exponents().read(formula.Opened(k.tree.expr))
	return a != nil && a.sign < 0
}

// inExponent writes e as a function of r = γ, of which the formula has a variable.
// What is replaced is c ± γ as a whole, from the root down; a variable that is left over means that
// k is no function of γ alone.
func (x *exponents) inExponent(e *formula.Expr, gamma *Exponent) (phi *formula.Expr, ok bool) {
	r := formula.NewVariable()
	e = e.Replace(func(part *formula.Expr) *formula.Expr {
		if !part.Varies() {
			return nil
		}
		a := x.read(part)
		if a == nil || a.of.key != gamma.key {
			return nil
		}
		v := r
		if a.sign < 0 {
			v = formula.Neg(r)
		}
		return add(a.c, v)
	})
	ok = true
	visit(e, func(v *formula.Expr) { ok = ok && v == r })
	return replace(e, func(*formula.Expr) *formula.Expr { return formula.Variable() }), ok
}

// variables returns the set of variables of e.
func variables(e *formula.Expr) map[*formula.Expr]bool {
	out := map[*formula.Expr]bool{}
	visit(e, func(v *formula.Expr) { out[v] = true })
	return out
}

// inside calls f of parts of e, once, from the root down, and of those inside of a part for which f is true.
func inside(e *formula.Expr, f func(*formula.Expr) bool) {
	seen := map[*formula.Expr]bool{}
	var walk func(e *formula.Expr)
	walk = func(e *formula.Expr) {
		if !e.Varies() || seen[e] {
			return
		}
		if seen[e] = true; !f(e) || e.Op() == formula.OpVar {
			return
		}
		for _, a := range e.Args() {
			walk(a)
		}
	}
	walk(e)
}

// quotient is c·(Q/E)^q up to the power of E that makes it one: c·Q^q/E^p.
type quotient struct {
	c      *formula.Expr
	square *Square
	below  *affine
	q, p   *formula.Expr
	lines  map[*formula.Expr]*formula.Expr // exponents of lines, while it is read
}

// SpaceTime returns k₀ as a member of Gneiting's class; ok is false if it is not seen to be one.
// The first quotient c·Q^q/E^p, E = a + γ, sets Q, E and the ratio p/q; all others are powers of
// the same Q/E^(p/q) = Q/ψ, by equality of p·q′ and p′·q. What is left has to be a product of a
// function of ρ = Q/ψ and one of γ; ψ^(n/2) is multiplied into that one, so that its complete
// monotonicity is what the theorem asks of g. 0 < p/q ≤ 1 is proved.
func (k *Kernel) SpaceTime() (s *SpaceTime, ok bool) {
	if k.radial != nil || k.dim == 1 {
		return nil, false
	}
	x := k.tree.exponents()
	var first *quotient
	rho := formula.NewVariable()
	e := formula.Opened(k.tree.expr).Replace(func(part *formula.Expr) *formula.Expr {
		q := x.quotient(part)
		if q == nil || first != nil && (q.square.key != first.square.key || q.below.key() != first.below.key() ||
			!same(formula.Mul(q.p, first.q), formula.Mul(first.p, q.q))) {
			return nil
		}
		if first == nil {
			first = q
		}
		return mul(q.c, formula.Identity(formula.Pow(rho, q.q)))
	})
	if first == nil {
		return nil, false
	}
	power := formula.Identity(formula.Div(first.p, first.q))
	if !atMostOne(power) {
		return nil, false
	}
	factors, c := factorsOf(e)
	phi, rest := c, formula.Int(1)
	for _, f := range factors {
		switch v := variables(f); {
		case len(v) == 1 && v[rho]:
			phi = formula.Identity(formula.Mul(phi, f))
		case v[rho]:
			return nil, false
		default:
			rest = formula.Identity(formula.Mul(rest, f))
		}
	}
	g, ok := x.inExponent(rest, first.below.of)
	if !ok {
		return nil, false
	}
	n := formula.Frac(int64(first.square.Dim), 2)
	g = timesPower(g, formula.Add(first.below.c, formula.Variable()), formula.Identity(formula.Mul(power, n)))
	return &SpaceTime{
		Phi: k.tree.natural(formula.Simplify(replace(phi, func(*formula.Expr) *formula.Expr {
			return formula.Variable()
		}))),
		Square: first.square, Gamma: first.below.of, Power: power, Shift: first.below.c,
		Rest: k.tree.natural(formula.Simplify(g)),
	}, true
}

// key is the same for the same functions.
func (a *affine) key() string {
	c := "0"
	if a.c != nil {
		c = a.c.String()
	}
	return c + a.of.key
}

// same reports whether two constants are proved to be equal.
// "Not proved" counts as different: a reading less.
func same(a, b *formula.Expr) bool {
	sign, known := SignOf(formula.Identity(formula.Sub(a, b)))
	return known && sign == 0
}

// timesPower multiplies a product by base^p, and adds up exponents of that base.
// b^q·b^p = b^(p+q) for b = a + r > 0.
func timesPower(e, base, p *formula.Expr) *formula.Expr {
	factors, c := formula.FactorList(e, false)
	out := c
	for _, f := range factors {
		if b, q, _ := powerOf(f); b.Equal(base) || b.String() == base.String() {
			p = formula.Identity(formula.Add(p, q))
		} else {
			out = formula.Identity(formula.Mul(out, f))
		}
	}
	if sign, known := SignOf(p); known && sign == 0 {
		return out
	}
	return formula.Identity(formula.Mul(out, formula.Pow(base, p)))
}

// powerOf returns a factor as b^p for b ≥ 0, and in whole powers for all b: where a root is taken on the way, as in
// (b^4)^(1/4), the factor is |b|^p, if it is defined.
// (b^m)^p = b^(mp) holds for b ≥ 0, and for whole powers all the way; 1/b is the power −1.
func powerOf(f *formula.Expr) (b, p *formula.Expr, whole bool) {
	p, whole = formula.Int(1), true
	for b = formula.Unfold(f); ; b = formula.Unfold(b) {
		switch a := b.Args(); {
		case b.Op() == formula.OpDiv && a[0].IsInt(1):
			b, p = a[1], formula.Identity(formula.Neg(p))
		case b.Op() == formula.OpSqrt:
			b, p, whole = a[0], formula.Identity(formula.Mul(p, formula.Frac(1, 2))), false
		case b.Op() == formula.OpPow && !a[1].Varies():
			b, p, whole = a[0], formula.Identity(formula.Mul(p, a[1])), whole && isWhole(a[1])
		default:
			return b, p, whole
		}
	}
}

// isWhole reports whether e is written as a whole number.
func isWhole(e *formula.Expr) bool { n := e.Num(); return n != nil && n.IsInt() }

// quotient reads c·Q^q/E^p, q > 0 and p > 0: Q a square, E an affine function of an exponent that is positive at 0.
// The power of Q is collected from squares, lines in even whole powers, and |l| in any: |l|^p =
// (l²)^(p/2). q > 0 and p > 0.
func (x *exponents) quotient(e *formula.Expr) *quotient {
	q := &quotient{c: formula.Int(1)}
	if e.Op() != formula.OpDiv && e.Op() != formula.OpMul && e.Op() != formula.OpPow && e.Op() != formula.OpSqrt {
		return nil
	}
	if !x.into(q, e, formula.Int(1), true) {
		return nil
	}
	for v, p := range q.lines {
		if !isWhole(p) || p.Num().Num().Bit(0) != 0 ||
			!q.raise(&quotient{c: formula.Int(1), square: x.lineSquare(v), q: formula.Frac(1, 2)}, p) {
			return nil
		}
	}
	if q.square == nil || q.below == nil {
		return nil
	}
	above, known := SignOf(q.q)
	below, also := SignOf(q.p)
	if !known || !also || above <= 0 || below <= 0 {
		return nil
	}
	return q
}

// into multiplies q by e^p; whole says that no root was taken of e on the way here, as that of x^4 is |x|.
// A constant factor may have any sign outside of powers, and below one has to be positive.
func (x *exponents) into(q *quotient, e, p *formula.Expr, whole bool) bool { // one function: a case for each kind of factor.
	factors, c := formula.FactorList(e, false)
	if !p.IsInt(1) {
		if sign, known := SignOf(c); !known || sign <= 0 {
			return false
		}
	}
	q.c = formula.Identity(formula.Mul(q.c, formula.Identity(formula.Pow(c, p))))
	for _, f := range factors {
		b, by, all := f, formula.Int(1), true
		if x.asSquare(f) == nil {
			b, by, all = powerOf(f)
		}
		all = all && whole
		by = formula.Identity(formula.Mul(p, by))
		if list, one := formula.FactorList(b, false); len(list) != 1 || !one.IsInt(1) || list[0].Size() < b.Size() {
			if !x.into(q, b, by, all) {
				return false
			}
			continue
		}
		if !x.base(q, b, by, all) {
			return false
		}
	}
	return true
}

// base multiplies q by b^p, or by |b|^p unless whole.
// E has a constant that is proved to be positive, so that E > 0 and every power of it is one of a
// positive number.
func (x *exponents) base(q *quotient, b, p *formula.Expr, whole bool) bool {
	if v := x.atoms[b]; v != nil && v.kind == lineAtom {
		if !whole {
			return q.raise(&quotient{c: formula.Int(1), square: x.lineSquare(b), q: formula.Frac(1, 2)}, p)
		}
		if q.lines == nil {
			q.lines = map[*formula.Expr]*formula.Expr{}
		}
		q.lines[b] = add(q.lines[b], p)
		return true
	}
	if a := x.asSquare(b); a != nil {
		return q.raise(a, p)
	}
	r := x.read(b)
	if r == nil || r.sign < 0 || r.c == nil {
		return false
	}
	if sign, known := SignOf(r.c); !known || sign <= 0 || q.below != nil && q.below.key() != r.key() {
		return false
	}
	if q.below == nil {
		q.below, q.p = r, formula.Int(0)
	}
	q.p = formula.Identity(formula.Sub(q.p, p))
	return true
}

// raise multiplies q by a^p.
// Two squares of one key are one function: exponents add.
func (q *quotient) raise(a *quotient, p *formula.Expr) bool {
	if q.square != nil && q.square.key != a.square.key {
		return false
	}
	if q.square == nil {
		q.square, q.q = a.square, formula.Int(0)
	}
	q.c = formula.Identity(formula.Mul(q.c, formula.Identity(formula.Pow(a.c, p))))
	q.q = formula.Identity(formula.Add(q.q, formula.Identity(formula.Mul(a.q, p))))
	return true
}

// asSquare reads c·Q^q, of a sum of squares too.
// c·Q^q with c > 0 is nonnegative, so that powers of it are c^p Q^(qp).
func (x *exponents) asSquare(b *formula.Expr) *quotient {
	if r := x.read(b); r != nil && r.sign > 0 && r.c == nil && len(r.of.Terms) == 1 {
		if t := r.of.Terms[0]; !t.Log && t.Square != nil && t.Wave == nil && formula.IsZero(t.Shift) {
			return &quotient{c: t.Coef, square: t.Square, q: t.Power}
		}
	}
	if p, ok := x.polynomialOf(b); ok && p.semidefinite() > 0 && p.c.IsZero() == ball.True {
		if s, _, ok := p.square(); ok {
			return &quotient{c: formula.Int(1), square: s, q: formula.Int(1)}
		}
	}
	return nil
}

// polynomialOf is polynomial for formulas that are not too large.
func (x *exponents) polynomialOf(e *formula.Expr) (*polynomial, bool) {
	if x.dim > mostForm || e.Size() > mostFormSize {
		return nil, false
	}
	return x.polynomial(e)
}
