//go:build !race

package testlong

// Race reports whether the race detector is on. It makes sync.Pool forget at random, so
// allocations cannot be counted under it.
const Race = false
