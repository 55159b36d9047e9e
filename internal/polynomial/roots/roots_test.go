package roots_test

import (
	"math/big"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"krein/internal/budget"
	"krein/internal/polynomial"
	"krein/internal/polynomial/roots"
	_ "krein/internal/testlong"
)

// TestRoots: products of linear factors with known roots, some double, and one without real roots.
func TestRoots(t *testing.T) {
	rapid.Check(t, func(r *rapid.T) {
		p := polynomial.Int{big.NewInt(7), big.NewInt(0), big.NewInt(3)} // 7 + 3t²
		known := make(map[string]*big.Rat)
		for range rapid.IntRange(0, 6).Draw(r, "roots") {
			x := big.NewRat(rapid.Int64Range(-9, 9).Draw(r, "a"), rapid.Int64Range(1, 9).Draw(r, "b"))
			p = p.Mul(polynomial.Int{new(big.Int).Neg(x.Num()), x.Denom()})
			assert.Zero(r, roots.SignAt(p, x))
			if rapid.Bool().Draw(r, "double") {
				p = p.Mul(polynomial.Int{new(big.Int).Neg(x.Num()), x.Denom()})
			}
			if x.Sign() > 0 {
				known[x.RatString()] = x
			}
		}
		free := p.SquareFree()
		in, ok := roots.Isolate(free, nil)
		assert.True(r, ok)
		assert.Len(r, in, len(known))
		for _, v := range in {
			v, ok = roots.Refine(free, v, 40, nil)
			assert.True(r, ok)
			held := 0
			for _, x := range known {
				if v.Lo.Cmp(v.Hi) == 0 && x.Cmp(v.Lo) == 0 || v.Lo.Cmp(x) < 0 && x.Cmp(v.Hi) <= 0 {
					held++
					q := free.Deflate(x)
					assert.Len(r, q, len(free)-1)
					assert.NotZero(r, roots.SignAt(q, x))
				}
			}
			assert.Equal(r, 1, held, "%v", v)
			w := new(big.Rat).Sub(v.Hi, v.Lo)
			assert.LessOrEqual(r, w.Cmp(new(big.Rat).Mul(v.Hi, big.NewRat(1, 1<<40))), 0)
		}
	})
}

// TestRootsMetered: what is not paid for is not found.
func TestRootsMetered(t *testing.T) {
	ctx, release := budget.New(t.Context(), 50)
	defer release()
	p := polynomial.Int{big.NewInt(1), big.NewInt(-3), big.NewInt(1)}
	_, ok := roots.Isolate(p, budget.Of(ctx))
	assert.False(t, ok)
	_, ok = roots.Refine(p, roots.Interval{new(big.Rat), big.NewRat(1, 1)}, 80, budget.Of(ctx))
	assert.False(t, ok)
}

// TestSimplest compares with a search over denominators.
func TestSimplest(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := func(name string) *big.Rat {
			return big.NewRat(rapid.Int64Range(-60, 60).Draw(t, name), rapid.Int64Range(1, 30).Draw(t, "denominator"))
		}
		lo, hi := n("lo"), n("hi")
		if lo.Cmp(hi) > 0 {
			lo, hi = hi, lo
		}
		v := roots.Simplest(lo, hi)
		require.True(t, lo.Cmp(v) <= 0 && v.Cmp(hi) <= 0, "%s in [%s, %s]", v, lo, hi)
		for q := int64(1); q < v.Denom().Int64(); q++ { // no fraction with a lesser denominator is in the interval
			p := new(big.Rat).Mul(hi, big.NewRat(q, 1))
			p.SetInt(new(big.Int).Div(p.Num(), p.Denom()))
			require.Negative(t, p.Quo(p, big.NewRat(q, 1)).Cmp(lo), "%s has the denominator %d", p, q)
		}
	})
}
