package normal

import (
	"math/big"
	"slices"

	"krein/internal/certify/check/rule"
	"krein/internal/certify/check/shape"
	"krein/internal/kernel/constant"
	"krein/internal/kernel/formula"
)

// builder makes forms of formulas.
//
// depth counts nested calls, against formulas that would exhaust the stack.
type builder struct {
	hyper bool // hyperbolic functions are written with exponentials
	depth int
	memo  map[*formula.Expr]Form
}

// Of returns the form of a formula on z > 0.
//
// An error says that there is none within the limits, or that a hypothesis of a law, as a positive
// base, is not proved; nothing follows from it about e.
func Of(e *formula.Expr) (s Form, err error) {
	err = try(func() { s = (&builder{}).form(e) })
	return s, err
}

// Same tells whether two formulas are proved to be the same function on z > 0, where both are defined.
//
// The difference has the normal form 0, with hyperbolic functions as they stand, or as
// exponentials. "Where both are defined" is everywhere: what has a form is defined and analytic on
// z > 0.
func Same(a, b *formula.Expr) error {
	var why error
	for _, hyper := range []bool{false, true} {
		same := false
		err := try(func() {
			m := &builder{hyper: hyper}
			same = sumOf(m.form(a), m.form(b).neg()).isZero()
		})
		if same {
			return nil
		}
		if why == nil {
			why = err
		}
	}
	if why != nil {
		return why
	}
	return rule.Reject("%s is not proved to equal %s", a, b)
}

// form returns the form of a part of a formula.
//
// The memo is by node, so that a part that stands in many places is built once.
func (m *builder) form(e *formula.Expr) (s Form) {
	if s, ok := m.memo[e]; ok {
		return s
	}
	if m.depth++; m.depth > maxDepth {
		fail("the formula is nested too deeply")
	}
	defer func() { m.depth-- }()
	s = m.node(e)
	if m.memo == nil {
		m.memo = make(map[*formula.Expr]Form)
	}
	m.memo[e] = s
	return s
}

func (m *builder) node(e *formula.Expr) Form {
	e = e.Body()
	if !e.Varies() {
		c, err := constant.New(e)
		if err != nil {
			fail("%v", err)
		}
		return constantForm(c)
	}
	args := e.Args()
	switch e.Op() {
	case formula.OpVar:
		return power(z, ratOne)
	// A written sum may have more terms than a product of sums: each of them is a node of the
	// formula, so that the work is bounded by the text.
	case formula.OpNeg, formula.OpAdd, formula.OpSub:
		return sumWithin(maxWritten, m.summands(nil, e, false))
	case formula.OpMul:
		return m.product(e)
	case formula.OpDiv:
		return m.form(args[0]).times(m.power(args[1], big.NewRat(-1, 1)))
	case formula.OpSqrt:
		return m.power(args[0], ratHalf)
	// e^x for an x that varies is exp(x log e), which wants e > 0.
	case formula.OpPow:
		// An exponent that is constant without being rational, as √2, is treated as one that
		// varies: b^√2 = exp(√2 log b) for b > 0, the same function where the formula has a value.
		if p := m.constantPower(args[1]); p != nil {
			return m.power(args[0], p)
		}
		return exp(m.form(args[1]).times(log(m.form(args[0]))))
	case formula.OpCond:
		return m.form(branch(e))
	case formula.OpBesselJ, formula.OpBesselI, formula.OpBesselK:
		c, err := constant.New(args[0])
		if err != nil {
			fail("%v", err)
		}
		// It oscillates, and no rule of normal forms knows its zeros.
		if e.Op() == formula.OpBesselJ {
			fail("a Bessel function J")
		}
		return bessel(e.Op(), c, m.form(args[1]))
	}
	if len(args) != 1 {
		fail("%v of something that varies", e.Op())
	}
	return m.function(e.Op(), m.form(args[0]))
}

