package radial

import (
	"math"
	"runtime"
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"gonum.org/v1/gonum/mat"

	"krein/decompose"
	"krein/features"
)

// The columns are what the documentation says, and both readings give the same kernel.
func TestColumns(t *testing.T) {
	dec := twoChis(1.5, 0.5)
	dec.Plus.Origin, dec.Minus.Origin = 0.25, 0.75
	opt := &features.Options{Columns: 16, Budget: features.BudgetProportional, Seed: 5}
	m, err := features.New(New(dec), opt)
	require.NoError(t, err)
	plus, minus := m.Counts()
	assert.Equal(t, [2]int{6, 2}, [2]int{plus, minus})
	x := data(3, 3, 1)
	phi, err := m.Transform(nil, x)
	require.NoError(t, err)
	_, columns := phi.Dims()
	assert.Equal(t, 17, columns)
	assert.Equal(t, columns, m.Columns())
	sign := m.Signature()
	require.Len(t, sign, columns)
	assert.Equal(t, -1.0, sign[0])
	assert.InDelta(t, math.Sqrt(0.5), phi.At(2, 0), 1e-15)
	w, v := m.Frequencies()
	col := 1
	for p, freq := range []*mat.Dense{w, v} {
		n, _ := freq.Dims()
		amp := math.Sqrt([]float64{1.5, 0.5}[p] / float64(n))
		for i := range n {
			dot := mat.Dot(freq.RowView(i), x.RowView(2))
			assert.InDelta(t, amp*math.Cos(dot), phi.At(2, col), 1e-14)
			assert.InDelta(t, amp*math.Sin(dot), phi.At(2, col+1), 1e-14)
			for range 2 {
				assert.Equal(t, []float64{1, -1}[p], sign[col])
				col++
			}
		}
	}
	z, err := m.ComplexTransform(nil, x)
	require.NoError(t, err)
	for i := range 3 {
		for j := range 3 {
			real, cplx := 0.0, complex(0, 0)
			for c, s := range sign {
				real += s * phi.At(i, c) * phi.At(j, c)
				cplx += z.At(i, c) * z.At(j, c)
			}
			assert.InDelta(t, real, cmplxReal(cplx), 1e-14)
			assert.InDelta(t, 0, imag(cplx), 1e-14)
		}
	}
	// The frequencies are a copy.
	w.Set(0, 0, 1e9)
	again, err := m.Transform(nil, x)
	require.NoError(t, err)
	assert.True(t, mat.Equal(phi, again))
}

func cmplxReal(z complex128) float64 { return real(z) }

func TestSameSeedSameBits(t *testing.T) {
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(0))
	dec := deltaGaussian(70, 1, 4)
	x := data(300, 70, 2)
	for c := features.IID; c <= features.Structured; c++ {
		opt := &features.Options{Columns: 600, Coupling: c, Radii: features.RadiiStratified, Seed: 9}
		var want *mat.Dense
		for _, procs := range []int{1, 2, 5} {
			runtime.GOMAXPROCS(procs)
			m, err := features.New(New(dec), opt)
			require.NoError(t, err)
			phi, err := m.Transform(nil, x)
			require.NoError(t, err)
			if want == nil {
				want = phi
			}
			require.True(t, mat.Equal(want, phi), "%v, GOMAXPROCS %d", c, procs)
			for _, i := range []int{0, 63, 64, 299} {
				row, err := m.TransformRow(nil, x.RawRowView(i))
				require.NoError(t, err)
				require.True(t, slices.Equal(want.RawRowView(i), row), "row %d alone", i)
			}
			part, err := m.Transform(nil, x.Slice(100, 130, 0, 70))
			require.NoError(t, err)
			require.True(t, mat.Equal(want.Slice(100, 130, 0, m.Columns()), part), "some rows")
		}
		other, err := features.New(New(dec), &features.Options{Columns: 600, Coupling: c, Radii: features.RadiiStratified, Seed: 10})
		require.NoError(t, err)
		phi, err := other.Transform(nil, x)
		require.NoError(t, err)
		assert.False(t, mat.EqualApprox(want, phi, 0.01), "another seed")
	}
}

