package minimal_test

import (
	"context"
	"fmt"

	"krein/decompose/minimal"
	"krein/kernel/parser"
)

// The least mass that represents 1 − z²/4 up to the distance 2 with a bias of at most 1/1000, proved from both sides.
func ExampleVerify() {
	ctx := context.Background()
	k, err := parser.Parse("1-z^2/4", nil)
	if err != nil {
		panic(err)
	}
	m, err := minimal.New(ctx, k, 16, minimal.Domain{Radius: 2, Bias: 1e-3})
	if err != nil {
		panic(err)
	}
	fmt.Printf("%.2f ≤ mass = %.2f, bias ≤ %.4f\n", m.Lower, m.Mass, m.Bias)
	err = minimal.Verify(ctx, k, 16, m) // proves both bounds again
	fmt.Println(err)
	// Output:
	// 5.54 ≤ mass = 5.55, bias ≤ 0.0010
	// <nil>
}
