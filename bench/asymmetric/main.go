// Command asymmetric measures the experiments of M. He, F. He, F. Liu, X. Huang, Random Fourier features for
// asymmetric kernels: masses (their figure 1) and errors of Gram matrices (figure 2), by their Algorithm 2 and by
// features/pair: go run ./bench/asymmetric --data DIR. docs/asymmetric.md has the figures.
package main

import (
	"context"
	"flag"
	"fmt"
	"log"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"

	"gonum.org/v1/gonum/mat"
	"gonum.org/v1/gonum/stat"

	"krein/decompose/rejection"
	"krein/features"
	"krein/features/baseline/asymmetric"
	"krein/features/pair"
	"krein/fourier/stationary"
	"krein/internal/dataio"
)

// settings are the flags.
type settings struct {
	data, only, kernel        string
	runs, rows, least, most   int
	block, whole, figure, sub int
}

func main() {
	var s settings
	flag.StringVar(&s.data, "data", "", "folder of spambase/all.csv.gz, ijcnn1/train.csv.gz and letter/train.csv.gz, labels first")
	flag.StringVar(&s.only, "only", "", "one of the data sets")
	flag.StringVar(&s.kernel, "kernel", "", "one of the kernels, Shift-Gaussian for example")
	flag.IntVar(&s.least, "from", 1, "the least k")
	flag.IntVar(&s.figure, "figure", 0, "1 or 2 (0: both)")
	flag.IntVar(&s.runs, "runs", 10, "runs")
	flag.IntVar(&s.rows, "rows", 1000, "rows of the Gram matrix")
	flag.IntVar(&s.most, "k", 10, "the largest k of M = d·2^k frequencies for each measure")
	flag.IntVar(&s.whole, "whole", 5, "the largest k for which whole Gram matrices are compared; above, --block columns of them")
	flag.IntVar(&s.block, "block", 64, "columns of Gram matrices that are compared above --whole")
	flag.IntVar(&s.sub, "subset", asymmetric.PublishedRows, "N_s, the rows that Algorithm 2 fits masses on")
	flag.Parse()
	ctx := context.Background()
	if s.figure != 2 {
		s.masses(ctx)
	}
	if s.figure != 1 {
		for _, set := range []struct{ name, file string }{
			{"letter", "letter/train.csv.gz"}, {"ijcnn1", "ijcnn1/train.csv.gz"}, {"spambase", "spambase/all.csv.gz"},
		} {
			path := filepath.Join(s.data, set.file)
			if s.only != "" && s.only != set.name {
				continue
			}
			if _, err := os.Stat(path); err != nil || s.data == "" {
				fmt.Printf("\n%s: skipped, there is no %s; --data names the folder\n", set.name, path)
				continue
			}
			s.errors(ctx, set.name, read(path))
		}
	}
}

func check(err error) {
	if err != nil {
		log.Fatal(err)
	}
}

// kernel is a kernel of the paper in both ways.
type kernel struct {
	published *asymmetric.Kernel
	ours      *pair.Representation
}

// kernels returns the three kernels with r = 2/d·1, σ = 2, β = 0.5π/d·1.
func kernels(ctx context.Context, dim int) (out []kernel) {
	formulas := []string{
		fmt.Sprintf("shift_gaussian(2/%d, 2)", dim), fmt.Sprintf("sinh_gaussian(pi/%d, 2)", 2*dim),
		fmt.Sprintf("cosh_gaussian(pi/%d, 2)", 2*dim),
	}
	for i, published := range asymmetric.Published(dim) {
		k, err := stationary.Parse(formulas[i], dim, nil)
		check(err)
		ours, err := pair.Represent(ctx, k, nil)
		check(err)
		out = append(out, kernel{published, ours})
	}
	return out
}

