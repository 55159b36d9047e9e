package waves

import (
	"math"
	"slices"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"krein/features/fitted"
	"krein/internal/npz"
	"krein/internal/tensors"
)

// Low are d + 2 columns of a pair that have terms of order 0, 1 and 2 of k(x−y) exactly. With linear forms f_j and their signs s_j,
// q(x) = Σ s_j⟨f_j,x⟩², the columns are ⟨f_j,x⟩, and (v + ⟨c,x⟩ − ½q(x) ± t)·b in Φ and (v − ⟨c,y⟩ − ½q(y) ± t)·b in Ψ.
type Low struct {
	// Forms has a row for each f_j, Plus of which count as positive, first.
	Forms *mat.Dense
	Plus  int
	// Value is v, Shift t > 0, of the column that counts as positive, and −t of the other one, and Scale b.
	Value, Shift, Scale float64
	// Gradient is c.
	Gradient []float64
}

// Columns returns the columns of Φ, or of Ψ.
func (l *Low) Columns(right bool) (parts []fitted.Part) {
	d, _ := l.Forms.Dims()
	for k, rows := range [][2]int{{0, l.Plus}, {l.Plus, d}} {
		if rows[0] < rows[1] {
			parts = append(parts, fitted.Part{Basis: linear{l.Forms.Slice(rows[0], rows[1], 0, len(l.Gradient)).(*mat.Dense)},
				Minus: k == 1, Random: true})
		}
	}
	return append(parts, l.own(right)...)
}

// own are the two columns that differ in Φ and Ψ, if there is a gradient.
func (l *Low) own(right bool) (parts []fitted.Part) {
	side := 1.0
	if right {
		side = -1
	}
	for k, shift := range []float64{l.Shift, -l.Shift} {
		parts = append(parts, fitted.Part{Basis: &form{l, side, shift}, Minus: k == 1, Random: true})
	}
	return parts
}

// symmetric reports whether Φ and Ψ have the same columns.
func (l *Low) symmetric() bool { return l == nil || floats.Norm(l.Gradient, 1) == 0 }

// numbers are those of the array low of a file: the number of positive forms, v, t, b, and c.
func (l *Low) numbers() []float64 {
	return append([]float64{float64(l.Plus), l.Value, l.Shift, l.Scale}, l.Gradient...)
}

// lowOf reads them.
func lowOf(forms, numbers []float64, dim int) (*Low, error) {
	l := &Low{Plus: int(numbers[0]), Value: numbers[1], Shift: numbers[2], Scale: numbers[3], Gradient: numbers[4:]}
	if float64(l.Plus) != numbers[0] {
		return nil, tensors.Fault("low", "%v positive forms are no number of them", numbers[0])
	}
	l.Forms = mat.NewDense(dim, dim, forms)
	return l, nil
}

// check returns an error unless the numbers fit each other.
func (l *Low) check(dim int) error {
	if l == nil {
		return nil
	}
	rows, columns := l.Forms.Dims()
	switch {
	case rows != dim || columns != dim || len(l.Gradient) != dim:
		return tensors.Fault("forms, low", "%d forms of %d numbers and a gradient of %d in dimension %d", rows, columns,
			len(l.Gradient), dim)
	case l.Plus < 0 || l.Plus > dim:
		return tensors.Fault("low", "%d of %d forms count as positive", l.Plus, dim)
	case !npz.Finite(l.numbers()) || !npz.Finite(mat.DenseCopyOf(l.Forms).RawMatrix().Data):
		return tensors.Fault("forms, low", "a number is not finite")
	case !(l.Shift > 0):
		return tensors.Fault("low", "the shift %v is not positive", l.Shift)
	}
	return nil
}

// linear are linear forms, one a row.
type linear struct{ *mat.Dense }

// Columns returns the number of forms.
func (l linear) Columns() int {
	n, _ := l.Dims()
	return n
}

// Transform stores the values.
func (l linear) Transform(dst []float64, dstStride int, x []float64, xStride, rows int) int {
	n, d := l.Dims()
	for i := range rows {
		for j := range n {
			dst[i*dstStride+j] = floats.Dot(l.RawRowView(j), x[i*xStride:][:d])
		}
	}
	return -1
}

// form is one column (v + side·⟨c,x⟩ − ½q(x) + shift)·b.
type form struct {
	*Low
	side, shift float64
}

// Columns returns 1.
func (f *form) Columns() int { return 1 }

// Transform stores the values.
func (f *form) Transform(dst []float64, dstStride int, x []float64, xStride, rows int) int {
	d := len(f.Gradient)
	for i := range rows {
		row := x[i*xStride:][:d]
		v := f.Value + f.side*floats.Dot(f.Gradient, row) + f.shift
		for j := range d {
			w := floats.Dot(f.Forms.RawRowView(j), row)
			half := 0.5
			if j < f.Plus {
				half = -0.5
			}
			v += half * w * w
		}
		dst[i*dstStride] = v * f.Scale
	}
	return -1
}

// NewLow returns the columns of e + ⟨c,Δ⟩ − ½ΔᵀAΔ. With A = Σ λ_j u_j u_jᵀ and q(x) = xᵀAx the value is Σ λ_j⟨u_j,x⟩⟨u_j,y⟩ + P(x)
// + Q(y), P = e/2 + ⟨c,x⟩ − ½q(x), Q = e/2 − ⟨c,y⟩ − ½q(y), and P + Q = ((P+t)(Q+t) − (P−t)(Q−t))/2t. It returns false where the
// eigenvalues are not found.
func NewLow(e float64, c []float64, a *mat.SymDense) (*Low, bool) {
	var eigen mat.EigenSym
	if !eigen.Factorize(a, true) {
		return nil, false
	}
	var vectors mat.Dense
	eigen.VectorsTo(&vectors)
	d := len(c)
	l := &Low{Forms: mat.NewDense(d, d, nil), Value: e / 2, Gradient: slices.Clone(c)}
	size := math.Abs(e)
	values := eigen.Values(nil)
	for _, lambda := range values {
		size += math.Abs(lambda)
		if lambda >= 0 {
			l.Plus++
		}
	}
	next := [2]int{0, l.Plus}
	for j, lambda := range values {
		k := 0
		if lambda < 0 {
			k = 1
		}
		for i := range d {
			l.Forms.Set(next[k], i, math.Sqrt(math.Abs(lambda))*vectors.At(i, j))
		}
		next[k]++
	}
	l.Shift = max(size, math.SmallestNonzeroFloat32)
	l.Scale = 1 / math.Sqrt(2*l.Shift)
	return l, true
}
