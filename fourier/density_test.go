package fourier

import (
	"math"
	"testing"

	"github.com/stretchr/testify/assert"
)

// chi is the radial density of exp(−z²/2): the law of ‖w‖, w standard normal on R^d.
func chi(d int, omega float64) float64 {
	g, _ := math.Lgamma(float64(d) / 2)
	return math.Exp((1-float64(d)/2)*math.Ln2 - g + float64(d-1)*math.Log(omega) - omega*omega/2)
}

func TestSphereArea(t *testing.T) {
	for d, area := range map[int]float64{1: 2, 2: 2 * math.Pi, 3: 4 * math.Pi, 4: 2 * math.Pi * math.Pi} {
		assert.InEpsilon(t, area, math.Exp(logSphereArea(d)), 1e-14)
	}
	assert.Panics(t, func() { logSphereArea(0) })
}

// TestGaussian: the Gaussian is its own unitary transform, in every dimension.
func TestGaussian(t *testing.T) {
	for _, d := range []int{1, 2, 3, 16, 64, 784} {
		for _, w := range []float64{0.5, 1, 3} {
			m := chi(d, w)
			if m < 1e-290 {
				continue
			}
			assert.InEpsilon(t, math.Exp(-w*w/2), Unitary(d, w, m), 1e-11, "d = %d", d)
			if v := math.Pow(2*math.Pi, -float64(d)/2) * math.Exp(-w*w/2); v > 0 {
				assert.InEpsilon(t, v, Density(d, w, m), 1e-11, "d = %d", d)
			}
		}
	}
}

// TestRadialIntegral: ∫_0^∞ exp(−ω²/2) dω = √(π/2) for every d, while the mass is 1.
func TestRadialIntegral(t *testing.T) {
	for _, d := range []int{1, 3, 20} {
		var omega, weight, m []float64
		h := 0.05
		for i := range 400 {
			w := h * (float64(i) + 0.5)
			omega, weight, m = append(omega, w), append(weight, h), append(m, chi(d, w))
		}
		assert.InEpsilon(t, math.Sqrt(math.Pi/2), RadialIntegral(d, omega, weight, m), 1e-12)
	}
	assert.Panics(t, func() { RadialIntegral(1, []float64{1}, nil, nil) })
}
