package ball

import "math/big"

// Tan sets z to tan x; it is indeterminate if x may contain a pole.
func (z *Real) Tan(x *Real, prec uint) *Real {
	var s, c Real
	prec = clampPrec(prec)
	SinCos(&s, &c, x, prec+8)
	if l := c.MagLower(); !x.rad.IsZero() && x.rad.Cmp(l.Mul2Exp(-8)) > 0 && !l.SubLower(x.rad.Mul2Exp(-60)).IsZero() &&
		x.span() <= maxSpan {
		// no pole inside, nor within 2^-60 of the radius outside
		return z.monotone(x, prec, (*Real).Tan)
	}
	return z.Quo(&s, &c, prec)
}

// Asin sets z to arcsin x, in [−π/2, π/2]; it is indeterminate unless x is within [−1, 1].
func (z *Real) Asin(x *Real, prec uint) *Real { return z.arc(x, prec, false) }

// Acos sets z to arccos x, in [0, π]; it is indeterminate unless x is within [−1, 1].
func (z *Real) Acos(x *Real, prec uint) *Real { return z.arc(x, prec, true) }

// arc is Asin or, if co, Acos: both monotone with derivative ±1/√(1−x²). gap bounds 1 − |s| from below over the ball: 0 if
// the ball reaches ±1, where the derivative is infinite and the ends are evaluated instead, which gives an indeterminate
// ball if they are beyond ±1.
func (z *Real) arc(x *Real, prec uint, co bool) *Real {
	prec = clampPrec(prec)
	if x.rad.IsInf() {
		return z.SetIndeterminate()
	}
	if x.rad.IsZero() {
		return arcMid(z, &x.mid, co, prec)
	}
	var t Real
	t.Set(x)
	t.mid.Abs(&t.mid)
	t.AddInt64(&t, -1, 64)
	t.Neg(&t)
	gap := t.MagLower() // of 1 − |m| − r
	if t.mid.Sign() < 0 || x.rad.Cmp(gap.Mul2Exp(-8)) > 0 {
		return z.monotone(x, prec, func(z, x *Real, p uint) *Real { return arcMid(z, &x.mid, co, p) })
	}
	// 1 − s² ≥ (1−|s|)(1+0)
	u := MagPow2(0).AddLower(MagFloatLower(&x.mid).SubLower(x.rad))
	d := x.rad.Quo(gap.MulLower(u).SqrtLower())
	return arcMid(z, &x.mid, co, prec).AddRad(d)
}

// arcMid sets z to the angle of the point (√((1−x)(1+x)), x) or, if co, of (x, √((1−x)(1+x))).
//
// 1 ± x are balls with a relative error of 2^-wp, their product and its root likewise, however near x is to ±1; Atan2 turns
// relative errors of the coordinates into relative ones of the smaller of the two angles.
func arcMid(z *Real, x *big.Float, co bool, prec uint) *Real {
	wp := prec + 16
	w := getWork()
	defer putWork(w)
	a, b, c, t := &w.r[1], &w.r[2], &w.r[3], &w.r[4]
	t.SetFloat(x)
	b.AddInt64(t, 1, wp)
	a.AddInt64(c.Neg(t), 1, wp)
	if a.mid.Sign() < 0 || b.mid.Sign() < 0 {
		return z.SetIndeterminate()
	}
	a.Sqrt(c.Mul(a, b, wp), wp)
	if co {
		return z.Atan2(a, t, prec)
	}
	return z.Atan2(t, a, prec)
}

// Atan2 sets z to the angle of the point (x, y), in (−π, π]: arctan(y/x) for x > 0,
// π/2 − arctan(x/y) for y > 0. If the rectangle meets the half line x ≤ 0, y = 0, it
// is a ball around 0 that contains [−π, π], except that y exactly 0 with x < 0 gives π.
//
// The formulas are valid on the whole half plane in which they are used, so that the choice between them, by midpoints, is
// free wherever the sign that a half plane wants is known of the ball.
func (z *Real) Atan2(y, x *Real, prec uint) *Real {
	prec = clampPrec(prec)
	if x.rad.IsInf() || y.rad.IsInf() {
		return z.SetIndeterminate()
	}
	wp := prec + 8
	sx, _ := x.Sign()
	sy, _ := y.Sign()
	var t, p Real
	switch {
	case sx > 0 && (sy == 0 || MagFloat(&y.mid).Cmp(MagFloat(&x.mid)) <= 0):
		t.Quo(y, x, wp)
		return z.Atan(&t, prec)
	case sy != 0 && (sx >= 0 || MagFloat(&y.mid).Cmp(MagFloat(&x.mid)) > 0):
		t.Quo(x, y, wp)
		t.Atan(&t, wp)
		p.Pi(wp)
		p.Mul2Exp(&p, -1)
		if sy < 0 {
			p.Neg(&p)
		}
		return z.Sub(&p, &t, prec)
	case sx < 0 && (sy != 0 || y.IsZero()):
		t.Quo(y, x, wp)
		t.Atan(&t, wp)
		p.Pi(wp)
		if sy < 0 {
			p.Neg(&p)
		}
		return z.Add(&p, &t, prec)
	}
	p.Pi(wp)
	return z.SetMag(p.MagUpper())
}
