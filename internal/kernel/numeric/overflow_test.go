package numeric

import (
	"math"
	"testing"

	"github.com/stretchr/testify/assert"
)

// TestOverflowInside: where operations of a formula overflow though its value is small, that is found all the same, one by
// one and in place.
func TestOverflowInside(t *testing.T) {
	for f, lead := range map[string]func(z float64) float64{
		"exp(z^2)*erfc(z)":      func(z float64) float64 { return (1 - 1/(2*z*z)) / (z * math.SqrtPi) },
		"exp(-z)*besseli(0,z)":  func(z float64) float64 { return (1 + 1/(8*z)) / math.Sqrt(2*math.Pi*z) },
		"exp(-z)*cosh(z-3)":     func(z float64) float64 { return math.Exp(-3) / 2 },
		"(1+exp(z))/(2+exp(z))": func(z float64) float64 { return 1 },
	} {
		c := Compile(mustParse(t, f))
		for _, z := range []float64{1500, 4321.25} {
			assert.InEpsilon(t, lead(z), c.At(z), 1e-6, f)
			x := make([]float64, 300)
			for i := range x {
				x[i] = z / float64(1+i)
			}
			want := make([]float64, len(x))
			for i := range x {
				want[i] = c.At(x[i])
			}
			assert.Equal(t, want, c.EvalTo(x, x), f)
		}
	}
}

// TestConstantsBeyond: constants that overflow, or underflow, make no wrong value of a kernel that has one (values of mpmath).
func TestConstantsBeyond(t *testing.T) {
	for f, want := range map[string]map[float64]float64{
		"matern(1000)":  {0.5: 0.88239340712151242163, 3: 0.011171385708603401208},
		"matern(155)":   {0.5: 0.88182644393587846935, 6: 3.4428073787378751805e-8},
		"matern(345/2)": {1: 0.60521188604322844114, 8: 1.2343940259220065467e-13},
		"bessel(345)":   {0.25: 0.99990942436843066036, 15: 0.7215207389210674114},
		"bessel(500)":   {1: 0.99900049784332362793, 20: 0.67010597888977870965},
		"bessel(2002)":  {80: 0.20196129486988867691},
		"1/(1e-320*(1+z)/1e-320)+1e-320*exp(z)*1e310": {1: 0.5 + 1e-10*math.E},
	} {
		c := Compile(mustParse(t, f))
		for z, v := range want {
			assert.InEpsilon(t, v, c.At(z), 1e-12, "%s at %v", f, z)
		}
		assert.InDelta(t, 1, c.At(0), 1e-9, f)
	}
}
