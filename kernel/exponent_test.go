package kernel

import (
	"math/big"
	"testing"

	"github.com/stretchr/testify/assert"
	"pgregory.net/rapid"
)

func TestExponent(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		draw := func(name string) (exponent, *big.Rat) {
			p := rapid.Int64Range(-1<<30, 1<<30).Draw(rt, name+" p")
			q := rapid.Int64Range(1, 1<<20).Draw(rt, name+" q")
			e, fits := exponentOf(big.NewRat(p, q))
			if !fits {
				rt.Fatal("does not fit")
			}
			return e, big.NewRat(p, q)
		}
		a, ra := draw("a")
		b, rb := draw("b")
		if a.add(b).rat().Cmp(new(big.Rat).Add(ra, rb)) != 0 || a.mul(b).rat().Cmp(new(big.Rat).Mul(ra, rb)) != 0 ||
			a.sub(b).rat().Cmp(new(big.Rat).Sub(ra, rb)) != 0 || a.cmp(b) != ra.Cmp(rb) {
			rt.Fatalf("%v, %v", a, b)
		}
		if a.sign() > 0 && b.sign() > 0 {
			k := a.stepsTo(b, 100)
			if b.times(int64(k)).cmp(a) < 0 && k < 100 || k > 1 && b.times(int64(k-1)).cmp(a) >= 0 {
				rt.Fatalf("stepsTo(%v, %v) = %d", a, b, k)
			}
		}
	})
	var err error
	func() {
		defer catchSeries(&err)
		e := exponent{1 << 40, 3}
		for range 10 {
			e = e.mul(e)
		}
	}()
	assert.ErrorContains(t, err, "63 bits")
	_, fits := exponentOf(new(big.Rat).SetFrac(big.NewInt(1), new(big.Int).Lsh(big.NewInt(1), 100)))
	assert.False(t, fits)
}
