package piecewise

import (
	"math/big"

	"krein/ball"
	"krein/internal/budget"
	"krein/internal/kernel/constant"
	"krein/internal/kernel/eval"
	"krein/internal/kernel/exponent"
	"krein/internal/kernel/fail"
	"krein/internal/kernel/formula"
	"krein/internal/kernel/rational"
	"krein/internal/kernel/series"
	"krein/internal/polynomial"
)

// span is the open interval (lo, hi) of distances, 0 ≤ lo < hi; hi is +∞ if inf.
type span struct {
	lo, hi constant.Value
	inf    bool
}

// signProver proves signs of formulas on a span: at every point of it where the formula is defined. It uses
// normal forms of constants, Sturm's theorem for polynomials with rational coefficients, monotonicity of elementary
// functions, and enclosures on subintervals, with derivatives at an end where the formula vanishes; no floating
// point enters. What it does not prove is not known.
// Signs of one formula are remembered; attempts are bounded by work that does not depend on the
// machine.
type signProver struct {
	in    span
	memo  map[*formula.Expr]int8
	alike map[uint64][]*formula.Expr // those of memo, by their hashes
	spent int                        // enclosures computed
	limit int                        // of spent, in the present attempt
	depth int                        // of rewritings
	steps int                        // formulas looked at
	meter *budget.Meter

	layers map[*formula.Expr]*layer
}

// Bounds on the enclosures that one prover computes, and that it spends on one formula, on rewritings within
// rewritings, on the size of what is rewritten, and on the formulas looked at.
const (
	maxSignWork    = 4000
	maxEncloseWork = 600
	maxRewriting   = 4
	maxRewriteSize = 250
	maxSignSteps   = 1200
	smallSize      = 8 // formulas of this size are looked at in any case, conditions on the distance among them
)

const signUnproved int8 = 2

func newSignProver(in span, m *budget.Meter) *signProver {
	return &signProver{in: in, meter: m, memo: make(map[*formula.Expr]int8), alike: make(map[uint64][]*formula.Expr)}
}

// remembered returns the sign that was found of e, or of one that is the same node for node.
// Equal trees have equal signs.
func (p *signProver) remembered(e *formula.Expr) (s int8, ok bool) {
	if s, ok = p.memo[e]; ok {
		return s, ok
	}
	for _, f := range p.alike[e.Hash()] {
		if f.Equal(e) {
			return p.memo[f], true
		}
	}
	return 0, false
}

// sign returns the sign of e on the span; 0 says that e is zero there.
// "On the span where it is defined": who needs a value everywhere asks Resolver.defined.
func (p *signProver) sign(e *formula.Expr) (int, bool) {
	s, known := p.remembered(e)
	if !known {
		s = p.try(e)
		key := e.Hash()
		p.memo[e], p.alike[key] = s, append(p.alike[key], e)
	}
	return int(s), s != signUnproved
}

// try is sign without its memory.
// The bounds are on work alone; beyond them nothing is proved.
func (p *signProver) try(e *formula.Expr) int8 {
	if p.steps++; p.steps > maxSignSteps && e.Size() > smallSize || p.meter.Stopped() {
		return signUnproved
	}
	if v, ok := fail.Attempt(func() (int, bool) { return p.find(e) }); ok {
		return int8(v)
	}
	return signUnproved
}

