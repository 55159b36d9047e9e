package sign

import (
	"math/big"
	"slices"

	"krein/ball"
	"krein/internal/hankel/closed"
	"krein/special"
)

// The sign of m(ω), ω > 0, is that of the reduced density, a function of t = ω²,
//
//	I(t) = ∫_0^∞ (k(z) − c) Λ_d(ωz) z^{d−1} dz = Γ(d/2)² 2^{d−2} ω^{1−d} m(ω).
//
// Group is a summand of I.
//
// The factor Γ(d/2)² 2^{d−2} ω^{1−d} > 0 does not change a sign for ω > 0. The constant c is that
// of an atom at 0.
type Group interface {
	// Taylor sets c[0], …, c[n−1] to enclosures of the Taylor coefficients at t0 and c[n], n = len(c) − 1, to one of
	// f⁽ⁿ⁾(t)/n! for all t ≥ 0 with |t−t0| ≤ ρ. Coefficients are indeterminate where that is not possible.
	Taylor(c []ball.Real, t0 *ball.Real, rho ball.Mag, prec uint)
	// Origin returns the k-th Taylor coefficient at t = 0, exactly; ok is false if there is none or it is not known.
	Origin(k int) (a closed.Num, ok bool)
	// NearZero returns terms the sum of which is the group for 0 < ω ≤ h, for groups without Taylor coefficients at 0.
	NearZero(h *ball.Real, prec uint) ([]EndTerm, bool)
	// NearInfinity returns terms the sum of which is the group for ω ≥ w.
	NearInfinity(w *ball.Real, prec uint) ([]EndTerm, bool)
}

// Own is a part of a density that a closed.More made, and that is its own group. The checker of claims has no More.
type Own interface {
	Group
	// Nonnegative reports whether the part is proved to be so.
	Nonnegative() bool
}

// gaussGroup is Σ e^{−r_i t} P_i(t).
//
// r = 1/4b > 0 (improper otherwise).
type gaussGroup []gaussTerm

type gaussTerm struct {
	r closed.Num   // > 0
	p []closed.Num // of t^l
}

// newGaussTerm returns I for a Gaussian without the factor Γ(d/2)/2:
//
//	b^{−d/2} e^{−x} Σ_j c_j b^{−j} Σ_i (d/2+i)_{j−i} (−j)_i/i! x^i,  x = t/(4b).
//
// (d/2)_j ₁F₁(−j; d/2; x) = Σ_i (d/2+i)_{j−i} (−j)_i xⁱ/i!, since (d/2)_j/(d/2)_i = (d/2+i)_{j−i}.
func newGaussTerm(g *closed.Gaussian) gaussTerm {
	b4 := g.Rate.Mul(closed.IntNum(4))
	x := b4.Inv()
	p := make([]closed.Num, len(g.C))
	for i := range p {
		p[i] = closed.IntNum(0)
	}
	for j, c := range g.C {
		if c.IsZero() {
			continue
		}
		c = c.Mul(g.Rate.PowInt(-j))
		// (d/2+i)_{j−i} (−j)_i/i!, with (d+2l)/2 and (l−j)/(l+1) as factors.
		for i := 0; i <= j; i++ {
			r := big.NewRat(1, 1)
			for l := i; l < j; l++ {
				r.Mul(r, big.NewRat(int64(g.Dim+2*l), 2))
			}
			for l := range i {
				r.Mul(r, big.NewRat(int64(l-j), int64(l+1)))
			}
			p[i] = p[i].Add(c.Mul(closed.RatNum(r)).Mul(x.PowInt(i)))
		}
	}
	// What is not known to be 0 stays.
	for len(p) > 0 && p[len(p)-1].IsZero() {
		p = p[:len(p)-1]
	}
	return gaussTerm{r: x, p: p}
}

// scaled multiplies the polynomial.
func (g gaussTerm) scaled(a closed.Num) gaussTerm {
	p := make([]closed.Num, len(g.p))
	for i := range p {
		p[i] = g.p[i].Mul(a)
	}
	return gaussTerm{g.r, p}
}

