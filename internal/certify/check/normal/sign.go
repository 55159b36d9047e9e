package normal

import (
	"math/big"

	"krein/internal/kernel/constant"
	"krein/internal/kernel/formula"
)

// positive proves that a term is positive for all z > 0.
//
// c > 0 times powers of positive atoms times an exponential.
func (t term) positive() bool {
	for _, f := range t.f {
		if !f.a.positive {
			return false
		}
	}
	return signOf(t.c) > 0
}

// positive proves that s > 0 for all z > 0. The answer false means nothing.
func (s Form) positive() bool {
	left := mostQuestions
	return s.positiveWithin(effort{4, &left})
}

// effort bounds the proof of one sign: how deep questions about parts are nested, and how many there are altogether.
//
// Each of the many factors of a term may be compared with each of the many terms below it, and what is
// left of the term in the same way: with depth alone, a formula of ten factors takes minutes.
type effort struct {
	depth int
	left  *int
}

const mostQuestions = 10_000

func (w effort) deeper() effort { return effort{w.depth - 1, w.left} }

// spend counts a question, and reports whether it may be asked.
func (w effort) spend() bool {
	*w.left--
	return *w.left >= 0
}

// positiveWithin is positive with bounded recursion.
//
// Sufficient conditions, one after the other, each of which proves s > 0 for all z > 0:
//
//	all terms positive; balanced; a logarithm of something above 1;
//	a constant c > 0 plus something positive;
//	s = num/den with den > 0 and num > 0;  s = m·rest with m > 0 and rest > 0;
//	s = a^p (s a^{−p}) with a positive sum a and the bracket balanced.
//
// w bounds the recursion, in which the form may be another one each time.
func (s Form) positiveWithin(w effort) bool {
	if !w.spend() {
		return false
	}
	// The constant 0 is not positive.
	if c, ok := s.Constant(); ok {
		return signOf(c) > 0
	}
	switch {
	case s.allPositive():
		return true
	case w.depth == 0:
		return false
	case s.balanced(w) || s.logPositive(w):
		return true
	}
	// rest is not empty, or s would be constant.
	if c, rest := s.constantTerm(); signOf(c) > 0 && rest.positiveWithin(w.deeper()) {
		return true
	}
	if num, den := s.together(); den.key != "" && den.positive() {
		return num.positiveWithin(w.deeper())
	}
	// A form of one term that is not positive by itself has no content but itself.
	if len(s) > 1 {
		if content, rest := s.content(); content.key != "" {
			return rest.positiveWithin(w.deeper())
		}
	}
	// a^p > 0, so that s and s a^{−p} have one sign; the second may be balanced where the first is
	// not.
	for _, t := range s { // √(1+z²) − z is √(1+z²) times 1 − z/√(1+z²)
		for _, f := range t.f {
			if f.a.op == formula.OpAdd && f.a.positive && f.p.Sign() > 0 && w.spend() &&
				s.times(power(f.a, new(big.Rat).Neg(f.p))).balanced(w.deeper()) {
				return true
			}
		}
	}
	return false
}

// balanced proves s > 0 from bounds of its terms: with terms u_i > 1, v_j < β_j and w_k > 0 for all z > 0,
// c + Σ a_i u_i − Σ b_j v_j + Σ w_k > c + Σ a_i − Σ b_j β_j.
//
// Every bound is strict at every z > 0 (u > 1, v < β, w > 0), so that a sum of bounds that is 0 is
// enough: s > 0, as long as there is a term that varies.
func (s Form) balanced(w effort) bool {
	sum, rest := s.constantTerm()
	for _, t := range rest {
		c := t.c
		unit := t
		unit.c = number(1)
		// Terms of unknown sign have no bound from below here.
		if !unit.positive() {
			return false
		}
		switch {
		// c v > c β for c < 0 and 0 < v < β.
		case signOf(c) < 0:
			bound, ok := unit.bound(w.deeper())
			if !ok {
				return false
			}
			sum = sum.Add(c.Mul(bound))
		case unit.above(w.deeper()):
			sum = sum.Add(c)
		}
	}
	return len(rest) > 0 && signOf(sum) >= 0
}

