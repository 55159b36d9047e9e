package mass

import (
	"cmp"
	"maps"
	"math/big"
	"slices"

	"krein/ball"
	"krein/internal/budget"
	"krein/internal/hankel/closed"
	"krein/internal/hankel/density"
	"krein/internal/hankel/endpoint"
	"krein/internal/hankel/sign"
	"krein/internal/kernel/formula"
)

// arcGroup is I for a kernel on (0, R), zero beyond, such as κ₀, κ₁ and the neural tangent kernel: with y = z/R, x = 1
// − y²,
//
//	k = Σ_h α_h y^h √x + Σ_h β_h y^h arccos y,  h ≥ 0 whole, and even in the second sum.
type arcGroup struct {
	*sign.CompactGroup // for the power series
	r                  closed.Num
	root, arc          []arcTerm // α, β
}

type arcTerm struct {
	c closed.Num
	h int
}

// newArcGroup recognises a series in t = √x, of which m counts the work; nil if it is none.
func newArcGroup(dim int, q *density.OpenPart, m *budget.Meter) *arcGroup {
	if q.To == nil || !formula.IsZero(q.From) {
		return nil
	}
	f, ok := endpoint.InSine(q.Formula, q.To)
	if !ok {
		return nil
	}
	terms, ok := arcTerms(f)
	if !ok {
		return nil
	}
	g := &arcGroup{CompactGroup: &sign.CompactGroup{Dim: dim, Meter: m}}
	if g.r, ok = closed.Constant(q.To); !ok || g.r.Sign() <= 0 {
		return nil
	}
	// sums round, so that their order counts
	keys := slices.SortedFunc(maps.Keys(terms), func(a, b arcKey) int { return cmp.Compare(a.h, b.h) })
	for _, key := range keys {
		switch c := terms[key]; {
		case c.IsZero():
		case !c.Exact():
			return nil
		case key.root == 1 && !key.arc:
			g.root = append(g.root, arcTerm{c, key.h})
		case key.root == 0 && key.arc && key.h%2 == 0:
			g.arc = append(g.arc, arcTerm{c, key.h})
		default:
			return nil
		}
	}
	if len(g.root)+len(g.arc) == 0 {
		return nil
	}
	return g
}

// arcKey is y^h t^root arcsin(t)^arc, root 0 or 1.
type arcKey struct {
	h, root int
	arc     bool
}

// mostArc bounds the exponents.
const mostArc = 40

func addArc(s map[arcKey]closed.Num, k arcKey, c closed.Num) {
	if old, ok := s[k]; ok {
		c = c.Add(old)
	}
	s[k] = c
}

// arcTerms expands a formula in t, by t² = 1 − y².
func arcTerms(e *formula.Expr) (map[arcKey]closed.Num, bool) {
	if !e.Varies() {
		c, ok := closed.Constant(e)
		return map[arcKey]closed.Num{{}: c}, ok && c.Exact()
	}
	args := e.Args()
	binary := func() (a, b map[arcKey]closed.Num, ok bool) {
		if a, ok = arcTerms(args[0]); ok {
			b, ok = arcTerms(args[1])
		}
		return a, b, ok
	}
	one := closed.IntNum(1)
	switch e.Op() {
	case formula.OpCall:
		return arcTerms(e.Body())
	case formula.OpVar:
		return map[arcKey]closed.Num{{root: 1}: one}, true
	case formula.OpAsin:
		return map[arcKey]closed.Num{{arc: true}: one}, args[0].Op() == formula.OpVar
	case formula.OpNeg:
		a, ok := arcTerms(args[0])
		for k, c := range a {
			a[k] = c.Neg()
		}
		return a, ok
	case formula.OpAdd, formula.OpSub:
		a, b, ok := binary()
		for k, c := range b {
			if e.Op() == formula.OpSub {
				c = c.Neg()
			}
			addArc(a, k, c)
		}
		return a, ok
	case formula.OpMul:
		if a, b, ok := binary(); ok {
			return timesArc(a, b)
		}
	case formula.OpDiv:
		if args[1].Varies() {
			return nil, false
		}
		a, b, ok := binary()
		if !ok || b[arcKey{}].Sign() == 0 {
			return nil, false
		}
		for k, c := range a {
			a[k] = c.Mul(b[arcKey{}].Inv())
		}
		return a, true
	case formula.OpPow:
		p := args[1].Num()
		if p == nil || p.Sign() < 0 {
			return nil, false
		}
		if args[0].Equal(endpoint.OneMinusSquare) {
			h := new(big.Rat).Add(p, p)
			if !h.IsInt() || h.Cmp(big.NewRat(mostArc, 1)) > 0 {
				return nil, false
			}
			return map[arcKey]closed.Num{{h: int(h.Num().Int64())}: one}, true
		}
		if !p.IsInt() || p.Cmp(big.NewRat(mostArc, 1)) > 0 {
			return nil, false
		}
		a, ok := arcTerms(args[0])
		v := map[arcKey]closed.Num{{}: one}
		for range int(p.Num().Int64()) {
			if !ok {
				return nil, false
			}
			v, ok = timesArc(v, a)
		}
		return v, ok
	}
	return nil, false
}

