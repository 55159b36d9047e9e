package learn

import (
	"errors"
	"math"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"gonum.org/v1/gonum/mat"

	"krein/internal/learn/score"
)

// Folds and their shares of a class differ by one row at most.
func TestDeal(t *testing.T) {
	y := make([]int, 103)
	for i := range y {
		y[i] = i * i % 5 % 3
	}
	fold := Deal(y, 5, 1)
	for c := -1; c < 3; c++ {
		count := make([]int, 5)
		for i, f := range fold {
			if c < 0 || y[i] == c {
				count[f]++
			}
		}
		for _, n := range count {
			assert.InDelta(t, count[0], n, 1, "%d", c)
		}
	}
	assert.Equal(t, fold, Deal(y, 5, 1))
	assert.NotEqual(t, fold, Deal(y, 5, 2))
	assert.Panics(t, func() { Deal(y, 0, 1) })
}

// Cross-validation by rows that are left out in place is that of tables without these rows.
func TestCrossValidation(t *testing.T) {
	x, y := sample(9, 60, 4, 3)
	y[0] = 3 // a class that one fold's training rows do not have
	v := values(5, x)
	folds := &Folds{Count: 4, Grid: []float64{0.03125, 1, 16}, Seed: 3}
	set := Convex{Intercept: FreeIntercept, Tolerance: 1e-9}
	svm, err := (&LinearSVM{Convex: set}).CrossValidate(ctx, Matrix(x), y, folds)
	require.NoError(t, err)
	logistic, err := (&Logistic{Convex: set}).CrossValidate(ctx, Matrix(x), y, folds)
	require.NoError(t, err)
	svr, err := (&SVR{Convex: set, Epsilon: 0.1}).CrossValidate(ctx, Matrix(x), v, folds)
	require.NoError(t, err)
	ridge, err := (&Ridge{Intercept: FreeIntercept}).CrossValidate(ctx, Matrix(x), column(v), folds)
	require.NoError(t, err)
	indefinite := &KreinRidge{Signature: []float64{1, -1, 1, 1}, Intercept: FreeIntercept}
	krein, err := indefinite.CrossValidate(ctx, Matrix(x), column(v), folds, (*KreinPath).Stationary)
	require.NoError(t, err)
	byClass, byRow := Deal(y, 4, 3), Deal(make([]int, 60), 4, 3)
	for g, c := range folds.Grid {
		set.C = c
		for f := range 4 {
			in, out := without(byClass, f), make([]bool, 60)
			for i := range out {
				out[i] = !in[i]
			}
			train, test := Matrix(rowsOf(x, in)), Matrix(rowsOf(x, out))
			m, err := (&LinearSVM{Convex: set}).Fit(ctx, train, pick(y, in))
			require.NoError(t, err)
			got, err := m.Predict(ctx, test)
			require.NoError(t, err)
			assert.Equal(t, score.Accuracy(pick(y, out), got), svm.Folds[g][f])
			m, err = (&Logistic{Convex: set, Classes: 4}).Fit(ctx, train, pick(y, in))
			require.NoError(t, err)
			got, err = m.Predict(ctx, test)
			require.NoError(t, err)
			assert.Equal(t, score.Accuracy(pick(y, out), got), logistic.Folds[g][f])
			assert.Equal(t, 4, m.Classes)

			in = without(byRow, f)
			for i := range out {
				out[i] = !in[i]
			}
			train, test = Matrix(rowsOf(x, in)), Matrix(rowsOf(x, out))
			l, err := (&SVR{Convex: set, Epsilon: 0.1}).Fit(ctx, train, pick(v, in))
			require.NoError(t, err)
			z, err := l.Evaluate(ctx, test)
			require.NoError(t, err)
			assert.InDelta(t, score.RMSE(pick(v, out), mat.Col(nil, 0, z)), svr.Folds[g][f], 1e-6)
			l, err = (&Ridge{Lambda: c, Intercept: FreeIntercept}).Fit(ctx, train, column(pick(v, in)))
			require.NoError(t, err)
			z, err = l.Evaluate(ctx, test)
			require.NoError(t, err)
			assert.InDelta(t, score.RMSE(pick(v, out), mat.Col(nil, 0, z)), ridge.Folds[g][f], 1e-10)
			p, err := indefinite.Fit(ctx, train, column(pick(v, in)))
			require.NoError(t, err)
			l, err = p.Stationary(c)
			require.NoError(t, err)
			z, err = l.Evaluate(ctx, test)
			require.NoError(t, err)
			assert.InEpsilon(t, score.RMSE(pick(v, out), mat.Col(nil, 0, z)), krein.Folds[g][f], 1e-7)
		}
	}
	for _, s := range []*Scores{svm, logistic, svr, ridge, krein} {
		assert.Len(t, s.SD, 3)
		assert.InDelta(t, (s.Folds[1][0]+s.Folds[1][1]+s.Folds[1][2]+s.Folds[1][3])/4, s.Mean[1], 1e-12)
	}
}

// A λ at a pole of some fold's equations is left out; none left is an error.
func TestPolesOfFolds(t *testing.T) {
	x, _ := sample(9, 60, 4, 3)
	v := column(values(5, x))
	s := &KreinRidge{Signature: []float64{1, -1, 1, 1}}
	pole := func(p *KreinPath, lambda float64) (*Linear, error) {
		if lambda < 1 {
			return nil, errors.New("pole")
		}
		return p.Hilbert(lambda, lambda), nil
	}
	got, err := s.CrossValidate(ctx, Matrix(x), v, &Folds{Grid: []float64{0.5, 1, 2}}, pole)
	require.NoError(t, err)
	assert.Equal(t, []float64{1, 2}, got.Grid)
	_, err = s.CrossValidate(ctx, Matrix(x), v, &Folds{Grid: []float64{0.5}}, pole)
	assert.ErrorContains(t, err, "pole")
	assert.Panics(t, func() { _, _ = (&KreinRidge{}).CrossValidate(ctx, Matrix(x), v, nil, pole) })
}

func TestBestOfGrid(t *testing.T) {
	s := &Scores{Grid: []float64{1, 2, 4}}
	for _, v := range []float64{0.5, 0.7, 0.7} {
		s.add([]float64{v, v})
	}
	s.choose(false)
	assert.Equal(t, 2.0, s.Best, "the strongest penalty of equals")
	s.choose(true)
	assert.Equal(t, 1.0, s.Best)
}

func TestFoldRefusals(t *testing.T) {
	x, y := sample(9, 10, 2, 2)
	for _, f := range []*Folds{{Count: 1}, {Count: 11}, {Grid: []float64{1, 1}}, {Grid: []float64{0}},
		{Grid: []float64{math.Inf(1)}}} {
		_, err := (&LinearSVM{}).CrossValidate(ctx, Matrix(x), y, f)
		assert.ErrorContains(t, err, "want")
		_, err = (&Ridge{}).CrossValidate(ctx, Matrix(x), mat.NewDense(10, 1, nil), f)
		assert.ErrorContains(t, err, "want")
	}
	def, err := (*Folds)(nil).check(100)
	require.NoError(t, err)
	assert.Equal(t, 5, def.Count)
	assert.Equal(t, 1.0/32, def.Grid[0])
	assert.Equal(t, 32.0, def.Grid[10])
	assert.Len(t, def.Grid, 11)
}
