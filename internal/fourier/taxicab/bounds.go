package taxicab

import (
	"context"
	"fmt"
	"math"

	"krein/internal/elem64"
)

// Bounds returns bounds of ‖μ‖ for 2 ≤ d ≤ 3 by cubature on [−R, R]^d, R = reach/τ, and the envelope beyond; cells with
// an error of at most tolerance are not cut. They are proved but for the rounding of float64.
//
// On a cell of half side r about c, with M_ij ≥ |∂_i∂_j μ| there, ∫|μ| ≥ |∫μ| ≥ vol·(|μ(c)| − δ), δ = Σ_i M_ii r²/6 +
// Σ_{i<j} M_ij r²/4, and ∫|μ| ≤ vol·(|μ(c)| + δ) if μ(c) is above what the gradient can make up for, or vol·(√(μ(c)² +
// Σ_i g_i² r²/3) + δ) for a gradient g. From the integral under which μ stands (docs/taxicab.md), for h = 2n, |∂_i μ| ≤
// (2/h) E_h, |∂_i∂_j μ| ≤ (4/h²) E_h and |∂_i² μ| ≤ (6/h²) E_h, E_h the envelope for h; and E_h on the cell is at most
// (1−r/h)^{−2d} times what it is at c, since |p ∓ ia| changes by r at most and is at least h.
func (p *Power) Bounds(ctx context.Context, reach, tolerance float64) (lower, upper float64, err error) {
	if p.dim < 2 || p.dim > 3 || !(reach >= 1) || !(tolerance > 0) {
		panic(fmt.Sprintf("taxicab: bounds in dimension %d with reach %v, tolerance %v", p.dim, reach, tolerance))
	}
	if p.Nonnegative() {
		return 1, 1, nil
	}
	one := NewPower(p.dim, p.order, 1)
	side := 2 * math.Ceil(reach/2)
	lower, upper = one.core(ctx, int(side)/2, tolerance)
	if ctx.Err() != nil {
		return 0, 0, fmt.Errorf("taxicab: bounds of masses: %w", ctx.Err())
	}
	return max(1, lower), upper + one.beyond(side), nil
}

// core bounds the mass in [−2·side, 2·side]^d, from cells of side 2 on: those with indices in order, times the
// permutations.
func (p *Power) core(ctx context.Context, side int, tolerance float64) (lower, upper float64) {
	c := &cubature{Power: p, ctx: ctx, envelope: p.Envelope(), scratch: p.newScratch(),
		sorted: make([]float64, p.dim), h: 2 * float64(p.order), tolerance: tolerance}
	count := 1
	for range p.dim {
		count *= side
	}
	index := make([]int, p.dim)
	for n := range count {
		rest, weight, equal := n, 1.0, 1
		for j := range index {
			index[j], rest = rest%side, rest/side
			weight *= 2 * float64(j+1)
			if j > 0 && index[j] == index[j-1] {
				equal++
				weight /= float64(equal)
			} else {
				equal = 1
			}
			if j > 0 && index[j] > index[j-1] {
				weight = 0
			}
		}
		if weight == 0 {
			continue
		}
		centre := make([]float64, p.dim)
		for j, i := range index {
			centre[j] = 2*float64(i) + 1
		}
		c.cell(centre, 1, weight)
	}
	return c.lower, c.upper
}

// beyond bounds the mass outside of [−R, R]^d, by the envelope. For the truncated ℓ₁ kernel in the plane there is a
// better bound, four times the mass where the envelope has ten: with a ≥ b, μ = π^{−2} (sin b/b − sin a/a)/(a²−b²),
// which is at most (1+1/a)/(a²−1) for b ≤ 1, (1/a+1/b)/(a²−b²) = 1/(ab(a−b)) for 1 ≤ b ≤ a−2, and by the mean value
// theorem (1+1/t)/(2t²), t = a−2, for b ≥ a−2.
func (p *Power) beyond(reach float64) float64 {
	tail := p.Envelope().Beyond(reach)
	if p.dim == 2 && p.order == 1 && reach >= 4 {
		low := (1 + 1/reach) * (math.Log1p(1/reach) - math.Log1p(-1/reach)) / 2
		middle := (2*elem64.Log(reach) + 2 - math.Ln2) / reach
		near := (1 + 1/(reach-2)) / (reach - 2)
		tail = min(tail, 8/(math.Pi*math.Pi)*(low+middle+near))
	}
	return tail
}

type cubature struct {
	*Power
	ctx          context.Context
	envelope     *Envelope
	scratch      *scratch
	sorted       []float64
	h, tolerance float64
	lower, upper float64
}

func (c *cubature) value(omega []float64) (v, fault float64) {
	v, fault = c.density(c.scratch, omega)
	return v, 4 * fault
}

// cell adds ∫|μ| over the cell times weight, or over its 2^d parts.
func (c *cubature) cell(centre []float64, r, weight float64) {
	if c.ctx.Err() != nil {
		return
	}
	d := float64(c.dim)
	size := c.envelope.atLine(centre, c.sorted, c.h) * (1 + 1e-8) * elem64.Pow(1-r/c.h, -2*d)
	second := size / (c.h * c.h) * r * r
	within := d*second + d*(d-1)/2*second // 6/6, 4/4
	vol := weight
	for range c.dim {
		vol *= 2 * r
	}
	v, fault := c.value(centre)
	within += fault
	low, high := max(0, math.Abs(v)-within), math.Abs(v)+within
	if math.Abs(v) < 2*d*r*size/c.h { // a zero is possible
		squares := v * v
		for j, at := range centre {
			centre[j] = at + r
			plus, f := c.value(centre)
			centre[j] = at - r
			minus, g := c.value(centre)
			centre[j] = at
			slope := math.Abs(plus-minus)/2 + (f+g)/2 + 3*second
			squares += slope * slope / 3
		}
		high = math.Sqrt(squares) + within
	}
	if vol*(high-low) > c.tolerance && r > 1e-4 {
		part := make([]float64, c.dim)
		for k := range 1 << c.dim {
			for j, at := range centre {
				part[j] = at + r/2*float64(1-2*(k>>j&1))
			}
			c.cell(part, r/2, weight)
		}
		return
	}
	c.lower += vol * low
	c.upper += vol * high
}

// Beyond returns the mass of the envelope outside of [−reach/τ, reach/τ]^d.
func (e *Envelope) Beyond(reach float64) float64 {
	sum, hi := 0.0, math.Pi/2
	for _, lo := range e.bounds[1 : 60*cells] { // below 2^−60 nothing is left that a float shows
		for i, x := range graded {
			eta := (hi+lo)/2 + (hi-lo)/2*x
			kc := math.Sin(eta)
			inside := 1 - shareBeyond(reach*kc/float64(e.of.order), kc)
			sum += gradedWeights[i] * (hi - lo) / 2 * e.law(eta) * (1 - power(inside, e.of.dim))
		}
		hi = lo
	}
	n := float64(e.of.order)
	return sum / math.Pi * math.Exp(elem64.Lgamma(n+1)+n-n*elem64.Log(n)-float64(e.of.dim)*elem64.Log(math.Pi/2))
}

// shareBeyond returns the v for which tan(am(2Kv, k)/2) = 1/u: the share of coordinates beyond u|p|.
func shareBeyond(u, kc float64) float64 {
	lo, hi := 0.0, 1.0
	for range 40 {
		v := (lo + hi) / 2
		if tanHalfAmplitude(v, kc)*u < 1 {
			lo = v
		} else {
			hi = v
		}
	}
	return hi
}
