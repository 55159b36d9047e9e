// Package segment fits the segments of sampler tables, polynomials that stand for a stretch of an
// inverse distribution function, to a density, and proves how far they are from it.
package segment

// Order is the number of coefficients of a segment.
const Order = 8

// Kind says in which variable w a segment is a polynomial, where y ∈ [0,1] is the
// share of the segment's probability that lies further out.
type Kind uint8

const (
	Regular   Kind = iota // w = y
	RootOuter             // w = √y: the density vanishes linearly at the outer end
	RootInner             // w = √(1−y): it does so at the inner end, where w = 0
)

// Share returns y at w.
func (k Kind) Share(w float64) float64 {
	switch k {
	case RootOuter:
		return w * w
	case RootInner:
		return (1 - w) * (1 + w)
	}
	return w
}

// Slope returns |dy/dw|.
func (k Kind) Slope(w float64) float64 {
	if k == Regular {
		return 1
	}
	return 2 * w
}

// Value evaluates a polynomial. The conversions keep compilers from fusing, so that
// results are the same on every machine; the short chain of dependences keeps it fast.
func Value(c *[Order]float64, w float64) float64 {
	w2 := float64(w * w)
	lo := float64(float64(c[0]+float64(c[1]*w)) + float64(float64(c[2]+float64(c[3]*w))*w2))
	hi := float64(float64(c[4]+float64(c[5]*w)) + float64(float64(c[6]+float64(c[7]*w))*w2))
	return lo + float64(hi*float64(w2*w2))
}
