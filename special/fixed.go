package special

import (
	"math"
	"math/big"
	"sync"

	"krein/ball"
	"krein/internal/limb"
	"krein/special/internal/magnitude"
)

// errScale multiplies the error bounds of the fixed-point sums, and tailScale those of
// the truncations. They are 1; tests set them to less and require that inclusion breaks.
var (
	errScale  = ball.MagPow2(0)
	tailScale = ball.MagPow2(0)
)

// stopEarly is 0; tests let sums stop that many bits early, so that the bounds of what is left out matter.
var stopEarly = 0

// fixedWork is scratch for sums over vectors of 64-bit words.
type fixedWork struct {
	words []uint64
	bits  []big.Word
	f, g  big.Float
	i     big.Int
}

var fixedPool = sync.Pool{New: func() any { return new(fixedWork) }}

func (w *fixedWork) get(n int) []uint64 {
	if cap(w.words) < n {
		w.words = make([]uint64, n+n/2)
	}
	v := w.words[:n]
	clear(v)
	return v
}

// fraction sets v to ⌊m·2^(64n)⌋ up to 2 ulps and returns e with x = m·2^e, m ∈ [1/2, 1),
// for positive x whose relative error is at most 2^(−64n−1).
func (w *fixedWork) fraction(v []uint64, x *big.Float) int {
	e := x.MantExp(nil)
	w.g.SetPrec(0)
	w.g.SetPrec(uint(64*len(v) + 64)).Set(x)
	w.g.SetMantExp(&w.g, 64*len(v)-e)
	w.g.Int(&w.i)
	if w.i.BitLen() > 64*len(v) { // rounded up to a power of two
		w.i.Sub(&w.i, big.NewInt(1))
	}
	limb.FromInt(v, &w.i, 0)
	return e
}

// toReal sets z to the two's complement number v·2^exp with error bound err·2^exp.
func (w *fixedWork) toReal(z *ball.Real, v []uint64, exp int64, err ball.Mag) *ball.Real {
	neg := v[len(v)-1]>>63 != 0
	if neg {
		limb.Neg(v, v)
	}
	w.bits = limb.AppendWords(w.bits[:0], v)
	var i big.Int
	i.SetBits(w.bits)
	w.f.SetPrec(0)
	w.f.SetPrec(uint(64 * len(v))).SetInt(&i)
	if neg {
		w.f.Neg(&w.f)
	}
	z.SetMidRad(&w.f, err)
	return z.Mul2Exp(z, exp)
}

// shift sets v = ⌊v·2^e⌋; what is shifted out on top is the caller's fault.
func shift(v []uint64, e int) {
	switch {
	case e < 0:
		k := min(-e/64, len(v))
		if k > 0 {
			copy(v, v[k:])
			clear(v[len(v)-k:])
		}
		if s := uint(-e % 64); s != 0 {
			limb.Shr(v, v, s, 0)
		}
	case e > 0:
		k := min(e/64, len(v))
		if k > 0 {
			copy(v[k:], v)
			clear(v[:k])
		}
		if s := uint(e % 64); s != 0 {
			limb.Shl(v, v, s)
		}
	}
}

