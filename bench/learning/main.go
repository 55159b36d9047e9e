// Command learning measures what learners make of a signature J, on the letter data: go run ./bench/learning
// --train train.csv.gz --test test.csv.gz. docs/learning.md has the figures.
package main

import (
	"context"
	"flag"
	"fmt"
	"log"
	"math"

	"gonum.org/v1/gonum/mat"

	"krein/decompose"
	"krein/features"
	"krein/internal/dataio"
	"krein/kernel"
)

func main() {
	train := flag.String("train", "", "CSV of the training rows, the label first (letters)")
	test := flag.String("test", "", "CSV of the test rows")
	formula := flag.String("kernel", "exp(-z^2/2) - 0.9*exp(-z^2/8)", "the kernel")
	rows := flag.Int("rows", 6000, "training rows")
	scale := flag.Float64("scale", 4, "columns are scaled to [0, scale]")
	flag.Parse()
	ctx := context.Background()
	x, y := read(*train, *rows)
	xt, yt := read(*test, 4000)
	ranges := dataio.RangesOf(x)
	for _, m := range []*mat.Dense{x, xt} {
		ranges.ScaleAll(m)
		m.Scale(*scale, m)
	}
	k, err := kernel.Parse(*formula, nil)
	check(err)
	_, dim := x.Dims()
	dec, err := decompose.Jordan(ctx, k, dim, nil)
	check(err)
	fmt.Printf("%s, %d training rows, %d test rows\n", *formula, len(y), len(yt))
	fmt.Println("columns  ridge, free weights (|K|)  ridge in the Krein space (K)  class means by |K|  by K")
	for _, columns := range []int{64, 256, 1024} {
		m, err := features.New(features.Fourier(dec), &features.Options{
			Columns: columns, Coupling: features.Auto, Distances: features.SampleDistances(x, 64, 1), Seed: 1,
		})
		check(err)
		phi, err := m.Transform(nil, x)
		check(err)
		at, err := m.Transform(nil, xt)
		check(err)
		sign := m.Signature()
		ones := make([]float64, len(sign))
		for i := range ones {
			ones[i] = 1
		}
		absolute, krein := best(phi, at, y, yt, ones), best(phi, at, y, yt, sign)
		fmt.Printf("%7d  %25.4f  %28.4f  %18.4f  %4.4f\n", columns, absolute, krein, means(phi, at, y, yt, ones), means(phi, at, y, yt, sign))
	}
}

func check(err error) {
	if err != nil {
		log.Fatal(err)
	}
}

// read returns up to n rows and their labels, the letters as numbers.
func read(path string, n int) (*mat.Dense, []int) {
	r, err := dataio.Open(path, &dataio.Options{Label: "none"})
	check(err)
	defer r.Close()
	all, err := dataio.ReadAll(context.Background(), r)
	check(err)
	rows, cols := all.Dims()
	n = min(n, rows)
	x, y := mat.NewDense(n, cols-1, nil), make([]int, n)
	for i := range n {
		y[i] = int(all.At(i, 0))
		x.SetRow(i, all.RawRowView(i)[1:])
	}
	return x, y
}

// targets are +1 for the class and −1 for the others.
func targets(y []int) *mat.Dense {
	classes := 0
	for _, c := range y {
		classes = max(classes, c+1)
	}
	t := mat.NewDense(len(y), classes, nil)
	for i, c := range y {
		for j := range classes {
			t.Set(i, j, -1)
		}
		t.Set(i, c, 1)
	}
	return t
}

// best returns the accuracy of (ΦᵀΦJ + λI)β = Φᵀy, f(x) = φ(x)ᵀJβ, for the best of some λ: the
// stationary point of ‖y − f‖² + λ⟨f,f⟩, ⟨·,·⟩ the inner product of the space of ΦJΦᵀ.
func best(phi, at *mat.Dense, y, yt []int, sign []float64) float64 {
	_, n := phi.Dims()
	var gram, right, j mat.Dense
	gram.Mul(phi.T(), phi)
	right.Mul(phi.T(), targets(y))
	for i := range n {
		for c := range n {
			gram.Set(i, c, gram.At(i, c)*sign[c])
		}
	}
	j.CloneFrom(at)
	rows, _ := at.Dims()
	for i := range rows {
		for c := range n {
			j.Set(i, c, at.At(i, c)*sign[c])
		}
	}
	top := 0.0
	for _, lambda := range []float64{1e-4, 1e-3, 1e-2, 0.1, 1, 10} {
		a := mat.DenseCopyOf(&gram)
		for i := range n {
			a.Set(i, i, a.At(i, i)+lambda)
		}
		var beta, f mat.Dense
		if err := beta.Solve(a, &right); err != nil {
			if _, ill := err.(mat.Condition); !ill {
				continue
			}
		}
		f.Mul(&j, &beta)
		top = max(top, accuracy(&f, yt))
	}
	return top
}

// accuracy is the share of rows whose largest column is their class.
func accuracy(f *mat.Dense, y []int) float64 {
	right := 0
	for i, c := range y {
		row := f.RawRowView(i)
		most := 0
		for j, v := range row {
			if v > row[most] {
				most = j
			}
		}
		if most == c {
			right++
		}
	}
	return float64(right) / float64(len(y))
}

// means returns the accuracy of the nearest class mean in the geometry of ΦJΦᵀ: the class with the least
// ⟨φ(x) − μ_c, φ(x) − μ_c⟩, of which ⟨φ(x),φ(x)⟩ is the same for all.
func means(phi, at *mat.Dense, y, yt []int, sign []float64) float64 {
	classes := 0
	for _, c := range y {
		classes = max(classes, c+1)
	}
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
	return accuracy(f, yt)
}
