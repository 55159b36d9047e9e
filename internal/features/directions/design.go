package directions

import (
	"math/bits"

	"krein/internal/features/kerdock"
	"krein/internal/features/random"
)

// DesignSize returns n, the least power of four ≥ d: the number of directions of a basis of features.Design.
func DesignSize(d int) int {
	m := bits.Len(uint(d - 1))
	return 1 << (m + m&1)
}

// DesignBases returns how many bases share a rotation: all that there are. The identity is
// one of them where it has no place without a row of Q.
func DesignBases(d int) int {
	n := DesignSize(d)
	if n == d {
		return max(n/2+1, 1)
	}
	return n / 2
}

// Design draws the directions of both parts, see features.Design.
func Design(seed uint64, d int, n [2]int) *Factored {
	f := &Factored{Dim: d, Size: DesignSize(d)}
	var forms kerdock.Set
	if f.Size > 1 {
		forms = kerdock.New(f.Size)
	}
	bases := DesignBases(d)
	for p := range n {
		for b := 0; b*f.Size < n[p]; b++ {
			a := b % bases
			if a == 0 {
				r := random.Stream(seed, random.Directions, p, b/bases)
				f.Cubes = append(f.Cubes, newCube(r, d, f.Size))
			}
			c := len(f.Cubes) - 1
			var signs []float64 // of the basis a; the last one is the rotation itself
			if a != f.Size/2 {
				for _, place := range f.Cubes[c].Place {
					sign := 1.0
					if forms.Negative(a, place) {
						sign = -1
					}
					signs = append(signs, sign)
				}
			}
			f.Blocks = append(f.Blocks, Block{c, min(f.Size, n[p]-b*f.Size), signs})
		}
	}
	return f
}

// DesignPairs counts the pairs i ≠ j of n frequencies that lie in one basis, and those in
// different bases of one rotation.
func DesignPairs(d, n int) (basis, rotation float64) {
	size := DesignSize(d)
	all := BlockPairs(n, n, size)
	return all - float64(n), BlockPairs(n, n, size*DesignBases(d)) - all
}

// DesignWeights returns E P_{2k}(ρ), k < count, for ρ the inner product of two directions of features.Design: of one
// basis, and of different bases of one rotation. ρ is the mean of d signs at random places: those of a Walsh function
// in one basis, of a bent function, with n/2 ± √n/2 equal ones, in different bases. Which sign it is does not matter to
// even polynomials.
func DesignWeights(d, count int) (basis, rotation []float64) {
	if d == 1 {
		return StructuredWeights(d, count)
	}
	n := DesignSize(d)
	root := 1 << (bits.Len(uint(n)) / 2)
	return drawnWeights(d, n, n/2, count), drawnWeights(d, n, n/2+root/2, count)
}

// BlockPairs counts the pairs (i, j), i < a, j < b, with i and j in the same block of d.
func BlockPairs(a, b, d int) float64 {
	a, b = min(a, b), max(a, b)
	full := a / d
	rest := a - full*d
	return float64(full)*float64(d)*float64(d) + float64(rest)*float64(min(d, b-full*d))
}
