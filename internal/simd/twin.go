package simd

import "math"

// go64 and go32 are the twins in Go, operation for operation.
var (
	go64 = kernels[float64]{
		name: "go", panel: 8, vector: 1,
		project: []projector[float64]{projectGo64},
		sincos:  sincosGo(reduced64),
		cos:     cosGo(reduced64),
		hadamard: func(x, sign, scale, shift, out []float64) {
			butterflies(x, sign, out)
			for i, v := range out {
				out[i] = math.FMA(scale[i], v, shift[i])
			}
		},
		series: seriesGo,
	}
	go32 = kernels[float32]{
		name: "go", panel: 16, vector: 1,
		project: []projector[float32]{projectGo32},
		sincos:  sincosGo(reduced32),
		cos:     cosGo(reduced32),
		hadamard: func(x, sign, scale, shift, out []float32) {
			butterflies(x, sign, out)
			for i, v := range out {
				out[i] = fma32(scale[i], v, shift[i])
			}
		},
	}
)

func sincosGo[T Float](reduced func(q T) (sin, cos T)) wave[T] {
	return func(rows int, p []T, pStride int, amplitude, out []T, outStride int) (beyond bool) {
		most := large[T]()
		for r := range rows {
			p, out := p[r*pStride:][:len(amplitude)], out[r*outStride:][:2*len(amplitude)]
			for i, x := range p {
				s, c := reduced(x)
				out[2*i], out[2*i+1] = amplitude[i]*c, amplitude[i]*s
				beyond = beyond || !(x >= -most && x <= most)
			}
		}
		return beyond
	}
}

func cosGo[T Float](reduced func(q T) (sin, cos T)) wave[T] {
	return func(rows int, p []T, pStride int, amplitude, out []T, outStride int) (beyond bool) {
		most := large[T]()
		for r := range rows {
			p, out := p[r*pStride:][:len(amplitude)], out[r*outStride:][:len(amplitude)]
			for i, x := range p {
				_, c := reduced(x)
				out[i] = amplitude[i] * c
				beyond = beyond || !(x >= -most && x <= most)
			}
		}
		return beyond
	}
}

func projectGo64(panels, k int, x []float64, _ int, w, p []float64, _ int, add bool) {
	x = x[:k]
	for i := range panels {
		acc := p[8*i : 8*i+8 : 8*i+8]
		if !add {
			clear(acc)
		}
		a0, a1, a2, a3, a4, a5, a6, a7 := acc[0], acc[1], acc[2], acc[3], acc[4], acc[5], acc[6], acc[7]
		for _, v := range x {
			a0 = math.FMA(w[0], v, a0)
			a1 = math.FMA(w[1], v, a1)
			a2 = math.FMA(w[2], v, a2)
			a3 = math.FMA(w[3], v, a3)
			a4 = math.FMA(w[4], v, a4)
			a5 = math.FMA(w[5], v, a5)
			a6 = math.FMA(w[6], v, a6)
			a7 = math.FMA(w[7], v, a7)
			w = w[8:]
		}
		acc[0], acc[1], acc[2], acc[3], acc[4], acc[5], acc[6], acc[7] = a0, a1, a2, a3, a4, a5, a6, a7
	}
}

func projectGo32(panels, k int, x []float32, _ int, w, p []float32, _ int, add bool) {
	x = x[:k]
	for i := range panels {
		acc := p[16*i : 16*i+16]
		if !add {
			clear(acc)
		}
		for _, v := range x {
			for j, u := range w[:16] {
				acc[j] = fma32(u, v, acc[j])
			}
			w = w[16:]
		}
	}
}

// butterflies stores H(sign·x) in out.
func butterflies[T Float](x, sign, out []T) {
	for i := range out {
		out[i] = sign[i] * x[i]
	}
	for half := 1; half < len(out); half *= 2 {
		for from := 0; from < len(out); from += 2 * half {
			low, high := out[from:from+half], out[from+half:from+2*half]
			for i, u := range low {
				v := high[i]
				low[i], high[i] = u+v, u-v
			}
		}
	}
}

// fma32 returns x·y + z, rounded once.
func fma32(x, y, z float32) float32 {
	p := float64(x) * float64(y) // exact
	s := p + float64(z)
	const below = 1<<29 - 1 // the bits below float32's
	if bits := math.Float64bits(s); bits&below != 1<<28 && math.Abs(s) >= 0x1p-126 {
		return float32(s) // rounding s rounds p + z: s is not halfway, nor the result subnormal
	}
	return float32(roundToOdd(p, float64(z), s))
}

// roundToOdd returns the exact x + y, whose rounding is s, rounded to odd: rounding
// that to float32 is as good as rounding x + y, for 53 ≥ 2·24 + 2.
func roundToOdd(x, y, s float64) float64 {
	b := s - x
	rest := (x - (s - b)) + (y - b)
	bits := math.Float64bits(s)
	switch {
	case !(math.Abs(rest) > 0), bits&1 == 1: // exact, odd, or not finite
		return s
	case rest > 0 == (s > 0):
		return math.Float64frombits(bits + 1)
	default:
		return math.Float64frombits(bits - 1)
	}
}
