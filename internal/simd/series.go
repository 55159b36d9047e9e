package simd

import "math"

// pairOfTerms numbers are two terms of a [Series].
const pairOfTerms = 6

// Series is Σ b_n p_n, summed by Clenshaw's recurrence: y_n = b_n + up_n·t·y_{n+1} − back_{n+1}·y_{n+2}, y_0 its value,
// where p_0 = 1 and p_{n+1} = up_n·t·p_n − back_n·p_{n−1}. It is immutable and safe for concurrent use.
type Series struct {
	*kernels[float64]
	terms []float64 // up_n, back_{n+1}, b_n from the last term on, an even number of terms
}

// NewSeries needs up_n and back_{n+1} for every b_n. It panics if lengths do not match.
func NewSeries(b, up, back []float64) *Series { return newSeries(use64, b, up, back) }

func newSeries(k *kernels[float64], b, up, back []float64) *Series {
	if len(b) == 0 || len(up) < len(b) || len(back) <= len(b) {
		panic("simd: lengths of a series do not match")
	}
	s := &Series{k, make([]float64, len(b)%2*pairOfTerms/2, (len(b)+1)/2*pairOfTerms)}
	for n := len(b) - 1; n >= 0; n-- {
		s.terms = append(s.terms, up[n], back[n+1], b[n])
	}
	return s
}

// Values stores outer times the values at by·p, cut off to [−1, 1], in out, which may be p.
func (s *Series) Values(out, p []float64, by, outer float64) {
	whole := len(out) / s.vector * s.vector
	if whole > 0 {
		s.series(s.terms, by, outer, p, out[:whole])
	}
	if whole < len(out) {
		seriesGo(s.terms, by, outer, p[whole:], out[whole:])
	}
}

// together are how many values the twin computes side by side.
const together = 4

func seriesGo(terms []float64, by, outer float64, p, out []float64) {
	for len(out) > 0 {
		n := min(together, len(out))
		var t, y, z [together]float64
		for i, v := range p[:n] {
			if v *= by; v > 1 {
				v = 1
			} else if v < -1 {
				v = -1
			}
			t[i] = v
		}
		for term := terms; len(term) > 0; term = term[pairOfTerms/2:] {
			up, back, b := term[0], term[1], term[2]
			for i, v := range t {
				y[i], z[i] = math.FMA(up*v, y[i], math.FMA(-back, z[i], b)), y[i]
			}
		}
		for i := range n {
			out[i] = outer * y[i]
		}
		p, out = p[n:], out[n:]
	}
}
