package activation_test

import (
	"fmt"

	"krein/features"
	"krein/features/activation"
)

// Features of the kernel E tanh⟨w,x⟩ tanh⟨w,y⟩ with normal w.
func ExampleNew() {
	r, err := activation.New(16, []activation.Term{{Formula: "tanh(t)"}}, 1) // {At: math.Tanh} for a Go function
	if err != nil {
		panic(err)
	}
	m, err := features.New(r, &features.Options{Columns: 512, Coupling: features.Orthogonal})
	if err != nil {
		panic(err)
	}
	fmt.Println(m.Columns())
	// Output: 512
}
