package sphere

import (
	"math/big"

	"krein/ball"
	"krein/certify/check/rule"
	"krein/certify/proof"
	"krein/kernel"
	"krein/kernel/asymptotic"
	"krein/kernel/constant"
	"krein/kernel/formula"
	"krein/kernel/piecewise"
)

// sphereLegendreRules are about singularities of half-integer orders on S².
var sphereLegendreRules = []*rule.Rule{{
	ID: "pd-sphere.legendre", Claim: proof.PDSphere, Holds: true, Supposes: rule.Pointwise,
	Theorem: "Let d = 3 and k be continuous on [0,2], analytic but for points e_i, and beside each of them a series in powers of w = √|z²−e_i²|, at z = 0 and 2 also log w. " +
		"The Legendre coefficients of wʲ are known, and m times Legendre's operator bounds those of the rest by V (n(n+1))^−m. " +
		"Where from n = N on the first power at z = 0 outweighs the others and the rest, and the coefficients before are not negative, k is positive definite.",
	Citation: "docs/rules/pd-sphere.legendre.md; I. J. Schoenberg, Positive definite functions on spheres (1942), theorem 1", Check: rule.Fact(sphereLegendre),
}}

// LegendreEvidence is the evidence of pd-sphere.legendre: m = Order, N = From; series are used on the part 2^−Near of a piece.
type LegendreEvidence struct {
	Order int       `json:"order"`
	From  int       `json:"from"`
	Near  int       `json:"near"`
	Bits  rule.Bits `json:"bits"`
}

// Bounds of what evidence may ask for.
const maxLegendreOrder, maxLegendreFrom, maxLegendreNear, maxLegendrePieces = 4, 300, 8, 16

// A panel is so many times smaller than its distance from the ends, and what is integrated a polynomial of that degree there; beside an end
// so many terms are split from the rest.
const legendrePanels, legendreDegree, legendreTail = 8, 12, 12

// Legendre holds what is known of the coefficients ∫_0^4 k(√t) P_n(1−t/2) dt.
type Legendre struct {
	order, lead int // m, and the power of 1/ν that decides
	prec        uint
	ends        []*shore // two of each piece
	pieces      []*kernel.Kernel
	jumps       []jump
	rest        *ball.Real // V
	size        ball.Mag   // of k on [0,2]
}

// shore is an end e of a piece, seen from within; x = w² = |t−e²|.
type shore struct {
	square *ball.Real // e²
	right  bool
	pole   bool // or antipode
	exact  asymptotic.Expansion
	near   *ball.Real            // up to which V is taken from series
	zone   *ball.Real            // up to which V is without out
	out    [2]map[int]*ball.Real // m times Legendre's operator of the terms that are not left in k
	// k has the terms coef[0][j] wʲ + coef[1][j] wʲ log x, j < terms, where those with odd j may differ from 0 from odd on, and those with even j
	// from the continuation of the other side from even on.
	coef             [2]map[int]*ball.Real
	terms, odd, even int
}

// jump is a term c·(e²−t)^p on 0 < t < e².
type jump struct {
	at    *shore
	power int
	coef  *ball.Real
}

func (s *shore) sign() int64 {
	if s.right {
		return 1
	}
	return -1
}

// operator applies Legendre's operator d/dt t(4−t) d/dt to Σ (a_j + b_j log x) x^(j/2): with t = e² ± x it is
// (α ± βx − x²) d²/dx² + (±β − 2x) d/dx, α = e²(4−e²), β = 4−2e². It returns α and ±β, too.
func (s *shore) operator(f [2]map[int]*ball.Real, prec uint) (g [2]map[int]*ball.Real, alpha, beta *ball.Real) {
	alpha = new(ball.Real).SetInt64(4)
	alpha.Mul(alpha.Sub(alpha, s.square, prec), s.square, prec)
	beta = new(ball.Real).SetInt64(2)
	beta.MulInt64(beta.Sub(beta, s.square, prec), 2*s.sign(), prec)
	g = [2]map[int]*ball.Real{{}, {}}
	var t ball.Real
	put := func(log, j int, c, by *ball.Real, quarters int64) {
		if quarters == 0 || by.IsZero() || c.IsZero() {
			return
		}
		if g[log][j] == nil {
			g[log][j] = new(ball.Real)
		}
		t.MulInt64(t.Mul(c, by, prec), quarters, prec)
		g[log][j].Add(g[log][j], t.Mul2Exp(&t, -2), prec)
	}
	one := new(ball.Real).SetInt64(-1)
	for log := range f {
		for j, c := range f[log] {
			p := int64(j)
			put(log, j-4, c, alpha, p*(p-2))
			put(log, j-2, c, beta, p*p)
			put(log, j, c, one, p*(p+2))
			if log == 1 { // the derivative by the exponent
				put(0, j-4, c, alpha, 4*p-4)
				put(0, j-2, c, beta, 4*p)
				put(0, j, c, one, 4*p+4)
			}
		}
	}
	return g, alpha, beta
}

