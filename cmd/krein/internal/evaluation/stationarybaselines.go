package evaluation

import (
	"math"

	"github.com/spf13/cobra"
	"gonum.org/v1/gonum/mat"

	"krein/cmd/krein/internal/terminal"
	"krein/features/pair"
	"krein/internal/features/baseline"
	"krein/internal/features/evaluate"
	"krein/internal/features/gram"
)

// baselines measures the paper's Algorithm 2, and its features of the symmetric part alone: as many frequencies for
// each of the parts, masses by least squares on 50 rows. The symmetric part leaves out the columns of μ_I. Frequencies
// have the law that its rejection gives them, but are drawn without.
func (k *StationaryKernel) baselines(cmd *cobra.Command, rows *mat.Dense, set *evaluate.Settings) ([]Result, error) {
	var out []Result
	for _, symmetric := range []bool{false, true} {
		name := "Algorithm 2, published"
		if symmetric {
			name = "symmetrised, published"
		}
		bar := terminal.NewBar(cmd, "evaluating "+name)
		done := 0
		for _, columns := range set.Columns {
			r := evaluate.Result{Coupling: pair.IID.String(), Columns: columns}
			err := set.Bench.Measure(cmd.Context(), &r, set.Runs, set.Seed, func(seed uint64) (evaluate.Sides, error) {
				return k.published(rows, columns, seed, symmetric)
			}, func() {
				done++
				bar.Set(done, set.Runs*len(set.Columns))
			})
			if err != nil {
				bar.Finish()
				return nil, err
			}
			out = appended(out, name, math.NaN(), "", r)
		}
		bar.Finish()
	}
	return out, nil
}

// published draws the features of one run.
func (k *StationaryKernel) published(rows *mat.Dense, columns int, seed uint64, symmetric bool) (*pair.Pair, error) {
	p, err := pair.New(k.Rep.Jordan, &pair.Options{Columns: columns, Seed: seed})
	if err != nil {
		return nil, err
	}
	omega, phase := p.Frequencies()
	var drawn [3][]float64 // of R+, R−, I
	for i, theta := range phase {
		row := omega.RawRowView(i)
		which := which(theta)
		if which == 2 && symmetric {
			continue
		}
		if which == 2 && theta < 0 { // −ω has the phase π/2
			for j := range row {
				row[j] = -row[j]
			}
		}
		drawn[which] = append(drawn[which], row...)
	}
	var f baseline.Frequencies
	for i, to := range []**mat.Dense{&f.RealPlus, &f.RealMinus, &f.Imaginary} {
		if len(drawn[i]) > 0 {
			*to = mat.NewDense(len(drawn[i])/k.Dim, k.Dim, drawn[i])
		}
	}
	some := gram.SampleRows(rows, baseline.PublishedRows, seed)
	n, _ := some.Dims()
	gram, delta := mat.NewDense(n, n, nil), make([]float64, k.Dim)
	for i := range n {
		for j := range n {
			for c := range delta {
				delta[c] = some.At(i, c) - some.At(j, c)
			}
			gram.Set(i, j, k.At(delta))
		}
	}
	clear(delta)
	m := baseline.LeastSquares(gram, some, k.At(delta), &f)
	var groups []pair.Group
	for i, mass := range []float64{m.RealPlus, m.RealMinus, 2 * m.Imaginary} {
		if count := len(drawn[i]) / k.Dim; count > 0 {
			groups = append(groups, pair.Group{Mass: mass, Omega: drawn[i],
				Phase: constant(count, []float64{0, math.Pi, math.Pi / 2}[i])})
		}
	}
	return pair.Compose(k.Dim, groups), nil
}

func constant(n int, v float64) []float64 {
	out := make([]float64, n)
	for i := range out {
		out[i] = v
	}
	return out
}

// which tells R+, R− and I apart by the phase of their frequencies.
func which(theta float64) int {
	switch {
	case theta == 0:
		return 0
	case math.Abs(theta) == math.Pi:
		return 1
	}
	return 2
}