// summands appends the forms of the parts of a sum, or those of its negative, which are no sums that vary: a sum is as deep
// as it has terms, and they are added up at once.
//
// −(a − b) is −a + b: `negative` turns with every minus sign above a summand.
func (m *builder) summands(forms []Form, e *formula.Expr, negative bool) []Form {
	e = e.Body()
	args := e.Args()
	switch op := e.Op(); {
	case e.Varies() && op == formula.OpNeg:
		return m.summands(forms, args[0], !negative)
	case e.Varies() && (op == formula.OpAdd || op == formula.OpSub):
		forms = m.summands(forms, args[0], negative)
		return m.summands(forms, args[1], negative != (op == formula.OpSub))
	}
	s := m.form(e)
	if negative {
		s = s.neg()
	}
	return append(forms, s)
}

// product multiplies the factors of a product from the first one on, of which it is as deep as there are.
//
// Factors are multiplied in the order in which they stand, which the bounds on work see and the
// form does not.
func (m *builder) product(e *formula.Expr) Form {
	var rest []*formula.Expr
	for e.Varies() && e.Op() == formula.OpMul {
		rest = append(rest, e.Args()[1])
		e = e.Args()[0].Body()
	}
	s := m.form(e)
	for _, factor := range slices.Backward(rest) {
		s = s.times(m.form(factor))
	}
	return s
}

// constantPower returns an exponent that is a rational constant, nil for any other.
func (m *builder) constantPower(e *formula.Expr) *big.Rat {
	if c, ok := m.form(e).Constant(); ok {
		if p, ok := c.Rat(); ok {
			return p
		}
	}
	return nil
}

// power is e^p. Powers of quotients, products and powers are taken before anything is multiplied out.
//
// The power is taken before anything is multiplied out, because (1+z)^{1/2} of a product that has
// been multiplied out could not be found again. Each law is used only where it holds for real
// powers: (ab)^p = a^p b^p for whole p, or positive a and b; (a^q)^p = a^{qp} for whole p and q, or
// positive a.
func (m *builder) power(e *formula.Expr, p *big.Rat) Form {
	if m.depth++; m.depth > maxDepth {
		fail("the formula is nested too deeply")
	}
	defer func() { m.depth-- }()
	e = e.Body()
	if p.Sign() == 0 {
		// What is raised to 0 has to be defined: the formula has no value where e has none.
		m.form(e) // fails if e is not defined
		return integer(1)
	}
	args := e.Args()
	// (ab)^p is a^p b^p for any a and b if p is an integer, and for positive ones if it is not.
	// Without the positivity √(ab) = √a √b would be false for a, b < 0, and √(z²−2z+1) =
	// √(z−1)√(z−1) would be undefined where the left side is |z−1|.
	whole := func(e *formula.Expr) bool { return p.IsInt() || m.form(e).positive() }
	switch e.Op() {
	case formula.OpMul:
		if whole(args[0]) && whole(args[1]) {
			return m.power(args[0], p).times(m.power(args[1], p))
		}
	case formula.OpDiv:
		if whole(args[0]) && whole(args[1]) {
			// (a/b)^{−p} = b^p/a^p would hide a zero of b; the form of the quotient fails at one.
			if p.Sign() < 0 {
				m.form(e) // fails if the quotient is not defined
			}
			return m.power(args[0], p).times(m.power(args[1], new(big.Rat).Neg(p)))
		}
	case formula.OpSqrt, formula.OpPow:
		q := ratHalf
		if e.Op() == formula.OpPow {
			q = m.constantPower(args[1])
		}
		if q != nil && e.Varies() && (p.IsInt() && q.IsInt() || m.form(args[0]).positive()) {
			// (a^{−1})^{−1} = a would hide a zero of a.
			if q.Sign() <= 0 {
				m.form(e) // fails if the inner power is not defined
			}
			return m.power(args[0], new(big.Rat).Mul(p, q))
		}
	}
	return m.form(e).power(p)
}

// branch returns the branch that a condition selects for all z > 0.
//
// Comparisons of z with 0 alone have one answer for all z > 0.
func branch(e *formula.Expr) *formula.Expr {
	b := shape.Branch(e, 1)
	if b == nil {
		fail("a condition that is not decided for all z > 0")
	}
	return b
}

