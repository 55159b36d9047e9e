// Package gram compares kernel matrices with those of features.
package gram

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"math"

	"gonum.org/v1/gonum/blas"
	"gonum.org/v1/gonum/blas/blas64"
	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"
)

// Matrix returns k(‖x_i−x_j‖) for finite rows of x, and its Frobenius norm. It is an error if k is not
// finite at a distance, or 0 at all.
func Matrix(ctx context.Context, k func(float64) float64, x *mat.Dense) (*mat.Dense, float64, error) {
	n, cols := x.Dims()
	gram := mat.NewDense(n, n, nil)
	bad := make([]error, n)
	Parallel(n, func() func(lo, hi int) {
		diff := make([]float64, cols)
		return func(lo, hi int) {
			for i := lo; i < hi && ctx.Err() == nil; i++ {
				row := gram.RawRowView(i)
				for j := i; j < n; j++ {
					floats.SubTo(diff, x.RawRowView(i), x.RawRowView(j))
					z := floats.Norm(diff, 2)
					row[j] = k(z)
					if math.IsNaN(row[j]-row[j]) && bad[i] == nil {
						bad[i] = fmt.Errorf("features: the kernel is %v at distance %v, between rows of the data; scale the data into the kernel's domain", row[j], z)
					}
				}
			}
		}
	})
	if err := cmp.Or(append([]error{ctx.Err()}, bad...)...); err != nil {
		return nil, 0, err
	}
	for i := range n {
		for j := range i {
			gram.Set(i, j, gram.At(j, i))
		}
	}
	norm := mat.Norm(gram, 2)
	if norm == 0 {
		return nil, 0, errors.New("features: the kernel is 0 at every distance of the data; there is no relative error")
	}
	return gram, norm, nil
}

// Distance returns ‖K − ΦJΦᵀ‖_F for symmetric K, from the blocks on and above the diagonal.
func Distance(gram, phi *mat.Dense, sign []float64) float64 {
	n, columns := phi.Dims()
	raw := phi.RawMatrix()
	blocks := (n + BlockRows - 1) / BlockRows
	sums := make([]float64, blocks)
	Parallel(n, func() func(lo, hi int) {
		signed := make([]float64, BlockRows*columns)
		product := make([]float64, BlockRows*n)
		return func(lo, hi int) {
			for i := lo; i < hi; i++ {
				floats.MulTo(signed[(i-lo)*columns:(i-lo+1)*columns], phi.RawRowView(i), sign)
			}
			// Columns lo … n−1 of the block's rows.
			width := n - lo
			blas64.Gemm(blas.NoTrans, blas.Trans, 1,
				blas64.General{Rows: hi - lo, Cols: columns, Stride: columns, Data: signed},
				blas64.General{Rows: width, Cols: columns, Stride: raw.Stride, Data: raw.Data[lo*raw.Stride:]},
				0, blas64.General{Rows: hi - lo, Cols: width, Stride: width, Data: product})
			sum := 0.0
			for i := lo; i < hi; i++ {
				exact := gram.RawRowView(i)[lo:]
				got := product[(i-lo)*width : (i-lo+1)*width]
				for j, v := range got {
					e := exact[j] - v
					switch j := j + lo; {
					case j == i:
						sum += e * e
					case j > i:
						sum += 2 * e * e
					}
				}
			}
			sums[lo/BlockRows] = sum
		}
	})
	return math.Sqrt(floats.Sum(sums))
}
