// Package libm has the elementary functions of package math to a few units in the last place everywhere.
//
// On amd64 math.Exp is infinite from 709.1 on, math.Sinh and Cosh with it (go1.26, its assembly); math.Pow loses a
// unit for each unit of the exponent that it multiplies out; math.Sin, Cos and Tan lose digits at their zeros, Tan
// beyond 2²⁹ everywhere; math.Acos has none next to 1, and math.Asin loses some; and math.Gamma loses 30 units at 107.
// Where package math is good it is called, so that nothing here is slower. The tests of internal/kernel/numeric measure the
// errors against enclosures; nothing is proved of them.
package libm

import (
	"math"

	"krein/internal/elem64"
)

// Exp returns e^x.
func Exp(x float64) float64 {
	if x > 709 {
		h := math.Exp(x / 2)
		return h * h
	}
	return math.Exp(x)
}

// Sinh returns sinh x.
func Sinh(x float64) float64 {
	if a := math.Abs(x); a > 21 {
		h := math.Exp(a / 2)
		return math.Copysign(h/2*h, x)
	}
	return math.Sinh(x)
}

// Cosh returns cosh x.
func Cosh(x float64) float64 {
	if a := math.Abs(x); a > 21 {
		h := math.Exp(a / 2)
		return h / 2 * h
	}
	return math.Cosh(x)
}

// Sech returns 1/cosh x.
func Sech(x float64) float64 {
	if a := math.Abs(x); a > 21 {
		h := math.Exp(-a / 2)
		return 2 * h * h
	}
	return 1 / math.Cosh(x)
}

// Csch returns 1/sinh x.
func Csch(x float64) float64 {
	if a := math.Abs(x); a > 21 {
		h := math.Exp(-a / 2)
		return math.Copysign(2*h*h, x)
	}
	return 1 / math.Sinh(x)
}

// Softplus returns log(1 + e^x).
func Softplus(x float64) float64 { return max(x, 0) + math.Log1p(math.Exp(-math.Abs(x))) }

// Logistic returns 1/(1 + e^−x).
func Logistic(x float64) float64 {
	if x < 0 {
		e := math.Exp(x)
		return e / (1 + e)
	}
	return 1 / (1 + math.Exp(-x))
}

// Log1mSquare returns log(1 − x²).
func Log1mSquare(x float64) float64 {
	if math.Abs(x) < 0.5 {
		return math.Log1p(-x * x)
	}
	return elem64.Log((1 - x) * (1 + x))
}

// Acosh1p returns arcosh(1 + x).
func Acosh1p(x float64) float64 {
	if x > 0x1p60 {
		return math.Acosh(x)
	}
	return math.Log1p(x + math.Sqrt(x)*math.Sqrt(x+2))
}

// Asin returns arcsin x.
func Asin(x float64) float64 {
	if a := math.Abs(x); a > 0.5 && a <= 1 {
		return math.Copysign(math.Pi/2-Acos1m(1-a), x) // 1 − a is exact
	}
	return math.Asin(x)
}

// Acos returns arccos x.
func Acos(x float64) float64 {
	switch {
	case x >= 0.5:
		return Acos1m(1 - x) // exact
	case x <= -0.5:
		return math.Pi - Acos1m(1+x)
	}
	return math.Pi/2 - math.Asin(x)
}

// Acos1m returns arccos(1 − x).
func Acos1m(x float64) float64 {
	if x < 0x1p-1000 {
		return math.Sqrt(2 * x)
	}
	return 2 * math.Atan(math.Sqrt(x/(2-x)))
}

// Hypot returns √(x² + y²).
func Hypot(x, y float64) float64 {
	if s := x*x + y*y; s > 0x1p-960 && s < 0x1p1023 {
		return math.Sqrt(s)
	}
	return math.Hypot(x, y)
}

// CoshMinusOne returns cosh x − 1.
func CoshMinusOne(x float64) float64 {
	if math.Abs(x) > 2 {
		return Cosh(x) - 1
	}
	s := math.Sinh(x / 2)
	return 2 * s * s
}

// OneMinusCos returns 1 − cos x.
func OneMinusCos(x float64) float64 {
	s := Sin(x / 2)
	return 2 * s * s
}

// Expansions of log x, e^x and what is made of them.

// steps is the number of intervals of the tables.
const steps = 128

// logs has, for m near i/steps between 1/√2 and √2, an inverse and its logarithm with the sign turned, in two words;
// exps has 2^(i/steps).
var logs, exps = tables()

type logEntry struct{ inv, hi, lo float64 }

// Log returns log x as hi + lo, up to 2⁻⁶⁸ of it or so, for finite x > 0.
//
// x = 2^k·m, log x = k log 2 − log v + log(1 + r) for a v near 1/m, r = mv − 1 in two words. |r| < 1/181; the series
// ends with r¹⁰/10, and from r³/3 on one word is enough.
func Log(x float64) (hi, lo float64) {
	k := 0
	if x < 0x1p-1022 {
		x *= 0x1p54
		k = -54
	}
	b := math.Float64bits(x)
	k += int(b>>52) - 1023
	m := math.Float64frombits(b&(1<<52-1) | 1023<<52)
	if m > math.Sqrt2 {
		m /= 2
		k++
	}
	t := &logs[int(m*steps+0.5)]
	p := float64(m * t.inv)
	r, rl := p-1, math.FMA(m, t.inv, -p) // both exact
	q := float64(r * r)
	s := math.FMA(r, -1.0/10, 1.0/9)
	s = math.FMA(r, s, -1.0/8)
	s = math.FMA(r, s, 1.0/7)
	s = math.FMA(r, s, -1.0/6)
	s = math.FMA(r, s, 1.0/5)
	s = math.FMA(r, s, -1.0/4)
	s = math.FMA(r, s, 1.0/3)
	low := math.FMA(r*q, s, rl-(r-q)*rl) - math.FMA(r, r, -q)/2
	n := float64(k)
	// n·ln2Hi is exact
	hi, e1 := quick2(n*ln2Hi, t.hi)
	hi, e2 := two(hi, r)
	hi, e3 := two(hi, -q/2)
	return quick2(hi, e1+e2+e3+(n*ln2Lo+t.lo+low))
}

