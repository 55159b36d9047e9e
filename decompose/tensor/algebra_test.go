package tensor

import (
	"bytes"
	"fmt"
	"maps"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"krein/decompose"
	"krein/fourier/stationary"
	"krein/internal/document"
	"krein/internal/fourier/numeric"
	"krein/internal/fourier/tensortest"
	"krein/internal/testlong"
)

// algebraic is a sum or a product with its values.
type algebraic struct {
	*Decomposition
	at func(delta []float64) float64
}

// algebra are sums and products of cases on R³, and of each other, with parts of all signs and phases.
func algebra(t testing.TB) map[string]algebraic {
	t.Helper()
	all := cases(t)
	of := func(name string) algebraic {
		k := all[name]
		return algebraic{known(t, name, k), func(delta []float64) float64 { return numeric.TensorAt(k, delta) }}
	}
	combine := func(op func(...*Decomposition) (*Decomposition, error), list ...algebraic) algebraic {
		var d []*Decomposition
		for _, x := range list {
			d = append(d, x.Decomposition)
		}
		m, err := op(d...)
		require.NoError(t, err)
		return algebraic{m, func(delta []float64) float64 {
			sum, product := 0.0, 1.0
			for _, x := range list {
				v := x.at(delta)
				sum, product = sum+v, product*v
			}
			if m.op == ofSum {
				return sum
			}
			return product
		}}
	}
	shift, signs, late, plane := of("shift"), of("signs"), of("complex"), of("plane")
	sum := combine(Sum, shift, late)
	many := combine(Sum, shift, late, signs, of("mapped"))
	return map[string]algebraic{
		"sum":             sum,
		"many":            many,
		"imaginary":       combine(Product, shift, late),
		"imaginary minus": combine(Product, late, plane),
		"real":            combine(Product, signs, signs),
		"of sums":         combine(Product, sum, combine(Sum, signs, plane)),
		"three":           combine(Product, shift, plane, late),
		"sum of products": combine(Sum, combine(Product, shift, shift), many, combine(Product, late, late)),
	}
}

// TestAlgebra: sums and products are unbiased for those of the kernels, represent them, have the second harmonics of
// what they draw, and come back from files.
func TestAlgebra(t *testing.T) {
	testlong.Slow(t)
	const times = 2000
	all := algebra(t)
	names := []string{"imaginary", "imaginary minus"} // of which signs and phases are the most delicate
	rest := slices.DeleteFunc(slices.Sorted(maps.Keys(all)), func(s string) bool { return slices.Contains(names, s) })
	for _, name := range append(names, testlong.Some(rest, 1)...) {
		k := all[name]
		assert.Less(t, k.Bias, 1e-4, name)
		at := points(3)
		for i, parts := range [][]*Part{k.Parts, k.Polar} {
			rnd := rand.New(rand.NewPCG(1, uint64(i)))
			sum, square := make([]float64, len(at)), make([]float64, len(at))
			harmonic, harmonics := make([]float64, len(parts)), make([]float64, len(parts))
			omega := make([]float64, 3)
			for range times {
				v := make([]float64, len(at))
				for n, p := range parts {
					phase := p.drawAlone(omega, rnd)
					for j, delta := range at {
						x := phase
						for c := range omega {
							x += omega[c] * delta[c]
						}
						v[j] += p.Mass() * math.Cos(x)
						if j == 0 {
							w := math.Cos(2 * x)
							harmonic[n] += w
							harmonics[n] += w * w
						}
					}
				}
				for j := range at {
					sum[j] += v[j]
					square[j] += v[j] * v[j]
				}
			}
			n := float64(times)
			check := func(what string, want, sum, square float64) {
				mean := sum / n
				dev := math.Sqrt(math.Max(square/n-mean*mean, 0)/n) + 1e-6
				assert.LessOrEqual(t, math.Abs(mean-want), 4.5*dev, "%s, representation %d, %s: %v for %v", name, i,
					what, mean, want)
			}
			for j, delta := range at {
				check(fmt.Sprint("k at ", delta), k.at(delta), sum[j], square[j])
			}
			waves := 0.0
			for n, p := range parts {
				check("harmonic of "+p.Name(), p.Wave(at[0], 2), harmonic[n], harmonics[n])
				waves += p.Mass() * p.Wave(at[0], 1)
			}
			assert.InDelta(t, k.at(at[0]), waves, 1e-5*(1+k.Masses.Polar.Value), name)
		}
		for _, delta := range at[:2] {
			parts, polar := k.KernelAt(delta)
			want := k.at(delta)
			assert.InDelta(t, want, parts, 1e-5*(1+k.Masses.Polar.Value), "%s at %v", name, delta)
			assert.InDelta(t, want, polar, 1e-5*(1+k.Masses.Polar.Value), "%s at %v", name, delta)
		}
		again, err := Decode(bytes.NewReader(encoded(t, k.Decomposition)))
		require.NoError(t, err, name)
		assert.Equal(t, draws(k.Decomposition), draws(again), name)
		assert.Equal(t, encoded(t, k.Decomposition), encoded(t, again), name)
	}
}