func timesArc(a, b map[arcKey]closed.Num) (map[arcKey]closed.Num, bool) {
	v := map[arcKey]closed.Num{}
	for k, c := range a {
		for l, e := range b {
			p := arcKey{k.h + l.h, k.root + l.root, k.arc || l.arc}
			if k.arc && l.arc || p.h > mostArc {
				return nil, false
			}
			m := c.Mul(e)
			if p.root == 2 {
				p.root = 0
				addArc(v, arcKey{p.h + 2, 0, p.arc}, m.Neg())
			}
			addArc(v, p, m)
		}
	}
	return v, true
}

// prepare makes the power series for 0 ≤ t ≤ top, as CompactGroup.prepare does, with
//
//	∫_0^1 y^{s−1} √(1−y²) dy = Β(s/2, 3/2)/2,  ∫_0^1 y^{s−1} arccos y dy = Β((s+1)/2, 1/2)/(2s).
func (g *arcGroup) prepare(top *ball.Real, prec uint) bool {
	var r, sq, t ball.Real
	g.r.Ball(&r, prec)
	t.Sqrt(top, 64)
	most := t.Mul(&t, &r, 64).MagUpper().Float64()
	if !(most < sign.MostSeries) {
		return false
	}
	wp := prec + uint(1.5*most) + 64
	g.r.Ball(&r, wp)
	sq.Sqr(&r, wp)
	type run struct {
		v     ball.Real // c Β R^{d+2j}/2
		s     int
		isArc bool
	}
	var runs []run
	start := func(list []arcTerm, isArc bool) {
		for _, q := range list {
			u := run{s: q.h + g.Dim, isArc: isArc}
			if isArc {
				beta(&u.v, u.s+1, 1, wp)
			} else {
				beta(&u.v, u.s, 3, wp)
			}
			u.v.Mul(&u.v, q.c.Ball(&t, wp), wp)
			u.v.Mul(&u.v, t.PowInt64(&r, int64(g.Dim), wp), wp)
			u.v.Mul2Exp(&u.v, -1)
			runs = append(runs, u)
		}
	}
	start(g.root, false)
	start(g.arc, true)
	var m ball.Real
	return g.SumSeries(massOrderCompact, top, prec, wp, func(f func(j int, m *ball.Real, size ball.Mag) bool) {
		for j := 0; ; j++ {
			m.SetInt64(0)
			var size ball.Mag
			for i := range runs {
				u := &runs[i]
				t.Set(&u.v)
				if u.isArc {
					t.QuoInt64(&t, int64(u.s), wp)
				}
				m.Add(&m, &t, wp)
				size = size.Add(t.MagUpper())
				// Β(a+1, b) = Β(a, b) a/(a+b)
				num, den := u.s, u.s+3
				if u.isArc {
					num, den = u.s+1, u.s+2
				}
				u.v.MulInt64(&u.v, int64(num), wp)
				u.v.QuoInt64(&u.v, int64(den), wp)
				u.v.Mul(&u.v, &sq, wp)
				u.s += 2
			}
			if !f(j, &m, size) {
				return
			}
		}
	})
}

