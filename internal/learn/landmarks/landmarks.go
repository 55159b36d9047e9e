// Package landmarks has features that are kernels with points of the data: Nyström's, of indefinite kernels too,
// and principal columns of them.
package landmarks

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"krein/internal/learn/spectral"
	"krein/internal/learn/squares"
	"krein/internal/parallel"
	"krein/internal/simd"
	"krein/learn"
)

// Map gives the kernels of rows with some points: column j of a row x is k(‖x − l_j‖), or k(x − l_j). It is a
// learn.Transformer, and stands for the map C of Nyström's K ≈ C K_mm⁺ Cᵀ, K_mm the matrix of the points
// themselves: Nystrom and Principal turn the columns into features. They see the data that the points
// are from, and their error at rows unlike those is not known before it is measured there.
type Map struct {
	eval   func(dst, z []float64) []float64
	at     func(delta []float64) float64 // instead of eval, for a function of x − y
	second bool                          // the rows are second arguments: k(l_j − x)
	all    *mat.Dense
	norms  []float64 // squared, of the points
	by     *simd.Products[float64]
}

// Draw returns n of the rows of x, in their order, as learn.UniformRows draws them, or with spread learn.SpreadRows.
func Draw(ctx context.Context, x *mat.Dense, n int, spread bool, seed uint64) (*mat.Dense, error) {
	all, _ := x.Dims()
	if !spread {
		return picked(x, learn.UniformRows(all, n, seed)), nil
	}
	some, err := learn.SpreadRows(ctx, learn.Matrix(x), n, seed)
	if err != nil {
		return nil, err
	}
	return picked(x, some), nil
}

// picked copies some rows.
func picked(x *mat.Dense, some []int) *mat.Dense {
	_, d := x.Dims()
	out := mat.NewDense(len(some), d, nil)
	for to, from := range some {
		out.SetRow(to, x.RawRowView(from))
	}
	return out
}

// New returns the map of the points, one a row, which are copied. eval stores the kernel at
// distances z in dst and returns it, as (*numeric.Func).EvalTo does; it is safe for concurrent use.
// It panics if there are no points, and returns an error for points that are not finite or too large.
func New(eval func(dst, z []float64) []float64, points *mat.Dense) (*Map, error) {
	return (&Map{eval: eval}).with(points)
}

// NewOfDifferences is New for a kernel k(x − y) that need not be a function of the distance, at the difference, which it
// may change. All but Sides want k(−Δ) = k(Δ), without which the points have no symmetric matrix.
func NewOfDifferences(at func(delta []float64) float64, points *mat.Dense) (*Map, error) {
	return (&Map{at: at}).with(points)
}

// with is the map of l's kernel with points.
func (l *Map) with(points *mat.Dense) (*Map, error) {
	n, _ := points.Dims()
	if n == 0 {
		panic("landmarks: no landmarks")
	}
	l = &Map{eval: l.eval, at: l.at, second: l.second, all: mat.DenseCopyOf(points)}
	for i := range n {
		row := l.all.RawRowView(i)
		norm := floats.Dot(row, row)
		if norm-norm != 0 {
			return nil, notSquared(i, row)
		}
		l.norms = append(l.norms, norm)
	}
	l.by = simd.NewProducts(l.Dim(), mat.DenseCopyOf(l.all.T()).RawMatrix().Data)
	return l, nil
}

// Dim returns the number of columns of the points.
func (l *Map) Dim() int { return l.all.RawMatrix().Cols }

// Columns returns the number of points.
func (l *Map) Columns() int { return l.all.RawMatrix().Rows }

// Points returns a copy of the points.
func (l *Map) Points() *mat.Dense { return mat.DenseCopyOf(l.all) }

// Transform stores the kernels of the rows of x with the points in dst, which may be nil. It panics
// with mat.ErrShape if shapes do not fit, and returns an error for a row or a kernel that is not finite.
func (l *Map) Transform(dst *mat.Dense, x mat.Matrix) (*mat.Dense, error) {
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
	rows, ok := x.(*mat.Dense)
	if !ok {
		rows = mat.DenseCopyOf(x)
	}
	raw := rows.RawMatrix()
	faults := make([]error, (n+spectral.Stripe-1)/spectral.Stripe)
	parallel.Blocks(n, spectral.Stripe, func(lo, hi int) {
		l.by.Each(raw.Data[lo*raw.Stride:], raw.Stride, hi-lo, func(i int, products []float64) bool {
			err := l.row(dst.RawRowView(lo+i), rows.RawRowView(lo+i), products, lo+i)
			faults[lo/spectral.Stripe] = err
			return err == nil
		})
	})
	return dst, cmp.Or(faults...)
}

