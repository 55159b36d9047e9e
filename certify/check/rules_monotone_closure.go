package check

import (
	"math/big"

	"krein/certify/proof"
	"krein/kernel"
)

// cmComposed rejects the step unless the goal's kernel is the function e for all z > 0.
func cmComposed(g Goal, e *kernel.Expr) error { return cmSame(g.Kernel.Expr(), e) }

// cmPremise checks the i-th premise, a claim about k.
func cmPremise(c *Checker, g Goal, s *proof.Step, i int, claim proof.ID, k *kernel.Kernel) error {
	return c.premise(s, i, Goal{claim, true, k, g.Dim})
}

// cmPositive rejects the step unless e is proved to be positive for all z > 0.
func cmPositive(e *kernel.Expr) error {
	s, err := cmFormOf(e)
	if err != nil {
		return err
	}
	positive := false
	if err := cmTry(func() { positive = s.positive() }); err != nil {
		return err
	}
	if !positive {
		return reject("%s is not seen to be positive", e)
	}
	return nil
}

// cmNotNegative rejects the step unless e, which does not decrease, is nonnegative for all z > 0: it is positive, or its limit
// at 0 is not negative.
func cmNotNegative(e *kernel.Expr) error {
	if cmPositive(e) == nil {
		return nil
	}
	c, err := LimitAtZero(e)
	if err != nil {
		return err
	}
	switch sign, known := c.Sign(); {
	case known != kernel.True:
		return incomplete("the sign of %s at 0 is not known", e)
	case sign < 0:
		return reject("%s is negative at 0", e)
	}
	return nil
}

func cmConstantRule(_ *Checker, g Goal, s *proof.Step) error {
	var none struct{}
	if err := s.Decode(&none); err != nil {
		return err
	}
	if err := premises(s, 0); err != nil {
		return err
	}
	form, err := cmFormOf(g.Kernel.Expr())
	if err != nil {
		return err
	}
	c, ok := form.constant()
	if !ok {
		return reject("the function is not constant")
	}
	if sign, _ := c.Sign(); sign < 0 { // it is known: without it there is no form
		return reject("the constant %s is negative", c)
	}
	return nil
}

// cmLinear reads Σ Coefficient·Formula with coefficients ≥ 0.
func cmLinear(s *proof.Step) (sum *kernel.Expr, constant int, parts []*kernel.Kernel, err error) {
	var ev MonotoneTerms
	if err := s.Decode(&ev); err != nil {
		return nil, 0, nil, err
	}
	if err := premises(s, len(ev.Terms)); err != nil {
		return nil, 0, nil, err
	}
	if len(ev.Terms) == 0 {
		return nil, 0, nil, reject("a sum without terms")
	}
	first, err := cmConstant(ev.Constant)
	if err != nil {
		return nil, 0, nil, err
	}
	sum = first.Expr
	for _, t := range ev.Terms {
		c, err := cmConstant(t.Coefficient)
		if err != nil {
			return nil, 0, nil, err
		}
		if c.sign < 0 {
			return nil, 0, nil, reject("the coefficient %s is negative", t.Coefficient)
		}
		k, err := cmFormula(t.Formula)
		if err != nil {
			return nil, 0, nil, err
		}
		parts = append(parts, k)
		sum = kernel.Apply(kernel.OpAdd, sum, kernel.Apply(kernel.OpMul, c.Expr, k.Expr()))
	}
	return sum, first.sign, parts, nil
}

func cmSumRule(c *Checker, g Goal, s *proof.Step) error {
	sum, constant, parts, err := cmLinear(s)
	if err != nil {
		return err
	}
	if constant < 0 {
		return reject("the constant is negative")
	}
	if err := cmComposed(g, sum); err != nil {
		return err
	}
	for i, k := range parts {
		if err := cmPremise(c, g, s, i, proof.CompletelyMonotone, k); err != nil {
			return err
		}
	}
	return nil
}

func cmProductRule(c *Checker, g Goal, s *proof.Step) error {
	var ev MonotoneFactors
	if err := s.Decode(&ev); err != nil {
		return err
	}
	if err := premises(s, len(ev.Factors)); err != nil {
		return err
	}
	product := kernel.Int(1)
	var parts []*kernel.Kernel
	for _, f := range ev.Factors {
		k, err := cmFormula(f)
		if err != nil {
			return err
		}
		parts = append(parts, k)
		product = kernel.Apply(kernel.OpMul, product, k.Expr())
	}
	if err := cmComposed(g, product); err != nil {
		return err
	}
	for i, k := range parts {
		if err := cmPremise(c, g, s, i, proof.CompletelyMonotone, k); err != nil {
			return err
		}
	}
	return nil
}

