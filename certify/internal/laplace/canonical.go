package laplace

import (
	"math/big"
	"slices"

	"krein/certify/check/monotone"
	"krein/certify/check/normal"
	"krein/certify/check/rule"
	"krein/certify/proof"
	"krein/kernel/constant"
	"krein/kernel/formula"
)

// entire is a power p of cosh(az) + c, sinh(az)/z or I_ν(az)/z^ν, which are infinite products of
// 1 + t/c_j.
type entire struct {
	monotone.Special
	a, order constant.Value
	p        *big.Rat
	factor   constant.Value // the factor of the term is factor·z^shift times the power
	shift    constant.Value
}

// nu is the order of the Bessel function of which the zeros are those.
func (e entire) nu() (constant.Value, bool) {
	switch e.Function {
	case "cosh":
		return constant.Rat(big.NewRat(-1, 2)), e.order.IsZeroForm()
	case "sinh":
		return constant.Rat(big.NewRat(1, 2)), true
	}
	return e.order, true
}

// beyond tells whether the zeros of e are seen to be farther away than those of t^s·under.
func (e entire) beyond(under entire, s int64) bool {
	mu, ok := e.nu()
	nu, has := under.nu()
	d := mu.Add(constant.Int(s)).Sub(nu)
	return ok && has && (e.a.Same(under.a) || sign(under.a.Sub(e.a)) > 0) && (d.IsZeroForm() || sign(d) > 0)
}

// expr is the function itself, without its power.
func (e entire) expr() *formula.Expr {
	x := formula.Apply(formula.OpMul, constExpr(e.a), formula.Variable())
	switch e.Function {
	case "cosh":
		return formula.Apply(formula.OpAdd, formula.Apply(formula.OpCosh, x), constExpr(e.order))
	case "sinh":
		return formula.Apply(formula.OpDiv, formula.Apply(formula.OpSinh, x), formula.Variable())
	}
	return formula.Apply(formula.OpDiv, formula.Apply(formula.OpBesselI, constExpr(e.order), x),
		formula.Apply(formula.OpPow, formula.Variable(), constExpr(e.order)))
}

func newEntire(function string, order, a constant.Value, p *big.Rat) entire {
	e := entire{Special: monotone.Special{Function: function, Argument: constText(a), Power: one()}, a: a, order: order, p: p, factor: constant.Int(1)}
	switch function {
	case "cosh":
		e.Shift = rule.Number{Value: order}
	case "sinh":
		e.shift = constant.Rat(p)
	case "besseli":
		e.Order, e.shift = rule.Number{Value: order}, order.Scale(p)
	}
	return e
}

// constantPower is c^p.
func constantPower(c constant.Value, p *big.Rat) constant.Value {
	v, err := constant.New(formula.Apply(formula.OpPow, constExpr(c), formula.Rational(p)))
	if err != nil {
		return constant.Value{}
	}
	return v
}

// slopeOf returns a if x is az, a > 0.
func slopeOf(x *formula.Expr) (a constant.Value, ok bool) {
	terms, err := normal.Terms(x)
	if err != nil || scaleOf(x) == "" {
		return a, false
	}
	return terms[0].Coefficient, true
}

// entires returns the functions of which a factor of a term is made, times a constant and a power of z.
func entires(f normal.Factor) (out []entire) {
	if f.Op == formula.OpAdd {
		c, ok := shiftedCosh(f)
		if !ok || sign(c.shift.Add(constant.Int(1))) <= 0 || sign(c.shift.Sub(constant.Int(1))) > 0 {
			return nil
		}
		a, err := constant.Parse(c.scale)
		if err != nil {
			return nil
		}
		e := newEntire("cosh", c.shift.Value, a, f.Power)
		e.factor = constantPower(c.lead, f.Power)
		return []entire{e}
	}
	a, ok := slopeOf(f.Arg)
	if !ok {
		return nil
	}
	switch zero := constant.Int(0); f.Op {
	case formula.OpCosh:
		return []entire{newEntire("cosh", zero, a, f.Power)}
	case formula.OpSinh:
		return []entire{newEntire("sinh", zero, a, f.Power)}
	case formula.OpTanh:
		return []entire{newEntire("sinh", zero, a, f.Power), newEntire("cosh", zero, a, new(big.Rat).Neg(f.Power))}
	case formula.OpBesselI:
		return []entire{newEntire("besseli", f.Order, a, f.Power)}
	}
	return nil
}

