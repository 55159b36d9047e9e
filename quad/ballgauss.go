package quad

import (
	"math"
	"math/big"
	"math/bits"

	"krein/ball"
)

// legendreBalls encloses the Gauss–Legendre rule.
//
// Newton's iteration at growing precision starts from the float64 nodes and proves nothing; the last evaluation of P_n
// and P_n′ proves everything (refine). The ⌊n/2⌋ disjoint intervals in (0,1) with a change of sign, their mirror images
// and, for odd n, 0 account for all n zeros, so each holds exactly one and their order is that of the zeros.
func legendreBalls(n int, prec uint) *Rule {
	lg := uint(bits.Len(uint(n)))
	start := Nodes64(n)
	for guard := 3*lg + 10; ; guard += prec + 64 {
		if r := legendreAttempt(n, prec, guard, start); r != nil {
			return r
		}
	}
}

// Nodes64 returns the positive nodes of the rule of n nodes, ascending, to a few units in the last
// place: Tricomi's approximation, improved by Newton's iteration. Nothing is proved of them.
func Nodes64(n int) []float64 {
	out := make([]float64, n/2)
	nn := float64(n)
	for i := range out {
		x := (1 - (nn-1)/(8*nn*nn*nn)) * math.Cos(math.Pi*(float64(4*i)+3)/(4*nn+2))
		for range 4 {
			p, q := 1.0, x // P_{k−1}, P_k
			for k := 1; k < n; k++ {
				f := float64(k) / float64(k+1)
				p, q = q, x*q+f*(x*q-p)
			}
			step := q * (1 - x) * (1 + x) / (nn * (p - x*q))
			x -= step
			if math.Abs(step) < 1e-14*(1-x) {
				break
			}
		}
		out[len(out)-1-i] = x
	}
	return out
}

// legendreAttempt returns nil if the proof fails with so many guard bits. start holds the positive nodes.
func legendreAttempt(n int, prec, guard uint, start []float64) *Rule {
	lg := uint(bits.Len(uint(n)))
	r := &Rule{n: n, prec: prec}
	r.x, r.w = make([]ball.Real, (n+1)/2), make([]ball.Real, (n+1)/2)
	w := prec + guard
	// The last step squares an error of 2^−h; |P‴/P′| is below n⁴ at the nodes.
	h := w/2 + 2*lg + 10
	var steps []uint // fraction bits of the approximations, last first
	for s := h; s > 50; {
		steps = append(steps, s)
		// Newton's error is δ²x/(1−x²), 1−x² ≥ 1/n² at the nodes
		next := s/2 + lg + 1
		if next >= s {
			break
		}
		s = next
	}
	ev := legendreEval{n: n}
	odd := n & 1
	if odd == 1 {
		// P_n′(0) = n P_{n−1}(0)
		ev.at(new(big.Int), 0, w)
		var d ball.Real
		ev.ball(&d, &ev.prev, w)
		d.MulInt64(&d, int64(n), w)
		d.Sqr(&d, w)
		r.w[0].Quo(new(ball.Real).SetInt64(2), &d, prec)
	}
	var last *ball.Real // the interval of the next smaller node
	for i, x0 := range start {
		var x big.Int
		s := uint(53)
		new(big.Float).SetMantExp(big.NewFloat(x0), int(s)).Int(&x)
		for j := len(steps) - 1; j >= 0; j-- {
			ev.newton(&x, s, steps[j])
			s = steps[j]
		}
		if s > w {
			x.Rsh(&x, s-w)
			s = w
		}
		iv := ev.refine(&r.x[odd+i], &r.w[odd+i], &x, s, w, prec)
		if iv == nil {
			return nil
		}
		if last == nil {
			last = new(ball.Real)
		}
		if last.Less(iv) != ball.True {
			return nil
		}
		last = iv
	}
	if last != nil && last.Less(new(ball.Real).SetInt64(1)) != ball.True {
		return nil
	}
	return r
}

// legendreEval evaluates P_n in fixed point.
type legendreEval struct {
	n         int
	val, prev big.Int // P_n and P_{n−1}
	t, u, k   big.Int
}

// at sets val and prev to P_n and P_{n−1} at X·2^−h, times 2^w, h ≤ w, each with an error of at most 3(n+1)(n+2)/4.
//
// The step p_{k+1} = ((2k+1) x p_k − k p_{k−1})/(k+1) + ε_k rounds xp_k down and the quotient toward 0, so |ε_k| <
// (2k+1)/(k+1) + 1 < 3 units. For the errors e_k, E(t) = Σ e_k t^k satisfies (1−2xt+t²)E′ = (x−t)E + η, η = Σ (k+1)ε_k
// t^k. With G = (1−2xt+t²)^{−1/2} = Σ P_k t^k this gives E = G ∫ Gη, and as |P_k| ≤ 1, E is majorised by 3/(1−t)·∫
// dt/(1−t)³, whose coefficient at t^n is at most 3(n+1)(n+2)/4 (compare Johansson and Mezzarobba, SIAM J. Sci. Comput.
// 40 (2018) C726).
func (ev *legendreEval) at(x *big.Int, h, w uint) {
	p, q, t, u := &ev.prev, &ev.val, &ev.t, &ev.u
	p.Lsh(p.SetInt64(1), w)
	q.Lsh(x, w-h)
	for k := 1; k < ev.n; k++ {
		t.Mul(x, q)
		t.Rsh(t, h)
		t.Mul(t, ev.k.SetInt64(int64(2*k+1)))
		u.Mul(p, ev.k.SetInt64(int64(k)))
		u.Sub(t, u)
		p.Quo(u, ev.k.SetInt64(int64(k+1)))
		p, q = q, p
	}
	if q != &ev.val {
		ev.val, ev.prev = ev.prev, ev.val // both are owned here, so headers may be swapped
	}
}

