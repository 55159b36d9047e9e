//go:build !noasm

package simd

// The kernels at hand, from the slowest to the fastest.
var have64, have32 = detect()

func detect() (have64 []*kernels[float64], have32 []*kernels[float32]) {
	have64, have32 = []*kernels[float64]{&go64}, []*kernels[float32]{&go32}
	avx2, avx512 := vectorSets()
	if avx2 {
		have64, have32 = append(have64, &avx2Kernels64), append(have32, &avx2Kernels32)
	}
	if avx512 {
		have64, have32 = append(have64, &avx512Kernels64), append(have32, &avx512Kernels32)
	}
	return have64, have32
}

// vectorSets reports whether processor and operating system have AVX2 and FMA, and beside
// these AVX-512 F, DQ, BW and VL.
func vectorSets() (avx2, avx512 bool) {
	if most, _, _, _ := cpuid(0, 0); most < 7 {
		return false, false
	}
	_, _, c1, _ := cpuid(1, 0)
	if c1&osxsave == 0 { // without it there is no XGETBV
		return false, false
	}
	_, b7, _, _ := cpuid(7, 0)
	return setsOf(c1, b7, xgetbv())
}

const osxsave = 1 << 27 // leaf 1, ECX

// setsOf is vectorSets given leaf 1's ECX, leaf 7's EBX and XCR0.
func setsOf(c1, b7, xcr0 uint32) (avx2, avx512 bool) {
	const (
		needC1  = 1<<12 | osxsave | 1<<28       // FMA, AVX
		need2   = 1 << 5                        // AVX2
		need512 = 1<<16 | 1<<17 | 1<<30 | 1<<31 // AVX-512 F, DQ, BW, VL
		save2   = 1<<1 | 1<<2                   // xmm, ymm
		save512 = 1<<5 | 1<<6 | 1<<7            // masks, zmm and the further 16
	)
	avx2 = c1&needC1 == needC1 && b7&need2 == need2 && xcr0&save2 == save2
	return avx2, avx2 && b7&need512 == need512 && xcr0&save512 == save512
}

var avx2Kernels64 = kernels[float64]{
	name: "avx2", panel: 8, vector: 4,
	project: rowsOf(8,
		avx2Project64x1, avx2Project64x2, avx2Project64x3,
		avx2Project64x4, avx2Project64x5, avx2Project64x6,
	),
	sincos:   vectorsOf(4, 2, avx2Sincos64),
	cos:      vectorsOf(4, 1, avx2Cos64),
	hadamard: lengthsOf(avx2Hadamard64),
	series:   termsOf(4, avx2Series64),
}

var avx2Kernels32 = kernels[float32]{
	name: "avx2", panel: 16, vector: 8,
	project: rowsOf(16,
		avx2Project32x1, avx2Project32x2, avx2Project32x3,
		avx2Project32x4, avx2Project32x5, avx2Project32x6,
	),
	sincos:   vectorsOf(8, 2, avx2Sincos32),
	cos:      vectorsOf(8, 1, avx2Cos32),
	hadamard: lengthsOf(avx2Hadamard32),
}

var avx512Kernels64 = kernels[float64]{
	name: "avx512", panel: 16, vector: 8,
	project: rowsOf(16,
		avx512Project64x1, avx512Project64x2, avx512Project64x3,
		avx512Project64x4, avx512Project64x5, avx512Project64x6,
		avx512Project64x7, avx512Project64x8, avx512Project64x9,
		avx512Project64x10, avx512Project64x11, avx512Project64x12,
	),
	sincos:   vectorsOf(8, 2, avx512Sincos64),
	cos:      vectorsOf(8, 1, avx512Cos64),
	hadamard: lengthsOf(avx512Hadamard64),
	series:   termsOf(8, avx512Series64),
}

var avx512Kernels32 = kernels[float32]{
	name: "avx512", panel: 32, vector: 16,
	project: rowsOf(32,
		avx512Project32x1, avx512Project32x2, avx512Project32x3,
		avx512Project32x4, avx512Project32x5, avx512Project32x6,
		avx512Project32x7, avx512Project32x8, avx512Project32x9,
		avx512Project32x10, avx512Project32x11, avx512Project32x12,
	),
	sincos:   vectorsOf(16, 2, avx512Sincos32),
	cos:      vectorsOf(16, 1, avx512Cos32),
	hadamard: lengthsOf(avx512Hadamard32),
}

// rowsOf gives the micro-kernels for 1, 2, … rows slices, and bounds that are checked.
func rowsOf[T Float](panel int, kernel ...func(panels, k int, x *T, xStride int, w, p *T, pStride int,
	add bool)) []projector[T] {
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
func vectorsOf[T Float](
	vector, per int, f func(rows, vectors int, p *T, pStride int, amplitude, out *T, outStride int) int,
) wave[T] {
	return func(rows int, p []T, pStride int, amplitude, out []T, outStride int) bool {
		n := len(amplitude)
		_, _ = p[(rows-1)*pStride+n-1], out[(rows-1)*outStride+per*n-1]
		return f(rows, n/vector, &p[0], pStride, &amplitude[0], &out[0], outStride) != 0
	}
}

// lengthsOf does the same for the Hadamard transform.
func lengthsOf[T Float](f func(n int, x, sign, scale, shift, out *T)) func(x, sign, scale, shift, out []T) {
	return func(x, sign, scale, shift, out []T) {
		n := len(out)
		_, _, _, _ = x[n-1], sign[n-1], scale[n-1], shift[n-1]
		f(n, &x[0], &sign[0], &scale[0], &shift[0], &out[0])
	}
}

// termsOf does the same for series.
func termsOf(
	vector int, f func(pairs int, terms *float64, by, outer float64, vectors int, p, out *float64),
) func(terms []float64, by, outer float64, p, out []float64) {
	return func(terms []float64, by, outer float64, p, out []float64) {
		n := len(out)
		_ = p[n-1]
		f(len(terms)/pairOfTerms, &terms[0], by, outer, n/vector, &p[0], &out[0])
	}
}
