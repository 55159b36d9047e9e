package learn

import (
	"cmp"
	"context"
	"math"
	"math/rand/v2"
	"slices"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"krein/internal/simd"
)

// NewPrincipal returns the n columns of NewCanonical with the eigenvalues of the greatest size, in
// descending order (fewer, if fewer are not 0). Of all ΨSΨᵀ with n columns theirs is nearest to K on
// the rows (Mirsky 1960); for positive kernels they are kernel principal components without centring
// (Schölkopf, Smola, Müller 1998). So a wide map becomes a narrow one that has seen the rows, as
// Nyström's has: ψ(x)ᵀSψ(y) is then no unbiased estimate of k(x, y), and its error at other points is
// not known before it is measured there. A new row still costs the whole Φ.
//
// Where n is small beside the number of columns c, subspace iteration finds eigenvectors up to the
// share 1e-5 of Σ|λ|, in O(rows·c² + c²n) and memory for 2c² numbers. Errors and panics are
// NewCanonical's; it panics if n < 1.
func NewPrincipal(ctx context.Context, x Rows, signature []float64, n int) (*Canonical, error) {
	if n < 1 {
		panic("learn: no columns")
	}
	rows, c := x.Dims()
	if len(signature) != c {
		panic(mat.ErrShape)
	}
	sums, err := accumulate(ctx, x, mat.NewDense(rows, 1, nil), nil, 1, false)
	if err != nil {
		return nil, err
	}
	gram := sums[0].system(NoIntercept).gram
	if whole(c, n) {
		all, err := canonical(gram, signature)
		if err != nil {
			return nil, err
		}
		return all.greatest(n), nil
	}
	return subspace(ctx, gram, signature, n)
}

// wholeBelow is the number of columns up to which all eigenvectors are computed, and wholeUnless that
// from which on they are not even if many are wanted.
const wholeBelow, wholeUnless = 96, 1024

// whole reports whether all eigenvectors of c are computed for n.
func whole(c, n int) bool {
	return c <= wholeBelow || c < 3*n && c <= wholeUnless || subspaceWidth(c, n) == c
}

// subspaceWidth is how many columns are iterated for n.
func subspaceWidth(c, n int) int { return min(c, n+max(8, n/4)) }

// greatest keeps the n eigenvalues of the greatest size.
func (c *Canonical) greatest(n int) *Canonical {
	order := bySize(c.Values)
	order = order[:min(n, len(order))]
	width, _ := c.By.Dims()
	kept := &Canonical{By: mat.NewDense(width, len(order), nil)}
	for to, from := range order {
		kept.By.SetCol(to, mat.Col(nil, from, c.By))
		kept.Values = append(kept.Values, c.Values[from])
	}
	return kept
}

// bySize are the indices of values by descending size.
func bySize(values []float64) []int {
	order := make([]int, len(values))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(i, j int) int {
		return cmp.Compare(math.Abs(values[j]), math.Abs(values[i]))
	})
	return order
}

const (
	subspaceSteps     = 60
	subspaceTolerance = 1e-5 // of Σ|λ|, between looks at it
	// subspaceLook is how many steps there are from one look to the next, once it has begun.
	subspaceLook = 3
)

// operator is one that is symmetric in an inner product.
type operator struct {
	size  int
	inner func(v *mat.Dense) *mat.Dense     // Gv, of uᵀGv
	times func(v, gv *mat.Dense) *mat.Dense // Av
}

// subspace finds the n eigenvectors v of JG, G = ΦᵀΦ, with the eigenvalues of the greatest size: they
// are those of K = ΦJΦᵀ, whose eigenvectors are Φv. JG is symmetric in the inner product uᵀGv.
func subspace(ctx context.Context, gram *mat.SymDense, signature []float64, n int) (*Canonical, error) {
	g := mat.DenseCopyOf(gram)
	found, err := (&operator{
		len(signature),
		func(v *mat.Dense) *mat.Dense { return multiply(g, v) },
		func(_, gv *mat.Dense) *mat.Dense {
			next := mat.DenseCopyOf(gv)
			for i, s := range signature {
				floats.Scale(s, next.RawRowView(i))
			}
			return next
		},
	}).greatest(ctx, n)
	if err != nil {
		return nil, err
	}
	return found.scaled(), nil
}

// eigenvectors returns the n eigenvectors of a symmetric matrix with the eigenvalues of the greatest
// size, in descending order, but for those that count as none.
func eigenvectors(ctx context.Context, k *mat.Dense, n int) (*Canonical, error) {
	c, _ := k.Dims()
	var found *Canonical
	if whole(c, n) {
		values, v, err := eigen(k)
		if err != nil {
			return nil, err
		}
		found = (&Canonical{By: v, Values: values}).greatest(n)
	} else {
		var err error
		found, err = (&operator{
			c, func(v *mat.Dense) *mat.Dense { return v },
			func(v, _ *mat.Dense) *mat.Dense { return multiply(k, v) },
		}).greatest(ctx, n)
		if err != nil {
			return nil, err
		}
	}
	found.drop()
	return found, nil
}