// jet encloses the first n Taylor coefficients at t.
//
// By Horner's rule, and e^{−rt} as a jet: finite for every t.
func (g gaussGroup) jet(s *ball.RealSeries, t *ball.Real, n int, prec uint) {
	var x, p, e ball.RealSeries
	var c ball.Real
	x.SetVar(t, n)
	s.SetConst(ball.NewReal(0), n)
	for _, q := range g {
		p.SetConst(ball.NewReal(0), n)
		for l := len(q.p) - 1; l >= 0; l-- {
			p.Mul(&p, &x, prec)
			p.AddScalar(&p, q.p[l].Ball(&c, prec), prec)
		}
		q.r.Ball(&c, prec)
		c.Neg(&c)
		e.MulScalar(&x, &c, prec)
		e.Exp(&e, prec)
		p.Mul(&p, &e, prec)
		s.Add(s, &p, prec)
	}
}

// Taylor implements Group.
func (g gaussGroup) Taylor(c []ball.Real, t0 *ball.Real, rho ball.Mag, prec uint) {
	TaylorByJets(g.jet, c, t0, rho, prec)
}

// TaylorByJets takes the coefficients from a jet at t0, and the last from one on the ball about it.
//
// Coefficient n of a jet on a ball contains f⁽ⁿ⁾/n! at every point of it.
func TaylorByJets(jet func(s *ball.RealSeries, t *ball.Real, n int, prec uint), c []ball.Real, t0 *ball.Real,
	rho ball.Mag, prec uint) {
	var s ball.RealSeries
	var t ball.Real
	n := len(c) - 1
	if n > 0 {
		jet(&s, t0, n, prec)
		for k := range n {
			c[k].Set(s.Coef(k))
		}
	}
	t.Set(t0)
	t.AddRad(rho)
	if t.Positive() != ball.True { // t ≥ 0 is all that matters
		var lo, hi big.Float
		t.Upper(&hi, prec)
		t.SetInterval(&lo, &hi, prec)
	}
	jet(&s, &t, n+1, prec)
	c[n].Set(s.Coef(n))
}

// Origin implements Group.
func (g gaussGroup) Origin(k int) (closed.Num, bool) {
	sum := closed.IntNum(0)
	for _, q := range g {
		// Σ_l p_l (−r)^{k−l}/(k−l)!
		for l := 0; l < len(q.p) && l <= k; l++ {
			f := new(big.Rat).SetFrac(big.NewInt(1), new(big.Int).MulRange(1, int64(k-l)))
			// t^l e^{−rt}
			sum = sum.Add(q.p[l].Mul(q.r.Neg().PowInt(k - l)).Mul(closed.RatNum(f)))
		}
	}
	return sum, true
}

// NearZero implements Group: the density is analytic at 0.
func (gaussGroup) NearZero(*ball.Real, uint) ([]EndTerm, bool) { return nil, false }

// NearInfinity implements Group.
//
// Exactly the terms, for all ω.
func (g gaussGroup) NearInfinity(_ *ball.Real, prec uint) ([]EndTerm, bool) {
	var out []EndTerm
	for _, q := range g {
		for l, c := range q.p {
			if c.IsZero() {
				continue
			}
			t := EndTerm{Power: closed.IntNum(int64(2 * l)), Alpha: closed.IntNum(0), Rate: q.r}
			c.Ball(&t.Coef, prec)
			out = append(out, t)
		}
	}
	return out, true
}

// leadingSign is the sign of the group for large t, 0 if it is not known: that of the highest power of t beside the least rate.
//
// With the least rate r the factor e^{−rt} outweighs all others for large t; terms of equal rates
// are added. A coefficient that is not known to be 0 and has no known sign gives 0.
func (g gaussGroup) leadingSign() int {
	var least *gaussTerm
	for i := range g {
		if least == nil {
			least = &g[i]
		} else if c, ok := g[i].r.Cmp(least.r); !ok {
			return 0
		} else if c < 0 {
			least = &g[i]
		}
	}
	var sum []closed.Num
	for _, q := range g {
		c, ok := q.r.Cmp(least.r)
		if !ok { // it was compared with those that were least before
			return 0
		}
		if c != 0 {
			continue
		}
		for l, c := range q.p {
			for len(sum) <= l {
				sum = append(sum, closed.IntNum(0))
			}
			sum[l] = sum[l].Add(c)
		}
	}
	for _, c := range slices.Backward(sum) {
		if !c.IsZero() {
			return c.Sign()
		}
	}
	return 0
}