// Each case is a fact on the sign of the operation where it is defined: exp, cosh, erfc and K are positive; sinh, tanh, atan,
// asin and erf are odd and increasing; log x and x − 1, acos x and 1 − x have one sign; I_ν(x) > 0 for ν > −1, x > 0 (DLMF
// 10.25.2); Γ is asked for positive arguments only. A quotient by 0 has no value. Then, in turn: polynomials in a power of z by
// Sturm's theorem; angles; sums; enclosures; monotonicity.
func (p *signProver) find(e *formula.Expr) (int, bool) { // one function: a case for each operation.
	if !e.Varies() {
		c, err := constant.New(e)
		if err != nil {
			return 0, false
		}
		s, known := c.Sign()
		return s, known == ball.True
	}
	a := e.Args()
	switch e.Op() {
	case formula.OpVar:
		return 1, true
	case formula.OpCall:
		return p.sign(e.Body())
	case formula.OpNeg:
		s, ok := p.sign(a[0])
		return -s, ok
	case formula.OpExp, formula.OpCosh, formula.OpErfc, formula.OpBesselK:
		return 1, true
	case formula.OpSinh, formula.OpTanh, formula.OpAtan, formula.OpAsin, formula.OpErf:
		return p.sign(a[0])
	case formula.OpSqrt, formula.OpGamma:
		if s, ok := p.sign(a[0]); ok && s > 0 {
			return 1, true
		}
		return 0, false
	case formula.OpAcos:
		return p.sign(formula.Simplify(formula.Sub(formula.Int(1), a[0])))
	case formula.OpLog:
		return p.sign(formula.Simplify(formula.Sub(a[0], formula.Int(1))))
	case formula.OpBesselI:
		if s, ok := p.sign(formula.Add(a[0], formula.Int(1))); ok && s > 0 {
			if s, ok := p.sign(a[1]); ok && s > 0 {
				return 1, true
			}
		}
	case formula.OpPow:
		if s, ok := p.power(e); ok {
			return s, ok
		}
	case formula.OpMul, formula.OpDiv:
		s, ok := p.sign(a[0])
		if ok && s == 0 {
			return 0, true
		}
		if t, ok2 := p.sign(a[1]); ok && ok2 && (t != 0 || e.Op() == formula.OpMul) {
			return s * t, true
		}
	}
	if q, root, ok := constant.Polynomial(e, p.meter); ok {
		if s, ok := fail.Attempt(func() (int, bool) { return p.polynomial(q, root) }); ok {
			return s, true
		}
	}
	if p.changes(e) {
		return 0, false
	}
	if s, ok := p.layered(e); ok {
		return s, true
	}
	if e.Op() == formula.OpAdd || e.Op() == formula.OpSub {
		if s, ok := fail.Attempt(func() (int, bool) { return p.sum(e) }); ok {
			return s, true
		}
	}
	if s, ok := p.enclose(e); ok {
		return s, true
	}
	return p.monotone(e)
}

// rewritten returns the sign of a formula made from another one, up to a depth.
// A formula that is made of another one by an identity, or as a derivative; the depth ends a chain
// of such.
func (p *signProver) rewritten(e *formula.Expr) (int, bool) {
	if p.depth >= maxRewriting || e.Size() > maxRewriteSize {
		return 0, false
	}
	p.depth++
	defer func() { p.depth-- }()
	return p.sign(formula.Simplify(e))
}

// monotone proves the sign of e if e is analytic on the span and its derivative keeps its sign: an increasing function
// is positive if it is so near lo, and negative if it is so near hi, where the leading terms of exact expansions speak.
// An increasing e > 0 near lo is > 0 on the span; e < 0 near hi is < 0. The leading term of an expansion beside the end has the
// sign of e near it, as its coefficient is proved not to be 0. Analyticity on the span is what makes the derivative exist at
// every point; without it e may jump.
func (p *signProver) monotone(e *formula.Expr) (int, bool) {
	if p.depth >= maxRewriting || e.Size() > 4*maxRewriteSize { // a derivative is seldom smaller
		return 0, false
	}
	d, ok := formula.Derivative(e)
	if !ok || d.Size() > maxRewriteSize || p.analytic(e) != "" {
		return 0, false
	}
	p.steps += 10
	slope, ok := p.rewritten(d)
	if !ok || slope == 0 {
		return 0, false
	}
	for _, low := range [...]bool{true, false} {
		if s, ok := fail.Attempt(func() (int, bool) { return p.beside(e, low) }); ok && s == slope && low ||
			ok && s == -slope && !low {
			return s, true
		}
	}
	return 0, false
}

