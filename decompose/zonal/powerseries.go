package zonal

import (
	"context"
	"errors"
	"fmt"
	"math"
	"slices"

	"krein/ball"
	"krein/internal/budget"
	"krein/internal/certify/check/sphere"
	"krein/internal/kernel/formula"
	"krein/kernel"
)

// PowerSeries is a function of the inner product u = ⟨x,y⟩ for points of any length, f(u) = Σ b_n uⁿ, on |u| ≤ Reach:
//
//	|f(u) − Σ_{n≤N} Coef[n] (u/Reach)ⁿ| ≤ Error    for |u| ≤ Reach,
//
// with Coef[n] near b_n Reachⁿ. Error covers the degrees that are left out (by Cauchy's bound on a larger disc), those
// whose sign is not proved, which are 0 here, and the distance of the float64 numbers from the true ones.
type PowerSeries struct {
	Reach float64
	Coef  []float64
	Error float64
	// Exact says that f is a polynomial, all of whose degrees are there.
	Exact bool
}

// IsInnerProduct reports whether the formula is written in the inner product u alone, so that it means something for
// points off the unit sphere: f(⟨x,y⟩). Functions of the angle θ and of the distance are none, nor kernels that are cut
// short on the sphere.
func IsInnerProduct(k *kernel.Kernel) bool {
	return !k.CutShort() && k.FormulaExpr().Varies() && ofInnerProduct(k.FormulaExpr())
}

func ofInnerProduct(e *formula.Expr) bool {
	switch {
	case !e.Varies():
		return true
	case e.Op() == formula.OpVar:
		return false
	case e.Op() == formula.OpCall:
		return e.Name() == "u" || ofInnerProduct(e.Body())
	case e.Op() == formula.OpAcos && e.Args()[0].Op() == formula.OpCall && e.Args()[0].Name() == "u":
		return false // θ
	}
	for _, a := range e.Args() {
		if !ofInnerProduct(a) {
			return false
		}
	}
	return true
}

// isPolynomial reports whether e is written as a polynomial in u. Then it is everywhere the one that it is on the sphere;
// sqrt((1+u)^2) is one for |u| ≤ 1 alone, and (1+u)^2 + 0/(u-5) has no value at 5.
func isPolynomial(e *formula.Expr) bool {
	a := e.Args()
	switch e.Op() {
	case formula.OpCall:
		return e.Name() == "u" || e.Body() != nil && isPolynomial(e.Body())
	case formula.OpNeg, formula.OpAdd, formula.OpSub, formula.OpMul:
		return !slices.ContainsFunc(a, func(x *formula.Expr) bool { return !isPolynomial(x) })
	case formula.OpDiv:
		return !a[1].Varies() && isPolynomial(a[0])
	case formula.OpPow:
		if n := a[1].Num(); n != nil && n.IsInt() && n.Sign() >= 0 {
			return isPolynomial(a[0])
		}
	}
	return !e.Varies()
}

// seriesBits is how far below the maximum of |f| on the disc |u| ≤ reach the degrees begin that NewPowerSeries leaves
// out, in bits.
const seriesBits = 56

// NewPowerSeries expands a kernel that is written in u (see [IsInnerProduct]) for inner products up to reach. It panics
// unless reach is positive and finite, and returns an error for another kernel, and for one that is not proved to be
// holomorphic on a disc |u| ≤ R, R > reach, or takes more work than an expansion of effort 1, and ctx's.
func NewPowerSeries(ctx context.Context, k *kernel.Kernel, reach float64) (*PowerSeries, error) {
	if !(reach > 0) || math.IsInf(reach, 1) {
		panic("zonal: reach of a power series")
	}
	within, leave := budget.Within(ctx, workUnits)
	defer leave()
	s, err := newPowerSeries(within, k, reach)
	if err != nil && ctx.Err() != nil {
		return nil, ctx.Err()
	}
	if err != nil && budget.Over(within) {
		return nil, fmt.Errorf("f(u) = %s for |u| ≤ %.4g: %s", k.Formula(), reach, budget.Why(within, "shorter rows take less"))
	}
	return s, err
}

