package asymmetric

import (
	"fmt"
	"math"

	"krein/internal/elem64"
)

// Kernel is one of the paper's kernels k(Δ) on R^d with its spectral measure: a Gaussian times a factor.
type Kernel struct {
	name   string
	sigma  float64
	axis   []float64 // r or β
	at     func(square, projection float64) float64
	factor func(projection float64) complex128 // of rᵀω or βᵀω
	bound  float64                             // logarithm of a bound of |factor|
}

// ShiftGaussian returns exp(−‖Δ+r‖²/(2σ²)), equation 9, with the factor exp(i rᵀω).
func ShiftGaussian(sigma float64, r []float64) *Kernel {
	k := newKernel("Shift-Gaussian", sigma, r)
	rr := k.square()
	k.at = func(square, projection float64) float64 {
		return math.Exp(-(square + 2*projection + rr) / (2 * sigma * sigma))
	}
	k.factor = func(p float64) complex128 { s, c := math.Sincos(p); return complex(c, s) }
	return k
}

// SinhGaussian returns exp(−‖Δ‖²/(2σ²))(1 + sinh βᵀΔ), equation 10, with the factor 1 − i exp(σ²‖β‖²/2) sin(σ²βᵀω).
func SinhGaussian(sigma float64, beta []float64) *Kernel {
	k := newKernel("Sinh-Gaussian", sigma, beta)
	k.bound = sigma * sigma * k.square() / 2
	level := math.Exp(k.bound)
	k.at = func(square, projection float64) float64 {
		return math.Exp(-square/(2*sigma*sigma)) * (1 + math.Sinh(projection))
	}
	k.factor = func(p float64) complex128 { return complex(1, -level*math.Sin(sigma*sigma*p)) }
	return k
}

// CoshGaussian returns exp(−‖Δ‖²/(2σ²)) exp(βᵀΔ), equation 11 (the name is the paper's), with the factor
// exp(σ²‖β‖²/2) exp(−iσ²βᵀω).
func CoshGaussian(sigma float64, beta []float64) *Kernel {
	k := newKernel("Cosh-Gaussian", sigma, beta)
	k.bound = sigma * sigma * k.square() / 2
	level := math.Exp(k.bound)
	k.at = func(square, projection float64) float64 {
		return math.Exp(projection - square/(2*sigma*sigma))
	}
	k.factor = func(p float64) complex128 {
		s, c := math.Sincos(sigma * sigma * p)
		return complex(level*c, -level*s)
	}
	return k
}

// Published returns the three kernels with the parameters of the experiments: r = 2/d·1, σ = 2, β = 0.5π/d·1.
func Published(dim int) []*Kernel {
	r, beta := make([]float64, dim), make([]float64, dim)
	for j := range dim {
		r[j], beta[j] = 2/float64(dim), 0.5*math.Pi/float64(dim)
	}
	return []*Kernel{ShiftGaussian(2, r), SinhGaussian(2, beta), CoshGaussian(2, beta)}
}

func newKernel(name string, sigma float64, axis []float64) *Kernel {
	k := &Kernel{name: name, sigma: sigma, axis: append([]float64{}, axis...)}
	if len(axis) == 0 || !(sigma > 0) || math.IsNaN(sigma*k.square()-sigma*k.square()) {
		panic(fmt.Sprintf("asymmetric: σ = %v and a vector of length %d", sigma, len(axis)))
	}
	return k
}

func (k *Kernel) square() (s float64) {
	for _, v := range k.axis {
		s += v * v
	}
	return s
}

// Name returns the paper's name.
func (k *Kernel) Name() string { return k.name }

// Dim returns d.
func (k *Kernel) Dim() int { return len(k.axis) }

// At returns k(Δ). It panics if delta is not of length Dim.
func (k *Kernel) At(delta []float64) float64 {
	if len(delta) != len(k.axis) {
		panic(fmt.Sprintf("asymmetric: a point of length %d in dimension %d", len(delta), len(k.axis)))
	}
	square, projection := 0.0, 0.0
	for j, v := range delta {
		square += v * v
		projection += v * k.axis[j]
	}
	return k.at(square, projection)
}

// Measure returns the complex measure with the Gaussian factor as proposal.
func (k *Kernel) Measure() *Measure {
	proposal := NewGaussian(len(k.axis), 1/k.sigma)
	level := float64(len(k.axis)) * elem64.Log(k.sigma/math.Sqrt(2*math.Pi))
	return &Measure{
		Proposal: proposal, LogBound: k.bound,
		Density: func(omega []float64, shift float64) complex128 {
			square, projection := 0.0, 0.0
			for j, w := range omega {
				square += w * w
				projection += w * k.axis[j]
			}
			size := math.Exp(level - k.sigma*k.sigma*square/2 - shift)
			return complex(size, 0) * k.factor(projection)
		},
	}
}
