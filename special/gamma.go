package special

import (
	"math"
	"math/big"
	"sync"

	"krein/ball"
	"krein/internal/bernoulli"
	"krein/internal/elem64"
)

// gammaProductLimit is the largest n for which Γ(n/2) is computed as a product.
func gammaProductLimit(prec uint) int64 { return 200 + int64(gammaProducts*float64(prec)) }

// Gamma sets z to Γ(x). It is indeterminate if x contains a pole 0, −1, −2, …, or beyond the range of exponents.
//
// Integers and halves of integers of moderate size are products; otherwise Stirling's
// series after a shift, and the reflection formula (DLMF 5.5.3) for x < 0. The radius r of x enters as e^{rψ} − 1, ψ a
// bound of |Γ′/Γ| over x: over a wide x the result is wide, or indeterminate.
func Gamma(z, x *ball.Real, prec uint) *ball.Real {
	prec = atLeast(prec)
	if !x.IsFinite() {
		return z.SetIndeterminate()
	}
	if x.Positive() == ball.True {
		return gammaPositive(z, x, prec)
	}
	if meetsPole(x) {
		return z.SetIndeterminate()
	}
	return z.Inv(RecipGamma(z, x, prec+8), prec)
}

// RecipGamma sets z to the entire function 1/Γ(x), 0 at the poles of Γ.
func RecipGamma(z, x *ball.Real, prec uint) *ball.Real {
	prec = atLeast(prec)
	if !x.IsFinite() {
		return z.SetIndeterminate()
	}
	if x.Positive() == ball.True {
		if x.MagLower().Exponent() > 34 {
			// 1/Γ(x) ≤ 2^{−x} for x ≥ 6
			return z.SetMag(ball.MagPow2(-1 << 34))
		}
		var g ball.Real
		gammaPositive(&g, x, prec+4)
		if g.IsFinite() {
			return z.Inv(&g, prec)
		}
		// 0 < 1/Γ(x) < 1.1292 for x > 0
		return z.SetInterval(new(big.Float), big.NewFloat(1.1292), prec)
	}
	if x.IsExact() && x.Mid(nil).IsInt() {
		return z.SetZero()
	}
	// sin(πx)·Γ(1−x)/π
	// where sin(πx) is exact at integers and Γ(1−x) has an argument > 0; over a ball both factors vary independently
	var s, g ball.Real
	wp := prec + 10
	sinPi(&s, x, wp)
	if one := oneMinus(&g, x, wp); one.Positive() != ball.True {
		return z.SetIndeterminate()
	}
	gammaPositive(&g, &g, wp)
	s.Mul(&s, &g, wp)
	g.Pi(wp)
	return z.Quo(&s, &g, prec)
}

// meetsPole reports whether x contains one of 0, −1, −2, …: whether the largest integer that is not above the upper end
// is not below the lower one. The ends are rounded outwards, so that false is proved; true may be wrong by a hair.
func meetsPole(x *ball.Real) bool {
	lo := x.Lower(nil, x.Mid(nil).Prec()+64)
	hi := x.Upper(nil, x.Mid(nil).Prec()+64)
	if hi.Sign() >= 0 {
		return lo.Sign() <= 0
	}
	if hi.MantExp(nil) > int(hi.MinPrec()) { // an integer, which may have as many digits as an exponent can say
		return true
	}
	// the largest integer ≤ hi < 0
	n, acc := hi.Int(nil)
	if acc != big.Exact {
		n.Sub(n, big.NewInt(1)) // Int truncates towards 0
	}
	return new(big.Float).SetInt(n).Cmp(lo) >= 0
}

// oneMinus sets z to 1−x.
func oneMinus(z, x *ball.Real, prec uint) *ball.Real {
	z.Neg(x)
	return z.AddInt64(z, 1, prec+x.Mid(nil).MinPrec()%(1<<24)+8)
}

