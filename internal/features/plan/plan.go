package plan

import (
	"context"
	"errors"
	"fmt"
	"math"

	"gonum.org/v1/gonum/stat/distuv"

	"krein/decompose"
	"krein/features"
	"krein/internal/features/ridge"
	"krein/internal/outward"
)

// Settings say what is asked.
type Settings struct {
	// Error is that of the estimate of k(z), absolute.
	Error float64
	// Confidence is the probability with which it holds, for bounds that hold with one; 0 means 0.95.
	Confidence float64
	// Diameter is the largest distance.
	Diameter float64
	// Distances are those at which variances are predicted, 0 to Diameter.
	Distances []float64
	// Columns, if it is not 0, asks the reverse: the error of a map with so many.
	Columns int
	// Options are those of the map, for predictions. Bounds that are proved are for independent frequencies.
	Options features.Options
}

// Row is one answer.
type Row struct {
	// Criterion is what the error is of, in words.
	Criterion string `json:"criterion"`
	// Because is the theorem or the prediction.
	Because string `json:"because"`
	// Proved says that the count is a theorem's (its masses and second moments as good as the
	// decomposition's); otherwise it is predicted.
	Proved bool `json:"proved"`
	// Columns that are needed for Settings.Error; 0 if the bias forbids it. It may be far beyond what can be computed.
	Columns float64 `json:"columns"`
	// Error of Settings.Columns, if that was asked; 0 if the theorem gives none.
	Error float64 `json:"error,omitempty"`
}

// most is the largest number of columns for which variances are predicted; beyond, they fall like 1/columns.
const most = 1 << 16

// Run answers for a representation. The error says which setting is out of range, or is ctx's or that of
// the prediction. It panics if rep or set is nil.
func Run(ctx context.Context, rep features.Stationary, set *Settings) ([]Row, error) {
	s := *set
	if s.Confidence == 0 {
		s.Confidence = defaultConfidence
	}
	if err := inRange(s.Error, s.Confidence, s.Diameter, s.Columns); err != nil {
		return nil, err
	}
	if len(s.Distances) == 0 {
		return nil, errors.New("plan: no distances to predict variances at")
	}
	if len(s.Options.Distances) == 0 {
		s.Options.Distances = s.Distances
	}
	rows := proved(rep, &s)
	predicted, err := predictions(ctx, rep, &s)
	return append(rows, predicted...), err
}

// defaultConfidence is that of settings that name none.
const defaultConfidence = 0.95

// inRange refuses settings that are out of range.
func inRange(err, confidence, diameter float64, columns int) error {
	switch {
	case !(err > 0) || math.IsInf(err, 1):
		return fmt.Errorf("plan: an error of %v; give a positive number", err)
	case !(confidence > 0 && confidence < 1):
		return fmt.Errorf("plan: a confidence of %v; give a number between 0 and 1", confidence)
	case !(diameter > 0) || math.IsInf(diameter, 1):
		return fmt.Errorf("plan: a diameter of %v; give a positive number", diameter)
	case columns < 0:
		return fmt.Errorf("plan: %d columns; give a positive number", columns)
	}
	return nil
}

// proved returns the bounds for independent frequencies.
func proved(rep features.Stationary, s *Settings) []Row {
	f, ok := rep.(interface {
		Decomposition() *decompose.Decomposition
	})
	if !ok {
		return nil
	}
	bias, _ := rep.Bias(s.Diameter)
	u := UniformOf(f.Decomposition(), bias)
	return u.rows(fmt.Sprintf("at all distances to %s at once", outward.Down(s.Diameter, 4)), "at one distance", s.Diameter, s.Error,
		1-s.Confidence, s.Columns)
}

// reachable is 0 for what cannot be.
func reachable(columns float64) float64 {
	if math.IsInf(columns, 1) || math.IsNaN(columns) {
		return 0
	}
	return columns
}

