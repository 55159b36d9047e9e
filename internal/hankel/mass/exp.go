package mass

import (
	"math"
	"math/big"

	"krein/ball"
	"krein/internal/budget"
	"krein/internal/elem64"
	"krein/internal/hankel/closed"
	"krein/internal/hankel/density"
	"krein/internal/hankel/sign"
	"krein/internal/kernel/formula"
	"krein/kernel"
	"krein/special"
)

// expGroup is I for c exp(−a z^β), a > 0, β > 1.
type expGroup struct {
	*sign.CompactGroup // for the power series, which converges everywhere as β > 1
	c, a               closed.Num
	beta               *big.Rat
}

// mostBeta bounds β.
var mostBeta = big.NewRat(32, 1)

// newExpGroups recognises a sum; nil if it is none.
func newExpGroups(k *kernel.Kernel, dim int) []sign.Group {
	pieces, err := density.ProvedPieces(k)
	if err != nil || len(pieces) != 1 {
		return nil
	}
	var out []sign.Group
	for _, e := range closed.Summands(pieces[0].Expr) {
		if !e.Varies() {
			continue // an atom at 0
		}
		c := closed.IntNum(1)
		for e.Op() != formula.OpExp {
			args := e.Args()
			var f *formula.Expr
			switch {
			case e.Op() == formula.OpCall:
				e = e.Body()
				continue
			case e.Op() == formula.OpNeg:
				c, e = c.Neg(), args[0]
				continue
			case e.Op() == formula.OpMul && !args[0].Varies():
				f, e = args[0], args[1]
			case (e.Op() == formula.OpMul || e.Op() == formula.OpDiv) && !args[1].Varies():
				f = args[1]
				if e.Op() == formula.OpDiv {
					f = formula.Apply(formula.OpDiv, formula.Int(1), f)
				}
				e = args[0]
			default:
				return nil
			}
			v, ok := closed.Constant(f)
			if !ok || v.Sign() == 0 {
				return nil
			}
			c = c.Mul(v)
		}
		s, ok := closed.Normalise(e.Args()[0])
		if !ok || len(s) != 1 || !s[0].Bare() || s[0].Phase != 0 || s[0].C.Sign() >= 0 || !c.Exact() {
			return nil
		}
		beta, ok := s[0].Pow.Rat()
		if !ok || beta.Cmp(big.NewRat(1, 1)) <= 0 || beta.Cmp(mostBeta) > 0 {
			return nil
		}
		out = append(out, &expGroup{&sign.CompactGroup{Dim: dim, Meter: k.Meter()}, c, s[0].C.Neg(), beta})
	}
	return out
}