// bound returns what t, a positive term with coefficient 1, is proved to be less than for all z > 0.
//
// With S = Σ m_i of at least two positive terms, S > m_i, and S^{p} < m_i^{p} for p < 0. If t
// S^{−p} m^{p} = c is constant, t = c S^p m^{−p} < c.
func (t term) bound(w effort) (constant.Value, bool) {
	if t.below(w) {
		return number(1), true
	}
	// A sum S of positive terms exceeds each of them, m: S^(−p) < m^(−p).
	for _, f := range t.f {
		if f.a.op != formula.OpAdd || f.p.Sign() > 0 || !f.a.arg.allPositive() {
			continue
		}
		for _, m := range f.a.arg {
			if !w.spend() {
				break
			}
			larger := Form{t}.times(power(f.a, new(big.Rat).Neg(f.p))).times(m.power(f.p))
			if c, ok := larger.Constant(); ok {
				return c, true
			}
		}
	}
	// atan < π/2.
	if len(t.e) == 0 && len(t.f) == 1 && t.f[0].a.op == formula.OpAtan && t.f[0].p.Cmp(ratOne) == 0 {
		return pi().Mul(frac(1, 2)), true
	}
	return constant.Value{}, false
}

// logPositive proves that a sum of a constant and logarithms is positive: what it is the logarithm of exceeds 1.
//
// c + Σ r_i log a_i = log(e^c Π a_i^{r_i}), rational r_i, a_i > 0. Its argument exceeds 1 as a
// single term, or because less 1 it is positive.
func (s Form) logPositive(w effort) bool {
	c, rest := s.constantTerm()
	product := constantForm(constOp(formula.OpExp, c))
	for _, t := range rest {
		r, ok := t.c.Rat()
		if !ok || len(t.e) > 0 || len(t.f) != 1 || t.f[0].a.op != formula.OpLog || t.f[0].p.Cmp(ratOne) != 0 {
			return false
		}
		product = product.times(t.f[0].a.arg.power(r))
	}
	// The product has positive factors and coefficient: it is a positive term or sum.
	return len(product) == 1 && product[0].above(w.deeper()) || sumOf(product, integer(-1)).positiveWithin(w.deeper())
}

// below proves that t, a positive term that is not constant, is less than 1 for all z > 0.
//
// c ≤ 1, and each factor in (0,1) or the exponent negative: the product is below 1, strictly
// because the term is not constant. Or S^{p} < m^{p}, p < 0, as in bound, and t S^{−p} m^{p} ≤ 1.
func (t term) below(w effort) bool {
	// The coefficient alone exceeds 1: nothing is known of the product.
	if w.depth < 0 || t.key == "" || !w.spend() || signOf(t.c.Sub(number(1))) > 0 {
		return false
	}
	// e^{x} < 1 for x < 0.
	all := len(t.e) == 0 || t.e.neg().positiveWithin(w)
	for _, f := range t.f {
		all = all && f.a.side(w)*f.p.Sign() < 0
	}
	if all {
		return true
	}
	// A sum S of positive terms exceeds each of them, m: S^(−p) < m^(−p).
	for _, f := range t.f {
		if f.a.op != formula.OpAdd || f.p.Sign() > 0 {
			continue
		}
		for _, m := range f.a.arg {
			if !m.positive() || !w.spend() {
				break
			}
			larger := Form{t}.times(power(f.a, new(big.Rat).Neg(f.p))).times(m.power(f.p))
			if len(larger) != 1 || !f.a.arg.allPositive() {
				continue
			}
			if larger[0].key == "" && signOf(larger[0].c.Sub(number(1))) <= 0 || larger[0].below(w.deeper()) {
				return true
			}
		}
	}
	return false
}

// allPositive reports whether every term is proved to be positive.
//
// It holds of the form without terms, the constant 0, which positiveWithin has asked before;
// callers who sum over the terms of an atom have at least two.
func (s Form) allPositive() bool {
	for _, t := range s {
		if !t.positive() {
			return false
		}
	}
	return true
}

