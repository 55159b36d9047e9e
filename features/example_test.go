package features_test

import (
	"context"
	"fmt"
	"math"

	"gonum.org/v1/gonum/mat"

	"krein/decompose"
	"krein/features"
	"krein/features/radial"
	"krein/kernel/parser"
)

// The whole way from a formula to features: K ≈ Φ J Φᵀ.
func Example() {
	ctx := context.Background()
	k, err := parser.Parse("exp(-z^2/2) - exp(-z^2/200)", nil)
	if err != nil {
		panic(err)
	}
	dec, err := decompose.Jordan(ctx, k, 3, nil) // an error unless the mass is proved to be finite
	if err != nil {
		panic(err)
	}
	m, err := features.New(radial.New(dec), &features.Options{
		Columns: 16384, Coupling: features.Orthogonal, Radii: features.RadiiStratified, Seed: 1,
	})
	if err != nil {
		panic(err)
	}
	x := mat.NewDense(2, 3, []float64{0, 0, 0, 1, 0.5, -0.5})
	phi, err := m.Transform(nil, x)
	if err != nil {
		panic(err)
	}
	var estimate float64
	for i, sign := range m.Signature() {
		estimate += sign * phi.At(0, i) * phi.At(1, i)
	}
	exact := k.At(math.Sqrt(1.5))
	fmt.Println("columns:", m.Columns())
	fmt.Printf("k = %.1f, estimate %.1f\n", exact, estimate)
	// Output:
	// columns: 16384
	// k = -0.5, estimate -0.5
}
