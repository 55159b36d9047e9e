package features

import (
	"fmt"
	"math"
	"runtime"
	"sync"
	"sync/atomic"

	"gonum.org/v1/gonum/blas/blas64"
	"gonum.org/v1/gonum/mat"
)

// blockRows is the number of rows that one worker projects at a time.
const blockRows = 64

// Transform stores Φ, one row of features per row of x, in dst and returns it. x is n×Dim
// and dst n×Columns; if dst is nil or empty it is allocated. Rows are computed in parallel;
// the bits depend neither on GOMAXPROCS nor on which rows are passed together.
//
// Transform panics with mat.ErrShape if the shapes do not match. It returns an error that
// names row and column (from 1) of the first NaN or infinite entry of x, or the row whose
// inner product with a frequency overflows; dst then holds nothing of use.
func (m *Map) Transform(dst *mat.Dense, x mat.Matrix) (*mat.Dense, error) {
	rows, cols := x.Dims()
	if cols != m.dim {
		panic(mat.ErrShape)
	}
	columns := m.Columns()
	switch {
	case columns == 0:
		return nil, fmt.Errorf("features: the kernel is zero, its map has no columns")
	case dst == nil:
		dst = mat.NewDense(rows, columns, nil)
	case dst.IsEmpty():
		dst.ReuseAs(rows, columns)
	default:
		if r, c := dst.Dims(); r != rows || c != columns {
			panic(mat.ErrShape)
		}
	}
	out := dst.RawMatrix()
	var first rowError
	parallelBlocks(rows, func() func(lo, hi int) {
		work := m.newWorkspace(min(rows, blockRows))
		return func(lo, hi int) {
			for i := lo; i < hi; i++ {
				mat.Row(work.x[(i-lo)*m.dim:(i-lo+1)*m.dim], i, x)
			}
			err := m.transform(work, hi-lo, func(i int) []float64 {
				return out.Data[(lo+i)*out.Stride : (lo+i)*out.Stride+columns]
			})
			first.keep(lo, err)
		}
	})
	if first.err != nil {
		return nil, first.err.at(first.row)
	}
	return dst, nil
}

// TransformRow stores the features of one point x in dst and returns it: the streaming
// form of Transform, with the same bits. x has length Dim and dst length Columns or nil.
// It panics if a length does not match and returns an error as Transform does, row 1.
func (m *Map) TransformRow(dst, x []float64) ([]float64, error) {
	if len(x) != m.dim {
		panic(mat.ErrShape)
	}
	if dst == nil {
		dst = make([]float64, m.Columns())
	}
	if len(dst) != m.Columns() {
		panic(mat.ErrShape)
	}
	work := m.newWorkspace(1)
	copy(work.x, x)
	if err := m.transform(work, 1, func(int) []float64 { return dst }); err != nil {
		return nil, err.at(0)
	}
	return dst, nil
}

// ComplexTransform is the complex reading of the papers: the columns with signature −1
// are multiplied by i, so that K ≈ Z·Zᵀ with the plain transpose. Shapes, panics and
// errors are those of Transform.
func (m *Map) ComplexTransform(dst *mat.CDense, x mat.Matrix) (*mat.CDense, error) {
	if dst != nil && !dst.IsEmpty() {
		r, c := dst.Dims()
		if rows, _ := x.Dims(); r != rows || c != m.Columns() {
			panic(mat.ErrShape)
		}
	}
	phi, err := m.Transform(nil, x)
	if err != nil {
		return nil, err
	}
	rows, columns := phi.Dims()
	switch {
	case dst == nil:
		dst = mat.NewCDense(rows, columns, nil)
	case dst.IsEmpty():
		dst.ReuseAs(rows, columns)
	}
	sign := m.Signature()
	for i := range rows {
		for j, v := range phi.RawRowView(i) {
			z := complex(v, 0)
			if sign[j] < 0 {
				z = complex(0, v)
			}
			dst.Set(i, j, z)
		}
	}
	return dst, nil
}

// workspace holds a block of rows and their projections.
type workspace struct{ x, p []float64 }

func (m *Map) newWorkspace(rows int) *workspace {
	return &workspace{
		x: make([]float64, rows*m.dim),
		p: make([]float64, rows*(m.n[0]+m.n[1])),
	}
}

// transform maps the first rows of work.x; out(i) is where row i goes.
func (m *Map) transform(work *workspace, rows int, out func(i int) []float64) *badRow {
	for i := range rows {
		for j, v := range work.x[i*m.dim : (i+1)*m.dim] {
			if !finite(v) {
				return &badRow{row: i, column: j, value: v}
			}
		}
	}
	all := m.n[0] + m.n[1]
	if all > 0 {
		projector(
			blas64.General{Rows: rows, Cols: all, Stride: all, Data: work.p},
			blas64.General{Rows: rows, Cols: m.dim, Stride: m.dim, Data: work.x},
			m.w)
	}
	for i := range rows {
		dst := out(i)
		if m.origin != 0 {
			dst[0], dst = math.Sqrt(math.Abs(m.origin)), dst[1:]
		}
		row := work.p[i*all : (i+1)*all]
		for k, v := range row {
			if !finite(v) {
				return &badRow{row: i, column: -1}
			}
			a := m.amplitude[0]
			if k >= m.n[0] {
				a = m.amplitude[1]
			}
			if m.kind == RandomPhase {
				dst[k] = a * math.Cos(v+m.phase[k])
				continue
			}
			s, c := math.Sincos(v)
			dst[2*k], dst[2*k+1] = a*c, a*s
		}
	}
	return nil
}

// badRow says where the data of a block are not finite; column −1 is an overflow.
type badRow struct {
	row, column int
	value       float64
}

func (b *badRow) at(first int) error {
	row := first + b.row + 1
	if b.column < 0 {
		return fmt.Errorf("features: row %d is so large that its product with a frequency overflows; scale the data", row)
	}
	return fmt.Errorf("features: row %d, column %d is %v; remove the row or fill the value in", row, b.column+1, b.value)
}

// rowError keeps the error of the earliest block.
type rowError struct {
	mu  sync.Mutex
	row int
	err *badRow
}

func (e *rowError) keep(row int, err *badRow) {
	if err == nil {
		return
	}
	e.mu.Lock()
	defer e.mu.Unlock()
	if e.err == nil || row < e.row {
		e.row, e.err = row, err
	}
}

// parallelBlocks calls the functions that worker returns, one per goroutine, on blocks of
// [0, n), all of them once.
func parallelBlocks(n int, worker func() func(lo, hi int)) {
	blocks := (n + blockRows - 1) / blockRows
	workers := min(runtime.GOMAXPROCS(0), blocks)
	var next atomic.Int64
	run := func() {
		do := worker()
		for {
			b := int(next.Add(1)) - 1
			if b >= blocks {
				return
			}
			do(b*blockRows, min(n, (b+1)*blockRows))
		}
	}
	if workers <= 1 {
		run()
		return
	}
	var wg sync.WaitGroup
	for range workers {
		wg.Go(run)
	}
	wg.Wait()
}
