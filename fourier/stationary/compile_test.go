package stationary_test

import (
	"math"
	"math/big"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"krein/fourier/language"
	"krein/fourier/stationary"
	"krein/internal/fourier/numeric"
)

// Compiled kernels have the values of the exact ones, in all classes and with lengths.
func TestCompile(t *testing.T) {
	ones := [][]*big.Rat{{big.NewRat(1, 1), big.NewRat(1, 1), big.NewRat(1, 1)}}
	for _, e := range []struct {
		source string
		opt    *stationary.Options
	}{
		{"exp(-z^2/2)", nil},
		{"exp(-z)", &stationary.Options{Lengths: []string{"1", "1/2", "3"}}},
		{"shift_gaussian(r, 2)", &stationary.Options{Params: map[string]string{"r": "1,0,-1/2"}}},
		{"exp(-z^2/2)*(1+sinh(t))", &stationary.Options{Axes: ones}},
		{"exp(-z^2/2)*(1+sinh(t)*exp(-abs(t)))", &stationary.Options{Axes: ones}},
		{"prod(exp(-abs(x))*cos(2*x))", nil},
		{"tl1(2)", &stationary.Options{Lengths: []string{"1", "1/2", "3"}}},
		{"exp(-abs(x1)) + x2*exp(-x2^2)", nil},
		{"exp(-z)*t", &stationary.Options{Axes: ones}},
		{"exp(-z)*(exp(-l1^2) - cos(x1)*matern(3/2))", nil},
	} {
		k, err := language.Parse(e.source, 3, e.opt)
		require.NoError(t, err, e.source)
		c, err := numeric.Compile(k)
		require.NoError(t, err, e.source)
		for _, delta := range [][]float64{{0, 0, 0}, {0.5, -0.25, 1}, {-0.5, 0.25, -1}, {0, 0.3, 0}, {2, 0, 0.1}} {
			assert.InDelta(t, numeric.At(k, delta), c.At(delta), 1e-14, "%s at %v", e.source, delta)
		}
	}
	k, err := language.Parse("exp(-z*abs(t))", 3, &stationary.Options{Axes: ones})
	require.NoError(t, err)
	_, err = numeric.Compile(k)
	var class *stationary.ClassError
	assert.ErrorAs(t, err, &class)
	assert.False(t, math.IsNaN(numeric.At(k, []float64{1, 2, 3})))
}
