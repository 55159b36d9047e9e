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
	t.Mul(&t, &u, wp)
	return z.Mul(&t, &s, prec)
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
	return z.Mul(&t, &s, prec)
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
