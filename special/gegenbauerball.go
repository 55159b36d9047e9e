package special

import (
	"math"

	"krein/ball"
)

// Gegenbauer sets z to the Gegenbauer polynomial C_n^{(λ)}(x), n ≥ 0, real λ > −1/2, real x, with C_n^{(0)} = 0 for n ≥ 1; it is
// indeterminate for other λ and panics for n < 0. Where the recurrence would be unreasonable work the result is the bound C_n^{(λ)}(1)
// for λ > 0 and |x| ≤ 1, else indeterminate.
//
// By the recurrence of Gegenbauer64 (DLMF 18.9.1), which in ball arithmetic loses up to 1.3n bits, at a precision
// raised by that. For λ > 0 a radius of x enters through C′ = 2λ C_{n−1}^{(λ+1)} (18.9.19) and
// |C_n^{(λ)}(x)| ≤ C_n^{(λ)}(max(1, |x|)) (18.14.4 on [−1, 1]; beyond, |C| increases, its zeros being within).
func Gegenbauer(z *ball.Real, n int, lambda, x *ball.Real, prec uint) *ball.Real {
	if n < 0 {
		panic("special: Gegenbauer polynomial of negative degree")
	}
	prec = atLeast(prec)
	lambda, x = keep(z, lambda), keep(z, x)
	if !x.IsFinite() || ball.NewReal(-0.5).Less(lambda) != ball.True {
		return z.SetIndeterminate()
	}
	if x.IsExact() || n == 0 || lambda.Positive() != ball.True {
		return gegenbauerPoint(z, n, lambda, x, prec)
	}
	var m, a, b, l, e ball.Real
	m.GetMid(x)
	gegenbauerPoint(&a, n, lambda, &m, prec)
	gegenbauerPoint(&b, n-1, l.AddInt64(lambda, 1, prec+64), &m, 32)
	b.Mul(&b, lambda, 40)
	r := x.Rad()
	v := r.Mul(b.MagUpper()).Mul2Exp(1)
	top := new(ball.Real).SetFloat(x.MagUpper().Max(ball.MagPow2(0)).Float(nil))
	if n > 1 {
		// |C″| ≤ 4λ(λ+1) C_{n−2}^{(λ+2)}(top)
		gegenbauerPoint(&e, n-2, l.AddInt64(lambda, 2, prec+64), top, 32)
		e.Mul(&e, lambda, 40)
		e.Mul(&e, l.AddInt64(lambda, 1, 64), 40)
		v = v.Add(r.Mul(r).Mul(e.MagUpper()).Mul2Exp(1))
	}
	a.AddRad(v)
	gegenbauerPoint(&e, n, lambda, top, 32)
	return clip(z, &a, e.MagUpper(), prec)
}

// gegenbauerPoint is C_n^{(λ)}(x) by the recurrence.
func gegenbauerPoint(z *ball.Real, n int, lambda, x *ball.Real, prec uint) *ball.Real {
	exact := x.IsExact() && lambda.IsExact()
	wp := prec + 16 + uint(1.3*float64(n))
	for try := 0; ; try++ {
		if ballWork(float64(n), float64(wp)) > maxWork {
			return gegenbauerAtOne(z, n, lambda, x, prec)
		}
		var p, q, t, u, l1, l2 ball.Real
		l1.AddInt64(lambda, -1, 2*wp)
		l2.AddInt64(l2.Mul2Exp(lambda, 1), -2, 2*wp)
		p.SetZero()
		q.SetInt64(1)
		for k := int64(1); k <= int64(n); k++ {
			// k C_k = 2(k+λ−1)x C_{k−1} − (k+2λ−2)C_{k−2}
			t.AddInt64(&l1, k, wp)
			t.Mul2Exp(&t, 1)
			t.Mul(&t, x, wp)
			t.Mul(&t, &q, wp)
			u.AddInt64(&l2, k, wp)
			u.Mul(&u, &p, wp)
			p.Set(&q)
			q.Sub(&t, &u, wp)
			q.QuoInt64(&q, k, wp)
		}
		lost := missing(&q, prec)
		if !exact || lost <= 0 || q.IsExact() || try >= 3 || !q.IsFinite() {
			return z.SetRound(&q, prec)
		}
		wp += uint(min(lost, int64(wp))) + 8
	}
}

