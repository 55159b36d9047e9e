package tensor

import (
	"fmt"
	"math"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/assert"

	"krein/internal/testlong"
)

// TestSteps: the characteristic function of a walk at a time is exp(−t(1 − cos θ)), where it is not small, and the
// variance is t, for times below and above where products of uniform numbers and Poisson numbers end.
func TestSteps(t *testing.T) {
	draws := 20_000 * testlong.Rounds(20)
	for i, time := range []float64{1e-3, 0.3, 4, 19.9, 20.1, 300, 1e5, 3e9, 1e14, 4e15, 1e200} {
		t.Run(fmt.Sprint(time), func(t *testing.T) {
			rnd := rand.New(rand.NewPCG(uint64(i), 7))
			theta := min(1, 1/math.Sqrt(time))
			want := math.Exp(-2 * time * math.Pow(math.Sin(theta/2), 2))
			var wave, wave2, square, square2 float64
			for range draws {
				n := steps(rnd, math.Log(time))
				assert.Equal(t, math.Round(n), n)
				c, s := math.Cos(theta*n), n*n/time
				wave, wave2, square, square2 = wave+c, wave2+c*c, square+s, square2+s*s
			}
			z := func(sum, squares, want float64) float64 {
				n := float64(draws)
				mean := sum / n
				return (mean - want) / math.Sqrt((squares/n-mean*mean)/n)
			}
			assert.Less(t, math.Abs(z(wave, wave2, want)), 4.5)
			assert.Less(t, math.Abs(z(square, square2, 1)), 4.5)
		})
	}
}

// TestLogPoisson compares logarithms of probabilities with those that the Gamma function gives where it loses nothing.
func TestLogPoisson(t *testing.T) {
	for _, mean := range []float64{10, 33.3, 400} {
		for _, d := range []float64{-9, -2, 0, 1, 7, 40} {
			n := math.Floor(mean + d)
			lg, _ := math.Lgamma(n + 1)
			assert.InDelta(t, n*math.Log(mean)-mean-lg, logPoisson(n, mean), 3e-8, "%v of mean %v", n, mean)
		}
	}
}
