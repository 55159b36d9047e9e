package libm

import (
	"math"
	"testing"
)

var sink float64

func BenchmarkFunctions(b *testing.B) {
	for _, f := range []struct {
		name string
		f    func(float64) float64
	}{
		{"Pow0.37", func(x float64) float64 { return Pow(x, 0.37, 0) }},
		{"math.Pow0.37", func(x float64) float64 { return math.Pow(x, 0.37) }},
		{"Pow20", func(x float64) float64 { return Pow(x, 20, 0) }},
		{"math.Pow20", func(x float64) float64 { return math.Pow(x, 20) }},
		{"Sin", Sin}, {"math.Sin", math.Sin}, {"Cos", Cos}, {"math.Cos", math.Cos}, {"Tan", Tan}, {"math.Tan", math.Tan},
		{"Exp", Exp}, {"math.Exp", math.Exp}, {"Acos", Acos}, {"math.Acos", math.Acos}, {"Cosh", Cosh},
		{"math.Cosh", math.Cosh},
		{"Gamma", Gamma}, {"math.Gamma", math.Gamma},
	} {
		b.Run(f.name, func(b *testing.B) {
			x := make([]float64, 1024)
			for i := range x {
				x[i] = float64(i) / 1024
				if f.name != "Acos" && f.name != "math.Acos" {
					x[i] *= 40
				}
			}
			i := 0
			for b.Loop() {
				sink = f.f(x[i&1023])
				i++
			}
		})
	}
}
