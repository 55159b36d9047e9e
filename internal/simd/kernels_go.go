//go:build !amd64 || noasm

package simd

// The kernels at hand, from the slowest to the fastest.
var (
	have64 = []*kernels[float64]{&go64}
	have32 = []*kernels[float32]{&go32}
)
