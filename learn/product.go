package learn

import (
	"gonum.org/v1/gonum/blas/blas64"
	"gonum.org/v1/gonum/floats"

	"krein/internal/learn/squares"
	"krein/internal/simd"
)

// few is the number of vectors up to which products are taken one by one: the kernels of package
// simd compute sixteen at a time, and rows without a share in a sum are not skipped there.
const few = 2

// vectors are what rows are multiplied with, all in one go. It is safe for concurrent use.
type vectors struct {
	width    int
	all      [][]float64
	together *simd.Products[float64] // nil: few
}

// newVectors returns those of a width; each of all may be longer.
func newVectors(width int, all [][]float64) *vectors {
	v := &vectors{width: width, all: all}
	if len(all) <= few {
		return v
	}
	w := make([]float64, width*len(all))
	for o, a := range all {
		for j, t := range a[:width] {
			w[j*len(all)+o] = t
		}
	}
	v.together = simd.NewProducts(width, w)
	return v
}

// each calls do with the inner products of each row with all vectors, until it returns false. The slice is used again.
func (v *vectors) each(b blas64.General, do func(i int, z []float64) bool) {
	if v.together != nil {
		v.together.Each(b.Data, b.Stride, b.Rows, do)
		return
	}
	z := make([]float64, len(v.all))
	for i := range b.Rows {
		for o, a := range v.all {
			z[o] = floats.Dot(b.Data[i*b.Stride:][:v.width], a[:v.width])
		}
		if !do(i, z) {
			return
		}
	}
}

// room is squares.Room.
func room(columns int) int { return squares.Room(columns) }

// laid is memory for the blocks that addRows lays out.
type laid struct{ squares.Laid }

// addRows adds Σ_i share_oi x_i to each row o of sums, whose rows begin room(b.Cols) apart: shares are
// as many numbers for each as b has rows.
func (l *laid) addRows(sums, shares []float64, b blas64.General) {
	stride, count := room(b.Cols), len(shares)/b.Rows
	if count > few {
		l.Of(b).Add(sums, stride, shares, b.Rows, count, 0)
		return
	}
	for k, a := range shares {
		if a != 0 {
			o, i := k/b.Rows, k%b.Rows
			floats.AddScaled(sums[o*stride:][:b.Cols], a, b.Data[i*b.Stride:][:b.Cols])
		}
	}
}
