package measure

import (
	"context"
	"fmt"
	"io"
	"math"

	"krein/decompose"
	"krein/features"
	"krein/features/pair"
	"krein/fourier/stationary"
	"krein/internal/certify/prose"
	"krein/internal/decompose/askey"
	"krein/internal/elem64"
	fourier "krein/internal/fourier/numeric"
	"krein/internal/kernel/numeric"
	"krein/kernel"
)

// ManyColumns is a number of columns that few are ready to take: a verdict that features are of no use holds for all fewer.
const ManyColumns = 16 * features.DefaultColumns

// useful returns a *prose.VastMass if so many random columns of a measure of this mass are off by more than the kernel's
// values, of which size is the largest: with independent frequencies the error of a value is about ‖m‖√(2/columns).
func useful(mass, size float64) error {
	off := mass * math.Sqrt(2/float64(ManyColumns))
	if !(size > 0) || !(off > size) {
		return nil
	}
	return &prose.VastMass{Mass: mass, Size: size, Columns: ManyColumns, Off: off}
}

// WriteUseless writes a warning if the root mean square error of features is larger than the kernel, of which size is
// |k(0)|, 0 if that is not known.
func WriteUseless(w io.Writer, rms, size float64) {
	if size > 0 && rms > size {
		fmt.Fprintf(w, "WARNING: the features say next to nothing of the kernel: their predicted root mean square error is %.2g "+
			"times k(0).\n'krein fit --landmarks' takes the kernel itself, without features\n", rms/size)
	}
}

// usefulParts is useful for a function of the distance, if its mass is this share of what was found at least.
func usefulParts(dec *decompose.Decomposition, k *kernel.Kernel, share float64) error {
	mass := dec.Plus.Mass + dec.Minus.Mass
	if size := largest(numeric.Compile(k).At); useful(share*mass, size) != nil {
		return useful(mass, size)
	}
	return nil
}

// usefulPair is useful for a function of x − y, along the diagonal.
func usefulPair(r *pair.Representation, k *stationary.Kernel) error {
	return useful(pairMass(r), largestPair(k))
}

// pairMass is the mass that is drawn from.
func pairMass(r *pair.Representation) float64 {
	mass := math.Abs(r.Polar.Constant)
	for i := range r.Polar.Parts {
		mass += r.Polar.Parts[i].Mass()
	}
	return mass
}

// vastNorm1 is usefulPair for a function of the 1-norm that has no other measure than a mixture of truncated powers: a few
// samples tell whether its mass is vast, of which a good estimate takes more than a route may spend.
func vastNorm1(ctx context.Context, k *stationary.Kernel) error {
	phi := pair.Powers(ctx, k)
	if phi == nil {
		return nil
	}
	d, err := askey.Decompose(ctx, phi, k.Dim(), &askey.Settings{Samples: fewSamples})
	if err != nil {
		return nil // Represent says why
	}
	return useful(math.Abs(d.Constant)+d.Total()*(1-d.Masses.Within/d.Masses.Total), largestPair(k))
}

// fewSamples tell the size of a mass.
const fewSamples = 1000

// largestPair is largest along the diagonal, 0 for a kernel of which the values are not known.
func largestPair(k *stationary.Kernel) float64 {
	c, err := fourier.Compile(k)
	if err != nil {
		return 0
	}
	delta := make([]float64, k.Dim())
	return largest(func(z float64) float64 {
		for i := range delta {
			delta[i] = z / math.Sqrt(float64(len(delta)))
		}
		return c.At(delta)
	})
}

// largest returns the largest |at(z)| at 0 and some distances of all sizes.
func largest(at func(z float64) float64) (size float64) {
	const most, steps = 20, 4 // distances from 2^−20 to 2^20
	look := func(z float64) {
		if v := math.Abs(at(z)); v > size && !math.IsInf(v, 1) {
			size = v
		}
	}
	look(0)
	for i := -most * steps; i <= most*steps; i++ {
		look(elem64.Pow(2, float64(i)/steps))
	}
	return size
}
