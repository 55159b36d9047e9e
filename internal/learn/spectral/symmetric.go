package spectral

import (
	"cmp"
	"math"
	"slices"

	"gonum.org/v1/gonum/blas/blas64"
	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"krein/internal/learn/squares"
	"krein/internal/parallel"
	"krein/internal/simd"
)

// The eigenvectors of a symmetric matrix of some hundred rows are found as LAPACK's dsyev does, by reflections to a tridiagonal
// matrix and implicit QL, in another layout: gonum's dsteqr turns columns of a matrix that is stored by rows, which takes ten
// times as long at 512 rows. Here rows are turned, many rotations at a time for as many columns as a cache holds.

const (
	// panel is how many columns are reduced before the rest of the matrix is; simd.Room asks for multiples of 32.
	panel = 32
	// turnedColumns is how many columns rotations are applied to at once: of 1024 rows a megabyte.
	turnedColumns = 128
	// heldRotations is how many rotations wait until they are applied.
	heldRotations = 1 << 14
	// sweeps bounds QL's for an eigenvalue.
	sweeps = 60
)

// tridiagonal is QᵀAQ, with the reflections Q.
type tridiagonal struct {
	d, e   []float64 // the diagonal, and the numbers beside it
	panels []*reflections
}

// reflections are I − VTVᵀ for the columns of a panel.
type reflections struct {
	first  int            // the first row and column that they are of
	v      blas64.General // Vᵀ, a row for each
	factor *mat.Dense     // T, an upper triangle
}

// tridiagonalise reduces a symmetric matrix, all of whose numbers are read and changed; its rows are squares.Room apart. The
// panels of Dongarra, Sorensen and Hammarling (1989) leave half of the work to products of matrices.
func tridiagonalise(a blas64.General) *tridiagonal {
	n := a.Rows
	t := &tridiagonal{d: make([]float64, n), e: make([]float64, n)}
	memory := make([]float64, n*2*panel)
	for p := 0; p < n; p += panel {
		size, width := n-p, min(panel, n-p)
		// A is the matrix that is stored less VWᵀ + WVᵀ; rows of both, and W besides the other way, as products want them
		both := blas64.General{Rows: 2 * width, Cols: size, Stride: size, Data: make([]float64, 2*width*size)}
		r := &reflections{first: p, factor: mat.NewDense(width, width, nil)}
		r.v = blas64.General{Rows: width, Cols: size, Stride: size, Data: both.Data[width*size:]}
		v := func(j int) []float64 { return r.v.Data[j*size:][:size] }
		w := func(j int) []float64 { return both.Data[j*size:][:size] }
		for j := range width {
			c := p + j
			column := a.Data[c*a.Stride+c:][:n-c]
			for i := range j {
				floats.AddScaled(column, -w(i)[j], v(i)[j:])
				floats.AddScaled(column, -v(i)[j], w(i)[j:])
			}
			t.d[c] = column[0]
			if c == n-1 {
				break
			}
			x := v(j)[j+1:]
			copy(x, column[1:])
			tau := 0.0
			t.e[c], tau = reflect(x)
			y := w(j)[j+1:]
			parallel.Blocks(len(x), Stripe, func(lo, hi int) {
				for i := lo; i < hi; i++ {
					y[i] = floats.Dot(a.Data[(c+1+i)*a.Stride+c+1:][:len(x)], x)
				}
			})
			for i := range j {
				vi, wi := v(i)[j+1:], w(i)[j+1:]
				vx, wx := floats.Dot(vi, x), floats.Dot(wi, x)
				floats.AddScaled(y, -wx, vi)
				floats.AddScaled(y, -vx, wi)
				r.factor.Set(i, j, vx)
			}
			floats.Scale(tau, y)
			floats.AddScaled(y, -tau/2*floats.Dot(y, x), x)
			r.add(j, tau)
		}
		t.panels = append(t.panels, r)
		if to := p + width; to < n {
			left := memory[:(n-to)*2*width]
			for i := range n - to {
				for j := range width {
					left[i*2*width+j] = -v(j)[width+i]
					left[i*2*width+width+j] = -w(j)[width+i]
				}
			}
			right := simd.NewProductsOf(2*width, n-to, both.Data[width:], size)
			parallel.Blocks(n-to, Stripe, func(lo, hi int) {
				right.Add(a.Data[(to+lo)*a.Stride+to:], a.Stride, left[lo*2*width:], 2*width, hi-lo, 0)
			})
		}
	}
	return t
}

// reflect puts u, of which the first is 1, in the place of x, for which (I − τuuᵀ)x has β for its first number and zeros beside.
func reflect(x []float64) (beta, tau float64) {
	rest := floats.Norm(x[1:], 2)
	if rest == 0 {
		beta = x[0]
		x[0] = 1
		return beta, 0
	}
	alpha := x[0]
	beta = -math.Copysign(math.Hypot(alpha, rest), alpha)
	for i := range x[1:] {
		x[1+i] /= alpha - beta
	}
	x[0] = 1
	return beta, (beta - alpha) / beta
}

// add puts a column of T, of whose place the products of V with its last column are.
func (r *reflections) add(j int, tau float64) {
	products := mat.Col(nil, j, r.factor)
	for i := range j {
		s := 0.0
		for l := i; l < j; l++ {
			s += r.factor.At(i, l) * products[l]
		}
		r.factor.Set(i, j, -tau*s)
	}
	r.factor.Set(j, j, tau)
}

