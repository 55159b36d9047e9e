package closed

import (
	"math/big"
	"testing"

	"github.com/stretchr/testify/assert"
	"pgregory.net/rapid"
)

// TestPolynomialSign: products of known factors, with and without touching zeros.
func TestPolynomialSign(t *testing.T) {
	rat := func(p, q int64) *big.Rat { return big.NewRat(p, q) }
	mul := func(p, q []*big.Rat) []*big.Rat {
		r := make([]*big.Rat, len(p)+len(q)-1)
		for i := range r {
			r[i] = new(big.Rat)
		}
		for i := range p {
			for j := range q {
				r[i+j].Add(r[i+j], new(big.Rat).Mul(p[i], q[j]))
			}
		}
		return r
	}
	rapid.Check(t, func(r *rapid.T) {
		p := []*big.Rat{rat(rapid.Int64Range(1, 5).Draw(r, "lead"), rapid.Int64Range(1, 7).Draw(r, "over"))}
		want := true
		var roots []*big.Rat
		for range rapid.IntRange(0, 5).Draw(r, "factors") {
			a := rat(rapid.Int64Range(-6, 6).Draw(r, "a"), rapid.Int64Range(1, 4).Draw(r, "b"))
			n := rapid.IntRange(1, 4).Draw(r, "n")
			if rapid.Bool().Draw(r, "quadratic") { // (t−a)² + 1/n
				c := new(big.Rat).Mul(a, a)
				p = mul(p, []*big.Rat{c.Add(c, rat(1, int64(n))), new(big.Rat).Mul(a, rat(-2, 1)), rat(1, 1)})
				continue
			}
			for range n {
				p = mul(p, []*big.Rat{new(big.Rat).Neg(a), rat(1, 1)})
				roots = append(roots, a)
			}
		}
		for _, a := range roots {
			n := 0
			for _, b := range roots {
				if a.Cmp(b) == 0 {
					n++
				}
			}
			if a.Sign() > 0 && n%2 == 1 {
				want = false
			}
		}
		if got := NewIntPoly(p).Nonnegative(); got != want {
			r.Fatalf("%v: %v", p, got)
		}
		for i := range p {
			p[i].Neg(p[i])
		}
		if NewIntPoly(p).Nonnegative() {
			r.Fatalf("the negative of it: %v", p)
		}
	})
	assert.True(t, NewIntPoly([]*big.Rat{rat(0, 1)}).Nonnegative())
	// 1 − 10^−30 below the touching (t−1)²
	tiny := new(big.Rat).SetFrac(big.NewInt(1), new(big.Int).Exp(big.NewInt(10), big.NewInt(30), nil))
	assert.False(t, NewIntPoly([]*big.Rat{new(big.Rat).Sub(rat(1, 1), tiny), rat(-2, 1), rat(1, 1)}).Nonnegative())
	assert.True(t, NewIntPoly([]*big.Rat{new(big.Rat).Add(rat(1, 1), tiny), rat(-2, 1), rat(1, 1)}).Nonnegative())
}
