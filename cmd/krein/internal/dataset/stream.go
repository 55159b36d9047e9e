package dataset

import (
	"context"
	"fmt"
	"io"
	"math"

	"gonum.org/v1/gonum/blas/blas32"
	"gonum.org/v1/gonum/mat"

	"krein/features"
	"krein/internal/dataio"
	"krein/internal/parallel"
)

// Source gives rows, io.EOF after the last.
type Source interface {
	Read(dst []float64) error
}

// Job says what is transformed, and how.
type Job struct {
	Map    *features.Map
	From   Source
	To     *dataio.Writer
	Single bool           // in float32
	Block  int            // rows at a time; a few blocks are in memory
	Done   func(rows int) // is told how many rows have been written
	Label  func() string  // the label of the row that was read last; nil: rows have none
}

// block is some rows and their features, in float64 or in float32.
type block struct {
	first, rows int
	labels      []string
	x, phi      []float64
	x32, phi32  []float32
	err         error // comes behind the rows
}

// blocks is how many there are: one is read, one transformed, one written.
const blocks = 3

// Run does the job and returns the number of rows. It has stopped reading when it returns, or panics for one of its
// goroutines.
func (j *Job) Run(ctx context.Context) (rows int, err error) {
	ctx, cancel := context.WithCancelCause(ctx)
	free, read := make(chan *block, blocks), make(chan *block, blocks)
	ready, written := make(chan *block, blocks), make(chan error, 1)
	for range blocks {
		free <- j.newBlock()
	}
	var caught parallel.Catcher
	go func() {
		defer close(read)
		caught.Do(func() { j.read(ctx, free, read) })
	}()
	go func() {
		var err error
		for b := range ready {
			if err == nil {
				err = caught.Try(func() error {
					err := j.write(b)
					if err == nil {
						j.Done(b.first + b.rows)
					}
					return err
				})
				if err != nil {
					cancel(err)
				}
			}
			free <- b
		}
		written <- err
	}()
	for b := range read {
		if err != nil {
			continue // whatever has been read before the reader stops
		}
		if err = caught.Try(func() error { return j.transform(b) }); err == nil {
			err = b.err
		}
		if err != nil {
			cancel(err)
			continue
		}
		rows = b.first + b.rows
		ready <- b
	}
	close(ready)
	if failed := <-written; err == nil {
		err = failed
	}
	if err == nil {
		err = context.Cause(ctx)
	}
	cancel(nil)
	caught.Rethrow()
	return rows, err
}

func (j *Job) newBlock() *block {
	d, columns := j.Map.Dim(), j.Map.Columns()
	b := &block{x: make([]float64, j.Block*d)}
	if j.Single {
		b.x32, b.phi32 = make([]float32, j.Block*d), make([]float32, j.Block*columns)
	} else {
		b.phi = make([]float64, j.Block*columns)
	}
	return b
}

// read fills blocks until the end, an error, or the end of ctx.
func (j *Job) read(ctx context.Context, free <-chan *block, read chan<- *block) {
	d := j.Map.Dim()
	for first := 0; ; {
		var b *block
		select {
		case b = <-free:
		case <-ctx.Done():
			return
		}
		if ctx.Err() != nil {
			return
		}
		b.first, b.rows, b.labels, b.err = first, 0, b.labels[:0], nil
		for b.rows < j.Block {
			if b.err = j.From.Read(b.x[b.rows*d : (b.rows+1)*d]); b.err != nil {
				break
			}
			b.rows++
			if j.Label != nil {
				b.labels = append(b.labels, j.Label())
			}
		}
		if j.Single {
			for i, v := range b.x[:b.rows*d] {
				if b.x32[i] = float32(v); math.Abs(v) > math.MaxFloat32 {
					b.rows, b.err = i/d, fmt.Errorf("row %d, column %d: %v is outside the range of float32: leave ,dtype=float32 out",
						first+i/d+1, i%d+1, v)
					break
				}
			}
		}
		first += b.rows
		end := b.err != nil
		if b.err == io.EOF {
			b.err = nil
		}
		if b.rows > 0 || b.err != nil {
			read <- b
		}
		if end {
			return
		}
	}
}

func (j *Job) transform(b *block) error {
	if b.rows == 0 {
		return nil
	}
	d, columns := j.Map.Dim(), j.Map.Columns()
	var err error
	if j.Single {
		err = j.Map.Transform32(
			blas32.General{Rows: b.rows, Cols: columns, Stride: columns, Data: b.phi32[:b.rows*columns]},
			blas32.General{Rows: b.rows, Cols: d, Stride: d, Data: b.x32[:b.rows*d]})
	} else {
		_, err = j.Map.Transform(mat.NewDense(b.rows, columns, b.phi[:b.rows*columns]),
			mat.NewDense(b.rows, d, b.x[:b.rows*d]))
	}
	if err != nil {
		return fmt.Errorf("in the block of rows from %d on: %w", b.first+1, err)
	}
	return nil
}

func (j *Job) write(b *block) error {
	n := b.rows * j.Map.Columns()
	if j.Single {
		return j.To.WriteLabelled32(b.labels, b.phi32[:n])
	}
	return j.To.WriteLabelled(b.labels, b.phi[:n])
}
