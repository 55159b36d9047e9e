package sign

import (
	"math/big"

	"krein/ball"
	"krein/internal/hankel/closed"
	"krein/internal/kernel/formula"
	"krein/special"
)

// EndPiece is Σ c z^p (1−z/R)^δ on (0, R) with whole p ≥ 0 and δ > −1 not whole, of which CompactGroup holds the sum:
// Askey's and Wendland's functions with fractional exponents.
//
// c z^p (1−z/R)^δ is integrable on (0,R): p ≥ 0 and δ > −1.
type EndPiece struct {
	R     closed.Num
	terms []EndPower
}

// EndPower is c z^p (1−z/R)^delta.
type EndPower struct {
	C        closed.Num
	P, Delta *big.Rat
}

// mostDelta bounds the exponents δ.
var mostDelta = big.NewRat(128, 1)

// newEndPiece recognises a formula on (0, hi); ok is false if it is none.
//
// The piece has to begin at 0 exactly, and every factor to be (1−z/R)^δ with this R, by equal
// normal forms.
func newEndPiece(e, lo, hi *formula.Expr) (g EndPiece, ok bool) {
	if lo.Op() != formula.OpNum || lo.Num().Sign() != 0 {
		return g, false
	}
	if g.R, ok = closed.Constant(hi); !ok || g.R.Sign() <= 0 {
		return g, false
	}
	f, ok := closed.Normalise(e)
	// The formula 0 has no ends.
	if !ok || len(f) == 0 {
		return g, false
	}
	for i := range f {
		t := &f[i]
		n, whole := t.Pow.IsInt()
		if !whole || n < 0 || n > closed.MaxExpand || t.Phase != 0 || !t.Lin.IsZero() || !t.Freq.IsZero() ||
			!t.Quad.IsZero() || len(t.Factors) > 1 || !t.C.Exact() {
			return g, false
		}
		q := EndPower{C: t.C, P: big.NewRat(int64(n), 1), Delta: new(big.Rat)}
		for _, x := range t.Factors {
			if x.Kind != closed.LinearFactor || !x.P.Mul(g.R).Same(closed.IntNum(-1)) {
				return g, false
			}
			if q.Delta, ok = x.Q.Rat(); !ok || q.Delta.Cmp(big.NewRat(-1, 1)) <= 0 || q.Delta.Cmp(mostDelta) > 0 ||
				q.Delta.Denom().BitLen() > 40 {
				return g, false
			}
		}
		g.terms = append(g.terms, q)
	}
	return g, true
}

// cusp calls add with the coefficient of z^{p+i} at 0, c C(δ,i) (−1/R)^i, for i < n.
//
// (1−z/R)^δ = Σ C(δ,i) (−z/R)ⁱ for z < R. Each z^{p+i} up to infinity has the transform C_{p+i}
// ω^{−p−i−d} in the sense of Abel; CuspRemainder bounds what the others leave.
func (q *EndPower) cusp(r closed.Num, n int, add func(p *big.Rat, c closed.Num)) {
	f := r.Inv().Neg()
	for i := range n {
		add(closed.RatPlus(q.P, i), q.C.Mul(f.PowInt(i)).Mul(closed.RatNum(closed.BinomialOf(q.Delta, i))))
	}
}

