package monotone

import (
	"math/big"

	"krein/ball"
	"krein/internal/certify/check/normal"
	"krein/internal/certify/check/rule"
	"krein/internal/certify/check/shape"
	"krein/internal/certify/proof"
	"krein/internal/kernel/asymptotic"
	"krein/internal/kernel/constant"
	"krein/internal/kernel/formula"
	"krein/internal/kernel/piecewise"
	"krein/kernel"
)

// composed rejects the step unless the goal's kernel is the function e for all z > 0, by normal forms. Every closure
// rule ends here: the evidence names parts, and what the theorem makes of the parts has to be k itself. A function with a
// normal form is analytic on (0,∞), so that conditions and breakpoints of k cannot hide behind e.
func composed(g rule.Goal, e *formula.Expr) error { return normal.Same(g.Kernel.Expr(), e) }

// NotNegative rejects the step unless e, which does not decrease, or does not increase if far is true, is nonnegative
// for all z > 0: it is positive, or its limit at 0, or infinity, is not negative. The caller owes the monotonicity, by the
// premise or by the sector: the limit at the wrong end would accept 1 − exp(−z) − ½. Without it the definition fails at
// n = 0: −1/2 + exp(−z) has all derivatives of a completely monotone function and is negative far out.
func NotNegative(e *formula.Expr, far bool, of *kernel.Kernel) error {
	if normal.Positive(e) == nil {
		return nil
	}
	limit, where := LimitAtZero, "0"
	if far {
		limit, where = LimitAtInfinity, "infinity"
	}
	c, err := limit(e, of)
	if err != nil {
		return err
	}
	return rule.Proved(rule.Nonnegative(c), "%s is negative at %s", e, where)
}

// LimitAtZero is the limit of e at z = 0.
// The normal form has the limit where it is found part by part; otherwise the expansion at 0 does, with an exact
// coefficient. An expansion whose leading term may not be bounded has no limit.
func LimitAtZero(e *formula.Expr, of *kernel.Kernel) (constant.Value, error) {
	if c, err := normal.LimitAtZero(e); err == nil {
		return c, nil
	}
	x, err := of.Derive(e).Metered(of.Meter()).ExactAt(piecewise.BreakpointAt(formula.Int(0)), true, 1)
	if err != nil {
		return constant.Value{}, rule.Incomplete("%v", err)
	}
	c, ok := x.Limit()
	if !ok {
		err = rule.Incomplete("no limit of %s at 0 is known", e)
	}
	return c, err
}

// LimitAtInfinity is the limit of e, which is monotone for large z, at infinity.
// Of an oscillating e the expansion has the mean, which is the limit only because e is monotone.
func LimitAtInfinity(e *formula.Expr, of *kernel.Kernel) (constant.Value, error) {
	switch inf := of.Derive(e).Metered(of.Meter()).ExactInfinity(); inf.Kind {
	case asymptotic.Undetermined, asymptotic.Growth:
		return constant.Value{}, rule.Incomplete("no limit of %s at infinity is known", e)
	default:
		return inf.Limit, nil
	}
}

// c ≥ 0 is completely monotone, and a Bernstein function with B′ = 0; c < 0 is neither, by n = 0.
func constantRule(_ *rule.Checker, g rule.Goal, _ rule.None) error {
	form, err := normal.Of(g.Kernel.Expr())
	if err != nil {
		return err
	}
	c, ok := form.Constant()
	if !ok {
		return rule.Reject("the function is not constant")
	}
	return rule.Proved(rule.Nonnegative(c), "the constant %s is negative", c)
}

