package hankel

import (
	"fmt"
	"math"
	"testing"

	"github.com/stretchr/testify/assert"

	"krein/internal/quad/gauss"
	"krein/internal/testlong"
)

// TestNarrowFeatures: densities of kernels with features that are narrower than the wavelength differ from a fine rule by no more
// than the error that they state. Windows that began before such a feature once ended the density with the kernel: at ω = 93 the
// one of 1/(1+z^100) in R^3 was .0005 ± .0004 where it is −.086.
func TestNarrowFeatures(t *testing.T) {
	omegas := []float64{0.5, 21.3, 50, 87.5, 93.103, 134.48, 358.62}
	type row struct {
		formula string
		end     float64 // beyond it is nothing that a float would see
	}
	for _, row := range testlong.Some([]row{
		{"1/(1+z^100)", 6}, {"1/(1+z^20)", 40}, {"1/(1+z^1000)", 3}, {"1/(1+(z/3)^60)", 20},
		{"exp(-z^2)*atan(100*(z^2-2))", 8}, {"exp(-z^2)*log(1+1e4*(z^2-1)^2)", 8}, {"exp(-z)*cos(z^2)", 45},
		{"exp(-z^2)*tanh(30*(z^2-1))^2", 8}, {"exp(-z)*(1+tanh(100*(z-3)))", 45}, {"erfc(50*(z-1))", 3},
		{"exp(-z)*(1+exp(-100*(z-3)^2))", 45}, {"exp(-z)/(1+100*(z-3)^2)", 45},
	}, 3) {
		k := parse(t, row.formula)
		for _, d := range []int{1, 3} {
			s := spectrum(t, row.formula, d, nil)
			truth, floor := fineRule(k.At, row.end, d, omegas)
			for i, omega := range omegas {
				m, bound := s.Density(omega)
				assert.LessOrEqual(t, math.Abs(m-truth[i]), bound+floor*math.Max(1, omega), "%s, d = %d, ω = %g: %v ± %.3g, and it is %v",
					row.formula, d, omega, m, bound, truth[i])
				assert.Less(t, bound, 1e-6, "%s, d = %d, ω = %g", row.formula, d, omega)
			}
		}
	}
}

// TestStepsOnEdges: a step that is far narrower than what integration looks at is seen wherever it lies, also where panels end, at
// powers of 2: none of the nodes at both sides is on it. Windows began before such a step, and the densities of
// 1/(1+z^1000000) were 0 ± 1e-14 from ω = 200 on, so that its masses were 1.78 and .77 for 3.56 and 2.56.
func TestStepsOnEdges(t *testing.T) {
	type row struct {
		formula     string
		at, steep   float64
		size, close float64 // the value before the step, and how near the truth is that of an error function
	}
	for _, row := range testlong.Some([]row{
		{"erfc(1e4*(z-1))", 1, 1e4, 2, 1e-14}, {"erfc(1e7*(z-1))", 1, 1e7, 2, 1e-14}, {"erfc(1e9*(z-2))", 2, 1e9, 2, 1e-14},
		{"erfc(1e6*(z-1/2))", 0.5, 1e6, 2, 1e-14}, {"erfc(1e5*(z-3))", 3, 1e5, 2, 1e-14}, {"erfc(1e6*(z-1.1))", 1.1, 1e6, 2, 1e-14},
		{"1/(1+z^1000000)", 1, math.Inf(1), 1, 1e-5}, {"1/(1+(z/2)^1e9)", 2, math.Inf(1), 1, 1e-8},
	}, 1) {
		for _, d := range []int{1, 3} {
			k := parse(t, row.formula)
			s, err := New(k, d, nil)
			if err != nil {
				continue // which says nothing false
			}
			for _, omega := range []float64{0.5, 5.1, 50, 203, 1010, 1e4} {
				m, bound := s.Density(omega)
				x := omega / (2 * row.steep)
				sin, cos := math.Sincos(omega * row.at)
				want := sin / omega
				if d == 3 {
					want = sin/omega*(1+2*x*x) - row.at*cos
				}
				want *= 2 / math.Pi * row.size * math.Exp(-x*x)
				off := row.close * omega * row.at
				if row.close > 1e-14 {
					off *= 3 * row.close * omega
				}
				assert.LessOrEqual(t, math.Abs(m-want), bound+1e-12+off*float64(d), "%s, d = %d, ω = %g: %v ± %.3g, and it is %v", row.formula, d,
					omega, m, bound, want)
			}
		}
	}
}

// TestUnseenPeaks: a kernel that is a peak which no node of integration sees has no density, rather than 0 ± 2e-15 as
// exp(-(1e4*(z-1))^2) had beside exp(-z^2), so that exp(-z^2)*(1+exp(-(1e4*(z-1))^2)) had that of exp(-z^2) alone.
func TestUnseenPeaks(t *testing.T) {
	for _, row := range []struct{ at, steep float64 }{{1, 1e3}, {1, 1e4}, {1, 1e6}, {2, 1e7}, {0.5, 1e5}, {1.1, 1e6}, {4, 1e9}, {0.3, 1e7}} {
		k := parse(t, fmt.Sprintf("exp(-(%v*(z-%v))^2)", row.steep, row.at))
		s, err := New(k, 1, nil)
		if err != nil {
			assert.ErrorContains(t, err, "unresolved", "%v", row)
			continue
		}
		for _, omega := range []float64{0.5, 5.1, 50, 203, 1010} {
			m, bound := s.Density(omega)
			x := omega / (2 * row.steep)
			want := 2 / math.Pi * math.Sqrt(math.Pi) / row.steep * math.Exp(-x*x) * math.Cos(omega*row.at)
			assert.LessOrEqual(t, math.Abs(m-want), bound+1e-9/row.steep, "%v, ω = %g: %v ± %.3g, and it is %v", row, omega, m, bound, want)
		}
	}
}

// fineRule returns densities in R¹ or R³ of a kernel that ends, by so many nodes that no panel spans a radian, and what
// their rounding is about.
func fineRule(at func(z float64) float64, end float64, d int, omegas []float64) (density []float64, floor float64) {
	const panels = 8000
	x, w := gauss.Legendre(16)
	density = make([]float64, len(omegas))
	h := end / panels
	for p := range panels {
		for j := range x {
			z := h * (float64(p) + (1+x[j])/2)
			v := at(z) * w[j] * h / 2 * 2 / math.Pi
			if d == 3 {
				v *= z
			}
			floor += 1e-12 * math.Abs(v)
			for i, omega := range omegas {
				if d == 1 {
					density[i] += v * math.Cos(omega*z)
				} else {
					density[i] += v * omega * math.Sin(omega*z)
				}
			}
		}
	}
	return density, floor
}

// TestLeftOutWaves: densities of products with a Fourier series that is cut off say what is left out of them. That of
// exp(−z)/(1.0001−cos 7z) on the line was .0037 ± 4e-17 at ω = 1909, beyond the last wave that is taken, where it is .35.
func TestLeftOutWaves(t *testing.T) {
	testlong.Slow(t)
	omegas := []float64{27.8, 546.3, 1909.45}
	const formula = "exp(-z)/(1.0001-cos(7*z))"
	s := spectrum(t, formula, 1, nil)
	truth, floor := fineRule(parse(t, formula).At, 45, 1, omegas)
	for i, omega := range omegas {
		m, bound := s.Density(omega)
		assert.LessOrEqual(t, math.Abs(m-truth[i]), bound+1e3*floor, "ω = %g: %v ± %.3g, and it is %v", omega, m, bound, truth[i])
	}
}
