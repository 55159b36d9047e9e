package simd

// pairs stores a·cos(π/2·p), a·sin(π/2·p) next to each other, as many as out has room for.
// p and amplitude are of a length that fills vectors, rest is two vectors of room. It
// reports whether all p are finite; out is of no use otherwise.
func (k *kernels[T]) pairs(rest, out, p, amplitude []T) bool {
	if !k.whole(k.sincos, 2, rest, out, p, amplitude) {
		return true
	}
	most := large[T]()
	for i, v := range p[:len(out)/2] {
		if v-v != 0 {
			return false
		}
		if !(v >= -most && v <= most) {
			sin, cos := sincos(v)
			out[2*i], out[2*i+1] = amplitude[i]*cos, amplitude[i]*sin
		}
	}
	return true
}

// cosines stores a·cos(π/2·p) as pairs does.
func (k *kernels[T]) cosines(rest, out, p, amplitude []T) bool {
	if !k.whole(k.cos, 1, rest, out, p, amplitude) {
		return true
	}
	most := large[T]()
	for i, v := range p[:len(out)] {
		if v-v != 0 {
			return false
		}
		if !(v >= -most && v <= most) {
			_, cos := sincos(v)
			out[i] = amplitude[i] * cos
		}
	}
	return true
}

// whole calls the kernel for whole vectors, the last one by way of rest, and reports whether
// some argument is beyond what it reduces.
func (k *kernels[T]) whole(kernel func(p, amplitude, out []T) bool, per int, rest, out, p, amplitude []T) bool {
	count := len(out) / per
	whole := count / k.vector * k.vector
	beyond := false
	if whole > 0 {
		beyond = kernel(p[:whole], amplitude, out)
	}
	if whole < count {
		if kernel(p[whole:whole+k.vector], amplitude[whole:], rest) {
			beyond = true
		}
		copy(out[per*whole:], rest[:len(out)-per*whole])
	}
	return beyond
}
