package ball

import (
	"math"
	"math/big"

	"krein/internal/limb"
)

// Exp sets z to e^x. Beyond the range of exponents it is indeterminate above and a tiny ball around 0 below.
//
// A radius r < 2^-8 enters by |e^(m+t) − e^m| ≤ e^m(e^r − 1) with the upper end of the enclosure of e^m; a larger one by
// the values at both ends.
func (z *Real) Exp(x *Real, prec uint) *Real {
	prec = clampPrec(prec)
	switch {
	case x.rad.IsZero():
		return expMid(z, &x.mid, prec)
	case x.rad.exp > -8:
		return z.monotone(x, prec, (*Real).Exp)
	}
	// |e^(m+t) − e^m| ≤ e^m (e^r − 1) for |t| ≤ r
	d := x.rad.Expm1()
	expMid(z, &x.mid, prec)
	return z.AddRad(d.Mul(z.MagUpper()))
}

// monotone sets z to the image of x under f, which is monotone on x widened by a
// relative 2^-64 of its radius, or everywhere if the midpoint exceeds the radius by
// more than 2^maxSpan; from its two ends. A ball without ends has no image.
func (z *Real) monotone(x *Real, prec uint, f func(z, x *Real, prec uint) *Real) *Real {
	p := prec + 16
	// the ends are rounded outwards, by little against the radius
	q := max(64, p)
	if s := x.span(); s > 0 && s <= maxSpan {
		q += uint(s)
	}
	var a, b Real
	x.Lower(&a.mid, q)
	x.Upper(&b.mid, q)
	if a.mid.IsInf() || b.mid.IsInf() {
		return z.SetIndeterminate()
	}
	f(&a, &a, p)
	f(&b, &b, p)
	return z.Hull(&a, &b, prec)
}

// maxSpan is the largest span that the ends of a ball are computed with.
const maxSpan = 1 << 18

// span returns by how many bits the midpoint exceeds the radius, 0 for the midpoint 0.
func (x *Real) span() int64 {
	if x.mid.Sign() == 0 || x.rad.IsZero() {
		return 0
	}
	return exponent(&x.mid) - x.rad.exp
}

// expMid sets z to e^x, |x| < 2^32 but for the results that under- or overflow.
//
// With |x| = k·log 2 + r, the cut of x costs 1 ulp of 2^(-64n) and each of the k multiples of log 2 at most 2; the guess
// of k from float64 only decides how often the loops below correct it, since r is what it then is. The absolute error of r is a
// relative one of e^r ≤ 2, and so is that of the reduction by the tables; all of it is counted in ulps of the result in
// [1, 2] (up to some ulps), times 4 for the factor e^r ≤ 2, second-order terms and the product with the digits. wp has the e bits
// of k more than the precision.
func expMid(z *Real, x *big.Float, prec uint) *Real {
	if x.Sign() == 0 {
		return z.SetInt64(1)
	}
	e := exponent(x)
	switch {
	case e < -2*tinyBits(prec):
		// |e^x − 1 − x| ≤ x² for |x| ≤ 1
		w := getWork()
		defer putWork(w)
		if z.narrows(x, prec) {
			return z.Set(expMid(&w.r[5], x, prec))
		}
		one := w.f[0].SetInt64(1)
		err := rest(MagPow2(2 * e))
		z.begin(prec)
		err = err.Add(addMid(&z.mid, one, x, false, prec))
		return z.finish(err)
	case e > 32 && x.Sign() > 0:
		return z.SetIndeterminate()
	case e > 32:
		// e^x < 2^x ≤ 2^(-2^(e−1))
		return z.setZeroTo(MagPow2(-(1 << min(e-1, 61))))
	}
	wp := prec + guardBits + uint(max(e, 0))
	n := fixedWords(wp)
	w := getWork()
	defer putWork(w)
	k, neg := int64(0), x.Signbit()
	buf := w.limbs(evalBuf(n) + 4*(n+1))
	r, buf := buf[:n+1], buf[n+1:]
	y, buf := buf[:n+1], buf[n+1:]
	s, buf := buf[:n+1], buf[n+1:]
	toFixed(r, x, n, &w.i[0])
	// |x| = k·log 2 + r, or for x < 0 −|x| = −k·log 2 + r, 0 ≤ r < log 2 up to a
	// few ulps: k is guessed and corrected. The error so far is at most 1 + 2k ulps.
	l2 := tables.log2.fixed(&constLog2, n)
	if e >= 0 || neg {
		k = int64(math.Ldexp(float64(r[n])+math.Ldexp(float64(r[n-1]), -64), 0) / math.Ln2)
		r[n] -= limb.SubMulWord(r[:n], l2, uint64(k))
		for r[n]>>63 != 0 {
			r[n] += limb.Add(r[:n], r[:n], l2)
			k--
		}
		for r[n] != 0 || cmpWords(r[:n], l2) >= 0 {
			r[n] -= limb.Sub(r[:n], r[:n], l2)
			k++
		}
		if neg {
			limb.Sub(r[:n], l2, r[:n])
			k = -k - 1
		}
	}
	err := MagUint(1 + 2*uint64(max(k, -k)+1))
	target := min(64*n, int(wp)+8)
	err = err.Add(expReduced(y, r[:n], s, buf, target))
	err = err.Add(MagUint(uint64(40 * (n + 4))))
	return z.fromFixed(w, y, k-int64(64*n), false, err.Mul(MagUint(4)), prec)
}

