package sphere

import (
	"math"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"krein/ball"
	"krein/internal/certify/checktest"
)

// Integration by parts gives the coefficients that Simpson's rule does, and their signs from a
// degree on.
func TestFourierTerms(t *testing.T) {
	polynomial := func(n, d int, x float64) float64 {
		// the Gegenbauer polynomial times a power of the sine, as in the rule
		sin := math.Sin(x)
		switch {
		case d == 2:
			return math.Cos(float64(n) * x)
		case d == 4:
			return sin * math.Sin(float64(n+1)*x)
		case sin == 0:
			return 0
		}
		m := float64(n + 2) // −sin³θ (sin mθ/sin θ)′
		return sin * (math.Sin(m*x)*math.Cos(x) - m*math.Cos(m*x)*sin)
	}
	for _, c := range []struct {
		formula string
		d       int
		cut     float64 // a point at which the function is not smooth
	}{
		{"max(0,1-z)^2", 4, math.Pi / 3}, {"max(0,1-z)^3*(1+3*z)", 2, math.Pi / 3},
		{"max(0,1-z)^3+exp(-z)/10", 6, math.Pi / 3}, {"exp(-theta)", 6, 1}, {"max(theta,1)^2", 4, 1},
		{"(pi-theta)^2/4-pi^2/12", 2, 1}, {"abs(theta-pi/2)", 2, math.Pi / 2},
	} {
		k := checktest.Parsed(t, c.formula)
		f, err := NewFourier(k, c.d, 9, 128)
		require.NoError(t, err, c.formula)
		rest := f.rest.Nearest()
		const steps = 400
		type node struct{ x, w float64 } // of Simpson's rule, the kernel's value in the weight
		var nodes []node
		for _, side := range [][2]float64{{0, c.cut}, {c.cut, math.Pi}} {
			h := (side[1] - side[0]) / steps
			for i := range steps + 1 {
				w := float64(2 + 2*(i%2))
				if i == 0 || i == steps {
					w = 1
				}
				x := side[0] + float64(i)*h
				nodes = append(nodes, node{x, w * h / 3 * k.At(min(2, 2*math.Sin(x/2)))})
			}
		}
		for _, n := range []int{0, 1, 2, 3, 4, 5, 6, 7, 12} {
			sum := 0.0
			for _, at := range nodes {
				sum += at.w * polynomial(n, c.d, at.x)
			}
			if f.exact || n > 0 {
				v, err := f.value(n)
				nu := math.Pow(float64(n+f.shift), 9)
				if n+f.shift == 0 {
					nu = 1
				}
				if n+f.shift > 0 {
					e := f.enclosed(n)
					assert.InDelta(t, sum, e.Nearest()/nu, rest/nu+1e-7, "%s on S^%d: degree %d, enclosed", c.formula, c.d-1, n)
				}
				if c.formula == "max(theta,1)^2" {
					require.Error(t, err)
					continue
				}
				require.NoError(t, err)
				assert.InDelta(t, sum, v.Ball(nil, 128).Nearest()/nu, rest/nu+1e-7, "%s on S^%d: degree %d", c.formula, c.d-1, n)
			}
		}
	}
}

// What is claimed of all degrees from one on holds of each of them.
func TestFourierSigns(t *testing.T) {
	for formula, d := range map[string]int{"max(0,1-z)^2": 4, "max(0,1-z)^3*(1+3*z)": 2, "exp(-theta)": 2,
		"max(0,1-theta)^2": 2, "abs(theta-pi/2)": 2} {
		k := checktest.Parsed(t, formula)
		f, err := NewFourier(k, d, 6, 128)
		require.NoError(t, err, formula)
		from := 0
		for f.Nonnegative(from) != nil {
			from++
			require.Less(t, from, 60, formula)
		}
		for n := from; n < from+30; n += 3 {
			v, err := GegenbauerIntegral(t.Context(), k, d, n, 128, ball.MagInf())
			require.NoError(t, err)
			assert.NotEqual(t, ball.True, v.Negative(), "%s: degree %d", formula, n)
		}
	}
}

// What an integral that is not known was to be over is said of the angle.
func TestUnknownIntegral(t *testing.T) {
	for formula, over := range map[string]string{"log(z)": "[0, pi]", "log(theta)": "[0, pi]",
		"max(0,1-z) + log(z)": "[0, 1/3*pi]"} {
		_, err := GegenbauerIntegral(t.Context(), checktest.Parsed(t, formula), 3, 1, 64, ball.MagInf())
		assert.ErrorContains(t, err, "the integral over "+over+" is not bounded", formula)
	}
}