// above proves that t, a positive term that is not constant, exceeds 1 for all z > 0.
//
// 1/t < 1; a term whose inverse is a sum, or has none, is not looked at.
func (t term) above(w effort) bool {
	inv := t.power(big.NewRat(-1, 1))
	return len(inv) == 1 && inv[0].below(w)
}

// side returns 1 if the atom is proved to exceed 1 for all z > 0, −1 if in (0,1), and 0 if neither.
//
// cosh x > 1 for x ≠ 0; 0 < tanh x < 1 and 0 < erfc x < 1 for x > 0. tanh is a positive atom for
// positive arguments only.
func (a *atom) side(w effort) int {
	if !a.positive || w.depth < 0 {
		return 0
	}
	switch a.op {
	case formula.OpAdd:
		// S − 1 > 0, and below 1 − S > 0.
		if sumOf(a.arg, integer(-1)).positiveWithin(w.deeper()) {
			return 1
		}
		if sumOf(integer(1), a.arg.neg()).positiveWithin(w.deeper()) {
			return -1
		}
	case formula.OpCosh:
		if a.arg.positive() {
			return 1
		}
	case formula.OpTanh:
		return -1
	case formula.OpErfc:
		if a.arg.positive() {
			return -1
		}
	}
	return 0
}

// derivative is ds/dz.
//
// (c Π a^p e^x)′ = Σ c p a^{p−1} a′ Π … e^x + c Π a^p e^x x′. A power p−1 of a p that is natural is
// natural.
func (s Form) derivative() Form {
	var parts []Form
	for _, t := range s {
		// The derivative of the exponential is the term times x′.
		whole := Form{t}
		if len(t.e) > 0 {
			parts = append(parts, whole.times(t.e.derivative()))
		}
		for i, f := range t.f {
			rest := term{c: t.c.Mul(constant.Rat(f.p)), e: t.e}
			// rest.f is new: the factors of t are not written to.
			rest.f = append(append(rest.f, t.f[:i]...), t.f[i+1:]...)
			r := Form{rest.named()}.times(power(f.a, new(big.Rat).Sub(f.p, ratOne)))
			parts = append(parts, r.times(f.a.derivative()))
		}
	}
	return sumOf(parts...)
}

// derivative is the derivative of an atom with respect to z.
//
// What is missing here, as Γ, arcsin and tan, has no derivative as a form, and rules about
// derivatives leave it.
func (a *atom) derivative() Form {
	self := power(a, ratOne)
	minus := big.NewRat(-1, 1)
	switch a.op {
	case formula.OpVar:
		return integer(1)
	case formula.OpAdd:
		return a.arg.derivative()
	}
	inner := a.arg.derivative()
	switch a.op {
	case formula.OpLog:
		return inner.times(a.arg.power(minus))
	case formula.OpCosh:
		return inner.times(function(formula.OpSinh, a.arg))
	case formula.OpSinh:
		return inner.times(function(formula.OpCosh, a.arg))
	case formula.OpTanh:
		return inner.times(function(formula.OpCosh, a.arg).power(big.NewRat(-2, 1)))
	case formula.OpSin:
		return inner.times(function(formula.OpCos, a.arg))
	case formula.OpCos:
		return inner.times(function(formula.OpSin, a.arg)).neg()
	case formula.OpAtan:
		return inner.times(sumOf(integer(1), a.arg.power(ratTwo)).power(minus))
	case formula.OpErfc:
		c := constOp(formula.OpPow, pi(), constant.Rat(big.NewRat(-1, 2))).Mul(number(-2))
		return inner.times(exp(a.arg.power(ratTwo).neg())).scale(c)
	// DLMF 10.29.2, for both.
	case formula.OpBesselK: // K_ν′ = −K_{ν−1} − (ν/x) K_ν
		lower := bessel(a.op, a.nu.Sub(number(1)), a.arg)
		over := self.times(a.arg.power(minus)).scale(a.nu)
		return sumOf(lower, over).neg().times(inner)
	case formula.OpBesselI: // I_ν′ = I_{ν+1} + (ν/x) I_ν
		upper := bessel(a.op, a.nu.Add(number(1)), a.arg)
		over := self.times(a.arg.power(minus)).scale(a.nu)
		return sumOf(upper, over).times(inner)
	}
	fail("the derivative of %v is not treated", a.op)
	return nil
}

