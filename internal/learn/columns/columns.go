// Package columns keeps those of many columns that tell most about labels.
package columns

import (
	"cmp"
	"slices"

	"gonum.org/v1/gonum/blas/blas64"
	"gonum.org/v1/gonum/mat"

	"krein/learn"
)

// blockRows is how many rows SumsOfSquares reads at a time.
const blockRows = 256

// SumsOfSquares returns those of the columns of x. Errors are those of x.
func SumsOfSquares(x learn.Rows) ([]float64, error) {
	rows, c := x.Dims()
	squares := make([]float64, c)
	buffer := make([]float64, min(rows, blockRows)*c)
	for from := 0; from < rows; from += blockRows {
		n := min(blockRows, rows-from)
		b, err := x.Block(blas64.General{Rows: n, Cols: c, Stride: c, Data: buffer[:n*c]}, from)
		if err != nil {
			return nil, err
		}
		for i := range n {
			for j, v := range b.Data[i*b.Stride:][:c] {
				squares[j] += v * v
			}
		}
	}
	return squares, nil
}

// Strongest returns the n columns that weigh most in l, in ascending order: those of the greatest Σ_o w_oj² Σ_i x_ij²,
// with the rows that l was fitted to; of equals the first. Scaling a column, and its weight the other way, changes
// nothing. To keep these and to fit anew is one step of recursive feature elimination, whose criterion is w_j² for
// columns of one scale (I. Guyon, J. Weston, S. Barnhill, V. Vapnik, Gene selection for cancer classification using
// support vector machines, 2002). Labels have a part in the choice: rows that are to judge a machine on these columns,
// those of a fold too, must have had none in it.
//
// All columns are returned if there are no more than n. It panics with mat.ErrShape if x has another number of columns
// than the weights, and with a string if n < 1. Errors are those of x.
func Strongest(l *learn.Linear, x learn.Rows, n int) ([]int, error) {
	outputs, c := l.Weights.Dims()
	if _, width := x.Dims(); width != c {
		panic(mat.ErrShape)
	}
	if n < 1 {
		panic("columns: none are to be kept")
	}
	squares, err := SumsOfSquares(x)
	if err != nil {
		return nil, err
	}
	share, order := make([]float64, c), make([]int, c)
	for o := range outputs {
		for j, w := range l.Weights.RawRowView(o) {
			share[j] += w * w * squares[j]
		}
	}
	for j := range order {
		order[j] = j
	}
	slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(share[b], share[a]) })
	order = order[:min(n, c)]
	slices.Sort(order)
	return order, nil
}

// Pick returns T with some of its columns, in the order in which they are named.
func Pick(c *learn.Canonical, some []int) *learn.Canonical {
	kept := &learn.Canonical{By: Of(c.By, some)}
	for _, j := range some {
		kept.Values = append(kept.Values, c.Values[j])
	}
	return kept
}

// Of copies some columns of x.
func Of(x *mat.Dense, some []int) *mat.Dense {
	rows, _ := x.Dims()
	out := mat.NewDense(rows, len(some), nil)
	for i := range rows {
		from, to := x.RawRowView(i), out.RawRowView(i)
		for at, j := range some {
			to[at] = from[j]
		}
	}
	return out
}
