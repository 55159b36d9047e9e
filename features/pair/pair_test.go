package pair

import (
	"fmt"
	"math"
	"runtime"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"gonum.org/v1/gonum/blas/blas32"
	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"
	"gonum.org/v1/gonum/stat"

	"krein/features"
	"krein/internal/testlong"
)

// estimate returns k̂(Δ), from x and y with x − y = Δ.
func estimate(t testing.TB, p *Pair, delta []float64) (sum float64) {
	t.Helper()
	x, y := make([]float64, len(delta)), make([]float64, len(delta))
	for j, v := range delta {
		y[j] = 0.25 * float64(j%3)
		x[j] = y[j] + v
	}
	phi, err := p.Left().TransformRow(nil, x)
	require.NoError(t, err)
	psi, err := p.Right().TransformRow(nil, y)
	require.NoError(t, err)
	for j, s := range p.Signature() {
		sum += s * phi[j] * psi[j]
	}
	return sum
}

// zscore returns that of the mean of values, want being their mean.
func zscore(values []float64, want float64) float64 {
	m, sd := stat.MeanStdDev(values, nil)
	return (m - want) / (sd/math.Sqrt(float64(len(values))) + 1e-5*math.Abs(want))
}

func negative(v []float64) []float64 { return floats.ScaleTo(make([]float64, len(v)), -1, v) }

const (
	dim   = 3
	sigma = 0.7
)

var delta = []float64{0.9, -0.1, 0.6}

// scores returns the z-scores of k̂(Δ) and of k̂(Δ) − k̂(−Δ) over seeds.
func scores(t *testing.T, parts *Parts, opt Options, seeds int, kernel func([]float64) float64) (sym, anti float64) {
	var values, odd []float64
	for seed := range seeds {
		opt.Seed = uint64(seed)
		p, err := New(parts, &opt)
		require.NoError(t, err)
		v, w := estimate(t, p, delta), estimate(t, p, negative(delta))
		values, odd = append(values, v), append(odd, v-w)
	}
	k, back := kernel(delta), kernel(negative(delta))
	return zscore(values, k), zscore(odd, k-back)
}

// The estimates of all three kernels of the paper, and of their antisymmetric parts, have the right
// means under every coupling and budget, by polar parts and by four.
func TestUnbiased(t *testing.T) {
	for at, k := range papers(dim, 1.2, sigma, 1.1) {
		taylor, err := TaylorAt0(k.kernel, dim, 1)
		require.NoError(t, err)
		for i, opt := range []Options{
			{Columns: 14}, {Columns: 14, Coupling: Across}, {Columns: 14, Coupling: Joint},
			{Columns: 17, Coupling: Across, Exact: taylor},
			{Columns: 17, Coupling: Joint, Exact: taylor, Budget: features.BudgetProportional},
		} {
			for name, parts := range map[string]*Parts{"polar": k.Polar, "jordan": k.Jordan} {
				if i == 1 && name == "polar" || !testlong.Turn(at+i+len(name)/6, 2) {
					continue // Exact has it too, or another day
				}
				seeds := 1000
				if !testlong.Enabled() && (i == 0 || i == 2) == (name == "polar") {
					seeds = 250
				}
				sym, anti := scores(t, parts, opt, seeds, k.kernel)
				assert.Less(t, math.Abs(sym), 4.2, "%s %s %v", k.name, name, opt.Coupling)
				assert.Less(t, math.Abs(anti), 4.2, "%s %s %v, antisymmetric", k.name, name, opt.Coupling)
			}
		}
	}
}

// flipped has the opposite phase.
type flipped struct{ Part }

func (f flipped) Draw(omega, u []float64, rnd Source) float64 { return -f.Part.Draw(omega, u, rnd) }