// beside returns the sign of e just above lo, or just below hi.
// The leading term of the expansion at an end of the span, or at infinity: the sign near it, and
// nothing more.
func (p *signProver) beside(e *formula.Expr, low bool) (int, bool) {
	var u series.Series
	var s *series.Arith
	var err error
	switch {
	case low:
		u, s, err = series.Expand(e, p.in.lo, true, 6, p.meter)
	case p.in.inf:
		u, s, err = series.AtInfinity(e, 6, p.meter)
	default:
		u, s, err = series.Expand(e, p.in.hi, false, 6, p.meter)
	}
	if err != nil {
		return 0, false
	}
	return s.LeadSign(u), true
}

// 0^0 = 1, as everywhere in formulas. u^v has a value for u > 0 unless v is a whole number, and is then positive.
func (p *signProver) power(e *formula.Expr) (int, bool) {
	base, r := e.Args()[0], e.Args()[1].Num()
	if r != nil && r.Sign() == 0 {
		return 1, true
	}
	s, ok := p.sign(base)
	switch {
	case !ok || s == 0:
		return 0, false
	case s > 0:
		return 1, true
	case r != nil && r.IsInt():
		if r.Num().Bit(0) == 0 {
			return 1, true
		}
		return -1, true
	}
	return 0, false
}

// sum handles a ± b.
// s == t: both terms have the sign, or one is 0. a − √u for a > 0: (a − √u)(a + √u) = a² − u.
func (p *signProver) sum(e *formula.Expr) (int, bool) { // one function: a chain of attempts, the cheap ones first.
	a, b, f := e.Args()[0], e.Args()[1], 1
	if e.Op() == formula.OpSub {
		f = -1
	}
	if f < 0 {
		if x, y := ExponentOf(a, p.positive), ExponentOf(b, p.positive); x != nil && y != nil {
			if s, ok := p.sign(formula.Simplify(formula.Sub(x, y))); ok {
				return s, true
			}
		}
		if g := CommonFactor(a, b); g != nil {
			if s, ok := p.sign(g); ok {
				return s, true
			}
		}
	}
	if !a.Varies() || !b.Varies() {
		if s, ok := p.enclose(e); ok {
			return s, true
		}
	}
	s, ok := p.sign(a)
	t, ok2 := p.sign(b)
	t *= f
	switch {
	case ok && ok2 && s == 0:
		return t, true
	case ok && ok2 && (t == 0 || s == t):
		return s, true
	}
	if q, c := InExponential(e); q != nil { // w = exp(−cz) falls
		return p.falling(q, new(big.Rat).Neg(c))
	}
	if f < 0 {
		if s, ok := p.belowRoot(a, b); ok { // a − √u
			return s, true
		}
		if s, ok := p.belowRoot(b, a); ok {
			return -s, true
		}
	}
	return p.cleared(e.Op(), a, b)
}

// cleared returns the sign of a ± b if one of them is a quotient n/q, q > 0: that of (a ± b)·q.
// (a ± b)·q for q > 0 has the sign of a ± b.
func (p *signProver) cleared(op formula.Op, a, b *formula.Expr) (int, bool) {
	for _, q := range []*formula.Expr{denominator(a), denominator(b)} {
		if q == nil || !p.positive(q) {
			continue
		}
		times := func(e *formula.Expr) *formula.Expr {
			if d := denominator(e); d != nil && d.Equal(q) {
				return e.Body().Args()[0]
			}
			return formula.Mul(e, q)
		}
		if s, ok := p.rewritten(formula.Apply(op, times(a), times(b))); ok {
			return s, true
		}
	}
	return 0, false
}

