package tensor

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"krein/decompose"
	"krein/fourier/stationary"
	"krein/internal/fourier/numeric"
	"krein/internal/fourier/tensortest"
	"krein/internal/kernel/formula"
	"krein/internal/testlong"
	"krein/kernel"
	"krein/kernel/parser"
)

func parse(t testing.TB, source string) *kernel.Kernel {
	if source == "" {
		return nil
	}
	k, err := parser.Parse(source, nil)
	require.NoError(t, err)
	return k
}

func onLine(t testing.TB, even, odd string) *stationary.Factor {
	return tensortest.Line(parse(t, even), parse(t, odd))
}

func one(factors ...*stationary.Factor) stationary.Term { return times(1, factors...) }

func times(c int64, factors ...*stationary.Factor) stationary.Term {
	return stationary.Term{Coef: formula.Int(c), Factors: factors}
}

func repeat(f *stationary.Factor, n int) []*stationary.Factor {
	out := make([]*stationary.Factor, n)
	for i := range out {
		out[i] = f
	}
	return out
}

// cases are kernels of every kind.
func cases(t testing.TB) map[string]*stationary.Tensor {
	shift := onLine(t, "exp(-(z^2+1)/2)*cosh(z)", "-exp(-(z^2+1)/2)*sinh(z)")
	gauss := parse(t, "exp(-z^2/2)")
	signed := onLine(t, "2*exp(-z)-exp(-z/3)", "")
	late := onLine(t, "z*exp(-z)/2", "z*exp(-z)/2") // t e^{−t} for t > 0
	bell := tensortest.Line(gauss, nil)
	a := []float64{1, 2, -2}
	plane := []stationary.Block{{Dim: 2, From: 0}, {Dim: 1, From: 2}}
	all := map[string]*stationary.Tensor{
		"shift":    {Dim: 3, Blocks: tensortest.Axis(3, a), Terms: []stationary.Term{one(shift, tensortest.Radial(2, gauss))}},
		"odd":      {Dim: 1, Blocks: tensortest.Coordinates(1), Terms: []stationary.Term{one(onLine(t, "", "z*exp(-z^2/2)"))}},
		"negative": {Dim: 1, Blocks: tensortest.Coordinates(1), Terms: []stationary.Term{times(-2, late)}},
		"signs":    {Dim: 3, Blocks: tensortest.Coordinates(3), Terms: []stationary.Term{times(-1, repeat(signed, 3)...)}},
		"complex":  {Dim: 3, Blocks: tensortest.Coordinates(3), Terms: []stationary.Term{one(late, late, signed)}},
		"mapped": {Dim: 3, Map: [][]float64{{1, 0.5, 0}, {0, 2, -1}, {0.25, 0, 1}}, Blocks: plane,
			Terms: []stationary.Term{one(tensortest.Radial(2, gauss), late)}},
		"plane": {Dim: 3, Blocks: plane, Terms: []stationary.Term{
			times(-3, tensortest.Radial(2, parse(t, "exp(-z^2/2)-exp(-z^2)/2+1/10")), late)}},
		"merged": {Dim: 2, Blocks: tensortest.Axis(2, []float64{3, 4}),
			Terms: []stationary.Term{one(shift, bell), times(2, late, bell)}},
		"sum": {Dim: 2, Blocks: tensortest.Coordinates(2), Terms: []stationary.Term{one(late, bell), times(-1, bell, late)}},
		"atoms": {Dim: 2, Blocks: tensortest.Axis(2, []float64{1, 1}),
			Terms: []stationary.Term{one(onLine(t, "cos(2*z)", "sin(3*z)"), onLine(t, "exp(-z)", ""))}},
		"sine": {Dim: 2, Blocks: tensortest.Coordinates(2),
			Terms: []stationary.Term{one(onLine(t, "exp(-z)", "z < 1 ? z*(1-z)^2 : 0"), late)}},
	}
	if testlong.Turn(1, 7) {
		all["half"] = &stationary.Tensor{Dim: 1, Blocks: tensortest.Coordinates(1),
			Terms: []stationary.Term{one(onLine(t, "z < 1 ? 1-z : 0", "z < 1 ? z*(1-z) : 0"))}}
	}
	return all
}

