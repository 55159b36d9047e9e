// Package tensortest makes sums of products by hand for tests.
package tensortest

import (
	"fmt"
	"math"

	"krein/fourier/stationary"
	"krein/kernel"
)

// Radial returns the factor f(‖Δ_b‖) on a block of the given dimension.
func Radial(dim int, f *kernel.Kernel) *stationary.Factor {
	return &stationary.Factor{Dim: dim, Even: f}
}

// Line returns the factor Even(|s|) + sgn(s)·Odd(|s|) on a line; either may be nil.
func Line(even, odd *kernel.Kernel) *stationary.Factor {
	return &stationary.Factor{Dim: 1, Even: even, Odd: odd}
}

// Coordinates returns one block for each coordinate of R^dim.
func Coordinates(dim int) []stationary.Block {
	blocks := make([]stationary.Block, dim)
	for i := range blocks {
		blocks[i] = stationary.Block{Dim: 1, From: i}
	}
	return blocks
}

// Axis returns two blocks of R^dim, the line through a (one for dim = 1) and its complement. It panics if a is not of
// length dim or vanishes.
func Axis(dim int, a []float64) []stationary.Block {
	norm := 0.0
	for _, x := range a {
		norm = math.Hypot(norm, x)
	}
	if len(a) != dim || !(norm > 0) {
		panic(fmt.Sprintf("tensortest: axis %v in R^%d", a, dim))
	}
	unit := make([]float64, dim)
	for i, x := range a {
		unit[i] = x / norm
	}
	blocks := []stationary.Block{{Dim: 1, Basis: [][]float64{unit}}}
	if dim > 1 {
		blocks = append(blocks, stationary.Block{Dim: dim - 1, Complement: true})
	}
	return blocks
}
