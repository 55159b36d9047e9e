package breakpoints

import (
	"math/big"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	_ "krein/internal/testlong" // fixes the seed
)

// TestPositiveRoots builds polynomials from known roots.
func TestPositiveRoots(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		p := []*big.Rat{big.NewRat(1, 1)}
		want := make(map[string]bool)
		for range rapid.IntRange(1, 5).Draw(t, "n") {
			r := big.NewRat(rapid.Int64Range(-20, 40).Draw(t, "p"), rapid.Int64Range(1, 9).Draw(t, "q"))
			for range rapid.IntRange(1, 2).Draw(t, "multiplicity") {
				next := make([]*big.Rat, len(p)+1)
				for i := range next {
					next[i] = new(big.Rat)
				}
				for i, c := range p {
					next[i+1].Add(next[i+1], c)
					next[i].Sub(next[i], new(big.Rat).Mul(c, r))
				}
				p = next
			}
			if r.Sign() > 0 {
				want[r.String()] = true
			}
		}
		if p[0].Sign() == 0 {
			t.Skip("the root 0 is removed before")
		}
		// A factor without real roots.
		if rapid.Bool().Draw(t, "x²+1") {
			next := make([]*big.Rat, len(p)+2)
			for i := range next {
				next[i] = new(big.Rat)
			}
			for i, c := range p {
				next[i].Add(next[i], c)
				next[i+2].Add(next[i+2], c)
			}
			p = next
		}
		got, ok := positiveRoots(p, nil)
		require.True(t, ok)
		if len(got) != len(want) {
			t.Fatalf("%d roots, want %v", len(got), want)
		}
		for _, r := range got {
			if r.exact == nil || r.exact.Num() == nil || !want[r.exact.Num().String()] {
				t.Fatalf("root %v is not among %v", r, want)
			}
		}
	})
}
