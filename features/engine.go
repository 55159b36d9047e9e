package features

import (
	"fmt"
	"math"
	"runtime"
	"sync"
	"sync/atomic"

	"krein/internal/simd"
)

// batchRows is the number of rows that a worker takes at a time.
const batchRows = 96

// engine computes a map's columns in one floating-point type.
type engine[T simd.Float] struct {
	dim      int
	constant bool // there is the column of frequency 0,
	origin   T    // and this is in it
	waves    *simd.Fourier[T]
	jobs     sync.Pool
}

// newEngine lays out the frequencies, component j of frequency i being w(j, i).
func newEngine[T simd.Float](m *Map, w func(j, i int) float64) *engine[T] {
	e := &engine[T]{dim: m.dim, constant: m.origin != 0, origin: T(math.Sqrt(math.Abs(m.origin)))}
	if all := m.n[0] + m.n[1]; all > 0 {
		frequencies := make([]T, m.dim*all)
		amplitudes := make([]T, all)
		var phases []T
		for i := range all {
			for j := range m.dim {
				frequencies[j*all+i] = T(w(j, i))
			}
			if i < m.n[0] {
				amplitudes[i] = T(m.amplitude[0])
			} else {
				amplitudes[i] = T(m.amplitude[1])
			}
		}
		for _, v := range m.phase {
			phases = append(phases, T(v))
		}
		e.waves = simd.New(m.dim, frequencies, amplitudes, phases)
	}
	e.jobs.New = func() any {
		j := &job[T]{engine: e}
		j.work = func() { defer j.done.Done(); j.blocks() }
		return j
	}
	return e
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
	j.blocks()
	j.done.Wait()
	j.dst, j.x = nil, nil
	if bad := int(j.bad.Load()); bad < rows {
		return e.complaint(x[bad*xStride:], bad)
	}
	return nil
}

// complaint says what is wrong with row number row, from 0.
func (e *engine[T]) complaint(x []T, row int) error {
	for j, v := range x[:e.dim] {
		if !finite(float64(v)) {
			return notFinite(row, j, float64(v))
		}
	}
	return fmt.Errorf("features: row %d is so large that its product with a frequency overflows; scale the data", row+1)
}

// notFinite is the error for an entry of the data, counted from 0.
func notFinite(row, column int, v float64) error {
	return fmt.Errorf("features: row %d, column %d is %v; remove the row or fill the value in", row+1, column+1, v)
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

func (j *job[T]) blocks() {
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
	if j.constant {
		for i := range rows {
			dst[i*j.dstStride] = j.origin
		}
		dst = dst[1:]
	}
	if j.waves != nil {
		return j.waves.Transform(dst, j.dstStride, x, j.xStride, rows)
	}
	for i := range rows {
		for _, v := range x[i*j.xStride:][:j.dim] {
			if !finite(float64(v)) {
				return i
			}
		}
	}
	return -1
}
