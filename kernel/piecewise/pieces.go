// Package piecewise splits a function at its breakpoints into formulas without conditions, abs, min
// and max: Parts by signs at points, Analysis by proved signs. It proves signs of formulas on
// intervals, that they are analytic, and that two are equal.
package piecewise

import (
	"context"
	"fmt"
	"math"
	"math/big"
	"sync"

	"krein/ball"
	"krein/internal/budget"
	"krein/internal/polynomial"
	"krein/kernel/constant"
	"krein/kernel/eval"
	"krein/kernel/formula"
	"krein/kernel/internal/brief"
	"krein/kernel/internal/exponent"
	"krein/kernel/internal/powers"
	"krein/kernel/internal/rational"
)

// Breakpoint is a distance at which a kernel changes its formula.
type Breakpoint struct {
	Value float64       // the nearest float64 of Exact, or the best that is known
	Exact *formula.Expr // constant expression; nil if only Value is known, and for infinity
	Inf   bool          // +∞, with Value +Inf
}

// String returns the exact breakpoint if it is known.
func (b Breakpoint) String() string {
	switch {
	case b.Inf:
		return "inf"
	case b.Exact != nil:
		return b.Exact.String()
	}
	return fmt.Sprintf("%.17g", b.Value)
}

// Origin returns the breakpoint z = 0.
func Origin() Breakpoint { return origin }

// BreakpointAt returns the exact breakpoint of a constant expression.
func BreakpointAt(e *formula.Expr) Breakpoint {
	return Breakpoint{Value: eval.ConstantFloat(e), Exact: e}
}

// Constant returns b exactly; a float64 without an exact form means itself.
func (b Breakpoint) Constant() (constant.Value, error) {
	if b.Exact == nil {
		return constant.Rat(new(big.Rat).SetFloat64(b.Value)), nil
	}
	return constant.New(b.Exact)
}

// Piece is a formula without conditions, abs, min and max that equals the kernel on
// the open interval (Lo, Hi). Expr is nil for a kernel that is a Go function.
type Piece struct {
	Lo, Hi Breakpoint
	Expr   *formula.Expr
}

// maxPieces bounds the number of pieces and the work of finding them.
const maxPieces = 2000

// Between returns the intervals between the positive ones of the given numbers, without formulas.
func Between(points []*big.Rat) []Piece {
	var cuts []Breakpoint
	for _, c := range points {
		cuts = append(cuts, BreakpointAt(formula.Rational(c)))
	}
	cuts, err := dedupe(cuts, origin, infinity)
	if err != nil {
		panic("piecewise: rational breakpoints are ordered: " + err.Error())
	}
	var pieces []Piece
	lo := origin
	for _, b := range append(cuts, infinity) {
		pieces = append(pieces, Piece{Lo: lo, Hi: b})
		lo = b
	}
	return pieces
}

// Parts holds the pieces of a formula and every distance at which a condition, abs, min or max may change, so also
// those at which the formula has a value of its own that Pieces leaves out. They are found when first needed.
type Parts struct {
	whole *formula.Expr

	once   sync.Once
	pieces []Piece
	cuts   []Breakpoint
	err    error
}

// NewParts returns the parts of a formula, to be found when they are first needed.
func NewParts(whole *formula.Expr) *Parts { return &Parts{whole: whole} }

// Get returns the pieces and the cuts, which must not be changed. The work has a bound of its own, so that they are the same whatever is
// left of the budget of the search that asks first.
func (p *Parts) Get() ([]Piece, []Breakpoint, error) {
	p.once.Do(func() {
		ctx, release := budget.New(context.Background(), pieceUnits)
		defer release()
		p.pieces, p.cuts, p.err = piecesAndCuts(p.whole, budget.Of(ctx))
	})
	return p.pieces, p.cuts, p.err
}

// pieceUnits bounds the work of finding the pieces of a formula.
const pieceUnits = 10_000_000

func piecesAndCuts(whole *formula.Expr, m *budget.Meter) ([]Piece, []Breakpoint, error) {
	s := newSplitter(infinity, new(int), m)
	segs, err := s.value(whole)
	if err != nil {
		return nil, nil, err
	}
	for i := range segs {
		segs[i].v = formula.Simplify(segs[i].v)
	}
	segs = merge(segs, (*formula.Expr).Equal)
	pieces := make([]Piece, len(segs))
	lo := origin
	for i, sg := range segs {
		pieces[i] = Piece{Lo: lo, Hi: sg.hi, Expr: sg.v}
		lo = sg.hi
	}
	return pieces, *s.cuts, nil
}

