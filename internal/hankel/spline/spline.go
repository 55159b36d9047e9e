// Package spline has densities that are polynomials between knots, those of sums of cos(az)/z^{2n} and sin(az)/z^{2n+1} such as
// (sin(z)/z)^2: it recognises them (Take), decides their sign, and has their masses and values. No claim rests on them.
package spline

import (
	"math/big"
	"slices"

	"krein/ball"
	"krein/internal/hankel/closed"
)

// Spline is a density that is a polynomial in ω on each of its cells, which follow each other from 0 on, and 0 beyond:
// that of sums of cos(az)/z^{2n} and sin(az)/z^{2n+1} that are bounded at 0, in odd dimensions, such as (sin(z)/z)^2.
type Spline struct {
	Dim         int
	Cells       []Cell
	nonnegative bool // proved
}

// Cell is the density Σ_j P_j ω^j on Lo < ω < Hi.
type Cell struct {
	Lo, Hi closed.Num
	P      []closed.Num
}

// Last returns the knot beyond which the density is 0.
func (s *Spline) Last() closed.Num { return s.Cells[len(s.Cells)-1].Hi }

// Bounds on the size of splines.
const (
	mostKnots       = 64
	mostSplineOrder = 32
)

// order returns n if the i-th summand may be one of a spline: an even function z^{−n}cos(az) or z^{−n}sin(az), n ≥ 2.
func order(s closed.Sum, i int) (n int, ok bool) {
	t := &s[i]
	p, ok := t.Pow.IsInt()
	if !ok || len(t.Factors) > 0 || !t.Lin.IsZero() || !t.Quad.IsZero() || p > -2 || p < -mostSplineOrder {
		return 0, false
	}
	return -p, (t.Phase-p)%2 == 0
}

// Take is a closed.More: it takes out of a sum the terms of splines and returns their density, nil if there are none. ok is false
// if they have another one.
func Take(dim int, s closed.Sum) (part closed.Part, rest closed.Sum, ok bool) {
	var terms closed.Sum
	for i := range s {
		if _, ok := order(s, i); ok {
			terms = append(terms, s[i])
		} else {
			rest = append(rest, s[i])
		}
	}
	if len(terms) == 0 {
		return nil, s, true
	}
	d := of(dim, terms)
	if d == nil {
		return nil, nil, false
	}
	return d, rest, true
}

// of returns the density of a sum of terms c i^φ z^{−n} e^{ifz}, which with each term holds its conjugate. By analytic
// continuation in the power (Γ(s−n+1)(−ib)^{n−1−s} for ∫_0^∞ z^{s−n}e^{ibz} dz, and s → 0), in which the poles and the
// logarithms cancel where the sum is even and bounded at 0, the density on the line, halved, is
//
//	F(ω) = Σ c/4 (−1)^{(φ+n)/2}/(n−1)! ((f+ω)^{n−1} sgn(f+ω) + (f−ω)^{n−1} sgn(f−ω)),
//
// a polynomial between two knots |f|. That it is 0 beyond the last one says that the sum is bounded at 0: the
// coefficient of ω^j is there that of z^{−j−1} times a constant. In the dimension d = 2q+1, by F_{d+2} = −F_d'/(2πω),
//
//	m(ω) = 2/(d−2)!! ω^{2q} (−ω^{−1} d/dω)^q F(ω),
//
// a polynomial, too. It has no atoms at the knots if n > q for all terms with f ≠ 0.
func of(dim int, terms closed.Sum) *Spline {
	if dim%2 == 0 {
		return nil
	}
	q := dim / 2
	var knots []closed.Num
	for i := range terms {
		t := &terms[i]
		n, ok := order(terms, i)
		still := t.Freq.IsZero()
		if !ok || !t.C.Exact() || !t.Freq.Exact() || !still && (t.Freq.Sign() == 0 || n <= q) {
			return nil
		}
		if !still && t.Freq.Sign() > 0 && !slices.ContainsFunc(knots, t.Freq.Same) {
			knots = append(knots, t.Freq)
		}
	}
	sure := true
	slices.SortFunc(knots, func(a, b closed.Num) int {
		by, ok := a.Cmp(b)
		sure = sure && ok
		return by
	})
	for i := 1; i < len(knots); i++ { // knots that are the same, but not by their normal forms
		by, ok := knots[i-1].Cmp(knots[i])
		sure = sure && ok && by < 0
	}
	if !sure || len(knots) == 0 || len(knots) > mostKnots {
		return nil
	}
	s := &Spline{Dim: dim}
	lo := closed.IntNum(0)
	for _, hi := range append(knots, closed.Num{}) {
		last := len(s.Cells) == len(knots)
		p, ok := splineCell(terms, q, lo, last)
		if !ok {
			return nil
		}
		if last {
			if slices.ContainsFunc(p, func(a closed.Num) bool { return !a.IsZero() }) {
				return nil
			}
			break
		}
		s.Cells = append(s.Cells, Cell{Lo: lo, Hi: hi, P: p})
		lo = hi
	}
	s.nonnegative, _ = nonnegative(s)
	return s
}

