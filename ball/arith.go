package ball

import (
	"math"
	"math/big"
	"math/bits"

	"krein/internal/limb"
)

// Add sets z to x+y.
func (z *Real) Add(x, y *Real, prec uint) *Real { return z.add(x, y, false, prec) }

// Sub sets z to x−y.
func (z *Real) Sub(x, y *Real, prec uint) *Real { return z.add(x, y, true, prec) }

func (z *Real) add(x, y *Real, neg bool, prec uint) *Real {
	prec = clampPrec(prec)
	if z.narrows(&x.mid, prec) || z.narrows(&y.mid, prec) {
		w := getWork()
		defer putWork(w)
		return z.Set(w.r[5].add(x, y, neg, prec))
	}
	rad := x.rad.Add(y.rad)
	if rad.IsInf() {
		return z.SetIndeterminate()
	}
	z.begin(prec)
	rad = rad.Add(addMid(&z.mid, &x.mid, &y.mid, neg, prec))
	return z.finish(rad)
}

// SumFloat sets z to x+y, rounded as z.Add(x, y) rounds it, and returns z. math/big shifts the summands to a common
// last place first, which for two numbers at the ends of the range of exponents takes a gigabyte; here a summand far
// below the last places of the other and of z is replaced by a power of two that is rounded the same way.
func SumFloat(z, x, y *big.Float) *big.Float {
	if x.IsInf() || y.IsInf() || x.Sign() == 0 || y.Sign() == 0 {
		return z.Add(x, y)
	}
	if exponent(x) < exponent(y) {
		x, y = y, x
	}
	p := z.Prec()
	if p == 0 {
		p = max(x.Prec(), y.Prec())
	}
	// All points at which the rounding changes, next to x, are multiples of 2^(last+2) as x is: z has p bits, or one
	// more place if y takes x below a power of two, and half a place for rounding to nearest. No number of (0, 2^(last+2))
	// added to x meets the next one.
	if last := exponent(x) - int64(max(p, x.MinPrec())) - 4; exponent(y) < last {
		var power big.Float
		power.SetMantExp(power.SetInt64(int64(y.Sign())), int(last))
		z.SetPrec(p)
		return z.Add(x, &power)
	}
	return z.Add(x, y)
}

// addMid sets z to x ± y rounded to z's precision ≥ prec and returns what it left out besides that rounding. math/big
// adds exactly before it rounds, so a summand far below the last place of the other is left out, not shifted there.
//
// The error of leaving a summand out is its size, below 2^exponent; it is at most 2^-(prec+64) of the other summand, so that
// it widens no result that anybody can see. z may be x or y: what z.Set leaves of an earlier accuracy only widens the ball.
func addMid(z, x, y *big.Float, neg bool, prec uint) Mag {
	if x.Sign() != 0 && y.Sign() != 0 {
		ex, ey := exponent(x), exponent(y)
		gap := int64(prec) + 64
		if ex-ey > gap {
			z.Set(x)
			return MagPow2(ey)
		}
		if ey-ex > gap {
			if neg {
				z.Neg(y)
			} else {
				z.Set(y)
			}
			return MagPow2(ex)
		}
	}
	if neg {
		z.Sub(x, y)
	} else {
		z.Add(x, y)
	}
	return Mag{}
}

// Neg sets z to −x exactly.
func (z *Real) Neg(x *Real) *Real {
	z.Set(x)
	z.mid.Neg(&z.mid)
	return z
}

// Abs sets z to |x|: exactly the image if x does not contain 0, else a ball whose lower end is 0.
//
// A ball that contains 0 has the image [0, max], and is not reflected: |x| ≤ |m| + r.
func (z *Real) Abs(x *Real, prec uint) *Real {
	if x.rad.IsInf() {
		return z.SetIndeterminate()
	}
	if x.ContainsZero() && !x.rad.IsZero() {
		return z.setZeroTo(x.MagUpper())
	}
	z.Set(x)
	z.mid.Abs(&z.mid)
	return z.SetRound(z, prec)
}

