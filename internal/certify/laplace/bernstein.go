package laplace

import (
	"context"
	"math/big"

	"krein/internal/certify/check/monotone"
	"krein/internal/certify/check/normal"
	"krein/internal/certify/check/rule"
	"krein/internal/certify/check/shape"
	"krein/internal/certify/proof"
	"krein/internal/kernel/constant"
	"krein/internal/kernel/formula"
	"krein/kernel"
)

// ProveConditional looks for a proof that k is a constant minus a Bernstein function, nil if it finds none.
func ProveConditional(ctx context.Context, k *kernel.Kernel) *proof.Step {
	e := k.Expr()
	if inside, ok := shape.AtZero(k); ok {
		e = inside
	}
	constants := []*formula.Expr{formula.Int(0)}
	m := newSearch(ctx, k)
	if limit, err := monotone.LimitAtZero(e, m.of); err == nil {
		constants = append(constants, constExpr(limit))
	}
	for _, c := range constants {
		b := formula.Apply(formula.OpSub, c, e)
		if s := m.bernstein(b, 0); s != nil {
			return proof.NewStep("conditionally-pd.bernstein",
				"k is a constant minus a Bernstein function of t = z²: the order is 1 in every dimension",
				monotone.Complement{Constant: c.String(), Formula: written(b)}, s)
		}
	}
	return nil
}

// bernstein looks for a proof that e is a Bernstein function of t.
func (m *search) bernstein(e *formula.Expr, depth int) *proof.Step {
	terms, key, s, done := m.enter(monotone.Bernstein, e, depth)
	if done {
		return s
	}
	switch {
	case !plain(terms) && m.complete(monotone.Bernstein, e, terms, depth, &s):
	case len(terms) == 0 || len(terms) == 1 && isConstant(terms[0]):
		s = constantStep(terms, "bernstein.constant", "a nonnegative constant is a Bernstein function")
	case len(terms) == 1 && sign(terms[0].Coefficient) <= 0:
	case len(terms) == 1 && !isOne(terms[0].Coefficient):
		s = m.bernsteinSum(terms, depth)
	case len(terms) == 1:
		s = m.bernsteinTerm(terms[0], depth)
	default:
		s = m.bernsteinSum(terms, depth)
	}
	if s == nil {
		s = m.bernsteinCalculus(sumExpr(terms), depth)
	}
	m.known[key] = s
	return s
}

// bernsteinText is bernstein of the normalised form of e, together with its text.
func (m *search) bernsteinText(e *formula.Expr, depth int) (string, *proof.Step) {
	terms, err := normal.Terms(e)
	if err != nil {
		return "", nil
	}
	e = sumExpr(terms)
	return written(e), m.bernstein(e, depth)
}

// bernsteinSum proves c + Σ c_i B_i − Σ d_j g_j with Bernstein functions B_i and completely
// monotone g_j that are bounded: g_j(0) − g_j is a Bernstein function.
func (m *search) bernsteinSum(terms []normal.Term, depth int) *proof.Step {
	var constant constant.Value
	var ev monotone.Terms
	var from []*proof.Step
	if len(terms) > 1 {
		if r := reduced(sumExpr(terms)); r != nil {
			if t, err := normal.Terms(r); err == nil {
				terms = t
			}
		}
	}
	for _, t := range terms {
		if isConstant(t) {
			constant = constant.Add(t.Coefficient)
			continue
		}
		switch sign(t.Coefficient) {
		case 1:
			s := m.bernstein(t.Unit, depth)
			if s == nil {
				return nil
			}
			ev.Terms = append(ev.Terms, monotone.Term{Coefficient: constText(t.Coefficient), Formula: written(t.Unit)})
			from = append(from, s)
		case -1:
			g0, err := monotone.LimitAtZero(t.Unit, m.of)
			if err != nil || sign(g0) <= 0 { // no completely monotone function vanishes at 0
				return nil
			}
			b, s := m.drop(g0, t.Unit, depth)
			if s == nil {
				return nil
			}
			c := t.Coefficient.Neg()
			ev.Terms = append(ev.Terms, monotone.Term{Coefficient: constText(c), Formula: b})
			from = append(from, s)
			constant = constant.Add(t.Coefficient.Mul(g0))
		default:
			return nil
		}
	}
	if sign(constant) <= 0 && !constant.IsZeroForm() &&
		monotone.NotNegative(sumExpr(terms), false, m.of) != nil {
		return nil
	}
	ev.Constant = constText(constant)
	if len(from) == 1 && ev.Constant == "0" && ev.Terms[0].Coefficient == "1" {
		return from[0]
	}
	return proof.NewStep("bernstein.sum", "it is a nonnegative sum of Bernstein functions and a constant", ev, from...)
}

