package learn

import (
	"context"
	"errors"
	"fmt"
	"math"

	"gonum.org/v1/gonum/mat"
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

// Fit returns f₁ on rows of Φ and f₂ on rows of Ψ for the rows×targets values y, from sums over blocks of
// rows: (λ²I − ΨᵀΨΦᵀΦ)w = λΨᵀy − ΨᵀΨΦᵀy, λv = Φᵀy − ΦᵀΦw. It panics with mat.ErrShape unless Φ, Ψ
// and y have the same numbers of rows, Φ and Ψ of columns. It returns an error for λ out of range or
// where the equations are singular, numbers that are not finite, and ctx's.
func (s *Asymmetric) Fit(ctx context.Context, phi, psi Rows, y *mat.Dense) (f1, f2 *Linear, err error) {
	if err := s.check(); err != nil {
		return nil, nil, err
	}
	_, c := phi.Dims()
	if _, other := psi.Dims(); other != c {
		panic(mat.ErrShape)
	}
	left, err := (&Ridge{}).system(ctx, phi, y)
	if err != nil {
		return nil, nil, err
	}
	right, err := (&Ridge{}).system(ctx, psi, y)
	if err != nil {
		return nil, nil, err
	}
	var a, r, t, w, v mat.Dense
	a.Mul(right.gram, left.gram)
	a.Scale(-1, &a)
	for j := range c {
		a.Set(j, j, a.At(j, j)+s.Lambda*s.Lambda)
	}
	r.Scale(s.Lambda, right.right)
	t.Mul(right.gram, left.right)
	r.Sub(&r, &t)
	if err := solve(&w, &a, &r); err != nil {
		return nil, nil, err
	}
	v.Mul(left.gram, &w)
	v.Sub(left.right, &v)
	v.Scale(1/s.Lambda, &v)
	return left.linear(&w, c), right.linear(&v, c), nil
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

// KernelRidge returns α, rows×targets, with (K + λI)α = y, for any square kernel matrix, symmetric or not: f(x) = Σ_i
// α_i K(x, x_i). It is the minimum of ridge regression if K is positive definite, else a system of equations. Panics
// and errors are those of Asymmetric.FitKernel, where −λ is an eigenvalue of K.
func KernelRidge(k, y *mat.Dense, lambda float64) (*mat.Dense, error) {
	n, _ := y.Dims()
	if r, c := k.Dims(); r != n || c != n {
		panic(mat.ErrShape)
	}
	a := mat.DenseCopyOf(k)
	for i := range n {
		a.Set(i, i, a.At(i, i)+lambda)
	}
	x := new(mat.Dense)
	if err := solve(x, a, y); err != nil {
		return nil, errors.New("learn: −λ is an eigenvalue of K to working precision, so that the " +
			"equations have no solution: move λ")
	}
	return x, nil
}
