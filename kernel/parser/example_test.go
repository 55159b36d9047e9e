package parser_test

import (
	"fmt"

	"krein/kernel/parser"
)

func ExampleParse() {
	k, err := parser.Parse("exp(-z^2/(2*tau^2)) - 0.1", &parser.Options{Params: map[string]string{"tau": "10"}})
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(k.Formula())
	fmt.Println(k.At(0))
	// Output:
	// exp(-z^2/200) - 1/10
	// 0.9
}

func ExampleParse_error() {
	_, err := parser.Parse("gausian(1) + z", nil)
	fmt.Println(err)
	// Output: column 1: unknown function "gausian" (did you mean gaussian?)
}