// TestAlgebraMasses: masses follow from those of the kernels, and are those of the parts that are drawn.
func TestAlgebraMasses(t *testing.T) {
	testlong.Slow(t)
	all := algebra(t)
	for name, k := range all {
		at0 := k.at(make([]float64, 3))
		m := k.Masses
		assert.InDelta(t, at0, m.RealPlus.Value-m.RealMinus.Value, m.RealPlus.Err+m.RealMinus.Err+1e-12, name)
		assert.Equal(t, decompose.KindProved, m.Polar.Kind, name)
		by := map[string]float64{}
		for _, p := range append(k.Parts, k.Polar...) {
			by[p.Name()] += p.Mass()
		}
		assert.InDelta(t, m.RealPlus.Value, by["R+"], 1e-9*(1+m.RealPlus.Value), name)
		assert.InDelta(t, m.RealMinus.Value, by["R-"], 1e-9*(1+m.RealMinus.Value), name)
		assert.InDelta(t, 2*m.Imaginary.Value, by["I"], 1e-9*(1+m.Imaginary.Value), name)
		assert.InDelta(t, m.Polar.Value, by["polar"], 1e-9*(1+m.Polar.Value), name)
		assert.False(t, k.Minimal, name)
		assert.NotEmpty(t, k.Why, name)
	}
	shift, late := known(t, "shift", nil).Masses, known(t, "complex", nil).Masses
	assert.InEpsilon(t, shift.Polar.Value*late.Polar.Value, all["imaginary"].Masses.Polar.Value, 1e-12)
	i := (shift.RealPlus.Value+shift.RealMinus.Value)*late.Imaginary.Value +
		shift.Imaginary.Value*(late.RealPlus.Value+late.RealMinus.Value)
	assert.InEpsilon(t, i, all["imaginary"].Masses.Imaginary.Value, 1e-12)
	bell := decomposed(t, &stationary.Tensor{Dim: 2, Blocks: tensortest.Coordinates(2),
		Terms: []stationary.Term{one(onLine(t, "exp(-z^2/2)", ""), onLine(t, "exp(-z)", ""))}})
	disc := decomposed(t, &stationary.Tensor{Dim: 2, Blocks: []stationary.Block{{Dim: 2}},
		Terms: []stationary.Term{times(-2, tensortest.Radial(2, parse(t, "exp(-z)")))}})
	both, err := Product(bell, disc)
	require.NoError(t, err)
	assert.True(t, both.Minimal, both.Why) // of one sign
	assert.InEpsilon(t, 2, both.Masses.RealMinus.Value, 1e-9)
	both, err = Sum(bell, disc)
	require.NoError(t, err)
	assert.False(t, both.Minimal)
	assert.Panics(t, func() { _, _ = Sum(bell, known(t, "shift", nil)) })
}