// row stores the kernels of a row from its inner products with the points.
func (l *Map) row(dst, x, products []float64, i int) error {
	norm := floats.Dot(x, x)
	if norm-norm != 0 {
		return notSquared(i, x)
	}
	if l.at != nil {
		delta := make([]float64, len(x))
		for j := range dst {
			from, to := x, l.all.RawRowView(j)
			if l.second {
				from, to = to, from
			}
			dst[j] = l.at(floats.SubTo(delta, from, to))
		}
	} else {
		for j, p := range products {
			all := norm + l.norms[j]
			if d := all - 2*p; d > 1e-3*all {
				dst[j] = math.Sqrt(d)
			} else { // the difference lost digits
				dst[j] = floats.Distance(x, l.all.RawRowView(j), 2)
			}
		}
		l.eval(dst, dst)
	}
	for j, v := range dst {
		if v-v != 0 {
			return fmt.Errorf("landmarks: the kernel of row %d with landmark %d is %v", i+1, j+1, v)
		}
	}
	return nil
}

// notSquared says why the square of a row is not finite.
func notSquared(i int, row []float64) error {
	for j, v := range row {
		if v-v != 0 {
			return fmt.Errorf("landmarks: row %d, column %d is %v: remove the row or fill the gap", i+1, j+1, v)
		}
	}
	return fmt.Errorf("landmarks: row %d is too large to be squared: scale the columns", i+1)
}

const (
	// strangers is the greatest number of rows that Nystrom tries directions on.
	strangers = 300
	// fewStrangers is the least.
	fewStrangers = 30
)

// Nystrom returns T of n columns, fewer if the matrix has not so many eigenvalues: with K_mm = UΛUᵀ, T = U|Λ|^−½ and S
// = sign Λ for the eigenvalues of the greatest size, Ψ = CT is between the points the nearest ΨSΨᵀ to K_mm with n
// columns, and with all of them ΨSΨᵀ is Nyström's C K_mm⁺ Cᵀ anywhere (Williams and Seeger 2001; indefinite kernels:
// Oglic and Gärtner 2019). learn.Canonical.Fold gives the function on the kernels themselves.
//
// Where a kernel is positive, every direction takes something off the error at every row. An
// indefinite matrix may have an eigenvalue that is nearly 0 by accident, and its direction is then
// large at other rows: with rows x, directions that make the matrix of some hundred of these that are no points
// worse are left out. x may be nil, and is not read if it has too few other rows.
//
// It takes O(m²n) and memory for some m² numbers. Errors are Transform's, an error for a kernel that is 0
// between all points, and ctx's. It panics if n < 1.
func (l *Map) Nystrom(ctx context.Context, x *mat.Dense, n int) (*learn.Canonical, error) {
	if n < 1 {
		panic("landmarks: no columns")
	}
	gram, err := l.Transform(nil, l.all)
	if err != nil {
		return nil, err
	}
	if floats.Norm(gram.RawMatrix().Data, math.Inf(1)) == 0 {
		return nil, errors.New("landmarks: the kernel is 0 between all landmarks: there is nothing to learn from")
	}
	found, err := spectral.Of(ctx, gram, n)
	if err != nil {
		return nil, err
	}
	found.Scale(func(v, root float64) float64 { return v / root })
	if x != nil {
		if found, err = l.proven(x, found); err != nil {
			return nil, err
		}
	}
	return &learn.Canonical{By: found.Vectors, Values: found.Values}, nil
}

