package ball

import (
	"math"
	"math/big"
)

// Erf sets z to erf x = 2/√π ∫₀^x e^(−t²) dt.
func (z *Real) Erf(x *Real, prec uint) *Real { return z.erf(x, prec, erfMid) }

// Erfc sets z to erfc x = 1 − erf x, with relative accuracy also for large x.
func (z *Real) Erfc(x *Real, prec uint) *Real { return z.erf(x, prec, erfcMid) }

// erf is Erf or Erfc, given the function at a point: both monotone with derivative ±2/√π·e^(−x²), which over the ball is
// largest next to 0, at the lower bound l of |x|.
func (z *Real) erf(x *Real, prec uint, mid func(z *Real, x *big.Float, prec uint) *Real) *Real {
	prec = clampPrec(prec)
	if x.rad.IsInf() {
		return z.SetIndeterminate()
	}
	if x.rad.IsZero() {
		return mid(z, &x.mid, prec)
	}
	// the derivative changes by e^(2|m|r) over the ball
	if x.rad.Mul(x.MagUpper().Max(MagPow2(0))).exp > -8 {
		return z.monotone(x, prec, func(z, x *Real, p uint) *Real { return mid(z, &x.mid, p) })
	}
	l := x.MagLower()
	d := expNeg(l.MulLower(l)).Mul(magMake(1156, -10, true)).Mul(x.rad) // 2/√π < 1.1284
	return mid(z, &x.mid, prec).AddRad(d)
}

// squareExp returns about the base-2 logarithm of e^(x²).
func squareExp(x *big.Float) float64 {
	f := MagFloat(x).Float64()
	return f * f / math.Ln2
}

// erfMid sets z to erf x.
func erfMid(z *Real, x *big.Float, prec uint) *Real {
	if x.Sign() == 0 {
		return z.SetZero()
	}
	if squareExp(x) > float64(2*tinyBits(prec)) {
		// 1 − erf |x| < e^(−x²)
		neg := x.Signbit()
		var t Real
		expMinusSquare(&t, x, 32)
		z.SetInt64(1).AddRad(rest(t.MagUpper()))
		if neg {
			z.Neg(z)
		}
		return z.SetRound(z, prec)
	}
	return erfSeries(z, x, prec)
}

// erfcMid sets z to erfc x: in [1, 2] for x ≤ 0 as 1 − erf x without loss; for x > 0 with the bits that 1 − erf x cancels,
// about x²/ln 2 + log₂(x√π), or by the asymptotic series. lost is a float64 guess: the error of the difference is that of
// balls.
func erfcMid(z *Real, x *big.Float, prec uint) *Real {
	if x.Sign() <= 0 {
		// in [1, 2]
		erfMid(z, x, prec+2)
		z.Neg(z)
		return z.AddInt64(z, 1, prec)
	}
	lost := squareExp(x)
	if exponent(x) > 0 && lost > float64(prec)+24+2*float64(exponent(x)) {
		return erfcAsymptotic(z, x, prec)
	}
	extra := uint(lost) + 2*uint(max(exponent(x), 0)) + 4 // erfc x ≈ e^(−x²)/(x√π)
	erfMid(z, x, prec+extra+8)
	z.Neg(z)
	return z.AddInt64(z, 1, prec)
}

// expMinusSquare sets z to e^(−x²).
func expMinusSquare(z *Real, x *big.Float, prec uint) *Real {
	if x.Sign() != 0 && exponent(x) > 64 {
		return z.setZeroTo(MagPow2(-(1 << 60)))
	}
	w := getWork()
	defer putWork(w)
	s := &w.f[0]
	s.SetInt64(0)
	s.SetPrec(2*x.MinPrec()+2).Mul(x, x) // exact
	s.Neg(s)
	if s.Sign() == 0 && x.Sign() != 0 {
		// x² underflows: 1 − x² ≤ e^(−x²) ≤ 1
		return z.SetInt64(1).AddRad(MagPow2(big.MinExp))
	}
	return expMid(z, s, prec)
}

