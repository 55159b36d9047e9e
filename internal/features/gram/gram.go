// Package gram compares kernel matrices with those of features.
package gram

import (
	"context"
	"errors"
	"fmt"
	"math"
	"slices"
	"sync"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"krein/internal/parallel"
	"krein/internal/simd"
)

// blockColumns is how many columns of ΦJΨᵀ are computed at a time.
const blockColumns = 64

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

// Distance returns ‖K − ΦJΦᵀ‖_F for symmetric K, from the entries on and above the diagonal.
func Distance(gram, phi *mat.Dense, sign []float64) float64 {
	last := func(_, end int) int { return end }
	return distance(phi, phi, sign, last, func(i, first int, got []float64) float64 {
		exact, sum := gram.RawRowView(i), 0.0
		for j := max(i, first); j-first < len(got); j++ {
			e := exact[j] - got[j-first]
			if sum += e * e; j > i {
				sum += e * e // below the diagonal too
			}
		}
		return sum
	})
}

// distance returns the root of the sum of square over the rows of ΦJΨᵀ: blocks of its columns, of each as many rows as
// rows returns.
func distance(phi, psi *mat.Dense, sign []float64, rows func(all, end int) int,
	square func(row, first int, got []float64) float64) float64 {
	n, _ := phi.Dims()
	m, _ := psi.Dims()
	raw := phi.RawMatrix()
	sums := make([]float64, (m+blockColumns-1)/blockColumns)
	parallel.Blocks(m, blockColumns, func(lo, hi int) {
		b, _ := blocks.Get().(*block)
		if b == nil {
			b = new(block)
		}
		defer blocks.Put(b)
		b.lay(psi, lo, hi, sign)
		b.by.Each(raw.Data, raw.Stride, rows(n, hi), func(i int, got []float64) bool {
			sums[lo/blockColumns] += square(i, lo, got)
			return true
		})
	})
	return math.Sqrt(floats.Sum(sums))
}

// block is memory for some columns of JΨᵀ, small enough for the cache.
type block struct {
	transposed []float64
	by         *simd.Products[float64]
}

var blocks sync.Pool

// lay lays the columns of the rows from lo to hi out.
func (b *block) lay(psi *mat.Dense, lo, hi int, sign []float64) {
	n := hi - lo
	b.transposed = slices.Grow(b.transposed[:0], len(sign)*n)[:len(sign)*n]
	for j := range n {
		for k, v := range psi.RawRowView(lo + j) {
			b.transposed[k*n+j] = sign[k] * v
		}
	}
	if b.by == nil {
		b.by = simd.NewProducts(len(sign), b.transposed)
		return
	}
	b.by.Lay(len(sign), n, b.transposed, n)
}