func decomposed(t testing.TB, k *stationary.Tensor) *Decomposition {
	t.Helper()
	d, err := Decompose(context.Background(), k, nil)
	require.NoError(t, err)
	return d
}

var memo = map[string]*Decomposition{}

// known is decomposed, once for each case.
func known(t testing.TB, name string, k *stationary.Tensor) *Decomposition {
	t.Helper()
	if memo[name] == nil {
		memo[name] = decomposed(t, k)
	}
	return memo[name]
}

// points are differences and their opposites.
func points(dim int) (out [][]float64) {
	rnd := rand.New(rand.NewPCG(7, uint64(dim)))
	for range 2 {
		a, b := make([]float64, dim), make([]float64, dim)
		for i := range a {
			a[i] = rnd.NormFloat64() / math.Sqrt(float64(dim)) * 1.5
			b[i] = -a[i]
		}
		out = append(out, a, b)
	}
	return out
}

// TestUnbiased: the mean of what is drawn is k(Δ), and so is that of the antisymmetric part.
func TestUnbiased(t *testing.T) {
	testlong.Slow(t)
	for name, k := range cases(t) {
		d := known(t, name, k)
		assert.Less(t, d.Bias, 1e-6, name)
		const draws = 4000
		at := points(k.Dim)
		for i, parts := range [][]*Part{d.Parts, d.Polar} {
			rnd := rand.New(rand.NewPCG(1, uint64(i)))
			sum, square := make([]float64, len(at)), make([]float64, len(at))
			anti, antiSquare := make([]float64, len(at)), make([]float64, len(at))
			omega := make([]float64, k.Dim)
			u := make([]float64, len(k.Blocks))
			for range draws {
				v := make([]float64, len(at))
				for _, p := range parts {
					for b := range u {
						u[b] = rnd.Float64()
					}
					phase := p.Draw(omega, u, rnd)
					for j, delta := range at {
						x := phase
						for c := range omega {
							x += omega[c] * delta[c]
						}
						v[j] += p.Mass() * math.Cos(x)
					}
				}
				for j := range at {
					sum[j] += v[j]
					square[j] += v[j] * v[j]
					a := v[j] - v[j^1]
					anti[j] += a
					antiSquare[j] += a * a
				}
			}
			check := func(what string, want, sum, square float64) {
				mean := sum / draws
				dev := math.Sqrt(math.Max(square/draws-mean*mean, 0)/draws) + 1e-9
				assert.LessOrEqual(t, math.Abs(mean-want), 4.5*dev, "%s, representation %d, %s: %v for %v", name, i,
					what, mean, want)
			}
			for j, delta := range at {
				want := numeric.TensorAt(k, delta)
				check(fmt.Sprint("k at ", delta), want, sum[j], square[j])
				check(fmt.Sprint("k(Δ)-k(−Δ) at ", delta), want-numeric.TensorAt(k, at[j^1]), anti[j], antiSquare[j])
			}
		}
	}
}

// TestKernelAt: both representations are the kernel, and their second moments those that are drawn.
func TestKernelAt(t *testing.T) {
	testlong.Slow(t)
	for name, k := range cases(t) {
		d := known(t, name, k)
		for _, delta := range points(k.Dim) {
			parts, polar := d.KernelAt(delta)
			want := numeric.TensorAt(k, delta)
			assert.InDelta(t, want, parts, 2e-6, "%s at %v", name, delta)
			assert.InDelta(t, want, polar, 2e-6, "%s at %v", name, delta)
		}
	}
}