// masses prints figure 1: in one dimension, N_s = 10 of 2000 normal points.
func (s *settings) masses(ctx context.Context) {
	const points, subset = 2000, 10
	fmt.Printf("Figure 1: masses in d = 1, N_s = %d, %d runs, mean ± standard deviation\n", subset, s.runs)
	for _, k := range kernels(ctx, 1) {
		m := k.ours.Measure.Masses
		fmt.Printf("\n%s: exact ‖μ_R⁺‖ = %.10f, ‖μ_R⁻‖ = %.10f, ‖μ_I⁺‖ = %.10f, each ± %.0e; ‖|μ|‖ = %.10f\n", k.published.Name(),
			m.RealPlus.Value, m.RealMinus.Value, m.Imaginary.Value,
			max(m.RealPlus.Err, m.RealMinus.Err, m.Imaginary.Err), m.Polar.Value)
		fmt.Println("log2 M   ‖μ_R⁺‖            ‖μ_R⁻‖            ‖μ_I⁺‖")
		for power := 1; power <= s.most; power++ {
			var found [3][]float64
			for run := range s.runs {
				rnd := rand.New(rand.NewPCG(uint64(run), 1))
				x := mat.NewDense(points, 1, nil)
				for i := range points {
					x.Set(i, 0, rnd.NormFloat64())
				}
				f, err := asymmetric.Sample(k.published, 1<<power, uint64(run))
				check(err)
				rows := features.SampleRows(x, subset, uint64(run))
				m := rejection.LeastSquares(asymmetric.Gram(k.published, rows), rows, k.published.At([]float64{0}), f)
				for i, v := range []float64{m.RealPlus, m.RealMinus, m.Imaginary} {
					found[i] = append(found[i], v)
				}
			}
			fmt.Printf("%6d", power)
			for _, v := range found {
				mean, sd := stat.MeanStdDev(v, nil)
				fmt.Printf("   %.4f ± %.4f", mean, sd)
			}
			fmt.Println()
		}
	}
}

// read returns the rows without labels, columns scaled to [0,1].
func read(path string) *mat.Dense {
	r, err := dataio.Open(path, &dataio.Options{Label: "first"})
	check(err)
	defer func() { _ = r.Close() }()
	x, err := dataio.ReadAll(context.Background(), r)
	check(err)
	dataio.RangesOf(x).ScaleAll(x)
	return x
}

// errors prints figure 2 for one data set.
func (s *settings) errors(ctx context.Context, name string, x *mat.Dense) {
	rows := features.SampleRows(x, s.rows, 1)
	n, dim := rows.Dims()
	fmt.Printf("\nFigure 2, %s: d = %d, ‖K − K̃‖/‖K‖ on %d rows, %d runs, N_s = %d\n", name, dim, n, s.runs, s.sub)
	fmt.Println("kernel          k   columns   Algorithm 2          krein                ratio   krein's map")
	block := mat.DenseCopyOf(features.SampleRows(rows, s.block, 2))
	displacements := pair.SampleDisplacements(rows, rows, 64, 1)
	for _, k := range kernels(ctx, dim) {
		if s.kernel != "" && s.kernel != k.published.Name() {
			continue
		}
		taylor, err := pair.TaylorAt0(k.published.At, dim, 1)
		check(err)
		whole, err := pair.NewBench(ctx, k.published.At, rows, rows)
		check(err)
		part, err := pair.NewBench(ctx, k.published.At, rows, block)
		check(err)
		for power := s.least; power <= s.most; power++ {
			m, bench := dim<<power, whole
			if power > s.whole {
				bench = part
			}
			columns, published, _, err := bench.Measure(ctx, s.runs, 1, func(seed uint64) (pair.Maps, error) {
				return asymmetric.Algorithm2(k.published, features.SampleRows(x, s.sub, seed), m, seed)
			}, func() {})
			check(err)
			choices, err := pair.Choose(ctx, k.ours.Polar, &pair.Options{Columns: columns, Exact: taylor, Displacements: displacements})
			check(err)
			opt := choices[0].Options
			_, ours, _, err := bench.Measure(ctx, s.runs, 1, func(seed uint64) (pair.Maps, error) {
				opt.Seed = seed
				return pair.New(k.ours.Polar, &opt)
			}, func() {})
			check(err)
			how := opt.Coupling.String()
			if opt.Exact != nil {
				how += ", orders to 2 exact"
			}
			fmt.Printf("%-14s %2d  %8d   %.2e ± %.1e   %.2e ± %.1e   %.3f   %s\n", k.published.Name(), power, columns,
				published.Mean, published.SD, ours.Mean, ours.SD, ours.Mean/math.Max(published.Mean, math.SmallestNonzeroFloat64), how)
		}
	}
}
