package sign

import (
	"math/big"

	"krein/ball"
	"krein/internal/budget"
	"krein/internal/hankel/closed"
	"krein/internal/hankel/density"
	"krein/special"
)

// CompactGroup is I for sums of c z^p on intervals and of c(1−z²/R²)^α and c z^p (1−z/R)^δ on [0,R). It is entire in t.
//
// Its power series in t has an infinite radius of convergence, as k has bounded support; it is used
// for small R√t, and the expansion at infinity, exact terms and a bound of the remainder, beyond.
type CompactGroup struct {
	Dim    int
	Pieces []powersPiece
	Sonine []*closed.Sonine
	Ends   []EndPiece
	Meter  *budget.Meter // counts the work on the series, nil for no bound

	series *compactSeries // made by prepare
}

// powersPiece is Σ c z^p on (lo, hi).
//
// 0 ≤ lo < hi, c exact, p rational with p+d > 0 (density.powers): integrable with z^{d−1}.
type powersPiece struct {
	lo, hi closed.Num
	terms  []powerTerm
}

type powerTerm struct {
	c closed.Num
	p *big.Rat
}

// newPowersPiece takes over a part; ok is false if its ends are not known exactly.
func newPowersPiece(q *density.PowersPart) (p powersPiece, ok bool) {
	p.lo, p.hi = closed.ExprNum(q.Lo), closed.ExprNum(q.Hi)
	for i := range q.Terms {
		r, ok := q.Terms[i].Pow.Rat()
		if !ok {
			return p, false
		}
		p.terms = append(p.terms, powerTerm{q.Terms[i].C, r})
	}
	return p, p.hi.Sign() > 0 && (p.lo.IsZero() || p.lo.Sign() > 0)
}

// compactSeries is the power series of I at t = 0, for |t| ≤ top.
//
// a has n coefficients, bound n+1 bounds.
type compactSeries struct {
	a     []ball.Real
	bound []ball.Mag // of |f⁽ᵏ⁾(t)|/k! for all t ≥ 0
}

// SonineFactor returns the factor of Λ_n(R√t) in I, c R^d/2 Β(d/2, α+1), and n/2 = d/2+α+1.
//
// ∫_0^R (1−z²/R²)^α Λ_d(ωz) z^{d−1} dz = (R^d/2) Β(d/2, α+1) Λ_{d+2α+2}(ωR) (Sonine's first
// integral, DLMF 10.22.19). α > −1 and R > 0 are proved, or the factor is indeterminate.
func (g *CompactGroup) SonineFactor(s *closed.Sonine, prec uint) (k, n ball.Real) {
	var r, alpha ball.Real
	s.R.Ball(&r, prec)
	s.Alpha.Ball(&alpha, prec)
	alpha.AddInt64(&alpha, 1, prec)
	n.Add(&alpha, closed.Half(g.Dim), prec)
	closed.NewCalc(&k, prec).Positive(&alpha).Positive(&r).Num(s.C).Gamma(&alpha).Gamma(closed.Half(g.Dim)).RecipGamma(
		&n).PowInt(&r, g.Dim)
	k.Mul2Exp(&k, -1)
	return k, n
}

// momentRun is v_j, j = 0, 1, …, v_{j+1} = v_j r² ρ(j), which is what a part adds to the moments ∫ k(z) z^{d−1+2j} dz.
//
// I(t) = Σ_j (−1/4)ʲ/(j! (d/2)_j) m_j tʲ with m_j = ∫ k z^{d−1+2j} dz, from Λ_d(x) = Σ
// (−x²/4)ʲ/(j!(d/2)_j).
type momentRun struct {
	first, r closed.Num
	ratio    func(j int) *big.Rat
}

