package features

import (
	"math"
	"sync"

	"krein/decompose"
	"krein/features/fitted"
	"krein/internal/features/basis"
)

// Map is a feature map, see fitted.Map.
type Map = fitted.Map

// New draws a feature map for the representation; [Fourier] makes one of a decomposition. A nil opt
// means the zero value of Options.
//
// The estimate ΦJΦᵀ of the kernel matrix is unbiased for what the representation represents, under
// every combination of options: what bias there is, is the representation's own. New returns an
// error for options out of range or of another kind of representation, and panics if rep is nil.
func New(rep Representation, opt *Options) (*Map, error) { return rep.Draw(opt) }

// draw draws a map with n frequencies per part, from laws(dec, opt).
func draw(dec *decompose.Decomposition, opt *Options, n [2]int, laws [2]law) (*Map, error) {
	dim, count := opt.pointDim(dec), n[0]+n[1]
	v := uniforms(opt, n)
	amplitude, all := make([]float64, 0, count), make([]float64, 0, count) // the plus part first
	for p, part := range []struct {
		name string
		*decompose.Part
	}{{"plus", &dec.Plus}, {"minus", &dec.Minus}} {
		if n[p] == 0 {
			continue
		}
		level := math.Sqrt(part.Mass / float64(n[p]))
		radii, weights, err := laws[p].radii(part.name, v[p])
		if err != nil {
			return nil, err
		}
		all = append(all, radii...)
		for _, w := range weights {
			amplitude = append(amplitude, level*math.Sqrt(w))
		}
	}
	waves := newFrequencies(opt, dec.Dim, n, all, amplitude)
	if opt.Exact == ExactSphere && len(all) > 0 {
		e := lowDegrees(dec, laws)
		linear := exactSphere(dim, e[1])
		low := &lowOrders{linear, func() fitted.Block[float32] { return fitted.Rounded(linear, dim) },
			sync.OnceValue(func() fitted.ExactError { return lowDegreesError(dec, laws) })}
		origin := dec.Plus.Origin - dec.Minus.Origin + e[0]
		return fourierMap(dim, origin, n, newResidualWaves(waves, dec.Dim, n, laws, amplitude, dim), low), nil
	}
	if dim < dec.Dim && len(all) > 0 {
		waves = cut(waves, dim, amplitude)
	}
	var low *lowOrders
	if part := opt.Exact.part(); part >= 0 {
		first := part * n[0]
		terms, off, err := correction([2]*decompose.Part{&dec.Plus, &dec.Minus}[part], waves, first, n[part],
			amplitude, dim, dec.Dim)
		if err != nil {
			return nil, err
		}
		exact := fitted.Part{Basis: terms, Minus: part == 1, Random: true}
		low = &lowOrders{exact, func() fitted.Block[float32] { return basis.SingleQuadratic(terms) }, func() fitted.ExactError { return off }}
	}
	return fourierMap(dim, dec.Plus.Origin-dec.Minus.Origin, n, waves, low), nil
}

// newFrequencies draws directions for radii, nil if there are none.
func newFrequencies(opt *Options, dim int, n [2]int, radii, amplitude []float64) frequencies {
	if len(radii) == 0 {
		return nil
	}
	if f := factorise(opt.Coupling, dim, n, opt.Seed); f != nil && f.Pays() {
		return &transformed{f, radii, amplitude}
	}
	all := len(radii)
	w := make([]float64, dim*all) // frequencies as columns
	dirs := drawDirections(opt.Coupling, dim, n, opt.Seed)
	for i, r := range radii {
		p, k := 0, i
		if i >= n[0] {
			p, k = 1, i-n[0]
		}
		for j, v := range dirs[p][k*dim : (k+1)*dim] {
			w[j*all+i] = r * v
		}
	}
	return newExplicit(dim, amplitude, w)
}

// lowOrders are the columns behind those of frequencies.
type lowOrders struct {
	fitted.Part
	round func() fitted.Block[float32]
	off   func() fitted.ExactError
}

// fourierMap puts the columns of frequencies behind the constant one, if origin is not 0.
func fourierMap(dim int, origin float64, n [2]int, waves frequencies, low *lowOrders) *Map {
	all := n[0] + n[1]
	d := &fitted.Drawn{Dim: dim, Counts: n, Random: 2 * all}
	level := fitted.Constant(math.Sqrt(math.Abs(origin)))
	if origin != 0 {
		d.Signs = append(d.Signs, math.Copysign(1, origin))
		d.Blocks = append(d.Blocks, level)
	}
	for p, sign := range []float64{1, -1} {
		for range 2 * n[p] {
			d.Signs = append(d.Signs, sign)
		}
	}
	if all > 0 {
		d.Blocks = append(d.Blocks, waves.columns64())
		d.Frequencies = waves.each
	}
	if low != nil {
		signs := low.Signs()
		d.Signs = append(d.Signs, signs...)
		if low.Random {
			d.Random += len(signs)
		}
		d.Exact = low.off
		d.Blocks = append(d.Blocks, low.Basis)
	}
	d.Parts = func() []fitted.Part { return partsOf(dim, origin, n, waves, low) }
	d.Single = func() (blocks []fitted.Block[float32]) {
		if origin != 0 {
			blocks = append(blocks, level.Single())
		}
		if all > 0 {
			blocks = append(blocks, waves.columns32())
		}
		if low != nil {
			blocks = append(blocks, low.round())
		}
		return blocks
	}
	return fitted.New(d)
}