// variation adds to sum the integral over x0 < x < x1 of the absolute values of terms, of powers above −1 if x0 is 0.
func variation(sum *ball.Real, f [2]map[int]*ball.Real, x0, x1 *ball.Real, prec uint) {
	var a, b, t ball.Real
	logs := new(ball.Real).Log(x1, prec)
	logs.Abs(logs, prec)
	if !x0.IsZero() {
		logs.Max(logs, b.Abs(b.Log(x0, prec), prec), prec)
	}
	for log := range f {
		for j, c := range f[log] {
			q := big.NewRat(int64(j+2), 2)
			if q.Sign() == 0 {
				a.Log(a.Quo(x1, x0, prec), prec)
			} else {
				a.PowRat(x1, q, prec)
				if !x0.IsZero() || q.Sign() < 0 {
					a.Sub(&a, b.PowRat(x0, q, prec), prec)
				}
				a.Quo(&a, b.SetRat(q, prec), prec)
			}
			if log == 1 { // from 0 on, ∫ |log x| x^(q−1) ≤ (|log x1| + 1/q) x1^q/q
				t.Set(logs)
				if x0.IsZero() {
					t.Add(logs, t.SetRat(new(big.Rat).Inv(q), prec), prec)
				}
				a.Mul(&a, &t, prec)
			}
			sum.FMA(&a, t.Abs(c, prec), sum, prec)
		}
	}
}

// NewLegendre expands k at the ends of its pieces and bounds the rest.
func NewLegendre(k *kernel.Kernel, order, near int, bits rule.Bits) (*Legendre, error) {
	if order < 1 || order > maxLegendreOrder || near < 2 || near > maxLegendreNear {
		return nil, rule.Reject("Legendre's operator %d times, next to 2^-%d", order, near)
	}
	all, err := k.ExactPieces()
	if err != nil {
		return nil, rule.Incomplete("the pieces of the kernel are not proved: %v", err)
	}
	if len(all) > maxLegendrePieces {
		return nil, rule.Incomplete("%d pieces", len(all))
	}
	l := &Legendre{order: order, prec: uint(bits), rest: new(ball.Real)}
	last := false
	for _, p := range all {
		if last {
			break
		}
		lo, err := p.Lo.Constant()
		hi := constInt(2)
		if last = p.Hi.Inf; !last && err == nil {
			if hi, err = p.Hi.Constant(); err == nil {
				c, known := hi.Cmp(constInt(2))
				if known != ball.True {
					return nil, rule.Incomplete("whether the breakpoint %v is beyond 2 is not decided", p.Hi)
				}
				last = c >= 0
			}
		}
		if err != nil {
			return nil, rule.Incomplete("the ends of [%v, %v]: %v", p.Lo, p.Hi, err)
		}
		if last {
			p.Hi = piecewise.BreakpointAt(formula.Int(2))
			hi = constInt(2)
		}
		if err := l.piece(k, p, lo, hi, near); err != nil {
			return nil, err
		}
	}
	if !last {
		return nil, rule.Incomplete("no piece reaches 2")
	}
	return l, l.finish()
}

