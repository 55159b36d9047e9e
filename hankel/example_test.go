package hankel_test

import (
	"context"
	"fmt"

	"krein/ball"
	"krein/hankel"
	"krein/internal/ball/numeral"
	"krein/kernel/parser"
)

// In R² the radial spectral density of exp(−z²/2) is ω exp(−ω²/2).
func ExampleNew() {
	k, err := parser.Parse("1/4 + exp(-z^2/2)", nil)
	if err != nil {
		panic(err)
	}
	s, err := hankel.New(k, 2, nil)
	if err != nil {
		panic(err)
	}
	m, _ := s.Density(1)
	fmt.Printf("m(1) = %.12f\n", m)
	fmt.Println("atoms:", s.Atoms())
	// Output:
	// m(1) = 0.606530659713
	// atoms: [{0 0.25}]
}

// ∫₀^∞ exp(−2.57x) J₁(1000x) dx, of which most cancels: f is what stands before J₁(rx)·x.
func ExampleTransform() {
	f, err := parser.Parse("exp(-2.57*z)/z", nil)
	if err != nil {
		panic(err)
	}
	var z ball.Real
	_, err = hankel.Transform(context.Background(), f, &z, ball.NewReal(1), ball.NewReal(1000), 100)
	if err != nil {
		panic(err)
	}
	fmt.Println(numeral.Text(&z, 25))
	// Output:
	// [0.0009974300084872544569229189 ± 1.35e-30]
}
