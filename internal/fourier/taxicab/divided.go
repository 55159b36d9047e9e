package taxicab

import (
	"fmt"
	"math"
	"slices"
)

// Thresholds of the divided differences, in a = √x: up to small all is a power series at 0; nodes
// within near of each other are differenced in a Taylor series about their middle, others by their
// differences. G varies in a on the scale 1, so a division by more than near costs less than a digit.
const (
	small = 4.0
	near  = 1.0
)

const epsilon = 0x1p-52

// scratch is what the density at one point needs.
type scratch struct {
	a, value, fault []float64
	c, e            []float64 // Taylor coefficients, and what may be wrong with them
	h, habs         []float64 // complete homogeneous symmetric polynomials of degree 0, 1, …
}

// terms is the number of Taylor coefficients: enough for any number of nodes within the thresholds.
func (p *Power) terms() int { return p.nodes + 30 }

func (p *Power) newScratch() *scratch {
	n := p.terms()
	all := make([]float64, 3*p.nodes+4*n)
	cut := func(k int) []float64 { s := all[:k:k]; all = all[k:]; return s }
	return &scratch{a: cut(p.nodes), value: cut(p.nodes), fault: cut(p.nodes),
		c: cut(n), e: cut(n), h: cut(n), habs: cut(n)}
}

// Density returns μ(ω), and an estimate of the error, of rounding alone:
//
//	μ(ω) = π^{−d} n! τ^d [x_1,…,x_D] G,   x_j = (τω_j)²,
//
// G = (−1)^{D−1+m} x^m cos √x for q = 2m+1 and (−1)^{D−1+m} x^m sin √x/√x for q = 2m, where q = d−n−1 if that is not
// negative, D = d; otherwise nodes at 0 are added, and q raised by 2 for each, until it is not. The difference is
// stable wherever nodes coincide or nearly do. It panics if omega is not of length Dim.
func (p *Power) Density(omega []float64) (value, fault float64) {
	return p.density(p.newScratch(), omega)
}

func (p *Power) density(s *scratch, omega []float64) (value, fault float64) {
	if len(omega) != p.dim {
		panic(fmt.Sprintf("taxicab: a frequency of length %d in dimension %d", len(omega), p.dim))
	}
	clear(s.a)
	scale := p.factor
	for j, w := range omega {
		s.a[j] = math.Abs(w) * p.radius
		scale *= p.radius
	}
	slices.Sort(s.a)
	value, fault = p.divided(s)
	value *= scale
	return value, math.Abs(scale)*fault + 4*float64(p.dim+2)*epsilon*math.Abs(value)
}

// divided returns [a_1²,…,a_D²] of x^m cos √x or x^m sin √x/√x for the sorted a of s, by columns of the
// table of differences.
func (p *Power) divided(s *scratch) (value, fault float64) {
	n := p.nodes
	if s.a[n-1] <= small || s.a[n-1]-s.a[0] <= near {
		return p.series(s, 0, n-1)
	}
	for i, a := range s.a {
		s.value[i], s.fault[i] = p.at(a)
	}
	for k := 1; k < n; k++ {
		for i := range n - k { // [x_i … x_{i+k}]
			lo, hi := s.a[i], s.a[i+k]
			if hi <= small || hi-lo <= near {
				s.value[i], s.fault[i] = p.series(s, i, i+k)
				continue
			}
			by := (hi - lo) * (hi + lo)
			v := (s.value[i+1] - s.value[i]) / by
			s.fault[i] = (s.fault[i+1]+s.fault[i])/by + 4*epsilon*math.Abs(v)
			s.value[i] = v
		}
	}
	return s.value[0], s.fault[0]
}

// at returns x^m cos √x, or x^m sin √x/√x, at x = a².
func (p *Power) at(a float64) (value, fault float64) {
	value, size := math.Cos(a), 1.0
	if p.sinc {
		value = 1
		if a > 0 {
			value = math.Sin(a) / a
			size = min(1, 1/a)
		}
	}
	for range p.shift {
		value, size = value*a*a, size*a*a
	}
	return value, float64(2*p.shift+4) * epsilon * size
}

