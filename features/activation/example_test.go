package activation_test

import (
	"fmt"

	"krein/features"
	drawn "krein/features/activation"
	"krein/internal/fourier/activation"
)

// Features of the kernel E tanh⟨w,x⟩ tanh⟨w,y⟩ with normal w.
func ExampleNew() {
	g, err := activation.Parse("tanh(t)", nil)
	if err != nil {
		panic(err)
	}
	finite, _ := g.Square(3) // ball.True: E g(sN)² < ∞ for s ≤ 3, proved
	text, err := g.Text()
	if err != nil {
		panic(err)
	}
	r, err := drawn.New(16, []drawn.Term{{Formula: text}}, 1) // {At: math.Tanh} for a Go function
	if err != nil {
		panic(err)
	}
	m, err := features.New(r, &features.Options{Columns: 512, Coupling: features.Orthogonal})
	if err != nil {
		panic(err)
	}
	fmt.Println(finite, text, m.Columns())
	// Output: true tanh(t) 512
}
