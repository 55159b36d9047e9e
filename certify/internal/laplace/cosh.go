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

// cosh is lead·(cosh(scale·z) + shift).
type cosh struct {
	lead  constant.Value
	shift rule.Number
	scale string
}

// shiftedCosh reads the argument of a factor, or the factor itself.
func shiftedCosh(f normal.Factor) (c cosh, ok bool) {
	c.lead = constant.Int(1)
	if f.Op == formula.OpCosh {
		c.scale = scaleOf(f.Arg)
		return c, c.scale != ""
	}
	if f.Op != formula.OpAdd {
		return c, false
	}
	terms, err := normal.Terms(f.Arg)
	if err != nil || len(terms) != 2 {
		return c, false
	}
	i := slices.IndexFunc(terms, isConstant)
	if i < 0 {
		return c, false
	}
	wave := terms[1-i]
	if sign(wave.Coefficient) <= 0 || wave.Exponent != nil || len(wave.Factors) != 1 ||
		wave.Factors[0].Op != formula.OpCosh || wave.Factors[0].Power.Cmp(big.NewRat(1, 1)) != 0 {
		return c, false
	}
	shift, err := terms[i].Coefficient.Quo(wave.Coefficient)
	c = cosh{wave.Coefficient, rule.Number{Value: shift}, scaleOf(wave.Factors[0].Arg)}
	return c, err == nil && c.scale != ""
}

// multiple proves t, to be completely monotone or a Bernstein function, from a proof of t/c.
func multiple(claim string, c constant.Value, t normal.Term, s *proof.Step) *proof.Step {
	if isOne(c) {
		return s
	}
	kind := "completely monotone function"
	if claim == "bernstein" {
		kind = "Bernstein function"
	}
	ev := monotone.Terms{Constant: "0", Terms: []monotone.Term{{Coefficient: constText(c), Formula: formula.Div(t.Unit, constExpr(c)).String()}}}
	return proof.NewStep(claim+".sum", "it is a multiple of a "+kind, ev, s)
}

// stieltjes recognises c times a power of sinh(az)/(z·(cosh(az) + s)), tanh(az)/z or 1/(z·tanh(az)) among z^p and other factors; the
// power in the evidence has its sign.
func stieltjes(rest []normal.Factor, p constant.Value) (ev monotone.Special, c constant.Value, ok bool) {
	power, rational := p.Rat()
	if !rational || power.Sign() == 0 {
		return ev, c, false
	}
	power = new(big.Rat).Neg(power)
	ev.Power.Value = constant.Rat(power)
	switch {
	case len(rest) == 1 && rest[0].Op == formula.OpTanh:
		ev.Function, ev.Argument = "tanh", scaleOf(rest[0].Arg)
		if rest[0].Power.Sign() != power.Sign() {
			ev.Function = "coth"
		}
		return ev, constant.Int(1), ev.Argument != "" && new(big.Rat).Abs(rest[0].Power).Cmp(new(big.Rat).Abs(power)) == 0
	case len(rest) != 2:
		return ev, c, false
	}
	i := slices.IndexFunc(rest, func(f normal.Factor) bool { return f.Op == formula.OpSinh })
	if i < 0 {
		return ev, c, false
	}
	sinh, below := rest[i], rest[1-i]
	wave, ok := shiftedCosh(below)
	if !ok || sinh.Power.Cmp(power) != 0 || below.Power.Cmp(new(big.Rat).Neg(power)) != 0 || scaleOf(sinh.Arg) != wave.scale {
		return ev, c, false
	}
	ev.Function, ev.Shift, ev.Argument = "sinh", wave.shift, wave.scale
	return ev, constantPower(wave.lead, below.Power), true
}

// reciprocalOfStieltjes recognises Bernstein functions that are reciprocals of Stieltjes functions, or t times them, to a power.
func reciprocalOfStieltjes(t normal.Term) *proof.Step {
	p, exponent := powerOfZ(t)
	rest := slices.DeleteFunc(slices.Clone(t.Factors), func(f normal.Factor) bool { return f.Op == formula.OpVar })
	if exponent != nil {
		return nil
	}
	if ev, c, ok := stieltjes(rest, p); ok && sign(ev.Power.Value) < 0 {
		ev.Power.Value = ev.Power.Neg()
		return multiple("bernstein", c, t, proof.NewStep("bernstein.reciprocal", "it is a power of the reciprocal of a Stieltjes function", ev))
	}
	ev, c, ok := stieltjes(rest, p.Neg()) // t times it
	if !ok || sign(ev.Power.Value) <= 0 {
		return nil
	}
	return multiple("bernstein", c, t, proof.NewStep("bernstein.partial-fractions", "it is a power of t times a Stieltjes function", ev))
}

// rootOfProduct proves a product of roots as the root of a sum, (z + z²)^(1/3) having the normal form z^(1/3) (1+z)^(1/3).
func (m *search) rootOfProduct(t normal.Term, depth int) *proof.Step {
	if t.Exponent != nil || len(t.Factors) < 2 {
		return nil
	}
	least := t.Factors[0].Power
	for _, f := range t.Factors {
		if f.Power.Cmp(least) < 0 {
			least = f.Power
		}
	}
	if least.Sign() <= 0 || least.Cmp(big.NewRat(1, 1)) >= 0 {
		return nil
	}
	base := to(t.Unit, new(big.Rat).Inv(least))
	terms, err := normal.Terms(base)
	if err != nil || len(terms) < 2 {
		return nil
	}
	base = sumExpr(terms)
	if s := m.bernstein(base, depth); s != nil {
		return proof.NewStep("bernstein.root", "it is a root of a Bernstein function", monotone.Power{Formula: base.String(), Power: rule.Number{Value: constant.Rat(least)}}, s)
	}
	return nil
}