// gegenbauerAtOne is the bound C_n^{(λ)}(1) = (2λ)_n/n! of |C_n^{(λ)}(x)| for λ > 0 and |x| ≤ 1.
func gegenbauerAtOne(z *ball.Real, n int, lambda, x *ball.Real, prec uint) *ball.Real {
	if lambda.Positive() != ball.True || x.MagUpper().Cmp(ball.MagPow2(0)) > 0 {
		return z.SetIndeterminate()
	}
	var l, t, u ball.Real
	l.Mul2Exp(lambda, 1)
	GammaRatio(&t, t.AddInt64(&l, int64(n), prec+64), u.SetInt64(int64(n)+1), prec)
	RecipGamma(&u, &l, prec)
	return z.SetMag(t.Mul(&t, &u, prec).MagUpper())
}

// Zonal sets z to the normalised Gegenbauer polynomial P_n^{(d)}(x) = C_n^{(λ)}(x)/C_n^{(λ)}(1), λ = d/2 − 1, of the sphere
// in R^d, for real d ≥ 2 (d = 2: Chebyshev's T_n) and n ≥ 0; it is indeterminate for other d and panics for n < 0. Where the
// recurrence would be unreasonable work the result is the bound 1 for |x| ≤ 1, else indeterminate.
//
// By the recurrence of ZonalTo64. A radius of x enters through P_n^{(d)}′ = n(n+d−2)/(d−1)·P_{n−1}^{(d+2)}
// (DLMF 18.9.19) and |P_n| ≤ 1 on [−1, 1].
func Zonal(z *ball.Real, n int, d, x *ball.Real, prec uint) *ball.Real {
	if n < 0 {
		panic("special: Gegenbauer polynomial of negative degree")
	}
	prec = atLeast(prec)
	d, x = keep(z, d), keep(z, x)
	if !x.IsFinite() || ball.NewReal(2).LessEq(d) != ball.True {
		return z.SetIndeterminate()
	}
	if x.IsExact() {
		return zonalPoint(z, n, d, x, prec)
	}
	var m, a, b, e, dn ball.Real
	top := new(ball.Real).SetFloat(x.MagUpper().Max(ball.MagPow2(0)).Float(nil))
	m.GetMid(x)
	zonalPoint(&a, n, d, &m, prec)
	slope := func(z *ball.Real, n int, d *ball.Real) {
		// n(n+d−2)/(d−1)
		var t ball.Real
		z.AddInt64(d, int64(n-2), 64)
		z.MulInt64(z, int64(n), 64)
		z.Quo(z, t.AddInt64(d, -1, 64), 64)
	}
	r := x.Rad()
	if n > 0 {
		slope(&b, n, d)
		zonalPoint(&e, n-1, dn.AddInt64(d, 2, prec+64), &m, 32)
		v := r.Mul(b.MagUpper()).Mul(e.MagUpper())
		if n > 1 {
			second := b.MagUpper()
			slope(&b, n-1, &dn)
			zonalPoint(&e, n-2, dn.AddInt64(d, 4, prec+64), top, 32)
			v = v.Add(r.Mul(r).Mul2Exp(-1).Mul(second).Mul(b.MagUpper()).Mul(e.MagUpper()))
		}
		a.AddRad(v)
	}
	zonalPoint(&e, n, d, top, 32)
	return clip(z, &a, e.MagUpper(), prec)
}

// zonalPoint is P_n^{(d)}(x) by the recurrence.
func zonalPoint(z *ball.Real, n int, d, x *ball.Real, prec uint) *ball.Real {
	one := ball.MagPow2(0)
	if n == 0 || x.IsExact() && x.MagUpper() == one && x.MagLower() == one {
		z.SetRound(x, prec)
		if n%2 == 0 {
			z.SetInt64(1)
		}
		return z
	}
	exact := x.IsExact() && d.IsExact()
	wp := prec + 16 + uint(1.3*float64(n)*math.Min(1, 8/math.Sqrt(float64(n)+1)))
	for try := 0; ; try++ {
		if ballWork(float64(n), float64(wp)) > maxWork {
			if x.MagUpper().Cmp(one) <= 0 {
				return z.SetMag(one)
			}
			return z.SetIndeterminate()
		}
		var p, q, t, u ball.Real
		p.SetInt64(1)
		q.Set(x)
		for k := int64(2); k <= int64(n); k++ {
			// (k+d−3)P_k = (2k+d−4)x P_{k−1} − (k−1)P_{k−2}
			t.AddInt64(d, 2*k-4, wp)
			t.Mul(&t, x, wp)
			t.Mul(&t, &q, wp)
			u.MulInt64(&p, k-1, wp)
			p.Set(&q)
			q.Sub(&t, &u, wp)
			q.Quo(&q, u.AddInt64(d, k-3, wp), wp)
		}
		lost := missing(&q, prec)
		if !exact || lost <= 0 || q.IsExact() || try >= 5 || !q.IsFinite() {
			return z.SetRound(&q, prec)
		}
		wp += uint(min(lost, int64(wp))) + 8
	}
}
