package enclose

import (
	"math"
	"math/big"

	"krein/ball"
	"krein/internal/elem64"
	"krein/kernel"
	"krein/special"
)

// expGroup is I for c exp(−a z^β), a > 0, β > 1.
type expGroup struct {
	*compactGroup // for the power series, which converges everywhere as β > 1
	c, a          Num
	beta          *big.Rat
}

// mostBeta bounds β.
var mostBeta = big.NewRat(32, 1)

// newExpGroups recognises a sum; nil if it is none.
func newExpGroups(k *kernel.Kernel, dim int) []signGroup {
	pieces, err := provedPieces(k)
	if err != nil || len(pieces) != 1 {
		return nil
	}
	var out []signGroup
	for _, e := range summands(pieces[0].Expr, false, nil) {
		if !e.Varies() {
			continue // an atom at 0
		}
		c := intNum(1)
		for e.Op() != kernel.OpExp {
			args := e.Args()
			var f *kernel.Expr
			switch {
			case e.Op() == kernel.OpCall:
				e = e.Body()
				continue
			case e.Op() == kernel.OpNeg:
				c, e = c.neg(), args[0]
				continue
			case e.Op() == kernel.OpMul && !args[0].Varies():
				f, e = args[0], args[1]
			case (e.Op() == kernel.OpMul || e.Op() == kernel.OpDiv) && !args[1].Varies():
				f = args[1]
				if e.Op() == kernel.OpDiv {
					f = kernel.Apply(kernel.OpDiv, kernel.Int(1), f)
				}
				e = args[0]
			default:
				return nil
			}
			v, ok := Constant(f)
			if !ok || v.Sign() == 0 {
				return nil
			}
			c = c.mul(v)
		}
		s, ok := normalise(e.Args()[0])
		if !ok || len(s) != 1 || !s[0].bare() || s[0].phase != 0 || s[0].c.Sign() >= 0 || !c.Exact() {
			return nil
		}
		beta, ok := s[0].pow.Rat()
		if !ok || beta.Cmp(big.NewRat(1, 1)) <= 0 || beta.Cmp(mostBeta) > 0 {
			return nil
		}
		out = append(out, &expGroup{&compactGroup{dim: dim, scale: intNum(1)}, c, s[0].c.neg(), beta})
	}
	return out
}

// prepare makes the power series for 0 ≤ t ≤ top, as compactGroup.prepare does, by ∫_0^∞ z^{s−1} exp(−az^β) dz = Γ(s/β) a^{−s/β}/β, s = d+2j.
func (g *expGroup) prepare(top *ball.Real, prec uint) bool {
	beta, _ := g.beta.Float64()
	la, lt := elem64.Log(g.a.Float64()), elem64.Log(top.MagUpper().Float64()/4)
	if math.IsNaN(la + lt) {
		return false
	}
	// about the largest term; this chooses the precision only
	log := func(j int) float64 {
		s := float64(g.dim+2*j) / beta
		return lgamma(s) - s*la + float64(j)*lt - lgamma(float64(j)+1) - lgamma(float64(g.dim)/2+float64(j))
	}
	most := 0.0
	for j := range mostSeries {
		most = math.Max(most, (log(j)-log(0))/math.Ln2)
	}
	if !(most < 4*mostSeries) {
		return false
	}
	wp := prec + uint(most) + 64
	var a, m, x, y ball.Real
	g.a.Ball(&a, wp)
	return g.sumSeries(massOrderCompact, top, prec, wp, func(f func(j int, m *ball.Real, size ball.Mag) bool) {
		for j := 0; ; j++ {
			p := new(big.Rat).Quo(big.NewRat(int64(g.dim+2*j), 1), g.beta)
			special.Gamma(&m, x.SetRat(p, wp), wp)
			m.Quo(&m, x.SetRat(g.beta, wp), wp)
			m.Mul(&m, y.PowRat(&a, p.Neg(p), wp), wp)
			m.Mul(&m, g.c.Ball(&x, wp), wp)
			if !f(j, &m, m.MagUpper()) {
				return
			}
		}
	})
}

