package constant

import (
	"fmt"
	"math/big"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"krein/ball"
	"krein/internal/kernel/formula"
)

// TestAngles: the normal form of an arctangent is in the ball of the arctangent; those of the arguments of the factors
// of a Gaussian integer add up to that of the product, with the multiple of π; sines and cosines of the sum are in their
// balls and algebraic.
func TestAngles(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		size := rapid.SampledFrom([]int64{5, 60, 5000, 1 << 30}).Draw(t, "size")
		part := rapid.Int64Range(1, size)
		x := gaussian{big.NewInt(1), new(big.Int)}
		sum := Value{}
		var direct, term ball.Real
		for range rapid.IntRange(1, 4).Draw(t, "n") {
			y := gaussian{big.NewInt(part.Draw(t, "re")), big.NewInt(part.Draw(t, "im"))}
			r := new(big.Rat).SetFrac(y.im, y.re)
			angle := constAtan(constRat(r))
			term.Atan(term.SetRat(r, 400), 400)
			require.Equal(t, ball.Unknown, differ(angle, &term), "atan(%s)", r)
			if rapid.Bool().Draw(t, "conj") {
				y, angle = y.conj(), angle.Neg()
				term.Neg(&term)
			}
			x, sum = x.mul(y), sum.Add(angle)
			direct.Add(&direct, &term, 400)
		}
		require.Equal(t, ball.Unknown, differ(sum, &direct))
		for _, op := range []formula.Op{formula.OpSin, formula.OpCos} {
			v := constCircular(op, sum)
			if op == formula.OpSin {
				term.Sin(&direct, 400)
			} else {
				term.Cos(&direct, 400)
			}
			require.Equal(t, ball.Unknown, differ(v, &term), "%v of %s", op, sum)
			_, algebraic := make(numberField).sizeOf(v)
			require.True(t, algebraic, "%v of %s is %s", op, sum, v)
		}
		if x.re.Sign() == 0 || x.norm().BitLen() > 64 { // larger numbers are not factored
			return
		}
		// the argument of the product, and the turns that are missing
		back := constAtan(constRat(new(big.Rat).SetFrac(x.im, x.re))).Sub(sum)
		r, isAngle := piMultiple(back)
		require.True(t, isAngle, "%s", back)
		require.True(t, r.IsInt(), "%s", back)
	})
}

// differ is False if a number of the ball is no value of c.
func differ(c Value, b *ball.Real) ball.Truth {
	var d ball.Real
	d.Sub(c.Ball(nil, 400), b, 400)
	if s, known := d.Sign(); known == ball.True && s != 0 || d.MagUpper().Cmp(ball.MagPow2(-300)) > 0 {
		return ball.False
	}
	return ball.Unknown
}

// TestDeepLumps: whether z occurs in a constant is not looked for again in what it is made of, of which there are more
// occurrences than anything could visit.
func TestDeepLumps(t *testing.T) {
	c := mustConst(t, "atan(1/2)+exp(1)")
	for i := range 60 {
		c = c.Mul(c).lump().Add(c.lump()).Add(mustConst(t, fmt.Sprintf("exp(sqrt(%d))", i+2)))
	}
	assert.False(t, mentionsVar(c))
}

// TestPrimeFactors: the factors are primes, and their product is the number.
func TestPrimeFactors(t *testing.T) {
	check := func(n uint64) {
		product := uint64(1)
		primeFactors(n, func(p uint64) {
			assert.True(t, new(big.Int).SetUint64(p).ProbablyPrime(0))
			product *= p
		})
		assert.Equal(t, n, product)
	}
	for n := uint64(2); n < 300; n++ {
		check(n)
	}
	for _, n := range []uint64{4294967291 * 4294967279, 2147483647 * 2147483647, 1<<64 - 1, 1<<64 - 59, 1000003 * 1000033 * 1000037, 2003 * 2003 * 2011} {
		check(n)
	}
}

// TestIntPrimePowers: the factors multiply up to the number, in words as in big integers, and are primes as far as it
// says: up to 64 bits, and below 2000 in any number.
func TestIntPrimePowers(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := big.NewInt(1)
		for range rapid.IntRange(0, 5).Draw(t, "factors") {
			bits := rapid.SampledFrom([]int{2, 8, 11, 31, 62}).Draw(t, "bits")
			n.Mul(n, big.NewInt(rapid.Int64Range(1, 1<<bits).Draw(t, "factor")))
		}
		product, last, rest := big.NewInt(1), new(big.Int), new(big.Int).Set(n)
		intPrimePowers(n, func(p *big.Int, k int64) {
			require.Positive(t, p.Cmp(last), "%v: each once, by size", n)
			last.Set(p)
			require.Positive(t, k)
			if rest.IsUint64() || p.Cmp(big.NewInt(mostTrial)) < 0 {
				require.True(t, p.ProbablyPrime(0), "%v in %v", p, n)
			}
			power := new(big.Int).Exp(p, big.NewInt(k), nil)
			product.Mul(product, power)
			rest.Quo(rest, power)
		})
		require.Zero(t, n.Cmp(product), "%v is %v", product, n)
	})
	big64 := new(big.Int).SetUint64(18446744073709551557) // the largest prime of 64 bits
	for _, n := range []*big.Int{big.NewInt(1), big.NewInt(1999 * 1999), big64, new(big.Int).Lsh(big64, 70)} {
		product := big.NewInt(1)
		intPrimePowers(n, func(p *big.Int, k int64) { product.Mul(product, new(big.Int).Exp(p, big.NewInt(k), nil)) })
		assert.Zero(t, n.Cmp(product))
	}
}
