package evaluation

import (
	"fmt"

	"github.com/spf13/cobra"
	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"krein/cmd/krein/internal/measure"
	"krein/decompose"
	"krein/internal/features/directions"
	"krein/internal/features/signs"
	"krein/kernel"
)

// mostPadded is the largest dimension that rows are padded to: beyond, tight frames of R^d are as good.
const mostPadded = 64

// PadsTo returns the dimension that rows of dim columns are padded to, or 0 where that would be no use
// for so many feature columns: a basis has to be complete in each of two parts.
func PadsTo(dim, columns int) int {
	n := directions.DesignSize(dim)
	if n == dim || n > mostPadded || columns < 4*n {
		return 0
	}
	return n
}

// Padded returns the Jordan decomposition in R^n for rows of R^dim that are padded by zeros. The error
// says why there is none, above all that the mass in R^n is not finite.
func Padded(cmd *cobra.Command, k *kernel.Kernel, dim, n int, accept bool) (*Representation, *measure.Bias, error) {
	dec, bias, err := measure.Attempt(cmd, k, n, accept)
	if err != nil {
		return nil, nil, fmt.Errorf("rows are not padded to R^%d: %w", n, err)
	}
	name := fmt.Sprintf("jordan in R^%d, rows padded by zeros", n)
	return &Representation{Name: name, Bias: bias.Bound, BiasKind: bias.Kind, Parts: dec, Padded: n}, bias, nil
}

// SphereBias is that of a representation on the sphere, nil for others.
func SphereBias(r *Representation) *measure.Bias {
	if r == nil || r.Sphere == nil {
		return nil
	}
	b := &measure.Bias{Bound: r.Bias, Kind: decompose.KindProved, Radius: 2}
	if s, ok := r.Sphere.(*signs.Representation); ok {
		b.Clear, b.Bound, b.Near = s.Clear()
	}
	return b
}

// Between sets the bias of a representation on the sphere that depends on distances to a bound at those between rows.
func (r *Representation) Between(rows *mat.Dense) {
	if r.Expansion != nil {
		return
	}
	n, _ := rows.Dims()
	r.Bias, _ = r.Sphere.Bias(0)
	for i := range n {
		for j := range i {
			b, _ := r.Sphere.Bias(min(floats.Distance(rows.RawRowView(i), rows.RawRowView(j), 2), 2))
			r.Bias = max(r.Bias, b)
		}
	}
}
