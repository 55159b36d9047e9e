package monotone

import (
	"math/big"

	"krein/certify/check/rule"
	"krein/kernel"
)

// cmBuilder makes forms of formulas.
type cmBuilder struct {
	hyper bool // hyperbolic functions are written with exponentials
	depth int
	memo  map[*kernel.Expr]cmForm
}

// cmFormOf returns the form of a formula on z > 0.
func cmFormOf(e *kernel.Expr) (s cmForm, err error) {
	err = cmTry(func() { s = (&cmBuilder{}).form(e) })
	return s, err
}

// cmSame tells whether two formulas are proved to be the same function on z > 0, where both
// are defined.
func cmSame(a, b *kernel.Expr) error {
	var why error
	for _, hyper := range []bool{false, true} {
		same := false
		err := cmTry(func() {
			m := &cmBuilder{hyper: hyper}
			same = cmSum(m.form(a), m.form(b).neg()).isZero()
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
	return rule.Reject("%s is not seen to equal %s", a, b)
}

func (m *cmBuilder) form(e *kernel.Expr) (s cmForm) {
	if s, ok := m.memo[e]; ok {
		return s
	}
	if m.depth++; m.depth > cmMaxDepth {
		cmFail("the formula is nested too deeply")
	}
	defer func() { m.depth-- }()
	s = m.node(e)
	if m.memo == nil {
		m.memo = make(map[*kernel.Expr]cmForm)
	}
	m.memo[e] = s
	return s
}

func (m *cmBuilder) node(e *kernel.Expr) cmForm {
	e = e.Body()
	if !e.Varies() {
		c, err := kernel.NewConst(e)
		if err != nil {
			cmFail("%v", err)
		}
		return cmConst(c)
	}
	args := e.Args()
	switch e.Op() {
	case kernel.OpVar:
		return cmPower(cmZ, ratOne)
	case kernel.OpNeg:
		return m.form(args[0]).neg()
	case kernel.OpAdd:
		return cmSum(m.form(args[0]), m.form(args[1]))
	case kernel.OpSub:
		return cmSum(m.form(args[0]), m.form(args[1]).neg())
	case kernel.OpMul:
		return m.form(args[0]).times(m.form(args[1]))
	case kernel.OpDiv:
		return m.form(args[0]).times(m.power(args[1], big.NewRat(-1, 1)))
	case kernel.OpSqrt:
		return m.power(args[0], ratHalf)
	case kernel.OpPow:
		if p := m.constantPower(args[1]); p != nil {
			return m.power(args[0], p)
		}
		return cmExp(m.form(args[1]).times(cmLog(m.form(args[0]))))
	case kernel.OpCond:
		return m.form(cmBranch(args))
	case kernel.OpBesselJ, kernel.OpBesselI, kernel.OpBesselK:
		c, err := kernel.NewConst(args[0])
		if err != nil {
			cmFail("%v", err)
		}
		nu, ok := c.Rat()
		if !ok || e.Op() == kernel.OpBesselJ {
			cmFail("a Bessel function J, or one of an order that is not rational")
		}
		return cmBessel(e.Op(), nu, m.form(args[1]))
	}
	if len(args) != 1 {
		cmFail("%v of something that varies", e.Op())
	}
	return m.function(e.Op(), m.form(args[0]))
}

// constantPower returns an exponent that is a rational constant, nil for any other.
func (m *cmBuilder) constantPower(e *kernel.Expr) *big.Rat {
	if c, ok := m.form(e).constant(); ok {
		if p, ok := c.Rat(); ok {
			return p
		}
	}
	return nil
}

// power is e^p. Powers of quotients, products and powers are taken before anything is multiplied out.
func (m *cmBuilder) power(e *kernel.Expr, p *big.Rat) cmForm {
	if m.depth++; m.depth > cmMaxDepth {
		cmFail("the formula is nested too deeply")
	}
	defer func() { m.depth-- }()
	e = e.Body()
	if p.Sign() == 0 {
		m.form(e) // fails if e is not defined
		return cmInt(1)
	}
	args := e.Args()
	// (ab)^p is a^p b^p for any a and b if p is an integer, and for positive ones if it is not.
	whole := func(e *kernel.Expr) bool { return p.IsInt() || m.form(e).positive() }
	switch e.Op() {
	case kernel.OpMul:
		if whole(args[0]) && whole(args[1]) {
			return m.power(args[0], p).times(m.power(args[1], p))
		}
	case kernel.OpDiv:
		if whole(args[0]) && whole(args[1]) {
			if p.Sign() < 0 {
				m.form(e) // fails if the quotient is not defined
			}
			return m.power(args[0], p).times(m.power(args[1], new(big.Rat).Neg(p)))
		}
	case kernel.OpSqrt, kernel.OpPow:
		q := ratHalf
		if e.Op() == kernel.OpPow {
			q = m.constantPower(args[1])
		}
		if q != nil && e.Varies() && (p.IsInt() && q.IsInt() || m.form(args[0]).positive()) {
			if q.Sign() <= 0 {
				m.form(e) // fails if the inner power is not defined
			}
			return m.power(args[0], new(big.Rat).Mul(p, q))
		}
	}
	return m.form(e).power(p)
}

// cmBranch returns the branch that a condition selects for all z > 0.
func cmBranch(args []*kernel.Expr) *kernel.Expr {
	c := args[0]
	zero := func(e *kernel.Expr) bool { return e.Op() == kernel.OpNum && e.Num().Sign() == 0 }
	op, known := c.Op(), false
	if cmp := c.Args(); len(cmp) == 2 {
		switch {
		case cmp[0].Op() == kernel.OpVar && zero(cmp[1]):
			known = true
		case cmp[1].Op() == kernel.OpVar && zero(cmp[0]):
			known = true
			switch op { // the other way round
			case kernel.OpLT:
				op = kernel.OpGT
			case kernel.OpLE:
				op = kernel.OpGE
			case kernel.OpGT:
				op = kernel.OpLT
			case kernel.OpGE:
				op = kernel.OpLE
			}
		}
	}
	if known {
		switch op {
		case kernel.OpGT, kernel.OpGE, kernel.OpNE:
			return args[1]
		case kernel.OpLT, kernel.OpLE, kernel.OpEQ:
			return args[2]
		}
	}
	cmFail("a condition that is not decided for all z > 0")
	return nil
}

// cmExp is exp(s); constants and logarithms leave the exponent.
func cmExp(s cmForm) cmForm {
	c, rest := s.constantTerm()
	out := cmConst(cmConstOp(kernel.OpExp, c))
	var e cmForm
	for _, t := range rest {
		if r, ok := t.c.Rat(); ok && len(t.e) == 0 && len(t.f) == 1 && t.f[0].a.op == kernel.OpLog && t.f[0].p.Cmp(ratOne) == 0 {
			out = out.times(t.f[0].a.arg.power(r))
		} else {
			e = append(e, t)
		}
	}
	return out.times(cmForm{cmTerm{c: cmNum(1), e: e}.named()})
}

// cmLog is log(s) for a positive s.
func cmLog(s cmForm) cmForm {
	if len(s) != 1 {
		if !s.positive() {
			cmFail("a logarithm of something that is not proved to be positive")
		}
		if num, den := s.together(); den.key != "" && den.positive() {
			return cmSum(cmLog(num), cmLog(cmForm{den}).neg())
		}
		content, rest := s.content()
		return cmSum(cmLog(cmForm{content}), cmFunction(kernel.OpLog, rest))
	}
	t := s[0]
	if !t.positive() {
		cmFail("a logarithm of something that is not proved to be positive")
	}
	parts := []cmForm{cmConst(cmConstOp(kernel.OpLog, t.c)), t.e}
	for _, f := range t.f {
		arg := cmPower(f.a, ratOne)
		if f.a.op == kernel.OpAdd {
			arg = f.a.arg
		}
		parts = append(parts, cmFunction(kernel.OpLog, arg).scale(kernel.ConstRat(f.p)))
	}
	return cmSum(parts...)
}

// cmFunction is a function of one argument as an atom.
func cmFunction(op kernel.Op, arg cmForm) cmForm {
	a := &cmAtom{op: op, arg: arg, key: op.String() + "(" + arg.key() + ")"}
	switch op {
	case kernel.OpCosh, kernel.OpErfc:
		a.positive = true
	case kernel.OpSinh, kernel.OpTanh, kernel.OpAtan:
		a.positive = arg.positive()
	case kernel.OpLog:
		a.positive = cmSum(arg, cmInt(-1)).positive()
	}
	return cmPower(a, ratOne)
}

// function applies an elementary function.
func (m *cmBuilder) function(op kernel.Op, s cmForm) cmForm {
	if m.hyper {
		half := cmFrac(1, 2)
		up, down := func() cmForm { return cmExp(s) }, func() cmForm { return cmExp(s.neg()) }
		switch op {
		case kernel.OpCosh:
			return cmSum(up(), down()).scale(half)
		case kernel.OpSinh:
			return cmSum(up(), down().neg()).scale(half)
		case kernel.OpTanh:
			return cmSum(up(), down().neg()).times(cmSum(up(), down()).power(big.NewRat(-1, 1)))
		}
	}
	switch op {
	case kernel.OpExp:
		return cmExp(s)
	case kernel.OpLog:
		return cmLog(s)
	case kernel.OpAbs:
		if !s.positive() {
			cmFail("abs of something that is not proved to be positive")
		}
		return s
	case kernel.OpErf:
		return cmSum(cmInt(1), m.function(kernel.OpErfc, s).neg())
	case kernel.OpErfc: // erfc(−x) = 2 − erfc(x)
		if len(s) > 0 && cmSign(s[0].c) < 0 && s[0].key != "" {
			return cmSum(cmInt(2), cmFunction(op, s.neg()).neg())
		}
		return cmFunction(op, s)
	case kernel.OpCosh, kernel.OpSinh, kernel.OpTanh, kernel.OpAtan:
		odd := op != kernel.OpCosh
		if len(s) > 0 && cmSign(s[0].c) < 0 && s[0].key != "" {
			r := cmFunction(op, s.neg())
			if odd {
				r = r.neg()
			}
			return r
		}
		return cmFunction(op, s)
	case kernel.OpSin, kernel.OpCos:
		return cmFunction(op, s)
	}
	cmFail("%v is not treated", op)
	return nil
}

// cmBessel is I_ν or K_ν of a positive argument. K is even in its order, and elementary if that is half
// an odd integer.
func cmBessel(op kernel.Op, nu *big.Rat, x cmForm) cmForm {
	if !x.positive() {
		cmFail("a Bessel function of something that is not proved to be positive")
	}
	nu = new(big.Rat).Set(nu)
	if op == kernel.OpBesselK {
		nu.Abs(nu)
		if nu.Denom().Cmp(big.NewInt(2)) == 0 && nu.Num().Cmp(big.NewInt(61)) <= 0 {
			return cmHalfBessel(nu.Num().Int64()/2, x)
		}
	}
	a := &cmAtom{op: op, arg: x, nu: nu, key: op.String() + "(" + nu.RatString() + ", " + x.key() + ")",
		positive: op == kernel.OpBesselK || nu.Cmp(big.NewRat(-1, 1)) > 0}
	return cmPower(a, ratOne)
}

// cmHalfBessel is K_{n+1/2}(x) = √(π/(2x)) e^(−x) Σ_{j≤n} (n+j)!/(j!(n−j)!) (2x)^(−j).
func cmHalfBessel(n int64, x cmForm) cmForm {
	inv := x.power(big.NewRat(-1, 1))
	var sum cmForm
	term := cmInt(1)
	for j := int64(0); j <= n; j++ {
		sum = cmSum(sum, term)
		// (n+j+1)!/((j+1)!(n−j−1)!) over (n+j)!/(j!(n−j)!) is (n+j+1)(n−j)/(j+1).
		if j < n {
			term = term.times(inv).scale(cmFrac((n+j+1)*(n-j), 2*(j+1)))
		}
	}
	front := inv.scale(cmPi().Mul(cmFrac(1, 2))).power(ratHalf)
	return front.times(cmExp(x.neg())).times(sum)
}
