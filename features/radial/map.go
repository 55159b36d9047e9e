package radial

import (
	"math"
	"sync"

	"krein/decompose"
	"krein/features"
	"krein/features/fitted"
	"krein/internal/features/basis"
)

// draw draws a map with n frequencies per part, from laws(dec, opt).
func draw(dec *decompose.Decomposition, opt *features.Options, n [2]int, laws [2]law) (*features.Map, error) {
	dim, count := pointDim(dec, opt), n[0]+n[1]
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
	if opt.Exact == features.ExactSphere && len(all) > 0 {
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
	if part := exactPart(opt.Exact); part >= 0 {
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
func newFrequencies(opt *features.Options, dim int, n [2]int, radii, amplitude []float64) frequencies {
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
func fourierMap(dim int, origin float64, n [2]int, waves frequencies, low *lowOrders) *features.Map {
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

// lawsKey is what the moments of the radii depend on.
type lawsKey struct {
	features.RadiusLaw
	features.Exact
}

// Maps draws the maps of one decomposition under many options: what budgets rest on is integrated once. It is not safe for
// concurrent use.
type Maps struct {
	dec   *decompose.Decomposition
	plain map[lawsKey][]*moments
}

// NewMaps returns the maps of a decomposition.
func NewMaps(dec *decompose.Decomposition) *Maps { return &Maps{dec, map[lawsKey][]*moments{}} }

// Draw returns what draws the maps of the options, which [Check] accepts and whose coupling is not Auto, for any seed.
func (m *Maps) Draw(o *features.Options) func(seed uint64) (*features.Map, error) {
	opt, key := *o, lawsKey{o.Radii, o.Exact}
	if m.plain[key] == nil && opt.Budget == features.BudgetVariance && m.dec.Plus.Mass > 0 && m.dec.Minus.Mass > 0 {
		m.plain[key] = plainMoments(m.dec, &opt)
	}
	n, laws := split(m.dec, &opt, m.plain[key]), laws(m.dec, &opt)
	return func(seed uint64) (*features.Map, error) {
		opt := opt
		opt.Seed = seed
		return draw(m.dec, &opt, n, laws)
	}
}

// Check returns the error of drawing a map with the options, of those that can be told beforehand.
func Check(dec *decompose.Decomposition, opt *features.Options) error {
	_, err := prepare(dec, opt)
	return err
}
