package constant

import (
	"math/big"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"krein/internal/kernel/formula"
)

// TestPowers compares sums of powers with the formulas that they are of, and refuses what is none.
func TestPowers(t *testing.T) {
	for text, want := range map[string][]Power{
		"(1+z)^2 - 1 - 2*z":         {{big.NewRat(2, 1), big.NewRat(1, 1)}},
		"sqrt(4*z^3)/(2*z) - 3/z^2": {{big.NewRat(-2, 1), big.NewRat(-3, 1)}, {big.NewRat(1, 2), big.NewRat(1, 1)}},
		"(z-1)*(z+1) - z^2 + 1":     nil,
	} {
		e, err := formula.Read(text, nil)
		require.NoError(t, err)
		sum, ok := Powers(e, nil)
		require.True(t, ok, text)
		require.Len(t, sum, len(want), text)
		for i, p := range want {
			assert.Zero(t, p.Exp.Cmp(sum[i].Exp), text)
			assert.Zero(t, p.Coef.Cmp(sum[i].Coef), text)
		}
	}
	for _, text := range []string{"sqrt(2*z)", "sqrt(1+z)", "1/(1+z)", "pi*z", "exp(z)", "z^pi", "sqrt(-z)", "abs(z)"} {
		e, err := formula.Read(text, nil)
		require.NoError(t, err)
		_, ok := Powers(e, nil)
		assert.False(t, ok, text)
	}
	for _, text := range []string{"1/z", "z^1001", "z^(1/1001)"} {
		e, err := formula.Read(text, nil)
		require.NoError(t, err)
		_, _, ok := Polynomial(e, nil)
		assert.False(t, ok, text)
	}
}

// TestPolynomial multiplies out (a + b√z)^n.
func TestPolynomial(t *testing.T) {
	rapid.Check(t, func(r *rapid.T) {
		a, b := rapid.Int64Range(-5, 5).Draw(r, "a"), rapid.Int64Range(1, 5).Draw(r, "b")
		n := rapid.Int64Range(1, 60).Draw(r, "n")
		root := formula.Apply(formula.OpSqrt, formula.Variable())
		p, q, ok := Polynomial(formula.Pow(formula.Add(formula.Int(a), formula.Mul(formula.Int(b), root)),
			formula.Int(n)), nil)
		require.True(r, ok)
		at := func(w *big.Rat) *big.Rat {
			v := new(big.Rat)
			for i := len(p) - 1; i >= 0; i-- {
				v.Add(v.Mul(v, w), p[i])
			}
			return v
		}
		root2 := big.NewRat(rapid.Int64Range(1, 9).Draw(r, "root"), 7) // √z
		w := root2
		if q == 1 { // an even power of b√z
			w = new(big.Rat).Mul(root2, root2)
		}
		base := new(big.Rat).Add(big.NewRat(a, 1), new(big.Rat).Mul(big.NewRat(b, 1), root2))
		want := big.NewRat(1, 1)
		for range n {
			want.Mul(want, base)
		}
		assert.Zero(r, want.Cmp(at(w)))
	})
}
