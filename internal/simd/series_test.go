package simd

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// Chebyshev's polynomials are cosines; all sets give the twin's bits at all lengths, in place as well.
func TestSeries(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	for _, terms := range []int{1, 2, 3, 8, 65} {
		b, up, back := make([]float64, terms), make([]float64, terms), make([]float64, terms+1)
		for n := range b {
			b[n], up[n], back[n+1] = r.NormFloat64(), 2, 1
		}
		up[0] = 1
		for _, length := range []int{1, 7, 8, 31, 32, 33, 75} {
			p := make([]float64, length)
			for i := range p {
				p[i] = 2 * r.NormFloat64()
			}
			const by, outer = 0.4, -3.0
			var first []float64
			for _, k := range have64 {
				s := newSeries(k, b, up, back)
				out, check := guarded[float64](length)
				s.Values(out, p, by, outer)
				check(t, k.name)
				for i, v := range p {
					want, angle := 0.0, math.Acos(max(-1, min(1, by*v)))
					for n, c := range b {
						want += outer * c * math.Cos(float64(n)*angle)
					}
					require.InDelta(t, want, out[i], 1e-12, "%s %d terms", k.name, terms)
				}
				if first == nil {
					first = append(first, out...)
				}
				require.Equal(t, first, out, "%s, %d terms, %d values", k.name, terms, length)
				same := append([]float64(nil), p...)
				s.Values(same, same, by, outer)
				require.Equal(t, first, same, "%s in place", k.name)
			}
		}
	}
	for _, k := range have64 { // NaN is not cut off to a number
		out := make([]float64, 40)
		newSeries(k, []float64{1, 1}, []float64{1, 2}, []float64{0, 1, 1}).Values(out,
			append(make([]float64, 39), math.NaN()), 1, 1)
		assert.True(t, math.IsNaN(out[39]) && out[38] == 1, k.name)
	}
	for _, f := range []func(){
		func() { NewSeries(nil, nil, nil) },
		func() { NewSeries(make([]float64, 2), make([]float64, 1), make([]float64, 3)) },
		func() { NewSeries(make([]float64, 2), make([]float64, 2), make([]float64, 2)) },
	} {
		assert.Panics(t, f)
	}
}
