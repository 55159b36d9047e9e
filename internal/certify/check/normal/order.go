package normal

import (
	"krein/internal/certify/check/rule"
	"krein/internal/certify/check/shape"
	"krein/internal/kernel/formula"
	"krein/kernel"
)

// OrderEvidence is the evidence of rules about derivatives by t = z²: the order n ≥ 1.
type OrderEvidence struct {
	Order int `json:"order"`
}

// MaxOrder bounds the orders that are tried.
const MaxOrder = 12

// Derived returns the kernel of (−1)ⁿ dⁿ/dtⁿ k(√t), n the order, for z > 0; for z = 0, k has its value.
//
// The derivative is that of the formula on z > 0, without conditions that set 0 apart; each step
// has a normal form, so that it is analytic on z > 0.
func (ev OrderEvidence) Derived(k *kernel.Kernel) (*kernel.Kernel, error) {
	if ev.Order < 1 || ev.Order > MaxOrder {
		return nil, rule.Reject("order %d", ev.Order)
	}
	e, _ := shape.AtZero(k)
	var err error
	for range ev.Order {
		if e, err = DerivativeT(e); err != nil {
			return nil, err
		}
		e = formula.Apply(formula.OpNeg, e)
	}
	return k.Derive(e), nil
}
