// Package random has the random streams of feature maps, and the orthogonal matrices drawn from them.
package random

import (
	"encoding/binary"
	"math/rand/v2"
)

// What a stream of random numbers is for. Each purpose and each block has its own stream, so that changing one choice
// (the coupling, say) leaves the other draws as they were, and blocks could be drawn in any order.
const (
	Directions = iota
	Radii
	_ // of a map that was; the numbers of the others stay
	Rows
	Distances
	Runs
	Signs
	Parameters
)

// Stream returns the generator of (seed, purpose, part, block). ChaCha8 keys that
// differ anywhere give unrelated streams, which nearby PCG states would not.
func Stream(seed uint64, purpose, part, block int) *rand.Rand {
	var key [32]byte
	binary.LittleEndian.PutUint64(key[0:], seed)
	binary.LittleEndian.PutUint64(key[8:], uint64(purpose))
	binary.LittleEndian.PutUint64(key[16:], uint64(part))
	binary.LittleEndian.PutUint64(key[24:], uint64(block))
	return rand.New(rand.NewChaCha8(key))
}

// Open01 returns a uniform variate in the open interval (0,1), a multiple of 2⁻⁵⁴.
func Open01(r *rand.Rand) float64 {
	return (float64(r.Uint64()>>11) + 0.5) / (1 << 53)
}
