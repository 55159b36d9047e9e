package sphere

import (
	"math/big"

	"krein/ball"
	"krein/internal/certify/check/rule"
	"krein/internal/certify/proof"
	"krein/internal/kernel/asymptotic"
	"krein/internal/kernel/constant"
	"krein/internal/kernel/formula"
	"krein/internal/kernel/piecewise"
	"krein/kernel"
)

// sphereLegendreRules are about singularities of half-integer orders on S².
var sphereLegendreRules = []*rule.Rule{{
	ID: "pd-sphere.legendre", Claim: proof.PDSphere, Holds: true, Supposes: rule.Pointwise,
	Check: rule.Fact(sphereLegendre),
}}

// LegendreEvidence is the evidence of pd-sphere.legendre: m = Order, N = From, series on 2^−Near of a piece.
//
// Any m, N and near that make the inequalities true are right.
type LegendreEvidence struct {
	Order int       `json:"order"`
	From  int       `json:"from"`
	Near  int       `json:"near"`
	Bits  rule.Bits `json:"bits"`
}

// Bounds of what evidence may ask for.
const maxLegendreOrder, maxLegendreFrom, maxLegendreNear, maxLegendrePieces = 4, 300, 12, 16

// Panels are so much smaller than their distance from ends, have polynomials of that degree, ends so many more terms.
const legendrePanels, legendreDegree, legendreTail = 8, 12, 16

// Legendre holds what is known of the coefficients ∫_0^4 k(√t) P_n(1−t/2) dt.
//
// docs/rules/pd-sphere.legendre.md has the theorem. The plan: with t = z², u = 1 − t/2, L = d/dt
// t(4−t) d/dt,
//
//	LP_n = −n(n+1) P_n,   |P_n| ≤ 1,   ∫ R P_n = (−n(n+1))^{−m} ∫ (LᵐR) P_n,
//
// R being k without the terms that are singular at the ends of pieces ("taken out"), whose
// integrals against P_n are known in closed form. So I_n is the sum of these integrals and of at
// most V (n(n+1))^{−m}, V = ∫_0^4 |LᵐR|, and the leading one of z = 0 is to outweigh the others.
type Legendre struct {
	order, lead int // m, and the power of 1/ν that decides
	prec        uint
	ends        []*shore // two of each piece
	rest        *ball.Real
	size        ball.Mag // of k on [0,2]
}

// shore is an end e of a piece, seen from within; x = w² = |t−e²|.
//
// With t = e² ± x, + to the right, t(4−t) = α + βx − x², α = e²(4−e²), β = ±(4−2e²): the sign of β
// is the side's. α = 0 at the two poles, e = 0 and e = 2.
type shore struct {
	right               bool
	square, alpha, beta *ball.Real // e², e²(4−e²), ±(4−2e²)
	near, zone          *ball.Real // up to which series bound the rest, and up to which it is without what is taken out
	exact               asymptotic.Expansion
	terms, odd          int   // powers of w: of the rest, and the first odd one
	taken               roots // out of k: odd powers and those with logarithms
	operated            roots // of it, m times
}

// roots are terms c·wʲ·(log x)^i under {j, i}, i = 0 or 1.
//
// j may be negative after L has been applied.
type roots map[[2]int]*ball.Real

// operator is d/dt t(4−t) d/dt = (α ± βx − x²) d²/dx² + (±β − 2x) d/dx; of logarithms the derivative by the exponent.
//
// For x^p, p = j/2, L gives α p(p−1) x^{p−2} + β p² x^{p−1} − p(p+1) x^p, here in quarters, j(j−2),
// j², −j(j+2). Of x^p log x there are these with log x, and without it their derivatives by p:
// α(2p−1), 2βp, −(2p+1), that is (j−1), j and (j+1) times the sign, four quarters each.
func (s *shore) operator(f roots, prec uint) roots {
	g := roots{}
	var t ball.Real
	put := func(j, log int, c, by *ball.Real, quarters int64) {
		// An exact zero, as α at a pole, or p(p−1) for p = 1: this is what keeps negative powers
		// from arising at the poles and from whole powers.
		if t.MulInt64(t.Mul(c, by, prec), quarters, prec).IsZero() {
			return
		}
		at := [2]int{j, log}
		if g[at] == nil {
			g[at] = new(ball.Real)
		}
		g[at].Add(g[at], t.Mul2Exp(&t, -2), prec)
	}
	one := new(ball.Real).SetInt64(-1)
	for at, c := range f {
		j := at[0]
		for i, by := range []*ball.Real{s.alpha, s.beta, one} {
			step := int64(j + 2*i - 2)
			put(j-4+2*i, at[1], c, by, int64(j)*step)
			if at[1] == 1 {
				put(j-4+2*i, 0, c, by, 4*int64(j)+4*int64(i)-4)
			}
		}
	}
	return g
}