// runs returns c b^{p+d+2j}/(p+d+2j) for each end b of a c z^p, c R^{p+d+2j} Β(p+d+2j, δ+1) for c z^p (1−z/R)^δ, and
// c R^{d+2j}/2 Β(d/2+j, α+1) for c(1−z²/R²)^α.
//
// The quotients of neighbouring moments, by r²: (e+2j)/(e+2j+2) for powers, e = p+d; Β(x+2j+2,
// y)/Β(x+2j, y) = (x+2j)(x+2j+1)/((x+y+2j)(x+y+2j+1)); Β(x+j+1, y)/Β(x+j, y) = (x+j)/(x+y+j).
func (g *CompactGroup) runs() (out []momentRun) {
	for _, p := range g.Pieces {
		for _, q := range p.terms {
			// p + d > 0 (density.powers, newPowersPiece).
			e := closed.RatPlus(q.p, g.Dim)
			c := q.c.Mul(closed.RatNum(new(big.Rat).Inv(e)))
			for i, end := range []closed.Num{p.hi, p.lo} {
				if end.IsZero() {
					continue
				}
				// c end^p, in which the irrational part of end may cancel
				v := c.Mul(end.Pow(closed.RatNum(q.p))).Mul(end.PowInt(g.Dim))
				// The integral from lo to hi is that from 0 to hi less that to lo. At lo = 0
				// nothing is taken away.
				if i == 1 {
					v = v.Neg()
				}
				out = append(out, momentRun{v, end,
					func(j int) *big.Rat { return new(big.Rat).Quo(closed.RatPlus(e, 2*j), closed.RatPlus(e, 2*j+2)) }})
			}
		}
	}
	beta := func(c, r closed.Num, x, y *big.Rat, ratio func(j int) *big.Rat) {
		sum := new(big.Rat).Add(x, y)
		c = c.Mul(closed.GammaRat(x)).Mul(closed.GammaRat(y)).Mul(closed.GammaRat(sum).Inv())
		out = append(out, momentRun{c, r, ratio})
	}
	for _, e := range g.Ends {
		for _, q := range e.terms {
			x, y := closed.RatPlus(q.P, g.Dim), closed.RatPlus(q.Delta, 1)
			beta(q.C.Mul(e.R.Pow(closed.RatNum(x))), e.R, x, y, func(j int) *big.Rat {
				// b is a+y before a becomes the product.
				a := closed.RatPlus(x, 2*j)
				b := new(big.Rat).Add(a, y)
				a.Mul(a, closed.RatPlus(a, 1))
				return a.Quo(a, b.Mul(b, closed.RatPlus(b, 1)))
			})
		}
	}
	for _, s := range g.Sonine {
		alpha, _ := s.Alpha.Rat()
		x, y := big.NewRat(int64(g.Dim), 2), closed.RatPlus(alpha, 1)
		beta(s.C.Mul(s.R.PowInt(g.Dim)).Mul(closed.RatNum(big.NewRat(1, 2))), s.R, x, y, func(j int) *big.Rat {
			a := closed.RatPlus(x, j)
			return new(big.Rat).Quo(a, new(big.Rat).Add(a, y))
		})
	}
	return out
}

// moments calls f with the moments and bounds of their terms, for j = 0, 1, …, until f returns false.
//
// size bounds the sum of the absolute values of the runs, that is more than |m_j|: what bounds ∫
// |k_i| z^{d−1+2j} of every part for itself.
func (g *CompactGroup) moments(prec uint, f func(j int, m *ball.Real, size ball.Mag) bool) {
	runs := g.runs()
	v, sq := make([]ball.Real, len(runs)), make([]ball.Real, len(runs))
	var t, m ball.Real
	for i := range runs {
		runs[i].first.Ball(&v[i], prec)
		sq[i].Sqr(runs[i].r.Ball(&t, prec), prec)
	}
	for j := 0; ; j++ {
		m.SetInt64(0)
		var size ball.Mag
		for i := range runs {
			m.Add(&m, &v[i], prec)
			size = size.Add(v[i].MagUpper())
			v[i].Mul(&v[i], &sq[i], prec)
			v[i].Mul(&v[i], t.SetRat(runs[i].ratio(j), prec), prec)
		}
		if !f(j, &m, size) {
			return
		}
	}
}

