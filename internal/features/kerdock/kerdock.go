// Package kerdock has Kerdock's quadratic forms, the signs of mutually unbiased bases.
package kerdock

import "math/bits"

// Set evaluates the quadratic forms on F₂^m, m even, whose differences are bent
// (Kerdock 1972): with F₂^m = GF(2^{m−1})×F₂, one for each a of the field,
//
//	(x, e) ↦ Σ_{0<i≤(m−2)/2} Tr((ax)^{1+2^i}) + e·Tr(ax).
//
// MacWilliams and Sloane, The theory of error-correcting codes, chapter 15, section 5.
type Set struct {
	t       int    // m−1, the degree of the field
	modulus uint64 // an irreducible polynomial of this degree, bit i for x^i
	trace   uint64 // bit i: the trace of x^i
}

// New returns the forms for n = 4^k ≥ 4.
func New(n int) Set {
	k := Set{t: bits.Len(uint(n)) - 2}
	for k.modulus = 1 << k.t; !irreducible(k.modulus); k.modulus++ {
	}
	for i := range k.t {
		sum, power := uint64(0), uint64(1)<<i
		for range k.t {
			sum ^= power
			power = k.times(power, power)
		}
		k.trace |= sum << i // sum is in F₂
	}
	return k
}

// irreducible reports that no polynomial over F₂ of a lower, positive degree divides p.
func irreducible(p uint64) bool {
	degree := bits.Len64(p) - 1
	for q := uint64(2); 2*(bits.Len64(q)-1) <= degree; q++ {
		r, width := p, bits.Len64(q)
		for bits.Len64(r) >= width {
			r ^= q << (bits.Len64(r) - width)
		}
		if r == 0 {
			return false
		}
	}
	return true
}

// times multiplies in the field.
func (k Set) times(a, b uint64) uint64 {
	p := uint64(0)
	for ; b != 0; b >>= 1 {
		if b&1 != 0 {
			p ^= a
		}
		if a <<= 1; a>>k.t != 0 {
			a ^= k.modulus
		}
	}
	return p
}

// Negative reports that the form of a is 1 at v, the element x of the field with e behind.
func (k Set) Negative(a, v int) bool {
	ax := k.times(uint64(a), uint64(v>>1))
	sum, power := uint64(0), ax
	for range (k.t - 1) / 2 {
		power = k.times(power, power)
		sum ^= k.times(ax, power)
	}
	if v&1 != 0 {
		sum ^= ax
	}
	return bits.OnesCount64(sum&k.trace)&1 != 0
}
