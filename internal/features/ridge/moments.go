package ridge

import (
	"math"
	"slices"
	"sync"

	"krein/internal/features/basis"
	"krein/internal/quad/gauss"
)

// Moments are those of g(w) = φ(⟨w,x⟩) φ(⟨w,y⟩) over a uniform direction, and over two orthogonal ones,
// as functions of u = ⟨x,y⟩.
//
//	E g   = Σ_n E[φ p_n]² P_n(u)
//	E g²  = Σ_l E[φ² p_l]² P_l(u), φ² being a ridge function too
//	E g(v)g(w), v ⊥ w uniform, = Σ_l P_l(u) Σ_{m≤l} ⟨h, e_{l,m}⟩²
//
// The last: turn v, w into fixed axes and x, y into random points X, Y with ⟨X,Y⟩ = u; then it is
// E h(X)h(Y) for h(X) = φ(X_1)φ(X_2), whose part of degree l has the squared norm that is summed, with
//
//	e_{l,m} = p_{l−m}^{(d+2m)}(t) (1−t²)^{m/2}/√β_m · p_m^{(d−1)}(s),   X_1 = t, X_2 = √(1−t²)·s,
//
// β_m = E(1−t²)^m: the orthonormal harmonics of two coordinates (Vilenkin, Special Functions and the
// Theory of Group Representations, chapter IX).
type Moments struct {
	d                  int
	mean, second, pair []float64
	// Known is E g, if it is known better than from the series of φ.
	Known func(u float64) float64
	// phi and degree are kept for d = 2 alone: P_n(u) does not decay there, nor do then the series of a φ
	// that has jumps, and integrals over the circle take their place.
	phi    basis.Function
	degree int
}

// NewMoments returns the moments of φ, a polynomial of the degree on either side of 0, or near one; those
// of orthogonal directions only if pairs is set.
func NewMoments(d int, phi basis.Function, degree int, pairs bool) *Moments {
	m := &Moments{d: d}
	if d == 2 {
		m.phi, m.degree = phi, degree
		return m
	}
	r := newRule(d, 4*degree)
	v := append([]float64(nil), r.t...)
	phi.Values(v)
	m.mean = r.project(d, v, degree)
	squares := make([]float64, len(v))
	for i, x := range v {
		squares[i] = x * x
	}
	m.second = r.project(d, squares, 2*degree)
	for _, list := range [][]float64{m.mean, m.second} {
		for n, x := range list {
			list[n] = x * x
		}
	}
	if pairs {
		m.pair = pairMoments(d, phi, degree, r, v)
	}
	return m
}

// Sampled is a function of projections that columns sample. Its moments are computed when they are asked for: those of
// orthogonal directions take longer.
type Sampled struct {
	Dim    int
	Phi    basis.Function
	Degree int                     // see NewMoments
	Known  func(u float64) float64 // see Moments

	once    [2]sync.Once
	moments [2]*Moments
}

// Moments returns them, with those of orthogonal directions or without.
func (s *Sampled) Moments(orthogonal bool) *Moments {
	i := 0
	if orthogonal {
		i = 1
	}
	s.once[i].Do(func() {
		s.moments[i] = NewMoments(s.Dim, s.Phi, s.Degree, orthogonal)
		s.moments[i].Known = s.Known
	})
	return s.moments[i]
}

