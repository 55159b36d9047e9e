package special

import (
	"math/bits"

	"krein/ball"
)

// mulRange sets z to z·Π_{k=0}^{n−1} (first + k·step), products of words gathered before
// they meet the ball. The factors are positive.
func mulRange(z *ball.Real, first, step, n uint64, prec uint) *ball.Real {
	p := uint64(1)
	for k := range n {
		f := first + k*step
		hi, lo := bits.Mul64(p, f)
		if hi != 0 || lo>>63 != 0 {
			z.MulInt64(z, int64(p), prec)
			lo = f
		}
		p = lo
	}
	if p != 1 {
		z.MulInt64(z, int64(p), prec)
	}
	return z
}

// gammaHalf sets z to Γ(n/2), n ≥ 1: (m−1)! or √π·1·3·…·(n−2)/2^m, m = ⌊n/2⌋; without the factor √π if bare.
func gammaHalf(z *ball.Real, n uint64, bare bool, prec uint) *ball.Real {
	prec += uint(bits.Len64(n)) + 2
	z.SetInt64(1)
	if n&1 == 0 {
		if n > 4 {
			mulRange(z, 2, 1, n/2-2, prec)
		}
		return z
	}
	if n > 3 {
		mulRange(z, 3, 2, n/2-1, prec)
	}
	z.Mul2Exp(z, -int64(n/2))
	if !bare {
		var p ball.Real
		p.Pi(prec)
		p.Sqrt(&p, prec)
		z.Mul(z, &p, prec)
	}
	return z
}
