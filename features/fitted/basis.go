package fitted

import (
	"slices"
	"sync"

	"gonum.org/v1/gonum/floats"

	"krein/internal/simd"
)

// Block are columns of a map next to each other: basis functions at parameters that were drawn. It is safe for concurrent use.
type Block[T simd.Float] interface {
	// Columns returns their number.
	Columns() int
	// Transform stores the values at rows points in dst: point i is x[i*xStride:][:dim], and its
	// values go to dst[i*dstStride:][:Columns()]. They depend on the point alone. It returns the
	// first row that is not finite, or for which a value is not, or −1.
	Transform(dst []T, dstStride int, x []T, xStride, rows int) (bad int)
}

// Basis are columns in float64.
type Basis = Block[float64]

// Native is a basis that has a form in float32 of its own.
type Native interface {
	Basis
	// Single returns it.
	Single() Block[float32]
}

// refuser is a basis that says why a point has no values, which then Transform returns as an error.
type refuser interface {
	// Refuse returns what is wrong with a point, as in "has length 2", or nil.
	Refuse(x []float64) error
}

// signedBasis is a basis whose columns are not all of one sign in J.
type signedBasis interface {
	Basis
	// Signs returns +1 or −1 for each column.
	Signs() []float64
}

// Part are columns of one sign in J, or of those of a basis with signs.
type Part struct {
	Basis
	Minus  bool // −1 in J; the other signs of such a basis
	Random bool // the columns depend on the seed
}

// Signs returns those of the columns in J.
func (p *Part) Signs() []float64 {
	var out []float64
	if s, ok := p.Basis.(signedBasis); ok {
		out = s.Signs()
	} else {
		out = slices.Repeat([]float64{1}, p.Columns())
	}
	if p.Minus {
		floats.Scale(-1, out)
	}
	return out
}

// Constant returns the basis of one column with the value v.
func Constant(v float64) Native { return constant[float64]{v} }

// IsConstant returns the value of a basis of [Constant], and whether b is one.
func IsConstant(b Basis) (float64, bool) { c, ok := b.(constant[float64]); return c.value, ok }

// Compose returns the map with the columns of the parts, in their order, for those who draw other columns than
// frequencies. What Transform32 gives of a basis that is not [Native] is computed in float64 and rounded.
func Compose(dim int, parts []Part) *Map {
	d := &Drawn{Dim: dim}
	var have []Part
	for _, p := range parts {
		n := p.Columns()
		if n == 0 {
			continue
		}
		d.Signs = append(d.Signs, p.Signs()...)
		if p.Random {
			d.Random += n
		}
		d.Blocks = append(d.Blocks, p.Basis)
		have = append(have, p)
	}
	d.Parts = func() []Part { return slices.Clone(have) }
	d.Single = func() []Block[float32] { return inSingle(dim, d.Blocks) }
	return New(d)
}

// inSingle returns the blocks in float32.
func inSingle(dim int, blocks []Basis) (out []Block[float32]) {
	for _, b := range blocks {
		if n, ok := b.(Native); ok {
			out = append(out, n.Single())
		} else {
			out = append(out, Rounded(b, dim))
		}
	}
	return out
}

// Rounded returns a basis on R^dim in float32: it computes in float64 and rounds.
func Rounded(b Basis, dim int) Block[float32] { return &rounded{Basis: b, dim: dim} }

// Refuse is that of the basis.
func (r *rounded) Refuse(x []float64) error { return refuse([]Basis{r.Basis}, x) }

func refuse[T any](blocks []T, x []float64) error {
	for _, b := range blocks {
		if r, ok := any(b).(refuser); ok {
			if err := r.Refuse(x); err != nil {
				return err
			}
		}
	}
	return nil
}

// rounded computes in float64 and rounds.
type rounded struct {
	Basis
	dim     int
	scratch sync.Pool
}

// Transform works row by row.
func (r *rounded) Transform(dst []float32, dstStride int, x []float32, xStride, rows int) int {
	s, _ := r.scratch.Get().(*[]float64)
	if s == nil {
		s = new([]float64)
		*s = make([]float64, r.dim+r.Columns())
	}
	defer r.scratch.Put(s)
	in, out := (*s)[:r.dim], (*s)[r.dim:]
	for i := range rows {
		for j := range in {
			in[j] = float64(x[i*xStride+j])
		}
		if r.Basis.Transform(out, len(out), in, r.dim, 1) >= 0 {
			return i
		}
		for j, v := range out {
			dst[i*dstStride+j] = float32(v)
		}
	}
	return -1
}