// MostSeries bounds the number of terms of the power series.
const MostSeries = 2000

// prepare makes the series for 0 ≤ t ≤ top, with terms that are left out of at most 2^{−prec} times a bound of |I|.
// It reports whether MostSeries terms suffice.
//
// The working precision exceeds the bits that cancel, exp(R√t) of them by the largest term; were it
// too small, enclosures would be wide, and not wrong.
func (g *CompactGroup) prepare(top *ball.Real, prec uint) bool {
	// the largest term is about exp(R√t)
	var x, r ball.Real
	for _, p := range g.Pieces {
		x.Max(&x, p.hi.Ball(&r, 64), 64)
	}
	for _, s := range g.Sonine {
		x.Max(&x, s.R.Ball(&r, 64), 64)
	}
	for _, e := range g.Ends {
		x.Max(&x, e.R.Ball(&r, 64), 64)
	}
	r.Sqrt(top, 64)
	x.Mul(&x, &r, 64)
	most := x.MagUpper().Float64()
	if !(most < MostSeries) {
		return false
	}
	// log₂ e < 1.5
	wp := prec + uint(1.5*most) + 64
	return g.SumSeries(SignOrderCompact, top, prec, wp,
		func(f func(j int, m *ball.Real, size ball.Mag) bool) { g.moments(wp, f) })
}

// SumSeries sets the series to Σ_j (−1/4)^j/(j! (d/2)_j) m_j t^j for 0 ≤ t ≤ top, from the moments m_j, each with a
// bound of its terms, that moments hands to its argument until that returns false. There are more than
// order+mostVanishing terms, for expansions of this order; those left out are at most 2^{−prec} times a bound of |I|.
// It reports whether MostSeries terms suffice, and all of them were handed over.
//
// bound[j] is of |I⁽ʲ⁾(t)|/j! for all t ≥ 0: d/dt Λ_d(z√t) = −(z²/2d) Λ_{d+2}(z√t), so that the
// j-th derivative of I is the j-th coefficient with Λ_{d+2j}(z√t), at most 1 in absolute value,
// under the integral.
func (g *CompactGroup) SumSeries(order int, top *ball.Real, prec, wp uint,
	moments func(f func(j int, m *ball.Real, size ball.Mag) bool)) bool {
	s := &compactSeries{}
	tm := top.MagUpper()
	pow := ball.MagPow2(0) // top^j
	var c ball.Real        // (−1/4)^j/(j! (d/2)_j)
	c.SetInt64(1)
	moments(func(j int, m *ball.Real, size ball.Mag) bool {
		if !g.Meter.Spend(4 * budget.Arithmetic(wp)) {
			return false // without the bound of what is left out
		}
		b := size.Mul(c.MagUpper())
		s.bound = append(s.bound, b)
		// The last bound appended is that of the first term left out, with which Taylor bounds all
		// of them.
		if j > order+mostVanishing && b.Mul(pow).Cmp(s.bound[0].Mul2Exp(-int64(prec))) < 0 || j > MostSeries || b.IsInf() {
			return false
		}
		s.a = append(s.a, *new(ball.Real).Mul(m, &c, wp))
		c.Quo(&c, closed.Half(g.Dim+2*j), wp)
		c.QuoInt64(&c, int64(-4*(j+1)), wp)
		pow = pow.Mul(tm)
		return true
	})
	g.series = s
	whole := len(s.bound) == len(s.a)+1 // the last bound is that of the rest
	return whole && len(s.a) <= MostSeries && !s.bound[len(s.bound)-1].IsInf()
}

// SignOrderCompact is the order of Taylor expansions on panels if the kernel has a compact part, signOrder without.
const (
	SignOrderCompact = 24
	signOrder        = 12
)