// poleGroup is Σ Re P_i(t) (s_i²+t)^{−q_i}, the q_i alike modulo 1.
//
// Alike modulo 1, so that one power of t makes all of them analytic at infinity.
type poleGroup []poleTerm

// A poleTerm is one summand of a poleGroup.
//
// Re s > 0 keeps s²+t off the cut of the power for t ≥ 0; s = 0 is a power of t.
type poleTerm struct {
	p []closed.Cnum // of t^l
	s closed.Cnum   // Re s > 0, or s = 0
	q *big.Rat
}

// newPowerTerm returns I for a power of z without the factor of newPoleTerms: c C_p t^{−(p+d)/2} with ν = p/2, or that
// of the least integer above p/2 that is positive, as t^k t^{−(p+d)/2−k}. Of C_p/(Γ(d/2) 2^{d−1} Γ(ν+d/2)/Γ(ν)) there
// remains
//
//	2^p g Γ(ν)/Π_{i<k} ((p+d)/2+i).
//
// C_p ω^{−p−d} = C_p t^{−(p+d)/2}, C_p = 2^{p+d−1} g Γ(d/2) Γ((p+d)/2) (closed.Power). With ν = p/2
// the factor of newPoleTerms is Γ(d/2) 2^{d−1} Γ((p+d)/2)/Γ(p/2), and 2^p g Γ(ν) is left. For p ≤
// 0, ν is raised by k, for which Γ(ν+k+d/2) has k more factors.
func newPowerTerm(w *closed.Power) (nu *big.Rat, g poleGroup) {
	half := big.NewRat(1, 2)
	nu = new(big.Rat).Mul(w.P, half)
	q := new(big.Rat).Add(nu, new(big.Rat).Mul(half, big.NewRat(int64(w.Dim), 1)))
	c := w.C.Mul(w.G()).Mul(closed.IntNum(2).Pow(closed.RatNum(w.P)))
	zero := closed.RealNum(closed.IntNum(0))
	var p []closed.Cnum
	for ; nu.Sign() <= 0; nu, q = closed.RatPlus(nu, 1), closed.RatPlus(q, 1) {
		p = append(p, zero)
		c = c.Mul(closed.RatNum(q).Inv())
	}
	return nu, poleGroup{{p: append(p, closed.RealNum(c.Mul(closed.GammaRat(nu)))), s: zero, q: q}}
}

// newPoleTerms returns I for a sum of Matérn functions, without the factor Γ(d/2) 2^{d−1} Γ(ν+d/2)/Γ(ν): b_i a^{2(ν+i)}
// (ν+d/2)_i/(ν)_i (a²+t)^{−ν−i−d/2}.
func newPoleTerms(m *closed.Matern) (poleGroup, bool) {
	nu, ok := m.Nu.Rat()
	if !ok {
		return nil, false
	}
	var g poleGroup
	f := big.NewRat(1, 1)
	for i, b := range m.B {
		x := new(big.Rat).Add(nu, big.NewRat(int64(i), 1))
		q := new(big.Rat).Add(x, big.NewRat(int64(m.Dim), 2))
		if !b.IsZero() {
			c := b.Mul(closed.RatNum(new(big.Rat).Set(f))).Mul(m.A.Pow(closed.RatNum(new(big.Rat).Add(x, x))))
			g = append(g, poleTerm{p: []closed.Cnum{closed.RealNum(c)}, s: closed.RealNum(m.A), q: q})
		}
		f.Mul(f, new(big.Rat).Quo(q, x))
	}
	return g, true
}

