package closed

import (
	"math/big"
	"slices"
)

// Spline is a density that is a polynomial in ω on each of its cells, which follow each other from 0 on, and 0 beyond:
// that of sums of cos(az)/z^{2n} and sin(az)/z^{2n+1} that are bounded at 0, in odd dimensions, such as (sin(z)/z)^2.
type Spline struct {
	Dim   int
	Cells []SplineCell
}

// SplineCell is the density Σ_j P_j ω^j on Lo < ω < Hi.
type SplineCell struct {
	Lo, Hi Num
	P      []Num
}

// Bounds on the size of splines.
const (
	mostKnots       = 64
	mostSplineOrder = 32
)

// splineTerm returns n if a summand may be one of a spline: an even function z^{−n}cos(az) or z^{−n}sin(az), n ≥ 2.
func (t *term) splineTerm() (n int, ok bool) {
	p, ok := t.Pow.IsInt()
	if !ok || len(t.Factors) > 0 || !t.Lin.IsZero() || !t.Quad.IsZero() || p > -2 || p < -mostSplineOrder {
		return 0, false
	}
	return -p, (t.Phase-p)%2 == 0
}

// spline adds the density of a sum of terms c i^φ z^{−n} e^{ifz}, which with each term holds its conjugate. By analytic
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
func (c *Form) spline(dim int, terms Sum) bool {
	if dim%2 == 0 {
		return false
	}
	q := dim / 2
	var knots []Num
	for i := range terms {
		t := &terms[i]
		n, ok := t.splineTerm()
		still := t.Freq.IsZero()
		if !ok || !t.known() || !still && (t.Freq.Sign() == 0 || n <= q) {
			return false
		}
		if !still && t.Freq.Sign() > 0 && !slices.ContainsFunc(knots, t.Freq.Same) {
			knots = append(knots, t.Freq)
		}
	}
	sure := true
	slices.SortFunc(knots, func(a, b Num) int {
		order, ok := a.Cmp(b)
		sure = sure && ok
		return order
	})
	for i := 1; i < len(knots); i++ { // knots that are the same, but not by their normal forms
		order, ok := knots[i-1].Cmp(knots[i])
		sure = sure && ok && order < 0
	}
	if !sure || len(knots) == 0 || len(knots) > mostKnots {
		return false
	}
	s := &Spline{Dim: dim}
	lo := IntNum(0)
	for _, hi := range append(knots, Num{}) {
		last := len(s.Cells) == len(knots)
		p, ok := splineCell(terms, q, lo, last)
		if !ok {
			return false
		}
		if last {
			if slices.ContainsFunc(p, func(a Num) bool { return !a.IsZero() }) {
				return false
			}
			break
		}
		s.Cells = append(s.Cells, SplineCell{lo, hi, p})
		lo = hi
	}
	c.Parts = append(c.Parts, s)
	return true
}

// splineCell returns the polynomial beyond a knot and before the next one. Beyond the last knot it is that of the line,
// from which all others follow.
func splineCell(terms Sum, q int, lo Num, last bool) (p []Num, ok bool) {
	for i := range terms {
		t := &terms[i]
		n, _ := t.splineTerm()
		still := t.Freq.IsZero()
		if !still && t.Freq.Sign() < 0 {
			continue // the conjugate
		}
		w := t.C.Mul(RatNum(new(big.Rat).SetFrac(big.NewInt(1), new(big.Int).MulRange(1, int64(n-1)))))
		if (t.Phase+n)%4 != 0 {
			w = w.Neg()
		}
		if still {
			w = w.Mul(RatNum(big.NewRat(1, 2)))
		}
		// (f+ω)^{n−1} ± (f−ω)^{n−1} are the even powers of ω twice, or the odd ones
		first := 1
		if !still {
			order, ok := t.Freq.Cmp(lo)
			if !ok {
				return nil, false
			}
			if order > 0 {
				first = 0
			}
		}
		for len(p) < n {
			p = append(p, IntNum(0))
		}
		for j := first; j < n; j += 2 {
			a := w
			if j < n-1 {
				if still {
					continue
				}
				a = a.Mul(t.Freq.PowInt(n - 1 - j)).Mul(RatNum(new(big.Rat).SetInt(new(big.Int).Binomial(int64(n-1), int64(j)))))
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
		p[j] = p[j].Mul(RatNum(f))
	}
	return p, true
}

// Last returns the knot beyond which the density is 0.
func (s *Spline) Last() Num { return s.Cells[len(s.Cells)-1].Hi }

// Nonnegative decides the sign of the density: on each cell that of
// Σ_j P_j (lo + hi u)^j (1+u)^{n−j}, u ≥ 0; ok is false if its coefficients are not rational up to a common factor.
func (s *Spline) Nonnegative() (yes, ok bool) {
	for _, c := range s.Cells {
		n := len(c.P) - 1
		power := func(a, b Num, n int) []Num { // (a + bu)ⁿ
			p := []Num{IntNum(1)}
			for range n {
				next := make([]Num, len(p)+1)
				for i := range next {
					next[i] = IntNum(0)
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
		sum := slices.Repeat([]Num{IntNum(0)}, n+1)
		for j, a := range c.P {
			if a.IsZero() {
				continue
			}
			x, y := power(c.Lo, c.Hi, j), power(IntNum(1), IntNum(1), n-j)
			for i := range x {
				for k := range y {
					sum[i+k] = sum[i+k].Add(a.Mul(x[i]).Mul(y[k]))
				}
			}
		}
		if yes, ok := NonnegativePoly(sum); !ok || !yes {
			return false, ok
		}
	}
	return true, true
}
