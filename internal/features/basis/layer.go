package basis

import (
	"errors"
	"math"

	"krein/internal/simd"
)

// Layer are the columns of a wide random layer of an activation function g: Amplitude·g(⟨w_i,x⟩). It is safe for concurrent use.
type Layer struct {
	Dim int
	// Formula is g in the language of package program; empty for a Go function.
	Formula   string
	Amplitude float64
	Weights   []float64 // the w_i, one after another
	g         Activation
	products  *simd.Products[float64]
}

// Activation stores g(t) in dst, which may be t.
type Activation func(dst, t []float64)

// NewLayer returns the columns; formula says what g is, if anything does.
func NewLayer(dim int, weights []float64, amplitude float64, g Activation, formula string) *Layer {
	return &Layer{Dim: dim, Formula: formula, Amplitude: amplitude, Weights: weights, g: g,
		products: simd.NewProducts(dim, Transposed(dim, weights))}
}

// Columns returns the number of vectors w.
func (c *Layer) Columns() int { return len(c.Weights) / c.Dim }

// Transform computes row by row after projecting many.
func (c *Layer) Transform(dst []float64, dstStride int, x []float64, xStride, rows int) int {
	bad, n := -1, c.Columns()
	c.products.Each(x, xStride, rows, func(i int, p []float64) bool {
		out := dst[i*dstStride:][:n]
		c.g(out, p)
		for j, v := range out {
			v *= c.Amplitude
			if math.IsNaN(v - v) {
				bad = i
				return false
			}
			out[j] = v
		}
		return true
	})
	return bad
}

// Refuse says what is wrong with a row at which g is not finite.
func (c *Layer) Refuse(x []float64) error {
	n := c.Columns()
	if c.Transform(make([]float64, n), n, x, c.Dim, 1) < 0 {
		return nil
	}
	return errors.New("has a projection at which the activation function is not a finite number; scale the data")
}
