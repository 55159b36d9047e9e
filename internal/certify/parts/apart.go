package parts

import (
	"math"

	"krein/internal/certify/check/wave"
	"krein/internal/kernel/formula"
	"krein/internal/kernel/numeric"
)

// Apart looks for two points where a formula of waves differs most, z and −z if mirrored; the
// phases change by about 1 over 2^reach.
func Apart(e *formula.Expr, mirrored bool) (near, far float64, reach int, ok bool) {
	slopes, ok := wave.Slopes(e)
	if !ok {
		return 0, 0, 0, false
	}
	least, most := math.Inf(1), 0.0
	for _, a := range slopes {
		if v := math.Abs(a.Ball(nil, 128).Nearest()); v > 0 {
			least, most = min(least, v), max(most, v)
		}
	}
	if most == 0 || math.IsInf(most, 0) {
		return 0, 0, 0, false
	}
	_, reach = math.Frexp(1 / most)
	values := numeric.CompileFormula(e)
	at := func(z float64) float64 {
		if v := values.At(z); !math.IsInf(v, 0) {
			return v
		}
		return math.NaN()
	}
	low, high, worst := math.Inf(1), math.Inf(-1), 0.0
	for _, unit := range []float64{most, least} {
		for i := range 96 {
			z := 2 * math.Pi / unit * (float64(i) + 0.4) / 96
			v := at(z)
			if mirrored {
				if d := math.Abs(v - at(-z)); d > worst {
					worst, near, far = d, z, -z
				}
				continue
			}
			if v < low {
				low, near = v, z
			}
			if v > high {
				high, far = v, z
			}
		}
		if least == most {
			break
		}
	}
	if mirrored && !(worst > 0) || !mirrored && !(low < high) { // to floats; enclosures may see more
		near, far = 0, 3/most
		if mirrored {
			near = -far
		}
	}
	return near, far, reach, true
}