// cmOne reads evidence of one formula, and wants one premise.
func cmOne(s *proof.Step) (*kernel.Kernel, error) {
	var ev MonotoneArgument
	if err := s.Decode(&ev); err != nil {
		return nil, err
	}
	if err := premises(s, 1); err != nil {
		return nil, err
	}
	return cmFormula(ev.Formula)
}

func cmExponentialRule(c *Checker, g Goal, s *proof.Step) error {
	b, err := cmOne(s)
	if err != nil {
		return err
	}
	if err := cmComposed(g, kernel.Apply(kernel.OpExp, kernel.Apply(kernel.OpNeg, b.Expr()))); err != nil {
		return err
	}
	return cmPremise(c, g, s, 0, Bernstein, b)
}

// cmBasePower reads a formula and a power, of which k is the composition, and wants n premises.
func cmBasePower(g Goal, s *proof.Step, sign int64, n int) (*kernel.Kernel, *big.Rat, error) {
	var ev MonotonePower
	if err := s.Decode(&ev); err != nil {
		return nil, nil, err
	}
	if err := premises(s, n); err != nil {
		return nil, nil, err
	}
	b, err := cmFormula(ev.Formula)
	if err != nil {
		return nil, nil, err
	}
	p := new(big.Rat).Mul(ev.Power.Rat, big.NewRat(sign, 1))
	return b, ev.Power.Rat, cmComposed(g, kernel.Apply(kernel.OpPow, b.Expr(), kernel.Rational(p)))
}

func cmPowerRule(c *Checker, g Goal, s *proof.Step) error {
	b, a, err := cmBasePower(g, s, -1, 1)
	if err != nil {
		return err
	}
	if a.Sign() <= 0 {
		return reject("the power −%s is not negative", a.RatString())
	}
	if err := cmPositive(b.Expr()); err != nil {
		return err
	}
	return cmPremise(c, g, s, 0, Bernstein, b)
}

// cmInner reads Outer and Inner; the composition with the root of Inner must be k, and Inner positive.
func cmInner(g Goal, s *proof.Step) (outer, inner *kernel.Kernel, err error) {
	var ev MonotoneComposition
	if err := s.Decode(&ev); err != nil {
		return nil, nil, err
	}
	if err := premises(s, 2); err != nil {
		return nil, nil, err
	}
	if outer, err = cmFormula(ev.Outer); err != nil {
		return nil, nil, err
	}
	if inner, err = cmFormula(ev.Inner); err != nil {
		return nil, nil, err
	}
	if err := cmPositive(inner.Expr()); err != nil {
		return nil, nil, err
	}
	return outer, inner, cmComposed(g, Substitute(outer.Expr(), kernel.Apply(kernel.OpSqrt, inner.Expr())))
}

// Substitute replaces the distance in a formula.
func Substitute(e, z *kernel.Expr) *kernel.Expr {
	memo := make(map[*kernel.Expr]*kernel.Expr)
	var walk func(*kernel.Expr) *kernel.Expr
	walk = func(e *kernel.Expr) *kernel.Expr {
		e = e.Body()
		switch {
		case e.Op() == kernel.OpVar:
			return z
		case !e.Varies() || len(e.Args()) == 0:
			return e
		}
		if f, ok := memo[e]; ok {
			return f
		}
		args := make([]*kernel.Expr, len(e.Args()))
		for i, a := range e.Args() {
			args[i] = walk(a)
		}
		f := kernel.Apply(e.Op(), args...)
		memo[e] = f
		return f
	}
	return walk(e)
}

func cmCompositionRule(c *Checker, g Goal, s *proof.Step) error {
	outer, inner, err := cmInner(g, s)
	if err != nil {
		return err
	}
	if err := cmPremise(c, g, s, 0, proof.CompletelyMonotone, outer); err != nil {
		return err
	}
	return cmPremise(c, g, s, 1, Bernstein, inner)
}

