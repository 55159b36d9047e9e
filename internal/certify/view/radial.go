package view

import (
	"math"

	"krein/fourier"
	"krein/hankel"
	"krein/internal/elem64"
	"krein/internal/quad/gauss"
)

// maxRadialDim is the largest dimension for which the papers' radial integral is computed: beyond,
// the densities m and k̂ differ by factors that float64 does not hold.
const maxRadialDim = 128

// radialNodes is the number of Gauss nodes on each panel of the radial integral, and radialPanels that of the panels.
const (
	radialNodes  = 24
	radialPanels = 48
)

// RadialIntegral returns an estimate of ∫_0^∞ |k̂(ω)| dω, the unitary density integrated along a ray; ok is false if it
// has none or none was found: if it changes by a tenth on halving the panels, with the errors of the density and the
// tail.
func (f *View) RadialIntegral() (value float64, ok bool) {
	if f.opt.SkipMass || f.Dim > maxRadialDim {
		return 0, false
	}
	s, err := f.Watched()
	if err != nil || s == nil {
		return 0, false
	}
	lo, hi := s.Scale()
	if !(0 < lo && lo < hi && !math.IsInf(hi, 0)) {
		return 0, false
	}
	hi = math.Min(hi, 1e3*lo+200)
	fine, err1, ok1 := f.along(s, hi, radialPanels)
	coarse, _, ok2 := f.along(s, hi, radialPanels/2)
	if !ok1 || !ok2 {
		return 0, false
	}
	e := math.Abs(fine-coarse) + err1
	if !(e < 0.1*fine) {
		return 0, false
	}
	return fine, true
}

// along integrates |k̂| over [0, hi] on panels that grow from 0.
func (f *View) along(s *hankel.Spectrum, hi float64, panels int) (value, errs float64, ok bool) {
	x, w := gauss.Legendre(radialNodes)
	n := panels * radialNodes
	omega, weight, m, e := make([]float64, 0, n), make([]float64, 0, n), make([]float64, n), make([]float64, n)
	for p := range panels {
		a, b := hi*elem64.Pow(float64(p)/float64(panels), 2), hi*elem64.Pow(float64(p+1)/float64(panels), 2)
		for i := range x {
			omega = append(omega, (a+b)/2+(b-a)/2*x[i])
			weight = append(weight, (b-a)/2*w[i])
		}
	}
	if err := s.Tabulate(f.Ctx, m, e, omega); err != nil {
		return 0, 0, false
	}
	value = fourier.RadialIntegral(f.Dim, omega, weight, m)
	errs = fourier.RadialIntegral(f.Dim, omega, weight, e)
	// what is left decays at least like the last panel's values
	last := math.Abs(fourier.Unitary(f.Dim, omega[n-1], m[n-1]))
	errs += last * hi
	return value, errs, !math.IsNaN(value) && !math.IsInf(value, 0) && !math.IsNaN(errs)
}