// CuspRemainder bounds the remainder of the cusp after n > δ terms, times ω^{p+n+d}. On the path z = iy from 0 upwards,
// where Λ_d(ωz) is the real part of Γ(d/2) (2/(ωz))^ν H_ν(ωz), ν = d/2−1, |H_ν(iωy)| = (2/π)K_ν(ωy), Taylor's remainder of
// (1−z/R)^δ is at most |C(δ,n)| (y/R)ⁿ, and ∫ y^{μ} K_ν(ωy) dy = 2^{μ−1} Γ((1+μ+ν)/2) Γ((1+μ−ν)/2) ω^{−μ−1} (DLMF
// 10.43.19), μ = p+n+d/2:
//
//	|c C(δ,n)| R^{−n} 2^{p+n+d−1} Γ(d/2) Γ((p+n+d)/2) Γ((p+n)/2+1)/π.
//
// The path is turned from (0,R) to (0, i∞) and (R, R+i∞), where H_ν decays: the integrand is
// holomorphic between, as (1−z/R)^δ has its cut beyond R. Taylor's remainder on the imaginary axis,
// n > δ: the n-th derivative of (1−z/R)^δ there is at most |C(δ,n)| n! R^{−n} |1−iy/R|^{δ−n} ≤
// |C(δ,n)| n! R^{−n}. Factors 2/π of K, ½ of the real part of H and Γ(d/2)(2/ω)^ν leave what is
// written.
func (q *EndPower) CuspRemainder(r closed.Num, dim, n int, prec uint) ball.Mag {
	var v, x, y ball.Real
	pn := closed.RatPlus(q.P, n)
	y.SetRat(closed.RatPlus(pn, 2), prec)
	y.Mul2Exp(&y, -1)
	k := closed.NewCalc(&v, prec).Power(pn, dim).Gamma(&y).Num(q.C).Num(closed.RatNum(closed.BinomialOf(q.Delta, n)))
	k.PowInt(r.Ball(&x, prec), -n)
	x.Pi(prec)
	v.Quo(&v, &x, prec)
	return v.MagUpper()
}

// atEnd writes the piece as Σ e_i (1−z/R)^{δ_i}.
//
// Powers δ+i of equal exponents are added exactly; those that cancel leave no wave.
func (g *EndPiece) atEnd() []EndPower {
	var out []EndPower
	for _, t := range g.terms {
		// z^p = R^p Σ C(p,i) (−1)^i (1−z/R)^i
		n := int(t.P.Num().Int64())
		for i := 0; i <= n; i++ {
			c := t.C.Mul(g.R.PowInt(n)).Mul(closed.RatNum(closed.BinomialOf(t.P, i)))
			if i%2 == 1 {
				c = c.Neg()
			}
			d := closed.RatPlus(t.Delta, i)
			found := false
			for j := range out {
				if out[j].Delta.Cmp(d) == 0 {
					out[j].C = out[j].C.Add(c)
					found = true
				}
			}
			if !found {
				out = append(out, EndPower{c, new(big.Rat), d})
			}
		}
	}
	return out
}

// end sets e to a bound of the part of e_i (1−z/R)^{δ_i} that comes from R, for ω ≥ w. On the path z = R+iy, with
// κ = (d−1)/2, |z|^κ ≤ R^κ e^{κy/R} and |H_ν(ωz)| ≤ √(2/(πω|z|)) e^{−ωy} (1+ρ), ρ = |ν²−¼|/(ωR) exp(|ν²−¼|/(ωR)) (DLMF
// 10.17.14 with one term, 4ν²−1 over 8 doubled):
//
//	Γ(d/2) 2^ν √(2/π) |e_i| R^{κ−δ} Γ(δ+1) (1−κ/(ωR))^{−δ−1} (1+ρ) ω^{−(d+1)/2−δ},
//
// which is also its size: it is a wave like A Λ_n(ωR), n = d+2δ+2.
//
// 1 − z/R = −iy/R on the path, of modulus y/R: ∫_0^∞ (y/R)^δ e^{−(ω−κ/R)y} dy = R^{−δ} Γ(δ+1)
// (ω−κ/R)^{−δ−1}. κ/(ωR) < 1 is checked at w, and (1−κ/(ωR))^{−δ−1} falls with ω, as ρ does.
func (q *EndPower) end(e *EndTerm, r closed.Num, dim int, w *ball.Real, prec uint) bool {
	var v, x, y, s, rb ball.Real
	r.Ball(&rb, prec)
	x.Mul(&rb, w, prec) // ωR
	kappa := big.NewRat(int64(dim-1), 2)
	s.SetRat(kappa, prec)
	s.Quo(&s, &x, prec)
	s.Neg(&s)
	s.AddInt64(&s, 1, prec)
	if s.Positive() != ball.True {
		return false
	}
	delta := closed.RatPlus(q.Delta, 1)
	y.SetRat(delta, prec)
	k := closed.NewCalc(&v, prec).Num(q.C).Gamma(closed.Half(dim)).Gamma(&y)
	k.Times(y.PowRat(&s, new(big.Rat).Neg(delta), prec))
	k.Times(y.PowRat(&rb, new(big.Rat).Sub(kappa, q.Delta), prec))
	k.Times(y.PowRat(ball.NewReal(2), big.NewRat(int64(dim-1), 2), prec)) // 2^{ν+1/2}
	y.Pi(prec)
	k.Times(y.RSqrt(&y, prec))
	var lead ball.Real
	// Without 1+ρ: the size of the wave that search looks for troughs of; no proof rests on it.
	lead.Set(&v)
	// For d = 1 and 3 Hankel's expansion has one term, and ρ = 0.
	// 1+ρ, |ν²−¼| = |(d−1)(d−3)|/4
	nu := int64((dim - 1) * (dim - 3))
	y.SetRat(big.NewRat(max(nu, -nu), 4), prec)
	y.Quo(&y, &x, prec)
	s.Exp(&y, prec)
	y.Mul(&y, &s, prec)
	y.AddInt64(&y, 1, prec)
	k.Times(&y)
	e.Coef.SetInt64(0)
	e.Coef.AddRad(termEnd.LeftOut(v.MagUpper()))
	// A Λ_n(x) ~ A Γ(n/2) 2^{(n−1)/2}/√π x^{−(n−1)/2} cos(…), to look for troughs
	n := new(big.Rat).Add(q.Delta, q.Delta)
	n = closed.RatPlus(n, dim+2)
	e.Trough = &Wave{N: closed.RatNum(n), B: r}
	y.SetRat(n, prec)
	y.Mul2Exp(&y, -1)
	special.Gamma(&y, &y, prec)
	lead.Quo(&lead, &y, prec)
	m := new(big.Rat).Mul(closed.RatPlus(n, -1), big.NewRat(1, 2))
	lead.Quo(&lead, y.PowRat(ball.NewReal(2), m, prec), prec)
	lead.Mul(&lead, y.PowRat(&rb, m, prec), prec)
	y.Pi(prec)
	e.Trough.A.Mul(&lead, y.Sqrt(&y, prec), prec)
	return true
}

