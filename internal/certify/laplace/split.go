package laplace

import (
	"math/big"
	"slices"

	"krein/internal/certify/check/normal"
	"krein/internal/kernel/formula"
	"krein/internal/polynomial"
	"krein/internal/polynomial/roots"
)

// split writes negative whole powers of sums that are polynomials in a power of z, or in an exponential of a multiple
// of z, as those of their factors; nil if no sum has any.
func split(terms []normal.Term) *formula.Expr {
	changed := false
	sum := formula.Int(0)
	for _, t := range terms {
		e := formula.Mul(constExpr(t.Coefficient), expOf(t.Exponent))
		for _, f := range t.Factors {
			part := f.Expr
			if f.Op == formula.OpAdd && f.Power.Sign() < 0 && f.Power.IsInt() {
				if parts := rationalFactors(f.Arg); parts != nil {
					part, changed = formula.Int(1), true
					for _, g := range parts {
						part = formula.Mul(part, to(g.base, new(big.Rat).Mul(f.Power, big.NewRat(int64(g.n), 1))))
					}
				}
			}
			e = formula.Mul(e, part)
		}
		sum = formula.Add(sum, e)
	}
	if !changed {
		return nil
	}
	return sum
}

// whole is base^n.
type whole struct {
	base *formula.Expr
	n    int
}

// rationalFactors are the factors (x + a)^n, a > 0 rational, of a polynomial in x = z^q or x = exp(−qz) and what is
// left of it; nil if there is none of them.
func rationalFactors(sum *formula.Expr) (out []whole) {
	p, x, ok := inPowers(sum)
	if !ok || len(p) < 3 {
		return nil
	}
	left := polynomial.FromRats(p)
	add := func(a *big.Rat) {
		n := 0
		for ; len(left) > 1 && roots.SignAt(left, new(big.Rat).Neg(a)) == 0; n++ {
			left = left.Deflate(new(big.Rat).Neg(a))
		}
		if n > 0 {
			out = append(out, whole{formula.Add(x, formula.Rational(a)), n})
		}
	}
	for _, a := range candidates(left) {
		add(a)
	}
	root, n := left, 1
	for _, m := range []int{2, 3, 4} { // the m-th power of a polynomial without rational zeros
		if r := powerRoot(left, m); r != nil {
			root, n = r, m
		}
	}
	if out == nil && n == 1 {
		return nil
	}
	// what is left, with the factor that the parts found lack
	rest := formula.Int(0)
	for i, c := range root {
		rest = formula.Add(rest, formula.Mul(formula.Rational(new(big.Rat).SetInt(c)), to(x, big.NewRat(int64(i), 1))))
	}
	if len(root) == 1 {
		rest = formula.Int(1)
	}
	front := new(big.Rat).Set(p[len(p)-1])
	if len(root) > 1 {
		top := new(big.Rat).SetInt(root[len(root)-1])
		for range n {
			front.Quo(front, top)
		}
	}
	return append(out, whole{rest, n}, whole{formula.Rational(front), 1})
}

// maxSplitDegree bounds the polynomials that are split.
const maxSplitDegree = 12

