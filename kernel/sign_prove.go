package kernel

import (
	"math/big"

	"krein/ball"
	"krein/internal/budget"
	"krein/internal/polynomial"
)

// span is the open interval (lo, hi) of distances, 0 ≤ lo < hi; hi is +∞ if inf.
type span struct {
	lo, hi Const
	inf    bool
}

// signProver proves signs of formulas on a span: at every point of it where the formula is defined. It uses
// normal forms of constants, Sturm's theorem for polynomials with rational coefficients, monotonicity of elementary
// functions, and enclosures on subintervals, with derivatives at an end where the formula vanishes; no floating
// point enters. What it does not prove is not known.
type signProver struct {
	in    span
	memo  map[*Expr]int8
	spent int // enclosures computed
	limit int // of spent, in the present attempt
	depth int // of rewritings
	steps int // formulas looked at
	meter *budget.Meter
}

// Bounds on the enclosures that one prover computes, and that it spends on one formula, on rewritings within
// rewritings, on the size of what is rewritten, and on the formulas looked at.
const (
	maxSignWork    = 4000
	maxEncloseWork = 600
	maxRewriting   = 4
	maxRewriteSize = 250
	maxSignSteps   = 1200
)

const signUnproved int8 = 2

func newSignProver(in span, m *budget.Meter) *signProver {
	return &signProver{in: in, meter: m, memo: make(map[*Expr]int8)}
}

// sign returns the sign of e on the span; 0 says that e is zero there.
func (p *signProver) sign(e *Expr) (int, bool) {
	s, known := p.memo[e]
	if !known {
		s = p.try(e)
		p.memo[e] = s
	}
	return int(s), s != signUnproved
}

// try is sign without its memory.
func (p *signProver) try(e *Expr) int8 {
	if p.steps++; p.steps > maxSignSteps || p.meter.Stopped() {
		return signUnproved
	}
	if v, ok := attempt(func() (int, bool) { return p.find(e) }); ok {
		return int8(v)
	}
	return signUnproved
}

func (p *signProver) find(e *Expr) (int, bool) {
	if !e.varies {
		c, err := NewConst(e)
		if err != nil {
			return 0, false
		}
		s, known := c.Sign()
		return s, known == True
	}
	a := e.args
	switch e.op {
	case OpVar:
		return 1, true
	case OpCall:
		return p.sign(e.body)
	case OpNeg:
		s, ok := p.sign(a[0])
		return -s, ok
	case OpExp, OpCosh, OpErfc, OpBesselK:
		return 1, true
	case OpSinh, OpTanh, OpAtan, OpAsin, OpErf:
		return p.sign(a[0])
	case OpSqrt, OpGamma:
		if s, ok := p.sign(a[0]); ok && s > 0 {
			return 1, true
		}
		return 0, false
	case OpAcos:
		s, ok := p.compare(a[0], constInt(1))
		return -s, ok
	case OpLog:
		return p.compare(a[0], constInt(1))
	case OpBesselI:
		if nu := a[0].Num(); nu != nil && nu.Sign() >= 0 {
			if s, ok := p.sign(a[1]); ok && s > 0 {
				return 1, true
			}
		}
	case OpPow:
		if s, ok := p.power(e); ok {
			return s, ok
		}
	case OpMul, OpDiv:
		s, ok := p.sign(a[0])
		if ok && s == 0 {
			return 0, true
		}
		if t, ok2 := p.sign(a[1]); ok && ok2 && (t != 0 || e.op == OpMul) {
			return s * t, true
		}
	}
	if q, root, ok := rationalPolynomial(e, p.meter); ok {
		if s, ok := attempt(func() (int, bool) { return p.polynomial(q, root) }); ok {
			return s, true
		}
	}
	if e.op == OpAdd || e.op == OpSub {
		if s, ok := attempt(func() (int, bool) { return p.sum(e) }); ok {
			return s, true
		}
	}
	if s, ok := p.enclose(e); ok {
		return s, true
	}
	return p.monotone(e)
}

// rewritten returns the sign of a formula made from another one, up to a depth.
func (p *signProver) rewritten(e *Expr) (int, bool) {
	if p.depth >= maxRewriting || e.size > maxRewriteSize {
		return 0, false
	}
	p.depth++
	defer func() { p.depth-- }()
	return p.sign(simplify(e))
}

