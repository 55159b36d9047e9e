package kernel

import (
	"fmt"
	"math/big"

	"krein/internal/elem64"
)

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
