package enclose

import (
	"math/big"

	"krein/ball"
	"krein/kernel"
	"krein/special"
)

// endPiece is Σ c z^p (1−z/R)^δ on (0, R) with whole p ≥ 0 and δ > −1 not whole, of which compactGroup holds the sum: Askey's and Wendland's functions with
// fractional exponents.
type endPiece struct {
	r     Num
	terms []endPower
}

type endPower struct {
	c        Num
	p, delta *big.Rat
}

// mostDelta bounds the exponents δ.
var mostDelta = big.NewRat(128, 1)

// newEndPiece recognises a formula on (0, hi); ok is false if it is none.
func newEndPiece(e, lo, hi *kernel.Expr) (g endPiece, ok bool) {
	if lo.Op() != kernel.OpNum || lo.Num().Sign() != 0 {
		return g, false
	}
	if g.r, ok = Constant(hi); !ok || g.r.Sign() <= 0 {
		return g, false
	}
	f, ok := normalise(e)
	if !ok || len(f) == 0 {
		return g, false
	}
	for i := range f {
		t := &f[i]
		n, whole := t.pow.isInt()
		if !whole || n < 0 || n > maxExpand || t.phase != 0 || !t.lin.IsZero() || !t.freq.IsZero() || !t.quad.IsZero() || len(t.factors) > 1 || !t.c.Exact() {
			return g, false
		}
		q := endPower{c: t.c, p: big.NewRat(int64(n), 1), delta: new(big.Rat)}
		for _, x := range t.factors {
			if x.kind != linearFactor || !x.p.mul(g.r).Same(intNum(-1)) {
				return g, false
			}
			if q.delta, ok = x.q.Rat(); !ok || q.delta.Cmp(big.NewRat(-1, 1)) <= 0 || q.delta.Cmp(mostDelta) > 0 || q.delta.Denom().BitLen() > 40 {
				return g, false
			}
		}
		g.terms = append(g.terms, q)
	}
	return g, true
}

// moment returns c R^{p+d+2k} Β(p+d+2k, δ+1), exactly.
func (q *endPower) moment(r Num, dim, k int) Num {
	x := ratPlus(q.p, dim+2*k)
	y := ratPlus(q.delta, 1)
	v := gammaRat(x).mul(gammaRat(y)).mul(gammaRat(new(big.Rat).Add(x, y)).inv())
	return v.mul(q.c).mul(r.pow(ratNum(q.p))).mul(r.powInt(dim + 2*k))
}

// run returns the moment for k = 0 and the factor from one to the next, R² x(x+1)/((x+y)(x+y+1)), x = p+d+2k, y = δ+1.
func (q *endPower) run(r Num, dim int, prec uint) (first ball.Real, step func(dst *ball.Real, k int)) {
	var x, y, sq, t ball.Real
	r.Ball(&t, prec)
	sq.Sqr(&t, prec)
	e := ratPlus(q.p, dim)
	x.SetRat(e, prec)
	y.SetRat(ratPlus(q.delta, 1), prec)
	special.Beta(&first, &x, &y, prec)
	first.Mul(&first, t.PowRat(&t, e, prec), prec)
	first.Mul(&first, q.c.Ball(&t, prec), prec)
	return first, func(dst *ball.Real, k int) {
		a := ratPlus(e, 2*k)
		b := new(big.Rat).Add(ratPlus(a, 1), q.delta)
		f := new(big.Rat).Mul(a, ratPlus(a, 1))
		f.Quo(f, new(big.Rat).Mul(b, ratPlus(b, 1)))
		dst.Mul(dst, t.SetRat(f, prec), prec)
		dst.Mul(dst, &sq, prec)
	}
}

// cusp calls add with the coefficient of z^{p+i} at 0, c C(δ,i) (−1/R)^i, for i < n.
func (q *endPower) cusp(r Num, n int, add func(p *big.Rat, c Num)) {
	f := r.inv().neg()
	for i := range n {
		add(ratPlus(q.p, i), q.c.mul(f.powInt(i)).mul(ratNum(binomialOf(q.delta, i))))
	}
}

// cuspRemainder bounds what follows n > δ terms of the cusp, times ω^{p+n+d}. On the path z = iy from 0 upwards, where Λ_d(ωz) is the real part of
// Γ(d/2) (2/(ωz))^ν H_ν(ωz), ν = d/2−1, |H_ν(iωy)| = (2/π)K_ν(ωy), Taylor's remainder of (1−z/R)^δ is at most |C(δ,n)| (y/R)ⁿ, and
// ∫ y^{μ} K_ν(ωy) dy = 2^{μ−1} Γ((1+μ+ν)/2) Γ((1+μ−ν)/2) ω^{−μ−1} (DLMF 10.43.19), μ = p+n+d/2:
//
//	|c C(δ,n)| R^{−n} 2^{p+n+d−1} Γ(d/2) Γ((p+n+d)/2) Γ((p+n)/2+1)/π.
func (q *endPower) cuspRemainder(r Num, dim, n int, prec uint) ball.Mag {
	var v, x, y ball.Real
	pn := ratPlus(q.p, n)
	x.SetRat(ratPlus(pn, dim), prec)
	x.Mul2Exp(&x, -1)
	y.SetRat(ratPlus(pn, 2), prec)
	y.Mul2Exp(&y, -1)
	k := newCalc(&v, prec).gamma(half(dim)).gamma(&x).gamma(&y).num(q.c).num(ratNum(binomialOf(q.delta, n)))
	k.powInt(r.Ball(&x, prec), -n).times(y.PowRat(ball.NewReal(2), ratPlus(pn, dim-1), prec))
	x.Pi(prec)
	v.Quo(&v, &x, prec)
	return v.MagUpper()
}

