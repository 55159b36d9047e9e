package minimal

import (
	"context"
	"errors"
	"math"
)

// In few dimensions minima have many atoms: for kernels with a cusp, and for small tolerances ε, some ε^{-1/2} of them
// if the kernel is smooth on [0, R] but has no smooth extension of that mass. They reach far out, where they save
// hardly any mass. Then two other programs take the place of the one: radii up to a bound only, for the measure, and a
// larger tolerance, for the lower bound, since dual points for a larger tolerance prove a bound for every smaller one.
// Both are easy; the gap is a few percent at worst.
const (
	fineBias   = 1e-5 // tolerances that are smaller, relative to the kernel, are approached step by step
	fineFrom   = 1e-3 // from here, or if a direct attempt has met too many atoms for a larger one, from 100 times that
	fineStep   = 2
	fineAtoms  = 75   // more are not sought where fewer do, so
	fineRows   = 0.1  // by how much errors may exceed the tolerance on the way
	fineGap    = 0.01 // the gap that is good enough
	fineRadii  = 50   // the largest radius, times R/π, which is about the number of atoms,
	fineRadii2 = 80   // and if that is not good enough
)

// fine lowers the tolerance step by step to eps, from which the exchange may go on: then it returns nil. If more than
// fineAtoms atoms are needed on the way it returns a measure with radii up to a bound and the lower bound of the last
// tolerance, or a *manyAtomsError if there is none.
func (e *exchange) fine(ctx context.Context, eps float64, below *exchange) (*Measure, error) {
	var z, lambda []float64
	below.most = fineAtoms
	defer func() { below.most = atomsMost }()
	from := fineFrom * e.sizeOfKernel()
	if eps >= fineBias*e.sizeOfKernel() {
		from *= 100
	}
	for t := max(eps, from); ; t = max(eps, t/fineStep) {
		err := below.solve(ctx, t, fineRows, priceTol)
		if many := (*manyAtomsError)(nil); errors.As(err, &many) && z != nil {
			break
		}
		if err != nil || t == eps {
			return nil, err
		}
		z, lambda = below.dual()
	}
	var best *Measure
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
			if ctx.Err() != nil {
				return nil, ctx.Err()
			}
			// What is too heavy or impossible with radii up to a bound need not be without.
			continue
		}
		if best == nil || m.Mass < best.Mass {
			best = m
		}
		if best.Gap() <= fineGap {
			break
		}
	}
	if best == nil {
		return nil, &manyAtomsError{fineAtoms, e.radius, eps}
	}
	return best, nil
}
