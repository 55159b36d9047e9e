package sampler

import "math"

// SecondMoment returns E ω², +Inf if it diverges (estimated, by quadrature).
func (l *Law) SecondMoment() float64 {
	sum := 0.0
	for _, a := range l.Atoms {
		sum += a.Mass * a.Omega * a.Omega
	}
	for i := range l.Panels {
		sum += l.Panels[i].secondMoment()
	}
	return sum / l.Mass
}

// vanishing is how small the density and its slope at ω = ∞, in 1/ω, must be for the moment to converge.
const vanishing = 1e-9

func (q *Panel) secondMoment() (sum float64) {
	// b0 + b1 (1+y) is the density where 1/ω = 0
	b0, b1 := 0.0, 0.0
	if q.Inverse && q.Lo == -1 && q.Mid == q.Half {
		size := 0.0
		for k, c := range q.Coef {
			s := c
			if k%2 == 1 {
				s = -c
			}
			b0 += s
			b1 -= float64(k) * s
			size += math.Abs(c)
		}
		if math.Abs(b0) > vanishing*size || math.Abs(b1) > vanishing*size {
			return math.Inf(1)
		}
	}
	for i, x := range shortX {
		y := q.Lo + (q.Hi-q.Lo)*(1+x)/2
		w := q.omega(y)
		sum += shortW[i] * (q.Hi - q.Lo) / 2 * (horner(q.Coef, y) - b0 - b1*(1+y)) * w * w
	}
	return sum
}
