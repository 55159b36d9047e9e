package radial

import (
	"krein/decompose"
	"krein/features"
)

// Fourier returns the decomposition as a representation: parameters are frequencies, basis functions cosines and sines.
// Jordan tables (decompose.Jordan), least masses and least variances (decompose.FromMinimum) are such. Its maps read
// all Options. Draw returns an error for a decomposition whose masses or radii are negative or not finite, and panics
// if a part has mass without radii or radii without mass. Fourier panics if dec is nil.
func New(dec *decompose.Decomposition) features.Stationary {
	if dec == nil {
		panic("features: nil decomposition")
	}
	return fourier{dec}
}

type fourier struct{ dec *decompose.Decomposition }

func (f fourier) Dim() int { return f.dec.Dim }

// Decomposition returns what Fourier was given; internal/features/plan asks for it.
func (f fourier) Decomposition() *decompose.Decomposition { return f.dec }

func (f fourier) Draw(opt *features.Options) (*features.Map, error) {
	o, err := prepare(f.dec, opt)
	if err != nil {
		return nil, err
	}
	return draw(f.dec, &o, split(f.dec, &o, nil), laws(f.dec, &o))
}

// Bias returns decompose.Decomposition.BiasAt, or on the domain of a minimum its bias.
func (f fourier) Bias(z float64) (bound float64, proved bool) {
	if domain := f.dec.Domain; domain != nil && z <= domain.Radius {
		return domain.Bias, true
	}
	return f.dec.BiasAt(z), true
}

// Predict returns a *Curve.
func (f fourier) Predict(opt *features.Options, distances []float64) (features.Prediction, error) {
	c, err := NewCurve(f.dec, opt, distances)
	if err != nil {
		return nil, err
	}
	return c, nil
}
