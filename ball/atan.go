package ball

import (
	"math"
	"math/big"

	"krein/internal/limb"
)

// Atan sets z to arctan x, in (−π/2, π/2).
func (z *Real) Atan(x *Real, prec uint) *Real {
	prec = clampPrec(prec)
	switch {
	case x.rad.IsInf():
		return z.SetIndeterminate()
	case x.rad.IsZero():
		return atanMid(z, &x.mid, prec)
	case x.wide() && x.rad.exp > -8:
		return z.monotone(x, prec, (*Real).Atan)
	}
	// the derivative 1/(1+t²) is at most 1/(1+l²), l = max(|m|−r, 0)
	l := x.MagLower()
	d := x.rad.Quo(MagPow2(0).AddLower(l.MulLower(l)))
	return atanMid(z, &x.mid, prec).AddRad(d)
}

// atanMid sets z to arctan x.
func atanMid(z *Real, x *big.Float, prec uint) *Real { // one function: the errors of all steps are counted in one unit.
	if x.Sign() == 0 {
		return z.SetZero()
	}
	e := exponent(x)
	neg := x.Signbit()
	switch {
	case e < -tinyBits(prec):
		// |atan x − x + x³/3| ≤ |x|⁵/5
		w := getWork()
		defer putWork(w)
		a, b := &w.r[0], &w.r[1]
		a.SetFloat(x)
		b.Sqr(a, prec)
		b.Mul(b, a, prec)
		b.QuoInt64(b, -3, prec)
		z.Add(a, b, prec)
		return z.AddRad(rest(MagPow2(5*e - 2)))
	case e > min(2*tinyBits(prec), int64(64*maxTableWords)-8):
		// π/2 − 1/|x| < atan |x| < π/2
		z.Pi(prec + 4)
		z.Mul2Exp(z, -1)
		if neg {
			z.Neg(z)
		}
		return z.SetRound(z, prec).AddRad(rest(MagPow2(1 - e)))
	}
	wp := prec + guardBits + uint(max(-e, 0))
	n := fixedWords(wp)
	w := getWork()
	defer putWork(w)
	buf := w.limbs(evalBuf(n) + 9*(n+1))
	next := func() []uint64 {
		v := buf[:n+1]
		buf = buf[n+1:]
		clear(v)
		return v
	}
	re, im, s, u, acc := next(), next(), next(), next(), next()
	// The angle of re + i·im is atan |x| for |x| < 1, else atan 1/|x| = π/2 − atan |x|; the larger part is in [1/8, 1/4].
	inv := e > 0
	shift := int64(64*n - 2)
	if inv {
		shift -= e
		fixedInt(&w.i[0], x, shift) // below 1/4
		limb.FromInt(re, &w.i[0], 0)
		setBit(im, int(shift))
	} else {
		setBit(re, 64*n-2)
		fixedInt(&w.i[0], x, shift)
		limb.FromInt(im, &w.i[0], 0)
	}
	top, _, _ := topBits(x)
	f := math.Ldexp(float64(top), int(e)-64)
	if inv {
		f = 1 / f
	}
	var j [atanSteps]int64
	for k := range j {
		h := float64(int64(1) << (stepBits * (k + 1)))
		d := min(math.Floor(f*h), 1<<stepBits)
		if !(d > 0) {
			continue
		}
		j[k] = int64(d)
		d /= h
		f = (f - d) / (1 + f*d)
	}
	// (1 − iy₁)(1 − iy₂)(1 − iy₃) = (a − ib)/2^42: below 2^43 in absolute value
	a, b := int64(1<<7), j[0]
	a, b = a<<14-b*j[1], b<<14+a*j[1]
	a, b = a<<21-b*j[2], b<<21+a*j[2]
	wneg := turn(re, im, uint64(a), uint64(b), 42, s, u)
	if j[3] != 0 {
		if wneg {
			// the float64 digits were too large by a hair; leave the last to the series
			j[3] = 0
		} else {
			wneg = turn(re, im, 1<<28, uint64(j[3]), 28, s, u)
		}
	}
	// w = im/re
	q := quoWords(w, im[:n], re[:n])
	limb.FromInt(u, q, 0)
	y := s[:n]
	limb.MulHigh(y, u[:n], u[:n], acc)
	yb := 64*n - limb.BitLen(y)
	if yb < stepBits || u[n] != 0 {
		return z.SetIndeterminate() // float64 would have to be wrong by far
	}
	terms, bits := atanCoefs().terms(yb, min(64*n, int(wp)+8))
	atanCoefs().eval(acc, y, terms, true, buf)
	limb.MulHigh(re[:n], acc[:n], u[:n], im)
	if acc[n] != 0 {
		limb.Add(re[:n], re[:n], u[:n])
	}
	re[n] = 0
	err := MagPow2(int64(64*n - bits + 1))
	// sum of the angles, with re now atan w
	sum := im
	clear(sum)
	for k, d := range j {
		if d != 0 {
			sum[n] += limb.Add(sum[:n], sum, atanOf(k, uint64(d), n))
		}
	}
	if wneg {
		limb.Sub(sum, sum, re)
	} else {
		limb.Add(sum, sum, re)
	}
	if inv {
		hi := limb.Shl(s[:n], tables.pi4.fixed(&constPi, n), 1)
		s[n] = hi
		limb.Sub(sum, s, sum)
	}
	// ulps: 1 for the cut of x and 3 for each turn in both parts, over re ≥ 1/8: w is off by at most 2·8·7+1; 2 for each
	// of four table entries, 4 for π/2; 18(n+2) for the series and its factor
	err = err.Add(MagUint(uint64(160 + 18*(n+2))))
	return z.fromFixed(w, sum, int64(-64*n), neg, err, prec)
}

// setBit sets bit i of v.
func setBit(v []uint64, i int) { v[i/64] |= 1 << (i % 64) }

// turn sets re + i·im to (re + i·im)(a − ib)/2^sh, with the absolute value of the imaginary part, and reports whether
// that was negative. The real part stays positive. Each part is off by at most 2 ulps. s and u are scratch.
func turn(re, im []uint64, a, b uint64, sh uint, s, u []uint64) (neg bool) {
	// all products are below 2^43·2^(64n), so n+1 words hold them
	limb.MulWord(s, re, a)
	limb.AddMulWord(s, im, b)
	limb.MulWord(u, im, a)
	neg = limb.SubMulWord(u, re, b) != 0
	if neg {
		limb.Neg(u, u)
	}
	limb.Shr(re, s, sh, 0)
	limb.Shr(im, u, sh, 0)
	return neg
}

// quoWords returns ⌊y·2^(64n)/x⌋ for vectors of n words, in scratch of w.
func quoWords(w *work, y, x []uint64) *big.Int {
	a, q, r := &w.i[2], &w.i[0], &w.i[1]
	a.Lsh(w.int(y), uint(64*len(x)))
	q.QuoRem(a, w.int(x), r)
	return q
}
