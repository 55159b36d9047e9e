package kernel

import (
	"fmt"
	"math"
	"math/big"
)

// Taylor returns the coefficients a_0 … a_n of k(z+h) = Σ a_i h^i and an estimate
// of the error of each, for the piece that contains z; at z = 0 they are those of
// the right side. They are computed with about 300 bits and rounded, so the errors are
// usually half an ulp; nothing about them is proved.
//
// It is an error if z is a breakpoint or negative, if k is not analytic at z, or if
// k is a Go function. It panics if n < 0.
func (k *Kernel) Taylor(z float64, n int) (a, errs []float64, err error) {
	if !(z >= 0) || math.IsInf(z, 0) {
		return nil, nil, fmt.Errorf("no Taylor series at z = %v", z)
	}
	return k.jet(z, n, func(x bigNum, s *seriesArith[bigNum]) series[bigNum] {
		return s.variable(x, s.int(1), intExp(1))
	}, func(x bigNum, _ *bigArith) bigNum { return x })
}

// TaylorT returns the coefficients a_0 … a_n of f(t+h) = Σ a_i h^i, f(t) = k(√t), at
// t > 0, so that f^(i)(t) = i!·a_i. Otherwise it is like Taylor.
func (k *Kernel) TaylorT(t float64, n int) (a, errs []float64, err error) {
	if !(t > 0) || math.IsInf(t, 0) {
		return nil, nil, fmt.Errorf("no Taylor series of k(√t) at t = %v", t)
	}
	return k.jet(t, n, func(x bigNum, s *seriesArith[bigNum]) series[bigNum] {
		return s.powRat(s.variable(x, s.int(1), intExp(1)), big.NewRat(1, 2))
	}, func(x bigNum, ar *bigArith) bigNum { return ok(ar.PowRat(x, big.NewRat(1, 2))) })
}

// jet expands at the point x, where the variable is given by series and z by position.
func (k *Kernel) jet(x float64, n int, variable func(bigNum, *seriesArith[bigNum]) series[bigNum],
	position func(bigNum, *bigArith) bigNum) (a, errs []float64, err error) {
	if n < 0 {
		panic("kernel: negative order")
	}
	pieces, err := k.analyticPieces()
	if err != nil {
		return nil, nil, err
	}
	defer catchSeries(&err)
	ar := &bigArith{prec: seriesBits[0], exact: jetExactBits, meter: k.meter}
	z := position(ar.point(x), ar)
	for _, p := range pieces[1:] {
		b, err := ar.number(p.Lo)
		if err != nil {
			return nil, nil, err
		}
		if b.e = min(b.e, lg(b.v)-float64(ar.prec)+8); ar.Compare(OpEQ, z, b) == True {
			return nil, nil, fmt.Errorf("no Taylor series at the breakpoint z = %v", p.Lo)
		}
	}
	e, err := beside(pieces, z, true, ar)
	if err != nil {
		return nil, nil, err
	}
	u, _, err := expandAlong(n+1, func(s *seriesArith[bigNum]) series[bigNum] { return variable(ar.point(x), s) }, e, ar)
	if err != nil {
		return nil, nil, fmt.Errorf("no Taylor series at %v: %w", x, err)
	}
	return coefficientsOf(u, n, x)
}

// coefficientsOf returns the coefficients 0 … n of a series that must be a power series.
func coefficientsOf(u series[bigNum], n int, x float64) (a, errs []float64, err error) {
	if u.rem != nil && u.rem.e.cmp(intExp(int64(n))) <= 0 {
		return nil, nil, fmt.Errorf("the expansion at %v could be carried only to order %v of %d", x, u.rem.e, n)
	}
	a, errs = make([]float64, n+1), make([]float64, n+1)
	for _, t := range u.terms {
		if !t.m.e.isInt() || t.m.e.n < 0 || t.m.l != 0 {
			return nil, nil, fmt.Errorf("the kernel is not analytic at %v: its expansion has a term of exponent %v", x, t.m.e)
		}
		if t.m.e.n <= int64(n) {
			a[t.m.e.n], errs[t.m.e.n] = t.c.float64()
		}
	}
	return a, errs, nil
}
