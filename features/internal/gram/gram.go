// Package gram compares kernel matrices with those of features.
package gram

import (
	"context"
	"errors"
	"fmt"
	"math"

	"gonum.org/v1/gonum/blas"
	"gonum.org/v1/gonum/blas/blas64"
	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"krein/internal/parallel"
)

// BlockRows is the number of rows that [Distance] and [DistanceBetween] multiply at once.
const BlockRows = 64

// Matrix returns k(‖x_i−x_j‖) for finite rows of x, and its Frobenius norm. It is an error if k is not
// finite at a distance, or 0 at all.
func Matrix(ctx context.Context, k func(float64) float64, x *mat.Dense) (*mat.Dense, float64, error) {
	_, cols := x.Dims()
	return symmetric(ctx, x, func() func(row []float64, i, j int) error {
		diff := make([]float64, cols)
		return func(row []float64, i, j int) error {
			floats.SubTo(diff, x.RawRowView(i), x.RawRowView(j))
			z := floats.Norm(diff, 2)
			if row[j] = k(z); math.IsNaN(row[j] - row[j]) {
				return fmt.Errorf("features: the kernel is %v at distance %v, between rows of the data; scale the "+
					"data into the kernel's domain", row[j], z)
			}
			return nil
		}
	})
}

// Of is Matrix for a symmetric kernel of two rows.
func Of(ctx context.Context, k func(x, y []float64) float64, x *mat.Dense) (*mat.Dense, float64, error) {
	return symmetric(ctx, x, func() func(row []float64, i, j int) error {
		return func(row []float64, i, j int) error {
			if row[j] = k(x.RawRowView(i), x.RawRowView(j)); math.IsNaN(row[j] - row[j]) {
				return fmt.Errorf("features: the kernel is %v for rows %d and %d of those measured; scale the data into the "+
					"kernel's domain", row[j], i+1, j+1)
			}
			return nil
		}
	})
}

// symmetric fills a symmetric matrix by what begin makes for every row.
func symmetric(ctx context.Context, x *mat.Dense, begin func() func(row []float64, i, j int) error) (*mat.Dense, float64,
	error) {
	n, _ := x.Dims()
	gram := mat.NewDense(n, n, nil)
	err := parallel.Try(ctx, n, func(i int) error {
		entry := begin()
		for j := i; j < n; j++ {
			if err := entry(gram.RawRowView(i), i, j); err != nil {
				return err
			}
		}
		return nil
	})
	if err != nil {
		return nil, 0, err
	}
	for i := range n {
		for j := range i {
			gram.Set(i, j, gram.At(j, i))
		}
	}
	norm := mat.Norm(gram, 2)
	if norm == 0 {
		return nil, 0, errors.New("features: the kernel is 0 between all rows of the data; there is no relative error")
	}
	return gram, norm, nil
}

// Distance returns ‖K − ΦJΦᵀ‖_F for symmetric K, from the blocks on and above the diagonal.
func Distance(gram, phi *mat.Dense, sign []float64) float64 {
	diagonal := func(block int) int { return block }
	return distance(phi, phi, sign, diagonal, func(i, first int, got []float64) float64 {
		exact, sum := gram.RawRowView(i), 0.0
		for j := i; j-first < len(got); j++ {
			e := exact[j] - got[j-first]
			if sum += e * e; j > i {
				sum += e * e // below the diagonal too
			}
		}
		return sum
	})
}

// distance returns the root of the sum of square over the rows of ΦJΨᵀ, those of the block that
// begins in row i from column first(i) on.
func distance(phi, psi *mat.Dense, sign []float64, first func(block int) int,
	square func(row, first int, got []float64) float64) float64 {
	n, columns := phi.Dims()
	m, _ := psi.Dims()
	raw := psi.RawMatrix()
	sums := make([]float64, (n+BlockRows-1)/BlockRows)
	parallel.Blocks(n, BlockRows, func(lo, hi int) {
		signed := make([]float64, (hi-lo)*columns)
		for i := lo; i < hi; i++ {
			floats.MulTo(signed[(i-lo)*columns:(i-lo+1)*columns], phi.RawRowView(i), sign)
		}
		from := first(lo)
		width := m - from
		product := make([]float64, (hi-lo)*width)
		blas64.Gemm(blas.NoTrans, blas.Trans, 1,
			blas64.General{Rows: hi - lo, Cols: columns, Stride: columns, Data: signed},
			blas64.General{Rows: width, Cols: columns, Stride: raw.Stride, Data: raw.Data[from*raw.Stride:]},
			0, blas64.General{Rows: hi - lo, Cols: width, Stride: width, Data: product})
		for i := lo; i < hi; i++ {
			sums[lo/BlockRows] += square(i, from, product[(i-lo)*width:(i-lo+1)*width])
		}
	})
	return math.Sqrt(floats.Sum(sums))
}
