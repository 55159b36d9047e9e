package random

import "math/rand/v2"

// Source returns a source of random parameters of a seed: that of a group, independent of those of other groups and of
// directions.
func Source(seed uint64, group int) *rand.Rand { return Stream(seed, Parameters, group, 0) }
