package laplace

import (
	"math/big"
	"slices"

	"krein/internal/certify/check/monotone"
	"krein/internal/certify/check/normal"
	"krein/internal/certify/check/rule"
	"krein/internal/certify/proof"
	"krein/internal/kernel/constant"
	"krein/internal/kernel/formula"
)

// monotoneTerm looks for a proof for a product of powers, functions and an exponential.
func (m *search) monotoneTerm(t normal.Term, depth int) *proof.Step {
	if base, p, ok := realPower(t); ok && sign(p) < 0 {
		if s := m.bernstein(base, depth); s != nil {
			return negativePower(base, p, s)
		}
	}
	if len(t.Factors) == 0 && t.Exponent != nil {
		if s := m.exponential(t.Exponent, depth); s != nil {
			return s
		}
		return m.calculus(t.Unit, depth)
	}
	if s := m.special(t, depth); s != nil {
		return s
	}
	if powers, parts := realPowers(t); len(powers) > 0 && len(powers)+len(parts) > 1 {
		for _, p := range powers {
			parts = append(parts, formula.Apply(formula.OpPow, p.base, constExpr(p.p)))
		}
		if s := m.factors(parts, depth); s != nil {
			return s
		}
	}
	if len(t.Factors) == 1 && t.Exponent == nil {
		if s := m.monotoneFactor(t.Factors[0], depth); s != nil {
			return s
		}
		return m.calculus(t.Unit, depth)
	}
	if s := m.fractions([]normal.Term{t}, depth); s != nil {
		return s
	}
	if s := m.product(t, depth); s != nil {
		return s
	}
	return m.calculus(t.Unit, depth)
}

// monotoneFactor looks for a proof for a power of one function.
func (m *search) monotoneFactor(f normal.Factor, depth int) *proof.Step {
	switch f.Op {
	case formula.OpVar, formula.OpAdd, formula.OpLog:
		base := f.Arg
		if f.Op == formula.OpLog {
			base = formula.Apply(formula.OpLog, f.Arg)
		}
		if f.Power.Sign() < 0 {
			if s := m.bernstein(base, depth); s != nil {
				return negativePower(base, constant.Rat(f.Power), s)
			}
		}
		return nil
	}
	if s := m.series(f.Expr, depth); s != nil {
		return s
	}
	if scaleOf(f.Arg) != "" {
		return nil
	}
	// F(x) is F(√t) at t = x², which is not multiplied out: the root of it is x again.
	square := to(f.Arg, big.NewRat(2, 1))
	if s := m.bernstein(square, depth); s != nil {
		outer := withArgument(f, formula.Variable())
		if o := m.monotone(outer, depth); o != nil {
			return composition("completely-monotone", outer, written(square), o, s)
		}
	}
	if f.Op == formula.OpBesselK && f.Power.Cmp(big.NewRat(1, 1)) == 0 { // K_ν(x) = exp(x) K_ν(x)·exp(−x)
		return m.factors([]*formula.Expr{formula.Apply(formula.OpMul, expOf(f.Arg), f.Expr),
			expOf(formula.Apply(formula.OpNeg, f.Arg))}, depth)
	}
	return nil
}

func negativePower(base *formula.Expr, p constant.Value, s *proof.Step) *proof.Step {
	return proof.NewStep("completely-monotone.power", "it is a negative power of a Bernstein function",
		monotone.Power{Formula: written(base), Power: rule.Number{Value: p.Neg()}}, s)
}

// power is base^p.
type power struct {
	base *formula.Expr
	p    constant.Value
}

