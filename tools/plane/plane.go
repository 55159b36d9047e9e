package main

import (
	"context"
	"fmt"
	"math"

	"krein/ball"
	"krein/internal/parallel"
)

// plane bounds ∫∫ |p| over squares of the plane, p(x,y) = (S(y)−S(x))/(x²−y²), S(w) = sin w/w: π² times the density of
// the truncated ℓ₁ kernel (docs/taxicab.md).
//
// On a cell p is a linear function v + αX + βY, up to the second derivatives, of which there are three bounds: as p is
// the integral of (1−s−t) cos xs cos yt over the simplex s+t ≤ 1; as p = ½∫V(w)dτ, w² = (1−τ)y²+τx², V = −S′/w; and as
// a product. The mean of the modulus of a linear function is explicit. Values at centres are made of S and S′ of one
// coordinate, by balls; what follows is +, −, ·, / and √ in float64, the rounding of which is bounded by slack.
type plane struct {
	ctx       context.Context
	waves     map[float64]*wave
	tolerance float64 // of a cell
	low, high float64
	cells     int
}

// wave has S, S′ and on the diagonal p(a,a) and p_x(a,a) = p_y(a,a), each within a few units of 2^−52.
type wave struct{ s, s1, p, p1 float64 }

// slack is above all relative roundings of a cell.
const slack = 1e-12

func (c *plane) at(a float64) *wave {
	w := c.waves[a]
	if w == nil {
		w = newWave(a)
		c.waves[a] = w
	}
	return w
}

func newWave(a float64) *wave {
	const prec = 256
	x := ball.NewReal(a)
	s, cos, square := new(ball.Real).Sin(x, prec), new(ball.Real).Cos(x, prec), new(ball.Real).Sqr(x, prec)
	s.Quo(s, x, prec)
	s1 := new(ball.Real).Sub(cos, s, prec)
	s1.Quo(s1, x, prec)
	v := new(ball.Real).Quo(s1, x, prec)
	v.Neg(v)
	v2 := new(ball.Real).MulInt64(v, 3, prec)
	v2.Quo(v2.Sub(v2, s, prec), square, prec)
	p1 := new(ball.Real).Mul(v2, x, prec)
	w := &wave{}
	for _, e := range []struct {
		to   *float64
		from *ball.Real
	}{{&w.s, s}, {&w.s1, s1}, {&w.p, v.Mul2Exp(v, -1)}, {&w.p1, p1.Neg(p1.Mul2Exp(p1, -2))}} {
		*e.to = e.from.Nearest()
		if _, rad := e.from.Float64(); !(rad <= 0x1p-52*math.Abs(*e.to)+0x1p-100) {
			panic(fmt.Sprintf("a wave at %v is known to %v only", a, rad))
		}
	}
	return w
}

// square adds ∫|p| over the cell times weight; a ≥ b.
func (c *plane) square(a, b, r, weight float64) {
	if c.cells++; c.cells%4096 == 0 && c.ctx.Err() != nil {
		return
	}
	m := curvature(a-r, a+r, b-r, b+r)
	mean := ((m.xx+m.yy)/6 + m.xy/4) * r * r
	most := (m.xx + m.yy + 2*m.xy) / 2 * r * r
	vol := weight * 4 * r * r
	wa, wb := c.at(a), c.at(b)
	v, alpha, beta, fault := wa.p, wa.p1, wa.p1, 0.0
	if a > b {
		g := 1 / ((a - b) * (a + b))
		q := wb.s - wa.s
		v = q * g
		alpha = -2*a*g*v - g*wa.s1
		beta = 2*b*g*v + g*wb.s1
		size := math.Abs(wa.s) + math.Abs(wb.s)
		slope := math.Abs(wa.s1) + math.Abs(wb.s1)
		fault = slack * g * (size + r*(2*(a+b)*g*size+slope))
	} else {
		fault = slack * (math.Abs(v) + 2*r*math.Abs(alpha))
	}
	mean += fault
	most += fault
	low, high := 0.0, 0.0
	big, small := math.Abs(alpha)*r, math.Abs(beta)*r
	if big < small {
		big, small = small, big
	}
	if math.Abs(v) > big+small+most { // p has a sign
		if a > b {
			second, rest := c.fourth(a, b, r, wa, wb)
			if rest < mean {
				v, mean = v+second, rest+fault
			}
		}
		low, high = math.Abs(v), math.Abs(v)
	} else {
		low, high = linear(math.Abs(v), big, small)
	}
	low, high = max(0, low*(1-slack)-mean), high*(1+slack)+mean
	if vol*(high-low) > c.tolerance && r > 1e-4 {
		h := r / 2
		c.square(a+h, b+h, h, weight)
		c.square(a-h, b-h, h, weight)
		c.square(a+h, b-h, h, weight)
		if a > b {
			c.square(a-h, b+h, h, weight)
		} else { // the mirror image of the one before
			c.square(a+h, b-h, h, weight)
		}
		return
	}
	c.low += vol * low
	c.high += vol * high
}