// monotone proves the sign of e if e is analytic on the span and its derivative keeps its sign: an increasing function
// is positive if it is so near lo, and negative if it is so near hi, where the leading terms of exact expansions speak.
func (p *signProver) monotone(e *Expr) (int, bool) {
	d, ok := derivativeOf(e)
	if !ok || p.depth >= maxRewriting || d.size > maxRewriteSize || p.analytic(e) != "" {
		return 0, false
	}
	p.steps += 10
	slope, ok := p.rewritten(d)
	if !ok || slope == 0 {
		return 0, false
	}
	if s, ok := attempt(func() (int, bool) { return p.nearLow(e) }); ok && s == slope {
		return s, true
	}
	if s, ok := attempt(func() (int, bool) { return p.nearHigh(e) }); ok && s == -slope {
		return s, true
	}
	return 0, false
}

// nearLow returns the sign of e just above lo.
func (p *signProver) nearLow(e *Expr) (int, bool) {
	u, s, err := expandExact(e, p.in.lo, true, 6, p.meter)
	if err != nil {
		return 0, false
	}
	return s.leadSign(u), true
}

// nearHigh returns the sign of e just below hi, or for large z.
func (p *signProver) nearHigh(e *Expr) (int, bool) {
	if !p.in.inf {
		u, s, err := expandExact(e, p.in.hi, false, 6, p.meter)
		if err != nil {
			return 0, false
		}
		return s.leadSign(u), true
	}
	s := newSeriesArith[Const](NewArithmetic(p.meter), intExp(6), true)
	u, err := evalSeries(e, func(s *seriesArith[Const]) series[Const] {
		return s.monomial(s.int(1), monomial{e: intExp(-1)})
	}, s)
	if err != nil {
		return 0, false
	}
	return s.leadSign(u), true
}

