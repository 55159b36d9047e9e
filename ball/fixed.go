package ball

import (
	"math/big"
	"math/bits"

	"krein/internal/limb"
)

// Fixed-point numbers here are vectors of 64-bit words, little-endian, n words of fraction and, where said, one word of
// integer part above them. One unit of the last place (ulp) is 2^(-64n).

// tinyBits is k such that the short series serve for arguments below 2^-k: their
// rest is then below 2^-2·prec relative to the result.
func tinyBits(prec uint) int64 { return int64(prec)/tinyDivisor + 4 }

// stopBits is k such that series stop at a term below 2^-k: prec.
func stopBits(prec uint) int64 { return 2 * (tinyBits(prec) - 4) }

// toFixed sets v to ⌊|x|·2^(64n)⌋ where v has n words, or more for an integer part.
func toFixed(v []uint64, x *big.Float, n int, t *big.Int) {
	fixedInt(t, x, int64(64*n))
	limb.FromInt(v, t, 0)
}

// fromFixed sets z to ±v·2^exp, rounded to prec bits, with error bound err·2^exp besides.
func (z *Real) fromFixed(w *work, v []uint64, exp int64, neg bool, err Mag, prec uint) *Real {
	return z.fromInt(w.int(v), exp, neg, scaled(err).Mul2Exp(exp), prec)
}

// fromInt sets z to ±i·2^exp, rounded to prec bits, with error bound rad besides. SetInt rounds i to nearest, by at most
// half a unit of the last place of the result; scaling is exact, but for an underflow, where the result is 0 with all of
// its size as error, and an overflow, where it is indeterminate.
func (z *Real) fromInt(i *big.Int, exp int64, neg bool, rad Mag, prec uint) *Real {
	z.begin(prec)
	z.mid.SetInt(i)
	e := exponent(&z.mid) + exp
	switch {
	case z.mid.Sign() == 0:
	case e > big.MaxExp:
		return z.SetIndeterminate()
	case e < big.MinExp:
		rad = rad.Add(MagPow2(e))
		z.mid.SetInt64(0)
	default:
		if z.mid.Acc() != big.Exact {
			rad = rad.Add(MagPow2(e - int64(prec) - 1))
		}
		scaleMid(&z.mid, exp)
		if neg {
			z.mid.Neg(&z.mid)
		}
	}
	z.rad = rad
	return z.settle()
}

// A coefs is a power series Σ a_k y^k with rational coefficients, |a_k| ≤ 1, prepared for evaluation with word-sized
// integers: within a group of consecutive indices a_k = num[k]/den, up to a common factor. Going down from k+1 to k
// across a boundary of groups multiplies the partial sum by up[k] and divides it by down[k]; at the end it is divided
// by den, that of the first group.
type coefs struct {
	num      []uint64
	up, down []uint64 // down[k] = 0: no boundary between k and k+1
	den      uint64
	// log2recip[k] is a lower bound of −log2 |a_k|
	log2recip []int
}

// maxGroup keeps num·(1+y+…) below 2^64.
const maxGroup = 1 << 62

// newCoefs is the series with a_k = 1/den(k) or, if product, a_k = Π_{i≤k} 1/den(i).
func newCoefs(n int, product bool, den func(k uint64) uint64) *coefs {
	c := &coefs{num: make([]uint64, n), up: make([]uint64, n), down: make([]uint64, n), log2recip: make([]int, n)}
	l, last := 0, uint64(0)
	for s := 0; s < n; {
		// the group s … e−1: d is the common denominator of its a_k = 1/num[k], up to what all later ones share
		d, e := uint64(1), s
		for ; e < n; e++ {
			q := den(uint64(e))
			f := q
			if !product {
				f = q / gcd(d, q)
			}
			hi, lo := bits.Mul64(d, f)
			if e > s && (hi != 0 || lo >= maxGroup) {
				break
			}
			if d = lo; product {
				q = d
			}
			c.num[e] = q
		}
		for k := s; k < e; k++ {
			c.num[k] = d / c.num[k]
			if !product {
				l = 0
			}
			l += bits.Len64(den(uint64(k))) - 1 // a lower bound of log2
			c.log2recip[k] = l
		}
		switch {
		case s == 0:
			c.den = d
		case product:
			c.up[s-1], c.down[s-1] = 1, d
		default:
			c.up[s-1], c.down[s-1] = last, d
		}
		s, last = e, d
	}
	return c
}

