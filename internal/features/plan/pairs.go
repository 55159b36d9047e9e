package plan

import (
	"context"
	"errors"
	"fmt"
	"math"

	"gonum.org/v1/gonum/stat/distuv"

	"krein/features/pair"
	"krein/internal/outward"
)

// PairSettings are Settings for pairs of maps.
type PairSettings struct {
	Error      float64
	Confidence float64 // 0 means 0.95
	Diameter   float64 // of the rows
	Columns    int     // of Φ; 0: the reverse is not asked
	// Options are those of the pair, its displacements those at which variances are predicted. Couplings other than IID
	// are for predictions alone.
	Options pair.Options
	// Predictor is one of the same parts at the displacements, if it is at hand; nil has it made.
	Predictor *pair.Predictor
}

// fewDisplacements are how many are looked at for the worst.
const fewDisplacements = 16

// Pairs answers for the estimates of k(Δ) by a pair of maps of these parts with this bias. Theorems are Proposition 6
// of the asymmetric paper and Hoeffding's inequality, for independent frequencies, as many of each part. Errors are
// those of Run.
func Pairs(ctx context.Context, parts *pair.Parts, bias float64, set *PairSettings) ([]Row, error) {
	s := *set
	if s.Confidence == 0 {
		s.Confidence = defaultConfidence
	}
	if err := inRange(s.Error, s.Confidence, s.Diameter, s.Columns); err != nil {
		return nil, err
	}
	if len(s.Options.Displacements) == 0 {
		return nil, errors.New("plan: no displacements to predict variances at")
	}
	u := Uniform{Dim: parts.Dim, Bias: bias}
	for _, p := range parts.Parts {
		second := math.Inf(1)
		if m, ok := p.(interface{ SecondMoment() float64 }); ok {
			second = m.SecondMoment()
		}
		u.Mass, u.Second = append(u.Mass, p.Mass()), append(u.Second, second)
	}
	rows := u.rows(fmt.Sprintf("at all differences of length to %s at once", outward.Down(s.Diameter, 4)), "at one difference",
		s.Diameter, s.Error, 1-s.Confidence, s.Columns)
	predicted, err := predictPairs(ctx, parts, bias, &s)
	return append(rows, predicted...), err
}

// predictPairs returns what predicted variances say.
func predictPairs(ctx context.Context, parts *pair.Parts, bias float64, s *PairSettings) ([]Row, error) {
	const tolerance, reference = pair.ForChoices / 2, 512
	all := s.Options.Displacements
	count := min(len(all), fewDisplacements)
	few := make([][]float64, count)
	for i := range few { // the last, and evenly spread before
		few[i] = all[(i+1)*len(all)/count-1]
	}
	o := s.Options
	o.Columns, o.Displacements = reference, few
	some, err := pair.NewPredictor(parts, &o)
	if err != nil {
		return nil, err
	}
	each, err := some.Each(ctx, &o, pair.ForChoices)
	if err != nil {
		return nil, err
	}
	worst := 0
	for i, v := range each {
		if v.Variance > each[worst].Variance {
			worst = i
		}
	}
	fixed := 0.0 // columns that low orders take
	if o.Exact != nil {
		fixed = float64(parts.Dim + 2)
	}
	normal := distuv.UnitNormal.Quantile((1 + s.Confidence) / 2)
	var rows []Row
	for _, q := range []struct {
		criterion, because string
		displacements      [][]float64
		error              func(v float64) float64 // of a variance
		variance           float64                 // for the target
	}{
		{fmt.Sprintf("at the worst of %d differences", len(few)), "predicted variance, errors taken to be normal",
			few[worst : worst+1], func(v float64) float64 { return bias + normal*math.Sqrt(v) },
			(s.Error - bias) / normal * ((s.Error - bias) / normal)},
		{"root mean square over the differences", "predicted variance", s.Options.Displacements,
			func(v float64) float64 { return math.Sqrt(v + bias*bias) }, s.Error*s.Error - bias*bias},
	} {
		r := Row{Criterion: q.criterion, Because: q.because}
		o.Displacements = q.displacements
		p, err := s.Predictor, error(nil) // for all numbers of columns
		if p == nil || len(q.displacements) < len(all) {
			if p, err = pair.NewPredictor(parts, &o); err != nil {
				return nil, err
			}
		}
		variance := func(columns int) (float64, error) {
			o.Columns = columns
			v, err := p.At(ctx, &o, tolerance)
			return v.Variance, err
		}
		if s.Error > bias {
			n := float64(reference)
			for range 6 {
				at := int(min(max(n, float64(s.least(parts))), mostPredicted)) // beyond, variances fall like 1/columns
				v, err := variance(at)
				if err != nil {
					return nil, err
				}
				next := max(fixed+(float64(at)-fixed)*v/q.variance, float64(s.least(parts)))
				if math.Abs(next-n) <= tolerance*n || next > mostPredicted && n > mostPredicted {
					n = next
					break
				}
				n = next
			}
			r.Columns = 2 * math.Ceil(n/2)
		}
		if s.Columns > 0 {
			v, err := variance(s.Columns)
			if err != nil {
				return nil, err
			}
			r.Error = q.error(v)
		}
		rows = append(rows, r)
	}
	return rows, nil
}

// mostPredicted is the largest number of columns of a pair for which variances are predicted.
const mostPredicted = 1 << 14

// least is the smallest number of columns that pairs of these parts have.
func (s *PairSettings) least(parts *pair.Parts) int {
	n := 2 * max(1, len(parts.Parts))
	if s.Options.Exact != nil {
		n += parts.Dim + 2
	}
	return n
}
