package special

import (
	"math"
	"math/big"

	"krein/ball"
)

// Beta sets z to Β(a, b) = Γ(a)Γ(b)/Γ(a+b); it is indeterminate if a or b contains a pole of Γ.
func Beta(z, a, b *ball.Real, prec uint) *ball.Real {
	prec = atLeast(prec)
	wp := prec + 8
	var s, t, u ball.Real
	s.Add(a, b, max(wp, 2*prec)+64)
	RecipGamma(&s, &s, wp)
	Gamma(&t, a, wp)
	Gamma(&u, b, wp)
	if !s.IsFinite() || !t.IsFinite() || !u.IsFinite() || s.ContainsZero() {
		if betaByLogs(&s, a, b, prec) {
			return z.Set(&s)
		}
	}
	t.Mul(&t, &u, wp)
	return z.Mul(&t, &s, prec)
}

// betaByLogs is Β, where Γ overflows, as Γ(a)·Γ(b)/Γ(a+b) for b ≥ a.
func betaByLogs(z, a, b *ball.Real, prec uint) bool {
	if a.Mid(nil).Cmp(b.Mid(nil)) > 0 {
		a, b = b, a
	}
	var g ball.Real
	Gamma(&g, a, prec+8)
	whole := !g.IsFinite()
	if whole && a.Positive() != ball.True {
		return false
	}
	expOf(z, prec+4, func(z *ball.Real, wp uint) {
		var t ball.Real
		logGammaStep(&t, b, a, wp)
		if z.Neg(&t); whole {
			z.Add(z, LogGamma(&t, a, wp), wp)
		}
	})
	if !whole {
		z.Mul(z, &g, prec)
	}
	return z.IsFinite()
}

// GammaRatio sets z to Γ(a)/Γ(b), 0 at poles of Γ(b) only; it is indeterminate if a contains a pole. If b − a is a small
// exact integer it is a Pochhammer symbol, without the cancellation of large logarithms.
func GammaRatio(z, a, b *ball.Real, prec uint) *ball.Real {
	prec = atLeast(prec)
	wp := prec + 8
	var d ball.Real
	if a.IsExact() && b.IsExact() {
		var n big.Int
		d.Sub(a, b, 2*prec+4096)
		if d.IsExact() && d.UniqueInt(&n) && n.IsInt64() {
			k := n.Int64()
			if k >= 0 && k <= 4096 && b.Positive() == ball.True {
				return Pochhammer(z, b, uint64(k), prec)
			}
			if k < 0 && k >= -4096 && a.Positive() == ball.True {
				Pochhammer(&d, a, uint64(-k), wp)
				return z.Inv(&d, prec)
			}
		}
	}
	var s, t ball.Real
	RecipGamma(&s, b, wp)
	Gamma(&t, a, wp)
	if (!t.IsFinite() || s.ContainsZero()) && a.Positive() == ball.True && b.Positive() == ball.True {
		return z.Set(expOf(&s, prec, func(z *ball.Real, wp uint) {
			logGammaStep(z, b, d.Sub(a, b, 2*wp+64), wp)
		}))
	}
	return z.Mul(&t, &s, prec)
}

// expOf sets z to e^t to prec bits, where log sets t to about wp relative bits: the digits of t before the point are lost by the exponential.
func expOf(z *ball.Real, prec uint, log func(t *ball.Real, wp uint)) *ball.Real {
	var t ball.Real
	log(&t, 64)
	if e := t.MagUpper().Exponent(); e <= 40 { // else far beyond the range of exponents
		log(&t, prec+16+uint(max(e, 0)))
	}
	return z.Exp(&t, prec)
}

// logGammaStep sets z to log Γ(x+d) − log Γ(x) for x, x+d > 0, to about wp relative bits if it is large. By Stirling's formula it is
//
//	(x−½) log(1+d/x) + d log(x+d) − d + μ(x+d) − μ(x),
//
// which does not cancel as the logarithms do.
func logGammaStep(z, x, d *ball.Real, wp uint) {
	var y, s, t, u ball.Real
	y.Add(x, d, 2*wp+64)
	least := math.Min(clampFloat64(x.Lower(nil, 53)), clampFloat64(y.Lower(nil, 53)))
	if !(least > gammaShift*float64(wp)+2) {
		LogGamma(&s, &y, wp+8)
		z.Sub(&s, LogGamma(&t, x, wp+8), wp)
		return
	}
	wp += 8
	s.Log1p(t.Quo(d, x, wp), wp)
	u.SetFloat64(-0.5)
	s.Mul(&s, u.Add(&u, x, wp+64), wp)
	t.Log(&y, wp)
	t.AddInt64(&t, -1, wp)
	s.Add(&s, t.Mul(&t, d, wp), wp)
	stirlingRest(&t, &y, wp)
	s.Add(&s, &t, wp)
	stirlingRest(&t, x, wp)
	z.Sub(&s, &t, wp)
}

// Pochhammer sets z to the rising factorial (x)_n = x(x+1)…(x+n−1), (x)_0 = 1.
func Pochhammer(z, x *ball.Real, n uint64, prec uint) *ball.Real {
	prec = atLeast(prec)
	wp := prec + uint(math.Ilogb(float64(n+2))) + 6
	var p, t ball.Real
	if d, ok := asDyadic(x); ok && d.num > 0 && (n <= 4096 || work(float64(n), float64(wp)) < maxWork) {
		p.SetInt64(1)
		mulRange(&p, uint64(d.num), 1<<d.shift, n, wp)
		p.Mul2Exp(&p, -int64(d.shift)*int64(n))
		return z.SetRound(&p, prec)
	}
	if n > 4096 && ballWork(float64(n), float64(wp)) > maxWork { // by the functions, not by factors
		t.AddInt64(x, int64(n), wp+64)
		return GammaRatio(z, &t, x, prec)
	}
	p.SetInt64(1)
	for k := range n {
		t.AddInt64(x, int64(k), wp)
		p.Mul(&p, &t, wp)
	}
	return z.SetRound(&p, prec)
}