// cmShift checks a rule about F(B) and F(B + c): k is sign times F(B + c) − F(B), where F has the given claim.
func cmShift(c *Checker, g Goal, s *proof.Step, sign int64, claim proof.ID) error {
	var ev MonotoneShift
	if err := s.Decode(&ev); err != nil {
		return err
	}
	if err := premises(s, 2); err != nil {
		return err
	}
	outer, err := cmFormula(ev.Outer)
	if err != nil {
		return err
	}
	inner, err := cmFormula(ev.Inner)
	if err != nil {
		return err
	}
	shift, err := cmConstant(ev.Shift)
	if err != nil {
		return err
	}
	if shift.sign <= 0 {
		return reject("the shift %s is not positive", ev.Shift)
	}
	if err := cmPositive(inner.Expr()); err != nil {
		return err
	}
	at := func(x *kernel.Expr) *kernel.Expr {
		return Substitute(outer.Expr(), kernel.Apply(kernel.OpSqrt, x))
	}
	far, near := at(kernel.Apply(kernel.OpAdd, inner.Expr(), shift.Expr)), at(inner.Expr())
	if err := cmComposed(g, kernel.Apply(kernel.OpMul, kernel.Int(sign), kernel.Apply(kernel.OpSub, far, near))); err != nil {
		return err
	}
	if err := cmPremise(c, g, s, 0, claim, outer); err != nil {
		return err
	}
	return cmPremise(c, g, s, 1, Bernstein, inner)
}

func cmDecrementRule(c *Checker, g Goal, s *proof.Step) error {
	return cmShift(c, g, s, -1, proof.CompletelyMonotone)
}

func cmIncrementRule(c *Checker, g Goal, s *proof.Step) error {
	return cmShift(c, g, s, 1, Bernstein)
}

// cmRest reads Constant − Formula, which must be k, and wants one premise.
func cmRest(g Goal, s *proof.Step) (*kernel.Kernel, error) {
	var ev MonotoneComplement
	if err := s.Decode(&ev); err != nil {
		return nil, err
	}
	if err := premises(s, 1); err != nil {
		return nil, err
	}
	c, err := cmConstant(ev.Constant)
	if err != nil {
		return nil, err
	}
	k, err := cmFormula(ev.Formula)
	if err != nil {
		return nil, err
	}
	return k, cmComposed(g, kernel.Apply(kernel.OpSub, c.Expr, k.Expr()))
}

func cmComplementRule(c *Checker, g Goal, s *proof.Step) error {
	b, err := cmRest(g, s)
	if err != nil {
		return err
	}
	if err := cmPositive(g.Kernel.Expr()); err != nil {
		return err
	}
	return cmPremise(c, g, s, 0, Bernstein, b)
}

// cmSlope rejects the step unless df/dt = sign·h.
func cmSlope(f, h *kernel.Expr, sign int64) error {
	d, err := DerivativeT(f)
	if err != nil {
		return err
	}
	return cmSame(d, kernel.Apply(kernel.OpMul, kernel.Int(sign), h))
}

func cmDerivativeRule(c *Checker, g Goal, s *proof.Step) error {
	h, err := cmOne(s)
	if err != nil {
		return err
	}
	if err := cmPositive(g.Kernel.Expr()); err != nil {
		return err
	}
	if err := cmSlope(g.Kernel.Expr(), h.Expr(), -1); err != nil {
		return err
	}
	return cmPremise(c, g, s, 0, proof.CompletelyMonotone, h)
}

func cmMeanRule(c *Checker, g Goal, s *proof.Step) error {
	var ev MonotonePower
	if err := s.Decode(&ev); err != nil {
		return err
	}
	if err := premises(s, 1); err != nil {
		return err
	}
	h, err := cmFormula(ev.Formula)
	if err != nil {
		return err
	}
	p := ev.Power.Rat
	if p.Sign() <= 0 {
		return reject("the power %s is not positive", p.RatString())
	}
	z := func(p *big.Rat) *kernel.Expr {
		return kernel.Apply(kernel.OpPow, kernel.Variable(), kernel.Rational(p))
	}
	primitive := kernel.Apply(kernel.OpMul, z(p), g.Kernel.Expr())
	limit, err := LimitAtZero(primitive)
	if err != nil {
		return err
	}
	if limit.IsZero() != kernel.True {
		return reject("the primitive is not zero at 0")
	}
	// dG/dt = z^(p−1) h/(2z)
	half := kernel.Apply(kernel.OpDiv, kernel.Apply(kernel.OpMul, z(new(big.Rat).Sub(p, ratTwo)), h.Expr()), kernel.Int(2))
	if err := cmSlope(primitive, half, 1); err != nil {
		return err
	}
	return cmPremise(c, g, s, 0, proof.CompletelyMonotone, h)
}