// denominator returns that of a quotient if it varies, else nil.
// Only the outermost quotient: n/q with a q that varies.
func denominator(e *formula.Expr) *formula.Expr {
	if e = e.Body(); e.Op() == formula.OpDiv && e.Args()[1].Varies() {
		return e.Args()[1]
	}
	return nil
}

// falling is the sign of q, a formula in w = exp(rz), r < 0.
// w = exp(rz), r < 0, maps (lo,hi) onto (exp(r·hi), exp(r·lo)), with exp(−∞) = 0: exact ends.
func (p *signProver) falling(q *formula.Expr, r *big.Rat) (int, bool) {
	at := func(z constant.Value) (constant.Value, error) {
		return constant.NewArithmetic(p.meter).Unary(formula.OpExp, z.Scale(r))
	}
	var in span
	var err, err2 error
	in.hi, err = at(p.in.lo)
	if !p.in.inf {
		in.lo, err2 = at(p.in.hi)
	}
	if err != nil || err2 != nil {
		return 0, false
	}
	return newSignProver(in, p.meter).sign(formula.Simplify(q))
}

// belowRoot returns the sign of a − √u, a > 0: that of a² − u.
// a > 0 is asked for: for a < 0 the difference is negative whatever a² − u is.
func (p *signProver) belowRoot(a, root *formula.Expr) (int, bool) {
	if root.Op() != formula.OpSqrt || !p.positive(a) {
		return 0, false
	}
	return p.rewritten(formula.Sub(formula.Pow(a, formula.Int(2)), root.Args()[0]))
}

func (p *signProver) positive(e *formula.Expr) bool { s, ok := p.sign(e); return ok && s > 0 }

// inner returns a rational strictly inside the span.
// Balls of the ends at rising precisions are apart if the ends are far enough from each other.
func (p *signProver) inner() (*big.Rat, bool) {
	var lo, hi ball.Real
	for _, prec := range [...]uint{64, 192, 512} {
		a := shortRat(p.in.lo.Ball(&lo, prec).Upper(nil, prec))
		if a == nil {
			return nil, false
		}
		if p.in.inf {
			return a.Add(a, rational.One), true
		}
		b := shortRat(p.in.hi.Ball(&hi, prec).Lower(nil, prec))
		if b != nil && a.Cmp(b) < 0 {
			a.Add(a, b)
			return a.Mul(a, big.NewRat(1, 2)), true
		}
	}
	return nil, false
}

// mostExponent bounds the exponents of floats that are turned into rationals. Those have as many bits, and a float may
// have an exponent of 2^31; distances between which a sign is worth a search are nowhere near 2^(2^20).
const mostExponent = 1 << 20

// shortRat returns x as a rational, nil if it is infinite or would have too many bits.
// A binary float is a rational; one with a huge exponent is not written out.
func shortRat(x *big.Float) *big.Rat {
	if e := x.MantExp(nil); x.IsInf() || max(e, -e) > mostExponent {
		return nil
	}
	r, _ := x.Rat(nil)
	return r
}

// changes reports whether e has values of both signs at a few points, so that no search for its sign is worth its time.
// It only saves time: two proved signs at two points exclude one sign on the span.
func (p *signProver) changes(e *formula.Expr) bool {
	x, ok := p.inner()
	if !ok {
		return false
	}
	f := eval.Compile(e).Metered(p.meter)
	lo, found := p.in.lo.Ball(nil, enclosePrec), 0
	for _, share := range [...]*big.Rat{big.NewRat(1, 1), big.NewRat(1, 16), big.NewRat(1, 2), big.NewRat(31, 16)} {
		if p.in.inf && share.Cmp(rational.One) > 0 {
			share = big.NewRat(16, 1)
		}
		var at, v ball.Real // lo + share·(x − lo)
		at.Sub(at.SetRat(x, enclosePrec), lo, enclosePrec)
		at.Add(at.Mul(&at, v.SetRat(share, enclosePrec), enclosePrec), lo, enclosePrec)
		f.At(&v, &at, enclosePrec)
		s, known := v.Sign()
		if known != ball.True || s == 0 {
			continue
		}
		if found == -s {
			return true
		}
		found = s
	}
	return false
}

