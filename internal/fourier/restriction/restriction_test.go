package restriction

import (
	"math/big"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"krein/fourier/language"
	"krein/fourier/stationary"
	"krein/internal/fourier/numeric"
	_ "krein/internal/testlong" // fewer collections
)

func TestProved(t *testing.T) {
	for _, c := range []struct {
		formula   string
		dim, less int
		want      bool
	}{
		{"exp(-l1)", 5, 3, true},
		{"exp(-l1)", 5, 1, true},
		{"tl1(3)", 4, 2, true},
		{"tl1(3)", 4, 1, true},
		{"exp(-l1)*cos(x1)", 4, 3, true},
		{"exp(-l1)*cos(x1)", 3, 1, false},
		{"prod(exp(-abs(x)))", 6, 2, true},
		{"prod(1/(1+x^2))", 3, 1, true},
		{"prod(2*exp(-abs(x)))", 3, 2, false}, // twice as large
		{"prod(exp(-abs(x)) + x)", 3, 2, true},
		{"sum(exp(-x^2))", 3, 2, false},     // 1 less
		{"sum(exp(-x^2) - 1)", 3, 2, false}, // not seen
		{"exp(-z^2)*sum(sin(x))", 3, 2, true},
		{"exp(-z^2/2)*cos(x1)", 4, 2, true},
		{"exp(-z^2/2)*cos(x1)", 4, 1, false},
		{"exp(-z^2/2)*cos(x2)", 4, 2, true},
		{"shift_gaussian(1/8, 2)", 3, 2, false},
		{"cosh_gaussian(1, 2)", 3, 2, false},
		{"prod(cos(x))*exp(-x1^2)", 3, 1, true},
		{"(abs(x1) < 1 ? 2 : 1)*exp(-x2^2)", 3, 2, true},
		{"exp(-l1) + l1", 3, 2, true},
		{"exp(-z)", 3, 2, true},
		{"exp(-z)*cos(x1)", 3, 2, false},    // of no class
		{"sum(exp(-x^2) - 1)", 3, 1, false}, // not seen
	} {
		k, err := language.Parse(c.formula, c.dim, nil)
		require.NoError(t, err)
		lower, err := language.Parse(c.formula, c.less, nil)
		require.NoError(t, err)
		assert.Equal(t, c.want, Proved(t.Context(), k, lower), "%s from R^%d to R^%d", c.formula, c.dim, c.less)
		assert.False(t, Proved(t.Context(), lower, k), c.formula)
		if !c.want {
			continue
		}
		for _, s := range []float64{0.3, -1.7} { // values agree
			delta, less := make([]float64, c.dim), make([]float64, c.less)
			for i := range less {
				less[i] = s * float64(i+1)
				delta[i] = less[i]
			}
			assert.InDelta(t, numeric.At(lower, less), numeric.At(k, delta), 1e-12, c.formula)
		}
	}
	for _, pair := range [][2]string{{"exp(-l1)", "exp(-2*l1)"}, {"exp(-l1)*cos(x1)", "exp(-l1)*cos(x2)"},
		{"exp(-l1)", "exp(-z)"}, {"prod(cos(x))", "prod(cos(2*x))"},
		{"(abs(x1) < 1 ? 2 : 1)*exp(-x2^2)", "(abs(x1) < 1 ? 3 : 1)*exp(-x2^2)"},
		{"max(0, 1-abs(x1))*cos(x2)", "abs(1-abs(x1))*cos(x2)"},
	} {
		k, err := language.Parse(pair[0], 3, nil)
		require.NoError(t, err)
		lower, err := language.Parse(pair[1], 2, nil)
		require.NoError(t, err)
		assert.False(t, Proved(t.Context(), k, lower), pair)
	}
	axis := func(d int, formula string, opt *stationary.Options) *stationary.Kernel {
		k, err := language.Parse(formula, d, opt)
		require.NoError(t, err)
		return k
	}
	ones := func(d int) *stationary.Options {
		var v []*big.Rat
		for range d {
			v = append(v, big.NewRat(1, 1))
		}
		return &stationary.Options{Axes: [][]*big.Rat{v}}
	}
	assert.False(t, Proved(t.Context(), axis(3, "exp(-z^2/8)*(1+sinh(t))", ones(3)), axis(2, "exp(-z^2/8)*(1+sinh(t))", ones(2))))
	lengths := &stationary.Options{Lengths: []string{"1", "1", "2"}}
	assert.False(t, Proved(t.Context(), axis(3, "exp(-l1)", lengths), axis(2, "exp(-l1)", nil)))
}