// TestWave: E cos 2(⟨ω,Δ⟩+θ) is what draws have on average.
func TestWave(t *testing.T) {
	testlong.Slow(t)
	for name, k := range cases(t) {
		d := known(t, name, k)
		delta := points(k.Dim)[0]
		rnd := rand.New(rand.NewPCG(3, 4))
		for _, p := range append(d.Parts, d.Polar...) {
			const draws = 4000
			sum, square := 0.0, 0.0
			omega, u := make([]float64, k.Dim), make([]float64, len(k.Blocks))
			for range draws {
				for b := range u {
					u[b] = rnd.Float64()
				}
				x := p.Draw(omega, u, rnd)
				for c := range omega {
					x += omega[c] * delta[c]
				}
				v := math.Cos(2 * x)
				sum += v
				square += v * v
			}
			mean := sum / draws
			dev := math.Sqrt(math.Max(square/draws-mean*mean, 0)/draws) + 1e-6
			assert.LessOrEqual(t, math.Abs(mean-p.Wave(delta, 2)), 4.5*dev, "%s %s", name, p.Name())
		}
	}
}

// TestMasses: exact ones.
func TestMasses(t *testing.T) {
	near := func(want float64, m Mass, name string) {
		t.Helper()
		assert.InDelta(t, want, m.Value, m.Err, name)
		assert.LessOrEqual(t, m.Err, 1e-9*want+1e-14, name)
		assert.Equal(t, decompose.KindProved, m.Kind, name)
	}
	all := cases(t)
	d := known(t, "shift", all["shift"])
	near(1, d.Masses.Polar, "shift")
	assert.True(t, d.Minimal)
	// t e^{−t}: ‖p_R⁺‖ = ‖p_R⁻‖ = ‖p_I⁺‖ = 1/2π
	d = known(t, "negative", all["negative"])
	near(1/math.Pi, d.Masses.RealPlus, "negative")
	near(1/math.Pi, d.Masses.RealMinus, "negative")
	near(1/math.Pi, d.Masses.Imaginary, "negative")
	near(1, d.Masses.Polar, "negative")
	// the parts of a product by parity
	line := decomposed(t, &stationary.Tensor{Dim: 1, Blocks: tensortest.Coordinates(1),
		Terms: []stationary.Term{one(all["signs"].Terms[0].Factors[0])}})
	a, b := line.Masses.RealPlus.Value, line.Masses.RealMinus.Value
	d = known(t, "signs", all["signs"])
	near(b*b*b+3*a*a*b, d.Masses.RealPlus, "signs")
	near(a*a*a+3*a*b*b, d.Masses.RealMinus, "signs")
	near((a+b)*(a+b)*(a+b), d.Masses.Polar, "signs")
	assert.True(t, d.Minimal)
	d = known(t, "complex", all["complex"])
	assert.False(t, d.Minimal)
	assert.Contains(t, d.Why, "2 factors")
	assert.False(t, decomposed(t, all["sum"]).Minimal)
	d = known(t, "merged", all["merged"])
	assert.True(t, d.Minimal)
	assert.Len(t, d.terms, 1)
	// testdata/gen/sine_masses.py
	if k := all["half"]; k != nil {
		near((0.349269986826222+0.0309601006424312)/2, known(t, "half", k).Masses.Imaginary, "half")
	}
	d = known(t, "odd", all["odd"]) // p_I = −ω e^{−ω²/2}/√(2π)
	near(1/math.Sqrt(2*math.Pi), d.Masses.Imaginary, "odd")
	near(2/math.Sqrt(2*math.Pi), d.Masses.Polar, "odd")
	assert.Len(t, d.Parts, 1)
}

