package fitting

import (
	"context"
	"errors"
	"fmt"
	"math"

	"gonum.org/v1/gonum/mat"

	"krein/learn"
	"krein/learn/model"
)

// mostChosen is how many rows λ of [learn.Asymmetric] is chosen by, at most: of more rows than columns its equations take
// a decomposition of a matrix in the columns for each value.
const mostChosen = 2000

// asymmetric fits AsK-LS to some rows: the classifier is the mean of its two functions.
func (j *Job) asymmetric(ctx context.Context, x *mat.Dense, y []int) error {
	if j.Strength == 0 {
		if err := j.chooseAsymmetric(ctx, x, y); err != nil {
			return fmt.Errorf("choosing λ: %w", err)
		}
	}
	j.Model.Training.Lambda = j.Strength
	at, err := j.asymmetricPath(ctx, x, y)
	if err != nil {
		return err
	}
	return j.function(at(j.Strength))
}

// asymmetricPath returns the function for each λ.
func (j *Job) asymmetricPath(ctx context.Context, x *mat.Dense, y []int) (func(lambda float64) (*learn.Linear, error), error) {
	classes := len(j.Model.Labels)
	outputs := classes
	if classes == 2 {
		outputs = 1
	}
	target := mat.NewDense(len(y), outputs, nil)
	for i, c := range y {
		for k := range outputs {
			v := -1.0
			if c == k && classes > 2 || c == 1 && classes == 2 {
				v = 1
			}
			target.Set(i, k, v)
		}
	}
	m := j.Model.Map.(*model.Pair)
	left, right := m.Sides()
	path, err := new(learn.Asymmetric).Path(ctx, learn.Mapped(left, x), learn.Mapped(right, x), target)
	if err != nil {
		return nil, err
	}
	return func(lambda float64) (*learn.Linear, error) {
		f1, f2, err := path.At(lambda)
		if err != nil {
			return nil, err
		}
		return m.Mean(f1, f2), nil
	}, nil
}

// picked copies some rows and their classes.
func picked(x *mat.Dense, y, some []int) (*mat.Dense, []int) {
	_, d := x.Dims()
	out, classes := mat.NewDense(len(some), d, nil), make([]int, len(some))
	for to, i := range some {
		out.SetRow(to, x.RawRowView(i))
		classes[to] = y[i]
	}
	return out, classes
}

// chooseAsymmetric takes the λ with the best accuracy on a fifth of up to 2000 rows; it grows with the number of rows.
func (j *Job) chooseAsymmetric(ctx context.Context, x *mat.Dense, y []int) error {
	all := len(y)
	if all > mostChosen { // a part of each class
		var used []int
		parts := (all + mostChosen - 1) / mostChosen
		for i, f := range learn.Deal(y, parts, j.Seed) {
			if f == 0 {
				used = append(used, i)
			}
		}
		x, y = picked(x, y, used)
	}
	var train, held []int
	for i, f := range learn.Deal(y, 5, j.Seed+1) {
		if f == 0 {
			held = append(held, i)
		} else {
			train = append(train, i)
		}
	}
	if len(held) == 0 || len(train) == 0 {
		return errors.New("there are too few rows: give --strength")
	}
	trainX, trainY := picked(x, y, train)
	heldX, heldY := picked(x, y, held)
	at, err := j.asymmetricPath(ctx, trainX, trainY)
	if err != nil {
		return err
	}
	report := j.report("choosing λ")
	s := &learn.Scores{}
	best := math.Inf(-1)
	const from, to, step = -28, 4, 4 // most singular values of K are in between: what is good is mostly below
	for e := from; e <= to; e += step {
		lambda := math.Ldexp(float64(len(train)), e)
		accuracy := 0.0 // a singular value is next to λ
		f, err := at(lambda)
		switch {
		case ctx.Err() != nil:
			return ctx.Err()
		case err == nil:
			j.Model.Function = f
			score, err := j.score(ctx, heldX, heldY, nil)
			if err != nil {
				return err
			}
			accuracy = *score.Accuracy
		}
		lambda *= float64(all) / float64(len(train))
		s.Grid, s.Folds = append(s.Grid, lambda), append(s.Folds, []float64{accuracy})
		s.Mean, s.SD = append(s.Mean, accuracy), append(s.SD, 0)
		if accuracy > best {
			best, s.Best = accuracy, lambda
		}
		if report != nil {
			report(len(s.Grid), (to-from)/step+1)
		}
	}
	if best <= 0 {
		return errors.New("no value has a solution")
	}
	j.Strength, j.result.Choice = s.Best, s
	return nil
}