// setZeroTo sets z to the ball [0, m].
func (z *Real) setZeroTo(m Mag) *Real {
	m = m.Mul2Exp(-1)
	if m.IsInf() || m.exp > big.MaxExp {
		return z.SetIndeterminate()
	}
	if m.exp < big.MinExp {
		return z.SetMag(m.Mul2Exp(1))
	}
	m.Float(&z.mid)
	z.rad = m
	return z
}

// Mul2Exp sets z to x·2^k exactly, except that exponents beyond the range of
// big.Float overflow to the indeterminate ball or underflow to 0 with a radius.
func (z *Real) Mul2Exp(x *Real, k int64) *Real {
	z.Set(x)
	if z.rad.IsInf() {
		return z
	}
	z.rad = z.rad.Mul2Exp(k)
	if z.mid.Sign() == 0 {
		return z.settle()
	}
	e := exponent(&z.mid)
	switch {
	case k > big.MaxExp-e:
		return z.SetIndeterminate()
	case k < big.MinExp-e:
		m := MagFloat(&z.mid).Mul2Exp(k)
		z.mid.SetInt64(0)
		z.rad = z.rad.Add(m)
		return z.settle()
	}
	scaleMid(&z.mid, k)
	return z.settle()
}

// scaleMid multiplies x by 2^k when the exponent of the result is in range.
func scaleMid(x *big.Float, k int64) {
	for k > big.MaxExp {
		x.SetMantExp(x, big.MaxExp)
		k -= big.MaxExp
	}
	for k < big.MinExp {
		x.SetMantExp(x, big.MinExp)
		k -= big.MinExp
	}
	x.SetMantExp(x, int(k))
}

// Mul sets z to x·y.
func (z *Real) Mul(x, y *Real, prec uint) *Real {
	prec = clampPrec(prec)
	if z.narrows(&x.mid, prec) || z.narrows(&y.mid, prec) {
		w := getWork()
		defer putWork(w)
		return z.Set(w.r[5].Mul(x, y, prec))
	}
	rad := mulRad(x, y)
	if rad.IsInf() {
		return z.SetIndeterminate()
	}
	z.begin(prec)
	z.mid.Mul(&x.mid, &y.mid)
	return z.finish(rad)
}

// mulRad bounds |st − mid(x)mid(y)| for s in x, t in y: |x|·ry + |y|·rx + rx·ry.
func mulRad(x, y *Real) Mag {
	switch {
	case x.rad.man|y.rad.man == 0: // each radius is 0 or ∞
		return x.rad.Max(y.rad)
	case x.rad.IsZero():
		return MagFloat(&x.mid).Mul(y.rad)
	case y.rad.IsZero():
		return MagFloat(&y.mid).Mul(x.rad)
	}
	return MagFloat(&x.mid).Mul(y.rad).Add(MagFloat(&y.mid).Add(y.rad).Mul(x.rad))
}

// wide reports that the radius of x exceeds 2^-8 of its midpoint, so that the
// second-order terms of midpoint arithmetic begin to matter.
func (x *Real) wide() bool {
	return !x.rad.IsZero() && (x.mid.Sign() == 0 || x.rad.exp > exponent(&x.mid)-8)
}

// Sqr sets z to x²; a wide ball gives the exact image up to rounding, so that the square of [-1, 1] is [0, 1].
func (z *Real) Sqr(x *Real, prec uint) *Real {
	if x.rad.IsInf() || !x.wide() {
		return z.Mul(x, x, prec)
	}
	hi := x.MagUpper()
	if x.ContainsZero() {
		return z.setZeroTo(hi.Mul(hi))
	}
	lo := x.MagLower()
	return z.setMags(lo.MulLower(lo), hi.Mul(hi), false, prec)
}

// setMags sets z to a ball that contains [lo, hi], or [−hi, −lo] if neg.
func (z *Real) setMags(lo, hi Mag, neg bool, prec uint) *Real {
	if hi.IsInf() || hi.exp > big.MaxExp || !lo.IsZero() && lo.exp < big.MinExp {
		return z.SetMag(hi)
	}
	w := getWork()
	defer putWork(w)
	lo.Float(&w.f[0])
	hi.Float(&w.f[1])
	if neg {
		w.f[0].Neg(&w.f[0])
		w.f[1].Neg(&w.f[1])
	}
	return z.SetInterval(&w.f[0], &w.f[1], prec)
}