// newDampedTerms returns I without the factor Γ(d), which is that of the Matérn function of order ½: twice the real
// part of c i^ε (−d/ds)ⁿ s(s²+t)^{−(d+1)/2}. By −d/ds, P(s,t)(s²+t)^{−Q} becomes (2QsP − (s²+t)∂P/∂s)(s²+t)^{−Q−1}.
//
// The real part is that of a function that is analytic in s, with s at Lin − i Freq:
// differentiation by s and taking Re commute with everything that is real in t.
func newDampedTerms(d *closed.Damped) poleGroup {
	// exp(−(Lin − i Freq) z)
	s := closed.Cnum{Re: d.Lin, Im: d.Freq.Neg()}
	powers := []closed.Cnum{closed.RealNum(closed.IntNum(1))} // of s
	power := func(i int) closed.Cnum {
		for len(powers) <= i {
			powers = append(powers, powers[len(powers)-1].Mul(s))
		}
		return powers[i]
	}
	var g poleGroup
	for _, term := range d.Terms {
		q := big.NewRat(int64(d.Dim+1), 2)
		p := map[[2]int]*big.Rat{{1, 0}: big.NewRat(1, 1)} // of s^i t^l
		for range term.Pow {
			// 2Q s P, and −(s²+t) ∂P/∂s in its two parts.
			next := map[[2]int]*big.Rat{}
			add := func(i, l int, c *big.Rat) {
				if next[[2]int{i, l}] == nil {
					next[[2]int{i, l}] = new(big.Rat)
				}
				next[[2]int{i, l}].Add(next[[2]int{i, l}], c)
			}
			for e, c := range p {
				two := new(big.Rat).Mul(c, new(big.Rat).Add(q, q))
				add(e[0]+1, e[1], two)
				if e[0] > 0 {
					dc := new(big.Rat).Mul(c, big.NewRat(int64(-e[0]), 1))
					add(e[0]+1, e[1], dc)
					add(e[0]-1, e[1]+1, dc)
				}
			}
			p = next
			q = new(big.Rat).Add(q, big.NewRat(1, 1))
		}
		c := closed.RealNum(term.C.Mul(closed.IntNum(2)))
		if term.Imag {
			c = closed.Cnum{Re: closed.IntNum(0), Im: c.Re}
		}
		out := poleTerm{s: s, q: q}
		for l := 0; l <= term.Pow; l++ {
			sum := closed.RealNum(closed.IntNum(0))
			for i := 0; i <= term.Pow+1; i++ {
				if r := p[[2]int{i, l}]; r != nil && r.Sign() != 0 {
					sum = sum.Add(power(i).Scale(closed.RatNum(r)))
				}
			}
			out.p = append(out.p, sum.Mul(c))
		}
		g = append(g, out)
	}
	return g
}

// scaled multiplies all terms.
func (g poleGroup) scaled(a closed.Num) poleGroup {
	out := make(poleGroup, len(g))
	for i, q := range g {
		p := make([]closed.Cnum, len(q.p))
		for l := range p {
			p[l] = q.p[l].Scale(a)
		}
		out[i] = poleTerm{p, q.s, q.q}
	}
	return out
}

// jet is f in t, or, if far, t^q f in v = 1/t for the least exponent q.
//
// With v = 1/t, t^{q0} t^l (s²+t)^{−q} = v^{q−q0−l} (1+s²v)^{−q}: q−q0−l is a whole number ≥ 0 by
// the choice of q0.
func (g poleGroup) jet(s *ball.RealSeries, x *ball.Real, n int, far bool, prec uint) {
	var z ball.Complex
	var v, p, e ball.ComplexSeries
	var c ball.Complex
	z.Re.Set(x)
	v.SetVar(&z, n)
	s.SetConst(ball.NewReal(0), n)
	least := g.least()
	for _, q := range g {
		// s² + t, or 1 + s² v
		q.s.Ball(&z, prec)
		// Re s > 0 is needed for the principal power to be the right one; where it is not proved,
		// nothing is enclosed.
		if z.Re.Positive() != ball.True && !q.s.IsZero() {
			s.SetConst(new(ball.Real).SetIndeterminate(), n)
			return
		}
		z.Sqr(&z, prec)
		if far {
			e.MulScalar(&v, &z, prec)
			z.SetInt64(1)
			e.AddScalar(&e, &z, prec)
		} else {
			e.AddScalar(&v, &z, prec)
		}
		e.PowRat(&e, new(big.Rat).Neg(q.q), prec)
		z.SetInt64(0)
		p.SetConst(&z, n)
		if far { // Σ p_l v^{q−q0−l}
			shift := q.shift(least)
			for l := range q.p {
				p.Mul(&p, &v, prec)
				p.AddScalar(&p, q.p[l].Ball(&c, prec), prec)
			}
			// After Horner's rule p is Σ p_l v^{len−1−l}.
			for range shift - len(q.p) + 1 {
				p.Mul(&p, &v, prec)
			}
		} else {
			for l := len(q.p) - 1; l >= 0; l-- {
				p.Mul(&p, &v, prec)
				p.AddScalar(&p, q.p[l].Ball(&c, prec), prec)
			}
		}
		p.Mul(&p, &e, prec)
		for k := range n {
			s.Coef(k).Add(s.Coef(k), &p.Coef(k).Re, prec)
		}
	}
}

