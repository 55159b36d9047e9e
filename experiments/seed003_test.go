package main

import (
	"testing"

	"gonum.org/v1/gonum/mat"

	"krein/features"
	"krein/features/radial"
	"krein/internal/features/baseline"
	"krein/internal/features/maptest"
	"krein/internal/testlong"
)

// Figure 1(a) predicts what maps of the paper's measure of the polynomial vary by.
func TestReduction(t *testing.T) {
	l, _ := measured(t, &seed003, "^variance/polynomial/d = 4/(independent|orthogonal).*/z = 1$")
	dec, err := scaled(4, density003(4), &baseline.Scheme{})
	if err != nil {
		t.Fatal(err)
	}
	x := mat.NewDense(2, 4, []float64{1, 0, 0, 0, 0.5, 0.5, 0.5, 0.5}) // of the sphere, 1 apart
	for name, coupling := range map[string]features.Coupling{independent: features.IID, withinParts: features.Orthogonal} {
		v := l.book.find(key{"variance", "polynomial", "d = 4", name, "z = 1"}).Mean
		maptest.Moments(t, testlong.Rounds(1500), with(radial.New(dec), features.Options{Coupling: coupling}), 16, x, dec.KernelAt(1), v, name)
	}
}
