package kernel

import (
	"errors"
	"fmt"
	"math/big"

	"krein/internal/budget"
	"krein/internal/kernel/brief"
	"krein/internal/kernel/constant"
	"krein/internal/kernel/eval"
	"krein/internal/kernel/fail"
	"krein/internal/kernel/formula"
	"krein/internal/kernel/piecewise"
)

// Kernel is a radial kernel k(z) on distances z ≥ 0. It is immutable and safe for concurrent use.
type Kernel struct {
	expr     *formula.Expr // the formula, without the extension
	domain   *big.Rat
	beyond   Beyond
	radius   *big.Rat      // of the zero extension
	whole    *formula.Expr // the effective function
	ballForm *ballForm
	points   piecewise.Points // nil: piecewise.Uncut
	cuts     piecewise.Cuts
	exact    *piecewise.Analysis
	near     *nearForm
	meter    *budget.Meter
}

// Read returns the function on [0,∞) of a formula as FormulaExpr prints it if it has no named kernels: of evidence,
// which names none. It is an error if a constant in it is proved to have no value.
func Read(text string) (*Kernel, error) {
	e, err := formula.Read(text, nil)
	switch {
	case err != nil:
		return nil, err
	case Valueless(e) != nil:
		return nil, fmt.Errorf("%s has a constant without a value", brief.Text(text))
	}
	return NewNatural(e), nil
}

// Valueless returns the first constant that is proved to have no value, or quotient by a constant
// 0; nil if there is none. Proofs drop the constants of sums and products.
func Valueless(e *formula.Expr) *formula.Expr {
	v, seen := formula.NewConstantEvaluation(eval.RealBalls(256)), make(map[*formula.Expr]bool)
	var walk func(e *formula.Expr) *formula.Expr
	walk = func(e *formula.Expr) *formula.Expr {
		e = formula.Unfold(e)
		if seen[e] {
			return nil
		}
		seen[e] = true
		for _, a := range e.Args() {
			if x := walk(a); x != nil {
				return x
			}
		}
		c := e
		if e.Op() == formula.OpDiv {
			c = formula.Apply(formula.OpDiv, formula.Int(1), e.Args()[1])
		}
		if !c.Varies() && !c.Op().IsCondition() {
			if x, _ := v.Value(c); !x.IsFinite() { // balls return no error
				if _, err := constant.New(c); fail.IsUndefined(err) {
					return e
				}
			}
		}
		return nil
	}
	return walk(e)
}

// Unsettled returns the first constant with a parameter that is not proved to have a value for all values of the
// parameter, nil if there is none.
func Unsettled(e *formula.Expr) *formula.Expr {
	if len(formula.Parameters(e)) == 0 {
		return nil
	}
	seen := make(map[*formula.Expr]bool)
	var walk func(e *formula.Expr) *formula.Expr
	walk = func(e *formula.Expr) *formula.Expr {
		e = formula.Unfold(e)
		if seen[e] {
			return nil
		}
		seen[e] = true
		for _, a := range e.Args() {
			if x := walk(a); x != nil {
				return x
			}
		}
		if e.Varies() || e.Op().IsCondition() || len(formula.Parameters(e)) == 0 {
			return nil
		}
		if _, err := constant.New(e); err != nil { // it proves that each operation has a value
			return e
		}
		if op := e.Op(); op == formula.OpBesselJ || op == formula.OpBesselI { // but of these their balls, at what is not negative
			if x, err := constant.New(e.Args()[1]); err != nil || !x.Positive() && !e.Args()[0].IsInt(0) && !e.Args()[0].IsInt(1) {
				return e
			}
		}
		return nil
	}
	return walk(e)
}

// Fixed returns nil if the kernel is one function; the error says which parameter has an interval of values. It is asked by
// what makes a table, a measure or a map of a kernel; a spectrum of floats does not ask.
func (k *Kernel) Fixed() error {
	if all := formula.Parameters(k.expr); len(all) > 0 {
		return fmt.Errorf("%s has an interval of values, %s: give it one value", all[0].Name(), all[0].Range())
	}
	return nil
}

// NewNatural returns the kernel of a tree as it stands: the function on [0,∞), whatever domain its named kernels are
// meant for. Unlike defined.New it does not look for distances at which the formula has no value. Nothing looks for its
// pieces (CutAt). It panics if e is nil or a condition.
func NewNatural(e *formula.Expr) *Kernel {
	if e.Op().IsCondition() {
		panic("kernel: NewNatural of a condition")
	}
	k := &Kernel{expr: e, domain: formula.Domain(e)}
	return k.with(Natural, nil)
}

