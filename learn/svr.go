package learn

import (
	"context"
	"fmt"
	"math"
	"slices"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/stat"

	"krein/internal/learn/loss"
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
	l.Intercept[0] += e.origin
	return &l, nil
}

// tubes are the values about an origin.
type tubes struct {
	y       []float64
	origin  float64
	epsilon float64
}

// estimator checks the values. With a free intercept they are taken from their mean: the gradient at
// w = 0, by which the iteration is ended, does not depend on where their zero is then.
func (s *SVR) estimator(y []float64) (tubes, error) {
	t := tubes{y: y, epsilon: s.Epsilon}
	if !(s.Epsilon >= 0) || math.IsInf(s.Epsilon, 1) {
		return t, fmt.Errorf("learn: ε = %v: want a number ≥ 0", s.Epsilon)
	}
	for i, v := range y {
		if err := checkValue(i, v); err != nil {
			return t, err
		}
	}
	if s.Intercept == FreeIntercept && len(y) > 0 {
		t.origin = stat.Mean(y, nil)
		t.y = slices.Clone(y)
		floats.AddConst(-t.origin, t.y)
	}
	return t, nil
}

// tooLarge is what squares may overflow from, with some room for sums.
const tooLarge = 1e150

// checkValue returns an error unless v, of row i, is finite and can be squared.
func checkValue(i int, v float64) error {
	switch {
	case math.IsNaN(v) || math.IsInf(v, 0):
		return fmt.Errorf("learn: the value of row %d is %v: remove the row or fill the gap", i+1, v)
	case math.Abs(v) > tooLarge:
		return fmt.Errorf("learn: the value of row %d is %v, too large to be squared: scale the values", i+1, v)
	}
	return nil
}

func (t tubes) problems(set *Convex, rows, columns int, in []bool) []*problem {
	return []*problem{set.problem(loss.EpsilonInsensitive(t.y, t.epsilon), 1, rows, columns, in)}
}