// piece adds a piece of k: its ends, and its part of V.
func (l *Legendre) piece(k *kernel.Kernel, p piecewise.ExactPiece, lo, hi constant.Value, near int) error {
	var from, to, length, half ball.Real
	lo.Mul(lo).Ball(&from, l.prec)
	hi.Mul(hi).Ball(&to, l.prec)
	half.Mul2Exp(length.Sub(&to, &from, l.prec), -1)
	length.Mul2Exp(&length, -int64(near))
	if length.Positive() != ball.True {
		return rule.Incomplete("%v and %v cannot be ordered", p.Lo, p.Hi)
	}
	for _, right := range []bool{true, false} {
		s := &shore{square: &from, right: right, near: &length, zone: &half}
		at := p.Lo
		if !right {
			s.square, at = &to, p.Hi
		}
		zero, two := s.square.IsZero(), hi.Sub(constInt(2)).IsZero() == ball.True && !right
		if two {
			s.square = new(ball.Real).SetInt64(4)
		}
		s.pole = zero || two
		if err := l.end(k, p.Expr, s, at); err != nil {
			return err
		}
		l.ends = append(l.ends, s)
	}
	l.pieces = append(l.pieces, kernel.NewNatural(p.Expr).Metered(k.Meter()))
	return nil
}

