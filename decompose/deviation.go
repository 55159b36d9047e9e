package decompose

import (
	"context"
	"math"
	"slices"

	"krein/internal/special/double"
)

// deviationGrid is the number of distances of Deviation on a bounded domain.
const deviationGrid = 32

// Deviation returns the largest |KernelAt(z) − k(z)| over some distances that fit the laws of
// both parts: 0, and some multiples of 1/ω for several quantiles ω; within Domain, if there is
// one. It is a second look that shares nothing with the computation of the laws but k, which
// is called where it may have no finite value: such distances do not count, nor those at which
// KernelAt would take long. Estimated, and no bound: between the distances the deviation may be larger. The error is
// ctx's.
func (d *Decomposition) Deviation(ctx context.Context, k func(z float64) float64) (deviation, at float64, err error) {
	lambda := double.NewLambda(float64(d.Dim))
	for _, z := range d.distances() {
		if err := ctx.Err(); err != nil {
			return 0, 0, err
		}
		want := k(z)
		if most, _ := d.phases(z); most > mostPhase || math.IsNaN(want) || math.IsInf(want, 0) {
			continue
		}
		if off := math.Abs(d.kernelAt(z, lambda) - want); !(off <= deviation) {
			deviation, at = off, z
		}
	}
	return deviation, at, nil
}

// distances are those of Deviation.
func (d *Decomposition) distances() []float64 {
	z := []float64{0}
	for _, p := range []*Part{&d.Plus, &d.Minus} {
		if p.Radii == nil {
			continue
		}
		for _, u := range []float64{0.01, 0.5, 0.99} {
			for _, x := range []float64{0.3, 1, 2, 4} {
				if omega := p.Radii.Quantile(u); omega > 0 && !math.IsInf(x/omega, 0) {
					z = append(z, x/omega*math.Sqrt(float64(d.Dim))) // Λ_d(x√d) ≈ exp(−x²/2)
				}
			}
		}
	}
	if d.Domain != nil {
		z = slices.DeleteFunc(z, func(z float64) bool { return z > d.Domain.Radius })
		for i := range deviationGrid {
			z = append(z, d.Domain.Radius*float64(i+1)/deviationGrid)
		}
	}
	slices.Sort(z)
	return slices.Compact(z)
}