// ball sets z to the value at scale 2^w with the error of at.
func (ev *legendreEval) ball(z *ball.Real, v *big.Int, w uint) *ball.Real {
	z.SetInt(v)
	z.AddRad(ball.MagUint(3 * uint64(ev.n+1) * uint64(ev.n+2)).Mul2Exp(-2))
	return z.Mul2Exp(z, -int64(w))
}

// newton replaces x, with h fraction bits, by Newton's iterate with to fraction bits:
// x − P_n/P_n′ with (1−x²) P_n′ = n(P_{n−1} − x P_n) (DLMF 18.9.17).
func (ev *legendreEval) newton(x *big.Int, h, to uint) {
	lg := uint(bits.Len(uint(ev.n)))
	w := max(to, h) + 2*lg + 6
	ev.at(x, h, w)
	num, den := &ev.t, &ev.u
	den.Mul(x, &ev.val)
	ev.prev.Lsh(&ev.prev, h)
	den.Sub(&ev.prev, den)
	den.Mul(den, ev.k.SetInt64(int64(ev.n))) // scale w+h
	num.Mul(x, x)
	ev.k.Lsh(ev.k.SetInt64(1), 2*h)
	num.Sub(&ev.k, num)
	num.Mul(num, &ev.val) // scale w+2h
	num.Lsh(num, to)
	den.Lsh(den, h)
	num.Quo(num, den)
	if to >= h {
		x.Lsh(x, to-h)
	} else {
		x.Rsh(x, h-to)
	}
	x.Sub(x, num)
}

// refine encloses node and weight near x = X·2^−h > 0 and returns an interval in (0,1)
// which contains the node and at whose ends P_n has opposite signs, nil if it cannot.
//
// Let r be twice Newton's step. On [x−r, x+r] |P″| ≤ (n−1)n(n+1)(n+2)/8, its value at 1 and largest on [−1,1]; hence
// bounds of |P′| and |P|, then by Legendre's equation (1−x²)P″ = 2xP′ − n(n+1)P a sharper one of |P″|, and by its
// derivative (1−x²)P‴ = 4xP″ − (n(n+1)−2)P′ one of |P‴|. If r|P′(x)| > |P(x)| + r²max|P″|/2, P has opposite signs at
// x±r. For the zero ξ = x+δ there, Taylor's theorem gives
//
//	δ = −P/P′ − δ²P″(η)/(2P′),   P′(ξ) = P′ + δP″ + δ²P‴(η)/2,
//
// all at x unless stated, and the weight is 2/((1−ξ²)P′(ξ)²) (Abramowitz and Stegun 25.4.29).
func (ev *legendreEval) refine(node, weight *ball.Real, xi *big.Int, h, w, prec uint) *ball.Real {
	n := int64(ev.n)
	ev.at(xi, h, w)
	var x, p, q, c, d1, d2, t, one ball.Real
	one.SetInt64(1)
	x.SetInt(xi)
	x.Mul2Exp(&x, -int64(h))
	ev.ball(&p, &ev.val, w)
	ev.ball(&q, &ev.prev, w)
	c.Sub(&one, t.Sqr(&x, 2*h+2), 2*h+2)
	d1.Sub(&q, d1.Mul(&x, &p, w), w)
	d1.MulInt64(&d1, n, w)
	d1.Quo(&d1, &c, w)
	d2.Mul(&x, &d1, w)
	d2.Mul2Exp(&d2, 1)
	d2.Sub(&d2, t.Mul(t.SetInt64(n*(n+1)), &p, w), w)
	d2.Quo(&d2, &c, w)

	low := d1.MagLower()
	if low.IsZero() {
		return nil
	}
	r := p.MagUpper().Quo(low).Mul2Exp(1)
	iv := new(ball.Real).Set(&x)
	iv.AddRad(r)
	cl := c.Sub(&one, t.Sqr(iv, w), w).MagLower()
	if iv.Positive() != ball.True || iv.Less(&one) != ball.True || cl.IsZero() {
		return nil
	}
	nn := ball.MagUint(uint64(n) * uint64(n+1))
	m2 := ball.MagUint(uint64(n) * uint64(n+2)).Mul(nn).Mul2Exp(-3)
	max1 := d1.MagUpper().Add(r.Mul(m2))
	max0 := p.MagUpper().Add(r.Mul(max1))
	m2 = m2.Min(max1.Mul2Exp(1).Add(nn.Mul(max0)).Quo(cl))
	m3 := m2.Mul2Exp(2).Add(nn.Mul(max1)).Quo(cl)
	half := r.Mul(r).Mul2Exp(-1)
	if r.MulLower(low).Cmp(p.MagUpper().Add(half.Mul(m2))) <= 0 {
		return nil
	}

	delta := &p
	delta.Quo(&p, &d1, w)
	delta.Neg(delta)
	delta.AddRad(half.Mul(m2).Quo(low))
	d1.Add(&d1, d2.Mul(&d2, delta, w), w)
	d1.AddRad(half.Mul(m3))
	x.Add(&x, delta, w)
	node.SetRound(&x, prec)
	// 1−ξ² as a product: no digits are lost near 1
	c.Sub(&one, &x, w)
	t.Add(&one, &x, w)
	c.Mul(&c, &t, w)
	c.Mul(&c, d1.Sqr(&d1, w), w)
	weight.Quo(t.SetInt64(2), &c, prec)
	return iv
}
