package baseline

import (
	"errors"
	"fmt"
	"math"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"krein/features"
	"krein/features/fitted"
	"krein/internal/features/random"
)

// Nystrom returns Nyström's map for landmarks, one a row: with the kernel matrix of the landmarks W = UΛUᵀ, the columns
// are k(x, landmarks)·U|Λ|^{−1/2} for eigenvalues above 1e-12 of the largest in size, with the signs of Λ in J, so that
// indefinite kernels are taken too (D. Oglic, T. Gärtner, Scalable learning in reproducing kernel Kreĭn spaces, 2019;
// C. Williams, M. Seeger, Using the Nyström method, 2001). Between landmarks ΦJΦᵀ is the kernel.
//
// Defects. It needs data, and its error depends on how well the landmarks span them: there is no variance,
// but a bias that is not known at new points; a row costs as many kernels as there are landmarks, and
// their square. For indefinite matrices eigenvalues near 0 make it unstable.
func Nystrom(k func(x, y []float64) float64, landmarks *mat.Dense) (*features.Map, error) {
	n, dim := landmarks.Dims()
	w := mat.NewSymDense(n, nil)
	for i := range n {
		for j := i; j < n; j++ {
			v := k(landmarks.RawRowView(i), landmarks.RawRowView(j))
			if math.IsNaN(v - v) {
				return nil, fmt.Errorf("baseline: the kernel of landmarks %d and %d is %v", i+1, j+1, v)
			}
			w.SetSym(i, j, v)
		}
	}
	var eigen mat.EigenSym
	if !eigen.Factorize(w, true) {
		return nil, errors.New("baseline: the eigenvalues of the landmarks' kernel matrix were not found")
	}
	var u mat.Dense
	eigen.VectorsTo(&u)
	values := eigen.Values(nil)
	largest := max(math.Abs(values[0]), math.Abs(values[n-1]))
	var parts []fitted.Part
	for _, minus := range []bool{false, true} {
		var columns []float64 // one a row
		count := 0
		for c, v := range values {
			if math.Abs(v) <= 1e-12*largest || (v < 0) != minus {
				continue
			}
			count++
			for i := range n {
				columns = append(columns, u.At(i, c)/math.Sqrt(math.Abs(v)))
			}
		}
		if count > 0 {
			b := &nystrom{k: k, dim: dim, landmarks: mat.DenseCopyOf(landmarks), columns: mat.NewDense(count, n, columns)}
			parts = append(parts, fitted.Part{Basis: b, Minus: minus})
		}
	}
	if len(parts) == 0 {
		return nil, errors.New("baseline: the kernel is 0 between all landmarks")
	}
	return fitted.Compose(dim, parts), nil
}

// nystrom are columns that are linear in the kernels with landmarks.
type nystrom struct {
	k         func(x, y []float64) float64
	dim       int
	landmarks *mat.Dense
	columns   *mat.Dense // one a row
}

// Columns returns their number.
func (b *nystrom) Columns() int { return b.columns.RawMatrix().Rows }

// Transform computes row by row.
func (b *nystrom) Transform(dst []float64, dstStride int, x []float64, xStride, rows int) int {
	n, _ := b.landmarks.Dims()
	at := make([]float64, n)
	for i := range rows {
		for j := range at {
			at[j] = b.k(x[i*xStride:][:b.dim], b.landmarks.RawRowView(j))
		}
		for c := range b.Columns() {
			v := floats.Dot(b.columns.RawRowView(c), at)
			if math.IsNaN(v - v) {
				return i
			}
			dst[i*dstStride+c] = v
		}
	}
	return -1
}

// RidgeLeverage returns the ridge leverage scores of a kernel matrix, the diagonal of |K|(|K| + λI)⁻¹ with |K|
// the matrix of the eigenvalues' sizes, for indefinite K as in Oglic and Gärtner (2019); for positive ones as in
// A. Alaoui, M. Mahoney, Fast randomized kernel ridge regression with statistical guarantees (2015),
// Definition 1. It panics if lambda is not positive.
func RidgeLeverage(gram *mat.SymDense, lambda float64) ([]float64, error) {
	if !(lambda > 0) {
		panic("baseline: leverage scores with a ridge that is not positive")
	}
	var eigen mat.EigenSym
	if !eigen.Factorize(gram, true) {
		return nil, errors.New("baseline: the eigenvalues of the kernel matrix were not found; is it finite?")
	}
	var u mat.Dense
	eigen.VectorsTo(&u)
	scores := make([]float64, gram.SymmetricDim())
	for c, v := range eigen.Values(nil) {
		v = math.Abs(v)
		for i := range scores {
			scores[i] += v / (v + lambda) * u.At(i, c) * u.At(i, c)
		}
	}
	return scores, nil
}

// Landmarks draws n different rows of x, in proportion to the weights one after another; nil weights are
// equal ones. It panics if there are fewer rows with a weight, or weights are negative.
func Landmarks(x *mat.Dense, n int, weights []float64, seed uint64) *mat.Dense {
	rows, dim := x.Dims()
	w := make([]float64, rows)
	for i := range w {
		w[i] = 1
		if weights != nil {
			w[i] = weights[i]
		}
		if !(w[i] >= 0) {
			panic("baseline: a negative weight")
		}
	}
	src := random.Source(seed, 0)
	out := mat.NewDense(n, dim, nil)
	for k := range n {
		total := 0.0
		for _, v := range w {
			total += v
		}
		if total == 0 {
			panic("baseline: more landmarks than rows with a weight")
		}
		at, pick := src.Float64()*total, -1
		for i, v := range w {
			if v > 0 {
				pick = i
				if at -= v; at < 0 {
					break
				}
			}
		}
		out.SetRow(k, x.RawRowView(pick))
		w[pick] = 0
	}
	return out
}

// Landmarked is Nyström's map with landmarks that are drawn from given rows, one for each column.
type Landmarked struct {
	x       *mat.Dense
	k       func(x, y []float64) float64
	weights []float64
}

// NewLandmarked draws landmarks uniformly, or with a positive ridge in proportion to the ridge leverage scores of the
// kernel matrix of the rows, of which it should not be given more than some thousand. It panics if there are no rows.
func NewLandmarked(x *mat.Dense, k func(x, y []float64) float64, ridge float64) (*Landmarked, error) {
	l := &Landmarked{x: x, k: k}
	if !(ridge > 0) {
		return l, nil
	}
	n, _ := x.Dims()
	gram := mat.NewSymDense(n, nil)
	for i := range n {
		for j := i; j < n; j++ {
			gram.SetSym(i, j, k(x.RawRowView(i), x.RawRowView(j)))
		}
	}
	var err error
	l.weights, err = RidgeLeverage(gram, ridge)
	for i, v := range l.weights {
		l.weights[i] = max(v, 0) // rounding
	}
	return l, err
}

// Dim returns the number of columns of the rows.
func (l *Landmarked) Dim() int {
	_, dim := l.x.Dims()
	return dim
}

// Draw draws as many landmarks as Options.Columns says, or all rows if there are fewer, by
// Options.Seed; other options are not read. There are fewer columns if eigenvalues vanish.
func (l *Landmarked) Draw(opt *features.Options) (*features.Map, error) {
	o, err := opt.Directional()
	if err != nil {
		return nil, err
	}
	n, _ := l.x.Dims()
	for _, w := range l.weights {
		if w == 0 {
			n--
		}
	}
	return Nystrom(l.k, Landmarks(l.x, min(n, o.Columns), l.weights, o.Seed))
}
