package kernel

import (
	"krein/ball"
	"krein/internal/budget"
)

// A BallFunc is a formula compiled for evaluation over enclosures by plain substitution, the extension
// of no kernel applied. It is safe for concurrent use.
type BallFunc struct{ p *ballProgram }

// CompileBalls compiles a formula. It panics if e is a condition.
func CompileBalls(e *Expr) *BallFunc {
	if isBool(e.op) {
		panic("kernel: CompileBalls of a condition")
	}
	return &BallFunc{compileBall(e)}
}

// Metered has the evaluations counted by m and returns f: once m stops, they are indeterminate. It is called before f is shared.
func (f *BallFunc) Metered(m *budget.Meter) *BallFunc {
	f.p.metered(m)
	return f
}

// At sets dst to an enclosure of the values at the points of z at which the formula is defined.
func (f *BallFunc) At(dst, z *ball.Real, prec uint) { f.p.evalReal(dst, z, prec) }

// ComplexAt is as Kernel.ComplexAt.
func (f *BallFunc) ComplexAt(dst, z *ball.Complex, analytic bool, prec uint) {
	f.p.evalComplex(dst, z, analytic, prec)
}

// Jet sets dst to n coefficients of the formula at z, as Kernel.BallTaylor.
func (f *BallFunc) Jet(dst *ball.RealSeries, z *ball.Real, n int, prec uint) {
	f.p.evalJet(dst, z, n, prec)
}

// BallValue sets dst to an enclosure of a formula on z, by plain substitution at prec bits, and
// returns dst; a nil dst is allocated. For a constant, z may be nil. It compiles the formula anew: for
// many values use a Kernel.
func (e *Expr) BallValue(dst, z *ball.Real, prec uint) *ball.Real {
	if isBool(e.op) {
		panic("kernel: BallValue of a condition")
	}
	if z == nil && e.varies {
		panic("kernel: BallValue of a formula in z without z")
	}
	if dst == nil {
		dst = new(ball.Real)
	}
	compileBall(e).evalReal(dst, z, max(prec, ball.MinPrec))
	return dst
}