// inverse returns the least error that is enough, to 1e-6.
func inverse(enough func(eps float64) bool) float64 {
	lo, hi := 0.0, 1.0
	for !enough(hi) {
		if lo, hi = hi, 2*hi; hi > 1e300 {
			return math.Inf(1)
		}
	}
	for hi-lo > 1e-6*hi {
		if m := lo + (hi-lo)/2; enough(m) {
			hi = m
		} else {
			lo = m
		}
	}
	return hi
}

// predict predicts the variance for any number of columns.
func predict(rep features.Stationary, opt *features.Options, distances []float64) (features.Prediction, error) {
	p, err := rep.Predict(opt, distances)
	if err != nil || opt.Exact == features.ExactNone {
		return p, err
	}
	with := *opt
	with.Exact = features.ExactNone
	plain, err := rep.Predict(&with, distances)
	if err != nil {
		return nil, err
	}
	return ridge.Enough(p, plain, opt.Exact.Columns(rep.Dim())+multiple), nil
}

// predictions returns what predicted variances say.
func predictions(ctx context.Context, rep features.Stationary, s *Settings) ([]Row, error) {
	normal := distuv.UnitNormal.Quantile((1 + s.Confidence) / 2)
	var single []features.Prediction
	var bias []float64
	for _, z := range s.Distances {
		p, err := predict(rep, &s.Options, []float64{z})
		if err != nil {
			return nil, err
		}
		b, _ := rep.Bias(z)
		single, bias = append(single, p), append(bias, b)
	}
	worst := func(columns int) (float64, error) {
		top := 0.0
		for i, p := range single {
			v, err := p.At(ctx, columns)
			if err != nil {
				return 0, err
			}
			top = max(top, bias[i]+normal*math.Sqrt(v))
		}
		return top, nil
	}
	all, err := predict(rep, &s.Options, s.Distances)
	if err != nil {
		return nil, err
	}
	square := 0.0
	for _, b := range bias {
		square += b * b / float64(len(bias))
	}
	mean := func(columns int) (float64, error) {
		v, err := all.At(ctx, columns)
		return math.Sqrt(v + square), err
	}
	rows := []Row{
		{Criterion: "at the worst of the distances", Because: "predicted variance, errors taken to be normal"},
		{Criterion: "root mean square over the distances", Because: "predicted variance"},
	}
	for i, f := range []func(int) (float64, error){worst, mean} {
		limit := 0.0 // what more columns do not mend
		if i == 1 {
			limit = math.Sqrt(square)
		} else {
			for _, b := range bias {
				limit = max(limit, b)
			}
		}
		if rows[i].Columns, err = fewest(f, s.Error, limit); err != nil {
			return nil, err
		}
		if s.Columns > 0 {
			if rows[i].Error, err = f(s.Columns); err != nil {
				return nil, err
			}
		}
	}
	return rows, nil
}

// multiple is a number of columns that all maps admit a multiple of.
const multiple = 4

// fewest returns the least multiple of that for which f is at most eps; 0 if there is none because of the limit.
func fewest(f func(columns int) (float64, error), eps, limit float64) (float64, error) {
	if limit >= eps {
		return 0, nil
	}
	hi := multiple
	for ; ; hi *= 2 {
		e, err := f(hi)
		if err != nil {
			return 0, err
		}
		if e <= eps {
			break
		}
		if hi >= most { // what is left falls like the root of 1/columns
			ratio := (e - limit) / (eps - limit)
			return math.Ceil(float64(hi) * ratio * ratio), nil
		}
	}
	lo := hi / 2
	if hi == multiple {
		return multiple, nil
	}
	for hi-lo > multiple {
		m := (lo + (hi-lo)/2) / multiple * multiple
		e, err := f(m)
		if err != nil {
			return 0, err
		}
		if e <= eps {
			hi = m
		} else {
			lo = m
		}
	}
	return float64(hi), nil
}
