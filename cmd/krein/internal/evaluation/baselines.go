package evaluation

import (
	"math"

	"github.com/spf13/cobra"
	"gonum.org/v1/gonum/mat"

	"krein/cmd/krein/internal/terminal"
	"krein/features"
	"krein/features/baseline"
	"krein/kernel"
	"krein/kernel/numeric"
)

// baselineRows is how many rows Gram matrices of baselines have at most.
const baselineRows = 400

// ridge is that of leverage scores, in shares of the root of the sum of squares of the Gram matrix.
const ridge = 1e-3

// Baselines returns the maps of other papers for the kernel, as features/baseline has them; those that
// the kernel does not have are left out, and those that need a polynomial, and Algorithm 1 of the
// signed-measure papers, which do not say what masses it has. Their bias is not bounded.
func Baselines(cmd *cobra.Command, k *kernel.Kernel, rows *mat.Dense, set *features.EvaluateSettings) []*Representation {
	defer terminal.Spin(cmd, "fitting baselines")()
	_, dim := rows.Dims()
	radial := numeric.Compile(k).At
	some := features.SampleRows(rows, baselineRows, set.Seed)
	pair := func(x, y []float64) float64 {
		s := 0.0
		for j, v := range x {
			s += (v - y[j]) * (v - y[j])
		}
		return radial(math.Sqrt(s))
	}
	var reps []*Representation
	add := func(name string, rep features.Representation, err error) {
		if err == nil {
			reps = append(reps, &Representation{Name: name, Bias: math.NaN(), Baseline: rep})
		}
	}
	if d, _, err := baseline.SRF(dim, radial, 0); err == nil && features.Diameter(rows) <= 2 { // it is fitted there
		add("SRF", features.Fourier(d), nil)
	}
	if d, _, err := baseline.DIGMM(some, radial, 0); err == nil {
		add("DIGMM", features.Fourier(d), nil)
	}
	uniform, err := baseline.NewLandmarked(some, pair, 0)
	add("Nyström, uniform", uniform, err)
	leverage, err := baseline.NewLandmarked(some, pair, ridge*norm(some, pair))
	add("Nyström, leverage scores", leverage, err)
	return reps
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
