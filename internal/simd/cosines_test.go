package simd

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// All sets give the twin's bits at all lengths, huge arguments and those that are no numbers among them.
func TestCosines(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	for _, length := range []int{0, 1, 7, 8, 31, width, width + 1, 3*width + 5} {
		for _, odd := range []float64{1, 0x1p60, math.Inf(-1), math.NaN()} {
			p := make([]float64, length)
			for i := range p {
				p[i] = 3 * r.NormFloat64()
			}
			if length > 1 {
				p[length/2] *= odd
			}
			for _, k := range have64 {
				out, check := guarded[float64](length)
				cosines(k, out, p)
				check(t, k.name)
				for i, v := range p {
					if math.IsNaN(v - v) {
						require.True(t, math.IsNaN(out[i]), "%s %v", k.name, v)
						continue
					}
					_, want := sincos(v)
					require.Equal(t, want, out[i], "%s %v", k.name, v)
					if math.Abs(v) < 100 {
						require.InDelta(t, math.Cos(v*math.Pi/2), out[i], 1e-13, "%s %v", k.name, v)
					}
				}
			}
		}
	}
	assert.Panics(t, func() { Cosines(make([]float64, 2), make([]float64, 3)) })
}