// endTerms adds the terms of the end pieces at infinity: those of the cusp, their rest, and the waves from the ends.
//
// n > δ for every term, by which CuspRemainder holds. Any such n is right; that of the least sum of
// bounds at w is taken.
func (g *CompactGroup) endTerms(w *ball.Real, prec uint, addCusp func(p *big.Rat, c closed.Num),
	add func(t EndTerm, power *big.Rat)) bool {
	if len(g.Ends) == 0 {
		return true
	}
	least := 0
	for _, e := range g.Ends {
		for _, q := range e.terms {
			least = max(least, int(new(big.Int).Quo(q.Delta.Num(), q.Delta.Denom()).Int64())+1)
		}
	}
	left := func(n int, f func(bound ball.Mag, power *big.Rat)) {
		for _, e := range g.Ends {
			for i := range e.terms {
				f(e.terms[i].CuspRemainder(e.R, g.Dim, n, 64), new(big.Rat).Neg(closed.RatPlus(e.terms[i].P, n+g.Dim)))
			}
		}
	}
	// as many terms of the cusp as leave the least
	// The choice is by sizes; `left(best, …)` below adds the bounds of that choice.
	best, size := least, ball.MagInf()
	for n := least; n < least+MostTail; n++ {
		var sum ball.Mag
		left(n, func(bound ball.Mag, power *big.Rat) {
			var x ball.Real
			sum = sum.Add(bound.Mul(x.PowRat(w, power, 64).MagUpper()))
		})
		if sum.Cmp(size) >= 0 {
			break
		}
		best, size = n, sum
	}
	for _, e := range g.Ends {
		for i := range e.terms {
			e.terms[i].cusp(e.R, best, addCusp)
		}
		for _, q := range e.atEnd() {
			if q.C.IsZero() {
				continue
			}
			var t EndTerm
			if !q.end(&t, e.R, g.Dim, w, prec) {
				return false
			}
			add(t, new(big.Rat).Neg(new(big.Rat).Add(q.Delta, big.NewRat(int64(g.Dim+1), 2))))
		}
	}
	left(best, func(bound ball.Mag, power *big.Rat) {
		var t EndTerm
		t.Coef.SetInt64(0)
		t.Coef.AddRad(termCusp.LeftOut(bound))
		add(t, power)
	})
	return true
}
