package fitting

import (
	"context"
	"errors"
	"fmt"
	"io"
	"math"
	"slices"

	"gonum.org/v1/gonum/mat"

	"krein/cmd/krein/internal/terminal"
	"krein/learn"
)

// Table is a table of prepared rows with labels that is read as often as wanted, from its first row.
type Table interface {
	HasLabels() bool
	// Read stores the next row in dst, io.EOF after the last, and LabelText returns its label.
	Read(dst []float64) error
	LabelText() string
	// Again starts anew with the first row.
	Again() error
}

// BySums reports whether the method needs no more of the rows than sums: they are then read a block at a time.
func (j *Job) BySums() bool {
	return (j.Method == "ridge" || j.Method == "krein-ridge") && j.Landmarks == nil && !j.Few
}

// survey counts the rows of the table, checks that labels are values, and looks whether rows differ.
func (j *Job) survey() error {
	if !j.Table.HasLabels() {
		return j.unlabelled()
	}
	row, first := make([]float64, j.Model.Dim), make([]float64, j.Model.Dim)
	j.same = true
	for j.Count = 0; ; j.Count++ {
		err := j.Table.Read(row)
		if err == io.EOF {
			j.same = j.same && j.Count > 1
			return nil
		} else if err != nil {
			return err
		}
		if j.Count == 0 {
			copy(first, row)
		}
		j.same = j.same && slices.Equal(row, first)
		if _, err := j.value(j.Count); err != nil {
			return err
		}
	}
}

// value returns the value of the row that was read last, which has the number i from 0.
func (j *Job) value(i int) (float64, error) {
	text := j.Table.LabelText()
	if text == "" {
		return 0, fmt.Errorf("row %d has no label; remove the row or fill the label in", i+1)
	}
	return valueOf(text, i+1)
}

// blocks calls do for blocks of all rows and their values; the first of them has the number first, from 0.
func (j *Job) blocks(ctx context.Context, what string, do func(first int, x *mat.Dense, y *mat.Dense) error) error {
	if err := j.Table.Again(); err != nil {
		return err
	}
	report := j.report(what)
	size := min(max(1<<20/j.Model.Columns(), 64), 1<<13, j.Count)
	x, y := mat.NewDense(size, j.Model.Dim, nil), mat.NewDense(size, 1, nil)
	changed := errors.New("the file was changed while it was read; fit again")
	for first := 0; ; first += size {
		n := 0
		var err error
		for ; n < size; n++ {
			if err = j.Table.Read(x.RawRowView(n)); err != nil {
				break
			}
			v, err := j.value(first + n)
			if err != nil {
				return err
			}
			y.Set(n, 0, v)
		}
		if err != nil && err != io.EOF {
			return err
		}
		if end := first + n; end > j.Count || n < size && end < j.Count {
			return changed
		}
		if n > 0 {
			if err := do(first, x.Slice(0, n, 0, j.Model.Dim).(*mat.Dense), y.Slice(0, n, 0, 1).(*mat.Dense)); err != nil {
				if ctx.Err() == nil && first > 0 {
					err = fmt.Errorf("in the block of rows from %d on: %w", first+1, err)
				}
				return err
			}
		}
		if report != nil {
			report(first+n, j.Count)
		}
		if n < size {
			return nil
		}
	}
}

// deal returns the part of each row: 0 for those held out, from 1 on the folds of the others, of which there is one if
// the strength is given; nil if all rows are of part 1. There are so many parts.
func (j *Job) deal() (part []uint32, parts int, err error) {
	train := j.Count
	if j.Holdout > 0 {
		part = learn.DealRows(j.Count, int(math.Round(1/j.Holdout)), j.Seed)
		for i, f := range part {
			part[i] = min(f, 1)
			train -= 1 - int(part[i])
		}
		if train < 2 || train == j.Count {
			return nil, 0, j.tooFew()
		}
	}
	if j.Strength > 0 {
		return part, 2, nil
	}
	fold, err := (&learn.Folds{Count: j.Folds, Seed: j.Seed}).Deal(train)
	if err != nil {
		return nil, 0, j.unchosen(train, err)
	}
	if part == nil {
		part = slices.Repeat([]uint32{1}, j.Count)
	}
	at := 0
	for i, p := range part {
		if p > 0 {
			part[i] += fold[at]
			at++
		}
	}
	return part, 1 + j.Folds, nil
}

