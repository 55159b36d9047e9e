package ridge

import "krein/internal/features/basis"

// Less returns φ − Σ_{n ∈ degrees} E[φ p_n] p_n, and the squares E[φ p_n]² of all degrees up to most.
// φ is taken to be a polynomial of the degree `most` on either side of 0, or near one.
func Less(d int, phi basis.Function, degrees []int, most int) (basis.Function, []float64) {
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
	return basis.Without{Function: phi, Low: basis.NewSeries(d, low[:top+1])}, b
}

// coefficients returns E[φ p_n], n ≤ most.
func coefficients(d int, phi basis.Function, most int) []float64 {
	r := newRule(d, 2*most+2)
	v := append([]float64(nil), r.t...)
	phi.Values(v)
	return r.project(d, v, most)
}

// project returns Σ w v p_n over the nodes, n ≤ most.
func (r *rule) project(d int, v []float64, most int) []float64 {
	b, p, rec := make([]float64, most+1), make([]float64, most+1), basis.NewRecurrence(d, most+1)
	for i, t := range r.t {
		rec.Values(p, t)
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
	p, rec := make([]float64, len(size)), basis.NewRecurrence(d, len(size))
	for n := range values {
		if size[n] != 0 {
			values[n] = make([]float64, len(r.t))
		}
	}
	for i, t := range r.t {
		rec.Values(p, t)
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
