package features

import (
	"math"
	"testing"

	"github.com/stretchr/testify/assert"
	"gonum.org/v1/gonum/mat"
)

func TestSampleDistances(t *testing.T) {
	x := mat.NewDense(3, 2, []float64{0, 0, 3, 4, 0, 1})
	got := SampleDistances(x, 3000, 1)
	count := map[float64]int{}
	for _, z := range got {
		count[math.Round(z*1e9)/1e9]++
	}
	assert.Len(t, count, 3, "no pair of a row with itself")
	for z, c := range count {
		assert.InDelta(t, 1000, c, 120, "distance %v", z)
	}
	assert.Contains(t, count, 5.0)
	assert.Nil(t, SampleDistances(x.Slice(0, 1, 0, 2), 3, 1))
}
