package main

import (
	"math"
	"testing"

	"github.com/stretchr/testify/assert"
	"gonum.org/v1/gonum/integrate/quad"

	"krein/internal/special/double"
)

// Integration by parts gives the integrals of powers, and the series are those of the kernels.
func TestSeries(t *testing.T) {
	for m := range 8 {
		for _, d := range []float64{2, 5} {
			want := quad.Fixed(func(z float64) float64 {
				v, _ := double.LambdaValue(d, 3*z)
				return math.Pow(1-z*z/2, float64(m)) * math.Pow(z, d-1) * v
			}, 0, 2, 80, nil, 0)
			assert.InDelta(t, want, power(m, d, 3), 1e-10, "%d %v", m, d)
		}
	}
	for _, k := range arccosines {
		u := 0.4
		sum := 0.0
		for m, c := range k.series(20) {
			sum += c * math.Pow(u, float64(m))
		}
		assert.InDelta(t, k.at(math.Acos(u)), sum, 1e-12, k.name)
		assert.InDelta(t, 0, k.at(math.Pi), 1e-15, k.name)
		a := k.series(10)
		by := 0.0
		for m, c := range a {
			by += c * power(m, 4, 2)
		}
		exact := k.measure(4, 2)
		assert.InDelta(t, exact, by, 0.02*math.Abs(exact), k.name)
	}
}

// Where the paper has one term, the function jumps at z = 2, by what is known in closed form; more terms jump less.
func TestSeriesTable(t *testing.T) {
	l, dir := measured(t, &seed002, "^series")
	jump := func(kernel, size string) float64 {
		return l.book.find(key{"series", kernel, "every d", seriesJump, size}).Mean
	}
	assert.InDelta(t, 0.5-1/math.Pi, jump("arccos0", "N = 1"), 1e-15)
	assert.InDelta(t, 2/math.Pi-0.5, jump("arccos1", "N = 1"), 1e-15)
	assert.Less(t, jump("arccos0", "N = 10"), jump("arccos0", "N = 5"))
	assert.Positive(t, jump("arccos1", "N = 10"))
	expect(t, pageOf(t, dir, "seed002"), "| arccos0 | every d | "+seriesJump+" | 0.1817 |")
}