// vary adds to V the integral over x0 < x < x1 of the absolute values of terms, of powers above −1 if x0 is 0.
//
// ∫ x^{q−1} = (x1^q − x0^q)/q, q = j/2 + 1, or log(x1/x0) for q = 0. A power that is not integrable
// at x0 = 0 makes V indeterminate, with which nothing is proved.
func (l *Legendre) vary(f roots, x0, x1 *ball.Real) {
	for at, c := range f {
		var a, b, logs ball.Real
		q := big.NewRat(int64(at[0]+2), 2)
		if x0.IsZero() && q.Sign() <= 0 {
			l.rest.SetIndeterminate()
			return
		} else if q.Sign() == 0 {
			a.Log(a.Quo(x1, x0, l.prec), l.prec)
		} else {
			a.PowRat(x1, q, l.prec)
			if !x0.IsZero() || q.Sign() < 0 {
				a.Sub(&a, b.PowRat(x0, q, l.prec), l.prec)
			}
			a.Quo(&a, b.SetRat(q, l.prec), l.prec)
		}
		// For x1 ≤ 1 that is an equality: ∫_0^{x1} −log x x^{q−1} = −log x1 x1^q/q + x1^q/q². For
		// x1 > 1 the part beyond 1 is at most log x1 (x1^q − 1)/q, and that below is 1/q² ≤
		// x1^q/q². Between x0 > 0 and x1 |log x| is at most the larger value at an end.
		if at[1] == 1 { // from 0 on, ∫ |log x| x^(q−1) ≤ (|log x1| + 1/q) x1^q/q
			logs.Abs(logs.Log(x1, l.prec), l.prec)
			if x0.IsZero() {
				logs.Add(&logs, b.SetRat(q.Inv(q), l.prec), l.prec)
			} else {
				logs.Max(&logs, b.Abs(b.Log(x0, l.prec), l.prec), l.prec)
			}
			a.Mul(&a, &logs, l.prec)
		}
		l.rest.FMA(&a, b.Abs(c, l.prec), l.rest, l.prec)
	}
}

// NewLegendre expands k at the ends of its pieces and bounds the rest.
//
// near ≥ 2 keeps the series at the two ends of a piece apart, and w = √x ≤ 1 on them (end).
func NewLegendre(k *kernel.Kernel, order, near int, bits rule.Bits) (*Legendre, error) {
	if order < 1 || order > maxLegendreOrder || near < 2 || near > maxLegendreNear {
		return nil, rule.Reject("Legendre's operator %d times, next to 2^-%d", order, near)
	}
	pieces, ends, err := piecesUpTo(k, constInt(2))
	if err != nil {
		return nil, err
	}
	if len(pieces) > maxLegendrePieces {
		return nil, rule.Incomplete("%d pieces", len(pieces))
	}
	l := &Legendre{order: order, prec: uint(bits), rest: new(ball.Real)}
	for i, e := range pieces {
		if err := l.piece(k, e, ends[i:i+2], near); err != nil {
			return nil, err
		}
	}
	l.lead = l.ends[0].odd
	for at := range l.ends[0].taken {
		l.lead = min(l.lead, at[0])
	}
	// The integral of wʲ P_n is of the order ν^{−j−2} at a pole.
	if l.lead += 2; l.lead-2 >= l.ends[0].terms {
		return nil, rule.Incomplete("k has at z = 0 no term that %d times Legendre's operator leaves", order)
	}
	return l, nil
}

