package sphere

import (
	"math/big"

	"krein/ball"
	"krein/internal/certify/check/finite"
	"krein/internal/certify/check/normal"
	"krein/internal/certify/check/pd"
	"krein/internal/certify/check/rule"
	"krein/internal/certify/check/shape"
	"krein/internal/certify/proof"
	"krein/internal/kernel/constant"
	"krein/internal/kernel/formula"
	"krein/internal/kernel/piecewise"
	"krein/kernel"
)

// partsRules are about sums, products, values at 0 and other ways to write a kernel.
var partsRules = []*rule.Rule{{
	ID: "pd-all-spheres.sum", Claim: proof.PDAllSpheres, Holds: true, Supposes: rule.Pointwise,
	Check: rule.Reduction(onAllSpheres(spheresSum)),
}, {
	ID: "pd-all-spheres.product", Claim: proof.PDAllSpheres, Holds: true, Supposes: rule.Pointwise,
	Check: rule.Reduction(spheresProduct),
}, {
	ID: "pd-all-spheres.power-series", Claim: proof.PDAllSpheres, Holds: true, Supposes: rule.Pointwise,
	Check: rule.Reduction(onAllSpheres(seriesParts)),
}, {
	ID: "pd-all-spheres.at-zero", Claim: proof.PDAllSpheres, Holds: true, Supposes: rule.Pointwise,
	Check: rule.Reduction(sphereAtZero),
}}

// sphereClosureRules derive positive definiteness on all spheres from that of parts, or of a derivative.
var sphereClosureRules = []*rule.Rule{{
	ID: "pd.power-series", Claim: proof.PD, Holds: true, Supposes: rule.Pointwise,
	Check: rule.Reduction(onAllSpheres(seriesParts)),
}, {
	ID: "pd-all-spheres.composition", Claim: proof.PDAllSpheres, Holds: true, Supposes: rule.Pointwise,
	Check: rule.Reduction(composition),
}, {
	ID: "pd.composition", Claim: proof.PD, Holds: true, Supposes: rule.Pointwise,
	Check: rule.Reduction(composition),
}, {
	ID: "completely-monotone.series", Claim: proof.CompletelyMonotone, Holds: true, Supposes: rule.Pointwise,
	Check: rule.Reduction(composition),
}, {
	ID: "pd-all-spheres.derivative", Claim: proof.PDAllSpheres, Holds: true, Supposes: rule.ContinuousAtZero,
	Check: rule.Reduction(allSpheresDerivative),
}, {
	ID: "pd-all-spheres.singularity", Claim: proof.PDAllSpheres, Holds: false, Supposes: rule.AlmostEverywhere,
	Check: rule.Resting(allSpheresSingularity), Upon: []string{"finite-mass.singularity"},
}}

// sphereShape returns the shape of a kernel whose condition, if it has one, holds for every z in [0,2].
func sphereShape(k *kernel.Kernel) (shape.Shape, error) {
	s := shape.ShapeOf(k)
	if s.Where == nil {
		return s, nil
	}
	one := formula.Apply(formula.OpCond, s.Where, formula.Int(1), formula.Int(0))
	a := sphereArith{k.Constants()}
	if v, _ := formula.Eval(one, a.distance(), formula.Arith[onSphere](a)); v.isZero() { // as it is without a value
		return s, rule.Reject("the condition %s is not known to hold on (0,2)", s.Where)
	}
	for _, z := range []int64{0, 2} {
		if v, _ := formula.Eval(one, constInt(z), k.Constants()); v.IsZero() == ball.True { // as it is without a value
			return s, rule.Reject("the condition %s is not known to hold at z = %d", s.Where, z)
		}
	}
	return s, nil
}

// shapeFor returns the shape of a kernel in which a condition does not matter to the claim.
func shapeFor(claim proof.ID, k *kernel.Kernel) (shape.Shape, error) {
	if claim == proof.PDAllSpheres {
		return sphereShape(k)
	}
	s := shape.ShapeOf(k)
	if s.Where != nil {
		return s, rule.Reject("the condition %s cuts off", s.Where)
	}
	return s, nil
}