// drop proves that c − g is a Bernstein function.
func (m *search) drop(c constant.Value, g *formula.Expr, depth int) (string, *proof.Step) {
	s := m.monotone(g, depth)
	if s == nil {
		return "", nil
	}
	e, ok := c.Expr()
	if !ok {
		return "", nil
	}
	return written(formula.Apply(formula.OpSub, e, g)),
		proof.NewStep("bernstein.complement", "it is nonnegative and a constant minus a completely monotone function",
			monotone.Complement{Constant: written(e), Formula: written(g)}, s)
}

func (m *search) bernsteinTerm(t normal.Term, depth int) *proof.Step {
	if r := reduced(t.Unit); r != nil {
		if terms, err := normal.Terms(r); err == nil && len(terms) > 1 {
			if s := m.bernsteinSum(terms, depth); s != nil {
				return s
			}
		}
	}
	if base, p, ok := realPower(t); ok {
		return m.bernsteinPower(base, p, depth)
	}
	if powers, others := realPowers(t); len(powers) == 2 && len(others) == 0 && powers[0].p.Same(powers[1].p) {
		return m.bernsteinPower(formula.Apply(formula.OpMul, powers[0].base, powers[1].base), powers[0].p, depth)
	}
	if len(t.Factors) != 1 || t.Exponent != nil {
		return m.rootOfProduct(t, depth)
	}
	f := t.Factors[0]
	one := big.NewRat(1, 1)
	power := rule.Number{Value: constant.Rat(f.Power)}
	switch {
	case f.Op == formula.OpVar && f.Power.Sign() >= 0 && f.Power.Cmp(big.NewRat(2, 1)) <= 0:
		return proof.NewStep("bernstein.power", "it is a power of t between 0 and 1",
			monotone.Power{Formula: "z", Power: power})
	case f.Op == formula.OpVar:
		return nil
	case f.Power.Sign() > 0 && f.Power.Cmp(one) < 0:
		base := f.Arg
		if f.Op != formula.OpAdd {
			f.Power = one
			base = withArgument(f, f.Arg)
		}
		if s := m.bernstein(base, depth); s != nil {
			return proof.NewStep("bernstein.root", "it is a root of a Bernstein function",
				monotone.Power{Formula: written(base), Power: power}, s)
		}
	case f.Op != formula.OpAdd && !ordered(f) && scaleOf(f.Arg) == "":
		square := to(f.Arg, big.NewRat(2, 1))
		if s := m.bernstein(square, depth); s != nil {
			outer := withArgument(f, formula.Variable())
			if o := m.bernstein(outer, depth); o != nil {
				return composition("bernstein", outer, written(square), o, s)
			}
		}
	}
	return nil
}

// bernsteinPower proves base^p, p not rational.
func (m *search) bernsteinPower(base *formula.Expr, p constant.Value, depth int) *proof.Step {
	ev := monotone.Power{Formula: written(base), Power: rule.Number{Value: p}}
	switch {
	case sign(p) <= 0:
	case base.Op() == formula.OpVar && sign(p.Sub(constant.Int(2))) <= 0:
		return proof.NewStep("bernstein.power", "it is a power of t between 0 and 1", ev)
	case sign(p.Sub(constant.Int(1))) < 0:
		if s := m.bernstein(base, depth); s != nil {
			return proof.NewStep("bernstein.root", "it is a root of a Bernstein function", ev, s)
		}
	}
	return nil
}

// bernsteinCalculus tries the derivative.
func (m *search) bernsteinCalculus(e *formula.Expr, depth int) *proof.Step {
	if s := m.ofSector(monotone.Bernstein, e); s != nil || depth == maxCalculus {
		return s
	}
	if monotone.NotNegative(e, false, m.of) != nil {
		return nil
	}
	d, err := normal.DerivativeT(e)
	if err != nil {
		return nil
	}
	if text, s := m.monotoneText(d, depth+1); s != nil {
		return proof.NewStep("bernstein.derivative", "it is nonnegative and its derivative is completely monotone",
			monotone.Argument{Formula: text}, s)
	}
	return nil
}