// maxSturm is the greatest degree of a polynomial whose roots are counted.
const maxSturm = 64

// polynomial returns the sign of Σ q[i] z^{i/root}.
// z^(i/root): a factor v^low > 0 is dropped, and with v = z^(step/root), increasing, the ends are powers of lo and hi, which have to
// be rational for Sturm's theorem between them.
func (p *signProver) polynomial(q []*big.Rat, root int) (int, bool) {
	low := 0
	for low < len(q) && q[low].Sign() == 0 {
		low++
	}
	q = q[low:]
	if len(q) == 0 {
		return 0, true
	}
	steady := true
	for _, c := range q {
		steady = steady && c.Sign()*q[0].Sign() >= 0
	}
	// Descartes: no change of sign, no positive root.
	if steady { // of one sign for z > 0
		return q[0].Sign(), true
	}
	step := 0
	for i, c := range q {
		if c.Sign() != 0 {
			step = int(exponent.GCD(int64(step), int64(i)))
		}
	}
	v := make([]*big.Rat, 0, len(q)/step+1)
	for i := 0; i < len(q); i += step {
		v = append(v, q[i])
	}
	if len(v) > maxSturm+1 {
		return 0, false
	}
	exp := big.NewRat(int64(step), int64(root)) // v = z^exp
	power := func(c constant.Value) *big.Rat {
		if r, ok := c.Rat(); ok {
			return rational.Pow(r, exp)
		}
		return nil
	}
	lo, hi := power(p.in.lo), (*big.Rat)(nil)
	if !p.in.inf {
		hi = power(p.in.hi)
	}
	if lo == nil || hi == nil && !p.in.inf {
		return 0, false
	}
	return polynomialSign(v, lo, hi, p.meter)
}

// polynomialSign returns the sign of Σ q[i] z^i on (lo, hi), hi nil for infinity.
// On the open interval: zeros at the ends do not count (polynomial.Between).
func polynomialSign(q []*big.Rat, lo, hi *big.Rat, m *budget.Meter) (int, bool) {
	f := polynomial.FromRats(q).Between(lo, hi)
	switch {
	case f.Positive(m):
		return 1, true
	case f.Mul(polynomial.Int{big.NewInt(-1)}).Positive(m):
		return -1, true
	}
	return 0, false
}

// enclosePrec is the precision of enclosures on subintervals.
const enclosePrec = 96

// enclose proves the sign by enclosures on subintervals, with derivatives at an end where e vanishes.
// A sign at one inner point is what to prove elsewhere. Intervals cover [lo, mid], [mid, hi] with ends rounded outward, so that
// the closed span is covered; where e vanishes at an end, nearEnd leaves a neighbourhood of it to derivatives.
func (p *signProver) enclose(e *formula.Expr) (int, bool) {
	p.limit = min(p.spent+maxEncloseWork, maxSignWork)
	f := eval.Compile(regular(e)).Metered(p.meter)
	x, ok := p.inner()
	if !ok {
		return 0, false
	}
	var v, at ball.Real
	f.At(&v, at.SetRat(x, 256), 256)
	want, known := v.Sign()
	if known != ball.True || want == 0 {
		return 0, false
	}
	var lo, hi ball.Real
	p.in.lo.Ball(&lo, 256)
	from := lo.Lower(nil, 256)
	var to *big.Float
	if p.in.inf {
		if to, ok = p.tail(e, x, want); !ok {
			return 0, false
		}
	} else {
		to = p.in.hi.Ball(&hi, 256).Upper(nil, 256)
	}
	mid := new(big.Float).SetPrec(256).SetRat(x)
	if !p.inside(f, from, mid, want, 0) {
		start, ok := p.nearEnd(e, f, p.in.lo, true, want, mid)
		if !ok || !p.inside(f, start, mid, want, 0) {
			return 0, false
		}
	}
	if mid.Cmp(to) < 0 && !p.inside(f, mid, to, want, 0) {
		if p.in.inf {
			return 0, false
		}
		end, ok := p.nearEnd(e, f, p.in.hi, false, want, mid)
		if !ok || !p.inside(f, mid, end, want, 0) {
			return 0, false
		}
	}
	return want, true
}

