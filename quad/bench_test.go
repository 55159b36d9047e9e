package quad

import (
	"context"
	"fmt"
	"math/big"
	"testing"

	"krein/ball"
)

func BenchmarkIntegrate(b *testing.B) {
	for _, c := range []struct {
		name string
		f    Integrand
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
	zero, half := new(big.Rat), big.NewRat(1, 2)
	for _, c := range []struct {
		name  string
		f     Integrand
		end   int64
		alpha *big.Rat
	}{
		{"agnesi/100", reciprocalSquare(1), 1, zero},
		{"root/100", root, 1, zero},
		{"kernel5/100", arcCosine{5}, 2, half},
		{"kernel40/100", arcCosine{40}, 2, half},
	} {
		b.Run(c.name, func(b *testing.B) {
			b.ReportAllocs()
			var z ball.Real
			for b.Loop() {
				r := IntegrateAlgebraic(context.Background(), &z, c.f, new(ball.Real), realOf(c.end), c.alpha, zero, &Settings{Bits: 100, Workers: 1})
				if r.Status != Converged || z.RelAccuracyBits() < 99 {
					b.Fatal(r, &z)
				}
			}
		})
	}
}
