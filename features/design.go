package features

import (
	"math/bits"
)

// designSize returns n, the least power of four ≥ d: the number of directions of a basis of
// [Design].
func designSize(d int) int {
	m := bits.Len(uint(d - 1))
	return 1 << (m + m&1)
}

// designBases returns how many bases share a rotation: all that there are. The identity is
// one of them where it has no place without a row of Q.
func designBases(d int) int {
	n := designSize(d)
	if n == d {
		return max(n/2+1, 1)
	}
	return n / 2
}

// kerdock evaluates the quadratic forms on F₂^m, m even, whose differences are bent
// (Kerdock 1972): with F₂^m = GF(2^{m−1})×F₂, one for each a of the field,
//
//	(x, e) ↦ Σ_{0<i≤(m−2)/2} Tr((ax)^{1+2^i}) + e·Tr(ax).
//
// MacWilliams and Sloane, The theory of error-correcting codes, chapter 15, section 5.
type kerdock struct {
	t       int    // m−1, the degree of the field
	modulus uint64 // an irreducible polynomial of this degree, bit i for x^i
	trace   uint64 // bit i: the trace of x^i
}

// newKerdock returns the forms for n = 4^k ≥ 4.
func newKerdock(n int) kerdock {
	k := kerdock{t: bits.Len(uint(n)) - 2}
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
func (k kerdock) times(a, b uint64) uint64 {
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

// negative reports that the form of a is 1 at v, the element x of the field with e behind.
func (k kerdock) negative(a, v int) bool {
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

// designFactors draws the directions of both parts, see [Design].
func designFactors(seed uint64, d int, n [2]int) *factored {
	f := &factored{dim: d, size: designSize(d)}
	var forms kerdock
	if f.size > 1 {
		forms = newKerdock(f.size)
	}
	bases := designBases(d)
	for p := range n {
		for b := 0; b*f.size < n[p]; b++ {
			a := b % bases
			if a == 0 {
				r := stream(seed, streamDirections, p, b/bases)
				f.cubes = append(f.cubes, newCube(r, d, f.size))
			}
			c := len(f.cubes) - 1
			var signs []float64 // of the basis a; the last one is the rotation itself
			if a != f.size/2 {
				for _, place := range f.cubes[c].place {
					sign := 1.0
					if forms.negative(a, place) {
						sign = -1
					}
					signs = append(signs, sign)
				}
			}
			f.blocks = append(f.blocks, factor{c, min(f.size, n[p]-b*f.size), signs})
		}
	}
	return f
}

// designPairs counts the pairs i ≠ j of n frequencies that lie in one basis, and those in
// different bases of one rotation.
func designPairs(d, n int) (basis, rotation float64) {
	size := designSize(d)
	all := blockPairs(n, n, size)
	return all - float64(n), blockPairs(n, n, size*designBases(d)) - all
}

// designWeights returns E P_{2k}(ρ), k < count, for ρ the inner product of two directions of
// [Design]: of one basis, and of different bases of one rotation. ρ is the mean of d signs
// at random places: those of a Walsh function in one basis, of a bent function, with
// n/2 ± √n/2 equal ones, in different bases. Which sign it is does not matter to
// even polynomials.
func designWeights(d, count int) (basis, rotation []float64) {
	if d == 1 {
		return structuredWeights(d, count)
	}
	n := designSize(d)
	root := 1 << (bits.Len(uint(n)) / 2)
	return drawnWeights(d, n, n/2, count), drawnWeights(d, n, n/2+root/2, count)
}
