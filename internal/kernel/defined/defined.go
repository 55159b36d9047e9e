// Package defined makes kernels of trees, if those are not certain to have no value somewhere.
package defined

import (
	"fmt"
	"math/big"

	"krein/internal/budget"
	"krein/internal/kernel/certain"
	"krein/internal/kernel/formula"
	"krein/kernel"
)

// New returns the kernel of a tree, with the same default extension as parser.Parse. It
// panics if e is nil or a condition.
func New(e *formula.Expr) (*kernel.Kernel, error) { return NewMetered(e, nil) }

// NewMetered is New; the look for distances at which the formula has no value is counted by m, and ends when m stops.
// The kernel is not proved to be defined: see certain.Undefined. Rules ask Kernel.ProvedDefined.
func NewMetered(e *formula.Expr, m *budget.Meter) (k *kernel.Kernel, err error) {
	k = kernel.NewNatural(e)
	if k.Domain() != nil {
		k, err = k.Extend(kernel.Zero, nil) // which the domain allows
	}
	if err == nil {
		_, radius := k.Extension()
		err = certain.Undefined(k.Expr(), radius, m)
	}
	return k, err
}

// Extend is Kernel.Extend, and an error if Natural is asked for and the formula is undefined beyond the domain.
func Extend(k *kernel.Kernel, b kernel.Beyond, r *big.Rat) (*kernel.Kernel, error) {
	n, err := k.Extend(b, r)
	if err != nil || b == kernel.Zero {
		return n, err
	}
	if err := certain.Undefined(n.Expr(), nil, k.Meter()); err != nil {
		radius := "a radius up to which it is defined"
		if d := k.Domain(); d != nil {
			radius = d.RatString()
		}
		return nil, fmt.Errorf("%w, so it has no natural extension: keep it zero beyond %s", err, radius)
	}
	return n, nil
}
