package measure

import (
	"context"
	"fmt"

	"krein/cmd/krein/internal/input"
	"krein/decompose/zonal"
	"krein/features"
	maps "krein/features/zonal"
	"krein/internal/features/compare"
	"krein/internal/kernel/numeric"
	"krein/kernel"
)

// Degrees is the greatest degree of the expansions on the sphere that maps are drawn from, and FewDegrees that of a first
// look at them.
const Degrees, FewDegrees = 1024, 64

// sphereTolerance is the mass beyond the last degree of expansions, of the whole: their bias.
const sphereTolerance = 1e-6

// A Sphere is what maps for rows on the unit sphere are drawn from: step and ReLU functions, products of step functions, or else
// an expansion.
type Sphere struct {
	Name      string
	Network   features.Stationary // nil: an expansion
	Expansion *zonal.Decomposition
	Signed    bool // whether columns of Network have both signs
}

// NewSphere returns step and ReLU functions for the kernels that have them, else products of step functions where they are steadier
// for near points than harmonics, else the expansion of at most so many degrees. The error says why there is none.
func NewSphere(ctx context.Context, k *kernel.Kernel, dim, degrees int) (*Sphere, error) {
	if dim < 2 {
		return nil, fmt.Errorf("there is no sphere in R^%d", dim)
	}
	if r, name := compare.Network(k, dim); r != nil {
		return &Sphere{Name: name, Network: r}, nil
	}
	if r, name := compare.Signs(k, dim); r != nil {
		return &Sphere{Name: name, Network: r}, nil
	}
	products, name := compare.SignedPowers(k, dim)
	if products != nil {
		degrees = Degrees // which of both is steadier is a question about the whole expansion
	}
	z, err := zonal.New(ctx, k, dim, &zonal.Settings{Tol: sphereTolerance, MaxDegree: degrees,
		Effort: input.Effort(ctx)})
	if err != nil {
		return nil, err
	}
	if products != nil && compare.Steadier(ctx, products, maps.New(z), numeric.AtZero(k)) {
		return &Sphere{Name: name, Network: products, Signed: true}, nil
	}
	return &Sphere{Expansion: z}, nil
}