func gcd(a, b uint64) uint64 {
	for b != 0 {
		a, b = b, a%b
	}
	return a
}

// terms returns N, and t with Σ_{k≥N} |a_k| y^k < 2^(1-t) for 0 ≤ y < 2^-yb, yb ≥ 1;
// t ≥ target unless the table is too short.
func (c *coefs) terms(yb, target int) (n, t int) {
	last := len(c.num) - 1
	for n = 1; ; n++ {
		t = n*yb + c.log2recip[min(n, last)]
		if t >= target || n > last {
			return n, t
		}
	}
}

// maxBlock bounds the number of powers in rectangular splitting.
const maxBlock = 32

// eval sets acc, of n+1 words, to Σ_{k<N} (±1)^k a_k y^k, y of n words below 2^-7, the top word of acc being the
// integer part, with alternating signs if alt. Besides that of truncating the series the error is below 16(n+2) ulps
// for these reasons. Powers of y are kept in buf, which has room for (maxBlock+3)(n+1) words.
//
// The powers of y are computed with error < n+1 ulps each (n from MulHigh, less than 1 carried over, as y < 2^-7).
// Within the lowest block, Σ_{0<j<m} a_j·(n+1) ≤ (1+ln 32)(n+1) < 4.5(n+1); the rest of the sum, at most 2·den,
// multiplied by y^m, contributes 2(n+1) from y^m and a factor 2^-7m of its own error; MulHigh and divisions of numbers
// in units of 1/den contribute less than (n+2)/2; the last division contributes 1.
func (c *coefs) eval(acc, y []uint64, nTerms int, alt bool, buf []uint64) {
	n := len(y)
	m := 1
	for m*m < nTerms && m < maxBlock {
		m++
	}
	if nTerms <= 3 {
		m = nTerms
	}
	if alt && m&1 != 0 {
		m++ // then every block has the sign of its first term, +
	}
	pow := func(j int) []uint64 {
		if j == 1 {
			return y
		}
		return buf[(j-2)*n : (j-1)*n]
	}
	t := buf[(maxBlock+1)*n:][:n+1]
	s := buf[(maxBlock+2)*n+1:][:n]
	top := m // the highest power in use
	if nTerms <= m {
		top = nTerms - 1
	}
	for j := 2; j <= top; j++ {
		limb.MulHigh(pow(j), pow(j/2), pow(j-j/2), t)
	}
	clear(acc)
	for k := nTerms - 1; k >= 0; k-- {
		if c.down[k] != 0 && k < nTerms-1 {
			neg := alt && acc[n]>>63 != 0
			if neg {
				limb.Neg(acc, acc)
			}
			var hi uint64
			if c.up[k] != 1 {
				hi = limb.MulWord(acc, acc, c.up[k])
			}
			limb.DivWord(acc, acc, c.down[k], hi)
			if neg {
				limb.Neg(acc, acc)
			}
		}
		j := k % m
		minus := alt && j&1 != 0
		switch {
		case j == 0:
			acc[n] += c.num[k]
			if k > 0 {
				limb.MulHigh(s, acc[:n], pow(m), t)
				hi := limb.AddMulWord(s, pow(m), acc[n])
				copy(acc, s)
				acc[n] = hi
			}
		case minus:
			acc[n] -= limb.SubMulWord(acc[:n], pow(j), c.num[k])
		default:
			acc[n] += limb.AddMulWord(acc[:n], pow(j), c.num[k])
		}
	}
	limb.DivWord(acc, acc, c.den, 0)
}

// evalBuf is the scratch that eval needs for n words.
func evalBuf(n int) int { return (maxBlock + 4) * (n + 1) }
