package radial

import (
	"fmt"
	"math"
	"runtime"
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"gonum.org/v1/gonum/blas/blas32"
	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"
	"gonum.org/v1/gonum/stat"

	"krein/decompose"
	"krein/features"
	"krein/internal/testlong"
)

// twoGaussians is exp(−z²/2) − 0.6·exp(−z²/8) in R^d.
func twoGaussians(d int) *decompose.Decomposition {
	return &decompose.Decomposition{Dim: d,
		Plus:  decompose.Part{Mass: 1, Radii: chi{float64(d), 1}},
		Minus: decompose.Part{Mass: 0.6, Radii: chi{float64(d), 2}}}
}

// requireTransformed fails unless the map multiplies by fast transforms.
func requireTransformed(t testing.TB, m *features.Map, opt *features.Options) {
	t.Helper()
	plus, minus := m.Counts()
	f := factorise(opt.Coupling, m.Dim(), [2]int{plus, minus}, opt.Seed)
	require.True(t, f != nil && f.Pays())
}

// Fast transforms give the columns of the frequencies written out, which are those that the
// directions and radii give, in both types.
func TestTransformedIsExplicit(t *testing.T) {
	for _, c := range []features.Coupling{features.Structured, features.Design} {
		for _, d := range []int{40, 64, 100} {
			t.Run(fmt.Sprintf("%v/d=%d", c, d), func(t *testing.T) {
				opt := &features.Options{Columns: 1800, Coupling: c, Seed: 3}
				m, err := features.New(New(twoGaussians(d)), opt)
				require.NoError(t, err)
				requireTransformed(t, m, opt)
				x := data(7, d, 1)
				phi, err := m.Transform(nil, x)
				require.NoError(t, err)
				single := blas32.General{Rows: 7, Cols: m.Columns(), Stride: m.Columns(), Data: make([]float32, 7*m.Columns())}
				require.NoError(t, m.Transform32(single, narrow(x)))
				plus, minus := m.Counts()
				dirs := drawDirections(c, d, [2]int{plus, minus}, 3)
				w, v := m.Frequencies()
				col := 0
				for p, freq := range []*mat.Dense{w, v} {
					n, _ := freq.Dims()
					level := math.Sqrt([]float64{1, 0.6}[p] / float64(n))
					for i := range n {
						row := freq.RawRowView(i)
						norm := floats.Norm(row, 2)
						for j, u := range dirs[p][i*d : (i+1)*d] {
							require.InDelta(t, norm*u, row[j], 1e-12)
						}
						for r := range 7 {
							q := floats.Dot(row, x.RawRowView(r))
							want := []float64{level * math.Cos(q), level * math.Sin(q)}
							for k, v := range want {
								require.InDelta(t, v, phi.At(r, col+k), 1e-13)
								require.InDelta(t, v, single.Data[r*single.Stride+col+k], 1e-5)
							}
						}
						col += 2
					}
				}
			})
		}
	}
}

// The bits depend neither on GOMAXPROCS nor on which rows are passed together, and rows that
// are not finite are named.
func TestTransformedRows(t *testing.T) {
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(0))
	const d = 70
	opt := &features.Options{Columns: 700, Coupling: features.Structured}
	m, err := features.New(New(twoGaussians(d)), opt)
	require.NoError(t, err)
	requireTransformed(t, m, opt)
	x := data(300, d, 2)
	var want *mat.Dense
	for _, procs := range []int{1, 3} {
		runtime.GOMAXPROCS(procs)
		phi, err := m.Transform(nil, x)
		require.NoError(t, err)
		if want == nil {
			want = phi
		}
		require.True(t, mat.Equal(want, phi))
	}
	for _, i := range []int{0, 95, 96, 299} {
		row, err := m.TransformRow(nil, x.RawRowView(i))
		require.NoError(t, err)
		require.True(t, slices.Equal(want.RawRowView(i), row))
	}
	x.Set(250, 3, math.Inf(1))
	x.Set(120, 69, math.NaN())
	_, err = m.Transform(nil, x)
	assert.ErrorContains(t, err, "row 121, column 70 is NaN")
}

// The estimate of fast transforms is unbiased and has the predicted variance.
func TestTransformedVariance(t *testing.T) {
	const d, z = 40, 1.2
	seeds := testlong.RoundsTo(2400, 10000)
	dec := twoGaussians(d)
	x := mat.NewDense(2, d, nil)
	for j := range d {
		x.Set(1, j, z*math.Sqrt(2*float64(j+1)/(d*(d+1))))
	}
	opt := features.Options{Columns: 320, Coupling: features.Structured}
	want := predict(t, dec, &opt, z)
	var sample []float64
	for seed := range uint64(seeds) {
		opt.Seed = seed
		m, err := features.New(New(dec), &opt)
		require.NoError(t, err)
		requireTransformed(t, m, &opt)
		phi, err := m.Transform(nil, x)
		require.NoError(t, err)
		sum := 0.0
		for i, j := range m.Signature() {
			sum += j * phi.At(0, i) * phi.At(1, i)
		}
		sample = append(sample, sum)
	}
	assert.Less(t, math.Abs(zscore(sample, math.Exp(-z*z/2)-0.6*math.Exp(-z*z/8))), 4.5, "bias")
	mean, v := stat.MeanVariance(sample, nil)
	se := math.Sqrt((stat.MomentAbout(4, sample, mean, nil)/(v*v) - 1) / float64(seeds))
	assert.Less(t, math.Abs(v/want-1), 4.5*se, "variance %v, predicted %v", v, want)
}
