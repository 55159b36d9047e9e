package radial

import (
	"math"
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"gonum.org/v1/gonum/blas/blas32"
	"gonum.org/v1/gonum/mat"

	"krein/decompose"
	"krein/features"
)

// What users of scikit-learn's kernel_approximation expect of a sampler: drawing apart from
// transforming, seeds, shapes, types, the number of features, refusals, and that data stay as they are.

// samplers are maps of every coupling.
func samplers(t *testing.T, dim, columns int, seed uint64) map[string]*features.Map {
	out := map[string]*features.Map{}
	for c := features.IID; c <= features.Design; c++ {
		m, err := features.New(New(twoGaussians(dim)), &features.Options{Columns: columns, Coupling: c, Seed: seed})
		require.NoError(t, err)
		out[c.String()] = m
	}
	return out
}

// Drawing does not look at data: what is drawn once transforms any number of tables, each as it would
// by itself, and says how many features there are.
func TestDrawnOnceForAllData(t *testing.T) {
	const dim, columns = 5, 24
	train, test := data(40, dim, 1), data(3, dim, 2)
	same := samplers(t, dim, columns, 7)
	for name, m := range samplers(t, dim, columns, 7) {
		first, err := m.Transform(nil, test)
		require.NoError(t, err)
		_, err = m.Transform(nil, train)
		require.NoError(t, err)
		again, err := m.Transform(nil, test)
		require.NoError(t, err)
		other, err := same[name].Transform(nil, test)
		require.NoError(t, err)
		assert.True(t, mat.Equal(first, again) && mat.Equal(first, other), "%s: not a function of seed and data", name)
		r, c := first.Dims()
		assert.Equal(t, [2]int{3, columns}, [2]int{r, c}, name)
		assert.Equal(t, columns, m.Columns(), name)
		assert.Len(t, m.Signature(), columns, name)
		assert.Equal(t, dim, m.Dim(), name)
	}
	for name, m := range samplers(t, dim, columns, 8) {
		a, err := m.Transform(nil, test)
		require.NoError(t, err)
		b, err := same[name].Transform(nil, test)
		require.NoError(t, err)
		assert.False(t, mat.EqualApprox(a, b, 1e-3), "%s: another seed, the same map", name)
	}
}

// Data are read and not written, whatever their type, and float32 stays float32.
func TestDataStayAsTheyAre(t *testing.T) {
	const dim = 6
	x := data(30, dim, 3)
	kept, narrowed := mat.DenseCopyOf(x), narrow(x)
	keptNarrow := slices.Clone(narrowed.Data)
	for name, m := range samplers(t, dim, 16, 1) {
		wide, err := m.Transform(nil, x)
		require.NoError(t, err)
		out := blas32.General{Rows: 30, Cols: 16, Stride: 16, Data: make([]float32, 30*16)}
		require.NoError(t, m.Transform32(out, narrowed))
		assert.True(t, mat.Equal(kept, x), name)
		assert.Equal(t, keptNarrow, narrowed.Data, name)
		for i, v := range out.Data {
			require.InDelta(t, wide.RawMatrix().Data[i], v, 1e-5, name)
		}
	}
}

// A point with the wrong number of columns is refused, and so is a number of features that cannot be.
func TestWrongShapesAreRefused(t *testing.T) {
	for name, m := range samplers(t, 4, 8, 1) {
		for _, dim := range []int{1, 3, 5} {
			assert.Panics(t, func() { _, _ = m.Transform(nil, data(2, dim, 1)) }, name)
			assert.Panics(t, func() {
				_ = m.Transform32(blas32.General{Rows: 2, Cols: 8, Stride: 8, Data: make([]float32, 16)}, narrow(data(2, dim, 1)))
			}, name)
		}
	}
	for _, columns := range []int{-2, 3, math.MaxInt} {
		_, err := features.New(New(twoGaussians(4)), &features.Options{Columns: columns})
		assert.Error(t, err, "%d columns", columns)
	}
}

// The inner products of features approach the kernel's values as their number grows, like 1/√n.
func TestMoreFeaturesAreNearer(t *testing.T) {
	const dim = 4
	x := data(25, dim, 4)
	x.Scale(0.4, x)
	dec := &decompose.Decomposition{Dim: dim, Plus: decompose.Part{Mass: 1, Radii: chi{dim, 1}}}
	worst := func(c features.Coupling, columns int) (mean float64) {
		for seed := range uint64(10) {
			m, err := features.New(New(dec), &features.Options{Columns: columns, Coupling: c, Seed: seed})
			require.NoError(t, err)
			phi, err := m.Transform(nil, x)
			require.NoError(t, err)
			for i := range 25 {
				for j := range i {
					z := mat.Norm(vecSub(x, i, j), 2)
					got := mat.Dot(phi.RowView(i), phi.RowView(j))
					mean += math.Abs(got-math.Exp(-z*z/2)) / (10 * 300)
				}
			}
		}
		return mean
	}
	for _, c := range []features.Coupling{features.IID, features.Orthogonal, features.Structured, features.Design} {
		few, many := worst(c, 64), worst(c, 4096)
		assert.Less(t, many, few/4, "%v: %v, then %v", c, few, many)
		assert.Less(t, many, 0.02, "%v", c)
	}
}