// piece adds a piece of k: its ends, and its part of V.
//
// Two neighbouring pieces have to agree in their whole powers at the point between (continues),
// since these are not taken out: R has 2m−1 continuous derivatives there, and L may be moved m
// times from P_n to R. At the poles the boundary terms t(4−t)(…) vanish, as R is there a polynomial
// in x and O(xᵐ log x).
func (l *Legendre) piece(k *kernel.Kernel, f *formula.Expr, at []constant.Value, near int) error {
	var ends []*shore
	for i, e := range at {
		s := &shore{right: i == 0, square: e.Mul(e).Ball(nil, l.prec), alpha: new(ball.Real), beta: new(ball.Real)}
		s.alpha.Mul(s.alpha.Sub(s.alpha.SetInt64(4), s.square, l.prec), s.square, l.prec)
		s.beta.Mul2Exp(s.beta.Sub(s.beta.SetInt64(2), s.square, l.prec), 1)
		if !s.right {
			s.beta.Neg(s.beta)
		}
		ends = append(ends, s)
	}
	var length ball.Real
	length.Sub(ends[1].square, ends[0].square, l.prec)
	for i, s := range ends {
		point, ok := at[i].Expr()
		if !ok || length.Positive() != ball.True {
			return rule.Incomplete("the order of the breakpoints %v and %v is not decided", at[0], at[1])
		}
		s.near, s.zone = new(ball.Real).Mul2Exp(&length, -int64(near)), new(ball.Real).Mul2Exp(&length, -1)
		if err := l.end(k, f, s, piecewise.BreakpointAt(point)); err != nil {
			return err
		}
	}
	if n := len(l.ends); n > 0 && !ends[0].continues(l.ends[n-1]) {
		return rule.Incomplete("the whole powers of k near %v are not those of one function", at[0])
	}
	l.ends = append(l.ends, ends...)
	return l.between(k.Derive(f).Metered(k.Meter()), ends)
}

// end expands k beside the end of a piece and adds to V what the terms leave there.
//
// Terms below K = s.terms (in powers of w) are sorted: whole powers of x stay in R; odd powers of
// w, and at a pole powers with logarithms, are taken out; inside a logarithm is refused. K = 4m−1
// inside makes what is left O(x^{2m−½}), with an integrable Lᵐ; at a pole, where L does not lower
// powers by two, K = 2m is enough.
func (l *Legendre) end(k *kernel.Kernel, e *formula.Expr, s *shore, at piecewise.Breakpoint) (err error) {
	// |z−e|^p is w^{2p} to leading order for e > 0, w^p for e = 0. The change of variable
	// multiplies by an analytic function, so that which powers of a class p + {0, 1, …} come first
	// is the same.
	scale, pole := 2, s.alpha.IsZero()
	if s.square.IsZero() {
		scale = 1
	}
	if s.terms = 4*l.order - 1; pole {
		s.terms = 2 * l.order
	}
	if s.exact, err = k.ExactAt(at, s.right, s.terms/scale+1); err != nil {
		return rule.Incomplete("k near %v: %v", at, err)
	}
	// Terms below K have to be known to the last.
	if !s.exact.Exact && s.exact.Order.Times(int64(scale)).Floor() < int64(s.terms) {
		return rule.Incomplete("k near %v is known to O(τ^%v) only", at, s.exact.Order)
	}
	logs := s.terms
	s.odd = logs
	for _, t := range s.exact.Terms {
		j, ok := t.Exp.Times(int64(scale)).Int()
		switch {
		case !ok || t.LogPow > 1 || t.LogPow > 0 && (j%2 != 0 || !pole):
			return rule.Incomplete("the term with τ^%v of k near %v", t.Exp, at)
		// A coefficient that is not known to be 0 counts; the jets below enclose it.
		case t.Coef.IsZero() == ball.True:
		case t.LogPow == 1:
			logs = min(logs, int(j))
		case j%2 != 0:
			s.odd = min(s.odd, int(j))
		}
	}
	zero, n := new(ball.Real), s.terms+legendreTail
	g := newGerms(at, s.right, s.square, zero, n+8, l.prec, k)
	// At w = 0 itself, with narrow coefficients; over has those of all w in [0,h], for the
	// remainder.
	point := g.shifted(g.of(e), 0)
	h := new(ball.Real).Sqrt(s.near, l.prec)
	over := newGerms(at, s.right, s.square, h.Hull(zero, h, l.prec), n+8, l.prec, k)
	f := over.of(e)
	var left roots
	left, s.taken = roots{}, roots{}
	for log, c := range []*ball.RealSeries{point.a, point.b} {
		for j := range n {
			whole := log == 0 && j%2 == 0
			// Coefficients that are exactly 0 by the expansion.
			if c == nil || log == 1 && j < logs || log == 0 && !whole && j < s.odd {
				continue
			}
			in := s.taken
			if j >= s.terms || whole {
				in = left
			}
			// b log w = (b/2) log x
			in[[2]int{j, log}] = new(ball.Real).Mul2Exp(c.Coef(j), -int64(log))
		}
	}
	s.operated = s.taken
	for range l.order {
		left, s.operated = s.operator(left, l.prec), s.operator(s.operated, l.prec)
	}
	// Between 0 and near, R is what is left here and the remainder. What is taken out at this end
	// counts beyond its zone, up to the end of [0,4] on its side, where R lacks it.
	l.vary(left, zero, s.near)
	extent := s.square
	if s.right {
		extent = new(ball.Real).Sub(new(ball.Real).SetInt64(4), s.square, l.prec)
	}
	l.vary(s.operated, s.zone, extent)
	f = over.shifted(f, 0)
	// |k| ≤ |a| + |b log w|, b(w) = b′(ξ)w as k is bounded, and w|log w| ≤ 1 for w ≤ 1, which near
	// is below.
	size := f.a.Coef(0).MagUpper()
	if f.b != nil {
		size = size.Add(f.b.Coef(1).MagUpper()) // w |log w| ≤ 1
	}
	l.size = l.size.Max(size)
	return l.remainder(over.shifted(f, n), s)
}

