package fitted

import (
	"errors"
	"fmt"
	"math"
	"runtime"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"gonum.org/v1/gonum/blas/blas32"
	"gonum.org/v1/gonum/mat"
)

// powers are x_1, x_1², …: of the second one the sign in J is −1. Points with x_1 = 7 have none.
type powers struct{ n int }

func (p powers) Columns() int { return p.n }

func (p powers) Transform(dst []float64, dstStride int, x []float64, xStride, rows int) int {
	for i := range rows {
		if p.Refuse(x[i*xStride:]) != nil {
			return i
		}
		v := 1.0
		for j := range p.n {
			v *= x[i*xStride]
			dst[i*dstStride+j] = v
		}
	}
	return -1
}

func (p powers) Signs() []float64 {
	s := make([]float64, p.n)
	for j := range s {
		s[j] = 1 - 2*float64(j%2)
	}
	return s
}

func (p powers) Refuse(x []float64) error {
	if x[0] == 7 {
		return errors.New("is seven")
	}
	return nil
}

// A composed map has the columns of its parts one after another, with their signs, in either type.
func TestCompose(t *testing.T) {
	m := Compose(2, []Part{{Basis: Constant(0.5)}, {Basis: powers{0}}, {Basis: powers{3}, Minus: true, Random: true}})
	assert.Equal(t, []float64{1, -1, 1, -1}, m.Signature())
	assert.Equal(t, []int{2, 4, 3}, []int{m.Dim(), m.Columns(), m.Random()})
	require.Len(t, m.Parts(), 2, "a part without columns is none")
	v, ok := IsConstant(m.Parts()[0].Basis)
	assert.True(t, ok)
	assert.Equal(t, 0.5, v)
	assert.Zero(t, m.ExactError())
	plus, minus := m.Frequencies()
	assert.Nil(t, plus)
	assert.Nil(t, minus)

	phi, err := m.Transform(nil, mat.NewDense(2, 2, []float64{2, 0, -0.1, 1}))
	require.NoError(t, err)
	assert.Equal(t, []float64{0.5, 2, 4, 8}, phi.RawRowView(0))
	single := blas32.General{Rows: 1, Cols: 4, Stride: 4, Data: make([]float32, 4)}
	require.NoError(t, m.Transform32(single, blas32.General{Rows: 1, Cols: 2, Stride: 2, Data: []float32{-0.1, 1}}))
	for j, v := range phi.RawRowView(1) {
		assert.InDelta(t, v, single.Data[j], 1e-8)
	}
	again := Compose(2, m.Parts())
	assert.Equal(t, m.Signature(), again.Signature())
}

// The first row without features is named, and why it has none, whatever order goroutines take rows in.
func TestBadRows(t *testing.T) {
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(4))
	m := Compose(1, []Part{{Basis: powers{2}}})
	for bad, says := range map[float64]string{7: "is seven", math.NaN(): "column 1 is NaN", math.Inf(-1): "column 1 is -Inf"} {
		x := mat.NewDense(8*batchRows, 1, nil)
		for i := batchRows + 3; i < 8*batchRows; i += batchRows / 2 {
			x.Set(i, 0, bad)
		}
		for range 50 {
			_, err := m.Transform(nil, x)
			require.ErrorContains(t, err, fmt.Sprintf("row %d", batchRows+4))
			require.ErrorContains(t, err, says)
		}
	}
	_, err := Compose(1, nil).Transform(nil, mat.NewDense(1, 1, nil))
	assert.ErrorContains(t, err, "no columns")
}

// Rows are scaled and then divided by their lengths; a column whose range is one number becomes 0.
func TestPrepare(t *testing.T) {
	p := Preparation{Offset: []float64{1, 2}, Divisor: []float64{2, math.Inf(1)}, Unit: true}
	row := []float64{7, 5}
	require.NoError(t, p.Prepare(row))
	assert.Equal(t, []float64{1, 0}, row)
	assert.True(t, p.Prepares())
	assert.False(t, (&Preparation{Names: []string{"a"}}).Prepares())
	assert.Error(t, p.Prepare([]float64{1, 2}), "nothing is left to divide by")
	fault := func(where, format string, args ...any) error { return fmt.Errorf(where+": "+format, args...) }
	require.NoError(t, p.Check(2, fault))
	assert.ErrorContains(t, p.Check(3, fault), "dimension 3")
	assert.Error(t, (&Preparation{Names: []string{"a", "a"}}).Check(2, fault))
}
