package ball

import "math/big"

// topBits returns the leading 64 bits of |x| for finite x: |x| ∈ [top, top+1)·2^(e-64),
// with |x| = top·2^(e-64) if exact. It is 0, true, 0 for x = 0.
//
// math/big gives no view of a mantissa; Uint64 of a float scaled to 64 integer
// bits reads its leading word. The scaling acts on a shallow copy whose precision
// is raised first, so that nothing is rounded and the shared words are only read.
func topBits(x *big.Float) (top uint64, exact bool, e int64) {
	if x.Sign() == 0 {
		return 0, true, 0
	}
	t := *x
	k := t.MantExp(nil)
	if k > big.MaxExp-64 || k < big.MinExp+64 {
		t.SetPrec(big.MaxPrec)
		scaleMid(&t, -int64(k))
		t.SetMantExp(&t, 64)
	} else {
		t.SetPrec(big.MaxPrec)
		t.SetMantExp(&t, 64-k)
	}
	if t.Signbit() {
		t.Neg(&t)
	}
	top, _ = t.Uint64()
	return top, x.MinPrec() <= 64, int64(k)
}

// exponent returns e with |x| in [2^(e-1), 2^e) for finite nonzero x, and 0 for 0.
func exponent(x *big.Float) int64 { return int64(x.MantExp(nil)) }

// fixedInt sets z to ⌊|x|·2^f⌋ and reports whether that is exact. The caller
// keeps f + exponent(x) within reason; a result below 1 is 0.
//
// The copy t shares the words of x, which are only read: at the largest precision nothing is rounded, and SetMantExp writes
// an exponent. −e may lie beyond what one SetMantExp takes, whence scaleMid.
func fixedInt(z *big.Int, x *big.Float, f int64) bool {
	if x.Sign() == 0 {
		z.SetInt64(0)
		return true
	}
	e := exponent(x)
	if e+f <= 0 {
		z.SetInt64(0)
		return false
	}
	t := *x
	t.SetPrec(big.MaxPrec)
	scaleMid(&t, -e)
	t.SetMantExp(&t, int(e+f))
	if t.Signbit() {
		t.Neg(&t)
	}
	_, acc := t.Int(z)
	return acc == big.Exact
}
