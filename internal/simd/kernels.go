package simd

import (
	"fmt"
	"os"
)

// Float is the element type of a map.
type Float interface{ float32 | float64 }

// kernels are the inner loops for one element type.
type kernels[T Float] struct {
	name   string
	panel  int // frequencies of a panel
	vector int // arguments that sincos and cos take at a time

	// project[m−1] computes m rows of P = X·Wᵀ, or adds them to P, for panels of
	// frequencies that lie behind each other in w, k numbers for each frequency.
	project []projector[T]

	// sincos stores a·cos(π/2·p), a·sin(π/2·p) next to each other and cos stores a·cos(π/2·p), for as many arguments in
	// every row as there are amplitudes, whole vectors. They report that some |p| is beyond large + 1 or NaN: its outputs
	// are of no use then. (They may report from large − 1 on.)
	sincos, cos wave[T]

	// hadamard stores scale·H(sign·x) + shift in out, all of one length, a power of two and at least leastHadamard: (Hx)_i
	// = Σ_j (−1)^popcount(i AND j) x_j, in stages from neighbours to halves.
	hadamard func(x, sign, scale, shift, out []T)

	// series stores outer·Series(by·p) for whole vectors, see [Series]; of float64 only.
	series func(terms []float64, by, outer float64, p, out []float64)
}

// leastHadamard is the least length of kernels.hadamard.
const leastHadamard = 64

// wave is kernels.sincos or kernels.cos.
type wave[T Float] = func(rows int, p []T, pStride int, amplitude, out []T, outStride int) bool

// projector is one of kernels.project.
type projector[T Float] = func(panels, k int, x []T, xStride int, w, p []T, pStride int, add bool)

// The kernels in use: the last ones that the processor has, or KREIN_SIMD's.
var use64, use32 = choose(os.Getenv("KREIN_SIMD"))

// inUse returns the kernels in use for a type.
func inUse[T Float]() *kernels[T] {
	var k any = use64
	if _, ok := any(T(0)).(float32); ok {
		k = use32
	}
	return k.(*kernels[T])
}

// Sets returns the names of the sets of kernels that this program has on this processor, from slow to fast, and
// that of the one in use.
func Sets() (have []string, used string) { return names(), use64.name }

func names() (have []string) {
	for _, k := range have64 {
		have = append(have, k.name)
	}
	return have
}

func choose(name string) (*kernels[float64], *kernels[float32]) {
	i := len(have64) - 1
	if name != "" {
		for i >= 0 && have64[i].name != name {
			i--
		}
	}
	if i < 0 {
		panic(fmt.Sprintf("simd: KREIN_SIMD=%s is not among what this program has on this processor: %v", name, names()))
	}
	return have64[i], have32[i]
}
