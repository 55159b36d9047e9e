package double

import (
	"math"
	"math/bits"
	"sync/atomic"

	"krein/ball"
	"krein/internal/dd"
	"krein/special"
)

// An order64 is what LambdaValue and BesselJ keep for a dimension d = 2ν+2 that is an integer: constants and
// coefficients rounded from balls, with proved bounds of what that and the truncations cost. The regions, from 0 up:
//
//	x² ≤ ν+1              the power series (small)
//	x < tableMost         Taylor polynomials on unit intervals, built when first needed (taylor64.go)
//	hankelLeast ≤ x ≤ 2³¹ Hankel's expansion (hankel64.go); hankelLeast ≥ tableMost; for d = 1, 3 it is exact everywhere
//
// The values do not depend on what was evaluated before. internal/special/double/errors.md has the analysis.
type order64 struct {
	d      int
	nu     float64
	small  [smallTerms + 1]float64 // (−1)^k/(k!(ν+1)_k)
	pieces []atomic.Pointer[piece64]
	hankel hankel64
	// 1/Γ(ν+1) = recipGamma·2^recipGammaExp and Γ(ν+1)2^(ν+1/2)/√π = amplitude·2^amplitudeExp, mantissas in [1/2, 1],
	// relative errors below 2^-100
	recipGamma, amplitude       dd.T
	recipGammaExp, amplitudeExp int

	tableMost, hankelLeast float64
}

const (
	order64Most = lambdaMost + 2 // the largest d with tables
	tableLimit  = 4096           // tableMost is at most this
	hankelFirst = 48             // hankelLeast is at least this
	smallTerms  = 12
)

var orders64 [order64Most + 1]atomic.Pointer[order64]

// order64Of returns what is kept for d, or nil if d is no integer from 1 to order64Most.
func order64Of(d float64) *order64 {
	if !(d >= 1 && d <= order64Most) {
		return nil
	}
	i := int(d)
	if float64(i) != d {
		return nil
	}
	o := orders64[i].Load()
	if o == nil {
		o = newOrder64(i)
		orders64[i].Store(o)
	}
	return o
}

func newOrder64(d int) *order64 {
	const prec = 192
	o := &order64{d: d, nu: float64(d)/2 - 1}
	o.hankelLeast = max(hankelFirst, o.nu*o.nu)
	o.hankel.init(d, o.hankelLeast, 62)
	if d == 1 || d == 3 { // the expansion has one term and is exact
		o.hankelLeast, o.hankel.least = 0, 0
	} else {
		o.tableMost = min(o.hankelLeast, tableLimit)
		o.pieces = make([]atomic.Pointer[piece64], int(math.Ceil(o.tableMost)))
	}
	half, q := new(ball.Real), new(ball.Real).SetInt64(1)
	half.Mul2Exp(half.SetInt64(int64(d)), -1)
	var t, g ball.Real
	for k := range o.small {
		if k > 0 {
			q.Quo(q, t.MulInt64(t.AddInt64(half, int64(k)-1, prec), -int64(k), prec), prec)
		}
		// the balls are much narrower than a rounding
		o.small[k], _ = q.Float64()
	}
	special.Gamma(&g, half, prec)
	o.recipGamma, o.recipGammaExp = mantissaDD(t.Inv(&g, prec))
	t.Pi(prec)
	t.RSqrt(&t, prec)
	if d&1 == 0 { // 2^{(d−1)/2}
		q.Sqrt(q.SetInt64(2), prec)
		t.Mul(&t, q, prec)
	}
	t.Mul2Exp(&t, int64((d-1)/2))
	o.amplitude, o.amplitudeExp = mantissaDD(t.Mul(&t, &g, prec))
	return o
}

// mantissaDD returns m in [1/2, 1] and e with z = m·2^e up to a relative 2⁻¹⁰⁰, for a positive ball of at least 110
// bits.
func mantissaDD(z *ball.Real) (m dd.T, e int) {
	if z.RelAccuracyBits() < 110 {
		panic("double: constant of too few bits")
	}
	e = z.Mid(nil).MantExp(nil)
	var t, h ball.Real
	t.Mul2Exp(z, -int64(e))
	hi, _ := t.Float64()
	lo, _ := t.Sub(&t, h.SetFloat64(hi), 192).Float64()
	return dd.T{Hi: hi, Lo: lo}, e
}

// smallFits tells whether x ≥ 0 is for small.
func (o *order64) smallFits(x float64) bool { return x*x <= o.nu+1 }

// smallSeries returns Λ_d(x) for y = x²/(4(ν+1)) ≤ (1+3u)/4. Terms alternate and are at most y^k/k!, so those left out
// are below 4⁻¹²y/13! < 2⁻⁵⁶y. In units of u·y: the rounding of x² contributes 1, of the coefficients 1, of the sums
// inside 2, each of these times at most 1.15 for the terms beyond the first and for their powers of q, which have more
// roundings: less than 6; and the last sum u.
func (o *order64) smallSeries(x float64) (value, bound float64) {
	b := &o.small
	q := float64(x*x) / 4
	w := float64(q * q)
	s := math.FMA(w, math.FMA(w, math.FMA(w, math.FMA(w, math.FMA(w, b[11], b[9]), b[7]), b[5]), b[3]), b[1])
	t := math.FMA(w, math.FMA(w, math.FMA(w, math.FMA(w, math.FMA(w, b[12], b[10]), b[8]), b[6]), b[4]), b[2])
	s = math.FMA(q, t, s)
	value = math.FMA(q, s, 1)
	// |b₁|q is y up to roundings
	return value, roundoff * (value - 6.25*q*b[1])
}

