package waves_test

import (
	"bytes"
	"fmt"

	"gonum.org/v1/gonum/mat"

	"krein/features/waves"
)

// A map in a file is all that a program needs to make features.
func Example() {
	m, err := waves.New(&waves.Numbers{Dim: 2, Frequencies: mat.NewDense(1, 2, []float64{1, 0}),
		Amplitudes: []float64{1}, Plus: 1})
	if err != nil {
		panic(err)
	}
	var file bytes.Buffer
	if err := m.Encode(&file); err != nil {
		panic(err)
	}
	loaded, err := waves.Decode(&file)
	if err != nil {
		panic(err)
	}
	phi, err := loaded.Transform(nil, mat.NewDense(1, 2, []float64{0.5, 7}))
	if err != nil {
		panic(err)
	}
	fmt.Printf("%.4f\n", phi.RawRowView(0))
	// Output: [0.8776 0.4794]
}
