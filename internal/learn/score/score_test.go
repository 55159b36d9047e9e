package score

import (
	"math"
	"testing"

	"github.com/stretchr/testify/assert"
)

func TestScores(t *testing.T) {
	want, got := []int{0, 0, 1, 2}, []int{0, 1, 1, 2}
	assert.Equal(t, 0.75, Accuracy(want, got))
	assert.Equal(t, math.Sqrt(2.5), RMSE([]float64{1, 2}, []float64{2, 4}))
}

func TestAdjustedRand(t *testing.T) {
	// Of 6 pairs one is together in both; 2 in a, 1 in b: (1 − 2/6)/(1.5 − 2/6) = 4/7.
	assert.InDelta(t, 4.0/7, AdjustedRand([]int{0, 0, 1, 1}, []int{0, 0, 1, 2}), 1e-15)
	assert.Equal(t, 1.0, AdjustedRand([]int{5, 5, 1, 1}, []int{0, 0, 3, 3}))
	assert.InDelta(t, -0.5, AdjustedRand([]int{0, 0, 1, 1}, []int{0, 1, 0, 1}), 1e-15)
	assert.Equal(t, 1.0, AdjustedRand([]int{1, 1}, []int{2, 2}))
}

func TestShapes(t *testing.T) {
	for _, f := range []func(){
		func() { Accuracy([]int{1}, nil) }, func() { RMSE([]float64{1}, nil) },
		func() { AdjustedRand([]int{1}, nil) },
	} {
		assert.Panics(t, f)
	}
}
