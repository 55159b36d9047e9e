package double

import (
	"math"
	"sync/atomic"

	"krein/internal/dd"
)

// Taylor polynomials (taylor64.go) for orders without tables of their own. What order64 builds from balls is built here
// in double-double arithmetic, which takes little longer than one value otherwise does, and is kept for the orders used
// lately only.

const (
	realTables  = 32  // orders kept
	tableOrders = 1e4 // the largest order
	chunk64     = 64  // polynomials are kept in chunks
	// usable is the most that the error of a polynomial may be, in units of the larger of |a₀| and |a₁|; otherwise the
	// interval is left to the algorithms for a single value. That happens for x well below ν, where the recurrence of the
	// coefficients is unstable.
	usable = 8 * roundoff
	// startEnough bounds what Hankel's expansion leaves out where a polynomial starts from it
	startEnough = 0x1p-66
)

// A realTable holds the polynomials of one order.
type realTable struct {
	nu     float64
	chunks [tableLimit / chunk64]atomic.Pointer[[chunk64]atomic.Pointer[piece64]]
}

var (
	tables64    [realTables]atomic.Pointer[realTable]
	tables64Out atomic.Uint32 // counts those replaced
)

// realTableOf returns what is kept for the order, in an empty place if it is new, or else in that of another one.
func realTableOf(nu float64) *realTable {
	at := int(math.Float64bits(nu) * 0x9e3779b97f4a7c15 >> 59)
	var t *realTable
	for range realTables {
		p := tables64[at].Load()
		if p != nil && p.nu == nu {
			return p
		}
		if p == nil {
			if t == nil {
				t = &realTable{nu: nu}
			}
			if tables64[at].CompareAndSwap(nil, t) {
				return t
			}
		}
		at = (at + 1) % realTables
	}
	if t == nil {
		t = &realTable{nu: nu}
	}
	tables64[tables64Out.Add(1)%realTables].Store(t)
	return t
}

// realTableLimit returns where the polynomials end: next is Hankel's expansion.
func realTableLimit(nu float64) float64 { return min(max(hankelFirst, nu*nu), tableLimit) }

// nearTable returns Λ_{2ν+2}(x) = (value ± bound)·2^exp from a polynomial, and false where none serves.
func nearTable(nu, x float64) (value, bound float64, exp int, ok bool) {
	if nu > tableOrders || !(x < realTableLimit(nu)) {
		return 0, 0, 0, false
	}
	i := int(x)
	c := &realTableOf(nu).chunks[i/chunk64]
	pieces := c.Load()
	if pieces == nil {
		c.CompareAndSwap(nil, new([chunk64]atomic.Pointer[piece64]))
		pieces = c.Load()
	}
	p := pieces[i%chunk64].Load()
	if p == nil {
		p = newRealPiece(nu, float64(i)+0.5)
		pieces[i%chunk64].Store(p)
	}
	if p == noPiece {
		return 0, 0, 0, false
	}
	value, bound = p.at(x - (float64(i) + 0.5))
	return value, bound, p.exp, true
}

// noPiece stands where a polynomial would not serve.
var noPiece = new(piece64)

// newRealPiece builds the polynomial on [c−1/2, c+1/2], or returns noPiece.
func newRealPiece(nu, c float64) *piece64 {
	var coefs [taylorMore]coef64
	exp, ok := realCoefs(&coefs, nu, c)
	if !ok {
		return noPiece
	}
	p := newPiece64(2*nu+2, c, &coefs, exp)
	if !(p.err <= usable*max(math.Abs(p.c[0]), math.Abs(p.c[1]))) {
		return noPiece
	}
	return p
}

// realCoefs sets f to the Taylor coefficients of Λ_{2ν+2}·2^−exp at c, and returns false if it cannot.
//
// The recurrence of newPiece64 is computed in double-double arithmetic, its errors with it: to those that come from
// earlier coefficients a step adds at most 21u² times the sum of its three terms taken absolutely (the first term 2u² +
// 7u², two sums, the quotient 5u², and second order), or next to nothing by underflow.
func realCoefs(f *[taylorMore]coef64, nu, c float64) (exp int, ok bool) {
	var a [taylorMore]dd.T
	var e [taylorMore]float64
	if a[0], a[1], e[0], e[1], exp, ok = lambdaAt(nu, c); !ok {
		return 0, false
	}
	var prev dd.T
	var prevErr float64
	for n := range taylorMore - 2 {
		k := float64(n)
		rise := dd.TwoSum(2*nu, k+1).MulF(k + 1) // (n+1)(n+d−1)
		first, second := rise.Mul(a[n+1]), a[n].MulF(c)
		size := math.Abs(first.Hi) + math.Abs(second.Hi) + math.Abs(prev.Hi)
		div := c * (k + 2) * (k + 1) // exact
		a[n+2] = first.Add(second).Add(prev).DivF(-div)
		e[n+2] = slack * (math.Abs(rise.Hi)*e[n+1] + c*e[n] + prevErr + 0x1p-101*size + 0x1p-1000) / div
		prev, prevErr = a[n], e[n]
	}
	for n := range a {
		f[n] = coef64{a[n].Hi, a[n].Lo, e[n]}
	}
	return exp, true
}

