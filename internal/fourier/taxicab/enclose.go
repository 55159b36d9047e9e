package taxicab

import (
	"fmt"
	"math"

	"krein/ball"
	"krein/internal/elem64"
)

// Enclose returns a ball with the density μ(ω) for the radius 1, whatever Radius is, at a frequency in balls, which may
// coincide: Σ_k c_k h_{k−D+1}(x_1,…,x_D), c_k the coefficients of G at 0 and h the complete homogeneous symmetric
// polynomials. Terms grow up to e^{max|ω_j|}, and are added with as many bits more; for frequencies of thousands that
// is slow. It panics if omega is not of length Dim, and is indeterminate where a frequency is no number below 2^20.
func (p *Power) Enclose(omega []*ball.Real, prec uint) *ball.Real {
	if len(omega) != p.dim {
		panic(fmt.Sprintf("taxicab: a frequency of length %d in dimension %d", len(omega), p.dim))
	}
	top := 1.0
	for _, w := range omega {
		mid, rad := w.Float64()
		top = max(top, math.Abs(mid)+rad)
	}
	if !(top < 1<<20) {
		return new(ball.Real).SetIndeterminate()
	}
	work := prec + uint(3*top) + uint(8*p.nodes) + 32
	x := make([]*ball.Real, p.nodes)
	for j := range x {
		x[j] = new(ball.Real)
		if j < p.dim {
			x[j].Sqr(omega[j], work)
		}
	}
	z := p.sum(x, top, work)
	if (p.nodes-1+p.shift)%2 != 0 {
		z.Neg(z)
	}
	pi := new(ball.Real).Pi(work)
	for range p.dim {
		z.Quo(z, pi, work)
	}
	for n := 2; n <= p.order; n++ {
		z.MulInt64(z, int64(n), work)
	}
	return z.SetRound(z, prec)
}

// sum returns Σ_{k≥m} c_{k−m} h_{k−D+1}(x), 0 ≤ x_j ≤ X = top². As |h_i| ≤ C(i+D−1, i) X^i, the bound of a term over
// that of the one before it is X (i+D)/(i+1)/((2k+1)(2k+2)) or less, which decreases: the remainder is at most twice
// its first bound once the quotient is below 1/2.
func (p *Power) sum(x []*ball.Real, top float64, work uint) *ball.Real {
	first := p.nodes - 1 - p.shift // h_0 belongs to c_first
	degrees, size := 0, 0.0        // size is above the logarithm of the first bound that is left out
	for {
		i, k := float64(degrees), float64(degrees+first)
		quotient := top * top * (i + float64(p.nodes)) / (i + 1) / ((2*k + 1) * (2*k + 2))
		if quotient < 0.4 && size < -math.Ln2*float64(work) {
			break
		}
		size += elem64.Log(quotient)
		degrees++
	}
	h := make([]ball.Real, degrees+1)
	h[0].SetInt64(1)
	var t ball.Real
	for _, y := range x {
		for i := 1; i <= degrees; i++ {
			h[i].Add(&h[i], t.Mul(y, &h[i-1], work), work)
		}
	}
	odd := int64(0)
	if p.sinc {
		odd = 1
	}
	z, c := new(ball.Real), new(ball.Real).SetInt64(1)
	for k := int64(0); ; k++ {
		i := int(k) - first
		if i > degrees {
			break
		}
		if i >= 0 {
			z.Add(z, t.Mul(c, &h[i], work), work)
		}
		c.QuoInt64(c, (2*k+1+odd)*(2*k+2+odd), work)
		c.Neg(c)
	}
	// c is now the coefficient of h_{degrees+1}
	bound := new(ball.Real).Abs(c, work)
	t.SetFloat64(top * (1 + 0x1p-50))
	t.Sqr(&t, work)
	for i := 1; i <= degrees+1; i++ {
		bound.Mul(bound, &t, work)
		bound.MulInt64(bound, int64(i+p.nodes-1), work)
		bound.QuoInt64(bound, int64(i), work)
	}
	bound.Mul2Exp(bound, 1)
	return z.AddRad(bound.MagUpper())
}
