package formula_test

import (
	"math/big"
	"testing"

	"github.com/stretchr/testify/assert"
	"pgregory.net/rapid"

	"krein/internal/kernel/formula"
	"krein/internal/kernel/kerneltest"
)

// TestHash: trees that are equal have one hash, and others hardly ever: those of a thousand numbers, and of sums of them,
// differ.
func TestHash(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		z := formula.Variable()
		e, f := kerneltest.Expr(3, z).Draw(t, "e"), kerneltest.Expr(3, z).Draw(t, "f")
		if e.Equal(f) != f.Equal(e) || e.Equal(f) && e.Hash() != f.Hash() {
			t.Fatalf("%s and %s", e, f)
		}
	})
	seen := map[uint64]bool{}
	for i := int64(1); i <= 500; i++ {
		for _, q := range []*big.Rat{big.NewRat(i, 1), big.NewRat(-i, 1), big.NewRat(1, i+1), big.NewRat(i, 1009)} {
			e := formula.Rational(q)
			for _, e := range []*formula.Expr{e, formula.Add(formula.Variable(), e), formula.Add(e, formula.Variable())} {
				assert.False(t, seen[e.Hash()], "%s", e)
				seen[e.Hash()] = true
			}
		}
	}
}
