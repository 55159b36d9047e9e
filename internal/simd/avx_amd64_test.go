//go:build !noasm

package simd

import (
	"testing"

	"github.com/stretchr/testify/assert"
)

// Every feature that the kernels need is asked for, and that its registers are saved.
func TestSetsOf(t *testing.T) {
	all := [3]uint32{1<<12 | 1<<27 | 1<<28, 1<<5 | 1<<16 | 1<<17 | 1<<30 | 1<<31, 0xe7}
	avx2, avx512 := setsOf(all[0], all[1], all[2])
	assert.True(t, avx2 && avx512)
	for _, c := range []struct {
		register int
		bits     []int
		avx2     bool // is left without one of the bits
	}{
		{0, []int{12, 27, 28}, false},
		{1, []int{5}, false},
		{1, []int{16, 17, 30, 31}, true},
		{2, []int{1, 2}, false},
		{2, []int{5, 6, 7}, true},
	} {
		for _, bit := range c.bits {
			have := all
			have[c.register] &^= 1 << bit
			avx2, avx512 := setsOf(have[0], have[1], have[2])
			assert.Equal(t, c.avx2, avx2, "register %d, bit %d", c.register, bit)
			assert.False(t, avx512, "register %d, bit %d", c.register, bit)
		}
	}
	most := "go"
	if avx2, avx512 := vectorSets(); avx512 {
		most = "avx512"
	} else if avx2 {
		most = "avx2"
	}
	assert.Equal(t, most, have64[len(have64)-1].name)
	assert.Equal(t, most, have32[len(have32)-1].name)
}