// series returns [x_i,…,x_j] as Σ_k c_k h_{k−(j−i)}, where c_k are the Taylor coefficients about 0 or
// about the middle of the nodes, and h the complete homogeneous symmetric polynomials of the distances to it.
func (p *Power) series(s *scratch, i, j int) (value, fault float64) {
	centre, unit := 0.0, 1.0 // distances are in multiples of unit, so that no power of them overflows
	if s.a[j] > small {
		centre = (s.a[i] + s.a[j]) / 2
		unit = 2 * centre
		p.taylor(s, centre)
	}
	count := p.terms() - (j - i)
	clear(s.h[:count])
	clear(s.habs[:count])
	s.h[0], s.habs[0] = 1, 1
	for _, a := range s.a[i : j+1] {
		y := (a - centre) * ((a + centre) / unit)
		for k := 1; k < count; k++ {
			s.h[k] += y * s.h[k-1]
			s.habs[k] += math.Abs(y) * s.habs[k-1]
		}
	}
	c, e := s.c[j-i:], s.e[j-i:]
	if centre == 0 {
		c, e = p.zero[j-i:], p.zeroFault[j-i:]
	}
	for k := range count {
		value += c[k] * s.h[k]
		fault += (e[k] + 8*epsilon*math.Abs(c[k])) * s.habs[k]
	}
	for range j - i {
		value /= unit
		fault /= unit
	}
	return value, fault
}

// maclaurin returns the coefficients at 0: those of cos √x = Σ (−x)^k/(2k)!, or sin √x/√x = Σ (−x)^k/(2k+1)!, moved by
// m.
func (p *Power) maclaurin() (coef, fault []float64) {
	coef, fault = make([]float64, p.terms()), make([]float64, p.terms())
	c, odd := 1.0, 0
	if p.sinc {
		odd = 1
	}
	for k := 0; k+p.shift < len(coef); k++ {
		coef[k+p.shift] = c
		c = -c / float64((2*k+1+odd)*(2*k+2+odd))
	}
	for k, c := range coef {
		fault[k] = epsilon * math.Abs(c) * float64(k)
	}
	return coef, fault
}

// taylor sets c to the coefficients of (2a)^{−k} y^k, x = a² + y, in g·x^m, where g = cos √x (b = 1/2) or sin √x/√x (b
// = 3/2) solves x g″ + b g′ + g/4 = 0. Forward recurrence is stable for nodes near enough: what grows in it is less
// than 4^{−k} there.
func (p *Power) taylor(s *scratch, a float64) {
	sin, cos := math.Sincos(a)
	b := 0.5
	s.c[0], s.c[1] = cos, -sin
	s.e[0], s.e[1] = epsilon, epsilon
	if p.sinc {
		b = 1.5
		s.c[0] = sin / a
		s.c[1] = (cos - s.c[0]) / a
		s.e[0], s.e[1] = epsilon/a, 2*epsilon/a
	}
	for k := 0; k+2 < len(s.c); k++ {
		f, by := float64(k), 1/float64((k+1)*(k+2))
		u := 2 * (f + 1) * (f + b) / a
		s.c[k+2] = -(u*s.c[k+1] + s.c[k]) * by
		s.e[k+2] = (u*s.e[k+1] + s.e[k] + 3*epsilon*(u*math.Abs(s.c[k+1])+math.Abs(s.c[k]))) * by
	}
	x := a * a
	for range p.shift {
		for k := len(s.c) - 1; k >= 0; k-- {
			below, fault := 0.0, 0.0
			if k > 0 {
				below, fault = 2*a*s.c[k-1], 2*a*s.e[k-1]
			}
			s.e[k] = x*s.e[k] + fault + 2*epsilon*(x*math.Abs(s.c[k])+math.Abs(below))
			s.c[k] = x*s.c[k] + below
		}
	}
}
