package laplace

import (
	"math/big"
	"slices"

	"krein/internal/certify/check/monotone"
	"krein/internal/certify/check/normal"
	"krein/internal/certify/check/rule"
	"krein/internal/certify/parts"
	"krein/internal/certify/proof"
	"krein/internal/kernel/constant"
	"krein/internal/kernel/formula"
)

// hyperbolic rewrites powers of 1 ± exp(−E) as those of cosh(E/2) and sinh(E/2), and whole powers
// of cosh(az) and sinh(az) times an exponential as exponentials; nil if there are none.
func hyperbolic(terms []normal.Term) *formula.Expr {
	changed := false
	var out []normal.Term
	for _, t := range terms {
		e := formula.Apply(formula.OpMul, constExpr(t.Coefficient), expOf(t.Exponent))
		for _, f := range t.Factors {
			part := f.Expr
			if n := big.NewRat(-1, 1); (f.Op == formula.OpCosh || f.Op == formula.OpSinh) && f.Power.Cmp(n) == 0 &&
				t.Exponent != nil && scaleOf(f.Arg) != "" && normal.Same(t.Exponent, f.Arg) == nil {
				part = formula.Apply(formula.OpTanh, f.Arg) // exp(x)/cosh(x) = 1 + tanh(x), exp(x)/sinh(x) = 1 + 1/tanh(x)
				if f.Op == formula.OpSinh {
					part = to(part, n)
				}
				part = formula.Apply(formula.OpDiv, formula.Apply(formula.OpAdd, formula.Int(1), part), expOf(t.Exponent))
				changed = true
			}
			if f.Op == formula.OpAdd {
				if h := binomial(f.Arg); h != nil {
					part = to(h, f.Power)
					changed = true
				}
			}
			if (f.Op == formula.OpCosh || f.Op == formula.OpSinh) && t.Exponent != nil && f.Power.IsInt() &&
				f.Power.Sign() > 0 && scaleOf(f.Arg) != "" {
				up, down := expOf(f.Arg), expOf(formula.Apply(formula.OpNeg, f.Arg))
				if f.Op == formula.OpSinh {
					down = formula.Apply(formula.OpNeg, down)
				}
				part = to(formula.Apply(formula.OpDiv, formula.Apply(formula.OpAdd, up, down), formula.Int(2)), f.Power)
				changed = true
			}
			e = formula.Apply(formula.OpMul, e, part)
		}
		out = append(out, normal.Term{Expr: e})
	}
	if !changed {
		return nil
	}
	return sumExpr(out)
}

func constExpr(c constant.Value) *formula.Expr {
	if e, ok := c.Expr(); ok {
		return e
	}
	return formula.Int(0) // Euler's constant has no formula
}

func expOf(e *formula.Expr) *formula.Expr {
	if e == nil {
		return formula.Int(1)
	}
	return formula.Apply(formula.OpExp, e)
}

// binomial writes 1 + exp(−E) as 2 exp(−E/2) cosh(E/2), and 1 − exp(−E) as 2 exp(−E/2) sinh(E/2).
func binomial(e *formula.Expr) *formula.Expr {
	terms, err := normal.Terms(e)
	if err != nil || len(terms) != 2 {
		return nil
	}
	i := slices.IndexFunc(terms, isConstant)
	if i < 0 || !isOne(terms[i].Coefficient) {
		return nil
	}
	t := terms[1-i]
	if _, _, power := realPower(t); power || len(t.Factors) > 0 || t.Exponent == nil {
		return nil
	}
	half := formula.Apply(formula.OpDiv, t.Exponent, formula.Int(2))
	op := formula.OpCosh
	switch {
	case isOne(t.Coefficient):
	case isOne(t.Coefficient.Neg()):
		op = formula.OpSinh
	default:
		return nil
	}
	h := formula.Apply(op, formula.Apply(formula.OpNeg, half))
	return formula.Apply(formula.OpMul, formula.Apply(formula.OpMul, formula.Int(2),
		formula.Apply(formula.OpExp, half)), h)
}

// fractions is a rational function of x = z^q: N(x)/Π (x+a_i)^(m_i).
type fractions struct {
	q     *big.Rat
	roots []*big.Rat // a_i
	mult  []int
}

// maxFractionDegree bounds the rational functions that are split.
const maxFractionDegree = 24

