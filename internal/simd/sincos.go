package simd

import (
	"math"
	"math/bits"
)

// magic turns off the fraction of what it is added to: the nearest integer is then in the
// low bits of the sum.
const magic = 0x1.8p52

// reduced64 returns sin x and cos x for |x| ≤ large, as the kernels do, within 1 ulp
// (TestAccuracy64 measures it against ball).
//
// Reduction (Cody and Waite, with FMA): k is x·2/π rounded, |k| < 2^20. r = |x| − k·half1
// is exact: for |x| ≥ 1 it is a multiple of 2^-52 below 1, for |x| < 1 it is |x| or, by
// Sterbenz' lemma, |x| − half1. half2 has 32 bits, so that k·half2 < 2^-34 is exact, a
// multiple of 2^-85; hi is r − k·half2 rounded, and what was lost is exact in lo: if
// |r| > 2^-33 by Sterbenz' lemma, otherwise because nothing was lost. What is
// left out of π/2 is below 2^-138, so hi + lo is off by less than 2^-118, while no
// float64 up to 2^20 except 0 is nearer than 2^-60 to a multiple of π/2.
//
// The polynomials are off by less than 2^-56 relatively (TestPolynomials; most of it is
// the rounding of their coefficients); lo·hi is left out of the cosine, which is at most
// 0.35 ulp of it.
func reduced64(x float64) (sin, cos float64) {
	k, hi, lo := reduce64(x)
	return turned64(x, k, hi, lo)
}

// reduce64 returns |x| = k·π/2 + hi + lo, k modulo 4 in its low bits.
func reduce64(x float64) (k uint64, hi, lo float64) {
	a := math.Abs(x)
	kd := math.FMA(a, twoOverPi, magic)
	n := kd - magic
	r := math.FMA(-n, half1, a)
	hi = math.FMA(-n, half2, r)
	lo = math.FMA(-n, half3, math.FMA(-n, half2, r-hi))
	return math.Float64bits(kd), hi, lo
}

// turned64 returns sin x and cos x for |x| = k·π/2 + hi + lo.
func turned64(x float64, k uint64, hi, lo float64) (sin, cos float64) {
	z := hi * hi
	s := sin64[5]
	for i := 4; i >= 0; i-- {
		s = math.FMA(s, z, sin64[i])
	}
	s = math.FMA(s, hi*z, lo) + hi
	c := cos64[5]
	for i := 4; i >= 0; i-- {
		c = math.FMA(c, z, cos64[i])
	}
	c = math.FMA(math.FMA(c, z, -0.5), z, 1)
	if k&1 == 1 {
		s, c = c, s
	}
	const sign = 1 << 63
	s = math.Float64frombits(math.Float64bits(s) ^ (k<<62^math.Float64bits(x))&sign)
	c = math.Float64frombits(math.Float64bits(c) ^ (k+1)<<62&sign)
	return s, c
}

// reduced32 returns sin x and cos x for |x| ≤ large, as the kernels do, within 2 ulp
// (TestAccuracy32 goes through all float32). It reduces in float64, to a relative 2^-52
// at most, as no float32 up to 2^20 but 0 is nearer than 2^-32 to a multiple of π/2, and
// goes on in float32 with polynomials that are off by less than 2^-26.
func reduced32(x float32) (sin, cos float32) {
	a := math.Abs(float64(x))
	kd := math.FMA(a, twoOverPi, magic)
	k := kd - magic
	q := uint32(math.Float64bits(kd))
	r := float32(math.FMA(-k, halfRest, math.FMA(-k, half1, a)))
	z := r * r
	s := fma32(fma32(sin32[2], z, sin32[1]), z, sin32[0])
	s = fma32(s, r*z, r)
	c := fma32(fma32(cos32[2], z, cos32[1]), z, cos32[0])
	c = fma32(fma32(c, z, -0.5), z, 1)
	if q&1 == 1 {
		s, c = c, s
	}
	const sign = 1 << 31
	s = math.Float32frombits(math.Float32bits(s) ^ (q<<30^math.Float32bits(x))&sign)
	c = math.Float32frombits(math.Float32bits(c) ^ (q+1)<<30&sign)
	return s, c
}

// sincos returns sin x and cos x for every finite x, with the bits of the kernels up to
// large.
func sincos[T Float](x T) (sin, cos T) {
	switch x := any(x).(type) {
	case float32:
		if math.Abs(float64(x)) <= large {
			s, c := reduced32(x)
			return T(s), T(c)
		}
	case float64:
		if math.Abs(x) <= large {
			s, c := reduced64(x)
			return T(s), T(c)
		}
	}
	k, hi, lo := reduceFar(float64(x))
	s, c := turned64(float64(x), k, hi, lo)
	return T(s), T(c)
}

// reduceFar is reduce64 for finite |x| ≥ 2^20 (Payne and Hanek): of the bits
// of 2/π, those that give multiples of 4 in x·2/π are left out, and so are those from
// the 193rd after them on, which leaves an error below 2^-137 quarter turns. No
// float64 but 0 is nearer than 2^-62 to a multiple of π/2.
func reduceFar(x float64) (k uint64, hi, lo float64) {
	const fraction = 52
	b := math.Float64bits(x)
	m := b&(1<<fraction-1) | 1<<fraction
	e := int(b>>fraction&0x7ff) - 1023 - fraction
	w2, w1, w0 := inverseBits(e-2), inverseBits(e+62), inverseBits(e+126)
	h0, p0 := bits.Mul64(m, w0)
	h1, l1 := bits.Mul64(m, w1)
	p1, carry := bits.Add64(h0, l1, 0)
	p2, _ := bits.Add64(h1, m*w2, carry)
	k = p2 >> 62
	f1, f0 := p2<<2|p1>>62, p1<<2|p0>>62
	negative := f1>>63 == 1
	if negative { // round to the nearest quarter
		var borrow uint64
		f0, borrow = bits.Sub64(0, f0, 0)
		f1, _ = bits.Sub64(0, f1, borrow)
		k++
	}
	// The fraction is (f1·2^64 + f0)·2^-128 = (u + v)·2^-shift, u of 53 bits.
	shift := bits.LeadingZeros64(f1)
	if f1 == 0 {
		shift = 64 + bits.LeadingZeros64(f0)
		f1, f0 = f0, 0
	}
	f1, f0 = f1<<(shift&63)|f0>>(64-shift&63)&(1<<(shift&63)-1), f0<<(shift&63)
	u := math.Ldexp(float64(f1>>11), -53-shift)
	v := math.Ldexp(float64(f1<<53|f0>>11), -117-shift)
	hi = u * half1
	lo = math.FMA(u, half1, -hi) + math.FMA(u, halfRest, v*half1)
	hi, lo = hi+lo, lo-(hi+lo-hi)
	if negative {
		hi, lo = -hi, -lo
	}
	return k, hi, lo
}

// inverseBits returns 64 bits of 2/π from the bit first behind the point on, those before
// the point being 0.
func inverseBits(first int) uint64 {
	word := func(i int) uint64 {
		if i < 0 {
			return 0
		}
		return inversePi[i]
	}
	i, s := first>>6, uint(first&63)
	return word(i)<<s | word(i+1)>>(64-s)
}
