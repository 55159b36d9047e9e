package step

import (
	"fmt"
	"math"
	"slices"

	"krein/features"
	"krein/internal/features/basis"
	"krein/internal/features/ridge"
)

// degree is how far series are taken in predictions and for the choice of exact degrees.
const degree = 48

// mostOrder is the largest order of ArcCosine.
const mostOrder = 8

// Representation is a kernel of this package on R^dim.
type Representation struct {
	dim, power int
	units      []unit
	kernel     func(u float64) float64
	chooser    *ridge.Chooser[*split]
}

// unit is E φφ, or with linear set u·E φφ.
type unit struct {
	phi    basis.Function
	weight float64
	linear bool
	a      []float64 // the coefficients of weight·E φφ, not of the product
}

// rectifier returns φ of the order n.
func rectifier(dim, n int) basis.Function {
	moment := 0.5 // E (t₊)²ⁿ = ½ Π (2i−1)/(d+2i−2)
	for i := 1; i <= n; i++ {
		moment *= float64(2*i-1) / float64(dim+2*i-2)
	}
	return basis.Power{Order: n, Scale: 1 / math.Sqrt(moment)}
}

// ArcCosine returns the arc-cosine kernel of the order n, normalised: κ_0, κ_1 and so on. It panics
// unless 0 ≤ n ≤ 8 and dim ≥ 2.
func ArcCosine(n, dim int) *Representation {
	if n < 0 || n > mostOrder || dim < 2 {
		panic(fmt.Sprintf("step: arc-cosine kernel of order %d in dimension %d", n, dim))
	}
	return newRepresentation(dim, n, []unit{{phi: rectifier(dim, n), weight: 1}}, func(u float64) float64 {
		return arcCosine(n, u)
	})
}

// NTK returns the tangent kernel u κ_0 + κ_1. It panics unless dim ≥ 2.
func NTK(dim int) *Representation {
	if dim < 2 {
		panic(fmt.Sprintf("step: tangent kernel in dimension %d", dim))
	}
	// u κ_0 = u/2 + u/2·E sign sign: the first term goes to the degree 1 of exact harmonics, or into
	// the ReLU part if there are none, as φ² of the linear function √(d/2)·t.
	return newRepresentation(dim, 1, []unit{
		{phi: rectifier(dim, 1), weight: 1},
		{phi: basis.Power{Order: basis.Sign, Scale: math.Sqrt(0.5)}, weight: 1, linear: true},
		{phi: basis.NewSeries(dim, []float64{0, math.Sqrt(0.5)}), weight: 1},
	}, func(u float64) float64 { return u*arcCosine(0, u) + arcCosine(1, u) })
}

// arcCosine returns κ_n(u) = J_n(θ)/J_n(0), J_n by the recurrence in n of Cho and Saul's derivatives:
// J_n = (−1)ⁿ sin^{2n+1}θ ((1/sin θ) d/dθ)ⁿ ((π−θ)/sin θ).
func arcCosine(n int, u float64) float64 {
	u = max(-1, min(u, 1))
	s, angle := math.Sqrt((1-u)*(1+u)), math.Acos(u)
	// With D = −(1/sin θ) d/dθ = d/du: Dⁿ ((π−θ)/s), as p(u)(π−θ)/s^{2n+1} + q(u)/s^{2n}, because
	// dθ/du = −1/s and ds/du = −u/s.
	p, q := []float64{1}, []float64{0}
	for k := range n {
		p, q = add(times(derivative(p), []float64{1, 0, -1}), scaled(times(p, []float64{0, 1}), float64(2*k+1))),
			add(add(times(derivative(q), []float64{1, 0, -1}), scaled(times(q, []float64{0, 1}), float64(2*k))), p)
	}
	norm := math.Pi
	for k := 1; k <= n; k++ {
		norm *= float64(2*k - 1)
	}
	return (at(p, u)*(math.Pi-angle) + at(q, u)*s) / norm
}

func at(p []float64, u float64) (v float64) {
	for _, c := range slices.Backward(p) {
		v = v*u + c
	}
	return v
}

func derivative(p []float64) []float64 {
	out := make([]float64, max(len(p)-1, 1))
	for i := 1; i < len(p); i++ {
		out[i-1] = float64(i) * p[i]
	}
	return out
}

func times(p, q []float64) []float64 {
	out := make([]float64, len(p)+len(q)-1)
	for i, a := range p {
		for j, b := range q {
			out[i+j] += a * b
		}
	}
	return out
}

func scaled(p []float64, by float64) []float64 {
	for i := range p {
		p[i] *= by
	}
	return p
}

func add(p, q []float64) []float64 {
	out := make([]float64, max(len(p), len(q)))
	copy(out, p)
	for i, v := range q {
		out[i] += v
	}
	return out
}

// Dim returns d.
func (r *Representation) Dim() int { return r.dim }

// At returns the kernel for unit vectors with the inner product u.
func (r *Representation) At(u float64) float64 { return r.kernel(u) }

// Kernel returns the kernel, for any vectors of R^dim; 0 if one is 0 and the order is positive. It panics
// if lengths are wrong.
func (r *Representation) Kernel(x, y []float64) float64 {
	if len(x) != r.dim || len(y) != r.dim {
		panic("step: vectors of another dimension")
	}
	var xx, yy, xy float64
	for i, v := range x {
		xx, yy, xy = xx+v*v, yy+y[i]*y[i], xy+v*y[i]
	}
	norm := math.Sqrt(xx) * math.Sqrt(yy)
	if norm == 0 {
		return 0
	}
	k := r.kernel(xy / norm)
	for range r.power {
		k *= norm
	}
	return k
}

// Bias is 0 for unit vectors.
func (r *Representation) Bias(z float64) (bound float64, proved bool) {
	if z > 2*(1+basis.OffSphere) {
		return math.Inf(1), true
	}
	return 0, true
}

var _ features.Stationary = (*Representation)(nil)
