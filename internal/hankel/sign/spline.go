package sign

import (
	"math/big"

	"krein/internal/hankel/closed"
	"krein/internal/polynomial"
)

// mostKnots bounds the degree of the cosine polynomial of a spline.
const mostKnots = 100

// Spline reports whether, in dimension 1, the kernel is an even spline with equally spaced knots and a nonnegative
// transform, as the B-splines of even order (the hat, Parzen's function) are, by parts (docs/theory.md, "Spline").
func (g *CompactGroup) Spline() bool { // one function: a chain of conditions, each about what the last one found.
	if g.Dim != 1 || len(g.Sonine)+len(g.Ends) > 0 || len(g.Pieces) == 0 {
		return false
	}
	degree := 0
	for _, p := range g.Pieces {
		for _, t := range p.terms {
			if !t.p.IsInt() || t.p.Sign() < 0 || t.p.Num().BitLen() > 6 {
				return false
			}
			degree = max(degree, int(t.p.Num().Int64()))
		}
	}
	breaks, ok := g.Breaks()
	if !ok {
		return false
	}
	// m: the knots b/b_0 as multiples of their common measure
	unit := big.NewRat(1, 1)
	ratio := make([]*big.Rat, len(breaks))
	for i, b := range breaks {
		if ratio[i], ok = b.At.Ratio(breaks[0].At); !ok {
			return false
		}
		// gcd(p/q, r/s) = gcd(ps, rq)/(qs)
		a := new(big.Int).Mul(unit.Num(), ratio[i].Denom())
		c := new(big.Int).Mul(ratio[i].Num(), unit.Denom())
		unit = new(big.Rat).SetFrac(new(big.Int).GCD(nil, nil, a, c), new(big.Int).Mul(unit.Denom(), ratio[i].Denom()))
	}
	// the order that jumps
	order := -1
	var jumps []closed.Num // at 0 and the knots
	for n := 0; n <= degree; n++ {
		js := make([]closed.Num, 1+len(breaks))
		js[0] = closed.IntNum(0)
		if n%2 == 1 { // twice the right derivative
			for _, p := range g.Pieces {
				if p.lo.IsZero() {
					for _, t := range p.terms {
						if t.p.Cmp(big.NewRat(int64(n), 1)) == 0 {
							js[0] = js[0].Add(t.c.Mul(closed.RatNum(falling(t.p, n))).Mul(closed.IntNum(2)))
						}
					}
				}
			}
		}
		for i, b := range breaks {
			sum := closed.IntNum(0) // b^n times left minus right
			for _, t := range b.terms {
				sum = sum.Add(t.c.Mul(b.At.Pow(closed.RatNum(t.p))).Mul(closed.RatNum(falling(t.p, n))))
			}
			js[i+1] = sum.Mul(b.At.PowInt(-n)).Neg()
		}
		for _, j := range js {
			if !j.IsZero() {
				if order >= 0 && order != n || n%2 == 0 {
					return false
				}
				order, jumps = n, js
			}
		}
	}
	if order < 0 {
		return false
	}
	// Σ over m of the coefficients of T_m
	c := []closed.Num{jumps[0]}
	for i := range breaks {
		r := new(big.Rat).Quo(ratio[i], unit)
		if !r.IsInt() || r.Num().Cmp(big.NewInt(mostKnots)) > 0 {
			return false
		}
		m := int(r.Num().Int64())
		for len(c) <= m {
			c = append(c, closed.IntNum(0))
		}
		c[m] = c[m].Add(jumps[i+1].Mul(closed.IntNum(2)))
	}
	if (order+1)/2%2 == 1 {
		for i := range c {
			c[i] = c[i].Neg()
		}
	}
	r, ok := closed.CommonRationals(c)
	return ok && ChebyshevNonnegative(r)
}

// falling returns p(p−1)…(p−n+1).
func falling(p *big.Rat, n int) *big.Rat {
	r := big.NewRat(1, 1)
	for i := range n {
		r.Mul(r, closed.RatPlus(p, -i))
	}
	return r
}

// ChebyshevNonnegative decides whether Σ c_m T_m(x) ≥ 0 on [−1, 1].
func ChebyshevNonnegative(c []*big.Rat) bool {
	// with x = (s−1)/(s+1), (s+1)^N P(x) on s ≥ 0; (s+1)^m T_m follows T_{m+1} = 2xT_m − T_{m−1}
	p := polynomial.FromRats(c) // one scale for all
	n := len(p)
	up, down := polynomial.Int{big.NewInt(1), big.NewInt(1)}, polynomial.Int{big.NewInt(-1), big.NewInt(1)}
	prev, cur := polynomial.Int{big.NewInt(1)}, down
	sum := polynomial.Int{}
	for m := range n {
		t := prev
		for range n - 1 - m {
			t = t.Mul(up)
		}
		for len(sum) < len(t) {
			sum = append(sum, new(big.Int))
		}
		for i := range t {
			sum[i].Add(sum[i], new(big.Int).Mul(t[i], p[m]))
		}
		next := cur.Mul(down)
		sq := prev.Mul(up).Mul(up)
		for i := range next {
			next[i].Lsh(next[i], 1)
		}
		for i := range sq {
			next[i].Sub(next[i], sq[i])
		}
		prev, cur = cur, next
	}
	return sum.Trim().Nonnegative()
}