// nearZero returns Λ_d(x) = (value ± bound)·2^exp below tableMost, and false from there on.
func (o *order64) nearZero(x float64) (value, bound float64, exp int, ok bool) {
	if o.smallFits(x) {
		value, bound = o.smallSeries(x)
		return value, bound, 0, true
	}
	if !(x < o.tableMost) {
		return 0, 0, 0, false
	}
	i := int(x)
	p := o.pieces[i].Load()
	if p == nil {
		p = o.newPiece(i)
		o.pieces[i].Store(p)
	}
	value, bound = p.at(x - (float64(i) + 0.5))
	return value, bound, p.exp, true
}

// lambda returns Λ_d(x), x > 0, and false where none of the regions fits.
func (o *order64) lambda(x float64) (value, bound float64, ok bool) {
	if v, b, e, ok := o.nearZero(x); ok {
		if e != 0 {
			v, b = ldexpBound(v, b, e)
		}
		return v, b, true
	}
	if !(x >= o.hankelLeast && x <= reduceMost) {
		return 0, 0, false
	}
	v, b := o.hankel.at(x)
	switch o.d {
	case 1:
		return v, b, true
	case 3: // Λ₃ = sin x/x
		v /= x
		return v, slack * (b/x + roundoff*math.Abs(v)), true
	}
	// times amplitude·x^{−(d−1)/2}: (C+c)/(P+p) = C/P·(1 + c/C − p/P) up to 2u², with two roundings of the size of the
	// result
	p, e := halfPower(x, 0, o.d-1)
	q := o.amplitude.Hi / p.Hi
	q = math.FMA(q, o.amplitude.Lo/o.amplitude.Hi-p.Lo/p.Hi, q)
	v = float64(q * v)
	v, b = ldexpBound(v, slack*(q*b+3*roundoff*math.Abs(v)), o.amplitudeExp-e)
	return v, b, true
}

// besselJ returns J_ν(x), x > 0, and false where none of the regions fits.
func (o *order64) besselJ(x float64) (value, bound float64, ok bool) {
	if o.hankelLeast > 0 {
		if v, b, e, ok := o.nearZero(x); ok {
			if o.d == 2 {
				return v, b, true
			}
			// times (x/2)^ν/Γ(ν+1)
			p, pe := halfPower(x, -1, o.d-2)
			p = p.Mul(o.recipGamma)
			v, b = timesDD(p, v, b)
			v, b = ldexpBound(v, b, e+pe+o.recipGammaExp)
			return v, b, true
		}
	}
	if !(x >= o.hankelLeast && x <= reduceMost) {
		return 0, 0, false
	}
	v, b := o.hankel.at(x)
	v, b = timesAmplitude(v, b, x)
	return v, b, true
}

// timesAmplitude returns √(2/(πx))·v, and b to match.
func timesAmplitude(v, b, x float64) (value, bound float64) {
	// not √(2/(πx)): its argument overflows for the smallest x
	a := math.Sqrt(2/math.Pi) / math.Sqrt(x)
	value = float64(a * v)
	// the constant and its root, √x, the quotient, the product
	return value, slack*(a*b+5*roundoff*math.Abs(value)) + 0x1p-1074
}

// halfPower returns (x·2^s)^{n/2} = p·2^e with a relative error below 2⁻⁸⁸, for x > 0 and 0 ≤ n < 2¹¹; 1 ≤ p < 2^1022.
//
// The mantissa in [1, 2) is raised by squarings and products, each with a relative error below 2⁻¹⁰¹, which the later
// squarings double: at most 2n·2⁻¹⁰¹ altogether.
func halfPower(x float64, s, n int) (p dd.T, e int) {
	f, e := math.Frexp(x)
	f, e = 2*f, e-1+s
	p = dd.T{Hi: 1}
	k := n / 2
	if k > 0 {
		p.Hi = f
		for i := bits.Len(uint(k)) - 2; i >= 0; i-- {
			p = p.Sqr()
			if k>>i&1 != 0 {
				p = p.MulF(f)
			}
		}
	}
	pe := e * k
	if n&1 != 0 {
		if e&1 != 0 {
			f *= 2
			e--
		}
		p = p.Mul(dd.Of(f).Sqrt())
		pe += e / 2
	}
	return p, pe
}

// timesDD returns p·v for p > 0 with a relative error below 2⁻⁸⁰, and its error if v has the error b.
func timesDD(p dd.T, v, b float64) (value, bound float64) {
	value = math.FMA(p.Hi, v, float64(p.Lo*v))
	return value, slack * (p.Hi*b + roundoff*math.Abs(value))
}

// ldexpBound returns v·2^e and a bound of its error if v has the error b: 2^e is applied to both, and what is lost
// below the normal range is added.
func ldexpBound(v, b float64, e int) (value, bound float64) {
	if e == 0 {
		return v, b
	}
	if e >= -1000 && e <= 1000 {
		f := math.Float64frombits(uint64(1023+e) << 52)
		value, bound = float64(v*f), float64(b*f)
	} else {
		value, bound = math.Ldexp(v, e), math.Ldexp(b, e)
	}
	if math.Abs(value) < 0x1p-960 {
		// v, b or their products may be subnormal, rounded by 2⁻¹⁰⁷⁵ each
		bound += 0x1p-1074
	}
	return value, bound
}
