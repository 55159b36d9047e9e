package radial

import (
	"fmt"
	"testing"
	"time"

	"krein/features"

	"github.com/stretchr/testify/require"
	"gonum.org/v1/gonum/blas/blas32"
	"gonum.org/v1/gonum/mat"
)

// BenchmarkEntries reports the nanoseconds per entry of Φ of the best repetition, 1000
// rows: what bench/sklearn/run.sh compares.
func BenchmarkEntries(b *testing.B) {
	for _, c := range []struct {
		d, columns int
		coupling   features.Coupling
	}{{16, 512, features.IID}, {54, 512, features.IID}, {784, 512, features.IID}, {784, 16384, features.Structured}} {
		name := fmt.Sprintf("d=%d", c.d)
		if c.coupling != features.IID {
			name += fmt.Sprintf(",columns=%d,%v", c.columns, c.coupling)
		}
		b.Run(name, func(b *testing.B) {
			benchmarkEntries(b, c.d, &features.Options{Columns: c.columns, Coupling: c.coupling})
		})
	}
}

func benchmarkEntries(b *testing.B, d int, opt *features.Options) {
	const rows = 1000
	m, err := features.New(New(gaussian(d, 1)), opt)
	require.NoError(b, err)
	require.Equal(b, opt.Columns, m.Columns())
	x := data(rows, d, 1)
	best := func(b *testing.B, transform func() error) {
		least := time.Hour
		for b.Loop() {
			start := time.Now()
			if err := transform(); err != nil {
				b.Fatal(err)
			}
			least = min(least, time.Since(start))
		}
		b.ReportMetric(float64(least.Nanoseconds())/float64(rows*m.Columns()), "best-ns/entry")
	}
	b.Run("float64", func(b *testing.B) {
		dst := mat.NewDense(rows, m.Columns(), nil)
		best(b, func() error {
			_, err := m.Transform(dst, x)
			return err
		})
	})
	b.Run("float32", func(b *testing.B) {
		dst := blas32.General{Rows: rows, Cols: m.Columns(), Stride: m.Columns(), Data: make([]float32, rows*m.Columns())}
		in := narrow(x)
		best(b, func() error { return m.Transform32(dst, in) })
	})
}