// Taylor implements Group.
//
// The expansion about 0 of n terms is shifted to t0. Its remainder, as a function of t, has n
// vanishing derivatives at 0, and by Taylor's formula for its i-th one |rest⁽ⁱ⁾(t)|/i! ≤ C(n,i)
// bound[n] t^{n−i}. The last coefficient is bound[k], of the k-th derivative everywhere; SumSeries
// has formed more than k terms.
func (g *CompactGroup) Taylor(c []ball.Real, t0 *ball.Real, _ ball.Mag, prec uint) {
	a, n, k := g.series.a, len(g.series.a), len(c)-1
	// what is left out is f⁽ⁿ⁾(ξ)/n! tⁿ, and in the i-th coefficient C(n,i) f⁽ⁿ⁾(ξ)/n! t^{n−i} (by that of f⁽ⁱ⁾/i!)
	wp := prec + uint(a[0].Mid(nil).Prec())
	rest := g.series.bound[n]
	left := make([]ball.Mag, k)
	x := t0.MagUpper()
	binom := ball.MagPow2(0)
	// C(n,i) from C(n,i−1), rounded up.
	for i := range left {
		left[i] = rest.Mul(binom).Mul(x.Pow(uint64(n - i)))
		binom = binom.Mul(ball.MagUint(uint64(n - i))).Quo(ball.MagUintLower(uint64(i + 1)))
	}
	if t0.Positive() == ball.True {
		shiftScaled(c[:k], a, t0, prec, wp)
	} else {
		b := make([]ball.Real, n)
		for i := range b {
			b[i].Set(&a[i])
		}
		for i := range k {
			for j := n - 2; j >= i; j-- {
				b[j].FMA(t0, &b[j+1], &b[j], wp)
			}
			c[i].Set(&b[i])
		}
	}
	for i := range k {
		c[i].AddRad(termTaylor.LeftOut(left[i]))
	}
	c[k].SetInt64(0)
	c[k].AddRad(g.series.bound[k])
}

// shiftScaled sets c to the first Taylor coefficients of Σ a_j t^j at t0 > 0: with A_j = a_j t0^j, c_i t0^i = Σ_j
// C(j,i) A_j, which takes additions only. They are done in whole multiples of a unit, which is small against all that
// is wanted, and the errors are added up alongside.
//
// Integers: sum[j] unit is within err[j] of A_j, where err[j] has the radius, the unit if digits
// were cut off, or all of A_j if none is left. Additions of integers are exact, and the errors add
// up like them.
func shiftScaled(c, a []ball.Real, t0 *ball.Real, prec, wp uint) {
	n := len(a)
	scaled, err := make([]ball.Real, n), make([]ball.Mag, n)
	var most ball.Mag
	var pow ball.Real // t0^j
	pow.SetInt64(1)
	for j := range scaled {
		scaled[j].Mul(&a[j], &pow, wp)
		most = most.Max(scaled[j].MagUpper())
		pow.Mul(&pow, t0, wp)
	}
	if most.IsInf() {
		for i := range c {
			c[i].SetIndeterminate()
		}
		return
	}
	if most.IsZero() {
		most = ball.MagPow2(0)
	}
	unit := most.Exponent() - int64(wp) - 64
	for i := range min(len(c), n) {
		if !scaled[i].IsZero() {
			unit = min(unit, scaled[i].MagUpper().Exponent()-int64(prec)-64)
		}
	}
	sum := make([]big.Int, n)
	var f big.Float
	for j := range sum {
		scaled[j].Mid(&f)
		f.SetMantExp(&f, int(-unit))
		err[j] = scaled[j].Rad()
		switch _, acc := f.Int(&sum[j]); {
		case sum[j].Sign() == 0:
			err[j] = scaled[j].MagUpper()
		case acc != big.Exact:
			err[j] = err[j].Add(ball.MagPow2(unit))
		}
	}
	pow.SetInt64(1)
	for i := range c {
		for j := n - 2; j >= i; j-- {
			sum[j].Add(&sum[j], &sum[j+1])
			err[j] = err[j].Add(err[j+1])
		}
		f.SetPrec(0).SetInt(&sum[i])
		f.SetMantExp(&f, int(unit))
		c[i].SetFloat(&f).AddRad(err[i])
		c[i].Quo(&c[i], &pow, wp)
		pow.Mul(&pow, t0, wp)
	}
}

