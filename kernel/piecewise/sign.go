package piecewise

import (
	"math/big"

	"krein/ball"
	"krein/internal/budget"
	"krein/internal/polynomial"
	"krein/kernel/constant"
	"krein/kernel/eval"
	"krein/kernel/formula"
	"krein/kernel/internal/exponent"
	"krein/kernel/internal/fail"
	"krein/kernel/internal/powers"
	"krein/kernel/internal/rational"
	"krein/kernel/internal/series"
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
type signProver struct {
	in    span
	memo  map[*formula.Expr]int8
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
	return &signProver{in: in, meter: m, memo: make(map[*formula.Expr]int8)}
}

// sign returns the sign of e on the span; 0 says that e is zero there.
func (p *signProver) sign(e *formula.Expr) (int, bool) {
	s, known := p.memo[e]
	if !known {
		s = p.try(e)
		p.memo[e] = s
	}
	return int(s), s != signUnproved
}

// try is sign without its memory.
func (p *signProver) try(e *formula.Expr) int8 {
	if p.steps++; p.steps > maxSignSteps || p.meter.Stopped() {
		return signUnproved
	}
	if v, ok := fail.Attempt(func() (int, bool) { return p.find(e) }); ok {
		return int8(v)
	}
	return signUnproved
}

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
		s, ok := p.compare(a[0], constant.Int(1))
		return -s, ok
	case formula.OpLog:
		return p.compare(a[0], constant.Int(1))
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
	if q, root, ok := powers.Rational(e, p.meter); ok {
		if s, ok := fail.Attempt(func() (int, bool) { return p.polynomial(q, root) }); ok {
			return s, true
		}
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
func (p *signProver) monotone(e *formula.Expr) (int, bool) {
	d, ok := formula.Derivative(e)
	if !ok || p.depth >= maxRewriting || d.Size() > maxRewriteSize || p.analytic(e) != "" {
		return 0, false
	}
	p.steps += 10
	slope, ok := p.rewritten(d)
	if !ok || slope == 0 {
		return 0, false
	}
	if s, ok := fail.Attempt(func() (int, bool) { return p.nearLow(e) }); ok && s == slope {
		return s, true
	}
	if s, ok := fail.Attempt(func() (int, bool) { return p.nearHigh(e) }); ok && s == -slope {
		return s, true
	}
	return 0, false
}

// nearLow returns the sign of e just above lo.
func (p *signProver) nearLow(e *formula.Expr) (int, bool) {
	u, s, err := series.Expand(e, p.in.lo, true, 6, p.meter)
	if err != nil {
		return 0, false
	}
	return s.LeadSign(u), true
}

// nearHigh returns the sign of e just below hi, or for large z.
func (p *signProver) nearHigh(e *formula.Expr) (int, bool) {
	if !p.in.inf {
		u, s, err := series.Expand(e, p.in.hi, false, 6, p.meter)
		if err != nil {
			return 0, false
		}
		return s.LeadSign(u), true
	}
	u, s, err := series.AtInfinity(e, 6, p.meter)
	if err != nil {
		return 0, false
	}
	return s.LeadSign(u), true
}

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
func (p *signProver) sum(e *formula.Expr) (int, bool) { // one function: a chain of attempts, the cheap ones first.
	a, b, f := e.Args()[0], e.Args()[1], 1
	if e.Op() == formula.OpSub {
		f = -1
	}
	if f < 0 {
		if s, ok := p.squares(a, b); ok {
			return s, true
		}
	}
	if !b.Varies() {
		if c, err := constant.New(b); err == nil {
			if f > 0 {
				c = c.Neg()
			}
			if s, ok := p.compare(a, c); ok {
				return s, true
			}
		}
	}
	if !a.Varies() {
		if c, err := constant.New(a); err == nil {
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
	if f < 0 && a.Op() == b.Op() && len(a.Args()) == 1 {
		switch a.Op() {
		case formula.OpExp, formula.OpLog, formula.OpSqrt, formula.OpAsin, formula.OpAtan, formula.OpSinh, formula.OpTanh, formula.OpErf:
			if s, ok := p.sign(formula.Simplify(formula.Sub(a.Args()[0], b.Args()[0]))); ok {
				return s, true
			}
		case formula.OpAcos, formula.OpErfc:
			if s, ok := p.sign(formula.Simplify(formula.Sub(b.Args()[0], a.Args()[0]))); ok {
				return s, true
			}
		}
	}
	if f < 0 {
		positive := func(e *formula.Expr) bool { s, ok := p.sign(e); return ok && s > 0 }
		if x, y := ExponentOf(a, positive), ExponentOf(b, positive); x != nil && y != nil {
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
	if q, c := InExponential(e); q != nil { // w = exp(−cz) falls
		return p.falling(q, new(big.Rat).Neg(c))
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

// falling is the sign of q, a formula in w = exp(rz), r < 0.
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

// squares handles c² − x² = (c − x)(c + x), c² rational.
func (p *signProver) squares(a, b *formula.Expr) (int, bool) {
	r := a.Num()
	if r == nil || b.Op() != formula.OpPow || !b.Args()[1].IsInt(2) {
		return 0, false
	}
	c := rational.Root(r, 2)
	if c == nil {
		return 0, false
	}
	s, ok := p.rewritten(formula.Sub(formula.Rational(c), b.Args()[0]))
	if !ok {
		return 0, false
	}
	t, ok := p.rewritten(formula.Add(formula.Rational(c), b.Args()[0]))
	return s * t, ok
}

// clearDenominator writes a/b ± c as (a ± cb)/b.
func (p *signProver) clearDenominator(e *formula.Expr) (int, bool) {
	for i, x := range e.Args() {
		if x.Op() != formula.OpDiv || !x.Args()[1].Varies() {
			continue
		}
		t, ok := p.sign(x.Args()[1])
		if !ok || t == 0 {
			return 0, false
		}
		whole := [2]*formula.Expr{formula.Mul(e.Args()[0], x.Args()[1]), formula.Mul(e.Args()[1], x.Args()[1])}
		whole[i] = x.Args()[0]
		s, ok := p.rewritten(formula.Apply(e.Op(), whole[0], whole[1]))
		return s * t, ok
	}
	return 0, false
}

// belowRoot returns the sign of a − √u: that of a² − u for a > 0.
func (p *signProver) belowRoot(a, root *formula.Expr) (int, bool) {
	if root.Op() != formula.OpSqrt {
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
	return p.rewritten(formula.Sub(formula.Pow(a, formula.Int(2)), root.Args()[0]))
}

// compare returns the sign of x − c.
func (p *signProver) compare(x *formula.Expr, c constant.Value) (int, bool) {
	s, ok := fail.Attempt(func() (int, bool) { return p.invert(x, c) })
	if ok {
		return s, true
	}
	e, ok := c.Expr()
	if !ok {
		return 0, false
	}
	if c.IsZeroForm() {
		return p.sign(x)
	}
	d := formula.Simplify(formula.Sub(x, e))
	if q, root, ok := powers.Rational(d, p.meter); ok {
		if s, ok := fail.Attempt(func() (int, bool) { return p.polynomial(q, root) }); ok {
			return s, true
		}
	}
	return p.enclose(d)
}

// cmpConst orders constants, or fails.
func cmpConst(a, b constant.Value) int { return constant.NeedSign(a.Sub(b)) }

// invert compares x with c by undoing the operations of x.
func (p *signProver) invert(x *formula.Expr, c constant.Value) (int, bool) { // one function: a case for each operation.
	if !x.Varies() {
		v, err := constant.New(x)
		if err != nil {
			return 0, false
		}
		s, known := v.Cmp(c)
		return s, known == ball.True
	}
	a := x.Args()
	flip := func(s int, ok bool) (int, bool) { return -s, ok }
	switch x.Op() {
	case formula.OpVar:
		switch {
		case cmpConst(c, p.in.lo) <= 0:
			return 1, true
		case !p.in.inf && cmpConst(c, p.in.hi) >= 0:
			return -1, true
		}
		return 0, false
	case formula.OpCall:
		return p.invert(x.Body(), c)
	case formula.OpNeg:
		return flip(p.invert(a[0], c.Neg()))
	case formula.OpAdd, formula.OpSub, formula.OpMul, formula.OpDiv:
		return p.invertBinary(x, c)
	case formula.OpPow:
		if s, ok := p.sign(a[0]); !ok || s <= 0 || a[0].Varies() && a[1].Varies() {
			return 0, false
		}
		if constant.NeedSign(c) <= 0 {
			return 1, true
		}
		if r := a[1].Num(); r != nil && r.Sign() != 0 {
			s, ok := p.invert(a[0], constant.Pow(c, new(big.Rat).Inv(r)))
			return s * r.Sign(), ok
		}
		return p.invertPower(a[0], a[1], constant.Function(formula.OpLog, c))
	case formula.OpSqrt:
		if constant.NeedSign(c) < 0 {
			return 1, true
		}
		return p.invert(a[0], c.Mul(c))
	case formula.OpExp:
		if constant.NeedSign(c) <= 0 {
			return 1, true
		}
		return p.invert(a[0], constant.Function(formula.OpLog, c))
	case formula.OpLog:
		return p.invert(a[0], constant.Function(formula.OpExp, c))
	case formula.OpTanh, formula.OpErf, formula.OpSin, formula.OpCos:
		strict := x.Op() == formula.OpTanh || x.Op() == formula.OpErf
		switch g := cmpConst(c, constant.Int(1)); {
		case g > 0 || g == 0 && strict:
			return -1, true
		}
		switch g := cmpConst(c, constant.Int(-1)); {
		case g < 0 || g == 0 && strict:
			return 1, true
		}
		if x.Op() == formula.OpTanh {
			one := constant.Int(1)
			return p.invert(a[0], constant.Function(formula.OpLog, one.Add(c).Mul(one.Sub(c).Inv())).Scale(big.NewRat(1, 2)))
		}
	case formula.OpAtan:
		half := constant.Pi().Scale(big.NewRat(1, 2))
		switch {
		case cmpConst(c, half) >= 0:
			return -1, true
		case cmpConst(c.Neg(), half) >= 0:
			return 1, true
		}
		return p.invert(a[0], constant.Function(formula.OpTan, c))
	case formula.OpSinh:
		return p.invert(a[0], constant.Function(formula.OpLog, c.Add(constant.Pow(c.Mul(c).Add(constant.Int(1)), big.NewRat(1, 2)))))
	case formula.OpCosh:
		if cmpConst(c, constant.Int(1)) < 0 {
			return 1, true
		}
	case formula.OpAcos:
		switch {
		case constant.NeedSign(c) < 0:
			return 1, true
		case cmpConst(c, constant.Pi()) > 0:
			return -1, true
		}
		return flip(p.invert(a[0], constant.Function(formula.OpCos, c)))
	case formula.OpAsin:
		half := constant.Pi().Scale(big.NewRat(1, 2))
		switch {
		case cmpConst(c, half) > 0:
			return -1, true
		case cmpConst(c.Neg(), half) > 0:
			return 1, true
		}
		return p.invert(a[0], constant.Function(formula.OpSin, c))
	}
	return 0, false
}

// invertPower compares u^v, u > 0, one of them constant, with exp(c): v log u with c.
func (p *signProver) invertPower(u, v *formula.Expr, c constant.Value) (int, bool) {
	fixed, other := v, u
	if v.Varies() {
		fixed, other = u, v
	}
	scale, err := constant.New(fixed)
	if err != nil {
		return 0, false
	}
	if v.Varies() {
		scale = constant.Function(formula.OpLog, scale)
	}
	g := constant.NeedSign(scale)
	if g == 0 {
		return 0, false
	}
	c = c.Mul(scale.Inv())
	if !v.Varies() {
		c = constant.Function(formula.OpExp, c)
	}
	s, ok := p.invert(other, c)
	return s * g, ok
}

func (p *signProver) invertBinary(x *formula.Expr, c constant.Value) (int, bool) {
	a, b := x.Args()[0], x.Args()[1]
	if a.Varies() == b.Varies() {
		return 0, false
	}
	fixed, other := a, b
	if a.Varies() {
		fixed, other = b, a
	}
	v, err := constant.New(fixed)
	if err != nil {
		return 0, false
	}
	switch x.Op() {
	case formula.OpAdd:
		return p.invert(other, c.Sub(v))
	case formula.OpSub:
		if a.Varies() {
			return p.invert(other, c.Add(v))
		}
		s, ok := p.invert(other, v.Sub(c))
		return -s, ok
	}
	g := constant.NeedSign(v)
	if g == 0 {
		return 0, false
	}
	if x.Op() == formula.OpMul || a.Varies() { // v·y or y/v against c
		if x.Op() == formula.OpMul {
			v = v.Inv()
		}
		s, ok := p.invert(other, c.Mul(v))
		return s * g, ok
	}
	// v/y − c = (v − cy)/y
	t, ok := p.sign(other)
	if !ok || t == 0 {
		return 0, false
	}
	h := constant.NeedSign(c)
	if h == 0 {
		return g * t, true
	}
	s, ok := p.invert(other, v.Mul(c.Inv()))
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
			return a.Add(a, rational.One), true
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
	lo := constant.Pow(p.in.lo, exp)
	free := polynomial.FromRats(v).SquareFree()
	at := func(c constant.Value) constant.Value { // free at c
		sum := constant.Value{}
		for i := len(free) - 1; i >= 0; i-- {
			sum = sum.Mul(c).Add(constant.Rat(new(big.Rat).SetInt(free[i])))
		}
		return sum
	}
	var hi constant.Value
	if !p.in.inf {
		hi = constant.Pow(p.in.hi, exp)
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
	value := constant.Value{}
	y := constant.Pow(constant.Rat(x), exp)
	for i := len(v) - 1; i >= 0; i-- {
		value = value.Mul(y).Add(constant.Rat(v[i]))
	}
	s, known := value.Sign()
	return s, known == ball.True && s != 0
}

// outside reports whether the only root in (a, b] of a square-free polynomial is proved to be ≤ end, or ≥ end for low false.
func (p *signProver) outside(free polynomial.Int, a, b *big.Rat, end constant.Value, at func(constant.Value) constant.Value, low bool) bool {
	for range 60 {
		if low && cmpConst(constant.Rat(b), end) <= 0 || !low && cmpConst(constant.Rat(a), end) >= 0 {
			return true
		}
		if low && cmpConst(constant.Rat(a), end) >= 0 || !low && cmpConst(constant.Rat(b), end) < 0 {
			return false
		}
		// a < end < b, or one of them is the end
		if cmpConst(constant.Rat(a), end) < 0 && cmpConst(constant.Rat(b), end) >= 0 && at(end).IsZero() == ball.True {
			return true // the root is the end
		}
		m := new(big.Rat).Add(a, b)
		m.Mul(m, big.NewRat(1, 2))
		if free.Sign(m) == 0 {
			s := cmpConst(constant.Rat(m), end)
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
func (p *signProver) nearEnd(e *formula.Expr, f *eval.Func, b constant.Value, right bool, want int, mid *big.Float) (*big.Float, bool) {
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
