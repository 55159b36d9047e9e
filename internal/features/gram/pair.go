package gram

import (
	"context"
	"errors"
	"fmt"
	"math"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"krein/internal/parallel"
)

// Between returns k(x_i − y_j) for finite rows of x and y, and its Frobenius norm. It is an error if k is
// not finite at a difference, or 0 at all.
func Between(ctx context.Context, k func(delta []float64) float64, x, y *mat.Dense) (*mat.Dense, float64, error) {
	n, cols := x.Dims()
	m, _ := y.Dims()
	gram := mat.NewDense(n, m, nil)
	err := parallel.Try(ctx, n, func(i int) error {
		row, diff := gram.RawRowView(i), make([]float64, cols)
		for j := range row {
			floats.SubTo(diff, x.RawRowView(i), y.RawRowView(j))
			if row[j] = k(diff); math.IsNaN(row[j] - row[j]) {
				return fmt.Errorf("features: the kernel is %v at a difference of length %v, between rows of the data; scale the "+
					"data into the kernel's domain", row[j], floats.Norm(diff, 2))
			}
		}
		return nil
	})
	if err != nil {
		return nil, 0, err
	}
	norm := mat.Norm(gram, 2)
	if norm == 0 {
		return nil, 0, errors.New("features: the kernel is 0 at every difference of the data; there is no relative error")
	}
	return gram, norm, nil
}

// DistanceBetween returns ‖K − ΦJΨᵀ‖_F.
func DistanceBetween(gram, phi, psi *mat.Dense, sign []float64) float64 {
	whole := func(all, _ int) int { return all }
	return distance(phi, psi, sign, whole, func(i, first int, got []float64) float64 {
		return squares(gram.RawRowView(i)[first:][:len(got)], got)
	})
}

// squares returns Σ (x_j − y_j)², in four sums, so that none waits for the other.
func squares(x, y []float64) float64 {
	var a, b, c, d float64
	y = y[:len(x)]
	for len(x) >= 4 && len(y) >= 4 {
		p, q, r, s := x[0]-y[0], x[1]-y[1], x[2]-y[2], x[3]-y[3]
		a, b, c, d = a+p*p, b+q*q, c+r*r, d+s*s
		x, y = x[4:], y[4:]
	}
	for j, v := range x {
		a += (v - y[j]) * (v - y[j])
	}
	return a + b + (c + d)
}
