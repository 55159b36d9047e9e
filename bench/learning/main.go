// Command learning measures what learners make of a signature J, on the letter data: go run ./bench/learning
// --train train.csv.gz --test test.csv.gz. docs/learning.md has the figures.
package main

import (
	"context"
	"flag"
	"fmt"
	"math"
	"slices"

	"gonum.org/v1/gonum/mat"

	"krein/bench/internal/labelled"
	"krein/features"
	"krein/internal/dataio"
	"krein/internal/learn/score"
	"krein/learn"
	"krein/learn/labels"
)

func main() {
	train := flag.String("train", "", "CSV of the training rows, the label first (letters)")
	test := flag.String("test", "", "CSV of the test rows")
	formula := flag.String("kernel", "exp(-z^2/2) - 0.9*exp(-z^2/8)", "the kernel")
	rows := flag.Int("rows", 6000, "training rows")
	scale := flag.Float64("scale", 4, "columns are scaled to [0, scale]")
	flag.Parse()
	ctx := context.Background()
	x, names := labelled.Rows(*train, *rows)
	xt, testNames := labelled.Rows(*test, 4000)
	labels, y := labels.New(names)
	yt, err := labels.Classes(testNames)
	labelled.Check(err)
	ranges := dataio.RangesOf(x)
	for _, m := range []*mat.Dense{x, xt} {
		ranges.ScaleAll(m)
		m.Scale(*scale, m)
	}
	maps := labelled.Maps(ctx, *formula, x)
	fmt.Printf("%s, %d training rows, %d test rows\n", *formula, len(y), len(yt))
	fmt.Println("columns  ridge, free weights (|K|)  ridge in the Krein space (K)  class means by |K|  by K")
	for _, columns := range []int{64, 256, 1024} {
		m, err := features.New(maps, &features.Options{
			Columns: columns, Coupling: features.Auto, Distances: features.SampleDistances(x, 64, 1), Seed: 1,
		})
		labelled.Check(err)
		phi, err := m.Transform(nil, x)
		labelled.Check(err)
		at, err := m.Transform(nil, xt)
		labelled.Check(err)
		sign := m.Signature()
		ones := make([]float64, len(sign))
		for i := range ones {
			ones[i] = 1
		}
		absolute, krein := best(phi, at, y, yt, ones), best(phi, at, y, yt, sign)
		fmt.Printf("%7d  %25.4f  %28.4f  %18.4f  %4.4f\n", columns, absolute, krein, means(phi, at, y, yt, ones),
			means(phi, at, y, yt, sign))
	}
}

// targets are +1 for the class and −1 for the others.
func targets(y []int) *mat.Dense {
	t := mat.NewDense(len(y), slices.Max(y)+1, nil)
	t.Apply(func(i, j int, _ float64) float64 {
		if y[i] == j {
			return 1
		}
		return -1
	}, t)
	return t
}

// best returns the accuracy of (K + λI)α = y, f(x) = Σ α_i k(x_i, x), for the best of some λ, with the kernel
// whose map has these signs.
func best(phi, at *mat.Dense, y, yt []int, sign []float64) float64 {
	ctx := context.Background()
	p, err := (&learn.KreinRidge{Signature: sign}).Fit(ctx, learn.Matrix(phi), targets(y))
	labelled.Check(err)
	top := 0.0
	for _, lambda := range []float64{1e-4, 1e-3, 1e-2, 0.1, 1, 10} {
		l, err := p.Stationary(lambda)
		if err != nil {
			continue // an eigenvalue
		}
		f, err := l.Evaluate(ctx, learn.Matrix(at))
		labelled.Check(err)
		top = max(top, score.Accuracy(yt, learn.Decide(f)))
	}
	return top
}

// means returns the accuracy of the nearest class mean in the geometry of ΦJΦᵀ: the class with the least
// ⟨φ(x) − μ_c, φ(x) − μ_c⟩, of which ⟨φ(x),φ(x)⟩ is the same for all.
func means(phi, at *mat.Dense, y, yt []int, sign []float64) float64 {
	classes := slices.Max(y) + 1
	_, n := phi.Dims()
	mu, count := mat.NewDense(classes, n, nil), make([]float64, classes)
	for i, c := range y {
		count[c]++
		for j, v := range phi.RawRowView(i) {
			mu.Set(c, j, mu.At(c, j)+v)
		}
	}
	f := mat.NewDense(len(yt), classes, nil)
	for c := range classes {
		self := 0.0
		for j := range n {
			v := mu.At(c, j) / math.Max(count[c], 1)
			mu.Set(c, j, v)
			self += sign[j] * v * v
		}
		for i := range yt {
			cross := 0.0
			for j, v := range at.RawRowView(i) {
				cross += sign[j] * v * mu.At(c, j)
			}
			f.Set(i, c, 2*cross-self)
			if count[c] == 0 {
				f.Set(i, c, math.Inf(-1))
			}
		}
	}
	return score.Accuracy(yt, learn.Decide(f))
}