// sinPi sets z to sin(πx): the midpoint is reduced by the nearest integer exactly, so that zeros at integers are exact
// and the relative accuracy next to one is that of the distance from it. m ± ½ has at most one bit more than m, if |m| ≥ ½;
// m minus its integer keeps the last place of m and is no larger: both fit. A multiple of 2, which midpoints with an
// exponent above their number of bits are, changes nothing.
func sinPi(z, x *ball.Real, prec uint) *ball.Real {
	m := x.Mid(nil)
	var t, p ball.Real
	odd := false
	if e := m.MantExp(nil); e > int(m.MinPrec()) { // an even integer, however large
		m.SetInt64(0)
	} else if e >= 0 { // |m| ≥ 1/2: the nearest integer may be far from 0
		h := new(big.Float).SetPrec(m.Prec()+2).Add(m, big.NewFloat(math.Copysign(0.5, float64(m.Sign()))))
		n, _ := h.Int(nil)
		odd = n.Bit(0) != 0
		m.Sub(m, new(big.Float).SetPrec(m.Prec()+64).SetInt(n)) // exact: fewer bits than m
	}
	t.SetFloat(m).AddRad(x.Rad())
	p.Pi(prec + 8)
	t.Mul(&t, &p, prec+8)
	z.Sin(&t, prec)
	if odd {
		z.Neg(z)
	}
	return z
}

// psiVariation bounds r·sup|ψ| over x > 0: ψ increases, and
// log x − 1/x < ψ(x) < log x − 1/(2x) (DLMF 5.11.2 with its remainder). With the ends lo and hi of x, |ψ| is largest at
// one of them: at lo if ψ < 0 there, where |ψ(lo)| ≤ |log lo − 1/lo|, or at hi if ψ > 0 there, where ψ(hi) ≤ log hi.
func psiVariation(x *ball.Real) ball.Mag {
	var l, h, t ball.Real
	lo, hi := ends(x, 64)
	if lo.Positive() != ball.True {
		return ball.MagInf()
	}
	l.Log(lo, 40)
	t.Inv(lo, 40)
	l.Sub(&l, &t, 40)
	h.Log(hi, 40)
	return x.Rad().Mul(l.MagUpper().Max(h.MagUpper()))
}

// gammaPositive is Γ for x > 0: by the mean value theorem |log Γ(m+t) − log Γ(m)| ≤ v for |t| ≤ r, v = r·sup|ψ|, so that
// Γ(m+t) differs from Γ(m) by at most Γ(m)(e^v − 1).
func gammaPositive(z, x *ball.Real, prec uint) *ball.Real {
	if x.IsExact() {
		return gammaPoint(z, x.Mid(nil), prec)
	}
	v := psiVariation(x)
	gammaPoint(z, x.Mid(nil), prec)
	return z.AddRad(z.MagUpper().Mul(v.Expm1()))
}

// gammaPoint is Γ at an exact x > 0.
func gammaPoint(z *ball.Real, x *big.Float, prec uint) *ball.Real {
	e := x.MantExp(nil)
	if e > 36 { // Γ(2^35) > 2^(2^39)
		return z.SetIndeterminate()
	}
	if e < -int(prec)-8 {
		// 1/x − 1 < Γ(x) = Γ(1+x)/x < 1/x
		var t ball.Real
		t.SetFloat(x)
		t.Inv(&t, prec)
		t.AddRad(ball.MagPow2(0))
		return z.Set(&t)
	}
	if f, acc := ball.Float64(x); acc == big.Exact && 2*f == math.Floor(2*f) && 2*f <= float64(gammaProductLimit(prec)) {
		gammaHalf(z, uint64(2*f), false, prec)
		return z.SetRound(z, prec)
	}
	var l, p ball.Real
	wp := prec + 8
	if e > 0 {
		wp += uint(2 * e)
	}
	shifted(&l, &p, x, wp)
	l.Exp(&l, prec+8)
	return z.Quo(&l, &p, prec)
}

// shifted sets l to log Γ(x+n) and p to (x)_n with n chosen for Stirling's series at an absolute precision of wp bits.
// Then Γ(x) = e^l/p. The absolute error of l is the relative one of e^l: log Γ is of size x log x, for which gammaPoint
// adds twice the bits of x to wp. n comes from a float64: any n ≥ 0 gives an enclosure, a smaller one a wider.
func shifted(l, p *ball.Real, x *big.Float, wp uint) {
	want := gammaShift*float64(wp) + 2
	xf := clampFloat64(x)
	var n uint64
	if xf < want {
		n = uint64(want-xf) + 1
	}
	var xb, t ball.Real
	xb.SetFloat(x)
	pochhammer(p, &xb, n, wp)
	t.AddInt64(&xb, int64(n), wp+x.MinPrec()%(1<<24)+64)
	stirling(l, &t, wp)
}