// exp is exp(s); constants and rational multiples of logarithms leave the exponent.
//
// exp(Σ) is e^c Π arg^r exp(rest) for terms r log(arg), r rational, where arg > 0 as log has it. Of
// an irrational multiple the rational part of the coefficient, which is a sum, leaves the exponent:
// the same function is written in one way.
func exp(s Form) Form {
	c, rest := s.constantTerm()
	out := constantForm(constOp(formula.OpExp, c))
	var e Form
	for _, t := range rest {
		if len(t.e) == 0 && len(t.f) == 1 && t.f[0].a.op == formula.OpLog && t.f[0].p.Cmp(ratOne) == 0 {
			r := t.c.RationalPart()
			out = out.times(t.f[0].a.arg.power(r))
			if t.c = t.c.Sub(constant.Rat(r)); t.c.IsZeroForm() {
				continue
			}
		}
		e = append(e, t)
	}
	return out.times(Form{term{c: number(1), e: e}.named()})
}

// log is log(s) for a positive s.
//
// log Π a^p e^{x} = Σ p log a + x for positive a. A sum is split into its positive content and the
// rest first, so that log(2+2z) and log 2 + log(1+z) have one form. Positivity of every part is
// proved; where it is not, the formula may have no value.
func log(s Form) Form {
	if len(s) != 1 {
		if !s.positive() {
			fail("a logarithm of something that is not proved to be positive")
		}
		if num, den := s.together(); den.key != "" && den.positive() {
			return sumOf(log(num), log(Form{den}).neg())
		}
		// log(m r) = log m + log r, m and r positive. Only a rest that is no term by itself becomes
		// an atom.
		content, rest := s.content()
		return sumOf(log(Form{content}), function(formula.OpLog, rest))
	}
	t := s[0]
	if !t.positive() {
		fail("a logarithm of something that is not proved to be positive")
	}
	parts := []Form{constantForm(constOp(formula.OpLog, t.c)), t.e}
	for _, f := range t.f {
		arg := power(f.a, ratOne)
		if f.a.op == formula.OpAdd {
			arg = f.a.arg
		}
		parts = append(parts, function(formula.OpLog, arg).scale(constant.Rat(f.p)))
	}
	return sumOf(parts...)
}

// function is a function of one argument as an atom.
//
// Equal keys are equal functions, as keys of forms are. What is said to be positive is so for every
// real argument (cosh, erfc), for those in the domain that the caller has checked (Γ of positive
// numbers, arcsin on (0,1), tan on (0, π/2)), or for positive arguments (sinh, tanh, atan).
func function(op formula.Op, arg Form) Form {
	a := &atom{op: op, arg: arg, key: op.String() + "(" + arg.key() + ")"}
	switch op {
	case formula.OpCosh, formula.OpErfc, formula.OpGamma, formula.OpAsin, formula.OpTan:
		a.positive = true
	case formula.OpSinh, formula.OpTanh, formula.OpAtan:
		a.positive = arg.positive()
	case formula.OpLog:
		a.positive = sumOf(arg, integer(-1)).positive()
	}
	return power(a, ratOne)
}