// cmpWords compares x and y of equal length.
func cmpWords(x, y []uint64) int {
	for i := len(x) - 1; i >= 0; i-- {
		switch {
		case x[i] < y[i]:
			return -1
		case x[i] > y[i]:
			return 1
		}
	}
	return 0
}

// logDigits chooses j_1 … j_5 so that Π (1 + j_k·2^-7k) is just below
// y ∈ [1, 2], in float64: nothing depends on how well it does but speed.
func logDigits(y float64) (j [logSteps]uint64) {
	y *= 1 - 0x1p-44
	for k := range j {
		h := float64(int64(1) << (stepBits * (k + 1)))
		d := math.Floor((y - 1) * h)
		if !(d > 0) {
			continue
		}
		d = math.Min(d, tabSize-1)
		j[k] = uint64(d)
		y /= 1 + d/h
	}
	return j
}

// multiplier returns Π (1 + j_k·2^-7k) for k = 1 … 3 times 2^42 and for k = 4, 5 times 2^63: below 2^43.2 and 2^63.1.
func multiplier(j [logSteps]uint64) (a, b uint64) {
	return (1<<7 + j[0]) * (1<<14 + j[1]) * (1<<21 + j[2]), (1<<28 + j[3]) * (1<<35 + j[4])
}

// expReduced sets y, of n+1 words with an integer part, to e^r, 0 ≤ r ≤ log 2 in n words, which it destroys. It returns
// a bound in ulps of the truncation of the series; the other errors are, relative to the result, at most 2 ulps for
// each of the five table entries, 16(n+2) for the series and 2 for the shifts after each of two multiplications: below
// 40(n+4) ulps.
func expReduced(y, r, s, buf []uint64, target int) Mag {
	n := len(r)
	j := logDigits(math.Exp(math.Ldexp(float64(r[n-1]), -64)))
	for k, d := range j {
		if d == 0 {
			continue
		}
		if limb.Sub(s[:n], r, logOf(k, d, n)) != 0 {
			j[k] = 0 // the guess was too large: leave this digit to the series
			continue
		}
		copy(r, s[:n])
	}
	yb := 64*n - limb.BitLen(r)
	terms, bits := expCoefs().terms(yb, target)
	expCoefs().eval(y, r, terms, false, buf)
	a, b := multiplier(j)
	mulShift(y, a, 42, s)
	mulShift(y, b, 63, s)
	return MagPow2(int64(64*n - bits + 1))
}

// mulShift sets y to ⌊y·a/2^sh⌋, sh < 64, when that fits; s has as many words.
func mulShift(y []uint64, a uint64, sh uint, s []uint64) {
	hi := limb.MulWord(s, y, a)
	limb.Shr(y, s, sh, hi)
}

// Expm1 sets z to e^x − 1, with relative accuracy also for small x: expMid gets −exponent(x) bits more, which e^x − 1 loses.
// The variation over a ball is that of e^x.
func (z *Real) Expm1(x *Real, prec uint) *Real {
	prec = clampPrec(prec)
	switch {
	case x.rad.IsZero():
		return expm1Mid(z, &x.mid, prec)
	case x.rad.exp > -8:
		return z.monotone(x, prec, (*Real).Expm1)
	}
	d := x.rad.Expm1()
	var m Real
	expMid(&m, &x.mid, 32)
	d = d.Mul(m.MagUpper())
	return expm1Mid(z, &x.mid, prec).AddRad(d)
}

func expm1Mid(z *Real, x *big.Float, prec uint) *Real {
	if x.Sign() == 0 {
		return z.SetZero()
	}
	e := exponent(x)
	if e < -tinyBits(prec) {
		// e^x − 1 = x + x²/2 + t, |t| ≤ |x|³/6·e^|x| ≤ |x|³/4
		w := getWork()
		defer putWork(w)
		a, b := &w.r[0], &w.r[1]
		a.SetFloat(x)
		b.Mul(a, a, prec)
		b.Mul2Exp(b, -1)
		z.Add(a, b, prec)
		return z.AddRad(rest(MagPow2(3*e - 2)))
	}
	extra := uint(max(-e, 0)) + 4
	if x.Sign() < 0 && e > 0 && e > int64(prec) {
		extra = 4
	}
	expMid(z, x, prec+extra)
	return z.AddInt64(z, -1, prec)
}
