package ridge

import (
	"errors"
	"fmt"
	"math"
	"sync"

	"gonum.org/v1/gonum/floats"
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

// Columns are Amplitude·φ(⟨w_i,x⟩), one for each direction, or that times ⟨v_i,x⟩.
type Columns struct {
	Place
	Phi       Function
	Amplitude float64
	dim       int
	w         []float64 // directions as columns
	v         []float64 // of the linear factor, nil without
	scratch   sync.Pool
}

// NewColumns takes directions, unit vectors of dimension dim, one a row.
func NewColumns(dim int, directions []float64, phi Function, amplitude float64, place Place) *Columns {
	return &Columns{
		Place: place, Phi: phi, Amplitude: amplitude, dim: dim, w: transposed(dim, directions),
	}
}

// Times multiplies the columns with the linear functions ⟨v_i,x⟩, v_i one a row.
func (c *Columns) Times(v []float64) *Columns {
	c.v = transposed(c.dim, v)
	return c
}

func transposed(dim int, rows []float64) []float64 {
	n := len(rows) / dim
	out := make([]float64, len(rows))
	for i := range n {
		for j := range dim {
			out[j*n+i] = rows[i*dim+j]
		}
	}
	return out
}

// Columns returns the number of directions.
func (c *Columns) Columns() int { return len(c.w) / c.dim }

// project stores ⟨w_i,x⟩·by in t, within [−1, 1].
func project(t, w, x []float64, by float64) {
	clear(t)
	for j, v := range x {
		floats.AddScaled(t, v*by, w[j*len(t):(j+1)*len(t)])
	}
	for i, v := range t {
		t[i] = max(-1, min(v, 1))
	}
}

// Transform computes row by row, so that bits do not depend on which rows are passed together.
func (c *Columns) Transform(dst []float64, dstStride int, x []float64, xStride, rows int) int {
	n := c.Columns()
	for i := range rows {
		t, row := dst[i*dstStride:][:n], x[i*xStride:][:c.dim]
		inner, outer, ok := c.factor(row)
		if !ok {
			return i
		}
		project(t, c.w, row, inner)
		c.Phi.Values(t)
		if c.v != nil {
			s, _ := c.scratch.Get().(*[]float64)
			if s == nil {
				s = new([]float64)
				*s = make([]float64, n)
			}
			project(*s, c.v, row, inner)
			floats.Mul(t, *s)
			c.scratch.Put(s)
		}
		floats.Scale(c.Amplitude*outer, t)
	}
	return -1
}