// derivativeT is ds/dt at t = z²: (1/(2z)) ds/dz.
//
// t = z², dt = 2z dz. 1/z is a power of a positive atom.
func (s Form) derivativeT() Form {
	return s.derivative().times(power(z, big.NewRat(-1, 1))).scale(frac(1, 2))
}

// atZero is the limit of s at z = 0; it fails unless every part of s has one.
//
// Each atom is continuous at the limit of its argument, or there is none here: then the limit of
// the form is what the limits of its parts make. Cancelling poles are not looked for.
func (s Form) atZero() constant.Value {
	var sum constant.Value
	for _, t := range s {
		c := t.c.Mul(constOp(formula.OpExp, t.e.atZero()))
		for _, f := range t.f {
			// The limit of a^p is v^p, for v > 0, or v = 0 and p > 0.
			v := f.a.atZero()
			// 0 to a positive power is 0; a broken power of something negative is an error of
			// constants.
			if signOf(v) == 0 && f.p.Sign() < 0 {
				fail("no limit at 0 was found")
			}
			c = c.Mul(constOp(formula.OpPow, v, constant.Rat(f.p)))
		}
		sum = sum.Add(c)
	}
	return sum
}

func (a *atom) atZero() constant.Value {
	switch a.op {
	case formula.OpVar:
		return constant.Value{}
	case formula.OpAdd:
		return a.arg.atZero()
	case formula.OpBesselK:
		fail("no limit at 0 was found")
	}
	x := a.arg.atZero()
	switch a.op {
	case formula.OpLog:
		if signOf(x) <= 0 {
			fail("no limit at 0 was found")
		}
	// I_ν(0) is 0 for ν > 0 and 1 for ν = 0; for ν < 0 it is unbounded there, or changes its sign.
	case formula.OpBesselI:
		if signOf(a.nu) < 0 {
			fail("no limit at 0 was found")
		}
		return constOp(formula.OpBesselI, a.nu, x)
	}
	return constOp(a.op, x)
}

// Expr writes the form as a formula.
//
// The formula is the form spelt out, and has it as its own form.
func (s Form) Expr() *formula.Expr {
	if len(s) == 0 {
		return formula.Int(0)
	}
	// positive terms first, so that the text does not begin with a minus sign without need
	var sum *formula.Expr
	for _, negative := range []bool{false, true} {
		for _, t := range s {
			if (signOf(t.c) < 0) != negative {
				continue
			}
			switch {
			case sum == nil:
				sum = t.expr()
			case negative:
				t.c = t.c.Neg()
				sum = formula.Apply(formula.OpSub, sum, t.expr())
			default:
				sum = formula.Apply(formula.OpAdd, sum, t.expr())
			}
		}
	}
	return sum
}

func (t term) expr() *formula.Expr {
	var out *formula.Expr
	times := func(e *formula.Expr) {
		if out == nil {
			out = e
		} else {
			out = formula.Apply(formula.OpMul, out, e)
		}
	}
	if !t.c.Same(number(1)) || t.key == "" {
		times(constExpr(t.c))
	}
	for _, f := range t.f {
		e := f.a.expr()
		if f.p.Cmp(ratOne) != 0 {
			e = formula.Apply(formula.OpPow, e, formula.Rational(f.p))
		}
		times(e)
	}
	if len(t.e) > 0 {
		times(formula.Apply(formula.OpExp, t.e.Expr()))
	}
	return out
}

func (a *atom) expr() *formula.Expr {
	switch a.op {
	case formula.OpVar:
		return formula.Variable()
	case formula.OpAdd:
		return a.arg.Expr()
	case formula.OpBesselI, formula.OpBesselK:
		return formula.Apply(a.op, constExpr(a.nu), a.arg.Expr())
	}
	return formula.Apply(a.op, a.arg.Expr())
}
