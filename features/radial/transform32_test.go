package radial

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

	"krein/decompose"
	"krein/features"
	"krein/internal/testlong"
)

func narrow(x *mat.Dense) blas32.General {
	rows, cols := x.Dims()
	out := blas32.General{Rows: rows, Cols: cols, Stride: cols + 1, Data: make([]float32, rows*(cols+1))}
	for i := range rows {
		for j, v := range x.RawRowView(i) {
			out.Data[i*out.Stride+j] = float32(v)
		}
	}
	return out
}

// float32 differs from float64 by the rounding of data, frequencies and products, the
// same with any number of goroutines and any rows beside.
func TestTransform32(t *testing.T) {
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(0))
	dec := twoChis(1.5, 0.5)
	dec.Plus.Origin, dec.Minus.Origin = 0.25, 0.75
	x := data(250, 3, 1)
	m, err := features.New(New(dec), &features.Options{Columns: 132, Seed: 5})
	require.NoError(t, err)
	want, err := m.Transform(nil, x)
	require.NoError(t, err)
	columns := m.Columns()
	plus, minus := m.Counts()
	seventh := want.RawRowView(7)
	assert.InDelta(t, 1.5, floats.Dot(seventh[1:1+2*plus], seventh[1:1+2*plus]), 1e-12)
	assert.InDelta(t, 0.5, floats.Dot(seventh[1+2*plus:], seventh[1+2*plus:]), 1e-12)
	assert.Equal(t, 2*(plus+minus), columns-1)
	var first []float32
	for _, procs := range []int{1, 3} {
		runtime.GOMAXPROCS(procs)
		dst := blas32.General{Rows: 250, Cols: columns, Stride: columns + 2, Data: make([]float32, 250*(columns+2))}
		require.NoError(t, m.Transform32(dst, narrow(x)))
		for i := range 250 {
			for j := range columns {
				require.InDelta(t, want.At(i, j), dst.Data[i*dst.Stride+j], 4e-6)
			}
			require.Zero(t, dst.Data[i*dst.Stride+columns], "between the rows")
		}
		if first == nil {
			first = dst.Data
		}
		require.Equal(t, first, dst.Data)
	}
	one := narrow(x.Slice(101, 102, 0, 3).(*mat.Dense))
	row := blas32.General{Rows: 1, Cols: columns, Stride: columns, Data: make([]float32, columns)}
	require.NoError(t, m.Transform32(row, one))
	assert.Equal(t, first[101*(columns+2):][:columns], row.Data)

	bad := narrow(x)
	bad.Data[4*120+1] = float32(math.NaN())
	assert.ErrorContains(t, m.Transform32(blas32.General{Rows: 250, Cols: columns, Stride: columns,
		Data: make([]float32, 250*columns)}, bad), "row 121, column 2 is NaN")
	huge := blas32.General{Rows: 1, Cols: 3, Stride: 3,
		Data: []float32{math.MaxFloat32, math.MaxFloat32, math.MaxFloat32}}
	assert.ErrorContains(t, m.Transform32(row, huge), "row 1 is so large that its product with a frequency overflows")
	assert.PanicsWithError(t, mat.ErrShape.Error(), func() { _ = m.Transform32(row, bad) })
	zero, err := features.New(New(&decompose.Decomposition{Dim: 2}), nil)
	require.NoError(t, err)
	assert.ErrorContains(t, zero.Transform32(blas32.General{Rows: 1},
		blas32.General{Rows: 1, Cols: 2, Stride: 2, Data: make([]float32, 2)}), "no columns")
	constant, err := features.New(New(&decompose.Decomposition{Dim: 2, Minus: decompose.Part{Origin: 4}}), nil)
	require.NoError(t, err)
	out := blas32.General{Rows: 1, Cols: 1, Stride: 1, Data: make([]float32, 1)}
	require.NoError(t, constant.Transform32(out, blas32.General{Rows: 1, Cols: 2, Stride: 2, Data: make([]float32, 2)}))
	assert.Equal(t, []float32{2}, out.Data)
	_, err = constant.TransformRow(nil, []float64{1, math.Inf(1)})
	assert.ErrorContains(t, err, "row 1, column 2 is +Inf")
}

// The first bad row is named whatever order the blocks are done in.
func TestFirstBadRow(t *testing.T) {
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(4))
	m, err := features.New(New(twoChis(1, 1)), &features.Options{Columns: 16})
	require.NoError(t, err)
	const batch = 96 // rows that a goroutine takes
	x := data(8*batch, 3, 1)
	for i := batch - 1; i < 8*batch; i += batch / 2 {
		x.Set(i, 2, math.NaN())
	}
	dst := mat.NewDense(8*batch, m.Columns(), nil)
	for range 300 {
		_, err := m.Transform(dst, x)
		require.ErrorContains(t, err, fmt.Sprintf("row %d, column 3", batch))
	}
}

// A batch allocates nothing, in however many goroutines.
func TestTransformAllocates(t *testing.T) {
	if testlong.Race {
		t.Skip("the race detector makes sync.Pool allocate")
	}
	m, err := features.New(New(twoChis(1, 1)), &features.Options{Columns: 80})
	require.NoError(t, err)
	x := data(1000, 3, 1)
	dst := mat.NewDense(1000, m.Columns(), nil)
	row := make([]float64, m.Columns())
	assert.Less(t, testing.AllocsPerRun(20, func() { // on one processor
		_, _ = m.Transform(dst, x)
		_, _ = m.TransformRow(row, x.RawRowView(0))
	}), 1.0)
	// The runtime keeps up to 64 ended goroutines a processor before others may have them.
	for range 64 * runtime.GOMAXPROCS(0) {
		_, _ = m.Transform(dst, x)
	}
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	for range 100 {
		_, _ = m.Transform(dst, x)
	}
	runtime.ReadMemStats(&after)
	// Goroutines and pools come and go with the garbage collector: allow a few.
	assert.Less(t, after.Mallocs-before.Mallocs, uint64(100), "less than one a batch")
}