// realPowers writes t, if it is a product of powers some of which are not rational, with one power of each base, times
// others; no power otherwise.
func realPowers(t normal.Term) (powers []power, others []*formula.Expr) {
	if t.Exponent == nil {
		return nil, nil
	}
	terms, err := normal.Terms(t.Exponent)
	if err != nil || !slices.ContainsFunc(terms, isLog) {
		return nil, nil
	}
	factors := slices.Clone(t.Factors)
	for _, u := range terms {
		if !isLog(u) {
			others = append(others, expOf(u.Expr))
			continue
		}
		base, p := u.Factors[0].Arg, u.Coefficient
		i := slices.IndexFunc(factors, func(f normal.Factor) bool {
			return (f.Op == formula.OpVar || f.Op == formula.OpAdd) && f.Arg.Equal(base)
		})
		if i >= 0 {
			p = p.Add(constant.Rat(factors[i].Power))
			factors = slices.Delete(factors, i, i+1)
		}
		powers = append(powers, power{base, p})
	}
	for _, f := range factors {
		others = append(others, f.Expr)
	}
	return powers, others
}

// realPower returns B and p if t is B^p and p is not rational, or does not look so.
func realPower(t normal.Term) (base *formula.Expr, p constant.Value, ok bool) {
	powers, others := realPowers(t)
	if len(powers) != 1 || len(others) > 0 {
		return nil, p, false
	}
	return powers[0].base, powers[0].p, true
}

// isLog reports whether t is a multiple of a logarithm.
func isLog(t normal.Term) bool {
	return t.Exponent == nil && len(t.Factors) == 1 && t.Factors[0].Op == formula.OpLog &&
		t.Factors[0].Power.Cmp(big.NewRat(1, 1)) == 0
}

// powerOfZ returns p in z^p times what else is in t, and what else is in the exponent, nil if nothing.
func powerOfZ(t normal.Term) (p constant.Value, exponent *formula.Expr) {
	p = constant.Rat(zPower(t))
	if t.Exponent == nil {
		return p, nil
	}
	terms, err := normal.Terms(t.Exponent)
	if err != nil {
		return p, t.Exponent
	}
	for _, u := range terms {
		switch {
		case isLog(u) && u.Factors[0].Arg.Op() == formula.OpVar:
			p = p.Add(u.Coefficient)
		case exponent == nil:
			exponent = u.Expr
		default:
			exponent = formula.Apply(formula.OpAdd, exponent, u.Expr)
		}
	}
	return p, exponent
}

// ordered reports whether a factor is a Bessel function.
func ordered(f normal.Factor) bool { return f.Op == formula.OpBesselK || f.Op == formula.OpBesselI }

func composition(claim string, outer *formula.Expr, inner string, from ...*proof.Step) *proof.Step {
	return proof.NewStep(claim+".composition", "it is a composition with a Bernstein function",
		monotone.Composition{Outer: written(outer), Inner: inner}, from...)
}

// withArgument is the factor with another argument.
func withArgument(f normal.Factor, x *formula.Expr) *formula.Expr {
	if nu, ok := f.Order.Expr(); ok && ordered(f) {
		return to(formula.Apply(f.Op, nu, x), f.Power)
	}
	return to(formula.Apply(f.Op, x), f.Power)
}

// scaleOf returns a if the formula is az with a > 0, and "" otherwise.
func scaleOf(x *formula.Expr) string {
	terms, err := normal.Terms(x)
	if err != nil || len(terms) != 1 || terms[0].Exponent != nil || len(terms[0].Factors) != 1 ||
		terms[0].Factors[0].Op != formula.OpVar || terms[0].Factors[0].Power.Cmp(big.NewRat(1, 1)) != 0 ||
		sign(terms[0].Coefficient) <= 0 {
		return ""
	}
	return constText(terms[0].Coefficient)
}

// special recognises Laplace integrals.
func (m *search) special(t normal.Term, depth int) *proof.Step {
	rest := slices.DeleteFunc(slices.Clone(t.Factors), func(f normal.Factor) bool { return f.Op == formula.OpVar })
	if s := m.gammaQuotient(t, depth); s != nil {
		return s
	}
	if _, exponent := powerOfZ(t); exponent != nil || len(rest) == 1 && rest[0].Op == formula.OpBesselK {
		return m.laplaceIntegral(t, rest, depth)
	}
	return nil
}

