package learn

import (
	"context"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"

	"gonum.org/v1/gonum/blas/blas64"
	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"
)

// Landmarks are the kernels of rows with some points: column j of a row x is k(‖x − l_j‖). They are a
// Transformer, and stand for the map C of Nyström's K ≈ C K_mm⁺ Cᵀ, K_mm the matrix of the points
// themselves: Nystrom and Principal turn the columns into features. They see the data that the points
// are from, and their error at rows unlike those is not known before it is measured there.
type Landmarks struct {
	eval func(dst, z []float64) []float64
	to   *centres
	all  *mat.Dense
}

// NewLandmarks returns those of the points, one a row, which are copied. eval stores the kernel at
// distances z in dst and returns it, as (*numeric.Func).EvalTo does; it is safe for concurrent use.
// It panics if there are no points, and returns an error for points that are not finite or too large.
func NewLandmarks(eval func(dst, z []float64) []float64, points *mat.Dense) (*Landmarks, error) {
	n, _ := points.Dims()
	if n == 0 {
		panic("learn: no landmarks")
	}
	l := &Landmarks{eval: eval, all: mat.DenseCopyOf(points)}
	for i := range n {
		for _, v := range l.all.RawRowView(i) {
			if err := checkValue(i, v); err != nil {
				return nil, err
			}
		}
	}
	l.to = newCentres(l.all)
	return l, nil
}

// Dim returns the number of columns of the points.
func (l *Landmarks) Dim() int { return l.all.RawMatrix().Cols }

// Columns returns the number of points.
func (l *Landmarks) Columns() int { return l.all.RawMatrix().Rows }

// Points returns a copy of the points.
func (l *Landmarks) Points() *mat.Dense { return mat.DenseCopyOf(l.all) }

// Transform stores the kernels of the rows of x with the points in dst, which may be nil. It panics
// with mat.ErrShape if shapes do not fit, and returns an error for a row or a kernel that is not finite.
func (l *Landmarks) Transform(dst *mat.Dense, x mat.Matrix) (*mat.Dense, error) {
	n, d := x.Dims()
	if d != l.Dim() {
		panic(mat.ErrShape)
	}
	if dst == nil {
		dst = mat.NewDense(n, l.Columns(), nil)
	}
	if r, c := dst.Dims(); r != n || c != l.Columns() {
		panic(mat.ErrShape)
	}
	var rows blas64.General
	if raw, ok := x.(mat.RawMatrixer); ok {
		rows = raw.RawMatrix()
	} else {
		rows = mat.DenseCopyOf(x).RawMatrix()
	}
	faults := make([]error, (n+stripe-1)/stripe)
	inStripes(n, func(first, count int) {
		b := part(rows, first, count)
		l.to.by.each(b, func(i int, products []float64) bool {
			row := b.Data[i*b.Stride:][:d]
			norm, out := floats.Dot(row, row), dst.RawRowView(first+i)
			if norm-norm != 0 {
				faults[first/stripe] = notSquared(b, first, i)
				return false
			}
			for j, z := range products {
				out[j] = math.Sqrt(max(l.to.squared(row, norm, j, z), 0))
			}
			if faults[first/stripe] = l.row(out, first+i); faults[first/stripe] != nil {
				return false
			}
			return true
		})
	})
	for _, err := range faults {
		if err != nil {
			return dst, err
		}
	}
	return dst, nil
}

// row replaces distances by kernels.
func (l *Landmarks) row(out []float64, i int) error {
	l.eval(out, out)
	for j, v := range out {
		if v-v != 0 {
			return fmt.Errorf("learn: the kernel of row %d with landmark %d is %v", i+1, j+1, v)
		}
	}
	return nil
}

const (
	// strangers is the greatest number of rows that Nystrom tries directions on.
	strangers = 300
	// fewStrangers is the least.
	fewStrangers = 30
)

// Nystrom returns T of n columns, fewer if the matrix has not so many eigenvalues: with K_mm =
// UΛUᵀ, T = U|Λ|^−½ and S = sign Λ for the eigenvalues of the greatest size, Ψ = CT is between the points
// the nearest ΨSΨᵀ to K_mm with n columns, and with all of them ΨSΨᵀ is Nyström's C K_mm⁺ Cᵀ anywhere
// (Williams and Seeger 2001; indefinite kernels: Oglic and Gärtner 2019). Canonical.Fold gives the
// function on the kernels themselves.
//
// Where a kernel is positive, every direction takes something off the error at every row. An
// indefinite matrix may have an eigenvalue that is nearly 0 by accident, and its direction is then
// large at other rows: with rows x, directions that make the matrix of some hundred of these that are no points
// worse are left out. x may be nil, and is not read if it has too few other rows.
//
// It takes O(m²n) and memory for some m² numbers. Errors are Transform's, an error for a kernel that is 0
// between all points, and ctx's. It panics if n < 1.
func (l *Landmarks) Nystrom(ctx context.Context, x *mat.Dense, n int) (*Canonical, error) {
	if n < 1 {
		panic("learn: no columns")
	}
	gram, err := l.Transform(nil, l.all)
	if err != nil {
		return nil, err
	}
	if floats.Norm(gram.RawMatrix().Data, math.Inf(1)) == 0 {
		return nil, errors.New("learn: the kernel is 0 between all landmarks: there is nothing to learn from")
	}
	t, err := eigenvectors(ctx, gram, n)
	if err != nil {
		return nil, err
	}
	rows, _ := t.By.Dims()
	for j, d := range t.Values {
		for i := range rows {
			t.By.Set(i, j, t.By.At(i, j)/math.Sqrt(math.Abs(d)))
		}
	}
	if x == nil {
		return t, nil
	}
	return l.proven(x, t)
}