// function applies an elementary function.
//
// Every function here is analytic on the range of s: all but log, abs, Γ, arcsin and tan are so on
// the whole line.
func (m *builder) function(op formula.Op, s Form) Form {
	// cosh x = (e^x + e^{−x})/2 for all x, and the denominator of tanh is positive.
	if m.hyper {
		half := frac(1, 2)
		up, down := func() Form { return exp(s) }, func() Form { return exp(s.neg()) }
		switch op {
		case formula.OpCosh:
			return sumOf(up(), down()).scale(half)
		case formula.OpSinh:
			return sumOf(up(), down().neg()).scale(half)
		case formula.OpTanh:
			return sumOf(up(), down().neg()).times(sumOf(up(), down()).power(big.NewRat(-1, 1)))
		}
	}
	switch op {
	case formula.OpExp:
		return exp(s)
	case formula.OpLog:
		return log(s)
	// |s| for s < 0 is not treated: −s would do, and no rule has needed it.
	case formula.OpAbs:
		if !s.positive() {
			fail("abs of something that is not proved to be positive")
		}
		return s
	// erf = 1 − erfc. erfc is the atom: it is positive, and decays.
	case formula.OpErf:
		return sumOf(integer(1), m.function(formula.OpErfc, s).neg())
	// One of x and −x is chosen by the sign of a coefficient, for both to have one form.
	case formula.OpErfc: // erfc(−x) = 2 − erfc(x)
		if len(s) > 0 && signOf(s[0].c) < 0 && s[0].key != "" {
			return sumOf(integer(2), function(op, s.neg()).neg())
		}
		return function(op, s)
	// cosh is even, the others are odd: of x and −x that with a positive first coefficient is the
	// argument.
	case formula.OpCosh, formula.OpSinh, formula.OpTanh, formula.OpAtan:
		odd := op != formula.OpCosh
		if len(s) > 0 && signOf(s[0].c) < 0 && s[0].key != "" {
			r := function(op, s.neg())
			if odd {
				r = r.neg()
			}
			return r
		}
		return function(op, s)
	// Entire, of any sign.
	case formula.OpSin, formula.OpCos:
		return function(op, s)
	// Γ is analytic and positive on (0,∞).
	case formula.OpGamma:
		if s.positive() {
			return function(op, s)
		}
	case formula.OpAsin, formula.OpTan:
		end := number(1)
		if op == formula.OpTan {
			end = pi().Mul(frac(1, 2))
		}
		// 0 < s < 1, 0 < s < π/2, strictly, for all z > 0.
		if s.positive() && sumOf(constantForm(end), s.neg()).positive() {
			return function(op, s)
		}
	}
	fail("%v is not treated", op)
	return nil
}

// bessel is I_ν or K_ν of a positive argument. K is even in its order, and elementary if that is half an odd integer.
//
// I_ν(x) and K_ν(x) are analytic for x > 0; K_ν > 0 for all real ν, I_ν > 0 for ν > −1 by its
// series.
func bessel(op formula.Op, nu constant.Value, x Form) Form {
	if !x.positive() {
		fail("a Bessel function of something that is not proved to be positive")
	}
	if op == formula.OpBesselK {
		nu = constOp(formula.OpAbs, nu)
		// The products of j below are of numbers up to 62, far from the bounds of int64.
		if r, ok := nu.Rat(); ok && r.Denom().Cmp(big.NewInt(2)) == 0 && r.Num().Cmp(big.NewInt(61)) <= 0 {
			return halfBessel(r.Num().Int64()/2, x)
		}
	}
	a := &atom{op: op, arg: x, nu: nu, key: op.String() + "(" + nu.String() + ", " + x.key() + ")",
		positive: op == formula.OpBesselK || nu.Add(number(1)).Positive()}
	return power(a, ratOne)
}

// halfBessel is K_{n+1/2}(x) = √(π/(2x)) e^(−x) Σ_{j≤n} (n+j)!/(j!(n−j)!) (2x)^(−j).
//
// DLMF 10.49.12.
func halfBessel(n int64, x Form) Form {
	inv := x.power(big.NewRat(-1, 1))
	var sum Form
	term := integer(1)
	for j := int64(0); j <= n; j++ {
		sum = sumOf(sum, term)
		// (n+j+1)!/((j+1)!(n−j−1)!) over (n+j)!/(j!(n−j)!) is (n+j+1)(n−j)/(j+1).
		if j < n {
			// n ≤ 30: the products are far from the bounds of int64.
			term = term.times(inv).scale(frac((n+j+1)*(n-j), 2*(j+1)))
		}
	}
	front := inv.scale(pi().Mul(frac(1, 2))).power(ratHalf)
	return front.times(exp(x.neg())).times(sum)
}