// TestSecondMoment: −k″(0) for kernels that are smooth at 0, and products by the parts of their factors.
func TestSecondMoment(t *testing.T) {
	all := cases(t)
	laplacian := func(d *Decomposition) (sum float64) { // −Δk(0), by R+ and R-
		for _, p := range d.Parts {
			switch p.Name() {
			case "R+":
				sum += p.Mass() * p.SecondMoment()
			case "R-":
				sum -= p.Mass() * p.SecondMoment()
			}
		}
		return sum
	}
	d := known(t, "shift", all["shift"])
	assert.InDelta(t, 2*math.Exp(-0.5), laplacian(d), 1e-6)
	assert.InDelta(t, 3, d.Polar[0].SecondMoment(), 1e-6) // |μ| is the standard Gaussian
	assert.True(t, math.IsInf(known(t, "negative", all["negative"]).Polar[0].SecondMoment(), 1))
	// exp(−(x²+xy+y²)) has −Δk(0) = 4, in one block or on lines
	bell := onLine(t, "exp(-z^2)", "")
	form := &stationary.Tensor{Dim: 2, Map: [][]float64{{1, 0.5}, {0, math.Sqrt(0.75)}}, Blocks: tensortest.Axis(2, []float64{3, 4}),
		Terms: []stationary.Term{one(bell, bell)}}
	assert.InDelta(t, 4, laplacian(decomposed(t, form)), 1e-6)
	smooth := onLine(t, "(1+z)*exp(-z)-3*exp(-z^2/2)*cos(2*z)", "")
	k := &stationary.Tensor{Dim: 3, Blocks: tensortest.Coordinates(3), Terms: []stationary.Term{times(-2, smooth, smooth, smooth)}}
	// −2·3·f(0)²·(−f″(0)), f(0) = −2, −f″(0) = 1 − 3·(1+4)
	assert.InDelta(t, -2*3*4*(1-15.0), laplacian(decomposed(t, k)), 1e-3)
}

// TestNotCovered: what has no finite measure, or none that is found.
func TestNotCovered(t *testing.T) {
	for _, f := range [][2]string{{"", "exp(-z)"}, {"z < 1 ? 1 : 0", "z*exp(-z)"}, {"", "z < 1 ? z : 0"}} {
		k := &stationary.Tensor{Dim: 1, Blocks: tensortest.Coordinates(1), Terms: []stationary.Term{one(onLine(t, f[0], f[1]))}}
		_, err := Decompose(context.Background(), k, nil)
		assert.Error(t, err, "%v", f)
	}
}

// TestManyFactors: 1000 factors that are not positive definite, and masses that grow and shrink with the dimension.
func TestManyFactors(t *testing.T) {
	const dim = 1000
	f := onLine(t, "(1001*exp(-z^2/2)-exp(-2*z^2))/1000", "")
	k := &stationary.Tensor{Dim: dim, Blocks: tensortest.Coordinates(dim), Terms: []stationary.Term{one(repeat(f, dim)...)}}
	d := decomposed(t, k)
	p := decomposed(t, &stationary.Tensor{Dim: 1, Blocks: tensortest.Coordinates(1), Terms: []stationary.Term{one(f)}})
	a, b := p.Masses.RealPlus.Value, p.Masses.RealMinus.Value
	assert.InEpsilon(t, (math.Exp(dim*math.Log1p(a+b-1))+math.Exp(dim*math.Log1p(a-b-1)))/2, d.Masses.RealPlus.Value, 1e-9)
	assert.InEpsilon(t, (math.Exp(dim*math.Log1p(a+b-1))-math.Exp(dim*math.Log1p(a-b-1)))/2,
		d.Masses.RealMinus.Value, 1e-9)
	omega, u := make([]float64, dim), make([]float64, dim)
	rnd := rand.New(rand.NewPCG(5, 6))
	for b := range u {
		u[b] = rnd.Float64()
	}
	for _, part := range d.Parts {
		part.Draw(omega, u, rnd)
		for _, w := range omega {
			require.False(t, math.IsNaN(w) || math.IsInf(w, 0))
		}
	}
}

