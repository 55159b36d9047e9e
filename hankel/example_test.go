package hankel_test

import (
	"fmt"

	"krein/hankel"
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
