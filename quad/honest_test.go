package quad

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/assert"
)

// TestIntegrate64Random throws kinks, jumps, peaks and oscillations at random places and tolerances: an estimate from samples can be fooled, but seldom
// and not by much.
func TestIntegrate64Random(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 7))
	bad, evals := map[string]int{}, map[string]int{}
	const rounds = 1500
	try := func(name string, tol, want float64, f func(float64) float64) {
		r := Integrate64(f, 0, 1, &Settings64{RelTol: tol})
		assert.Equal(t, Converged, r.Status, name)
		evals[name] += r.Evals
		// 2e-15: what the closed form itself is worth.
		if q := math.Abs(r.Value-want) / (r.Err + 2e-15*math.Abs(want) + 1e-16); q > 1 {
			bad[name]++
			assert.Less(t, q, 10.0, name)
		}
	}
	for range rounds {
		// Not in the outermost gap of the first panel, where nothing can see it.
		c := 0.003 + 0.994*rng.Float64()
		p := float64(1+rng.IntN(7)) / 2
		width := math.Pow(10, -2*rng.Float64())
		tol := math.Pow(10, -3-9*rng.Float64())
		try("kink", tol, (math.Pow(c, p+1)+math.Pow(1-c, p+1))/(p+1), func(x float64) float64 { return math.Pow(math.Abs(x-c), p) })
		try("support", tol, 1+math.Pow(1-c, p+1)/(p+1), func(x float64) float64 { return 1 + math.Pow(max(0, x-c), p) })
		try("jump", tol, c+1.3*(1-c), func(x float64) float64 {
			if x < c {
				return 1
			}
			return 1.3
		})
		try("power", tol, 1/(p+0.1), func(x float64) float64 { return math.Pow(x, p-0.9) })
		try("Lorentz", tol, math.Atan((1-c)/width)+math.Atan(c/width), func(x float64) float64 { return width / (width*width + (x-c)*(x-c)) })
		try("Gauss", tol, width*math.Sqrt(math.Pi)/2*(math.Erf((1-c)/width)+math.Erf(c/width)), func(x float64) float64 { return math.Exp(-(x - c) * (x - c) / width / width) })
		w := 5 / width * rng.Float64()
		try("cosine", tol, 1+(math.Sin(w+c)-math.Sin(c))/w, func(x float64) float64 { return 1 + math.Cos(w*x+c) })
	}
	for name, n := range evals {
		limit := 0
		if name == "kink" || name == "support" {
			limit = rounds / 200
		}
		assert.LessOrEqual(t, bad[name], limit, name)
		t.Logf("%s: %d of %d estimates too small, %d evaluations on average", name, bad[name], rounds, n/rounds)
	}
}
