package kernel

import (
	"math/big"
	"sort"

	"krein/internal/budget"
)

// Limits on the polynomials that are expanded and whose roots are isolated.
const (
	maxExponents = 1000 // of w = z^{1/q}
	maxDegree    = 32   // once written in the highest power of w that it is a polynomial in
	maxMonomials = 70
)

// rationalPolynomial writes e as Σ p[i] w^i with w = z^{1/q} and rational
// coefficients; p has no leading zeros, so that the zero function is an empty p.
// The work is counted by m.
func rationalPolynomial(e *Expr, m *budget.Meter) (p []*big.Rat, q int, ok bool) {
	return (&expander{meter: m}).rationalPolynomial(e)
}

func (x *expander) rationalPolynomial(e *Expr) (p []*big.Rat, q int, ok bool) {
	terms, ok := x.terms(e, 0)
	if !ok {
		return nil, 0, false
	}
	q = 1
	for _, t := range terms {
		if d := t.exp.Denom(); d.IsInt64() && d.Int64() <= maxExponents {
			q = q / int(gcd64(int64(q), d.Int64())) * int(d.Int64())
		} else {
			return nil, 0, false
		}
		if q > maxExponents {
			return nil, 0, false
		}
	}
	for _, t := range terms {
		n := new(big.Rat).Mul(t.exp, big.NewRat(int64(q), 1))
		if n.Sign() < 0 || !n.Num().IsInt64() || n.Num().Int64() > maxExponents {
			return nil, 0, false
		}
		i := int(n.Num().Int64())
		for len(p) <= i {
			p = append(p, new(big.Rat))
		}
		p[i].Add(p[i], t.coef)
	}
	return trim(p), q, true
}

func trim(p []*big.Rat) []*big.Rat {
	for len(p) > 0 && p[len(p)-1].Sign() == 0 {
		p = p[:len(p)-1]
	}
	return p
}

// powerTerm is coef·z^exp.
type powerTerm struct {
	exp, coef *big.Rat
}

// sparsePolynomial expands e into monomials, combining equal exponents.
func sparsePolynomial(e *Expr, m *budget.Meter) ([]powerTerm, bool) {
	return (&expander{meter: m}).terms(e, 0)
}

// expander expands formulas into monomials. It remembers which parts cannot be: what they are part
// of cannot be either.
type expander struct {
	failed map[*Expr]bool
	meter  *budget.Meter
}

// newExpander returns an expander whose work m counts.
func newExpander(m *budget.Meter) expander { return expander{meter: m} }

// termUnits is the work of a sum or product of two terms.
const termUnits = 5

func (x *expander) terms(e *Expr, depth int) ([]powerTerm, bool) {
	if depth > 500 || x.failed[e] || !x.meter.Spend(termUnits) {
		return nil, false
	}
	t, ok := x.expand(e, depth)
	if !ok {
		if x.failed == nil {
			x.failed = make(map[*Expr]bool)
		}
		x.failed[e] = true
	}
	return t, ok
}

func (x *expander) expand(e *Expr, depth int) ([]powerTerm, bool) {
	depth++
	one := big.NewRat(1, 1)
	switch e.op {
	case OpNum:
		return []powerTerm{{new(big.Rat), e.num}}, true
	case OpVar:
		return []powerTerm{{one, one}}, true
	case OpCall:
		return x.terms(e.body, depth)
	case OpNeg:
		a, ok := x.terms(e.args[0], depth)
		return scaleTerms(a, big.NewRat(-1, 1)), ok
	case OpAdd, OpSub:
		a, ok := x.terms(e.args[0], depth)
		if !ok {
			return nil, false
		}
		b, ok := x.terms(e.args[1], depth)
		if !ok {
			return nil, false
		}
		if e.op == OpSub {
			b = scaleTerms(b, big.NewRat(-1, 1))
		}
		return x.combine(append(append([]powerTerm(nil), a...), b...))
	case OpMul:
		a, ok := x.terms(e.args[0], depth)
		if !ok {
			return nil, false
		}
		b, ok := x.terms(e.args[1], depth)
		if !ok {
			return nil, false
		}
		return x.multiply(a, b)
	case OpDiv:
		a, ok := x.terms(e.args[0], depth)
		if !ok {
			return nil, false
		}
		b, ok := x.terms(e.args[1], depth)
		if !ok || len(b) != 1 || b[0].coef.Sign() == 0 {
			return nil, false
		}
		return x.multiply(a, []powerTerm{{new(big.Rat).Neg(b[0].exp), new(big.Rat).Inv(b[0].coef)}})
	case OpSqrt, OpPow:
		p := big.NewRat(1, 2)
		if e.op == OpPow {
			if p = e.args[1].Num(); p == nil {
				return nil, false
			}
		}
		a, ok := x.terms(e.args[0], depth)
		if !ok {
			return nil, false
		}
		if len(a) == 1 && (p.IsInt() || a[0].coef.Sign() > 0) {
			if c := ratPow(a[0].coef, p); c != nil && a[0].coef.Sign() != 0 {
				return []powerTerm{{new(big.Rat).Mul(a[0].exp, p), c}}, true
			}
			return nil, false
		}
		if !p.IsInt() || p.Sign() < 0 || !p.Num().IsInt64() || p.Num().Int64() > maxMonomials {
			return nil, false
		}
		out := []powerTerm{{new(big.Rat), one}}
		for range p.Num().Int64() {
			if out, ok = x.multiply(out, a); !ok {
				return nil, false
			}
		}
		return out, true
	}
	return nil, false
}

func scaleTerms(a []powerTerm, c *big.Rat) []powerTerm {
	out := make([]powerTerm, len(a))
	for i, t := range a {
		out[i] = powerTerm{t.exp, new(big.Rat).Mul(t.coef, c)}
	}
	return out
}

func (x *expander) multiply(a, b []powerTerm) ([]powerTerm, bool) {
	if len(a)*len(b) > 4*maxMonomials {
		return nil, false
	}
	var out []powerTerm
	for _, s := range a {
		for _, t := range b {
			out = append(out, powerTerm{new(big.Rat).Add(s.exp, t.exp), new(big.Rat).Mul(s.coef, t.coef)})
		}
	}
	return x.combine(out)
}

func (x *expander) combine(a []powerTerm) ([]powerTerm, bool) {
	if !x.meter.Spend(termUnits * int64(len(a))) {
		return nil, false
	}
	sort.SliceStable(a, func(i, j int) bool { return a[i].exp.Cmp(a[j].exp) < 0 })
	var out []powerTerm
	for _, t := range a {
		if n := len(out); n > 0 && out[n-1].exp.Cmp(t.exp) == 0 {
			out[n-1].coef = new(big.Rat).Add(out[n-1].coef, t.coef)
			continue
		}
		out = append(out, t)
	}
	kept := out[:0]
	for _, t := range out {
		if t.coef.Sign() != 0 {
			if ratBits(t.coef) > maxBits || ratBits(t.exp) > 64 {
				return nil, false
			}
			kept = append(kept, t)
		}
	}
	return kept, len(kept) <= maxMonomials
}
