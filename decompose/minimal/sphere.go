package minimal

import (
	"context"
	"fmt"
	"math"

	"krein/decompose/zonal"
	"krein/internal/kernel/numeric"
	"krein/internal/outward"
	"krein/kernel"
)

// sphere is what data on the unit sphere have instead of a hopeless measure.
type sphere struct {
	zonal *zonal.Decomposition
	err   error // why there is none
}

// sphereInstead finds the zonal decomposition to about the bias eps, for distances that fit on the unit sphere. The
// error is ctx's.
func sphereInstead(ctx context.Context, k *kernel.Kernel, dim int, radius, eps float64) (*sphere, error) {
	if dim < 2 || radius > 2 {
		return nil, nil
	}
	size := max(math.Abs(numeric.AtZero(k)), eps)
	z, err := zonal.New(ctx, k, dim, &zonal.Settings{Tol: max(eps/(2*size), 1e-10)})
	if ctx.Err() != nil {
		return nil, ctx.Err()
	}
	return &sphere{z, err}, nil
}

// beside says what there is on the sphere, beside a measure on [0, R] of which `fourier` tells mass and bias; "" if
// nothing is known.
func (s *sphere) beside(fourier string) string {
	switch {
	case s == nil:
		return ""
	case s.err != nil:
		return fmt.Sprintf(" On the unit sphere there is no zonal decomposition instead: %v.", s.err)
	}
	z := s.zonal
	mass, off := z.Mass().Float64()
	return fmt.Sprintf(" If the data lie on the unit sphere, compare the masses (proved): Fourier %s; zonal on S^%d "+
		"%s, bias %s, degrees to %d.", fourier, z.Dim-1, outward.Figure(mass-off, mass+off, 6), outward.Up(z.Bias, 2), z.Degree())
}

// Zonal returns the zonal decomposition that data on the unit sphere have instead, nil if the measure is not Hopeless,
// was not made by New or Frontier, or there is none.
func (m *Measure) Zonal() *zonal.Decomposition {
	if m.sphere == nil {
		return nil
	}
	return m.sphere.zonal
}
