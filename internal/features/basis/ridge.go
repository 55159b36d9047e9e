package basis

import (
	"errors"
	"fmt"
	"math"

	"gonum.org/v1/gonum/floats"

	"krein/internal/simd"
)

// OffSphere is how far a squared norm may be from 1 for a point to count as one of the unit sphere:
// the rounding of float32 data.
const OffSphere = 1e-5

// Place says where points are.
type Place struct {
	// Everywhere: points need not be on the sphere; a function of x is ‖x‖^Power times that of x/‖x‖,
	// 0 at x = 0. Otherwise they must be on the unit sphere.
	Everywhere bool
	Power      int
}

// factor returns what t = ⟨w,x⟩ is multiplied with, and values; ok is false off the sphere.
func (p Place) factor(x []float64) (inner, outer float64, ok bool) {
	if !p.Everywhere {
		square := 0.0
		for _, v := range x {
			square += v * v
		}
		return 1, 1, math.Abs(square-1) <= OffSphere
	}
	norm := floats.Norm(x, 2)
	if norm == 0 {
		return 0, 0, true
	}
	outer = 1
	for range p.Power {
		outer *= norm
	}
	return 1 / norm, outer, !math.IsNaN(outer - outer)
}

// Refuse says what is wrong with a point, nil if nothing is.
func (p Place) Refuse(x []float64) error {
	if _, _, ok := p.factor(x); ok {
		return nil
	}
	if p.Everywhere {
		return errors.New("is too long; scale the data")
	}
	return fmt.Errorf("has length %.6g, but this representation lives on the unit sphere; "+
		"divide rows by their lengths", floats.Norm(x, 2))
}

// Ridge are Amplitude·φ(⟨w_i,x⟩), one for each direction, or that times ⟨v_i,x⟩.
type Ridge struct {
	Place
	Phi       Function
	Amplitude float64
	// Directions has w_1, w_2, … one after another, Linear v_1, v_2, … or nothing; neither is to be modified.
	Directions, Linear []float64

	dim int
	n   int
	w   *simd.Products[float64]
	v   *simd.Products[float64] // of the linear factor, nil without
}

// NewRidge takes directions, unit vectors of dimension dim, one a row.
func NewRidge(dim int, directions []float64, phi Function, amplitude float64, place Place) *Ridge {
	return &Ridge{
		Place: place, Phi: phi, Amplitude: amplitude, dim: dim, n: len(directions) / dim,
		Directions: directions, w: products(dim, directions),
	}
}

// Times multiplies the columns with the linear functions ⟨v_i,x⟩, v_i one a row.
func (c *Ridge) Times(v []float64) *Ridge {
	c.Linear, c.v = v, products(c.dim, v)
	return c
}

// products lays directions out, nil for none.
func products(dim int, directions []float64) *simd.Products[float64] {
	if len(directions) == 0 {
		return nil
	}
	return simd.NewProducts(dim, Transposed(dim, directions))
}

// Columns returns the number of directions.
func (c *Ridge) Columns() int { return c.n }

// scaled stores p·by in t, within [−1, 1].
func scaled(t, p []float64, by float64) {
	for i, v := range p {
		if v *= by; v > 1 {
			v = 1
		} else if v < -1 {
			v = -1
		}
		t[i] = v
	}
}

// Transform computes row by row after projecting many, so that bits do not depend on which rows are passed together.
func (c *Ridge) Transform(dst []float64, dstStride int, x []float64, xStride, rows int) int {
	if c.n == 0 {
		return -1
	}
	bad := -1
	c.w.Each(x, xStride, rows, func(i int, p []float64) bool {
		inner, outer, ok := c.factor(x[i*xStride:][:c.dim])
		if !ok {
			bad = i
			return false
		}
		t := dst[i*dstStride:][:c.n]
		factor := 1.0
		if c.v == nil {
			factor = c.Amplitude * outer
		}
		if series, ok := c.Phi.(*Series); ok {
			series.sum.Values(t, p, inner, factor)
			return true
		}
		scaled(t, p, inner)
		c.Phi.Values(t)
		floats.Scale(factor, t)
		return true
	})
	if bad >= 0 || c.v == nil {
		return bad
	}
	c.v.Each(x, xStride, rows, func(i int, p []float64) bool {
		inner, outer, _ := c.factor(x[i*xStride:][:c.dim])
		t := dst[i*dstStride:][:c.n]
		scaled(p, p, inner)
		floats.Mul(t, p)
		floats.Scale(c.Amplitude*outer, t)
		return true
	})
	return -1
}