// newPowerSeries is NewPowerSeries with the work that the budget of ctx allows.
func newPowerSeries(ctx context.Context, k *kernel.Kernel, reach float64) (*PowerSeries, error) {
	if !IsInnerProduct(k) {
		return nil, errors.New("the formula is not written in the inner product u alone")
	}
	e := k.FormulaExpr()
	if isPolynomial(e) {
		if arcs, err := sphere.ArcsOf(k.Derive(e)); err == nil && len(arcs.Q) == 0 && len(arcs.R) == 0 {
			return polynomialSeries(arcs, reach)
		}
	}
	var scale ball.Real
	scale.SetFloat64(reach)
	meter := budget.Of(ctx)
	f := scaled(e, &scale, meter)
	// In v = u/reach the disc is |v| ≤ 1, and findDisc wants a larger one for Cauchy's bound.
	unit := ellipse{a: 1, b: 1}
	unit.h.SetInt64(1)
	if !unit.holds(f) {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		return nil, fmt.Errorf("f(u) = %s is not proved to be holomorphic for |u| ≤ %.4g", k.Formula(), reach)
	}
	size := unit.sup(f)
	if size.IsInf() || size.IsZero() {
		return nil, fmt.Errorf("f(u) = %s has no bound for |u| ≤ %.4g", k.Formula(), reach)
	}
	c, ok := findDisc(f, seriesBits-log2(size))
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	if !ok || c.terms(seriesBits-log2(size)) > seriesMost {
		return nil, fmt.Errorf("f(u) = %s is not proved to be holomorphic on a disc that is larger than |u| ≤ %.4g",
			k.Formula(), reach)
	}
	terms := c.terms(seriesBits - log2(size))
	rest := c.rest(terms)
	prec := uint(2*seriesBits + terms/2)
	for try := 0; ; try++ {
		b := maclaurinWithin(e, &scale, terms, prec, meter)
		if err := ctx.Err(); b == nil && err != nil {
			return nil, err
		} else if b == nil {
			return nil, fmt.Errorf("the derivatives of f(u) = %s at u = 0 are not enclosed", k.Formula())
		}
		var radii ball.Mag
		for j := range terms + 1 {
			radii = radii.Add(b.Coef(j).Rad())
		}
		if radii.Cmp(rest.Max(size.Mul2Exp(-2*seriesBits))) <= 0 || try == 4 {
			return finish(b, terms, rest, size, reach), nil
		}
		prec *= 2
	}
}

// scaled is f(reach·v).
func scaled(e *formula.Expr, reach *ball.Real, m *budget.Meter) holomorphic {
	f := onSphere(e, m)
	return func(dst, v *ball.Complex, prec uint) {
		var u ball.Complex
		u.MulReal(v, reach, prec)
		f(dst, &u, prec)
	}
}

// finish rounds coefficients and leaves out the degrees at the end that add up to less than 2^−seriesBits.
func finish(b *ball.RealSeries, terms int, rest, size ball.Mag, reach float64) *PowerSeries {
	// off adds up what is left out and what is rounded; |u/Reach| ≤ 1, so that each coefficient errs by its own error at most.
	s := &PowerSeries{Reach: reach}
	off := rest
	last, least := terms, size.Mul2Exp(-seriesBits)
	for ; last > 0; last-- {
		more := off.Add(b.Coef(last).MagUpper())
		if more.Cmp(least) > 0 {
			break
		}
		off = more
	}
	for n := range last + 1 {
		off = off.Add(s.take(b.Coef(n)))
	}
	s.Error = off.Float64()
	return s
}

// take appends a coefficient and returns a bound of its error.
func (s *PowerSeries) take(c *ball.Real) ball.Mag {
	if c.IsZero() {
		s.Coef = append(s.Coef, 0)
		return ball.Mag{}
	}
	if c.ContainsZero() {
		s.Coef = append(s.Coef, 0)
		return c.MagUpper()
	}
	v, off := c.Float64()
	s.Coef = append(s.Coef, v)
	return ball.MagFloat64(off)
}

// polynomialSeries is that of a polynomial in u.
func polynomialSeries(arcs *sphere.Arcs, reach float64) (*PowerSeries, error) {
	s := &PowerSeries{Reach: reach, Exact: true}
	var off ball.Mag
	var power, r, c ball.Real
	power.SetInt64(1)
	r.SetFloat64(reach)
	for _, v := range arcs.P {
		setConst(&c, v, 256)
		c.Mul(&c, &power, 256)
		off = off.Add(s.take(&c))
		power.Mul(&power, &r, 256)
	}
	s.Error = off.Float64()
	for _, v := range s.Coef {
		if math.IsInf(v, 0) {
			return nil, fmt.Errorf("the terms overflow for inner products up to %.4g", reach)
		}
	}
	return s, nil
}
