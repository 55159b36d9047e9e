// Package rational has powers and roots of rationals, bounded in size.
package rational

import "math/big"

// MaxBits bounds numerator and denominator of a folded constant.
const MaxBits = 4096

// Bits returns the bits of the larger of numerator and denominator.
func Bits(r *big.Rat) int { return max(r.Num().BitLen(), r.Denom().BitLen()) }

// Pow returns a^p if it is a rational of reasonable size, else nil. 0^0 is 1.
// The root first: (p/q)^(m/n) is rational if and only if (p/q)^(1/n) is, m and n without a common divisor. Of a negative number
// none is taken, not even an odd root: formulas have none.
func Pow(a, p *big.Rat) *big.Rat {
	if !p.Denom().IsInt64() || !p.Num().IsInt64() {
		return nil
	}
	if q := p.Denom().Int64(); q > MaxBits {
		return nil
	} else if q != 1 {
		if a = Root(a, int(q)); a == nil {
			return nil
		}
	}
	return Power(a, p.Num().Int64(), MaxBits)
}

// Power returns a^n if it has about most bits at most, else nil, as for a negative power of 0.
// |a|^n has about n·bits(a): refused before it is computed.
func Power(a *big.Rat, n int64, most int) *big.Rat {
	size := n
	if n < 0 {
		size = -n
	}
	switch b := Bits(a); {
	case size < 0 || b > 1 && size > int64(most/(b-1)) || a.Sign() == 0 && n < 0:
		return nil
	case b <= 1: // 0, ±1
		// 0, 1 and −1 have period 2 in the exponent.
		size = min(size, 2-size&1)
	}
	e := big.NewInt(size)
	num, den := new(big.Int).Exp(a.Num(), e, nil), new(big.Int).Exp(a.Denom(), e, nil)
	if n < 0 {
		num, den = den, num
	}
	return new(big.Rat).SetFrac(num, den)
}

// Root returns the n-th root of a ≥ 0 if it is rational, else nil.
func Root(a *big.Rat, n int) *big.Rat {
	if a.Sign() < 0 {
		return nil
	}
	p, q := IntRoot(a.Num(), n), IntRoot(a.Denom(), n)
	if p == nil || q == nil {
		return nil
	}
	return new(big.Rat).SetFrac(p, q)
}

// IntRoot returns the n-th root of a ≥ 0 if it is an integer, else nil.
// By bisection with exact powers between 1 and 2^(bits/n + 1), which exceeds the root.
func IntRoot(a *big.Int, n int) *big.Int {
	if a.BitLen() <= 1 {
		return new(big.Int).Set(a)
	}
	if n == 2 {
		r := new(big.Int).Sqrt(a)
		if new(big.Int).Mul(r, r).Cmp(a) == 0 {
			return r
		}
		return nil
	}
	if n >= a.BitLen() { // 1 < a < 2^n
		return nil
	}
	e := big.NewInt(int64(n))
	lo, hi := big.NewInt(1), new(big.Int).Lsh(big.NewInt(1), uint(a.BitLen()/n+1))
	for lo.Cmp(hi) <= 0 {
		mid := new(big.Int).Add(lo, hi)
		mid.Rsh(mid, 1)
		switch new(big.Int).Exp(mid, e, nil).Cmp(a) {
		case 0:
			return mid
		case -1:
			lo = mid.Add(mid, big.NewInt(1))
		default:
			hi = mid.Sub(mid, big.NewInt(1))
		}
	}
	return nil
}

var (
	Zero = new(big.Rat)     // 0, not to be changed
	One  = big.NewRat(1, 1) // 1, not to be changed
)