// inPowers reads a sum as a polynomial Σ c_i x^i with rational coefficients, x = z^q or exp(−qz), q > 0.
func inPowers(sum *formula.Expr) (p []*big.Rat, x *formula.Expr, ok bool) {
	terms, err := normal.Terms(sum)
	if err != nil {
		return nil, nil, false
	}
	var q *big.Rat
	exponents, coefficients := make([]*big.Rat, len(terms)), make([]*big.Rat, len(terms))
	exponential := false
	for i, t := range terms {
		e := new(big.Rat)
		switch {
		case isConstant(t):
		case t.Exponent == nil && len(t.Factors) == 1 && t.Factors[0].Op == formula.OpVar:
			e = t.Factors[0].Power
		case t.Exponent != nil && len(t.Factors) == 0:
			in, err := normal.Terms(t.Exponent)
			if err != nil || len(in) != 1 || in[0].Exponent != nil || len(in[0].Factors) != 1 ||
				in[0].Factors[0].Op != formula.OpVar || !in[0].Factors[0].Power.IsInt() ||
				in[0].Factors[0].Power.Num().Int64() != 1 {
				return nil, nil, false
			}
			rate, rational := in[0].Coefficient.Neg().Rat()
			if !rational {
				return nil, nil, false
			}
			e, exponential = rate, true
		default:
			return nil, nil, false
		}
		if exponents[i] = e; e.Sign() < 0 {
			return nil, nil, false
		}
		if e.Sign() > 0 && (q == nil || e.Cmp(q) < 0) {
			q = e
		}
		if coefficients[i], ok = t.Coefficient.Rat(); !ok {
			return nil, nil, false
		}
	}
	if q == nil {
		return nil, nil, false
	}
	for i, e := range exponents {
		n := new(big.Rat).Quo(e, q)
		if !n.IsInt() || n.Num().Cmp(big.NewInt(maxSplitDegree)) > 0 || exponential != (terms[i].Exponent != nil) &&
			e.Sign() > 0 {
			return nil, nil, false
		}
		j := int(n.Num().Int64())
		for len(p) <= j {
			p = append(p, new(big.Rat))
		}
		p[j].Add(p[j], coefficients[i])
	}
	x = zTo(q)
	if exponential {
		x = expOf(formula.Mul(formula.Rational(new(big.Rat).Neg(q)), formula.Variable()))
	}
	return p, x, true
}

// candidates are a > 0 for which −a may be a zero of the polynomial.
func candidates(p polynomial.Int) (out []*big.Rat) {
	over, under := divisors(p[0]), divisors(p[len(p)-1])
	for _, a := range over {
		for _, b := range under {
			if r := big.NewRat(a, b); !slices.ContainsFunc(out, func(o *big.Rat) bool { return o.Cmp(r) == 0 }) {
				out = append(out, r)
			}
		}
	}
	return out
}

// divisors are those of a number that is not too large, none otherwise.
func divisors(n *big.Int) (out []int64) {
	m := new(big.Int).Abs(n)
	if !m.IsInt64() || m.Int64() > 1e6 || m.Sign() == 0 {
		return nil
	}
	for d := int64(1); d*d <= m.Int64(); d++ {
		if m.Int64()%d == 0 {
			out = append(out, d)
			if e := m.Int64() / d; e != d {
				out = append(out, e)
			}
		}
	}
	return out
}

// powerRoot is the polynomial of which p is a multiple of the m-th power, nil if there is none.
func powerRoot(p polynomial.Int, m int) polynomial.Int {
	if len(p) < 3 || (len(p)-1)%m != 0 {
		return nil
	}
	r := p.SquareFree()
	if (len(r)-1)*m != len(p)-1 {
		return nil
	}
	q := r
	for range m - 1 {
		q = q.Mul(r)
	}
	for i := range p { // p is a multiple of q
		if new(big.Int).Mul(p[i], q[len(q)-1]).Cmp(new(big.Int).Mul(q[i], p[len(p)-1])) != 0 {
			return nil
		}
	}
	return r
}

