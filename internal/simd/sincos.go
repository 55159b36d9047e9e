package simd

import "math"

// Arguments are in quarter turns, so that their reduction is exact: q = k + f with k whole
// and |f| ≤ 1/2. No digit of π is lost, as long as q has digits for parts of a quarter turn (see sincos).

// magic64 and magic32 turn off the fraction of what they are added to: the nearest integer
// is then in the low bits of the sum.
const magic64, magic32 = 0x1.cp52, 0x1.cp23

// large64 and large32 are the largest arguments that the kernels reduce by themselves, give or
// take 1: sums with magic then keep exponent and unit, and those of 1 more are right as well.
const large64, large32 = 1 << 50, 1 << 21

// large returns the largest argument of type T that the kernels reduce by themselves.
func large[T Float]() T {
	var v any = float64(large64)
	if _, ok := any(T(0)).(float32); ok {
		v = float32(large32)
	}
	return v.(T)
}

// reduced64 returns sin(π/2·q) and cos(π/2·q) for |q| ≤ large64, as the kernels do, within
// 1.9 ulp (TestAccuracy64 measures them against ball). With u = 2^-53:
//
// sin = f·S(z), z = f² ≤ 1/4, S in [1.41, 1.58], its derivative within 0.65. S's last
// rounding is at most u, that of its leading coefficient 0.55u (TestPolynomials, with what
// the polynomial is off), those of the operations before and of z, a quarter of 0.65, add
// 0.25u: 1.8u of at least 1.41, which is 1.3 ulp at most. The product f·S adds half an ulp.
//
// cos = 1 + z·C(z) ≥ 0.7, with |C| ≤ 1.24, in units of which the last place is u. What the
// polynomial is off, with its coefficients as they are rounded, is at most 0.57u, the rounding of z
// 0.31u, of C's last operation a quarter of u, of those before 0.05u; the sum adds half an ulp.
func reduced64(q float64) (sin, cos float64) {
	k := q + magic64
	f := q - (k - magic64)
	return turned64(f, math.Float64bits(k))
}

// turned64 returns sin(π/2·(k+f)) and cos(π/2·(k+f)), |f| ≤ 1/2.
func turned64(f float64, k uint64) (sin, cos float64) {
	z := f * f
	s := sin64[6]
	for i := 5; i >= 0; i-- {
		s = math.FMA(s, z, sin64[i])
	}
	s *= f
	c := cos64[5]
	for i := 4; i >= 0; i-- {
		c = math.FMA(c, z, cos64[i])
	}
	c = math.FMA(c, z, 1)
	if k&1 == 1 {
		s, c = c, s
	}
	const sign = 1 << 63
	s = math.Float64frombits(math.Float64bits(s) ^ k<<62&sign)
	c = math.Float64frombits(math.Float64bits(c) ^ (k+1)<<62&sign)
	return s, c
}

// reduced32 is reduced64 in float32, for |q| ≤ large32, within 2 ulp (TestAccuracy32 goes through all float32).
func reduced32(q float32) (sin, cos float32) {
	k := q + magic32
	f := q - (k - magic32)
	return turned32(f, math.Float32bits(k))
}

// turned32 returns sin(π/2·(k+f)) and cos(π/2·(k+f)), |f| ≤ 1/2.
func turned32(f float32, k uint32) (sin, cos float32) {
	z := f * f
	s := fma32(fma32(fma32(sin32[3], z, sin32[2]), z, sin32[1]), z, sin32[0])
	s *= f
	c := fma32(fma32(cos32[2], z, cos32[1]), z, cos32[0])
	c = fma32(c, z, 1)
	if k&1 == 1 {
		s, c = c, s
	}
	const sign = 1 << 31
	s = math.Float32frombits(math.Float32bits(s) ^ k<<30&sign)
	c = math.Float32frombits(math.Float32bits(c) ^ (k+1)<<30&sign)
	return s, c
}

// whole64 and whole32 are where a number of type T has no digit for parts of a quarter turn, and one of four times that is a
// multiple of four.
const whole64, whole32 = 1 << 53, 1 << 24

// sincos returns sin(π/2·q) and cos(π/2·q), with the bits of the kernels up to large, for |q| < whole64 or whole32. Beyond, q is
// the rounding of an argument of which the phase is lost. The phase of q would not be noise, but 0, and the wave the number 1
// at all rows, a bias of laws with such frequencies: sincos returns sin q and cos q in its place, of which the mean over
// frequencies is 0, and sin² + cos² = 1.
func sincos[T Float](q T) (sin, cos T) {
	v := float64(q)
	lost := math.Abs(v) >= whole64
	if _, single := any(q).(float32); single {
		lost = math.Abs(v) >= whole32
	}
	if lost {
		s, c := math.Sincos(v)
		return T(s), T(c)
	}
	k := math.RoundToEven(v) // beyond large, v − k is exact as well
	turns := uint64(math.Mod(k, 4)+4) % 4
	switch q := any(q).(type) {
	case float32:
		if math.Abs(v) <= large32 {
			s, c := reduced32(q)
			return T(s), T(c)
		}
		s, c := turned32(float32(v-k), uint32(turns))
		return T(s), T(c)
	case float64:
		if math.Abs(v) <= large64 {
			s, c := reduced64(q)
			return T(s), T(c)
		}
	}
	s, c := turned64(v-k, turns)
	return T(s), T(c)
}
