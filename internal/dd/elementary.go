package dd

import (
	"math"
	"math/big"

	"krein/internal/elem64"
)

// ExpScaled returns m and k with e^a = m·2^k and 1/2 < m.Hi < 2, for |a| ≤ 2³⁰, so that an exponential outside the
// range of float64 can still be multiplied by something that brings it back. The relative error is at most
// Eps·(|a|+16): proved in internal/special/double/errors.md.
func ExpScaled(a T) (m T, k int) {
	n := math.RoundToEven(a.Hi * (64 / math.Ln2))
	// n·ln 2/64 with a third word: |n| may be large.
	r := a.Sub(T{Ln2.Hi / 64, Ln2.Lo / 64}.MulF(n)).AddF(float64(n * (-ln2Third / 64)))
	// e^r − 1 by Taylor for |r| < 0.00542, the powers from the sixth on in plain arithmetic
	x := r.Hi
	q := float64(x * math.FMA(x, math.FMA(x, math.FMA(x, math.FMA(x, 1.0/3628800, 1.0/362880), 1.0/40320),
		1.0/5040), 1.0/720))
	s := expCoef[0].addSmall(T{q, 0})
	for _, c := range expCoef[1:] {
		s = c.addSmall(s.Mul(r))
	}
	i := int64(n)
	t := &exp2Table[i&63]
	return t.addSmall(t.Mul(s.Mul(r))), int(i >> 6)
}

// addSmall returns a + b for |b.Hi| ≤ |a.Hi|/32. In units of u²|a.Hi|, u = 2⁻⁵³: the sum of the low words, at most
// 1.04u|a.Hi|, is rounded by 1.04, and that with what the sum of the high ones leaves, at most 2.08u|a.Hi|, by 2.08:
// 3.2.
func (a T) addSmall(b T) T {
	s := quick(a.Hi, b.Hi)
	return quick(s.Hi, s.Lo+(a.Lo+b.Lo))
}

// expCoef holds 1/5!, …, 1/2!, 1/1!.
var expCoef = [5]T{Of(1).DivF(120), Of(1).DivF(24), Of(1).DivF(6), Of(0.5), Of(1)}

// exp2Table holds 2^(j/64), rounded to both words.
var exp2Table = func() (t [64]T) {
	root := big.NewFloat(2).SetPrec(200)
	for range 6 {
		root.Sqrt(root)
	}
	p := big.NewFloat(1).SetPrec(200)
	for j := range t {
		t[j].Hi, _ = p.Float64()
		t[j].Lo, _ = new(big.Float).Sub(p, big.NewFloat(t[j].Hi)).Float64()
		p.Mul(p, root)
	}
	return t
}()

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

// Log returns log a for a > 0, with an absolute error of at most Eps·(20 + 2(|log₂ a|+1)): proved in internal/special/double/errors.md.
func Log(a T) T {
	if !(a.Hi > 0) || math.IsInf(a.Hi, 0) {
		return T{elem64.Log(a.Hi), 0}
	}
	f, e := math.Frexp(a.Hi)
	if f < math.Sqrt2/2 {
		f *= 2
		e--
	}
	m := Of(f)
	if a.Lo != 0 {
		m.Lo = math.Ldexp(a.Lo, -e)
	}
	// One step of Halley's iteration on e^y = m, cubic: 1e-16 becomes 1e-48. Nothing is taken for granted about
	// elem64.Log.
	y := elem64.Log(f)
	var d T
	for {
		ey, k := ExpScaled(Of(y))
		if k != 0 {
			ey = ey.Ldexp(k)
		}
		d = m.Sub(ey)
		d = T{2 * d.Hi, 2 * d.Lo}.Div(m.Add(ey))
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