// least returns q0, such that t^{q0} f has a limit as t → ∞.
func (g poleGroup) least() *big.Rat {
	var q0 *big.Rat
	for _, q := range g {
		r := new(big.Rat).Sub(q.q, big.NewRat(int64(len(q.p)-1), 1))
		if q0 == nil || r.Cmp(q0) < 0 {
			q0 = r
		}
	}
	return q0
}

// shift returns q − q0.
func (q *poleTerm) shift(q0 *big.Rat) int {
	return int(new(big.Rat).Sub(q.q, q0).Num().Int64())
}

// Taylor implements Group.
func (g poleGroup) Taylor(c []ball.Real, t0 *ball.Real, rho ball.Mag, prec uint) {
	TaylorByJets(func(s *ball.RealSeries, t *ball.Real, n int, prec uint) { g.jet(s, t, n, false, prec) }, c,
		t0, rho, prec)
}

// Origin implements Group.
//
// (s²+t)^{−q} = Σ_i C(−q,i) s^{−2q−2i} tⁱ, exact for whole 2q, or a real s > 0.
func (g poleGroup) Origin(k int) (closed.Num, bool) {
	sum := closed.IntNum(0)
	if g.singular() {
		return sum, false
	}
	for _, q := range g {
		minus := new(big.Rat).Neg(q.q)
		for l := 0; l < len(q.p) && l <= k; l++ {
			// s^{−2q−2(k−l)}
			e := new(big.Rat).Add(minus, minus)
			e.Sub(e, big.NewRat(int64(2*(k-l)), 1))
			var s closed.Cnum
			switch {
			case e.IsInt():
				s = q.s.PowInt(int(e.Num().Int64()))
			case q.s.IsReal():
				s = closed.RealNum(q.s.Re.Pow(closed.RatNum(e)))
			default:
				return closed.Num{}, false
			}
			sum = sum.Add(q.p[l].Mul(s).Scale(closed.RatNum(closed.BinomialOf(minus, k-l))).Re)
		}
	}
	return sum, true
}

// far returns the k-th Taylor coefficient of t^{q0} f in v = 1/t at v = 0.
//
// Real parts of exact complex numbers.
func (g poleGroup) far(k int) closed.Num {
	sum := closed.IntNum(0)
	least := g.least()
	for _, q := range g {
		minus, shift := new(big.Rat).Neg(q.q), q.shift(least)
		for l := range q.p {
			// v^{shift−l} Σ_i C(−q,i) s^{2i} vⁱ
			if i := k - (shift - l); i >= 0 {
				sum = sum.Add(q.p[l].Mul(q.s.PowInt(2 * i)).Scale(closed.RatNum(closed.BinomialOf(minus, i))).Re)
			}
		}
	}
	return sum
}

// singular reports whether there are powers of t, which are not analytic at 0.
func (g poleGroup) singular() bool {
	return slices.ContainsFunc(g, func(q poleTerm) bool { return q.s.IsZero() })
}

// NearZero implements Group: the density is analytic at 0 but for powers, beside which the others together are bounded.
//
// c t^l t^{−q} is ω^{−2(q−l)}, exactly; the analytic rest is enclosed on [0, h²] as a term of power
// 0.
func (g poleGroup) NearZero(h *ball.Real, prec uint) ([]EndTerm, bool) {
	if !g.singular() {
		return nil, false
	}
	var out []EndTerm
	var rest poleGroup
	none := closed.IntNum(0)
	for _, q := range g {
		if !q.s.IsZero() {
			rest = append(rest, q)
			continue
		}
		for l := range q.p {
			if q.p[l].IsZero() {
				continue
			}
			t := EndTerm{Alpha: none, Rate: none, Power: closed.RatNum(new(big.Rat).Mul(closed.RatPlus(q.q, -l),
				big.NewRat(-2, 1)))}
			q.p[l].Re.Ball(&t.Coef, prec)
			out = append(out, t)
		}
	}
	if len(rest) > 0 {
		t := EndTerm{Alpha: none, Rate: none, Power: none}
		var to, s ball.Real
		to.Sqr(h, prec)
		// [0, h²]
		to.Hull(&to, &s, prec)
		var all ball.RealSeries
		rest.jet(&all, &to, 1, false, prec)
		t.Coef.Set(all.Coef(0))
		out = append(out, t)
	}
	return out, true
}

