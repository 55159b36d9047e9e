package kernel

import (
	"errors"
	"fmt"
	"math/big"
)

// Maclaurin returns the exact coefficients c_0 … c_n of f(u) = k(√(2−2u)) in powers of the inner product u of two unit vectors at
// distance z, u = 1 − z²/2. They are proved as ExactAt is. The error says why there are none: f is not proved to be analytic at u = 0 (z = √2), or
// the expansion was not carried to u^n.
func (k *Kernel) Maclaurin(n int) ([]Const, error) {
	if n < 0 {
		panic("kernel: negative order")
	}
	pieces, err := k.ExactPieces()
	if err != nil {
		return nil, err
	}
	at := surdRoot(2)
	p, err := pieceBeside(pieces, at, true)
	if err != nil {
		return nil, err
	}
	if s, known := p.span.lo.Cmp(at); known != True || s >= 0 {
		return nil, errors.New("the kernel changes its formula at u = 0")
	}
	if !p.Analytic {
		return nil, fmt.Errorf("the kernel is not proved to be analytic at u = 0: %s", p.Because)
	}
	u, _, err := expandAlong[Const](n+1, func(s *seriesArith[Const]) series[Const] {
		return s.powRat(s.variable(constInt(2), constInt(-2), intExp(1)), big.NewRat(1, 2))
	}, p.Expr, budgetOf(2*maxConstWork).metered(k.meter))
	if err != nil {
		return nil, err
	}
	if u.rem != nil && u.rem.e.cmp(intExp(int64(n))) <= 0 {
		return nil, fmt.Errorf("the expansion at u = 0 was found only up to u^%s", u.rem.e)
	}
	out := make([]Const, n+1)
	for i := range out {
		out[i] = coefOf(u, monomial{e: intExp(int64(i))})
	}
	return out, nil
}
