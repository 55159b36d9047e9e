package zonal

import (
	"context"
	"fmt"
	"math"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"gonum.org/v1/gonum/blas/blas32"
	"gonum.org/v1/gonum/mat"
	"gonum.org/v1/gonum/stat"

	"krein/decompose/zonal"
	"krein/features"
	"krein/internal/features/evaluate"
	"krein/internal/features/maptest"
	"krein/internal/features/ridge"
	"krein/internal/testlong"
	"krein/kernel/parser"
)

func expanded(t testing.TB, formula string, d int, tol float64) *Representation {
	t.Helper()
	k, err := parser.Parse(formula, nil)
	require.NoError(t, err)
	z, err := zonal.New(t.Context(), k, d, &zonal.Settings{Tol: tol})
	require.NoError(t, err)
	return New(z)
}

// A polynomial of degree 1 on the sphere of R^16 is an exact map of 17 columns; one of degree 2 has
// 152. Fewer columns make it random.
func TestExact(t *testing.T) {
	for _, c := range []struct {
		formula string
		columns int
		want    func(u float64) float64
	}{
		{"1-z^2/9", 17, func(u float64) float64 { return 7.0/9 + 2.0/9*u }},
		{"(1-z^2/9)^2", 152, func(u float64) float64 { return (7.0/9 + 2.0/9*u) * (7.0/9 + 2.0/9*u) }},
		{"u - 0.5*u^2", 151, func(u float64) float64 { return u - u*u/2 }},
	} {
		r := expanded(t, c.formula, 16, 0)
		m, err := features.New(r, &features.Options{Columns: 512})
		require.NoError(t, err)
		assert.Zero(t, m.Random())
		if c.formula != "u - 0.5*u^2" {
			assert.Equal(t, c.columns, m.Columns(), c.formula)
		}
		for _, u := range []float64{-1, -0.3, 0, 0.7, 1} {
			assert.InDelta(t, c.want(u), maptest.Estimate(t, m, maptest.Pair(16, u)), 1e-13, "%s at %v", c.formula, u)
		}
		p, err := r.Predict(nil, []float64{0.3, 1, 2})
		require.NoError(t, err)
		v, err := p.At(t.Context(), 512)
		require.NoError(t, err)
		assert.Zero(t, v)
		degrees, fixed, random, err := p.(ridge.Designed).Design(512)
		require.NoError(t, err)
		assert.NotEmpty(t, degrees)
		assert.Equal(t, m.Columns(), fixed)
		assert.Zero(t, random)
		few, err := features.New(r, &features.Options{Columns: 8})
		require.NoError(t, err)
		assert.Equal(t, 8, few.Random())
	}
}

// Estimates are unbiased, and have the predicted variance: with and without exact degrees, both signs,
// single degrees of a tail, independent and orthogonal directions.
func TestMoments(t *testing.T) {
	testlong.Slow(t)
	n := testlong.Rounds(1000)
	for _, c := range []struct {
		formula string
		d       int
		tol     float64
		columns int
	}{
		{"arccos1", 16, 1e-3, 64},
		{"arccos1", 16, 1e-3, 180},
		{"exp(-z^2/2) - 0.6*exp(-2*z^2)", 4, 1e-6, 40},
		{"exp(-z)", 5, 1e-3, 60}, // a tail
		{"u^3 - u^2/3", 2, 0, 2},
	} {
		r := expanded(t, c.formula, c.d, c.tol)
		for _, coupling := range []features.Coupling{features.IID, features.Orthogonal} {
			for _, u := range []float64{0.25, 0.9} {
				x := maptest.Pair(c.d, u)
				z := math.Sqrt(2 - 2*u)
				opt := features.Options{Columns: c.columns, Coupling: coupling, Distances: []float64{z}}
				p, err := r.Predict(&opt, []float64{z})
				require.NoError(t, err)
				want, err := p.At(t.Context(), c.columns)
				require.NoError(t, err)
				got := make([]float64, n)
				for seed := range got {
					opt.Seed = uint64(seed)
					m, err := features.New(r, &opt)
					require.NoError(t, err)
					got[seed] = maptest.Estimate(t, m, x)
				}
				what := fmt.Sprintf("%s d=%d columns=%d %v u=%v", c.formula, c.d, c.columns, coupling, u)
				mean, v := stat.MeanVariance(got, nil)
				fourth := stat.MomentAbout(4, got, mean, nil)
				assert.InDelta(t, r.z.At(u), mean, 5*math.Sqrt(want/float64(n))+1e-13, what)
				assert.InDelta(t, want, v, 5*math.Sqrt((fourth-v*v)/float64(n))+1e-15, what)
				assert.Greater(t, want, 1e-12, what)
			}
		}
	}
}

