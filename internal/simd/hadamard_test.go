package simd

import (
	"fmt"
	"math"
	"math/bits"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// Every kernel gives the twin's bits, which are those of the sums, and writes nowhere else.
func TestHadamard(t *testing.T) {
	for i, k := range have64 {
		t.Run("float64/"+k.name, func(t *testing.T) { hadamardBits(t, k, &go64) })
		t.Run("float32/"+k.name, func(t *testing.T) { hadamardBits(t, have32[i], &go32) })
	}
}

func hadamardBits[T Float](t *testing.T, k, twin *kernels[T]) {
	for n := leastHadamard; n <= 8192; n *= 2 {
		x, checkX := guarded[T](n)
		copy(x, numbers[T](n, uint64(n)))
		sign, scale, shift := make([]T, n), numbers[T](n, 5), numbers[T](n, 6)
		for i := range sign {
			sign[i] = T(1 - 2*(i*i/3%2))
		}
		out, check := guarded[T](n)
		k.hadamard(x, sign, scale, shift, out)
		check(t, fmt.Sprintf("out, n=%d", n))
		checkX(t, "x")
		want := make([]T, n)
		twin.hadamard(x, sign, scale, shift, want)
		require.Equal(t, want, out, "n=%d", n)
		for _, i := range []int{0, 1, 2, 7, 31, n/2 + 5, n - 1} {
			sum := 0.0
			for j := range n {
				v := float64(x[j] * sign[j])
				if bits.OnesCount(uint(i&j))%2 == 1 {
					v = -v
				}
				sum += v
			}
			got := float64(out[i]-shift[i]) / float64(scale[i])
			eps := math.Ldexp(1, -50)
			if _, single := any(x).([]float32); single {
				eps = math.Ldexp(1, -21)
			}
			assert.InDelta(t, sum, got, eps*float64(n)/math.Abs(float64(scale[i])), "n=%d i=%d", n, i)
		}
	}
}