// arcsine returns (1/2)_i/(i!(2i+1)), of x^{2i+1} in arcsin x.
func arcsine(i int) *big.Rat {
	r := closed.BinomialOf(big.NewRat(int64(2*i-1), 2), i)
	return r.Quo(r, big.NewRat(int64(2*i+1), 1))
}

// NearInfinity moves the path: with c = Γ(d/2) 2^ν, ν = d/2−1, I is the real part of ∫_0^R k(z) c (ωz)^{−ν} H_ν(ωz)
// z^{d−1} dz, H the first Hankel function, and k is analytic for Re z ∈ [0, R], Im z > 0, so that I is that of the path
// from 0 to i∞ less that from R to R+i∞.
//
// From 0, a term a z^p of the Taylor series of k gives a C_p ω^{−p−d} as for CompactGroup (nothing for even p), and on
// z = iu the remainder of both √(1−y²) = √(1+u²/R²) and arcsin y = i arsinh(u/R) is at most its first term, which
// integrates to cuspBound.
//
// From R, k = Σ_{j<N} b_j x^{j+1/2} + r_N. The power x^{j+1/2} on (0, R) gives Sonine's A_j Λ_{d+2j+3}(ωR), to which
// the path from 0 adds nothing. On z = R(1+is) it is |x| = 2s√(1+s²/4), and |1−θx| ≥ (1+s²/4)^{−1/2} for 0 ≤ θ ≤ 1,
// whose square is least at θ = 1/(s²+4). By Taylor's formula with the integral, with u = xτ² for arcsin(√x)/√x = ∫_0^1
// (1−xτ²)^{−1/2} dτ, r_N is at most the sum of the absolute values of its first terms with |√x x^N| replaced by
// (2s)^{N+1/2} (1+s²/4)^{N+1/2} ≤ (2s)^{N+1/2} e^{(N+1/2)s}, if N exceeds h/2. The rest is bounded as in EndPower.end:
// with κ = (d−1)/2,
//
//	Γ(d/2) 2^ν √(2/π) (1+ρ) R^{κ+1} C 2^{N+1/2} Γ(N+3/2) (fR)^{−N−3/2} ω^{−d/2−1−N},  f = 1 − (κ+N+1/2)/(wR).
func (g *arcGroup) NearInfinity(w *ball.Real,
	prec uint) ([]sign.EndTerm, bool) { // one function: the formula, term by term.
	var out []sign.EndTerm
	add := func(t sign.EndTerm, power *big.Rat) {
		t.Power, t.Alpha, t.Rate = closed.RatNum(power), closed.IntNum(0), closed.IntNum(0)
		out = append(out, t)
	}
	g.cusps(w, prec, add)
	// b_j, and the sum C of absolute values of what makes up b_N
	coefficient := func(n int) (b closed.Num, size ball.Mag) {
		b = closed.IntNum(0)
		plus := func(c closed.Num, f *big.Rat) {
			c = c.Mul(closed.RatNum(f))
			b = b.Add(c)
			var v ball.Real
			size = size.Add(c.Ball(&v, prec).MagUpper())
		}
		power := func(h, i int) *big.Rat { // (−1)^i C(h/2, i), of (1−x)^{h/2}
			return closed.BinomialOf(big.NewRat(int64(2*i-2-h), 2), i)
		}
		for _, q := range g.root {
			plus(q.c, power(q.h, n))
		}
		for _, q := range g.arc {
			for i := 0; i <= min(n, q.h/2); i++ {
				f := power(q.h, i)
				plus(q.c, f.Mul(f, arcsine(n-i)))
			}
		}
		return b, size
	}
	least := 1
	for _, q := range append(append([]arcTerm(nil), g.root...), g.arc...) {
		least = max(least, q.h/2+1)
	}
	var v, x, y, r ball.Real
	g.r.Ball(&r, prec)
	bound := func(n int) (ball.Mag, *big.Rat) {
		// f
		x.SetRat(big.NewRat(int64(g.Dim+2*n), 2), prec)
		y.Mul(w, &r, prec)
		x.Quo(&x, &y, prec)
		x.Neg(&x)
		x.AddInt64(&x, 1, prec)
		if x.Positive() != ball.True {
			return ball.MagInf(), nil
		}
		x.Mul(&x, &r, prec)
		half := func(n int) closed.Num { return closed.RatNum(big.NewRat(int64(n), 2)) }
		k := closed.NewCalc(&v, prec).Gamma(closed.Half(g.Dim)).Gamma(closed.Half(2*n+3)).Pow(&x, half(-2*n-3)).
			Pow(&r, half(g.Dim+1)).Pow(ball.NewReal(2), half(g.Dim-2+1+2*n+1)) // ν + 1/2 + N + 1/2
		x.Pi(prec)
		k.Times(x.RSqrt(&x, prec))
		// 1+ρ, with |ν²−¼| = |(d−1)(d−3)|/4
		nu := int64((g.Dim - 1) * (g.Dim - 3))
		x.SetRat(big.NewRat(max(nu, -nu), 4), prec)
		x.Quo(&x, &y, prec)
		y.Exp(&x, prec)
		x.Mul(&x, &y, prec)
		k.Times(x.AddInt64(&x, 1, prec))
		_, size := coefficient(n)
		return v.MagUpper().Mul(size), big.NewRat(int64(-g.Dim-2-2*n), 2)
	}
	best, rest, size := 0, sign.EndTerm{}, ball.MagInf()
	var power *big.Rat
	for n := least; n < least+sign.MostTail; n++ {
		b, p := bound(n)
		if b.IsInf() {
			break
		}
		at := b.Mul(x.PowRat(w, p, 64).MagUpper())
		if at.Cmp(size) >= 0 {
			break
		}
		best, size, power = n, at, p
		rest.Coef.SetInt64(0)
		rest.Coef.AddRad(termArc.LeftOut(b))
	}
	if best == 0 {
		return nil, false
	}
	add(rest, power)
	for j := range best {
		b, _ := coefficient(j)
		if b.IsZero() {
			continue
		}
		p := &closed.Sonine{Dim: g.Dim, C: b, R: g.r, Alpha: closed.RatNum(big.NewRat(int64(2*j+1), 2))}
		t := sign.EndTerm{Wave: &sign.Wave{B: g.r, N: closed.IntNum(int64(g.Dim + 2*j + 3))}}
		t.Wave.A, _ = g.SonineFactor(p, prec)
		if !t.Envelope(w, ball.NewReal(float64(g.Dim+2*j+3)), prec) {
			return nil, false
		}
		add(t, big.NewRat(int64(-g.Dim-2*j-2), 2))
	}
	return out, true
}