// read returns the sum, the sign of its constant, and the formulas in it; no coefficient is negative.
// With a negative coefficient the sum may be anything: exp(−z²) − exp(−2z²) increases near 0. The constant alone may be
// negative, and what follows of that is the caller's.
func (ev Terms) read() (sum *formula.Expr, constant int, parts []*kernel.Kernel, err error) {
	if len(ev.Terms) == 0 {
		return nil, 0, nil, rule.Reject("a sum without terms")
	}
	first, err := readConstant(ev.Constant)
	if err != nil {
		return nil, 0, nil, err
	}
	sum = first.Expr
	for _, t := range ev.Terms {
		c, err := readConstant(t.Coefficient)
		if err != nil {
			return nil, 0, nil, err
		}
		// The sign is proved when the constant is read.
		if c.sign < 0 {
			return nil, 0, nil, rule.Reject("the coefficient %s is negative", t.Coefficient)
		}
		k, err := readFormula(t.Formula)
		if err != nil {
			return nil, 0, nil, err
		}
		parts = append(parts, k)
		sum = formula.Apply(formula.OpAdd, sum, formula.Apply(formula.OpMul, c.Expr, k.Expr()))
	}
	return sum, first.sign, parts, nil
}

// sumRule makes the rule about sums of functions with the claim: those that are nonnegative.
// Σ c_i f_i with c_i ≥ 0 has the signs of the derivatives that the f_i have, for n ≥ 1 whatever the constant is. For n = 0
// a constant ≥ 0 is enough; of one below 0 the sum itself has to be nonnegative, at infinity where it decreases (CM), at 0
// where it increases (Bernstein). All terms are premises: one with the coefficient 0 too, which proves more than is needed.
func sumRule(claim proof.ID) func(*rule.Checker, rule.Goal, Terms) ([]rule.Goal, error) {
	return func(_ *rule.Checker, g rule.Goal, ev Terms) ([]rule.Goal, error) {
		sum, constant, parts, err := ev.read()
		if err == nil {
			err = composed(g, sum)
		}
		if err == nil && constant < 0 {
			err = NotNegative(g.Kernel.Expr(), claim == proof.CompletelyMonotone, g.Kernel)
		}
		return g.Needs(claim, parts...), err
	}
}

// (fg)^(n) is by Leibniz's formula a sum of products f^(j) g^(n−j), each of the sign (−1)^n. The product of no factors is 1.
func productRule(_ *rule.Checker, g rule.Goal, ev Factors) ([]rule.Goal, error) {
	parts, err := formulas(ev.Factors...)
	if err != nil {
		return nil, err
	}
	product := formula.Int(1)
	for _, k := range parts {
		product = formula.Apply(formula.OpMul, product, k.Expr())
	}
	return g.Needs(proof.CompletelyMonotone, parts...), composed(g, product)
}

// argumentRule makes the rule about a function of a Bernstein function.
// The rules are exp(−B) and B/t; for neither has B to be positive (docs/rules/composition.md and
// completely-monotone.quotient.md), and B ≥ 0 is part of the premise.
func argumentRule(of func(b *formula.Expr) *formula.Expr) func(*rule.Checker, rule.Goal,
	Argument) ([]rule.Goal, error) {
	return func(_ *rule.Checker, g rule.Goal, ev Argument) ([]rule.Goal, error) {
		b, err := readFormula(ev.Formula)
		if err != nil {
			return nil, err
		}
		return g.Needs(Bernstein, b), composed(g, of(b.Expr()))
	}
}

// base returns the formula, of which k has to be the power of this sign.
func (ev Power) base(g rule.Goal, sign int64) (*kernel.Kernel, error) {
	b, err := readFormula(ev.Formula)
	if err != nil {
		return nil, err
	}
	return b, composed(g, pow(b.Expr(), ev.Power.Scale(big.NewRat(sign, 1))))
}

// B^(−a) = Γ(a)^(−1) ∫ u^(a−1) e^(−uB) du needs a > 0, and B > 0 for the integral to converge: B = 0 somewhere is B ≡ 0.
func powerRule(_ *rule.Checker, g rule.Goal, ev Power) ([]rule.Goal, error) {
	if !ev.Power.Positive() {
		return nil, rule.Reject("the power −%s is not negative", ev.Power)
	}
	b, err := ev.base(g, -1)
	if err != nil {
		return nil, err
	}
	return g.Needs(Bernstein, b), normal.Positive(b.Expr())
}

