package learn

import (
	"context"
	"fmt"
	"math"
)

// SVR is support vector regression with squared ε-insensitive loss, LIBLINEAR's L2R_L2LOSS_SVR:
//
//	½ Σ_j d_j w_j² + C Σ_i max(0, |y_i − f(x_i)| − ε)²,
//
// convex, with a unique minimum for d > 0. With ε = 0 it is ridge regression with λ = 1/(2C).
type SVR struct {
	Convex
	// Epsilon is the error that costs nothing, ≥ 0.
	Epsilon float64
}

// Fit fits to the values y_i at the rows of x. Panics and errors are those of LinearSVM.Fit, and an
// error for values that are not finite.
func (s *SVR) Fit(ctx context.Context, x Rows, y []float64) (*Linear, error) {
	e, err := s.estimator(y)
	if err != nil {
		return nil, err
	}
	l, err := fit(ctx, s.Convex, e, x, len(y))
	if err != nil {
		return nil, err
	}
	return &l, nil
}

type tubes struct {
	y       []float64
	epsilon float64
}

func (s *SVR) estimator(y []float64) (tubes, error) {
	if !(s.Epsilon >= 0) || math.IsInf(s.Epsilon, 1) {
		return tubes{}, fmt.Errorf("learn: ε = %v: want a number ≥ 0", s.Epsilon)
	}
	return tubes{y, s.Epsilon}, checkValues(y)
}

// checkValues returns an error unless all are finite.
func checkValues(y []float64) error {
	for i, v := range y {
		if math.IsNaN(v) || math.IsInf(v, 0) {
			return fmt.Errorf("learn: the value of row %d is %v: remove the row or fill the gap", i+1, v)
		}
	}
	return nil
}

func (t tubes) problems(set *Convex, rows, columns int, in []bool) []*problem {
	return []*problem{set.problem(epsilonInsensitive(t.y, t.epsilon), 1, rows, columns, in)}
}
