//go:build !noasm

package simd

// The kernels at hand, from the slowest to the fastest.
var have64, have32 = detect()

func detect() ([]*kernels[float64], []*kernels[float32]) {
	if !hasAVX2() {
		return []*kernels[float64]{&go64}, []*kernels[float32]{&go32}
	}
	return []*kernels[float64]{&go64, &avx64}, []*kernels[float32]{&go32, &avx32}
}

// hasAVX2 reports that processor and operating system have AVX2 and FMA.
func hasAVX2() bool {
	const (
		fma, osxsave, avx = 1 << 12, 1 << 27, 1 << 28 // leaf 1, ECX
		avx2              = 1 << 5                    // leaf 7, EBX
		xmmYmm            = 1<<1 | 1<<2               // XCR0
	)
	if most, _, _, _ := cpuid(0, 0); most < 7 {
		return false
	}
	if _, _, c, _ := cpuid(1, 0); c&(fma|osxsave|avx) != fma|osxsave|avx {
		return false
	}
	if xgetbv()&xmmYmm != xmmYmm {
		return false
	}
	_, b, _, _ := cpuid(7, 0)
	return b&avx2 != 0
}

var avx64 = kernels[float64]{
	name: "avx2", panel: 8, vector: 8,
	project: rowsOf(8, avx2Project64x1, avx2Project64x2, avx2Project64x3, avx2Project64x4, avx2Project64x5, avx2Project64x6),
	sincos:  vectorsOf(8, 2, avx2Sincos64),
	cos:     vectorsOf(8, 1, avx2Cos64),
}

var avx32 = kernels[float32]{
	name: "avx2", panel: 16, vector: 16,
	project: rowsOf(16, avx2Project32x1, avx2Project32x2, avx2Project32x3, avx2Project32x4, avx2Project32x5, avx2Project32x6),
	sincos:  vectorsOf(16, 2, avx2Sincos32),
	cos:     vectorsOf(16, 1, avx2Cos32),
}

// rowsOf gives the micro-kernels for 1, 2, … rows slices, and bounds that are checked.
func rowsOf[T Float](panel int, kernel ...func(panels, k int, x *T, xStride int, w, p *T, pStride int, add bool)) []projector[T] {
	out := make([]projector[T], len(kernel))
	for i, f := range kernel {
		out[i] = func(panels, k int, x []T, xStride int, w, p []T, pStride int, add bool) {
			_, _, _ = x[i*xStride+k-1], w[panels*k*panel-1], p[i*pStride+panels*panel-1]
			f(panels, k, &x[0], xStride, &w[0], &p[0], pStride, add)
		}
	}
	return out
}

// vectorsOf does the same for sines and cosines, per numbers out for one in.
func vectorsOf[T Float](vector, per int, f func(vectors int, p, amplitude, out *T) int) func(p, amplitude, out []T) bool {
	return func(p, amplitude, out []T) bool {
		_, _ = amplitude[len(p)-1], out[per*len(p)-1]
		return f(len(p)/vector, &p[0], &amplitude[0], &out[0]) != 0
	}
}
