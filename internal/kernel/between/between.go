// Package between bounds what a kernel has between the distances at which its values are known.
package between

import (
	"context"
	"math"
	"math/big"

	"krein/ball"
	"krein/internal/kernel/wide"
	"krein/kernel"
)

// Bound bounds |k(z) − m(z)| for z between the distances in ends, which increase, for an m that is known by off, the values
// |k(z) − m(z)|, in float64, and is smooth enough to be told by its values at ends. What k has between them does not escape: on an
// interval of length h it is within h²/8 max |k″|, or the width of its range, of the line between its values at both ends. Intervals on
// which enclosures of this leave more than enough, and more than the largest value of off, are halved, as long as work, a number of
// enclosures, lasts; then the bound is what they leave. Intervals with an enclosure more than 64 times as wide as size come last, and if
// the work does not suffice for them off alone counts there, as of exp(z)*erfc(sqrt(z)) at 1000.
func Bound(ctx context.Context, k *kernel.Kernel, ends []float64, off func(z float64) float64, enough, size float64, work int) float64 {
	r := bender{k, wide.Of(k)}
	type cell struct {
		a, b, offA, offB float64
		vague            bool
	}
	most := 0.0
	values := make([]float64, len(ends))
	for i, z := range ends {
		values[i] = off(z)
		most = max(most, values[i])
	}
	var cells []cell
	for i := range len(ends) - 1 {
		cells = append(cells, cell{ends[i], ends[i+1], values[i], values[i+1], false})
	}
	halve := func(to []cell, c cell) []cell {
		mid := c.a + (c.b-c.a)/2
		v := off(mid)
		most = max(most, v)
		return append(to, cell{c.a, mid, c.offA, v, c.vague}, cell{mid, c.b, v, c.offB, c.vague})
	}
	var vague []cell
	for enough = max(enough, most); len(cells)+len(vague) > 0; {
		if len(cells) == 0 {
			for _, c := range vague {
				cells = halve(cells, c)
			}
			vague = nil
		}
		work -= len(cells)
		var halves []cell
		for _, c := range cells {
			bent, mid := r.bent(c.a, c.b), c.a+(c.b-c.a)/2
			c.vague = c.vague || bent > 64*size
			switch last := work <= 0 || ctx.Err() != nil || mid == c.a || mid == c.b; {
			case bent <= enough || last && !c.vague:
				most = max(most, max(c.offA, c.offB)+bent)
			case last:
			case bent > 64*size:
				vague = append(vague, c)
			default:
				halves = halve(halves, c)
			}
		}
		cells = halves
	}
	return most
}

// bender encloses a kernel.
type bender struct {
	k       *kernel.Kernel
	inRange *wide.Range
}

// bent bounds the distance of k from the line between its values at a and b.
func (r *bender) bent(a, b float64) float64 {
	const prec = 64
	var lo, hi big.Float
	var z, v ball.Real
	var jet ball.RealSeries
	z.SetInterval(lo.SetFloat64(a), hi.SetFloat64(b), prec)
	least := math.Inf(1)
	if r.inRange.At(&v, &z, prec); v.IsFinite() {
		least = 2 * v.Rad().Float64()
	}
	if c := r.k.BallTaylor(&jet, &z, 2, prec).Coef(2); c.IsFinite() {
		least = min(least, c.MagUpper().Float64()*(b-a)/4*(b-a))
	}
	return least
}