// nearInfinity moves the path of ∫_0^∞ k(z) Γ(d/2) 2^ν (ωz)^{−ν} H_ν(ωz) z^{d−1} dz, of which I is the real part, to arg z = θ = π/(2β), where
// Re z^β = 0. There |exp(−u) − Σ_{i<n} (−u)^i/i!| ≤ |u|ⁿ/n!, u = az^β, and |H_ν(ωz)| = (2/π)|K_ν(−iωz)| ≤ (2/π) K_ν(ω|z| sin θ) (DLMF 10.32.9), so that the rest is at most
//
//	|c| aⁿ/n! · 2^{p+d−1} Γ(d/2) Γ((p+d)/2) Γ(p/2+1)/π · (sin θ)^{−p−d/2−1} ω^{−p−d},  p = nβ,
//
// as in endPower.cuspRemainder. The powers z^p, p = iβ, give c (−a)^i/i! C_p ω^{−p−d} (compactGroup.nearInfinity).
func (g *expGroup) nearInfinity(w *ball.Real, prec uint) ([]endTerm, bool) {
	var out []endTerm
	var a, x, y, v, sine ball.Real
	g.a.Ball(&a, prec)
	x.Pi(prec)
	x.Mul(&x, y.SetRat(new(big.Rat).Inv(new(big.Rat).Add(g.beta, g.beta)), prec), prec)
	sine.Sin(&x, prec)
	// 2^{p+d−1} Γ(d/2) Γ((p+d)/2) c aⁿ/n!
	common := func(n int, p *big.Rat) *calc {
		k := newCalc(&v, prec).num(g.c).powInt(&a, n).gamma(half(g.dim))
		x.SetRat(ratPlus(p, g.dim), prec)
		x.Mul2Exp(&x, -1)
		k.gamma(&x).times(y.PowRat(ball.NewReal(2), ratPlus(p, g.dim-1), prec))
		return k.recipGamma(ball.NewReal(float64(n + 1)))
	}
	bound := func(n int) (ball.Mag, *big.Rat) {
		p := new(big.Rat).Mul(g.beta, big.NewRat(int64(n), 1))
		k := common(n, p)
		x.SetRat(ratPlus(p, 2), prec)
		x.Mul2Exp(&x, -1)
		k.gamma(&x)
		e := new(big.Rat).Add(ratPlus(p, 1), big.NewRat(int64(g.dim), 2))
		k.times(x.PowRat(&sine, e.Neg(e), prec))
		x.Pi(prec)
		v.Quo(&v, &x, prec)
		return v.MagUpper(), new(big.Rat).Neg(ratPlus(p, g.dim))
	}
	best, size := 0, ball.MagInf()
	for n := 1; n < mostTail; n++ {
		b, power := bound(n)
		at := b.Mul(x.PowRat(w, power, 64).MagUpper())
		if at.Cmp(size) >= 0 {
			break
		}
		best, size = n, at
	}
	if best == 0 {
		return nil, false
	}
	add := func(power *big.Rat) *endTerm {
		out = append(out, endTerm{power: ratNum(power), alpha: intNum(0), rate: intNum(0)})
		return &out[len(out)-1]
	}
	for i := 1; i < best; i++ {
		p := new(big.Rat).Mul(g.beta, big.NewRat(int64(i), 1))
		if p.IsInt() && p.Num().Bit(0) == 0 {
			continue
		}
		k := common(i, p)
		x.SetRat(p, prec)
		x.Mul2Exp(&x, -1)
		k.recipGamma(x.Neg(&x))
		if i%2 == 1 {
			v.Neg(&v)
		}
		add(new(big.Rat).Neg(ratPlus(p, g.dim))).coef.Set(&v)
	}
	b, power := bound(best)
	t := add(power)
	t.coef.SetInt64(0)
	t.coef.AddRad(leftOut(termExp, b))
	return out, true
}

// newExpSigner is newMassSigner for such groups.
func newExpSigner(dim int, own []signGroup, prec uint, moments int) *massSigner {
	s := &massSigner{order: massOrderCompact, moments: moments, own: own}
	s.signer = &signer{dim: dim, groups: own, f: &forms{dim: dim}, order: signOrderCompact, prec: prec}
	prefactor(&s.kappa, ball.NewReal(1), dim, prec)
	return s
}