var (
	origin   = Breakpoint{Exact: formula.Int(0)}
	infinity = Breakpoint{Value: math.Inf(1), Inf: true}
)

// seg is the value of something up to hi from the end of the segment before.
type seg[T any] struct {
	hi Breakpoint
	v  T
}

func single[T any](v T) []seg[T] { return []seg[T]{{infinity, v}} }

// merge joins neighbours with equal values.
func merge[T any](s []seg[T], equal func(a, b T) bool) []seg[T] {
	out := s[:0:0]
	for _, x := range s {
		if n := len(out); n > 0 && equal(out[n-1].v, x.v) {
			out[n-1].hi = x.hi
			continue
		}
		out = append(out, x)
	}
	return out
}

// splitter computes the pieces of subexpressions from the leaves up. What it says
// about distances beyond limit is arbitrary.
type splitter struct {
	values map[*formula.Expr][]seg[*formula.Expr]
	truths map[*formula.Expr][]seg[ball.Truth]
	limit  Breakpoint
	work   *int
	meter  *budget.Meter
	cuts   *[]Breakpoint // all zeros met
}

func newSplitter(limit Breakpoint, work *int, m *budget.Meter) *splitter {
	return &splitter{values: make(map[*formula.Expr][]seg[*formula.Expr]), truths: make(map[*formula.Expr][]seg[ball.Truth]), limit: limit, work: work, meter: m, cuts: new([]Breakpoint)}
}

// within returns a splitter for distances up to hi.
func (s *splitter) within(hi Breakpoint) (*splitter, error) {
	if c, err := compareBreakpoints(hi, s.limit); err != nil || c >= 0 {
		return s, err
	}
	in := newSplitter(hi, s.work, s.meter)
	in.cuts = s.cuts
	return in, nil
}

func (s *splitter) spend(n int) error {
	if *s.work += n; *s.work > 50*maxPieces {
		return fmt.Errorf("the formula has too many pieces (about %d are allowed)", maxPieces)
	}
	return nil
}

func (s *splitter) value(e *formula.Expr) ([]seg[*formula.Expr], error) {
	if len(e.Args()) == 0 && e.Op() != formula.OpCall || !e.Varies() {
		return single(e), nil
	}
	if v, ok := s.values[e]; ok {
		return v, nil
	}
	v, err := s.split(e)
	if err != nil {
		return nil, err
	}
	if err := s.spend(len(v)); err != nil {
		return nil, err
	}
	s.values[e] = v
	return v, nil
}

func (s *splitter) split(e *formula.Expr) ([]seg[*formula.Expr], error) {
	switch e.Op() {
	case formula.OpCall:
		v, err := s.value(e.Body())
		if err == nil && len(v) == 1 && v[0].v == e.Body() {
			return single(e), nil
		}
		return v, err
	case formula.OpCond:
		c, err := s.truth(e.Args()[0])
		if err != nil {
			return nil, err
		}
		return s.choose(c, e.Args()[1], e.Args()[2])
	case formula.OpAbs:
		return s.splitAbs(e)
	case formula.OpMin, formula.OpMax:
		return s.splitExtreme(e)
	}
	acc := single([]*formula.Expr(nil))
	for _, a := range e.Args() {
		v, err := s.value(a)
		if err != nil {
			return nil, err
		}
		acc, err = zip(acc, v, func(args []*formula.Expr, x *formula.Expr) []*formula.Expr {
			return append(args[:len(args):len(args)], x)
		})
		if err != nil {
			return nil, err
		}
	}
	out := make([]seg[*formula.Expr], len(acc))
	for i, sg := range acc {
		same := true
		for j, a := range sg.v {
			same = same && a == e.Args()[j]
		}
		out[i] = seg[*formula.Expr]{sg.hi, e}
		if !same {
			out[i].v = formula.Identity(formula.Apply(e.Op(), sg.v...))
		}
	}
	return merge(out, (*formula.Expr).Equal), nil
}

// zip combines two segmentations on their common refinement.
func zip[A, B, C any](a []seg[A], b []seg[B], f func(A, B) C) ([]seg[C], error) {
	var out []seg[C]
	for i, j := 0, 0; i < len(a) && j < len(b); {
		c, err := compareBreakpoints(a[i].hi, b[j].hi)
		if err != nil {
			return nil, err
		}
		hi := a[i].hi
		if c > 0 {
			hi = b[j].hi
		}
		out = append(out, seg[C]{hi, f(a[i].v, b[j].v)})
		if c <= 0 {
			i++
		}
		if c >= 0 {
			j++
		}
	}
	return out, nil
}