// CutAt returns k with the points at which its formula, and those of kernels derived of it, are cut. They are not trusted:
// see piecewise.Points.
func (k *Kernel) CutAt(points piecewise.Points) *Kernel {
	if k.points == points {
		return k
	}
	n := *k
	n.points = points
	return n.with(k.beyond, k.radius)
}

// Points returns where formulas are cut.
func (k *Kernel) Points() piecewise.Points {
	if k.points == nil {
		return piecewise.Uncut{}
	}
	return k.points
}

// Derive returns the kernel of a tree as NewNatural does, cut where k is, with its work counted by the meter of k.
func (k *Kernel) Derive(e *formula.Expr) *Kernel {
	return NewNatural(e).CutAt(k.points).Metered(k.meter)
}

// Beyond says how a kernel continues beyond the distances it is meant for.
type Beyond int8

// The extensions.
const (
	Natural Beyond = iota // the formula itself
	Zero                  // zero beyond a radius
)

// String returns "natural" or "zero".
func (b Beyond) String() string {
	if b == Zero {
		return "zero"
	}
	return "natural"
}

// Extend returns the same formula with another continuation: Zero beyond radius r
// (nil means the domain of the kernel), or Natural, for which r is ignored. It is an
// error to ask for Zero without a positive radius. Unlike defined.Extend it does not look whether the formula has
// values beyond the domain.
func (k *Kernel) Extend(b Beyond, r *big.Rat) (*Kernel, error) {
	switch b {
	case Natural:
		return k.with(Natural, nil), nil
	case Zero:
		if r == nil {
			r = k.domain
		}
		if r == nil {
			return nil, errors.New("zero beyond what radius? the formula has no domain of its own")
		}
		if r.Sign() <= 0 {
			return nil, fmt.Errorf("the radius of the zero extension must be positive, not %s", r.RatString())
		}
		return k.with(Zero, new(big.Rat).Set(r)), nil
	}
	panic("kernel: unknown extension")
}

func (k *Kernel) with(b Beyond, r *big.Rat) *Kernel {
	n := *k
	n.beyond, n.radius = b, r
	n.whole = k.expr
	if b == Zero {
		n.whole = formula.Apply(formula.OpCond, formula.Apply(formula.OpLE, formula.Variable(), formula.Rational(r)), k.expr,
			formula.Int(0))
	}
	n.ballForm, n.near = new(ballForm), new(nearForm)
	n.cuts = n.Points().Of(n.whole)
	n.exact = piecewise.NewAnalysis(n.whole, n.cuts, n.meter)
	return &n
}

// Metered returns k with its work counted by m, which may be nil: once m stops, enclosures are indeterminate, and
// expansions and exact analyses that are not finished end in an error. Nothing that was computed of k before is kept.
func (k *Kernel) Metered(m *budget.Meter) *Kernel {
	n := *k
	n.meter = m
	n.ballForm, n.near, n.exact = new(ballForm), new(nearForm), piecewise.NewAnalysis(n.whole, n.cuts, m)
	return &n
}

// Meter returns what counts the work of k, nil if nothing does.
func (k *Kernel) Meter() *budget.Meter { return k.meter }

// Extension returns Zero and the radius, or Natural and nil.
func (k *Kernel) Extension() (Beyond, *big.Rat) {
	if k.radius == nil {
		return k.beyond, nil
	}
	return k.beyond, new(big.Rat).Set(k.radius)
}

// BeyondString returns "natural" or, for example, "zero beyond 2".
func (k *Kernel) BeyondString() string {
	if k.beyond == Natural {
		return "natural"
	}
	return "zero beyond " + formula.Rational(k.radius).String()
}

// Domain returns the largest distance that the kernel is meant for (2 on the unit sphere), or nil if there is none.
func (k *Kernel) Domain() *big.Rat {
	if k.domain == nil {
		return nil
	}
	return new(big.Rat).Set(k.domain)
}

// CutShort reports whether the kernel is zero at distances of its domain, by an extension that begins before the domain
// ends: there it is not what its formula says.
func (k *Kernel) CutShort() bool {
	return k.beyond == Zero && k.domain != nil && k.radius.Cmp(k.domain) < 0
}

// Formula returns the formula, without the extension. Parse reads it back to an equal tree; parameters have been
// replaced by their values.
func (k *Kernel) Formula() string { return k.expr.String() }

// String returns the formula and, if it is not natural, the extension.
func (k *Kernel) String() string {
	if k.beyond == Natural {
		return k.Formula()
	}
	return k.Formula() + ", " + k.BeyondString()
}

// Expr returns the effective function on [0, ∞), the extension applied as a condition.
func (k *Kernel) Expr() *formula.Expr { return k.whole }

// FormulaExpr returns the tree of Formula, without the extension.
func (k *Kernel) FormulaExpr() *formula.Expr { return k.expr }
