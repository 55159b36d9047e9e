// Package spectral finds eigenvectors of symmetric matrices and operators, all of them or by subspace iteration
// those with the eigenvalues of the greatest size, of either sign.
package spectral

import (
	"cmp"
	"context"
	"errors"
	"math"
	"slices"

	"gonum.org/v1/gonum/blas"
	"gonum.org/v1/gonum/blas/blas64"
	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/lapack/lapack64"
	"gonum.org/v1/gonum/mat"

	"krein/internal/learn/squares"
	"krein/internal/parallel"
	"krein/internal/simd"
)

// Pairs are eigenvalues with their vectors, one a column.
type Pairs struct {
	Values  []float64
	Vectors *mat.Dense
}

// Dropped is the share of the greatest eigenvalue below which one counts as none.
const Dropped = 1e-12

// Errors of matrices.
var (
	ErrNone    = errors.New("learn: the eigenvalues of ΦᵀΦ were not found: scale the columns")
	ErrAllZero = errors.New("learn: all features are zero, or the same in all rows: there is nothing to learn from")
)

// wholeBelow is the number of columns up to which all eigenvectors are computed, and wholeUnless that
// from which on they are not even if many are wanted.
const wholeBelow, wholeUnless = 96, 1024

// Whole reports whether all eigenvectors of c are computed for n.
func Whole(c, n int) bool {
	return c <= wholeBelow || c < 2*n && c <= wholeUnless || subspaceWidth(c, n) == c
}

// subspaceWidth is how many columns are iterated for n.
func subspaceWidth(c, n int) int { return min(c, n+min(max(8, n/4), 128)) }

// Greatest keeps the n eigenvalues of the greatest size.
func (c *Pairs) Greatest(n int) *Pairs {
	order := BySize(c.Values)
	return c.Pick(order[:min(n, len(order))])
}

// Pick returns those with the indices, in their order.
func (c *Pairs) Pick(some []int) *Pairs {
	width, _ := c.Vectors.Dims()
	kept := &Pairs{Vectors: mat.NewDense(width, len(some), nil)}
	for to, from := range some {
		kept.Vectors.SetCol(to, mat.Col(nil, from, c.Vectors))
		kept.Values = append(kept.Values, c.Values[from])
	}
	return kept
}

// Scale puts do(v, √|λ|) in the place of the entries v of each vector.
func (c *Pairs) Scale(do func(v, root float64) float64) {
	c.Vectors.Apply(func(_, j int, v float64) float64 { return do(v, math.Sqrt(math.Abs(c.Values[j]))) }, c.Vectors)
}

// BySize are the indices of values by descending size.
func BySize(values []float64) []int {
	order := make([]int, len(values))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(i, j int) int {
		return cmp.Compare(math.Abs(values[j]), math.Abs(values[i]))
	})
	return order
}

// Drop leaves out the last of descending eigenvalues that count as none.
func (c *Pairs) Drop() {
	n := len(c.Values)
	for n > 1 && math.Abs(c.Values[n-1]) <= Dropped*math.Abs(c.Values[0]) {
		n--
	}
	width, _ := c.Vectors.Dims()
	c.Vectors, c.Values = mat.DenseCopyOf(c.Vectors.Slice(0, width, 0, n)), c.Values[:n]
}

const (
	subspaceSteps     = 60
	subspaceTolerance = 1e-5 // of Σ|λ|, between looks at it
	// subspaceLook is how many steps there are from one look to the next, once it has begun.
	subspaceLook = 3
)

// Operator is one that is symmetric in an inner product.
type Operator struct {
	Size  int
	Inner func(v *mat.Dense) *mat.Dense     // Gv, of uᵀGv; nil: v
	Times func(v, gv *mat.Dense) *mat.Dense // Av
}

// Of returns the n eigenvectors of a symmetric matrix with the eigenvalues of the greatest
// size, in descending order, but for those that count as none.
func Of(ctx context.Context, k *mat.Dense, n int) (*Pairs, error) {
	c, _ := k.Dims()
	var found *Pairs
	if Whole(c, n) {
		values, v, err := All(k)
		if err != nil {
			return nil, err
		}
		found = (&Pairs{Vectors: v, Values: values}).Greatest(n)
	} else {
		var err error
		found, err = (&Operator{
			c, nil,
			func(v, _ *mat.Dense) *mat.Dense { return Multiply(k, v) },
		}).Greatest(ctx, n)
		if err != nil {
			return nil, err
		}
	}
	found.Drop()
	return found, nil
}