// linear returns a and c if e = c·(z^q + a), setting q if it is not set.
func (r *fractions) linear(e *formula.Expr) (a, c *big.Rat, ok bool) {
	terms, err := normal.Terms(e)
	if err != nil || len(terms) != 2 {
		return nil, nil, false
	}
	i := slices.IndexFunc(terms, isConstant)
	if i < 0 {
		return nil, nil, false
	}
	t := terms[1-i]
	if t.Exponent != nil || len(t.Factors) != 1 || t.Factors[0].Op != formula.OpVar {
		return nil, nil, false
	}
	if r.q == nil {
		r.q = t.Factors[0].Power
	}
	c, ok = t.Coefficient.Rat()
	b, ok2 := terms[i].Coefficient.Rat()
	if !ok || !ok2 || r.q.Cmp(t.Factors[0].Power) != 0 || r.q.Sign() <= 0 || c.Sign() == 0 {
		return nil, nil, false
	}
	return new(big.Rat).Quo(b, c), c, true
}

func (r *fractions) index(a *big.Rat) int {
	i := slices.IndexFunc(r.roots, func(b *big.Rat) bool { return a.Cmp(b) == 0 })
	if i < 0 {
		i = len(r.roots)
		r.roots, r.mult = append(r.roots, a), append(r.mult, 0)
	}
	return i
}

// rationalTerm is c·x^k·Π (x+a_i)^(−m_i).
type rationalTerm struct {
	c *big.Rat
	k int
	m map[int]int
}

// split reads the terms of a rational function.
func (r *fractions) split(terms []normal.Term) ([]rationalTerm, bool) {
	var out []rationalTerm
	for _, t := range terms { // the sums set q
		for _, f := range t.Factors {
			if f.Op == formula.OpAdd {
				if _, _, ok := r.linear(f.Arg); !ok {
					return nil, false
				}
			}
		}
	}
	if r.q == nil {
		return nil, false
	}
	for _, t := range terms {
		c, ok := t.Coefficient.Rat()
		if !ok || t.Exponent != nil {
			return nil, false
		}
		u := rationalTerm{c: new(big.Rat).Set(c), m: make(map[int]int)}
		for _, f := range t.Factors {
			switch f.Op {
			case formula.OpVar:
				k := new(big.Rat).Quo(f.Power, r.q)
				if !k.IsInt() || !k.Num().IsInt64() || k.Num().Int64() > maxFractionDegree || k.Num().Int64() < -maxFractionDegree {
					return nil, false
				}
				if u.k = int(k.Num().Int64()); u.k < 0 {
					u.m[r.index(new(big.Rat))] = -u.k
					u.k = 0
				}
			case formula.OpAdd:
				a, s, ok := r.linear(f.Arg)
				if !ok || !f.Power.IsInt() || f.Power.Sign() > 0 || f.Power.Num().Int64() < -maxFractionDegree {
					return nil, false
				}
				n := int(-f.Power.Num().Int64())
				u.m[r.index(a)] = n
				for range n {
					u.c.Quo(u.c, s)
				}
			default:
				return nil, false
			}
		}
		for i, n := range u.m {
			r.mult[i] = max(r.mult[i], n)
		}
		out = append(out, u)
	}
	total := 0
	for _, n := range r.mult {
		total += n
	}
	return out, total > 0 && total <= maxFractionDegree
}

// ratPoly is a polynomial by its coefficients.
type ratPoly []*big.Rat

func (p ratPoly) times(q ratPoly) ratPoly {
	out := make(ratPoly, len(p)+len(q)-1)
	for i := range out {
		out[i] = new(big.Rat)
	}
	for i, a := range p {
		for j, b := range q {
			out[i+j].Add(out[i+j], new(big.Rat).Mul(a, b))
		}
	}
	return out
}

func (p ratPoly) power(n int) ratPoly {
	out := ratPoly{big.NewRat(1, 1)}
	for range n {
		out = out.times(p)
	}
	return out
}

