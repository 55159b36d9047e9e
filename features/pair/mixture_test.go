package pair

import (
	"bytes"
	"encoding/json"
	"math"
	"math/rand/v2"
	"os"
	"strconv"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"krein/decompose"
	"krein/decompose/tensor"
	"krein/features"
	"krein/fourier/language"
	"krein/internal/fourier/numeric"
	"krein/internal/testlong"
)

// scaled is a kernel on R³ that is a mixture of kernels exp(−sγ), or of Gneiting's class.
type scaledKernel struct {
	source      string
	at          func(x point) float64
	plus, minus float64
}

// scaledKernels have formulas of their own for values, and one for every step of a draw: stable laws of the exponents ½ to
// 2, Gamma processes, tempered stable laws of short and long times, quadratic forms, inverse Gamma laws and those with a rate,
// constants, products of scales, scales of both signs, walks on lattices, factors beside Gneiting's, frequencies beyond all digits.
func scaledKernels() []scaledKernel {
	sq := func(x float64) float64 { return x * x }
	abs, exp, pow := math.Abs, math.Exp, math.Pow
	return []scaledKernel{
		{"1/(1+x1^2+abs(x2))", func(x point) float64 { return 1 / (1 + sq(x[0]) + abs(x[1])) }, 1, 0},
		{"3*exp(-sqrt(x1^2+abs(x2)))", func(x point) float64 { return 3 * exp(-math.Sqrt(sq(x[0])+abs(x[1]))) }, 3, 0},
		{"(1+l1)^(-2)", func(x point) float64 { return pow(1+x.l1(), -2) }, 1, 0},
		{"exp(-l1^(1/3))", func(x point) float64 { return exp(-math.Cbrt(x.l1())) }, 1, 0},
		{"1/(2+sum(abs(x)^1.5))", func(x point) float64 {
			return 1 / (2 + pow(abs(x[0]), 1.5) + pow(abs(x[1]), 1.5) + pow(abs(x[2]), 1.5))
		}, 0.5, 0},
		{"1/(1+x1^2+x1*x2+x2^2+z)", func(x point) float64 {
			return 1 / (1 + sq(x[0]) + x[0]*x[1] + sq(x[1]) + x.z())
		}, 1, 0},
		{"exp(-log(1+x1^2+2*abs(x2))/2-sqrt(abs(x3)))", func(x point) float64 {
			return exp(-math.Sqrt(abs(x[2]))) / math.Sqrt(1+sq(x[0])+2*abs(x[1]))
		}, 1, 0},
		{"1/(1+sqrt(1+x1^2+abs(x2))+log(2+z))", func(x point) float64 {
			return 1 / (1 + math.Sqrt(1+sq(x[0])+abs(x[1])) + math.Log(2+x.z()))
		}, 1 / (2 + math.Ln2), 0},
		{"exp(-10*(1+x1^2+abs(x2))^(3/4))*exp(10)", func(x point) float64 {
			return exp(10 - 10*pow(1+sq(x[0])+abs(x[1]), 0.75))
		}, 1, 0},
		{"(1+sqrt(x1^2+abs(x2)))*exp(-sqrt(x1^2+abs(x2)))", func(x point) float64 {
			r := math.Sqrt(sq(x[0]) + abs(x[1]))
			return (1 + r) * exp(-r)
		}, 1, 0},
		{"exp(-x1^2-abs(x2)^1.2-abs(x3)^(1/2))/(1+x1^2+abs(x2)^1.2+abs(x3)^(1/2))", func(x point) float64 {
			r := sq(x[0]) + pow(abs(x[1]), 1.2) + math.Sqrt(abs(x[2]))
			return exp(-r) / (1 + r)
		}, 1, 0},
		{"1+2/(1+x1^2+abs(x2))-1/(3+x1^2+abs(x2))", func(x point) float64 {
			r := sq(x[0]) + abs(x[1])
			return 1 + 2/(1+r) - 1/(3+r)
		}, 3, 1.0 / 3},
		{"exp(-(x1^2+x2^2)/(1+abs(x3)))/(1+abs(x3))", func(x point) float64 {
			return exp(-sq(x.plane())/(1+abs(x[2]))) / (1 + abs(x[2]))
		}, 1, 0},
		{"exp(-sqrt(x1^2+x2^2)/(2+abs(x3))^(1/2))/(2+abs(x3))", func(x point) float64 {
			return exp(-x.plane()/math.Sqrt(2+abs(x[2]))) / (2 + abs(x[2]))
		}, 0.5, 0},
		{"exp(-x1^2/(1+x2^2+abs(x3))^(1/3))/(1+x2^2+abs(x3))", func(x point) float64 {
			e := 1 + sq(x[1]) + abs(x[2])
			return exp(-sq(x[0])/math.Cbrt(e)) / e
		}, 1, 0},
		{"exp(-z^2/(1+abs(x3)))/(1+abs(x3))^(3/2)", func(x point) float64 {
			return exp(-sq(x.z())/(1+abs(x[2]))) / pow(1+abs(x[2]), 1.5)
		}, 1, 0},
		{"exp(-sqrt(4*sin(x1/2)^2+x2^2+abs(x3)))", func(x point) float64 {
			return exp(-math.Sqrt(4*sq(math.Sin(x[0]/2)) + sq(x[1]) + abs(x[2])))
		}, 1, 0},
		{"exp(-30*(1-cos(x1+2*x3))^(1/3)-max(abs(x2),abs(x1-x3)))", func(x point) float64 {
			return exp(-30*math.Cbrt(1-math.Cos(x[0]+2*x[2])) - max(abs(x[1]), abs(x[0]-x[2])))
		}, 1, 0},
		{"1/(1+500*sum(sin(x)^2))", func(x point) float64 {
			return 1 / (1 + 500*(sq(math.Sin(x[0]))+sq(math.Sin(x[1]))+sq(math.Sin(x[2]))))
		}, 1, 0},
		{"(1+(x1-x2)^2/(1+abs(x3)))^(-1)*(1+abs(x3))^(-1/2)*exp(-abs(x3))", func(x point) float64 {
			e := 1 + abs(x[2])
			return exp(-abs(x[2])) / math.Sqrt(e) / (1 + sq(x[0]-x[1])/e)
		}, 1, 0},
		{"besselk(0,sqrt(1+abs(x1)+x2^2+x3^2))", func(x point) float64 {
			return besselK(0, math.Sqrt(1+abs(x[0])+sq(x[1])+sq(x[2])))
		}, 0.42102443824070833334, 0},
		{"besselk(2/3,sqrt(3+abs(x1)+x2^2))*exp(-abs(x1)-x2^2)", func(x point) float64 {
			r := abs(x[0]) + sq(x[1])
			return exp(-r) * besselK(2./3, math.Sqrt(3+r))
		}, 0.17626919886112449206, 0},
		{"exp(-z)*(1+z)/(1+z^2)", func(x point) float64 { return exp(-x.z()) * (1 + x.z()) / (1 + sq(x.z())) }, 1, 0},
		{"exp(-z^2)*exp(-z^(1/50))", func(x point) float64 { return exp(-sq(x.z()) - pow(x.z(), 0.02)) }, 1, 0},
		{"exp(1-(1+z^2)^(1/3))", func(x point) float64 { return exp(1 - math.Cbrt(1+sq(x.z()))) }, 1, 0},
		{"exp(-(abs(x1)+x2^2+x3^2)^(1/100))", func(x point) float64 {
			return exp(-pow(abs(x[0])+sq(x[1])+sq(x[2]), 0.01))
		}, 1, 0},
	}
}

