package pd

import (
	"context"
	"math/big"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"krein/internal/certify/check/rule"
	"krein/internal/kernel/asymptotic"
	"krein/internal/kernel/constant"
	_ "krein/internal/testlong" // fewer collections
	"krein/kernel/parser"
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

// TestConvexPowers: powers that are infinite in a derivative at an end of their piece are convex where what is left beside
// the power says so.
func TestConvexPowers(t *testing.T) {
	for _, c := range []struct {
		formula string
		dim     int
		convex  bool
	}{
		{"z < pi/3 ? (1-2*sin(z/2))^(7/5) : 0", 1, true},
		{"z < pi/3 ? sqrt(1-2*sin(z/2))*(1-2*sin(z/2)) : 0", 1, true},
		{"z < pi/3 ? (1-2*sin(z/2))^(249/100) : 0", 3, true},
		{"z < pi/3 ? (1-2*sin(z/2))^(21/10) : 0", 3, false}, // −k‴(0) = p((p−1)(p−2) − 1/4) < 0
		{"z < pi/3 ? (1-2*sin(z/2))^(9/10) : 0", 1, false},
		{"z < pi/3 ? sqrt(1-2*sin(z/2)) : 0", 1, false},
		{"z < 1 ? (z-1)^3 : 0", 1, false},             // Q = 6, but the base is negative
		{"z < pi/3 ? cos(3*z/2)^(3/2) : 0", 1, false}, // flat at 0, concave there
	} {
		k, err := parser.Parse(c.formula, nil)
		require.NoError(t, err)
		err = Convex(rule.New(context.Background(), nil, rule.DefaultSteps), k, c.dim)
		assert.Equal(t, c.convex, err == nil, "%s on R^%d: %v", c.formula, c.dim, err)
	}
}