// Origin implements Group.
//
// The exact m_k (−1/4)ᵏ/(k! (d/2)_k).
func (g *CompactGroup) Origin(k int) (closed.Num, bool) {
	sum := closed.IntNum(0)
	for _, r := range g.runs() {
		f := big.NewRat(1, 1)
		for j := range k {
			f.Mul(f, r.ratio(j))
		}
		sum = sum.Add(r.first.Mul(r.r.PowInt(2 * k)).Mul(closed.RatNum(f)))
	}
	f := big.NewRat(1, 1)
	for j := range k {
		f.Quo(f, big.NewRat(int64(-2*(j+1)*(g.Dim+2*j)), 1)) // −4(j+1)(d/2+j)
	}
	return sum.Mul(closed.RatNum(f)), true
}

// NearZero implements Group: the density is analytic at 0.
func (*CompactGroup) NearZero(*ball.Real, uint) ([]EndTerm, bool) { return nil, false }

// Wave is the term A Λ_n(bω).
//
// B > 0; N is d+2j+2 at a breakpoint, d+2α+2 for Sonine's function.
type Wave struct {
	A    ball.Real
	N, B closed.Num
}

// NearInfinity returns the exact tail. For a breakpoint b at which the kernel jumps by J(z) = Σ c z^p (left minus right),
// with D = (1/z) d/dz,
//
//	−∫_b^∞ J Λ_d(ωz) z^{d−1} dz = Σ_{j<n} A_j Λ_{d+2j+2}(ωb) + (−1)ⁿ/(d(d+2)…(d+2n−2)) E_n,
//	A_j = (−1)^j b^{d+2j} (DʲJ)(b)/(d(d+2)…(d+2j)),  E_n = −∫_b^∞ (DⁿJ) Λ_{d+2n}(ωz) z^{d+2n−1} dz,
//
// from d/dz z^dΛ_{d+2}(ωz) = d z^{d−1}Λ_d(ωz) by parts, in the sense of Abel or of analytic continuation in the powers p.
// For n > p+(d+1)/2 the remainder converges absolutely, and |Λ_D(x)| ≤ Γ(D/2) 2^{D/2−1} x^{−(D−1)/2} B with
// B ≥ √x|J_{D/2−1}(x)| bounds it. From 0, c z^p leaves c C_p ω^{−p−d},
// C_p = 2^{p+d−1} Γ(d/2) Γ((p+d)/2)/Γ(−p/2), that is ∫_0^∞ z^{p+d−1} Λ_d(ωz) dz (DLMF 10.22.43), which vanishes for
// p = 0, 2, ….
//
// From one integration by parts to the next:
//
//	−∫_b^∞ J Λ_d z^{d−1} = (b^d/d) J(b) Λ_{d+2}(ωb) + (1/d) ∫_b^∞ (DJ) Λ_{d+2} z^{d+1},
//
// as z^d Λ_{d+2}(ωz)/d is a primitive of z^{d−1} Λ_d(ωz). The number of terms is chosen by the size
// of the remainder at w alone: any number above `least` is right.
func (g *CompactGroup) NearInfinity(w *ball.Real, prec uint) ([]EndTerm, bool) {
	var out []EndTerm
	add := func(t EndTerm, power *big.Rat) {
		t.Power, t.Alpha, t.Rate = closed.RatNum(power), closed.IntNum(0), closed.IntNum(0)
		out = append(out, t)
	}
	if !g.cusps(w, prec, add) {
		return nil, false
	}
	for _, s := range g.Sonine {
		var e EndTerm
		var n ball.Real
		e.Wave = &Wave{B: s.R, N: s.Alpha.Mul(closed.IntNum(2)).Add(closed.IntNum(int64(g.Dim + 2)))}
		e.Wave.A, n = g.SonineFactor(s, prec)
		n.Mul2Exp(&n, 1)
		nr, ok := e.Wave.N.Rat()
		if !ok || !e.Envelope(w, &n, prec) {
			return nil, false
		}
		// Λ_n(ωR) is of the order ω^{−(n−1)/2}.
		add(e, new(big.Rat).Mul(closed.RatPlus(nr, -1), big.NewRat(-1, 2)))
	}
	breaks, ok := g.Breaks()
	if !ok {
		return nil, false
	}
	for _, b := range breaks {
		least := new(big.Rat) // n must exceed it
		for _, t := range b.terms {
			if t.p.Cmp(least) > 0 {
				least = t.p
			}
		}
		least = new(big.Rat).Add(least, big.NewRat(int64(g.Dim+1), 2))
		// n > p + (d+1)/2 for all p ≥ 0 among the terms; for p < 0 that is more than is needed.
		n := int(new(big.Int).Quo(least.Num(), least.Denom()).Int64()) + 1
		// the number of terms with the least remainder
		best, rest := 0, EndTerm{}
		for i := n; i < n+MostTail; i++ {
			var r EndTerm
			if !g.remainder(&r, b, i, w, prec) {
				break
			}
			// An asymptotic expansion: from some term on the bounds grow.
			if best > 0 && g.remainderAt(&r, i, w).Cmp(g.remainderAt(&rest, best, w)) >= 0 {
				break
			}
			best, rest = i, r
		}
		if best == 0 {
			return nil, false
		}
		// DʲJ of c z^p is c p(p−2)…(p−2j+2) z^{p−2j}, which times b^{d+2j} is c steps(p, j)
		// b^{p+d}.
		f := big.NewRat(1, 1) // (−1)^j/(d(d+2)…(d+2j))
		for j := range best {
			f.Quo(f, big.NewRat(int64(g.Dim+2*j), 1))
			sum := closed.IntNum(0)
			for _, t := range b.terms {
				sum = sum.Add(t.c.Mul(b.At.Pow(closed.RatNum(t.p))).Mul(closed.RatNum(steps(t.p, j))))
			}
			if !sum.IsZero() {
				e := EndTerm{Wave: &Wave{B: b.At, N: closed.IntNum(int64(g.Dim + 2*j + 2))}}
				var x ball.Real
				// A_j = (−1)ʲ b^d Σ c b^p steps(p,j) / (d(d+2)…(d+2j)).
				closed.NewCalc(&e.Wave.A, prec).Num(sum).Num(closed.RatNum(new(big.Rat).Set(f))).PowInt(b.At.Ball(&x, prec), g.Dim)
				if !e.Envelope(w, ball.NewReal(float64(g.Dim+2*j+2)), prec) {
					return nil, false
				}
				add(e, big.NewRat(int64(-g.Dim-2*j-1), 2))
			}
			f.Neg(f)
		}
		add(rest, big.NewRat(int64(-g.Dim-2*best+1), 2))
	}
	return out, true
}

