package double

import (
	"math"

	"krein/internal/dd"
)

// modifiedLeast is the least √(ν²+x²) for which I and K are taken from their Debye expansions, whose smallest tabulated
// term is then below 1e-18; tests move it.
var modifiedLeast = 30.0

// modifiedMost is the largest order of I and K, beyond which exponents would overflow.
const modifiedMost = 1e300

// BesselI returns the modified Bessel function I_ν(x) of the first kind for real 0 ≤ ν ≤ 1e300 and x ≥ 0, +Inf with the
// error +Inf where it overflows, and an estimate of its absolute error, below 1e-14·I_ν(x) for ν ≤ 10¹⁴; beyond, the
// exponent of I has fewer digits, which the estimate counts. NaN outside the domain. Power series (DLMF 10.25.2), Debye
// expansion (10.41.3).
func BesselI(nu, x float64) (value, bound float64) { return besselI(nu, x, true) }

// BesselIE returns e^{−x} I_ν(x); see BesselI.
func BesselIE(nu, x float64) (value, bound float64) { return besselI(nu, x, false) }

// besselI returns I_ν(x), or e^{−x} I_ν(x) unless grow is set.
func besselI(nu, x float64, grow bool) (value, bound float64) {
	switch {
	case !(nu >= 0) || !(x >= 0) || nu > modifiedMost:
		return math.NaN(), math.NaN()
	case x == 0 && nu == 0:
		return 1, 0
	case x == 0:
		return 0, 0
	case math.IsInf(x, 0):
		if !grow {
			return 0, 0
		}
		return math.Inf(1), 0
	}
	scale := 0.0
	if grow {
		scale = x
	}
	if s, ok := besselIKDebye(nu, x, false); ok {
		return s.times(dd.Of(scale))
	}
	// Positive terms only: plain arithmetic loses about one rounding a term.
	q, t, sum, k := x*x/4, 1.0, 0.0, 1.0
	for ; t > 1e-18*sum; k++ {
		t *= q / (k * (nu + k))
		sum += t
	}
	sum++
	z := scaled{m: sum, amp: sum, err: sum * (4 + k) * 0x1p-53}
	return z.times(logPrefactor(nu, x).AddF(scale - x))
}

// besselIKDebye returns e^{−x} I_ν(x), or e^x K_ν(x) when second is set, by the Debye expansion, and false where it is
// not good. With s = √(ν²+x²) the exponent is ±(s − x − ν log((s+ν)/x)), where e^{∓x} is left out before s and x are
// rounded: the digits after the point of a large s would be lost.
func besselIKDebye(nu, x float64, second bool) (scaled, bool) {
	if math.Hypot(nu, x) < modifiedLeast {
		return scaled{}, false
	}
	// n, y and r are ν, x and s times 2^k, without overflow or underflow of the squares.
	k := -math.Ilogb(max(nu, x))
	n, y := dd.Of(math.Ldexp(nu, k)), dd.Of(math.Ldexp(x, k))
	r := n.Sqr().Add(y.Sqr()).Sqrt()
	rise := n.Div(r.Add(y)).MulF(nu) // s − x
	var angle dd.T                   // arsinh(ν/x)
	switch {
	case nu <= 0x1p-20*x:
		q := n.Div(y)
		w := q.Sqr() // q − q³/6 + 3q⁵/40 − …
		angle = q.Add(q.Mul(w).Mul(w.MulF(3).DivF(40).Sub(dd.Of(1).DivF(6))))
	case y.Hi < 0x1p-900: // perhaps 0
		angle = dd.Log(r.Add(n)).Sub(dd.Ln2.MulF(float64(k))).Sub(dd.Log(dd.Of(x)))
	default:
		angle = dd.Log(r.Add(n)).Sub(dd.Log(y))
	}
	fall := angle.MulF(nu)
	e := rise.Sub(fall)
	if second {
		e = e.Neg()
	}
	s := math.Ldexp(r.Hi, -k)
	sum, err := debyeSum(nu, s, second)
	// not √(2πs), whose argument may overflow
	a := 1 / (math.Sqrt(2*math.Pi) * math.Sqrt(s))
	if second {
		a *= math.Pi
	}
	// The terms of the exponent err by some 2⁻¹⁰⁰ of themselves.
	off := 0x1p-100 * (rise.Hi + math.Abs(fall.Hi))
	return scaled{m: a * sum, amp: a * sum, err: a * (err + 12*0x1p-53*sum), e: e, off: off}, true
}