// pairMoments returns the coefficients for orthogonal directions up to twice the degree, d ≥ 3.
func pairMoments(d int, phi basis.Function, degree int, r rule, v []float64) []float64 {
	most := 2 * degree
	inner := newRule(d-1, 2*degree)
	top := most
	// harmonic[m] are w p_m^{(d−1)} at the inner nodes.
	harmonic := make([][]float64, top+1)
	p := make([]float64, top+1)
	for m := range harmonic {
		harmonic[m] = make([]float64, len(inner.t))
	}
	rec := basis.NewRecurrence(d-1, top+1)
	for i, s := range inner.t {
		rec.Values(p, s)
		for m := range harmonic {
			harmonic[m][i] = inner.w[i] * p[m]
		}
	}
	sum := make([]float64, most+1)
	at := make([]float64, len(inner.t))
	project := make([][]float64, top+1) // [m][node of t]
	for m := range project {
		project[m] = make([]float64, len(r.t))
	}
	for i, t := range r.t {
		across := math.Sqrt(1 - t*t)
		for j, s := range inner.t {
			at[j] = across * s
		}
		phi.Values(at)
		for m, h := range harmonic {
			f := 0.0
			for j, x := range at {
				f += x * h[j]
			}
			project[m][i] = f * v[i] * r.w[i]
		}
	}
	scale := make([]float64, len(r.t)) // (1−t²)^{m/2}/√β_m
	for i := range scale {
		scale[i] = 1
	}
	q := make([]float64, most+1)
	for m := range project {
		rec := basis.NewRecurrence(d+2*m, most+1)
		c := make([]float64, most-m+1)
		for i, t := range r.t {
			f := project[m][i] * scale[i]
			if f == 0 {
				continue
			}
			rec.Values(q[:len(c)], t)
			for k := range c {
				c[k] += f * q[k]
			}
		}
		for k, x := range c {
			sum[m+k] += x * x
		}
		// β_{m+1}/β_m = (d−1+2m)/(d+2m)
		grow := math.Sqrt(float64(d+2*m) / float64(d-1+2*m))
		for i, t := range r.t {
			scale[i] *= grow * math.Sqrt(1-t*t)
		}
	}
	return sum
}

// At returns E g, E g² and, if pairs is set, for moments that have it, E g(v)g(w) for orthogonal directions, at u.
func (m *Moments) At(u float64, pairs bool) (mean, second, pair float64) {
	if m.d == 2 {
		mean, second, pair = m.circle(u)
	} else {
		mean, second = m.series(m.mean, u), m.series(m.second, u)
		if pairs {
			pair = m.series(m.pair, u)
		}
	}
	if m.Known != nil {
		mean = m.Known(u)
	}
	return mean, second, pair
}

// circle returns E g, E g² and E g(v)g(w), v ⊥ w, for d = 2 by Gauss–Legendre rules between the angles at
// which an argument of φ changes its sign.
func (m *Moments) circle(u float64) (mean, second, pair float64) {
	alpha := math.Acos(max(-1, min(u, 1)))
	var ends []float64
	for k := range 4 {
		at := alpha + float64(k)*math.Pi/2
		ends = append(ends, float64(k)*math.Pi/2, math.Mod(at, 2*math.Pi))
	}
	ends = append(ends, 2*math.Pi)
	slices.Sort(ends)
	x, w := gauss.Legendre(2*m.degree + 24)
	v := make([]float64, 6*len(x))
	for k := range len(ends) - 1 {
		half := (ends[k+1] - ends[k]) / 2
		for i, t := range x {
			s, c := math.Sincos(ends[k] + half*(1+t))
			sb, cb := math.Sincos(ends[k] + half*(1+t) - alpha)
			copy(v[6*i:], []float64{c, cb, s, sb, -s, -sb})
		}
		m.phi.Values(v)
		for i := range x {
			a, f := v[6*i:6*i+6], w[i]*half/(2*math.Pi)
			g := a[0] * a[1]
			mean += f * g
			second += f * g * g
			pair += f * g * (a[2]*a[3] + a[4]*a[5]) / 2
		}
	}
	return mean, second, pair
}

// Variance returns the variance at u of the mean of g over count directions: independent, or in
// independent orthonormal bases, the last one with fewer.
func (m *Moments) Variance(u float64, count int, orthogonal bool) float64 {
	mean, second, pair := m.At(u, orthogonal)
	n := float64(count)
	v := n * (second - mean*mean)
	if orthogonal {
		if pairs := OrthogonalPairs(m.d, count); pairs > 0 {
			v += pairs * (pair - mean*mean)
		}
	}
	return max(v/(n*n), 0)
}

// OrthogonalPairs counts the ordered pairs of different directions in the same basis, of count.
func OrthogonalPairs(d, count int) float64 {
	full := count / d
	rest := count - full*d
	return float64(full)*float64(d)*float64(d-1) + float64(rest)*float64(rest-1)
}

func (m *Moments) series(a []float64, u float64) float64 {
	p := make([]float64, len(a))
	Zonal(p, m.d, u)
	s := 0.0
	for n, v := range a {
		s += v * p[n]
	}
	return s
}
