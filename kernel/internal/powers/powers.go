// Package powers writes formulas as sums of powers of z with rational coefficients, and calculates
// with polynomials.
package powers

import (
	"math/big"
	"sort"

	"krein/internal/budget"
	"krein/kernel/formula"
	"krein/kernel/internal/exponent"
	"krein/kernel/internal/rational"
)

// Limits on the polynomials that are expanded and whose roots are isolated.
const (
	maxExponents = 1000 // of w = z^{1/q}
	MaxDegree    = 32   // once written in the highest power of w that it is a polynomial in
	maxMonomials = 70
)

// Rational writes e as Σ p[i] w^i with w = z^{1/q} and rational
// coefficients; p has no leading zeros, so that the zero function is an empty p.
// The work is counted by m.
func Rational(e *formula.Expr, m *budget.Meter) (p []*big.Rat, q int, ok bool) {
	return (&Expander{meter: m}).RationalPolynomial(e)
}

// RationalPolynomial is Rational.
func (x *Expander) RationalPolynomial(e *formula.Expr) (p []*big.Rat, q int, ok bool) {
	terms, ok := x.terms(e, 0)
	if !ok {
		return nil, 0, false
	}
	q = 1
	for _, t := range terms {
		if d := t.Exp.Denom(); d.IsInt64() && d.Int64() <= maxExponents {
			q = q / int(exponent.GCD(int64(q), d.Int64())) * int(d.Int64())
		} else {
			return nil, 0, false
		}
		if q > maxExponents {
			return nil, 0, false
		}
	}
	for _, t := range terms {
		n := new(big.Rat).Mul(t.Exp, big.NewRat(int64(q), 1))
		if n.Sign() < 0 || !n.Num().IsInt64() || n.Num().Int64() > maxExponents {
			return nil, 0, false
		}
		i := int(n.Num().Int64())
		for len(p) <= i {
			p = append(p, new(big.Rat))
		}
		p[i].Add(p[i], t.Coef)
	}
	return trim(p), q, true
}

func trim(p []*big.Rat) []*big.Rat {
	for len(p) > 0 && p[len(p)-1].Sign() == 0 {
		p = p[:len(p)-1]
	}
	return p
}

// Term is coef·z^exp.
type Term struct {
	Exp, Coef *big.Rat
}

// Sparse expands e into monomials, combining equal exponents.
func Sparse(e *formula.Expr, m *budget.Meter) ([]Term, bool) {
	return (&Expander{meter: m}).terms(e, 0)
}

// Expander expands formulas into monomials. It remembers which parts cannot be: what they are part
// of cannot be either.
type Expander struct {
	failed map[*formula.Expr]bool
	meter  *budget.Meter
}

// NewExpander returns an expander whose work m counts.
func NewExpander(m *budget.Meter) Expander { return Expander{meter: m} }

// termUnits is the work of a sum or product of two terms.
const termUnits = 5

func (x *Expander) terms(e *formula.Expr, depth int) ([]Term, bool) {
	if depth > 500 || x.failed[e] || !x.meter.Spend(termUnits) {
		return nil, false
	}
	t, ok := x.expand(e, depth)
	if !ok {
		if x.failed == nil {
			x.failed = make(map[*formula.Expr]bool)
		}
		x.failed[e] = true
	}
	return t, ok
}

func (x *Expander) expand(e *formula.Expr, depth int) ([]Term, bool) { // one function: a case for each operation.
	depth++
	one := big.NewRat(1, 1)
	switch e.Op() {
	case formula.OpNum:
		return []Term{{new(big.Rat), e.Num()}}, true
	case formula.OpVar:
		return []Term{{one, one}}, true
	case formula.OpCall:
		return x.terms(e.Body(), depth)
	case formula.OpNeg:
		a, ok := x.terms(e.Args()[0], depth)
		return scaleTerms(a, big.NewRat(-1, 1)), ok
	case formula.OpAdd, formula.OpSub:
		a, ok := x.terms(e.Args()[0], depth)
		if !ok {
			return nil, false
		}
		b, ok := x.terms(e.Args()[1], depth)
		if !ok {
			return nil, false
		}
		if e.Op() == formula.OpSub {
			b = scaleTerms(b, big.NewRat(-1, 1))
		}
		return x.combine(append(append([]Term(nil), a...), b...))
	case formula.OpMul:
		a, ok := x.terms(e.Args()[0], depth)
		if !ok {
			return nil, false
		}
		b, ok := x.terms(e.Args()[1], depth)
		if !ok {
			return nil, false
		}
		return x.multiply(a, b)
	case formula.OpDiv:
		a, ok := x.terms(e.Args()[0], depth)
		if !ok {
			return nil, false
		}
		b, ok := x.terms(e.Args()[1], depth)
		if !ok || len(b) != 1 || b[0].Coef.Sign() == 0 {
			return nil, false
		}
		return x.multiply(a, []Term{{new(big.Rat).Neg(b[0].Exp), new(big.Rat).Inv(b[0].Coef)}})
	case formula.OpSqrt, formula.OpPow:
		p := big.NewRat(1, 2)
		if e.Op() == formula.OpPow {
			if p = e.Args()[1].Num(); p == nil {
				return nil, false
			}
		}
		a, ok := x.terms(e.Args()[0], depth)
		if !ok {
			return nil, false
		}
		if len(a) == 1 && (p.IsInt() || a[0].Coef.Sign() > 0) {
			if c := rational.Pow(a[0].Coef, p); c != nil && a[0].Coef.Sign() != 0 {
				return []Term{{new(big.Rat).Mul(a[0].Exp, p), c}}, true
			}
			return nil, false
		}
		if !p.IsInt() || p.Sign() < 0 || !p.Num().IsInt64() || p.Num().Int64() > maxMonomials {
			return nil, false
		}
		out := []Term{{new(big.Rat), one}}
		for range p.Num().Int64() {
			if out, ok = x.multiply(out, a); !ok {
				return nil, false
			}
		}
		return out, true
	}
	return nil, false
}

func scaleTerms(a []Term, c *big.Rat) []Term {
	out := make([]Term, len(a))
	for i, t := range a {
		out[i] = Term{t.Exp, new(big.Rat).Mul(t.Coef, c)}
	}
	return out
}

func (x *Expander) multiply(a, b []Term) ([]Term, bool) {
	if len(a)*len(b) > 4*maxMonomials {
		return nil, false
	}
	var out []Term
	for _, s := range a {
		for _, t := range b {
			out = append(out, Term{new(big.Rat).Add(s.Exp, t.Exp), new(big.Rat).Mul(s.Coef, t.Coef)})
		}
	}
	return x.combine(out)
}

func (x *Expander) combine(a []Term) ([]Term, bool) {
	if !x.meter.Spend(termUnits * int64(len(a))) {
		return nil, false
	}
	sort.SliceStable(a, func(i, j int) bool { return a[i].Exp.Cmp(a[j].Exp) < 0 })
	var out []Term
	for _, t := range a {
		if n := len(out); n > 0 && out[n-1].Exp.Cmp(t.Exp) == 0 {
			out[n-1].Coef = new(big.Rat).Add(out[n-1].Coef, t.Coef)
			continue
		}
		out = append(out, t)
	}
	kept := out[:0]
	for _, t := range out {
		if t.Coef.Sign() != 0 {
			if rational.Bits(t.Coef) > rational.MaxBits || rational.Bits(t.Exp) > 64 {
				return nil, false
			}
			kept = append(kept, t)
		}
	}
	return kept, len(kept) <= maxMonomials
}
