package kernel_test

import (
	"fmt"
	"math/big"

	"krein/ball"
	"krein/internal/kernel/defined"
	"krein/internal/kernel/eval"
	"krein/internal/kernel/formula"
	"krein/kernel"
	"krein/kernel/parser"
)

func ExampleKernel_Pieces() {
	k, _ := parser.Parse("max(0, 1 - z^2/3)", nil)
	pieces, err := k.Pieces()
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, p := range pieces {
		fmt.Printf("(%s, %s): %s\n", p.Lo, p.Hi, p.Expr)
	}
	// Output:
	// (0, sqrt(3)): 1 - z^2/3
	// (sqrt(3), inf): 0
}

func ExampleKernel_Extend() {
	k, _ := parser.Named("spherical_polynomial", big.NewRat(3, 1), big.NewRat(2, 1))
	fmt.Println(k, k.At(6))
	n, _ := defined.Extend(k, kernel.Natural, nil)
	fmt.Println(n, n.At(6))
	// Output:
	// spherical_polynomial(3, 2), zero beyond 2 0
	// spherical_polynomial(3, 2) 9
}

func ExampleEval() {
	k, _ := parser.Parse("z^2 + 1/4", nil)
	v, err := formula.Eval(k.Expr(), ball.NewReal(0.5), eval.RealBalls(64))
	fmt.Println(v, err)
	// Output: 0.5 <nil>
}