// cuspBound sets dst to 2^{p+d−1} Γ(d/2) Γ((p+d)/2) Γ(p/2+1)/π (see EndPower.CuspRemainder).
func cuspBound(dst *ball.Real, p, dim int, prec uint) {
	var x ball.Real
	k := closed.NewCalc(dst, prec).Gamma(closed.Half(dim)).Gamma(closed.Half(p + dim)).Gamma(closed.Half(p + 2))
	dst.Mul2Exp(dst, int64(p+dim-1))
	x.Pi(prec)
	k.Times(x.Inv(&x, prec))
}

// cusps adds the terms of the odd powers at z = 0 and bounds of the rest.
func (g *arcGroup) cusps(w *ball.Real, prec uint, add func(t sign.EndTerm, power *big.Rat)) {
	var r, x, y, v ball.Real
	g.r.Ball(&r, prec)
	// c (z/R)^p
	term := func(dst *ball.Real, c closed.Num, p int) {
		closed.NewCalc(dst, prec).Num(c).PowInt(&r, -p)
	}
	// the coefficients of y^{h+2i} in y^h√(1−y²), and of y^{h+2i+1} in −y^h arcsin y
	type series struct {
		c    closed.Num
		p    int // the first power
		coef func(i int) *big.Rat
	}
	var all []series
	odd := map[int]closed.Num{}
	for _, q := range g.root {
		all = append(all, series{q.c, q.h, func(i int) *big.Rat {
			return closed.BinomialOf(big.NewRat(int64(2*i-3), 2), i)
		}})
	}
	for _, q := range g.arc { // h even: π/2 y^h gives nothing
		all = append(all, series{q.c.Neg(), q.h + 1, arcsine})
	}
	at := func(n int) (sum ball.Mag) {
		for _, s := range all {
			p := s.p + 2*n
			cuspBound(&v, p, g.Dim, 64)
			term(&x, s.c.Mul(closed.RatNum(s.coef(n))), p)
			y.PowInt64(w, int64(-p-g.Dim), 64)
			sum = sum.Add(v.MagUpper().Mul(x.MagUpper()).Mul(y.MagUpper()))
		}
		return sum
	}
	n, size := 1, at(1)
	for m := 2; m < sign.MostTail; m++ {
		s := at(m)
		if s.Cmp(size) >= 0 {
			break
		}
		n, size = m, s
	}
	for _, s := range all {
		for i := range n {
			if p := s.p + 2*i; p%2 == 1 {
				c := s.c.Mul(closed.RatNum(s.coef(i)))
				if old, ok := odd[p]; ok {
					c = c.Add(old)
				}
				odd[p] = c
			}
		}
		var t sign.EndTerm
		p := s.p + 2*n
		cuspBound(&v, p, g.Dim, prec)
		term(&x, s.c.Mul(closed.RatNum(s.coef(n))), p)
		t.Coef.SetInt64(0)
		t.Coef.AddRad(termArcCusp.LeftOut(v.MagUpper().Mul(x.MagUpper())))
		add(t, big.NewRat(int64(-p-g.Dim), 1))
	}
	for _, p := range slices.Sorted(maps.Keys(odd)) {
		c := odd[p]
		if c.IsZero() {
			continue
		}
		var t sign.EndTerm
		term(&t.Coef, c, p)
		closed.NewCalc(&v, prec).Times(&t.Coef).Cusp(big.NewRat(int64(p), 1), g.Dim)
		t.Coef.Set(&v)
		add(t, big.NewRat(int64(-p-g.Dim), 1))
	}
}

