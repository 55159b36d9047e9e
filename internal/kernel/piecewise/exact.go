package piecewise

import (
	"fmt"
	"math/big"
	"slices"
	"sync"

	"krein/ball"
	"krein/internal/budget"
	"krein/internal/kernel/brief"
	"krein/internal/kernel/constant"
	"krein/internal/kernel/eval"
	"krein/internal/kernel/formula"
)

// An Analysis is a formula with its exact local analysis, made when first needed.
type Analysis struct {
	whole *formula.Expr
	cuts  Cuts
	meter *budget.Meter

	mu    sync.Mutex
	found *exactAnalysis
	tried *trial // the last, while they are found
}

// exactAnalysis is what was found.
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

// NewAnalysis returns the analysis of a formula that is cut at its points, its work counted by m; of a formula that is
// nil it is an error.
// The formula is the effective one, its extension a condition in it.
func NewAnalysis(whole *formula.Expr, cuts Cuts, m *budget.Meter) *Analysis {
	return &Analysis{whole: whole, cuts: cuts, meter: m}
}

// Pieces is Kernel.ExactPieces.
func (x *Analysis) Pieces() ([]ExactPiece, error) {
	a := x.exactly()
	return a.pieces, a.err
}

// Endless returns a distance before which there are some of infinitely many points at which the function may not be
// analytic, so that Pieces is an error or its last piece is not Analytic; nil if none are known.
// It says where to look for some of infinitely many points, and is the search's: nothing is
// complete that rests on it.
func (x *Analysis) Endless() *big.Rat { return x.exactly().before }

// Meter returns what counts the work, nil if nothing does.
func (x *Analysis) Meter() *budget.Meter { return x.meter }

