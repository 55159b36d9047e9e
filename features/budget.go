package features

import (
	"fmt"
	"math"

	"krein/decompose"
)

// prepare checks the options and the decomposition.
func prepare(dec *decompose.Decomposition, opt *Options) (Options, error) {
	o, err := opt.checked()
	if err != nil {
		return o, err
	}
	if dec.Dim < 1 {
		return o, fmt.Errorf("features: the decomposition is in dimension %d; it must be at least 1", dec.Dim)
	}
	for _, e := range []struct {
		name string
		part *decompose.Part
	}{{"plus", &dec.Plus}, {"minus", &dec.Minus}} {
		if !(e.part.Mass >= 0) || !(e.part.Origin >= 0) || math.IsInf(e.part.Total(), 1) {
			return o, fmt.Errorf("features: the %s part has mass %v and %v at the origin; masses are finite and not negative (is the kernel's spectral mass finite?)", e.name, e.part.Mass, e.part.Origin)
		}
		if (e.part.Radii == nil) != (e.part.Mass == 0) {
			panic("features: a part must have radii exactly when it has mass")
		}
	}
	return o, nil
}

// split returns the numbers of frequencies of the parts. The moments at opt.Distances are
// computed when needed and missing.
func split(dec *decompose.Decomposition, opt *Options, m []*moments) [2]int {
	total := 2 * opt.Pairs
	plus, minus := dec.Plus.Mass, dec.Minus.Mass
	switch {
	case plus == 0 && minus == 0:
		return [2]int{}
	case minus == 0:
		return [2]int{total, 0}
	case plus == 0:
		return [2]int{0, total}
	}
	n := opt.Pairs
	switch opt.Budget {
	case BudgetProportional:
		n = int(math.Round(float64(total) * (plus / (plus + minus))))
	case BudgetVariance:
		if m == nil {
			m = plainMoments(dec, opt.Distances)
		}
		n = cheapest(newPredictor(dec, *opt, [2]int{opt.Pairs, opt.Pairs}), m)
	}
	n = max(1, min(total-1, n))
	return [2]int{n, total - n}
}

// plainMoments returns the moments at the distances, without strata.
func plainMoments(dec *decompose.Decomposition, distances []float64) []*moments {
	m := make([]*moments, len(distances))
	for i, z := range distances {
		m[i] = newMoments(laws(dec), dec.Dim, z, [2]int{})
	}
	return m
}

// cheapest returns the number of frequencies of the plus part that minimises the summed
// predicted variance. The variance is not convex in it, full orthogonal blocks being
// worth more, so all are tried.
func cheapest(p *Predictor, m []*moments) int {
	total := p.n[0] + p.n[1]
	best, least := 1, math.Inf(1)
	for n := 1; n < total; n++ {
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
	return best
}
