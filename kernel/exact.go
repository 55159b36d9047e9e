package kernel

import (
	"errors"
	"slices"
	"sync"

	"krein/ball"
	"krein/internal/kernel/asymptotic"
	"krein/internal/kernel/constant"
	"krein/internal/kernel/formula"
	"krein/internal/kernel/piecewise"
)

// ExactPieces returns the effective function on (0, ∞) as proved pieces on successive intervals; the last Hi is +∞. The
// points between them include every distance at which a condition, abs, min or max changes, and the zeros of
// denominators and of arguments of roots that have an exact form. The error says which order or sign was not proved.
// The caller must not change the slice.
func (k *Kernel) ExactPieces() ([]piecewise.ExactPiece, error) {
	return k.exact.Pieces()
}

// ExactAt returns the expansion of the effective function at z = b from the right or from the left, to O(τ^order) or a
// little further, with exact coefficients; see asymptotic.Expansion for what is proved. A Breakpoint without an exact form
// means its float64. The function of the piece beside b is expanded, so a value at b itself plays no part.
//
// The error says what was not decided (a sign, a condition), or what has no such expansion: an
// essential singularity, a formula not defined beside b.
func (k *Kernel) ExactAt(b piecewise.Breakpoint, right bool, order int) (asymptotic.Expansion, error) {
	if near, end := k.Near(); near != nil {
		if c, err := b.Constant(); err == nil {
			if s, known := c.Cmp(end); known == ball.True && s < 0 {
				k = near
			}
		}
	}
	return asymptotic.Expand(k.exact, b, right, order)
}

// nearForm is what Near returns, made when it is first asked for.
type nearForm struct {
	once   sync.Once
	kernel *Kernel
}

// Near returns, for a formula that is not analytic, or changes its branch, at infinitely many distances, as |sin z|
// does, the kernel before a distance and 0 from there on, and that distance; nil for others. There may be too many
// pieces before it, too.
func (k *Kernel) Near() (near *Kernel, end constant.Value) {
	before := k.exact.Endless()
	if before == nil {
		return nil, end
	}
	k.near.once.Do(func() {
		inside := formula.Apply(formula.OpLT, formula.Variable(), formula.Rational(before))
		k.near.kernel = k.Derive(formula.Apply(formula.OpCond, inside, k.whole, formula.Int(0))).Metered(k.meter)
	})
	return k.near.kernel, constant.Rat(before)
}

// ExactSingularities returns the proved local behaviour, the sides compared up to O(τ^order)
// (polynomial pieces entirely). The list is right even if it is not Complete. The error, which
// leaves nothing, is that of ExactPieces. Of infinitely many points the list has those that Near has.
//
// Orders are raised step by step, so that a large order costs nothing where an exponent counts below it.
func (k *Kernel) ExactSingularities(order int) (*asymptotic.Local, error) {
	if order < 0 {
		panic("kernel: negative order")
	}
	pieces, err := k.ExactPieces()
	near, end := k.Near()
	if near == nil {
		if err != nil {
			return nil, err
		}
		return asymptotic.Singularities(pieces, order, k.meter), nil
	}
	before, nearErr := near.ExactPieces()
	if nearErr != nil {
		return nil, errors.Join(err, nearErr)
	}
	if i := slices.IndexFunc(before, func(p piecewise.ExactPiece) bool {
		s, known := p.Low().Cmp(end)
		return known != ball.True || s >= 0
	}); i >= 0 { // from there on it is 0 by the condition
		before = before[:i]
	}
	local := asymptotic.Singularities(before, order, k.meter)
	if local.Complete = false; err != nil {
		local.Because = err.Error()
	} else {
		local.Because = pieces[len(pieces)-1].Because
	}
	return local, nil
}

