package libm

import (
	"math"
	"math/bits"
)

// huge is where the argument reduction of package math changes to one that loses digits.
const huge = 1 << 29

// near is the size below which a sine has lost digits to the reduction of its argument.
const near = 1.0 / 16

// Sin returns sin x.
func Sin(x float64) float64 {
	if a := math.Abs(x); a < huge {
		if s := math.Sin(x); a < 0.75 || math.Abs(s) > near {
			return s
		}
	}
	hi, lo, j := reduce(x)
	return turned(hi, lo, j)
}

// Cos returns cos x.
func Cos(x float64) float64 {
	if math.Abs(x) < huge {
		if c := math.Cos(x); math.Abs(c) > near {
			return c
		}
	}
	hi, lo, j := reduce(x)
	return turned(hi, lo, j+1)
}

// Tan returns tan x.
func Tan(x float64) float64 {
	if a := math.Abs(x); a < huge {
		if t := math.Tan(x); a < 0.75 || math.Abs(t) > near && math.Abs(t) < 1/near {
			return t
		}
	}
	hi, lo, j := reduce(x)
	return turned(hi, lo, j) / turned(hi, lo, j+1)
}

// turned returns sin(hi + lo + jπ/2), |hi| ≤ π/4.
func turned(hi, lo float64, j int) (v float64) {
	if j&1 == 0 {
		v = math.Sin(hi) + lo*math.Cos(hi)
	} else {
		v = math.Cos(hi) - lo*math.Sin(hi)
	}
	if j&2 != 0 {
		return -v
	}
	return v
}

// reduce returns x − jπ/2 modulo 2π as hi + lo, |hi| ≤ π/4 and a bit, for |x| ≥ 1/2, by the method of Payne and Hanek:
// of 2x/π the multiples of 4 are never computed, and 198 bits of the rest are. NaN for what is not finite.
func reduce(x float64) (hi, lo float64, j int) {
	a := math.Abs(x)
	if !(a <= math.MaxFloat64) {
		return math.NaN(), 0, 0
	}
	b := math.Float64bits(a)
	m, e := b&(1<<52-1)|1<<52, int(b>>52)-1075 // a = m·2^e
	// 2a/π mod 4 = 4 frac(m·F·2^−shift), F the bits of 2/π from skip on.
	skip := max(e-2, 0)
	shift := skip - (e - 2)
	var f [4]uint64
	for i := range f {
		w, s := skip/64+i, uint(skip%64)
		f[i] = twoOverPi[w]<<s | twoOverPi[w+1]>>(64-s)
	}
	// p = m·F, the integer part first
	var p [5]uint64
	for i := 3; i >= 0; i-- {
		h, l := bits.Mul64(f[i], m)
		var carry uint64
		p[i+1], carry = bits.Add64(p[i+1], l, 0)
		p[i] = h + carry
	}
	var q [3]uint64 // the first bits of the fraction
	for i := range q {
		if shift == 0 {
			q[i] = p[i+1]
		} else {
			q[i] = p[i]<<(64-shift) | p[i+1]>>shift
		}
	}
	j = int(q[0] >> 62)
	q[0], q[1], q[2] = q[0]<<2|q[1]>>62, q[1]<<2|q[2]>>62, q[2]<<2
	negative := q[0]>>63 != 0
	if negative { // the next multiple is nearer
		j++
		var borrow uint64
		q[2], borrow = bits.Sub64(0, q[2], 0)
		q[1], borrow = bits.Sub64(0, q[1], borrow)
		q[0], _ = bits.Sub64(0, q[0], borrow)
	}
	exp := -53
	if q[0] == 0 {
		q[0], q[1], q[2] = q[1], q[2], 0
		exp -= 64
	}
	if n := bits.LeadingZeros64(q[0]); n > 0 {
		q[0] = q[0]<<n | q[1]>>(64-n)
		q[1] = q[1]<<n | q[2]>>(64-n)
		exp -= n
	}
	// two words of 53 bits, times π/2
	u := math.Ldexp(float64(q[0]>>11), exp)
	v := math.Ldexp(float64(q[0]&(1<<11-1)<<42|q[1]>>22), exp-53)
	const piHi, piLo = 0x1.921fb54442d18p0, 0x1.1a62633145c07p-54
	hi = float64(u * piHi)
	hi, lo = quick2(hi, math.FMA(u, piHi, -hi)+(u*piLo+v*piHi))
	if negative {
		hi, lo = -hi, -lo
	}
	if x < 0 {
		hi, lo, j = -hi, -lo, -j
	}
	return hi, lo, j
}

// twoOverPi are the first bits of 2/π (TestTwoOverPi).
var twoOverPi = [...]uint64{
	0xa2f9836e4e441529, 0xfc2757d1f534ddc0, 0xdb6295993c439041, 0xfe5163abdebbc561,
	0xb7246e3a424dd2e0, 0x06492eea09d1921c, 0xfe1deb1cb129a73e, 0xe88235f52ebb4484,
	0xe99c7026b45f7e41, 0x3991d639835339f4, 0x9c845f8bbdf9283b, 0x1ff897ffde05980f,
	0xef2f118b5a0a6d1f, 0x6d367ecf27cb09b7, 0x4f463f669e5fea2d, 0x7527bac7ebe5f17b,
	0x3d0739f78a5292ea, 0x6bfb5fb11f8d5d08, 0x56033046fc7b6bab, 0xf0cfbc209af4361d,
	0xa9e391615ee61b08, 0x6599855f14a06840,
}
