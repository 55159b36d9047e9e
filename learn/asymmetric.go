package learn

import (
	"context"
	"errors"
	"fmt"
	"math"
	"slices"

	"gonum.org/v1/gonum/blas"
	"gonum.org/v1/gonum/blas/blas64"
	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/lapack"
	"gonum.org/v1/gonum/lapack/gonum"
	"gonum.org/v1/gonum/lapack/lapack64"
	"gonum.org/v1/gonum/mat"

	"krein/internal/learn/spectral"
)

// Asymmetric is least squares with a kernel K(x,y) = ⟨φ(x), ψ(y)⟩ ≠ K(y,x), AsK-LS (He, He, Shi, Huang,
// Suykens 2023): the stationary point of
//
//	λ wᵀv·2 + Σ_i (y_i − wᵀφ(x_i))² + Σ_i (y_i − vᵀψ(x_i))²,
//
// two functions f₁ = wᵀφ and f₂ = vᵀψ at once with w = Ψᵀβ, v = Φᵀα and
//
//	λα + Kβ = y,   Kᵀα + λβ = y.
//
// wᵀv has no sign: nothing is minimal, and the equations are singular where λ is a singular value of K.
// For classes, y = ±1 and the sign of f₁, of f₂ or of their sum decides. There is no intercept.
type Asymmetric struct {
	// Lambda is λ > 0, the 1/γ of the paper.
	Lambda float64
}

var errAsymmetric = errors.New("learn: λ is a singular value of K to working precision, so that the " +
	"equations have no solution: move λ")

func (s *Asymmetric) check() error {
	if !(s.Lambda > 0) || math.IsInf(s.Lambda, 1) {
		return fmt.Errorf("learn: λ = %v: want a positive number", s.Lambda)
	}
	return nil
}

// Fit returns f₁ on rows of Φ and f₂ on rows of Ψ for the rows×targets values y. It panics with mat.ErrShape unless Φ, Ψ
// and y have the same numbers of rows, Φ and Ψ of columns. It returns an error for λ out of range or
// where the equations are singular, numbers that are not finite, and ctx's. [Asymmetric.Path] says how, and what for.
func (s *Asymmetric) Fit(ctx context.Context, phi, psi Rows, y *mat.Dense) (f1, f2 *Linear, err error) {
	if err := s.check(); err != nil {
		return nil, nil, err
	}
	p, err := s.Path(ctx, phi, psi, y)
	if err != nil {
		return nil, nil, err
	}
	return p.At(s.Lambda)
}

// AsymmetricPath has the two functions of Asymmetric for every λ: what is the same for all of them is computed once.
type AsymmetricPath struct {
	at func(lambda float64) (w, v *mat.Dense, err error)
}

// Path returns the functions for all λ; Lambda is not read. Panics and errors are those of Fit, but for λ.
//
// Of fewer rows than columns K = ΦΨᵀ is made, and brought to the bidiagonal form K = QBPᵀ (Golub, Kahan 1965). The
// equations in Qᵀα and Pᵀβ are tridiagonal, so that a value of λ takes rows²·targets operations. That needs 2·rows·columns
// + rows² numbers. Otherwise the rows are read once, block by block, for columns² sums:
// (λ²I − ΨᵀΨΦᵀΦ)w = λΨᵀy − ΨᵀΨΦᵀy, λv = Φᵀy − ΦᵀΦw, one LU decomposition for each value.
func (s *Asymmetric) Path(ctx context.Context, phi, psi Rows, y *mat.Dense) (*AsymmetricPath, error) {
	n, c := phi.Dims()
	if _, other := psi.Dims(); other != c {
		panic(mat.ErrShape)
	}
	by := byColumns
	if n > 0 && n < c {
		by = byRows
	}
	at, err := by(ctx, phi, psi, y)
	if err != nil {
		return nil, err
	}
	return &AsymmetricPath{at}, nil
}