// Greatest finds the n eigenvectors, of unit length, with the eigenvalues of the greatest size by subspace iteration.
func (o *Operator) Greatest(ctx context.Context, n int) (*Pairs, error) {
	v := Random(o.Size, subspaceWidth(o.Size, n))
	for step, last := 1, 0.0; ; step++ {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		var gv *mat.Dense
		var err error
		if v, gv, err = o.orthonormal(v); err != nil {
			return nil, err
		}
		next := o.Times(v, gv)
		turned := step <= 2 && o.Inner != nil // to eigenvectors so far: nearly orthogonal, so that Orthonormal is cheap
		if !turned && step%subspaceLook != 0 && step != subspaceSteps {
			v = next
			continue
		}
		projected := Multiply(gv.T(), next)
		settled := step == subspaceSteps
		if !turned && !settled { // values take a quarter of the time of vectors
			values, err := Values(projected)
			if err != nil {
				return nil, err
			}
			sum := greatestSum(values, n)
			if settled = math.Abs(sum-last) <= subspaceTolerance*sum; !settled {
				last, v = sum, next
				continue
			}
		}
		values, p, err := All(projected)
		if err != nil {
			return nil, err
		}
		all := (&Pairs{Vectors: p, Values: values}).Greatest(len(values))
		found := all.Greatest(n)
		sum := floats.Norm(found.Values, 1)
		if settled || math.Abs(sum-last) <= subspaceTolerance*sum {
			found.Vectors = Multiply(v, found.Vectors)
			return found, nil
		}
		last, v = sum, Multiply(next, all.Vectors)
	}
}

// spanSteps bounds the steps of Span where none are given; spanGain is the share of the square of the error that one has to take
// off for another to follow.
const spanSteps, spanGain = 12, 0.05

// Span returns orthonormal columns, as many as the columns v to begin with, on which a positive semidefinite matrix G = ΦᵀΦ
// nearly has its greatest eigenvalues, and G times them: with 0 for steps ‖ΦΦᵀ − ΦVVᵀΦᵀ‖ is some hundredths above that of
// eigenvectors. It is subspace iteration without eigenvectors, which cost more than all products where there are many; V
// spans about what the first eigenvectors do, and is not these. Errors are those of Orthonormal, and ctx's.
func Span(ctx context.Context, g, v *mat.Dense, steps int) (q, gq *mat.Dense, err error) {
	norm := mat.Norm(g, 2)
	for step, last := 1, math.Inf(1); ; step++ {
		if err := ctx.Err(); err != nil {
			return nil, nil, err
		}
		if q, _, err = (&Operator{}).orthonormal(v); err != nil {
			return nil, nil, err
		}
		gq = Multiply(g, q)
		if step == steps {
			return q, gq, nil
		}
		if v = gq; steps > 0 {
			continue
		}
		first, second := mat.Norm(gq, 2), mat.Norm(Multiply(q.T(), gq), 2)
		rest := norm*norm - 2*first*first + second*second // ‖G‖² − 2‖GV‖² + ‖VᵀGV‖², the square of the error
		if step == spanSteps || step > 1 && !(rest < (1-spanGain)*last) {
			return q, gq, nil
		}
		last = rest
	}
}

// Half returns W = VR for which WᵀGW is the unit matrix, gv = GV; nil if VᵀGV is not positive definite in float64.
func Half(v, gv *mat.Dense) *mat.Dense {
	products := Multiply(v.T(), gv)
	for _, by := range []float64{0, 1e-15, 1e-13} {
		if r := triangle(products, by); r != nil {
			return Multiply(v, r)
		}
	}
	return nil
}

// Inverse puts the inverse of an upper triangle in its place; below the diagonal are zeros. It reports whether there is one.
func Inverse(u *mat.Dense) bool {
	n, _ := u.Dims()
	if n <= Stripe {
		raw := u.RawMatrix()
		return lapack64.Trtri(blas64.Triangular{Uplo: blas.Upper, Diag: blas.NonUnit, N: n, Stride: raw.Stride, Data: raw.Data})
	}
	h := (n/2 + Stripe - 1) / Stripe * Stripe
	a, b, d := u.Slice(0, h, 0, h).(*mat.Dense), u.Slice(0, h, h, n).(*mat.Dense), u.Slice(h, n, h, n).(*mat.Dense)
	if !Inverse(a) || !Inverse(d) {
		return false
	}
	b.Scale(-1, Multiply(Multiply(a, b), d))
	return true
}

// orthonormal is Orthonormal of v in the operator's inner product.
func (o *Operator) orthonormal(v *mat.Dense) (q, gq *mat.Dense, err error) {
	if o.Inner != nil {
		return Orthonormal(v, o.Inner(v))
	}
	if q := apart(v); q != nil {
		return q, q, nil
	}
	return Orthonormal(v, v)
}

const (
	// shift is what is added to scaled products whose triangle would not be found, shifts how often.
	shift, shifts = 1e-11, 4
)

// apart returns orthonormal columns that span what v's do, and where these depend on each other something of their
// rounding besides, by shifted Cholesky QR (Fukaya, Kannan, Nakatsukasa, Yamamoto, Yanagisawa 2020): products alone. It
// returns nil if that fails.
func apart(v *mat.Dense) *mat.Dense {
	for range shifts {
		products := Squares(v)
		r := triangle(products, 0)
		if r != nil {
			return Multiply(v, r)
		}
		if r = triangle(products, shift); r == nil {
			return nil
		}
		v = Multiply(v, r)
	}
	return nil
}

