package pd

import (
	"math/big"
	"testing"

	"github.com/stretchr/testify/assert"

	"krein/internal/certify/check/rule"
	"krein/internal/kernel/asymptotic"
	"krein/internal/kernel/constant"
	_ "krein/internal/testlong" // fewer collections
)

// TestNonnegativeOn compares the sign of polynomials with their roots.
func TestNonnegativeOn(t *testing.T) {
	poly := func(c ...int64) (p []*big.Rat) {
		for _, x := range c {
			p = append(p, big.NewRat(x, 1))
		}
		return p
	}
	zero, one := new(big.Rat), big.NewRat(1, 1)
	assert.True(t, nonnegativeOn(nil, zero, one))
	assert.True(t, nonnegativeOn(poly(0, 1), zero, one))
	assert.True(t, nonnegativeOn(poly(1, -1), zero, one))
	assert.False(t, nonnegativeOn(poly(1, -1), zero, big.NewRat(2, 1)))
	assert.True(t, nonnegativeOn(poly(1, -4, 4), zero, one))  // (1−2z)²
	assert.False(t, nonnegativeOn(poly(2, -9, 9), zero, one)) // roots 1/3 and 2/3
	assert.True(t, nonnegativeOn(poly(11, -40, 40), zero, one))
	assert.False(t, nonnegativeOn(poly(-1), zero, one))
	assert.True(t, nonnegativeOn(poly(-2, 3), one, big.NewRat(2, 1)))
	assert.False(t, nonnegativeOn(poly(-4, 3), one, big.NewRat(2, 1)))
	long := make([]*big.Rat, 1001)
	for i := range long {
		long[i] = big.NewRat(1, int64(i+1))
	}
	assert.True(t, nonnegativeOn(long[:100], zero, one))
	assert.False(t, nonnegativeOn(long, zero, one), "beyond the budget")
	// (1 − 3z)² times what has no root, of many digits: its roots are not counted
	huge := poly(1, -6, 9)
	for _, c := range huge {
		c.Mul(c, new(big.Rat).SetInt(new(big.Int).Lsh(big.NewInt(1), 1<<18)))
	}
	huge[0].Add(huge[0], one)
	assert.False(t, nonnegativeOn(huge, zero, one), "beyond the budget of roots")
}

// TestPDFlatOrder: an expansion that ends at z² says nothing of z².
func TestPDFlatOrder(t *testing.T) {
	var incomplete *rule.IncompleteError
	two := constant.IntExponent(2)
	above, err := constant.ExponentOf(constant.Rat(big.NewRat(9, 4)))
	assert.NoError(t, err)
	assert.ErrorAs(t, flat(&asymptotic.Expansion{Order: &two}), &incomplete)
	assert.NoError(t, flat(&asymptotic.Expansion{Order: &above}))
	assert.NoError(t, flat(&asymptotic.Expansion{Exact: true}))
}