// TestAlgebraMoments: second moments add up where signs are independent: −Δ(k₁k₂)(0) for even kernels that are smooth.
func TestAlgebraMoments(t *testing.T) {
	bell := decomposed(t, &stationary.Tensor{Dim: 3, Blocks: []stationary.Block{{Dim: 3}},
		Terms: []stationary.Term{one(tensortest.Radial(3, parse(t, "exp(-z^2/2)")))}})
	axis := decomposed(t, &stationary.Tensor{Dim: 3, Blocks: tensortest.Axis(3, []float64{1, 2, -2}),
		Terms: []stationary.Term{one(onLine(t, "exp(-2*z^2)", ""), tensortest.Radial(2, parse(t, "1")))}})
	d, err := Product(bell, axis)
	require.NoError(t, err)
	assert.InEpsilon(t, 3+4, d.Parts[0].SecondMoment(), 1e-6)
	d, err = Sum(bell, axis)
	require.NoError(t, err)
	assert.Len(t, d.Parts, 2) // each with its blocks
	assert.Equal(t, []int{1, 2}, d.Parts[1].Dims())
	odd := known(t, "odd", cases(t)["odd"])
	d, err = Product(odd, odd) // x²e^{−x²}: a bound
	require.NoError(t, err)
	for _, p := range d.Parts {
		assert.GreaterOrEqual(t, p.SecondMoment(), odd.Parts[0].SecondMoment(), p.Name())
	}
}

// TestMeasureFaults: measures of sums and products are read as strictly as others.
func TestMeasureFaults(t *testing.T) {
	testlong.Await(t, 1, 1)
	data := string(encoded(t, algebra(t)["sum of products"].Decomposition))
	for what, change := range map[string]func(m *measureFile){
		"measures of a sum": func(m *measureFile) { m.Sum = m.Sum[:1] },
		"neither terms":     func(m *measureFile) { m.Terms = m.Sum[0].Product[0].Terms },
		"or a product":      func(m *measureFile) { m.Product = m.Sum },
		"nested 8 times": func(m *measureFile) {
			for range 9 {
				m = &m.Sum[0]
				m.Sum, m.Product = []measureFile{{Blocks: m.Blocks}, {}}, nil
			}
		},
		"do not follow":                        func(m *measureFile) { m.Sum[0].Product[0].Terms[0].Coef *= 2 },
		"measure.sum[1].sum[0].terms[0]":       func(m *measureFile) { m.Sum[1].Sum[0].Terms[0].Laws = nil },
		"measure.sum[2].product[0]: 0 terms":   func(m *measureFile) { m.Sum[2].Product[0].Terms = nil },
		"measure.sum[0].product[1].blocks[0]:": func(m *measureFile) { m.Sum[0].Product[1].Blocks[0].Dim = 7 },
	} {
		f := new(file)
		require.NoError(t, document.Decomposition.DecodeStrict([]byte(data), fileFormat, f))
		change(&f.Measure)
		again, err := document.Compact(f)
		require.NoError(t, err)
		_, err = Decode(bytes.NewReader(reseal(t, again)))
		assert.ErrorContains(t, err, what, what)
	}
	s := Given(3, []Sampler{{Mass: 1, Draw: func(omega []float64, _ Source) { clear(omega) }}}, Masses{}, 0,
		decompose.KindProved)
	d, err := Sum(s, known(t, "shift", cases(t)["shift"]))
	require.NoError(t, err)
	var b strings.Builder
	assert.ErrorContains(t, d.Encode(&b), "no file format")
}