// specialStep is a step about a function that a rule knows by name.
func specialStep(name, says string, ev monotone.Special, from ...*proof.Step) *proof.Step {
	return proof.NewStep("completely-monotone."+name, says, ev, from...)
}

// laplaceIntegral recognises exp(B²) erfc(B), exp(B) K_ν(B) and exp(−B) B^(−ν) I_ν(B) among the
// factors of a term with an exponential.
func (m *search) laplaceIntegral(t normal.Term, rest []normal.Factor, depth int) *proof.Step {
	first := big.NewRat(1, 1)
	for _, f := range rest {
		name, want := "", f.Arg
		ev := monotone.Special{Argument: written(f.Arg)}
		switch {
		case f.Power.Cmp(first) != 0:
		case f.Op == formula.OpErfc:
			name, want = "erfc", to(f.Arg, big.NewRat(2, 1))
		case f.Op == formula.OpBesselK:
			name = "besselk"
			ev.Order = rule.Number{Value: f.Order}
			if p, exponent := powerOfZ(t); exponent == nil {
				arg, err := normal.Terms(f.Arg)
				if err != nil || len(arg) != 1 || zPower(arg[0]).Sign() <= 0 {
					return nil
				}
				name = "matern"
				ev.Shift = rule.Number{Value: p.Scale(new(big.Rat).Inv(zPower(arg[0])))}
			}
		case f.Op == formula.OpBesselI:
			name, want = "besseli", formula.Apply(formula.OpNeg, f.Arg)
			ev.Order = rule.Number{Value: f.Order}
		}
		if name == "" {
			continue
		}
		ev.Function = name
		whole := formula.Apply(formula.OpMul, formula.Apply(formula.OpExp, want), f.Expr)
		if name == "matern" {
			mu, ok := ev.Shift.Value.Expr()
			if !ok {
				continue
			}
			whole = formula.Apply(formula.OpMul, formula.Apply(formula.OpPow, f.Arg, mu), f.Expr)
		}
		if name == "besseli" {
			nu, ok := f.Order.Neg().Expr()
			if !ok {
				continue
			}
			whole = formula.Apply(formula.OpMul, whole, formula.Apply(formula.OpPow, f.Arg, nu))
		}
		s := m.bernstein(f.Arg, depth)
		if s == nil {
			continue
		}
		atom := specialStep("laplace-integral", "it is a Laplace integral in a Bernstein function", ev, s)
		if s := m.beside(t, whole, atom, depth); s != nil {
			return s
		}
	}
	return nil
}

// gammaQuotient recognises Γ(B+a)/Γ(B+b) among the factors of a term.
func (m *search) gammaQuotient(t normal.Term, depth int) *proof.Step {
	var args [2]*formula.Expr // of Γ and of 1/Γ
	for _, f := range t.Factors {
		if f.Op == formula.OpGamma && f.Power.IsInt() && f.Power.Num().IsInt64() {
			switch f.Power.Num().Int64() {
			case 1:
				args[0] = f.Arg
			case -1:
				args[1] = f.Arg
			}
		}
	}
	if args[0] == nil || args[1] == nil {
		return nil
	}
	var x [2]*formula.Expr
	var shift [2]constant.Value
	for i, arg := range args {
		terms, err := normal.Terms(arg)
		if err != nil {
			return nil
		}
		var vary []normal.Term
		for _, t := range terms {
			if isConstant(t) {
				shift[i] = shift[i].Add(t.Coefficient)
			} else {
				vary = append(vary, t)
			}
		}
		x[i] = sumExpr(vary)
	}
	ev := monotone.Special{Function: "gamma", Order: rule.Number{Value: shift[0]}, Shift: rule.Number{Value: shift[1]},
		Argument: written(x[0])}
	if written(x[1]) != ev.Argument {
		return nil
	}
	s := m.bernstein(x[0], depth)
	if s == nil {
		return nil
	}
	whole := formula.Div(formula.Apply(formula.OpGamma, args[0]), formula.Apply(formula.OpGamma, args[1]))
	atom := specialStep("laplace-integral", "it is a Beta integral in a Bernstein function", ev, s)
	return m.beside(t, whole, atom, depth)
}

