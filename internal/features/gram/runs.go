package gram

import (
	"context"
	"fmt"

	"gonum.org/v1/gonum/stat"

	"krein/internal/features/random"
)

// Seed returns that of the maps of a run: the first run has the seed itself, so that it measures the map that this seed draws.
func Seed(seed uint64, run int) uint64 {
	if run == 0 {
		return seed
	}
	return random.Stream(seed, random.Runs, 0, run).Uint64()
}

// Runs measures maps for so many seeds, see [Seed]. one returns the error of the map of a seed and the time in seconds that the map
// takes; Runs returns the mean of the errors, their standard deviation (0 for a single run), and the mean time. after
// is called after each.
func Runs(ctx context.Context, runs int, seed uint64, one func(seed uint64) (relative, seconds float64, err error),
	after func()) (mean, sd, seconds float64, err error) {
	errs := make([]float64, runs)
	for run := range errs {
		if err := ctx.Err(); err != nil {
			return 0, 0, 0, err
		}
		var took float64
		if errs[run], took, err = one(Seed(seed, run)); err != nil {
			return 0, 0, 0, err
		}
		seconds += took / float64(runs)
		after()
	}
	mean, sd = stat.MeanStdDev(errs, nil)
	if runs == 1 {
		sd = 0
	}
	return mean, sd, seconds, nil
}

// Counted calls progress, unless it is nil, with the number of calls so far.
func Counted(progress func(done, total int), total int) func() {
	done := 0
	return func() {
		if done++; progress != nil {
			progress(done, total)
		}
	}
}

// Default fills in a number that is 0, and refuses a negative one; pkg begins the error.
func Default(pkg, name string, value *int, zero int) error {
	if *value == 0 {
		*value = zero
	}
	if *value < 0 {
		return fmt.Errorf("%s: %d %s; give a positive number", pkg, *value, name)
	}
	return nil
}

// Defaults fills in what all measurements have.
func Defaults(pkg string, rows, runs *int, columns *[]int) error {
	if *columns == nil {
		*columns = []int{32, 64, 128, 512}
	}
	if err := Default(pkg, "rows", rows, 1000); err != nil {
		return err
	}
	return Default(pkg, "runs", runs, 20)
}