func cmLogarithmicRule(c *Checker, g Goal, s *proof.Step) error {
	var ev MonotoneLogarithmic
	if err := s.Decode(&ev); err != nil {
		return err
	}
	if err := premises(s, 1); err != nil {
		return err
	}
	base, err := cmFormula(ev.Formula)
	if err != nil {
		return err
	}
	h, err := cmFormula(ev.Derivative)
	if err != nil {
		return err
	}
	if ev.Power.Sign() <= 0 {
		return reject("the power %s is not positive", ev.Power.RatString())
	}
	if err := cmPositive(base.Expr()); err != nil {
		return err
	}
	if err := cmComposed(g, kernel.Apply(kernel.OpPow, base.Expr(), kernel.Rational(ev.Power.Rat))); err != nil {
		return err
	}
	if err := cmSlope(base.Expr(), kernel.Apply(kernel.OpMul, base.Expr(), h.Expr()), -1); err != nil {
		return err
	}
	return cmPremise(c, g, s, 0, proof.CompletelyMonotone, h)
}

func cmBernsteinPowerRule(_ *Checker, g Goal, s *proof.Step) error {
	b, p, err := cmBasePower(g, s, 1, 0)
	if err != nil {
		return err
	}
	if b.Expr().Op() != kernel.OpVar {
		return reject("a power of %s, not of z", b.Formula())
	}
	if p.Sign() < 0 || p.Cmp(ratTwo) > 0 {
		return reject("the power %s is not in [0, 2]", p.RatString())
	}
	return nil
}

func cmBernsteinSumRule(c *Checker, g Goal, s *proof.Step) error {
	sum, constant, parts, err := cmLinear(s)
	if err != nil {
		return err
	}
	if err := cmComposed(g, sum); err != nil {
		return err
	}
	if constant < 0 {
		if err := cmNotNegative(g.Kernel.Expr()); err != nil {
			return err
		}
	}
	for i, k := range parts {
		if err := cmPremise(c, g, s, i, Bernstein, k); err != nil {
			return err
		}
	}
	return nil
}

func cmBernsteinComplementRule(c *Checker, g Goal, s *proof.Step) error {
	k, err := cmRest(g, s)
	if err != nil {
		return err
	}
	// That c − g does not decrease, the premise says; it is checked first.
	if err := cmPremise(c, g, s, 0, proof.CompletelyMonotone, k); err != nil {
		return err
	}
	return cmNotNegative(g.Kernel.Expr())
}

func cmBernsteinLogarithmRule(c *Checker, g Goal, s *proof.Step) error {
	b, err := cmOne(s)
	if err != nil {
		return err
	}
	// The logarithm has a form only if B > 0.
	if err := cmComposed(g, kernel.Apply(kernel.OpLog, b.Expr())); err != nil {
		return err
	}
	if err := cmPremise(c, g, s, 0, Bernstein, b); err != nil {
		return err
	}
	return cmNotNegative(g.Kernel.Expr())
}

func cmBernsteinRootRule(c *Checker, g Goal, s *proof.Step) error {
	b, r, err := cmBasePower(g, s, 1, 1)
	if err != nil {
		return err
	}
	if r.Sign() <= 0 || r.Cmp(ratOne) > 0 {
		return reject("the power %s is not in (0, 1]", r.RatString())
	}
	return cmPremise(c, g, s, 0, Bernstein, b)
}

func cmBernsteinCompositionRule(c *Checker, g Goal, s *proof.Step) error {
	outer, inner, err := cmInner(g, s)
	if err != nil {
		return err
	}
	if err := cmPremise(c, g, s, 0, Bernstein, outer); err != nil {
		return err
	}
	return cmPremise(c, g, s, 1, Bernstein, inner)
}

func cmBernsteinDerivativeRule(c *Checker, g Goal, s *proof.Step) error {
	h, err := cmOne(s)
	if err != nil {
		return err
	}
	if err := cmSlope(g.Kernel.Expr(), h.Expr(), 1); err != nil {
		return err
	}
	if err := cmPremise(c, g, s, 0, proof.CompletelyMonotone, h); err != nil {
		return err
	}
	return cmNotNegative(g.Kernel.Expr())
}
