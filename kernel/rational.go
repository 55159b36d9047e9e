package kernel

import "math/big"

// maxBits bounds numerator and denominator of a folded constant.
const maxBits = 4096

func ratBits(r *big.Rat) int { return max(r.Num().BitLen(), r.Denom().BitLen()) }

// ratPow returns a^p if it is a rational of reasonable size, else nil. 0^0 is 1.
func ratPow(a, p *big.Rat) *big.Rat {
	if !p.Denom().IsInt64() || !p.Num().IsInt64() {
		return nil
	}
	q, n := p.Denom().Int64(), p.Num().Int64()
	if a.Sign() == 0 {
		switch {
		case n == 0:
			return big.NewRat(1, 1)
		case n > 0:
			return new(big.Rat)
		}
		return nil
	}
	if q != 1 {
		if q > maxBits {
			return nil
		}
		if a = ratRoot(a, int(q)); a == nil {
			return nil
		}
	}
	inverse := n < 0
	if inverse {
		n = -n
	}
	if n < 0 || ratBits(a) > 1 && n > int64(maxBits/(ratBits(a)-1)) {
		return nil
	}
	var num, den *big.Int
	if ratBits(a) == 1 { // ±1
		n &= 1
	}
	e := big.NewInt(n)
	num = new(big.Int).Exp(a.Num(), e, nil)
	den = new(big.Int).Exp(a.Denom(), e, nil)
	if inverse {
		num, den = den, num
	}
	return new(big.Rat).SetFrac(num, den)
}

// ratRoot returns the n-th root of a ≥ 0 if it is rational, else nil.
func ratRoot(a *big.Rat, n int) *big.Rat {
	if a.Sign() < 0 {
		return nil
	}
	p, q := intRoot(a.Num(), n), intRoot(a.Denom(), n)
	if p == nil || q == nil {
		return nil
	}
	return new(big.Rat).SetFrac(p, q)
}

// intRoot returns the n-th root of a ≥ 0 if it is an integer, else nil.
func intRoot(a *big.Int, n int) *big.Int {
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
	zeroRat = new(big.Rat)
	oneRat  = big.NewRat(1, 1)
)
