package kernel_test

import (
	"math/big"
	"testing"

	"github.com/stretchr/testify/assert"
	"pgregory.net/rapid"

	"krein/internal/kernel/exponent"
	"krein/internal/kernel/fail"
)

func TestExponent(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		draw := func(name string) (exponent.Exponent, *big.Rat) {
			p := rapid.Int64Range(-1<<30, 1<<30).Draw(rt, name+" p")
			q := rapid.Int64Range(1, 1<<20).Draw(rt, name+" q")
			e, fits := exponent.Of(big.NewRat(p, q))
			if !fits {
				rt.Fatal("does not fit")
			}
			return e, big.NewRat(p, q)
		}
		a, ra := draw("a")
		b, rb := draw("b")
		if a.Add(b).Rat().Cmp(new(big.Rat).Add(ra, rb)) != 0 || a.Mul(b).Rat().Cmp(new(big.Rat).Mul(ra, rb)) != 0 ||
			a.Sub(b).Rat().Cmp(new(big.Rat).Sub(ra, rb)) != 0 || a.Cmp(b) != ra.Cmp(rb) {
			rt.Fatalf("%v, %v", a, b)
		}
	})
	var err error
	func() {
		defer fail.Catch(&err)
		e, _ := exponent.Of(big.NewRat(1<<40, 3))
		for range 10 {
			e = e.Mul(e)
		}
	}()
	assert.ErrorContains(t, err, "63 bits")
	_, fits := exponent.Of(new(big.Rat).SetFrac(big.NewInt(1), new(big.Int).Lsh(big.NewInt(1), 100)))
	assert.False(t, fits)
}
