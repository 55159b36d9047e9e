package decompose

import (
	"bytes"
	"context"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"krein/decompose/minimal"
)

// The decomposition represents Σ c_j Λ_d(ω_j z), its tables are exact, and a file keeps them.
func TestFromMinimum(t *testing.T) {
	k := parse(t, "1-z^2/4", 0)
	m, err := minimal.New(context.Background(), k, 16, minimal.Domain{Radius: 2, Bias: 1e-3})
	require.NoError(t, err)
	d := FromMinimum(m)
	assert.InEpsilon(t, m.Mass, d.Plus.Total()+d.Minus.Total(), 1e-14)
	grid := []float64{0, 0.3, 1, 1.7, 2}
	want := m.KernelTo(nil, grid)
	for i, z := range grid {
		assert.InDelta(t, want[i], d.KernelAt(z), 1e-13, "z=%g", z)
		assert.InDelta(t, k.At(z), d.KernelAt(z), 1e-3)
	}
	// Each radius has its share of (0, 1).
	for _, p := range []struct {
		part Part
		sign float64
	}{{d.Plus, 1}, {d.Minus, -1}} {
		u := 0.0
		for _, a := range m.Atoms {
			if c := p.sign * a.Coef; c > 0 && a.Omega > 0 {
				assert.Equal(t, a.Omega, p.part.Radii.Quantile(u+1e-12))
				u += c / p.part.Mass
				assert.Equal(t, a.Omega, p.part.Radii.Quantile(u-1e-12))
			}
		}
		assert.InDelta(t, 1, u, 1e-14)
	}
	var b bytes.Buffer
	require.NoError(t, d.Encode(&b))
	back, err := Decode(&b)
	require.NoError(t, err)
	assert.Equal(t, BiasProved, back.Quality)
	assert.Equal(t, m.Digest(), back.Certificate)
	assert.Equal(t, &minimal.Domain{Radius: 2, Bias: m.Bias}, back.Domain)
	for i := range 100 {
		u := (float64(i) + 0.5) / 100
		assert.Equal(t, d.Plus.Radii.Quantile(u), back.Plus.Radii.Quantile(u))
		assert.Equal(t, d.Minus.Radii.Quantile(u), back.Minus.Radii.Quantile(u))
	}
	// One atom alone, and two of very unequal weight.
	assert.Equal(t, 3.0, discreteTable([]float64{3}, []float64{7}).Quantile(0.999))
	two := discreteTable([]float64{3, 5}, []float64{1e-9, 1})
	assert.Equal(t, 3.0, two.Quantile(0.5e-9))
	assert.Equal(t, 5.0, two.Quantile(2e-9))
	assert.Equal(t, 5.0, two.Quantile(1-1e-16))
}
