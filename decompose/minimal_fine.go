package decompose

import (
	"context"
	"errors"
	"math"
)

// In few dimensions a minimum for a small tolerance ε has many atoms, some ε^{-1/2} of them for kernels that are smooth on [0, R] but
// have no smooth extension of that mass. They reach far out, where they save hardly any mass. Then two other programs take the place
// of the one: radii up to a bound only, for the measure, and a larger tolerance, for the lower bound, since dual points for a larger
// tolerance prove a bound for every smaller one. Both are easy; the gap is a few percent at worst.
const (
	fineBias   = 1e-5 // tolerances that are smaller, relative to the kernel, are approached step by step
	fineFrom   = 1e-3
	fineStep   = 2
	fineAtoms  = 75   // more are not sought where fewer do, so
	fineRows   = 0.1  // by how much errors may exceed the tolerance on the way
	fineGap    = 0.01 // the gap that is good enough
	fineRadii  = 50   // the largest radius, times R/π, which is about the number of atoms,
	fineRadii2 = 80   // and if that is not good enough
)

// fine lowers the tolerance step by step to eps, from which the exchange may go on: then it returns nil. If more than fineAtoms atoms are needed
// on the way it returns a measure with radii up to a bound and the lower bound of the last tolerance.
func (e *exchange) fine(ctx context.Context, eps float64, below *exchange) (*Minimum, error) {
	var z, lambda []float64
	below.most = fineAtoms
	defer func() { below.most = atomsMost }()
	for t := max(eps, fineFrom*e.sizeOfKernel()); ; t = max(eps, t/fineStep) {
		err := below.solve(ctx, t, fineRows, priceTol)
		if many := (*manyAtomsError)(nil); errors.As(err, &many) {
			if z == nil {
				return nil, err
			}
			break
		}
		if err != nil || t == eps {
			return nil, err
		}
		z, lambda = below.dual()
	}
	var best *Minimum
	for _, n := range []float64{fineRadii, fineRadii2} {
		band, err := newExchange(e.k, e.dim, e.radius, e.weight, 0, n*math.Pi/e.radius)
		if err != nil {
			return nil, err
		}
		m, err := band.within(ctx, eps)
		if err == nil {
			err = below.proveLower(ctx, m, z, lambda)
		}
		if err != nil {
			if best != nil && ctx.Err() == nil {
				return best, nil
			}
			return nil, band.describe(err, eps)
		}
		if best == nil || m.Mass < best.Mass {
			best = m
		}
		if best.Gap() <= fineGap {
			break
		}
	}
	return best, nil
}
