package profile

import (
	"context"
	"math"
	"slices"

	"krein/internal/hankel/chebyshev"
)

// lobePiece is the part of a lobe that lies in one panel.
type lobePiece struct {
	p      *chebyshev.Panel
	lo, hi float64
	mass   float64 // ∫|m| ≥ 0
}

// lobe is a maximal range on which the interpolated density has one sign.
type lobe struct {
	lo, hi float64
	sign   int
	mass   float64
	err    float64
	sure   bool // its amplitude stands out of the noise
	pieces []lobePiece
}

// significance is how many times its own error a density must reach before the sign of a lobe is believed.
const significance = 4

// maxLocate bounds how many sign changes are located on the density itself.
const maxLocate = 64

// locate improves the sign changes between the intervals, where there are few, by root finding on the density: the
// error of an interpolant is small beside the largest value in its panel, not beside the values near a zero. gaps holds
// the range in which each change must lie.
func (s *scanner) locate(ctx context.Context, ivs []Interval, gaps [][2]float64) error {
	if len(gaps) > maxLocate {
		return nil
	}
	var v, e [1]float64
	var failure error
	density := func(x float64) float64 {
		if failure == nil {
			failure = s.src.Tabulate(ctx, v[:], e[:], []float64{x})
			s.evals++
		}
		if math.Abs(v[0]) <= e[0] {
			return 0
		}
		return v[0]
	}
	for i, g := range gaps {
		if x := ivs[i].Hi; g[1]-g[0] < 1e-6*(ivs[i+1].Hi-ivs[i].Lo) {
			h := 1e-3 * min(x-ivs[i].Lo, ivs[i+1].Hi-x, x)
			g = [2]float64{x - h, x + h}
		}
		from, to := density(g[0]), density(g[1])
		if from*to < 0 {
			x := chebyshev.Bracket(density, g[0], g[1], from)
			ivs[i].Hi, ivs[i+1].Lo = x, x
		}
		if failure != nil {
			return failure
		}
	}
	return nil
}

// lobes cuts the panels at the sign changes of the density.
func lobes(panels []*chebyshev.Panel, atoms []float64) []lobe {
	var out []lobe
	var best []float64 // per lobe: the largest |m|/err seen
	for _, p := range panels {
		cuts := append(slices.Clone(p.Zeros()), p.B)
		lo := p.A
		for _, hi := range cuts {
			if hi <= lo {
				continue
			}
			mid := lo + (hi-lo)/2
			sign := 1
			if p.At(mid) < 0 {
				sign = -1
			}
			ratio := 0.0
			for i := 1; i < 8; i++ {
				ratio = max(ratio, math.Abs(p.At(lo+(hi-lo)*float64(i)/8))/p.Err)
			}
			if math.IsNaN(ratio) { // 0/0: a density that vanishes with certainty
				ratio = 0
			}
			n := len(out)
			if n == 0 || out[n-1].sign != sign {
				out = append(out, lobe{lo: lo, sign: sign})
				best = append(best, 0)
				n++
			}
			l := &out[n-1]
			l.hi = hi
			best[n-1] = max(best[n-1], ratio)
			from := lo
			for _, at := range atoms { // pieces end where an atom sits
				if at > lo && at < hi {
					l.add(p, from, at)
					from = at
				}
			}
			l.add(p, from, hi)
			lo = hi
		}
	}
	for i := range out {
		out[i].sure = best[i] > significance
	}
	return out
}

func (l *lobe) add(p *chebyshev.Panel, lo, hi float64) {
	mass := max(float64(l.sign)*p.Integral(lo, hi), 0)
	l.pieces = append(l.pieces, lobePiece{p, lo, hi, mass})
	l.mass += mass
	l.err += p.Mean * (hi - lo)
}

// intervals merges lobes into intervals between the sign changes that are sure. It returns also the gap between each
// two intervals, in which the change lies, and the mass of the places whose sign is not sure.
func intervals(ls []lobe) (out []Interval, gaps [][2]float64, noise float64) {
	for i := range ls {
		l := &ls[i]
		if !l.sure {
			noise += l.mass + l.err
			continue
		}
		n := len(out)
		if n == 0 || out[n-1].Sign != l.sign {
			out = append(out, Interval{Lo: l.lo, Sign: l.sign})
			if n > 0 {
				gaps = append(gaps, [2]float64{out[n-1].Hi, l.lo})
				mid := out[n-1].Hi + (l.lo-out[n-1].Hi)/2
				out[n-1].Hi, out[n].Lo = mid, mid
			}
			n++
		}
		iv := &out[n-1]
		iv.Hi = l.hi
		iv.Mass.Value += l.mass
		iv.Mass.Err += l.err
	}
	if len(out) > 0 {
		out[0].Lo = ls[0].lo
	}
	return out, gaps, noise
}
