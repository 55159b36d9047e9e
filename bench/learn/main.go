// Command learn fits what bench/learn/run.sh compares with LIBLINEAR and scikit-learn, on features of
// krein for rows of a CSV file whose first column is the label. It writes the features for them.
package main

import (
	"bufio"
	"context"
	"flag"
	"fmt"
	"log"
	"os"
	"path/filepath"
	"runtime"
	"strconv"
	"time"

	"gonum.org/v1/gonum/mat"

	"krein/decompose"
	"krein/features"
	"krein/internal/dataio"
	"krein/kernel"
	"krein/learn"
)

func main() {
	train := flag.String("train", "", "CSV of the training rows, the label first")
	test := flag.String("test", "", "CSV of the test rows")
	formula := flag.String("kernel", "exp(-z^2/2) - exp(-z^2/200)", "the kernel")
	columns := flag.Int("columns", 1024, "columns of Φ")
	rows := flag.Int("rows", 1<<30, "training rows")
	c := flag.Float64("C", 1, "C of the classifiers; λ of ridge regression is 1/(2C)")
	out := flag.String("features", "", "a directory to write train.svm, test.svm, train.csv, test.csv to, instead of fitting")
	flag.Parse()
	ctx := context.Background()
	x, y := read(*train, *rows)
	xt, yt := read(*test, 1<<30)
	ranges := dataio.RangesOf(x)
	ranges.ScaleAll(x)
	ranges.ScaleAll(xt)
	k, err := kernel.Parse(*formula, nil)
	check(err)
	_, dim := x.Dims()
	dec, err := decompose.Jordan(ctx, k, dim, nil)
	check(err)
	m, err := features.New(features.Fourier(dec), &features.Options{Columns: *columns, Coupling: features.Orthogonal, Seed: 1})
	check(err)
	phi, err := m.Transform(nil, x)
	check(err)
	at, err := m.Transform(nil, xt)
	check(err)
	if *out != "" {
		write(filepath.Join(*out, "train"), phi, y)
		write(filepath.Join(*out, "test"), at, yt)
		return
	}
	labels, classes := learn.NewLabels(y)
	want, err := labels.Classes(yt)
	check(err)
	b := &bench{ctx: ctx, x: learn.Matrix(phi), at: learn.Matrix(at), y: classes, want: want, c: *c}
	fmt.Printf("# %d×%d, %d classes, GOMAXPROCS %d\n", len(y), m.Columns(), len(labels.Names), runtime.GOMAXPROCS(0))
	b.run(len(labels.Names))
}

type bench struct {
	ctx     context.Context
	x, at   learn.Rows
	y, want []int
	c       float64
}

// run prints a line for each method: name, objective, accuracy, seconds.
func (b *bench) run(k int) {
	set := learn.Convex{C: b.c}
	b.classifier("svm", func() (*learn.Classifier, error) { return (&learn.LinearSVM{Convex: set}).Fit(b.ctx, b.x, b.y) })
	set.Intercept = learn.FreeIntercept
	b.classifier("logistic", func() (*learn.Classifier, error) { return (&learn.Logistic{Convex: set}).Fit(b.ctx, b.x, b.y) })
}

func (b *bench) classifier(name string, fit func() (*learn.Classifier, error)) {
	start := time.Now()
	c, err := fit()
	seconds := time.Since(start).Seconds()
	check(err)
	total, steps, products := 0.0, 0, 0
	for _, p := range c.Convergence {
		total += p.Objective
		steps += p.Steps
		products += p.Products
	}
	got, err := c.Predict(b.ctx, b.at)
	check(err)
	fmt.Printf("%s %.10g %.5f %.2f steps=%d products=%d\n", name, total, learn.Accuracy(b.want, got), seconds, steps, products)
}

func check(err error) {
	if err != nil {
		log.Fatal(err)
	}
}

// read returns up to n rows and their labels.
func read(path string, n int) (*mat.Dense, []string) {
	r, err := dataio.Open(path, &dataio.Options{Label: "none"})
	check(err)
	defer r.Close()
	all, err := dataio.ReadAll(context.Background(), r)
	check(err)
	rows, cols := all.Dims()
	n = min(n, rows)
	x, y := mat.NewDense(n, cols-1, nil), make([]string, n)
	for i := range n {
		y[i] = strconv.FormatFloat(all.At(i, 0), 'g', -1, 64)
		x.SetRow(i, all.RawRowView(i)[1:])
	}
	return x, y
}

// write writes rows in svmlight's format and as CSV, with as many digits as read back the same.
func write(name string, x *mat.Dense, y []string) {
	for _, format := range []string{".svm", ".csv"} {
		f, err := os.Create(name + format)
		check(err)
		w := bufio.NewWriterSize(f, 1<<20)
		for i, label := range y {
			b := append([]byte(nil), label...)
			for j, v := range x.RawRowView(i) {
				if format == ".svm" {
					b = strconv.AppendInt(append(b, ' '), int64(j+1), 10)
					b = append(b, ':')
				} else {
					b = append(b, ',')
				}
				b = strconv.AppendFloat(b, v, 'g', -1, 64)
			}
			_, err := w.Write(append(b, '\n'))
			check(err)
		}
		check(w.Flush())
		check(f.Close())
	}
}
