package piecewise

import (
	"errors"
	"fmt"
	"math"
	"math/big"
	"slices"
	"sync"

	"krein/ball"
	"krein/internal/budget"
	"krein/kernel/constant"
	"krein/kernel/eval"
	"krein/kernel/formula"
	"krein/kernel/internal/brief"
)

// An Analysis is a formula with its exact local analysis, made when first needed.
type Analysis struct {
	whole *formula.Expr
	parts *Parts
	meter *budget.Meter

	mu    sync.Mutex
	found *exactAnalysis
}

// exactAnalysis is the result of exactPieces.
type exactAnalysis struct {
	pieces []ExactPiece
	spans  []exactSpan
	err    error
	before *big.Rat // see Endless

	mu  sync.Mutex
	own []ownPoint // nil: not found yet
}

// ExactPiece is a formula without conditions, abs, min and max that is proved to equal the kernel at every point
// of the open interval (Lo, Hi) at which the kernel is defined: every condition that was decided, and every sign on
// which abs, min or max depends, is proved by normal forms, Sturm's theorem and enclosures.
type ExactPiece struct {
	Lo, Hi Breakpoint // Exact is set, or Inf
	Expr   *formula.Expr
	// Analytic says that Expr is proved to be defined and real analytic on (Lo, Hi): every denominator has no zero there,
	// every argument of a root, logarithm or power stays positive, and so on. If not, Because says what was not proved.
	Analytic bool
	Because  string

	span span
}

// Low returns the value of Lo.
func (p *ExactPiece) Low() constant.Value { return p.span.lo }

// NewAnalysis returns the analysis of a formula, its work counted by m; of one that is nil it is an error.
func NewAnalysis(parts *Parts, m *budget.Meter) *Analysis {
	return &Analysis{whole: parts.whole, parts: parts, meter: m}
}

// Pieces is Kernel.ExactPieces.
func (x *Analysis) Pieces() ([]ExactPiece, error) {
	a := x.exactly()
	return a.pieces, a.err
}

// Endless returns a distance before which there are some of infinitely many points at which the function may not be
// analytic, so that Pieces is an error or its last piece is not Analytic; nil if none are known.
func (x *Analysis) Endless() *big.Rat { return x.exactly().before }

// Meter returns what counts the work, nil if nothing does.
func (x *Analysis) Meter() *budget.Meter { return x.meter }

var errNoFormula = errors.New("a Go function has no formula to expand")

// exactly returns the pieces and spans, found when they are first needed.
func (x *Analysis) exactly() *exactAnalysis {
	x.mu.Lock()
	defer x.mu.Unlock()
	if x.found != nil {
		return x.found
	}
	a := new(exactAnalysis)
	if x.whole == nil {
		a.err = errNoFormula
		return a
	}
	var endless *EndlessError
	a.pieces, a.spans, a.err = x.exactPieces(&endless)
	if a.err != nil {
		endless = nil
		errors.As(a.err, &endless)
	}
	if endless != nil && (a.err != nil || !a.pieces[len(a.pieces)-1].Analytic) {
		a.before = new(big.Rat).SetFloat64(math.Ldexp(1, endless.Before))
	}
	if !x.meter.Stopped() { // what is left open for want of work may be found later
		x.found = a
	}
	return a
}

// PolynomialPiece is Σ Coef[i] z^i on the open interval (Lo, Hi).
type PolynomialPiece struct {
	Lo, Hi Breakpoint
	Coef   []*big.Rat // without leading zeros, so that the zero function has none
}

// cutPoint is a breakpoint with its value.
type cutPoint struct {
	b Breakpoint
	c constant.Value
}

// exactPieces returns the pieces, and the spans that they are made of; endless: candidates for points have no end.
func (x *Analysis) exactPieces(endless **EndlessError) ([]ExactPiece, []exactSpan, error) {
	pieces, cuts, err := x.parts.Get()
	if err != nil {
		return nil, nil, err
	}
	cuts = slices.Clone(cuts)
	for _, p := range pieces {
		cuts = append(cuts, p.Hi)
		// without those that are missing a piece is not proved analytic
		critical, err := find.Critical(p.Lo, p.Hi, x.meter, p.Expr)
		errors.As(err, endless)
		cuts = append(cuts, critical...)
	}
	for round := 0; ; round++ {
		points, err := orderedCuts(cuts)
		if err != nil {
			return nil, nil, err
		}
		out, spans, hidden, err := x.onSpans(points)
		if err != nil {
			return nil, nil, err
		}
		if len(hidden) == 0 || round == maxCutRounds {
			return joinPieces(out), spans, nil
		}
		cuts = append(cuts, hidden...)
	}
}