// newArcSigner is NewIntegrator for one arcGroup; nil if the density is none.
func newArcSigner(p *density.Density, prec uint) *MassSigner {
	if len(p.Parts()) != 1 {
		return nil
	}
	q, ok := p.Parts()[0].(*density.OpenPart)
	if !ok {
		return nil
	}
	g := newArcGroup(p.Dim(), q, p.Kernel().Meter())
	if g == nil {
		return nil
	}
	g.Ends = []sign.EndPiece{{R: g.r}} // for the reach
	s := &MassSigner{order: massOrderCompact, arc: g}
	s.Signer = &sign.Signer{Dim: p.Dim(), Groups: []sign.Group{g}, F: &sign.Forms{Dim: p.Dim(), Compact: g.CompactGroup},
		Order: sign.SignOrderCompact, Prec: prec, Entire: true}
	density.Prefactor(&s.Kappa, ball.NewReal(1), p.Dim(), prec)
	return s
}

// Prepare is that of the signer.
func (s *MassSigner) Prepare(to float64) bool {
	if s.arc != nil {
		return s.arc.prepare(ball.NewReal(to), s.Prec)
	}
	for _, g := range s.Own {
		if !g.(*expGroup).prepare(ball.NewReal(to), s.Prec) {
			return false
		}
	}
	return s.Signer.Prepare(to)
}

// isCompact reports whether g is the group that oscillates forever.
func (s *MassSigner) isCompact(g sign.Group) bool {
	return g == sign.Group(s.F.Compact) || s.arc != nil
}

// beta sets dst to Β(a/2, b/2), a, b > 0.
func beta(dst *ball.Real, a, b int, prec uint) {
	closed.NewCalc(dst, prec).Gamma(closed.Half(a)).Gamma(closed.Half(b)).RecipGamma(closed.Half(a + b))
}