// besselSum recognises exp(−B) B^(−ν) (I_ν(B) ± I_{ν+1}(B)).
func (m *search) besselSum(terms []normal.Term, depth int) *proof.Step {
	if len(terms) != 2 {
		return nil
	}
	if sign(terms[0].Coefficient) < 0 {
		terms = []normal.Term{terms[1], terms[0]}
	}
	function, combine := "besseli+", formula.Add
	switch c, d := terms[0].Coefficient, terms[1].Coefficient; {
	case sign(c) <= 0:
		return nil
	case c.Same(d.Neg()):
		function, combine = "besseli-", formula.Sub
	case !c.Same(d):
		return nil
	}
	var bessel [2]normal.Factor
	for i, t := range terms {
		at := slices.IndexFunc(t.Factors, func(f normal.Factor) bool { return f.Op == formula.OpBesselI })
		if at < 0 {
			return nil
		}
		bessel[i] = t.Factors[at]
	}
	if sign(bessel[0].Order.Sub(bessel[1].Order)) > 0 {
		bessel[0], bessel[1] = bessel[1], bessel[0]
	}
	x := bessel[0].Arg
	s := m.bernstein(x, depth)
	if s == nil {
		return nil
	}
	atom := specialStep("laplace-integral", "it is a Laplace integral in a Bernstein function",
		monotone.Special{Function: function, Order: rule.Number{Value: bessel[0].Order}, Argument: written(x)}, s)
	one := combine(terms[0].Unit, terms[1].Unit)
	if !m.accepts(one, atom) {
		return nil
	}
	if isOne(terms[0].Coefficient) {
		return atom
	}
	ev := monotone.Terms{Constant: "0", Terms: []monotone.Term{
		{Coefficient: constText(terms[0].Coefficient), Formula: written(one)}}}
	return proof.NewStep("completely-monotone.sum", "it is a multiple of a completely monotone function", ev, atom)
}

// beside proves a term of which whole is a factor, by atom, and what is beside it.
func (m *search) beside(t normal.Term, whole *formula.Expr, atom *proof.Step, depth int) *proof.Step {
	terms, err := normal.Terms(formula.Apply(formula.OpDiv, t.Unit, whole))
	if err != nil || len(terms) != 1 {
		return nil
	}
	if isConstant(terms[0]) {
		return multiple("completely-monotone", terms[0].Coefficient, t, atom) // exp(1 + z²) is e·exp(z²)
	}
	if o := m.monotone(terms[0].Expr, depth); o != nil {
		return productStep([]*formula.Expr{whole, terms[0].Expr}, []*proof.Step{atom, o})
	}
	return nil
}

// product proves a product factor by factor; powers of z go where they are needed.
func (m *search) product(t normal.Term, depth int) *proof.Step {
	z := new(big.Rat).Set(zPower(t))
	var parts []*formula.Expr
	for _, f := range t.Factors {
		if f.Op == formula.OpVar {
			continue
		}
		// take the power of z with which the factor is completely monotone
		take := new(big.Rat)
		if f.Op == formula.OpLog && f.Power.Sign() > 0 {
			// log(1+cz^q)/z^q
			if sum, err := normal.Terms(f.Arg); err == nil {
				for _, u := range sum {
					if q := zPower(u); q.Sign() > 0 && (take.Sign() == 0 || q.Cmp(new(big.Rat).Neg(take)) < 0) {
						take.Neg(q)
					}
				}
				take.Mul(take, f.Power)
			}
		} else if f.Op != formula.OpAdd && scaleOf(f.Arg) != "" {
			switch {
			case (f.Op == formula.OpAtan || f.Op == formula.OpErf) && f.Power.Sign() > 0:
				take.Neg(f.Power)
			case f.Op == formula.OpBesselK && f.Power.Sign() > 0:
				if nu, ok := f.Order.Rat(); ok {
					take.Mul(f.Power, nu)
				}
				if z.Cmp(take) < 0 {
					take.Set(z)
				}
			case f.Op == formula.OpSinh && f.Power.Sign() < 0:
				take.Neg(f.Power)
			case f.Op == formula.OpBesselI && f.Power.Sign() < 0:
				if nu, ok := f.Order.Rat(); ok {
					take.Mul(new(big.Rat).Neg(f.Power), nu)
				}
			case f.Op == formula.OpTanh:
				take.Neg(new(big.Rat).Abs(f.Power))
			}
		}
		z.Sub(z, take)
		part := f.Expr
		if take.Sign() != 0 {
			part = formula.Apply(formula.OpMul, zTo(take), f.Expr)
		}
		parts = append(parts, part)
	}
	if z.Sign() > 0 {
		return nil
	}
	if z.Sign() < 0 {
		parts = append(parts, zTo(z))
	}
	if t.Exponent != nil {
		parts = append(parts, formula.Apply(formula.OpExp, t.Exponent))
	}
	if len(parts) < 2 {
		return nil
	}
	return m.factors(parts, depth)
}