// fourth returns by what the mean of p over a cell differs from the value at its centre, r²/6 times the Laplacian, and
// a bound of the terms of degree 4 and more: by 1/(i+j+3)! for those of degree i, j; or by Cauchy's inequality, as p is
// entire and bounded by M where |x−a| = ρ and |y−b| = σ.
func (c *plane) fourth(a, b, r float64, wa, wb *wave) (second, rest float64) {
	g := 1 / ((a - b) * (a + b))
	sa, sb := -wa.s-2*wa.s1/a, -wb.s-2*wb.s1/b // S″
	second = r * r / 6 * g * (8*g*g*(a*a+b*b)*(wb.s-wa.s) + 4*g*(a*wa.s1+b*wb.s1) + sb - sa)
	size := math.Abs(wa.s) + math.Abs(wb.s)
	fault := slack * r * r * g * (8*g*g*(a*a+b*b)*size + 4*g*(a+b) + 2)
	rest = r * r * r * r * 5 / 5040 * 1.01
	rho, sigma, d := 1.0, 1.0, a-b-2
	if d < 1 { // |x−y| ≥ ρ − σ − (a−b)
		rho, d = a-b+2, 1
	}
	if s := a + b - rho - sigma; s > 0 {
		m := (math.Exp(rho)*inverse(a-rho) + math.Exp(sigma)*inverse(b-sigma)) / (d * s)
		rest = min(rest, 5.05*m*r*r*r*r/((1-r)*(1-r)))
	}
	return second, rest + fault
}

// inverse is 1/w, or 1 for w < 1: e^{|Im z|} times it is above |S(z)| for |z| ≥ w.
func inverse(w float64) float64 {
	if w < 1 {
		return 1
	}
	return 1 / w
}

// linear bounds the mean of |v + AU + BW|, U and W uniform on [−1,1], v ≥ 0, A ≥ B ≥ 0: second differences of |s|³/6
// over 4AB. For B = 0 it is h(v) = (v²+A²)/2A or v; h is convex with h″ ≤ 1/A, so that the mean is at least h and at
// most B²/6A more.
func linear(v, a, b float64) (low, high float64) {
	if v >= a+b || a == 0 {
		return v, v
	}
	h := v
	if v < a {
		h = (v*v + a*a) / (2 * a)
	}
	if b < 1e-3*a {
		return h, h + b*b/(6*a)
	}
	cube := func(s float64) float64 { s = math.Abs(s); return s * s * s }
	mean := (cube(v+a+b) - cube(v+a-b) - cube(v-a+b) + cube(v-a-b)) / (24 * a * b)
	// the cubes are below 27a³, their roundings below 2^−50 of that
	within := 0x1p-46 * a * a / b
	return max(h, mean-within), min(h+b*b/(6*a), mean+within)
}

// hessian are bounds of the moduli of second derivatives.
type hessian struct{ xx, xy, yy float64 }