// choose takes a where c is true and b where it is false. A branch is split only as far
// as it is taken.
func (s *splitter) choose(c []seg[ball.Truth], a, b *formula.Expr) ([]seg[*formula.Expr], error) {
	var branch [2][]seg[*formula.Expr]
	for i, t := range []ball.Truth{ball.True, ball.False} {
		last := -1
		for j, sg := range c {
			if sg.v == t {
				last = j
			}
		}
		if last < 0 {
			continue
		}
		in, err := s.within(c[last].hi)
		if err != nil {
			return nil, err
		}
		if branch[i], err = in.value([]*formula.Expr{a, b}[i]); err != nil {
			return nil, err
		}
	}
	for i := range branch {
		if branch[i] == nil {
			branch[i] = single((*formula.Expr)(nil))
		}
	}
	both, err := zip(branch[0], branch[1], func(a, b *formula.Expr) [2]*formula.Expr { return [2]*formula.Expr{a, b} })
	if err != nil {
		return nil, err
	}
	out, err := zip(c, both, func(t ball.Truth, v [2]*formula.Expr) *formula.Expr {
		if t == ball.True {
			return v[0]
		}
		return v[1]
	})
	return merge(out, (*formula.Expr).Equal), err
}

// bySign splits each segment of v at the zeros of its value and maps value and sign on each part.
func bySign[A, B any](s *splitter, v []seg[A], g func(A) *formula.Expr, f func(A, int) B, what *formula.Expr) ([]seg[B], error) {
	var out []seg[B]
	lo := origin
	for _, sg := range v {
		end := sg.hi
		c, err := compareBreakpoints(end, s.limit)
		if err != nil {
			return nil, err
		}
		if c > 0 {
			end = s.limit
		}
		gx := g(sg.v)
		if !s.meter.Spend(int64(gx.Size())) {
			return nil, s.meter.Err()
		}
		gx = formula.Simplify(gx)
		cuts, err := zeros(gx, lo, end, s.meter)
		if err != nil {
			return nil, fmt.Errorf("cannot decide %s: %w", brief.Text(what.String()), err)
		}
		if err := s.spend(len(cuts) + 1); err != nil {
			return nil, err
		}
		*s.cuts = append(*s.cuts, cuts...)
		for _, hi := range append(cuts, end) {
			sign, err := signOn(gx, lo, hi, s.meter)
			if err != nil {
				return nil, fmt.Errorf("cannot decide %s: %w", brief.Text(what.String()), err)
			}
			out = append(out, seg[B]{hi, f(sg.v, sign)})
			lo = hi
		}
		if c >= 0 {
			break
		}
	}
	out[len(out)-1].hi = infinity
	return out, nil
}

func (s *splitter) splitAbs(e *formula.Expr) ([]seg[*formula.Expr], error) {
	v, err := s.value(e.Args()[0])
	if err != nil {
		return nil, err
	}
	out, err := bySign(s, v, func(x *formula.Expr) *formula.Expr { return x }, func(x *formula.Expr, sign int) *formula.Expr {
		if sign < 0 {
			return formula.Identity(formula.Neg(x))
		}
		return x
	}, e)
	return merge(out, (*formula.Expr).Equal), err
}

func (s *splitter) splitExtreme(e *formula.Expr) ([]seg[*formula.Expr], error) {
	acc, err := s.value(e.Args()[0])
	if err != nil {
		return nil, err
	}
	for _, a := range e.Args()[1:] {
		v, err := s.value(a)
		if err != nil {
			return nil, err
		}
		pairs, err := zip(acc, v, func(a, b *formula.Expr) [2]*formula.Expr { return [2]*formula.Expr{a, b} })
		if err != nil {
			return nil, err
		}
		acc, err = bySign(s, pairs, difference, func(p [2]*formula.Expr, sign int) *formula.Expr {
			if (sign <= 0) == (e.Op() == formula.OpMin) {
				return p[0]
			}
			return p[1]
		}, e)
		if err != nil {
			return nil, err
		}
		acc = merge(acc, (*formula.Expr).Equal)
	}
	return acc, nil
}

func difference(p [2]*formula.Expr) *formula.Expr { return formula.Sub(p[0], p[1]) }

