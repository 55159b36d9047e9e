package basis

import "math"

// Dimension returns N(n,d), the number of orthonormal harmonics of degree n on the unit sphere of R^d,
// d ≥ 1, in float64.
func Dimension(n, d int) float64 {
	if d == 1 {
		if n <= 1 {
			return 1
		}
		return 0
	}
	v := 1.0
	for m := 1; m <= n; m++ {
		v *= Ratio(d, m)
	}
	return math.Round(v)
}

// Ratio returns N(n,d)/N(n−1,d), n ≥ 1, d ≥ 2.
func Ratio(d, n int) float64 {
	if d == 2 && n == 1 {
		return 2
	}
	return float64(2*n+d-2) * float64(n+d-3) / (float64(2*n+d-4) * float64(n))
}

// jacobi returns b_n of t·p_{n−1} = b_n p_n + b_{n−1} p_{n−2}, n ≥ 1, d ≥ 2.
func jacobi(n, d int) float64 {
	if n == 1 {
		return math.Sqrt(1 / float64(d))
	}
	return math.Sqrt(float64(n) * float64(n+d-3) / (float64(2*n+d-2) * float64(2*n+d-4)))
}

// Recurrence holds the factors of p_{n+1} = Up[n]·t·p_n − Back[n]·p_{n−1}.
type Recurrence struct{ Up, Back []float64 }

// NewRecurrence returns the factors for degrees up to most.
func NewRecurrence(d, most int) Recurrence {
	r := Recurrence{make([]float64, most+1), make([]float64, most+1)}
	last := 0.0
	for n := range r.Up {
		b := jacobi(n+1, d)
		r.Up[n], r.Back[n] = 1/b, last/b
		last = b
	}
	return r
}

// Values stores p_0(t), p_1(t), … in dst.
func (r *Recurrence) Values(dst []float64, t float64) {
	a, b := 0.0, 1.0
	for n := range dst {
		dst[n] = b
		a, b = b, r.Up[n]*t*b-r.Back[n]*a
	}
}

// At returns p_n(t), n within the degrees of NewRecurrence.
func (r *Recurrence) At(n int, t float64) float64 {
	a, b := 0.0, 1.0
	for k := range n {
		a, b = b, r.Up[k]*t*b-r.Back[k]*a
	}
	return b
}
