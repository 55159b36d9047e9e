package laplace

import (
	"math"

	"krein/certify/check/monotone"
	"krein/certify/proof"
	"krein/kernel"
	"krein/kernel/formula"
	"krein/kernel/numeric"
)

// seenFalse reports whether values of e tell that it is not as claimed, so that no proof need be looked for: f, or B′ for a Bernstein function B, has
// differences of alternating signs.
func seenFalse(claim proof.ID, e *formula.Expr) bool {
	const rounding = 1e-7
	value := numeric.Compile(kernel.NewNatural(e)).At
	for _, h := range []float64{1. / 4, 2, 16} {
		var v [6]float64
		top, sign := 0.0, 1.0
		for i := range v {
			v[i] = value(math.Sqrt(h * float64(i+1)))
			top = math.Max(top, math.Abs(v[i]))
		}
		if math.IsNaN(top) || math.IsInf(top, 0) {
			continue
		}
		for n := range v {
			for _, d := range v[:len(v)-n] {
				if sign*d < -rounding*top {
					return true
				}
			}
			for i := range v[:len(v)-n-1] {
				v[i] = v[i+1] - v[i]
			}
			if n > 0 || claim != monotone.Bernstein {
				sign = -sign
			}
		}
	}
	return false
}