// A sign error in μ_I is seen.
func TestImaginarySign(t *testing.T) {
	testlong.Slow(t)
	for _, k := range papers(dim, 1.2, sigma, 1.1) {
		parts := &Parts{Dim: k.Jordan.Dim, Constant: k.Jordan.Constant}
		for _, part := range k.Jordan.Parts {
			parts.Parts = append(parts.Parts, flipped{part}) // which is nothing to μ_R
		}
		_, anti := scores(t, parts, Options{Columns: 24}, 1000, k.kernel)
		assert.Greater(t, math.Abs(anti), 20.0, k.name)
	}
}

// What Choose lists first has about the variance that it says, and New takes it for Auto; that of
// independent frequencies is the exact one.
func TestChoose(t *testing.T) {
	testlong.Slow(t)
	const d, s = 6, 2.0
	k := papers(d, 0.8, s, 0.6)[1]
	taylor, err := TaylorAt0(k.kernel, d, 1)
	require.NoError(t, err)
	opt := Options{Columns: 72, Coupling: Auto, Exact: taylor, Displacements: [][]float64{
		{1, 0, 0.5, 0, 0, 0.2}, {-0.3, 0.4, 0, -1, 0.1, 0}, {0.6, 0.6, 0.5, 0.1, 0.9, 0.3}}}
	choices, err := Choose(t.Context(), k.Polar, &opt)
	require.NoError(t, err)
	require.Len(t, choices, 6)
	best := choices[0]
	assert.NotNil(t, best.Options.Exact)
	var total float64
	for _, delta := range opt.Displacements {
		var values []float64
		for seed := range 200 {
			opt.Seed = uint64(seed)
			to := best.Options
			to.Seed = uint64(seed)
			p, err := New(k.Polar, &to)
			require.NoError(t, err)
			values = append(values, estimate(t, p, delta))
		}
		total += stat.Variance(values, nil) / 3
	}
	assert.InEpsilon(t, total, best.Variance, 0.4)
	p, err := New(k.Polar, &opt)
	require.NoError(t, err)
	assert.NotEqual(t, Auto, p.Options().Coupling)
	for _, c := range choices {
		if c.Options.Coupling == IID && c.Options.Exact == nil {
			assert.Zero(t, c.SE)
			assert.Greater(t, c.Variance, 5*best.Variance)
		}
	}
}

// The same seed gives the same bits whatever GOMAXPROCS; float32 is near.
func TestBits(t *testing.T) {
	testlong.Await(t, 1, 2)
	k := papers(dim, 1.2, sigma, 1.1)[0]
	taylor, err := TaylorAt0(k.kernel, dim, 1)
	require.NoError(t, err)
	x := mat.NewDense(300, dim, nil)
	for i := range 300 {
		for j := range dim {
			x.Set(i, j, math.Sin(float64(i*dim+j)))
		}
	}
	opt := &Options{Columns: 61, Coupling: Auto, Budget: features.BudgetVariance, Exact: taylor,
		Displacements: SampleDisplacements(x, x, 2, 1), Seed: 7}
	run := func() *mat.Dense {
		p, err := New(k.Jordan, opt)
		require.NoError(t, err)
		phi, err := p.Concatenation().Transform(nil, x)
		require.NoError(t, err)
		return phi
	}
	want := run()
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(3))
	assert.Equal(t, want, run())

	p, err := New(k.Jordan, opt)
	require.NoError(t, err)
	for _, m := range []*features.Map{p.Left(), p.Right()} {
		phi, err := m.Transform(nil, x)
		require.NoError(t, err)
		in := blas32.General{Rows: 300, Cols: dim, Stride: dim}
		for _, v := range x.RawMatrix().Data {
			in.Data = append(in.Data, float32(v))
		}
		out := blas32.General{Rows: 300, Cols: m.Columns(), Stride: m.Columns(), Data: make([]float32, 300*m.Columns())}
		require.NoError(t, m.Transform32(out, in))
		for i, v := range phi.RawMatrix().Data {
			require.InDelta(t, v, float64(out.Data[i]), 1e-5*(1+math.Abs(v)))
		}
	}
}

