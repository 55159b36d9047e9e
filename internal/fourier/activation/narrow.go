package activation

import (
	"math"
	"slices"

	"krein/ball"
	"krein/internal/kernel/numeric"
	"krein/internal/kernel/wide"
	"krein/internal/quad/gauss"
	"krein/kernel"
)

const (
	mostNarrow = 400 // enclosures of g on a side of 0 that the search for narrow features takes
	widest     = 1. / 8
	samples    = 14
	encloseAt  = 53 // bits
)

// Narrow returns points t in [−reach·scale, reach·scale] around features of g that are narrower than scale/8, for
// quadratures on panels of about the length scale: no node of such a panel need see exp(−1e8 (t−1)²). Intervals are halved
// on which the values at some points are far from filling an enclosure of all, or a rule with those points is not that on
// the halves. There are no points where that takes too much, as for functions that oscillate fast; then panels do not
// resolve g, and rules on them differ.
func (g *Function) Narrow(scale, reach float64) (points []float64) {
	for i, side := range g.sides {
		for _, t := range narrow(side, scale, reach) {
			points = append(points, t*float64(1-2*i))
		}
	}
	slices.Sort(points)
	return slices.Compact(points)
}

func narrow(k *kernel.Kernel, scale, reach float64) (points []float64) {
	type interval struct{ lo, hi float64 }
	pieces, err := k.ExactPieces()
	if err != nil {
		return nil
	}
	breaks := []float64{0}
	for _, p := range pieces[1:] {
		breaks = append(breaks, p.Lo.Value)
	}
	ends := slices.DeleteFunc(slices.Clone(breaks), func(b float64) bool { return b > scale*reach })
	for x := 1.0; x < reach+1; x++ {
		ends = append(ends, scale*x)
	}
	slices.Sort(ends)
	ends = slices.Compact(ends)
	var open []interval
	for i := range ends[1:] {
		open = append(open, interval{ends[i], ends[i+1]})
	}
	enclosure, value := wide.Of(k), numeric.Compile(k)
	nodes, weights := gauss.Legendre(samples)
	integrals := func(mid, half float64) (first, second float64) { // of g and g²
		for i, t := range nodes {
			v := value.At(mid + half*t)
			first += half * weights[i] * v
			second += half * weights[i] * v * v
		}
		return first, second
	}
	var all, x ball.Real
	square := 0.0 // about E g(scale·N)²
	for n := 0; n < len(open); n++ {
		if n == mostNarrow {
			return nil
		}
		p := open[n]
		mid, half := p.lo+(p.hi-p.lo)/2, (p.hi-p.lo)/2
		low, high := math.Inf(1), math.Inf(-1)
		for _, t := range nodes {
			v := value.At(mid + half*t)
			low, high = min(low, v), max(high, v)
		}
		size := max(math.Abs(low), math.Abs(high))
		density := math.Exp(-(p.lo/scale)*(p.lo/scale)/2) / scale
		weight := half * density
		if p.hi-p.lo > scale/2 {
			square += size * size * weight
		}
		enclosure.At(&all, x.SetFloat64(mid).AddRad(ball.MagFloat64(half)), encloseAt)
		hidden := math.Inf(1)
		if !all.Indeterminate() {
			hidden = 2 * all.Rad().Float64()
		}
		bound := all.MagUpper().Float64()
		seen := hidden <= 4*(high-low)+1e-3*size || !all.Indeterminate() && bound*bound*weight <= 1e-14*square
		first, second := integrals(mid, half)
		first1, second1 := integrals(mid-half/2, half/2)
		first2, second2 := integrals(mid+half/2, half/2)
		resolved := math.Abs(first-first1-first2)*density <= 1e-11*math.Sqrt(square) &&
			math.Abs(second-second1-second2)*density <= 1e-11*square
		atBreak := slices.Contains(breaks, p.lo) || slices.Contains(breaks, p.hi) // where g may be singular
		if seen && resolved || half < 1e-12*scale || atBreak && half < 1e-9*scale {
			continue
		}
		square = max(square, (second1+second2)*density)
		open = append(open, interval{p.lo, mid}, interval{mid, p.hi})
		if half < widest*scale {
			points = append(points, mid)
		}
	}
	return points
}
