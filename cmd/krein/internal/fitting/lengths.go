package fitting

import (
	"context"
	"errors"
	"fmt"
	"math"

	"gonum.org/v1/gonum/mat"

	"krein/kernel"
	"krein/kernel/numeric"
	"krein/learn"
	"krein/learn/model"
)

// Lengths chooses the length that all columns are divided by, '--lengths auto'.
type Lengths struct {
	// Median is that of distances between rows, which are divided by 2^Start times as much to begin with.
	Median float64
	Start  int
	// Columns is how many columns the map will have, or how many landmarks there will be. The model's map has no more than
	// LengthColumns until Multiply is called.
	Columns int
	// Multiply makes 2^power times that the length, of the rows in memory and of those read from now on, and draws
	// the map; from says how that was chosen, "" if it was not.
	Multiply func(power int, from string) error

	chosen bool
}

// LengthChoice is what '--lengths auto' has come to; bench/defaults/run.py measures what it is worth.
type LengthChoice struct {
	Best   float64 `json:"best"`
	Median float64 `json:"median"` // of distances between rows
	// Grid are the lengths that were compared, ascending, and Mean their scores by cross-validation, each with the best
	// C or λ: accuracies, or root mean square errors; on so many training rows.
	Grid []float64 `json:"grid"`
	Mean []float64 `json:"mean"`
	Rows int       `json:"rows"`
}

// String says what was chosen.
func (c *LengthChoice) String() string {
	return fmt.Sprintf("columns divided by %.4g, %s, the best of %d lengths", c.Best, medians(c.Best/c.Median), len(c.Grid))
}

// medians says what so many times the median of distances is.
func medians(times float64) string {
	const median = "the median of distances"
	switch times {
	case 1:
		return median
	case 2:
		return "twice " + median
	case 1. / 2:
		return "half " + median
	}
	return fmt.Sprintf("%g times %s", times, median)
}

const (
	// lengthRows is how many training rows lengths are compared on, at most: the best length hardly depends on their
	// number, and the comparison then costs less than the choice of C on all of them.
	lengthRows = 2000
	// LengthColumns is how many columns a map has there, at most.
	LengthColumns = 512
	// lengthPoints is how many landmarks there are then, whose kernels with each other are decomposed for each length.
	lengthPoints = 256
	// worthwhile is the share of the loss by which a length has to be better than that before for the search to go on:
	// kernels like exp(−z) change little once they are long, and the scores of their lengths then differ by chance.
	worthwhile = 0.01
	// farthest is how many times the median is halved or doubled at most, while the last length tried is the best.
	farthest = 10
)

// flat and unrelated are shares of the greatest |k(z)|, z ≤ 1: a kernel that differs by less than the one from k(0) at the
// median of distances hardly tells rows apart, and below the other every row is as if alone. mostDoubled bounds how far
// the median is from what avoids both.
const (
	flat        = 1e-2
	unrelated   = 1e-2
	mostDoubled = 40
)

// Start returns the power of two, the one nearest to 1, by which the median of distances has to be multiplied for k to
// be neither flat nor next to zero at the median of distances of rows divided by the product: lengths are compared
// around it. It is 0 for the kernels that people write for rows of unit length scale.
func Start(k *kernel.Kernel) int {
	at := numeric.Compile(k).At
	zero := at(0)
	greatest := math.Abs(zero) // which is 0 of differences such as the Delta-Gaussian
	for p := range mostDoubled + 1 {
		greatest = max(greatest, math.Abs(at(math.Ldexp(1, -p))))
	}
	for p := range mostDoubled + 1 {
		for _, power := range []int{p, -p} {
			if v := at(math.Ldexp(1, -power)); math.Abs(v) >= unrelated*greatest && math.Abs(v-zero) >= flat*greatest {
				return power
			}
		}
	}
	return 0
}

// Beginning says which length Start gives.
func Beginning(power int) string {
	return "auto: " + medians(math.Ldexp(1, power))
}

