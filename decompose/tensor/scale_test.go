package tensor

import (
	"bytes"
	"math"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"krein/decompose"
	"krein/fourier/language"
	fourier "krein/internal/fourier/numeric"
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

// TestOfValues: where no law of the scale is known, one is found from values. What is drawn has the kernel as its mean, by
// z-scores over seeds; the mass of a positive law is k(0), and that of one of both signs what another solver (that of scipy, on a grid of
// its own) finds the least to be; files draw the same.
func TestOfValues(t *testing.T) {
	for _, c := range []struct {
		source string
		dim    int
		mass   float64
		both   bool // signs
	}{
		{"exp(-log(1+z)^2)", 30, 1, false},
		{"exp(-log(1+z)^(3/2))", 20, 1, false},
		{"3*besselk(1/3,1+z)", 19, 3 * 0.43843063344153436, false},
		{"z/sinh(z)", 40, 1, false},
		{"exp(z)*erfc(sqrt(z))", 48, 1, false}, // floats and enclosures overflow
		{"gaussian(8)+cauchy(4,1)/2", 80, 1.6366, true},
		{"powered_exponential(3)", 64, 7.054, true},
		{"exp(-log(1+sqrt(x1^2+abs(x2)))^2)", 2, 1, false},
	} {
		k, err := language.Parse(c.source, c.dim, nil)
		require.NoError(t, err)
		_, err = OfMixture(t.Context(), k, false)
		require.ErrorIs(t, err, ErrNoScale, "its law is known: %s", c.source)
		d, err := OfMixture(t.Context(), k, true)
		if !assert.NoError(t, err, c.source) {
			continue
		}
		assert.InEpsilon(t, c.mass, d.Masses.Polar.Value, 0.06, c.source)
		assert.Equal(t, !c.both, d.Minimal, c.source)
		assert.Equal(t, decompose.KindEstimated, d.BiasKind, c.source)
		at, err := fourier.Compile(k)
		require.NoError(t, err)
		e, err := Decode(bytes.NewReader(encoded(t, d)))
		require.NoError(t, err, c.source)
		assert.Equal(t, draws(d), draws(e), c.source)
		delta := make([]float64, c.dim)
		for i, size := range []float64{0, 0.1, 0.7, 2, 9, 100} {
			for j := range delta {
				delta[j] = size / math.Sqrt(float64(c.dim)) * (1 - 2*float64((i+j)%2))
			}
			want := at.At(delta)
			_, v := d.KernelAt(delta)
			assert.InDelta(t, want, v, d.Bias, "%s at %g", c.source, size)
			const seeds, each = 1500, 4
			omega := make([]float64, c.dim)
			var sum, squares float64
			for seed := range uint64(seeds) {
				rnd := rand.New(rand.NewPCG(seed, uint64(i)))
				mean := 0.0
				for _, p := range d.Parts {
					for range each {
						phase := p.Draw(omega, nil, rnd)
						dot := phase
						for j, x := range omega {
							dot += delta[j] * x
						}
						mean += p.Mass() / each * math.Cos(dot)
					}
				}
				sum, squares = sum+mean, squares+mean*mean
			}
			mean := sum / seeds
			dev := math.Sqrt(math.Max(squares/seeds-mean*mean, 0) / seeds)
			assert.LessOrEqual(t, math.Abs(mean-want), 4.5*dev+d.Bias, "%s at %g", c.source, size)
		}
	}
	for _, source := range []string{"exp(-z)*cos(9*z)", "max(0,1-z)", "cos(x1)*exp(-x2^2)"} {
		k, err := language.Parse(source, 2, nil)
		require.NoError(t, err)
		_, err = OfMixture(t.Context(), k, true)
		assert.ErrorIs(t, err, ErrNoScale, source)
	}
}