// read returns Outer and Inner; the composition with the root of Inner must be k, and Inner positive.
// Outer stands for F(z²): z ↦ √B puts F(B) there. B > 0 everywhere keeps F, of which nothing is known at 0, in (0,∞).
func (ev Composition) read(g rule.Goal) (outer, inner *kernel.Kernel, err error) {
	both, err := formulas(ev.Outer, ev.Inner)
	if err != nil {
		return nil, nil, err
	}
	outer, inner = both[0], both[1]
	if err := normal.Positive(inner.Expr()); err != nil {
		return nil, nil, err
	}
	return outer, inner, composed(g, formula.Substitute(outer.Expr(), formula.Apply(formula.OpSqrt, inner.Expr())))
}

// compositionRule makes the rule that F∘B is what F is, for a Bernstein function B > 0.
// F(B) = ∫ e^(−uB) ν(du) for a completely monotone F (Bernstein's theorem, Acta Math. 52, 1929); for a Bernstein F,
// (F∘B)′ = F′(B)·B′ is a product of completely monotone functions (Schilling–Song–Vondraček, theorem 3.7).
func compositionRule(claim proof.ID) func(*rule.Checker, rule.Goal, Composition) ([]rule.Goal, error) {
	return func(_ *rule.Checker, g rule.Goal, ev Composition) ([]rule.Goal, error) {
		outer, inner, err := ev.read(g)
		if err != nil {
			return nil, err
		}
		return append(g.Needs(claim, outer), g.Needs(Bernstein, inner)...), nil
	}
}

// shiftRule makes a rule about F(B) and F(B + c): k is sign times F(B + c) − F(B), where F has the given claim.
// F(x) − F(x+c) = ∫ e^(−xs)(1 − e^(−cs)) ν(ds) for a completely monotone F: c > 0 makes the weight nonnegative, and c < 0
// would make the difference negative. For a Bernstein F, g(x) = F(x+c) − F(x) is ≥ 0 and −g′ is such a difference of F′.
// Composed with a Bernstein function B > 0 both stay completely monotone.
func shiftRule(sign int64, claim proof.ID) func(*rule.Checker, rule.Goal, Shift) ([]rule.Goal, error) {
	return func(_ *rule.Checker, g rule.Goal, ev Shift) ([]rule.Goal, error) {
		both, err := formulas(ev.Outer, ev.Inner)
		if err != nil {
			return nil, err
		}
		outer, inner := both[0], both[1]
		shift, err := readConstant(ev.Shift)
		if err != nil {
			return nil, err
		}
		// With c = 0 the difference is 0, with c < 0 its sign turns.
		if shift.sign <= 0 {
			return nil, rule.Reject("the shift %s is not positive", ev.Shift)
		}
		if err := normal.Positive(inner.Expr()); err != nil {
			return nil, err
		}
		at := func(x *formula.Expr) *formula.Expr {
			return formula.Substitute(outer.Expr(), formula.Apply(formula.OpSqrt, x))
		}
		far, near := at(formula.Apply(formula.OpAdd, inner.Expr(), shift.Expr)), at(inner.Expr())
		difference := formula.Apply(formula.OpMul, formula.Int(sign), formula.Apply(formula.OpSub, far, near))
		return append(g.Needs(claim, outer), g.Needs(Bernstein, inner)...), composed(g, difference)
	}
}

// rest returns the formula; Constant − Formula must be k.
// The constant may have any sign and value: whether c − f ≥ 0 is the caller's to ask.
func (ev Complement) rest(g rule.Goal) (*kernel.Kernel, error) {
	c, err := readConstant(ev.Constant)
	if err != nil {
		return nil, err
	}
	k, err := readFormula(ev.Formula)
	if err != nil {
		return nil, err
	}
	return k, composed(g, formula.Apply(formula.OpSub, c.Expr, k.Expr()))
}

