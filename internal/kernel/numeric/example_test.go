package numeric_test

import (
	"fmt"

	"krein/internal/kernel/numeric"
	"krein/kernel/parser"
)

func ExampleCompile() {
	k, _ := parser.Parse("z < 1 ? (1-z)^2 : 0", nil)
	f := numeric.Compile(k)
	fmt.Println(f.EvalTo(nil, []float64{0, 0.5, 2}))
	// Output: [1 0.25 0]
}

func ExampleAtInfinity() {
	k, _ := parser.Parse("exp(-z)*cos(2*z) + 1/4", nil)
	inf := numeric.AtInfinity(k)
	fmt.Println(inf.Kind, inf.Limit, inf.Rate, inf.Frequency)
	// Output: exponential 0.25 1 2
}
