package ball

import (
	"math/big"
	"sync"
	"sync/atomic"

	"krein/internal/limb"
)

// A constant is a real number computed once to a growing number of bits.
type constant struct {
	mu      sync.Mutex
	value   atomic.Pointer[constValue]
	compute func(bits uint) *big.Int
}

// constValue holds ⌊c·2^bits⌋ up to 1.
type constValue struct {
	bits uint
	v    *big.Int
}

// get returns a value with at least the given number of bits.
func (c *constant) get(bits uint) *constValue {
	if v := c.value.Load(); v != nil && v.bits >= bits {
		return v
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	old := c.value.Load()
	if old != nil {
		if old.bits >= bits {
			return old
		}
		bits = max(bits, old.bits+old.bits/2)
	}
	bits = (max(bits, 512) + 63) &^ 63
	// computed with 64 more bits, so that its few thousand ulps vanish in the cut
	v := c.compute(bits + 64)
	v.Rsh(v, 64)
	nv := &constValue{bits, v}
	c.value.Store(nv)
	return nv
}

// words sets w to the leading words of c in [0, 1), with error at most 2 ulps.
func (c *constant) words(w []uint64) {
	v := c.get(uint(64 * len(w)))
	limb.FromInt(w, v.v, int(v.bits/64)-len(w))
}

// set sets z to c·2^exp.
func (c *constant) set(z *Real, exp int64, prec uint) *Real {
	prec = clampPrec(prec)
	v := c.get(prec + 32)
	z.begin(prec)
	z.mid.SetInt(v.v)
	z.finish(MagUint(2))
	return z.Mul2Exp(z, exp-int64(v.bits))
}

// Pi sets z to π.
func (z *Real) Pi(prec uint) *Real { return constPi.set(z, 2, prec) }

// Log2 sets z to the natural logarithm of 2.
func (z *Real) Log2(prec uint) *Real { return constLog2.set(z, 0, prec) }

// E sets z to e, the base of the natural logarithm.
func (z *Real) E(prec uint) *Real { return constE.set(z, 2, prec) }

// Euler sets z to the Euler–Mascheroni constant γ.
func (z *Real) Euler(prec uint) *Real { return constGamma.set(z, 0, prec) }

var (
	constPi    = constant{compute: computePi4}
	constLog2  = constant{compute: computeLog2}
	constE     = constant{compute: computeE4}
	constGamma = constant{compute: computeEuler}
)

// arcSum returns Σ_i m_i·f(1/q_i)·2^bits with f = atan (alternating) or atanh, as
// sums of ⌊m/q^k⌋/k; every term is off by less than 2.
func arcSum(bits uint, alt bool, mq ...int64) *big.Int {
	sum := new(big.Int)
	var t, u, q2 big.Int
	for i := 0; i < len(mq); i += 2 {
		m, q := mq[i], mq[i+1]
		q2.SetInt64(q * q)
		t.Lsh(t.SetInt64(m), bits)
		t.Quo(&t, u.SetInt64(q))
		for k := int64(1); t.Sign() != 0; k += 2 {
			u.Quo(&t, u.SetInt64(k))
			if alt && k&2 != 0 {
				sum.Sub(sum, &u)
			} else {
				sum.Add(sum, &u)
			}
			t.Quo(&t, &q2)
		}
	}
	return sum
}

// computePi4 returns π/4 = 12 atan(1/49) + 32 atan(1/57) − 5 atan(1/239) + 12 atan(1/110443) (Størmer).
func computePi4(bits uint) *big.Int {
	return arcSum(bits, true, 12, 49, 32, 57, -5, 239, 12, 110443)
}

// computeLog2 returns log 2 = 18 atanh(1/26) − 2 atanh(1/4801) + 8 atanh(1/8749).
func computeLog2(bits uint) *big.Int {
	return arcSum(bits, false, 18, 26, -2, 4801, 8, 8749)
}

// computeE4 returns e/4 = Σ 1/(4·k!).
func computeE4(bits uint) *big.Int {
	t := new(big.Int).Lsh(intOne, bits-2)
	sum := new(big.Int)
	var k big.Int
	for i := int64(1); t.Sign() != 0; i++ {
		sum.Add(sum, t)
		t.Quo(t, k.SetInt64(i))
	}
	return sum
}

// computeEuler returns γ·2^bits up to 2^32.
func computeEuler(bits uint) *big.Int {
	m := uint(1)
	for float64(4*(uint64(1)<<m))*1.4426 < float64(bits)+4 {
		m++
	}
	n := int64(1) << m
	u := eulerBall(m, 5*n, bits+uint(6*n/2)+64) // sums of numbers up to e^{2n}·…, of both signs
	var i big.Int
	fixedInt(&i, &u.mid, int64(bits))
	if u.rad.Mul2Exp(int64(bits)).Cmp(MagPow2(32)) > 0 {
		panic("ball: internal error: γ lost its accuracy")
	}
	return &i
}

// eulerBall returns γ by Brent and McMillan's first algorithm (Math. Comp. 34 (1980), 305–312) with n = 2^m and sums up to k = last ≥ 2n: with B_k = (n^k/k!)² and A_k = B_k(H_k −
// log n),
//
//	γ = ΣA_k/ΣB_k − K₀(2n)/I₀(2n),  0 < K₀(2n)/I₀(2n) < π e^{−4n}.
//
// In balls, so that only the tails need a bound: from K = 2n on B_{k+1}/B_k ≤ 1/4,
// and |H_k − log n| ≤ k + n, so both tails are below B_K·Σ_{j≥1} 4^−j(K+n+j) ≤ B_K·(K+n).
func eulerBall(m uint, last int64, wp uint) *Real {
	n := int64(1) << m
	var a, b, u, v, t Real
	a.Log2(wp)
	a.MulInt64(&a, -int64(m), wp)
	b.SetInt64(1)
	u.Set(&a)
	v.Set(&b)
	for k := int64(1); k <= last; k++ {
		b.Mul2Exp(&b, int64(2*m))
		b.QuoInt64(&b, k, wp)
		b.QuoInt64(&b, k, wp)
		a.Mul2Exp(&a, int64(2*m))
		a.QuoInt64(&a, k, wp)
		a.Add(&a, &b, wp)
		a.QuoInt64(&a, k, wp)
		u.Add(&u, &a, wp)
		v.Add(&v, &b, wp)
	}
	tail := rest(b.MagUpper().Mul(MagUint(uint64(last + n))))
	u.AddRad(tail)
	v.AddRad(tail)
	u.Quo(&u, &v, wp)
	t.SetInt64(4)
	u.AddRad(rest(t.MagUpper().Mul(MagPow2(-int64(float64(4*n) * 1.4426))))) // π e^{−4n} < 4·2^{−4n/ln 2}
	return &u
}