const (
	ln2Hi = 0x1.62e42fefa38p-1 // 42 bits
	ln2Lo = 0x1.ef35793c7673p-45
)

// two returns a + b as a rounded sum and its error.
func two(a, b float64) (s, e float64) {
	s = a + b
	v := s - a
	return s, (a - (s - v)) + (b - v)
}

// quick2 is two for |a| ≥ |b| or a = 0.
func quick2(a, b float64) (s, e float64) {
	s = a + b
	return s, b - (s - a)
}

// ExpOf returns e^(hi+lo), lo being small.
func ExpOf(hi, lo float64) float64 {
	if !(hi < 710) {
		return math.Inf(1)
	}
	if hi < -746 {
		return 0
	}
	n := math.RoundToEven(hi * (steps / math.Ln2))
	// n·ln2Hi/steps is exact
	r := math.FMA(-n, ln2Hi/steps, hi) + (lo - n*(ln2Lo/steps))
	q := math.FMA(r, math.FMA(r, math.FMA(r, math.FMA(r, 1.0/120, 1.0/24), 1.0/6), 0.5), 1) * r
	i := int(n)
	t := &exps[i&(steps-1)]
	k := i >> 7 // floor of n/steps
	v := t.hi + math.FMA(t.hi, q, t.lo)
	if k > -1022 && k < 1023 {
		return v * math.Float64frombits(uint64(k+1023)<<52)
	}
	h := k / 2
	return v * math.Float64frombits(uint64(h+1023)<<52) * math.Float64frombits(uint64(k-h+1023)<<52)
}

// Pow returns x^(y + lo), lo being small against y, with the special values of math.Pow.
func Pow(x, y, lo float64) float64 {
	a := math.Abs(x)
	if !(a > 0 && a <= math.MaxFloat64 && math.Abs(y) < 0x1p70) || y == 0 || a == 1 {
		return elem64.Pow(x, y)
	}
	sign := 1.0
	if x < 0 {
		if y != math.Trunc(y) || lo != 0 {
			return math.NaN()
		}
		if math.Mod(y, 2) != 0 {
			sign = -1
		}
	}
	h, l := Log(a)
	p := float64(y * h)
	return sign * ExpOf(p, math.FMA(y, h, -p)+(y*l+lo*h))
}

// PowOf returns b^x, log b = hi + lo.
func PowOf(hi, lo, x float64) float64 {
	p := float64(x * hi)
	if !(math.Abs(p) < 800) { // no differences of infinities
		return math.Exp(p)
	}
	return ExpOf(p, math.FMA(x, hi, -p)+x*lo)
}

// Gamma returns Γ(x); NaN at the poles.
//
// Where |x| is large, Stirling's series log Γ(x) = (x−½) log x − x + ½ log 2π + 1/(12x) − … (DLMF 5.11.1), of which
// 3617/(122400x¹⁵) < 3e-18 is left out, and the reflection Γ(−q)Γ(q) = −π/(q sin πq).
func Gamma(x float64) float64 {
	const stirling = 12
	switch {
	case x <= 0 && x == math.Floor(x):
		return math.NaN()
	case x > 172:
		return math.Inf(1)
	case x >= stirling:
		return ExpOf(logGamma(x))
	case x <= -stirling && x > -200:
		q := -x
		z := q - math.RoundToEven(q)
		hi, lo := logGamma(q)
		v := math.Pi / (q * math.Sin(math.Pi*z))
		if math.Mod(math.RoundToEven(q), 2) != 0 {
			v = -v
		}
		// halves, lest one underflow alone
		h := ExpOf(-hi/2, -lo/2)
		return -v * h * h
	}
	return math.Gamma(x)
}

func logGamma(x float64) (hi, lo float64) {
	const (
		halfLog2Pi   = 0x1.d67f1c864beb5p-1
		halfLog2PiLo = -0x1.65b5a1b7ff5dfp-55
	)
	h, l := Log(x)
	a := x - 0.5
	p := float64(a * h)
	e := math.FMA(a, h, -p) + a*l
	s, e1 := two(p, -x)
	s, e2 := two(s, halfLog2Pi)
	w := 1 / (x * x)
	c := math.FMA(w, 1.0/156, -691.0/360360)
	c = math.FMA(w, c, 1.0/1188)
	c = math.FMA(w, c, -1.0/1680)
	c = math.FMA(w, c, 1.0/1260)
	c = math.FMA(w, c, -1.0/360)
	c = math.FMA(w, c, 1.0/12) / x
	return quick2(s, e1+e2+e+halfLog2PiLo+c)
}