// BesselK returns the modified Bessel function K_ν(x) of the second kind for real ν (K_{−ν} = K_ν) and x > 0, +Inf with
// the error +Inf where it overflows, and an estimate of its absolute error, below 1e-13·K_ν(x) for ν ≤ 10¹⁴ (see
// BesselI). K_ν(0) = +Inf; NaN for x < 0.
//
// Debye expansion (DLMF 10.41.4) for ν²+x² ≥ 900; the leading term for tiny x and ν ≥ ½; otherwise K_μ and K_{μ+1}, |μ|
// ≤ ½, from Temme's series (1975) for x ≤ 2 and the integral 10.32.9 by the trapezoidal rule beyond, then the
// recurrence 10.29.1 upwards, in which all terms are positive.
func BesselK(nu, x float64) (value, bound float64) { return besselK(nu, x, -x) }

// BesselKE returns e^x K_ν(x); see BesselK.
func BesselKE(nu, x float64) (value, bound float64) { return besselK(nu, x, 0) }

func besselK(nu, x, scale float64) (value, bound float64) {
	switch {
	case !(math.Abs(nu) <= modifiedMost) || !(x >= 0):
		return math.NaN(), math.NaN()
	case x == 0:
		return math.Inf(1), 0
	case math.IsInf(x, 0):
		return 0, 0
	}
	z := besselKScaled(math.Abs(nu), x)
	return z.times(dd.Of(scale))
}

// LogBesselK returns log K_ν(x) for real ν and x > 0, also where K itself over- or underflows, and an estimate of its
// absolute error, about 1e-16·|log K_ν(x)| plus the relative error of K_ν(x). +Inf for x = 0; NaN for x < 0.
func LogBesselK(nu, x float64) (value, bound float64) {
	switch {
	case !(math.Abs(nu) <= modifiedMost) || !(x >= 0):
		return math.NaN(), math.NaN()
	case x == 0:
		return math.Inf(1), 0
	case math.IsInf(x, 0):
		return math.Inf(-1), 0
	}
	z := besselKScaled(math.Abs(nu), x)
	value = z.e.AddF(-x).Add(dd.Log(dd.Of(z.m))).Float()
	return value, z.err/z.m + z.off + 0x1p-53*math.Abs(value)
}

// besselKScaled returns e^x K_ν(x).
func besselKScaled(nu, x float64) scaled {
	if s, ok := besselIKDebye(nu, x, true); ok {
		return s
	}
	if nu >= 0.5 && x < 0x1p-300 {
		// ½Γ(ν)(2/x)^ν up to a relative x (DLMF 10.30.2); 2/x may overflow
		m := 0.5 / nu
		return scaled{m: m, amp: m, err: m * 4 * 0x1p-53,
			e: dd.LogGamma(dd.TwoSum(nu, 1)).Add(dd.Ln2.Sub(dd.Log(dd.Of(x))).MulF(nu)).AddF(x)}
	}
	n := math.Round(nu)
	mu := nu - n
	var k0, k1, rel float64
	var e dd.T
	if x <= temmeMost {
		k0, k1, rel = besselKTemme(mu, x)
		e = dd.Of(x)
	} else {
		k0, k1 = besselKTrapezoid(mu, x)
		rel = 12 * 0x1p-53
	}
	for i := 1.0; i <= n; i++ {
		k0, k1 = k1, 2*(mu+i)/x*k1+k0
		if k1 > 0x1p500 {
			k0, k1 = k0*0x1p-500, k1*0x1p-500
			e = e.Add(dd.Ln2.MulF(500))
		}
	}
	return scaled{m: k0, amp: k0, err: k0 * (rel + 3*n*0x1p-53), e: e}
}

// temmeMost is the largest x for Temme's series; tests move it.
var temmeMost = 2.0