// bySums fits to sums over the rows that are not held out and to those over all, and scores both functions: two passes
// over the table for any number of values of λ, and two more to find principal columns of either. What is in memory for
// each row is its part.
func (j *Job) bySums(ctx context.Context) error {
	part, parts, err := j.deal()
	if err != nil {
		return err
	}
	if err := j.kernelBySums(ctx, part); err != nil {
		return err
	}
	j.signs = j.Signature
	var wide *wideSums
	if j.Keep > 0 {
		if wide, err = j.addWide(ctx, part); err != nil {
			return err
		}
		if err := j.narrow(ctx, wide); err != nil {
			return err
		}
	}
	sums, err := j.addUp(ctx, part, parts)
	if err != nil {
		return err
	}
	held := sums[0].Rows()
	without := func(err error) error {
		if held == 0 {
			return err
		}
		return fmt.Errorf("without the %s held out for a score: %w", terminal.Count(held, "row"), err)
	}
	if err := j.chooseBySums(ctx, sums[1:]); err != nil {
		return without(err)
	}
	j.Model.Training.Lambda = j.Strength
	all := sums[1]
	for _, s := range sums[2:] {
		if err := all.Plus(s); err != nil {
			return err
		}
	}
	f, err := j.solve(all)
	if err != nil {
		return without(err)
	}
	functions := []*learn.Linear{f}
	if held > 0 {
		if wide != nil {
			if err := j.compare(wide.rows); err != nil {
				return err
			}
			if err := wide.all(); err != nil {
				return err
			}
			if err := j.narrow(ctx, wide); err != nil {
				return err
			}
			if sums, err = j.addUp(ctx, nil, 2); err != nil {
				return err
			}
			all = sums[1]
		} else if err := all.Plus(sums[0]); err != nil {
			return err
		}
		if f, err = j.solve(all); err != nil {
			return err
		}
		functions = append(functions, f)
	}
	j.Model.Function = &learn.Linear{Weights: f.Weights, Intercept: f.Intercept}
	return j.scoreBlocks(ctx, functions, part)
}

// wideSums are the sums of a wide map, of which principal columns are made, and some of the rows held out.
type wideSums struct {
	held, train *learn.Sums
	rows        *mat.Dense // up to compared of those held out
}

// addWide adds up the columns of the map itself.
func (j *Job) addWide(ctx context.Context, part []uint32) (*wideSums, error) {
	zero := make([]float64, j.Model.Columns()+1)
	w := &wideSums{held: learn.NewSums(zero, 1), train: learn.NewSums(zero, 1)}
	var some []float64
	one := make([]uint32, 0, 1<<13)
	err := j.blocks(ctx, "principal columns", func(first int, x *mat.Dense, y *mat.Dense) error {
		phi := j.Model.Rows(x)
		if part == nil {
			return w.train.Add(ctx, phi, y)
		}
		n, d := x.Dims()
		one = one[:0]
		for i, p := range part[first : first+n] {
			one = append(one, min(p, 1))
			if p == 0 && len(some) < compared*d {
				some = append(some, x.RawRowView(i)...)
			}
		}
		return learn.AddParts(ctx, []*learn.Sums{w.held, w.train}, one, phi, y)
	})
	if len(some) > 0 {
		w.rows = mat.NewDense(len(some)/j.Model.Dim, j.Model.Dim, some)
	}
	return w, err
}

// all makes the sums over the rows that are fitted to those over all.
func (w *wideSums) all() error { return w.train.Plus(w.held) }