// Quo sets z to x/y; it is indeterminate if y contains 0.
//
// With s = m+σ, |σ| ≤ r_x, and t = n+τ, |τ| ≤ r_y: s/t − m/n = (σ − (m/n)τ)/t, and |t| ≥ |n| − r_y. Where y is wide this
// first-order bound is far from the image, and 1/y is enclosed by the reciprocals of its ends.
func (z *Real) Quo(x, y *Real, prec uint) *Real {
	prec = clampPrec(prec)
	if z.narrows(&x.mid, prec) || z.narrows(&y.mid, prec) {
		w := getWork()
		defer putWork(w)
		return z.Set(w.r[5].Quo(x, y, prec))
	}
	if x.rad.IsInf() || y.rad.IsInf() || y.mid.Sign() == 0 {
		return z.SetIndeterminate()
	}
	var rad Mag
	if !x.rad.IsZero() || !y.rad.IsZero() {
		ym := MagFloatLower(&y.mid)
		low := ym.SubLower(y.rad)
		if low.IsZero() {
			return z.SetIndeterminate()
		}
		if y.wide() {
			// 1/y is the interval [1/(|ym|+ry), 1/(|ym|−ry)] with the sign of y
			w := getWork()
			defer putWork(w)
			inv := &w.r[0]
			one := MagPow2(0)
			inv.setMags(one.QuoLower(y.MagUpper()), one.Quo(low), y.mid.Sign() < 0, 64)
			return z.Mul(x, inv, prec)
		}
		// |s/t − xm/ym| ≤ (|xm/ym|·ry + rx)/(|ym|−ry)
		rad = x.rad
		if !y.rad.IsZero() {
			rad = rad.Add(MagFloat(&x.mid).Quo(ym).Mul(y.rad))
		}
		rad = rad.Quo(low)
	}
	if x.mid.Sign() == 0 {
		z.SetInt64(0)
		z.rad = rad
		return z.settle()
	}
	return z.quoMid(&x.mid, &y.mid, rad, prec)
}

// quoMid sets z to x/y ± rad, rounded once. Float.Quo allocates; here the integer quotient with at least
// prec+2 bits and a sticky bit for what is left below it rounds the same.
func (z *Real) quoMid(x, y *big.Float, rad Mag, prec uint) *Real {
	w := getWork()
	defer putWork(w)
	ex, ey := exponent(x), exponent(y)
	ny := int64(y.MinPrec())
	nx := int64(prec) + 3 + ny
	a, b, q, r := &w.i[0], &w.i[1], &w.i[2], &w.i[3]
	exact := fixedInt(a, x, nx-ex)
	fixedInt(b, y, ny-ey)
	q.QuoRem(a, b, r)
	exp := (ex - nx) - (ey - ny)
	if r.Sign() != 0 || !exact {
		q.Lsh(q, 1)
		q.SetBit(q, 0, 1)
		exp--
	}
	return z.fromInt(q, exp, x.Signbit() != y.Signbit(), rad, prec)
}

// Inv sets z to 1/x; it is indeterminate if x contains 0.
func (z *Real) Inv(x *Real, prec uint) *Real {
	w := getWork()
	defer putWork(w)
	one := w.r[1].SetInt64(1)
	return z.Quo(one, x, prec)
}

// AddInt64 sets z to x+n.
func (z *Real) AddInt64(x *Real, n int64, prec uint) *Real {
	w := getWork()
	defer putWork(w)
	return z.Add(x, w.r[0].SetInt64(n), prec)
}

// MulInt64 sets z to x·n.
func (z *Real) MulInt64(x *Real, n int64, prec uint) *Real {
	w := getWork()
	defer putWork(w)
	return z.Mul(x, w.r[0].SetInt64(n), prec)
}

