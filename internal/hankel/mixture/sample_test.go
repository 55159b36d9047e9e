package mixture

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"

	"krein/internal/testlong"
)

// Draws follow the density that the convolutions have: Kolmogorov–Smirnov at the level 1e-5,
// seeds fixed.
func TestSamplesFollowDensity(t *testing.T) {
	for i, l := range []*Law{
		{steps: []step{{a: 1, p: 0.25}}},
		{steps: []step{{a: 2, p: 0.95}}},
		{from: origin{originGamma, 1}, steps: []step{{a: 1, p: 0.5}}},
		{from: origin{originGamma, 0.3}, steps: []step{{a: 1, p: 0.75}}},
		{from: origin{originDagum, 0.4}, steps: []step{{a: 1, p: 0.5}}},
		{from: origin{originRatio, 5}, steps: []step{{a: 1, p: 0.5}}},
		{from: origin{originGamma, 4}, steps: []step{{log: true, a: 1, b: 2}, {a: 1, p: 0.5}}},
		{steps: []step{{a: 1, p: 0.5}, {log: true, a: 1, b: 1}, {a: 1, p: 1}}},
		{steps: []step{{a: 3, p: 0.2}, {log: true, a: 5, b: 2}, {a: 1, p: 0.5}}},
	} {
		if !testlong.Turn(i, 4) {
			continue
		}
		const d, n = 5, 40000
		rnd := rand.New(rand.NewPCG(7, uint64(i)))
		x := make([]float64, n)
		for j := range x {
			x[j] = l.SampleRadius(rnd, d)
		}
		slices.Sort(x)
		r := l.NewRadius(d, nil)
		g := convolutionRules()[0]
		worst, below, at, panel := 0.0, 0.0, r.t.lo(), 0
		for j, v := range x { // adds up the density from one sample to the next
			for at < v && panel < len(r.t.c) {
				to := min(v, r.t.edges[panel+1])
				h := (to - at) / 2
				for k, u := range g.x {
					below += g.w[k] * h * math.Exp(r.t.in(panel, at+h*(1+u)))
				}
				if at = to; to == r.t.edges[panel+1] {
					panel++
				}
			}
			worst = max(worst, math.Abs(below-float64(j)/n), math.Abs(below-float64(j+1)/n))
		}
		assert.Less(t, worst*math.Sqrt(n), 2.47, l.String())
	}
}

// Gamma processes at times with heavy laws, of which some are no float64: draws have the closed form as their mean, by
// z-scores, and none is NaN.
func TestHeavyTimes(t *testing.T) {
	draws := 20_000 * testlong.Rounds(10)
	for i, l := range []*Law{
		{steps: []step{{a: 1, p: 0.5}, {log: true, a: 1, b: 1}, {a: 1, p: 1}}},
		{steps: []step{{a: 2, p: 0.01}, {log: true, a: 5, b: 2}, {a: 1, p: 0.5}}},
		{from: origin{originDagum, 0.3}, steps: []step{{log: true, a: 1, b: 1}, {a: 1, p: 0.75}}},
		{steps: []step{{a: 1, p: 0.3}, {log: true, a: 100, b: 1}, {log: true, a: 3, b: 1}, {a: 1, p: 1}}},
	} {
		assert.True(t, l.supported())
		rnd := rand.New(rand.NewPCG(11, uint64(i)))
		zs := []float64{1e-6, 0.1, 1, 30, 1e9}
		sum, squares := make([]float64, len(zs)), make([]float64, len(zs))
		for range draws {
			x := l.Sample(rnd)
			if math.IsNaN(x) {
				t.Fatal(l.String())
			}
			for j, z := range zs {
				v := math.Exp(-math.Exp(x + 2*math.Log(z)))
				sum[j], squares[j] = sum[j]+v, squares[j]+v*v
			}
		}
		for j, z := range zs {
			n := float64(draws)
			mean := sum[j] / n
			score := (mean - l.Kernel(z)) / math.Sqrt((squares[j]/n-mean*mean)/n+1e-12)
			assert.Less(t, math.Abs(score), 4.5, "%s at %g", l, z)
		}
	}
}

// The same seed gives the same draws.
func TestSampleDeterministic(t *testing.T) {
	l := &Law{from: origin{originDagum, 0.4}, steps: []step{{a: 1, p: 0.5}}}
	a, b := rand.New(rand.NewPCG(1, 2)), rand.New(rand.NewPCG(1, 2))
	for range 100 {
		assert.Equal(t, l.SampleRadius(a, 3), l.SampleRadius(b, 3))
	}
}