// cusps adds what the powers of z at 0 leave, see NearInfinity.
//
// Terms of one p are added first, exactly: cusps of neighbouring parts may cancel.
func (g *CompactGroup) cusps(w *ball.Real, prec uint, add func(t EndTerm, power *big.Rat)) bool {
	var cusp []powerTerm
	addCusp := func(p *big.Rat, c closed.Num) {
		for i := range cusp {
			if cusp[i].p.Cmp(p) == 0 {
				cusp[i].c = cusp[i].c.Add(c)
				return
			}
		}
		cusp = append(cusp, powerTerm{p: p, c: c})
	}
	for _, q := range g.Pieces {
		if q.lo.IsZero() {
			for _, t := range q.terms {
				addCusp(t.p, t.c)
			}
		}
	}
	if !g.endTerms(w, prec, addCusp, add) {
		return false
	}
	for _, t := range cusp {
		// 1/Γ(−p/2) is 0 for p = 0, 2, 4, ….
		if t.c.IsZero() || t.p.Sign() >= 0 && t.p.IsInt() && t.p.Num().Bit(0) == 0 {
			continue
		}
		var e EndTerm
		closed.NewCalc(&e.Coef, prec).Num(t.c).Cusp(t.p, g.Dim)
		add(e, new(big.Rat).Neg(closed.RatPlus(t.p, g.Dim)))
	}
	return true
}