// sum0F1 sets z to Σ_k (∓x²/4)^k/(k!(b)_k), the upper sign for neg, with b = ν+1 ≥ 1/2
// and x ≥ 0 exact, up to about 2^-frac absolutely, and returns false if that would take
// unreasonable work.
//
// Terms are words in fixed point: t_k = t_{k−1}·y/(k(b+k−1)), y = x²/4, computed downwards.
// In units of the last place (ulps) each step adds an error of at most
// δ_k = ((n+2)·2^e+1)/d_k + 1, where y = m·2^e, 2^e ≤ 2y, d_k = k(b+k−1) and n is the number of words
// (n from MulHigh, 2 from m). An error at k grows as the terms do, into at most δ_k Σ_{j≥k} t_j/t_k, and
// since d_{k+i} ≥ d_i that sum is at most M = ₀F₁(; b; y), likewise (y/d_k) Σ_{j≥k} t_j/t_k ≤ M.
// N terms together are off by at most N(2n+6)·M ulps; the rest of the series, once y/d_k ≤ 1/2,
// by twice the last term computed plus twice its error, which is at most (2n+6)N·M.
func sum0F1(z *ball.Real, b dyadic, x *big.Float, neg bool, frac int) bool {
	if x.Sign() == 0 {
		z.SetInt64(1)
		return true
	}
	if ex := x.MantExp(nil); 2*ex < -max(frac, 8)-8 {
		// 0 < the rest < y/b·e^y ≤ x²
		z.SetInt64(1)
		z.AddRad(ball.MagPow2(2 * int64(ex)).Mul(tailScale))
		return true
	}
	xf := clampFloat64(x)
	nu := b.float() - 1
	if xf > 1e8 {
		return false
	}
	logM := magnitude.LogMax0F1(nu, xf)/math.Ln2 + 1 // base 2, the 1 for rounding
	growth := int(math.Ceil(logM))
	w := fixedPool.Get().(*fixedWork)
	defer fixedPool.Put(w)

	// number of terms, roughly, for the size of the error
	terms := math.Max(float64(frac), 0) + 4*xf + 16
	guard := int(math.Log2(terms)) + 8
	fw := max((frac+growth+guard+63)/64, 1) // words of fraction
	ey := 2*x.MantExp(nil) - 2              // y < 2^ey
	iw := (growth + max(ey+int(b.shift), 0) + 4 + 63) / 64
	n := fw + iw
	if work(terms, 64*float64(n)) > maxWork {
		return false
	}
	v := w.get(5*n + 1)
	y, t, acc, s, buf := v[:n], v[n:2*n], v[2*n:3*n], v[3*n:4*n], v[4*n:5*n+1]
	w.f.SetPrec(0)
	w.f.SetPrec(uint(64*n+8)).Mul(x, x)
	e := w.fraction(y, &w.f) - 2 + int(b.shift)
	t[fw] = 1
	acc[fw] = 1
	yf := math.Ldexp(xf*xf, -2+int(b.shift))
	stop := growth + 4 + stopEarly // below this many ulps a term is within the error
	k := uint64(1)
	var last ball.Mag
	for m := n; ; k++ {
		d := k * (uint64(b.num) + (k-1)<<b.shift)
		// the m low words of t hold it
		limb.MulHigh(s[:m], t[:m], y[n-m:], buf)
		top := m
		if e > 0 {
			top = min(m+e/64+1, n)
			clear(s[m:top])
		}
		shift(s[:top], e)
		limb.DivWord(t[:top], s[:top], d, 0)
		accumulate(acc, t[:top], neg && k&1 != 0)
		m = top
		for m > 1 && t[m-1] == 0 {
			m--
		}
		if float64(d) > 2.1*yf {
			if l := limb.BitLen(t[:m]); l <= stop {
				last = ball.MagPow2(int64(l))
				break
			}
		}
	}
	per := ball.MagUint(uint64(2*n+6) * k).Mul2Exp(int64(growth))
	err := per.Add(per.Add(last).Mul2Exp(1).Mul(tailScale)).Mul(errScale)
	w.toReal(z, acc, -64*int64(fw), err)
	return true
}

// accumulate adds ±t to the two's complement number s of at least as many words.
func accumulate(s, t []uint64, neg bool) {
	m := len(t)
	if neg {
		if limb.Sub(s[:m], s[:m], t) != 0 && m < len(s) {
			subOne(s[m:])
		}
	} else if limb.Add(s[:m], s[:m], t) != 0 && m < len(s) {
		limb.AddWord(s[m:], 1)
	}
}

// subOne sets v = v−1 mod 2^(64·len).
func subOne(v []uint64) {
	for i := range v {
		v[i]--
		if v[i] != math.MaxUint64 {
			return
		}
	}
}
