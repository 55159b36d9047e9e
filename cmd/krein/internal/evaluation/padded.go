package evaluation

import (
	"fmt"

	"github.com/spf13/cobra"

	"krein/cmd/krein/internal/parts"
	"krein/decompose"
	"krein/features"
	"krein/kernel"
)

// mostPadded is the largest dimension that rows are padded to: beyond, tight frames of R^d are as good.
const mostPadded = 64

// PadsTo returns the dimension that rows of dim columns are padded to, or 0 where that would be no use
// for so many feature columns: a basis has to be complete in each of two parts.
func PadsTo(dim, columns int) int {
	n := features.DesignDim(dim)
	if n == dim || n > mostPadded || columns < 4*n {
		return 0
	}
	return n
}

// Padded returns the Jordan decomposition in R^n for rows of R^dim that are padded by zeros. The error
// says why there is none, above all that the mass in R^n is not finite.
func Padded(cmd *cobra.Command, k *kernel.Kernel, dim, n int, accept bool) (*Representation, *parts.Bias, error) {
	dec, bias, err := parts.Attempt(cmd, k, n, accept)
	if err != nil {
		return nil, nil, fmt.Errorf("rows are not padded to R^%d: %w", n, err)
	}
	name := fmt.Sprintf("jordan in R^%d, rows padded by zeros", n)
	return &Representation{Name: name, Bias: bias.Bound, Parts: dec, Padded: n}, bias, nil
}

// SphereBias is that of a representation on the sphere, nil for others.
func SphereBias(r *Representation) *parts.Bias {
	if r == nil || r.Sphere == nil {
		return nil
	}
	return &parts.Bias{Bound: r.Bias, Kind: decompose.KindProved, Radius: 2}
}