// onAllSpheres reduces a goal to premises about kernels of the formulas into which parts takes the
// core of the shape, with its condition.
func onAllSpheres[E any](
	parts func(s shape.Shape, ev E) ([]*formula.Expr, error),
) func(*rule.Checker, rule.Goal, E) ([]rule.Goal, error) {
	return func(_ *rule.Checker, g rule.Goal, ev E) ([]rule.Goal, error) {
		shape, err := shapeFor(g.Claim, g.Kernel)
		if err != nil {
			return nil, err
		}
		formulas, err := parts(shape, ev)
		if err != nil {
			return nil, err
		}
		var kernels []*kernel.Kernel
		for _, e := range formulas {
			kernels = append(kernels, shape.With(e))
		}
		return g.Closed(kernels)
	}
}

func spheresSum(shape shape.Shape, _ rule.None) ([]*formula.Expr, error) {
	parts, constant := Terms(shape)
	if len(parts) == 0 {
		return nil, rule.Reject("no summand varies")
	}
	sign, err := rule.ConstantSign(constant)
	if err == nil && sign < 0 {
		err = centerNonnegative(kernel.NewNatural(shape.Core), constInt(2), 0)
	}
	return parts, err
}

// Terms returns the summands of the core that vary, and the sum of the others.
func Terms(shape shape.Shape) (parts []*formula.Expr, constant *formula.Expr) {
	constant = formula.Int(0)
	for _, t := range formula.Terms(shape.Core) {
		if t.Varies() {
			parts = append(parts, t)
		} else {
			constant = formula.Apply(formula.OpAdd, constant, t)
		}
	}
	return parts, constant
}

func spheresProduct(_ *rule.Checker, g rule.Goal, ev pd.ProductEvidence) ([]rule.Goal, error) {
	shape, err := sphereShape(g.Kernel)
	if err != nil {
		return nil, err
	}
	return ev.Goals(g, shape)
}

// seriesBits is the precision at which values at 0 are compared.
const seriesBits = 128

func seriesParts(s shape.Shape, ev rule.Series) ([]*formula.Expr, error) {
	e, positive, atMost1, err := ev.InnerOf(s.Core, s.With(s.Core))
	if err == nil && positive != nil {
		err = rule.Proved(rule.AtZero(s.With(positive), new(ball.Real), seriesBits).Positive(), "%s > 0 at z = 0", positive)
	}
	if err == nil && atMost1 {
		err = rule.Proved(rule.AtZero(s.With(e), new(ball.Real), seriesBits).LessEq(ball.NewReal(1)), "%s ≤ 1 at z = 0", e)
	}
	return []*formula.Expr{e}, err
}

// CompositionEvidence is the evidence of the rules about F(e): e, as it is printed, a part of
// the formula beside which the variable does not occur.
type CompositionEvidence struct {
	Inner string `json:"inner"`
}

// Parts returns e and F(cu), c = e(0).
func (ev CompositionEvidence) Parts(k *kernel.Kernel, claim proof.ID) (e, outer *kernel.Kernel, err error) {
	s, err := shapeFor(claim, k)
	if err != nil {
		return nil, nil, err
	}
	var inner *formula.Expr
	with := func(x *formula.Expr) *formula.Expr {
		return s.Core.Replace(func(e *formula.Expr) *formula.Expr {
			if e.Op().IsCondition() || e.String() != ev.Inner {
				return nil
			}
			inner = e
			return x
		})
	}
	if with(formula.Pi()).Varies() || inner == nil { // a rational would decide conditions, which hide what they rule out
		return nil, nil, rule.Reject("%s is no function of %s", s.Core, ev.Inner)
	}
	e = s.With(inner)
	c, err := rule.ValueAtZero(e)
	if err != nil {
		return nil, nil, err
	}
	scale, ok := c.Expr()
	if sign, _ := c.Sign(); sign <= 0 || !ok { // 0 if it is not decided
		return nil, nil, rule.Reject("%s is not known to be positive at z = 0", e)
	}
	u := formula.Sub(formula.Int(1), formula.Div(formula.Pow(formula.Variable(), formula.Int(2)), formula.Int(2)))
	return e, s.With(with(formula.Identity(formula.Mul(scale, u)))), nil
}

func composition(c *rule.Checker, g rule.Goal, ev CompositionEvidence) ([]rule.Goal, error) {
	e, outer, err := ev.Parts(g.Kernel, g.Claim)
	if err == nil && g.Claim == proof.CompletelyMonotone { // which says nothing of e(0)
		err = c.Regular(e, rule.ContinuousAtZero)
	}
	if err != nil {
		return nil, err
	}
	return append(g.Needs(g.Claim, e), g.Needs(proof.PDAllSpheres, outer)...),
		rule.MadeOf(g.Kernel, []*kernel.Kernel{e, outer})
}

