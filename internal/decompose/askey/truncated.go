package askey

import (
	"math/big"

	"krein/internal/fourier/taxicab"
	"krein/internal/kernel/continuity"
	"krein/kernel"
)

// Truncated returns c and (1 − s/τ)_+^n if φ(s) is c(1 − s/τ)_+^n, which is decided exactly: of rational c ≠ 0 and τ, n
// ≥ 1, for 1 ≤ dim ≤ taxicab.MaxDim.
func Truncated(phi *kernel.Kernel, dim int) (c float64, p *taxicab.Power, ok bool) {
	pieces, ok := phi.PiecewisePolynomial()
	if !ok || len(pieces) != 2 || len(pieces[1].Coef) > 0 || dim < 1 || dim > taxicab.MaxDim {
		return 0, nil, false
	}
	a, end := pieces[0].Coef, pieces[0].Hi.Exact
	n := len(a) - 1
	if n < 1 || n > mostOrder || a[0].Sign() == 0 || a[1].Sign() == 0 || end == nil || end.Num() == nil {
		return 0, nil, false
	}
	tau := end.Num()
	step := new(big.Rat).Neg(new(big.Rat).Inv(tau)) // −1/τ
	want := new(big.Rat).Set(a[0])                  // c·C(n,j)·(−1/τ)^j
	for j := range a {
		if a[j].Cmp(want) != 0 {
			return 0, nil, false
		}
		want.Mul(want, step)
		want.Mul(want, big.NewRat(int64(n-j), int64(j+1)))
	}
	if continuity.Representable(phi) != nil { // pieces do not show a single point at which φ has another value, or none
		return 0, nil, false
	}
	radius, _ := tau.Float64()
	c, _ = a[0].Float64()
	if !(radius > 0) || c == 0 {
		return 0, nil, false
	}
	return c, taxicab.NewPower(dim, n, radius), true
}

// mostOrder is the largest order of taxicab.NewPower.
const mostOrder = 64