// At returns f₁ on rows of Φ and f₂ on rows of Ψ. The error is that of Fit.
func (p *AsymmetricPath) At(lambda float64) (f1, f2 *Linear, err error) {
	if err := (&Asymmetric{Lambda: lambda}).check(); err != nil {
		return nil, nil, err
	}
	w, v, err := p.at(lambda)
	if err != nil {
		return nil, nil, err
	}
	function := func(w *mat.Dense) *Linear {
		_, m := w.Dims()
		return &Linear{Weights: mat.DenseCopyOf(w.T()), Intercept: make([]float64, m)}
	}
	return function(w), function(v), nil
}

// byColumns solves the equations of the sums over rows.
func byColumns(ctx context.Context, phi, psi Rows, y *mat.Dense) (func(lambda float64) (w, v *mat.Dense, err error), error) {
	left, err := (&Ridge{}).system(ctx, phi, y)
	if err != nil {
		return nil, err
	}
	right, err := (&Ridge{}).system(ctx, psi, y)
	if err != nil {
		return nil, err
	}
	product := spectral.Multiply(right.gram, left.gram)
	along := spectral.Multiply(right.gram, left.right)
	return func(lambda float64) (*mat.Dense, *mat.Dense, error) {
		var a, r, w mat.Dense
		a.Scale(-1, product)
		for j := range left.gram.SymmetricDim() {
			a.Set(j, j, a.At(j, j)+lambda*lambda)
		}
		r.Scale(lambda, right.right)
		r.Sub(&r, along)
		if err := solve(&w, &a, &r); err != nil {
			return nil, nil, err
		}
		v := spectral.Multiply(left.gram, &w)
		v.Sub(left.right, v)
		v.Scale(1/lambda, v)
		return &w, v, nil
	}, nil
}

// byRows solves the equations of K itself.
func byRows(ctx context.Context, phi, psi Rows, y *mat.Dense) (func(lambda float64) (w, v *mat.Dense, err error), error) {
	_, c := phi.Dims()
	var sides [2]*mat.Dense
	for i, x := range []Rows{phi, psi} {
		err := (&Ridge{}).check(x, y)
		if err == nil {
			sides[i], err = readAll(ctx, x, c)
		}
		if err != nil {
			return nil, err
		}
	}
	left, right := sides[0], sides[1]
	b, err := newBidiagonal(spectral.Multiply(left, right.T()))
	if err != nil {
		return nil, err
	}
	p, q := b.turn(lapack.ApplyQ, blas.Trans, y), b.turn(lapack.ApplyP, blas.Trans, y)
	return func(lambda float64) (*mat.Dense, *mat.Dense, error) {
		alpha, beta, err := b.solve(lambda, p, q)
		if err != nil {
			return nil, nil, err
		}
		alpha, beta = b.turn(lapack.ApplyQ, blas.NoTrans, alpha), b.turn(lapack.ApplyP, blas.NoTrans, beta)
		return spectral.Multiply(right.T(), beta), spectral.Multiply(left.T(), alpha), nil
	}, nil
}

// bidiagonal is K = QBPᵀ, B with the diagonal d and e above it.
type bidiagonal struct {
	n          int
	d, e       []float64
	reflectors blas64.General // of Q and P
	tauQ, tauP []float64
	values     []float64 // the singular values
}

// newBidiagonal returns the form of a square matrix, which it overwrites.
func newBidiagonal(k *mat.Dense) (*bidiagonal, error) {
	a := k.RawMatrix()
	n := a.Rows
	b := &bidiagonal{n: n, d: make([]float64, n), e: make([]float64, n-1), reflectors: a, tauQ: make([]float64, n),
		tauP: make([]float64, n)}
	withWork(func(work []float64, size int) {
		gonum.Implementation{}.Dgebrd(n, n, a.Data, a.Stride, b.d, b.e, b.tauQ, b.tauP, work, size)
	})
	if v := floats.Norm(b.d, 1) + floats.Norm(b.e, 1); v-v != 0 {
		return nil, errTooLarge
	}
	b.values = slices.Clone(b.d)
	if !(gonum.Implementation{}).Dbdsqr(blas.Upper, n, 0, 0, 0, b.values, slices.Clone(b.e), nil, 1, nil, 1, nil, 1,
		make([]float64, 4*n)) {
		return nil, errors.New("learn: the singular values of K were not found: scale the columns")
	}
	return b, nil
}