// TestGiven: what other packages draw is added and multiplied as any measure: (1 − cos x₁)·exp(−x²/2)… at frequency 1.
func TestGiven(t *testing.T) {
	wave := func(omega []float64, _ Source) { clear(omega); omega[0] = 1 }
	zero := func(omega []float64, _ Source) { clear(omega) }
	m := Mass{Value: 1, Kind: decompose.KindProved}
	none := Mass{Kind: decompose.KindProved}
	s := Given(3, []Sampler{{Mass: 1, Draw: zero}, {Mass: 1, Minus: true, Draw: wave}}, Masses{m, m, none, Mass{Value: 2}}, 0, decompose.KindProved)
	shift := known(t, "shift", cases(t)["shift"])
	d, err := Product(s, shift)
	require.NoError(t, err)
	assert.False(t, d.Minimal)
	delta := points(3)[0]
	want := (1 - math.Cos(delta[0])) * numeric.TensorAt(cases(t)["shift"], delta)
	for _, parts := range [][]*Part{d.Parts, d.Polar} {
		rnd := rand.New(rand.NewPCG(1, 2))
		const draws = 4000
		sum, square := 0.0, 0.0
		omega := make([]float64, 3)
		for range draws {
			v := 0.0
			for _, p := range parts {
				x := p.drawAlone(omega, rnd)
				for c := range omega {
					x += omega[c] * delta[c]
				}
				v += p.Mass() * math.Cos(x)
			}
			sum, square = sum+v, square+v*v
		}
		mean := sum / draws
		assert.LessOrEqual(t, math.Abs(mean-want), 4.5*math.Sqrt((square/draws-mean*mean)/draws))
	}
	assert.True(t, math.IsNaN(d.Parts[0].Wave(delta, 1)))
	assert.True(t, math.IsInf(d.Parts[0].SecondMoment(), 1))
}

// TestZeroFactor: terms with a factor that is 0 are left out, and a kernel that is 0 says so.
func TestZeroFactor(t *testing.T) {
	bell, nothing := onLine(t, "exp(-z^2/2)", ""), onLine(t, "exp(-z)*exp(-z) - exp(-2*z)", "")
	k := &stationary.Tensor{Dim: 2, Blocks: tensortest.Coordinates(2), Terms: []stationary.Term{one(bell, bell),
		times(2, nothing, nothing)}}
	d := decomposed(t, k)
	assert.InEpsilon(t, 1, d.Masses.RealPlus.Value, 1e-9)
	k.Terms = k.Terms[1:]
	_, err := Decompose(t.Context(), k, nil)
	assert.ErrorContains(t, err, "the kernel is zero")
}

// TestLostDigits: frequencies are not added to others of which float64 would keep nothing.
func TestLostDigits(t *testing.T) {
	of := func(even string) *Decomposition {
		return decomposed(t, &stationary.Tensor{Dim: 1, Blocks: tensortest.Coordinates(1), Terms: []stationary.Term{one(onLine(t, even, ""))}})
	}
	for _, c := range []string{"10^11", "10^20", "10^300"} {
		_, err := Product(of("exp(-z)"), of("cos("+c+"*z)"))
		require.ErrorContains(t, err, "of which float64 keeps too few digits", c)
	}
	for _, factors := range [][2]string{{"exp(-z)", "cos(10^9*z)"}, {"exp(-10^20*z)", "cos(10^20*z)"}, {"exp(-z)", "1"}, {"cos(10^300*z)", "1"}} {
		_, err := Product(of(factors[0]), of(factors[1]))
		require.NoError(t, err, factors)
	}
}

// TestAlgebraPhases: waves, which are drawn without noise but for the sign: of products of all pairs of phases.
func TestAlgebraPhases(t *testing.T) {
	wave := func(even, odd string, c int64) algebraic {
		k := &stationary.Tensor{Dim: 1, Blocks: tensortest.Coordinates(1), Terms: []stationary.Term{times(c, onLine(t, even, odd))}}
		return algebraic{decomposed(t, k), func(delta []float64) float64 { return numeric.TensorAt(k, delta) }}
	}
	waves := []algebraic{wave("cos(z)", "", 1), wave("cos(2*z)", "", -1), wave("", "sin(3*z)", 1), wave("", "sin(z)", -1)}
	delta, omega := []float64{0.4}, []float64{0}
	for i, a := range waves {
		for j, b := range waves {
			d, err := Product(a.Decomposition, b.Decomposition)
			require.NoError(t, err)
			for n, parts := range [][]*Part{d.Parts, d.Polar} {
				rnd := rand.New(rand.NewPCG(1, 2))
				const draws = 2000
				sum := 0.0
				for range draws {
					for _, p := range parts {
						phase := p.drawAlone(omega, rnd)
						sum += p.Mass() * math.Cos(omega[0]*delta[0]+phase) / draws
					}
				}
				assert.InDelta(t, a.at(delta)*b.at(delta), sum, 0.09, "%d × %d, representation %d", i, j, n)
			}
		}
	}
}