// fractions proves a rational function of z^q whose poles are simple to find, by partial fractions.
func (m *search) fractions(terms []normal.Term, depth int) *proof.Step {
	r := new(fractions)
	split, ok := r.split(terms)
	if !ok || r.q.Cmp(big.NewRat(2, 1)) > 0 || slices.ContainsFunc(r.roots,
		func(a *big.Rat) bool { return a.Sign() < 0 }) {
		return nil
	}
	// Around each pole, N/Π_{l≠i} (x+a_l)^(m_l) as a power series in y = x + a_i.
	order := make([]int, len(r.roots))
	for i := range order {
		order[i] = i
	}
	slices.SortFunc(order, func(i, j int) int { return r.roots[i].Cmp(r.roots[j]) })
	var rates []monotone.Rate
	for _, i := range order {
		n := r.mult[i]
		if n == 0 {
			continue
		}
		principal := make([]*big.Rat, n) // of (x+a_i)^(−k−1)
		for k := range principal {
			principal[k] = new(big.Rat)
		}
		for _, t := range split {
			series := ratPoly{t.c}
			series = series.times(ratPoly{new(big.Rat).Neg(r.roots[i]), big.NewRat(1, 1)}.power(t.k))
			for l, a := range r.roots {
				if l != i && t.m[l] > 0 {
					series = divide(pad(series, n), new(big.Rat).Sub(a, r.roots[i]), t.m[l])
				}
			}
			series = pad(series, n)
			for j := 0; j < t.m[i]; j++ { // y^(j−m)
				principal[t.m[i]-j-1].Add(principal[t.m[i]-j-1], series[j])
			}
		}
		rate := monotone.Rate{Rate: formula.Rational(r.roots[i]).String()}
		for _, c := range principal {
			rate.Coefficients = append(rate.Coefficients, formula.Rational(c).String())
		}
		rates = append(rates, rate)
	}
	argument := zTo(r.q)
	b := m.bernstein(argument, depth)
	if b == nil {
		return nil
	}
	ev := monotone.Fractions{Argument: written(argument), Terms: rates}
	step := proof.NewStep("completely-monotone.rational",
		"its partial fractions are the Laplace transform of a nonnegative function", ev, b)
	// what is left is a constant, the limit at infinity
	limit := new(big.Rat)
	for _, t := range split {
		degree := t.k
		for _, n := range t.m {
			degree -= n
		}
		switch {
		case degree == 0:
			limit.Add(limit, t.c)
		case degree > 0:
			return nil
		}
	}
	rest := sumExpr(terms)
	if limit.Sign() != 0 {
		rest = formula.Apply(formula.OpSub, rest, formula.Rational(limit))
	}
	if limit.Sign() < 0 || !m.accepts(rest, step) {
		return nil
	}
	if limit.Sign() == 0 {
		return step
	}
	return proof.NewStep("completely-monotone.sum", "it is its limit at infinity and a sum of partial fractions",
		monotone.Terms{Constant: formula.Rational(limit).String(),
			Terms: []monotone.Term{{Coefficient: "1", Formula: written(rest)}}}, step)
}

func pad(p ratPoly, n int) ratPoly {
	p = slices.Clone(p)
	for len(p) < n {
		p = append(p, new(big.Rat))
	}
	return p[:n]
}

// divide divides a power series by (y+d)^n.
func divide(p ratPoly, d *big.Rat, n int) ratPoly {
	for range n {
		q := make(ratPoly, len(p))
		for j := range p {
			q[j] = new(big.Rat).Set(p[j])
			if j > 0 {
				q[j].Sub(q[j], q[j-1])
			}
			q[j].Quo(q[j], d)
		}
		p = q
	}
	return p
}

// shifted proves B^p − (B+c)^p, p < 0, and (B+c)^p − B^p, 0 < p ≤ 1.
func (m *search) shifted(terms []normal.Term, depth int) *proof.Step {
	if len(terms) != 2 {
		return nil
	}
	up, down := terms[0], terms[1]
	if sign(up.Coefficient) < 0 {
		up, down = down, up
	}
	var p *big.Rat
	for _, t := range terms {
		if len(t.Factors) != 1 || t.Exponent != nil {
			return nil
		}
		if t.Factors[0].Op == formula.OpAdd {
			p = t.Factors[0].Power
		}
	}
	if sign(up.Coefficient) <= 0 || sign(down.Coefficient) >= 0 || p == nil || p.Cmp(big.NewRat(1, 1)) > 0 {
		return nil
	}
	base := func(t normal.Term) *formula.Expr {
		normalised, err := normal.Terms(to(formula.Apply(formula.OpMul, constExpr(t.Coefficient), t.Unit),
			new(big.Rat).Inv(p)))
		if err != nil {
			return nil
		}
		return sumExpr(normalised)
	}
	down.Coefficient = down.Coefficient.Neg()
	far, near := base(up), base(down)
	rule := "increment"
	if p.Sign() < 0 {
		far, near, rule = near, far, "decrement"
	}
	if far == nil || near == nil {
		return nil
	}
	c, err := normal.Terms(formula.Apply(formula.OpSub, far, near))
	if err == nil && len(c) > 1 && p.Sign() < 0 {
		return m.partly(up, terms, far, near, p, depth)
	}
	if err != nil || len(c) != 1 || !isConstant(c[0]) || sign(c[0].Coefficient) <= 0 {
		return nil
	}
	outer := zTo(new(big.Rat).Mul(p, big.NewRat(2, 1)))
	inner := m.bernstein(near, depth)
	power := m.bernstein(outer, depth)
	if p.Sign() < 0 {
		power = m.monotone(outer, depth)
	}
	if inner == nil || power == nil {
		return nil
	}
	return proof.NewStep("completely-monotone."+rule,
		"it is the difference of two values of a power at Bernstein functions that differ by a constant",
		monotone.Shift{Outer: written(outer), Inner: written(near), Shift: constText(c[0].Coefficient)}, power, inner)
}