// besselK is ∫_0^∞ exp(−r cosh t) cosh νt dt by the trapezoidal rule (DLMF 10.32.9).
func besselK(nu, r float64) float64 {
	const step = 1. / 16
	sum := math.Exp(-r) / 2
	for t := step; t < 8; t += step {
		sum += math.Exp(-r*math.Cosh(t)) * math.Cosh(nu*t)
	}
	return sum * step
}

// TestMixtures: values, masses, features without bias, and files of mixtures by a random scale.
func TestMixtures(t *testing.T) {
	deltas := [][]float64{{0.7, -0.4, 0.3}, {-1.5, 0.1, -2}}
	columns, seeds := 64, 60
	if testlong.Enabled() {
		seeds = 1000
	}
	for _, e := range testlong.Some(scaledKernels(), 7) {
		k, err := language.Parse(e.source, 3, nil)
		require.NoError(t, err, e.source)
		c, err := numeric.Compile(k)
		require.NoError(t, err, e.source)
		r, err := Represent(t.Context(), k, &tensor.Settings{Combined: true}) // functions of the distance, too
		require.NoError(t, err, e.source)
		m := r.Measure.Masses
		assert.Equal(t, e.minus == 0, r.Measure.Minimal, e.source)
		assert.InDelta(t, e.plus, m.RealPlus.Value, 1e-9, e.source)
		assert.InDelta(t, e.minus, m.RealMinus.Value, 1e-9, e.source)
		assert.Less(t, r.Bias, 1e-9, e.source)
		var b bytes.Buffer
		require.NoError(t, r.Measure.Encode(&b), e.source)
		again, err := tensor.Decode(bytes.NewReader(b.Bytes()))
		require.NoError(t, err, e.source)
		for _, delta := range deltas {
			want := e.at(delta)
			assert.InDelta(t, want, c.At(delta), 1e-13, e.source)
			v, w := again.KernelAt(delta)
			assert.InDelta(t, want, v, 1e-9, e.source)
			assert.InDelta(t, want, w, 1e-9, e.source)
			for i, parts := range []*Parts{r.Jordan, FromTensor(again).Polar} {
				var values []float64
				for seed := range seeds {
					p, err := New(parts, &Options{Columns: columns, Coupling: IID, Seed: uint64(seed)})
					require.NoError(t, err, e.source)
					values = append(values, estimate(t, p, delta))
				}
				assert.Less(t, math.Abs(zscore(values, want)), 4.2, "%s at %v, representation %d", e.source, delta, i)
			}
		}
		_, err = Choose(t.Context(), r.Polar, &Options{Columns: columns, Budget: features.BudgetVariance,
			Displacements: deltas})
		require.NoError(t, err, e.source)
	}
}

