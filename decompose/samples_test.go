package decompose

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"

	"krein/internal/testlong"
)

// kolmogorov returns sup |F − F_n| of sorted samples. It looks at a sample only if the
// monotone F leaves room for a larger difference near it.
func kolmogorov(sorted []float64, f func(float64) float64) float64 {
	n := float64(len(sorted))
	worst := 0.0
	see := func(i int) float64 {
		x := sorted[i]
		v, before := f(x), f(math.Nextafter(x, 0)) // they differ at an atom
		first, _ := slices.BinarySearch(sorted, x)
		past, _ := slices.BinarySearch(sorted, math.Nextafter(x, math.Inf(1)))
		worst = max(worst, before-float64(first)/n, float64(past)/n-v)
		return v
	}
	var between func(i, j int, fi, fj float64)
	between = func(i, j int, fi, fj float64) {
		if j-i < 2 || max(fj-float64(i+1)/n, float64(j)/n-fi) <= worst {
			return
		}
		m := (i + j) / 2
		fm := see(m)
		between(i, m, fi, fm)
		between(m, j, fm, fj)
	}
	between(0, len(sorted)-1, see(0), see(len(sorted)-1))
	return worst
}

// Samples follow the law of each part: Kolmogorov–Smirnov at level 1e-4 with fixed seeds.
func TestSamples(t *testing.T) {
	n := 100000
	if testlong.Enabled() {
		n = 10000000
	}
	for _, c := range lawRows() {
		dim := c.dim
		k := parse(t, c.formula, c.radius)
		d := provedDecomposition(t, k, dim)
		for _, x := range []struct {
			part *Part
			sign int
		}{{&d.Plus, 1}, {&d.Minus, -1}} {
			if x.part.Radii == nil {
				continue
			}
			rnd := rand.New(rand.NewPCG(uint64(len(c.formula)), uint64(dim)))
			v := make([]float64, n)
			for i := range v {
				v[i] = x.part.Sample(rnd)
			}
			slices.Sort(v)
			stat := kolmogorov(v, c.distribution(t, k, dim, x.sign)) * math.Sqrt(float64(n))
			tab := x.part.Radii.(*Table)
			assert.Less(t, stat, 2.23, "%s d=%d sign %d", c.formula, dim, x.sign)
			t.Logf("%s d=%d sign %d: %.2f, %d segments", c.formula, dim, x.sign, stat, tab.Segments())
			assert.Less(t, 73*tab.Segments(), 1<<20)
		}
	}
}
