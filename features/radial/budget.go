package radial

import (
	"errors"
	"fmt"
	"math"

	"krein/features"
	"krein/internal/features/directions"

	"krein/decompose"
)

// prepare checks the options and the decomposition, and makes the choice of Auto.
func prepare(dec *decompose.Decomposition, opt *features.Options) (features.Options, error) {
	o, err := opt.Checked()
	if err != nil {
		return o, err
	}
	if o.Coupling == features.Quasi && dec.Dim > directions.QuasiDim {
		return o, fmt.Errorf("features: quasi directions are for %d dimensions at most, not %d", directions.QuasiDim, dec.Dim)
	}
	if dec.Dim < 1 {
		return o, fmt.Errorf("features: the decomposition is in dimension %d; it must be at least 1", dec.Dim)
	}
	if o.PointDim < 0 || o.PointDim > dec.Dim {
		return o, fmt.Errorf("features: points of dimension %d for a decomposition in R^%d; give at most that",
			o.PointDim, dec.Dim)
	}
	for _, e := range []struct {
		name string
		part *decompose.Part
	}{{"plus", &dec.Plus}, {"minus", &dec.Minus}} {
		if !(e.part.Mass >= 0) || !(e.part.Origin >= 0) || math.IsInf(e.part.Total(), 1) {
			return o, fmt.Errorf("features: the %s part has mass %v and %v at the origin; masses are finite and not negative "+
				"(is the kernel's spectral mass finite?)", e.name, e.part.Mass, e.part.Origin)
		}
		if (e.part.Radii == nil) != (e.part.Mass == 0) {
			panic("features: a part must have radii exactly when it has mass")
		}
	}
	if err := errors.Join(possible(dec, &o), onSphere(dec.Dim, &o)); err != nil {
		return o, err
	}
	return o, resolve(dec, &o)
}

// possible returns an error unless a map of dec can have so many columns.
func possible(dec *decompose.Decomposition, o *features.Options) error {
	parts := 0
	for _, p := range []*decompose.Part{&dec.Plus, &dec.Minus} {
		if p.Mass > 0 {
			parts++
		}
	}
	if part := exactPart(o.Exact); part >= 0 {
		switch {
		case [2]*decompose.Part{&dec.Plus, &dec.Minus}[part].Mass == 0:
			return fmt.Errorf("features: the %v part, whose low orders should be exact, has no mass", o.Exact)
		case o.Columns < 2*parts+exactColumns(dec, o):
			return fmt.Errorf("features: %d columns are too few with %d of exact low orders",
				o.Columns, exactColumns(dec, o))
		}
		return nil
	}
	if o.Exact == features.ExactSphere && o.Columns < 2*parts+exactColumns(dec, o) {
		return fmt.Errorf("features: %d columns are too few with %d of exact degrees",
			o.Columns, exactColumns(dec, o))
	}
	switch least := 2 * parts; {
	case o.Columns < 1 || o.Columns > math.MaxInt/8:
		return fmt.Errorf("features: %d columns; give a positive number", o.Columns)
	case o.Exact == features.ExactNone && o.Columns%2 != 0:
		return fmt.Errorf("features: %d columns, but a frequency gives two, a cosine and a sine; "+
			"give an even number", o.Columns)
	case o.Columns < least:
		return fmt.Errorf("features: %d columns are too few for a kernel with a positive and a "+
			"negative part; give %d at least", o.Columns, least)
	}
	return nil
}

// split returns the numbers of frequencies of the parts. The moments at opt.Distances are
// computed when needed and missing.
func split(dec *decompose.Decomposition, opt *features.Options, m []*moments) [2]int {
	total := frequencyCount(dec, opt)
	plus, minus := dec.Plus.Mass, dec.Minus.Mass
	switch {
	case plus == 0 && minus == 0:
		return [2]int{}
	case minus == 0:
		return [2]int{total, 0}
	case plus == 0:
		return [2]int{0, total}
	}
	n := total - total/2
	switch opt.Budget {
	case features.BudgetProportional:
		n = int(math.Round(float64(total) * (plus / (plus + minus))))
	case features.BudgetVariance:
		if m == nil {
			m = plainMoments(dec, opt)
		}
		n = cheapest(newPredictor(dec, *opt, [2]int{n, total - n}), m)
	}
	n = max(1, min(total-1, n))
	return [2]int{n, total - n}
}

// plainMoments returns the moments at those of opt.Distances that cheapest looks at, with strataMost strata if there
// are any.
func plainMoments(dec *decompose.Decomposition, opt *features.Options) []*moments {
	quad, known := newQuadrature(dec, opt), map[float64]*moments{} // few rows have few distances
	quad.rough = true
	var strata [2]int
	if stratified(opt.Radii) {
		strata = [2]int{strataMost, strataMost}
	}
	distances := spaced(opt.Distances)
	m := make([]*moments, len(distances))
	for i, z := range distances {
		if known[z] == nil {
			known[z] = quad.moments(z, strata)
		}
		m[i] = known[z]
	}
	return m
}

const (
	splitsTried    = 256 // splits up to which all are tried
	splitDistances = 16  // distances looked at
)

// spaced returns splitDistances of them, in equal steps, or all if there are no more.
func spaced[T any](all []T) []T {
	if len(all) <= splitDistances {
		return all
	}
	some := make([]T, splitDistances)
	for i := range some {
		some[i] = all[i*len(all)/splitDistances]
	}
	return some
}

// cheapest returns the number of frequencies of the plus part that minimises the summed predicted variance. The
// variance is not convex in it, full blocks being worth more, so all are tried, or if they are many some in
// equal steps, and then those about the best.
func cheapest(p *Predictor, m []*moments) int {
	total := p.n[0] + p.n[1]
	m = spaced(m)
	best, least := 1, math.Inf(1)
	try := func(n int) {
		sum := 0.0
		for _, at := range m {
			sum += p.variance(at, [2]int{n, total - n}, true)
			if sum >= least {
				break
			}
		}
		if sum < least {
			best, least = n, sum
		}
	}
	if total <= splitsTried {
		for n := 1; n < total; n++ {
			try(n)
		}
		return best
	}
	step := max(1, total/128)
	for n := 1; n < total; n += step {
		try(n)
	}
	about := best
	for n := max(1, about-step+1); n < min(total, about+step); n += max(1, step/32) {
		try(n)
	}
	return best
}

// pointDim returns the number of columns of the data.
func pointDim(dec *decompose.Decomposition, o *features.Options) int {
	if o.PointDim > 0 {
		return o.PointDim
	}
	return dec.Dim
}

// exactColumns returns the columns that Exact takes.
func exactColumns(dec *decompose.Decomposition, o *features.Options) int {
	return o.Exact.Columns(pointDim(dec, o))
}

// frequencyCount returns how many frequencies there are, of both parts.
func frequencyCount(dec *decompose.Decomposition, o *features.Options) int {
	return (o.Columns - exactColumns(dec, o)) / 2
}