// QuoInt64 sets z to x/n; it is indeterminate for n = 0.
func (z *Real) QuoInt64(x *Real, n int64, prec uint) *Real {
	prec = clampPrec(prec)
	if n == 0 || x.rad.IsInf() {
		return z.SetIndeterminate()
	}
	if x.mid.Sign() == 0 {
		u := uint64(max(n, -n))
		r := x.rad.Quo(MagUintLower(u))
		z.SetInt64(0)
		z.rad = r
		return z
	}
	w := getWork()
	defer putWork(w)
	e := exponent(&x.mid)
	d := uint64(n)
	neg := x.mid.Signbit() != (n < 0)
	if n < 0 {
		d = -d
	}
	var rad Mag
	if !x.rad.IsZero() {
		rad = x.rad.Quo(MagUintLower(d))
	}
	// at least prec+2 bits of quotient, and a sticky bit below for what is left: the
	// rounding to nearest is then that of the exact quotient
	k := int(prec+67+63) / 64
	v := w.limbs(k)
	f := int64(64*k-1) - e
	exact := fixedInt(&w.i[0], &x.mid, f)
	limb.FromInt(v, &w.i[0], 0)
	if limb.DivWord(v, v, d, 0) != 0 || !exact {
		limb.Shl(v, v, 1)
		v[0] |= 1
		f++
	}
	return z.fromInt(w.int(v), -f, neg, rad, prec)
}

// FMA sets z to x·y+t with one rounding.
func (z *Real) FMA(x, y, t *Real, prec uint) *Real {
	prec = clampPrec(prec)
	if z.narrows(&t.mid, prec) {
		w := getWork()
		defer putWork(w)
		return z.Set(w.r[5].FMA(x, y, t, prec))
	}
	rad := mulRad(x, y).Add(t.rad)
	if rad.IsInf() {
		return z.SetIndeterminate()
	}
	w := getWork()
	defer putWork(w)
	p := &w.f[0]
	rad = rad.Add(mulExact(p, &x.mid, &y.mid))
	if p.IsInf() {
		return z.SetIndeterminate()
	}
	z.begin(prec)
	rad = rad.Add(addMid(&z.mid, p, &t.mid, false, prec))
	return z.finish(rad)
}

// mulExact sets p to x·y exactly and returns 0, except that the product may overflow
// to an infinity or underflow, with the error returned.
func mulExact(p, x, y *big.Float) Mag {
	if n := x.Prec() + y.Prec(); p.Prec() != n {
		exactly(p, max(n, 64))
	}
	if p.Mul(x, y); p.Acc() != big.Exact {
		return MagPow2(big.MinExp)
	}
	return Mag{}
}

// mulMul sets z to a·b + c·d, or a·b − c·d if neg, with one rounding.
func (z *Real) mulMul(a, b, c, d *Real, neg bool, prec uint) *Real {
	prec = clampPrec(prec)
	rad := mulRad(a, b).Add(mulRad(c, d))
	if rad.IsInf() {
		return z.SetIndeterminate()
	}
	w := getWork()
	defer putWork(w)
	p, q := &w.f[0], &w.f[1]
	rad = rad.Add(mulExact(p, &a.mid, &b.mid)).Add(mulExact(q, &c.mid, &d.mid))
	if p.IsInf() || q.IsInf() {
		return z.SetIndeterminate()
	}
	z.begin(prec)
	rad = rad.Add(addMid(&z.mid, p, q, neg, prec))
	return z.finish(rad)
}

// Dot sets z to t + Σ xs[i]·ys[i]; t nil means 0. The error besides that of the operands is about one rounding to prec
// bits, relative to the largest term. It panics if the lengths differ.
func (z *Real) Dot(t *Real, xs, ys []Real, prec uint) *Real {
	if len(xs) != len(ys) {
		panic("ball: Dot of slices of different length")
	}
	return z.dotFunc(t, len(xs), func(i int) (x, y *Real, neg bool) { return &xs[i], &ys[i], false }, prec)
}

// conv sets z to Σ xs[i]·ys[n−1−i], n = len(xs).
func (z *Real) conv(xs, ys []Real, prec uint) *Real {
	n := len(xs)
	return z.dotFunc(nil, n, func(i int) (x, y *Real, neg bool) { return &xs[i], &ys[n-1-i], false }, prec)
}

