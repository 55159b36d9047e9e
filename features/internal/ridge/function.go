package ridge

import (
	"math"

	"krein/internal/simd"
)

// Function is a ridge function φ on [−1, 1], safe for concurrent use.
type Function interface {
	// Values replaces the numbers t by φ(t).
	Values(t []float64)
}

// Series is φ = Σ b_n p_n, a polynomial.
type Series struct {
	B   []float64 // not to be modified
	sum *simd.Series
}

// NewSeries returns Σ b_n p_n for the law of dimension d ≥ 2.
func NewSeries(d int, b []float64) *Series {
	rec := NewRecurrence(d, len(b))
	return &Series{b, simd.NewSeries(b, rec.Up, rec.Back)}
}

// Values replaces t by φ(t), and what lies outside of [−1, 1] by the value at its end.
func (s *Series) Values(t []float64) { s.sum.Values(t, t, 1, 1) }

// Power is Scale·(t₊)^Order, or Scale·sign(t) for Order = [Sign].
type Power struct {
	Order int
	Scale float64
}

// Sign is the Order of Scale·sign(t).
const Sign = -1

// Values treats t = 0 as positive.
func (p Power) Values(t []float64) {
	for i, v := range t {
		switch {
		case p.Order == Sign:
			t[i] = math.Copysign(p.Scale, v+0)
		case v < 0:
			t[i] = 0
		default:
			x := p.Scale
			for range p.Order {
				x *= v
			}
			t[i] = x
		}
	}
}

// Single has a degree of its own for each column: Scale·p_n, n = Degrees[i], of the number t_i.
type Single struct {
	Degrees []int // not to be modified
	Scale   float64
	rec     Recurrence
}

// NewSingle takes the degrees, none below 0, for the law of dimension d ≥ 2.
func NewSingle(d int, degrees []int, scale float64) *Single {
	most := 0
	for _, n := range degrees {
		most = max(most, n)
	}
	return &Single{degrees, scale, NewRecurrence(d, most)}
}

// Values takes as many numbers as there are degrees.
func (s *Single) Values(t []float64) {
	for i, n := range s.Degrees {
		t[i] = s.Scale * s.rec.At(n, t[i])
	}
}

// lane is how many values are computed side by side.
const lane = 64

// Without is a function less its parts of some degrees.
type Without struct {
	Function
	Low *Series
}

// Less returns φ − Σ_{n ∈ degrees} E[φ p_n] p_n, and the squares E[φ p_n]² of all degrees up to most.
// φ is taken to be a polynomial of the degree `most` on either side of 0, or near one.
func Less(d int, phi Function, degrees []int, most int) (Function, []float64) {
	b := coefficients(d, phi, most)
	low := make([]float64, most+1)
	top := -1
	for _, n := range degrees {
		if n <= most {
			low[n] = b[n]
			top = max(top, n)
		}
	}
	for n, v := range b {
		b[n] = v * v
	}
	if top < 0 {
		return phi, b
	}
	return Without{phi, NewSeries(d, low[:top+1])}, b
}

// Values subtracts.
func (w Without) Values(t []float64) {
	var part [lane]float64
	for len(t) > 0 {
		n := min(lane, len(t))
		copy(part[:n], t)
		w.Low.Values(part[:n])
		w.Function.Values(t[:n])
		for i := range n {
			t[i] -= part[i]
		}
		t = t[n:]
	}
}

// coefficients returns E[φ p_n], n ≤ most.
func coefficients(d int, phi Function, most int) []float64 {
	r := newRule(d, 2*most+2)
	v := append([]float64(nil), r.t...)
	phi.Values(v)
	return r.project(d, v, most)
}

// project returns Σ w v p_n over the nodes, n ≤ most.
func (r *rule) project(d int, v []float64, most int) []float64 {
	b, p, rec := make([]float64, most+1), make([]float64, most+1), NewRecurrence(d, most+1)
	for i, t := range r.t {
		rec.values(p, t)
		for n := range b {
			b[n] += r.w[i] * v[i] * p[n]
		}
	}
	return b
}

// Flat returns b with |b_n| = size[n] and signs for which E φ⁴ of φ = Σ b_n p_n is small: signs are turned one at a
// time for as long as that helps. The variance of a ridge function at x = y is E φ⁴ less a constant.
func Flat(d int, size []float64) []float64 {
	most := len(size) - 1
	r := newRule(d, 4*most)
	values := make([][]float64, len(size)) // size[n]·p_n at the nodes
	p, rec := make([]float64, len(size)), NewRecurrence(d, len(size))
	for n := range values {
		if size[n] != 0 {
			values[n] = make([]float64, len(r.t))
		}
	}
	for i, t := range r.t {
		rec.values(p, t)
		for n, v := range values {
			if v != nil {
				v[i] = size[n] * p[n]
			}
		}
	}
	phi, b := make([]float64, len(r.t)), make([]float64, len(size))
	fourth := func(v []float64, by float64) (sum float64) {
		for i, w := range r.w {
			x := phi[i] + by*v[i]
			sum += w * x * x * x * x
		}
		return sum
	}
	add := func(v []float64, by float64) {
		for i := range phi {
			phi[i] += by * v[i]
		}
	}
	for n, v := range values {
		if v == nil {
			continue
		}
		sign := 1.0
		if fourth(v, -1) < fourth(v, 1) {
			sign = -1
		}
		add(v, sign)
		b[n] = sign * size[n]
	}
	for range 4 {
		turned := false
		for n, v := range values {
			if v == nil {
				continue
			}
			sign := 1.0
			if b[n] < 0 {
				sign = -1
			}
			if fourth(v, -2*sign) < (1-1e-9)*fourth(v, 0) {
				add(v, -2*sign)
				b[n] = -b[n]
				turned = true
			}
		}
		if !turned {
			break
		}
	}
	return b
}