// mostVanishing bounds the order of the zero at an end.
const mostVanishing = 40

// NearInfinity implements Group.
//
// t^{q0} f is analytic in v = 1/t on [0, w^{−2}], with exact coefficients at v = 0; those before j
// vanish, so that it is v^j times a value of its j-th derivative over j!, which is enclosed on the
// whole interval.
func (g poleGroup) NearInfinity(w *ball.Real, prec uint) ([]EndTerm, bool) {
	j, ok := vanishing(func(k int) (closed.Num, bool) { return g.far(k), true })
	if !ok {
		return nil, false
	}
	// v^j f⁽ʲ⁾/j! on 0 ≤ v ≤ w^{−2}
	var v ball.Real
	v.Sqr(w, prec)
	v.Inv(&v, prec)
	out := EndTerm{Alpha: closed.IntNum(0), Rate: closed.IntNum(0)}
	out.Power = closed.RatNum(new(big.Rat).Mul(new(big.Rat).Add(g.least(), big.NewRat(int64(j), 1)), big.NewRat(-2, 1)))
	c := make([]ball.Real, endOrder+j+1)
	var half ball.Real
	half.Mul2Exp(&v, -1)
	// Any center will do; the radius reaches both ends.
	half.GetMid(&half)
	var rho ball.Real
	rho.Sub(&v, &half, prec)
	m := rho.MagUpper().Max(half.MagUpper())
	TaylorByJets(func(s *ball.RealSeries, t *ball.Real, n int, prec uint) { g.jet(s, t, n, true, prec) }, c,
		&half, m, prec)
	RangeOf(&out.Coef, c, j, m, prec)
	return []EndTerm{out}, true
}

// endOrder is the order of Taylor expansions at an end.
const endOrder = 8

// vanishing returns the least j with a coefficient that is not known to be exactly zero.
//
// Those before j are exactly 0. That of j may be 0 or not: the enclosure of the derivative decides.
func vanishing(coef func(k int) (closed.Num, bool)) (j int, ok bool) {
	for j := range mostVanishing {
		a, ok := coef(j)
		if !ok {
			return 0, false
		}
		if !a.IsZero() {
			return j, true
		}
	}
	return 0, false
}

// RangeOf sets dst to an enclosure of f⁽ʲ⁾(t)/j! on |t−t0| ≤ ρ by Taylor coefficients as from Group.taylor:
// Σ_i C(i,j) c_i (t−t0)^{i−j}.
//
// The last coefficient is an enclosure of f⁽ⁿ⁾/n! on the whole interval: Lagrange's remainder of
// f⁽ʲ⁾, of order n−j, is C(n,j) f⁽ⁿ⁾(ξ)/n! (t−t0)^{n−j}.
func RangeOf(dst *ball.Real, c []ball.Real, j int, rho ball.Mag, prec uint) {
	dst.Set(&c[j])
	x := ball.MagPow2(0) // C(i,j) ρ^{i−j}
	for i := j + 1; i < len(c); i++ {
		x = x.Mul(rho).Mul(ball.MagUint(uint64(i))).Quo(ball.MagUintLower(uint64(i - j)))
		dst.AddRad(c[i].MagUpper().Mul(x))
	}
	dst.SetRound(dst, prec)
}

// BesselGroup is I for c(1+pz²)^{−β}: with a = p^{−1/2}, ν = d/2 − β,
//
//	I = c 2^ν Γ(d/2)/Γ(β) a^d F(aω),  F(x) = x^{−ν} K_ν(x).
type BesselGroup struct{ *closed.InversePower }

// Constants sets c to the factor of F, and nu and a to ν and a.
//
// p > 0 is proved, or the factor indeterminate.
func (g *BesselGroup) Constants(c, nu, a *ball.Real, prec uint) {
	var beta, t ball.Real
	g.P.Ball(a, prec)
	a.RSqrt(a, prec)
	g.Beta.Ball(&beta, prec)
	nu.Sub(closed.Half(g.Dim), &beta, prec)
	if g.Beta.IsZero() {
		beta.SetInt64(1) // for the factor 1
	}
	k := closed.NewCalc(c, prec).Positive(a).Num(g.C).Gamma(closed.Half(g.Dim)).RecipGamma(&beta).PowInt(a, g.Dim)
	k.Times(t.Pow(ball.NewReal(2), nu, prec))
}