// lambdaAt returns Λ_{2ν+2}(x)·2^−exp and its derivative, with bounds of their errors, and false where that is not to
// be had: from the power series, from Hankel's expansion for ν < 2, or from the recurrences. With J_{ν+s} =
// √(2/(πx))·y_s and g = Γ(ν+1)(2/x)^ν, Λ = gJ_ν and
//
//	Λ′ = −gJ_{ν+1} = g(J_{ν−1} − (2ν/x)J_ν).
func lambdaAt(nu, x float64) (v, slope dd.T, err, errSlope float64, exp int, ok bool) {
	if v, slope, err, errSlope, ok = realSeries(nu, x); ok {
		return v, slope.DivF(x), err, slack * (errSlope/x + 0x1p-102*math.Abs(slope.Hi)/x), 0, true
	}
	switch {
	case nu < 2:
		var up dd.T
		if v, up, err, ok = hankelStart(nu, x); !ok {
			return
		}
		slope, errSlope = up.Neg(), err
	case nu <= x-1:
		var down dd.T
		if down, v, err, ok = forward(nu, x, true); !ok {
			return
		}
		f := dd.Of(2 * nu).DivF(x)
		slope = down.Sub(f.Mul(v))
		errSlope = err*(1+f.Hi) + 0x1p-100*(math.Abs(down.Hi)+f.Hi*math.Abs(v.Hi))
	default:
		p, up, rel, relUp, e, below, good := ratios(nu, x)
		if !good {
			return
		}
		if _, v, err, ok = forward(nu-below, x, true); !ok {
			return
		}
		err = slack * (p.Hi*err + math.Abs(v.Hi)*p.Hi*(rel+0x1p-100))
		v = v.Mul(p)
		slope = v.Mul(up).Neg()
		errSlope = err*up.Hi + math.Abs(slope.Hi)*(relUp+0x1p-100)
		exp = e
	}
	// times √(2/(πx))·g: the constants, the product and the root are good to 2⁻¹⁰¹ each
	g, e, rel := realPrefactor(nu, x, -1)
	g = g.Mul(dd.Of(2).Div(dd.Pi.MulF(x)).Sqrt())
	rel += 0x1p-98
	exp += e
	v, slope = v.Mul(g), slope.Mul(g)
	err = slack * (g.Hi*err + rel*math.Abs(v.Hi))
	errSlope = slack * (g.Hi*errSlope + rel*math.Abs(slope.Hi))
	// close to 1 in size, or the exponent left out altogether
	_, k := math.Frexp(max(math.Abs(v.Hi), math.Abs(slope.Hi)))
	shift := -k
	if exp+k >= tinyLambda {
		shift = exp
	}
	v, slope = v.Ldexp(shift), slope.Ldexp(shift)
	err, errSlope = math.Ldexp(err, shift), math.Ldexp(errSlope, shift)
	return v, slope, err, errSlope, exp - shift, true
}

// hankelStart returns √(πx/2)J_μ(x) and √(πx/2)J_{μ+1}(x) for −1/2 ≤ μ < 2, x ≥ 25, with a bound of the errors of both,
// from Hankel's expansion.
//
// The phases are π/2 apart. Cosine and sine have the error 2⁻¹⁰⁰ of dd.SinCos and that of χ, 2⁻⁹⁷, and P and Q, which
// are below 2, products with them.
func hankelStart(mu, x float64) (y0, y1 dd.T, err float64, ok bool) {
	if !(x >= realHankelX && x <= reduceMost && mu < 2) {
		return
	}
	p0, q0, noise0, tail0, ok0 := realHankelDD(mu, 0, x, startEnough)
	p1, q1, noise1, tail1, ok1 := realHankelDD(mu, 1, x, startEnough)
	if !ok0 || !ok1 || !(math.Abs(p0.Hi) < 2 && math.Abs(q0.Hi) < 2 && math.Abs(p1.Hi) < 2 && math.Abs(q1.Hi) < 2) {
		return
	}
	chi, turns := hankelPhase(mu, x)
	sin, cos := dd.SinCos(chi)
	for range turns & 3 {
		sin, cos = cos, sin.Neg()
	}
	y0 = p0.Mul(cos).Sub(q0.Mul(sin))
	y1 = p1.Mul(sin).Add(q1.Mul(cos))
	return y0, y1, slack * (2*max(noise0, noise1) + max(tail0, tail1) + 0x1p-94), true
}
