package harmonic

import (
	"math"

	"krein/internal/features/basis"
)

// Terms is the number of functions that a product of residuals consists of: with the directions' t = ⟨θ,x⟩,
// s = ⟨θ,y⟩ of two points of the unit sphere, ⟨x,y⟩ = u, they are
//
//	cos R(t−s),   −h_0(cos Rt + cos Rs),   −√d h_1(s sin Rt + t sin Rs),   h_0²,   d h_1² ts.
//
// Their parts of an even degree n lie in the span of E = P_n(⟨θ,x−y⟩/z), A = P_n(t) + P_n(s) and
// B = P_n'(t)(s−ut) + P_n'(s)(t−us), because s sin Rt is −∂_β cos⟨θ,Rx+βy⟩ at β = 0 and a plane wave
// has the part h_n(|v|)P_n(⟨θ,v⟩/|v|), up to a factor that is the same for all.
const Terms = 5

// Width is the number of components a degree: coefficients of E, A and B, made orthonormal.
const Width = 3

// Sphere evaluates products of residuals at one distance of points of the unit sphere.
type Sphere struct {
	d    int
	Z, U float64
	root [][Width * Width]float64 // L of the Gram matrix LLᵀ of E, A, B, by n/2
}

// NewSphere returns that of the distance z in R^d, d ≥ 2.
func NewSphere(d int, z float64) *Sphere {
	z = min(z, 2)
	s := &Sphere{d: d, Z: z, U: 1 - z*z/2}
	half, slope := polynomials(s.d, z/2) // ⟨x, (x−y)/z⟩ = z/2 = −⟨y, (x−y)/z⟩
	whole, rise := polynomials(s.d, s.U)
	off := z * z * (1 - z*z/4) // 1 − u²
	for n := 0; n <= Most; n += 2 {
		l := float64(n) * float64(n+s.d-2)
		bend := float64(s.d-1)*s.U*rise[n] - l*whole[n] // (1−u²)P_n''(u)
		ee, ea, aa := 1.0, 2*half[n], 2+2*whole[n]
		eb, ab := -z*(1+s.U)*slope[n], 2*off*rise[n]
		bb := 2 * off * (l/float64(s.d-1) - s.U*rise[n] + bend)
		s.root = append(s.root, cholesky([6]float64{ee, ea, aa, eb, ab, bb}))
	}
	return s
}

// cholesky returns L of a positive semidefinite matrix, given by the rows of its lower half; a pivot
// that is rounding alone counts as 0.
func cholesky(m [6]float64) (l [9]float64) {
	at := func(i, j int) float64 { return m[i*(i+1)/2+j] }
	for j := range 3 {
		pivot := at(j, j)
		for k := range j {
			pivot -= l[3*j+k] * l[3*j+k]
		}
		if !(pivot > 1e-13*at(j, j)) {
			continue
		}
		l[4*j] = math.Sqrt(pivot)
		for i := j + 1; i < 3; i++ {
			v := at(i, j)
			for k := range j {
				v -= l[3*i+k] * l[3*j+k]
			}
			l[3*i+j] = v / l[4*j]
		}
	}
	return l
}

// polynomials returns P_n(t) and P_n'(t), n ≤ Most.
func polynomials(d int, t float64) (p, slope []float64) {
	p, slope = []float64{1, t}, []float64{0, 1}
	for n := 1; n < Most; n++ {
		a, b, c := float64(2*n+d-2), float64(n), float64(n+d-2)
		p = append(p, (a*t*p[n]-b*p[n-1])/c)
		slope = append(slope, (a*(p[n]+t*slope[n])-b*slope[n-1])/c)
	}
	return p, slope
}

// Product appends the components of a product at a radius, Width a degree 0, 2, 4, …, with the
// coefficients c of the Terms. near are the h_0(Rz), h_2(Rz), …, far the h_0(R), h_1(R), ….
func (s *Sphere) Product(dst, near, far []float64, radius float64, c [Terms]float64) []float64 {
	if c[1] == 0 && c[2] == 0 && c[3] == 0 && c[4] == 0 {
		for _, v := range near {
			dst = append(dst, c[0]*v, 0, 0)
		}
		return dst
	}
	zero, one := far[0], value(far, 1)
	d := float64(s.d)
	dst = append(dst, c[0]*near[0]+(c[3]-2*c[1])*zero*zero+(c[4]-2*c[2])*one*one*s.U, 0, 0)
	for n := 2; n < len(far) || n < 2*len(near); n += 2 {
		e, hn := c[0]*value(near, n/2), value(far, n)
		var a, b float64
		if radius > 0 {
			quotient := hn / radius
			slope := float64(n)*quotient - value(far, n+1)/math.Sqrt(basis.Ratio(s.d, n+1))
			a = -c[1]*zero*hn + c[2]*math.Sqrt(d)*one*s.U*slope
			b = c[2] * math.Sqrt(d) * one * quotient
		}
		if n == 2 {
			ts := c[4] * one * one * (d - 1) / (4 * math.Sqrt((d+2)*(d-1)/2))
			a, b = a-2*ts*s.U, b-ts
		}
		l := &s.root[n/2]
		dst = append(dst, l[0]*e+l[3]*a+l[6]*b, l[4]*a+l[7]*b, l[8]*b)
	}
	return dst
}

// value returns h[k], zero beyond the end.
func value(h []float64, k int) float64 {
	if k < len(h) {
		return h[k]
	}
	return 0
}
