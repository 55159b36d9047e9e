package learn

import (
	"math"
	"testing"

	"github.com/stretchr/testify/assert"
	"gonum.org/v1/gonum/mat"
)

func TestScores(t *testing.T) {
	want, got := []int{0, 0, 1, 2}, []int{0, 1, 1, 2}
	assert.Equal(t, 0.75, Accuracy(want, got))
	assert.True(t, mat.Equal(mat.NewDense(3, 3, []float64{1, 1, 0, 0, 1, 0, 0, 0, 1}), Confusion(want, got, 3)))
	assert.Equal(t, math.Sqrt(2.5), RMSE([]float64{1, 2}, []float64{2, 4}))
	assert.Equal(t, 0.5, R2([]float64{1, 3, 2}, []float64{1, 2, 2}))
}

func TestAdjustedRand(t *testing.T) {
	// Of 6 pairs one is together in both; 2 in a, 1 in b: (1 − 2/6)/(1.5 − 2/6) = 4/7.
	assert.InDelta(t, 4.0/7, AdjustedRand([]int{0, 0, 1, 1}, []int{0, 0, 1, 2}), 1e-15)
	assert.Equal(t, 1.0, AdjustedRand([]int{5, 5, 1, 1}, []int{0, 0, 3, 3}))
	assert.InDelta(t, -0.5, AdjustedRand([]int{0, 0, 1, 1}, []int{0, 1, 0, 1}), 1e-15)
	assert.Equal(t, 1.0, AdjustedRand([]int{1, 1}, []int{2, 2}))
}

func TestLabels(t *testing.T) {
	l, y := NewLabels([]string{"10", "9", "-1", "9"})
	assert.Equal(t, []string{"-1", "9", "10"}, l.Names)
	assert.Equal(t, []int{2, 1, 0, 1}, y)
	l, y = NewLabels([]string{"b", "10", "a"})
	assert.Equal(t, []string{"10", "a", "b"}, l.Names)
	assert.Equal(t, []int{2, 0, 1}, y)
	_, err := l.Classes([]string{"a", "c"})
	assert.ErrorContains(t, err, `row 2 has the label "c"`)
}

func TestShapes(t *testing.T) {
	for _, f := range []func(){
		func() { Accuracy([]int{1}, nil) }, func() { Confusion([]int{1}, nil, 2) }, func() { RMSE([]float64{1}, nil) },
		func() { R2([]float64{1}, nil) }, func() { AdjustedRand([]int{1}, nil) }, func() { Concatenate() },
		func() { Concatenate(Matrix(mat.NewDense(1, 1, nil)), Matrix(mat.NewDense(2, 1, nil))) },
	} {
		assert.Panics(t, f)
	}
}

// One number is one label, as many digits as it has; words are as they are written.
func TestNumbersAsLabels(t *testing.T) {
	l, y := NewLabels([]string{"1.0", "+1", "1", "-0", "0.00", "10e-1", "1e400000000000", "2"})
	assert.Len(t, y, 8)
	assert.Len(t, l.Names, 8, "one is out of range: they are words")
	l, y = NewLabels([]string{"1.0", "+1", "1", "-0", "0.00", "10e-1", "20", "2E1"})
	assert.Equal(t, []string{"-0", "1", "20"}, l.Names)
	assert.Equal(t, []int{1, 1, 1, 0, 0, 1, 2, 2}, y)
	y, err := l.Classes([]string{"0", "1.000", "2.0e+01"})
	assert.NoError(t, err)
	assert.Equal(t, []int{0, 1, 2}, y)
	_, err = l.Classes([]string{"11"})
	assert.Error(t, err)
	l, y = NewLabels([]string{"9007199254740994", "9007199254740993", "90071992547409930e-1"})
	assert.Equal(t, []string{"9007199254740993", "9007199254740994"}, l.Names)
	assert.Equal(t, []int{1, 0, 0}, y)
	l, _ = NewLabels([]string{"1", "1.0", "one"})
	assert.Len(t, l.Names, 3)
}
