package quad

import (
	"context"
	"fmt"
	"testing"

	"krein/ball"
)

func BenchmarkIntegrate(b *testing.B) {
	for _, c := range []struct {
		name string
		f    Func
		end  int64
	}{
		{"1÷(1+x²)", reciprocalSquare(1), 1},
		{"exp(−x²)", expMinusSquare, 3},
		{"cos100x", cosine(100, false), 1},
		{"cos100x-majorant", cosine(100, true), 1},
		{"√x", root, 1},
	} {
		for _, bits := range []uint{100, 333} {
			b.Run(fmt.Sprintf("%s/%d", c.name, bits), func(b *testing.B) {
				b.ReportAllocs()
				var z ball.Real
				for b.Loop() {
					r := Integrate(context.Background(), &z, c.f, new(ball.Real), realOf(c.end), &Settings{Bits: bits, Workers: 1})
					if r.Status != Converged {
						b.Fatal(r)
					}
				}
			})
		}
	}
}

// BenchmarkArb has the integrals of bench/arb/integral.c; quad gives 100 bits of each, relative.
func BenchmarkArb(b *testing.B) {
	for _, c := range []struct {
		name string
		f    Func
		end  *ball.Real
	}{
		{"agnesi/100", reciprocalSquare(1), realOf(1)},
		{"root/100", root, realOf(1)},
		{"kernel5/100", arcCosine(5), halfPi(new(ball.Real))},
		{"kernel40/100", arcCosine(40), halfPi(new(ball.Real))},
	} {
		b.Run(c.name, func(b *testing.B) {
			b.ReportAllocs()
			var z ball.Real
			for b.Loop() {
				r := Integrate(context.Background(), &z, c.f, new(ball.Real), c.end, &Settings{Bits: 100, Workers: 1})
				if r.Status != Converged || z.RelAccuracyBits() < 99 {
					b.Fatal(r, &z)
				}
			}
		})
	}
}