// k = c − B, B a Bernstein function of t: Σ c_i c_j k = −Σ c_i c_j B = lim_{s→0} (1/s) Σ c_i c_j e^(−sB) ≥ 0 where Σ c_i = 0,
// for e^(−sB) is positive definite on every R^d (Schoenberg, Ann. of Math. 39, 1938, theorems 3 and 6). Here k(0) is needed, which
// no normal form speaks of: the rule supposes continuity at 0, with which the formula beyond 0 may stand for k.
func conditionalRule(_ *rule.Checker, g rule.Goal, ev Complement) ([]rule.Goal, error) {
	inside, _ := shape.AtZero(g.Kernel) // where k is continuous
	g.Kernel = g.Kernel.Derive(inside)
	b, err := ev.rest(g)
	return g.Needs(Bernstein, b), err
}

// complementRule makes the rule about c − k for a k with the given claim; far: it does not increase (for NotNegative).
// (c − B)′ = −B′ and (c − g)′ = −g′: only n = 0 is left to prove, c − f ≥ 0. far says that c − f does not increase.
func complementRule(claim proof.ID, far bool) func(*rule.Checker, rule.Goal, Complement) ([]rule.Goal, error) {
	return func(_ *rule.Checker, g rule.Goal, ev Complement) ([]rule.Goal, error) {
		k, err := ev.rest(g)
		if err != nil {
			return nil, err
		}
		return g.Needs(claim, k), NotNegative(g.Kernel.Expr(), far, g.Kernel)
	}
}

// slope rejects the step unless df/dt = sign·h.
// The derivative is taken of the normal form, in which every function is analytic on (0,∞): d/dt = (2z)^(−1) d/dz.
func slope(f, h *formula.Expr, sign int64) error {
	d, err := normal.DerivativeT(f)
	if err != nil {
		return err
	}
	return normal.Same(d, formula.Apply(formula.OpMul, formula.Int(sign), h))
}

// derivativeRule makes the rule about k ≥ 0 with sign·k′ completely monotone.
// By definition: all derivatives of order ≥ 1 are those of h, and k ≥ 0 is the one that is missing. With sign −1 k does not
// increase and its limit at infinity decides, with sign 1 that at 0.
func derivativeRule(sign int64) func(*rule.Checker, rule.Goal, Argument) ([]rule.Goal, error) {
	return func(_ *rule.Checker, g rule.Goal, ev Argument) ([]rule.Goal, error) {
		h, err := readFormula(ev.Formula)
		if err != nil {
			return nil, err
		}
		if err := slope(g.Kernel.Expr(), h.Expr(), sign); err != nil {
			return nil, err
		}
		return g.Needs(proof.CompletelyMonotone, h), NotNegative(g.Kernel.Expr(), sign < 0, g.Kernel)
	}
}