func (p *signProver) power(e *Expr) (int, bool) {
	base, r := e.args[0], e.args[1].Num()
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
func (p *signProver) sum(e *Expr) (int, bool) {
	a, b, f := e.args[0], e.args[1], 1
	if e.op == OpSub {
		f = -1
	}
	if f < 0 {
		if s, ok := p.squares(a, b); ok {
			return s, true
		}
	}
	if !b.varies {
		if c, err := NewConst(b); err == nil {
			if f > 0 {
				c = c.Neg()
			}
			if s, ok := p.compare(a, c); ok {
				return s, true
			}
		}
	}
	if !a.varies {
		if c, err := NewConst(a); err == nil {
			if f > 0 { // a + b = b − (−a)
				if s, ok := p.compare(b, c.Neg()); ok {
					return s, true
				}
			} else if s, ok := p.compare(b, c); ok {
				return -s, true
			}
		}
	}
	// F(x) − F(y) for the same increasing F
	if f < 0 && a.op == b.op && len(a.args) == 1 {
		switch a.op {
		case OpExp, OpLog, OpSqrt, OpAsin, OpAtan, OpSinh, OpTanh, OpErf:
			if s, ok := p.sign(simplify(sub(a.args[0], b.args[0]))); ok {
				return s, true
			}
		case OpAcos, OpErfc:
			if s, ok := p.sign(simplify(sub(b.args[0], a.args[0]))); ok {
				return s, true
			}
		}
	}
	if f < 0 {
		if g := commonFactor(a, b); g != nil {
			if s, ok := p.sign(g); ok {
				return s, true
			}
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
	if s, ok := p.clearDenominator(e); ok {
		return s, true
	}
	if f < 0 {
		if s, ok := p.belowRoot(a, b); ok { // a − √u
			return s, true
		}
		s, ok := p.belowRoot(b, a)
		return -s, ok
	}
	return 0, false
}

// squares handles c² − x² = (c − x)(c + x), c² rational.
func (p *signProver) squares(a, b *Expr) (int, bool) {
	r := a.Num()
	if r == nil || b.op != OpPow || !b.args[1].isInt(2) {
		return 0, false
	}
	c := ratRoot(r, 2)
	if c == nil {
		return 0, false
	}
	s, ok := p.rewritten(sub(Rational(c), b.args[0]))
	if !ok {
		return 0, false
	}
	t, ok := p.rewritten(add(Rational(c), b.args[0]))
	return s * t, ok
}

// clearDenominator writes a/b ± c as (a ± cb)/b.
func (p *signProver) clearDenominator(e *Expr) (int, bool) {
	for i, x := range e.args {
		if x.op != OpDiv || !x.args[1].varies {
			continue
		}
		t, ok := p.sign(x.args[1])
		if !ok || t == 0 {
			return 0, false
		}
		whole := [2]*Expr{mul(e.args[0], x.args[1]), mul(e.args[1], x.args[1])}
		whole[i] = x.args[0]
		s, ok := p.rewritten(Apply(e.op, whole[0], whole[1]))
		return s * t, ok
	}
	return 0, false
}

// belowRoot returns the sign of a − √u: that of a² − u for a > 0.
func (p *signProver) belowRoot(a, root *Expr) (int, bool) {
	if root.op != OpSqrt {
		return 0, false
	}
	s, ok := p.sign(a)
	if !ok {
		return 0, false
	}
	if s <= 0 {
		if t, ok := p.sign(root); !ok || t == 0 && s == 0 {
			return 0, false
		}
		return -1, true
	}
	return p.rewritten(sub(power(a, Int(2)), root.args[0]))
}

// compare returns the sign of x − c.
func (p *signProver) compare(x *Expr, c Const) (int, bool) {
	s, ok := attempt(func() (int, bool) { return p.invert(x, c) })
	if ok {
		return s, true
	}
	e, ok := c.Expr()
	if !ok {
		return 0, false
	}
	if c.isZeroForm() {
		return p.sign(x)
	}
	d := simplify(sub(x, e))
	if q, root, ok := rationalPolynomial(d, p.meter); ok {
		if s, ok := attempt(func() (int, bool) { return p.polynomial(q, root) }); ok {
			return s, true
		}
	}
	return p.enclose(d)
}

// cmpConst orders constants, or fails.
func cmpConst(a, b Const) int { return needSign(a.Sub(b)) }

// invert compares x with c by undoing the operations of x.
func (p *signProver) invert(x *Expr, c Const) (int, bool) {
	if !x.varies {
		v, err := NewConst(x)
		if err != nil {
			return 0, false
		}
		s, known := v.Cmp(c)
		return s, known == True
	}
	a := x.args
	flip := func(s int, ok bool) (int, bool) { return -s, ok }
	switch x.op {
	case OpVar:
		switch {
		case cmpConst(c, p.in.lo) <= 0:
			return 1, true
		case !p.in.inf && cmpConst(c, p.in.hi) >= 0:
			return -1, true
		}
		return 0, false
	case OpCall:
		return p.invert(x.body, c)
	case OpNeg:
		return flip(p.invert(a[0], c.Neg()))
	case OpAdd, OpSub, OpMul, OpDiv:
		return p.invertBinary(x, c)
	case OpPow:
		r := a[1].Num()
		if r == nil || r.Sign() == 0 {
			return 0, false
		}
		if s, ok := p.sign(a[0]); !ok || s <= 0 {
			return 0, false
		}
		if needSign(c) <= 0 {
			return 1, true
		}
		s, ok := p.invert(a[0], constPow(c, new(big.Rat).Inv(r)))
		return s * r.Sign(), ok
	case OpSqrt:
		if needSign(c) < 0 {
			return 1, true
		}
		return p.invert(a[0], c.Mul(c))
	case OpExp:
		if needSign(c) <= 0 {
			return 1, true
		}
		return p.invert(a[0], constUnary(OpLog, c))
	case OpLog:
		return p.invert(a[0], constUnary(OpExp, c))
	case OpTanh, OpErf, OpSin, OpCos:
		strict := x.op == OpTanh || x.op == OpErf
		switch g := cmpConst(c, constInt(1)); {
		case g > 0 || g == 0 && strict:
			return -1, true
		}
		switch g := cmpConst(c, constInt(-1)); {
		case g < 0 || g == 0 && strict:
			return 1, true
		}
		if x.op == OpTanh {
			one := constInt(1)
			return p.invert(a[0], constUnary(OpLog, one.Add(c).Mul(one.Sub(c).inv())).scale(big.NewRat(1, 2)))
		}
	case OpAtan:
		half := constPi().scale(big.NewRat(1, 2))
		switch {
		case cmpConst(c, half) >= 0:
			return -1, true
		case cmpConst(c.Neg(), half) >= 0:
			return 1, true
		}
		return p.invert(a[0], constUnary(OpTan, c))
	case OpSinh:
		return p.invert(a[0], constUnary(OpLog, c.Add(constPow(c.Mul(c).Add(constInt(1)), big.NewRat(1, 2)))))
	case OpCosh:
		if cmpConst(c, constInt(1)) < 0 {
			return 1, true
		}
	case OpAcos:
		switch {
		case needSign(c) < 0:
			return 1, true
		case cmpConst(c, constPi()) > 0:
			return -1, true
		}
		return flip(p.invert(a[0], constUnary(OpCos, c)))
	case OpAsin:
		half := constPi().scale(big.NewRat(1, 2))
		switch {
		case cmpConst(c, half) > 0:
			return -1, true
		case cmpConst(c.Neg(), half) > 0:
			return 1, true
		}
		return p.invert(a[0], constUnary(OpSin, c))
	}
	return 0, false
}

func (p *signProver) invertBinary(x *Expr, c Const) (int, bool) {
	a, b := x.args[0], x.args[1]
	if a.varies == b.varies {
		return 0, false
	}
	constant, other := a, b
	if a.varies {
		constant, other = b, a
	}
	v, err := NewConst(constant)
	if err != nil {
		return 0, false
	}
	switch x.op {
	case OpAdd:
		return p.invert(other, c.Sub(v))
	case OpSub:
		if a.varies {
			return p.invert(other, c.Add(v))
		}
		s, ok := p.invert(other, v.Sub(c))
		return -s, ok
	}
	g := needSign(v)
	if g == 0 {
		return 0, false
	}
	if x.op == OpMul || a.varies { // v·y or y/v against c
		if x.op == OpMul {
			v = v.inv()
		}
		s, ok := p.invert(other, c.Mul(v))
		return s * g, ok
	}
	// v/y − c = (v − cy)/y
	t, ok := p.sign(other)
	if !ok || t == 0 {
		return 0, false
	}
	h := needSign(c)
	if h == 0 {
		return g * t, true
	}
	s, ok := p.invert(other, v.Mul(c.inv()))
	return -h * s * t, ok
}

// inner returns a rational strictly inside the span.
func (p *signProver) inner() (*big.Rat, bool) {
	var lo, hi ball.Real
	for _, prec := range [...]uint{64, 192, 512} {
		a, _ := p.in.lo.Ball(&lo, prec).Upper(nil, prec).Rat(nil)
		if a == nil {
			return nil, false
		}
		if p.in.inf {
			return a.Add(a, oneRat), true
		}
		b, _ := p.in.hi.Ball(&hi, prec).Lower(nil, prec).Rat(nil)
		if b != nil && a.Cmp(b) < 0 {
			a.Add(a, b)
			return a.Mul(a, big.NewRat(1, 2)), true
		}
	}
	return nil, false
}

// maxSturm is the greatest degree of a polynomial whose roots are counted.
const maxSturm = 64

// polynomial returns the sign of Σ q[i] z^{i/root}.
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
	if steady { // of one sign for z > 0
		return q[0].Sign(), true
	}
	step := 0
	for i, c := range q {
		if c.Sign() != 0 {
			step = int(gcd64(int64(step), int64(i)))
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
	lo := constPow(p.in.lo, exp)
	free := polynomial.FromRats(v).SquareFree()
	at := func(c Const) Const { // free at c
		sum := Const{}
		for i := len(free) - 1; i >= 0; i-- {
			sum = sum.Mul(c).Add(ConstRat(new(big.Rat).SetInt(free[i])))
		}
		return sum
	}
	var hi Const
	if !p.in.inf {
		hi = constPow(p.in.hi, exp)
	}
	roots, ok := free.PositiveRoots(p.meter)
	if !ok {
		return 0, false
	}
	for _, r := range roots {
		outside := p.outside(free, r.Lo, r.Hi, lo, at, true)
		if !outside && !p.in.inf {
			outside = p.outside(free, r.Lo, r.Hi, hi, at, false)
		}
		if !outside {
			return 0, false
		}
	}
	x, ok := p.inner()
	if !ok {
		return 0, false
	}
	value := Const{}
	y := constPow(ConstRat(x), exp)
	for i := len(v) - 1; i >= 0; i-- {
		value = value.Mul(y).Add(ConstRat(v[i]))
	}
	s, known := value.Sign()
	return s, known == True && s != 0
}

// outside reports whether the only root in (a, b] of a square-free polynomial is proved to be ≤ end, or ≥ end for low false.
func (p *signProver) outside(free polynomial.Int, a, b *big.Rat, end Const, at func(Const) Const, low bool) bool {
	for range 60 {
		if low && cmpConst(ConstRat(b), end) <= 0 || !low && cmpConst(ConstRat(a), end) >= 0 {
			return true
		}
		if low && cmpConst(ConstRat(a), end) >= 0 || !low && cmpConst(ConstRat(b), end) < 0 {
			return false
		}
		// a < end < b, or one of them is the end
		if cmpConst(ConstRat(a), end) < 0 && cmpConst(ConstRat(b), end) >= 0 && at(end).IsZero() == True {
			return true // the root is the end
		}
		m := new(big.Rat).Add(a, b)
		m.Mul(m, big.NewRat(1, 2))
		if free.Sign(m) == 0 {
			s := cmpConst(ConstRat(m), end)
			return low && s <= 0 || !low && s >= 0
		}
		if rootIn(free, a, m) {
			b = m
		} else {
			a = m
		}
	}
	return false
}

// rootIn reports whether the simple root in (a, b] of a larger isolating interval lies in (a, m], free(m) ≠ 0.
func rootIn(free polynomial.Int, a, m *big.Rat) bool {
	s := free.Sign(a)
	if s == 0 { // a is another root: look just beside it
		s = free.Derivative().Sign(a)
	}
	return s*free.Sign(m) < 0
}

// enclosePrec is the precision of enclosures on subintervals.
const enclosePrec = 96

// enclose proves the sign by enclosures on subintervals, with derivatives at an end where e vanishes.
func (p *signProver) enclose(e *Expr) (int, bool) {
	p.limit = min(p.spent+maxEncloseWork, maxSignWork)
	f := CompileBalls(regular(e)).Metered(p.meter)
	x, ok := p.inner()
	if !ok {
		return 0, false
	}
	var v, at ball.Real
	f.At(&v, at.SetRat(x, 256), 256)
	want, known := v.Sign()
	if known != True || want == 0 {
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
func (p *signProver) inside(f *BallFunc, a, b *big.Float, want, depth int) bool {
	if p.spent++; p.spent > p.limit {
		return false
	}
	var x, v ball.Real
	x.SetInterval(a, b, 2*enclosePrec)
	f.At(&v, &x, enclosePrec)
	if s, known := v.Sign(); known == True && s != 0 {
		return s == want
	}
	if depth >= maxSignDepth {
		return false
	}
	m := new(big.Float).SetPrec(256).Add(a, b)
	m.Quo(m, big.NewFloat(2))
	if four := new(big.Float).SetMantExp(a, 2); a.Sign() > 0 && four.Cmp(b) < 0 { // about the geometric mean
		m.SetMantExp(a, (b.MantExp(nil)-a.MantExp(nil)+1)/2)
	}
	return p.inside(f, a, m, want, depth+1) && p.inside(f, m, b, want, depth+1)
}

// nearEnd handles an end b at which e vanishes to an exact integer order m: it looks for a δ such that the
// m-th derivative has one sign on the interval between b and b ± δ. With e and its derivatives of lower order zero at b by normal
// form, Taylor's theorem gives e that sign (times (−1)^m on the left) strictly inside. It returns the other end of the interval.
func (p *signProver) nearEnd(e *Expr, f *BallFunc, b Const, right bool, want int, mid *big.Float) (*big.Float, bool) {
	u, s, err := expandExact(e, b, right, 4, p.meter)
	if err != nil || len(u.terms) == 0 {
		return nil, false
	}
	t := s.lead(u)
	if t.m.l != 0 || !t.m.e.isInt() || t.m.e.n < 0 || t.m.e.n > 16 || needSign(t.c) != want {
		return nil, false
	}
	m := int(t.m.e.n)
	var end, x ball.Real
	b.Ball(&end, 256)
	delta := new(big.Float).SetPrec(256).Sub(mid, end.Mid(nil))
	var j ball.RealSeries
	for range 40 {
		to := new(big.Float).SetPrec(256).Add(end.Mid(nil), delta)
		lo, hi := end.Lower(nil, 256), to
		if !right {
			lo, hi = to, end.Upper(nil, 256)
		}
		if p.spent += m + 1; p.spent > p.limit {
			return nil, false
		}
		f.Jet(&j, x.SetInterval(lo, hi, 256), m+1, enclosePrec+32)
		if g, known := j.Coef(m).Sign(); known == True && g != 0 {
			if !right && m%2 == 1 {
				g = -g
			}
			return to, g == want
		}
		delta.Quo(delta, big.NewFloat(2))
	}
	return nil, false
}
