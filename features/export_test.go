package features

import "krein/decompose"

// Drawer returns what draws the maps of New(Fourier(dec), opt) for other seeds without predicting their
// budget and their radii anew, and the predicted variance.
func Drawer(dec *decompose.Decomposition, opt *Options, z float64) (func(seed uint64) (*Map, error), float64, error) {
	p, err := NewPredictor(dec, opt)
	if err != nil {
		return nil, 0, err
	}
	v, _ := p.Variance(z)
	o := p.opt
	return func(seed uint64) (*Map, error) {
		with := o
		with.Seed = seed
		return draw(dec, &with, p.n, p.quad.laws)
	}, v, nil
}

// Apart are two points at a distance, see apart.
var Apart = apart