// proven leaves out the directions that do harm at rows that are no points.
func (l *Map) proven(x *mat.Dense, t *spectral.Pairs) (*spectral.Pairs, error) {
	some, err := l.others(x)
	if err != nil || some == nil {
		return t, err
	}
	rest, err := l.Between(some) // K minus the directions so far
	if err != nil {
		return nil, err
	}
	at, err := l.Transform(nil, some)
	if err != nil {
		return nil, err
	}
	psi := mat.DenseCopyOf(spectral.Multiply(at, t.Vectors))
	n, _ := some.Dims()
	column := mat.NewVecDense(n, nil)
	var keep []int
	for j, d := range t.Values {
		column.CopyVec(psi.ColView(j))
		s, size := math.Copysign(1, d), mat.Dot(column, column)
		// ‖E‖² − ‖E − sψψᵀ‖² = 2sψᵀEψ − ‖ψ‖⁴
		if 2*s*mat.Inner(column, rest, column)-size*size < 0 {
			continue
		}
		rest.RankOne(rest, -s, column, column)
		keep = append(keep, j)
	}
	if len(keep) == 0 {
		return t, nil
	}
	return t.Pick(keep), nil
}

// others returns some rows that are no points, nil if there are too few.
func (l *Map) others(x *mat.Dense) (*mat.Dense, error) {
	n, d := x.Dims()
	if d != l.Dim() {
		panic(mat.ErrShape)
	}
	var found []int
	order := rand.New(rand.NewPCG(0x6c616e64, 2)).Perm(n)
	for _, i := range order[:min(n, 8*strangers)] {
		row, known := x.RawRowView(i), false
		if floats.HasNaN(row) {
			return nil, notSquared(i, row)
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
	return picked(x, found), nil
}

// spare bounds how many more columns than it is to find Principal finds n principal ones among where K_mm is not
// positive definite.
const spare = 128

// shift is the share of the greatest k(l_j, l_j) that is added to the diagonal of a positive definite K_mm, whose triangle
// would not be found in float64 without it. It takes the directions of smaller eigenvalues off.
const shift = 1e-11

// Principal returns T of n columns, fewer if there are fewer: the principal ones on the rows x, those of
// learn.NewPrincipal, of all columns that the points give, C K_mm^−½. Where K_mm is not positive definite it is of twice
// as many columns of Nystrom, or 128 more if these are fewer. With several times as many points as
// columns it is near to kernel principal components (without centring) of all rows, which nothing with n columns is
// nearer to K than; with as many points as columns it is Nystrom. Errors and panics are those of Nystrom and
// learn.NewPrincipal.
func (l *Map) Principal(ctx context.Context, x *mat.Dense, n int) (*learn.Canonical, error) {
	m := l.Columns()
	if rows, _ := x.Dims(); m <= n || rows <= m {
		return l.Nystrom(ctx, x, n)
	}
	t, err := l.whole(ctx)
	if t == nil && err == nil {
		t, err = l.Nystrom(ctx, x, min(m, n+min(n, spare)))
	}
	if err != nil || len(t.Values) <= n {
		return t, err
	}
	p, err := learn.NewPrincipal(ctx, t.Rows(learn.Mapped(l, x)), t.Signature(), n)
	if err != nil {
		return nil, err
	}
	return &learn.Canonical{By: spectral.Multiply(t.By, p.By), Values: p.Values}, nil
}

// whole returns T = U⁻¹ with all columns, K_mm = UᵀU, so that CT has the inner products C K_mm⁻¹ Cᵀ; nil if K_mm is not
// positive definite in float64, up to a shift.
func (l *Map) whole(ctx context.Context) (*learn.Canonical, error) {
	gram, err := l.Transform(nil, l.all)
	if err = cmp.Or(err, ctx.Err()); err != nil {
		return nil, err
	}
	n := l.Columns()
	u, top := squares.New(n), 0.0
	for i := range n {
		top = max(top, gram.At(i, i))
		copy(u.Data[i*u.Stride:][:n], gram.RawRowView(i))
	}
	for i := range n {
		u.Data[i*u.Stride+i] += shift * top
	}
	if !(top > 0) || !new(squares.Memory).Factorise(u) {
		return nil, nil
	}
	t := &learn.Canonical{By: mat.NewDense(n, n, nil), Values: make([]float64, n)}
	for i := range n {
		copy(t.By.RawRowView(i)[i:], u.Data[i*u.Stride+i:][:n-i])
		t.Values[i] = 1 // the signs
	}
	if !spectral.Inverse(t.By) {
		return nil, nil
	}
	return t, nil
}