// ExactInfinity returns the behaviour as z → ∞ of the last of ExactPieces, by calculation with exact leading terms.
// Kind, the constant Limit, exponents, rates and frequencies are proved: they come from exact arithmetic on transseries
// (generalised power series in 1/z and log z with exponentials), and every leading coefficient on which they depend is
// proved not to vanish by an enclosure. The functions of the language have these expansions at infinity and they may be
// differentiated term by term, as Regular says of k. Where a sign or a zero is not decided, or there is no such
// expansion, Kind is Undetermined and Because gives the reason.
func (k *Kernel) ExactInfinity() asymptotic.Infinity {
	pieces, err := k.ExactPieces()
	if err != nil {
		return asymptotic.Infinity{Because: err.Error()}
	}
	last := &pieces[len(pieces)-1]
	return asymptotic.AtInfinity(last.Expr, last.Lo, k.meter)
}

// PiecewisePolynomial returns the effective function as polynomials in z with rational coefficients
// on successive intervals, proved as ExactPieces is; ok is false if it is not of that form, or has
// too many powers. The caller must not change the coefficients.
func (k *Kernel) PiecewisePolynomial() (pieces []piecewise.PolynomialPiece, ok bool) {
	exact, err := k.ExactPieces()
	if err != nil {
		return nil, false
	}
	for _, p := range exact {
		c, root, ok := constant.Polynomial(p.Expr, k.meter)
		if !ok || root != 1 {
			return nil, false
		}
		pieces = append(pieces, piecewise.PolynomialPiece{Lo: p.Lo, Hi: p.Hi, Coef: c})
	}
	return pieces, true
}

// OwnValues returns every distance z ≥ 0 at which the effective function is not seen to take the same branches at z and
// on both sides of z (on the right side of 0), in increasing order, with the exact value there. At every other distance
// at which the formula has a value, k is continuous: the same operations lead to the values at and around it, abs, min
// and max included, and all of them are continuous wherever they are defined. (A power whose exponent varies is not
// where its base vanishes; such a distance is in the list.)
//
// It is proved, between the points of the list as ExactPieces is, and at them exactly, in three-valued logic.
// The error says which sign, order, condition or value is not known. The caller must not change the slice.
func (k *Kernel) OwnValues() ([]piecewise.OwnValue, error) {
	return k.exact.OwnValues()
}

// OwnValueAtZero is OwnValues for z = 0 alone: ok tells whether 0 is one of the points. Without
// one, k(0), if the formula has a value there, is the limit of k at 0, if there is one.
func (k *Kernel) OwnValueAtZero() (v piecewise.OwnValue, ok bool, err error) {
	if near, _ := k.Near(); near != nil {
		k = near
	}
	return k.exact.OwnValueAtZero()
}

// ProvedDefined returns nil if the formula is proved to have a value at every z > 0; otherwise the
// error says where it has none, or which condition is not proved.
func (k *Kernel) ProvedDefined() error {
	return k.exact.ProvedDefined()
}

// AlmostDefined returns nil if the formula is proved to have a value at every z > 0 but for single distances, without a limit point
// there; otherwise the error says where it may have none on an interval.
func (k *Kernel) AlmostDefined() error { return k.exact.AlmostDefined() }

// Gaps returns the distances and open intervals of distances z > 0 at which the formula is not proved to have a value. The
// error says what was not decided.
func (k *Kernel) Gaps() ([]piecewise.Gap, error) { return k.exact.Gaps() }

// Constants returns NewArithmetic with the work counted by k's meter, if it has one: once that stops, operations fail.
func (k *Kernel) Constants() formula.Arith[constant.Value] { return constant.NewArithmetic(k.meter) }

// Pieces returns the effective function on (0, ∞), extension included, as branch-free formulas on successive open
// intervals; the last Hi is +∞. Adjacent pieces with the same formula are merged, so that a value at a single point (z
// == 0 ? 1 : sin(z)/z) leaves no trace.
//
// Breakpoints are exact where conditions and the arguments of abs, min and max have rational or quadratic roots, or
// inverses of elementary functions; others are a float64, Exact nil. The error names an undecided condition.
func (k *Kernel) Pieces() ([]piecewise.Piece, error) {
	return k.cuts.Pieces()
}
