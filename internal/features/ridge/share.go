package ridge

import (
	"math"
)

// Group is one kind of random columns.
type Group interface {
	// Variance returns the variance at u of the estimate from count columns.
	Variance(u float64, count int, orthogonal bool) float64
}

// Share divides columns between groups: one each at least, and otherwise in proportion to the standard
// deviations of one column, the variance taken in the mean over us, which is best for independent
// columns. ok is false if there are too few.
func Share(groups []Group, columns int, us []float64) (counts []int, ok bool) {
	if len(groups) == 0 {
		return nil, columns >= 0
	}
	if columns < len(groups) {
		return nil, false
	}
	weight, total := make([]float64, len(groups)), 0.0
	for i, g := range groups {
		for _, u := range us {
			weight[i] += g.Variance(u, 1, false)
		}
		weight[i] = math.Sqrt(max(weight[i], 0))
		total += weight[i]
	}
	counts = make([]int, len(groups))
	spare, largest := columns, 0
	for i, w := range weight {
		counts[i] = 1
		if total > 0 {
			counts[i] = max(1, int(w/total*float64(columns-len(groups))))
		}
		spare -= counts[i]
		if w > weight[largest] {
			largest = i
		}
	}
	counts[largest] += spare
	return counts, counts[largest] > 0
}

// MeanVariance returns the mean over us of the variance of the sum of the groups.
func MeanVariance(groups []Group, counts []int, us []float64, orthogonal bool) float64 {
	sum := 0.0
	for i, g := range groups {
		for _, u := range us {
			sum += g.Variance(u, counts[i], orthogonal)
		}
	}
	return sum / float64(len(us))
}
