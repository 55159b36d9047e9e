package features

import (
	"fmt"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"gonum.org/v1/gonum/blas/blas32"
	"gonum.org/v1/gonum/mat"
)

// BenchmarkEntries reports the nanoseconds per entry of Φ of the best repetition, 1000
// rows and 512 columns: what bench/sklearn/run.sh compares.
func BenchmarkEntries(b *testing.B) {
	const rows = 1000
	for _, d := range []int{16, 54, 784} {
		m, err := New(Fourier(gaussian(d, 1)), &Options{Columns: 512})
		require.NoError(b, err)
		require.Equal(b, 512, m.Columns())
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
		b.Run(fmt.Sprintf("d=%d/float64", d), func(b *testing.B) {
			dst := mat.NewDense(rows, m.Columns(), nil)
			best(b, func() error {
				_, err := m.Transform(dst, x)
				return err
			})
		})
		b.Run(fmt.Sprintf("d=%d/float32", d), func(b *testing.B) {
			dst := blas32.General{Rows: rows, Cols: m.Columns(), Stride: m.Columns(), Data: make([]float32, rows*m.Columns())}
			in := narrow(x)
			best(b, func() error { return m.Transform32(dst, in) })
		})
	}
}