// factors proves a product of the given parts.
func (m *search) factors(parts []*formula.Expr, depth int) *proof.Step {
	var from []*proof.Step
	for _, p := range parts {
		s := m.monotone(p, depth)
		if s == nil {
			return nil
		}
		from = append(from, s)
	}
	return productStep(parts, from)
}

// productStep proves the product of parts, each proved by a step.
func productStep(parts []*formula.Expr, from []*proof.Step) *proof.Step {
	if len(parts) == 1 {
		return from[0]
	}
	var ev monotone.Factors
	for _, e := range parts {
		ev.Factors = append(ev.Factors, written(e))
	}
	return proof.NewStep("completely-monotone.product", "it is a product of completely monotone functions", ev, from...)
}

// group is a sum of p(z)·exp(−az), times one factor.
type group struct {
	common *formula.Expr // nil if there is none
	key    string
	terms  []normal.Term
	rates  []constant.Value
	coef   [][]constant.Value
}

// monotoneGroups proves a sum of groups, each by its inverse Laplace transform.
func (m *search) monotoneGroups(terms []normal.Term, depth int) *proof.Step {
	groups, rest := mixtures(terms)
	if len(groups) == 0 {
		return nil
	}
	ev := monotone.Terms{Constant: "0"}
	var from []*proof.Step
	add := func(c, formula string, s *proof.Step) {
		ev.Terms = append(ev.Terms, monotone.Term{Coefficient: c, Formula: formula})
		from = append(from, s)
	}
	for _, t := range rest {
		if sign(t.Coefficient) <= 0 {
			return nil
		}
		if isConstant(t) {
			ev.Constant = constText(t.Coefficient)
			continue
		}
		s := m.monotone(t.Unit, depth)
		if s == nil {
			return nil
		}
		add(constText(t.Coefficient), written(t.Unit), s)
	}
	for _, g := range groups {
		mix, expr := g.mixture()
		s := proof.NewStep("completely-monotone.exponential-polynomial",
			"the density of its mixture of Gaussians is nonnegative by partial summation", mix)
		if !m.accepts(expr, s) {
			return nil
		}
		if g.common != nil {
			c := m.monotone(g.common, depth)
			if c == nil {
				return nil
			}
			whole := formula.Apply(formula.OpMul, expr, g.common)
			s = proof.NewStep("completely-monotone.product", "it is a product of completely monotone functions",
				monotone.Factors{Factors: []string{written(expr), written(g.common)}}, s, c)
			expr = whole
		}
		add("1", written(expr), s)
	}
	if len(from) == 1 && ev.Constant == "0" {
		return from[0]
	}
	return proof.NewStep("completely-monotone.sum",
		"it is a sum of completely monotone functions with nonnegative coefficients", ev, from...)
}