// greatestSum is Σ|λ| of the n values of the greatest size.
func greatestSum(values []float64, n int) float64 {
	sum := 0.0
	for _, i := range BySize(values)[:min(n, len(values))] {
		sum += math.Abs(values[i])
	}
	return sum
}

// Orthonormal returns columns that span what v's do and are orthonormal in G, but for directions in
// which G is 0, and G times them; gv is Gv.
func Orthonormal(v, gv *mat.Dense) (q, gq *mat.Dense, err error) {
	products := Multiply(v.T(), gv)
	if r := triangle(products, 0); r != nil {
		return Multiply(v, r), Multiply(gv, r), nil
	}
	values, u, err := All(products)
	if err != nil {
		return nil, nil, err
	}
	n := len(values)
	if !(values[n-1] > 0) {
		return nil, nil, ErrAllZero
	}
	from := 0
	for !(values[from] > Dropped*values[n-1]) {
		from++
	}
	for j := from; j < n; j++ {
		for i := range n {
			u.Set(i, j, u.At(i, j)/math.Sqrt(values[j]))
		}
	}
	basis := u.Slice(0, n, from, n)
	return Multiply(v, basis), Multiply(gv, basis), nil
}

// wellConditioned is the condition number of scaled products up to which triangle takes them.
const wellConditioned = 1e6

// triangle returns R for which Rᵀ(VᵀGV)R is the unit matrix, by Cholesky's method, or nil where that would lose
// digits: the eigenvectors that take its place there cost ten times as much. With a shift on the diagonal of scaled
// products it does so for those instead, however they are conditioned.
func triangle(products *mat.Dense, shift float64) *mat.Dense {
	n, _ := products.Dims()
	scale, s := make([]float64, n), mat.NewSymDense(n, nil)
	for i := range n {
		if scale[i] = 1 / math.Sqrt(products.At(i, i)); !(scale[i] > 0) || math.IsInf(scale[i], 1) {
			return nil
		}
		for j := range i + 1 {
			s.SetSym(j, i, (products.At(i, j)+products.At(j, i))/2*scale[i]*scale[j])
		}
	}
	for i := range n {
		s.SetSym(i, i, s.At(i, i)+shift)
	}
	var c mat.Cholesky
	if !c.Factorize(s) || shift == 0 && !(c.Cond() <= wellConditioned) {
		return nil
	}
	u := mat.NewTriDense(n, mat.Upper, nil)
	c.UTo(u)
	r := mat.DenseCopyOf(u)
	if !Inverse(r) {
		return nil
	}
	for i, v := range scale {
		floats.Scale(v, r.RawRowView(i))
	}
	return r
}

// All decomposes the symmetric part of a square matrix; eigenvalues ascend.
func All(a mat.Matrix) ([]float64, *mat.Dense, error) { return decompose(a, true) }

// Values returns the eigenvalues of All.
func Values(a mat.Matrix) ([]float64, error) {
	values, _, err := decompose(a, false)
	return values, err
}

// Stripe is how many rows of a product are made at once.
const Stripe = 64

// Squares is vᵀv.
func Squares(v *mat.Dense) *mat.Dense {
	sums := squares.New(v.RawMatrix().Cols)
	new(squares.Memory).Add(1, sums, v.RawMatrix())
	return Mirrored(sums)
}

// Mirrored is the symmetric matrix of which sums have the upper triangle.
func Mirrored(sums blas64.General) *mat.Dense {
	n := sums.Rows
	whole := mat.NewDense(n, n, nil)
	raw := whole.RawMatrix()
	for i := range n {
		row := sums.Data[i*sums.Stride:][:n]
		copy(raw.Data[i*n+i:(i+1)*n], row[i:])
		for j, v := range row[i+1:] {
			raw.Data[(i+1+j)*n+i] = v
		}
	}
	return whole
}

// raw returns the numbers of a matrix, which are not to be changed: those of a copy where it is no *mat.Dense.
func raw(a mat.Matrix) blas64.General {
	if d, ok := a.(*mat.Dense); ok {
		return d.RawMatrix()
	}
	return mat.DenseCopyOf(a).RawMatrix()
}

// Multiply is ab, by the kernels of package simd.
func Multiply(a, b mat.Matrix) *mat.Dense {
	x, y := raw(a), raw(b)
	by := simd.NewProductsOf(y.Rows, y.Cols, y.Data, y.Stride)
	stride := by.Room()
	out := mat.NewDense(x.Rows, stride, nil)
	parallel.Blocks(x.Rows, Stripe, func(lo, hi int) {
		by.Add(out.RawMatrix().Data[lo*stride:], stride, x.Data[lo*x.Stride:], x.Stride, hi-lo, 0)
	})
	return out.Slice(0, x.Rows, 0, y.Cols).(*mat.Dense)
}