// TestMixturesInManyDimensions: scales need no table of a dimension.
func TestMixturesInManyDimensions(t *testing.T) {
	for _, source := range []string{"1/(1+l1)", "exp(-sqrt(l1))", "1/(1+z^2+abs(x3))"} {
		k, err := language.Parse(source, 40, nil)
		require.NoError(t, err)
		r, err := Represent(t.Context(), k, nil)
		require.NoError(t, err, source)
		assert.True(t, r.Measure.Minimal, source)
		assert.InDelta(t, 1, r.Measure.Masses.RealPlus.Value, 1e-12, source)
	}
}

// TestPartsByValues: parts of sums and products whose law of the scale nobody knows are drawn from measures that are found from
// their values, also where the density of a factor says something that is far off.
func TestPartsByValues(t *testing.T) {
	delta := make([]float64, 40)
	for i := range delta {
		delta[i] = float64(i%5-2) / 8
	}
	for _, source := range []string{"gaussian(8)+cauchy(4,1)/2+exp(-abs(x1))", "exp(-log(1+z)^2)+cos(x1)*exp(-abs(x2))"} {
		k, err := language.Parse(source, 40, nil)
		require.NoError(t, err)
		c, err := numeric.Compile(k)
		require.NoError(t, err)
		r, err := Represent(t.Context(), k, nil)
		require.NoError(t, err, source)
		assert.Equal(t, decompose.KindEstimated, r.BiasKind, source)
		assert.Less(t, r.Bias, 0.003, source)
		var values []float64
		for seed := range testlong.RoundsTo(250, 1000) {
			p, err := New(r.Jordan, &Options{Columns: 32, Coupling: IID, Seed: uint64(seed)})
			require.NoError(t, err, source)
			values = append(values, estimate(t, p, delta))
		}
		mean := c.At(delta)
		assert.True(t, math.Abs(zscore(values, mean-r.Bias)) < 4.2 || math.Abs(zscore(values, mean+r.Bias)) < 4.2 ||
			math.Abs(zscore(values, mean)) < 4.2, source)
	}
}