// remainder adds to V the part of r = wⁿ(a + b log w): docs/rules/pd-sphere.legendre.md, (a).
//
// r = w^N(a + b log w), |a| + |b|(1+|log w|) ≤ M. One L multiplies a bound of r and of what L made
// of it by ((α + |β|x + x²)E² + (|β| + 2x) x E)/x², increasing in x but for x^{−2}: m of them by
// the m-th power of its value at x = near, over w^{4m}. (a) of the page shows that E ≥ N/2 + 6m + 1
// is enough; N/2 is rounded down here and 2 added.
func (l *Legendre) remainder(r germ, s *shore) error {
	var a, b, u, most ball.Real
	e := int64(r.order/2 + 2 + 6*l.order)
	u.Abs(s.beta, l.prec)
	most.Mul(most.Add(&u, s.near, l.prec), s.near, l.prec)
	most.MulInt64(most.Add(&most, s.alpha, l.prec), e*e, l.prec) // (α + |β|x + x²) E² + (|β| + 2x) x E
	u.MulInt64(u.Mul(u.Add(&u, b.Mul2Exp(s.near, 1), l.prec), s.near, l.prec), e, l.prec)
	most.PowInt64(most.Add(&most, &u, l.prec), int64(l.order), l.prec)
	a.Mul(a.Abs(r.a.Coef(0), l.prec), &most, l.prec)
	bound, j := roots{}, r.order-4*l.order
	if r.b != nil {
		b.Mul(b.Abs(r.b.Coef(0), l.prec), &most, l.prec)
		a.Add(&a, &b, l.prec)
		bound[[2]int{j, 1}] = b.Mul2Exp(&b, -1)
	}
	bound[[2]int{j, 0}] = &a
	if l.vary(bound, new(ball.Real), s.near); !l.rest.IsFinite() {
		return rule.Incomplete("k is not proved to be a series near √%v", s.square)
	}
	return nil
}

// continues tells that the whole powers of |z−e| on both sides of a point are one function as far as they are terms of
// k.
//
// Left powers of e − z are (−1)^p those of z − e.
func (s *shore) continues(left *shore) bool {
	coef := func(x asymptotic.Expansion, p int64) (c constant.Value) {
		for _, t := range x.Terms {
			if e, ok := t.Exp.Int(); ok && e == p && t.LogPow == 0 {
				c = c.Add(t.Coef)
			}
		}
		return c
	}
	// The whole powers x^p, p < K/2, in |z−e|: both have the same classes of exponents.
	for p := int64(0); 2*p < int64(s.terms); p++ {
		c := coef(s.exact, p)
		if p%2 != 0 {
			c = c.Neg()
		}
		if c.Equal(coef(left.exact, p)) != ball.True {
			return false
		}
	}
	return true
}

