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
	if !k.whole(rest, t) {
		return -1
	}
	most := large[T]()
	for r := range t.rows {
		out := t.out[r*t.stride:]
		for i, p := range t.p[r*t.pStride:][:t.count] {
			if p-p != 0 {
				return r
			}
			if !(p >= -most && p <= most) { // the kernel does not reduce it
				sin, cos := sincos(p)
				out[2*i], out[2*i+1] = t.amplitude[i]*cos, t.amplitude[i]*sin
			}
		}
	}
	return -1
}

// whole calls the kernel for whole vectors, the last one by way of rest, and reports whether
// some argument is beyond what it reduces.
func (k *kernels[T]) whole(rest []T, t tile[T]) bool {
	whole := t.count / k.vector * k.vector
	beyond := false
	if whole > 0 {
		beyond = k.sincos(t.rows, t.p, t.pStride, t.amplitude[:whole], t.out, t.stride)
	}
	if whole < t.count {
		for r := range t.rows {
			p, a := t.p[r*t.pStride+whole:][:k.vector], t.amplitude[whole:][:k.vector]
			if k.sincos(1, p, 0, a, rest, 0) {
				beyond = true
			}
			copy(t.out[r*t.stride+2*whole:], rest[:2*(t.count-whole)])
		}
	}
	return beyond
}
