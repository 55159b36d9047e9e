package chebyshev

import (
	"math"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	_ "krein/internal/testlong"
)

// panelOf interpolates f on [a, b].
func panelOf(a, b float64, f func(float64) float64) *Panel {
	p := &Panel{A: a, B: b}
	var v, e [Evals]float64
	for i, x := range Tables().Nodes {
		v[i] = f(a + (b-a)/2*(1+x))
	}
	p.Fit(v[:], e[:])
	return p
}

// TestZerosOfNarrowDips: two zeros are found however near each other they are, as long as the values between them stand
// out of the rounding errors.
func TestZerosOfNarrowDips(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		a := rapid.Float64Range(0.1, 10).Draw(t, "a")
		b := a * (1 + rapid.Float64Range(0.01, 1).Draw(t, "length"))
		at := a + (b-a)*rapid.Float64Range(0.02, 0.98).Draw(t, "at")
		half := (b - a) * math.Pow(10, -rapid.Float64Range(2, 6).Draw(t, "narrow"))
		sign := float64(2*rapid.IntRange(0, 1).Draw(t, "sign") - 1)
		far := rapid.Float64Range(-3, 3).Draw(t, "slope")
		f := func(x float64) float64 {
			y := (x - at) / (b - a)
			return sign * (y*y - math.Pow(half/(b-a), 2)) * (2 + math.Sin(far*y)) * math.Exp(-y)
		}
		zeros := panelOf(a, b, f).Zeros()
		require.Len(t, zeros, 2)
		assert.InDelta(t, at-half, zeros[0], 1e-2*half)
		assert.InDelta(t, at+half, zeros[1], 1e-2*half)
		touching := panelOf(a, b, func(x float64) float64 {
			y := (x - at) / (b - a)
			return sign * (y*y + 1e-13) * (2 + math.Sin(far*y))
		})
		assert.Empty(t, touching.Zeros())
	})
	assert.Empty(t, panelOf(1, 2, func(float64) float64 { return 0 }).Zeros())
}