// Taylor uses dᵏF/d(x²)ᵏ = (−1/2)^k x^{−ν−k} K_{ν+k} (DLMF 10.29.4), which decreases in absolute value, and K_{μ+1} =
// K_{μ−1} + (2μ/x) K_μ for μ ≥ 0.
//
// t = ω², x = aω: d/dt = a² d/d(x²), so that the k-th coefficient is c (−a²/2)ᵏ/k! x^{−ν−k}
// K_{ν+k}(x). x^{−μ}K_μ(x) falls from the lower end on to 0: the last coefficient lies between its
// value there and 0.
func (g *BesselGroup) Taylor(c []ball.Real, t0 *ball.Real, rho ball.Mag, prec uint) {
	n := len(c) - 1
	wp := prec + 32
	var co, nu, a, lo ball.Real
	g.Constants(&co, &nu, &a, wp)
	// The lower end t0 − ρ of the interval has to be positive: K is singular at 0.
	lo.SetFloat(rho.Float(new(big.Float)))
	lo.Sub(t0, &lo, wp)
	if lo.Positive() != ball.True {
		for k := range c {
			c[k].SetIndeterminate()
		}
		return
	}
	// derivative sets dst to c (−a²/2)^k/k! x^{−ν−k} K
	derivative := func(dst, x, bessel *ball.Real, k int) {
		var e, p ball.Real
		e.AddInt64(&nu, int64(k), wp)
		p.Pow(x, e.Neg(&e), wp)
		p.Mul(&p, bessel, wp)
		p.Mul(&p, &co, wp)
		e.Sqr(&a, wp)
		e.Mul2Exp(&e, -1)
		e.Neg(&e)
		p.Mul(&p, e.PowInt64(&e, int64(k), wp), wp)
		e.SetInt(new(big.Int).MulRange(1, int64(k)))
		dst.Quo(&p, &e, prec)
	}
	var x, order, step ball.Real
	x.Sqrt(t0, wp)
	x.Mul(&x, &a, wp)
	bessel := make([]ball.Real, n)
	for k := range bessel {
		order.AddInt64(&nu, int64(k-1), wp) // μ
		// The recurrence adds positive numbers for μ ≥ 0 and loses no digits.
		if k < 2 || order.Less(ball.NewReal(0)) != ball.False {
			special.BesselK(&bessel[k], order.AddInt64(&order, 1, wp), &x, wp)
		} else {
			step.Quo(&order, &x, wp)
			step.Mul2Exp(&step, 1)
			bessel[k].FMA(&step, &bessel[k-1], &bessel[k-2], wp)
		}
		derivative(&c[k], &x, &bessel[k], k)
	}
	// between its value at the lower end and 0
	x.Sqrt(&lo, wp)
	x.Mul(&x, &a, wp)
	special.BesselK(&step, order.AddInt64(&nu, int64(n), wp), &x, wp)
	derivative(&c[n], &x, &step, n)
	c[n].Hull(&c[n], new(ball.Real), prec)
}

// Origin implements Group: the density is not analytic at 0.
func (*BesselGroup) Origin(int) (closed.Num, bool) { return closed.Num{}, false }

