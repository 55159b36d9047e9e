package fitting

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"math"
	"slices"
	"strings"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"
	"gonum.org/v1/gonum/stat"

	"krein/internal/kernel/numeric"
	"krein/internal/learn/relevance"
	"krein/kernel"
	"krein/learn"
	"krein/learn/model"
)

// Lengths chooses the length that all columns are divided by, '--lengths auto'.
type Lengths struct {
	// Median is that of distances between rows, which are divided by 2^Start times as much to begin with.
	Median float64
	Start  int
	// Multiply makes 2^power times that the length, of the rows in memory and of those read from now on, and draws
	// the map; from says how that was chosen, "" if it was not.
	Multiply func(power int, from string) error
	// Stretch, if not nil, is called after Multiply where factors for the length of each column do better: it multiplies
	// them, and draws the map.
	Stretch func(factors []float64, from string) error
	// Each says that lengths of columns were asked for; else they have to be worth it, and are not looked for where that
	// takes long.
	Each bool
	// Eval has the values of a kernel at distances, with Stretch.
	Eval func(dst, z []float64) []float64
}

// Params chooses values of the kernel's parameters that have ranges.
type Params struct {
	Names []string
	Grids [][]string // the values that are compared
	// Set takes the kernel with these values for that of the job. If last is true, they are the choice, and the map is drawn
	// with all its columns unless Lengths.Multiply does that afterwards.
	Set func(values []string, last bool) error
}

// ParamChoice is the value of a parameter that has a range, with the values that were compared and their scores, as
// LengthChoice has them: each with the length and the other parameters that were chosen.
type ParamChoice struct {
	Name string    `json:"name"`
	Best string    `json:"best"`
	Grid []string  `json:"grid"`
	Mean []float64 `json:"mean"`
	Rows int       `json:"rows"`
}

// String says what was chosen, and when the best value is an end of the range.
func (c *ParamChoice) String() string {
	s := fmt.Sprintf("%s = %s, the best of %d values", c.Name, c.Best, len(c.Grid))
	if at := slices.Index(c.Grid, c.Best); at == 0 || at == len(c.Grid)-1 {
		s += ", an end of the range"
	}
	return s
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
	// Each is the score with a length for each column, on the same rows, if such were looked for, and Factors are these
	// lengths over Best; absent if Each is not better than the best of Mean, which is taken then.
	Each    *float64  `json:"each,omitempty"`
	Factors []float64 `json:"factors,omitempty"`

	one   float64 // the best of Mean
	folds int
	asked bool // for a length for each column
}