// MostTail bounds the number of terms of an asymptotic expansion.
const MostTail = 60

// steps returns p(p−2)…(p−2j+2).
func steps(p *big.Rat, j int) *big.Rat {
	product, a, b := big.NewInt(1), new(big.Int).Set(p.Num()), p.Denom()
	for range j {
		product.Mul(product, a)
		a.Sub(a, b).Sub(a, b)
	}
	return new(big.Rat).SetFrac(product, new(big.Int).Exp(b, big.NewInt(int64(j)), nil))
}

// breakpoint is a point where the kernel jumps by Σ c z^p.
//
// Only jumps of the formula count; powers on both sides that cancel leave coefficients that are
// exactly 0.
type breakpoint struct {
	At    closed.Num
	terms []powerTerm
}

// Breaks collects the breakpoints; ok is false if two could be the same or not.
//
// The jump, left less right: a piece ends at hi, its terms are to the left; at lo they are to the
// right.
func (g *CompactGroup) Breaks() (out []breakpoint, ok bool) {
	for _, p := range g.Pieces {
	next:
		for i, end := range []closed.Num{p.hi, p.lo} {
			if end.IsZero() {
				continue
			}
			terms := make([]powerTerm, len(p.terms))
			for j, t := range p.terms {
				if terms[j] = t; i == 1 {
					terms[j].c = t.c.Neg()
				}
			}
			for j := range out {
				c, ok := out[j].At.Cmp(end)
				if !ok {
					return nil, false
				}
				if c == 0 {
					out[j].terms = append(out[j].terms, terms...)
					continue next
				}
			}
			out = append(out, breakpoint{end, terms})
		}
	}
	return out, true
}

// Envelope sets the coefficient to a ball that contains, for ω ≥ w, wave·ω^{(n−1)/2}.
//
// |A Λ_n(bω)| ≤ |A| (bω)^{−(n−1)/2} m for ω ≥ w, m the bound of lambdaEnvelope from bw on.
func (e *EndTerm) Envelope(w, n *ball.Real, prec uint) bool {
	var b, x ball.Real
	e.Wave.B.Ball(&b, prec)
	x.Mul(&b, w, prec)
	m, ok := lambdaEnvelope(n, &x, prec)
	if !ok {
		return false
	}
	// (n−1)/2
	x.AddInt64(n, -1, prec)
	x.Mul2Exp(&x, -1)
	x.Neg(&x)
	x.Pow(&b, &x, prec)
	x.Mul(&x, &e.Wave.A, prec)
	e.Coef.SetInt64(0)
	e.Coef.AddRad(termEnvelope.LeftOut(x.MagUpper().Mul(m)))
	return true
}

// lambdaEnvelope bounds x^{(n−1)/2} |Λ_n(x)| for all x ≥ from: Γ(n/2) 2^{n/2−1} √x |J_ν(x)|, ν = n/2−1, where
//
//	√x |J_ν(x)| ≤ √(2/π) for |ν| ≤ ½,  ≤ √(2/π) (1−ν²/x²)^{−1/4} for x > ν ≥ ½
//
// since xM², M² = J_ν²+Y_ν², increases to 2/π for |ν| < ½, and M² < 2/(π√(x²−ν²)) (Watson, Bessel functions, §13.74).
//
// The second bound falls with x, so that its value at `from` is right for all larger x. ν is one
// number; where its ball is not known to be in one of the two ranges, there is no bound.
func lambdaEnvelope(n, from *ball.Real, prec uint) (ball.Mag, bool) {
	var nu, t, u ball.Real
	nu.Mul2Exp(n, -1)
	v := closed.NewCalc(&u, prec).Gamma(&nu)
	nu.AddInt64(&nu, -1, prec)
	v.Times(t.Pow(ball.NewReal(2), &nu, prec))
	t.Pi(prec)
	t.Mul2Exp(&t, -1)
	v.Times(t.RSqrt(&t, prec))
	if t.Abs(&nu, prec).LessEq(ball.NewReal(0.5)) == ball.True {
		return u.MagUpper(), true
	}
	if ball.NewReal(0.5).LessEq(&nu) != ball.True || nu.Less(from) != ball.True {
		return ball.Mag{}, false
	}
	t.Quo(&nu, from, prec)
	t.Neg(t.Sqr(&t, prec))
	t.AddInt64(&t, 1, prec)
	if t.Positive() != ball.True {
		return ball.Mag{}, false
	}
	v.Times(t.PowRat(&t, big.NewRat(-1, 4), prec))
	return u.MagUpper(), true
}