// between adds to V what is between the series at the ends of a piece: within their zones without what is taken out.
//
// On a panel about mid Taylor's formula gives |LᵐR| ≤ Σ_{i<12} |c_i| yⁱ + |c_12| y¹², y ≥ |t −
// mid|, with c_12 from the jet over the whole panel; times 2y ≥ its length. The panels follow each
// other: each begins at the middle of the ball where the last one ended, which its hull contains.
func (l *Legendre) between(f *kernel.Kernel, ends []*shore) error {
	from, to := ends[0].square, ends[1].square
	var end, t, next, step, x, y, u, mid ball.Real
	end.Sub(to, ends[1].near, l.prec)
	for t.Add(from, ends[0].near, l.prec); end.LessEq(&t) != ball.True; t.Set(&next) {
		step.Min(x.Sub(&t, from, l.prec), y.Sub(to, &t, l.prec), l.prec)
		step.QuoInt64(&step, legendrePanels, l.prec)
		x.Hull(&t, next.Add(&t, &step, l.prec), l.prec)
		at, over := l.operated(f, mid.GetMid(&x)), l.operated(f, &x)
		for _, s := range ends {
			// Not wholly beyond the zone: without what is taken out at that end. A panel across its
			// border has that counted twice, in (c), too, which only adds to V.
			if s.zone.LessEq(y.Abs(y.Sub(&x, s.square, l.prec), l.prec)) != ball.True {
				l.without(s, at, &mid)
				l.without(s, over, &x)
			}
		}
		y.Sub(&x, &mid, l.prec)
		y.SetFloat(y.Upper(nil, l.prec))
		c := new(ball.Real).Abs(over.Coef(legendreDegree), l.prec)
		for i := legendreDegree - 1; i >= 0; i-- {
			c.FMA(c, &y, u.Abs(at.Coef(i), l.prec), l.prec)
		}
		if !c.IsFinite() || t.Less(next.GetMid(&next)) != ball.True { // or panels are too small for the precision
			return rule.Incomplete("%s is not proved to be smooth up to the ends", f)
		}
		l.rest.FMA(c, y.Mul2Exp(&y, 1), l.rest, l.prec)
	}
	return nil
}

// without subtracts from jets at t those of what Legendre's operator makes of the terms taken out at an end.
func (l *Legendre) without(s *shore, jet *ball.RealSeries, t *ball.Real) {
	x := new(ball.RealSeries).SetVar(t, jet.Len())
	x.AddScalar(x, new(ball.Real).Neg(s.square), l.prec)
	if !s.right {
		x.Neg(x)
	}
	for at, c := range s.operated {
		term := new(ball.RealSeries).PowRat(x, big.NewRat(int64(at[0]), 2), l.prec)
		if at[1] == 1 {
			term.Mul(term, new(ball.RealSeries).Log(x, l.prec), l.prec)
		}
		jet.Sub(jet, term.MulScalar(term, c, l.prec), l.prec)
	}
}

// operated is the jet, up to legendreDegree, of what m times Legendre's operator makes of f at t.
//
// Each derivative takes one coefficient, so that 12 are left of 2m+12.
func (l *Legendre) operated(f *kernel.Kernel, t *ball.Real) *ball.RealSeries {
	jet := f.BallTaylorT(nil, t, 2*l.order+legendreDegree, l.prec)
	// The panels and the two ends cover [0,2], so that size bounds |k| there.
	l.size = l.size.Max(jet.Coef(0).MagUpper())
	weight := new(ball.RealSeries).SetVar(t, jet.Len())
	weight.Mul(weight, new(ball.RealSeries).AddScalar(new(ball.RealSeries).Neg(weight),
		new(ball.Real).SetInt64(4), l.prec), l.prec)
	for i := range 2 * l.order {
		for i := range jet.Len() - 1 {
			jet.Coef(i).MulInt64(jet.Coef(i+1), int64(i+1), l.prec)
		}
		jet.SetLen(jet.Len() - 1)
		if i%2 == 0 {
			jet.Mul(jet, weight.SetLen(jet.Len()), l.prec)
		}
	}
	return jet
}

