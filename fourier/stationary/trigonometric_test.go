package stationary_test

import (
	"fmt"
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"krein/fourier/language"
	"krein/internal/fourier/numeric"
	"krein/internal/testlong"
)

// randomWaves is a random trigonometric polynomial of three coordinates.
func randomWaves(r *rand.Rand, depth int) expr {
	if depth == 0 {
		v := [3]int{r.IntN(5) - 2, r.IntN(5) - 2, r.IntN(3) - 1}
		if v == [3]int{} {
			v[1] = 1
		}
		scale, text := 1.0, ""
		if r.IntN(2) == 0 {
			scale, text = math.Pi, "pi*"
		}
		name, of := "cos", math.Cos
		if r.IntN(2) == 0 {
			name, of = "sin", math.Sin
		}
		return expr{fmt.Sprintf("%s(%s((%d)*x1/3 + (%d)*x2 + (%d)*x3))", name, text, v[0], v[1], v[2]), func(x []float64) float64 {
			return of(scale * (float64(v[0])*x[0]/3 + float64(v[1])*x[1] + float64(v[2])*x[2]))
		}}
	}
	a, b := randomWaves(r, depth-1), randomWaves(r, r.IntN(depth))
	switch r.IntN(5) {
	case 0:
		return expr{fmt.Sprintf("(%s + %s)", a.text, b.text), func(x []float64) float64 { return a.at(x) + b.at(x) }}
	case 1:
		return expr{fmt.Sprintf("(%s - %s)", a.text, b.text), func(x []float64) float64 { return a.at(x) - b.at(x) }}
	case 2:
		return expr{fmt.Sprintf("(-%s)/3", a.text), func(x []float64) float64 { return -a.at(x) / 3 }}
	case 3:
		return expr{fmt.Sprintf("(%s)^2", a.text), func(x []float64) float64 { return a.at(x) * a.at(x) }}
	}
	return expr{fmt.Sprintf("%s*%s", a.text, b.text), func(x []float64) float64 { return a.at(x) * b.at(x) }}
}

// TestRandomWaves: trigonometric polynomials keep their values, whatever becomes of products.
func TestRandomWaves(t *testing.T) {
	r := rand.New(rand.NewPCG(38, 1))
	for range testlong.RoundsTo(300, 3000) {
		e := randomWaves(r, 1+r.IntN(3))
		k, err := language.Parse(e.text, 3, nil)
		require.NoError(t, err, e.text)
		f, err := numeric.Compile(k)
		if err != nil { // too many products
			continue
		}
		for range 4 {
			x := []float64{r.NormFloat64(), r.NormFloat64(), r.NormFloat64()}
			require.InDelta(t, e.at(x), f.At(x), 1e-12, "%s at %v: %s", e.text, x, k.Normal())
		}
	}
}

// TestWaves: what has one frequency is added up, what has no value or has another constant in its angles is left alone.
func TestWaves(t *testing.T) {
	for text, waves := range map[string]int{
		"cos(x1)*cos(x2) - sin(x1)*sin(x2)":                     1,
		"cos(x1)*cos(x2) - sin(x1)*sin(x2)/2":                   2,
		"(cos(pi*x1)*cos(2*pi*x2) - sin(pi*x1)*sin(2*pi*x2))^2": 1, // and a constant
		"exp(-l1)*(sin(x1)*cos(x2) + cos(x1)*sin(x2))":          1,
		"3 - (cos(x1)*cos(x2) - sin(x1)*sin(x2)) + exp(-l1)":    1,
		"cos(x1)*cos(x2)": 2, // no two have one frequency
		"cos(sqrt(2)*x1)*cos(x2) - sin(sqrt(2)*x1)*sin(x2)":        4,
		"cos(x1)*cos(x2)/cos(x2) - sin(x1)*sin(x2)":                5,
		"cos(x1)*cos(x2) + cos(x1+x2)/2 - exp(-x3^2)*cos(x1 - x2)": 3,
	} {
		k, err := language.Parse(text, 3, nil)
		require.NoError(t, err, text)
		assert.Equal(t, waves, strings.Count(k.Normal(), "cos(")+strings.Count(k.Normal(), "sin("), "%s: %s", text, k.Normal())
	}
}