// cancelled divides factors by the sums under them in which they are a term, log(x)/(1 + log(x)) = 1 − 1/(1 + log(x)),
// where that makes fewer terms; nil otherwise.
func cancelled(terms []normal.Term) *formula.Expr {
	for i, t := range terms {
		for _, f := range t.Factors {
			for _, g := range t.Factors {
				in, err := normal.Terms(g.Arg)
				if g.Op != formula.OpAdd || g.Power.Cmp(big.NewRat(-1, 1)) > 0 || err != nil {
					continue
				}
				j := slices.IndexFunc(in, func(u normal.Term) bool { return written(u.Unit) == written(f.Expr) })
				if j < 0 {
					continue
				}
				over := formula.Mul(formula.Div(constExpr(t.Coefficient), constExpr(in[j].Coefficient)), expOf(t.Exponent))
				for _, h := range t.Factors {
					if h.Expr != f.Expr && h.Expr != g.Expr {
						over = formula.Mul(over, h.Expr)
					}
				}
				rest := formula.Mul(sumExpr(slices.Delete(slices.Clone(in), j, j+1)), g.Expr)
				divided := formula.Sub(formula.Mul(over, to(g.Arg, new(big.Rat).Add(g.Power, big.NewRat(1, 1)))),
					formula.Mul(over, rest))
				others := slices.Delete(slices.Clone(terms), i, i+1)
				all, err := normal.Terms(formula.Add(sumExpr(others), divided))
				if err != nil || len(all) >= len(terms) {
					continue
				}
				return sumExpr(all)
			}
		}
	}
	return nil
}

// reappearing cancels a sum under terms with the numerator that they have together; nil if there is none.
func reappearing(terms []normal.Term) *formula.Expr {
	for _, t := range terms {
		for _, g := range t.Factors {
			if g.Op != formula.OpAdd || g.Power.Sign() >= 0 {
				continue
			}
			var with, others []normal.Term
			for _, u := range terms {
				if slices.ContainsFunc(u.Factors,
					func(f normal.Factor) bool { return f.Power.Cmp(g.Power) == 0 && f.Expr.Equal(g.Expr) }) {
					with = append(with, u)
				} else {
					others = append(others, u)
				}
			}
			over, ok := without(with, g)
			if !ok || len(with) < 2 {
				continue
			}
			front, rest, err := normal.CommonFactor(over)
			if err != nil || front == nil || normal.Same(rest, g.Arg) != nil {
				continue
			}
			return formula.Add(sumExpr(others), formula.Mul(front, to(g.Arg, new(big.Rat).Add(g.Power, big.NewRat(1, 1)))))
		}
	}
	return nil
}

// inExponentials writes hyperbolic functions of multiples of z as exponentials, nil unless fewer terms, or fewer sums
// in them, come of it.
func inExponentials(e *formula.Expr) *formula.Expr {
	one, found := formula.Int(1), false
	h := formula.Opened(e).Replace(func(s *formula.Expr) *formula.Expr {
		if s.Op() != formula.OpTanh && s.Op() != formula.OpSinh && s.Op() != formula.OpCosh || scaleOf(s.Args()[0]) == "" {
			return nil
		}
		found = true
		x := s.Args()[0]
		y := expOf(formula.Mul(formula.Int(-2), x))
		switch s.Op() {
		case formula.OpTanh:
			return formula.Div(formula.Sub(one, y), formula.Add(one, y))
		case formula.OpSinh:
			return formula.Div(formula.Sub(one, y), formula.Mul(formula.Int(2), expOf(formula.Neg(x))))
		default:
			return formula.Div(formula.Add(one, y), formula.Mul(formula.Int(2), expOf(formula.Neg(x))))
		}
	})
	if !found {
		return nil
	}
	before, err := normal.Terms(e)
	after, err2 := normal.Terms(h)
	if err2 != nil {
		return nil
	}
	if s := split(after); s != nil {
		if t, err := normal.Terms(s); err == nil {
			after = t
		}
	}
	if err == nil && len(after) >= len(before) && sums(after) >= sums(before) {
		return nil
	}
	return sumExpr(after)
}

// sums counts the factors of terms that are sums of three terms or more, or of a hyperbolic function and others.
func sums(terms []normal.Term) (n int) {
	for _, t := range terms {
		for _, f := range t.Factors {
			in, err := normal.Terms(f.Arg)
			if f.Op == formula.OpAdd && (err != nil || len(in) > 2 || slices.ContainsFunc(in,
				func(u normal.Term) bool { return len(u.Factors) > 0 && u.Factors[0].Op != formula.OpVar })) {
				n++
			}
		}
	}
	return n
}
