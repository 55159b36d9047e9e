// Package hankeltest has what the tests of several packages of hankel need.
package hankeltest

import (
	"context"
	"encoding/json"
	"math"
	"math/big"
	"os"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"krein/ball"
	"krein/internal/ball/numeral"
	"krein/internal/elem64"
	"krein/internal/hankel/density"
	"krein/internal/hankel/quadrature"
	"krein/internal/quad/gauss"
	"krein/kernel"
	"krein/kernel/parser"
)

// Kernels whose densities oscillate forever.
const (
	Parabola = "z < 2 ? 1 - z^2/4 : 0"
	Fejer    = "z < 1 ? 1 - z : 0"
	Wendland = "z < 1 ? (1-z)^4*(4*z+1) : 0"
	Kappa0   = "z < 2 ? acos(z^2/2-1)/pi : 0"
)

// Parse parses a formula.
func Parse(t testing.TB, formula string) *kernel.Kernel {
	t.Helper()
	k, err := parser.Parse(formula, nil)
	require.NoError(t, err, formula)
	return k
}

// Density returns the density of a formula.
func Density(t testing.TB, formula string, dim int) *density.Density {
	t.Helper()
	p, err := quadrature.New(Parse(t, formula), dim)
	require.NoError(t, err, "%s in dimension %d", formula, dim)
	return p
}

// Away returns the density on ω > 0 of a formula that may grow.
func Away(t testing.TB, formula string, dim int) *density.Density {
	t.Helper()
	p, err := quadrature.Away(Parse(t, formula), dim)
	require.NoError(t, err, "%s in dimension %d", formula, dim)
	return p
}

// Value returns m(ω).
func Value(t testing.TB, p *density.Density, omega *ball.Real, prec uint) *ball.Real {
	t.Helper()
	v := new(ball.Real)
	_, err := quadrature.At(context.Background(), p, v, omega, prec)
	require.NoError(t, err)
	return v
}

// Oscillation adds up the terms of an expansion at infinity at x: x^{−q} Re e^{i(x+phase)}(re + i im),
// or x^{−q} re if it is no wave.
func Oscillation(x, phase float64, terms int, term func(i int) (q *big.Rat, re, im *ball.Real, wave bool)) float64 {
	s, c := math.Sincos(x + phase)
	sum := 0.0
	for i := range terms {
		q, re, im, wave := term(i)
		p, _ := q.Float64()
		a, _ := re.Float64()
		b, _ := im.Float64()
		if wave {
			a = c*a - s*b
		}
		sum += elem64.Pow(x, -p) * a
	}
	return sum
}

// Integral returns ∫_a^b f dx to some ten digits, six where f has kinks, by bisection.
func Integral(f func(x float64) float64, a, b float64) float64 {
	x, w := gauss.Legendre(15)
	rule := func(a, b float64) (sum float64) {
		for i := range x {
			sum += w[i] * f(a+(b-a)*(1+x[i])/2) * (b - a) / 2
		}
		return sum
	}
	var refine func(a, b, whole float64, depth int) float64
	refine = func(a, b, whole float64, depth int) float64 {
		c := a + (b-a)/2
		left, right := rule(a, c), rule(c, b)
		if depth == 0 || depth < 10 && math.Abs(left+right-whole) <= 1e-11*(math.Abs(left)+math.Abs(right)) {
			return left + right
		}
		return refine(a, c, left, depth-1) + refine(c, b, right, depth-1)
	}
	return refine(a, b, rule(a, b), 12)
}

// Near requires that x contains a number given to some digits, and no more than that is needed.
func Near(t testing.TB, x *ball.Real, decimal string, digits int, msg string) {
	t.Helper()
	want, err := numeral.Parse(decimal, 200)
	require.NoError(t, err)
	want.AddRad(ball.MagFloat64(math.Pow10(-digits)))
	assert.NotEqual(t, ball.False, x.Overlaps(want), "%s: %v does not contain %s", msg, x, decimal)
}

// A MassRow has the masses of the two parts of a density by mpmath.
type MassRow struct {
	Formula     string
	Dim         int
	Plus, Minus string
	Digits      int
}

// MassRows reads them.
func MassRows(t testing.TB) (rows []MassRow) {
	t.Helper()
	b, err := os.ReadFile("../../../testdata/masses.json")
	require.NoError(t, err)
	require.NoError(t, json.Unmarshal(b, &rows))
	require.NotEmpty(t, rows)
	return rows
}
