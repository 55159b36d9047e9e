package notation_test

import (
	"fmt"

	"krein/kernel/notation"
	"krein/kernel/parser"
)

func ExampleKernelLaTeX() {
	k, err := parser.Parse("exp(-z^2/200) - 0.1", nil)
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(notation.KernelLaTeX(k))
	// Output: \exp\left(-\frac{z^{2}}{200}\right)-\frac{1}{10}
}
