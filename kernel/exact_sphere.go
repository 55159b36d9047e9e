package kernel

import (
	"errors"
	"fmt"
	"math/big"

	"krein/internal/budget"
)

// maclaurin is Kernel.Maclaurin.
func maclaurin(pieces []ExactPiece, n int, m *budget.Meter) ([]Const, error) {
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
	}, p.Expr, budgetOf(2*maxConstWork).metered(m))
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