// chooseLength compares lengths on some rows by cross-validation, and has the rows divided by the best: half of the one
// to begin with, this one, twice this one, and on while the last one is the best.
func (j *Job) chooseLength(ctx context.Context, x *mat.Dense, classes []int, values []float64) error {
	if j.Lengths == nil || j.Lengths.chosen {
		return nil
	}
	j.Lengths.chosen = true
	n, _ := x.Dims()
	some := classes
	if some == nil {
		some = make([]int, n)
	}
	var used []int
	for i, f := range learn.Deal(some, (n+lengthRows-1)/lengthRows, j.Seed) {
		if f == 0 {
			used = append(used, i)
		}
	}
	if len(used) < n { // otherwise these are the rows, in their order
		x, classes = picked(x, some, used)
	}
	if values != nil {
		all := values
		values = make([]float64, len(used))
		for to, i := range used {
			values[to] = all[i]
		}
		classes = nil
	}
	least := j.Task == model.Regress
	scores := map[int]float64{}
	best, report := 0, j.report("choosing lengths")
	try := func(power int) error {
		score, err := j.scoreOfLength(ctx, x, classes, values, power)
		if ctx.Err() != nil {
			return ctx.Err()
		}
		if err != nil { // no length at which nothing can be fitted is the best
			score = math.Inf(-1)
			if least {
				score = math.Inf(1)
			}
			if power == 0 {
				return nil // all rows have the same trouble, or too few: the fit itself says what it is
			}
		}
		scores[power] = score
		if at, ok := scores[best]; ok && (least && score < at || !least && score > at) {
			best = power
		}
		if report != nil {
			report(len(scores), max(3, len(scores)))
		}
		return nil
	}
	if err := try(0); err != nil {
		return err
	}
	if len(scores) == 0 {
		return j.Lengths.Multiply(0, "")
	}
	further := func(power, before int) bool { // goes a search on that has come to the power?
		loss, last := scores[power], scores[before]
		if !least {
			loss, last = 1-loss, 1-last
		}
		return best == power && loss < (1-worthwhile)*last && max(power, -power) < farthest
	}
	from, to := 0, 0
	for from == 0 || further(from, from+1) {
		from--
		if err := try(from); err != nil {
			return err
		}
	}
	for to == 0 || further(to, to-1) {
		to++
		if err := try(to); err != nil {
			return err
		}
	}
	start := j.Lengths.Start
	c := &LengthChoice{Median: j.Lengths.Median, Best: math.Ldexp(j.Lengths.Median, start+best), Rows: len(used)}
	for power := from; power <= to; power++ {
		if s := scores[power]; !math.IsInf(s, 0) {
			c.Grid, c.Mean = append(c.Grid, math.Ldexp(c.Median, start+power)), append(c.Mean, s)
		}
	}
	j.result.Length = c
	return j.Lengths.Multiply(best, Beginning(start+best)+", by cross-validation")
}

// scoreOfLength returns the score of rows divided by 2^power besides, with the best C or λ. They are divided where they
// are, since a copy of wide rows is most of what is in memory, and multiplied again: exactly, but for numbers below 1e-304.
func (j *Job) scoreOfLength(ctx context.Context, x *mat.Dense, classes []int, values []float64, power int) (float64, error) {
	x.Scale(math.Ldexp(1, -power), x)
	defer x.Scale(math.Ldexp(1, power), x)
	n, _ := x.Dims()
	part := *j
	part.Model = &model.Model{Task: j.Task, Method: j.Method, Dim: j.Model.Dim, Labels: j.Model.Labels, Map: j.Model.Map}
	part.X, part.Table, part.Labels, part.Progress, part.kept = x, nil, nil, nil, nil
	part.classes, part.values, part.result = classes, values, new(Result)
	part.ByLabels = false
	switch all := j.Lengths.Columns; {
	case j.Landmarks != nil: // as many columns: fewer want greater lengths
		l := *j.Landmarks
		l.Count = min(l.Count, lengthPoints, n)
		part.Landmarks, part.Keep = &l, min(j.Keep, lengthPoints)
	case j.Keep > 0 && all > LengthColumns: // the same share of fewer
		part.Keep = max(1, j.Keep*LengthColumns/all)
	}
	rows, err := part.columns(ctx, x)
	if err != nil {
		return 0, err
	}
	cross, _, err := part.crossed(ctx, rows, classes, values)
	if err != nil {
		return 0, err
	}
	s, err := cross(&learn.Folds{Count: j.Folds, Seed: j.Seed, Grid: part.lengthGrid()})
	if err != nil {
		return 0, err
	}
	for i, v := range s.Grid {
		if v == s.Best {
			return s.Mean[i], nil
		}
	}
	return 0, errors.New("no score")
}

// lengthGrid are the values of C or λ that a length is tried with.
func (j *Job) lengthGrid() []float64 {
	switch {
	case j.Strength > 0:
		return []float64{j.Strength}
	case j.Method == "ridge" || j.Method == "krein-ridge":
		var some []float64 // every second: the score of the best one hardly differs
		for i, v := range lambdas() {
			if i%2 == 0 {
				some = append(some, v)
			}
		}
		return some
	}
	return []float64{1. / 4, 2, 16, 128}
}

// lengthBySums is chooseLength for rows that are read a block at a time, of those that are not held out.
func (j *Job) lengthBySums(ctx context.Context, part []uint32) error {
	if j.Lengths == nil {
		return nil
	}
	train := j.Count
	for _, p := range part {
		if p == 0 {
			train--
		}
	}
	deal := learn.DealRows(train, (train+lengthRows-1)/lengthRows, j.Seed)
	var numbers, values []float64
	at := 0
	err := j.blocks(ctx, "choosing lengths", func(first int, x *mat.Dense, y *mat.Dense) error {
		n, _ := x.Dims()
		for i := range n {
			if part != nil && part[first+i] == 0 {
				continue
			}
			if deal[at] == 0 {
				numbers, values = append(numbers, x.RawRowView(i)...), append(values, y.At(i, 0))
			}
			at++
		}
		return nil
	})
	if err != nil {
		return err
	}
	return j.chooseLength(ctx, mat.NewDense(len(values), j.Model.Dim, numbers), nil, values)
}
