package double

import (
	"math"

	"krein/internal/dd"
)

// roundoff is u = 2⁻⁵³, the relative error of one rounding to nearest.
const roundoff = 0x1p-53

// slack multiplies sums of first-order error terms: it is above what the terms of second order and the roundings of the
// sum itself add.
const slack = 1 + 0x1p-40

// reduceMost is the largest argument that reduceQuarter takes.
const reduceMost = 0x1p31

// π/4 = quarterPi1 + quarterPi2 + quarterPi3 up to 2⁻¹⁶², each the rest rounded to nearest.
const (
	quarterPi1 = 0x1.921fb54442d18p-1
	quarterPi2 = 0x1.1a62633145c07p-55
	quarterPi3 = -0x1.f1976b7ed8fbcp-111
)

// reduceQuarter returns r = x − (n + 2j)π/4, |r| < 0.7855, j, and a bound of the absolute error of r, for 0 ≤ x ≤ 2³¹
// and 0 ≤ n ≤ 2¹². It is below 2⁻⁹⁹, and 0 if n + 2j = 0, as it is for even n and x ≤ 1/2.
//
// K = n + 2j is the integer of the parity of n next to 4x/π, give or take 2⁻¹⁹ for rounding; |K| < 2³². x −
// K·quarterPi1 is added up without error; K·quarterPi2 is below 2⁻²², what it is rounded by is kept, and so only the
// last sum is rounded, four times, to terms below 2⁻⁵¹; then the 2⁻¹³⁰ beyond quarterPi3.
func reduceQuarter(x float64, n int) (r dd.T, j int, err float64) {
	odd := float64(n & 1)
	k := 2*math.RoundToEven((x*(4/math.Pi)-odd)/2) + odd
	if k == 0 {
		return dd.T{Hi: x}, -n / 2, 0
	}
	a, b := dd.TwoProd(k, quarterPi1), dd.TwoProd(k, quarterPi2)
	s := dd.TwoSum(x, -a.Hi)
	t := dd.TwoSum(s.Hi, -a.Lo)
	v := dd.TwoSum(t.Hi, -b.Hi)
	low := v.Lo + t.Lo + s.Lo - b.Lo - float64(k*quarterPi3)
	return dd.TwoSum(v.Hi, low), int((int64(k) - int64(n)) / 2), 0x1p-99
}

// sinCosErr bounds the error of the sine that sinCosSmall returns divided by |r.Hi|, and that of the cosine.
const sinCosErr = 2 * roundoff

// sinCosSmall returns sin r and cos r for |r| < 0.7855. The error of the sine is at most sinCosErr·|r.Hi|, that of the
// cosine sinCosErr (and another 2⁻¹⁰⁷ for what is neglected of r.Lo).
//
// Taylor polynomials of degree 17 and 18, whose remainders are below r¹⁹/19! < 0.001u|r| and r²⁰/20! < 0.0001u. In
// units of u, with z = r² ≤ 0.6171 and its rounding: sine, divided by |r|: the last sum 1; its other summand is below
// 0.104 and has a relative error of 5.3 (z, r·z, the coefficient −1/6, the sum with it, the fused sum, and little from
// the rest of S): 1.56 together; cosine: the last two sums 1/2 each, for results below 1; z 0.31, as |d cos √z/dz| <
// 1/2; the factor −1/2 + …, between −1/2 and −0.47, 0.16; what is further in 0.05: 1.52 together. Where the result
// rounds to 1, z is tiny and the sums err by 1 at most.
func sinCosSmall(r dd.T) (sin, cos float64) {
	const (
		s3  = -1.0 / 6
		s5  = 1.0 / 120
		s7  = -1.0 / 5040
		s9  = 1.0 / 362880
		s11 = -1.0 / 39916800
		s13 = 1.0 / 6227020800
		s15 = -1.0 / 1307674368000
		s17 = 1.0 / 355687428096000
		c4  = 1.0 / 24
		c6  = -1.0 / 720
		c8  = 1.0 / 40320
		c10 = -1.0 / 3628800
		c12 = 1.0 / 479001600
		c14 = -1.0 / 87178291200
		c16 = 1.0 / 20922789888000
		c18 = -1.0 / 6402373705728000
	)
	x := r.Hi
	z := float64(x * x)
	w := float64(z * z)
	// even and odd powers of z side by side
	se := math.FMA(w, math.FMA(w, math.FMA(w, s15, s11), s7), s3)
	so := math.FMA(w, math.FMA(w, math.FMA(w, s17, s13), s9), s5)
	ce := math.FMA(w, math.FMA(w, math.FMA(w, c16, c12), c8), c4)
	co := math.FMA(w, math.FMA(w, math.FMA(w, c18, c14), c10), c6)
	s := math.FMA(z, so, se)
	c := math.FMA(z, math.FMA(z, co, ce), -0.5)
	// sin(x+l) = sin x + l cos x, cos(x+l) = cos x − l sin x up to l²/2 < 2⁻¹⁰⁷
	cos = math.FMA(z, c, 1)
	xz := float64(x * z)
	sin = x + math.FMA(xz, s, float64(r.Lo*cos))
	cos -= float64(r.Lo * sin)
	return sin, cos
}

// turned returns cos(r + jπ/2) and sin(r + jπ/2) for |r| < 0.7855, and bounds of their errors.
func turned(r dd.T, j int) (cos, sin, errCos, errSin float64) {
	sin, cos = sinCosSmall(r)
	errSin, errCos = sinCosErr*math.Abs(r.Hi), sinCosErr
	if j&1 != 0 {
		sin, cos = cos, -sin
		errSin, errCos = errCos, errSin
	}
	if j&2 != 0 {
		sin, cos = -sin, -cos
	}
	return cos, sin, errCos, errSin
}
