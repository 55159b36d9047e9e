package hankel

import (
	"context"
	"math"
	"slices"
)

// lobePiece is the part of a lobe that lies in one panel.
type lobePiece struct {
	p      *chebPanel
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

// significance is how many times its own error a density must reach before the sign of
// a lobe is believed.
const significance = 4

// zeros returns the sign changes of the interpolant inside the panel.
func (p *chebPanel) zeros() []float64 {
	if p.cut {
		return p.cuts
	}
	p.cut = true
	var rest float64
	for _, c := range p.c[1:] {
		rest += math.Abs(c)
	}
	if math.Abs(p.c[0]) > rest {
		return nil
	}
	const n = 3 * panelN
	x0, f0 := p.a, p.at(p.a)
	for i := 1; i <= n; i++ {
		x1 := p.a + (p.b-p.a)*(1-math.Cos(math.Pi*float64(i)/n))/2
		f1 := p.at(x1)
		if f0 < 0 != (f1 < 0) {
			p.cuts = append(p.cuts, bracket(p.at, x0, x1, f0))
		}
		x0, f0 = x1, f1
	}
	return p.cuts
}

// bracket returns a zero of f in [a,b], where f changes sign and f(a) = fa, by the
// Illinois variant of regula falsi, with bisection where that is slow.
func bracket(f func(float64) float64, a, b, fa float64) float64 {
	fb := f(b)
	side := 0
	for i := 0; i < 80 && b-a > 4*roundoff*(math.Abs(a)+math.Abs(b)); i++ {
		x := (a*fb - b*fa) / (fb - fa)
		if i%4 == 3 || !(x > a && x < b) {
			x = a + (b-a)/2
		}
		if x <= a || x >= b {
			break
		}
		fx := f(x)
		if fx == 0 {
			return x
		}
		if fx < 0 == (fa < 0) {
			a, fa = x, fx
			if side == -1 {
				fb /= 2
			}
			side = -1
		} else {
			b, fb = x, fx
			if side == 1 {
				fa /= 2
			}
			side = 1
		}
	}
	return a + (b-a)/2
}

// maxLocate bounds how many sign changes are located on the density itself.
const maxLocate = 64

// locate improves the sign changes between the intervals, where there are few, by root
// finding on the density: the error of an interpolant is small beside the largest value
// in its panel, not beside the values near a zero. gaps holds the range in which each
// change must lie.
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
			x := bracket(density, g[0], g[1], from)
			ivs[i].Hi, ivs[i+1].Lo = x, x
		}
		if failure != nil {
			return failure
		}
	}
	return nil
}

// lobes cuts the panels at the sign changes of the density.
func lobes(panels []*chebPanel, atoms []float64) []lobe {
	var out []lobe
	var best []float64 // per lobe: the largest |m|/err seen
	for _, p := range panels {
		cuts := append(slices.Clone(p.zeros()), p.b)
		lo := p.a
		for _, hi := range cuts {
			if hi <= lo {
				continue
			}
			mid := lo + (hi-lo)/2
			sign := 1
			if p.at(mid) < 0 {
				sign = -1
			}
			ratio := 0.0
			for i := 1; i < 8; i++ {
				ratio = max(ratio, math.Abs(p.at(lo+(hi-lo)*float64(i)/8))/p.err)
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

func (l *lobe) add(p *chebPanel, lo, hi float64) {
	mass := max(float64(l.sign)*p.integral(lo, hi), 0)
	l.pieces = append(l.pieces, lobePiece{p, lo, hi, mass})
	l.mass += mass
	l.err += p.mean * (hi - lo)
}

// intervals merges lobes into intervals between the sign changes that are sure. It
// returns also the gap between each two intervals, in which the change lies, and the
// mass of the places whose sign is not sure.
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
