package special

import "math"

// Lambda evaluates Λ_d at fixed d, again and again. It is safe for concurrent use.
type Lambda struct{ d float64 }

// NewLambda returns an evaluator of Λ_d, d ≥ 1. It panics for other d.
func NewLambda(d float64) *Lambda {
	if !(d >= 1) || math.IsInf(d, 0) {
		panic("special: NewLambda needs a finite d ≥ 1")
	}
	return &Lambda{d}
}

// Dim returns d.
func (l *Lambda) Dim() float64 { return l.d }

// At returns Λ_d(x).
func (l *Lambda) At(x float64) float64 { v, _ := Lambda64(l.d, x); return v }

// AtTo stores Λ_d(x[i]) in dst[i] and returns dst; a nil dst is allocated. It panics if the lengths differ.
func (l *Lambda) AtTo(dst, x []float64) []float64 {
	if dst == nil {
		dst = make([]float64, len(x))
	}
	if len(dst) != len(x) {
		panic("special: length mismatch")
	}
	for i, v := range x {
		dst[i] = l.At(v)
	}
	return dst
}
