package learn

import (
	"context"
	"errors"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"gonum.org/v1/gonum/mat"
)

// Where rows are in parts, the machine is that of the table: of two classes and of more, with every
// intercept.
func TestFitElsewhere(t *testing.T) {
	for _, k := range []int{2, 3} {
		x, y := sample(9, 300, 5, k)
		counts := make([]int, k)
		for _, c := range y {
			counts[c]++
		}
		for b := NoIntercept; b <= PenalisedIntercept; b++ {
			s := &LinearSVM{Convex: Convex{C: 0.7, Intercept: b, Tolerance: 1e-4}, Classes: k}
			passes, kinds := 0, map[string]bool{}
			got, err := s.FitElsewhere(ctx, 5, counts, func(ctx context.Context, questions []Question) ([][]float64, error) {
				passes++
				for _, q := range questions {
					kinds[map[bool]string{true: "V", false: "W"}[q.V != nil]+map[bool]string{true: "line"}[q.Steps != nil]] = true
				}
				sum, err := s.Answer(ctx, Matrix(x.Slice(0, 70, 0, 5).(*mat.Dense)), y[:70], questions)
				require.NoError(t, err)
				rest, err := s.Answer(ctx, Matrix(x.Slice(70, 300, 0, 5).(*mat.Dense)), y[70:], questions)
				require.NoError(t, err)
				for i := range sum {
					for j, v := range rest[i] {
						sum[i][j] += v
					}
				}
				return sum, nil
			})
			require.NoError(t, err)
			want, err := s.Fit(ctx, Matrix(x), y)
			require.NoError(t, err)
			assert.True(t, mat.EqualApprox(want.Weights, got.Weights, 1e-10), "%d %v", k, b)
			assert.InDeltaSlice(t, want.Intercept, got.Intercept, 1e-10)
			assert.Equal(t, k, got.Classes)
			for i, c := range got.Convergence {
				assert.Equal(t, want.Convergence[i].Steps, c.Steps)
				assert.Equal(t, want.Convergence[i].Products, c.Products)
			}
			assert.Len(t, kinds, 3)
			assert.Less(t, passes, 200)
		}
	}
}

// Lines are asked for again where none of the first points is low enough, and the answer is that of
// a sum.
func TestAfar(t *testing.T) {
	p := (&Convex{C: 1}).problem(nil, 1, 0, 1, nil)
	asked := 0
	s := &solver{problem: p, far: true, s: []float64{1}, asked: func(q *request) error {
		asked++
		for i, a := range q.steps {
			q.out[i] = 3 * a
		}
		return nil
	}}
	for range 2 { // another line begins at 1
		before := asked
		for a := 1.0; a > 0.01; a /= 2 {
			f, err := s.afar(a)
			require.NoError(t, err)
			assert.Equal(t, 3*a, f)
		}
		assert.Equal(t, before+2, asked)
	}
}

func TestElsewhereErrors(t *testing.T) {
	s := &LinearSVM{}
	fail := errors.New("no machine")
	_, err := s.FitElsewhere(ctx, 2, []int{3, 3},
		func(context.Context, []Question) ([][]float64, error) { return nil, fail })
	assert.ErrorIs(t, err, fail)
	_, err = s.FitElsewhere(ctx, 2, []int{3, 3},
		func(_ context.Context, q []Question) ([][]float64, error) { return make([][]float64, len(q)), nil })
	assert.ErrorIs(t, err, errAnswers)
	_, err = s.FitElsewhere(ctx, 2, []int{6, 0}, nil)
	assert.ErrorIs(t, err, errOneClass)
	x := Matrix(mat.NewDense(1, 2, nil))
	for _, q := range []Question{{W: make([]float64, 1)}, {W: make([]float64, 2), V: make([]float64, 3)},
		{W: make([]float64, 2), Steps: []float64{1}}, {W: make([]float64, 2), Class: -1}} {
		_, err = s.Answer(ctx, x, []int{0}, []Question{q})
		assert.Error(t, err)
	}
}