// NearZero uses that both F and x^{2ν}F(x) = x^ν K_ν(x), ν > 0, fall: F′ = −x^{−ν}K_{ν+1}, (x^νK_ν)′ =
// −x^νK_{ν−1} (DLMF 10.29.4).
//
// Three cases by ν, which has to be compared with 0 exactly: ν = 0, where K_0 is unbounded like a
// logarithm, with a term that is at least its value at h for c > 0, and for c ≤ 0 one of power −½
// that is at most 0; ν > 0, power −2ν; ν < 0, power 0.
func (g *BesselGroup) NearZero(h *ball.Real, prec uint) ([]EndTerm, bool) {
	var c, nu, a, x, lo, hi, t ball.Real
	g.Constants(&c, &nu, &a, prec)
	order := g.Order()
	x.Mul(&a, h, prec)
	special.BesselK(&lo, &nu, &x, prec)
	out := EndTerm{Alpha: closed.IntNum(0), Rate: closed.IntNum(0), Power: closed.IntNum(0)}
	t.Abs(&nu, prec)
	switch {
	case order.IsZero() && g.C.Sign() <= 0:
		// 0 ≤ K_0(x) ≤ K_½(x) ≤ √(π/(2x))
		hi.Pi(prec)
		// √(π/2a) ω^{−½}, as K_0 ≤ K_½ (K_ν increases with |ν|, DLMF 10.37.1).
		hi.Quo(&hi, &a, prec)
		hi.Mul2Exp(&hi, -1)
		hi.Sqrt(&hi, prec)
		out.Coef.Mul(out.Coef.Hull(new(ball.Real), &hi, prec), &c, prec)
		out.Power = closed.RatNum(big.NewRat(-1, 2))
		return []EndTerm{out}, true
	case order.IsZero():
		// K_0(x) ≥ K_0(ah), unbounded at 0
		out.Coef.Mul(&c, &lo, prec)
		out.AtLeast = true
		return []EndTerm{out}, true
	case order.Sign() == 0:
		return nil, false
	}
	// x^{|ν|}K_ν lies between its values at ah and at 0, 2^{|ν|−1} Γ(|ν|)
	special.Gamma(&hi, &t, prec)
	hi.Mul2Exp(&hi, -1)
	lo.Mul(&lo, new(ball.Real).Pow(&x, &t, prec), prec)
	hi.Mul(&hi, new(ball.Real).Pow(ball.NewReal(2), &t, prec), prec)
	out.Coef.Hull(&lo, &hi, prec)
	out.Coef.Mul(&out.Coef, &c, prec)
	if order.Sign() > 0 {
		// F = x^{−2ν} x^νK_ν
		out.Power = order.Mul(closed.IntNum(-2))
		t.Mul2Exp(&nu, 1)
		t.Neg(&t)
		out.Coef.Mul(&out.Coef, t.Pow(&a, &t, prec), prec)
	}
	return []EndTerm{out}, true
}

// farX is the largest argument at which NearInfinity looks at K.
var farX = ball.NewReal(0x1p28)

// NearInfinity uses that √(2x/π) e^x K_ν(x) = 1/Γ(ν+½) ∫_0^∞ e^{−u} u^{ν−½} (1+u/(2x))^{ν−½} du (DLMF 10.32.8) is
// monotone, with limit 1: from any x on it is between its value there and 1.
//
// For ν ≥ ½ (1+u/2x)^{ν−½} falls to 1 as x grows, for ν ≤ ½ it rises to 1; K_{−ν} = K_ν covers ν <
// 0.
func (g *BesselGroup) NearInfinity(w *ball.Real, prec uint) ([]EndTerm, bool) {
	var c, nu, a, x, r, t ball.Real
	g.Constants(&c, &nu, &a, prec)
	// The hull of the value at a smaller x and of 1 contains all later values, too.
	if x.Mul(&a, w, prec); farX.LessEq(&x) == ball.True { // e^x leaves the range of exponents
		x.Set(farX)
	}
	special.BesselK(&r, &nu, &x, prec)
	r.Mul(&r, t.Exp(&x, prec), prec)
	t.Pi(prec)
	t.Mul2Exp(&t, -1)
	t.Quo(&t, &x, prec)
	t.Sqrt(&t, prec) // √(π/(2x))
	r.Quo(&r, &t, prec)
	r.Hull(&r, ball.NewReal(1), prec)
	// F = √(π/2) (aω)^{−ν−1/2} e^{−aω} R
	t.Pi(prec)
	t.Mul2Exp(&t, -1)
	t.Sqrt(&t, prec)
	r.Mul(&r, &t, prec)
	nu.Neg(&nu)
	x.Sub(&nu, ball.NewReal(0.5), prec)
	r.Mul(&r, t.Pow(&a, &x, prec), prec)
	out := EndTerm{Rate: closed.IntNum(0), Alpha: g.P.Pow(closed.RatNum(big.NewRat(-1, 2)))}
	out.Power = g.Beta.Add(closed.RatNum(big.NewRat(int64(-g.Dim-1), 2)))
	out.Coef.Mul(&r, &c, prec)
	return []EndTerm{out}, true
}

// Order returns ν = d/2 − β.
//
// Exact; where its sign is not known, NearZero knows nothing.
func (g *BesselGroup) Order() closed.Num {
	return closed.RatNum(big.NewRat(int64(g.Dim), 2)).Add(g.Beta.Neg())
}
