// Package limb is unsigned fixed-point arithmetic on little-endian vectors of 64-bit words, the inner loops of the
// elementary functions of package ball. Lengths are the caller's business: operands of one call have the length of the
// result unless said otherwise, and results may alias operands unless said otherwise.
package limb

import (
	"math/big"
	"math/bits"
)

// Add sets z = x+y and returns the carry.
func Add(z, x, y []uint64) (c uint64) {
	x, y = x[:len(z)], y[:len(z)]
	for i := range z {
		z[i], c = bits.Add64(x[i], y[i], c)
	}
	return c
}

// Sub sets z = x−y and returns the borrow.
func Sub(z, x, y []uint64) (c uint64) {
	x, y = x[:len(z)], y[:len(z)]
	for i := range z {
		z[i], c = bits.Sub64(x[i], y[i], c)
	}
	return c
}

// Neg sets z = −x mod 2^(64·len).
func Neg(z, x []uint64) {
	x = x[:len(z)]
	var c uint64
	for i := range z {
		z[i], c = bits.Sub64(0, x[i], c)
	}
}

// MulWord sets z = x·w and returns the word carried out.
func MulWord(z, x []uint64, w uint64) (c uint64) {
	x = x[:len(z)]
	for i := range z {
		hi, lo := bits.Mul64(x[i], w)
		var k uint64
		z[i], k = bits.Add64(lo, c, 0)
		c = hi + k
	}
	return c
}

// AddMulWord sets z += x·w and returns the word carried out.
func AddMulWord(z, x []uint64, w uint64) (c uint64) {
	x = x[:len(z)]
	for i := range z {
		hi, lo := bits.Mul64(x[i], w)
		lo, k := bits.Add64(lo, z[i], 0)
		hi += k
		z[i], k = bits.Add64(lo, c, 0)
		c = hi + k
	}
	return c
}

// SubMulWord sets z −= x·w and returns the word borrowed.
func SubMulWord(z, x []uint64, w uint64) (c uint64) {
	x = x[:len(z)]
	for i := range z {
		hi, lo := bits.Mul64(x[i], w)
		lo, k := bits.Add64(lo, c, 0)
		hi += k
		z[i], k = bits.Sub64(z[i], lo, 0)
		c = hi + k
	}
	return c
}

// DivWord sets z = ⌊(x + r·2^(64·len))/w⌋, r < w, and returns the remainder.
func DivWord(z, x []uint64, w, r uint64) uint64 {
	x = x[:len(z)]
	for i := len(z) - 1; i >= 0; i-- {
		z[i], r = bits.Div64(r, x[i], w)
	}
	return r
}

// Shl sets z = x·2^s mod 2^(64·len), 0 ≤ s < 64, and returns the bits shifted out.
func Shl(z, x []uint64, s uint) (c uint64) {
	x = x[:len(z)]
	for i := range z {
		v := x[i]
		z[i] = v<<s | c
		c = v >> (64 - s)
	}
	return c
}

// Shr sets z = ⌊(x + in·2^(64·len))/2^s⌋, 0 ≤ s < 64, where in < 2^s.
func Shr(z, x []uint64, s uint, in uint64) {
	x = x[:len(z)]
	if s == 0 {
		copy(z, x)
		return
	}
	c := in
	for i := len(z) - 1; i >= 0; i-- {
		v := x[i]
		z[i] = v>>s | c<<(64-s)
		c = v
	}
}

// BitLen returns the length of x in bits.
func BitLen(x []uint64) int {
	for i := len(x) - 1; i >= 0; i-- {
		if x[i] != 0 {
			return 64*i + bits.Len64(x[i])
		}
	}
	return 0
}

// IsZero reports whether x = 0.
func IsZero(x []uint64) bool {
	for _, v := range x {
		if v != 0 {
			return false
		}
	}
	return true
}

// MulHigh sets z to the high n words of the 2n-word product x·y, n = len(z) = len(x) = len(y), too small by less than n
// units of the last place (partial products below the word under the result are left out). z must not alias x or y. t
// is scratch of at least n+1 words.
func MulHigh(z, x, y, t []uint64) {
	n := len(z)
	x, y = x[:n], y[:n]
	switch {
	case n == 0:
		return
	case n == 1:
		z[0], _ = bits.Mul64(x[0], y[0])
		return
	}
	// t holds words n−1 … 2n−1 of the product, t[0] the guard word n−1.
	t = t[:n+1]
	// row i = 0 contributes x[0]·y[n−1] from word n−1 on
	t[1], t[0] = bits.Mul64(x[0], y[n-1])
	for i := 1; i < n; i++ {
		// x[i]·y[j] for j ≥ n−1−i lands at t[i+j−n+1]
		w := x[i]
		var c uint64
		yy := y[n-1-i:]
		tt := t[:len(yy)]
		for j := range tt {
			hi, lo := bits.Mul64(yy[j], w)
			lo, k := bits.Add64(lo, tt[j], 0)
			hi += k
			tt[j], k = bits.Add64(lo, c, 0)
			c = hi + k
		}
		t[i+1] = c
	}
	copy(z, t[1:])
}

const wordsPer = 64 / bits.UintSize

// AppendWords appends x as words of math/big to dst and returns it.
func AppendWords(dst []big.Word, x []uint64) []big.Word {
	for _, v := range x {
		dst = append(dst, big.Word(v))
		if wordsPer == 2 {
			dst = append(dst, big.Word(v>>32))
		}
	}
	return dst
}

// FromInt sets z to ⌊|a|/2^(64·drop)⌋ mod 2^(64·len(z)).
func FromInt(z []uint64, a *big.Int, drop int) {
	w := a.Bits()
	for i := range z {
		z[i] = word64(w, i+drop)
	}
}

func word64(w []big.Word, i int) uint64 {
	if wordsPer == 1 {
		if i < len(w) {
			return uint64(w[i])
		}
		return 0
	}
	var v uint64
	if 2*i < len(w) {
		v = uint64(w[2*i])
	}
	if 2*i+1 < len(w) {
		v |= uint64(w[2*i+1]) << 32
	}
	return v
}
