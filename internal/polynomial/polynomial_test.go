package polynomial

import (
	"math/big"
	"slices"
	"testing"

	"krein/internal/budget"

	"github.com/stretchr/testify/assert"
	"pgregory.net/rapid"

	_ "krein/internal/testlong" // fixes the seed
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
		if got := FromRats(p).Nonnegative(); got != want {
			r.Fatalf("%v: %v", p, got)
		}
		for i := range p {
			p[i].Neg(p[i])
		}
		if FromRats(p).Nonnegative() {
			r.Fatalf("the negative of it: %v", p)
		}
	})
	assert.True(t, FromRats([]*big.Rat{rat(0, 1)}).Nonnegative())
	// 1 − 10^−30 below the touching (t−1)²
	tiny := new(big.Rat).SetFrac(big.NewInt(1), new(big.Int).Exp(big.NewInt(10), big.NewInt(30), nil))
	assert.False(t, FromRats([]*big.Rat{new(big.Rat).Sub(rat(1, 1), tiny), rat(-2, 1), rat(1, 1)}).Nonnegative())
	assert.True(t, FromRats([]*big.Rat{new(big.Rat).Add(rat(1, 1), tiny), rat(-2, 1), rat(1, 1)}).Nonnegative())
}

// TestShownNonnegative: beyond the size allowed nothing is shown, but of coefficients none of which is negative.
func TestShownNonnegative(t *testing.T) {
	p := Int{big.NewInt(1), big.NewInt(-2), big.NewInt(1)}
	assert.Equal(t, 9, p.Words())
	assert.True(t, p.ShownNonnegative(9))
	assert.False(t, p.ShownNonnegative(8))
	assert.True(t, p.Mul(Int{big.NewInt(1), big.NewInt(4), big.NewInt(6), big.NewInt(4), big.NewInt(1)}).Mul(Int{big.NewInt(1), big.NewInt(1)}).ShownNonnegative(100))
	assert.True(t, Int{big.NewInt(1), big.NewInt(1)}.ShownNonnegative(0))
	assert.False(t, Int{big.NewInt(1), big.NewInt(-1)}.ShownNonnegative(100))
}

// TestBetween: what a polynomial is on an interval, its image is on [0, ∞), with the values at all points.
func TestBetween(t *testing.T) {
	rapid.Check(t, func(r *rapid.T) {
		whole := rapid.Int64Range(-9, 9)
		p := make(Int, rapid.IntRange(0, 6).Draw(r, "length"))
		for i := range p {
			p[i] = big.NewInt(whole.Draw(r, "coefficient"))
		}
		p = p.Trim()
		lo := big.NewRat(whole.Draw(r, "low"), rapid.Int64Range(1, 5).Draw(r, "over"))
		hi := new(big.Rat).Add(lo, big.NewRat(rapid.Int64Range(1, 9).Draw(r, "length"), 3))
		q := p.Between(lo, hi)
		for i := range int64(20) {
			x := big.NewRat(i, 3)
			over := new(big.Rat).Add(x, big.NewRat(1, 1))
			at := new(big.Rat).Add(lo, new(big.Rat).Mul(hi, x))
			assert.Equal(r, signAt(p, at.Quo(at, over)), signAt(q, x), "%v on [%v, %v]: %v", p, lo, hi, q)
			assert.Equal(r, signAt(p, at.Add(lo, x)), signAt(p.Between(lo, nil), x), "%v on [%v, ∞)", p, lo)
		}
	})
	// (t−1)(t−2) is negative between its roots alone
	p := Int{big.NewInt(2), big.NewInt(-3), big.NewInt(1)}
	one, two, three := big.NewRat(1, 1), big.NewRat(2, 1), big.NewRat(3, 1)
	assert.True(t, p.Between(new(big.Rat), one).Nonnegative())
	assert.True(t, p.Between(two, three).Nonnegative())
	assert.False(t, p.Between(one, two).Nonnegative())
	assert.False(t, p.Between(new(big.Rat), three).Nonnegative())
}

// TestPositive: a root inside counts, simple or double, one at 0 does not.
func TestPositive(t *testing.T) {
	linear := func(a int64) Int { return Int{big.NewInt(-a), big.NewInt(1)} }
	for _, row := range []struct {
		p    Int
		want bool
	}{
		{nil, false}, {Int{big.NewInt(1)}, true}, {Int{big.NewInt(-1)}, false}, {linear(0), true}, {linear(-2), true},
		{linear(2), false}, {linear(2).Mul(linear(2)), false}, {linear(-1).Mul(linear(-1)), true},
		{linear(0).Mul(linear(0)).Mul(linear(-3)), true}, {Int{big.NewInt(1), big.NewInt(-1), big.NewInt(1)}, true},
		{Int{big.NewInt(-1), big.NewInt(1), big.NewInt(-1)}, false},
		{Int{big.NewInt(1), big.NewInt(-1), big.NewInt(1)}.Mul(linear(5)).Mul(linear(5)), false},
		{linear(1).Mul(linear(3)), false}, {Int{big.NewInt(1), big.NewInt(-1),
			big.NewInt(1)}.Mul(Int{big.NewInt(1), big.NewInt(-1), big.NewInt(1)}), true},
		{Int{big.NewInt(-1), big.NewInt(1), big.NewInt(1)}, false},
	} {
		assert.Equal(t, row.want, row.p.Positive(nil), "%v", row.p)
	}
	ctx, release := budget.New(t.Context(), 5)
	defer release()
	assert.False(t, Int{big.NewInt(1), big.NewInt(-1), big.NewInt(1)}.Positive(budget.Of(ctx)),
		"work that is not paid for")
}

// signAt is the sign of p(x), by Horner's rule.
func signAt(p Int, x *big.Rat) int {
	v := new(big.Rat)
	for _, c := range slices.Backward(p) {
		v.Add(v.Mul(v, x), new(big.Rat).SetInt(c))
	}
	return v.Sign()
}