// splineCell returns the polynomial beyond a knot and before the next one. Beyond the last knot it is that of the line,
// from which all others follow.
func splineCell(terms closed.Sum, q int, lo closed.Num, last bool) (p []closed.Num, ok bool) {
	for i := range terms {
		t := &terms[i]
		n, _ := order(terms, i)
		still := t.Freq.IsZero()
		if !still && t.Freq.Sign() < 0 {
			continue // the conjugate
		}
		w := t.C.Mul(closed.RatNum(new(big.Rat).SetFrac(big.NewInt(1), new(big.Int).MulRange(1, int64(n-1)))))
		if (t.Phase+n)%4 != 0 {
			w = w.Neg()
		}
		if still {
			w = w.Mul(closed.RatNum(big.NewRat(1, 2)))
		}
		// (f+ω)^{n−1} ± (f−ω)^{n−1} are the even powers of ω twice, or the odd ones
		first := 1
		if !still {
			by, ok := t.Freq.Cmp(lo)
			if !ok {
				return nil, false
			}
			if by > 0 {
				first = 0
			}
		}
		for len(p) < n {
			p = append(p, closed.IntNum(0))
		}
		for j := first; j < n; j += 2 {
			a := w
			if j < n-1 {
				if still {
					continue
				}
				a = a.Mul(t.Freq.PowInt(n - 1 - j)).Mul(closed.RatNum(new(big.Rat).SetInt(new(big.Int).Binomial(int64(n-1), int64(j)))))
			}
			p[j] = p[j].Add(a)
		}
	}
	if last {
		return p, true
	}
	front := big.NewRat(2, 1)
	for k := 2*q - 1; k > 1; k -= 2 {
		front.Quo(front, big.NewRat(int64(k), 1))
	}
	for j := range p {
		f := new(big.Rat).Set(front)
		for i := range q {
			f.Mul(f, big.NewRat(int64(2*i-j), 1))
		}
		p[j] = p[j].Mul(closed.RatNum(f))
	}
	return p, true
}

// nonnegative decides the sign of the density: on each cell that of
// Σ_j P_j (lo + hi u)^j (1+u)^{n−j}, u ≥ 0; ok is false if its coefficients are not rational up to a common factor.
func nonnegative(s *Spline) (yes, ok bool) {
	for _, c := range s.Cells {
		n := len(c.P) - 1
		power := func(a, b closed.Num, n int) []closed.Num { // (a + bu)ⁿ
			p := []closed.Num{closed.IntNum(1)}
			for range n {
				next := make([]closed.Num, len(p)+1)
				for i := range next {
					next[i] = closed.IntNum(0)
					if i < len(p) {
						next[i] = next[i].Add(p[i].Mul(a))
					}
					if i > 0 {
						next[i] = next[i].Add(p[i-1].Mul(b))
					}
				}
				p = next
			}
			return p
		}
		sum := slices.Repeat([]closed.Num{closed.IntNum(0)}, n+1)
		for j, a := range c.P {
			if a.IsZero() {
				continue
			}
			x, y := power(c.Lo, c.Hi, j), power(closed.IntNum(1), closed.IntNum(1), n-j)
			for i := range x {
				for k := range y {
					sum[i+k] = sum[i+k].Add(a.Mul(x[i]).Mul(y[k]))
				}
			}
		}
		if yes, ok := closed.NonnegativePoly(sum); !ok || !yes {
			return false, ok
		}
	}
	return true, true
}

// Mass returns ∫ m dω of a density, which is the value at z = 0.
func Mass(s *Spline) closed.Num {
	sum := closed.IntNum(0)
	for _, c := range s.Cells {
		for j, a := range c.P {
			sum = sum.Add(a.Mul(closed.RatNum(big.NewRat(1, int64(j+1)))).Mul(c.Hi.PowInt(j + 1).Add(lowPower(c, j+1).Neg())))
		}
	}
	return sum
}

// lowPower returns Lo^j, j > 0.
func lowPower(c Cell, j int) closed.Num {
	if c.Lo.IsZero() {
		return closed.IntNum(0)
	}
	return c.Lo.PowInt(j)
}

// Enclose sets dst to a ball that contains the density at every point ω ≥ 0 of omega, from either side at a knot.
func Enclose(s *Spline, dst, omega *ball.Real, prec uint) {
	var lo, hi, v, a ball.Real
	first := true
	join := func(x *ball.Real) {
		if first {
			dst.Set(x)
		} else {
			dst.Hull(dst, x, prec)
		}
		first = false
	}
	for i := range s.Cells {
		c := &s.Cells[i]
		c.Lo.Ball(&lo, prec)
		c.Hi.Ball(&hi, prec)
		if omega.Less(&lo) == ball.True || hi.Less(omega) == ball.True {
			continue
		}
		v.SetInt64(0)
		for j := len(c.P) - 1; j >= 0; j-- {
			v.FMA(&v, omega, c.P[j].Ball(&a, prec), prec)
		}
		join(&v)
	}
	if omega.Less(&hi) != ball.True { // beyond the last cell
		join(new(ball.Real))
	}
}
