// Package sample takes rows of data sets.
package sample

import (
	"math/rand/v2"
	"slices"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"
)

// First returns n rows drawn once for all runs, all of them in their order if n is 0 or there are no more.
func First(x *mat.Dense, y []int, n int) (*mat.Dense, []int) {
	if n <= 0 || n >= len(y) {
		return x, y
	}
	order := rand.New(rand.NewPCG(1, 0)).Perm(len(y))[:n]
	slices.Sort(order)
	return Picked(x, order), At(y, order)
}

// Halves returns a random half of the rows and the other one.
func Halves(x *mat.Dense, y []string) (train, test *mat.Dense, yTrain, yTest []string) {
	order := rand.New(rand.NewPCG(2, 0)).Perm(len(y))
	n := len(order) / 2
	return Picked(x, order[:n]), Picked(x, order[n:]), At(y, order[:n]), At(y, order[n:])
}

// Picked returns the given rows.
func Picked(x *mat.Dense, rows []int) *mat.Dense {
	out := mat.NewDense(len(rows), x.RawMatrix().Cols, nil)
	for i, r := range rows {
		out.SetRow(i, x.RawRowView(r))
	}
	return out
}

// At returns the labels of the given rows.
func At[T any](y []T, rows []int) []T {
	out := make([]T, len(rows))
	for i, r := range rows {
		out[i] = y[r]
	}
	return out
}

// OnSphere divides rows by their lengths; a row of zeros becomes the first coordinate's unit vector.
func OnSphere(x *mat.Dense) *mat.Dense {
	out := mat.DenseCopyOf(x)
	for i := range out.RawMatrix().Rows {
		row := out.RawRowView(i)
		if n := floats.Norm(row, 2); n > 0 {
			floats.Scale(1/n, row)
		} else {
			row[0] = 1
		}
	}
	return out
}