// dotFunc sets z to t + Σ ±x_i·y_i over i < n, with the terms given by at.
func (z *Real) dotFunc(t *Real, n int, at func(i int) (x, y *Real, neg bool), prec uint) *Real {
	prec = clampPrec(prec)
	const none = -1 << 62
	var rad Mag
	top := int64(none)
	if t != nil {
		rad = t.rad
		if t.mid.Sign() != 0 {
			top = exponent(&t.mid)
		}
	}
	for i := range n {
		x, y, _ := at(i)
		if x.rad.man|y.rad.man != 0 || x.rad.IsInf() || y.rad.IsInf() {
			rad = rad.Add(mulRad(x, y))
		}
		if x.mid.Sign() != 0 && y.mid.Sign() != 0 {
			top = max(top, exponent(&x.mid)+exponent(&y.mid))
		}
	}
	switch {
	case rad.IsInf() || top > big.MaxExp-64:
		return z.SetIndeterminate()
	case top == none:
		z.SetInt64(0)
		z.rad = rad
		return z
	}
	// Every partial sum and term is below (n+1)·2^top. Terms are rounded at a precision of wp bits, sums likewise: each of
	// the 2n+1 roundings is at most 2^(top + bits(n+1) − wp − 1). A term below 2^(top−wp) is left out and counted so, too.
	lg := uint(bits.Len(uint(n + 1)))
	wp := prec + 32 + 2*lg
	w := getWork()
	defer putWork(w)
	a, b, p := &w.f[0], &w.f[1], &w.f[2]
	exactly(a, wp)
	exactly(b, wp)
	exactly(p, wp)
	cut := top - int64(wp)
	rounded := false
	if t != nil && t.mid.Sign() != 0 {
		if exponent(&t.mid) >= cut {
			a.Set(&t.mid)
			rounded = a.Acc() != big.Exact
		} else {
			rounded = true
		}
	}
	for i := range n {
		xi, yi, neg := at(i)
		x, y := &xi.mid, &yi.mid
		if x.Sign() == 0 || y.Sign() == 0 {
			continue
		}
		if exponent(x)+exponent(y) < cut {
			rounded = true
			continue
		}
		p.Mul(x, y)
		rounded = rounded || p.Acc() != big.Exact
		if neg {
			b.Sub(a, p)
		} else {
			b.Add(a, p)
		}
		rounded = rounded || b.Acc() != big.Exact
		a, b = b, a
	}
	if rounded {
		e := max(top+int64(lg)-int64(wp), big.MinExp) // at least what an underflow loses
		rad = rad.Add(MagUint(2 * uint64(n+1)).Mul2Exp(e))
	}
	z.begin(prec)
	z.mid.Set(a)
	return z.finish(rad)
}

// Sqrt sets z to the nonnegative square root of x; it is indeterminate if x contains negative numbers.
func (z *Real) Sqrt(x *Real, prec uint) *Real {
	prec = clampPrec(prec)
	if x.rad.IsInf() || x.mid.Sign() < 0 {
		return z.SetIndeterminate()
	}
	if x.mid.Sign() == 0 {
		if x.rad.IsZero() {
			return z.SetZero()
		}
		return z.SetIndeterminate()
	}
	var rad Mag
	if !x.rad.IsZero() {
		low := MagFloatLower(&x.mid).SubLower(x.rad)
		if low.IsZero() {
			if x.touchesZero(+1) {
				return z.setZeroTo(x.MagUpper().Sqrt())
			}
			return z.SetIndeterminate()
		}
		if x.wide() {
			return z.setMags(low.SqrtLower(), x.MagUpper().Sqrt(), false, prec)
		}
		// |√s − √m| = |s−m|/(√s+√m) ≤ r/(√(m−r)+√m)
		rad = x.rad.Quo(low.SqrtLower().AddLower(MagFloatLower(&x.mid).SqrtLower()))
	}
	return sqrtMid(z, &x.mid, prec).AddRad(rad)
}