// atEnd writes the piece as Σ e_i (1−z/R)^{δ_i}.
func (g *endPiece) atEnd() []endPower {
	var out []endPower
	for _, t := range g.terms {
		// z^p = R^p Σ C(p,i) (−1)^i (1−z/R)^i
		n := int(t.p.Num().Int64())
		for i := 0; i <= n; i++ {
			c := t.c.mul(g.r.powInt(n)).mul(ratNum(binomialOf(t.p, i)))
			if i%2 == 1 {
				c = c.neg()
			}
			d := ratPlus(t.delta, i)
			found := false
			for j := range out {
				if out[j].delta.Cmp(d) == 0 {
					out[j].c = out[j].c.add(c)
					found = true
				}
			}
			if !found {
				out = append(out, endPower{c, new(big.Rat), d})
			}
		}
	}
	return out
}

// end sets e to what bounds the part of e_i (1−z/R)^{δ_i} that comes from R, for ω ≥ w. On the path z = R+iy, with κ = (d−1)/2,
// |z|^κ ≤ R^κ e^{κy/R} and |H_ν(ωz)| ≤ √(2/(πω|z|)) e^{−ωy} (1+ρ), ρ = |ν²−¼|/(ωR) exp(|ν²−¼|/(ωR)) (DLMF 10.17.14 with one term, 4ν²−1 over 8 doubled):
//
//	Γ(d/2) 2^ν √(2/π) |e_i| R^{κ−δ} Γ(δ+1) (1−κ/(ωR))^{−δ−1} (1+ρ) ω^{−(d+1)/2−δ},
//
// which is also its size: it is a wave like A Λ_n(ωR), n = d+2δ+2.
func (q *endPower) end(e *endTerm, r Num, dim int, w *ball.Real, prec uint) bool {
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
	delta := ratPlus(q.delta, 1)
	y.SetRat(delta, prec)
	k := newCalc(&v, prec).num(q.c).gamma(half(dim)).gamma(&y)
	k.times(y.PowRat(&s, new(big.Rat).Neg(delta), prec))
	k.times(y.PowRat(&rb, new(big.Rat).Sub(kappa, q.delta), prec))
	k.times(y.PowRat(ball.NewReal(2), big.NewRat(int64(dim-1), 2), prec)) // 2^{ν+1/2}
	y.Pi(prec)
	k.times(y.RSqrt(&y, prec))
	var lead ball.Real
	lead.Set(&v)
	// 1+ρ, |ν²−¼| = |(d−1)(d−3)|/4
	nu := int64((dim - 1) * (dim - 3))
	y.SetRat(big.NewRat(max(nu, -nu), 4), prec)
	y.Quo(&y, &x, prec)
	s.Exp(&y, prec)
	y.Mul(&y, &s, prec)
	y.AddInt64(&y, 1, prec)
	k.times(&y)
	e.coef.SetInt64(0)
	e.coef.AddRad(leftOut(termEnd, v.MagUpper()))
	// A Λ_n(x) ~ A Γ(n/2) 2^{(n−1)/2}/√π x^{−(n−1)/2} cos(…), to look for troughs
	n := new(big.Rat).Add(q.delta, q.delta)
	n = ratPlus(n, dim+2)
	e.trough = &wave{n: ratNum(n), b: r}
	y.SetRat(n, prec)
	y.Mul2Exp(&y, -1)
	special.Gamma(&y, &y, prec)
	lead.Quo(&lead, &y, prec)
	m := new(big.Rat).Mul(ratPlus(n, -1), big.NewRat(1, 2))
	lead.Quo(&lead, y.PowRat(ball.NewReal(2), m, prec), prec)
	lead.Mul(&lead, y.PowRat(&rb, m, prec), prec)
	y.Pi(prec)
	e.trough.a.Mul(&lead, y.Sqrt(&y, prec), prec)
	return true
}

// endTerms adds the terms of the end pieces at infinity: those of the cusp, what is left of them, and the waves from the ends.
func (g *compactGroup) endTerms(w *ball.Real, prec uint, addCusp func(p *big.Rat, c Num), add func(t endTerm, power *big.Rat)) bool {
	if len(g.ends) == 0 {
		return true
	}
	least := 0
	for _, e := range g.ends {
		for _, q := range e.terms {
			least = max(least, int(new(big.Int).Quo(q.delta.Num(), q.delta.Denom()).Int64())+1)
		}
	}
	left := func(n int, f func(bound ball.Mag, power *big.Rat)) {
		for _, e := range g.ends {
			for i := range e.terms {
				f(e.terms[i].cuspRemainder(e.r, g.dim, n, 64), new(big.Rat).Neg(ratPlus(e.terms[i].p, n+g.dim)))
			}
		}
	}
	// as many terms of the cusp as leave the least
	best, size := least, ball.MagInf()
	for n := least; n < least+mostTail; n++ {
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
	for _, e := range g.ends {
		for i := range e.terms {
			e.terms[i].cusp(e.r, best, addCusp)
		}
		for _, q := range e.atEnd() {
			if q.c.IsZero() {
				continue
			}
			var t endTerm
			if !q.end(&t, e.r, g.dim, w, prec) {
				return false
			}
			add(t, new(big.Rat).Neg(new(big.Rat).Add(q.delta, big.NewRat(int64(g.dim+1), 2))))
		}
	}
	left(best, func(bound ball.Mag, power *big.Rat) {
		var t endTerm
		t.coef.SetInt64(0)
		t.coef.AddRad(leftOut(termCusp, bound))
		add(t, power)
	})
	return true
}