// TestMixturesProveNoSign: terms are found in float64, so that the sign that none of them has may have some mass.
func TestMixturesProveNoSign(t *testing.T) {
	k, err := language.Parse("1/(1+l1+z) - 10^(-400)", 2, nil) // an atom at 0
	require.NoError(t, err)
	r, err := Represent(t.Context(), k, nil)
	require.NoError(t, err)
	m := r.Measure.Masses.RealMinus
	assert.Equal(t, decompose.KindEstimated, m.Kind)
	assert.Zero(t, m.Value)
	assert.Positive(t, m.Err)
}

// TestMixtureMasses: the measures of mixtures, of Gneiting's class and of functions of the 1-norm have in squares the masses of
// testdata/mixture_masses.json, by quadrature of their densities, up to what as many draws say, and functions of the 1-norm
// their total variation.
func TestMixtureMasses(t *testing.T) {
	data, err := os.ReadFile("../../testdata/mixture_masses.json")
	require.NoError(t, err)
	var rows []struct {
		Formula   string
		Inside    map[string]string
		Variation *float64
	}
	require.NoError(t, json.Unmarshal(data, &rows))
	require.Len(t, rows, 10)
	for _, row := range testlong.Some(rows, 1) {
		k, err := language.Parse(row.Formula, 2, nil)
		require.NoError(t, err)
		r, err := Represent(t.Context(), k, nil)
		require.NoError(t, err, row.Formula)
		m := r.Measure.Masses
		if row.Variation != nil {
			assert.InDelta(t, *row.Variation, m.RealPlus.Value+m.RealMinus.Value, m.RealPlus.Err+m.RealMinus.Err+1e-4, row.Formula)
			assert.Less(t, m.RealPlus.Err, 0.02, row.Formula)
		}
		inside := map[string]float64{"0.5": r.Jordan.Constant, "2.0": r.Jordan.Constant}
		variance := map[string]float64{}
		draws := testlong.RoundsTo(64000, 200000)
		rnd := rand.New(rand.NewPCG(5, 9))
		omega := make([]float64, 2)
		for _, part := range r.Jordan.Parts {
			hits := map[string]int{}
			sign := 1.0
			for range draws {
				u := make([]float64, len(part.Dims()))
				for i := range u {
					u[i] = rnd.Float64()
				}
				if phase := part.Draw(omega, u, rnd); math.Cos(phase) < 0 {
					sign = -1
				}
				for _, a := range []string{"0.5", "2.0"} {
					half, _ := strconv.ParseFloat(a, 64)
					if math.Abs(omega[0]) <= half && math.Abs(omega[1]) <= half {
						hits[a]++
					}
				}
			}
			for _, a := range []string{"0.5", "2.0"} {
				p := float64(hits[a]) / float64(draws)
				inside[a] += sign * part.Mass() * p
				variance[a] += part.Mass() * part.Mass() * p * (1 - p) / float64(draws)
			}
		}
		for a, text := range row.Inside {
			want, err := strconv.ParseFloat(text, 64)
			require.NoError(t, err)
			off := 4.2*math.Sqrt(variance[a]) + m.RealPlus.Err + m.RealMinus.Err
			assert.InDelta(t, want, inside[a], off, "%s: the square of half width %s", row.Formula, a)
			assert.Less(t, off, 0.1, row.Formula)
		}
	}
}
