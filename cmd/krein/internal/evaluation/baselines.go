package evaluation

import (
	"errors"
	"fmt"
	"math"

	"github.com/spf13/cobra"
	"gonum.org/v1/gonum/mat"

	"krein/cmd/krein/internal/input"
	"krein/cmd/krein/internal/terminal"
	"krein/decompose"
	"krein/features"
	"krein/features/radial"
	"krein/fourier"
	"krein/hankel"
	"krein/internal/features/baseline"
	"krein/internal/features/evaluate"
	"krein/internal/features/gram"
	"krein/internal/kernel/numeric"
	"krein/kernel"
)

// baselineRows is how many rows Gram matrices of baselines have at most.
const baselineRows = 400

// ridge is that of leverage scores, in shares of the root of the sum of squares of the Gram matrix.
const ridge = 1e-3

// Baselines returns the maps of other papers for the kernel, as internal/features/baseline has them; those that the kernel does
// not have are left out, and those that need a polynomial. They are fitted to a few rows, so that their time counts
// as the verb's does. Algorithm 1 of the signed-measure papers, which do not say
// how they normalise, is there as printed and with the masses of dec, if that is not nil. Their bias is not bounded.
func Baselines(
	cmd *cobra.Command, k *kernel.Kernel, dec *decompose.Decomposition, rows *mat.Dense, set *evaluate.Settings,
) []*Representation {
	defer terminal.Spin(cmd, "fitting baselines")()
	_, dim := rows.Dims()
	at := numeric.Compile(k).At
	some := gram.SampleRows(rows, baselineRows, set.Seed)
	pair := func(x, y []float64) float64 {
		s := 0.0
		for j, v := range x {
			s += (v - y[j]) * (v - y[j])
		}
		return at(math.Sqrt(s))
	}
	var reps []*Representation
	add := func(name string, rep features.Representation, err error) {
		if err == nil {
			reps = append(reps, &Representation{Name: name, Bias: math.NaN(), Baseline: rep})
		}
	}
	if d, _, err := baseline.SRF(dim, at, 0); err == nil && gram.Diameter(rows) <= 2 { // it is fitted there
		add("SRF", radial.New(d), nil)
	}
	if d, _, err := baseline.DIGMM(some, at, 0); err == nil {
		add("DIGMM", radial.New(d), nil)
	}
	if mu, err := density(cmd, k, dim); err == nil {
		if d, err := baseline.Published(dim, mu, nil); err == nil {
			add("Algorithm 1, 10 000 points on [−10,10]", radial.New(d), nil)
			if exact, ok := withMasses(d, dec); ok {
				add("Algorithm 1, with true masses", radial.New(exact), nil)
			}
		}
	}
	uniform, err := baseline.NewLandmarked(some, pair, 0)
	add("Nyström, uniform", uniform, err)
	leverage, err := baseline.NewLandmarked(some, pair, ridge*norm(some, pair))
	add("Nyström, leverage scores", leverage, err)
	return reps
}

// densityNodes is the number of frequencies at which the density is evaluated; it is linear between.
const densityNodes = 4001

// density returns the density of the spectral measure of R^dim as a function of the length of a frequency,
// up to 10: that of the length over the area of the sphere.
func density(cmd *cobra.Command, k *kernel.Kernel, dim int) (mu func(omega float64) float64, err error) {
	ctx, k, done := input.Metered(cmd.Context(), k)
	defer done(&err)
	s, err := hankel.New(k, dim, nil)
	if err != nil {
		return nil, err
	}
	if len(s.Atoms()) > 0 {
		return nil, errors.New("the spectral measure has atoms, and no density")
	}
	const limit = 10.0
	omega, values := make([]float64, densityNodes), make([]float64, densityNodes)
	for i := range omega {
		omega[i] = limit * (float64(i) + 0.5) / densityNodes
	}
	if err := s.Tabulate(ctx, values, nil, omega); err != nil {
		return nil, err
	}
	for i, w := range omega {
		values[i] = fourier.Density(dim, w, values[i])
		if math.IsNaN(values[i] - values[i]) {
			return nil, fmt.Errorf("the density at %v is %v", w, values[i])
		}
	}
	return func(w float64) float64 {
		at := max(0, min(w/limit*densityNodes-0.5, densityNodes-1))
		i := min(int(at), densityNodes-2)
		return values[i] + (at-float64(i))*(values[i+1]-values[i])
	}, nil
}

// withMasses returns d with the masses of dec; false if parts are missing in either.
func withMasses(d, dec *decompose.Decomposition) (*decompose.Decomposition, bool) {
	if dec == nil || (d.Plus.Mass > 0) != (dec.Plus.Mass > 0) || (d.Minus.Mass > 0) != (dec.Minus.Mass > 0) {
		return nil, false
	}
	out := *d
	out.Plus.Mass, out.Minus.Mass = dec.Plus.Mass, dec.Minus.Mass
	out.Plus.Origin, out.Minus.Origin = dec.Plus.Origin, dec.Minus.Origin
	return &out, true
}

// norm returns the Frobenius norm of the kernel matrix.
func norm(x *mat.Dense, k func(x, y []float64) float64) float64 {
	n, _ := x.Dims()
	s := 0.0
	for i := range n {
		for j := range n {
			v := k(x.RawRowView(i), x.RawRowView(j))
			s += v * v
		}
	}
	return math.Sqrt(s)
}