// erfSeries sets z to erf x = 2x/√π·e^(−x²)·Σ (2x²)^n/(1·3·…·(2n+1)), a series of
// positive terms, in fixed point with a running error bound.
func erfSeries(z *Real, x *big.Float, prec uint) *Real {
	wp := prec + erfGuard
	if exponent(x) > 0 {
		wp += 8 + uint(exponent(x))
	}
	w := getWork()
	defer putWork(w)
	v, t, sum, u, q := &w.i[0], &w.i[1], &w.i[2], &w.i[3], &w.i[4]
	var y, s Real
	s.SetFloat(x)
	f := int64(wp)
	if e := exponent(x); e < -tinyBits(wp) {
		// Σ = 1 + [0, x²]
		s.SetInt64(1).AddRad(rest(MagPow2(2 * e)))
	} else {
		y.Sqr(&s, 2*x.MinPrec()+2) // exact
		y.Mul2Exp(&y, 1)
		fixedInt(v, &y.mid, f)
		vr := MagFloat(&y.mid)
		t.Lsh(intOne, uint(f))
		sum.Set(t)
		// t = t_n ± err, t_{n+1} = t_n·2x²/(2n+3); ulps throughout. 2x² is cut by at most 1
		// ulp, which costs t_n·2^-f/(2n+3); the two cuts cost at most 2.
		var err, total Mag
		for n := int64(1); ; n++ {
			d := uint64(2*n + 1)
			tm := MagPow2(int64(t.BitLen()) - f)
			t.Rsh(u.Mul(t, v), uint(f)) // a product over a factor and a quotient without rest allocate
			t.QuoRem(t, u.SetUint64(d), q)
			err = err.Mul(vr).Add(tm).Quo(MagUintLower(d)).Add(MagPow2(1))
			sum.Add(sum, t)
			total = total.Add(err)
			if t.BitLen() <= 1 && vr.Cmp(MagUintLower(d>>1)) < 0 {
				// from here on terms at least halve: the rest is below the last term
				total = total.Add(err).Add(MagPow2(1))
				break
			}
		}
		s.SetInt(sum)
		s.AddRad(scaled(total))
		s.Mul2Exp(&s, -f)
		s.SetRound(&s, wp)
	}
	expMinusSquare(&y, x, wp)
	s.Mul(&s, &y, wp)
	y.SetFloat(x)
	y.Mul2Exp(&y, 1)
	s.Mul(&s, &y, wp)
	y.Pi(wp)
	y.Sqrt(&y, wp)
	return z.Quo(&s, &y, prec)
}

// erfcAsymptotic sets z to erfc x = e^(−x²)/(x√π)·Σ (−1)^n (2n−1)!!/(2x²)^n for large
// x > 0. The series envelops: the rest is at most the first term left out, after any number of terms (DLMF 7.12.1, real x).
// So the end of the loop, whether terms get small or are too many, decides only how wide the result is.
func erfcAsymptotic(z *Real, x *big.Float, prec uint) *Real {
	if exponent(x) > 64 {
		return z.setZeroTo(MagPow2(-(1 << 60)))
	}
	wp := prec + 24
	var s, t, y, q Real
	y.SetFloat(x)
	q.Sqr(&y, wp)
	q.Mul2Exp(&q, 1)
	q.Inv(&q, wp)
	q.Neg(&q)
	t.SetInt64(1)
	s.SetInt64(1)
	for n := int64(1); ; n++ {
		t.Mul(&t, &q, wp)
		t.MulInt64(&t, 2*n-1, wp)
		if m := t.MagUpper(); m.Exponent() < -stopBits(wp) || n > int64(4*wp) {
			s.AddRad(rest(m))
			break
		}
		s.Add(&s, &t, wp)
	}
	t.Pi(wp)
	t.Sqrt(&t, wp)
	t.Mul(&t, &y, wp)
	s.Quo(&s, &t, wp)
	expMinusSquare(&t, x, wp)
	return z.Mul(&s, &t, prec)
}
