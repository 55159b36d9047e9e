package directions

import (
	"math/bits"

	"krein/internal/features/harmonic"
	"krein/internal/features/random"
)

// StructuredSize returns the number of directions of a block of features.Structured: the least
// power of two that is not below d.
func StructuredSize(d int) int { return 1 << bits.Len(uint(d-1)) }

// StructuredShare returns how many blocks share a rotation. In few dimensions the cube has
// few diagonals, 2^(d−1) of them: blocks that share it would repeat each other.
func StructuredShare(d int) int { return max(1, d/2) }

// structuredSigns draws the signs of the rows of the rotation for a block of a part.
func structuredSigns(seed uint64, part, block, d int) []float64 {
	r := random.Stream(seed, random.Signs, part, block)
	signs := make([]float64, d)
	for i := range signs {
		signs[i] = 1 - 2*float64(r.IntN(2))
	}
	return signs
}

// Structured draws the directions of both parts, see features.Structured.
func Structured(seed uint64, d int, n [2]int) *Factored {
	f := &Factored{Dim: d, Size: StructuredSize(d)}
	for p := range n {
		for b := 0; b*f.Size < n[p]; b++ {
			number := len(f.Blocks) / StructuredShare(d)
			if number == len(f.Cubes) {
				f.Cubes = append(f.Cubes, newCube(random.Stream(seed, random.Directions, 0, number), d, f.Size))
			}
			count := min(f.Size, n[p]-b*f.Size)
			f.Blocks = append(f.Blocks, Block{number, count, structuredSigns(seed, p, b, d)})
		}
	}
	return f
}

// StructuredPairs counts the pairs of a frequency of part a with one of part b, i ≠ j, that
// lie in one block, and those in different blocks of one cube.
func StructuredPairs(d int, n [2]int, a, b int) (block, cube float64) {
	size, share := StructuredSize(d), StructuredShare(d)
	// filled returns the frequencies of a part in the blocks of each cube.
	filled := func(p int) map[int]float64 {
		out, first := map[int]float64{}, 0
		if p == 1 {
			first = (n[0] + size - 1) / size
		}
		for k := 0; k*size < n[p]; k++ {
			in := float64(min(size, n[p]-k*size))
			out[(first+k)/share] += in
			if a == b {
				block += in * in
			}
		}
		return out
	}
	of := filled(a)
	if a == b {
		for _, in := range of {
			cube += in * in
		}
		return block - float64(n[a]), cube - block
	}
	for k, in := range filled(b) {
		cube += in * of[k]
	}
	return 0, cube
}

// StructuredWeights returns E P_{2k}(ρ), k < count, for ρ the inner product of two directions of features.Structured:
// of one block, and of different blocks of one cube. ρ is the mean of d signs. In one block they are the entries of a
// Walsh function, half of them 1, at d random places of its n: the 1 are hypergeometric. In different blocks the signs
// are independent.
func StructuredWeights(d, count int) (block, cube []float64) {
	if d == 1 { // R¹ has no harmonics of even degree n ≥ 2
		one := make([]float64, count)
		one[0] = 1
		return one, one
	}
	n := StructuredSize(d)
	coin := func(x int) float64 { return float64(d-x+1) / float64(x) }
	return drawnWeights(d, n, n/2, count), signWeights(d, 0, d, count, coin)
}

// drawnWeights averages P_{2k}, k < count, over the mean of d signs drawn without
// replacement from n of which ones are 1: how many are 1 is hypergeometric.
func drawnWeights(d, n, ones, count int) []float64 {
	odds := func(x int) float64 { // of x to x−1 of them
		return float64(ones-x+1) * float64(d-x+1) / (float64(x) * float64(n-ones-d+x))
	}
	return signWeights(d, max(0, d-n+ones), min(d, ones), count, odds)
}

// signWeights averages P_{2k} over the mean of d signs of which x are 1, lo ≤ x ≤ hi, given the odds of x to x−1.
func signWeights(d, lo, hi, count int, odds func(x int) float64) []float64 {
	mode := (lo + hi) / 2
	p := make([]float64, hi-lo+1)
	p[mode-lo] = 1
	total := 1.0
	for x := mode + 1; x <= hi; x++ {
		p[x-lo] = p[x-lo-1] * odds(x)
		total += p[x-lo]
	}
	for x := mode - 1; x >= lo; x-- {
		p[x-lo] = p[x-lo+1] / odds(x+1)
		total += p[x-lo]
	}
	out := make([]float64, count)
	var poly []float64
	for i, w := range p {
		if w < 1e-20*total {
			continue
		}
		poly = harmonic.Gegenbauers(poly[:0], d, count, float64(2*(lo+i)-d)/float64(d))
		for k, v := range poly {
			out[k] += w / total * v
		}
	}
	return out
}

// Weights keeps the weights of StructuredWeights or of DesignWeights.
type Weights struct{ block, cube []float64 }

// At returns count of those that the function gives, always the same one.
func (s *Weights) At(weights func(d, count int) ([]float64, []float64), d, count int) (block, cube []float64) {
	if len(s.block) < count {
		s.block, s.cube = weights(d, max(count, 2*len(s.block)))
	}
	return s.block[:count], s.cube[:count]
}