func TestTransformDst(t *testing.T) {
	m, err := features.New(New(twoChis(1, 1)), &features.Options{Columns: 12})
	require.NoError(t, err)
	x := data(4, 3, 3)
	want, err := m.Transform(nil, x)
	require.NoError(t, err)
	big := mat.NewDense(10, 20, nil)
	view := big.Slice(2, 6, 3, 15).(*mat.Dense)
	for _, dst := range []*mat.Dense{{}, mat.NewDense(4, 12, nil), view} {
		got, err := m.Transform(dst, x)
		require.NoError(t, err)
		assert.True(t, got == dst && mat.Equal(want, got))
	}
	assert.Equal(t, 0.0, big.At(2, 2))
	assert.Equal(t, 0.0, big.At(2, 15), "nothing outside the view")
	got, err := m.Transform(nil, mat.DenseCopyOf(x.T()).T())
	require.NoError(t, err)
	assert.True(t, mat.Equal(want, got), "any mat.Matrix")

	assert.PanicsWithError(t, mat.ErrShape.Error(), func() { _, _ = m.Transform(nil, data(4, 2, 1)) })
	assert.PanicsWithError(t, mat.ErrShape.Error(), func() { _, _ = m.Transform(mat.NewDense(4, 11, nil), x) })
	assert.PanicsWithError(t, mat.ErrShape.Error(), func() { _, _ = m.Transform(mat.NewDense(3, 12, nil), x) })
	assert.PanicsWithError(t, mat.ErrShape.Error(), func() { _, _ = m.ComplexTransform(mat.NewCDense(3, 12, nil), x) })
	assert.PanicsWithError(t, mat.ErrShape.Error(), func() { _, _ = m.TransformRow(nil, make([]float64, 2)) })
	assert.PanicsWithError(t, mat.ErrShape.Error(),
		func() { _, _ = m.TransformRow(make([]float64, 11), make([]float64, 3)) })
}

func TestErrors(t *testing.T) {
	m, err := features.New(New(twoChis(1, 1)), &features.Options{Columns: 12})
	require.NoError(t, err)
	x := data(200, 3, 4)
	x.Set(150, 1, math.NaN())
	x.Set(199, 2, math.Inf(1))
	_, err = m.Transform(nil, x)
	assert.ErrorContains(t, err, "row 151, column 2 is NaN")
	x.Set(3, 0, math.Inf(-1))
	_, err = m.Transform(nil, x)
	assert.ErrorContains(t, err, "row 4, column 1 is -Inf")
	_, err = m.TransformRow(nil, x.RawRowView(199))
	assert.ErrorContains(t, err, "row 1, column 3 is +Inf")
	_, err = m.TransformRow(nil, []float64{math.MaxFloat64, math.MaxFloat64, math.MaxFloat64})
	assert.ErrorContains(t, err, "overflows")

	for want, opt := range map[string]*features.Options{
		"-1 columns":          {Columns: -1},
		"even number":         {Columns: 7},
		"4 at least":          {Columns: 2},
		"unknown coupling 9":  {Coupling: 9},
		"unknown radii -1":    {Radii: -1},
		"unknown budget 3":    {Budget: 3},
		"need distances":      {Budget: features.BudgetVariance},
		"distance 1 is NaN":   {Budget: features.BudgetVariance, Distances: []float64{1, math.NaN()}},
		"distance 0 is -1":    {Budget: features.BudgetVariance, Distances: []float64{-1}},
		"distance 0 is +Inf;": {Budget: features.BudgetVariance, Distances: []float64{math.Inf(1)}},
	} {
		_, err := features.New(New(twoChis(1, 1)), opt)
		assert.ErrorContains(t, err, want)
		_, err = NewPredictor(twoChis(1, 1), opt)
		assert.ErrorContains(t, err, want)
	}
	for want, damage := range map[string]func(d *decompose.Decomposition){
		"dimension 0":             func(d *decompose.Decomposition) { d.Dim = 0 },
		"plus part has mass NaN":  func(d *decompose.Decomposition) { d.Plus.Mass = math.NaN() },
		"minus part has mass +In": func(d *decompose.Decomposition) { d.Minus.Mass = math.Inf(1) },
		"and -1 at the origin":    func(d *decompose.Decomposition) { d.Minus.Origin = -1 },
		"radius of the plus part": func(d *decompose.Decomposition) {
			d.Plus.Radii = quantileFunc(func(float64) float64 { return math.Inf(1) })
		},
		"radius of the minus part": func(d *decompose.Decomposition) {
			d.Minus.Radii = quantileFunc(func(float64) float64 { return -1 })
		},
	} {
		dec := twoChis(1, 1)
		damage(dec)
		_, err := features.New(New(dec), nil)
		assert.ErrorContains(t, err, want)
	}
	assert.Panics(t, func() { _, _ = features.New(nil, nil) })
	assert.Panics(t, func() {
		dec := twoChis(1, 1)
		dec.Plus.Radii = nil
		_, _ = features.New(New(dec), nil)
	})
	p, err := NewPredictor(twoChis(1, 1), nil)
	require.NoError(t, err)
	assert.Panics(t, func() { p.Variance(-1) })
	assert.Panics(t, func() { p.Variance(math.NaN()) })
}