// More columns are never worse by prediction, and degrees are taken exactly where that pays.
func TestChoice(t *testing.T) {
	r := expanded(t, "arccos1", 16, 1e-3)
	q, err := r.Predict(&features.Options{Coupling: features.Orthogonal}, ridge.Distances(16, 16))
	require.NoError(t, err)
	p := q.(ridge.Designed)
	for columns, want := range map[int][]int{8: {}, 100: {1}, 512: {1, 2}} {
		degrees, fixed, random, err := p.Design(columns)
		require.NoError(t, err)
		assert.ElementsMatch(t, want, degrees, columns)
		assert.Equal(t, columns+1, fixed+random)
	}
	v, err := p.At(t.Context(), 512)
	require.NoError(t, err)
	assert.Less(t, math.Sqrt(v), 0.029/2)
	stopped, cancel := context.WithCancel(t.Context())
	cancel()
	_, err = p.At(stopped, 512)
	require.ErrorIs(t, err, context.Canceled)
}

// Two unit vectors in, one seed, the same bits; other rows are refused.
func TestErrors(t *testing.T) {
	r := expanded(t, "arccos1", 3, 1e-2)
	require.Equal(t, 3, r.Dim())
	m, err := features.New(r, &features.Options{Columns: 10, Seed: 7})
	require.NoError(t, err)
	again, err := features.New(r, &features.Options{Columns: 10, Seed: 7})
	require.NoError(t, err)
	x := maptest.Pair(3, 0.4)
	assert.Equal(t, maptest.Estimate(t, m, x), maptest.Estimate(t, again, x))
	other, err := features.New(r, &features.Options{Columns: 10, Seed: 8})
	require.NoError(t, err)
	assert.NotEqual(t, maptest.Estimate(t, m, x), maptest.Estimate(t, other, x))
	x.Set(1, 0, 3)
	_, err = m.Transform(nil, x)
	require.ErrorContains(t, err, "row 2 has length")
	short := blas32.General{Rows: 1, Cols: 3, Stride: 3, Data: []float32{1, 0, 0}}
	out := blas32.General{Rows: 1, Cols: m.Columns(), Stride: m.Columns(), Data: make([]float32, m.Columns())}
	require.NoError(t, m.Transform32(out, short))
	row, err := m.TransformRow(nil, []float64{1, 0, 0})
	require.NoError(t, err)
	for j, v := range row {
		assert.Equal(t, float32(v), out.Data[j])
	}
	short.Data[0] = 2
	require.ErrorContains(t, m.Transform32(out, short), "row 1 has length 2")
	_, err = features.New(r, &features.Options{Coupling: features.Shared})
	require.ErrorContains(t, err, "shared")
	_, err = features.New(r, &features.Options{Columns: -1})
	require.ErrorContains(t, err, "-1 columns")
	_, err = features.New(r, &features.Options{Distances: []float64{3}})
	require.ErrorContains(t, err, "[0, 2]")
	_, err = r.Predict(nil, []float64{math.NaN()})
	require.Error(t, err)
	b, proved := r.Bias(1)
	assert.True(t, proved)
	assert.Equal(t, r.z.Bias, b)
	b, _ = r.Bias(2.1)
	assert.Equal(t, math.Inf(1), b)
	assert.Panics(t, func() { New(nil) })
}

// The polynomial kernel of the papers is exact on the sphere.
func ExampleNew() {
	k, err := parser.Parse("1-z^2/9", nil)
	if err != nil {
		panic(err)
	}
	z, err := zonal.New(context.Background(), k, 16, nil)
	if err != nil {
		panic(err)
	}
	m, err := features.New(New(z), &features.Options{Columns: 512})
	if err != nil {
		panic(err)
	}
	fmt.Println(m.Columns(), "columns,", m.Random(), "of them random")
	// Output: 17 columns, 0 of them random
}