// remainder sets e.coef to what bounds the remainder after n terms times ω^{(d+2n−1)/2}: with the integral
// ∫_b^∞ z^{p−n+(d−1)/2} dz = b^{p−n+(d+1)/2}/(n−p−(d+1)/2).
//
// |Λ_{d+2n}(ωz)| ≤ m (ωz)^{−(d+2n−1)/2} for z ≥ b, ω ≥ w, under the integral of |DⁿJ| z^{d+2n−1},
// where DⁿJ has the powers p−2n. q = p−n+(d+1)/2 < 0 makes it converge.
func (g *CompactGroup) remainder(e *EndTerm, b breakpoint, n int, w *ball.Real, prec uint) bool {
	var at, x, y ball.Real
	b.At.Ball(&at, prec)
	x.Mul(&at, w, prec)
	m, ok := lambdaEnvelope(ball.NewReal(float64(g.Dim+2*n)), &x, prec)
	if !ok {
		return false
	}
	var sum ball.Mag
	for _, t := range b.terms {
		// ∫_b^∞ z^{p−2n} z^{d+2n−1} z^{−(d+2n−1)/2} dz = ∫_b^∞ z^{q−1} dz = −b^q/q.
		q := new(big.Rat).Add(closed.RatPlus(t.p, -n), big.NewRat(int64(g.Dim+1), 2))
		if q.Sign() >= 0 {
			return false
		}
		x.PowRat(&at, q, prec)
		x.Quo(&x, y.SetRat(q, prec), prec)
		x.Mul(&x, y.SetRat(steps(t.p, n), prec), prec)
		x.Mul(&x, t.c.Ball(&y, prec), prec)
		sum = sum.Add(x.MagUpper())
	}
	for i := range n {
		sum = sum.Quo(ball.MagUintLower(uint64(g.Dim + 2*i)))
	}
	e.Coef.SetInt64(0)
	e.Coef.AddRad(termCompact.LeftOut(sum.Mul(m)))
	return true
}

// remainderAt returns the bound of the remainder at w.
//
// For the choice of the number of terms alone.
func (g *CompactGroup) remainderAt(e *EndTerm, n int, w *ball.Real) ball.Mag {
	var x ball.Real
	x.PowRat(w, big.NewRat(int64(-g.Dim-2*n+1), 2), 64)
	return e.Coef.MagUpper().Mul(x.MagUpper())
}

// TailAt sets dst to the tail at ω, terms of which the waves are enclosed themselves instead of their envelopes.
//
// At one ω the waves themselves are narrower than their envelopes; the other terms have what bounds
// them for all ω ≥ w, w ≤ ω.
func TailAt(dst *ball.Real, terms []EndTerm, omega *ball.Real, prec uint) {
	var t, x ball.Real
	dst.SetInt64(0)
	for i := range terms {
		e := &terms[i]
		if e.Wave != nil {
			var n ball.Real
			x.Mul(omega, e.Wave.B.Ball(&x, prec), prec)
			special.LambdaReal(&t, e.Wave.N.Ball(&n, prec), &x, prec)
			t.Mul(&t, &e.Wave.A, prec)
		} else {
			t.Pow(omega, e.Power.Ball(&x, prec), prec)
			t.Mul(&t, &e.Coef, prec)
		}
		dst.Add(dst, &t, prec)
	}
}
