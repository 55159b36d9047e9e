package ridge

import (
	"context"

	"krein/features"
)

// Enough returns the prediction for maps some of whose columns are exact where they have as many columns as that takes, and
// with fewer is plain, that for maps all of whose columns are random.
func Enough(exact, plain features.Prediction, columns int) features.Prediction {
	return &enough{exact, plain, columns}
}

type enough struct {
	exact, plain features.Prediction
	columns      int
}

func (e *enough) At(ctx context.Context, columns int) (float64, error) {
	if columns < e.columns {
		return e.plain.At(ctx, columns)
	}
	return e.exact.At(ctx, columns)
}

// Designed is a prediction for maps part of whose columns may be exact, see features/zonal.
type Designed interface {
	features.Prediction
	// Design returns the degrees ≥ 1 of harmonics that a map with so many columns has exactly, the
	// columns that do not depend on the seed, and the number of those that do: 0 is an exact map.
	Design(columns int) (degrees []int, fixed, random int, err error)
}
