package ball

import (
	"math"
	"math/big"
	"math/rand/v2"

	"krein/internal/testlong"
)

func newRand(seed uint64) *rand.Rand { return rand.New(rand.NewPCG(seed, 20)) }

// randPrec draws a precision from 24 to 2000, small ones more often, and often next to
// a multiple of the word size, where the kernels change their length. With -long all but one
// of 32 are at most 300.
func randPrec(r *rand.Rand) uint {
	most := 2000.0
	if testlong.Enabled() && r.IntN(32) != 0 {
		most = 300
	}
	p := uint(24 + math.Exp(r.Float64()*math.Log(most-24)))
	if r.IntN(4) == 0 {
		p = p/64*64 + 64 - uint(guardBits) + uint(r.IntN(5)) - 2
	}
	return max(24, min(p, 2000))
}

// randFloat draws a nonzero dyadic of up to prec bits and exponent in [lo, hi], often
// with long runs of equal bits.
func randFloat(r *rand.Rand, prec uint, lo, hi int) *big.Float {
	n := 1 + r.IntN(int(prec))
	m := new(big.Int)
	if r.IntN(3) == 0 { // runs
		for m.BitLen() < n {
			k := uint(1 + r.IntN(64))
			m.Lsh(m, k)
			if r.IntN(2) == 0 {
				one := new(big.Int).Lsh(intOne, k)
				m.Or(m, one.Sub(one, intOne))
			}
			if m.Sign() == 0 {
				m.SetInt64(1)
			}
		}
	} else {
		for m.BitLen() < n {
			m.Lsh(m, 64)
			m.Or(m, new(big.Int).SetUint64(r.Uint64()|1))
		}
	}
	m.Rsh(m, uint(m.BitLen()-n))
	if m.Sign() == 0 {
		m.SetInt64(1)
	}
	f := new(big.Float).SetInt(m)
	e := lo + r.IntN(hi-lo+1)
	f.SetMantExp(f, e-f.MantExp(nil))
	if r.IntN(2) == 0 {
		f.Neg(f)
	}
	return f
}

// garbage returns a receiver that holds something.
func garbage(r *rand.Rand) *Real {
	switch r.IntN(5) {
	case 0:
		return new(Real)
	case 1:
		return new(Real).SetIndeterminate()
	}
	z := new(Real).SetFloat(randFloat(r, 700, -2000, 2000))
	return z.AddRad(MagPow2(int64(r.IntN(4000) - 2000)))
}

// randRad draws a radius for a midpoint of the given exponent: none, far below, or
// comparable up to 2^16 times larger.
func randRad(r *rand.Rand, e int64) Mag {
	switch r.IntN(4) {
	case 0:
		return Mag{}
	case 1:
		return magMake(r.Uint64()|1, e-64-int64(r.IntN(300)), true)
	case 2:
		return magMake(r.Uint64()|1, e-64-int64(r.IntN(24)), true)
	}
	return magMake(r.Uint64()|1, e-64+int64(r.IntN(16)), true)
}

// points returns the midpoint of x, its ends and a point within.
func points(r *rand.Rand, x *Real) []*big.Float {
	mid := x.Mid(nil)
	ps := []*big.Float{mid}
	if x.rad.IsZero() {
		return ps
	}
	rad := x.rad.Float(nil)
	p := uint(4000)
	lo := new(big.Float).SetPrec(p).Sub(mid, rad)
	hi := new(big.Float).SetPrec(p).Add(mid, rad)
	t := new(big.Float).SetPrec(32).SetFloat64(2*r.Float64() - 1)
	t.SetPrec(p).Mul(t, rad)
	t.Add(t, mid)
	return append(ps, lo, hi, t)
}

// halved returns z with half its radius.
func halved(z *Real) *Real {
	h := new(Real).Set(z)
	h.rad = h.rad.Mul2Exp(-1)
	return h
}

func same(x, y *Real) bool { return x.mid.Cmp(&y.mid) == 0 && x.rad == y.rad }

// exactText is the form in which a failing input is worth having.
func exactText(x *Real) string {
	b, _ := x.MarshalText()
	return string(b)
}

// containsExactly is ContainsRat, exact.
func (x *Real) containsExactly(t *big.Rat) bool {
	if x.rad.IsInf() {
		return true
	}
	if e := exponent(&x.mid); e > 1<<24 || e < -1<<24 || x.rad.exp > 1<<24 || x.rad.exp < -1<<24 {
		return x.ContainsRat(t)
	}
	m, _ := x.mid.Rat(nil)
	m.Sub(m, t).Abs(m)
	r, _ := x.rad.Float(nil).Rat(nil)
	return m.Cmp(r) <= 0
}
