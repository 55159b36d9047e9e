package stationary_test

import (
	"fmt"
	"math"
	"math/big"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"krein/fourier/language"
	"krein/fourier/stationary"
	"krein/internal/fourier/numeric"
	"krein/internal/testlong"
)

// TestForms: kernels with cross terms are products after a linear map, with the values of the formula.
func TestForms(t *testing.T) {
	axis := &stationary.Options{Axes: [][]*big.Rat{{big.NewRat(1, 1), big.NewRat(2, 1), big.NewRat(-1, 1)}}}
	for _, c := range []struct {
		source string
		dims   []int // of the blocks
		terms  int
	}{
		{"exp(-(x1^2+x1*x2+x2^2))", []int{2, 1}, 1},
		{"exp(-(x1^2+x1*x2+x2^2+2*x3^2)/pi)", []int{3}, 1},
		{"matern(3/2)*exp(-x1*x2)", nil, 0},
		{"exp(-z^2-x1*x2-x2*x3)", []int{3}, 1},
		{"exp(-sqrt(z^2+x1*x2))", []int{3}, 1},
		{"1/(1+z^2+x1*x2)^2 + exp(-2*z^2-2*x1*x2)", []int{3}, 1},
		{"max(1-sqrt(3*z^2+(x1+x2+x3)^2)/2,0)^3", []int{3}, 1},
		{"exp(-x1*x2)", []int{1, 1, 1}, 1},
		{"exp(-(x1^2+x1*x2+x2^2))*cos(x1-x2)", []int{1, 1, 1}, 1},
		{"exp(-z^2-x1*x2)*cos(x1-x3)*x2", []int{1, 1, 1}, 3},
		{"exp(-(x1^2+x1*x2+x2^2))*t", []int{1, 1, 1}, 3},
		{"exp(-(2*x1^2+x1*x2+x2^2+x3^2))*t", []int{1, 1, 1}, 1},
		{"exp(-(x1-1)^2-x1*x2-x2^2-z^2/2)", []int{1, 1, 1}, 1},
		{"exp(-sum((x/r)^2)-x1*x3)", []int{3}, 1},
		{"exp(-(x1*x2+x2*x3+x3*x1))*(1+x1*x2)", []int{1, 1, 1}, 0},
		{"exp(-sqrt(2)*(x1^2+x1*x2+x2^2))*sin(x3)", []int{1, 1, 1}, 1},
		{"exp(-x1^2-x1*x2-x2^2)+exp(-x1^2+x1*x2-x2^2)", nil, 0},
		{"exp(-(x1^2+x1*x2+x2^2)-z)", nil, 0},
		{"exp(-(x1^2+pi*x1*x2+x2^2))", nil, 0},
	} {
		opt := *axis
		if c.source == "exp(-sum((x/r)^2)-x1*x3)" {
			opt.Params = map[string]string{"r": "1,2,1/3"}
		}
		k, err := language.Parse(c.source, 3, &opt)
		require.NoError(t, err, c.source)
		s, err := k.Tensor()
		if c.dims == nil {
			assert.Error(t, err, c.source)
			continue
		}
		require.NoError(t, err, c.source)
		var dims []int
		for _, b := range s.Blocks {
			dims = append(dims, b.Dim)
		}
		assert.Equal(t, c.dims, dims, c.source)
		if c.terms > 0 {
			assert.Len(t, s.Terms, c.terms, c.source)
		}
		for _, x := range [][]float64{{0.5, -1, 0.25}, {-0.75, 0.5, 1.5}, {1, 1, -0.5}, {0, 0, 0}, {0, 2, 0}} {
			assert.InDelta(t, numeric.At(k, x), numeric.TensorAt(s, x), 1e-12*(1+math.Abs(numeric.At(k, x))),
				"%s at %v", c.source, x)
		}
	}
}

// TestRandomForms: the blocks of exp(−q(Δ)) have as many dimensions as q has positive squares, and it is bounded where
// q ≥ 0.
func TestRandomForms(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	for range testlong.RoundsTo(160, 4000) {
		dim, source, some := 2+r.IntN(3), "", false
		for i := range dim {
			for j := range i + 1 {
				c := r.IntN(7) - 3
				if i == j {
					c += 3
				}
				source += fmt.Sprintf("+(%d)*x%d*x%d", c, i+1, j+1)
				some = some || c != 0
			}
		}
		if !some { // a form that is 0 is not seen to be one
			continue
		}
		for _, f := range []string{"exp(-(%s)/4)", "cos(x1-x2)*exp(-(%s)/4)"} {
			k, err := language.Parse(fmt.Sprintf(f, source[1:]), dim, nil)
			require.NoError(t, err)
			s, err := k.Tensor()
			require.NoError(t, err, source)
			for range 3 {
				x := make([]float64, dim)
				for i := range x {
					x[i] = r.NormFloat64()
				}
				if v := numeric.TensorAt(s, x); !math.IsNaN(v) {
					// exponentials of an indefinite form may overflow against each other
					assert.InDelta(t, numeric.At(k, x), v, 1e-9*(1+math.Abs(numeric.At(k, x))), "%s at %v", source, x)
				}
			}
		}
	}
}
