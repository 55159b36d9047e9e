package pair

import (
	"context"
	"fmt"
	"math"
	"slices"

	"krein/features"
)

// split returns how many frequencies each part gets.
func split(ctx context.Context, parts *Parts, o *Options) ([]int, error) {
	if err := parts.check(); err != nil {
		return nil, err
	}
	var weight []float64
	some := 0
	for _, part := range parts.Parts {
		weight = append(weight, part.Mass())
		if part.Mass() > 0 {
			some++
		}
	}
	if some == 0 {
		return make([]int, len(weight)), nil
	}
	all := o.frequencies(parts.Dim)
	if all < some {
		return nil, fmt.Errorf("pair: %d columns give %d frequencies for %d part(s) with mass; give more columns",
			o.Columns, max(all, 0), some)
	}
	if len(o.counts) == len(parts.Parts) && sum(o.counts) == all {
		return slices.Clone(o.counts), nil
	}
	switch {
	case some == 1 || o.Budget == features.BudgetProportional:
	case o.Budget == features.BudgetEqual:
		for i, w := range weight {
			if w > 0 {
				weight[i] = 1
			}
		}
	default:
		variance, err := pilots(ctx, parts, o)
		if err != nil {
			return nil, err
		}
		for i, v := range variance {
			weight[i] *= math.Sqrt(v)
		}
	}
	return share(all, weight, parts.Parts), nil
}

// share splits all in proportion to weights, with at least one for a part with mass: by largest remainders.
func share(all int, weight []float64, parts []Part) []int {
	n, rest := make([]int, len(weight)), make([]float64, len(weight))
	total := 0.0
	for i, w := range weight {
		total += w
		if parts[i].Mass() > 0 {
			n[i] = 1
			all--
		}
	}
	left := all
	for i, w := range weight {
		if n[i] == 0 {
			continue
		}
		exact := 0.0
		if total > 0 { // otherwise nothing varies
			exact = float64(all) * w / total
		}
		whole := int(exact)
		n[i] += whole
		left -= whole
		rest[i] = exact - float64(whole)
	}
	for ; left > 0; left-- {
		best := -1
		for i, r := range rest {
			if n[i] > 0 && (best < 0 || r > rest[best]) {
				best = i
			}
		}
		n[best]++
		rest[best]--
	}
	return n
}
