// Package labelled reads the data of the benchmarks of learning.
package labelled

import (
	"context"
	"log"

	"gonum.org/v1/gonum/mat"

	"krein/decompose"
	"krein/features"
	"krein/features/radial"
	"krein/internal/dataio"
	"krein/kernel/parser"
)

// Rows returns up to n rows of a CSV file and their labels, which are its first column.
func Rows(path string, n int) (*mat.Dense, []string) {
	r, err := dataio.Open(path, &dataio.Options{Label: "first", KeepLabels: true})
	Check(err)
	defer r.Close()
	x, y, err := dataio.ReadLabelled(context.Background(), r)
	Check(err)
	if n < len(y) {
		_, d := x.Dims()
		x, y = mat.DenseCopyOf(x.Slice(0, n, 0, d)), y[:n]
	}
	return x, y
}

// Maps are the maps of the kernel of a formula on the rows of x, by the Jordan decomposition.
func Maps(ctx context.Context, formula string, x *mat.Dense) features.Representation {
	k, err := parser.Parse(formula, nil)
	Check(err)
	_, dim := x.Dims()
	dec, err := decompose.Jordan(ctx, k, dim, nil)
	Check(err)
	return radial.New(dec)
}

// Check ends the program on an error.
func Check(err error) {
	if err != nil {
		log.Fatal(err)
	}
}
