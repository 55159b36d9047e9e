package fitted

import (
	"fmt"
	"math"
	"runtime"
	"sync"
	"sync/atomic"

	"gonum.org/v1/gonum/mat"

	"krein/internal/simd"
)

// batchRows is the number of rows that a worker takes at a time.
const batchRows = 96

// engine computes a map's columns in one floating-point type.
type engine[T simd.Float] struct {
	dim     int
	blocks  []Block[T]
	checked bool // a block says which rows are not finite
	jobs    sync.Pool
}

// newEngine returns the engine with the columns of the blocks, in their order.
func newEngine[T simd.Float](dim int, blocks []Block[T]) *engine[T] {
	e := &engine[T]{dim: dim, blocks: blocks}
	for _, b := range blocks {
		switch b.(type) {
		case *simd.Fourier[T], *simd.Structured[T]:
			e.checked = true
		}
	}
	e.jobs.New = func() any {
		j := &job[T]{engine: e}
		j.work = func() { defer j.done.Done(); j.rowBlocks() }
		return j
	}
	return e
}

// constant is a column with one value.
type constant[T simd.Float] struct{ value T }

// Single returns the column in float32.
func (c constant[T]) Single() Block[float32] { return constant[float32]{float32(c.value)} }

// Columns returns 1.
func (c constant[T]) Columns() int { return 1 }

// Transform stores the value.
func (c constant[T]) Transform(dst []T, dstStride int, _ []T, _, rows int) int {
	for i := range rows {
		dst[i*dstStride] = c.value
	}
	return -1
}

// transform maps rows rows of x; the strides are the distances of the beginnings of rows.
func (e *engine[T]) transform(dst []T, dstStride int, x []T, xStride, rows int) error {
	j := e.jobs.Get().(*job[T])
	defer e.jobs.Put(j)
	j.dst, j.dstStride, j.x, j.xStride, j.rows = dst, dstStride, x, xStride, rows
	j.next.Store(0)
	j.bad.Store(int64(rows))
	workers := min(runtime.GOMAXPROCS(0), (rows+batchRows-1)/batchRows)
	for range workers - 1 {
		j.done.Add(1)
		go j.work()
	}
	j.rowBlocks()
	j.done.Wait()
	j.dst, j.x = nil, nil
	if bad := int(j.bad.Load()); bad < rows {
		return e.complaint(x[bad*xStride:], bad)
	}
	return nil
}

// complaint says what is wrong with row number row, from 0.
func (e *engine[T]) complaint(x []T, row int) error {
	if err := notFinite(x[:e.dim], row); err != nil {
		return err
	}
	point := make([]float64, e.dim)
	for j := range point {
		point[j] = float64(x[j])
	}
	if err := refuse(e.blocks, point); err != nil {
		return fmt.Errorf("features: row %d %w", row+1, err)
	}
	return fmt.Errorf("features: row %d is so large that its product with a frequency overflows; scale the data", row+1)
}

// notFinite returns the error for the first entry of row number row, from 0, that is not finite, nil if all are.
func notFinite[T simd.Float](x []T, row int) error {
	for j, v := range x {
		if !finite(float64(v)) {
			return fmt.Errorf("features: row %d, column %d is %v; remove the row or fill the value in", row+1, j+1, float64(v))
		}
	}
	return nil
}

// Finite returns Transform's error for the first entry of x that is not finite, nil if all are.
func Finite(x *mat.Dense) error {
	rows, _ := x.Dims()
	for i := range rows {
		if err := notFinite(x.RawRowView(i), i); err != nil {
			return err
		}
	}
	return nil
}

// job is one transformation, whose blocks several goroutines take. It is used again, so
// that nothing is allocated for a batch.
type job[T simd.Float] struct {
	*engine[T]
	work                     func()
	dst, x                   []T
	dstStride, xStride, rows int
	next                     atomic.Int64 // row of the next block
	bad                      atomic.Int64 // the first row that is not finite
	done                     sync.WaitGroup
}

func (j *job[T]) rowBlocks() {
	for {
		lo := int(j.next.Add(batchRows)) - batchRows
		if lo >= j.rows {
			return
		}
		bad := j.block(j.dst[lo*j.dstStride:], j.x[lo*j.xStride:], min(batchRows, j.rows-lo))
		for bad >= 0 {
			old := j.bad.Load()
			if old <= int64(lo+bad) || j.bad.CompareAndSwap(old, int64(lo+bad)) {
				break
			}
		}
	}
}

// block returns the first row that is not finite, or −1.
func (j *job[T]) block(dst, x []T, rows int) int {
	bad := -1
	if !j.checked {
		bad = firstBad(x, j.xStride, j.dim, rows)
	}
	for _, b := range j.engine.blocks {
		if at := b.Transform(dst, j.dstStride, x, j.xStride, rows); at >= 0 && (bad < 0 || at < bad) {
			bad = at
		}
		dst = dst[min(b.Columns(), len(dst)):]
	}
	return bad
}

// firstBad returns the first row of x that is not finite, or −1.
func firstBad[T simd.Float](x []T, stride, dim, rows int) int {
	for i := range rows {
		for _, v := range x[i*stride:][:dim] {
			if !finite(float64(v)) {
				return i
			}
		}
	}
	return -1
}

// finite reports that v is neither NaN nor infinite.
func finite(v float64) bool { return !math.IsNaN(v - v) }