// Columns stand where the documentation says.
func TestColumns(t *testing.T) {
	k := papers(dim, 1.2, sigma, 1.1)[0]
	parts := &Parts{Dim: dim, Parts: k.Jordan.Parts, Constant: -0.25}
	p, err := New(parts, &Options{Columns: 12})
	require.NoError(t, err)
	assert.Equal(t, []int{2, 2, 2}, p.Counts())
	assert.Equal(t, []float64{-1, 1, 1, 1, 1, -1, -1, -1, -1, 1, 1, 1, 1}, p.Signature())
	assert.False(t, p.Symmetric())
	x := []float64{0.3, -0.5, 1.1}
	phi, err := p.Left().TransformRow(nil, x)
	require.NoError(t, err)
	psi, err := p.Right().TransformRow(nil, x)
	require.NoError(t, err)
	assert.Equal(t, 0.5, phi[0])
	assert.Equal(t, 0.5, psi[0])
	omega, phase := p.Frequencies()
	for i := range 6 {
		level := math.Sqrt(parts.Parts[i/2].Mass() / 2)
		a := floats.Dot(omega.RawRowView(i), x)
		at := phase[i]
		if at == math.Pi {
			at = 0
		}
		assert.InDelta(t, level*math.Cos(a+at), phi[1+2*i], 1e-13)
		assert.InDelta(t, level*math.Sin(a+at), phi[2+2*i], 1e-13)
		assert.InDelta(t, level*math.Cos(a), psi[1+2*i], 1e-13)
		assert.InDelta(t, level*math.Sin(a), psi[2+2*i], 1e-13)
	}
	w := p.Written()
	assert.Equal(t, -0.25, w.Constant)
	for i := range w.Sign {
		a := floats.Dot(w.Omega[i*dim:][:dim], x)
		assert.InDelta(t, w.Amplitude[i]*math.Cos(a+w.Phase[i]), phi[1+2*i], 1e-13)
		assert.InDelta(t, w.Amplitude[i]*math.Sin(a), psi[2+2*i], 1e-13)
		assert.Equal(t, w.Sign[i], p.Signature()[1+2*i])
	}
	both, err := p.Concatenation().Transform(nil, mat.NewDense(1, dim, x))
	require.NoError(t, err)
	assert.Equal(t, append(append([]float64{}, phi...), psi[9:]...), both.RawRowView(0))
	assert.False(t, p.Padded(p.Concatenation().Columns()).Symmetric())

	parts.Parts = parts.Parts[:1]
	p, err = New(parts, &Options{Columns: 12})
	require.NoError(t, err)
	assert.True(t, p.Symmetric())
	assert.Equal(t, p.Left().Columns(), p.Concatenation().Columns())
	assert.True(t, p.Padded(20).Symmetric())
}

// Opposite uniform numbers have opposite frequencies with opposite phases, in which cosines are the same:
// antithetic frequencies say the same again.
func TestAntithetic(t *testing.T) {
	for _, k := range papers(1, 1.2, sigma, 1.1) {
		part := k.Polar.Parts[0]
		var omega, back [1]float64
		for _, u := range []float64{0.1, 0.35, 0.49} {
			phase := part.Draw(omega[:], []float64{u}, nil)
			opposite := part.Draw(back[:], []float64{1 - u}, nil)
			assert.InDelta(t, -omega[0], back[0], 1e-13)
			assert.InDelta(t, math.Cos(0.4*omega[0]+phase), math.Cos(0.4*back[0]+opposite), 1e-13)
			assert.Less(t, omega[0], 0.0)
		}
	}
}