// exactly returns the pieces and spans, found when they are first needed.
// What a search or a table answers is only where to cut: see Points. An analysis that ended for want of work is not kept.
func (x *Analysis) exactly() *exactAnalysis {
	x.mu.Lock()
	defer x.mu.Unlock()
	if x.found != nil {
		return x.found
	}
	a := new(exactAnalysis)
	cut, err := x.cuts.Find(x.try, x.meter)
	t := x.at(cut.At)
	if x.tried = nil; t.err != nil && err != nil {
		t.err = err // that of the search says more
	}
	a.pieces, a.spans, a.err = t.pieces, t.spans, t.err
	// Only where the pieces do not cover (0,∞) analytically.
	if cut.Before != nil && cut.Before.Sign() > 0 && (a.err != nil || !a.pieces[len(a.pieces)-1].Analytic) {
		a.before = cut.Before
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
// The float of b orders nothing; c does.
type cutPoint struct {
	b Breakpoint
	c constant.Value
}

// trial is what the formula is between points.
type trial struct {
	at     []*formula.Expr
	pieces []ExactPiece
	spans  []exactSpan
	doubts []Doubt
	err    error
}

// try is the Trial of a search.
func (x *Analysis) try(at []*formula.Expr) ([]Doubt, error) {
	t := x.at(at)
	return t.doubts, t.err
}

// at resolves the formula between points, once for the same ones.
func (x *Analysis) at(at []*formula.Expr) *trial {
	if x.tried == nil || !slices.EqualFunc(x.tried.at, at, (*formula.Expr).Equal) {
		x.tried = &trial{at: at}
		if err := x.onSpans(x.tried); err != nil {
			x.tried = &trial{at: at, err: err}
		}
	}
	return x.tried
}

// onSpans resolves the formula between successive points. Where it is not proved to have values because of a part that
// does not show in the piece (the sides of a condition, a branch of min or max that is not taken), there is a doubt.
// Between two points every sign that the formula asks for is proved for all distances of the open interval, or the whole is an
// error. So the piece equals the formula there, wherever that has a value. Whether it has one is asked apart, of the formula as
// it is written: the sides of a condition and the branches that are not taken are evaluated too, and are not in the piece.
func (x *Analysis) onSpans(t *trial) error {
	points, err := increasing(t.at)
	if err != nil {
		return err
	}
	lo := cutPoint{b: Origin()}
	for i := 0; i <= len(points); i++ {
		p := ExactPiece{Lo: lo.b, Hi: Infinity(), span: span{lo: lo.c, inf: true}}
		if i < len(points) {
			p.Hi, p.span.hi, p.span.inf = points[i].b, points[i].c, false
			lo = points[i]
		}
		prove := newSignProver(p.span, x.meter)
		r := provingResolver(prove)
		// The resolver replaces abs, min, max and conditions by the branch that a proved sign selects.
		if p.Expr, err = r.Value(x.whole); err != nil {
			return fmt.Errorf("between %s and %s: %w", p.Lo, p.Hi, err)
		}
		s := exactSpan{from: p.Lo, lo: p.span.lo}
		if s.taken, err = takenBranches(x.whole, r.truth); err != nil { // before long proofs use up the prover
			return fmt.Errorf("between %s and %s: %w", p.Lo, p.Hi, err)
		}
		p.Expr = formula.Simplify(p.Expr)
		// After Simplify, which drops x − x and 0·x: what has no value there is found by defined on the formula itself.
		p.Because = prove.analytic(p.Expr)
		p.Analytic = p.Because == ""
		var doubtful []*formula.Expr
		if s.undefined, doubtful, s.isolated = r.defined(x.whole); len(doubtful) > 0 {
			t.doubts = append(t.doubts, Doubt{p.Lo, p.Hi, doubtful})
		}
		t.pieces, t.spans = append(t.pieces, p), append(t.spans, s)
	}
	t.pieces = joinPieces(t.pieces)
	return nil
}

// increasing reads points, which must be constants that are proved to be positive and to increase.
// last begins as 0, so that the first point is positive. Equal points are refused with those out of order: between them would
// be no interval.
func increasing(at []*formula.Expr) ([]cutPoint, error) {
	var points []cutPoint
	last := constant.Value{}
	for _, e := range at {
		c, err := constant.New(e)
		if err != nil {
			return nil, fmt.Errorf("the breakpoint %s: %w", brief.Text(e.String()), err)
		}
		if s, known := last.Cmp(c); known != ball.True || s >= 0 {
			return nil, fmt.Errorf("that the breakpoint %s lies beyond %s is not proved", brief.Text(e.String()), last)
		}
		points, last = append(points, cutPoint{BreakpointAt(e), c}), c
	}
	return points, nil
}

// joinPieces joins neighbours with one formula where it is proved to be analytic at the point between them.
// The normal forms agree, both pieces are analytic, and so is the formula at the point: one analytic function across it.
// Without analyticity at the point √((z−1)²) would be joined at 1, where it has a kink.
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
// A jet over a ball about c with a bounded first derivative exists only where every operation is analytic on the ball: the
// arithmetic of jets is indeterminate at branch points and poles. That is sufficient; the radius 2^(−60) is arbitrary.
func AnalyticAt(e *formula.Expr, c constant.Value) bool {
	var x ball.Real
	c.Ball(&x, 128)
	var j ball.RealSeries
	eval.Compile(e).Jet(&j, x.AddRad(ball.MagPow2(-60)), 2, 128)
	return !j.Coef(0).Indeterminate() && !j.Coef(1).Indeterminate()
}

// analytic proves that a branch-free formula is defined and analytic at every point of the span; if it does not, it
// says which condition is missing.
// Conditions, abs, min and max that are left hide kinks; all else is a composition of functions that are analytic where
// regularAt says.
func (p *signProver) analytic(e *formula.Expr) string {
	if e.Some(func(part *formula.Expr) bool {
		op := part.Op()
		return part.Varies() && (op == formula.OpAbs || op == formula.OpMin || op == formula.OpMax || op == formula.OpCond)
	}) {
		return "not all branches were resolved"
	}
	why, _, _ := provingResolver(p).defined(e)
	return why
}

// enclosedConstant says that a constant, or a part of it, was not proved to have a value, if so.
// A constant without a ball may have no value, as log(0); one with a ball has one: of a ball that is not within the domain, as that of 0
// or of −10^(−60) to some bits for a root, every function of package ball is indeterminate, and so is all that is made of it.
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
// For each operation the set on which it is defined and analytic: 1/x off 0; x^p for x > 0, all x if p is a whole number ≥ 0,
// x ≠ 0 if it is one < 0; √ and log for x > 0; asin, acos on (−1,1), as they have no derivative at ±1; tan where cos ≠ 0;
// Γ and K_ν for x > 0, J_ν and I_ν of whole order everywhere, otherwise for x > 0. All others are entire on the real line.
// A sign that is not proved is a reason, not a "no".
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
	// x^p for a p that is no whole number is analytic for x > 0 only: at 0 it has no Taylor series.
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
	// (−1,1) by two strict signs.
	case formula.OpAsin, formula.OpAcos:
		if why := positive(formula.Simplify(formula.Sub(formula.Int(1), a[0])), "1 − the argument,"); why != "" {
			return why
		}
		return positive(formula.Simplify(formula.Add(formula.Int(1), a[0])), "1 + the argument,")
	// tan = sin/cos: analytic where cos has no zero, which the sign of cos on the span shows.
	case formula.OpTan:
		return nonzero(formula.Apply(formula.OpCos, a[0]), "the denominator")
	case formula.OpGamma, formula.OpBesselK:
		return positive(a[len(a)-1], "the argument of "+op.String())
	// Of whole order they are entire; of others they are powers x^ν times entire functions.
	case formula.OpBesselJ, formula.OpBesselI:
		if nu := a[0].Num(); nu == nil || !nu.IsInt() {
			return positive(a[1], "the argument of "+op.String())
		}
	}
	return ""
}

// PieceBeside returns the piece to the right or left of c.
// The pieces tile (0,∞): the last ends at infinity. A comparison that is not decided is an error, as either neighbour may be meant.
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