// narrow finds the principal columns of the sums.
func (j *Job) narrow(ctx context.Context, w *wideSums) error {
	by, err := learn.PrincipalOf(ctx, w.train, j.Signature, j.Keep)
	if err == nil {
		j.keep(by, j.Model.Columns())
	}
	return err
}

// addUp returns the sums of the parts of the columns that are fitted to.
func (j *Job) addUp(ctx context.Context, part []uint32, parts int) ([]*learn.Sums, error) {
	var origin []float64
	sums := make([]*learn.Sums, parts)
	err := j.blocks(ctx, "adding up", func(first int, x *mat.Dense, y *mat.Dense) (err error) {
		phi := j.Model.Rows(x)
		if j.principal != nil {
			phi = j.principal.Rows(phi)
		}
		if origin == nil {
			if origin, err = (&learn.Ridge{Intercept: j.Intercept}).Origin(phi, y); err != nil {
				return err
			}
			for p := range sums {
				sums[p] = learn.NewSums(origin, 1)
			}
		}
		if part == nil {
			return sums[1].Add(ctx, phi, y)
		}
		n, _ := phi.Dims()
		return learn.AddParts(ctx, sums, part[first:first+n], phi, y)
	})
	return sums, err
}

// chooseBySums chooses λ by cross-validation of which the sums of folds are known.
func (j *Job) chooseBySums(ctx context.Context, folds []*learn.Sums) error {
	return j.choose(j.Count, func(f *learn.Folds) (*learn.Scores, error) {
		if j.Method == "krein-ridge" {
			return (&learn.KreinRidge{Signature: j.signs, Intercept: j.Intercept}).CrossValidateSums(ctx, folds, f,
				(*learn.KreinPath).Stationary)
		}
		return (&learn.Ridge{Intercept: j.Intercept}).CrossValidateSums(ctx, folds, f)
	}, lambdas())
}

// solve returns the function of the sums, on the columns of the map.
func (j *Job) solve(sums *learn.Sums) (f *learn.Linear, err error) {
	if j.Method == "krein-ridge" {
		p, err := (&learn.KreinRidge{Signature: j.signs, Intercept: j.Intercept}).FitSums(sums)
		if err != nil {
			return nil, err
		}
		f, err = p.Stationary(j.Strength)
		if err != nil {
			return nil, err
		}
	} else if f, err = (&learn.Ridge{Lambda: j.Strength, Intercept: j.Intercept}).Solve(sums); err != nil {
		return nil, err
	}
	if j.principal != nil {
		f = j.principal.Fold(f)
	}
	return f, nil
}

// scoreBlocks scores the last of the functions on all rows, and the first of two on those of part 0.
func (j *Job) scoreBlocks(ctx context.Context, functions []*learn.Linear, part []uint32) error {
	both := &learn.Linear{Weights: mat.NewDense(len(functions), j.Model.Columns(), nil)}
	for i, f := range functions {
		both.Weights.SetRow(i, f.Weights.RawRowView(0))
		both.Intercept = append(both.Intercept, f.Intercept[0])
	}
	training, held := NewTally(j.Model), NewTally(j.Model)
	err := j.blocks(ctx, "scoring", func(first int, x *mat.Dense, y *mat.Dense) error {
		p, err := both.Evaluate(ctx, j.Model.Rows(x))
		if err != nil {
			return err
		}
		n, _ := x.Dims()
		for i := range n {
			training.value(y.At(i, 0), p.At(i, len(functions)-1))
			if len(functions) == 2 && part[first+i] == 0 {
				held.value(y.At(i, 0), p.At(i, 0))
			}
		}
		return nil
	})
	if err != nil {
		return err
	}
	j.result.Training = training.Score()
	if held.rows > 0 {
		j.result.Held = held.Score()
		j.Model.Training.Held, j.Model.Training.Score = held.rows, j.result.Held.RMSE
	}
	return nil
}
