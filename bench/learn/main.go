// Command learn fits what bench/learn/run.sh compares with LIBLINEAR and scikit-learn, on features of
// krein for rows of a CSV file whose first column is the label, and writes the features for them.
package main

import (
	"bufio"
	"context"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"strconv"
	"syscall"

	"gonum.org/v1/gonum/mat"

	"krein/bench/internal/labelled"
	"krein/features"
	"krein/internal/dataio"
	"krein/internal/learn/score"
	"krein/learn"
	"krein/learn/labels"
)

func main() {
	train := flag.String("train", "", "CSV of the training rows, the label first")
	test := flag.String("test", "", "CSV of the test rows")
	formula := flag.String("kernel", "delta_gaussian(1,10)", "the kernel")
	columns := flag.Int("columns", 1024, "columns of Φ")
	rows := flag.Int("rows", 1<<30, "training rows")
	c := flag.Float64("C", 1, "C of the classifiers; λ of ridge regression is 1/(2C)")
	only := flag.String("only", "", "svm, logistic, ridge or kmeans alone")
	out := flag.String("features", "", "a directory for train.svm, test.svm, train.npy, test.npy (label "+
		"first), instead of fitting")
	groups := flag.Bool("clusters", false, "kernel k-means on circles, moons and pairs of letters")
	flag.Parse()
	ctx := context.Background()
	x, y := labelled.Rows(*train, *rows)
	xt, yt := labelled.Rows(*test, 1<<30)
	ranges := dataio.RangesOf(x)
	ranges.ScaleAll(x)
	ranges.ScaleAll(xt)
	if *groups {
		clusters(ctx, x, y, *out)
		return
	}
	maps := labelled.Maps(ctx, *formula, x)
	m, err := features.New(maps,
		&features.Options{Columns: *columns, Coupling: features.Orthogonal, Seed: 1})
	labelled.Check(err)
	phi, err := m.Transform(nil, x)
	labelled.Check(err)
	at, err := m.Transform(nil, xt)
	labelled.Check(err)
	if *out != "" {
		writeSVM(filepath.Join(*out, "train.svm"), phi, y)
		writeSVM(filepath.Join(*out, "test.svm"), at, yt)
		writeNPY(filepath.Join(*out, "train.npy"), phi, y)
		writeNPY(filepath.Join(*out, "test.npy"), at, yt)
		return
	}
	labels, classes := labels.New(y)
	want, err := labels.Classes(yt)
	labelled.Check(err)
	b := &bench{ctx: ctx, x: learn.Matrix(phi), at: learn.Matrix(at), y: classes, want: want, c: *c, only: *only}
	fmt.Printf("# %d×%d, %d classes, GOMAXPROCS %d\n", len(y), m.Columns(), len(labels.Names), runtime.GOMAXPROCS(0))
	b.run(len(labels.Names))
}

type bench struct {
	ctx     context.Context
	x, at   learn.Rows
	y, want []int
	c       float64
	only    string
}

// cpu returns the processor time of this process in seconds, which other programs on the machine hardly change.
func cpu() float64 {
	var r syscall.Rusage
	labelled.Check(syscall.Getrusage(syscall.RUSAGE_SELF, &r))
	return float64(r.Utime.Nano()+r.Stime.Nano()) / 1e9
}

// run prints a line for each method: name, objective, accuracy (or error), seconds of processor time.
func (b *bench) run(k int) {
	set := learn.Convex{C: b.c}
	b.classifier("svm", func() (*learn.Classifier, error) { return (&learn.LinearSVM{Convex: set}).Fit(b.ctx, b.x, b.y) })
	set.Intercept = learn.FreeIntercept
	b.classifier("logistic",
		func() (*learn.Classifier, error) { return (&learn.Logistic{Convex: set}).Fit(b.ctx, b.x, b.y) })
	if b.wanted("ridge") {
		b.ridge()
	}
	if b.wanted("kmeans") {
		start := cpu()
		p, err := (&learn.KMeans{Clusters: k, Starts: 10, Seed: 1}).Fit(b.ctx, b.x)
		labelled.Check(err)
		fmt.Printf("kmeans %.10g %.5f %.2f\n", p.Distortion, score.AdjustedRand(b.y, p.Labels), cpu()-start)
	}
}

func (b *bench) wanted(name string) bool { return b.only == "" || b.only == name }

func (b *bench) ridge() {
	y := mat.NewDense(len(b.y), 1, nil)
	for i, c := range b.y {
		y.Set(i, 0, float64(c))
	}
	start := cpu()
	lambda := 1 / (2 * b.c)
	l, err := (&learn.Ridge{Lambda: lambda, Intercept: learn.FreeIntercept}).Fit(b.ctx, b.x, y)
	seconds := cpu() - start
	labelled.Check(err)
	f, err := l.Evaluate(b.ctx, b.x)
	labelled.Check(err)
	n := mat.Norm(l.Weights, 2)
	objective := lambda * n * n
	for i, c := range b.y {
		objective += (float64(c) - f.At(i, 0)) * (float64(c) - f.At(i, 0))
	}
	f, err = l.Evaluate(b.ctx, b.at)
	labelled.Check(err)
	want := make([]float64, len(b.want))
	for i, c := range b.want {
		want[i] = float64(c)
	}
	fmt.Printf("ridge %.10g %.5f %.2f\n", objective, score.RMSE(want, mat.Col(nil, 0, f)), seconds)
}

func (b *bench) classifier(name string, fit func() (*learn.Classifier, error)) {
	if !b.wanted(name) {
		return
	}
	start := cpu()
	c, err := fit()
	seconds := cpu() - start
	labelled.Check(err)
	total, steps, products := 0.0, 0, 0
	for _, p := range c.Convergence {
		total += p.Objective
		steps += p.Steps
		products += p.Products
	}
	got, err := c.Predict(b.ctx, b.at)
	labelled.Check(err)
	fmt.Printf("%s %.10g %.5f %.2f # %d Newton steps, %d products\n", name, total, score.Accuracy(b.want, got), seconds,
		steps, products)
}

// writeSVM writes rows in svmlight's format, with as many digits as read back the same.
func writeSVM(name string, x *mat.Dense, y []string) {
	f, err := os.Create(name)
	labelled.Check(err)
	w := bufio.NewWriterSize(f, 1<<20)
	for i, label := range y {
		b := append([]byte(nil), label...)
		for j, v := range x.RawRowView(i) {
			b = strconv.AppendInt(append(b, ' '), int64(j+1), 10)
			b = strconv.AppendFloat(append(b, ':'), v, 'g', -1, 64)
		}
		_, err := w.Write(append(b, '\n'))
		labelled.Check(err)
	}
	labelled.Check(w.Flush())
	labelled.Check(f.Close())
}

// writeNPY writes rows with their labels in front.
func writeNPY(name string, x *mat.Dense, y []string) {
	_, d := x.Dims()
	w, err := dataio.Create(name, &dataio.WriterOptions{Columns: d + 1, Rows: len(y)})
	labelled.Check(err)
	defer w.Abort()
	row := make([]float64, d+1)
	for i, label := range y {
		row[0], err = strconv.ParseFloat(label, 64)
		labelled.Check(err)
		copy(row[1:], x.RawRowView(i))
		labelled.Check(w.Write(row))
	}
	labelled.Check(w.Commit())
}