// Value encloses ν^lead times the coefficients of degrees n ≥ 4m with 1/ν in e, ν = n+½; n < 0 stands for all of them.
//
// The sum is of ν^lead I_n; each part is a function of e = 1/ν, for which e may be the ball [0,
// 1/(N+½)] of all ν ≥ N + ½ at once.
func (l *Legendre) Value(e *ball.Real, n int64) *ball.Real {
	sum, t, u := new(ball.Real), new(ball.Real), new(ball.Real)
	one := new(ball.Real).SetInt64(1)
	power := func(p int) *ball.Real { // e^(p−lead)
		// A negative power of e has no bound near e = 0.
		if p < l.lead {
			return new(ball.Real).SetIndeterminate()
		}
		return new(ball.Real).PowInt64(e, int64(p-l.lead), l.prec)
	}
	for _, s := range l.ends {
		if !s.alpha.IsZero() {
			sum.Add(sum, l.wave(s, e, n, power), l.prec)
			continue
		}
		// (2) of the page: for odd j, q = (j+1)/2,
		//
		//	(−1)^q ((½)_q)² 2^{j+2} ν^{−j−2} / Π_{1≤i≤q} (1 − i²/ν²),
		//
		// for even j with a logarithm, q = j/2, −(−1)^q (q!)² 2^{j+2} ν^{−j−2} / Π_{0≤i≤q} (1 −
		// (i+½)²/ν²). They hold for n > q, and n ≥ 4m > q. The loop runs over j/2+1 factors, q or
		// q+1 of them, and changes the sign with each.
		for at, c := range s.taken { // ∫ x^(j/2) (log x)^i P_n over 0 < x < 4
			j, log := at[0], int64(at[1])
			t.Mul2Exp(t.Mul(c, power(j+2), l.prec), int64(j+2))
			for i := range int64(j/2 + 1) { // (−1)^q ((½)_q)², q = (j+1)/2; or −(−1)^q (q!)², q = j/2
				if a := 2*i + 1 - log; a != 0 { // twice ½+i, or i
					t.Mul2Exp(t.MulInt64(t, a*a, l.prec), -2)
				}
				b := 2*i + 2 - log // of the denominators twice 1+i, or ½+i
				u.Mul2Exp(u.MulInt64(u.Sqr(e, l.prec), b*b, l.prec), -2)
				t.Neg(t.Quo(t, u.Sub(one, u, l.prec), l.prec))
			}
			switch { // beside 4, (−1)^n times that
			case !s.right && n < 0:
				t.Hull(t, u.Neg(t), l.prec)
			case !s.right && n%2 == 1:
				t.Neg(t)
			}
			sum.Add(sum, t, l.prec)
		}
	}
	// n(n+1) = ν² − ¼
	u.Mul2Exp(u.Sqr(e, l.prec), -2)
	u.PowInt64(u.Inv(u.Sub(one, u, l.prec), l.prec), int64(l.order), l.prec) // (ν²/(n(n+1)))^m
	t.Mul(l.rest, t.Mul(u, power(2*l.order), l.prec), l.prec)
	return sum.Add(sum, t.Hull(t, u.Neg(t), l.prec), l.prec)
}