// sqrtMid sets z to √x, x > 0, with a proved bound of the error: for any s > 0, |√x − s| = |x−s²|/(√x+s) ≤ |x−s²|/s.
// So the root itself needs no error analysis. It comes from Newton's iteration for
// 1/√x in fixed point, started in float64.
func sqrtMid(z *Real, x *big.Float,
	prec uint) *Real { // one function: the words of the fixed-point numbers pass from step to step.
	w := getWork()
	defer putWork(w)
	if x == &z.mid {
		x = exactly(&w.f[1], x.Prec()).Set(x)
	}
	e := exponent(x)
	e += e & 1 // x = a·2^e, a in [1/4, 1)
	n := int(prec+guardBits+63) / 64
	buf := w.limbs(6*n + 1)
	a, v, s, p, t := buf[:n], buf[n:2*n], buf[2*n:3*n], buf[3*n:4*n], buf[4*n:5*n+1]
	fixedInt(&w.i[0], x, int64(64*n)-e)
	limb.FromInt(a, &w.i[0], 0)
	// v = 1/(4√a) in (1/4, 1/2], v' = v + 8v(1/16 − av²)
	clear(v)
	v[n-1] = uint64(math.Ldexp(0.25/math.Sqrt(math.Ldexp(float64(a[n-1]), -64)), 64))
	for bits := 50; 2*bits < 64*n-4; bits = 2*bits - 2 {
		m := min((2*bits+63)/64+1, n)
		vm, am, pm, sm := v[n-m:], a[n-m:], p[:m], s[:m]
		limb.MulHigh(pm, vm, vm, t)
		limb.MulHigh(sm, pm, am, t)
		clear(pm)
		pm[m-1] = 1 << 60
		neg := limb.Sub(pm, pm, sm) != 0
		if neg {
			limb.Neg(pm, pm)
		}
		limb.MulHigh(sm, pm, vm, t)
		limb.Shl(sm, sm, 3)
		if neg {
			limb.Sub(vm, vm, sm)
		} else {
			limb.Add(vm, vm, sm)
		}
	}
	// s = 4av, then s + 2v(a − s²); a root that rounds to 1 is cut to 1 − ulp
	limb.MulHigh(s, a, v, t)
	if s[n-1]>>62 != 0 {
		for i := range s {
			s[i] = math.MaxUint64 >> 2
		}
	}
	limb.Shl(s, s, 2)
	limb.MulHigh(p, s, s, t)
	neg := limb.Sub(p, a, p) != 0
	if neg {
		limb.Neg(p, p)
	}
	d := buf[5*n : 6*n]
	limb.MulHigh(d, p, v, t)
	limb.Shl(d, d, 1)
	if neg {
		limb.Sub(s, s, d)
	} else if limb.Add(s, s, d) != 0 {
		for i := range s {
			s[i] = math.MaxUint64
		}
	}
	// |a − s²| is at most |a − MulHigh| + n ulps, and 1 for the cut of x
	limb.MulHigh(p, s, s, t)
	if limb.Sub(p, a, p) != 0 {
		limb.Neg(p, p)
	}
	var res Mag
	if i := (limb.BitLen(p) - 1) / 64; p[i] != 0 {
		res = magMake(p[i]>>1+1, int64(64*i+1), true) // above p[i]·2^(64i) and what lies below
	}
	if s[n-1] == 0 { // no root to speak of: cannot happen
		return z.SetIndeterminate()
	}
	err := res.Add(MagUint(uint64(n + 1))).Quo(magMake(s[n-1], 64*int64(n-1), false))
	z.fromInt(w.int(s), e/2-int64(64*n), false, err.Mul2Exp(e/2), prec)
	// an exact root is recognised by its few bits
	if b := z.mid.MinPrec(); 2*b <= x.MinPrec()+2 {
		r := &w.f[0]
		exactly(r, 2*b+2).Mul(&z.mid, &z.mid)
		if r.Cmp(x) == 0 {
			z.mid.SetPrec(prec) // its accuracy is Exact again
			z.rad = Mag{}
		}
	}
	return z
}

// RSqrt sets z to 1/√x; it is indeterminate unless x is positive.
func (z *Real) RSqrt(x *Real, prec uint) *Real {
	z.Sqrt(x, clampPrec(prec)+4)
	return z.Inv(z, prec)
}

