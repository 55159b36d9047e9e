package ridge

import (
	"fmt"
	"math"
	"slices"
	"sync"
)

// Group is one kind of random columns.
type Group interface {
	// Variance returns the variance at u of the estimate from count columns.
	Variance(u float64, count int, orthogonal bool) float64
}

// Last remembers the last choice for a number of columns at inner products: maps are drawn for many seeds
// with the same options. It is safe for concurrent use.
type Last[T any] struct {
	mu      sync.Mutex
	known   bool
	columns int
	us      []float64
	choice  T
}

// Choose returns the choice, which choose makes if the last one was another.
func (l *Last[T]) Choose(columns int, us []float64, choose func() (T, error)) (T, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.known && l.columns == columns && slices.Equal(l.us, us) {
		return l.choice, nil
	}
	c, err := choose()
	if err == nil {
		l.known, l.columns, l.us, l.choice = true, columns, slices.Clone(us), c
	}
	return c, err
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

// InnerProducts returns those of unit vectors at the distances; if there are none, at those of random
// points that random gives for a dimension.
func InnerProducts(dim int, distances []float64, random func(dim, n int) []float64) ([]float64, error) {
	if len(distances) == 0 {
		distances = random(dim, 8)
	}
	u := make([]float64, len(distances))
	for i, z := range distances {
		if !(z >= 0 && z <= 2*(1+OffSphere)) {
			return nil, fmt.Errorf("a distance of %v; those of unit vectors are in [0, 2]", z)
		}
		u[i] = max(-1, 1-z*z/2)
	}
	return u, nil
}

// Question is what a prediction is about: the inner products that it is for, those for which its maps are drawn, and
// whether their directions are orthogonal.
type Question struct {
	Us, Likes  []float64
	Orthogonal bool
}

// Ask returns the question about unit vectors at distances, and maps that are drawn for own distances, for the same if
// there are none. The arguments are those of InnerProducts.
func Ask(dim int, distances, own []float64, orthogonal bool,
	random func(dim, n int) []float64) (q Question, err error) {
	if q.Us, err = InnerProducts(dim, distances, random); err != nil {
		return q, err
	}
	q.Likes, q.Orthogonal = q.Us, orthogonal
	if len(own) > 0 {
		q.Likes, err = InnerProducts(dim, own, random)
	}
	return q, err
}