func (s *splitter) truth(c *formula.Expr) ([]seg[ball.Truth], error) {
	if v, ok := s.truths[c]; ok {
		return v, nil
	}
	v, err := s.splitTruth(c)
	if err != nil {
		return nil, err
	}
	v = merge(v, func(a, b ball.Truth) bool { return a == b })
	s.truths[c] = v
	return v, nil
}

func (s *splitter) splitTruth(c *formula.Expr) ([]seg[ball.Truth], error) {
	if t := formula.TruthOf(c); t != ball.Unknown {
		return single(t), nil
	}
	if c.Op() == formula.OpNot {
		v, err := s.truth(c.Args()[0])
		out := make([]seg[ball.Truth], len(v))
		for i, sg := range v {
			out[i] = seg[ball.Truth]{sg.hi, sg.v.Not()}
		}
		return out, err
	}
	if c.Op() == formula.OpAnd || c.Op() == formula.OpOr {
		a, err := s.truth(c.Args()[0])
		if err != nil {
			return nil, err
		}
		b, err := s.truth(c.Args()[1])
		if err != nil {
			return nil, err
		}
		return zip(a, b, func(x, y ball.Truth) ball.Truth {
			if c.Op() == formula.OpAnd {
				return x.And(y)
			}
			return x.Not().And(y.Not()).Not()
		})
	}
	a, err := s.value(c.Args()[0])
	if err != nil {
		return nil, err
	}
	b, err := s.value(c.Args()[1])
	if err != nil {
		return nil, err
	}
	pairs, err := zip(a, b, func(a, b *formula.Expr) [2]*formula.Expr { return [2]*formula.Expr{a, b} })
	if err != nil {
		return nil, err
	}
	return bySign(s, pairs, difference, func(_ [2]*formula.Expr, sign int) ball.Truth { return c.Op().Holds(sign) }, c)
}

// compareBreakpoints orders two breakpoints: exactly where both are known exactly, and otherwise by their float64 values, unless these
// nearly agree.
func compareBreakpoints(a, b Breakpoint) (int, error) {
	switch {
	case a.Inf && b.Inf:
		return 0, nil
	case a.Inf:
		return 1, nil
	case b.Inf:
		return -1, nil
	}
	if a.Exact != nil && b.Exact != nil {
		if a.Exact.Equal(b.Exact) {
			return 0, nil
		}
		if p, q := a.Exact.Num(), b.Exact.Num(); p != nil && q != nil {
			return p.Cmp(q), nil
		}
		if c, ok := compareSurds(a.Exact, b.Exact); ok {
			return c, nil
		}
		return compareConstants(a, b)
	}
	if math.Abs(a.Value-b.Value) <= 1e-12*max(math.Abs(a.Value), math.Abs(b.Value)) {
		return 0, fmt.Errorf("cannot tell the breakpoints %s and %s apart", a, b)
	}
	if a.Value < b.Value {
		return -1, nil
	}
	return 1, nil
}

// compareConstants orders two exact breakpoints by enclosures, and by normal forms if these overlap.
func compareConstants(a, b Breakpoint) (int, error) {
	x, y := eval.Enclose(nil, a.Exact, nil, 128), eval.Enclose(nil, b.Exact, nil, 128)
	switch {
	case x.Less(y) == ball.True:
		return -1, nil
	case y.Less(x) == ball.True:
		return 1, nil
	}
	c, err := constant.New(a.Exact)
	if err != nil {
		return 0, fmt.Errorf("the breakpoint %s: %w", a, err)
	}
	d, err := constant.New(b.Exact)
	if err != nil {
		return 0, fmt.Errorf("the breakpoint %s: %w", b, err)
	}
	s, known := c.Cmp(d)
	if known != ball.True {
		return 0, fmt.Errorf("cannot tell the breakpoints %s and %s apart", a, b)
	}
	return s, nil
}