// BesideZero returns the kernel that k is on (0,2), as signs there and inside show it.
func BesideZero(k *kernel.Kernel) *kernel.Kernel {
	within := func(e *formula.Expr) *formula.Expr {
		if r, err := piecewise.OnInterval(e, new(big.Rat), big.NewRat(2, 1), k.Meter()); err == nil {
			e = r
		}
		return inside(e, k.Constants(), true)
	}
	if e := within(k.Expr()); !e.Varies() {
		return k.Derive(e)
	}
	s := shape.ShapeOf(k)
	return s.With(within(s.Core))
}

func sphereAtZero(_ *rule.Checker, g rule.Goal, _ rule.None) ([]rule.Goal, error) {
	e := BesideZero(g.Kernel)
	if err := sameAt2(g.Kernel, e.Expr(), constInt(2)); err != nil {
		return nil, err
	}
	v, err := rule.ValueAtZero(g.Kernel)
	if err == nil {
		err = pd.NotBelowLimit(v, e)
	}
	return g.Needs(g.Claim, e), err
}

func allSpheresDerivative(_ *rule.Checker, g rule.Goal, ev normal.OrderEvidence) ([]rule.Goal, error) {
	shape, err := sphereShape(g.Kernel)
	if err != nil {
		return nil, err
	}
	// Analytic for z > 0, the condition holding at 2, k is continuous on (0,2]; at 0, the Checker has seen to that.
	return alternating(g, g.Kernel.Derive(shape.Core), constInt(2), ev)
}

// alternating reduces a goal to (−1)ⁿ dⁿ/dtⁿ k(√t) being completely monotone, n the order, those of lower order not
// being negative at the center t.
func alternating(g rule.Goal, k *kernel.Kernel, center constant.Value, ev normal.OrderEvidence) ([]rule.Goal, error) {
	if ev.Order < 0 {
		return nil, rule.Reject("order %d", ev.Order)
	}
	d := k
	for n := range ev.Order {
		err := centerNonnegative(d, center, n)
		if err == nil {
			d, err = normal.OrderEvidence{Order: n + 1}.Derived(k)
		}
		if err != nil {
			return nil, err
		}
	}
	return g.Needs(proof.CompletelyMonotone, d), nil
}

// centerNonnegative wants that k at t = z², where u or π/2 − θ is 0, a positive multiple of the Maclaurin coefficient
// of degree n, is exactly known not to be negative.
func centerNonnegative(k *kernel.Kernel, t constant.Value, n int) error {
	v, err := formula.Eval(k.Expr(), constant.Pow(t, big.NewRat(1, 2)), k.Constants())
	if err != nil {
		return rule.Incomplete("%v", err)
	}
	return rule.Proved(rule.Nonnegative(v), "the Maclaurin coefficient of degree %d, a multiple of %v, is not negative", n,
		v)
}

// SingularityEvidence is the evidence of pd-all-spheres.singularity: the dimension of the premise, and whether it is
// about k as a function of the angle.
type SingularityEvidence struct {
	pd.DimensionEvidence
	Angle bool `json:"angle,omitempty"`
}

// allSpheresSingularity rests on a step of finite-mass.singularity in some dimension, which shows the singularity.
func allSpheresSingularity(_ *rule.Checker, g rule.Goal, ev SingularityEvidence, on *proof.Step) ([]rule.Goal, error) {
	if ev.Other < 1 || ev.Other > pd.MaxDim {
		return nil, rule.Reject("dimension %d", ev.Other)
	}
	var at finite.SingularityEvidence
	if err := on.Decode(&at); err != nil {
		return nil, err
	}
	b, err := constant.Parse(at.At)
	if err != nil {
		return nil, rule.Reject("the point %s: %v", at.At, err)
	}
	k, end := g.Kernel, constInt(2)
	if ev.Angle {
		h, _ := Angular(k)
		k, end = k.Derive(h), constant.Pi()
	}
	if below, _ := b.Cmp(end); below >= 0 { // 0 if it is not decided
		return nil, rule.Reject("the singularity at %s is not known to lie below %v", at.At, end)
	}
	return []rule.Goal{{Claim: proof.FiniteMass, Holds: false, Kernel: k, Dim: ev.Other}}, nil
}