// partly proves U − D, U a multiple of near^p and D one of far^p, as (1−r)U + (rU − D), 0 < r < 1 being such that
// shifted proves the rest.
func (m *search) partly(up normal.Term, both []normal.Term, far, near *formula.Expr, p *big.Rat,
	depth int) *proof.Step {
	ratio, err := normal.Terms(formula.Div(varying(far), varying(near)))
	if err != nil || len(ratio) != 1 || !isConstant(ratio[0]) || sign(ratio[0].Coefficient) <= 0 {
		return nil
	}
	r, err := constant.New(to(constExpr(ratio[0].Coefficient), p))
	if err != nil || sign(constant.Int(1).Sub(r)) <= 0 {
		return nil
	}
	part := formula.Mul(constExpr(constant.Int(1).Sub(r)), up.Expr)
	less, err := normal.Terms(formula.Sub(sumExpr(both), part))
	if err != nil {
		return nil
	}
	s, difference := m.monotone(up.Unit, depth), m.shifted(less, depth)
	if s == nil || difference == nil {
		return nil
	}
	ev := monotone.Terms{Constant: "0", Terms: []monotone.Term{
		{Coefficient: constText(constant.Int(1).Sub(r).Mul(up.Coefficient)), Formula: written(up.Unit)},
		{Coefficient: "1", Formula: written(sumExpr(less))}}}
	return proof.NewStep("completely-monotone.sum",
		"it is a completely monotone function and the difference of two values of one", ev, s, difference)
}

// varying is a sum without its constant.
func varying(e *formula.Expr) *formula.Expr {
	terms, err := normal.Terms(e)
	if err != nil {
		return e
	}
	return sumExpr(slices.DeleteFunc(terms, isConstant))
}

// series proves power series of nonnegative coefficients in completely monotone functions.
func (m *search) series(e *formula.Expr, depth int) *proof.Step {
	for _, shift := range parts.SeriesShifts(e) {
		ev := monotone.Series{Formula: written(e), Series: rule.Series{Shift: rule.Rational{Rat: shift}}}
		inner, below, _, err := ev.InnerOf(e, m.of.Derive(e))
		if err != nil {
			continue
		}
		if below != nil && monotone.NotNegative(below, false, m.of) != nil {
			continue
		}
		if s := m.monotone(inner, depth); s != nil {
			return proof.NewStep("completely-monotone.power-series",
				"it is a power series with nonnegative coefficients in a completely monotone function", ev, s)
		}
	}
	return nil
}

// exponential proves exp(e): of minus a Bernstein function, of a completely monotone function, or a product of the two.
func (m *search) exponential(e *formula.Expr, depth int) *proof.Step {
	if text, s := m.bernsteinText(formula.Apply(formula.OpNeg, e), depth); s != nil {
		return proof.NewStep("completely-monotone.exponential", "it is exp(−B) with a Bernstein function B",
			monotone.Argument{Formula: text}, s)
	}
	if s := m.series(expOf(e), depth); s != nil {
		return s
	}
	terms, err := normal.Terms(e)
	if err != nil {
		return nil
	}
	var up, down []normal.Term
	for _, t := range terms {
		if sign(t.Coefficient) > 0 {
			up = append(up, t)
		} else {
			down = append(down, t)
		}
	}
	if len(up) == 0 || len(down) == 0 {
		return nil
	}
	return m.factors([]*formula.Expr{expOf(sumExpr(up)), expOf(sumExpr(down))}, depth)
}