// With exact low orders the error is of the third order.
func TestExactOrders(t *testing.T) {
	testlong.Slow(t)
	k := papers(dim, 1.2, sigma, 1.1)[2]
	taylor, err := TaylorAt0(k.kernel, dim, 1)
	require.NoError(t, err)
	assert.InDelta(t, 1, taylor.Value, 1e-15)
	for i := range dim {
		b := 1.1 / math.Sqrt(dim)
		assert.InDelta(t, b, taylor.Gradient[i], 1e-10)
		for j := range dim {
			want := b * b
			if i == j {
				want -= 1 / (sigma * sigma)
			}
			assert.InDelta(t, want, taylor.Hessian.At(i, j), 1e-8)
		}
	}
	p, err := New(k.Jordan, &Options{Columns: 101, Coupling: Joint, Exact: taylor})
	require.NoError(t, err)
	at := func(scale float64) float64 {
		v := floats.ScaleTo(make([]float64, dim), scale, delta)
		return math.Abs(estimate(t, p, v) - k.kernel(v))
	}
	assert.Less(t, at(1e-2), 1e-5)
	assert.InDelta(t, 1000, at(0.05)/at(0.005), 300)

	_, err = TaylorAt0(func(v []float64) float64 { return math.Exp(-floats.Norm(v, 2)) }, dim, 1)
	assert.ErrorIs(t, err, errRough)
	_, err = TaylorAt0(func(v []float64) float64 { s := floats.Norm(v, 1); return math.Exp(-s * s) }, dim, 1)
	assert.ErrorIs(t, err, errRough) // smooth on every line through 0
	_, err = TaylorAt0(k.kernel, 0, 1)
	assert.Error(t, err)
}

// Frequencies drawn elsewhere are composed to the same pair.
func TestCompose(t *testing.T) {
	parts := papers(dim, 1.2, sigma, 1.1)[0].Jordan
	want, err := New(parts, &Options{Columns: 12})
	require.NoError(t, err)
	omega, phase := want.Frequencies()
	var groups []Group
	for i, part := range parts.Parts {
		groups = append(groups, Group{part.Mass(), omega.RawMatrix().Data[i*2*dim:][:2*dim], phase[2*i:][:2]})
	}
	got := Compose(dim, groups)
	assert.Equal(t, estimate(t, want, delta), estimate(t, got, delta))
	assert.Panics(t, func() { Compose(dim, []Group{{1, []float64{1}, []float64{0}}}) })
}

func TestShare(t *testing.T) {
	testlong.Slow(t)
	parts := papers(dim, 1.2, sigma, 1.1)[0].Jordan.Parts
	assert.Equal(t, []int{6, 2, 2}, share(10, []float64{1, 0.25, 0.25}, parts))
	assert.Equal(t, []int{4, 3, 3}, share(10, []float64{0, 0, 0}, parts))
}

// heavy has no finite mass.
type heavy struct{ Part }

func (heavy) Mass() float64 { return math.Inf(1) }

func TestErrors(t *testing.T) {
	good := papers(dim, 1.2, sigma, 1.1)[0].Jordan
	for i, e := range []struct {
		parts *Parts
		opt   *Options
	}{
		{&Parts{}, nil},
		{&Parts{Dim: 2, Constant: math.NaN()}, nil},
		{&Parts{Dim: 2, Parts: good.Parts}, nil},
		{&Parts{Dim: dim, Parts: []Part{heavy{good.Parts[0]}}}, nil},
		{good, &Options{Columns: 5}},
		{good, &Options{Columns: -1}},
		{good, &Options{Coupling: 9}},
		{good, &Options{Coupling: Auto}},
		{good, &Options{Budget: 9}},
		{good, &Options{Budget: features.BudgetVariance}},
		{good, &Options{Exact: &Taylor{}}},
		{good, &Options{Displacements: [][]float64{{1}}}},
	} {
		_, err := New(e.parts, e.opt)
		assert.Error(t, err, "%d", i)
	}
	var c Coupling
	require.NoError(t, c.UnmarshalText([]byte("joint")))
	assert.Equal(t, "joint", fmt.Sprint(c))
	assert.Error(t, c.UnmarshalText([]byte("gorf")))
	p, err := New(&Parts{Dim: 2, Constant: 3}, nil)
	require.NoError(t, err)
	assert.Equal(t, 1, p.Left().Columns())
}
