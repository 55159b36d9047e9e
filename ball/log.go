package ball

import (
	"math/big"

	"krein/internal/limb"
)

// Log sets z to the natural logarithm of x; it is indeterminate unless x is positive.
func (z *Real) Log(x *Real, prec uint) *Real {
	prec = clampPrec(prec)
	if x.rad.IsInf() || x.mid.Sign() <= 0 {
		return z.SetIndeterminate()
	}
	if x.rad.IsZero() {
		return logMid(z, &x.mid, prec)
	}
	low := MagFloatLower(&x.mid).SubLower(x.rad)
	if low.IsZero() {
		return z.SetIndeterminate()
	}
	if x.wide() {
		return z.monotone(x, prec, (*Real).Log)
	}
	// |log s − log m| ≤ |s−m|/min(s, m)
	d := x.rad.Quo(low)
	return logMid(z, &x.mid, prec).AddRad(d)
}

// Log1p sets z to log(1+x); it is indeterminate unless x > −1.
//
// low bounds 1+x from below over the ball, so that the derivative is at most 1/low; the sum 1+x of an exact x is exact, in
// as many bits as that takes, at most 2·tinyBits more than x has.
func (z *Real) Log1p(x *Real, prec uint) *Real {
	prec = clampPrec(prec)
	if x.rad.IsInf() {
		return z.SetIndeterminate()
	}
	if x.rad.IsZero() {
		return log1pMid(z, &x.mid, prec)
	}
	var t Real
	t.AddInt64(x, 1, 64)
	low := t.MagLower()
	if low.IsZero() || t.mid.Sign() < 0 {
		return z.SetIndeterminate()
	}
	if x.rad.Cmp(low.Mul2Exp(-8)) > 0 {
		return z.monotone(x, prec, (*Real).Log1p)
	}
	d := x.rad.Quo(low)
	return log1pMid(z, &x.mid, prec).AddRad(d)
}

// log1pMid sets z to log(1+x).
func log1pMid(z *Real, x *big.Float, prec uint) *Real {
	if x.Sign() == 0 {
		return z.SetZero()
	}
	e := exponent(x)
	if e < -tinyBits(prec) {
		return logSeries(z, x, prec)
	}
	if e > 2*tinyBits(prec) {
		if x.Sign() < 0 {
			return z.SetIndeterminate()
		}
		// 0 < log(1+x) − log x < 1/x
		return logMid(z, x, prec).AddRad(rest(MagPow2(1 - e)))
	}
	w := getWork()
	defer putWork(w)
	y, one := &w.f[4], w.f[5].SetInt64(1)
	low := min(e-int64(x.MinPrec()), 0)
	y.SetInt64(0)
	y.SetPrec(uint(max(e, 1)-low)+2).Add(one, x) // exact
	if y.Sign() <= 0 {
		return z.SetIndeterminate()
	}
	return logMid(z, y, prec)
}

// logSeries sets z to log(1+x) = x − x²/2 + t, |t| ≤ |x|³/(3(1−|x|)) ≤ |x|³/2, for small x.
func logSeries(z *Real, x *big.Float, prec uint) *Real {
	w := getWork()
	defer putWork(w)
	e := exponent(x)
	a, b := &w.r[0], &w.r[1]
	a.SetFloat(x)
	b.Mul(a, a, prec)
	b.Mul2Exp(b, -1)
	z.Sub(a, b, prec)
	return z.AddRad(rest(MagPow2(3*e - 1)))
}

// logMid sets z to log x, x > 0.
//
// x = 2^e·m. The mantissa, cut by 1 ulp, is multiplied by Π(1+j_k·2^-7k) ≤ 2, in two steps cut by 1 ulp each: u = 1 − mΠ is off
// by at most 4 ulps, and log(1−u), u < 2^-7, by 1.01 times that. The tables add 2 ulps for each of five digits, the series
// 18(n+2), and e multiples of log 2 at most 2|e|. That the float64 digits leave u < 2^-7 is checked. Next to 1, where log x is
// small, wp has the bits of −log₂|x−1| more, so that an absolute error is a relative one.
func logMid(z *Real, x *big.Float, prec uint) *Real {
	if x.Sign() <= 0 {
		return z.SetIndeterminate()
	}
	w := getWork()
	defer putWork(w)
	e := exponent(x)
	near := int64(0) // x = 1 + d, |d| < 2^-near
	if e == 0 || e == 1 {
		d, one := &w.f[4], w.f[3].SetInt64(1)
		d.SetInt64(0)
		d.SetPrec(x.MinPrec()+2).Sub(x, one) // exact
		if d.Sign() == 0 {
			return z.SetZero()
		}
		near = max(-exponent(d), 0)
		if near > tinyBits(prec) {
			return logSeries(z, d, prec)
		}
	}
	wp := prec + guardBits + uint(near)
	n := fixedWords(wp)
	buf := w.limbs(evalBuf(n) + 5*(n+1))
	m, buf := buf[:n+1], buf[n+1:]
	y, buf := buf[:n+1], buf[n+1:]
	s, buf := buf[:n+1], buf[n+1:]
	sum, buf := buf[:n+1], buf[n+1:]
	// x = 2^e·m with m in [1/2, 1) and −log m = Σ log(1+j_k·2^-7k) − log(1−u)
	fixedInt(&w.i[0], x, int64(64*n)-e)
	limb.FromInt(m, &w.i[0], 0)
	m[n] = 0
	j := logDigits(0x1p64 / float64(m[n-1]))
	a, b := multiplier(j)
	mulShift(m, a, 42, s)
	mulShift(m, b, 63, s)
	limb.Neg(m[:n], m[:n]) // u = 1 − m
	u := m[:n]
	clear(sum)
	var tail Mag
	if !limb.IsZero(u) {
		yb := 64*n - limb.BitLen(u)
		if m[n] != 0 || yb < stepBits {
			// float64 would have to be wrong by 2^-44: no bound, then
			return z.SetIndeterminate()
		}
		terms, bits := logCoefs().terms(yb, min(64*n, int(wp)+8))
		logCoefs().eval(y, u, terms, false, buf)
		limb.MulHigh(sum[:n], y[:n], u, s)
		if y[n] != 0 {
			limb.Add(sum[:n], sum[:n], u)
		}
		tail = MagPow2(int64(64*n-bits+1) - int64(yb))
	}
	for k, d := range j {
		if d != 0 {
			sum[n] += limb.Add(sum[:n], sum[:n], logOf(k, d, n))
		}
	}
	// log x = e·log 2 − sum
	neg := e <= 0
	l2 := tables.log2.fixed(&constLog2, n)
	if neg {
		sum[n] += limb.AddMulWord(sum[:n], l2, uint64(-e))
	} else {
		y[n] = limb.MulWord(y[:n], l2, uint64(e))
		if limb.Sub(sum, y, sum) != 0 {
			limb.Neg(sum, sum)
			neg = true
		}
	}
	// ulps: 2 for each log, 2·2 for the cut of x and two shifts with m ≥ 1/2 (they
	// change u by at most 1 + 2 ulps, log by twice that), 16(n+2) + n for the series
	err := MagUint(2 * uint64(max(e, -e))).Add(MagUint(uint64(2*logSteps + 8 + 18*(n+2)))).Add(tail)
	return z.fromFixed(w, sum, int64(-64*n), neg, err, prec)
}