// besselKTemme returns K_μ(x) and K_{μ+1}(x) for |μ| ≤ ½ and small x, and an estimate of their relative error.
func besselKTemme(mu, x float64) (k0, k1, rel float64) {
	// 1/Γ(1±μ) = Γ₂ ∓ μΓ₁ from the Maclaurin series of 1/Γ(1+μ).
	var g1, g2 float64
	m2 := mu * mu
	for i := len(reciprocalGamma) - 2; i >= 0; i -= 2 {
		g2 = g2*m2 + reciprocalGamma[i]
		g1 = g1*m2 - reciprocalGamma[i+1]
	}
	// e^σ loses the digits of σ before the point, hence double-double
	wide := dd.Ln2.Sub(dd.Log(dd.Of(x)))
	l := wide.Float()
	sigma := mu * l
	es := dd.Exp(wide.MulF(mu)).Float()
	p := es / (2 * (g2 - mu*g1))
	q := 1 / (2 * es * (g2 + mu*g1))
	cosh, ratio := (es+1/es)/2, 1.0 // sinh σ/σ
	if math.Abs(sigma) > 1 {
		ratio = (es - 1/es) / (2 * sigma)
	} else if sigma != 0 {
		ratio = math.Sinh(sigma) / sigma
	}
	f := 1.0
	if mu != 0 {
		f = mu * math.Pi / math.Sin(mu*math.Pi)
	}
	f *= cosh*g1 + ratio*l*g2
	z, c := x*x/4, 1.0
	k0, k1 = f, p
	for k := 1.0; k < 40; k++ {
		f = (k*f + p + q) / (k*k - m2)
		p /= k - mu
		q /= k + mu
		c *= z / k
		k0 += c * f
		k1 += c * (p - k*f)
		if c < 1e-20 {
			break
		}
	}
	// At x = 2 the first terms are some ten times the sum.
	return k0, 2 / x * k1, (24 + 12*x + 10*x*x) * 0x1p-53
}

// besselKTrapezoid returns e^x K_μ(x) and e^x K_{μ+1}(x), |μ| ≤ ½, 2 ≤ x ≤ 40, from ∫₀^∞ exp(−x(cosh t − 1)) cosh(μt)
// dt with step h = trapezoidStep: the integrand is entire, and on the lines Im t = ±π/2 it is below e^x, so the rule
// errs by about e^{x−π²/h}.
func besselKTrapezoid(mu, x float64) (k0, k1 float64) {
	k0, k1 = 0.5, 0.5
	for i, at := range trapezoid {
		w := math.Exp(-x * at.depth)
		if w < 1e-22 {
			break
		}
		e := math.Exp(mu * trapezoidStep * float64(i+1))
		k0 += w * (e + 1/e) / 2
		e *= at.exp
		k1 += w * (e + 1/e) / 2
	}
	return trapezoidStep * k0, trapezoidStep * k1
}

const trapezoidStep = 0.125

// trapezoid has 2 sinh²(t/2) = cosh t − 1 and e^t at the nodes: the weights are negligible from node 33 on.
var trapezoid = func() (nodes [40]struct{ depth, exp float64 }) {
	for i := range nodes {
		t := trapezoidStep * float64(i+1)
		s := math.Sinh(t / 2)
		nodes[i].depth, nodes[i].exp = 2*s*s, math.Exp(t)
	}
	return nodes
}()

// reciprocalGamma are the Maclaurin coefficients of 1/Γ(1+x) (DLMF 5.7.1), computed by mpmath 1.2 with 60 digits:
// taylor(lambda x: rgamma(1+x), 0, 26).
var reciprocalGamma = [...]float64{
	1.0,
	0.5772156649015329,
	-0.6558780715202539,
	-0.04200263503409524,
	0.16653861138229148,
	-0.04219773455554433,
	-0.009621971527876973,
	0.0072189432466631,
	-0.0011651675918590652,
	-0.00021524167411495098,
	0.0001280502823881162,
	-2.013485478078824e-05,
	-1.2504934821426706e-06,
	1.133027231981696e-06,
	-2.056338416977607e-07,
	6.116095104481416e-09,
	5.002007644469223e-09,
	-1.18127457048702e-09,
	1.0434267116911005e-10,
	7.782263439905071e-12,
	-3.696805618642206e-12,
	5.100370287454476e-13,
	-2.0583260535665066e-14,
	-5.348122539423018e-15,
	1.2267786282382608e-15,
	-1.1812593016974588e-16,
}
