package kernel

import "math/big"

// tail returns a point from which on e is proved to have the sign want, up to infinity.
func (p *signProver) tail(e *Expr, x *big.Rat, want int) (*big.Float, bool) {
	return nil, false
}
