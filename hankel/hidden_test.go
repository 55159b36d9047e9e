package hankel

import (
	"fmt"
	"math"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"krein/internal/quad/gauss"
	"krein/internal/special/double"
	"krein/internal/testlong"
)

// featureDensity returns the density in R^d of a function that is negligible outside of (a−w, a+w), by a rule on that alone.
func featureDensity(f func(z float64) float64, a, w float64, d int, omega float64) (sum float64) {
	const panels = 256
	lambda := double.NewLambda(float64(d))
	x, weight := gauss.Legendre(16)
	h := 2 * w / panels
	for p := range panels {
		for j := range x {
			z := a - w + h*(float64(p)+(1+x[j])/2)
			sum += f(z) * weight[j] * h / 2 * lambda.At(omega*z) * math.Pow(z, float64(d-1))
		}
	}
	return sum * math.Exp2(float64(2-d)) / math.Pow(math.Gamma(float64(d)/2), 2) * math.Pow(omega, float64(d-1))
}

// TestHiddenPeaks: a peak or a dip that is added to a smooth kernel and lies between the nodes of integration is seen.
// exp(-z^2)*(1+exp(-(1e4*(z-1))^2)) had the density 0 ± 2e-15 at ω = 17, which is −1.1e-5.
func TestHiddenPeaks(t *testing.T) {
	omegas := []float64{0.5, 5.1, 17, 50, 203, 1010}
	type row struct {
		smooth, formula string
		feature         func(z float64) float64
		at, width       float64
	}
	var rows []row
	for i, at := range []float64{0.3, 1, 1.1, 2, 2.7, 0.7071} {
		for j, steep := range []float64{1e2, 1e3, 1e4, 1e5, 1e6} {
			if (i+2*j)%5 > 1 && steep > 1e2 { // and some of them do
				continue
			}
			size := []float64{1, -1, 0.1, -1e-3}[(i+j)%4]
			g := func(z float64) float64 { return size * math.Exp(-math.Pow(steep*(z-at), 2)) }
			peak := fmt.Sprintf("%v*exp(-(%v*(z-%v))^2)", size, steep, at)
			rows = append(rows,
				row{"exp(-z^2)", "exp(-z^2)+" + peak, g, at, 7 / steep},
				row{"exp(-z^2)", "exp(-z^2)*(1+" + peak + ")", func(z float64) float64 { return math.Exp(-z*z) * g(z) }, at, 7 / steep},
				row{"1/(1+z^2)^3", "(1+" + peak + ")/(1+z^2)^3", func(z float64) float64 { return g(z) * math.Pow(1+z*z, -3) }, at, 7 / steep},
				row{"exp(-sqrt(1+z^2))", "exp(-sqrt(1+z^2))*(1+" + peak + ")",
					func(z float64) float64 { return g(z) * math.Exp(-math.Sqrt(1+z*z)) }, at, 7 / steep})
		}
	}
	rows = append(rows,
		row{"exp(-z)", "exp(-z)+1/cosh(1e5*(z-1))/10", func(z float64) float64 { return 0.1 / math.Cosh(1e5*(z-1)) }, 1, 40e-5},
		row{"exp(-z)", "exp(-z)-exp(-1e8*(z^2-1.21)^2)", func(z float64) float64 { return -math.Exp(-1e8 * math.Pow((z-1.1)*(z+1.1), 2)) }, 1.1, 4e-4},
		row{"exp(-z)", "exp(-z)*(1-1e4*(z-2)*exp(-(1e4*(z-2))^2))",
			func(z float64) float64 { return -1e4 * (z - 2) * math.Exp(-z-math.Pow(1e4*(z-2), 2)) }, 2, 7e-4},
		row{"exp(-z)", "exp(-z)+tanh(1e5*(z-1))*exp(-(1e5*(z-1))^2)",
			func(z float64) float64 { return math.Tanh(1e5*(z-1)) * math.Exp(-math.Pow(1e5*(z-1), 2)) }, 1, 7e-5},
		row{"exp(-z)", "exp(-z)+z^1000000/(1+z^1000000)^2",
			func(z float64) float64 { return math.Pow(math.Cosh(5e5*math.Log1p(z-1)), -2) / 4 }, 1, 5e-5},
		row{"exp(-z)", "exp(-z)-exp(-(1e4*(z-8))^2)/100", func(z float64) float64 { return -math.Exp(-math.Pow(1e4*(z-8), 2)) / 100 }, 8, 7e-4},
	)
	for _, r := range testlong.Some(rows, 6) {
		for _, d := range []int{1, 2, 3} {
			smooth := spectrum(t, r.smooth, d, nil)
			s, err := New(parse(t, r.formula), d, nil)
			require.NoError(t, err, "%s, d = %d", r.formula, d)
			for _, omega := range omegas {
				m, bound := s.Density(omega)
				want, off := smooth.Density(omega)
				more := featureDensity(r.feature, r.at, r.width, d, omega)
				off += 1e-9*math.Abs(more) + 1e-12*r.width*math.Pow(omega, float64(d-1)/2)
				assert.LessOrEqual(t, math.Abs(m-want-more), bound+off, "%s, d = %d, ω = %g: %v ± %.3g, and it is %v", r.formula, d, omega, m,
					bound, want+more)
				assert.Less(t, bound, 1e-9*math.Max(1, omega*omega), "%s, d = %d, ω = %g", r.formula, d, omega)
			}
		}
	}
}