// withWork calls a routine of LAPACK with the memory that it asks for.
func withWork(do func(work []float64, size int)) {
	size := make([]float64, 1)
	do(size, -1)
	do(make([]float64, int(size[0])), int(size[0]))
}

// turn returns Qx, Qᵀx, Px or Pᵀx.
func (b *bidiagonal) turn(of lapack.ApplyOrtho, trans blas.Transpose, x *mat.Dense) *mat.Dense {
	out := mat.DenseCopyOf(x)
	c, tau := out.RawMatrix(), b.tauQ
	if of == lapack.ApplyP {
		tau = b.tauP
	}
	withWork(func(work []float64, size int) {
		gonum.Implementation{}.Dormbr(of, blas.Left, trans, b.n, c.Cols, b.n, b.reflectors.Data, b.reflectors.Stride, tau,
			c.Data, c.Stride, work, size)
	})
	return out
}

// solve returns the solution of λα + Bβ = p, Bᵀα + λβ = q. In the order β₁, α₁, β₂, α₂, … the equations are tridiagonal.
// Their eigenvalues are λ ± σ for the singular values σ of B, which says how far from singular they are.
func (b *bidiagonal) solve(lambda float64, p, q *mat.Dense) (alpha, beta *mat.Dense, err error) {
	nearest := math.Inf(1)
	for _, v := range b.values {
		nearest = min(nearest, math.Abs(lambda-v))
	}
	if !(lambda+slices.Max(b.values) < nearest/singular) {
		return nil, nil, errAsymmetric
	}
	_, m := p.Dims()
	t := lapack64.Tridiagonal{N: 2 * b.n, D: slices.Repeat([]float64{lambda}, 2*b.n)}
	both := mat.NewDense(2*b.n, m, nil)
	for i := range b.n {
		if t.DL = append(t.DL, b.d[i]); i < b.n-1 {
			t.DL = append(t.DL, b.e[i])
		}
		both.SetRow(2*i, q.RawRowView(i))
		both.SetRow(2*i+1, p.RawRowView(i))
	}
	t.DU = slices.Clone(t.DL)
	if !lapack64.Gtsv(blas.NoTrans, t, both.RawMatrix()) {
		return nil, nil, errAsymmetric
	}
	alpha, beta = mat.NewDense(b.n, m, nil), mat.NewDense(b.n, m, nil)
	for i := range b.n {
		beta.SetRow(i, both.RawRowView(2*i))
		alpha.SetRow(i, both.RawRowView(2*i+1))
	}
	return alpha, beta, nil
}

// solve solves ax = r, and refuses a matrix that is singular to working precision.
func solve(x, a, r *mat.Dense) error {
	var lu mat.LU
	lu.Factorize(a)
	if !(lu.Cond() < 1/singular) {
		return errAsymmetric
	}
	return lu.SolveTo(x, false, r)
}

// FitKernel returns α and β, rows×targets, for the kernel matrix K: f₁(x) = Σ_i β_i K(x, x_i) and f₂(x) = Σ_i α_i
// K(x_i, x). It panics with mat.ErrShape if K is not square or y has another number of rows. Errors are those of Fit.
func (s *Asymmetric) FitKernel(k, y *mat.Dense) (alpha, beta *mat.Dense, err error) {
	if err := s.check(); err != nil {
		return nil, nil, err
	}
	n, m := y.Dims()
	if r, c := k.Dims(); r != n || c != n {
		panic(mat.ErrShape)
	}
	a, both := mat.NewDense(2*n, 2*n, nil), mat.NewDense(2*n, m, nil)
	for i := range n {
		a.Set(i, i, s.Lambda)
		a.Set(n+i, n+i, s.Lambda)
		for j := range n {
			a.Set(i, n+j, k.At(i, j))
			a.Set(n+i, j, k.At(j, i))
		}
		both.SetRow(i, y.RawRowView(i))
		both.SetRow(n+i, y.RawRowView(i))
	}
	var x mat.Dense
	if err := solve(&x, a, both); err != nil {
		return nil, nil, err
	}
	return mat.DenseCopyOf(x.Slice(0, n, 0, m)), mat.DenseCopyOf(x.Slice(n, 2*n, 0, m)), nil
}