// proven leaves out the directions that do harm at rows that are no points.
func (l *Landmarks) proven(x *mat.Dense, t *Canonical) (*Canonical, error) {
	some, err := l.others(x)
	if err != nil || some == nil {
		return t, err
	}
	own, err := NewLandmarks(l.eval, some)
	if err != nil {
		return nil, err
	}
	rest, err := own.Transform(nil, some) // K minus the directions so far
	if err != nil {
		return nil, err
	}
	at, err := l.Transform(nil, some)
	if err != nil {
		return nil, err
	}
	psi := mat.DenseCopyOf(multiply(at, t.By))
	n, _ := some.Dims()
	column, kept := mat.NewVecDense(n, nil), &Canonical{}
	var keep []int
	for j, d := range t.Values {
		column.CopyVec(psi.ColView(j))
		s, size := math.Copysign(1, d), mat.Dot(column, column)
		// ‖E‖² − ‖E − sψψᵀ‖² = 2sψᵀEψ − ‖ψ‖⁴
		if 2*s*mat.Inner(column, rest, column)-size*size < 0 {
			continue
		}
		rest.RankOne(rest, -s, column, column)
		keep, kept.Values = append(keep, j), append(kept.Values, d)
	}
	if len(keep) == 0 || len(keep) == len(t.Values) {
		return t, nil
	}
	m, _ := t.By.Dims()
	kept.By = mat.NewDense(m, len(keep), nil)
	for to, from := range keep {
		kept.By.SetCol(to, mat.Col(nil, from, t.By))
	}
	return kept, nil
}

// others returns some rows that are no points, nil if there are too few.
func (l *Landmarks) others(x *mat.Dense) (*mat.Dense, error) {
	n, d := x.Dims()
	if d != l.Dim() {
		panic(mat.ErrShape)
	}
	var found []int
	order := rand.New(rand.NewPCG(0x6c616e64, 2)).Perm(n)
	for _, i := range order[:min(n, 8*strangers)] {
		row, known := x.RawRowView(i), false
		if floats.HasNaN(row) {
			return nil, checkValue(i, math.NaN())
		}
		for j := 0; j < l.Columns() && !known; j++ {
			known = floats.Equal(row, l.all.RawRowView(j))
		}
		if !known {
			found = append(found, i)
		}
		if len(found) == strangers {
			break
		}
	}
	if len(found) < fewStrangers {
		return nil, nil
	}
	some := mat.NewDense(len(found), d, nil)
	for to, i := range found {
		some.SetRow(to, x.RawRowView(i))
	}
	return some, nil
}

// spare bounds the columns that Principal finds n principal ones among.
const spare = 1024

// Principal returns T of n columns, fewer if there are fewer: of twice as many columns of Nystrom (of up to 1024, and at
// least n) the principal ones on the rows x, those of NewPrincipal. With several times as many points as columns it is near
// to kernel principal components (without centring) of all rows, which nothing with n columns is nearer to K than; with as many points as
// columns it is Nystrom. Errors and panics are those of Nystrom and NewPrincipal.
func (l *Landmarks) Principal(ctx context.Context, x *mat.Dense, n int) (*Canonical, error) {
	m := l.Columns()
	if rows, _ := x.Dims(); m <= n || rows <= m {
		return l.Nystrom(ctx, x, n)
	}
	t, err := l.Nystrom(ctx, x, min(m, max(n, min(2*n, spare))))
	if err != nil || len(t.Values) <= n {
		return t, err
	}
	p, err := NewPrincipal(ctx, t.Rows(Mapped(l, x)), t.Signature(), n)
	if err != nil {
		return nil, err
	}
	return &Canonical{By: multiply(t.By, p.By), Values: p.Values}, nil
}

// UniformRows draws n of the rows 0, …, rows−1 without putting back, in ascending order; all of
// them if there are no more.
func UniformRows(rows, n int, seed uint64) []int {
	some := rand.New(rand.NewPCG(seed, 0x6c616e64)).Perm(rows)
	some = some[:min(n, rows)]
	slices.Sort(some)
	return some
}

// SpreadRows draws n rows of x by k-means++ (Arthur, Vassilvitskii 2007, greedy), in ascending order: rows far from those
// that are there are likely to be next. There are fewer if x has fewer different rows. Errors are those of KMeans.Fit.
func SpreadRows(ctx context.Context, x Rows, n int, seed uint64) ([]int, error) {
	rows, _ := x.Dims()
	if n >= rows {
		return UniformRows(rows, rows, seed), nil
	}
	p, err := newPoints(ctx, x)
	if err != nil {
		return nil, err
	}
	s := &KMeans{Clusters: n}
	some, err := s.seeds(ctx, p, rows, rand.New(rand.NewPCG(seed, 0x73707264)))
	if err != nil && !errors.As(err, new(*fewRowsError)) {
		return nil, err
	}
	slices.Sort(some)
	return some, nil
}

// fewRowsError says that there are not so many different rows.
type fewRowsError struct{ different int }

// Error says what to do.
func (e *fewRowsError) Error() string {
	return fmt.Sprintf("learn: only %d different rows: ask for no more clusters", e.different)
}