// maxSignDepth bounds the halvings of an interval.
const maxSignDepth = 14

// inside reports whether the enclosures on [a, b] have the sign want.
// A ball of f on the interval that excludes 0 decides it, with the wrong sign too; otherwise it is halved, at about the geometric
// mean where the ends are of different sizes. The pieces share an end and cover the interval.
func (p *signProver) inside(f *eval.Func, a, b *big.Float, want, depth int) bool {
	if p.spent++; p.spent > p.limit {
		return false
	}
	var x, v ball.Real
	x.SetInterval(a, b, 2*enclosePrec)
	f.At(&v, &x, enclosePrec)
	if s, known := v.Sign(); known == ball.True && s != 0 {
		return s == want
	}
	if depth >= maxSignDepth {
		return false
	}
	m := ball.SumFloat(new(big.Float).SetPrec(256), a, b)
	m.Quo(m, big.NewFloat(2))
	if four := new(big.Float).SetMantExp(a, 2); a.Sign() > 0 && four.Cmp(b) < 0 { // about the geometric mean
		m.SetMantExp(a, (b.MantExp(nil)-a.MantExp(nil)+1)/2)
	}
	return p.inside(f, a, m, want, depth+1) && p.inside(f, m, b, want, depth+1)
}

// nearEnd handles an end b at which e vanishes to an exact integer order m: it looks for a δ such that the
// m-th derivative has one sign on the interval between b and b ± δ. With e and its derivatives of lower order zero at b
// by normal form, Taylor's theorem gives e that sign (times (−1)^m on the left) strictly inside. It returns the other
// end of the interval.
// Why the jet suffices: at order m the coefficient is e^(m)(ζ)/m! for all ζ in the interval, and e = e^(m)(ζ)(z−b)^m/m! with
// e, …, e^(m−1) zero at b, by the exact expansion. On the left (z−b)^m has the sign (−1)^m.
func (p *signProver) nearEnd(e *formula.Expr, f *eval.Func, b constant.Value, right bool, want int,
	mid *big.Float) (*big.Float, bool) {
	u, s, err := series.Expand(e, b, right, 4, p.meter)
	if err != nil || len(u.Terms) == 0 {
		return nil, false
	}
	t := s.Lead(u)
	n, whole := t.M.E.Int()
	if t.M.L != 0 || !whole || n < 0 || n > 16 || constant.NeedSign(t.C.Re) != want {
		return nil, false
	}
	m := int(n)
	var end, x ball.Real
	b.Ball(&end, 256)
	from := end.Mid(nil)
	delta := ball.SumFloat(new(big.Float).SetPrec(256), mid, new(big.Float).Neg(from))
	var j ball.RealSeries
	for range 40 {
		to := ball.SumFloat(new(big.Float).SetPrec(256), from, delta)
		lo, hi := end.Lower(nil, 256), to
		if !right {
			lo, hi = to, end.Upper(nil, 256)
		}
		if p.spent += m + 1; p.spent > p.limit {
			return nil, false
		}
		f.Jet(&j, x.SetInterval(lo, hi, 256), m+1, enclosePrec+32)
		if g, known := j.Coef(m).Sign(); known == ball.True && g != 0 {
			if !right && m%2 == 1 {
				g = -g
			}
			return to, g == want
		}
		delta.Quo(delta, big.NewFloat(2))
	}
	return nil, false
}
