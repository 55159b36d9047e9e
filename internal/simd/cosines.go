package simd

// ones are amplitudes.
var ones = func() (a [width]float64) {
	for i := range a {
		a[i] = 1
	}
	return a
}()

// Cosines stores cos(π/2·p) in out, which must not overlap p: of every finite p within 2 ulp, of others NaN. It panics if
// out is shorter than p.
func Cosines(out, p []float64) { cosines(use64, out, p) }

func cosines(k *kernels[float64], out, p []float64) {
	for out = out[:len(p)]; len(p) > 0; out, p = out[min(width, len(p)):], p[min(width, len(p)):] {
		n := min(width, len(p))
		whole := n / k.vector * k.vector
		beyond := whole > 0 && k.cos(1, p, 0, ones[:whole], out, 0)
		if whole < n {
			var in, rest [mostVector]float64 // allocated, and only here
			clear(in[copy(in[:], p[whole:n]):])
			beyond = k.cos(1, in[:], 0, ones[:k.vector], rest[:], 0) || beyond
			copy(out[whole:], rest[:n-whole])
		}
		for i := 0; beyond && i < n; i++ {
			if v := p[i]; v-v != 0 {
				out[i] = v - v
			} else {
				_, out[i] = sincos(v)
			}
		}
	}
}

// mostVector is how many arguments kernels take at a time at most.
const mostVector = 16