// prepare makes the power series for 0 ≤ t ≤ top, as CompactGroup.prepare does, by ∫_0^∞ z^{s−1} exp(−az^β) dz = Γ(s/β)
// a^{−s/β}/β, s = d+2j.
func (g *expGroup) prepare(top *ball.Real, prec uint) bool {
	beta, _ := g.beta.Float64()
	la, lt := elem64.Log(g.a.Float64()), elem64.Log(top.MagUpper().Float64()/4)
	if math.IsNaN(la + lt) {
		return false
	}
	// about the largest term; this chooses the precision only
	log := func(j int) float64 {
		s := float64(g.Dim+2*j) / beta
		return elem64.Lgamma(s) - s*la + float64(j)*lt - elem64.Lgamma(float64(j)+1) -
			elem64.Lgamma(float64(g.Dim)/2+float64(j))
	}
	most := 0.0
	for j := range sign.MostSeries {
		most = math.Max(most, (log(j)-log(0))/math.Ln2)
	}
	if !(most < 4*sign.MostSeries) {
		return false
	}
	wp := prec + uint(most) + 64
	var a, m, x, y ball.Real
	g.a.Ball(&a, wp)
	return g.SumSeries(massOrderCompact, top, prec, wp, func(f func(j int, m *ball.Real, size ball.Mag) bool) {
		for j := 0; ; j++ {
			if !g.Meter.Spend(gammaUnits(wp)) {
				return
			}
			p := new(big.Rat).Quo(big.NewRat(int64(g.Dim+2*j), 1), g.beta)
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

// gammaUnits is the work of a value of Γ at prec bits, for budget.Meter: some prec/2 products.
func gammaUnits(prec uint) int64 {
	return budget.Function(prec) + int64(prec/2)*budget.Arithmetic(prec)
}

// NearInfinity moves the path of ∫_0^∞ k(z) Γ(d/2) 2^ν (ωz)^{−ν} H_ν(ωz) z^{d−1} dz, of which I is the real part, to
// arg z = θ = π/(2β), where Re z^β = 0. There |exp(−u) − Σ_{i<n} (−u)^i/i!| ≤ |u|ⁿ/n!, u = az^β, and |H_ν(ωz)| =
// (2/π)|K_ν(−iωz)| ≤ (2/π) K_ν(ω|z| sin θ) (DLMF 10.32.9), so that the rest is at most
//
//	|c| aⁿ/n! · 2^{p+d−1} Γ(d/2) Γ((p+d)/2) Γ(p/2+1)/π · (sin θ)^{−p−d/2−1} ω^{−p−d},  p = nβ,
//
// as in EndPower.CuspRemainder. The powers z^p, p = iβ, give c (−a)^i/i! C_p ω^{−p−d} (CompactGroup.NearInfinity).
func (g *expGroup) NearInfinity(w *ball.Real, prec uint) ([]sign.EndTerm, bool) {
	var out []sign.EndTerm
	var a, x, y, v, sine ball.Real
	g.a.Ball(&a, prec)
	x.Pi(prec)
	x.Mul(&x, y.SetRat(new(big.Rat).Inv(new(big.Rat).Add(g.beta, g.beta)), prec), prec)
	sine.Sin(&x, prec)
	common := func(n int) *closed.Calc { // c aⁿ/n!
		return closed.NewCalc(&v, prec).Num(g.c).PowInt(&a, n).RecipGamma(ball.NewReal(float64(n + 1)))
	}
	bound := func(n int) (ball.Mag, *big.Rat) {
		p := new(big.Rat).Mul(g.beta, big.NewRat(int64(n), 1))
		k := common(n).Power(p, g.Dim)
		x.SetRat(closed.RatPlus(p, 2), prec)
		x.Mul2Exp(&x, -1)
		k.Gamma(&x)
		e := new(big.Rat).Add(closed.RatPlus(p, 1), big.NewRat(int64(g.Dim), 2))
		k.Times(x.PowRat(&sine, e.Neg(e), prec))
		x.Pi(prec)
		v.Quo(&v, &x, prec)
		return v.MagUpper(), new(big.Rat).Neg(closed.RatPlus(p, g.Dim))
	}
	best, size := 0, ball.MagInf()
	for n := 1; n < sign.MostTail; n++ {
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
	add := func(power *big.Rat) *sign.EndTerm {
		out = append(out, sign.EndTerm{Power: closed.RatNum(power), Alpha: closed.IntNum(0), Rate: closed.IntNum(0)})
		return &out[len(out)-1]
	}
	for i := 1; i < best; i++ {
		p := new(big.Rat).Mul(g.beta, big.NewRat(int64(i), 1))
		if p.IsInt() && p.Num().Bit(0) == 0 {
			continue
		}
		common(i).Cusp(p, g.Dim)
		if i%2 == 1 {
			v.Neg(&v)
		}
		add(new(big.Rat).Neg(closed.RatPlus(p, g.Dim))).Coef.Set(&v)
	}
	b, power := bound(best)
	t := add(power)
	t.Coef.SetInt64(0)
	t.Coef.AddRad(termExp.LeftOut(b))
	return out, true
}

// newExpSigner is NewIntegrator for such groups.
func newExpSigner(dim int, own []sign.Group, prec uint) *MassSigner {
	s := &MassSigner{order: massOrderCompact, Own: own}
	s.Signer = &sign.Signer{Dim: dim, Groups: own, F: &sign.Forms{Dim: dim}, Order: sign.SignOrderCompact,
		Prec: prec, Entire: true}
	density.Prefactor(&s.Kappa, ball.NewReal(1), dim, prec)
	return s
}
