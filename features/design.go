package features

import (
	"math/bits"

	"krein/features/internal/kerdock"
	"krein/features/internal/random"
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

// designFactors draws the directions of both parts, see [Design].
func designFactors(seed uint64, d int, n [2]int) *factored {
	f := &factored{dim: d, size: designSize(d)}
	var forms kerdock.Set
	if f.size > 1 {
		forms = kerdock.New(f.size)
	}
	bases := designBases(d)
	for p := range n {
		for b := 0; b*f.size < n[p]; b++ {
			a := b % bases
			if a == 0 {
				r := random.Stream(seed, random.Directions, p, b/bases)
				f.cubes = append(f.cubes, newCube(r, d, f.size))
			}
			c := len(f.cubes) - 1
			var signs []float64 // of the basis a; the last one is the rotation itself
			if a != f.size/2 {
				for _, place := range f.cubes[c].place {
					sign := 1.0
					if forms.Negative(a, place) {
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