// between adds to V what is between the series at the ends of a piece: within their zones without the terms that are taken out of k there.
func (l *Legendre) between(f *kernel.Kernel, ends []*shore) error {
	from, to := ends[0].square, ends[1].square
	var end, t, step, x, y, u, mid ball.Real
	end.Sub(to, ends[1].near, l.prec)
	for t.Add(from, ends[0].near, l.prec); end.LessEq(&t) != ball.True; t.GetMid(y.Add(&t, &step, l.prec)) {
		step.Min(x.Sub(&t, from, l.prec), y.Sub(to, &t, l.prec), l.prec)
		step.QuoInt64(&step, legendrePanels, l.prec)
		x.Hull(&t, y.Add(&t, &step, l.prec), l.prec)
		mid.GetMid(&x)
		at, over := l.legendreAt(f, &mid), l.legendreAt(f, &x)
		for _, s := range ends {
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
		if !c.IsFinite() {
			return rule.Incomplete("%s is not seen to be smooth up to the ends", f)
		}
		l.rest.FMA(c, y.Mul2Exp(&y, 1), l.rest, l.prec)
	}
	return nil
}

// without subtracts from jets at t those of what Legendre's operator makes of the terms that are taken out of k at an end.
func (l *Legendre) without(s *shore, jet *ball.RealSeries, t *ball.Real) {
	x := new(ball.RealSeries).SetVar(t, jet.Len())
	x.AddScalar(x, new(ball.Real).Neg(s.square), l.prec)
	if !s.right {
		x.Neg(x)
	}
	for log := range s.out {
		for j, c := range s.out[log] {
			term := new(ball.RealSeries).PowRat(x, big.NewRat(int64(j), 2), l.prec)
			if log == 1 {
				term.Mul(term, new(ball.RealSeries).Log(x, l.prec), l.prec)
			}
			jet.Sub(jet, term.MulScalar(term, c, l.prec), l.prec)
		}
	}
}

// legendreAt is the jet, up to legendreDegree, of what m times Legendre's operator makes of f at t.
func (l *Legendre) legendreAt(f *kernel.Kernel, t *ball.Real) *ball.RealSeries {
	jet := f.BallTaylorT(nil, t, 2*l.order+legendreDegree, l.prec)
	l.size = l.size.Max(jet.Coef(0).MagUpper())
	for range l.order {
		jet = legendreOf(jet, t, l.prec)
	}
	return jet
}

// legendreOf applies Legendre's operator to jets at t.
func legendreOf(f *ball.RealSeries, at *ball.Real, prec uint) *ball.RealSeries {
	weight := new(ball.RealSeries).SetVar(at, f.Len())
	weight.Mul(weight, new(ball.RealSeries).AddScalar(new(ball.RealSeries).Neg(weight), new(ball.Real).SetInt64(4), prec), prec)
	f = derivativeOf(f, prec)
	return derivativeOf(f.Mul(weight.SetLen(f.Len()), f, prec), prec)
}

func derivativeOf(f *ball.RealSeries, prec uint) *ball.RealSeries {
	d := new(ball.RealSeries).SetLen(f.Len() - 1)
	for i := range d.Len() {
		d.Coef(i).MulInt64(f.Coef(i+1), int64(i+1), prec)
	}
	return d
}

// end expands k beside the end of a piece and adds to V what the terms leave there.
func (l *Legendre) end(k *kernel.Kernel, e *formula.Expr, s *shore, at piecewise.Breakpoint) (err error) {
	s.terms = 4*l.order - 1
	if s.pole {
		s.terms = 2 * l.order
	}
	scale, logs := int64(2), s.terms
	if s.square.IsZero() {
		scale = 1
	}
	if s.exact, err = k.ExactAt(at, s.right, s.terms/int(scale)+1); err != nil {
		return rule.Incomplete("k beside %v: %v", at, err)
	}
	s.odd = s.terms
	if !s.exact.Exact {
		s.odd = min(s.odd, int(s.exact.Order.Times(scale).Floor()))
	}
	s.even = s.odd
	for _, t := range s.exact.Terms {
		j, ok := t.Exp.Times(scale).Int()
		switch {
		case !ok || t.LogPow > 1 || t.LogPow > 0 && j%2 != 0:
			return rule.Incomplete("the term with τ^%v of k beside %v", t.Exp, at)
		case t.Coef.IsZero() == ball.True || j >= int64(s.terms):
		case t.LogPow == 1:
			logs = min(logs, int(j))
		case j%2 != 0:
			s.odd = min(s.odd, int(j))
		}
	}
	if logs = min(logs, s.even); logs < s.terms && !s.pole {
		return rule.Incomplete("a logarithm of k beside %v", at)
	}
	var h ball.Real
	zero := new(ball.Real)
	h.Hull(zero, h.Sqrt(s.near, l.prec), l.prec)
	n := s.terms + legendreTail + 2*l.order + 8
	point, err := newGerms(at, s.right, s.square, zero, n, l.prec, k.Meter()).of(e)
	if err != nil {
		return err
	}
	s.coef = [2]map[int]*ball.Real{{}, {}}
	for log, c := range []*ball.RealSeries{point.a, point.b} {
		for j := range s.terms + legendreTail {
			if i := j - point.order; c != nil && i >= 0 && i < c.Len() && (log == 0 && (j%2 == 0 || j >= s.odd) || log == 1 && j >= logs) {
				s.coef[log][j] = new(ball.Real).Mul2Exp(c.Coef(i), -int64(log))
			}
		}
	}
	g := newGerms(at, s.right, s.square, &h, n, l.prec, k.Meter())
	f, err := g.of(e)
	if err != nil {
		return err
	}
	bounded := g.shifted(f, 0)
	size := bounded.a.Coef(0).MagUpper()
	if bounded.b != nil {
		size = size.Add(bounded.b.Coef(1).MagUpper()) // w |log w| ≤ 1
	}
	l.size = l.size.Max(size)
	f = g.shifted(f, s.terms+legendreTail)
	for range l.order {
		f = g.legendre(f, s)
	}
	// ∫_0^h |w^q (a + b log w)| 2w dw
	var t, u ball.Real
	h.Sqrt(s.near, l.prec)
	q := int64(f.order + 2)
	t.Abs(f.a.Coef(0), l.prec)
	if f.b != nil {
		u.Abs(u.Log(&h, l.prec), l.prec)
		u.Add(&u, new(ball.Real).SetRat(big.NewRat(1, q), l.prec), l.prec)
		t.FMA(&u, new(ball.Real).Abs(f.b.Coef(0), l.prec), &t, l.prec)
	}
	t.Mul(&t, u.PowInt64(&h, q, l.prec), l.prec)
	l.rest.Add(l.rest, t.QuoInt64(t.Mul2Exp(&t, 1), q, l.prec), l.prec)
	if !l.rest.IsFinite() {
		return rule.Incomplete("%s is not bounded beside %v", e, at)
	}
	return nil
}

// legendre applies Legendre's operator to a germ in w, as shore.operator.
func (g *germs) legendre(f germ, s *shore) germ {
	_, alpha, beta := s.operator([2]map[int]*ball.Real{}, g.prec)
	first := g.byX(f)
	second := g.byX(first)
	square := new(ball.RealSeries).Mul(g.w, g.w, g.prec)
	minus := func(c *ball.Real, times int64) germ { // c − times·w²
		x := new(ball.RealSeries).MulScalar(square, new(ball.Real).SetInt64(-times), g.prec)
		return germ{a: x.AddScalar(x, c, g.prec)}
	}
	first, _ = g.mul(first, minus(beta, 2))
	weight := minus(beta, 1) // of w², and α before it
	if !s.pole {
		weight.a.Mul(weight.a, square, g.prec)
		weight.a.AddScalar(weight.a, alpha, g.prec)
	} else {
		weight.order = 2
	}
	second, _ = g.mul(second, weight)
	return g.add(second, first)
}

// byX is the derivative by x = w², (1/2w) d/dw.
func (g *germs) byX(f germ) germ {
	d := func(c *ball.RealSeries) *ball.RealSeries {
		if c == nil {
			return nil
		}
		r := derivativeOf(c, g.prec)
		r.SetLen(c.Len())
		r.Coef(r.Len() - 1).SetIndeterminate()
		r.Mul(r, g.w, g.prec)
		r.Add(r, new(ball.RealSeries).MulScalar(c, new(ball.Real).SetInt64(int64(f.order)), g.prec), g.prec)
		return r.Mul2Exp(r, -1)
	}
	x := germ{f.order - 2, d(f.a), d(f.b)}
	if f.b != nil {
		x.a.Add(x.a, new(ball.RealSeries).Mul2Exp(f.b, -1), g.prec)
	}
	return x
}

// finish compares the sides, and adds to V what the terms have elsewhere.
func (l *Legendre) finish() error {
	four := new(ball.Real).SetInt64(4)
	for i, s := range l.ends {
		if s.pole {
			s.even = s.terms
		} else if s.right {
			left := l.ends[i-1]
			s.even = s.agree(left)
			left.even = s.even
			for j := s.even; j < s.terms; j += 2 {
				c := new(ball.Real)
				if after := s.coef[0][j]; after != nil && j%4 == 0 {
					c.Neg(after)
				} else if after != nil {
					c.Set(after)
				}
				if before := left.coef[0][j]; before != nil {
					c.Add(c, before, l.prec)
				}
				l.jumps = append(l.jumps, jump{s, j / 2, c})
			}
		}
	}
	zero := new(ball.Real)
	for _, s := range l.ends {
		in, out := [2]map[int]*ball.Real{{}, {}}, [2]map[int]*ball.Real{{}, {}}
		for log := range s.coef {
			for j, c := range s.coef[log] {
				if j >= s.terms || log == 0 && j%2 == 0 && j < s.even {
					in[log][j] = c
				} else {
					out[log][j] = c
				}
			}
		}
		for range l.order {
			in, _, _ = s.operator(in, l.prec)
			out, _, _ = s.operator(out, l.prec)
		}
		extent := s.square
		if s.right {
			extent = new(ball.Real).Sub(four, s.square, l.prec)
		}
		variation(l.rest, in, zero, s.near, l.prec)
		variation(l.rest, out, s.zone, extent, l.prec)
		s.out = out
	}
	for i, f := range l.pieces {
		if err := l.between(f, l.ends[2*i:2*i+2]); err != nil {
			return err
		}
	}
	l.lead = l.ends[0].odd
	for j := range l.ends[0].coef[1] {
		l.lead = min(l.lead, j)
	}
	if l.lead += 2; l.lead-2 >= l.ends[0].terms || l.lead > 2*l.order || !l.rest.IsFinite() {
		return rule.Incomplete("k has at z = 0 no term of an order that %d times Legendre's operator leaves", l.order)
	}
	return nil
}

// agree returns the first even power of w from which on the sides of an end may differ.
func (s *shore) agree(left *shore) int {
	coef := func(x asymptotic.Expansion, p int64) (c constant.Value) {
		for _, t := range x.Terms {
			if e, ok := t.Exp.Int(); ok && e == p && t.LogPow == 0 {
				return t.Coef
			}
		}
		return c
	}
	most := min(s.even, left.even) // up to which the terms are known
	for p := int64(0); 2*int(p) < most; p++ {
		c := coef(s.exact, p)
		if p%2 != 0 {
			c = c.Neg()
		}
		if c.Equal(coef(left.exact, p)) != ball.True {
			return int(2 * p)
		}
	}
	return (most + 1) / 2 * 2
}

// Value encloses ν^lead times the coefficients of those degrees n ≥ 4m for which 1/ν is in e, ν = n+½; n < 0 stands for all of them.
func (l *Legendre) Value(e *ball.Real, n int64) *ball.Real {
	sum, t, u := new(ball.Real), new(ball.Real), new(ball.Real)
	one := new(ball.Real).SetInt64(1)
	power := func(dst *ball.Real, p int) *ball.Real { // e^(p−lead)
		if p < l.lead {
			return dst.SetIndeterminate()
		}
		return dst.PowInt64(e, int64(p-l.lead), l.prec)
	}
	add := func(c *ball.Real, symmetric bool) { // c, or anything between −c and c
		if symmetric {
			c.Hull(c, new(ball.Real).Neg(c), l.prec)
		}
		sum.Add(sum, c, l.prec)
	}
	for _, s := range l.ends {
		if !s.pole {
			add(l.wave(s, e, n, power), false)
			continue
		}
		for log, terms := range s.coef {
			for j, c := range terms {
				if log == 0 && j%2 == 0 || j >= s.terms {
					continue // a polynomial, or of the rest
				}
				t.Mul(c, power(u, j+2), l.prec)
				t.Mul2Exp(t, int64(j+2))
				for i := range int64(j/2 + 1) { // (−1)^q ((½)_q)², q = (j+1)/2; or −(−1)^q (q!)², q = j/2
					a := 2*i + 1 // twice (½+i), 1+i; of the denominator 1+i, ½+i
					if log == 1 {
						a = 2 * i
					}
					if a != 0 {
						t.MulInt64(t, a*a, l.prec)
						t.Mul2Exp(t, -2)
					}
					t.Neg(t)
					b := 4*(i+1)*(i+1) - int64(log)*(4*i+3)
					u.Mul2Exp(u.MulInt64(u.Sqr(e, l.prec), b, l.prec), -2)
					t.Quo(t, u.Sub(one, u, l.prec), l.prec)
				}
				if !s.right && n%2 == 1 {
					t.Neg(t)
				}
				add(t, !s.right && n < 0)
			}
		}
	}
	for _, x := range l.jumps { // |∫_0^{e²} (e²−t)^p P_n| ≤ p! 2^(p+1) (2/(π sin θ (ν−p−1)))^½ / (ν (ν−1) … (ν−p)), with (ν−p−1) for each
		shrink := new(ball.Real).MulInt64(e, int64(x.power+1), l.prec)
		shrink.Inv(shrink.Sub(one, shrink, l.prec), l.prec) // ν/(ν−p−1)
		t.Mul(x.coef, power(u, x.power+1), l.prec)
		t.Mul2Exp(t, int64(x.power+1))
		for i := range int64(x.power + 1) {
			t.MulInt64(t.Mul(t, shrink, l.prec), max(i, 1), l.prec)
		}
		_, sin := x.at.angle(l.prec)
		u.Mul(u.Mul(e, shrink, l.prec), new(ball.Real).SetInt64(2), l.prec)
		u.Quo(u, sin.Mul(sin, new(ball.Real).Pi(l.prec), l.prec), l.prec)
		u.Sqrt(u.SetFloat(u.Upper(nil, l.prec)), l.prec)
		add(t.Mul(t, u, l.prec), true)
	}
	u.Mul2Exp(u.Sqr(e, l.prec), -2)
	u.PowInt64(u.Inv(u.Sub(one, u, l.prec), l.prec), int64(l.order), l.prec) // (ν²/(n(n+1)))^m
	add(t.Mul(l.rest, t.Mul(u, power(new(ball.Real), 2*l.order), l.prec), l.prec), true)
	return sum
}

// angle returns cos θ and sin θ of an end.
func (s *shore) angle(prec uint) (cos, sin *ball.Real) {
	cos = new(ball.Real).SetInt64(1)
	cos.Sub(cos, new(ball.Real).Mul2Exp(s.square, -1), prec)
	sin = new(ball.Real).SetInt64(1)
	return cos, sin.Sqrt(sin.Sub(sin, new(ball.Real).Sqr(cos, prec), prec), prec)
}

// wave encloses what the odd powers of w at an end add to Value: ∫_0^{e²} (e²−t)^(q−½) P_n = Im e^{iνθ} r_q(ν), r_0 = 2/ν,
// r_q(ν) = ((q−½)/ν) (e^{−iθ} r_{q−1}(ν−1) − e^{iθ} r_{q−1}(ν+1)); beyond e², (−1)^n times that with π−θ.
func (l *Legendre) wave(s *shore, e *ball.Real, n int64, power func(*ball.Real, int) *ball.Real) *ball.Real {
	cos, sin := s.angle(l.prec)
	if s.right {
		cos.Neg(cos)
	}
	turn, sum := new(ball.Complex).SetParts(cos, sin), new(ball.Complex)
	var u ball.Real
	for j, c := range s.coef[0] {
		if j%2 != 0 && j < s.terms {
			u.Mul(c, power(&u, (j+1)/2+1), l.prec)
			sum.Add(sum, new(ball.Complex).MulReal(l.amplitude((j+1)/2, e, turn), &u, l.prec), l.prec)
		}
	}
	if n < 0 {
		sum.Abs(&u, l.prec)
		return u.Hull(&u, new(ball.Real).Neg(&u), l.prec)
	}
	var theta, im ball.Real
	theta.Mul2Exp(theta.MulInt64(theta.Acos(cos, l.prec), 2*n+1, l.prec), -1)
	ball.SinCos(&im, &u, &theta, l.prec)
	sum.Mul(sum, new(ball.Complex).SetParts(&u, &im), l.prec)
	if s.right && n%2 == 1 {
		sum.Neg(sum)
	}
	return new(ball.Real).Set(&sum.Im)
}

// amplitude is r_q(ν) ν^(q+1).
func (l *Legendre) amplitude(q int, e *ball.Real, turn *ball.Complex) *ball.Complex {
	if q == 0 {
		return new(ball.Complex).SetInt64(2)
	}
	sum := new(ball.Complex)
	for _, up := range []bool{false, true} {
		var ratio, next ball.Real // ν/(ν∓1), 1/(ν∓1)
		by := new(ball.Complex).Neg(turn)
		ratio.Neg(e)
		if up {
			ratio.Set(e)
		} else {
			by.SetParts(&turn.Re, new(ball.Real).Neg(&turn.Im))
		}
		ratio.Inv(ratio.AddInt64(&ratio, 1, l.prec), l.prec)
		by.Mul(by, l.amplitude(q-1, next.Mul(e, &ratio, l.prec), turn), l.prec)
		sum.Add(sum, by.MulReal(by, ratio.PowInt64(&ratio, int64(q), l.prec), l.prec), l.prec)
	}
	return sum.Mul2Exp(sum.MulInt64(sum, int64(2*q-1), l.prec), -1)
}

// Positive proves the coefficients of degree n ≥ from positive.
func (l *Legendre) Positive(from int) error {
	if from < 4*l.order {
		return rule.Reject("the coefficients from degree %d on", from)
	}
	e := new(ball.Real).SetRat(big.NewRat(2, int64(2*from+1)), l.prec)
	v := l.Value(e.Hull(new(ball.Real), e, l.prec), -1)
	return rule.Proved(v.Positive(), "the coefficients from degree %d on are %v times a power and positive", from, v)
}

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
	for n := 0; n < ev.From && err == nil; n++ {
		if n >= 4*ev.Order {
			e := new(ball.Real).SetRat(big.NewRat(2, int64(2*n+1)), l.prec)
			if l.Value(e, int64(n)).Positive() == ball.True {
				continue
			}
		}
		err = nonnegativeIntegral(c, g, n, l.prec, l.size)
	}
	return err
}