// stirling sets l to log Γ(x) = (x−½) log x − x + ½ log 2π + μ(x) for large x, up to about 2^-wp (for terms of size 1).
func stirling(l, x *ball.Real, wp uint) {
	xl := math.Min(clampFloat64(x.Lower(nil, 53)), 0x1p60)
	wp += 6
	lead := wp + uint(2*max(math.Ilogb(xl), 0))
	var s, t, q ball.Real
	stirlingRest(&s, x, xl, wp)
	// the leading terms are of size x log x
	t.Log(x, lead)
	q.SetFloat64(-0.5)
	q.Add(&q, x, lead+64)
	t.Mul(&t, &q, lead)
	t.Sub(&t, x, lead)
	s.Add(&s, &t, lead)
	t.Pi(lead)
	t.Mul2Exp(&t, 1)
	t.Log(&t, lead)
	t.Mul2Exp(&t, -1)
	l.Add(&s, &t, lead)
}

// stirlingRest sets s to
//
//	μ(x) = Σ_{k=1}^{m−1} B_2k/(2k(2k−1)x^{2k−1}) + R,
//
// where |R| is at most the first term left out, as x > 0 (DLMF 5.11.1, 5.11(ii)), up to about 2^-wp if x ≈ xl.
//
// m is chosen in float64 for the goal or, where the terms do not get that small, for the least of them: the remainder
// that is added is that of the m chosen, evaluated over the ball x at 40 bits, so that the choice decides only how wide
// the result is.
func stirlingRest(s, x *ball.Real, xl float64, wp uint) {
	var t, q, y ball.Real
	log2Pi, logX := elem64.Log(2*math.Pi), elem64.Log(xl)
	// terms: |B_2k|/(2k(2k−1)x^{2k−1}) ≈ 2(2k−2)!/(2π)^{2k}x^{2k−1}
	m := 1
	for size := 0.0; ; m++ {
		k := float64(m)
		lg := elem64.Lgamma(2*k - 1)
		next := (lg-2*k*log2Pi-(2*k-1)*logX)/math.Ln2 + 1
		if next < float64(stopEarly)-float64(wp) || m > 1 && next > size {
			break
		}
		size = next
	}
	if stirlingWork(m) > maxWork {
		s.SetIndeterminate()
		return
	}
	coefs := stirlingCoefs(m, wp)
	y.Inv(x, wp)
	q.Sqr(&y, wp)
	s.SetZero()
	for k := m - 1; k >= 1; k-- {
		t.Mul(s, &q, wp) // in place both would allocate
		s.Add(&t, &coefs[k], wp)
	}
	s.Mul(s, &y, wp)
	t.PowInt64(&y, int64(2*m-1), 40)
	t.Mul(&t, &coefs[m], 40)
	s.AddRad(leftOut(t.MagUpper()))
}

// stirlingWork guesses the work of the first m coefficients: m²/2 steps on tangent numbers of up to 2m log m bits.
func stirlingWork(m int) float64 {
	k := float64(m)
	return k * k * (4 + k*math.Log2(k+1)/64) / 100
}

var stirlingCache struct {
	mu   sync.Mutex
	prec uint
	c    []ball.Real // c[k] = B_2k/(2k(2k−1)), c[0] unused
}

// stirlingCoefs returns B_2k/(2k(2k−1)) for k = 1 … m at index k, to prec bits at least; they are shared.
//
// B_2k = (−1)^(k−1) 2k T_k/(4^k (4^k−1)) with the tangent numbers T_k, without cancelling common
// divisors as rationals would, which is most of the work.
func stirlingCoefs(m int, prec uint) []ball.Real {
	s := &stirlingCache
	s.mu.Lock()
	defer s.mu.Unlock()
	if prec <= s.prec && m < len(s.c) {
		return s.c
	}
	if prec > s.prec {
		s.prec = (prec + prec/4 + 63) &^ 63
	}
	n := max(m+m/4, len(s.c)-1, 32)
	t := bernoulli.Tangents(n)
	var u, w big.Int
	c := make([]ball.Real, n+1)
	var d ball.Real
	for k := 1; k <= n; k++ {
		u.Lsh(u.SetInt64(1), uint(2*k))
		u.Sub(&u, w.SetInt64(1))
		u.Mul(&u, w.SetInt64(int64(2*k-1)))
		c[k].Quo(c[k].SetInt(&t[k]), d.SetInt(&u), s.prec)
		c[k].Mul2Exp(&c[k], -int64(2*k))
		if k%2 == 0 {
			c[k].Neg(&c[k])
		}
	}
	s.c = c
	return c
}
