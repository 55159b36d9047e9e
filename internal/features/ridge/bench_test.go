package ridge

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"krein/internal/features/basis"
)

// One entry of a map: a projection in R^16 and a function of it.
func BenchmarkColumns(b *testing.B) {
	const d, n, rows = 16, 512, 64
	r := rand.New(rand.NewPCG(1, 2))
	w, x := make([]float64, n*d), make([]float64, rows*d)
	for i := range w {
		w[i] = r.NormFloat64() / 8
	}
	for i := range rows {
		x[i*d] = 1
	}
	dst := make([]float64, rows*n)
	for _, degree := range []int{0, 8, 32, 64} {
		b.Run(fmt.Sprint("degree=", degree), func(b *testing.B) {
			coefficients := make([]float64, degree+1)
			for i := range coefficients {
				coefficients[i] = 1 / float64(i+1)
			}
			c := basis.NewRidge(d, w, basis.NewSeries(d, coefficients), 1, basis.Place{})
			b.ResetTimer()
			for range b.N {
				if c.Transform(dst, n, x, d, rows) >= 0 {
					b.Fatal("a row is bad")
				}
			}
			b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N*rows*n), "ns/entry")
		})
	}
}