// maxCutRounds bounds how often points are added for parts that do not show in the pieces.
const maxCutRounds = 2

// onSpans resolves the formula between successive points. Where it is not proved to have values because of a part that
// does not show in the piece (the sides of a condition, a branch of min or max that is not taken), hidden has
// candidates for points at which to cut again.
func (x *Analysis) onSpans(points []cutPoint) (out []ExactPiece, spans []exactSpan, hidden []Breakpoint, err error) {
	lo := cutPoint{b: Origin()}
	for i := 0; i <= len(points); i++ {
		p := ExactPiece{Lo: lo.b, Hi: Infinity(), span: span{lo: lo.c, inf: true}}
		if i < len(points) {
			p.Hi, p.span.hi, p.span.inf = points[i].b, points[i].c, false
			lo = points[i]
		}
		prove := newSignProver(p.span, x.meter)
		r := provingResolver(prove)
		if p.Expr, err = r.Value(x.whole); err != nil {
			return nil, nil, nil, fmt.Errorf("between %s and %s: %w", p.Lo, p.Hi, err)
		}
		s := exactSpan{from: p.Lo, lo: p.span.lo}
		if s.taken, err = takenBranches(x.whole, r.truth); err != nil { // before long proofs use up the prover
			return nil, nil, nil, fmt.Errorf("between %s and %s: %w", p.Lo, p.Hi, err)
		}
		p.Expr = formula.Simplify(p.Expr)
		p.Because = prove.analytic(p.Expr)
		p.Analytic = p.Because == ""
		var doubtful []*formula.Expr
		s.undefined, doubtful = r.defined(x.whole)
		critical, _ := find.Critical(p.Lo, p.Hi, x.meter, doubtful...)
		hidden = append(hidden, critical...)
		out, spans = append(out, p), append(spans, s)
	}
	return out, spans, hidden, nil
}

// joinPieces joins neighbours with one formula where it is proved to be analytic at the point between them.
func joinPieces(in []ExactPiece) []ExactPiece {
	out := in[:1:1]
	for _, p := range in[1:] {
		last := &out[len(out)-1]
		if last.Analytic && p.Analytic && (last.Expr.Equal(p.Expr) || constant.SameForm(last.Expr, p.Expr)) &&
			AnalyticAt(p.Expr, p.span.lo) {
			last.Hi, last.span.hi, last.span.inf = p.Hi, p.span.hi, p.span.inf
			continue
		}
		out = append(out, p)
	}
	return out
}

// AnalyticAt reports whether e is proved to be analytic at c.
func AnalyticAt(e *formula.Expr, c constant.Value) bool {
	var x ball.Real
	c.Ball(&x, 128)
	var j ball.RealSeries
	eval.Compile(e).Jet(&j, x.AddRad(ball.MagPow2(-60)), 2, 128)
	return !j.Coef(0).Indeterminate() && !j.Coef(1).Indeterminate()
}

// orderedCuts sorts the positive exact breakpoints and keeps one of each.
func orderedCuts(cuts []Breakpoint) ([]cutPoint, error) {
	var points []cutPoint
	for _, b := range cuts {
		if b.Inf {
			continue
		}
		if b.Exact == nil {
			return nil, fmt.Errorf("the breakpoint near %v has no exact form that is known here", b)
		}
		c, err := constant.New(b.Exact)
		if err != nil {
			return nil, fmt.Errorf("the breakpoint %s: %w", b, err)
		}
		if !slices.ContainsFunc(points, func(p cutPoint) bool { return p.c.Same(c) }) {
			points = append(points, cutPoint{b, c})
		}
	}
	var err error
	slices.SortFunc(points, func(x, y cutPoint) int {
		s, known := x.c.Cmp(y.c)
		if known != ball.True && err == nil {
			err = fmt.Errorf("the breakpoints %s and %s are not told apart by %d bits", x.b, y.b, constant.MostBits)
		}
		return s
	})
	if err != nil {
		return nil, err
	}
	points = slices.CompactFunc(points, func(x, y cutPoint) bool { s, _ := x.c.Cmp(y.c); return s == 0 })
	for len(points) > 0 {
		s, known := points[0].c.Sign()
		if known != ball.True {
			return nil, fmt.Errorf("the sign of the breakpoint %s is not decided", points[0].b)
		}
		if s > 0 {
			break
		}
		points = points[1:]
	}
	return points, nil
}