// String says what was chosen.
func (c *LengthChoice) String() string {
	if c.Factors != nil {
		return fmt.Sprintf("columns divided by %.4g to %.4g, one length each (by %d folds %.4g, by one length for all %.4g)",
			c.Best*slices.Min(c.Factors), c.Best*slices.Max(c.Factors), c.folds, *c.Each, c.one)
	}
	if c.Each != nil && c.asked {
		return fmt.Sprintf("columns divided by %.4g, %s, the best of %d lengths; one length each does no better (by %d folds %.4g, "+
			"by one for all %.4g)", c.Best, medians(c.Best/c.Median), len(c.Grid), c.folds, *c.Each, c.one)
	}
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
	// LengthColumns is how many columns a map has there, at most, until Multiply or Set draws the whole.
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

// choice is a search for the length and the parameters with the best score.
type choice struct {
	job     *Job
	x       *mat.Dense // some rows
	classes []int
	values  []float64
	scores  map[string]map[int]float64 // of the parameters' values, at powers of two of the length to begin with
	at      []int                      // the parameters' values so far
	power   int
	taken   string // the parameters' values that the kernel has now
	report  func(done, total int)
}

// chooseKernel compares lengths, and values of parameters, on some rows by cross-validation, and has the rows divided by the
// best length: half of the one to begin with, this one, twice this one, and on while the last one is the best. The values
// of a parameter are compared at the length and the other values that are the best so far, and all of it goes on until
// nothing changes.
func (j *Job) chooseKernel(ctx context.Context, x *mat.Dense, classes []int, values []float64) error {
	if j.Lengths == nil && j.Params == nil || j.chosen {
		return nil
	}
	j.chosen = true
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
	c := &choice{job: j, x: x, classes: classes, values: values, scores: map[string]map[int]float64{},
		report: j.report("choosing the kernel")}
	if j.Params != nil {
		for _, g := range j.Params.Grids {
			c.at = append(c.at, len(g)/2)
		}
	}
	if err := c.search(ctx); err != nil {
		return err
	}
	if j.Params != nil {
		for p, name := range j.Params.Names {
			j.result.Params = append(j.result.Params, c.param(p, name, len(used)))
		}
		if err := j.Params.Set(c.text(), true); err != nil {
			return err
		}
	}
	if j.Lengths == nil {
		return nil
	}
	start, scores := j.Lengths.Start, c.scores[c.key()]
	if len(scores) == 0 { // the fit itself says what the trouble is
		return j.Lengths.Multiply(0, "")
	}
	l := &LengthChoice{Median: j.Lengths.Median, Best: math.Ldexp(j.Lengths.Median, start+c.power), Rows: len(used)}
	for _, power := range slices.Sorted(maps.Keys(scores)) {
		if s := scores[power]; !math.IsInf(s, 0) {
			l.Grid, l.Mean = append(l.Grid, math.Ldexp(l.Median, start+power)), append(l.Mean, s)
		}
	}
	j.result.Length = l
	factors, err := c.each(ctx, l)
	if err != nil {
		return err
	}
	from := Beginning(start+c.power) + ", by cross-validation"
	if err := j.Lengths.Multiply(c.power, from); err != nil || factors == nil {
		return err
	}
	word := "auto"
	if j.Lengths.Each {
		word = "ard"
	}
	return j.Lengths.Stretch(factors, word+": one for each column, by leave-one-out errors")
}

const (
	// relevanceRows is how many rows lengths for each column are found on, at most, if they are asked for, and fewRelevanceRows
	// if they are not: they take the third power of them.
	relevanceRows, fewRelevanceRows = 400, 200
	// relevanceColumns is how many columns there are at most where lengths for each are not asked for: rows times columns
	// take the time of most of the rest, and some hundred rows do not tell which of some hundred columns matter.
	relevanceColumns = 64
	// telling is the share of the loss that lengths for each column have to take off to be taken without being asked for: they
	// are found by labels that the folds have, too, and do better by chance.
	telling = 0.05
)

// each looks for a length for each column, on some rows from the best length for all on, and returns their factors if they
// do better on all of the rows by the same cross-validation; nil if they do not.
func (c *choice) each(ctx context.Context, l *LengthChoice) ([]float64, error) {
	j := c.job
	n, d := c.x.Dims()
	l.one, l.folds, l.asked = c.scores[c.key()][c.power], j.Folds, j.Lengths.Each
	most := relevanceRows
	if !j.Lengths.Each {
		most = fewRelevanceRows
	}
	if j.Lengths.Stretch == nil || d == 1 || !j.Lengths.Each && d > relevanceColumns {
		return nil, nil
	}
	some := c.classes
	if some == nil {
		some = make([]int, n)
	}
	var used []int
	for i, f := range learn.Deal(some, (n+most-1)/most, j.Seed+1) {
		if f == 0 {
			used = append(used, i)
		}
	}
	x, classes := picked(c.x, some, used)
	x.Scale(math.Ldexp(1, -c.power), x)
	y := mat.NewDense(len(used), max(1, len(j.Model.Labels)), nil)
	for to, i := range used {
		if c.values != nil {
			y.Set(to, 0, c.values[i])
		} else {
			y.Set(to, classes[to], 1)
		}
	}
	factors, err := relevance.Factors(ctx, j.Lengths.Eval, x, y)
	if errors.Is(err, relevance.ErrNone) { // an indefinite kernel's: which columns matter is known from another as well
		if factors, err = relevance.Factors(ctx, likeness, x, y); err == nil {
			factors = settled(x, factors)
		}
	}
	if errors.Is(err, relevance.ErrNone) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	all := mat.DenseCopyOf(c.x)
	for i := range n {
		floats.Div(all.RawRowView(i), factors)
	}
	s, err := j.scoreOfLength(ctx, all, c.classes, c.values, c.power)
	if ctx.Err() != nil {
		return nil, ctx.Err()
	}
	if err != nil {
		return nil, nil
	}
	if l.Each = &s; !c.better(s, l.one) || !l.asked && c.loss(s) > (1-telling)*c.loss(l.one) {
		return nil, nil
	}
	l.Factors = factors
	return factors, nil
}

// likeness is the Gaussian.
func likeness(dst, z []float64) []float64 {
	for i, v := range z {
		dst[i] = math.Exp(-v * v / 2)
	}
	return dst
}

// settled returns multiples of factors that leave the mean square of the distances between rows as it is.
func settled(x *mat.Dense, factors []float64) []float64 {
	before, after := 0.0, 0.0
	for j, f := range factors {
		v := stat.Variance(mat.Col(nil, j, x), nil)
		before, after = before+v, after+v/(f*f)
	}
	if after > 0 && before > 0 {
		floats.Scale(math.Sqrt(after/before), factors)
	}
	return factors
}

// text returns the parameters' values, and key one word for them.
func (c *choice) text() (values []string) {
	for p, i := range c.at {
		values = append(values, c.job.Params.Grids[p][i])
	}
	return values
}

func (c *choice) key() string { return strings.Join(c.text(), " ") }

// least reports whether the best score is the least.
func (c *choice) least() bool { return c.job.Task == model.Regress }

// better reports whether a score is better than another.
func (c *choice) better(s, t float64) bool {
	if c.least() {
		return s < t
	}
	return s > t
}

// loss returns what of a score is to be small: the error, or the share of wrong classes.
func (c *choice) loss(s float64) float64 {
	if c.least() {
		return s
	}
	return 1 - s
}

// score returns the score of the parameters' values and a length. No kernel with which nothing can be fitted is the best.
func (c *choice) score(ctx context.Context, power int) (float64, error) {
	key := c.key()
	if s, ok := c.scores[key][power]; ok {
		return s, nil
	}
	if c.job.Params != nil && c.taken != key { // which compiles the kernel
		if err := c.job.Params.Set(c.text(), false); err != nil {
			return 0, err
		}
		c.taken = key
	}
	s, err := c.job.scoreOfLength(ctx, c.x, c.classes, c.values, power)
	if ctx.Err() != nil {
		return 0, ctx.Err()
	}
	if err != nil {
		s = math.Inf(-1)
		if c.least() {
			s = math.Inf(1)
		}
		if power == 0 && c.job.Params == nil {
			return s, nil // all rows have the same trouble, or too few: the fit itself says what it is
		}
	}
	if c.scores[key] == nil {
		c.scores[key] = map[int]float64{}
	}
	c.scores[key][power] = s
	if c.report != nil {
		done := 0
		for _, of := range c.scores {
			done += len(of)
		}
		c.report(done, max(3, done))
	}
	return s, nil
}

// sweeps is how often parameters and lengths take turns, at most.
const sweeps = 3

// search moves to the best length and parameters.
func (c *choice) search(ctx context.Context) error {
	for range sweeps {
		before, power := slices.Clone(c.at), c.power
		for p := range c.at {
			if err := c.searchParam(ctx, p); err != nil {
				return err
			}
		}
		if c.job.Lengths != nil {
			if err := c.searchLength(ctx); err != nil {
				return err
			}
		}
		if len(c.at) == 0 || slices.Equal(before, c.at) && power == c.power {
			break
		}
	}
	return nil
}

// searchParam compares all values of a parameter.
func (c *choice) searchParam(ctx context.Context, p int) error {
	best := c.at[p]
	top, err := c.score(ctx, c.power)
	if err != nil {
		return err
	}
	for i := range c.job.Params.Grids[p] {
		c.at[p] = i
		s, err := c.score(ctx, c.power)
		if err != nil {
			return err
		}
		if c.better(s, top) {
			best, top = i, s
		}
	}
	c.at[p] = best
	return nil
}

// param returns what became of a parameter.
func (c *choice) param(p int, name string, rows int) *ParamChoice {
	grid, best := c.job.Params.Grids[p], c.at[p]
	v := &ParamChoice{Name: name, Best: grid[best], Rows: rows}
	for i := range grid {
		c.at[p] = i
		if s, ok := c.scores[c.key()][c.power]; ok && !math.IsInf(s, 0) {
			v.Grid, v.Mean = append(v.Grid, grid[i]), append(v.Mean, s)
		}
	}
	c.at[p] = best
	return v
}

// searchLength compares lengths around the best so far.
func (c *choice) searchLength(ctx context.Context) error {
	middle := c.power
	first, err := c.score(ctx, middle)
	if err != nil {
		return err
	}
	if len(c.scores[c.key()]) == 0 {
		return nil
	}
	top := first
	for _, step := range []int{-1, 1} {
		last := first
		for power := middle + step; ; power += step {
			s, err := c.score(ctx, power)
			if err != nil {
				return err
			}
			if c.better(s, top) {
				c.power, top = power, s
			}
			if c.power != power || c.loss(s) >= (1-worthwhile)*c.loss(last) || max(power, -power) >= farthest {
				break
			}
			last = s
		}
	}
	return nil
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
	part.ByLabels, part.near, part.principal = false, nil, nil
	switch all := j.Wide; {
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

// kernelBySums is chooseKernel for rows that are read a block at a time, of those that are not held out.
func (j *Job) kernelBySums(ctx context.Context, part []uint32) error {
	if j.Lengths == nil && j.Params == nil {
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
	err := j.blocks(ctx, "choosing the kernel", func(first int, x *mat.Dense, y *mat.Dense) error {
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
	return j.chooseKernel(ctx, mat.NewDense(len(values), j.Model.Dim, numbers), nil, values)
}