// canonical proves a term with infinite products above and below, and other factors.
func (m *search) canonical(t normal.Term, depth int) *proof.Step {
	var up, down []entire
	var rest []*formula.Expr
	factor, shift := constant.Int(1), constant.Value{}
	for _, f := range t.Factors {
		all := entires(f)
		if len(all) == 0 {
			rest = append(rest, f.Expr)
		}
		for _, e := range all {
			factor, shift = factor.Mul(e.factor), shift.Add(e.shift)
			switch {
			case e.p.Sign() < 0:
				e.p = new(big.Rat).Neg(e.p)
				down = append(down, e)
			default:
				up = append(up, e)
			}
		}
	}
	if len(down) == 0 {
		return nil
	}
	var parts []*formula.Expr
	var steps []*proof.Step
	add := func(e *formula.Expr, ev monotone.Special, p *big.Rat) {
		ev.Power = rule.Number{Value: constant.Rat(p)}
		parts = append(parts, to(e, p))
		steps = append(steps, specialStep("canonical-product", "it is an infinite product of functions (1 + bt)/(1 + at), b ≤ a, to a power", ev))
	}
	for _, over := range up {
		for _, s := range []int64{0, 1} {
			for i := range down {
				under := &down[i]
				if over.p.Sign() == 0 || under.p.Sign() == 0 || !over.beyond(*under, s) {
					continue
				}
				p := over.p
				if under.p.Cmp(p) < 0 {
					p = under.p
				}
				ev := under.Special
				n := over.Special
				n.Shift = rule.Number{Value: constant.Int(s)}
				ev.Over = &n
				e := formula.Apply(formula.OpDiv, over.expr(), under.expr())
				add(formula.Apply(formula.OpDiv, e, formula.Apply(formula.OpPow, formula.Variable(), formula.Int(2*s))), ev, p)
				shift = shift.Add(constant.Int(2 * s).Scale(p))
				over.p, under.p = new(big.Rat).Sub(over.p, p), new(big.Rat).Sub(under.p, p)
			}
		}
		if over.p.Sign() > 0 {
			return nil
		}
	}
	for _, under := range down {
		if under.p.Sign() > 0 {
			add(formula.Apply(formula.OpDiv, formula.Int(1), under.expr()), under.Special, under.p)
		}
	}
	others := formula.Apply(formula.OpMul, formula.Apply(formula.OpPow, formula.Variable(), constExpr(shift)), expOf(t.Exponent))
	for _, e := range rest {
		others = formula.Apply(formula.OpMul, others, e)
	}
	terms, err := normal.Terms(others)
	if err != nil || len(terms) != 1 || sign(factor) <= 0 {
		return nil
	}
	if !isConstant(terms[0]) {
		s := m.monotone(terms[0].Unit, depth)
		if s == nil {
			return nil
		}
		parts, steps = append(parts, terms[0].Unit), append(steps, s)
	}
	return multiple("completely-monotone", factor, t, productStep(parts, steps))
}

// langevin proves c·coth(az)/z + d/z² and c·z·coth(az) + d, d ≥ −c/a.
func langevin(terms []normal.Term, claim string) *proof.Step {
	if len(terms) != 2 {
		return nil
	}
	wave, other := terms[0], terms[1]
	if !slices.ContainsFunc(wave.Factors, func(f normal.Factor) bool { return f.Op == formula.OpTanh }) {
		wave, other = other, wave
	}
	p, q := big.NewRat(-1, 1), big.NewRat(-2, 1) // the powers of z
	if claim == "bernstein" {
		p, q = big.NewRat(1, 1), new(big.Rat)
	}
	at := slices.IndexFunc(wave.Factors, func(f normal.Factor) bool { return f.Op == formula.OpTanh && f.Power.Cmp(big.NewRat(-1, 1)) == 0 })
	if at < 0 || len(wave.Factors) != 2 || wave.Exponent != nil || other.Exponent != nil || zPower(wave).Cmp(p) != 0 || zPower(other).Cmp(q) != 0 ||
		len(other.Factors) > 1 || len(other.Factors) != q.Sign()*q.Sign() {
		return nil
	}
	a, ok := slopeOf(wave.Factors[at].Arg)
	over, err := wave.Coefficient.Quo(a)
	if !ok || err != nil || sign(wave.Coefficient) <= 0 {
		return nil
	}
	x := formula.Apply(formula.OpMul, constExpr(a), formula.Variable())
	e := formula.Sub(formula.Div(formula.Int(1), formula.Apply(formula.OpTanh, x)), formula.Div(formula.Int(1), x))
	whole := formula.Apply(formula.OpMul, zTo(p), e)
	s := proof.NewStep(claim+".partial-fractions", "it is a sum of c/(t + d)", monotone.Special{Function: "langevin", Argument: constText(a), Power: one()})
	ev := monotone.Terms{Constant: "0", Terms: []monotone.Term{{Coefficient: constText(wave.Coefficient), Formula: whole.String()}}}
	from := []*proof.Step{s}
	switch rest := other.Coefficient.Add(over); {
	case rest.IsZeroForm():
	case sign(rest) <= 0:
		return nil
	case q.Sign() == 0:
		ev.Constant = constText(rest)
	default:
		ev.Terms = append(ev.Terms, monotone.Term{Coefficient: constText(rest), Formula: "1/z^2"})
		from = append(from, negativePower(formula.Variable(), constant.Int(-2), proof.NewStep("bernstein.power", "it is a power of t between 0 and 1", monotone.Power{Formula: "z", Power: one()})))
	}
	return proof.NewStep(claim+".sum", "it is a multiple of a sum of partial fractions, and a rest", ev, from...)
}
