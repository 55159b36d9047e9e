package ball

import (
	"math/big"

	"krein/internal/limb"
)

// Sin sets z to sin x.
func (z *Real) Sin(x *Real, prec uint) *Real {
	sinCos(z, nil, x, prec)
	return z
}

// Cos sets z to cos x.
func (z *Real) Cos(x *Real, prec uint) *Real {
	sinCos(nil, z, x, prec)
	return z
}

// SinCos sets s to sin x and c to cos x; s and c must differ, either may be x.
func SinCos(s, c, x *Real, prec uint) {
	if s == c {
		panic("ball: SinCos with one receiver for two results")
	}
	sinCos(s, c, x, prec)
}

// sinCos sets s to sin x and c to cos x, each if not nil.
func sinCos(s, c, x *Real, prec uint) {
	prec = clampPrec(prec)
	r := x.rad
	switch {
	case r.IsZero():
		sinCosMid(s, c, &x.mid, prec)
		return
	case r.IsInf():
		unit(s)
		unit(c)
		if s != nil {
			s.SetIndeterminate()
		}
		if c != nil {
			c.SetIndeterminate()
		}
		return
	case r.exp > 3:
		unit(s)
		unit(c)
		return
	case r.exp > -8:
		sinCosWide(s, c, x, prec)
		return
	}
	// |sin(m+t) − sin m| = |sin m (cos t − 1) + cos m sin t| ≤ |cos m|·r + |sin m|·r²/2 and likewise for cos
	var a, b Real
	ps, pc := s, c
	if ps == nil {
		ps = &a
	}
	if pc == nil {
		pc = &b
	}
	sinCosMid(ps, pc, &x.mid, prec)
	r2 := r.Mul(r).Mul2Exp(-1)
	ms, mc := ps.MagUpper(), pc.MagUpper()
	if s != nil {
		s.AddRad(mc.Mul(r).Add(ms.Mul(r2)))
	}
	if c != nil {
		c.AddRad(ms.Mul(r).Add(mc.Mul(r2)))
	}
}

// unit sets z to [-1, 1] unless it is nil.
func unit(z *Real) {
	if z != nil {
		z.SetMag(MagPow2(0))
	}
}

// sinCosWide is sinCos for a radius between 2^-8 and 8.
func sinCosWide(s, c, x *Real, prec uint) {
	if exponent(&x.mid) > int64(prec)+64 {
		unit(s)
		unit(c)
		return
	}
	wp := prec + 48 + uint(max(exponent(&x.mid), 0))
	var pi, y Real
	pi.Pi(wp)
	y.Set(x)
	if c != nil {
		cosWide(c, &y, &pi, prec)
	}
	if s != nil {
		var half Real
		cosWide(s, y.Sub(&y, half.Mul2Exp(&pi, -1), wp), &pi, prec)
	}
}

// cosWide sets z to cos x: the hull of the values at the ends and of the extrema (−1)^k at kπ between them. The integers k
// from ⌈a/π⌉ to ⌊b/π⌋ are bounded from outside, so that none is missed; one that lies just beside the ball makes the hull
// larger than need be. Of more than two the first two give both signs.
func cosWide(z, x, pi *Real, prec uint) {
	var a, b, u, v Real
	wp := pi.mid.Prec()
	x.Lower(&a.mid, wp)
	x.Upper(&b.mid, wp)
	var first, last big.Int
	low := u.Quo(&a, pi, wp).Lower(nil, wp)
	first.Neg(floor(&first, low.Neg(low)))
	floor(&last, v.Quo(&b, pi, wp).Upper(nil, wp))
	z.Hull(u.Cos(&a, prec+16), v.Cos(&b, prec+16), prec)
	for k := 0; k < 2 && first.Cmp(&last) <= 0; k++ {
		z.Hull(z, NewReal(1-2*float64(first.Bit(0))), prec)
		first.Add(&first, intOne)
	}
}

// sinCosMid sets s to sin x and c to cos x, each if not nil.
func sinCosMid(s, c *Real, x *big.Float, prec uint) { // one function: the errors of all steps are counted in one unit.
	if x.Sign() == 0 {
		if c != nil {
			c.SetInt64(1)
		}
		if s != nil {
			s.SetZero()
		}
		return
	}
	e := exponent(x)
	switch {
	case e < -tinyBits(prec):
		sinCosTiny(s, c, x, prec)
		return
	case e > 65536+4*int64(prec):
		// the reduction would need that many bits of π
		unit(s)
		unit(c)
		return
	}
	w := getWork()
	defer putWork(w)
	// A small result needs more bits for its relative accuracy. For e < 1 the loss is
	// known beforehand (for sin); otherwise it is found after the reduction.
	extra := uint(max(-e, 0))
	if s == nil {
		extra = 0
	}
	for tries := 0; ; tries++ {
		wp := prec + guardBits + extra
		n := fixedWords(wp)
		buf := w.limbs(evalBuf(n) + 9*(n+1))
		r, buf := buf[:n+1], buf[n+1:]
		oct := reduceOctant(r, x, n, w)
		// sin r belongs to sin x in octants 0, 3, 4, 7 and to cos x in the others
		swap := (oct+1)&2 != 0
		small := s
		if swap {
			small = c
		}
		if small != nil {
			lost := uint(64*n - limb.BitLen(r[:n]))
			if lost < 2*max(prec, x.MinPrec())+64 {
				wp = prec + guardBits + lost
			}
			if uint(64*n) < wp && n < maxTableWords && tries < 6 {
				extra = lost
				if lost == uint(64*n) {
					extra *= 2 // nothing of the small result seen yet
				}
				continue
			}
		}
		neg := oct&4 != 0
		sin, buf := buf[:n], buf[n:]
		ver, buf := buf[:n+1], buf[n+1:]
		scratch, buf := buf[:5*(n+1)], buf[5*(n+1):]
		err := sinVer(sin, ver[:n], r[:n], scratch, buf, min(64*n, int(wp)+8))
		// cos = 1 − ver
		limb.Neg(ver[:n], ver[:n])
		ver[n] = 0
		if limb.IsZero(ver[:n]) {
			ver[n] = 1
		}
		vs, vc := sin, ver
		if swap {
			vs, vc = ver, sin
		}
		if s != nil {
			s.fromFixed(w, vs, int64(-64*n), neg != x.Signbit(), err, prec)
		}
		if c != nil {
			// cos < 0 in octants 2 … 5
			c.fromFixed(w, vc, int64(-64*n), (oct+2)&4 != 0, err, prec)
		}
		return
	}
}