// Hull sets z to a ball of precision prec that contains x and y.
func (z *Real) Hull(x, y *Real, prec uint) *Real {
	prec = clampPrec(prec)
	if x.rad.IsInf() || y.rad.IsInf() {
		return z.SetIndeterminate()
	}
	if x == y {
		return z.SetRound(x, prec)
	}
	return z.between(x, y, false, true, prec)
}

// between sets z to a ball from the larger of the lower ends of x and y, if low, else from the smaller, to the larger
// of the upper ends, if high, else to the smaller.
//
// All four ends are rounded outwards, to p bits, 32 more than the midpoint of z: the larger of two lower bounds is a lower
// bound of what is in both balls, the smaller of what is in either, and of max(s, t) for all s and t the larger one.
func (z *Real) between(x, y *Real, low, high bool, prec uint) *Real {
	w := getWork()
	defer putWork(w)
	lo, hi, t := &w.f[1], &w.f[2], &w.f[3]
	// Ends at a precision that keeps the radius accurate even for narrow operands.
	p := max(prec+32, 64)
	x.Lower(lo, p)
	if y.Lower(t, p); (t.Cmp(lo) > 0) == low {
		lo, t = t, lo
	}
	x.Upper(hi, p)
	if y.Upper(t, p); (t.Cmp(hi) > 0) == high {
		hi, t = t, hi
	}
	if lo.Cmp(hi) > 0 { // of a common point, but for rounding
		lo, hi = hi, lo
	}
	if lo.IsInf() || hi.IsInf() {
		return z.SetIndeterminate()
	}
	return z.setEnds(lo, hi, t, prec)
}

// setEnds sets z to a ball containing [lo, hi]; t is scratch.
func (z *Real) setEnds(lo, hi, t *big.Float, prec uint) *Real {
	// the midpoint is any number nearby; the radius is measured from it
	z.begin(prec)
	addMid(&z.mid, lo, hi, false, prec)
	if z.mid.IsInf() {
		return z.SetIndeterminate()
	}
	if z.mid.Sign() != 0 && exponent(&z.mid) > big.MinExp {
		scaleMid(&z.mid, -1)
	}
	z.rad = magDist(t, hi, &z.mid).Max(magDist(t, lo, &z.mid))
	return z.settle()
}

// magDist returns an upper bound of |x−y|, with t as scratch.
func magDist(t, x, y *big.Float) Mag {
	t.SetInt64(0)
	t.SetPrec(64)
	m := addMid(t, x, y, true, 64)
	m = m.Add(MagFloat(t))
	if t.Acc() != big.Exact {
		if t.Sign() == 0 {
			return m.Add(MagPow2(big.MinExp))
		}
		m = m.Add(MagPow2(exponent(t) - 64))
	}
	return m
}

// Intersect sets z to a ball that contains the common points of x and y, and
// reports whether there can be any; if there are none, z is indeterminate.
func (z *Real) Intersect(x, y *Real, prec uint) bool {
	prec = clampPrec(prec)
	if x.rad.IsInf() {
		z.SetRound(y, prec)
		return true
	}
	if y.rad.IsInf() {
		z.SetRound(x, prec)
		return true
	}
	if x.Overlaps(y) == False {
		z.SetIndeterminate()
		return false
	}
	z.between(x, y, true, false, prec)
	return true
}

// Max sets z to a ball that contains max(s, t) for all s in x, t in y.
//
// Where the order of x and y is known the result is one of them. Else max(s, t) lies between the larger of the lower and
// the larger of the upper ends, min(s, t) between the smaller ones.
func (z *Real) Max(x, y *Real, prec uint) *Real { return z.pick(x, y, true, prec) }

// Min sets z to a ball that contains min(s, t) for all s in x, t in y.
func (z *Real) Min(x, y *Real, prec uint) *Real { return z.pick(x, y, false, prec) }

func (z *Real) pick(x, y *Real, larger bool, prec uint) *Real {
	prec = clampPrec(prec)
	if x.rad.IsInf() || y.rad.IsInf() {
		return z.SetIndeterminate()
	}
	switch x.Less(y) {
	case True:
		if larger {
			x = y
		}
		return z.SetRound(x, prec)
	case False:
		if !larger {
			x = y
		}
		return z.SetRound(x, prec)
	}
	return z.between(x, y, larger, larger, prec)
}