// mixtures sorts terms into groups; a group of one term without a positive power of z is left to others.
func mixtures(terms []normal.Term) (groups []*group, rest []normal.Term) {
	for _, t := range terms {
		a, j, common, ok := splitRate(t)
		if !ok {
			rest = append(rest, t)
			continue
		}
		key := ""
		if common != nil {
			key = written(common)
		}
		i := slices.IndexFunc(groups, func(g *group) bool { return g.key == key })
		if i < 0 {
			i = len(groups)
			groups = append(groups, &group{common: common, key: key})
		}
		groups[i].add(a, j, t)
	}
	groups = slices.DeleteFunc(groups, func(g *group) bool {
		if len(g.terms) > 1 {
			return false
		}
		rest = append(rest, g.terms...)
		return true
	})
	return groups, rest
}

func (g *group) add(a constant.Value, j int, t normal.Term) {
	g.terms = append(g.terms, t)
	i := slices.IndexFunc(g.rates, a.Same)
	if i < 0 {
		i = len(g.rates)
		g.rates, g.coef = append(g.rates, a), append(g.coef, nil)
	}
	for len(g.coef[i]) <= j {
		g.coef[i] = append(g.coef[i], constant.Value{})
	}
	g.coef[i][j] = g.coef[i][j].Add(t.Coefficient)
}

// increasing returns the places of the values in order of size.
func increasing(values []constant.Value) []int {
	order := make([]int, len(values))
	for i := range order {
		order[i] = i
	}
	slices.SortFunc(order, func(i, j int) int {
		c, _ := values[i].Cmp(values[j])
		return c
	})
	return order
}

// mixture is the evidence for a group and the formula it describes.
func (g *group) mixture() (monotone.Mixture, *formula.Expr) {
	var ev monotone.Mixture
	for _, i := range increasing(g.rates) {
		r := monotone.Rate{Rate: constText(g.rates[i])}
		for _, c := range g.coef[i] {
			r.Coefficients = append(r.Coefficients, constText(c))
		}
		ev.Terms = append(ev.Terms, r)
	}
	terms := slices.Clone(g.terms)
	if g.common != nil {
		for i := range terms {
			terms[i].Expr = formula.Apply(formula.OpDiv, terms[i].Expr, g.common)
		}
		if normalised, err := normal.Terms(sumExpr(terms)); err == nil {
			terms = normalised
		}
	}
	return ev, sumExpr(terms)
}

// maxMixtureDegree bounds the polynomials of a group.
const maxMixtureDegree = 60

// splitRate writes a term as c·z^j·exp(−az)·common, a > 0, j a natural number.
func splitRate(t normal.Term) (a constant.Value, j int, common *formula.Expr, ok bool) {
	if t.Exponent == nil {
		return a, 0, nil, false
	}
	exponent, err := normal.Terms(t.Exponent)
	if err != nil {
		return a, 0, nil, false
	}
	var other []normal.Term
	for _, e := range exponent {
		if len(e.Factors) == 1 && e.Exponent == nil && e.Factors[0].Op == formula.OpVar &&
			e.Factors[0].Power.Cmp(big.NewRat(1, 1)) == 0 {
			a, ok = e.Coefficient.Neg(), sign(e.Coefficient) < 0
		} else {
			other = append(other, e)
		}
	}
	if !ok {
		return a, 0, nil, false
	}
	p := zPower(t)
	if p.IsInt() && p.Sign() >= 0 && p.Num().IsInt64() && p.Num().Int64() <= maxMixtureDegree {
		j = int(p.Num().Int64())
	} else if p.Sign() != 0 {
		common = zTo(p)
	}
	times := func(e *formula.Expr) {
		if common == nil {
			common = e
		} else {
			common = formula.Apply(formula.OpMul, common, e)
		}
	}
	for _, f := range t.Factors {
		if f.Op != formula.OpVar {
			times(f.Expr)
		}
	}
	if len(other) > 0 {
		times(formula.Apply(formula.OpExp, sumExpr(other)))
	}
	return a, j, common, true
}
