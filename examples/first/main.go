// Command first estimates a kernel by random features, in as few lines as that takes.
package main

import (
	"context"
	"fmt"
	"log"

	"gonum.org/v1/gonum/mat"

	"krein/decompose"
	"krein/features"
	"krein/features/radial"
	"krein/kernel/parser"
)

func main() {
	ctx, x := context.Background(), mat.NewDense(2, 3, []float64{0, 0, 0, 1, 1, 1})
	k, err := parser.Parse("exp(-z^2/2) - exp(-z^2/200)", nil)
	check(err)
	parts, err := decompose.Jordan(ctx, k, 3, nil) // an error unless the mass is proved to be finite
	check(err)
	m, err := features.New(radial.New(parts), &features.Options{Columns: 1024, Coupling: features.Auto, Distances: []float64{2}})
	check(err)
	phi, err := m.Transform(nil, x) // a row of features for each row of x
	check(err)
	for i, sign := range m.Signature() { // K ≈ Φ J Φᵀ, J = diag(±1)
		phi.Set(1, i, sign*phi.At(1, i))
	}
	fmt.Printf("%.1f\n", mat.Dot(phi.RowView(0), phi.RowView(1))) // k(√3) = -0.76…
}

func check(err error) {
	if err != nil {
		log.Fatal(err)
	}
}