// analytic proves that a branch-free formula is defined and analytic at every point of the span; if it does not, it
// says which condition is missing.
func (p *signProver) analytic(e *formula.Expr) string {
	if e.Some(func(part *formula.Expr) bool {
		op := part.Op()
		return part.Varies() && (op == formula.OpAbs || op == formula.OpMin || op == formula.OpMax || op == formula.OpCond)
	}) {
		return "not all branches were resolved"
	}
	why, _ := provingResolver(p).defined(e)
	return why
}

// enclosedConstant says that a constant, or a part of it, was not proved to have a value, if so.
func enclosedConstant(e *formula.Expr) string {
	if e.Some(func(c *formula.Expr) bool {
		return !c.Op().IsCondition() && eval.Enclose(nil, c, nil, 128).Indeterminate()
	}) {
		return fmt.Sprintf("the constant %s was not enclosed", brief.Text(e.String()))
	}
	return ""
}

// regularAt proves that an operation on branch-free operands, themselves defined and analytic on the span, is so; or it
// says which condition is missing.
func (p *signProver) regularAt(op formula.Op, a []*formula.Expr) string {
	nonzero := func(g *formula.Expr, what string) string {
		if s, ok := p.sign(g); !ok || s == 0 {
			return fmt.Sprintf("that %s %s has no zero is not proved", what, brief.Text(g.String()))
		}
		return ""
	}
	positive := func(g *formula.Expr, what string) string {
		if s, ok := p.sign(g); !ok || s <= 0 {
			return fmt.Sprintf("that %s %s stays positive is not proved", what, brief.Text(g.String()))
		}
		return ""
	}
	switch op {
	case formula.OpDiv:
		return nonzero(a[1], "the denominator")
	case formula.OpPow:
		r := a[1].Num()
		switch {
		case r != nil && r.IsInt() && r.Sign() >= 0:
			return ""
		case r != nil && r.IsInt():
			return nonzero(a[0], "the denominator")
		}
		return positive(a[0], "the base")
	case formula.OpSqrt, formula.OpLog:
		return positive(a[0], "the argument of "+op.String())
	case formula.OpAsin, formula.OpAcos:
		if why := positive(formula.Simplify(formula.Sub(formula.Int(1), a[0])), "1 − the argument,"); why != "" {
			return why
		}
		return positive(formula.Simplify(formula.Add(formula.Int(1), a[0])), "1 + the argument,")
	case formula.OpTan:
		return nonzero(formula.Apply(formula.OpCos, a[0]), "the denominator")
	case formula.OpGamma, formula.OpBesselK:
		return positive(a[len(a)-1], "the argument of "+op.String())
	case formula.OpBesselJ, formula.OpBesselI:
		if nu := a[0].Num(); nu == nil || !nu.IsInt() {
			return positive(a[1], "the argument of "+op.String())
		}
	}
	return ""
}

// PieceBeside returns the piece to the right or left of c.
func PieceBeside(pieces []ExactPiece, c constant.Value, right bool) (*ExactPiece, error) {
	for i := range pieces {
		p := &pieces[i]
		if p.span.inf {
			return p, nil
		}
		s, known := c.Cmp(p.span.hi)
		if known != ball.True {
			return nil, fmt.Errorf("whether z = %s lies before the breakpoint %s is not decided", c, p.Hi)
		}
		if s < 0 || s == 0 && !right {
			return p, nil
		}
	}
	panic("piecewise: the last piece ends before infinity")
}
