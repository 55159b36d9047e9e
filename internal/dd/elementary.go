package dd

import "math"

// ExpScaled returns m and k with e^a = m·2^k and 1/2 < m.Hi < 2, for |a| ≤ 2³⁰, so that an exponential outside the range of
// float64 can still be multiplied by something that brings it back. The relative error is at most Eps·(|a|+16): proved in docs/special64.md.
func ExpScaled(a T) (m T, k int) {
	kf := math.Round(a.Hi / math.Ln2)
	// kf·ln 2 with a third word: |kf| may be large.
	r := a.Sub(Ln2.MulF(kf)).AddF(float64(-kf * ln2Third))
	const halvings = 6
	r = r.Ldexp(-halvings) // |r| ≤ 0.0055
	// expm1 by Taylor, then (1+e)²−1 = 2e + e² keeps the relative precision.
	var s T
	for i := 12; i >= 1; i-- {
		s = s.AddF(1).Mul(r).DivF(float64(i))
	}
	for range halvings {
		s = s.Add(s).Add(s.Sqr())
	}
	return s.AddF(1), int(kf)
}

// ln2Third is log 2 − Ln2.
const ln2Third = 5.7077084384162120658e-34

// Exp returns e^a, 0 or +Inf outside the range of float64.
func Exp(a T) T {
	switch {
	case math.IsNaN(a.Hi):
		return a
	case a.Hi > 720:
		return T{math.Inf(1), 0}
	case a.Hi < -760:
		return T{}
	}
	m, k := ExpScaled(a)
	hi := math.Ldexp(m.Hi, k)
	if math.IsInf(hi, 0) {
		return T{hi, 0}
	}
	return T{hi, math.Ldexp(m.Lo, k)}
}

// Log returns log a for a > 0, with an absolute error of at most Eps·(20 + 2(|log₂ a|+1)): proved in docs/special64.md.
func Log(a T) T {
	if !(a.Hi > 0) || math.IsInf(a.Hi, 0) {
		return T{math.Log(a.Hi), 0}
	}
	f, e := math.Frexp(a.Hi)
	if f < math.Sqrt2/2 {
		f *= 2
		e--
	}
	m := T{f, math.Ldexp(a.Lo, -e)}
	// One step of Halley's iteration on e^y = m, cubic: 1e-16 becomes 1e-48. Nothing is taken for granted about math.Log.
	y := math.Log(f)
	var d T
	for {
		ey, k := ExpScaled(Of(y))
		ey = ey.Ldexp(k)
		d = m.Sub(ey).Add(m.Sub(ey)).Div(m.Add(ey))
		if math.Abs(d.Hi) <= 0x1p-36 {
			break
		}
		y += d.Hi
	}
	return Ln2.MulF(float64(e)).AddF(float64(float64(e) * ln2Third)).Add(d.AddF(y))
}

// SinCos returns sin a and cos a for |a| ≤ 2⁴⁰, with an absolute error of about Eps·max(1, |a|).
func SinCos(a T) (sin, cos T) {
	q := math.Round(a.Hi / (math.Pi / 2))
	r := a.Sub(HalfPi.MulF(q)).AddF(-q * halfPiThird)
	// cos r − 1 and sin r of r/8 by Taylor, then three doublings: both sums stay below 0.2.
	r = r.Ldexp(-3)
	r2 := r.Sqr()
	var s, c T
	for i := 19; i >= 3; i -= 2 {
		s = s.AddF(1).Mul(r2).DivF(-float64(i * (i - 1)))
		c = c.AddF(1).Mul(r2).DivF(-float64((i - 1) * (i - 2)))
	}
	s = s.AddF(1).Mul(r) // sin; c is cos − 1
	for range 3 {
		s, c = s.Mul(c.AddF(1)).Ldexp(1), s.Sqr().Ldexp(1).Neg()
	}
	sin, cos = s, c.AddF(1)
	switch int64(q) & 3 {
	case 1:
		sin, cos = cos, sin.Neg()
	case 2:
		sin, cos = sin.Neg(), cos.Neg()
	case 3:
		sin, cos = cos.Neg(), sin
	}
	return sin, cos
}

// halfPiThird is π/2 − HalfPi.
const halfPiThird = -1.4973849048591698e-33

// Atan2 returns the angle of the point (x, y), in (−π, π], with an absolute error of a few Eps.
func Atan2(y, x T) T {
	a := math.Atan2(y.Hi, x.Hi)
	if (x.Hi == 0 && y.Hi == 0) || math.IsNaN(a) {
		return T{a, 0}
	}
	s, c := SinCos(Of(a))
	// tan(true − a) = (y c − x s)/(x c + y s) is below 1e-15: the angle is its tangent.
	n := y.Mul(c).Sub(x.Mul(s))
	d := x.Mul(c).Add(y.Mul(s))
	return n.Div(d).AddF(a)
}
