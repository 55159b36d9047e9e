package dataset

import (
	"context"
	"errors"
	"io"
	"math"
	"math/rand/v2"
	"path/filepath"
	"runtime"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"gonum.org/v1/gonum/mat"

	"krein/decompose"
	"krein/features"
	"krein/features/radial"
	"krein/internal/dataio"
	"krein/internal/parallel"
)

// radius is the law of one radius.
type radius float64

func (r radius) Quantile(float64) float64 { return float64(r) }

func newMap(t *testing.T) *features.Map {
	dec := &decompose.Decomposition{Dim: 3, Plus: decompose.Part{Mass: 1, Radii: radius(2)}}
	m, err := features.New(radial.New(dec), &features.Options{Columns: 10})
	require.NoError(t, err)
	return m
}

// rows gives the rows of a matrix, and then an error.
type rows struct {
	x     *mat.Dense
	at    int
	after error
}

func (r *rows) Read(dst []float64) error {
	if n, _ := r.x.Dims(); r.at == n {
		return r.after
	}
	copy(dst, r.x.RawRowView(r.at))
	r.at++
	return nil
}

func data(n int) *mat.Dense {
	r := rand.New(rand.NewPCG(1, 2))
	x := mat.NewDense(n, 3, nil)
	x.Apply(func(int, int, float64) float64 { return r.NormFloat64() }, x)
	return x
}

// Every row is in the file once, in its place, whatever the size of blocks.
func TestRun(t *testing.T) {
	m, x := newMap(t), data(1000)
	want, err := m.Transform(nil, x)
	require.NoError(t, err)
	for _, single := range []bool{false, true} {
		for _, block := range []int{1, 7, 100, 1000, 4096} {
			path := filepath.Join(t.TempDir(), "phi.npy")
			w, err := dataio.Create(path, &dataio.WriterOptions{Columns: 10, Single: single})
			require.NoError(t, err)
			last := 0
			job := Job{Map: m, From: &rows{x: x, after: io.EOF}, To: w, Single: single, Block: block, Done: func(n int) {
				assert.Equal(t, min(last+block, 1000), n)
				last = n
			}}
			n, err := job.Run(t.Context())
			require.NoError(t, err)
			require.NoError(t, w.Commit())
			assert.Equal(t, 1000, n)
			r, err := dataio.Open(path, nil)
			require.NoError(t, err)
			got, err := dataio.ReadAll(t.Context(), r)
			require.NoError(t, err)
			require.NoError(t, r.Close())
			if single {
				assert.True(t, mat.EqualApprox(want, got, 1e-5))
			} else {
				assert.True(t, mat.Equal(want, got))
			}
		}
	}
}

// The first error ends the job: of the source, of a row, of the file, of the context.
func TestRunErrors(t *testing.T) {
	m := newMap(t)
	run := func(ctx context.Context, from Source, block int) error {
		w, err := dataio.Create(filepath.Join(t.TempDir(), "phi.csv"), &dataio.WriterOptions{Columns: 10})
		require.NoError(t, err)
		defer w.Abort()
		job := Job{Map: m, From: from, To: w, Block: block, Done: func(int) {}}
		_, err = job.Run(ctx)
		return err
	}
	bad := data(1000)
	bad.Set(555, 1, math.NaN())
	for _, block := range []int{1, 100, 4096} {
		gone := errors.New("gone")
		assert.ErrorIs(t, run(t.Context(), &rows{x: data(1000), after: gone}, block), gone)
		assert.ErrorContains(t, run(t.Context(), &rows{x: bad, after: gone}, block), "column 2 is NaN")
		ctx, cancel := context.WithCancel(t.Context())
		cancel()
		assert.ErrorIs(t, run(ctx, &rows{x: data(1000), after: io.EOF}, block), context.Canceled)

		out := &full{room: 5000}
		w, err := dataio.Create("-", &dataio.WriterOptions{Columns: 10, Stdout: out})
		require.NoError(t, err)
		job := Job{Map: m, From: &endless{}, To: w, Block: block, Done: func(int) {}}
		_, err = job.Run(t.Context())
		assert.ErrorIs(t, err, io.ErrShortWrite)
	}
}

// endless gives rows for ever.
type endless struct{}

func (*endless) Read(dst []float64) error { clear(dst); return nil }

// full takes so many bytes.
type full struct{ room int }

func (f *full) Write(p []byte) (int, error) {
	if f.room -= len(p); f.room < 0 {
		return 0, io.ErrShortWrite
	}
	return len(p), nil
}

// wild panics after some calls.
type wild struct{ after int }

func (w *wild) call() {
	if w.after--; w.after < 0 {
		panic("wild")
	}
}

func (w *wild) Read(dst []float64) error { w.call(); clear(dst); return nil }

func (w *wild) Write(p []byte) (int, error) { w.call(); return len(p), nil }

// A panic of what reads, transforms, writes or is told comes to the caller, and leaves no goroutine.
func TestPanics(t *testing.T) {
	before := runtime.NumGoroutine()
	for _, block := range []int{1, 100} {
		for _, where := range []string{"reads", "transforms", "writes", "told"} {
			job := Job{Map: newMap(t), From: &endless{}, Block: block, Done: func(int) {}}
			var out io.Writer = io.Discard
			switch where {
			case "reads":
				job.From = &wild{after: 250}
			case "transforms":
				job.Map = &features.Map{} // there is no matrix without columns
			case "writes":
				out = &wild{after: 3}
			case "told":
				w := &wild{after: 3}
				job.Done = func(int) { w.call() }
			}
			w, err := dataio.Create("-", &dataio.WriterOptions{Columns: 10, Stdout: out})
			require.NoError(t, err)
			job.To = w
			var caught parallel.Catcher
			caught.Do(func() { _, err = job.Run(t.Context()) })
			assert.Panics(t, caught.Rethrow, "%s, %d rows at a time", where, block)
		}
	}
	for end := time.Now().Add(5 * time.Second); runtime.NumGoroutine() > before && time.Now().Before(end); {
		time.Sleep(time.Millisecond)
	}
	assert.LessOrEqual(t, runtime.NumGoroutine(), before)
}