// turned returns Qᵀ, whose rows are squares.Room apart.
func (t *tridiagonal) turned() blas64.General {
	n := len(t.d)
	q := squares.New(n)
	for i := range n {
		q.Data[i*q.Stride+i] = 1
	}
	for _, r := range slices.Backward(t.panels) { // Qᵀ(I − VTᵀVᵀ), which is the unit matrix before the panel
		size := n - r.first
		part := blas64.General{Rows: size, Cols: size, Stride: q.Stride, Data: q.Data[r.first*q.Stride+r.first:]}
		var g, v mat.Dense
		g.SetRawMatrix(part)
		v.SetRawMatrix(r.v)
		by := Multiply(Multiply(&g, v.T()), r.factor.T())
		by.Scale(-1, by)
		raw, right := by.RawMatrix(), simd.NewProductsOf(r.v.Rows, size, r.v.Data, r.v.Stride)
		parallel.Blocks(size, Stripe, func(lo, hi int) {
			right.Add(part.Data[lo*part.Stride:], part.Stride, raw.Data[lo*raw.Stride:], raw.Stride, hi-lo, 0)
		})
	}
	return q
}

// rotation turns the rows i and i+1.
type rotation struct {
	i    int
	c, s float64
}

// diagonalise finds the eigenvalues of the tridiagonal matrix, by implicit QL (Bowdler, Martin, Reinsch, Wilkinson 1968), and
// turns the rows of z, if there are any, to their vectors. What is below the rounding of the whole matrix counts as 0. It reports
// whether all were found.
func (t *tridiagonal) diagonalise(z blas64.General) bool {
	d, e, n := t.d, t.e, len(t.d)
	if math.Abs(d[0]) > math.Abs(d[n-1]) { // QL wants the small numbers first
		slices.Reverse(d)
		slices.Reverse(e[:n-1])
		for lo, hi := 0, z.Rows-1; lo < hi; lo, hi = lo+1, hi-1 {
			blas64.Swap(blas64.Vector{N: z.Cols, Data: z.Data[lo*z.Stride:], Inc: 1}, blas64.Vector{N: z.Cols, Data: z.Data[hi*z.Stride:], Inc: 1})
		}
	}
	norm := 0.0
	for i := range n {
		norm = max(norm, math.Abs(d[i])+math.Abs(e[i]))
	}
	if norm-norm != 0 {
		return false
	}
	none := norm * 0x1p-53
	var held []rotation
	for l := range n {
		for step := 0; ; step++ {
			m := l
			for m < n-1 && math.Abs(e[m]) > none {
				m++
			}
			if m == l {
				break
			}
			if step == sweeps {
				return false
			}
			g := (d[l+1] - d[l]) / (2 * e[l])
			g = d[m] - d[l] + e[l]/(g+math.Copysign(math.Hypot(g, 1), g))
			s, c, p, i := 1.0, 1.0, 0.0, m-1
			for ; i >= l; i-- {
				f, b := s*e[i], c*e[i]
				r := math.Sqrt(f*f + g*g)
				if !(r > 0x1p-500 && r < 0x1p500) {
					r = math.Hypot(f, g)
				}
				if e[i+1] = r; r == 0 {
					d[i+1] -= p
					break
				}
				s, c = f/r, g/r
				g = d[i+1] - p
				r = (d[i]-g)*s + 2*c*b
				p = s * r
				d[i+1] = g + p
				g = c*r - b
				if z.Rows > 0 {
					held = append(held, rotation{i, c, s})
				}
			}
			if i < l {
				d[l] -= p
				e[l] = g
			}
			e[m] = 0
			if len(held) > heldRotations {
				turn(z, held)
				held = held[:0]
			}
		}
	}
	turn(z, held)
	return true
}

// turn applies rotations to rows.
func turn(z blas64.General, all []rotation) {
	parallel.Blocks(z.Cols, turnedColumns, func(lo, hi int) {
		for _, r := range all {
			x := z.Data[r.i*z.Stride:][lo:hi]
			y := z.Data[(r.i+1)*z.Stride:][lo:hi]
			y = y[:len(x)]
			for j, v := range x {
				w := y[j]
				y[j] = r.s*v + r.c*w
				x[j] = r.c*v - r.s*w
			}
		}
	})
}

// decompose returns the eigenvalues of the symmetric part of a square matrix, ascending, and if they are asked for eigenvectors.
func decompose(of mat.Matrix, vectors bool) ([]float64, *mat.Dense, error) {
	n, _ := of.Dims()
	a := squares.New(n)
	for i := range n {
		for j := i; j < n; j++ {
			v := (of.At(i, j) + of.At(j, i)) / 2
			if v-v != 0 {
				return nil, nil, ErrNone
			}
			a.Data[i*a.Stride+j], a.Data[j*a.Stride+i] = v, v
		}
	}
	t := tridiagonalise(a)
	var z blas64.General
	if vectors {
		z = t.turned()
	}
	if !t.diagonalise(z) {
		return nil, nil, ErrNone
	}
	order := make([]int, n)
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(i, j int) int { return cmp.Compare(t.d[i], t.d[j]) })
	values := make([]float64, n)
	for to, from := range order {
		values[to] = t.d[from]
	}
	if !vectors {
		return values, nil, nil
	}
	v := mat.NewDense(n, n, nil)
	for to, from := range order {
		v.SetCol(to, z.Data[from*z.Stride:][:n])
	}
	return values, v, nil
}