// wave encloses what the odd powers of w at an end add to Value, by the r_q of docs/rules/pd-sphere.legendre.md.
//
// (3) of the page: Im e^{iνθ} r_q(ν), cos θ = 1 − e²/2, to the left of e; to the right (−1)ⁿ times
// that with π−θ. For all n at once the phase is anything, and the modulus of the sum bounds it.
func (l *Legendre) wave(s *shore, e *ball.Real, n int64, power func(int) *ball.Real) *ball.Real {
	var cos, sin, u, theta ball.Real
	cos.Sub(u.SetInt64(1), cos.Mul2Exp(s.square, -1), l.prec)
	sin.Sqrt(sin.Sub(&u, sin.Sqr(&cos, l.prec), l.prec), l.prec)
	if s.right {
		cos.Neg(&cos)
	}
	turn, sum := new(ball.Complex).SetParts(&cos, &sin), new(ball.Complex)
	for at, c := range s.taken {
		q := (at[0] + 1) / 2
		r := l.amplitude(q, e, turn)
		sum.Add(sum, r.MulReal(r, u.Mul(c, power(q+1), l.prec), l.prec), l.prec)
	}
	if n < 0 {
		sum.Abs(&u, l.prec)
		return u.Hull(&u, theta.Neg(&u), l.prec)
	}
	theta.Mul2Exp(theta.MulInt64(theta.Acos(&cos, l.prec), 2*n+1, l.prec), -1)
	ball.SinCos(&sin, &cos, &theta, l.prec)
	sum.Mul(sum, turn.SetParts(&cos, &sin), l.prec)
	if s.right && n%2 == 1 {
		sum.Neg(sum)
	}
	return &sum.Im
}

// amplitude is r_q(ν) ν^(q+1).
//
// r_q(ν) = ((q−½)/ν)(e^{−iθ} r_{q−1}(ν−1) − e^{iθ} r_{q−1}(ν+1)), r_0 = 2/ν; with ν^{q+1} in the
// place of (ν±1)^q there is the factor (ν/(ν±1))^q.
func (l *Legendre) amplitude(q int, e *ball.Real, turn *ball.Complex) *ball.Complex {
	if q == 0 {
		return new(ball.Complex).SetInt64(2)
	}
	sum := new(ball.Complex)
	for _, up := range []int64{-1, 1} {
		var ratio, next, im ball.Real // ν/(ν±1), 1/(ν±1)
		ratio.Inv(ratio.AddInt64(ratio.MulInt64(e, up, l.prec), 1, l.prec), l.prec)
		by := l.amplitude(q-1, next.Mul(e, &ratio, l.prec), turn)
		by.MulReal(by, ratio.PowInt64(&ratio, int64(q), l.prec), l.prec)
		im.MulInt64(&turn.Im, up, l.prec)
		by.Mul(by, new(ball.Complex).SetParts(&turn.Re, &im), l.prec)
		sum.Add(sum, by.MulInt64(by, -up*int64(2*q-1), l.prec), l.prec)
	}
	return sum.Mul2Exp(sum, -1)
}

// Positive proves the coefficients of degree n ≥ from positive.
//
// n ≥ 4m is what the closed forms and (ν²/(n(n+1)))ᵐ suppose.
func (l *Legendre) Positive(from int) error {
	// Lower degrees are left to quadrature (sphereLegendre).
	if from < 4*l.order {
		return rule.Reject("the coefficients from degree %d on", from)
	}
	e := new(ball.Real).SetRat(big.NewRat(2, int64(2*from+1)), l.prec)
	v := l.Value(e.Hull(new(ball.Real), e, l.prec), -1)
	return rule.Proved(v.Positive(), "the coefficients from degree %d on are %v times a power and positive", from, v)
}

// sphereLegendre checks pd-sphere.legendre.
//
// Schoenberg (1942), theorem 1, for d = 3: I_n > 0 for n ≥ N by Positive, for n < N by Value at ν =
// n+½ where n ≥ 4m, otherwise by an enclosure of the integral, in which l.size bounds |k|.
func sphereLegendre(c *rule.Checker, g rule.Goal, ev LegendreEvidence) error {
	if g.Dim != 3 || ev.From > maxLegendreFrom {
		return rule.Reject("the coefficients from degree %d on, on S^%d", ev.From, g.Dim-1)
	}
	if err := continuousUpTo2(c, g); err != nil {
		return err
	}
	l, err := NewLegendre(g.Kernel, ev.Order, ev.Near, ev.Bits)
	if err == nil {
		err = l.Positive(ev.From)
	}
	var q integrals
	if err == nil {
		q = integrals{prec: l.prec, bound: l.size}
	}
	for n := 0; n < ev.From && err == nil; n++ {
		if n >= 4*ev.Order {
			e := new(ball.Real).SetRat(big.NewRat(2, int64(2*n+1)), l.prec)
			if l.Value(e, int64(n)).Positive() == ball.True {
				continue
			}
		}
		err = q.nonnegative(c, g, n)
	}
	return err
}