func (h *hessian) least(xx, xy, yy float64) {
	h.xx, h.xy, h.yy = min(h.xx, xx), min(h.xy, xy), min(h.yy, yy)
}

// curvature bounds the second derivatives of p where x0 ≤ x ≤ x1, y0 ≤ y ≤ y1; x0 ≥ y0. All terms are positive, so that
// roundings are below the slack.
func curvature(x0, x1, y0, y1 float64) hessian {
	h := hessian{1.0 / 60, 1.0 / 120, 1.0 / 60}
	if y0 > 0 { // V₂ and V₃ = w^(−n) j_n, by the explicit j_n
		i := 1 / y0
		v2 := min(1.0/15, (i+3*i*i+3*i*i*i)*i*i)
		v3 := min(1.0/105, (i+6*i*i+15*i*i*i+15*i*i*i*i)*i*i*i)
		h.least((v2/2+x1*x1*v3/3)/2, x1*y1*v3/12, (v2/2+y1*y1*v3/3)/2)
	}
	if d := x0 - y1; d > 0 {
		g := 1 / (d * (x0 + y0))
		sx, s1x, s2x := sizes(x0)
		sy, s1y, s2y := sizes(y0)
		q := sx + sy
		h.least((2*g*g+8*x1*x1*g*g*g)*q+4*x1*g*g*s1x+g*s2x, 8*x1*y1*g*g*g*q+2*x1*g*g*s1y+2*y1*g*g*s1x,
			(2*g*g+8*y1*y1*g*g*g)*q+4*y1*g*g*s1y+g*s2y)
	}
	const up = 1 + slack
	return hessian{h.xx * up, h.xy * up, h.yy * up}
}

// sizes bounds |S|, |S′| and |S″| from w on.
func sizes(w float64) (s, s1, s2 float64) {
	if w <= 1 {
		return 1, 0.5, 1.0 / 3
	}
	i := 1 / w
	return i, min(0.5, (1+i)*i), min(1.0/3, (1+2*i+2*i*i)*i)
}

// inSquare bounds ∫∫ |p| over 0 < y < x < reach; cells with an error of at most tolerance are not cut.
func inSquare(ctx context.Context, reach int, tolerance float64) (low, high float64, cells int) {
	columns := make([]plane, reach)
	parallel.For(reach, func(i int) {
		c := &plane{ctx: ctx, waves: map[float64]*wave{}, tolerance: tolerance}
		for j := range i + 1 {
			weight := 1.0
			if i == j {
				weight = 0.5
			}
			c.square(float64(i)+0.5, float64(j)+0.5, 0.5, weight)
		}
		columns[i] = plane{low: c.low, high: c.high, cells: c.cells}
	})
	for _, c := range columns {
		low, high, cells = low+c.low, high+c.high, cells+c.cells
	}
	// sums of n numbers are right within n units of the last place
	within := float64(cells) * 0x1p-51
	return low * (1 - within), high * (1 + within), cells
}

// enclose bounds the mass ‖μ‖ of the truncated ℓ₁ kernel on R², (8/π²)∫∫|p| over 0 < y < x, with a proof: by cells
// where x < reach, and means over phases beyond (README.md). Cells with an error of at most tolerance
// are not cut; what is left out beyond reach R falls like 1/R². The error is ctx's, or says that an integral was not
// found. It panics if reach is less than 100.
func enclose(ctx context.Context, reach int, tolerance float64) (low, high float64, err error) {
	below, above, err := outOfSquare(ctx, reach)
	if err != nil {
		return 0, 0, err
	}
	low, high, _ = inSquare(ctx, reach, tolerance)
	if ctx.Err() != nil {
		return 0, 0, fmt.Errorf("masses in the plane: %w", ctx.Err())
	}
	const factor = 8 / (math.Pi * math.Pi)
	return (low + below) * factor * (1 - slack), (high + above) * factor * (1 + slack), nil
}