// TestComplement: the coordinates across the axis are orthogonal to it, of the right length, and in every direction.
func TestComplement(t *testing.T) {
	blocks := []stationary.Block{
		{Dim: 1, Basis: [][]float64{{0.6, 0, 0, 0.8, 0}}}, {Dim: 1, From: 2}, {Dim: 3, Complement: true},
	}
	s := newSpace(5, blocks, nil)
	rnd := rand.New(rand.NewPCG(1, 2))
	var cov [5][5]float64
	const draws = 20000
	for range draws {
		omega := make([]float64, 5)
		w := s.writer(omega)
		w.write(0, 0, rnd)
		w.write(1, 0, rnd)
		w.write(2, math.Sqrt(3), rnd)
		w.finish()
		assert.InDelta(t, 0, 0.6*omega[0]+0.8*omega[3], 1e-14)
		assert.InDelta(t, 0, omega[2], 1e-14)
		for i := range omega {
			for j := range omega {
				cov[i][j] += omega[i] * omega[j] / draws
			}
		}
	}
	want := [5][5]float64{{0.64, 0, 0, -0.48, 0}, {0, 1, 0, 0, 0}, {}, {-0.48, 0, 0, 0.36, 0}, {0, 0, 0, 0, 1}}
	for i := range want {
		for j := range want {
			assert.InDelta(t, want[i][j], cov[i][j], 0.04)
		}
	}
}

// A measure represents no function without a value somewhere, or with one of its own at a single distance: such factors,
// which package line would integrate, are refused, even halves and odd ones.
func TestFactorsWithGaps(t *testing.T) {
	for _, f := range []string{"z*exp(-z)+0/(z-1)", "z*exp(-z)*(z == 1 ? 2 : 1)", "z*exp(-z)+0*tan(z)"} {
		for _, factor := range []*stationary.Factor{onLine(t, f, ""), onLine(t, "exp(-z)", f)} {
			_, err := Decompose(t.Context(), &stationary.Tensor{Dim: 1, Blocks: tensortest.Coordinates(1), Terms: []stationary.Term{one(factor)}}, nil)
			assert.ErrorContains(t, err, "the factor", f)
		}
	}
	_, err := Decompose(t.Context(), &stationary.Tensor{Dim: 1, Blocks: tensortest.Coordinates(1),
		Terms: []stationary.Term{one(onLine(t, "z == 0 ? 2 : exp(-z)", ""))}}, nil)
	assert.ErrorContains(t, err, "z = 0")
}

// TestLostPart: a half of a factor whose density is not told from 0 anywhere is no half that is 0: what it may have counts,
// and where that has no bound nothing is said.
func TestLostPart(t *testing.T) {
	ctx := t.Context()
	line := func(even, odd string) *stationary.Tensor {
		return &stationary.Tensor{Dim: 1, Blocks: tensortest.Coordinates(1), Terms: []stationary.Term{one(onLine(t, even, odd))}}
	}
	const huge = "exp(-z^2)*sinh(1000*z)" // e^250000 is no float64
	for name, k := range map[string]*stationary.Tensor{
		"odd":  line("exp(-z^2)", huge),
		"even": line("exp(-z^2)*cosh(1000*z)", "z*exp(-z^2)"),
		"both": line("exp(-z^2)*cosh(1000*z)", huge),
	} {
		d, err := Decompose(ctx, k, nil)
		require.Error(t, err, "%s: bias %v", name, d)
		require.NotErrorIs(t, err, ErrZero, name)
	}
	_, err := Decompose(ctx, line("", huge), nil)
	require.ErrorIs(t, err, errNoMass)
	_, err = Decompose(ctx, line("", "exp(-z^2)*sinh(0*z)"), nil)
	require.ErrorIs(t, err, ErrZero)
	d, err := Decompose(ctx, line("exp(-z^2)", "z*exp(-z^2)*1e-40"), nil)
	require.NoError(t, err)
	require.Less(t, d.Bias, 1e-13, "what is small is bounded")
}
