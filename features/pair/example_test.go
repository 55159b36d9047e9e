package pair_test

import (
	"context"
	"fmt"
	"math"

	"krein/features/pair"
	"krein/fourier/language"
	"krein/fourier/stationary"
	"krein/internal/fourier/numeric"
)

// A kernel that is not symmetric, and the pair of maps for it: its measure has the polar form
// |μ| = a Gaussian, with a linear phase.
func ExampleNew() {
	k, err := language.Parse("shift_gaussian(r, 1)", 2, &stationary.Options{Params: map[string]string{"r": "1/2,-1/4"}})
	if err != nil {
		panic(err)
	}
	rep, err := pair.Represent(context.Background(), k, nil)
	if err != nil {
		panic(err)
	}
	fmt.Printf("masses: real %.4f and %.4f, imaginary twice %.4f; polar %.4f\n", rep.Measure.Masses.RealPlus.Value,
		rep.Measure.Masses.RealMinus.Value, rep.Measure.Masses.Imaginary.Value, rep.Measure.Masses.Polar.Value)

	p, err := pair.New(rep.Polar, &pair.Options{Columns: 4096, Coupling: pair.Joint})
	if err != nil {
		panic(err)
	}
	estimate := func(x, y []float64) (sum float64) {
		phi, err := p.Left().TransformRow(nil, x)
		if err != nil {
			panic(err)
		}
		psi, err := p.Right().TransformRow(nil, y)
		if err != nil {
			panic(err)
		}
		for j, s := range p.Signature() {
			sum += s * phi[j] * psi[j]
		}
		return sum
	}
	x, y := []float64{0.3, 0.8}, []float64{0.6, 0.1}
	fmt.Printf("k(x−y) = %.4f, estimated within 0.02: %v\n", numeric.At(k, []float64{-0.3, 0.7}),
		math.Abs(estimate(x, y)-numeric.At(k, []float64{-0.3, 0.7})) < 0.02)
	fmt.Printf("k(y−x) = %.4f, estimated within 0.02: %v\n", numeric.At(k, []float64{0.3, -0.7}),
		math.Abs(estimate(y, x)-numeric.At(k, []float64{0.3, -0.7})) < 0.02)
	// Output:
	// masses: real 0.8561 and 0.0008, imaginary twice 0.2012; polar 1.0000
	// k(x−y) = 0.8858, estimated within 0.02: true
	// k(y−x) = 0.4624, estimated within 0.02: true
}
