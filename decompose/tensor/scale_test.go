package tensor

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// TestVastFrequencies: of laws so heavy that many scales are no float64, no two draws are the same frequency, which one phase
// in all of their columns would make a bias, and draws have the kernel as their mean.
func TestVastFrequencies(t *testing.T) {
	for _, source := range []string{"exp(-(abs(x1)+x2^2+x3^2)^(1/100))", "exp(-(1-cos(x1)+abs(x2)+x3^2)^(1/100))"} {
		d := ofScale(t, source)
		require.Len(t, d.Parts, 1)
		rnd := rand.New(rand.NewPCG(3, 4))
		const n = 40000
		delta := []float64{0.7, -0.4, 0.3}
		omega := make([]float64, 3)
		seen := map[float64]bool{}
		vast, same := 0, 0
		sum := 0.0
		for range n {
			d.Parts[0].Draw(omega, nil, rnd)
			dot := 0.0
			for i, x := range omega {
				dot += delta[i] * x
			}
			sum += math.Cos(dot)
			if x := math.Abs(omega[1]); x > 1e130 {
				vast++
				if seen[x] {
					same++
				}
				seen[x] = true
			}
		}
		assert.Greater(t, vast, n/1000, source)
		assert.Zero(t, same, source)
		assert.InDelta(t, d.Parts[0].Wave(delta, 1), sum/n, 4.5/math.Sqrt(n), source)
	}
}