// Measured errors: nothing where the map is exact, and a root of the mean variance over the norm else.
func TestEvaluateMaps(t *testing.T) {
	w := features.IID.Directions(16, 60, 3, 0)
	x := mat.NewDense(60, 16, w)
	done := 0
	set := &evaluate.Settings{
		Columns: []int{64, 512}, Runs: 8, Best: 1, Progress: func(d, total int) { done++; assert.Equal(t, 16, total) },
	}
	exact, err := evaluate.Maps(t.Context(), func(z float64) float64 { return 1 - z*z/9 },
		expanded(t, "1-z^2/9", 16, 0), x, set)
	require.NoError(t, err)
	require.Len(t, exact, 2)
	assert.Equal(t, 16, done)
	for _, r := range exact {
		assert.Equal(t, 17, r.Total)
		assert.Less(t, r.Error.Mean, 1e-14)
	}
	k, err := parser.Parse("arccos1", nil)
	require.NoError(t, err)
	r := expanded(t, "arccos1", 16, 1e-4)
	set.Best, set.Progress = 0, nil
	got, err := evaluate.Maps(t.Context(), k.At, r, x, set)
	require.NoError(t, err)
	require.Len(t, got, 4) // independent and orthogonal
	z := features.SampleDistances(x, 2000, 1)
	norm, count := 0.0, 0.0
	for i := range 60 {
		for j := range 60 {
			if i != j {
				v := r.z.At(mat.Dot(x.RowView(i), x.RowView(j)))
				norm += v * v
				count++
			}
		}
	}
	for _, m := range got {
		var coupling features.Coupling
		require.NoError(t, coupling.UnmarshalText([]byte(m.Coupling)))
		p, err := r.Predict(&features.Options{Coupling: coupling, Distances: features.SampleDistances(x, 64, 0)}, z)
		require.NoError(t, err)
		v, err := p.At(t.Context(), m.Columns)
		require.NoError(t, err)
		assert.InEpsilon(t, math.Sqrt(v*count/(norm+60)), m.Error.Mean, 0.35, m.Columns) // the diagonal counts too
	}
	assert.Panics(t, func() {
		_, _ = evaluate.Maps(t.Context(), k.At, r, mat.NewDense(2, 3, nil), nil)
	})
}

// Maps of networks of up to six layers are unbiased up to the bias that is stated. In R^100 the mean of 1000 seeds is not
// near normal, since harmonics of high degree are next to 0 but for rare directions: there the expansion alone is compared.
func TestDeepNetworks(t *testing.T) {
	testlong.Slow(t)
	const n = 1000
	number := 0
	for _, formula := range []string{"ntk(4)", "ntk(6)", "arccos1(4)", "arccos1(6)", "arccos0(4)", "arccos0(6)"} {
		for _, d := range []int{3, 16, 100} {
			if number++; !testlong.Turn(number, 2) {
				continue
			}
			k, err := parser.Parse(formula, nil)
			require.NoError(t, err)
			z, err := zonal.New(t.Context(), k, d, &zonal.Settings{MaxDegree: 64})
			require.NoError(t, err)
			r := New(z)
			for _, u := range []float64{-0.5, 0.25, 0.875} {
				x := maptest.Pair(d, u)
				dist := math.Sqrt(2 - 2*u)
				bias, proved := r.Bias(dist)
				require.True(t, proved)
				assert.InDelta(t, k.At(dist), z.At(u), bias+1e-13, "%s d=%d u=%v", formula, d, u)
				if d == 100 {
					continue
				}
				got := make([]float64, n)
				for seed := range got {
					m, err := features.New(r, &features.Options{Columns: 110, Coupling: features.Orthogonal, Seed: uint64(seed),
						Distances: []float64{dist}})
					require.NoError(t, err)
					got[seed] = maptest.Estimate(t, m, x)
				}
				mean, sd := stat.MeanStdDev(got, nil)
				assert.InDelta(t, z.At(u), mean, 5*sd/math.Sqrt(n)+1e-13, "%s d=%d u=%v", formula, d, u)
			}
		}
	}
}
