package simd

import (
	"fmt"
	"testing"
	"time"
)

// BenchmarkTransform reports nanoseconds per output, one thread, 96 rows and 512
// columns.
func BenchmarkTransform(b *testing.B) {
	for _, d := range []int{1, 16, 54, 784} {
		benchmarkTransform(b, use64, d)
		benchmarkTransform(b, use32, d)
	}
}

func benchmarkTransform[T Float](b *testing.B, k *kernels[T], d int) {
	b.Run(fmt.Sprintf("%T/d=%d", T(0), d), func(b *testing.B) {
		const rows = 96
		f := random(k, d, 256, false)
		x := numbers[T](rows*d, 1)
		dst := make([]T, rows*f.Columns())
		best := time.Hour
		for b.Loop() {
			start := time.Now()
			f.Transform(dst, f.Columns(), x, d, rows)
			best = min(best, time.Since(start))
		}
		b.ReportMetric(float64(best.Nanoseconds())/float64(len(dst)), "best-ns/output")
	})
}
