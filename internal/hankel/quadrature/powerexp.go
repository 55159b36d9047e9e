package quadrature

import (
	"math/big"

	"krein/ball"
	"krein/internal/hankel/closed"
)

// powerExp is c z^s exp(−az) on (0,∞) with a > 0 and s > −d, for frequencies that are large against a. There
//
//	∫ c z^s e^{−az} Λ_d(ωz) z^{d−1} dz = c Σ_n (−a)ⁿ/n! C_{s+n} ω^{−s−n−d},  C_p = 2^{p+d−1} Γ(d/2) Γ((p+d)/2)/Γ(−p/2),
//
// converges for ω > a: the integral is c Γ(s+d) a^{−s−d} ₂F₁((s+d)/2, (s+d+1)/2; d/2; −ω²/a²) (DLMF 10.22.49), and this
// its series about ∞ (DLMF 15.8.2; the parameters differ by 1/2, so that the two series there are those of even and of
// odd n).
type powerExp struct {
	c, a closed.Num
	s    *big.Rat
}

// powerExps recognises a sum of such terms.
func powerExps(f closed.Sum, dim int) (out []powerExp, ok bool) {
	for i := range f {
		t := &f[i]
		s, rational := t.Pow.Rat()
		if !rational || t.Phase != 0 || !t.Freq.IsZero() || !t.Quad.IsZero() || len(t.Factors) > 0 || !t.C.Exact() ||
			!t.Lin.Exact() ||
			closed.RatPlus(s, dim).Sign() <= 0 {
			return nil, false
		}
		var a ball.Real
		if t.Lin.Ball(&a, 128).Positive() != ball.True {
			return nil, false
		}
		out = append(out, powerExp{t.C, t.Lin, s})
	}
	return out, len(out) > 0
}

// farRatio bounds the quotient of terms of a powerExp at which the series is taken: 2^−farRatio.
const farRatio = 3

// powerExpTerms bounds their number; tests lower it.
var powerExpTerms = 4000

// ratio bounds |t_{i+2}/t_i| = (a/ω)² |(s+i+d)(s+i+2)|/((i+1)(i+2)) for i ≥ n: each factor (i+u)/(i+v) tends to 1 from
// one side, so that it is at most max(1, (n+u)/(n+v)) if that is positive, as it is for s > −d and n+s > −2.
func (q *powerExp) ratio(n, dim int, x2 ball.Mag) ball.Mag {
	one := ball.MagPow2(0)
	factor := func(u *big.Rat, v int) ball.Mag {
		var b ball.Real
		return b.SetRat(new(big.Rat).Quo(closed.RatPlus(u, n), big.NewRat(int64(n+v), 1)), 64).MagUpper().Max(one)
	}
	return x2.Mul(factor(closed.RatPlus(q.s, dim), 1)).Mul(factor(closed.RatPlus(q.s, 2), 2))
}

// enclose sets dst to the integral; ok is false if ω is not large enough.
func (q *powerExp) enclose(dst, omega *ball.Real, dim int, prec uint) (ok bool) {
	if closed.RatPlus(q.s, 2).Sign() <= 0 || omega.Positive() != ball.True {
		return false
	}
	wp := prec + 32
	var a, x, t, sum ball.Real
	q.a.Ball(&a, wp)
	x.Quo(&a, omega, wp)
	top := x.MagUpper()
	x2 := top.Mul(top)
	if q.ratio(0, dim, x2).Cmp(ball.MagPow2(-farRatio)) > 0 {
		return false
	}
	// the first two terms, without ω^{−s−d}
	var terms [2]ball.Real
	for n := range terms {
		p := closed.RatPlus(q.s, n)
		c := closed.NewCalc(&terms[n], wp).Num(q.c).Cusp(p, dim)
		if n == 1 {
			c.Times(&x)
			terms[n].Neg(&terms[n])
		}
	}
	x.Sqr(&x, wp)
	for n := 0; ; n++ {
		u := &terms[n%2]
		if rest := terms[0].MagUpper().Add(terms[1].MagUpper()); n > powerExpTerms || n >= 2 &&
			rest.Cmp(sum.MagLower().Mul2Exp(-int64(wp))) < 0 {
			// Σ of both parities, geometric
			r := q.ratio(n, dim, x2)
			rest = rest.Quo(ball.MagPow2(0).SubLower(r))
			sum.AddRad(termPowerExp.LeftOut(rest))
			break
		}
		sum.Add(&sum, u, wp)
		// t_{n+2} = −t_n (a/ω)² (p+d)(p+2)/((n+1)(n+2)), p = s+n
		p := closed.RatPlus(q.s, n)
		f := new(big.Rat).Mul(closed.RatPlus(p, dim), closed.RatPlus(p, 2))
		f.Quo(f, big.NewRat(-int64(n+1)*int64(n+2), 1))
		u.Mul(u, &x, wp)
		u.Mul(u, t.SetRat(f, wp), wp)
	}
	t.PowRat(omega, new(big.Rat).Neg(closed.RatPlus(q.s, dim)), wp)
	dst.Mul(&sum, &t, prec)
	return true
}
