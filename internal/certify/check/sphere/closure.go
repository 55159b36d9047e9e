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
//
// pd.power-series, pd.composition and completely-monotone.series are the same theorems for the
// other two claims: a convergent sum of powers of e with nonnegative coefficients keeps all three.
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
//
// A kernel "Where ? Core : 0" whose condition holds at every distance of the sphere is its core
// there: on (0,2) by the algebra, at 0 and 2 by exact values. A condition that is not decided has
// no value, which counts as 0, and stops.
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
//
// On R^d a condition is part of the function, and a power series of a function that is cut off is
// not the power series cut off: one is refused.
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
		// On spheres the parts keep the condition (shape.With), so that they are what they are on
		// R^d, too.
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

// spheresSum: a sum of kernels that are positive definite on all spheres is so, and a constant c ≥
// 0 with it. If the constants add up to c < 0: the sum of the parts is Σ b_n uⁿ, b_n ≥ 0, for |u| <
// 1, and its value at u = ±1 is that series plus what Christensen and Ressel (1978) allow at the
// ends, which a constant does not touch. So k is positive definite if b_0 + c ≥ 0; that is f(0),
// the value at z = √2, exactly.
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
//
// The sum of the constants begins at 0, so that it always is a formula.
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

// seriesParts: k = F(e) with F(x) = Σ c_j xʲ, c_j ≥ 0 (rule.Series names F), which converges for
// the values of e. A positive definite e has |e(z)| ≤ e(0), so that the domain of F need be checked
// at z = 0 only: for 1/(c−e), log and the like c − e(0) > 0 ("positive"), and for series that
// converge up to 1, e(0) ≤ 1. Sums and products (Schur) of positive definite functions are positive
// definite, and so are limits.
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
//
// A formula of which every z is inside a part printed as Inner is a function F of that part.
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
	// Two parts that print alike are one function: names of parameters are unique in a kernel.
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
	// On the sphere F(cu) has u = ⟨x,y⟩ = 1 − z²/2 in the place of e/c.
	u := formula.Sub(formula.Int(1), formula.Div(formula.Pow(formula.Variable(), formula.Int(2)), formula.Int(2)))
	return e, s.With(with(formula.Identity(formula.Mul(scale, u)))), nil
}

// composition: let e be positive definite with e(0) = c > 0, and F(c⟨x,y⟩) on all spheres. e/c is
// the Gram matrix of unit vectors φ(x) of a Hilbert space, finitely many of which span a sphere of
// finite dimension, and F(e(x,y)) = F(c⟨φ(x),φ(y)⟩) is a matrix of the second premise. Nothing is
// supposed of continuity. If the claim is complete monotonicity in t: F(cu) = Σ b_n uⁿ for |u| < 1,
// b_n ≥ 0, and 0 ≤ e < c for t > 0 unless e is constant, so that F(e) is a limit of sums of
// products of completely monotone functions; that c is the supremum wants e(0) to be the limit.
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
//
// It is not claimed to be k at 0 and 2; sphereAtZero compares there.
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

// sphereAtZero: k = e + δ·1[x = y] with δ = k(0) − e(0) ≥ 0: the second summand has diagonal Gram
// matrices with nonnegative entries. k = e on (0,2) by BesideZero, at 2 by exact values.
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
//
// With g(t) = k(√t) and (−1)ⁿ g⁽ⁿ⁾ completely monotone, all (−1)ᵐ g⁽ᵐ⁾(t₀), m ≥ n, are ≥ 0 at the
// center t₀, those below n are so by centerNonnegative, and g is its Taylor series about t₀ on (0,
// 2t₀): in t₀ − t it has nonnegative coefficients. For t = z², t₀ = 2, t₀ − t = 2u; for the angle t
// = θ, t₀ = π/2, t₀ − t = arcsin u. Either way f(u) = Σ b_n uⁿ with b_n ≥ 0 on |u| < 1, and on
// [−1,1] as far as k is continuous there.
func alternating(g rule.Goal, k *kernel.Kernel, center constant.Value, ev normal.OrderEvidence) ([]rule.Goal, error) {
	if ev.Order < 0 {
		return nil, rule.Reject("order %d", ev.Order)
	}
	d := k
	for n := range ev.Order {
		// d is (−1)ⁿ g⁽ⁿ⁾ here.
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
//
// The values of conditions at √t are those of k there, as √t is not 0.
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
//
// The premise is accepted by its own rule, which proves that an exponent counts at a point b > 0:
// the two sides of b do not continue each other analytically. Whether the mass is infinite in that
// dimension does not matter here. A k that is positive definite on all spheres is Σ b_n uⁿ for |u|
// < 1, analytic in z on (0,2) and in θ on (0,π), for dz/dθ = cos(θ/2) > 0 there.
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
