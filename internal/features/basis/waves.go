package basis

import (
	"math"

	"krein/features/fitted"
	"krein/internal/simd"
)

// Residuals are the columns of frequencies, cosine and sine by turns, less multiples of degrees 0 and 1.
type Residuals[T simd.Float] struct {
	Waves  fitted.Block[T]
	Dim    int
	Level  []T // what to take off cosines
	Linear []T // what to take off sines, a linear form a column: Dim×frequencies
}

// Columns returns those of the frequencies.
func (r *Residuals[T]) Columns() int { return r.Waves.Columns() }

// Transform takes the multiples off, row by row.
func (r *Residuals[T]) Transform(dst []T, dstStride int, x []T, xStride, rows int) int {
	if bad := r.Waves.Transform(dst, dstStride, x, xStride, rows); bad >= 0 {
		return bad
	}
	n := len(r.Level)
	for i := range rows {
		out := dst[i*dstStride:][:2*n]
		for k, v := range r.Level {
			out[2*k] -= v
		}
		for j, v := range x[i*xStride:][:r.Dim] {
			for k, w := range r.Linear[j*n:][:n] {
				out[2*k+1] -= v * w
			}
		}
	}
	return -1
}

// Frequencies are those of one part of a map, written out:
//
//	a·cos(π/2·⟨w,x⟩) − l,   a·sin(π/2·⟨w,x⟩) − ⟨v,x⟩,
//
// by turns; l and v are 0 where there are no levels.
type Frequencies struct {
	Dim              int
	Turns            []float64 // w in quarter turns, one a row
	Amplitude, Level []float64 // a, and l or nil
	Linear           []float64 // v, one a row, or nil

	columns fitted.Block[float64]
}

// NewFrequencies lays them out for speed. The slices are kept.
func NewFrequencies(dim int, turns, amplitude, level, linear []float64) *Frequencies {
	f := &Frequencies{Dim: dim, Turns: turns, Amplitude: amplitude, Level: level, Linear: linear}
	f.columns = simd.New(dim, Transposed(dim, turns), amplitude, nil)
	if level != nil {
		f.columns = &Residuals[float64]{f.columns, dim, level, Transposed(dim, linear)}
	}
	return f
}

// Columns returns two a frequency.
func (f *Frequencies) Columns() int { return 2 * len(f.Amplitude) }

// Transform stores the columns; it returns the first row that is not finite, or −1.
func (f *Frequencies) Transform(dst []float64, dstStride int, x []float64, xStride, rows int) int {
	return f.columns.Transform(dst, dstStride, x, xStride, rows)
}

// Transposed returns vectors of length dim, one a row, as columns.
func Transposed(dim int, rows []float64) []float64 {
	n := len(rows) / dim
	out := make([]float64, len(rows))
	for i := range n {
		for j := range dim {
			out[j*n+i] = rows[i*dim+j]
		}
	}
	return out
}

// Quadratic are the columns of a constant e − ½(x−y)ᵀA(x−y), A symmetric with eigenvalues λ_j and
// eigenvectors u_j: √|λ_j|·⟨u_j,x⟩ with the sign of λ_j, and with q(x) = xᵀAx two columns
// (a − q)/√(2(a+b)), (b + q)/√(2(a+b)), a − b = 2e, whose products differ by e − ½(q(x)+q(y)).
type Quadratic[T simd.Float] struct {
	Linear []T // a form a row
	Sign   []T // of λ_j
	A, B   T
}

// Columns returns d + 2.
func (q *Quadratic[T]) Columns() int { return len(q.Sign) + 2 }

// Signs are those of the columns: of λ_j, then 1 and −1.
func (q *Quadratic[T]) Signs() []float64 {
	out := make([]float64, 0, q.Columns())
	for _, s := range q.Sign {
		out = append(out, float64(s))
	}
	return append(out, 1, -1)
}

// Transform stores the columns.
func (q *Quadratic[T]) Transform(dst []T, dstStride int, x []T, xStride, rows int) int {
	d := len(q.Sign)
	scale := T(1 / math.Sqrt(2*float64(q.A+q.B)))
	for i := range rows {
		row, out := x[i*xStride:][:d], dst[i*dstStride:][:d+2]
		var form T
		for j, sign := range q.Sign {
			var v T
			for k, w := range q.Linear[j*d : (j+1)*d] {
				v += w * row[k]
			}
			out[j] = v
			form += sign * v * v
		}
		out[d], out[d+1] = (q.A-form)*scale, (q.B+form)*scale
	}
	return -1
}

// SingleQuadratic returns the columns in float32.
func SingleQuadratic(q *Quadratic[float64]) *Quadratic[float32] {
	return &Quadratic[float32]{Times[float32](q.Linear, 1), Times[float32](q.Sign, 1), float32(q.A), float32(q.B)}
}

// Times returns factor·a, nil for nil.
func Times[T simd.Float](a []float64, factor float64) (out []T) {
	for _, v := range a {
		out = append(out, T(v*factor))
	}
	return out
}
