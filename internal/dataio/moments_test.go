package dataio

import (
	"context"
	"math"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"gonum.org/v1/gonum/mat"
)

// Columns get the mean 0 and the standard deviation 1, constant ones 0, and a far offset costs no digits.
func TestMoments(t *testing.T) {
	x := mat.NewDense(4, 3, []float64{1, 1e9 + 1, 7, 2, 1e9 + 2, 7, 3, 1e9 + 3, 7, 6, 1e9 + 6, 7})
	m := MomentsOf(x)
	sd := math.Sqrt((4 + 1 + 0 + 9) / 4.0)
	assert.InDeltaSlice(t, []float64{3, 1e9 + 3, 7}, m.Mean, 1e-12)
	assert.InDeltaSlice(t, []float64{sd, sd, 0}, m.SD, 1e-12)
	row := []float64{6, 1e9 + 6, 8}
	m.Scale(row)
	assert.InDeltaSlice(t, []float64{3 / sd, 3 / sd, 0}, row, 1e-12)
	r, err := Open("-", &Options{Stdin: strings.NewReader("1,4\n3,8\n"), Label: "none"})
	require.NoError(t, err)
	m, err = ScanMoments(context.Background(), r)
	require.NoError(t, err)
	assert.Equal(t, &Moments{Mean: []float64{2, 6}, SD: []float64{1, 2}}, m)
	assert.NoError(t, m.Check(2))
	assert.ErrorContains(t, m.Check(3), "for 3 columns")
	assert.ErrorContains(t, (&Moments{[]float64{1}, []float64{-1}}).Check(1), "column 1")
	assert.ErrorContains(t, (&Moments{[]float64{math.NaN()}, []float64{1}}).Check(1), "column 1")
	assert.Panics(t, func() { m.Scale(row) })
}