func TestConstantKernels(t *testing.T) {
	dec := &decompose.Decomposition{Dim: 2, Minus: decompose.Part{Origin: 4}}
	m, err := features.New(New(dec), nil)
	require.NoError(t, err)
	phi, err := m.Transform(nil, data(2, 2, 1))
	require.NoError(t, err)
	assert.Equal(t, []float64{2, 2}, phi.RawMatrix().Data)
	assert.Equal(t, []float64{-1}, m.Signature())
	p, err := NewPredictor(dec, nil)
	require.NoError(t, err)
	v, _ := p.Variance(1)
	assert.Equal(t, 0.0, v)

	zero := &decompose.Decomposition{Dim: 2, Plus: decompose.Part{Origin: 1}, Minus: decompose.Part{Origin: 1}}
	m, err = features.New(New(zero), nil)
	require.NoError(t, err)
	_, err = m.Transform(nil, data(2, 2, 1))
	assert.ErrorContains(t, err, "no columns")
}

func TestStratifiedUniforms(t *testing.T) {
	const n = 11
	var sample [n][]float64
	for seed := range uint64(4000) {
		u := uniforms(&features.Options{Radii: features.RadiiStratified, Seed: seed}, [2]int{n, 4})
		require.Len(t, u[1], 4)
		for p, part := range u {
			stratum := make([]bool, len(part))
			for _, v := range part {
				stratum[int(v*float64(len(part)))] = true
			}
			require.NotContains(t, stratum, false, "part %d has one in each stratum", p)
		}
		for i, v := range u[0] {
			sample[i] = append(sample[i], v)
		}
	}
	for i := range sample {
		assert.Less(t, math.Abs(zscore(sample[i], 0.5)), 4.5, "each alone is uniform")
	}
	both := uniforms(&features.Options{Coupling: features.Shared, Seed: 1}, [2]int{2, 5})
	assert.Equal(t, both[0], both[1][:2])
	assert.Less(t, belowOne, 1.0)
}

func BenchmarkTransform(b *testing.B) {
	for name, d := range map[string]int{"letter d=16": 16, "mnist d=784": 784} {
		b.Run(name, func(b *testing.B) {
			m, err := features.New(New(gaussian(d, 1)), &features.Options{Columns: 1024, Coupling: features.Orthogonal})
			require.NoError(b, err)
			x := data(1000, d, 1)
			dst := mat.NewDense(1000, m.Columns(), nil)
			b.SetBytes(int64(8 * 1000 * m.Columns()))
			for b.Loop() {
				_, err := m.Transform(dst, x)
				require.NoError(b, err)
			}
		})
	}
}

func BenchmarkNew(b *testing.B) {
	// The radii are cheap, so that the directions are what is measured.
	cheap := quantileFunc(func(u float64) float64 { return math.Sqrt(-2 * math.Log1p(-u)) })
	for name, d := range map[string]int{"d=16": 16, "d=784": 784} {
		part := decompose.Part{Mass: 1, Radii: cheap}
		dec := &decompose.Decomposition{Dim: d, Plus: part, Minus: part}
		for c := features.IID; c <= features.Structured; c++ {
			b.Run(name+" "+c.String(), func(b *testing.B) {
				for b.Loop() {
					_, err := features.New(New(dec), &features.Options{Columns: 4096, Coupling: c})
					require.NoError(b, err)
				}
			})
		}
	}
}

func BenchmarkVariance(b *testing.B) {
	for name, opt := range map[string]*features.Options{"iid": {}, "gorf, stratified": {Coupling: features.GORF, Radii: features.RadiiStratified}} {
		b.Run(name, func(b *testing.B) {
			p, err := NewPredictor(twoChis(1, 1), opt)
			require.NoError(b, err)
			for b.Loop() {
				p.Variance(1)
			}
		})
	}
}
