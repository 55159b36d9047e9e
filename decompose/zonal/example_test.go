package zonal_test

import (
	"context"
	"fmt"

	"krein/decompose/zonal"
	"krein/kernel/parser"
)

// The Gegenbauer coefficients of a Gaussian on the unit sphere of R^16.
func ExampleNew() {
	ctx := context.Background()
	k, err := parser.Parse("exp(-z^2/2)", nil)
	if err != nil {
		panic(err)
	}
	z, err := zonal.New(ctx, k, 16, nil)
	if err != nil {
		panic(err)
	}
	fmt.Println(z.Bias < 1e-3, z.Degree() < 100)
	err = zonal.Verify(ctx, k, 16, z) // computes and proves it again
	fmt.Println(err)
	// Output:
	// true true
	// <nil>
}