// surd writes a positive constant made of rationals by products, quotients and
// rational powers as v^{1/q}.
func surd(e *formula.Expr) (v *big.Rat, q int64, ok bool) {
	switch e.Op() {
	case formula.OpNum:
		return e.Num(), 1, e.Num().Sign() > 0
	case formula.OpSqrt:
		v, q, ok = surd(e.Args()[0])
		return v, 2 * q, ok && q <= maxRadical
	case formula.OpPow:
		p := e.Args()[1].Num()
		if p == nil || !p.Denom().IsInt64() || p.Denom().Int64() > maxRadical {
			return nil, 0, false
		}
		if v, q, ok = surd(e.Args()[0]); !ok || q > maxRadical {
			return nil, 0, false
		}
		v = rational.Pow(v, new(big.Rat).SetInt(p.Num()))
		return v, q * p.Denom().Int64(), v != nil
	case formula.OpMul, formula.OpDiv:
		a, p, ok := surd(e.Args()[0])
		if !ok {
			return nil, 0, false
		}
		b, q, ok := surd(e.Args()[1])
		if !ok {
			return nil, 0, false
		}
		if a, b, q = sameRadical(a, p, b, q); a == nil || b == nil {
			return nil, 0, false
		}
		if e.Op() == formula.OpDiv {
			return new(big.Rat).Quo(a, b), q, true
		}
		return new(big.Rat).Mul(a, b), q, true
	}
	return nil, 0, false
}

// maxRadical bounds the roots that surd combines.
const maxRadical = 60

// sameRadical raises a^{1/p} and b^{1/q} to their least common power n; a result is nil if it is too large.
func sameRadical(a *big.Rat, p int64, b *big.Rat, q int64) (x, y *big.Rat, n int64) {
	n = p / exponent.GCD(p, q) * q
	return rational.Pow(a, big.NewRat(n/p, 1)), rational.Pow(b, big.NewRat(n/q, 1)), n
}

// compareSurds orders two constants exactly if both are surds.
func compareSurds(a, b *formula.Expr) (order int, ok bool) {
	v, p, ok := surd(a)
	if !ok {
		return 0, false
	}
	w, q, ok := surd(b)
	if !ok {
		return 0, false
	}
	if v, w, _ = sameRadical(v, p, w, q); v == nil || w == nil {
		return 0, false
	}
	return v.Cmp(w), true
}

// samples returns distances inside (lo, hi).
func samples(lo, hi Breakpoint) []float64 {
	a, b := lo.Value, hi.Value
	if hi.Inf {
		b = 2*a + 4
	}
	var out []float64
	for _, t := range []float64{0.5, 0.3819, 0.6180, 0.1459, 0.8541, 0.0557, 0.9443, 0.01, 0.99, 1e-4, 0.9999} {
		if x := a + (b-a)*t; a < x && x < b {
			out = append(out, x)
		}
	}
	if hi.Inf {
		for _, m := range []float64{10, 100, 1000} {
			out = append(out, m*b)
		}
	}
	return out
}

// rationalBetween returns a rational inside (lo, hi) if the ends are rational or infinite, else nil.
func rationalBetween(lo, hi Breakpoint) *big.Rat {
	if lo.Exact == nil || lo.Exact.Num() == nil {
		return nil
	}
	if hi.Inf {
		return new(big.Rat).Add(lo.Exact.Num(), big.NewRat(1, 1))
	}
	if hi.Exact == nil || hi.Exact.Num() == nil {
		return nil
	}
	mid := new(big.Rat).Add(lo.Exact.Num(), hi.Exact.Num())
	return mid.Mul(mid, big.NewRat(1, 2))
}

// signOn returns the sign of g on (lo, hi), where it has no zero unless it vanishes identically.
func signOn(g *formula.Expr, lo, hi Breakpoint, m *budget.Meter) (int, error) {
	if !m.Spend(int64(g.Size())) {
		return 0, m.Err()
	}
	if r := g.Num(); r != nil {
		return r.Sign(), nil
	}
	if p, q, ok := powers.Rational(g, m); ok {
		if len(p) == 0 {
			return 0, nil
		}
		if x := rationalBetween(lo, hi); x != nil && q == 1 && len(p) <= 100 {
			return polynomial.FromRats(p).Sign(x), nil
		}
	}
	if s := eval.SteadySign(g); s != 0 {
		return s, nil
	}
	points := samples(lo, hi)
	if len(points) == 0 {
		return 0, fmt.Errorf("no float64 lies between %s and %s", lo, hi)
	}
	f := eval.Compile(g).Metered(m)
	var v ball.Real
	for _, prec := range []uint{64, 256} { // more for constants in which much cancels
		for _, x := range points {
			f.At(&v, ball.NewReal(x), prec)
			if s, known := v.Sign(); known == ball.True && s != 0 {
				return s, nil
			}
		}
	}
	return 0, fmt.Errorf("the sign of %s between %s and %s is not clear", brief.Text(g.String()), lo, hi)
}
