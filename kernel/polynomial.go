package kernel

import (
	"fmt"
	"math/big"
	"sort"

	"krein/internal/elem64"
)

// Limits on the polynomials that are expanded and whose roots are isolated.
const (
	maxExponents = 1000 // of w = z^{1/q}
	maxDegree    = 32   // once written in the highest power of w that it is a polynomial in
	maxMonomials = 70
)

// rationalPolynomial writes e as Σ p[i] w^i with w = z^{1/q} and rational
// coefficients; p has no leading zeros, so that the zero function is an empty p.
func rationalPolynomial(e *Expr) (p []*big.Rat, q int, ok bool) {
	return new(expander).rationalPolynomial(e)
}

func (x *expander) rationalPolynomial(e *Expr) (p []*big.Rat, q int, ok bool) {
	terms, ok := x.terms(e, 0)
	if !ok {
		return nil, 0, false
	}
	q = 1
	for _, t := range terms {
		if d := t.exp.Denom(); d.IsInt64() && d.Int64() <= maxExponents {
			q = q / int(gcd(int64(q), d.Int64())) * int(d.Int64())
		} else {
			return nil, 0, false
		}
		if q > maxExponents {
			return nil, 0, false
		}
	}
	for _, t := range terms {
		n := new(big.Rat).Mul(t.exp, rat(int64(q), 1))
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

func gcd(a, b int64) int64 {
	for b != 0 {
		a, b = b, a%b
	}
	return a
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
func sparsePolynomial(e *Expr) ([]powerTerm, bool) { return new(expander).terms(e, 0) }

// expander expands formulas into monomials. It remembers which parts cannot be: what they are part of cannot be either.
type expander struct {
	failed map[*Expr]bool
}

func (x *expander) terms(e *Expr, depth int) ([]powerTerm, bool) {
	if depth > 500 || x.failed[e] {
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
	one := rat(1, 1)
	switch e.op {
	case OpNum:
		return []powerTerm{{new(big.Rat), e.num}}, true
	case OpVar:
		return []powerTerm{{one, one}}, true
	case OpCall:
		return x.terms(e.body, depth)
	case OpNeg:
		a, ok := x.terms(e.args[0], depth)
		return scaleTerms(a, rat(-1, 1)), ok
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
			b = scaleTerms(b, rat(-1, 1))
		}
		return combine(append(append([]powerTerm(nil), a...), b...))
	case OpMul:
		a, ok := x.terms(e.args[0], depth)
		if !ok {
			return nil, false
		}
		b, ok := x.terms(e.args[1], depth)
		if !ok {
			return nil, false
		}
		return multiply(a, b)
	case OpDiv:
		a, ok := x.terms(e.args[0], depth)
		if !ok {
			return nil, false
		}
		b, ok := x.terms(e.args[1], depth)
		if !ok || len(b) != 1 || b[0].coef.Sign() == 0 {
			return nil, false
		}
		return multiply(a, []powerTerm{{new(big.Rat).Neg(b[0].exp), new(big.Rat).Inv(b[0].coef)}})
	case OpSqrt, OpPow:
		p := rat(1, 2)
		if e.op == OpPow {
			if p = ratOf(e.args[1]); p == nil {
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
			if out, ok = multiply(out, a); !ok {
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

func multiply(a, b []powerTerm) ([]powerTerm, bool) {
	if len(a)*len(b) > 4*maxMonomials {
		return nil, false
	}
	var out []powerTerm
	for _, s := range a {
		for _, t := range b {
			out = append(out, powerTerm{new(big.Rat).Add(s.exp, t.exp), new(big.Rat).Mul(s.coef, t.coef)})
		}
	}
	return combine(out)
}

func combine(a []powerTerm) ([]powerTerm, bool) {
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

// polynomialZeros adds the positive zeros of g = Σ p[i] z^{i/q}.
func (s *solver) polynomialZeros(g *Expr, p []*big.Rat, q int) error {
	low := 0
	for low < len(p) && p[low].Sign() == 0 {
		low++
	}
	p = p[low:]
	if len(p) <= 1 {
		return nil
	}
	// p is a polynomial in v = w^m.
	m := 0
	for i, c := range p {
		if c.Sign() != 0 {
			m = int(gcd(int64(m), int64(i)))
		}
	}
	v := make([]*big.Rat, 0, len(p)/m+1)
	for i := 0; i < len(p); i += m {
		v = append(v, p[i])
	}
	if len(v) > maxDegree+1 {
		return fmt.Errorf("%s has degree %d, more than the %d that are solved", abridge(g.String()), len(v)-1, maxDegree)
	}
	exponent := rat(int64(q), int64(m)) // z = v^{q/m}
	for _, r := range positiveRoots(v) {
		if r.exact != nil {
			if exponent.Cmp(rat(1, 2)) == 0 {
				s.found = append(s.found, breakpointAt(Apply(OpSqrt, r.exact)))
			} else {
				s.found = append(s.found, breakpointAt(identity(power(r.exact, Rational(exponent)))))
			}
			continue
		}
		e, _ := exponent.Float64()
		s.found = append(s.found, Breakpoint{Value: elem64.Pow(r.value, e)})
	}
	return nil
}

// root is a positive root of a polynomial: an exact expression if one is known.
type root struct {
	value float64
	exact *Expr
}

// positiveRoots returns the positive roots of p: every one, each once. They are isolated by
// Sturm's theorem; rational ones and those of a quadratic factor that is left are exact.
func positiveRoots(p []*big.Rat) []root {
	p = squareFree(p)
	var out []root
	for _, iv := range isolate(p) {
		lo, hi := refine(p, iv[0], iv[1])
		// The root is in (lo, hi]; lo itself may be another one.
		if r := simplestBetween(lo, hi); evalPoly(p, r).Sign() == 0 && (r.Cmp(lo) != 0 || lo.Cmp(hi) == 0) {
			out = append(out, root{exact: Rational(r)})
			p = deflate(p, r)
		}
	}
	if len(p) == 3 { // c + b v + a v²
		a, b, c := p[2], p[1], p[0]
		disc := new(big.Rat).Mul(b, b)
		disc.Sub(disc, new(big.Rat).Mul(rat(4, 1), new(big.Rat).Mul(a, c)))
		if disc.Sign() > 0 {
			// (−b ± √disc)/(2a) = h ± √k
			two := new(big.Rat).Mul(rat(2, 1), a)
			h := new(big.Rat).Quo(new(big.Rat).Neg(b), two)
			k := Apply(OpSqrt, Rational(disc.Quo(disc, two.Mul(two, two))))
			for _, e := range []*Expr{sub(Rational(h), k), identity(add(Rational(h), k))} {
				e = identity(e)
				if sign, err := constantSign(e); err == nil && sign > 0 {
					out = append(out, root{exact: e})
				} else if err != nil && evalPoly(p, new(big.Rat)).Sign() != 0 {
					// Nonzero, yet too near zero for floats: c/a is the product of the roots.
					if h.Sign() > 0 && new(big.Rat).Quo(c, a).Sign() > 0 {
						out = append(out, root{exact: e})
					}
				}
			}
		}
		return out
	}
	if len(p) == 2 {
		if r := new(big.Rat).Quo(p[0], p[1]); r.Sign() < 0 {
			out = append(out, root{exact: Rational(r.Neg(r))})
		}
		return out
	}
	for _, iv := range isolate(p) {
		lo, hi := refine(p, iv[0], iv[1])
		mid := new(big.Rat).Add(lo, hi)
		f, _ := mid.Mul(mid, rat(1, 2)).Float64()
		out = append(out, root{value: f})
	}
	return out
}

func evalPoly(p []*big.Rat, x *big.Rat) *big.Rat {
	v := new(big.Rat)
	for i := len(p) - 1; i >= 0; i-- {
		v.Mul(v, x)
		v.Add(v, p[i])
	}
	return v
}

// deflate divides p by (x − r), r a root.
func deflate(p []*big.Rat, r *big.Rat) []*big.Rat {
	q := make([]*big.Rat, len(p)-1)
	carry := new(big.Rat)
	for i := len(p) - 1; i > 0; i-- {
		carry = new(big.Rat).Add(p[i], new(big.Rat).Mul(carry, r))
		q[i-1] = carry
	}
	return q
}

func derivative(p []*big.Rat) []*big.Rat {
	if len(p) == 0 {
		return nil
	}
	d := make([]*big.Rat, len(p)-1)
	for i := range d {
		d[i] = new(big.Rat).Mul(p[i+1], rat(int64(i+1), 1))
	}
	return trim(d)
}

// divide returns quotient and remainder of a by b.
func divide(a, b []*big.Rat) (quo, rem []*big.Rat) {
	rem = make([]*big.Rat, len(a))
	for i := range a {
		rem[i] = new(big.Rat).Set(a[i])
	}
	if len(a) < len(b) {
		return nil, trim(rem)
	}
	quo = make([]*big.Rat, len(a)-len(b)+1)
	for i := len(quo) - 1; i >= 0; i-- {
		c := new(big.Rat).Quo(rem[i+len(b)-1], b[len(b)-1])
		quo[i] = c
		for j := range b {
			rem[i+j].Sub(rem[i+j], new(big.Rat).Mul(c, b[j]))
		}
	}
	return quo, trim(rem)
}

// primitive scales p by a positive factor to coprime integer coefficients.
func primitive(p []*big.Rat) []*big.Rat {
	if len(p) == 0 {
		return p
	}
	den, num := big.NewInt(1), new(big.Int)
	for _, c := range p {
		g := new(big.Int).GCD(nil, nil, den, c.Denom())
		den.Mul(den, new(big.Int).Quo(c.Denom(), g))
	}
	for _, c := range p {
		n := new(big.Int).Mul(c.Num(), new(big.Int).Quo(den, c.Denom()))
		num.GCD(nil, nil, num, n.Abs(n))
	}
	f := new(big.Rat).SetFrac(den, num)
	out := make([]*big.Rat, len(p))
	for i, c := range p {
		out[i] = new(big.Rat).Mul(c, f)
	}
	return out
}

// squareFree returns the polynomial with the same roots, each simple.
func squareFree(p []*big.Rat) []*big.Rat {
	a, b := p, derivative(p)
	for len(b) > 0 {
		_, r := divide(a, b)
		a, b = b, primitive(r)
	}
	if len(a) <= 1 {
		return p
	}
	q, _ := divide(p, a)
	return primitive(q)
}

// isolate returns intervals (a, b], one for each positive root of the square-free p.
func isolate(p []*big.Rat) [][2]*big.Rat {
	if len(p) < 2 {
		return nil
	}
	chain := [][]*big.Rat{p, primitive(derivative(p))}
	for {
		n := len(chain)
		_, r := divide(chain[n-2], chain[n-1])
		if len(r) == 0 {
			break
		}
		r = primitive(r)
		for i := range r {
			r[i] = new(big.Rat).Neg(r[i])
		}
		chain = append(chain, r)
	}
	variations := func(x *big.Rat) int {
		n, last := 0, 0
		for _, q := range chain {
			s := evalPoly(q, x).Sign()
			if s != 0 {
				if last != 0 && s != last {
					n++
				}
				last = s
			}
		}
		return n
	}
	// Cauchy's bound on the roots, as a power of two.
	bound := rat(2, 1)
	lead := new(big.Rat).Abs(p[len(p)-1])
	for _, c := range p {
		for new(big.Rat).Mul(lead, bound).Cmp(new(big.Rat).Mul(rat(2, 1), new(big.Rat).Abs(c))) < 0 {
			bound.Mul(bound, rat(2, 1))
		}
	}
	var out [][2]*big.Rat
	type span struct {
		a, b   *big.Rat
		va, vb int
	}
	stack := []span{{new(big.Rat), bound, variations(new(big.Rat)), variations(bound)}}
	for len(stack) > 0 {
		t := stack[len(stack)-1]
		stack = stack[:len(stack)-1]
		switch t.va - t.vb {
		case 0:
			continue
		case 1:
			out = append(out, [2]*big.Rat{t.a, t.b})
			continue
		}
		mid := new(big.Rat).Add(t.a, t.b)
		mid.Mul(mid, rat(1, 2))
		vm := variations(mid)
		stack = append(stack, span{t.a, mid, t.va, vm}, span{mid, t.b, vm, t.vb})
	}
	return out
}

// refine narrows the interval (a, b] of a simple root to a relative width of 2⁻⁸⁰.
func refine(p []*big.Rat, a, b *big.Rat) (lo, hi *big.Rat) {
	lo, hi = a, b
	if evalPoly(p, hi).Sign() == 0 {
		return hi, hi
	}
	sign := evalPoly(p, hi).Sign()
	tolerance := new(big.Rat).SetFrac(big.NewInt(1), new(big.Int).Lsh(big.NewInt(1), 80))
	for {
		w := new(big.Rat).Sub(hi, lo)
		if w.Cmp(new(big.Rat).Mul(hi, tolerance)) <= 0 {
			return lo, hi
		}
		mid := new(big.Rat).Add(lo, hi)
		mid.Mul(mid, rat(1, 2))
		switch evalPoly(p, mid).Sign() {
		case 0:
			return mid, mid
		case sign:
			hi = mid
		default:
			lo = mid
		}
	}
}

// simplestBetween returns the rational with the least denominator in [lo, hi], 0 ≤ lo ≤ hi.
func simplestBetween(lo, hi *big.Rat) *big.Rat {
	if lo.Cmp(hi) == 0 {
		return lo
	}
	fl := new(big.Int).Quo(lo.Num(), lo.Denom())
	whole := new(big.Rat).SetInt(fl)
	if whole.Cmp(lo) == 0 {
		return whole
	}
	next := new(big.Rat).Add(whole, rat(1, 1))
	if next.Cmp(hi) <= 0 {
		return next
	}
	a := new(big.Rat).Sub(hi, whole)
	b := new(big.Rat).Sub(lo, whole)
	r := simplestBetween(a.Inv(a), b.Inv(b))
	return r.Add(whole, new(big.Rat).Inv(r))
}
