package pair

import (
	"math"
	"slices"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mathext"
)

// axial is exp(−‖Δ‖²/2σ²)·h(⟨a,Δ⟩) as the asymmetric paper has it, a the diagonal: the law of one part
// along a is a table of its density there, across it is Gaussian.
type axial struct {
	dim       int
	sigma     float64
	mass      float64
	at, below []float64 // along the axis, and the distribution function there
	phase     func(s float64) float64
	density   func(s float64) float64
}

const (
	cells = 6000
	reach = 9
)

// newAxial tabulates a density on the axis.
func newAxial(dim int, sigma float64, density, phase func(s float64) float64) *axial {
	a := &axial{dim: dim, sigma: sigma, phase: phase, density: density}
	step := 2 * reach / sigma / cells
	a.at, a.below = []float64{-reach / sigma}, []float64{0}
	for i := range cells {
		s := -reach/sigma + (float64(i)+0.5)*step
		a.mass += density(s) * step
		a.at, a.below = append(a.at, s+step/2), append(a.below, a.mass)
	}
	return a
}

func (a *axial) Mass() float64 { return a.mass }

func (a *axial) Dims() []int {
	if a.dim == 1 {
		return []int{1}
	}
	return []int{1, a.dim - 1}
}

func (a *axial) Draw(omega, u []float64, rnd Source) float64 {
	i, _ := slices.BinarySearch(a.below, u[0]*a.mass)
	i = max(i, 1)
	for i > 1 && a.below[i] == a.below[i-1] {
		i--
	}
	f := (u[0]*a.mass - a.below[i-1]) / (a.below[i] - a.below[i-1])
	s := a.at[i-1] + f*(a.at[i]-a.at[i-1])
	if a.dim == 1 {
		omega[0] = s
		return a.phase(s)
	}
	// An orthonormal basis with the diagonal in front, by a reflection of e_1.
	r := math.Sqrt(2*mathext.GammaIncRegInv(float64(a.dim-1)/2, u[1])) / a.sigma
	v := omega[1:]
	for j := range v {
		v[j] = rnd.NormFloat64()
	}
	floats.Scale(r/floats.Norm(v, 2), v)
	omega[0] = s
	reflect(omega)
	return a.phase(s)
}

// reflect exchanges e_1 and the unit diagonal.
func reflect(x []float64) {
	d := len(x)
	w := make([]float64, d)
	for j := range w {
		w[j] = -1 / math.Sqrt(float64(d))
	}
	w[0]++
	n := floats.Dot(w, w)
	floats.AddScaled(x, -2*floats.Dot(w, x)/n, w)
}

// Wave sums the axis, and has the Gaussian across in closed form.
func (a *axial) Wave(delta []float64, m int) float64 {
	t := floats.Sum(delta) / math.Sqrt(float64(a.dim))
	across := max(floats.Dot(delta, delta)-t*t, 0)
	step, sum := 2*reach/a.sigma/cells, 0.0
	for i := range cells {
		s := -reach/a.sigma + (float64(i)+0.5)*step
		sum += a.density(s) * math.Cos(float64(m)*(s*t+a.phase(s))) * step
	}
	return sum / a.mass * math.Exp(-float64(m*m)*across/(2*a.sigma*a.sigma))
}

// paper is a kernel of the paper with the density of its complex measure along the diagonal.
type paper struct {
	name   string
	kernel func(delta []float64) float64
	real   func(s float64) float64
	imag   func(s float64) float64
}

// papers returns the kernels (9), (10), (11) with r = ρ·1/√d and so on.
func papers(dim int, rho, sigma, beta float64) []paper {
	gauss := func(s float64) float64 {
		return sigma / math.Sqrt(2*math.Pi) * math.Exp(-sigma*sigma*s*s/2)
	}
	along := func(delta []float64) float64 { return floats.Sum(delta) / math.Sqrt(float64(dim)) }
	radial := func(delta []float64) float64 { return math.Exp(-floats.Dot(delta, delta) / (2 * sigma * sigma)) }
	lift := math.Exp(sigma * sigma * beta * beta / 2)
	return []paper{
		{"shift", func(delta []float64) float64 {
			return radial(delta) * math.Exp(-(2*rho*along(delta)+rho*rho)/(2*sigma*sigma))
		}, func(s float64) float64 { return gauss(s) * math.Cos(rho*s) },
			func(s float64) float64 { return gauss(s) * math.Sin(rho*s) }},
		{"sinh", func(delta []float64) float64 {
			return radial(delta) * (1 + math.Sinh(beta*along(delta)))
		}, gauss,
			func(s float64) float64 { return -gauss(s) * lift * math.Sin(sigma*sigma*beta*s) }},
		{"cosh", func(delta []float64) float64 {
			return radial(delta) * math.Exp(beta*along(delta))
		}, func(s float64) float64 { return gauss(s) * lift * math.Cos(sigma*sigma*beta*s) },
			func(s float64) float64 { return -gauss(s) * lift * math.Sin(sigma*sigma*beta*s) }},
	}
}

// polar is the part |μ|, θ.
func (p *paper) polar(dim int, sigma float64) *Parts {
	return &Parts{Dim: dim, Parts: []Part{newAxial(dim, sigma,
		func(s float64) float64 { return math.Hypot(p.real(s), p.imag(s)) },
		func(s float64) float64 { return math.Atan2(p.imag(s), p.real(s)) })}}
}

// four are the parts of the paper, the imaginary ones together.
func (p *paper) four(dim int, sigma float64) *Parts {
	constant := func(v float64) func(float64) float64 { return func(float64) float64 { return v } }
	parts := &Parts{Dim: dim}
	for _, part := range []*axial{
		newAxial(dim, sigma, func(s float64) float64 { return max(p.real(s), 0) }, constant(0)),
		newAxial(dim, sigma, func(s float64) float64 { return max(-p.real(s), 0) }, constant(math.Pi)),
		newAxial(dim, sigma, func(s float64) float64 { return 2 * max(p.imag(s), 0) }, constant(math.Pi/2)),
	} {
		parts.Parts = append(parts.Parts, part)
	}
	return parts
}
