package radial

import (
	"math"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"krein/decompose"
	"krein/features"
)

// The weights undo the density: with them the mean of any function is that of u, and u runs
// from 0 to 1 without a gap.
func TestTilt(t *testing.T) {
	for name, radii := range map[string]decompose.Radii{
		"chi": chi{16, 1}, "heavy": quantileFunc(func(u float64) float64 { return u / (1 - u) }),
	} {
		tilt := newTilt(radii, func(r float64) float64 { return r * r * r * r / (200 + r*r*r*r) })
		require.NotNil(t, tilt)
		const n = 40000
		var mean, second float64
		last := 0.0
		for i := range n {
			u, w := tilt.at((float64(i) + 0.5) / n)
			assert.GreaterOrEqual(t, u, last)
			last = u
			mean += w / n
			second += w * u * u / n
		}
		assert.InDelta(t, 1, mean, 5e-3, name)
		assert.InDelta(t, 1.0/3, second, 5e-3, name)
		lo, _ := tilt.at(0x1p-54)
		hi, _ := tilt.at(belowOne)
		assert.InDelta(t, 0, lo, 1e-12)
		assert.InDelta(t, 1, hi, 1e-12)
		assert.Less(t, hi, 1.0)
	}
	assert.Nil(t, newTilt(chi{16, 1}, func(float64) float64 { return 2 }), "nothing to gain")
	assert.Nil(t, newTilt(chi{16, 1}, func(float64) float64 { return math.NaN() }))
}

// Cells end at the steps of a discrete law, so that an atom has one weight.
func TestTiltOfAtoms(t *testing.T) {
	law := steppedLaw{0.3, 0.5, 2}
	tilt := newTilt(law, func(r float64) float64 { return r })
	weights := map[float64]map[float64]bool{}
	for i := range 1000 {
		u, w := tilt.at((float64(i) + 0.5) / 1000)
		r := law.Quantile(u)
		if weights[r] == nil {
			weights[r] = map[float64]bool{}
		}
		weights[r][math.Round(w*1e9)] = true
	}
	require.Len(t, weights, 2)
	for r, w := range weights {
		assert.Len(t, w, 1, "radius %v", r)
	}
}

// steppedLaw has two atoms, the first of the given probability.
type steppedLaw struct{ share, low, high float64 }

func (s steppedLaw) Quantile(u float64) float64 {
	if u < s.share {
		return s.low
	}
	return s.high
}

func (s steppedLaw) Steps() []float64 { return []float64{s.share} }

// Importance radii are unbiased and have the predicted variance under every coupling, and a
// smaller one than stratified radii at the distances that they are made for.
func TestImportanceRadii(t *testing.T) {
	const d, z, seeds = 16, 1.4, 1000
	dec, k := deltaGaussian(d, 1, 3), deltaGaussianKernel(1, 3)
	for _, c := range []features.Coupling{features.IID, features.Orthogonal, features.Shared, features.Design} {
		t.Run(c.String(), func(t *testing.T) {
			opt := features.Options{Columns: 64, Coupling: c, Radii: features.RadiiImportance, Distances: []float64{1, 1.4, 2}}
			want := predict(t, dec, &opt, z)
			agree(t, estimates(t, dec, opt, z, seeds), k(z), want)
			opt.Radii = features.RadiiStratified
			assert.Less(t, want, predict(t, dec, &opt, z))
		})
	}
}

// At x = y the weights vary, and the prediction says by how much.
func TestImportanceAtDistanceZero(t *testing.T) {
	dec := gaussian(16, 1)
	opt := features.Options{Columns: 16, Coupling: features.Orthogonal, Radii: features.RadiiImportance, Distances: []float64{1}}
	want := predict(t, dec, &opt, 0)
	assert.Greater(t, want, 1e-6)
	agree(t, estimates(t, dec, opt, 0, 1000), 1, want)
}

func TestImportanceNeedsDistances(t *testing.T) {
	_, err := features.New(New(gaussian(2, 1)), &features.Options{Radii: features.RadiiImportance})
	assert.ErrorContains(t, err, "need distances")
}

// Weights count in what the degrees that are cut off add: the variance of independent frequencies
// with a heavy tail, E w·(1+Λ_d(2Rz))/2 − k² over the number, by plain sums.
func TestImportanceRadiiOfAHeavyTail(t *testing.T) {
	const z, n = 1.0, 400000
	cauchy := quantileFunc(func(u float64) float64 { return math.Sqrt(u*(2-u)) / (1 - u) }) // of exp(−z)
	dec := &decompose.Decomposition{Dim: 2, Plus: decompose.Part{Mass: 1, Radii: cauchy}}
	p, err := NewPredictor(dec, &features.Options{Columns: 2, Radii: features.RadiiImportance, Distances: []float64{z}})
	require.NoError(t, err)
	tilt := newTilt(cauchy, func(r float64) float64 { return 1 / (1 + r/20) })
	p.quad.laws[0].tilt = tilt
	got, _ := p.Variance(z)
	sum := 0.0
	for i := range n {
		u, w := tilt.at((float64(i) + 0.5) / n)
		sum += w * w * (1 + lambda(2, 2*cauchy(u)*z)) / 2 / n
	}
	assert.InEpsilon(t, sum-math.Exp(-2*z), got, 1e-3)
}
