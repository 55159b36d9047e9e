package pair

import (
	"math"
	"math/big"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"krein/fourier/language"
	"krein/fourier/stationary"
	"krein/internal/testlong"
)

// TestSides: kernels that are one function for t > 0 and another for t < 0 have features without bias, their odd parts too.
func TestSides(t *testing.T) {
	exp := math.Exp
	side := func(x, above, below float64) float64 {
		if x > 0 {
			return above
		}
		return below
	}
	for _, k := range testlong.Some([]struct {
		source string
		axes   [][3]int64
		at     func(t, s float64) float64
	}{
		{"t>0 ? exp(-t) : exp(2*t)", [][3]int64{{1, 0, 0}}, func(t, _ float64) float64 { return side(t, exp(-t), exp(2*t)) }},
		{"exp(-t2^2)*(t1>=0 ? exp(-t1)*(1+2*t1) : exp(3*t1))", [][3]int64{{1, 2, 0}, {2, -1, 0}}, func(t, s float64) float64 {
			return exp(-s*s) * side(t, exp(-t)*(1+2*t), exp(3*t))
		}},
		{"0 < t ? t*exp(-t) : 0", [][3]int64{{1, 1, 1}}, func(t, _ float64) float64 { return side(t, t*exp(-t), 0) }},
		{"max(0,1-abs(t))*(t>0 ? 1 : 1-t^2)", [][3]int64{{0, 0, 1}}, func(t, _ float64) float64 {
			return max(0, 1-math.Abs(t)) * side(t, 1, 1-t*t)
		}},
		{"t<0 ? exp(-t^2)*cos(t) : exp(-4*t^2)", [][3]int64{{3, 0, 4}}, func(t, _ float64) float64 {
			return side(t, exp(-4*t*t), exp(-t*t)*math.Cos(t))
		}},
	}, 2) {
		opt := &stationary.Options{}
		for _, a := range k.axes { // orthogonal
			opt.Axes = append(opt.Axes, []*big.Rat{big.NewRat(a[0], 1), big.NewRat(a[1], 1), big.NewRat(a[2], 1)})
		}
		parsed, err := language.Parse(k.source, dim, opt)
		require.NoError(t, err, k.source)
		r, err := Represent(t.Context(), parsed, nil)
		require.NoError(t, err, k.source)
		at := func(delta []float64) float64 {
			var along [2]float64
			for i, a := range k.axes {
				length := math.Hypot(float64(a[0]), math.Hypot(float64(a[1]), float64(a[2])))
				for j := range a {
					along[i] += float64(a[j]) * delta[j] / length
				}
			}
			return k.at(along[0], along[1])
		}
		for name, parts := range map[string]*Parts{"polar": r.Polar, "jordan": r.Jordan} {
			sym, anti := scores(t, parts, Options{Columns: 24}, 1000, at)
			assert.Less(t, math.Abs(sym), 4.2, "%s %s", k.source, name)
			assert.Less(t, math.Abs(anti), 4.2, "%s %s, antisymmetric", k.source, name)
		}
	}
}
