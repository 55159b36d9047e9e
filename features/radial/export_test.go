package radial

import (
	"krein/decompose"
	"krein/features"
)

// Drawer returns what draws the maps of New(New(dec), opt) for other seeds without predicting their
// budget and their radii anew, and the predicted variance.
func Drawer(dec *decompose.Decomposition, opt *features.Options, z float64) (func(seed uint64) (*features.Map, error), float64, error) {
	p, err := NewPredictor(dec, opt)
	if err != nil {
		return nil, 0, err
	}
	v, _ := p.Variance(z)
	o := p.opt
	return func(seed uint64) (*features.Map, error) {
		with := o
		with.Seed = seed
		return draw(dec, &with, p.n, p.quad.laws)
	}, v, nil
}

// Apart are two points at a distance, see apart.
var Apart = apart