// greatest finds the n eigenvectors, of unit length, with the eigenvalues of the greatest size by
// subspace iteration.
func (o *operator) greatest(ctx context.Context, n int) (*Canonical, error) {
	v := mat.NewDense(o.size, subspaceWidth(o.size, n), nil)
	rnd := rand.New(rand.NewPCG(0x7072696e, 1))
	for i := range v.RawMatrix().Data {
		v.RawMatrix().Data[i] = rnd.NormFloat64()
	}
	for step, last := 1, 0.0; ; step++ {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		var gv *mat.Dense
		var err error
		if v, gv, err = orthonormal(v, o.inner(v)); err != nil {
			return nil, err
		}
		next := o.times(v, gv)
		if step > 2 && step%subspaceLook != 0 && step != subspaceSteps {
			v = next
			continue
		}
		values, p, err := eigen(multiply(gv.T(), next))
		if err != nil {
			return nil, err
		}
		all := (&Canonical{By: p, Values: values}).greatest(len(values))
		found := all.greatest(n)
		sum := floats.Norm(found.Values, 1)
		if math.Abs(sum-last) <= subspaceTolerance*sum || step == subspaceSteps {
			found.By = multiply(v, found.By)
			return found, nil
		}
		last, v = sum, multiply(next, all.By) // eigenvectors so far: nearly orthogonal, so that orthonormal is cheap
	}
}

// scaled makes sums of squares over the rows |λ|, of eigenvectors for which they are 1.
func (c *Canonical) scaled() *Canonical {
	c.drop()
	width, _ := c.By.Dims()
	for i := range width {
		for j, d := range c.Values {
			c.By.Set(i, j, c.By.At(i, j)*math.Sqrt(math.Abs(d)))
		}
	}
	return c
}

// drop leaves out the last of descending eigenvalues that count as none.
func (c *Canonical) drop() {
	n := len(c.Values)
	for n > 1 && math.Abs(c.Values[n-1]) <= dropped*math.Abs(c.Values[0]) {
		n--
	}
	width, _ := c.By.Dims()
	c.By, c.Values = mat.DenseCopyOf(c.By.Slice(0, width, 0, n)), c.Values[:n]
}

// orthonormal returns columns that span what v's do and are orthonormal in G, but for directions in
// which G is 0, and G times them; gv is Gv.
func orthonormal(v, gv *mat.Dense) (q, gq *mat.Dense, err error) {
	products := multiply(v.T(), gv)
	if r := triangle(products); r != nil {
		return multiply(v, r), multiply(gv, r), nil
	}
	values, u, err := eigen(products)
	if err != nil {
		return nil, nil, err
	}
	n := len(values)
	if !(values[n-1] > 0) {
		return nil, nil, errAllZero
	}
	from := 0
	for !(values[from] > dropped*values[n-1]) {
		from++
	}
	for j := from; j < n; j++ {
		for i := range n {
			u.Set(i, j, u.At(i, j)/math.Sqrt(values[j]))
		}
	}
	basis := u.Slice(0, n, from, n)
	return multiply(v, basis), multiply(gv, basis), nil
}

// wellConditioned is the condition number of scaled products up to which triangle takes them.
const wellConditioned = 1e6

// triangle returns R for which Rᵀ(VᵀGV)R is the unit matrix, by Cholesky's method, or nil where that would lose
// digits: the eigenvectors that take its place there cost ten times as much.
func triangle(products *mat.Dense) *mat.Dense {
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
	var c mat.Cholesky
	if !c.Factorize(s) || !(c.Cond() <= wellConditioned) {
		return nil
	}
	u, inverse := mat.NewTriDense(n, mat.Upper, nil), mat.NewTriDense(n, mat.Upper, nil)
	c.UTo(u)
	if inverse.InverseTri(u) != nil {
		return nil
	}
	r := mat.DenseCopyOf(inverse)
	for i, v := range scale {
		floats.Scale(v, r.RawRowView(i))
	}
	return r
}

// eigen decomposes the symmetric part of a square matrix; eigenvalues ascend.
func eigen(a *mat.Dense) ([]float64, *mat.Dense, error) {
	n, _ := a.Dims()
	s := mat.NewSymDense(n, nil)
	for i := range n {
		for j := i; j < n; j++ {
			s.SetSym(i, j, (a.At(i, j)+a.At(j, i))/2)
		}
	}
	var e mat.EigenSym
	if !e.Factorize(s, true) {
		return nil, nil, errNoEigen
	}
	v := new(mat.Dense)
	e.VectorsTo(v)
	return e.Values(nil), v, nil
}

// multiply is ab, by the kernels of package simd.
func multiply(a, b mat.Matrix) *mat.Dense {
	x, y := mat.DenseCopyOf(a).RawMatrix(), mat.DenseCopyOf(b).RawMatrix()
	by := simd.NewProductsOf(y.Rows, y.Cols, y.Data, y.Stride)
	stride := by.Room()
	out := mat.NewDense(x.Rows, stride, nil)
	inStripes(x.Rows, func(first, n int) {
		by.Add(out.RawMatrix().Data[first*stride:], stride, x.Data[first*x.Stride:], x.Stride, n, 0)
	})
	return out.Slice(0, x.Rows, 0, y.Cols).(*mat.Dense)
}
