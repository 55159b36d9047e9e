package kernel_test

import (
	"math/big"
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"

	"krein/kernel/internal/powers"
)

// TestPowersShift compares with Horner's scheme.
func TestPowersShift(t *testing.T) {
	// a(b + h) by Horner's scheme, at a b that is not an integer
	a := []*big.Rat{big.NewRat(1, 2), big.NewRat(-3, 1), big.NewRat(0, 1), big.NewRat(5, 7), big.NewRat(1, 3)}
	b := big.NewRat(-4, 3)
	at := func(p []*big.Rat, x *big.Rat) *big.Rat {
		v := new(big.Rat)
		for _, c := range slices.Backward(p) {
			v.Add(v.Mul(v, x), c)
		}
		return v
	}
	for _, h := range []*big.Rat{big.NewRat(0, 1), big.NewRat(1, 1), big.NewRat(7, 5), big.NewRat(-2, 9)} {
		assert.Zero(t, at(powers.Shift(a, b), h).Cmp(at(a, new(big.Rat).Add(b, h))))
	}
}