// reduceOctant sets r, n words, to the distance of |x| to the nearest multiple of
// π/2, in [0, π/4] up to 8 ulps, with error at most 8 ulps, and returns the octant of |x|.
func reduceOctant(r []uint64, x *big.Float, n int, w *work) int {
	e := exponent(x)
	p4 := tables.pi4.fixed(&constPi, n)
	if e <= 0 {
		toFixed(r, x, n, &w.i[0])
		if e < 0 || cmpWords(r[:n], p4) < 0 {
			return 0
		}
		limb.Sub(r[:n], r[:n], p4)
		limb.Sub(r[:n], p4, r[:n])
		return 1
	}
	// x·2^f = q·(π/4)·2^f + rest with f beyond 64n by the length of q, so that the
	// error of q multiples of π/4, each within 3·2^-f, stays below an ulp
	f := int64(64*n) + e + 8
	c := constPi.get(uint(f))
	a, b, q, t := &w.i[0], &w.i[1], &w.i[2], &w.i[3]
	fixedInt(a, x, f)
	b.Rsh(c.v, c.bits-uint(f))
	q.QuoRem(a, b, t)
	oct := int(q.Bit(0) | q.Bit(1)<<1 | q.Bit(2)<<2)
	if oct&1 != 0 {
		t.Sub(b, t)
	}
	t.Rsh(t, uint(e+8))
	limb.FromInt(r, t, 0)
	return oct
}

// sinVer sets sin and ver, of n words, to sin r and 1 − cos r for 0 ≤ r ≤ π/4 (up to 8 ulps) and returns a bound of the
// error in ulps for both, given that r is within 8 ulps of the angle meant.
//
// With r = i·2^-7 + j·2^-14 + ρ: y = ρ² is off by n ulps, sin ρ = ρ·S(y) by 16(n+2) +
// 2n + 8, ver ρ = y·V(y) by 3(n+2); a rotation adds the two errors, 4 ulps of the
// table and 2n+2 of its products: after both below 2·(24(n+2)+8+2n+6) + 2n+6 < 64(n+4).
func sinVer(sin, ver, r, scratch, buf []uint64, target int) Mag {
	n := len(r)
	i := r[n-1] >> (64 - stepBits)
	j := r[n-1] >> (64 - 2*stepBits) & (1<<stepBits - 1)
	rho, y, acc := scratch[:n], scratch[n:2*n], scratch[2*n:3*n+1]
	tmp := scratch[3*n+1 : 4*n+2]
	copy(rho, r)
	rho[n-1] &= 1<<(64-2*stepBits) - 1
	limb.MulHigh(y, rho, rho, tmp)
	yb := 64*n - limb.BitLen(y)
	terms, bits := sinCoefs().terms(yb, target)
	sinCoefs().eval(acc, y, terms, true, buf)
	limb.MulHigh(sin, acc[:n], rho, tmp)
	if acc[n] != 0 {
		limb.Add(sin, sin, rho)
	}
	// the same number of terms more than suffices: the coefficients are smaller
	verCoefs().eval(acc, y, terms, true, buf)
	limb.MulHigh(ver, acc[:n], y, tmp)
	if j != 0 {
		a, b := trigOf(1, j, n)
		rotate(sin, ver, a, b, scratch)
	}
	if i != 0 {
		a, b := trigOf(0, i, n)
		rotate(sin, ver, a, b, scratch)
	}
	return MagUint(uint64(64 * (n + 4))).Add(MagPow2(int64(64*n - bits + 2)))
}

// sinCosTiny is sinCosMid for |x| < 2^(-prec/2-4): alternating series with
// |sin x − x + x³/6| ≤ |x|⁵/120, |cos x − 1 + x²/2| ≤ x⁴/24.
//
// The terms kept are computed as balls, with their own roundings.
func sinCosTiny(s, c *Real, x *big.Float, prec uint) {
	w := getWork()
	defer putWork(w)
	e := exponent(x)
	a, b, t := &w.r[0], &w.r[1], &w.r[2]
	a.SetFloat(x)
	b.Sqr(a, prec)
	if s != nil {
		t.Mul(a, b, prec)
		t.QuoInt64(t, -6, prec)
		s.Add(a, t, prec)
		s.AddRad(rest(MagPow2(5*e - 6)))
	}
	if c != nil {
		b.Mul2Exp(b, -1)
		b.Neg(b)
		c.AddInt64(b, 1, prec)
		c.AddRad(rest(MagPow2(4*e - 4)))
	}
}