// G(z) − G(rz) = ∫_{rz}^z u^(p−1) h(u) du, G′ = z^(p−1)h, so that k = ∫_r^1 v^(p−1) h(vz) dv is a mixture of the
// completely monotone functions t ↦ h(v√t) with weights ≥ 0. What breaks without a hypothesis: for r ≥ 1 the sign turns;
// for r = 0 a G(0+) ≠ 0 adds G(0+)·z^(−p), which for G(0+) < 0, or p < 0, is not completely monotone. Convergence at 0
// follows: h ≥ 0 and the limit of G at 0 is finite.
func meanRule(_ *rule.Checker, g rule.Goal, ev Mean) ([]rule.Goal, error) {
	primitive, err := readFormula(ev.Formula)
	if err != nil {
		return nil, err
	}
	r, err := readConstant(ev.Scale)
	if err != nil {
		return nil, err
	}
	difference, z := primitive.Expr(), formula.Variable()
	switch {
	// For r = 1 the difference is 0, and for r > 1 negative.
	case r.sign < 0 || !increases(r.value, constant.Int(1)):
		return nil, rule.Reject("the scale %s is not in [0, 1)", ev.Scale)
	case r.sign > 0:
		difference = formula.Sub(difference, formula.Substitute(difference, formula.Mul(r.Expr, z)))
	default:
		limit, err := LimitAtZero(difference, g.Kernel)
		if err != nil {
			return nil, err
		}
		if limit.IsZero() != ball.True {
			return nil, rule.Reject("the primitive is not zero at 0")
		}
	}
	if err := composed(g, formula.Mul(difference, pow(z, ev.Power.Neg()))); err != nil {
		return nil, err
	}
	// h = z^(1−p) G′(z) = z^(1−p)·2z·dG/dt.
	d, err := normal.DerivativeT(primitive.Expr()) // G′ = 2z dG/dt
	if err != nil {
		return nil, err
	}
	h := formula.Mul(formula.Mul(formula.Int(2), d), pow(z, constant.Int(2).Sub(ev.Power.Value)))
	return g.Needs(proof.CompletelyMonotone, g.Kernel.Derive(h)), nil
}

// z^p = t^(p/2), 0 ≤ p/2 ≤ 1, is a Bernstein function: the derivative (p/2)·t^(p/2−1) is completely monotone. Beyond
// p = 2 it increases.
func bernsteinPowerRule(_ *rule.Checker, g rule.Goal, ev Power) error {
	// Both bounds by proved comparisons: t^(p/2) with p > 2 has an increasing derivative, and with
	// p < 0 decreases.
	if p := ev.Power.Value; !atMost(constant.Int(0), p) || !atMost(p, constant.Int(2)) {
		return rule.Reject("the power %s is not in [0, 2]", ev.Power)
	}
	b, err := ev.base(g, 1)
	if err != nil {
		return err
	}
	if b.Expr().Op() != formula.OpVar {
		return rule.Reject("a power of %s, not of z", b.Formula())
	}
	return nil
}

// B^r = (u ↦ u^r)∘B. B may have zeros here: at one B ≡ 0, and 0^r = 0.
func bernsteinRootRule(_ *rule.Checker, g rule.Goal, ev Power) ([]rule.Goal, error) {
	// r = 0 would be the constant 1, which has its own rule; for r > 1 u^r is convex.
	if !ev.Power.Positive() || !atMost(ev.Power.Value, constant.Int(1)) {
		return nil, rule.Reject("the power %s is not in (0, 1]", ev.Power)
	}
	b, err := ev.base(g, 1)
	if err != nil {
		return nil, err
	}
	return g.Needs(Bernstein, b), nil
}

// Series is a formula that is one of the power series of pd.power-series, with its shift.
type Series struct {
	Formula string `json:"formula"`
	rule.Series
}

// F(e) = Σ a_n e^n with a_n ≥ 0: powers, sums and pointwise limits of completely monotone functions are such
// (Schilling–Song–Vondraček, corollary 1.6). The series has to converge for the values of e: e does not increase, so that
// s − e ≥ 0 at 0+ bounds it, and where e takes the value s it is constant.
func seriesRule(_ *rule.Checker, g rule.Goal, ev Series) ([]rule.Goal, error) {
	k, err := readFormula(ev.Formula)
	if err != nil {
		return nil, err
	}
	e, below, _, err := ev.InnerOf(k.Expr(), k.CutAt(g.Kernel.Points())) // asin has a normal form below 1 only
	if err != nil {
		return nil, err
	}
	// e is completely monotone by the premise, so that s − e and π/2 − e increase: their limits at
	// 0 are their infima.
	if below != nil { // it does not decrease
		if err := NotNegative(below, false, g.Kernel); err != nil {
			return nil, err
		}
	}
	return g.Needs(proof.CompletelyMonotone, g.Kernel.Derive(e)), composed(g, k.Expr())
}
