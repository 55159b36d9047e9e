package simd

// tile is some of the arguments of a map, rows of them, and where their outputs go.
type tile[T Float] struct {
	rows            int
	p, out          []T
	pStride, stride int // distances of the beginnings of rows of p and of out
	amplitude       []T // of as many arguments, and up to whole vectors more, as p has as well
	count           int
}

// pairs stores a·cos(π/2·p), a·sin(π/2·p) next to each other, rest is two vectors of room. It
// returns the first row whose p are not all finite, or −1; out is of no use otherwise.
func (k *kernels[T]) pairs(rest []T, t tile[T]) int {
	return k.apply(k.sincos, 2, rest, t, func(out []T, a, p T) {
		sin, cos := sincos(p)
		out[0], out[1] = a*cos, a*sin
	})
}

// cosines stores a·cos(π/2·p) as pairs does.
func (k *kernels[T]) cosines(rest []T, t tile[T]) int {
	return k.apply(k.cos, 1, rest, t, func(out []T, a, p T) {
		_, cos := sincos(p)
		out[0] = a * cos
	})
}

// apply calls the kernel, which has per outputs for an argument, and afterwards slow for what it does not reduce.
func (k *kernels[T]) apply(kernel wave[T], per int, rest []T, t tile[T], slow func(out []T, a, p T)) int {
	if !k.whole(kernel, per, rest, t) {
		return -1
	}
	most := large[T]()
	for r := range t.rows {
		out := t.out[r*t.stride:]
		for i, p := range t.p[r*t.pStride:][:t.count] {
			if p-p != 0 {
				return r
			}
			if !(p >= -most && p <= most) {
				slow(out[per*i:], t.amplitude[i], p)
			}
		}
	}
	return -1
}

// whole calls the kernel for whole vectors, the last one by way of rest, and reports whether
// some argument is beyond what it reduces.
func (k *kernels[T]) whole(kernel wave[T], per int, rest []T, t tile[T]) bool {
	whole := t.count / k.vector * k.vector
	beyond := false
	if whole > 0 {
		beyond = kernel(t.rows, t.p, t.pStride, t.amplitude[:whole], t.out, t.stride)
	}
	if whole < t.count {
		for r := range t.rows {
			p, a := t.p[r*t.pStride+whole:][:k.vector], t.amplitude[whole:][:k.vector]
			if kernel(1, p, 0, a, rest, 0) {
				beyond = true
			}
			copy(t.out[r*t.stride+per*whole:], rest[:per*(t.count-whole)])
		}
	}
	return beyond
}
